"""be-confirm: what a refusal has prepared is made once, on the file it was worked out upon."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from editjournal.client.words import render
from editjournal.daemon.core import decide
from editjournal.schemas.facts import Edited
from editjournal.schemas.replies import AnyReply, Call, Refusal
from editjournal.schemas.requests import (
    AnyRequest,
    Delete,
    Insert,
    InsertChip,
    Item,
    Misfit,
    Replace,
    ReplaceSeveral,
    Write,
    WriteSeveral,
)
from tests.core.world import (
    World,
    codes,
    done,
    lines,
    numbered,
    previewed,
    refused,
    span,
    unchanged,
)

TEN = numbered(1, 10)
TOP = b"top\n"


@pytest.fixture
def ten(world: World) -> World:
    world.outside("f", lines(*TEN))
    return world


def files(world: World) -> dict[bytes, bytes]:
    return {path: node.data for path, node in world.files.items()}


def seen_and_moved(world: World) -> int:
    """Return a view of a file that others made one line longer at its top since."""
    view = world.read("a", "f").seq
    world.outside("f", TOP + world.data("f"))
    return view


def small_fresh_view(world: World) -> int:
    """Return the view of an own edit that moved the lines which an earlier read showed."""
    world.read("a", "f")
    return world.edit("a", "f:1", "one\ntwo\n").seq


def moved_chip(world: World) -> AnyReply:
    view = world.read("a", "f").seq
    chip = done(world.delete("a", "f:9", view=view)).chips[0]
    world.outside("f", TOP + world.data("f"))
    return world.ask("a", InsertChip(b"f:2", chip, view=view))


# --- every kind of refusal that prepares ----------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A call that is refused, and what its confirmation makes of the file."""

    name: str
    before: bytes
    ask: Callable[[World], AnyReply]
    code: str
    note: str
    after: bytes


def old(text: str, content: str | bytes, where: str = "f") -> Callable[[World], AnyReply]:
    return lambda world: world.replace("a", where, content, old=text)


def misfit(repaired: Replace | Insert | Delete | ReplaceSeveral | Write) -> AnyRequest:
    values: dict[str, str | int] = {"got": "file, replacement_text", "taken": "replacement_text"}
    return Misfit(decide.tool_of(repaired), "missing_content", values, repaired)


