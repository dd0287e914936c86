"""What stands where, through the real processes: ranges, targets, outlines, balance, warnings."""

import re

import pytest

from .agents import Agent
from .surface import Desk

CART = """\
import os


class Cart:
    def __init__(self):
        self.lines = []

    @property
    def total(self):
        # all of it
        return sum(self.lines)

    def show(self):
        print(self.total)


class Shop:
    def show(self):
        return os.getcwd()
"""
PAGE = "<main>\n  <ul>\n    <li>a</li>\n    <li>b</li>\n  </ul>\n  <p>c</p>\n</main>\n"
GO = "package a\n\nfunc f() {\n\tif x(1) {\n\t\ty()\n\t}\n}\n"


@pytest.fixture
def agent(lone_desk: Desk) -> Agent:
    lone_desk.file("src/cart.py", CART)
    lone_desk.file("page.html", PAGE)
    lone_desk.file("a.go", GO)
    return Agent(lone_desk.host("--tools", "all"))


def test_a_line_is_told_with_the_function_and_the_element_around_it(agent: Agent) -> None:
    told = agent.call("be-func-range", file="src/cart.py", line=11)
    assert told == "src/cart.py:8-11  method total (8 decorators), in class Cart 4-14"
    assert agent.call("be-func-range", file="src/cart.py:11") == told
    assert agent.call("be-tag-range", file="page.html", line=3) == (
        "page.html:3  <li>, in <ul> 2-5, <main> 1-7"
    )


def test_an_outline_comes_by_either_tool_and_its_ranges_can_be_read(agent: Agent) -> None:
    told = agent.call("be-outline", file="src/cart.py")
    assert told == (
        "src/cart.py, 19 lines\n4-14 class Cart\n  5-6 __init__\n  8-11 total\n  13-14 show\n"
        "17-19 class Shop\n  18-19 show"
    )
    assert agent.call("be-read", file="src/cart.py", outline=True) == told
    shown = agent.call("be-read", file="src/cart.py:8-11")
    assert "\n8|    @property\n" in shown


def test_a_balance_names_what_has_no_partner_and_an_edit_only_what_it_brought(
    agent: Agent, lone_desk: Desk
) -> None:
    assert agent.call("be-balance", file="a.go") == "a.go: balanced"
    pairs = agent.call("be-balance", file="a.go", verbose=True)
    assert "\n3:10 { 7:1 }" in pairs
    edited = agent.call("be-replace", file="a.go:6", content="\t// gone")
    (warning,) = re.findall(
        r"^warning: this edit leaves (.+) without a partner$", edited, re.MULTILINE
    )
    assert warning in ("4:10 {", "3:10 {")
    assert agent.call("be-balance", file="a.go").startswith("a.go: 1 problem")
    again = agent.call("be-replace", file="a.go:5", content="\t\tz()")
    assert "warning" not in again
    assert "z()" in (lone_desk.root / "a.go").read_text()


def test_every_tool_for_places_takes_a_target(agent: Agent, lone_desk: Desk) -> None:
    path = lone_desk.root / "src/cart.py"
    shown = agent.call("be-read", file="src/cart.py", target="function:Cart.show")
    assert shown.startswith("src/cart.py:13-14 of 19  view v")
    replaced = agent.call(
        "be-replace",
        file="src/cart.py",
        target="Cart.show",
        content="    def show(self):\n        pass",
    )
    assert replaced.startswith("ok src/cart.py: 13-14 -> 13-14 ")
    marker = {"kind": "marker", "value": "class Shop"}
    agent.call(
        "be-insert", file="src/cart.py", target=marker, position="before", content="# A shop."
    )
    assert "\n# A shop.\nclass Shop:\n" in path.read_text()
    agent.call("be-insert", file="src/cart.py", target="Shop.show", content="    # its end")
    assert path.read_text().endswith("os.getcwd()\n    # its end\n")
    deleted = agent.call("be-delete", file="page.html", target="tag:ul")
    assert "2-5 deleted" in deleted
    assert (lone_desk.root / "page.html").read_text() == "<main>\n  <p>c</p>\n</main>\n"


