"""Replies about what was, and undos of more than one edit, and how they read."""

import time
from typing import Any

import msgspec

from editjournal.client.words.phrases import clock
from editjournal.schemas.replies import (
    AnyReply,
    Blamed,
    Block,
    Call,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    FileDiff,
    FileDone,
    LogItem,
    LogReply,
    Made,
    Part,
    Planned,
    Preview,
    Refusal,
    SessionItem,
    SessionList,
    StatusReply,
    Step,
    TrailReply,
    Unchanged,
    Who,
)
from editjournal.schemas.values import Span, Unit, Version

from .refusal_examples import CODEX, NOW_NS, OUTSIDE, PATH, changed, lines, replaced

HOUR_NS = 3_600_000_000_000
DIFF = (lines(12, "s = 1", kind="old"), lines(12, "s = 0", kind="new"))
HERE = clock(NOW_NS, time.time_ns())
"""When the entries were made, as it stands in the list."""


def version(total: int = 340, mode: int = 0o644, **fields: Any) -> Version:
    plain_version = Version(b"d" * 32, total * 9, total, Unit.LF, mode, "utf-8")
    return msgspec.structs.replace(plain_version, **fields)


def session(name: str, **fields: Any) -> SessionItem:
    item = SessionItem(3, name, "mcp", "1.2", NOW_NS - HOUR_NS, NOW_NS - HOUR_NS // 30, True)
    return msgspec.structs.replace(item, **fields)


def logged(seq: int, kind: str = "Edited", name: str = "cc#1", **fields: Any) -> LogItem:
    item = LogItem(seq, NOW_NS, 1, name, kind, "be-replace", "", ())
    return msgspec.structs.replace(item, **fields)


BUSY = session("codex#3", edits=12, files=4, open_edits=3, reads=40, refused=1)
ENDED = session("claude#2", is_open=False, reads=1)
IDLE = session("next: x")
UNDONE = changed(replaced(12, 18, 16), delta=-2)
EDIT = logged(820, files=(changed(replaced(12, 12, 12)),))
GONE = FileDone(b"old.py", (), -9, 0, "removed")
MODES = (0o755, 0o644)
SAME = FileDone(b"same.py", (), 0, 8, "unchanged")

DIFFERS = DiffReply(
    since=800,
    until=820,
    files=(
        FileDiff(PATH, version(12), version(340, digest=b"e" * 32), DIFF, (CODEX, OUTSIDE)),
        FileDiff(b"a", None, version(1), (lines(1, "x", kind="new"),), (CODEX,)),
        FileDiff(b"b", version(3), None, missing=True),
        FileDiff(b"c", version(3), version(3, 0o755)),
        FileDiff(
            *(b"d", version(3, encoding=""), version(4, encoding="", digest=b"")),
            by=(CODEX,) * 12,
        ),
        FileDiff(b"e", None, version(3, encoding="")),
        FileDiff(b"f", version(3), version(3, digest=b"")),
    ),
    cut_bytes=1_200,
    more=2,
)

PAST: dict[str, tuple[AnyReply, str]] = {
    "a log": (
        LogReply(items=(logged(7, "Queried", tool="be-trx"),), more=True),
        f"1 entry, newest first\n7  {HERE}  cc#1  asked be-trx\n(older entries follow)",
    ),
    "a log of one file": (
        LogReply(
            path=PATH,
            items=(
                EDIT,
                logged(819, "ChangedOutside", "", files=(changed(replaced(3, 3, 3)),)),
                logged(818, undone_in=(b"b.py",), files=(changed(replaced(1, 1, 1)), GONE)),
            ),
            next=(Call("be-history", {"action": "show", "event_id": 820}),),
        ),
        (
            "src/cart.py: 3 entries, newest first\n"
            f"e820  {HERE}  cc#1  12 -> 12\n"
            f"819  {HERE}  outside  changed outside: 3 -> 3\n"
            f"e818  {HERE}  cc#1  src/cart.py: 1 -> 1 (0, 340 lines); old.py: removed, 9 lines  "
            "(undone in b.py)\n"
            "next: be-history action=show event_id=820"
        ),
    ),
    "a log of nothing": (LogReply(items=()), "no entries"),
    "a list of sessions": (
        SessionList(items=(BUSY, ENDED, IDLE), now_ns=NOW_NS, more=2),
        (
            "3 sessions, the most lately active first\n"
            "session codex#3  2 min ago  12 edits standing, 3 of them open, 4 files touched, "
            "40 reads, 1 call refused\n"
            "session claude#2  2 min ago, ended  1 read\n"
            "session next: x  2 min ago  nothing done\n"
            "(2 more sessions)"
        ),
    ),
    "a list of no sessions": (SessionList(items=(), now_ns=NOW_NS), "no sessions"),
    "a trail": (TrailReply(steps=(Step(EDIT),)), "1 entry, oldest first"),
    "an entry": (
        EntryShown(
            item=logged(820, files=(changed(replaced(12, 12, 12)), GONE)),
            diffs=(DIFF, (lines(1, "x", kind="old"),)),
            missing=(b"b.py", b"c.py"),
            arguments='{"file": "a"}',
            chips=("c8e101",),
            cut_bytes=1_200,
            now_ns=NOW_NS + HOUR_NS,
        ),
        (
            "e820  cc#1  1 h ago  be-replace  src/cart.py: 12 -> 12 (0, 340 lines); "
            "old.py: removed, 9 lines\n"
            "src/cart.py: 12 -> 12 (0, 340 lines)\n-12|s = 1\n+12|s = 0\n"
            "old.py: removed, 9 lines\n-1|x\n"
            'not kept: b.py, c.py\nArguments, 13 bytes:\n1|{"file": "a"}\n'
            "chips: chip://c8e101\n... (1,200 more bytes)"
        ),
    ),
    "an entry of a read": (
        EntryShown(
            item=logged(9, "Viewed", files=(changed(),), spans=(Span(1, 1), Span(4, 4))),
            saw=(lines(1, "a"), lines(4, "b")),
            now_ns=NOW_NS,
        ),
        "v9  cc#1  0 s ago  read src/cart.py:1,4\nShown:\n1|a\n...\n4|b",
    ),
    "a file as it was": (
        Contents(
            path=PATH,
            at=812,
            version=version(),
            by=CODEX,
            blocks=(lines(1, "\tx", ""),),
            marks=("tabs",),
            next=(Call("be-history", {"action": "cat", "file": "src/cart.py:3-4", "at": 812}),),
        ),
        (
            "src/cart.py:1-2 of 340, at entry 812, from codex#3 (edit e805)  (tabs)\n1|\tx\n2|\n"
            "next: be-history action=cat file=src/cart.py:3-4 at=812"
        ),
    ),
    "a file as it was before the journal": (
        Contents(path=b"next: x", at=3, version=version(), blocks=(lines(2, "a"),)),
        "./next: x:2 of 340, at entry 3, from before the journal\n2|a",
    ),
    "an empty file as it was": (
        Contents(path=PATH, at=812, version=version(0), by=OUTSIDE),
        "src/cart.py is empty, at entry 812, from outside editjournal",
    ),
    "a file that was not there": (
        Contents(path=PATH, at=812, version=None),
        "src/cart.py: no file at entry 812",
    ),
    "what differs": (
        DIFFERS,
        (
            "7 files changed from entry 800 to entry 820\n"
            "src/cart.py: 12 -> 340 lines, by codex#3 and outside editjournal\n"
            "-12|s = 1\n+12|s = 0\n"
            "a: created, 1 line, by codex#3\n+1|x\n"
            "b: removed, 3 lines, its text is not kept\n"
            "c: mode 0644 -> 0755\n"
            "d: 27 -> 36 bytes, by codex#3, codex#3, codex#3, codex#3, codex#3, codex#3, codex#3, "
            "codex#3, codex#3, codex#3 and 2 more\n"
            "e: created, 27 bytes\n"
            "f: 3 lines\n"
            "... (1,200 more bytes)\n(2 more files)"
        ),
    ),
    "no differences": (
        DiffReply(since=800, until=820, files=()),
        "no changes from entry 800 to entry 820",
    ),
    "who made the lines": (
        Blamed(
            path=PATH,
            at=820,
            total=340,
            runs=(
                Made(1, 2, Who(0, 0, ""), ("a", "")),
                Made(3, 3, CODEX, ("b|c",)),
                Made(5, 5, OUTSIDE, ("d",)),
            ),
            cut_bytes=90,
            now_ns=NOW_NS,
            next=(Call("be-history", {"action": "blame", "file": "src/cart.py:6-9"}),),
        ),
        (
            "src/cart.py:1-3,5 of 340, at entry 820, by who made them\n"
            "before the journal\n1|a\n2|\n"
            "e805  codex#3  20 s ago\n3|b|c\n"
            "1060  outside editjournal  20 s ago\n5|d\n"
            "... (90 more bytes)\n"
            "next: be-history action=blame file=src/cart.py:6-9"
        ),
    ),
    "who made lines that are not kept": (
        Blamed(path=PATH, at=7, total=9, runs=(Made(1, 9, CODEX),), now_ns=NOW_NS, missing=True),
        (
            "src/cart.py:1-9 of 9, at entry 7, by who made them; the text is not kept\n"
            "e805  codex#3  20 s ago  1-9"
        ),
    ),
    "who made the lines of no file": (
        Blamed(path=PATH, at=7, total=0, runs=(), absent=True),
        "src/cart.py: no file at entry 7",
    ),
    "an undo of several edits": (
        Done(
            seq=825,
            files=(UNDONE, GONE, SAME, SAME),
            undone=(820, 812),
        ),
        (
            "ok e820, e812 undone by e825: src/cart.py 12-18 -> 12-16 (-2, 340 lines); old.py "
            "removed, 9 lines; 2 files unchanged  view v825"
        ),
    ),
    "a restore": (
        Done(
            seq=826,
            files=(FileDone(PATH, (Part(Span(2, 2), None),), -1, 340, "changed", MODES), SAME),
            undone=(820,),
            restored=812,
        ),
        (
            "ok restored to entry 812 (e820 undone) by e826: src/cart.py 2 deleted (-1, 340 "
            "lines), mode 0755 -> 0644; same.py stays as it is (8 lines)  view v826"
        ),
    ),
    "a restore of modes": (
        Done(
            seq=826,
            files=(
                FileDone(PATH, (), 0, 340, "mode", MODES),
                FileDone(b"b", (), 0, 1, "mode"),
            ),
            restored=812,
        ),
        "ok restored to entry 812 by e826: src/cart.py mode 0755 -> 0644; b only its mode",
    ),
    "a restore of what is so": (
        Unchanged(seq=9, path=b"", span=None, restored=812, files=(SAME, SAME)),
        "ok 2 files unchanged, restored to entry 812 already",
    ),
    "a restore where nothing has changed": (
        Unchanged(seq=9, path=b"", span=None, restored=812),
        "ok nothing to restore, no known file changed since entry 812",
    ),
    "a preview of a restore": (
        Preview(seq=81, files=(SAME, SAME, GONE), diffs=((), (), DIFF), redone=(3,), restored=812),
        (
            "preview restored to entry 812 (e3 redone): old.py removed, 9 lines; 2 files "
            "unchanged, nothing changed yet  event_id p81, good for 24 h\n"
            "old.py: removed, 9 lines\n-12|s = 1\n+12|s = 0\n"
            "next: be-confirm event_id=p81"
        ),
    ),
    "a status where others have edits": (
        StatusReply(
            now_ns=NOW_NS,
            session=1,
            name="cc#1",
            edits=(),
            stale=(),
            sessions=(BUSY,),
            next=(Call("be-trx", {"action": "status", "session": "codex#3"}),),
        ),
        (
            "no open edits of this session; others have some:\n"
            "session codex#3  2 min ago  12 edits standing, 3 of them open, 4 files touched, "
            "40 reads, 1 call refused\n"
            "next: be-trx action=status session=codex#3"
        ),
    ),
    "a status of another session without edits": (
        StatusReply(now_ns=9, session=3, name="codex#3", edits=(), stale=(), other=True),
        "no open edits of codex#3",
    ),
}
"""Those that are not refused."""


def planned(path: bytes, state: str, *who: Who, **fields: Any) -> Planned:
    return msgspec.structs.replace(Planned(path, state, who=who), **fields)


PLAN = (
    planned(b"a.py", "restored"),
    planned(b"next: x", "restored"),
    planned(b"b.py", "unchanged"),
    planned(PATH, "conflict", CODEX, OUTSIDE, body=DIFF),
    planned(b"d.py", "conflict", CODEX, code="mode_conflict", modes=(0o644, 0o755)),
    planned(b"e.py", "conflict", CODEX, code="mode_conflict", modes=(-1, 0o755)),
    planned(b"h.py", "conflict", CODEX, code="mode_conflict", modes=(0o755, -1)),
    planned(b"c.py", "impossible", code="not_kept", edit=812),
    planned(b"f.py", "impossible", code="of_a_later_daemon"),
    planned(b"g.py", "restored", *[CODEX] * 12, body=(Block("old", 3, 3, ("x",)),)),
)
PLANNED = Refusal(
    code="undo_conflict",
    tool="be-trx",
    path=PATH,
    values={"edit": 812, "owners": "codex#3 (e820)"},
    plan=PLAN,
    now_ns=NOW_NS,
    next=(
        Call(
            "be-trx",
            {"action": "undo", "event_id": "e812", "resolve": "newer", "preview": "true"},
        ),
    ),
)
NO_SESSION = Refusal(
    code="no_such_session",
    verdict="ERROR",
    tool="be-trx",
    values={"got": "codex#9", "near": "codex#3, next: x"},
    sessions=(BUSY, IDLE),
    now_ns=NOW_NS,
)
