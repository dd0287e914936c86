"""Definitions in languages without a grammar: each sample's answer is written by hand."""

from typing import NamedTuple

import pytest

from editjournal.daemon.core.structure.languages import language_of
from editjournal.daemon.core.structure.scanning.scanner import definitions
from editjournal.schemas.structure import Definition


class Sample(NamedTuple):
    text: str
    answer: str
    """What is found, one in a line: "kind name first-last", and ":line" where that is not first."""


def told(one: Definition) -> str:
    line = f":{one.line}" if one.line != one.first else ""
    return f"{one.kind} {one.name} {one.first}-{one.last}{line}{' unsure' * one.unsure}"


def found(path: str, text: str) -> str:
    name = path.encode()
    return "; ".join(map(told, definitions(text, language_of(name, text), name)))


TOML = {
    "tables": Sample("[a]\nx = 1\n\n[b]\ny = 2\n", "table a 1-2; table b 4-5"),
    "arrays of tables": Sample("[[p]]\nn = 1\n[[p]]\nn = 2\n", "table p 1-2; table p 3-4"),
    "dotted and quoted": Sample('[a . "b.c"]\nx=1\n', 'table a . "b.c" 1-2'),
    "indented": Sample("[a]\n  [a.b]\n  x = 1\n", "table a 1-1; table a.b 2-3"),
    "array over lines": Sample("[a]\nx = [\n[1],\n[2]\n]\n[b]\n", "table a 1-5; table b 6-6"),
    "in a string": Sample('[a]\nx = """\n[b]\n"""\ny = 1\n', "table a 1-5"),
    "in a literal string": Sample("[a]\nx = '''\n[b] \"\"\"\n'''\n", "table a 1-4"),
    "in a comment": Sample("[a]\n# [b]\nx = 1\n", "table a 1-3"),
    "comment of the next": Sample("[a]\nx=1\n\n# of b\n[b]\n", "table a 1-2; table b 4-5:5"),
    "comment behind": Sample("[a] # [b]\nx = 1\n", "table a 1-2"),
    "CRLF": Sample("[a]\r\nx = 1\r\n\r\n[b]\r\n", "table a 1-2; table b 4-4"),
    "no table": Sample("x = 1\ny = [[1]]\n", ""),
    "bracket in a key": Sample('"[a]" = 1\n[b]\n', "table b 2-2"),
    "no line feed at the end": Sample("[é.😀]\nx = 1", "table é.😀 1-2"),
    "header only": Sample("x = 0\n[a]", "table a 2-2"),
}
INI = {
    "sections": Sample("[a]\nx=1\n\n[b]\ny=2\n", "section a 1-2; section b 4-5"),
    "lone quotes": Sample("[a]\nx=it's\ny=\"\n[b]\n", "section a 1-3; section b 4-4"),
    "indented is a value": Sample("[a]\nx =\n  [b]\n  c\n", "section a 1-4"),
    "both comments": Sample("; [x]\n# [y]\n[a]\n;[b]\nz=1\n", "section a 1-5:3"),
    "name with blanks": Sample('[remote "origin"]\n\turl = x\n', 'section remote "origin" 1-2'),
    "comment behind": Sample("[a] ; why\nx=1\n", "section a 1-2"),
    "bracket in a value": Sample("[a]\nx = [1]\n[b\ny=1\n", "section a 1-4"),
    "CRLF": Sample("[a]\r\nx=1\r\n[b]\r\n", "section a 1-2; section b 3-3"),
    "comment of the next": Sample("[a]\nx=1\n\n; of b\n[b]\n", "section a 1-2; section b 4-5:5"),
    "comment of the last": Sample("[a]\nx=1\n;y=2\n[b]\n", "section a 1-3; section b 3-4:4"),
    "glob": Sample("root = true\n[*.{js,py}]\nx=1\n", "section *.{js,py} 2-3"),
    "no section": Sample("x=1\ny=2\n", ""),
    "blank lines at the end": Sample("[a]\nx=1\n\n\n", "section a 1-2"),
    "no heading but braces": Sample(
        "http {\n  server {\n    listen 80;\n  }\n}\n", "block http 1-5; block server 2-4"
    ),
}
SQL = {
    "table": Sample("CREATE TABLE a (\n  x int\n);\nselect 1;\n", "statement a 1-3"),
    "two in a line": Sample(
        "create view a as select 1; create view b as select 2;\n",
        "statement a 1-1; statement b 1-1",
    ),
    "qualified": Sample('create table if not exists s."T x" (a int);\n', "statement s.T x 1-1"),
    "dollars": Sample(
        "create function f() returns int as $$\nbegin; x; end\n$$ language sql;\nselect 1;\n",
        "statement f 1-3",
    ),
    "named dollars": Sample(
        "create function f() as $b$\n ';' $$ ; $$\n$b$;\ncreate table t (a int);\n",
        "statement f 1-3; statement t 4-4",
    ),
    "begin and end": Sample(
        "create procedure p()\nbegin\n  if x then y; end if;\n  select 1;\nend;\nselect 2;\n",
        "statement p 1-5",
    ),
    "case in a body": Sample(
        "create trigger t after insert on a\nbegin\n select case x when 1 then 2 end;\nend;\nx;\n",
        "statement t 1-4",
    ),
    "delimiter": Sample(
        "DELIMITER //\ncreate procedure p()\nbegin\n  x;\nend//\nDELIMITER ;\ncreate table t(a x);",
        "statement p 2-5; statement t 7-7",
    ),
    "dollar delimiter": Sample(
        "delimiter $$\ncreate function f()\nbegin x; end$$\ndelimiter ;\ncreate view v as x;\n",
        "statement f 2-3; statement v 5-5",
    ),
    "declarations": Sample(
        "create or replace function f return int is\n  v int;\nbegin\n  return v;\nend;\n/\nx;\n",
        "statement f 1-5",
    ),
    "in a string": Sample("insert into a values ('\ncreate table b (x int);');\n", ""),
    "in a comment": Sample("/* create table a (x int); */\n-- create table b (x int);\n", ""),
    "semicolon in a string": Sample(
        "create table a (\n x text default 'it''s; ' -- ;\n);\n", "statement a 1-3"
    ),
    "comment above": Sample("-- what\n-- for\ncreate table a (x int);\n", "statement a 1-3:3"),
    "go": Sample("create procedure dbo.p as\nselect 1\ngo\nselect 2\ngo\n", "statement dbo.p 1-3"),
    "words between": Sample(
        "create or replace temp view a as select 1;\ncreate unique index i on a (x);\n",
        "statement a 1-1; statement i 2-2",
    ),
}
MAKE = {
    "target": Sample("a: b c\n\tcmd\n\nb:\n\tcmd\n", "target a 1-2; target b 4-5"),
    "assignments": Sample("A := 1\nB ?= 2\nC = x:y\nD ::= 3\na:\n\tc\n", "target a 5-6"),
    "no recipe": Sample(".PHONY: a\na: b\n", ""),
    "backslashes": Sample("a: b \\\n  c\n\tx \\\n  y\nZ=1\n", "target a 1-4"),
    "blank lines and comments": Sample("a:\n\tx\n\n# more\n\ty\n\n# other\n", "target a 1-5"),
    "define": Sample("define f\na:\n\tx\nendef\nb:\n\ty\n", "macro f 1-4; target b 5-6"),
    "one line": Sample("a: ; cmd\nb: c ; cmd\n", "target a 1-1; target b 2-2"),
    "references": Sample("$(O:.c=.o): %.o: %.c\n\tcc\n", "target $(O:.c=.o) 1-2"),
    "double colon": Sample("a::\n\tx\n", "target a 1-2"),
    "several": Sample("a b:\n\tx\n", "target a b 1-2"),
    "conditionals in a recipe": Sample(
        "a:\nifdef X\n\tx\nendif\nb:\n\ty\n", "target a 1-4; target b 5-6"
    ),
    "conditionals around": Sample(
        "ifdef X\na:\n\tx\nelse\na:\n\ty\nendif\n", "target a 2-3; target a 5-6"
    ),
    "comment above": Sample("# builds\na:\n\tx\n", "target a 1-3:2"),
    "CRLF": Sample("a: b \\\r\n c\r\n\tx\r\n", "target a 1-3"),
    "variable of a target": Sample("a: CFLAGS = x\na: y\n\tz\n", "target a 2-3"),
    "a colon in a recipe": Sample("a:\n\techo b: c\n\tx\n", "target a 1-3"),
}
DOCKER = {
    "stages": Sample(
        "FROM a AS build\nRUN x\n\nfrom b\nCOPY --from=build /x /\n", "stage build 1-2; stage b 4-5"
    ),
    "continued": Sample("FROM --platform=x a\nRUN y \\\n  FROM b\n", "stage a 1-3"),
    "heredoc": Sample("FROM a\nRUN <<EOF\nFROM b\nEOF\nUSER x\n", "stage a 1-5"),
}
TEX = {
    "levels": Sample(
        "\\section{A}\nx\n\\subsection{B}\ny\n\\section*{C}\nz\n\\end{document}\n",
        "section A 1-4; section B 3-4; section C 5-6",
    ),
    "comment": Sample("% \\section{A}\n\\section[s]{B \\& C}\nx\n", "section B \\& C 1-3:2"),
}
CMAKE = {
    "routines": Sample(
        "# x\nfunction(f a)\n  if(a)\n  endif()\nendfunction()\nMACRO( m )\nENDMACRO(m)\n",
        "function f 1-5:2; macro m 6-7",
    ),
}
ALL = [
    *(("a.toml", name, one) for name, one in TOML.items()),
    *(("a.ini", name, one) for name, one in INI.items()),
    *(("a.sql", name, one) for name, one in SQL.items()),
    *(("Makefile", name, one) for name, one in MAKE.items()),
    *(("Dockerfile", name, one) for name, one in DOCKER.items()),
    *(("a.tex", name, one) for name, one in TEX.items()),
    *(("a.cmake", name, one) for name, one in CMAKE.items()),
]


