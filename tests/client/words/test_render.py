"""What models and people read: the grammar of replies, and that nothing from outside breaks it."""

import msgspec
import pytest

from editjournal.client.words import plain, render
from editjournal.client.words.commands import as_commands
from editjournal.client.words.forms import AS_TOOLS
from editjournal.client.words.languages import CHINESE, ENGLISH
from editjournal.schemas.replies import (
    AnyReply,
    Call,
    ChipItem,
    ChipList,
    ChipShown,
    Done,
    FileDone,
    LogItem,
    LogReply,
    Marked,
    OpenEdit,
    Part,
    Preview,
    Refusal,
    Remark,
    Shown,
    StatusReply,
    Unchanged,
    ViewItem,
    ViewList,
    Watching,
    Who,
)
from editjournal.schemas.values import Span

from .refusal_examples import NOW_NS, PATH, changed, lines, replaced
from .reply_examples import DONE_BODY, REPLIES

# --- every reply, in its words --------------------------------------------------------------------


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
        "many: be-delete file=src/cart.py:19 viewed_code_id=v812"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kind": "bracket"}, "this edit leaves 41:17 { without a partner"),
        ({"kind": "comment"}, "this edit leaves 41:17 { without an end"),
        (
            {"kind": "tag", "partner": "(", "partner_line": 3, "partner_column": 9, "more": 0},
            "with this edit 41:17 { closes ( of 3:9",
        ),
        (
            {"kind": "bracket", "more": 2},
            "this edit leaves 41:17 { without a partner, and 2 more problems",
        ),
        (
            {"kind": "bracket", "more": 1, "path": "src/b.go"},
            "src/b.go: this edit leaves 41:17 { without a partner, and 1 more problem",
        ),
    ],
)
def test_what_an_edit_leaves_without_a_partner_is_warned_of(
    more: dict[str, str | int], said: str
) -> None:
    imbalance = Remark("imbalance", {"mark": "{", "line": 41, "column": 17, **more})
    assert warned(imbalance) == f"warning: {said}"


def changed_since(who: str, **more: str | int) -> dict[str, str | int]:
    values: dict[str, str | int] = {"lines": "12-16", "view": 7, "who": who, "edit": 9, "undo": 812}
    return {**values, "time_ns": NOW_NS - 40_000_000_000, "now_ns": NOW_NS, **more}


DIFF = (lines(11, "s = 0", kind="old"), lines(11, "s = D(0)", kind="new"))
SHOWN_DIFF = [
    "-11|s = 0",
    "+11|s = D(0)",
    "next: if that change should stay: be-trx action=undo event_id=e812",
]


@pytest.mark.parametrize(
    ("who", "changed_so"),
    [
        ("", "changed outside editjournal 40 s ago"),
        ("codex#3", "changed by codex#3 (edit e9, 40 s ago)"),
    ],
)
def test_lines_that_others_changed_are_warned_of_with_what_was_replaced(
    who: str, changed_so: str
) -> None:
    shown = warned(Remark("changed_since", changed_since(who), DIFF)).split("\n")
    assert shown == [
        f"warning: 12-16 were not as in view v7: {changed_so}. You replaced:",
        *SHOWN_DIFF,
    ]
    shown = warned(Remark("changed_since", changed_since(who, chip="c8e101"), DIFF)).split("\n")
    assert shown[0].endswith(f": {changed_so}. You replaced (kept as chip://c8e101):")


def test_a_warning_says_of_which_of_several_edits_it_is() -> None:
    read = Remark("never_read", {"lines": "4", "item": 2})
    assert warned(read) == "warning: edit 2: this session had not read line 4 before"
    read = Remark("never_read", {"lines": "4", "item": 2, "file": "b\n.py"})
    assert warned(read).startswith(r"warning: edit 2 (b\n.py): this session had ")
    assert warned(Remark("prefixes_off", {"file": "b.py"})).startswith("warning: b.py: the line")
    since = Remark("changed_since", changed_since("", item=3, chip="c8e101"), DIFF)
    assert warned(since).startswith("warning: edit 3: 12-16 were not as in view v7: ")
    assert warned(since).split("\n")[1:] == SHOWN_DIFF
    echo = Remark("echo", {"line": 9, "which": "last", "text": "x", "item": 2, "file": "b.py"})
    assert warned(echo) == (
        "warning: edit 2 (b.py): line 9 is the same as your last line, `x`. If it is one too "
        "many: be-delete file=b.py:9 viewed_code_id=v812"
    )


