"""An agent that does as replies say: it checks each of them, and sends the calls that they name."""

import re
from typing import Any, cast

from . import grammar
from .surface import Host

IDS = {
    "view": r"\bview (v\d+)",
    "edit": r"\bedit (e\d+)",
    "prepared": r"\bevent_id[ =](p\d+)",
    "chip": r"(chip://[0-9a-f]+)",
}


def id_in(reply: str, kind: str) -> str:
    """Return the first id of a kind that a reply names."""
    found = re.search(IDS[kind], reply)
    assert found, f"no {kind} in {reply}"
    return found[1]


class Agent:
    """One session. Every reply it gets must keep to the grammar."""

    def __init__(self, host: Host, folder: str = "") -> None:
        self.host = host
        self.folder = folder
        """"@" in arguments stands for it."""
        self.ids: dict[str, str] = {}
        """The newest id of each kind; "{view}" in arguments stands for it."""
        self.last: dict[str, Any] = {}
        """The arguments of the last call."""

    def call(self, tool: str, **arguments: Any) -> str:
        self.last = self._filled(arguments)
        reply = self.host.call(tool, **self.last)
        grammar.check(reply)
        for kind, form in IDS.items():
            if found := re.search(form, reply):
                self.ids[kind] = found[1]
        return reply

    def follow(self, reply: str, number: int = 0) -> str:
        """Send a call that a reply names; what it leaves out is as in the call before."""
        calls = grammar.advised(reply)
        assert len(calls) > number, reply
        tool, arguments, _ = calls[number]
        lacking = {
            name: self.last.get(name, "own words\n")
            for name in ("content", *(("old",) if "all" in arguments else ()))
            if tool.endswith(("replace", "-insert")) and name not in arguments
        }
        return self.call(tool, **arguments, **lacking)

    def _filled(self, value: Any) -> Any:
        match value:
            case str():
                filled = value.replace("@", self.folder)
                return re.sub(r"\{(\w+)\}", lambda it: self.ids.get(it[1], it[0]), filled)
            case dict():
                items = cast("dict[str, Any]", value).items()
                return {name: self._filled(one) for name, one in items}
            case list():
                return [self._filled(one) for one in cast("list[Any]", value)]
            case _:
                return value
