"""Calls that are wrong, through the real processes: told why and what to do; nothing changed."""

import os
from pathlib import Path
from typing import Any

import pytest

from editjournal.client.mcp.stdio_lines import LINE_BYTES_MAX

from .surface import Desk, text_of


def bad_calls() -> list[tuple[str, Any, str, str]]:
    """Return tool, arguments, the beginning of the reply, and a word of its last line."""
    return [
        ("be-read", {}, "ERROR be-read, nothing changed. `file` is missing", "`file`"),
        (
            "be-read",
            {"file": 3},
            "ERROR be-read, nothing changed. `file` must be a string",
            "a str",
        ),
        ("be-read", {"file": "gone.py"}, "ERROR gone.py, nothing changed. There is no", "be-"),
        ("be-read", {"file": "aa.py"}, "ERROR aa.py, nothing changed. There is no", "file=a.py"),
        (
            "be-read",
            {"file": "d"},
            "ERROR d, nothing changed. This is a folder: in.py.",
            "its files",
        ),
        ("be-read", {"file": "."}, "ERROR ", "a file in it"),
        (
            "be-read",
            {"file": "a.py:9-12"},
            "ERROR a.py, nothing changed. It has 3 lines",
            "be-read",
        ),
        ("be-read", {"file": "a.py:3-2"}, "ERROR a.py:3-2, nothing changed. ", "a.py:12-18"),
        ("be-read", {"file": "a.py:0"}, "ERROR a.py, nothing changed. ", "a.py:12-18"),
        (
            "be-read",
            {"file": "a.py", "start": 0},
            "ERROR be-read, nothing changed. `start`",
            "1 or",
        ),
        ("be-read", {"file": "../x"}, "ERROR ", "beneath"),
        ("be-read", {"file": "/etc/passwd"}, "ERROR /etc/passwd, nothing", "beneath"),
        ("be-read", {"file": "out"}, "ERROR out, nothing changed. This leads outside", "inside"),
        (
            "be-read",
            {"file": "bin"},
            "ERROR bin, nothing changed. It is no text (4 bytes)",
            "be-wr",
        ),
        ("be-read", {"file": "pipe"}, "ERROR pipe, nothing changed. This is a device", "ordinary"),
        ("be-read", {"file": "a\0b"}, "ERROR a\\x00b, nothing changed. ", "without"),
        ("be-read", {"file": "y" * 9_000}, "ERROR yyy", "next"),
        ("be-read", {"file": "a.py\nnext: x"}, "ERROR a.py\\nnext: x, nothing changed. ", "next"),
        (
            "be-replace",
            {"file": "a.py:1"},
            "ERROR be-replace, nothing changed. `content`",
            "content",
        ),
        ("be-replace", {"file": "a.py", "content": "x"}, "ERROR a.py, nothing", "be-replace file"),
        ("be-replace", {"file": "a.py:9", "content": ""}, "ERROR a.py, nothing", "be-read"),
        (
            "be-replace",
            {"file": "a.py:1", "content": "x", "old": "no"},
            "REFUSED a.py:1",
            "without",
        ),
        (
            "be-replace",
            {"file": "a.py", "content": "x", "old": "zz"},
            "REFUSED a.py, noth",
            "be-read",
        ),
        (
            "be-replace",
            {"file": "a.py", "content": "x", "old": "t"},
            "REFUSED a.py, nothing",
            "all=",
        ),
        (
            "be-replace",
            {"file": "a.py:1", "content": "x", "view": "v999999"},
            "REFUSED a",
            "be-read",
        ),
        ("be-replace", {"file": "a.py:1", "content": "x", "view": "e1"}, "ERROR be-repl", "the id"),
        ("be-replace", {"file": "a.py:1", "content": "a\0b"}, "REFUSED a.py, nothing", "leave"),
        ("be-replace", {"file": "a.py:1", "content": "", "line": 2}, "ERROR be-replace", "one of"),
        ("be-replace", {"file": "a.py:1,3", "content": "x"}, "ERROR a.py, nothing", "each range"),
        ("be-replace", {"file": "bin:1", "content": "x"}, "ERROR bin, nothing", "be-write"),
        (
            "be-write",
            {"file": "n/o/x.py", "content": "x"},
            "REFUSED n/o/x.py, nothing",
            "be-confirm event_id=p",
        ),
        ("be-write", {"file": "a.py:1-2", "content": "x"}, "ERROR a.py:1-2, nothing", "be-replace"),
        ("be-write", {"file": "d", "content": "x"}, "ERROR d, nothing", "its files"),
        ("be-write", {"file": "a.py"}, "ERROR be-write, nothing changed. `content`", "content"),
        ("be-write", {"file": ".git/config", "content": "x"}, "ERROR .git/config, nothing", "next"),
        ("be-trx", {"action": "undo"}, "ERROR be-trx, nothing changed. `event_id`", "`event_id`"),
        ("be-trx", {"action": "undo", "event_id": "e999"}, "REFUSED be-trx, nothing", "status"),
        ("be-trx", {"action": "redo", "event_id": "e999"}, "REFUSED be-trx, nothing", "status"),
        ("be-trx", {"action": "rollback"}, "REFUSED be-trx, nothing changed. You asked", "status"),
        ("be-trx", {"action": "fly"}, "ERROR be-trx, nothing changed. `action` is fly", "one of"),
        ("be-fly", {}, "ERROR be-fly, nothing changed. There is no tool `be-fly`", "one of these"),
        ("", {}, "ERROR editjournal, nothing changed. There is no tool", "one of these"),
        (
            "be-read",
            [1],
            "ERROR be-read, nothing changed. The arguments must be an object",
            "object",
        ),
        ("be-read", "{", "ERROR be-read, nothing changed. The arguments are no JSON", "object"),
        ("be-read", 3, "ERROR be-read, nothing changed. The arguments must be an object", "object"),
    ]


