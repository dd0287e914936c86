"""What a refusal says in English, by its code: plain words, one sentence or two.

A text names values of the reply in braces ({total:line} for "3 lines", {unfit:do} for "do" or
"does"), and {tool}, {path}, {span}, {by} (who moved the lines), {changed} (by whom); {span:are} is
"is" for one line. It says what is the case; what to do about it is the call that the reply names,
or else the sentence in `NEXT`, which may name calls: {read}, {write}, {status}. Names of tools
stand in full; where they are listed without "be-", they are shortened here too.
"""

REFUSALS: dict[str, str] = {
    # The call itself.
    "unknown_tool": "There is no tool `{name}`. There are {known}.",
    "not_json": "The arguments are no JSON: {problem}.",
    "not_an_object": "The arguments must be an object, not {got}.",
    "degraded": (
        "The arguments were no JSON and were salvaged ({how}): {lines:line}, SHA-256 {hash}..., "
        "the last `{tail}`. What they mean needs to be confirmed:"
    ),
    "degraded_empty": (
        "The arguments were no JSON and were salvaged ({how}). What they mean needs to be "
        "confirmed:"
    ),
    "degraded_cut": (
        "The arguments end too early, after {bytes:byte}. Of the text {lines:line} came, the last "
        "`{tail}`."
    ),
    "degraded_cut_more": (
        "The arguments end too early, after {bytes:byte}. Of the text {lines:line} came for "
        "certain, the last `{tail}`. Behind that came `{end}`, which may be of the text or not: it "
        "is left out."
    ),
    "degraded_cut_empty": "The arguments end too early, after {bytes:byte}.",
    "missing": "`{name}` is missing (got {got}).",
    "missing_content": (
        '`content` is missing (got {got}). To delete lines send content="" or use be-delete.'
    ),
    "missing_content_unlisted": (
        '`content` is missing (got {got}). Send content="" to delete lines.'
    ),
    "conflicting_names": "`{one}` and `{other}` mean the same and differ.",
    "conflicting_lines": "The path ends in :{in_path}, and `{name}` says {beside}.",
    "not_together": "`{name}` means nothing with action={action}, which might do more than meant.",
    "not_corrected": (
        "be-confirm makes a call again as it was sent: only `file`, with or without lines, and "
        "`viewed_code_id` can be corrected, and only with chip://ID, but not `{name}`."
    ),
    "not_served": "`{name}` is not served here, so nothing was done.",
    "wrong_type": "`{name}` must be {wanted}, not {got}.",
    "not_a_choice": "`{name}` is {got}, but must be one of {choices}.",
    "too_small": "`{name}` is {got}, but must be at least {least}.",
    "bad_id": "`{name}` is {got}, which is no id such as {example}.",
    "whole_files": "Only whole files can be meant here, and {lines} says lines of one.",
    "bad_point": "`{name}` is {got}, which is no point of the log.",
    "bad_time": "`{name}` is {got}, which is no time.",
    "beside_edits": "The call names lines beside `edits`, which mean nothing certain.",
    "beside_edits_named": "`{name}` stands beside `{list}`, where it means nothing certain.",
    "no_edits": "`{list}` is empty.",
    "bad_edit": "Item {number} of `{list}`: {problem}.",
    "only_with_chip": "`{name}` means nothing for a prepared edit, which has its place.",
    "bad_base64": "`content` is no valid base64.",
    "bad_line": "This line of JSON-RPC could not be read: {problem}.",
    "line_too_long": (
        "This line of JSON-RPC is too long to be read, with {came:byte}. Only its first "
        "{kept:byte} are kept."
    ),
    "no_call": "This is no call that can be made: {problem}.",
    "too_old": (
        "This request is a repetition from so long ago that its outcome is not known any more. "
        "It was not run again."
    ),
    # The place.
    "no_file": "`file` is empty.",
    "bad_path": "The path has a NUL character in it.",
    "is_root": "This is the workspace's root folder, not a file.",
    "outside": "This lies outside the workspace {root}.",
    "outside_link": "This leads outside the workspace.",
    "bad_lines": "{written} is no range of lines. Lines count from 1, first before last.",
    "bad_lines_gap": "{written} is a place to insert at and no lines. Lines count from 1.",
    "ambiguous_place": "Both {plain} and a file of exactly this name exist.",
    "no_such_file": "There is no such file.",
    "no_such_file_near": "There is no such file. Like it: {near}.",
    "no_such_file_gone": "There is no such file any more; removed: {by}.",
    "no_such_file_gone_near": ("There is no such file any more; removed: {by}. Like it: {near}."),
    "is_folder": "This is a folder: {names}.",
    "is_folder_more": "This is a folder: {names} and {more} more.",
    "is_folder_empty": "This is an empty folder.",
    "special": "This is a device, pipe or socket, which is never opened.",
    "denied": "It cannot be used: {problem}.",
    "too_large": "It is too large for editjournal: {problem}.",
    "binary": "It is no text ({size_bytes:byte}).",
    "past_end": "It has {total:line}; {lines} is past the end.",
    "no_place": "Neither lines nor `old` say what to change.",
    "no_lines": "Which lines? It has {total:line} ({size_bytes:byte}).",
    "no_line": "After which line? The call names none.",
    "nothing_to_insert": "`content` is empty, so there is nothing to insert.",
    "several_ranges": "One range of lines at a time can be replaced.",
    "lines_in_write": "be-write takes a whole file, so lines mean nothing to it.",
    "missing_folder": "Its folder {folder} does not exist.",
    "read_only": "The file is read-only (mode {mode}).",
    "lines_in_remove": "remove=true takes the whole file away, and the call says lines of it.",
    "link": "It is a symlink to {target}, and be-delete removes only files.",
    "same_file_twice": "The call names this file twice.",
    "same_file_twice_other": "The call names this file twice, the other time as {other}.",
    "unencodable": (
        "Line {line} of the new text has {character} ({point}), which this file's encoding, "
        "{encoding}, cannot hold."
    ),
    "numbered_content": (
        "Every line of `content` begins with a line number (from {first} on) and `{mark}`, as "
        "lines are shown to readers."
    ),
    "numbered_content_bar": (
        "Every line of `content` begins with a line number and a bar (`{first}|`), as be-read "
        "shows them."
    ),
    "would_be_binary": "With this the file would be no text any more: {problem}.",
    # What stands where.
    "no_function": "Line {line} is at the top level; nearest definitions: {near}.",
    "no_function_empty": "Line {line} is at the top level, and no definition is near.",
    "no_element": "Line {line} is in no element; nearest: {near}.",
    "no_element_empty": "Line {line} is in no element, and none is near.",
    "no_target": "No definition is called `{value}`.",
    "no_target_near": "No definition is called `{value}`. Like it: {near}.",
    "no_target_tag": "There is no element <{value}>.",
    "no_target_tag_near": "There is no element <{value}>. Like it: {near}.",
    "no_target_marker": "No line holds `{value}`.",
    "no_target_few": "There is no #{nth} of `{value}`, only {count}.",
    "several_targets": "`{value}` is there {count:time}: {places}. The first of them is #1.",
    "no_structure": "Read as {language} it has no definitions.",
    "no_structure_tag": "Read as {language} it has no elements.",
    "unparsed_large": (
        "It is too large to be parsed: it has {size_bytes:byte}, and at most {limit} are parsed."
    ),
    "unparsed_slow": "To parse it took longer than {limit} ms.",
    "unparsed_failed": "It could not be parsed.",
    "no_line_asked": "Which line? The call names none.",
    "bad_target": "`target` is {got}, which names no place.",
    "target_with_lines": "`target` says which lines are meant, and lines are named as well.",
    "only_with_target": "`{name}` means nothing without `target`.",
    # Views.
    "unknown_view": "There is no view v{view} (any more).",
    "unknown_view_last": "There is no view v{view} (any more). Your views of this file: {last}.",
    "view_of_other_file": "View v{view} is of {other}, not of this file.",
    "view_gone": "The file that view v{view} showed is not there any more.",
    "moved": (
        "The file has {total:line}, your view v{view} had {view_total}: {by}. Your "
        "{span:lines} {span:are} unchanged and {span:are} now {now}:"
    ),
    "changed": (
        "The file has {total:line}, your view v{view} had {view_total}; your {span:lines} "
        "{span:themselves} {span:were} {changed}:"
    ),
    "changed_unkept": (
        "The file was {changed}, and what it held before was not kept. So where your "
        "{span:lines} {span:are} now, and if unchanged, is not known."
    ),
    "own_part": (
        "{span:They} {span:are} only a part of what an edit of yours replaced since view v{view}. "
        "What stands there now is {now}:"
    ),
    "own_deleted": "An edit of yours deleted {span:them} after view v{view}.",
    "not_covered": (
        "View v{given_view} shows {shown}. {span:Lines} {span} as you read {span:them} "
        "in v{view} {span:are} now {now}:"
    ),
    "not_covered_gone": (
        "View v{given_view} shows {shown}, and lines have moved or changed since."
    ),
    "not_covered_changed": (
        "View v{given_view} shows {shown}. {span:Lines} {span} as you read {span:them} "
        "in v{view} {span:were} changed since:"
    ),
    "moved_unseen_changed": (
        "No viewed_code_id was given, and {span:lines} {span} as you read {span:them} in v{view} "
        "{span:were} changed since:"
    ),
    "moved_unseen": (
        "No viewed_code_id was given, and {span:lines} {span} as you read {span:them} in v{view} "
        "{span:are} now {now}:"
    ),
    "moved_unseen_gone": (
        "No viewed_code_id was given, and {span:lines} {span} as you read {span:them} in v{view} "
        "{span:are} gone."
    ),
    "moved_unread": (
        "No viewed_code_id was given, and edits since this session last read the file, its own or "
        "others', may have moved these numbers. Pass the id of the reply that they are from, or "
        "read again."
    ),
    # `old`.
    "old_mismatch": (
        "`old` differs from line {line} at column {column}: you sent {sent}, the file has {found}."
    ),
    "old_mismatch_length": (
        "`old` has {sent_lines:line}, the place has {lines}; they differ from line {line} on."
    ),
    "old_elsewhere": "`old` is not there; it is at {now}, once.",
    "old_many": "`old` occurs {matches:time}: {places}.",
    "old_none": "`old` does not occur.",
    "old_none_near": (
        "`old` does not occur. Nearest is {now}, which differs first at line {line}, column "
        "{column}: you sent {sent}, the file has {found}."
    ),
    "old_none_length": "`old` does not occur. Nearest is {now}, where only a part of it stands.",
    "already_there": "`old` does not occur, but your new text is already at {now}.",
    # Several changes.
    "items_unfit": ("{unfit} of {items:edit} {unfit:do} not fit; {fitting} {fitting_count:do}."),
    "items_unfit_all": "None of the {items:edit} fits.",
    "items_unfit_one": "The only edit in `edits` does not fit.",
    "items_overlap": "It overlaps edit {other}.",
    # Prepared edits and kept material.
    "no_such_prepared": "There is no prepared edit p{prepared}.",
    "no_such_prepared_made": (
        "Nothing is prepared as p{prepared}; e{edit} is an edit that was made already."
    ),
    "prepared_expired": "p{prepared} was prepared too long ago and is not good any more.",
    "prepared_undone": "p{prepared} was made as e{edit}, which e{by_edit} has undone.",
    "prepared_stale": "The file was {changed}, after p{prepared} was prepared.",
    "no_such_chip": "There is no chip://{chip} (any more).",
    "chip_not_a_call": "chip://{chip} keeps deleted text and no call.",
    "chip_was_made": "The call that chip://{chip} keeps was made when it came, as {edit}.",
    "chip_cut": (
        "The call that chip://{chip} keeps ended too early, so it cannot run again; the text that "
        "came is kept."
    ),
    "chip_unreadable": (
        "The call that chip://{chip} keeps could not be read, so it cannot run again; its "
        "arguments are kept in the log."
    ),
    "chip_of_no_tool": (
        "The call that chip://{chip} keeps names no tool that there is, so it cannot run again."
    ),
    "chip_of_no_call": (
        "The call that chip://{chip} keeps had a mistake in its arguments, so it cannot run again."
    ),
    "chip_made_once": (
        "chip://{chip} keeps a call that names an edit by its id; it does not run again from a "
        "chip."
    ),
    "chip_of_several": (
        "chip://{chip} keeps a call of several files, which runs again only as it was."
    ),
    "chip_has_no_text": "chip://{chip} keeps a call that has no text to insert.",
    "chip_has_texts": (
        "chip://{chip} keeps a call of {texts} texts, of which none can be told from the others."
    ),
    "chip_not_read": (
        "chip://{chip} keeps a call that could not be read, so it has no text apart from its "
        "arguments."
    ),
    "chip_has_no_arguments": (
        "chip://{chip} keeps no arguments: those of failed tool calls are kept as they came."
    ),
    "file_has_no_arguments": (
        "form=args is for the chip of a failed call; a file has its text only."
    ),
    "chip_is_binary": (
        "chip://{chip} keeps {bytes:byte} that are no text: they go only into a file that is not "
        "there or empty, as all of it, after line 0."
    ),
    "chip_not_kept": "What chip://{chip} stands for was not kept.",
    "prepared_not_kept": "The text that p{prepared} would put in was not kept.",
    # The past.
    "no_such_point_near": "There is no snapshot `{point}`. There are {near}.",
    "no_such_point_empty": "There is no snapshot `{point}`, nor any other.",
    "no_such_point": "There is no entry {point}; the newest is {newest}.",
    "no_such_entry": "There is no entry {entry} to be shown; the newest is {newest}.",
    "not_kept": "What it held after entry {at} was not kept.",
    # Undo.
    "no_such_session": "No session of the log is called {got}.",
    "no_such_edit": "There is no edit e{edit}.",
    "never_applied": "Edit e{edit} never reached the file; there is nothing to undo.",
    "not_yours": "Edit e{edit} was made by {who}, not by you.",
    "not_within": "Edit e{edit} changed only files outside this session's folder.",
    "already_undone": "Edit e{edit} was undone already, by e{by_edit}.",
    "not_undone": "Edit e{edit} is not undone.",
    "too_few_edits": "You asked for {step:edit} and have {open} open.",
    "which_edits": "Which edits are to go was not said: a session's, since a point, or in files.",
    "bad_resolve": "`{resolve}` is no way to deal with a conflict; newer and force are.",
    "meant_changed": "Other calls changed in that instant which edits this one means.",
    "nothing_to_undo": "No edit that stands is meant.",
    "nothing_to_undo_other": "No edit that stands is meant. There are some by {owners}.",
    "restore_others": "What others did since would go, too: {owners}.",
    "not_known_then": (
        "What these were at that point is not known; they were first seen at a later entry: {files}"
    ),
    "undo_others": "With {edits}, changes by others would go: {owners}.",
    "undo_others_only": "Changes by others would go: {owners}.",
    "undo_forced": "With {edits}, these would go in the same files: {owners}.",
    "undo_conflict": (
        "e{edit} cannot be undone alone: {owners} changed its lines since. What would come back "
        "(+) and what stands there now (-):"
    ),
    "undo_conflict_empty": "e{edit} cannot be undone alone: {owners} changed its lines since.",
    "undo_conflict_redo": (
        "e{edit} cannot be made again alone: {owners} changed or took back what it had replaced. "
        "What would come back (+) and what stands there now (-):"
    ),
    "undo_conflict_redo_empty": (
        "e{edit} cannot be made again alone: {owners} changed or took back what it had replaced."
    ),
    "undo_not_kept": "e{edit} cannot be undone: the text it replaced was not kept.",
    "undo_not_a_file": "e{edit} cannot be undone: there is no ordinary file any more.",
    "undo_not_a_file_link": "e{edit} cannot be undone: a symlink to {target} stands there now.",
    "undo_not_a_file_out": (
        "e{edit} cannot be undone: a symlink that leads out of the workspace stands there now."
    ),
    "undo_not_a_file_a_folder": "e{edit} cannot be undone: a folder stands there now.",
    "undo_not_a_file_unread": (
        "e{edit} cannot be undone: what stands there cannot be read: {problem}."
    ),
    "undo_read_only": "e{edit} cannot be undone: the file or its folder is read-only.",
    "undo_missing_folder": "e{edit} cannot be undone: the file's folder is not there any more.",
    "undo_mode_conflict": (
        "e{edit} cannot be undone alone: {owners} changed the file's mode since. It is {mode} now; "
        "{back} would come back."
    ),
    "undo_mode_conflict_redo": (
        "e{edit} cannot be made again alone: {owners} changed the file's mode since. It is {mode} "
        "now; {back} would come back."
    ),
    "undo_mode_conflict_goes": (
        "With e{edit} alone the file would go: {owners} changed its mode since. It is {mode} now."
    ),
    "undo_mode_conflict_gone": (
        "e{edit} changed the mode of a file that is not there any more: {owners} changed or "
        "removed it since."
    ),
    "undo_no_line_end": (
        "e{edit} cannot be undone alone: a line without a line end would be joined to what "
        "{owners} put behind it."
    ),
    # The disk.
    "not_applied": "The file could not be put in place: {problem}. It is as it was found.",
}

