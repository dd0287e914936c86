"""What the log says of a chip: its id, how much text it keeps, and what it was used for."""

import hashlib

import pytest

from editjournal.daemon.core.asking import Asked
from editjournal.daemon.core.chips import LONG, SHORT, TRIES_MAX, Chips
from editjournal.daemon.core.kept_calls import REQUEST, text_bytes_of
from editjournal.daemon.core.transactions import Edits
from editjournal.schemas.facts import AnyFact, Change, Edited, Entry, NotApplied, Refused
from editjournal.schemas.replies import Refusal
from editjournal.schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    Item,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Undo,
    Write,
    WriteSeveral,
)
from editjournal.schemas.values import Content, Span
from tests.core.world import World, done, lines, numbered


class Unlucky(World):
    """Every call gets the same random bytes."""

    def _asked(self, number: int, raw: bytes = b"") -> Asked:
        return super()._asked(number, raw)._replace(random=bytes(8))


class Bench:
    """Edits and chips, fed with facts."""

    def __init__(self) -> None:
        self.edits = Edits()
        self.chips = Chips(self.edits)
        self.seq = 0

    def feed(self, fact: AnyFact, arguments: Content | None = None) -> int:
        self.seq += 1
        entry = Entry(self.seq, 0, 1, fact, arguments=arguments)
        self.edits.apply(entry)
        self.chips.apply(entry)
        return self.seq


# --- ids ------------------------------------------------------------------------------------------


def test_calls_with_the_same_random_bytes_get_other_short_ids_and_then_long_ones() -> None:
    world = Unlucky()
    world.outside("f", lines(*numbered(1, 10)))
    given: list[str] = []
    for _ in range(TRIES_MAX + 3):
        reply = world.replace("a", "f:99", "x\n")
        assert isinstance(reply, Refusal)
        given.append(reply.chip)
    assert [len(one) for one in given] == [SHORT] * TRIES_MAX + [LONG] * 3
    assert len(set(given)) == len(given)
    world.check_replay()


def test_texts_that_one_call_deletes_get_ids_of_their_own_though_all_collide() -> None:
    world = Unlucky()
    for name in ("f", "g"):
        world.outside(name, lines(*numbered(1, 20)))
    given: list[str] = []
    for at in range(TRIES_MAX + 2, 0, -1):  # not the same call again, and not at moved lines
        items = (Item("", file=b"f", span=Span(at, at)), Item("", file=b"g", span=Span(at, at)))
        given += done(world.several("a", "f", *items)).chips
    assert len(given) == len(set(given)) == 2 * (TRIES_MAX + 2)
    assert {len(one) for one in given} == {SHORT, LONG}
    world.check_replay()


def test_an_id_does_not_collide_with_one_of_the_same_call_that_is_not_in_the_log_yet() -> None:
    random = bytes(8)
    short = [hashlib.sha256(random + bytes([at])).hexdigest()[:SHORT] for at in range(TRIES_MAX)]
    chips = Chips()
    assert chips.new_id(random, short[:1]) == short[1]
    long = chips.new_id(random, short)
    assert len(long) == LONG
    assert chips.new_id(random, [*short, long]) not in (*short, long)


# --- text -----------------------------------------------------------------------------------------

TEXTS: list[tuple[AnyRequest, int]] = [
    (Replace(b"f:99", "caf\xe9\n"), 6),
    (Insert(b"f:99", b"\xff\xfe\0"), 3),
    (Write(b"no/f", "\u4e2d"), 3),
    (WriteSeveral((Write(b"no/f", "ab"), Write(b"no/g", "c"), Write(b"no/h", ""))), 3),
    (ReplaceSeveral(b"f", (Item("ab", old="zzz"), Item("", old="yyy"))), 2),
    (Misfit("be-write", "missing_file", repaired=Write(b"no/f", "abcd")), 4),
    (Misfit("be-write", "bad_arguments"), -1),
    (Replace(b"f:99", ""), -1),
    (Delete(b"f"), -1),
    (Read(b"gone"), -1),
    (Undo(99), -1),
]


@pytest.mark.parametrize(("request_", "count"), TEXTS, ids=[repr(one[0])[:40] for one in TEXTS])
def test_a_chip_counts_the_bytes_of_new_text_that_its_call_brought(
    world: World, request_: AnyRequest, count: int
) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    assert text_bytes_of(request_) == count
    reply = world.ask("a", request_)
    assert isinstance(reply, Refusal)
    chip = world.state.chips.get(reply.chip)
    assert chip
    assert chip.text_bytes == count
    if chip.kept:
        assert text_bytes_of(REQUEST.decode(world.kept[chip.kept])) == count


def test_a_chip_of_deleted_text_counts_its_bytes(world: World) -> None:
    world.outside("f", "\ufeffcaf\xe9\r\nb\n".encode("utf-16-le"))
    chip = world.state.chips.get(done(world.delete("a", "f:1")).chips[0])
    assert chip
    assert chip.text
    assert chip.text_bytes == chip.text.size_bytes == len("\ufeffcaf\xe9\r\n") * 2


def test_a_chip_knows_the_arguments_as_they_came() -> None:
    bench = Bench()
    arguments = Content(b"d" * 32, 7)
    bench.feed(Refused("be-read", "no_such_file", chip="aaaaaa"), arguments)
    chip = bench.chips.get("aaaaaa")
    assert chip
    assert (chip.arguments, chip.kept) == (arguments, None)


# --- uses -----------------------------------------------------------------------------------------


def test_a_chip_names_the_edits_that_used_it_while_they_stand() -> None:
    bench = Bench()
    bench.feed(Refused("be-replace", "past_end", chip="aaaaaa", text_bytes=3))
    changes = (Change(b"f", None, None),)
    first = bench.feed(Edited("be-insert-chip", changes, used=("aaaaaa", "aaaaaa")))
    second = bench.feed(Edited("be-replace", changes, used=("aaaaaa", "bbbbbb")))
    assert bench.chips.uses("aaaaaa") == (first, second)
    assert bench.chips.uses("bbbbbb") == (second,)
    assert bench.chips.uses("cccccc") == ()
    bench.feed(Edited("be-trx", changes, undoes=(first,)))
    assert bench.chips.uses("aaaaaa") == (second,)
    bench.feed(Edited("be-trx", changes, redoes=(first,)))
    assert bench.chips.uses("aaaaaa") == (first, second)


def test_an_edit_that_never_reached_the_disk_used_nothing_and_an_undo_that_did_not_undid_none() -> (
    None
):
    bench = Bench()
    bench.feed(Refused("be-replace", "past_end", chip="aaaaaa", text_bytes=3))
    first = bench.feed(Edited("be-insert-chip", (), used=("aaaaaa",)))
    failed = bench.feed(Edited("be-insert-chip", (), used=("aaaaaa",)))
    bench.feed(NotApplied(failed, b"f", "gone"))
    assert bench.chips.uses("aaaaaa") == (first,)
    undo = bench.feed(Edited("be-trx", (), undoes=(first,)))
    bench.feed(NotApplied(undo, b"f", "gone"))
    assert bench.chips.uses("aaaaaa") == (first,)
