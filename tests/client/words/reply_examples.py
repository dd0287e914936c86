"""A reply of each kind but refusals, and how it reads."""

from typing import Any

import msgspec

from editjournal.schemas.replies import (
    ANYWHERE,
    AnyReply,
    Block,
    Call,
    ChipGone,
    ChipItem,
    ChipList,
    ChipShown,
    Done,
    FileDone,
    Marked,
    OpenEdit,
    Part,
    Preview,
    Shown,
    StatusReply,
    Unchanged,
    ViewItem,
    ViewList,
    Watching,
    Who,
)
from editjournal.schemas.values import Span

from .past_examples import PAST
from .refusal_examples import CODEX, NOW_NS, OUTSIDE, PATH, changed, lines, replaced
from .structure_examples import STRUCTURE

MINUTE_NS = 60_000_000_000

DONE_BODY = (
    lines(10, "    def total(self):", "        s = 0", "        for line in self.lines:"),
    Block("sent", 13, 17),
    lines(18, "        return round(s, 2)", "", "    def show(self):"),
)


def view(number: int, state: str, by: Who | None, **fields: Any) -> ViewItem:
    shown = (Span(1, 80),)
    plain_item = ViewItem(number, b"src/db.py", 3, "codex#3", 1, shown, 90, state, by=by)
    return msgspec.structs.replace(plain_item, **fields)


