"""What stands around the sentences of refusals, in English: first lines, parts, warnings."""

WARNINGS: dict[str, str] = {
    "echo": (
        "line {line} is the same as your {which} line, `{text}`. If it is one too many: {call}"
    ),
    "echo_unlisted": (
        "line {line} is the same as your {which} line, `{text}`; it may be one too many"
    ),
    "changed_since": "{lines} {lines:were} not as in view v{view}: {changed}. You replaced:",
    "changed_since_kept": (
        "{lines} {lines:were} not as in view v{view}: {changed}. You replaced (kept as "
        "chip://{chip}):"
    ),
    "changed_since_preview": (
        "{lines} {lines:were} not as in view v{view}: {changed}. This would replace:"
    ),
    "changed_near": (
        "{lines}, beside your text, {lines:were} not as in view v{view}: {changed}. Before (-) and "
        "now (+):"
    ),
    "never_read": "this session had not read {lines:lines} {lines} before",
    "overwrote_unread": (
        "this session had not read the {lines:line} it replaced (last written by {who}); "
        "{call} brings them back"
    ),
    "overwrote_unread_unlisted": (
        "this session had not read the {lines:line} it replaced (last written by {who})"
    ),
    "overwrote_unread_preview": (
        "this session has not read the {lines:line} it would replace (last written by {who})"
    ),
    "literal_newline": (
        "the text has \\n, a backslash and an n, and no line break; it was written as sent"
    ),
    "prefixes_off": "the line numbers in `old` were left out for the comparison",
    "wrote_binary": "the file is no text any more, so its lines cannot be read or edited",
    "ignored": "unknown arguments were ignored: {names}",
}

PHRASES: dict[str, str] = {
    # The first line.
    "nothing_changed": "{verdict} {where}, nothing changed. {why}",
    "empty": "{path} is empty",
    "of_total": "{where} of {total}",
    "several_files": "{number:file}: {files}",
    "more_files": "{more:more file}",
    "only_match": ", the only one of {matches} matches inside v{view}",
    "as_prepared": ", as prepared in p{prepared}",
    "kept_as": "kept as {chips}",
    "lines_kept_as": "deleted lines kept as {chips}",
    "made_before": "(made before, at the first of these calls)",
    "undone": "{edits} undone",
    "redone": "{edits} redone",
    "flipped": "{flips} by e{seq}: {files}",
    "flipping": "{flips}: {files}",
    "later_kept": "; later edits kept: {edits}",
    "preview": "preview {what}, nothing changed yet  event_id p{seq}, good for {hours} h",
    "unchanged": "ok {path}: unchanged, it already has this content",
    "unchanged_lines": "ok {path}: unchanged, {span} already {span:have} this text",
    "by_edit": " (edit e{edit} by {who})",
    "by_own_edit": " (your edit e{edit})",
    "made_already": "ok e{edit} was made from p{prepared} already",
    "confirmed_already": "ok p{prepared} was made already",
    "commit": "ok {mark}: {number:edit} closed",
    "commit_of_nothing": "ok {mark}: no open edits",
    "snapshot": "ok {mark}: this point of the log is entry {seq}",
    "open_edits": "{number:open edit} of this session, newest first; {undo} takes one back",
    "no_open_edits": "no open edits of this session",
    "entries": "{number:entry}, newest first",
    "no_entries": "no entries",
    "chips": "{number:chip}, newest first",
    "no_chips": "no chips",
    # What an edit did.
    "created": "created, {total:line}",
    "removed": "removed",
    "removed_lines": "removed, {lines:line}",
    "gone": "is gone already",
    "mode": "mode",
    "changes": "{number:change}",
    "delta": "({delta})",
    "delta_total": "({delta}, {total:line})",
    "stays": "{path} stays as it is ({total:line})",
    "inserted": "{now} inserted after {after}",
    "deleted": "{was} deleted",
    "deleted_then": "{was} deleted ({following} is now {at})",
    # Between and behind the lines.
    "as_sent": "... {span} as sent",
    "now": "Now:",
    "characters_more": "{line}... (+{more} characters)",
    "lines_more": "... ({more} more lines)",
    "more_warnings": "({more:more warning})",
    "older_follow": "(older entries follow)",
    "edit_unfit": "edit {number}: {why}",
    "edit_unfit_at": "edit {number} ({where}): {why}",
    "stale_views": "stale views: {views}",
    "stale_view": "v{view} {path} ({spans} {changed})",
    "chip_deleted": "deleted {where}, {age}",
    "chip_refused": "refused {what}, {age}: {why}",
    "if_change_stays": "if that change should stay: {call}",
    "or_else": ", or ",
    "remark_of_item": "edit {item}: {said}",
    "remark_of_item_file": "edit {item} ({file}): {said}",
    "remark_of_file": "{file}: {said}",
    # What to do where the call for it is not listed.
    "go_by_file": "read the file again, and go by what it holds now",
    "go_by_replies": "go by what earlier replies said",
    "without_preview": "the same call without preview makes it",
    # Pieces.
    "both": "{first} and {second}",
    "and_more": "{listed} and {more} more",
    "places_more": "{listed}; {more} more",
    "age_d": "{number} d ago",
    "age_h": "{number} h ago",
    "age_min": "{number} min ago",
    "age_s": "{number} s ago",
    "outside": "outside editjournal",
    "own_edits": "edits of this session",
    "edit_when": "edit e{edit}, {age}",
    "changed_outside": "changed outside editjournal",
    "changed_outside_when": "changed outside editjournal {age}",
    "changed_by": "changed by {who}",
    "changed_outside_short": "changed outside",
    "after_line": "after line {after}",
    "at_the_top": "at the top",
    "moved_by": "{delta} {where}",
    "lines_replaced": "lines replaced {where}",
    "and_before": "{by}, and {more:change} before that",
    "end_of_line": "the end of the line",
    "run_and_rest": '{run} and "{rest}"',
    "which_first": "first",
    "which_last": "last",
    "full_stop": ".",
    # Where the daemon or the workspace is at fault.
    "fate_unsure": "it is not known whether anything was changed",
    "fate_nothing": "nothing changed",
    "trouble": "ERROR editjournal, {fate}. {message}.",
    "then_look": "{next}; then {look} lists your edits",
    "then_read": "{next}; then read the files, as the edit may have been made",
    "no_workspace": "ERROR no workspace, nothing changed. {why}.",
    "start_elsewhere": "start it in a project's folder, or with --workspace FOLDER",
    # Entries of the log.
    "log_outside": "outside",
    "log_journal": "journal",
    "log_changed_outside": "changed outside: {file}",
    "log_read": "read {place}",
    "log_kept": "kept the version of {path}",
    "log_refused": "{tool} refused: {code} {path}",
    "log_shown": ", shown {spans}",
    "log_previewed": "prepared {files}",
    "log_opened": "session opened ({client})",
    "log_closed": "session closed",
    "log_asked": "asked {tool}",
    "log_not_applied": "{edits} did not reach {path}: {why}",
    "log_torn": "kept what a crash had left of {path}",
    "log_cut": "cut off an unfinished end of the log",
    "log_undoes": "undoes {edits}: ",
    "log_redoes": "redoes {edits}: ",
    "log_undone": "  (undone)",
    "log_unapplied": "  (not applied)",
}

