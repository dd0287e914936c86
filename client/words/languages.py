"""The languages of replies, and how a text in one of them is filled in.

Verdicts, `warning:`, `notice:`, `next:`, calls and ids are the same in all of them: programs go by
those.
"""

import functools
import re
import string
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from . import phrases_en, phrases_zh, wording_en, wording_zh

Texts = Mapping[str, str]


class Language(NamedTuple):
    """All texts of one language, by key; each language has the same keys and values in braces."""

    code: str
    refusals: Texts
    """By code, or by code and what its values are."""
    next: Texts
    """By the same keys: what to do where a reply names no call."""
    next_unlisted: Texts
    """By the same keys: the same where a tool that is named there is not listed."""
    reasons: Texts
    warnings: Texts
    phrases: Texts
    told_before: str
    fallback: str
    nouns: Mapping[str, tuple[str, str]]
    """For one thing and for several; {n} is how many."""
    by_span: Texts
    """Words that go with several lines, and what goes with one."""
    terms: Texts
    """Words of the daemon's own that stand in its values."""

    def say(self, key: str, **values: Any) -> str:
        """Return a phrase with its values."""
        return self.fill(self.phrases[key], values)

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """Return a text with its values; "?" stands for one that was not sent."""
        return _Filling(self).vformat(template, (), values)

    def counted(self, number: int, noun: str) -> str:
        one, several = self.nouns[noun]
        return (one if number == 1 else several).format(n=number)

    def listed(self, those: list[str]) -> str:
        """Return one or more things in a row, the last joined by "and"."""
        *first, last = those
        return self.say("both", first=", ".join(first), second=last) if first else last

    def term(self, text: str) -> str:
        """Return the daemon's own words in this language, and others as they are."""
        if text in self.terms:
            return self.terms[text]
        for term, pattern in _patterns():
            if found := pattern.fullmatch(text):
                parts = found.groupdict()
                if "note" in parts:  # itself one of these
                    parts["note"] = self.term(parts["note"])
                return self.terms[term].format(**parts)
        return text


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return the terms with any text in them, and what they match."""
    return [
        (term, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(term))))
        for term in phrases_en.TERMS
        if "{" in term
    ]


class _Filling(string.Formatter):
    """Writes `{total:line}` as "1 line" or "3 lines", and "?" for a value that was not sent.

    With a word of `by_span`, as `{span:are}`, only that word, as it goes with those line numbers.
    """

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: Any, format_spec: str) -> str:
        text = str(value)
        if format_spec in self._language.by_span:
            return self._language.by_span[format_spec] if text.isdigit() else format_spec
        counts = format_spec and text.isascii() and text.isdigit()
        return self._language.counted(int(text), format_spec) if counts else text

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        del args
        return kwargs.get(key, "?")


def fields(template: str) -> set[str]:
    """Return the names of the values that a text needs."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


ENGLISH = Language(
    "en",
    MappingProxyType(wording_en.REFUSALS),
    MappingProxyType(wording_en.NEXT),
    MappingProxyType(wording_en.NEXT_UNLISTED),
    MappingProxyType(wording_en.REASONS),
    MappingProxyType(phrases_en.WARNINGS),
    MappingProxyType(phrases_en.PHRASES),
    wording_en.TOLD_BEFORE,
    wording_en.FALLBACK,
    MappingProxyType(phrases_en.NOUNS),
    MappingProxyType(phrases_en.BY_SPAN),
    MappingProxyType({one: one for one in phrases_en.TERMS}),
)
CHINESE = Language(
    "zh",
    MappingProxyType(wording_zh.REFUSALS),
    MappingProxyType(wording_zh.NEXT),
    MappingProxyType(wording_zh.NEXT_UNLISTED),
    MappingProxyType(wording_zh.REASONS),
    MappingProxyType(phrases_zh.WARNINGS),
    MappingProxyType(phrases_zh.PHRASES),
    wording_zh.TOLD_BEFORE,
    wording_zh.FALLBACK,
    MappingProxyType(phrases_zh.NOUNS),
    MappingProxyType({}),
    MappingProxyType(phrases_zh.TERMS),
)
BY_CODE = {one.code: one for one in (ENGLISH, CHINESE)}

_TOOL = re.compile(r"\bbe-(?=[a-z])")


def without_prefix(text: str) -> str:
    """Return a text of ours with the names of tools as they are listed without "be-"."""
    return _TOOL.sub("", text)


@functools.cache
def unprefixed(code: str) -> Language:
    """Return a language whose texts, but those of what to do, name the tools without "be-"."""
    language = BY_CODE[code]

    def short(texts: Texts) -> Texts:
        return MappingProxyType({key: without_prefix(one) for key, one in texts.items()})

    return language._replace(
        refusals=short(language.refusals),
        warnings=short(language.warnings),
        phrases=short(language.phrases),
    )
