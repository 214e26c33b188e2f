"""The companion in the start menu of each system."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webui.cli import main
from webui.cli.app import ICON, entry_for, this_program

COMMAND = ["/opt/py thon/bin/python", "-m", "webui"]
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in a home of its own."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return lambda *words: CliRunner().invoke(main, ["app", *words])


def test_on_linux_it_is_a_desktop_entry_with_a_picture(tmp_path: Path) -> None:
    entry = entry_for("linux", {}, tmp_path, COMMAND)
    assert entry.place == tmp_path / ".local" / "share" / "applications" / "bazaar-companion.desktop"
    assert 'Exec="/opt/py thon/bin/python" "-m" "webui"' in entry.text.splitlines()
    assert f"Icon={entry.picture}" in entry.text and "Terminal=true" in entry.text


@pytest.mark.parametrize(
    ("word", "written"), [("a%b", '"a%%b"'), ("a$b", r'"a\\$b"'), ('a"b', r'"a\\"b"'), ("a\\b", r'"a\\\\b"')]
)
def test_a_strange_path_is_written_as_desktop_entries_want_it(tmp_path: Path, word: str, written: str) -> None:
    assert f"Exec={written}" in entry_for("linux", {}, tmp_path, [word]).text.splitlines()


def test_on_windows_it_is_a_program_of_the_start_menu(tmp_path: Path) -> None:
    entry = entry_for(
        "win32", {"APPDATA": str(tmp_path)}, Path("/home/anna"), [r"C:\py 100%\python.exe", "-m", "webui"]
    )
    assert entry.place.parent == tmp_path / "Microsoft" / "Windows" / "Start Menu" / "Programs"
    assert '"C:\\py 100%%\\python.exe" "-m" "webui"\r\n' in entry.text


@pytest.mark.skipif(os.name != "posix", reason="runs the entry by a shell")
def test_on_a_mac_a_double_click_runs_it(tmp_path: Path) -> None:
    entry = entry_for("darwin", {}, tmp_path, [sys.executable, "-c", "print('it runs')"])
    assert entry.place.parent == tmp_path / "Applications" and entry.place.suffix == ".command"
    entry.place.parent.mkdir()
    entry.place.write_text(entry.text)
    assert subprocess.run(["sh", str(entry.place)], capture_output=True, text=True).stdout == "it runs\n"


def test_it_is_put_there_may_be_run_and_is_taken_away_again(run: Run, tmp_path: Path) -> None:
    made = run()
    place = entry_for(sys.platform, os.environ, tmp_path, COMMAND).place
    assert made.exit_code == 0 and place.stat().st_mode & stat.S_IXUSR and str(place) in made.output
    assert run("--remove").exit_code == 0 and not any(one.is_file() for one in tmp_path.rglob("*"))
    assert "there is no entry" in run("--remove").output


def test_where_it_cannot_be_written_that_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "share").write_text("a file, where a folder should be")
    refused = run()
    assert refused.exit_code == 1 and "cannot be written" in refused.output


def test_the_picture_outlasts_the_run_of_a_program_that_unpacks_itself(run: Run, tmp_path: Path) -> None:
    run()
    picture = entry_for(sys.platform, os.environ, tmp_path, COMMAND).picture
    assert picture is None or picture.read_bytes() == ICON.read_bytes()


def test_the_single_file_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert this_program() == [sys.executable, "-m", "webui"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert this_program() == [sys.executable]
