"""How does a whole tile look?  Scene, frame, number and what the place offers, in a box of 90 by 63 (millimetres)."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

from collections.abc import Sequence

from art_pen import (
    CREAM,
    GOLD,
    GOOD_COLOR,
    GREEN,
    INK,
    PAPER,
    RED,
    STONE,
    circle,
    digits,
    dots,
    ellipse,
    line,
    num,
    number,
    path,
    poly,
    rect,
    star,
)
from art_places import SCENES

BLUE_NUMBER = (15, 3, 8, 5, 2, 10, 7, 9, 12, 14, 11, 6, 13, 4, 1, 16)
GREEN_NUMBER = (12, 2, 9, 8, 10, 7, 6, 3, 14, 13, 4, 11, 16, 15, 5, 1)
FRAME = "#1f5f6b"
FRAME_LIGHT = "#2f8f8b"
TRACK_RED = "#a33b3a"

PALACE_TRACK = ((10.5, 30.5, "B"), (10.5, 40.3, "R"), (10.5, 50.2, "G"), (20.3, 50.2, "Y"), (30, 50.2, "any"), (40, 50.2, "B"), (49.7, 50.2, "R"), (59.6, 50.2, "G"), (69.4, 50.2, "Y"), (79.2, 50.2, "any"))
DEALER_TRACK = ((10.5, 30.5), (10.5, 40.3), *((10.5 + 9.8 * i, 50.2) for i in range(8)), (79.2, 40.3), (79.2, 30.5))


def outline(x: float, y: float, w: float, h: float, r: float) -> str:
    """Path text of a rounded rectangle."""
    k = r * 0.45
    return (
        f"M{x + r:g} {y:g} L{x + w - r:g} {y:g} C{x + w - k:g} {y:g} {x + w:g} {y + k:g} {x + w:g} {y + r:g} L{x + w:g} {y + h - r:g} "
        f"C{x + w:g} {y + h - k:g} {x + w - k:g} {y + h:g} {x + w - r:g} {y + h:g} L{x + r:g} {y + h:g} C{x + k:g} {y + h:g} {x:g} {y + h - k:g} {x:g} {y + h - r:g} "
        f"L{x:g} {y + r:g} C{x:g} {y + k:g} {x + k:g} {y:g} {x + r:g} {y:g} Z"
    )


def knot(x: int, y: int) -> str:
    """Path text of an eight-pointed star: two squares on top of one another."""
    return f"M{x} {y - 3} L{x + 3} {y} L{x} {y + 3} L{x - 3} {y} ZM{x - 2} {y - 2} L{x + 2} {y - 2} L{x + 2} {y + 2} L{x - 2} {y + 2} Z"


def small_ruby(x: float, y: float) -> str:
    """A ruby of six millimetres around (x, y)."""
    stone = poly([(x, y - 3), (x + 2.6, y - 1), (x + 1.6, y + 3), (x - 1.6, y + 3), (x - 2.6, y - 1)], "#c3162f", INK, 0.5)
    return stone + poly([(x - 1, y - 0.6), (x + 1, y - 0.6), (x, y + 1.6)], "#ee5a63")


def frame(place: int) -> str:
    """Border, lattice along the top, number badge and the two small numbers of the fixed orders."""
    border = path(outline(0, 0, 90, 63, 3.5) + outline(4, 10.7, 82, 48.5, 5), FRAME, hollow=True)
    lattice = path("".join(knot(30 + 7 * i, 6) for i in range(8)), FRAME_LIGHT)
    sides = dots([(x, y) for x in (2, 88) for y in (20, 30, 40, 50)] + [(x, 61) for x in range(12, 80, 11)], GOLD, 1.5)
    edge = rect(4, 10.7, 82, 48.5, None, GOLD, 0.8, 5) + rect(0.6, 0.6, 88.8, 61.8, None, INK, 0.7, 3.2)
    small = circle(10.5, 10.2, 2.7, PAPER, "#2f5fb0", 0.7) + number(str(BLUE_NUMBER[place - 1]), 10.5, 10.2, 2.4, INK, 0.45)
    small += circle(5.2, 13.2, 2.5, PAPER, "#3f8f4a", 0.7) + number(str(GREEN_NUMBER[place - 1]), 5.2, 13.2, 2.2, INK, 0.42)
    badge = star(18.4, 7.2, 6.2, 8, 0.8, GOLD, stroke=INK, width=0.6) + circle(18.4, 7.2, 4.5, PAPER, INK, 0.5) + number(str(place), 18.4, 7.2, 5 if place < 10 else 4, INK, 1 if place < 10 else 0.8)
    return border + lattice + sides + edge + small + badge


Spot = tuple[str, float, float]


def plates(spots: Sequence[Spot], size: float, color: str, stroke: str | None = INK) -> str:
    """A small square under each spot, all as one path."""
    half = size / 2
    return path("".join(f"M{num(x - half)} {num(y - half)} L{num(x + half)} {num(y - half)} L{num(x + half)} {num(y + half)} L{num(x - half)} {num(y + half)} Z" for _, x, y in spots), color, stroke, 0.5)


def goods(spots: Sequence[Spot], size: float = 7.4, back: str | None = PAPER) -> str:
    """Goods on square plates: each has its own shape as well as its colour; those of one kind are one path."""
    of = {good: [(x, y) for g, x, y in spots if g == good] for good in ("R", "G", "Y", "B", "any")}
    k = size / 10
    out = plates(spots, size, back) if back else ""
    if of["R"]:
        out += plates([("R", x, y) for x, y in of["R"]], 6.4 * k, GOOD_COLOR["R"]) + path("".join(f"M{num(x)} {num(y - 2 * k)} L{num(x + 2 * k)} {num(y)} L{num(x)} {num(y + 2 * k)} L{num(x - 2 * k)} {num(y)} Z" for x, y in of["R"]), GOLD)
    if of["G"]:
        out += path("".join(f"M{num(x)} {num(y - 3.8 * k)} L{num(x + 4 * k)} {num(y + 3.4 * k)} L{num(x - 4 * k)} {num(y + 3.4 * k)} Z" for x, y in of["G"]), GOOD_COLOR["G"], INK, 0.5)
    if of["Y"]:
        out += dots(of["Y"], INK, 7.2 * k + 0.5) + dots(of["Y"], GOOD_COLOR["Y"], 7.2 * k - 0.5)
        out += path("".join(f"M{num(x)} {num(y - 3 * k)} L{num(x + 2.6 * k)} {num(y - 4 * k)}" for x, y in of["Y"]), None, GREEN, 1.2 * k)
    if of["B"]:
        low = [(x, y + k) for x, y in of["B"]]
        out += dots(low, INK, 7 * k + 0.5) + dots(low, GOOD_COLOR["B"], 7 * k - 0.5) + dots(low, PAPER, 3 * k)
        out += path("".join(f"M{num(x - 2 * k)} {num(y - 3 * k)} L{num(x)} {num(y - 4.6 * k)} L{num(x + 2 * k)} {num(y - 3 * k)} L{num(x)} {num(y - k)} Z" for x, y in of["B"]), "#7fd3f0", INK, 0.5)
    for good, dx, dy in (("R", -1.8, -1.8), ("G", 1.8, -1.8), ("Y", -1.8, 1.8), ("B", 1.8, 1.8)) if of["any"] else ():
        out += plates([(good, x + dx * k, y + dy * k) for x, y in of["any"]], 3.4 * k, GOOD_COLOR[good], None)
    return out


def coins(spots: Sequence[Spot], r: float = 3.4) -> str:
    """Coins with their numbers."""
    middles = [(x, y) for _, x, y in spots]
    texts = "".join(digits(text, x, y, r * (1.05 if len(text) == 1 else 0.86)) for text, x, y in spots)
    return dots(middles, INK, 2 * r + 0.6) + dots(middles, GOLD, 2 * r - 0.4) + path(texts, None, INK, 0.55)


def fill_up(good: str) -> str:
    """The warehouse's offer: the good, up to the brim."""
    plate = rect(32, 47.6, 26, 9.6, PAPER, INK, 0.6, 2)
    arrow = line([(47, 55), (47, 50)], INK, 0.9) + line([(44.8, 52), (47, 49.6), (49.2, 52)], INK, 0.9) + line([(52, 49.6), (52, 55.4)], INK, 0.9)
    return plate + goods([(good, 38.5, 52.4)], 7.6, CREAM) + arrow + line([(50, 49.6), (55, 49.6)], INK, 1.4)