TOLD_BEFORE = "This call was refused before ({code})."
"""Of a repeated call, of which the log has the outcome and not the words."""

NEXT: dict[str, str] = {
    "unknown_tool": "call one of these",
    "not_json": "send the same call with its arguments as one JSON object",
    "not_an_object": "send the same call with its arguments as one JSON object",
    "degraded": "send the same call with its arguments as one JSON object",
    "degraded_cut": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE puts in what came, for the rest to be sent "
        "behind it; or send the call again, in smaller parts"
    ),
    "degraded_cut_more": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE puts in what came for certain, for all "
        "that belongs behind it to be sent; or send the call again, in smaller parts"
    ),
    "degraded_cut_empty": "send the call again, in smaller parts",
    "missing": "send the same call with `{name}`",
    "missing_content": "send the same call with content",
    "conflicting_names": "send the same call with only one of them",
    "beside_edits": "put it into the items of the list, or leave the list out",
    "beside_edits_other": "say in each item lines, after or old; or send one call for each target",
    "no_edits": "send the same call with one item or more in `{list}`",
    "bad_edit": "send the same call with that item mended",
    "only_with_chip": "leave it out, or send the edit's own call for another place",
    "bad_base64": "send it as base64, or as text without base64=true",
    "conflicting_lines": (
        "say the lines in one of the two ways; a path that really ends so takes one more colon"
    ),
    "not_together": "leave it out, or be-trx action=undo event_id=ID for that one edit",
    "not_served": (
        "leave `{name}` out: each call makes one edit, at once, and be-trx action=undo takes it "
        "back"
    ),
    "not_served@be-read": (
        "leave `{name}` out and name lines, as in file=a.py:40-80, or none for the whole file"
    ),
    "not_served@be-trx": "leave `{name}` out; be-trx action=undo event_id=ID takes one edit back",
    "not_corrected": "send the edit's own call again, with `{name}` as it is to be",
    "not_served@be-confirm": "leave `{name}` out",
    "not_served@be-balance": "leave `{name}` out",
    "not_served@be-outline": "leave `{name}` out",
    "not_served@be-func-range": (
        "leave `{name}` out and name a line, as in line=40; be-read takes `target`"
    ),
    "not_served@be-tag-range": (
        "leave `{name}` out and name a line, as in line=40; be-read takes `target`"
    ),
    "not_served_after": (
        "be-insert file=a.py:10 puts text after line 10; or send `edits` with an item that has "
        "`after`"
    ),
    "not_served_auto": "name the lines by their numbers, as in a.py:40-80",
    "wrong_type": "send the same call with `{name}` as {wanted}",
    "not_a_choice": "send the same call with one of these",
    "too_small": "send the same call with `{name}` of {least} or more",
    "bad_id": "send the same call with an id such as {example}",
    "bad_time": (
        "send the same call with so long ago, as in 10m, 2h or 3d, or a time such as "
        "'yesterday 14:30' or 2026-05-01T14:30"
    ),
    "bad_id_viewed": "take the id from be-read or from an edit's reply",
    "bad_id@be-confirm": "take the event_id from the reply that prepared the edit, or its chip://ID",
    "bad_id@be-trx": "take the id from the edit's reply; be-trx action=status lists your edits",
    "bad_id@be-insert-chip": "be-insert-chip without arguments lists the ids of what is kept",
    "whole_files": "send the same call with {plain}; for one edit be-trx action=undo event_id=ID",
    "bad_point": (
        "send the same call with an edit's id such as e812, a time such as '10 minutes ago' or "
        "2026-05-01T14:30, or a snapshot's label"
    ),
    "bad_line": "send the call again, as one line of valid JSON",
    "line_too_long": "send the call again, in smaller parts",
    "no_call": 'send it again with the method "tools/call" and an id of its own',
    "too_old": "{status}",
    "no_file": "name a path, relative to {root} or absolute beneath it",
    "bad_path": "send the same call with the path without it",
    "is_root": "name a file in it",
    "outside": "name a file beneath {root}",
    "outside_link": "name a file that lies inside it",
    "bad_lines": "send the same call with lines as in a.py:12-18",
    "bad_lines_gap": "send the same call with lines, as in file={path}:12-18",
    "bad_lines@be-func-range": "send the same call with one line, as in line=40",
    "bad_lines@be-tag-range": "send the same call with one line, as in line=40",
    "bad_lines_gap@be-func-range": "send the same call with one line, as in line=40",
    "bad_lines_gap@be-tag-range": "send the same call with one line, as in line=40",
    "ambiguous_place": (
        "for lines of {plain} send them as start and end beside file={plain}; for the other file "
        "add a colon: file={path}:"
    ),
    "no_such_file": "name another path, or create it: {write}",
    "no_such_file@be-delete": "nothing, if it was to be gone; else name another path",
    "no_such_file@be-history": "name another path",
    "undo_not_a_file": "put the file back there first, then do the same again",
    "undo_missing_folder": "make the folder first, then do the same again",
    "no_such_file@be-trx": "name another path",
    "no_such_file@be-insert-chip": "name a file that there is (be-write makes one), or a chip's id",
    "is_folder": "name one of its files",
    "is_folder_empty": "name another path",
    "special": "name an ordinary file",
    "denied": "name another file, or tell the user: editjournal cannot mend this",
    "too_large": "work on this file with other tools",
    "binary": "{write} replaces it as a whole; its lines cannot be read or edited",
    "binary@be-delete": (
        "the same call with file={path} and remove=true takes the whole file away; its lines "
        "cannot be edited"
    ),
    "no_place": (
        "be-replace file={path}:12-18 with content, or be-replace file={path} with old (the exact "
        "current text, once in the file) and content"
    ),
    "no_lines": "be-delete file={path}:5-15, or file={path} with remove=true for the whole file",
    "no_line": "be-insert file={path}:10 for after line 10, :0 for the top, :END for the end",
    "no_line@be-insert-chip": (
        "the same call with to={path}:10 for after line 10, :0 for the top, :END for the end"
    ),
    "nothing_to_insert": "send the same call with the new text",
    "several_ranges": "make one call for each range",
    "lines_in_write": (
        "be-write file={plain} for the whole file, or be-replace to change some lines of it"
    ),
    "missing_folder": "the same call with parents=true, which makes the folders too",
    "read_only": "if it is to be changed all the same: the same call with force=true",
    "lines_in_remove": "remove=true with file={plain}, or the lines without remove",
    "link": "name the file itself: {target}",
    "same_file_twice": "make it one change of that file, or two calls",
    "unencodable": "write something else there, or convert the file first",
    "no_function": "{outline}",
    "no_function_empty": "name lines by their numbers, as in file={path}:40-80",
    "no_element": "name a line of an element",
    "no_target": "{outline}",
    "no_target_tag": "{read}",
    "no_target_marker": "{read}",
    "several_targets": (
        "send the same call with its number, as in target={kind}:{value}#2, or with its full name"
    ),
    "no_structure": "{read}, then name lines by their numbers",
    "unparsed_large": "{read}, then name lines by their numbers",
    "unparsed_slow": "{read}, then name lines by their numbers",
    "unparsed_failed": "{read}, then name lines by their numbers",
    "no_line_asked": "send the same call with line, as in file={path} line=40",
    "bad_target": (
        "send the same call with target=function:Class.method, tag:nav, marker:some text or "
        "line:40-60"
    ),
    "target_with_lines": "send the same call with one of the two",
    "only_with_target": "be-insert file=a.py:9 puts text before line 10",
    "view_gone": "if it is to be made anew: {write} without viewed_code_id",
    "numbered_content": "send the same call with the numbers and marks left out",
    "would_be_binary": "leave it out, or be-write the whole file",
    "already_there": "nothing, if that is what you meant; else {read_now}",
    "old_many": "name the line, file={path}:{place}, or all=true",
    "old_many@be-delete": "name the line, file={path}:{place}",
    "items_unfit": "the same call with edit {unfitting} put right",
    "items_unfit_many": "the same call with lines or a longer `old` in edit {unfitting}",
    "items_overlap": "the same call with the two of them as one edit",
    "no_such_point_near": "the same call with one of these, an entry's number or a time",
    "no_such_point_empty": "the same call with an entry's number or a time",
    "no_such_point": "the same call with the number of an entry, a time or a snapshot",
    "no_such_entry": "the same call with the number of an entry",
    "not_kept": "the same call with another point",
    "no_such_session": "send the same call with a session's name, as in codex#3, or its number",
    "no_such_prepared": "send the edit's own call again",
    "prepared_expired": "send the edit's own call again",
    "prepared_undone": "send the edit's own call again",
    "prepared_stale": "{read}, then send the edit's own call again",
    "no_such_chip": "be-insert-chip without arguments lists what is kept",
    "unknown_view": "send the same call without `viewed_code_id`",
    "view_of_other_file": "send the same call without `viewed_code_id`",
    "chip_not_a_call": "be-insert-chip from=chip://{chip} to=FILE:LINE puts it back",
    "chip_was_made": "be-insert-chip from=chip://{chip} to=FILE:LINE puts its text into a file",
    "chip_cut": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE puts in what came, for the rest to be sent "
        "behind it"
    ),
    "chip_of_no_tool": (
        "send the call anew, with the name of a tool; be-chips id=chip://{chip} shows its arguments"
    ),
    "chip_of_no_call": (
        "send the call anew, put right; be-chips id=chip://{chip} shows its arguments"
    ),
    "chip_made_once": "send the call itself anew",
    "chip_unreadable": "send the call anew, with its arguments as one JSON object",
    "chip_of_several": "the same call without `file` and `viewed_code_id`",
    "chip_has_no_text": "send the call anew; its arguments are kept in the log",
    "chip_has_texts": "the same call with form=args, for its arguments as they came",
    "chip_not_read": "the same call with form=args, for its arguments as they came",
    "chip_has_no_arguments": "the same call without `form`, for its text",
    "file_has_no_arguments": "the same call without `form`",
    "chip_is_binary": "the same call with `to` a name that is not there yet, and :0 behind it",
    "chip_not_kept": "be-insert-chip without arguments lists what is kept",
    "prepared_not_kept": "send the edit's own call again",
    "not_undone": "{status}",
    "bad_resolve": "the same call with resolve=newer, or resolve=force",
    "meant_changed": "the same call again",
}
"""What to do where the reply names no call; of codes that are not here, read or ask again.

A key may end in "@" and a tool: of the calls of that tool.
"""

