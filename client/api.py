"""The typed Python client. `async_api` has the same with coroutines."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ..schemas.messages import Hello, Welcome
from ..schemas.places import Places
from ..schemas.replies import (
    AnyReply,
    Balanced,
    Blamed,
    ChipGone,
    ChipList,
    ChipShown,
    Contents,
    DiffReply,
    Done,
    EntryShown,
    LogReply,
    Marked,
    Outlined,
    Preview,
    Ranged,
    Refusal,
    SessionList,
    Shown,
    StatusReply,
    Step,
    TrailReply,
    Unchanged,
    ViewList,
)
from ..schemas.requests import (
    AnyRequest,
    Blame,
    Cat,
    CheckBalance,
    Chips,
    Commit,
    Confirm,
    Delete,
    Diff,
    DropChip,
    FuncRange,
    History,
    Insert,
    InsertChip,
    Item,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Restore,
    Rollback,
    Sessions,
    ShowChip,
    ShowEntry,
    ShowOutline,
    Snapshot,
    Status,
    TagRange,
    TargetName,
    Trail,
    Undo,
    UndoSeveral,
    Views,
    Whose,
    Write,
    WriteSeveral,
)
from ..schemas.values import NOW, Point, Span
from . import targets
from .connection import Connection
from .feed import Feed
from .finding import DaemonTrouble, Manner
from .points import parse
from .roots import NoRoot, default_root
from .words import reasons

Name = str | bytes | os.PathLike[str]
When = Point | int | str
"""A point of the log: as such, as the entry after which it is, or as `points` says of text."""
Target = TargetName | str
"""A place by what stands there: as such, or as `targets` says of text."""
Outcome = Done | Unchanged | Preview
"""What an edit comes to: Preview where only that was asked for."""
TWO_PLACES = "give lines or a target, not both"
R = TypeVar("R")
N = TypeVar("N", bound=Name)


class Refused(Exception):  # noqa: N818 - what happened to the call
    """The daemon refused a call; nothing was changed.

    `reply` says why and what to do, and has its `notices` as any reply.
    """

    def __init__(self, reply: Refusal) -> None:
        super().__init__(reply)
        self.reply = reply

    def __str__(self) -> str:
        path = os.fsdecode(self.reply.path)
        return f"{self.reply.code}: {path}" if path else self.reply.code


class Client:
    """One session with the daemon, which is started where none runs. Not thread-safe.

    Every call raises Refused where the daemon says no, and DaemonTrouble where it could not be
    asked or the call could not be taken. Relative paths are meant from the current folder; a file
    may be named with lines, as "a.py:12-18". New text may be bytes, which are taken as they are.

    Every reply has `notices`: what others did to files that the session has seen or edited, before
    it goes on with numbers that are no longer right. The next call acknowledges them; those that
    have no room in one reply come with the next, and `more_notices` counts them.
    """

    def __init__(
        self,
        root: Name | None = None,
        agent: str = "python",
        *,
        key: str = "",
        deadline_s: float = 30.0,
        places: Places | None = None,
        manner: Manner | None = None,
    ) -> None:
        """Without `root` the workspace is found as `default_root` says. Raises NoRoot.

        With a `key` the client joins the open session that was opened with the same one.
        """
        explicit = None if root is None else os.fsencode(root)
        folder = default_root(os.fsencode(Path.cwd()), os.environ, explicit)
        hello = Hello(protocol=0, build="", root=folder, agent=agent, key=key)
        self.connection = Connection(hello, places=places, manner=manner)
        self.deadline_s = deadline_s

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        self.close()

    def open(self) -> Welcome:
        """Find or start the daemon and say hello, as any call does. Raises DaemonTrouble."""
        return self.connection.open()

    def close(self) -> None:
        """Leave. The session's edits and views stay; with a `key` it can be joined again."""
        self.connection.close()

    def read(
        self,
        file: Name,
        *spans: Span,
        max_bytes: int = 24_000,
        target: Target | None = None,
    ) -> Shown:
        """Return a file's lines, or those of `spans` or a `target`, at most `max_bytes` of text.

        The `seq` of the reply is the number of the view, to be passed to edits. A target is
        "function:Class.method", "tag:nav" or "marker:some text", with "#2" at the end the second of
        several; it is looked for in the file as it is now. So, too, in `replace`, `insert` and
        `delete`. In all of them the name may end as "a.py:40-auto": the function around line 40.
        """
        name, span, meant = _place(file, target)
        named = spans if span is None else (*spans, span)
        request = Read(name, named, max_bytes, meant)
        return _only(Shown, self._ask(request))

    def replace(  # noqa: PLR0913 - one call says all of it
        self,
        file: Name,
        content: str | bytes,
        *,
        span: Span | None = None,
        old: str | None = None,
        view: int = 0,
        every: bool = False,
        force: bool = False,
        preview: bool = False,
        reanchor: bool = False,
        diff: bool = False,
        target: Target | None = None,
    ) -> Outcome:
        """Replace lines, or `old` text that occurs once (`every`: wherever it stands).

        Numbers of lines are those of `view`, the `seq` of an earlier reply; without it today's, and
        refused where they moved unseen. `force` takes today's whatever happened, and writes a
        read-only file. `preview` only works the edit out: a Preview, for `confirm`. `reanchor`
        follows lines that are unchanged and stand elsewhere now. With `diff` the reply has the
        lines that went and that came. All this holds for the other edits, too.
        """
        name, lines, meant = _place(file, target, span)
        return self._edit(
            Replace(
                name,
                content,
                span=lines,
                old=old,
                view=view,
                all=every,
                force=force,
                preview=preview,
                reanchor=reanchor,
                diff=diff,
                target=meant,
            )
        )

    def replace_several(
        self,
        file: Name,
        items: Iterable[Item],
        *,
        view: int = 0,
        force: bool = False,
        preview: bool = False,
        reanchor: bool = False,
        diff: bool = False,
    ) -> Outcome:
        """Make several changes, all or none, as one edit.

        Their places are those before any of them is made. An item may name another file.
        """
        name, those = os.fsencode(file), tuple(items)
        return self._edit(ReplaceSeveral(name, those, view, force, preview, reanchor, diff))

    def insert(  # noqa: PLR0913 - one call says all of it
        self,
        file: Name,
        content: str | bytes,
        *,
        after: int | None = None,
        view: int = 0,
        force: bool = False,
        preview: bool = False,
        reanchor: bool = False,
        diff: bool = False,
        target: Target | None = None,
        before: bool = False,
    ) -> Outcome:
        """Put text after a line: `after`, or the one in `file`. 0 is the top, -1 the end.

        Or after a `target`, or before it.
        """
        name, span, meant = _place(file, target)
        if after is not None and not (span is None and meant is None):
            raise ValueError(TWO_PLACES)
        if span is not None:
            after, before = span.first - 1 if before else span.last or -1, False
        return self._edit(
            Insert(
                name,
                content,
                after,
                view=view,
                force=force,
                preview=preview,
                reanchor=reanchor,
                diff=diff,
                target=meant,
                before=before,
            )
        )

    def delete(  # noqa: PLR0913 - one call says all of it
        self,
        file: Name,
        *,
        span: Span | None = None,
        old: str | None = None,
        view: int = 0,
        remove: bool = False,
        force: bool = False,
        preview: bool = False,
        reanchor: bool = False,
        diff: bool = False,
        target: Target | None = None,
    ) -> Outcome:
        """Take lines out, which must be exactly `old` where it is given; or `remove` the file.

        What is taken away is kept: the reply's `chip` names it.
        """
        name, lines, meant = _place(file, target, span)
        return self._edit(
            Delete(name, lines, old, view, remove, force, preview, reanchor, diff, meant)
        )

    def func_range(self, file: Name, line: int = 0) -> Ranged:
        """Return the function or class around a line: `line`, or the one in `file`."""
        return _only(Ranged, self._ask(FuncRange(os.fsencode(file), line)))

    def tag_range(self, file: Name, line: int = 0) -> Ranged:
        """Return the element around a line of HTML, XML, Vue, Svelte, JSX or TSX."""
        return _only(Ranged, self._ask(TagRange(os.fsencode(file), line)))

    def balance(self, file: Name, *, verbose: bool = False) -> Balanced:
        """Return brackets, tags and quotes without a partner; with `verbose` also the pairs."""
        return _only(Balanced, self._ask(CheckBalance(os.fsencode(file), verbose)))

    def outline(self, file: Name) -> Outlined:
        """Return the definitions of a file and their lines."""
        return _only(Outlined, self._ask(ShowOutline(os.fsencode(file))))

    def write(
        self,
        file: Name,
        content: str | bytes,
        *,
        view: int = 0,
        force: bool = False,
        preview: bool = False,
        parents: bool = False,
        diff: bool = False,
    ) -> Outcome:
        """Write a whole file; with `parents` missing folders are made."""
        name = os.fsencode(file)
        return self._edit(Write(name, content, view, force, preview, parents, diff))

    def write_several(
        self,
        files: Mapping[N, str | bytes],
        *,
        views: Mapping[N, int] | None = None,
        force: bool = False,
        preview: bool = False,
        parents: bool = False,
        diff: bool = False,
    ) -> Outcome:
        """Write several whole files, all or none: contents by name, and views where there are."""
        seen: Mapping[N, int] = views or {}
        those = tuple(
            Write(os.fsencode(name), content, seen.get(name, 0)) for name, content in files.items()
        )
        return self._edit(WriteSeveral(those, force, preview, parents, diff))

    def insert_chip(  # noqa: PLR0913 - one call says all of it
        self,
        file: Name,
        chip: str = "",
        *,
        source: Name = b"",
        after: int | None = None,
        view: int = 0,
        force: bool = False,
        preview: bool = False,
        reanchor: bool = False,
        diff: bool = False,
        form: str = "content",
    ) -> Outcome:
        """Put a chip's text, or that of the file `source`, after a line, as `insert` does.

        With `form` "args" a failed call's arguments, as JSON beneath a comment.
        """
        return self._edit(
            InsertChip(
                os.fsencode(file),
                chip=_chip(chip),
                source=os.fsencode(source),
                after=after,
                view=view,
                force=force,
                preview=preview,
                reanchor=reanchor,
                diff=diff,
                form=form,
            )
        )

    def chips(
        self,
        limit: int = 30,
        *,
        text: str = "",
        file: Name = b"",
        tool: str = "",
        session: Whose = 0,
        since_ns: int = 0,
        left: bool = False,
    ) -> ChipList:
        """Return kept texts and failed calls, newest first, at most 100.

        Only those that have all words of `text` in their text, arguments, path, tool or error, in
        their id or their session's name; of a `file`, of calls to a `tool` ("be-write" or "write"),
        of a `session` by its number or its name ("codex#3"), or kept since a time in nanoseconds
        since the epoch. With `left` also those that are on the list no more.
        """
        name, words = os.fsencode(file), reasons.with_words_of(text)
        request = Chips(limit, text, name, tool, session, since_ns, left, words)
        return _only(ChipList, self._ask(request))

    def chip(self, chip: str, *, max_bytes: int = 24_000, raw: bool = False) -> ChipShown:
        """Return all that a chip keeps, at most `max_bytes`, and what it was used for.

        Also of one that is on the list no more. With `raw` it is in `data` as well, all of it byte
        for byte: deleted text, or the arguments of a call.
        """
        return _only(ChipShown, self._ask(ShowChip(_chip(chip), max_bytes, raw)))

    def drop_chip(self, chip: str) -> ChipGone:
        """Take a chip off the list. The log keeps what it held, and `chip` finds it."""
        return _only(ChipGone, self._ask(DropChip(_chip(chip))))

    def confirm(self, prepared: int | str, *, file: Name = b"", view: int = 0) -> Outcome:
        """Make what a preview or a refusal has prepared: the `seq` of that reply.

        With a chip's id the call that it keeps is run again, in another `file` or through a newer
        `view` where they are given.
        """
        number, chip = (0, _chip(prepared)) if isinstance(prepared, str) else (prepared, "")
        return self._edit(Confirm(number, chip, os.fsencode(file), view))

    def undo(
        self,
        edit: int,
        *,
        preview: bool = False,
        resolve: str = "",
        session: Whose = 0,
        anyone: bool = False,
    ) -> Outcome:
        """Take an edit of this session back, in all of its files; later edits stay.

        Also one of another `session`, or of `anyone`. Where later edits stand on its lines, that is
        refused, and the refusal's `plan` names them and shows both texts. `resolve` says what to do
        then: "newer" takes those back, too; "force" takes them back in the files where they
        stand in the way, there all they did, and leaves them in others.
        """
        return self._edit(Undo(edit, anyone, preview, session, resolve))

    def redo(
        self,
        edit: int,
        *,
        preview: bool = False,
        resolve: str = "",
        session: Whose = 0,
        anyone: bool = False,
    ) -> Outcome:
        """Make an undone edit again. All but the edit as in `undo`."""
        return self._edit(Redo(edit, anyone, preview, session, resolve))

    def rollback(
        self, step: int = 1, *, preview: bool = False, session: Whose = 0, resolve: str = ""
    ) -> Outcome:
        """Undo the last `step` edits since the last commit: the session's, or of another one.

        `resolve` as in `undo`.
        """
        return self._edit(Rollback(step, preview, session, resolve))

    def undo_several(
        self,
        *files: Name,
        session: Whose = 0,
        since: When | None = None,
        anyone: bool = False,
        preview: bool = False,
        resolve: str = "",
        outside: bool = False,
    ) -> Outcome:
        """Take back, all or none, every edit that is meant: at least one argument says which.

        In these `files` or folders, of a `session`, made after `since`. Without a session they are
        this one's, or with `anyone` of all. With `outside` also changes that no session made:
        without `anyone` that is only prepared, for `confirm`. `resolve` as in `undo`.
        """
        named = tuple(map(os.fsencode, files))
        after = None if since is None else point(since)
        return self._edit(UndoSeveral(session, after, named, anyone, preview, resolve, outside))

    def restore(
        self, to: When, *files: Name, anyone: bool = False, preview: bool = False
    ) -> Outcome:
        """Bring files or folders, or all that changed since, back to what they were at a point.

        Where others changed them since it is only prepared, for `confirm`, unless with `anyone`.
        """
        named = tuple(map(os.fsencode, files))
        return self._edit(Restore(point(to), named, anyone, preview))

    def commit(self, label: str = "") -> Marked:
        """Close the session's open edits."""
        return _only(Marked, self._ask(Commit(label)))

    def snapshot(self, label: str) -> Marked:
        """Name this point of the log."""
        return _only(Marked, self._ask(Snapshot(label)))

    def status(self, *, session: Whose = 0) -> StatusReply:
        """Return the session's open edits, its stale views, and how its files are watched."""
        return _only(StatusReply, self._ask(Status(session)))

    def log(  # noqa: PLR0913 - one call says all of it
        self,
        file: Name = b"",
        *,
        session: Whose = 0,
        before: int = 0,
        limit: int = 50,
        agent: str = "",
        tool: str = "",
        since: When | None = None,
        until: When | None = None,
    ) -> LogReply:
        """Return entries, newest first: all, or those that fit every argument that is given.

        Of a file or folder; of a session, by its number or its name ("codex#3"); of an agent
        ("codex"); of calls to a tool; after and up to a point. The next page is `before` the
        lowest `seq` of this one.
        """
        after, upto = (None if one is None else point(one) for one in (since, until))
        name = os.fsencode(file)
        request = History(name, session, before, limit, agent, tool, after, upto)
        return _only(LogReply, self._ask(request))

    def sessions(self, *, agent: str = "", limit: int = 50) -> SessionList:
        """Return the workspace's sessions, the most lately active first."""
        return _only(SessionList, self._ask(Sessions(limit, agent)))

    def show(self, entry: int, *, max_bytes: int = 24_000) -> EntryShown:
        """Return one entry in full: what it changed, showed or would change."""
        return _only(EntryShown, self._ask(ShowEntry(entry, max_bytes)))

    def cat(
        self, file: Name, at: When = NOW, *, raw: bool = False, max_bytes: int = 24_000
    ) -> Contents:
        """Return a file as it was at a point: its lines, or with `raw` all bytes, as `data`.

        `version` is None where there was no file.
        """
        return _only(Contents, self._ask(Cat(os.fsencode(file), point(at), max_bytes, raw)))

    def diff(
        self, since: When, until: When = NOW, *, file: Name = b"", max_bytes: int = 24_000
    ) -> DiffReply:
        """Return what changed between two points, in a file or folder or everywhere."""
        request = Diff(point(since), point(until), os.fsencode(file), max_bytes)
        return _only(DiffReply, self._ask(request))

    def blame(self, file: Name, at: When = NOW, *, max_bytes: int = 24_000) -> Blamed:
        """Return who made each line of a file, which may be named with lines."""
        return _only(Blamed, self._ask(Blame(os.fsencode(file), point(at), max_bytes)))

    def trail(self, session: Whose = 0, *, after: int = 0) -> Iterator[Step]:
        """Yield what a session saw, asked, was refused and changed, oldest first, with all bytes.

        0: every session, and what came from outside. Asks for a page at a time, and ends with what
        was the newest entry when it began: what it asks is none of it.
        """
        newest = 0
        while True:
            reply = self.trail_page(session, after=after)
            newest = newest or reply.seq
            for step in reply.steps:
                if newest and step.item.seq >= newest:
                    return
                yield step
                after = step.item.seq
            if not reply.more or not reply.steps:
                return

    def trail_page(self, session: Whose = 0, *, after: int = 0, limit: int = 200) -> TrailReply:
        """Return the steps after an entry, and whether there are `more`, as `trail` yields them."""
        return _only(TrailReply, self._ask(Trail(session, after, limit)))

    def views(
        self, file: Name = b"", *, session: Whose = 0, stale: bool = False, limit: int = 50
    ) -> ViewList:
        """Return views and what has become of their lines: of a file, of a session, or all.

        The most lately used first; with `stale` only those whose lines others changed or moved.
        """
        return _only(ViewList, self._ask(Views(os.fsencode(file), session, limit, stale)))

    def feed(self, *kinds: str) -> Feed:
        """Return a feed of what happens in the workspace, whoever does it.

        Of these kinds: "entry" (facts, as the log has them), "notice" (what concerns a session, as
        soon as there is something), "item" (entries as `log` lists them); the first two without
        any. It tells all that happens once it is open:

            with client.feed("notice") as feed:
                for told in feed:
                    print(told.name, told.notice)

        Reading raises DaemonTrouble when the daemon has ended; the next call of the client starts
        one, and `log` then has what was missed. Opening and reading block, those of an
        AsyncClient's feed too: do both in a thread.
        """
        welcome = self.open()
        pid = self.connection.daemon_pid
        return Feed(welcome.feed, welcome.workspace, kinds or ("entry", "notice"), pid=pid)

    def _ask(self, request: AnyRequest) -> AnyReply:
        reply = self.connection.ask(request, deadline_s=self.deadline_s)
        if isinstance(reply, Refusal):
            raise Refused(reply)
        return reply

    def _edit(self, request: AnyRequest) -> Outcome:
        reply = self._ask(request)
        return reply if isinstance(reply, Unchanged | Preview) else _only(Done, reply)


