"""One file's step as git writes it: made, removed, changed, another mode."""

from typing import NamedTuple

from .git_text import NO_BLOB, binary, blob_id, is_binary, quoted, unified


class Held(NamedTuple):
    """A file that exists: its bytes and permission bits."""

    data: bytes
    mode: int


def git_mode(mode: int) -> int:
    """Return what git keeps of permission bits: whether the owner may run it."""
    return 0o100755 if mode & 0o100 else 0o100644


def file_diff(path: bytes, old: Held | None, new: Held | None) -> bytes:
    """Return a diff of a file with its head; empty where git sees no difference."""
    if old is None and new is None:
        return b""
    heads = _heads(old, new)
    was, now = old.data if old else b"", new.data if new else b""
    same = old is not None and new is not None and was == now
    if same and not heads:
        return b""
    names = quoted(b"a/", path), quoted(b"b/", path)
    found = [b"diff --git %s %s\n" % names, *heads]
    if not same:
        found += [_index(old, new), _body(names, old, new)]
    return b"".join(found)


def _heads(old: Held | None, new: Held | None) -> list[bytes]:
    if old is None:
        return [b"new file mode %o\n" % git_mode(new.mode)] if new else []
    if new is None:
        return [b"deleted file mode %o\n" % git_mode(old.mode)]
    was, now = git_mode(old.mode), git_mode(new.mode)
    return [] if was == now else [b"old mode %o\nnew mode %o\n" % (was, now)]


def _index(old: Held | None, new: Held | None) -> bytes:
    """Return whose bytes it is between, in full: without that git takes no binary patch."""
    ids = [blob_id(one.data) if one else NO_BLOB for one in (old, new)]
    same_mode = old is not None and new is not None and git_mode(old.mode) == git_mode(new.mode)
    mode = f" {git_mode(new.mode):o}" if new and same_mode else ""
    return f"index {ids[0]}..{ids[1]}{mode}\n".encode()


def _body(names: tuple[bytes, bytes], old: Held | None, new: Held | None) -> bytes:
    was, now = old.data if old else b"", new.data if new else b""
    if is_binary(was) or is_binary(now):
        return binary(was, now)
    hunks = unified(was, now)
    if not hunks:  # an empty file that came or went
        return b""
    before = _named(names[0]) if old else b"/dev/null"
    after = _named(names[1]) if new else b"/dev/null"
    return b"--- %s\n+++ %s\n%s" % (before, after, hunks)


def _named(name: bytes) -> bytes:
    """Return a name before a hunk: behind one with a blank stands a tab, to end it."""
    return name + b"\t" if b" " in name and not name.startswith(b'"') else name
