"""What is parsed for a call before it is decided, and looked at again after an edit."""

import asyncio
from collections.abc import Iterable, Mapping

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
from .parsing.parser import Parser

CHECK_S = 1.0
"""So long an edit that is made waits to tell what it did to brackets."""


class Structures:
    """Of one workspace. Used from one event loop."""

    def __init__(self, parser: Parser, state: State, limits: StructureLimits) -> None:
        self._parser = parser
        self._state = state
        self._limits = limits

    async def parsed(
        self, wanted: Iterable[Parse], seen: Mapping[RelPath, Seen]
    ) -> dict[Parse, Parsed]:
        """Parse what a call needs; of what cannot be parsed it is said why."""
        found: dict[Parse, Parsed] = {}
        files = {(one.real, one.digest): one for one in seen.values()}
        for parse in wanted:
            text = known_text(self._state, files[parse.path, parse.digest])
            found[parse] = await self._parsed(parse, text)
        return found

    def warm(self) -> None:
        """Have the parser ready: somebody reads a file, who may edit it soon."""
        if self._limits.warn_bytes:
            self._parser.warm()

    def look(self, decision: Decision) -> asyncio.Task[tuple[Remark, ...]] | None:
        """Begin to see what an edit does to brackets, while it is made; None: surely nothing."""
        checks = imbalance.checks(decision.steps, self._limits.warn_bytes)
        return asyncio.create_task(self._warnings(checks)) if checks else None

    async def told(self, reply: AnyReply, look: asyncio.Task[tuple[Remark, ...]]) -> AnyReply:
        """Return the reply to an edit with what was seen, if it was seen in time."""
        try:
            async with asyncio.timeout(CHECK_S):
                return imbalance.told(reply, await look)
        except TimeoutError:
            return reply

    async def _warnings(self, checks: tuple[Check, ...]) -> tuple[Remark, ...]:
        found: list[Remark] = []
        for one in checks:
            after = await self._parsed(one.parse(one.after), one.after)
            if not isinstance(after, Balance) or not after.problems:
                continue
            before = await self._parsed(one.parse(one.before), one.before)
            if isinstance(before, Balance):
                problems = imbalance.brought(before, after, one.splices)
                path = one.path if len(checks) > 1 else b""
                found += [imbalance.remark(problems, path)] if problems else []
        return tuple(found)

    async def _parsed(self, parse: Parse, text: Text) -> Outline | Balance | Unparsed:
        ask = {
            "outline": self._parser.outline,
            "balance": self._parser.balance,
            "pairs": self._parser.pairs,
        }[parse.what]
        return await ask(parse.path, text.decoded(), parse.digest, bytes_max=self._limits.max_bytes)
