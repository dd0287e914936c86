"""Where definitions stand in the trees of Nix, HCL, CSS, JSON and YAML."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from ..trees import span
from .grammars import Found, Grammar, field_text, squeezed
from .nodes import child_of, unquoted

# Nix


def _nix_binding(node: SgNode) -> Found:
    value = node.field("expression")
    function = value is not None and value.kind() == "function_expression"
    return Found("function" if function else "key", unquoted(field_text(node, "attrpath")))


_NIX = Grammar(
    kinds={},
    readers={"binding": _nix_binding},
    spanning=frozenset({"binding"}),
    doc=re.compile(r"#|/\*\*"),
)

# HCL

_HCL_LABELS = frozenset({"identifier", "string_lit"})


def _hcl_block(node: SgNode) -> Found:
    labels = [one.text() for one in node.children() if one.kind() in _HCL_LABELS]
    return Found("block", " ".join(map(unquoted, labels)))


def _key(node: SgNode) -> Found:
    return Found("key", unquoted(field_text(node, "key")))


_HCL = Grammar(
    kinds={"attribute": "key"},
    readers={
        "block": _hcl_block,
        "object_elem": _key,
    },
    name_kinds=frozenset({"identifier"}),
    spanning=frozenset({"attribute", "object_elem"}),
    doc=re.compile(r"#|//|/\*"),
)

# CSS

_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CSS_BLOCKS = frozenset({"block", "keyframe_block_list"})
_CSS_RULES = (
    "rule_set media_statement supports_statement keyframes_statement keyframe_block at_rule "
    "scope_statement"
)


def _css_rule(node: SgNode) -> Found | None:
    """A rule is named by all that stands before its block."""
    block = child_of(node, _CSS_BLOCKS)
    if block is None:
        return None
    heading = node.text()[: span(block)[0] - span(node)[0]]
    return Found("rule", squeezed(_CSS_COMMENT.sub(" ", heading)).replace(" ,", ","))


_CSS = Grammar(
    kinds={},
    readers=dict.fromkeys(_CSS_RULES.split(), _css_rule),
    comments=frozenset({"comment", "js_comment"}),
    doc=re.compile(r"/\*"),
)

# JSON and YAML


def _pair(node: SgNode) -> Found | None:
    """A key counts where its value spans lines or begins below it."""
    value = node.field("value")
    return Found("key", unquoted(field_text(node, "key"))) if value else None


_JSON = Grammar(
    kinds={},
    readers={"pair": _pair},
    spanning=frozenset({"pair"}),
)
_YAML = Grammar(
    kinds={},
    readers={"block_mapping_pair": _pair, "flow_pair": _pair},
    spanning=frozenset({"block_mapping_pair", "flow_pair"}),
    trails=True,
)

DATA: Mapping[str, Grammar] = {
    "nix": _NIX,
    "hcl": _HCL,
    "css": _CSS,
    "json": _JSON,
    "yaml": _YAML,
}
