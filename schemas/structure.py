"""What stands where in a file: definitions, elements, brackets. Values; lines count from 1.

Worked out from one version of a file, apart from everything else, and never logged.
"""

from typing import Literal

from msgspec import Struct

from .values import Span

Way = Literal["grammar", "scanner"]
"""How it was found: by the language's grammar, or by brackets, indentation and headings alone."""


class Definition(Struct, frozen=True, array_like=True, gc=False):
    """A function, a class, or what else a language gives names: a rule, a key, a section."""

    kind: str
    """In the field's words: function, method, class, struct, interface, rule, section, ..."""
    name: str
    """As the language writes it: total, Repo.Get, operator==, ".nav a"; one line, may be ""."""
    first: int
    """The first line of all that belongs to it: with `above`."""
    last: int
    line: int
    """Where it begins without what stands above: the line of `def`, `func`, `class`."""
    parent: int = -1
    """The definition that it lies in, by its place in the list; -1: none."""
    above: tuple[str, ...] = ()
    """What of decorators, attributes, comment (a documentation comment) lies from `first` on."""
    unsure: bool = False
    """The file does not parse there: where it ends may be wrong."""


class Element(Struct, frozen=True, array_like=True, gc=False):
    """An element of HTML, XML or JSX, from its first tag's line to its last tag's."""

    name: str
    """"div", "Foo.Bar", "svg:path"; "" for a fragment."""
    first: int
    last: int
    parent: int = -1
    unsure: bool = False


class Outline(Struct, frozen=True, array_like=True, gc=False):
    """The definitions and elements of a file, each list by where they begin, outer before inner."""

    language: str
    """As `core.structure.languages` names them; "" for one that is not known."""
    way: Way
    definitions: tuple[Definition, ...] = ()
    elements: tuple[Element, ...] = ()
    has_elements: bool = False
    """The language has elements at all."""


class Mark(Struct, frozen=True, array_like=True, gc=False):
    """A bracket, a tag or a quote where it stands."""

    text: str
    """"{", "</div>", \"\"\", "/*"; at most 40 characters of it."""
    line: int
    column: int
    """In characters, from 1; a tab is one, and so is one beyond U+FFFF. The byte order mark is
    none.
    """


class Problem(Struct, frozen=True, array_like=True, gc=False):
    """A bracket, a tag or a quote that has no partner, or another's."""

    kind: Literal["bracket", "tag", "quote", "comment"]
    """quote and comment: one that does not end."""
    mark: Mark
    partner: Mark | None = None
    """What it closes although the two do not match; None: nothing stands against it."""


class Pair(Struct, frozen=True, array_like=True, gc=False):
    first: Mark
    last: Mark


class Balance(Struct, frozen=True, array_like=True, gc=False):
    """Brackets, tags and quotes of a file, what is in strings and comments left out."""

    language: str
    way: Way
    problems: tuple[Problem, ...] = ()
    """By where they stand."""
    pairs: tuple[Pair, ...] = ()
    """Those that match, by where the first stands; only where asked for."""
    unsure: tuple[Span, ...] = ()
    """Lines that do not parse."""
    checked: bool = True
    """False: brackets mean nothing certain in such a text, so that none was looked at."""


class Unparsed(Struct, frozen=True, array_like=True, gc=False):
    """There is no answer: too_large, too_slow (time was over), failed (the parser ended)."""

    code: Literal["too_large", "too_slow", "failed"]
    size_bytes: int = 0
    """Of the file."""
    limit: int = 0
    """What it may have: bytes, or of time milliseconds."""
