"""The grammar of replies: what a line may be, in which order, and which calls the last names."""

import re
from typing import NamedTuple

SPANS = r"\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*"
SPAN = r"\d+(?:-\d+)?"
AGE = r"\d+ (?:s|min|h|d) ago"
PART = rf"{SPAN} (?:-> {SPAN}|inserted after \d+|deleted)"
PLACE = rf"{PART}(?: \(\d+ is now \d+\))?"
PLACES = rf"{PLACE}(?:; {PLACE})*(?:; \d+ more)?"
STATE = rf"(?:mode|\d+ changes|{PART})"
CHIP = r"chip://[0-9a-f]+"
OTHERS = r"\d+ others?"
BY = (
    rf"(?:by .+ \(edit e\d+\)(?: and (?:outside editjournal|{OTHERS}))?|"
    rf"outside editjournal(?: {AGE})?(?: and by {OTHERS})?)"
)
SOME = rf"{SPAN}(?:, {SPAN})*(?: and \d+ more)?"
AT = r"(?:lines after \d+|(?:all )?lines)"
BY_LINES = r"(?:are|moved unevenly, the last by) [-+]\d+"
MOVED = rf"{AT} {BY_LINES}"
WHAT = (
    rf"(?:{SOME} of view v\d+ differs?(?:, {MOVED})?|"
    rf"{AT} of view v\d+ {BY_LINES}|no line of view v\d+ differs|"
    r"view v\d+ showed no lines, others added \d+)"
)
NEWS = (
    rf"(?:.+ changed {BY}(?:: {WHAT})?|.+ is gone(?:: removed {BY})?|"
    rf".+: your edit e\d+(?: \({SOME}\))? was (?:overwritten|undone) {BY})"
)
LISTS = r"(?:(?:be-)?trx action=status|editjournal views --stale(?: --workspace .+)?)"
SLOWLY = r"\d+ folders? only every 2 s \(.+?\)"
USED = r"\d+ files? checked only at use"
LOST = r"events were lost \d+ times?"
LATER = rf"(?:{SLOWLY}|{USED}|{LOST})"
EDITS = r"e\d+(?:, e\d+)*(?: and \d+ more)?"
LEFT = r"left: [a-z ]+"
FATE = rf"(?: \((?:used for {EDITS}(?:; {LEFT})?|{LEFT})\))?"
KEPT_SO = rf"(?:deleted|refused) .+, {AGE}(?:, \d+ bytes?(?: of arguments)?)?{FATE}(?:: .*)?"
BECAME = rf"(?:same|gone|{SOME} differs?|{MOVED}|no lines, others added \d+)"
LAST = (
    rf"(?:by e\d+ .+ {AGE}(?: and (?:outside editjournal|{OTHERS}))?|"
    rf"outside editjournal {AGE}(?: and by {OTHERS})?)"
)
KEPT = rf"(?:  (?:deleted lines )?kept as {CHIP})?"

VERDICTS = (
    ("read", rf"(?!{{ours}}).+(?::{SPANS} of \d+| is empty)  view v\d+(?:  \(.+\))?"),
    (
        "done",
        rf"ok .+  edit e\d+(?:  view v\d+)?{KEPT}(?:  \(made before, at the .+\))?",
    ),
    (
        "done",
        r"ok e\d+(?:, e\d+)*(?: and \d+ more)? (?:undone|redone)(?: and .+)? by e\d+: .+",
    ),
    ("done", r"ok .+: unchanged, .+"),
    ("done", r"ok e\d+ was made from p\d+ already"),
    ("done", r"ok commit(?: .+)?: (?:no open edits|\d+ edits? closed)"),
    ("done", r"ok snapshot(?: .+)?: this point of the log is entry \d+"),
    ("preview", r"preview .+, nothing changed yet  event_id p\d+, good for \d+ h"),
    ("refused", r"(?:REFUSED|ERROR) .+, nothing changed\. .+"),
    ("status", r"\d+ open edits? of this session, newest first; .+|no open edits of this session"),
    ("chips", r"\d+ chips?, newest first(?:; the list is full at \d+)?|no chips"),
    ("chip", rf"{CHIP}  {KEPT_SO}"),
    ("done", rf"ok {CHIP} is off the list; the log keeps what it held"),
    ("views", r"\d+ views?, the most lately used first|no views"),
    ("done", r"ok restored to entry \d+(?: \(.+\))? by e\d+: .+"),
    ("done", r"ok \d+ files? unchanged, restored to entry \d+ already"),
    ("status", r"no open edits of this session; others have some:"),
    ("status", r"\d+ open edits? of .+, newest first; .+|no open edits of .+"),
    ("log", r"(?!{ours}).+: \d+ (?:entry|entries), newest first|(?!{ours}).+: no entries"),
    ("log", r"\d+ (?:entry|entries), newest first|no entries"),
    ("entry", rf"[evp]?\d+  .+  {AGE}  .+"),
    ("past", rf"(?!{{ours}}).+(?::{SPANS} of \d+| is empty), at entry \d+, from .+"),
    ("past", r"(?!{ours}).+: no file at entry \d+"),
    ("differs", r"\d+ files? changed from entry \d+ to entry \d+"),
    ("differs", r"no changes from entry \d+ to entry \d+"),
    (
        "blamed",
        rf"(?!{{ours}}).+(?::{SPANS})? of \d+, at entry \d+, by who made them(?:; the text.+)?",
    ),
    ("sessions", r"\d+ sessions?, the most lately active first|no sessions"),
    ("range", rf"(?!{{ours}}).+:{SPAN}  (?:<.*>|\w+)(?: .+)?"),
    ("outline", r"(?!{ours}).+, \d+ lines?(?:, no definitions)?(?:  \(.+\))?"),
    ("balance", r"(?!{ours}).+: (?:balanced|nothing to check|\d+ problems?)(?:  \(.+\))?"),
)
"""Whole first lines, by what the reply is."""

