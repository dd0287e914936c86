"""A search by error finds the words that a list of chips shows."""

import pytest

from editjournal.client.mcp.arguments import parse
from editjournal.client.words import reasons, render
from editjournal.client.words.languages import BY_CODE, Language
from editjournal.schemas.replies import ChipItem, ChipList
from editjournal.schemas.requests import Chips


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("past the end", "past_end"),
        ("lines moved", "moved"),
        ("Lines MOVED:", "moved_unseen"),
        ("content was missing", "missing_content"),
        ("its arguments were no JSON", "not_json"),
        ("line could not be read", "bad_line"),
        ("old was not there", "old_none"),
        ("超出末尾", "past_end"),
        ("参数不是 json", "degraded"),
    ],
)
def test_the_words_of_a_reason_go_with_a_search(text: str, code: str) -> None:
    found = reasons.with_words_of(f"src/cart.py {text}")[code]
    assert all(word in found for word in text.casefold().split())


def test_reasons_without_the_words_stay_away() -> None:
    assert "past_end" not in reasons.with_words_of("moved")
    assert reasons.with_words_of("") == reasons.with_words_of("src/cart.py:12") == {}


@pytest.mark.parametrize("language", BY_CODE.values(), ids=BY_CODE)
def test_every_reason_that_a_list_shows_is_found_by_its_words(language: Language) -> None:
    for code in language.reasons:
        item = ChipItem("a3f7b2", 0, "", "", "refused", b"", None, code, 0, "x")
        shown = render.text(ChipList(seq=1, items=(item,), now_ns=0), language=language)
        words = shown.split("\n")[1].rpartition(": `x`")[0].rpartition(": ")[2]
        found = reasons.with_words_of(words)[code]
        assert words
        assert all(word in found for word in words.casefold().split())


def test_a_call_to_search_brings_the_reasons_with_its_words() -> None:
    request = parse("be-chips", b'{"query": "past the end"}').request
    assert isinstance(request, Chips)
    assert "past the end:" in request.reasons["past_end"]
