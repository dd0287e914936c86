"""What each session is still to be told: until it says that it has heard, and not twice at once."""

from collections.abc import Iterator

import pytest

from editjournal.daemon.inboxes import AGAIN_NS, NOTICES_MAX, WEIGHED_MAX, Begun, Inboxes
from editjournal.schemas.replies import AnyReply, Done, Notice, Shown
from editjournal.schemas.requests import Read
from tests.core.world import World, done

TEXT = b"one\ntwo\nthree\nfour\n"


class Post:
    """A world, and inboxes that hear of all that happens in it."""

    def __init__(self) -> None:
        self.world = World()
        self.inboxes = Inboxes(self.world.state)
        self.heard = 0
        self.told: dict[str, int] = {}
        """What each session's client says back with its next call."""

    def begin(self, who: str, lane: int = 1) -> Begun:
        if who not in self.world.sessions:
            self.world.status(who)  # opens it
        call = Begun(self.world.sessions[who], lane, self.world.now_ns)
        self.inboxes.begin(call, self.told.get(who, 0))
        return call

    def end(self, call: Begun, reply: AnyReply) -> AnyReply:
        """Give the reply of a call that had begun."""
        self.hear()
        return self.inboxes.told(reply, call, self.world.now_ns)

    def hear(self) -> None:
        for entry in self.world.entries[self.heard :]:
            self.inboxes.applied(entry)
            self.inboxes.settled(entry)
        self.heard = len(self.world.entries)

    def read(self, who: str, file: str) -> AnyReply:
        """Read, as a client that gets its reply."""
        begun = self.begin(who)
        reply = self.end(begun, self.world.ask(who, Read(file.encode())))
        self.told[who] = reply.told
        return reply

    def change(self, *files: str, data: bytes = b"one\nTWO\nthree\nfour\n") -> None:
        """Change files from outside, and let it be seen."""
        for file in files:
            self.world.outside(file, data)
        self.world.notice()
        self.hear()


@pytest.fixture
def post() -> Iterator[Post]:
    post = Post()
    for name in ("a", "b", "c", "d", "e", "other"):
        post.world.outside(name, TEXT)
    yield post
    post.world.check()


def paths(reply: AnyReply) -> list[bytes]:
    return [one.path for one in reply.notices]


def test_a_change_is_told_with_the_next_reply_and_not_again(post: Post) -> None:
    view = post.read("one", "a").seq
    post.change("a")
    [notice] = post.read("one", "other").notices
    assert (notice.kind, notice.view, notice.by.name) == ("changed", view, "")
    assert post.read("one", "other").notices == ()


def test_a_reply_that_was_lost_is_made_up_for(post: Post) -> None:
    post.read("one", "a")
    post.change("a")
    lost = post.end(post.begin("one"), post.world.read("one", "other"))
    assert paths(lost) == [b"a"]
    post.world.now_ns += AGAIN_NS
    assert paths(post.read("one", "other")) == [b"a"], "nobody has said that it came"
    assert post.read("one", "other").notices == ()


def test_calls_side_by_side_are_not_all_told_the_same(post: Post) -> None:
    post.read("one", "a")
    post.change("a")
    first, second = post.begin("one"), post.begin("one")
    assert paths(post.end(first, post.world.read("one", "b"))) == [b"a"]
    assert paths(post.end(second, post.world.read("one", "c"))) == []


def test_calls_that_were_sent_before_a_reply_was_read_are_not_told_it_again(post: Post) -> None:
    """Each world's call takes a minute; here they come in the same instant."""
    post.read("one", "a")
    post.change("a")
    reply = post.world.read("one", "b")
    now = post.world.now_ns
    told = [post.inboxes.told(reply, post.begin("one"), now) for _ in range(12)]
    assert [len(one.notices) for one in told] == [1] + [0] * 11


