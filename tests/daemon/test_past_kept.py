"""The past from the disk: texts, differences, makers and entries, the same after a restart."""

from pathlib import Path

import pytest

from editjournal.daemon.contents import fetch
from editjournal.daemon.core import files, past
from editjournal.schemas.replies import Blamed, Contents, DiffReply, EntryShown
from editjournal.schemas.requests import Blame, Cat, Diff, Misfit, ShowEntry, Snapshot, Write
from editjournal.schemas.values import NOW, Point, RelPath
from tests.ledger import reader
from tests.stage import Client, Stage, Unsynced, World

WHOLE_EVERY = 6
MANY = 20
PATH = RelPath(b"f")


@pytest.fixture(autouse=True)
def whole_versions_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "WHOLE_EVERY", WHOLE_EVERY)


def text(number: int) -> str:
    """Return the text after so many edits, each of which changes one line."""
    lines = [f"line {at}" for at in range(1, 11)]
    for edit in range(1, number + 1):
        lines[edit % 10] = f"edit {edit}"
    return "".join(f"{line}\n" for line in lines)


async def contents(client: Client, at: Point) -> Contents:
    reply = await client.ask(Cat(b"f", at, raw=True))
    assert isinstance(reply, Contents), reply
    return reply


def test_everything_is_told_of_the_past_after_a_restart(tmp_path: Path) -> None:
    world = World(tmp_path, Unsynced())
    world.put("f", text(0))
    edits: list[int] = []

    async def edit(stage: Stage) -> None:
        client = await stage.client("editor")
        await client.shown(b"f")
        for number in range(1, MANY + 1):
            edits.append((await client.done(Write(b"f", text(number)))).seq)
            if number == 5:
                await client.ask(Snapshot("five"))

    async def look_back(stage: Stage) -> None:
        client = await stage.client("reader")
        for number in (1, 2, 7, 12, MANY):
            found = await contents(client, Point(seq=edits[number - 1]))
            assert found.data == text(number).encode()
            assert found.by is not None
            assert (found.by.seq, found.by.name) == (edits[number - 1], "editor#1")
        assert (await contents(client, Point(seq=edits[0], before=True))).data == text(0).encode()
        assert (await contents(client, Point(label="five"))).data == text(5).encode()
        blame = await client.ask(Blame(b"f", Point(label="five")))
        assert isinstance(blame, Blamed)
        makers = [run.by.seq for run in blame.runs]
        assert makers == [0, *edits[:5], 0]
        diff = await client.ask(Diff(Point(label="five"), Point(seq=edits[6])))
        assert isinstance(diff, DiffReply)
        went = [(one.kind, one.first, one.lines) for one in diff.files[0].diff]
        assert went == [
            ("old", 7, ("line 7", "line 8")),
            ("new", 7, ("edit 6", "edit 7")),
        ]
        entry = await client.ask(ShowEntry(edits[14]))
        assert isinstance(entry, EntryShown)
        assert [one.lines for one in entry.diffs[0]] == [("edit 5",), ("edit 15",)]
        assert entry.arguments == "{}"
        assert (await client.refused(ShowEntry(10_000))).code == "no_such_entry"

    world.play(edit)
    world.play(look_back)


def test_a_text_of_the_past_takes_few_reads_of_the_log(tmp_path: Path) -> None:
    world = World(tmp_path, Unsynced())

    async def edit(stage: Stage) -> None:
        client = await stage.client()
        for number in range(MANY):
            await client.done(Write(b"f", "".join(f"{at} of {number}\n" for at in range(3))))
            await client.done(Write(b"f", text(number)))

    world.play(edit)
    log, state = reader(world.log_folder), world.check()
    steps = state.files.by_path[PATH].history.steps
    assert len(steps) == 2 * MANY
    for step in steps:
        wanted = past.wanted_at(state, PATH, step.seq)
        assert len(wanted) <= WHOLE_EVERY
        assert fetch(log, wanted).keys() == wanted


def test_what_changed_outside_a_moment_ago_is_in_today_s_text(tmp_path: Path) -> None:
    world = World(tmp_path, Unsynced())
    world.put("f", "a\n")

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        before = await client.shown(b"f")
        world.save("f", "a\nhuman\n")
        blame = await client.ask(Blame(b"f"))
        assert isinstance(blame, Blamed)
        assert [(run.lines, run.by.session, run.by.seq > 0) for run in blame.runs] == [
            (("a",), 0, False),
            (("human",), 0, True),
        ]
        world.save("f", "human\n")
        diff = await client.ask(Diff(Point(seq=before.seq), NOW, b"f"))
        assert isinstance(diff, DiffReply)
        assert [one.lines for one in diff.files[0].diff] == [("a",), ("human",)]

    world.play(scene)


def test_a_broken_call_that_only_asks_for_the_past_is_answered(tmp_path: Path) -> None:
    world = World(tmp_path, Unsynced())
    world.put("f", "a\n")

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        edit = (await client.done(Write(b"f", "b\n"))).seq
        for meant, kind in (
            (ShowEntry(edit), EntryShown),
            (Cat(b"f", Point(seq=edit, before=True)), Contents),
            (Blame(b"f"), Blamed),
            (Diff(Point(seq=edit, before=True)), DiffReply),
        ):
            broken = Misfit("be-history", "degraded", values={"how": "x"}, repaired=meant)
            reply = await client.ask(broken)
            assert isinstance(reply, kind), reply
            assert [one.code for one in reply.warnings] == ["degraded"]

    world.play(scene)
