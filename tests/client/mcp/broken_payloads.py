"""Arguments as models break them, made of real source texts.

Each way to break takes the arguments and gives the text that comes instead; None where there is
nothing to break.
"""

import json
import site
import sysconfig
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[3]
STDLIB = Path(sysconfig.get_paths()["stdlib"])
FOLDERS = [
    *(STDLIB, STDLIB / "idlelib", STDLIB / "pydoc_data", STDLIB / "venv" / "scripts"),
    Path(sysconfig.get_paths()["include"]),
    *(Path(one) for one in site.getsitepackages()),
    *(PROJECT / one for one in ("docs", "daemon/core", "tests/client/words", ".")),
]
LANGUAGES = {
    "python": ("*.py",),
    "stubs": ("*/*.pyi", "*/*/*/*.pyi"),
    "c": ("*.h", "*/include/node/*.h"),
    "html": ("*.html", "*/*/*.html", "*/*/*/*.html"),
    "css": ("*.css", "*/*/*.css"),
    "javascript": ("*.js", "*/*/*.js", "*/lib/node_modules/npm/lib/*/*.js"),
    "shell": ("*/activate", "*/activate.csh", "*/activate.fish", "*/Activate.ps1"),
    "toml": ("*.toml", "*.cfg", "*/METADATA"),
    "json": ("*.json", "*/lib/node_modules/npm/*.json", "*/dist/typeshed-fallback/*.json"),
    "prose": ("*.md", "*.txt", "*.rst"),
}
LINES = 30
"""Of each text."""
TEXTS = 18
"""Of each language, as far as there are any."""
TRICKY = (
    '{"name": "x", "version": "1.0",\n "scripts": {"a": "b -c \\"d\\""}}\n',
    "see http://a.b/c // not a comment\n# neither\n",
    'a = "b", "c": "d"}\n',
    '```js\nlet x = {"a": 1};\n```\n',
    "x\\d+\\.\\w\n",
    "{\n",
    '"',
    '"""doc"""\n',
    'path: "content": "x"\n',
    'x = {"file": "y", "old": "z"}\n',
    'print("a\\n")\nprint("b\\t")\n',
    "it's\na 'quoted' thing\\\n",
    "caf\xe9 \u2014 \U0001f40d \u201cquotes\u201d\n",
    "\ttabs\t\n\n\n",
    "  no last line end",
    "\r\nCRLF\r\n",
    """import re\ns = re.sub(r'\\bfoo', "x", s)\n""",
    """if x:\n\ty = re.split('\\t|\\f', "z")  # \\u00e9\n""",
    """x = "a"\ny = '\\n'\nz = `\\n`\n""",
    'a = s.split(/\\n/)\nb = "x"\n',
    'printf %s\\n "$x"\n',
    'cd C:\\new\necho "a"\n',
    'tr \\n , < "$x"\nsed s/a/\\n/ "$x"\n',
    'He said "hi" about $\\nabla$ and \\frac{a}{b}\n',
    "x = 'say \\\"hi\\\"'\n",
    "x = 'a\\\\b'\ny = \"b\"\n",
    "it's 'a\\nb', isn't it\nsay \"x\"\n",
    "\tprintf('a\\n');\n",
    "x = '\\d'\ny = 2\n",
    'x = "\\\\d"\n',
)


class Arguments(NamedTuple):
    """Of a be-write, as they were meant."""

    file: str
    content: str

    @property
    def json(self) -> str:
        return json.dumps(self.dict, ensure_ascii=False)

    @property
    def dict(self) -> dict[str, str]:
        return {"file": self.file, "content": self.content}

    @property
    def body(self) -> str:
        """The content as it stands between quotes in JSON."""
        return json.dumps(self.content, ensure_ascii=False)[1:-1]

    @property
    def head(self) -> str:
        """What stands before the content."""
        return '{"file": "' + self.file + '", "content": '


