"""The languages of replies have the same texts, and what must not differ does not."""

import re

import pytest

from editjournal.client.mcp.edits import PROBLEMS
from editjournal.client.salvage import faults
from editjournal.client.words import languages, phrases_en, render
from editjournal.client.words.forms import AS_UNPREFIXED_TOOLS
from editjournal.client.words.languages import BY_CODE, CHINESE, ENGLISH, Language, fields
from editjournal.schemas.replies import Marked

from .codes import SOURCES, notes_of

OTHERS = [one for one in BY_CODE.values() if one is not ENGLISH]
TABLES = ("refusals", "next", "next_unlisted", "reasons", "warnings", "phrases", "nouns", "terms")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", OTHERS, ids=lambda one: one.code)
def test_a_language_has_the_same_texts(language: Language, table: str) -> None:
    assert getattr(language, table).keys() == getattr(ENGLISH, table).keys()


@pytest.mark.parametrize("table", sorted({*TABLES} - {"nouns"}))
@pytest.mark.parametrize("language", OTHERS, ids=lambda one: one.code)
def test_a_text_names_the_same_values_in_every_language(language: Language, table: str) -> None:
    ours, theirs = getattr(ENGLISH, table), getattr(language, table)
    assert {key: fields(one) for key, one in theirs.items()} == {
        key: fields(one) for key, one in ours.items()
    }
    for single in ("told_before", "fallback"):
        assert fields(getattr(language, single)) == fields(getattr(ENGLISH, single))


@pytest.mark.parametrize("language", BY_CODE.values(), ids=BY_CODE)
def test_what_a_text_counts_has_its_noun(language: Language) -> None:
    tables = [getattr(language, one) for one in {*TABLES} - {"nouns"}]
    counted = {
        found
        for table in tables
        for text in table.values()
        for found in re.findall(r"\{\w+:([^}]+)\}", text)
    }
    assert counted <= language.nouns.keys() | language.by_span.keys()
    assert {"line", "edit"} <= counted


VERDICT = re.compile(r"(ok|preview|REFUSED|ERROR) ")
CALLS = re.compile(r"be-[a-z-]+|[a-z_]+=[^\s,;)]+|--[a-z-]+", re.ASCII)


@pytest.mark.parametrize("language", OTHERS, ids=lambda one: one.code)
def test_a_verdict_and_calls_are_the_same_in_every_language(language: Language) -> None:
    for table in ("phrases", "next", "next_unlisted", "refusals", "warnings"):
        for key, text in getattr(ENGLISH, table).items():
            told = getattr(language, table)[key]
            assert VERDICT.findall(told[:9]) == VERDICT.findall(text[:9]), key
            assert sorted(CALLS.findall(told)) == sorted(CALLS.findall(text)), key


@pytest.mark.parametrize("language", OTHERS, ids=lambda one: one.code)
def test_a_text_of_another_language_is_not_left_in_english(language: Language) -> None:
    for table in ("refusals", "next", "next_unlisted", "warnings", "reasons"):
        for key, text in getattr(language, table).items():
            if re.search(r"[a-z]{3}", re.sub(r"\{[^}]*\}", "", text)):
                assert not text.isascii(), key


PARTS = {"deletes", "your text at", "7 7", "folder and file", "folders and files", "makes 7"}
"""Notes are put together of these; they are not notes by themselves."""


def test_notes_of_the_daemon_are_known_to_every_language() -> None:
    given = notes_of(SOURCES)
    assert {"without old", "with line breaks", "7 taken as content"} <= given
    whole = {"deletes 7", "your text at 7", "makes folder and file", "makes folders and files"}
    for note in (given - PARTS) | whole:
        assert CHINESE.term(note) != note, note


def test_what_is_wrong_with_an_item_is_known_to_every_language() -> None:
    assert set(PROBLEMS.values()) <= CHINESE.terms.keys()


def test_what_was_wrong_with_salvaged_arguments_is_known_to_every_language() -> None:
    assert set(faults.GRAVEST_FIRST) <= CHINESE.terms.keys()


@pytest.mark.parametrize("term", phrases_en.TERMS)
def test_a_term_is_itself_in_english(term: str) -> None:
    sent = re.sub(r"\{\w+\}", "12-18", term)
    assert ENGLISH.term(sent) == sent


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("tabs", "\u5236\u8868\u7b26"),
        ("cut at 24,000 bytes", "\u5728 24,000 \u5b57\u8282\u5904\u622a\u65ad"),
        ("your text at 3-5", "\u628a\u4f60\u7684\u6587\u672c\u653e\u5728 3-5"),
        (
            "your text at 3-5, without the line numbers",
            "\u628a\u4f60\u7684\u6587\u672c\u653e\u5728 3-5, \u53bb\u6389\u884c\u53f7",
        ),
        ("1, 2 and 3 more", "1, 2 \u4ee5\u53ca\u53e6\u5916 3 \u5904"),
        ("p812 or chip://a3f7b2", "p812 \u6216 chip://a3f7b2"),
        ("utf-16", "utf-16"),
        ("your text at", "your text at"),
    ],
)
def test_words_of_the_daemon_are_told_in_chinese(sent: str, told: str) -> None:
    assert CHINESE.term(sent) == told


def test_one_and_several_are_told_apart() -> None:
    assert ENGLISH.fill("{n:line} {n:do}", {"n": 1}) == "1 line does"
    assert ENGLISH.fill("{n:line} {n:do}", {"n": 2}) == "2 lines do"
    assert CHINESE.fill("{n:line}", {"n": 1}) == "1 \u884c"
    assert ENGLISH.fill("{gone:line} {n}", {}) == "? ?"


def test_names_of_tools_are_shortened_in_texts_and_not_in_values() -> None:
    short = languages.unprefixed("en")
    texts = [*short.refusals.values(), *short.phrases.values(), *short.warnings.values()]
    assert not [one for one in texts if "be-" in one]
    assert any("or use delete" in one for one in texts)
    marked = Marked(seq=5, mark="commit", label="be-tidy", edits=())
    assert render.text(marked, forms=AS_UNPREFIXED_TOOLS) == "ok commit be-tidy: no open edits"
