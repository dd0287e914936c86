"""Calls that come broken, through the real processes: nothing lost, nothing made by mistake."""

import hashlib
import json
import re

from editjournal.client import daemon_control

from .surface import Desk, Host, text_of

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
    host.call("be-confirm", event_id=chip_in(reply))
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
