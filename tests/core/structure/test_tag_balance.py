"""Tags without a partner, answers written by hand: whom to blame, and when to be silent."""

import pytest

from editjournal.daemon.core.structure.markup.tag_balance import pairs
from tests.core.structure.tags_drawn import Sample, check_problems

HTML: dict[str, Sample] = {
    "never closed": ("<div>\n<span>\n</div>", "2:1 <span> tag"),
    "closes nothing": ("<div>\n <b>x</b></span>\n</div>", "2:10 </span> tag"),
    "crossed": ("<p><b><i>x</b></i></p>", "1:11 </b> tag, closes 1:7 <i>"),
    "written wrong at its end": ("<div><b>x</B2></div>", "1:10 </B2> tag, closes 1:6 <b>"),
    "written wrong at its beginning": (
        "<div><spam>x</span></div>",
        "1:13 </span> tag, closes 1:6 <spam>",
    ),
    "one that holds others": (
        "<div>\n<table><tr><td><b>x</b></div></td></tr></table>\n</div>",
        "2:24 </div> tag",
    ),
    "what holds others is not closed": (
        "<div>\n<table><tr><td>x</td></tr>\n</div>",
        "2:1 <table> tag",
    ),
    "the inner of two, by indentation": (
        "<div>\n  <div>\n    <i></i>\n</div>\n<p></p>\n",
        "2:3 <div> tag",
    ),
    "the one too many, by indentation": ("<div>\n  <p></p>\n  </div>\n</div>\n", "3:3 </div> tag"),
    "void elements and their end tags": ("<br></br><input></input><img/><hr></hr>", ""),
    "optional end tags": (
        "<ul><li>a<li>b</ul><p>a<p>b<div></div><select><option>a<option>b</select>",
        "",
    ),
    "a paragraph that a block ended, and its end tag": ("<p>a<div>b</div></p>", ""),
    "an empty element, and its end tag": ('<a name="x"/></a>', ""),
    "names in other case": ("<DIV></div><B></b>", ""),
    "a quote that does not end": (
        '<div class="a>\n<p>b</p><a href="x">k</a></div>',
        '1:12 " quote',
    ),
    "a quote that does not end, and none follows": ("<div><p class='a>b</p></div>", "1:15 ' quote"),
    "a quote too many": ('<a href="b"">c</a>', '1:12 " quote'),
    "an attribute with marks and no space behind": ('<a b="c > d"e="f"></a>', ""),
    "a comment that does not end": ("<div>\n\t<!-- </div>\n<p>", "2:2 <!-- comment"),
    "a script that does not end": ("<div><script>\nx</div>", "1:6 <script> tag"),
    "a tag without its mark": ("<div\n<p></p></div>", "1:1 <div tag"),
    "branches of a template": (
        "{% if a %}<div a>{% elif b %}<div b>{% else %}<div c>{% endif %}</div>",
        "",
    ),
    "branches of another template": ("{{#if d}}<p>{{else}}<p e>{{/if}}<i></p>", "1:33 <i> tag"),
    "an element in one branch only": (
        "{% if a %}<div>{% else %}{% endif %}x{% if a %}</div>{% endif %}",
        "",
    ),
    "ends of lines and characters of two units": (
        "<a>\r\n😀\u2028\x0c</b>\r\n</a>",
        "2:4 </b> tag",
    ),
}


@pytest.mark.parametrize("name", HTML)
def test_problems_of_html(name: str) -> None:
    check_problems(HTML[name], "html")


OTHERS: dict[str, tuple[str, Sample]] = {
    "XML: case": ("xml", ("<a></A>", "1:4 </A> tag, closes 1:1 <a>")),
    "XML: no void elements": ("xml", ("<a><br></a>", "1:4 <br> tag")),
    "XML: no optional end tags": ("xml", ("<a><p>x<p>y</p></a>", "1:4 <p> tag")),
    "XML: CDATA that does not end": ("xml", ("<a><![CDATA[</a>", "1:4 <![CDATA[ comment")),
    "XML: an instruction that does not end": ("xml", ("<?xml a\n<b/>", "1:1 <?xml tag")),
    "XML: a document type that does not end": ("xml", ("<!DOCTYPE a [ <b/>", "1:1 <!DOCTYPE tag")),
    "XML: the end is missing": ("xml", ("<a>\n<b>", "1:1 <a> tag\n2:1 <b> tag")),
    "XML: in order": ("xml", ('<?xml version="1.0"?><a b=">" c=\'"\'>d > e</a>', "")),
    "Vue: end tags are needed": ("vue", ("<template><p>a<p>b</p></template>", "1:11 <p> tag")),
    "Vue: a mustache that does not end": (
        "vue",
        ("<template>\n<b>{{ a }</b></template>", "2:4 {{ bracket"),
    ),
    "Vue: in order": (
        "vue",
        ("<template><Col>{{ a <b }}</Col><br><X/></template>\n<i18n><a></i18n>", ""),
    ),
    "Svelte: a brace that does not end": ("svelte", ("<p>{a</p>", "1:4 { bracket")),
    "Svelte: in order": ("svelte", ("{#if a <b}<p on:c={() => '</p>'}>{/if}</p>", "")),
    "JSX: never closed": ("tsx", ("a = (\n <div>\n  <p>x\n </div>\n);\n", "3:3 <p> tag")),
    "JSX: the outermost never closed": (
        "tsx",
        ("a = (\n <div>\n  <p>x</p>\n);\nb = () => <i>y</i>;\n", "2:2 <div> tag"),
    ),
    "JSX: crossed": ("jsx", ("a = <p><b><i>x</b></i></p>;\n", "1:15 </b> tag, closes 1:11 <i>")),
    "JSX: one too many": ("jsx", ("a = (\n<p>x</p>\n</div>);\nb = 1;\n", "3:1 </div> tag")),
    "JSX: one too many, inside": ("jsx", ("a = <p>x</b></p>;\n", "1:9 </b> tag")),
    "JSX: a fragment": ("tsx", ("a = <><b></></b>;\n", "1:10 </> tag, closes 1:7 <b>")),
    "JSX: case": ("jsx", ("a = <Foo></foo>;\n", "1:10 </foo> tag, closes 1:5 <Foo>")),
    "JSX: in order": ("tsx", ("a = <A<B> c={d < e}>{'</i>'}{/* </u> */ `</s>`}</A>;\n", "")),
    "JSX: end tags are needed": ("javascript", ("a = <ul><li>b</ul>;\n", "1:9 <li> tag")),
}


@pytest.mark.parametrize("name", OTHERS)
def test_problems_of_other_languages(name: str) -> None:
    language, sample = OTHERS[name]
    check_problems(sample, language)


def test_pairs_are_told_by_where_the_first_stands() -> None:
    found = pairs("<a>\n\t<b></b><br>\n<i></a>", "html")
    assert [(one.first.text, one.first.line, one.last.text, one.last.column) for one in found] == [
        ("<a>", 1, "</a>", 4),
        ("<b>", 2, "</b>", 5),
    ]


def test_a_long_name_is_told_in_part() -> None:
    check_problems((f"<{'a' * 50}>", f"1:1 <{'a' * 39} tag"), "xml")


@pytest.mark.parametrize(
    "text", ["<p>" * 3000, "</p>" * 3000, "<p><b>" * 3000, "<p><b></p>" * 3000]
)
@pytest.mark.parametrize("language", ["html", "xml"])
def test_depth_is_no_matter(text: str, language: str) -> None:
    assert len(pairs(f"{text}<i></i>", language)) >= 1