def chip(
    id_: str, kind: str, span: Span | None, minutes: int, tool: str = "", **fields: Any
) -> ChipItem:
    plain_item = ChipItem(id_, NOW_NS - minutes * MINUTE_NS, "cc#1", tool, kind, PATH, span, "", 20)
    return msgspec.structs.replace(plain_item, **fields)


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
                    Part(Span(88, 90), None),
                    delta=4,
                    total=344,
                ),
            ),
            chips=("c8e101",),
        ),
        (
            "ok src/cart.py: 4 changes (+4, 344 lines)  edit e820  view v820"
            "  deleted lines kept as chip://c8e101\n"
            "3 -> 3-4; 12-16 -> 13-19; 44-47 inserted after 40; 88-90 deleted (91 is now 95)"
        ),
    ),
    "an edit of two places, the last lines deleted": (
        Done(
            seq=820,
            files=(changed(replaced(1, 1, 2), Part(Span(9, 10), None), delta=-1, total=9),),
        ),
        ("ok src/cart.py: 2 changes (-1, 9 lines)  edit e820  view v820\n1 -> 1-2; 9-10 deleted"),
    ),
    "an edit of two places, behind which all stays where it was": (
        Done(
            seq=820,
            files=(changed(replaced(1, 1, 2), Part(Span(9, 9), None), delta=0, total=12),),
        ),
        "ok src/cart.py: 2 changes (0, 12 lines)  edit e820  view v820\n1 -> 1-2; 9 deleted",
    ),
    "an edit of several files, with their diffs": (
        Done(
            seq=820,
            files=(
                changed(replaced(3, 3, 4), replaced(9, 9, 9), delta=1, total=12),
                FileDone(b"next: x", (), 2, 2, "created"),
                FileDone(b"old.py", (), -340, 0, "removed"),
            ),
            diffs=(
                (lines(3, "a", kind="old"), lines(3, "b", "c", kind="new")),
                (lines(1, "d", "", kind="new"),),
                (),
            ),
        ),
        (
            "ok 3 files: src/cart.py: 2 changes (+1, 12 lines); next: x: created, 2 lines; "
            "old.py: removed, 340 lines  edit e820  view v820\n"
            "src/cart.py: 3 -> 3-4; 9 -> 9\n"
            "src/cart.py: 2 changes (+1, 12 lines)\n-3|a\n+3|b\n+4|c\n"
            "./next: x: created, 2 lines\n+1|d\n+2|\n"
            "old.py: removed, 340 lines"
        ),
    ),
    "an edit with its diff": (
        Done(
            seq=820,
            files=(changed(replaced(3, 3, 3)),),
            body=(lines(2, "x"), Block("sent", 3, 3)),
            diffs=((lines(3, "a", kind="old"), lines(3, "b", kind="new")),),
        ),
        (
            "ok src/cart.py: 3 -> 3 (0, 340 lines)  edit e820  view v820\n"
            "2|x\n... 3 as sent\n-3|a\n+3|b"
        ),
    ),
    "a removed file": (
        Done(
            seq=830,
            files=(changed(delta=-340, total=0, state="removed"),),
            chips=("c8e101",),
        ),
        "ok src/cart.py: removed, 340 lines  edit e830  kept as chip://c8e101",
    ),
    "inserted lines": (
        Done(
            seq=815,
            files=(changed(Part(None, Span(41, 44), 40), delta=4, total=346),),
            body=(lines(39, "a", "", "b"), Block("sent", 42, 43), lines(44, "", "c", "d")),
        ),
        (
            "ok src/cart.py: 41-44 inserted after 40 (+4, 346 lines)  edit e815  view v815\n"
            "39|a\n40|\n41|b\n... 42-43 as sent\n44|\n45|c\n46|d"
        ),
    ),
    "a confirmed edit": (
        Done(
            seq=816,
            files=(changed(replaced(15, 19, 21), delta=2, total=345),),
            note="as_prepared",
            values={"prepared": 77},
        ),
        (
            "ok src/cart.py: 15-19 -> 15-21 (+2, 345 lines), as prepared in p77"
            "  edit e816  view v816"
        ),
    ),
    "an edit confirmed a second time": (
        Unchanged(seq=9, path=PATH, span=None, by=Who(816, 1, "cc#1"), prepared=77),
        "ok e816 was made from p77 already",
    ),
    "an edit confirmed a second time, by which edit is not known": (
        Unchanged(seq=9, path=PATH, span=None, prepared=77),
        "ok p77 was made already",
    ),
    "a preview": (
        Preview(
            seq=81,
            files=(changed(replaced(12, 16, 18), delta=2, total=342),),
            diffs=(
                (
                    lines(14, "            s -= line.rebate", kind="old"),
                    lines(14, "            if line.rebate:", "                n += 1", kind="new"),
                ),
            ),
        ),
        (
            "preview src/cart.py: 12-16 -> 12-18 (+2), nothing changed yet"
            "  event_id p81, good for 24 h\n"
            "-14|            s -= line.rebate\n+14|            if line.rebate:\n"
            "+15|                n += 1\n"
            "next: be-confirm event_id=p81"
        ),
    ),
    "a preview of several files": (
        Preview(
            seq=81,
            files=(changed(replaced(1, 1, 1)), FileDone(b"b.py", (), 1, 1, "created")),
            diffs=((lines(1, "a", kind="old"),), (lines(1, "b", kind="new"),)),
            next=(Call("be-confirm", {"event_id": "p81"}),),
            hours=2,
        ),
        (
            "preview 2 files: src/cart.py: 1 -> 1 (0); b.py: created, 1 line, nothing changed yet"
            "  event_id p81, good for 2 h\n"
            "src/cart.py: 1 -> 1 (0, 340 lines)\n-1|a\nb.py: created, 1 line\n+1|b\n"
            "next: be-confirm event_id=p81"
        ),
    ),
    "a preview of an undo": (
        Preview(
            seq=81,
            files=(changed(replaced(12, 18, 16), delta=-2, total=340),),
            diffs=((lines(12, "a", kind="old"),),),
            undone=(812,),
            kept=(813,),
        ),
        (
            "preview e812 undone: src/cart.py 12-18 -> 12-16 (-2); later edits kept: e813, "
            "nothing changed yet  event_id p81, good for 24 h\n-12|a\n"
            "next: be-confirm event_id=p81"
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
            kept=(813, 819, 820),
            kept_outside=(819,),
        ),
        (
            "ok e812 undone by e825: src/cart.py 12-18 -> 12-16 (-2, 340 lines); "
            "later edits kept: e813, 819, e820  view v825"
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
        "ok e812 undone by e826: src/cart.py removed",
    ),
    "an undo of what is gone already": (
        Done(seq=826, files=(changed(total=0, state="absent"),), undone=(812,)),
        "ok e812 undone by e826: src/cart.py is gone already",
    ),
    "nothing to do, of one line": (
        Unchanged(seq=818, path=PATH, span=Span(12, 12)),
        "ok src/cart.py: unchanged, 12 already has this text",
    ),
    "nothing to do": (
        Unchanged(seq=818, path=PATH, span=Span(12, 18), by=Who(812, 1, "cc#1", 5)),
        "ok src/cart.py: unchanged, 12-18 already have this text (edit e812 by cc#1)",
    ),
    "nothing to do, as one's own edit did it": (
        Unchanged(seq=818, path=PATH, span=Span(12, 18), by=Who(812, 1, "cc#1", 5), own=True),
        "ok src/cart.py: unchanged, 12-18 already have this text (your edit e812)",
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
    "a snapshot": (
        Marked(seq=830, mark="snapshot", label="before the move", edits=()),
        "ok snapshot before the move: this point of the log is entry 830",
    ),
    "a list of chips": (
        ChipList(
            seq=9,
            now_ns=NOW_NS,
            items=(
                chip("c8e101", "deleted", Span(88, 90), 4, "be-delete", first_line="    x = 3"),
                chip("a3f7b2", "refused", Span(12, 16), 6, tool="be-replace", code="moved"),
                chip(
                    *("a3f7b3", "refused", Span(4, 0), 6, "be-read"),
                    name="codex#3",
                    code="no_such_file",
                    size_bytes=-1,
                ),
            ),
            name="cc#1",
            next=(
                Call("be-insert-chip", {"from": "chip://c8e101", "to": "src/cart.py:87"}),
                Call("be-confirm", {"event_id": "chip://a3f7b2"}),
            ),
        ),
        (
            "3 chips, newest first\n"
            "chip://c8e101  deleted src/cart.py 88-90 with be-delete, 4 min ago, 20 bytes: "
            "`    x = 3`\n"
            "chip://a3f7b2  refused be-replace src/cart.py:12-16, 6 min ago, 20 bytes: "
            "lines moved\n"
            "chip://a3f7b3  refused be-read src/cart.py:4- by codex#3, 6 min ago: no such file\n"
            "next: be-insert-chip from=chip://c8e101 to=src/cart.py:87, or be-confirm "
            "event_id=chip://a3f7b2"
        ),
    ),
    "a list of a whole file and a call of no file": (
        ChipList(
            seq=9,
            now_ns=NOW_NS,
            items=(
                chip("c8e101", "deleted", None, 1),
                chip("a3f7b2", "refused", None, 1, tool="be-x", code="a_later_one", path=b""),
                chip(
                    "a3f7b3", "refused", Span(0, 0), 1, "be-insert", code="denied", first_line="x"
                ),
                chip("a3f7b4", "refused", Span(-1, -1), 1, tool="be-insert", code="denied"),
            ),
            next=(Call("be-insert-chip", {"from": "chip://c8e101", "to": "a:0"}),),
        ),
        (
            "4 chips, newest first\n"
            "chip://c8e101  deleted src/cart.py by cc#1, 1 min ago, 20 bytes\n"
            "chip://a3f7b2  refused be-x by cc#1, 1 min ago, 20 bytes: a later one\n"
            "chip://a3f7b3  refused be-insert src/cart.py:0 by cc#1, 1 min ago, 20 bytes: "
            "the file could not be used: `x`\n"
            "chip://a3f7b4  refused be-insert src/cart.py:END by cc#1, 1 min ago, 20 bytes: "
            "the file could not be used\n"
            "next: be-insert-chip from=chip://c8e101 to=a:0"
        ),
    ),
    "a full list of chips that were used or have left it": (
        ChipList(
            seq=9,
            now_ns=NOW_NS,
            items=(
                chip("c8e101", "deleted", Span(2, 2), 1, first_line="x", uses=(812, 815)),
                chip("a3f7b2", "refused", None, 1, tool="be-write", code="moved", uses=(9,)),
                chip("a3f7b3", "refused", None, 1, code="moved", path=b"", tool="t"),
                chip("a3f7b4", "deleted", None, 1, state="age", uses=(9,)),
                chip("a3f7b5", "deleted", None, 1, state="a_later_one"),
            ),
            more=7,
            capacity=3,
            name="cc#1",
        ),
        (
            "5 chips, newest first; the list is full at 3\n"
            "chip://c8e101  deleted src/cart.py 2, 1 min ago, 20 bytes (used for e812, e815): `x`\n"
            "chip://a3f7b2  refused be-write src/cart.py, 1 min ago, 20 bytes (used for e9): "
            "lines moved\n"
            "chip://a3f7b3  refused t, 1 min ago, 20 bytes: lines moved\n"
            "chip://a3f7b4  deleted src/cart.py, 1 min ago, 20 bytes (used for e9; left: age)\n"
            "chip://a3f7b5  deleted src/cart.py, 1 min ago, 20 bytes (left: a later one)\n"
            "(7 more chips)"
        ),
    ),
    "a chip of a failed call": (
        ChipShown(
            seq=9,
            now_ns=NOW_NS,
            item=chip(
                *("a3f7b2", "refused", Span(12, 16), 6, "be-replace"),
                code="moved",
                name="codex#3",
                size_bytes=16,
                arguments_bytes=1,
            ),
            texts=(lines(1, "ok a.py: created", ""),),
            arguments='{\n  "content": "x"\n}',
            next=(
                Call("be-confirm", {"event_id": "chip://a3f7b2"}),
                Call("be-insert-chip", {"from": "chip://a3f7b2", "to": ANYWHERE}),
            ),
        ),
        (
            "chip://a3f7b2  refused be-replace src/cart.py:12-16 by codex#3, 6 min ago: "
            "lines moved\n"
            "Text, 16 bytes:\n1|ok a.py: created\n2|\n"
            'Arguments, 1 byte:\n1|{\n2|  "content": "x"\n3|}\n'
            "next: be-confirm event_id=chip://a3f7b2, or be-insert-chip from=chip://a3f7b2 "
            "to=FILE:LINE"
        ),
    ),
    "a chip of a call that could not be read, cut": (
        ChipShown(
            seq=9,
            now_ns=NOW_NS,
            item=chip(
                *("a3f7b2", "refused", None, 6, "be-write"),
                code="not_json",
                path=b"",
                size_bytes=-1,
                arguments_bytes=12_000,
            ),
            arguments="next: be-write\n\nREFUSED",
            cut_bytes=11_978,
            next=(
                Call("be-insert-chip", {"from": "chip://a3f7b2", "to": ANYWHERE, "form": "args"}),
            ),
        ),
        (
            "chip://a3f7b2  refused be-write by cc#1, 6 min ago: its arguments were no JSON\n"
            "Arguments, 12000 bytes:\n1|next: be-write\n2|\n3|REFUSED\n"
            "... (11,978 more bytes)\n"
            "next: be-insert-chip from=chip://a3f7b2 to=FILE:LINE form=args"
        ),
    ),
    "a chip of a call with bytes that are no text": (
        ChipShown(
            seq=9,
            now_ns=NOW_NS,
            item=chip(
                *("a3f7b2", "refused", None, 6, "be-write"),
                code="missing_folder",
                size_bytes=3,
                arguments_bytes=2,
            ),
            arguments="{}",
            binary_bytes=3,
            next=(Call("be-confirm", {"event_id": "p9"}),),
        ),
        (
            "chip://a3f7b2  refused be-write src/cart.py by cc#1, 6 min ago: its folder did not "
            "exist\nBinary, 3 bytes, not shown.\nArguments, 2 bytes:\n1|{}\n"
            "next: be-confirm event_id=p9"
        ),
    ),
    "a chip of a call with two texts": (
        ChipShown(
            seq=9,
            now_ns=NOW_NS,
            item=chip("a3f7b2", "refused", None, 6, "be-write", code="no_file", name=""),
            texts=(lines(1, "x"), lines(1, "y")),
            next=(Call("be-confirm", {"event_id": "p9"}),),
        ),
        (
            "chip://a3f7b2  refused be-write src/cart.py, 6 min ago: no file named\n"
            "Text 1 of 2:\n1|x\nText 2 of 2:\n1|y\nnext: be-confirm event_id=p9"
        ),
    ),
    "a chip of deleted text that was used and dropped": (
        ChipShown(
            seq=9,
            now_ns=NOW_NS,
            item=chip(
                *("c8e101", "deleted", Span(88, 88), 4, "be-delete"),
                uses=(812,),
                state="dropped",
                size_bytes=2,
            ),
            texts=(lines(1, "x"),),
        ),
        (
            "chip://c8e101  deleted src/cart.py 88 by cc#1 with be-delete, 4 min ago "
            "(used for e812; left: dropped)\nText, 2 bytes:\n1|x"
        ),
    ),
    "a chip of a removed file": (
        ChipShown(seq=9, now_ns=NOW_NS, item=chip("c8e101", "deleted", None, 4, "be-delete")),
        "chip://c8e101  deleted src/cart.py by cc#1 with be-delete, 4 min ago",
    ),
    "a dropped chip": (
        ChipGone(seq=9, chip="a3f7b2"),
        "ok chip://a3f7b2 is off the list; the log keeps what it held",
    ),
    "an undo, with what was deleted or failed meanwhile": (
        Done(
            seq=826,
            files=(changed(replaced(12, 16, 18)),),
            undone=(812,),
            body=(lines(11, "x"),),
            attached=("c8e101", "a3f7b2"),
            next=(Call("be-read", {"file": "src/cart.py"}),),
        ),
        (
            "ok e812 undone by e826: src/cart.py 12-16 -> 12-18 (0, 340 lines)  view v826\n11|x\n"
            "chips: chip://c8e101, chip://a3f7b2 keep what was deleted or failed meanwhile\n"
            "next: be-read file=src/cart.py"
        ),
    ),
    "a preview of an undo, with what was deleted or failed meanwhile": (
        Preview(
            seq=81,
            files=(changed(replaced(12, 12, 12)),),
            diffs=((lines(12, "a", kind="old"),),),
            undone=(812,),
            attached=("c8e101",),
        ),
        (
            "preview e812 undone: src/cart.py 12 -> 12 (0), nothing changed yet  event_id p81, "
            "good for 24 h\n-12|a\n"
            "chips: chip://c8e101 keeps what was deleted or failed meanwhile\n"
            "next: be-confirm event_id=p81"
        ),
    ),
    "an empty list of chips": (ChipList(seq=9, now_ns=9, items=()), "no chips"),
    "a status": (
        StatusReply(
            seq=9,
            now_ns=NOW_NS,
            session=1,
            name="cc#1",
            edits=(
                OpenEdit(820, NOW_NS - MINUTE_NS, (changed(delta=1, total=1, state="created"),)),
                OpenEdit(813, NOW_NS, (changed(Part(Span(88, 90), None)),), ("c8e101",)),
                OpenEdit(
                    812,
                    NOW_NS - 300 * MINUTE_NS,
                    (changed(replaced(1, 1, 1), replaced(3, 3, 3)), changed(replaced(12, 16, 18))),
                    ("c8e101", "c8e102"),
                ),
            ),
            stale=(
                view(1031, "changed", OUTSIDE, differ=(Span(40, 41),)),
                view(1032, "changed", CODEX, differ=(Span(1, 1), Span(3, 4)), after=4, delta=3),
                view(1033, "moved", CODEX, after=9, delta=-3),
                view(1034, "gone", CODEX),
            ),
            watching=Watching(folders=14, files=120),
        ),
        (
            "3 open edits of this session, newest first; be-trx action=undo event_id=ID takes one "
            "back\ne820  src/cart.py  created, 1 line  1 min ago\n"
            "e813  src/cart.py  88-90 deleted  0 s ago  chip://c8e101\n"
            "e812  src/cart.py  2 changes; src/cart.py  12-16 -> 12-18  5 h ago  "
            "chip://c8e101, chip://c8e102\n"
            "stale views: v1031 src/db.py (40-41 changed outside), "
            "v1032 src/db.py (1, 3-4 changed by codex#3, lines after 4 are +3), "
            "v1033 src/db.py (lines after 9 are -3), v1034 src/db.py (gone)"
        ),
    ),
    "a status without edits": (
        StatusReply(seq=9, now_ns=NOW_NS, session=1, name="cc#1", edits=(), stale=()),
        "no open edits of this session",
    ),
    "a status where not all is watched": (
        StatusReply(
            seq=9,
            now_ns=NOW_NS,
            session=1,
            name="cc#1",
            edits=(),
            stale=(),
            watching=Watching(14, 120, (("limit", 3), ("cap", 0)), 12, 2),
        ),
        (
            "no open edits of this session\n"
            "watching: 3 folders only every 2 s (the system grants no further watch), "
            "12 files checked only at use, events were lost 2 times"
        ),
    ),
    "a list of views": (
        ViewList(
            seq=9,
            now_ns=NOW_NS,
            items=(
                view(1031, "changed", CODEX, differ=(Span(40, 41),), after=41, delta=3),
                view(1030, "same", CODEX),
                view(1029, "moved", OUTSIDE, spans=(Span(1, 4), Span(9, 9)), delta=2),
                view(1028, "gone", OUTSIDE, spans=()),
                view(1027, "gone", None),
            ),
            more=7,
        ),
        (
            "5 views, the most lately used first\n"
            "v1031  src/db.py:1-80  codex#3  40-41 differ, lines after 41 are +3, by e805 codex#3 "
            "20 s ago\n"
            "v1030  src/db.py:1-80  codex#3  same\n"
            "v1029  src/db.py:1-4,9  codex#3  all lines are +2, outside editjournal 20 s ago\n"
            "v1028  src/db.py  codex#3  gone, outside editjournal 20 s ago\n"
            "v1027  src/db.py:1-80  codex#3  gone\n"
            "(7 more views)"
        ),
    ),
    "an empty list of views": (ViewList(seq=9, now_ns=9, items=()), "no views"),
    **STRUCTURE,
} | PAST
