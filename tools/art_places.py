"""What is painted on each of the sixteen tiles?  One function a place: the scene inside the window."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

from art_pen import (
    BLUE,
    BRONZE,
    CREAM,
    DARKWOOD,
    GOLD,
    GREEN,
    INK,
    PAPER,
    PURPLE,
    RED,
    SAND,
    STONE,
    TEAL,
    WOOD,
    YELLOW,
    circle,
    ellipse,
    line,
    path,
    poly,
    rect,
    star,
)
from art_scene import (
    THIN,
    arch,
    barrel,
    bolt,
    camel,
    carpet,
    crate,
    dome,
    fruits,
    gem,
    ground,
    heap,
    house,
    jar,
    lantern,
    minaret,
    palm,
    person,
    sky,
    skyline,
    sparkle,
    stall,
    wheel,
    window,
)


def wainwright() -> str:
    back = sky(("#f7b267", "#f9c784", "#fbd9a0", "#fde6bd"), 36) + circle(62, 25, 6, "#fff1c4") + skyline(36, "#e0995a") + ground("#d9a066", 36, "#c48a52")
    shed = rect(8, 19, 36, 24, "#8a5a34", INK, THIN) + poly([(5, 20), (26, 11.5), (47, 20)], "#b5402e", INK, THIN) + rect(12, 24, 28, 19, "#4d3020")
    tools = line([(16, 24), (16, 34)], STONE, 1) + line([(20, 24), (20, 31)], WOOD, 1.2) + rect(18.6, 29, 2.8, 3, STONE) + line([(24, 24), (24, 33)], STONE, 0.7)
    cart = poly([(44, 38), (64, 38), (60, 47), (48, 47)], WOOD, INK, THIN) + line([(64, 38), (71, 35)], DARKWOOD, 1.4) + wheel(52, 49, 6.5)
    return back + shed + tools + wheel(33, 37, 8) + wheel(15, 45, 5.4, BRONZE) + cart + person(27, 51, 14, TEAL, "#f3e2bd") + crate(64, 57, 6) + barrel(39, 57, 7)


def fabric_warehouse() -> str:
    back = sky(("#f4a7a0", "#f7bfae", "#fbd8c0"), 37) + house(6, 36, 20, 20, "#f0d3c0", "#d8ab98", 2) + house(62, 36, 22, 22, "#e9b9a6", "#cf9685", 3) + ground("#e8c3a8", 36, "#d3a88a")
    lines = line([(24, 17), (44, 19), (64, 16)], INK, 0.5)
    cloths = rect(26, 17.5, 9, 18, RED, INK, THIN) + rect(36, 18.5, 7, 14, "#e8665a", INK, THIN) + rect(44, 18.5, 9, 19, "#a3213c", INK, THIN) + rect(54, 17.5, 8, 15, "#f0a14a", INK, THIN)
    marks = "".join(poly([(x, y - 2.4), (x + 2, y), (x, y + 2.4), (x - 2, y)], GOLD) for x, y in ((30.5, 24), (30.5, 31), (48.5, 25), (48.5, 32)))
    rolls = bolt(10, 54, 17, 2.4, RED, "#f6b0a0") + bolt(13, 49.3, 14, 2.2, "#c2185b", "#f29cc0") + bolt(12, 58.5, 19, 2.3, "#8e1f22", "#df8a7a")
    return back + lines + cloths + marks + rolls + carpet(56, 44, 22, 10, RED, GOLD, 3) + person(36, 54, 16, "#8e1f22", PAPER) + person(50, 51, 14, "#e0803a", RED)


def spice_warehouse() -> str:
    back = sky(("#8fd0b0", "#aadcbb", "#cdeacb", "#e3f2d6"), 33) + skyline(34, "#7bb89a") + ground("#dcd6a4", 34, "#c2ba84")
    hall = arch(7, 37, 15, 23, "#c9d8a8", "#4b6a48") + arch(22, 37, 15, 23, "#b8cb98", "#3e5b3e") + house(66, 38, 18, 20, "#cfe0b4", "#a9be8c", 2)
    awning = stall(39, 43, 26, GREEN, PAPER, 21)
    wares = heap(44, 37, 6, 7, "#e0a030", "#f8d890") + heap(52, 37, 6, 7.4, "#b8482a", "#ee9070") + heap(60, 37, 6, 7, "#6f9a3a", "#b5d27a")
    front = heap(14, 57, 14, 16, GREEN, "#9bd48a") + heap(29, 58, 12, 13, "#d98a1f", "#fbd58a") + heap(70, 57, 14, 15, "#5f8f2f", "#b5d27a")
    return back + hall + awning + wares + front + person(57, 56, 15, "#2f6b4a", YELLOW) + jar(41, 57, 9, "#a0522d") + jar(80, 46, 7, TEAL)


def fruit_warehouse() -> str:
    back = sky(("#ffe08a", "#ffe9a8", "#fff2cb"), 35) + circle(20, 22, 7, "#fff9e3") + ground("#ecc878", 35, "#d9ae58")
    trees = palm(78, 38, 17, -2) + palm(10, 39, 15, 2) + house(28, 37, 34, 18, "#f6e3b4", "#dcbf83", 4)
    shade = stall(24, 42, 42, YELLOW, "#e8842c", 17)
    piles = fruits(33, 36, 3, 1.7, ("#f08a24", "#f5b335")) + fruits(45, 36, 3, 1.7, ("#d8392f", "#e86a4a")) + fruits(57, 36, 3, 1.7, ("#8fbf3f", "#c5d94f"))
    boxes = crate(7, 58, 9) + fruits(11.5, 49, 3, 1.6, (YELLOW, "#f7d25a")) + crate(72, 57, 10) + fruits(77, 47, 3, 1.9, ("#f08a24", YELLOW))
    return back + trees + shade + piles + boxes + person(28, 56, 15, "#e0662f", GREEN) + ellipse(58, 55, 5, 3.6, "#5f9a3a", INK, THIN) + line([(54, 55), (62, 55)], "#2f6b2a", 0.6)


def post_office() -> str:
    back = sky(("#9cc4e8", "#b7d5ee", "#d8e8f2"), 32) + ground("#d9b58c", 32, "#c29c70") + skyline(33, "#a9bcd4")
    office = house(44, 36, 32, 22, "#c9764f", "#a3552f", 4) + rect(50, 16, 20, 5, CREAM, INK, THIN, 1) + rect(57, 16.6, 6, 3.8, PAPER, INK, 0.4) + line([(57, 16.8), (60, 19), (63, 16.8)], INK, 0.4)
    birds = "".join(path(f"M{x} {y} C{x + 1} {y - 2} {x + 2} {y - 2} {x + 2.4} {y} C{x + 2.8} {y - 2} {x + 4} {y - 2} {x + 5} {y}", None, PAPER, 0.9) for x, y in ((12, 18), (24, 15), (33, 20), (78, 16)))
    tower = minaret(15, 36, 15, "#e2b98f", "#9c4a2a") + window(56, 30, 4.4, 6, "#5a2c1a")
    return back + office + birds + tower + camel(32, 40, 13) + person(66, 50, 15, BLUE, RED) + crate(74, 58, 9) + rect(75.5, 51, 6, 4, PAPER, INK, 0.4) + person(79, 46, 11, GREEN, PAPER)


def caravansary() -> str:
    back = sky(("#d3794a", "#e39a5e", "#efb97a"), 24) + rect(3, 22, 84, 22, "#e5c493") + ground("#d6a76b", 43, "#bd8b50")
    arches = "".join(arch(5 + i * 13.4, 44, 12.6, 20, "#efd7a9" if i % 2 else "#e3c08a", "#6d4228") for i in (0, 4, 5))
    roof = rect(3, 20.5, 84, 3.5, "#a8532f", INK, THIN) + "".join(poly([(5 + i * 6, 20.5), (7 + i * 6, 17.5), (9 + i * 6, 20.5)], "#c26a3a", INK, 0.4) for i in range(14))
    return back + arches + roof + camel(72, 58, 17, "#b5824a", True) + bolt(54, 58, 10, 1.8, TEAL, "#a8dcd4") + jar(37, 57, 8, "#b0562f") + sparkle(30, 16, 1.6)


def fountain() -> str:
    back = sky(("#6fb6d6", "#93cbe0", "#bfe2ea"), 30) + skyline(30, "#86b9c9") + rect(3, 29, 84, 8, "#3f8f5a") + ground("#b9d9cf", 36, "#98bfb4")
    paving = "".join(poly([(8 + i * 10, 60), (13 + i * 10, 56), (18 + i * 10, 60)], "#8fb9c9") for i in range(8))
    water = path("M45 16 C38 18 36 26 35 33", None, "#e8f7fb", 1) + path("M45 16 C52 18 54 26 55 33", None, "#e8f7fb", 1) + path("M45 16 C42 20 41 28 41 33", None, "#cdeef6", 0.9) + path("M45 16 C48 20 49 28 49 33", None, "#cdeef6", 0.9)
    bowl = path("M33 33 L57 33 C56 38 50 39 45 39 C40 39 34 38 33 33 Z", STONE, INK, THIN) + ellipse(45, 33, 12, 1.8, "#6cc6e0", INK, 0.4) + rect(43, 38.5, 4, 6, STONE, INK, THIN)
    pool = ellipse(45, 48, 24, 7.5, "#d8cdb8", INK, THIN) + ellipse(45, 47, 20.5, 5.4, "#3f9fc4", INK, 0.4) + "".join(path(f"M{x} {y} C{x + 2} {y - 1} {x + 4} {y + 1} {x + 6} {y}", None, "#bfeaf5", 0.6) for x, y in ((31, 46), (44, 49), (52, 46)))
    return back + palm(11, 42, 22) + palm(80, 43, 24, -2) + paving + water + bowl + pool + person(76, 55, 13, RED, PAPER) + person(15, 55, 14, PURPLE, GOLD) + circle(66, 34, 3, "#2f7a4a") + circle(24, 34, 3, "#2f7a4a")


def black_market() -> str:
    back = sky(("#1d1b3a", "#292650", "#3a3468"), 45) + circle(70, 19, 5, "#f6edc9") + circle(72, 18, 4.4, "#292650") + "".join(circle(x, y, 0.45, PAPER) for x, y in ((15, 14), (30, 18), (44, 13), (55, 20), (80, 27), (60, 14)))
    alley = house(3, 45, 24, 30, "#4a3f6b", "#352c52", 3) + house(60, 46, 27, 27, "#534576", "#3b305a", 3) + ground("#3f3558", 44, "#554a72")
    lights = window(8, 22, 3.4, 6, "#f5b942") + window(72, 26, 3.2, 5, "#f5b942") + lantern(33, 24, 2.6, "#e8662f", 11) + lantern(45, 28, 3, "#f0a02f", 11) + lantern(56, 22, 2.4, "#c23b6b", 11)
    deal = stall(32, 52, 24, "#5b1f3a", "#8a2f4f", 17) + jar(38, 46, 6, TEAL) + gem(45, 43, 2, BLUE, "#a8d4f8") + heap(51, 46, 5, 5, RED, "#f0988a")
    return back + alley + lights + deal + person(25, 57, 16, "#241f38", "#3b3a49") + crate(8, 58, 8, "#6b4a35")


def tea_house() -> str:
    wall = rect(3, 9, 84, 34, "#b5522f") + "".join(rect(6 + 14 * i, 13, 10, 20, "#c96a3f", "#8a3a20", 0.5) for i in range(6)) + rect(3, 38, 84, 5, "#7a3320") + ground("#8f4a2f", 42)
    lamps = lantern(22, 19, 2.8, TEAL, 9) + lantern(68, 19, 2.8, GOLD, 9) + window(40, 14, 10, 18, "#f8d58a") + line([(45, 14), (45, 32)], "#8a3a20", 0.6) + line([(40, 23), (50, 23)], "#8a3a20", 0.6)
    rug = carpet(14, 46, 52, 12, "#7b1f3c", GOLD, 6)
    table = ellipse(44, 45, 15, 4.4, GOLD, INK, THIN) + rect(42, 48, 4, 6, BRONZE, INK, THIN)
    pot = path("M38 44 C34 38 37 34 41 33 L47 33 C51 34 54 38 50 44 Z", STONE, INK, THIN) + line([(51, 37), (55, 35)], STONE, 1.4) + path("M38 36 C33 35 33 42 37 42", None, STONE, 1.2) + circle(44, 31.6, 1.4, STONE, INK, 0.4)
    glasses = "".join(path(f"M{x - 1.4} 39.4 L{x + 1.4} 39.4 C{x + 0.6} 41 {x + 0.8} 42 {x + 1.4} 43.6 L{x - 1.4} 43.6 C{x - 0.8} 42 {x - 0.6} 41 {x - 1.4} 39.4 Z", "#d9481f", PAPER, 0.4) for x in (33, 57))
    steam = path("M43 29 C41 27 45 25 43 22", None, PAPER, 0.7, 0.8) + path("M46 29 C44 27 48 25 46 23", None, PAPER, 0.7, 0.8)
    return wall + lamps + rug + table + pot + glasses + steam + person(15, 53, 18, TEAL, PAPER) + ellipse(24, 57, 5, 2.4, YELLOW, INK, THIN)


def large_market() -> str:
    hall = rect(3, 9, 84, 34, "#c98d4e") + "".join(arch(3 + 17 * i, 44, 16.4, 33, "#e2b273" if i % 2 else "#d79f5e", "#6e3b22") for i in range(5)) + ground("#dcb078", 43, "#c4945a")
    lamps = "".join(lantern(x, 17, 2, c, 9) for x, c in ((20, RED), (37, TEAL), (54, GOLD), (71, PURPLE)))
    stalls = stall(5, 52, 18, BLUE, PAPER) + stall(66, 52, 19, RED, PAPER)
    wares = fruits(11, 46.4, 2, 1.4, (YELLOW, "#f08a24")) + heap(18, 47, 5, 5, GREEN, "#9bd48a") + bolt(68, 46.6, 8, 1.4, RED, "#f6b0a0") + gem(80, 44.5, 1.8, BLUE, "#a8d4f8")
    return hall + lamps + stalls + wares + person(29, 58, 16, RED, GOLD) + person(46, 58, 14, BLUE, PAPER) + crate(76, 59, 6) + barrel(12, 59, 6)


def small_market() -> str:
    back = sky(("#bfe3f2", "#d6eef5", "#ecf7f5"), 34) + house(3, 36, 17, 18, "#fdf6ea", "#dccfb8", 2) + house(70, 36, 17, 15, "#fbeadb", "#d9bfa6", 2) + dome(28, 35, 6, TEAL) + ground("#f3e4cc", 35, "#dcc8a6")
    tent = poly([(40, 26), (57, 15), (74, 26)], "#ee7fa6", INK, THIN) + poly([(51, 26), (57, 15), (63, 26)], PAPER, INK, 0.4) + line([(42, 26), (42, 44)], DARKWOOD, 0.9) + line([(72, 26), (72, 44)], DARKWOOD, 0.9) + rect(40, 38, 34, 7, "#d8a877", INK, THIN)
    wares = fruits(46, 38, 2, 1.6, (YELLOW, "#f7d25a")) + jar(70, 38, 5, BLUE)
    flags = line([(20, 14), (38, 18), (57, 15), (84, 13)], INK, 0.35) + "".join(poly([(x, y), (x + 4, y), (x + 2, y + 4)], c) for x, y, c in ((22, 14.6, RED), (29, 16.2, YELLOW), (36, 17.5, TEAL), (64, 14.4, PURPLE), (72, 13.8, GREEN), (79, 13.4, RED)))
    return back + flags + tent + wares + person(57, 58, 15, "#d0497a", PAPER) + person(26, 54, 14, TEAL, YELLOW) + crate(10, 58, 8) + fruits(14, 50, 2, 1.8, ("#e86a4a",)) + crate(76, 58, 7)


def police_station() -> str:
    back = sky(("#7f93b5", "#9fb0c8", "#c3ccd6"), 34) + skyline(34, "#8a9ab2") + ground("#b7b3ac", 34, "#9c988f")
    fort = rect(18, 20, 48, 24, "#8b95a6", INK, THIN) + "".join(rect(18 + 6 * i, 17, 3.6, 3.4, "#8b95a6", INK, 0.4) for i in range(8)) + rect(54, 20, 12, 24, "#737d90")
    towers = rect(10, 14, 12, 31, "#99a3b3", INK, THIN) + poly([(8.6, 14), (16, 8), (23.4, 14)], "#3e5a8a", INK, THIN) + rect(62, 14, 12, 31, "#7f8a9c", INK, THIN) + poly([(60.6, 14), (68, 8), (75.4, 14)], "#3e5a8a", INK, THIN)
    bars = "".join(rect(x, 26, 7, 7, INK) + "".join(line([(x + d, 26), (x + d, 33)], STONE, 0.6) for d in (1.7, 3.5, 5.3)) for x in (26, 51)) + window(38, 27, 9, 17, "#3d2f2a") + window(14, 20, 3.6, 6) + window(66, 20, 3.6, 6)
    return back + fort + towers + bars + person(30, 55, 14, "#2f4a86", RED) + person(52, 54, 14, "#2f4a86", RED) + line([(55, 54), (55, 38)], DARKWOOD, 0.8) + poly([(54.2, 38), (55, 35), (55.8, 38)], STONE) + palm(81, 44, 16, -2)


def sultans_palace() -> str:
    back = sky(("#5a4a9c", "#8a63ac", "#c382b0", "#eeb0a8"), 39) + circle(74, 20, 5, "#fbe3a8") + ground("#6fae6a", 38, "#4f8f50")
    wings = rect(12, 27, 66, 15, "#f3e0bd", INK, THIN) + "".join(window(15 + 6 * i, 31, 3.2, 8, PURPLE) for i in range(11) if i not in (4, 5, 6)) + rect(34, 22, 22, 20, "#faedd2", INK, THIN)
    roofs = dome(45, 22, 7.5, GOLD) + dome(23, 27, 5, TEAL) + dome(67, 27, 5, TEAL) + minaret(9, 42, 22, "#f3e0bd", GOLD) + minaret(81, 42, 22, "#f3e0bd", GOLD) + window(41, 27, 8, 15, "#7b1f3c")
    path_front = poly([(42, 42), (48, 42), (56, 60), (34, 60)], SAND) + "".join(circle(x, y, 1.7, "#2f7a3c", INK, 0.3) for x, y in ((26, 45), (34, 45), (56, 45), (64, 45)))
    return back + wings + roofs + path_front + person(45, 53, 15, RED, GOLD)


def small_mosque() -> str:
    back = sky(("#f08fa0", "#f4a9a8", "#f8c6b4", "#fbe0c6"), 41) + circle(20, 24, 6, "#fff0d0") + skyline(40, "#e39a98") + ground("#e3c39a", 40, "#cca878")
    hall = rect(27, 28, 36, 18, "#fbeedd", INK, THIN) + rect(54, 28, 9, 18, "#e3cdb4") + dome(45, 28, 10, "#d0506a") + rect(25, 26.5, 40, 2.4, "#e9c3a6", INK, THIN)
    towers = minaret(22, 46, 25, "#fbeedd", "#d0506a") + minaret(68, 46, 25, "#fbeedd", "#d0506a")
    return back + hall + towers + person(14, 56, 14, GREEN, PAPER) + person(79, 56, 14, RED, PAPER) + palm(82, 46, 13, -1) + carpet(30, 53, 14, 5, RED, GOLD, 2) + carpet(48, 53, 14, 5, GREEN, GOLD, 2)


def great_mosque() -> str:
    back = sky(("#2f6fb5", "#4f8fcb", "#86b8de", "#c2dced"), 42) + circle(76, 18, 3.4, PAPER) + ground("#c9d3d6", 41, "#aab8bd")
    hall = rect(16, 30, 58, 16, "#e6edf0", INK, THIN) + rect(28, 23, 34, 10, "#f3f6f6", INK, THIN)
    roofs = dome(45, 23, 9, "#3f7fc0") + dome(26, 27, 5.4, "#5f9ad0") + dome(64, 27, 5.4, "#5f9ad0") + minaret(9, 47, 29, "#f3f6f6", "#2f6fb5") + minaret(81, 47, 29, "#f3f6f6", "#2f6fb5")
    return back + hall + roofs + person(28, 57, 13, YELLOW, PAPER) + person(62, 57, 13, BLUE, PAPER) + carpet(36, 52, 18, 6, BLUE, YELLOW, 3) + "".join(star(x, 52, 2.4, 8, 0.5, TEAL) for x in (15, 75))


def gemstone_dealer() -> str:
    room = rect(3, 9, 84, 36, "#20505a") + "".join(star(9 + 12 * i, 15 + 10 * (i % 2), 3, 8, 0.5, "#2b6a72") for i in range(7)) + ground("#5a2f3f", 44, "#74414f")
    curtain = path("M3 9 L24 9 C20 22 14 32 3 40 Z", "#8e1f3f", INK, THIN) + path("M87 9 L66 9 C70 22 76 32 87 40 Z", "#8e1f3f", INK, THIN) + line([(10, 10), (7, 34)], "#c24a6a", 0.7) + line([(80, 10), (83, 34)], "#c24a6a", 0.7)
    lamp = lantern(45, 17, 3, GOLD, 9)
    desk = rect(18, 38, 54, 11, WOOD, INK, THIN, 1) + rect(20, 35.6, 50, 3, DARKWOOD, INK, THIN)
    stones = "".join(gem(x, 32.5, 2.6, c, light) for x, c, light in ((25, RED, "#ff9c94"), (33, BLUE, "#a8d4f8"), (41, GREEN, "#a8e09c"), (59, YELLOW, "#fdeeb5"), (66, PURPLE, "#d0aef0")))
    scales = line([(50, 36), (50, 26)], GOLD, 0.8) + line([(46, 27), (54, 27)], GOLD, 0.6) + path("M44.4 30 L47.6 30 C47 32 45 32 44.4 30 Z", GOLD) + path("M52.4 30 L55.6 30 C55 32 53 32 52.4 30 Z", GOLD)
    return room + curtain + lamp + person(45, 38, 17, "#3f8f8a", PAPER) + desk + stones + scales + sparkle(25, 28, 1.4, PAPER) + sparkle(66, 28, 1.4, PAPER)


SCENES = (
    wainwright, fabric_warehouse, spice_warehouse, fruit_warehouse, post_office, caravansary, fountain, black_market,
    tea_house, large_market, small_market, police_station, sultans_palace, small_mosque, great_mosque, gemstone_dealer,
)
