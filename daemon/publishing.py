"""What happens in a workspace, for whoever listens; nothing is worked out for nobody."""

import time

from ..schemas.facts import Entry
from ..schemas.messages import Told, encode
from .core import news, queries
from .core.state import State
from .service import Feed, NoFeed


class Publishing:
    """Of one workspace."""

    def __init__(self, state: State) -> None:
        self.feed: Feed = NoFeed()
        self._state = state

    def written(self, entry: Entry) -> None:
        """Publish an entry that the log has now."""
        feed = self.feed
        if feed.wants("entry"):
            feed.publish("entry", encode(entry))
        if feed.wants("item"):
            feed.publish("item", encode(queries.item(self._state, entry)))

    def settled(self, entry: Entry) -> None:
        """Publish what an entry is news for, once it is in the log and in place."""
        feed, state = self.feed, self._state
        if not feed.wants("notice"):
            return
        for session, path in news.concerned(state, entry):
            for notice in news.notices(state, session, {path: entry.seq}, time.time_ns()):
                feed.publish("notice", encode(Told(session, state.sessions.name(session), notice)))
