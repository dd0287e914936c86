"""The tools as hosts list them: flat schemas, short texts, an order that never changes."""

import json
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest

from editjournal.schemas import tool_names, tools
from editjournal.schemas.tools import (
    ALL,
    BY_NAME,
    CHOICES,
    LANGUAGES,
    Language,
    Parameter,
    Tool,
    choose,
)

DESCRIPTION_CHARACTERS_MAX = 1_000
FIRST_PARAGRAPH_CHARACTERS_MAX = 512
LISTING_CHARACTERS_MAX = 9_000
"""Every session pays for it; it was 8,848 when this was written."""
NAMES = [tool.name for tool in ALL]
FORBIDDEN = {
    *("$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "const", "default"),
    *("pattern", "additionalProperties", "nullable"),
}


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield cast("dict[str, Any]", value)
        for one in cast("dict[str, Any]", value).values():
            yield from objects_in(one)
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from objects_in(one)


def expect_flat(schema: dict[str, Any]) -> None:
    for one in objects_in(schema):
        assert not FORBIDDEN & one.keys()
    expect_object(schema)


def expect_object(schema: dict[str, Any]) -> None:
    assert schema["type"] == "object"
    assert set(schema) == {"type", "properties", "required"}
    assert set(schema["required"]) <= schema["properties"].keys()
    for one in schema["properties"].values():
        assert one["type"] in ("string", "integer", "boolean", "object", "array")
        assert set(one) <= {"type", "description", "enum", "minimum", "items"}
        assert all(isinstance(choice, str) for choice in one.get("enum", []))
        assert ("items" in one) == (one["type"] == "array")
        if "items" in one:
            expect_object(one["items"])


EVERY_LISTING = [
    pytest.param(choice, language, prefix, id=f"{choice} {language} {prefix}")
    for choice in (*CHOICES, *NAMES)
    for language in LANGUAGES
    for prefix in (True, False)
]


@pytest.mark.parametrize(("choice", "language", "prefix"), EVERY_LISTING)
def test_every_schema_is_flat(choice: str, language: Language, prefix: bool) -> None:
    listed = tools.listing(choose(choice), language=language, prefix=prefix)
    assert listed
    for one in listed:
        expect_flat(one["inputSchema"])


def test_the_schema_of_structured_results_is_flat() -> None:
    expect_flat(tools.OUTPUT_SCHEMA)


@pytest.mark.parametrize(
    "bent",
    [
        {"type": "object", "properties": {"a": {"$ref": "#/x"}}, "required": []},
        {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": []},
        {"type": "object", "properties": {"a": {"type": "array"}}, "required": []},
        {"type": "object", "properties": {"a": {"type": "string", "items": {}}}, "required": []},
        {
            "type": "object",
            "properties": {"a": {"type": "array", "items": {"type": "string", "default": ""}}},
            "required": [],
        },
        {"type": "object", "properties": {"a": {"anyOf": []}}, "required": []},
        {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        {"anyOf": [], "properties": {}, "required": []},
    ],
)
def test_a_schema_that_is_not_flat_would_be_noticed(bent: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, KeyError, TypeError)):
        expect_flat(bent)


def shown_parameters(tool: Tool) -> dict[str, Parameter]:
    """Return what a model is shown, also of a list's items, by the name in `Words`."""
    shown: dict[str, Parameter] = {}
    for one in tool.parameters:
        if one.shown:
            shown[one.name] = one
            shown |= {f"{one.name}.{item.name}": item for item in one.items if item.shown}
    return shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tool", ALL, ids=NAMES)
def test_every_language_describes_what_is_shown_and_nothing_else(
    tool: Tool, language: Language
) -> None:
    told = tools.words(tool, language)
    assert told.title
    assert told.description
    assert all(told.parameters.values())
    wanted = [name for name, one in shown_parameters(tool).items() if not one.choices]
    assert list(told.parameters) == wanted


def test_every_language_has_every_tool() -> None:
    for words in LANGUAGES.values():
        assert list(words.tools) == NAMES
        assert len(words.notes) == len(LANGUAGES["en"].notes)
        assert len(words.opening) == len(LANGUAGES["en"].opening)


CODE = re.compile(
    r"`[^`]+`|[a-z]+://\w+|:[A-Z]+\b|\bbe-[a-z-]+|\b[a-z]+_[a-z_]+\b|[\w/]+\.py[:\d,-]*"
)


@pytest.mark.parametrize("tool", ALL, ids=NAMES)
def test_names_ids_and_examples_are_the_same_in_every_language(tool: Tool) -> None:
    english, chinese = tools.words(tool, "en"), tools.words(tool, "zh")
    for name in ("", *english.parameters):
        pair = (
            (english.parameters[name], chinese.parameters[name])
            if name
            else (english.description, chinese.description)
        )
        one, other = ([part.replace("文本", "text") for part in CODE.findall(it)] for it in pair)
        assert sorted(one) == sorted(other), name


def test_chinese_is_chinese() -> None:
    for tool in ALL:
        told = tools.words(tool, "zh")
        for text in (told.title, told.description):
            assert any("\u4e00" <= character <= "\u9fff" for character in text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tool", ALL, ids=NAMES)
def test_descriptions_are_short_and_plain(tool: Tool, language: Language) -> None:
    told = tools.words(tool, language)
    assert len(told.description) <= DESCRIPTION_CHARACTERS_MAX
    for text in (told.description, told.title, *told.parameters.values()):
        assert text.isascii() or language != "en"
        assert "\n" not in text
        assert "IMPORTANT" not in text.upper()


@pytest.mark.parametrize(("choice", "language", "prefix"), EVERY_LISTING)
def test_the_instructions_are_short_and_name_no_tool_that_is_not_listed(
    choice: str, language: Language, prefix: bool
) -> None:
    listed = choose(choice)
    text = tools.instructions(listed, language=language, prefix=prefix)
    first = text.partition("\n\n")[0]
    assert len(first) < FIRST_PARAGRAPH_CHARACTERS_MAX
    assert len(text) < 2_000
    assert "REFUSED" in first
    assert "{" not in text
    assert text.isascii() or language != "en"
    found = set(re.findall(r"\bbe-[a-z-]+[a-z]", text, re.ASCII))
    assert found <= ({tool.name for tool in listed} if prefix else set[str]())


LOOKING = ("be-func-range", "be-tag-range", "be-balance")
"""Listed by default, and what a read and an edit's reply tell, too."""


def test_the_instructions_name_every_tool_without_which_work_is_not_done() -> None:
    for language in LANGUAGES:
        text = tools.instructions(language=language)
        found = set(re.findall(r"\bbe-[a-z-]+[a-z]", text, re.ASCII))
        assert found == set(BY_NAME) - set(LOOKING)


def test_instructions_for_few_tools_are_whole_sentences() -> None:
    text = tools.instructions(choose("be-trx"))
    assert text.partition("\n\n")[0] == (
        "editjournal reads and edits the files of this workspace. Pass the viewed_code_id of your "
        "read with each edit: line numbers then mean the lines of that view, also after edits made "
        "since. A result that begins with REFUSED changed nothing."
    )
    assert " Use read and write instead " in tools.instructions(choose("write,read"), prefix=False)
    assert " Use be-read instead " in tools.instructions(choose("be-read"))


def test_the_order_of_the_tools_is_fixed() -> None:
    names = [one["name"] for one in tools.listing()]
    assert names == [
        *("be-read", "be-replace", "be-insert", "be-delete", "be-write", "be-confirm"),
        *("be-trx", "be-insert-chip", *LOOKING),
    ]
    assert tools.listing() == tools.listing()


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("default", list(BY_NAME)),
        ("all", [*BY_NAME, "be-outline", "be-chips", "be-history"]),
        ("chips,insert-chip", ["be-insert-chip", "be-chips"]),
        ("outline,balance", ["be-balance", "be-outline"]),
        ("core", [name for name in BY_NAME if name not in ("be-insert-chip", *LOOKING)]),
        ("be-write,read", ["be-read", "be-write"]),
        (" trx  be-read , trx ", ["be-read", "be-trx"]),
    ],
)
def test_a_choice_lists_its_tools_in_the_one_order(choice: str, names: list[str]) -> None:
    assert [tool.name for tool in choose(choice)] == names


@pytest.mark.parametrize("choice", ["", " , ", "be-read,frob", "CORE", "be-chip", "core,read"])
def test_a_choice_that_names_no_tool_is_told_which_there_are(choice: str) -> None:
    with pytest.raises(ValueError, match=r"known are core, default, all, be-read, be-replace, "):
        choose(choice)


def test_names_are_listed_without_their_prefix_where_that_is_wanted() -> None:
    for language in LANGUAGES:
        listed = tools.listing(prefix=False, language=language)
        assert [one["name"] for one in listed] == [name[3:] for name in BY_NAME]
        assert "be-" not in json.dumps(listed)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("use be-read.", "use read."),
        ("be-insert-chip, be-insert", "insert-chip, insert"),
        ("be-chips id=chip://a3f7b2", "chips id=chip://a3f7b2"),
        ("be-trx action=undo", "trx action=undo"),
        ("请用be-read代替", "请用read代替"),
        ("be-reader and maybe-read, be-chip", "be-reader and maybe-read, be-chip"),
        ("be-insert-chips be-read-only", "be-insert-chips be-read-only"),
    ],
)
def test_only_names_of_tools_lose_the_prefix(text: str, wanted: str) -> None:
    assert tools.without_prefix(text) == wanted


