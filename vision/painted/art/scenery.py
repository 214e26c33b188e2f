"""What stands about in a made-up bazaar?  Houses, stalls, people and wares, each from a seeded generator.

Pictures are BGR uint8; things are painted from back to front, the nearer the larger.  ``x``, ``y`` is a thing's foot in
pixels, ``s`` its height in pixels.
"""

from collections.abc import Callable

import cv2
import numpy as np

from vision.frame import Image

Random = np.random.Generator
Color = tuple[float, float, float]
Ink = Callable[[], Color]


def mixed(a: Color, b: Color, share: float) -> Color:
    """``share`` of ``b`` in ``a``."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share


def lit(color: Color, gain: float) -> Color:
    """A lighter or darker shade."""
    b, g, r = (min(255.0, c * gain + (18 if gain > 1 else 0)) for c in color)
    return b, g, r


def poly(image: Image, points: list[tuple[float, float]], color: Color) -> None:
    cv2.fillPoly(image, [np.round(np.array(points) * 16).astype(np.int32)], color, cv2.LINE_AA, 4)


def blob(image: Image, x: float, y: float, rx: float, ry: float, color: Color) -> None:
    cv2.ellipse(
        image,
        (round(x * 16), round(y * 16)),
        (round(max(rx, 0.5) * 16), round(max(ry, 0.5) * 16)),
        0,
        0,
        360,
        color,
        -1,
        cv2.LINE_AA,
        4,
    )


def stroke(image: Image, a: tuple[float, float], b: tuple[float, float], color: Color, width: float) -> None:
    ends = [(round(p[0] * 16), round(p[1] * 16)) for p in (a, b)]
    cv2.line(image, ends[0], ends[1], color, max(1, round(width)), cv2.LINE_AA, 4)


def house(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, w = ink(), s * rng.uniform(0.5, 1.3)
    side = w * rng.uniform(0.15, 0.4)
    poly(image, [(x - w / 2, y - s), (x + w / 2, y - s), (x + w / 2, y), (x - w / 2, y)], color)
    poly(
        image,
        [(x + w / 2, y - s), (x + w / 2 + side, y - s * 0.93), (x + w / 2 + side, y - s * 0.08), (x + w / 2, y)],
        lit(color, 0.62),
    )
    poly(
        image,
        [(x - w / 2 - 3, y - s), (x + w / 2 + 3, y - s), (x + w / 2 + 3, y - s * 0.95), (x - w / 2 - 3, y - s * 0.95)],
        lit(color, 0.8),
    )
    columns, rows, dark = int(rng.integers(1, 4)), int(rng.integers(1, 4)), lit(ink(), 0.3)
    glow = (90.0, 200.0, 245.0) if rng.uniform() < 0.25 else dark
    for i in range(columns):
        for j in range(rows):
            wx, wy = x - w / 2 + w * (i + 0.5) / columns, y - s * 0.82 + s * 0.7 * j / rows
            ww, wh = w / columns * 0.22, s / rows * 0.22
            poly(image, [(wx - ww, wy), (wx + ww, wy), (wx + ww, wy + wh), (wx - ww, wy + wh)], glow)
            blob(image, wx, wy, ww, ww, glow)


def dome(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, r = ink(), s * 0.45
    poly(image, [(x - r, y), (x - r, y - s * 0.5), (x + r, y - s * 0.5), (x + r, y)], lit(ink(), 0.9))
    blob(image, x, y - s * 0.5, r, r * 1.1, color)
    blob(image, x - r * 0.35, y - s * 0.62, r * 0.3, r * 0.5, lit(color, 1.3))
    stroke(image, (x, y - s * 0.5 - r), (x, y - s * 1.2), lit(color, 0.5), s * 0.03 + 1)


def tower(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, w = ink(), s * rng.uniform(0.06, 0.12)
    poly(image, [(x - w, y), (x - w, y - s), (x + w, y - s), (x + w, y)], color)
    poly(image, [(x + w * 0.2, y), (x + w * 0.2, y - s), (x + w, y - s), (x + w, y)], lit(color, 0.7))
    poly(image, [(x - w * 1.7, y - s), (x, y - s * 1.3), (x + w * 1.7, y - s)], ink())


def parasol(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    a, b, w = ink(), ink(), s * rng.uniform(0.5, 0.8)
    stroke(image, (x, y), (x, y - s * 0.9), (40, 60, 90), s * 0.05)
    n = int(rng.integers(3, 7))
    for i in range(n):
        left, right = x - w + 2 * w * i / n, x - w + 2 * w * (i + 1) / n
        poly(image, [(left, y - s * 0.62), (x, y - s), (right, y - s * 0.62)], (a, b)[i % 2])


def awning(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    a, b, w = ink(), ink(), s * rng.uniform(0.6, 1.1)
    for side in (-1, 1):
        stroke(image, (x + side * w * 0.95, y), (x + side * w * 0.95, y - s * 0.7), (38, 56, 84), s * 0.05)
    poly(image, [(x - w, y), (x - w, y - s * 0.3), (x + w, y - s * 0.3), (x + w, y)], lit(ink(), 0.7))
    for _ in range(int(rng.integers(4, 9))):
        blob(image, x + rng.uniform(-0.9, 0.9) * w, y - s * 0.34, s * 0.08, s * 0.08, ink())
    n = int(rng.integers(4, 9))
    for i in range(n):
        left, right = -w + 2 * w * i / n, -w + 2 * w * (i + 1) / n
        poly(
            image,
            [(x + left, y - s * 0.66), (x + left * 0.8, y - s), (x + right * 0.8, y - s), (x + right, y - s * 0.66)],
            (a, b)[i % 2],
        )


def person(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    robe, w = ink(), s * rng.uniform(0.16, 0.26)
    poly(image, [(x - w, y), (x - w * 0.45, y - s * 0.75), (x + w * 0.45, y - s * 0.75), (x + w, y)], robe)
    poly(
        image,
        [(x + w * 0.2, y), (x + w * 0.1, y - s * 0.75), (x + w * 0.45, y - s * 0.75), (x + w, y)],
        lit(robe, 0.65),
    )
    stroke(image, (x - w * 0.6, y - s * 0.42), (x + w * 0.6, y - s * 0.42), ink(), s * 0.05)
    blob(image, x, y - s * 0.85, s * 0.1, s * 0.11, mixed((120, 160, 214), (44, 70, 110), rng.uniform()))
    blob(image, x, y - s * 0.93, s * 0.13, s * 0.08, ink())


def barrel(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, r = mixed(ink(), (50, 90, 140), 0.5), s * 0.33
    poly(
        image,
        [(x - r, y), (x - r * 1.2, y - s / 2), (x - r, y - s), (x + r, y - s), (x + r * 1.2, y - s / 2), (x + r, y)],
        color,
    )
    poly(
        image,
        [(x + r * 0.3, y), (x + r * 0.4, y - s), (x + r, y - s), (x + r * 1.2, y - s / 2), (x + r, y)],
        lit(color, 0.66),
    )
    for height in (0.25, 0.75):
        stroke(image, (x - r * 1.1, y - s * height), (x + r * 1.1, y - s * height), (30, 40, 50), s * 0.06)
    blob(image, x, y - s, r, r * 0.35, lit(color, 0.5))


def crate(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, w, d = mixed(ink(), (70, 120, 170), 0.4), s * rng.uniform(0.4, 0.7), s * 0.3
    poly(image, [(x - w, y), (x - w, y - s), (x + w, y - s), (x + w, y)], color)
    poly(image, [(x + w, y), (x + w, y - s), (x + w + d, y - s - d * 0.6), (x + w + d, y - d * 0.6)], lit(color, 0.6))
    poly(
        image,
        [(x - w, y - s), (x + w, y - s), (x + w + d, y - s - d * 0.6), (x - w + d, y - s - d * 0.6)],
        lit(color, 1.15),
    )
    for _ in range(int(rng.integers(0, 8))):
        blob(image, x + rng.uniform(-0.7, 1) * w, y - s - rng.uniform(0, 0.3) * s, s * 0.17, s * 0.17, ink())


def heap(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, w = ink(), s * rng.uniform(0.6, 0.9)
    poly(image, [(x - w, y), (x - w * 0.15, y - s), (x + w * 0.1, y - s), (x + w, y)], color)
    poly(image, [(x + w * 0.1, y), (x + w * 0.05, y - s), (x + w, y)], lit(color, 0.68))
    blob(image, x, y, w * 1.1, s * 0.16, lit(ink(), 0.6))


def fruit(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, rows = ink(), int(rng.integers(2, 5))
    r = s / (2 * rows)
    for row in range(rows):
        for i in range(rows - row):
            cx, cy = x + (i - (rows - row - 1) / 2) * 2 * r, y - r - row * 1.7 * r
            blob(image, cx, cy, r, r, lit(color, rng.uniform(0.75, 1.1)))
            blob(image, cx - r * 0.3, cy - r * 0.35, r * 0.25, r * 0.25, lit(color, 1.5))


def jar(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color, r = ink(), s * rng.uniform(0.25, 0.4)
    blob(image, x, y - s * 0.4, r, s * 0.4, color)
    blob(image, x + r * 0.4, y - s * 0.4, r * 0.5, s * 0.34, lit(color, 0.7))
    blob(image, x - r * 0.4, y - s * 0.52, r * 0.16, s * 0.16, lit(color, 1.5))
    poly(
        image,
        [(x - r * 0.4, y - s * 0.7), (x - r * 0.6, y - s), (x + r * 0.6, y - s), (x + r * 0.4, y - s * 0.7)],
        lit(color, 0.85),
    )


def carpet(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    a, b, w, lean = ink(), ink(), s * rng.uniform(0.8, 1.6), s * rng.uniform(-0.5, 0.5)
    h = s * 0.5
    for shrink, color in ((1.0, a), (0.82, b), (0.7, a), (0.36, b)):
        poly(
            image,
            [
                (x + (lean - w) * shrink, y - h * (0.5 + shrink / 2)),
                (x + (lean + w) * shrink, y - h * (0.5 + shrink / 2)),
                (x + w * shrink, y - h * (0.5 - shrink / 2)),
                (x - w * shrink, y - h * (0.5 - shrink / 2)),
            ],
            color,
        )


def tree(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    green = mixed((50, 120, 60), ink(), 0.3)
    stroke(image, (x, y), (x + s * 0.05, y - s * 0.7), (40, 66, 96), s * 0.08)
    if rng.uniform() < 0.5:
        for a in np.linspace(-2.9, -0.2, 8) + rng.uniform(-0.1, 0.1, 8):
            tip = (x + np.cos(a) * s * 0.5, y - s * 0.75 + np.sin(a) * s * 0.3 + s * 0.1)
            poly(
                image,
                [(x, y - s * 0.8), (tip[0], tip[1] - s * 0.06), (tip[0], tip[1] + s * 0.1)],
                lit(green, rng.uniform(0.7, 1.3)),
            )
        return
    for _ in range(9):
        blob(
            image,
            x + rng.uniform(-0.28, 0.28) * s,
            y - s * rng.uniform(0.6, 1.0),
            s * 0.16,
            s * 0.13,
            lit(green, rng.uniform(0.6, 1.3)),
        )


def lantern(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    color = ink()
    glow = np.zeros(image.shape[:2], np.float32)
    cv2.circle(glow, (round(x), round(y - s)), max(2, round(s * 0.9)), 1.0, -1)
    glow = np.asarray(cv2.blur(glow, (2 * round(s * 0.6) + 1,) * 2), np.float32)[..., None] * 0.5
    image[:] = (image * (1 - glow) + np.array([130, 215, 255], np.float32) * glow).astype(np.uint8)
    stroke(image, (x, y - s * 2.4), (x, y - s), (30, 30, 40), 2)
    blob(image, x, y - s, s * 0.3, s * 0.42, color)
    blob(image, x, y - s, s * 0.12, s * 0.36, lit(color, 1.6))


def ring(image: Image, rng: Random, x: float, y: float, s: float, ink: Ink) -> None:
    """A wheel or a hoop."""
    cv2.ellipse(
        image,
        (round(x), round(y - s / 2)),
        (round(s * rng.uniform(0.3, 0.5)), round(s / 2)),
        0,
        0,
        360,
        ink(),
        max(2, round(s * 0.09)),
        cv2.LINE_AA,
    )
    for a in rng.uniform(0, np.pi, 2):
        dx, dy = np.cos(a) * s * 0.3, np.sin(a) * s * 0.45
        stroke(image, (x - dx, y - s / 2 - dy), (x + dx, y - s / 2 + dy), (60, 90, 130), s * 0.05)


FAR = (house, house, dome, tower, tree)
NEAR = (person, person, barrel, crate, heap, fruit, jar, carpet, parasol, awning, ring, tree)
