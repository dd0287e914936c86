"""Arguments that are no JSON: exactly what was meant, marked as salvaged, or refused."""

import hashlib
import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from editjournal.client.mcp.arguments import Parsed, parse
from editjournal.client.salvage import faults
from editjournal.schemas.requests import (
    AnyRequest,
    Confirm,
    Delete,
    Misfit,
    Read,
    Replace,
    ReplaceSeveral,
    Undo,
    Write,
    WriteSeveral,
)

from .broken_payloads import CUTS, LANGUAGES, WAYS, Arguments, corpus

WRITE = Write(b"a.py", "x = 1\n")
JSON = json.dumps({"file": "a.py", "content": "x = 1\n"})


def called(text: str, tool: str = "be-write") -> AnyRequest:
    """Return what a call comes to whose arguments are a string: this text."""
    return parse(tool, json.dumps(text).encode()).request


def salvaged(text: str, tool: str = "be-write") -> AnyRequest | None:
    request = called(text, tool)
    assert isinstance(request, Misfit), request
    assert request.code == "degraded", request
    return request.repaired


def refused(text: str, code: str = "not_json", tool: str = "be-write") -> Misfit:
    request = called(text, tool)
    assert isinstance(request, Misfit), request
    assert request.code == code, request
    return request


def how(text: str) -> object:
    request = called(text)
    assert isinstance(request, Misfit)
    return request.values.get("how")


# --- real texts, broken in every way --------------------------------------------------------------


def letters(text: str) -> str:
    """Return the letters and digits of a text that are in no escape."""
    return re.sub(r"\\u[0-9a-fA-F]{4}|\\x[0-9a-f]{2}|\\.|[^0-9A-Za-z]", "", text, flags=re.DOTALL)


def outcome(name: str, meant: Arguments, raw: str) -> str:
    """Return exact, cut or refused; hold the safeguards of what is salvaged."""
    request = called(raw)
    if isinstance(request, Write):  # strict JSON, which means what it says
        said = json.loads(raw)
        said = json.loads(said) if isinstance(said, str) else said
        assert request.content == said["content"]
        return "exact"
    assert isinstance(request, Misfit), (name, raw)
    if request.code == "degraded_cut":
        assert name in CUTS, (name, raw)
        if isinstance(request.repaired, Write):
            assert isinstance(request.repaired.content, str)
            assert meant.content.startswith(request.repaired.content), (name, raw)
        return "cut"
    if request.code == "not_json":
        assert request.repaired is None
        return "refused"
    assert request.code == "degraded", (name, raw)
    found = request.repaired
    assert isinstance(found, Write), (name, raw)
    if name in CUTS:  # its last brace was missing, so that it is only prepared
        assert request.values["open"] == 1, (name, raw)
        assert isinstance(found.content, str)
        assert meant.content.startswith(found.content), (name, raw)
        return "cut"
    assert (found.file.decode(), found.content) == meant, (name, raw)
    assert request.values["hash"] == hashlib.sha256(meant.content.encode()).hexdigest()[:12]
    assert request.values["lines"] == len(meant.content.removesuffix("\n").split("\n"))
    return "exact"


def test_there_are_enough_broken_payloads_of_enough_languages() -> None:
    assert len(corpus().keys() & LANGUAGES.keys()) >= 8
    assert len(WAYS) >= 20
    assert len(WAYS) * sum(map(len, corpus().values())) >= 300


@pytest.mark.parametrize("language", corpus())
def test_no_broken_payload_is_ever_silently_different(language: str) -> None:
    """Each is what was meant, or refused; `outcome` holds it."""
    outcomes = [
        outcome(name, meant, raw)
        for meant in corpus()[language]
        for name, make in WAYS.items()
        if (raw := make(meant)) is not None
    ]
    assert outcomes


