"""What is promised of chips, row by row: how many are listed, how large, and for how long."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from editjournal.daemon.settings import Settings
from editjournal.schemas.replies import AnyReply, ChipShown
from editjournal.schemas.requests import Delete, InsertChip, Read, Replace, ShowChip
from tests.stage import Stage

from .agents import Agent, id_in
from .chip_table import (
    HOUR_NS,
    TEN,
    Limited,
    fail,
    failed,
    failed_bare,
    items,
    listed,
    on_list,
    shown,
)
from .surface import Desk


def gone(reply: AnyReply) -> list[str]:
    """Return the chips that a reply warns have left the list."""
    left = [str(one.values["chips"]) for one in reply.warnings if one.code == "chips_left"]
    return re.findall(r"chip://([0-9a-f]+)", " ".join(left))


# --- capacity, minimum size, bytes and TTL by file, environment and flag; per workspace -----------


def by_file(values: dict[str, str], file: Path) -> Settings:
    file.write_text("[chips]\n" + toml(values))
    return Settings({}, {"EDITJOURNAL_CONFIG": str(file)})


def by_workspace(values: dict[str, str], file: Path) -> Settings:
    file.write_text('[chips]\ncapacity = 9\n[workspace."/w".chips]\n' + toml(values))
    return Settings({}, {"EDITJOURNAL_CONFIG": str(file)})


def by_environment(values: dict[str, str], file: Path) -> Settings:
    named = {f"EDITJOURNAL_CHIPS_{name.upper()}": one for name, one in values.items()}
    file.write_text('[chips]\ncapacity = 9\nttl = "9d"\n')
    return Settings({}, {**named, "EDITJOURNAL_CONFIG": str(file)})


def by_flag(values: dict[str, str], file: Path) -> Settings:
    file.write_text("")
    over = {"EDITJOURNAL_CHIPS_CAPACITY": "9", "EDITJOURNAL_CONFIG": str(file)}
    return Settings(values, over)


def toml(values: dict[str, str]) -> str:
    return "".join(
        f"{name} = {one if one.isdigit() else json.dumps(one)}\n" for name, one in values.items()
    )


@pytest.mark.parametrize("given", [by_file, by_workspace, by_environment, by_flag])
def test_capacity_minimum_bytes_and_ttl_are_set_by_file_workspace_environment_and_flag(
    given: Callable[[dict[str, str], Path], Settings], tmp_path: Path
) -> None:
    values = {"capacity": "5", "min_bytes": "6", "total_bytes": "700", "ttl": "8s"}
    assert given(values, tmp_path / "config.toml").chosen(b"/w").chips == (5, 6, 700, 8)


def test_a_flag_counts_over_the_environment_and_that_over_the_file_and_30_are_listed_else(
    lone_desk: Desk, tmp_path: Path
) -> None:
    def capacity() -> int:
        return lone_desk.cli("chips", "--json").json["capacity"]

    file = tmp_path / "config.toml"
    file.write_text("")
    lone_desk.env["EDITJOURNAL_CONFIG"] = str(file)
    assert capacity() == 30
    file.write_text(f"[chips]\ncapacity = 3\n[workspace.{json.dumps(str(lone_desk.root))}.chips]\n")
    lone_desk.stop()
    assert capacity() == 3
    with file.open("a") as settings:
        settings.write("capacity = 4\n")
    lone_desk.stop()
    assert capacity() == 4
    lone_desk.env["EDITJOURNAL_CHIPS_CAPACITY"] = "5"
    lone_desk.stop()
    assert capacity() == 5
    assert lone_desk.cli("daemon", "restart", "--chips-capacity", "6").code == 0
    assert capacity() == 6


def test_the_oldest_of_30_leaves_first_and_a_warning_names_it(desk: Desk) -> None:
    desk.file("a.py", TEN)
    agent = Agent(desk.host())
    chips = [fail(agent) for _ in range(30)]
    assert listed(desk, "--limit", "100") == chips[::-1]
    reply = agent.call("be-delete", file="a.py:1")
    assert f"warning: {chips[0]} left the list of chips, which holds 30" in reply
    assert listed(desk, "--limit", "100") == [id_in(reply, "chip"), *chips[:0:-1]]
    assert shown(desk, chips[0])["item"][11] == "capacity"


def test_a_chip_without_content_never_pushes_out_one_with_content(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        client = await stage.client()
        bare, text = await failed_bare(client), await failed(client)
        reply = await client.done(Delete(b"f:1"))
        assert gone(reply) == [bare], "it leaves first, though it is not the only one to"
        refusal = await client.refused(Read(b"gone"))
        assert gone(refusal) == []
        assert await on_list(client) == [reply.chips[0], text]
        shown = await client.ask(ShowChip(refusal.chip))
        assert isinstance(shown, ChipShown), "it is found by its id all the same"

    Limited(tmp_path, capacity="2").play(scene)


def test_bytes_push_out_the_oldest_and_what_is_too_small_gets_no_place(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        client = await stage.client()
        first, second = await failed(client, "1" * 50), await failed(client, "2" * 40)
        small = await failed(client, "1234")
        assert await on_list(client) == [second, first]
        refusal = await client.refused(Replace(b"f:99", "3" * 30))
        assert gone(refusal) == [first]
        assert await on_list(client) == [refusal.chip, second]
        states = {one.id: one.state for one in await items(client, left=True)}
        assert (states[first], states[small]) == ("bytes", "small")

    Limited(tmp_path, total_bytes="100", min_bytes="5").play(scene)


# --- TTL ------------------------------------------------------------------------------------------


def test_a_chip_leaves_the_list_with_age_and_is_found_by_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, now_ns = Limited(tmp_path, ttl="1h"), time.time_ns

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        old = (await client.done(Delete(b"f:1"))).chips[0]
        monkeypatch.setattr(time, "time_ns", lambda: now_ns() + HOUR_NS // 2)
        young = await failed(client)
        assert await on_list(client) == [young, old]
        monkeypatch.setattr(time, "time_ns", lambda: now_ns() + HOUR_NS)
        assert await on_list(client) == [young]
        assert [one.state for one in await items(client, left=True)] == ["listed", "age"]
        await client.done(InsertChip(b"f:0", old))

    world.play(scene)
    assert world.text("f") == TEN
