"""Which tags belong together: a stack, and what to make of tags that do not fit.

An end tag that fits an element further out either stands there by mistake, or what lies between
has lost its end tags. The end tags that follow tell: where they go on as if this one were not
there, it is the mistake. Where that leaves something without a partner, a second run lets equal
indentation decide between elements of one name, and is taken if it leaves no more.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..lines import Lines
from .rules import Rules
from .tags import Tag
from .turns import Turn

REACH = 64
"""Elements that one end tag may leave without theirs; with more, it stands there by mistake."""
_AHEAD_MAX = 2000
_BUDGET = 300_000
"""Tags looked at ahead, for one tag and for a text."""
_FAULTS_MAX = 1000
"""With more of them indentation is not asked."""


class Found(NamedTuple):
    """An element."""

    tag: Tag
    last: int
    """Its last line."""
    parent: int
    is_sure: bool


class Fault(NamedTuple):
    """A tag without a partner, or one that closes another's element."""

    tag: Tag
    closes: Tag | None = None


class Nested(NamedTuple):
    elements: list[Found]
    """By where they begin."""
    faults: list[Fault]
    """By where they stand."""
    pairs: list[tuple[Tag, Tag]]
    """By where the first stands."""


class Markup(NamedTuple):
    """The tags of a text, and what else tells how they belong together."""

    text: str
    lines: Lines
    tags: Sequence[Tag]
    turns: Sequence[Turn] = ()
    is_cut: bool = False
    """What is open at the end is not to blame: the end is missing as a whole."""


def nest(markup: Markup, rules: Rules) -> Nested:
    """Return the elements that tags make, and the tags that do not fit."""
    plain = _Nesting(markup, rules, is_guided=False).run()
    if not 0 < len(plain.faults) <= _FAULTS_MAX:
        return plain
    guided = _Nesting(markup, rules, is_guided=True).run()
    return guided if len(guided.faults) <= len(plain.faults) else plain


@dataclass(slots=True)
class _Frame:
    """An open element."""

    index: int
    """-1: the whole text."""
    key: str
    tag: Tag | None
    below: "_Frame | None"
    ended: dict[str, int] = field(default_factory=dict[str, int])
    """Elements in it that another's start ended, by name, the last of each."""
    strays: list[int] = field(default_factory=list[int])
    """Faults: end tags that stand in it by mistake."""
    crossed: dict[str, int] = field(default_factory=dict[str, int])
    """Elements in it that another's end tag left open, by name."""


@dataclass(slots=True)
class _Branches:
    """The branches of a template, while they are gone through."""

    before: _Frame
    kept: _Frame | None = None
    """What the first branch that changed anything left open."""


