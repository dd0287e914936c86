"""Where definitions stand in the trees of JavaScript and TypeScript."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from .grammars import Found, Grammar, Prefix, binder, field_text, with_field

_BINDERS = {
    "variable_declarator": "name",
    "pair": "key",
    "assignment_expression": "left",
    "field_definition": "property",
    "public_field_definition": "name",
}
_THROUGH = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)
_MAKERS = re.compile(r"(?:.*\.)?(?:memo|forwardRef|useCallback|observer|lazy)", re.DOTALL)
"""What gives back the function that it is given, more or less."""
_TESTS = re.compile(r"(describe|suite|context|it|test|specify)(?:\.\w+)*(?:\(.*\))?", re.DOTALL)

_DECORATOR: Mapping[str, Prefix] = {"decorator": "decorators"}
_DOC = re.compile(r"/\*\*(?![*/])")


def _bound(kind: str, node: SgNode) -> Found | None:
    """Read a function or class of an expression: by what it is bound to, else by its own name."""
    inner = node
    while (call := _call_of(inner)) and _MAKERS.fullmatch(field_text(call, "function")):
        inner = call
    if found := binder(inner, _BINDERS, _THROUGH):
        return Found(kind, found.name.strip("'\""), found.node)
    if (parent := inner.parent()) and parent.kind() == "export_statement":
        return Found(kind, field_text(node, "name") or "default", inner)
    if call and (name := _test_name(call)):
        return Found("test", name, call)
    name = field_text(node, "name")
    return Found(kind, name) if name else None


def _call_of(node: SgNode) -> SgNode | None:
    """Return the call that a node is an argument of."""
    parent = node.parent()
    if parent is None or parent.kind() != "arguments":
        return None
    call = parent.parent()
    return call if call and call.kind() == "call_expression" else None


def _test_name(call: SgNode) -> str:
    arguments = call.field("arguments")
    if arguments is None or not _TESTS.fullmatch(field_text(call, "function")):
        return ""
    title = arguments.child(1)
    return title.text()[1:-1] if title and title.kind() in {"string", "template_string"} else ""


def _function(node: SgNode) -> Found | None:
    return _bound("function", node)


def _class(node: SgNode) -> Found | None:
    """Read the class of an expression; the keyword `class` is of the same kind."""
    return _bound("class", node) if node.is_named() else None


def _method(node: SgNode) -> Found:
    name = field_text(node, "name").strip("'\"")
    return Found("constructor" if name == "constructor" else "method", name)


def _static(_node: SgNode) -> Found:
    return Found("block", "static")


_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})

_JAVASCRIPT = Grammar(
    kinds={
        "function_declaration": "function",
        "generator_function_declaration": "function",
        "class_declaration": "class",
    },
    readers={
        **dict.fromkeys(_FUNCTIONS, _function),
        "class": _class,
        "method_definition": _method,
        "class_static_block": _static,
    },
    spanning=_FUNCTIONS | {"class"},
    wrappers=frozenset(
        {"export_statement", "lexical_declaration", "variable_declaration", "expression_statement"}
    ),
    prefixes=_DECORATOR,
    doc=_DOC,
)

_TYPESCRIPT = _JAVASCRIPT._replace(
    kinds={
        **_JAVASCRIPT.kinds,
        "abstract_class_declaration": "class",
        "interface_declaration": "interface",
        "enum_declaration": "enum",
        "type_alias_declaration": "type",
        "internal_module": "namespace",
        "function_signature": "signature",
        "method_signature": "signature",
        "abstract_method_signature": "signature",
    },
    readers={**_JAVASCRIPT.readers, "module": with_field("namespace", "body")},
    spanning=_JAVASCRIPT.spanning | {"type_alias_declaration"},
    wrappers=_JAVASCRIPT.wrappers | {"ambient_declaration"},
)

JS: Mapping[str, Grammar] = {
    "javascript": _JAVASCRIPT,
    "jsx": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT,
}