def files_of(language: str) -> Iterator[Path]:
    for pattern in LANGUAGES[language]:
        for folder in FOLDERS:
            if folder.is_dir():
                yield from islice(sorted(folder.glob(pattern)), 3)


def texts_of(language: str) -> list[str]:
    """Return stretches of different files, each of some lines, from their middles."""
    found: dict[str, None] = {}
    for path in files_of(language):
        if len(found) >= TEXTS or not path.is_file() or path.stat().st_size > 300_000:
            continue
        try:
            lines = path.read_bytes().decode().split("\n")
        except UnicodeDecodeError:
            continue
        for first in (0, len(lines) // 3, 2 * len(lines) // 3):
            text = "\n".join(lines[first : first + LINES]) + "\n"
            if len(text) < 20_000 and text.strip():
                found[text] = None
    return list(found)[:TEXTS]


@cache
def corpus() -> dict[str, list[Arguments]]:
    """Return arguments by language, and the tricky ones."""
    texts = {language: texts_of(language) for language in LANGUAGES} | {"tricky": list(TRICKY)}
    return {
        language: [Arguments(f"src/f{at}.x", text) for at, text in enumerate(those)]
        for language, those in texts.items()
        if those
    }


# --- ways to break them ---------------------------------------------------------------------------

Broken = Callable[[Arguments], "str | None"]
WAYS: dict[str, Broken] = {}
CUTS: set[str] = set()
"""Ways after which a part of the content is missing for good."""


def way(make: Broken) -> Broken:
    WAYS[make.__name__] = make
    return make


def cut(make: Broken) -> Broken:
    CUTS.add(make.__name__)
    return way(make)


@way
def bare_quotes(it: Arguments) -> str | None:
    return it.head + '"' + it.body.replace('\\"', '"') + '"}'


@way
def bare_quotes_content_first(it: Arguments) -> str | None:
    return '{"content": "' + it.body.replace('\\"', '"') + '", "file": "' + it.file + '"}'


@way
def bare_quotes_more_behind(it: Arguments) -> str | None:
    return it.head + '"' + it.body.replace('\\"', '"') + '", "note": "as asked", "preview": false}'


@way
def bare_quotes_only_breaks_escaped(it: Arguments) -> str | None:
    return it.head + '"' + it.content.replace("\n", "\\n") + '"}'


@way
def one_bare_quote(it: Arguments) -> str | None:
    at = it.json.find('\\"', len(it.json) // 3)
    return None if at < 0 else it.json[:at] + it.json[at + 1 :]


@way
def raw_breaks(it: Arguments) -> str | None:
    return it.head + '"' + it.body.replace("\\n", "\n").replace("\\t", "\t") + '"}'


@way
def raw_breaks_well_escaped(it: Arguments) -> str | None:
    body = "\n".join(json.dumps(one, ensure_ascii=False)[1:-1] for one in it.content.split("\n"))
    return it.head + '"' + body + '"}'


@way
def raw_everything(it: Arguments) -> str | None:
    return it.head + '"' + it.content + '"}'


@way
def raw_breaks_backslashes_bare(it: Arguments) -> str | None:
    return it.head + '"' + it.content.replace('"', '\\"') + '"}' if "\n" in it.content else None


@way
def raw_everything_but_tabs(it: Arguments) -> str | None:
    return it.head + '"' + it.content.replace("\t", "\\t") + '"}' if "\n" in it.content else None


@way
def breaks_escaped_tabs_raw(it: Arguments) -> str | None:
    body = it.content.replace('"', '\\"').replace("\n", "\\n")
    return it.head + '"' + body + '"}' if "\t" in it.content else None


@way
def raw_everything_in_lines(it: Arguments) -> str | None:
    return '{\n  "file": "' + it.file + '",\n  "content": "' + it.content + '"\n}'


@way
def raw_breaks_bare_quotes(it: Arguments) -> str | None:
    return it.head + '"' + it.body.replace("\\n", "\n").replace('\\"', '"') + '"}'


@way
def first_break_raw(it: Arguments) -> str | None:
    return it.head + '"' + it.body.replace("\\n", "\n", 1) + '"}'


@way
def of_python(it: Arguments) -> str | None:
    return repr(it.dict)


@way
def of_python_with_words(it: Arguments) -> str | None:
    return repr({**it.dict, "preview": False, "viewed_code_id": None})


@way
def single_quotes(it: Arguments) -> str | None:
    return "{'file': '" + it.file + "', 'content': '" + it.body.replace('\\"', '"') + "'}"


@way
def words_of_python(it: Arguments) -> str | None:
    return it.json[:-1] + ', "preview": False}'


@way
def fence(it: Arguments) -> str | None:
    return "```json\n" + json.dumps(it.dict, indent=1, ensure_ascii=False) + "\n```"


@way
def fence_and_words(it: Arguments) -> str | None:
    return "Here is the call:\n```json\n" + it.json + "\n```\nDone."


@way
def fence_bare_quotes(it: Arguments) -> str | None:
    return "```json\n" + it.head + '"' + it.body.replace('\\"', '"') + '"}\n```'


@way
def words_around(it: Arguments) -> str | None:
    return "I'll write the file now. " + it.json + "\nThat's it."


@way
def words_below(it: Arguments) -> str | None:
    return "I write it now.\n" + it.json + "\nIt is as you asked."


@way
def comma_behind(it: Arguments) -> str | None:
    return it.json[:-1] + ",}"


@way
def no_comma(it: Arguments) -> str | None:
    return it.json.replace('", "content"', '" "content"', 1)


@way
def twice_escaped(it: Arguments) -> str | None:
    return json.dumps(it.json)


@way
def bare_names(it: Arguments) -> str | None:
    return it.json.replace('"file":', "file:", 1).replace('"content":', "content:", 1)


@way
def brace_more(it: Arguments) -> str | None:
    return it.json + "}"


@way
def brace_less(it: Arguments) -> str | None:
    return it.json[:-1]


@way
def no_first_brace(it: Arguments) -> str | None:
    return it.json[1:]


@way
def tags_behind(it: Arguments) -> str | None:
    return it.json + "\n</parameter>\n</invoke>"


@way
def sent_twice(it: Arguments) -> str | None:
    return it.json + it.json


@way
def in_a_list(it: Arguments) -> str | None:
    return "[" + it.json + "]"


@way
def backslashes_bare(it: Arguments) -> str | None:
    return it.json.replace("\\\\", "\\") if "\\\\" in it.json else None


@cut
def cut_in_the_middle(it: Arguments) -> str | None:
    return it.json[: len(it.json) - 2 - len(it.body) // 2]


@cut
def cut_at_the_end(it: Arguments) -> str | None:
    return it.json[:-2]


@cut
def cut_behind_a_quote(it: Arguments) -> str | None:
    at = it.json.find('\\"', len(it.head) + 1)
    return None if at < 0 else it.json[: at + 2]


@cut
def cut_behind_a_brace(it: Arguments) -> str | None:
    text = bare_quotes(it) or ""
    at = text.find('"}', len(it.head) + 1)
    return None if at < 0 or at + 2 >= len(text) else text[: at + 2]


@cut
def cut_behind_a_brace_and_more(it: Arguments) -> str | None:
    text = bare_quotes(it) or ""
    at = text.find('"}', len(it.head) + 1)
    return None if at < 0 or at + 12 >= len(text) else text[: at + 10].rstrip()


@cut
def cut_with_bare_quotes(it: Arguments) -> str | None:
    text = bare_quotes(it) or ""
    return text[: len(text) - 2 - len(it.body) // 3]


@cut
def cut_raw(it: Arguments) -> str | None:
    return it.head + '"' + it.content[: len(it.content) * 2 // 3]
