"""Balance in languages without a grammar: silent where all is well or cannot be told."""

import pytest

from editjournal.daemon.core.structure.languages import language_of
from editjournal.daemon.core.structure.scanning.scanner import balance
from editjournal.schemas.structure import Balance, Mark


def weighed(path: str, text: str, *, verbose: bool = False) -> Balance:
    name = path.encode()
    return balance(text, language_of(name, text), name, verbose=verbose)


SILENT = {
    "toml strings": ("a.toml",
        'a = "[" # {\nb = \'\\\'\nc = """ "" [ \\""" """\nd = \'\'\'\n{\'\'\'\n'),
    "toml quotes at the end": ("a.toml", 'a = """x"""""\nb = [1, [2]]\n'),
    "ini quotes": ("a.ini", "[a]\nx = it's (\ny = \"\n"),
    "ini brackets": ("a.cfg", "[a]\nx = [(\n"),
    "sql quotes": ("a.sql", "select 'it''s (' || \"a)\" || e'\\'(' from t; -- (\n/* ( */\n"),
    "sql backslashes of one kind": ("a.sql", "select 'c:\\', f(1);\n"),
    "sql backslashes of the other": ("a.sql", "select 'it\\'s (', f(1);\n"),
    "sql dollars": ("a.sql", "create function f() as $a$ ( $$ ' $a$;\n"),
    "sql dollar delimiter": ("a.sql", "delimiter $$\nselect f(1)$$\nselect '('$$\ndelimiter ;\n"),
    "perl quotes": ("a.pl", "my $x = q{a(} . qq[b{] . \"c)\" . 'd\\'('; my @a = qw(a [ b);\n"),
    "perl regular expressions": ("a.pl",
        "s/\\(//g if $x =~ /[(]/; tr/(/)/; m#(}#x; split /\\(/, $y;\n"),
    "perl dividing": ("a.pl", "my $x = ($a / $b) / (1); my $y = $h{s} / 2; # (\n"),
    "perl heredoc": ("a.pl", "f(<<A, 1);\n ( {\nA\ng(<<~'B');\n  (\n  B\n"),
    "perl documentation": ("a.pm", "=head1 a\n\n don't (\n\n=cut\n\n1;\n__END__\n((\n"),
    "perl variables": ("a.pl", "my $n = $#{$x}; f($#a, $$, $', $\"); if ($] > 5) { }\n"),
    "perl prototypes": ("a.pl", "sub f(\\[$@%];$) { }\nsub g(&@) { }\n"),
    "r": ("a.R", "f <- r\"(\" ( )\" # (\ng <- 'a(' %in% `b(`\n"),
    "awk": ("a.awk", '/[(]/ { x = a / b; y = (c) / d }\n$1 ~ /\\(/ { print "(" } # (\n'),
    "groovy": ("a.groovy", "x = '''(''' + \"\"\"(\"\"\" + \"${f(\"(\")}\" + /a(/\ny = (a) / (b)\n"),
    "proto": ("a.proto", "// {\n/* ( */ message A { string x = 1 [default = \"{'\"]; }\n"),
    "graphql": ("a.graphql", 'type A { """ it\'s ( """ x: Int # {\n}\n'),
    "powershell": ("a.ps1",
        "<# ( #>\n$x = @\"\n ( \"\n\"@\n$y = \"`\"( $(f \"x)\" (1)) \"; '(''('\n"),
    "vim": ("a.vim", "\" it's (\nsyntax match X /(\\[/\nlet x = \"(\"\n"),
    "tex": ("a.tex", "\\{ a [0, 1) % {\n\\verb|{| {b}\n\\begin{verbatim}\n{\n\\end{verbatim}\n"),
    "lisp": ("a.el", "(f ?\\( ?\\\" \"(\") ; (\n(g #'h '(a))\n"),
    "tcl": ("a.tcl", "proc f {a} {\n  puts \"it's (\" \\{ [g]\n}\n"),
    "scss": ("a.scss", '.a { b: url(http://x); // {\n /* { */ c: "{"; }\n'),
    "make": ("Makefile", "a:\n\tcase $$x in b) echo :\\( ;; esac\nB = $(subst (,x,y)\n"),
    "dockerfile": ("Dockerfile", 'FROM a\nRUN case x in a) echo "(\\\n;; esac\n'),
    "diff": ("a.diff", "--- a\n+++ b\n@@ -1 +1 @@\n-f(\n+{\n"),
    "text": ("a.txt", "it's (so\n"),
    "prose": ("a.unheard", "It's (as they say\na long list of plain words: 1) one\n"),
    "no extension": ("NOTES", "a) first\nb) second [\n"),
    "an apostrophe in a comment": ("a.xyz", "fn f() { // it's (\n  x('('); # don't )\n}\n"),
    "semicolons for comments": ("a.asm", "mov a, [b] ; it's (\n"),
    "nothing": ("a.xyz", ""),
}  # fmt: skip


