"""Questions about a file's structure: what is around a line, and what has no partner."""

import pytest

from editjournal.schemas.replies import Balanced, Call, Outlined, Ranged
from editjournal.schemas.requests import (
    CheckBalance,
    FuncRange,
    Read,
    ShowOutline,
    TagRange,
    TargetName,
)

from .world import World, refused

PAGE = b"<main>\n  <section>\n    <p>text\n    <b>x</b>\n  </section>\n</main>\n"


@pytest.fixture
def world() -> World:
    world = World()
    world.outside(
        "a.py", b"x = 1\n\n\nclass A:\n    # c\n    @d\n    def f(self):\n        return 1\n"
    )
    world.outside("a.html", PAGE)
    return world


def test_the_range_around_a_line_names_what_it_lies_in_and_what_belongs_to_it(world: World) -> None:
    reply = world.ask("ann", FuncRange(b"a.py", 8))
    assert isinstance(reply, Ranged)
    found = reply.found
    assert (found.kind, found.name, found.first, found.line, found.last) == ("method", "f", 6, 7, 8)
    assert found.above == ("decorators",)
    assert [(one.name, one.first, one.last) for one in reply.chain] == [("A", 4, 8)]


def test_the_line_may_stand_behind_the_path(world: World) -> None:
    reply = world.ask("ann", FuncRange(b"a.py:4"))
    assert isinstance(reply, Ranged)
    assert (reply.line, reply.found.name) == (4, "A")
    refused(world.ask("ann", FuncRange(b"a.py")), "no_line_asked")
    refused(world.ask("ann", FuncRange(b"a.py:4-5")), "no_line_asked")


def test_a_line_at_the_top_level_names_the_definitions_near_it(world: World) -> None:
    refusal = refused(world.ask("ann", FuncRange(b"a.py", 1)), "no_function")
    assert (refusal.values["line"], refusal.values["near"]) == (1, "4-8 A, 6-8 f")
    assert refused(world.ask("ann", FuncRange(b"a.py", 9)), "past_end").values["total"] == 8
    assert refused(world.ask("ann", FuncRange(b"a.py", -1)), "bad_lines").values["written"] == "-1"
    around = Read(b"a.py", target=TargetName("around", "0"))
    assert refused(world.ask("ann", around), "bad_lines").values["written"] == "0"


def test_the_element_around_a_line_names_those_it_lies_in(world: World) -> None:
    reply = world.ask("ann", TagRange(b"a.html", 4))
    assert isinstance(reply, Ranged)
    assert (reply.found.kind, reply.found.name) == ("element", "b")
    assert [one.name for one in reply.chain] == ["p", "section", "main"]


def test_a_file_without_elements_or_definitions_says_so(world: World) -> None:
    assert refused(world.ask("ann", TagRange(b"a.py", 1)), "no_structure").values["wanted"] == "tag"
    world.outside("a.txt", b"some words (\n")
    refused(world.ask("ann", FuncRange(b"a.txt", 1)), "no_structure")


def test_a_balance_names_what_has_no_partner(world: World) -> None:
    world.outside("b.py", b"x = (1,\ny = [2]\n")
    reply = world.ask("ann", CheckBalance(b"b.py"))
    assert isinstance(reply, Balanced)
    (problem,) = reply.balance.problems
    assert (problem.mark.text, problem.mark.line, problem.mark.column) == ("(", 1, 5)
    assert reply.balance.pairs == ()
    verbose = world.ask("ann", CheckBalance(b"b.py", verbose=True))
    assert isinstance(verbose, Balanced)
    assert [(one.first.text, one.last.text) for one in verbose.balance.pairs] == [("[", "]")]


def test_what_cannot_be_parsed_is_refused_as_any_read_is(world: World) -> None:
    world.outside("a.bin", b"\0\1")
    for request in (FuncRange(b"a.bin", 1), CheckBalance(b"a.bin"), ShowOutline(b"a.bin")):
        refused(world.ask("ann", request), "binary")
    refused(world.ask("ann", ShowOutline(b"none.py")), "no_such_file")
    world.parsed_max = 10
    for request in (FuncRange(b"a.py", 1), CheckBalance(b"a.py"), ShowOutline(b"a.py")):
        assert refused(world.ask("ann", request), "unparsed_large").values["limit"] == 10


def test_a_question_of_a_kind_changes_nothing_and_shows_no_lines(world: World) -> None:
    before = world.data("a.py")
    reply = world.ask("ann", FuncRange(b"a.py", 8))
    assert (world.data("a.py"), world.view(reply.seq, "a.py")) == (before, None)


def test_a_line_in_no_element_names_those_near_it_and_the_call_for_the_nearest(
    world: World,
) -> None:
    world.outside("b.html", b"\n<i>x</i>\n<b>y</b>\n")
    refusal = refused(world.ask("ann", TagRange(b"b.html", 1)), "no_element")
    assert refusal.values["near"] == "2 <i>, 3 <b>"
    assert refusal.next == (Call("be-tag-range", {"file": "b.html", "line": 2}),)


def test_a_line_of_markup_in_no_definition_may_be_in_an_element(world: World) -> None:
    world.outside("b.vue", b"<template>\n</template>\n<script>\nfunction f() {}\n</script>\n")
    refusal = refused(world.ask("ann", FuncRange(b"b.vue", 1)), "no_function")
    assert refusal.next[1:] == (Call("be-tag-range", {"file": "b.vue", "line": 1}),)


def test_an_element_where_there_are_none_is_told_so(world: World) -> None:
    request = Read(b"a.py", target=TargetName("tag", "nav"))
    refusal = refused(world.ask("ann", request), "no_structure")
    assert refusal.values == {"language": "python", "wanted": "tag"}


@pytest.mark.parametrize(
    "request_",
    [
        Read(b"a.py", outline=True, target=TargetName("function", "f")),
        Read(b"a.py:4-5", outline=True),
        ShowOutline(b"a.py:4-5"),
    ],
    ids=["target", "lines", "tool"],
)
def test_an_outline_of_a_place_has_what_is_there_and_around_it(
    world: World, request_: Read | ShowOutline
) -> None:
    world.outside(
        "a.py", b"class A:\n    def e(self): ...\n\n    def f(self): ...\n\ndef g(): ...\n"
    )
    reply = world.ask("ann", request_)
    assert isinstance(reply, Outlined)
    assert [(one.name, one.parent) for one in reply.definitions] == [("A", -1), ("f", 0)]
