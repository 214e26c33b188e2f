"""Which tiles has nobody seen yet?  Whole sets of sixteen made-up tile pictures, one style a seed.

Styles differ in how they are made, not in colour alone: frame, window, name plate, number badge, scenery, brush, light.
Used to judge the eye on copies of the game it never met; own art and generated art are never told apart by ``vision``.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image
from vision.painted.art.furniture import BADGES, FRAMES, PLATES, WINDOWS, offers
from vision.painted.art.scenery import Color, Ink, Random, mixed
from vision.painted.art.scenes import crowded, mosaic
from vision.painted.ground import clouds
from vision.painted.scene import dealt

SIZE_PX = (900, 630)


@dataclass(frozen=True, slots=True)
class Style:
    """One printed edition.  Hues run 0…180, ``spread`` is how far they wander; ``dark`` 1 is sunny, 0.4 is night."""

    hue: float
    spread: float
    saturation: float
    dark: float
    things: int
    brush: str
    wobble_px: float
    grain: float
    shade: float
    frame: str
    window: str
    plate: str
    badge: str
    margin_px: tuple[int, int, int, int]
    colors: tuple[Color, Color, Color]
    font: int
    upper: bool
    language: str
    mosaics: bool
    offers: bool


def style_of(seed: int) -> Style:
    """The style of a seed."""
    rng = dealt(seed, "style")
    edge = int(rng.choice([0, 28, 40, 52]))
    top = edge if edge == 0 else int(rng.choice([95, 107, 120]))
    return Style(
        hue=float(rng.uniform(0, 180)),
        spread=float(rng.choice([25, 60, 90])),
        saturation=float(rng.uniform(0.35, 0.95)),
        dark=float(rng.uniform(0.45, 1.05)),
        things=int(rng.integers(22, 75)),
        brush=str(rng.choice(["flat", "oil", "wash", "hatch", "print"])),
        wobble_px=float(rng.choice([0.0, 2.0, 5.0])),
        grain=float(rng.uniform(2, 16)),
        shade=float(rng.uniform(0.0, 0.5)),
        frame=str(rng.choice(sorted(FRAMES))),
        window=str(rng.choice(sorted(WINDOWS))),
        plate=str(rng.choice(sorted(PLATES))),
        badge=str(rng.choice(sorted(BADGES))),
        margin_px=(edge, top, edge, edge),
        colors=(
            ink_of(rng, rng.uniform(0, 180), 90, 0.8, 0.55)(),
            ink_of(rng, rng.uniform(0, 180), 90, 0.6, 0.8)(),
            (205.0, 228.0, 238.0),
        ),
        font=int(
            rng.choice(
                [cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SIMPLEX]
            )
        ),
        upper=bool(rng.uniform() < 0.5),
        language=str(rng.choice(["en", "fr", "de", "none"])),
        mosaics=bool(rng.uniform() < 0.12),
        offers=bool(rng.uniform() < 0.8),
    )


@lru_cache(maxsize=4)
def art_set(seed: int) -> tuple[Image, ...]:
    """Sixteen tile pictures, BGR (630, 900, 3), read-only, by place number; the same seed gives the same set."""
    style = style_of(seed)
    tiles = tuple(tile_picture(style, seed, place) for place in range(1, 17))
    for tile in tiles:
        tile.flags.writeable = False
    return tiles


def tile_picture(style: Style, seed: int, place: int) -> Image:
    """One tile of a set."""
    rng = dealt(seed, "tile art", place)
    ink = ink_of(rng, style.hue + rng.uniform(-style.spread, style.spread), style.spread, style.saturation, style.dark)
    if style.mosaics:
        scene = mosaic(rng, SIZE_PX, ink, int(rng.integers(900, 2500)))
    else:
        scene = crowded(rng, SIZE_PX, ink, style.things, 0.5 + style.dark / 2)
    scene = shaded(BRUSHES[style.brush](wobbled(scene, style, rng), rng), style, rng)
    image = FRAMES[style.frame](SIZE_PX, style.colors, dealt(seed, "frame"))
    inside = WINDOWS[style.window](SIZE_PX, style.margin_px)
    cover = (inside.astype(np.float32) / 255)[..., None]
    image = (image * (1 - cover) + scene * cover).astype(np.uint8)
    outline(image, inside, style.colors[2])
    if style.offers:
        offers(image, place, style.colors)
    PLATES[style.plate](image, place, style.language, style.font, style.upper, style.colors)
    BADGES[style.badge](image, place, style.font, style.colors)
    return grained(image, style.grain, rng)


def ink_of(rng: Random, hue: float, spread: float, saturation: float, dark: float) -> Ink:
    """A pot of related colours: each call gives another, BGR 0…255; some are earthen, as in any bazaar."""

    def ink() -> Color:
        h = (hue + rng.normal(0, spread * 0.6)) % 180
        s = np.clip(saturation * rng.uniform(0.4, 1.2), 0, 1)
        v = np.clip(dark * rng.uniform(0.35, 1.15), 0.08, 1)
        b, g, r = cv2.cvtColor(np.array([[[h, s * 255, v * 255]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
        earth = float(rng.uniform(0.3, 1.0)) * (rng.uniform() < 0.45)
        return mixed((float(b), float(g), float(r)), (120.0 * v, 170.0 * v, 215.0 * v), earth)

    return ink


def noise(rng: Random, across: float, along: float, layers: int = 2) -> NDArray[np.float32]:
    """Smooth noise -1…1 of the tile's size."""
    return (clouds(rng, across, along, layers)[: SIZE_PX[1], : SIZE_PX[0]] - 0.5) * 2


