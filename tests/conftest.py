"""What tests of the journal share."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.stage import World

# Whoever runs the tests may have settings: they are not those of the tests, nor of what is
# started here.
for _name in [one for one in os.environ if one.startswith("EDITJOURNAL_")]:
    del os.environ[_name]
os.environ["EDITJOURNAL_CONFIG"] = os.devnull


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the long proofs unless markers were chosen."""
    if not config.option.markexpr:
        slow = [item for item in items if item.get_closest_marker("slow")]
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=slow)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A workspace without files; after the test log and files must agree."""
    made = World(tmp_path)
    yield made
    if made.state.exists():
        made.check()
