r"""New text that carries a reader's line numbers, or "\n" where a line break is meant."""

import pytest

from editjournal.daemon.core.sent import Numbering, literal_newline, numbering
from editjournal.schemas.replies import Refusal
from tests.core.world import World, codes, done, lines, numbered, refused, unchanged

TEN = numbered(1, 10)

NUMBERED: list[tuple[str, str, Numbering]] = [
    ("bars", "3|a\n4|b\n", Numbering(3, "|", ("a", "b"))),
    ("no last line end", "3|a\n4|b", Numbering(3, "|", ("a", "b"))),
    ("tabs", "9\ta\n10\tb\n", Numbering(9, "\t", ("a", "b"))),
    ("arrows, padded", "    9→a\n   10→b\n", Numbering(9, "→", ("a", "b"))),
    ("line ends of two characters", "3|a\r\n4|b\r\n", Numbering(3, "|", ("a", "b"))),
    ("indented lines", "3|  a\n4|\tb\n", Numbering(3, "|", ("  a", "\tb"))),
    ("empty lines with their numbers", "3|a\n4|\n5|b\n", Numbering(3, "|", ("a", "", "b"))),
    ("a blank line that counts", "3|a\n\n5|b\n", Numbering(3, "|", ("a", "b"))),
    ("a blank line that does not count", "3|a\n \n4|b\n", Numbering(3, "|", ("a", "b"))),
    ("blank lines around", "\n3|a\n4|b\n\n\n", Numbering(3, "|", ("a", "b"))),
]
PLAIN: list[tuple[str, str]] = [
    ("nothing", ""),
    ("blank lines", "\n\n"),
    ("one line alone", "3|a\n"),
    ("one line among blank ones", "\n3|a\n\n"),
    ("a line without a number", "3|a\n4|b\nc\n"),
    ("numbers that stay", "3|a\n3|b\n"),
    ("numbers that fall", "4|a\n3|b\n"),
    ("numbers that leave one out", "3|a\n5|b\n"),
    ("numbers that leave out more than is blank", "3|a\n\n6|b\n"),
    ("numbers that leave one out after a blank line", "3|a\n\n5|b\n7|c\n"),
    ("two kinds of marks", "3|a\n4\tb\n"),
    ("rows of a Markdown table", "| 1 | a |\n| 2 | b |\n"),
    ("rows of a Markdown table without outer bars", "1 | a\n2 | b\n"),
    ("a numbered list", "1. a\n2. b\n"),
    ("digits of other scripts", "\u0661|a\n\u0662|b\n"),
    ("numbers past every file's", "1234567890|a\n1234567891|b\n"),
]


@pytest.mark.parametrize(("_name", "content", "wanted"), NUMBERED)
def test_numbers_that_rise_line_by_line_are_a_readers(
    _name: str, content: str, wanted: Numbering
) -> None:
    assert numbering(content) == wanted


@pytest.mark.parametrize(("_name", "content"), PLAIN)
def test_other_text_is_content(_name: str, content: str) -> None:
    assert numbering(content) is None


# --- a part of a file -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "first", "mark"),
    [
        ("3|a\n4|b\n", 3, "|"),
        ("7|a\n8|b\n", 7, "|"),
        ("3\ta\n4\tb\n", 3, "tab"),
        ("     3→a\n     4→b\n", 3, "->"),
    ],
)
def test_lines_with_a_readers_numbers_are_refused(
    world: World, content: str, first: int, mark: str
) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    reply = refused(world.replace("a", "f:3-4", content, view=view), "numbered_content")
    assert (reply.verdict, reply.path) == ("REFUSED", b"f")
    assert reply.next[0].note == "the same text without them"
    assert reply.values == {"first": first, "mark": mark}


@pytest.mark.parametrize(
    "content", ["1\ta\n2\tb\n", "4→a\n5→b\n", "3|a\n", "3\ta\n", "| 3 | a |\n"]
)
def test_numbers_that_are_not_those_of_the_lines_are_content(world: World, content: str) -> None:
    world.outside("f", lines(*TEN))
    world.edit("a", "f:3-4", content)
    assert world.text("f") == "".join(f"{one}\n" for one in TEN[:2]) + content + "".join(
        f"{one}\n" for one in TEN[4:]
    )