def test_of_all_broken_payloads_most_are_read_exactly_or_told_to_be_cut() -> None:
    outcomes = [
        outcome(name, meant, raw)
        for those in corpus().values()
        for meant in those
        for name, make in WAYS.items()
        if (raw := make(meant)) is not None
    ]
    assert 1 - outcomes.count("refused") / len(outcomes) >= 0.8


@pytest.mark.parametrize(
    "name", ["of_python", "fence", "fence_and_words", "comma_behind", "bare_names", "sent_twice"]
)
def test_a_payload_whose_strings_are_whole_is_always_read(name: str) -> None:
    found = {
        outcome(name, meant, raw)
        for those in corpus().values()
        for meant in those
        if (raw := WAYS[name](meant)) is not None
    }
    assert found == {"exact"}


# --- what is wrong, and what that is called -------------------------------------------------------

SHAPES = {
    f"```json\n{JSON}\n```": faults.FENCE,
    f"Sure!\n```\n{JSON}\n```\nDone.": faults.FENCE,
    f"Here it is: {JSON}": faults.PROSE,
    f"{JSON}\nIt is as asked: new.": faults.PROSE,
    f"{JSON}\n</parameter></invoke>": faults.PROSE,
    f"[{JSON}]": faults.IN_LIST,
    JSON + JSON: faults.TWICE,
    JSON + "}": faults.BRACE_MORE,
    JSON[:-1] + ",}": faults.BRACE_MORE,
    JSON[:-1]: faults.BRACE_LESS,
    JSON[1:]: faults.BRACE_FIRST,
    JSON.replace('", "', '" "'): faults.COMMA,
    repr(json.loads(JSON)): faults.SINGLE,
    JSON[:-1] + ', "force": False}': faults.SINGLE,
    '{file: "a.py", content: "x = 1\\n"}': faults.BARE_NAMES,
    '{"file": "a.py", "content": "x = 1\n"}': faults.BREAKS,
}


@pytest.mark.parametrize("text", SHAPES)
def test_a_shape_is_read_and_what_was_wrong_with_it_is_named(text: str) -> None:
    assert salvaged(text) == WRITE
    assert how(text) == SHAPES[text]


@pytest.mark.parametrize("text", [f"{JSON}\nAs asked.", f"```\n{JSON}\n```\nAs asked."])
def test_a_call_with_words_behind_is_only_prepared(text: str) -> None:
    assert salvaged(text) == WRITE
    request = called(text)
    assert isinstance(request, Misfit)
    assert request.values["open"] == 1


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ('x = \\"a\\"\n', 'x = "a"\n'),
        ("x = '\\d\\s'\n", "x = '\\d\\s'\n"),
        ('x = "\\d"\n', 'x = "\\d"\n'),
        ('if "x":\\n\\t\\ty("don\'t")\\n', 'if "x":\n\t\ty("don\'t")\n'),
        ('\tx(\\"a\\")\\n', '\tx("a")\n'),
    ],
)
def test_backslashes_are_read_where_all_writers_mean_the_same_by_them(sent: str, text: str) -> None:
    assert salvaged(f'{{"file": "a", "content": "{sent}"}}') == Write(b"a", text)


def test_bare_quotes_are_read_where_the_text_can_end_in_one_place_only() -> None:
    text = '{"file": "a.py", "content": "say("hi")\\n"}'
    assert salvaged(text) == Write(b"a.py", 'say("hi")\n')
    assert how(text) == faults.QUOTES


STRICT = [
    JSON,
    json.dumps(JSON),
    json.dumps({"arguments": JSON}),
    json.dumps({"args": json.loads(JSON)}),
]


@pytest.mark.parametrize("text", STRICT)
def test_strict_json_in_a_string_is_not_degraded(text: str) -> None:
    assert parse("be-write", json.dumps(text).encode()) == Parsed(WRITE)


