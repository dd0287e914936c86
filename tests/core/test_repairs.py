r"""`old` that stands nowhere exactly: one thing can be meant, or nothing is repaired."""

import codecs
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editjournal.daemon.core import edits, finding
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.repairs import (
    Repair,
    repair,
    repair_at,
    with_line_breaks,
    without_numbers,
)
from editjournal.daemon.core.text import Text

UTF8_BOM = codecs.BOM_UTF8.decode()


def text_of(file: str) -> Text:
    return texts.of(file.encode())


def after(text: Text, made: Repair) -> bytes:
    """Return the file's bytes once the repaired edit is made."""
    cuts = finding.cuts(text, made.spots, made.content)
    return edits.plan(text, finding.regions(text, cuts)).after.data


def repaired(file: str, old: str, new: str) -> tuple[str, str] | None:
    """Return the kind of the repair, and the file with the repaired edit; the old fits nowhere."""
    text = text_of(file)
    assert not finding.find(text, old)
    made = repair(text, old, new)
    return None if made is None else (made.kind, after(text, made).decode())


# --- each kind: the file, old, new, and the file with the repaired edit -------------------------

Row = tuple[str, str, str, str, str]

NUMBERS: list[Row] = [
    ("bars", "a\nb\nc\n", "1|a\n2|b\n", "x\n", "x\nc\n"),
    ("bars of another file's lines", "a\nb\nc\n", "41|a\n42|b", "x", "x\nc\n"),
    ("tabs", "a\n  b\n", "1\ta\n2\t  b", "x", "x\n"),
    ("arrows", "a\n\tb\n", "    1→a\n    2→\tb", "x", "x\n"),
    ("a blank line", "a\n\nb\n", "1|a\n2|\n3|b", "x", "x\n"),
    ("a blank line without its number", "a\n\nb\n", "1|a\n\n3|b", "x", "x\n"),
    ("CRLF in the file", "a\r\nb\r\nc\r\n", "1|a\n2|b\n", "x\ny\n", "x\r\ny\r\nc\r\n"),
    ("CRLF in old", "a\nb\nc\n", "1|a\r\n2|b\r\n", "x\n", "x\nc\n"),
    ("numbers in both", "a\nb\n", "1|a\n2|b\n", "1|a\n2|x\n", "a\nx\n"),
]
LINE_ENDS: list[Row] = [
    ("blanks in the file", "a  \nb\n", "a\nb", "x\ny", "x\ny\n"),
    ("blanks in old", "a\nb\n", "a \t\nb", "x\ny", "x\ny\n"),
    ("blanks at the end of old", "a\nb\n", "a  ", "x", "x\nb\n"),
    ("blanks of another kind at the end", "a\t\nb\n", "a  ", "x", "x\nb\n"),
    ("a blank line that is not empty", "a\n  \nb\n", "a\n\nb", "x", "x\n"),
    ("a blank line first", "c\n\na\n", "  \na", "x", "c\nx\n"),
    ("a line end first", "c  \na  \nb\n", "\na\nb", "\nx", "c  \nx\n"),
    ("a line end that goes", "c  \na  \nb\n", "\na\nb", " x", "c   x\n"),
    ("a blank line of blanks that goes", "a\n  \nb\n", "a\n\n", "a\n", "a\nb\n"),
    ("from the middle of a line", "if a: \n  b\nc\n", "a:\n  b", "x:\n  b", "if x:\n  b\nc\n"),
    ("to the middle of a line", "a \nbc\n", "a\nb", "x\ny", "x\nyc\n"),
    ("to the indentation of a line", "a \n  b\n", "a\n  ", "x\n  ", "x\n  b\n"),
    ("a new text with blanks", "a  \nb\n", "a\nb", "x  \ny", "x  \ny\n"),
    ("a line that stays keeps its blanks", "a  \nb\n", "a\nb", "a\ny", "a  \ny\n"),
    ("CRLF", "a \r\nb\r\nc\r\n", "a\nb\n", "x\ny\n", "x\r\ny\r\nc\r\n"),
    ("deleted whole lines", "a \nb\nc\n", "a\nb", "", "c\n"),
    ("no line end at the end of the file", "a\nb", "a\nb\n", "a\nx\n", "a\nx"),
    ("the same with CRLF", "a\r\nb", "a\nb\n", "a\r\nx\r\n", "a\r\nx"),
]
INDENTATION: list[Row] = [
    ("tabs in the file", "\ta\n\t\tb\n", "    a\n        b\n", "    x\n", "\tx\n"),
    ("a wider tab", "\ta\n\t\tb\n", "        a\n" + " " * 16 + "b\n", " " * 16 + "x\n", "\t\tx\n"),
    ("tabs and aligned text", "\ta\n\t  b\n", "    a\n      b\n", "      x\n", "\t  x\n"),
    ("one line with tabs", "f\n\t\tx = 1\n", "        x = 1", "        x = 2", "f\n\t\tx = 2\n"),
    ("spaces in the file", "  a\n    b\n", "\ta\n\t\tb\n", "\t\t\tx\n", "      x\n"),
    ("two steps for four", "  a\n    b\n", "    a\n      b\n", "    x\n", "  x\n"),
    (
        "old without indentation",
        "    a:\n      b\n",
        "a:\n  b",
        "a:\n  x\n  y",
        "    a:\n      x\n      y\n",
    ),
    ("old with too much", "a:\n  b\n", "    a:\n      b", "    a:\n      x", "a:\n  x\n"),
    ("deeper new lines", "\ta\n\tb\n", "    a\n    b\n", "    a\n        x\n", "\ta\n\t\tx\n"),
    (
        "a blank line between",
        "\ta\n\n\tb\n",
        "    a\n\n    b\n",
        "    x\n\n    y\n",
        "\tx\n\n\ty\n",
    ),
    (
        "a blank line of blanks",
        "\ta\n\t\n\tb\n",
        "    a\n\n    b\n",
        "    a\n\n    y\n",
        "\ta\n\t\n\ty\n",
    ),
    ("the last line cut", "\ta\n\tb = 1\n", "    a\n    b", "    a\n    c", "\ta\n\tc = 1\n"),
    ("CRLF", "\ta\r\n\tb\r\n", "    a\n    b\n", "    x\n    y\n", "\tx\r\n\ty\r\n"),
    ("CRLF becomes LF", "\ta\n\tb\n", "  a\n  b\n", "  x\r\n  y\r\n", "\tx\n\ty\n"),
    ("deleted lines", "\ta\n\tb\nc\n", "    a\n    b\n", "", "c\n"),
]
LOOK_ALIKES: list[Row] = [
    ("curly quotes", "say “hi”\n", 'say "hi"', 'say "bye"', "say “bye”\n"),
    ("single ones", "\u2018it\u2019s\u2019\n", "'it's'", "'he's'", "\u2018he\u2019s\u2019\n"),
    ("straight ones in the file", 'say "hi"\n', "say “hi”", "say “bye”", 'say "bye"\n'),
    ("a space that does not break", "in\u00a0a b\n", "in a b", "in a c b", "in\u00a0a c b\n"),
    ("dashes", "a \u2013 b — c\n", "a - b - c", "a - b - d", "a \u2013 b — d\n"),
    ("a minus sign", "x = \u22121\n", "x = -1", "x = -2", "x = \u22122\n"),
    ("an ellipsis", "wait… now\n", "wait... now", "wait... then", "wait… then\n"),
    ("dots in the file", "wait... now\n", "wait… now", "wait… then", "wait... then\n"),
    ("an ellipsis that goes", "wait… now\n", "wait... now", "wait. now", "wait. now\n"),
    ("a line that goes", "“a”\nb\n“c”\n", '"a"\nb\n"c"\n', '"a"\n"c"\n', "“a”\n“c”\n"),
    ("what is new is as sent", "say “hi”\n", 'say "hi"', 'say "hi" - "you"', 'say “hi” - "you"\n'),
    ("lines that stay", "“a”\nb\n", '"a"\nb', '"a"\nc\n"d"', '“a”\nc\n"d"\n'),
    ("fewer lines", "“a”\nb \u2013 c\nd\n", '"a"\nb - c\nd', '"a" - c', "“a” \u2013 c\n"),
    ("beyond the plane of most", "😀 “a”\n", '😀 "a"', '😀 "b"', "😀 “b”\n"),
    ("CRLF", "“a”\r\nb\r\n", '"a"\nb', '"a"\nc', "“a”\r\nc\r\n"),
]
ESCAPES: list[Row] = [
    ("quotes", 'say "hi"\n', r"say \"hi\"", r"say \"bye\"", 'say "bye"\n'),
    ("line breaks", "a\nb\nc\n", r"a\nb\n", r"x\ny\n", "x\ny\nc\n"),
    ("line breaks of two", "a\nb\nc\n", r"a\r\nb", r"x\ny", "x\ny\nc\n"),
    ("tabs", "\ta\n\tb\n", r"\ta\n\tb", r"\ta\n\tx", "\ta\n\tx\n"),
    ("backslashes", "a\\d\n", r"a\\d", r"a\\w", "a\\w\n"),
    ("one level only", "a\\\\d\n", r"a\\\\d", r"a\\\\w", "a\\\\w\n"),
    ("an escape of the language", 'f("a\\nb")\n', r"f(\"a\\nb\")", r"f(\"a\\tb\")", 'f("a\\tb")\n'),
    ("quotes alone", 'f("\\d")\ng\n', 'f(\\"\\d\\")\ng', 'f(\\"\\w\\")\ng', 'f("\\w")\ng\n'),
    ("line breaks alone", '"a"\nb\n', r'"a"\nb', r'"x"\ny', '"x"\ny\n'),
    (
        "quotes beside a language's",
        'f("a")\ng\n',
        'f(\\"a\\")\ng',
        'f(\\"\\n\\")\ng',
        'f("\\n")\ng\n',
    ),
    ("breaks beside a language's", '"\\""\ng\n', '"\\""\\ng', '"\\"c"\\ng', '"\\"c"\ng\n'),
    ("a new text without any", 'say "hi"\n', r"say \"hi\"", "quiet", "quiet\n"),
    ("a new text that ends in a line end", "a\nb\nc\n", r"a\nb", "x\\ny\n", "x\ny\n\nc\n"),
    ("CRLF in the file", "a\r\nb\r\n", r"a\nb", r"x\ny", "x\r\ny\r\n"),
]


