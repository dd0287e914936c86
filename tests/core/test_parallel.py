"""Calls side by side through one view come to the same as one call with all their changes.

That holds in any order; what several calls insert at one place stands in the order they came in.
"""

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import Done, Refusal, Unchanged
from editjournal.schemas.requests import AnyRequest, Delete, Insert, Item, Replace, ReplaceSeveral
from editjournal.schemas.values import Span
from tests.core.world import World, done

PATH = b"f"
ENDS = ("\n", "\r\n")


class Wish(NamedTuple):
    """A change some lines further down than the one before it."""

    kind: str
    skip: int
    size: int
    content: str


CONTENTS = st.sampled_from(["new", "new\n", "one\ntwo\n", "\n", "x\n\n", "a\nb"])
WISHES = st.lists(
    st.builds(
        Wish,
        st.sampled_from(["replace", "insert", "insert", "delete"]),
        st.integers(0, 2),
        st.integers(0, 2),
        CONTENTS,
    ),
    min_size=2,
    max_size=6,
)
KEYS = st.lists(st.integers(0, 9), min_size=6, max_size=6)
Shape = tuple[list[str], bool, str]
FILES = st.tuples(
    st.lists(st.sampled_from(ENDS), min_size=14, max_size=20),
    st.booleans(),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16-le"]),
)


def file_of(shape: Shape) -> bytes:
    """Return a file of lines that all differ, with these ends; the last may have none."""
    ends, is_ended, encoding = shape
    text = "".join(f"line {number}{end}" for number, end in enumerate(ends, 1))
    mark = "\ufeff" if encoding.startswith("utf-16") else ""
    return (mark + (text if is_ended else text.rstrip("\r\n"))).encode(encoding)


def items_of(wishes: Sequence[Wish], total: int, apart: int) -> list[Item]:
    """Return changes in the order of their places, with so many lines between as `apart` says.

    Insertions may meet at one place. No two are the same: the same call twice is made once.
    """
    found: list[Item] = []
    last, was_insert = 0, False
    for wish in wishes:
        gap = apart
        if wish.kind == "insert":
            after = last + wish.skip + (0 if was_insert or not found else gap)
            if after > total:
                break
            found.append(Item(f"{len(found)} {wish.content}", after=after))
            last, was_insert = after, True
            continue
        first = last + 1 + wish.skip + (gap if found else 0)
        span = Span(first, first + wish.size)
        if span.last > total:
            break
        content = "" if wish.kind == "delete" else f"{len(found)} {wish.content}"
        found.append(Item(content, span=span))
        last, was_insert = span.last, False
    return found


def call_of(item: Item, view: int) -> AnyRequest:
    if item.after is not None:
        return Insert(PATH, item.content, after=item.after, view=view)
    if not item.content:
        return Delete(PATH, item.span, view=view)
    return Replace(PATH, item.content, item.span, view=view)


def begun(data: bytes, *, is_older: bool) -> tuple[World, int]:
    """Return a world with a view of the whole file; `is_older`: a line was edited since."""
    world = World()
    world.outside("f", data)
    view = world.read("a", "f").seq
    if is_older:
        done(world.edit("a", "f:1", "first\nand more\n", view=view))
    return world, view


def one_call(data: bytes, items: Sequence[Item], *, is_older: bool) -> bytes:
    world, view = begun(data, is_older=is_older)
    if items:
        reply = world.ask("a", ReplaceSeveral(PATH, tuple(items), view))
        assert isinstance(reply, Done | Unchanged), reply
    return world.data("f")


def side_by_side(
    data: bytes, items: Sequence[Item], *, is_older: bool, has_view: bool = True
) -> tuple[bytes, list[Item]]:
    """Return what one call for each item comes to, and the items that were not refused."""
    world, view = begun(data, is_older=is_older)
    taken: list[Item] = []
    for item in items:
        reply = world.ask("a", call_of(item, view if has_view else 0))
        if isinstance(reply, Done | Unchanged):
            taken.append(item)
        else:
            assert isinstance(reply, Refusal)
    world.check_replay()
    return world.data("f"), taken


def alike(data: bytes, shape: Shape, wishes: Sequence[Wish]) -> str:
    """Return a text with line ends of one kind.

    Where they are mixed, a line put in takes that of a line beside it, which an earlier call may
    have given another. And a file without a line end at its end has one as soon as a blank line was
    put there: what a later call puts behind that ends as it does.
    """
    text = data.decode(shape[2]).replace("\r\n", "\n")
    has_blank = any(wish.content.endswith("\n\n") for wish in wishes)
    return text.removesuffix("\n") if has_blank and not shape[1] else text


def in_order(items: Sequence[Item], keys: Sequence[int]) -> list[Item]:
    """Return the items in the order of their keys."""
    return [item for _, item in sorted(zip(keys, items, strict=False), key=itemgetter(0))]


@settings(deadline=None, max_examples=200)
@given(FILES, WISHES, KEYS, st.booleans())
def test_calls_through_one_view_come_to_the_same_as_one_call_in_any_order(
    shape: Shape, wishes: list[Wish], keys: list[int], is_older: bool
) -> None:
    data = file_of(shape)
    items = in_order(items_of(wishes, len(shape[0]), 2), keys)
    found, taken = side_by_side(data, items, is_older=is_older)
    assert taken == items, "none is refused"
    expected = one_call(data, items, is_older=is_older)
    assert alike(found, shape, wishes) == alike(expected, shape, wishes)


@settings(deadline=None, max_examples=150)
@given(FILES, WISHES, KEYS, st.booleans())
def test_of_calls_for_places_that_touch_each_is_made_in_its_place_or_refused(
    shape: Shape, wishes: list[Wish], keys: list[int], is_older: bool
) -> None:
    data = file_of(([ENDS[0]] * len(shape[0]), *shape[1:]))
    items = in_order(items_of(wishes, len(shape[0]), 0), keys)
    found, taken = side_by_side(data, items, is_older=is_older)
    expected = one_call(data, taken, is_older=is_older)
    left, right = alike(found, shape, wishes), alike(expected, shape, wishes)
    if any(not one.content for one in taken):
        # Where a line is gone, what stood on either side of it is at one place.
        left, right = "".join(sorted(left)), "".join(sorted(right))
    assert left == right


@settings(deadline=None, max_examples=150)
@given(FILES, WISHES, KEYS)
def test_of_calls_without_a_view_each_is_made_in_its_place_until_one_is_refused(
    shape: Shape, wishes: list[Wish], keys: list[int]
) -> None:
    data = file_of(shape)
    places = {(one.after, one.span): one for one in items_of(wishes, len(shape[0]), 2)}
    items = in_order(list(places.values()), keys)
    for count in range(len(items), 0, -1):
        found, taken = side_by_side(data, items[:count], is_older=False, has_view=False)
        if taken == items[: count - 1] or taken == items[:count]:
            expected = one_call(data, taken, is_older=False)
            assert alike(found, shape, wishes) == alike(expected, shape, wishes)
            return
