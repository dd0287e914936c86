"""Calls that come broken, through the real processes: nothing lost, nothing made by mistake."""

import hashlib
import json
import re

from editjournal.client import daemon_control
from editjournal.schemas.facts import Refused
from editjournal.schemas.values import Kept
from tests.ledger import entries_of, log_folder_of, reader

from .surface import COMMAND, PROTOCOL, Desk, Host, text_of

TEXT = 'def greet(name):\n    print(f"hello {name}")\n'
BARE = '{"file": "new.py", "content": "' + TEXT + '"}'
"""Quotes and line breaks as they stand in the text."""


def call(host: Host, arguments: str, tool: str = "be-write") -> str:
    return text_of(host.result(tool, arguments))


def line(number: int, arguments: str) -> bytes:
    """Return a line of JSON-RPC with arguments as they are."""
    head = f'{{"jsonrpc":"2.0","id":{number},"method":"tools/call","params":{{"name":"be-write",'
    return f'{head}"arguments":{arguments}}}}}'.encode()


def chip_in(reply: str) -> str:
    found = re.search(r"chip://[0-9a-f]+", reply)
    assert found, reply
    return found[0]


def confirmation_in(reply: str) -> str:
    found = re.search(r"next: be-confirm event_id=(p\d+)", reply)
    assert found, reply
    return found[1]


def test_a_broken_write_of_a_new_file_is_made_and_one_of_an_existing_file_confirmed(
    desk: Desk,
) -> None:
    host = desk.host()
    reply = call(host, BARE)
    assert (desk.root / "new.py").read_text() == TEXT
    told = f"2 lines, SHA-256 {hashlib.sha256(TEXT.encode()).hexdigest()[:12]}"
    assert reply.startswith("ok new.py: ")
    assert "warning: the arguments were no JSON" in reply
    assert told in reply
    assert 'the last `    print(f"hello {name}")`' in reply
    chip = chip_in(reply)
    assert json.loads(desk.cli("chips", "show", chip, "--raw").out) == BARE
    assert "salvaged be-write new.py" in desk.cli("chips").out
    assert f"{chip} keeps was made when it came" in host.call("be-confirm", event_id=chip)
    again = call(host, BARE.replace("hello", "bye"))
    assert again.startswith("REFUSED new.py, nothing changed. The arguments were no JSON")
    assert '+2|    print(f"bye {name}")' in again
    assert (desk.root / "new.py").read_text() == TEXT
    assert host.call("be-confirm", event_id=confirmation_in(again)).startswith("ok new.py: ")
    assert (desk.root / "new.py").read_text() == TEXT.replace("hello", "bye")


def test_a_broken_line_is_answered_as_the_call_that_it_is(desk: Desk) -> None:
    host = desk.host()
    host.send(line(71, BARE.replace("\n", "\\n")))
    answer = host.hear()
    assert answer["id"] == 71
    assert text_of(answer["result"]).startswith("ok new.py: ")
    assert (desk.root / "new.py").read_text() == TEXT
    host.send(line(72, BARE.replace("\n", "\\n").replace("hello", "bye")))
    answer = host.hear()
    assert answer["id"] == 72
    reply = text_of(answer["result"])
    again = host.call("be-confirm", event_id=chip_in(reply))
    assert (desk.root / "new.py").read_text() == TEXT, "it is there, so that it is only prepared"
    host.call("be-confirm", event_id=confirmation_in(again))
    assert (desk.root / "new.py").read_text() == TEXT.replace("hello", "bye")
    host.send(line(73, '{"file": "other.py", "content": "say hi')[:-2])
    answer = host.hear()
    assert answer["id"] == 73
    assert "end too early" in text_of(answer["result"])
    assert not (desk.root / "other.py").exists()


def test_what_came_of_a_cut_write_is_put_in_and_the_rest_sent_after_a_restart_too(
    lone_desk: Desk,
) -> None:
    desk = lone_desk
    file = desk.file("a.py", "# begin\n")
    whole = json.dumps({"file": "a.py", "content": TEXT})
    cut = whole[: whole.index("hello")]
    host = desk.host()
    reply = call(host, cut)
    assert reply.startswith("ERROR a.py, nothing changed. The arguments end too early, after ")
    assert "2 lines came" in reply
    chip = chip_in(reply)
    assert f"next: be-insert-chip from={chip}" in reply
    assert file.read_text() == "# begin\n"
    host.close()
    daemon_control.stop(desk.places, deadline_s=10)
    host = desk.host()
    refusal = host.call("be-confirm", event_id=chip)
    assert "ended too early" in refusal
    assert file.read_text() == "# begin\n"
    host.call("be-insert-chip", **{"from": chip, "to": "a.py:1"})
    assert file.read_text() == "# begin\n" + TEXT[: TEXT.index("hello")] + "\n"


