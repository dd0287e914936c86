"""The examples of docs/tools.md, through the real processes."""

import re
from typing import Any

from tests.tools_doc import CART, CART_PATH, CHIP_CALLS, EXAMPLES, OTHERS

from .surface import Desk

AGE = re.compile(r"\b[0-9]+ s ago\b")
ID = re.compile(r"\b[evp][0-9]+\b|chip://[0-9a-f]+")


def renamed(value: Any, ids: dict[str, str]) -> Any:
    """Return a value in which the page's ids are those of this run."""
    match value:
        case str():
            return ID.sub(lambda found: ids.get(found[0], found[0]), value)
        case dict():
            return {name: renamed(one, ids) for name, one in value.items()}  # pyright: ignore[reportUnknownVariableType]
        case list():
            return [renamed(one, ids) for one in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value


def test_the_examples_of_the_page_are_replied_to_as_it_says(desk: Desk) -> None:
    for path, text in ((CART_PATH, CART), *OTHERS.items()):
        desk.file(path, text)
    host = desk.host()
    ids: dict[str, str] = {}
    for example in EXAMPLES:
        reply = host.call(example.tool, **renamed(example.arguments, ids))
        reply = AGE.sub("8 s ago", reply)
        ids |= zip(ID.findall(example.reply), ID.findall(reply), strict=False)
        assert reply == renamed(example.reply, ids), example.tool


def test_the_calls_for_chips_do_what_the_page_says(desk: Desk) -> None:
    cart = desk.file(CART_PATH, CART)
    host = desk.host()
    deleted = host.call("be-delete", file=f"{CART_PATH}:6")
    failed = host.call("be-replace", file=f"{CART_PATH}:99", content="        s = 1")
    ids = {
        shown: ID.findall(reply)[-1]
        for shown, reply in (("chip://29557e", deleted), ("chip://a3f7b2", failed))
    }
    told = [host.call(tool, **renamed(given, ids)) for _, tool, given in CHIP_CALLS]
    seen, searched, shown, *edits = told
    assert all(chip in seen for chip in ids.values())
    assert ids["chip://29557e"] in searched
    assert "s = 1" in shown
    assert [one[:3] for one in edits] == ["ok "] * 3
    lines, header, arguments = cart.read_text().partition("# Chip ")
    assert lines == CART.replace("s = 0", "s = 1")
    assert header
    assert '"file": "src/cart.py:99"' in arguments
