"""Which elements a text has and where they end, with the answers written by hand."""

import pytest

from tests.core.structure.tags_drawn import Sample, check_elements

HTML: dict[str, Sample] = {
    "end tags that may be left out": (
        """
<ul>
  <li>one
    more
  <li>two

</ul>
<p>a
<div>b</div>
<dl><dt>t
<dd>d
</dl>
""",
        """
1-6 ul
  2-3 li
  4-4 li
7-7 p
8-8 div
9-11 dl
  9-9 dt
  10-10 dd
""",
    ),
    "a table without any": (
        "<table>\n<caption>c\n<thead>\n<tr><th>a\n<tbody>\n<tr><td>b\n<td>c\n</table>\n",
        """
1-8 table
  2-2 caption
  3-4 thead
    4-4 tr
      4-4 th
  5-7 tbody
    6-7 tr
      6-6 td
      7-7 td
""",
    ),
    "a list within an item keeps its items": (
        "<ul><li>a\n<ul><li>b\n<li>c\n</ul>\n<li>d\n</ul>",
        """
1-6 ul
  1-4 li
    2-4 ul
      2-2 li
      3-3 li
  5-5 li
""",
    ),
    "a head ends where what cannot be in it begins": (
        "<html>\n<head>\n<title><b></title>\n<link rel=x>\n<body>\n<p>x\n</html>\n",
        """
1-7 html
  2-4 head
    3-3 title
    4-4 link
  5-6 body
    6-6 p
""",
    ),
    "names match whatever their case, and are told as written": (
        "<DIV>\n<Br>\n</div>\n",
        "1-3 DIV\n  2-2 Br",
    ),
    "attributes hide what looks like tags, over lines": (
        "<div title=\"a > b\"\n     data-x='<p>'\n  class=a/b/>\n</div>\n",
        "1-4 div",
    ),
    "scripts, styles, comments and titles hide them too": (
        """
<script>if (a < b) { x = "<div>"; }
<!-- <script> </script> -->
</script>
<style>a::before { content: "<p>" }</style>
<!-- <div>
-->
<textarea><p></textarea><!--><i></i>
""",
        """
1-3 script
4-4 style
7-7 textarea
7-7 i
""",
    ),
    "less than in text begins nothing": (
        "<p>a < b, a <3, <>, <me@example.org>, 1<2</p>\n",
        "1-1 p",
    ),
    "marks of templates hide what is in them": (
        """
{% if a <b %}
<p class="{{ f("x>") }}" {% if "a" > b %}id=x{% endif %}>
{{ a <b }}{# <i> #}<% x <i> %>{% comment %}<i>{% endcomment %}
</p>
{% endif %}
""",
        "2-4 p",
    ),
    "each branch of a template begins anew": (
        "{% if a %}\n<div a>\n{% else %}\n<div b>\n{% endif %}\n<p></p></div>\n",
        "2-6 div\n4-4 div ?\n  6-6 p",
    ),
    "conditional comments of either kind": (
        "<!--[if IE]><div><![endif]-->\n<![if !IE]>\n<p>\n</p><![endif]>\n",
        "3-4 p",
    ),
    "an element that is never closed ends with what it lies in": (
        "<section>\n  <div>\n    <b>x</b>\n\n</section>\n",
        "1-5 section\n  2-3 div ?\n    3-3 b",
    ),
    "indentation tells which of two is not closed": (
        "<body>\n<div>\n  <div>\n    <p>x</p>\n</div>\n</body>\n",
        "1-6 body\n  2-5 div\n    3-4 div ?\n      4-4 p",
    ),
    "lines end in line feeds alone": (
        "<a>\r\n<b>\x0b\x0c\x85\u2028\r</b>\r\n</a>\r\n",
        "1-3 a\n  2-2 b",
    ),
    "foreign elements may be empty": (
        "<svg>\n<title><b/></title><path d='M'/><g\n/></svg>\n",
        "1-3 svg\n  2-2 title\n    2-2 b\n  2-2 path\n  2-3 g",
    ),
    "no elements": ("", ""),
}


@pytest.mark.parametrize("name", HTML)
def test_elements_of_html(name: str) -> None:
    check_elements(HTML[name], "html")


