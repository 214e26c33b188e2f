"""What does a hand over the painted table look like?  A sleeve, a palm and fingers, rounded by their own light."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image
from vision.painted.scene import Hand, dealt
from vision.painted.solids import LitCamera, Solid

SKINS = ((150, 178, 224), (118, 152, 206), (76, 108, 162), (50, 70, 112))
SLEEVES = ((120, 60, 40), (50, 50, 56), (60, 90, 150), (170, 170, 176), (48, 100, 60))
FINGERS = ((-30.0, 22.0, 7.2), (-11.0, 3.0, 8.2), (8.5, 0.0, 8.4), (27.0, 7.0, 7.8))


@dataclass(frozen=True, eq=False)
class Limb:
    """A rounded bar in the board plane: ends (2,) in mm, radii in mm, mean height over the tiles in mm."""

    start: Floats
    end: Floats
    r0: float
    r1: float
    height_mm: float

    def outline(self) -> Floats:
        """Outline (24, 2) on the board."""
        heading = np.arctan2(self.end[1] - self.start[1], self.end[0] - self.start[0])
        half = np.linspace(-np.pi / 2, np.pi / 2, 12)
        far = self.end + self.r1 * np.column_stack([np.cos(heading + half), np.sin(heading + half)])
        near = self.start + self.r0 * np.column_stack([np.cos(heading + np.pi + half), np.sin(heading + np.pi + half)])
        return np.vstack([far, near])


def hand_solid(view: LitCamera, hand: Hand, seed: int) -> Solid:
    """A hand reaching in; painted last, for it hangs over everything."""
    rng = dealt(seed, "hand")
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float64)
    sleeve = np.array(SLEEVES[int(rng.integers(len(SLEEVES)))], np.float64)
    limbs = visible_limbs(view, hand, seed)

    def paint(image: Image, gain: Floats) -> None:
        for color, part in ((skin, limbs[1:]), (sleeve, limbs[:1])):
            rounded(image, view, part, color * gain)

    reach = np.vstack([limb.outline() for limb in limbs[1:]])
    return Solid(hand.at_mm, np.column_stack([reach, np.full(len(reach), 40.0)]), paint)


def hand_mask(view: LitCamera, hand: Hand, seed: int) -> Image:
    """255 where the hand or its sleeve hides the table, (height, width)."""
    mask = np.zeros((view.camera.height_px, view.camera.width_px), np.uint8)
    for limb in visible_limbs(view, hand, seed):
        points = np.round(view.camera.project(limb.outline(), limb.height_mm) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_8, 4)
    return mask


def visible_limbs(view: LitCamera, hand: Hand, seed: int) -> list[Limb]:
    """The limbs of this seed's hand as far as they are before the camera; sleeve first."""
    rng = dealt(seed, "limbs")
    whole = limbs_of(hand, float(rng.uniform(0.9, 1.1)), rng.uniform(-3, 3, 4))
    return [shortened(view, limb) for limb in whole]


def limbs_of(hand: Hand, size: float, bend_mm: Floats) -> list[Limb]:
    """Sleeve first, then wrist, palm, thumb and fingers; along the arm and across it in mm from the fingertips."""
    a = np.radians(hand.from_deg)
    back, side = np.array([np.sin(a), np.cos(a)]), np.array([np.cos(a), -np.sin(a)])
    tip = np.array(hand.at_mm)

    def at(along: float, across: float) -> Floats:
        point: Floats = tip + (back * along + side * across) * size
        return point

    limbs = [
        Limb(at(168, 0), at(560, 12), 38, 50, 62),
        Limb(at(120, 0), at(200, 0), 25, 27, 48),
        Limb(at(86, -14), at(122, -4), 26, 24, 42),
        Limb(at(86, 16), at(124, 6), 26, 24, 42),
        Limb(at(44, 50), at(76, 40), 8.4, 9.4, 30),
        Limb(at(76, 40), at(112, 18), 9.4, 15, 36),
    ]
    for (across, short, r), bend in zip(FINGERS, bend_mm, strict=True):
        knuckle, tip_across = across * 0.92, across * 1.12 + float(bend)
        middle = (short + 34, (knuckle + tip_across) / 2 + float(bend) * 0.3)
        limbs.append(Limb(at(short, tip_across), at(*middle), r * 0.82, r, 24))
        limbs.append(Limb(at(*middle), at(80, knuckle), r, r * 1.12, 34))
    return limbs


def shortened(view: LitCamera, limb: Limb) -> Limb:
    """As much of a limb, from its start, as is before the camera."""
    for share in np.linspace(1, 0.05, 20):
        shorter = replace(limb, end=limb.start + (limb.end - limb.start) * share)
        outline = shorter.outline()
        if view.in_sight(np.column_stack([outline, np.full(len(outline), limb.height_mm)])):
            return shorter
    return shorter


def rounded(image: Image, view: LitCamera, limbs: list[Limb], color: Floats) -> None:
    """Paint limbs of one colour, each lightest along its middle, so that they read as round and fingers stay apart."""
    outlines = [view.camera.project(limb.outline(), limb.height_mm) for limb in limbs]
    every = np.vstack(outlines)
    low = np.maximum(np.floor(every.min(0)).astype(int) - 3, 0)
    high = np.minimum(np.ceil(every.max(0)).astype(int) + 4, (image.shape[1], image.shape[0]))
    if (high <= low).any():
        return
    light: NDArray[np.float32] = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    cover = np.zeros(light.shape, np.uint8)
    for outline in outlines:
        points = np.round((outline - low) * 16).astype(np.int32)
        mask = np.zeros(light.shape, np.uint8)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
        deep = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
        share = np.clip(deep / max(float(deep.max()), 1e-6), 0, 1)
        light = np.maximum(light, (0.5 + 0.56 * np.sqrt(share)) * (mask > 0)).astype(np.float32)
        cover = np.maximum(cover, mask)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 1.2), np.float32)
    part = image[low[1] : high[1], low[0] : high[0]]
    share3 = cover[..., None].astype(np.float32) / 255
    part[:] = np.clip(part * (1 - share3) + light[..., None] * color.astype(np.float32) * share3, 0, 255)
