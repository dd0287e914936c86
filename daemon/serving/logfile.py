"""The daemon's log file: what went wrong, never what files hold."""

import logging
import logging.handlers
import traceback
from pathlib import Path

LOG_BYTES_MAX = 1 << 20
"""Of daemon.log; then it becomes daemon.log.1."""


def log_to(path: Path) -> logging.Handler:
    """Log to the file, of mode 0600. Raises OSError."""
    path.touch(mode=0o600)
    path.chmod(0o600)
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=LOG_BYTES_MAX, backupCount=1)
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    )
    logger = logging.getLogger("editjournal")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return handler


def without_contents(error: BaseException) -> str:
    """Return the error's types and frames, and none of its text: that may quote a file."""
    lines: list[str] = []
    cause: BaseException | None = error
    seen: set[int] = set()
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        code = f" errno {cause.errno}" if isinstance(cause, OSError) else ""
        lines.append(f"{type(cause).__module__}.{type(cause).__qualname__}{code}")
        lines.extend(
            f"  {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(cause.__traceback__)
        )
        cause = cause.__cause__ or cause.__context__
    return "\n".join(lines)
