"""What stands about in the bazaar?  Buildings, people and wares for the tile pictures, in millimetres of a 90 by 63 tile."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

from art_pen import (
    CREAM,
    DARKWOOD,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    SAND,
    WOOD,
    circle,
    ellipse,
    group,
    line,
    num,
    path,
    poly,
    rect,
)

THIN = 0.5


def sky(colors: tuple[str, ...], horizon: float) -> str:
    """Bands from the top of the window down to ``horizon``."""
    step = (horizon - 9) / len(colors)
    return "".join(rect(3, 9 + i * step, 84, step + 1, c) for i, c in enumerate(colors))


def ground(color: str, horizon: float, dark: str = "") -> str:
    base = rect(3, horizon, 84, 62 - horizon, color)
    if not dark:
        return base
    return base + "".join(line([(6 + 13 * i % 71, horizon + 3 + 2.9 * i), (12 + 13 * i % 71, horizon + 3 + 2.9 * i)], dark, 0.6) for i in range(6))


def window(x: float, y: float, w: float = 3.0, h: float = 5.0, color: str = INK) -> str:
    top, tip = y + w * 0.5, y - w * 0.3
    d = f"M{num(x)} {num(y + h)} L{num(x)} {num(top)} C{num(x)} {num(tip)} {num(x + w)} {num(tip)} {num(x + w)} {num(top)} L{num(x + w)} {num(y + h)} Z"
    return path(d, color)


def house(x: float, y: float, w: float, h: float, color: str, shade: str, windows: int = 2) -> str:
    """A flat-roofed house; ``y`` is its foot."""
    top = y - h
    body = rect(x, top, w, h, color, INK, THIN) + rect(x + w * 0.74, top, w * 0.26, h, shade) + rect(x - 0.8, top - 1.6, w + 1.6, 2, shade, INK, THIN)
    gap = w / (windows + 0.4)
    return body + "".join(window(x + gap * (i + 0.35), top + h * 0.2, min(3, gap * 0.5), min(5, h * 0.34)) for i in range(windows))


def dome(x: float, y: float, r: float, color: str, light: str = "#ffffff") -> str:
    """An onion dome whose foot is centred on (x, y)."""
    d = f"M{num(x - r)} {num(y)} C{num(x - r * 1.35)} {num(y - r)} {num(x - r * 0.35)} {num(y - r * 1.1)} {num(x)} {num(y - r * 1.75)}"
    d += f" C{num(x + r * 0.35)} {num(y - r * 1.1)} {num(x + r * 1.35)} {num(y - r)} {num(x + r)} {num(y)} Z"
    glow = path(f"M{num(x - r * 0.72)} {num(y - r * 0.2)} C{num(x - r * 0.85)} {num(y - r * 0.7)} {num(x - r * 0.45)} {num(y - r)} {num(x - r * 0.2)} {num(y - r * 1.2)}", None, light, r * 0.13, 0.6)
    return path(d, color, INK, THIN) + glow + line([(x, y - r * 1.75), (x, y - r * 1.75 - 2.6)], GOLD, 0.7) + circle(x, y - r * 1.75 - 3, 0.8, GOLD)


def minaret(x: float, y: float, h: float, color: str, cap: str) -> str:
    body = rect(x - 1.4, y - h, 2.8, h, color, INK, THIN) + rect(x - 2.2, y - h * 0.72, 4.4, 1.3, cap, INK, THIN * 0.8)
    return body + poly([(x - 2, y - h), (x, y - h - 6), (x + 2, y - h)], cap, INK, THIN)


def arch(x: float, y: float, w: float, h: float, color: str, inside: str) -> str:
    """A gateway whose foot starts at (x, y)."""
    return rect(x, y - h, w, h, color, INK, THIN) + window(x + w * 0.16, y - h * 0.82, w * 0.68, h * 0.82, inside)


def stall(x: float, y: float, w: float, a: str, b: str, h: float = 15.0) -> str:
    """A market stall with a striped awning; ``y`` is its foot."""
    top = y - h
    posts = line([(x + 1, top), (x + 1, y)], DARKWOOD, 0.9) + line([(x + w - 1, top), (x + w - 1, y)], DARKWOOD, 0.9)
    table = rect(x, y - h * 0.36, w, h * 0.36, WOOD, INK, THIN) + line([(x, y - h * 0.18), (x + w, y - h * 0.18)], DARKWOOD, 0.5)
    n = max(3, round(w / 4))
    step = w / n
    scallops = [
        f"M{num(x + i * step)} {num(top)} L{num(x + (i + 1) * step)} {num(top)} L{num(x + (i + 1) * step)} {num(top + 4)} C{num(x + (i + 0.9) * step)} {num(top + 6)} {num(x + (i + 0.1) * step)} {num(top + 6)} {num(x + i * step)} {num(top + 4)} Z"
        for i in range(n)
    ]
    stripes = path("".join(scallops[1::2]), a, INK, THIN) + path("".join(scallops[::2]), b, INK, THIN)
    return posts + table + stripes


def palm(x: float, y: float, h: float, lean: float = 1.5) -> str:
    tx, ty = x + lean, y - h
    trunk = path(f"M{num(x)} {num(y)} C{num(x)} {num(y - h * 0.5)} {num(tx)} {num(ty + h * 0.3)} {num(tx)} {num(ty)}", None, DARKWOOD, 1.3)
    leaves = "".join(
        path(f"M{num(tx)} {num(ty)} C{num(tx + dx * 0.4)} {num(ty - 3.4)} {num(tx + dx)} {num(ty - 2)} {num(tx + dx * 1.15)} {num(ty + dy)} C{num(tx + dx * 0.7)} {num(ty - 0.6)} {num(tx + dx * 0.3)} {num(ty)} {num(tx)} {num(ty)} Z", c, INK, 0.3)
        for dx, dy, c in ((-6, 3.5, "#2f7a3c"), (6, 3.5, "#2f7a3c"), (-4, 5, GREEN), (4.4, 5, GREEN), (-5.6, 0, "#57a653"), (5.6, 0.2, "#57a653"))
    )
    return trunk + leaves


def person(x: float, y: float, h: float, robe: str, hat: str = RED) -> str:
    """A robed figure; ``y`` is its foot."""
    r = h * 0.13
    body = path(f"M{num(x - h * 0.24)} {num(y)} C{num(x - h * 0.2)} {num(y - h * 0.5)} {num(x - h * 0.1)} {num(y - h * 0.72)} {num(x)} {num(y - h * 0.74)} C{num(x + h * 0.1)} {num(y - h * 0.72)} {num(x + h * 0.2)} {num(y - h * 0.5)} {num(x + h * 0.24)} {num(y)} Z", robe, INK, THIN)
    sash = line([(x - h * 0.15, y - h * 0.38), (x + h * 0.15, y - h * 0.38)], GOLD, 0.8)
    return body + sash + circle(x, y - h * 0.82, r, "#d99a66", INK, THIN * 0.7) + path(f"M{num(x - r * 1.2)} {num(y - h * 0.85)} C{num(x - r * 1.3)} {num(y - h * 1.05)} {num(x + r * 1.3)} {num(y - h * 1.05)} {num(x + r * 1.2)} {num(y - h * 0.85)} Z", hat, INK, THIN * 0.7)


def crate(x: float, y: float, s: float, color: str = WOOD) -> str:
    box = rect(x, y - s, s, s, color, INK, THIN, 0.4)
    return box + line([(x + s * 0.15, y - s * 0.85), (x + s * 0.85, y - s * 0.15)], DARKWOOD, 0.6) + rect(x + s * 0.12, y - s * 0.88, s * 0.76, s * 0.76, None, DARKWOOD, 0.5)


def barrel(x: float, y: float, s: float, color: str = WOOD) -> str:
    d = f"M{num(x - s * 0.35)} {num(y)} C{num(x - s * 0.55)} {num(y - s * 0.3)} {num(x - s * 0.55)} {num(y - s * 0.7)} {num(x - s * 0.35)} {num(y - s)} L{num(x + s * 0.35)} {num(y - s)} C{num(x + s * 0.55)} {num(y - s * 0.7)} {num(x + s * 0.55)} {num(y - s * 0.3)} {num(x + s * 0.35)} {num(y)} Z"
    hoops = line([(x - s * 0.45, y - s * 0.28), (x + s * 0.45, y - s * 0.28)], DARKWOOD, 0.7) + line([(x - s * 0.45, y - s * 0.72), (x + s * 0.45, y - s * 0.72)], DARKWOOD, 0.7)
    return path(d, color, INK, THIN) + hoops + ellipse(x, y - s, s * 0.35, s * 0.12, DARKWOOD, INK, 0.3)


def heap(x: float, y: float, w: float, h: float, color: str, light: str, bowl: str = "#b8742f") -> str:
    """A cone of spice in a bowl."""
    cone = path(f"M{num(x)} {num(y - h)} C{num(x + w * 0.08)} {num(y - h)} {num(x + w * 0.4)} {num(y - h * 0.42)} {num(x + w * 0.46)} {num(y - h * 0.3)} L{num(x - w * 0.46)} {num(y - h * 0.3)} C{num(x - w * 0.4)} {num(y - h * 0.42)} {num(x - w * 0.08)} {num(y - h)} {num(x)} {num(y - h)} Z", color, INK, THIN)
    shine = line([(x - w * 0.06, y - h * 0.86), (x - w * 0.3, y - h * 0.42)], light, 0.9)
    return cone + shine + path(f"M{num(x - w * 0.5)} {num(y - h * 0.32)} L{num(x + w * 0.5)} {num(y - h * 0.32)} C{num(x + w * 0.42)} {num(y)} {num(x - w * 0.42)} {num(y)} {num(x - w * 0.5)} {num(y - h * 0.32)} Z", bowl, INK, THIN)


def fruits(x: float, y: float, rows: int, r: float, colors: tuple[str, ...]) -> str:
    """A pyramid of round fruit; (x, y) is the middle of its foot."""
    spots = [(row, i, x + (i - (rows - row - 1) / 2) * 2 * r, y - r - row * 1.7 * r) for row in range(rows) for i in range(rows - row)]
    balls = "".join(circle(cx, cy, r, c, INK, 0.35) for k, c in enumerate(colors) for row, i, cx, cy in spots if (row + i) % len(colors) == k)
    shines = "".join(f"M{num(cx - r * 0.3)} {num(cy - r * 0.3)} L{num(cx - r * 0.3)} {num(cy - r * 0.2)}" for _, _, cx, cy in spots)
    return balls + path(shines, None, PAPER, r * 0.4)


def lantern(x: float, y: float, s: float, color: str, top: float) -> str:
    """A hanging lamp; ``top`` is where its cord begins."""
    cord = line([(x, top), (x, y - s)], INK, 0.4)
    glow = circle(x, y, s * 1.7, "#ffe9a8", opacity=0.28)
    body = path(f"M{num(x)} {num(y - s)} C{num(x + s)} {num(y - s * 0.5)} {num(x + s)} {num(y + s * 0.5)} {num(x)} {num(y + s)} C{num(x - s)} {num(y + s * 0.5)} {num(x - s)} {num(y - s * 0.5)} {num(x)} {num(y - s)} Z", color, INK, THIN)
    return cord + glow + body + line([(x, y - s * 0.8), (x, y + s * 0.8)], "#fff3c9", 0.5) + circle(x, y + s * 1.2, s * 0.2, GOLD)


def carpet(x: float, y: float, w: float, h: float, color: str, pattern: str, skew: float = 0.0) -> str:
    body = poly([(x + skew, y), (x + w + skew, y), (x + w, y + h), (x, y + h)], color, INK, THIN)
    inner = poly([(x + skew + 1.2, y + 0.8), (x + w + skew - 1.2, y + 0.8), (x + w - 1.2, y + h - 0.8), (x + 1.2, y + h - 0.8)], None, pattern, 0.6)
    mx, my = x + w / 2 + skew / 2, y + h / 2
    return body + inner + poly([(mx, my - h * 0.28), (mx + w * 0.2, my), (mx, my + h * 0.28), (mx - w * 0.2, my)], pattern)


def camel(x: float, y: float, s: float, color: str = "#c89a5c", flip: bool = False) -> str:
    """A camel ``s`` high; (x, y) is below its middle."""
    k = -1 if flip else 1

    def p(*values: float) -> str:
        return " ".join(num((x + k * v * s) if i % 2 == 0 else (y - v * s)) for i, v in enumerate(values))

    legs = "".join(line([(x + k * lx * s, y - 0.45 * s), (x + k * lx * s, y)], c, s * 0.085) for lx, c in ((-0.3, "#9c7340"), (0.12, "#9c7340"), (-0.2, color), (0.24, color)))
    d = f"M{p(-0.42, 0.4)} C{p(-0.44, 0.62, -0.3, 0.66, -0.24, 0.7)} C{p(-0.16, 0.95, -0.06, 0.95, 0.02, 0.7)} C{p(0.1, 0.62, 0.24, 0.64, 0.3, 0.56)} C{p(0.42, 0.5, 0.4, 0.72, 0.42, 0.9)} C{p(0.44, 1.04, 0.62, 1.02, 0.66, 0.9)} L{p(0.65, 0.84)} C{p(0.56, 0.82, 0.54, 0.8, 0.53, 0.7)} C{p(0.52, 0.4, 0.4, 0.34, 0.24, 0.36)} C{p(0, 0.3, -0.2, 0.34, -0.42, 0.4)} Z"
    saddle = path(f"M{p(-0.24, 0.7)} C{p(-0.16, 0.95, -0.06, 0.95, 0.02, 0.7)} L{p(0.06, 0.48)} L{p(-0.28, 0.48)} Z", RED, INK, THIN)
    return legs + path(d, color, INK, THIN) + saddle + line([(x - k * 0.27 * s, y - 0.54 * s), (x + k * 0.05 * s, y - 0.54 * s)], GOLD, 0.7)


def jar(x: float, y: float, s: float, color: str) -> str:
    d = f"M{num(x - s * 0.15)} {num(y - s)} L{num(x + s * 0.15)} {num(y - s)} C{num(x + s * 0.1)} {num(y - s * 0.75)} {num(x + s * 0.42)} {num(y - s * 0.7)} {num(x + s * 0.34)} {num(y - s * 0.35)} L{num(x + s * 0.16)} {num(y)} L{num(x - s * 0.16)} {num(y)} L{num(x - s * 0.34)} {num(y - s * 0.35)} C{num(x - s * 0.42)} {num(y - s * 0.7)} {num(x - s * 0.1)} {num(y - s * 0.75)} {num(x - s * 0.15)} {num(y - s)} Z"
    return path(d, color, INK, THIN) + line([(x - s * 0.28, y - s * 0.5), (x + s * 0.28, y - s * 0.5)], CREAM, 0.6)


def bolt(x: float, y: float, w: float, r: float, color: str, light: str) -> str:
    """A roll of cloth lying on its side."""
    return rect(x, y - 2 * r, w, 2 * r, color, INK, THIN, r) + line([(x + r, y - 1.4 * r), (x + w - r, y - 1.4 * r)], light, r * 0.35) + circle(x + w - r, y - r, r * 0.62, light, INK, 0.35)


def wheel(x: float, y: float, r: float, color: str = WOOD) -> str:
    rim = circle(x, y, r, None, INK, r * 0.3) + circle(x, y, r, None, color, r * 0.19)
    spokes = "".join(line([(x - r * c, y - r * s), (x + r * c, y + r * s)], color, r * 0.11) for c, s in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)))
    return spokes + rim + circle(x, y, r * 0.2, GOLD, INK, 0.4)


def gem(x: float, y: float, s: float, color: str, light: str) -> str:
    body = poly([(x - s, y - s * 0.35), (x - s * 0.5, y - s), (x + s * 0.5, y - s), (x + s, y - s * 0.35), (x, y + s)], color, INK, 0.4)
    return body + poly([(x - s * 0.8, y - s * 0.4), (x - s * 0.4, y - s * 0.85), (x, y - s * 0.4)], light) + line([(x - s, y - s * 0.35), (x + s, y - s * 0.35)], INK, 0.3)


def skyline(y: float, color: str) -> str:
    """Far roofs and towers in one colour."""
    blocks = ((3, 9, 6), (12, 7, 9), (19, 10, 5), (33, 8, 8), (45, 11, 6), (60, 7, 9), (70, 9, 5), (79, 8, 8))
    far = "".join(rect(x, y - h, w, h + 1, color) for x, w, h in blocks)
    domes = "".join(path(f"M{x - 4} {num(y - 5)} C{x - 5} {num(y - 10)} {x - 1} {num(y - 10)} {x} {num(y - 12)} C{x + 1} {num(y - 10)} {x + 5} {num(y - 10)} {x + 4} {num(y - 5)} Z", color) for x in (25, 52))
    return far + domes + rect(29.4, y - 15, 1.2, 15, color) + rect(56.6, y - 17, 1.2, 17, color) + poly([(29, y - 15), (30, y - 18), (31, y - 15)], color) + poly([(56.2, y - 17), (57.2, y - 20), (58.2, y - 17)], color)


def sparkle(x: float, y: float, s: float, color: str = SAND) -> str:
    return group(line([(-s, 0), (s, 0)], color, 0.4) + line([(0, -s), (0, s)], color, 0.4), x, y)
