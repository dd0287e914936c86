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

_EXTENSIONS = {
    "bash": "sh bash zsh ksh bats ebuild",
    "c": "c",
    "cpp": "cc cpp cxx c++ h hh hpp hxx h++ inl ipp tpp cu cuh ino",
    "csharp": "cs csx",
    "css": "css",
    "dart": "dart",
    "elixir": "ex exs",
    "go": "go",
    "haskell": "hs",
    "hcl": "hcl tf tfvars nomad",
    "html": "html htm xhtml shtml",
    "java": "java",
    "javascript": "js mjs cjs es6",
    "json": "json jsonc json5 geojson webmanifest ipynb code-workspace",
    "jsx": "jsx",
    "kotlin": "kt kts",
    "lua": "lua",
    "markdown": "md markdown mdown mkd",
    "nix": "nix",
    "php": "php php3 php4 php5 phtml inc",
    "python": "py pyi pyw",
    "ruby": "rb rake gemspec ru podspec",
    "rust": "rs",
    "scala": "scala sc sbt",
    "solidity": "sol",
    "swift": "swift",
    "tsx": "tsx",
    "typescript": "ts mts cts",
    "yaml": "yaml yml",
    "zig": "zig zon",
    "vue": "vue",
    "svelte": "svelte",
    "xml": (
        "xml xsd xsl xslt svg rss atom plist xaml axaml csproj vbproj fsproj props targets resx "
        "wsdl kml gpx dtd storyboard xib"
    ),
    "toml": "toml",
    "ini": "ini cfg conf properties desktop service",
    "sql": "sql ddl dml psql pgsql",
    "make": "mk mak",
    "text": "txt text log csv tsv rst adoc lock",
}
_NAMES = {
    "bash": ".bashrc .bash_profile .bash_aliases .profile .zshrc .zprofile .zshenv pkgbuild",
    "ruby": "rakefile gemfile vagrantfile podfile brewfile guardfile fastfile",
    "python": "sconstruct sconscript wscript",
    "json": ".babelrc .eslintrc .prettierrc .jshintrc composer.lock pipfile.lock",
    "toml": "pipfile cargo.lock poetry.lock uv.lock pdm.lock",
    "ini": ".editorconfig .gitconfig .npmrc .flake8 .pylintrc .coveragerc .gitmodules",
    "make": "makefile gnumakefile",
    "yaml": ".clang-format .clang-tidy",
}
_SHEBANGS = (
    ("bash", r"(?:ba|da|k|z|a)?sh"),
    ("python", r"(?:python|pypy)[\d.]*"),
    ("javascript", r"node(?:js)?|deno|bun"),
    ("typescript", r"ts-node|tsx"),
    ("ruby", r"j?ruby[\d.]*|rake"),
    ("php", r"php[\d.]*"),
    ("lua", r"lua(?:jit)?[\d.]*"),
    ("elixir", r"elixir"),
    ("haskell", r"runhaskell|runghc|stack"),
    ("make", r"make"),
    ("swift", r"swift"),
    ("scala", r"scala"),
    ("kotlin", r"kotlin"),
)
_BY_EXTENSION = {
    name: language for language, names in _EXTENSIONS.items() for name in names.split()
}
_BY_NAME = {name: language for language, names in _NAMES.items() for name in names.split()}
_SHEBANG = re.compile(r"#![ \t]*(?:\S*/)?env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*(\S+)|#![ \t]*(\S+)")
_XML = re.compile(r"\s*<\?xml\s")


def language_of(path: bytes, text: str) -> str:
    """Return the language of a file by its path and its text; "" where it is not known."""
    name = path.rpartition(b"/")[2].decode("utf-8", "replace").lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    _, dot, extension = name.rpartition(".")
    found = _BY_EXTENSION.get(extension, "") if dot else ""
    return found or _by_first_line(text)


def _by_first_line(text: str) -> str:
    first = text[:300].partition("\n")[0]
    if found := _SHEBANG.match(first):
        program = (found[1] or found[2]).rpartition("/")[2]
        for language, pattern in _SHEBANGS:
            if re.fullmatch(pattern, program):
                return language
    return "xml" if _XML.match(first) else ""
