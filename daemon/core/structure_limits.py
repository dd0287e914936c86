"""How large a file may be whose structure is worked out."""

from typing import NamedTuple


class StructureLimits(NamedTuple):
    """Bytes of a file's text, in UTF-8."""

    max_bytes: int = 2 << 20
    """Larger files have no structure for anybody who asks."""
    warn_bytes: int = 256 << 10
    """Larger files are not looked at after an edit; 0: none is."""
