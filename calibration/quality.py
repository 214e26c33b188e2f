"""What should the photographer do better?  Advice in plain words on a photo to learn from."""

import cv2
import numpy as np

from calibration.tiles import Learnt, LearntTile
from vision.frame import Image
from vision.params_layout import LEARN, LearnParams


def advice_on(bgr: Image, learnt: Learnt, params: LearnParams = LEARN) -> list[str]:
    """What is wrong with a photo although it could be learnt from; empty where nothing is."""
    advice = []
    width = float(np.median([tile.width_px for tile in learnt.tiles]))
    if width < params.least_width_px:
        advice.append(f"only {width:.0f} pixels a tile: go nearer, or use a picture with more pixels")
    dark = [tile.place for tile in learnt.tiles if _bright(tile) < params.dark]
    if dark:
        advice.append(f"too dark on {_tiles(dark)}: switch on a light")
    glare = [tile.place for tile in learnt.tiles if _burnt_share(tile, params) > params.glare_share]
    if glare:
        advice.append(f"glare on {_tiles(glare)}: move the lamp or the camera")
    soft = [tile.place for tile in learnt.tiles if tile.sharpness < params.unsharp]
    if soft:
        advice.append(f"blurred on {_tiles(soft)}: hold still and let the camera focus")
    advice += _about_view(bgr, learnt, params)
    return advice


def _about_view(bgr: Image, learnt: Learnt, params: LearnParams) -> list[str]:
    advice = []
    corners = np.concatenate([learnt.pose.project_plane(tile.corners_mm) for tile in learnt.pose.tiles])
    height, width = bgr.shape[:2]
    sides = {
        "left": corners[:, 0].min() < 0,
        "right": corners[:, 0].max() > width - 1,
        "top": corners[:, 1].min() < 0,
        "bottom": corners[:, 1].max() > height - 1,
    }
    cut = [side for side, is_cut in sides.items() if is_cut]
    if cut:
        advice.append(f"cut off at the {' and the '.join(cut)}: take the whole bazaar into the picture")
    if abs(learnt.pose.k1) > params.bent_k1:
        advice.append("the lens bends lines: step back and zoom in, and avoid the wide lens")
    rotation = cv2.Rodrigues(learnt.pose.rvec)[0]
    if np.degrees(np.arccos(min(1.0, abs(rotation[2, 2])))) > params.steep_deg:
        advice.append("taken from low down: hold the camera higher above the table")
    first, fifth = (learnt.pose.project_plane(learnt.pose.tiles[cell].corners_mm).mean(0) for cell in (0, 12))
    if abs(fifth[0] - first[0]) > abs(fifth[1] - first[1]):
        advice.append("taken from the side: if the numbers come out upside down, learn again with --turn 180")
    return advice


def _bright(tile: LearntTile) -> float:
    return float(np.quantile(cv2.cvtColor(tile.picture, cv2.COLOR_BGR2GRAY), 0.95))


def _burnt_share(tile: LearntTile, params: LearnParams) -> float:
    return float((tile.picture.min(2) >= params.white).mean())


def _tiles(places: list[int]) -> str:
    names = ", ".join(str(place) for place in sorted(places))
    return f"tile {names}" if len(places) == 1 else f"tiles {names}"
