"""Which solid things does a scene put on the table?  Wood, rubies, crates, stacks and dice."""

from collections.abc import Mapping

import numpy as np

from vision.frame import Floats, Image
from vision.painted.lids import (
    CARD_FACES,
    CARDBOARD_BGR,
    CRATE_BGR,
    ROWS,
    card_lid,
    crate_lid,
    demand_lid,
    extension_lid,
    mosque_lid,
    sticker,
)
from vision.painted.scene import (
    CARDS_MM,
    CARTS_MM,
    HEIGHT_MM,
    MOSQUE_SIDES,
    RADIUS_MM,
    STACKED_MM,
    TILE_THICK_MM,
    Scene,
    TileAt,
    Token,
    dealt,
    laid_height,
    mail_spots,
    ruby_spots,
    stacks,
)
from vision.painted.solids import LitCamera, Solid, box, fill, gem, lay_picture, turned

WOOD_BGR = {
    "red": (38, 34, 196),
    "blue": (168, 74, 28),
    "green": (52, 128, 38),
    "yellow": (28, 178, 236),
    "white": (226, 232, 234),
    "purple": (140, 44, 104),
    "black": (36, 34, 36),
}
RUBY_BGR: Floats = np.array([42.0, 24, 178])
DIE_MM = 12.0
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
Tiles = Mapping[int, TileAt]


def wood_color(color: str, seed: int) -> Floats:
    """This copy's paint (3,): every box of wood is a little different."""
    return np.array(WOOD_BGR[color], np.float64) + dealt(seed, "paint", color).uniform(-14, 14, 3)


def token_top(token: Token, scene: Scene, tiles: Tiles) -> tuple[Floats, float]:
    """Board point (2,) and height in mm of the middle of a token's top."""
    at = tiles[token.place].to_board(np.array([token.at_mm]))[0]
    foot = laid_height(token.place, token.at_mm or (0, 0), scene, RADIUS_MM[token.kind])
    return at, foot + token.under * HEIGHT_MM["assistant"] + HEIGHT_MM[token.kind]


def disc_profile(radius: float, height: float) -> list[tuple[float, float]]:
    """Turned wood with broken edges."""
    return [(radius - 0.5, 0), (radius, 0.5), (radius, height - 0.7), (radius - 0.7, height)]


def token_solids(
    view: LitCamera, token: Token, scene: Scene, tiles: Tiles, seed: int, style: str = "round"
) -> list[Solid]:
    """A token and the assistants below it, from the bottom up; each laid a little off the middle."""
    at, top = token_top(token, scene, tiles)
    color = wood_color(token.color, seed)
    foot = top - HEIGHT_MM[token.kind] - token.under * HEIGHT_MM["assistant"]
    rng = dealt(seed, "stack", token.kind, token.color, token.place)
    pieces = []
    for i in range(token.under):
        off = at + rng.uniform(-0.9, 0.9, 2)
        profile = disc_profile(RADIUS_MM["assistant"], HEIGHT_MM["assistant"])
        pieces.append(turned(view, (float(off[0]), float(off[1])), foot + i * HEIGHT_MM["assistant"], profile, color))
    head = (float(at[0]), float(at[1]))
    body = turned(
        view, head, top - HEIGHT_MM[token.kind], disc_profile(RADIUS_MM[token.kind], HEIGHT_MM[token.kind]), color
    )
    if token.kind in ("assistant", "family"):
        return [*pieces, body]
    mark = sticker(token.kind, style, tuple(int(c) for c in color))
    return [*pieces, stickered(view, body, mark, head, top, float(rng.uniform(0, 2 * np.pi)))]


def stickered(
    view: LitCamera, body: Solid, mark: tuple[Image, float], at: tuple[float, float], top_mm: float, turn: float
) -> Solid:
    """The same piece with its sticker: a picture and half its side in mm."""
    picture_bgra, half_mm = mark
    angles = turn + np.radians([225, 315, 45, 135])
    reach = half_mm * np.sqrt(2)
    square = np.column_stack([at[0] + reach * np.cos(angles), at[1] + reach * np.sin(angles), np.full(4, top_mm)])

    def paint(image: Image, gain: Floats) -> None:
        body.paint(image, gain)
        lay_picture(image, view.project(square), picture_bgra, gain)

    return Solid(body.at_mm, body.outline, paint)


def laid_solids(view: LitCamera, scene: Scene, tiles: Tiles, seed: int) -> list[Solid]:
    """Everything the game lays on the tiles besides wood."""
    if scene.bare:
        return []
    things: list[Solid] = []
    for place, count in scene.rubies.items():
        if place in scene.missing:
            continue
        for i, spot in enumerate(ruby_spots(place, count)):
            rng = dealt(seed, "ruby", place, spot)
            at = tiles[place].to_board(np.array([spot]) + rng.uniform(-0.9, 0.9, 2))[0]
            things.append(
                gem(
                    view,
                    (float(at[0]), float(at[1])),
                    0.2 * i,
                    float(rng.uniform(6.6, 7.8)),
                    float(rng.uniform(0, 1)),
                    RUBY_BGR,
                )
            )
    for i, spot in enumerate(() if 5 in scene.missing else mail_spots(scene.mail_down)):
        turn = float(dealt(seed, "mail", i, scene.mail_down).uniform(-0.25, 0.25))
        things.append(box(view, _on_tile(tiles[5], spot, (8.4, 8.4), turn), 0.0, 7.6, CRATE_BGR, crate_lid()))
    return things + _stacked(view, scene, tiles, seed)


