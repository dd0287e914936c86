"""Languages without a grammar: definitions and balance by brackets, indentation, headings."""

import re
from collections.abc import Callable, Iterator

from .....schemas.structure import Balance, Definition
from ...comments import UNKNOWN, syntax_of
from ..languages import SILENT
from . import headings, makefiles, statements
from .brace_blocks import by_braces, has_blocks
from .indented_blocks import by_indentation
from .loose_brackets import checked
from .readings import readings_of
from .sheets import Found, Sheet, handed_on, sheet

_BY_LANGUAGE: dict[str, Callable[[Sheet], Iterator[Found]]] = {
    "toml": headings.tables,
    "dockerfile": headings.stages,
    "tex": headings.titles,
    "make": makefiles.targets,
    "cmake": makefiles.routines,
    "sql": statements.statements,
}
_NONE = frozenset(("text", "diff", "bibtex"))
_PROSE = re.compile(r"^\W*(?:[\w',.()-]+ ){5,}[^=;{}]*$")
_PROSE_SHARE = 0.3
_CODE = re.compile(r"[{};]\s*$")
_CODE_SHARE = 0.4
_LOOKED_AT = 400
"""Lines that are looked at to tell prose."""


def definitions(text: str, language: str, path: bytes = b"") -> tuple[Definition, ...]:
    """Return what a text gives names; `path` tells how comments are written in other languages."""
    if language in _NONE or (not language and _is_prose(text, path)):
        return ()
    readings = readings_of(language, path)
    if language == "sql" and statements.has_dollar_delimiter(text):
        readings = readings[1:]
    page = sheet(text, readings[0])
    return handed_on(page, _found(page, language))


def balance(text: str, language: str, path: bytes = b"", *, verbose: bool = False) -> Balance:
    """Return which brackets and quotes have no partner."""
    if language in SILENT or not (language or _is_code(text, path)):
        return Balance(language, "scanner", checked=False)
    return checked(text, language, readings_of(language, path), verbose=verbose)


def _found(page: Sheet, language: str) -> Iterator[Found]:
    if find := _BY_LANGUAGE.get(language):
        return find(page)
    found = [*headings.sections(page)] if language == "ini" else []
    if found or (language == "ini" and not has_blocks(page)):
        return iter(found)
    return by_braces(page, language) if has_blocks(page) else by_indentation(page)


def _is_prose(text: str, path: bytes) -> bool:
    """Whether a text in a language of which nothing is known is rather one for people."""
    if syntax_of(path) is not UNKNOWN:
        return False
    return _share(text, _PROSE) > _PROSE_SHARE


def _is_code(text: str, path: bytes) -> bool:
    """Whether a text in a language of which nothing is known is written with brackets."""
    return syntax_of(path) is not UNKNOWN or _share(text, _CODE) > _CODE_SHARE


def _share(text: str, pattern: re.Pattern[str]) -> float:
    """Return how many of the first lines that are not blank a pattern fits."""
    lines = [line[:200] for line in text[:50_000].split("\n") if line.strip()][:_LOOKED_AT]
    return sum(pattern.search(line) is not None for line in lines) / max(len(lines), 1)
