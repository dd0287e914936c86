"""Which chips are on the list, what pushes them out, and that their callers are told so."""

from collections.abc import Iterable, Iterator
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.core.chips import Chip, Chips
from editjournal.daemon.core.decide import pushed_out
from editjournal.daemon.core.leaving import NAMED_MAX
from editjournal.daemon.core.shelf import STEPS_MAX, Left, Limits, Shelf, slips_of
from editjournal.daemon.core.transactions import Edits
from editjournal.schemas.facts import (
    AnyFact,
    Change,
    ChipDropped,
    Deleted,
    Edited,
    Entry,
    NotApplied,
    Refused,
)
from editjournal.schemas.replies import AnyReply, Refusal, Remark
from editjournal.schemas.requests import (
    AnyRequest,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Content, Span, Unit, Version
from tests.core.world import World, done, lines, numbered, previewed, refused

S_NS = 1_000_000_000
DAY_S = 24 * 3600


class Bench:
    """Chips and their shelf, fed with entries a second apart; each holds what must always hold."""

    def __init__(self, **limits: int) -> None:
        self.limits = Limits(**limits)
        self.edits = Edits()
        self.chips = Chips(self.edits)
        self.shelf = Shelf(self.limits)
        self.seq = 0
        self.now_ns = 0

    def call(self, *chips: str, text_bytes: int = 10) -> None:
        """Let calls with new text fail."""
        for chip in chips:
            self.feed(Refused("be-replace", "past_end", chip=chip, text_bytes=text_bytes))

    def bare(self, *chips: str) -> None:
        """Let calls without text fail."""
        for chip in chips:
            self.feed(Refused("be-read", "no_such_file", chip=chip))

    def delete(self, *chips: str, size_bytes: int = 10) -> int:
        """Let one edit delete texts of several files, and return its number."""
        content = Content(b"", size_bytes)
        names = [b"f%d" % number for number in range(len(chips))]
        before = Version(b"", 0, 0, Unit.LF, 0o644)
        self.feed(
            Edited(
                "be-delete",
                tuple(Change(name, before, None) for name in names),
                deleted=tuple(
                    Deleted(chip, name, Span(1, 1), content)
                    for chip, name in zip(chips, names, strict=True)
                ),
            )
        )
        return self.seq

    def drop(self, chip: str) -> None:
        self.feed(ChipDropped(chip))

    def fail(self, edit: int, chip: str = "") -> None:
        """Let an edit fail on the disk."""
        self.feed(NotApplied(edit, b"f0", "gone", chip=chip, text_bytes=10))

    def feed(self, fact: AnyFact, arguments_bytes: int = 0) -> None:
        self.seq += 1
        self.now_ns += S_NS
        arguments = Content(b"", arguments_bytes) if arguments_bytes else None
        entry = Entry(self.seq, self.now_ns, 1, fact, arguments=arguments)
        slips = tuple(slips_of(fact, self.now_ns, arguments_bytes))
        told = self.shelf.leaving(slips)
        listed = self.listed
        assert listed == self.listed, "it is told without being done"
        self.edits.apply(entry)
        self.chips.apply(entry)
        self.shelf.apply(entry, self.chips)
        if slips:
            assert told == self.shelf.pushed_out
        self.check()

    def check(self) -> None:
        again = Shelf.of(self.limits, self.chips)
        assert list(again.listed(self.now_ns)) == self.listed
        assert {one.id: again.state_of(one.id, self.now_ns) for one in self.chips.all()} == {
            one.id: self.state_of(one.id) for one in self.chips.all()
        }
        found = [self.chips.get(one) for one in self.listed]
        assert len(found) <= self.limits.capacity
        sizes = [max(0, one.text_bytes) for one in found if one]
        assert len(sizes) == len(found)
        assert all(size >= self.limits.min_bytes for size in sizes)
        assert not self.limits.total_bytes or sum(sizes) <= self.limits.total_bytes
        assert all(self.state_of(one) == "listed" for one in self.listed)

    @property
    def listed(self) -> list[str]:
        return list(self.shelf.listed(self.now_ns))

    @property
    def with_text(self) -> list[str]:
        chips = (self.chips.get(one) for one in self.listed)
        return [one.id for one in chips if one and one.text_bytes >= 0]

    def state_of(self, chip: str) -> str:
        return self.shelf.state_of(chip, self.now_ns)

    def states(self, chips: Iterable[str]) -> list[str]:
        return [self.state_of(one) for one in chips]


# --- what pushes out what -------------------------------------------------------------------------


def test_thirty_are_listed_where_nothing_else_is_set_the_newest_first() -> None:
    bench = Bench()
    bench.call(*(f"c{number}" for number in range(32)))
    assert bench.listed == [f"c{number}" for number in reversed(range(2, 32))]
    assert bench.states(["c0", "c1", "c2"]) == ["capacity", "capacity", "listed"]


def test_of_three_the_oldest_goes_first_and_is_still_known() -> None:
    bench = Bench(capacity=3)
    bench.call("a", "b", "c")
    assert bench.shelf.pushed_out == ()
    bench.delete("d")
    assert bench.shelf.pushed_out == (Left("a", "capacity"),)
    assert bench.listed == ["d", "c", "b"]
    assert bench.chips.get("a")


def test_a_chip_without_text_does_not_get_on_a_list_that_is_full_of_those_with() -> None:
    bench = Bench(capacity=3)
    bench.call("a", "b", "c")
    bench.bare("x")
    assert bench.shelf.pushed_out == ()
    assert (bench.listed, bench.state_of("x")) == (["c", "b", "a"], "capacity")


def test_a_chip_without_text_pushes_out_only_the_oldest_of_its_kind() -> None:
    bench = Bench(capacity=3)
    bench.call("a")
    bench.bare("x", "y", "z")
    assert bench.shelf.pushed_out == (Left("x", "capacity"),)
    assert bench.listed == ["z", "y", "a"]


def test_what_brought_names_and_numbers_only_pushes_out_no_text() -> None:
    world = kept_world(capacity=3)
    world.outside("g", lines("x"))
    texts = [done(world.delete("a", f"f:{one}")).chips[0] for one in (3, 2, 1)]
    for request, raw in BARE:
        assert left_with(world.ask("a", request, raw)) == []
    assert list(world.shelf.listed(world.now_ns)) == texts[::-1]
    world.check_replay()


@pytest.mark.parametrize(
    ("request_", "raw"),
    [
        (Misfit("be-write", "not_json"), b'{"file'),
        (Misfit("be-x", "unknown_tool"), b"x" * 101),
        (Misfit("", "bad_line"), b"x" * 101),
        (Misfit("be-write", "missing_content"), b"x" * 101),
        (Delete(b"f:99", old="a line\n"), b"{}"),
        (Replace(b"f", "", old="zzz\n"), b"{}"),
        (ReplaceSeveral(b"f", (Item("", old="zzz"),)), b"{}"),
    ],
    ids=str,
)
def test_a_call_whose_text_is_in_its_arguments_alone_pushes_out_others(
    request_: AnyRequest, raw: bytes
) -> None:
    world = kept_world(capacity=1)
    first = chip_of(world, Replace(b"f:99", "old\n"))
    assert left_with(world.ask("a", request_, raw)) == of_capacity(1, first)
    world.check_replay()


def test_a_call_that_could_not_be_read_is_kept_for_its_arguments() -> None:
    bench = Bench(capacity=2, total_bytes=100)
    for tool, chip in ("be-write", "a"), ("", "b"):
        bench.feed(Refused(tool, "not_json", chip=chip), arguments_bytes=50)
    bench.bare("x")
    assert bench.listed == ["b", "a"]
    for tool in "be-read", "be-chips":
        bench.feed(Refused(tool, "no_such_file", chip=tool), arguments_bytes=90)
    assert bench.listed == ["b", "a"]
    bench.call("c", text_bytes=50)
    assert bench.shelf.pushed_out == (Left("a", "bytes"),)


def test_what_a_call_that_could_not_be_read_pushes_out_is_told(world: World) -> None:
    world.shelf = Shelf(Limits(capacity=1))
    world.outside("f", b"a\n")
    chip = refused(world.replace("a", "f:99", "x\n"), "past_end").chip
    reply = world.ask("a", Misfit("be-write", "not_json"), b'{"file')
    assert [one.values["chips"] for one in reply.warnings] == [f"chip://{chip}"]


def test_those_without_text_make_room_for_text_before_any_that_has_some() -> None:
    bench = Bench(capacity=3)
    bench.call("a")
    bench.bare("x", "y")
    bench.call("b", "c", "d")
    assert bench.listed == ["d", "c", "b"]
    assert bench.states("axy") == ["capacity"] * 3
    assert bench.shelf.pushed_out == (Left("a", "capacity"),)


def test_the_oldest_go_until_the_texts_are_no_more_than_so_many_bytes() -> None:
    bench = Bench(total_bytes=100)
    bench.call("a", "b", text_bytes=30)
    bench.bare("x")
    bench.call("c", "d", text_bytes=50)
    assert bench.shelf.pushed_out == (Left("b", "bytes"),)
    assert bench.listed == ["d", "c", "x"]
    assert bench.state_of("a") == "bytes"


def test_a_text_of_more_than_half_of_all_bytes_pushes_out_none_but_its_like() -> None:
    bench = Bench(total_bytes=100)
    bench.call("a", text_bytes=10)
    bench.call("b", text_bytes=100)
    assert bench.shelf.pushed_out == (Left("b", "bytes"),)
    bench.call("c", text_bytes=60)
    bench.call("d", text_bytes=90)
    assert bench.shelf.pushed_out == (Left("c", "bytes"),)
    assert bench.listed == ["d", "a"]
    bench.call("e", text_bytes=50)
    assert bench.shelf.pushed_out == (Left("d", "bytes"),)
    assert bench.listed == ["e", "a"]


def test_a_text_larger_than_all_may_be_together_pushes_out_nothing_and_says_so() -> None:
    bench = Bench(total_bytes=100)
    bench.call("a", text_bytes=100)
    bench.delete("b", size_bytes=101)
    assert bench.shelf.pushed_out == (Left("b", "bytes"),)
    assert (bench.listed, bench.state_of("b")) == (["a"], "bytes")


def test_without_a_limit_of_bytes_any_number_stays() -> None:
    bench = Bench(total_bytes=0)
    bench.call("a", "b", text_bytes=1 << 40)
    assert bench.listed == ["b", "a"]


def test_what_is_smaller_than_the_least_never_gets_on_and_pushes_out_nothing() -> None:
    bench = Bench(capacity=1, min_bytes=50)
    bench.call("a", text_bytes=50)
    bench.call("b", text_bytes=49)
    bench.bare("x")
    assert bench.listed == ["a"]
    assert bench.states("bx") == ["small", "small"]


def test_empty_texts_are_kept_where_nothing_is_set() -> None:
    bench = Bench()
    bench.call("a", text_bytes=0)
    bench.bare("x")
    assert bench.listed == ["x", "a"]


def test_many_chips_of_one_call_push_out_each_other() -> None:
    bench = Bench(capacity=2)
    bench.call("a")
    bench.delete("b", "c", "d")
    assert bench.listed == ["d", "c"]
    assert bench.shelf.pushed_out == (Left("a", "capacity"), Left("b", "capacity"))


# --- age ------------------------------------------------------------------------------------------


def test_a_chip_is_listed_for_so_many_seconds_of_the_entries_time() -> None:
    bench = Bench(ttl_s=60)
    bench.call("a")
    born_ns = bench.now_ns
    assert list(bench.shelf.listed(born_ns + 60 * S_NS - 1)) == ["a"]
    assert list(bench.shelf.listed(born_ns + 60 * S_NS)) == []
    assert bench.shelf.state_of("a", born_ns + 60 * S_NS - 1) == "listed"
    assert bench.shelf.state_of("a", born_ns + 60 * S_NS) == "age"


def test_chips_stay_thirty_days_where_nothing_else_is_set_and_for_ever_with_zero() -> None:
    usual, ever = Bench(), Bench(ttl_s=0)
    for bench in usual, ever:
        bench.call("a")
        bench.now_ns += 30 * DAY_S * S_NS
    assert (usual.listed, ever.listed) == ([], ["a"])


def test_old_chips_leave_before_any_other_has_to() -> None:
    bench = Bench(capacity=2, ttl_s=60)
    bench.call("a")
    bench.now_ns += 50 * S_NS
    bench.call("b")
    bench.now_ns += 20 * S_NS
    bench.call("c")
    assert bench.shelf.pushed_out == ()
    assert (bench.listed, bench.state_of("a")) == (["c", "b"], "age")
    bench.bare("x")
    assert bench.state_of("x") == "capacity"
    bench.now_ns += 40 * S_NS  # b is old now
    bench.bare("y")
    assert bench.listed == ["y", "c"]


# --- dropping, failing ----------------------------------------------------------------------------


def test_a_dropped_chip_leaves_its_place_to_the_next_and_none_comes_back() -> None:
    bench = Bench(capacity=2)
    bench.call("a", "b", "c")
    bench.drop("c")
    assert (bench.listed, bench.states("ac")) == (["b"], ["capacity", "dropped"])
    bench.call("d")
    assert bench.shelf.pushed_out == ()
    assert bench.listed == ["d", "b"]


def test_dropping_twice_dropping_what_has_left_and_dropping_nothing() -> None:
    bench = Bench(capacity=1)
    bench.call("a", "b")
    bench.drop("b")
    bench.drop("b")
    bench.drop("a")
    bench.drop("zz")
    assert (bench.listed, bench.states("ab")) == ([], ["dropped", "dropped"])
    dropped = bench.chips.get("b")
    assert dropped
    assert dropped.dropped == 3, "by the first entry that says so"


def test_an_edit_that_never_was_gives_back_what_its_chips_had_pushed_out() -> None:
    bench = Bench(capacity=2)
    bench.call("a", "b")
    edit = bench.delete("c")
    assert bench.listed == ["c", "b"]
    bench.fail(edit)
    assert bench.listed == ["b", "a"]
    assert bench.shelf.pushed_out == ()
    assert bench.chips.get("c") is None


def test_the_call_of_an_edit_that_failed_on_the_disk_is_a_chip_with_text_that_pushes_out() -> None:
    bench = Bench(capacity=2)
    bench.call("a", "b")
    edit = bench.delete("c")
    bench.fail(edit, "d")
    assert bench.listed == ["d", "b"]
    assert bench.shelf.pushed_out == (Left("a", "capacity"),)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["call", "bare", "delete", "drop", "fail"]),
        st.integers(0, 60),
        st.integers(0, 40),
    ),
    max_size=40,
)


