"""Why calls were refused, as lists word it: so that a search finds what its reader saw."""

from .languages import BY_CODE


def with_words_of(text: str) -> dict[str, str]:
    """Return the worded reasons that hold one of a text's words or more, by code.

    In every language, on a line each: who searches may have read any of them.
    """
    words = text.casefold().split()
    found: dict[str, list[str]] = {}
    for language in BY_CODE.values():
        for code, reason in language.reasons.items():
            if any(word in _shown(reason) for word in words):
                found.setdefault(code, []).append(_shown(reason))
    return {code: "\n".join(reasons) for code, reasons in found.items()}


def _shown(reason: str) -> str:
    """Return a reason as a line has it, with what stands behind it; capitals do not count."""
    return f"{reason}:".casefold()