MOVED: list[Kind] = [
    Kind(
        "moved lines",
        lines(*TEN),
        lambda w: w.replace("a", "f:2-3", "X\n", view=seen_and_moved(w)),
        "moved",
        "your text at 3-4",
        lines("top", "line 1", "X", *TEN[3:]),
    ),
    Kind(
        "moved lines to be deleted",
        lines(*TEN),
        lambda w: w.delete("a", "f:2-3", view=seen_and_moved(w)),
        "moved",
        "deletes 3-4",
        lines("top", "line 1", *TEN[3:]),
    ),
    Kind(
        "a moved place",
        lines(*TEN),
        lambda w: w.insert("a", "f:2", "X\n", view=seen_and_moved(w)),
        "moved",
        "your text after 3",
        lines("top", *TEN[:2], "X", *TEN[2:]),
    ),
    Kind(
        "a moved place for kept text",
        lines(*TEN),
        moved_chip,
        "moved",
        "your text after 3",
        lines("top", *TEN[:2], "line 9", *TEN[2:8], "line 10"),
    ),
    Kind(
        "moved lines outside the view",
        lines(*TEN),
        lambda w: w.replace("a", "f:8", "X\n", view=small_fresh_view(w)),
        "not_covered",
        "your text at 9",
        lines("one", "two", *TEN[1:7], "X", *TEN[8:]),
    ),
    Kind(
        "moved lines without a view",
        lines(*TEN),
        lambda w: w.replace("a", "f:2", "X\n", view=seen_and_moved(w) * 0),
        "moved_unseen",
        "your text at 3",
        lines("top", "line 1", "X", *TEN[2:]),
    ),
]
TEXTS: list[Kind] = [
    Kind(
        "text elsewhere than said",
        lines(*TEN),
        old("line 7", "X\n", "f:2"),
        "old_elsewhere",
        "your text at 7",
        lines(*TEN[:6], "X", *TEN[7:]),
    ),
    Kind(
        "white space at line ends",
        b"a \t\nb\nc\n",
        old("a\nb", "A\nb"),
        "old_none",
        "white space at line ends aside",
        b"A\nb\nc\n",
    ),
    Kind(
        "tabs in the file",
        b"if x:\n\ty = 1\n\tz = 2\n",
        old("    y = 1\n    z = 2\n", "    y = 1\n    if y:\n        z = 3\n"),
        "old_none",
        "your text with tabs",
        b"if x:\n\ty = 1\n\tif y:\n\t\tz = 3\n",
    ),
    Kind(
        "deeper in the file",
        b"if x:\n    y = 1\n    z = 2\n",
        old("y = 1\nz = 2\n", "y = 1\nz = 3\n"),
        "old_none",
        "your text with the file's indentation",
        b"if x:\n    y = 1\n    z = 3\n",
    ),
    Kind(
        "characters that look alike",
        "say \u201chi\u201d to\u00a0all\n".encode(),
        old('say "hi" to all', 'say "ho" to all'),
        "old_none",
        "your text with the file's characters",
        "say \u201cho\u201d to\u00a0all\n".encode(),
    ),
    Kind(
        "escapes",
        b'print("a")\nend\n',
        old(r"print(\"a\")\nend", r"print(\"b\")\nend"),
        "old_none",
        "your text without the backslashes",
        b'print("b")\nend\n',
    ),
    Kind(
        "numbers in both texts",
        lines(*TEN),
        old("2|line 2\n3|line 3", "2|X\n3|Y"),
        "old_none",
        "the same text without them",
        lines("line 1", "X", "Y", *TEN[3:]),
    ),
    Kind(
        "tabs in the lines said",
        b"if x:\n\ty = 1\n",
        old("    y = 1", "    y = 2", "f:2"),
        "old_mismatch",
        "your text with tabs",
        b"if x:\n\ty = 2\n",
    ),
    Kind(
        "look-alikes in the lines said",
        "a\nin\u00a0current\n".encode(),
        old("in current", "in past", "f:2"),
        "old_mismatch",
        "your text with the file's characters",
        "a\nin\u00a0past\n".encode(),
    ),
    Kind(
        "blanks at the end of the lines said",
        b"a\nb  \nc\n",
        old("b", "B", "f:2"),
        "old_mismatch",
        "white space at line ends aside",
        b"a\nB\nc\n",
    ),
    Kind(
        "new bytes for lines that look alike",
        "a\nin\u00a0current\n".encode(),
        old("in current", b"\xff", "f:2"),
        "old_mismatch",
        "your text with the file's characters",
        b"a\n\xff\n",
    ),
]
CONTENTS: list[Kind] = [
    Kind(
        "numbers in the text for lines",
        lines(*TEN),
        lambda w: w.replace("a", "f:2-3", "2|X\n3|\n4|\tY\n"),
        "numbered_content",
        "the same text without them",
        lines("line 1", "X", "", "\tY", *TEN[3:]),
    ),
    Kind(
        "numbers in the text for a text",
        lines(*TEN),
        lambda w: w.replace("a", "f", "2|X\n3|Y", old="line 2"),
        "numbered_content",
        "the same text without them",
        lines("line 1", "X", "Y", *TEN[2:]),
    ),
    Kind(
        "numbers in a whole file",
        lines(*TEN),
        lambda w: w.write("a", "f", "1|X\n2|Y\n3|\n"),
        "numbered_content",
        "the same text without them",
        b"X\nY\n\n",
    ),
    Kind(
        "numbers and CRLF in a whole file",
        b"a\r\nb\r\n",
        lambda w: w.write("a", "f", "1|X\r\n2|Y\r\n"),
        "numbered_content",
        "the same text without them",
        b"X\r\nY\r\n",
    ),
    Kind(
        "another name of the content",
        lines(*TEN),
        lambda w: w.ask("a", misfit(Replace(b"f:2", "X\n"))),
        "missing_content",
        "replacement_text taken as content",
        lines("line 1", "X", *TEN[2:]),
    ),
    Kind(
        "another name of inserted content",
        lines(*TEN),
        lambda w: w.ask("a", misfit(Insert(b"f:END", "X"))),
        "missing_content",
        "replacement_text taken as content",
        lines(*TEN, "X"),
    ),
    Kind(
        "another name of a whole content",
        lines(*TEN),
        lambda w: w.ask("a", misfit(Write(b"f", "X\n"))),
        "missing_content",
        "replacement_text taken as content",
        b"X\n",
    ),
    Kind(
        "another name in several changes",
        lines(*TEN),
        lambda w: w.ask(
            "a", misfit(ReplaceSeveral(b"f", (Item("X\n", span(1)), Item("Y", old="line 3"))))
        ),
        "missing_content",
        "replacement_text taken as content",
        lines("X", "line 2", "Y", *TEN[3:]),
    ),
    Kind(
        "several changes",
        lines(*TEN),
        lambda w: w.several("a", "f", Item("X\n", span(1)), Item("Y", old="line 3 ")),
        "items_unfit",
        "white space at line ends aside",
        lines("X", "line 2", "Y", *TEN[3:]),
    ),
]
KINDS = [*MOVED, *TEXTS, *CONTENTS]


