"""Where definitions stand in the trees of Ruby, Lua, Bash, Elixir and Haskell."""

import re
from collections.abc import Mapping

from ast_grep_py import SgNode

from ..trees import ERROR
from .grammars import Found, Grammar, Prefix, child_text, field_text
from .nodes import child_of, cut_off, many_lines, next_besides, previous_besides, unquoted

# Ruby

_RUBY_TESTS = (
    "describe context it specify example feature scenario shared_examples shared_context "
    "shared_examples_for test should"
)
_RUBY_HOOKS = frozenset({"before", "after", "around", "setup", "teardown"})
_RUBY_CALLS = {
    **dict.fromkeys(_RUBY_TESTS.split(), "test"),
    **dict.fromkeys(_RUBY_HOOKS, "function"),
    **dict.fromkeys(("let", "let!", "subject"), "function"),
    "define_method": "method",
    "define_singleton_method": "method",
    "task": "function",
    "namespace": "namespace",
    "class_methods": "module",
    "concerning": "module",
}
"""Calls with a block that define something, where they begin a statement."""
_RUBY_MAKERS = {
    "Class.new": "class",
    "Struct.new": "class",
    "Data.define": "class",
    "Module.new": "module",
    "lambda": "function",
    "proc": "function",
    "Proc.new": "function",
}
"""Calls with a block whose value is a definition without a name."""
_RUBY_ASSIGNMENTS = frozenset({"assignment", "operator_assignment"})


def _ruby_block(node: SgNode) -> Found | None:
    """A block counts where the call that takes it defines something."""
    call = node.parent()
    if call is None or not many_lines(call):
        return None
    parent = call.parent()
    if parent is not None and parent.kind() in _RUBY_ASSIGNMENTS:
        return _ruby_bound(call, parent)
    method = field_text(call, "method")
    kind = _RUBY_CALLS.get(method) if call.kind() == "call" else None
    if not kind:
        return None
    return Found(kind, method if method in _RUBY_HOOKS else _ruby_named(call) or method, call)


def _ruby_named(call: SgNode) -> str:
    """Return the first argument of a call, without quotes and the like: what it defines."""
    arguments = call.field("arguments")
    children = arguments.children() if arguments else []
    first = next((one for one in children if one.is_named()), None)
    named = first and (first.field("key") or first)
    return unquoted(named.text().strip(":")) if named else ""


def _ruby_bound(value: SgNode, assignment: SgNode) -> Found | None:
    name = field_text(assignment, "left")
    if value.kind() == "lambda":
        return Found("function", name, assignment)
    receiver = field_text(value, "receiver")
    made = f"{receiver}.{field_text(value, 'method')}".removeprefix(".")
    return Found(_RUBY_MAKERS[made], name, assignment) if made in _RUBY_MAKERS else None


def _ruby_singleton(node: SgNode) -> Found:
    return Found("method", f"{field_text(node, 'object')}.{field_text(node, 'name')}")


def _ruby_singleton_class(node: SgNode) -> Found:
    return Found("class", "<< " + field_text(node, "value"))


_RUBY = Grammar(
    kinds={"class": "class", "module": "module", "method": "method"},
    readers={
        "singleton_method": _ruby_singleton,
        "singleton_class": _ruby_singleton_class,
        "do_block": _ruby_block,
        "block": _ruby_block,
    },
    wrappers=frozenset({"argument_list", "call"}),
    doc=re.compile(r"#(?!!)|=begin"),
)

# Lua

_LUA_BINDERS = frozenset({"assignment_statement", "variable_declaration"})


def _lua_bound(node: SgNode) -> Found | None:
    """A function counts that is a field of a table or the only value of an assignment."""
    parent = node.parent()
    if parent is None:
        return None
    if parent.kind() == "field":
        name = field_text(parent, "name")
        return Found("function", unquoted(name), parent) if name else None
    binder = parent.parent()
    if binder is None or binder.kind() not in _LUA_BINDERS or node.next() or node.prev():
        return None
    name = child_text(binder, frozenset({"variable_list"}))
    outer = binder.parent()
    local = outer is not None and outer.kind() == "variable_declaration"
    return Found("function", name, outer if local else binder)


_LUA = Grammar(
    kinds={"function_declaration": "function"},
    readers={"function_definition": _lua_bound},
    spanning=frozenset({"function_definition"}),
    doc=re.compile(r"---"),
)

# Bash

_BASH = Grammar(
    kinds={"function_definition": "function"},
    wrappers=frozenset({"redirected_statement"}),
)

# Elixir

_ELIXIR = {
    "defmodule": "module",
    "defprotocol": "protocol",
    "defimpl": "impl",
    "def": "function",
    "defp": "function",
    "defn": "function",
    "defnp": "function",
    "defdelegate": "function",
    "defmacro": "macro",
    "defmacrop": "macro",
    "defguard": "macro",
    "defguardp": "macro",
    "test": "test",
    "property": "test",
    "describe": "test",
    "setup": "function",
    "setup_all": "function",
}
_ELIXIR_HOOKS = frozenset({"setup", "setup_all"})
_ELIXIR_WITH_BLOCK = frozenset({"test", "property", "describe"}) | _ELIXIR_HOOKS
_ELIXIR_ABOVE = frozenset(
    {"doc", "spec", "impl", "tag", "describetag", "deprecated", "dialyzer", "since", "decorate"}
)
_NOT_ARGUMENTS = frozenset({"(", ")", ",", "comment"})


