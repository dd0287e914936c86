"""How much is watched at most, and how far the watching has come."""

import enum

from msgspec import Struct


class WatchBounds(Struct, frozen=True):
    """Times are in seconds."""

    folders_max: int = 128
    """Each costs a thread."""
    files_max: int = 5_000
    """Files that are swept; those after them are left to the look before their next use."""
    first_s: float = 0.01
    """From a change to the word of it, once its writer has closed the file."""
    again_s: float = 0.1
    """A file that goes on changing is told of this often."""
    still_s: float = 0.5
    """A file that was not closed is told of when it was not written to for so long."""
    gone_s: float = 0.06
    """A file that is gone is told of when nothing has taken its place for so long."""
    longest_s: float = 2.0
    """After so long a change is told of even if the file is still being written."""
    fresh_s: float = 0.06
    """After so long a file's times show whether it has changed since."""
    sweep_s: float = 2.0
    retry_s: float = 60.0
    """A folder that could not be watched is tried again after so long."""


class Why(enum.StrEnum):
    """Why a folder sends no events, so that its files are only swept."""

    CAP = "cap"
    """There are more folders than `folders_max`."""
    LIMIT = "limit"
    """The system grants no further watch, descriptor or thread."""
    REMOTE = "remote"
    """Its file system may change from elsewhere, without an event."""
    ABSENT = "absent"
    """There is no such folder now."""
    ERROR = "error"
    """The system refuses, or the watcher has failed."""


class WatchStanding(Struct, frozen=True):
    """What is watched, and how."""

    folders: int = 0
    """Folders that send events."""
    left: tuple[tuple[Why, int], ...] = ()
    """Folders left to the sweep: how many for which reason, in the order of `Why`."""
    files: int = 0
    """Files that are swept."""
    files_past: int = 0
    """Files too many: they are looked at when they are used."""
    overflows: int = 0
    """How often events were lost since the start; each time every file counted as changed."""
