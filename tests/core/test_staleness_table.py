"""The table of staleness, for every tool: the file now, against the view, and what is answered.

A file is a text of letters here, each of them a line. The view shows `abcdefghijkl`; a call means
`de` (lines 4-5), or `d` where it puts text behind a line, or all of it. Capitals are others' lines.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec
import pytest

from editjournal.daemon.core import views
from editjournal.schemas.replies import AnyReply, Block, Call, ChipList, Done, Refusal
from editjournal.schemas.requests import (
    AnyRequest,
    Chips,
    Delete,
    Insert,
    InsertChip,
    Item,
    Replace,
    ReplaceSeveral,
    Write,
)
from editjournal.schemas.values import RelPath, Span
from tests.core.world import World, body, codes, done, lines, previewed, refused, unchanged

SEEN = "abcdefghijkl"
NEW = "NEW"
"""What a call brings."""

# --- the answers ----------------------------------------------------------------------------------


class Clean(NamedTuple):
    """Done, and no word about it: what was meant begins at this line."""

    at: int


class Warned(NamedTuple):
    """Done, with a diff of what others had changed there."""

    at: int
    diff: str


class Moved(NamedTuple):
    """Refused: what was meant is unchanged and begins at this line, where the edit is prepared."""

    to: int


class Twice(NamedTuple):
    """Refused: as `Moved`, but it has come to stand elsewhere too, and nothing is prepared."""

    to: int


class Changed(NamedTuple):
    """Refused, with a diff and the lines now; nothing is prepared."""

    now: str
    """What stands there; empty: nothing does."""
    diff: str


class Not(NamedTuple):
    """Refused for what is no matter of the view."""

    code: str
    to: int = 0
    """The edit is prepared at this line."""


class Unread(NamedTuple):
    """The whole file is written, with a warning that it had lines that were never seen."""


Answer = Clean | Warned | Moved | Twice | Changed | Not | Unread
OLD_NONE, NO_FILE, VIEW_GONE = Not("old_none"), Not("no_such_file"), Not("view_gone")


class Row(NamedTuple):
    """What others make of the file, and what a call through the view comes to."""

    name: str
    then: tuple[str | None, ...]
    """The file's versions since the view; None: it is gone."""
    lines: Answer
    """For lines 4-5."""
    line: Answer
    """For what is put behind line 4."""
    whole: Answer
    """For the whole file."""
    text: Answer
    """For the text of lines 4-5, wherever it stands."""

    @property
    def now(self) -> str | None:
        return self.then[-1]