@pytest.mark.parametrize("kind", KINDS, ids=[one.name.replace(" ", "-") for one in KINDS])
def test_what_a_refusal_has_prepared_is_made_once_and_as_it_says(world: World, kind: Kind) -> None:
    world.outside("f", kind.before)
    reply = refused(kind.ask(world), kind.code)
    before = world.data("f")
    assert reply.prepared
    assert reply.next[0] == Call("be-confirm", {"event_id": f"p{reply.seq}"}, kind.note)
    world.check_replay()
    edit = done(world.confirm("a", reply.seq))
    assert (edit.note, edit.values) == ("as_prepared", {"prepared": reply.seq})
    assert world.data("f") == kind.after
    again = unchanged(world.confirm("a", reply.seq))
    assert again.by
    assert (again.prepared, again.by.seq) == (reply.seq, edit.seq)
    assert world.data("f") == kind.after
    done(world.undo("a", edit.seq))
    assert world.data("f") == before


@pytest.mark.parametrize("kind", KINDS, ids=[one.name.replace(" ", "-") for one in KINDS])
def test_a_line_more_at_the_top_since_and_it_is_refused_and_prepared_anew(
    world: World, kind: Kind
) -> None:
    world.outside("f", kind.before)
    number = refused(kind.ask(world), kind.code).seq
    world.outside("f", b"since\n" + world.data("f"))
    reply = refused(world.confirm("a", number), "prepared_stale")
    if "whole" in kind.name:  # the whole of what others changed is not to be replaced unseen
        assert not reply.prepared
        return
    assert reply.next[0].arguments == {"event_id": f"p{reply.seq}"}
    done(world.confirm("a", reply.seq))
    assert world.data("f") == b"since\n" + kind.after


@pytest.mark.parametrize("kind", KINDS, ids=[one.name.replace(" ", "-") for one in KINDS])
def test_others_changed_the_lines_since_and_nothing_is_prepared(world: World, kind: Kind) -> None:
    world.outside("f", kind.before)
    number = refused(kind.ask(world), kind.code).seq
    others = "".join(f"theirs {at}\n" for at in range(30)).encode()
    world.outside("f", others)
    reply = refused(world.confirm("a", number), "prepared_stale")
    assert (world.data("f"), reply.prepared) == (others, False)


@pytest.mark.parametrize(
    ("write", "made"),
    [
        (Write(b"x/z", "new\n"), {b"x/z": b"new\n"}),
        (Write(b"x/z", b"\0"), {b"x/z": b"\0"}),
        (Write(b"x/z", ""), {b"x/z": b""}),
        (
            WriteSeveral((Write(b"x/z", "new\n"), Write(b"f", "F\n"), Write(b"y/z", ""))),
            {b"x/z": b"new\n", b"f": b"F\n", b"y/z": b""},
        ),
    ],
)
def test_missing_folders_are_made_by_a_confirmation(
    ten: World, write: Write | WriteSeveral, made: dict[bytes, bytes]
) -> None:
    before = files(ten)
    reply = refused(ten.ask("a", write), "missing_folder")
    assert (reply.values["folder"], files(ten)) == ("x", before)
    note = "makes folders and files" if isinstance(write, WriteSeveral) else "makes folder and file"
    assert reply.next[0].note == note
    edit = done(ten.confirm("a", reply.seq))
    assert files(ten) == {**before, **made}
    fact = ten.entries[edit.seq - 1].fact
    assert isinstance(fact, Edited)
    assert fact.changes[0].made == b"x"
    done(ten.undo("a", edit.seq))
    assert files(ten) == before


