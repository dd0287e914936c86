"""When the entries of a log were made."""

from array import array
from bisect import bisect_right


class Times:
    """When entries were made, as far as that says which was the newest up to a time.

    Of those behind which there is none that is younger and comes sooner, for a clock may be set
    back: both arrays ascend.
    """

    def __init__(self) -> None:
        self._times_ns = array("q")
        self._seqs = array("I")

    def add(self, seq: int, time_ns: int) -> None:
        """Take in an entry, the newest so far."""
        while self._times_ns and self._times_ns[-1] >= time_ns:
            self._times_ns.pop()
            self._seqs.pop()
        self._times_ns.append(time_ns)
        self._seqs.append(seq)

    def newest(self, time_ns: int) -> int:
        """Return the newest entry that is not younger than a time; 0: there is none."""
        at = bisect_right(self._times_ns, time_ns)
        return self._seqs[at - 1] if at else 0
