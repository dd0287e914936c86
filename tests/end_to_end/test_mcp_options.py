"""The options of `editjournal mcp`, through the process that a host starts."""

import json
import re

import pytest

from editjournal.schemas import tools

from .surface import COMMAND, Desk, Host, text_of


def names(host: Host) -> list[str]:
    return [tool["name"] for tool in host.ask("tools/list")["tools"]]


def with_variables(**values: str) -> tuple[str, ...]:
    return ("env", *(f"EDITJOURNAL_{name}={value}" for name, value in values.items()), *COMMAND)


def test_tools_that_are_not_listed_work_all_the_same(desk: Desk) -> None:
    path = desk.file("a.py")
    host = desk.host("--tools", "be-read")
    assert names(host) == ["be-read"]
    assert "be-write" not in host.hello["instructions"]
    assert host.call("be-write", file="b.py", content="b\n").startswith("ok b.py: created")
    assert host.call("replace", file="a.py:1", content="x\n").startswith("ok a.py: 1 -> 1 ")
    assert path.read_text() == "x\ntwo\nthree\n"


@pytest.mark.parametrize("choice", ["core", "default", "all", "trx,be-read"])
def test_a_choice_of_tools_is_listed_always_in_the_same_order(desk: Desk, choice: str) -> None:
    chosen = [tool.name for tool in tools.choose(choice)]
    assert names(desk.host("--tools", choice)) == chosen
    assert names(desk.host(command=with_variables(TOOLS=choice))) == chosen


def test_a_tool_that_nobody_knows_ends_it_and_says_which_there_are(desk: Desk) -> None:
    ran = desk.cli("mcp", "--tools", "be-read,be-fly")
    assert ran.code == 2
    assert "be-fly" in ran.err
    assert "be-replace" in ran.err
    assert ran.out == ""


def test_without_prefix_tools_are_named_without_it_and_called_either_way(desk: Desk) -> None:
    desk.file("a.py")
    host = desk.host("--no-prefix")
    assert names(host) == [name.removeprefix("be-") for name in tools.BY_NAME]
    assert "be-" not in host.hello["instructions"]
    assert host.call("read", file="a.py").startswith("a.py:1-3 of 3")
    assert host.call("be-read", file="a.py").startswith("a.py:1-3 of 3")
    refused = host.call("replace", file="a.py:9", content="x")
    assert re.search(r"^next: (read|replace) ", refused, re.MULTILINE)
    assert "be-" not in refused


def test_in_chinese_verdicts_calls_and_ids_are_the_same(desk: Desk) -> None:
    desk.file("a.py")
    for host in (desk.host("--lang", "zh"), desk.host(command=with_variables(LANG="zh"))):
        assert not host.hello["instructions"].isascii()
        assert names(host) == list(tools.BY_NAME)
        shown = host.call("be-read", file="a.py:1")
        assert re.match(r"a\.py:1 .*  view v\d+\n1\|one$", shown)
        result = host.result("be-replace", {"file": "a.py", "old": "zzz", "content": ""})
        assert text_of(result).startswith("REFUSED a.py")
        assert not text_of(result).isascii()


def test_results_as_json_are_one_object_in_the_block_of_text(desk: Desk) -> None:
    desk.file("a.py")
    for host in (desk.host("--results", "json"), desk.host(command=with_variables(RESULTS="json"))):
        for file, status in (("a.py:1", "ok"), ("gone.py", "error")):
            result = host.result("be-read", {"file": file})
            assert result.keys() == {"content", "isError"}
            assert result["isError"] is (status == "error")
            (block,) = result["content"]
            assert json.loads(block["text"])["status"] == status


def test_a_brief_answer_has_no_lines_of_the_file(desk: Desk) -> None:
    desk.file("a.py")
    host = desk.host()
    full = host.call("be-replace", file="a.py:1", content="x\n")
    brief = host.call("be-replace", file="a.py:2", content="y\n", brief=True)
    assert "\n1|x\n" in full
    assert re.fullmatch(r"ok a\.py: 2 -> 2 \(0, 3 lines\)  edit e\d+  view v\d+", brief)
