"""How much of a model's context the tools take: what is listed, and replies to real calls.

    make sizes

Bytes and characters are of the text as a model has it: of a tool its name, description and schema,
of a reply its one block of text. Tokens are counted where `bpe_openai` can be imported, by its
o200k_base; other models count otherwise.
"""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from host import Host

from editjournal.schemas import tools

COMMAND = [sys.executable, "-m", "editjournal.client.cli"]
LINES = 340


def cart() -> str:
    """Return a Python file of 340 lines, methods of eight or nine lines each."""
    lines = [
        "from decimal import Decimal",
        "",
        "",
        "class Cart:",
        '    """Lines of an order."""',
        "",
    ]
    number = 0
    while len(lines) < LINES:
        number += 1
        lines += [
            f"    def total_{number}(self, rate):",
            "        s = Decimal(0)",
            "        for line in self.lines:",
            "            s += line.price",
            f"            s -= line.rebate * {number}",
            "        if rate:",
            "            s *= rate",
            "        return s",
            "",
        ]
    return "\n".join(lines[:LINES]) + "\n"


# --- replies --------------------------------------------------------------------------------------


def id_in(reply: str, form: str) -> str:
    found = re.search(form, reply)
    assert found, reply
    return found[1]


def view_in(reply: str) -> str:
    return id_in(reply, r"view (v\d+)")


def replies(folder: Path) -> Iterator[tuple[str, str]]:
    """Give the replies to calls as they come up in work, each with what it is."""
    host = Host(folder)
    path = folder / "src" / "cart.py"
    path.parent.mkdir()
    text = cart()
    path.write_text(text)
    (folder / "src" / "big.py").write_text(text * 8)
    file = "src/cart.py"
    lines = ("s = Decimal(0)", "n = 0", "for line in self.lines:", "    n += 1")
    new = "".join(f"        {line}\n" for line in lines)

    def ask(tool: str, **arguments: Any) -> str:
        return host.call(tool, **arguments)

    read = ask("be-read", file=f"{file}:1-100")
    yield "read, 100 lines", read
    yield "read, 12 lines", ask("be-read", file=f"{file}:1-12")
    yield "read, cut", ask("be-read", file="src/big.py")
    view = view_in(read)
    replaced = ask("be-replace", file=f"{file}:8-9", content=new, viewed_code_id=view)
    yield "replace", replaced
    yield (
        "replace, brief",
        ask("be-replace", file=f"{file}:17", content=new, brief=True, viewed_code_id=view),
    )
    edits = [
        {"lines": "26", "content": "        s = 0"},
        {"lines": "29-30", "content": "            s += 1\n            s += 2\n            s += 3"},
        {"after": 33, "content": "    # next"},
        {"lines": "44-46", "content": ""},
    ]
    several = ask("be-replace", file=file, edits=edits, viewed_code_id=view)
    yield "replace, 4 changes", several
    deleted = ask("be-delete", file=f"{file}:53-55", viewed_code_id=view)
    yield "delete", deleted
    yield "insert", ask("be-insert", file=f"{file}:60", content=new, viewed_code_id=view)
    yield "write, a new file", ask("be-write", file="src/tax.py", content=text)
    preview = ask(
        "be-replace", file=f"{file}:71-72", content=new, viewed_code_id=view, preview=True
    )
    yield "preview", preview
    yield "confirm", ask("be-confirm", event_id=id_in(preview, r"event_id (p\d+)"))
    yield "undo", ask("be-trx", action="undo", event_id=id_in(replaced, r"edit (e\d+)"))
    yield "status", ask("be-trx", action="status")
    yield "list of chips", ask("be-insert-chip")
    yield from refused(ask, path)
    host.close()


def refused(ask: Callable[..., str], path: Path) -> Iterator[tuple[str, str]]:
    file = "src/cart.py"
    view = view_in(ask("be-read", file=f"{file}:1-100"))
    path.write_text("import os\nimport re\nimport sys\n" + path.read_text())
    place = {"file": f"{file}:80-84", "content": "        pass\n", "viewed_code_id": view}
    yield "refused, lines moved", ask("be-replace", **place)
    changed = path.read_text().split("\n")
    changed[83:84] = ["        first = 1", "        second = 2"]
    path.write_text("\n".join(changed))
    yield "refused, lines changed", ask("be-replace", **place)
    yield "refused, `old` occurs often", ask("be-replace", file=file, old="return s", content="")
    tabs = "\t\tfor line in self.lines:\n\t\t\ts += line.price\n\t\t\ts -= line.rebate * 20\n"
    yield "refused, `old` in tabs", ask("be-replace", file=file, old=tabs, content="\t\tpass\n")
    yield "refused, `old` not there", ask("be-replace", file=file, old="nowhere", content="")
    yield "error, `content` missing", ask("be-replace", file=f"{file}:8", replacement_text="x")
    yield "error, no such file", ask("be-read", file="src/card.py")


# --- figures --------------------------------------------------------------------------------------


def token_counter() -> Callable[[str], int] | None:
    try:
        module: Any = importlib.import_module("bpe_openai")
    except ImportError:
        return None
    encoding = module.get_encoding("o200k_base")
    return lambda text: len(encoding.encode(text))


def listings() -> Iterator[tuple[str, str]]:
    """Give what is listed, each choice as one text; then the instructions."""
    core = tools.CHOICES["core"]
    yield "tools, core", listed(tools.listing(core))
    yield "tools, default", listed(tools.listing())
    yield "tools, no prefix", listed(tools.listing(prefix=False))
    yield "tools, in Chinese", listed(tools.listing(language="zh"))
    for tool in tools.listing():
        yield str(tool["name"]), listed([tool])
    yield "instructions", tools.instructions()
    yield "instructions, in Chinese", tools.instructions(language="zh")


def listed(all_of: list[dict[str, Any]]) -> str:
    """Return tools as a model is given them."""
    shown = [
        {name: tool[name] for name in ("name", "description", "inputSchema")} for tool in all_of
    ]
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in shown)


def report(texts: Iterator[tuple[str, str]], count: Callable[[str], int] | None) -> None:
    for name, text in texts:
        tokens = f"{count(text):,}" if count else ""
        row = f"| {name} | {len(text.encode()):,} | {len(text):,} | {tokens} |"
        sys.stdout.write(f"{row}\n")
        sys.stdout.flush()


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ejz"))
    os.environ["EDITJOURNAL_CONFIG"] = os.devnull
    os.environ |= {"EDITJOURNAL_STATE": f"{folder}/s", "EDITJOURNAL_RUNTIME": f"{folder}/r"}
    workspace = folder / "w"
    workspace.mkdir()
    os.environ["EDITJOURNAL_WORKSPACE"] = str(workspace)
    count = token_counter()
    sys.stdout.write("| what | bytes | characters | tokens |\n|---|---|---|---|\n")
    try:
        report(listings(), count)
        report(replies(workspace), count)
    finally:
        subprocess.run([*COMMAND, "daemon", "stop"], check=False, capture_output=True)
        shutil.rmtree(folder)
    if count is None:
        sys.stdout.write("\ntokens were not counted: there is no bpe_openai here\n")


if __name__ == "__main__":
    main()
