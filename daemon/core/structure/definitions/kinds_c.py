"""Where definitions stand in the trees of C and C++."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from .grammars import Found, Grammar, Prefix, Reader, bound, field_text

_TEST = re.compile(r"(?:TYPED_)?TEST(?:_[FP])?")
"""Macros of GoogleTest, which look like functions."""
_KEYWORDS = frozenset(
    {"namespace", "class", "struct", "if", "else", "for", "while", "switch", "do"}
)
"""What is taken for a function's name where a macro stands before it."""
_CAST = re.compile(r"(?:.*::\s*)?operator\s+[\w:][^(]*(?=\()", re.DOTALL)
"""operator bool, of `operator bool() const`."""
_ATTRIBUTES: Mapping[str, Prefix] = {
    "attribute_declaration": "attributes",
    "attribute_specifier": "attributes",
}
_DOC = re.compile(r"//[/!](?!/)|/\*[*!](?![*/])")


def _declared(node: SgNode) -> SgNode | None:
    """Return what a chain of declarators declares, from the node that has the first of them."""
    inner = node.field("declarator")
    while inner and inner.kind() != "operator_cast":
        deeper = inner.field("declarator")
        if deeper is None and inner.kind() in {"parenthesized_declarator", "reference_declarator"}:
            named = [child for child in inner.children() if child.is_named()]
            deeper = named[-1] if named else None
        if deeper is None:
            break
        inner = deeper
    return inner


def _function(node: SgNode) -> Found | None:
    declared = _declared(node)
    if declared is None:
        return None
    name = declared.text()
    if name in _KEYWORDS:
        return None
    if _TEST.fullmatch(name) and node.field("type") is None:
        inner = node.field("declarator")
        parameters = field_text(inner, "parameters") if inner else ""
        return Found("test", ".".join(part.strip() for part in parameters.strip("()").split(",")))
    cast = _CAST.match(name)
    return Found("function", cast[0] if cast else name)


def _typedef(node: SgNode) -> Found | None:
    """Read a typedef that has the body of what it names."""
    kind = node.field("type")
    if kind is None or kind.field("body") is None:
        return None
    declared = _declared(node)
    return Found(kind.kind().removesuffix("_specifier"), declared.text() if declared else "")


def _specifier(kind: str) -> Reader:
    """Return a reader for struct { } and its like, but for those that a typedef is made of.

    One without a name is called by the variable or field that is of it.
    """

    def read(node: SgNode) -> Found | None:
        parent = node.parent()
        if node.field("body") is None or parent is None or parent.kind() == "type_definition":
            return None
        if name := field_text(node, "name"):
            return Found(kind, name)
        declared = _declared(parent)
        return Found(kind, declared.text() if declared else "")

    return read


_C = Grammar(
    kinds={"preproc_function_def": "macro"},
    readers={
        "function_definition": _function,
        "struct_specifier": _specifier("struct"),
        "union_specifier": _specifier("union"),
        "enum_specifier": _specifier("enum"),
        "type_definition": _typedef,
    },
    prefixes=_ATTRIBUTES,
    doc=_DOC,
)

_CPP = _C._replace(
    kinds={
        **_C.kinds,
        "namespace_definition": "namespace",
        "concept_definition": "concept",
    },
    readers={
        **_C.readers,
        "class_specifier": _specifier("class"),
        "lambda_expression": bound("function", {"init_declarator": "declarator"}),
    },
    spanning=frozenset({"lambda_expression"}),
    wrappers=frozenset(
        {"template_declaration", "linkage_specification", "friend_declaration", "declaration"}
    ),
)

C: Mapping[str, Grammar] = {"c": _C, "cpp": _CPP}
