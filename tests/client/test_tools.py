"""The tools as hosts list them: flat schemas, short texts, an order that never changes."""

import json
from collections.abc import Iterator
from typing import Any, cast

import pytest

from editjournal.schemas import tools
from editjournal.schemas.tools import BY_NAME, TOOLS, Tool

DESCRIPTION_CHARACTERS_MAX = 1_000
FIRST_PARAGRAPH_CHARACTERS_MAX = 512
LISTING_CHARACTERS_MAX = 5_000
"""Every session pays for it; it was 3,234 when this was written."""
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
    assert schema["type"] == "object"
    assert set(schema) == {"type", "properties", "required"}
    assert set(schema["required"]) <= schema["properties"].keys()
    for one in objects_in(schema):
        assert not FORBIDDEN & one.keys()
    for one in objects_in(schema["properties"]):
        if one is not schema["properties"]:
            assert one["type"] in ("string", "integer", "boolean", "object", "array")
            assert one["type"] != "array" or "items" in one
            assert None not in one.get("enum", [])


@pytest.mark.parametrize("tool", TOOLS, ids=BY_NAME)
def test_a_schema_is_flat(tool: Tool) -> None:
    expect_flat(tools.input_schema(tool))


def test_the_schema_of_structured_results_is_flat() -> None:
    expect_flat(tools.OUTPUT_SCHEMA)


@pytest.mark.parametrize(
    "bent",
    [
        {"type": "object", "properties": {"a": {"$ref": "#/x"}}, "required": []},
        {"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": []},
        {"type": "object", "properties": {"a": {"type": "array"}}, "required": []},
        {"type": "object", "properties": {"a": {"anyOf": []}}, "required": []},
        {"type": "object", "properties": {}, "required": [], "additionalProperties": False},
        {"anyOf": [], "properties": {}, "required": []},
    ],
)
def test_a_schema_that_is_not_flat_would_be_noticed(bent: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, KeyError, TypeError)):
        expect_flat(bent)


@pytest.mark.parametrize("tool", TOOLS, ids=BY_NAME)
def test_every_parameter_is_described_or_has_its_choices(tool: Tool) -> None:
    for name, one in tools.input_schema(tool)["properties"].items():
        assert one.get("description") or one.get("enum"), name


@pytest.mark.parametrize("tool", TOOLS, ids=BY_NAME)
def test_descriptions_are_short_and_plain(tool: Tool) -> None:
    assert len(tool.description) <= DESCRIPTION_CHARACTERS_MAX
    for text in (tool.description, tool.title, *(one.description for one in tool.parameters)):
        assert text.isascii()
        assert "\n" not in text
        assert "IMPORTANT" not in text.upper()


def test_the_first_paragraph_of_the_instructions_stands_alone() -> None:
    first = tools.INSTRUCTIONS.partition("\n\n")[0]
    assert len(first) <= FIRST_PARAGRAPH_CHARACTERS_MAX
    assert "be-read" in first
    assert "REFUSED" in first
    assert len(tools.INSTRUCTIONS) <= 2_000
    assert tools.INSTRUCTIONS.isascii()


def test_the_instructions_name_no_tool_that_is_not_there() -> None:
    words = tools.INSTRUCTIONS.replace("\n", " ").replace(",", " ").replace(".", " ").split()
    assert {word for word in words if word.startswith("be-")} == set(BY_NAME)


def test_the_order_of_the_tools_is_fixed() -> None:
    names = [one["name"] for one in tools.listing()]
    assert names == ["be-read", "be-replace", "be-write", "be-trx"]
    assert tools.listing() == tools.listing()


def test_the_whole_list_is_small() -> None:
    assert len(json.dumps(tools.listing())) <= LISTING_CHARACTERS_MAX


def test_annotations_say_that_nothing_is_lost_and_nothing_leaves_the_machine() -> None:
    for one in tools.listing():
        read_only = one["name"] == "be-read"
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


def test_force_and_other_hidden_parameters_are_not_shown() -> None:
    shown = json.dumps([one["inputSchema"]["properties"] for one in tools.listing()])
    for name in ("force", "max_bytes", "label"):
        assert f'"{name}"' not in shown


def test_no_other_name_means_two_things() -> None:
    others = [alias for aliases in tools.ALIASES.values() for alias in aliases]
    lines = [name for pair in tools.LINE_NAMES for name in pair]
    names = [*tools.ALIASES, *others, *lines, *tools.DROPPED]
    assert len(names) == len(set(names))
    own = {name for tool in TOOLS for name in tool.names}
    assert not own & {*others, *lines, *tools.DROPPED}


@pytest.mark.parametrize("name", ["be-read", "read"])
def test_a_tool_is_found_with_and_without_its_prefix(name: str) -> None:
    assert tools.find(name) is tools.READ


@pytest.mark.parametrize("name", ["", "be-", "be-be-read", "READ", "be-insert"])
def test_no_other_name_finds_a_tool(name: str) -> None:
    assert tools.find(name) is None
