"""What a refusal says in simplified Chinese; keys and values in braces as in `wording_en`.

Names of arguments, tools and values stay as callers write them.
"""

REFUSALS: dict[str, str] = {
    # The call itself.
    "unknown_tool": "没有名为 `{name}` 的工具。现有: {known}。",
    "not_json": "参数不是 JSON: {problem}。",
    "not_an_object": "参数必须是一个对象, 而不是{got}。",
    "degraded": (
        "参数不是 JSON, 已经过抢救 ({how}): {lines:line}, SHA-256 {hash}..., 最后一行 `{tail}`。"
        "其含义需要确认:"
    ),
    "degraded_empty": "参数不是 JSON, 已经过抢救 ({how})。其含义需要确认:",
    "degraded_cut": (
        "参数在 {bytes:byte}之后过早结束。文本收到了 {lines:line}, 最后一行 `{tail}`。"
    ),
    "degraded_cut_more": (
        "参数在 {bytes:byte}之后过早结束。文本中确定收到的有 {lines:line}, 最后一行 `{tail}`。"
        "其后还收到 `{end}`, 可能属于文本, 也可能不属于: 已略去。"
    ),
    "degraded_cut_empty": "参数在 {bytes:byte}之后过早结束。",
    "missing": "缺少 `{name}` (收到的有: {got})。",
    "missing_content": (
        '缺少 `content` (收到的有: {got})。要删除行, 请发送 content="" 或使用 be-delete。'
    ),
    "missing_content_unlisted": ('缺少 `content` (收到的有: {got})。发送 content="" 可删除行。'),
    "conflicting_names": "`{one}` 与 `{other}` 含义相同, 值却不同。",
    "conflicting_lines": "路径以 :{in_path} 结尾, 而 `{name}` 是 {beside}。",
    "not_together": "`{name}` 与 action={action} 同时给出没有意义, 可能超出你的本意。",
    "not_corrected": (
        "be-confirm 按原样再次执行调用: 只能更正 `file` (可带行号) 和 `viewed_code_id`, 且只用于 "
        "chip://ID, 不能更正 `{name}`。"
    ),
    "not_served": "这里不支持 `{name}`, 因此什么也没做。",
    "wrong_type": "`{name}` 必须是{wanted}, 而不是{got}。",
    "not_a_choice": "`{name}` 是 {got}, 但必须是下列之一: {choices}。",
    "too_small": "`{name}` 是 {got}, 但至少应为 {least}。",
    "bad_id": "`{name}` 是 {got}, 不是像 {example} 那样的编号。",
    "whole_files": "这里只能指整个文件, 而 {lines} 指的是其中的行。",
    "bad_point": "`{name}` 是 {got}, 不是日志中的点。",
    "bad_time": "`{name}` 是 {got}, 不是时间。",
    "beside_edits": "调用在 `edits` 之外还给出了行号, 含义不明确。",
    "beside_edits_named": "`{name}` 与 `{list}` 并列, 在那里含义不明确。",
    "no_edits": "`{list}` 是空的。",
    "bad_edit": "`{list}` 的第 {number} 项: {problem}。",
    "only_with_chip": "对已准备的编辑, `{name}` 没有意义, 它的位置已经确定。",
    "bad_base64": "`content` 不是有效的 base64。",
    "bad_line": "这一行 JSON-RPC 无法读取: {problem}。",
    "line_too_long": "这一行 JSON-RPC 太长, 无法读取: {came:byte}。只保留了开头的 {kept:byte}。",
    "no_call": "这不是可以执行的调用: {problem}。",
    "too_old": "这是很久以前的请求的重复, 其结果已无从得知。没有再次执行。",
    # The place.
    "no_file": "`file` 是空的。",
    "bad_path": "路径中有 NUL 字符。",
    "is_root": "这是工作区的根文件夹, 不是文件。",
    "outside": "这在工作区 {root} 之外。",
    "outside_link": "这指向工作区之外。",
    "bad_lines": "{written} 不是行范围。行号从 1 开始, 起始行在前。",
    "bad_lines_gap": "{written} 是插入的位置, 不是行。行号从 1 开始。",
    "ambiguous_place": "{plain} 和恰好叫这个名字的文件都存在。",
    "no_such_file": "没有这个文件。",
    "no_such_file_near": "没有这个文件。相近的有: {near}。",
    "no_such_file_gone": "文件已不在; 删除者: {by}。",
    "no_such_file_gone_near": "文件已不在; 删除者: {by}。相近的有: {near}。",
    "is_folder": "这是一个文件夹: {names}。",
    "is_folder_more": "这是一个文件夹: {names} 以及另外 {more} 个。",
    "is_folder_empty": "这是一个空文件夹。",
    "special": "这是设备、管道或套接字, 从不打开。",
    "denied": "无法使用: {problem}。",
    "too_large": "对 editjournal 来说太大: {problem}。",
    "binary": "它不是文本 ({size_bytes:byte})。",
    "past_end": "它共 {total:line}; {lines} 超出末尾。",
    "no_place": "既没有行号也没有 `old` 指明要改哪里。",
    "no_lines": "要删除哪些行? 它共 {total:line} ({size_bytes:byte})。",
    "no_line": "插在哪一行之后? 调用没有指明。",
    "nothing_to_insert": "`content` 是空的, 没有可插入的内容。",
    "several_ranges": "一次只能替换一个行范围。",
    "lines_in_write": "be-write 写入整个文件, 行号对它没有意义。",
    "missing_folder": "它所在的文件夹 {folder} 不存在。",
    "read_only": "文件是只读的 (权限 {mode})。",
    "lines_in_remove": "remove=true 会删除整个文件, 而调用给出了其中的行。",
    "link": "它是指向 {target} 的符号链接, be-delete 只删除文件。",
    "same_file_twice": "调用中两次给出了这个文件。",
    "same_file_twice_other": "调用中两次给出了这个文件, 另一次写作 {other}。",
    "unencodable": (
        "新文本第 {line} 行有 {character} ({point}), 该文件的编码 {encoding} 无法表示它。"
    ),
    "numbered_content": (
        "`content` 的每一行都以行号 (从 {first} 开始) 和 `{mark}` 开头, 与展示给读者的一样。"
    ),
    "numbered_content_bar": (
        "`content` 的每一行都以行号和竖线 (`{first}|`) 开头, 与 be-read 展示的一样。"
    ),
    "would_be_binary": "这样文件就不再是文本: {problem}。",
    # What stands where.
    "no_function": "第 {line} 行在最外层; 最近的定义: {near}。",
    "no_function_empty": "第 {line} 行在最外层, 附近没有定义。",
    "no_element": "第 {line} 行不在任何元素中; 最近的有: {near}。",
    "no_element_empty": "第 {line} 行不在任何元素中, 附近也没有元素。",
    "no_target": "没有名为 `{value}` 的定义。",
    "no_target_near": "没有名为 `{value}` 的定义。相近的有: {near}。",
    "no_target_tag": "没有元素 <{value}>。",
    "no_target_tag_near": "没有元素 <{value}>。相近的有: {near}。",
    "no_target_marker": "没有包含 `{value}` 的行。",
    "no_target_few": "没有 `{value}` 的 #{nth}, 只有 {count} 个。",
    "several_targets": "`{value}` 出现了 {count:time}: {places}。其中第一个是 #1。",
    "no_structure": "按 {language} 读取, 它没有定义。",
    "no_structure_tag": "按 {language} 读取, 它没有元素。",
    "unparsed_large": "它太大, 无法解析: 有 {size_bytes:byte}, 最多解析 {limit} 字节。",
    "unparsed_slow": "解析它超过了 {limit} ms 的时限。",
    "unparsed_failed": "它无法解析。",
    "no_line_asked": "哪一行? 调用没有指明。",
    "bad_target": "`target` 是 {got}, 不是位置。",
    "target_with_lines": "`target` 已说明是哪些行, 而调用又给出了行号。",
    "only_with_target": "没有 `target` 时, `{name}` 没有意义。",
    # Views.
    "unknown_view": "没有视图 v{view} (或已不存在)。",
    "unknown_view_last": "没有视图 v{view} (或已不存在)。你对此文件的视图: {last}。",
    "view_of_other_file": "视图 v{view} 属于 {other}, 而不是此文件。",
    "view_gone": "视图 v{view} 展示的文件已不存在。",
    "moved": (
        "文件现有 {total:line}, 你的视图 v{view} 中是 {view_total} 行: {by}。"
        "第 {span} 行本身没有变化, 现在是 {now}:"
    ),
    "changed": (
        "文件现有 {total:line}, 你的视图 v{view} 中是 {view_total} 行; 第 {span} 行本身{changed}:"
    ),
    "changed_unkept": (
        "文件{changed}, 之前的内容没有保存。因此不知道第 {span} 行现在在哪里, 是否未变。"
    ),
    "own_part": (
        "第 {span} 行只是视图 v{view} 之后你的某个编辑所替换内容的一部分。那里现在是 {now}:"
    ),
    "own_deleted": "视图 v{view} 之后, 你的某个编辑删除了第 {span} 行。",
    "not_covered": "视图 v{given_view} {shown}。你在 v{view} 中读到的第 {span} 行现在是 {now}:",
    "not_covered_gone": "视图 v{given_view} {shown}, 而此后行有移动或更改。",
    "not_covered_changed": (
        "视图 v{given_view} {shown}。你在 v{view} 中读到的第 {span} 行此后已被更改:"
    ),
    "moved_unseen_changed": (
        "没有给出 viewed_code_id, 你在 v{view} 中读到的第 {span} 行此后已被更改:"
    ),
    "moved_unseen": "没有给出 viewed_code_id, 你在 v{view} 中读到的第 {span} 行现在是 {now}:",
    "moved_unseen_gone": "没有给出 viewed_code_id, 你在 v{view} 中读到的第 {span} 行已不存在。",
    "moved_unread": (
        "没有给出 viewed_code_id, 而本会话上次读取此文件之后的编辑 (自己的或他人的) "
        "可能移动了这些行号。请给出行号所出自的那个回复的 id, 或重新读取。"
    ),
    # `old`.
    "old_mismatch": (
        "`old` 从第 {line} 行第 {column} 列起不同: 你发送的是 {sent}, 文件中是 {found}。"
    ),
    "old_mismatch_length": "`old` 有 {sent_lines:line}, 该处有 {lines} 行; 从第 {line} 行起不同。",
    "old_elsewhere": "`old` 不在那里; 它在 {now}, 仅此一处。",
    "old_many": "`old` 出现了 {matches:time}: {places}。",
    "old_none": "`old` 没有出现。",
    "old_none_near": (
        "`old` 没有出现。最接近的是 {now}, 第一处不同在第 {line} 行第 {column} 列: "
        "你发送的是 {sent}, 文件中是 {found}。"
    ),
    "old_none_length": "`old` 没有出现。最接近的是 {now}, 那里只有它的一部分。",
    "already_there": "`old` 没有出现, 但你的新文本已经在 {now}。",
    # Several changes.
    "items_unfit": (
        "{items:edit}中有 {unfit} 个不合适{unfit:do}; 合适的有 {fitting}{fitting_count:do}。"
    ),
    "items_unfit_all": "{items:edit}没有一个合适。",
    "items_unfit_one": "`edits` 中唯一的编辑不合适。",
    "items_overlap": "它与第 {other} 个编辑重叠。",
    # Prepared edits and kept material.
    "no_such_prepared": "没有已准备的编辑 p{prepared}。",
    "no_such_prepared_made": "没有已准备的编辑 p{prepared}; e{edit} 是已经完成的编辑。",
    "prepared_expired": "p{prepared} 准备得太久, 已经失效。",
    "prepared_undone": "p{prepared} 已执行为 e{edit}, 而后者已由 e{by_edit} 撤销。",
    "prepared_stale": "准备 p{prepared} 之后, 文件{changed}。",
    "no_such_chip": "没有 chip://{chip} (或已不存在)。",
    "chip_not_a_call": "chip://{chip} 保存的是删除的文本, 不是调用。",
    "chip_was_made": "chip://{chip} 保存的调用在收到时已经执行, 即 {edit}。",
    "chip_cut": "chip://{chip} 保存的调用过早结束, 因此不能再次执行; 已收到的文本已保存。",
    "chip_unreadable": ("chip://{chip} 保存的调用无法读取, 因此不能再次执行; 其参数保存在日志中。"),
    "chip_of_no_tool": "chip://{chip} 保存的调用所用的工具不存在, 因此不能再次执行。",
    "chip_of_no_call": "chip://{chip} 保存的调用的参数有误, 因此不能再次执行。",
    "chip_made_once": "chip://{chip} 保存的是用编号指明编辑的调用, 不能由 chip 再次执行。",
    "chip_of_several": "chip://{chip} 保存的是涉及多个文件的调用, 只能原样再次执行。",
    "chip_has_no_text": "chip://{chip} 保存的调用没有可插入的文本。",
    "chip_has_texts": "chip://{chip} 保存的调用有 {texts} 段文本, 无法区分要用哪一段。",
    "chip_not_read": "chip://{chip} 保存的调用无法读取, 因此除参数外没有文本。",
    "chip_has_no_arguments": "chip://{chip} 没有保存参数: 只有失败的工具调用按原样保存参数。",
    "file_has_no_arguments": "form=args 用于失败调用的 chip; 文件只有它的文本。",
    "chip_is_binary": (
        "chip://{chip} 保存的 {bytes:byte}不是文本: "
        "只能作为整个文件放入尚不存在或为空的文件, 位于第 0 行之后。"
    ),
    "chip_not_kept": "chip://{chip} 所指的内容没有保存。",
    "prepared_not_kept": "p{prepared} 要写入的文本没有保存。",
    # The past.
    "no_such_point_near": "没有快照 `{point}`。现有 {near}。",
    "no_such_point_empty": "没有快照 `{point}`, 也没有任何其他快照。",
    "no_such_point": "没有条目 {point}; 最新的是 {newest}。",
    "no_such_entry": "没有可显示的条目 {entry}; 最新的是 {newest}。",
    "not_kept": "条目 {at} 之后它的内容没有保存。",
    # Undo.
    "no_such_session": "日志中没有名为 {got} 的会话。",
    "no_such_edit": "没有编辑 e{edit}。",
    "never_applied": "编辑 e{edit} 从未写入文件; 没有可撤销的。",
    "not_yours": "编辑 e{edit} 是 {who} 做的, 不是你。",
    "not_within": "编辑 e{edit} 只更改了本会话文件夹之外的文件。",
    "already_undone": "编辑 e{edit} 已由 e{by_edit} 撤销。",
    "not_undone": "编辑 e{edit} 没有被撤销。",
    "too_few_edits": "你要求回退 {step:edit}, 而未提交的只有 {open} 个。",
    "which_edits": "没有说明要撤销哪些编辑: 某个会话的, 某个时刻以来的, 或某些文件中的。",
    "bad_resolve": "`{resolve}` 不是处理冲突的方式; 可用 newer 和 force。",
    "meant_changed": "就在此刻, 其他调用改变了本调用所指的编辑。",
    "nothing_to_undo": "所指的编辑中没有仍然有效的。",
    "nothing_to_undo_other": "所指的编辑中没有仍然有效的。那里有这些会话的编辑: {owners}。",
    "restore_others": "他人此后的更改也会被取消: {owners}。",
    "not_known_then": "它们在该时刻的样子不得而知, 首次见到是在更晚的条目: {files}",
    "undo_others": "随 {edits} 一起, 他人的更改也会被取消: {owners}。",
    "undo_others_only": "他人的更改会被取消: {owners}。",
    "undo_forced": "随 {edits} 一起, 同一文件中的这些也会被取消: {owners}。",
    "undo_conflict": (
        "e{edit} 不能单独撤销: {owners} 此后更改了它的行。将恢复的内容 (+) 与现有内容 (-):"
    ),
    "undo_conflict_empty": "e{edit} 不能单独撤销: {owners} 此后更改了它的行。",
    "undo_conflict_redo": (
        "e{edit} 不能单独重做: {owners} 更改或收回了它所替换的内容。"
        "将恢复的内容 (+) 与现有内容 (-):"
    ),
    "undo_conflict_redo_empty": "e{edit} 不能单独重做: {owners} 更改或收回了它所替换的内容。",
    "undo_not_kept": "e{edit} 不能撤销: 它所替换的文本没有保存。",
    "undo_not_a_file": "e{edit} 不能撤销: 那里已没有普通文件。",
    "undo_not_a_file_link": "e{edit} 不能撤销: 那里现在是指向 {target} 的符号链接。",
    "undo_not_a_file_out": "e{edit} 不能撤销: 那里现在是通往工作区之外的符号链接。",
    "undo_not_a_file_a_folder": "e{edit} 不能撤销: 那里现在是文件夹。",
    "undo_not_a_file_unread": "e{edit} 不能撤销: 那里的内容无法读取: {problem}。",
    "undo_read_only": "e{edit} 不能撤销: 文件或其文件夹是只读的。",
    "undo_missing_folder": "e{edit} 不能撤销: 文件所在的文件夹已不存在。",
    "undo_mode_conflict": (
        "e{edit} 不能单独撤销: {owners} 此后更改了文件的权限。现为 {mode}; 将恢复为 {back}。"
    ),
    "undo_mode_conflict_redo": (
        "e{edit} 不能单独重做: {owners} 此后更改了文件的权限。现为 {mode}; 将恢复为 {back}。"
    ),
    "undo_mode_conflict_goes": (
        "仅处理 e{edit} 会删除该文件: {owners} 此后更改了它的权限。现为 {mode}。"
    ),
    "undo_mode_conflict_gone": (
        "e{edit} 更改了一个文件的权限, 而该文件已不存在: {owners} 此后更改或删除了它。"
    ),
    "undo_no_line_end": (
        "e{edit} 不能单独撤销: 没有行尾的一行会与 {owners} 放在其后的内容连在一起。"
    ),
    # The disk.
    "not_applied": "文件未能写入: {problem}。它保持原样。",
}