@pytest.mark.parametrize(("_name", "file", "old", "new", "wanted"), NUMBERS)
def test_a_readers_line_numbers_are_taken_off(
    _name: str, file: str, old: str, new: str, wanted: str
) -> None:
    assert repaired(file, old, new) == ("numbers", wanted)


@pytest.mark.parametrize(("_name", "file", "old", "new", "wanted"), LINE_ENDS)
def test_white_space_at_line_ends_may_differ(
    _name: str, file: str, old: str, new: str, wanted: str
) -> None:
    assert repaired(file, old, new) == ("line_ends", wanted)


@pytest.mark.parametrize(("_name", "file", "old", "new", "wanted"), INDENTATION)
def test_new_text_gets_the_indentation_of_the_file(
    _name: str, file: str, old: str, new: str, wanted: str
) -> None:
    assert repaired(file, old, new) == ("indentation", wanted)


@pytest.mark.parametrize(("_name", "file", "old", "new", "wanted"), LOOK_ALIKES)
def test_characters_that_stay_are_the_files_own(
    _name: str, file: str, old: str, new: str, wanted: str
) -> None:
    assert repaired(file, old, new) == ("look_alikes", wanted)


@pytest.mark.parametrize(("_name", "file", "old", "new", "wanted"), ESCAPES)
def test_one_level_of_backslashes_is_taken_off_old_and_new_text(
    _name: str, file: str, old: str, new: str, wanted: str
) -> None:
    assert repaired(file, old, new) == ("escapes", wanted)


