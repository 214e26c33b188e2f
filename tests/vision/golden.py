"""Pictures of a table with their answers, and a profile learnt from one of them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.tiles import Learnt, learn_photo
from vision.frame import Floats, Image
from vision.geometry import CORNERS_MM
from vision.pose import Pose
from vision.profile import Profile, make_profile

PICTURES = Path(__file__).parent / "pictures"


def picture(name: str) -> Image:
    """A golden picture."""
    return np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)


def truth(name: str) -> dict[str, Any]:
    """Its answer."""
    return dict(json.loads((PICTURES / f"{name}.json").read_text()))


def true_layout(name: str) -> tuple[int, ...]:
    """The sixteen places of its layout."""
    return tuple(place for row in truth(name)["layout"] for place in row)


@cache
def learnt() -> Learnt:
    """What the picture of the bare tiles teaches."""
    found = learn_photo(picture("photo_enroll"), tuple(range(1, 17)))
    assert found is not None
    return found


@cache
def profile() -> Profile:
    """The copy of the golden pictures."""
    return make_profile("golden", tuple(tile.picture for tile in learnt().tiles))


def corner_errors_mm(pose: Pose, answer: dict[str, Any]) -> Floats:
    """Largest error of the corners of each tile read, in mm on the tile."""
    errors = []
    for tile in pose.tiles:
        if tile.place is not None:
            true_px = np.array(answer["tile_corners_px"][str(tile.place)], np.float32)
            to_tile = cv2.getPerspectiveTransform(true_px, CORNERS_MM.astype(np.float32))
            found = cv2.perspectiveTransform(pose.project_plane(tile.corners_mm).reshape(-1, 1, 2), to_tile)
            errors.append(np.linalg.norm(found.reshape(-1, 2) - CORNERS_MM, axis=1).max())
    return np.array(errors)
