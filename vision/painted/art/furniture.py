"""What is printed around a made-up tile's picture?  Frames, windows, name plates, badges and what places offer."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Image
from vision.painted.art.scenery import Color, Random, blob, lit, mixed, poly
from vision.painted.scene import BED_MM, MAIL_X_MM, MAIL_Y_MM, SPACES

Colors = tuple[Color, Color, Color]
NAMES = {
    "en": "Wainwright|Fabric Warehouse|Spice Warehouse|Fruit Warehouse|Post Office|Caravansary|Fountain|"
    "Black Market|Tea House|Large Market|Small Market|Police Station|Sultan's Palace|Small Mosque|"
    "Great Mosque|Gemstone Dealer",
    "fr": "Charron|Entrepot d'etoffes|Entrepot d'epices|Entrepot de fruits|Poste|Caravanserail|Fontaine|"
    "Marche noir|Salon de the|Grand marche|Petit marche|Commissariat|Palais du sultan|Petite mosquee|"
    "Grande mosquee|Joaillier",
    "de": "Wagner|Tuchlager|Gewuerzlager|Obstlager|Postamt|Karawanserei|Brunnen|Schwarzmarkt|Teehaus|"
    "Grosser Markt|Kleiner Markt|Polizeiwache|Sultanspalast|Kleine Moschee|Grosse Moschee|"
    "Edelsteinhaendler",
}
GOODS: dict[str, Color] = {"R": (44, 40, 196), "G": (60, 140, 64), "Y": (48, 190, 240), "B": (190, 100, 46)}


def _canvas(size: tuple[int, int], color: Color) -> Image:
    return np.full((size[1], size[0], 3), color, np.uint8)


def _plain(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    return _canvas(size, colors[0])


def _checks(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    image, cell = _canvas(size, colors[0]), int(rng.integers(16, 60))
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    image[(x // cell + y // cell) % 2 == 0] = lit(colors[0], 0.8)
    image[y > size[1] * rng.uniform(0.3, 0.9)] = lit(colors[1], 0.7)
    return image


def _stripes(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    image, cell, slope = _canvas(size, colors[0]), int(rng.integers(14, 50)), int(rng.integers(-1, 2))
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    image[((x + slope * y) // cell) % 2 == 0] = colors[1]
    return image


def _studded(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    image, step, r = _canvas(size, colors[0]), int(rng.integers(24, 60)), rng.uniform(4, 11)
    for x in range(step // 2, size[0], step):
        for y in range(step // 2, size[1], step):
            blob(image, x, y, r, r, colors[1])
    return image


def _lattice(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    image, step = _canvas(size, colors[0]), int(rng.integers(26, 64))
    for x in range(0, size[0] + step, step):
        for y in range(0, size[1] + step, step):
            r = step * 0.46
            poly(image, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)], lit(colors[0], 1.25))
            cv2.circle(image, (x, y), round(r * 0.4), colors[1], 2, cv2.LINE_AA)
    return image


def _parchment(size: tuple[int, int], colors: Colors, rng: Random) -> Image:
    coarse = rng.uniform(-22, 22, (9, 13)).astype(np.float32)
    cloud = np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC))
    base = np.array(mixed(colors[2], colors[1], 0.25))
    return np.asarray(np.clip(base + cloud[..., None], 0, 255), np.uint8)


FRAMES: dict[str, Callable[[tuple[int, int], Colors, Random], Image]] = {
    "plain": _plain,
    "checks": _checks,
    "stripes": _stripes,
    "studded": _studded,
    "lattice": _lattice,
    "parchment": _parchment,
}


def _rounded(size: tuple[int, int], margin: tuple[int, int, int, int], radius: int = 50) -> Image:
    mask = np.zeros((size[1], size[0]), np.uint8)
    left, top, right, low = margin[0], margin[1], size[0] - margin[2], size[1] - margin[3]
    radius = radius if margin[0] else 0
    cv2.rectangle(mask, (left + radius, top), (right - radius, low), 255, -1)
    cv2.rectangle(mask, (left, top + radius), (right, low - radius), 255, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, low - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def _square(size: tuple[int, int], margin: tuple[int, int, int, int]) -> Image:
    return _rounded(size, margin, 0)


def _arched(size: tuple[int, int], margin: tuple[int, int, int, int]) -> Image:
    mask = _rounded(size, margin, 20)
    if margin[0]:
        mask[: margin[1] + 90] = 0
        cv2.ellipse(
            mask, (size[0] // 2, margin[1] + 90), (size[0] // 2 - margin[0], 90), 0, 180, 360, 255, -1, cv2.LINE_AA
        )
    return mask


def _cut(size: tuple[int, int], margin: tuple[int, int, int, int]) -> Image:
    mask = _rounded(size, margin, 0)
    for x in (margin[0], size[0] - margin[2]):
        for y in (margin[1], size[1] - margin[3]):
            cv2.circle(mask, (x, y), 60 if margin[0] else 0, 0, -1, cv2.LINE_AA)
    return mask


WINDOWS: dict[str, Callable[[tuple[int, int], tuple[int, int, int, int]], Image]] = {
    "rounded": _rounded,
    "square": _square,
    "arched": _arched,
    "cut": _cut,
}


def name_of(place: int, language: str, upper: bool) -> str:
    if language == "none":
        return ""
    name = NAMES[language].split("|")[place - 1]
    return name.upper() if upper else name


WIDEST = 460.0
"""Pixels of a word that nothing else bounds."""


def lettered(
    image: Image, text: str, centre: tuple[float, float], size: tuple[float, float], font: int, color: Color
) -> None:
    """Text around ``centre`` (x, y); ``size``: at most so many pixels wide, and so many high."""
    most, height = size
    if not text:
        return
    scale, thick = height / 22.0, max(1, round(height / 14))
    (width, _), _ = cv2.getTextSize(text, font, scale, thick)
    scale *= min(1.0, most / max(width, 1))
    (width, tall), _ = cv2.getTextSize(text, font, scale, thick)
    cv2.putText(
        image, text, (round(centre[0] - width / 2), round(centre[1] + tall / 2)), font, scale, color, thick, cv2.LINE_AA
    )


def _plate(
    x0: float, y0: float, x1: float, y1: float, notch: float
) -> Callable[[Image, int, str, int, bool, Colors], None]:
    """A name plate from (x0, y0) to (x1, y1); ``notch`` cuts its ends like a ribbon's, below 0 it points outward."""

    def paint(image: Image, place: int, language: str, font: int, upper: bool, colors: Colors) -> None:
        middle = (y0 + y1) / 2
        poly(image, [(x0, y0), (x1, y0), (x1 - notch, middle), (x1, y1), (x0, y1), (x0 + notch, middle)], colors[2])
        lettered(
            image,
            name_of(place, language, upper),
            ((x0 + x1) / 2, middle),
            (x1 - x0 - 60, (y1 - y0) * 0.5),
            font,
            lit(colors[0], 0.4),
        )

    return paint


