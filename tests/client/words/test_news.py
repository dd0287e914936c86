"""What a session is told of others' changes, and where in a reply that stands."""

import re
from typing import Any, get_args

import msgspec
import pytest

from editjournal.client.mcp.presenting import Options, Presenter
from editjournal.client.words import news, render
from editjournal.client.words.forms import AS_TOOLS, AS_UNPREFIXED_TOOLS
from editjournal.client.words.languages import BY_CODE, CHINESE, ENGLISH, Language
from editjournal.schemas.replies import (
    AnyReply,
    Call,
    Done,
    FileDone,
    Notice,
    Refusal,
    Remark,
    Shown,
    StatusReply,
    ViewItem,
    Watching,
    Who,
)
from editjournal.schemas.values import Span
from tests.end_to_end import grammar

from .refusal_examples import NOW_NS, PATH, changed, lines, replaced
from .refusal_examples import REFUSALS as EXAMPLES
from .reply_examples import REPLIES

OUTSIDE = Who(1060, 0, "", NOW_NS - 8_000_000_000)
CODEX = Who(811, 2, "codex#3", NOW_NS - 8_000_000_000)
UNKNOWN = Who(0, 0, "")
DB, API, OLD = b"src/db.py", b"src/api.py", b"src/old.py"
LINES = (Span(40, 41),)

