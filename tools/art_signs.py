"""Which pictograms does the game need?  One function a sign, each drawn in a box of 64 by 64."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

import math

from art_pen import (
    BLUE,
    BRONZE,
    CREAM,
    DARKWOOD,
    GOLD,
    GOOD_COLOR,
    GREEN,
    INK,
    PAPER,
    PURPLE,
    RED,
    STONE,
    WOOD,
    YELLOW,
    circle,
    ellipse,
    group,
    line,
    path,
    poly,
    rect,
    star,
)

EDGE = 2.6


def good_r() -> str:
    """Fabric: a square carpet with fringes."""
    fringe = "".join(line([(x, 6), (x, 58)], INK, 2) for x in range(14, 53, 6))
    body = rect(9, 11, 46, 42, RED, INK, EDGE, 2) + rect(14, 16, 36, 32, None, "#f6c9a0", 2)
    middle = poly([(32, 19), (46, 32), (32, 45), (18, 32)], "#8e1f22") + poly([(32, 25), (39, 32), (32, 39), (25, 32)], GOLD)
    return fringe + body + middle


def good_g() -> str:
    """Spice: a pointed heap in a bowl."""
    heap = path("M32 6 C35 6 52 38 55 43 L9 43 C12 38 29 6 32 6 Z", GREEN, INK, EDGE)
    light = path("M32 11 C29 17 20 33 16 40 L26 40 C27 30 30 18 32 11 Z", "#7cc36b")
    grains = "".join(circle(x, y, 1.5, "#245a2b") for x, y in ((36, 22), (41, 31), (34, 33), (46, 38), (37, 40)))
    bowl = path("M6 43 L58 43 C56 53 48 59 32 59 C16 59 8 53 6 43 Z", BRONZE, INK, EDGE)
    return heap + light + grains + bowl + line([(13, 49), (51, 49)], "#e0a765", 2)


def good_y() -> str:
    """Fruit: one round fruit with a leaf."""
    leaf = path("M33 15 C36 4 48 3 54 7 C51 16 41 19 33 15 Z", GREEN, INK, EDGE)
    fruit = circle(32, 37, 22, YELLOW, INK, EDGE) + path("M44 20 C56 30 54 52 36 57 C48 48 50 34 44 20 Z", "#e08a1e")
    shine = ellipse(24, 29, 5, 7, "#fde08a") + line([(32, 18), (31, 13)], DARKWOOD, 3.4)
    return fruit + shine + leaf


def good_b() -> str:
    """Jewelry: a ring with a stone."""
    ring = circle(32, 41, 15.5, None, INK, 11.5) + circle(32, 41, 15.5, None, BLUE, 6.6)
    shine = path("M19.5 38 C21 32 25 29 29 28", None, "#9fc6f4", 2)
    stone = poly([(20, 13), (26, 5), (38, 5), (44, 13), (32, 28)], "#7fd3f0", INK, EDGE)
    facets = line([(20, 13), (44, 13)], INK, 1.6) + line([(27, 13), (32, 27), (37, 13)], INK, 1.6)
    return ring + shine + stone + poly([(26, 6.5), (31, 6.5), (27, 12), (22, 12)], "#d4f3fc") + facets


def good_any() -> str:
    """Any good: the four colours, each with its own shape."""
    cells = (("R", 8, 8), ("G", 33, 8), ("Y", 8, 33), ("B", 33, 33))
    body = "".join(rect(x, y, 23, 23, GOOD_COLOR[c], INK, EDGE, 3) for c, x, y in cells)
    return body + rect(15, 15, 9, 9, PAPER) + poly([(44.5, 13), (51, 25), (38, 25)], PAPER) + circle(19.5, 44.5, 5.5, PAPER) + circle(
        44.5, 44.5, 4.6, None, PAPER, 3.4
    )


GOODS = {"R": good_r, "G": good_g, "Y": good_y, "B": good_b, "any": good_any}


def lira() -> str:
    rim = circle(32, 32, 26, GOLD, INK, EDGE) + circle(32, 32, 20, None, BRONZE, 2.4)
    shine = path("M13 27 C15 19 21 13 28 11", None, "#fdeeb5", 2.6)
    moon = path("M39 20 C29 15 19 23 20 33 C21 43 31 48 39 43 C31 43 27 38 27 32 C27 26 31 21 39 20 Z", BRONZE)
    return rim + shine + moon + star(41, 31.5, 6.5, 5, 0.42, BRONZE)


def ruby() -> str:
    stone = poly([(32, 5), (53, 17), (57, 38), (43, 57), (20, 58), (7, 39), (11, 17)], "#c3162f", INK, EDGE)
    light = poly([(32, 8), (50, 18), (41, 26), (24, 25), (14, 18)], "#ee5a63") + poly([(24, 25), (14, 18), (10, 38), (20, 41)], "#dd2c41")
    dark = poly([(41, 26), (50, 18), (54, 38), (46, 42)], "#93102a") + poly([(20, 41), (46, 42), (42, 55), (21, 55)], "#a81230")
    return stone + light + dark + poly([(24, 25), (41, 26), (46, 42), (20, 41)], "#e8394c") + poly([(22, 17), (29, 12), (27, 19)], "#ffd3cf")


def wheelbarrow() -> str:
    tray = poly([(10, 16), (50, 16), (42, 40), (20, 40)], WOOD, INK, EDGE)
    planks = line([(14, 24), (47.5, 24)], DARKWOOD, 2) + line([(17, 32), (45, 32)], DARKWOOD, 2)
    frame = line([(58, 12), (50, 16), (20, 44)], INK, 5.5) + line([(57.5, 12.3), (50, 16), (20, 44)], BRONZE, 2.6) + line([(44, 38), (49, 54)], INK, 4)
    wheel = circle(17, 49, 10, STONE, INK, EDGE) + line([(10, 49), (24, 49)], INK, 2) + line([(17, 42), (17, 56)], INK, 2) + circle(17, 49, 3, GOLD, INK, 1.6)
    return tray + planks + frame + wheel


def extension() -> str:
    board = rect(23, 5, 18, 54, WOOD, INK, EDGE, 3)
    colors = ("B", "R", "G", "Y")
    return board + "".join(rect(26.5, 9.5 + 12 * i, 11, 9, GOOD_COLOR[c], PAPER, 1.6, 1.5) for i, c in enumerate(colors)) + group(
        line([(0, 5), (10, 5)], INK, 5) + line([(5, 0), (5, 10)], INK, 5) + line([(0, 5), (10, 5)], GOLD, 2.4) + line([(5, 0), (5, 10)], GOLD, 2.4), 47, 8
    )


def mail() -> str:
    crate = rect(10, 13, 44, 40, WOOD, INK, EDGE, 3) + rect(15, 18, 34, 30, "#c78a52", DARKWOOD, 2)
    letter = rect(18, 24, 28, 18, PAPER, INK, 2, 1) + line([(18, 24.5), (32, 35), (46, 24.5)], INK, 2)
    return crate + letter + circle(32, 36, 3.2, RED)


def face(hat: str, hat_light: str, kind: str = "merchant") -> str:
    """A bearded head seen from the front, to sit in the middle of a round sticker (centre 32, 32)."""
    head = path("M21 27 L43 27 L43 38 C43 47 38 53 32 53 C26 53 21 47 21 38 Z", "#d99a66", INK, 2)
    beard = path("M21 38 C26 40 28 42 32 42 C36 42 38 40 43 38 C43 48 38 55 32 55 C26 55 21 48 21 38 Z", "#4a2b1f", INK, 1.6)
    eyes = circle(27.5, 34, 1.7, INK) + circle(36.5, 34, 1.7, INK)
    turban = path("M17 29 C15 15 24 9 32 9 C40 9 49 15 47 29 C38 24 26 24 17 29 Z", hat, INK, 2) + path("M20 22 C28 15 37 17 44 25", None, hat_light, 2.4)
    jewel = circle(32, 22, 2.8, GOLD, INK, 1.4)
    if kind == "governor":
        fez = path("M22 27 L25 10 L39 10 L42 27 Z", "#a6202c", INK, 2) + line([(37, 11), (45, 15), (45, 23)], GOLD, 2.4)
        sash = path("M23 47 C27 52 37 52 41 47", None, GOLD, 2.4)
        return head + beard + eyes + fez + sash
    if kind == "smuggler":
        mask = path("M21 37 L43 37 L41 50 C37 56 27 56 23 50 Z", "#7c2430", INK, 2)
        hood = path("M16 40 C12 18 22 8 32 8 C42 8 52 18 48 40 L43 34 C43 26 39 22 32 22 C25 22 21 26 21 34 Z", "#3b3a49", INK, 2)
        return head + mask + eyes + hood
    return head + beard + eyes + turban + jewel


STICKERS = {
    "merchant": lambda: circle(32, 32, 31, CREAM) + circle(32, 32, 28, None, BRONZE, 2) + face(PAPER, STONE),
    "governor": lambda: circle(32, 32, 31, "#cbb0e0") + circle(32, 32, 28, None, PURPLE, 2) + face("", "", "governor"),
    "smuggler": lambda: circle(32, 32, 31, "#8d8a93") + circle(32, 32, 28, None, INK, 2) + face("", "", "smuggler"),
}


def disc(color: str, top_y: float, rx: float, height: float) -> str:
    """A wooden disc or cylinder seen from a chair: ``top_y`` is the middle of the top."""
    ry = rx * 0.62
    low = top_y + height
    side = f"M{32 - rx:g} {top_y:g} L{32 - rx:g} {low:g} C{32 - rx:g} {low + ry * 1.33:g} {32 + rx:g} {low + ry * 1.33:g} {32 + rx:g} {low:g} L{32 + rx:g} {top_y:g} Z"
    body = path(side, color, INK, EDGE) + path(side, "#000000", opacity=0.28)
    return body + ellipse(32, top_y, rx, ry, color, INK, EDGE) + ellipse(32, top_y, rx - 4, (rx - 4) * 0.62, None, "#ffffff", 1.8, 0.45)


def token(kind: str) -> str:
    if kind == "assistant":
        return disc("currentColor", 29, 27, 9)
    if kind == "family":
        return disc("currentColor", 16, 15, 34)
    color = {"governor": "#7d3fa6", "smuggler": "#34323e"}.get(kind, "currentColor")
    top, height = (27, 14) if kind == "merchant" else (24, 20)
    sticker = f'<g transform="translate(32 {top}) scale(.6 .4) translate(-32 -32)">{STICKERS[kind]()}</g>'
    return disc(color, top, 27, height) + sticker


PIPS = {1: "c", 2: "ai", 3: "aci", 4: "agdi", 5: "agcdi", 6: "agbhdi"}
PIP_AT = {"a": (19, 19), "d": (45, 19), "b": (19, 32), "c": (32, 32), "h": (45, 32), "g": (19, 45), "i": (45, 45)}


def die(face_up: int) -> str:
    spots = "".join(circle(*PIP_AT[s], 5, INK) for s in PIPS[face_up])
    return rect(6, 6, 52, 52, PAPER, INK, EDGE, 11) + path("M14 10 L50 10", None, "#ffffff", 2.6) + spots


def mosque(good: str, x: float = 0.0) -> str:
    color = GOOD_COLOR[good]
    square = rect(5, 5, 54, 54, color, INK, EDGE, 4)
    arch = path("M13 54 L13 36 C13 24 24 22 32 12 C40 22 51 24 51 36 L51 54 Z", PAPER, INK, 2)
    door = path("M24 54 L24 43 C24 36 29 36 32 31 C35 36 40 36 40 43 L40 54 Z", DARKWOOD)
    return square + arch + door + group(GOODS[good](), 25, 15, 0.22) + star(x + 13, 14, 5, 8, 0.6, GOLD)


def icon() -> str:
    """The application: a dome under a crescent inside an eight-pointed star."""
    back = rect(0, 0, 64, 64, "#1f5f6b", r=14) + star(32, 32, 29, 8, 0.78, "#2f8f8b") + star(32, 32, 24, 8, 0.78, "#f6dfa6")
    dome = path("M18 46 L18 37 C18 28 27 26 32 17 C37 26 46 28 46 37 L46 46 Z", RED, INK, 2) + rect(15, 45, 34, 6, WOOD, INK, 2, 1)
    door = path("M27 45 L27 39 C27 35 30 35 32 31.5 C34 35 37 35 37 39 L37 45 Z", "#7a1c22")
    return back + dome + door + line([(32, 17), (32, 12)], INK, 2) + star(32, 11, 3.4, 5, 0.45, GOLD) + circle(24, 38, 1.6, GOLD) + circle(40, 38, 1.6, GOLD)


def arrow_round(x: float, y: float, r: float, color: str) -> str:
    """Three quarters of a circle, clockwise, with a head."""
    arc = [(x + r * math.cos(math.radians(a)), y + r * math.sin(math.radians(a))) for a in range(120, 391, 18)]
    tip_x, tip_y = arc[-1]
    head = [(tip_x - r * 0.62, tip_y - r * 0.22), (tip_x + r * 0.04, tip_y + r * 0.2), (tip_x + r * 0.44, tip_y - r * 0.44)]
    return line(arc, color, r * 0.36) + line(head, color, r * 0.36)


__all__ = ["BLUE", "EDGE", "GOODS", "STICKERS", "arrow_round", "die", "extension", "icon", "lira", "mail", "mosque", "ruby", "token", "wheelbarrow"]