@pytest.fixture
def full_desk(desk: Desk) -> Desk:
    """A workspace with one of everything."""
    for name in ("a.py", "d/in.py", ".git/HEAD"):
        desk.file(name)
    desk.file("bin", b"\0\1\2\3")
    (desk.root / "out").symlink_to("/etc/hostname")
    os.mkfifo(desk.root / "pipe")
    return desk


def contents(root: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_bad_calls_are_told_why_and_what_to_do_and_change_nothing(full_desk: Desk) -> None:
    before = contents(full_desk.root)
    host = full_desk.host()
    for tool, arguments, begins, advises in bad_calls():
        text = text_of(host.result(tool, arguments))
        told = f"{tool} {arguments!s:.200}\n{text}"
        first, last = text.split("\n")[0], text.split("\n")[-1]
        assert first.startswith(begins), told
        assert ", nothing changed. " in first, told
        assert last.startswith("next: "), told
        assert advises in last, told
        assert "?" not in first + last, f"a value is missing: {told}"
        assert len(text) <= 6_000
    assert contents(full_desk.root) == before
    assert host.call("be-read", file="a.py").startswith("a.py:1-3 of 3")


def test_lines_that_are_no_calls_are_answered_and_the_server_goes_on(desk: Desk) -> None:
    path = desk.file("a.py")
    host = desk.host()
    call = b'{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"be-write","argum'
    host.send(call)
    answer = host.hear()
    assert answer["id"] == 71
    text = text_of(answer["result"])
    assert text.startswith(
        "ERROR be-write, nothing changed. This line of JSON-RPC could not be read"
    )
    assert text.split("\n")[-1].startswith("next: send the call again")
    for line, code in (
        (b"{", -32700),
        (b"not json", -32700),
        (b"[]", -32600),
        (b"\xff\xfe", -32700),
        (b'{"jsonrpc":"2.0","id":72,"method":"frob"}', -32601),
    ):
        host.send(line)
        assert host.hear()["error"]["code"] == code
    host.send(b'{"jsonrpc":"2.0","method":"tools/call","params":{"name":"be-read","arguments":{"f')
    assert host.hear()["error"]["code"] == -32700  # of a call without an id
    assert host.call("be-read", file="a.py").startswith("a.py:1-3 of 3")
    assert path.read_text() == "one\ntwo\nthree\n"


def test_a_line_over_the_limit_is_answered_by_its_id_and_the_server_goes_on(desk: Desk) -> None:
    desk.file("a.py")
    host = desk.host()
    head = (
        b'{"jsonrpc":"2.0","id":71,"method":"tools/call","params":{"name":"be-write","arguments":{'
    )
    line = head + b'"file":"a.py","content":"' + b"x" * LINE_BYTES_MAX + b'"}}}'
    host.send(line)
    answer = host.hear()
    assert answer["id"] == 71
    text = text_of(answer["result"])
    assert f"too long to be read, with {len(line)} bytes" in text
    assert f"Only its first {LINE_BYTES_MAX} bytes are kept." in text
    assert text.split("\n")[-1].startswith("next: send the call again, in smaller parts")
    listed = host.call("be-chips", file="a.py")
    assert f"first {LINE_BYTES_MAX} bytes of {len(line)} bytes are kept" in listed
    assert host.call("be-read", file="a.py").startswith("a.py:1-3 of 3")