# fmt: off
# the file since the view: what others did, what it is now, and what is answered for
#     lines 4-5, a line to be put behind line 4, the whole file, the text of lines 4-5
ROWS = [
    # As many lines, the same bytes: clean.
    Row("nothing changed", (SEEN,),
        Clean(4), Clean(4), Clean(1), Clean(4)),
    Row("changed and changed back", ("abcXefghijkl", SEEN),
        Clean(4), Clean(4), Clean(1), Clean(4)),
    Row("lines came and went again", ("XYabcdefghijkl", SEEN),
        Clean(4), Clean(4), Clean(1), Clean(4)),
    Row("others differ", ("abcdefgXYjkl",),
        Clean(4), Clean(4), Warned(1, "-hi+XY"), Clean(4)),
    # As many lines, other bytes, and the old ones nowhere: done, with a warning.
    Row("the first differs", ("abcXefghijkl",),
        Warned(4, "-d+X"), Warned(4, "-d+X"), Warned(1, "-d+X"), OLD_NONE),
    Row("the last differs", ("abcdXfghijkl",),
        Warned(4, "-e+X"), Clean(4), Warned(1, "-e+X"), OLD_NONE),
    Row("both differ", ("abcXYfghijkl",),
        Warned(4, "-de+XY"), Warned(4, "-d+X"), Warned(1, "-de+XY"), OLD_NONE),
    Row("both differ, by two changes", ("abcXefghijkl", "abcXYfghijkl"),
        Warned(4, "-de+XY"), Warned(4, "-d+X"), Warned(1, "-de+XY"), OLD_NONE),
    # Another number of lines, or unchanged elsewhere: refused, and prepared where it is one place.
    Row("lines came in front", ("XYabcdefghijkl",),
        Moved(6), Moved(6), Moved(3), Clean(6)),
    Row("lines came behind", ("abcdefghXYijkl",),
        Moved(4), Moved(4), Changed("abcdefghXYijkl", "+XY"), Clean(4)),
    Row("a line came at the end", ("abcdefghijklX",),
        Moved(4), Moved(4), Moved(1), Clean(4)),
    Row("a line in front went", ("acdefghijkl",),
        Moved(3), Moved(3), Changed("acdefghijkl", "-b"), Clean(3)),
    Row("a line behind went", ("abcdefghjkl",),
        Moved(4), Moved(4), Changed("abcdefghjkl", "-i"), Clean(4)),
    Row("lines came, one went, others differ", ("XYabcdefghijkl", "XYabdefghijkl", "XYabdefgZijkl"),
        Moved(5), Moved(5), Changed("abdefgZijkl", "-c-h+Z"), Clean(5)),
    Row("they went further down", ("abcfghdeijkl",),
        Moved(7), Moved(7), Changed("abcfghdeijkl", "-de+de"), Clean(7)),
    Row("they went up, others differ", ("abdecXYhijkl",),
        Moved(3), Moved(3), Changed("abdecXYhijkl", "-c-fg+cXY"), Clean(3)),
    Row("they came twice elsewhere", ("abcXYfghdede",),
        Changed("XY", "-de+XY"), Changed("X", "-d+X"), Warned(1, "-de+XY-ijkl+dede"),
        Not("old_many")),
    Row("a copy came at the end", ("abcdefghijklde",),
        Twice(4), Twice(4), Moved(1), Clean(4)),
    Row("a copy came in front", ("deXabcdefghijkl",),
        Twice(7), Twice(7), Moved(4), Clean(7)),
    Row("a copy of the first came", ("abcdefghijklXd",),
        Moved(4), Moved(4), Moved(1), Clean(4)),
    # Changed, and lines moved: refused, with a diff.
    Row("changed, and a line came in front", ("XabcYefghijkl",),
        Changed("Ye", "-d+Y"), Changed("Y", "-d+Y"), Changed("abcYefghijkl", "-d+Y"), OLD_NONE),
    Row("changed, and a line came behind", ("abcXefghYijkl",),
        Changed("Xe", "-d+X"), Changed("X", "-d+X"), Changed("abcXefghYijkl", "-d+X+Y"), OLD_NONE),
    Row("a line came between", ("abcdXefghijkl",),
        Changed("dXe", "+X"), Moved(4), Changed("abcdXefghijkl", "+X"), OLD_NONE),
    Row("they grew, another went", ("abcdXefghijk",),
        Changed("dXe", "+X"), Clean(4), Changed("abcdXefghijk", "+X-l"), OLD_NONE),
    Row("one went elsewhere", ("abcXefgdijkl",),
        Changed("Xe", "-d+X"), Moved(8), Warned(1, "-d+X-h+d"), OLD_NONE),
    Row("one line went", ("abcefghijkl",),
        Changed("e", "-d"), Changed("", "-d"), Changed("abcefghijkl", "-d"), OLD_NONE),
    Row("both lines went", ("abcfghijkl",),
        Changed("", "-de"), Changed("", "-d"), Changed("abcfghijkl", "-de"), OLD_NONE),
    Row("all went", ("",),
        Changed("", ""), Changed("", ""), Changed("", ""), OLD_NONE),
    # No file: refused.
    Row("the file is gone", (None,),
        NO_FILE, NO_FILE, NO_FILE, NO_FILE),
]
# fmt: on

# --- the tools ------------------------------------------------------------------------------------

AIM = {"lines": Span(4, 5), "line": Span(4, 4), "whole": Span(1, len(SEEN)), "text": Span(4, 5)}
"""What is meant, by the numbers of the view."""


class Tool(NamedTuple):
    """A way to make an edit."""

    name: str
    listed: str
    """The tool's own name."""
    column: str
    """Of the table."""
    call: AnyRequest
    made: Callable[[str, int], str | None]
    """What it makes of a text in which what is meant begins at a line."""


def sent(letters: str) -> str:
    return lines(*letters).decode()


def over(text: str, at: int) -> str:
    return text[: at - 1] + NEW + text[at + 1 :]


