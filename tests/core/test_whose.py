"""Which session is meant: by its number or its name."""

import pytest

from editjournal.daemon.core import whose
from editjournal.daemon.core.asking import Asked, RefusedError
from editjournal.schemas.requests import Whose
from tests.core.world import ROOT, World, lines


@pytest.fixture
def three(world: World) -> World:
    """A file that codex, then claude, then codex's second session have read."""
    world.outside("f", lines("a", "b", "c"))
    for who in ("codex", "claude", "other"):
        world.read(who, "f")
    return world


def number(world: World, named: Whose) -> int:
    asked = Asked(world.state, 1, world.now_ns, ROOT, ROOT, bytes(8))
    return whose.number(asked, "be-trx", named)


@pytest.mark.parametrize("named", [0, ""])
def test_without_a_name_no_session_is_meant(three: World, named: Whose) -> None:
    assert number(three, named) == 0


@pytest.mark.parametrize("named", [2, "2", "claude#1"])
def test_a_session_is_meant_by_its_number_or_its_name(three: World, named: Whose) -> None:
    assert number(three, named) == 2


@pytest.mark.parametrize("named", [4, -1, "4", "claude#2", "claude", "²", "9" * 5_000, " 2"])
def test_a_session_that_is_not_there_is_refused_with_those_active_last(
    three: World, named: Whose
) -> None:
    three.read("codex", "f")
    with pytest.raises(RefusedError) as caught:
        number(three, named)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.verdict) == ("no_such_session", "ERROR")
    assert refusal.values["near"] == "codex#1, other#1, claude#1"
