"""The other names that callers give arguments, and the arguments that are not served.

Listed nowhere where models see it: names that are shown confuse, names that are taken cost nothing.
"""

_FILE = ("path", "file_path", "filePath", "filename", "target_file")
_CHIP = ("chip", "chip_id")

ALIASES: dict[str, tuple[str, ...]] = {
    "file": _FILE,
    "content": (
        *("new_string", "newString", "new_str", "new_text", "newText", "replacement", "text"),
        *("file_text", "insert_text"),
    ),
    "old": ("old_text", "old_string", "oldString", "old_str", "oldText", "search"),
    "viewed_code_id": ("view", "view_id"),
    "all": ("replace_all", "replaceAll", "allow_multiple"),
    "after": ("after_line", "afterLine", "after-line", "insert_line", "insertLine"),
    "edits": ("changes", "replacements"),
    "preview": ("dry_run", "dryRun"),
    "position": ("where",),
    "event_id": ("id", "preview_id", "confirm", "edit"),
}
"""By an argument's own name, of every tool that has it."""

ALIASES_OF: dict[str, dict[str, tuple[str, ...]]] = {
    "be-confirm": {"event_id": _CHIP},
    "be-chips": {
        "id": (*_CHIP, "event_id"),
        "query": ("q", "search", "text", "words"),
    },
    "be-trx": {"at": ("to", "point")},
    "be-history": {"at": ("from", "point")},
    "be-insert-chip": {
        "from": (*_CHIP, "source", "id", "event_id"),
        "to": ("file", *_FILE, "destination"),
    },
}
"""Those that one tool takes besides; here they go before the others."""

LINE_NAMES = (
    ("start", "end"),
    ("start_line", "end_line"),
    ("startLine", "endLine"),
)
"""Lines beside the path; so are `line`, `lines`, `view_range`, and `offset` with `limit`."""

ONE_LINE_NAMES = ("lines", "view_range", "line")

EVERYWHERE = ("brief", "format", "verbose")
"""Of the reply, and taken by every tool."""

DROPPED = frozenset(
    {"explanation", "description", "instruction", "instructions", "reason", "thought"}
)
"""What models add of their own: taken without a word."""

NOT_SERVED = frozenset(
    {
        # Does not write, only shows; only be-read takes it.
        "outline",
        # Write something else, or more; only be-write takes them.
        *("files", "base64"),
        # Work on more, in another place, or at another moment.
        *("paths", "target", "at", "form"),
        # Write as somebody else, or under a lock.
        *("session", "lease"),
        # The arguments once more, beside others: which of them are meant?
        *("arguments", "args"),
    }
)
"""What tools of this kind may take and these do not.

A call with one of them means something else than it would without, so it is refused; a value that
says no, or nothing, is as if left out.
"""

TELLING = frozenset(
    {
        *("content", "old", "edits", "after", "all", "remove", "preview", "reanchor"),
        *("from", "to", "position"),
    }
)
"""Arguments of some tools that another tool which edits must not leave out: they say what is done.

`old` in be-write would make the whole file into what was to replace a piece of it.
"""