# --- nothing is repaired --------------------------------------------------------------------------

NONE: list[tuple[str, str, str, str]] = [
    ("other text", "a\nb\n", "a\nc", "x"),
    ("another letter case", "Name\n", "name", "x"),
    ("a missing character", "a = b\n", "a b", "x"),
    ("white space within a line", "a  =  b\n", "a = b", "x"),
    ("an empty file", "", "a\nb ", "x"),
    ("nothing sought", "a\n", "", "x"),
    ("blanks sought", "a\n\t\nb\n", "  \n", "x"),
    ("the indentation of the next line, otherwise", "\ta\n\tb\n", "    a\n    ", "    x\n    "),
    ("an end within an ellipsis", "a.…b\n", "a....b", "a...b"),
    ("numbers, twice", "a\nb\na\nb\n", "1|a\n2|b", "x"),
    ("numbers that do not rise", "a\nb\n", "1|a\n1|b", "x"),
    ("one number alone", "a\nb\n", "1|a", "x"),
    ("line ends, twice", "a \nb\na  \nb\n", "a\nb", "x"),
    ("blanks where a line goes on", "ab\n", "a ", "x"),
    ("a blank first line that is not there", "c\na\n", "  \na", "x"),
    ("a line end before the first line", "a  \n", "\na\n", "x"),
    ("two line ends for one", "a\n", "a\n\n", "x"),
    ("tabs, twice", "\ta\n\tb\n\ta\n\tb\n", "    a\n    b", "    x"),
    ("tabs, at two depths", "\ta\n\t\ta\n", "    a", "x"),
    ("lines shifted each otherwise", "  a\n     b\n", "    a\n      b\n", "x\n"),
    ("a tab that is now four, now eight wide", "\ta\n\tb\n", "    a\n        b\n", "x\n"),
    ("a new line with less indentation than goes", "a\n  b\n", "    a\n      b\n", "    a\n  x\n"),
    ("look-alikes, twice", "“a”\n„a“\n", '"a"', "x"),
    ("half an ellipsis", "a…\n", "a..", "x"),
    ("a letter of another script", "\u0430\n", "a", "x"),
    ("an accent that is a character by itself", "e\u0301\n", "\u00e9", "x"),
    ("escapes, twice", 'a "b" "b"\n', r"\"b\"", "x"),
    ("two levels of escapes", "a\\d\n", r"a\\\\d", "x"),
    ("too few escapes", r"a\"b" + "\n", 'a"b', "x"),
    ("a line break for an escape of the language", 'f("a\\nb")\n', 'f("a\nb")', "x"),
    ("escapes in one part of the new text", 'a "b"\n', r"a \"b\"", r'c \"b\" "d"'),
    ("a new text that can mean two things", 'f("a")\n', r"f(\"a\")", r"f(\"a\nb\")"),
    ("two kinds at once", "\t“a”\n", '    "a"', "x"),
]


