"""How long the first page of the log takes to find, and to read, by filter.

    make bench-log

The search is made in an index of 1,000,000 entries. The whole of a page, searched, read from the
log and listed, is taken from a real log of 100,000 entries.
"""

import asyncio
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from editjournal.daemon.core.frames import Record
from editjournal.daemon.core.narrowing import Narrowed
from editjournal.daemon.core.times import Times
from editjournal.daemon.home import home_of, locked
from editjournal.daemon.listing import Listing
from editjournal.daemon.log.segments import Log
from editjournal.daemon.seam import Seam
from editjournal.daemon.workspaces import Journals
from editjournal.schemas.facts import (
    AnyFact,
    Change,
    Edited,
    Entry,
    Queried,
    Refused,
    RequestId,
    SessionOpened,
    Viewed,
)
from editjournal.schemas.messages import PROTOCOL, Ask, Hello
from editjournal.schemas.replies import LogReply
from editjournal.schemas.requests import History
from editjournal.schemas.values import Point, Unit, Version

ENTRIES = 1_000_000
READ_ENTRIES = 100_000
PAGE = 50
ROUNDS = 7
FRAME_ENTRIES = 4
"""As many as calls come at a time."""
SESSIONS = 400
FILES = 20_000
SECOND_NS = 1_000_000_000
START_NS = 1_700_000_000 * SECOND_NS
VERSION = Version(bytes(32), 0, 0, Unit.LF, 0o644)
AGENTS = ("claude-code", "codex", "opencode")


def facts(count: int, files: int) -> Iterator[tuple[int, AnyFact]]:
    """Give the entries of some sessions: the sessions one after another, most of it reads."""
    chance = random.Random(1)  # noqa: S311 - the same log each time
    for number in range(1, SESSIONS + 1):
        agent = AGENTS[number % len(AGENTS)]
        yield number, SessionOpened(agent, number // len(AGENTS) + 1)
    for number in range(count - SESSIONS):
        at = chance.randrange(files)
        path = b"src/part%d/file%d.py" % (at % 40, at)
        session = 1 + number * SESSIONS // count
        kind = chance.random()
        if kind < 0.6:
            yield session, Viewed(path, VERSION, ())
        elif kind < 0.9:
            yield session, Edited("be-replace", (Change(path, VERSION, VERSION),))
        elif kind < 0.95:
            yield session, Refused("be-replace", "moved", path)
        else:
            yield session, Queried("be-trx")


def entries(count: int, files: int) -> Iterator[Entry]:
    for seq, (session, fact) in enumerate(facts(count, files), 1):
        yield Entry(seq, START_NS + seq * SECOND_NS, session, fact)


def median_ms(act: Callable[[], object]) -> float:
    times: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3


def searches() -> None:
    started = time.perf_counter()
    listing, times = Listing(), Times()
    for entry in entries(ENTRIES, FILES):
        listing.add(entry)
        times.add(entry.seq, entry.time_ns)
    built_s = time.perf_counter() - started
    every = Narrowed(1, ENTRIES)
    codex = frozenset(range(1, SESSIONS + 1, len(AGENTS)))
    half, other = frozenset(range(1, SESSIONS // 2)), frozenset(range(SESSIONS // 2, SESSIONS))
    late = times.newest(START_NS + 2 * ENTRIES * SECOND_NS)
    cases = {
        "everything": every,
        "one file": every._replace(path=b"src/part7/file7.py"),
        "a folder of 500 files": every._replace(path=b"src/part7"),
        "all files, by their folder": every._replace(path=b"src"),
        "one session": every._replace(sessions=frozenset([100])),
        "one agent": every._replace(sessions=codex),
        "one agent, in a folder, by a tool": every._replace(
            sessions=codex, path=b"src/part7", tool="be-replace"
        ),
        "a client confined to a folder": every._replace(scope=b"src/part7"),
        "the first hour": every._replace(last=times.newest(START_NS + 3_600 * SECOND_NS)),
        "after the last entry": every._replace(first=late + 1),
        "nothing: a tool that was never called": every._replace(tool="be-none", path=b"src"),
        "nothing: early sessions, late": every._replace(sessions=half, first=ENTRIES // 2),
        "nothing: late sessions, in a folder, early": every._replace(
            sessions=other, path=b"src", first=SESSIONS + 1, last=ENTRIES * 49 // 100
        ),
        "nothing: a file, by nobody": every._replace(path=b"src/part7/file7.py", tool="be-trx"),
        "nothing: all files, by a tool for none": every._replace(path=b"src", tool="be-trx"),
    }
    sys.stdout.write(f"{ENTRIES:,} entries, searched (built in {built_s:.1f} s)\n")
    for name, wanted in cases.items():
        found = list(islice(listing.newest(wanted), PAGE + 1))
        took = median_ms(lambda one=wanted: list(islice(listing.newest(one), PAGE + 1)))
        sys.stdout.write(f"  {name:42} {took:8.2f} ms  {len(found):3} found\n")


def write_log(root: Path, state: Path) -> None:
    home = home_of(os.fsencode(root), state)
    with locked(home):
        log = Log.open(home.folder, Seam(), home.number)
        records = (Record(entry, ()) for entry in entries(READ_ENTRIES, FILES // 10))
        while batch := list(islice(records, FRAME_ENTRIES)):
            log.append(batch, sync=False)
        log.close()


async def pages(root: Path, state: Path) -> None:
    journals = Journals(state, state / "run")
    started = time.perf_counter()
    journal = await journals.enter(os.fsencode(root))
    opened_s = time.perf_counter() - started
    number, _ = await journal.open_session(Hello(PROTOCOL, "bench", os.fsencode(root), "bench"))
    requests = {
        "everything": History(),
        "one file": History(b"src/part7/file7.py"),
        "a folder of 50 files": History(b"src/part7"),
        "one session": History(session="codex#30"),
        "one agent, in a folder, by a tool": History(b"src/part7", agent="codex", tool="replace"),
        "the first hour": History(until=Point(time_ns=START_NS + 3_600 * SECOND_NS)),
        "nothing: a tool that was never called": History(tool="be-none"),
    }
    sys.stdout.write(f"{READ_ENTRIES:,} entries, searched and read (opened in {opened_s:.1f} s)\n")
    counter = 0
    for name, request in requests.items():
        times: list[float] = []
        reply = None
        for _ in range(ROUNDS):
            counter += 1
            started = time.perf_counter()
            reply = await journal.ask(Ask(journal.id, number, RequestId(1, counter), request))
            times.append(time.perf_counter() - started)
        assert isinstance(reply, LogReply)
        took = statistics.median(times) * 1e3
        sys.stdout.write(f"  {name:42} {took:8.2f} ms  {len(reply.items):3} listed\n")
    await journals.close()


def main() -> None:
    searches()
    folder = Path(tempfile.mkdtemp(prefix="ejb"))
    root, state = folder / "work", folder / "state"
    root.mkdir()
    try:
        write_log(root, state)
        asyncio.run(pages(root, state))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
