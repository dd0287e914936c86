"""Times as callers give them: so long ago, or an ISO time."""

import re
from datetime import datetime

LATEST_NS = (1 << 63) - 1
_AGO = re.compile(r"(\d{1,9})([smhd])", re.ASCII)
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}


def since_ns(given: str, now_ns: int) -> int:
    """Return a time in nanoseconds since the epoch, as `now_ns` is.

    Given is how long ago it was (90s, 10m, 2h, 3d), or an ISO time, of this machine's zone if it
    names none. What lies beyond the times there are counts as the first or the last of them. Raises
    ValueError for what is neither.
    """
    if ago := _AGO.fullmatch(given):
        return max(0, now_ns - int(ago[1]) * _SECONDS[ago[2]] * 10**9)
    try:
        since = datetime.fromisoformat(given).timestamp()
    except (OverflowError, OSError) as error:
        raise ValueError(given) from error
    return min(max(0, round(since * 1e6) * 1_000), LATEST_NS)