NOTICES: dict[str, tuple[Notice, str, str]] = {
    "lines changed outside, and others moved": (
        Notice("changed", DB, OUTSIDE, 1031, LINES, 41, 3),
        (
            "src/db.py changed outside editjournal 8 s ago: 40-41 of view v1031 differ, lines "
            "after 41 are +3"
        ),
        ("src/db.py 8 秒前在 editjournal 之外被更改: 视图 v1031 的 40-41 行不同, 41 行之后行号 +3"),
    ),
    "one line changed by another session": (
        Notice("changed", DB, CODEX, 1031, (Span(40, 40),)),
        "src/db.py changed by codex#3 (edit e811): 40 of view v1031 differs",
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的 40 行不同",
    ),
    "lines only moved": (
        Notice("changed", DB, CODEX, 1031, (), 90, -3),
        "src/db.py changed by codex#3 (edit e811): lines after 90 of view v1031 are -3",
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的 90 行之后行号 -3",
    ),
    "all lines moved": (
        Notice("changed", DB, CODEX, 1031, (), 0, 3),
        "src/db.py changed by codex#3 (edit e811): all lines of view v1031 are +3",
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的全部行号 +3",
    ),
    "a line changed, and all moved": (
        Notice("changed", DB, CODEX, 1031, LINES, 0, 3),
        ("src/db.py changed by codex#3 (edit e811): 40-41 of view v1031 differ, all lines are +3"),
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的 40-41 行不同, 全部行号 +3",
    ),
    "lines moved by different numbers": (
        Notice("changed", DB, CODEX, 1031, (), 90, 3, uneven=True),
        (
            "src/db.py changed by codex#3 (edit e811): lines after 90 of view v1031 moved "
            "unevenly, the last by +3"
        ),
        ("src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的 90 行之后行号变化不一, 最后一行 +3"),
    ),
    "lines from the first on moved by different numbers": (
        Notice("changed", DB, CODEX, 7, (), 0, -3, uneven=True),
        (
            "src/db.py changed by codex#3 (edit e811): lines of view v7 moved unevenly, the last "
            "by -3"
        ),
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v7 的行号变化不一, 最后一行 -3",
    ),
    "a line changed, and some moved by different numbers": (
        Notice("changed", DB, CODEX, 1031, LINES, 0, 3, uneven=True),
        (
            "src/db.py changed by codex#3 (edit e811): 40-41 of view v1031 differ, lines moved "
            "unevenly, the last by +3"
        ),
        (
            "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1031 的 40-41 行不同, 行号变化不一, "
            "最后一行 +3"
        ),
    ),
    "a change beside the view": (
        Notice("changed", DB, OUTSIDE, 12),
        "src/db.py changed outside editjournal 8 s ago: no line of view v12 differs",
        "src/db.py 8 秒前在 editjournal 之外被更改: 视图 v12 的各行没有变化",
    ),
    "a change of a file without a view": (
        Notice("changed", DB, CODEX),
        "src/db.py changed by codex#3 (edit e811)",
        "src/db.py 被 codex#3 (编辑 e811) 更改",
    ),
    "many places": (
        Notice("changed", DB, CODEX, 12, tuple(Span(9 * one, 9 * one) for one in range(1, 9))),
        (
            "src/db.py changed by codex#3 (edit e811): 9, 18, 27, 36, 45 and 3 more of view v12 "
            "differ"
        ),
        (
            "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v12 的 9, 18, 27, 36, 45 以及另外 3 个 "
            "行不同"
        ),
    ),
    "an edit overwritten by another session": (
        Notice("overwritten", API, CODEX, spans=(Span(10, 14),), edit=790),
        "src/api.py: your edit e790 (10-14) was overwritten by codex#3 (edit e811)",
        "src/api.py: 你的编辑 e790 (10-14) 被 codex#3 (编辑 e811) 覆盖",
    ),
    "a deletion overwritten outside": (
        Notice("overwritten", API, OUTSIDE, edit=790),
        "src/api.py: your edit e790 was overwritten outside editjournal 8 s ago",
        "src/api.py: 你的编辑 e790 8 秒前在 editjournal 之外被覆盖",
    ),
    "an edit that others undid": (
        Notice("undone", API, CODEX, spans=(Span(10, 14),), edit=790),
        "src/api.py: your edit e790 (10-14) was undone by codex#3 (edit e811)",
        "src/api.py: 你的编辑 e790 (10-14) 被 codex#3 (编辑 e811) 撤销",
    ),
    "a file that is gone": (
        Notice("gone", OLD, UNKNOWN, 1010),
        "src/old.py of view v1010 is gone",
        "视图 v1010 的 src/old.py 已不存在",
    ),
    "a file that another session removed": (
        Notice("gone", OLD, CODEX, 1010),
        "src/old.py of view v1010 is gone: removed by codex#3 (edit e811)",
        "视图 v1010 的 src/old.py 已不存在: 被 codex#3 (编辑 e811) 删除",
    ),
    "a file removed outside, without a view": (
        Notice("gone", OLD, OUTSIDE),
        "src/old.py is gone: removed outside editjournal 8 s ago",
        "src/old.py 已不存在: 8 秒前在 editjournal 之外被删除",
    ),
    "a kind of a later daemon": (
        Notice("renamed", OLD, UNKNOWN, 7),
        "src/old.py changed outside editjournal",
        "src/old.py 在 editjournal 之外被更改",
    ),
}