@pytest.mark.parametrize("name", SILENT)
def test_nothing_is_told_of_what_is_in_order(name: str) -> None:
    assert weighed(*SILENT[name]).problems == ()


@pytest.mark.parametrize(
    ("name", "is_checked"),
    [("make", False), ("prose", False), ("no extension", False), ("toml strings", True)],
)
def test_it_is_told_whether_any_bracket_was_looked_at(name: str, is_checked: bool) -> None:
    assert weighed(*SILENT[name]).checked is is_checked


FAULTS = {
    "toml array": ("a.toml", "a = [\n 1,\nb = 2\n", "bracket", Mark("[", 1, 5)),
    "toml table": ("a.toml", "x = 1\n[a.b\n", "bracket", Mark("[", 2, 1)),
    "toml quote": ("a.toml", 'a = 1\nb = "x\nc = [1]\n', "quote", Mark('"', 2, 5)),
    "toml long quote": ("a.toml", 'é😀 = """x\n[\n', "quote", Mark('"""', 1, 6)),
    "sql bracket": ("a.sql", "create table a (\n x int\n;\n", "bracket", Mark("(", 1, 16)),
    "sql comment": ("a.sql", "select 1;\n /* (\n", "comment", Mark("/*", 2, 2)),
    "sql quote": ("a.sql", "select 'it''s;\nselect 1;\n", "quote", Mark("'", 1, 8)),
    "proto brace": ("a.proto", "message A {\n}\n}\n", "bracket", Mark("}", 3, 1)),
    "perl brace": ("a.pl", "sub f {\n  if (1) {\n    2;\n}\n", "bracket", Mark("{", 2, 10)),
    "r bracket": ("a.R", "f <- g(1,\n  h(2)\n", "bracket", Mark("(", 1, 7)),
    "tex brace": ("a.tex", "\\a{b}\n\\c{d\n", "bracket", Mark("{", 2, 3)),
    "lisp": ("a.el", "(f (g)\n", "bracket", Mark("(", 1, 1)),
    "unknown with braces": ("a.xyz", "fn f() {\n  g(1;\n}\n", "bracket", Mark("(", 2, 4)),
    "CRLF and tabs": ("a.toml", "a = 1\r\n\tb = [\r\n", "bracket", Mark("[", 2, 6)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_has_no_partner_is_told_where_it_stands(name: str) -> None:
    path, text, kind, mark = FAULTS[name]
    assert [(one.kind, one.mark) for one in weighed(path, text).problems] == [(kind, mark)]


def test_a_quote_that_does_not_end_hides_the_brackets_behind_it() -> None:
    found = weighed("a.toml", 'a = [\n  """x\n]\n')
    assert [one.kind for one in found.problems] == ["quote"]


def test_pairs_are_told_where_asked_for() -> None:
    text = "a = [{x = 1}]\n"
    assert weighed("a.toml", text).pairs == ()
    pairs = weighed("a.toml", text, verbose=True).pairs
    assert [(one.first.text, one.first.column, one.last.column) for one in pairs] == [
        ("[", 5, 13),
        ("{", 6, 12),
    ]
