"""What the tables of languages are made of: which nodes of a grammar are definitions, and of whom.

A table says it in data where it can; where a node must be looked at, a `Reader` does it. Kinds are
our words: function, method, constructor, class, struct, enum, interface, trait, impl, module,
namespace, type, property, macro, test, key, rule, block, section. A function directly in one of
`CLASS_LIKE` becomes a method by itself.
"""

import re
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from ast_grep_py import SgNode

CLASS_LIKE = frozenset(
    {"class", "struct", "enum", "interface", "trait", "impl", "record", "object", "extension"}
    | {"protocol", "union", "annotation", "contract", "library", "actor", "instance"}
)
"""What makes a method of a function that lies directly in it."""
NAME_LENGTH = 200
"""In characters; what is longer is an expression, and cut."""


class Found(NamedTuple):
    """What a node defines."""

    kind: str
    name: str
    """One line; "" where it has none. White space is put right later."""
    node: SgNode | None = None
    """All that it is, where that is more than the node that was read: the whole binding."""
    last: SgNode | None = None
    """A later node beside it that it ends with, where it is several: a property and its getter."""
    unsure: bool = False
    """It has been cut off: what follows does not parse."""


Reader = Callable[[SgNode], Found | None]
"""Looks at a node and says what it defines; None: nothing."""

Prefix = Literal["decorators", "attributes"]

PrefixReader = Callable[[SgNode], Prefix | None]
"""Looks at a node before a definition and says what it is to it; None: nothing of it."""


class Grammar(NamedTuple):
    """Where the definitions of one language stand in its trees."""

    kinds: Mapping[str, str]
    """Node kinds that are definitions as they are, with our kind. Their name is looked for in
    `name_fields`, then among the children of `name_kinds`.
    """
    readers: Mapping[str, Reader] = {}
    """Node kinds that must be looked at: definitions that are ordinary calls, bindings of
    functions, names that stand deep.
    """
    name_fields: tuple[str, ...] = ("name",)
    name_kinds: frozenset[str] = frozenset()
    spanning: frozenset[str] = frozenset()
    """Node kinds, of either sort, that count only where they span lines."""
    wrappers: frozenset[str] = frozenset()
    """Parents that belong to the definition in them: decorated_definition, export_statement. One
    that holds several nodes of the definition's kind is left out.
    """
    prefixes: Mapping[str, Prefix] = {}
    """Nodes before a definition, or at its beginning, that stand above it."""
    prefix_readers: Mapping[str, PrefixReader] = {}
    """Node kinds that may stand above and must be looked at: Elixir's `@doc`, an operator."""
    modifiers: frozenset[str] = frozenset()
    """Nodes at the beginning of a definition in which prefixes and modifiers are mixed."""
    comments: frozenset[str] = frozenset({"comment"})
    doc: re.Pattern[str] | None = None
    """Which comments are documentation if they end right above, in whatever node: by their
    beginning.
    """
    trails: bool = False
    """Blocks end by indentation, and the grammar takes the comments after one into it: those no
    deeper than the definition are not of it.
    """


def squeezed(text: str) -> str:
    """Return a name in one line."""
    return " ".join(text.split())


def field_text(node: SgNode, *fields: str) -> str:
    """Return the text of the first of some fields that a node has; "" if it has none."""
    for field in fields:
        if found := node.field(field):
            return found.text()
    return ""


def child_text(node: SgNode, kinds: frozenset[str]) -> str:
    """Return the text of the first child of some kinds; "" if there is none."""
    for child in node.children():
        if child.kind() in kinds:
            return child.text()
    return ""


def with_field(kind: str, field: str, *names: str) -> Reader:
    """Return a reader for nodes that define something only where they have a field: a body."""

    def read(node: SgNode) -> Found | None:
        return Found(kind, field_text(node, *(names or ("name",)))) if node.field(field) else None

    return read


def binder(
    node: SgNode, binders: Mapping[str, str], through: frozenset[str] = frozenset()
) -> Found | None:
    """Return what binds a node to a name, and the name, not yet of a kind; None: nothing.

    `binders` are the kinds of what binds, with the field that has the name; `through` the kinds
    that may lie between: parentheses, casts.
    """
    parent = node.parent()
    while parent is not None and parent.kind() in through:
        parent = parent.parent()
    if parent is None or parent.kind() not in binders:
        return None
    name = parent.field(binders[parent.kind()])
    return Found("", name.text(), parent) if name else None


def bound(kind: str, binders: Mapping[str, str], through: frozenset[str] = frozenset()) -> Reader:
    """Return a reader for functions without a name, which count where `binder` finds one."""

    def read(node: SgNode) -> Found | None:
        found = binder(node, binders, through)
        return found and found._replace(kind=kind)

    return read
