"""First figures: edits and reads over MCP and the Python client against the floor of this disk.

    make bench

All figures of one run are taken side by side, in turns, since a shared machine drifts; read the
ratios. The floor is what any durable edit must do: append to a log and fdatasync, and beside it
write a temp file, fsync it and rename it.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from host import Host

from editjournal.client.api import Client
from editjournal.client.daemon_control import status

ROUNDS = 300
LINE = "    value = compute(first, second)  # line %06d\n"


def floor(folder: Path, log_fd: int, data: bytes) -> None:
    """Append and fdatasync beside temp file, fsync and rename."""

    def append() -> None:
        os.write(log_fd, b"x" * 400)
        os.fdatasync(log_fd)

    beside = threading.Thread(target=append)
    beside.start()
    temp = folder / "floor.tmp"
    fd = os.open(temp, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    os.write(fd, data)
    os.fsync(fd)
    os.close(fd)
    beside.join()
    temp.rename(folder / "floor")


def text(size_bytes: int) -> str:
    return "".join(LINE % number for number in range(size_bytes // len(LINE % 0)))


def resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def edits(folder: Path, mcp: Host, client: Client) -> dict[str, list[float]]:
    """Time the same one-line replace each way, in turns."""
    small, large = text(10_000), text(1_000_000)
    for name, content in (("mcp.py", small), ("api.py", small), ("large.py", large)):
        (folder / name).write_text(content)
    log_fd = os.open(folder / "floor.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    found: dict[str, list[float]] = {}
    acts: dict[str, Callable[[str], Any]] = {
        "floor 10 kB": lambda _: floor(folder, log_fd, small.encode()),
        "replace 10 kB, MCP": lambda new: mcp.call("be-replace", file="mcp.py:50", content=new),
        "replace 10 kB, Python": lambda new: client.replace("api.py:50", new),
        "read 100 of 10 kB, MCP": lambda _: mcp.call("be-read", file="mcp.py:20-119"),
        "floor 1 MB": lambda _: floor(folder, log_fd, large.encode()),
        "replace 1 MB, MCP": lambda new: mcp.call("be-replace", file="large.py:9000", content=new),
        "read 100 of 1 MB, MCP": lambda _: mcp.call("be-read", file="large.py:8900-8999"),
    }
    for round_ in range(ROUNDS):
        for name, act in acts.items():
            started = time.perf_counter()
            act(f"    changed({round_})\n")
            found.setdefault(name, []).append(time.perf_counter() - started)
    os.close(log_fd)
    return found


def daemon_pid() -> int:
    standing = status()
    assert standing is not None
    return standing.pid


def report(found: dict[str, list[float]]) -> None:
    sys.stdout.write(f"{'':26} {'median':>9} {'p95':>9}   to the floor\n")
    for name, times in found.items():
        median = statistics.median(times)
        p95 = sorted(times)[int(len(times) * 0.95)]
        size = "1 MB" if "1 MB" in name else "10 kB"
        ratio = median / statistics.median(found[f"floor {size}"])
        sys.stdout.write(f"{name:26} {median * 1e3:6.2f} ms {p95 * 1e3:6.2f} ms   {ratio:5.2f}\n")


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ejb"))
    os.environ["EDITJOURNAL_CONFIG"] = os.devnull
    os.environ["EDITJOURNAL_STATE"] = str(folder / "state")
    os.environ["EDITJOURNAL_RUNTIME"] = str(folder / "run")
    workspace = folder / "work"
    workspace.mkdir()
    os.environ["EDITJOURNAL_WORKSPACE"] = str(workspace)
    try:
        with Client(workspace, "bench") as client:
            first = [Host(workspace) for _ in range(11)]
            mcp = first[0]
            report(edits(workspace, mcp, client))
            replies = [one.first_reply_s for one in first[1:]]
            daemon = daemon_pid()
            sys.stdout.write(
                f"first reply of `editjournal mcp`, daemon up: {statistics.median(replies):.3f} s\n"
                f"memory: daemon {resident_kb(daemon) / 1024:.0f} MB, "
                f"editjournal mcp {resident_kb(mcp.pid) / 1024:.0f} MB\n"
            )
            for one in first:
                one.close()
    finally:
        control = [sys.executable, "-m", "editjournal.client.cli", "daemon", "stop"]
        subprocess.run(control, check=False, capture_output=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