@given(
    steps=STEPS,
    capacity=st.integers(1, 4),
    min_bytes=st.sampled_from([0, 0, 20]),
    total_bytes=st.sampled_from([0, 100]),
    ttl_s=st.sampled_from([0, 100]),
)
def test_whatever_happens_a_restart_finds_the_same_list_and_text_never_yields_to_none(
    steps: list[tuple[str, int, int]], **limits: int
) -> None:
    both, texts_only = Bench(**limits), Bench(**limits)
    ids = count()
    for kind, number, gap_s in steps:
        for bench in both, texts_only:
            bench.now_ns += gap_s * S_NS
        chip = f"c{next(ids)}"
        edits = [seq for seq, edit in both.edits.by_seq.items() if edit.applied]
        match kind:
            case "call":
                both.call(chip, text_bytes=number)
                texts_only.call(chip, text_bytes=number)
            case "delete":
                both.delete(chip, f"{chip}x", size_bytes=number)
                texts_only.delete(chip, f"{chip}x", size_bytes=number)
            case "drop":
                both.drop(f"c{number}")
                texts_only.drop(f"c{number}")
            case "fail" if edits:
                at = number % len(edits)
                both.fail(edits[at], chip)
                texts_only.fail(
                    [*texts_only.edits.by_seq][[*both.edits.by_seq].index(edits[at])], chip
                )
            case _:
                both.bare(chip)
                texts_only.now_ns += S_NS
        assert both.now_ns == texts_only.now_ns
        assert both.with_text == texts_only.with_text


