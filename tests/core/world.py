"""A world without a disk: files in a dict, sessions that ask, and the state that comes of it.

It calls the core as the shell does, holds after every call that log and files agree, and keeps
every entry, so that replay can be compared with what was.
"""

import hashlib
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from editjournal.daemon.core import decide, news, observing, whose
from editjournal.daemon.core.asking import Asked, Decision, RefusedError, Step, known_text
from editjournal.daemon.core.effects import Effect, Kind, Noted, RemoveFile, Seen, SetMode
from editjournal.daemon.core.files import File
from editjournal.daemon.core.parses import Parse, Parsed
from editjournal.daemon.core.reconcile import bytes_of
from editjournal.daemon.core.secrecy import is_secret
from editjournal.daemon.core.shelf import Shelf
from editjournal.daemon.core.state import State
from editjournal.daemon.core.structure import outlining
from editjournal.daemon.core.views import View
from editjournal.schemas.facts import (
    AnyFact,
    Edited,
    Entry,
    SessionClosed,
    SessionOpened,
    VersionKept,
)
from editjournal.schemas.replies import (
    AnyReply,
    Done,
    Notice,
    Preview,
    Refusal,
    Shown,
    StatusReply,
    Unchanged,
    ViewList,
)
from editjournal.schemas.requests import (
    AnyRequest,
    Commit,
    Confirm,
    Delete,
    Insert,
    Item,
    Read,
    Redo,
    Replace,
    ReplaceSeveral,
    Rollback,
    Status,
    Undo,
    Views,
    Write,
)
from editjournal.schemas.structure import Unparsed
from editjournal.schemas.values import BEFORE_JOURNAL, Content, Kept, RelPath, Span

ROOT = b"/w"
MINUTE_NS = 60_000_000_000


@dataclass
class Node:
    data: bytes
    mode: int
    inode: int


