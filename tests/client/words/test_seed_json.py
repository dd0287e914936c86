"""Replies as JSON: field names that scripts go by, and nothing else."""

import json
import re
from typing import Any

import msgspec
import pytest

from editjournal.client.words import render, seed_json
from editjournal.client.words.forms import AS_UNPREFIXED_TOOLS
from editjournal.client.words.languages import CHINESE
from editjournal.schemas.replies import (
    AnyReply,
    Balanced,
    Call,
    ChipGone,
    ChipItem,
    ChipList,
    ChipShown,
    Done,
    FileDone,
    Marked,
    Notice,
    OpenEdit,
    Outlined,
    Part,
    Preview,
    Ranged,
    Refusal,
    Remark,
    Shown,
    StatusReply,
    Unchanged,
    ViewItem,
    ViewList,
    Who,
)
from editjournal.schemas.structure import Balance, Definition, Mark, Pair
from editjournal.schemas.structure import Problem as Mismatch
from editjournal.schemas.values import Span

from .past_examples import DIFFERS, PAST, PLANNED
from .refusal_examples import PATH, changed, lines, replaced
from .refusal_examples import REFUSALS as EXAMPLES
from .structure_examples import CART, TOTAL

DIFF = (lines(12, "a", kind="old"), lines(12, "b", "\tc", kind="new"))
CONFIRM = Call("be-confirm", {"event_id": "p77"}, "your text at 3")


def chip(id_: str) -> ChipItem:
    return ChipItem(id_, 1, "cc#1", "be-write", "refused", PATH, None, "not_json", -1)


