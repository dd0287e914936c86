"""The front: each language by its own way, and what markup holds at its lines in the whole."""

from editjournal.daemon.core.structure.outlining import balance, outline
from editjournal.schemas.structure import Outline

PAGE = """\
<html>
<script>
function f() {
  return 1;
}
</script>
<style>
.a {
  b: c;
}
</style>
<script lang="ts">
class A {
  g(): number {
    return 2;
  }
}
</script>
</html>
"""


def lines(found: Outline) -> list[tuple[str, int, int]]:
    return [(one.name, one.first, one.last) for one in found.definitions]


def test_a_language_with_a_grammar_is_parsed() -> None:
    found = outline("class A:\n    def f(self):\n        pass\n", b"a.py")
    assert (found.language, found.way, found.has_elements) == ("python", "grammar", False)
    assert lines(found) == [("A", 1, 3), ("f", 2, 3)]
    assert [one.parent for one in found.definitions] == [-1, 0]


def test_a_language_without_one_is_scanned() -> None:
    found = outline("[a]\nx = 1\n", b"a.toml")
    assert (found.language, found.way, found.has_elements) == ("toml", "scanner", False)
    assert lines(found) == [("a", 1, 2)]


def test_a_language_that_is_not_known_is_scanned() -> None:
    found = outline("fn f() {\n  x;\n}\n", b"a.xyz")
    assert (found.language, found.way) == ("", "scanner")
    assert lines(found) == [("f", 1, 3)]


def test_definitions_in_a_page_stand_at_their_lines_in_it() -> None:
    found = outline(PAGE, b"a.html")
    assert lines(found) == [("f", 3, 5), (".a", 8, 10), ("A", 13, 17), ("g", 14, 16)]
    assert [one.parent for one in found.definitions] == [-1, -1, -1, 2]
    assert [one.line for one in found.definitions] == [3, 8, 13, 14]


def test_a_page_has_elements() -> None:
    found = outline(PAGE, b"a.html")
    assert found.has_elements
    assert [(one.name, one.first, one.last) for one in found.elements[:2]] == [
        ("html", 1, 19),
        ("script", 2, 6),
    ]


def test_a_component_has_definitions_and_elements() -> None:
    found = outline("function F() {\n  return <p>\n    x\n  </p>;\n}\n", b"a.jsx")
    assert found.has_elements
    assert lines(found) == [("F", 1, 5)]
    assert [(one.name, one.first, one.last) for one in found.elements] == [("p", 2, 4)]


def test_a_script_without_elements_could_have_them() -> None:
    found = outline("function f() {\n}\n", b"a.js")
    assert found.has_elements
    assert found.elements == ()


def test_balance_goes_the_way_of_the_language() -> None:
    by_grammar = balance("f(1,\n", b"a.py")
    assert (by_grammar.language, by_grammar.way) == ("python", "grammar")
    assert [one.mark.text for one in by_grammar.problems] == ["("]
    by_scanner = balance("a = [\n", b"a.toml")
    assert (by_scanner.language, by_scanner.way) == ("toml", "scanner")
    assert [one.mark.text for one in by_scanner.problems] == ["["]
    of_tags = balance("<div>\n", b"a.html")
    assert [one.mark.text for one in of_tags.problems] == ["<div>"]


def test_balance_tells_pairs_where_asked_for() -> None:
    assert balance("a = [1]\n", b"a.toml").pairs == ()
    assert len(balance("a = [1]\n", b"a.toml", verbose=True).pairs) == 1
    assert len(balance("a = [1]\n", b"a.py", verbose=True).pairs) == 1
