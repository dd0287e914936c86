"""What has to leave the list of chips for those that a call makes, said with its reply."""

from collections.abc import Sequence

from msgspec import structs

from ...schemas.replies import Remark
from .asking import Asked, Decision
from .chip_search import is_within
from .shelf import BYTES, CAPACITY, Left, slips_of

NAMED_MAX = 10
"""So many chips are named; the others are counted."""


def warned(asked: Asked, decision: Decision) -> Decision:
    """Return a decision whose reply names what the chips of its fact push out."""
    slips = tuple(slips_of(decision.fact, asked.now_ns, asked.arguments_bytes))
    remarks = said(asked, asked.shelf.leaving(slips)) if slips else ()
    if not remarks:
        return decision
    reply = decision.reply
    return decision._replace(
        reply=structs.replace(reply, warnings=(*reply.warnings, *remarks)),
    )


def said(asked: Asked, left: Sequence[Left]) -> tuple[Remark, ...]:
    """Return the warnings of chips that had to go: one for each reason."""
    return tuple(
        remark
        for reason in (CAPACITY, BYTES)
        if (remark := _remark(asked, reason, [one for one in left if one.reason == reason]))
    )


def _remark(asked: Asked, reason: str, left: list[Left]) -> Remark | None:
    """Return the warning; None: of these there are none that the session could use."""
    chips = [one.chip for one in left if _is_known(asked, one.chip)]
    if not chips:
        return None
    values: dict[str, str | int] = {
        "chips": ", ".join(f"chip://{chip}" for chip in chips[:NAMED_MAX]),
        "more": max(0, len(chips) - NAMED_MAX),
        "reason": reason,
        "capacity": asked.shelf.limits.capacity,
        "total_bytes": asked.shelf.limits.total_bytes,
    }
    return Remark("chips_left", values)


def _is_known(asked: Asked, chip_id: str) -> bool:
    """Tell whether a chip is the session's to use; one of this very call is."""
    chip = asked.state.chips.get(chip_id)
    return chip is None or is_within(asked, chip)