@dataclass
class World:
    files: dict[RelPath, Node] = field(default_factory=dict[RelPath, Node])
    folders: set[bytes] = field(default_factory=lambda: {b""})
    state: State = field(default_factory=State)
    shelf: Shelf = field(default_factory=Shelf)
    entries: list[Entry] = field(default_factory=list[Entry])
    kept: dict[Kept, bytes] = field(default_factory=dict[Kept, bytes])
    versions: dict[bytes, bytes] = field(default_factory=dict[bytes, bytes])
    """Every version of a file that was looked at, by digest."""
    sessions: dict[str, int] = field(default_factory=dict[str, int])
    is_forgetful: bool = False
    """The bytes before an outside change are not at hand."""
    fails: str = ""
    """Why the next edit does not reach the disk."""
    scope: bytes = b""
    """Folder that the sessions are confined to."""
    gone_with: list[bytes] = field(default_factory=list[bytes])
    """Of each removal: the outermost folder that was to go with the file, if empty."""
    now_ns: int = 0
    file_ns: int = 0
    """When the files say they were changed; 0: now."""
    parsed_max: int = 2 << 20
    """Characters of a text that is parsed."""
    steps: list[tuple[Step, ...]] = field(default_factory=list[tuple[Step, ...]])
    """Of each call: the texts that its edit changed."""
    inodes: Any = field(default_factory=lambda: count(1))

    # What happens without anybody asking.

    def outside(self, path: str, data: bytes | None, mode: int | None = None) -> None:
        """Let something that is no client write a file, or remove it."""
        name = RelPath(path.encode())
        old = self.files.get(name)
        if data is None:
            del self.files[name]
            return
        if mode is None:
            mode = old.mode if old else 0o644
        self.files[name] = Node(data, mode, next(self.inodes))
        for at in range(len(path)):
            if path[at] == "/":
                self.folders.add(path[:at].encode())

    def node(self, path: str) -> Node:
        return self.files[RelPath(path.encode())]

    def data(self, path: str) -> bytes:
        return self.node(path).data

    def text(self, path: str) -> str:
        return self.data(path).decode()

    def file(self, path: str) -> File:
        """Return what the state knows of a file."""
        return self.state.files.by_path[RelPath(path.encode())]

    def view(self, seq: int, path: str) -> View | None:
        return self.state.views.get(seq, RelPath(path.encode()), self.now_ns)

    # What sessions ask.

    def close(self, who: str) -> None:
        """End a session."""
        self._apply(self.sessions.pop(who), SessionClosed())

    def read(self, who: str, file: str, **more: Any) -> Shown:
        reply = self.ask(who, Read(file.encode(), **more))
        assert isinstance(reply, Shown), reply
        return reply

    def replace(
        self, who: str, file: str, content: str | bytes, *, view: int = 0, **more: Any
    ) -> AnyReply:
        return self.ask(who, Replace(file.encode(), content, view=view, **more))

    def edit(
        self, who: str, file: str, content: str | bytes, *, view: int = 0, **more: Any
    ) -> Done:
        """Replace, which must be done."""
        return done(self.replace(who, file, content, view=view, **more))

    def write(self, who: str, file: str, content: str | bytes, **more: Any) -> AnyReply:
        return self.ask(who, Write(file.encode(), content, **more))

    def insert(
        self, who: str, file: str, content: str | bytes, *, view: int = 0, **more: Any
    ) -> AnyReply:
        return self.ask(who, Insert(file.encode(), content, view=view, **more))

    def delete(self, who: str, file: str, *, view: int = 0, **more: Any) -> AnyReply:
        return self.ask(who, Delete(file.encode(), view=view, **more))

    def several(self, who: str, file: str, *items: Item, view: int = 0, **more: Any) -> AnyReply:
        return self.ask(who, ReplaceSeveral(file.encode(), items, view=view, **more))

    def confirm(self, who: str, prepared: int) -> AnyReply:
        return self.ask(who, Confirm(prepared))

    def undo(self, who: str, edit: int, *, anyone: bool = False) -> AnyReply:
        return self.ask(who, Undo(edit, anyone))

    def redo(self, who: str, edit: int, *, anyone: bool = False) -> AnyReply:
        return self.ask(who, Redo(edit, anyone))

    def rollback(self, who: str, step: int = 1) -> AnyReply:
        return self.ask(who, Rollback(step))

    def commit(self, who: str, label: str = "") -> AnyReply:
        return self.ask(who, Commit(label))

    def status(self, who: str) -> StatusReply:
        reply = self.ask(who, Status())
        assert isinstance(reply, StatusReply)
        return reply

    def views(self, who: str, file: str = "", **more: Any) -> ViewList:
        reply = self.ask(who, Views(file.encode(), **more))
        assert isinstance(reply, ViewList), reply
        return reply

    def notices(self, who: str, *paths: str, since: int = 1) -> tuple[Notice, ...]:
        """Return what a session is told of files, once all changes of files are noticed."""
        self.notice()
        ones = {RelPath(path.encode()): since for path in paths}
        return news.notices(self.state, self._session(who), ones, self.now_ns)

    def notice(self) -> int:
        """Let what happened outside come into the log, and return the newest entry."""
        for path in self.state.files.by_path:
            self._observe(self.look(path))
        return self.state.seq

    def ask(self, who: str, request: AnyRequest, raw: bytes = b"") -> AnyReply:
        """Take a request through the core as the shell does; `raw` are its arguments as it came."""
        self.now_ns += MINUTE_NS
        number = self._session(who)
        again = decide.chip_recalled(request)
        before = {path: node.data for path, node in self.files.items()}
        try:
            kept = decide.recalls(self._asked(number), request)
            if kept is not None:
                request = decide.recalled(self._asked(number), request, self.kept.get(kept))
            paths = decide.places(self._asked(number), request)
        except RefusedError as error:
            decision = decide.refused(self._asked(number, raw), request, error)
            return self._conclude(number, request, decision, raw)
        seen = {path: self.look(path) for path in paths}
        for one in {one.real: one for one in seen.values()}.values():
            self._observe(one)
        entry = self.entry(decide.entry_of(request))
        asked = self._asked(number, raw)._replace(again=again, entry=entry)
        asked = asked._replace(parsed=self.parsed(asked, request, seen))
        try:
            wanted = decide.wants(asked, request, seen)
        except RefusedError as error:
            decision = decide.refused(asked, request, error)
        else:
            contents = {one: self.kept[one] for one in wanted if one in self.kept}
            decision = decide.decide(asked, request, seen, contents)
        reply = self._conclude(number, request, decision, raw)
        if not isinstance(reply, Done):
            assert before == {path: node.data for path, node in self.files.items()}
        return reply

    def parsed(
        self, asked: Asked, request: AnyRequest, seen: dict[RelPath, Seen]
    ) -> dict[Parse, Parsed]:
        """Parse what a request needs, as the parser's process does."""
        found: dict[Parse, Parsed] = {}
        for one in decide.parses(asked, request, seen):
            text = known_text(self.state, seen[one.path]).decoded()
            if len(text) > self.parsed_max:
                found[one] = Unparsed("too_large", len(text), self.parsed_max)
            elif one.what == "outline":
                found[one] = outlining.outline(text, one.path)
            else:
                found[one] = outlining.balance(text, one.path, verbose=one.what == "pairs")
        return found

    def _session(self, who: str) -> int:
        if who not in self.sessions:
            self.sessions[who] = len(self.sessions) + 1
            ordinal = self.state.sessions.next_ordinal(who)
            self._apply(self.sessions[who], SessionOpened(who, ordinal))
        return self.sessions[who]

    def _asked(self, number: int, raw: bytes = b"") -> Asked:
        random = hashlib.sha256(b"%d" % self.state.seq).digest()[:8]
        asked = Asked(self.state, number, self.now_ns, ROOT, ROOT, random, self.scope)
        return asked._replace(shelf=self.shelf, arguments_bytes=len(raw))

    def entry(self, seq: int) -> Entry | None:
        """Return an entry of the log, if there is one."""
        return self.entries[seq - 1] if 0 < seq <= len(self.entries) else None

    def look(self, path: RelPath) -> Seen:
        node = self.files.get(path)
        folder, _, name = path.rpartition(b"/")
        if node is not None:
            digest = hashlib.sha256(node.data).digest()
            self.versions[digest] = node.data
            return Seen(
                path,
                path,
                Kind.FILE,
                (1, node.inode, b""),
                node.data,
                digest,
                self._noted(node, digest),
                node.mode,
                writable=bool(node.mode & 0o222),
            )
        names = tuple(sorted(self.files))
        if path in self.folders:
            return Seen(path, path, Kind.FOLDER, names=names)
        missing = b"" if folder in self.folders else folder
        return Seen(path, path, Kind.ABSENT, (1, 0, name), names=names, missing_folder=missing)

    def _noted(self, node: Node, digest: bytes) -> Noted:
        time_ns = self.file_ns or self.now_ns
        return Noted(node.inode, time_ns, time_ns, len(node.data), digest=digest)

    def _observe(self, seen: Seen) -> None:
        file = self.state.files.get(seen.real)
        if file is None or not file.differs(seen):
            return
        before: bytes | None = b"" if file.version is None else self.versions[file.digest]
        if self.is_forgetful and file.version is not None:
            before = bytes_of(file, file.history.runs(0, file.history.lines), self.kept)
        former = None
        found = observing.former_version(self.state, file)
        if found is not None and not self.is_forgetful:
            former = observing.Former(*found, self.versions[found[1].digest])
        for fact, attachments in observing.observe(file, seen, before, former):
            self._apply(0, fact, attachments)

    def _apply(
        self, session: int, fact: AnyFact, attachments: tuple[bytes, ...] = (), raw: bytes = b""
    ) -> None:
        arguments = Content(hashlib.sha256(raw).digest(), len(raw)) if raw else None
        attachments = (*attachments, raw) if raw else attachments
        entry = Entry(self.state.seq + 1, self.now_ns, session, fact, arguments=arguments)
        encoded = msgspec.msgpack.encode(entry)  # as the log would
        entry = msgspec.msgpack.decode(encoded, type=Entry)
        for data in attachments:
            self.kept[Kept(entry.seq, hashlib.sha256(data).digest())] = data
        self.state.apply(entry)
        self.shelf.apply(entry, self.state.chips)
        self.entries.append(entry)

    def _conclude(
        self, session: int, request: AnyRequest, decision: Decision, raw: bytes
    ) -> AnyReply:
        seq = self.state.seq + 1
        self.steps.append(decision.steps)
        self._apply(session, decision.fact, decision.attachments, raw)
        msgspec.msgpack.encode(decision.reply)
        assert decision.reply.seq == seq
        if isinstance(decision.fact, Edited) and self.fails:
            path = RelPath(decision.fact.changes[0].path)
            asked = self._asked(session)
            fact, data = decide.not_applied(asked, request, seq, self.fails, path=path, found=b"")
            self._apply(0, fact, (data,), raw)
            self.fails = ""
            return Refusal(seq=seq, code="not_applied", chip=fact.chip)
        for effect in decision.effects:
            self._carry_out(effect)
        if not isinstance(decision.fact, Edited):
            self._keep()
        self.check()
        return decision.reply

    def _keep(self) -> None:
        """Keep the versions of files of which nothing is kept yet."""
        for path, file in self.state.files.by_path.items():
            node = self.files.get(path)
            if node is None or not node.data or file.version is None or BEFORE_JOURNAL in file.kept:
                continue
            if is_secret(path):
                continue
            digest = hashlib.sha256(node.data).digest()
            if file.is_as_first_seen and file.first is not None and file.digest == digest:
                content = Content(digest, len(node.data))
                self._apply(0, VersionKept(path, file.version, content), (node.data,))

    def _carry_out(self, effect: Effect) -> None:
        old = self.files.get(effect.path)
        assert (old.inode if old else None) == (effect.before.inode if effect.before else None)
        if isinstance(effect, RemoveFile):
            del self.files[effect.path]
            self.gone_with.append(effect.last_folder)
            return
        if isinstance(effect, SetMode):
            assert old is not None
            old.mode = effect.mode
            return
        mode = effect.mode if old is None else old.mode
        if effect.set_mode is not None:
            assert old is not None
            mode = effect.set_mode
        self.files[effect.path] = Node(effect.data, mode, next(self.inodes))
        self.versions[hashlib.sha256(effect.data).digest()] = effect.data

    # What must hold.

    def check(self) -> None:
        """Hold that the state is sound, and that what it says of each file gives its bytes."""
        self.state.check()
        for path, file in self.state.files.by_path.items():
            if file.version is None:
                assert file.history.lines == 0
                continue
            data = self.versions[file.digest]
            assert file.version.size_bytes == len(data)
            runs = file.history.runs(0, file.history.lines)
            assert bytes_of(file, runs, self.kept) in (None, data), path

    def check_replay(self) -> None:
        """Hold that the same entries make the same state again."""
        again = State()
        for entry in self.entries:
            again.apply(entry)
        assert snapshot(again) == snapshot(self.state)
        shelf = Shelf.of(self.shelf.limits, again.chips)
        assert list(shelf.listed(self.now_ns)) == list(self.shelf.listed(self.now_ns))
        assert list(again.chips.all()) == list(self.state.chips.all())
        for one in again.chips.all():
            assert shelf.state_of(one.id, self.now_ns) == self.shelf.state_of(one.id, self.now_ns)


