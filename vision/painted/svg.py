"""How do our own drawings become pictures?  A painter for the small part of SVG that ``tools/draw_art.py`` writes.

path (M L H V C Q Z, positions and steps), circle, ellipse, rect, g; fill, stroke, stroke-width, opacity, evenodd;
translate, scale, rotate.  Anything else is refused, so that a drawing never looks different here and in a browser.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image

SHIFT = 4
Contours = list[Floats]
Affine = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Brush:
    """What an element inherits: ``to_px`` is (2, 3); colours are '#rgb', '#rrggbb', 'currentColor' or None."""

    to_px: Affine
    fill: str | None = "#000"
    stroke: str | None = None
    width: float = 1.0
    opacity: float = 1.0


@lru_cache(maxsize=128)
def drawing(name: str) -> str:
    """Text of one drawing of ``companion/art`` by its name without the ending."""
    return (files("companion") / "art" / f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=256)
def picture(name: str, width_px: int, color: str = "#000") -> Image:
    """A drawing as BGRA (height, ``width_px``, 4), read-only; ``color`` stands for currentColor."""
    image = paint_svg(drawing(name), width_px, color)
    image.flags.writeable = False
    return image


def paint_svg(text: str, width_px: int, color: str = "#000") -> Image:
    """The drawing as BGRA, painted twice as large and averaged down."""
    root = ElementTree.fromstring(text)
    _, _, width, height = (float(v) for v in root.attrib["viewBox"].split())
    scale = 2 * width_px / width
    size = (round(height * scale / 2) * 2, width_px * 2)
    canvas = np.zeros((*size, 4), np.uint8)
    brush = Brush(np.array([[scale, 0, 0], [0, scale, 0]]))
    paint_element(canvas, root, brush, color)
    return averaged(canvas)


def averaged(canvas: Image) -> Image:
    """Half the size; colours weighted by their cover so that edges do not darken."""
    cover = canvas[:, :, 3:].astype(np.float32)
    stacked = np.dstack([canvas[:, :, :3] * (cover / 255), cover])
    small = np.asarray(cv2.resize(stacked, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    small[:, :, :3] /= np.maximum(small[:, :, 3:], 1e-3) / 255
    return np.asarray(np.clip(small + 0.5, 0, 255), np.uint8)


def paint_element(canvas: Image, element: ElementTree.Element, brush: Brush, color: str) -> None:
    """One element and what it holds."""
    tag = element.tag.rpartition("}")[2]
    brush = inherit(brush, element.attrib)
    if tag in ("svg", "g"):
        for child in element:
            paint_element(canvas, child, brush, color)
        return
    if tag not in SHAPES:
        raise ValueError(f"the painter knows no <{tag}>; it knows {', '.join(SHAPES)} and g")
    paths = [
        (points @ brush.to_px[:, :2].T + brush.to_px[:, 2], closed) for points, closed in SHAPES[tag](element.attrib)
    ]
    together = element.attrib.get("fill-rule") == "evenodd"
    paint_paths(canvas, paths, brush, color, together)


def inherit(brush: Brush, given: Mapping[str, str]) -> Brush:
    """The brush with this element's own attributes."""
    if "transform" in given:
        brush = replace(brush, to_px=compose(brush.to_px, given["transform"]))
    if "fill" in given:
        brush = replace(brush, fill=None if given["fill"] == "none" else given["fill"])
    if "stroke" in given:
        brush = replace(brush, stroke=None if given["stroke"] == "none" else given["stroke"])
    width, opacity = float(given.get("stroke-width", brush.width)), float(given.get("opacity", 1)) * brush.opacity
    return replace(brush, width=width, opacity=opacity)


def compose(to_px: Affine, text: str) -> Affine:
    """``to_px`` after the moves of a transform attribute."""
    full = np.vstack([to_px, [0, 0, 1]])
    for kind, inside in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(v) for v in re.split(r"[ ,]+", inside.strip())]
        full = full @ MOVES[kind](values)
    return full[:2]


def _translate(v: list[float]) -> Affine:
    return np.array([[1, 0, v[0]], [0, 1, v[1] if len(v) > 1 else 0], [0, 0, 1]], np.float64)


def _scale(v: list[float]) -> Affine:
    return np.diag([v[0], v[-1], 1.0])


def _rotate(v: list[float]) -> Affine:
    c, s = math.cos(math.radians(v[0])), math.sin(math.radians(v[0]))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


MOVES = {"translate": _translate, "scale": _scale, "rotate": _rotate}