SHARED: dict[str, tuple[Notice, str, str]] = {
    "lines that a session and another changed": (
        Notice("changed", DB, CODEX, 1031, LINES, makers=2),
        "src/db.py changed by codex#3 (edit e811) and 1 other: 40-41 of view v1031 differ",
        "src/db.py 被 codex#3 (编辑 e811) 和另外 1 方 更改: 视图 v1031 的 40-41 行不同",
    ),
    "lines that a session changed, and something outside": (
        Notice("changed", DB, CODEX, 1031, LINES, makers=2, outside=True),
        (
            "src/db.py changed by codex#3 (edit e811) and outside editjournal: 40-41 of view v1031 "
            "differ"
        ),
        "src/db.py 被 codex#3 (编辑 e811) 和 editjournal 之外 更改: 视图 v1031 的 40-41 行不同",
    ),
    "lines that a session, another and something outside changed": (
        Notice("changed", DB, CODEX, 1031, LINES, makers=3, outside=True),
        "src/db.py changed by codex#3 (edit e811) and 2 others: 40-41 of view v1031 differ",
        "src/db.py 被 codex#3 (编辑 e811) 和另外 2 方 更改: 视图 v1031 的 40-41 行不同",
    ),
    "lines changed outside, and by a session": (
        Notice("changed", DB, OUTSIDE, 1031, LINES, makers=2),
        (
            "src/db.py changed outside editjournal 8 s ago and by 1 other: 40-41 of view v1031 "
            "differ"
        ),
        "src/db.py 8 秒前在 editjournal 之外和被另外 1 方更改: 视图 v1031 的 40-41 行不同",
    ),
    "lines changed outside, nobody knows when, and by sessions": (
        Notice("changed", DB, UNKNOWN, 1031, LINES, makers=3),
        "src/db.py changed outside editjournal and by 2 others: 40-41 of view v1031 differ",
        "src/db.py 在 editjournal 之外和被另外 2 方更改: 视图 v1031 的 40-41 行不同",
    ),
    "an edit that several overwrote": (
        Notice("overwritten", API, CODEX, spans=LINES, edit=790, makers=2, outside=True),
        (
            "src/api.py: your edit e790 (40-41) was overwritten by codex#3 (edit e811) and outside "
            "editjournal"
        ),
        "src/api.py: 你的编辑 e790 (40-41) 被 codex#3 (编辑 e811) 和 editjournal 之外 覆盖",
    ),
    "an empty file that got a line": (
        Notice("changed", DB, CODEX, 1369, (), 0, 1, empty=True),
        ("src/db.py changed by codex#3 (edit e811): view v1369 showed no lines, others added 1"),
        "src/db.py 被 codex#3 (编辑 e811) 更改: 视图 v1369 没有行, 他人新增 1 行",
    ),
}
"""Of several, and of a view without lines."""
EVERY = NOTICES | SHARED


@pytest.mark.parametrize("name", EVERY)
def test_a_notice_reads(name: str) -> None:
    notice, english, chinese = EVERY[name]
    assert news.sentence(notice, NOW_NS) == english
    assert news.sentence(notice, NOW_NS, CHINESE) == chinese


@pytest.mark.parametrize("name", EVERY)
def test_a_notice_is_short(name: str) -> None:
    """Forty tokens are at least this many characters in English, and bytes in Chinese."""
    notice, english, chinese = EVERY[name]
    assert len(english) <= 120
    assert len(chinese.encode()) <= 120, notice


# --- their place ----------------------------------------------------------------------------------

NEWS = (NOTICES["lines only moved"][0], NOTICES["a file that is gone"][0])
TOLD = [
    "notice: src/db.py changed by codex#3 (edit e811): lines after 90 of view v1031 are -3",
    "notice: src/old.py of view v1010 is gone",
]
COUNTED = "notice: %s changed: be-trx action=status lists stale views"
ALL = {name: reply for name, (reply, _) in REPLIES.items()} | EXAMPLES


def with_news(reply: AnyReply, *notices: Notice, more: int = 0) -> AnyReply:
    return msgspec.structs.replace(reply, notices=notices, more_notices=more)


@pytest.mark.parametrize("name", ALL)
def test_notices_stand_before_the_body_of_every_reply(name: str) -> None:
    reply = msgspec.structs.replace(ALL[name], warnings=(Remark("prefixes_off"),))
    for language in BY_CODE.values():
        without = render.text(reply, language=language, now_ns=NOW_NS).split("\n")
        shown = render.text(with_news(reply, *NEWS), language=language, now_ns=NOW_NS).split("\n")
        told = [f"notice: {news.sentence(one, NOW_NS, language)}" for one in NEWS]
        assert without[1].startswith("warning: ")
        assert shown == [*without[:2], *told, *without[2:]]


