"""Where definitions stand in the trees of the main languages."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from .grammars import Found, Grammar, binder, bound, child_text, field_text, with_field
from .kinds_c import C
from .kinds_js import JS

_SLASHES = re.compile(r"///(?!/)|/\*\*(?![*/])")

_PYTHON = Grammar(
    kinds={"function_definition": "function", "class_definition": "class"},
    wrappers=frozenset({"decorated_definition"}),
    prefixes={"decorator": "decorators"},
)


def _go_method(node: SgNode) -> Found:
    receiver = field_text(node, "receiver").strip("()").partition("[")[0].split()
    owner = receiver[-1].lstrip("*") if receiver else ""
    return Found("method", f"{owner}.{field_text(node, 'name')}")


def _go_type(node: SgNode) -> Found:
    kind = node.field("type")
    word = kind.kind().removesuffix("_type") if kind else ""
    return Found(word if word in {"struct", "interface"} else "type", field_text(node, "name"))


_GO_BINDERS = {
    "var_spec": "name",
    "short_var_declaration": "left",
    "assignment_statement": "left",
    "keyed_element": "key",
}


def _go_function(node: SgNode) -> Found | None:
    found = binder(node, _GO_BINDERS, frozenset({"expression_list", "literal_element"}))
    return found and Found("function", found.name.strip('"`'), found.node)


_GO = Grammar(
    kinds={"function_declaration": "function", "type_alias": "type", "method_elem": "method"},
    readers={
        "method_declaration": _go_method,
        "type_spec": _go_type,
        "func_literal": _go_function,
    },
    spanning=frozenset({"func_literal"}),
    wrappers=frozenset({"type_declaration", "var_declaration"}),
    doc=re.compile(r"//|/\*"),
)


def _rust_impl(node: SgNode) -> Found:
    trait, owner = field_text(node, "trait"), field_text(node, "type")
    return Found("impl", f"{trait} for {owner}" if trait else owner)


_RUST = Grammar(
    kinds={
        "function_item": "function",
        "function_signature_item": "signature",
        "struct_item": "struct",
        "enum_item": "enum",
        "union_item": "union",
        "trait_item": "trait",
        "type_item": "type",
        "macro_definition": "macro",
    },
    readers={
        "impl_item": _rust_impl,
        "mod_item": with_field("module", "body"),
        "closure_expression": bound("function", {"let_declaration": "pattern"}),
    },
    spanning=frozenset({"closure_expression"}),
    prefixes={"attribute_item": "attributes"},
    comments=frozenset({"line_comment", "block_comment"}),
    doc=_SLASHES,
)


_lambda = bound(
    "function",
    {"variable_declarator": "name", "assignment_expression": "left"},
    frozenset({"parenthesized_expression", "cast_expression"}),
)
"""Of Java and C#."""


def _static(_node: SgNode) -> Found:
    return Found("block", "static")


_JAVA = Grammar(
    kinds={
        "class_declaration": "class",
        "record_declaration": "record",
        "enum_declaration": "enum",
        "interface_declaration": "interface",
        "annotation_type_declaration": "annotation",
        "module_declaration": "module",
        "method_declaration": "method",
        "annotation_type_element_declaration": "method",
        "constructor_declaration": "constructor",
        "compact_constructor_declaration": "constructor",
    },
    readers={
        "static_initializer": _static,
        "enum_constant": with_field("class", "body"),
        "lambda_expression": _lambda,
    },
    spanning=frozenset({"lambda_expression"}),
    wrappers=frozenset({"local_variable_declaration", "field_declaration", "expression_statement"}),
    prefixes={"annotation": "attributes", "marker_annotation": "attributes"},
    modifiers=frozenset({"modifiers"}),
    comments=frozenset({"line_comment", "block_comment"}),
    doc=_SLASHES,
)


def _csharp_method(node: SgNode) -> Found:
    explicit = child_text(node, frozenset({"explicit_interface_specifier"}))
    return Found("method", explicit + field_text(node, "name"))


def _csharp_destructor(node: SgNode) -> Found:
    return Found("method", "~" + field_text(node, "name"))


def _csharp_operator(node: SgNode) -> Found:
    return Found("method", "operator " + field_text(node, "operator", "type"))


def _csharp_indexer(_node: SgNode) -> Found:
    return Found("property", "this")


_CSHARP = Grammar(
    kinds={
        "namespace_declaration": "namespace",
        "class_declaration": "class",
        "struct_declaration": "struct",
        "record_declaration": "record",
        "interface_declaration": "interface",
        "enum_declaration": "enum",
        "delegate_declaration": "type",
        "constructor_declaration": "constructor",
        "local_function_statement": "function",
        "property_declaration": "property",
        "event_declaration": "property",
    },
    readers={
        "method_declaration": _csharp_method,
        "destructor_declaration": _csharp_destructor,
        "operator_declaration": _csharp_operator,
        "conversion_operator_declaration": _csharp_operator,
        "indexer_declaration": _csharp_indexer,
        "lambda_expression": _lambda,
    },
    spanning=frozenset({"lambda_expression"}),
    wrappers=frozenset(
        {"variable_declaration", "local_declaration_statement", "field_declaration"}
        | {"expression_statement", "global_statement"}
    ),
    prefixes={"attribute_list": "attributes"},
    doc=_SLASHES,
)


def _php_function(node: SgNode) -> Found | None:
    if found := binder(node, {"assignment_expression": "left"}):
        return found._replace(kind="function")
    element = node.parent()
    key = element.child(0) if element and element.kind() == "array_element_initializer" else None
    if key is None or key == node:
        return None
    return Found("function", key.text().strip("'\""), element)


def _php_property(node: SgNode) -> Found | None:
    """Read a property that has functions of its own to be read and set with."""
    if not child_text(node, frozenset({"property_hook_list"})):
        return None
    return Found("property", child_text(node, frozenset({"property_element"})))


_PHP = Grammar(
    kinds={
        "function_definition": "function",
        "method_declaration": "method",
        "class_declaration": "class",
        "trait_declaration": "trait",
        "interface_declaration": "interface",
        "enum_declaration": "enum",
    },
    readers={
        "namespace_definition": with_field("namespace", "body"),
        "property_declaration": _php_property,
        "anonymous_function": _php_function,
        "arrow_function": _php_function,
    },
    spanning=frozenset({"anonymous_function", "arrow_function"}),
    wrappers=frozenset({"expression_statement"}),
    prefixes={"attribute_list": "attributes"},
    doc=_SLASHES,
)

MAIN: Mapping[str, Grammar] = {
    "python": _PYTHON,
    **JS,
    "go": _GO,
    "rust": _RUST,
    "java": _JAVA,
    **C,
    "csharp": _CSHARP,
    "php": _PHP,
}
