"""The typed Python client. `async_api` has the same with coroutines."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from ..schemas.messages import Hello, Welcome
from ..schemas.places import Places
from ..schemas.replies import (
    AnyReply,
    ChipGone,
    ChipList,
    ChipShown,
    Done,
    LogReply,
    Marked,
    Preview,
    Refusal,
    Shown,
    StatusReply,
    Unchanged,
    ViewList,
)
from ..schemas.requests import (
    AnyRequest,
    Chips,
    Commit,
    Confirm,
    Delete,
    DropChip,
    History,
    Insert,
    InsertChip,
    Item,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    ShowChip,
    Snapshot,
    Status,
    Undo,
    Views,
    Whose,
    Write,
    WriteSeveral,
)
from ..schemas.values import Span
from .connection import Connection
from .feed import Feed
from .finding import DaemonTrouble, Manner
from .roots import NoRoot, default_root
from .words import reasons

Name = str | bytes | os.PathLike[str]
Outcome = Done | Unchanged | Preview
"""What an edit comes to: Preview where only that was asked for."""
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

    def read(self, file: Name, *spans: Span, max_bytes: int = 24_000) -> Shown:
        """Return a file's lines, or those of `spans`, at most `max_bytes` of text.

        The `seq` of the reply is the number of the view, to be passed to edits.
        """
        request = Read(os.fsencode(file), spans=spans, max_bytes=max_bytes)
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
    ) -> Outcome:
        """Replace lines, or `old` text that occurs once (`every`: wherever it stands).

        Numbers of lines are those of `view`, the `seq` of an earlier reply; without it today's, and
        refused where they moved unseen. `force` takes today's whatever happened, and writes a
        read-only file. `preview` only works the edit out: a Preview, for `confirm`. `reanchor`
        follows lines that are unchanged and stand elsewhere now. With `diff` the reply has the
        lines that went and that came. All this holds for the other edits, too.
        """
        return self._edit(
            Replace(
                os.fsencode(file),
                content,
                span=span,
                old=old,
                view=view,
                all=every,
                force=force,
                preview=preview,
                reanchor=reanchor,
                diff=diff,
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
    ) -> Outcome:
        """Put text after a line: `after`, or the one in `file`. 0 is the top, -1 the end."""
        name = os.fsencode(file)
        return self._edit(Insert(name, content, after, view, force, preview, reanchor, diff))

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
    ) -> Outcome:
        """Take lines out, which must be exactly `old` where it is given; or `remove` the file.

        What is taken away is kept: the reply's `chip` names it.
        """
        name = os.fsencode(file)
        return self._edit(Delete(name, span, old, view, remove, force, preview, reanchor, diff))

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

    def undo(self, edit: int, *, preview: bool = False) -> Outcome:
        """Take an edit of this session back; later edits stay."""
        return self._edit(Undo(edit, preview=preview))

    def redo(self, edit: int, *, preview: bool = False) -> Outcome:
        """Make an undone edit again."""
        return self._edit(Redo(edit, preview=preview))

    def rollback(self, step: int = 1, *, preview: bool = False) -> Outcome:
        """Undo the session's last `step` edits since its commit."""
        return self._edit(Rollback(step, preview))

    def commit(self, label: str = "") -> Marked:
        """Close the session's open edits."""
        return _only(Marked, self._ask(Commit(label)))

    def snapshot(self, label: str) -> Marked:
        """Name this point of the log."""
        return _only(Marked, self._ask(Snapshot(label)))

    def status(self) -> StatusReply:
        """Return the session's open edits, its stale views, and how its files are watched."""
        return _only(StatusReply, self._ask(Status()))

    def log(
        self, file: Name = b"", *, session: Whose = 0, before: int = 0, limit: int = 50
    ) -> LogReply:
        """Return entries, newest first: of a file, of a session by its number or name, or all."""
        return _only(LogReply, self._ask(History(os.fsencode(file), session, before, limit)))

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


def _chip(given: str) -> str:
    """Return a chip's id without the chip:// that it is shown with."""
    return given.removeprefix("chip://")


def _only(kind: type[R], reply: AnyReply) -> R:
    if not isinstance(reply, kind):
        message = f"the daemon answered {type(reply).__name__} instead of {kind.__name__}"
        raise DaemonTrouble("malformed", message, "editjournal daemon restart")
    return reply


__all__ = ["Client", "DaemonTrouble", "Item", "Manner", "NoRoot", "Outcome", "Refused", "Span"]
