"""What is certain of a call whose arguments could not be read: the file that it is for.

A file is named for certain where it stands, once, in strict JSON, before any text that may hold
what breaks the rest: behind such a text nobody can tell what is a name and what was written.
"""

import functools
import json
import re
from collections.abc import Mapping
from typing import Any

from ...schemas import tools
from ...schemas.tools import Tool
from . import salvage

_JSON = json.JSONDecoder()
_NAME = re.compile(r'\s*+"([\w-]{1,60})"\s*+:\s*+')
_COMMA = re.compile(r"\s*+,")
_END = re.compile(r'\s*+(?:\}|,\s*+(?:"[\w-]{1,60}"\s*+:|(?:"[\w-]{0,60}"?\s*+)?\Z))')
"""What may stand behind a value: the next name, as much of it as came, or the end."""
_ARGUMENTS = re.compile(r'"(?<!\\")arguments"\s*+:\s*+')


def file_of(given: Mapping[str, Any], tool: Tool) -> str:
    """Return the file that readable arguments name, as written; "": none, or more than one."""
    files = {one for key, one in given.items() if _is_file(tool, key) and isinstance(one, str)}
    return _clean(files.pop()) if len(files) == 1 else ""


def file_in_bytes(raw: bytes, tool: Tool) -> str:
    """Return the same as `file_in` for what need not be text."""
    return file_in(raw.decode("utf-8", "surrogateescape"), tool)


def file_in(text: str, tool: Tool) -> str:
    """Return the file that arguments name which are no JSON, as written; "": that is unclear."""
    if len(_file_names(tool.name).findall(text)) != 1:
        return ""
    at = text.find("{") + 1
    while at and (name := _NAME.match(text, at)):
        try:
            value, at = _JSON.raw_decode(text, name.end())
        except (ValueError, RecursionError):
            return ""
        if _is_file(tool, name[1]):
            return _clean(value) if isinstance(value, str) and _END.match(text, at) else ""
        comma = _COMMA.match(text, at)
        if comma is None or (isinstance(value, str) and not _is_short(tool, name[1])):
            return ""
        at = comma.end()
    return ""


def file_in_line(line: bytes) -> str:
    """Return the file of the one call in a line of JSON-RPC that could not be read, as `file_in`.

    Whatever the tool: all of them name their file alike.
    """
    text = line.decode("utf-8", "surrogateescape")
    found = list(_ARGUMENTS.finditer(text))
    if len(found) != 1:
        return ""
    arguments = text[found[0].end() :]
    if arguments.startswith('"'):  # as a string of JSON
        try:
            arguments, _ = _JSON.raw_decode(arguments)
        except ValueError:
            return ""
    elif len(_file_names(tools.WRITE.name).findall(text)) != 1:
        return ""
    return file_in(arguments, tools.WRITE)


def _is_file(tool: Tool, key: str) -> bool:
    name = salvage.names_of(tool).own(key)
    return name == ("to" if tool is tools.INSERT_CHIP else "file")


def _is_short(tool: Tool, key: str) -> bool:
    """Tell whether no text comes under a name, so that no quote stands in its value."""
    names = salvage.names_of(tool)
    return key in names.known and names.own(key) not in names.texts


@functools.cache
def _file_names(tool_name: str) -> re.Pattern[str]:
    """Return what finds all that may name a file, in the quotes of JSON."""
    tool = tools.find(tool_name)
    assert tool is not None
    names = filter(functools.partial(_is_file, tool), salvage.names_of(tool).known)
    return re.compile(rf'"(?<!\\")(?:{"|".join(map(re.escape, sorted(names)))})"\s*+:')


def _clean(file: str) -> str:
    """Return a file's name if it is one that can be written in UTF-8."""
    try:
        file.encode()
    except UnicodeEncodeError:
        return ""
    return file
