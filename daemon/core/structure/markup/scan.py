"""Tags of markup, and the scripts and styles in it: html, xml, vue, svelte.

One scanner for all, as `rules` has it. Nothing that is written wrong stops it: what does not
end is told, and it goes on as near behind as it can.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from ..lines import Lines
from .embedded import language_of_element
from .expressions import expression_end
from .rules import RULES, Rules
from .tag_text import Fault, Inside, read_tag
from .tags import Kind, Tag
from .turns import Turn, turn


class Region(NamedTuple):
    """The body of a script or style element."""

    language: str
    first_line: int
    """The row, from 0, in which its text begins."""
    column: int
    """Characters before its text in that row."""
    text: str


class Scanned(NamedTuple):
    """All that is markup in a text, in its order."""

    tags: list[Tag]
    regions: list[Region]
    faults: list[Fault]
    turns: list[Turn]
    lines: Lines
    is_cut: bool
    """The rest of the text is no markup, as something in it does not end."""


def tags(text: str, language: str) -> Iterator[Tag]:
    """Yield the tags of html, xml, vue or svelte in the order of the text."""
    yield from scan(text, language).tags


def regions(text: str, language: str) -> tuple[Region, ...]:
    """Return the scripts and styles that are in languages which have a grammar."""
    return tuple(scan(text, language).regions)


def scan(text: str, language: str) -> Scanned:
    """Return the tags, scripts, styles and faults of a text.

    Raises KeyError for a language that is no markup.
    """
    found = _Scanner(text, RULES[language]).run()
    return found._replace(regions=[]) if language == "xml" else found


_NAME = re.compile(r"</?([^\W\d][\w:.\-\u00b7]*|:[\w:.\-]+)(?=[\s/><]|\Z)")
_SLASHED_NAME = re.compile(r"</?([^\W\d][\w:.\-\u00b7]*|:[\w:.\-]+)(?=[\s/><{]|\Z)")
_COMMENT_END = re.compile(r"--!?>")
_DECLARATION = re.compile(
    r"""[^"'<>-]++|"[^"]*+"|'[^']*+'|<!--.*?-->|<\?.*?\?>|--.*?--|.""", re.DOTALL
)
_MUSTACHE = re.compile(
    r"""\{\{ (?: "[^"\n]{0,200}+" | '[^'\n]{0,200}+' | (?!\}\}|</|<!). ){0,500}+ \}\}
    | \{\{ (?: (?!\}\}|</|<!). ){0,500}+ \}\}""",
    re.VERBOSE | re.DOTALL,
)
_STATEMENT = re.compile(r"\{%.{0,2000}?%\}|\{\#.{0,2000}?\#\}", re.DOTALL)
_SCRIPTLET = re.compile(r"<%.*?(?:%>|\Z)", re.DOTALL)
_TEMPLATE_COMMENT = re.compile(r"\{%[-+~]?\s*comment\b")
_TEMPLATE_ENDS = {"{{": "}}", "{%": "%}", "{#": "#}"}
_SCRIPT_PART = re.compile(r"(<!--)|(-->)|<(/?)script(?=[\s/>])", re.IGNORECASE)
_XHTML = re.compile(r"""<\?xml\s|//DTD XHTML|xmlns=["']http://www\.w3\.org/1999/xhtml""")
_PHP = re.compile(r"<\?(?:php\b|=)")
_NEAR = 2010
"""How far away a template's mark ends at most."""
_FAILURES_MAX = 16
"""After so many braces that do not end the others are not tried."""


