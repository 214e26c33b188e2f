"""What stays still on the painted table?  Surface, clutter and the sixteen tiles, under the lamp."""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image
from vision.painted.camera import Camera
from vision.painted.ground import PX_PER_MM, SIZE_PX, table_texture
from vision.painted.light import Conditions
from vision.painted.scene import TILE_MM, TILE_THICK_MM, TileAt, dealt
from vision.painted.solids import LitCamera, Solid, box, fill, throw_shadows, turned
from vision.painted.svg import drawing, paint_svg, picture

Floats32 = NDArray[np.float32]
CORNERS_MM: Floats = np.array([[0, 0], [TILE_MM[0], 0], [TILE_MM[0], TILE_MM[1]], [0, TILE_MM[1]]], np.float64)
FLOOR_MM = -TILE_THICK_MM
CANVAS_MM = (460.0, 350.0)
EDGE_BGR: Floats = np.array([150.0, 172.0, 186.0])


@lru_cache(maxsize=2)
def own_art(width_px: int = 720) -> tuple[Image, ...]:
    """Our own sixteen tile pictures, BGR (0.7 ``width_px``, ``width_px``, 3), by place number."""
    tiles = []
    for place in range(1, 17):
        drawn = paint_svg(drawing(f"place-{place:02d}"), width_px)
        cover = drawn[:, :, 3:].astype(np.float32) / 255
        tiles.append((drawn[:, :, :3] * cover + 40 * (1 - cover)).astype(np.uint8))
    return tuple(tiles)


def painted_board(
    camera: Camera, look: Conditions, seed: int, art: Sequence[Image], tiles: Sequence[TileAt], board_mm: Floats32
) -> Image:
    """Table, clutter and tiles in even light, BGR; ``board_mm`` is the camera's map of the tiles' plane."""
    view = LitCamera.of(camera, look)
    image = surface(camera, look, seed)
    if look.clutter:
        things = [thing for thing in clutter(view, seed) if view.in_sight(thing.outline)]
        throw_shadows(image, view, things, FLOOR_MM, look.softness_mm)
        for thing in things:
            thing.paint(image, np.ones(3))
    slabs = [box(view, tile.to_board(CORNERS_MM), FLOOR_MM, TILE_THICK_MM, EDGE_BGR) for tile in tiles]
    throw_shadows(image, view, slabs, FLOOR_MM, 2.5, 0.6)
    for slab in sorted(slabs, key=lambda s: -float(np.linalg.norm(camera.position_mm[:2] - s.at_mm))):
        slab.paint(image, np.ones(3))
    return lay_tiles_on(image, camera, art, tiles, board_mm)


def surface(camera: Camera, look: Conditions, seed: int) -> Image:
    """The bare table; beyond the horizon a dim room."""
    texture = table_texture(look.table, seed)
    coarse = PX_PER_MM / max(camera.px_per_mm(), 0.05)
    if coarse > 1.2:
        texture = np.asarray(cv2.GaussianBlur(texture, (0, 0), 0.5 * coarse, borderType=cv2.BORDER_REFLECT), np.uint8)
    ground, over = camera.plane_map(FLOOR_MM)
    shift = dealt(seed, "shift").uniform(0, SIZE_PX, 2).astype(np.float32)
    where = np.mod(ground * PX_PER_MM + shift, SIZE_PX)
    image = looked_up(texture, where, cv2.BORDER_WRAP)
    if over or camera.tilt_deg > 55:
        far = np.clip((np.hypot(ground[..., 0], ground[..., 1]) - 1500) / 1500, 0, 1)[..., None]
        image = np.asarray(image * (1 - far) + np.array([62, 66, 72], np.float32) * far, np.uint8)
    return image


def looked_up(picture: Image, where_px: Floats32 | Floats, border: int) -> Image:
    """What ``picture`` shows at each of ``where_px`` (height, width, 2)."""
    x, y = (np.ascontiguousarray(where_px[..., i], np.float32) for i in (0, 1))
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def lay_tiles_on(
    image: Image, camera: Camera, art: Sequence[Image], tiles: Sequence[TileAt], board_mm: Floats32
) -> Image:
    """The tiles' printed faces: laid on one canvas in board millimetres, then seen through the lens."""
    scale = float(np.clip(camera.px_per_mm() * 1.15, 1.5, 9.0))
    size = (int(CANVAS_MM[0] * scale), int(CANVAS_MM[1] * scale))
    canvas = np.zeros((size[1], size[0], 4), np.uint8)
    for tile in tiles:
        _lay_tile(canvas, scale, faced(art[tile.place - 1], scale), tile)
    where = (board_mm + np.array(CANVAS_MM, np.float32) / 2) * scale - 0.5
    seen = looked_up(canvas, where, cv2.BORDER_CONSTANT)
    cover = seen[:, :, 3:].astype(np.float32) / 255
    return np.asarray(image * (1 - cover) + seen[:, :, :3] * cover + 0.5, dtype=np.uint8)


