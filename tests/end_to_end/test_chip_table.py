"""What is promised of chips, row by row: what is kept, for how long, and what it is good for."""

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editjournal.daemon.log.opening import segment_path
from editjournal.daemon.seam import Seam
from editjournal.daemon.settings import Settings
from editjournal.daemon.workspaces import Journals
from editjournal.schemas.replies import AnyReply, ChipItem, ChipList, ChipShown
from editjournal.schemas.requests import (
    Chips,
    Confirm,
    Delete,
    InsertChip,
    Read,
    Replace,
    ShowChip,
    Undo,
)
from tests.stage import SEGMENT_BYTES, Client, Stage, World

from .agents import Agent, id_in
from .surface import Desk, text_of

TEN = "".join(f"line {number}\n" for number in range(1, 11))
LONG = "x" * 300_000
HOUR_NS = 3600 * 10**9


def shown(desk: Desk, chip: str) -> dict[str, Any]:
    """Return all that a chip keeps, as the command line has it."""
    found = desk.cli("chips", "show", chip, "--max-bytes", "1000000", "--json")
    assert found.code == 0, found
    assert found.json["cut_bytes"] == 0
    return found.json


def listed(desk: Desk, *options: str) -> list[str]:
    """Return the chips of a list, newest first."""
    return [f"chip://{one[0]}" for one in desk.cli("chips", *options, "--json").json["items"]]


def chips_in(reply: str) -> list[str]:
    return re.findall(r"^chip://[0-9a-f]+", reply, re.MULTILINE)


def fail(agent: Agent, content: str = "new\n", file: str = "a.py:99") -> str:
    """Let a call fail, and return the chip that its error names."""
    reply = agent.call("be-replace", file=file, content=content)
    assert reply.startswith("ERROR"), reply
    return id_in(reply, "chip")


class Limited(World):
    """A workspace whose daemon was started with options, and which has a file of ten lines."""

    def __init__(self, folder: Path, **options: str) -> None:
        super().__init__(folder)
        self.options = options
        self.put("f", TEN)

    def journals(self, seam: Seam | None = None) -> Journals:
        settings = Settings(self.options, {"EDITJOURNAL_CONFIG": os.devnull})
        runtime, seam = self.state / "run", seam or self.seam
        return Journals(self.state, runtime, seam, segment_bytes=SEGMENT_BYTES, settings=settings)


async def items(client: Client, *, left: bool = False) -> list[ChipItem]:
    reply = await client.ask(Chips(left=left, limit=100))
    assert isinstance(reply, ChipList), reply
    return list(reply.items)


async def on_list(client: Client) -> list[str]:
    return [one.id for one in await items(client)]


async def failed(client: Client, content: str = "new\n") -> str:
    """Let a call with a text fail, and return its chip."""
    return (await client.refused(Replace(b"f:99", content))).chip


async def failed_bare(client: Client) -> str:
    """Let a call without a text fail, and return its chip."""
    return (await client.refused(Read(b"gone"))).chip


def gone(reply: AnyReply) -> list[str]:
    """Return the chips that a reply warns have left the list."""
    left = [str(one.values["chips"]) for one in reply.warnings if one.code == "chips_left"]
    return re.findall(r"chip://([0-9a-f]+)", " ".join(left))


# --- every failed call, whatever its size and shape; durable; the error names the chip ------------


def test_every_failed_call_is_kept_whatever_its_size_and_shape(desk: Desk) -> None:
    desk.file("a.py", TEN)
    host = desk.host()
    for arguments in (
        {"file": "a.py:99", "content": "1"},
        {"file": "a.py:99", "content": LONG},
        {},
        [1, 2],
        "no object",
        '{"file": "a.py", "content": "cut of',
        7,
        True,
        "",
    ):
        error = text_of(host.result("be-replace", arguments))
        assert json.loads(shown(desk, id_in(error, "chip"))["arguments"]) == arguments


def test_a_line_that_cannot_be_parsed_is_kept_as_it_came(desk: Desk) -> None:
    host = desk.host()
    call = b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":'
    for line in (
        call + b'{"name":"be-write","argum',
        call + b'{"name":"be-write","arguments":{"file":"\xff"}}}',
        call + b"[1]}",
    ):
        host.send(line)
        answer = host.hear()
        assert answer["id"] == 9
        kept = shown(desk, id_in(text_of(answer["result"]), "chip"))["arguments"]
        assert re.sub(r"\s", "", kept) == line.decode(errors="backslashreplace")


