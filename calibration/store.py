"""Where do profiles lie?  One folder each: ``profile.json``, and the tile pictures in a folder named after their id.

``profile.json`` is written last and whole, and says which pictures count: a kill leaves the old profile or the new one.
A profile is called as its folder is, whatever name it was written under: another name is one step.
What is not known is refused.
"""

import re
import shutil
from contextlib import suppress
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.disk import make_folder, remove, sync_folder, write_whole
from companion.session.faults import keeping
from vision.frame import Image
from vision.profile import Profile, make_profile

SCHEMA = 2
"""Schema 1 had the pictures beside ``profile.json``; it is still read."""
RECORD = "profile.json"
FOLDER = "profiles"
PICTURE = "{:02}.png"
NAME = re.compile(r"[\w][\w .-]{0,60}")


class ProfileRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What ``profile.json`` says."""

    schema: int
    name: str
    id: str
    colors: dict[str, tuple[float, ...]] = {}


class ProfileRefused(Exception):
    """A profile that is missing, damaged or of another make; the text says which and what to do."""


def save_profile(profile: Profile, data_dir: Path) -> Path:
    """Write the profile under its name, in place of an older one; gives its folder.

    Raises OutOfReach; then the older one is as it was.
    """
    place = profile_dir(profile.name, data_dir)
    record = ProfileRecord(SCHEMA, profile.name, profile.id, dict(profile.colors))
    with keeping(profile.name):
        make_folder(place)
        _write_pictures(profile.tiles, place / profile.id)
        write_whole(place / RECORD, msgspec.json.format(msgspec.json.encode(record)))
    _clear(place, profile.id)
    return place


def _write_pictures(tiles: tuple[Image, ...], folder: Path) -> None:
    """Each picture is whole, and nobody looks for them before all are there."""
    for number, picture in enumerate(tiles, 1):
        write_whole(folder / PICTURE.format(number), cv2.imencode(".png", picture)[1].tobytes())


def _clear(place: Path, kept: str) -> None:
    """Take away the pictures of older profiles; what cannot be removed harms nobody."""
    for path in place.iterdir():
        if path.is_dir() and path.name != kept:
            shutil.rmtree(path, ignore_errors=True)
        elif path.suffix == ".png":
            with suppress(OSError):
                path.unlink()


def load_profile(name: str, data_dir: Path) -> Profile:
    """The profile of that name.  Raises ProfileRefused where it is missing, damaged or of a schema not known here."""
    place = profile_dir(name, data_dir)
    if not (place / RECORD).is_file():
        known = ", ".join(profile_names(data_dir)) or "none yet"
        raise ProfileRefused(f"there is no profile {name!r} (known: {known}); learn one with: bazaar learn PHOTO")
    record = _read_record(place / RECORD)
    tiles = _read_tiles(place, record)
    try:
        profile = make_profile(name, tiles, record.colors)
    except ValueError:  # nothing is to be seen on them
        profile = None
    if profile is None or profile.id != record.id:
        raise ProfileRefused(
            f"profile {name!r} is damaged: its pictures are not those it was saved with; learn it again"
        )
    return profile


def _read_record(path: Path) -> ProfileRecord:
    try:
        schema = msgspec.json.decode(path.read_bytes(), type=dict).get("schema")
        if schema not in range(1, SCHEMA + 1):
            raise ProfileRefused(f"{path} has schema {schema!r}, this program knows {SCHEMA}; learn the profile again")
        return msgspec.json.decode(path.read_bytes(), type=ProfileRecord)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProfileRefused(f"{path} cannot be read ({error}); learn the profile again") from error


def _read_tile(path: Path) -> Image:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ProfileRefused(f"{path} is missing; learn the profile again") from error
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None:
        raise ProfileRefused(f"{path} is not a picture; learn the profile again")
    return np.asarray(picture, np.uint8)


def profile_pictures(name: str, data_dir: Path) -> tuple[Image, ...]:
    """The sixteen tile pictures of a profile, to be looked at.  Raises ProfileRefused where one is missing."""
    place = profile_dir(name, data_dir)
    return _read_tiles(place, _read_record(place / RECORD))


def _read_tiles(place: Path, record: ProfileRecord) -> tuple[Image, ...]:
    folder = place if record.schema == 1 else place / _plain(record.id)
    return tuple(_read_tile(folder / PICTURE.format(number)) for number in range(1, 17))


def _plain(identity: str) -> str:
    if not NAME.fullmatch(identity):
        raise ProfileRefused(f"{identity!r} is no id of a profile; learn the profile again")
    return identity


def profile_names(data_dir: Path) -> list[str]:
    """Names of the profiles on disk, in order."""
    return sorted(path.parent.name for path in (data_dir / FOLDER).glob(f"*/{RECORD}"))


def delete_profile(name: str, data_dir: Path) -> None:
    """Forget a profile; nothing happens where there is none.  Raises OutOfReach; then it is as it was."""
    place = profile_dir(name, data_dir)
    with keeping(name):
        if place.is_dir():
            remove(place / RECORD)
    shutil.rmtree(place, ignore_errors=True)


def rename_profile(name: str, to: str, data_dir: Path) -> None:
    """Keep a profile under another name.  Raises ProfileRefused where that name is taken or is none, and OutOfReach."""
    old, new = profile_dir(name, data_dir), profile_dir(to, data_dir)
    if (new / RECORD).exists():
        raise ProfileRefused(f"there is a profile {to!r} already; choose another name")
    load_profile(name, data_dir)
    with keeping(name):
        if new.is_dir():  # left behind by a profile that was forgotten
            shutil.rmtree(new)
        old.rename(new)
        sync_folder(new.parent)


def profile_dir(name: str, data_dir: Path) -> Path:
    """The folder of a profile.  Raises ProfileRefused for a name that is no plain file name."""
    if not NAME.fullmatch(name):
        raise ProfileRefused(f"{name!r} is no name for a profile: use letters, digits, spaces, dots and dashes")
    return data_dir / FOLDER / name
