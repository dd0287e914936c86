"""Every way in which a place is named by what stands there, and what names none."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.client import targets
from editjournal.daemon.core.structure.definitions.by_grammar import GRAMMAR_OF
from editjournal.schemas.requests import TargetName
from editjournal.schemas.values import Span

NAMED: list[tuple[str, TargetName | Span]] = [
    ("function:Cart.total", TargetName("function", "Cart.total")),
    ("Cart.total", TargetName("function", "Cart.total")),
    ("Cart::total", TargetName("function", "Cart::total")),
    ("method:Cart::total", TargetName("function", "Cart::total", 0, "method")),
    ("  func : total() ", TargetName("function", "total")),
    ("CLASS:Cart", TargetName("function", "Cart", 0, "class")),
    ("`Cart`", TargetName("function", "Cart")),
    ("operator==", TargetName("function", "operator==")),
    ("rule:a:hover", TargetName("function", "a:hover", 0, "rule")),
    ("target:all", TargetName("function", "all", 0, "target")),
    (".nav a", TargetName("function", ".nav a")),
    ("function:run#2", TargetName("function", "run", 2)),
    ("run()#12", TargetName("function", "run", 12)),
    ("tag:nav", TargetName("tag", "nav")),
    ("<nav>", TargetName("tag", "nav")),
    ("<nav/>#3", TargetName("tag", "nav", 3)),
    ("element:<Foo.Bar>", TargetName("tag", "Foo.Bar")),
    ("marker:# here: now", TargetName("marker", "# here: now")),
    ("marker:TODO#2", TargetName("marker", "TODO", 2)),
    ("marker:see #2", TargetName("marker", "see #2")),
    ("line:40", Span(40, 40)),
    ("lines:40-60", Span(40, 60)),
    ("line:40-", Span(40, 0)),
    ("line:40 - end", Span(40, 0)),
    ("around:40", TargetName("around", "40")),
    ('{"kind": "class", "value": "Cart"}', TargetName("function", "Cart", 0, "class")),
    ('{"kind": "tag", "value": "nav", "index": 2}', TargetName("tag", "nav", 2)),
    ('{"value": "run", "nth": "3"}', TargetName("function", "run", 3)),
    ('{"kind": "function", "value": "run#2"}', TargetName("function", "run", 2)),
    ('{"kind": "marker", "value": "TODO#2"}', TargetName("marker", "TODO#2")),
    ('{"kind": "line", "value": 40}', Span(40, 40)),
    ('{"kind": "around", "value": 40}', TargetName("around", "40")),
]
NONE = [
    *("", " ", "``", "function:", "tag: ", "marker:", "a:hover", "tag:<a b>", "<a b>", "<>"),
    *("x#0", "line:0", "line:x", "line:9-3", "line:3#2", "around:3-9", "around:x", "\udcff"),
    *("{", "{}", '{"kind": "tag"}', '{"kind": 3, "value": "x"}', '{"kind": "frob", "value": "x"}'),
    *('{"value": "x", "index": -1}', '{"value": "x", "index": [1]}', '{"value": true}'),
]


@pytest.mark.parametrize(("text", "target"), NAMED)
def test_a_target_is_what_it_says(text: str, target: TargetName | Span) -> None:
    assert targets.parse(text) == target


def test_every_kind_that_an_outline_names_may_stand_before_a_name() -> None:
    package = Path(__file__).parents[2] / "daemon" / "core" / "structure"
    sources = "".join(one.read_text() for one in package.rglob("*.py"))
    kinds = set(re.findall(r'\b(?:Found|Definition)\("([a-z]+)"', sources))
    kinds |= {kind for one in GRAMMAR_OF.values() for kind in one.kinds.values()}
    assert {"class", "section", "target", "statement", "test", "impl"} <= kinds
    for kind in kinds:
        said = "" if kind == "function" else kind
        assert targets.parse(f"{kind}:name") == TargetName("function", "name", 0, said)


@pytest.mark.parametrize("text", NONE)
def test_what_names_no_place_is_told_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(ValueError, match="names no place: give function:Class"):
        targets.parse(text)


@pytest.mark.parametrize(
    "target", [one for text, one in NAMED if not text.startswith("{")], ids=targets.written
)
def test_a_target_is_written_as_it_is_read(target: TargetName | Span) -> None:
    assert targets.parse(targets.written(target)) == target


@given(text=st.text(max_size=12) | st.from_regex(r"[a-z<{]*:?[a-z ]*#?\d{0,3}", fullmatch=True))
def test_any_text_is_a_target_or_none(text: str) -> None:
    try:
        target = targets.parse(text)
    except ValueError:
        return
    assert isinstance(target, Span) or (target.value and target.nth >= 0)


@pytest.mark.parametrize(
    ("path", "plain", "line"),
    [
        ("src/a.py:40-auto", "src/a.py", "40"),
        ("a.py:040-AUTO", "a.py", "40"),
        ("a.py:40-auto:", "a.py:40-auto:", ""),
        (":40-auto", ":40-auto", ""),
        ("a.py:40", "a.py:40", ""),
        ("a.py:40-60", "a.py:40-60", ""),
    ],
)
def test_a_path_may_end_in_a_line_that_a_definition_is_around(
    path: str, plain: str, line: str
) -> None:
    assert targets.around(path) == (plain, TargetName("around", line) if line else None)
