"""A file keeps its encoding: guessed once, then edited, undone and read in the same."""

import pytest

from editjournal.schemas.replies import Shown
from tests.core.world import World, body


def latin(text: str) -> bytes:
    return text.encode("cp1252")


def test_a_file_that_an_edit_leaves_ascii_is_still_edited_in_its_encoding(world: World) -> None:
    world.outside("f", latin("café\nplain\n"))
    world.read("a", "f")
    first = world.edit("a", "f:1", "cafe\n")
    world.edit("a", "f:2", "naïve\n")
    assert world.data("f") == latin("cafe\nnaïve\n")
    world.undo("a", first.seq)
    assert world.data("f") == latin("café\nnaïve\n")
    assert list(body(world.read("a", "f")).values()) == ["café", "naïve"]


def test_text_that_looks_like_another_encoding_does_not_make_the_file_one(world: World) -> None:
    world.outside("f", latin("garçon crème return x señor\nplain\n"))
    world.edit("a", "f:1", "code año the # value\n")
    world.edit("a", "f:2", "smørrebrød\n")
    assert world.data("f") == latin("code año the # value\nsmørrebrød\n")
    assert list(body(world.read("a", "f")).values()) == ["code año the # value", "smørrebrød"]


def test_sent_text_reads_back_as_sent_though_its_bytes_would_be_utf_8(world: World) -> None:
    world.outside("f", latin("café\nb\n"))
    world.edit("a", "f:1", "Ã©tude\n")
    assert list(body(world.read("a", "f")).values()) == ["Ã©tude", "b"]


def test_a_file_that_others_converted_is_read_as_what_it_is_now(world: World) -> None:
    world.outside("f", latin("café\n"))
    world.edit("a", "f:1", "thé\n")
    world.outside("f", "thé\n".encode())
    shown = world.read("a", "f")
    assert isinstance(shown, Shown)
    assert list(body(shown).values()) == ["thé"]
    assert "cp1252" not in shown.marks


@pytest.mark.parametrize(
    "text",
    [
        "déjà vu\n",
        "smørre brød\n",
        "¿qué?\n",
        "“quoted” and…\n",
        "garçon crème señor\n",
        "§ 5: 20 €\n",
    ],
)
def test_short_western_text_is_taken_for_what_it_mostly_is(world: World, text: str) -> None:
    world.outside("f", latin(text))
    assert list(body(world.read("a", "f")).values()) == [text.removesuffix("\n")]