NEXT_UNLISTED: dict[str, str] = {
    "degraded_cut": "send the call again, in smaller parts",
    "degraded_cut_more": "send the call again, in smaller parts",
    "chip_cut": "send the call again, in smaller parts",
    "not_together": "leave it out",
    "not_served": "leave `{name}` out: each call makes one edit, at once",
    "not_served@be-trx": "leave `{name}` out",
    "not_served@be-func-range": "leave `{name}` out and name a line, as in line=40",
    "not_served@be-tag-range": "leave `{name}` out and name a line, as in line=40",
    "not_served_after": "send `edits` with an item that has `after`",
    "bad_id_viewed": "take the id from a reply that shows the lines",
    "bad_id@be-trx": "take the id from the edit's reply",
    "bad_id@be-insert-chip": "send the same call with an id such as {example}",
    "whole_files": "send the same call with {plain}",
    "too_old": "see whether the edit was made before it is sent again",
    "no_such_file": "name another path",
    "no_such_file@be-insert-chip": "name a file that there is, or a chip's id",
    "binary": "work on this file with other tools",
    "no_place": (
        "the same call with file={path}:12-18 and content, or with old (the exact current text, "
        "once in the file) and content"
    ),
    "no_lines": "the same call with file={path}:5-15, or with remove=true for the whole file",
    "no_line": (
        "the same call with file={path}:10 for after line 10, :0 for the top, :END for the end"
    ),
    "lines_in_write": "the same call with file={plain} for the whole file",
    "no_function": "name lines by their numbers, as in file={path}:40-80",
    "no_target": "name lines by their numbers, as in file={path}:40-80",
    "no_target_tag": "name lines by their numbers, as in file={path}:40-80",
    "no_target_marker": "name lines by their numbers, as in file={path}:40-80",
    "no_structure": "name lines by their numbers, as in file={path}:40-80",
    "unparsed_large": "name lines by their numbers, as in file={path}:40-80",
    "unparsed_slow": "name lines by their numbers, as in file={path}:40-80",
    "unparsed_failed": "name lines by their numbers, as in file={path}:40-80",
    "only_with_target": "leave it out, and name the line after which the text goes",
    "view_gone": "name another path",
    "would_be_binary": "leave it out",
    "already_there": "nothing, if that is what you meant",
    "prepared_stale": "read the file again, then send the edit's own call again",
    "no_such_chip": "send the text itself",
    "chip_not_kept": "send the text itself",
    "chip_not_a_call": "send an edit's own call with that text",
    "chip_was_made": "send an edit's own call with its text",
    "chip_of_no_tool": "send the call anew, with the name of a tool",
    "chip_of_no_call": "send the call anew, put right",
}
"""What to do where a text of `NEXT` names a tool that is not listed."""