def test_a_preview_says_what_would_be_replaced() -> None:
    remark = Remark("changed_since", {**changed_since(""), "undo": 0}, DIFF)
    preview = Preview(seq=81, files=(changed(),), diffs=(), warnings=(remark,))
    shown = render.text(preview).split("\n")
    assert shown[1].endswith("40 s ago. This would replace:")
    assert shown[-1] == "next: be-confirm event_id=p81"


def test_no_warning_and_no_step_names_a_tool_that_is_not_listed() -> None:
    remarks = (
        Remark("echo", {"line": 19, "which": "last", "text": "x"}),
        Remark("overwrote_unread", {"lines": 3, "who": "", "undo": 812}),
        Remark("changed_since", changed_since(""), DIFF),
    )
    done = Done(seq=812, files=(changed(),), warnings=remarks)
    few = AS_TOOLS._replace(listed=frozenset({"be-replace"}))
    shown = render.text(done, forms=few)
    assert (
        'If it is one too many: be-replace file=src/cart.py:19 viewed_code_id=v812 content=""\n'
    ) in shown
    assert "(last written by outside editjournal)\n" in shown
    assert "next:" not in shown
    none = few._replace(listed=frozenset())
    assert "be-" not in render.text(done, forms=none)
    assert render.text(Preview(seq=81, files=(), diffs=()), forms=none).endswith(
        "\nnext: the same call without preview makes it"
    )
    assert "next:" not in render.text(REPLIES["a list of chips"][0], forms=none)


def test_of_several_files_each_has_its_chip() -> None:
    gone = changed(delta=-9, state="removed")
    one = Done(seq=7, files=(gone, changed(Part(Span(8, 9), None))), chips=("a1b2c3", "d4e5f6"))
    assert render.text(one).split("\n")[0].endswith("  kept as chip://a1b2c3, chip://d4e5f6")
    some = Done(seq=7, files=(gone, changed(replaced(1, 3, 1))), chips=("a1b2c3",) * 12)
    shown = render.text(some).split("\n")[0]
    assert "  deleted lines kept as chip://a1b2c3, " in shown
    assert shown.endswith(" and 2 more")


def test_lines_that_others_changed_beside_an_insertion_are_warned_of() -> None:
    shown = warned(Remark("changed_near", changed_since("", chip="c8e101"), DIFF)).split("\n")
    assert shown == [
        (
            "warning: 12-16, beside your text, were not as in view v7: changed outside editjournal "
            "40 s ago. Before (-) and now (+):"
        ),
        *SHOWN_DIFF,
    ]


def test_a_repair_of_a_literal_newline_is_the_next_call() -> None:
    call = Call("be-confirm", {"event_id": "p812"}, "with line breaks")
    done = Done(seq=812, files=(changed(),), warnings=(Remark("literal_newline"),), next=(call,))
    assert render.text(done).endswith("\nnext: be-confirm event_id=p812 (with line breaks)")


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
        r"warning: the text has \n, a backslash and an n, and no line break inside; it was "
        "written as sent"
    )
    values: dict[str, str | int] = {"lines": 1, "who": "", "undo": 812}
    assert warned(Remark("overwrote_unread", values)) == (
        "warning: this session had not read the 1 line it replaced (last written by outside "
        "editjournal); be-trx action=undo event_id=e812 brings them back"
    )
    assert warned(Remark("prefixes_off")) == (
        "warning: the line numbers in `old` were left out for the comparison"
    )
    assert warned(Remark("comment_swallows", {"mark": "//"})) == (
        r"warning: the text is one line with \n in it, a backslash and an n, and all behind // is "
        "a comment; it was written as sent"
    )
    assert warned(Remark("wrote_binary")).startswith("warning: the file is no text any more")
    assert warned(Remark("of_a_later_daemon")) == "warning: The reason is of_a_later_daemon."
    assert (
        warned(ignored=("colour",))
        == "warning: arguments that mean nothing here were ignored: colour"
    )


