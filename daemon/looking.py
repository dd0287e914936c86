"""What lies on the disk, against what the log knew of it."""

from collections.abc import Callable, Iterable

from ..schemas.facts import VersionKept
from ..schemas.requests import AnyRequest, Write, WriteSeveral
from ..schemas.values import BEFORE_JOURNAL, Content, RelPath
from .contents import rebuild
from .core import decide
from .core.asking import Asked
from .core.effects import Kind, Noted, Seen
from .core.files import THERE_NOW, File
from .core.observing import Former, former_version, observe
from .core.secrecy import is_secret
from .opened import Opened, Shared
from .recorder import Recorder
from .turns import seen_in_turn

KEPT_BYTES_MAX = 16 << 20
"""A larger version is not kept for having been read; an edit of it still keeps it."""


class Lookout:
    """Looks at files; what has changed there goes into the log."""

    def __init__(
        self,
        opened: Opened,
        shared: Shared,
        recorder: Recorder,
        proven: Callable[[RelPath, Noted | None], None],
    ) -> None:
        """`proven` is called with each file that was looked at in its turn; None: there is none."""
        self._opened = opened
        self._shared = shared
        self._recorder = recorder
        self._proven = proven

    def look(
        self, request: AnyRequest, paths: tuple[RelPath, ...], asked: Asked
    ) -> dict[RelPath, Seen]:
        """Look at the files of a request. May block."""
        spare = decide.spare(asked, request)
        found = {path: self._look_at(request, path, is_spare=path in spare) for path in paths}
        return {path: asked.confined(seen) for path, seen in found.items()}

    def _look_at(self, request: AnyRequest, path: RelPath, *, is_spare: bool) -> Seen:
        root = self._opened.root
        if is_spare:  # seldom is there a file of such a name
            there = root.look(path, data=False, names=False)
            if there.kind is Kind.ABSENT:
                return there
        return root.look(path, names=not isinstance(request, Write | WriteSeveral))

    async def check(self, path: RelPath) -> None:
        """Take the turn of a file that nobody asks for now, and log what changed there."""
        root = self._opened.root

        async def look() -> dict[RelPath, Seen]:
            return {path: await self._shared.run(root.look, path, names=False)}

        async with seen_in_turn(self._shared.turns, self._opened.home.root, look) as seen:
            await self.observe(seen.values())

    async def observe(self, seen: Iterable[Seen]) -> None:
        """Log which known files are not as the log has them. Under their turns."""
        found: dict[RelPath, Seen] = {}
        for one in seen:
            found[one.real] = one
            if one.path != one.real:  # there was a file once where a symlink leads elsewhere now
                found.setdefault(one.path, Seen(one.path, one.path, Kind.ABSENT))
            elif one.kind is Kind.OUTSIDE and one.leads_out:
                found[one.path] = Seen(one.path, one.path, Kind.ABSENT)
        for one in found.values():
            await self._observe(one)

    async def _observe(self, seen: Seen) -> None:
        if seen.kind in THERE_NOW:
            self._proven(seen.real, seen.noted if seen.kind is Kind.FILE else None)
        recent, state = self._shared.recent, self._opened.state
        recent.put(seen.digest, seen.data)
        file = state.files.get(seen.real)
        if file is None or not file.differs(seen):
            return
        before = b"" if file.version is None else await self._bytes(file, file.digest, state.seq)
        former = await self._former(file)
        found = await self._shared.run(observe, file, seen, before, former)
        for fact, attachments in found:
            self._recorder.submit(self._recorder.record(0, fact, attachments))

    async def _former(self, file: File) -> Former | None:
        """Return what a file held before its newest change, where that came from outside."""
        found = former_version(self._opened.state, file)
        if found is None:
            return None
        change, version, was_seen = found
        data = await self._bytes(file, version.digest, change - 1)
        return None if data is None else Former(change, version, was_seen, data)

    async def _bytes(self, file: File, digest: bytes, seq: int) -> bytes | None:
        """Return the bytes that a file had at an entry; None: they were not kept."""
        data = self._shared.recent.get(digest)
        if data is None:
            log, state = self._opened.log, self._opened.state
            data = await self._shared.run(rebuild, log, state, file.path, seq)
        return data

    def keep_versions(self, seen: Iterable[Seen]) -> None:
        """Keep the whole of what was shown or worked upon, so that a later change can be told.

        Only of a file of which nothing is kept yet, and not of one with secrets. Under its turn
        still, so nothing has changed since it was looked at.
        """
        for one in {one.real: one for one in seen}.values():
            file = self._opened.state.files.get(one.real)
            if file is None or file.version is None or BEFORE_JOURNAL in file.kept:
                continue
            if not file.is_as_first_seen or file.first is None or file.digest != one.digest:
                continue
            if is_secret(one.real):
                continue
            if not one.data or len(one.data) > KEPT_BYTES_MAX or self._recorder.failed:
                continue
            content = Content(one.digest, len(one.data))
            fact = VersionKept(one.real, file.version, content)
            self._recorder.submit(self._recorder.record(0, fact, (one.data,)))
