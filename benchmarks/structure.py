"""What it costs to ask where a function begins and ends, beside an edit of the same file.

    make bench-structure

All is asked of a real daemon by the Python client, in turns, so that ratios within a run mean
something on a shared machine. Cold: the file's content has never been seen, so that it is parsed.
Kept: the same content is asked about again. Checked: after each edit its brackets are looked at,
and where it opens one, or takes it out in the next round, those before it, too. An edit waits for
that for a second at most.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from editjournal.client.api import Client
from editjournal.client.daemon_control import status

ROUNDS = {10_000: 40, 1_000_000: 12}
WARN_BYTES = {"unchecked": 0, "checked": 64 << 20}
BODIES = {
    "py": (
        "def compute_{number}(first, second):\n"
        "    if first[{number}] > second:\n"
        "        return (first, [second, {{'key': {number}}}])\n"
        "    return None\n\n"
    ),
    "ts": (
        "export function compute{number}(first: number[], second: number): Map<string, number> {{\n"
        "  if (first[{number}] > second) {{\n"
        "    return new Map([['key', {number}]]);\n"
        "  }}\n"
        "  return new Map();\n}}\n\n"
    ),
    "c": (
        "static int compute_{number}(const int *first, int second)\n{{\n"
        "\tif (first[{number}] > second) {{\n"
        "\t\treturn first[{number}] + (second * 2);\n"
        "\t}}\n"
        "\treturn 0;\n}}\n\n"
    ),
}
COMMENTS = {"py": "#", "ts": "//", "c": "//"}
Act = Callable[[int], object]


def source(kind: str, size_bytes: int) -> str:
    body = BODIES[kind]
    count = size_bytes // len(body.format(number=0)) + 1
    head = f"{COMMENTS[kind]} round 0\n"
    return head + "".join(body.format(number=number) for number in range(count))


def line_in_the_middle(kind: str, size_bytes: int) -> int:
    """Return a line that is the third of a function."""
    lines = source(kind, size_bytes).count("\n")
    each = BODIES[kind].count("\n")
    return lines // 2 // each * each + 1 + 3


def resident_mb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


def daemon_pid() -> int:
    standing = status()
    assert standing is not None
    return standing.pid


def parser_pid(daemon: int) -> int:
    """Return the only child that the daemon has."""
    [child] = Path(f"/proc/{daemon}/task/{daemon}/children").read_text().split()
    return int(child)


def timed(act: Act, round_: int) -> float:
    started = time.perf_counter()
    act(round_)
    return (time.perf_counter() - started) * 1e3


def acts(root: Path, client: Client, kind: str, size_bytes: int, mode: str) -> dict[str, Act]:
    """Return what is timed of one file; each round begins with an edit, and so with new content."""
    file, other = root / f"asked{size_bytes}.{kind}", root / f"other{size_bytes}.{kind}"
    for one in (file, other):
        one.write_text(source(kind, size_bytes))
    middle = line_in_the_middle(kind, size_bytes)
    comment = COMMENTS[kind]

    def edit(round_: int) -> None:
        client.replace(f"{file}:1", f"{comment} round {round_ + 1}\n")

    def open_bracket(round_: int) -> None:
        line = f"{comment} round {round_}\n" if round_ % 2 else f"({round_}\n"
        client.replace(f"{other}:1", line)

    def ask(_: int) -> None:
        assert client.func_range(file, middle).found.name

    asked: dict[str, Act] = {"cold": ask, "kept": ask} if mode == "unchecked" else {}
    return {"edit": edit, "bracket": open_bracket, **asked}


def measure(root: Path, mode: str) -> None:
    with Client(root, "bench", deadline_s=300) as client:
        for size_bytes, rounds in ROUNDS.items():
            for kind in BODIES:
                found: dict[str, list[float]] = {}
                timings = acts(root, client, kind, size_bytes, mode)
                for round_ in range(rounds + 1):
                    for name, act in timings.items():
                        found.setdefault(name, []).append(timed(act, round_))
                report(f"{kind}, {size_bytes // 1000:,} kB, {mode}", found)
        daemon = daemon_pid()
        print(
            f"\n{mode}: daemon {resident_mb(daemon):.0f} MB, "
            f"process that parses {resident_mb(parser_pid(daemon)):.0f} MB\n",
            flush=True,
        )


def report(what: str, found: dict[str, list[float]]) -> None:
    """Print medians, the first round left out; `found` begins with what the others are over."""
    medians = {name: statistics.median(times[1:]) for name, times in found.items()}
    floor = next(iter(medians.values()))
    cells = [f"{median:.1f} ms ({median / floor:.2f})" for median in medians.values()]
    print(f"| {what} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    print("| file, edits | edit | edit of a bracket | func-range, cold | func-range, kept |")
    print("|---|---|---|---|---|", flush=True)
    for mode, warn_bytes in WARN_BYTES.items():
        with tempfile.TemporaryDirectory(prefix="ejb") as name:
            folder = Path(name)
            os.environ["EDITJOURNAL_CONFIG"] = os.devnull
            os.environ["EDITJOURNAL_STRUCTURE_WARN_BYTES"] = str(warn_bytes)
            os.environ["EDITJOURNAL_STATE"] = str(folder / "state")
            os.environ["EDITJOURNAL_RUNTIME"] = str(folder / "run")
            root = folder / "work"
            root.mkdir()
            try:
                measure(root, mode)
            finally:
                stop = [sys.executable, "-m", "editjournal.client.cli", "daemon", "stop"]
                subprocess.run(stop, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