def test_the_whole_list_is_small() -> None:
    assert len(json.dumps(tools.listing())) <= LISTING_CHARACTERS_MAX


def test_annotations_say_that_nothing_is_lost_and_nothing_leaves_the_machine() -> None:
    for one in tools.listing(ALL):
        looking = (*LOOKING, "be-read", "be-outline", "be-chips", "be-history")
        read_only = one["name"] in looking
        assert one["annotations"] == {
            "title": one["title"],
            "readOnlyHint": read_only,
            "destructiveHint": False,
            "idempotentHint": read_only,
            "openWorldHint": False,
        }


def test_an_output_schema_is_listed_only_with_structured_results() -> None:
    assert all("outputSchema" not in one for one in tools.listing())
    assert all(one["outputSchema"] == tools.OUTPUT_SCHEMA for one in tools.listing(structured=True))


def test_only_the_tools_that_work_on_files_stand_in_the_prompt_from_the_start() -> None:
    always = {"anthropic/alwaysLoad": True}
    assert [one.get("_meta") for one in tools.listing()] == [
        {**always, "anthropic/maxResultSizeChars": 200_000},
        *[always] * 5,
        *[None] * 5,
    ]


def test_force_and_other_hidden_parameters_are_not_shown() -> None:
    shown = json.dumps([one["inputSchema"]["properties"] for one in tools.listing(ALL)])
    hidden = ("force", "reanchor", "max_bytes", "remove", "files", "base64", "parents", "redo")
    history = (
        "session",
        "agent",
        "since",
        "until",
        "limit",
        "before",
        "resolve",
        "paths",
        "restore",
    )
    for name in (*hidden, *history, "position", "auto", "brief", "format"):
        assert f'"{name}"' not in shown


