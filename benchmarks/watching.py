"""How soon a change from outside is known, and what watching costs.

    make bench-watching

A write from outside is timed until its notice is on the feed: of few files in one folder, of those
among 1,000 viewed files in 300 folders that send events, and of those that are only swept.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from editjournal.client.api import Client
from editjournal.client.daemon_control import status
from editjournal.client.feed import Feed
from editjournal.schemas.messages import Told

FILES, FOLDERS = 1_000, 300
ROUNDS = 200
SWEPT_ROUNDS = 10
IDLE_S = 10.0
GIVE_UP_S = 10.0
_TICKS = os.sysconf("SC_CLK_TCK")


def text(number: int) -> str:
    return "".join(f"    line {line} of version {number}\n" for line in range(120))


def made(root: Path, folders: int, files: int) -> list[Path]:
    """Write files, spread over folders."""
    found: list[Path] = []
    for number in range(files):
        folder = root / f"folder{number % folders:03}"
        folder.mkdir(exist_ok=True)
        found.append(folder / f"file{number:04}.py")
        found[-1].write_text(text(0))
    return found


def await_notice(feed: Feed, path: str, since: float) -> float:
    """Return how many seconds after `since` the notice of a file came."""
    while True:
        message = feed.receive(int(GIVE_UP_S * 1000))
        if message is None:
            raise SystemExit(f"no notice of {path} in {GIVE_UP_S:g} s")
        if isinstance(message, Told) and message.notice.path == path.encode():
            return time.perf_counter() - since


def latencies(root: Path, feed: Feed, files: list[Path], rounds: int) -> Iterator[float]:
    """Write files from outside, one at a time, and time each until its notice."""
    pick = random.Random(1)  # noqa: S311
    for number in range(1, rounds + 1):
        file = pick.choice(files)
        new = text(number)
        started = time.perf_counter()
        file.write_text(new)
        yield await_notice(feed, str(file.relative_to(root)), started)
        time.sleep(pick.uniform(0.1, 0.2))  # a person's saves are not locked to the watch's times


def row(what: str, found: Iterable[float]) -> None:
    times = sorted(found)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    p50 = statistics.median(times)
    worst = times[-1] * 1e3
    print(f"| {what} | {len(times)} | {p50 * 1e3:.1f} ms | {p99 * 1e3:.1f} ms | {worst:.1f} ms |")


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def memory_and_threads(pid: int) -> tuple[float, int]:
    """Return resident MB, and threads."""
    found = Path(f"/proc/{pid}/status").read_text()
    megabytes = int(found.split("VmRSS:")[1].split()[0]) / 1024
    return megabytes, int(found.split("Threads:")[1].split()[0])


def busy(root: Path, until: threading.Event) -> None:
    """Edit another file all the time."""
    with Client(root, agent="busy") as client:
        (root / "busy.py").write_text(text(0))
        number = 0
        while not until.is_set():
            number += 1
            client.replace("busy.py:60", f"    edit {number}\n")


def settled(client: Client) -> None:
    """Wait until all folders that are to be watched are."""
    before = -1
    while True:
        watching = client.status().watching
        assert watching is not None
        now = watching.folders + sum(count for _, count in watching.unwatched)
        if now and now == before:
            return
        before = now
        time.sleep(0.5)


def bench(root: Path) -> None:
    few = made(root / "few", 1, 10)
    many = made(root / "many", FOLDERS, FILES)
    with Client(root, agent="bench") as client:
        pong = status()
        assert pong is not None
        rest = memory_and_threads(pong.pid)
        for file in few:
            client.read(file)
        settled(client)
        print("| a write from outside, until its notice | rounds | p50 | p99 | most |")
        print("|---|---|---|---|---|")
        with client.feed() as feed:
            row("10 files in one folder", latencies(root, feed, few, ROUNDS))
        over = threading.Event()
        editor = threading.Thread(target=busy, args=(root, over))
        editor.start()
        with client.feed() as feed:
            row("the same, edits going on all the time", latencies(root, feed, few, ROUNDS))
        over.set()
        editor.join()
        before = memory_and_threads(pong.pid)
        for file in many:
            client.read(file)
        settled(client)
        watching = client.status().watching
        assert watching is not None
        lately = many[-watching.folders :]
        near = {file.parent for file in lately}
        with client.feed() as feed:
            row(f"{FILES} files in {FOLDERS} folders", latencies(root, feed, lately, ROUNDS))
            swept = [file for file in many if file.parent not in near]
            row("of these, in a folder over the cap", latencies(root, feed, swept, SWEPT_ROUNDS))
        after = memory_and_threads(pong.pid)
        started, used = time.perf_counter(), cpu_s(pong.pid)
        time.sleep(IDLE_S)
        share = (cpu_s(pong.pid) - used) / (time.perf_counter() - started)
        print(f"\nWatched: {watching}")
        for when, found in (("at rest", rest), ("10 files", before), ("1,000 more", after)):
            print(f"daemon, {when}: {found[0]:.1f} MB, {found[1]} threads")
        print(f"CPU with {FILES} viewed files, nothing happening: {share:.2%}")


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["EDITJOURNAL_CONFIG"] = os.devnull
        os.environ["EDITJOURNAL_STATE"] = str(folder / "state")
        os.environ["EDITJOURNAL_RUNTIME"] = str(folder / "run")
        root = folder / "work"
        (root / "few").mkdir(parents=True)
        (root / "many").mkdir()
        try:
            bench(root)
        finally:
            stop = [sys.executable, "-m", "editjournal.client.cli", "daemon", "stop"]
            subprocess.run(stop, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