def without(text: str, at: int) -> str:
    return text[: at - 1] + text[at + 1 :]


def over_and_at_the_top(text: str, at: int) -> str:
    return "Q" + over(text, at)


def all_new(_text: str, _at: int) -> str:
    return NEW


def nothing(_text: str, _at: int) -> None:
    return None


def behind(text: str, at: int) -> str:
    return text[:at] + NEW + text[at:]


F = b"f"
CHIP = "of `NEW`"
"""Stands for an id that is known only later."""
LINES = Tool("be-replace", "be-replace", "lines", Replace(b"f:4-5", sent(NEW)), over)
EDITS = Tool(
    "be-replace-edits",
    "be-replace",
    "lines",
    ReplaceSeveral(F, (Item("Q\n", after=0), Item(sent(NEW), span=Span(4, 5)))),
    over_and_at_the_top,
)
EXACT = Tool(
    "be-replace-lines-old", "be-replace", "lines", Replace(b"f:4-5", sent(NEW), old="d\ne"), over
)
TEXT = Tool("be-replace-old", "be-replace", "text", Replace(F, sent(NEW), old="d\ne\n"), over)
INSERT = Tool("be-insert", "be-insert", "line", Insert(b"f:4", sent(NEW)), behind)
DELETE = Tool("be-delete", "be-delete", "lines", Delete(b"f:4-5"), without)
WRITE = Tool("be-write", "be-write", "whole", Write(F, sent(NEW)), all_new)
REMOVE = Tool("be-delete-file", "be-delete", "whole", Delete(F, remove=True), nothing)
WRITE_UNSEEN = WRITE._replace(name="be-write-no-view")
"""Without a view: what was never seen is told."""
PUT_CHIP = Tool("be-insert-chip", "be-insert-chip", "line", InsertChip(b"f:4", CHIP), behind)
PUT_FILE = Tool(
    "be-insert-chip-file", "be-insert-chip", "line", InsertChip(b"f:4", source=b"new"), behind
)
TOOLS = [LINES, EDITS, EXACT, TEXT, INSERT, DELETE, WRITE, REMOVE, PUT_CHIP, PUT_FILE]
NO_REANCHOR = (WRITE, WRITE_UNSEEN)
"""A whole file goes nowhere else."""
LOGGED = "outside, and seen since"
CHANGERS = ["outside", LOGGED, "another session"]
"""Changes that nobody looked at count like others."""
MODES = ["plain", "force", "reanchor"]


def expected(tool: Tool, row: Row, mode: str) -> Answer:
    """Return what the table says of a call."""
    answer: Answer = getattr(row, tool.column)
    if tool is TEXT:
        return answer
    is_forced = mode == "force" or tool is WRITE_UNSEEN
    if row.now is None and tool.listed == "be-write":
        return Clean(1) if is_forced else VIEW_GONE
    if row.now is None:
        return answer
    if is_forced:
        return by_force(tool, row.now)
    if mode == "reanchor" and isinstance(answer, Moved) and tool.column != "whole":
        return Clean(answer.to)
    if tool is EXACT and isinstance(answer, Warned):
        return Not("old_mismatch")
    return answer


def by_force(tool: Tool, now: str) -> Answer:
    """Return what comes of today's numbers, whatever changed."""
    first, last = AIM[tool.column].first, AIM[tool.column].last
    if tool.listed == "be-write":
        return Unread() if is_news(now) else Clean(1)
    if tool is REMOVE:
        return Clean(1)
    if last > len(now):
        return Not("past_end")
    if tool is EXACT and now[3:5] != "de":
        return (
            Not("old_elsewhere", now.index("de") + 1)
            if now.count("de") == 1
            else (Not("old_mismatch"))
        )
    return Clean(first)


def is_news(now: str) -> bool:
    """Tell whether a text is more than what is left of the one that was seen."""
    left = iter(SEEN)
    return not all(letter in left for letter in now)


# --- a call ---------------------------------------------------------------------------------------