@pytest.mark.parametrize(("_name", "file", "old", "new"), NONE)
def test_where_nothing_or_two_things_can_be_meant_nothing_is_repaired(
    _name: str, file: str, old: str, new: str
) -> None:
    assert repaired(file, old, new) is None


def test_a_kind_that_fits_twice_is_not_passed_over_for_a_later_one() -> None:
    file = "a \nb\na  \nb\n" + "\ta\n\tb\n"
    assert repaired(file, "a\nb", "x") is None
    assert repaired("\ta\n\tb\n", "a\nb", "x") == ("indentation", "\tx\n")


def test_what_is_no_text_is_not_repaired() -> None:
    assert repair(texts.of(b"\0a\nb \n"), "a\nb\n", "x") is None


def test_text_that_is_everywhere_is_not_looked_at_for_ever() -> None:
    same = "  a\n   b\n"
    assert repaired(same * 1_500 + "\ta\n\tb\n", "    a\n    b\n", "x") is None
    assert repaired("\ta\n\tb\n" + same * 1_500, "    a\n    b\n", "x") is None
    assert repaired(same * 900 + "\ta\n\tb\n", "    a\n    b\n", "x") is not None


@pytest.mark.parametrize(
    ("count", "more", "is_repaired"),
    [(2, '"c"\n', True), (20, '"c"\n', False), (20, "", True)],
)
def test_changed_lines_are_compared_unless_they_are_too_many_to_tell_which_is_which(
    count: int, more: str, is_repaired: bool
) -> None:
    file = ("“a” " * 40 + "\n") * count
    plain = file.replace("“", '"').replace("”", '"')
    made = repaired(file, plain, plain.replace("a", "b") + more)
    wanted = ("look_alikes", file.replace("a", "b") + more)
    assert made == (wanted if is_repaired else None)


