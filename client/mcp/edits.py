"""Lists in a call: several changes of be-replace, several files of be-write.

Each item takes the names that the tool itself takes. Everything raises BadCallError, which names
the item, counted from 1: bad_edit with number, problem (one of `PROBLEMS`) and list.
"""

from typing import Any, NamedTuple, cast

from ...schemas import tools
from ...schemas.requests import Item, Write
from ...schemas.tools import Parameter, Tool
from ..path_lines import in_path
from . import lines, names, objects, values
from .names import Taken
from .values import BadCallError

PROBLEMS = {
    "not_an_object": "it is no object",
    "missing_content": "`content` is missing",
    "missing": "`file` is missing",
    "no_place": "it says no place: lines, after or old",
    "two_places": "it says two places: lines, after or old, one of them",
    "view_of_other": "it is of another file, so that file's viewed_code_id cannot be checked here",
    "conflicting_names": "two names of one thing differ",
    "conflicting_lines": "the lines in its path are not those beside it",
    "not_served": "it has an argument that is not served in a list",
    "no_target": "`target` is not served in a list: it takes lines, after or old",
    "bad_lines": "its lines are no range of lines",
    "wrong_type": "one of its arguments is of the wrong type",
    "too_small": "one of its numbers is too small",
    "bad_id": "its viewed_code_id is no id such as v812",
    "bad_base64": "its content is no base64",
}
"""What may be wrong with one item, by code."""

_VIEW = Parameter("viewed_code_id", "string")
_EDIT = Tool("edits", (*tools.EDITS.items, _VIEW))
_FILE = Tool("files", tools.FILES.items)


class Items(NamedTuple):
    """The changes of one call."""

    items: tuple[Item, ...]
    view: int
    """That the items name; 0: none."""
    ignored: tuple[str, ...]


class Files(NamedTuple):
    """The whole files of one call."""

    files: tuple[Write, ...]
    ignored: tuple[str, ...]


def listed(given: Any, name: str) -> list[Any]:
    """Return a list that may come as JSON in a string, or as its only item."""
    value = given
    if isinstance(given, str):
        value = _decoded(given, given)
    if isinstance(value, dict):
        return [cast("dict[str, Any]", value)]
    if not isinstance(value, list):
        raise BadCallError("wrong_type", name=name, wanted="an array", got=values.kind(given))
    return cast("list[Any]", value)


def read_edits(given: list[Any], path: str) -> Items:
    """Return the changes that a list means, in the file at `path` where an item names none."""
    items: list[Item] = []
    views: list[int] = []
    ignored: dict[str, None] = {}
    for number, one in enumerate(given, 1):
        try:
            taken = _item(_EDIT, one)
            items.append(_edit(taken, path))
            views += filter(None, [values.number_of_id(taken.values, "viewed_code_id", "v")])
        except BadCallError as error:
            raise _bad(number, error, "edits") from None
        ignored |= dict.fromkeys(taken.ignored)
    if len(set(views)) > 1:
        raise BadCallError("conflicting_names", one="viewed_code_id", other="viewed_code_id")
    return Items(tuple(items), views[0] if views else 0, tuple(ignored))


def read_files(given: list[Any], *, base64: bool) -> Files:
    """Return the files that a list means; `base64` says it of all that do not say."""
    files: list[Write] = []
    ignored: dict[str, None] = {}
    for number, one in enumerate(given, 1):
        try:
            taken = _item(_FILE, one)
            files.append(_file(taken, base64=base64))
        except BadCallError as error:
            raise _bad(number, error, "files") from None
        ignored |= dict.fromkeys(taken.ignored)
    return Files(tuple(files), tuple(ignored))


def _decoded(text: str, otherwise: Any) -> Any:
    """Return the JSON value that a text is, else `otherwise`; BadCallError for a conflict."""
    try:
        return objects.decoded_text(text)
    except BadCallError as error:
        if error.code != "not_json":
            raise
        return otherwise


def _item(tool: Tool, one: Any) -> Taken:
    if isinstance(one, str):
        one = _decoded(one, None)
    if not isinstance(one, dict):
        raise BadCallError("not_an_object")
    return names.take(tool, cast("dict[str, Any]", one))


def _edit(taken: Taken, path: str) -> Item:
    content = values.content(taken.values, taken.got)
    file = values.text(taken.values, "file") or ""
    lines.expect_numbers(file)
    span = lines.span_beside(taken.values, file)
    after = values.after(taken.values, "after") if "after" in taken.values else None
    old = values.text(taken.values, "old")
    has_lines = span is not None or bool(in_path(file))
    if after is not None and (has_lines or old is not None):
        raise BadCallError("two_places")
    if not has_lines and after is None and old is None:
        raise BadCallError("no_place")
    other = "" if file == path else file
    if other and "viewed_code_id" in taken.values:
        raise BadCallError("view_of_other")
    every = values.boolean(taken.values, "all")
    return Item(content, span, after, old, every, other.encode())


def _file(taken: Taken, *, base64: bool) -> Write:
    file = values.string(taken.values, "file", taken.got)
    content = values.content(taken.values, taken.got)
    view = values.number_of_id(taken.values, "viewed_code_id", "v")
    encoded = values.boolean(taken.values, "base64") if "base64" in taken.values else base64
    return Write(file.encode(), values.from_base64(content) if encoded else content, view)


def _bad(number: int, error: BadCallError, name: str) -> BadCallError:
    is_target = error.code == "not_served" and error.values.get("name") == "target"
    problem = PROBLEMS["no_target" if is_target else error.code]
    return BadCallError("bad_edit", number=number, problem=problem, list=name)
