"""Edits that come side by side with the ids of one read: in one burst, and from several processes.

Whatever the order, the bytes are those of one call with all of them, and no call is lost.
"""

import itertools
import random
import re
from typing import Any

import pytest

from . import grammar
from .agents import Agent, id_in
from .surface import Desk, Host, text_of

LINES = "".join(f"line {number}\n" for number in range(1, 31))
REPLACES: tuple[dict[str, Any], ...] = (
    {"lines": "2", "content": "2a\n2b\n2c\n"},
    {"lines": "8-10", "content": ""},
    {"lines": "14-15", "content": "fourteen\nfifteen\nand more\n"},
    {"lines": "21", "content": "twenty-one\n"},
    {"lines": "27-30", "content": "the end\n"},
)
INSERTS: tuple[dict[str, Any], ...] = (
    {"after": 0, "content": "top\n"},
    {"after": 5, "content": "5a\n5b\n"},
    {"after": 12, "content": "12a\n"},
    {"after": 18, "content": "18a\n18b\n18c\n"},
    {"after": 30, "content": "bottom\n"},
)
MIXED = (REPLACES[0], INSERTS[1], REPLACES[1], INSERTS[3], REPLACES[4])
ORDERS = list(itertools.permutations(range(5)))
CHOSEN = [ORDERS[0], ORDERS[-1], *random.Random(3).sample(ORDERS[1:-1], 10)]  # noqa: S311 - no secret


def wanted(desk: Desk, changes: tuple[dict[str, Any], ...]) -> str:
    """Return what one call with all of them makes of the lines."""
    path = desk.file("at-once", LINES)
    agent = Agent(desk.host())
    view = id_in(agent.call("be-read", file="at-once"), "view")
    edits = list(changes)
    done = agent.call("be-replace", file="at-once", viewed_code_id=view, edits=edits)
    assert done.startswith("ok at-once: 5 changes"), done
    return path.read_text()


def begin(host: Host, name: str, change: dict[str, Any], view: str) -> int:
    """Send one change as a call of its own, and do not wait."""
    if "lines" in change:
        tool, place = "be-replace", f"{name}:{change['lines']}"
    else:
        tool, place = "be-insert", f"{name}:{change['after']}"
    arguments = {"file": place, "content": change["content"], "viewed_code_id": view}
    return host.begin("tools/call", {"name": tool, "arguments": arguments})


def heard(host: Host, sent: int) -> dict[int, str]:
    """Return as many answers, by the request's id."""
    found: dict[int, str] = {}
    for _ in range(sent):
        answer = host.hear()
        found[answer["id"]] = text_of(answer["result"])
        grammar.check(found[answer["id"]])
    return found


@pytest.mark.parametrize("changes", [REPLACES, INSERTS, MIXED])
def test_calls_of_one_burst_come_to_what_one_call_would(
    desk: Desk, changes: tuple[dict[str, Any], ...]
) -> None:
    all_at_once = wanted(desk, changes)
    host = desk.host()
    agent = Agent(host)
    for number, order in enumerate(CHOSEN):
        name = f"burst-{number}"
        path = desk.file(name, LINES)
        view = id_in(agent.call("be-read", file=name), "view")
        sent = [begin(host, name, changes[one], view) for one in order]
        answers = heard(host, len(sent))
        assert answers.keys() == set(sent)
        assert all(one.startswith(f"ok {name}: ") for one in answers.values()), answers
        assert path.read_text() == all_at_once, order


def test_calls_of_one_burst_in_any_order_of_sending_come_to_the_same(desk: Desk) -> None:
    changes = REPLACES[:4] + INSERTS[4:]
    all_at_once = wanted(desk, changes)
    host = desk.host()
    path = desk.file("burst", LINES)
    agent = Agent(host)
    for order in ORDERS[::5]:
        path.write_text(LINES)
        view = id_in(agent.call("be-read", file="burst"), "view")
        answers = heard(host, len([begin(host, "burst", changes[one], view) for one in order]))
        assert all(one.startswith("ok burst: ") for one in answers.values()), answers
        assert path.read_text() == all_at_once, order