@pytest.mark.parametrize(
    ("call", "as_sent", "meant"),
    [
        (
            Replace(b"f:2", r"\tx\n\ty\n"),
            lines("line 1", r"\tx\n\ty\n", *TEN[2:]),
            lines("line 1", "\tx", "\ty", *TEN[2:]),
        ),
        (
            Replace(b"f", r"a\nb\nc", old="e 2\nline"),
            lines("line 1", r"lina\nb\nc 3", *TEN[3:]),
            lines("line 1", "lina", "b", "c 3", *TEN[3:]),
        ),
        (
            Insert(b"f:END", r"x\n\n"),
            lines(*TEN, r"x\n\n"),
            lines(*TEN, "x", ""),
        ),
    ],
    ids=["lines", "text", "insertion"],
)
def test_escapes_are_written_as_sent_and_the_line_breaks_prepared(
    ten: World, call: Replace | Insert, as_sent: bytes, meant: bytes
) -> None:
    reply = done(ten.ask("a", call))
    assert "literal_newline" in codes(reply)
    assert ten.data("f") == as_sent
    assert reply.next == (Call("be-confirm", {"event_id": f"p{reply.seq}"}, "with line breaks"),)
    ten.check_replay()
    edit = done(ten.confirm("a", reply.seq)).seq
    assert ten.data("f") == meant
    unchanged(ten.confirm("a", reply.seq))
    done(ten.undo("a", edit))
    assert ten.data("f") == as_sent


def test_line_breaks_of_an_edit_that_never_was_are_not_prepared(ten: World) -> None:
    ten.fails = "gone"
    number = refused(ten.replace("a", "f:2", r"x\ny\nz"), "not_applied").seq - 1
    for one in (number, number + 1):
        refused(ten.confirm("a", one), "no_such_prepared")


def test_a_repair_that_cannot_be_done_is_not_prepared(world: World) -> None:
    world.outside("f", b"caf\xe9\nb\n")
    world.read("a", "f")
    world.outside("f", b"top\ncaf\xe9\nb\n")
    reply = refused(world.replace("a", "f:2", "B\0\n"), "moved_unseen")
    assert not reply.prepared
    reply = refused(world.ask("a", misfit(Replace(b"f:9", "B\n"))), "missing_content")
    assert (reply.prepared, reply.next) == (False, ())


def test_a_repair_that_changes_nothing_is_not_prepared(ten: World) -> None:
    view = seen_and_moved(ten)
    assert not refused(ten.replace("a", "f:2", "line 2\n", view=view), "moved").prepared
    reply = refused(
        ten.ask("a", misfit(Replace(b"f:2", "line 1\n", force=True))), "missing_content"
    )
    assert not reply.prepared


# --- the file is another one by now ---------------------------------------------------------------


def prepared(world: World) -> int:
    """Return the number of an edit of line 3 in a file of eleven lines, worked out and not made."""
    return refused(world.replace("a", "f:2", "X\n", view=seen_and_moved(world)), "moved").seq


def test_who_changed_the_file_since_is_named(ten: World) -> None:
    number = prepared(ten)
    ten.edit("b", "f:11", "theirs\n")
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert reply.who
    assert (reply.values, reply.who.name) == ({"prepared": number}, "b#1")
    assert [one.tool for one in reply.next] == ["be-confirm", "be-read"]
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("top", "line 1", "X", *TEN[2:9], "theirs")


def test_one_can_be_prepared_anew_as_often_as_the_file_changes(ten: World) -> None:
    number = prepared(ten)
    for at in range(4):
        ten.outside("f", b"%d\n" % at + ten.data("f"))
        number = refused(ten.confirm("a", number), "prepared_stale").seq
    done(ten.confirm("a", number))
    assert ten.data("f") == lines(3, 2, 1, 0, "top", "line 1", "X", *TEN[2:])


def test_own_edits_since_are_followed_too(ten: World) -> None:
    number = prepared(ten)
    ten.edit("a", "f:2", "one\ntwo\n", view=number)
    reply = refused(ten.confirm("a", number), "prepared_stale")
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("top", "one", "two", "X", *TEN[2:])