def test_lists_in_strings_are_read_by_strict_json_or_marked() -> None:
    item = {"lines": "1", "content": "x"}
    strict = json.dumps({"file": "a", "edits": json.dumps([item])})
    assert isinstance(called(strict, "be-replace"), ReplaceSeveral)
    broken = json.dumps({"file": "a", "edits": f"[{item!r},]"})
    assert salvaged(broken, "be-replace") == called(strict, "be-replace")
    files = json.dumps({"files": "[{'file': 'a', 'content': 'x'}]"})
    assert salvaged(files) == WriteSeveral((Write(b"a", "x"),))
    refused(json.dumps({"file": "a", "edits": "[{'lines': '1', "}), "wrong_type", "be-replace")


def test_every_tool_is_read_by_its_own_names() -> None:
    assert isinstance(salvaged("{'path': 'a.py'}", "be-read"), Read)
    assert salvaged("{'file': 'a:3'}", "be-delete") == Delete(b"a:3")
    undo = salvaged('{"action": "undo", "event_id": "e3",}', "be-trx")
    assert undo == Undo(3)
    assert salvaged("```\n{'id': 'p7'}\n```", "be-confirm") == Confirm(7)
    both = '{"file": "a", "old": "say("a")", "content": "say("b")"}'
    assert refused(both, tool="be-replace").values["problem"].__class__ is str
    lines = '{"file_path": "a", "start": 3, "end": 4, "new_string": "say("b")"}'
    found = salvaged(lines, "be-replace")
    assert isinstance(found, Replace)
    assert (found.file, found.content, str(found.span)) == (b"a", 'say("b")', "3-4")


def test_what_is_left_out_of_broken_arguments_is_repaired_as_ever() -> None:
    request = refused("{'file': 'a.py', 'contents': 'x'}", "missing_content")
    assert request.repaired == Write(b"a.py", "x")
    assert (request.values["how"], request.values["taken"]) == (faults.SINGLE, "contents")
    assert refused("{'file': 'a.py'}", "missing_content").repaired is None


def test_names_that_mean_nothing_are_still_told() -> None:
    parsed = parse("be-write", json.dumps(JSON[:-1] + ', "mood": "good",}').encode())
    assert parsed.ignored == ("mood",)


# --- never guessed --------------------------------------------------------------------------------


def _behind(end: str) -> str:
    return '{"file": "a", "content": "x = 1\\n' + end


