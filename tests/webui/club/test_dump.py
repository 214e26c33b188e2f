"""A running club is put away in one file and brought back."""

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.webui.club.conftest import AtTable
from tests.webui.conftest import wait_until
from webui.cli import main
from webui.club.trial import Trial

MakeTable = Callable[[int], AtTable]


def run(club: Trial, *command: str) -> Result:
    return CliRunner().invoke(main, ["club", *command, "--settings", str(club.file)])


@pytest.mark.long
def test_a_running_club_goes_back_to_its_backup(club: Trial, table: MakeTable, tmp_path: Path) -> None:
    here, there, file = table(0), table(1), tmp_path / "club.dump"
    before = [one.act(one.at(0)) for one in (here, there)]
    assert run(club, "backup", str(file)).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    later = table(0)
    assert [one.act(one.at(0)) for one in (here, there)] > before
    done = run(club, "restore", str(file), "--yes")
    assert done.exit_code == 0, done.output
    for one, version in zip((here, there), before, strict=True):
        for server in (0, 1):
            wait_until(lambda one=one, server=server, version=version: version_at(one, server) == version)  # type: ignore[misc]
        assert one.act(one.at(1)) > version, "it is played on from there"
    wait_until(lambda: later.at(0).ask("GET", f"{later.path}/api/view")[0] == 404)


def version_at(one: AtTable, server: int) -> object:
    status, view = one.at(server).ask("GET", f"{one.path}/api/view")
    return view["version"] if status == 200 else None


def test_a_file_that_is_no_backup_changes_nothing(club: Trial, table: MakeTable, tmp_path: Path) -> None:
    one, file = table(0), tmp_path / "no.dump"
    version = one.act(one.at(0))
    file.write_bytes(b"PGDMP and then nothing that PostgreSQL would read")
    for name in (str(file), str(tmp_path / "missing")):
        done = run(club, "restore", name, "--yes")
        assert done.exit_code != 0 and "Nothing was changed" in done.output
    assert version_at(one, 0) == version


@pytest.mark.long
def test_a_backup_that_cannot_be_made_leaves_the_one_before(club: Trial, tmp_path: Path) -> None:
    file = tmp_path / "club.dump"
    assert run(club, "backup", str(file)).exit_code == 0
    before = file.read_bytes()
    club.postgres.stop()
    assert run(club, "backup", str(file)).exit_code != 0
    club.postgres.start()
    assert file.read_bytes() == before and [one.name for one in tmp_path.iterdir()] == [file.name]
