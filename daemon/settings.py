"""Settings: a file, environment variables over it, and options of the daemon over both.

    [chips]                              # of all workspaces
    capacity = 30
    min_bytes = 0
    total_bytes = 67108864
    ttl = "30d"

    [structure]
    max_bytes = 2097152
    warn_bytes = 262144

    [workspace."/home/me/project".chips] # of one, over those
    capacity = 100

The file is `config.toml` in the user's configuration folder (`~/.config/editjournal`), or the one
that EDITJOURNAL_CONFIG names. It is read when a workspace is opened. What is in it and is not
understood is an error, wherever it stands: nothing falls back to a default in silence.
"""

import logging
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from platformdirs import user_config_path

from .core.shelf import Limits
from .core.structure_limits import StructureLimits
from .service import NoWorkspace

LOG = logging.getLogger("editjournal.settings")
FILE = "EDITJOURNAL_CONFIG"
_TTL = re.compile(r"([0-9]{1,9})([smhd])")
_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
_FIELDS = {"ttl": "ttl_s"}
"""Of Limits, where they are not named as the setting is."""
CAPACITY_MAX = 1_000
BYTES_MAX = 1 << 50
PARSED_BYTES_MAX = 64 << 20


class BadSettingError(Exception):
    """A setting that is not understood; the message says which, what is wrong, what is allowed."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where


class _Kind(NamedTuple):
    """What a setting may be, from `least` to `most`; ttl: in seconds."""

    least: int
    most: int
    allowed: str


_PARSED = f"a whole number of bytes from 0 to {PARSED_BYTES_MAX}"
_TABLES = {
    "chips": {
        "capacity": _Kind(1, CAPACITY_MAX, f"a whole number from 1 to {CAPACITY_MAX}"),
        "min_bytes": _Kind(0, BYTES_MAX, "a whole number of bytes, 0 or more"),
        "total_bytes": _Kind(0, BYTES_MAX, "a whole number of bytes, 0 or more (0: any number)"),
        "ttl": _Kind(
            0, 10**9 * _UNITS_S["d"], 'a time such as "30d", "12h", "90m", "45s"; "0": no end'
        ),
    },
    "structure": {
        "max_bytes": _Kind(0, PARSED_BYTES_MAX, _PARSED),
        "warn_bytes": _Kind(0, PARSED_BYTES_MAX, f"{_PARSED} (0: never)"),
    },
}
"""What may be set, by the file's tables. No two tables share a name."""
KINDS = {name: kind for table in _TABLES.values() for name, kind in table.items()}
_TABLE_OF = {name: table for table, names in _TABLES.items() for name in names}


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"EDITJOURNAL_{_TABLE_OF[name].upper()}_{name.upper()}"


def option(name: str) -> str:
    """Return the daemon's option for a setting."""
    return f"--{_TABLE_OF[name]}-{name.replace('_', '-')}"


class Chosen(NamedTuple):
    """The settings of one workspace."""

    chips: Limits
    structure: StructureLimits