UNCLEAR = {
    "two ends": '{"file": "a", "content": "x "y" z", "reason": "w "v" u"}',
    "a name twice": '{"file": "a", "content": "a "b", "text": "c "d""}',
    "an unknown name": '{"file": "a", "content": "say "hi", "mood": "good"}',
    "an unknown name behind pairs": '{"file": "a", "content": "x = "1"\\n", "mood": "good"}',
    "a brace that may be the text's": '{"file": "a", "content": "say "x" f({"}',
    "a quote behind a backslash": '{"file": "a", "content": "a \\\\" b \\" c\\n"}',
    "a break that may be quoted": """{"file": "a", "content": "say "x"; y = '\\n'"}""",
    "an odd quote": '{"file": "a", "content": "5" wide"}',
    "escapes or text": '{"file": "a", "content": "print("a\\n")\\n"}',
    "backslashes": '{"file": "a", "content": "re("\\\\d")\\n"}',
    "no escape": '{"file": "a", "content": "\\d",}',
    "half a character": '{"file": "a", "content": "\\ud800",}',
    "another object": JSON + JSON.replace("1", "2"),
    "an object before": '{"x": 1} ' + JSON,
    "a same name": '{"file": "a", "content": "x", "content": "y",}',
    "a word": '{"file": "a", "content": undefined}',
    "a comment": '{"file": "a", /* new */ "content": "x"}',
    "no known name": "{'a': 1}",
    "no object": "write x = 1 to a.py",
    "nesting": "{'file': " + "[" * 100 + "]" * 100 + "}",
    "two commas before a name": _behind('",, "view":"v1"}'),
    "a semicolon before a name": _behind('";"force":"true"}'),
    "a brace before a name": _behind('"}, "force": "true"}'),
    "braces before a name": _behind('"},{"force": "true"}'),
    "nothing before a name": _behind('x = "1"\\n""force":"true"}'),
    "a name without quotes": _behind('"; force: "true"}'),
    "a name in other quotes": _behind('", \'force\': "true"}'),
    "an unknown name behind a semicolon": _behind('";"mood":"good"}'),
    "three quotes": '{"file": "a", "content": """x = 1\\n"""}',
    "three quotes of Python": "{'file': 'a', 'content': '''x = 1\\n'''}",
    "three quotes and another": '{"file": "a", "content": """"x" = 1\\n"""}',
    "three quotes and a line break": '{"file": "a", "content": """\nx = 1\n"""}',
    "two texts": _behind('" + "y = 2\\n"}'),
    "two texts side by side": _behind('" "y = 2\\n"}'),
    "two texts below each other": _behind('"\n  "y = 2\\n"}'),
    "two texts with odd quotes": '{"file": "a", "content": "5" wide\n" + "6" wide\n"}',
    "four quotes": '{"file": "a", "content": """"x""""}',
    "quotes escaped, breaks raw, backslashes bare": '{"file": "a", "content": "x(\\"a\\n\\")\n"}',
    "quotes escaped, breaks raw, an escape or not": '{"file": "a", "content": "(\\"a\\\\d\\")\n"}',
    "raw breaks, quotes within quotes": r"""{"file": "a", "content": "x = 'say \"a\"'""" + '\n"}',
    "raw breaks, both kinds of backslashes": r'{"file": "a", "content": "x = \d\t' + '\n"}',
    "raw breaks, a break or not": '{"file": "a", "content": "x = \\d\\n\n"}',
    "raw breaks, another quote escaped": r'{"file": "a", "content": "it\'s' + '\n"}',
    "bare quotes, an escape in other ones": r"""{"file": "a", "content": "x = "y"\nr'\b'\n"}""",
    "bare quotes, a tab not behind a break": r'{"file": "a", "content": "x = "y"\tz\n"}',
    "bare quotes, a break in a pattern": r'{"file": "a", "content": "s(/\n+/)\nx = "y"\n"}',
    "bare quotes, a break in a command": r'{"file": "a", "content": "printf %s\n "$x"\n"}',
    "bare quotes, a break between apostrophes": (
        r"""{"file": "a", "content": "it's 'a\nb' isn't "x"\n"}"""
    ),
    "bare quotes beside escaped ones": r'{"file": "a", "content": "x = \"a" + "b\"\n"}',
    "raw tabs, a break in quotes": '{"file": "a", "content": "\tx = \'\\n\'\\n"}',
    "bare quotes, a file with a backslash": r'{"file": "a\new", "content": "x = "y"\n"}',
    "raw breaks, a file with a backslash": r'{"file": "a\new", "content": "x = y' + '\n"}',
    "a quote right behind a break": _behind('"y" z\\n"}'),
    "code behind": _behind('" if y else ""}'),
    "code behind a word": '{"file": "a", "content": "x" if y else ""}',
    "a comment behind": '{"file": "a", "content": "puts("} // end',
    "a call's end behind": '{"file": "a", "content": "puts("});',
    "words in the same line": JSON + " as asked",
    "words and signs below": JSON + "\nx = 1",
    "a known name behind": JSON + ", preview: true",
    "a known name below": JSON + "\nPreview: true",
    "a known name before": "Preview: true. " + JSON,
    "a known name before a fence": f"force = true\n```json\n{JSON}\n```",
    "an object before a fence": f'{{"x": 1}}\n```json\n{JSON}\n```',
    "a brace of the text": '{"file": "a", "content": "f({"a": "b", "c"}',
}


