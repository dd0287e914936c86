"""An outline is cut where there is no more room, and goes on with the call that it names."""

import pytest

from editjournal.client.mcp import outlines
from editjournal.client.words import render
from editjournal.client.words.forms import PLAIN
from editjournal.schemas.replies import Call, Outlined
from editjournal.schemas.requests import Read, ShowOutline
from editjournal.schemas.structure import Definition
from editjournal.schemas.values import Span

NUMBER = 900
CLASS = Definition("class", "Big", 1, 10 * NUMBER + 9, 1)


def big(path: bytes = b"big.py", *, on_one_line: bool = False) -> Outlined:
    """Return a class of many methods."""
    methods = [
        Definition("method", f"method_{n}", 10 * n, 10 * n + 8, 10 * n, 0)
        if not on_one_line
        else Definition("method", f"method_{n}", 1, 1, 1, 0)
        for n in range(1, NUMBER + 1)
    ]
    return Outlined(path=path, total=10 * NUMBER + 9, definitions=(CLASS, *methods))


@pytest.mark.parametrize(
    ("request_", "tool"),
    [(Read(b"big.py", outline=True), "be-read"), (ShowOutline(b"big.py"), "be-outline")],
)
def test_the_pages_of_an_outline_have_all_of_it_and_what_it_lies_in(
    request_: Read | ShowOutline, tool: str
) -> None:
    seen: list[str] = []
    for _ in range(20):
        page = outlines.fitted(request_, big(), PLAIN)
        assert isinstance(page, Outlined)
        assert page.definitions[0] == CLASS
        assert {one.parent for one in page.definitions[1:]} == {0}
        seen += [one.name for one in page.definitions[1:]]
        text = render.text(page)
        assert len(text.encode()) <= 8_000
        if not page.next:
            break
        assert f"... ({page.more} more definitions)" in text
        call = page.next[0]
        assert (call.tool, call.arguments.get("outline")) == (
            tool,
            "true" if tool == "be-read" else None,
        )
        request_ = following(request_, str(call.arguments["file"]).encode())
    assert seen == [f"method_{n}" for n in range(1, NUMBER + 1)]


def following(request: Read | ShowOutline, file: bytes) -> Read | ShowOutline:
    return ShowOutline(file) if isinstance(request, ShowOutline) else Read(file, outline=True)


def test_lines_beside_the_path_begin_an_outline_too() -> None:
    page = outlines.fitted(Read(b"big.py", (Span(8_995, 0),), outline=True), big(), PLAIN)
    assert isinstance(page, Outlined)
    assert [one.name for one in page.definitions] == ["Big", "method_899", "method_900"]


def test_a_file_that_is_called_so_is_told_from_lines_of_one() -> None:
    reply = Outlined(path=b"a:9-", total=9, definitions=(Definition("class", "A", 1, 3, 1),))
    assert outlines.fitted(ShowOutline(b"a:9-"), reply, PLAIN) == reply


def test_where_all_stands_on_one_line_no_call_goes_on() -> None:
    page = outlines.fitted(ShowOutline(b"big.py"), big(on_one_line=True), PLAIN)
    assert isinstance(page, Outlined)
    assert page.more > 0
    assert page.next == ()


def test_other_replies_stay_as_they_are() -> None:
    reply = big()
    assert outlines.fitted(None, reply, PLAIN) is reply
    small = Outlined(path=b"a", total=9, definitions=(CLASS,), next=(Call("be-read", {}),))
    assert outlines.fitted(ShowOutline(b"a"), small, PLAIN) == small
