"""What the languages of markup hold about tags, as data.

Of HTML: https://html.spec.whatwg.org/multipage/syntax.html, optional tags and void elements.
"""

from typing import NamedTuple

_VOID_NAMES = (
    "area base basefont bgsound br col command embed frame hr img input keygen link meta param "
    "source track wbr"
)
_RAW_NAMES = "script style textarea title xmp iframe noembed noframes"
_OPTIONAL_NAMES = (
    "html head body li dt dd p rb rt rtc rp optgroup option caption colgroup thead tbody tfoot tr "
    "td th"
)
_IN_HEAD_NAMES = (
    "base basefont bgsound link meta title noscript noframes style script template head html"
)
_BLOCK_NAMES = (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr listing main menu nav ol p pre search section "
    "summary table ul xmp"
)
_VOID = frozenset(_VOID_NAMES.split())
_RAW = frozenset(_RAW_NAMES.split())
_OPTIONAL = frozenset(_OPTIONAL_NAMES.split())
_IN_HEAD = frozenset(_IN_HEAD_NAMES.split())


class Ends(NamedTuple):
    """What a start tag brings to an end."""

    ended: frozenset[str]
    through: frozenset[str] = frozenset()
    """What may lie between, and is ended too."""


def _ends(ended: str, through: str = "") -> Ends:
    return Ends(frozenset(ended.split()), frozenset(through.split()))


_PARAGRAPH = _ends("p")
_SECTION = _ends("thead tbody tfoot caption colgroup", "tr td th p li dt dd")
_ENDING = {
    **dict.fromkeys(_BLOCK_NAMES.split(), _PARAGRAPH),
    "li": _ends("li p", "p"),
    **dict.fromkeys(("dt", "dd"), _ends("dt dd p", "p")),
    **dict.fromkeys(("rt", "rp"), _ends("rt rp rb")),
    **dict.fromkeys(("rb", "rtc"), _ends("rb rt rtc rp")),
    "option": _ends("option"),
    "optgroup": _ends("optgroup", "option"),
    **dict.fromkeys(("td", "th"), _ends("td th", "p li dt dd")),
    "tr": _ends("tr caption colgroup", "td th p li dt dd"),
    **dict.fromkeys(("thead", "tbody", "tfoot"), _SECTION),
    "colgroup": _ends("caption colgroup"),
    "col": _ends("caption"),
    "body": _ends("head"),
    "frameset": _ends("head"),
}
_NONE: frozenset[str] = frozenset()


class Rules(NamedTuple):
    """Of one language."""

    is_folded: bool = False
    """Names match whatever their case."""
    is_html: bool = False
    """The names that HTML knows are known in capitals too; templates may mark any place."""
    has_ends: bool = False
    """Some end tags may be left out."""
    void: frozenset[str] = _NONE
    raw: frozenset[str] = _NONE
    """What has text in it and no tags."""
    has_mustaches: bool = False
    """{{ expression }} in text."""
    has_braces: bool = False
    """{expression} in text and attributes."""
    has_blocks: bool = False
    """On the outermost level stand blocks in languages of their own; `template` has markup."""
    starts: str = r"<[!?/\w:]"
    """What is not text."""

    def key(self, name: str) -> str:
        """Return what names have in common that match."""
        return name.lower() if self.is_folded else name

    def known(self, name: str) -> str:
        """Return the name as `void` and `raw` have it."""
        return name.lower() if self.is_html else name

    def is_optional(self, name: str) -> bool:
        """Tell whether an element needs no end tag."""
        return self.has_ends and self.known(name) in _OPTIONAL

    def is_ended(self, name: str, by: str) -> bool:
        """Tell whether an element ends where another begins in it."""
        if not self.has_ends:
            return False
        inner, outer = self.known(by), self.known(name)
        if outer == "head":
            return inner not in _IN_HEAD
        return inner in _ENDING and outer in _ENDING[inner].ended

    def is_passed(self, name: str, by: str) -> bool:
        """Tell whether what is around this element may end where another begins in it."""
        inner = self.known(by)
        return self.has_ends and inner in _ENDING and self.known(name) in _ENDING[inner].through


XML = Rules()
RULES = {
    "xml": XML,
    "html": Rules(
        is_folded=True,
        is_html=True,
        has_ends=True,
        void=_VOID,
        raw=_RAW,
        starts=r"<[!?%/A-Za-z]|\{[{%#]",
    ),
    "vue": Rules(
        is_folded=True,
        void=_VOID,
        raw=frozenset({"script", "style", "textarea", "title"}),
        has_mustaches=True,
        has_blocks=True,
        starts=r"<[!?/A-Za-z]|\{\{",
    ),
    "svelte": Rules(
        has_ends=True,
        void=_VOID,
        raw=frozenset({"script", "style", "textarea"}),
        has_braces=True,
        starts=r"<[!/A-Za-z]|\{",
    ),
}
"""By language; svg is xml."""
