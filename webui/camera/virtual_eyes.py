"""What does the companion look at without a camera?  A painted table, with a profile learnt from a painted photo."""

import hashlib
from functools import lru_cache
from importlib import resources
from pathlib import Path

from calibration.store import ProfileRefused, load_profile, save_profile
from calibration.tiles import best_tiles, learn_photo
from vision.painted.camera import Camera, framed
from vision.painted.scene import Scene
from vision.painted.table_of_game import Hands
from vision.painted.virtual_table import VirtualTable
from vision.profile import Profile, make_profile
from webui.camera.camera_desk import CameraDesk
from webui.house import House

FOLDER = "virtual"  # apart from the profiles people learn
ENROLL_SEED = 1
CAMERA = framed(Camera(), 0.95)
"""A webcam that has been put up well: the board fills the picture."""


def virtual_desk(house: House, data_dir: Path) -> CameraDesk:
    """A desk over a virtual table that shows the running game from the moment there is one."""
    table = VirtualTable(camera=CAMERA)
    return CameraDesk(house, lambda: (virtual_profile(data_dir), table), Hands(table))


@lru_cache(maxsize=1)
def virtual_profile(data_dir: Path) -> Profile:
    """The painted tiles as learnt from a painted photo, from disk where this very art was learnt before.

    Every virtual table of a companion is read with the same one: it is some 20 MB.
    """
    name, folder = art_name(), data_dir / FOLDER
    try:
        return load_profile(name, folder)
    except ProfileRefused:
        profile = learn_virtual(name)
        save_profile(profile, folder)
        return profile


def art_name() -> str:
    """What the profile of the painted tiles is called; changes with the art."""
    digest = hashlib.sha256()
    for file in sorted(resources.files("companion.art").iterdir(), key=lambda one: one.name):
        if file.name.startswith("place-"):
            digest.update(file.read_bytes())
    return f"art-{digest.hexdigest()[:12]}"


def learn_virtual(name: str) -> Profile:
    """Learn the painted tiles as a person learns his own: one photo of the bare tiles in order."""
    table = VirtualTable(ENROLL_SEED, camera=CAMERA, scene=Scene(bare=True))
    frame = table.next()
    learnt = learn_photo(frame.bgr, Scene().layout) if frame is not None else None
    if learnt is None:
        raise RuntimeError("the painted tiles are not found in their own picture")
    return make_profile(name, tuple(tile.picture for tile in best_tiles([learnt])))