def test_the_numbers_are_those_that_the_caller_saw_also_where_the_lines_have_moved(
    world: World,
) -> None:
    world.outside("f", lines(*TEN))
    view = world.read("a", "f").seq
    world.edit("a", "f:1", "new\nline 1\n", view=view)
    refused(world.replace("a", "f:3-4", "3\ta\n4\tb\n", view=view), "numbered_content")
    world.edit("a", "f:3-4", "4\ta\n5\tb\n", view=view)
    assert world.data("f") == lines("new", *TEN[:2], "4\ta", "5\tb", *TEN[4:])


def test_lines_that_begin_so_in_the_file_may_be_replaced_by_such(world: World) -> None:
    world.outside("f", lines("Shown:", "1|a", "", "2|b"))
    world.edit("a", "f:2-4", "1|a\n2|c\n3|d\n")
    assert world.data("f") == lines("Shown:", "1|a", "2|c", "3|d")
    world.edit("a", "f", "3|e\n4|f\n", old="3|d\n")
    assert world.data("f") == lines("Shown:", "1|a", "2|c", "3|e", "4|f")
    refused(world.replace("a", "f:1", "1|a\n2|b\n"), "numbered_content")
    refused(world.replace("a", "f:1-2", "1|a\n2|b\n"), "numbered_content")
    world.read("a", "f")
    refused(world.replace("a", "f:2-3", "2→a\n3→b\n"), "numbered_content")


def test_text_named_by_itself_has_no_numbers_but_those_with_a_bar(world: World) -> None:
    world.outside("f", lines(*TEN))
    refused(world.replace("a", "f", "3|a\n4|b\n", old="line 3\n"), "numbered_content")
    world.edit("a", "f", "3\ta\n4\tb\n", old="line 3\n")
    assert world.data("f") == lines(*TEN[:2], "3\ta", "4\tb", *TEN[3:])


def test_an_empty_file_is_not_filled_with_numbers(world: World) -> None:
    world.outside("f", b"")
    refused(world.replace("a", "f:1", "1|a\n2|b\n"), "numbered_content")


def test_bytes_are_content_whatever_they_are_like(world: World) -> None:
    world.outside("f", lines(*TEN))
    world.edit("a", "f:3-10", b"3|a\n4|b\n")
    assert world.data("f") == lines(*TEN[:2], "3|a", "4|b")
    done(world.write("a", "f", b"1|a\n2|b\n"))
    assert world.data("f") == lines("1|a", "2|b")


# --- whole files ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "mark"),
    [
        ("1|line 1\n2|line 2\n", "|"),
        ("1|new\n2|text\n", "|"),
        ("1\tline 1\n2\tline 2\n3\tline 3\n", "tab"),
        ("     1→line 1\n     2→new\n     3→line 3\n", "->"),
    ],
)
def test_a_whole_file_with_a_readers_numbers_is_refused(
    world: World, content: str, mark: str
) -> None:
    world.outside("f", lines(*TEN))
    reply: Refusal = refused(world.write("a", "f", content), "numbered_content")
    assert (reply.verdict, reply.path) == ("REFUSED", b"f")
    assert reply.next[0].note == "the same text without them"
    assert reply.values == {"first": 1, "mark": mark}


@pytest.mark.parametrize(
    "content",
    [
        "2|a\n3|b\n",
        "0|a\n1|b\n",
        "1\tline 1\n2\tline 2\n",
        "2\tline 2\n3\tline 3\n4\tline 4\n",
        "1\tx\n2\ty\n3\tline 3\n4\tline 4\n",
        "1→a\n2→b\n3→c\n",
    ],
)
def test_a_whole_table_is_content(world: World, content: str) -> None:
    world.outside("f", lines(*TEN))
    done(world.write("a", "f", content))
    assert world.text("f") == content


def test_a_new_file_is_refused_for_numbers_with_a_bar_alone(world: World) -> None:
    refused(world.write("a", "f", "1|a\n2|b\n"), "numbered_content")
    done(world.write("a", "f", "1\ta\n2\tb\n3\tc\n"))
    assert world.data("f") == lines("1\ta", "2\tb", "3\tc")


def test_a_file_whose_lines_begin_so_may_be_written_again(world: World) -> None:
    world.outside("f", lines("1|a", "2|b"))
    done(world.write("a", "f", "1|a\n2|b\n3|c\n"))
    assert world.data("f") == lines("1|a", "2|b", "3|c")