def _elixir_call(node: SgNode) -> Found | None:
    word = field_text(node, "target")
    kind = _ELIXIR.get(word)
    if kind is None:
        return None
    arguments = child_of(node, ("arguments",))
    first = None
    if arguments:
        children = arguments.children()
        first = next((one for one in children if one.kind() not in _NOT_ARGUMENTS), None)
    if word in _ELIXIR_WITH_BLOCK and not child_of(node, ("do_block",)):
        return None
    if word in _ELIXIR_HOOKS:
        return Found(kind, word)
    if first is None or first.kind() == "keywords":
        return None
    return Found(kind, _elixir_name(word, first, arguments), unsure=cut_off(node))


def _elixir_name(word: str, head: SgNode, arguments: SgNode | None) -> str:
    """Return a module's, a test's or a function's name: without its guard and parameters."""
    if word == "defimpl":
        return _elixir_impl(head, arguments)
    if head.kind() == "binary_operator" and field_text(head, "operator") == "when":
        head = head.field("left") or head
    match head.kind():
        case "call":
            return field_text(head, "target")
        case "binary_operator" | "unary_operator":
            return field_text(head, "operator")
        case "string":
            return unquoted(head.text())
        case _:
            return head.text()


def _elixir_impl(protocol: SgNode, arguments: SgNode | None) -> str:
    keywords = child_of(arguments, ("keywords",)) if arguments else None
    pair = child_of(keywords, ("pair",)) if keywords else None
    target = field_text(pair, "value") if pair else ""
    return f"{protocol.text()} for {target}" if target else protocol.text()


def _elixir_attribute(node: SgNode) -> Prefix | None:
    """`@doc` and its like are operators before calls."""
    call = child_of(node, ("call",))
    if call is None or field_text(node, "operator") != "@":
        return None
    return "attributes" if field_text(call, "target") in _ELIXIR_ABOVE else None


_ELIXIR_GRAMMAR = Grammar(
    kinds={},
    readers={"call": _elixir_call},
    prefix_readers={"unary_operator": _elixir_attribute},
)

# Haskell

_HASKELL_BESIDE = frozenset({"comment", "haddock", "pragma", "default_signature"})
_HASKELL_GROUPED = frozenset({"signature", "function", "bind"})
_HASKELL_LISTS = frozenset(
    {"declarations", "class_declarations", "instance_declarations", "local_binds", ERROR}
)
"""What clauses lie in; types of functions are of the kind `function` too."""


def _haskell_name(node: SgNode | None) -> str:
    """Return what a signature or a clause is of; "" for anything else."""
    if node is None or node.kind() not in _HASKELL_GROUPED:
        return ""
    if name := field_text(node, "name"):
        return name.strip("()")
    head = child_of(node, ("infix", "function_head_parens", "prefix_id", "binding_list"))
    if head is None:
        return ""
    if head.kind() == "binding_list":
        return child_text(head, frozenset({"variable", "prefix_id"})).strip("()")
    infix = child_of(head, ("infix",)) or head
    return field_text(infix, "operator").strip("`") or head.text().strip("()")


def _haskell_group(node: SgNode) -> Found | None:
    """A signature and all clauses of a name are one; local ones count where they span lines."""
    parent = node.parent()
    around = parent.kind() if parent else ""
    name = _haskell_name(node)
    if around not in _HASKELL_LISTS or (around == ERROR and not name):
        return None
    if name and _haskell_name(previous_besides(node, _HASKELL_BESIDE)) == name:
        return None
    last = node
    while name:
        other = next_besides(last, _HASKELL_BESIDE)
        if other is None or _haskell_name(other) != name:
            break
        last = other
    one_line = last is node and not many_lines(node)
    if around == "local_binds" and (one_line or last.kind() != "function"):
        return None
    return Found("function", name or field_text(node, "pattern") or _first_text(node), last=last)


def _first_text(node: SgNode) -> str:
    return node.children()[0].text()


def _haskell_instance(node: SgNode) -> Found:
    return Found("instance", f"{field_text(node, 'name')} {field_text(node, 'patterns')}".strip())


def _haskell_import(node: SgNode) -> Found:
    return Found("function", _haskell_name(node.field("signature")))


_HASKELL = Grammar(
    kinds={
        "data_type": "type",
        "newtype": "type",
        "type_synonym": "type",
        "type_family": "type",
        "data_family": "type",
        "class": "class",
    },
    readers={
        **dict.fromkeys(_HASKELL_GROUPED, _haskell_group),
        "instance": _haskell_instance,
        "foreign_import": _haskell_import,
    },
    spanning=frozenset({"type_synonym"}),
    comments=frozenset({"comment", "haddock", "pragma"}),
    doc=re.compile(r"(?:--|\{-)\s*\|"),
)

SCRIPTS: Mapping[str, Grammar] = {
    "ruby": _RUBY,
    "lua": _LUA,
    "bash": _BASH,
    "elixir": _ELIXIR_GRAMMAR,
    "haskell": _HASKELL,
}
