"""Calls that come to nothing at first, and what their files are once the reply is followed."""

from typing import Any, NamedTuple

TEN = "".join(f"line {number}\n" for number in range(1, 11))
NEW_TEN = f"new\n{TEN}"
TABS = "def f():\n\t\tfor x in y:\n\t\t\tgo(x)\n\treturn 1\n"
SPACES = "        for x in y:\n            go(x)\n"
QUOTES = "say(\u2018one\u2019)\nsay(2)\n"

OUTSIDE = "outside"
"""Instead of a tool: files that somebody else writes."""

Step = tuple[str, dict[str, Any]]


class Case(NamedTuple):
    """Steps, of which the last one's reply prepares an edit.

    "@" is the folder it plays in; {view}, {edit} and {prepared} are the newest of these ids.
    """

    files: dict[str, str]
    steps: tuple[Step, ...]
    made: dict[str, str | None]
    """The files after be-confirm; None: gone."""


def moved(tool: str, made: str, **arguments: Any) -> Case:
    """Return a call on lines that somebody has moved by one since they were read."""
    call = {"file": "@a", "viewed_code_id": "{view}"} | arguments
    steps = (("be-read", {"file": "@a"}), (OUTSIDE, {"@a": NEW_TEN}), (tool, call))
    return Case({"a": TEN}, steps, {"a": made})


def alone(tool: str, before: str, made: str | None, **arguments: Any) -> Case:
    """Return a call that asks for its repair by itself."""
    return Case({"a": before}, ((tool, {"file": "@a"} | arguments),), {"a": made})


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


GROWN = (
    ("be-read", {"file": "@a"}),
    ("be-replace", {"file": "@a:2", "content": "2a\n2b\n", "viewed_code_id": "{view}"}),
)
GROWN_TEN = replaced(TEN, "line 2\n", "2a\n2b\n")