TOLD_BEFORE = "此调用之前已被拒绝 ({code})。"

NEXT: dict[str, str] = {
    "unknown_tool": "调用其中之一",
    "not_json": "再次发送同一调用, 参数作为一个 JSON 对象",
    "not_an_object": "再次发送同一调用, 参数作为一个 JSON 对象",
    "degraded": "再次发送同一调用, 参数作为一个 JSON 对象",
    "degraded_cut": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE 可放入已收到的部分, 其余接在后面发送; "
        "或分成较小的部分重新发送"
    ),
    "degraded_cut_more": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE 可放入确定收到的部分, "
        "其后的内容全部重新发送; 或分成较小的部分重新发送"
    ),
    "degraded_cut_empty": "分成较小的部分重新发送该调用",
    "missing": "再次发送同一调用, 并带上 `{name}`",
    "missing_content": "再次发送同一调用, 并带上 content",
    "conflicting_names": "再次发送同一调用, 只带其中一个",
    "beside_edits": "把它放进列表的各项, 或去掉列表",
    "no_edits": "再次发送同一调用, `{list}` 中至少一项",
    "bad_edit": "再次发送同一调用, 改正该项",
    "only_with_chip": "去掉它, 或为另一处发送编辑本身的调用",
    "bad_base64": "以 base64 发送, 或作为文本发送而不带 base64=true",
    "conflicting_lines": "只用其中一种方式给出行号; 如果路径真的这样结尾, 再加一个冒号",
    "not_together": "去掉它, 或对那一个编辑用 be-trx action=undo event_id=ID",
    "not_served": ("去掉 `{name}`: 每次调用立即完成一个编辑, be-trx action=undo 可以撤销它"),
    "not_served@be-read": "去掉 `{name}`, 用 file=a.py:40-80 给出行号, 不给则读取整个文件",
    "not_served@be-trx": "去掉 `{name}`; be-trx action=undo event_id=ID 可以撤销一个编辑",
    "not_corrected": "再次发送编辑本身的调用, 其中 `{name}` 为所需内容",
    "not_served@be-confirm": "去掉 `{name}`",
    "not_served_after": (
        "be-insert file=a.py:10 把文本插在第 10 行之后; 或发送 `edits`, 其中一项带 `after`"
    ),
    "not_served_auto": "用行号给出这些行, 如 a.py:40-80",
    "wrong_type": "再次发送同一调用, `{name}` 为{wanted}",
    "not_a_choice": "再次发送同一调用, 用其中之一",
    "too_small": "再次发送同一调用, `{name}` 不小于 {least}",
    "bad_id": "再次发送同一调用, 用像 {example} 那样的 id",
    "bad_time": (
        "再次发送同一调用, 用 10m, 2h 或 3d 表示多久以前, 或用时间, "
        "如 'yesterday 14:30' 或 2026-05-01T14:30"
    ),
    "bad_id_viewed": "使用 be-read 或编辑回复中的 id",
    "bad_id@be-confirm": "使用准备了该编辑的回复中的 event_id, 或其中的 chip://ID",
    "bad_id@be-trx": "使用编辑回复中的 id; be-trx action=status 会列出你的编辑",
    "bad_id@be-insert-chip": "不带参数的 be-insert-chip 会列出所保存内容的 id",
    "whole_files": "再次发送同一调用, 用 {plain}; 只撤销一个编辑用 be-trx action=undo event_id=ID",
    "bad_point": (
        "再次发送同一调用, 用编辑的 id 如 e812, 时间如 '10 minutes ago' 或 2026-05-01T14:30, "
        "或快照的名称"
    ),
    "bad_line": "再次发送该调用, 写成一行有效的 JSON",
    "line_too_long": "分成较小的部分重新发送该调用",
    "no_call": '用方法 "tools/call" 和新的 id 再次发送',
    "too_old": "{status}",
    "no_file": "给出路径, 相对于 {root} 或其下的绝对路径",
    "bad_path": "再次发送同一调用, 路径中不带它",
    "is_root": "给出其中的一个文件",
    "outside": "给出 {root} 之下的文件",
    "outside_link": "给出位于其中的文件",
    "bad_lines": "再次发送同一调用, 行号写成 a.py:12-18 那样",
    "bad_lines_gap": "再次发送同一调用, 给出行号, 如 file={path}:12-18",
    "ambiguous_place": (
        "要指 {plain} 的行, 在 file={plain} 之外用 start 和 end 给出; 要指另一个文件, 加一个冒号: "
        "file={path}:"
    ),
    "no_such_file": "换一个路径, 或创建它: {write}",
    "no_such_file@be-delete": "如果它本该不存在, 无需再做; 否则换一个路径",
    "no_such_file@be-history": "换一个路径",
    "undo_not_a_file": "先把文件放回原处, 再做同样的操作",
    "undo_missing_folder": "先建立文件夹, 再做同样的操作",
    "no_such_file@be-trx": "换一个路径",
    "no_such_file@be-insert-chip": "给出存在的文件 (be-write 可创建), 或 chip 的 id",
    "is_folder": "给出其中的一个文件",
    "is_folder_empty": "换一个路径",
    "special": "给出一个普通文件",
    "denied": "换一个文件, 或告诉用户: editjournal 对此无能为力",
    "too_large": "用其他工具处理此文件",
    "binary": "{write} 可整个替换它; 它的行无法读取或编辑",
    "binary@be-delete": "同一调用用 file={path} 并加 remove=true 可删除整个文件; 它的行无法编辑",
    "no_place": (
        "be-replace file={path}:12-18 并带 content, 或 be-replace file={path} 并带 old "
        "(文件中仅出现一次的现有原文) 和 content"
    ),
    "no_lines": "be-delete file={path}:5-15, 或 file={path} 加 remove=true 删除整个文件",
    "no_line": "be-insert file={path}:10 插在第 10 行之后, :0 为开头, :END 为末尾",
    "no_line@be-insert-chip": ("同一调用用 to={path}:10 插在第 10 行之后, :0 为开头, :END 为末尾"),
    "nothing_to_insert": "再次发送同一调用, 带上新文本",
    "several_ranges": "每个范围各调用一次",
    "lines_in_write": "be-write file={plain} 写整个文件, 或用 be-replace 更改其中几行",
    "missing_folder": "同一调用加 parents=true, 会同时创建文件夹",
    "read_only": "如果仍要更改: 同一调用加 force=true",
    "lines_in_remove": "remove=true 并用 file={plain}, 或只给行号而不带 remove",
    "link": "直接给出那个文件: {target}",
    "same_file_twice": "合成对该文件的一个更改, 或分两次调用",
    "unencodable": "在那里写别的内容, 或先转换文件的编码",
    "no_function": "{outline}",
    "no_function_empty": "用行号给出这些行, 如 file={path}:40-80",
    "no_element": "给出某个元素中的一行",
    "no_target": "{outline}",
    "no_target_tag": "{read}",
    "no_target_marker": "{read}",
    "several_targets": (
        "再次发送同一调用, 带上它的序号, 如 target={kind}:{value}#2, 或给出它的全名"
    ),
    "no_structure": "{read}, 然后用行号给出这些行",
    "unparsed_large": "{read}, 然后用行号给出这些行",
    "unparsed_slow": "{read}, 然后用行号给出这些行",
    "unparsed_failed": "{read}, 然后用行号给出这些行",
    "no_line_asked": "再次发送同一调用, 带上 line, 如 file={path} line=40",
    "bad_target": (
        "再次发送同一调用, 用 function:Class.method, tag:nav, marker:some text 或 line:40-60"
    ),
    "target_with_lines": "再次发送同一调用, 只用其中一种方式",
    "only_with_target": "be-insert file=a.py:9 把文本放在第 10 行之前",
    "view_gone": "如果要重新创建: {write}, 不带 viewed_code_id",
    "numbered_content": "再次发送同一调用, 去掉行号和标记",
    "would_be_binary": "去掉它, 或用 be-write 写整个文件",
    "already_there": "如果这正是你要的, 无需再做; 否则 {read_now}",
    "old_many": "指定行, file={path}:{place}, 或 all=true",
    "old_many@be-delete": "指定行, file={path}:{place}",
    "items_unfit": "同一调用, 改正第 {unfitting} 个编辑",
    "items_unfit_many": "同一调用, 在第 {unfitting} 个编辑中给出行号或更长的 `old`",
    "items_overlap": "同一调用, 把这两个合成一个编辑",
    "no_such_point_near": "同一调用, 使用其中之一、条目编号或时间",
    "no_such_point_empty": "同一调用, 使用条目编号或时间",
    "no_such_point": "同一调用, 使用条目编号、时间或快照",
    "no_such_entry": "同一调用, 使用某个条目的编号",
    "not_kept": "同一调用, 使用另一个时间点",
    "no_such_session": "再次发送同一调用, 用会话的名称, 如 codex#3, 或其编号",
    "no_such_prepared": "再次发送该编辑本身的调用",
    "prepared_expired": "再次发送该编辑本身的调用",
    "prepared_undone": "再次发送该编辑本身的调用",
    "prepared_stale": "{read}, 然后再次发送该编辑本身的调用",
    "no_such_chip": "不带参数的 be-insert-chip 会列出保存的内容",
    "unknown_view": "去掉 `viewed_code_id`, 再次发送同一调用",
    "view_of_other_file": "去掉 `viewed_code_id`, 再次发送同一调用",
    "chip_not_a_call": "be-insert-chip from=chip://{chip} to=FILE:LINE 可把它放回",
    "chip_was_made": "be-insert-chip from=chip://{chip} to=FILE:LINE 可把其文本放入文件",
    "chip_cut": (
        "be-insert-chip from=chip://{chip} to=FILE:LINE 可放入已收到的部分, 其余接在后面发送"
    ),
    "chip_of_no_tool": ("用存在的工具名重新发送该调用; be-chips id=chip://{chip} 可显示其参数"),
    "chip_of_no_call": "改正后重新发送该调用; be-chips id=chip://{chip} 可显示其参数",
    "chip_made_once": "重新发送该调用本身",
    "chip_unreadable": "重新发送该调用, 参数作为一个 JSON 对象",
    "chip_of_several": "同一调用, 不带 `file` 和 `viewed_code_id`",
    "chip_has_no_text": "重新发送该调用; 其参数保存在日志中",
    "prepared_not_kept": "再次发送该编辑本身的调用",
    "chip_has_texts": "同一调用加 form=args, 可得到按原样保存的参数",
    "chip_not_read": "同一调用加 form=args, 可得到按原样保存的参数",
    "chip_has_no_arguments": "同一调用去掉 `form`, 可得到它的文本",
    "file_has_no_arguments": "同一调用去掉 `form`",
    "chip_is_binary": "同一调用, `to` 为尚不存在的文件名, 后接 :0",
    "chip_not_kept": "不带参数的 be-insert-chip 会列出保存的内容",
    "not_undone": "{status}",
    "bad_resolve": "同一调用, 用 resolve=newer 或 resolve=force",
    "meant_changed": "再次发送同一调用",
}

