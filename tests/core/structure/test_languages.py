"""Which language a file is written in."""

import subprocess
import sys

import pytest

from editjournal.daemon.core.structure.languages import GRAMMARS, language_of
from editjournal.daemon.core.structure.trees import parse

BY_NAME = {
    "src/cart.py": "python",
    "stubs/cart.pyi": "python",
    "SRC/CART.PY": "python",
    "a.mjs": "javascript",
    "a.jsx": "jsx",
    "a.mts": "typescript",
    "a.tsx": "tsx",
    "a.h": "cpp",
    "a.c": "c",
    "a.cs": "csharp",
    "a.kts": "kotlin",
    "main.tf": "hcl",
    "deploy.yml": "yaml",
    "a.svg": "xml",
    "App.vue": "vue",
    "App.svelte": "svelte",
    "notes.ipynb": "json",
    "Cargo.lock": "toml",
    "package-lock.json": "json",
    "flake.lock": "json",
    "yarn.lock": "text",
    "setup.cfg": "ini",
    ".editorconfig": "ini",
    "Makefile": "make",
    "sub/GNUmakefile": "make",
    "Makefile.am": "make",
    "rules.mk": "make",
    "Dockerfile": "dockerfile",
    "Dockerfile.web": "dockerfile",
    "CMakeLists.txt": "cmake",
    "requirements.txt": "text",
    "README": "text",
    "Rakefile": "ruby",
    "Jenkinsfile": "groovy",
    "Lib.pm": "perl",
    "plot.R": "r",
    "a.proto": "proto",
    ".bashrc": "bash",
    "fix.patch": "diff",
    "a.py.orig": "python",
    "a.c~": "c",
    ".env.example": "ini",
    "dir.py/notes": "",
    "a.py/": "",
    ".py": "python",
    "py": "",
    "a.": "",
    "": "",
    "a.unheard": "",
    "é.go": "go",
}


@pytest.mark.parametrize("name", BY_NAME)
def test_a_name_tells_the_language(name: str) -> None:
    assert language_of(name.encode(), "") == BY_NAME[name]


def test_a_name_that_is_no_text_tells_it_all_the_same() -> None:
    assert language_of(b"\xff\xfe.rs", "") == "rust"


BY_FIRST_LINE = {
    "#!/bin/sh\n": "bash",
    "#!/bin/bash -e\n": "bash",
    "#! /usr/bin/env python3\n": "python",
    "#!/usr/bin/env -S python3.12 -u\n": "python",
    "#!/usr/bin/env FOO=1 node\n": "javascript",
    "#!/usr/bin/env -S deno run\n": "javascript",
    "#!/usr/bin/perl -w\r\n": "perl",
    "#!/usr/bin/awk -f\n": "awk",
    "#!/usr/bin/env Rscript\n": "r",
    "#!/usr/bin/make -f\n": "make",
    "#!/usr/bin/ruby2.7\n": "ruby",
    "#!/opt/unheard\n": "",
    "\n#!/bin/sh\n": "",
    '<?xml version="1.0"?>\n<a/>': "xml",
    "<!DOCTYPE html>\n<p>": "html",
    "<?php\necho 1;": "php",
    "Dear all,\n": "",
    "": "",
}


@pytest.mark.parametrize("text", BY_FIRST_LINE)
def test_the_first_line_tells_it_where_the_name_does_not(text: str) -> None:
    assert language_of(b"bin/tool", text) == BY_FIRST_LINE[text]


def test_a_name_is_believed_before_the_first_line() -> None:
    assert language_of(b"a.py", "#!/bin/sh\n") == "python"


@pytest.mark.parametrize("name", [b"10-fonts.conf", b"app_de.ts", b"a.properties"])
def test_xml_under_a_name_of_something_else_is_xml(name: bytes) -> None:
    assert language_of(name, '<?xml version="1.0"?>\n<a/>') == "xml"
    assert language_of(name, "a = 1\n") != "xml"


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_grammar_that_is_named_is_there(language: str) -> None:
    assert parse("x", language).kind()


def test_a_language_without_a_grammar_is_not_asked_for() -> None:
    with pytest.raises(KeyError):
        parse("x", "toml")


ASKED = (
    "ada asm astro awk clojure cmake cobol coffeescript cuda d diff dockerfile elm erlang fish "
    "fortran fsharp gdscript glsl graphql groovy ini jinja julia latex less lisp llvm make matlab "
    "mermaid meson mysql nim ninja nu objc ocaml odin pascal perl plsql postgres powershell prisma "
    "proto protobuf r racket regex rst sass scheme scss sql svelte sv tcl terraform tex toml "
    "typst v verilog vhdl vim vue wgsl xml"
)
_ASK = """
import sys
from ast_grep_py import SgRoot
for name in sys.argv[1:]:
    try:
        SgRoot("x", name)
    except BaseException:
        continue
    print(name)
"""


def test_there_is_no_grammar_that_is_not_named() -> None:
    """In a process of its own: to ask for one that is not there prints a backtrace."""
    names = [*ASKED.split(), "python"]
    asked = subprocess.run(
        [sys.executable, "-c", _ASK, *names], check=True, capture_output=True, text=True
    )
    assert asked.stdout.split() == ["python"]
