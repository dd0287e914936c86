"""The main job, played on real input: two agents and a human edit one file, one edit is undone.

After that the editing tools are gone through, and it ends with all that one agent did taken back,
and who made what is left. Run by `make demo`. The files are a copy of this project's own tree; the
agents are real `editjournal mcp` processes; the daemon is started by the first of them. Every step
is checked; the first difference ends it with exit code 1.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parent.parent
COPIED = ("schemas", "daemon", "client")
FILE = "schemas/values.py"
SHARED = "schemas/places.py"


class DifferenceError(Exception):
    """Something was not as it should be."""


class Agent:
    """One `editjournal mcp` process and the host that talks to it."""

    def __init__(self, name: str, workspace: Path, env: dict[str, str]) -> None:
        self.name = name
        self._number = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "editjournal.client.cli", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=workspace,
            env=env,
        )
        self._ask(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": name, "version": "1.0"},
            },
        )
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, tool: str, **arguments: Any) -> str:
        """Call a tool, show call and reply, and return the reply."""
        given = " ".join(f"{key}={value!r}" for key, value in arguments.items())
        say(f"  {self.name}> {tool} {given}")
        return self._show(tool, arguments)

    def call_badly(self, tool: str, arguments: str) -> str:
        """Call a tool with arguments that are no JSON, as some models write them."""
        say(f"  {self.name}> {tool} {arguments!r}")
        return self._show(tool, arguments)

    def _show(self, tool: str, arguments: object) -> str:
        result = self._ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        reply = str(result["content"][0]["text"])
        for line in reply.split("\n"):
            say(f"      {line}")
        return reply

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        code = self._process.wait(30)
        check(code == 0, f"{self.name}'s server ended with exit code {code}")

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        check(answer.get("id") == self._number, f"an answer to another request: {answer}")
        return answer

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()


def say(line: str = "") -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def step(number: int, title: str) -> None:
    say()
    say(f"{number}. {title}")


def check(holds: object, what: str) -> None:
    if not holds:
        raise DifferenceError(what)


def found(pattern: str, reply: str) -> str:
    match = re.search(pattern, reply)
    if match is None:
        raise DifferenceError(f"no {pattern} in: {reply}")
    return match[1]


def play(workspace: Path, env: dict[str, str], agents: list[Agent]) -> None:
    path = workspace / FILE
    first_text = path.read_text()
    lines = first_text.splitlines(keepends=True)
    where = lines.index("class Span(Struct, frozen=True, array_like=True, gc=False):\n") + 1

    step(1, f"Agent one reads {FILE}; its first call starts the daemon.")
    one = Agent("agent-one", workspace, env)
    agents.append(one)
    reply = one.call("be-read", file=f"{FILE}:{where}-{where + 4}")
    view = found(r"view (v\d+)", reply)
    check(f"{where}|{lines[where - 1]}".rstrip("\n") in reply, "the line is not as in the file")

    step(2, "It edits by that view.")
    text = '    """Lines first to last, both included. The first line is 1."""\n'
    reply = one.call("be-replace", file=f"{FILE}:{where + 1}", content=text, viewed_code_id=view)
    edit_one = found(r"^ok .* edit (e\d+)", reply)
    check(text in path.read_text(), "the edit is not in the file")

    step(3, "Agent two, another process, edits the same file further up.")
    two = Agent("agent-two", workspace, env)
    agents.append(two)
    reply = two.call(
        "be-replace",
        file=FILE,
        old="from msgspec import Struct\n",
        content=("from msgspec import Struct  # frozen, everywhere below\n"),
    )
    edit_two = found(r"^ok .* edit (e\d+)", reply)

    step(4, "A human saves the file in an editor: two lines more at the top.")
    human = "# Reviewed by hand.\n\n"
    path.write_text(human + path.read_text())
    say(f"  human> adds 2 lines at the top of {FILE}")

    step(5, "Agent one edits by its old view: refused, nothing changed, the next call named.")
    before = path.read_bytes()
    reply = one.call(
        "be-replace",
        file=f"{FILE}:{where + 3}",
        content="    first: int = 1\n",
        viewed_code_id=view,
    )
    check(reply.startswith("REFUSED "), "a stale edit was not refused")
    check("outside editjournal" in reply, "it is not said who moved the lines")
    check("notice: " not in reply, "what the refusal says itself is said twice")
    check(path.read_bytes() == before, "a refused edit changed the file")
    prepared = found(r"next: be-confirm event_id=(p\d+)", reply)

    step(6, "The refusal has prepared the edit at the right place; one short call makes it.")
    reply = one.call("be-confirm", event_id=prepared)
    check(f"as prepared in {prepared}" in reply, "the prepared edit was not made")
    check(f"    first: int = 1\n{lines[where + 3]}" in path.read_text(), "wrong place")
    reply = one.call("be-confirm", event_id=prepared)
    check("was made from" in reply, "a prepared edit was made twice")

    step(7, f"Agent one's first edit, {edit_one}, is undone; all that others did stays.")
    reply = one.call("be-trx", action="undo", event_id=edit_one)
    check(reply.startswith(f"ok {edit_one} undone"), "not undone")
    check(edit_two in reply, "the other agent's edit is not named as kept")
    now = path.read_text()
    check(lines[where] in now and text not in now, "the edit is still there")
    check(now.startswith(human), "the human's lines are gone")
    check("# frozen, everywhere below\n" in now, "agent two's edit is gone")
    check("    first: int = 1\n" in now, "agent one's other edit is gone")
    play_tools(workspace, one, two)
    play_names(one, two, workspace)
    order = ["session opened", "read ", edit_one, "session opened", edit_two, "changed outside"]
    show_log(workspace, env, [*order, "refused: moved", f"undoes {edit_one}", "prepared"])


def play_tools(workspace: Path, one: Agent, two: Agent) -> None:
    """Go through the editing tools, each step checked in the files."""
    path = workspace / FILE
    before = path.read_text()

    step(8, "Several changes at once, all in the numbers of one view: made together.")
    reply = one.call("be-read", file=f"{FILE}:1-12")
    view = found(r"view (v\d+)", reply)
    edits: list[dict[str, Any]] = [
        {"after": 0, "content": "# Values.\n"},
        {"lines": "2", "content": "# And more by hand.\n\n"},
        {"old": "import enum", "content": "import enum  # for Unit"},
    ]
    reply = one.call("be-replace", file=FILE, edits=edits, viewed_code_id=view)
    several = found(r"3 changes .* edit (e\d+)", reply)
    check("import enum  # for Unit\n" in path.read_text(), "not all changes were made")

    step(9, "One of two does not fit: nothing is made.")
    now = path.read_bytes()
    edits = [{"lines": "1", "content": "x\n"}, {"old": "no such text", "content": "y"}]
    reply = two.call("be-replace", file=FILE, edits=edits)
    check(reply.startswith("REFUSED ") and "edit 2" in reply, "the item is not named")
    check(path.read_bytes() == now, "a part was made")

    step(10, "A preview changes nothing; the other agent confirms it.")
    reply = one.call("be-trx", action="undo", event_id=several, preview=True)
    prepared = found(r"event_id (p\d+)", reply)
    check(path.read_bytes() == now, "a preview changed the file")
    reply = two.call("be-confirm", event_id=prepared)
    check(path.read_text() == before, "the undo did not bring the text back")

    step(11, "Copied line numbers are refused, and the text without them is one call away.")
    reply = two.call("be-insert", file=f"{FILE}:END", content="1|A = 1\n2|B = 2\n")
    check(reply.startswith("REFUSED "), "line numbers went into the file")
    reply = two.call("be-confirm", event_id=found(r"event_id=(p\d+)", reply))
    view = found(r"view (v\d+)", reply)
    check(path.read_text() == before + "A = 1\nB = 2\n", "the repaired text is not there")

    step(12, "Deleted text is kept as a chip, and put back elsewhere.")
    last = path.read_text().count("\n")
    lines = f"{FILE}:{last - 1}-{last}"
    reply = two.call("be-delete", file=lines, viewed_code_id=view)
    chip = found(r"(chip://\w+)", reply)
    check(path.read_text() == before, "the lines are still there")
    reply = one.call("be-write", file="made/here/values.py", content="# Two values.\n")
    check("does not exist" in reply, "a folder was made unasked")
    one.call("be-confirm", event_id=found(r"event_id=(p\d+)", reply))
    one.call("be-insert-chip", **{"from": chip, "to": "made/here/values.py:END"})
    made = (workspace / "made/here/values.py").read_text()
    check(made == "# Two values.\nA = 1\nB = 2\n", f"the chip is not what was deleted: {made}")

    step(13, "An agent is told of a change before it edits.")
    one.call("be-read", file="made/here/values.py")
    two.call("be-replace", file="made/here/values.py", old="A = 1", content="A = 10")
    reply = one.call("be-read", file=f"{FILE}:1-2")
    check("notice: made/here/values.py changed by" in reply, "the other's edit was not told")

    step(14, "A write that is no JSON is read where it can be read in one way only.")
    text = 'print("hello")\nprint("world")\n'
    broken = '{"file": "made/hello.py", "content": "' + text.replace("\n", "\\n") + '"}'
    reply = one.call_badly("be-write", broken)
    if "next: be-confirm" in reply:
        one.call("be-confirm", event_id=found(r"event_id=(p\d+)", reply))
    check((workspace / "made/hello.py").read_text() == text, "the text is not what was meant")

    step(15, "One that was cut off is kept, not completed; what came is put in from its chip.")
    reply = one.call_badly("be-write", broken[: broken.index("world")])
    check(reply.startswith(("REFUSED ", "ERROR ")), "a text that was cut off was written")
    chip = found(r"(chip://\w+)", reply)
    one.call("be-write", file="made/rest.py", content="# what came:\n")
    one.call("be-insert-chip", **{"from": chip, "to": "made/rest.py:END"})
    made = (workspace / "made/rest.py").read_text()
    check('print("hello")\n' in made, "what came is lost")


CART = """\
class Cart:
    def __init__(self, prices):
        self.prices = prices

    @property
    def total(self):
        return sum(self.prices)


