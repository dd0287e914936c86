"""The architecture, as a rule that is kept: who may import whom."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A module may import from the lines above its own. Modules on one line stand beside each other and
# do not import each other. The client knows the schemas alone; daemon and client never meet.
SCHEMAS = [
    "schemas.values schemas.version schemas.places schemas.tool_names schemas.tool_words",
    "schemas.tools_en schemas.tools_zh",
    "schemas.tools",
    "schemas.facts schemas.structure",
    "schemas.requests",
    "schemas.replies",
    "schemas.messages",
]
DAEMON = [
    *SCHEMAS,
    "daemon.service daemon.seam",
    "daemon.core.headers daemon.core.effects daemon.core.pieces daemon.core.places",
    "daemon.core.structure_limits",
    "daemon.core.parses",
    "daemon.core.respelling daemon.core.secrecy daemon.core.comments daemon.core.quoted",
    "daemon.core.frames daemon.core.history",
    "daemon.core.structure.languages daemon.core.structure.patterns",
    "daemon.core.structure.lines daemon.core.structure.balance.shell_scan",
    "daemon.core.structure.trees daemon.core.structure.definitions.grammars",
    "daemon.core.structure.definitions.rows",
    "daemon.core.structure.definitions.above daemon.core.structure.definitions.branches",
    "daemon.core.structure.definitions.plain_css",
    "daemon.core.structure.definitions.nodes daemon.core.structure.definitions.sections",
    "daemon.core.structure.definitions.kinds_js daemon.core.structure.definitions.kinds_c",
    "daemon.core.structure.definitions.kinds_typed daemon.core.structure.definitions.kinds_scripts",
    "daemon.core.structure.definitions.kinds_data",
    "daemon.core.structure.definitions.kinds_main daemon.core.structure.definitions.kinds_more",
    "daemon.core.structure.markup.rules daemon.core.structure.markup.tags",
    "daemon.core.structure.markup.turns daemon.core.structure.markup.expressions",
    "daemon.core.structure.markup.embedded",
    "daemon.core.structure.markup.tag_text daemon.core.structure.markup.nesting",
    "daemon.core.structure.markup.jsx_tags",
    "daemon.core.structure.markup.scan",
    "daemon.core.structure.markup.element_trees",
    "daemon.core.structure.markup.elements daemon.core.structure.markup.tag_balance",
    "daemon.core.structure.php_pages daemon.core.structure.balance.bracket_tokens",
    "daemon.core.structure.balance.brackets daemon.core.structure.balance.unclosed",
    "daemon.core.structure.balance.text_scan",
    "daemon.core.structure.balance.alternatives daemon.core.structure.balance.mustaches",
    "daemon.core.structure.balance.code_balance",
    "daemon.core.structure.definitions.mending",
    "daemon.core.structure.definitions.errors daemon.core.structure.definitions.macros",
    "daemon.core.structure.definitions.mending",
    "daemon.core.structure.definitions.best_reading",
    "daemon.core.structure.definitions.by_grammar",
    "daemon.core.structure.balance.balanced",
    "daemon.core.structure.scanning.readings daemon.core.structure.scanning.header_lines",
    "daemon.core.structure.scanning.tokens",
    "daemon.core.structure.scanning.sheets",
    "daemon.core.structure.scanning.headings daemon.core.structure.scanning.makefiles",
    "daemon.core.structure.scanning.statements daemon.core.structure.scanning.indented_blocks",
    "daemon.core.structure.scanning.brace_blocks daemon.core.structure.scanning.loose_brackets",
    "daemon.core.structure.scanning.scanner",
    "daemon.core.structure.outlining",
    "daemon.core.text daemon.core.views daemon.core.transactions daemon.core.modes",
    "daemon.core.times daemon.core.difference daemon.core.files daemon.core.previews",
    "daemon.core.sessions daemon.core.kept_calls daemon.core.marks daemon.core.meant",
    "daemon.core.chips daemon.core.doings",
    "daemon.core.shelf daemon.core.chip_texts",
    "daemon.core.state daemon.core.edits",
    "daemon.core.past daemon.core.existence",
    "daemon.core.between",
    "daemon.core.asking daemon.core.tracing daemon.core.queries daemon.core.retelling",
    "daemon.core.points daemon.core.trail daemon.core.cutting",
    "daemon.core.observing",
    "daemon.core.finding daemon.core.scoping daemon.core.target daemon.core.chip_search",
    "daemon.core.within daemon.core.whose daemon.core.unsure",
    "daemon.core.narrowing daemon.core.at_point daemon.core.diffs daemon.core.entries",
    "daemon.core.cat daemon.core.blame",
    "daemon.core.looking_back",
    "daemon.core.using",
    "daemon.core.kept",
    "daemon.core.reconcile daemon.core.sent daemon.core.drift",
    "daemon.core.overwriting daemon.core.makers",
    "daemon.core.news",
    "daemon.core.repairs daemon.core.spellings",
    "daemon.core.landmarks",
    "daemon.core.matching daemon.core.staleness daemon.core.repeating",
    "daemon.core.structural daemon.core.today daemon.core.imbalance daemon.core.doubts",
    "daemon.core.reading daemon.core.undo daemon.core.attaching",
    "daemon.core.widening daemon.core.again",
    "daemon.core.selecting",
    "daemon.core.placed",
    "daemon.core.by_lines daemon.core.by_gap daemon.core.by_text",
    "daemon.core.placing daemon.core.drafting",
    "daemon.core.hindering",
    "daemon.core.single daemon.core.writing daemon.core.undoing",
    "daemon.core.replacing daemon.core.viewing daemon.core.unmixed",
    "daemon.core.several daemon.core.deleting daemon.core.inserting",
    "daemon.core.confirming daemon.core.wanting",
    "daemon.core.degraded daemon.core.named daemon.core.to_parse",
    "daemon.core.recalling",
    "daemon.core.leaving",
    "daemon.core.decide",
    "daemon.disk.confine daemon.disk.acl daemon.log.blobs",
    "daemon.disk.look daemon.disk.litter daemon.log.opening",
    "daemon.disk.place",
    "daemon.disk.staged daemon.log.segments",
    "daemon.disk.root daemon.log.writer",
    "daemon.disk.redo",
    "daemon.watching.standing daemon.watching.pacing daemon.watching.proofs",
    "daemon.watching.choosing daemon.watching.stamps",
    "daemon.watching.inbox",
    "daemon.watching.listener",
    "daemon.watching.folders",
    "daemon.watching.watch",
    "daemon.settings",
    "daemon.home daemon.listing daemon.turns daemon.contents daemon.carrier daemon.progress",
    "daemon.inboxes",
    "daemon.parsing.tasks",
    "daemon.parsing.worker daemon.parsing.process",
    "daemon.parsing.parser",
    "daemon.recorder daemon.recovery daemon.opened daemon.publishing",
    "daemon.looking daemon.paging",
    "daemon.checks daemon.fulfilment",
    "daemon.structures",
    "daemon.journal",
    "daemon.workspaces",
    "daemon.serving.logfile daemon.serving.ownership",
    "daemon.serving.troubles daemon.serving.publisher",
    "daemon.serving.wire daemon.serving.members",
    "daemon.serving.server",
    "daemon.serving.lifecycle",
    "daemon.__main__",
]
CLIENT = [
    *SCHEMAS,
    "client.points client.path_lines client.roots client.finding client.surroundings",
    "client.targets",
    "client.commands.colour",
    "client.commands.values",
    "client.link client.feed client.words.wording_en client.words.wording_zh",
    "client.words.phrases_en client.words.phrases_zh",
    "client.connection client.daemon_control client.words.languages",
    "client.words.phrases client.words.reasons",
    "client.api client.words.forms",
    "client.async_api client.words.refusals client.words.commands client.words.news",
    "client.words.chip_lines client.words.session_lines client.words.plans",
    "client.words.structure",
    "client.words.log_lines",
    "client.words.past",
    "client.words.headlines",
    "client.words.bodies client.words.remarks",
    "client.words.render client.words.plain",
    "client.export.git_text client.export.folder",
    "client.export.file_diff",
    "client.export.steps",
    "client.export.patch client.export.jsonl client.export.replay",
    "client.words.seed_json",
    "client.mcp.stdio_lines client.mcp.values client.mcp.messages client.mcp.line_faults",
    "client.mcp.broken_lines",
    "client.salvage.faults client.salvage.knowing",
    "client.salvage.escapes",
    "client.salvage.grammar",
    "client.salvage.swallowed",
    "client.salvage.anchors",
    "client.salvage.salvage",
    "client.mcp.names client.mcp.lines",
    "client.mcp.salvage client.mcp.targeting",
    "client.mcp.certain",
    "client.mcp.objects",
    "client.mcp.edits client.mcp.mending client.mcp.trx client.mcp.history",
    "client.mcp.jsonrpc client.mcp.arguments client.mcp.pages client.mcp.outlines",
    "client.mcp.wire client.mcp.envelope client.mcp.named_root client.mcp.presenting",
    "client.mcp.strays",
    "client.mcp.protocol client.mcp.progress",
    "client.commands.paging client.commands.progress",
    "client.mcp.server client.cli_support",
    "client.commands.options client.commands.history",
    "client.commands.following client.commands.consenting",
    "client.commands.log",
    "client.commands.taking_out",
    "client.commands.looking client.commands.editing client.commands.undoing client.commands.past",
    "client.commands.structure",
    "client.commands.exporting client.commands.daemon client.commands.completion",
    "client.commands.chips",
    "client.cli",
]

CORE_MAY_USE = {
    *(
        "array",
        "bisect",
        "codecs",
        "collections",
        "dataclasses",
        "difflib",
        "enum",
        "fnmatch",
        "hashlib",
        "heapq",
        "itertools",
    ),
    *("re", "struct", "types", "typing", "urllib", "zlib"),
    *("ast_grep_py", "charset_normalizer", "msgspec"),
}
"""What computes and does no I/O."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for folder in ("schemas", "daemon", "client")
    for path in (ROOT / folder).rglob("*.py")
    if path.name != "__init__.py"
}


