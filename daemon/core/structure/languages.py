"""Which language a file is written in: by its name, else by its first line.

Languages that have a grammar are named as the grammars are. An unknown name ends the process that
asks for such a grammar, so that none but those in `GRAMMARS` may be asked for.
"""

import re

_GRAMMARS = (
    "bash c cpp csharp css dart elixir go haskell hcl html java javascript json jsx kotlin lua "
    "markdown nix php python ruby rust scala solidity swift tsx typescript yaml zig"
)
GRAMMARS = frozenset(_GRAMMARS.split())
"""Of ast-grep-py 0.51."""

MARKUP = frozenset(("html", "xml", "vue", "svelte"))
"""Whose elements are read tag by tag, and that hold scripts and styles in other languages."""
WITH_TAGS = frozenset(("javascript", "jsx", "tsx"))
"""Languages with a grammar for all of a file, in which elements may stand."""
SILENT = frozenset(("text", "markdown", "ini", "vim", "diff", "dockerfile", "bibtex", "make"))
"""Languages in which a lone bracket or quote means nothing, or in which it cannot be told."""
_EXTENSIONS = {
    "bash": "sh bash zsh ksh bats ebuild eclass command",
    "c": "c",
    "cpp": "cc cpp cxx c++ h hh hpp hxx h++ inl ipp tpp txx cu cuh ino ixx cppm",
    "csharp": "cs csx",
    "css": "css",
    "dart": "dart",
    "elixir": "ex exs",
    "go": "go",
    "haskell": "hs",
    "hcl": "hcl tf tfvars nomad",
    "html": "html htm xhtml shtml",
    "java": "java",
    "javascript": "js mjs cjs es6 jsm",
    "json": ("json jsonc json5 geojson webmanifest ipynb code-workspace avsc har topojson"),
    "jsx": "jsx",
    "kotlin": "kt kts",
    "lua": "lua rockspec",
    "markdown": "md markdown mdown mkd",
    "nix": "nix",
    "php": "php php3 php4 php5 php7 phtml",
    "python": "py pyi pyw bzl bazel star",
    "ruby": "rb rake gemspec ru podspec jbuilder",
    "rust": "rs",
    "scala": "scala sc sbt",
    "solidity": "sol",
    "swift": "swift",
    "tsx": "tsx",
    "typescript": "ts mts cts",
    "yaml": "yaml yml clang-format clang-tidy",
    "zig": "zig zon",
    "vue": "vue",
    "svelte": "svelte",
    "xml": (
        "xml xsd xsl xslt svg rss atom plist xaml axaml csproj vbproj fsproj vcxproj props targets "
        "resx nuspec wsdl kml gpx dtd storyboard xib xlf xliff qrc rng opf tei glade"
    ),
    "toml": "toml",
    "ini": ("ini cfg conf cnf properties desktop service socket timer editorconfig gitconfig env"),
    "sql": "sql ddl dml psql pgsql plsql pks pkb",
    "make": "mk mak make",
    "dockerfile": "dockerfile containerfile",
    "cmake": "cmake",
    "perl": "pl pm t plx psgi",
    "r": "r",
    "awk": "awk gawk",
    "proto": "proto",
    "thrift": "thrift",
    "groovy": "groovy gradle gvy",
    "graphql": "graphql gql graphqls",
    "powershell": "ps1 psm1 psd1",
    "scss": "scss less",
    "vim": "vim vimrc",
    "tex": "tex sty ltx",
    "bibtex": "bib",
    "tcl": "tcl tk exp",
    "lisp": "lisp lsp el scm ss rkt clj cljs cljc edn",
    "diff": "diff patch rej",
    "text": "txt text log csv tsv rst adoc asciidoc org po pot lock sum",
}
_NAMES = {
    "bash": (
        ".bashrc .bash_profile .bash_aliases .bash_login .bash_logout .profile .zshrc .zprofile "
        ".zshenv .zlogin pkgbuild apkbuild"
    ),
    "ruby": "rakefile gemfile vagrantfile podfile brewfile guardfile fastfile capfile berksfile",
    "python": "sconstruct sconscript wscript tiltfile",
    "json": (
        ".babelrc .eslintrc .prettierrc .jshintrc .stylelintrc .swcrc composer.lock pipfile.lock "
        "flake.lock package.resolved"
    ),
    "toml": "pipfile cargo.lock poetry.lock uv.lock pdm.lock pylock.toml",
    "ini": (
        ".editorconfig .gitconfig .npmrc .flake8 .pylintrc .coveragerc .gitmodules .hgrc .pypirc "
        ".env .wgetrc"
    ),
    "make": "makefile gnumakefile makefile.am makefile.in",
    "dockerfile": "dockerfile containerfile",
    "cmake": "cmakelists.txt",
    "groovy": "jenkinsfile",
    "vim": ".vimrc _vimrc .gvimrc",
    "lisp": ".emacs",
    "yaml": ".clang-format .clang-tidy .clangd",
    "text": (
        "readme license licence copying authors changelog changes news todo notice install "
        "contributors maintainers codeowners .gitignore .gitattributes .dockerignore .mailmap"
    ),
}
_SHEBANGS = (
    ("bash", r"(?:ba|da|k|z|a|mk)?sh"),
    ("python", r"(?:python|pypy)[\d.]*|uv"),
    ("javascript", r"node(?:js)?|deno|bun"),
    ("typescript", r"ts-node|tsx"),
    ("ruby", r"j?ruby[\d.]*|rake"),
    ("php", r"php[\d.]*"),
    ("perl", r"perl[\d.]*"),
    ("lua", r"lua(?:jit)?[\d.]*"),
    ("elixir", r"elixir"),
    ("haskell", r"runhaskell|runghc|stack"),
    ("make", r"g?make"),
    ("swift", r"swift"),
    ("scala", r"scala|amm"),
    ("kotlin", r"kotlin"),
    ("groovy", r"groovy"),
    ("awk", r"[gmn]?awk"),
    ("r", r"Rscript|r"),
    ("tcl", r"(?:tcl|wi)sh[\d.]*|expect"),
    ("powershell", r"pwsh"),
    ("dart", r"dart"),
    ("lisp", r"guile[\d.]*|sbcl|racket|clojure|bb|emacs"),
)
_CONTENTS = (
    ("xml", re.compile(r"\s*<\?xml\s")),
    ("html", re.compile(r"\s*<!doctype\s+html\b", re.IGNORECASE)),
    ("php", re.compile(r"\s*<\?php\b")),
)
"""What a file of no known extension begins with."""
_XML_IN = frozenset(("ini", "typescript", "text", "cmake", "lisp"))
"""Languages whose extensions are used for XML as well: font configuration, translations."""
_COPIES = re.compile(r"(?:~|\.(?:orig|bak|backup|old|save|dist|example|sample|default))+$")
"""What a copy of a file, or one that is to be copied, has behind its name."""
_WITH_VARIANTS = frozenset(("dockerfile", "make", "ruby", "groovy"))
_BY_EXTENSION = {
    name: language for language, names in _EXTENSIONS.items() for name in names.split()
}
_BY_NAME = {name: language for language, names in _NAMES.items() for name in names.split()}
_SHEBANG = re.compile(r"#![ \t]*(?:\S*/)?env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*(\S+)|#![ \t]*(\S+)")


def language_of(path: bytes, text: str) -> str:
    """Return the language of a file by its path and its text; "" where it is not known."""
    language = _by_name(path.rpartition(b"/")[2].decode("utf-8", "replace").lower())
    if not language:
        return _by_first_line(text)
    return "xml" if language in _XML_IN and _by_first_line(text) == "xml" else language


def _by_name(name: str) -> str:
    name = _COPIES.sub("", name)
    if name in _BY_NAME:
        return _BY_NAME[name]
    begin, dot, extension = name.rpartition(".")
    if dot and extension in _BY_EXTENSION:
        return _BY_EXTENSION[extension]
    # Dockerfile.web and Makefile.inc are of a kind with those without an extension.
    found = _BY_NAME.get(name.partition(".")[0], "") if begin else ""
    return found if found in _WITH_VARIANTS else ""


def _by_first_line(text: str) -> str:
    first = text[:300].partition("\n")[0]
    if found := _SHEBANG.match(first):
        program = (found[1] or found[2]).rpartition("/")[2]
        for language, pattern in _SHEBANGS:
            if re.fullmatch(pattern, program):
                return language
    return next((language for language, begin in _CONTENTS if begin.match(text[:300])), "")