def faced(art_bgr: Image, scale: float) -> Image:
    """One tile's face at ``scale`` pixels a millimetre with rounded corners, BGRA premultiplied by nothing."""
    size = (max(2, round(TILE_MM[0] * scale)), max(2, round(TILE_MM[1] * scale)))
    small = cv2.resize(art_bgr[:, :, :3], size, interpolation=cv2.INTER_AREA)
    cover = np.zeros(size[::-1], np.uint8)
    radius = round(3.5 * scale)
    cv2.rectangle(cover, (radius, 0), (size[0] - 1 - radius, size[1] - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (size[0] - 1, size[1] - 1 - radius), 255, -1)
    for x in (radius, size[0] - 1 - radius):
        for y in (radius, size[1] - 1 - radius):
            cv2.circle(cover, (x, y), radius, 255, -1, cv2.LINE_AA)
    return np.dstack([small, cover])


def _lay_tile(canvas: Image, scale: float, face: Image, tile: TileAt) -> None:
    """Warp one face into its part of the canvas."""
    corners = (tile.to_board(CORNERS_MM) + np.array(CANVAS_MM) / 2) * scale
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, (canvas.shape[1], canvas.shape[0]))
    height, width = face.shape[:2]
    source = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [-0.5, height - 0.5]], np.float32)
    warp = cv2.getAffineTransform(source, (corners[[0, 1, 3]] - low - 0.5).astype(np.float32))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    laid = cv2.warpAffine(face, warp, (part.shape[1], part.shape[0]), flags=cv2.INTER_LINEAR)
    over = laid[:, :, 3] > part[:, :, 3]
    part[over] = laid[over]


def clutter(view: LitCamera, seed: int) -> list[Solid]:
    """What lies about: wheelbarrow boards, a pile of cards, coins.  Farther things first."""
    rng = dealt(seed, "clutter")
    things: list[Solid] = []
    for place in rng.permutation(8)[: int(rng.integers(2, 5))]:
        a = place * np.pi / 4 + rng.uniform(-0.15, 0.15)
        centre = np.array([np.cos(a) * 330, np.sin(a) * 265])
        color = np.array([96.0, 112.0, 132.0]) + rng.uniform(-18, 18, 3)
        things.append(box(view, _rectangle(centre, (152, 68), rng.uniform(0, np.pi)), FLOOR_MM, 2.0, color))
    for _ in range(int(rng.integers(6, 18))):
        a, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.02, 1.5)
        at = (float(np.cos(a) * 300 * away), float(np.sin(a) * 225 * away))
        metal = ((46, 160, 214), (188, 192, 196), (40, 98, 176))[int(rng.integers(3))]
        radius = float(rng.choice([8.0, 9.5, 11.0]))
        things.append(turned(view, at, FLOOR_MM, [(radius, 0), (radius, 1.6)], np.array(metal, np.float64)))
    a = rng.uniform(0, 2 * np.pi)
    deck = _rectangle(np.array([np.cos(a) * 300, np.sin(a) * 240]), (44, 68), rng.uniform(0, np.pi))
    things.append(
        box(
            view,
            deck,
            FLOOR_MM,
            float(rng.uniform(2, 9)),
            np.array([225.0, 228, 230]),
            picture("card-back", 128)[6:122, 22:106],
        )
    )
    return sorted(things, key=lambda s: -float(np.linalg.norm(view.camera.position_mm[:2] - s.at_mm)))


def _rectangle(centre_mm: Floats, size_mm: tuple[float, float], turn_rad: float) -> Floats:
    """Corners (4, 2) of a turned rectangle, clockwise on the board."""
    c, s = np.cos(turn_rad), np.sin(turn_rad)
    corners: Floats = (np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size_mm) / 2) @ np.array(
        [[c, s], [-s, c]]
    ) + centre_mm
    return corners


__all__ = ["CORNERS_MM", "EDGE_BGR", "fill", "own_art", "painted_board"]
