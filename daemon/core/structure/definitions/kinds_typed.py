"""Where definitions stand in the trees of Kotlin, Swift, Scala, Dart, Solidity and Zig."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from .grammars import Found, Grammar, child_text, field_text
from .nodes import always, by_child, child_of, cut_off, many_lines, next_besides, token_of, unquoted

_DOC = re.compile(r"///(?!/)|/\*\*(?![*/])")
_BLOCK_DOC = re.compile(r"/\*\*(?![*/])")

# Kotlin

_KOTLIN_COMMENTS = frozenset({"line_comment", "multiline_comment"})
_ACCESSORS = frozenset({"getter", "setter"})
_KOTLIN_BODIES = frozenset({"class_body", "enum_class_body"})
_KOTLIN_NAMES = frozenset({"simple_identifier", "type_identifier"})
_KOTLIN_LAMBDAS = frozenset({"lambda_literal", "anonymous_function"})
_KOTLIN_BEGINNINGS = (
    "public private protected internal abstract open sealed final data inner value inline override "
    "suspend operator infix tailrec external enum annotation companion class interface object fun"
)
_KOTLIN_WORDS = frozenset(_KOTLIN_BEGINNINGS.split())
_KOTLIN_HEADING = re.compile(
    r"""(?:(?!class\b|interface\b|object\b|fun\b|enum\b)\w+\s+)*
    (?: fun\s+(?!interface\b)(?:<[^>]*>\s*)?(?P<function>[^(){}=]+)\(
      | (?P<type>(?:enum\s+|fun\s+)?(?:class|interface|object))\b\s*(?P<name>\w+)? )""",
    re.VERBOSE,
)


def _kotlin_class(node: SgNode) -> Found:
    kind = token_of(node, ("enum", "interface")) or "class"
    bare = child_of(node, _KOTLIN_BODIES) is None
    return Found(kind, child_text(node, _KOTLIN_NAMES), unsure=bare and cut_off(node))


def _kotlin_function(node: SgNode) -> Found:
    return Found("function", _receiver(node) + child_text(node, _KOTLIN_NAMES))


def _receiver(node: SgNode) -> str:
    """Return what a function or property extends, without the types it is made with."""
    receiver = node.field("receiver")
    return receiver.text().partition("<")[0].rstrip("?") + "." if receiver else ""


def _kotlin_property(node: SgNode) -> Found | None:
    """A property counts with an accessor, which stands beside it, or a body of many lines."""
    children = {child.kind(): child for child in node.children()}
    accessor = next_besides(node, _KOTLIN_COMMENTS)
    last = None
    while accessor is not None and accessor.kind() in _ACCESSORS:
        last = accessor
        accessor = next_besides(accessor, _KOTLIN_COMMENTS)
    kind = "property" if last or _ACCESSORS & children.keys() else _kotlin_value(children)
    name = children.get("variable_declaration") or children.get("multi_variable_declaration")
    if not kind or name is None:
        return None
    text = child_text(name, _KOTLIN_NAMES) or name.text()
    return Found(kind, _receiver(node) + text, last=last)


def _kotlin_misread(node: SgNode) -> Found | None:
    """Some classes and functions are taken for a chain of words with a lambda at its end."""
    first = node
    while first.kind() == "infix_expression":
        first = first.children()[0]
    if first.text() not in _KOTLIN_WORDS:
        return None
    parent = node.parent()
    read = _KOTLIN_HEADING.match(node.text())
    if read is None or (parent is not None and parent.kind() == "infix_expression"):
        return None
    if read["function"]:
        return Found("function", read["function"].strip())
    word = read["type"].split()
    kind = "enum" if word[0] == "enum" else word[-1]
    return Found(kind, read["name"] or "Companion")


def _kotlin_value(children: Mapping[str, SgNode]) -> str:
    if any(many_lines(children.get(kind)) for kind in _KOTLIN_LAMBDAS):
        return "function"
    if many_lines(children.get("object_literal")):
        return "object"
    return "property" if many_lines(children.get("property_delegate")) else ""


_KOTLIN = Grammar(
    kinds={"object_declaration": "object", "type_alias": "type"},
    readers={
        "class_declaration": _kotlin_class,
        "companion_object": by_child("object", _KOTLIN_NAMES, "Companion"),
        "function_declaration": _kotlin_function,
        "property_declaration": _kotlin_property,
        "infix_expression": _kotlin_misread,
        "secondary_constructor": always("constructor", "constructor"),
        "anonymous_initializer": always("constructor", "init"),
    },
    name_kinds=_KOTLIN_NAMES,
    spanning=frozenset({"type_alias"}),
    prefixes={"annotation": "attributes"},
    modifiers=frozenset({"modifiers"}),
    comments=_KOTLIN_COMMENTS,
    doc=_BLOCK_DOC,
)

# Swift


def _swift_type(node: SgNode) -> Found:
    return Found(field_text(node, "declaration_kind") or "class", field_text(node, "name"))


def _swift_property(node: SgNode) -> Found | None:
    """A property counts with accessors or observers, or a body of many lines."""
    name = field_text(node, "name")
    value = node.field("value")
    if child_of(node, ("computed_property", "willset_didset_block")):
        return Found("property", name)
    if value is None or not many_lines(value):
        return None
    if value.kind() == "lambda_literal":
        return Found("function", name)
    called = value.kind() == "call_expression" and child_of(value, ("lambda_literal",))
    return Found("property", name) if called else None


_SWIFT = Grammar(
    kinds={
        "protocol_declaration": "protocol",
        "function_declaration": "function",
        "protocol_function_declaration": "function",
        "macro_declaration": "macro",
        "typealias_declaration": "type",
    },
    readers={
        "class_declaration": _swift_type,
        "property_declaration": _swift_property,
        "init_declaration": always("constructor", "init"),
        "deinit_declaration": always("method", "deinit"),
        "subscript_declaration": always("property", "subscript"),
    },
    name_kinds=frozenset({"simple_identifier"}),
    spanning=frozenset({"typealias_declaration"}),
    prefixes={"attribute": "attributes"},
    modifiers=frozenset({"modifiers"}),
    comments=frozenset({"comment", "multiline_comment"}),
    doc=_DOC,
)

# Scala


def _scala_value(node: SgNode) -> Found | None:
    """A value counts where it is a function, an object or a block of many lines."""
    value = node.field("value")
    if value is None or not many_lines(value):
        return None
    name = field_text(node, "pattern")
    inner = child_of(value, ("lambda_expression",)) if value.kind() == "indented_block" else None
    match (inner or value).kind():
        case "lambda_expression" | "case_block":
            return Found("function", name)
        case "instance_expression":
            return Found("object", name) if child_of(value, ("template_body",)) else None
        case "block" | "indented_block":
            return Found("property", name)
        case _:
            return None


def _scala_given(node: SgNode) -> Found:
    kinds = ("identifier", "type_identifier", "generic_type", "compound_type")
    named = node.field("name") or child_of(node, kinds)
    return Found("object", named.text() if named else "")


def _scala_function(node: SgNode) -> Found:
    name = field_text(node, "name")
    return Found("constructor" if name == "this" else "function", name)


_SCALA = Grammar(
    kinds={
        "package_object": "object",
        "class_definition": "class",
        "object_definition": "object",
        "trait_definition": "trait",
        "enum_definition": "enum",
        "type_definition": "type",
        "function_declaration": "function",
    },
    readers={
        "function_definition": _scala_function,
        "given_definition": _scala_given,
        "extension_definition": by_child("extension", frozenset({"parameters"})),
        "val_definition": _scala_value,
        "var_definition": _scala_value,
    },
    spanning=frozenset({"type_definition"}),
    prefixes={"annotation": "attributes"},
    comments=frozenset({"comment", "block_comment"}),
    doc=_BLOCK_DOC,
    trails=True,
)

# Dart

_DART_CONSTRUCTORS = frozenset(
    {"constructor_signature", "constant_constructor_signature", "factory_constructor_signature"}
    | {"redirecting_factory_constructor_signature"}
)
_DART_SIGNATURES = _DART_CONSTRUCTORS | frozenset(
    {"function_signature", "getter_signature", "setter_signature", "operator_signature"}
)
_DART_BINDERS = frozenset(
    {"initialized_identifier", "static_final_declaration", "initialized_variable_definition"}
)


def _dart_function(node: SgNode) -> Found | None:
    """Functions and constructors are named in their signature, fields have none."""
    holder = node.field("signature")
    if holder is None or holder.kind() not in _DART_SIGNATURES:
        holder = child_of(holder or node, _DART_SIGNATURES)
    if holder is None:
        return None
    if holder.kind() in _DART_CONSTRUCTORS:
        parts = [part.text() for part in holder.children() if part.kind() in {"identifier", "new"}]
        # A method without a type looks like one; only its class would tell, or how it is written.
        made = holder.kind() != "constructor_signature" or parts[0].lstrip("_")[:1].isupper()
        return Found("constructor" if made else "function", ".".join(parts))
    if holder.kind() == "operator_signature":
        text = holder.text().partition("operator")[2].partition("(")[0]
        return Found("function", "operator " + text.strip())
    # Some setters are taken for functions whose type is called so.
    accessor = holder.kind() != "function_signature" or holder.children()[0].text() == "set"
    return Found("property" if accessor else "function", field_text(holder, "name"))


def _dart_bound(node: SgNode) -> Found | None:
    parent = node.parent()
    if parent is None or parent.kind() not in _DART_BINDERS:
        return None
    return Found("function", field_text(parent, "name"), parent)


_DART = Grammar(
    kinds={
        "class_declaration": "class",
        "mixin_declaration": "class",
        "enum_declaration": "enum",
        "extension_type_declaration": "extension",
        "type_alias": "type",
    },
    readers={
        "extension_declaration": by_child("extension", frozenset({"identifier", "type"})),
        "function_declaration": _dart_function,
        "getter_declaration": _dart_function,
        "setter_declaration": _dart_function,
        "local_function_declaration": _dart_function,
        "external_function_declaration": _dart_function,
        "external_getter_declaration": _dart_function,
        "external_setter_declaration": _dart_function,
        "method_declaration": _dart_function,
        "declaration": _dart_function,
        "function_expression": _dart_bound,
    },
    name_kinds=frozenset({"type_identifier", "extension_type_name"}),
    spanning=frozenset({"type_alias", "function_expression"}),
    wrappers=frozenset(
        {"class_member", "declaration", "initialized_identifier_list", "local_variable_declaration"}
        | {"static_final_declaration_list", "top_level_variable_declaration"}
    ),
    prefixes={"annotation": "attributes"},
    doc=_DOC,
)

# Solidity

_SOLIDITY = Grammar(
    kinds={
        "contract_declaration": "contract",
        "interface_declaration": "interface",
        "library_declaration": "library",
        "struct_declaration": "struct",
        "enum_declaration": "enum",
        "function_definition": "function",
        "modifier_definition": "modifier",
        "event_definition": "event",
        "error_declaration": "error",
        "yul_function_definition": "function",
    },
    readers={
        "constructor_definition": always("constructor", "constructor"),
        "fallback_receive_definition": by_child("function", frozenset({"receive", "fallback"})),
    },
    name_kinds=frozenset({"identifier", "yul_identifier"}),
    doc=_DOC,
)

# Zig

_ZIG_CONTAINERS = {
    "struct_declaration": "struct",
    "enum_declaration": "enum",
    "union_declaration": "union",
    "opaque_declaration": "struct",
    "error_set_declaration": "enum",
}


def _zig_constant(node: SgNode) -> Found | None:
    """Types have no name but the constant's that they are the value of."""
    value = child_of(node, _ZIG_CONTAINERS)
    if value is None:
        return None
    return Found(_ZIG_CONTAINERS[value.kind()], child_text(node, frozenset({"identifier"})))


def _zig_test(node: SgNode) -> Found:
    named = child_of(node, ("string", "identifier"))
    return Found("test", unquoted(named.text()) if named else "")


_ZIG = Grammar(
    kinds={"function_declaration": "function"},
    readers={
        "variable_declaration": _zig_constant,
        "test_declaration": _zig_test,
        "comptime_declaration": always("block", "comptime"),
    },
    spanning=frozenset({"comptime_declaration"}),
    doc=re.compile(r"///(?!/)"),
)

TYPED: Mapping[str, Grammar] = {
    "kotlin": _KOTLIN,
    "swift": _SWIFT,
    "scala": _SCALA,
    "dart": _DART,
    "solidity": _SOLIDITY,
    "zig": _ZIG,
}
