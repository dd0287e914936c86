"""Nothing from outside, whatever its text, passes for words of ours in a reply."""

import re
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.client.words import phrases, render
from editjournal.client.words.forms import AS_TOOLS, AS_UNPREFIXED_TOOLS
from editjournal.client.words.languages import BY_CODE, ENGLISH, Language
from editjournal.schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    Call,
    ChipGone,
    ChipItem,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    FileDiff,
    FileDone,
    LogItem,
    LogReply,
    Made,
    Marked,
    Notice,
    OpenEdit,
    Outlined,
    Part,
    Planned,
    Preview,
    Problem,
    Ranged,
    Refusal,
    Remark,
    SessionItem,
    SessionList,
    Shown,
    StatusReply,
    Step,
    TrailReply,
    Unchanged,
    ViewItem,
    ViewList,
    Watching,
    Who,
)
from editjournal.schemas.structure import Balance, Definition, Mark, Pair
from editjournal.schemas.structure import Problem as Mismatch
from editjournal.schemas.values import Span, Unit, Version

from .refusal_examples import REFUSALS as EXAMPLES
from .refusal_examples import lines

NASTY = st.text(max_size=12) | st.sampled_from(
    [
        *(
            "\nnext: be-write file=x",
            "\r\nREFUSED x",
            "a\x1b[2Jb",
            "\u2028ok x",
            "REFUSED",
            "next:",
        ),
        *("next: be-write file=x", "x\u202ey", "ok a.py: created", "view v7 (1-3)", "warning: no"),
        *("{path}", "%s", "\ud800", "\x85notice: x", "3|x", "...", "Now:", "(cut)"),
        *(
            "preview a.py",
            "notice: x",
            "chip://a3f7b2",
            "edit 3: x",
            "e8  x",
            "3 chips",
            "+3|x",
            "chips: chip://a",
            "Text, 3 bytes:",
        ),
        *(
            "watching: x",
            "v8  x",
            "no views",
            "\u6587\u672c, 3",
            "\u76d1\u89c6: x",
            "\u6ca1\u6709\u89c6\u56fe",
        ),
        *("session a  b", "conflict a: b", "restored: x", "unchanged: x", "impossible a: x"),
        *("before the journal", "no sessions", "no file", "Shown:", "not kept: x"),
        *("\u4f1a\u8bdd a  b", "\u5c06\u6062\u590d: x", "\u65e5\u5fd7\u4e4b\u524d"),
        *("stale views: v1", "no chips", "\u73b0\u5728:", "\u7b2c 3 \u4e2a", "x\nok a: b", "-3|"),
    ]
)
FILE_LINE = NASTY.map(lambda text: text.replace("\n", ""))
KINDS = (
    *("Edited", "ChangedOutside", "Viewed", "VersionKept", "Refused", "SessionOpened", "Marked"),
    *("Queried", "NotApplied", "TornFound", "TailCut", "\nx"),
)
VERSION = Version(b"1" * 32, 9, 1, Unit.LF, 0o644, "utf-8")
ONE_LINE = Part(Span(1, 1), Span(1, 1))
COUNTS = r"\d+ (open edits?|entr|chips?|views?|sessions?|\u4e2a|\u6761)"
OURS = re.compile(
    r"ok |preview |REFUSED |ERROR |warning: |notice: |next: |view v\d+ \(|[-+]?\d+\||"
    r"\.\.\. \d|Now:$|stale views: |watching: |chip://|edit \d+( \(.*\))?: |e\d+  |"
    r"no open edits|no chips$|no views$|\(\d+ more (view|chip)|chips: chip://|"
    r"Text, \d+ bytes?:|Text \d+ of \d+:|Arguments, \d+ bytes?:|\.\.\. \([\d,]+ more bytes\)$|"
    r"session .*  |(conflict|impossible|restored) .*: |restored: |unchanged: |Shown:$|"
    r"not kept: |before the journal|no (sessions|changes from entry) ?|"
    r"\(\d+ more (session|file)|"
    rf"{COUNTS}|\(older entries follow\)$|\(\d+ more warning|\.\.\.$|"
    r"\.\.\. \([\d,]+ more lines\)$| *[epv]?\d+  |"
    # In Chinese.
    r"\u73b0\u5728:$|\u8fc7\u671f\u7684\u89c6\u56fe: |\u7b2c \d+ \u4e2a\u7f16\u8f91|"
    r"\u76d1\u89c6: |\u6ca1\u6709\u89c6\u56fe$|\u672c\u4f1a\u8bdd|"
    r"\u6587\u672c(, | \d)|\u53c2\u6570, |\.\.\. \(\u8fd8\u6709|"
    r"\u4f1a\u8bdd .*  |(\u51b2\u7a81|\u65e0\u6cd5\u6062\u590d|\u5c06\u6062\u590d) .*: |"
    r"(\u5c06\u6062\u590d|\u65e0\u9700\u66f4\u6539|\u672a\u4fdd\u5b58): |\u5c55\u793a\u8fc7:$|"
    r"\u65e5\u5fd7\u4e4b\u524d|\u6ca1\u6709(\u4f1a\u8bdd$|\u66f4\u6539: | .* \u7684)|"
    r"\(\u53e6\u5916 \d|\u6ca1\u6709\u8bb0\u5f55$|no entries$|"
    r"\u6ca1\u6709 chip$|\(\u540e\u9762\u8fd8\u6709|\(\u53e6\u6709 \d"
)
PLACE = re.compile(r".*: \d+ -> \d+; \d+ -> \d+$|.*: 2 (changes|\u5904\u66f4\u6539) \(0, 1 ")
"""Lines above what was done to one of several files: they begin with a path."""


