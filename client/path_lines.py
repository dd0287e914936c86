"""The lines in which a path may end, as it is written: `src/app.py:12-18`."""

import re

_IN_PATH = re.compile(
    r".:(\d+(?:-(?:\d+|END)?)?(?:,\d+(?:-(?:\d+|END)?)?)*|ALL|END)$", re.IGNORECASE
)


def in_path(path: str) -> str:
    """Return the lines in which a path ends, as written, "" where it ends in none."""
    found = _IN_PATH.search(path)
    return found[1] if found else ""