@pytest.mark.parametrize(("path", "name", "sample"), ALL)
def test_what_a_text_defines_is_found(path: str, name: str, sample: Sample) -> None:
    assert found(path, sample.text) == sample.answer


BRACES = {
    "proto": ("a.proto", "message A {\n  int32 x = 1;\n  enum B {\n    C = 0;\n  }\n}\n",
        "message A 1-6; enum B 3-5"),
    "rpc": ("a.proto", "service S {\n  rpc Get(A) returns (B) {\n    option x = 1;\n  }\n}\n",
        "service S 1-5; rpc Get 2-4"),
    "comment above": ("a.proto", "// What A is.\n// For.\nmessage A {\n}\n", "message A 1-4:3"),
    "in strings and comments": ("a.proto",
        '// message X {\n/* message Y {\n} */\n\noption o = "message Z {";\nmessage A {\n}\n',
        "message A 6-7"),
    "graphql": ("a.graphql",
        '"""\nAbout {\n"""\ntype A {\n  x: Int\n}\nquery Q($a: Int) {\n  x\n}\n',
        "type A 1-6:4; query Q 7-9"),
    "perl": ("a.pl", "sub f {\n  my $x = { a => 1 };\n  return sub { $x };\n}\nsub g($$) { 1 }\n",
        "function f 1-4; function g 5-5"),
    "perl's regular expressions": ("a.pl",
        "sub f {\n  s/}//g; m{a{2}}; $h{s} = q(});\n}\nsub g {\n}\n",
        "function f 1-3; function g 4-5"),
    "perl's heredocs": ("a.pl", "sub f {\n  print <<A, <<'B';\n}}}\nA\n{{{\nB\n}\nsub g {\n}\n",
        "function f 1-7; function g 8-9"),
    "perl's documentation": ("a.pl", "=pod\n\nsub x {\n\n=cut\n\nsub f {\n}\n", "function f 7-8"),
    "r": ("a.R", "f <- function(x,\n              y) {\n  x # }\n}\ng = function() {\n  1\n}\n",
        "function f 1-4; function g 5-7"),
    "awk": ("a.awk", "BEGIN {\n  x = 1\n}\n/a{2}/ {\n  print\n}\nfunction f(a) {\n  return a\n}\n",
        "rule BEGIN 1-3; rule /a{2}/ 4-6; function f 7-9"),
    "tcl": ("a.tcl", "proc f {a {b 1}} {\n  if {$a} {\n    x\n  }\n}\n", "function f 1-5"),
    "groovy": ("a.groovy", "class A {\n  int f(int a) {\n    if (a) {\n      1\n    }\n  }\n}\n",
        "class A 1-7; function f 2-6"),
    "a call with a block": ("a.gradle", "dependencies {\n  x 'y'\n}\nstage('B') {\n  z\n}\n",
        "block dependencies 1-3; block stage('B') 4-6"),
    "brace on its own line": ("a.fs_", "fn f(a)\n{\n  x;\n}\n\nstruct S\n{\n  int a;\n};\n",
        "function f 1-4; struct S 6-9"),
    "control flow": ("a.xyz", "fn f() {\n  while (x) {\n    y;\n  } else {\n    z;\n  }\n}\n",
        "function f 1-7"),
    "behind another": ("a.xyz", "fn f() {\n  x;\n} fn g() {\n  y;\n}\n",
        "function f 1-3; function g 3-5"),
    "arguments are none": ("a.xyz", "call({\n  a: 1\n});\nfn f() {\n  x;\n}\n", "function f 4-6"),
    "powershell": ("a.ps1",
        'function Get-A {\n  @"\n}\n"@\n  <# } #>\n}\n', "function Get-A 1-6"),
    "scss": ("a.scss", ".a {\n  &:hover, .b {\n    x: y;\n  }\n}\n",
        "rule .a 1-5; rule &:hover, .b 2-4"),
    "CRLF and tabs": ("a.proto", "message A {\r\n\tenum B {\r\n\t}\r\n}\r\n",
        "message A 1-4; enum B 2-3"),
    "a brace too few": ("a.proto", "message A {\n  enum B {\n}\nmessage C {\n}\n",
        "message A 1-3 unsure; message C 4-5"),
}  # fmt: skip


