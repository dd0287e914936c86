"""Texts that lead astray who counts brackets: the sound are silent, the others tell their fault."""

import pytest

from editjournal.daemon.core.structure.balance.balanced import balanced
from editjournal.schemas.structure import Balance, Mark, Problem

SOUND = {
    "python: quotes in f-strings, doubled braces": (
        "python",
        'x = f"{d["k"]} {f"{a[0]}"!r:>{w}} {{ ("\ny = (1,\n     2)\n',
    ),
    "python: raw, bytes and triple quotes": (
        "python",
        's = """ "{ \\""" }" """\nt = r"\\("\nu = \'it\\\'s {\'\nv = rb"["  # ( [\n',
    ),
    "javascript: nested templates": (
        "javascript",
        "const a = `x ${ f({a: `y ${ [1].map(i => `${i}}`) } {`}) } )`;\nlet b = {};\n",
    ),
    "javascript: regular expressions and division": (
        "javascript",
        (
            "const r = /[(\\/{]/g, q = a / b / c, s = x.replace(/\"/g, '}');\n"
            'if (/\\)/.test(s)) { y = /(?:{)/; }\nfunction f(s) { return /[}"]/.test(s); }\n'
        ),
    ),
    "typescript: generics and comparisons": (
        "typescript",
        (
            "const m = new Map<string, Array<[a: number]>>();\nif (a < b || c > (d)) { f<T>(x); }\n"
            "type X = { [K in keyof T]?: T[K] };\n"
        ),
    ),
    "tsx: brackets and quotes in text": (
        "tsx",
        (
            "const A = () => (\n <div onClick={() => { f(`${x}}`) }}>\n"
            "  it's ) &gt; b \"quote {/* } */}\n"
            "  {list.map(i => <li key={i}>{i}</li>)}\n  <Foo<string> x={{a: 1}} {...y} /><></>\n"
            " </div>\n);\n"
        ),
    ),
    "rust: lifetimes, characters, raw strings": (
        "rust",
        (
            'fn f<\'a>(x: &\'a str) -> char {\n  let s = r##"}" # "#(" "##; let b = b\'{\';\n'
            "  let c = '\"'; let d = '\\''; 'outer: loop { break 'outer; }\n  c\n}\n"
        ),
    ),
    "rust: comments in comments": ("rust", "/* a /* { */ ( */ fn f() {}\n/// )\nstruct A;\n"),
    "rust: macros": (
        "rust",
        'macro_rules! m { ($($x:expr),*) => { [$($x),*] } }\nfn f() { println!("{}(", x[0]); }\n',
    ),
    "csharp: verbatim, interpolated and raw strings": (
        "csharp",
        (
            'class A { void M() {\n  var a = @"c:\\{"; var b = @"say ""}""";\n'
            '  var c = $"{x[0]} {{ {(y ? "}" : $"{z}")}"; var d = """ " } """; var e = \'{\';\n'
            '  var f = $@"{p}\\""}";\n} }\n'
        ),
    ),
    "bash: heredocs, patterns and expansions": (
        "bash",
        (
            "f() {\n  cat <<'EOF' | tr a b\n ) } ${x \" `\nEOF\n  case $1 in\n"
            '    a) echo "${x:-"}"}" ;;\n'
            "    (b) echo $(( (1+2) * 3 )) ;;\n    *[a-z]) y=${x#(} ;;\n  esac\n"
            '  [[ $x == *")"* ]] && z="a ${b} $(c) ${d[1]}" # it\'s {\n}\n'
        ),
    ),
    "bash: brackets that are words": (
        "bash",
        "[ -f a ] && echo \\( '(' \"[\"\nif [[ $a =~ ^(x|y)$ ]]; then echo {a,b}; fi\n",
    ),
    "go: raw strings and runes": (
        "go",
        (
            "package p\nfunc f() string {\n\ta := `raw \" { \\`\n\tb := '{'\n\t_ = b\n"
            '\treturn a + "\\"}" // }\n}\n'
        ),
    ),
    "cpp: raw strings, digits, lambdas": (
        "cpp",
        (
            "auto s = R\"x( )\" } )x\"; int n = 1'000'000; char c = '}';\n"
            'void f() { g("\\"{"); [](){}(); }\n[[nodiscard]] int operator()(int);\n'
        ),
    ),
    "c: two branches that open the same block": (
        "c",
        (
            "void f() {\n#ifdef A\n  if (a) {\n#elif B\n  if (b) {\n#else\n  if (c) {\n"
            "#endif\n    g();\n  }\n}\n"
        ),
    ),
    "c: conditionals with more branches and with fewer": (
        "c",
        (
            "void f() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n    g();\n#if X\n"
            "    if (x) {\n#elif Y\n    if (y) {\n#else\n    if (z) {\n#endif\n    }\n  }\n}\n"
        ),
    ),
    "c: branches that open here and close there": (
        "c",
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint f();\n#ifdef __cplusplus\n}\n#endif\n',
    ),
    "c: what is never compiled": ("c", "#if 0\nit's a ( note {\n#endif\nint f() { return 0; }\n"),
    "c: macros that open and close": (
        "c",
        (
            "#define BEGIN do {\n#define END } while (0)\n#define CALL(x) ((x)(1))\n"
            "int f() { BEGIN g(); END; }\n"
        ),
    ),
    "c: macros that no grammar knows": (
        "c",
        "DEFINE_THING(foo) MODULE int f(a, b) int a; { FOREACH(x, list) { g(x); } }\nEND_DECLS\n",
    ),
    "ruby: interpolation, heredocs, percent literals": (
        "ruby",
        (
            'a = "#{h[:k] + "}#{1}"}"\nb = %w[a ( b] + %i(x y)\nc = <<~X\n  } ) #{[1]}\nX\n'
            "d = /[{(]\\/#{a}/\ne = ?{\nf = %q{it (}\ng = `ls (`\n"
        ),
    ),
    "php: heredocs and interpolation": (
        "php",
        (
            "<?php\n$a = \"{$b['}']} ${c}\";\n$h = <<<E\n } {$x[0]} (\nE;\n#[A(1)]\n"
            "function f() { return [1]; }\n"
        ),
    ),
    "php: pages between the code": (
        "php",
        (
            "<p>it's ( <?= $a[1] ?> )</b>\n<?php if ($a) { // it's ( ?>\n <p>it's ( </p>\n"
            "<?php } ?>\n{\n"
        ),
    ),
    "kotlin: templates": (
        "kotlin",
        (
            'fun f() {\n  val s = "${m["}"] ?: "{"} $x {"\n  val r = """ " ${y} } """\n'
            "  val c = '{'\n}\n"
        ),
    ),
    "swift: interpolation": (
        "swift",
        'func f() {\n  let s = "\\(m["(a)"] ?? ")") {"\n  let r = #" " \\#(y) } "#\n}\n',
    ),
    "swift: two branches that open the same block": (
        "swift",
        "func f() {\n#if A\n  if a {\n#else\n  if b {\n#endif\n    g()\n  }\n}\n",
    ),
    "scala: interpolation": (
        "scala",
        'object A { val s = s"${m("}")} ( $x"\n val r = """ ( """; val c = \'(\' }\n',
    ),
    "lua: long brackets": (
        "lua",
        "a = [[ ( ]] b = [==[ ]] ]==] --[[ ( ]]\nc = {1, [2] = 3, d[e[1]]}\n-- (\n",
    ),
    "haskell: characters, primes, comments": (
        "haskell",
        "f x = g x' '(' \"(\"\n{- ( {- [ -} -}\nh = (+) [1] (a, b)\n-- (\n",
    ),
    "elixir: sigils and charlists": (
        "elixir",
        'a = ~s(a #{b[:c]} ")\nb = ~w[a b]\nc = %{a: 1}\nd = ~r/(/\ne = ?(\nf = <<1>>\n',
    ),
    "nix: strings of two quotes": (
        "nix",
        "{ a = \"${b} (\"; c = ''\n  ${d} ( '''\n  ''${e} {\n''; f = [ 1 ]; g = (x); }\n",
    ),
    "zig: lines of strings": (
        "zig",
        "const s =\n    \\\\ ( { \"\n    \\\\ [\n;\nconst c = '(';\nconst d = [_]u8{1};\n",
    ),
    "hcl: templates and heredocs": (
        "hcl",
        'a = "${b[0]} ("\nc = <<E\n ( ${d}\nE\nb {\n  x = [1]\n}\n',
    ),
    "dart: interpolation": (
        "dart",
        "var a = \"${b[1]} (\"; var c = r'('; var d = ''' ( ${x} ''';\n@A(1)\nclass B {}\n",
    ),
    "solidity: strings": (
        "solidity",
        'contract A { function f() public { string memory s = "("; mapping(uint => uint) m; } }\n',
    ),
    "java: text blocks and characters": (
        "java",
        '@A({1})\nclass B { char c = \'(\'; String s = """\n  ( " {\n  """; int[] x = {}; }\n',
    ),
    "css: strings, comments, url without quotes": (
        "css",
        'a[href="("] { b: url(data:image/svg+xml;x=1); c: url("("); d: calc((1 + 2)); }\n/* ( */\n',
    ),
    "json: strings": ("json", '{"a": [1, "(", "}\\""]}\n'),
    "yaml: plain and block text": (
        "yaml",
        'a: [1, {b: c}]\nb: x ( y\'s\nc: |\n  ( [\nd: "("\n',
    ),
    "markdown: prose": ("markdown", "a) it's 1) [ ( `{`\n\n```c\nint f( {\n```\n"),
    "html: void and optional tags, text, comments": (
        "html",
        (
            '<div a="x > <b">\n <!-- <p> -- <div> ( -->\n <br> <img src=x> <input>\n <p>it\'s (\n'
            ' <ul><li>a<li>b</ul>\n <script>if (a < b && "<\\/div>") { }</script>\n</div>\n'
        ),
    ),
    "html: languages that are not checked": (
        "html",
        '<script type="text/template">if ( {</script>\n<style lang="scss">a { </style>\n',
    ),
    "vue: less-than in mustaches": (
        "vue",
        (
            '<script setup lang="ts">\nconst a = ref<Map<string, number>>(new Map())\n'
            "const s = `</b> ${a}`\n"
            '</script>\n<template>\n <div v-if="a > b" @click="() => { go({}) }">\n'
            '  <Comp v-for="i in n" :key="i" #default="{ x }"><br><Foo /></Comp>\n'
            "  {{ x < 3 ? \"a)\" : 'b' }} {{ f({ a: [1] }) }}\n </div>\n</template>\n"
        ),
    ),
}

