"""The daemon's entry point: `python -m editjournal.daemon`, or `editjournald`."""

import sys

from ..schemas.places import Places
from .service import Workspaces
from .serving.lifecycle import run
from .settings import Settings


def main() -> int:
    return run(sys.argv[1:], _journals)


def _journals(places: Places, settings: Settings) -> Workspaces:
    from .workspaces import Journals  # noqa: PLC0415 - only the process that serves needs it

    return Journals(places.state, places.runtime, settings=settings)


if __name__ == "__main__":
    sys.exit(main())