def wobbled(image: Image, style: Style, rng: Random) -> Image:
    """Edges that a hand drew: every point a little beside itself."""
    if not style.wobble_px:
        return image
    x, y = np.meshgrid(np.arange(SIZE_PX[0], dtype=np.float32), np.arange(SIZE_PX[1], dtype=np.float32))
    dx, dy = noise(rng, 18, 18), noise(rng, 18, 18)
    return np.asarray(
        cv2.remap(
            image,
            x + dx * 1.6 * style.wobble_px,
            y + dy * 1.6 * style.wobble_px,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        ),
        np.uint8,
    )


def shaded(image: Image, style: Style, rng: Random) -> Image:
    """Light from one side, clouds of shade, darker corners."""
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE_PX[0]), np.linspace(-1, 1, SIZE_PX[1]))
    a = rng.uniform(0, 2 * np.pi)
    light = 1 + style.shade * (
        0.35 * (x * np.cos(a) + y * np.sin(a)) + 0.6 * noise(rng, 70, 70) - 0.35 * (x**2 + y**2) / 2
    )
    return np.asarray(np.clip(image * light[..., None], 0, 255), np.uint8)


def outline(image: Image, inside: Image, color: Color) -> None:
    """A line around the window."""
    contours, _ = cv2.findContours((inside > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(image, contours, -1, color, 5, cv2.LINE_AA)


def grained(image: Image, grain: float, rng: Random) -> Image:
    """Paper and ink."""
    soft = noise(rng, 1.5, 1.5, 1)[..., None] * grain
    return np.asarray(np.clip(image + soft, 0, 255), np.uint8)


def _flat(image: Image, rng: Random) -> Image:
    return image


def _oil(image: Image, rng: Random) -> Image:
    """Short strokes: smeared along slowly turning directions, with the relief of thick paint."""
    angle = noise(rng, 90, 90) * np.pi
    x, y = np.meshgrid(np.arange(SIZE_PX[0], dtype=np.float32), np.arange(SIZE_PX[1], dtype=np.float32))
    streak = noise(rng, 2, 2, 1) * 14
    at_x, at_y = (x + np.cos(angle) * streak).astype(np.float32), (y + np.sin(angle) * streak).astype(np.float32)
    smeared = cv2.remap(image, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    relief = (noise(rng, 14, 1.6, 2) * 16)[..., None]
    return np.asarray(np.clip(cv2.medianBlur(np.asarray(smeared, np.uint8), 5) + relief, 0, 255), np.uint8)


def _wash(image: Image, rng: Random) -> Image:
    """Watercolour: pale, bleeding, with dark rims."""
    soft = cv2.bilateralFilter(image, 9, 60, 9)
    rims = cv2.morphologyEx(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    pools = 1 + 0.22 * noise(rng, 30, 30, 4)[..., None]
    pale = 255 - (255 - soft.astype(np.float32)) * 0.8
    return np.asarray(np.clip(pale * pools - rims[..., None] * 0.35, 0, 255), np.uint8)


def _hatch(image: Image, rng: Random) -> Image:
    """Pen and colour: outlines and lines in the shade."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    edges = cv2.dilate(cv2.Canny(grey, 40, 110), np.ones((2, 2), np.uint8))
    x, y = np.meshgrid(np.arange(SIZE_PX[0]), np.arange(SIZE_PX[1]))
    lines = ((x + y) % 9 < 2) & (grey < 110) | ((x - y) % 9 < 2) & (grey < 60)
    out = image.astype(np.float32)
    out[lines] *= 0.6
    out[edges > 0] = (34, 28, 30)
    return np.asarray(out, np.uint8)


def _print(image: Image, rng: Random) -> Image:
    """A woodcut in few inks, slightly out of register."""
    levels: Floats = np.round(image.astype(np.float64) / 51) * 51
    shifted = np.roll(levels[..., 2], (2, -3), (0, 1))
    return np.asarray(np.clip(np.dstack([levels[..., 0], levels[..., 1], shifted]), 0, 255), np.uint8)


BRUSHES = {"flat": _flat, "oil": _oil, "wash": _wash, "hatch": _hatch, "print": _print}