# --- what the caller is told ----------------------------------------------------------------------


def kept_world(**limits: int) -> World:
    world = World(shelf=Shelf(Limits(**limits)))
    world.outside("f", lines(*numbered(1, 10)))
    return world


def left_with(reply: AnyReply) -> list[dict[str, str | int]]:
    return [one.values for one in reply.warnings if one.code == "chips_left"]


def of_capacity(capacity: int, *chips: str, more: int = 0) -> list[dict[str, str | int]]:
    return [
        {
            "chips": ", ".join(f"chip://{one}" for one in chips),
            "more": more,
            "reason": "capacity",
            "capacity": capacity,
            "total_bytes": 64 << 20,
        }
    ]


def chip_of(world: World, request: AnyRequest, who: str = "a") -> str:
    reply = world.ask(who, request)
    assert isinstance(reply, Refusal), reply
    return reply.chip


BARE: list[tuple[AnyRequest, bytes]] = [
    (Confirm(99), b'{"event_id": "p99"}'),
    (Undo(99), b'{"action": "undo", "event_id": "e99"}'),
    (InsertChip(b"f:0", "aaaaaa"), b'{"from": "chip://aaaaaa", "to": "f:0"}'),
    (Delete(b"f:99"), b'{"file": "f:99"}'),
    (Replace(b"f:99", ""), b'{"file": "f:99", "content": ""}'),
    (Misfit("be-write", "missing_content"), b'{"file": "f"}'),
    (Misfit("be-replace", "no_edits"), b'{"file": "f", "edits": []}'),
    (Misfit("be-trx", "not_json"), b"x" * 101),
    (Misfit("be-x", "unknown_tool"), b"{}"),
    (Misfit("", "bad_line"), b"hello"),
]
"""Calls with no text, and their arguments."""
NO_TEXT: list[AnyRequest] = [Read(b"gone"), Delete(b"f"), Confirm(99), Misfit("x", "unknown_tool")]
TEXT: list[AnyRequest] = [
    Replace(b"f:99", "new\n"),
    Insert(b"f:99", "new\n"),
    Write(b"no/f", "new\n"),
    WriteSeveral((Write(b"no/f", "new\n"), Write(b"no/g", "x"))),
    ReplaceSeveral(b"f", (Item("x", old="zzz"), Item("", span=Span(2, 2)))),
    Misfit("be-write", "missing_file", repaired=Write(b"no/f", "new\n")),
]


