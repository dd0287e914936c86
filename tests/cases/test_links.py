"""Links stay links: what they lead to is edited, and all its names see it."""

import os
from pathlib import Path

import pytest

from editjournal.schemas.facts import Change, ChangedOutside, Edited
from editjournal.schemas.requests import Delete, Read, Replace, Restore, Undo, Write
from editjournal.schemas.values import Point
from tests.stage import Stage, World

TEXT = "".join(f"line {number}\n" for number in range(1, 11))
EDITED = TEXT.replace("line 3", "three")


def changes_of(world: World) -> list[Change]:
    facts = [entry.fact for entry in world.entries()]
    return [change for fact in facts if isinstance(fact, Edited) for change in fact.changes]


LINKS = {
    "beside it": [("link", "real/file")],
    "a chain": [("link", "two"), ("two", "deep/three"), ("deep/three", "../real/file")],
    "upwards and down again": [("link", "deep/../real/../real/./file")],
    "from a folder": [("deep/link", "../real/file")],
    "to a folder on the way": [("way", "real"), ("link", "way/file")],
    "through a link to a folder above": [("deep/up", ".."), ("link", "deep/up/real/file")],
}


@pytest.mark.parametrize("links", LINKS.values(), ids=LINKS.keys())
@pytest.mark.parametrize("undo_by", ["the edit", "reading the other name first"])
def test_a_link_is_written_through_and_stays(
    world: World, links: list[tuple[str, str]], undo_by: str
) -> None:
    for folder in ("real", "deep"):
        (world.root / folder).mkdir()
    world.put("real/file", TEXT)
    for name, target in links:
        (world.root / name).symlink_to(target)
    name = os.fsencode(next(name for name, _ in links if name.endswith("link")))

    async def scene(stage: Stage) -> None:
        one, two = await stage.client("one"), await stage.client("two")
        view = await one.shown(name)
        edit = await one.done(Replace(name + b":3", "three\n", view=view.seq))
        assert world.text("real/file") == EDITED
        again = await two.shown(b"real/file:3")
        assert again.blocks[0].lines == ("three",), "it is one file under both names"
        if undo_by != "the edit":
            await one.done(Replace(b"real/file:9", "nine\n", view=edit.seq))
        await one.done(Undo(edit.seq))

    world.play(scene)
    expected = TEXT if undo_by == "the edit" else TEXT.replace("line 9", "nine")
    assert world.text("real/file") == expected
    assert [(world.root / name).readlink() for name, _ in links] == [Path(to) for _, to in links]
    assert {change.path for change in changes_of(world)} == {b"real/file"}
    assert not [one for one in world.entries() if isinstance(one.fact, ChangedOutside)]


def test_an_absolute_link_inside_is_followed(world: World) -> None:
    world.put("file", TEXT)
    (world.root / "link").symlink_to(world.root / "file")

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"link:3", "three\n"))

    world.play(scene)
    assert world.text("file") == EDITED
    assert (world.root / "link").readlink() == world.root / "file"


def test_a_link_to_nothing_is_a_new_file_where_it_leads(world: World) -> None:
    (world.root / "deep").mkdir()
    (world.root / "link").symlink_to("deep/new")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Write(b"link", "new\n"))
        assert world.text("deep/new") == "new\n"
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert (world.root / "link").readlink() == Path("deep/new")
    assert not list((world.root / "deep").iterdir())


@pytest.mark.parametrize("name", [b"out", b"way/secret", b"new_out"])
def test_a_link_that_leads_out_of_the_root_is_refused(world: World, name: bytes) -> None:
    outside = world.root.parent / "outside"
    outside.mkdir()
    (outside / "secret").write_text(TEXT)
    (world.root / "out").symlink_to("../outside/secret")
    (world.root / "way").symlink_to(outside)
    (world.root / "new_out").symlink_to("../outside/new")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for request in (Read(name), Replace(name + b":3", "three\n"), Write(name, "new\n")):
            assert (await one.refused(request)).code == "outside"

    world.play(scene)
    assert [one.name for one in outside.iterdir()] == ["secret"]
    assert (outside / "secret").read_text() == TEXT


def test_links_in_a_circle_are_refused(world: World) -> None:
    (world.root / "one").symlink_to("two")
    (world.root / "two").symlink_to("one")
    (world.root / "self").symlink_to("self")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        for name in (b"one", b"self", b"self/below"):
            for request in (Read(name), Write(name, "new\n")):
                assert (await one.refused(request)).code == "denied"

    world.play(scene)
    assert sorted(one.name for one in world.root.iterdir()) == ["one", "self", "two"]


def test_a_link_turned_elsewhere_between_read_and_edit_is_another_file(world: World) -> None:
    world.put("first", TEXT)
    world.put("second", TEXT.replace("line", "other"))
    (world.root / "link").symlink_to("first")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        view = await one.shown(b"link")
        (world.root / "link").unlink()
        (world.root / "link").symlink_to("second")
        refusal = await one.refused(Replace(b"link:3", "three\n", view=view.seq))
        assert refusal.code == "view_of_other_file"

    world.play(scene)
    assert (world.text("first"), world.text("second")) == (TEXT, TEXT.replace("line", "other"))


