"""Pieces of a git patch: quoted names, blob ids, hunks of two texts, binary literals.

As git-diff(1) and git's `base85.c` and `diff.c` have them, for `git apply` and patch(1).
"""

import base64
import difflib
import hashlib
import zlib
from collections.abc import Iterator
from typing import NamedTuple

CONTEXT = 3
MIDDLE_MAX = 20_000
"""Of so many lines, those of both texts between their common ends, at most a fine diff is made."""
_ESCAPES = {7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 34: '"', 92: "\\"}
_BYTES_A_LINE = 52
NO_BLOB = "0" * 40


class Hunk(NamedTuple):
    """Lines `old_at` to `old_end` of one text that became `new_at` to `new_end`, from 0."""

    old_at: int
    old_end: int
    new_at: int
    new_end: int


def quoted(prefix: bytes, path: bytes) -> bytes:
    """Return a file's name as git writes it: in quotes and escaped where it is not plain ASCII."""
    name = prefix + path
    if all(32 <= byte < 127 and byte not in _ESCAPES for byte in name):
        return name
    escaped = "".join(map(_escaped, name))
    return f'"{escaped}"'.encode()


def _escaped(byte: int) -> str:
    if byte in _ESCAPES:
        return f"\\{_ESCAPES[byte]}"
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def blob_id(data: bytes) -> str:
    """Return the name git gives to a file's bytes, 40 hexadecimal digits."""
    head = b"blob %d\0" % len(data)
    return hashlib.sha1(head + data, usedforsecurity=False).hexdigest()


def is_binary(data: bytes) -> bool:
    return b"\0" in data


def binary(old: bytes, new: bytes) -> bytes:
    """Return a binary patch with both contents, so that it can be taken back, too."""
    return b"GIT binary patch\n" + _literal(new) + _literal(old)


def _literal(data: bytes) -> bytes:
    packed = zlib.compress(data)
    lines = [
        _length(len(chunk)) + base64.b85encode(chunk, pad=True) + b"\n"
        for chunk in (
            packed[at : at + _BYTES_A_LINE] for at in range(0, len(packed), _BYTES_A_LINE)
        )
    ]
    return b"literal %d\n%s\n" % (len(data), b"".join(lines))


def _length(number: int) -> bytes:
    """Return how many bytes a line of a binary patch holds: A to Z for 1 to 26, then a to z."""
    return bytes([number + 64 if number <= 26 else number + 70])


# --- texts ----------------------------------------------------------------------------------------


def lines_of(data: bytes) -> list[bytes]:
    """Return the lines of a text with their ends; only a line feed ends a line."""
    lines = data.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def unified(old: bytes, new: bytes) -> bytes:
    """Return the hunks that make one text into the other; empty where they are the same."""
    was, now = lines_of(old), lines_of(new)
    return b"".join(_hunk(was, now, group) for group in _groups(changed(was, now)))


def common_ends(was: list[bytes], now: list[bytes]) -> tuple[int, int]:
    """Return how many lines are the same at the beginnings of two texts, and then at their ends."""
    shorter = min(len(was), len(now))
    start = 0
    while start < shorter and was[start] == now[start]:
        start += 1
    end = 0
    while end < shorter - start and was[-1 - end] == now[-1 - end]:
        end += 1
    return start, end


def changed(was: list[bytes], now: list[bytes]) -> list[Hunk]:
    """Return what differs, ascending and apart: common ends cut, the middle compared if small."""
    start, end = common_ends(was, now)
    old, new = was[start : len(was) - end], now[start : len(now) - end]
    if not old and not new:
        return []
    if len(old) + len(new) > MIDDLE_MAX or not old or not new:
        return [Hunk(start, start + len(old), start, start + len(new))]
    matcher = difflib.SequenceMatcher(None, old, new)
    return [
        Hunk(start + a, start + b, start + c, start + d)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def _groups(hunks: list[Hunk]) -> Iterator[list[Hunk]]:
    """Yield those hunks together whose lines around them meet."""
    group: list[Hunk] = []
    for hunk in hunks:
        if group and hunk.old_at - group[-1].old_end > 2 * CONTEXT:
            yield group
            group = []
        group.append(hunk)
    if group:
        yield group


def _hunk(was: list[bytes], now: list[bytes], group: list[Hunk]) -> bytes:
    first, last = group[0], group[-1]
    before = min(CONTEXT, first.old_at)
    behind = min(CONTEXT, len(was) - last.old_end)
    old_at, new_at = first.old_at - before, first.new_at - before
    olds = _range(old_at, last.old_end + behind - old_at)
    news = _range(new_at, last.new_end + behind - new_at)
    found = [b"@@ -%s +%s @@\n" % (olds, news)]
    at = old_at
    for hunk in group:
        found += [_line(b" ", one) for one in was[at : hunk.old_at]]
        found += [_line(b"-", one) for one in was[hunk.old_at : hunk.old_end]]
        found += [_line(b"+", one) for one in now[hunk.new_at : hunk.new_end]]
        at = hunk.old_end
    found += [_line(b" ", one) for one in was[at : at + behind]]
    return b"".join(found)


def _range(at: int, number: int) -> bytes:
    """Return lines as a hunk's head has them: from 1, and of none the line before."""
    return b"%d,%d" % (at + 1 if number else at, number)


def _line(sign: bytes, line: bytes) -> bytes:
    if line.endswith(b"\n"):
        return sign + line
    return sign + line + b"\n\\ No newline at end of file\n"