# --- line breaks that are none --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "is_told"),
    [
        (r"a\nb\nc", True),
        (r"a\n", True),
        (r"\n", True),
        (r'print("a\nb")', False),
        ("a\\nb\\nc\n", True),
        ("a\\nb\\n\n", True),
        ("a\\nb\\nc\r\n", True),
        ('print("a\\nb\\nc")\n', False),
        ("a\\nb\n", True),
        ("a\\nb\\nc\n\n", False),
        ("a\r\nb\\nc\\n", False),
        (r"a\tb\tc", False),
        ("a", False),
    ],
)
def test_escapes_on_one_line_are_written_as_sent_with_a_warning(
    world: World, content: str, *, is_told: bool
) -> None:
    wanted = ["literal_newline"] if is_told else []
    world.outside("f", b"x")
    world.read("a", "f")
    assert codes(world.edit("a", "f:1", content)) == wanted
    assert world.text("f") == content
    world.outside("g", b"x")
    assert codes(world.edit("a", "g", content, old="x")) == wanted
    assert world.text("g") == content
    assert codes(world.write("a", "h", content)) == wanted
    assert world.text("h") == content


def test_bytes_are_not_warned_of(world: World) -> None:
    assert codes(world.write("a", "f", rb"a\nb\n")) == []


def test_the_same_text_again_is_unchanged_without_a_warning(world: World) -> None:
    world.outside("f", rb"a\nb\n")
    assert codes(unchanged(world.replace("a", "f:1", r"a\nb\n"))) == []


def test_the_warning_stands_after_what_others_changed(world: World) -> None:
    world.outside("f", lines(*TEN[:4], r"x\n", *TEN[5:]))
    view = world.read("a", "f").seq
    world.edit("b", "f:4", "theirs\n", view=view)
    told = codes(world.edit("a", "f:4", r"x\n", view=view))
    assert told == ["echo", "changed_since", "literal_newline"]


def test_the_warning_stands_before_what_was_never_read(world: World) -> None:
    world.outside("f", lines(*TEN[:4], r"x\n", *TEN[5:]))
    assert codes(world.edit("a", "f:4", r"x\n")) == ["echo", "literal_newline", "never_read"]


def test_a_whole_file_tells_of_it_before_what_was_never_read(world: World) -> None:
    world.outside("f", lines(*TEN))
    assert codes(world.write("a", "f", r"a\n")) == ["literal_newline", "overwrote_unread"]
    assert codes(world.write("a", "g", "a\0\\n")) == ["literal_newline", "wrote_binary"]


MEANT_AS_LINES: list[tuple[str, str]] = [
    ("f", r"a\nb"),
    ("f.py", r"x = 1\ny = 2"),
    ("f.py", r"import os\nimport sys"),
    ("f.py", r"if a:\n    b()"),
    ("f.txt", r"hello\nworld"),
    ("f.txt", "hello\\nworld\n"),
    ("f.txt", "hello\\nworld\r\n"),
    ("f.txt", r"don't\nworry"),
    ("f.txt", r"don't\ncan't\nwon't"),
    ("f.txt", r"the boys' hats\nthe girls' hats"),
    ("f.txt", r'a 5" pipe\na 6" pipe'),
    ("f.py", r'x = "open\ny = 2'),
    ("f.py", r"x = 'open\ny = 2"),
    ("f.py", r"print('a')\nprint('b')"),
    ("f.py", r'print("a\n")\nprint("b")'),
    ("f.py", r"x = \"1\"\ny = \"2\""),
    ("f.py", r'x = "a\"b"\ny'),
    ("f.py", r"return 'a'\nreturn 'b'"),
    ("f.js", r"a = b / c\nd = e / f"),
    ("f.js", r"a = /x\n/g;\nb();"),
    ("f.js", r"get('http://x')\nb()"),
    ("f.rs", r"fn a<'a>(x: &'a str)\nfn b<'b>(y: &'b str)"),
    ("f.c", r"#include <a>\nint x;"),
    ("f.yml", r"a:\n  - b"),
    ("f.yml", r"A:\n  - b"),
    ("f.md", r"# Title\n\nText"),
    ("f.sh", r"#!/bin/sh\necho"),
    ("f.env", r"A=/opt\nB=/x"),
    ("f.tex", r"\noindent a\nb"),
]
MEANT_AS_WRITTEN: list[tuple[str, str]] = [
    ("f.py", r'print("a\n", "b\n")'),
    ("f.c", r'printf("x\n"); printf("y\n");'),
    ("f.py", r's = "\n".join(a).split("\n")'),
    ("f.py", r're.sub(r"\n\n", x)'),
    ("f.py", r"x = '\n' + b'\n' + f'{a}\n' + rb'\n'"),
    ("f.py", r'x = "say \"a\nb\" now"'),
    ("f.py", r"x = 'it\'s\n' + 'so\n'"),
    ("f.py", r'''x = """say "a\nb" now\n"""'''),
    ("f.py", r'x = "it\'s\n"; y = "that\'s\n"'),
    ("f.js", r"let a = `x\n${b}\n`"),
    ("f.js", r"let a = /\n\n/g"),
    ("f.js", r"a.split(/\r?\n/).map(b => b.replace(/\n$/, ''))"),
    ("f.js", r"a.match(/[/\n]+/)"),
    ("f.js", r"return/\n/.test(a)"),
    ("f.js", r"""return'a\n'+"b\n";"""),
    ("f.rb", r"a.split /\n/"),
    ("f.pl", r"s/\n/ /g; $a =~ m/\n\n/;"),
    ("f.sh", r"""printf 'a\n%s\n' "$b" """),
    ("f.rs", r"""let a = r#"say "a\n""#; let b = '\n';"""),
    ("f.cs", r'var a = @"C:\new\";'),
    ("f.c", r"""if (c == '\n' || c == '"') d('\n');"""),
    ("f.json", r'{"a": "x\ny", "b": "\n"}'),
    ("f.txt", r"see C:\new\nice.txt"),
    ("f.txt", r"see \\server\name\new"),
    ("f.md", r"a `\n` or \n, the same"),
    ("f.md", r"split at \n only"),
    ("f.py", r"# split at \n only"),
    ("f.tex", r"a \newline b \noindent c"),
    ("f.py", r"a\\nb"),
    ("f.js", r"// as in 'a\nb'"),
]