class _Nesting:
    """One run over the tags of a text."""

    def __init__(self, markup: Markup, rules: Rules, *, is_guided: bool) -> None:
        self.markup = markup
        self.rules = rules
        self.is_guided = is_guided
        self.whole = _Frame(-1, "", None, None)
        self.top = self.whole
        self.open_keys = Counter[str]()
        self.begun: list[tuple[Tag, int]] = []
        self.lasts: list[int] = []
        self.unsure: set[int] = set()
        self.lost: dict[int, Tag | None] = {}
        """Elements without an end tag; the tag that stands where theirs should."""
        self.strays: list[Tag | None] = []
        self.stray_of: dict[int, Tag] = {}
        self.pairs: list[tuple[int, Tag]] = []
        self.branches: list[_Branches] = []
        self.budget = _BUDGET

    def run(self) -> Nested:
        turns = iter(self.markup.turns)
        turn = next(turns, None)
        for at, tag in enumerate(self.markup.tags):
            while turn and turn.start < tag.start:
                self._turn(turn)
                turn = next(turns, None)
            if tag.kind == "close":
                self._close(at, tag)
            else:
                self._begin(tag)
        while turn:
            self._turn(turn)
            turn = next(turns, None)
        self._finish()
        return self._nested()

    def _nested(self) -> Nested:
        elements = [
            Found(tag, self.lasts[index], parent, index not in self.unsure)
            for index, (tag, parent) in enumerate(self.begun)
        ]
        faults = [
            Fault(self.begun[index][0]) if closer is None else Fault(closer, self.begun[index][0])
            for index, closer in self.lost.items()
        ]
        faults += [Fault(tag) for tag in self.strays if tag is not None]
        faults.sort(key=lambda one: one.tag.start)
        pairs = [(self.begun[index][0], tag) for index, tag in sorted(self.pairs)]
        return Nested(elements, faults, pairs)

    # --- what begins ------------------------------------------------------------------------------

    def _begin(self, tag: Tag) -> None:
        self._end_by_start(tag)
        index = len(self.begun)
        self.begun.append((tag, self.top.index))
        self.lasts.append(tag.end_line)
        key = self.rules.key(tag.name)
        if tag.kind == "open":
            self.top = _Frame(index, key, tag, self.top)
            self.open_keys[key] += 1
        elif self.rules.has_ends:
            # <a name="x"/> in HTML that some write on with </a>
            self.top.ended[key] = index

    def _end_by_start(self, tag: Tag) -> None:
        """End what the rules end where this begins."""
        frame, passed = self.top, 0
        while frame.tag and passed < REACH:
            if self.rules.is_ended(frame.tag.name, tag.name):
                below = frame.below
                assert below
                below.ended[frame.key] = frame.index
                self._drop_to(below, tag.start)
                frame, passed = self.top, 0
            elif self.rules.is_passed(frame.tag.name, tag.name):
                assert frame.below
                frame, passed = frame.below, passed + 1
            else:
                return

    # --- what ends --------------------------------------------------------------------------------

    def _close(self, at: int, tag: Tag) -> None:
        key = self.rules.key(tag.name)
        if self.rules.known(tag.name) in self.rules.void:
            return
        target = self._target(at, tag, key)
        if not target:
            self._stray(tag, key)
            return
        assert target.below
        self._lose_above(target, tag)
        self.lasts[target.index] = tag.end_line
        self.pairs.append((target.index, tag))
        self._pop()

    def _target(self, at: int, tag: Tag, key: str) -> _Frame | None:
        """Return the element that this tag ends; None: none."""
        if not self.open_keys[key]:
            return None
        if self.top.key == key and not (self.is_guided and self._is_askew(self.top, tag)):
            return self.top
        between: list[str] = []
        frame = self.top
        while frame.tag and (frame.key != key) and len(between) < REACH:
            if not self.rules.is_optional(frame.tag.name):
                between.append(frame.key)
            assert frame.below
            frame = frame.below
        if frame.key != key:
            return None
        if self.is_guided and self._is_askew(frame, tag):
            if level := self._level(frame, tag):
                return level
            following = self._following(at, between, key)
            if following and not self._is_askew(frame, following):
                return None
        return None if between and self._following(at, between, key) else frame

    def _level(self, frame: _Frame, tag: Tag) -> _Frame | None:
        """Return the element further out that has this name and this tag's indentation."""
        key = frame.key
        for _ in range(REACH):
            assert frame.below
            frame = frame.below
            if not frame.tag:
                return None
            if frame.key == key and not self._is_askew(frame, tag):
                return frame
        return None

    def _is_askew(self, frame: _Frame, tag: Tag) -> bool:
        """Tell whether both tags begin their lines, at different indentation."""
        begin = frame.tag
        if not begin or begin.line == tag.line:
            return False
        mine, its = self._indent(tag), self._indent(begin)
        return mine is not None and its is not None and mine != its

    def _indent(self, tag: Tag) -> str | None:
        if tag.column > 200:
            return None
        before = self.markup.text[tag.start - tag.column + 1 : tag.start]
        return None if before.strip() else before

    def _following(self, at: int, between: list[str], key: str) -> Tag | None:
        """Return the end tag of `key` that follows, if before it come those of `between`."""
        wanted = [*between, key]
        inner: list[tuple[str, bool]] = []
        stop = min(len(self.markup.tags), at + 1 + min(_AHEAD_MAX, self.budget))
        for place in range(at + 1, stop):
            tag = self.markup.tags[place]
            self.budget -= 1
            name = self.rules.key(tag.name)
            if tag.kind == "open":
                inner.append((name, self.rules.is_optional(tag.name)))
            if tag.kind != "close" or self.rules.known(tag.name) in self.rules.void:
                continue
            while inner and inner[-1][0] != name and inner[-1][1]:
                inner.pop()
            if inner and inner[-1][0] == name:
                inner.pop()
            elif inner or name != wanted[0]:
                if inner or not self.rules.is_optional(tag.name):
                    return None
            else:
                wanted.pop(0)
                if not wanted:
                    return tag
        return None

    def _stray(self, tag: Tag, key: str) -> None:
        """Take an end tag that nothing is open for."""
        if key in self.top.ended:
            self.unsure.add(self.top.ended.pop(key))
        elif key in self.top.crossed:
            index = self.top.crossed.pop(key)
            self.lost[index] = self.stray_of[index]
        else:
            self.top.strays.append(len(self.strays))
            self.strays.append(tag)

    def _lose_above(self, target: _Frame, tag: Tag) -> None:
        """End what lies in an element that ends; what needs an end tag has lost it."""
        below = target.below
        assert below
        while self.top is not target:
            frame = self.top
            assert frame.tag
            if not self.rules.is_optional(frame.tag.name):
                self._lose(frame)
                below.crossed[frame.key] = frame.index
                self.stray_of[frame.index] = tag
            self.lasts[frame.index] = self._content_end(tag.start, frame)
            self._pop()

    def _lose(self, frame: _Frame) -> None:
        self.unsure.add(frame.index)
        self.lost[frame.index] = None
        if frame.strays:
            first = frame.strays[0]
            self.lost[frame.index] = self.strays[first]
            self.strays[first] = None

    def _drop_to(self, frame: _Frame, offset: int) -> None:
        while self.top is not frame:
            self.lasts[self.top.index] = self._content_end(offset, self.top)
            self._pop()

    def _pop(self) -> None:
        self.open_keys[self.top.key] -= 1
        assert self.top.below
        self.top = self.top.below

    def _content_end(self, offset: int, frame: _Frame) -> int:
        """Return the last line that has anything before an offset and in an element."""
        assert frame.tag
        while offset > frame.tag.end and self.markup.text[offset - 1] in " \t\r\n\f":
            offset -= 1
        return self.markup.lines.place(max(0, offset - 1)).line

    def _finish(self) -> None:
        while self.top.tag:
            frame = self.top
            assert frame.tag
            if not self.rules.is_optional(frame.tag.name):
                if self.markup.is_cut:
                    self.unsure.add(frame.index)
                else:
                    self._lose(frame)
            self.lasts[frame.index] = self._content_end(len(self.markup.text), frame)
            self._pop()

    # --- branches ---------------------------------------------------------------------------------

    def _turn(self, turn: Turn) -> None:
        """Go through the branches of a template as if each were the only one."""
        if turn.kind == "begin":
            self.branches.append(_Branches(self.top))
        elif self.branches:
            inner = self.branches[-1]
            if inner.kept is None and self.top is not inner.before:
                inner.kept = self.top
            elif inner.kept is not self.top:
                self._leave_open(inner.before)
            if turn.kind == "end":
                self.branches.pop()
                self._stand(inner.kept or self.top)
            else:
                self._stand(inner.before)

    def _leave_open(self, before: _Frame) -> None:
        """Let what a branch has opened end anywhere: the end tag is another branch's."""
        frame = self.top
        while frame.tag and frame.index > before.index:
            self.unsure.add(frame.index)
            assert frame.below
            frame = frame.below

    def _stand(self, frame: _Frame) -> None:
        """Take another branch's open elements for those of this one."""
        if frame is self.top:
            return
        self.top = frame
        self.open_keys = Counter[str]()
        at: _Frame | None = frame
        while at and at.tag:
            self.open_keys[at.key] += 1
            at = at.below
