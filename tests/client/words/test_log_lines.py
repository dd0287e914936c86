"""What an entry of the log says to people."""

from typing import Any

import msgspec
import pytest

from editjournal.client.words import log_lines
from editjournal.client.words.languages import CHINESE
from editjournal.schemas.replies import FileDone, LogItem, Part
from editjournal.schemas.values import Span

from .refusal_examples import PATH, changed, replaced


def logged(kind: str, **fields: Any) -> str:
    plain = LogItem(7, 0, 1, "cc#1", kind, "", "", ())
    return log_lines.log_line(msgspec.structs.replace(plain, **fields)).strip()


ONE = (FileDone(PATH, (), 0, 0, ""),)
LOGGED: list[tuple[str, dict[str, Any], str]] = [
    (
        "SessionOpened",
        {"label": "mcp", "code": "1.0"},
        "7  cc#1              session opened (mcp 1.0)",
    ),
    ("SessionOpened", {"label": "cli"}, "7  cc#1              session opened (cli)"),
    ("SessionClosed", {}, "7  cc#1              session closed"),
    (
        "Viewed",
        {"files": ONE, "spans": (Span(1, 3),)},
        "v7  cc#1              read src/cart.py:1-3",
    ),
    (
        "VersionKept",
        {"files": ONE, "name": ""},
        "7  journal           kept the version of src/cart.py",
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 2, 3), delta=1),), "undone": True}),
        "e7  cc#1              src/cart.py: 2 -> 2-3 (+1, 340 lines)  (undone)",
    ),
    (
        *("Edited", {"files": (changed(total=0, state="absent"),), "undoes": (3,)}),
        "e7  cc#1              undoes e3: src/cart.py is gone already",
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 3, 2), delta=-1),), "undoes": (3,)}),
        "e7  cc#1              undoes e3: src/cart.py: 2-3 -> 2 (-1, 340 lines)",
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 3, 2)),), "redoes": (3, 4), "applied": False}),
        "e7  cc#1              redoes e3, e4: src/cart.py: 2-3 -> 2 (0, 340 lines)  (not applied)",
    ),
    (
        *("ChangedOutside", {"name": "", "files": (changed(Part(None, Span(1, 2)), delta=2),)}),
        "7  outside           changed outside: src/cart.py: 1-2 inserted after 0 (+2, 340 lines)",
    ),
    (
        *("ChangedOutside", {"name": "", "files": (changed(total=12),), "kept": False}),
        (
            "7  outside           changed outside: src/cart.py 12 lines "
            "(what was there before was not kept)"
        ),
    ),
    (
        *("ChangedOutside", {"name": "", "files": (changed(state="removed"),), "kept": False}),
        (
            "7  outside           changed outside: src/cart.py: removed "
            "(what was there before was not kept)"
        ),
    ),
    (
        *("Refused", {"tool": "be-replace", "code": "moved", "files": ONE, "spans": (Span(1, 3),)}),
        "7  cc#1              be-replace refused: moved src/cart.py, shown 1-3",
    ),
    ("Refused", {"tool": "x", "code": "not_json"}, "7  cc#1              x refused: not_json"),
    ("Refused", {"tool": "", "code": "bad_line"}, "7  cc#1              refused: bad_line"),
    ("Marked", {"code": "commit", "label": "done"}, "7  cc#1              commit done"),
    (
        *("Previewed", {"files": (changed(replaced(2, 2, 3), delta=1),), "undoes": (3,)}),
        "p7  cc#1              prepared undoes e3: src/cart.py: 2 -> 2-3 (+1)",
    ),
    ("Queried", {"tool": "be-trx"}, "7  cc#1              asked be-trx"),
    (
        *("NotApplied", {"name": "", "files": ONE, "undoes": (3,), "label": "no space"}),
        "7  journal           e3 did not reach src/cart.py: no space",
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 2, 3), delta=1),), "used": ("c8e101", "x")}),
        "e7  cc#1              src/cart.py: 2 -> 2-3 (+1, 340 lines)  (with chip://c8e101, chip://x)",
    ),
    (
        "Edited",
        {"files": (changed(replaced(2, 2, 2)),), "degraded": "a\n", "undone": True},
        (
            r"e7  cc#1              src/cart.py: 2 -> 2 (0, 340 lines)  (arguments salvaged: a\n)"
            "  (undone)"
        ),
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 2, 3)),), "restores": 5, "undoes": (6,)}),
        "e7  cc#1              restores entry 5: src/cart.py: 2 -> 2-3 (0, 340 lines)",
    ),
    (
        *("Edited", {"files": (changed(replaced(2, 2, 3)),), "undone_in": (b"a", b"b\n")}),
        (r"e7  cc#1              src/cart.py: 2 -> 2-3 (0, 340 lines)  (undone in a, b\n)"),
    ),
    ("ChipDropped", {"label": "a3f7b2"}, "7  cc#1              dropped chip://a3f7b2"),
    ("TailCut", {"name": ""}, "7  journal           cut off an unfinished end of the log"),
    ("TornFound", {"name": ""}, "7  journal           kept what a crash had left of"),
    ("OfALaterDaemon", {"files": ONE}, "7  cc#1              OfALaterDaemon src/cart.py"),
]


@pytest.mark.parametrize(("kind", "fields", "wanted"), LOGGED)
def test_an_entry_reads(kind: str, fields: dict[str, Any], wanted: str) -> None:
    assert logged(kind, **fields) == wanted


def test_an_entry_reads_in_chinese() -> None:
    item = LogItem(7, 0, 0, "", "ChangedOutside", "", "", (changed(replaced(2, 2, 3), delta=1),))
    assert log_lines.what(item, CHINESE) == (
        "\u5728\u5916\u90e8\u88ab\u66f4\u6539: src/cart.py: 2 -> 2-3 (+1, 340 \u884c)"
    )
