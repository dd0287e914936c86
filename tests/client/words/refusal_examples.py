"""Parts of replies, and a refusal for each code that core, journal or arguments can give."""

from typing import Any

import msgspec

from editjournal.schemas.replies import Block, Call, FileDone, Part, Problem, Refusal, Who
from editjournal.schemas.values import Span

SECOND_NS = 1_000_000_000
NOW_NS = 1_000 * SECOND_NS
PATH = b"src/cart.py"
LINES = Span(12, 16)
OUTSIDE = Who(1060, 0, "", NOW_NS - 20 * SECOND_NS)
CODEX = Who(805, 2, "codex#3", NOW_NS - 20 * SECOND_NS)
READ = Call("be-read", {"file": "src/cart.py"})
STATUS = Call("be-trx", {"action": "status"})


def error(code: str, tool: str = "be-replace", **values: str | int) -> Refusal:
    return Refusal(code=code, verdict="ERROR", tool=tool, values=values, now_ns=NOW_NS)


def file_error(code: str, **values: str | int) -> Refusal:
    return Refusal(
        code=code, verdict="ERROR", tool="be-read", path=PATH, values=values, now_ns=NOW_NS
    )


def refusal(code: str, *calls: Call, **values: str | int) -> Refusal:
    return Refusal(
        code=code, tool="be-replace", path=PATH, values=values, next=calls, now_ns=NOW_NS
    )


def trx(code: str, *calls: Call, **values: str | int) -> Refusal:
    return Refusal(code=code, tool="be-trx", values=values, next=calls, now_ns=NOW_NS)


def trx_of_file(code: str, **values: str | int) -> Refusal:
    return Refusal(
        code=code, tool="be-trx", path=PATH, values=values, who=CODEX, next=(READ,), now_ns=NOW_NS
    )


def stale(
    code: str,
    *body: Block,
    who: Who | None = OUTSIDE,
    now: str = "",
    note: str = "",
    values: dict[str, str | int] | None = None,
    span: Span = LINES,
) -> Refusal:
    named = values or {}
    if now:
        named = {**named, "now": now}
        call = Call("be-replace", {"file": f"src/cart.py:{now}", "viewed_code_id": "v1066"}, note)
    else:
        call = Call("be-read", {"file": "src/cart.py:12-16"})
    fields: dict[str, Any] = {"span": span, "who": who, "body": body, "view": bool(now)}
    return Refusal(
        seq=1066,
        code=code,
        tool="be-replace",
        path=PATH,
        values=named,
        next=(call,),
        now_ns=NOW_NS,
        **fields,
    )


def changed(*parts: Part, delta: int = 0, total: int = 340, state: str = "changed") -> FileDone:
    return FileDone(PATH, parts, delta, total, state)


def replaced(first: int, last: int, now_last: int) -> Part:
    return Part(Span(first, last), Span(first, now_last))


def lines(first: int, *those: str, kind: str = "lines") -> Block:
    return Block(kind, first, first + len(those) - 1, those)


def repaired(example: Refusal, event_id: str, note: str = "", **values: str | int) -> Refusal:
    """Return the refusal as it is where the edit that was meant has been prepared."""
    call = Call("be-confirm", {"event_id": event_id}, note)
    return msgspec.structs.replace(
        example,
        seq=int(event_id[1:]),
        values={**example.values, **values},
        chip="a3f7b2",
        prepared=True,
        next=(call, *example.next),
    )


def unfit(*problems: Problem, items: int, **values: str | int) -> Refusal:
    return Refusal(
        code="items_unfit",
        tool="be-replace",
        path=PATH,
        values={"unfit": len(problems), "items": items, **values},
        problems=problems,
        now_ns=NOW_NS,
    )


OUTLINE = Call("be-read", {"file": "src/cart.py", "outline": "true"})
FIRST = "for the first of them"


def structural(
    code: str,
    *calls: Call,
    tool: str = "be-read",
    span: Span | None = None,
    **values: str | int,
) -> Refusal:
    return Refusal(
        code=code,
        verdict="ERROR",
        tool=tool,
        path=PATH,
        span=span,
        values=values,
        next=calls,
        now_ns=NOW_NS,
    )


