"""What is shipped for running a club says what the program understands."""

import configparser
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from webui.cli.club import club
from webui.cli.club_worker import worker
from webui.club.settings import read_settings

SHIPPED = Path(__file__).parents[3] / "installers/club"
UNITS = sorted(path for path in SHIPPED.iterdir() if path.suffix in (".service", ".timer", ".target"))


def understood(words: list[str]) -> None:
    """Fails where ``bazaar club`` would not understand these words."""
    assert words[0] == "club"
    assert club.make_context("club", words[1:]).params["file"] is not None


def compose() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((SHIPPED / "compose.yaml").read_text())
    return told


def test_the_settings_that_are_shipped_can_be_read() -> None:
    assert read_settings(SHIPPED / "club.toml").drain_s < 60


@pytest.mark.parametrize("name", ["one", "two"])
def test_compose_starts_servers_as_the_program_is_started(name: str) -> None:
    server = compose()["services"][name]
    assert server["entrypoint"] == ["bazaar"]
    understood([str(word) for word in server["command"]])


def worker_understood(words: list[str]) -> None:
    """Fails where ``bazaar club worker`` would not understand these words."""
    assert words[:2] == ["club", "worker"]
    assert worker.make_context("worker", words[2:]).params["file"] is not None


def test_a_worker_is_started_as_the_program_is_started() -> None:
    worker_understood([str(word) for word in compose()["services"]["worker"]["command"]])
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(SHIPPED / "bazaar-club-worker@.service")
    worker_understood(shlex.split(unit["Service"]["ExecStart"])[1:])


def test_compose_names_only_what_it_has() -> None:
    told = compose()
    for service in told["services"].values():
        assert set(service.get("depends_on", ())) <= set(told["services"])
        assert set(service["networks"]) <= set(told["networks"])
        assert {one["source"] for one in service.get("configs", ())} <= set(told["configs"])
        volumes = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert {one for one in volumes if not one.startswith(".")} <= set(told["volumes"])
        assert all((SHIPPED / one).exists() for one in volumes if one.startswith("."))


def test_the_proxy_of_compose_knows_the_servers() -> None:
    text, services = (SHIPPED / "Caddyfile").read_text(), compose()["services"]
    told = set(re.findall(r"172[.0-9]+:8484", text))
    listening = {services[name]["command"][services[name]["command"].index("--listen") + 1] for name in ("one", "two")}
    assert told == listening


def test_the_unit_starts_a_server_as_the_program_is_started() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(SHIPPED / "bazaar-club@.service")
    understood(shlex.split(unit["Service"]["ExecStart"].replace("%i", "8484"))[1:])
    settings = read_settings(SHIPPED / "club.toml")
    assert float(unit["Service"]["TimeoutStopSec"]) > settings.drain_s + 30


def test_caddy_understands_its_file() -> None:
    program = shutil.which("caddy")
    if program is None:
        if os.environ.get("CI") == "true":
            pytest.fail("caddy is not installed, and CI must not skip its file")
        pytest.skip("caddy is not installed")
    command = [program, "validate", "--adapter", "caddyfile", "--config", str(SHIPPED / "Caddyfile")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "BAZAAR_HOST": "club.example"}
    )
    assert done.returncode == 0, done.stderr


def test_the_unit_of_the_backup_writes_a_file_a_weekday(tmp_path: Path) -> None:
    """Its command is run as systemd runs it, with a program in the place of ours that writes what it was told."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(SHIPPED / "bazaar-club-backup.service")
    shell, flag, script = shlex.split(unit["Service"]["ExecStart"].replace("%%", "%"))
    told = tmp_path / "bazaar"
    told.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
    told.chmod(0o755)
    script = script.replace("/opt/bazaar/bin/bazaar", str(told))
    words = subprocess.run([shell, flag, script], capture_output=True, text=True, check=True).stdout.splitlines()
    made = club.make_context("club", words[1:])
    backup = club.get_command(made, words[1])
    assert backup is not None
    asked = backup.make_context("backup", words[2:]).params
    assert re.fullmatch(r"/var/backups/bazaar/club-\w+\.dump", str(asked["file"]))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_understands_the_units() -> None:
    command = ["systemd-analyze", "verify", *map(str, UNITS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if line and "is not executable" not in line]
    assert complaints == []
