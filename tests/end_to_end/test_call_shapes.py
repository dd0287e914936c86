"""Each of the shapes in which calls come does what its plain form does, through real processes."""

import json
import re
from typing import Any, NamedTuple

from tests.client.mcp.call_shapes import BY_WHAT_STANDS_THERE, SHAPES, Shape

from .surface import Desk, Host, text_of

A = b"one\ntwo\nthree\nfour\n"
B = b"alpha\nbeta\n"
CODE = b"def f():\n    two\n    three\n\n\ndef g(): one\ndef g(): four\n"
"""Where something stands that calls may name."""
NAMED = re.compile(r"\b(?=[abmn]\.py\b)")
NUMBER = re.compile(r"(?<![0-9])12(?![0-9])")
CHIP = re.compile("a3f7b2", re.IGNORECASE)
WATCHED = re.compile(r"\nwatching: .*")
"""Each call has a folder of its own, and at last there are more than can be watched."""
OWN = re.compile(
    r"\b[ps]\d+/|\b[evp]\d+\b|chip://[0-9a-f]+|\d+ s ago|(?<=\()\w+#\d+|\d+ bytes"
    r"|(?<=entry )\d+|(?m:^session .*)"
)


class Outcome(NamedTuple):
    """What a call came to, without what two runs of one call do not have in common."""

    reply: str
    files: dict[str, bytes]


def outcome(desk: Desk, host: Host, folder: str, tool: str, sent: str, shape: Shape) -> Outcome:
    """Make a call on files in a folder of its own."""
    desk.file(f"{folder}/a.py", CODE if shape in BY_WHAT_STANDS_THERE else A)
    desk.file(f"{folder}/b.py", B)
    number, chip = prepared(host, folder, shape)
    sent = NAMED.sub(f"{folder}/", sent)
    sent = CHIP.sub(chip, NUMBER.sub(str(number), sent))
    reply = WATCHED.sub("", OWN.sub("", text_of(host.result(tool, json.loads(sent)))))
    files = {path.name: path.read_bytes() for path in (desk.root / folder).iterdir()}
    return Outcome(reply, files)


def prepared(host: Host, folder: str, shape: Shape) -> tuple[int, str]:
    """Make what the shape's ids stand for; return the number and the chip's id."""
    text = json.dumps(shape.plain)
    a, b = f"{folder}/a.py", f"{folder}/b.py"
    if '"v12"' in text:
        return id_in(host.call("be-read", file=a), "view v"), ""
    if '"p12"' in text:
        return id_in(host.call("be-insert", file=f"{a}:1", content="p", preview=True), "_id p"), ""
    if "chip://a3f7b2" in text:
        told = host.call("be-delete", file=f"{b}:1")
        if "event_id" in text:
            told = host.call("be-replace", file=a, old="zzz", content="y")
        found = re.search(r"chip://([0-9a-f]+)", told)
        assert found, told
        return 0, found[1]
    if shape.tool.endswith("trx"):
        host.call("be-trx", action="commit")
    if "action" in text and "status" not in text:
        host.call("be-insert", file=f"{a}:1", content="p")
        return id_in(host.call("be-insert", file=f"{b}:1", content="q"), "edit e"), ""
    return 0, ""


def id_in(reply: str, before: str) -> int:
    found = re.search(rf"{before}(\d+)", reply)
    assert found, reply
    return int(found[1])


def test_every_shape_does_what_its_plain_form_does(desk: Desk) -> None:
    host = desk.host()
    plain_outcomes: dict[str, Outcome] = {}
    different: list[Any] = []
    for number, shape in enumerate(SHAPES):
        plain = json.dumps(shape.plain)
        key = f"{shape.tool} {plain}{shape in BY_WHAT_STANDS_THERE}"
        if key not in plain_outcomes or "chip" in key or "trx" in key:
            tool = f"be-{shape.tool.removeprefix('be-')}"
            plain_outcomes[key] = outcome(desk, host, f"p{number}", tool, plain, shape)
        wanted = plain_outcomes[key]
        got = outcome(desk, host, f"s{number}", shape.tool, shape.sent, shape)
        if got != wanted:
            different.append((shape, got, wanted))
    assert not different
    errors = [key for key, one in plain_outcomes.items() if one.reply.startswith("ERROR ")]
    assert all("tag" in key for key in errors)  # of elements, of which code has none
    changed = [one for one in plain_outcomes.values() if one.files != {"a.py": A, "b.py": B}]
    assert len(changed) > len(plain_outcomes) / 2
