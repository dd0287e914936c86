"""Tags as tokens, and the scripts and styles of markup."""

import pytest

from editjournal.daemon.core.structure.balance.balanced import balanced
from editjournal.daemon.core.structure.markup.scan import regions, tags


def test_tags_are_told_with_where_they_begin_and_end() -> None:
    text = "\t<a\r\n b='>'>😀<br></A>\n"
    found = [tuple(one) for one in tags(text, "html")]
    assert found == [
        ("a", "open", 1, 2, 2, 1, 12),
        ("br", "empty", 2, 9, 2, 13, 17),
        ("A", "close", 2, 13, 2, 17, 21),
    ]


def test_a_character_beyond_the_first_plane_is_one_column() -> None:
    assert [one.column for one in tags("<p>😀é<b>\t<i>", "html")] == [1, 6, 10]


TAGS: dict[str, tuple[str, str, str]] = {
    "void elements by name": ("html", "<br><BR/><p/><div>", "br. BR. p. div"),
    "scripts with a slash go on": ("html", "<script src=a /></script>", "script /script"),
    "in XHTML they do not": (
        "html",
        '<html xmlns="http://www.w3.org/1999/xhtml"><script src="a"/><b>',
        "html script. b",
    ),
    "a script within a script's comment": (
        "html",
        "<script><!-- <script></script> --></script><b>",
        "script /script b",
    ),
    "a slash in a bare value is the value's": ("html", "<a href=b/><c/>", "a c."),
    "PHP": ("html", "<?php if ($a > '<b>') ?><i title='<?= $b['c'] ?>'>", "i"),
    "PHP to the end": ("html", "<i><?php echo '<b>';", "i"),
    "mustaches that end in no sight": ("html", "{{<b>{{ </b>}}<i>", "b /b i"),
    "code about mustaches": ("html", "<td>{{</td><td>}}</td>", "td /td td /td"),
    "tags that lack their end": ("html", "<div\n<p></p\n<b>", "div p /p b"),
    "an attribute's quote that runs over": (
        "html",
        '<a href="x>y</a>\n<a href="z">',
        "a /a a",
    ),
    "a comment without an end": ("html", "<a><!-- <b>", "a"),
    "one of two dashes": ("html", "<a><!--><b>", "a b"),
    "and in XML that is no end": ("xml", "<a><!--><b>--><c>", "a c"),
    "CDATA without an end": ("xml", "<a><![CDATA[<b>", "a"),
    "sections of a DTD": ("xml", "<![INCLUDE[ <!ELEMENT a '<b>'> ]]><c>", "c"),
    "no tag in a template's language": (
        "vue",
        '<template lang="pug"><b></template>',
        "template /template",
    ),
    "expressions that do not end": ("svelte", "{a <b>{c}", "b"),
    "blocks of templates": ("svelte", "{#if a}{/if}<b>{@html '<i>'}", "b"),
}


@pytest.mark.parametrize("name", TAGS)
def test_tags(name: str) -> None:
    language, text, wanted = TAGS[name]
    marks = {"open": ("", ""), "close": ("/", ""), "empty": ("", ".")}
    found = [marks[one.kind][0] + one.name + marks[one.kind][1] for one in tags(text, language)]
    assert " ".join(found) == wanted


def test_a_region_is_told_with_where_it_begins() -> None:
    text = "<p>\r\n😀<script>let a;\nlet b;</script><style>\n.a {}\n</style>\n"
    assert [tuple(one) for one in regions(text, "html")] == [
        ("javascript", 1, 9, "let a;\nlet b;"),
        ("css", 2, 22, "\n.a {}\n"),
    ]


LANGUAGES = {
    "<script>": "javascript",
    "<script type=module>": "javascript",
    '<script type="application/javascript; charset=utf-8">': "javascript",
    "<script type=text/babel>": "jsx",
    "<script lang=ts>": "typescript",
    "<script setup lang='tsx'>": "tsx",
    "<script type='application/json'>": "json",
    "<script type='application/ld+json'>": "json",
    "<script type=importmap>": "json",
    "<script type='text/x-template'>": "",
    "<script type='text/template'>": "",
    "<script lang=coffee>": "",
    "<style>": "css",
    "<style type='text/css' media=print>": "css",
    "<style lang='scss'>": "",
    "<style type='text/less'>": "",
    "<textarea>": "",
}


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("language", ["html", "vue", "svelte"])
def test_the_language_of_a_script_or_style(tag: str, language: str) -> None:
    name = tag[1:].split(maxsplit=1)[0].strip(">")
    found = [one.language for one in regions(f"{tag}x</{name}>", language)]
    assert found == [LANGUAGES[tag]] * bool(LANGUAGES[tag])


def test_html_knows_its_names_and_attributes_in_capitals() -> None:
    (found,) = regions("<SCRIPT TYPE='application/JSON'>[]</Script>", "html")
    assert found.language == "json"


@pytest.mark.parametrize("text", ["<script src=a></script>", "<style> \n</style>", "<script>a"])
def test_what_is_empty_or_does_not_end_is_no_region(text: str) -> None:
    assert regions(text, "html") == ()


def test_xml_has_no_regions() -> None:
    assert regions("<svg><style>a {}</style></svg>", "xml") == ()


def test_scripts_in_xml_are_text() -> None:
    assert regions("<svg><script>f(</script><style>a {</style></svg>\n", "xml") == ()
    assert not balanced("<svg><script>f(</script></svg>\n", "xml", verbose=False).problems
