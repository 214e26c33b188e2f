"""Which pictures does the dice game need?  Faces of its dice, markers, crystals, mosque tiles, the halls of the rubies."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

from art_cards import back
from art_pen import (
    BRONZE,
    CREAM,
    DARKWOOD,
    GOLD,
    GOOD_COLOR,
    INK,
    PAPER,
    PURPLE,
    RED,
    SAND,
    STONE,
    TEAL,
    WOOD,
    circle,
    ellipse,
    group,
    line,
    path,
    poly,
    rect,
    star,
)
from art_signs import EDGE, GOODS, arrow_round, die, lira, ruby

LIGHT = {"R": "#e9756b", "Y": "#f9d478", "G": "#7cc36b", "B": "#7ba6e6", "J": "#c98f5a"}
DARK = {"R": "#8e1f22", "Y": "#c48a12", "G": "#245a2b", "B": "#1d4488", "J": "#6b3f26"}
MIDDLE = {**GOOD_COLOR, "J": WOOD}


def face(sign: str) -> str:
    """One side of a die of the dice game."""
    body = rect(5, 5, 54, 54, PAPER, INK, EDGE, 12) + path("M15 9.5 L49 9.5", None, "#ffffff", 2.6)
    return body + group(FACES[sign](), 10.2, 10.2, 0.68)


FACES = {**{good: GOODS[good] for good in "RYGB"}, "L": lira, "K": back}


def marker(sign: str) -> str:
    """A wooden cube in the colour of its good, the sign on its front; brown with a star stands for any good."""
    top = poly([(32, 4), (58, 15), (32, 26), (6, 15)], LIGHT[sign], INK, EDGE)
    left = poly([(6, 15), (32, 26), (32, 60), (6, 48)], MIDDLE[sign], INK, EDGE)
    right = poly([(58, 15), (32, 26), (32, 60), (58, 48)], DARK[sign], INK, EDGE)
    badge = circle(32, 37, 15.5, PAPER, INK, 2.2)
    inner = star(32, 37, 11.5, 5, 0.45, GOLD, stroke=INK, width=1.8) if sign == "J" else group(GOODS[sign](), 20.5, 25.5, 0.36)
    return top + left + right + badge + inner


def crystal() -> str:
    """A cut crystal with two small ones at its foot."""
    small = poly([(14, 36), (21, 42), (20, 57), (10, 57), (7, 43)], "#9fd8ea", INK, EDGE) + poly([(50, 33), (57, 42), (54, 57), (45, 57), (43, 42)], "#74bcd8", INK, EDGE)
    body = poly([(32, 4), (44, 17), (43, 58), (21, 58), (20, 17)], "#bfe9f4", INK, EDGE)
    light = poly([(32, 7), (23, 18), (27, 24), (26, 56), (22.5, 56), (22, 18)], "#e9fafd") + poly([(32, 7), (42, 18), (37, 24), (37, 56), (41, 56), (42, 20)], "#7cc4dd")
    edges = line([(20, 17.5), (27, 24), (37, 24), (44, 17.5)], INK, 1.8) + line([(27, 24), (26, 57)], INK, 1.6) + line([(37, 24), (37, 57)], INK, 1.6)
    return small + body + light + edges


def boon(kind: str) -> str:
    """A mosque tile: a niche in a tiled wall with what the tile brings."""
    wall = rect(4, 4, 56, 56, TEAL, INK, EDGE, 5)
    tiles = "".join(star(x, y, 4.4, 8, 0.6, "#57b3b0") for x, y in ((11.5, 11.5), (52.5, 11.5), (11.5, 52.5), (52.5, 52.5), (11.5, 32), (52.5, 32)))
    niche = path("M13.5 58 L13.5 30 C13.5 19 25 17.5 32 7.5 C39 17.5 50.5 19 50.5 30 L50.5 58 Z", CREAM, INK, 2)
    return wall + tiles + niche + line([(17, 56), (47, 56)], BRONZE, 2.4) + BOONS[kind]()


def three_lira() -> str:
    return group(lira(), 17, 34, 0.33) + group(lira(), 26.5, 34, 0.33) + group(lira(), 21.8, 20, 0.33)


def small_card() -> str:
    return group(group(back(), -32, -32), 32, 37, 0.54, -8)


def more_action() -> str:
    plus = line([(32, 31.5), (32, 42.5)], INK, 5.6) + line([(26.5, 37), (37.5, 37)], INK, 5.6) + line([(32, 31.5), (32, 42.5)], GOLD, 2.4) + line([(26.5, 37), (37.5, 37)], GOLD, 2.4)
    return arrow_round(32, 37, 12.5, RED) + plus


def one_die() -> str:
    return group(group(die(5), -32, -32), 32, 38, 0.5, 10)


def goods_and_coin(good: str) -> str:
    return group(lira(), 28, 34, 0.3) + group(GOODS[good](), 17, 22, 0.42)


BOONS = {
    "lira": three_lira,
    "crystal": lambda: group(crystal(), 17.5, 24, 0.46),
    "card": small_card,
    "action": more_action,
    "die": one_die,
    "goods": lambda: group(GOODS["any"](), 18.5, 25, 0.42),
    **{f"goods-{good}": (lambda good=good: goods_and_coin(good)) for good in "RYGB"},
}


def hidden_boon() -> str:
    """The back of a mosque tile: nobody has said yet what is on it."""
    wall = rect(4, 4, 56, 56, PURPLE, INK, EDGE, 5) + rect(10, 10, 44, 44, None, "#a06fc4", 2, 3)
    return wall + star(32, 32, 19, 8, 0.62, "#8a55b3", stroke=INK, width=2) + star(32, 32, 9, 8, 0.6, GOLD)


# ------------------------------------------------------------------------- where rubies lie: scenes of 90 by 56


def hall(good: str) -> str:
    """A vaulted hall with an awning in the colour of its good, and heaps of it."""
    color, light, dark = GOOD_COLOR[good], LIGHT[good], DARK[good]
    wall = rect(0, 0, 90, 56, SAND) + rect(0, 0, 90, 56, light, opacity=0.28) + rect(0, 42, 90, 14, "#c99a5b")
    arches = "".join(path(f"M{x} 42 L{x} 24 C{x} 15 {x + 8} 13 {x + 10} 9 C{x + 12} 13 {x + 20} 15 {x + 20} 24 L{x + 20} 42 Z", CREAM, "#8a6a3c", 0.8) for x in (5, 35, 65))
    shade = "".join(path(f"M{x + 2} 42 L{x + 2} 25 C{x + 2} 18 {x + 8} 16 {x + 10} 13 L{x + 10} 42 Z", "#e2c797") for x in (5, 35, 65))
    stripes = "".join(poly([(x, 0), (x + 9, 0), (x + 9, 6), (x + 4.5, 9), (x, 6)], color if at % 2 else PAPER, dark, 0.6) for at, x in enumerate(range(0, 90, 9)))
    table = rect(6, 40, 78, 5, WOOD, DARKWOOD, 0.8, 1) + line([(10, 45), (10, 55)], DARKWOOD, 2) + line([(80, 45), (80, 55)], DARKWOOD, 2)
    heaps = "".join(group(GOODS[good](), x, y, 0.26) for x, y in ((10, 26), (24, 25), (50, 25), (64, 26)))
    return wall + arches + shade + stripes + heaps + table


def fringe(x: float, dark: str) -> str:
    return "".join(line([(x, y), (x + 4, y)], dark, 1.1) for y in range(10, 50, 3))


def carpet(ground: str, border: str, inner: str, middle: str) -> str:
    """A carpet on the floor, with what it asks for woven in."""
    floor = rect(0, 0, 90, 56, "#d9b27a") + "".join(line([(0, y), (90, y)], "#b98c52", 0.7) for y in (14, 28, 42))
    weave = rect(6, 6, 78, 44, ground, INK, 0.9, 2) + rect(10, 10, 70, 36, None, border, 2.4, 1) + rect(14, 14, 62, 28, None, inner, 1, 1)
    corners = "".join(star(x, y, 3.4, 8, 0.6, border) for x, y in ((18.5, 18.5), (71.5, 18.5), (18.5, 37.5), (71.5, 37.5)))
    return floor + fringe(2, border) + fringe(84, border) + weave + corners + middle


def left_carpet() -> str:
    goods = "".join(group(GOODS[good](), x, 20, 0.25) for good, x in zip("RYGB", (18, 31, 44, 57), strict=True))
    return carpet("#7a2233", GOLD, "#c9788a", goods)


def right_carpet() -> str:
    coins = "".join(group(lira(), x, y, 0.25) for x, y in ((25, 18), (37, 22), (49, 18)))
    return carpet("#1f5f6b", GOLD, "#7cc4c0", coins)


def mosque_hall() -> str:
    """Domes under an evening sky."""
    sky = rect(0, 0, 90, 56, "#2c3f86") + rect(0, 30, 90, 26, "#e88d4e", opacity=0.55) + circle(74, 12, 6, "#fdeeb5") + circle(76.5, 10.5, 5, "#2c3f86")
    lights = "".join(star(x, y, 1.3, 4, 0.4, "#fdeeb5") for x, y in ((12, 9), (24, 5), (52, 6), (63, 14), (38, 12)))
    towers = "".join(rect(x, 14, 4.4, 36, STONE, INK, 0.7) + poly([(x - 0.6, 14), (x + 2.2, 5), (x + 5, 14)], TEAL, INK, 0.7) for x in (10, 76))
    dome = path("M24 40 C24 26 38 24 45 12 C52 24 66 26 66 40 Z", TEAL, INK, 0.9) + line([(45, 12), (45, 8)], INK, 0.9) + circle(45, 7, 1.4, GOLD)
    small = ellipse(23, 41, 9, 8, "#57b3b0", INK, 0.8) + ellipse(67, 41, 9, 8, "#57b3b0", INK, 0.8)
    house = rect(12, 40, 66, 16, CREAM, INK, 0.8) + "".join(path(f"M{x} 56 L{x} 49 C{x} 45 {x + 4} 45 {x + 4} 42.5 C{x + 4} 45 {x + 8} 45 {x + 8} 49 L{x + 8} 56 Z", "#7a4f28") for x in (18, 30, 52, 64))
    return sky + lights + towers + small + dome + house + group(ruby(), 41, 45.5, 0.13)


HALLS = {
    "red": lambda: hall("R"),
    "yellow": lambda: hall("Y"),
    "green": lambda: hall("G"),
    "blue": lambda: hall("B"),
    "carpet": left_carpet,
    "lira": right_carpet,
    "mosque": mosque_hall,
}


def dice_drawings() -> dict[str, str]:
    """Bodies of the square pictures by name."""
    signs = {f"face-{sign}": face(sign) for sign in FACES} | {f"marker-{sign}": marker(sign) for sign in MIDDLE}
    boons = {f"boon-{kind}": boon(kind) for kind in BOONS} | {"boon-back": hidden_boon()}
    return signs | boons | {"thing-crystal": crystal()}


def dice_halls() -> dict[str, str]:
    """Bodies of the scenes, 90 by 56."""
    return {f"hall-{area}": draw() for area, draw in HALLS.items()}