class Played(NamedTuple):
    """A call that was made after others changed the file."""

    world: World
    tool: Tool
    row: Row
    changer: str
    view: int
    reply: AnyReply

    @property
    def text(self) -> str | None:
        return text_of(self.world)

    @property
    def now(self) -> str:
        assert self.row.now is not None
        return self.row.now

    def span(self, first: int) -> Span:
        """Return the lines that are meant, if they begin at this one."""
        return Span(first, first + len(AIM[self.tool.column]) - 1)

    @property
    def by(self) -> str:
        return "b#1" if self.changer == "another session" else ""


def text_of(world: World) -> str | None:
    node = world.files.get(RelPath(F))
    return None if node is None else node.data.decode().replace("\n", "")


def change(world: World, changer: str, text: str | None) -> None:
    """Let others make the file be these letters."""
    data = None if text is None else lines(*text)
    if changer != "another session":
        world.outside("f", data)
    elif data is None:
        done(world.delete("b", "f", remove=True))
    else:
        world.write("b", "f", data, force=True)
    if changer == LOGGED and data is not None:
        world.read("c", "f")
    elif changer == LOGGED:
        refused(world.delete("c", "f:1"), "no_such_file")


def chip_of_new(world: World) -> str:
    world.outside("new", lines(*NEW))
    world.outside("chips", lines(*NEW, "rest"))
    return done(world.delete("a", "chips:1-3")).chips[0]


def play(tool: Tool, row: Row, mode: str, changer: str) -> Played:
    world = World()
    chip = chip_of_new(world)
    world.outside("f", lines(*SEEN))
    view = world.read("a", "f").seq
    for text in row.then:
        change(world, changer, text)
    call = call_of(tool, view, chip, mode)
    return Played(world, tool, row, changer, view, world.ask("a", call))


def call_of(tool: Tool, view: int, chip: str, mode: str = "plain") -> AnyRequest:
    more: dict[str, Any] = {"view": view} if tool is not WRITE_UNSEEN else {}
    more |= {mode: True} if mode != "plain" else {}
    more |= {"chip": chip} if tool is PUT_CHIP else {}
    return msgspec.structs.replace(tool.call, **more)


CELLS = [
    pytest.param(tool, row, mode, changer, id=f"{tool.name}, {row.name}, {mode}, {changer}")
    for tool in (*TOOLS, WRITE_UNSEEN)
    for row in ROWS
    for mode in MODES
    for changer in CHANGERS
    if mode != "reanchor" or tool not in NO_REANCHOR
    if mode == "plain" or changer != LOGGED
]


@pytest.mark.parametrize(("tool", "row", "mode", "changer"), CELLS)
def test_what_others_did_since_the_view_is_answered_as_the_table_says(
    tool: Tool, row: Row, mode: str, changer: str
) -> None:
    played = play(tool, row, mode, changer)
    hold(played, expected(tool, row, mode))
    played.world.check_replay()


def hold(played: Played, answer: Answer) -> None:
    match answer:
        case Clean(at):
            hold_clean(played, at)
        case Warned(at, diff):
            hold_warned(played, at, diff)
        case Unread():
            hold_unread(played)
        case Moved(to) if played.tool.column == "whole":
            told = hold_refused(played, "moved")
            hold_where(played, told, played.span(to))
            hold_nothing_prepared(played, Call("be-read", {"file": "f"}))
        case Moved(to):
            hold_moved(played, played.span(to), is_prepared=True)
        case Twice(to):
            hold_moved(played, played.span(to), is_prepared=False)
        case Changed(now, diff):
            hold_changed(played, now, diff)
        case Not(code, to):
            told = hold_refused(played, code)
            if code == "view_gone":
                assert (told.values["view"], told.who and told.who.name) == (played.view, played.by)
            if code == "no_such_file":
                assert (told.who and told.who.name) == played.by
            if to:
                hold_prepared(played, played.span(to))
            else:
                hold_nothing_prepared(played)


# --- done -----------------------------------------------------------------------------------------


def hold_clean(played: Played, at: int) -> None:
    reply = done(played.reply)
    assert codes(reply) == []
    hold_made(played, reply, at)


def hold_made(played: Played, reply: Done, at: int) -> None:
    """Hold that the edit was made there and nowhere else, shown, and can be taken back."""
    world, after = played.world, played.tool.made(played.row.now or "", at)
    assert text_of(world) == after
    view = world.view(reply.seq, "f")
    assert (view is None) == (after is None)
    done(world.undo("a", reply.seq))
    assert text_of(world) == played.row.now