def post() -> str:
    money = (("2", 25.6, 41.6), ("2", 46.4, 41.6), ("1", 25.6, 52.0), ("1", 46.4, 52.0))
    return goods((("R", 15.2, 41.6), ("B", 36, 41.6), ("G", 15.2, 52), ("Y", 36, 52)), 8.4) + plates(money, 8.4, "#8a4a26") + coins(money)


def spot(x: float, y: float, w: float, h: float, color: str = "#efe4cc") -> str:
    """A bed on which a stack of tiles or cards lies."""
    return rect(x, y, w, h, FRAME, INK, 0.5, 1.2) + rect(x + 2.2, y + 2.2, w - 4.4, h - 4.4, color, GOLD, 0.5, 1.2)


def market(pay: tuple[str, ...]) -> str:
    heights = (20.5, 28.0, 35.4, 42.8, 50.2)
    rows = "".join(rect(50.6, y - 2.8, 21.4, 5.8, PAPER, INK, 0.4, 1.4) for y in heights)
    times = path("".join(digits(f"{i + 1}x", 55, y, 3) for i, y in enumerate(heights)), None, INK, 0.6)
    arrows = path("".join(f"M59.4 {num(y - 1.5)} L63 {num(y)} L59.4 {num(y + 1.5)} Z" for y in heights), RED)
    return spot(18.5, 20, 26, 32.5) + rows + times + arrows + coins([(pay[i], 68.4, y) for i, y in enumerate(heights)], 2.9)


