"""Which folders are watched, and what is said of the others."""

from editjournal.daemon.watching.choosing import Left, choose, folders_of, tally
from editjournal.daemon.watching.standing import Why
from editjournal.schemas.values import RelPath

A, B, C = RelPath(b"a"), RelPath(b"b"), RelPath(b"c")


def test_folders_come_in_the_order_of_their_most_lately_used_file() -> None:
    files = [RelPath(one) for one in (b"b/x", b"top", b"a/x", b"b/y", b"a/deep/z")]
    assert folders_of(files) == (b"b", b"", b"a", b"a/deep")


def test_the_folders_of_the_least_used_files_are_out_first() -> None:
    assert choose([A, B, C], {}, 0.0, 2) == (A, B)
    assert choose([C, A, B], {}, 0.0, 2) == (C, A)


def test_a_folder_left_alone_takes_nobodys_place_until_its_time() -> None:
    left = {A: Left(Why.REMOTE, until=60.0)}
    assert choose([A, B, C], left, 59.9, 2) == (B, C)
    assert choose([A, B, C], left, 60.0, 2) == (A, B)


def test_with_no_room_nothing_is_watched() -> None:
    assert choose([A, B], {}, 0.0, 0) == ()


def test_folders_without_a_watch_are_counted_by_reason() -> None:
    left = {B: Left(Why.REMOTE, 9.0)}
    folders = [A, B, C, RelPath(b"d")]
    assert tally(folders, {A}, left, Why.CAP) == ((Why.CAP, 2), (Why.REMOTE, 1))
    assert tally(folders, {A}, left, Why.LIMIT) == ((Why.LIMIT, 2), (Why.REMOTE, 1))


def test_where_all_are_watched_nothing_is_said() -> None:
    assert tally([A, B], {A, B}, {}, Why.CAP) == ()