def test_a_target_is_shown_by_reads_alone_and_taken_by_edits_of_places() -> None:
    shown = {tool.name for tool in ALL if "target" in shown_parameters(tool)}
    taken = {tool.name for tool in ALL if "target" in tool.names}
    assert shown == {"be-read"}
    assert taken == {"be-read", "be-replace", "be-insert", "be-delete"}


@pytest.mark.parametrize("tool", ALL, ids=NAMES)
def test_no_other_name_means_two_things(tool: Tool) -> None:
    own = tool_names.ALIASES_OF.get(tool.name, {})
    others = [alias for aliases in own.values() for alias in aliases]
    general = [one for name in tool_names.ALIASES for one in (name, *tool_names.ALIASES[name])]
    lines = [name for pair in tool_names.LINE_NAMES for name in pair]
    names = [*general, *lines, *tool_names.ONE_LINE_NAMES, *tool_names.DROPPED]
    names += tool_names.EVERYWHERE
    assert len(names) == len(set(names))
    assert len(others) == len(set(others))
    taken = {*others, *lines, *tool_names.DROPPED, *tool_names.EVERYWHERE}
    assert {*tool.names} & taken == ({"verbose"} if tool is tools.BALANCE else set[str]())


def test_what_is_taken_by_one_tool_is_refused_or_left_out_by_name() -> None:
    own = {name for tool in ALL for name in tool.names}
    assert own >= tool_names.TELLING
    taken = {"files", "base64", "form", "paths", "at", "session", "target", "outline"}
    assert own & tool_names.NOT_SERVED == taken
    assert not tool_names.TELLING & (tool_names.NOT_SERVED | tool_names.DROPPED)


@pytest.mark.parametrize("name", ["be-read", "read"])
def test_a_tool_is_found_with_and_without_its_prefix(name: str) -> None:
    assert tools.find(name) is tools.READ


@pytest.mark.parametrize("name", ["", "be-", "be-be-read", "READ", "be-chip", "be-range"])
def test_no_other_name_finds_a_tool(name: str) -> None:
    assert tools.find(name) is None