def test_a_failed_call_outlives_a_daemon_that_is_killed_once_it_has_answered(
    lone_desk: Desk,
) -> None:
    lone_desk.file("a.py", TEN)
    chip = fail(Agent(lone_desk.host()), "kept\n")
    lone_desk.kill_daemon()
    assert shown(lone_desk, chip)["texts"] == [["lines", 1, 1, ["kept"]]]


# --- deleted text: be-delete, removed files, overwritten whole files; with path and range ---------


def test_deleted_lines_and_removed_files_are_kept_with_path_and_range(desk: Desk) -> None:
    path, other = desk.file("a.py", TEN), desk.file("b.py", "one\ntwo\n")
    agent = Agent(desk.host())
    lines = id_in(agent.call("be-delete", file="a.py:3-4"), "chip")
    removed = agent.call("be-delete", file="b.py", remove=True)
    file = id_in(removed, "chip")
    assert not other.exists()
    assert f"{lines}  deleted a.py 3-4, " in agent.call("be-insert-chip")
    assert f"{file}  deleted b.py 1-2, " in agent.call("be-insert-chip")
    assert shown(desk, file)["texts"] == [["lines", 1, 2, ["one", "two"]]]
    agent.call("be-insert-chip", **{"from": lines, "to": "a.py:2"})
    agent.call("be-trx", action="undo", event_id=id_in(removed, "edit"))
    assert (path.read_text(), other.read_text()) == (TEN, "one\ntwo\n")


def test_a_whole_file_that_others_changed_before_it_was_overwritten_is_kept(desk: Desk) -> None:
    path = desk.file("a.py", TEN)
    agent = Agent(desk.host())
    agent.call("be-read", file="a.py")
    path.write_text(TEN.replace("line 5", "theirs"))
    written = agent.call("be-write", file="a.py", content="other\n", viewed_code_id="{view}")
    chip = id_in(written, "chip")
    assert path.read_text() == "other\n"
    assert f"{chip}  deleted a.py 1-10, " in agent.call("be-insert-chip")
    assert shown(desk, chip)["texts"] == [
        ["lines", 1, 10, TEN.replace("line 5", "theirs").splitlines()]
    ]


def test_any_overwritten_whole_file_is_brought_back(desk: Desk) -> None:
    path = desk.file("a.py", TEN)
    agent = Agent(desk.host())
    agent.call("be-write", file="a.py", content="other\n")
    agent.call("be-trx", action="undo", event_id="{edit}")
    assert path.read_text() == TEN


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
    assert given(values, tmp_path / "config.toml").limits(b"/w") == (5, 6, 700, 8)


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


# --- any bytes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        "one\ntwo\nthree".encode("utf-16"),
        b"\xef\xbb\xbfone\r\ntwo\rthree\n",
        "zwölf\nü\nend\n".encode("latin-1"),
        b"a\x1b\x7f\x01\n\x0c\n\n",
    ],
    ids=["utf-16", "mark-and-crlf", "latin-1", "controls"],
)
def test_deleted_lines_come_back_byte_for_byte(world: World, data: bytes) -> None:
    world.put("f", data)

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        chip = (await client.done(Delete(b"f:2-"))).chips[0]
        assert (world.root / "f").read_bytes() != data
        await client.done(InsertChip(b"f:1", chip))

    world.play(scene)
    assert (world.root / "f").read_bytes() == data


def test_a_removed_file_of_any_bytes_is_kept_and_comes_back(world: World) -> None:
    data = bytes(range(256)) * 3 + b"\0\r\n"
    world.put("f", data)

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        removed = await client.done(Delete(b"f", remove=True))
        [item] = await items(client)
        assert (item.id, item.size_bytes) == (removed.chips[0], len(data))
        await client.done(Undo(removed.seq))

    world.play(scene)
    assert (world.root / "f").read_bytes() == data


# --- one daemon for all processes, derived from the log, survives anything ------------------------