NEXT_UNLISTED: dict[str, str] = {
    "degraded_cut": "分成较小的部分重新发送该调用",
    "degraded_cut_more": "分成较小的部分重新发送该调用",
    "chip_cut": "分成较小的部分重新发送该调用",
    "not_together": "去掉它",
    "not_served": "去掉 `{name}`: 每次调用立即完成一个编辑",
    "not_served@be-trx": "去掉 `{name}`",
    "not_served_after": "发送 `edits`, 其中一项带 `after`",
    "bad_id_viewed": "使用展示这些行的回复中的 id",
    "bad_id@be-trx": "使用编辑回复中的 id",
    "bad_id@be-insert-chip": "再次发送同一调用, 用像 {example} 那样的 id",
    "whole_files": "再次发送同一调用, 用 {plain}",
    "too_old": "先看编辑是否已经完成, 再决定是否重发",
    "no_such_file": "换一个路径",
    "no_such_file@be-insert-chip": "给出存在的文件, 或 chip 的 id",
    "binary": "用其他工具处理此文件",
    "no_place": (
        "同一调用用 file={path}:12-18 并带 content, 或带 old (文件中仅出现一次的现有原文) "
        "和 content"
    ),
    "no_lines": "同一调用用 file={path}:5-15, 或加 remove=true 删除整个文件",
    "no_line": "同一调用用 file={path}:10 插在第 10 行之后, :0 为开头, :END 为末尾",
    "lines_in_write": "同一调用用 file={plain} 写整个文件",
    "no_function": "用行号给出这些行, 如 file={path}:40-80",
    "no_target": "用行号给出这些行, 如 file={path}:40-80",
    "no_target_tag": "用行号给出这些行, 如 file={path}:40-80",
    "no_target_marker": "用行号给出这些行, 如 file={path}:40-80",
    "no_structure": "用行号给出这些行, 如 file={path}:40-80",
    "unparsed_large": "用行号给出这些行, 如 file={path}:40-80",
    "unparsed_slow": "用行号给出这些行, 如 file={path}:40-80",
    "unparsed_failed": "用行号给出这些行, 如 file={path}:40-80",
    "only_with_target": "去掉它, 给出文本要放在哪一行之后",
    "view_gone": "换一个路径",
    "would_be_binary": "去掉它",
    "already_there": "如果这正是你要的, 无需再做",
    "prepared_stale": "重新读取文件, 然后再次发送该编辑本身的调用",
    "no_such_chip": "直接发送文本",
    "chip_not_kept": "直接发送文本",
    "chip_not_a_call": "用那段文本发送编辑本身的调用",
    "chip_was_made": "用那段文本发送编辑本身的调用",
    "chip_of_no_tool": "用存在的工具名重新发送该调用",
    "chip_of_no_call": "改正后重新发送该调用",
}

