"""Settings: a file, environment variables over it, and options of the daemon over both.

    [chips]                              # of all workspaces
    capacity = 30
    min_bytes = 0
    total_bytes = 67108864
    ttl = "30d"

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
from .service import NoWorkspace

LOG = logging.getLogger("editjournal.settings")
FILE = "EDITJOURNAL_CONFIG"
_TTL = re.compile(r"([0-9]{1,9})([smhd])")
_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600}
_FIELDS = {"ttl": "ttl_s"}
"""Of Limits, where they are not named as the setting is."""
CAPACITY_MAX = 1_000
BYTES_MAX = 1 << 50


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


KINDS = {
    "capacity": _Kind(1, CAPACITY_MAX, f"a whole number from 1 to {CAPACITY_MAX}"),
    "min_bytes": _Kind(0, BYTES_MAX, "a whole number of bytes, 0 or more"),
    "total_bytes": _Kind(0, BYTES_MAX, "a whole number of bytes, 0 or more (0: any number)"),
    "ttl": _Kind(
        0, 10**9 * _UNITS_S["d"], 'a time such as "30d", "12h", "90m", "45s"; "0": no end'
    ),
}


def variable(name: str) -> str:
    """Return the environment variable of a setting of chips."""
    return f"EDITJOURNAL_CHIPS_{name.upper()}"


def option(name: str) -> str:
    """Return the daemon's option for a setting of chips."""
    return f"--chips-{name.replace('_', '-')}"


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

    def limits(self, root: bytes) -> Limits:
        """Return the limits of chips of the workspace at `root`. Raises NoWorkspace."""
        try:
            found = {**self._in_file(root), **self._in_environment(), **self._options}
        except BadSettingError as error:
            LOG.error("a setting is wrong: %s", error)  # noqa: TRY400 - it says all there is
            message = f"a setting is wrong: {error}"
            raise NoWorkspace("bad_settings", message, _next(error)) from None
        return Limits(**{_FIELDS.get(name, name): value for name, value in found.items()})

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
    """Return what a file says of chips: of all workspaces by "", of each named one by its folder.

    Raises BadSettingError.
    """
    _expect_known(f"{path}", data, ("chips", "workspace"))
    found = {"": _chips(f"{path}: [chips]", data)}
    for folder, inner in _table(f"{path}: [workspace]", data.get("workspace", {})).items():
        where = f'{path}: [workspace."{folder}"'
        if not folder.startswith("/"):
            raise BadSettingError(f"{where}]", "a workspace is named by its absolute path")
        table = _table(f"{where}]", inner)
        _expect_known(f"{where}]", table, ("chips",))
        found[folder] = _chips(f"{where}.chips]", table)
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


def _chips(where: str, table: dict[str, Any]) -> dict[str, int]:
    chips = _table(where, table.get("chips", {}))
    _expect_known(where, chips, tuple(KINDS))
    return {name: _checked(f"{where} {name}", name, value) for name, value in chips.items()}


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