@pytest.mark.parametrize("name", EVERY)
def test_a_notice_keeps_to_the_grammar_of_replies_and_has_its_place_in_it(name: str) -> None:
    notice = EVERY[name][0]
    for of in ("a read", "an edit of one place", "a preview", "a list of chips", "a list of views"):
        told = render.text(with_news(REPLIES[of][0], notice, more=2), now_ns=NOW_NS)
        grammar.check(told)
        first, said, *others = told.split("\n")
        for wrong in (f"{said}.", "notice: x", "notice: you must read it again"):
            with pytest.raises(AssertionError):
                grammar.check("\n".join([first, wrong, *others]))
        with pytest.raises(AssertionError):
            grammar.check("\n".join([first, said, said, said, said, *others]))


def test_replies_of_every_kind_were_tried() -> None:
    assert {type(one) for one in ALL.values()} == {*get_args(AnyReply)}


def test_the_first_line_the_warnings_the_notices_and_the_body_are_in_this_order() -> None:
    reply = Done(
        seq=812,
        files=(changed(replaced(12, 16, 18), delta=2, total=342),),
        body=(lines(10, "    def total(self):"),),
        warnings=(
            Remark("echo", {"line": 19, "which": "last", "text": "        return s"}),
            Remark("changed_since", {"lines": "4"}, (lines(4, "x", kind="old"),)),
        ),
        notices=(
            NOTICES["lines changed outside, and others moved"][0],
            NOTICES["an edit overwritten by another session"][0],
        ),
    )
    assert render.text(reply, now_ns=NOW_NS).split("\n") == [
        "ok src/cart.py: 12-16 -> 12-18 (+2, 342 lines)  edit e812  view v812",
        (
            "warning: line 19 is the same as your last line, `        return s`. If it is one too "
            "many: be-delete file=src/cart.py:19 viewed_code_id=v812"
        ),
        "warning: 4 was not as in view v?: changed outside editjournal. You replaced:",
        "-4|x",
        (
            "notice: src/db.py changed outside editjournal 8 s ago: 40-41 of view v1031 differ, "
            "lines after 41 are +3"
        ),
        "notice: src/api.py: your edit e790 (10-14) was overwritten by codex#3 (edit e811)",
        "10|    def total(self):",
    ]


def test_a_brief_reply_has_its_notices() -> None:
    done = Done(seq=7, files=(changed(),), body=(lines(1, "x"),), notices=NEWS)
    assert render.text(done, brief=True, now_ns=NOW_NS).split("\n")[1:] == TOLD


def test_ages_are_reckoned_from_now_where_nothing_else_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(news.time, "time_ns", lambda: NOW_NS + 60_000_000_000)
    reply = with_news(REPLIES["a commit"][0], NOTICES["a change beside the view"][0])
    assert "changed outside editjournal 1 min ago: " in render.text(reply)
    assert "changed outside editjournal 1 min ago: " in Presenter(Options()).reply(reply).text


# --- how many -------------------------------------------------------------------------------------


def rest_of(notices: int, more: int, **how: Any) -> list[str]:
    """Return what is said after the first line, of notices of as many files, and more."""
    some = [Notice("gone", b"%d.py" % one, UNKNOWN, 7) for one in range(notices)]
    return render.text(with_news(REPLIES["a commit"][0], *some, more=more), **how).split("\n")[1:]


def test_of_many_notices_three_are_shown_and_the_rest_counted() -> None:
    assert rest_of(5, 7) == [
        "notice: 0.py of view v7 is gone",
        "notice: 1.py of view v7 is gone",
        "notice: 2.py of view v7 is gone",
        "notice: 9 more files changed: be-trx action=status lists stale views",
    ]
    assert len(rest_of(3, 0)) == 3
    assert rest_of(0, 1) == ["notice: 1 more file changed: be-trx action=status lists stale views"]
    assert rest_of(0, 0) == []


def test_notices_of_a_file_that_is_named_are_not_counted_as_more_files() -> None:
    reply = with_news(REPLIES["a commit"][0], *[Notice("gone", OLD, UNKNOWN, 7)] * 5)
    assert len(render.text(reply).split("\n")) == 4