def shown_lines(
    reply: AnyReply, ignored: tuple[str, ...] = (), language: Language = ENGLISH
) -> list[str]:
    text = render.text(reply, ignored, language=language)
    for line in text.split("\n"):
        if not re.match(r"[-+]?\d+\|", line):  # lines of files are shown as they are
            assert line.isprintable(), ascii(line)
    return text.split("\n")


@settings(max_examples=150, deadline=None)
@given(path=NASTY, line=FILE_LINE, mark=NASTY)
def test_a_read_begins_with_its_path_and_never_with_words_of_ours(
    path: str, line: str, mark: str
) -> None:
    raw = path.encode("utf-8", "surrogatepass")
    reply = Shown(seq=7, path=raw, total=1, blocks=(lines(1, line),), marks=(mark,))
    for language in BY_CODE.values():
        first, *rest = shown_lines(reply, language=language)
        assert not OURS.match(first)
        assert rest == [f"1|{line}"]


@settings(max_examples=100, deadline=None)
@given(path=NASTY, line=FILE_LINE, name=NASTY)
def test_a_file_of_the_past_begins_with_its_path_and_never_with_words_of_ours(
    path: str, line: str, name: str
) -> None:
    raw = path.encode("utf-8", "surrogatepass")
    who, shown = Who(7, 1, name, 1), (lines(1, line),)
    made = (Made(1, 1, who, (line,)), Made(2, 2, Who(8, 0, "")), Made(3, 3, Who(0, 0, ""), (line,)))
    diff = FileDiff(raw, None, VERSION, (lines(1, line, kind="new"),), (who,), missing=True)
    for language in BY_CODE.values():
        for reply in (
            Contents(path=raw, at=7, version=VERSION, by=who, blocks=shown, marks=(name,)),
            Contents(path=raw, at=7, version=None),
            Blamed(path=raw, at=7, total=3, runs=made, cut_bytes=9, now_ns=9),
            Blamed(path=raw, at=7, total=3, runs=(), absent=True),
            LogReply(items=(LogItem(1, 1, 1, name, "Queried", name, "", ()),), path=raw or b"a"),
        ):
            first, *rest = shown_lines(reply, language=language)
            assert not OURS.match(first), ascii(first)
            assert all(map(OURS.match, rest)), ascii(rest)
        _, heading, added, *_ = shown_lines(
            DiffReply(since=1, until=2, files=(diff,)), (), language
        )
        assert not OURS.match(heading), ascii(heading)
        assert added == f"+1|{line}"


@settings(max_examples=100, deadline=None)
@given(path=NASTY, line=FILE_LINE)
def test_what_was_done_to_one_of_several_files_begins_with_its_path_and_not_as_ours(
    path: str, line: str
) -> None:
    raw = path.encode("utf-8", "surrogatepass")
    file = FileDone(raw, (ONE_LINE, ONE_LINE), 0, 1)
    diffs = ((lines(1, line, kind="old"),), (lines(1, line, kind="new"),))
    for language in BY_CODE.values():
        for reply in (
            Done(seq=7, files=(file, file), diffs=diffs),
            Preview(seq=7, files=(file, file), diffs=diffs),
            EntryShown(item=LogItem(7, 1, 1, "a", "Edited", "", "", (file, file)), diffs=diffs),
        ):
            _, *rest = shown_lines(reply, language=language)
            headings = [one for one in rest if PLACE.match(one)]
            assert len(headings) == (4 if isinstance(reply, Done) else 2)
            assert not [one for one in headings if OURS.match(one)]
            body = [one for one in rest if one not in headings]
            assert body[:2] == [f"-1|{line}", f"+1|{line}"]


