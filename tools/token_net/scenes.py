"""What stands on the tables the net learns from?  Games at their most crowded; no wood runs into other wood."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.istanbul.tables import COLORS
from vision.frame import Floats
from vision.painted.clutter import cluttered, odd_things
from vision.painted.scene import RADIUS_MM, ROOM_MM, TILE_MM, Hand, Scene, TileAt, Token, lay_tiles
from vision.printed.params import PRINTED

POLICE, FOUNTAIN = 12, 7
STACK_ROOM_MM = 1.4
"""How far assistants in a stack may stick out."""
TRIES = 60
LYING = {"edge": ["merchant", "assistant", "governor"], "lying": ["family", "family", "merchant", "smuggler"]}
"""Which wood is met on edge and lying."""
Wood = tuple[float, float, float]
"""Board point x, y and radius of something standing there, in mm."""


def random_scene(rng: np.random.Generator, seed: int) -> Scene:
    """A table in the middle of a game; now and then with a hand over it."""
    order = [str(color) for color in rng.permutation(COLORS)]
    playing = tuple(order[: int(rng.integers(2, 6))])
    bare = _laid(rng, playing)
    tiles, standing = lay_tiles(bare, seed), list[Wood]()
    tokens = []
    for wish in _wishes(rng, playing, order[len(playing) :]):
        token = _put_down(wish, tiles, standing, rng)
        if token is not None:
            tokens.append(token)
    return replace(bare, tokens=tuple(tokens), hand=_hand(rng) if rng.random() < 0.08 else None)


def crowded_scene(rng: np.random.Generator, seed: int) -> Scene:
    """A table where wood stands close: everybody at the Fountain, family members under arrest, assistants beside."""
    order = [str(color) for color in rng.permutation(COLORS)]
    playing = tuple(order[: int(rng.integers(3, 6))])
    bare = _laid(rng, playing)
    tiles, standing = lay_tiles(bare, seed), list[Wood]()
    wishes = _crowd(rng, playing)
    put = (_put_down(wishes[i], tiles, standing, rng, 0.7) for i in rng.permutation(len(wishes)))
    return replace(bare, tokens=tuple(token for token in put if token is not None))


def littered_scene(rng: np.random.Generator, seed: int) -> Scene:
    """Any table, with twice as much wood on edge and lying as one usually meets, glasses and things from elsewhere."""
    scene = replace((random_scene if rng.random() < 0.6 else crowded_scene)(rng, seed), hand=None)
    wood = (one for _ in range(2) for one in cluttered(scene, seed, rng).loose)
    named = (replace(one, piece=str(rng.choice(LYING.get(one.kind, [""])))) for one in wood)
    return replace(scene, loose=(*named, *odd_things(scene, int(rng.integers(0, 4)), rng)))


def leaning_scene(rng: np.random.Generator, seed: int) -> Scene:
    """Any table, with as much wood on edge and lying as wood that stands: it looks most like a token."""
    scene = littered_scene(rng, seed)
    more = (one for _ in range(int(rng.integers(2, 7))) for one in cluttered(scene, seed, rng).loose)
    wood = (replace(one, piece=str(rng.choice(LYING[one.kind]))) for one in more if one.kind in LYING)
    return replace(scene, loose=(*scene.loose, *wood))


def _crowd(rng: np.random.Generator, playing: Sequence[str]) -> list[Token]:
    hubs = [FOUNTAIN, POLICE, int(rng.integers(1, 17))]

    def somewhere(hub: int, share: float) -> int:
        return hub if rng.random() < share else int(rng.choice(hubs) if rng.random() < 0.4 else rng.integers(1, 17))

    wishes = []
    for color in playing:
        at = somewhere(FOUNTAIN, 0.45)
        wishes.append(Token("merchant", color, at, int(rng.integers(0, 5))))
        wishes.append(Token("family", color, somewhere(POLICE, 0.7)))
        wishes += [Token("assistant", color, somewhere(at, 0.4)) for _ in range(int(rng.integers(0, 4)))]
    return [
        *wishes,
        Token("governor", "purple", somewhere(POLICE, 0.2)),
        Token("smuggler", "black", somewhere(POLICE, 0.2)),
    ]


def _laid(rng: np.random.Generator, playing: tuple[str, ...]) -> Scene:
    layout = tuple(int(place) for place in rng.permutation(16) + 1)
    return Scene(
        layout=layout,
        flipped=frozenset(place for place in layout if rng.random() < 0.1),
        mail_down=int(rng.integers(0, 5)),
        demand_large=str(rng.choice(PRINTED.large_demands)),
        demand_small=str(rng.choice(PRINTED.small_demands)),
        rubies={13: int(rng.integers(0, 9)), 16: int(rng.integers(0, 13)), 1: 3, 14: int(rng.integers(0, 5)), 15: 2},
        discards=int(rng.integers(0, 6)),
        dice=(int(rng.integers(1, 7)), int(rng.integers(1, 7))),
        players=playing,
        mosque={good: (2, 3, 4, 5)[int(rng.integers(0, 5)) :] for good in "RGYB"},
        gap_mm=float(rng.uniform(0.5, 5)),
        jitter_mm=float(rng.uniform(0.3, 2)),
        skew_deg=float(rng.uniform(0.3, 3)),
    )


def _wishes(rng: np.random.Generator, playing: Sequence[str], others: Sequence[str]) -> list[Token]:
    """Who shall stand on which place; some places are crowded, family members meet at the Police Station."""
    crowd = rng.choice(16, size=int(rng.integers(2, 7)), replace=False) + 1
    crowded, arrested = rng.uniform(0.3, 0.8), rng.uniform(0.2, 1.0)

    def somewhere() -> int:
        return int(rng.choice(crowd)) if rng.random() < crowded else int(rng.integers(1, 17))

    wishes = []
    for color in playing:
        wishes.append(Token("merchant", color, somewhere(), int(rng.choice([0, 0, 1, 2, 3, 4, 5]))))
        wishes += [Token("assistant", color, somewhere()) for _ in range(int(rng.integers(0, 5)))]
        wishes.append(Token("family", color, POLICE if rng.random() < arrested else somewhere()))
    wishes += [Token("merchant", color, somewhere(), neutral=True) for color in others if rng.random() < 0.5]
    pieces = (("governor", "purple"), ("smuggler", "black"))
    return wishes + [Token(kind, color, somewhere()) for kind, color in pieces if rng.random() < 0.9]


def _put_down(
    wish: Token, tiles: Mapping[int, TileAt], standing: list[Wood], rng: np.random.Generator, touching: float = 0.4
) -> Token | None:
    """The token where there is room for it on its place, often touching another; None where there is none."""
    tile = tiles[wish.place]
    radius = RADIUS_MM[wish.kind] + STACK_ROOM_MM * (wish.under > 0)
    beside = rng.random() < touching
    for _ in range(TRIES):
        at = _beside(tile, standing, radius, rng) if beside else None
        at = _anywhere(rng) if at is None else at
        x, y = tile.to_board(at[None])[0]
        if all(np.hypot(x - x2, y - y2) >= radius + r2 for x2, y2, r2 in standing):
            standing.append((float(x), float(y), radius))
            return replace(wish, at_mm=(float(at[0]), float(at[1])))
    return None


def _anywhere(rng: np.random.Generator) -> Floats:
    if rng.random() < 0.5:
        return np.array([rng.uniform(*span) for span in ROOM_MM])
    return np.array([rng.uniform(1, side - 1) for side in TILE_MM])


def _beside(tile: TileAt, standing: Sequence[Wood], radius: float, rng: np.random.Generator) -> Floats | None:
    """A point of the tile at which the token all but touches wood already there."""
    if not standing:
        return None
    x, y, other = standing[int(rng.integers(len(standing)))]
    angle, away = rng.uniform(0, 2 * np.pi), radius + other + rng.uniform(0, 1.5)
    at = _on_tile(tile, np.array([x + away * np.cos(angle), y + away * np.sin(angle)]))
    inside = bool(((at > 0) & (at < np.array(TILE_MM))).all())
    return at if inside else None


def _on_tile(tile: TileAt, board_mm: Floats) -> Floats:
    """The tile point (2,) of a board point (2,)."""
    c, s = np.cos(tile.turn_rad), np.sin(tile.turn_rad)
    turned = (board_mm - np.array(tile.centre_mm)) @ np.array([[c, -s], [s, c]])
    return np.asarray(turned + np.array(TILE_MM) / 2, np.float64)


def _hand(rng: np.random.Generator) -> Hand:
    return Hand((float(rng.uniform(-150, 150)), float(rng.uniform(-120, 120))), float(rng.uniform(0, 360)))
