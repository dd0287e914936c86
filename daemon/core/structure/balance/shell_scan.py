"""Whether a shell script is in order, without a grammar: none knows all that shells can read."""

import re

_HEREDOC = r"(?<!<)<<-?[ \t]*[\\\"']?(?P<tag>[A-Za-z_]\w*)[\"']?"
_CODE = re.compile(
    r"(?<![^\s;&|()`])\#[^\n]*|\\(?s:.)|\$'(?:[^'\\]|\\(?s:.))*+'|'[^']*+'|\$\#"
    rf"|{_HEREDOC}|(?P<opens>\"|\$?[({{]|\[|(?<![^\s;&|(){{}}])case(?=\s))"
    r"|(?P<closes>[\])}]|(?<![^\s;&|()])esac\b)|(?P<open>')"
)
_QUOTED = re.compile(r"\\(?s:.)|(?P<opens>\$[{(])|(?P<closes>\")|(?P<tag>(?!))(?P<open>(?!))")
_EXPANDED = re.compile(
    r"\\(?s:.)|(?P<opens>\"|\$[{(]|(?<=\w)\[)|(?P<closes>\})|(?P<tag>(?!))(?P<open>(?!))"
)
_ENDS = {'"': '"', "${": "}", "$(": ")", "(": ")", "[": "]", "{": "}", "case": "esac"}


def is_sound_shell(text: str) -> bool:
    """Whether all brackets and quotes have their partners; where that is in doubt, not."""
    stack: list[str] = []
    pattern_end = -1
    at = begin = end = 0
    """Where the heredoc stands that begins in this line."""
    while found := _pattern(stack).search(text, at):
        if end and found.start() >= begin:
            at, end = end, 0
            continue
        at = found.end()
        if found["open"]:
            return False
        if found["tag"]:
            begin, end = _heredoc(text, found)
        elif found["opens"]:
            stack.append(found["opens"])
        elif found["closes"]:
            is_pattern = found[0] == ")" and stack[-1:] == ["case"]
            if is_pattern and found.start() == pattern_end:
                return False  # one `)` ends the pattern of a case, and not two
            if not _closes(stack, found["closes"]):
                return False
            pattern_end = found.end() if is_pattern else -1
    return not stack


def _pattern(stack: list[str]) -> re.Pattern[str]:
    """Return what counts within what is open."""
    return {'"': _QUOTED, "${": _EXPANDED}.get(stack[-1] if stack else "", _CODE)


def _closes(stack: list[str], closer: str) -> bool:
    """Close what is open, and return whether the two match."""
    if closer == ")" and stack and stack[-1] == "case":
        return True  # of `a)`, which has no "("
    return bool(stack) and _ENDS[stack.pop()] == closer


def _heredoc(text: str, found: re.Match[str]) -> tuple[int, int]:
    """Return where the lines of a heredoc stand, from and up to; (0, 0): nowhere."""
    ends = re.compile(rf"^[ \t]*{found['tag']}[ \t\r]*$", re.MULTILINE).search(text, found.end())
    return (text.find("\n", found.end()), ends.end()) if ends else (0, 0)
