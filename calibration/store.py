"""Where do profiles lie?  One folder each: tile pictures as PNG beside ``profile.json`` with a schema number.

What is not known is refused; a profile is written beside its place and moved there whole, so a crash harms no old one.
"""

import re
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.frame import Image
from vision.profile import Profile, make_profile

SCHEMA = 1
FOLDER = "profiles"
NAME = re.compile(r"[\w][\w .-]{0,60}")


class ProfileRecord(msgspec.Struct, forbid_unknown_fields=True):
    """``profile.json``."""

    schema: int
    name: str
    id: str
    colors: dict[str, tuple[float, ...]] = {}


class ProfileRefused(Exception):
    """A profile that is missing, damaged or of another make; the text says which and what to do."""


def save_profile(profile: Profile, data_dir: Path) -> Path:
    """Write the profile under its name, in place of an older one; gives its folder."""
    place = profile_dir(profile.name, data_dir)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as scratch:
        fresh = Path(scratch) / "fresh"
        fresh.mkdir()
        for number, picture in enumerate(profile.tiles, 1):
            (fresh / f"{number:02}.png").write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        record = ProfileRecord(SCHEMA, profile.name, profile.id, dict(profile.colors))
        (fresh / "profile.json").write_bytes(msgspec.json.format(msgspec.json.encode(record)))
        if place.exists():
            place.rename(Path(scratch) / "old")
        fresh.rename(place)
    return place


def load_profile(name: str, data_dir: Path) -> Profile:
    """The profile of that name.  Raises ProfileRefused where it is missing, damaged or of a schema not known here."""
    place = profile_dir(name, data_dir)
    if not (place / "profile.json").is_file():
        known = ", ".join(profile_names(data_dir)) or "none yet"
        raise ProfileRefused(f"there is no profile {name!r} (known: {known}); learn one with: bazaar learn PHOTO")
    record = _read_record(place / "profile.json")
    tiles = profile_pictures(name, data_dir)
    try:
        profile = make_profile(record.name, tiles, record.colors)
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
        if schema != SCHEMA:
            raise ProfileRefused(f"{path} has schema {schema!r}, this program knows {SCHEMA}; learn the profile again")
        return msgspec.json.decode(path.read_bytes(), type=ProfileRecord)
    except msgspec.MsgspecError as error:
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
    return tuple(_read_tile(profile_dir(name, data_dir) / f"{number:02}.png") for number in range(1, 17))


def profile_names(data_dir: Path) -> list[str]:
    """Names of the profiles on disk, in order."""
    return sorted(path.parent.name for path in (data_dir / FOLDER).glob("*/profile.json"))


def delete_profile(name: str, data_dir: Path) -> None:
    """Forget a profile; nothing happens where there is none."""
    shutil.rmtree(profile_dir(name, data_dir), ignore_errors=True)


def rename_profile(name: str, to: str, data_dir: Path) -> None:
    """Keep a profile under another name.  Raises ProfileRefused where that name is taken or is none."""
    if profile_dir(to, data_dir).exists():
        raise ProfileRefused(f"there is a profile {to!r} already; choose another name")
    old = load_profile(name, data_dir)
    save_profile(replace(old, name=to), data_dir)
    delete_profile(name, data_dir)


def profile_dir(name: str, data_dir: Path) -> Path:
    """The folder of a profile.  Raises ProfileRefused for a name that is no plain file name."""
    if not NAME.fullmatch(name):
        raise ProfileRefused(f"{name!r} is no name for a profile: use letters, digits, spaces, dots and dashes")
    return data_dir / FOLDER / name
