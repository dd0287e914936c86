"""What the line before a block says that it is: its kind and its name."""

import re
from typing import NamedTuple

NAME_CHARACTERS_MAX = 60
"""Of a block that is named by its whole line."""


class Named(NamedTuple):
    kind: str
    name: str


_FUNCTIONS = "def filter fn fun func function macro method proc procedure routine sub"
_KINDS = (
    "actor class component contract enum extend extension fragment impl input interface message "
    "mixin mod module mutation namespace object package protocol query record rpc rule scalar "
    "schema section service struct subscription task template test trait type union workflow"
)
_CONTROL = re.compile(
    r"[})\];]*\s*(?:else|els?e?if|elif|if|for|foreach|forall|while|until|unless|switch|select|case"
    r"|when|do|try|catch|finally|except|with|loop|repeat|match|return|synchronized|using|lock"
    r"|default|begin|process|end|guard|defer|given|eval|map|grep|sort|then|in)\b"
)
_WORD = re.compile(
    r"(?:[A-Za-z_@][\w.<>\[\]?]*\s+){0,4}?"
    rf"(?P<word>{f'{_FUNCTIONS} {_KINDS}'.replace(' ', '|')})!?\s+"
    r"(?P<name>[\w$<`][\w$.:#<>@/`?!'-]*)",
)
_NAMELESS = re.compile(
    rf"(?:async\s+)?(?:{_FUNCTIONS.replace(' ', '|')}|->|\\)\s*(?:\(.*)?$", re.DOTALL
)
_BOUND = re.compile(
    r"(?:(?:let|const|var|val|my|our|local|export|set|public|static)\s+)*"
    r"(?P<name>[\w$@.%:\"'`\[\]-]+?)\s*(?:<<?-|:?=|:)\s*"
    r"(?:async\s+)?(?:function|fn|func|fun|sub|lambda|proc)\b"
)
_CALLED = re.compile(
    r"(?P<before>(?:[\w:<>,*&\[\]?.~$@]+[\s*&]+)*?)(?P<name>[A-Za-z_~$][\w:.$~-]*)\s*\((?P<rest>.*)",
    re.DOTALL,
)
_END = re.compile(r"\s*(?:[:=({\[]|=>|->|<-|\bdo|\bthen|\bis|\bas)*\s*$")
_SPACES = re.compile(r"\s+")


def named(shown: str, text: str) -> Named | None:
    """Return what stands before a block; `shown` is its text with strings and comments blanked.

    None where it is a step of a program or has no name of its own.
    """
    if not text.strip() or _CONTROL.match(shown):
        return None
    if found := _WORD.match(shown):
        word = found["word"]
        name = found["name"].rstrip(":")
        return Named("function" if word in _FUNCTIONS.split() else word, name) if name else None
    if found := _BOUND.match(shown):
        return Named("function", text[found.start("name") : found.end("name")].strip("\"'`"))
    return None


def called(shown: str, text: str) -> Named | None:
    """Return a function of a language that has no word for them: `int f(int a)`."""
    found = _CALLED.match(shown)
    if not found or _CONTROL.match(shown) or "=" in shown[: found.start("rest")]:
        return None
    arguments = text[found.start("rest") :].lstrip()
    if arguments[:1] in ("'", '"', "`"):
        return None
    return Named("function", found["name"])


def block(shown: str, text: str, kind: str = "block") -> Named | None:
    """Return a block that is named by all that stands before it."""
    if _CONTROL.match(shown) or _NAMELESS.match(shown):
        return None
    name = _SPACES.sub(" ", _END.sub("", _uncommented(shown, text))).strip()
    return Named(kind, name[:NAME_CHARACTERS_MAX].rstrip()) if re.search(r"\w", name) else None


def _uncommented(shown: str, text: str) -> str:
    """Return the text without a comment that ends it."""
    end = len(shown.rstrip())
    rest = text[end:].lstrip()
    return text[:end] if rest[:1] not in ("'", '"', "`", "/") or rest[:2] in ("//", "/*") else text