def snapshot(state: State) -> object:
    """Return all of a state that can be told apart, as plain values."""
    files = {
        path: (
            file.version,
            file.first,
            file.history.runs(0, file.history.lines),
            file.history.steps,
            file.kept,
            file.units,
        )
        for path, file in state.files.by_path.items()
    }
    edits = {
        seq: (edit.fact, edit.session, edit.applied, edit.undone_by)
        for seq, edit in state.edits.by_seq.items()
    }
    sessions = {
        number: (whose.item(state, one), one.edits)
        for number, one in state.sessions.by_number.items()
    }
    views = list(state.views._views.items())  # pyright: ignore[reportPrivateUsage]
    return state.seq, files, edits, sessions, views


def done(reply: AnyReply) -> Done:
    assert isinstance(reply, Done), reply
    return reply


def previewed(reply: AnyReply) -> Preview:
    assert isinstance(reply, Preview), reply
    return reply


def refused(reply: AnyReply, code: str) -> Refusal:
    assert isinstance(reply, Refusal), reply
    assert reply.code == code, reply
    return reply


def unchanged(reply: AnyReply) -> Unchanged:
    assert isinstance(reply, Unchanged), reply
    return reply


def codes(reply: AnyReply) -> list[str]:
    """Return the codes of a reply's warnings."""
    return [one.code for one in reply.warnings]


def lines(*names: object) -> bytes:
    """Return a file of these lines."""
    return "".join(f"{name}\n" for name in names).encode()


def numbered(first: int, last: int) -> list[str]:
    return [f"line {number}" for number in range(first, last + 1)]


def body(reply: Shown | Done | Refusal) -> dict[int, str]:
    """Return the lines that a reply shows, by number."""
    blocks = reply.blocks if isinstance(reply, Shown) else reply.body
    return {
        block.first + at: line
        for block in blocks
        if block.kind == "lines"
        for at, line in enumerate(block.lines)
    }


def span(first: int, last: int | None = None) -> Span:
    return Span(first, first if last is None else last)
