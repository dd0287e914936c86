"""What chips a call uses: whose text it puts back, whose call it makes again."""

from msgspec import structs

from ...schemas.facts import Edited, Previewed, Refused
from ...schemas.replies import Done, Preview, Refusal, Remark
from ...schemas.requests import AnyRequest, Confirm, InsertChip
from .asking import Asked, Decision

INSERT_CHIP = "be-insert-chip"
NAMED_MAX = 5
"""So many edits are named that a chip was used for before, the newest."""


def noted(asked: Asked, request: AnyRequest, decision: Decision) -> Decision:
    """Return a decision whose fact has the chips that its edit uses, made now or prepared."""
    used = _used(asked, request)
    if not used:
        return decision
    match decision.fact:
        case Edited() as fact:
            decision = decision._replace(fact=structs.replace(fact, used=used))
        case Previewed() as fact:
            decision = decision._replace(fact=structs.replace(fact, used=used))
        case Refused() as fact if fact.prepared:
            decision = decision._replace(fact=structs.replace(fact, used=used))
        case _:
            pass
    return _warned(asked, decision)


def _used(asked: Asked, request: AnyRequest) -> tuple[str, ...]:
    found = [asked.again]
    match request:
        case InsertChip(chip=chip):
            found.append(chip)
        case Confirm(prepared=seq) if prepared := asked.state.previews.get(seq):
            found += prepared.used
        case _:
            pass
    return tuple(dict.fromkeys(filter(None, found)))


def _warned(asked: Asked, decision: Decision) -> Decision:
    """Return a decision whose reply says that the call was made again before, if it was."""
    uses = _made_again(asked) if asked.again else ()
    reply = decision.reply
    is_prepared = isinstance(reply, Refusal) and reply.prepared
    if not uses or not (is_prepared or isinstance(reply, Done | Preview)):
        return decision
    values: dict[str, str | int] = {
        "chip": asked.again,
        "edits": ", ".join(f"e{one}" for one in uses[-NAMED_MAX:]),
    }
    warnings = (*reply.warnings, Remark("chip_used", values))
    return decision._replace(reply=structs.replace(reply, warnings=warnings))


def _made_again(asked: Asked) -> tuple[int, ...]:
    """Return the edits that made the chip's call, oldest first; not those that took its text."""
    chips, edits = asked.state.chips, asked.state.edits.by_seq
    chip = chips.get(asked.again)
    inserts = chip is not None and chip.tool == INSERT_CHIP
    return tuple(
        seq for seq in chips.uses(asked.again) if inserts or edits[seq].fact.tool != INSERT_CHIP
    )