# --- the order ------------------------------------------------------------------------------------

ORDER: list[tuple[str, str, str, str]] = [
    ("numbers", "a\nb\n1|a \n2|b\n", "1|a\n2|b", "a\nb"),
    ("line_ends", "\ta \n\tb\n  a\n  b\n", "\ta\n\tb", "\ta \n\tb"),
    ("line_ends", "a\u00a0b\na b \n", "a b  ", "a b "),
    ("indentation", "\ta\n\u00a0\u00a0a\n", "  a", "\ta"),
    ("look_alikes", '“\\n”\n"\n"\n', r'"\n"', "“\\n”"),
]


@pytest.mark.parametrize(("kind", "file", "old", "spot"), ORDER)
def test_the_first_kind_that_fits_decides(kind: str, file: str, old: str, spot: str) -> None:
    text = text_of(file)
    made = repair(text, old, "x")
    assert made is not None
    start, stop = made.spots[0]
    assert (made.kind, text.data[start:stop].decode()) == (kind, spot)


# --- what else a repair says ----------------------------------------------------------------------


def test_only_numbers_in_old_may_be_passed_over_at_once() -> None:
    text = text_of("a\nb \n\tc\n")
    made = [
        repair(text, "1|a\n2|b", "x"),
        repair(text, "1|a\n2|b", "1|x\n2|y"),
        repair(text, "a\nb\n", "x"),
        repair(text, "    c", "x"),
    ]
    assert [(one.kind, one.applied) for one in made if one] == [
        ("numbers", True),
        ("numbers", False),
        ("line_ends", False),
        ("indentation", False),
    ]


@pytest.mark.parametrize(
    ("file", "old", "way"),
    [
        ("\ta\n", "    a", "tabs"),
        ("    a\n", "\ta", "spaces"),
        ("    a:\n      b\n", "  a:\n    b", "deeper"),
        ("  a\n", "    a", "shallower"),
    ],
)
def test_an_indentation_says_what_the_file_has_instead(file: str, old: str, way: str) -> None:
    made = repair(text_of(file), old, "")
    assert made is not None
    assert made.way == way


@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("a\nb\n", "1|a\n2|b"),
        ("a \nb\n", "a\nb"),
        ("\ta\n\tb\n", "    a\n    b"),
        ("“a”\n", '"a"'),
        ('"a"\n', r"\"a\""),
    ],
)
def test_new_bytes_are_never_touched(file: str, old: str) -> None:
    sent = b'    1|a \r\n    2|"b"\\n'
    made = repair(text_of(file), old, sent)
    assert made is not None
    assert made.content == sent


# --- encodings ------------------------------------------------------------------------------------

ENCODED: list[tuple[str, str, str, str, str]] = [
    ("utf-8", UTF8_BOM + "é \nb\nc\n", "é\nb", "ü\nb", UTF8_BOM + "ü\nb\nc\n"),
    ("utf-16-le", "\ufeffé\r\n\tb\r\nc\r\n", "    b\nc", "    ü\nc", "\ufeffé\r\n\tü\r\nc\r\n"),
    ("utf-16-be", "\ufeff😀 “a”\né\n", '😀 "a"', '😀 "b"', "\ufeff😀 “b”\né\n"),
    ("cp1252", "é “a” \u2013 é\nb\n", 'é "a" - é', 'é "c" - é', "é “c” \u2013 é\nb\n"),
    ("gb18030", "中文注释 \n中文的代码\n", "中文注释\n中文的", "中\n文的", "中\n文的代码\n"),
]