def test_chips_of_two_processes_at_once_are_all_there_for_both_also_after_a_kill(
    lone_desk: Desk,
) -> None:
    lone_desk.file("a.py", TEN)
    hosts = [lone_desk.host(client=name) for name in ("one", "two")]
    chips: list[str] = []
    for number in range(5):
        arguments = {"file": "a.py:99", "content": f"{number}\n"}
        for host in hosts:
            host.begin("tools/call", {"name": "be-replace", "arguments": arguments})
        chips += [id_in(text_of(host.hear()["result"]), "chip") for host in hosts]
    assert len(set(chips)) == 10
    before = chips_in(hosts[0].call("be-insert-chip"))
    assert sorted(before) == sorted(chips)
    lone_desk.kill_daemon()
    assert [chips_in(host.call("be-insert-chip")) for host in hosts] == [before, before]


# --- the content itself by default; form=args under a header in the target's comment syntax -------


def test_the_content_itself_is_put_in_by_default(desk: Desk) -> None:
    path = desk.file("a.py", TEN)
    agent = Agent(desk.host())
    chip = fail(agent, "kept\n")
    agent.call("be-insert-chip", **{"from": chip, "to": "a.py:0"})
    assert path.read_text() == "kept\n" + TEN


def test_the_arguments_are_put_in_as_json_under_a_comment_of_the_targets_language(
    desk: Desk,
) -> None:
    desk.file("a.py", TEN)
    agent = Agent(desk.host())
    chip = fail(agent, "kept\n")
    for name, opens, closes in (
        ("t.py", "# ", ""),
        ("t.js", "// ", ""),
        ("t.sql", "-- ", ""),
        ("t.css", "/* ", " */"),
        ("t.html", "<!-- ", " -->"),
    ):
        target = desk.file(name, "end\n")
        agent.call("be-insert-chip", **{"from": chip, "to": f"{name}:0", "form": "args"})
        head, second, *rest, end = target.read_text().splitlines()
        about = chip.removeprefix("chip://") + " from be-replace a.py, refused: past end"
        assert head == f"{opens}Chip {about}{closes}"
        assert second == f"{opens}Original arguments:{closes}"
        assert json.loads("\n".join(rest)) == {"file": "a.py:99", "content": "kept\n"}
        assert end == "end"


# --- the list: tool, time, session and agent, path and lines, bytes, error, first line ------------


def test_the_list_tells_of_a_chip_all_there_is_to_know(desk: Desk) -> None:
    desk.file("a.py", TEN)
    agent = Agent(desk.host(client="codex"))
    failure = fail(agent, "neu\n")
    deletion = id_in(agent.call("be-delete", file="a.py:8"), "chip")
    told, refused, *_ = desk.cli("chips").out.splitlines()[1:]
    assert re.fullmatch(
        rf"{deletion}  deleted a\.py 8 by codex#\d+ with be-delete, \d+ s ago, 7 bytes: `line 8`",
        told,
    )
    assert re.fullmatch(
        rf"{failure}  refused be-replace a\.py\S* by codex#\d+, \d+ s ago, 4 bytes: "
        r"past the end, `neu`",
        refused,
    )


# --- search by tool, path, error words, text, session, time ---------------------------------------


def test_chips_are_found_by_tool_path_error_words_text_session_and_time(desk: Desk) -> None:
    desk.file("src/a.py", TEN)
    desk.file("b.py", TEN)
    one, two = Agent(desk.host(client="codex")), Agent(desk.host(client="claude"))
    failure = fail(one, "the needle\n", "src/a.py:99")
    deletion = id_in(two.call("be-delete", file="b.py:3"), "chip")
    for words, chip in (
        ("replace", failure),
        ("SRC/a.py", failure),
        ("past end", failure),
        ("needle", failure),
        ("codex", failure),
        ("be-delete", deletion),
        ("b.py line 3", deletion),
        ("claude", deletion),
    ):
        assert chips_in(one.call("be-chips", query=words)) == [chip], words
    by_tool = text_of(one.host.result("be-chips", {"tool": "be-delete"}))
    assert chips_in(by_tool) == [deletion]
    assert chips_in(one.call("be-chips", file="src/a.py")) == [failure]
    assert not chips_in(one.call("be-chips", query="needle claude"))
    assert listed(desk, "search", "--since", "1h") == [deletion, failure]
    assert listed(desk, "search", "--since", "9999-01-01") == []
    name = shown(desk, failure)["item"][2]
    assert listed(desk, "search", "--session", name) == [failure]