def _no_plate(image: Image, place: int, language: str, font: int, upper: bool, colors: Colors) -> None:
    return None


PLATES: dict[str, Callable[[Image, int, str, int, bool, Colors], None]] = {
    "ribbon": _plate(265, 34, 748, 92, 24),
    "board": _plate(190, 18, 860, 88, 0),
    "arrow": _plate(250, 22, 820, 86, -26),
    "foot": _plate(240, 556, 700, 612, 18),
    "short": _plate(330, 20, 640, 80, 0),
    "none": _no_plate,
}


def _badge(x: float, y: float, r: float, corners: int) -> Callable[[Image, int, int, Colors], None]:
    """A number badge around (x, y); ``corners`` 0 is round."""

    def paint(image: Image, place: int, font: int, colors: Colors) -> None:
        for grow, color in ((1.0, lit(colors[0], 0.5)), (0.86, colors[2])):
            if corners:
                angles = np.arange(corners) * 2 * np.pi / corners - np.pi / 2 + (np.pi / 4 if corners == 4 else 0)
                poly(image, [(x + r * grow * 1.2 * np.cos(a), y + r * grow * 1.2 * np.sin(a)) for a in angles], color)
            else:
                blob(image, x, y, r * grow, r * grow, color)
        lettered(image, str(place), (x, y), (WIDEST, r * 0.95), font, (24, 22, 26))

    return paint


BADGES: dict[str, Callable[[Image, int, int, Colors], None]] = {
    "left": _badge(184, 72, 46, 0),
    "right": _badge(826, 66, 48, 0),
    "square": _badge(70, 64, 46, 4),
    "eight": _badge(120, 70, 50, 8),
    "foot": _badge(800, 556, 46, 6),
    "tiny": _badge(150, 60, 32, 0),
}


