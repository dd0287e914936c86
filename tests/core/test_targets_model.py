"""Edits by name against a plain model: right place, and nothing unseen is overwritten silently."""

from itertools import count

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import Done, Refusal
from editjournal.schemas.requests import TargetName

from .world import World, codes

NAMES = ("f", "g", "h")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["outside", "other", "read", "read one", "edit", "edit", "delete line"]),
        st.integers(0, 2),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=9,
)


class Play:
    """A file of three functions; every line of it is unlike all others."""

    def __init__(self) -> None:
        self.world = World()
        self.number = count()
        self.known: set[str] = set()
        """Lines that ann was shown, or sent."""
        text = "".join(self.function(name, 3) + f"\nx = {next(self.number)}\n" for name in NAMES)
        self.world.outside("a.py", text.encode())

    def function(self, name: str, lines: int) -> str:
        rest = "".join(f"    y = {next(self.number)}\n" for _ in range(lines))
        return f"def {name}(a={next(self.number)}):\n{rest}"

    def lines(self) -> list[str]:
        return self.world.text("a.py").split("\n")

    def place(self, name: str) -> tuple[int, int]:
        """Return where a function begins, and where it has ended, from 0."""
        lines = self.lines()
        first = next(at for at, one in enumerate(lines) if one.startswith(f"def {name}("))
        last = first
        while lines[last + 1].startswith("    "):
            last += 1
        return first, last + 1

    def change(self, who: str, name: str, at: int, *, more: bool) -> None:
        """Let somebody else put a line into a function, or replace one."""
        first, end = self.place(name)
        lines = self.lines()
        line = min(first + 1 + at, end - 1)
        new = f"    z = {next(self.number)}"
        if who == "outside":
            lines[line : line + (not more)] = [new]
            self.world.outside("a.py", "\n".join(lines).encode())
        else:
            self.world.read("bob", "a.py")
            content = f"{new}\n{lines[line]}" if more else new
            assert isinstance(self.world.replace("bob", f"a.py:{line + 1}", content), Done)

    def remove(self, name: str, at: int) -> None:
        first, end = self.place(name)
        lines = self.lines()
        if end - first > 2:
            del lines[min(first + 1 + at, end - 1)]
            self.world.outside("a.py", "\n".join(lines).encode())

    def shown(self, reply: object) -> None:
        for block in getattr(reply, "blocks", ()) or getattr(reply, "body", ()):
            if block.kind == "lines":
                self.known.update(block.lines)

    def edit(self, name: str, lines: int) -> None:
        before, (first, end) = self.lines(), self.place(name)
        new = self.function(name, lines + 1)
        reply = self.world.replace("ann", "a.py", new, target=TargetName("function", name))
        self.shown(reply)
        if isinstance(reply, Refusal):
            assert self.lines() == before
            assert reply.code == "changed"
            return
        assert isinstance(reply, Done)
        assert self.lines() == [*before[:first], *new.split("\n")[:-1], *before[end:]]
        if not codes(reply):
            assert self.known.issuperset(before[first:end])
        self.known.update(new.split("\n"))


@given(STEPS)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_edit_by_name_takes_just_that_and_nothing_that_was_not_seen(
    steps: list[tuple[str, int, int]],
) -> None:
    play = Play()
    for what, which, at in steps:
        name = NAMES[which]
        match what:
            case "outside" | "other":
                play.change(what, name, at, more=at % 2 == 0)
            case "delete line":
                play.remove(name, at)
            case "read":
                play.shown(play.world.read("ann", "a.py"))
            case "read one":
                play.shown(play.world.read("ann", "a.py", target=TargetName("function", name)))
            case _:
                play.edit(name, at)