def test_without_an_id_no_call_of_a_burst_hits_other_lines_than_it_means(desk: Desk) -> None:
    path = desk.file("a", LINES)
    host = desk.host()
    agent = Agent(host)
    agent.call("be-read", file="a")
    sent = [
        host.begin("tools/call", {"name": "be-replace", "arguments": {"file": file} | content})
        for file, content in (
            ("a:2", {"content": "2a\n2b\n"}),
            ("a:20", {"content": "twenty\n"}),
        )
    ]
    first, second = _in_order(host, sent)
    assert first.startswith("ok a: 2 -> 2-3 "), first
    assert second.startswith("REFUSED a:20, nothing changed. "), second
    assert agent.follow(second).startswith("ok a: 21 -> 21 ")
    assert path.read_text() == LINES.replace("line 2\n", "2a\n2b\n").replace("line 20", "twenty")


def _in_order(host: Host, sent: list[int]) -> list[str]:
    answers = heard(host, len(sent))
    return [answers[one] for one in sent]


def test_processes_that_replace_lines_at_once_lose_none_of_them(desk: Desk) -> None:
    """Lines that another session has moved are told with where they are; following that is enough.

    Whole numbers of lines stay, so that most of the calls are made as they come.
    """
    agents = [Agent(desk.host(client=f"{number}")) for number in range(3)]
    path = desk.file("a", LINES)
    views = [id_in(agent.call("be-read", file="a"), "view") for agent in agents]
    sent = [
        [
            begin(agent.host, "a", {"lines": f"{line}", "content": f"by {number}: {line}\n"}, view)
            for line in range(number + 1, 31, 3)
        ]
        for number, (agent, view) in enumerate(zip(agents, views, strict=True))
    ]
    for agent, calls in zip(agents, sent, strict=True):
        answers = _in_order(agent.host, calls)
        assert all(one.startswith("ok a: ") for one in answers), answers
    assert path.read_text() == "".join(f"by {(n - 1) % 3}: {n}\n" for n in range(1, 31))


def test_processes_that_move_each_others_lines_lose_none_where_replies_are_followed(
    desk: Desk,
) -> None:
    all_at_once = wanted(desk, MIXED)
    agents = [Agent(desk.host(client=f"{number}")) for number in range(3)]
    for round_, order in enumerate(CHOSEN[:6]):
        name = f"shared-{round_}"
        path = desk.file(name, LINES)
        views = [id_in(agent.call("be-read", file=name), "view") for agent in agents]
        sent: list[list[int]] = [[], [], []]
        for place, one in enumerate(order):
            number = place % 3
            sent[number].append(begin(agents[number].host, name, MIXED[one], views[number]))
        refused: list[tuple[Agent, str]] = []
        for agent, calls in zip(agents, sent, strict=True):
            answers = _in_order(agent.host, calls)
            refused += [(agent, one) for one in answers if not one.startswith("ok ")]
        for agent, answer in refused:
            _follow_until_done(agent, answer)
        assert path.read_text() == all_at_once, order


def _follow_until_done(agent: Agent, answer: str) -> None:
    """Do as a refusal says, and as the next one says, as each may make the others stale."""
    for _ in range(5):
        assert re.match(r"REFUSED shared-\d+(:\d+(-\d+)?)?, nothing changed\. ", answer), answer
        answer = agent.follow(answer)
        if answer.startswith("ok "):
            return
    raise AssertionError(answer)


def test_one_text_replaced_by_three_processes_at_once_is_replaced_once(desk: Desk) -> None:
    path = desk.file("a", LINES)
    hosts = [desk.host(client=f"{number}") for number in range(3)]
    for number, host in enumerate(hosts):
        arguments = {"file": "a", "old": "line 7\n", "content": f"seven by {number}\n"}
        host.begin("tools/call", {"name": "be-replace", "arguments": arguments})
    answers = [text_of(host.hear()["result"]) for host in hosts]
    made = [number for number, one in enumerate(answers) if one.startswith("ok a: ")]
    assert len(made) == 1, answers
    assert path.read_text() == LINES.replace("line 7\n", f"seven by {made[0]}\n")
    assert sum("`old` does not occur" in one for one in answers) == 2, answers
