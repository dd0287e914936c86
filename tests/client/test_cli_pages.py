"""Long output on a terminal: through a pager if it is more than a screen, as far as it is read."""

import os
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

import click
import pytest

from editjournal.client.commands import paging

Captured = pytest.CaptureFixture[bytes]


class Terminal:
    """Standard output, as far as it is asked what it is."""

    is_one = True

    def isatty(self) -> bool:
        return self.is_one


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of five lines, ten columns each."""
    terminal = Terminal()
    size = os.terminal_size((10, 5))
    monkeypatch.setattr(paging, "sys", SimpleNamespace(stdout=terminal))
    monkeypatch.setattr(paging.shutil, "get_terminal_size", lambda: size)
    return terminal


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what the pager got; it looks at six lines."""
    found: list[str] = []

    def pager(lines: Iterable[str], color: bool) -> None:
        found.extend(line for line, _ in zip(lines, range(6), strict=False))

    monkeypatch.setattr(click, "echo_via_pager", pager)
    return found


def printed(captured: Captured) -> str:
    return os.fsdecode(captured.readouterr().out)


@pytest.mark.parametrize("lines", [["a"] * 4, ["x" * 20, "b", "c"], [], ["\udcff"]])
def test_what_the_screen_holds_is_printed(
    terminal: Terminal, paged: list[str], capfdbinary: Captured, lines: list[str]
) -> None:
    paging.put_lines(lines)
    assert printed(capfdbinary) == "".join(f"{line}\n" for line in lines)
    assert paged == []


@pytest.mark.parametrize("lines", [["a"] * 5, ["x" * 21, "b", "c"], ["x" * 41, "b"]])
def test_what_is_more_than_the_screen_goes_through_the_pager(
    terminal: Terminal, paged: list[str], capfdbinary: Captured, lines: list[str]
) -> None:
    paging.put_lines(lines)
    assert printed(capfdbinary) == ""
    assert paged == [f"{line}\n" for line in lines]


def test_colours_take_no_room(terminal: Terminal, paged: list[str]) -> None:
    paging.put_lines([click.style("x" * 10, fg="red")] * 4)
    assert paged == []


def test_no_more_is_asked_for_than_is_looked_at(terminal: Terminal, paged: list[str]) -> None:
    taken: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(1_000):
            taken.append(number)
            yield f"{number}"

    paging.put_lines(lines())
    assert len(paged) == 6
    assert len(taken) <= 7


def test_what_is_no_terminal_gets_every_line(
    terminal: Terminal, paged: list[str], capfdbinary: Captured
) -> None:
    terminal.is_one = False
    paging.put_lines(["a"] * 50)
    assert printed(capfdbinary) == "a\n" * 50
    assert paged == []
