"""Files with secrets: nothing is kept for their having been seen or changed by others."""

import pytest

from editjournal.daemon.core.secrecy import is_secret
from editjournal.schemas.facts import ChangedOutside
from editjournal.schemas.replies import Refusal
from editjournal.schemas.values import RelPath
from tests.core.world import World


@pytest.mark.parametrize(
    "path",
    [".env", "app/.env.production", "deploy/prod.env", "tls/SERVER.KEY", "id_rsa", ".npmrc"],
)
def test_names_that_say_secrets(path: str) -> None:
    assert is_secret(RelPath(path.encode()))


@pytest.mark.parametrize(
    "path",
    [".env.example", "id_rsa.pub", "src/env.py", "keys.py", ".env/settings.py", "monkey"],
)
def test_names_that_do_not(path: str) -> None:
    assert not is_secret(RelPath(path.encode()))


def test_of_an_outside_change_only_the_lines_are_kept(world: World) -> None:
    world.outside(".env", b"A=1\nTOKEN=old\n")
    view = world.read("one", ".env").seq
    world.outside(".env", b"A=1\nTOKEN=new\nB=2\n")
    reply = world.replace("one", ".env:2", "TOKEN=mine\n", view=view)
    assert isinstance(reply, Refusal), "what moved is known all the same"
    [change] = [one.fact for one in world.entries if isinstance(one.fact, ChangedOutside)]
    assert change.change.inserted is None
    assert [(one.at, one.removed, one.inserted) for one in change.change.splices] == [(1, 1, 2)]
    assert not any(b"new" in data for kept, data in world.kept.items() if kept.seq == 4)


def test_such_a_change_cannot_be_undone_and_the_refusal_says_so(world: World) -> None:
    world.outside(".env", b"A=1\nTOKEN=old\n")
    world.read("one", ".env")
    world.outside(".env", b"A=1\nTOKEN=new\n")
    world.read("one", ".env")
    [seq] = [one.seq for one in world.entries if isinstance(one.fact, ChangedOutside)]
    reply = world.undo("one", seq, anyone=True)
    assert isinstance(reply, Refusal)
