"""A text's outline and balance, by whichever way its language allows. The package's front."""

from ....schemas.structure import Balance, Definition, Outline
from . import trees
from .balance import balanced as balancing
from .definitions import by_grammar as definitions
from .languages import GRAMMARS, MARKUP, WITH_TAGS, language_of
from .markup import elements
from .markup import scan as markup


def outline(text: str, path: bytes) -> Outline:
    """Return the definitions and elements of a file's text, which is decoded and has no BOM."""
    language = language_of(path, text)
    if language in MARKUP:
        found = elements.elements(text, language, None)
        return Outline(language, "grammar", _of_regions(text, language), found, has_elements=True)
    if language not in GRAMMARS:
        return _scanned(text, language, path)
    root = trees.parse(text, language)
    defined = definitions.definitions(root, text, language)
    if language not in WITH_TAGS:
        return Outline(language, "grammar", defined)
    found = elements.elements(text, language, root)
    return Outline(language, "grammar", defined, found, has_elements=True)


def balance(text: str, path: bytes, *, verbose: bool = False) -> Balance:
    """Return which brackets, tags and quotes have no partner; with `verbose` also the pairs."""
    language = language_of(path, text)
    if language in MARKUP or language in GRAMMARS:
        return balancing.balanced(text, language, verbose=verbose)
    from .scanning import scanner  # noqa: PLC0415 - as below

    return scanner.balance(text, language, path, verbose=verbose)


def _scanned(text: str, language: str, path: bytes) -> Outline:
    from .scanning import scanner  # noqa: PLC0415 - its many patterns take long to be made

    return Outline(language, "scanner", scanner.definitions(text, language, path))


def _of_regions(text: str, language: str) -> tuple[Definition, ...]:
    """Return the definitions of the scripts and styles in a file, at their lines in it."""
    found: list[Definition] = []
    for region in markup.regions(text, language):
        if region.language in GRAMMARS:
            root = trees.parse(region.text, region.language)
            inner = definitions.definitions(root, region.text, region.language)
            found += _moved(inner, region.first_line, len(found))
    return tuple(found)


def _moved(inner: tuple[Definition, ...], lines: int, before: int) -> list[Definition]:
    """Return definitions moved down by lines, behind others in a list."""
    return [
        Definition(
            kind=one.kind,
            name=one.name,
            first=one.first + lines,
            last=one.last + lines,
            line=one.line + lines,
            parent=one.parent + before if one.parent >= 0 else -1,
            above=one.above,
            unsure=one.unsure,
        )
        for one in inner
    ]