def point(when: When) -> Point:
    """Return the point that is meant. Raises ValueError, which names the forms there are."""
    if isinstance(when, str):
        return parse(when, time.time_ns())
    if isinstance(when, Point):
        return when
    return Point(seq=when) if when > 0 else Point(seq=1, before=True)


def _place(
    file: Name, target: Target | None, span: Span | None = None
) -> tuple[bytes, Span | None, TargetName | None]:
    """Return a file, lines of it, and what is meant by what stands there.

    Raises ValueError for a target that is none, and for two that are given.
    """
    name, around = targets.around(os.fsdecode(file))
    meant = targets.parse(target) if isinstance(target, str) else target
    if meant is not None and (around is not None or span is not None):
        raise ValueError(TWO_PLACES)
    meant = around if meant is None else meant
    lines = meant if isinstance(meant, Span) else span
    return os.fsencode(name), lines, meant if isinstance(meant, TargetName) else None


def _chip(given: str) -> str:
    """Return a chip's id without the chip:// that it is shown with."""
    return given.removeprefix("chip://")


def _only(kind: type[R], reply: AnyReply) -> R:
    if not isinstance(reply, kind):
        message = f"the daemon answered {type(reply).__name__} instead of {kind.__name__}"
        raise DaemonTrouble("malformed", message, "editjournal daemon restart")
    return reply


__all__ = [
    "NOW",
    "Client",
    "DaemonTrouble",
    "Item",
    "Manner",
    "NoRoot",
    "Outcome",
    "Point",
    "Refused",
    "Span",
    "TargetName",
]