def hold_warned(played: Played, at: int, diff: str) -> None:
    """Hold that it is said what was changed, by whom, and how to get it back."""
    reply = done(played.reply)
    [warning] = reply.warnings
    is_beside = played.tool.column == "line"
    assert warning.code == ("changed_near" if is_beside else "changed_since")
    assert signed(warning.body) == diff
    values = warning.values
    assert (values["view"], values["lines"]) == (played.view, str(played.span(at)))
    assert (values["who"], values["undo"]) == (played.by, reply.seq)
    assert played.view < int(values["edit"]) < reply.seq
    if is_beside:
        assert (reply.chips, "chip" in values) == ((), False)
    else:
        assert [values["chip"]] == list(reply.chips)
        taken = played.now[at - 1 : played.span(at).last]
        assert kept_text(played.world, reply.chips[0]) == taken
    hold_made(played, reply, at)


def kept_text(world: World, chip: str) -> str:
    """Return what a chip keeps, by putting it in a file of its own."""
    world.outside("aside", b"")
    done(world.ask("a", InsertChip(b"aside:0", chip)))
    return world.text("aside").replace("\n", "")


def hold_unread(played: Played) -> None:
    reply = done(played.reply)
    [warning] = reply.warnings
    assert (warning.code, warning.values["undo"]) == ("overwrote_unread", reply.seq)
    assert (warning.values["who"], warning.values["lines"]) == (played.by, len(played.now))
    assert 0 < int(warning.values["unread"]) < len(played.now)
    hold_made(played, reply, 1)


# --- refused --------------------------------------------------------------------------------------


def hold_refused(played: Played, code: str) -> Refusal:
    """Hold that nothing was written and the call is kept; return why it was refused."""
    reply, world = played.reply, played.world
    assert isinstance(reply, Refusal), reply
    assert text_of(world) == played.row.now
    chips = world.ask("a", Chips(1))
    assert isinstance(chips, ChipList)
    [chip] = chips.items
    assert (chip.id, chip.kind, chip.tool) == (reply.chip, "refused", played.tool.listed)
    if played.tool is not EDITS or reply.code != "items_unfit":
        return refused(reply, code)
    [problem] = reply.problems  # the other one fits
    assert problem.number == 2
    return refused(problem.refusal, code)


def hold_told(played: Played, told: Refusal) -> None:
    """Hold that it says what was meant, who changed the file, and how lines moved."""
    assert told.who is not None
    assert (told.who.name, told.who.seq > played.view) == (played.by, True)
    values = told.values
    assert (values["view"], values["view_total"]) == (played.view, len(SEEN))
    assert values["total"] == len(played.now)
    if len(played.row.then) == 1:
        assert values["delta"] == len(played.now) - len(SEEN)
        assert values["after_line"] == in_front(played.now)


def in_front(now: str) -> int:
    """Return how many lines are in front of the first change."""
    return next((at for at, line in enumerate(SEEN) if now[at : at + 1] != line), len(SEEN))


def hold_where(played: Played, told: Refusal, now: Span) -> None:
    """Hold that it says where unchanged lines are now, shows them, and is a view of them."""
    hold_told(played, told)
    assert (told.values["now"], told.values["unchanged"]) == (str(now), 1)
    if played.tool is not EDITS:  # of several, each is told in one line
        first, last = max(1, now.first - 2), min(len(played.now), now.last + 2)
        shown = {number: played.now[number - 1] for number in range(first, last + 1)}
        assert body(told) == shown
        hold_fresh(played, shown)


def hold_fresh(played: Played, shown: dict[int, str]) -> None:
    """Hold that the lines a refusal shows can be meant by its own number."""
    reply, world = played.reply, played.world
    assert isinstance(reply, Refusal)
    assert reply.view
    where = f"f:{min(shown)}-{max(shown)}"
    ours = world.replace("a", where, "ours\n", view=reply.seq, preview=True)
    assert codes(previewed(ours)) == []
    [blocks] = previewed(ours).diffs
    assert signed(blocks) == f"-{''.join(shown.values())}+ours"


