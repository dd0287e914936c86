"""Replies in colour: which lines, for whom, and that the text itself stays as it is."""

import io

import click
import pytest

from editjournal.client.commands import colour

DIFF = """\
preview a.py: 1 -> 1-2 (+1), nothing changed yet  event_id p81, good for 24 h
-1|one
+1|uno
+2|-3|
4|-5|is text of the file
next: editjournal confirm p81"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_verdict_is_bold_and_a_diff_red_and_green() -> None:
    first, went, came, also_came, context, last = colour.paint(DIFF).split("\n")
    assert first.startswith("\x1b[1mpreview\x1b[0m a.py: 1 -> ")
    assert went == "\x1b[31m-1|one\x1b[0m"
    assert came == "\x1b[32m+1|uno\x1b[0m"
    assert also_came == "\x1b[32m+2|-3|\x1b[0m"
    assert context == "4|-5|is text of the file"
    assert last == "next: editjournal confirm p81"


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("ok a.py: unchanged", True),
        ("REFUSED a.py, nothing changed. Why.\nnext: x", True),
        ("ERROR a.py, nothing changed. Why.", True),
        ("2 open edits of this session", False),
        ("okay.py is no verdict", False),
        ("no chips", False),
        ("", False),
    ],
)
def test_only_a_verdict_is_bold(text: str, bold: bool) -> None:
    assert colour.paint(text).startswith("\x1b[1m") is bold


@pytest.mark.parametrize("text", [DIFF, "ok", "a\udcff\n-1|\udcff\r\n", "\n\n-1|x"])
def test_without_its_colours_the_text_is_the_same(text: str) -> None:
    assert click.unstyle(colour.paint(text)) == text


def test_colour_is_for_terminals_whose_user_has_not_said_no() -> None:
    assert colour.wanted(Terminal(), {})
    assert colour.wanted(Terminal(), {"NO_COLOR": ""})
    assert not colour.wanted(Terminal(), {"NO_COLOR": "1"})
    assert not colour.wanted(io.StringIO(), {})


ENTRY = "14:02:09    e12  codex#3           a.py: 1 -> 1 (0, 3 lines)"


def test_of_an_entry_time_id_and_name_are_told_apart() -> None:
    shown = colour.entry(ENTRY)
    assert "\x1b[33m  e12  \x1b[0m" in shown
    assert "\x1b[36mcodex#3           \x1b[0m" in shown
    refused = colour.entry("2026-05-01 14:02:09      7  codex#3           refused: moved a.py")
    assert refused.endswith("\x1b[31mrefused: moved a.py\x1b[0m")


def test_of_a_unified_diff_what_went_is_red_and_what_came_green() -> None:
    assert colour.diff("-x") == "\x1b[31m-x\x1b[0m"
    assert colour.diff("+x") == "\x1b[32m+x\x1b[0m"
    assert colour.diff("--- a/x").startswith("\x1b[1m")
    assert colour.diff(" -x") == " -x"


@pytest.mark.parametrize(
    "line", [ENTRY, "no entries", "notice: x", "", "-", "+++ b/x", "@@ -1 +1 @@"]
)
def test_without_its_colours_a_line_is_the_same(line: str) -> None:
    assert click.unstyle(colour.entry(line)) == line
    assert click.unstyle(colour.diff(line)) == line