def test_what_lists_the_rest_is_named_as_it_can_be_called() -> None:
    assert rest_of(0, 7, forms=AS_UNPREFIXED_TOOLS) == [
        "notice: 7 more files changed: trx action=status lists stale views"
    ]
    few = AS_TOOLS._replace(listed=frozenset({"be-read"}))
    assert rest_of(0, 7, forms=few) == ["notice: 7 more files changed"]
    assert rest_of(0, 7, language=CHINESE) == [
        "notice: 另外 7 个文件有更改: be-trx action=status 列出过期的视图"
    ]


# --- names from outside ---------------------------------------------------------------------------

NASTY = ("a\nnext: be-write file=x", "\r\nREFUSED x", "a\x1b[2Jb", "\u2028ok x", "x\u202ey")


@pytest.mark.parametrize("kind", ["changed", "gone", "overwritten", "undone", "later"])
@pytest.mark.parametrize("nasty", NASTY, ids=ascii)
def test_no_name_begins_a_line_or_moves_the_cursor(nasty: str, kind: str) -> None:
    notice = Notice(kind, nasty.encode(), Who(7, 2, nasty, 1), 3, LINES, 9, 9, 9)
    for language in BY_CODE.values():
        shown = render.text(with_news(REPLIES["a commit"][0], notice), language=language)
        first, told = shown.split("\n")
        assert first.startswith("ok commit")
        assert told.startswith("notice: ")
        assert told.isprintable()


def test_a_name_is_cut_at_its_end_and_a_path_at_its_beginning() -> None:
    path = b"packages/server/src/modules/authentication/controllers/login_form.py"
    told = news.sentence(Notice("changed", path, Who(7, 2, "n" * 61)), NOW_NS)
    assert told == (
        "...rver/src/modules/authentication/controllers/login_form.py changed by "
        f"{'n' * 57}... (edit e7)"
    )
    assert news.sentence(Notice("gone", path[-60:], UNKNOWN), NOW_NS) == (
        f"{path[-60:].decode()} is gone"
    )


# --- lengths --------------------------------------------------------------------------------------

WIDE = "x" * 9_000, "行" * 9_000, "\U0001f600" * 9_000


@pytest.mark.parametrize("wide", WIDE, ids=("narrow", "of three bytes", "of four bytes"))
@pytest.mark.parametrize("language", BY_CODE.values(), ids=BY_CODE)
def test_notices_take_no_more_room_than_a_read_keeps_for_them(
    wide: str, language: Language
) -> None:
    notices = [
        Notice(kind, f"{one}{wide}".encode(), Who(10**9, 2, wide), 10**9, LINES * 99, 9, 9, 9)
        for one, kind in enumerate(("changed", "overwritten", "gone"))
    ]
    read = Shown(seq=7, path=PATH, total=1, blocks=(lines(1, "x"),))
    without = render.text(read, language=language)
    shown = render.text(with_news(read, *notices, more=2), language=language)
    assert 200 < len(shown.encode()) - len(without.encode()) <= news.BYTES_MAX
    *told, counted = [one for one in shown.split("\n") if one.startswith("notice: ")]
    assert f" {2 + 3 - len(told)} " in counted


@pytest.mark.parametrize("width", [1, 80, 1_900, 30_000])
def test_notices_never_take_the_last_lines_of_a_refusal(width: int) -> None:
    notices = [Notice("gone", b"%d" % one + b"x" * 60, Who(7, 2, "n" * 60), 7) for one in range(3)]
    body = (lines(1, *["x" * width] * 60),)
    reply = msgspec.structs.replace(EXAMPLES["moved (prepared)"], body=body, view=True)
    text = render.text(with_news(reply, *notices))
    assert len(text) <= render.REFUSAL_BYTES_MAX
    assert [one[:7] for one in text.split("\n")[1:4]] == ["notice:"] * 3
    without = render.text(reply).split("\n")
    assert text.split("\n")[-2].startswith("view v1066 ")
    assert text.split("\n")[-1] == without[-1]
    assert without[-1].startswith("next: be-confirm ")