OURS = (
    r"(?:ok|preview|REFUSED|ERROR|warning:|notice:|next:|view|edit \d|stale views:|watching:|"
    r"Now:|session|conflict|impossible|restored:|unchanged:|Shown:|not kept:)(?: |:|$)|chips?:|"
    r"before the journal|[evp]?\d+ |[-+]?\d*\||\.\.\.|\("
)
"""How no path may begin that begins a line."""

LINES = (
    ("W", r"warning: .+"),
    ("M", r"\(\d+ more warnings?\)"),
    ("R", rf"notice: \d+ more files? changed(?:: {LISTS} lists stale views)?"),
    ("I", rf"notice: {NEWS}"),
    ("D", r"[-+]\d+\|.*"),
    ("B", r"\d+\|.*"),
    ("A", rf"\.\.\. {SPAN} as sent"),
    ("S", r"\.\.\.|\.\.\. \([\d,]+ more lines\)"),
    ("N", r"Now:"),
    ("E", r"edit \d+(?: \(.+\))?: .+"),
    ("U", rf"session .+  {AGE}(?:, ended)?  .+"),
    ("Q", r"(?:conflict|impossible|restored) .+: .+"),
    ("q", r"(?:restored|unchanged): .+"),
    ("L", r"[evp]?\d+  (?:\d{4}-\d\d-\d\d )?\d\d:\d\d  .+  .+"),
    ("O", rf"e\d+  .+  {AGE}(?:  {CHIP})?"),
    ("m", rf"before the journal(?:  {SPAN})?|e?\d+  .+  {AGE}(?:  {SPAN})?"),
    ("o", r"\(older entries follow\)"),
    ("K", rf"chips: {CHIP}(?:, {CHIP})* keeps? what was deleted or failed meanwhile"),
    ("s", r"Shown:|not kept: .+|chips: chip://.+"),
    ("J", r"(?:Text|Arguments), \d+ bytes?:|Text \d+ of \d+:|Binary, \d+ bytes?, not shown\."),
    ("Z", r"\.\.\. \([\d,]+ more bytes\)"),
    ("C", rf"{CHIP}  {KEPT_SO}"),
    ("V", rf"view v\d+ \(.+\)(?:  {CHIP})?|{CHIP}"),
    ("T", r"stale views: .+"),
    ("H", rf"watching: (?:\d+ files? in \d+ folders?|{LATER})(?:, {LATER})*"),
    ("Y", rf"v\d+  .+  {BECAME}(?:, {MOVED})?(?:, {LAST})?"),
    ("G", r"\(\d+ more (?:view|chip|session|file)s?\)"),
    ("X", r"next: .+"),
    ("P", PLACES),
    ("d", rf" *{SPAN} \S.*"),
    ("b", r"\d+:\d+ .+"),
    ("e", r"\.\.\. \([\d,]+ more definitions\)"),
    ("f", rf"(?!{OURS}).+: (?:\d.* lines|.+ bytes|\d+ lines?|mode \d+ -> \d+)(?:, .+)?"),
    (
        "F",
        rf"(?!{OURS}).+: (?:created, .+|removed(?:, .+)?|{STATE} \(.+\)|{PLACES})",
    ),
)
"""Whole lines but the first, by a letter; the first that fits counts."""

