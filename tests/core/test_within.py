"""Which known files are meant by the names of files and folders."""

import pytest

from editjournal.daemon.core import within
from editjournal.daemon.core.asking import Asked, RefusedError
from tests.core.world import ROOT, World


@pytest.fixture
def known(world: World) -> World:
    for path in ("a.py", "src/a.py", "src/deep/b.py", "srcs/c.py"):
        world.outside(path, b"x\n")
        world.read("a", path)
    return world


def meant(
    world: World, *files: bytes, cwd: bytes = ROOT, scope: bytes = b""
) -> frozenset[bytes] | None:
    asked = Asked(world.state, 1, world.now_ns, ROOT, cwd, bytes(8), scope)
    return within.paths(asked, "be-trx", files)


def test_no_name_and_the_root_mean_any_file(known: World) -> None:
    assert meant(known) is None
    assert meant(known, b".") is None
    assert meant(known, b"/w", b"a.py") is None


def test_a_folder_means_all_that_lies_in_it_and_nothing_beside(known: World) -> None:
    assert meant(known, b"src") == {b"src/a.py", b"src/deep/b.py"}
    assert meant(known, b"src/deep/") == {b"src/deep/b.py"}


@pytest.mark.parametrize(
    "name", [b"src/a.py", b"/w/src/a.py", b"file:///w/src/a.py", b"src/a.py:1"]
)
def test_a_file_is_meant_by_any_way_to_write_it(known: World, name: bytes) -> None:
    assert meant(known, name) == {b"src/a.py"}


def test_names_are_relative_to_the_current_folder(known: World) -> None:
    assert meant(known, b"a.py", cwd=b"/w/src") == {b"src/a.py"}
    assert meant(known, b"..", cwd=b"/w/src") is None


def test_a_confined_session_means_what_lies_in_its_folder(known: World) -> None:
    inside = {b"src/a.py", b"src/deep/b.py"}
    assert meant(known, scope=b"src") == inside
    assert meant(known, b".", cwd=b"/w/src", scope=b"src") == inside
    assert meant(known, b"deep", cwd=b"/w/src", scope=b"src") == {b"src/deep/b.py"}
    with pytest.raises(RefusedError, match="outside"):
        meant(known, b"../a.py", cwd=b"/w/src", scope=b"src")


@pytest.mark.parametrize(
    ("name", "near"),
    [(b"deep/b.py", "src/deep/b.py"), (b"src/aa.py", "src/a.py"), (b"nothing/like/it", "")],
)
def test_a_file_that_the_log_never_knew_is_refused_with_those_like_it(
    known: World, name: bytes, near: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        meant(known, b"src", name)
    refusal = refused.value.refusal
    assert (refusal.code, refusal.path, refusal.values["near"]) == ("no_such_file", name, near)