class _Scanner:
    """Goes through one text once."""

    def __init__(self, text: str, rules: Rules) -> None:
        self.text = text
        self.rules = rules
        self.lines = Lines(text)
        self.found = Scanned([], [], [], [], self.lines, is_cut=False)
        self.is_cut = False
        self.is_xhtml = rules.is_html and bool(_XHTML.search(text, 0, 2000))
        self.foreign = 0
        """How many elements of SVG or MathML the place lies in."""
        self.templates = 0
        """How many elements `template` the place lies in."""
        self.failures = 0
        self.next_marks: dict[str, int] = {}
        """Where a mark stands next, as far as it was looked for."""

    def run(self) -> Scanned:
        starts = re.compile(self.rules.starts)
        at = 0
        while begun := starts.search(self.text, at):
            at = self._pass(begun.start(), begun[0])
        return self.found._replace(is_cut=self.is_cut)

    def _pass(self, at: int, begin: str) -> int:
        """Take what begins here; return the offset behind it."""
        match begin[:2]:
            case "<!":
                return self._declaration(at)
            case "<?":
                return self._instruction(at)
            case "<%":
                found = _SCRIPTLET.match(self.text, at)
                return found.end() if found else at + 2
            case "</":
                return self._close(at)
            case "{{" | "{%" | "{#" | "{":
                return self._braces(at, begin)
            case _:
                return self._open(at)

    # --- what is no tag ---------------------------------------------------------------------------

    def _declaration(self, at: int) -> int:
        text = self.text
        if text.startswith("<!--", at):
            if self.rules.is_html and (found := re.compile("<!---?>").match(text, at)):
                return found.end()
            found = _COMMENT_END.search(text, at + 4)
            return found.end() if found else self._cut("comment", "<!--", at)
        if text.startswith("<![CDATA[", at):
            stop = text.find("]]>", at)
            return stop + 3 if stop > 0 else self._cut("comment", "<![CDATA[", at)
        if text.startswith("<![", at):
            # A conditional section of a DTD, or of old browsers: what is in it counts.
            mark = ">" if self.rules.is_html else "["
            return text.find(mark, at + 3) + 1 or at + 3
        if self.rules.is_html and text[at : at + 9].lower() != "<!doctype":
            return text.find(">", at) + 1 or len(text)
        return self._typed(at)

    def _typed(self, at: int) -> int:
        """Pass <!DOCTYPE ...> or another declaration, with what is declared inside of it."""
        depth, place = 0, at
        while found := _DECLARATION.match(self.text, place):
            place = found.end()
            depth += {"<": 1, ">": -1}.get(found[0], 0)
            if not depth:
                return place
        stop = self.text.find(">", at) + 1 or len(self.text)
        mark = re.split(r"[\s>]", self.text[at : at + 40], maxsplit=1)[0]
        self.found.faults.append(Fault("tag", mark, at))
        return stop

    def _instruction(self, at: int) -> int:
        is_php = bool(_PHP.match(self.text, at))
        if self.rules.is_html and not is_php:
            return self.text.find(">", at) + 1 or len(self.text)
        stop = self.text.find("?>", at)
        if stop >= 0:
            return stop + 2
        if is_php:
            return len(self.text)
        return self._cut("tag", re.split(r"\s", self.text[at : at + 40], maxsplit=1)[0], at)

    def _cut(self, kind: Literal["tag", "comment"], mark: str, at: int) -> int:
        self.found.faults.append(Fault(kind, mark, at))
        self.is_cut = True
        return len(self.text)

    def _braces(self, at: int, begin: str) -> int:
        if self.rules.has_braces:
            stop = expression_end(self.text, at) if self.failures < _FAILURES_MAX else -1
        elif self.rules.has_mustaches:
            stop = self.text.find("}}", at) + 2 if not self.failures else -1
            stop = stop if stop > 1 else -1
        else:
            return self._template(at)
        if stop >= 0:
            return stop
        if self.failures < _FAILURES_MAX and not (self.failures and self.rules.has_mustaches):
            self.found.faults.append(Fault("bracket", begin, at))
        self.failures += 1
        return at + len(begin)

    def _next(self, mark: str, at: int) -> int:
        """Return where a mark stands next; far behind the end where it does not."""
        if self.next_marks.get(mark, -1) < at:
            found = self.text.find(mark, at)
            self.next_marks[mark] = found if found >= 0 else len(self.text) + _NEAR
        return self.next_marks[mark]

    def _template(self, at: int) -> int:
        """Pass a mark of a template; where it is none, only how it begins."""
        begin = self.text[at : at + 2]
        if self._next(_TEMPLATE_ENDS[begin], at) > at + _NEAR:
            return at + 2
        if _TEMPLATE_COMMENT.match(self.text, at):
            at = min(self._next("endcomment", at), len(self.text))
            return self.text.find("%}", at) + 2 or len(self.text)
        found = (_MUSTACHE if begin == "{{" else _STATEMENT).match(self.text, at)
        if not found:
            return at + 2
        if turned := turn(self.text, at):
            self.found.turns.append(turned)
        return found.end()

    # --- tags -------------------------------------------------------------------------------------

    def _name(self, at: int) -> str:
        found = (_SLASHED_NAME if self.rules.has_braces else _NAME).match(self.text, at)
        return found[1] if found else ""

    def _add(self, name: str, kind: Kind, at: int, end: int) -> None:
        line, column = self.lines.place(at)
        end_line = line + self.text.count("\n", at, end - 1)
        self.found.tags.append(Tag(name, kind, line, column, end_line, at, end))

    def _close(self, at: int) -> int:
        name = self._name(at)
        if not name:
            return at + 2
        inside = read_tag(self.text, at, at + 2 + len(name), self.rules)
        self._told(inside)
        self._add(name, "close", at, inside.end)
        self.foreign = max(0, self.foreign - (name.lower() in ("svg", "math")))
        self.templates = max(0, self.templates - (name == "template"))
        return inside.end

    def _open(self, at: int) -> int:
        name = self._name(at)
        if not name:
            return at + 1
        known = self.rules.known(name)
        is_asked = known in ("script", "style", "template")
        inside = read_tag(self.text, at, at + 1 + len(name), self.rules, is_asked=is_asked)
        self._told(inside)
        is_raw = self._is_raw(known, inside)
        is_empty = known in self.rules.void or (inside.is_slashed and not is_raw)
        self._add(name, "empty" if is_empty else "open", at, inside.end)
        if is_empty:
            return inside.end
        if is_raw:
            return self._raw(known, name, inside)
        self.foreign += known in ("svg", "math")
        self.templates += name == "template"
        return inside.end

    def _told(self, inside: Inside) -> None:
        if inside.fault:
            self.found.faults.append(inside.fault)

    def _is_raw(self, known: str, inside: Inside) -> bool:
        """Tell whether what follows this start tag is text up to its end tag."""
        rules = self.rules
        if rules.has_blocks and not self.templates:
            is_markup = known == "template" and inside.attributes.get("lang", "html") == "html"
            return not (inside.is_slashed or is_markup)
        if known not in rules.raw or (self.foreign and known not in ("script", "style")):
            return False
        # In HTML a script with /> at its end goes on.
        can_be_slashed = not rules.is_html or self.is_xhtml or self.foreign
        return not (inside.is_slashed and can_be_slashed)

    def _raw(self, known: str, name: str, inside: Inside) -> int:
        """Pass text that is no markup; return where its end tag begins."""
        stop = self._raw_end(known, name, inside.end)
        if stop < 0:
            if inside.is_slashed:
                self.found.tags[-1] = self.found.tags[-1]._replace(kind="empty")
                return inside.end
            return self._cut("tag", f"<{name}>", self.found.tags[-1].start)
        body = self.text[inside.end : stop]
        language = language_of_element(known, inside.attributes)
        if language and body.strip():
            line, column = self.lines.place(inside.end)
            self.found.regions.append(Region(language, line - 1, column - 1, body))
        return stop

    def _raw_end(self, known: str, name: str, at: int) -> int:
        flags = re.IGNORECASE if self.rules.is_folded else re.NOFLAG
        if known != "script" or not self.rules.is_html:
            found = re.compile(rf"</{re.escape(name)}(?=[\s/>])", flags).search(self.text, at)
            return found.start() if found else -1
        return _script_end(self.text, at)


def _script_end(text: str, at: int) -> int:
    """Return where the end tag of a script begins; within <!-- it may hold another script."""
    is_comment, is_inner = False, False
    for found in _SCRIPT_PART.finditer(text, at):
        if found[1]:
            is_comment = True
        elif found[2]:
            is_comment = is_inner = False
        elif found[3] and not is_inner:
            return found.start()
        else:
            is_inner = is_comment and not found[3]
    return -1
