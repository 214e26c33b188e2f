"""How does the camera see the scene?  One painter a camera; it keeps what does not change from picture to picture."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.board import CORNERS_MM, FLOOR_MM, own_art, painted_board
from vision.painted.camera import Camera
from vision.painted.clutter import board_point, loose_solids
from vision.painted.hand import hand_mask, hand_solid
from vision.painted.light import Conditions, Grain, blurred, bulb_map, glare_map, jpeg, lamps_px, light_map, toned
from vision.painted.scene import MOSQUE_SIDES, RADIUS_MM, Loose, Scene, TileAt, Token, laid_height, lay_tiles, settle
from vision.painted.solids import LitCamera, Solid, throw_shadows
from vision.painted.things import dice_solids, laid_solids, token_solids, token_top
from vision.painted.webcam import webcam_picture

Truth = dict[str, object]
WHITE = 250
"""From here on nothing is seen of what lies in the light of a lamp."""


def paint(
    scene: Scene, camera: Camera, look: Conditions, seed: int, art: Sequence[Image] | None = None
) -> tuple[Image, Truth]:
    """One picture, BGR (height, width, 3), and its truth as beside the table photos; same arguments, same picture."""
    (picture,), truth = film(scene, camera, look, seed, 1, art)
    return picture, truth


def film(
    scene: Scene, camera: Camera, look: Conditions, seed: int, count: int, art: Sequence[Image] | None = None
) -> tuple[list[Image], Truth]:
    """So many pictures in a row of a table on which nothing moves, and their truth, as ``paint`` gives it."""
    painter = Painter(camera, look, seed, art)
    scene = settle(scene, seed)
    clean = painter.clean(scene)
    pictures = [painter.sensed(clean, number) for number in range(count)]
    return pictures, painter.truth(scene) | {"burnt": painter.burnt(scene, pictures[0])}


class Painter:
    """Paints scenes as one camera in one light sees them."""

    def __init__(self, camera: Camera, look: Conditions, seed: int, art: Sequence[Image] | None = None) -> None:
        self.camera, self.look, self.seed = camera, look, seed
        self.art = own_art() if art is None else art
        self._view = LitCamera.of(camera, look)
        self._light = light_map(camera, look, camera.plane_map()[0])
        self._glare, self._bulbs = glare_map(camera, look, seed), bulb_map(camera, look, seed)
        self._grain = Grain(camera.width_px, camera.height_px, look.noise, seed) if look.noise > 0 else None
        self._still: tuple[object, Image] | None = None
        self._laid: tuple[object, list[Solid]] | None = None

    def picture(self, scene: Scene, number: int = 0) -> Image:
        """The scene through lens and sensor; ``number`` counts pictures and changes only the noise."""
        return self.sensed(self.clean(scene), number)

    def sensed(self, clean: Image, number: int) -> Image:
        """A clean picture with fresh noise and JPEG."""
        if self.look.webcam is not None:
            return webcam_picture(clean, self.look.webcam, self.seed, number)
        noisy = clean.copy() if self._grain is None else self._grain.on(clean, number)
        return jpeg(noisy, self.look.jpeg)

    def clean(self, scene: Scene) -> Image:
        """The scene before the sensor's noise; its tokens must have been put down (``settle``)."""
        tiles = self.tiles(scene)
        image = self._board(scene, tiles).copy()
        if self._bulbs is not None:
            image = np.asarray(cv2.add(image, self._bulbs), np.uint8)
        solids = self._solids(scene, tiles)
        throw_shadows(image, self._view, solids, 0.0, self.look.softness_mm)
        for solid in solids:
            solid.paint(image, self._gain_at(solid.at_mm))
        if scene.hand is not None:
            hand = hand_solid(self._view, scene.hand, self.seed)
            throw_shadows(image, self._view, [hand], 0.0, 14.0, 0.35)
            hand.paint(image, self._gain_at(hand.at_mm))
        if self._glare is not None:
            image = np.asarray(cv2.add(image, self._glare), np.uint8)
        return blurred(toned(image, self.look), self.look)

    def tiles(self, scene: Scene) -> dict[int, TileAt]:
        """Where each tile lies."""
        return lay_tiles(scene, self.seed)

    def _board(self, scene: Scene, tiles: dict[int, TileAt]) -> Image:
        """The lit table with its tiles, painted anew only when the tiles change."""
        key = (scene.layout, scene.flipped, scene.missing, scene.gap_mm, scene.jitter_mm, scene.skew_deg)
        if self._still is None or self._still[0] != key:
            laid = [tile for tile in tiles.values() if tile.place not in scene.missing]
            board_mm = self.camera.plane_map()[0]
            even = painted_board(self.camera, self.look, self.seed, self.art, laid, board_mm)
            self._still = (key, np.clip(even * self._light, 0, 255).astype(np.uint8))
        return self._still[1]

    def _solids(self, scene: Scene, tiles: dict[int, TileAt]) -> list[Solid]:
        """Everything solid, the farthest first; wood after the stack it stands on."""
        key = replace(scene, tokens=(), hand=None, dice=None)
        if self._laid is None or self._laid[0] != key:
            self._laid = (key, laid_solids(self._view, scene, tiles, self.seed))
        solids = [(self._depth(s.at_mm), s) for s in self._laid[1]]
        loose = loose_solids(self._view, scene.loose, tiles, self.seed)
        solids += [(self._depth(s.at_mm), s) for s in (*dice_solids(self._view, scene.dice, self.seed), *loose)]
        for token in scene.tokens:
            pieces = token_solids(self._view, token, scene, tiles, self.seed, self.look.sticker)
            near = self._depth(pieces[-1].at_mm)
            if laid_height(token.place, token.at_mm or (0, 0), scene, RADIUS_MM[token.kind]) > 0:
                near -= 30.0
            solids += [(near - 0.001 * i, piece) for i, piece in enumerate(pieces)]
        return [solid for _, solid in sorted(solids, key=lambda pair: -pair[0])]

    def _depth(self, at_mm: tuple[float, float]) -> float:
        """Distance on the table from below the camera."""
        return float(np.hypot(at_mm[0] - self.camera.position_mm[0], at_mm[1] - self.camera.position_mm[1]))

    def _gain_at(self, at_mm: tuple[float, float]) -> Floats:
        """Light (3,) on what stands there."""
        x, y = self.camera.project(np.array([at_mm]))[0]
        row = int(np.clip(y, 0, self.camera.height_px - 1))
        column = int(np.clip(x, 0, self.camera.width_px - 1))
        return np.asarray(self._light[row, column], np.float64)

    def truth(self, scene: Scene) -> Truth:
        """What the picture shows, in the words and units of the table photos' JSON."""
        tiles = self.tiles(scene)
        camera = self.camera
        return {
            "size": [camera.width_px, camera.height_px],
            "layout": [[None if p in scene.missing else p for p in scene.layout[i : i + 4]] for i in range(0, 16, 4)],
            "tokens": [self._token_truth(token, scene, tiles) for token in scene.tokens],
            "nameless": [
                {"kind": one.kind, "place": one.place, "px": _rounded(camera.project(_point(one, tiles)))[0]}
                for one in scene.loose
                if one.place
            ],
            "lamps": self._lamps_truth(),
            "dice": list(scene.dice) if scene.dice else None,
            "hand": scene.hand is not None,
            "covered": self._covered(scene, tiles),
            "flipped": sorted(scene.flipped),
            "tile_corners_px": {
                str(t.place): _rounded(camera.project(t.to_board(CORNERS_MM)))
                for t in tiles.values()
                if t.place not in scene.missing
            },
            "mail_down": scene.mail_down,
            "demand": {"large": scene.demand_large, "small": scene.demand_small},
            "mosque": {
                g: scene.mosque[g][0] if scene.mosque.get(g) else 0 for pair in MOSQUE_SIDES.values() for g in pair
            },
            "rubies": {str(place): count for place, count in scene.rubies.items()},
            "players": list(scene.players),
            "camera": {
                "tilt_deg": camera.tilt_deg,
                "azimuth_deg": camera.azimuth_deg,
                "hfov_deg": camera.hfov_deg,
                "k1": camera.k1,
                "K": camera.matrix.tolist(),
            },
            "look": _look_truth(self.look),
        }

    def _covered(self, scene: Scene, tiles: dict[int, TileAt], least: float = 0.1) -> list[int]:
        """Places of which the hand hides more than the share ``least``."""
        if scene.hand is None:
            return []
        mask = hand_mask(self._view, scene.hand, self.seed)
        hidden = []
        for tile in tiles.values():
            area = np.zeros_like(mask)
            cv2.fillConvexPoly(area, np.round(self.camera.project(tile.to_board(CORNERS_MM))).astype(np.int32), 1)
            if area.any() and float(mask[area > 0].mean()) / 255 > least:
                hidden.append(tile.place)
        return sorted(hidden)

    def _lamps_truth(self) -> list[Truth]:
        """Where lamps are mirrored within the picture; those that are ``blinding`` are seen in wood as well."""
        blinding, bare = lamps_px(self.camera, self.look, self.seed)
        size = self.camera.width_px, self.camera.height_px
        return [
            {"px": _rounded(px[None])[0], "blinding": is_blinding}
            for lamps, is_blinding in ((blinding, True), (bare, False))
            for px in lamps
            if np.all((px >= 0) & (px < size))
        ]

    def _token_truth(self, token: Token, scene: Scene, tiles: dict[int, TileAt]) -> Truth:
        at, top = token_top(token, scene, tiles)
        told: Truth = {"kind": token.kind, "color": token.color, "place": token.place}
        told |= {"under": token.under} if token.kind == "merchant" else {}
        told |= {"neutral": True} if token.neutral else {}
        return told | {"px": _rounded(self.camera.project(at.reshape(1, 2), top))[0]}

    def shown(self, scene: Scene, token: Token) -> float:
        """Share of a token's pixels that show: neither behind other wood nor burnt out by a mirrored lamp."""
        others = replace(scene, tokens=tuple(one for one in scene.tokens if one is not token))
        tiles = self.tiles(scene)
        alone = self._silhouette(token_solids(self._view, token, scene, tiles, self.seed, self.look.sticker))
        seen = self._silhouette(self._solids(scene, tiles)) != self._silhouette(self._solids(others, tiles))
        dark = self._glare is None or self._glare.min(2) < WHITE
        shows, all_of_it = seen.any(2) & alone.any(2) & dark, alone.any(2)
        return float(shows.sum() / max(1, all_of_it.sum()))

    def _silhouette(self, solids: Sequence[Solid]) -> Image:
        """Solids alone (height, width, 3), in their colours on black."""
        image = np.zeros((self.camera.height_px, self.camera.width_px, 3), np.uint8)
        for solid in solids:
            solid.paint(image, self._gain_at(solid.at_mm))
        return image

    def burnt(self, scene: Scene, picture: Image) -> float:
        """Share of the tiles' pixels at full white."""
        mask = np.zeros(picture.shape[:2], np.uint8)
        for tile in self.tiles(scene).values():
            cv2.fillConvexPoly(mask, np.round(self.camera.project(tile.to_board(CORNERS_MM))).astype(np.int32), 1)
        white = picture.min(2) >= WHITE
        return round(float(white[mask > 0].mean()) if mask.any() else 0.0, 3)


def _look_truth(look: Conditions) -> Truth:
    return {
        "table": look.table,
        "kelvin": look.kelvin,
        "noise": look.noise,
        "blur": look.blur_px,
        "motion": look.motion_px,
        "q": look.jpeg,
        "exposure": look.exposure,
        "hard": look.hard,
    }


def _point(one: Loose, tiles: dict[int, TileAt]) -> Floats:
    return np.array([board_point(one, tiles)])


def _rounded(points_px: Floats) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points_px]


__all__ = ["FLOOR_MM", "Painter", "Truth", "paint"]