def sought(
    code: str, kind: str, value: str, *calls: Call, near: str = "", **more: str | int
) -> Refusal:
    """Return the refusal of a target that was looked for."""
    values = {"kind": kind, "value": value, "nth": 0, "count": 0, "near": near, **more}
    return msgspec.structs.replace(structural(code, *calls), values=values)


TOTALS: dict[str, str | int] = {"total": 343, "view": 1042, "view_total": 340, "view_lines": "1-40"}
SHOWN = lines(
    13,
    "    def total(self):",
    "        s = 0",
    "        for line in self.lines:",
    "            s += line.price",
    "            s -= line.rebate",
    "        print(s)",
    "        return s",
    "",
)
ONE_LINE = Span(4, 4)
NOW = lines(12, "\t\tfor line in self.lines:", "\t\t\ts += line.price")

SALVAGED: dict[str, str | int] = {
    "how": "line breaks inside a string",
    "lines": 120,
    "hash": "1a2b3c4d5e6f",
    "tail": "    return total",
}

REFUSALS: dict[str, Refusal] = {
    "unknown_tool": error("unknown_tool", "frob", name="frob", known="be-read, be-replace"),
    "not_json": error("not_json", problem="Input data was truncated"),
    "degraded": refusal("degraded", **SALVAGED),
    "degraded (prepared)": msgspec.structs.replace(
        repaired(refusal("degraded", **SALVAGED), "p77"),
        body=(lines(3, "a", kind="old"), lines(3, "b", kind="new")),
    ),
    "degraded (without a text)": refusal("degraded", how="a code fence around it"),
    "degraded_cut": error(
        "degraded_cut", "be-write", bytes=4_000, chip="a3f7b2", lines=120, hash="1a2b", tail="    x"
    ),
    "degraded_cut (with more at its end)": error(
        *("degraded_cut", "be-write"),
        bytes=40,
        chip="a3f7b2",
        lines=2,
        hash="1a2b",
        tail="print(",
        end='"',
    ),
    "degraded_cut (before its text)": error("degraded_cut", bytes=20, chip="a3f7b2"),
    "not_an_object": error("not_an_object", got="an array"),
    "missing": error("missing", "be-read", name="file", got="nothing"),
    "missing_content": error("missing_content", got="file, replacement_text"),
    "conflicting_names": error("conflicting_names", one="file", other="path"),
    "conflicting_lines": error("conflicting_lines", in_path="3-5", name="line", beside="9"),
    "not_together": error("not_together", "be-trx", name="event_id", action="rollback"),
    "not_served": error("not_served", name="preview"),
    "not_corrected": error("not_corrected", "be-confirm", name="old"),
    "not_served (by a read)": error("not_served", "be-read", name="at"),
    "not_served (a function around a line)": error("not_served", "be-history", name=":40-auto"),
    "not_served (by be-trx)": error("not_served", "be-trx", name="lease"),
    "not_served (after, by be-replace)": error("not_served", name="insert_line"),
    "not_served (by a question about a line)": error("not_served", "be-tag-range", name="target"),
    "not_served (by one about a file)": error("not_served", "be-balance", name="target"),
    "not_served (by be-confirm)": error("not_served", "be-confirm", name="target"),
    "wrong_type": error("wrong_type", name="all", wanted="true or false", got="a string"),
    "not_a_choice": error("not_a_choice", "be-trx", name="action", got="frob", choices="status"),
    "too_small": error("too_small", "be-trx", name="step", least=1, got=0),
    "bad_id": error("bad_id", name="viewed_code_id", got="x", example="v812"),
    "bad_id (of what was prepared)": error(
        "bad_id", "be-confirm", name="event_id", got="zzz", example="p812 or chip://a3f7b2"
    ),
    "bad_id (of a view, to be-confirm)": error(
        "bad_id", "be-confirm", name="viewed_code_id", got="zzz", example="v812"
    ),
    "bad_id (of an edit)": error("bad_id", "be-trx", name="event_id", got="zzz", example="e812"),
    "bad_id (of a chip)": error(
        "bad_id", "be-insert-chip", name="from", got="chip://x", example="chip://a3f7b2"
    ),
    "bad_time": error("bad_time", "be-chips", name="since", got="3y"),
    "missing (but a name like it)": repaired(
        error("missing", "be-read", name="file", got="flie"),
        "p83",
        "flie taken as file",
        taken="flie",
    ),
    "missing_content (but another text)": repaired(
        error("missing_content", got="file, replacement_text"),
        "p83",
        "replacement_text taken as content",
        taken="replacement_text",
    ),
    "whole_files": error("whole_files", "be-trx", lines="3-5", plain="a.py"),
    "bad_point": error("bad_point", "be-trx", name="since", got="yesterday 99:88"),
    "beside_edits": Refusal(code="beside_edits", verdict="ERROR", tool="be-replace", path=PATH),
    "beside_edits (a target)": error("beside_edits", name="target", list="edits"),
    "beside_edits (an argument)": error("beside_edits", name="old", list="edits"),
    "no_edits": error("no_edits", list="edits"),
    "bad_edit": error("bad_edit", number=2, problem="`content` is missing", list="edits"),
    "only_with_chip": error("only_with_chip", "be-confirm", name="file"),
    "bad_base64": error("bad_base64", "be-write"),
    "bad_line": error("bad_line", problem="not JSON: it ends too early, at byte 812"),
    "line_too_long": error("line_too_long", came=70_000_000, kept=67_108_864),
    "no_call": error("no_call", problem="unknown method tool/call"),
    "too_old": Refusal(code="too_old", verdict="ERROR", next=(STATUS,)),
    "no_file": error("no_file", written="", root="/w"),
    "bad_path": file_error("bad_path", written="src/cart.py", root="/w"),
    "is_root": file_error("is_root", written="/w", root="/w"),
    "outside": file_error("outside", written="/etc/passwd", root="/w"),
    "outside (over a symlink)": file_error("outside", problem=""),
    "bad_lines": file_error("bad_lines", written="src/cart.py:5-3", root="/w"),
    "bad_lines (the end)": file_error("bad_lines", written="-1"),
    "bad_lines (the top)": file_error("bad_lines", written="0"),
    "ambiguous_place": Refusal(
        code="ambiguous_place",
        verdict="ERROR",
        tool="be-replace",
        path=b"a:5",
        values={"plain": "a"},
    ),
    "no_such_file": file_error("no_such_file", problem="", near=""),
    "no_such_file (but like it)": Refusal(
        code="no_such_file",
        verdict="ERROR",
        tool="be-read",
        path=b"src/carts.py",
        values={"problem": "", "near": "src/cart.py, src/card.py"},
        next=(READ,),
    ),
    "no_such_file (any more)": Refusal(
        code="no_such_file",
        verdict="ERROR",
        tool="be-replace",
        path=PATH,
        who=OUTSIDE,
        now_ns=NOW_NS,
        values={"problem": "", "near": ""},
    ),
    "no_such_file (any more, but like it)": Refusal(
        code="no_such_file",
        verdict="ERROR",
        tool="be-replace",
        path=PATH,
        who=CODEX,
        now_ns=NOW_NS,
        values={"problem": "", "near": "src/card.py"},
        next=(READ,),
    ),
    "no_such_file (to delete)": Refusal(
        code="no_such_file", verdict="ERROR", tool="be-delete", path=PATH
    ),
    "no_such_file (to insert)": Refusal(
        code="no_such_file", verdict="ERROR", tool="be-insert-chip", path=PATH
    ),
    "is_folder": file_error("is_folder", problem="", names="app.py, util.py", more=0),
    "is_folder (a large one)": file_error("is_folder", problem="", names="a.py, b.py", more=12),
    "is_folder (an empty one)": file_error("is_folder", problem="", names="", more=0),
    "special": file_error("special", problem=""),
    "denied": file_error("denied", problem="Permission denied"),
    "too_large": file_error("too_large", problem="600,000,000 bytes"),
    "binary": file_error("binary", size_bytes=8192),
    "binary (to delete)": Refusal(
        code="binary",
        verdict="ERROR",
        tool="be-delete",
        path=PATH,
        values={"size_bytes": 8192},
    ),
    "past_end": refusal("past_end", READ, lines="400-410", total=340),
    "no_place": refusal("no_place"),
    "no_lines": refusal("no_lines", total=340, size_bytes=8192),
    "no_lines (with the removal prepared)": repaired(
        refusal("no_lines", total=340, size_bytes=8192),
        "p9",
        "removes the file, 340 lines, kept as a chip",
    ),
    "no_line": refusal("no_line"),
    "no_line (of a chip)": Refusal(
        code="no_line", verdict="ERROR", tool="be-insert-chip", path=PATH
    ),
    "nothing_to_insert": refusal("nothing_to_insert"),
    "several_ranges": refusal("several_ranges"),
    "lines_in_write": error("lines_in_write", "be-write", plain="src/cart.py"),
    "missing_folder": refusal("missing_folder", folder="src/new"),
    "missing_folder (prepared)": repaired(
        refusal("missing_folder", folder="src/new"), "p84", "makes folder and file"
    ),
    "read_only": refusal("read_only", mode="0444"),
    "lines_in_remove": file_error("lines_in_remove", plain="src/cart.py"),
    "link": refusal("link", target="src/shop.py"),
    "same_file_twice": refusal("same_file_twice"),
    "same_file_twice (by two names)": refusal("same_file_twice", other="src/link.py"),
    "unencodable": refusal(
        "unencodable", line=2, character="€", point="U+20AC", encoding="latin-1"
    ),
    "numbered_content": refusal("numbered_content", first=12, mark="|"),
    "numbered_content (of another reader)": refusal("numbered_content", first=12, mark="\u2192"),
    "numbered_content (prepared)": repaired(
        refusal("numbered_content", first=12, mark="|"), "p80", "the same text without them"
    ),
    "would_be_binary": refusal("would_be_binary", problem="it has a NUL character"),
    "would_be_binary (of no encoding)": refusal(
        "would_be_binary", problem="its bytes are text in no encoding"
    ),
    "unknown_view": refusal("unknown_view", READ, view=7, last=""),
    "unknown_view (but others)": refusal("unknown_view", READ, view=7, last="v9 (1-12)"),
    "view_of_other_file": refusal("view_of_other_file", READ, view=7, last="", other="src/db.py"),
    "unknown_view (of no file)": refusal("unknown_view", view=7, last=""),
    "view_of_other_file (of no file)": refusal("view_of_other_file", view=7, other="src/db.py"),
    "view_gone": refusal("view_gone", view=7),
    "moved": stale(
        "moved",
        SHOWN,
        now="15-19",
        values={"unchanged": 1, "changes": 1, "delta": 3, "after_line": 3, **TOTALS},
    ),
    "moved (prepared)": repaired(
        stale(
            "moved",
            SHOWN,
            now="15-19",
            values={"unchanged": 1, "changes": 1, "delta": 3, "after_line": 3, **TOTALS},
        ),
        "p1066",
        "your text at 15-19",
    ),
    "moved (prepared, of a deletion)": repaired(
        msgspec.structs.replace(
            stale("moved", SHOWN, who=None, now="15-19", values={**TOTALS}), tool="be-delete"
        ),
        "p1066",
        "deletes 15-19",
    ),
    "moved (prepared, of an insertion)": repaired(
        msgspec.structs.replace(
            stale("moved", SHOWN, who=None, now="15", values={**TOTALS}), tool="be-insert"
        ),
        "p1066",
        "your text after 15",
    ),
    "moved (several changes)": stale(
        "moved",
        SHOWN,
        who=CODEX,
        now="15-19",
        values={"unchanged": 1, "changes": 3, "delta": 0, "after_line": 0, **TOTALS},
    ),
    "moved (by own edits)": stale(
        "moved", SHOWN, who=None, now="15-19", values={"unchanged": 1, **TOTALS}
    ),
    "changed": stale(
        "changed",
        lines(14, "            s -= line.rebate", kind="old"),
        lines(14, "            if line.rebate:", "                s -= 1", kind="new"),
        SHOWN,
        who=CODEX,
        now="12-17",
        note="with text that takes this in",
        values={"unchanged": 0, "changes": 1, **TOTALS},
    ),
    "changed (all of it gone)": stale("changed", who=CODEX, values={"changes": 1, **TOTALS}),
    "own_part": stale("own_part", SHOWN, who=None, now="13-20", values={**TOTALS}),
    "own_deleted": stale("own_deleted", who=None, values={**TOTALS}),
    "not_covered": stale(
        "not_covered",
        SHOWN,
        now="15-19",
        values={"given_view": 1050, "given_lines": "10-11", **TOTALS},
    ),
    "not_covered (never seen)": stale(
        "not_covered", values={"given_view": 1050, "given_lines": "10-11", "total": 343}
    ),
    "not_covered (no lines)": stale(
        "not_covered", values={"given_view": 1369, "given_lines": "", "total": 1}
    ),
    "moved_unseen": stale("moved_unseen", SHOWN, now="15-19", values={**TOTALS}),
    "moved_unseen (changed)": stale(
        "moved_unseen",
        lines(7, "x", kind="old"),
        lines(7, "y", kind="new"),
        lines(7, "y"),
        now="7",
        values={"unchanged": 0, **TOTALS},
        span=ONE_LINE,
    ),
    "not_covered (changed)": stale(
        "not_covered",
        SHOWN,
        now="15-19",
        values={"unchanged": 0, "given_view": 1050, "given_lines": "10-11", **TOTALS},
    ),
    "moved_unseen (gone)": stale("moved_unseen", values={**TOTALS}),
    "moved_unread": stale("moved_unread", values={"total": 343, "changes": 1}),
    "moved (one line)": stale(
        "moved", lines(7, "x"), who=None, now="7", values={**TOTALS}, span=ONE_LINE
    ),
    "changed (from what was not kept)": stale(
        "changed", who=CODEX, values={"changes": 1, "unkept": 1, **TOTALS}
    ),
    "changed (one line)": stale("changed", values={**TOTALS}, span=ONE_LINE),
    "own_part (one line)": stale(
        "own_part", lines(7, "x"), who=None, now="7", values={**TOTALS}, span=ONE_LINE
    ),
    "own_deleted (one line)": stale("own_deleted", who=None, values={**TOTALS}, span=ONE_LINE),
    "not_covered (one line)": stale(
        "not_covered",
        lines(7, "x"),
        now="7",
        values={"given_view": 1050, "given_lines": "10-11", **TOTALS},
        span=ONE_LINE,
    ),
    "moved_unseen (one line)": stale(
        "moved_unseen", lines(7, "x"), now="7", values={**TOTALS}, span=ONE_LINE
    ),
    "moved_unseen (one line, gone)": stale("moved_unseen", values={**TOTALS}, span=ONE_LINE),
    "old_mismatch": stale(
        "old_mismatch",
        NOW,
        who=None,
        now="12-13",
        note="without old",
        values={"line": 13, "column": 13, "sent": "            s", "found": "\t\t\ts"},
    ),
    "old_mismatch (fewer lines)": stale(
        "old_mismatch", NOW, who=None, now="12-13", values={"line": 14, "sent_lines": 1, "lines": 2}
    ),
    "old_mismatch (of white space)": repaired(
        stale(
            "old_mismatch",
            NOW,
            who=None,
            now="12-16",
            note="without old",
            values={"line": 13, "column": 1, "sent": "            s", "found": "\t\t\ts"},
        ),
        "p1066",
        "your text with tabs",
    ),
    "old_elsewhere": stale("old_elsewhere", NOW, who=None, now="41-45"),
    "old_elsewhere (prepared)": repaired(
        stale("old_elsewhere", who=None, now="41-45"), "p1066", "your text at 41-45"
    ),
    "old_many (without calls)": refusal(
        "old_many", matches=3, places="12 (Cart.total), 48 (Cart.show), 97 (Cart.close)"
    ),
    "old_many": refusal(
        "old_many",
        Call("be-replace", {"file": "src/cart.py:12"}, "to name the line"),
        Call("be-replace", {"all": "true"}, "for all of them"),
        matches=3,
        places="12, 48, 97",
    ),
    "old_many (to delete)": Refusal(
        code="old_many",
        tool="be-delete",
        path=PATH,
        values={"matches": 2, "places": "12 (Cart.total), 48 (Cart.show)"},
    ),
    "old_none": refusal("old_none", READ),
    "old_none (but near)": stale(
        "old_none",
        NOW,
        who=None,
        now="12-16",
        values={"line": 13, "column": 14, "sent": "line.price", "found": "line.cost"},
    ),
    "old_none (but for quotes)": repaired(
        stale(
            "old_none",
            NOW,
            who=None,
            now="12-16",
            values={"line": 13, "column": 14, "sent": "\u201cx", "found": '"x'},
        ),
        "p1066",
        "your text with the file's characters",
    ),
    "old_none (only a part)": stale(
        "old_none", NOW, who=None, now="12-13", values={"line": 14, "sent_lines": 3, "lines": 2}
    ),
    "already_there": refusal("already_there", now="12-18"),
    "items_unfit": unfit(
        Problem(3, refusal("old_many", matches=2, places="41 (Cart.pay), 77 (Cart.show)")),
        items=4,
        fit="1, 2, 4",
    ),
    "items_unfit (for several reasons, all repaired)": repaired(
        unfit(
            Problem(2, stale("changed", SHOWN, who=CODEX, now="12-17", values={**TOTALS})),
            Problem(
                3,
                Refusal(code="no_such_file", tool="be-replace", path=b"src/db.py", span=ONE_LINE),
            ),
            items=3,
        ),
        "p85",
        "all of them, with these repairs",
    ),
    "items_unfit (all)": unfit(
        Problem(1, refusal("old_none")), Problem(2, refusal("old_none")), items=2
    ),
    "items_unfit (the only one)": unfit(Problem(1, refusal("old_none")), items=1),
    "items_overlap": refusal("items_overlap", other=2),
    "no_such_prepared": trx("no_such_prepared", prepared=77),
    "no_such_prepared (an edit)": trx("no_such_prepared", prepared=77, edit=77),
    "prepared_expired": refusal("prepared_expired", prepared=77),
    "prepared_undone": trx(
        "prepared_undone",
        Call("be-trx", {"action": "redo", "event_id": "e29"}),
        prepared=28,
        edit=29,
        by=30,
    ),
    "prepared_stale": Refusal(
        code="prepared_stale",
        tool="be-confirm",
        path=PATH,
        values={"prepared": 77},
        who=CODEX,
        now_ns=NOW_NS,
    ),
    "prepared_stale (outside, and prepared anew)": repaired(
        Refusal(
            code="prepared_stale",
            tool="be-confirm",
            path=PATH,
            values={"prepared": 77},
            who=OUTSIDE,
            now_ns=NOW_NS,
        ),
        "p86",
        "the same edit as things are now",
    ),
    "prepared_stale (by a name)": refusal("prepared_stale", prepared=77, by="codex#3"),
    "no_such_chip": trx("no_such_chip", chip="a3f7b2"),
    "chip_not_a_call": trx("chip_not_a_call", chip="c8e101"),
    "chip_was_made": trx("chip_was_made", chip="a3f7b2", edit="e9"),
    "chip_cut": trx("chip_cut", chip="a3f7b2"),
    "chip_unreadable": trx("chip_unreadable", chip="a3f7b2"),
    "chip_of_no_tool": trx("chip_of_no_tool", chip="a3f7b2"),
    "chip_of_no_call": trx("chip_of_no_call", chip="a3f7b2"),
    "chip_made_once": trx("chip_made_once", chip="a3f7b2"),
    "chip_of_several": trx("chip_of_several", chip="a3f7b2"),
    "chip_has_no_text": trx("chip_has_no_text", chip="chip://a3f7b2"),
    "chip_has_texts": trx("chip_has_texts", chip="a3f7b2", texts=2),
    "chip_not_read": trx("chip_not_read", chip="a3f7b2"),
    "chip_has_no_arguments": trx("chip_has_no_arguments", chip="c8e101"),
    "file_has_no_arguments": file_error("file_has_no_arguments"),
    "chip_is_binary": refusal("chip_is_binary", chip="c8e101", bytes=9),
    "chip_not_kept": trx("chip_not_kept", chip="c8e101"),
    "prepared_not_kept": refusal("prepared_not_kept", prepared=77),
    "no_such_point": error("no_such_point", "be-trx", point="befor", near="before, start"),
    "no_such_point (of none)": error("no_such_point", "be-trx", point="befor", near=""),
    "no_such_point (an entry)": error("no_such_point", "be-history", point=812, newest=800),
    "no_such_entry": error("no_such_entry", "be-history", entry=812, newest=800),
    "not_kept": refusal(
        "not_kept", Call("be-history", {"action": "log", "file": "src/cart.py"}), at=812
    ),
    "no_such_session": error("no_such_session", "be-chips", got="codex#9"),
    "no_such_edit": trx("no_such_edit", STATUS, edit=812),
    "never_applied": trx("never_applied", STATUS, edit=812),
    "not_yours": trx("not_yours", STATUS, edit=812, who="codex#3"),
    "not_within": trx("not_within", STATUS, edit=812),
    "already_undone": trx(
        "already_undone",
        Call("be-trx", {"action": "redo", "event_id": "e812"}),
        edit=812,
        by=825,
    ),
    "not_undone": trx("not_undone", edit=812),
    "too_few_edits": trx("too_few_edits", STATUS, step=5, open=2),
    "which_edits": trx("which_edits", STATUS),
    "bad_resolve": trx("bad_resolve", resolve="theirs"),
    "meant_changed": trx("meant_changed"),
    "nothing_to_undo": trx("nothing_to_undo", STATUS, owners=""),
    "nothing_to_undo (others have edits)": trx(
        "nothing_to_undo",
        Call("be-trx", {"action": "undo", "session": "codex#3", "preview": "true"}),
        owners="codex#3 (2)",
    ),
    "restore_others": trx(
        "restore_others",
        Call("be-confirm", {"event_id": "p1066"}, "all the same"),
        edits="e812, e815",
        owners="codex#3 (e820)",
        restores=800,
    ),
    "not_known_then": trx(
        "not_known_then",
        Call("be-history", {"action": "log", "file": "src/cart.py"}),
        files="src/cart.py (812)",
    ),
    "undo_others": trx(
        "undo_others",
        Call("be-confirm", {"event_id": "p1066"}, "all the same"),
        edits="e812",
        owners="codex#3 (e820)",
    ),
    "undo_others (nothing else goes)": trx(
        "undo_others",
        Call("be-confirm", {"event_id": "p1066"}, "all the same"),
        edits="",
        owners="outside editjournal (e820)",
    ),
    "undo_forced": trx(
        "undo_forced",
        Call("be-confirm", {"event_id": "p1066"}, "all the same"),
        edits="e812",
        owners="codex#3 (e820)",
    ),
    "undo_conflict": Refusal(
        code="undo_conflict",
        tool="be-trx",
        path=PATH,
        values={"edit": 812, "owners": "codex#3 (e820)", "newest": 820},
        who=CODEX,
        body=(lines(12, "s = 1", kind="old"), lines(12, "s = 0", kind="new")),
        next=(READ,),
        now_ns=NOW_NS,
    ),
    "undo_conflict (no lines to show)": trx_of_file(
        "undo_conflict", edit=812, owners="codex#3 (e820)", newest=820
    ),
    "undo_conflict (of a redo)": Refusal(
        code="undo_conflict",
        tool="be-trx",
        path=PATH,
        values={"edit": 812, "owners": "codex#3 (e820)", "newest": 820, "redo": 1},
        who=CODEX,
        body=(lines(12, "s = 0", kind="new"),),
        next=(READ,),
        now_ns=NOW_NS,
    ),
    "undo_conflict (of a redo, no lines to show)": trx_of_file(
        "undo_conflict", edit=812, owners="codex#3 (e820)", newest=820, redo=1
    ),
    "undo_not_kept": refusal("undo_not_kept", READ, edit=812, owners=""),
    "undo_not_a_file": refusal("undo_not_a_file", edit=812, owners=""),
    "undo_not_a_file (a link)": refusal(
        "undo_not_a_file", READ, edit=812, owners="", there="link", target="src/new.py"
    ),
    "undo_not_a_file (a link out)": refusal("undo_not_a_file", edit=812, owners="", there="out"),
    "undo_not_a_file (a folder)": refusal("undo_not_a_file", edit=812, owners="", there="a_folder"),
    "undo_not_a_file (not to be read)": refusal(
        "undo_not_a_file",
        edit=812,
        owners="",
        there="unread",
        problem="the system does not permit it",
    ),
    "undo_read_only": refusal("undo_read_only", READ, edit=812, owners=""),
    "undo_missing_folder": refusal("undo_missing_folder", edit=812, owners=""),
    "undo_mode_conflict": refusal(
        "undo_mode_conflict", READ, edit=812, owners="codex#3 (e820)", mode="0700", back="0644"
    ),
    "undo_mode_conflict (of a redo)": refusal(
        "undo_mode_conflict",
        READ,
        edit=812,
        owners="codex#3 (e820)",
        mode="0700",
        back="0755",
        redo=1,
    ),
    "undo_mode_conflict (the file is gone)": refusal(
        "undo_mode_conflict", READ, edit=812, owners="codex#3 (e820)", mode="", back="0644"
    ),
    "undo_mode_conflict (the file would go)": refusal(
        "undo_mode_conflict", READ, edit=812, owners="codex#3 (e820)", mode="0755", back=""
    ),
    "undo_no_line_end": refusal("undo_no_line_end", READ, edit=812, owners="codex#3 (e820)"),
    "no_function": structural(
        "no_function", OUTLINE, span=Span(12, 12), line=12, near="14-19 total, 21-34 show"
    ),
    "no_function (none is near)": structural("no_function", line=12, near=""),
    "no_element": structural("no_element", tool="be-tag-range", line=2, near="4-9 main"),
    "no_element (none is near)": structural("no_element", tool="be-tag-range", line=2, near=""),
    "no_target": sought(
        "no_target",
        "function",
        "Cart.sum",
        OUTLINE,
    ),
    "no_target (nearly)": sought(
        "no_target", "function", "Cart.tota", OUTLINE, near="total, to_all"
    ),
    "no_target (a tag)": sought(
        "no_target",
        "tag",
        "nav",
    ),
    "no_target (a tag, nearly)": sought("no_target", "tag", "nvv", near="nav"),
    "no_target (a marker)": sought(
        "no_target",
        "marker",
        "# here",
    ),
    "no_target (not so many)": sought("no_target", "function", "run", OUTLINE, nth=3, count=2),
    "several_targets": sought(
        "several_targets",
        "function",
        "run",
        Call("be-read", {"file": "src/cart.py", "target": "function:run#1"}, FIRST),
        count=2,
        places="10-19 Cart.run, 40-52 Shop.run",
        more=0,
    ),
    "several_targets (more than are named)": sought(
        "several_targets", "marker", "x", count=12, places="1 x, 2 x", more=10
    ),
    "no_structure": structural("no_structure", language="json", wanted="function"),
    "no_structure (elements)": structural("no_structure", language="python", wanted="tag"),
    "no_structure (of no language)": structural("no_structure", language="", wanted="function"),
    "unparsed_large": structural("unparsed_large", size_bytes=3_000_000, limit=2_097_152),
    "unparsed_slow": structural("unparsed_slow", size_bytes=3_000_000, limit=5_000),
    "unparsed_failed": structural("unparsed_failed", size_bytes=3_000, limit=0),
    "target_with_lines": structural("target_with_lines", tool="be-replace"),
    "bad_lines (of a question about a line)": error("bad_lines", "be-func-range", written="x"),
    "bad_lines (line 0 of one)": structural("bad_lines", tool="be-tag-range", written="0"),
    "no_line_asked": structural("no_line_asked", tool="be-func-range"),
    "bad_target": error("bad_target", got="a:hover"),
    "only_with_target": error("only_with_target", "be-insert", name="position"),
    "not_applied": refusal("not_applied", READ, problem="it was changed in that instant"),
    "moved (told again)": Refusal(
        seq=1066, code="moved", tool="be-replace", path=PATH, view=True, next=(STATUS,)
    ),
    "of_a_later_daemon": refusal("of_a_later_daemon", READ),
    "of_a_later_daemon (without a call)": trx("of_a_later_daemon"),
}
