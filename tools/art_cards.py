"""What does each bonus card look like?  A portrait card in a box of 64 by 64, icon only, no words."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

from art_pen import (
    BRONZE,
    CREAM,
    GOLD,
    GREEN,
    INK,
    PAPER,
    RED,
    STONE,
    TEAL,
    circle,
    group,
    line,
    number,
    path,
    poly,
    rect,
    star,
)
from art_signs import EDGE, GOODS, arrow_round, disc, lira, ruby, token

LEFT, TOP, WIDTH, HEIGHT = 11, 3, 42, 58


def front(body: str) -> str:
    frame = rect(LEFT, TOP, WIDTH, HEIGHT, CREAM, INK, EDGE, 5) + rect(LEFT + 3.5, TOP + 3.5, WIDTH - 7, HEIGHT - 7, PAPER, BRONZE, 1.4, 3)
    return frame + body


def back() -> str:
    frame = rect(LEFT, TOP, WIDTH, HEIGHT, "#1f5f6b", INK, EDGE, 5) + rect(LEFT + 3.5, TOP + 3.5, WIDTH - 7, HEIGHT - 7, TEAL, GOLD, 1.4, 3)
    corners = "".join(circle(x, y, 2.2, GOLD) for x in (19, 45) for y in (12, 52))
    return frame + star(32, 32, 15, 8, 0.76, GOLD, stroke=INK, width=1.6) + star(32, 32, 9.5, 8, 0.76, "#1f5f6b") + circle(32, 32, 3.4, GOLD) + corners


def twice() -> str:
    """Once more: a round arrow with a plus one."""
    return arrow_round(24.5, 48.5, 6.5, GREEN) + number("+1", 40.5, 49, 8.5, INK, 2.2)


def palace() -> str:
    dome = path("M20 32 L20 25 C20 17 28 16 32 8 C36 16 44 17 44 25 L44 32 Z", GOLD, INK, 2)
    return dome + rect(17, 31, 30, 7, "#e9d7b0", INK, 2, 1) + path("M29 38 L29 34 C29 31 35 31 35 34 L35 38 Z", INK)


def letter() -> str:
    return rect(17, 13, 30, 22, "#ffffff", INK, 2, 2) + line([(17.5, 14), (32, 26), (46.5, 14)], INK, 2) + circle(32, 27, 3.6, RED)


def crossed() -> str:
    """The usual one or two steps, struck out."""
    return number("1-2", 32, 16, 9, STONE, 2.2) + line([(19, 22), (45, 10)], RED, 2.8)


def steps(text: str) -> str:
    return crossed() + (number(text, 32, 37, 11.5, INK, 3) if len(text) > 1 else number(text, 32, 33, 14, INK, 3))


def home() -> str:
    house = poly([(22, 54), (22, 40), (32, 32), (42, 40), (42, 54)], "#9aa4b4", INK, 2) + "".join(line([(x, 44), (x, 54)], INK, 2) for x in (29, 32, 35))
    figure = '<g color="#c8553d">' + group(token("family"), 20.5, 7, 0.36) + "</g>"
    return house + figure.replace("currentColor", "#d98a3d")


def returned() -> str:
    under = disc("#d98a3d", 32, 27, 9)
    return group(under, 17, 32, 0.47) + group(under, 17, 26.5, 0.47) + arrow_round(32, 20, 9.5, GREEN)


def any_goods() -> str:
    four = "".join(group(GOODS[g](), x, y, 0.25) for g, x, y in (("R", 15.5, 9), ("G", 32.5, 9), ("Y", 15.5, 24), ("B", 32.5, 24)))
    return four + line([(32, 41), (32, 44)], INK, 2) + group(lira(), 23, 41, 0.27)


CARDS = {
    "GOOD": lambda: front(group(GOODS["any"](), 16, 12, 0.5) + number("+1", 32, 51, 9, INK, 2.4)),
    "LIRA5": lambda: front(group(lira(), 15.2, 9, 0.52) + number("+5", 32, 51, 9, INK, 2.4)),
    "LONG_MOVE": lambda: front(steps("3-4") + line([(20, 52), (43, 52)], GREEN, 3) + line([(38, 48), (44, 52), (38, 56)], GREEN, 3)),
    "SULTAN2": lambda: front(palace() + twice()),
    "POST2": lambda: front(letter() + twice()),
    "DEALER2": lambda: front(group(ruby(), 18, 9, 0.44) + twice()),
    "FAMILY_HOME": lambda: front(home()),
    "STAY": lambda: front(steps("0") + group(disc("#d98a3d", 29, 27, 9), 19, 40, 0.4)),
    "RETURN": lambda: front(returned()),
    "ANY_GOODS": lambda: front(any_goods()),
}