@pytest.mark.parametrize("name", UNCLEAR)
def test_what_can_be_read_in_several_ways_or_none_is_refused(name: str) -> None:
    assert refused(UNCLEAR[name]).repaired is None


@pytest.mark.parametrize("content", ["\\ud83d", "x\\ud83dy", "\\ud83d\\ud83d"])
def test_half_a_character_is_told_as_that_and_not_as_an_end_too_early(content: str) -> None:
    text = f'{{"file": "a", "content": "{content}"}}'
    told = "half a character stands in it, \\ud83d"
    for sent in (text, json.dumps(text)):
        assert refused(sent).values == {"problem": told}


@pytest.mark.parametrize("end", range(len('{"file": "a.py", "content": "'), len(JSON) - 2))
def test_a_text_that_is_cut_anywhere_is_told_and_kept_so_far(end: int) -> None:
    request = refused(JSON[:end], "degraded_cut")
    came = json.loads(JSON)["content"]
    assert isinstance(request.repaired, Write)
    assert isinstance(request.repaired.content, str)
    assert came.startswith(request.repaired.content)
    assert len(came) - len(request.repaired.content) <= len(JSON) - 2 - end
    assert request.values["bytes"] == end


@pytest.mark.parametrize(
    ("came", "text", "end"),
    [
        (r'a\nprint("hello")\nprint("', 'a\nprint("hello")\nprint(', '"'),
        ("x = {1}}", "x = {1", "}}"),
        ("a, ", "a, ", ""),
        (r"bc\ud83d", "bc", r"\ud83d"),
        (r"bc\ud83d\ude0", "bc", r"\ud83d\ude0"),
        (r"bc\ud83d" + "\\", "bc", r"\ud83d" + "\\"),
        (r"bc\ud83d\ude00", "bc\U0001f600", ""),
        (r"bc\u00", "bc", r"\u00"),
        (r"bc\u00e9", "bc\xe9", ""),
        (r"say(\"a\")\nbc\\ud83d", 'say("a")\nbc\\ud83d', ""),
        ("bc\\", "bc", "\\"),
        ("bc", "bc", ""),
    ],
)
def test_of_what_may_be_of_a_cut_text_or_not_the_exact_letters_are_told(
    came: str, text: str, end: str
) -> None:
    told = refused('{"file": "a", "content": "' + came, "degraded_cut")
    assert (told.repaired, told.values.get("end", "")) == (Write(b"a", text), end)


def test_of_many_letters_that_may_be_of_a_cut_text_the_last_are_told() -> None:
    told = refused('{"file": "a", "content": "x' + "}" * 100 + "]", "degraded_cut")
    assert told.values["end"] == "}" * 59 + "]"


@pytest.mark.parametrize("end", ["}", "}}", "} }\n", '"}]', '"'])
def test_what_may_be_of_the_arguments_is_not_what_came_of_their_text(end: str) -> None:
    request = refused('{"file": "a", "content": "say "x" y' + end, _code(end))
    assert request.repaired is None or request.repaired == Write(b"a", 'say "x" y')
    request = refused('{"file": "a", "content": "x' + end.replace('"', "}"), "degraded_cut")
    assert request.repaired == Write(b"a", "x")


def _code(end: str) -> str:
    return "degraded_cut" if end in ('"}]', '"') else "not_json"


@pytest.mark.parametrize(
    "text", ['"""x', '""""x', 'x\\n",, "force": "tr', 'x\\n" + "y', 'x";"mood":"', 'say "x"} y']
)
def test_a_cut_text_that_may_not_be_one_is_not_told(text: str) -> None:
    start = '"' * (not text.startswith('"'))
    request = called('{"file": "a", "content": ' + start + text)
    assert isinstance(request, Misfit)
    assert request.code in ("degraded_cut", "not_json")
    assert request.repaired is None


