"""Following the log, before a daemon whose log and feed are played."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from editjournal.client.commands import following
from editjournal.client.commands.following import Follower
from editjournal.client.finding import DaemonTrouble
from editjournal.schemas.messages import PROTOCOL, Told, Welcome
from editjournal.schemas.replies import AnyReply, FileDone, LogItem, LogReply, Notice, Refusal, Who
from editjournal.schemas.requests import AnyRequest, History, Whose

OWN, AGENT, OTHER = 9, 3, 4
ROOT = b"/nowhere/w"
ENDED = DaemonTrouble("no_daemon", "it has ended", "")
News = LogItem | Told
Coming = News | DaemonTrouble | Callable[[], News | DaemonTrouble]


def item(seq: int, *paths: bytes, session: int = AGENT, kind: str = "Edited") -> LogItem:
    files = tuple(FileDone(path, (), 0, 1) for path in paths)
    return LogItem(seq, seq, session, f"s#{session}", kind, "", "", files)


def told(path: bytes, session: int = AGENT) -> Told:
    return Told(session, f"s#{session}", Notice("changed", path, Who(7, 0, "")))


class Daemon:
    """A connection, and all feeds: `live` is what they tell, an exception is raised."""

    def __init__(self) -> None:
        self.log: list[LogItem] = []
        self.path = b""
        self.scope = b""
        self.asked: list[History] = []
        self.live: list[Coming] = []
        self.welcome = self.met(0)
        self.is_open = False
        self.daemon_pid = 1

    def probe(self, _: object) -> int:
        return self.daemon_pid

    def met(self, seq: int) -> Welcome:
        self.welcome = Welcome(PROTOCOL, "t", 1, "w1", ROOT, OWN, "cli#9", "ipc://feed", seq)
        return self.welcome

    def open(self) -> Welcome:
        return self.welcome

    def ask(self, request: AnyRequest, *, arguments: bytes) -> AnyReply:
        assert self.is_open, "what happens between listing and feed would be missed"
        assert isinstance(request, History)
        self.asked.append(request)
        top = self.log[-1].seq + 1 if self.log else 1
        before = request.before or top
        known = [one for one in reversed(self.log) if one.seq < before and self.is_within(one)]
        more = len(known) > request.limit
        return LogReply(seq=top, items=tuple(known[: request.limit]), more=more, path=self.path)

    def is_within(self, one: LogItem) -> bool:
        return not self.scope or any(file.path.startswith(self.scope) for file in one.files)

    def feed(self, endpoint: str, workspace: str, *, kinds: tuple[str, ...], pid: int) -> "Daemon":
        assert (endpoint, workspace, pid) == ("ipc://feed", "w1", 1)
        assert kinds == ("item", "notice")
        return self

    def __enter__(self) -> "Daemon":  # noqa: PYI034 - one object plays all of it
        self.is_open = True
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False

    def receive(self, timeout_ms: int) -> News | None:
        assert timeout_ms > 0
        if not self.live:
            return None
        one = self.live.pop(0)
        if not isinstance(one, News | DaemonTrouble):
            one = one()
        if isinstance(one, DaemonTrouble):
            raise one
        return one


@pytest.fixture
def daemon(monkeypatch: pytest.MonkeyPatch) -> Daemon:
    daemon = Daemon()
    monkeypatch.setattr(following, "Feed", daemon.feed)
    monkeypatch.setattr(following, "probe", daemon.probe)
    return daemon


def follow(daemon: Daemon, request: History | None = None, root: bytes = ROOT) -> Iterator[News]:
    """Yield what is followed, until nothing more comes."""
    follower = Follower(daemon, request or History(limit=3), root)  # pyright: ignore[reportArgumentType]
    for one in follower.news():
        if one is None:
            return
        yield one


def seqs(news: Iterator[News]) -> list[int]:
    return [one.seq for one in news if isinstance(one, LogItem)]


def test_the_newest_entries_come_first_in_their_order_and_then_each_new_one(
    daemon: Daemon,
) -> None:
    daemon.log = [item(seq) for seq in range(1, 6)]
    daemon.met(5)
    daemon.live = [item(6), told(b"a"), item(7)]
    assert list(follow(daemon)) == [*daemon.log[2:], item(6), told(b"a"), item(7)]
    assert daemon.asked == [History(limit=3)]


def test_an_entry_that_is_listed_and_on_the_feed_is_told_once(daemon: Daemon) -> None:
    daemon.log = [item(seq) for seq in range(1, 6)]
    daemon.met(3)
    daemon.live = [item(4), item(5), item(6)]
    assert seqs(follow(daemon)) == [3, 4, 5, 6]
    assert len(daemon.asked) == 1


def test_an_entry_that_was_not_written_when_listed_is_told_by_the_feed(daemon: Daemon) -> None:
    daemon.log = [item(1), item(2)]
    daemon.met(4)
    daemon.live = [item(3), item(4), item(5)]
    assert seqs(follow(daemon)) == [1, 2, 3, 4, 5]
    assert len(daemon.asked) == 1


def test_where_little_is_listed_nothing_is_taken_for_left_out(daemon: Daemon) -> None:
    daemon.scope = b"sub/"
    daemon.log = [item(1, b"sub/a"), *(item(seq, b"other") for seq in range(2, 6))]
    daemon.met(5)
    daemon.live = [item(6, b"sub/a")]
    assert seqs(follow(daemon, History(limit=50), root=ROOT + b"/sub")) == [1, 6]
    assert len(daemon.asked) == 1


def test_what_the_feed_leaves_out_is_looked_up_page_by_page(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PAGE", 4)
    daemon.log = [item(seq) for seq in range(1, 4)]
    daemon.met(3)

    def gap() -> LogItem:
        daemon.log += [item(seq) for seq in range(4, 21)]
        return daemon.log[-1]

    daemon.live = [gap, item(21)]
    assert seqs(follow(daemon)) == list(range(1, 22))
    assert [one.before for one in daemon.asked] == [0, 20, 16, 12, 8]


def test_what_the_follower_asks_is_no_news_and_what_others_ask_is(daemon: Daemon) -> None:
    own, other = (item(seq, session=one, kind="Queried") for seq, one in ((1, OWN), (2, OTHER)))
    opened = item(3, session=OWN, kind="SessionOpened")
    daemon.live = [own, other, opened]
    assert seqs(follow(daemon)) == [2, 3]


def test_after_the_daemons_end_it_goes_on_with_what_happened_meanwhile(daemon: Daemon) -> None:
    daemon.log = [item(seq) for seq in range(1, 4)]
    daemon.met(3)

    def restarted() -> DaemonTrouble:
        daemon.log += [item(5), item(6)]
        daemon.met(6)
        return ENDED

    daemon.live = [item(4), restarted, item(6), item(7)]
    daemon.log.append(item(4))
    assert seqs(follow(daemon, History(limit=2))) == [3, 4, 5, 6, 7]


def test_a_log_that_was_begun_anew_is_followed_from_its_beginning(daemon: Daemon) -> None:
    daemon.log = [item(seq) for seq in range(1, 4)]
    daemon.met(3)

    def restarted() -> DaemonTrouble:
        daemon.log = [item(1)]
        daemon.met(1)
        return ENDED

    daemon.live = [restarted, item(2), item(3)]
    assert seqs(follow(daemon)) == [1, 2, 3, 1, 2, 3]


def test_a_daemon_that_seems_to_have_ended_and_has_not_is_not_asked_for_ever(
    daemon: Daemon,
) -> None:
    daemon.live = [ENDED]
    with pytest.raises(DaemonTrouble, match="it has ended"):
        list(follow(daemon))


def test_other_trouble_ends_it_though_there_is_another_daemon(daemon: Daemon) -> None:
    def trouble() -> DaemonTrouble:
        daemon.met(1)
        return DaemonTrouble("malformed", "no such thing", "")

    daemon.live = [trouble]
    with pytest.raises(DaemonTrouble, match="no such thing"):
        list(follow(daemon))


def test_a_refusal_ends_it(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = Refusal(code="outside")

    def refuse(_: AnyRequest, *, arguments: bytes) -> AnyReply:
        return refusal

    monkeypatch.setattr(daemon, "ask", refuse)
    with pytest.raises(following.OtherReply) as raised:
        list(follow(daemon))
    assert raised.value.reply == refusal


def test_only_one_file_is_followed_by_the_name_that_the_daemon_understood(daemon: Daemon) -> None:
    daemon.path = b"a.py"
    daemon.live = [
        *(item(1, b"a.py"), item(2, b"b.py"), item(3, b"b.py", b"a.py"), item(4)),
        *(told(b"a.py"), told(b"b.py")),
    ]
    news = list(follow(daemon, History(b"./a.py:1-3", limit=3)))
    assert news == [item(1, b"a.py"), item(3, b"b.py", b"a.py"), told(b"a.py")]


@pytest.mark.parametrize("session", [OTHER, f"s#{OTHER}"])
def test_only_one_session_is_followed(daemon: Daemon, session: Whose) -> None:
    daemon.live = [item(1), item(2, session=OTHER), told(b"a"), told(b"a", OTHER)]
    news = list(follow(daemon, History(session=session, limit=3)))
    assert news == [item(2, session=OTHER), told(b"a", OTHER)]


def test_a_client_of_a_folder_sees_what_lies_in_it_by_the_names_it_knows(daemon: Daemon) -> None:
    daemon.live = [
        *(item(1, b"sub/a"), item(2, b"subway/a"), item(3, b"a", b"sub/b"), item(4)),
        *(told(b"sub/c"), told(b"c")),
    ]
    news = list(follow(daemon, root=ROOT + b"/sub"))
    assert news == [item(1, b"a"), item(3, b"a", b"b"), item(4), told(b"c")]


def test_the_files_name_is_relative_to_the_clients_folder(daemon: Daemon) -> None:
    daemon.path = b"a"
    daemon.live = [item(1, b"a"), item(2, b"sub/a"), told(b"a"), told(b"sub/a", OTHER)]
    news = list(follow(daemon, History(b"a", limit=3), root=ROOT + b"/sub"))
    assert news == [item(2, b"a"), told(b"a", OTHER)]


def test_what_is_left_out_is_looked_up_in_the_clients_folder_page_by_page(
    daemon: Daemon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PAGE", 2)
    daemon.scope = b"sub/"
    daemon.log = [item(1, b"sub/a")]
    daemon.met(1)

    def gap() -> LogItem:
        inside = (item(seq, b"sub/a") for seq in range(2, 7))
        daemon.log += [*inside, *(item(seq, b"other") for seq in range(7, 15))]
        return daemon.log[-1]

    daemon.live = [gap]
    assert seqs(follow(daemon, root=ROOT + b"/sub")) == [1, 2, 3, 4, 5, 6]


def test_a_folder_is_followed_with_all_that_lies_in_it(daemon: Daemon) -> None:
    daemon.path = b"d"
    daemon.live = [item(1, b"d/a"), item(2, b"da"), item(3, b"x", b"d/e/f"), item(4, b"d")]
    daemon.live += [told(b"d/a"), told(b"da")]
    found = list(follow(daemon, History(b"d", limit=3)))
    assert seqs(iter(found)) == [1, 3, 4]
    assert [one for one in found if isinstance(one, Told)] == [told(b"d/a")]


def test_only_one_agent_is_followed_in_all_of_its_sessions(daemon: Daemon) -> None:
    others = replace(item(3, b"a"), name="ss#3")
    wanted = [item(1, b"a"), item(2, b"a", session=OTHER), told(b"a", OTHER)]
    daemon.live = [*wanted[:2], others, wanted[2]]
    assert list(follow(daemon, History(limit=3, agent="s"))) == wanted


@pytest.mark.parametrize("tool", ["be-write", "write"])
def test_only_calls_to_one_tool_are_followed(daemon: Daemon, tool: str) -> None:
    write = replace(item(2, b"a"), tool="be-write")
    daemon.live = [item(1, b"a"), write, told(b"a")]
    assert list(follow(daemon, History(limit=3, tool=tool))) == [write]