@pytest.mark.parametrize("request_", TEXT, ids=lambda one: type(one).__name__)
def test_a_failed_call_with_text_names_what_leaves_for_it(request_: AnyRequest) -> None:
    world = kept_world(capacity=1)
    first = chip_of(world, Replace(b"f:99", "old\n"))
    assert left_with(world.ask("a", request_)) == of_capacity(1, first)
    assert left_with(world.ask("a", Read(b"f"))) == []
    world.check_replay()


@pytest.mark.parametrize("request_", NO_TEXT, ids=lambda one: type(one).__name__)
def test_a_failed_call_without_text_leaves_the_others_where_they_are(request_: AnyRequest) -> None:
    world = kept_world(capacity=1)
    first = chip_of(world, Replace(b"f:99", "old\n"))
    assert left_with(world.ask("a", request_)) == []
    assert list(world.shelf.listed(world.now_ns)) == [first]


def test_a_deletion_and_a_removal_name_what_leaves_for_what_they_took_away() -> None:
    world = kept_world(capacity=1)
    world.outside("g", lines("a"))
    first = chip_of(world, Read(b"gone"))
    reply = done(world.delete("a", "f:2"))
    assert left_with(reply) == of_capacity(1, first)
    again = done(world.delete("a", "g", remove=True))
    assert left_with(again) == of_capacity(1, reply.chips[0])
    assert list(world.shelf.listed(world.now_ns)) == list(again.chips)