ORDERS = {
    "read": r"W*M?I{0,3}R?[BS]*X?",
    "done": r"(?:WD*S?)*M?I{0,3}R?P?F*[BAS]*(?:F?D+S?)*K?X?",
    "preview": r"(?:WD*S?)*M?I{0,3}R?(?:F?D*S?)*K?X",
    "refused": r"W*M?I{0,3}R?E*(?:[DBNS]|Q|q|U)*V?X",
    "status": r"W*M?I{0,3}R?O*U*S?T?H?X?",
    "log": r"W*M?I{0,3}R?L*o?X?",
    "entry": r"W*M?I{0,3}R?(?:F?D*)*(?:sB*S?B*)*s*(?:JB*)?[sK]*Z?X?",
    "past": r"W*M?I{0,3}R?[BS]*X?",
    "differs": r"W*M?I{0,3}R?(?:[fF]D*)*Z?G?X?",
    "blamed": r"W*M?I{0,3}R?(?:[mO]B*)*Z?X?",
    "sessions": r"W*M?I{0,3}R?U*G?X?",
    "chips": r"W*M?I{0,3}R?C*S?G?X?",
    "chip": r"W*M?I{0,3}R?(?:JB*)*Z?S?X?",
    "views": r"W*M?I{0,3}R?Y*S?G?X?",
    "range": r"W*M?I{0,3}R?",
    "outline": r"W*M?I{0,3}R?d*e?S?X?",
    "balance": r"W*M?I{0,3}R?b*S?",
}
"""In which order they stand, by what the reply is."""

_CALL = re.compile(
    r"((?:be-)?(?:read|replace|insert-chip|insert|delete|write|confirm|trx|chips|history"
    r"|func-range|tag-range|balance|outline))"
    r"((?: [a-z_]+=(?:\"[^\"]*\"|\S+?)(?=,? |$))*)"
)
_ARGUMENT = re.compile(r' ([a-z_]+)=(?:"([^"]*)"|(\S+?))(?=,? |$)')
_NOTE = re.compile(r" ?(.*?)(?:, or |$)")


class Advised(NamedTuple):
    """A call that a reply names, as its reader takes it."""

    tool: str
    arguments: dict[str, str]
    note: str


def kind_of(reply: str) -> str:
    """Return what a reply is. Raises AssertionError where its first line is none of ours."""
    first = reply.split("\n", 1)[0]
    for kind, form in VERDICTS:
        if re.fullmatch(form.replace("{ours}", OURS), first):
            return kind
    raise AssertionError(f"no reply begins so: {first!r}")


def check(reply: str) -> None:
    """Raise AssertionError where a reply does not keep to the grammar."""
    kind = kind_of(reply)
    first, *rest = reply.split("\n")
    assert first.isprintable(), ascii(first)
    letters = "".join(map(_letter, rest))
    assert re.fullmatch(ORDERS[kind], letters), f"{kind}, then {letters}:\n{reply}"
    assert letters.count("X") <= 1, reply
    if kind == "read":
        _check_numbers(rest, letters)


def _letter(line: str) -> str:
    for letter, form in LINES:
        if re.fullmatch(form, line, re.DOTALL):
            assert letter in "DB" or line.isprintable(), ascii(line)
            return letter
    raise AssertionError(f"no line of a reply is so: {line!r}")


def _check_numbers(lines: list[str], letters: str) -> None:
    """See that the lines shown are numbered on from each other, but behind three points."""
    last = 0
    for line, letter in zip(lines, letters, strict=True):
        if letter == "B":
            number = int(line.partition("|")[0])
            assert number == last + 1 or (number > last and not last), line
            last = number
        elif letter == "S":
            last = 0


def advised(reply: str) -> list[Advised]:
    """Return the calls that a reply's last line names: none where it says in words what to do."""
    last = reply.rsplit("\n", maxsplit=1)[-1]
    begun = re.match(r"next: (?:if [a-z ]+: )?", last)
    if begun is None:
        return []
    found: list[Advised] = []
    at = begun.end()
    while at < len(last) and (call := _CALL.match(last, at)):
        arguments = {name: quoted or plain for name, quoted, plain in _ARGUMENT.findall(call[2])}
        note = _NOTE.match(last, call.end())
        assert note is not None
        if not arguments and note[1]:  # a sentence that begins with a tool's name
            return found
        found.append(Advised(call[1], arguments, note[1]))
        at = note.end()
    return found
