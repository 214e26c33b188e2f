
# fmt: off
"""How does a whole tile look?  Scene, frame, number and what the place offers, in a box of 90 by 63 (millimetres)."""

from art_pen import BRONZE, CREAM, GOLD, GOOD_COLOR, GREEN, INK, PAPER, RED, STONE, circle, ellipse, group, line, number, path, poly, rect, star
from art_places import SCENES
from art_signs import ruby

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


def knot(x: float, y: float, r: float) -> str:
    """Path text of an eight-pointed star: two squares on top of one another."""
    d, s = r * 1.2, r * 0.85
    return f"M{x:g} {y - d:.1f} L{x + d:.1f} {y:g} L{x:g} {y + d:.1f} L{x - d:.1f} {y:g} ZM{x - s:.1f} {y - s:.1f} L{x + s:.1f} {y - s:.1f} L{x + s:.1f} {y + s:.1f} L{x - s:.1f} {y + s:.1f} Z"


def frame(place: int) -> str:
    """Border, lattice along the top, number badge and the two small numbers of the fixed orders."""
    border = path(outline(0, 0, 90, 63, 3.5) + outline(4, 10.7, 82, 48.5, 5), FRAME, hollow=True)
    lattice = path("".join(knot(29 + 6.4 * i, 5.6, 2.2) for i in range(9)), FRAME_LIGHT)
    sides = "".join(circle(x, y, 0.8, GOLD) for x in (2, 88) for y in (20, 30, 40, 50)) + "".join(circle(x, 61.1, 0.7, GOLD) for x in range(12, 80, 11))
    edge = path(outline(4, 10.7, 82, 48.5, 5), None, GOLD, 0.8) + path(outline(0.6, 0.6, 88.8, 61.8, 3.2), None, INK, 0.7)
    small = circle(10.5, 10.2, 2.7, PAPER, "#2f5fb0", 0.7) + number(str(BLUE_NUMBER[place - 1]), 10.5, 10.2, 2.4, INK, 0.45)
    small += circle(5.2, 13.2, 2.5, PAPER, "#3f8f4a", 0.7) + number(str(GREEN_NUMBER[place - 1]), 5.2, 13.2, 2.2, INK, 0.42)
    badge = star(18.4, 7.2, 6.2, 8, 0.8, GOLD, stroke=INK, width=0.6) + circle(18.4, 7.2, 4.5, PAPER, INK, 0.5) + number(str(place), 18.4, 7.2, 5 if place < 10 else 4, INK, 1 if place < 10 else 0.8)
    return border + lattice + sides + edge + small + badge


MINI = {
    "R": rect(-3.4, -3.4, 6.8, 6.8, GOOD_COLOR["R"], INK, 0.6) + poly([(0, -2.2), (2.2, 0), (0, 2.2), (-2.2, 0)], GOLD),
    "G": poly([(0, -3.8), (4, 3.4), (-4, 3.4)], GOOD_COLOR["G"], INK, 0.6) + line([(-0.4, -1.2), (-1.9, 1.9)], "#9bd48a", 0.8),
    "Y": circle(0, 0.4, 3.5, GOOD_COLOR["Y"], INK, 0.6) + line([(0.2, -3.2), (2.6, -4.2)], GREEN, 1.2),
    "B": circle(0, 1, 2.5, None, INK, 2.3) + circle(0, 1, 2.5, None, GOOD_COLOR["B"], 1.3) + poly([(-2, -3), (0, -4.4), (2, -3), (0, -0.8)], "#7fd3f0", INK, 0.5),
    "any": "".join(rect(x, y, 3.3, 3.3, GOOD_COLOR[g]) for g, x, y in (("R", -3.5, -3.5), ("G", 0.2, -3.5), ("Y", -3.5, 0.2), ("B", 0.2, 0.2))),
}


def sign(good: str, x: float, y: float, size: float = 7.4, back: str = PAPER) -> str:
    """A good on a small square plate centred on (x, y)."""
    plate = rect(x - size / 2, y - size / 2, size, size, back, INK, 0.5, 1)
    return plate + group(MINI[good], x, y, size / 10)


def coin(x: float, y: float, text: str, r: float = 3.4) -> str:
    return circle(x, y, r, GOLD, INK, 0.5) + circle(x, y, r * 0.78, None, BRONZE, 0.35) + number(text, x, y, r * (1.05 if len(text) == 1 else 0.86), INK, 0.55)


def fill_up(good: str) -> str:
    """The warehouse's offer: the good, up to the brim."""
    plate = rect(32, 47.6, 26, 9.6, PAPER, INK, 0.6, 2, 0.95)
    return plate + sign(good, 38.5, 52.4, 7.6, CREAM) + line([(47, 55), (47, 50)], INK, 0.9) + line([(44.8, 52), (47, 49.6), (49.2, 52)], INK, 0.9) + line([(52, 49.6), (52, 55.4)], INK, 0.9) + line([(50, 49.6), (55, 49.6)], INK, 1.4)


