"""What does a data folder keep?  Game, seats, hosts, copies and choices, put so that two folders can be compared."""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from calibration.store import ProfileRefused, profile_names, profile_pictures
from companion.session.clock import FakeClock
from webui.camera.lookout import NOTE as CAMERA_NOTE
from webui.house import House
from webui.rights.access import Devices
from webui.setup.wizard import NOTE as EVENING_NOTE

Kept = dict[str, Any]
COPIES = "copies"
NOTES = (CAMERA_NOTE, EVENING_NOTE)


def kept_in(folder: Path) -> Kept:
    """What the next start finds; it may bring an old game up to date."""
    house = House(folder, FakeClock())
    try:
        return kept_by(house)
    finally:
        house.close()


def kept_by(house: House) -> Kept:
    """What a running companion goes by; the copies and choices as they lie in its folder."""
    return _game(house) | _rights(house.access.devices) | _files(house.data_dir)


def _game(house: House) -> Kept:
    troubles = [f"{one.code} {one.file}" for one in house.archive.troubles]
    session = house.session
    if session is None:
        return {"game": "", "version": 0, "state": "", "players": [], "troubles": troubles}
    version, state, entries = session.snapshot()
    return {
        "game": f"{session.game.name} {house.game_id}",
        "version": version,
        "state": _short(repr((state, entries)).encode()),
        "players": [person.name for person in house.sitting.people],
        "troubles": troubles,
    }


def _rights(devices: Devices) -> Kept:
    seats = {key[:12]: list(one.seats) for key, one in sorted(devices.items()) if one.seats}
    return {"seats": seats, "hosts": sorted(key[:12] for key, one in devices.items() if one.host)}


def _files(folder: Path) -> Kept:
    games = sorted(path.name for path in (folder / "games").glob("*.bazaar"))
    return {
        "games": games,
        "copies": _pieces(folder / COPIES),
        "profiles": {name: _profile(name, folder) for name in profile_names(folder)},
        "notes": {note: _note(folder / note) for note in NOTES},
    }


def _pieces(folder: Path) -> dict[str, str]:
    """Every file of a folder by its path; what is on its way there (``.new``) is not kept yet."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and not _on_its_way(path, folder)]
    return {path.relative_to(folder).as_posix(): _short(path.read_bytes()) for path in paths}


def _profile(name: str, folder: Path) -> str:
    """What is read of a copy that is listed, however it lies there."""
    try:
        pictures = profile_pictures(name, folder)
    except (ProfileRefused, OSError) as error:
        return f"cannot be read: {error}"
    return _short(b"".join(picture.tobytes() for picture in pictures))


def _on_its_way(path: Path, folder: Path) -> bool:
    return path.suffix == ".new" or any(part.startswith(".") for part in path.relative_to(folder).parts)


def _note(path: Path) -> Any:
    try:
        return msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None


def _short(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def differences(found: Any, wanted: Any, where: str = "") -> str:
    """Where two values differ, as words; empty where they do not."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        keys = [*wanted, *(key for key in found if key not in wanted)]
        parts = [differences(found.get(key), wanted.get(key), f"{where}/{key}") for key in keys]
        return "; ".join(part for part in parts if part)
    return "" if found == wanted else f"{where or 'it'} is {found!r}, not {wanted!r}"