def test_another_client_of_the_session_is_told_what_its_forerunner_did_not_read(
    post: Post,
) -> None:
    post.read("one", "a")
    post.change("a")
    now = post.world.now_ns
    reply = post.world.read("one", "b")
    post.world.now_ns = now + 1
    assert paths(post.inboxes.told(reply, post.begin("one", lane=1), now + 1)) == [b"a"]
    post.world.now_ns = now + 2
    assert paths(post.inboxes.told(reply, post.begin("one", lane=2), now + 2)) == [b"a"]


def test_what_another_call_was_given_is_not_acknowledged_by_its_siblings(post: Post) -> None:
    post.read("one", "a")
    post.change("a")
    first, second = post.begin("one"), post.begin("one")
    never_read = post.end(first, post.world.read("one", "b"))
    assert paths(never_read) == [b"a"]
    sibling = post.end(second, post.world.read("one", "c"))
    assert paths(sibling) == []
    post.told["one"] = sibling.told
    post.world.now_ns += AGAIN_NS
    assert paths(post.read("one", "other")) == [b"a"]


def test_nothing_is_told_of_before_it_is_in_the_log_and_in_place(post: Post) -> None:
    post.read("one", "a")
    post.read("two", "a")
    edit = done(post.world.replace("two", "a:2", "TWO"))
    entry = post.world.entries[-1]
    post.inboxes.applied(entry)
    post.heard = len(post.world.entries)
    reply = post.read("one", "other")
    assert (reply.notices, reply.told) == ((), edit.seq - 1)
    post.inboxes.settled(entry)
    assert paths(post.read("one", "other")) == [b"a"]


def test_an_edit_that_did_not_reach_the_disk_is_no_news(post: Post) -> None:
    post.read("one", "a")
    post.read("two", "a")
    post.world.fails = "full"
    post.world.replace("two", "a:2", "TWO")
    edited, failed = post.world.entries[-2:]
    post.inboxes.applied(edited)
    post.inboxes.applied(failed)
    post.inboxes.settled(failed)
    post.heard = len(post.world.entries)
    reply = post.read("one", "other")
    assert (reply.notices, reply.told) == ((), post.world.state.seq)


def test_a_client_cannot_say_that_it_was_told_of_what_is_not_there_yet(post: Post) -> None:
    post.read("one", "a")
    post.told["one"] = post.world.state.seq + 5
    post.inboxes = Inboxes(post.world.state)
    post.read("one", "other")
    post.change("a")
    assert paths(post.read("one", "other")) == [b"a"]


def test_of_very_many_files_most_are_only_counted(post: Post) -> None:
    names = [f"f{number}" for number in range(WEIGHED_MAX + 10)]
    for name in names:
        post.world.outside(name, TEXT)
        post.read("one", name)
    post.change(*names)
    reply = post.read("one", "other")
    assert (len(reply.notices), reply.more_notices) == (NOTICES_MAX, len(names) - NOTICES_MAX)


def test_ten_saves_are_one_notice(post: Post) -> None:
    post.read("one", "a")
    for number in range(10):
        post.change("a", data=b"one\n%d\nthree\nfour\n" % number)
    newest = post.world.state.seq
    [notice] = post.read("one", "other").notices
    assert notice.by.seq == newest, "its number is that of the newest entry"


def test_what_comes_while_it_is_being_told_is_told_next(post: Post) -> None:
    post.read("one", "a")
    post.change("a")
    begun = post.begin("one")
    reply = post.end(begun, post.world.read("one", "other"))
    post.change("a", data=b"ONE\nTWO\nthree\nfour\n")
    post.told["one"] = reply.told
    [notice] = post.read("one", "other").notices
    assert [str(one) for one in notice.spans] == ["1"], "line 2 was told of before"


def test_only_three_files_are_told_of_and_the_rest_counted(post: Post) -> None:
    files = ("a", "b", "c", "d", "e")
    for file in files:
        post.read("one", file)
    post.change(*files)
    reply = post.read("one", "a")
    assert len(reply.notices) == NOTICES_MAX
    assert paths(reply)[0] == b"a", "the file of the call comes first"
    assert paths(reply)[1:] == [b"e", b"d"], "then the newest"
    assert reply.more_notices == 2
    assert post.read("one", "a").notices == (), "with that all have been told of"


