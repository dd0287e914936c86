"""Calls whose arguments were no JSON: a new file is made, what is there only prepared."""

from typing import Any

import pytest

from editjournal.daemon.core import retelling
from editjournal.schemas.facts import Edited
from editjournal.schemas.replies import (
    ANYWHERE,
    AnyReply,
    Call,
    ChipList,
    ChipShown,
    Done,
    Remark,
    Shown,
    StatusReply,
)
from editjournal.schemas.requests import (
    Chips,
    Commit,
    Confirm,
    Delete,
    Insert,
    InsertChip,
    Item,
    Meant,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Rollback,
    ShowChip,
    Snapshot,
    Status,
    Undo,
    Write,
    WriteSeveral,
)
from tests.core.world import World, codes, done, lines, previewed, refused, unchanged

HOW = "a code fence around it"
TOLD = {"how": HOW, "lines": 1, "hash": "1a2b3c4d5e6f", "tail": "new"}


@pytest.fixture
def there(world: World) -> World:
    world.outside("f", lines("a", "b", "c"))
    return world


def degraded(world: World, meant: Meant, tool: str = "be-write", **more: Any) -> AnyReply:
    return world.ask("a", Misfit(tool, "degraded", {**TOLD, **more}, meant))


def test_a_new_file_is_made_at_once_with_what_is_needed_to_check_it(world: World) -> None:
    reply = done(degraded(world, Write(b"new.py", "new\n")))
    assert world.text("new.py") == "new\n"
    [warning] = reply.warnings
    fact = world.entries[-1].fact
    assert isinstance(fact, Edited)
    assert (warning.code, warning.values) == ("degraded", {**TOLD, "chip": fact.salvaged})
    assert fact.degraded == HOW
    done(world.undo("a", reply.seq))
    world.check_replay()


def test_a_new_file_is_only_prepared_where_more_may_have_been_meant(world: World) -> None:
    reply = refused(degraded(world, Write(b"new.py", "new\n"), open=1), "degraded")
    assert world.files == {}
    done(world.confirm("a", reply.seq))
    assert world.text("new.py") == "new\n"


def test_a_new_file_in_a_missing_folder_is_refused_as_ever_with_the_warning(world: World) -> None:
    reply = refused(degraded(world, Write(b"no/new.py", "new\n")), "missing_folder")
    assert codes(reply) == ["degraded"]
    done(world.confirm("a", reply.seq))
    assert world.text("no/new.py") == "new\n"


CHANGES: list[tuple[str, Meant, bytes]] = [
    ("be-write", Write(b"f", "new\n"), lines("new")),
    ("be-write", WriteSeveral((Write(b"f", "new\n"),)), lines("new")),
    ("be-replace", Replace(b"f:2", "new\n"), lines("a", "new", "c")),
    (
        "be-replace",
        ReplaceSeveral(b"f", (Item("new\n", after=1), Item("", old="c\n"))),
        lines("a", "new", "b"),
    ),
    ("be-insert", Insert(b"f:1", "new\n"), lines("a", "new", "b", "c")),
    ("be-delete", Delete(b"f:2-3"), lines("a")),
    ("be-insert-chip", InsertChip(b"f:0", source=b"f:3"), lines("c", "a", "b", "c")),
]


@pytest.mark.parametrize(("tool", "meant", "after"), CHANGES, ids=lambda one: str(one)[:40])
def test_what_is_there_is_changed_by_one_confirmation_only(
    there: World, tool: str, meant: Meant, after: bytes
) -> None:
    before = there.data("f")
    reply = refused(degraded(there, meant, tool), "degraded")
    assert there.data("f") == before
    assert (reply.verdict, reply.tool, reply.path) == ("REFUSED", tool, b"f")
    assert reply.values == TOLD
    assert reply.next == (Call("be-confirm", {"event_id": f"p{reply.seq}"}),)
    assert reply.chip
    assert any(block.kind in {"new", "old"} for block in reply.body)
    done(there.confirm("a", reply.seq))
    assert there.data("f") == after
    there.check_replay()


@pytest.mark.parametrize(("tool", "meant", "after"), CHANGES, ids=lambda one: str(one)[:40])
def test_the_chip_of_a_degraded_call_prepares_what_was_salvaged_and_all_of_it_is_marked(
    there: World, tool: str, meant: Meant, after: bytes
) -> None:
    before = there.data("f")
    chip = refused(degraded(there, meant, tool), "degraded").chip
    again = refused(there.ask("a", Confirm(chip=chip)), "degraded")
    assert there.data("f") == before
    assert again.next == (Call("be-confirm", {"event_id": f"p{again.seq}"}),)
    edit = done(there.confirm("a", again.seq)).seq
    assert there.data("f") == after
    fact = there.state.edits.by_seq[edit].fact
    assert (fact.degraded, fact.used[:2]) == (HOW, (again.chip, chip))
    assert edit in there.state.chips.uses(chip)


