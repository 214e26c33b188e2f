"""Where do copies of the dice game lie?  One TOML file each in the data folder, written whole or not at all."""

import logging
import re
from pathlib import Path

from companion.dice_game.copy.components import BadComponents, Components, component_faults, read_components
from companion.dice_game.copy.learning import format_components, learned
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.state import GameState
from companion.disk import write_whole
from companion.session.faults import OutOfReach, keeping

log = logging.getLogger(__name__)
FOLDER = "copies"
ENDING, ICONS_ENDING = ".toml", ".dice.png"
COPY, PRACTICE = "copy", "practice"
"""The copy nobody has given a name, and the one that is made up."""
NAME = re.compile(r"[\w][\w -]{0,40}")


def copy_names(folder: Path) -> list[str]:
    """Copies with a file, in order of their names."""
    return sorted(path.stem for path in (folder / FOLDER).glob(f"*{ENDING}") if NAME.fullmatch(path.stem))


def read_copy(name: str, folder: Path) -> Components:
    """What is known of a copy; of the nameless one at first only what the box says.  Raises BadComponents."""
    path = path_of(name, folder)
    if not path.exists():
        if name != COPY:
            raise BadComponents("unknown_copy", copy=name, game="dice")
        return shipped_components()
    try:
        return read_components(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadComponents("not_components", why=str(error), game="dice") from error


def write_copy(name: str, components: Components, folder: Path) -> None:
    """Write it whole, where its file does not say so already.  Raises OutOfReach; then the old one is as it was."""
    path, data = path_of(name, folder), format_components(components).encode()
    with keeping(path.name):
        if not path.exists() or path.read_bytes() != data:
            write_whole(path, data)


def keep_learnt(before: Components, state: GameState, name: str, folder: Path) -> None:
    """What was known before this game and what it has been told by now, so that what is undone is forgotten.

    Numbers that cannot be together, and a disk that takes nothing, are for the log; the game itself goes on.
    """
    now, path = learned(before, state), path_of(name, folder)
    faults = component_faults(now)
    if faults:
        log.warning("what the table told of %s does not add up and is not kept: %s", name, ", ".join(faults))
        return
    try:
        if now != before or path.exists():
            write_copy(name, now, folder)
    except OutOfReach:
        log.exception("what the table told of %s could not be kept", name)


def path_of(name: str, folder: Path) -> Path:
    """The file of a copy.  Raises BadComponents for a name that is no plain file name."""
    if not NAME.fullmatch(name):
        raise BadComponents("unknown_copy", copy=name, game="dice")
    return folder / FOLDER / f"{name}{ENDING}"


def icons_path(name: str, folder: Path) -> Path:
    """Where the icons of a copy's dice are kept."""
    path = path_of(name or COPY, folder)
    return path.with_name(path.stem + ICONS_ENDING)
