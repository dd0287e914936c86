"""Replies to a client whose root is a folder beneath the workspace's: paths as it knows them."""

from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ...schemas.replies import Call, Remark
from .asking import shown_path

T = TypeVar("T")


_PLACES = ("file", "from", "to")
"""Arguments that name files."""


def relative(value: T, scope: bytes) -> T:
    """Return a reply with its paths relative to `scope`, as the client will name them again."""
    return _relative(value, scope + b"/") if scope else value


def _relative(value: Any, prefix: bytes) -> Any:
    match value:
        case Call(arguments=arguments):
            inside = shown_path(prefix)
            shorter = {
                name: it.removeprefix(inside)
                for name, it in arguments.items()
                if name in _PLACES and isinstance(it, str)
            }
            if isinstance(several := arguments.get("paths"), str):
                shorter["paths"] = _shorter(several, inside)
            return msgspec.structs.replace(value, arguments={**arguments, **shorter})
        case Remark(values=values) if isinstance(path := values.get("path"), str):
            return msgspec.structs.replace(
                value, values={**values, "path": path.removeprefix(shown_path(prefix))}
            )
        case Struct():
            changed: dict[str, Any] = {}
            for name in value.__struct_fields__:
                old = getattr(value, name)
                new = old.removeprefix(prefix) if name == "path" else _relative(old, prefix)
                if new is not old:
                    changed[name] = new
            return msgspec.structs.replace(value, **changed) if changed else value
        case tuple():
            new_items = tuple(_relative(one, prefix) for one in value)  # pyright: ignore[reportUnknownVariableType]
            same = all(a is b for a, b in zip(value, new_items, strict=True))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            return value if same else new_items  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value


def _shorter(paths: str, inside: str) -> str:
    """Return a list of files as JSON, relative to the folder `inside`."""
    ones = msgspec.json.decode(paths, type=list[str])
    return msgspec.json.encode([one.removeprefix(inside) for one in ones]).decode()
