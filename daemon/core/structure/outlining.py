"""A text's outline and balance, by whichever way its language allows. The package's front."""

from ....schemas.structure import Balance, Outline


def outline(text: str, path: bytes) -> Outline:
    """Return the definitions and elements of a file's text, which is decoded and has no BOM."""
    raise NotImplementedError


def balance(text: str, path: bytes, *, verbose: bool = False) -> Balance:
    """Return which brackets, tags and quotes have no partner; with `verbose` also the pairs."""
    raise NotImplementedError
