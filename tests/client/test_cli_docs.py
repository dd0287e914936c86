"""What docs/cli.md says of the commands and of their JSON is what there is."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from editjournal.client import cli
from editjournal.client.commands import taking_out
from editjournal.client.export.replay import Played
from editjournal.client.finding import DaemonTrouble
from editjournal.client.words import plain
from editjournal.schemas import messages, replies, structure, values

TEXT = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
COMMON = ["seq", "warnings", "next", "notices", "more_notices", "told"]
ARRAYS: dict[str, type[msgspec.Struct]] = {
    "span": values.Span,
    "block": replies.Block,
    "file": replies.FileDone,
    "part": replies.Part,
    "who": replies.Who,
    "warning": replies.Remark,
    "call": replies.Call,
    "open edit": replies.OpenEdit,
    "view": replies.ViewItem,
    "watching": replies.Watching,
    "notice": replies.Notice,
    "entry": replies.LogItem,
    "session": replies.SessionItem,
    "plan": replies.Planned,
    "version": values.Version,
    "difference": replies.FileDiff,
    "lines made": replies.Made,
    "step": replies.Step,
    "step of a file": replies.TrailFile,
    "chip": replies.ChipItem,
    "problem": replies.Problem,
    "definition": structure.Definition,
    "balance": structure.Balance,
    "mismatch": structure.Problem,
    "mark": structure.Mark,
    "pair": structure.Pair,
}


def rows(after: str) -> list[list[str]]:
    """Return the cells of the first table after a text."""
    table = TEXT.partition(after)[2].partition("|---|")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[1:]]


def named(cell: str) -> list[str]:
    """Return the names in a cell that stand outside of parentheses."""
    return re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", cell))


def fields(kind: type[msgspec.Struct]) -> list[str]:
    return [one.name for one in msgspec.structs.fields(kind)]


def test_the_json_of_each_reply_has_the_documented_fields_and_no_others() -> None:
    listed = {cells[0].strip("`"): named(cells[2]) for cells in rows("\n## JSON")}
    trouble = listed.pop("Trouble")
    kinds = {kind.__name__: kind for kind in replies.AnyReply.__args__}
    assert listed.keys() == kinds.keys()
    for name, kind in kinds.items():
        assert sorted([*COMMON, *listed[name]]) == sorted(fields(kind)), name
    said = plain.trouble(DaemonTrouble("busy", "m", "n"))
    assert ["type", *trouble[:3]] == list(said)


def test_the_arrays_within_them_have_the_documented_elements_in_order() -> None:
    listed = {cells[0].partition(",")[0]: named(cells[1]) for cells in rows("Inside them")}
    assert listed == {name: fields(kind) for name, kind in ARRAYS.items()}


def test_the_objects_of_a_followed_log_have_the_documented_fields_in_order() -> None:
    listed = {cells[0].strip("`"): named(cells[1]) for cells in rows("## A log that is followed")}
    kinds = (replies.LogItem, messages.Told)
    assert listed.pop("Trouble") == []
    assert listed == {kind.__name__: fields(kind) for kind in kinds}


def test_the_objects_of_a_replay_have_the_documented_fields_in_order() -> None:
    (row,) = rows("## A session that is replayed")
    step = json.loads(taking_out.as_json(Played(replies.LogItem(7, 1, 3, "a#3", "", "", "", ()))))
    assert [row[0].strip("`"), *named(row[1])] == [step.pop("type"), *step]


@pytest.mark.parametrize("kind", ARRAYS.values(), ids=lambda one: one.__name__)
def test_what_is_documented_as_an_array_is_one(kind: type[msgspec.Struct]) -> None:
    assert kind.__struct_config__.array_like


def test_every_command_is_documented_and_no_other_in_the_order_of_the_help() -> None:
    listed = [one.split()[0] for cells in rows("# The command") for one in [cells[0].split("`")[1]]]
    help_order = list(cli.main.commands)
    assert listed == help_order