def test_a_change_that_was_noticed_late_is_named_with_the_call_that_keeps_it() -> None:
    second = 1_000_000_000
    values: dict[str, str | int] = {
        "path": "src/a.py",
        "edit": 812,
        "noticed_ns": 990 * second,
        "changed_ns": 960 * second,
        "now_ns": 1000 * second,
    }
    said = (
        "warning: src/a.py: change 812 from outside goes, as it was noticed 10 s ago, after the "
        "point; the file itself was last changed 40 s ago, before it. To have it back afterwards: "
        "be-trx action=restore file=src/a.py at=812"
    )
    assert warned(Remark("noticed_late", values)) == said
    others = Remark("noticed_late", {**values, "others": "b (813)"})
    assert warned(others) == f"{said}; likewise b (813)"


def test_of_many_warnings_three_are_shown() -> None:
    remarks = [Remark("never_read", {"lines": str(one)}) for one in range(5)]
    assert warned(*remarks).split("\n")[3:] == ["(2 more warnings)"]


def test_arguments_that_were_salvaged_are_warned_of_with_what_can_be_checked() -> None:
    values: dict[str, str | int] = {"how": "x\n", "lines": 120, "hash": "1a2b", "tail": "}\n"}
    assert warned(Remark("degraded", values)) == (
        r"warning: the arguments were no JSON and were salvaged (x\n): 120 lines, SHA-256 1a2b..., "
        r"the last `}\n`; check it"
    )
    assert warned(Remark("degraded", {"how": "a comma too few"})) == (
        "warning: the arguments were no JSON and were salvaged (a comma too few); check what they "
        "mean"
    )
    assert warned(Remark("degraded", {**values, "chip": "a3f7b2"})).endswith(
        "check it; chip://a3f7b2 keeps what came"
    )
    assert warned(Remark("degraded", {"how": "x", "chip": "a3f7b2\n"})).endswith(
        "check what they mean; chip://a3f7b2\\n keeps what came"
    )
    chinese = render.text(
        Done(seq=8, files=(), warnings=(Remark("degraded", {"how": "a comma too few"}),)),
        language=CHINESE,
    )
    assert "(\u5c11\u4e86\u4e00\u4e2a\u9017\u53f7)" in chinese


@pytest.mark.parametrize(
    ("reason", "more", "told"),
    [
        ("capacity", 0, "chip://a left the list of chips, which holds 30; by id they can be used"),
        ("capacity", 3, "chip://a and 3 more left the list of chips, which holds 30; by id they"),
        ("bytes", 0, "chip://a left the list of chips, which holds 64 bytes of text; by id they"),
    ],
)
def test_what_a_new_chip_pushes_off_the_list_is_named(reason: str, more: int, told: str) -> None:
    values: dict[str, str | int] = {"chips": "chip://a", "reason": reason, "more": more}
    left = Remark("chips_left", {**values, "capacity": 30, "total_bytes": 64})
    assert warned(left).startswith(f"warning: {told}")


# --- chips ----------------------------------------------------------------------------------------

PEOPLE = as_commands("/w", "/w")


def test_people_are_told_of_each_chip_by_whom_by_what_and_how_much() -> None:
    shown = render.text(REPLIES["a list of chips"][0], forms=PEOPLE).split("\n")
    assert shown[1:] == [
        (
            "chip://c8e101  deleted src/cart.py 88-90 by cc#1 with be-delete, 4 min ago, 20 bytes: "
            "`    x = 3`"
        ),
        (
            "chip://a3f7b2  refused be-replace src/cart.py:12-16 by cc#1, 6 min ago, 20 bytes: "
            "lines moved"
        ),
        "chip://a3f7b3  refused be-read src/cart.py:4- by codex#3, 6 min ago: no such file",
        "next: editjournal insert-chip chip://c8e101 src/cart.py:87",
        "next: editjournal confirm chip://a3f7b2",
    ]
    item = ChipItem("c8e101", 1, "cc#1", "be-delete", "deleted", PATH, None, "", -1)
    wrote = ChipItem("a3f7b2", 1, "cc#1", "be-write", "refused", PATH, None, "moved", 3, "x")
    shown = render.text(ChipList(items=(item, wrote), now_ns=1), forms=PEOPLE).split("\n")
    assert shown[1:] == [
        "chip://c8e101  deleted src/cart.py by cc#1 with be-delete, 0 s ago",
        "chip://a3f7b2  refused be-write src/cart.py by cc#1, 0 s ago, 3 bytes: lines moved: `x`",
    ]


