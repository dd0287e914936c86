"""Files whose contents the journal does not keep for having seen them, by their names.

What a call itself writes or takes away there is kept like that of any other: without it an edit
could be neither finished after a crash nor undone.
"""

from fnmatch import fnmatchcase

from ...schemas.values import RelPath

PATTERNS = (
    ".env",
    ".env.*",
    "*.env",
    ".envrc",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "id_rsa",
    "id_dsa",
    "id_ecdsa*",
    "id_ed25519*",
    ".netrc",
    ".pgpass",
    ".htpasswd",
    ".pypirc",
    ".npmrc",
    ".git-credentials",
    "credentials",
    "credentials.json",
    "secrets.*",
    "*.tfvars",
)
"""Of the last part of a path, in lower case."""
PLAIN = ("*.example", "*.sample", "*.template", "*.dist", "*.pub")
"""Of files that are made to be shown."""


def is_secret(path: RelPath) -> bool:
    """Tell whether a file's name says that it holds secrets."""
    name = path.rpartition(b"/")[2].decode("utf-8", "replace").lower()
    if any(fnmatchcase(name, pattern) for pattern in PLAIN):
        return False
    return any(fnmatchcase(name, pattern) for pattern in PATTERNS)
