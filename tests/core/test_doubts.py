"""Places found by what stands there in a file that does not parse around them: that is said."""

import pytest

from editjournal.schemas.replies import Done, Preview, Shown
from editjournal.schemas.requests import Confirm, TargetName

from .world import World, codes, done

BROKEN = "def one():\n    return (1\n\n\ndef two():\n    return 2\n"
HTML = "<nav>\n<b>x\n</nav>\n<i>y</i>\n"
ONE = TargetName("function", "one")
AROUND = TargetName("around", "1")
WHOLE = TargetName("marker", "return (1")


@pytest.fixture
def world() -> World:
    world = World()
    world.outside("a.py", BROKEN.encode())
    world.outside("a.html", HTML.encode())
    return world


@pytest.mark.parametrize("name", [ONE, AROUND], ids=lambda name: name.kind)
def test_every_call_says_that_the_lines_of_its_target_are_unsure(
    world: World, name: TargetName
) -> None:
    replies = (
        world.read("ann", "a.py", target=name),
        world.delete("ann", "a.py", target=name, preview=True),
        world.insert("ann", "a.py", "x = 1\n", target=name),
        world.edit("ann", "a.py", "def one(): ...\n", target=name),
    )
    for reply in replies:
        assert isinstance(reply, Done | Preview | Shown)
        first = reply.warnings[0]
        assert (first.code, first.values["name"]) == ("unsure_target", "one")


def test_the_lines_that_are_unsure_are_named(world: World) -> None:
    reply = world.read("ann", "a.py", target=ONE)
    (block,) = reply.blocks
    assert reply.warnings[0].values["lines"] == f"{block.first}-{block.last}"


def test_an_element_without_an_end_is_unsure_and_others_are_not(world: World) -> None:
    reply = world.read("ann", "a.html", target=TargetName("tag", "b"))
    assert [one.values["name"] for one in reply.warnings] == ["<b>"]
    assert codes(world.read("ann", "a.html", target=TargetName("tag", "i"))) == []


def test_lines_that_hold_a_text_are_sure(world: World) -> None:
    assert codes(world.read("ann", "a.py", target=WHOLE)) == []


def test_what_was_shown_with_the_warning_is_made_without_it(world: World) -> None:
    shown = world.delete("ann", "a.py", target=ONE, preview=True)
    assert "unsure_target" in codes(shown)
    assert "unsure_target" not in codes(done(world.ask("ann", Confirm(prepared=shown.seq))))
