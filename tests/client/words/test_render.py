"""What models and people read: the grammar of replies, and that nothing from outside breaks it."""

import pytest

from editjournal.client.words import plain, render
from editjournal.schemas.messages import (
    AnyReply,
    Block,
    Call,
    Done,
    FileDone,
    LogItem,
    LogReply,
    Marked,
    OpenEdit,
    Part,
    Remark,
    Shown,
    StaleView,
    StatusReply,
    Unchanged,
    Who,
)
from editjournal.schemas.values import Span

from .refusal_examples import NOW_NS, OUTSIDE, PATH, changed, lines, replaced

MINUTE_NS = 60_000_000_000


# --- every reply, in its words --------------------------------------------------------------------

DONE_BODY = (
    lines(10, "    def total(self):", "        s = 0", "        for line in self.lines:"),
    Block("sent", 13, 17),
    lines(18, "        return round(s, 2)", "", "    def show(self):"),
)
REPLIES: dict[str, tuple[AnyReply, str]] = {
    "a read": (
        Shown(seq=1042, path=PATH, total=340, blocks=(lines(1, "from decimal import D", "", ""),)),
        "src/cart.py:1-3 of 340  view v1042\n1|from decimal import D\n2|\n3|",
    ),
    "a read of two ranges": (
        Shown(seq=7, path=PATH, total=340, blocks=(lines(1, "a"), lines(9, "b"))),
        "src/cart.py:1,9 of 340  view v7\n1|a\n...\n9|b",
    ),
    "a read that is cut, of a file with tabs": (
        Shown(
            seq=1043,
            path=b"src/big.go",
            total=1840,
            blocks=(lines(1, "\tx"),),
            marks=("tabs", "cut at 24,000 bytes"),
            next=(Call("be-read", {"file": "src/big.go:2-3"}),),
        ),
        (
            "src/big.go:1 of 1840  view v1043  (tabs; cut at 24,000 bytes)\n1|\tx\n"
            "next: be-read file=src/big.go:2-3"
        ),
    ),
    "a read of nothing": (
        Shown(seq=7, path=b"a", total=0, blocks=()),
        "a is empty  view v7",
    ),
    "an edit of one place": (
        Done(seq=812, files=(changed(replaced(12, 16, 18), delta=2, total=342),), body=DONE_BODY),
        (
            "ok src/cart.py: 12-16 -> 12-18 (+2, 342 lines)  edit e812  view v812\n"
            "10|    def total(self):\n11|        s = 0\n12|        for line in self.lines:\n"
            "... 13-17 as sent\n"
            "18|        return round(s, 2)\n19|\n20|    def show(self):"
        ),
    ),
    "an edit of four places": (
        Done(
            seq=820,
            files=(
                changed(
                    Part(Span(3, 3), Span(3, 4)),
                    Part(Span(12, 16), Span(13, 19)),
                    Part(None, Span(44, 47), 40),
                    Part(Span(88, 90), None, 95),
                    delta=4,
                    total=344,
                ),
            ),
        ),
        (
            "ok src/cart.py: 4 changes (+4, 344 lines)  edit e820  view v820\n"
            "3 -> 3-4; 12-16 -> 13-19; 44-47 inserted after 40; 88-90 deleted"
        ),
    ),
    "deleted lines": (
        Done(seq=813, files=(changed(Part(Span(88, 90), None), delta=-3, total=1),)),
        "ok src/cart.py: 88-90 deleted (-3, 1 line)  edit e813  view v813",
    ),
    "a new file": (
        Done(seq=814, files=(changed(delta=1, total=120, state="created"),)),
        "ok src/cart.py: created, 120 lines  edit e814  view v814",
    ),
    "the only match in a view": (
        Done(
            seq=817,
            files=(changed(replaced(48, 48, 48)),),
            note="only_match",
            values={"matches": 3, "view": 1042},
        ),
        (
            "ok src/cart.py: 48 -> 48 (0, 340 lines), the only one of 3 matches inside v1042"
            "  edit e817  view v817"
        ),
    ),
    "an edit that was asked for twice": (
        Done(seq=812, files=(changed(replaced(2, 2, 2)),), repeated=True),
        (
            "ok src/cart.py: 2 -> 2 (0, 340 lines)  edit e812  view v812"
            "  (made before, at the first of these calls)"
        ),
    ),
    "an undo": (
        Done(
            seq=825,
            files=(changed(replaced(12, 18, 16), delta=-2, total=340),),
            undone=(812,),
            kept=(813, 820),
        ),
        (
            "ok e812 undone by e825: src/cart.py 12-18 -> 12-16 (-2, 340 lines); "
            "later edits kept: e813, e820  view v825"
        ),
    ),
    "a redo of what is there already": (
        Done(seq=826, files=(changed(),), redone=(812,)),
        "ok e812 redone by e826: src/cart.py stays as it is (340 lines)  view v826",
    ),
    "an undo that makes a file again": (
        Done(seq=826, files=(changed(total=5, state="created"),), undone=(812,), redone=(9,)),
        "ok e812 undone and e9 redone by e826: src/cart.py created, 5 lines  view v826",
    ),
    "an undo that removes a file": (
        Done(seq=826, files=(changed(total=0, state="removed"),), undone=(812,)),
        "ok e812 undone by e826: src/cart.py removed  view v826",
    ),
    "an undo of what is gone already": (
        Done(seq=826, files=(changed(total=0, state="absent"),), undone=(812,)),
        "ok e812 undone by e826: src/cart.py is gone already  view v826",
    ),
    "nothing to do, of one line": (
        Unchanged(seq=818, path=PATH, span=Span(12, 12)),
        "ok src/cart.py: unchanged, 12 already has this text",
    ),
    "nothing to do": (
        Unchanged(seq=818, path=PATH, span=Span(12, 18), by=Who(812, 1, "cc#1", 5)),
        "ok src/cart.py: unchanged, 12-18 already have this text (edit e812 by cc#1)",
    ),
    "nothing to write": (
        Unchanged(seq=818, path=PATH, span=None),
        "ok src/cart.py: unchanged, it already has this content",
    ),
    "a commit": (
        Marked(seq=5, mark="commit", label="tests pass", edits=(2, 3)),
        "ok commit tests pass: 2 edits closed",
    ),
    "a commit of nothing": (
        Marked(seq=5, mark="commit", label="", edits=()),
        "ok commit: no open edits",
    ),
    "a status": (
        StatusReply(
            seq=9,
            now_ns=NOW_NS,
            session=1,
            name="cc#1",
            edits=(
                OpenEdit(820, NOW_NS - MINUTE_NS, (changed(delta=1, total=1, state="created"),)),
                OpenEdit(812, NOW_NS - 300 * MINUTE_NS, (changed(replaced(12, 16, 18)),)),
            ),
            stale=(StaleView(1031, b"src/db.py", (Span(40, 41),), OUTSIDE),),
        ),
        (
            "2 open edits of this session, newest first; be-trx action=undo event_id=ID takes one "
            "back\ne820  src/cart.py: created, 1 line  1 min ago\n"
            "e812  src/cart.py: 12-16 -> 12-18 (0, 340 lines)  5 h ago\n"
            "stale views: v1031 src/db.py (40-41 changed by outside editjournal)"
        ),
    ),
    "a status without edits": (
        StatusReply(seq=9, now_ns=NOW_NS, session=1, name="cc#1", edits=(), stale=()),
        "no open edits of this session",
    ),
    "a log": (
        LogReply(items=(LogItem(7, 0, 1, "cc#1", "Queried", "be-trx", "", ()),), more=True),
        "1 entry, newest first\n     7  cc#1              asked be-trx\n(older entries follow)",
    ),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_reads(name: str) -> None:
    reply, wanted = REPLIES[name]
    assert render.text(reply) == wanted
    assert not render.is_error(reply)


# --- warnings -------------------------------------------------------------------------------------

PLACE = "ok src/cart.py: 12-16 -> 12-18 (+2, 342 lines)  edit e812  view v812\n"


def warned(*remarks: Remark, ignored: tuple[str, ...] = ()) -> str:
    files = (changed(replaced(12, 16, 18), delta=2, total=342),)
    text = render.text(Done(seq=812, files=files, warnings=remarks), ignored)
    assert text.startswith(PLACE)
    return text.removeprefix(PLACE)


def test_a_repeated_line_is_warned_of_with_the_call_that_removes_it() -> None:
    echo = Remark("echo", {"line": 19, "which": "last", "text": "        return s"})
    assert warned(echo) == (
        "warning: line 19 is the same as your last line, `        return s`. If it is one too "
        'many: be-replace file=src/cart.py:19 content="" viewed_code_id=v812'
    )


@pytest.mark.parametrize(
    ("who", "by"), [("", "outside editjournal"), ("codex#3", "codex#3 (edit e9")]
)
def test_lines_that_others_changed_are_warned_of_with_what_was_replaced(who: str, by: str) -> None:
    values: dict[str, str | int] = {"lines": "12-16", "view": 7, "who": who, "edit": 9, "undo": 812}
    values |= {"time_ns": NOW_NS - 40_000_000_000, "now_ns": NOW_NS}
    old, new = lines(11, "s = 0", kind="old"), lines(11, "s = D(0)", kind="new")
    shown = warned(Remark("changed_since", values, (old, new))).split("\n")
    assert shown[0].startswith(f"warning: 12-16 were not as in view v7: changed by {by}")
    assert "40 s ago" in shown[0]
    assert shown[1:] == ["-11|s = 0", "+11|s = D(0)"]


def test_the_other_warnings_read() -> None:
    assert warned(Remark("never_read", {"lines": "12-16"})) == (
        "warning: this session had not read lines 12-16 before"
    )
    assert warned(Remark("never_read", {"lines": "1"})) == (
        "warning: this session had not read line 1 before"
    )
    assert warned(Remark("changed_since", {"lines": "4", "view": 7})).startswith(
        "warning: 4 was not as in view v7: "
    )
    assert warned(Remark("literal_newline")) == (
        r"warning: the text has \n, a backslash and an n, and no line break; it was written as sent"
    )
    values: dict[str, str | int] = {"lines": 1, "who": "", "undo": 812}
    assert warned(Remark("overwrote_unread", values)) == (
        "warning: this session had not read the 1 line it replaced (last written by outside "
        "editjournal); be-trx action=undo event_id=e812 brings them back"
    )
    assert warned(Remark("wrote_binary")).startswith("warning: the file is no text any more")
    assert warned(Remark("of_a_later_daemon")) == "warning: The reason is of_a_later_daemon."
    assert warned(ignored=("colour",)) == "warning: unknown arguments were ignored: colour"


def test_of_many_warnings_three_are_shown() -> None:
    remarks = [Remark("never_read", {"lines": str(one)}) for one in range(5)]
    assert warned(*remarks).split("\n")[3:] == ["(2 more warnings)"]


# --- lengths --------------------------------------------------------------------------------------


def test_a_reply_that_is_no_read_keeps_to_its_length() -> None:
    wide = lines(1, *["x" * 90_000] * 900)
    remarks = tuple(Remark("changed_since", {"lines": "1"}, (wide,)) for _ in range(5))
    done = Done(seq=7, files=(changed(),), body=(wide,), warnings=remarks)
    file = changed(replaced(1, 1, 1))
    edits = tuple(OpenEdit(one, 1, (file,)) for one in range(9_000))
    who = Who(1, 1, "x" * 900, 1)
    stale = tuple(StaleView(1, b"p" * 900, (Span(1, 2),) * 90, who) for _ in range(20))
    status = StatusReply(seq=7, now_ns=9, session=1, name="", edits=edits, stale=stale)
    assert len(render.text(done)) < 9_500
    assert len(render.text(status)) < 9_500
    assert "more lines)" in render.text(done)


# --- trouble, and replies for programs ------------------------------------------------------------


def test_a_reply_for_programs_has_all_fields_and_paths_as_text() -> None:
    reply = Done(seq=7, files=(FileDone(b"a\xff\nb", (replaced(1, 2, 3),), 1, 9),), undone=(3,))
    assert plain.plain(reply) == {
        "type": "Done",
        "seq": 7,
        "warnings": [],
        "next": [],
        "files": [["a\\xff\nb", [[[1, 2], [1, 3], 0]], 1, 9, "changed"]],
        "body": [],
        "note": "",
        "values": {},
        "undone": [3],
        "redone": [],
        "kept": [],
        "repeated": False,
    }