def test_a_degraded_write_made_again_overwrites_no_file_that_is_there(there: World) -> None:
    chip = refused(degraded(there, Write(b"no/g", "new\n")), "missing_folder").chip
    reply = refused(there.ask("a", Confirm(chip=chip, file=b"f")), "degraded")
    assert (reply.path, there.text("f")) == (b"f", "a\nb\nc\n")
    made = done(there.ask("a", Confirm(chip=chip, file=b"h")))
    assert (there.text("h"), codes(made)) == ("new\n", ["degraded"])
    edit = done(there.confirm("a", reply.seq)).seq
    assert there.text("f") == "new\n"
    for seq in (made.seq, edit):
        assert there.state.edits.by_seq[seq].fact.degraded == HOW


@pytest.mark.parametrize("preview", [False, True])
def test_what_a_degraded_call_prepared_is_marked_also_prepared_anew(
    there: World, *, preview: bool
) -> None:
    reply = degraded(there, Insert(b"f:2", "new\n", preview=preview), "be-insert")
    there.outside("f", lines("top", "a", "b", "c"))
    anew = refused(there.confirm("a", reply.seq), "prepared_stale").seq
    edit = done(there.confirm("a", anew)).seq
    assert there.data("f") == lines("top", "a", "b", "new", "c")
    assert there.state.edits.by_seq[edit].fact.degraded == HOW
    plain = previewed(there.insert("a", "f:0", "x\n", preview=True)).seq
    edit = done(there.confirm("a", plain)).seq
    assert there.state.edits.by_seq[edit].fact.degraded == ""


def test_several_new_files_are_prepared(world: World) -> None:
    files = WriteSeveral((Write(b"f", "1\n"), Write(b"g", "2\n")))
    reply = refused(degraded(world, files), "degraded")
    assert world.files == {}
    done(world.confirm("a", reply.seq))
    assert (world.text("f"), world.text("g")) == ("1\n", "2\n")


def test_what_only_asks_is_answered_with_a_warning(there: World) -> None:
    for meant, kind in ((Read(b"f"), Shown), (Status(), StatusReply), (Chips(), ChipList)):
        reply = degraded(there, meant, "be-read")
        assert isinstance(reply, kind)
        assert codes(reply) == ["degraded"]


def test_a_preview_that_was_asked_for_is_shown_with_a_warning(there: World) -> None:
    reply = previewed(degraded(there, Write(b"f", "new\n", preview=True)))
    assert "degraded" in codes(reply)
    done(there.confirm("a", reply.seq))


def test_text_that_is_there_already_stays_with_a_warning(there: World) -> None:
    assert codes(unchanged(degraded(there, Write(b"f", "a\nb\nc\n")))) == ["degraded"]


def test_what_was_meant_is_refused_for_its_own_reason_with_the_warning(there: World) -> None:
    reply = refused(degraded(there, Replace(b"f", "x", old="zzz"), "be-replace"), "old_none")
    assert codes(reply) == ["degraded"]
    assert codes(refused(degraded(there, Read(b"gone"), "be-read"), "no_such_file"))
    refused(degraded(there, Undo(99), "be-trx"), "no_such_edit")


@pytest.mark.parametrize("meant", [Undo(0), Rollback()], ids=["undo", "rollback"])
def test_an_undo_is_prepared(there: World, meant: Undo | Rollback) -> None:
    edit = done(there.replace("a", "f:1", "A\n")).seq
    meant = Undo(edit) if isinstance(meant, Undo) else meant
    reply = refused(degraded(there, meant, "be-trx"), "degraded")
    assert there.data("f") == lines("A", "b", "c")
    assert done(there.confirm("a", reply.seq)).undone == (edit,)
    assert there.data("f") == lines("a", "b", "c")