class Shop:
    def total(self):
        return 0
"""


def play_names(one: Agent, two: Agent, workspace: Path) -> None:
    """Go by what stands in a file instead of by its lines."""
    cart = "made/cart.py"
    one.call("be-write", file=cart, content=CART)

    step(16, "A function is found by a line in it, or by its name; what belongs to it comes along.")
    reply = two.call("be-read", file=f"{cart}:7-auto")
    check(f"{cart}:5-7 of 12" in reply and "5|    @property" in reply, "not the whole function")
    reply = two.call("be-read", file=cart, target="function:total")
    check("Cart.total" in reply and "Shop.total" in reply, "two functions have that name")

    step(17, "It is replaced by its name; what that leaves without a partner is said.")
    text = "    @property\n    def total(self):\n        return round(sum(self.prices)\n"
    reply = two.call("be-replace", file=cart, target="function:Cart.total", content=text)
    check("warning: this edit leaves 7:21 ( without a partner" in reply, "the bracket is not told")
    two.call("be-replace", file=cart, old="(self.prices)", content="(self.prices), 2)")
    reply = two.call("be-balance", file=cart)
    check("balanced" in reply, "a bracket has no partner")


def show_log(workspace: Path, env: dict[str, str], order: list[str]) -> None:
    step(18, "The log has all of it, in order.")
    log = command(workspace, env, "log", "--limit", "200")
    at = 0
    oldest_first = "\n".join(reversed(log.splitlines()))
    for what in order:
        at = oldest_first.find(what, at)
        check(at >= 0, f"the log does not show: {what}")


def play_taking_back(workspace: Path, env: dict[str, str], agents: list[Agent]) -> None:
    """Let two agents and a human edit one file, and take back all that one of them did."""
    path, made = workspace / SHARED, workspace / "schemas/names.py"
    before = path.read_text()
    where = before.splitlines().index("class Places(Struct, frozen=True):") + 1
    three, four = (Agent(name, workspace, env) for name in ("agent-three", "agent-four"))
    agents += [three, four]

    step(19, f"Two more agents and the human in one file, {SHARED}: agent three begins.")
    reply = three.call("be-read", file=f"{SHARED}:{where}-{where + 23}")
    view = found(r"view (v\d+)", reply)
    edits = [
        {"old": '"daemon.sock"', "content": '"calls.sock"'},
        {"old": '"daemon.log"', "content": '"troubles.log"'},
    ]
    reply = three.call("be-replace", file=SHARED, edits=edits, viewed_code_id=view)
    renamed = found(r"edit (e\d+)", reply)
    three.call("be-write", file="schemas/names.py", content='SOCKET = "calls.sock"\n')

    step(20, "The human saves the file in an editor, agent four edits it, agent three goes on.")
    lock = "    @property\n    def lock(self)"
    by_human = f"    # One at a time.\n{lock}"
    path.write_text(path.read_text().replace(lock, by_human))
    say(f"  human> adds a comment in {SHARED}")
    feed = '        return self.runtime / "feed.sock"\n'
    by_four = f'        """Entries and notices."""\n{feed}'
    four.call("be-replace", file=SHARED, old=feed, content=by_four)
    three.call("be-replace", file=SHARED, old='"starting.lock"', content='"start.lock"')
    kept = before.replace(lock, by_human).replace(feed, by_four)
    check(path.read_text() != kept and made.exists(), "agent three has changed nothing")

    step(21, "All that agent three did is to go, everybody else's stay: first what that comes to.")
    undo = ("undo", "--session", "agent-three#1")
    there = path.read_bytes()
    shown = command(workspace, env, *undo, "--dry-run")
    check(shown.startswith("preview "), "that is no plan")
    check(renamed in shown, "the plan does not name the edit")
    check(path.read_bytes() == there and made.exists(), "a plan changed a file")

    step(22, "Then it is done: in both of its files, in one edit.")
    shown = command(workspace, env, *undo, "--yes")
    check(shown.startswith("ok "), "not undone")
    check(path.read_text() == kept, "the file is not as the human and agent four made it")
    check(not made.exists(), "agent three's new file is still there")

    step(23, "Who made each line of what is there now.")
    shown = command(workspace, env, "blame", f"{SHARED}:{where + 6}-{where + 20}")
    check("agent-four#1" in shown and "outside" in shown, "not all are named")
    check("agent-three" not in shown, "a line of agent three's is still there")

    step(24, "And the file's log: nothing is forgotten, what was undone says so.")
    shown = command(workspace, env, "log", SHARED)
    check(shown.count("(undone)") == 2, "what was undone does not say so")
    check(re.search(rf"undoes .*{renamed}\b", shown), "the undo is not there")


def command(workspace: Path, env: dict[str, str], *arguments: str) -> str:
    """Run a command as a person does, show what it says, and return that."""
    say(f"  human> editjournal {shlex.join(arguments)}")
    ran = subprocess.run(
        [sys.executable, "-m", "editjournal.client.cli", *arguments],
        cwd=workspace,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )
    for line in (ran.stdout + ran.stderr).splitlines():
        say(f"      {line}")
    check(ran.returncode == 0, f"exit code {ran.returncode}")
    return ran.stdout


def main() -> int:
    folder = Path(tempfile.mkdtemp(prefix="ej-"))
    workspace = folder / "project"
    env = {
        **os.environ,
        "EDITJOURNAL_CONFIG": os.devnull,
        "EDITJOURNAL_STATE": str(folder / "state"),
        "EDITJOURNAL_RUNTIME": str(folder / "run"),
        "EDITJOURNAL_WORKSPACE": str(workspace),
        "EDITJOURNAL_SESSION": "demo",
    }
    agents: list[Agent] = []
    try:
        for name in COPIED:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(PROJECT / name, workspace / name, ignore=ignored)
        say(f"editjournal demo: two agents and a human in one file, in {workspace}")
        play(workspace, env, agents)
        play_taking_back(workspace, env, agents)
        for agent in agents:
            agent.close()
    except DifferenceError as difference:
        say(f"\nNOT as it should be: {difference}")
        return 1
    finally:
        for agent in agents:
            agent.kill()
        control = [sys.executable, "-m", "editjournal.client.cli", "daemon", "stop"]
        subprocess.run(control, env=env, check=False, capture_output=True)
        shutil.rmtree(folder)
    say("\nEverything was as it should be; the temporary folder is gone.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