def hold_moved(played: Played, now: Span, *, is_prepared: bool) -> None:
    told = hold_refused(played, "moved")
    hold_where(played, told, now)
    assert isinstance(played.reply, Refusal)
    if played.tool is not EDITS:
        again = played.reply.next[-1]
        assert again.tool == played.tool.listed
        assert again.arguments["viewed_code_id"] == f"v{played.reply.seq}"
        assert f"f:{now}" in again.arguments.values()
    if is_prepared:
        hold_prepared(played, now)
    else:
        hold_nothing_prepared(played)


NOTES = {"be-delete": "deletes {}", "be-insert": "your text after {}"}


def hold_prepared(played: Played, now: Span) -> None:
    """Hold that one confirmation makes the edit that was meant, and another one nothing."""
    reply, world, tool = played.reply, played.world, played.tool
    assert isinstance(reply, Refusal)
    assert reply.prepared
    note = "your text after {}" if tool.column == "line" else NOTES.get(tool.listed)
    note = (note or "your text at {}").format(now)
    assert reply.next[0] == Call("be-confirm", {"event_id": f"p{reply.seq}"}, note)
    edit = done(world.confirm("a", reply.seq))
    assert (codes(edit), edit.note) == ([], "as_prepared")
    assert text_of(world) == tool.made(played.now, now.first)
    again = unchanged(world.confirm("a", reply.seq))
    assert again.by is not None
    assert again.by.seq == edit.seq
    assert text_of(world) == tool.made(played.now, now.first)
    done(world.undo("a", edit.seq))
    assert text_of(world) == played.now


def hold_nothing_prepared(played: Played, call: Call | None = None) -> None:
    """Hold that there is nothing to confirm; `call` is what to do instead."""
    reply, world = played.reply, played.world
    assert isinstance(reply, Refusal)
    assert not reply.prepared
    assert "be-confirm" not in [one.tool for one in reply.next]
    assert call is None or reply.next == (call,)
    refused(world.confirm("a", reply.seq), "no_such_prepared")
    assert text_of(world) == played.row.now


def hold_changed(played: Played, now: str, diff: str) -> None:
    told = hold_refused(played, "changed")
    hold_told(played, told)
    if now:
        assert told.values["unchanged"] == 0
        first, _, last = str(told.values["now"]).partition("-")
        assert played.now[int(first) - 1 : int(last or first)] == now
    else:
        assert "now" not in told.values
    if played.tool is not EDITS:
        assert signed(told.body) == diff
        shown = body(told)
        assert all(played.now[number - 1] == line for number, line in shown.items())
        assert bool(shown) == bool(played.now)
        if shown:
            hold_fresh(played, shown)
    hold_nothing_prepared(played)


def signed(blocks: Iterable[Block]) -> str:
    """Return a diff in one line: `-` and what went, `+` and what came."""
    sign = {"old": "-", "new": "+"}
    found = (one for one in blocks if one.kind in sign)
    return "".join(sign[one.kind] + "".join(one.lines) for one in found)


# --- views that cannot be meant -------------------------------------------------------------------

BY_VIEW = pytest.mark.parametrize("tool", TOOLS, ids=[tool.name for tool in TOOLS])


@pytest.fixture
def seen(world: World) -> World:
    world.outside("f", lines(*SEEN))
    world.outside("new", lines(*NEW))
    return world


def hold_no_view(world: World, tool: Tool, call: AnyRequest, code: str) -> Refusal:
    """Hold that a call is refused for its view, is kept, and the next step named."""
    before = text_of(world)
    reply = refused(world.ask("a", call), code)
    assert text_of(world) == before
    assert (reply.tool, bool(reply.chip), reply.prepared) == (tool.listed, True, False)
    assert reply.next == (Call("be-read", {"file": "f"}),)
    return reply


@pytest.mark.parametrize("mode", MODES)
@BY_VIEW
def test_the_view_of_another_file_or_of_none_is_refused_whatever_else_is_said(
    seen: World, tool: Tool, mode: str
) -> None:
    if tool in NO_REANCHOR and mode == "reanchor":
        mode = "force"
    chip = chip_of_new(seen)
    mine, other = seen.read("a", "f").seq, seen.read("a", "new").seq
    call = call_of(tool, other, chip, mode)
    reply = hold_no_view(seen, tool, call, "view_of_other_file")
    assert (reply.values["view"], reply.values["other"]) == (other, "new")
    assert str(reply.values["last"]).startswith(f"v{mine} (1-12)")
    call = call_of(tool, 9_999, chip, mode)
    reply = hold_no_view(seen, tool, call, "unknown_view")
    assert str(reply.values["last"]).startswith(f"v{mine} (1-12)")