def test_what_cannot_be_prepared_is_refused_with_the_call_to_send(there: World) -> None:
    first = previewed(there.replace("a", "f:1", "A\n", preview=True)).seq
    for meant, call in (
        (Confirm(first), Call("be-confirm", {"event_id": f"p{first}"})),
        (
            Confirm(0, "a3f7b2", b"g", 3),
            Call(
                "be-confirm",
                {"event_id": "chip://a3f7b2", "file": "g", "viewed_code_id": "v3"},
            ),
        ),
        (Commit("x"), Call("be-trx", {"action": "commit", "label": "x"})),
        (Commit(), Call("be-trx", {"action": "commit"})),
        (Snapshot("x"), Call("be-trx", {"action": "snapshot", "label": "x"})),
    ):
        reply = refused(degraded(there, meant, "be-trx"), "degraded")
        assert reply.next == (call,)
    assert there.data("f") == lines("a", "b", "c")


def test_a_cut_call_is_refused_and_its_chip_has_what_came(there: World) -> None:
    told: dict[str, str | int] = {"bytes": 40, "lines": 1, "hash": "1", "tail": "new"}
    cut = Misfit("be-write", "degraded_cut", told, Write(b"g", "new\n"))
    reply = refused(there.ask("a", cut), "degraded_cut")
    assert reply.values == {**told, "chip": reply.chip}
    assert not reply.prepared
    assert "g" not in {path.decode() for path in there.files}
    refused(there.ask("a", Confirm(chip=reply.chip)), "chip_cut")
    done(there.ask("a", InsertChip(b"f:END", reply.chip, after=-1)))
    assert there.data("f") == lines("a", "b", "c", "new")


def test_a_cut_call_of_which_no_text_is_known_is_refused(there: World) -> None:
    reply = refused(
        there.ask("a", Misfit("be-write", "degraded_cut", {"bytes": 9})), "degraded_cut"
    )
    assert there.state.chips.get(reply.chip)


def test_an_edit_that_does_not_reach_the_disk_keeps_what_was_salvaged(world: World) -> None:
    world.fails = "no space"
    refusal = refused(degraded(world, Write(b"new.py", "new\n")), "not_applied")
    assert world.files == {}
    assert [(one.id, one.kind) for one in world.state.chips.all()] == [(refusal.chip, "refused")]
    world.check_replay()


# --- the chip of a call that was made at once -----------------------------------------------------

CAME = b"```{'file': 'new.py', 'content': 'new'}```"
NEW = Misfit("be-write", "degraded", TOLD, Write(b"new.py", "new\n"))


def made(world: World) -> tuple[Done, str]:
    """Let a broken call make new.py, and return the reply and the chip that it names."""
    reply = done(world.ask("a", NEW, CAME))
    return reply, str(reply.warnings[0].values["chip"])


def test_what_came_broken_and_was_made_is_kept_as_it_came(there: World) -> None:
    reply, chip = made(there)
    shown = there.ask("a", ShowChip(chip, raw=True))
    assert isinstance(shown, ChipShown)
    item = shown.item
    assert (item.kind, item.tool, item.path, item.code) == (
        "salvaged",
        "be-write",
        b"new.py",
        "degraded",
    )
    assert (item.size_bytes, item.first_line, item.uses) == (4, "new", (reply.seq,))
    assert (shown.data, shown.arguments) == (CAME, CAME.decode())
    assert shown.next == ()
    listed = there.ask("a", Chips(text="'content'"))
    assert isinstance(listed, ChipList)
    assert [one.id for one in listed.items] == [chip]
    there.check_replay()


def test_its_text_and_its_arguments_can_be_put_elsewhere(there: World) -> None:
    _, chip = made(there)
    done(there.ask("a", InsertChip(b"f:3", chip)))
    assert there.data("f") == lines("a", "b", "c", "new")
    done(there.ask("a", InsertChip(b"f:END", chip, form="args")))
    assert there.text("f").endswith(CAME.decode() + "\n")
    assert f"Chip {chip} from be-write new.py, salvaged: degraded" in there.text("f")


def test_it_is_not_made_again_and_its_edit_is_named(there: World) -> None:
    reply, chip = made(there)
    refusal = refused(there.ask("a", Confirm(chip=chip)), "chip_was_made")
    assert refusal.values == {"chip": chip, "edit": f"e{reply.seq}"}
    assert refusal.next == (Call("be-read", {"file": "new.py"}),)
    assert done(there.undo("a", reply.seq)).attached == (chip,)
    refusal = refused(there.ask("a", Confirm(chip=chip)), "chip_was_made")
    redo = Call("be-trx", {"action": "redo", "event_id": f"e{reply.seq}"})
    assert refusal.next == (redo,)
    shown = there.ask("a", ShowChip(chip))
    assert isinstance(shown, ChipShown)
    assert shown.next == (Call("be-insert-chip", {"from": f"chip://{chip}", "to": ANYWHERE}),)