def test_where_a_refusal_has_no_room_its_next_call_is_whole_and_notices_are_counted() -> None:
    call = Call("be-read", {"file": "p" * 4_080})
    noted = (Remark("never_read", {"lines": "x" * 400, "item": "y" * 200}),) * 2
    seen: set[int] = set()
    for width in range(300, 490, 10):
        path = b"q" * width
        reply = Refusal(code="old_none", path=path, next=(call,), warnings=noted, notices=NEWS)
        text = render.text(reply, now_ns=NOW_NS)
        assert len(text) <= render.REFUSAL_BYTES_MAX
        assert text.endswith(f"\nnext: be-read file={'p' * 4_080}")
        told = [one for one in text.split("\n") if one.startswith("notice: ")]
        assert told in (TOLD, [TOLD[0], COUNTED % "1 more file"], [COUNTED % "2 more files"], [])
        seen.add(len(told))
    assert seen == {0, 1, 2}


def test_lines_around_an_edit_give_way_to_notices_and_diffs_of_warnings_too() -> None:
    block = lines(1, *["x" * 200] * 40)
    remark = Remark("changed_since", {"lines": "4"}, (block,))
    done = Done(seq=7, files=(changed(),), body=(block,), warnings=(remark,) * 3, notices=NEWS)
    text = render.text(done, now_ns=NOW_NS)
    assert len(text.encode()) <= render.REPLY_BYTES_MAX
    assert [one for one in text.split("\n") if one.startswith("notice: ")] == TOLD


# --- what is watched ------------------------------------------------------------------------------


def watched(language: Language = ENGLISH, **fields: Any) -> str:
    one = Watching(folders=14, files=120, **fields)
    return news.watching(one, language, always=False)


def test_that_all_is_watched_is_not_worth_a_word_to_an_agent() -> None:
    assert watched() == ""
    assert watched(unwatched=(("cap", 0),)) == ""
    assert news.watching(Watching(14, 120), ENGLISH, always=True) == (
        "watching: 120 files in 14 folders"
    )
    assert news.watching(Watching(1, 1), CHINESE, always=True) == "监视: 1 个文件夹中的 1 个文件"


@pytest.mark.parametrize("reason", ["cap", "limit", "remote", "absent", "error"])
def test_each_reason_why_a_folder_is_not_watched_has_its_words(reason: str) -> None:
    for language in BY_CODE.values():
        why = language.phrases[f"unwatched_{reason}"]
        assert why in watched(language, unwatched=((reason, 3),))
    assert watched(unwatched=(("a_later\none", 1),)) == (
        r"watching: 1 folder only every 2 s (a later\none)"
    )


def test_lost_events_and_files_that_are_only_looked_at_when_used_are_told() -> None:
    assert watched(overflows=1) == "watching: events were lost 1 time"
    assert watched(CHINESE, unswept=12, overflows=2) == (
        "监视: 12 个文件只在使用时检查, 事件丢失过 2 次"
    )


CHINESE_VIEWS = {
    "a list of views": [
        "5 个视图, 最近使用的在前",
        ("v1031  src/db.py:1-80  codex#3  40-41 行不同, 41 行之后行号 +3, 由 e805 codex#3 20 秒前"),
        "v1030  src/db.py:1-80  codex#3  没有变化",
        "v1029  src/db.py:1-4,9  codex#3  全部行号 +2, 在 editjournal 之外 20 秒前",
        "v1028  src/db.py  codex#3  已不存在, 在 editjournal 之外 20 秒前",
        "v1027  src/db.py:1-80  codex#3  已不存在",
        "(另有 7 个视图)",
    ],
    "an empty list of views": ["没有视图"],
    "a status where not all is watched": [
        "本会话没有未提交的编辑",
        (
            "监视: 3 个文件夹只每 2 秒检查一次 (系统不再允许更多监视), 12 个文件只在使用时检查, "
            "事件丢失过 2 次"
        ),
    ],
}