@pytest.mark.parametrize("text", ['{"file": "a', '{"file": "a", ', '{"file": "a", "content":'])
def test_arguments_that_are_cut_before_their_text_say_only_that(text: str) -> None:
    request = refused(text, "degraded_cut")
    assert (request.values, request.repaired) == ({"bytes": len(text)}, None)


def test_a_cut_number_is_not_taken_for_a_whole_one() -> None:
    refused('{"file": "a", "start": 1, "end": 12', "degraded_cut", "be-delete")


# --- any text -------------------------------------------------------------------------------------

TOKENS = st.sampled_from(
    [
        *('{"file": "a", "content": "', '"}', "```", '", "', '"content": "', "'", '"', "\\", "\\n"),
        *("{", "}", "[", "]", ":", ",", "\n", "x", "é", "1", "true", "None", " ", "</invoke>"),
    ]
)


@given(st.one_of(st.text(), st.lists(TOKENS).map("".join)))
@example('{"file": "\ud800", "content": "x"}')
@settings(deadline=None, max_examples=400)
def test_any_text_is_answered_and_nothing_is_made_up(text: str) -> None:
    for tool in ("be-write", "be-replace"):
        request = parse(tool, text.encode("utf-8", "surrogatepass")).request
        request = request.repaired if isinstance(request, Misfit) else request
        if isinstance(request, Write | Replace) and isinstance(request.content, str):
            sent = iter(text)
            plain = letters(json.dumps(request.content, ensure_ascii=False))
            assert all(one in sent for one in plain)


def test_a_long_text_takes_no_more_than_its_length() -> None:
    """What grows with the square of it would not end."""
    for filler in ("x" * 9, '"', "</invoke>", "\\", " ", "{", '", "content": "', "\n", "```\n"):
        body = filler * (300_000 // len(filler))
        for text in (f'{{"file": "a", "content": "{body}" y"}}', f"{JSON} {body}z"):
            assert isinstance(called(text), Misfit | Write)


# --- strict JSON ----------------------------------------------------------------------------------

TWICE = '{"file": "a", "content": "x", "content": "y"}'
ITEM = '{"lines": "1", "content": "x", "content": "y"}'


@pytest.mark.parametrize("text", [TWICE, json.dumps(TWICE), '{"arguments": ' + TWICE + "}"])
def test_a_name_that_stands_twice_with_two_values_is_refused(text: str) -> None:
    assert refused(text, "conflicting_names").repaired is None
    request = parse("be-write", text.encode()).request
    assert isinstance(request, Misfit)
    assert request.code == "conflicting_names"


def test_a_name_that_stands_twice_with_one_value_is_taken() -> None:
    assert called(TWICE.replace("y", "x")) == Write(b"a", "x")


@pytest.mark.parametrize("edits", [f"[{ITEM}]", json.dumps(f"[{ITEM}]"), f"[{json.dumps(ITEM)}]"])
def test_a_name_that_stands_twice_in_an_item_is_refused(edits: str) -> None:
    text = '{"file": "a", "edits": ' + edits + "}"
    request = parse("be-replace", text.encode()).request
    assert isinstance(request, Misfit)
    assert request.code in ("conflicting_names", "bad_edit")
    assert request.repaired is None


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["x\n", "y\n"], "x\ny\n"),
        (["x\n", "y"], "x\ny"),
        (["x\r\n", "y\r\n"], "x\r\ny\r\n"),
        (["x", "y"], "x\ny"),
        (["x", ""], "x\n"),
        ([""], ""),
        ([], ""),
    ],
)
def test_lines_that_carry_their_line_ends_get_no_others(lines: list[str], text: str) -> None:
    assert called(json.dumps({"file": "a", "content": lines})) == Write(b"a", text)


@pytest.mark.parametrize("lines", [["x\n", "y", "z"], ["x", "y\n"], ["x", "y\n", "z\n"]])
def test_lines_of_which_some_carry_their_line_ends_are_refused(lines: list[str]) -> None:
    refused(json.dumps({"file": "a", "content": lines}), "wrong_type")