XML: dict[str, Sample] = {
    "names are told apart by case, and none is void": (
        "<a>\n<A>\n<br>\n</br></A></a>",
        "1-4 a\n  2-4 A\n    3-4 br",
    ),
    "no end tag may be left out": (
        "<r><p>\n<p>\n</p></p><li/></r>",
        "1-3 r\n  1-3 p\n    2-3 p\n  3-3 li",
    ),
    "CDATA hides": ("<a><![CDATA[<b>]] >\n</a>]]>\n</a>", "1-3 a"),
    "instructions hide": ('<?xml version="1.0"?>\n<?x <b> ?><a>\n<?y <c>?></a>', "2-3 a"),
    "a document type with declarations hides": (
        '<!DOCTYPE a [\n<!ENTITY b "]><c>">\n<!-- don\'t ]> <d> -->\n<!ELEMENT a (b)>]>\n<a/>',
        "5-5 a",
    ),
    "comments hide": ("<a><!-- <b> -- >\n<c> --></a>", "1-2 a"),
    "names with colons, dots and letters of all kinds": (
        "<svg:g>\n<x.y-z/><é/></svg:g>",
        "1-2 svg:g\n  2-2 x.y-z\n  2-2 é",
    ),
    "a tag over several lines": ('<a\n  b="1"\n  c=">"\n/>\n<d\n></d\n>', "1-4 a\n5-7 d"),
    "script has elements like any other": (
        "<script>\n<x>\n</x></script>",
        "1-3 script\n  2-3 x",
    ),
    "one that is never closed": ("<a>\n<b>\n<c/>\n</a>", "1-4 a\n  2-3 b ?\n    3-3 c"),
    "the end is missing": ("<a>\n<b>x\n\n", "1-2 a ?\n  2-2 b ?"),
    "braces mean nothing": ("<a>{{ <b/> {% <c/> {</a>", "1-1 a\n  1-1 b\n  1-1 c"),
    "no line is longer for its characters": ("<a>😀\r\n<b/>\u2028\n</a>", "1-3 a\n  2-2 b"),
}


@pytest.mark.parametrize("name", XML)
def test_elements_of_xml(name: str) -> None:
    check_elements(XML[name], "xml")


VUE: dict[str, Sample] = {
    "blocks": (
        """
<script setup lang="ts">
const a = ref<string>('</div>')
</script>
<template>
  <div v-if="a > b && c < d" @click="() => { go(1) }">
    <MyComp v-for="i in n" :key="i" #default="{ x }">
      {{ x < 3 ? '</b>' : "<i>" }}
    </MyComp>
    <template #foot><span>x</span></template>
    <br>
  </div>
</template>
<style scoped>
.a { color: red; }
</style>
""",
        """
1-3 script
4-12 template
  5-11 div
    6-8 MyComp
    9-9 template
      9-9 span
    10-10 br
13-15 style
""",
    ),
    "another language's template is text": (
        '<template lang="pug">\ndiv <p>\n</template>\n',
        "1-3 template",
    ),
    "a block of one's own is text": (
        "<i18n>\n{ <a> }\n</i18n>\n<template><b/></template>",
        "1-3 i18n\n4-4 template\n  4-4 b",
    ),
    "components that are named as void elements are not void": (
        "<template>\n<Col>\n<Input>x</Input></Col>\n</template>",
        "1-4 template\n  2-3 Col\n    3-3 Input",
    ),
    "anything may be empty": (
        "<template>\n<div/><p\n/></template>",
        "1-3 template\n  2-2 div\n  2-3 p",
    ),
    "a component closed in its other case": (
        "<template><MyA>\n</mya></template>",
        "1-2 template\n  1-2 MyA",
    ),
    "end tags are not left out": (
        "<template>\n<ul>\n<li>a\n</ul></template>",
        "1-4 template\n  2-4 ul\n    3-3 li ?",
    ),
    "a mustache over lines": (
        "<template><p>{{\n a <b \n}}</p></template>",
        "1-3 template\n  1-3 p",
    ),
    "dynamic names": (
        '<template>\n<component :is="a" #[b.c]="d" @x.y="z = \'>\'">\n</component></template>',
        "1-3 template\n  2-3 component",
    ),
    "a script without a body": (
        '<script src="a" />\n<template>\n</template>',
        "1-1 script\n2-3 template",
    ),
    "raw text in a template": (
        "<template><textarea><p></textarea>\n<title><p></title></template>",
        "1-2 template\n  1-1 textarea\n  2-2 title",
    ),
    "comments": ("<!-- <template> -->\n<template><!-- <p>\n--></template>", "2-3 template"),
}


@pytest.mark.parametrize("name", VUE)
def test_elements_of_vue(name: str) -> None:
    check_elements(VUE[name], "vue")


