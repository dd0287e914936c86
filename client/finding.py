"""Finding the daemon, or starting it.

A plain AF_UNIX connect tells whether a daemon is there, and the kernel tells its pid: ZeroMQ's own
connect never fails. A daemon that stands still is there, too: no second one is started for it.
"""

import contextlib
import os
import socket
import struct
import sys
from pathlib import Path

from msgspec import Struct

from ..schemas.places import Places

LOG_LINES_SHOWN = 6
_PEERCRED = struct.Struct("3i")  # struct ucred: pid, uid, gid


class DaemonTrouble(Exception):  # noqa: N818 - a Trouble of the daemon, or one with it
    """A call could not be taken; its fields are those of a Trouble.

    Codes beside those of a Trouble: no_daemon (none runs, and none could be started), busy (one
    runs and does not answer).
    """

    def __init__(self, code: str, message: str, next: str) -> None:  # noqa: A002 - Trouble's word
        super().__init__(f"{message} ({next})" if next else message)
        self.code = code
        self.message = message
        self.next = next


class Manner(Struct, frozen=True):
    """How to start a daemon, and how long to wait for it."""

    command: tuple[str, ...] = (sys.executable, "-P", "-m", "editjournal.daemon")
    start: bool = True
    """False: only use a daemon that runs."""
    start_s: float = 15.0
    tries: int = 3
    open_s: float = 30.0
    """For the answer to a hello."""
    silence_s: float = 2.0
    """Without an answer, until it is looked whether the daemon is still there."""


def probe(places: Places) -> int | None:
    """Return the pid of the daemon that is there, or None.

    0 stands for a process that cannot be seen from this pid namespace. Raises DaemonTrouble where
    the socket is another user's.
    """
    with socket.socket(socket.AF_UNIX) as plain:
        plain.settimeout(0)
        try:
            plain.connect(os.fspath(places.socket))
        except BlockingIOError:
            return 0  # its queue of connections is full: there, and not even accepting
        except OSError:
            return None
        credentials = plain.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEERCRED.size)
    pid, uid, _ = _PEERCRED.unpack(credentials)
    if uid != os.geteuid():
        raise DaemonTrouble(
            "other_user",
            f"the daemon at {places.socket} belongs to another user (uid {uid})",
            "set EDITJOURNAL_RUNTIME to a folder of your own",
        )
    return pid


def watch(pid: int) -> int | None:
    """Return a descriptor that becomes readable when the process ends; None: cannot be had."""
    if pid == 0:
        return None
    with contextlib.suppress(OSError):
        return os.pidfd_open(pid)
    return None


class Starter:
    """A daemon being started, in the background and no child of this process.

    Raises OSError where it cannot be.
    """

    def __init__(self, places: Places, manner: Manner) -> None:
        from subprocess import DEVNULL, Popen  # noqa: PLC0415 - most clients find a daemon running

        places.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
        log = os.open(places.log, flags, 0o600)
        self.fd, given = os.pipe()
        """Becomes readable when there is a word."""
        try:
            self._process = Popen(  # noqa: S603 - the caller's own command
                [*manner.command, "--detach", "--ready-fd", str(given)],
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=log,
                pass_fds=(given,),
                cwd="/",
                env={**os.environ, **places.environment()},
            )
        except OSError:
            os.close(self.fd)
            raise
        finally:
            os.close(given)
            os.close(log)

    def word(self) -> str:
        """Wait for how the start went: "ready", "running", "failed" and why, or "" if it died."""
        return os.read(self.fd, 4096).decode(errors="surrogateescape").strip()

    def close(self) -> None:
        """Forget the daemon, which goes on by itself; its first process has ended or is ended."""
        os.close(self.fd)
        self._process.kill()
        self._process.wait()


def no_daemon(places: Places, why: str) -> DaemonTrouble:
    """Return the trouble of a daemon that could not be started."""
    message = f"no daemon could be started: {why or 'it ended at once'}"
    if not why and (lines := _log_tail(places.log)):
        message += "\n" + "\n".join(lines)
    return DaemonTrouble("no_daemon", message, f"see {places.log}")


def silent(pid: int) -> DaemonTrouble:
    """Return the trouble of a daemon that is there and does not answer."""
    end = f"kill -9 {pid}" if pid else "end its process, editjournal.daemon, with kill -9"
    return DaemonTrouble(
        "busy",
        f"the daemon (pid {pid or 'unknown'}) does not answer",  # nor would it to `daemon status`
        f"wait, or {end} if it hangs (what was answered is safe; the next call starts a new one)",
    )


def _log_tail(path: Path) -> list[str]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 4096))
            return file.read().decode(errors="replace").split("\n")[-LOG_LINES_SHOWN - 1 : -1]
    except OSError:
        return []