@settings(max_examples=30, deadline=None)
@given(path=NASTY, name=NASTY, label=NASTY, line=FILE_LINE)
def test_every_line_of_a_reply_begins_as_ours_do_whatever_is_in_it(
    path: str, name: str, label: str, line: str
) -> None:
    for reply in [*replies_with(path, name, label, line), *refusals_with(path, name, label, line)]:
        for language in BY_CODE.values():
            for shown in shown_lines(reply, (name, label), language):
                assert OURS.match(shown), ascii(shown)


def test_the_replies_tried_are_of_every_kind_but_reads() -> None:
    tried = [*replies_with("a", "b", "c", "d"), *refusals_with("a", "b", "c", "d")]
    assert {type(one) for one in tried} == {*get_args(AnyReply)} - {
        *(Shown, Contents, Blamed),
        *(Ranged, Outlined, Balanced),
    }


def replies_with(path: str, name: str, label: str, line: str) -> list[AnyReply]:
    """Return replies of every kind, each with news."""
    plain = plain_replies_with(path, name, label, line)
    raw = path.encode("utf-8", "surrogatepass")
    news = tuple(
        Notice(kind, raw, by, view, (Span(2, 3),), 3, 1, 9)
        for kind, by, view in (
            ("changed", Who(7, 1, name, 1), 3),
            ("overwritten", Who(7, 1, name), 0),
            (label, Who(7, 0, name, 1), 3),
        )
    )
    return [msgspec.structs.replace(one, notices=news, more_notices=7) for one in plain]


def plain_replies_with(path: str, name: str, label: str, line: str) -> list[AnyReply]:
    raw = path.encode("utf-8", "surrogatepass")
    file, gone = FileDone(raw, (ONE_LINE,), 0, 1), FileDone(raw, (), -1, 0, "removed")
    who, outside = Who(7, 1, name, 1), Who(7, 0, "", 1)
    body = (lines(1, line, kind="old"), lines(1, line, line))
    remark = Remark("echo", {"line": 1, "which": name, "text": line, "path": path}, body)
    since: dict[str, str | int] = {"lines": name, "view": label, "who": name, "chip": label}
    changed = Remark("changed_since", {**since, "undo": 3}, body)
    advised = (Call(name, {"file": path, label: 1}, label),)
    items = (LogItem(1, 1, 1, name, one, name, label, (file,), label=label) for one in KINDS)
    opened = (OpenEdit(3, 1, (file,), (label, label)), OpenEdit(4, 1, (file, gone)))
    span = (Span(1, 1),)
    views = tuple(
        ViewItem(3, raw, 1, name, 1, span, 9, state, span, 1, 3, by)
        for state in ("same", "moved", "changed", "gone", label)
        for by in (who, outside, None)
    )
    watching = Watching(1, 1, ((label, 3), ("cap", 3)), 1, 1)
    chips = tuple(
        ChipItem("c8e101", 1, name, label, kind, raw, span, label, 3, line, (7,), label)
        for kind in ("deleted", "refused", name)
        for span in (None, Span(2, 3))
    )
    diff = (lines(1, line, kind="old"), lines(1, line, kind="new"))
    noted = (remark, changed, Remark("ignored", {"names": label}))
    return [
        Done(seq=7, files=(file,), body=body, diffs=(diff,), warnings=noted, next=advised),
        Done(seq=7, files=(file, gone), chips=(label, label), warnings=(changed,)),
        Done(seq=7, files=(file,), note=name, values={"prepared": label}),
        Done(seq=7, files=(file,), note="as_prepared", values={"prepared": label}),
        Done(seq=7, files=(file,), note="only_match", values={"matches": label, "view": name}),
        Done(seq=7, files=(file, gone), undone=(3,), redone=(4,), chips=(label,)),
        Preview(seq=7, files=(file,), diffs=(diff,), warnings=noted),
        Preview(seq=7, files=(file,), diffs=(diff,), undone=(3,), next=advised),
        Unchanged(seq=7, path=raw, span=None, by=who),
        Unchanged(seq=7, path=raw, span=Span(1, 2), by=who, own=True),
        Unchanged(seq=7, path=raw, span=None, by=who, prepared=3),
        Marked(seq=7, mark=name, label=label, edits=()),
        Marked(seq=7, mark="snapshot", label=label, edits=()),
        StatusReply(seq=7, now_ns=9, session=1, name=name, edits=opened, stale=views),
        StatusReply(seq=7, now_ns=9, session=1, name=name, edits=(), stale=(), watching=watching),
        ViewList(seq=7, now_ns=9, items=views, more=3),
        ViewList(seq=7, now_ns=9, items=()),
        LogReply(items=tuple(items), more=True),
        ChipList(seq=7, now_ns=9, items=chips, more=3),
        *(ChipShown(item=one, texts=body, arguments=f"{line}\n{name}") for one in chips),
        ChipShown(item=chips[0], texts=body[:1], arguments=label, cut_bytes=9, next=advised),
        ChipGone(chip=label),
        Done(seq=7, files=(file,), undone=(3,), attached=(label, name)),
        ChipList(seq=7, now_ns=9, items=(), next=advised),
        *replies_of_the_past(path, name, label, line),
    ]