REPLIES: dict[str, tuple[AnyReply, dict[str, Any]]] = {
    "a read": (
        Shown(
            seq=1042,
            path=PATH,
            total=340,
            blocks=(lines(1, "import os", ""), lines(9, "\tx")),
            next=(Call("be-read", {"file": "src/cart.py:10-20"}),),
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "viewed_code_id": "v1042",
            "start": 1,
            "end": 9,
            "total_lines": 340,
            "content": "1\timport os\n2\t\n9\t\tx",
            "message": "src/cart.py:1-2,9 of 340  view v1042",
            "next_action": "be-read file=src/cart.py:10-20",
        },
    ),
    "a read of nothing": (
        Shown(seq=7, path=b"a", total=0, blocks=()),
        {
            "status": "ok",
            "file": "a",
            "viewed_code_id": "v7",
            "total_lines": 0,
            "content": "",
            "message": "a is empty  view v7",
        },
    ),
    "an edit": (
        Done(
            seq=812,
            files=(changed(replaced(12, 12, 13), replaced(20, 20, 20), delta=1, total=341),),
            diffs=(DIFF,),
            warnings=(Remark("wrote_binary"),),
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 341,
            "start": 12,
            "end": 20,
            "event_id": "e812",
            "viewed_code_id": "v812",
            "diff": "-12\ta\n+12\tb\n+13\t\tc",
            "message": "ok src/cart.py: 2 changes (+1, 341 lines)  edit e812  view v812",
            "warnings": ["the file is no text any more, so its lines cannot be read or edited"],
        },
    ),
    "a deletion": (
        Done(
            seq=813, files=(changed(Part(Span(8, 9), None), delta=-2, total=3),), chips=("c8e101",)
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 3,
            "event_id": "e813",
            "viewed_code_id": "v813",
            "chip": "c8e101",
            "message": (
                "ok src/cart.py: 8-9 deleted (-2, 3 lines)  edit e813  view v813  "
                "kept as chip://c8e101"
            ),
            "warnings": ["deleted content saved as chip://c8e101"],
        },
    ),
    "an edit of several files": (
        Done(
            seq=820,
            files=(FileDone(b"a", (), 2, 2, "created"), FileDone(b"b", (), -1, 0, "removed")),
            diffs=((lines(1, "x", kind="new"),), ()),
        ),
        {
            "status": "ok",
            "file": "a",
            "files": [
                {"file": "a", "total_lines": 2, "start": 1, "end": 2},
                {"file": "b", "total_lines": 0},
            ],
            "event_id": "e820",
            "viewed_code_id": "v820",
            "diff": "file a\n+1\tx\nfile b\n",
            "message": (
                "ok 2 files: a: created, 2 lines; b: removed, 1 line  edit e820  view v820"
            ),
        },
    ),
    "an undo that removes a file": (
        Done(seq=9, files=(FileDone(b"b", (), -1, 0, "removed"),), undone=(812,), redone=(3,)),
        {
            "status": "ok",
            "file": "b",
            "total_lines": 0,
            "event_id": "e9",
            "undone": ["e812"],
            "redone": ["e3"],
            "message": "ok e812 undone and e3 redone by e9: b removed, 1 line",
        },
    ),
    "a preview": (
        Preview(seq=81, files=(changed(replaced(12, 12, 13), delta=1),), diffs=(DIFF,)),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 340,
            "start": 12,
            "end": 13,
            "event_id": "p81",
            "preview": True,
            "diff": "-12\ta\n+12\tb\n+13\t\tc",
            "message": (
                "preview src/cart.py: 12 -> 12-13 (+1), nothing changed yet  event_id p81, "
                "good for 24 h"
            ),
            "next_action": "be-confirm event_id=p81",
        },
    ),
    "nothing to do": (
        Unchanged(seq=8, path=PATH, span=Span(2, 3), by=Who(7, 1, "cc#1")),
        {
            "status": "ok",
            "file": "src/cart.py",
            "start": 2,
            "end": 3,
            "event_id": "e7",
            "unchanged": True,
            "message": ("ok src/cart.py: unchanged, 2-3 already have this text (edit e7 by cc#1)"),
        },
    ),
    "a commit": (
        Marked(seq=5, mark="commit", label="done", edits=(2,)),
        {"status": "ok", "label": "done", "message": "ok commit done: 1 edit closed"},
    ),
    "deletions in several files": (
        Done(
            seq=813,
            files=(changed(state="removed", total=0), changed(Part(Span(8, 9), None), total=3)),
            chips=("c8e101", "chip://c8e102"),
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "files": [
                {"file": "src/cart.py", "total_lines": 0},
                {"file": "src/cart.py", "total_lines": 3},
            ],
            "event_id": "e813",
            "viewed_code_id": "v813",
            "chip": "c8e101",
            "chips": ["c8e101", "c8e102"],
            "message": (
                "ok 2 files: src/cart.py: removed; src/cart.py: 8-9 deleted (0, 3 lines)  "
                "edit e813  view v813  kept as chip://c8e101, chip://c8e102"
            ),
            "warnings": [
                "deleted content saved as chip://c8e101",
                "deleted content saved as chip://c8e102",
            ],
        },
    ),
    "a list of chips": (
        ChipList(
            seq=9,
            now_ns=9,
            items=(chip("c8e101"), chip("chip://a3f7b2")),
            next=(
                Call("be-insert-chip", {"from": "chip://c8e101", "to": "a:0"}),
                Call("be-confirm", {"event_id": "chip://a3f7b2"}),
            ),
        ),
        {
            "status": "ok",
            "chips": ["a3f7b2", "c8e101"],
            "message": "2 chips, newest first",
            "next_action": (
                "be-insert-chip from=chip://c8e101 to=a:0, or be-confirm event_id=chip://a3f7b2"
            ),
        },
    ),
    "a chip of a failed call": (
        ChipShown(
            seq=9,
            item=msgspec.structs.replace(chip("a3f7b2"), size_bytes=2, uses=(812,)),
            texts=(lines(1, "x"), lines(1, "y")),
            arguments="{}",
            next=(Call("be-confirm", {"event_id": "chip://a3f7b2"}),),
        ),
        {
            "status": "ok",
            "chip": "a3f7b2",
            "file": "src/cart.py",
            "content": "1\tx\n1\ty",
            "arguments": "{}",
            "used": ["e812"],
            "message": (
                "chip://a3f7b2  refused be-write src/cart.py by cc#1, 0 s ago (used for e812): "
                "its arguments were no JSON"
            ),
            "next_action": "be-confirm event_id=chip://a3f7b2",
        },
    ),
    "a dropped chip": (
        ChipGone(seq=9, chip="a3f7b2"),
        {
            "status": "ok",
            "chip": "a3f7b2",
            "message": "ok chip://a3f7b2 is off the list; the log keeps what it held",
        },
    ),
    "an undo, with what was deleted or failed meanwhile": (
        Done(seq=9, files=(), undone=(812,), attached=("c8e101",)),
        {
            "status": "ok",
            "event_id": "e9",
            "viewed_code_id": "v9",
            "undone": ["e812"],
            "attached": ["c8e101"],
            "message": "ok e812 undone by e9:   view v9",
        },
    ),
    "an empty list of chips": (
        ChipList(seq=9, now_ns=9, items=()),
        {"status": "ok", "chips": [], "message": "no chips"},
    ),
    "a status": (
        StatusReply(
            seq=9, now_ns=9, session=1, name="", edits=(OpenEdit(8, 1, (changed(),)),), stale=()
        ),
        {
            "status": "ok",
            "edits": ["e8"],
            "message": (
                "1 open edit of this session, newest first; be-trx action=undo event_id=ID takes "
                "one back"
            ),
        },
    ),
    "a list of views, with news": (
        ViewList(
            seq=9,
            now_ns=9,
            items=(ViewItem(8, PATH, 1, "cc#1", 1, (Span(1, 2),), 2, "same"),),
            notices=(Notice("gone", PATH, Who(9, 2, "codex#3"), 8),),
            more_notices=2,
        ),
        {
            "status": "ok",
            "views": ["v8"],
            "message": "1 view, the most lately used first",
            "notices": [
                "src/cart.py of view v8 is gone: removed by codex#3 (edit e9)",
                "2 more files changed: be-trx action=status lists stale views",
            ],
        },
    ),
    "a log": (
        PAST["a log of one file"][0],
        {
            "status": "ok",
            "entries": ["e820", "819", "e818"],
            "message": "src/cart.py: 3 entries, newest first",
            "next_action": "be-history action=show event_id=820",
        },
    ),
    "a trail": (
        PAST["a trail"][0],
        {"status": "ok", "entries": ["e820"], "message": "1 entry, oldest first"},
    ),
    "a list of sessions": (
        PAST["a list of sessions"][0],
        {
            "status": "ok",
            "sessions": ["codex#3", "claude#2", "next: x"],
            "message": "3 sessions, the most lately active first",
        },
    ),
    "an entry": (
        PAST["an entry"][0],
        {
            "status": "ok",
            "event_id": "e820",
            "file": "src/cart.py",
            "files": [
                {"file": "src/cart.py", "total_lines": 340, "start": 12, "end": 12},
                {"file": "old.py", "total_lines": 0},
            ],
            "diff": "file src/cart.py\n-12\ts = 1\n+12\ts = 0\nfile old.py\n-1\tx",
            "arguments": '{"file": "a"}',
            "chips": ["c8e101"],
            "message": PAST["an entry"][1].split("\n")[0],
        },
    ),
    "an entry of a read": (
        PAST["an entry of a read"][0],
        {
            "status": "ok",
            "event_id": "v9",
            "file": "src/cart.py",
            "total_lines": 340,
            "content": "1\ta\n4\tb",
            "message": "v9  cc#1  0 s ago  read src/cart.py:1,4",
        },
    ),
    "a file as it was": (
        PAST["a file as it was"][0],
        {
            "status": "ok",
            "file": "src/cart.py",
            "start": 1,
            "end": 2,
            "content": "1\t\tx\n2\t",
            "message": PAST["a file as it was"][1].split("\n")[0],
            "next_action": "be-history action=cat file=src/cart.py:3-4 at=812",
        },
    ),
    "what differs": (
        msgspec.structs.replace(DIFFERS, files=DIFFERS.files[:1]),
        {
            "status": "ok",
            "files": [{"file": "src/cart.py", "diff": "-12\ts = 1\n+12\ts = 0"}],
            "message": "1 file changed from entry 800 to entry 820",
        },
    ),
    "who made the lines": (
        PAST["who made the lines"][0],
        {
            "status": "ok",
            "file": "src/cart.py",
            "lines": [
                {"start": 1, "end": 2, "content": "1\ta\n2\t"},
                {"start": 3, "end": 3, "entry": 805, "name": "codex#3", "content": "3\tb|c"},
                {"start": 5, "end": 5, "entry": 1060, "content": "5\td"},
            ],
            "message": "src/cart.py:1-3,5 of 340, at entry 820, by who made them",
            "next_action": "be-history action=blame file=src/cart.py:6-9",
        },
    ),
    "a restore": (
        PAST["a restore of modes"][0],
        {
            "status": "ok",
            "file": "src/cart.py",
            "files": [
                {"file": "src/cart.py", "total_lines": 340},
                {"file": "b", "total_lines": 1},
            ],
            "event_id": "e826",
            "restored": 812,
            "message": PAST["a restore of modes"][1],
        },
    ),
    "a restore of what is so": (
        PAST["a restore of what is so"][0],
        {
            "status": "ok",
            "file": "same.py",
            "files": [{"file": "same.py", "total_lines": 8}] * 2,
            "restored": 812,
            "unchanged": True,
            "message": "ok 2 files unchanged, restored to entry 812 already",
        },
    ),
    "a refusal with a plan": (
        msgspec.structs.replace(PLANNED, plan=PLANNED.plan[:1]),
        {
            "status": "error",
            "error": "e812 cannot be undone alone: codex#3 (e820) changed its lines since.",
            "code": "undo_conflict",
            "file": "src/cart.py",
            "plan": [{"file": "a.py", "state": "restored"}],
            "message": (
                "REFUSED src/cart.py, nothing changed. e812 cannot be undone alone: codex#3 "
                "(e820) changed its lines since."
            ),
            "next_action": ("be-trx action=undo event_id=e812 resolve=newer preview=true"),
        },
    ),
    "a refusal that shows lines, with the edit prepared": (
        Refusal(
            seq=77,
            code="old_elsewhere",
            tool="be-replace",
            path=PATH,
            values={"now": "3"},
            body=(*DIFF, lines(3, "x")),
            view=True,
            chip="a3f7b2",
            prepared=True,
            next=(CONFIRM,),
        ),
        {
            "status": "error",
            "error": "`old` is not there; it is at 3, once.",
            "code": "old_elsewhere",
            "file": "src/cart.py",
            "content": "3\tx",
            "diff": "-12\ta\n+12\tb\n+13\t\tc",
            "viewed_code_id": "v77",
            "event_id": "p77",
            "chip": "a3f7b2",
            "message": (
                "REFUSED src/cart.py, nothing changed. `old` is not there; it is at 3, once."
            ),
            "next_action": "be-confirm event_id=p77 (your text at 3)",
        },
    ),
    "a range": (
        Ranged(
            path=PATH,
            total=340,
            line=12,
            found=Definition("method", "total", 10, 19, 10, 0, unsure=True),
            chain=(CART,),
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 340,
            "kind": "method",
            "name": "total",
            "start": 10,
            "end": 19,
            "unsure": True,
            "enclosing": [{"kind": "class", "name": "Cart", "start": 4, "end": 120}],
            "message": (
                "src/cart.py:10-19  method total, in class Cart 4-120  "
                "(does not parse here: the range may be wrong)"
            ),
        },
    ),
    "an outline": (
        Outlined(path=PATH, total=340, definitions=(CART, TOTAL)),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 340,
            "definitions": [
                {"kind": "class", "name": "Cart", "start": 4, "end": 120},
                {"kind": "method", "name": "total", "start": 10, "end": 19, "parent": 0},
            ],
            "message": "src/cart.py, 340 lines",
        },
    ),
    "a balance": (
        Balanced(
            path=PATH,
            total=90,
            balance=Balance(
                "go",
                "grammar",
                (Mismatch("bracket", Mark("}", 88, 1), Mark("(", 80, 12)),),
                (Pair(Mark("{", 3, 9), Mark("}", 7, 1)),),
            ),
        ),
        {
            "status": "ok",
            "file": "src/cart.py",
            "total_lines": 90,
            "balanced": False,
            "problems": [
                {
                    "kind": "bracket",
                    "text": "}",
                    "line": 88,
                    "column": 1,
                    "partner": {"text": "(", "line": 80, "column": 12},
                }
            ],
            "pairs": [
                {
                    "from": {"text": "{", "line": 3, "column": 9},
                    "to": {"text": "}", "line": 7, "column": 1},
                }
            ],
            "message": "src/cart.py: 1 problem",
        },
    ),
    "a wrong call": (
        Refusal(code="no_file", verdict="ERROR", tool="be-read", values={"root": "/w"}),
        {
            "status": "error",
            "error": "`file` is empty.",
            "code": "no_file",
            "message": "ERROR be-read, nothing changed. `file` is empty.",
            "next_action": "name a path, relative to /w or absolute beneath it",
        },
    ),
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_has_these_fields(name: str) -> None:
    reply, wanted = REPLIES[name]
    assert json.loads(seed_json.text(reply)) == wanted