def test_what_is_gone_or_overwritten_comes_before_what_only_moved(post: Post) -> None:
    files = ("a", "b", "c", "d", "e")
    for file in files:
        post.read("one", file)
    edit = done(post.world.replace("one", "b:2", "mine"))
    post.hear()
    post.world.outside("a", None)
    post.change("b")
    post.change("c", "d", "e", data=b"new\n" + TEXT)
    told = post.read("one", "other")
    kinds = [(one.path, one.kind) for one in told.notices]
    assert set(kinds[:2]) == {(b"a", "gone"), (b"b", "overwritten")}
    assert told.notices[0].edit in (0, edit.seq)
    assert told.more_notices == 2


def test_an_overwritten_edit_is_not_told_twice(post: Post) -> None:
    post.read("one", "a")
    edit = done(post.world.replace("one", "a:2", "mine"))
    post.hear()
    post.change("a")
    [notice] = post.read("one", "other").notices
    assert (notice.kind, notice.edit) == ("overwritten", edit.seq)


def test_each_session_is_told_of_what_it_has_seen(post: Post) -> None:
    post.read("one", "a")
    post.read("two", "b")
    post.change("a")
    assert post.read("two", "other").notices == ()
    assert paths(post.read("one", "other")) == [b"a"]


def test_own_edits_are_no_news_and_those_of_others_are(post: Post) -> None:
    post.read("one", "a")
    post.read("two", "a")
    edit = done(post.world.replace("two", "a:2", "TWO"))
    post.hear()
    assert post.read("two", "other").notices == ()
    [notice] = post.read("one", "other").notices
    assert (notice.by.seq, notice.by.name) == (edit.seq, "two#1")


def test_a_later_daemon_begins_where_the_client_was_told(post: Post) -> None:
    post.read("one", "a")
    post.read("one", "b")
    post.change("a")
    post.read("one", "other")
    post.change("b")
    post.inboxes = Inboxes(post.world.state)
    assert paths(post.read("one", "other")) == [b"b"]


def test_a_client_that_was_told_nothing_begins_at_its_newest_entry(post: Post) -> None:
    post.read("one", "a")
    post.change("a")
    post.inboxes, post.told = Inboxes(post.world.state), {}
    assert paths(post.read("one", "other")) == [b"a"]
    post.inboxes, post.told = Inboxes(post.world.state), {}
    assert post.read("one", "other").notices == ()


def test_a_refusal_that_says_itself_what_happened_brings_no_notice_of_it(post: Post) -> None:
    view = post.read("one", "a").seq
    post.read("one", "b")
    post.change("a", data=b"new\n" + TEXT)
    post.change("b")
    begun = post.begin("one")
    refusal = post.world.replace("one", "a:2", "x", view=view)
    assert paths(post.end(begun, refusal)) == [b"b"]


def test_an_overwritten_edit_is_told_even_by_a_refusal(post: Post) -> None:
    post.read("one", "a")
    edit = done(post.world.replace("one", "a:2", "mine"))
    post.change("a", data=b"new\n" + TEXT)
    begun = post.begin("one")
    refusal = post.world.replace("one", "a:2", "x", view=edit.seq)
    kinds = [(one.kind, one.edit) for one in post.end(begun, refusal).notices]
    assert kinds == [("overwritten", edit.seq)]


def test_a_closed_session_is_told_nothing_and_costs_nothing(post: Post) -> None:
    post.read("one", "a")
    number = post.world.sessions["one"]
    begun = post.begin("one")
    reply = post.world.read("one", "other")
    post.world.close("one")
    post.inboxes.forget(number)
    post.change("a")
    told = post.inboxes.told(reply, begun, post.world.now_ns)
    assert told.notices == ()


def test_a_reply_without_news_says_up_to_where_it_tells(post: Post) -> None:
    reply = post.read("one", "a")
    assert isinstance(reply, Shown)
    assert reply.told == post.world.state.seq
    assert isinstance(reply.notices, tuple)
    assert not any(isinstance(one, Notice | Done) for one in reply.notices)
