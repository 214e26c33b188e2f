"""What lies where on the painted table?  Plain data in millimetres; nothing here knows a rule of the game.

Board frame and tile frame are those of ``vision/pose.py``; height 0 is the top of the tiles.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.frame import Floats

TILE_MM = (90.0, 63.0)
PITCH_MM = (93.0, 66.0)
TILE_THICK_MM = 2.0
DISC_MM = 9.5
RADIUS_MM = {"merchant": DISC_MM, "assistant": DISC_MM, "family": 5.8, "governor": DISC_MM, "smuggler": DISC_MM}
HEIGHT_MM = {"merchant": 8.5, "assistant": 5.0, "family": 16.5, "governor": 11.5, "smuggler": 11.5}
ROOM_MM = ((13.0, 77.0), (18.0, 52.0))
SPACES = {
    13: ((10.5, 30.5), (10.5, 40.3), *((10.5 + 9.81 * i, 50.2) for i in range(8)), (79.2, 40.3)),
    16: (
        (10.5, 30.5),
        (10.5, 40.3),
        *((10.5 + 9.81 * i, 50.2) for i in range(8)),
        (79.2, 40.3),
        (79.2, 30.5),
        (79.2, 20.7),
    ),
}
CORNER_MM = ((5.6, 57.0), (9.6, 57.6), (6.0, 52.6), (10.0, 53.4), (7.8, 55.0))
MAIL_X_MM = (15.2, 25.6, 36.0, 46.4)
MAIL_Y_MM = (41.6, 52.0)
BED_MM = {"demand": (31.7, 36.2, 22.0, 29.0), "left": (32.8, 37.7, 26.0, 24.5), "right": (62.8, 37.7, 26.0, 24.5)}
CARDS_MM = (36.0, 37.5, 44.0, 28.0)
CARTS_MM = (79.8, 35.7, 9.2, 43.5)
MOSQUE_SIDES = {14: ("R", "G"), 15: ("B", "Y")}
STACKED_MM = 1.6


@dataclass(frozen=True, slots=True)
class Token:
    """A wooden disc or cylinder: its words are those of ``companion.sync.observation``.

    ``under`` assistants lie below a merchant.  ``at_mm`` is (x, y) in the tile frame, None until it was put down.
    """

    kind: str
    color: str
    place: int
    under: int = 0
    neutral: bool = False
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand over the table: fingertips at ``at_mm`` on the board, the arm coming from ``from_deg`` (0: from below)."""

    at_mm: tuple[float, float]
    from_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Loose:
    """What has no name: wood on ``edge`` or ``lying``, a ``glass``, an ``odd`` thing, wood ``beside`` the tiles.

    ``at_mm`` is (x, y) in the frame of the place's tile; where ``place`` is 0, in that of the board.  ``piece`` is the
    kind of token that lies there.
    """

    kind: str
    color: str
    place: int
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    piece: str = "assistant"


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on the table.  ``mosque`` holds the numbers still stacked per good, top first.

    Tiles lie ``gap_mm`` apart, ``jitter_mm`` and ``skew_deg`` loose; those ``missing`` were not laid.  ``bare`` leaves
    out everything the game lays on tiles.
    """

    layout: tuple[int, ...] = tuple(range(1, 17))
    tokens: tuple[Token, ...] = ()
    flipped: frozenset[int] = frozenset()
    mail_down: int = 0
    demand_large: str = "bbbry"
    demand_small: str = "brgyy"
    mosque: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys("RGYB", (2, 3, 4, 5)))
    rubies: Mapping[int, int] = field(default_factory=lambda: {13: 7, 16: 12, 1: 4, 14: 4, 15: 4})
    extensions: int = 12
    discards: int = 1
    dice: tuple[int, int] | None = (3, 5)
    hand: Hand | None = None
    players: tuple[str, ...] = ()
    bare: bool = False
    gap_mm: float = 3.0
    jitter_mm: float = 0.8
    skew_deg: float = 0.7
    missing: frozenset[int] = frozenset()
    loose: tuple[Loose, ...] = ()

    def __post_init__(self) -> None:
        if sorted(self.layout) != list(range(1, 17)):
            raise ValueError(f"a layout names each of the places 1 to 16 once, not {self.layout}")


@dataclass(frozen=True, slots=True)
class TileAt:
    """A tile lying at ``centre_mm`` in the board frame, turned by ``turn_rad`` (with half a turn when upside down)."""

    place: int
    centre_mm: tuple[float, float]
    turn_rad: float

    def to_board(self, points_mm: Floats) -> Floats:
        """Board points (N, 2) of tile points (N, 2)."""
        c, s = np.cos(self.turn_rad), np.sin(self.turn_rad)
        centred = np.asarray(points_mm, np.float64).reshape(-1, 2) - np.array(TILE_MM) / 2
        turned: Floats = centred @ np.array([[c, s], [-s, c]]) + np.array(self.centre_mm)
        return turned


def scene_of(
    layout: Sequence[int], things: Iterable[tuple[str, str, int, int]], *, neutral: Iterable[str] = (), **laid: object
) -> Scene:
    """A Scene from plain facts: ``things`` are (kind, color, place, under), ``laid`` the other fields of Scene."""
    still = frozenset(neutral)
    tokens = tuple(Token(str(k), str(c), int(p), int(u), str(k) == "merchant" and c in still) for k, c, p, u in things)
    return replace(Scene(tuple(int(p) for p in layout), tokens), **laid)  # type: ignore[arg-type]


def dealt(seed: int, *words: object) -> np.random.Generator:
    """Randomness for one purpose: the same seed and words give the same numbers."""
    return np.random.default_rng([seed, zlib.crc32(repr(words).encode())])


def lay_tiles(scene: Scene, seed: int) -> dict[int, TileAt]:
    """Where each tile lies: a 4 by 4 grid, a little loose."""
    tiles = {}
    for cell, place in enumerate(scene.layout):
        rng = dealt(seed, "tile", cell)
        row, column = divmod(cell, 4)
        dx, dy = rng.uniform(-scene.jitter_mm, scene.jitter_mm, 2)
        x = (column - 1.5) * (TILE_MM[0] + scene.gap_mm) + dx
        y = (row - 1.5) * (TILE_MM[1] + scene.gap_mm) + dy
        turn = np.radians(rng.uniform(-scene.skew_deg, scene.skew_deg)) + (np.pi if place in scene.flipped else 0.0)
        tiles[place] = TileAt(place, (float(x), float(y)), float(turn))
    return tiles


def settle(scene: Scene, seed: int, before: Scene | None = None) -> Scene:
    """The scene with every token put down; tokens that already lay there in ``before`` are not touched."""
    lying = {_key(t): t.at_mm for t in before.tokens if t.at_mm} if before else {}
    kept = [replace(t, at_mm=t.at_mm or lying.get(_key(t))) for t in scene.tokens]
    for i, token in enumerate(kept):
        if token.at_mm is None:
            others = [t for t in kept if t.place == token.place and t.at_mm]
            kept[i] = replace(token, at_mm=free_spot(token, others, dealt(seed, i, *_key(token))))
    return replace(scene, tokens=tuple(kept))


def _key(token: Token) -> tuple[str, str, int]:
    return token.kind, token.color, token.place


def free_spot(token: Token, others: Sequence[Token], rng: np.random.Generator) -> tuple[float, float]:
    """A natural place on the tile: seldom on printed tracks or stacks, not on other wood where there is room."""
    (x0, x1), (y0, y1) = ROOM_MM
    spots = np.column_stack([rng.uniform(x0, x1, 48), rng.uniform(y0, y1, 48)])
    cost = rng.uniform(0, 1.5, 48)
    for other in others:
        away = np.hypot(*(spots - np.array(other.at_mm)).T)
        cost += 4 * np.clip(RADIUS_MM[token.kind] + RADIUS_MM[other.kind] + 0.8 - away, 0, None)
    for x, y, radius in obstacles(token.place):
        away = np.hypot(*(spots - (x, y)).T)
        cost += 3 * np.clip(RADIUS_MM[token.kind] + radius - away, 0, None)
    shy = rng.uniform() < 0.7
    for i, (x, y) in enumerate(spots):
        for bed, _ in stacks(token.place, None):
            away_mm = outside_mm(bed, (float(x), float(y)))
            cost[i] += 6.0 if abs(away_mm) < RADIUS_MM[token.kind] * 0.6 else 3.0 * (shy and away_mm < 0)
    best = spots[int(np.argmin(cost))]
    return float(best[0]), float(best[1])


def obstacles(place: int) -> list[tuple[float, float, float]]:
    """What nobody stands wood on: rubies, crates and extensions as (x, y, radius) in the tile frame."""
    if place == 5:
        return [(x, y, 5.0) for x in MAIL_X_MM for y in MAIL_Y_MM]
    rubies = [(x, y, 4.0) for x, y in SPACES.get(place, CORNER_MM if place in (1, *MOSQUE_SIDES) else ())]
    return rubies + ([(CARTS_MM[0], y, 5.0) for y in (16.0, 26.0, 36.0, 46.0, 56.0)] if place == 1 else [])


def laid_height(
    place: int, at_mm: tuple[float, float], scene: Scene | None = None, radius_mm: float = DISC_MM
) -> float:
    """How high above the tile's top the wood stands there: on stacks of demand or mosque tiles and cards."""
    heights = [h for bed, h in stacks(place, scene) if outside_mm(bed, at_mm) < 0.55 * radius_mm]
    return max(heights, default=0.0)


