"""What a refusal or a warning says, by its code: plain words, one sentence or two.

A text names values of the reply in braces. It says what is the case; the next call follows it in
the reply.
"""

REFUSALS: dict[str, str] = {
    # The call itself.
    "unknown_tool": "There is no tool {name}. There are {known}.",
    "not_json": "The arguments are no JSON: {problem}.",
    "not_an_object": "The arguments must be an object, not {got}.",
    "missing": "`{name}` is missing (got {got}).",
    "missing_content": (
        '`content` is missing (got {got}). To delete lines send content="" for them.'
    ),
    "conflicting_names": "`{one}` and `{other}` mean the same and differ. Send one of them.",
    "wrong_type": "`{name}` must be {wanted}, not {got}.",
    "not_a_choice": "`{name}` is {got}, but must be one of {choices}.",
    "too_small": "`{name}` is {got}, but must be at least {least}.",
    "bad_id": "`{name}` is {got}, but must be an id such as {example}.",
    "bad_line": "This line of JSON-RPC could not be read: {problem}.",
    "too_old": (
        "This request is a repetition from so long ago that its outcome is not known any more. "
        "It was not run again."
    ),
    # The place.
    "no_file": "`file` is empty. Give a path, relative to {root} or absolute beneath it.",
    "bad_path": "The path has a NUL character in it.",
    "is_root": "This is the workspace's root folder. Give a file in it.",
    "outside": "This lies outside the workspace {root}.",
    "bad_lines": (
        "{written} is no range of lines. Lines count from 1, first before last: a.py:12-18."
    ),
    "ambiguous_place": (
        "Both {plain} and a file of exactly this name exist. Give the lines apart from the path, "
        "as start and end."
    ),
    "no_such_file": "There is no such file.",
    "no_such_file_near": "There is no such file. Like it: {near}.",
    "is_folder": "This is a folder: {names}.",
    "is_folder_more": "This is a folder: {names} and {more} more.",
    "special": "This is a device, pipe or socket, which is never opened.",
    "denied": "It cannot be used: {problem}.",
    "too_large": "It is too large for editjournal: {problem}.",
    "binary": "It is no text ({size_bytes} bytes). be-write can replace it as a whole.",
    "past_end": "It has {total} lines; {lines} is past the end.",
    "no_place": (
        "Neither lines nor `old` say what to change. Either file=PATH:12-18 with content, or "
        "file=PATH with old (the exact current text, once in the file) and content."
    ),
    "several_ranges": "One range of lines at a time can be replaced.",
    "lines_in_write": (
        "be-write takes a whole file, so the path must be without lines: {plain}. To change "
        "some lines use be-replace."
    ),
    "missing_folder": "Its folder {folder} does not exist. Make it first.",
    "read_only": (
        "The file is read-only (mode {mode}). To change it all the same send force=true."
    ),
    "unencodable": (
        "Line {line} of the new text has {character} ({point}), which this file's encoding, "
        "{encoding}, cannot hold. Use another character, or convert the file first."
    ),
    # Views.
    "unknown_view": "There is no view v{view} (any more). Read the lines again.",
    "unknown_view_last": "There is no view v{view} (any more). Your views of this file: {last}.",
    "view_of_other_file": "View v{view} is of {other}, not of this file.",
    "moved": (
        "The file has {total} lines, your view v{view} had {view_total}: {by}. Your lines are "
        "unchanged and are now {now}:"
    ),
    "changed": (
        "The file has {total} lines, your view v{view} had {view_total}; your lines themselves "
        "were changed by {by}:"
    ),
    "own_part": (
        "They are only a part of what an edit of yours replaced since view v{view}. What stands "
        "there now is {now}:"
    ),
    "own_deleted": "An edit of yours deleted them after view v{view}.",
    "not_covered": (
        "View v{given_view} shows {given_lines} only. Lines {span} as you read them in v{view} are "
        "now {now}:"
    ),
    "not_covered_gone": (
        "View v{given_view} shows {given_lines} only, and lines have moved or changed since. Read "
        "them first."
    ),
    "moved_unseen": (
        "No viewed_code_id was given, and lines {span} as you read them in v{view} are now {now}:"
    ),
    "moved_unseen_gone": (
        "No viewed_code_id was given, and lines {span} as you read them in v{view} are gone."
    ),
    # `old`.
    "old_mismatch": (
        "`old` differs from line {line} at column {column}: you sent {sent}, the file has {found}."
    ),
    "old_mismatch_length": (
        "`old` has {sent_lines} lines, the place has {lines}; they differ from line {line} on."
    ),
    "old_elsewhere": "`old` is not there; it is at {now}, once.",
    "old_many": "`old` occurs {matches} times: {places}.",
    "old_none": "`old` does not occur. Read the file for what it has now.",
    "old_none_near": (
        "`old` does not occur. Nearest is {now}, which differs first in line {line} at column "
        "{column}: you sent {sent}, the file has {found}."
    ),
    "old_none_length": "`old` does not occur. Nearest is {now}, where only a part of it stands.",
    "already_there": "`old` does not occur, but your new text is already at {now}.",
    # Undo.
    "no_such_edit": "There is no edit e{edit}.",
    "never_applied": "Edit e{edit} never reached the file; there is nothing to undo.",
    "not_yours": "Edit e{edit} was made by {who}, not by you.",
    "already_undone": "Edit e{edit} was undone already, by e{by}.",
    "not_undone": "Edit e{edit} is not undone.",
    "too_few_edits": "You asked for {step} edits and have {open} open.",
    "undo_conflict": (
        "e{edit} cannot be undone alone: {owners} changed its lines since. What would come back "
        "(+) and what stands there now (-):"
    ),
    "undo_not_kept": "e{edit} cannot be undone: the text it replaced was not kept.",
    "undo_not_a_file": "e{edit} cannot be undone: there is no ordinary file any more.",
    "undo_no_line_end": (
        "e{edit} cannot be undone alone: a line without a line end would be joined to what "
        "{owners} put behind it."
    ),
    # The disk.
    "not_applied": (
        "The file could not be put in place: {problem}. It is as it was found. Read it and repeat."
    ),
}

WARNINGS: dict[str, str] = {
    "echo": (
        "line {line} is the same as your {which} line, `{text}`. If it is one too many: "
        'be-replace file={path}:{line} content="" viewed_code_id=v{seq}'
    ),
    "changed_since": "{lines} were not as in view v{view}: changed by {by}. You replaced:",
    "never_read": "this session had not read lines {lines} before",
    "overwrote_unread": (
        "this session had not read the {lines} lines it replaced (last written by {who}); be-trx "
        "action=undo event_id=e{undo} brings them back"
    ),
    "ignored": "unknown arguments were ignored: {names}",
}

FALLBACK = "{code}."
