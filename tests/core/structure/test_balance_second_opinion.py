"""Texts that a grammar does not know are silent if all in them pairs; faults in them are told."""

import pytest

from editjournal.daemon.core.structure.balance.balanced import balanced
from editjournal.daemon.core.structure.balance.shell_scan import is_sound_shell

UNKNOWN = {
    "css: a string that goes on in the next line": (
        "css",
        (
            '.clip::before {\n  content: url(\'data:image/svg+xml,<svg width="21" \\\n'
            'xmlns="http://www.w3.org/2000/svg" d=M3 \\\n7h14"/>\\\n</svg>\');\n}\n'
            '.a { b: "x \\\n y: { ("; }\n'
        ),
    ),
    "bash: a heredoc with a backslash and a command behind it": (
        "bash",
        (
            'cat >a.json <<\\EOF ||\n{\n  "a": {\n    "b": "it\'s ("\n}\nEOF\ndie "no"\n'
            "f() {\n  g\n}\n"
        ),
    ),
    "bash: the expansions of zsh": (
        "bash",
        "_f() {\n  local a\n  if [ 1 ]; then\n    a=x\n  fi\n  reply=(${(ps:\\n:)a})\n}\n",
    ),
    "bash: a loop over nothing, and lengths": (
        "bash",
        (
            'f() {\n  local a b\n  for a do\n    b="${a##*/}"\n    if ! g "${b}" 1>&2; then\n'
            '      c[${#c[*]}]="${b}"\n    fi\n  done\n  d=" ${c[@]} "\n}\n'
        ),
    ),
    "swift: names that are sentences": (
        "swift",
        (
            "extension Benchmarks {\n  @Test\n  func `JS: no (arguments`() async throws {\n"
            '    try await f(body: "m(\\(a["k"]));") { run, _ in\n      _ = try run.call()\n    }\n'
            '  }\n\n  @Test\n  func `@JS: two`() async throws {\n    g(#"it ("#)\n  }\n}\n'
        ),
    ),
}

FAULTY = {
    "haskell: a comment without end": (
        "haskell",
        "module A where\n\nmain :: IO ()\nmain = print 1\n\n{- abc (\nfoo = 2\n",
        ["6:1 {-"],
    ),
    "haskell: a comment in a comment without end": (
        "haskell",
        "{-# LANGUAGE CPP #-}\nmodule A where\n\n{- a {- b -}\nmain = print (1)\n",
        ["4:1 {-"],
    ),
    "rust: a comment without end": ("rust", "fn a() {}\n/* x\nfn b() { c(); }\n", ["2:1 /*"]),
    "rust: a comment in a comment without end": (
        "rust",
        'const G: &str = "src/*";\nfn a() {}\n/* x /* y */\nfn b() { c(); }\n',
        ["3:1 /*"],
    ),
    "kotlin: a comment without end": ("kotlin", "fun a() {}\n/* x\nfun b() { c() }\n", ["2:1 /*"]),
    "swift: a comment in a comment without end": (
        "swift",
        "func a() {}\n/* x /* y */\nfunc b() { c() }\n",
        ["2:1 /*"],
    ),
    "scala: a comment without end": ("scala", "object A {\n/* x\n def b() = c()\n}\n", ["2:1 /*"]),
    "ruby: a call of a name with a question mark": (
        "ruby",
        (
            "class A\n  def f(n)\n    return if ok?((n)\n    g n do |c|\n      h(c)\n    end\n"
            "  end\n\n"
            "  def one?(n)\n    n.any?(1) && x?(n\n  end\nend\n"
        ),
        ["3:18 (", "10:20 ("],
    ),
}


def told(text: str, language: str) -> list[str]:
    problems = balanced(text, language, verbose=False).problems
    return [f"{one.mark.line}:{one.mark.column} {one.mark.text}" for one in problems]


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_a_grammar_does_not_know_is_silent_if_all_pairs(name: str) -> None:
    language, text = UNKNOWN[name]
    assert told(text, language) == []


@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize("bracket", ["(", "]"])
def test_a_bracket_too_many_in_it_is_told(name: str, bracket: str) -> None:
    language, text = UNKNOWN[name]
    assert told(f"{text}\n{bracket}\n", language)


@pytest.mark.parametrize("name", FAULTY)
def test_a_fault_is_told_where_it_is(name: str) -> None:
    language, text, expected = FAULTY[name]
    assert told(text, language) == expected


@pytest.mark.parametrize(
    "text",
    [
        'case $1 in\n  a|b) f ;;\n  (c) g "$(case x in y) h ;; esac)" ;;\nesac\n',
        'a=${b:-"${c}"} d=$(( (1 + 2) << 2 )) # it\'s (\n',
        "cat <<A <<-'B' | tr ' (' x\n(\nA\n\t{\n\tB\n",
        "echo it\\'s \\( $'it\\'s (' \"it's ( \\\" \" $# ${#a} '('\n",
    ],
)
def test_a_shell_script_in_order_is_sound(text: str) -> None:
    assert is_sound_shell(text)


@pytest.mark.parametrize(
    "text",
    [
        "f() { g; }\n}\n",
        "f() {\n",
        "echo )\n",
        "case a in\n  a) b ;;\n",
        'echo "a\n',
        "echo 'a\n",
        'echo "${a"\n',
        'echo "$(f (x)"\n',
        "cat <<A\n(\nA\n(\n",
        "f() ( g; }\n",
        "case x in\n  a)) b ;;\nesac\n",
        'cd "${a[0}"\n',
    ],
)
def test_a_shell_script_with_a_fault_is_not(text: str) -> None:
    assert not is_sound_shell(text)