def test_a_file_changed_and_changed_back_is_the_same(ten: World) -> None:
    number = prepared(ten)
    ten.outside("f", b"other\n" + ten.data("f"))
    ten.read("b", "f")
    ten.outside("f", ten.data("f").removeprefix(b"other\n"))
    done(ten.confirm("a", number))
    assert ten.data("f") == lines("top", "line 1", "X", *TEN[2:])


def test_a_file_that_is_gone_is_refused(ten: World) -> None:
    number = prepared(ten)
    ten.outside("f", None)
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert (reply.prepared, ten.files) == (False, {})


def test_a_file_made_meanwhile_is_not_written_over(world: World) -> None:
    number = previewed(world.write("a", "f", "mine\n", preview=True)).seq
    world.outside("f", b"theirs\n")
    reply = refused(world.confirm("a", number), "prepared_stale")
    assert (reply.prepared, world.data("f")) == (False, b"theirs\n")


def test_a_file_that_was_written_whole_is_prepared_only_as_it_was(ten: World) -> None:
    number = previewed(ten.write("a", "f", "mine\n", preview=True)).seq
    ten.edit("b", "f:1", "theirs\n")
    assert not refused(ten.confirm("a", number), "prepared_stale").prepared


def test_a_file_to_be_removed_is_the_one_that_was_meant(ten: World) -> None:
    number = refused(ten.delete("a", "f"), "no_lines").seq
    ten.edit("b", "f:1", "theirs\n")
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert (reply.prepared, b"f" in ten.files) == (False, True)


def test_one_changed_file_of_several_and_all_are_prepared_anew(ten: World) -> None:
    ten.outside("g", lines("a", "b"))
    items = (Item("X\n", span(1)), Item("B", file=b"g", old="b"))
    number = previewed(ten.several("a", "f", *items, preview=True)).seq
    ten.outside("g", lines("top", "a", "b"))
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert (reply.path, ten.data("f")) == (b"g", lines(*TEN))
    done(ten.confirm("a", reply.seq))
    assert (ten.data("f"), ten.data("g")) == (lines("X", *TEN[1:]), lines("top", "a", "B"))


def test_several_places_are_followed_each(ten: World) -> None:
    items = (Item("X\n", span=span(2)), Item("Y\n", after=5), Item("", span=span(9)))
    number = previewed(ten.several("a", "f", *items, preview=True)).seq
    ten.outside("f", lines("top", *TEN[:3], "mid", *TEN[3:7], *TEN[8:]))
    reply = refused(ten.confirm("a", number), "prepared_stale")
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines(
        *("top", "line 1", "X", "line 3", "mid", *TEN[3:5], "Y", *TEN[5:7], "line 10")
    )


def test_lines_changed_in_place_are_not_replaced_by_what_was_prepared(ten: World) -> None:
    number = prepared(ten)
    ten.outside("f", lines("top", "line 1", "theirs", *TEN[2:]))
    reply = refused(ten.confirm("a", number), "prepared_stale")
    assert not reply.prepared


def test_a_read_only_file_is_refused_unless_it_was_so(ten: World) -> None:
    number = prepared(ten)
    ten.outside("f", ten.data("f"), mode=0o444)
    refused(ten.confirm("a", number), "read_only")
    forced = previewed(ten.replace("a", "f:3", "X\n", force=True, preview=True)).seq
    done(ten.confirm("a", forced))
    assert ten.node("f").mode == 0o444


def test_a_mode_changed_since_stays(ten: World) -> None:
    number = prepared(ten)
    ten.outside("f", ten.data("f"), mode=0o755)
    edit = done(ten.confirm("a", number)).seq
    [change] = ten.state.edits.by_seq[edit].changes
    assert change.after
    assert (change.after.mode, ten.node("f").mode) == (0o755, 0o755)


def test_line_breaks_are_prepared_anew_too(ten: World) -> None:
    number = done(ten.replace("a", "f:2", r"x\ny\n")).seq
    ten.outside("f", TOP + ten.data("f"))
    reply = refused(ten.confirm("a", number), "prepared_stale")
    done(ten.confirm("a", reply.seq))
    assert ten.data("f") == lines("top", "line 1", "x", "y", *TEN[2:])


