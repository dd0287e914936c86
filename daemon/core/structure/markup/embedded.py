"""Which language a script or style in markup is written in, by its attributes."""

import re
from collections.abc import Mapping

_BY_LANG = {
    "js": "javascript",
    "javascript": "javascript",
    "jsx": "jsx",
    "ts": "typescript",
    "typescript": "typescript",
    "tsx": "tsx",
}
_JAVASCRIPT = re.compile(r"(?:text|application)/(?:x-)?(?:java|ecma|j)script[\d.]*|module|")
_TYPESCRIPT = re.compile(r"(?:text|application)/(?:x-)?typescript|ts")
_JSON = re.compile(r"(?:application|text)/(?:[\w.-]+\+)?json|importmap|speculationrules")


def language_of_element(name: str, attributes: Mapping[str, str]) -> str:
    """Return the language of what is in an element, "" where it is none that is known."""
    if name == "style":
        return _style(attributes)
    return _script(attributes) if name == "script" else ""


def _script(attributes: Mapping[str, str]) -> str:
    if lang := attributes.get("lang", "").lower():
        return _BY_LANG.get(lang, "")
    kind = attributes.get("type", "").partition(";")[0].strip().lower()
    if kind in ("text/babel", "text/jsx"):
        return "jsx"
    patterns = {"javascript": _JAVASCRIPT, "typescript": _TYPESCRIPT, "json": _JSON}
    return next((one for one, pattern in patterns.items() if pattern.fullmatch(kind)), "")


def _style(attributes: Mapping[str, str]) -> str:
    lang = attributes.get("lang", "css").lower()
    kind = attributes.get("type", "").strip().lower()
    return "css" if lang in ("css", "postcss", "") and kind in ("text/css", "") else ""
