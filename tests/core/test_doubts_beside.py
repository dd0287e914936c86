"""A target is whole lines: what else stands in them is told where they are taken."""

import pytest

from editjournal.schemas.requests import TargetName

from .world import World, codes

BESIDE = "beside_target"
INLINE = "<div>\n<p>hello <b>x</b> world</p>\n<ul><li>a</li><li>b</li></ul>\n<i>y</i>\n</div>\n"
TEXT = "<p>\n  hello <b>x</b>\n  <i>y</i> world\n</p>\n"
JSX = "const A = () => {\n  return <b>1</b>;\n};\nconst B = () => (\n  <i>\n    1\n  </i>\n);\n"
OPEN = "<ul>\n  <li>One\n  <li>Two\n</ul>\n<br/>\n<IMG src='>'>\n"
PYTHON = "class A:\n    x = 1\n\n    @d\n    def f(self):\n        return 1\n\n\ndef g(): ...\n"
SCRIPT = "function a() {\n} function b() {\n}\nclass C { m() {} }\nclass D {\n  n() {}\n}\n"
KEYS = '{"a": {\n  "x": 1\n}, "b": {\n  "y": 2\n},\n"c": {\n}\n}\n'
TYPES = "typedef struct point {\n  int x;\n} point;\n"

CASES = [
    ("a.html", INLINE, "tag", "b", True),
    ("a.html", INLINE, "tag", "ul", False),
    ("a.html", INLINE, "tag", "p", False),
    ("a.html", INLINE, "tag", "i", False),
    ("a.html", INLINE, "tag", "div", False),
    ("b.html", TEXT, "tag", "b", True),
    ("b.html", TEXT, "tag", "i", True),
    ("b.html", TEXT, "tag", "p", False),
    ("a.jsx", JSX, "tag", "b", True),
    ("a.jsx", JSX, "tag", "i", False),
    ("c.html", OPEN, "tag", "ul", False),
    ("c.html", OPEN, "tag", "br", False),
    ("a.py", PYTHON, "function", "A", False),
    ("a.py", PYTHON, "function", "f", False),
    ("a.py", PYTHON, "function", "g", False),
    ("a.js", SCRIPT, "function", "a", True),
    ("a.js", SCRIPT, "function", "b", True),
    ("a.js", SCRIPT, "function", "m", True),
    ("a.js", SCRIPT, "function", "C", False),
    ("a.js", SCRIPT, "function", "n", False),
    ("a.json", KEYS, "function", "a", True),
    ("a.json", KEYS, "function", "c", False),
]


@pytest.mark.parametrize(("path", "text", "kind", "name", "is_told"), CASES)
def test_what_stands_beside_a_target_is_told_where_its_lines_are_taken(
    path: str, text: str, kind: str, name: str, is_told: bool
) -> None:
    world = World()
    world.outside(path, text.encode())
    world.read("ann", path)
    target = TargetName(kind, name)
    for reply in (
        world.delete("ann", path, target=target, preview=True),
        world.edit("ann", path, "x\n", target=target),
    ):
        assert (BESIDE in codes(reply)) is is_told


@pytest.mark.parametrize("number", [1, 2])
def test_one_of_several_in_a_line_is_not_alone_there(number: int) -> None:
    world = World()
    world.outside("a.html", b"<ul>\n<li>a</li><li>b</li>\n</ul>\n")
    reply = world.delete("ann", "a.html", target=TargetName("tag", "li", number), preview=True)
    assert BESIDE in codes(reply)


def test_a_type_and_what_it_is_made_of_are_one_thing() -> None:
    world = World()
    world.outside("a.c", TYPES.encode())
    reply = world.delete("ann", "a.c", target=TargetName("function", "point", 1), preview=True)
    assert BESIDE not in codes(reply)


def test_nothing_is_taken_where_text_is_put_beside_or_read() -> None:
    world = World()
    world.outside("a.html", INLINE.encode())
    target = TargetName("tag", "b")
    assert BESIDE not in codes(world.read("ann", "a.html", target=target))
    assert BESIDE not in codes(world.insert("ann", "a.html", "x\n", target=target))