@pytest.mark.parametrize(("encoding", "file", "old", "new", "wanted"), ENCODED)
def test_a_place_is_right_in_every_encoding(
    encoding: str, file: str, old: str, new: str, wanted: str
) -> None:
    bom = "\ufeff".encode(encoding) if file.startswith("\ufeff") else b""
    text = Text(file.encode(encoding), encoding=encoding, bom=bom)
    made = repair(text, old, new)
    assert made is not None
    assert after(text, made) == wanted.encode(encoding)


def test_the_byte_order_mark_is_outside_of_the_spot() -> None:
    text = text_of(UTF8_BOM + "a \nb\n")
    made = repair(text, "a\nb", "x")
    assert made is not None
    assert made.spots == [(3, 7)]
    at = repair_at(text, 0, 0, "a", "x")
    assert at is not None
    assert at.spots == [(3, 6)]


# --- lines and old --------------------------------------------------------------------------------

AT: list[tuple[str, str, tuple[int, int], str, str, str, str]] = [
    ("numbers", "c\na\nb\n", (1, 2), "2|a\n3|b", "x\ny", "x\ny", "a\nb\n"),
    ("line_ends", "a \na \n", (1, 1), "a", "x", "x", "a \n"),
    ("line_ends", "c\na\n", (1, 1), "a  \n", "x\n", "x\n", "a\n"),
    ("line_ends", "c\na ", (1, 1), "a\n", "x\n", "x\n", "a "),
    ("indentation", "\ta\n\ta\n", (0, 0), "    a", "    x", "\tx", "\ta\n"),
    (
        "indentation",
        "c\n\ta\n\n\tb",
        (1, 3),
        "  a\n\n  b",
        "  a\n\n  x",
        "\ta\n\n\tx",
        "\ta\n\n\tb",
    ),
    ("look_alikes", "“a”\r\n“a”\r\n", (1, 1), '"a"', '"b"', "“b”", "“a”\r\n"),
    ("escapes", '"a"\nb\nc\n', (0, 1), r"\"a\"\nb", r"\"x\"\nb", '"x"\nb', '"a"\nb\n'),
]


@pytest.mark.parametrize(("kind", "file", "span", "old", "new", "content", "spot"), AT)
def test_old_may_differ_so_from_the_lines_it_is_sent_with(
    kind: str, file: str, span: tuple[int, int], old: str, new: str, content: str, spot: str
) -> None:
    text = text_of(file)
    made = repair_at(text, *span, old, new)
    assert made is not None
    start, stop = made.spots[0]
    found = (made.kind, made.content, text.data[start:stop].decode())
    assert found == (kind, content, spot)


@pytest.mark.parametrize(
    ("file", "span", "old"),
    [
        ("\ta\nb\n", (0, 1), "    a"),
        ("\ta\nb\n", (0, 0), "    a\nb"),
        ("\ta\nb\n", (1, 1), "    a"),
        ("\tab\n", (0, 0), "    a"),
        ("a \nb\n", (0, 0), "a\n\n"),
        ("“a” b\n", (0, 0), '"a"'),
        ("a b \n", (0, 0), "b"),
        ("a\n\n", (0, 1), r"a\n"),
        ("a\n", (5, 6), "a "),
        ("", (0, 0), "a "),
    ],
)
def test_old_must_be_all_of_the_lines_it_is_sent_with(
    file: str, span: tuple[int, int], old: str
) -> None:
    assert repair_at(text_of(file), *span, old, "x") is None