@BY_VIEW
def test_a_view_is_refused_a_day_after_its_last_use_and_the_newer_ones_are_named(
    seen: World, tool: Tool
) -> None:
    chip = chip_of_new(seen)
    first = seen.read("a", "f").seq
    seen.now_ns += views.LIFETIME_NS
    second = seen.read("a", "f:1-6").seq
    reply = hold_no_view(seen, tool, call_of(tool, first, chip), "unknown_view")
    assert reply.values["last"] == f"v{second} (1-6)"


@BY_VIEW
def test_the_view_least_lately_used_gives_way_to_a_new_one(
    monkeypatch: pytest.MonkeyPatch, seen: World, tool: Tool
) -> None:
    chip = chip_of_new(seen)
    monkeypatch.setattr(views, "COUNT_MAX", 3)
    used, unused = seen.read("a", "f").seq, seen.read("a", "f").seq
    edit = seen.edit("a", "f:12", "L\n", view=used).seq  # its reply is a view too
    newest = seen.read("a", "f").seq
    reply = hold_no_view(seen, tool, call_of(tool, unused, chip), "unknown_view")
    assert str(reply.values["last"]) == f"v{newest} (1-12), v{edit} (10-12), v{used} (1-12)"
    done(seen.ask("a", call_of(tool, used, chip)))


@BY_VIEW
def test_a_view_of_another_session_will_do(seen: World, tool: Tool) -> None:
    chip = chip_of_new(seen)
    view = seen.read("b", "f").seq
    reply = done(seen.ask("a", call_of(tool, view, chip)))
    assert codes(reply) == []
    assert text_of(seen) == tool.made(SEEN, AIM[tool.column].first)


@pytest.mark.parametrize("is_forced", [True, False])
def test_who_saw_a_file_empty_has_seen_none_of_its_lines(world: World, is_forced: bool) -> None:
    world.outside("f", b"")
    view = world.read("a", "f").seq
    world.outside("f", lines(*SEEN))
    refused(world.write("a", "f", sent(NEW), view=view), "changed")
    world.read("b", "f")
    given = view if is_forced else 0
    reply = done(world.write("b", "f", sent(NEW), view=given, force=is_forced))
    assert codes(reply) == []  # b has read them
    done(world.undo("b", reply.seq))
    reply = done(world.write("c", "f", sent(NEW), view=given, force=is_forced))
    assert codes(reply) == ["overwrote_unread"]
    assert reply.warnings[0].values["unread"] == len(SEEN)


# --- the session's own edits ----------------------------------------------------------------------

OWN: dict[str, AnyRequest] = {
    "be-replace": Replace(b"f:2", "B\nB\n"),
    "be-replace with edits": ReplaceSeveral(
        F, (Item("D\n", span=Span(4, 4)), Item("+\n", after=4))
    ),
    "be-replace by old": Replace(F, "FF\n", old="f\n"),
    "be-insert": Insert(b"f:7", "+\n+\n"),
    "be-delete": Delete(b"f:9-10"),
    "be-insert-chip": InsertChip(b"f:11", source=b"new"),
}
"""Calls of one view."""
ALL_OWN = "aBBcD+eFFg++hkNEWl"


def by_view(call: AnyRequest, view: int) -> AnyRequest:
    more: dict[str, Any] = {"view": view}
    return msgspec.structs.replace(call, **more)


def orders() -> list[tuple[str, ...]]:
    """Return orders in which each call comes at each place, and before and after each other."""
    names = list(OWN)
    turned = [tuple(names[at:] + names[:at]) for at in range(len(names))]
    return turned + [tuple(reversed(one)) for one in turned]


@pytest.mark.parametrize("order", orders(), ids=", ".join)
def test_own_edits_by_any_tool_never_make_a_view_stale(seen: World, order: tuple[str, ...]) -> None:
    view = seen.read("a", "f").seq
    for name in order:
        assert codes(done(seen.ask("a", by_view(OWN[name], view)))) == []
    assert text_of(seen) == ALL_OWN
    reply = done(seen.ask("a", call_of(WRITE, view, "")))
    assert codes(reply) == []