class Settings:
    """Where the settings of workspaces come from."""

    def __init__(
        self,
        options: Mapping[str, str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`options` of the daemon, by the settings' names. Raises BadSettingError for them."""
        self._environment = os.environ if environment is None else environment
        self._options = _texts_of(options or {}, {name: option(name) for name in KINDS})

    def chosen(self, root: bytes) -> Chosen:
        """Return the settings of the workspace at `root`. Raises NoWorkspace."""
        try:
            found = {**self._in_file(root), **self._in_environment(), **self._options}
        except BadSettingError as error:
            LOG.error("a setting is wrong: %s", error)  # noqa: TRY400 - it says all there is
            message = f"a setting is wrong: {error}"
            raise NoWorkspace("bad_settings", message, _next(error)) from None
        by_table: dict[str, dict[str, int]] = {table: {} for table in _TABLES}
        for name, value in found.items():
            by_table[_TABLE_OF[name]][_FIELDS.get(name, name)] = value
        return Chosen(Limits(**by_table["chips"]), StructureLimits(**by_table["structure"]))

    @property
    def path(self) -> Path:
        """The file, whether or not there is one."""
        named = self._environment.get(FILE)
        return Path(named) if named else user_config_path("editjournal") / "config.toml"

    def _in_environment(self) -> dict[str, int]:
        names = {name: variable(name) for name in KINDS}
        given = {name: self._environment.get(one, "") for name, one in names.items()}
        return _texts_of({name: text for name, text in given.items() if text}, names)

    def _in_file(self, root: bytes) -> dict[str, int]:
        tables = _tables(self.path, self._read())
        found = tables.pop("")
        return found | _by_root(self.path, tables).get(root, {})

    def _read(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.path.read_bytes().decode())
        except FileNotFoundError:
            if self._environment.get(FILE):
                raise BadSettingError(FILE, f"there is no file {self.path}") from None
            return {}
        except OSError as error:
            raise BadSettingError(str(self.path), f"it cannot be read: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadSettingError(str(self.path), f"it is no TOML: {error}") from None


def _tables(path: Path, data: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Return what a file says: of all workspaces by "", of each named one by its folder.

    Raises BadSettingError.
    """
    _expect_known(f"{path}", data, (*_TABLES, "workspace"))
    found = {"": _settings(f"{path}: [", data)}
    for folder, inner in _table(f"{path}: [workspace]", data.get("workspace", {})).items():
        where = f'{path}: [workspace."{folder}"'
        if not folder.startswith("/"):
            raise BadSettingError(f"{where}]", "a workspace is named by its absolute path")
        table = _table(f"{where}]", inner)
        _expect_known(f"{where}]", table, tuple(_TABLES))
        found[folder] = _settings(f"{where}.", table)
    return found


def _by_root(path: Path, tables: dict[str, dict[str, int]]) -> dict[bytes, dict[str, int]]:
    """Return what is said of workspaces by their roots. Raises BadSettingError for two of one."""
    folders: dict[bytes, str] = {}
    for folder in tables:
        root = os.path.realpath(os.fsencode(folder))
        if root in folders:
            where = f'{path}: [workspace."{folder}"]'
            other = f'[workspace."{folders[root]}"]'
            raise BadSettingError(where, f"{other} names the same folder; allowed: one of them")
        folders[root] = folder
    return {root: tables[folder] for root, folder in folders.items()}


def _settings(where: str, data: dict[str, Any]) -> dict[str, int]:
    """Return what the tables say that stand together. Raises BadSettingError."""
    found: dict[str, int] = {}
    for table, kinds in _TABLES.items():
        inside = f"{where}{table}]"
        given = _table(inside, data.get(table, {}))
        _expect_known(inside, given, tuple(kinds))
        for name, value in given.items():
            found[name] = _checked(f"{inside} {name}", name, value)
    return found


def _table(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadSettingError(where, f"is {_shown(value)}; allowed: a table")
    return cast("dict[str, Any]", value)


def _expect_known(where: str, table: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in table:
        if name not in names:
            raise BadSettingError(f"{where} {name}", f"there is no such key; allowed: {_or(names)}")


def _texts_of(given: Mapping[str, str], shown: Mapping[str, str]) -> dict[str, int]:
    """Return settings that were given as texts, by options or variables. Raises BadSettingError."""
    return {
        name: _checked(shown[name], name, int(text) if _is_number(name, text) else text)
        for name, text in given.items()
    }


def _is_number(name: str, text: str) -> bool:
    return name != "ttl" and re.fullmatch("-?[0-9]{1,18}", text) is not None


def _checked(where: str, name: str, value: Any) -> int:
    """Return a setting's value; of a time, its seconds. Raises BadSettingError."""
    kind = KINDS[name]
    number = _seconds(value) if name == "ttl" else value
    is_number = isinstance(number, int) and not isinstance(number, bool)
    if is_number and kind.least <= number <= kind.most:
        return number
    raise BadSettingError(where, f"is {_shown(value)}; allowed: {kind.allowed}")


def _seconds(value: Any) -> Any:
    if value == "0" or (type(value) is int and value == 0):
        return 0
    found = _TTL.fullmatch(value) if isinstance(value, str) else None
    return int(found[1]) * _UNITS_S[found[2]] if found else None


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _or(names: tuple[str, ...]) -> str:
    return ", ".join(names)


def _next(error: BadSettingError) -> str:
    """Return what mends a setting: a variable is that of the daemon's process."""
    if error.where.startswith("EDITJOURNAL_"):
        return f"set {error.where} right, or not at all, then: editjournal daemon restart"
    return "mend the file, then repeat the call"