FAULTY = {
    "python: a call that is not closed": (
        "python",
        "a = foo(1,\n        bar(2)\nb = 3\ndef g(): return [1]\n",
        ["1:8 ("],
    ),
    "python: behind doubled braces": (
        "python",
        'x = f"{d["k"]} }}"\ny = foo(1, [2)\nz = 1\n',
        ["2:12 ["],
    ),
    "python: a string without end": ("python", "a = 'it's {'\nb = (1)\n", ["1:12 '"]),
    "python: bytes without end": ("python", "a = b'it {\nb = (1)\n", ["1:6 '"]),
    "python: a string without end in a call": (
        "python",
        'f("a, (1))\nb = {"c": [1]}\n',
        ['1:3 "'],
    ),
    "python: three quotes without end": (
        "python",
        'def f():\n    x = g("""doc {\n    return (1)\n',
        ['2:11 """'],
    ),
    "javascript: in a nested template": (
        "javascript",
        "const a = `x ${ f({a: `y ${ [1].map(i => `${i}}`) } {`) } )`;\nlet b = {};\n",
        ["1:19 {"],
    ),
    "javascript: a block that is not closed": (
        "javascript",
        "function f(a) {\n  if (a) {\n    g(a);\n}\nfunction h() { return 1; }\n",
        ["2:10 {"],
    ),
    "javascript: in the middle of a class": (
        "javascript",
        (
            "class A {\n  f() {\n    if (a) {\n      g();\n  }\n\n  h() {\n    x.map((y) => {\n"
            "      z(y);\n    });\n  }\n}\n"
        ),
        ["3:12 {"],
    ),
    "javascript: a block that was never opened": (
        "javascript",
        "class A {\n  f() {\n    if (a)\n      g();\n    }\n  }\n\n  h() { return 1; }\n}\n",
        ["5:5 }"],
    ),
    "javascript: an else behind a block that is not closed": (
        "javascript",
        "function f() {\n  if (a) {\n    g();\n  else {\n    h();\n  }\n}\nf();\n",
        ["2:10 {"],
    ),
    "javascript: one too many": ("javascript", "foo(a, b));\nbar();\n", ["1:10 )"]),
    "javascript: the wrong kind": (
        "javascript",
        "const a = f(b[1);\nconst c = [d(2};\n",
        ["1:14 [", "2:11 [", "2:15 }"],
    ),
    "javascript: a string without end": (
        "javascript",
        'const a = f("abc);\nconst b = {x: 1};\n',
        ['1:13 "'],
    ),
    "javascript: a template without end": (
        "javascript",
        "f(() => {\n  const a = `abc ${x};\n});\nconst b = {x: 1};\n",
        ["2:13 `"],
    ),
    "javascript: a comment without end": (
        "javascript",
        "let a = 1; /* oops {\nlet b = 2;\n",
        ["1:12 /*"],
    ),
    "javascript: a regular expression is none": (
        "javascript",
        "const r = /[(]/;\nf(/\\)/;\n",
        ["2:2 ("],
    ),
    "tsx: an expression that is not closed": (
        "tsx",
        "const A = () => (\n <div>\n  {list.map(i => <li key={i}>{i}</li>)\n  don't\n </div>\n);\n",
        ["3:3 {"],
    ),
    "tsx: a tag that is not closed": (
        "tsx",
        "const A = () => (\n <div>\n  <p>it's</p>\n);\nconst b = (1);\n",
        ["2:2 <div>"],
    ),
    "rust: behind a lifetime": (
        "rust",
        "fn f<'a>(x: &'a str) {\n  if x == \"{\" {\n    g(x);\n}\nfn h() {}\n",
        ["2:15 {"],
    ),
    "rust: a string without end": (
        "rust",
        'fn f() { let a = "abc; g(1);\n let b = "x";\n}\n',
        ['1:18 "'],
    ),
    "csharp: behind a verbatim string": (
        "csharp",
        'class A { void M() {\n  Foo(@"c:\\", Bar(1);\n} }\n',
        ["2:6 ("],
    ),
    "bash: a function and a substitution": (
        "bash",
        'f() {\n  if [ -f "$1" ]; then\n    echo "$(cat "$1")"\n  fi\n\ng() { echo $(date; }\n',
        ["1:5 {", "6:13 ("],
    ),
    "bash: a brace alone": ("bash", "f() {\n  g\n}\n}\n", ["4:1 }"]),
    "go: one too many": ("go", "package p\nfunc f() {\n}\n}\nfunc g() {}\n", ["4:1 }"]),
    "java: a string without end": (
        "java",
        'class A {\n  String s = "abc;\n  int f() { return g(1); }\n}\n',
        ['2:14 "'],
    ),
    "java: a comment without end": (
        "java",
        "class A {\n  /* int f() { g( }\n  int x;\n}\n",
        ["2:3 /*"],
    ),
    "c: in one of two branches": (
        "c",
        "void f() {\n#ifdef A\n  if (a) {\n#else\n  if (b {\n#endif\n    g();\n  }\n}\n",
        ["5:6 ("],
    ),
    "c: in a macro": ("c", "#define CALL(x) ((x)(1)\nint f() { return 0; }\n", ["1:17 ("]),
    "c: a string without end": (
        "c",
        'int f() { char *a = "abc; g(1);\n  int b;\n}\n',
        ['1:21 "'],
    ),
    "ruby: behind a percent literal": ("ruby", "b = %w[a ( b]\nc = foo(b[0]\nd = 1\n", ["2:8 ("]),
    "php: in a page": (
        "php",
        "<?php foreach ($a as $b) { ?>\n <p>it's (</p>\n<?php f($b[1); } ?>\n",
        ["3:11 ["],
    ),
    "lua: behind a long bracket": ("lua", "a = [[ ( ]]\nb = {1, {2}\nc = 3\n", ["2:5 {"]),
    "elixir: behind a sigil": ("elixir", "a = ~s(()\nb = [1, {2]\n", ["2:9 {"]),
    "json: where a comma is": ("json", '{\n  "a": [1, 2,\n  "b": {"c": 1}\n}\n', ["2:8 ["]),
    "json: a string without end": ("json", '{\n  "a: 1,\n  "b": 2\n}\n', ['2:3 "']),
    "yaml: one too many": (
        "yaml",
        "# a\n- a: [x, y]]\n  c: |\n    foo [\n- d: {e: f}\n",
        ["2:12 ]"],
    ),
    "css: a rule that is not closed": ("css", "a {\n  b: c;\n\nd {\n  e: f;\n}\n", ["1:3 {"]),
    "css: a string without end": ("css", 'a { b: "c; }\nd { e: f }\n', ['1:8 "']),
    "html: a tag that is not closed": (
        "html",
        "<body>\n<div>\n <span>x</span>\n <p>\n</body>\n",
        ["2:1 <div>"],
    ),
    "html: in a script": (
        "html",
        '<p>(</p>\n<p>é😀</p><script>f("</p>", [1);\n</script>\n',
        ["2:28 ["],
    ),
    "vue: in a script": (
        "vue",
        (
            '<script setup lang="ts">\nconst a = ref<string>("x"\nconst b = 1\n</script>\n'
            "<template>\n <div/>\n</template>\n"
        ),
        ["2:22 ("],
    ),
    "vue: in a mustache": (
        "vue",
        "<template>\n <p>{{ f(a[1) }} {{ b < (3) }}</p>\n</template>\n",
        ["2:11 ["],
    ),
    "where a carriage return ends the line too": (
        "go",
        "package p\r\nfunc f() {\r\n}}\r\n",
        ["3:2 }"],
    ),
    "where a tab and astral characters stand before": ("json", '{\t"😀": [1}\n', ["1:8 ["]),
    "where a form feed and U+2028 end no line": (
        "python",
        "a = 1\x0c\nb = '\u2028\u0085\x0b'\nc = (\n",
        ["3:5 ("],
    ),
}


