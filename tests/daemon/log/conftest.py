"""What the tests of the log share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from editjournal.daemon.log.segments import SEGMENT_BYTES, Log
from editjournal.daemon.seam import Seam
from tests.log_cases import five_frames


@pytest.fixture(autouse=True)
def every_log_is_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close what a test leaves open, as one does that plays a process which was stopped."""
    opened: list[Log] = []
    really_open = Log.open

    def noted_open(
        folder: Path, seam: Seam, workspace_id: bytes, *, segment_bytes: int = SEGMENT_BYTES
    ) -> Log:
        log = really_open(folder, seam, workspace_id, segment_bytes=segment_bytes)
        opened.append(log)
        return log

    monkeypatch.setattr(Log, "open", noted_open)
    yield
    for log in opened:
        log.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def frames(folder: Path) -> list[int]:
    return five_frames(folder)
