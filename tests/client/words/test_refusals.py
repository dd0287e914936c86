"""What a refusal says: for every code the right words, and always what to do next."""

import re
from pathlib import Path

import pytest

from editjournal.client.finding import DaemonTrouble, silent
from editjournal.client.words import refusals, render
from editjournal.client.words.forms import AS_TOOLS, AS_UNPREFIXED_TOOLS
from editjournal.client.words.languages import BY_CODE, CHINESE, ENGLISH, Language, fields
from editjournal.schemas.replies import Call, Problem, Refusal
from editjournal.schemas.tools import BY_NAME
from editjournal.schemas.values import Span

from .codes import ARGUMENTS, SOURCES, refusals_of, warnings_of
from .refusal_examples import CODEX, NOW_NS, PATH, lines, refusal, unfit
from .refusal_examples import REFUSALS as EXAMPLES

REFUSALS, NEXT, WARNINGS = ENGLISH.refusals, ENGLISH.next, ENGLISH.warnings
GIVEN = refusals_of([*SOURCES, *ARGUMENTS])
VARIANT = re.compile(
    r"(_(near|more|empty|link|last|gone|length|redo|bar|all|one|many|named|changed|other|gap|viewed"
    r"|auto|after|goes|made|unlisted|unkept|out|only|a_folder|unread|tag|marker|few))+$"
)
"""How the keys end of texts that stand for some of the refusals of one code."""