def test_every_field_is_in_the_table_of_the_module() -> None:
    table = seed_json.__doc__ or ""
    names = re.findall(r"^    ([a-z_]+(?:, [a-z_]+)*)  +", table, re.MULTILINE)
    listed = {one for name in names for one in name.split(", ")} - {"field"}
    assert {field for _, wanted in REPLIES.values() for field in wanted} == listed


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_refusal_has_an_error_and_a_next_action(name: str) -> None:
    shown = json.loads(seed_json.text(EXAMPLES[name]))
    assert shown["status"] == "error"
    assert shown["error"].split(" edit ")[0] in shown["message"]
    assert shown["next_action"]
    assert render.text(EXAMPLES[name]).endswith(shown["next_action"])


def test_what_does_not_fit_is_in_the_error() -> None:
    shown = json.loads(seed_json.text(EXAMPLES["items_unfit"]))
    assert shown["error"] == (
        "1 of 4 edits does not fit; 1, 2 and 4 do. "
        "edit 3: `old` occurs 2 times: 41 (Cart.pay), 77 (Cart.show)"
    )


def test_unknown_arguments_are_among_the_warnings() -> None:
    reply = Marked(seq=5, mark="commit", label="", edits=())
    shown = json.loads(seed_json.text(reply, ("colour",)))
    assert shown["warnings"] == ["arguments that mean nothing here were ignored: colour"]


