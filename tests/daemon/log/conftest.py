"""What the tests of the log share."""

from pathlib import Path

import pytest

from tests.log_cases import five_frames


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def frames(folder: Path) -> list[int]:
    return five_frames(folder)