@pytest.mark.parametrize("name", CHINESE_VIEWS)
def test_views_and_what_is_watched_read_in_chinese(name: str) -> None:
    assert render.text(REPLIES[name][0], language=CHINESE).split("\n") == CHINESE_VIEWS[name]


def viewed(state: str, by: Who, **fields: Any) -> ViewItem:
    total = fields.pop("total", 80)
    spans = (Span(1, total),) if total else ()
    return ViewItem(7, DB, 2, "cc#1", NOW_NS, spans, total, state, by=by, **fields)


VIEWED = {
    "changed by several": (
        viewed("changed", CODEX, differ=LINES, makers=2),
        "v7  src/db.py:1-80  cc#1  40-41 differ, by e811 codex#3 8 s ago and 1 other",
        "v7 src/db.py (40-41 changed by codex#3 and 1 other)",
    ),
    "changed by a session and outside": (
        viewed("changed", CODEX, differ=LINES, makers=2, outside=True),
        "v7  src/db.py:1-80  cc#1  40-41 differ, by e811 codex#3 8 s ago and outside editjournal",
        "v7 src/db.py (40-41 changed by codex#3 and outside editjournal)",
    ),
    "changed outside and by sessions": (
        viewed("changed", OUTSIDE, differ=LINES, makers=3),
        "v7  src/db.py:1-80  cc#1  40-41 differ, outside editjournal 8 s ago and by 2 others",
        "v7 src/db.py (40-41 changed outside and by 2 others)",
    ),
    "without lines": (
        viewed("moved", CODEX, total=0, delta=3),
        "v7  src/db.py  cc#1  no lines, others added 3, by e811 codex#3 8 s ago",
        "v7 src/db.py (no lines, others added 3)",
    ),
}


@pytest.mark.parametrize("name", VIEWED)
def test_a_view_reads(name: str) -> None:
    item, listed, stale = VIEWED[name]
    assert news.view_line(item, NOW_NS, ENGLISH) == listed
    assert news.stale_view(item, ENGLISH) == stale


def test_a_view_without_lines_reads_in_chinese() -> None:
    item = VIEWED["without lines"][0]
    assert news.stale_view(item, CHINESE) == "v7 src/db.py (没有行, 他人新增 3 行)"


def test_stale_views_read_in_chinese() -> None:
    shown = render.text(REPLIES["a status"][0], language=CHINESE).split("\n")
    assert shown[-1] == (
        "过期的视图: v1031 src/db.py (第 40-41 行在外部被更改), "
        "v1032 src/db.py (第 1, 3-4 行被 codex#3 更改, 4 行之后行号 +3), "
        "v1033 src/db.py (9 行之后行号 -3), v1034 src/db.py (已不存在)"
    )


def test_of_many_stale_views_ten_are_named() -> None:
    reply = REPLIES["a status"][0]
    assert isinstance(reply, StatusReply)
    many = msgspec.structs.replace(reply, stale=reply.stale[:1] * 12, watching=None)
    last = render.text(many).split("\n")[-1]
    assert last.count("v1031 src/db.py") == 10
    assert last.endswith(" and 2 more")


def test_a_file_that_a_list_names_is_no_line_of_ours() -> None:
    """A path that begins as the new lines do is marked where it begins a line."""
    names = ("watching: x", "v8  x", "no views", "3 views", "监视: x", "没有视图", "notice: x")
    for name in names:
        file = FileDone(name.encode(), (), 0, 1, "created")
        diffs = ((lines(1, "x", kind="new"),),) * 2
        shown = render.text(Done(seq=7, files=(file, file), diffs=diffs)).split("\n")
        assert len([one for one in shown if re.match(re.escape(f"./{name}: created"), one)]) == 2
