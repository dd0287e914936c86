"""Names of definitions as people write them in each language, where none is called just so."""

import pytest

from editjournal.schemas.requests import Read, TargetName

from .world import World, refused

RUST = """\
struct Point<'a, T> {
    x: T,
}

impl<'a, T: Into<Vec<u8>>> Point<'a, T> {
    fn new() -> Self { todo!() }
}

impl<'a, T> fmt::Display for Point<'a, T> {
    fn fmt(&self) -> fmt::Result { todo!() }
}
"""
GO = "package a\n\nfunc (s *Server) Run() {\n}\n\nfunc Run() {\n}\n"
RUBY = "class User\n  def self.build\n    new\n  end\nend\n"
MARKDOWN = "# Title\n\n## Install it\n\nx\n"
CPP = "template <typename T> struct Box {};\ntemplate <> struct Box<int> {\n  int x;\n};\n"


@pytest.fixture
def world() -> World:
    world = World()
    named = {"a.rs": RUST, "a.go": GO, "a.rb": RUBY, "a.md": MARKDOWN, "a.cpp": CPP}
    for path, text in named.items():
        world.outside(path, text.encode())
    return world


@pytest.mark.parametrize(
    ("file", "name", "expected"),
    [
        ("a.rs", "Point::new", (6, 6)),
        ("a.rs", "Point.new", (6, 6)),
        ("a.rs", "Point::fmt", (10, 10)),
        ("a.rs", "Display::fmt", (10, 10)),
        ("a.rs", "fmt::Display::fmt", (10, 10)),
        ("a.rs", "Point", (1, 3)),
        ("a.go", "(*Server).Run", (3, 4)),
        ("a.go", "(s *Server).Run", (3, 4)),
        ("a.rb", "User.build", (2, 4)),
        ("a.rb", "build", (2, 4)),
        ("a.md", "## Install it", (3, 5)),
        ("a.cpp", "Box<int>", (2, 4)),
    ],
)
def test_a_name_is_found_as_it_is_written_in_its_language(
    world: World, file: str, name: str, expected: tuple[int, int]
) -> None:
    reply = world.read("ann", file, target=TargetName("function", name))
    assert [(one.first, one.last) for one in reply.blocks] == [expected]


@pytest.mark.parametrize(
    ("file", "name"),
    [("a.rs", "Line::new"), ("a.rb", "self"), ("a.go", "(*Client).Run"), ("a.md", "##")],
)
def test_another_name_is_not(world: World, file: str, name: str) -> None:
    request = Read(file.encode(), target=TargetName("function", name))
    assert refused(world.ask("ann", request), "no_target")


def test_the_case_of_a_tag_means_nothing_in_html_alone(world: World) -> None:
    nav = TargetName("tag", "NAV")
    world.outside("a.html", b"<main>\n<nav>x</Nav>\n</main>\n")
    assert [(one.first, one.last) for one in world.read("ann", "a.html", target=nav).blocks] == [
        (2, 2)
    ]
    world.outside("a.xml", b"<main>\n<nav>x</nav>\n</main>\n")
    assert refused(world.ask("ann", Read(b"a.xml", target=nav)), "no_target")
