"""Where the daemon is found: computed alike by the daemon and every client.

| name | in | what | may be lost |
|---|---|---|---|
| daemon.sock | runtime | requests: the daemon's ROUTER | while no daemon runs |
| feed.sock | runtime | entries and notices: the daemon's XPUB | while no daemon runs |
| daemon.lock | runtime | flock of the one daemon; its text is only for display | likewise |
| starting.lock | runtime | flock of the daemon that is just starting | likewise |
| daemon.log | state | what went wrong; daemon.log.1 is the one before | yes |

The names follow the XDG base directory specification.
"""

import os
from pathlib import Path
from stat import S_ISDIR

from msgspec import Struct
from platformdirs import user_state_path

SOCKET_PATH_BYTES_MAX = 107
"""sun_path holds 108 bytes, the last of them NUL."""


class Places(Struct, frozen=True):
    """The two folders of one user's daemon, both absolute."""

    runtime: Path
    state: Path

    @property
    def socket(self) -> Path:
        return self.runtime / "daemon.sock"

    @property
    def feed(self) -> Path:
        return self.runtime / "feed.sock"

    @property
    def lock(self) -> Path:
        return self.runtime / "daemon.lock"

    @property
    def starting_lock(self) -> Path:
        return self.runtime / "starting.lock"

    @property
    def log(self) -> Path:
        return self.state / "daemon.log"

    def environment(self) -> dict[str, str]:
        """Return the variables that lead another process to these places, whatever else it has."""
        return {"EDITJOURNAL_RUNTIME": str(self.runtime), "EDITJOURNAL_STATE": str(self.state)}


def find_places() -> Places:
    """Return the folders this environment means; nothing is made.

    The runtime folder is EDITJOURNAL_RUNTIME, else "editjournal" in the system's runtime folder of
    this user, else, where there is none that only this user can write, "run" in the state folder.
    """
    state_named = os.environ.get("EDITJOURNAL_STATE")
    state = Path(state_named).absolute() if state_named else user_state_path("editjournal")
    if named := os.environ.get("EDITJOURNAL_RUNTIME"):
        return Places(runtime=Path(named).absolute(), state=state)
    # The library falls back to a folder under /tmp here, where others could be first.
    base = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.geteuid()}")
    runtime = base / "editjournal" if _is_ours(base) else state / "run"
    return Places(runtime=runtime, state=state)


def _is_ours(folder: Path) -> bool:
    """Return whether only this user can make names in the folder, and can."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    if not S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or status.st_mode & 0o22:
        return False
    return os.access(folder, os.W_OK | os.X_OK)
