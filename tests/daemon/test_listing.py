"""Which entries a listing finds, against a filter that looks at each entry by itself."""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from editjournal.daemon.core.narrowing import Narrowed
from editjournal.daemon.core.queries import paths_of
from editjournal.daemon.listing import Listing
from editjournal.schemas.facts import (
    AnyFact,
    Change,
    ChangedOutside,
    Edited,
    Entry,
    Marked,
    NotApplied,
    Previewed,
    Queried,
    Refused,
    SessionOpened,
    TornFound,
    Viewed,
)
from editjournal.schemas.values import Content, Unit, Version

VERSION = Version(b"", 0, 0, Unit.LF, 0o644)
PATHS = [b"a", b"ab", b"s/a", b"s/b", b"s/t/a", b"sa"]
TOOLS = ["be-read", "be-write", "be-trx", "be-history", "frob"]
SESSIONS = [0, 1, 2, 3]


def changes(paths: list[bytes]) -> tuple[Change, ...]:
    return tuple(Change(path, VERSION, None) for path in paths)


paths = st.sampled_from(PATHS)
tools = st.sampled_from(TOOLS)
several = st.lists(paths, min_size=1, max_size=3).map(changes)
facts: st.SearchStrategy[AnyFact] = st.one_of(
    st.builds(Viewed, paths, st.just(VERSION), st.just(())),
    st.builds(Edited, tools, several),
    st.builds(Previewed, tools, several),
    st.builds(Refused, tools, st.just("moved"), st.sampled_from([b"", *PATHS])),
    st.builds(ChangedOutside, paths.map(lambda path: Change(path, VERSION, None))),
    st.builds(Queried, tools),
    st.just(Marked("commit")),
    st.just(SessionOpened("codex", 1)),
    st.just(TornFound(1, b"s/a", Content(b"", 0))),
    st.builds(
        NotApplied,
        st.just(1),
        paths,
        st.just("why"),
        tool=tools,
        session=st.sampled_from(SESSIONS),
    ),
)


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    those = draw(
        st.lists(st.tuples(st.sampled_from(SESSIONS), facts, st.integers(0, 9)), max_size=40)
    )
    return [Entry(seq, time, one, fact) for seq, (one, fact, time) in enumerate(those, 1)]


narrowings = st.builds(
    Narrowed,
    first=st.integers(-1, 12),
    last=st.integers(-1, 60),
    path=st.sampled_from([b"", *PATHS, b"s", b"s/t", b"none"]),
    sessions=st.none() | st.frozensets(st.integers(1, 4)),
    tool=st.sampled_from(["", *TOOLS, "be-none"]),
    scope=st.sampled_from([b"", b"s", b"s/t"]),
)


def is_wanted(entry: Entry, wanted: Narrowed) -> bool:
    """Tell whether an entry is one that is wanted, by what it says alone."""

    def lies(path: bytes, folder: bytes) -> bool:
        return path == folder or path.startswith(folder + b"/")

    match entry.fact:
        case Viewed():
            tool = "be-read"
        case Marked():
            tool = "be-trx"
        case Edited() | Previewed() | Refused() | Queried() | NotApplied() as fact:
            tool = fact.tool
        case _:
            tool = ""
    session = entry.fact.session if isinstance(entry.fact, NotApplied) else entry.session
    about = paths_of(entry)
    return (
        wanted.first <= entry.seq <= wanted.last
        and (not wanted.path or any(lies(path, wanted.path) for path in about))
        and (wanted.sessions is None or session in wanted.sessions)
        and wanted.tool in ("", tool)
        and (not wanted.scope or not about or any(lies(path, wanted.scope) for path in about))
    )


def listed(log: list[Entry]) -> Listing:
    listing = Listing()
    for entry in log:
        listing.add(entry)
    return listing


@settings(deadline=None, max_examples=200)
@given(logs(), narrowings)
def test_a_listing_finds_what_is_wanted_and_nothing_else(
    log: list[Entry], wanted: Narrowed
) -> None:
    listing = listed(log)
    expected = [entry.seq for entry in log if is_wanted(entry, wanted)]
    assert list(listing.oldest(wanted)) == expected
    assert list(listing.newest(wanted)) == expected[::-1]


def test_a_page_of_many_entries_looks_at_few_of_them() -> None:
    """Whichever filter allows the fewest is gone through, and the others ask about those alone."""
    listing, count = Listing(), 3_000
    for seq in range(1, count + 1):
        odd = seq % 1_000 == 1
        path, tool = (b"rare/%d" % seq, "be-write") if odd else (b"s/%d" % (seq % 50), "be-read")
        fact = Edited(tool, changes([path]))
        listing.add(Entry(seq, seq, 2 if odd else 1, fact))
    looked: list[int] = []

    def noting(check: Callable[[int], bool]) -> Callable[[int], bool]:
        def noted(seq: int) -> bool:
            looked.append(seq)
            return check(seq)

        return noted

    plain = listing._about  # pyright: ignore[reportPrivateUsage]
    listing._about = lambda paths: noting(plain(paths))  # pyright: ignore[reportPrivateUsage]
    everything = Narrowed(1, count)
    rare = everything._replace(path=b"rare")
    assert list(listing.newest(rare)) == [2_001, 1_001, 1]
    assert list(listing.newest(rare._replace(first=2, last=2_000))) == [1_001]
    assert list(listing.newest(rare._replace(tool="be-read"))) == []
    assert list(listing.newest(rare._replace(sessions=frozenset([1])))) == []
    assert list(listing.newest(everything._replace(path=b"s", tool="be-write"))) == []
    assert list(listing.newest(everything._replace(path=b"s", tool="be-none"))) == []
    assert len(looked) <= 15
