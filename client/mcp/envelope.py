"""MCP 2026-07-28: the envelope in each request's `_meta`, and what results have more than before.

It has no handshake. Every request names the version that it is in, and the client's capabilities
and name; every result says its kind, and what is listed says how long it may be kept.
"""

from typing import Any, cast

VERSION = "2026-07-28"
_PREFIX = "io.modelcontextprotocol/"
_VERSION_KEY = f"{_PREFIX}protocolVersion"
_CAPABILITIES_KEY = f"{_PREFIX}clientCapabilities"
_CLIENT_KEY = f"{_PREFIX}clientInfo"
_SERVER_KEY = f"{_PREFIX}serverInfo"
_TTL_MS = 300_000
"""So long a client may keep what is listed. It is other only after a restart with other options."""


def version_in(params: dict[str, Any]) -> Any:
    """Return the version that a request says it is in; None where it has no envelope."""
    return _meta(params).get(_VERSION_KEY)


def fault(params: dict[str, Any]) -> str:
    """Return what an envelope lacks, or ""."""
    needed = (_VERSION_KEY, _CAPABILITIES_KEY)
    missing = ", ".join(key for key in needed if key not in _meta(params))
    return f"params._meta lacks {missing}" if missing else ""


def client_info(params: dict[str, Any]) -> Any:
    """Return what a request says of the client; None where it says nothing."""
    return _meta(params).get(_CLIENT_KEY)


def complete(value: dict[str, Any]) -> dict[str, Any]:
    """Return a result that is all there is to come."""
    return {"resultType": "complete"} | value


def listed(value: dict[str, Any], server: dict[str, Any]) -> dict[str, Any]:
    """Return a result that describes the server, for the client to keep for a while.

    Results of tools say nothing of the server: some hosts show a result's `_meta` to the model.
    """
    kept = {"ttlMs": _TTL_MS, "cacheScope": "private", "_meta": {_SERVER_KEY: server}}
    return complete(value | kept)


def _meta(params: dict[str, Any]) -> dict[str, Any]:
    meta = params.get("_meta")
    return cast("dict[str, Any]", meta) if isinstance(meta, dict) else {}
