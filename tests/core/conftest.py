"""What tests of the core share."""

from collections.abc import Iterator

import pytest

from tests.core.world import World


@pytest.fixture
def world() -> Iterator[World]:
    """A world without files; after the test its state must be sound and replay to the same."""
    made = World()
    yield made
    made.check()
    made.check_replay()
