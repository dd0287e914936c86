"""The tools in English."""

from .tool_words import ToolWords, Words

_VIEW = "Id from be-read or from the last edit's reply: line numbers mean the lines of that view."
_PREVIEW = "true: only show the diff; be-confirm then makes it."

TOOLS: dict[str, ToolWords] = {
    "be-read": ToolWords(
        "Read lines",
        "Read a text file or some of its lines. Every line comes back as `N|text`: its number, a "
        "bar, then the line exactly as it is in the file. Returns a viewed_code_id to pass to "
        "edits.",
        {
            "file": (
                "Path, optionally with lines: src/app.py, src/app.py:40-80, src/app.py:40-auto "
                "(the function around line 40)."
            ),
            "target": "Instead of lines: function:Class.method, tag:nav or marker:some text.",
            "outline": "true: only the definitions and their line ranges.",
        },
    ),
    "be-replace": ToolWords(
        "Change part of a file",
        "Change part of a file. Say where in one of two ways: lines in `file` (src/app.py:12-18), "
        "or `old` without lines, which must occur exactly once. For several changes to one file "
        "use `edits`: all are made together or none.",
        {
            "file": "Path, with lines unless `old` or `edits` says where: src/app.py:12-18.",
            "content": "The new text for that place, without line numbers. Empty deletes.",
            "old": (
                "Exact current text. Without lines: what to replace. With lines: must equal them, "
                "else nothing is changed."
            ),
            "viewed_code_id": _VIEW,
            "edits": "Several changes in `file`, all numbered as in the same view.",
            "edits.lines": "Lines to replace, e.g. 12 or 12-18.",
            "edits.after": "Or: insert after this line; 0 is the top.",
            "edits.old": "Or: exact text that occurs once.",
            "edits.content": "New text. Empty deletes.",
            "all": "true: replace every occurrence of `old`.",
            "preview": _PREVIEW,
        },
    ),
    "be-insert": ToolWords(
        "Insert lines",
        "Insert text after a line; nothing is replaced.",
        {
            "file": (
                "Path and line: src/app.py:10 inserts after line 10, :0 at the top, :END at the "
                "end."
            ),
            "content": "Only the new text, not the lines around it.",
            "viewed_code_id": _VIEW,
            "preview": _PREVIEW,
        },
    ),
    "be-delete": ToolWords(
        "Delete lines",
        "Delete lines. The deleted text is kept and can be put back.",
        {
            "file": "Path and lines: src/app.py:5-15; :ALL empties the file.",
            "viewed_code_id": _VIEW,
            "preview": _PREVIEW,
        },
    ),
    "be-write": ToolWords(
        "Write a whole file",
        "Create a file, or replace the whole content of one. To change part of a file use "
        "be-replace.",
        {
            "file": "Path.",
            "content": "The whole content.",
            "viewed_code_id": "When replacing a file you have read: the id from be-read.",
            "preview": _PREVIEW,
        },
    ),
    "be-confirm": ToolWords(
        "Make a prepared edit",
        "Make an edit that a preview or a refusal has prepared, without sending its text again. "
        "Also runs a failed call again from its chip.",
        {
            "event_id": "The event_id shown there, or chip://ID.",
            "file": "With a chip: another path or other lines.",
            "viewed_code_id": "With a chip: a newer id.",
        },
    ),
    "be-trx": ToolWords(
        "Undo and checkpoints",
        "Undo and checkpoints of your own edits; edits of others stay. status: your open edits and "
        "stale views. undo: one edit. rollback: the last `step` edits. snapshot: name this point. "
        "commit: close the open edits (not git).",
        {
            "event_id": "undo: the edit, e.g. e812.",
            "step": "rollback: how many edits; default 1.",
            "label": "snapshot: its name.",
            "preview": "undo, rollback: only show what would change.",
        },
    ),
    "be-insert-chip": ToolWords(
        "Put kept text back",
        "Put kept text back: deleted lines or the content of a failed call. Without arguments: "
        "list what is kept.",
        {
            "from": "chip://ID or file:///path.",
            "to": "file:///path:LINE, inserts after that line.",
        },
    ),
    "be-func-range": ToolWords(
        "Range of a function",
        "First and last line of the function or class around a line, with its name and what "
        "encloses it.",
        {"file": "Path.", "line": "Line number."},
    ),
    "be-tag-range": ToolWords(
        "Range of an element",
        "First and last line of the HTML, XML, Vue or JSX element around a line.",
        {"file": "Path.", "line": "Line number."},
    ),
    "be-balance": ToolWords(
        "Check brackets and tags",
        "Unmatched brackets, tags and quotes of a file, with line, column and partner. After an "
        "edit this is checked anyway.",
        {"file": "Path.", "verbose": "true: list matched pairs too."},
    ),
    "be-outline": ToolWords(
        "List definitions",
        "The definitions of a file with their line ranges.",
        {"file": "Path."},
    ),
    "be-chips": ToolWords(
        "List kept material",
        "List, search or show kept material: failed calls and deleted text.",
        {
            "query": "Words that it has: of its text, path, tool, session or error.",
            "id": "Show one: chip://ID.",
        },
    ),
    "be-history": ToolWords(
        "What happened to files",
        "What happened to files: who changed what and when. log: edits, newest first. show: one "
        "edit with its diff. diff: between two points. cat: a file as of a point. blame: who made "
        "each line.",
        {
            "file": "Path, optionally with lines.",
            "event_id": "show: the edit, e.g. e812.",
            "at": (
                "cat, diff: a point: edit id, snapshot label, or time such as '10 minutes ago'."
            ),
            "to": "diff: the second point; default now.",
        },
    ),
}

ENGLISH = Words(
    tools=TOOLS,
    opening=(
        "editjournal reads and edits the files of this workspace.",
        (
            " Use {tools} instead of other read, edit, write or patch tools and of sed or "
            "heredocs; do not mix both on one file."
        ),
        (
            " Pass the viewed_code_id of your read with each edit: line numbers then mean the "
            "lines of that view, also after edits made since."
        ),
        " A result that begins with REFUSED changed nothing",
        (
            "; if it names an event_id, be-confirm makes the repaired edit without sending the "
            "text again"
        ),
        ".",
    ),
    notes=(
        "Several changes to one file: one be-replace with `edits`, all numbered as you read them.",
        "`N|` in front of a line is its number and not part of the file.",
        "Each edit's reply has a new id for the new numbers; older ids keep the old numbers.",
        (
            "be-trx action=undo takes back one of your edits and keeps what others did since; "
            "action=status lists your edits and stale views."
        ),
        (
            "Deleted text and failed calls are kept as chips: be-insert-chip without arguments "
            "lists them."
        ),
    ),
    comma=", ",
    last_comma=" and ",
)
