"""What should the photographer do better?  Advice on a photo to learn from: what, on which tiles, in plain words."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.standing import standing
from calibration.tiles import Learnt, LearntTile
from vision.arrays import Array, sized
from vision.frame import Image
from vision.geometry import TableGeometry
from vision.identify.stated_cells import table_of
from vision.locate.refusal import TOO_DARK, fineness, is_too_dark
from vision.params_layout import REFUSE, RefuseParams
from vision.params_learn import ALIKE, LEARN, LearnParams
from vision.refine.common_lines import lined
from vision.refine.rim import rim_margin
from vision.refine.shared_print import frame_likenesses, least_of, likenesses

ADVICE = {
    "few_pixels": "only {pixels} pixels a tile: go nearer, or use a picture with more pixels",
    "dark_one": "too dark on tile {tiles}: switch on a light",
    "dark_all": "too dark: switch on a light",
    "dark_many": "too dark on tiles {tiles}: switch on a light",
    "glare_one": "glare on tile {tiles}: move the lamp or the camera",
    "glare_many": "glare on tiles {tiles}: move the lamp or the camera",
    "blurred_all": "blurred: hold still and let the camera focus",
    "blurred_many": "blurred on tiles {tiles}: hold still and let the camera focus",
    "stands_one": "something seems to stand on tile {tiles}: if so, take it away and take the photo again",
    "stands_many": "something seems to stand on tiles {tiles}: if so, take it away and take the photo again",
    "odd_one": "tile {tiles} is unlike the others: is it there, bare, and the right way up?",
    "odd_many": "tiles {tiles} are unlike the others: are they there, bare, and the right way up?",
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
class PhotoAdvice:
    """One thing to do better: its code in ``ADVICE``, what fills the sentence, and which tiles it is about."""

    code: str
    tiles: tuple[int, ...] = ()
    pixels: int = 0

    def words(self, sentence: str | None = None) -> str:
        """The advice in words, in the given translation of its sentence or else in English."""
        tiles = ", ".join(str(place) for place in self.tiles)
        return (sentence or ADVICE[self.code]).format(tiles=tiles, pixels=self.pixels)


def advice_on(bgr: Image, learnt: Learnt, by_hand: bool = False, params: LearnParams = LEARN) -> list[PhotoAdvice]:
    """What is wrong with a photo although it could be learnt from; empty where nothing is.

    Edges that a person set (``by_hand``) are not doubted.
    """
    cut = list(_cut_off(bgr, learnt))
    return [*_about_tiles(learnt, bool(cut), params), *cut, *_about_view(bgr, learnt, by_hand, params)]


def why_not_learnt(bgr: Image, params: RefuseParams = REFUSE) -> str | None:
    """What is wrong (of ``REASONS``) with a picture in which no sixteen tiles are found; None where nothing is."""
    if min(bgr.shape[:2]) < params.least_px:
        return "too_small"
    if is_too_dark(bgr, params):
        return TOO_DARK
    if float((bgr[::2, ::2].min(2) >= params.white).mean()) > params.burnt_share:
        return "glare"
    grey = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    return "blurred" if fineness(grey) < params.blurred else None


def shows_the_same(first: Learnt, other: Learnt, params: LearnParams = LEARN) -> bool:
    """Whether most tiles of another photo look like the tile of the same number in the first, and like no other."""
    ours, theirs = (_small_forms(photo, params) for photo in (first, other))
    return int((np.argmax(theirs @ ours.T, axis=1) == np.arange(16)).sum()) >= params.least_same


def _small_forms(photo: Learnt, params: LearnParams) -> Array:
    """(16, n) the small grey pictures of the tiles in the order of their places, without light and common frame."""
    tiles = sorted(photo.tiles, key=lambda tile: tile.place)
    small = [
        cv2.resize(cv2.cvtColor(tile.picture, cv2.COLOR_BGR2GRAY), params.same_px, interpolation=cv2.INTER_AREA)
        for tile in tiles
    ]
    forms = np.array(small, np.float64).reshape(16, -1)
    forms = (forms - forms.mean(1, keepdims=True)) / np.maximum(forms.std(1, keepdims=True), 1.0)
    forms -= forms.mean(0)
    return np.asarray(forms / np.maximum(np.linalg.norm(forms, axis=1, keepdims=True), 1e-6), np.float64)


def _about_tiles(learnt: Learnt, is_cut: bool, params: LearnParams) -> Iterator[PhotoAdvice]:
    """Pixels and light; what is small, cut off or blinded looks soft too, and then is not called blurred."""
    width = float(np.median([tile.width_px for tile in learnt.tiles]))
    if width < params.least_width_px:
        yield PhotoAdvice("few_pixels", pixels=round(width))
    glare = [tile.place for tile in learnt.tiles if _burnt_share(tile, params) > params.glare_share]
    soft = [tile.place for tile in learnt.tiles if tile.sharpness < params.unsharp and tile.place not in glare]
    yield from _on_tiles("dark", [tile.place for tile in learnt.tiles if _bright(tile) < params.dark])
    yield from _on_tiles("glare", glare)
    if len(soft) >= params.least_blurred and not is_cut and width >= params.least_width_px:
        yield from _on_tiles("blurred", soft)


def _on_tiles(fault: str, places: list[int]) -> Iterator[PhotoAdvice]:
    """Advice on these tiles, if there are any; all of them need not be named."""
    if len(places) == 16 and f"{fault}_all" in ADVICE:
        yield PhotoAdvice(f"{fault}_all")
    elif places:
        yield PhotoAdvice(f"{fault}_{'one' if len(places) == 1 else 'many'}", tuple(sorted(places)))


def _about_view(bgr: Image, learnt: Learnt, by_hand: bool, params: LearnParams) -> Iterator[PhotoAdvice]:
    small, scale = sized(bgr, params.working_px)
    table = table_of(learnt.pose, scale)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    alike = likenesses(grey, table, ALIKE.fine[-1].px_per_mm)
    yield from _on_tiles("odd", _odd(learnt, frame_likenesses(grey, table, ALIKE.fine[-1].px_per_mm), params))
    yield from _on_tiles("stands", list(standing(bgr, learnt)))
    if not by_hand and (least_of(alike) < params.unlike or _is_faint(small, table, params)):
        yield PhotoAdvice("unsure")
    if abs(learnt.pose.k1) > params.bent_k1:
        yield PhotoAdvice("bent")
    rotation = cv2.Rodrigues(learnt.pose.rvec)[0]
    if np.degrees(np.arccos(min(1.0, abs(rotation[2, 2])))) > params.steep_deg:
        yield PhotoAdvice("steep")
    first, fifth = (learnt.pose.project_plane(learnt.pose.tiles[cell].corners_mm).mean(0) for cell in (0, 12))
    if abs(fifth[0] - first[0]) > abs(fifth[1] - first[1]):
        yield PhotoAdvice("sideways")


def _is_faint(bgr: Image, table: TableGeometry, params: LearnParams) -> bool:
    """Whether the tiles' outline may as well be another."""
    return rim_margin(bgr, table) < params.least_margin or lined(bgr, table) < params.least_lined


def _odd(learnt: Learnt, alike: Array, params: LearnParams) -> list[int]:
    """Places in whose cells lies something else than in the others; none where tiles have little in common."""
    usual = float(np.median(alike))
    if usual < params.usually_alike:
        return []
    return [tile.place for tile, one in zip(learnt.tiles, alike, strict=True) if one < params.odd * usual]


def _cut_off(bgr: Image, learnt: Learnt) -> Iterator[PhotoAdvice]:
    corners = np.concatenate([learnt.pose.project_plane(tile.corners_mm) for tile in learnt.pose.tiles])
    height, width = bgr.shape[:2]
    sides = {
        "cut_left": corners[:, 0].min() < 0,
        "cut_right": corners[:, 0].max() > width - 1,
        "cut_top": corners[:, 1].min() < 0,
        "cut_bottom": corners[:, 1].max() > height - 1,
    }
    return (PhotoAdvice(code) for code, is_cut in sides.items() if is_cut)


def _bright(tile: LearntTile) -> float:
    return float(np.quantile(cv2.cvtColor(tile.picture, cv2.COLOR_BGR2GRAY), 0.95))


def _burnt_share(tile: LearntTile, params: LearnParams) -> float:
    return float((tile.picture.min(2) >= params.white).mean())
