"""A refused undo says of every file what it would come to, and which sessions may be meant."""

import json

import msgspec
import pytest

from editjournal.client.words import render, seed_json
from editjournal.client.words.commands import as_commands
from editjournal.client.words.languages import BY_CODE, CHINESE
from editjournal.schemas.replies import Preview

from .past_examples import NO_SESSION, PAST, PLAN, PLANNED, UNDONE
from .refusal_examples import lines

PLAN_SHOWN = """\
REFUSED src/cart.py, nothing changed. e812 cannot be undone alone: codex#3 (e820) changed its \
lines since. 10 files: 3 would be restored, 1 is so already, 4 conflicts, 2 cannot be restored.
conflict src/cart.py 12: changed since by codex#3 (edit e805, 20 s ago) and outside editjournal, \
20 s ago
-12|s = 1
+12|s = 0
conflict d.py: mode set since by codex#3 (edit e805, 20 s ago); 0755 would replace 0644
conflict e.py: it is gone, 0755 was to be its mode; changed by codex#3 (edit e805, 20 s ago)
conflict h.py: mode set to 0755 since by codex#3 (edit e805, 20 s ago); the file would go
impossible c.py: the text that e812 replaced is not kept
impossible f.py: of a later daemon
restored g.py: with it goes what was done by BY and 2 more
-3|x
restored: a.py, next: x
unchanged: b.py
next: be-trx action=undo event_id=e812 resolve=newer preview=true"""


def test_a_plan_names_every_file_what_is_in_the_way_first() -> None:
    ten = ", ".join(["codex#3 (edit e805, 20 s ago)"] * 10)
    assert render.text(PLANNED) == PLAN_SHOWN.replace("BY", ten)


def test_a_plan_says_the_same_in_chinese() -> None:
    english, chinese = (render.text(PLANNED, language=one).split("\n") for one in BY_CODE.values())
    assert len(english) == len(chinese)
    assert [one for one in english if "|" in one] == [one for one in chinese if "|" in one]
    assert all(not one.isascii() for one in chinese if "|" not in one and "next" not in one[:5])
    assert chinese[1].startswith("\u51b2\u7a81 src/cart.py 12: ")


def test_a_plan_of_one_file_says_nothing_that_the_refusal_has_said() -> None:
    conflict = PLAN[3]
    body = (lines(12, "s = 1", kind="old"), lines(12, "s = 0", kind="new"))
    bare = msgspec.structs.replace(PLANNED, plan=(), body=body)
    told = msgspec.structs.replace(bare, plan=(conflict,))
    assert render.text(told) == render.text(bare)
    without = msgspec.structs.replace(PLANNED, plan=(conflict,), values={})
    assert "\nconflict src/cart.py 12: " in render.text(without)
    assert "1 file" not in render.text(without)


def test_a_long_plan_keeps_to_the_length_of_a_refusal_and_names_its_next_call() -> None:
    many = msgspec.structs.replace(PLANNED, plan=PLAN * 100)
    shown = render.text(many)
    assert len(shown.encode()) <= 6_000
    assert shown.count("\n") <= 63
    assert shown.split("\n")[-2].endswith("more lines)")
    assert shown.endswith("preview=true")


def test_a_plan_in_json_has_an_object_for_each_file() -> None:
    plan = json.loads(seed_json.text(PLANNED))["plan"]
    assert plan[0] == {"file": "a.py", "state": "restored"}
    assert plan[3] == {
        "file": "src/cart.py",
        "state": "conflict",
        "edits": ["e805"],
        "diff": "-12\ts = 1\n+12\ts = 0",
    }
    assert plan[7] == {
        "file": "c.py",
        "state": "impossible",
        "code": "not_kept",
        "event_id": "e812",
    }


def test_sessions_that_may_be_meant_are_listed() -> None:
    assert render.text(NO_SESSION).split("\n") == [
        "ERROR be-trx, nothing changed. No session of the log is called codex#9.",
        (
            "session codex#3  2 min ago  12 edits standing, 3 of them open, 4 files touched, "
            "40 reads, 1 call refused"
        ),
        "session next: x  2 min ago  nothing done",
        "next: send the same call with a session's name, as in codex#3, or its number",
    ]
    assert json.loads(seed_json.text(NO_SESSION))["sessions"] == ["codex#3", "next: x"]
    shown = render.text(NO_SESSION, language=CHINESE).split("\n")
    assert shown[2].startswith("\u4f1a\u8bdd next: x  ")


@pytest.mark.parametrize("name", ["a list of sessions", "a status where others have edits"])
def test_people_are_told_since_when_a_session_is_there(name: str) -> None:
    shown = render.text(PAST[name][0], forms=as_commands("/w", "/w")).split("\n")
    assert shown[1].endswith("1 call refused  (mcp 1.2, since 1 h ago)")


def test_people_are_shown_a_preview_whole_and_models_as_much_as_a_reply_holds() -> None:
    diff = (lines(1, *["x" * 100] * 300, kind="old"),)
    preview = Preview(seq=81, files=(), diffs=(diff,), undone=(3,))
    preview = msgspec.structs.replace(preview, files=(UNDONE,))
    assert len(render.text(preview).encode()) <= 8_000
    shown = render.text(preview, forms=as_commands("/w", "/w"))
    assert shown.count("|x") == 300
