"""What is parsed for a call before it is decided, and looked at again after an edit."""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..schemas.replies import AnyReply, Remark
from ..schemas.structure import Balance, Outline, Unparsed
from ..schemas.values import RelPath
from .core import imbalance
from .core.asking import Decision, known_text
from .core.effects import Seen
from .core.imbalance import Check
from .core.parses import Parse, Parsed
from .core.state import State
from .core.structure_limits import StructureLimits
from .core.text import Text
from .parsing.parser import TASK_S, Parser

LOG = logging.getLogger("editjournal.structures")
CHECK_S = 1.0
"""So long an edit that is made waits to tell what it did to brackets."""
BUSY_S = 0.25
"""So long where the parser had something else to do when the edit was decided."""
SPARE_S = 0.25
"""So long a call waits for what it can be answered without."""


class Look(NamedTuple):
    """A look at what an edit does to brackets, under way while it is made."""

    task: asyncio.Task[tuple[Remark, ...]]
    within_s: float


class Structures:
    """Of one workspace. Used from one event loop."""

    def __init__(self, parser: Parser, state: State, limits: StructureLimits) -> None:
        self._parser = parser
        self._state = state
        self._limits = limits

    async def parsed(
        self, wanted: Iterable[Parse], seen: Mapping[RelPath, Seen], *, needed: bool
    ) -> dict[Parse, Parsed]:
        """Parse what a call needs, or is better for; of what cannot be parsed it is said why."""
        found: dict[Parse, Parsed] = {}
        files = {(one.real, one.digest): one for one in seen.values()}
        within_s = TASK_S if needed else SPARE_S
        for parse in wanted:
            text = known_text(self._state, files[parse.path, parse.digest])
            found[parse] = await self._parsed(parse, text, within_s)
        return found

    def warm(self, path: RelPath) -> None:
        """Have the parser ready: somebody reads a file, who may edit it soon."""
        if self._limits.warn_bytes and imbalance.has_balance(path):
            self._parser.warm()

    def look(self, decision: Decision) -> Look | None:
        """Begin to see what an edit does to brackets, while it is made; None: surely nothing."""
        checks = imbalance.checks(decision.steps, self._limits.warn_bytes)
        if not checks:
            return None
        within_s = BUSY_S if self._parser.is_busy else CHECK_S
        return Look(asyncio.create_task(self._warnings(checks)), within_s)

    async def told(self, reply: AnyReply, look: Look) -> AnyReply:
        """Return the reply to an edit with what was seen, if it was seen in time.

        The edit is made, whatever becomes of the look.
        """
        try:
            async with asyncio.timeout(look.within_s):
                return imbalance.told(reply, await look.task)
        except TimeoutError:
            return reply
        except Exception as error:  # noqa: BLE001 - no edit fails for what is only said of it
            LOG.error("the look failed: %s", type(error).__name__)  # noqa: TRY400 - no contents
            return reply

    async def _warnings(self, checks: tuple[Check, ...]) -> tuple[Remark, ...]:
        found: list[Remark] = []
        for one in checks:
            after = await self._parsed(one.parse(one.after), one.after, TASK_S)
            if not isinstance(after, Balance) or not after.problems:
                continue
            before = await self._parsed(one.parse(one.before), one.before, TASK_S)
            if isinstance(before, Balance):
                problems = imbalance.brought(before, after, one.splices, one.before.lines)
                path = one.path if len(checks) > 1 else b""
                found += [imbalance.remark(problems, path)] if problems else []
        return tuple(found)

    async def _parsed(
        self, parse: Parse, text: Text, within_s: float
    ) -> Outline | Balance | Unparsed:
        ask = {
            "outline": self._parser.outline,
            "balance": self._parser.balance,
            "pairs": self._parser.pairs,
        }[parse.what]
        return await ask(
            parse.path,
            text.decoded(),
            parse.digest,
            bytes_max=self._limits.max_bytes,
            within_s=within_s,
        )
