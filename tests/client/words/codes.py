"""Which codes of refusals and warnings the sources give, found by reading them."""

import ast
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[3]
CORE = sorted((PROJECT / "daemon" / "core").glob("*.py"))
SOURCES = [*CORE, PROJECT / "daemon" / "journal.py"]
ARGUMENTS = sorted((PROJECT / "client" / "mcp").glob("*.py"))
NOTES = {"only_match", "as_prepared"}
"""Remarks that stand in the first line of a reply and are no warnings."""

# Who makes a refusal, and at which place among its arguments the code stands.
MAKERS = {
    "refuse": 2,
    "shown_refusal": 1,
    "Stale": 0,
    "BadPlaceError": 0,
    "BadCallError": 0,
    "Misfit": 1,
    "Refusal": -1,
}
NOT_CODES = {"code", "", "lines", "old", "new", "sent", "two_places", "view_of_other"}
"""The last two are of one item of a list and never leave `client.mcp.edits`."""


def refusals_of(sources: list[Path]) -> set[str]:
    """Return the codes that stand where a refusal is made, or in what is called `code` there."""
    found: set[str] = set()
    for node in _nodes(sources):
        match node:
            case ast.Call(func=ast.Name(id="Impossible"), args=[code, *_]):
                found |= {f"undo_{one}" for one in _texts(code)}
            case ast.Call(func=ast.Name(id=name)) if name in MAKERS:
                found |= _code_given(node, MAKERS[name])
            case ast.Assign(targets=[ast.Name(id="code")], value=value):
                found |= _texts(value)
            case _:
                pass
    return found - NOT_CODES


def warnings_of(sources: list[Path]) -> set[str]:
    found: set[str] = set()
    for node in _nodes(sources):
        match node:
            case ast.Call(func=ast.Name(id="Remark"), args=[code, *_]):
                found |= _texts(code)
            case _:
                pass
    return found - NOTES


def notes_of(sources: list[Path]) -> set[str]:
    """Return the notes behind advised calls; what is put into them stands as 7."""
    found: set[str] = set()
    for node in _nodes(sources):
        match node:
            case ast.Call(func=ast.Name(id="Call" | "UnfitError" | "again_at"), args=[_, _, note]):
                found |= _notes(note)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[*_, note]) if (
                name in ("prepare", "confirm_call")
            ):
                found |= _notes(note)
            case ast.Assign(targets=[ast.Name(id="note" | "verb")], value=note):
                found |= _notes(note)
            case ast.keyword(arg="meant_note", value=note):
                found |= _notes(note)
            case _:
                pass
    return found - {""}


def _notes(node: ast.AST) -> set[str]:
    match node:
        case ast.JoinedStr(values=[ast.Constant() | ast.FormattedValue(), *_] as values):
            parts = [str(one.value) if isinstance(one, ast.Constant) else "7" for one in values]
            return {"".join(parts)}
        case ast.IfExp(body=body, orelse=orelse):
            return _notes(body) | _notes(orelse)
        case _:
            return _texts(node)


def _nodes(sources: list[Path]) -> Iterator[ast.AST]:
    for path in sources:
        yield from ast.walk(ast.parse(path.read_text()))


def _code_given(call: ast.Call, place: int) -> set[str]:
    named = [one.value for one in call.keywords if one.arg == "code"]
    given = call.args[place : place + 1] if place >= 0 else []
    return {text for node in (*named, *given) for text in _texts(node)}


def _texts(node: ast.AST) -> set[str]:
    """Return the texts that an expression may be; what f-strings are put together of is not."""
    match node:
        case ast.Constant(value=str() as text):
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return _texts(body) | _texts(orelse)
        case ast.Subscript(value=ast.Dict(values=values)):
            return {text for value in values for text in _texts(value)}
        case ast.Call(
            func=ast.Attribute(value=ast.Dict(values=values), attr="get"), args=[_, other]
        ):
            return {text for value in (*values, other) for text in _texts(value)}
        case _:
            return set()