# --- direct replay: be-confirm event_id=chip://ID, with corrections; what it was used for ---------


def test_a_failed_call_is_made_again_as_it_was_and_corrected_and_its_chip_says_so(
    desk: Desk,
) -> None:
    path, other = desk.file("a.py", TEN), desk.file("b.py", TEN)
    agent = Agent(desk.host())
    chip = fail(agent, "new\n", "a.py:11")
    made = agent.call("be-confirm", event_id=chip, file="b.py:1")
    assert other.read_text() == TEN.replace("line 1\n", "new\n", 1)
    path.write_text(TEN + "line 11\n")
    again = agent.call("be-confirm", event_id=chip)
    assert path.read_text() == TEN + "new\n"
    edits = f"{id_in(made, 'edit')}, {id_in(again, 'edit')}"
    assert f" (used for {edits})" in agent.call("be-chips", id=chip)


# --- an undo names and attaches the chips of the deletes and failures in what it undoes -----------


def test_an_undo_names_the_chips_of_the_deletes_and_failures_in_what_it_undoes(desk: Desk) -> None:
    path = desk.file("a.py", TEN)
    desk.file("b.py", TEN)
    agent = Agent(desk.host())
    elsewhere = fail(agent, file="b.py:99")
    deleted = agent.call("be-delete", file="a.py:1")
    failure = fail(agent)
    undone = agent.call("be-trx", action="undo", event_id=id_in(deleted, "edit"))
    named = undone.split("chips: ")[1]
    assert re.findall(r"chip://[0-9a-f]+", named)[:2] == [failure, id_in(deleted, "chip")]
    assert elsewhere not in named
    assert path.read_text() == TEN


# --- integrity by the log's chain, checked at use; files 0600 -------------------------------------


def test_kept_text_that_was_altered_on_the_disk_is_not_used(world: World) -> None:
    world.put("f", TEN)

    async def scene(stage: Stage) -> None:
        client = await stage.client()
        chip = await failed(client, "barley-seeds\n")
        segment = segment_path(world.log_folder, 1)
        data = segment.read_bytes()
        assert data.count(b"barley") >= 1
        with segment.open("r+b") as file:
            for found in re.finditer(b"barley", data):
                file.seek(found.start())
                file.write(b"poison")
        for call in InsertChip(b"f:1", chip), Confirm(chip=chip):
            assert (await client.refused(call)).code == "chip_not_kept"
        with segment.open("r+b") as file:
            for found in re.finditer(b"barley", data):
                file.seek(found.start())
                file.write(b"barley")
        await client.done(InsertChip(b"f:0", chip))

    world.play(scene)
    assert world.text("f") == "barley-seeds\n" + TEN


def test_the_files_of_the_log_are_readable_by_their_owner_alone(lone_desk: Desk) -> None:
    lone_desk.file("a.py", TEN)
    mask = os.umask(0)
    try:
        fail(Agent(lone_desk.host()), LONG)
    finally:
        os.umask(mask)
    kept = [one for one in lone_desk.places.state.rglob("*") if one.is_file()]
    assert any("blobs" in one.parts for one in kept)
    assert {one for one in kept if one.stat().st_mode & 0o077} == set()


# --- `editjournal chips` in the terminal: list, search, show, insert, replay, drop ----------------


def test_the_terminal_lists_searches_shows_inserts_replays_and_drops(desk: Desk) -> None:
    path, other = desk.file("a.py", TEN), desk.file("b.py", TEN)
    agent = Agent(desk.host())
    deletion = id_in(agent.call("be-delete", file="a.py:1"), "chip")
    failure = fail(agent, "new\n", "a.py:11")
    assert listed(desk) == [failure, deletion]
    assert listed(desk, "search", "line", "1") == [deletion]
    assert "\n1|line 1\n" in desk.cli("chips", "show", deletion).out
    assert desk.cli("chips", "insert", deletion, "a.py:0").code == 0
    assert path.read_text() == TEN
    assert desk.cli("chips", "replay", failure, "--file", "b.py:10").code == 0
    assert other.read_text() == TEN.replace("line 10", "new")
    assert desk.cli("chips", "drop", failure).code == 0
    assert listed(desk) == [deletion]