def outside_mm(bed: tuple[float, float, float, float], at_mm: tuple[float, float]) -> float:
    """Distance in mm from a point to a bed (middle x, y, width, depth); negative inside it."""
    x, y, w, h = bed
    dx, dy = abs(at_mm[0] - x) - w / 2, abs(at_mm[1] - y) - h / 2
    return float(np.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0))


def stacks(place: int, scene: Scene | None) -> list[tuple[tuple[float, float, float, float], float]]:
    """Stacks on a place: (middle x, y, width, depth) on the tile and height, in mm."""
    if scene is not None and (scene.bare or place in scene.missing):
        return []
    if place in (10, 11):
        return [(BED_MM["demand"], 5 * STACKED_MM)]
    if place in MOSQUE_SIDES:
        mosque = Scene().mosque if scene is None else scene.mosque
        sides = zip(("left", "right"), MOSQUE_SIDES[place], strict=True)
        return [(BED_MM[side], STACKED_MM * len(mosque.get(good, ()))) for side, good in sides]
    if place == 6:
        return [(CARDS_MM, 0.3 * (1 if scene is None else scene.discards))]
    return []


def ruby_spots(place: int, count: int) -> list[tuple[float, float]]:
    """Where ``count`` rubies lie on a place, in the tile frame: at the end of a track or in the corner."""
    if place in SPACES:
        return list(SPACES[place][len(SPACES[place]) - min(count, len(SPACES[place])) :])
    return list(CORNER_MM[:count])


def mail_spots(down: int) -> list[tuple[float, float]]:
    """Where the four mail indicators lie: the first ``down`` columns in the lower row."""
    return [(x, MAIL_Y_MM[1 if i < down else 0]) for i, x in enumerate(MAIL_X_MM)]
