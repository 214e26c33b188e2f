"""What should the photographer do better?  Advice on a photo to learn from: what, on which tiles, in plain words."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.tiles import Learnt, LearntTile
from vision.alike import likeness
from vision.arrays import sized
from vision.frame import Image
from vision.params_learn import ALIKE, LEARN, LearnParams
from vision.rim import rim_margin
from vision.state import table_of

ADVICE = {
    "few_pixels": "only {pixels} pixels a tile: go nearer, or use a picture with more pixels",
    "dark_one": "too dark on tile {tiles}: switch on a light",
    "dark_many": "too dark on tiles {tiles}: switch on a light",
    "glare_one": "glare on tile {tiles}: move the lamp or the camera",
    "glare_many": "glare on tiles {tiles}: move the lamp or the camera",
    "blurred_one": "blurred on tile {tiles}: hold still and let the camera focus",
    "blurred_many": "blurred on tiles {tiles}: hold still and let the camera focus",
    "cut_left": "cut off at the left: take the whole bazaar into the picture",
    "cut_right": "cut off at the right: take the whole bazaar into the picture",
    "cut_top": "cut off at the top: take the whole bazaar into the picture",
    "cut_bottom": "cut off at the bottom: take the whole bazaar into the picture",
    "bent": "the lens bends lines: step back and zoom in, and avoid the wide lens",
    "unsure": "I am not sure of the tiles' edges: look at the lines drawn, and set the corners by hand if they are off",
    "steep": "taken from low down: hold the camera higher above the table",
    "sideways": "taken from the side: if the numbers come out upside down, turn the reading by half a turn",
}
"""Sentences to be filled in; the pages translate them."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do better: its code in ``ADVICE``, what fills the sentence, and which tiles it is about."""

    code: str
    tiles: tuple[int, ...] = ()
    pixels: int = 0

    def words(self, sentence: str | None = None) -> str:
        """The advice in words, in the given translation of its sentence or else in English."""
        tiles = ", ".join(str(place) for place in self.tiles)
        return (sentence or ADVICE[self.code]).format(tiles=tiles, pixels=self.pixels)


def advice_on(bgr: Image, learnt: Learnt, by_hand: bool = False, params: LearnParams = LEARN) -> list[Advice]:
    """What is wrong with a photo although it could be learnt from; empty where nothing is.

    Edges that a person set (``by_hand``) are not doubted.
    """
    return [*_about_tiles(learnt, params), *_about_view(bgr, learnt, by_hand, params)]


def _about_tiles(learnt: Learnt, params: LearnParams) -> Iterator[Advice]:
    width = float(np.median([tile.width_px for tile in learnt.tiles]))
    if width < params.least_width_px:
        yield Advice("few_pixels", pixels=round(width))
    faults = {
        "dark": [tile.place for tile in learnt.tiles if _bright(tile) < params.dark],
        "glare": [tile.place for tile in learnt.tiles if _burnt_share(tile, params) > params.glare_share],
        "blurred": [tile.place for tile in learnt.tiles if tile.sharpness < params.unsharp],
    }
    for fault, places in faults.items():
        if places:
            yield Advice(f"{fault}_{'one' if len(places) == 1 else 'many'}", tuple(sorted(places)))


def _about_view(bgr: Image, learnt: Learnt, by_hand: bool, params: LearnParams) -> Iterator[Advice]:
    yield from _cut_off(bgr, learnt)
    if not by_hand and _is_unsure(bgr, learnt, params):
        yield Advice("unsure")
    if abs(learnt.pose.k1) > params.bent_k1:
        yield Advice("bent")
    rotation = cv2.Rodrigues(learnt.pose.rvec)[0]
    if np.degrees(np.arccos(min(1.0, abs(rotation[2, 2])))) > params.steep_deg:
        yield Advice("steep")
    first, fifth = (learnt.pose.project_plane(learnt.pose.tiles[cell].corners_mm).mean(0) for cell in (0, 12))
    if abs(fifth[0] - first[0]) > abs(fifth[1] - first[1]):
        yield Advice("sideways")


def _is_unsure(bgr: Image, learnt: Learnt, params: LearnParams) -> bool:
    """Whether the tiles may lie otherwise than found: they are little alike, or their outline may be another."""
    small, scale = sized(bgr, params.working_px)
    table = table_of(learnt.pose, scale)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    if likeness(grey, table, ALIKE.fine[-1].px_per_mm) < params.unlike:
        return True
    return rim_margin(small, table) < params.least_margin


def _cut_off(bgr: Image, learnt: Learnt) -> Iterator[Advice]:
    corners = np.concatenate([learnt.pose.project_plane(tile.corners_mm) for tile in learnt.pose.tiles])
    height, width = bgr.shape[:2]
    sides = {
        "cut_left": corners[:, 0].min() < 0,
        "cut_right": corners[:, 0].max() > width - 1,
        "cut_top": corners[:, 1].min() < 0,
        "cut_bottom": corners[:, 1].max() > height - 1,
    }
    return (Advice(code) for code, is_cut in sides.items() if is_cut)


def _bright(tile: LearntTile) -> float:
    return float(np.quantile(cv2.cvtColor(tile.picture, cv2.COLOR_BGR2GRAY), 0.95))


def _burnt_share(tile: LearntTile, params: LearnParams) -> float:
    return float((tile.picture.min(2) >= params.white).mean())