def told(text: str, language: str) -> list[str]:
    return [
        f"{one.mark.line}:{one.mark.column} {one.mark.text}"
        for one in balanced(text, language, verbose=False).problems
    ]


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_text_is_silent(name: str) -> None:
    language, text = SOUND[name]
    assert told(text, language) == []


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_told_where_it_is_and_nothing_else(name: str) -> None:
    language, text, wanted = FAULTY[name]
    assert told(text, language) == wanted


@pytest.mark.parametrize("name", [name for name in SOUND if "markdown" not in name])
def test_a_bracket_behind_a_sound_text_is_told(name: str) -> None:
    """What is silent has been read, not passed over."""
    language, text = SOUND[name]
    more = {"html": "<script>f(\n</script>\n", "vue": "<script>f(\n</script>\n"}
    more |= {"php": "<?php f(;\n", "yaml": "x: [\n"}
    line = text.count("\n") + 1
    assert [one.split(":")[0] for one in told(text + more.get(language, "x = f(\n"), language)] == [
        str(line)
    ]


def test_what_closes_another_kind_names_it() -> None:
    text = "x = [\n    f(1},\n]\n"
    found = balanced(text, "python", verbose=False)
    assert found.problems == (Problem("bracket", Mark("}", 2, 8), Mark("(", 2, 6)),)