def expected_refusals() -> dict[str, str]:
    text = (Path(__file__).parent / "refusals.txt").read_text()
    parts = re.split(r"^== (.*)\n", text, flags=re.MULTILINE)[1:]
    return {name: shown.removesuffix("\n") for name, shown in zip(*[iter(parts)] * 2, strict=True)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_refusal_reads_as_in_the_list(name: str) -> None:
    assert render.text(EXAMPLES[name]) == expected_refusals()[name]
    assert render.is_error(EXAMPLES[name])


def test_the_list_of_refusals_has_no_others() -> None:
    assert expected_refusals().keys() == EXAMPLES.keys()


# --- every code has its words ---------------------------------------------------------------------


def test_there_is_a_text_for_every_code_that_the_sources_give() -> None:
    assert {"moved", "old_many", "undo_conflict", "too_small", "not_applied"} <= GIVEN
    assert GIVEN - REFUSALS.keys() == set()


def test_there_is_no_text_for_a_code_that_nothing_gives() -> None:
    for texts in (REFUSALS, NEXT, ENGLISH.next_unlisted, ENGLISH.reasons):
        keys = {one.partition("@")[0] for one in texts}
        known = {VARIANT.sub("", one) if one not in GIVEN else one for one in keys}
        assert known - GIVEN == set()


def test_there_is_an_example_for_every_code() -> None:
    assert GIVEN - {one.partition(" ")[0] for one in EXAMPLES} == set()


@pytest.mark.parametrize("language", BY_CODE.values(), ids=BY_CODE)
def test_a_chip_says_in_words_why_its_call_was_refused_whatever_the_code(
    language: Language,
) -> None:
    assert GIVEN - language.reasons.keys() == set()


def test_there_is_a_text_for_every_warning() -> None:
    given = warnings_of(SOURCES) | {"ignored"}
    variant = re.compile("(_(kept|preview|unlisted|bytes|empty|several|closes|open))+$")
    assert {variant.sub("", one) for one in WARNINGS} == given


FOREIGN = re.compile(r"unencodable|numbered_content \(of another|old_none \(but for quotes")
"""Refusals that quote what is not ASCII."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_refusal_says_that_nothing_changed_and_what_to_do(name: str) -> None:
    shown = render.text(EXAMPLES[name]).split("\n")
    assert re.match(r"(REFUSED|ERROR) [^ ]+, nothing changed\. ", shown[0])
    assert re.match(r"next: \w", shown[-1])
    assert sum(line.startswith("next: ") for line in shown) == 1
    assert "?" not in shown[0].replace(" lines?", "").replace(" line?", "") + shown[-1]
    assert all(one.isascii() or FOREIGN.match(name) for one in shown)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_refusal_without_its_values_still_says_what_to_do(name: str) -> None:
    bare = Refusal(code=EXAMPLES[name].code, tool="be-replace", path=PATH)
    for language in BY_CODE.values():
        shown = render.text(bare, language=language).split("\n")
        assert shown[0].startswith("REFUSED src/cart.py, ")
        assert re.match(r"next: \w", shown[-1])
        assert not re.search(r"\?(?! )", shown[0] + shown[-1])


@pytest.mark.parametrize("language", BY_CODE.values(), ids=BY_CODE)
@pytest.mark.parametrize("name", EXAMPLES)
def test_a_refusal_has_its_verdict_calls_and_ids_in_every_language(
    name: str, language: Language
) -> None:
    english, shown = (render.text(EXAMPLES[name], language=one) for one in (ENGLISH, language))
    assert shown.split(" ")[0] == english.split(" ")[0]
    ids = r"be-[a-z-]+ [a-z_]+=[^ ,]+|chip://[0-9a-f]+|\bp\d+\b"
    assert sorted(re.findall(ids, shown, re.ASCII)) == sorted(re.findall(ids, english, re.ASCII))
    body = [[one for one in text.split("\n") if "|" in one] for text in (english, shown)]
    assert body[0][1:] == body[1][1:]


LISTS = [
    frozenset[str](),
    frozenset({"be-read", "be-replace"}),
    frozenset({"be-replace", "be-delete", "be-write", "be-trx"}),
]


@pytest.mark.parametrize("listed", LISTS, ids=len)
@pytest.mark.parametrize("name", EXAMPLES)
def test_what_to_do_names_no_tool_that_is_not_listed(name: str, listed: frozenset[str]) -> None:
    for forms in (AS_TOOLS, AS_UNPREFIXED_TOOLS):
        for language in BY_CODE.values():
            few = forms._replace(listed=listed)
            step = render.text(EXAMPLES[name], forms=few, language=language).rpartition("\n")[2]
            assert re.match(r"next: [^ {}]", step)
            assert not re.search(r"\?(?! )|be-be", step)
            named = set(re.findall(r"be-[a-z-]*[a-z]", step, re.ASCII))
            if forms is AS_UNPREFIXED_TOOLS:
                assert not named
                calls = re.findall(r"(?<![\w-])([a-z-]+) (?:file|action|event_id|from)=", step)
                named = {f"be-{one}" for one in calls} & BY_NAME.keys()
            assert named <= listed


def test_of_calls_that_are_listed_in_part_those_are_left() -> None:
    few = AS_TOOLS._replace(listed=frozenset({"be-read", "be-replace"}))
    assert render.text(EXAMPLES["moved (prepared)"], forms=few).endswith(
        "\nnext: be-replace file=src/cart.py:15-19 viewed_code_id=v1066"
    )
    assert render.text(EXAMPLES["old_none"], forms=AS_TOOLS._replace(listed=frozenset())).endswith(
        "\nnext: read the file again, and go by what it holds now"
    )
    told = render.text(EXAMPLES["missing_content"], forms=few)
    assert told.split("\n")[0].endswith('Send content="" to delete lines.')
    assert (
        render.text(EXAMPLES["unknown_tool"], forms=few._replace(prefix=False))
        .split("\n")[0]
        .endswith("There are read, replace.")
    )
    only = AS_TOOLS._replace(listed=frozenset({"be-read"}))
    assert "There are be-read.\n" in render.text(EXAMPLES["unknown_tool"], forms=only)


def test_each_step_that_names_a_tool_has_another_without_it() -> None:
    for key, text in NEXT.items():
        if "be-" in text or fields(text) & {"read", "read_now", "write", "status"}:
            assert key in ENGLISH.next_unlisted or key == "not_undone", key
    assert not [one for one in ENGLISH.next_unlisted.values() if "be-" in one]


def test_two_ways_are_joined_in_the_readers_language() -> None:
    shown = render.text(EXAMPLES["moved (prepared)"], language=CHINESE)
    assert ", or " not in shown
    assert ", \u6216 be-replace file=" in shown.split("\n")[-1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_refusal_names_tools_as_they_are_listed(name: str) -> None:
    for language in BY_CODE.values():
        shown = render.text(EXAMPLES[name], forms=AS_UNPREFIXED_TOOLS, language=language)
        assert "be-" not in shown


def test_a_path_is_not_shortened_where_tools_are_listed_without_prefix() -> None:
    read = Call("be-read", {"file": "be-fast.py"})
    reply = Refusal(code="old_none", tool="be-replace", path=b"be-fast.py", next=(read,))
    assert render.text(reply, forms=AS_UNPREFIXED_TOOLS).split("\n") == [
        "REFUSED be-fast.py, nothing changed. `old` does not occur.",
        "next: read file=be-fast.py",
    ]


@pytest.mark.parametrize(
    ("note", "shown"),
    [
        ("your text at 15-19", "\u628a\u4f60\u7684\u6587\u672c\u653e\u5728 15-19"),
        ("with line breaks", "\u6362\u6210\u771f\u6b63\u7684\u6362\u884c"),
        ("a note of a later daemon", "a note of a later daemon"),
    ],
)
def test_what_is_prepared_stands_in_brackets_in_the_readers_language(note: str, shown: str) -> None:
    call = Call("be-confirm", {"event_id": "p9"}, note)
    reply = refusal("missing_folder", call, folder="src")
    assert render.text(reply).endswith(f"\nnext: be-confirm event_id=p9 ({note})")
    in_chinese = render.text(reply, language=CHINESE)
    assert in_chinese.endswith(f"\nnext: be-confirm event_id=p9 ({shown})")


def test_of_many_edits_that_do_not_fit_not_all_are_listed() -> None:
    problems = [Problem(one, refusal("old_none")) for one in range(1, 200)]
    shown = render.text(unfit(*problems, items=300)).split("\n")
    assert shown[0].endswith(
        "199 of 300 edits do not fit; 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, "
        "212, 213, 214, 215, 216, 217, 218, 219 and 81 more do."
    )
    assert shown[1] == "edit 1: `old` does not occur"
    assert shown[-2] == "... (139 more lines)"
    assert len(shown) == 60 + 3


# --- lengths --------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1, 80, 1_900, 30_000])
@pytest.mark.parametrize("count", [1, 60, 4_000])
def test_a_refusal_keeps_to_its_length_with_view_and_next_call(width: int, count: int) -> None:
    reply = Refusal(
        seq=7,
        code="changed",
        tool="be-replace",
        path=b"p" * 300,
        span=Span(1, count),
        values={"total": 9, "view": 7, "view_total": 9},
        who=CODEX,
        body=(lines(1, *["x" * width] * count),),
        view=True,
        next=(Call("be-replace", {"file": "p" * 300, "viewed_code_id": "v7"}),),
        now_ns=NOW_NS,
    )
    text = render.text(reply)
    assert len(text) <= 6_000
    assert sum("|x" in line for line in text.split("\n")) <= 60
    assert text.split("\n")[-2].startswith("view v7 (1")
    assert text.split("\n")[-1] == f"next: be-replace file={'p' * 300} viewed_code_id=v7"


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_refusal_is_long_whatever_its_values(name: str) -> None:
    example = EXAMPLES[name]
    named = {
        key: one if isinstance(one, int) else "x" * 9_000 for key, one in example.values.items()
    }
    reply = Refusal(
        code=example.code, tool="t" * 999, path=b"p" * 4_000, values=named, body=example.body
    )
    assert len(render.text(reply)) <= 6_000


# --- trouble with the daemon ----------------------------------------------------------------------


def test_trouble_with_the_daemon_reads_as_an_error_with_a_next_step() -> None:
    trouble = DaemonTrouble("busy", "the daemon does not answer\nat all", "daemon status\nnext: x")
    assert refusals.trouble(trouble, unsure=True, look="be-trx action=status") == (
        "ERROR editjournal, it is not known whether anything was changed. "
        "The daemon does not answer; at all.\n"
        r"next: daemon status\nnext: x; then be-trx action=status lists your edits"
    )
    assert refusals.trouble(trouble, unsure=True, look="").endswith(
        "; then read the files, as the edit may have been made"
    )
    assert refusals.trouble(trouble, unsure=False, look="").startswith(
        "ERROR editjournal, nothing changed. The daemon"
    )


@pytest.mark.parametrize(("pid", "way"), [(4711, "kill -9 4711"), (0, "kill -9")])
def test_a_daemon_that_stands_still_is_to_be_killed_and_not_asked(pid: int, way: str) -> None:
    told = refusals.trouble(silent(pid), unsure=True, look="editjournal status").split("\n")[1]
    assert told.startswith("next: ")
    assert way in told
    assert "what was answered is safe" in told
    assert "daemon status" not in told
    assert told.index(way) < told.index("editjournal status lists your edits")


@pytest.mark.parametrize(
    ("code", "met", "unsure"),
    [
        ("busy", False, True),
        ("internal", True, True),
        ("no_daemon", True, True),
        ("no_daemon", False, False),
        ("too_large", True, False),
        ("expired", True, False),
    ],
)
def test_only_a_call_that_was_on_its_way_may_have_run(code: str, met: bool, unsure: bool) -> None:
    assert refusals.may_have_run(DaemonTrouble(code, "", ""), met=met) is unsure