def test_text_that_cannot_be_encoded_is_shown_as_escapes() -> None:
    reply = Shown(seq=7, path=b"a\xff", total=1, blocks=(lines(1, "x\ud800"),))
    shown = json.loads(seed_json.text(reply))
    assert (shown["file"], shown["content"]) == ("a\\xff", "1\tx\\ud800")


def test_sentences_are_in_the_readers_language_and_fields_are_not() -> None:
    reply = REPLIES["a refusal that shows lines, with the edit prepared"][0]
    english = json.loads(seed_json.text(reply))
    shown = json.loads(seed_json.text(reply, forms=AS_UNPREFIXED_TOOLS, language=CHINESE))
    assert shown.keys() == english.keys()
    differ = {key for key in shown if shown[key] != english[key]}
    assert differ == {"error", "message", "next_action"}
    assert shown["next_action"].startswith("confirm event_id=p77 ")


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("ERROR x.\nnext: y", {"status": "error", "error": "ERROR x.", "next_action": "y"}),
        ("ERROR x.", {"status": "error", "error": "ERROR x."}),
    ],
)
def test_where_there_is_no_reply_that_is_told_in_the_same_form(
    told: str, wanted: dict[str, str]
) -> None:
    assert json.loads(seed_json.trouble(told)) == wanted
