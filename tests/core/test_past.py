"""Any text of the past is put together again, byte for byte, from few attachments."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.daemon.core import files, past
from editjournal.daemon.core.between import splices
from editjournal.daemon.core.pieces import Run
from editjournal.schemas.facts import ChangedOutside, Edited, Entry, NotApplied
from editjournal.schemas.values import BEFORE_JOURNAL, RelPath
from tests.core.played import FILE, PATH, STARTS, Act, Model, acts, play
from tests.core.world import World, done, lines, numbered


@pytest.fixture(scope="module", autouse=True)
def whole_versions_often() -> Iterator[None]:
    """Let a handful of edits have whole versions among them, and every way be gone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "WHOLE_EVERY", 3)
        patch.setattr(past, "_FEW", 0)
        yield


def text_at(world: World, path: str, seq: int) -> bytes | None:
    """Return a text of the past, from no other attachments than are asked for."""
    name = RelPath(path.encode())
    wanted = past.wanted_at(world.state, name, seq)
    contents = {kept: world.kept[kept] for kept in wanted}
    return past.bytes_at(world.state, name, seq, contents)


@given(st.sampled_from(STARTS), acts)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_version_there_ever_was_is_had_again(start: bytes | None, plan: list[Act]) -> None:
    world = play(start, plan)
    if PATH not in world.state.files.by_path:
        return
    model = Model(world)
    for seq in range(world.state.seq + 1):
        told = model.at(seq)
        assert past.version_at(world.state, PATH, seq) == told.version
        assert text_at(world, FILE, seq) == told.data
    world.check_replay()


def edited(world: World, path: str, count: int) -> list[tuple[int, bytes]]:
    """Let lines of a file be replaced one by one; give each edit with the text after it."""
    found: list[tuple[int, bytes]] = []
    for number in range(count):
        line = number * 7 % 10 + 1
        seq = world.edit("a", f"{path}:{line}", f"edit {number}\n", force=True).seq
        found.append((seq, world.data(path)))
    return found


def test_a_text_is_put_together_from_few_attachments_however_many_edits_there_were(
    world: World,
) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    for seq, data in edited(world, "f", 40):
        assert text_at(world, "f", seq) == data
    for seq, _ in edited(world, "f", 40)[:-3]:
        assert len(past.wanted_at(world.state, RelPath(b"f"), seq)) <= files.WHOLE_EVERY


def test_a_whole_version_is_kept_with_every_so_many_changes(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    edited(world, "f", 9)
    bases = [one.fact.changes[0].base for one in world.entries if isinstance(one.fact, Edited)]
    assert [at for at, base in enumerate(bases) if base] == [0, 3, 6]
    assert len(world.file("f").wholes) == 2


def test_a_change_from_outside_keeps_a_whole_version_too(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    world.read("a", "f")
    for number in range(4):
        world.outside("f", world.data("f") + b"%d\n" % number)
        world.notice()
    outside = [one.fact.change for one in world.entries if isinstance(one.fact, ChangedOutside)]
    assert [bool(one.base) for one in outside] == [False, False, False, True]


def test_of_a_file_with_secrets_no_whole_version_is_kept_along_the_way(world: World) -> None:
    world.outside(".env", lines(*numbered(1, 10)))
    for number in range(5):
        world.edit("a", ".env:3", f"KEY={number}\n", force=True)
        world.outside(".env", world.data(".env") + b"TOKEN=%d\n" % number)
        world.notice()
    assert world.file(".env").wholes == []
    assert not any(b"TOKEN" in data for data in world.kept.values())


def test_an_undo_that_brings_back_lines_of_many_edits_counts_for_as_many(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "WHOLE_EVERY", 6)
    world.outside("f", lines(*numbered(1, 10)))
    edited(world, "f", 5)
    emptied = done(world.write("a", "f", "gone\n")).seq
    over = world.edit("a", "f:1", "still gone\n", force=True).seq
    done(world.undo("a", over))
    assert not world.file("f").is_whole_due, "a whole version has just been kept"
    done(world.undo("a", emptied))
    assert world.file("f").is_whole_due


def test_a_version_is_forgotten_with_the_edit_that_never_made_it(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    second, third, fourth = (seq for seq, _ in edited(world, "f", 4)[1:])
    assert [whole.seq for whole in world.file("f").wholes] == [third]
    for edit in (fourth, third):
        seq = world.state.seq + 1
        world.state.apply(Entry(seq, world.now_ns, 0, NotApplied(edit, b"f", "a crash")))
        world.entries.append(Entry(seq, world.now_ns, 0, NotApplied(edit, b"f", "a crash")))
    assert world.file("f").wholes == []
    assert past.newest_step(world.file("f"), world.state.seq) == second


def test_what_an_edit_that_never_was_kept_is_no_version(world: World) -> None:
    world.outside("f", lines(*numbered(1, 10)))
    edited(world, "f", 3)
    world.fails = "changed meanwhile"
    world.replace("a", "f:1", "never\n", force=True)
    [whole] = world.file("f").wholes
    assert text_at(world, "f", world.state.seq) == world.data("f")
    assert past.newest_step(world.file("f"), whole.seq) == whole.seq


def test_a_text_that_was_not_kept_is_none_and_not_empty(world: World) -> None:
    world.outside(".env", b"TOKEN=old\n")
    read = world.read("a", ".env").seq
    world.outside(".env", b"TOKEN=new\n")
    world.notice()
    name = RelPath(b".env")
    assert past.wanted_at(world.state, name, read) == set()
    assert text_at(world, ".env", read) is None
    assert past.version_at(world.state, name, read) is not None


def test_what_is_missing_or_damaged_in_the_log_is_not_taken_for_a_text(world: World) -> None:
    world.outside("f", b"a\nb\n")
    seq = world.edit("a", "f:2", "B\n", force=True).seq
    name = RelPath(b"f")
    wanted = past.wanted_at(world.state, name, seq)
    damaged = dict.fromkeys(wanted, b"X\nY\n")
    assert past.bytes_at(world.state, name, seq, {}) is None
    assert past.bytes_at(world.state, name, seq, damaged) is None


def test_no_file_and_an_empty_one_are_two_things(world: World) -> None:
    seq = done(world.write("a", "f", "")).seq
    world.outside("f", None)
    gone = world.notice()
    name = RelPath(b"f")
    versions = [past.version_at(world.state, name, at) for at in (seq - 1, seq, gone)]
    assert [one is None for one in versions] == [True, False, True]
    assert [text_at(world, "f", at) for at in (seq - 1, seq, gone)] == [b"", b"", b""]


def test_two_texts_differ_by_the_names_of_their_lines() -> None:
    first = (Run(BEFORE_JOURNAL, 0, 5),)
    second = (Run(7, 0, 1), Run(BEFORE_JOURNAL, 0, 2), Run(9, 0, 3), Run(BEFORE_JOURNAL, 4, 1))
    forth = [(one.at, one.removed, one.inserted) for one in splices(first, second)]
    back = [(one.at, one.removed, one.inserted) for one in splices(second, first)]
    assert forth == [(0, 0, 1), (2, 2, 3)]
    assert back == [(0, 1, 0), (3, 3, 2)]
    assert splices(first, first) == ()
