# ruff: noqa: RUF001 - Chinese has punctuation of its own
"""The tools in simplified Chinese; names, ids and fixed words of replies stay as they are."""

from .tool_words import ToolWords, Words

_VIEW = "be-read 或上一次编辑的回复给出的 id: 行号按该视图中的行理解。"
_PREVIEW = "true: 只显示差异；之后用 be-confirm 执行。"

TOOLS: dict[str, ToolWords] = {
    "be-read": ToolWords(
        "读取行",
        "读取一个文本文件或其中若干行。每行以 `N|文本` 的形式返回：行号、一个竖线，然后是文件中"
        "原样的这一行。返回 viewed_code_id, 编辑时传入。",
        {
            "file": (
                "路径，可带行号：src/app.py, src/app.py:40-80, src/app.py:40-auto"
                "（第 40 行所在的函数）。"
            ),
            "target": "代替行号：function:Class.method, tag:nav 或 marker:some text。",
            "outline": "true: 只列出各个定义及其行范围。",
        },
    ),
    "be-replace": ToolWords(
        "修改文件的一部分",
        "修改文件的一部分。用两种方式之一指明位置：在 `file` 中写行号（src/app.py:12-18），"
        "或者不写行号而给出 `old`，它必须恰好出现一次。对同一文件做多处修改时用 `edits`："
        "要么全部完成，要么一处也不改。",
        {
            "file": "路径；除非由 `old` 或 `edits` 指明位置，否则带行号：src/app.py:12-18。",
            "content": "该处的新文本，不带行号。空字符串表示删除。",
            "old": (
                "现有文本，须完全一致。不写行号时：要替换的文本。写了行号时：必须与这些行相同，"
                "否则什么也不改。"
            ),
            "viewed_code_id": _VIEW,
            "edits": "对 `file` 的多处修改，行号都按同一个视图。",
            "edits.lines": "要替换的行，例如 12 或 12-18。",
            "edits.after": "或者：在这一行之后插入；0 表示文件开头。",
            "edits.old": "或者：恰好出现一次的现有文本。",
            "edits.content": "新文本。空字符串表示删除。",
            "all": "true: 替换 `old` 的每一处出现。",
            "preview": _PREVIEW,
        },
    ),
    "be-insert": ToolWords(
        "插入行",
        "在某一行之后插入文本；不替换任何内容。",
        {
            "file": (
                "路径和行号：src/app.py:10 在第 10 行之后插入，:0 在文件开头，:END 在文件末尾。"
            ),
            "content": "只写新文本，不含其前后的行。",
            "viewed_code_id": _VIEW,
            "preview": _PREVIEW,
        },
    ),
    "be-delete": ToolWords(
        "删除行",
        "删除若干行。被删除的文本会保留，可以放回去。",
        {
            "file": "路径和行号：src/app.py:5-15; :ALL 清空文件。",
            "viewed_code_id": _VIEW,
            "preview": _PREVIEW,
        },
    ),
    "be-write": ToolWords(
        "写入整个文件",
        "新建一个文件，或替换一个文件的全部内容。只修改一部分时用 be-replace。",
        {
            "file": "路径。",
            "content": "全部内容。",
            "viewed_code_id": "替换已读过的文件时：be-read 给出的 id。",
            "preview": _PREVIEW,
        },
    ),
    "be-confirm": ToolWords(
        "执行已备好的编辑",
        "执行由预览或拒绝备好的编辑，不必再发送文本。也可以从 chip 重新运行一次失败的调用。",
        {
            "event_id": "那里给出的 event_id, 或 chip://ID。",
            "file": "用 chip 时：另一个路径或其他行。",
            "viewed_code_id": "用 chip 时：更新的 id。",
        },
    ),
    "be-trx": ToolWords(
        "撤销与检查点",
        "撤销你自己的编辑、设置检查点；他人的编辑保留。status: 你未关闭的编辑和过时的视图。undo: "
        "撤销一次编辑。rollback: 撤销最近 `step` 次编辑。snapshot: 给此刻命名。commit: "
        "关闭未关闭的编辑（与 git 无关）。",
        {
            "event_id": "undo: 要撤销的编辑，例如 e812。",
            "step": "rollback: 撤销多少次编辑；默认 1。",
            "label": "snapshot: 它的名称。",
            "preview": "undo, rollback: 只显示会改变什么。",
        },
    ),
    "be-insert-chip": ToolWords(
        "放回保留的文本",
        "放回保留的文本：被删除的行，或失败调用的内容。不带参数时：列出保留了什么。",
        {
            "from": "chip://ID 或 file:///path。",
            "to": "file:///path:LINE, 在该行之后插入。",
        },
    ),
    "be-func-range": ToolWords(
        "函数的范围",
        "某一行所在的函数或类的首行和末行，以及它的名称和外层。",
        {"file": "路径。", "line": "行号。"},
    ),
    "be-tag-range": ToolWords(
        "元素的范围",
        "某一行所在的 HTML、XML、Vue 或 JSX 元素的首行和末行。",
        {"file": "路径。", "line": "行号。"},
    ),
    "be-balance": ToolWords(
        "检查括号和标签",
        "文件中不配对的括号、标签和引号，附行、列及其配对。编辑之后总会检查。",
        {"file": "路径。", "verbose": "true: 也列出配对的。"},
    ),
    "be-outline": ToolWords(
        "列出定义",
        "文件中的各个定义及其行范围。",
        {"file": "路径。"},
    ),
    "be-chips": ToolWords(
        "列出保留的内容",
        "列出、搜索或显示保留的内容：失败的调用和被删除的文本。",
        {
            "query": "其中包含的词：文本、路径、工具、会话或错误。",
            "id": "显示其中一个：chip://ID。",
        },
    ),
    "be-history": ToolWords(
        "文件发生过什么",
        "文件发生过什么：谁在何时改了什么。log: 各次编辑，最新的在前。show: 一次编辑及其差异。"
        "diff: 两个时间点之间的差异。cat: 文件在某一时间点的内容。blame: 每一行由谁写成。",
        {
            "file": "路径，可以带行号。",
            "event_id": "show: 哪次编辑，例如 e812。",
            "at": "cat, diff: 时间点：编辑的 id、快照的名称，或时间如 '10 minutes ago'。",
            "to": "diff: 第二个时间点；默认现在。",
        },
    ),
}

CHINESE = Words(
    tools=TOOLS,
    opening=(
        "editjournal 读取和编辑此工作区中的文件。",
        (
            "请用 {tools} 代替其他读取、编辑、写入或补丁工具，也不要用 sed 或 heredoc；"
            "不要在同一个文件上混用两者。"
        ),
        "每次编辑都传入读取时得到的 viewed_code_id: 行号就按该视图中的行理解，即使此后又做过编辑。",
        "以 REFUSED 开头的结果表示什么也没有改变",
        "；如果其中给出了 event_id, 用 be-confirm 即可执行修正后的编辑，不必再发送文本",
        "。",
    ),
    notes=(
        "对同一文件做多处修改：一次 be-replace 带 `edits`，行号都按你读到的写。",
        "行前的 `N|` 是行号，不属于文件。",
        "每次编辑的回复都带有新的 id, 对应新的行号；旧的 id 保持旧的行号。",
        (
            "be-trx action=undo 撤销你的一次编辑，保留他人此后所做的；action=status "
            "列出你的编辑和过时的视图。"
        ),
        "被删除的文本和失败的调用作为 chip 保留：不带参数的 be-insert-chip 列出它们。",
    ),
    comma="、",
    last_comma="和",
)
