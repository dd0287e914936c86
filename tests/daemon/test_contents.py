"""What is remembered in memory is bounded, and nothing depends on it."""

from editjournal.daemon.contents import REPLIES_MAX, REPLY_CHARACTERS_MAX, Recent, Replies
from editjournal.schemas.facts import RequestId
from editjournal.schemas.replies import AnyReply, Block, Done, Refusal, Remark, Shown


def test_recent_versions_go_when_there_are_too_many_the_least_used_first() -> None:
    recent = Recent(bytes_max=100)
    for name in (b"a", b"b", b"c", b"d"):
        recent.put(name, name * 25)
    assert recent.get(b"a") == b"a" * 25
    recent.put(b"e", b"e" * 25)
    assert [recent.get(name) is not None for name in (b"a", b"b", b"c", b"d", b"e")] == [
        *(True, False, True, True, True)
    ]


def test_a_version_too_large_to_remember_pushes_out_nothing() -> None:
    recent = Recent(bytes_max=100)
    recent.put(b"a", b"x" * 20)
    recent.put(b"b", b"x" * 26)
    assert recent.get(b"b") is None
    assert recent.get(b"a") is not None


def test_what_has_no_digest_is_not_remembered() -> None:
    recent = Recent()
    recent.put(b"", b"")
    assert recent.get(b"") is None


def key(counter: int) -> tuple[int, RequestId]:
    return 1, RequestId(1, counter)


def test_replies_are_remembered_up_to_a_number_the_oldest_out_first() -> None:
    replies = Replies()
    for counter in range(1, REPLIES_MAX + 3):
        replies.put(key(counter), Done(seq=counter, files=()))
    assert replies.get(key(2)) is None
    assert replies.get(key(3)) == Done(seq=3, files=())


def test_replies_that_only_showed_or_show_much_or_have_no_entry_are_not_remembered() -> None:
    much = (Block("lines", 1, 1, ("x" * (REPLY_CHARACTERS_MAX + 1),)),)
    forgotten: list[AnyReply] = [
        Shown(seq=1, path=b"a", total=0, blocks=()),
        Refusal(seq=1, code="moved", body=much),
        Done(seq=1, files=(), warnings=(Remark("changed_since", body=much),)),
        Refusal(code="too_old"),
    ]
    replies = Replies()
    for counter, reply in enumerate(forgotten):
        replies.put(key(counter), reply)
        assert replies.get(key(counter)) is None