# --- new text by itself ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        ("1|a\n2|b\n", "a\nb\n"),
        ("1|a\n2|\n3|b", "a\n\nb"),
        ("1|a\n\n3|b", "a\n\nb"),
        ("\n1|a\r\n \r\n2|b\r\n", "\na\r\n \r\nb\r\n"),
        (" 9→\ta\n10→b", "\ta\nb"),
        ("1|2|a\n2|3|b", "2|a\n3|b"),
        ("1|a\n3|b\n", "1|a\n3|b\n"),
        ("1|a", "1|a"),
        ("", ""),
    ],
)
def test_a_text_without_a_readers_numbers(sent: str, wanted: str) -> None:
    assert without_numbers(sent) == wanted


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        (r"a\nb\n", "a\nb\n"),
        (r"a\r\nb", "a\r\nb"),
        (r"\ta", "\ta"),
        (r"a\\nb", r"a\nb"),
        (r"a\\d\n", "a\\d\n"),
        (r"f(\"a\\nb\")\n", 'f("a\\nb")\n'),
        (r"""f("a\"b")\n""", 'f("a\\"b")\n'),
        (r"\d\n", "\\d\n"),
        ("a", "a"),
        (r"\1 \g<0> $&", r"\1 \g<0> $&"),
        (r"""print("a\n")\nprint('b\n')\n""", "print(\"a\\n\")\nprint('b\\n')\n"),
        (r'print("a\\n")\nb', 'print("a\\n")\nb'),
        (r"f(\"a\nb\")\n", 'f("a\nb")\n'),
    ],
)
def test_a_text_with_the_line_breaks_that_were_meant(sent: str, wanted: str) -> None:
    assert with_line_breaks(sent, b"f.py") == wanted


# --- any file -------------------------------------------------------------------------------------


class Line(tuple[str, ...]):
    """A line of a made-up file: indentation, text, blanks at its end, line end."""

    __slots__ = ()

    def __str__(self) -> str:
        return "".join(self)


WORDS = st.lists(
    st.sampled_from(
        ['"a"', "“b”", "\u2018c\u2019", "d\u00a0e", "f\u2013g", "h…", "\\n", "\\", "{", "()", "1|"]
    ),
    max_size=3,
)


@st.composite
def files(draw: st.DrawFn) -> list[Line]:
    """Draw lines of a file, each with a word of its own, so that no text stands there twice."""
    made: list[Line] = []
    for number in range(draw(st.integers(2, 8))):
        words = [f"w{number}w", *draw(WORDS)]
        if draw(st.booleans()):
            words.reverse()
        depth, blanks = draw(st.integers(0, 2)), draw(st.sampled_from(["", "", " ", "\t "]))
        end = draw(st.sampled_from(["\n", "\r\n"]))
        made.append(Line(("\t" * depth, " ".join(words), blanks, end)))
    return made


Mangle = Callable[[Line, int], str]


def with_number(line: Line, number: int) -> str:
    return f"{number}|{line[0]}{line[1]}{line[2]}\n"


def without_blanks(line: Line, _number: int) -> str:
    return f"{line[0]}{line[1]}\n"


def with_spaces(line: Line, _number: int) -> str:
    return "    " * len(line[0]) + f"{line[1]}{line[2]}\n"


def moved_in(line: Line, _number: int) -> str:
    return f"  {line[0]}{line[1]}{line[2]}\n"


def in_ascii(line: Line, _number: int) -> str:
    plain = line[1].translate(str.maketrans({"“": '"', "”": '"', "\u2018": "'", "\u2019": "'"}))
    plain = plain.replace("\u00a0", " ").replace("\u2013", "-").replace("…", "...")
    return f"{line[0]}{plain}{line[2]}\n"


def escaped(line: Line, _number: int) -> str:
    text = f"{line[0]}{line[1]}{line[2]}\n".replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("\n", "\\n").replace("\t", "\\t")


MANGLES: dict[str, list[Mangle]] = {
    "numbers": [with_number],
    "line_ends": [without_blanks],
    "indentation": [with_spaces, moved_in],
    "look_alikes": [in_ascii],
    "escapes": [escaped],
}


