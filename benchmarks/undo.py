"""How long it takes to undo, to restore and to see who made what, in a log that has become long.

    make bench-undo

All is asked of a real daemon by the Python client, one call at a time, on real files. Only what
leads up to it is sent side by side.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from itertools import cycle, islice
from pathlib import Path

from editjournal.client.api import Client, Outcome
from editjournal.client.link import poll
from editjournal.schemas.replies import Done
from editjournal.schemas.requests import AnyRequest, Delete, Insert, Replace
from editjournal.schemas.values import Span

LATER_EDITS, OTHER_FILES = 10_000, 200
RESTORED_FILES = 500
LINES, LINE_EDITS = 5_000, 2_000
ROUNDS = 15
RESTORES = 7
AT_ONCE = 16
SESSIONS = 3
REPLY_BYTES = 4 << 20


def text(lines: int, version: int = 0) -> str:
    return "".join(f"    line {number} of version {version}\n" for number in range(lines))


def edit_of(outcome: Outcome) -> int:
    assert isinstance(outcome, Done), outcome
    return outcome.seq


def send_all(client: Client, requests: Iterable[AnyRequest]) -> int:
    """Have edits made, some side by side; return the number of the newest."""
    connection = client.connection
    left = iter(requests)
    running = newest = 0
    while True:
        for request in islice(left, AT_ONCE - running):
            connection.begin(request)
            running += 1
        if not running:
            return newest
        poll(connection.watched(), connection.next_timeout_ms())
        for _, outcome in connection.pump():
            assert isinstance(outcome, Done), outcome
            newest = max(newest, outcome.seq)
            running -= 1


def row(what: str, acts: Iterable[Callable[[], object]]) -> None:
    """Time calls one after the other, and print what they took."""
    times: list[float] = []
    for act in acts:
        started = time.perf_counter()
        act()
        times.append((time.perf_counter() - started) * 1e3)
    median, most = statistics.median(times), max(times)
    print(f"| {what} | {len(times)} | {median:.1f} ms | {most:.1f} ms |", flush=True)


def undo(root: Path, client: Client) -> None:
    """Time the undo of one edit, then the same beneath many edits of other files."""
    file = root / "undone.py"
    file.write_text(text(200))
    edit = edit_of(client.replace(f"{file}:100", "    undone\n"))
    back = [lambda: client.undo(edit), lambda: client.redo(edit)]
    row("undo or redo of one edit, the newest", islice(cycle(back), ROUNDS * 2))
    others = [root / f"other{number}.py" for number in range(OTHER_FILES)]
    for other in others:
        other.write_text(text(200))
    requests = (
        Replace(
            os.fsencode(other), f"    edit {number}\n", Span(number % 200 + 1, number % 200 + 1)
        )
        for number, other in enumerate(islice(cycle(others), LATER_EDITS))
    )
    send_all(client, requests)
    row(f"the same, {LATER_EDITS:,} later edits in other files", islice(cycle(back), ROUNDS * 2))
    client.undo(edit)
    assert file.read_text() == text(200)


def restore(root: Path, client: Client) -> None:
    """Time the restoring of many files, there and back."""
    folder = root / "many"
    folder.mkdir()
    files = [folder / f"file{number}.py" for number in range(RESTORED_FILES)]
    points = [
        edit_of(client.write_several({file: text(100, version) for file in files}))
        for version in (1, 2)
    ]
    plans = [lambda: client.restore(points[0], folder, preview=True)]
    row(f"plan of a restore of {RESTORED_FILES} files", plans * RESTORES)
    there_and_back = cycle(
        [lambda: client.restore(points[0], folder), lambda: client.restore(points[1], folder)]
    )
    row(f"restore of {RESTORED_FILES} files", islice(there_and_back, RESTORES))
    assert {file.read_text() for file in files} == {text(100, 1)}


def past(root: Path, clients: list[Client]) -> None:
    """Time blame, and text at a point, of a long file that was edited often."""
    file = root / "long.py"
    file.write_text(text(LINES))
    seqs = [
        send_all(client, line_edits(os.fsencode(file), number))
        for number, client in enumerate(clients)
    ]
    asking = clients[0]
    middle, total = seqs[len(seqs) // 2] - 100, file.read_text().count("\n")
    whole = asking.blame(file, max_bytes=REPLY_BYTES)
    print(f"\n{total:,} lines after {LINE_EDITS:,} edits, in {len(whole.runs):,} runs\n")
    heading()
    rounds = range(ROUNDS)
    row("blame of all lines", (lambda: asking.blame(file, max_bytes=REPLY_BYTES) for _ in rounds))
    row("blame of 40 lines", (lambda: asking.blame(f"{file}:2500-2539") for _ in rounds))
    row(
        "blame of all lines, at a point in the middle",
        (lambda: asking.blame(file, middle, max_bytes=REPLY_BYTES) for _ in rounds),
    )
    row(
        "all bytes at a point in the middle",
        (lambda: asking.cat(file, middle, raw=True) for _ in rounds),
    )
    row("diff from that point to now", (lambda: asking.diff(middle, file=file) for _ in rounds))
    seq = asking.log(file, tool="be-insert", limit=1).items[0].seq
    back = [lambda: asking.undo(seq, anyone=True), lambda: asking.redo(seq, anyone=True)]
    row("undo or redo of one of its edits", islice(cycle(back), ROUNDS * 2))


def line_edits(file: bytes, seed: int) -> Iterable[AnyRequest]:
    """Yield the edits of one of the sessions: most replace a line, some insert or delete one."""
    pick = random.Random(seed)  # noqa: S311 - the same edits each time
    for number in range(LINE_EDITS // SESSIONS + (seed < LINE_EDITS % SESSIONS)):
        line = pick.randrange(1, LINES - LINE_EDITS)
        kind = pick.random()
        if kind < 0.7:
            yield Replace(file, f"    {seed} edits {number}\n", Span(line, line), force=True)
        elif kind < 0.85:
            yield Insert(file, f"    {seed} adds {number}\n", line, force=True)
        else:
            yield Delete(file, Span(line, line), force=True)


def heading() -> None:
    print("| what | rounds | median | most |")
    print("|---|---|---|---|")


def bench(root: Path) -> None:
    clients = [Client(root, f"agent{number}", deadline_s=300) for number in range(SESSIONS)]
    heading()
    undo(root, clients[0])
    restore(root, clients[0])
    past(root, clients)
    for client in clients:
        client.close()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="ejb") as name:
        folder = Path(name)
        os.environ["EDITJOURNAL_STATE"] = str(folder / "state")
        os.environ["EDITJOURNAL_RUNTIME"] = str(folder / "run")
        root = folder / "work"
        root.mkdir()
        try:
            bench(root)
        finally:
            stop = [sys.executable, "-m", "editjournal.client.cli", "daemon", "stop"]
            subprocess.run(stop, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