def test_a_preview_makes_no_chip_and_its_confirmation_does() -> None:
    world = kept_world(capacity=1)
    first = chip_of(world, Replace(b"f:99", "old\n"))
    shown = previewed(world.delete("a", "f:2", preview=True))
    assert left_with(shown) == []
    assert left_with(world.confirm("a", shown.seq)) == of_capacity(1, first)


def test_a_call_that_is_refused_before_its_file_is_looked_at_names_it_too() -> None:
    world = kept_world(capacity=1)
    first = chip_of(world, Replace(b"f:99", "old\n"))
    assert left_with(world.replace("a", "../f", "new\n")) == of_capacity(1, first)


def test_bytes_are_named_as_the_reason_where_they_are_it() -> None:
    world = kept_world(total_bytes=10)
    first = chip_of(world, Replace(b"f:99", "x" * 8))
    [values] = left_with(world.replace("a", "f:99", "x" * 9))
    assert (values["chips"], values["reason"], values["total_bytes"]) == (
        f"chip://{first}",
        "bytes",
        10,
    )


def test_a_text_too_large_for_the_list_is_named_by_the_reply_that_keeps_it() -> None:
    world = kept_world(total_bytes=10)
    reply = world.replace("a", "f:99", "x" * 11)
    assert isinstance(reply, Refusal), reply
    assert [one["chips"] for one in left_with(reply)] == [f"chip://{reply.chip}"]