def post() -> str:
    upper = sign("R", 15.2, 41.6, 8.4) + sign("B", 36, 41.6, 8.4)
    lower = sign("G", 15.2, 52, 8.4) + sign("Y", 36, 52, 8.4)
    coins = "".join(rect(x - 4.2, y - 4.2, 8.4, 8.4, "#8a4a26", INK, 0.5, 1) + coin(x, y, t) for x, y, t in ((25.6, 41.6, "2"), (46.4, 41.6, "2"), (25.6, 52, "1"), (46.4, 52, "1")))
    return upper + lower + coins


def spot(x: float, y: float, w: float, h: float, color: str = "#efe4cc") -> str:
    """A bed on which a stack of tiles or cards lies."""
    return rect(x, y, w, h, FRAME, INK, 0.5, 1.2) + rect(x + 2.2, y + 2.2, w - 4.4, h - 4.4, color, GOLD, 0.5, 1.2)


def market(pay: tuple[str, ...]) -> str:
    rows = "".join(
        rect(50.6, y - 2.8, 21.4, 5.8, PAPER, INK, 0.4, 1.4) + number(f"{i + 1}x", 55, y, 3, INK, 0.6) + poly([(59.4, y - 1.5), (63, y), (59.4, y + 1.5)], RED) + coin(68.4, y, pay[i], 2.9)
        for i, y in enumerate((20.5, 28, 35.4, 42.8, 50.2))
    )
    return spot(18.5, 20, 26, 32.5) + rows


def table_rows(rows: tuple[str, ...]) -> str:
    return "".join(rect(63, 36.5 + 6.6 * i, 22, 5.8, INK, GOLD, 0.4, 1.2) + number(text, 74, 39.4 + 6.6 * i, 3, PAPER, 0.6) for i, text in enumerate(rows))


def palace_track() -> str:
    spaces = "".join(rect(x - 4, y - 4, 8, 8, TRACK_RED, PAPER, 0.5, 0.8) + sign(g, x, y, 6.2) for x, y, g in PALACE_TRACK)
    return spaces + last_space(79.2, 40.3)


def dealer_track() -> str:
    spaces = "".join(rect(x - 4, y - 4, 8, 8, TRACK_RED, PAPER, 0.5, 0.8) + coin(x, y, str(12 + i), 3.3) for i, (x, y) in enumerate(DEALER_TRACK))
    return spaces + last_space(79.2, 20.7)


def last_space(x: float, y: float) -> str:
    return rect(x - 4, y - 4, 8, 8, TRACK_RED, PAPER, 0.5, 0.8) + group(ruby(), x - 2.9, y - 2.9, 0.09)


def corner() -> str:
    """The bed of rubies in the lower left corner."""
    return path("M3.6 48.6 C9.6 48.6 13.9 52.9 13.9 59.4 L3.6 59.4 Z", INK, PAPER, 0.5) + group(ruby(), 3.6, 54, 0.075)


def mosque_beds(left: str, right: str) -> str:
    back = rect(16.6, 22.6, 62.4, 30.2, FRAME, INK, 0.5, 1.2)
    beds = rect(18.6, 24.4, 28.4, 26.6, "#efe4cc", GOLD, 0.5, 1.2) + rect(48.6, 24.4, 28.4, 26.6, "#efe4cc", GOLD, 0.5, 1.2)
    return back + beds + sign(left, 32.8, 37.7, 9) + sign(right, 62.8, 37.7, 9) + corner()


def carts() -> str:
    bed = rect(75, 13.6, 9.6, 44.2, "#6b3f26", INK, 0.6, 1.4)
    return bed + "".join(sign(g, 79.8, 18.8 + 10.8 * i, 6.8) for i, g in enumerate("BRGY")) + corner()


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
    8: lambda: table_rows(("7/8 1x", "9/10 2x", "11/12 3x")) + "".join(sign(g, 9.5 + 8.6 * i, 53, 7) for i, g in enumerate("RGY")),
    9: lambda: table_rows(("3-12", "> = +", "< +2")) , 10: lambda: market(("3", "7", "12", "18", "25")),
    11: lambda: market(("2", "5", "9", "14", "20")), 12: cell, 13: palace_track, 14: lambda: mosque_beds("R", "G"),
    15: lambda: mosque_beds("B", "Y"), 16: dealer_track,
}


def tile(place: int) -> str:
    """The whole printed face of one place."""
    return SCENES[place - 1]() + OFFERS[place]() + frame(place)