@pytest.mark.parametrize(
    ("listed", "left", "more", "is_full"),
    [
        *((3, 0, 0, True), (2, 0, 1, True), (3, 2, 9, True)),
        *((2, 0, 0, False), (2, 1, 0, False), (2, 1, 1, False), (1, 0, 9, False)),
    ],
)
def test_a_list_is_called_full_where_what_is_shown_says_so(
    listed: int, left: int, more: int, *, is_full: bool
) -> None:
    on = ChipItem("c8e101", 1, "cc#1", "be-delete", "deleted", PATH, None, "", 3)
    off = msgspec.structs.replace(on, state="age")
    reply = ChipList(items=(on,) * listed + (off,) * left, now_ns=9, more=more, capacity=3)
    first = render.text(reply).split("\n")[0]
    assert first.endswith("; the list is full at 3") is is_full


def test_a_call_that_came_broken_and_was_made_is_listed_as_that() -> None:
    item = ChipItem(
        "8d20e4", 1, "cc#1", "be-write", "salvaged", PATH, None, "degraded", 6, "x", uses=(9,)
    )
    told = render.text(ChipList(seq=1, items=(item,), now_ns=1, name="cc#1")).split("\n")[1]
    assert told == (
        f"chip://8d20e4  salvaged be-write {PATH.decode()}, 0 s ago, 6 bytes (used for e9): "
        "its arguments were no JSON: `x`"
    )
    chinese = render.text(ChipList(seq=1, items=(item,), now_ns=1, name=""), language=CHINESE)
    assert "\u7ecf\u62a2\u6551\u6267\u884c\u7684 be-write" in chinese


def test_of_a_call_kept_in_part_it_is_said_how_much_came_and_what_to_do() -> None:
    item = ChipItem("c8e101", 1, "cc#1", "be-write", "refused", b"", None, "line_too_long", -1)
    item = msgspec.structs.replace(item, arguments_bytes=60, came_bytes=900)
    told = render.text(ChipList(items=(item,), now_ns=1)).split("\n")[1]
    assert told.endswith(
        "its line was too long, only its first 60 bytes of 900 bytes are kept: send it in parts"
    )


def test_a_call_that_could_not_be_read_is_listed_with_its_size_and_how_it_begins() -> None:
    item = ChipItem("c8e101", 1, "", "be-write", "refused", b"d2.py", None, "not_json", -1)
    item = msgspec.structs.replace(item, arguments_bytes=60, first_line='{"file')
    unnamed = msgspec.structs.replace(item, tool="", path=b"", code="bad_line")
    assert render.text(ChipList(items=(item, unnamed), now_ns=1)).split("\n")[1:] == [
        (
            "chip://c8e101  refused be-write d2.py, 0 s ago, 60 bytes of arguments: "
            'its arguments were no JSON: `{"file`'
        ),
        (
            "chip://c8e101  refused call, 0 s ago, 60 bytes of arguments: "
            'its line could not be read: `{"file`'
        ),
    ]


def test_people_are_shown_a_chip_whole_and_models_as_much_as_a_reply_holds() -> None:
    item = ChipItem("c8e101", 1, "cc#1", "be-delete", "deleted", PATH, None, "", 90_000)
    call = Call("be-insert-chip", {"from": "chip://c8e101", "to": "FILE:LINE"})
    reply = ChipShown(item=item, texts=(lines(1, *["x" * 3_000] * 30),), next=(call,))
    shown = render.text(reply, forms=PEOPLE).split("\n")
    assert shown[2:32] == [f"{number}|{'x' * 3_000}" for number in range(1, 31)]
    told = render.text(reply)
    assert len(told.encode()) <= 8_000
    assert "more lines)" in told
    assert told.split("\n")[-1].startswith("next: be-insert-chip from=chip://c8e101")


