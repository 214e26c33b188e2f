"""What does the companion look at when there is no camera?  A painted table, read with a profile learnt from a painted photo."""

from collections.abc import Callable
from pathlib import Path

from calibration.store import ProfileRefused, load_profile, save_profile
from calibration.tiles import best_tiles, learn_photo
from vision.profile import Profile, make_profile
from vision.sources.base import FrameSource
from vision.sources.virtual import VirtualTable
from vision.sources.virtual_scene import Scene
from webui.house import House
from webui.virtual_table import Hands

PROFILE = "virtual-table"
ENROLL_SEED = 1


def virtual_eyes(house: House, data_dir: Path) -> Callable[[], tuple[Profile, FrameSource | None]]:
    """Opens the virtual table of a house: it shows the running game's table from the moment there is one."""

    def eyes() -> tuple[Profile, FrameSource | None]:
        table = VirtualTable()
        house.when_opened(Hands(table).follow)
        return virtual_profile(data_dir), table

    return eyes


def virtual_profile(data_dir: Path) -> Profile:
    """The painted tiles as learnt from a painted photo, from disk where they were learnt before."""
    try:
        return load_profile(PROFILE, data_dir)
    except ProfileRefused:
        profile = learn_virtual()
        save_profile(profile, data_dir)
        return profile


def learn_virtual() -> Profile:
    """Learn the painted tiles as a person learns his own: one photo of the bare tiles in order."""
    table = VirtualTable(ENROLL_SEED, scene=Scene(bare=True))
    frame = table.next()
    learnt = learn_photo(frame.bgr, Scene().layout) if frame is not None else None
    if learnt is None:
        raise RuntimeError("the painted tiles are not found in their own picture")
    return make_profile(PROFILE, tuple(tile.picture for tile in best_tiles([learnt])))