@st.composite
def mangled(draw: st.DrawFn) -> tuple[list[Line], int, int, str, Mangle]:
    """Draw a file, the lines from and to before, and how a caller mangles them: its kind, and it.

    `old` made so stands nowhere in the file.
    """
    file = draw(files())
    start = draw(st.integers(0, len(file) - 2))
    stop = draw(st.integers(start + 2, len(file)))
    kind = draw(st.sampled_from(sorted(MANGLES)))
    return file, start, stop, kind, draw(st.sampled_from(MANGLES[kind]))


def sent(lines: list[Line], mangle: Mangle) -> str:
    return "".join(mangle(line, number) for number, line in enumerate(lines, 7))


def whole(lines: list[Line]) -> str:
    return "".join(map(str, lines))


@given(mangled(), st.data())
def test_an_edit_mangled_in_one_way_is_made_where_it_was_meant_and_nowhere_else(
    case: tuple[list[Line], int, int, str, Mangle], data: st.DataObject
) -> None:
    file, start, stop, kind, mangle = case
    text, old = text_of(whole(file)), sent(file[start:stop], mangle)
    if finding.find(text, old):
        return
    which = data.draw(st.integers(start, stop - 1))
    line = file[which]
    changed = Line((line[0], line[1].replace(f"w{which}w", "new"), line[2], line[3]))
    edited = [*file[:which], changed, *file[which + 1 :]]
    made = repair(text, old, sent(edited[start:stop], mangle))
    assert made is not None
    assert made.kind == kind
    span = (len(whole(file[:start]).encode()), len(whole(file[:stop]).encode()))
    assert made.spots == [span]
    if kind == "line_ends":  # a changed line is as sent there
        edited[which] = Line((changed[0], changed[1], "", changed[3]))
    wanted = edited
    # New text has one kind of line end: that of the first line it replaces.
    endings = {str(one[3]) for one in file[start:stop]}
    if len(endings) > 1:
        wanted = [
            Line((*one[:3], file[start][3])) if start <= at < stop else one
            for at, one in enumerate(edited)
        ]
    assert after(text, made) == whole(wanted).encode()
    by_lines = repair_at(text, start, stop - 1, old, sent(edited[start:stop], mangle))
    assert by_lines is not None
    assert (by_lines.kind, by_lines.spots) == (kind, made.spots)


@given(mangled(), st.data())
def test_another_letter_or_digit_is_never_passed_over(
    case: tuple[list[Line], int, int, str, Mangle], data: st.DataObject
) -> None:
    file, start, stop, _kind, mangle = case
    old = sent(file[start:stop], mangle)
    word = data.draw(st.sampled_from([f"w{number}w" for number in range(start, stop)]))
    at = old.index(word) + data.draw(st.integers(0, len(word) - 1))
    wrong = old[:at] + data.draw(st.sampled_from("xX8é")) + old[at + 1 :]
    new = data.draw(st.sampled_from(["", "x\n", old]))
    if wrong[at] != old[at]:
        assert repair(text_of(whole(file)), wrong, new) is None
        assert repair_at(text_of(whole(file)), start, stop - 1, wrong, new) is None


@given(mangled())
def test_what_stands_twice_is_not_repaired(
    case: tuple[list[Line], int, int, str, Mangle],
) -> None:
    file, start, stop, _kind, mangle = case
    old = sent(file[start:stop], mangle)
    text = text_of(whole(file) * 2)
    if not finding.find(text, old):
        assert repair(text, old, "x\n") is None


@given(
    st.text('ab “"…\\n\t\r\n1|2', max_size=12), st.text('ab "\\n\t\r\n1|2.', max_size=8), st.text()
)
def test_any_text_is_repaired_or_not_and_the_rest_of_the_file_stays(
    file: str, old: str, new: str
) -> None:
    text = text_of(file)
    made = repair(text, old, new)
    if made is not None:
        start, stop = made.spots[0]
        data = text.data
        assert 0 <= start < stop <= len(data)
        spot = data[start:stop].decode()
        letters = [one for one in spot if one in "ab"]
        assert letters == [one for one in old if one in "ab"]