@pytest.mark.parametrize("name", BRACES)
def test_braces_with_a_name_before_them_define(name: str) -> None:
    path, text, answer = BRACES[name]
    assert found(path, text) == answer


INDENTED = {
    "nim": ("a.nim", "proc f(a: int) =\n  echo a\n\nproc g() =\n  x\n",
        "function f 1-2; function g 4-5"),
    "nested": ("a.gd", "class A:\n\tfunc f():\n\t\tx\n\t\ty\n\tfunc g():\n\t\tz\n",
        "class A 1-6; function f 2-4; function g 5-6"),
    "control flow": ("a.gd", "func f():\n\tif x:\n\t\ty\n\telse:\n\t\tz\n", "function f 1-5"),
    "an end in words": ("a.cr", "def f(a)\n  x\nend\n\ndef g\n  y\nend\n",
        "function f 1-3; function g 5-7"),
    "vim": ("a.vim", "function! s:F(a)\n  let x = 1\nendfunction\n", "function s:F 1-3"),
    "vim's comments": ("a.vim",
        '" about\nfunction F()\n  " function G()\n  let x = 1\nendfunction\nx\n',
        "function F 1-5:2"),
    "continued in brackets": ("a.nim",
        "proc f(a: int,\n    b: int): int =\n  a\nx = g(\n  1,\n  2)\n", "function f 1-3"),
    "blank lines inside": ("a.nim", "proc f() =\n  x\n\n  y\n\n\nz\n", "function f 1-4"),
    "any block": ("a.xyz", "one two:\n  a\n  b\nthree\n", "block one two 1-3"),
    "a name is cut": ("a.xyz", f"{'x' * 70} =\n  y\n", f"block {'x' * 60} 1-2"),
    "comments do not count": ("a.nim", "proc f() =\n# at the edge\n  x\ny\n", "function f 1-3"),
    "comment above": ("a.nim", "# why\nproc f() =\n  x\n", "function f 1-3:2"),
    "strings": ("a.nim", 'proc f() =\n  x = "proc g() ="\n  y\n', "function f 1-3"),
    "CRLF": ("a.nim", "proc f() =\r\n  x\r\ny\r\n", "function f 1-2"),
    "flat": ("a.xyz", "a\nb\nc\n", ""),
    "prose": ("a.xyz", "Dear all who read this one,\n    the next of the lines is indented.\n", ""),
    "text": ("a.txt", "one:\n  two\n", ""),
    "log": ("a.log", "fn f() {\n  x\n}\n", ""),
    "nothing": ("a.xyz", "", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", INDENTED)
def test_lines_that_deeper_ones_follow_define(name: str) -> None:
    path, text, answer = INDENTED[name]
    assert found(path, text) == answer


def test_a_definition_knows_the_one_it_lies_in() -> None:
    text = "class A {\n  fn f() {\n    x;\n  }\n  fn g() {\n    y;\n  }\n}\nclass B {\n}\n"
    parents = [one.parent for one in definitions(text, "", b"a.xyz")]
    assert parents == [-1, 0, 0, -1]