def paint_paths(canvas: Image, paths: list[tuple[Floats, bool]], brush: Brush, color: str, together: bool) -> None:
    """Fill, then stroke; with ``together`` overlapping contours cut holes."""
    fixed = [np.round(points * (1 << SHIFT)).astype(np.int32) for points, _ in paths]
    target, box = (canvas, None) if brush.opacity >= 1 else region(canvas, paths)
    if brush.fill:
        for contours in [fixed] if together else [[one] for one in fixed]:
            cv2.fillPoly(target, [c - _offset(box) for c in contours], bgra(brush.fill, color), cv2.LINE_AA, SHIFT)
    if brush.stroke:
        scale = math.sqrt(abs(float(np.linalg.det(brush.to_px[:, :2]))))
        thick = max(1, round(brush.width * scale))
        for contour, (_, closed) in zip(fixed, paths, strict=True):
            cv2.polylines(
                target, [contour - _offset(box)], closed, bgra(brush.stroke, color), thick, cv2.LINE_AA, SHIFT
            )
    if box is not None:
        x, y, w, h = box
        kept = canvas[y : y + h, x : x + w]
        cv2.addWeighted(target, brush.opacity, kept, 1 - brush.opacity, 0, dst=kept)


def region(canvas: Image, paths: list[tuple[Floats, bool]]) -> tuple[Image, tuple[int, int, int, int]]:
    """A copy of the part of the canvas under ``paths`` and where it is (x, y, width, height)."""
    points = np.vstack([p for p, _ in paths])
    low = np.clip(points.min(0).astype(int) - 8, 0, None)
    high = np.minimum(points.max(0).astype(int) + 9, (canvas.shape[1], canvas.shape[0]))
    x, y = int(low[0]), int(low[1])
    return canvas[y : high[1], x : high[0]].copy(), (x, y, int(high[0]) - x, int(high[1]) - y)


def _offset(box: tuple[int, int, int, int] | None) -> NDArray[np.int32]:
    corner = (0, 0) if box is None else box[:2]
    return np.array(corner, np.int32) << SHIFT


def bgra(text: str, color: str) -> tuple[int, int, int, int]:
    """Colour of '#rgb', '#rrggbb' or 'currentColor'."""
    digits = (color if text == "currentColor" else text).lstrip("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    r, g, b = (int(digits[i : i + 2], 16) for i in (0, 2, 4))
    return b, g, r, 255


def ellipse_points(cx: float, cy: float, rx: float, ry: float, count: int = 40) -> Floats:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([cx + rx * np.cos(angles), cy + ry * np.sin(angles)])


def _circle(a: Mapping[str, str]) -> list[tuple[Floats, bool]]:
    r = float(a["r"])
    return [(ellipse_points(float(a["cx"]), float(a["cy"]), r, r), True)]


def _ellipse(a: Mapping[str, str]) -> list[tuple[Floats, bool]]:
    cx, cy, rx, ry = (float(a[k]) for k in ("cx", "cy", "rx", "ry"))
    return [(ellipse_points(cx, cy, rx, ry), True)]


def _rect(a: Mapping[str, str]) -> list[tuple[Floats, bool]]:
    x, y, w, h = (float(a[k]) for k in ("x", "y", "width", "height"))
    r = min(float(a.get("rx", 0)), w / 2, h / 2)
    corners = ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180))
    steps = np.radians(np.linspace(0, 90, 7)) if r else np.zeros(1)
    arcs = [
        np.column_stack([cx + r * np.cos(steps + math.radians(t)), cy + r * np.sin(steps + math.radians(t))])
        for cx, cy, t in corners
    ]
    return [(np.vstack(arcs), True)]


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


def _path(a: Mapping[str, str]) -> list[tuple[Floats, bool]]:
    """Contours of a path, curves as short lines."""
    contours: list[tuple[Floats, bool]] = []
    points: list[Floats] = []
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", a["d"]):
        values = [float(v) for v in NUMBER.findall(rest)]
        if letter in "Zz":
            contours.append((np.array(points), True))
            points = points[:1]
            continue
        if letter in "Mm" and len(points) > 1:
            contours.append((np.array(points), False))
        start = points[-1] if points else np.zeros(2)
        size = ARGUMENTS[letter.upper()]
        points = points if letter not in "Mm" else []
        for i in range(0, len(values), size):
            points.extend(step(letter, values[i : i + size], points[-1] if points else start))
    if len(points) > 1:
        contours.append((np.array(points), False))
    return contours


def step(letter: str, values: list[float], at: Floats) -> list[Floats]:
    """Points reached by one command that starts ``at``."""
    origin = at if letter.islower() else np.zeros(2)
    kind = letter.upper()
    if kind == "H":
        return [np.array([values[0] + origin[0], at[1]])]
    if kind == "V":
        return [np.array([at[0], values[0] + origin[1]])]
    ends = np.array(values).reshape(-1, 2) + origin
    if kind in "ML":
        return [ends[0]]
    if kind == "Q":
        ends = np.array([at + (ends[0] - at) * 2 / 3, ends[1] + (ends[0] - ends[1]) * 2 / 3, ends[1]])
    t = np.linspace(0, 1, 13)[1:, None]
    curve = (1 - t) ** 3 * at + 3 * (1 - t) ** 2 * t * ends[0] + 3 * (1 - t) * t**2 * ends[1] + t**3 * ends[2]
    return list(curve)


SHAPES = {"path": _path, "circle": _circle, "ellipse": _ellipse, "rect": _rect}