def test_a_path_ends_in_the_function_around_a_line(agent: Agent, lone_desk: Desk) -> None:
    assert agent.call("be-read", file="src/cart.py:11-auto").startswith("src/cart.py:8-11 of 19  ")
    agent.call("be-delete", file="src/cart.py:19-auto")
    assert (lone_desk.root / "src/cart.py").read_text().endswith("class Shop:\n")


def test_what_fits_several_places_is_refused_with_them_and_the_call_that_names_one(
    agent: Agent,
) -> None:
    refused = agent.call("be-read", file="src/cart.py", target="show")
    assert refused.split("\n")[0] == (
        "ERROR src/cart.py, nothing changed. `show` is there 2 times: 13-14 Cart.show, "
        "18-19 Shop.show. The first of them is #1."
    )
    assert agent.follow(refused).startswith("src/cart.py:13-14 of 19  ")
    assert agent.call("be-read", file="src/cart.py", target="show#2").startswith(
        "src/cart.py:18-19 of 19  "
    )


REFUSED: list[tuple[str, dict[str, object], str]] = [
    (
        "be-func-range",
        {"file": "src/cart.py", "line": 1},
        "Line 1 is at the top level; nearest definitions: 4-14 Cart, ",
    ),
    ("be-read", {"file": "src/cart.py:1-auto"}, "Line 1 is at the top level; nearest "),
    ("be-func-range", {"file": "src/cart.py", "line": 99}, "It has 19 lines; 99 is past the end."),
    ("be-func-range", {"file": "src/cart.py"}, "Which line? The call names none."),
    ("be-func-range", {"file": "gone.py", "line": 1}, "There is no such file."),
    ("be-tag-range", {"file": "src/cart.py", "line": 1}, "Read as python it has no elements."),
    ("be-read", {"file": "src/cart.py", "target": "totl"}, "No definition is called `totl`. Like "),
    ("be-read", {"file": "page.html", "target": "<nav>"}, "There is no element <nav>."),
    ("be-read", {"file": "a.go", "target": "marker:zzz"}, "No line holds `zzz`."),
    ("be-read", {"file": "src/cart.py", "target": "show#3"}, "There is no #3 of `show`, only 2."),
    ("be-read", {"file": "src/cart.py:3", "target": "show#1"}, "`target` says which lines are "),
    ("be-read", {"file": "src/cart.py", "target": "a:hover"}, "`target` is a:hover, which names "),
    ("be-insert", {"file": "a.go:3", "content": "x", "position": "before"}, "`position` means "),
    ("be-balance", {"file": "b.bin"}, "It is no text (4 bytes)."),
    ("be-outline", {"file": "large.py"}, "It is too large to be parsed: it has 2200000 bytes, "),
]


def test_what_cannot_be_told_is_an_error_that_names_the_next_step(
    agent: Agent, lone_desk: Desk
) -> None:
    lone_desk.file("b.bin", b"\0\1\2\3")
    lone_desk.file("large.py", b"x = 1\n#123\n" * 200_000)
    for tool, arguments, said in REFUSED:
        told = agent.call(tool, **arguments)
        assert re.match(r"ERROR \S+, nothing changed\. ", told), told
        assert f" nothing changed. {said}" in told
        assert re.search(r"\nnext: \w", told)


def test_the_command_line_finds_the_same(lone_desk: Desk) -> None:
    lone_desk.file("src/cart.py", CART)
    lone_desk.file("page.html", PAGE)
    assert lone_desk.cli("func-range", "src/cart.py:11").out == (
        "src/cart.py:8-11  method total (8 decorators), in class Cart 4-14\n"
    )
    assert lone_desk.cli("tag-range", "page.html:6").out == "page.html:6  <p>, in <main> 1-7\n"
    assert lone_desk.cli("balance", "page.html", "-v").out.startswith("page.html: balanced\n1:1 ")
    assert lone_desk.cli("outline", "src/cart.py").out.endswith("class Shop\n  18-19 show\n")
    ran = lone_desk.cli("insert", "page.html", "--target", "tag:p", "--before", "--content", "<hr>")
    assert ran.out.startswith("ok page.html: 6 inserted after 5 ")
    ran = lone_desk.cli("delete", "src/cart.py", "--target", "show")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.endswith(
        "\nnext: editjournal read src/cart.py --target 'function:show#1'  # for the first of them\n"
    )
