"""What the options of `editjournal mcp` change in lists and answers."""

import json

import msgspec
import pytest

from editjournal.client.finding import DaemonTrouble
from editjournal.client.mcp import arguments
from editjournal.client.mcp.presenting import Options, Presenter, Results, choose
from editjournal.client.roots import NoRoot
from editjournal.schemas import tools
from editjournal.schemas.replies import Block, Call, Refusal, Shown
from editjournal.schemas.requests import Misfit
from editjournal.schemas.values import Span

BUSY = DaemonTrouble("busy", "it is busy", "call again")
SHOWN = Shown(
    seq=3, path=b"a.py", total=2, blocks=(Block("lines", 1, 2, ("one", "two")),), marks=()
)
REFUSED = Refusal(
    code="not_viewed", path=b"a.py", span=Span(1, 1), next=(Call("be-read", {"file": "a.py"}),)
)
NAMED = "be-"


def names(presenter: Presenter) -> list[str]:
    return [tool["name"] for tool in presenter.listing]


def texts(presenter: Presenter) -> list[str]:
    """Return all that a model may be told, of what is tried here."""
    return [
        presenter.instructions,
        str(presenter.listing),
        presenter.reply(SHOWN).text,
        presenter.reply(REFUSED).text,
        presenter.trouble(BUSY, unsure=True).text,
        presenter.no_workspace(NoRoot("nowhere")).text,
    ]


def test_without_options_all_tools_are_listed_by_their_names_and_answer_in_text() -> None:
    presenter = Presenter(Options())
    assert names(presenter) == list(tools.BY_NAME)
    assert presenter.instructions == tools.instructions()
    shown = presenter.reply(SHOWN)
    assert shown.text.split("\n")[1:] == ["1|one", "2|two"]
    assert (shown.is_error, shown.structured) == (False, None)
    refused = presenter.reply(REFUSED)
    assert refused.text.startswith("REFUSED a.py:1, nothing changed. ")
    assert refused.is_error


def test_only_the_tools_that_were_chosen_are_listed_and_named_in_the_instructions() -> None:
    presenter = Presenter(Options(listed=choose("be-write,read")))
    assert names(presenter) == ["be-read", "be-write"]
    assert "be-read" in presenter.instructions
    assert "be-replace" not in presenter.instructions


@pytest.mark.parametrize("results", ["text", "json", "both"])
def test_what_to_do_names_no_tool_that_was_not_chosen(results: Results) -> None:
    presenter = Presenter(Options(results, listed=choose("be-read,be-replace")))
    confirm = Call("be-confirm", {"event_id": "p3"})
    both = msgspec.structs.replace(REFUSED, next=(confirm, *REFUSED.next))
    for refused in (both, msgspec.structs.replace(REFUSED, next=(confirm,))):
        text = presenter.reply(refused).text
        assert "be-confirm" not in text
        assert "be-read file=a.py" in text
    assert "be-trx" not in presenter.trouble(BUSY, unsure=True).text
    assert "be-trx" in Presenter(Options(results)).trouble(BUSY, unsure=True).text


@pytest.mark.parametrize("choice", ["core", "default", "all", "be-chips"])
def test_who_calls_a_tool_that_there_is_not_is_told_those_that_are_listed(choice: str) -> None:
    listed = choose(choice)
    request = arguments.parse("frob", b"{}").request
    assert isinstance(request, Misfit)
    refused = Refusal(code=request.code, verdict="ERROR", tool="frob", values=request.values)
    told = Presenter(Options(listed=listed)).reply(refused).text
    assert f"There are {', '.join(one.name for one in listed)}.\n" in told


def test_without_prefix_no_text_names_a_tool_with_it() -> None:
    assert all(NAMED in text for text in texts(Presenter(Options()))[:2])
    presenter = Presenter(Options(prefix=False))
    assert names(presenter) == [name.removeprefix(NAMED) for name in tools.BY_NAME]
    for text in texts(presenter):
        assert NAMED not in text
    assert "next: read file=a.py" in presenter.reply(REFUSED).text
    assert "trx action=status" in presenter.trouble(BUSY, unsure=True).text


@pytest.mark.parametrize("prefix", [True, False])
def test_in_chinese_what_programs_go_by_stays_as_it_is(prefix: bool) -> None:
    english = texts(Presenter(Options(prefix=prefix)))
    chinese = texts(Presenter(Options(prefix=prefix, language="zh")))
    for one, other in zip(english, chinese, strict=True):
        assert one.isascii()
        assert not other.isascii()
        assert prefix or NAMED not in other
    assert chinese[2].startswith("a.py:1-2 ")
    assert chinese[2].endswith("  view v3\n1|one\n2|two")
    for one, other in zip(english[3:], chinese[3:], strict=True):
        assert other.split()[0] == one.split()[0]
        assert "\nnext: " in other


def test_both_means_structured_content_beside_the_same_text_also_where_there_is_no_reply() -> None:
    text, both = Presenter(Options()), Presenter(Options("both"))
    assert all("outputSchema" not in tool for tool in text.listing)
    assert all(tool["outputSchema"] == tools.OUTPUT_SCHEMA for tool in both.listing)
    assert texts(text)[2:] == texts(both)[2:]
    for result in (
        both.reply(SHOWN),
        both.reply(REFUSED),
        both.trouble(BUSY, unsure=False),
        both.no_workspace(NoRoot("nowhere")),
    ):
        assert result.structured is not None
        assert result.structured.keys() == set(tools.OUTPUT_SCHEMA["required"])
        assert result.structured["text"] == result.text
        assert result.structured["status"] == (
            "ok" if not result.is_error else result.text.split()[0]
        )


def test_json_means_one_object_as_text_also_where_there_is_no_reply() -> None:
    presenter = Presenter(Options("json"))
    assert presenter.listing == Presenter(Options()).listing
    shown = presenter.reply(SHOWN, ("colour",))
    assert (shown.is_error, shown.structured) == (False, None)
    told = json.loads(shown.text)
    assert (told["status"], told["content"]) == ("ok", "1\tone\n2\ttwo")
    assert "colour" in told["warnings"][0]
    for result in (
        presenter.reply(REFUSED),
        presenter.trouble(BUSY, unsure=True),
        presenter.no_workspace(NoRoot("nowhere")),
    ):
        told = json.loads(result.text)
        assert result.is_error
        assert (told["status"], bool(told["error"]), bool(told["next_action"])) == (
            "error",
            True,
            True,
        )


def test_json_names_tools_and_speaks_as_the_other_options_say() -> None:
    presenter = Presenter(Options("json", prefix=False, language="zh"))
    told = json.loads(presenter.reply(REFUSED).text)
    assert told["next_action"] == "read file=a.py"
    assert not told["error"].isascii()


def test_what_a_call_said_in_vain_is_told() -> None:
    assert "colour" in Presenter(Options()).reply(SHOWN, ("colour",)).text
