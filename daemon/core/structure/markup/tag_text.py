"""What stands in a tag behind its name, up to its end: attributes, quotes, a template's marks."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from .expressions import expression_end
from .rules import Rules

ATOMS = r"\{\{.{0,500}?\}\}|\{%.{0,500}?%\}|<%.{0,2000}?%>|<\?.{0,2000}?\?>"
"""A template's marks in HTML; what is in them is no markup."""
_PARTS = r"""
    (?P<space> \s++ | /(?!>) )
    | (?P<end> /?> )
    | (?P<tag> <(?=[!/A-Za-z]) )
    | (?P<quote> ["'] )
    | (?P<equals> =\s*+ )
"""
_NAME = r"""| (?P<name> [^\s"'<>/=]++ | < )"""
_FLAGS = re.VERBOSE | re.DOTALL
_PLAIN = re.compile(_PARTS + _NAME, _FLAGS)
_HTML = re.compile(rf"(?P<atom> {ATOMS} ) | {_PARTS} {_NAME}", _FLAGS)
_BRACES = re.compile(rf"""{_PARTS} | (?P<brace> \{{ ) | (?P<name> [^\s"'<>/={{]++ | < )""", _FLAGS)
_ORDINARY = re.compile(
    r"""(?: \s++ [^\s"'<>/={}]++ (?: =" [^"<>{}\n]*+ " )?+ )*+ \s*+ (/?) > """, re.VERBOSE
)
"""Nearly all that stands in tags; it means the same whatever the rules."""
_BARE = re.compile(r"[^\s>]++")
_BARE_HTML = re.compile(rf"(?:{ATOMS}|[^\s>])++", re.DOTALL)
_QUOTED_HTML = re.compile(
    rf""" "(?:[^"{{<]++|{ATOMS}|[{{<])*+" | '(?:[^'{{<]++|{ATOMS}|[{{<])*+' """, _FLAGS
)
_GOES_ON = re.compile(r"[\s/>{<]|\Z")
"""What may follow a quoted value."""
_ATTRIBUTE = re.compile(r"""[\w:@#.*-]+\s*=\s*["']""")


class Fault(NamedTuple):
    """What has no end."""

    kind: Literal["bracket", "tag", "quote", "comment"]
    mark: str
    start: int


class Inside(NamedTuple):
    """What was found behind a tag's name."""

    end: int
    """Behind the tag."""
    attributes: Mapping[str, str]
    fault: Fault | None
    """Why it ends there although it does not."""
    is_slashed: bool = False
    """It ends in />."""


def read_tag(text: str, start: int, at: int, rules: Rules, *, is_asked: bool = False) -> Inside:
    """Read the tag that begins at `start`, from behind its name on.

    `is_asked`: the attributes are wanted.
    """
    if not is_asked and (ordinary := _ORDINARY.match(text, at)):
        return Inside(ordinary.end(), {}, None, is_slashed=bool(ordinary[1]))
    pattern = _HTML if rules.is_html else _BRACES if rules.has_braces else _PLAIN
    attributes: dict[str, str] = {}
    name, lone_quotes, last_quote = "", 0, 0
    while found := pattern.match(text, at):
        at = found.end()
        match found.lastgroup:
            case "end":
                lone = Fault("quote", text[last_quote], last_quote) if lone_quotes % 2 else None
                return Inside(at, attributes, lone, is_slashed=found[0] == "/>")
            case "tag":
                at = found.start()
                while text[at - 1].isspace():
                    at -= 1
                return Inside(at, attributes, _endless(text, start))
            case "name":
                name = found[0].lower() if rules.is_html else found[0]
                attributes.setdefault(name, "")
            case "quote":
                lone_quotes += 1
                last_quote = found.start()
            case "brace":
                at = max(at, expression_end(text, found.start()))
            case "equals":
                stop = _value_end(text, at, rules)
                if stop < 0:
                    end = text.find(">", at) + 1 or len(text)
                    fault = Fault("quote", text[at], at)
                    return Inside(end, attributes, fault, is_slashed=text[end - 2] == "/")
                attributes[name] = text[at:stop].strip("\"'")
                at = stop
            case _:
                pass
    return Inside(len(text), attributes, _endless(text, start))


def _endless(text: str, start: int) -> Fault:
    return Fault("tag", re.split(r"[\s>]", text[start : start + 40], maxsplit=1)[0], start)


def _value_end(text: str, at: int, rules: Rules) -> int:
    """Return the offset behind the value that begins here; -1: its quote does not end."""
    if text[at : at + 1] in ('"', "'"):
        stop = _quoted_end(text, at, rules)
        return -1 if stop < 0 or _is_run_over(text, at, stop) else stop
    if rules.has_braces and text.startswith("{", at):
        return max(at + 1, expression_end(text, at))
    found = (_BARE_HTML if rules.is_html else _BARE).match(text, at)
    return found.end() if found else at


def _quoted_end(text: str, at: int, rules: Rules) -> int:
    if rules.is_html and (found := _QUOTED_HTML.match(text, at)):
        return found.end()
    if not rules.has_braces:
        return text.find(text[at], at + 1) + 1 or -1
    stop = re.compile(rf"[{text[at]}{{]")
    place = at + 1
    while found := stop.search(text, place):
        if found[0] != "{":
            return found.end()
        place = max(found.end(), expression_end(text, found.start()))
    return -1


def _is_run_over(text: str, start: int, stop: int) -> bool:
    """Tell whether a quoted value ends in a quote that was to begin another."""
    if _GOES_ON.match(text, stop):
        return False
    body = text[start:stop]
    return "<" in body or ((">" in body or "\n" in body) and not _ATTRIBUTE.match(text, stop))
