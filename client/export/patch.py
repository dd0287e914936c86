"""A step as a patch in a mail, as `git am` takes it: one patch an edit.

The author is the agent. Text with carriage returns, or that is not UTF-8, is quoted-printable:
`git am` takes carriage returns away from what is not encoded. Lines are never folded, so that none
can begin as the line that parts two mails. What git does not know of a file (other permission bits
than whether its owner may run it) is not in it.
"""

import re
import unicodedata
from email.header import Header
from email.utils import formatdate
from typing import NamedTuple

from msgspec.structs import replace

from ...schemas.replies import LogItem, Step
from ...schemas.version import BUILD
from ..words.log_lines import entry_id, what
from ..words.phrases import one_line
from .file_diff import file_diff
from .steps import after, before, changed, is_kept

DOMAIN = "editjournal.invalid"
"""Of authors' addresses: a name that never leads anywhere."""
OUTSIDE = "outside"
SUBJECT_CHARACTERS_MAX = 200
_PARTS_TWO_MAILS = b"From %s Mon Sep 17 00:00:00 2001\n" % (b"0" * 40)
_NOT_IN_ADDRESS = re.compile(r"[^A-Za-z0-9#+._-]")
_NOT_IN_NAME = re.compile(r'[<>"\\()\[\],:;@]')
_QUOTED = re.compile(rb"[\x00-\x08\x0b-\x1f=\x7f-\xff]|[ \t](?=\n)")


class Patch(NamedTuple):
    """One step's mail, and the files that it had to leave out."""

    name: str
    """"e812", as a file can be called."""
    mail: bytes
    """Empty where git sees no difference."""
    missing: tuple[bytes, ...]
    """Files whose text is not kept."""


def patch(step: Step) -> Patch:
    """Return a step as a mail."""
    files = changed(step)
    missing = tuple(file.path for file in files if not is_kept(file))
    diffs = [file_diff(one.path, before(one), after(one)) for one in files if is_kept(one)]
    text = b"".join(diffs)
    name = entry_id(step.item)
    return Patch(name, _mail(step.item, text, missing) if text else b"", missing)


def _mail(item: LogItem, diffs: bytes, missing: tuple[bytes, ...]) -> bytes:
    said = _said(item, missing).encode("utf-8", "backslashreplace")
    body = b"%s---\n\n%s-- \neditjournal %s\n\n" % (said, diffs, BUILD.encode())
    encoding = "8bit" if _is_plain(body) else "quoted-printable"
    if encoding != "8bit":
        body = _QUOTED.sub(lambda found: b"=%02X" % found[0][0], body)
    heads = [
        f"From: {_author(item.name)}",
        f"Date: {formatdate(item.time_ns // 10**9)}",
        f"Subject: [PATCH] {_header(_subject(item))}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        f"Content-Transfer-Encoding: {encoding}",
    ]
    return _PARTS_TWO_MAILS + "\n".join(heads).encode() + b"\n\n" + body


def _is_plain(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return b"\r" not in body


def _subject(item: LogItem) -> str:
    made = replace(item, undone=False, undone_in=())  # what came later is no part of the patch
    return one_line(f"{entry_id(item)} {what(made)}", SUBJECT_CHARACTERS_MAX)


def _said(item: LogItem, missing: tuple[bytes, ...]) -> str:
    """Return the text of the mail; its lines begin with words of ours, so none is a header."""
    by = f"by {_one(item.name)}" if item.name else "outside editjournal"
    tool = f", {_one(item.tool)}" if item.tool else ""
    lines = [f"Entry {entry_id(item)} of the journal, made {by}{tool}."]
    for word, seqs in (("Undoes", item.undoes), ("Redoes", item.redoes)):
        if seqs:
            lines.append(f"{word} {', '.join(f'e{seq}' for seq in seqs)}.")
    lines += [f"Not in this patch, for its text is not kept: {_one(_text(one))}" for one in missing]
    return "".join(f"{line}\n" for line in lines)


def _text(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")


def _one(text: str) -> str:
    return one_line(text, SUBJECT_CHARACTERS_MAX)


def _author(name: str) -> str:
    """Return the author's line: a session's name as it is, and an address made of it."""
    shown = _NOT_IN_NAME.sub("_", one_line(name, SUBJECT_CHARACTERS_MAX)) or OUTSIDE
    plain = unicodedata.normalize("NFKD", shown)
    address = _NOT_IN_ADDRESS.sub("_", plain.encode("ascii", "ignore").decode()).strip(".")
    return f"{_header(shown)} <{address or OUTSIDE}@{DOMAIN}>"


def _header(text: str) -> str:
    """Return text for one line of a mail's head."""
    if text.isascii():
        return text
    encoded = text.encode("utf-8", "backslashreplace").decode()
    return Header(encoded, "utf-8", maxlinelen=10_000).encode().replace("\n", "")