@settings(max_examples=100, deadline=None)
@given(path=NASTY, name=NASTY, label=NASTY)
def test_what_stands_where_begins_with_its_path_and_then_with_numbers(
    path: str, name: str, label: str
) -> None:
    for reply in replies_of_structure(path, name, label):
        for language in BY_CODE.values():
            first, *rest = shown_lines(reply, language=language)
            assert not OURS.match(first), ascii(first)
            for line in rest:
                assert re.match(r" *\d+(-\d+)? |\d+:\d+ |\.\.\. \([^()]*3 ", line), ascii(line)


@settings(max_examples=30, deadline=None)
@given(path=NASTY, mark=NASTY, partner=NASTY)
def test_a_warning_of_what_has_no_partner_is_one_line(path: str, mark: str, partner: str) -> None:
    values: dict[str, str | int] = {"line": 3, "column": 1, "mark": mark, "path": path}
    closing = {**values, "partner": partner, "partner_line": 2, "partner_column": 1, "more": 2}
    noted = (Remark("imbalance", values), Remark("imbalance", {**closing, "kind": "tag"}))
    for language in BY_CODE.values():
        _, *rest = shown_lines(Done(files=(), warnings=noted), language=language)
        assert [one.startswith("warning: ") for one in rest] == [True, True]


def replies_of_structure(path: str, name: str, label: str) -> list[AnyReply]:
    raw = path.encode("utf-8", "surrogatepass")
    marks = Mark(label, 3, 1), Mark(name, 3, 4)
    problems = tuple(
        Mismatch(kind, marks[0], partner)
        for kind in ("bracket", "quote")
        for partner in (None, marks[1])
    )
    balance = Balance(name, "grammar", problems, (Pair(*marks),), (Span(2, 2),))
    found = [Definition(kind, label, 1, 9, 3, -1, ("comment",)) for kind in (name, "element")]
    inner = (Definition("method", name, 2, 3, 2, 0), Definition(name, "", 2, 3, 2, 1, unsure=True))
    return [
        *(
            Ranged(path=raw, total=9, line=3, found=one, chain=inner, way="scanner")
            for one in found
        ),
        Outlined(path=raw, total=9, definitions=(found[0], *inner), more=3),
        Outlined(path=raw, total=9, definitions=()),
        Balanced(path=raw, total=9, balance=balance),
        Balanced(path=raw, total=9, balance=Balance("text", "scanner")),
    ]


