"""What a caller writes in `file`."""

import pytest

from editjournal.daemon.core.places import BadPlaceError, Place, parse
from editjournal.schemas.values import RelPath, Span
from tests.core.world import Node, World, body

ROOT, CWD = b"/w", b"/w/sub"


def path(written: bytes) -> RelPath:
    return parse(written, ROOT, CWD).plain


@pytest.mark.parametrize(
    ("written", "plain", "spans"),
    [
        (b"a.py", b"sub/a.py", ()),
        (b"a.py:12", b"sub/a.py", (Span(12, 12),)),
        (b"a.py:12-18", b"sub/a.py", (Span(12, 18),)),
        (b"a.py:12-", b"sub/a.py", (Span(12, 0),)),
        (b"a.py:12-END", b"sub/a.py", (Span(12, 0),)),
        (b"a.py:all", b"sub/a.py", (Span(1, 0),)),
        (b"a.py:", b"sub/a.py", ()),
        (b"a.py:1-40,200,300-", b"sub/a.py", (Span(1, 40), Span(200, 200), Span(300, 0))),
        (b"a:1:2", b"sub/a:1", (Span(2, 2),)),
        (b"a.py:x", b"sub/a.py:x", ()),
        (b"a.py:-3", b"sub/a.py:-3", ()),
        (b"a.py:3\n", b"sub/a.py:3\n", ()),
        (b"a.py:" + b"9" * 5_000, b"sub/a.py:" + b"9" * 5_000, ()),
        (b":3", b"sub/:3", ()),
    ],
)
def test_lines_stand_behind_the_last_colon(
    written: bytes, plain: bytes, spans: tuple[Span, ...]
) -> None:
    assert parse(written, ROOT, CWD) == Place(
        path(written + b":") if not spans and not written.endswith(b":") else path_of(written),
        RelPath(plain),
        spans,
    )


def path_of(written: bytes) -> RelPath:
    """Return the whole of what was written, as a path."""
    return RelPath(b"sub/" + written)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (b"./a//b/../c", b"sub/a/c"),
        (b"../a", b"a"),
        (b"/w/a", b"a"),
        (b"/w/sub/../a", b"a"),
        (b"file:///w/a%20b%25", b"a b%"),
        (b"caf\xe9", b"sub/caf\xe9"),
        (b"C:\\x", b"sub/C:\\x"),
    ],
)
def test_a_path_is_resolved_from_the_folder_of_the_caller(written: bytes, plain: bytes) -> None:
    assert path(written) == plain


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (b"", "no_file"),
        (b"a\0b", "bad_path"),
        (b"../../a", "outside"),
        (b"/elsewhere/a", "outside"),
        (b"/w2/a", "outside"),
        (b"/w", "is_root"),
        (b"..", "is_root"),
        (b"file:///w/..%2Fa", "outside"),
        (b"a:0-3", "bad_lines"),
        (b"a:2,0", "bad_lines"),
        (b"a:5-3", "bad_lines"),
        (b"a:1-2,4-3", "bad_lines"),
    ],
)
def test_what_is_no_path_beneath_the_root_is_refused(written: bytes, code: str) -> None:
    with pytest.raises(BadPlaceError) as caught:
        parse(written, ROOT, CWD)
    assert caught.value.code == code


def test_a_root_may_be_the_root_of_all() -> None:
    assert parse(b"/a/b", b"/", b"/x").plain == b"a/b"


def test_a_place_in_a_folder_that_a_session_is_confined_to_is_told_from_the_root() -> None:
    place = parse(b"a.py:3", b"/w/sub", b"/w/sub").beneath(b"sub")
    assert place.paths == (b"sub/a.py", b"sub/a.py:3")


def test_another_name_of_the_root_is_taken_for_it() -> None:
    assert parse(b"/link/a", ROOT, CWD, b"/link").plain == b"a"
    assert parse(b"/link2/a", b"/", CWD, b"/link").plain == b"link2/a"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (rb"caf\xe9", b"caf\xe9"),
        (rb"a\nb", b"a\nb"),
        (rb"a\u200bb", "a\u200bb".encode()),
        (rb"a\U000e0001", "a\U000e0001".encode()),
        (rb"a\ud800b", rb"a\ud800b"),
        (rb"a\q\x4", rb"a\q\x4"),
        (rb"caf\xe9:3", b"caf\xe9"),
    ],
)
def test_a_name_as_replies_show_it_may_mean_what_it_stands_for(
    written: bytes, meant: bytes
) -> None:
    place = parse(written, b"/w", b"/w")
    assert place.plain == written.removesuffix(b":3")
    assert place.unescaped == meant
    assert meant in place.paths
    assert place.spans_of(RelPath(meant)) == place.spans


def test_a_file_with_just_the_name_written_comes_first(world: World) -> None:
    world.files[RelPath(b"caf\xe9")] = Node(b"one\n", 0o644, 1)
    assert body(world.read("a", "caf\\xe9:1")) == {1: "one"}
    world.edit("a", "caf\\xe9:1", "two\n")
    assert world.files[RelPath(b"caf\xe9")].data == b"two\n"
    world.outside("caf\\xe9", b"other\n")
    assert body(world.read("a", "caf\\xe9")) == {1: "other"}
