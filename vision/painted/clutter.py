"""What lies on a real table and has no name in the game?  Wood on edge or lying, a glass, things from elsewhere."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.scene import (
    HEIGHT_MM,
    RADIUS_MM,
    TILE_THICK_MM,
    Loose,
    Scene,
    TileAt,
    Token,
    dealt,
    free_spot,
    settle,
)
from vision.painted.solids import AROUND, CIRCLE, LitCamera, Solid, box, fill, turned
from vision.painted.things import Tiles, disc_profile, wood_color

GLASS_MM = (27.0, 75.0)
"""Radius and height of a glass."""
BESIDE_MM = ((205.0, 235.0), (20.0, 110.0))
"""Where wood lies beside the tiles, from the middle of the board, on either side."""
PIECE = {"edge": "merchant", "lying": "family", "glass": "", "odd": ""}
"""The kind of token of which each kind of clutter is."""


def cluttered(scene: Scene, seed: int, rng: np.random.Generator) -> Scene:
    """The scene put down, with wood on edge and lying, a glass on a tile now and then, and wood beside the tiles."""
    scene = settle(scene, seed)
    loose = [_on_a_tile(scene, kind, rng) for kind in ("edge", "lying") for _ in range(int(rng.integers(0, 3)))]
    loose += [_on_a_tile(scene, "glass", rng)] if rng.random() < 0.5 else []
    for color in rng.choice(scene.players or ("red",), int(rng.integers(1, 4))):
        away = [rng.uniform(*span) * rng.choice([-1, 1]) for span in BESIDE_MM]
        loose.append(Loose("beside", str(color), 0, (float(away[0]), float(away[1]))))
    return replace(scene, loose=tuple(loose))


def odd_things(scene: Scene, count: int, rng: np.random.Generator) -> tuple[Loose, ...]:
    """So many things from elsewhere on the tiles of a scene that was put down: coins, pens, pieces of other games."""
    return tuple(_on_a_tile(scene, "odd", rng) for _ in range(count))


def _on_a_tile(scene: Scene, kind: str, rng: np.random.Generator) -> Loose:
    """Something of this kind where there is room for it on a place."""
    color, place = str(rng.choice(scene.players or ("red",))), int(rng.choice(scene.layout))
    others = [token for token in scene.tokens if token.place == place]
    at_mm = free_spot(Token("assistant", color, place), others, rng)
    return Loose(kind, color, place, at_mm, float(rng.uniform(0, 360)), PIECE[kind])


def loose_solids(view: LitCamera, loose: Sequence[Loose], tiles: Tiles, seed: int) -> list[Solid]:
    """All of it as solids."""
    return [
        _odd(view, board_point(one, tiles), dealt(seed, "odd", one.place, one.at_mm))
        if one.kind == "odd"
        else _solid(view, one, board_point(one, tiles), wood_color(one.color, seed))
        for one in loose
    ]


def board_point(one: Loose, tiles: dict[int, TileAt] | Tiles) -> tuple[float, float]:
    """Where on the board it lies, in mm."""
    if not one.place:
        return one.at_mm
    x, y = tiles[one.place].to_board(np.array([one.at_mm]))[0]
    return float(x), float(y)


def _solid(view: LitCamera, one: Loose, at_mm: tuple[float, float], color: Floats) -> Solid:
    if one.kind == "glass":
        return glass(view, at_mm, *GLASS_MM)
    if one.kind == "beside":
        profile = disc_profile(RADIUS_MM["assistant"], HEIGHT_MM["assistant"])
        return turned(view, at_mm, -TILE_THICK_MM, profile, color)
    return lying(view, at_mm, (RADIUS_MM[one.piece], HEIGHT_MM[one.piece]), np.radians(one.turn_deg), color)


def _odd(view: LitCamera, at_mm: tuple[float, float], rng: np.random.Generator) -> Solid:
    """Something of any colour: flat and round, turned like a pawn or a bowl, long and round, or with corners."""
    color, turn = rng.uniform(15, 240, 3), float(rng.uniform(0, 2 * np.pi))
    match str(rng.choice(["flat", "turned", "long", "box"])):
        case "flat":
            return turned(view, at_mm, 0.0, disc_profile(float(rng.uniform(6, 15)), float(rng.uniform(1, 2.2))), color)
        case "turned":
            heights = np.cumsum(rng.uniform(2, 12, int(rng.integers(2, 5)))) - 2
            return turned(view, at_mm, 0.0, [(float(rng.uniform(3, 20)), float(up)) for up in heights], color)
        case "long":
            return lying(view, at_mm, (float(rng.uniform(2, 7)), float(rng.uniform(20, 110))), turn, color)
    across, along = rng.uniform(4, 22, 2)
    corners = np.array([[-across, -along], [across, -along], [across, along], [-across, along]])
    c, s = np.cos(turn), np.sin(turn)
    return box(view, at_mm + corners @ np.array([[c, s], [-s, c]]), 0.0, float(rng.uniform(1.5, 25)), color)


def lying(
    view: LitCamera, at_mm: tuple[float, float], size_mm: tuple[float, float], turn: float, color: Floats
) -> Solid:
    """A turned piece on its side: radius and length; ``turn`` is the way its axis points on the table."""
    radius, length = size_mm
    along, across = np.array([np.cos(turn), np.sin(turn), 0.0]), np.array([-np.sin(turn), np.cos(turn), 0.0])
    middle = np.array([*at_mm, radius])
    around = across * CIRCLE[:, :1] + np.array([0.0, 0.0, 1.0]) * CIRCLE[:, 1:]
    ends = [middle + radius * around + side * along * length / 2 for side in (-1, 1)]

    def paint(image: Image, gain: Floats) -> None:
        pixels = [view.project(end) for end in ends]
        after = np.roll(np.arange(AROUND), -1)
        outward = around + around[after]
        normals = outward / np.linalg.norm(outward, axis=1, keepdims=True) * (1, 1, -1)
        centres = (ends[0] + ends[1][after]) / 2
        shades = view.shade(normals)
        for i in np.flatnonzero(view.faces_camera(centres, normals)):
            face = [pixels[0][i], pixels[0][after[i]], pixels[1][after[i]], pixels[1][i]]
            fill(image, np.array(face), color * gain * shades[i])
        for end, points, normal in zip(ends, pixels, (-along, along), strict=True):
            if view.faces_camera(end.mean(axis=0)[None], normal[None])[0]:
                fill(image, points, color * gain * float(view.shade(normal[None])[0]))

    foot = np.array([at_mm + side * along[:2] * length / 2 + w * across[:2] * 2 for side in (-1, 1) for w in (-1, 1)])
    outline = np.vstack([np.column_stack([foot, np.zeros(4)]), ends[0][::6], ends[1][::6]])
    return Solid(at_mm, outline, paint)


def glass(view: LitCamera, at_mm: tuple[float, float], radius_mm: float, height_mm: float) -> Solid:
    """A glass: what is behind it is seen softly and a little brighter, its rim and foot are bright lines."""
    rings = [np.column_stack([np.array(at_mm) + CIRCLE * radius_mm, np.full(AROUND, up)]) for up in (2.0, height_mm)]

    def paint(image: Image, gain: Floats) -> None:
        pixels = [np.round(view.project(ring)).astype(np.int32) for ring in rings]
        body = np.zeros(image.shape[:2], np.uint8)
        cv2.fillConvexPoly(body, cv2.convexHull(np.vstack(pixels)), 255, cv2.LINE_AA)
        share = cv2.GaussianBlur(body, (0, 0), 1.0)[..., None].astype(np.float32) / 255
        behind = cv2.GaussianBlur(image, (0, 0), 2.5).astype(np.float32) * 0.85 + 22 * gain.astype(np.float32)
        image[:] = np.clip(image * (1 - share) + behind * share, 0, 255).astype(np.uint8)
        for ring, thick in zip(pixels, (3, 2), strict=True):
            cv2.polylines(image, [ring], True, tuple(float(v) for v in 205 * gain), thick, cv2.LINE_AA)

    low = np.column_stack([np.array(at_mm) + CIRCLE[::6] * radius_mm, np.zeros(6)])
    return Solid(at_mm, np.vstack([low, low + np.array([0, 0, 4.0])]), paint)
