"""Settings of chips as people give them: options of the daemon's commands, and a file."""

import os
import subprocess
from pathlib import Path

from .surface import COMMAND, Desk

DONE, _, WRONG_CALL, TROUBLE = range(4)
FAILING = ("replace", "a.py:99", "--content", "x")


def listed(desk: Desk) -> list[str]:
    return [one[0] for one in desk.cli("chips", "--json").json["items"]]


def test_options_of_the_daemon_hold_for_two_processes_at_once_and_after_a_restart(
    lone_desk: Desk,
) -> None:
    desk = lone_desk
    desk.file("a.py")
    assert desk.cli("daemon", "start", "--chips-capacity", "3", "--chips-ttl", "2d").code == DONE
    both = [
        subprocess.Popen(
            [*COMMAND, *FAILING], cwd=desk.root, env=desk.env, stderr=subprocess.DEVNULL
        )
        for _ in range(2)
    ]
    assert [one.wait() for one in both] == [WRONG_CALL] * 2
    second, first = listed(desk)
    third = desk.cli(*FAILING, "--json").json
    fourth = desk.cli(*FAILING, "--json").json
    assert third["warnings"] == []
    [[code, values, _]] = fourth["warnings"]
    assert (code, values["chips"], values["capacity"]) == ("chips_left", f"chip://{first}", 3)
    assert listed(desk) == [fourth["chip"], third["chip"], second]
    assert f"chip://{second} left the list of chips, which holds 3" in desk.cli(*FAILING).err
    found = listed(desk)
    assert desk.cli("daemon", "restart", "--chips-capacity", "3").code == DONE
    assert listed(desk) == found


def test_options_for_a_daemon_that_runs_already_are_refused_with_the_command_for_them(
    lone_desk: Desk,
) -> None:
    assert lone_desk.cli("daemon", "start").code == DONE
    ran = lone_desk.cli("daemon", "start", "--chips-min-bytes", "5")
    assert ran.code == TROUBLE
    assert "editjournal daemon restart --chips-min-bytes 5" in ran.err
    assert lone_desk.cli("daemon", "start").code == DONE


def test_a_wrong_option_keeps_the_daemon_from_starting_and_is_named(lone_desk: Desk) -> None:
    for command in (("start",), ("restart",)):
        ran = lone_desk.cli("daemon", *command, "--chips-capacity", "0")
        assert ran.code == TROUBLE
        assert "--chips-capacity: is 0; allowed: a whole number from 1 to 1000" in ran.err
    ran = lone_desk.cli("daemon", "run", "--chips-ttl", "soon")
    assert ran.code == 1
    assert '--chips-ttl: is "soon"; allowed' in ran.err


def test_a_wrong_option_is_found_before_the_running_daemon_is_stopped(lone_desk: Desk) -> None:
    assert lone_desk.cli("daemon", "start").code == DONE
    running = lone_desk.cli("daemon", "status").out
    ran = lone_desk.cli("daemon", "restart", "--chips-ttl", "7x")
    assert ran.code == TROUBLE
    assert '--chips-ttl: is "7x"; allowed: a time' in ran.err
    assert ran.err.endswith("next: give --chips-ttl as is allowed, or leave it out\n")
    assert lone_desk.cli("daemon", "status").out == running
    assert lone_desk.cli("daemon", "restart", "--chips-ttl", "7d").code == DONE
    assert lone_desk.cli("daemon", "status").out.split(",")[1] != running.split(",")[1]


def test_settings_of_whoever_runs_the_tests_do_not_reach_the_daemons_of_tests(
    lone_desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "editjournal" / "config.toml"
    file.parent.mkdir()
    file.write_text("[chips]\ncapacity = 0\n")
    lone_desk.env["XDG_CONFIG_HOME"] = str(tmp_path)
    lone_desk.file("a.py")
    assert lone_desk.cli("read", "a.py").code == DONE
    del lone_desk.env["EDITJOURNAL_CONFIG"]
    assert lone_desk.cli("daemon", "stop").code == DONE
    assert lone_desk.cli("read", "a.py").code == TROUBLE, "else they would"
    file.write_text("")


def test_a_wrong_file_is_told_to_whoever_opens_the_workspace_and_in_the_log(
    lone_desk: Desk, tmp_path: Path
) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[workspace."{os.fsdecode(lone_desk.root)}".chips]\ncapacity = 0\n')
    lone_desk.file("a.py")
    lone_desk.env["EDITJOURNAL_CONFIG"] = str(file)
    told = "capacity: is 0; allowed: a whole number from 1 to 1000"
    ran = lone_desk.cli("read", "a.py")
    assert ran.code == TROUBLE
    assert told in ran.err
    assert "mend the file" in ran.err
    host = lone_desk.host()
    assert told in host.call("be-read", file="a.py")
    assert told in lone_desk.places.log.read_text()
    file.write_text("")
    assert lone_desk.cli("read", "a.py").code == DONE
