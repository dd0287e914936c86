"""An export as lines of JSON: all that is needed to build the files elsewhere is in it."""

import base64
import json
from random import Random
from typing import Any

from msgspec.structs import fields, replace

from editjournal.client.export.file_diff import Held
from editjournal.client.export.jsonl import Writer
from editjournal.schemas.replies import LogItem, Step

from .trail import Tree, file, item, looked, step, trail


def exported(*steps: Step) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Writer("codex#3").lines(steps)]


# --- a reader that knows docs/export.md and nothing of the product --------------------------------


def content(value: dict[str, str]) -> bytes:
    return base64.b64decode(value["base64"]) if "base64" in value else value["text"].encode()


def rebuild(lines: list[dict[str, Any]]) -> list[dict[bytes, tuple[bytes, str]]]:
    """Return all files after each step: bytes and mode."""
    files: dict[bytes, tuple[bytes, str]] = {}
    found: list[dict[bytes, tuple[bytes, str]]] = []
    for line in lines[1:-1]:
        for change in line["changes"]:
            coded = change.get("path_base64")
            path = base64.b64decode(coded) if coded else change["path"].encode()
            old, _ = files.pop(path, (b"", ""))
            if "base" in change:
                old = content(change["base"])
            if "inserted" in change:
                at, end = change["at"], change["at"] + change["removed"]
                new = old[:at] + content(change["inserted"]) + old[end:]
                files[path] = (new, change["after"]["mode"])
        found.append(dict(files))
    return found


def as_read(tree: Tree) -> dict[bytes, tuple[bytes, str]]:
    return {path: (data, f"{mode:04o}") for path, (data, mode) in tree.items()}


# --------------------------------------------------------------------------------------------------


def test_files_are_built_from_the_lines_alone_byte_for_byte_after_each_step() -> None:
    texts = [b"", b"a\r\nb", b"\0\xff\n", "\u4e2d\n\u2028\n".encode(), b"caf\xe9\n" * 40, b"\n\n\n"]
    chance = Random(3)  # noqa: S311 - the same each time
    trees: list[Tree] = []
    tree: Tree = {}
    for _ in range(200):
        tree = dict(tree)
        path = chance.choice([b"a", b"d/caf\xe9", "\u00fc b".encode()])
        if chance.random() < 0.2:
            tree.pop(path, None)
        else:
            data = tree[path].data if path in tree else b""
            at = chance.randrange(len(data) + 1)
            text = data[:at] + chance.choice(texts) + data[at + chance.randrange(9) :]
            tree[path] = Held(text, chance.choice([0o644, 0o755, 0o600]))
        trees.append(tree)
    lines = exported(*trail(*trees))
    assert rebuild(lines) == [as_read(one) for one in trees]
    assert lines[-1] == {"type": "end", "steps": 200, "missing": 0}


def test_a_small_edit_of_a_large_file_is_a_short_line() -> None:
    data = b"".join(b"line %d\n" % number for number in range(9_999))
    first, second = {b"a": Held(data, 0o644)}, {b"a": Held(data.replace(b"e 5000", b"x"), 0o644)}
    *_, last, _ = Writer("").lines(trail(first, second))
    assert len(last) < 1_200


def test_what_others_did_in_between_is_brought_along_as_a_base() -> None:
    mine, theirs = {b"a": Held(b"1\n2\n", 0o644)}, {b"a": Held(b"0\n1\n2\n", 0o755)}
    last = {b"a": Held(b"0\n1\n3\n", 0o755)}
    lines = exported(step(1, {}, mine), step(9, theirs, last))
    assert lines[2]["changes"][0]["base"] == {"text": "0\n1\n2\n"}
    assert rebuild(lines)[-1] == as_read(last)
    following = exported(step(1, {}, mine), step(2, mine, theirs), step(9, theirs, last))
    assert "base" not in following[3]["changes"][0]


def test_what_is_not_kept_is_named_and_counted_and_the_rest_can_be_built() -> None:
    old, new = Held(b"x\n", 0o644), Held(b"y\n", 0o644)
    lost_old = replace(file(b"a", old, new), old=b"", is_old_kept=False)
    lost_new = replace(file(b"b", None, new), new=b"", is_new_kept=False)
    head, one, end = exported(Step(item(5), b"", (), (lost_old, lost_new)))
    assert head["type"] == "export"
    assert [change["missing"] for change in one["changes"]] == [["before"], ["after"]]
    assert end["missing"] == 2
    assert rebuild([head, one, end]) == [{b"a": (b"y\n", "0644")}]


def test_a_step_has_its_entry_as_a_followed_log_has_it_and_what_was_seen_and_asked() -> None:
    _, one, _ = exported(looked(5))
    names = [field.name for field in fields(LogItem)]
    assert list(one) == ["type", "id", *names, "arguments", "saw", "changes"]
    assert (one["id"], one["seq"], one["kind"], one["name"]) == ("v5", 5, "Viewed", "codex#3")
    assert one["arguments"] == {"base64": "/w=="}
    assert one["saw"] == [{"kind": "lines", "first": 1, "last": 1, "lines": [r"seen \udce9"]}]
    assert one["changes"] == []


def test_an_edit_that_did_not_reach_the_disk_changes_nothing() -> None:
    failed = step(1, {}, {b"a": Held(b"x\n", 0o644)}, applied=False)
    assert exported(failed)[1]["changes"] == []


def test_the_head_says_whose_it_is() -> None:
    assert exported()[0].items() >= {"format": 1, "session": "codex#3"}.items()