def good_sign(image: Image, good: str, x: float, y: float, size: float, paper: Color) -> None:
    """A good on its square plate, (x, y) the middle, ``size`` the plate's side."""
    half, r = size / 2, size * 0.3
    poly(image, [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], paper)
    poly(
        image,
        [
            (x - half + 3, y - half + 3),
            (x + half - 3, y - half + 3),
            (x + half - 3, y + half - 3),
            (x - half + 3, y + half - 3),
        ],
        GOODS[good],
    )
    light = lit(GOODS[good], 0.45)
    if good == "R":
        poly(image, [(x - r, y - r * 0.7), (x + r, y - r * 0.7), (x + r, y + r * 0.7), (x - r, y + r * 0.7)], light)
    elif good == "G":
        poly(image, [(x, y - r), (x + r, y + r), (x - r, y + r)], light)
    elif good == "Y":
        blob(image, x, y, r, r, light)
    else:
        cv2.circle(image, (round(x), round(y)), round(r * 0.8), (236, 236, 236), max(2, round(r * 0.4)), cv2.LINE_AA)


def coin(image: Image, text: str, x: float, y: float, r: float) -> None:
    blob(image, x, y, r, r, (30, 60, 120))
    blob(image, x, y, r * 0.86, r * 0.86, (72, 150, 214))
    lettered(image, text, (x, y), (WIDEST, r * 0.8), cv2.FONT_HERSHEY_DUPLEX, (24, 34, 60))


def bed(image: Image, name: str, colors: Colors) -> None:
    """Where a stack of tiles lies."""
    x, y, w, h = (10 * v for v in BED_MM[name])
    for grow, color in ((22.0, lit(colors[1], 0.6)), (8.0, mixed(colors[2], colors[1], 0.3))):
        half_w, half_h = w / 2 + grow, h / 2 + grow
        poly(
            image,
            [(x - half_w, y - half_h), (x + half_w, y - half_h), (x + half_w, y + half_h), (x - half_w, y + half_h)],
            color,
        )


def offers(image: Image, place: int, colors: Colors) -> None:
    """What the place gives or asks, where every edition prints it."""
    if place in (2, 3, 4):
        good_sign(image, "RGY"[place - 2], 390, 524, 80, colors[2])
    elif place == 5:
        for i, x in enumerate(MAIL_X_MM):
            for j, y in enumerate(MAIL_Y_MM):
                if i % 2:
                    coin(image, str(2 - j), 10 * x, 10 * y, 40)
                else:
                    good_sign(image, ("RG", "BY")[i // 2][j], 10 * x, 10 * y, 82, colors[2])
    elif place in SPACES:
        for i, (x, y) in enumerate(SPACES[place]):
            _space(image, place, i, 10 * x, 10 * y, colors)
    elif place in (10, 11):
        bed(image, "demand", colors)
        for i, pay in enumerate(((3, 7, 12, 18, 25), (2, 5, 9, 14, 20))[place - 10]):
            coin(image, str(pay), 688, 208 + 74 * i, 28)
    elif place in (14, 15):
        for side, good in zip(("left", "right"), ("RG", "BY")[place - 14], strict=True):
            bed(image, side, colors)
            good_sign(image, good, 10 * BED_MM[side][0], 10 * BED_MM[side][1], 80, colors[2])
    elif place in (8, 9):
        for i, text in enumerate((("7/8 1x", "9/10 2x", "11/12 3x"), ("3-12", ">= +", "< 2"))[place - 8]):
            poly(
                image,
                [(626, 370 + 66 * i), (858, 370 + 66 * i), (858, 424 + 66 * i), (626, 424 + 66 * i)],
                (24, 20, 22),
            )
            lettered(image, text, (742, 397 + 66 * i), (WIDEST, 26), cv2.FONT_HERSHEY_DUPLEX, (230, 236, 240))


def _space(image: Image, place: int, number: int, x: float, y: float, colors: Colors) -> None:
    """One space of a ruby track."""
    poly(image, [(x - 40, y - 40), (x + 40, y - 40), (x + 40, y + 40), (x - 40, y + 40)], (56, 56, 164))
    if number == len(SPACES[place]) - 1:
        poly(image, [(x, y - 26), (x + 26, y), (x, y + 26), (x - 26, y)], (38, 22, 190))
    elif place == 16:
        coin(image, str(12 + number), x, y, 32)
    else:
        good_sign(image, "BRGYRBRGYR"[number], x, y, 62, colors[2])