def test_an_empty_file_that_came_broken_is_kept_by_its_arguments(there: World) -> None:
    reply = done(there.ask("a", Misfit("be-write", "degraded", TOLD, Write(b"e", "")), CAME))
    chip = str(reply.warnings[0].values["chip"])
    refused(there.ask("a", InsertChip(b"f:0", chip)), "chip_has_no_text")
    done(there.ask("a", InsertChip(b"f:0", chip, form="args")))
    assert CAME.decode() in there.text("f")


def test_a_chip_made_again_keeps_its_own_call_and_no_second_chip_does(there: World) -> None:
    chip = refused(degraded(there, Write(b"no/g", "new\n")), "missing_folder").chip
    reply = done(there.ask("a", Confirm(chip=chip, file=b"h")))
    assert reply.warnings[0].values["chip"] == chip
    assert [(one.id, one.kind) for one in there.state.chips.all()] == [(chip, "refused")]


# --- calls with another fault besides ------------------------------------------------------------


def test_what_lacks_a_name_too_is_told_as_salvaged_and_marked_when_it_is_confirmed(
    world: World,
) -> None:
    told: dict[str, str | int] = {**TOLD, "got": "file, contents", "name": "content"}
    meant = Write(b"new.py", "new\n")
    misfit = Misfit("be-write", "missing_content", told | {"taken": "contents"}, meant)
    reply = refused(world.ask("a", misfit), "missing_content")
    assert [(one.code, one.values) for one in reply.warnings] == [("degraded", TOLD)]
    edit = done(world.confirm("a", reply.seq)).seq
    assert world.state.edits.by_seq[edit].fact.degraded == HOW
    plain = Misfit("be-write", "missing_content", {"taken": "contents"}, Write(b"b.py", "new\n"))
    reply = refused(world.ask("a", plain), "missing_content")
    assert reply.warnings == ()
    edit = done(world.confirm("a", reply.seq)).seq
    assert world.state.edits.by_seq[edit].fact.degraded == ""


# --- asked a second time --------------------------------------------------------------------------


def retold(world: World, reply: AnyReply) -> AnyReply:
    return retelling.reply(world.state, world.entries[reply.seq - 1])


def test_a_repeated_request_is_told_again_that_it_was_salvaged(there: World) -> None:
    reply, chip = made(there)
    assert retold(there, reply).warnings == (Remark("degraded", {"how": HOW, "chip": chip}),)
    how = (Remark("degraded", {"how": HOW}),)
    shown = previewed(degraded(there, Write(b"f", "new\n", preview=True)))
    assert retold(there, shown).warnings == how
    folder = refused(degraded(there, Write(b"no/g", "new\n")), "missing_folder")
    assert retold(there, folder).warnings == how
    again = done(there.ask("a", Confirm(chip=folder.chip, file=b"h")))
    [warning] = retold(there, again).warnings
    assert warning.values == {"how": HOW, "chip": folder.chip}
    prepared = refused(degraded(there, Insert(b"f:2", "new\n"), "be-insert"), "degraded")
    assert retold(there, prepared).warnings == ()
    there.outside("f", lines("top", "a", "b", "c"))
    prepared = refused(there.confirm("a", prepared.seq), "prepared_stale")
    assert retold(there, prepared).warnings == ()
    assert retold(there, done(there.confirm("a", prepared.seq))).warnings == ()


def test_a_repeated_request_that_was_cut_names_the_call_that_puts_in_what_came(
    there: World,
) -> None:
    told: dict[str, str | int] = {"bytes": 40, "lines": 1, "hash": "1", "tail": "new"}
    reply = refused(
        there.ask("a", Misfit("be-write", "degraded_cut", told, Write(b"g", "new\n"))),
        "degraded_cut",
    )
    call = Call("be-insert-chip", {"from": f"chip://{reply.chip}", "to": ANYWHERE})
    assert retold(there, reply).next == (call,)
    reply = refused(
        there.ask("a", Misfit("be-write", "degraded_cut", {"bytes": 9})), "degraded_cut"
    )
    assert retold(there, reply).next == (Call("be-trx", {"action": "status"}),)


def test_a_repeated_request_that_failed_on_the_disk_is_told_why_and_what_keeps_it(
    world: World,
) -> None:
    world.fails = "no space"
    reply = refused(degraded(world, Write(b"new.py", "new\n")), "not_applied")
    again = refused(retold(world, reply), "not_applied")
    assert (again.seq, again.chip, again.path) == (reply.seq, reply.chip, b"new.py")
    assert again.values == {"problem": "no space"}