# --- in brief, and in another language ------------------------------------------------------------


def test_a_brief_reply_has_its_first_line_warnings_and_next_calls() -> None:
    remark = Remark("changed_since", changed_since(""), DIFF)
    files = (changed(replaced(1, 1, 1), replaced(3, 3, 3)),)
    done = Done(seq=812, files=files, body=DONE_BODY, diffs=(DIFF,), warnings=(remark,))
    shown = render.text(done, brief=True).split("\n")
    assert shown[0] == "ok src/cart.py: 2 changes (0, 340 lines)  edit e812  view v812"
    assert shown[1].startswith("warning: ")
    assert shown[2:] == SHOWN_DIFF
    preview = Preview(seq=81, files=files, diffs=(DIFF,))
    assert render.text(preview, brief=True).split("\n")[1:] == ["next: be-confirm event_id=p81"]


def test_what_was_asked_for_is_whole_in_brief_too() -> None:
    body = (lines(1, "x"),)
    refused = Refusal(code="moved", path=PATH, body=body, view=True, seq=7)
    replies: list[AnyReply] = [
        Shown(seq=7, path=PATH, total=1, blocks=body),
        refused,
        *(REPLIES[name][0] for name in ("a status", "a list of chips", "a log")),
        REPLIES["a chip of a failed call"][0],
    ]
    for reply in replies:
        assert render.text(reply, brief=True) == render.text(reply)


CHINESE_REPLIES = {
    "an edit of one place": (
        "ok src/cart.py: 12-16 -> 12-18 (+2, 342 \u884c)  edit e812  view v812"
    ),
    "a removed file": (
        "ok src/cart.py: \u5df2\u5220\u9664, 340 \u884c  edit e830  "
        "\u5df2\u5b58\u4e3a chip://c8e101"
    ),
    "a read of two ranges": "src/cart.py:1,9 / \u5171 340 \u884c  view v7",
}


@pytest.mark.parametrize("name", CHINESE_REPLIES)
def test_a_reply_reads_in_chinese(name: str) -> None:
    shown = render.text(REPLIES[name][0], language=CHINESE)
    assert shown.split("\n")[0] == CHINESE_REPLIES[name]


@pytest.mark.parametrize("name", REPLIES)
def test_lines_of_files_are_the_same_in_every_language(name: str) -> None:
    english, chinese = (
        [one for one in render.text(REPLIES[name][0], language=it).split("\n") if "|" in one]
        for it in (ENGLISH, CHINESE)
    )
    assert english == chinese


# --- lengths --------------------------------------------------------------------------------------

WIDE = "x" * 9_000, "\u884c" * 9_000, "\U0001f600" * 9_000


