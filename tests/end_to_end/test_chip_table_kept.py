"""What is promised of chips, row by row: what is kept, as it was, and that it lasts."""

import json
import os
import re

import pytest

from editjournal.daemon.log.opening import segment_path
from editjournal.schemas.requests import Confirm, Delete, InsertChip, Undo
from tests.stage import Stage, World

from .agents import Agent, id_in
from .chip_table import LONG, TEN, chips_in, fail, failed, items, shown
from .surface import Desk, text_of

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
    assert f"{lines}  deleted a.py 3-4 with be-delete, " in agent.call("be-insert-chip")
    assert f"{file}  deleted b.py 1-2 with be-delete, " in agent.call("be-insert-chip")
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
    assert f"{chip}  deleted a.py 1-10 with be-write, " in agent.call("be-insert-chip")
    assert shown(desk, chip)["texts"] == [
        ["lines", 1, 10, TEN.replace("line 5", "theirs").splitlines()]
    ]


def test_any_overwritten_whole_file_is_brought_back(desk: Desk) -> None:
    path = desk.file("a.py", TEN)
    agent = Agent(desk.host())
    agent.call("be-write", file="a.py", content="other\n")
    agent.call("be-trx", action="undo", event_id="{edit}")
    assert path.read_text() == TEN


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
        await client.done(InsertChip(b"copy:0", removed.chips[0]))
        await client.done(Undo(removed.seq))

    world.play(scene)
    assert (world.root / "f").read_bytes() == data
    assert (world.root / "copy").read_bytes() == data


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