@pytest.mark.parametrize("order", orders()[::3], ids=", ".join)
def test_calls_sent_side_by_side_meet_no_edit_but_their_own(
    seen: World, order: tuple[str, ...]
) -> None:
    """None of them has seen the reply to another; in between others look."""
    view = seen.read("a", "f").seq
    for name in order:
        seen.read("c", "f")
        assert codes(done(seen.ask("a", by_view(OWN[name], view)))) == []
    assert text_of(seen) == ALL_OWN


@BY_VIEW
def test_an_own_edit_in_front_is_followed_by_every_tool(seen: World, tool: Tool) -> None:
    chip = chip_of_new(seen)
    view = seen.read("a", "f").seq
    seen.edit("a", "f:1", "A\nA\nA\n", view=view)
    assert codes(done(seen.ask("a", call_of(tool, view, chip)))) == []
    assert text_of(seen) == tool.made("AAAbcdefghijkl", AIM[tool.column].first + 2)


def test_each_of_many_views_keeps_its_own_numbers(seen: World) -> None:
    known = [seen.read("a", "f").seq]
    for _ in range(5):  # each has a line more at the top
        done(seen.insert("a", "f:0", "+\n", view=known[-1]))
        known.append(seen.read("a", "f").seq)
    for more, view in enumerate(known):
        seen.edit("a", f"f:{more + 2 * more + 1}", f"{more}\n", view=view)
    assert text_of(seen) == "+++++0b1d2f3h4j5l"


# --- several changes by several others ------------------------------------------------------------


def test_lines_are_found_again_through_the_changes_of_many(seen: World) -> None:
    view = seen.read("a", "f").seq
    seen.outside("f", lines(*"Xabcdefghijkl"))
    seen.edit("b", "f:3", "", view=seen.read("b", "f").seq)
    seen.edit("c", "f:1", "X\nY\nZ\n", view=seen.read("c", "f").seq)
    seen.outside("f", lines(*"XYZacdefghijklW"))
    reply = refused(seen.ask("a", call_of(LINES, view, "")), "moved")
    assert reply.who is not None
    assert (reply.values["now"], reply.values["changes"], reply.who.name) == ("6-7", 4, "")
    assert (reply.values["total"], reply.values["view_total"]) == (15, 12)
    done(seen.confirm("a", reply.seq))
    assert text_of(seen) == "XYZacNEWfghijklW"


def test_lines_that_one_moved_away_and_another_back_are_clean(seen: World) -> None:
    view = seen.read("a", "f").seq
    seen.edit("b", "f:1", "X\nY\na\n", view=view)
    seen.read("c", "f")
    seen.outside("f", lines(*SEEN))
    assert codes(done(seen.ask("a", call_of(LINES, view, "")))) == []
    assert text_of(seen) == "abcNEWfghijkl"


def test_own_and_others_changes_are_told_apart(seen: World) -> None:
    view = seen.read("a", "f").seq
    seen.edit("a", "f:1", "A\nA\n", view=view)
    seen.edit("b", "f:13", "L\nL\n", view=seen.read("b", "f").seq)
    reply = refused(seen.ask("a", call_of(LINES, view, "")), "moved")
    assert reply.who is not None
    assert (reply.who.name, reply.values["now"], reply.values["changes"]) == ("b#1", "5-6", 1)
    done(seen.confirm("a", reply.seq))
    assert text_of(seen) == "AAbcNEWfghijkLL"


@pytest.mark.parametrize("who", ["a", "b"])
def test_a_prepared_edit_is_made_by_whoever_confirms_it_and_by_one_alone(
    seen: World, who: str
) -> None:
    view = seen.read("a", "f").seq
    seen.outside("f", lines(*("X" + SEEN)))
    reply = refused(seen.ask("a", call_of(LINES, view, "")), "moved")
    done(seen.confirm(who, reply.seq))
    unchanged(seen.confirm("a", reply.seq))
    unchanged(seen.confirm("b", reply.seq))
    assert text_of(seen) == "XabcNEWfghijkl"