def table_rows(rows: tuple[str, ...]) -> str:
    boards = "".join(rect(63, 36.5 + 6.6 * i, 22, 5.8, INK, GOLD, 0.4, 1.2) for i in range(len(rows)))
    return boards + path("".join(digits(text, 74, 39.4 + 6.6 * i, 3) for i, text in enumerate(rows)), None, PAPER, 0.6)


def palace_track() -> str:
    spots = [(good, x, y) for x, y, good in PALACE_TRACK]
    return plates(spots, 8, TRACK_RED, PAPER) + goods(spots, 6.2) + last_space(79.2, 40.3)


def dealer_track() -> str:
    spots = [(str(12 + i), x, y) for i, (x, y) in enumerate(DEALER_TRACK)]
    return plates(spots, 8, TRACK_RED, PAPER) + coins(spots, 3.3) + last_space(79.2, 20.7)


def last_space(x: float, y: float) -> str:
    return rect(x - 4, y - 4, 8, 8, TRACK_RED, PAPER, 0.5, 0.8) + small_ruby(x, y)


def corner() -> str:
    """The bed of rubies in the lower left corner."""
    return path("M3.6 48.6 C9.6 48.6 13.9 52.9 13.9 59.4 L3.6 59.4 Z", INK, PAPER, 0.5) + small_ruby(7.4, 55.6)


def mosque_beds(left: str, right: str) -> str:
    back = rect(16.6, 22.6, 62.4, 30.2, FRAME, INK, 0.5, 1.2)
    beds = rect(18.6, 24.4, 28.4, 26.6, "#efe4cc", GOLD, 0.5, 1.2) + rect(48.6, 24.4, 28.4, 26.6, "#efe4cc", GOLD, 0.5, 1.2)
    return back + beds + goods([(left, 32.8, 37.7), (right, 62.8, 37.7)], 9) + corner()


def carts() -> str:
    bed = rect(75, 13.6, 9.6, 44.2, "#6b3f26", INK, 0.6, 1.4)
    return bed + goods([(g, 79.8, 18.8 + 10.8 * i) for i, g in enumerate("BRGY")], 6.8) + corner()


def homecoming() -> str:
    """The Fountain calls assistants back: five round marks."""
    return "".join(ellipse(x, y, 4.4, 2.1, "#c9b48a", PAPER, 0.5) for x, y in ((33, 53.4), (57, 53.4), (45, 51.6), (33, 57), (57, 57)))


def cards() -> str:
    small = "".join(rect(69, y, 10, 11, CREAM, INK, 0.5, 1) + star(74, y + 5.5, 3.2, 8, 0.6, FRAME_LIGHT) for y in (22.5, 39))
    return spot(12, 21.5, 48, 32) + small


def cell() -> str:
    query = rect(57, 47, 10, 10, PAPER, INK, 0.5, 1) + number("?", 62, 52, 5.6, INK, 0.9)
    return rect(33, 47, 10, 10, INK, PAPER, 0.6, 1) + "".join(line([(x, 48.6), (x, 55.4)], STONE, 0.6) for x in (35.6, 38, 40.4)) + query


OFFERS = {
    1: carts, 2: lambda: fill_up("R"), 3: lambda: fill_up("G"), 4: lambda: fill_up("Y"), 5: post, 6: cards, 7: homecoming,
    8: lambda: table_rows(("7/8 1x", "9/10 2x", "11/12 3x")) + goods([(g, 9.5 + 8.6 * i, 53) for i, g in enumerate("RGY")], 7),
    9: lambda: table_rows(("3-12", "> = +", "< +2")) , 10: lambda: market(("3", "7", "12", "18", "25")),
    11: lambda: market(("2", "5", "9", "14", "20")), 12: cell, 13: palace_track, 14: lambda: mosque_beds("R", "G"),
    15: lambda: mosque_beds("B", "Y"), 16: dealer_track,
}


def tile(place: int) -> str:
    """The whole printed face of one place."""
    return SCENES[place - 1]() + OFFERS[place]() + frame(place)