@pytest.mark.parametrize("wide", WIDE, ids=("narrow", "of three bytes", "of four bytes"))
@pytest.mark.parametrize("path", [b"p" * 900, b"p/" * 2_000])
def test_a_reply_that_is_no_read_keeps_to_its_length(wide: str, path: bytes) -> None:
    block = lines(1, *[wide] * 40)
    remarks = tuple(Remark("changed_since", {"lines": wide}, (block,)) for _ in range(5))
    parts = tuple(replaced(one, one, one) for one in range(1, 40))
    files = tuple(FileDone(path, parts, 0, 9) for _ in range(20))
    edits = tuple(OpenEdit(one, 1, files, (wide,) * 20) for one in range(400))
    spans, who = (Span(1, 2),) * 90, Who(1, 1, wide, 1)
    view = ViewItem(1, path, 1, wide, 1, spans, 9, "changed", spans, 9, 9, who)
    unwatched = ((wide, 9),) * 5
    item = ChipItem("c8e101", 1, wide, wide, "deleted", path, None, wide, 9, wide)
    calls = tuple(Call("be-read", {"file": wide}) for _ in range(3))
    seqs = tuple(range(900))
    replies: list[AnyReply] = [
        Done(seq=7, files=files[:1], body=(block,), warnings=remarks, next=calls),
        Done(seq=7, files=files, body=(block,), diffs=((block,),) * 20, warnings=remarks),
        Done(seq=7, files=files, chips=(wide,) * 900),
        Done(seq=7, files=files, undone=seqs, redone=seqs, kept=seqs, body=(block,)),
        Preview(seq=7, files=files, diffs=((block,),) * 20, warnings=remarks),
        Unchanged(seq=7, path=path, span=None, by=Who(1, 1, wide)),
        Marked(seq=7, mark=wide, label=wide, edits=seqs),
        StatusReply(
            seq=7,
            now_ns=9,
            session=1,
            name=wide,
            edits=edits,
            stale=(view,) * 90,
            watching=Watching(9, 9, unwatched, 9, 9),
        ),
        ViewList(seq=7, now_ns=9, items=(view,) * 900, more=9),
        LogReply(items=tuple(LogItem(7, 0, 1, wide, "Edited", "", "", files) for _ in range(20))),
        ChipList(seq=7, now_ns=9, items=(item,) * 900, warnings=remarks, more=9, capacity=9),
        ChipShown(item=item, texts=(block,) * 9, arguments=wide * 9, cut_bytes=9, next=calls),
        Done(seq=7, files=files, undone=seqs, attached=(wide,) * 900, body=(block,)),
    ]
    for reply in replies:
        for language in (ENGLISH, CHINESE):
            text = render.text(reply, (wide,), language=language)
            assert len(text.encode()) <= 8_000, (type(reply), len(text.encode()))
    assert "more lines)" in render.text(replies[0])


def test_a_reply_in_wide_characters_keeps_to_as_many_bytes() -> None:
    line = "\U0001f600" * 600
    done = Done(seq=7, files=(changed(),), body=(lines(1, *[line] * 40),))
    text = render.text(done)
    assert 6_000 < len(text.encode()) <= 8_000
    assert text.split("\n")[-1].endswith("more lines)")


def test_of_many_files_the_first_line_names_ten() -> None:
    files = tuple(FileDone(b"%d.py" % one, (replaced(1, 1, 1),), 0, 1) for one in range(12))
    done = Done(seq=7, files=files)
    flipped = Done(seq=7, files=files, undone=(3,))
    edit = OpenEdit(7, 1, files)
    status = StatusReply(seq=9, now_ns=1, session=1, name="", edits=(edit,), stale=())
    for reply, line in ((done, 0), (Preview(seq=7, files=files, diffs=()), 0), (flipped, 0)):
        shown = render.text(reply).split("\n")[line]
        assert "; 9.py" in shown
        assert "10.py" not in shown
        assert "; 2 more files" in shown
    assert "; 2 more files  0 s ago" in render.text(status)


# --- trouble, and replies for programs ------------------------------------------------------------


def test_a_reply_for_programs_has_all_fields_and_paths_as_text() -> None:
    reply = Done(seq=7, files=(FileDone(b"a\xff\nb", (replaced(1, 2, 3),), 1, 9),), undone=(3,))
    assert plain.plain(reply) == {
        "type": "Done",
        "seq": 7,
        "warnings": [],
        "next": [],
        "notices": [],
        "more_notices": 0,
        "told": 0,
        "files": [["a\\xff\nb", [[[1, 2], [1, 3], 0]], 1, 9, "changed", []]],
        "body": [],
        "note": "",
        "values": {},
        "undone": [3],
        "redone": [],
        "kept": [],
        "repeated": False,
        "chips": [],
        "diffs": [],
        "attached": [],
        "restored": 0,
        "kept_outside": [],
    }


def test_files_outside_the_folder_of_a_session_are_only_counted() -> None:
    edit = OpenEdit(7, NOW_NS, (changed(replaced(1, 1, 1)),), elsewhere=2)
    status = StatusReply(seq=9, now_ns=NOW_NS, session=1, name="", edits=(edit,), stale=())
    assert "; 2 files outside this session's folder  " in render.text(status)
    warnings = (Remark("files_elsewhere_stay", {"number": 1}),)
    assert "these edits stay as they are in 1 file outside this session's folder" in render.text(
        Done(seq=9, files=(changed(),), undone=(7,), warnings=warnings)
    )