def test_pairs_are_told_where_asked_for_by_where_they_begin() -> None:
    text = "f(a[1],\n  {})\n"
    found = balanced(text, "javascript", verbose=True)
    assert [(one.first.text, one.first.line, one.last.line) for one in found.pairs] == [
        ("(", 1, 2),
        ("[", 1, 1),
        ("{", 2, 2),
    ]
    assert balanced(text, "javascript", verbose=False).pairs == ()


def test_what_does_not_parse_is_told_although_its_brackets_pair() -> None:
    found = balanced("a = 1\nb = = 2\nc = (3)\n", "python", verbose=False)
    assert (found.problems, [str(one) for one in found.unsure]) == ((), ["2"])


@pytest.mark.parametrize("language", ["python", "javascript", "json", "c"])
def test_ten_thousand_brackets_within_each_other_are_counted(language: str) -> None:
    found = balanced("(" * 10_000 + ")" * 9_999 + "\n", language, verbose=False)
    assert len(found.problems) == 1


def test_an_empty_text_is_balanced() -> None:
    assert balanced("", "python", verbose=True) == Balance("python", "grammar")


def test_php_ends_a_statement_where_its_page_goes_on() -> None:
    text = "<?php f(1) ?>\n<p>it's ({</p>\n<?php if ($a) { ?> ( <?php } g(2) ?>\n"
    found = balanced(text, "php", verbose=False)
    assert not found.problems
    assert not found.unsure


def test_what_does_not_parse_at_the_end_is_the_last_line_and_none_behind_it() -> None:
    found = balanced("func f() int {\n\treturn g(x\n)\n", "go", verbose=False)
    assert [str(one) for one in found.unsure] == ["3"]
