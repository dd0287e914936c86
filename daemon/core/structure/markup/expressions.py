"""Where an expression in braces ends, as Svelte has them: by its brackets, strings and comments."""

import re

LENGTH_MAX = 20_000
"""Of an expression, in characters; a longer one has no end."""
_PART = re.compile(
    r"""
    (?P<plain> [^{}"'`/]++ )
    | (?P<string> "(?:\\.|[^"\\\n])*+" | '(?:\\.|[^'\\\n])*+' )
    | (?P<comment> //[^\n]*+ | /\*.*?\*/ )
    | (?P<regex> / (?: \\. | \[(?:\\.|[^\]\\\n])*+\] | [^/\\\n\[] )++ / )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_BLOCK_END = re.compile(r"\{/[a-z]")
_TEMPLATE_PART = re.compile(r"(?:\\.|[^`\\$]|\$(?!\{))*+(?P<stop>`|\$\{)?", re.DOTALL)
_OPERAND_FOLLOWS = re.compile(r"(?:[-(,=:\[!&|?{};+*%~^<>]|\b(?:return|typeof|case|in|of)|\A)\s*\Z")


def expression_end(text: str, start: int) -> int:
    """Return the offset behind the brace that closes the one at `start`; -1: none does.

    {/if} is a mark and no expression.
    """
    if _BLOCK_END.match(text, start):
        return text.find("}", start) + 1 or -1
    limit = min(len(text), start + LENGTH_MAX)
    open_ones = ["{"]
    at = start + 1
    while at < limit:
        if open_ones[-1] == "`":
            found = _TEMPLATE_PART.match(text, at, limit)
            assert found
            at = found.end()
            if found["stop"] is None:
                return -1
            if found["stop"] == "`":
                open_ones.pop()
            else:
                open_ones.append("{")
            continue
        found = _PART.match(text, at, limit)
        assert found
        if found.lastgroup == "regex" and not _is_regex(text, start + 1, at):
            at += 1
            continue
        at = found.end()
        if found.lastgroup != "other":
            continue
        if found[0] in "{`":
            open_ones.append(found[0])
        elif found[0] == "}":
            open_ones.pop()
            if not open_ones:
                return at
    return -1


def _is_regex(text: str, start: int, slash: int) -> bool:
    """Tell whether a slash begins a regular expression and does not divide."""
    return bool(_OPERAND_FOLLOWS.search(text[max(start, slash - 40) : slash]))