SVELTE: dict[str, Sample] = {
    "expressions in text": ("<p>\n{a < 3 ? '<b>' : `<i>${x <y}`}\n</p>", "1-3 p"),
    "blocks": (
        "{#if a <b}\n<p>\n</p>\n{:else if c <d}<i/>{/if}\n{#each x as {a}, i (a)}<b>\n</b>{/each}",
        "2-3 p\n4-4 i\n5-6 b",
    ),
    "functions in attributes": ("<p on:click={() => { a > b }}\n{...c} {d}>\n</p>", "1-3 p"),
    "quotes within quotes": ('<p class="a {b ? "c>" : \'d\'}">\n</p>', "1-2 p"),
    "regular expressions and divisions": (
        "<p>{x.replace(/[}<]\\/'/g, '')}{a / 2}<i>{b / c}</i>\n</p>",
        "1-2 p\n  1-1 i",
    ),
    "comments in expressions": ("<p>{/* } <b> */ a}{b // }\n}</p>", "1-2 p"),
    "components": (
        "<Foo.Bar>\n<Input></Input><input></Foo.Bar>",
        "1-2 Foo.Bar\n  2-2 Input\n  2-2 input",
    ),
    "special elements": (
        "<svelte:head>\n<title>a{b}</title></svelte:head>",
        "1-2 svelte:head\n  2-2 title",
    ),
    "raw blocks": ("{@html '<b>'}<script lang='ts'>\nlet a = '{<p>';\n</script>", "1-3 script"),
    "end tags may be left out": ("<ul><li>a\n<li>b\n</ul>", "1-3 ul\n  1-1 li\n  2-2 li"),
    "templates in templates": ("<p>{`a${`}${'{'}`}`}\n</p>", "1-2 p"),
    "a value that is an expression": ("<A b={c > d} e={{f: '>'}}/>\n<g h={i}></g>", "1-1 A\n2-2 g"),
}


@pytest.mark.parametrize("name", SVELTE)
def test_elements_of_svelte(name: str) -> None:
    check_elements(SVELTE[name], "svelte")


JSX: dict[str, Sample] = {
    "fragments and what is in braces": (
        """
const A = () => (
  <>
    <Foo.Bar x={<i>1</i>}
      y="a > b">
      {list.map(x => (
        <li key={x}>
          {x > 1 && <b>2</b>}
        </li>
      ))}
      {/* <fake> */}
      <img src="a" />
    </Foo.Bar>
  </>
);
""",
        """
2-13 -
  3-12 Foo.Bar
    3-3 i
    6-8 li
      7-7 b
    11-11 img
""",
    ),
    "a fragment over lines": ("a = <\n>\n<b/></\n>;\n", "1-4 -\n  3-3 b"),
    "text that looks like code": ("a = <p>\nit's } {'}'} \"\n</p>;\n", "1-3 p"),
    "names in two parts": ("a = <a:b>\n<x-y/></a:b>;\n", "1-2 a:b\n  2-2 x-y"),
    "comparisons are none": ("a = b < c && d > e; f = g</h>/.x;\n", ""),
    "strings are none": ("a = '<p>'; b = `<p>${<i/>}`; // <b>\n/* <c> */\n", "1-1 i"),
    "one that is never closed": (
        "const A = () => (\n  <div>\n    <p>x\n  </div>\n);\n",
        "2-4 div\n  3-3 p ?",
    ),
    "attributes that are spread": ("a = <p {...b} c={{d: 1}}\n>\n</p>;\n", "1-3 p"),
    "two roots": ("a = <p/>;\nb = <q>\n</q>;\n", "1-1 p\n2-3 q"),
    "an element as an attribute": ("a = <p q=<r/>>\n</p>;\n", "1-2 p\n  1-1 r"),
    "lines end in line feeds alone": ("a = <p>\r\n😀\u2028\x0c<b/>\r\n</p>;\r\n", "1-3 p\n  2-2 b"),
    "none": ("const a = 1;\n", ""),
}


@pytest.mark.parametrize("language", ["jsx", "tsx", "javascript"])
@pytest.mark.parametrize("name", JSX)
def test_elements_of_jsx(name: str, language: str) -> None:
    check_elements(JSX[name], language)


def test_types_of_components_are_no_elements() -> None:
    check_elements(
        ("a = <Foo<string> b={c as D<E>}>\n<G<H> />\n</Foo>;\n", "1-3 Foo\n  2-2 G"), "tsx"
    )
