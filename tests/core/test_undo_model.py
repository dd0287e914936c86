"""Sessions, outsiders, undo, redo and restore in any order: nobody loses lines unasked."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.schemas.replies import Done, Refusal, Unchanged
from editjournal.schemas.requests import (
    AnyRequest,
    Confirm,
    Item,
    Redo,
    ReplaceSeveral,
    Restore,
    Undo,
    UndoSeveral,
)
from editjournal.schemas.values import Point, RelPath, Span
from tests.core.world import World, done

NAMES = ("f", "d/g", "h")
WHO = ("a", "b", "c")
REFUSALS = {
    *("undo_conflict", "undo_others", "undo_forced", "undo_no_line_end", "restore_others"),
    *("already_undone", "not_undone", "not_yours", "nothing_to_undo", "prepared_stale"),
}


class Line(NamedTuple):
    """A line, by who inserted it."""

    path: RelPath
    entry: int
    ordinal: int


class Act(NamedTuple):
    kind: str
    who: int
    file: int
    at: int
    lines: int
    new: int
    pick: int
    anyone: bool
    resolve: str


@dataclass
class Play:
    """A world, and all that its files ever were."""

    world: World = field(default_factory=World)
    then: dict[int, dict[RelPath, bytes]] = field(default_factory=dict[int, dict[RelPath, bytes]])
    """After an entry: every file."""
    fresh: Any = field(default_factory=count)
    prepared: int = 0

    def begin(self) -> None:
        for name in NAMES[:2]:
            self.world.outside(name, self.text(4))
            for who in WHO:
                self.world.read(who, name)
            self.world.edit("a", f"{name}:2", self.text(1))
        self.note()

    def text(self, lines: int) -> bytes:
        return b"".join(b"line %d\n" % next(self.fresh) for _ in range(lines))

    def note(self) -> None:
        self.world.notice()
        self.then[self.world.state.seq] = self.files()

    def files(self) -> dict[RelPath, bytes]:
        return {path: node.data for path, node in self.world.files.items()}

    def lines(self) -> set[Line]:
        """Name every line that is there."""
        return {
            Line(path, run.entry, run.first + number)
            for path, file in self.world.state.files.by_path.items()
            for run in file.history.runs(0, file.history.lines)
            for number in range(run.lines)
        }

    def made(self, act: Act) -> int:
        """Return some edit, or change from outside; for a redo one that is undone, if one is."""
        edits = [edit for edit in self.world.state.edits.by_seq.values() if edit.applied]
        if act.kind == "redo":
            edits = [edit for edit in edits if edit.undone_in] or edits
        return edits[-1 - act.pick % len(edits)].seq

    def point(self, act: Act) -> int:
        points = sorted(self.then)
        return points[-1 - act.pick % len(points)]

    # Changing.

    def act(self, act: Act) -> None:
        name, who = NAMES[act.file], WHO[act.who]
        match act.kind:
            case "edit":
                self.edit(who, act, name)
            case "both":
                self.edit(who, act, *NAMES[:2])
            case "write":
                self.world.write(who, name, self.text(act.new), parents=True)
            case "outside":
                self.outside(act, name)
            case _:
                self.take_back(who, act, name)
        self.note()

    def edit(self, who: str, act: Act, *names: str) -> None:
        items: list[Item] = []
        for name in names:
            node = self.world.files.get(RelPath(name.encode()))
            if node is None or not node.data:
                return
            total = node.data.count(b"\n")
            first = 1 + act.at % total
            last = min(total, first + act.lines - 1)
            if last < first:
                items.append(Item(self.text(act.new + 1), after=first, file=name.encode()))
            else:
                items.append(Item(self.text(act.new), Span(first, last), file=name.encode()))
        reply = self.world.ask(who, ReplaceSeveral(names[0].encode(), tuple(items), force=True))
        assert isinstance(reply, Done | Unchanged)  # unchanged: the same call was made before

    def outside(self, act: Act, name: str) -> None:
        path = RelPath(name.encode())
        node = self.world.files.get(path)
        if path not in self.world.state.files.by_path:
            return  # of a file that the journal has not met nothing can be known
        if node is None:
            self.world.outside(name, self.text(act.new))
        elif act.lines == 3:
            self.world.outside(name, None)
        else:
            old = node.data.splitlines(keepends=True)
            at = act.at % (len(old) + 1)
            old[at : at + act.lines] = [self.text(1) for _ in range(act.new)]
            self.world.outside(name, b"".join(old))

    def take_back(self, who: str, act: Act, name: str) -> None:
        request: AnyRequest
        files = (name.encode(),) if act.lines else ()
        if files and not self.world.state.files.get(RelPath(name.encode())):
            return
        match act.kind:
            case "undo":
                request = Undo(self.made(act), act.anyone, resolve=act.resolve)
            case "redo":
                request = Redo(self.made(act), act.anyone, resolve=act.resolve)
            case "several":
                since = Point(self.point(act))
                request = UndoSeveral(
                    0, since, files, act.anyone, resolve=act.resolve, outside=act.anyone
                )
            case "restore":
                request = Restore(Point(self.point(act)), files, act.anyone)
            case _:
                if not self.prepared:
                    return
                request = Confirm(self.prepared)
        self.ask(who, request)

    def ask(self, who: str, request: AnyRequest) -> None:
        before, lines = self.files(), self.lines()
        reply = self.world.ask(who, request)
        if isinstance(reply, Refusal):
            assert reply.code in REFUSALS, reply
            assert self.files() == before
            if reply.prepared and reply.seq % 2:
                self.ask(who, Confirm(reply.seq))
            elif reply.prepared:
                self.prepared = reply.seq
            return
        if isinstance(reply, Unchanged):
            assert self.files() == before
        else:
            self.expect_nothing_lost_unasked(done(reply), lines)
            self.expect_only_own(who, request, done(reply))
        if isinstance(request, Restore) and not request.files:
            assert self.files() == self.then[request.to.seq]
        if isinstance(reply, Done):
            self.expect_there_and_back(who, reply, before)

    # What must hold.

    def expect_nothing_lost_unasked(self, reply: Done, before: set[Line]) -> None:
        """A line goes only with the edit that brought it, or that takes it away again."""
        state = self.world.state
        again: set[Line] = set()
        for path, flips in state.edits.by_seq[reply.seq].flipped.items():
            for seq in flips.redoes:
                for run in state.files.by_path[path].history.removed_by(seq):
                    numbers = range(run.first, run.first + run.lines)
                    again |= {Line(path, run.entry, number) for number in numbers}
        for line in before - self.lines() - again:
            assert line.entry in reply.undone, (line, reply)

    def expect_only_own(self, who: str, request: AnyRequest, reply: Done) -> None:
        """Without leave nobody else's edits go, unless one takes back what one did oneself."""
        by_seq = self.world.state.edits.by_seq
        match request:
            case Undo(edit=seq, anyone=False) if not by_seq[seq].flips:
                pass
            case UndoSeveral(anyone=False) | Restore(anyone=False):
                pass
            case _:
                return
        mine = self.world.sessions[who]
        assert {by_seq[seq].session for seq in reply.undone} <= {mine}

    def expect_there_and_back(self, who: str, reply: Done, before: dict[RelPath, bytes]) -> None:
        after = self.files()
        back = done(self.world.ask(who, Undo(reply.seq)))
        assert self.files() == before
        done(self.world.ask(who, Undo(back.seq)))
        assert self.files() == after


small = st.integers(0, 3)
changes = st.sampled_from(["edit"] * 4 + ["both"] * 3 + ["outside"] * 2 + ["write"])
flip_kinds = ["undo"] * 3 + ["redo"] * 2 + ["several"] * 2 + ["restore"] * 2 + ["confirm"]
acts = st.builds(
    Act,
    kind=st.one_of(changes, st.sampled_from(flip_kinds)),
    who=st.integers(0, 2),
    file=st.integers(0, 2),
    at=st.integers(0, 5),
    lines=small,
    new=small,
    pick=st.integers(0, 12),
    anyone=st.sampled_from([True, True, False]),
    resolve=st.sampled_from(["", "", "newer", "force"]),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(acts, min_size=4, max_size=14))
def test_nothing_is_lost_unasked_and_all_can_be_taken_back(those: list[Act]) -> None:
    play = Play()
    play.begin()
    for one in those:
        play.act(one)
    play.world.check_replay()