@pytest.mark.parametrize(("name", "content"), MEANT_AS_LINES)
def test_a_line_break_outside_of_quotes_is_told_and_prepared(
    world: World, name: str, content: str
) -> None:
    reply = done(world.write("a", name, content))
    assert codes(reply) == ["literal_newline"]
    assert world.text(name) == content
    done(world.confirm("a", reply.seq))
    assert "\n" in world.text(name).rstrip()


@pytest.mark.parametrize(("name", "content"), MEANT_AS_WRITTEN)
def test_a_line_break_in_a_literal_or_spoken_of_is_not_told(
    world: World, name: str, content: str
) -> None:
    for end in ("", "\n"):
        reply = done(world.write("a", name, content + end))
        assert (codes(reply), reply.next) == ([], ())


def test_prepared_lines_keep_the_strings_as_they_are(world: World) -> None:
    reply = done(world.write("a", "f.py", r"""print("a\n")\nprint('b\n')"""))
    done(world.confirm("a", reply.seq))
    assert world.text("f.py") == """print("a\\n")\nprint('b\\n')"""


# --- comments that go on --------------------------------------------------------------------------

SWALLOWED: list[tuple[str, str, str]] = [
    ("f.js", r"// a\nb", "//"),
    ("f.js", r"f(); // a\nb();", "//"),
    ("f.go", r"a\n// b\nc", "//"),
    ("f.rs", r"// it's new\nlet a = 'x';", "//"),
    ("f.ts", r"// say \"a\"\nlet b;", "//"),
    ("f.js", r"get('http://x') // a\nb", "//"),
    ("f.js", r"//\nb", "//"),
    ("f.js", r"// \nb", "//"),
    ("f.py", r"# a\nb", "#"),
    ("f.py", r"# a\n    b", "#"),
    ("f.py", r"x = 1  # a\ny = 2", "#"),
    ("f.py", r"#!/usr/bin/env python\n# a\nb", "#"),
    ("f.sql", r"-- a\nselect 1", "--"),
    ("f.lua", r"-- a\nreturn", "--"),
    ("f.ini", r"; a\nb = 1", ";"),
    ("Makefile", r"# a\nall: b", "#"),
]
NOT_SWALLOWED: list[tuple[str, str]] = [
    ("f.js", r'let a = "http://x\ny"'),
    ("f.js", r"fetch('//x\ny')"),
    ("f.js", r"let u = `http://x\ny`"),
    ("f.js", r"url: http://x\ny"),
    ("f.js", r"// split at \n only"),
    ("f.js", r"// as in 'a\nb', or `a\nb`"),
    ("f.js", r'// as in "a\nb"'),
    ("f.js", r"// C:\new is one"),
    ("f.js", r"// a\\nb"),
    ("f.js", "// a"),
    ("f.js", "// a\\nb\nc\n"),
    ("f.js", "// a\r\n// b\\nc\n"),
    ("f.js", r"# a\nb"),
    ("f.py", r"// a\nb"),
    ("f.py", r"print('# a\nb')"),
    ("f.py", r'x = """# a\nb"""'),
    ("f.sh", r"echo ${#a}\nb"),
    ("f.css", r"// a\nb"),
    ("f.html", r"<!-- a\nb -->"),
    ("f.json", r"// a\nb"),
    ("f.tex", r"% \newline, and \noindent"),
    ("f.unheard-of", r"# a\nb"),
    ("f", r"// a\nb"),
]