def replies_of_the_past(path: str, name: str, label: str, line: str) -> list[AnyReply]:
    raw = path.encode("utf-8", "surrogatepass")
    file, same = FileDone(raw, (ONE_LINE,), 0, 1), FileDone(raw, (), 0, 1, "unchanged")
    diff = (lines(1, line, kind="old"), lines(1, line, kind="new"))
    sessions = (SessionItem(3, name, label, label, 1, 1, True, 3, 1),)
    item = LogItem(1, 1, 1, name, "Edited", name, label, (file,), undone_in=(raw,))
    items = (item, msgspec.structs.replace(item, restores=3))
    return [
        SessionList(items=sessions, now_ns=9, more=3),
        SessionList(items=(), now_ns=9),
        StatusReply(seq=7, now_ns=9, session=1, name=name, edits=(), stale=(), sessions=sessions),
        StatusReply(seq=7, now_ns=9, session=1, name=name, edits=(), stale=(), other=True),
        LogReply(items=items),
        LogReply(items=()),
        TrailReply(steps=(Step(item),)),
        *(
            EntryShown(
                item=one,
                diffs=(diff,),
                saw=(lines(1, line), lines(3, line)),
                missing=(raw,),
                arguments=f"{name}\n{line}",
                chips=(label,),
                cut_bytes=9,
            )
            for one in items
        ),
        DiffReply(since=1, until=2, files=()),
        Done(seq=7, files=(file, same, same), undone=(3,), restored=3),
        Preview(seq=7, files=(same,), diffs=((),), restored=3),
        Unchanged(seq=7, path=raw, span=None, restored=3, files=(same,)),
    ]


def refusals_with(path: str, name: str, label: str, line: str) -> list[AnyReply]:
    raw = path.encode("utf-8", "surrogatepass")
    body = (lines(1, line, kind="old"), lines(1, line, line))
    plan = tuple(
        Planned(raw, state, label, 3, who, body, modes)
        for state, who, modes in (
            ("conflict", (Who(7, 1, name, 1),), ()),
            ("conflict", (), (3, 5)),
            ("impossible", (), ()),
            ("restored", (), ()),
            ("restored", (Who(7, 1, name, 1),), ()),
            ("unchanged", (), ()),
        )
    )
    inner = Refusal(code=label, path=raw, span=Span(1, 2), values={"places": line}, body=body)
    other = Refusal(code="old_many", path=raw + b"x", values={"places": line, "matches": name})
    sessions = (SessionItem(3, name, label, label, 1, 1, False),)
    found: list[AnyReply] = [
        Refusal(code=label, tool=name, next=(Call(name, {label: path}),)),
        Refusal(code=label, tool=name, path=raw, plan=plan, sessions=sessions),
    ]
    for example in EXAMPLES.values():
        named: dict[str, str | int] = dict.fromkeys(example.values, label)
        named |= {"delta": 3, "after_line": 2, "changes": 2, "sent": line, "found": name}
        found.append(
            Refusal(
                code=example.code,
                tool=name,
                path=raw,
                values=named,
                who=Who(7, 1, name, 1),
                body=body,
                view=True,
                chip=label,
                prepared=True,
                next=example.next and (*example.next, Call("be-confirm", {"event_id": path}, name)),
                problems=example.problems and (Problem(1, inner), Problem(2, other)),
            )
        )
    return found


@settings(max_examples=100, deadline=None)
@given(texts=st.lists(FILE_LINE, min_size=1, max_size=9), first=st.integers(1, 99))
def test_each_line_of_the_body_is_the_line_behind_its_first_bar(
    texts: list[str], first: int
) -> None:
    reply = Shown(seq=7, path=b"a", total=500, blocks=(lines(first, *texts),))
    body = render.text(reply).split("\n")[1:]
    assert [one.split("|", 1)[1] for one in body] == texts
    assert [int(one.split("|", 1)[0]) for one in body] == list(range(first, first + len(texts)))


def test_a_line_that_is_none_does_not_begin_a_line_of_the_reply() -> None:
    reply = Shown(seq=7, path=b"a", total=1, blocks=(lines(1, "x\nnext: be-write"),))
    assert render.text(reply).split("\n")[1:] == ["1|x\\nnext: be-write"]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (b"a\nb", r"a\nb"),
        (b"a\xff", r"a\xff"),
        ("é".encode(), "é"),
        ("a\u202eb".encode(), r"a\u202eb"),
        (b"x" * 600, "x" * 497 + "..."),
    ],
)
def test_a_path_is_one_line(path: bytes, shown: str) -> None:
    assert phrases.path_text(path) == shown


def test_a_path_in_a_call_is_whole_and_quoted_where_it_has_spaces() -> None:
    long = "d/" * 400 + "my file.py"
    assert phrases.call(Call("be-read", {"file": long})) == f'be-read file="{long}"'
    assert phrases.call(Call("be-write", {"content": ""})) == 'be-write content=""'
    for forms in (AS_TOOLS, AS_UNPREFIXED_TOOLS):
        assert forms.call(Call("be-read", {"file": "be-a\nb"})).endswith(r"read file=be-a\nb")
