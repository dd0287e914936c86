"""What is known to be there, against what a stat shows. Pure."""

import enum
from collections.abc import Container

from msgspec import Struct

from ...schemas.values import RelPath
from ..core.effects import Noted

Stamp = tuple[int, int, int, int]
"""(inode, mtime_ns, ctime_ns, size in bytes). None in its place: nothing that can be seen."""


class Proof(Struct, frozen=True):
    """A file as a look, or a write of our own, left it."""

    stamp: Stamp | None
    is_fresh: bool = False
    """It had changed so shortly before that a further change may not show in its stamp."""


def proof_of(noted: Noted | None) -> Proof:
    if noted is None:
        return Proof(None)
    stamp = (noted.inode, noted.mtime_ns, noted.ctime_ns, noted.size_bytes)
    return Proof(stamp, is_fresh=noted.fresh)


def age_s(stamp: Stamp | None, now_ns: int) -> float | None:
    """Return how long ago a file was written to; `now_ns` is in nanoseconds since the epoch."""
    return None if stamp is None else (now_ns - stamp[1]) / 1e9


class Verdict(enum.Enum):
    SAME = enum.auto()
    CHANGED = enum.auto()
    """Or nobody knows: it is to be looked at."""
    UNSURE = enum.auto()
    """It seems the same, but its times cannot show a change yet: to be judged again later."""


class Proofs:
    """Of many files; one without a proof counts as changed."""

    def __init__(self) -> None:
        self._proofs: dict[RelPath, Proof] = {}
        self._told: dict[RelPath, Stamp | None] = {}
        """Stamps of files that were told of, and not proven since."""
        self._doubted: dict[RelPath, Proof] = {}
        """Proofs that were found fresh once."""

    def __len__(self) -> int:
        return len(self._proofs)

    def prove(self, path: RelPath, proof: Proof) -> None:
        self._proofs[path] = proof
        self._told.pop(path, None)
        self._doubted.pop(path, None)

    def of(self, path: RelPath) -> Proof | None:
        return self._proofs.get(path)

    def after_event(self, path: RelPath, stamp: Stamp | None) -> Verdict:
        """Judge a file that something happened to."""
        proof = self._proofs.get(path)
        if proof is None or proof.stamp != stamp:
            return Verdict.CHANGED
        if not proof.is_fresh:
            return Verdict.SAME
        if self._doubted.get(path) is proof:
            return Verdict.CHANGED
        self._doubted[path] = proof
        return Verdict.UNSURE

    def on_sweep(self, path: RelPath, stamp: Stamp | None) -> Verdict:
        """Judge a file of which nothing was heard; the same change is not found twice."""
        proof = self._proofs.get(path)
        if proof is not None and proof.stamp == stamp:
            return Verdict.SAME
        return Verdict.SAME if self._is_told(path, stamp) else Verdict.CHANGED

    def unheard(self, path: RelPath, stamp: Stamp | None) -> Verdict:
        """Judge a file that something may have happened to; what the sweep told is not found."""
        verdict = self.after_event(path, stamp)
        is_known = verdict is Verdict.CHANGED and self._is_told(path, stamp)
        return Verdict.SAME if is_known else verdict

    def _is_told(self, path: RelPath, stamp: Stamp | None) -> bool:
        return path in self._told and self._told[path] == stamp

    def tell(self, path: RelPath, stamp: Stamp | None) -> None:
        """The file was told of, as it was with this stamp."""
        self._told[path] = stamp

    def drop_all(self) -> None:
        """Nothing is proven any more."""
        self._proofs.clear()
        self._told.clear()
        self._doubted.clear()

    def keep(self, wanted: Container[RelPath]) -> None:
        """Forget all other files."""
        self._proofs = {path: one for path, one in self._proofs.items() if path in wanted}
        self._told = {path: one for path, one in self._told.items() if path in wanted}
        self._doubted = {path: one for path, one in self._doubted.items() if path in wanted}