# --- lines that are no calls ----------------------------------------------------------------------

WRITE = (
    b'{"jsonrpc":"2.0","id":71,"method":"tools/call",'
    b'"params":{"name":"be-write","arguments":{"file":"new.py","content":"x = 1"}}}'
)
SILENT = WRITE.replace(b'"id":71,', b"")
"""A call that may not be answered."""
NO_CALLS = {
    "no JSON": (b"x tools/call be-write \xff", None, -32700),
    "no method": (WRITE.replace(b'"method":"tools/call",', b""), 71, -32600),
    "a misspelt method": (WRITE.replace(b"tools/call", b"tool/call"), 71, -32601),
    "another": (WRITE.replace(b"tools/call", b"tools/calls"), 71, -32601),
    "a tool as method": (WRITE.replace(b"tools/call", b"be-write"), 71, -32601),
    "characters of NUL": (WRITE.decode().encode("utf-16-le"), None, -32700),
    "a batch without ids": (b"[" + SILENT + b"," + SILENT + b"]", None, -32600),
    "a number": (b"7", None, -32600),
    "a list for params": (b'{"jsonrpc":"2.0","id":71,"method":"x","params":["a"]}', 71, -32600),
}


def kept_by(desk: Desk, chip: str) -> bytes:
    """Return what a chip keeps of its call, byte for byte, and see that the call failed."""
    folder = log_folder_of(desk.root, desk.places.state)
    [entry] = [
        one
        for one in entries_of(folder)
        if isinstance(one.fact, Refused) and one.fact.chip == chip.removeprefix("chip://")
    ]
    assert entry.arguments is not None
    return reader(folder).content(Kept(entry.seq, entry.arguments.digest))


def test_a_line_that_is_no_call_is_not_made_and_its_error_names_the_chip_that_keeps_it(
    desk: Desk,
) -> None:
    host = desk.host()
    for name, (sent, id_, code) in NO_CALLS.items():
        host.send(sent)
        answer = host.hear()
        assert (answer["id"], answer["error"]["code"]) == (id_, code), name
        assert kept_by(desk, chip_in(answer["error"]["message"])) == sent, name
    assert not (desk.root / "new.py").exists()


def test_a_call_without_an_id_is_kept_and_neither_made_nor_answered(desk: Desk) -> None:
    host = desk.host()
    host.send(SILENT)
    assert host.call("be-read", file="gone").startswith("ERROR gone, ")  # logged behind it
    listed = host.call("be-chips", file="new.py")
    assert "refused be-write new.py" in listed
    assert "it was no call" in listed
    assert kept_by(desk, chip_in(listed)) == SILENT
    assert not (desk.root / "new.py").exists()


def test_a_line_before_the_host_has_said_who_it_is_is_kept_and_changes_nothing_of_that(
    desk: Desk,
) -> None:
    host = Host([*COMMAND, "mcp"], desk.root, desk.env)
    desk.hosts.append(host)
    host.send(b"Content-Length: 40")
    answer = host.hear()
    assert answer["error"]["code"] == -32700
    assert kept_by(desk, chip_in(answer["error"]["message"])) == b"Content-Length: 40"
    info = {"clientInfo": {"name": "codex", "version": "1"}}
    host.ask("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, **info})
    host.call("be-write", file="new.py", content="x\n")
    assert "codex#" in desk.cli("log").out


def test_a_call_that_cannot_be_read_is_found_by_its_file_and_named_by_an_undo_of_edits_of_it(
    desk: Desk,
) -> None:
    host = desk.host()
    made = host.call("be-write", file="new.py", content="x = 1\n")
    found = re.search(r"edit (e\d+)", made)
    assert found, made
    reply = call(host, '{"file": "new.py", "content": "print("\\n")"}')
    chip = chip_in(reply)
    assert chip in desk.cli("chips", "--file", "new.py").out
    assert chip in host.call("be-trx", action="undo", event_id=found[1])