CASES: dict[str, Case] = {
    "moved lines, replaced": moved(
        *("be-replace", replaced(NEW_TEN, "line 4\n", "x\n")), file="@a:4", content="x"
    ),
    "moved lines, inserted after": moved(
        *("be-insert", replaced(NEW_TEN, "line 4\n", "line 4\nx\n")), file="@a:4", content="x"
    ),
    "moved lines, deleted": moved(
        *("be-delete", replaced(NEW_TEN, "line 4\nline 5\n", "")), file="@a:4-5"
    ),
    "moved lines, of several changes": moved(
        "be-replace",
        replaced(replaced(NEW_TEN, "line 4\n", "x\n"), "line 8\n", "line 8\ny\n"),
        edits=[{"lines": "4", "content": "x"}, {"after": 8, "content": "y"}],
    ),
    "lines outside the view": Case(
        {"a": TEN},
        (*GROWN, ("be-replace", {"file": "@a:9", "content": "x", "viewed_code_id": "{view}"})),
        {"a": replaced(GROWN_TEN, "line 9\n", "x\n")},
    ),
    "own edits have moved lines, and no id": Case(
        {"a": TEN},
        (*GROWN, ("be-replace", {"file": "@a:9", "content": "x"})),
        {"a": replaced(GROWN_TEN, "line 9\n", "x\n")},
    ),
    "old stands elsewhere": alone(
        *("be-replace", TEN, replaced(TEN, "line 8\n", "x\n")),
        file="@a:4",
        old="line 8\n",
        content="x\n",
    ),
    "old in spaces, with lines": alone(
        *("be-replace", TABS, replaced(TABS, "go(x)", "stop(x)")),
        file="@a:2-3",
        old=SPACES,
        content=SPACES.replace("go", "stop"),
    ),
    "old in spaces": alone(
        *("be-replace", TABS, replaced(TABS, "go(x)", "stop(x)")),
        old=SPACES,
        content=SPACES.replace("go", "stop"),
    ),
    "old with white space at its end": alone(
        *("be-replace", TEN, replaced(TEN, "line 4\n", "x\n")),
        old="line 3\nline 4  \n",
        content="line 3\nx\n",
    ),
    "old with other quotes": alone(
        *("be-replace", QUOTES, replaced(QUOTES, "one", "uno")),
        old="say('one')\n",
        content="say('uno')\n",
    ),
    "old escaped": alone(
        *("be-replace", TEN, replaced(TEN, "line 3\nline 4\n", "line 3\nx\n")),
        old="line 3\\nline 4\\n",
        content="line 3\\nx\\n",
    ),
    "line numbers in the text": alone(
        *("be-replace", TEN, replaced(TEN, "line 3\nline 4\n", "x\ny\n")),
        file="@a:3-4",
        content="3|x\n4|y\n",
    ),
    "line breaks that are none": alone(
        *("be-replace", TEN, replaced(TEN, "line 3\n", "x\ny\nz\n")),
        file="@a:3",
        content="x\\ny\\nz",
    ),
    "content under another name": alone(
        *("be-replace", TEN, replaced(TEN, "line 3\n", "x\n")),
        file="@a:3",
        replacement_text="x",
    ),
    "file under another name": Case(
        {"a": TEN},
        (("be-write", {"file_pth": "@a", "content": "x\n"}),),
        {"a": "x\n"},
    ),
    "folders that are not there": Case(
        {}, (("be-write", {"file": "@n/o/x", "content": "x\n"}),), {"n/o/x": "x\n"}
    ),
    "several files in folders that are not there": Case(
        {},
        (
            (
                "be-write",
                {"files": [{"file": "@n/x", "content": "x"}, {"file": "@m/y", "content": "y"}]},
            ),
        ),
        {"n/x": "x", "m/y": "y"},
    ),
    "a file to be deleted as a whole": alone("be-delete", TEN, None),
    "one of several changes does not fit": alone(
        *("be-replace", TABS, replaced(replaced(TABS, "go(x)", "stop(x)"), "def f", "def g")),
        edits=[
            {"lines": "1", "content": "def g():"},
            {"old": SPACES, "content": SPACES.replace("go", "stop")},
        ],
    ),
    "a change of another file does not fit": Case(
        {"a": TEN, "b": TABS},
        (
            (
                "be-replace",
                {
                    "file": "@a",
                    "edits": [
                        {"old": "line 3", "content": "x"},
                        {
                            "file": "@b",
                            "old": SPACES,
                            "content": SPACES.replace("go", "stop"),
                        },
                    ],
                },
            ),
        ),
        {"a": replaced(TEN, "line 3", "x"), "b": replaced(TABS, "go(x)", "stop(x)")},
    ),
    "a preview of a file that has changed since": Case(
        {"a": TEN},
        (
            ("be-read", {"file": "@a"}),
            ("be-replace", {"file": "@a:4", "content": "x", "preview": True}),
            (OUTSIDE, {"@a": NEW_TEN}),
            ("be-confirm", {"event_id": "{prepared}"}),
        ),
        {"a": replaced(NEW_TEN, "line 4\n", "x\n")},
    ),
    "a preview of an undo in a file that has changed since": Case(
        {"a": TEN},
        (
            ("be-read", {"file": "@a"}),
            ("be-replace", {"file": "@a:4", "content": "x"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}", "preview": True}),
            (OUTSIDE, {"@a": replaced(NEW_TEN, "line 4\n", "x\n")}),
            ("be-confirm", {"event_id": "{prepared}"}),
        ),
        {"a": NEW_TEN},
    ),
}

PREVIEWS: dict[str, Case] = {
    "lines replaced": alone(
        *("be-replace", TEN, replaced(TEN, "line 3\nline 4\n", "x\n")), file="@a:3-4", content="x"
    ),
    "a text replaced": alone(
        *("be-replace", TEN, replaced(TEN, "line 3", "x")), old="line 3", content="x"
    ),
    "every occurrence replaced": alone(
        *("be-replace", TEN, TEN.replace("line", "row")),
        old="line",
        content="row",
        all=True,
    ),
    "several changes": alone(
        *("be-replace", TEN, replaced(replaced(TEN, "line 3\n", ""), "line 8\n", "line 8\ny\n")),
        edits=[{"lines": "3", "content": ""}, {"after": 8, "content": "y"}],
    ),
    "lines inserted": alone("be-insert", TEN, f"{TEN}x\n", file="@a:END", content="x"),
    "lines deleted": alone(
        *("be-delete", TEN, replaced(TEN, "line 3\nline 4\n", "")), file="@a:3-4"
    ),
    "a file removed": alone("be-delete", TEN, None, remove=True),
    "a file replaced": alone("be-write", TEN, "x\n", content="x\n"),
    "a file created": Case({}, (("be-write", {"file": "@a", "content": "x\n"}),), {"a": "x\n"}),
    "files and folders created": Case(
        {},
        (
            (
                "be-write",
                {"files": [{"file": "@n/x", "content": "x"}, {"file": "@y", "content": "y"}]}
                | {"parents": True},
            ),
        ),
        {"n/x": "x", "y": "y"},
    ),
    "deleted text put back": Case(
        {"a": TEN},
        (
            ("be-delete", {"file": "@a:3"}),
            ("be-insert-chip", {"from": "{chip}", "to": "@a:1", "viewed_code_id": "{view}"}),
        ),
        {"a": replaced(replaced(TEN, "line 3\n", ""), "line 1\n", "line 1\nline 3\n")},
    ),
    "an edit undone": Case(
        {"a": TEN},
        (
            ("be-delete", {"file": "@a:3"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}"}),
        ),
        {"a": TEN},
    ),
    "an edit made again": Case(
        {"a": TEN},
        (
            ("be-delete", {"file": "@a:3"}),
            ("be-trx", {"action": "undo", "event_id": "{edit}"}),
            ("be-trx", {"action": "redo", "event_id": "{edit}"}),
        ),
        {"a": replaced(TEN, "line 3\n", "")},
    ),
    "edits rolled back": Case(
        {"a": TEN, "b": TEN},
        (
            ("be-trx", {"action": "commit"}),
            ("be-delete", {"file": "@a:3"}),
            ("be-delete", {"file": "@b:3"}),
            ("be-trx", {"action": "rollback", "step": 2}),
        ),
        {"a": TEN, "b": TEN},
    ),
}
"""Whose last step is to be sent with preview=true."""