NOUNS: dict[str, tuple[str, str]] = {
    "line": ("{n} line", "{n} lines"),
    "byte": ("{n} byte", "{n} bytes"),
    "edit": ("{n} edit", "{n} edits"),
    "open edit": ("{n} open edit", "{n} open edits"),
    "file": ("{n} file", "{n} files"),
    "more file": ("{n} more file", "{n} more files"),
    "change": ("{n} change", "{n} changes"),
    "time": ("{n} time", "{n} times"),
    "entry": ("{n} entry", "{n} entries"),
    "chip": ("{n} chip", "{n} chips"),
    "more warning": ("{n} more warning", "{n} more warnings"),
    "space": ("{n} space", "{n} spaces"),
    "tab": ("{n} tab", "{n} tabs"),
    "do": ("does", "do"),
}

BY_SPAN: dict[str, str] = {
    "lines": "line",
    "Lines": "Line",
    "are": "is",
    "were": "was",
    "have": "has",
    "They": "It",
    "them": "it",
    "themselves": "itself",
}

TERMS: tuple[str, ...] = (
    # Notes behind be-confirm: this one before those that begin as it may.
    "{note}, without the line numbers",
    # Marks of a read.
    "tabs",
    "no newline at the end",
    "cut at {bytes} bytes",
    "CRLF and LF",
    # Notes behind advised calls.
    "to name the line",
    "for all of them",
    "without old",
    "with text that takes this in",
    "first",
    "for its lines",
    # Notes behind be-confirm.
    "your text at {now}",
    "your text after {now}",
    "your text for just that part of it",
    "deletes {now}",
    "your text with tabs",
    "your text with spaces",
    "your text with the file's indentation",
    "your text with the file's characters",
    "your text without the backslashes",
    "white space at line ends aside",
    "the same text without them",
    "all of them, with these repairs",
    "with line breaks",
    "makes folder and file",
    "makes folders and files",
    "removes the file, {n} lines, kept as a chip",
    "removes the file, 1 line, kept as a chip",
    "the same edit as things are now",
    "the same as things are now",
    "{taken} taken as content",
    "{taken} taken as file",
    # Kinds of values.
    "nothing",
    "null",
    "a string",
    "a number",
    "a whole number",
    "true or false",
    "an array",
    "an object",
    "p812 or chip://a3f7b2",
    # Places in a file.
    "{some} and {more} more",
    # What is wrong with one item of a list.
    "it is no object",
    "`content` is missing",
    "`file` is missing",
    "it says no place: lines, after or old",
    "it says two places: lines, after or old, one of them",
    "it is of another file, so that file's viewed_code_id cannot be checked here",
    "two names of one thing differ",
    "the lines in its path are not those beside it",
    "it has an argument that is not served in a list",
    "its lines are no range of lines",
    "one of its arguments is of the wrong type",
    "one of its numbers is too small",
    "its viewed_code_id is no id such as v812",
    "its content is no base64",
    # Why a file was not put in place.
    "the file was changed by others in that instant",
)
"""Words of the daemon's own that stand in its values and notes; {x} is for any text in them."""