def _stacked(view: LitCamera, scene: Scene, tiles: Tiles, seed: int) -> list[Solid]:
    """Demand and mosque tiles, the discard pile, the extensions."""
    things = []
    for place, lid in ((10, demand_lid(scene.demand_large, True)), (11, demand_lid(scene.demand_small, False))):
        for (x, y, w, h), height in stacks(place, scene):
            things.append(_slab(view, tiles[place], ((x, y, w, h), height), lid, seed))
    for place, goods in MOSQUE_SIDES.items():
        for ((x, y, w, h), height), good in zip(stacks(place, scene), goods, strict=False):
            if height:
                row = int(dealt(seed, "row").integers(len(ROWS)))
                lid = mosque_lid(good, scene.mosque[good][0], row)
                things.append(_slab(view, tiles[place], ((x, y, w, h), height), lid, seed, CARDBOARD_BGR))
    if scene.discards and 6 not in scene.missing:
        x, y, w, h = CARDS_MM
        card = CARD_FACES[scene.discards % len(CARD_FACES)]
        things.append(_slab(view, tiles[6], ((x, y, w, h), 0.3 * scene.discards), card_lid(card), seed))
    if scene.extensions and 1 not in scene.missing:
        x, y, w, h = CARTS_MM
        height = min(scene.extensions, 10) * STACKED_MM
        things.append(
            box(
                view, _on_tile(tiles[1], (x, y), (w, h), 0.02), 0.0, height, np.array([70.0, 126, 176]), extension_lid()
            )
        )
    return things


Pile = tuple[tuple[float, float, float, float], float]
"""Middle x, y, width and depth on the tile, and height, in mm."""


def _slab(
    view: LitCamera,
    tile: TileAt,
    pile: Pile,
    lid: Image,
    seed: int,
    side_bgr: Floats | None = None,
) -> Solid:
    """A stack of tiles or cards under its top one, a little askew; its sides look like the top's rim unless given."""
    (*at, width, depth), height = pile
    rng = dealt(seed, "slab", tile.place, tuple(at))
    spot = (at[0] + float(rng.uniform(-1, 1)), at[1] + float(rng.uniform(-1, 1)))
    rim = lid[2, lid.shape[1] // 2, :3].astype(np.float64)
    side = rim * 0.8 + 24 if side_bgr is None else side_bgr
    return box(view, _on_tile(tile, spot, (width, depth), float(rng.uniform(-0.06, 0.06))), 0.0, height, side, lid)


def _on_tile(tile: TileAt, at_mm: tuple[float, float], size_mm: tuple[float, float], turn_rad: float) -> Floats:
    """Board corners (4, 2) of a rectangle lying on a tile, its own top left first."""
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    corners = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2) @ np.array(
        [[c, s], [-s, c]]
    ) + np.array(at_mm)
    return tile.to_board(corners)


def dice_solids(view: LitCamera, dice: tuple[int, int] | None, seed: int) -> list[Solid]:
    """Two dice beside the board, on the side nearest to where there is room."""
    if dice is None:
        return []
    rng = dealt(seed, "dice", dice)
    side = int(dealt(seed, "side").integers(2)) * 2 - 1
    spots = [
        (side * rng.uniform(204, 226), rng.uniform(-84, -56)),
        (side * rng.uniform(204, 226), rng.uniform(-38, -8)),
    ]
    return [die(view, spot, value, float(rng.uniform(0, np.pi / 2))) for spot, value in zip(spots, dice, strict=True)]


def die(view: LitCamera, at_mm: tuple[float, float], value: int, turn: float) -> Solid:
    """A die whose top shows ``value``; opposite faces add up to seven."""
    around = [n for n in (1, 2, 3, 4, 5, 6) if n not in (value, 7 - value)]
    shown = [around[0], around[1], 7 - around[0], 7 - around[1]]
    angles = turn + np.radians([225, 315, 45, 135])
    corners = np.array(at_mm) + DIE_MM * np.sqrt(0.5) * np.column_stack([np.cos(angles), np.sin(angles)])
    body = box(view, corners, -TILE_THICK_MM, DIE_MM, np.array([232.0, 238, 240]))

    def paint(image: Image, gain: Floats) -> None:
        body.paint(image, gain)
        u, v = (corners[1] - corners[0]) / DIE_MM, (corners[3] - corners[0]) / DIE_MM
        middle = np.array([*at_mm, DIE_MM - TILE_THICK_MM])
        _pips(image, view, middle, (np.array([*u, 0]), np.array([*v, 0])), value, gain)
        for i, n in enumerate(shown):
            out, along = (-v, u, v, -u)[i], (u, v, -u, -v)[i]
            centre = np.array([*(np.array(at_mm) + out * DIE_MM / 2), DIE_MM / 2 - TILE_THICK_MM])
            if view.faces_camera(centre[None], np.array([[*out, 0.0]]))[0]:
                _pips(image, view, centre, (np.array([*along, 0]), np.array([0, 0, 1.0])), n, gain)

    return Solid(at_mm, body.outline, paint)


def _pips(image: Image, view: LitCamera, middle: Floats, axes: tuple[Floats, Floats], value: int, gain: Floats) -> None:
    ring, (u, v) = np.linspace(0, 2 * np.pi, 12, False), axes
    for a, b in PIPS[value]:
        centre = middle + (u * a + v * b) * 3.1
        points = centre + 1.25 * (np.cos(ring)[:, None] * u + np.sin(ring)[:, None] * v)
        fill(image, view.project(points), np.array([30.0, 24, 26]) * gain)