REASONS: dict[str, str] = {
    "not_json": "参数不是 JSON",
    "degraded": "参数不是 JSON",
    "degraded_cut": "参数过早结束",
    "bad_line": "这一行无法读取",
    "line_too_long": "这一行太长",
    "no_call": "不是可以执行的调用",
    "missing_content": "缺少 `content`",
    "missing_folder": "文件夹不存在",
    "no_such_file": "没有这个文件",
    "no_place": "没有行号也没有 `old`",
    "past_end": "超出末尾",
    "read_only": "文件只读",
    "numbered_content": "文本中带有行号",
    "unknown_view": "未知的视图",
    "view_gone": "文件已不存在",
    "moved": "行已移动",
    "moved_unseen": "行已移动",
    "moved_unread": "行可能已移动",
    "not_covered": "行不在视图中",
    "changed": "行已更改",
    "own_part": "被替换内容的一部分",
    "own_deleted": "行已删除",
    "old_none": "`old` 没有出现",
    "old_many": "`old` 出现多次",
    "old_mismatch": "`old` 不同",
    "old_elsewhere": "`old` 在别处",
    "already_there": "文本已经在那里",
    "missing": "缺少参数",
    "wrong_type": "参数类型不对",
    "bad_lines": "不是行范围",
    "bad_edit": "某个编辑不成立",
    "is_folder": "是文件夹",
    "outside": "在工作区之外",
    "binary": "不是文本",
    "no_lines": "没有给出行号",
    "no_line": "没有给出行",
    "nothing_to_insert": "没有可插入的内容",
    "would_be_binary": "将不再是文本",
    "unencodable": "编码无法表示的字符",
    "no_such_prepared": "没有这样的准备",
    "prepared_expired": "准备得太久",
    "no_such_chip": "没有这个 chip",
    "items_unfit": "有编辑不合适",
    "prepared_undone": "此后已被撤销",
    "prepared_stale": "文件已更改",
    "undo_conflict": "此后被他人更改",
    "unknown_tool": "没有这个工具",
    "not_an_object": "参数不是对象",
    "conflicting_names": "同一参数给了两个名字",
    "conflicting_lines": "行号给了两次",
    "not_together": "参数不能一起用",
    "not_served": "不支持的参数",
    "not_a_choice": "不在可选值之中",
    "too_small": "数字太小",
    "bad_id": "不是 id",
    "whole_files": "指整个文件却给了行号",
    "bad_point": "不是日志中的点",
    "bad_time": "不是时间",
    "beside_edits": "编辑列表之外还有行号",
    "no_edits": "编辑列表为空",
    "only_with_chip": "只用于 chip 的参数",
    "bad_base64": "不是 base64",
    "too_old": "很久以前的重复请求",
    "no_such_session": "没有这个会话",
    "no_file": "没有给出文件",
    "bad_path": "不是路径",
    "is_root": "是根文件夹",
    "ambiguous_place": "两个文件都符合",
    "special": "不是普通文件",
    "denied": "文件无法使用",
    "too_large": "太大",
    "several_ranges": "多个行范围",
    "lines_in_write": "写整个文件却给了行号",
    "lines_in_remove": "删除整个文件却给了行号",
    "link": "是符号链接",
    "same_file_twice": "同一文件给了两次",
    "view_of_other_file": "别的文件的视图",
    "items_overlap": "编辑重叠",
    "chip_not_a_call": "该 chip 没有调用",
    "chip_made_once": "不能由 chip 再次执行的调用",
    "chip_was_made": "该 chip 的调用已经执行",
    "chip_cut": "该 chip 的调用不完整",
    "chip_unreadable": "该 chip 的调用无法读取",
    "chip_of_no_tool": "该 chip 的工具不存在",
    "chip_of_no_call": "该 chip 的参数有误",
    "chip_of_several": "该 chip 的调用涉及多个文件",
    "chip_has_no_text": "该 chip 没有文本",
    "chip_has_texts": "该 chip 有多段文本",
    "chip_not_read": "该 chip 的调用无法读取",
    "chip_has_no_arguments": "该 chip 没有参数",
    "file_has_no_arguments": "文件没有参数",
    "chip_is_binary": "该 chip 不是文本",
    "chip_not_kept": "该 chip 的内容已不在",
    "not_corrected": "不能更正的参数",
    "prepared_not_kept": "准备的文本已不在",
    "no_such_point": "没有这个时间点",
    "no_such_entry": "没有这个条目",
    "not_kept": "当时的内容没有保存",
    "no_such_edit": "没有这个编辑",
    "never_applied": "编辑从未完成",
    "not_yours": "别的会话的编辑",
    "already_undone": "已经撤销",
    "not_undone": "没有撤销",
    "too_few_edits": "没有这么多未结束的编辑",
    "undo_not_kept": "被替换的文本已不在",
    "undo_not_a_file": "已不是普通文件",
    "undo_read_only": "文件只读",
    "undo_missing_folder": "文件夹不存在",
    "undo_mode_conflict": "权限此后被他人更改",
    "undo_others": "会取消他人的编辑",
    "undo_forced": "会取消其他编辑",
    "nothing_to_undo": "没有可撤销的编辑",
    "which_edits": "没有说明哪些编辑",
    "bad_resolve": "不是处理冲突的方式",
    "meant_changed": "所指的编辑在那一刻改变",
    "restore_others": "会取消他人的更改",
    "not_within": "在会话的文件夹之外",
    "not_known_then": "那时尚不为日志所知",
    "undo_no_line_end": "某行没有换行",
    "not_applied": "文件无法写入",
    "no_function": "该行不在任何定义中",
    "no_element": "该行不在任何元素中",
    "no_target": "没有这个位置",
    "several_targets": "有多个这样的位置",
    "no_structure": "没有定义的语言",
    "unparsed_large": "太大, 无法解析",
    "unparsed_slow": "解析超时",
    "unparsed_failed": "无法解析",
    "no_line_asked": "没有给出行",
    "bad_target": "不是位置",
    "target_with_lines": "除位置外还给出了行号",
    "only_with_target": "只用于 target 的参数",
}

FALLBACK = "原因是 {code}。"
