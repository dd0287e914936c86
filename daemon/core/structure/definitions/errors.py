"""Where a text does not parse, by its tree."""

from collections.abc import Iterator

from ast_grep_py import SgNode

from ..trees import ERROR, span


def errors(root: SgNode) -> list[tuple[int, int]]:
    """Return what was skipped, and what was taken to be there: from, up to, in characters."""
    wrong = root.find_all(any=[{"kind": ERROR}, {"regex": r"\A\z"}])
    return sorted(span(node) for node in wrong if _is_wrong(node))


def length(found: list[tuple[int, int]]) -> int:
    """Return how many characters do not parse; one at least for each that has to be put in."""
    return sum(_lengths(found))


def _lengths(found: list[tuple[int, int]]) -> Iterator[int]:
    end = -1
    for first, last in found:
        if last > end:
            yield max(1, last - max(first, end))
            end = last


def _is_wrong(node: SgNode) -> bool:
    """Return whether an ERROR or a node without text means that something is amiss there.

    Grammars have nodes without text of their own, but names and numbers stand for something:
    except in Zig's, which sees a field in an empty body.
    """
    if node.kind() == ERROR or not node.is_named():
        return True
    parent = node.parent()
    return node.kind().endswith(("identifier", "number")) and not (
        parent is not None and parent.kind() == "container_field"
    )
