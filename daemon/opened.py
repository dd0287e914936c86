"""What an open workspace is made of, and what all of them share."""

import asyncio
import concurrent.futures
import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from .contents import Recent
from .core.shelf import Shelf
from .core.state import State
from .core.structure_limits import StructureLimits
from .disk.litter import Litter
from .disk.root import Root
from .home import Home
from .listing import Listing
from .log.segments import Log
from .parsing.parser import Parser
from .turns import Turns

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Shared:
    """What all workspaces of a daemon have in common."""

    turns: Turns
    recent: Recent
    pool: concurrent.futures.Executor
    parser: Parser

    async def run(self, call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Do in the pool what may block."""
        work = functools.partial(call, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)


@dataclass(frozen=True)
class Opened:
    """A workspace's parts, replayed and recovered; `release` closes them and its lock."""

    home: Home
    log: Log
    state: State
    listing: Listing
    root: Root
    litter: Litter
    shelf: Shelf
    structure: StructureLimits
    release: Callable[[], None]
