"""be-chips through the real processes: a failed call is found, shown, made again, and says so."""

from .agents import Agent, id_in
from .surface import Desk

TEN = "".join(f"line {number}\n" for number in range(1, 11))


def test_a_failed_call_is_found_shown_and_made_again_also_by_others_after_a_restart(
    lone_desk: Desk,
) -> None:
    path = lone_desk.file("src/a.py", TEN)
    one = Agent(lone_desk.host(client="one"))
    failed = one.call("be-insert", file="src/a.py:99", content="the needle\n")
    chip = id_in(failed, "chip")
    one.call("be-delete", file="src/a.py:10")
    lone_desk.stop()

    two = Agent(lone_desk.host(client="two"))
    found = two.call("be-chips", query="NEEDLE insert")
    assert found.split("\n")[0] == "1 chip, newest first"
    assert f"{chip}  refused be-insert src/a.py" in found
    shown = two.call("be-chips", id=chip)
    assert "\n1|the needle\n" in shown
    assert '|  "file": "src/a.py:99",\n' in shown
    made = two.call("be-confirm", event_id=chip, file="src/a.py:4")
    assert path.read_text().split("\n")[4] == "the needle"
    again = two.call("be-confirm", event_id=chip, file="src/a.py:1")
    edits = id_in(made, "edit"), id_in(again, "edit")
    assert f"\nwarning: the call of {chip} had been made again before, as {edits[0]}\n" in again
    assert f" (used for {', '.join(edits)})" in two.call("be-chips", id=chip)
    undone = two.call("be-trx", action="undo", event_id=edits[1])
    assert chip in undone.split("chips: ")[1]
    assert f" (used for {edits[0]})" in two.call("be-chips")


def test_the_tool_is_listed_where_all_are(desk: Desk) -> None:
    by_default = desk.host().ask("tools/list")["tools"]
    listed = desk.host("--tools", "all").ask("tools/list")["tools"]
    names = [one["name"] for one in listed]
    assert names == [*(one["name"] for one in by_default), "be-outline", "be-chips", "be-history"]
    assert all(one["annotations"]["readOnlyHint"] for one in listed[-3:])
