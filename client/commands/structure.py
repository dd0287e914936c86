"""Commands that tell what stands where in a file: func-range, tag-range, balance, outline."""

import click

from ...schemas.requests import CheckBalance, FuncRange, ShowOutline, TagRange
from ..cli_support import Asking, answer
from .options import asking_options, examples, file_argument, line_argument


@click.command(
    "func-range",
    epilog=examples("editjournal func-range src/app.py:40"),
)
@line_argument
@asking_options
def func_range(line: tuple[bytes, int], asking: Asking) -> None:
    """Show where the function or class around a line begins and ends.

    The line stands behind the name: src/app.py:40. With it come its name and what it lies in;
    decorators and comments above it are part of it.
    """
    answer(asking, FuncRange(*line))


@click.command(
    "tag-range",
    epilog=examples("editjournal tag-range src/App.vue:20"),
)
@line_argument
@asking_options
def tag_range(line: tuple[bytes, int], asking: Asking) -> None:
    """Show where the element around a line begins and ends.

    In HTML, XML, SVG, Vue, Svelte, JSX and TSX. The line stands behind the name: index.html:20.
    """
    answer(asking, TagRange(*line))


@click.command(epilog=examples("editjournal balance src/app.go", "editjournal balance a.ts -v"))
@file_argument
@click.option("--verbose", "-v", is_flag=True, help="Also those that have their partner.")
@asking_options
def balance(file: bytes, verbose: bool, asking: Asking) -> None:  # noqa: FBT001 - click
    """Show brackets, tags and quotes without a partner.

    Each with its line and column; those in strings and comments do not count.
    """
    answer(asking, CheckBalance(file, verbose), paged=True)


@click.command(epilog=examples("editjournal outline src/app.py"))
@file_argument
@asking_options
def outline(file: bytes, asking: Asking) -> None:
    """List the definitions of a file with their lines."""
    answer(asking, ShowOutline(file), paged=True)
