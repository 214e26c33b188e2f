"""``bazaar app``: an entry in the start menu, from which the companion starts and the browser opens by itself."""

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from webui.cli.output import fail, say

TITLE = "Bazaar Companion"
ABOUT = "Companion for the board game Istanbul"
ICON = Path(__file__).parents[1] / "static" / "icon-512.png"
RUNS = 0o755


class MenuFile(NamedTuple):
    """A file of the start menu: where it lies, what it says, and where a copy of the picture lies that it names.

    The single-file program unpacks its own picture for a run only.
    """

    place: Path
    text: str
    picture: Path | None = None


@click.command()
@click.option("--remove", is_flag=True, help="Take the entry away again.")
def app(remove: bool) -> None:
    """Put the companion into this computer's start menu."""
    entry = entry_for(sys.platform, os.environ, Path.home(), this_program())
    try:
        taken = entry.place.exists()
        _remove(entry) if remove else _write(entry)
    except OSError as error:
        fail(f"{entry.place} cannot be {'removed' if remove else 'written'}: {error.strerror or error}")
    if remove:
        say(f"removed {entry.place}" if taken else f"there is no entry at {entry.place}")
    else:
        say(f"{TITLE} is in the start menu now ({entry.place}); bazaar app --remove takes it away")


def this_program() -> list[str]:
    """The words that start the companion again as it was started: by Python, or as the single-file program."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "webui"]


def entry_for(system: str, environment: Mapping[str, str], home: Path, command: Sequence[str]) -> MenuFile:
    """The entry that runs ``command`` on a system (of ``sys.platform``), in a terminal by which it can be ended."""
    if system == "win32":
        return _for_windows(Path(environment.get("APPDATA") or home / "AppData" / "Roaming"), command)
    if system == "darwin":
        place = home / "Applications" / f"{TITLE}.command"
        return MenuFile(place, f"#!/bin/sh\n# {ABOUT}\nexec {shlex.join(command)}\n")
    return _for_linux(Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share"), command)


def _for_windows(roaming: Path, command: Sequence[str]) -> MenuFile:
    place = roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs" / f"{TITLE}.bat"
    words = " ".join(f'"{word.replace("%", "%%")}"' for word in command)
    return MenuFile(place, f"@echo off\r\nrem {ABOUT}\r\nchcp 65001 > nul\r\n{words}\r\nif errorlevel 1 pause\r\n")


def _for_linux(shared: Path, command: Sequence[str]) -> MenuFile:
    picture = shared / "icons" / "bazaar-companion.png"
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        f"Name={TITLE}",
        f"Comment={ABOUT}",
        f"Exec={' '.join(_quoted(word) for word in command)}",
        f"Icon={picture}",
        "Terminal=true",
        "Categories=Game;BoardGame;",
    )
    return MenuFile(shared / "applications" / "bazaar-companion.desktop", "\n".join(lines) + "\n", picture)


def _quoted(word: str) -> str:
    """A word of ``Exec``, as freedesktop's specification of desktop entries wants it."""
    inner = word.replace("\\", r"\\\\").replace("`", r"\\`").replace("$", r"\\$").replace('"', r"\\" + '"')
    return f'"{inner.replace("%", "%%")}"'


def _write(entry: MenuFile) -> None:
    for place in (entry.place, *_pictures(entry)):
        place.parent.mkdir(parents=True, exist_ok=True)
    for place in _pictures(entry):
        shutil.copyfile(ICON, place)
    entry.place.write_text(entry.text, encoding="utf-8", newline="")
    entry.place.chmod(RUNS)


def _remove(entry: MenuFile) -> None:
    for place in (entry.place, *_pictures(entry)):
        place.unlink(missing_ok=True)


def _pictures(entry: MenuFile) -> list[Path]:
    return [entry.picture] if entry.picture else []
