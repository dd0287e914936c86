"""How one `editjournal mcp` shows itself: which tools it lists, and in what form it answers."""

from typing import Any, Literal

from msgspec import Struct

from ...schemas import tools
from ...schemas.replies import AnyReply, Call
from ...schemas.requests import AnyRequest
from ...schemas.tools import Tool, choose
from ..finding import DaemonTrouble
from ..roots import NoRoot
from ..words import plain, refusals, render
from ..words.forms import AS_TOOLS, AS_UNPREFIXED_TOOLS, manner
from ..words.languages import BY_CODE
from . import outlines, pages

Results = Literal["text", "json", "both"]


class Options(Struct, frozen=True):
    """What its user chose."""

    results: Results = "text"
    """`json`: JSON as text; `both`: text, and structured content (`tools.OUTPUT_SCHEMA`)."""
    listed: tuple[Tool, ...] = tools.TOOLS
    prefix: bool = True
    """Tools are named with their "be-"."""
    language: tools.Language = "en"


class Result(Struct, frozen=True):
    """What a tool call comes to, as its host has it."""

    text: str
    is_error: bool = True
    structured: dict[str, Any] | None = None


class Presenter:
    def __init__(self, options: Options) -> None:
        listed, prefix, language = options.listed, options.prefix, options.language
        self._results: Results = options.results
        forms = AS_TOOLS if prefix else AS_UNPREFIXED_TOOLS
        forms = forms._replace(listed=frozenset(one.name for one in listed))
        self._manner = manner(forms, BY_CODE[language])
        self.instructions = tools.instructions(listed, prefix=prefix, language=language)
        self.listing = tools.listing(
            listed, structured=options.results == "both", prefix=prefix, language=language
        )

    def reply(
        self,
        reply: AnyReply,
        ignored: tuple[str, ...] = (),
        *,
        brief: bool = False,
        request: AnyRequest | None = None,
    ) -> Result:
        """`ignored` are the names in the call that meant nothing; `brief` is for text alone."""
        reply = outlines.fitted(request, pages.fitted(request, reply, self._manner), self._manner)
        is_error = render.is_error(reply)
        if self._results == "json":
            from ..words import seed_json  # noqa: PLC0415 - few ask for it

            return Result(seed_json.text(reply, ignored, *self._manner), is_error)
        text = render.text(reply, ignored, *self._manner, brief=brief)
        structured = plain.structured(reply, text) if self._results == "both" else None
        return Result(text, is_error, structured)

    def trouble(self, trouble: DaemonTrouble, *, unsure: bool) -> Result:
        """`unsure`: the call may have been carried out all the same."""
        status = Call("be-trx", {"action": "status"})
        look = self._manner.call(status) if self._manner.can_call(status.tool) else ""
        language = self._manner.language
        return self._no_reply(
            refusals.trouble(trouble, unsure=unsure, look=look, language=language)
        )

    def no_workspace(self, error: NoRoot) -> Result:
        return self._no_reply(refusals.no_workspace(error, self._manner.language))

    def _no_reply(self, text: str) -> Result:
        match self._results:
            case "text":
                return Result(text)
            case "json":
                from ..words import seed_json  # noqa: PLC0415 - few ask for it

                return Result(seed_json.trouble(text))
            case "both":
                return Result(text, structured={"status": "ERROR", "text": text, "reply": {}})


__all__ = ["Options", "Presenter", "Result", "choose"]
