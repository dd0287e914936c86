"""Settings: a file, variables over it, options over both; and nothing wrong is passed over."""

import asyncio
import os
import re
from pathlib import Path

import pytest

from editjournal.daemon.core.shelf import Limits
from editjournal.daemon.core.structure_limits import StructureLimits
from editjournal.daemon.service import NoWorkspace
from editjournal.daemon.settings import BadSettingError, Chosen, Settings
from editjournal.daemon.workspaces import Journals

DOC = Path(__file__).parents[2] / "docs" / "settings.md"
ROOT = b"/w/project"


class Given:
    """A file of settings, and an environment that names it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "config.toml"
        self.environment = {"EDITJOURNAL_CONFIG": str(self.path)}

    def write(self, text: str) -> None:
        self.path.write_text(text)

    def limits(self, root: bytes = ROOT, **options: str) -> Limits:
        return self.chosen(root, **options).chips

    def chosen(self, root: bytes = ROOT, **options: str) -> Chosen:
        return Settings(options, self.environment).chosen(root)

    def trouble(self, root: bytes = ROOT) -> NoWorkspace:
        with pytest.raises(NoWorkspace) as caught:
            self.chosen(root)
        assert caught.value.code == "bad_settings"
        return caught.value


@pytest.fixture
def settings(tmp_path: Path) -> Given:
    made = Given(tmp_path)
    made.write("")
    return made


# --- where they come from -------------------------------------------------------------------------


def test_what_is_not_set_has_its_default(settings: Given) -> None:
    assert settings.limits() == Limits(30, 0, 64 << 20, 30 * 24 * 3600)


def test_the_file_in_the_users_folder_is_read_and_need_not_be_there(tmp_path: Path) -> None:
    def limits() -> Limits:
        return Settings({}, {}).chosen(ROOT).chips

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert limits().capacity == 30
        (tmp_path / "editjournal").mkdir()
        (tmp_path / "editjournal" / "config.toml").write_text("[chips]\ncapacity = 7\n")
        assert limits().capacity == 7


def test_variables_count_over_the_file_and_options_over_both(settings: Given) -> None:
    settings.write('[chips]\ncapacity = 1\nmin_bytes = 2\ntotal_bytes = 3\nttl = "4s"\n')
    assert settings.limits() == Limits(1, 2, 3, 4)
    settings.environment |= {
        "EDITJOURNAL_CHIPS_CAPACITY": "11",
        "EDITJOURNAL_CHIPS_MIN_BYTES": "12",
        "EDITJOURNAL_CHIPS_TOTAL_BYTES": "13",
        "EDITJOURNAL_CHIPS_TTL": "14m",
    }
    assert settings.limits() == Limits(11, 12, 13, 14 * 60)
    options = {"capacity": "21", "min_bytes": "22", "total_bytes": "23", "ttl": "24h"}
    assert Settings(options, settings.environment).chosen(ROOT).chips == Limits(
        21, 22, 23, 24 * 3600
    )
    assert settings.limits(capacity="5") == Limits(5, 12, 13, 14 * 60)


def test_an_empty_variable_is_none(settings: Given) -> None:
    settings.environment["EDITJOURNAL_CHIPS_CAPACITY"] = ""
    assert settings.limits().capacity == 30


def test_a_workspace_has_its_own_over_those_of_all(settings: Given) -> None:
    settings.write(
        "[chips]\ncapacity = 5\nmin_bytes = 6\n"
        '[workspace."/w/project".chips]\ncapacity = 7\n'
        '[workspace."/w/other".chips]\nmin_bytes = 8\n'
    )
    found = [settings.limits(root)[:2] for root in (ROOT, b"/w/other", b"/w", b"/w/project/sub")]
    assert found == [(7, 6), (5, 8), (5, 6), (5, 6)]


def test_a_workspace_is_meant_by_whatever_path_leads_to_it(settings: Given, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    settings.write(f'[workspace."{tmp_path}/link/".chips]\ncapacity = 7\n')
    assert settings.limits(os.fsencode(tmp_path / "real")).capacity == 7


def test_two_tables_of_one_workspace_are_an_error_that_names_both(
    settings: Given, tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    for other in (f"{tmp_path}/link", f"{tmp_path}/real/", f"{tmp_path}/link/../real"):
        settings.write(
            f'[workspace."{tmp_path}/real".chips]\ncapacity = 7\n'
            f'[workspace."{other}".chips]\nmin_bytes = 8\n'
        )
        told = (
            f'config.toml: [workspace."{other}"]: [workspace."{tmp_path}/real"] names the same '
            "folder; allowed: one of them"
        )
        assert told in settings.trouble(os.fsencode(tmp_path / "real")).message
        assert told in settings.trouble(b"/w/other").message, "also to another workspace"


def test_structure_has_its_own_table_with_all_that_the_others_have(settings: Given) -> None:
    assert settings.chosen().structure == StructureLimits(2 << 20, 256 << 10)
    settings.write(
        "[structure]\nmax_bytes = 1\nwarn_bytes = 2\n"
        '[workspace."/w/project".structure]\nmax_bytes = 3\n'
    )
    assert settings.chosen().structure == StructureLimits(3, 2)
    assert settings.chosen(b"/w").structure == StructureLimits(1, 2)
    assert settings.chosen().chips == Limits()
    settings.environment["EDITJOURNAL_STRUCTURE_MAX_BYTES"] = "4"
    assert settings.chosen().structure == StructureLimits(4, 2)
    assert settings.chosen(max_bytes="5", warn_bytes="0").structure == StructureLimits(5, 0)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [('"30d"', 2_592_000), ('"12h"', 43_200), ('"90m"', 5400), ('"45s"', 45), ('"0"', 0), ("0", 0)],
)
def test_a_time_is_a_number_with_its_unit_and_zero_is_no_end(
    settings: Given, text: str, seconds: int
) -> None:
    settings.write(f"[chips]\nttl = {text}\n")
    assert settings.limits().ttl_s == seconds
    settings.write("")
    settings.environment["EDITJOURNAL_CHIPS_TTL"] = text.strip('"')
    assert settings.limits().ttl_s == seconds


# --- what is wrong --------------------------------------------------------------------------------

WRONG = [
    ("[chips]\ncapacity = 0\n", "[chips] capacity: is 0; allowed: a whole number from 1 to 1000"),
    ("[chips]\ncapacity = 1001\n", "[chips] capacity: is 1001; allowed"),
    ("[chips]\ncapacity = true\n", "[chips] capacity: is True; allowed"),
    ('[chips]\ncapacity = "30"\n', '[chips] capacity: is "30"; allowed'),
    ("[chips]\ncapacity = 3.0\n", "[chips] capacity: is 3.0; allowed"),
    ("[chips]\nmin_bytes = -1\n", "[chips] min_bytes: is -1; allowed"),
    ("[chips]\ntotal_bytes = []\n", "[chips] total_bytes: is []; allowed"),
    ('[chips]\nttl = "30 days"\n', '[chips] ttl: is "30 days"; allowed: a time such as "30d"'),
    ("[chips]\nttl = 30\n", "[chips] ttl: is 30; allowed"),
    ("[chips]\nttl = false\n", "[chips] ttl: is False; allowed"),
    ('[chips]\nttl = ""\n', '[chips] ttl: is ""; allowed'),
    ('[chips]\nttl = "\\u0663d"\n', "[chips] ttl: is "),
    (f'[chips]\nttl = "{"9" * 200}d"\n', "..."),
    (
        "[chips]\ncapactiy = 3\n",
        "[chips] capactiy: there is no such key; allowed: capacity, min_bytes, total_bytes, ttl",
    ),
    ("[chip]\n", "config.toml chip: there is no such key; allowed: chips, structure, workspace"),
    ("chips = 3\n", "[chips]: is 3; allowed: a table"),
    ("workspace = 3\n", "[workspace]: is 3; allowed: a table"),
    ('[workspace]\n"/w" = 3\n', '[workspace."/w"]: is 3; allowed: a table'),
    ('[workspace."w".chips]\n', '[workspace."w"]: a workspace is named by its absolute path'),
    (
        '[workspace."/w"]\nx = 3\n',
        '[workspace."/w"] x: there is no such key; allowed: chips, structure',
    ),
    ("structure = 3\n", "[structure]: is 3; allowed: a table"),
    (
        "[structure]\nmax_bytes = 67108865\n",
        "[structure] max_bytes: is 67108865; allowed: a whole number of bytes from 0 to 67108864",
    ),
    ("[structure]\nwarn_bytes = -1\n", "[structure] warn_bytes: is -1; allowed: a whole number"),
    (
        "[structure]\ncapacity = 3\n",
        "[structure] capacity: there is no such key; allowed: max_bytes, warn_bytes",
    ),
    ('[workspace."/w".structure]\nx = 3\n', '[workspace."/w".structure] x: there is no such key'),
    ('[workspace."/w".chips]\nttl = 3\n', '[workspace."/w".chips] ttl: is 3; allowed'),
    ("[chips\n", "it is no TOML"),
    ("[chips]\ncapacity = 3\ncapacity = 4\n", "it is no TOML"),
]


@pytest.mark.parametrize(("text", "told"), WRONG, ids=[repr(one[0]) for one in WRONG])
def test_what_is_wrong_in_the_file_is_said_with_what_is_allowed(
    settings: Given, text: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings.write(text)
    trouble = settings.trouble()
    assert told in trouble.message
    assert str(settings.path) in trouble.message
    assert trouble.next == "mend the file, then repeat the call"
    assert told in caplog.text, "in daemon.log, too"
    assert len(trouble.message) < 500


def test_a_file_that_cannot_be_read_is_an_error(settings: Given) -> None:
    settings.path.write_bytes(b"\xff\xfe")
    assert "it is no TOML" in settings.trouble().message
    settings.path.unlink()
    assert "EDITJOURNAL_CONFIG: there is no file" in settings.trouble().message
    settings.path.mkdir()
    assert "it cannot be read: Is a directory" in settings.trouble().message


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("CHIPS_CAPACITY", "many"),
        ("CHIPS_CAPACITY", "0"),
        ("CHIPS_CAPACITY", "9" * 30),
        ("CHIPS_MIN_BYTES", "-5"),
        ("CHIPS_TOTAL_BYTES", "1e6"),
        ("CHIPS_TTL", "30"),
        ("CHIPS_TTL", "d"),
        ("STRUCTURE_MAX_BYTES", "2M"),
    ],
)
def test_a_wrong_variable_is_named_as_it_is_and_needs_a_new_daemon(
    settings: Given, name: str, text: str
) -> None:
    variable = f"EDITJOURNAL_{name}"
    settings.environment[variable] = text
    trouble = settings.trouble()
    assert f"{variable}: is " in trouble.message
    assert text[:40] in trouble.message
    assert trouble.next == f"set {variable} right, or not at all, then: editjournal daemon restart"


@pytest.mark.parametrize(
    ("name", "text", "option"),
    [
        ("min_bytes", "x", "--chips-min-bytes"),
        ("ttl", "1y", "--chips-ttl"),
        ("capacity", "-1", "--chips-capacity"),
        ("max_bytes", "1e3", "--structure-max-bytes"),
    ],
)
def test_a_wrong_option_is_refused_at_once_by_its_name(name: str, text: str, option: str) -> None:
    told = f"{option}: is .*{text}.*; allowed: "
    with pytest.raises(BadSettingError, match=told):
        Settings({name: text}, {})


# --- when they are read ---------------------------------------------------------------------------


def test_a_workspace_is_not_opened_with_wrong_settings_and_is_once_they_are_mended(
    settings: Given, tmp_path: Path
) -> None:
    (tmp_path / "w").mkdir()
    root = os.fsencode(tmp_path / "w")
    state = tmp_path / "s"

    async def scene() -> None:
        journals = Journals(state, tmp_path / "r", settings=Settings({}, settings.environment))
        try:
            settings.write("[chips]\ncapacity = 0\n")
            with pytest.raises(NoWorkspace, match="capacity: is 0"):
                await journals.enter(root)
            assert not state.exists(), "nothing was begun"
            settings.write("[chips]\ncapacity = 2\n[structure]\nmax_bytes = 9\n")
            journal = await journals.enter(root)
            assert journal.shelf.limits.capacity == 2
            assert vars(journal)["_opened"].structure.max_bytes == 9
            settings.write("[chips]\ncapacity = 0\n")
            assert await journals.enter(root) is journal, "they are read when it is opened"
        finally:
            await journals.close()

    asyncio.run(scene())


def test_the_example_in_the_docs_is_one_and_names_every_setting(settings: Given) -> None:
    doc = DOC.read_text()
    [example] = re.findall(r"```toml\n(.*?)```", doc, re.DOTALL)
    settings.write(example)
    assert settings.chosen(b"/elsewhere") == (
        Limits(50, 20, 128 << 20, 7 * 24 * 3600),
        StructureLimits(1 << 20, 64 << 10),
    )
    assert settings.chosen(b"/home/me/project") == (
        Limits(200, 20, 128 << 20, 0),
        StructureLimits(8 << 20, 64 << 10),
    )
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `([\w-]+)` \|", doc, re.MULTILINE)
    tables = {
        "chips": ("capacity", "min_bytes", "total_bytes", "ttl"),
        "structure": ("max_bytes", "warn_bytes"),
    }
    assert rows == [
        (
            name,
            f"EDITJOURNAL_{table.upper()}_{name.upper()}",
            f"--{table}-{name.replace('_', '-')}",
        )
        for table, names in tables.items()
        for name in names
    ]