def test_of_many_that_leave_at_once_some_are_named_and_the_others_counted() -> None:
    world = kept_world(total_bytes=240)
    chips = [chip_of(world, Replace(b"f:99", "x" * 10)) for _ in range(24)]
    [values] = left_with(world.replace("a", "f:99", "x" * 120))
    assert values["chips"] == ", ".join(f"chip://{one}" for one in chips[:NAMED_MAX])
    assert values["more"] == 12 - NAMED_MAX


def test_a_session_is_not_told_of_chips_that_are_not_its_own_to_use() -> None:
    world = kept_world(capacity=1)
    world.outside("sub/f", lines("a"))
    chip_of(world, Replace(b"f:99", "old\n"), "b")
    world.scope = b"sub"
    assert left_with(world.replace("a", "f:99", "new\n")) == []


def test_what_failed_on_the_disk_names_what_its_call_pushed_out() -> None:
    world = kept_world(capacity=2)
    first = chip_of(world, Replace(b"f:99", "one\n"))
    chip_of(world, Replace(b"f:99", "two\n"))
    edit = done(world.delete("a", "f:2")).seq
    apply, asked = world._apply, world._asked  # pyright: ignore[reportPrivateUsage]
    apply(0, NotApplied(edit, b"f", "gone", chip="dddddd", text_bytes=3))
    assert pushed_out(asked(1)) == (Remark("chips_left", of_capacity(2, first)[0]),)


def test_what_has_left_the_list_is_still_used_by_its_id() -> None:
    world = kept_world(capacity=1)
    taken = done(world.delete("a", "f:2")).chips[0]
    chip_of(world, Replace(b"f:99", "new\n"))
    assert world.shelf.state_of(taken, world.now_ns) == "capacity"
    done(world.ask("a", InsertChip(b"f:1", taken)))
    assert world.data("f") == lines(*numbered(1, 10))


def test_a_call_that_came_broken_and_was_made_counts_by_its_text() -> None:
    world = kept_world(capacity=1, min_bytes=4)
    told: dict[str, str | int] = {"how": "a code fence around it"}
    call = Misfit("be-write", "degraded", told, Write(b"new.py", "new\n"))
    first = chip_of(world, Replace(b"f:99", "text\n"))
    reply = done(world.ask("a", call, b"```{}```"))
    assert left_with(reply) == of_capacity(1, first)
    chip = str(reply.warnings[0].values["chip"])
    chip_of(world, Read(b"gone"))
    assert list(world.shelf.listed(world.now_ns)) == [chip]
    world.ask("a", Misfit("be-write", "degraded", told, Write(b"b.py", "n\n")), b"```{}```")
    assert list(world.shelf.listed(world.now_ns)) == [chip], "it is too small"
    world.ask("a", Misfit("be-write", "degraded", told, Write(b"c.py", "")), b"```{}```")
    assert list(world.shelf.listed(world.now_ns)) == [chip], "it has no text"
    world.check_replay()


class Unchecked(Bench):
    """Goes through no chips of its own accord."""

    def check(self) -> None:
        pass


class Counted(Chips):
    """Chips that count how often somebody goes through all of them."""

    walks = 0

    def all(self) -> Iterator[Chip]:
        self.walks += 1
        return super().all()


@pytest.mark.parametrize(("between", "walks"), [(0, 0), (STEPS_MAX - 2, 0), (STEPS_MAX - 1, 1)])
def test_an_edit_that_fails_soon_costs_no_walk_through_all_chips(between: int, walks: int) -> None:
    bench = Unchecked(capacity=5)
    chips = bench.chips = Counted(bench.edits)
    bench.call(*(f"{number:06}" for number in range(20)))
    without = bench.delete()
    edit = bench.delete("aaaaaa", "bbbbbb")
    bench.call(*(f"b{number:05}" for number in range(between)))
    bench.fail(without, "cccccc")
    assert chips.walks == 0
    bench.fail(edit, "dddddd")
    assert chips.walks == walks
    Bench.check(bench)
