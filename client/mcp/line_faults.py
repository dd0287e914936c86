"""What is wrong with a line that is no message, in words."""

import re

import msgspec


def utf8_fault(line: bytes) -> str:
    try:
        line.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8: 0x{line[error.start]:02x} at byte {error.start}"
    return ""


def shape_fault(line: bytes, error: msgspec.ValidationError) -> str:
    match line.lstrip()[:1]:
        case b"[":
            return "no request: a batch is not served, send one message a line"
        case b"{":
            return f"no request: {lowered(error)}"
        case _:
            return "no request: a message is a JSON object"


_SURROGATE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"  # a pair, as it should be
    rb"|(u[dD][89a-fA-F][0-9a-fA-F]{2})"
    rb"|.)",  # any other escape, so that the second half of \\ starts none
    re.DOTALL,
)


def json_fault(line: bytes, error: msgspec.DecodeError) -> str:
    # Of a lone surrogate msgspec may say that the line was cut.
    suspect = b"\\ud" in line or b"\\uD" in line
    for escape in _SURROGATE.finditer(line) if suspect else ():
        if escape[1] and escape.end() < len(line):
            return f"not JSON: \\{escape[1].decode()} at byte {escape.start()} is half a character"
    if "truncated" in str(error):
        return f"not JSON: it ends too early, at byte {len(line)}"
    return "not JSON: " + str(error).removeprefix("JSON is malformed: ")


def lowered(error: Exception) -> str:
    """Return an error's sentence as the end of another."""
    text = str(error)
    return text[:1].lower() + text[1:]


_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def nesting(line: bytes) -> int:
    """Return how deep the brackets of a valid text lie in each other."""
    # With its escapes gone, quotes are just where the strings of valid JSON begin and end.
    unescaped = line.replace(b"\\\\", b"").replace(b'\\"', b"")
    deepest = depth = 0
    for bracket in b"".join(unescaped.split(b'"')[::2]).translate(None, _NO_BRACKETS):
        depth += 1 if bracket in b"[{" else -1
        deepest = max(deepest, depth)
    return deepest