REASONS: dict[str, str] = {
    "not_json": "its arguments were no JSON",
    "degraded": "its arguments were no JSON",
    "degraded_cut": "its arguments ended too early",
    "bad_line": "its line could not be read",
    "line_too_long": "its line was too long",
    "no_call": "it was no call",
    "missing_content": "`content` was missing",
    "missing_folder": "its folder did not exist",
    "no_such_file": "no such file",
    "no_place": "no lines and no `old`",
    "past_end": "past the end",
    "read_only": "the file was read-only",
    "numbered_content": "line numbers in the text",
    "unknown_view": "unknown view",
    "view_gone": "the file was gone",
    "moved": "lines moved",
    "moved_unseen": "lines moved",
    "moved_unread": "lines may have moved",
    "not_covered": "lines not in the view",
    "changed": "lines changed",
    "own_part": "a part of replaced lines",
    "own_deleted": "lines deleted before",
    "old_none": "`old` was not there",
    "old_many": "`old` was there several times",
    "old_mismatch": "`old` differed",
    "old_elsewhere": "`old` stood elsewhere",
    "already_there": "the text was there already",
    "missing": "an argument was missing",
    "wrong_type": "an argument of the wrong type",
    "bad_lines": "no range of lines",
    "bad_edit": "an edit that was none",
    "is_folder": "a folder",
    "outside": "outside the workspace",
    "binary": "no text",
    "no_lines": "no lines named",
    "no_line": "no line named",
    "nothing_to_insert": "nothing to insert",
    "would_be_binary": "it would be no text",
    "unencodable": "characters its encoding lacks",
    "no_such_prepared": "nothing such prepared",
    "prepared_expired": "prepared too long ago",
    "no_such_chip": "no such chip",
    "items_unfit": "not all edits fitted",
    "prepared_undone": "undone since",
    "prepared_stale": "the file had changed",
    "undo_conflict": "changed since by others",
    "unknown_tool": "no such tool",
    "not_an_object": "its arguments were no object",
    "conflicting_names": "one thing under two names",
    "conflicting_lines": "lines named in two ways",
    "not_together": "arguments that do not go together",
    "not_served": "an argument not served",
    "not_a_choice": "none of the choices",
    "too_small": "too small a number",
    "bad_id": "an id that is none",
    "whole_files": "lines of whole files",
    "bad_point": "a point that is none",
    "bad_time": "a time that is none",
    "beside_edits": "lines beside a list of edits",
    "no_edits": "an empty list of edits",
    "only_with_chip": "an argument for chips only",
    "bad_base64": "no base64",
    "too_old": "a repetition from long ago",
    "no_such_session": "no such session",
    "no_file": "no file named",
    "bad_path": "no path",
    "is_root": "the root folder",
    "ambiguous_place": "two files fit the name",
    "special": "no ordinary file",
    "denied": "the file could not be used",
    "too_large": "too large",
    "several_ranges": "several ranges of lines",
    "lines_in_write": "lines of a whole file",
    "lines_in_remove": "lines of a file to be removed",
    "link": "a symlink",
    "same_file_twice": "one file twice",
    "view_of_other_file": "another file's view",
    "items_overlap": "edits that overlap",
    "chip_not_a_call": "the chip has no call",
    "chip_made_once": "a call no chip makes again",
    "chip_was_made": "the chip's call was made",
    "chip_cut": "the chip's call is cut",
    "chip_unreadable": "the chip's call could not be read",
    "chip_of_no_tool": "the chip's tool does not exist",
    "chip_of_no_call": "the chip's arguments were wrong",
    "chip_of_several": "the chip's call has several files",
    "chip_has_no_text": "the chip has no text",
    "chip_has_texts": "the chip has several texts",
    "chip_not_read": "the chip's call could not be read",
    "chip_has_no_arguments": "the chip has no arguments",
    "file_has_no_arguments": "a file has no arguments",
    "chip_is_binary": "the chip holds no text",
    "chip_not_kept": "the chip's content is gone",
    "not_corrected": "an argument that is not corrected",
    "prepared_not_kept": "the prepared text is gone",
    "no_such_point": "no such point",
    "no_such_entry": "no such entry",
    "not_kept": "what it held is not kept",
    "no_such_edit": "no such edit",
    "never_applied": "the edit was never made",
    "not_yours": "another session's edit",
    "already_undone": "undone already",
    "not_undone": "not undone",
    "too_few_edits": "not so many edits open",
    "undo_not_kept": "the replaced text is gone",
    "undo_not_a_file": "no ordinary file any more",
    "undo_read_only": "the file was read-only",
    "undo_missing_folder": "its folder did not exist",
    "undo_mode_conflict": "mode changed since by others",
    "undo_others": "others' edits would go",
    "undo_forced": "other edits would go",
    "nothing_to_undo": "nothing left to undo",
    "which_edits": "no edits named",
    "bad_resolve": "no way to deal with a conflict",
    "meant_changed": "its edits changed in that instant",
    "restore_others": "others' changes would go",
    "not_within": "outside the session's folder",
    "not_known_then": "not known at that point",
    "undo_no_line_end": "a line without an end",
    "not_applied": "the file could not be put in place",
    "no_function": "no definition around the line",
    "no_element": "no element around the line",
    "no_target": "no such target",
    "several_targets": "several such targets",
    "no_structure": "a language without definitions",
    "unparsed_large": "too large to be parsed",
    "unparsed_slow": "parsing took too long",
    "unparsed_failed": "it could not be parsed",
    "no_line_asked": "no line named",
    "bad_target": "a target that is none",
    "target_with_lines": "lines beside a target",
    "only_with_target": "an argument for targets only",
}
"""Why a kept call had been refused, in a list; of a later daemon's codes, the code itself."""

FALLBACK = "The reason is {code}."
"""Of codes that only a later daemon knows."""