@pytest.mark.parametrize(
    "content", ["three\n", "", "three\n" * 10_000], ids=["same", "less", "more"]
)
def test_hard_links_are_one_file_written_in_place(world: World, content: str) -> None:
    path = world.put("first", TEXT)
    second = world.root / "second"
    second.hardlink_to(path)
    inode = path.stat().st_ino

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"first:3", content))
        assert world.text("second") == world.text("first") == TEXT.replace("line 3\n", content)
        assert path.stat().st_ino == second.stat().st_ino == inode
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert world.text("second") == world.text("first") == TEXT
    assert second.samefile(path)
    assert [change.in_place for change in changes_of(world)] == [True, True], "the log says so"


def test_a_hard_link_to_a_file_outside_is_no_link_out(world: World) -> None:
    """It cannot be told from any other name, and what it names lies inside as much as outside."""
    outside = world.root.parent / "outside"
    outside.write_text(TEXT)
    (world.root / "file").hardlink_to(outside)

    async def scene(stage: Stage) -> None:
        await (await stage.client()).done(Replace(b"file:3", "three\n"))

    world.play(scene)
    assert outside.read_text() == EDITED


# --- a link where a file was ----------------------------------------------------------------------

STANDING = {
    "a link to a file": ("other", "link"),
    "a link to the same text": ("same", "link"),
    "a link to nothing": ("nothing", "link"),
    "a link to a folder": ("folder", "link"),
    "a link out of the root": ("../outside", "out"),
    "a folder": ("", "a_folder"),
}


@pytest.mark.parametrize(("target", "there"), STANDING.values(), ids=STANDING.keys())
def test_nothing_is_put_back_through_or_over_what_took_a_files_place(
    world: World, target: str, there: str
) -> None:
    path = world.put("file", TEXT)
    world.put("other", "other\n")
    world.put("same", EDITED)
    (world.root / "folder").mkdir()
    outside = world.root.parent / "outside"
    outside.write_text(EDITED)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        point = (await one.shown(b"file")).seq
        edit = await one.done(Replace(b"file:3", "three\n"))
        path.unlink()
        if target:
            path.symlink_to(target)
        else:
            path.mkdir()
        for request in (Undo(edit.seq), Restore(Point(point), (b"file",), anyone=True)):
            refusal = await one.refused(request)
            assert (refusal.code, refusal.values["there"]) == ("undo_not_a_file", there)
            assert refusal.values.get("target", "") == (target if there == "link" else "")
        gone = stage.journal.state.edits.by_seq[max(stage.journal.state.edits.by_seq)]
        assert gone.is_outside
        assert gone.changes[0].after is None, "there is no file of that name any more"
        if target:
            path.unlink()
        else:
            path.rmdir()
        await one.done(Undo(gone.seq, anyone=True))
        assert world.text("file") == EDITED
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert (world.text("file"), world.text("other"), world.text("same")) == (
        TEXT,
        "other\n",
        EDITED,
    )
    assert outside.read_text() == EDITED
    assert not (world.root / "nothing").exists()
    assert not list((world.root / "folder").iterdir())


@pytest.mark.parametrize("target", ["other", "../outside"], ids=["inside", "out"])
def test_a_file_below_a_folder_that_became_a_link_is_not_put_back_there(
    world: World, target: str
) -> None:
    for folder in (world.root / "folder", world.root / "other", world.root.parent / "outside"):
        folder.mkdir()
        (folder / "file").write_text(TEXT)

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"folder/file:3", "three\n"))
        (world.root / "folder").rename(world.root / "away")
        (world.root / "folder").symlink_to(target)
        assert (await one.refused(Undo(edit.seq))).code == "undo_not_a_file"
        (world.root / "folder").unlink()
        (world.root / "away").rename(world.root / "folder")
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert world.text("folder/file") == TEXT
    assert world.text("other/file") == TEXT
    assert (world.root.parent / "outside" / "file").read_text() == TEXT


def test_a_file_outside_a_sessions_own_folder_is_not_taken_for_gone(world: World) -> None:
    world.put("file", TEXT)
    (world.root / "own").mkdir()

    async def scene(stage: Stage) -> None:
        edit = await (await stage.client()).done(Replace(b"file:3", "three\n"))
        confined = await stage.client("confined", world.root / "own")
        assert (await confined.refused(Read(b"../file"))).code == "outside"
        await confined.refused(Undo(edit.seq, anyone=True))

    world.play(scene)
    assert not [one for one in world.entries() if isinstance(one.fact, ChangedOutside)]


def test_a_link_is_not_removed_and_neither_is_what_it_leads_to(world: World) -> None:
    world.put("file", TEXT)
    (world.root / "link").symlink_to("file")

    async def scene(stage: Stage) -> None:
        refusal = await (await stage.client()).refused(Delete(b"link", remove=True))
        assert (refusal.code, refusal.values["target"]) == ("link", "file")

    world.play(scene)
    assert world.text("file") == TEXT
    assert (world.root / "link").is_symlink()


def test_a_file_put_where_a_link_was_is_a_file_of_its_own(world: World) -> None:
    world.put("file", TEXT)
    link = world.root / "link"
    link.symlink_to("file")

    async def scene(stage: Stage) -> None:
        one = await stage.client()
        edit = await one.done(Replace(b"link:3", "three\n"))
        link.unlink()
        link.write_text("a file\n")
        await one.shown(b"link")
        await one.done(Undo(edit.seq))

    world.play(scene)
    assert (world.text("file"), world.text("link")) == (TEXT, "a file\n")
    assert not link.is_symlink()
