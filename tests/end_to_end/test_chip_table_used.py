"""What is promised of chips, row by row: how they are found, and what they are good for."""

import json
import re

from .agents import Agent, id_in
from .chip_table import TEN, chips_in, fail, listed, shown
from .surface import Desk, text_of

# --- the list: tool, time, session and agent, path and lines, bytes, error, first line ------------


def test_the_list_tells_people_of_a_chip_all_there_is_to_know(desk: Desk) -> None:
    desk.file("a.py", TEN)
    agent = Agent(desk.host(client="codex"))
    failure = fail(agent, "neu\n", "a.py:99-100")
    deletion = id_in(agent.call("be-delete", file="a.py:8"), "chip")
    told, refused, *_ = desk.cli("chips").out.splitlines()[1:]
    assert re.fullmatch(
        rf"{deletion}  deleted a\.py 8 by codex#\d+ with be-delete, \d+ s ago, 7 bytes: `line 8`",
        told,
    )
    assert re.fullmatch(
        rf"{failure}  refused be-replace a\.py:99-100 by codex#\d+, \d+ s ago, 4 bytes: "
        r"past the end: `neu`",
        refused,
    )


def test_the_list_tells_models_as_much_but_not_of_their_own_chips_by_whom(desk: Desk) -> None:
    desk.file("a.py", TEN)
    one, two = Agent(desk.host(client="codex")), Agent(desk.host(client="claude"))
    failure = fail(one, "neu\n", "a.py:99-100")
    deletion = id_in(two.call("be-delete", file="a.py:8"), "chip")
    for reader, of_one, of_two in ((one, "", r" by claude#\d+"), (two, r" by codex#\d+", "")):
        told, refused, *_ = reader.call("be-insert-chip").splitlines()[1:]
        assert re.fullmatch(
            rf"{deletion}  deleted a\.py 8{of_two} with be-delete, \d+ s ago, 7 bytes: `line 8`",
            told,
        )
        assert re.fullmatch(
            rf"{failure}  refused be-replace a\.py:99-100{of_one}, \d+ s ago, 4 bytes: "
            r"past the end: `neu`",
            refused,
        )


def test_the_list_names_the_lines_of_a_failed_call_as_it_named_them(desk: Desk) -> None:
    desk.file("a.py", TEN)
    agent = Agent(desk.host())
    edits = [{"lines": "3-4", "content": "x"}, {"after": 8, "content": "y"}]
    for tool, arguments, place in (
        ("be-insert", {"file": "a.py:12", "content": "x\n"}, "a.py:12"),
        ("be-insert", {"file": "b.py:0", "content": "x\n"}, "b.py:0"),
        ("be-insert", {"file": "b.py:END", "content": "x\n"}, "b.py:END"),
        ("be-delete", {"file": "a.py:12-"}, "a.py:12-"),
        ("be-replace", {"file": "a.py", "start": 11, "end": 12, "content": "x"}, "a.py:11-12"),
        (
            "be-replace",
            {"file": "a.py", "edits": [*edits, {"old": "?", "content": ""}]},
            "a.py:3-8",
        ),
        ("be-replace", {"file": "a.py", "old": "?", "content": "x"}, "a.py"),
    ):
        chip = id_in(agent.call(tool, **arguments), "chip")
        newest = agent.call("be-insert-chip").splitlines()[1]
        assert newest.startswith(f"{chip}  refused {tool} {place}, ")


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
    assert not chips_in(one.call("be-chips", query="needle claude"))
    name: str = shown(desk, failure)["item"][2]
    for narrow, chips in (
        ({"tool": "be-delete"}, [deletion]),
        ({"file": "src/a.py"}, [failure]),
        ({"session": name}, [failure]),
        ({"since": "1h"}, [deletion, failure]),
        ({"since": "9999-01-01"}, []),
        ({"session": name, "since": "1h", "tool": "be-delete"}, []),
    ):
        # `tool` would be the agent's own argument.
        assert chips_in(text_of(one.host.result("be-chips", narrow))) == chips, narrow
        options = [text for key, value in narrow.items() for text in (f"--{key}", value)]
        assert listed(desk, *options) == listed(desk, "search", *options) == chips, narrow


def test_a_search_for_no_session_and_no_time_says_how_they_are_written(desk: Desk) -> None:
    agent = Agent(desk.host())
    error = agent.call("be-chips", session="codex#9")
    first, near, _, do = error.split("\n")
    assert first == "ERROR be-chips, nothing changed. No session of the log is called codex#9."
    assert near.startswith("session tester#1  ")
    assert do.endswith("with a session's name, as in codex#3, or its number")
    error = agent.call("be-chips", since="some time")
    assert "`since` is some time, which is no time." in error
    assert "as in 10m, 2h or 3d, or a time such as 'yesterday 14:30' or 2026-05-01T14:30" in error


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