@pytest.mark.parametrize(("name", "content", "mark"), SWALLOWED)
def test_a_comment_that_takes_in_what_was_meant_for_the_next_line_is_told(
    world: World, name: str, content: str, mark: str
) -> None:
    world.outside(name, lines("one", "two", "three"))
    for reply in (
        done(world.insert("a", f"{name}:1", content)),
        world.edit("a", f"{name}:1", content),
        world.edit("a", name, content, old="three\n"),
        done(world.write("a", name, content)),
        done(world.write("a", f"new/{name}", content, parents=True)),
    ):
        [told] = [one for one in reply.warnings if one.code == "comment_swallows"]
        assert told.values == {"mark": mark}
        assert "literal_newline" not in codes(reply)
    assert world.text(f"new/{name}") == content


@pytest.mark.parametrize(("name", "content"), NOT_SWALLOWED)
def test_a_comment_that_ends_where_it_was_meant_to_is_not_told(
    world: World, name: str, content: str
) -> None:
    assert "comment_swallows" not in codes(world.write("a", name, content))
    assert world.text(name) == content


def test_the_lines_that_a_comment_took_in_are_prepared(world: World) -> None:
    world.outside("f.py", lines("a", "b"))
    reply = done(world.insert("a", "f.py:1", r"# why\nx = \"1\""))
    assert world.text("f.py") == 'a\n# why\\nx = \\"1\\"\nb\n'
    assert reply.next[0].note == "with line breaks"
    done(world.confirm("a", reply.seq))
    assert world.text("f.py") == 'a\n# why\nx = "1"\nb\n'
    whole = done(world.write("a", "g.py", r"# why\nx = 1"))
    done(world.confirm("a", whole.seq))
    assert world.text("g.py") == "# why\nx = 1"


def test_a_line_break_at_the_very_end_is_none_between_lines(world: World) -> None:
    world.outside("f.py", lines("a", "b"))
    reply = done(world.replace("a", "f.py:1", 'x = \\"1\\"\\ny = 2\\n\n'))
    assert codes(reply) == ["literal_newline", "never_read"]
    done(world.confirm("a", reply.seq))
    assert world.text("f.py") == 'x = "1"\ny = 2\n\nb\n'
    whole = done(world.write("a", "g.py", "# why\\nx = 1\n"))
    assert codes(whole) == ["comment_swallows"]
    done(world.confirm("a", whole.seq))
    assert world.text("g.py") == "# why\nx = 1\n"


def test_a_script_on_one_line_has_its_lines_prepared(world: World) -> None:
    reply = done(world.write("a", "f.sh", r"#!/bin/sh\necho"))
    assert codes(reply) == ["literal_newline"]
    done(world.confirm("a", reply.seq))
    assert world.text("f.sh") == "#!/bin/sh\necho"


@pytest.mark.parametrize(
    "piece",
    [
        r"\n",
        r" \n",
        r"C:\n",
        "'",
        '"',
        "`",
        "#a",
        "://",
        "// ",
        '\\"',
        '"""',
        'r#"',
        "\\`",
        '@"',
        "=/[",
        "=/a",
    ],
)
def test_a_long_line_is_looked_through_once(piece: str) -> None:
    content = "// " + piece * 50_000 + r"\nx"
    for name in (b"f.js", b"f.py"):
        assert len(literal_newline(content, name)) <= 1
        assert len(literal_newline(f"{content[3:]}\n", name)) <= 1