def imports(module: str) -> set[str]:
    """Return what a module imports, named from the root of the repository."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: -node.level] if node.level else []
            source = ".".join([*package, *filter(None, [node.module])])
            inner = {f"{source}.{alias.name}" for alias in node.names} & MODULES.keys()
            found |= inner or {source}
    return found


def above(module: str) -> set[str]:
    for layers in (DAEMON, CLIENT):
        for depth, line in enumerate(layers):
            if module in line.split():
                return set(" ".join(layers[:depth]).split())
    pytest.fail(f"{module} has no place in the layers")


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_imports_only_from_the_layers_above_it(module: str) -> None:
    assert (imports(module) & MODULES.keys()) <= above(module)


@pytest.mark.parametrize("module", sorted(m for m in MODULES if m.startswith("daemon.core.")))
def test_the_core_uses_nothing_that_does_io(module: str) -> None:
    outside = {name.split(".")[0] for name in imports(module) - MODULES.keys()}
    assert outside <= CORE_MAY_USE | {"daemon"}


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_module_opens_nothing_for_its_clients_to_guess_at(module: str) -> None:
    """Every module says in its first line what it is for."""
    assert ast.get_docstring(ast.parse(MODULES[module].read_text()))


def test_every_line_of_the_layers_names_modules_that_exist() -> None:
    named = set(" ".join([*DAEMON, *CLIENT]).split())
    assert named == MODULES.keys()
