"""What can be wrong with text that should be JSON, and how it is said."""

FENCE = "a code fence around it"
PROSE = "text around it"
TWICE = "it came twice"
IN_LIST = "a list around it"
BRACE_MORE = "braces or commas too many"
BRACE_LESS = "the last brace missing"
BRACE_FIRST = "the first brace missing"
COMMA = "a comma too few"
SINGLE = "single quotes, or words of Python"
BARE_NAMES = "names without quotes"
BREAKS = "line breaks inside a string"
QUOTES = "quotes inside a string without a backslash"
WORDS = "words behind it"
"""With PROSE, which says it: nobody can tell whether the last brace is one of a text."""
LINE = "a line of JSON-RPC that was no JSON"
LIST_TEXT = "a list in a string that was no JSON"

HALF = "half a character stands in it"
"""Of what has no reading, for lack of what encodes it."""

GRAVEST_FIRST = (
    *(BRACE_LESS, QUOTES, BREAKS, SINGLE, BARE_NAMES, LIST_TEXT, COMMA, BRACE_FIRST),
    *(BRACE_MORE, TWICE, IN_LIST, FENCE, PROSE),
)


class UnclearError(Exception):
    """The text has no reading, or more than one; `problem` says which."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class BehindError(UnclearError):
    """Something stands beside an object that is whole, and may be of it, or of one of its texts."""


class CutError(Exception):
    """The text ends too early: what came of the value it ends in, None where that is unclear."""

    def __init__(
        self, values: dict[str, object], name: str = "", came: str | None = None, left: str = ""
    ) -> None:
        super().__init__(name)
        self.values = values
        """What came whole before."""
        self.name = name
        self.came = came
        self.left = left
        """What stands behind that, and may be of the value or not, as it came."""
