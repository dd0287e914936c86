"""The workspace root that a host names when it is asked for its roots."""

from typing import Any, cast


def only_root(result: Any) -> bytes | None:
    """Return the folder in an answer to roots/list, if it names exactly one."""
    roots = _member(result, "roots")
    if not isinstance(roots, list) or len(cast("list[Any]", roots)) != 1:
        return None
    uri = _member(roots[0], "uri")
    path = uri.removeprefix("file://").removeprefix("localhost") if isinstance(uri, str) else ""
    if not path.startswith("/"):
        return None
    from urllib.parse import unquote_to_bytes  # noqa: PLC0415 - only for hosts with roots

    return unquote_to_bytes(path)


def _member(value: Any, name: str) -> Any:
    return cast("dict[str, Any]", value).get(name) if isinstance(value, dict) else None