@pytest.mark.parametrize(
    ("bom", "encoding", "ends"),
    [
        (b"", "utf-8", "\r\n"),
        (b"\xef\xbb\xbf", "utf-8", "\n"),
        (b"\xff\xfe", "utf-16-le", "\r\n"),
        (b"\xfe\xff", "utf-16-be", "\n"),
        (b"", "cp1252", "\n"),
    ],
)
def test_bytes_of_every_encoding_are_prepared_anew_as_they_were(
    world: World, bom: bytes, encoding: str, ends: str
) -> None:
    def data(*some: str) -> bytes:
        return bom + ends.join(some).encode(encoding)

    world.outside("f", data("th\xe9", "b", "c", "caf\xe9"))
    items = (
        Item("top", after=0),
        Item("\xe9t\xe9\nB", span(2)),
        Item("", span(3)),
        Item("e", span(4)),
    )
    number = previewed(world.several("a", "f", *items, preview=True)).seq
    world.outside("f", data("th\xe9", "new", "b", "c", "caf\xe9"))
    number = refused(world.confirm("a", number), "prepared_stale").seq
    done(world.confirm("a", number))
    assert world.data("f") == data("top", "th\xe9", "new", "\xe9t\xe9", "B", "e")


# --- a confirmation that failed -------------------------------------------------------------------


def test_a_refused_confirmation_uses_nothing_up(ten: World) -> None:
    number = prepared(ten)
    data = ten.data("f")
    ten.outside("f", data, mode=0o444)
    refused(ten.confirm("a", number), "read_only")
    ten.outside("f", data, mode=0o644)
    done(ten.confirm("a", number))


def test_one_that_did_not_reach_the_disk_can_be_made_again(ten: World) -> None:
    number = prepared(ten)
    ten.fails = "no room"
    refused(ten.confirm("a", number), "not_applied")
    ten.check_replay()
    edit = done(ten.confirm("a", number)).seq
    assert ten.data("f") == lines("top", "line 1", "X", *TEN[2:])
    by = unchanged(ten.confirm("a", number)).by
    assert by
    assert by.seq == edit


def test_lines_that_are_kept_nowhere_are_not_made_up(ten: World) -> None:
    number = prepared(ten)
    ten.kept = {kept: data for kept, data in ten.kept.items() if kept.seq != number}
    reply = refused(ten.confirm("a", number), "prepared_not_kept")
    assert reply.values == {"prepared": number}


def test_an_edit_that_was_made_is_no_prepared_one_and_called_an_edit(ten: World) -> None:
    edit = done(ten.write("a", "new", "x\n")).seq
    told = refused(ten.confirm("a", edit), "no_such_prepared")
    assert told.values == {"prepared": edit, "edit": edit}
    assert render.text(told).startswith(
        f"REFUSED be-confirm, nothing changed. Nothing is prepared as p{edit}; e{edit} is an edit "
        "that was made already."
    )
    assert "edit" not in refused(ten.confirm("a", 99), "no_such_prepared").values


def test_the_refusal_of_a_confirmation_keeps_the_call(ten: World) -> None:
    reply: Refusal = refused(ten.confirm("a", 99), "no_such_prepared")
    assert ten.state.chips.get(reply.chip) is not None


# --- what a confirmed edit is ---------------------------------------------------------------------


def test_a_confirmed_edit_is_made_by_the_tool_that_prepared_it(ten: World) -> None:
    number = refused(ten.delete("a", "f"), "no_lines").seq
    edit = done(ten.confirm("b", number)).seq
    fact = ten.entries[edit - 1].fact
    assert isinstance(fact, Edited)
    assert (fact.tool, fact.confirms) == ("be-delete", number)


def test_a_repeated_line_is_told_once_more(ten: World) -> None:
    view = seen_and_moved(ten)
    number = refused(ten.replace("a", "f:2", "X\nline 3\n", view=view), "moved").seq
    reply = done(ten.confirm("a", number))
    assert [(one.code, one.values["line"]) for one in reply.warnings] == [("echo", 5)]


def test_the_numbers_of_the_view_that_was_meant_hold_through_it(ten: World) -> None:
    view = ten.read("a", "f").seq
    number = previewed(ten.replace("a", "f:2", "X\nY\n", view=view, preview=True)).seq
    done(ten.confirm("a", number))
    ten.edit("a", "f:2", "Z\n", view=view)
    assert ten.data("f") == lines("line 1", "Z", *TEN[2:])
