"""What a call would come to as things are, without making it; and what it prepares."""

from collections.abc import Sequence
from typing import NamedTuple

from editjournal.daemon.core import decide
from editjournal.daemon.core import text as texts
from editjournal.daemon.core.asking import Asked, Decision
from editjournal.daemon.core.effects import PutFile
from editjournal.schemas.facts import Change, Edited, Previewed, Refused
from editjournal.schemas.replies import AnyReply
from editjournal.schemas.requests import AnyRequest
from editjournal.schemas.values import RelPath, Splice
from tests.core.world import ROOT, World


class Outcome(NamedTuple):
    """What comes of a call in one file, or what it prepares there."""

    reply: AnyReply
    places: tuple[Splice, ...]
    """As the caller meant them."""
    after: bytes
    through: int


def would(world: World, who: str, request: AnyRequest) -> Decision:
    """Return what a request would come to. What changed outside must have been seen."""
    number = world.sessions[who]
    asked = Asked(world.state, number, world.now_ns, ROOT, ROOT, bytes(8))
    seen = {path: world.look(path) for path in decide.places(asked, request)}
    wanted = decide.wants(asked, request, seen)
    contents = {one: world.kept[one] for one in wanted if one in world.kept}
    return decide.decide(asked, request, seen, contents)


def made(decision: Decision) -> Outcome | None:
    """Return what a decision makes of its file; None: it leaves it as it is."""
    if not isinstance(decision.fact, Edited):
        return None
    [change] = decision.fact.changes
    [effect] = decision.effects
    assert isinstance(effect, PutFile)
    return Outcome(decision.reply, _places(change), effect.data, change.through)


def prepared(world: World, decision: Decision) -> Outcome | None:
    """Return what a decision prepares; None: nothing, or it is made already."""
    fact = decision.fact
    changes = fact.changes if isinstance(fact, Previewed) else ()
    changes = fact.prepared if isinstance(fact, Refused) else changes
    if not changes:
        return None
    [change] = changes
    before = world.files[RelPath(change.path)].data
    after = promised(before, change, decision.attachments)
    return Outcome(decision.reply, _places(change), after, change.through)


def promised(before: bytes, change: Change, attachments: Sequence[bytes]) -> bytes:
    """Return the bytes that a change makes of those it was worked out upon."""
    assert change.before is not None
    assert change.after is not None
    assert texts.sha256(before) == change.before.digest
    digest = change.inserted.digest if change.inserted else b""
    joined = next((one for one in attachments if texts.sha256(one) == digest), b"")
    counts = (one.inserted for one in change.splices)
    inserted = texts.pieces(joined, counts, change.after.unit)
    after = texts.splice(texts.known(before, change.before), change.splices, inserted)
    assert texts.sha256(after) == change.after.digest
    return after


def _places(change: Change) -> tuple[Splice, ...]:
    return change.meant or change.splices
