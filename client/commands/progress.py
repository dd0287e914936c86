"""How far long work has come, on a terminal's standard error."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

Advance = Callable[[int], None]
"""Says how much of the total has been done."""


@contextmanager
def shown(what: str, total: int, *, beside_output: bool = False) -> Generator[Advance]:
    """Show a bar until the work ends; nothing where standard error is no terminal.

    Nor where lines come on the same terminal (`beside_output`): they say it, too.
    """
    if not sys.stderr.isatty() or (beside_output and sys.stdout.isatty()):
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and seldom needed
    from rich.progress import Progress  # noqa: PLC0415 - as above

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
