"""Names of definitions as people write them, where none is called just so.

| written | stands in an outline as |
|---|---|
| Point::new | new in Point<'a, T> |
| Display::fmt, Point::fmt | fmt in fmt::Display for Point<T> |
| (*Server).Run | Server.Run |
| User.build | self.build in User |
| ## Install | Install |
"""

import re
from collections.abc import Iterator, Sequence

from ...schemas.structure import Definition

BETWEEN = re.compile(r"::|[.#:/]")
"""What stands between a name and that of what it lies in."""
_TYPE_ARGUMENTS = re.compile(r"(?<=\w)<[\w'&\[(][^<>]*>")
_RECEIVER = re.compile(r"\((?:\w+\s+)?\*?\s*(\w+)\)(?=\.)")
_IMPLEMENTS = " for "
_OWN = "self"


def fitting(definitions: Sequence[Definition], wanted: str) -> list[int]:
    """Return the definitions whose name, perhaps with those it lies in, may have been meant."""
    sought = _parts(_RECEIVER.sub(r"\1", wanted))
    if not sought:
        return []
    return [
        at
        for at, one in enumerate(definitions)
        if sought[-1] in one.name and _ends_so(definitions, at, sought)
    ]


def _ends_so(definitions: Sequence[Definition], at: int, sought: list[str]) -> bool:
    return any(names[-len(sought) :] == sought for names in _spelled(definitions, at))


def _spelled(definitions: Sequence[Definition], at: int) -> Iterator[list[str]]:
    """Yield a definition's names, each behind those that it lies in: by its trait, by its type."""
    chain: list[str] = []
    while at >= 0:
        chain.append(definitions[at].name)
        at = definitions[at].parent
    for side in (0, -1):
        yield [part for one in reversed(chain) for part in _parts(one.split(_IMPLEMENTS)[side])]


def _parts(name: str) -> list[str]:
    before = ""
    while name != before:  # from the inside out
        before, name = name, _TYPE_ARGUMENTS.sub("", name)
    parts = (one.strip() for one in BETWEEN.split(name.removesuffix("()")))
    return [one for one in parts if one and one != _OWN]
