"""What light and what sensor does the painted table have?  Lamps, glare, blur, noise, JPEG, all seeded."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Floats, Image
from vision.painted.camera import Camera
from vision.painted.scene import dealt
from vision.painted.webcam import Webcam

Floats32 = NDArray[np.float32]
STICKERS = ("round", "small", "square", "tinted")
MIRRORED = (0, 0, 0, 1, 2)
"""How many lamps are mirrored in tiles, one as likely as the other."""
MOVED = 7919  # between the seeds of lamps before and after they were moved
TABLES = ("oak", "dark", "cloth", "felt", "slate", "white", "mat", "marble")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light, table and camera.

    ``exposure`` 1 is well lit; ``kelvin`` colours the lamp, ``gradient`` is how much darker it is away from it,
    ``lamp_deg`` where it stands, ``lamp_up_deg`` its height; ``glare`` counts shiny spots on tiles, ``moved`` how often
    lamps were moved since; so many ``bulbs`` are mirrored with sharp edges in glossy print, not in wood; ``hard`` puts
    a sharp edge of shadow over the table; ``noise`` in grey levels; ``blur_px`` is a sigma; ``jpeg`` 0 leaves it
    out.  ``sheen`` is a broad veil on glossy tiles and wood; ``contrast`` and ``saturation`` are the camera's;
    ``sticker`` is how this copy's wood is marked.  Where a ``webcam`` looks, its own noise and JPEG take the place of
    ``noise`` and ``jpeg``.
    """

    table: str = "oak"
    kelvin: float = 4800.0
    exposure: float = 1.0
    gradient: float = 0.22
    lamp_deg: float = 300.0
    lamp_up_deg: float = 52.0
    softness_mm: float = 5.0
    vignette: float = 0.12
    glare: int = 0
    bulbs: int = 0
    moved: int = 0
    sheen: float = 0.0
    contrast: float = 1.0
    saturation: float = 1.0
    sticker: str = "round"
    hard: bool = False
    second_lamp: bool = False
    noise: float = 2.0
    blur_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    jpeg: int = 0
    clutter: bool = True
    webcam: Webcam | None = None


def random_look(seed: int) -> Conditions:
    """A look nobody chose: every lamp, table and camera that an evening may have."""
    rng = dealt(seed, "look")
    return Conditions(
        table=str(rng.choice(TABLES)),
        kelvin=float(rng.uniform(2700, 6800)),
        exposure=float(rng.uniform(0.55, 1.2)),
        gradient=float(rng.uniform(0.05, 0.45)),
        lamp_deg=float(rng.uniform(0, 360)),
        lamp_up_deg=float(rng.uniform(30, 75)),
        softness_mm=float(rng.uniform(1.5, 9)),
        vignette=float(rng.uniform(0, 0.3)),
        glare=int(rng.choice(MIRRORED)),
        sheen=float(rng.choice([0.0, 0.0, rng.uniform(0.2, 1.0)])),
        contrast=float(rng.uniform(0.78, 1.06)),
        saturation=float(rng.uniform(0.75, 1.12)),
        sticker=str(rng.choice(STICKERS)),
        hard=bool(rng.uniform() < 0.25),
        second_lamp=bool(rng.uniform() < 0.35),
        noise=float(rng.uniform(1, 5.5)),
        blur_px=float(rng.choice([0.0, 0.0, rng.uniform(0.5, 1.4)])),
        motion_px=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(2, 6)])),
        motion_deg=float(rng.uniform(0, 180)),
        jpeg=int(rng.integers(60, 96)),
    )


def lamp_gains(kelvin: float) -> Floats:
    """Blue, green, red gains (3,) of a black body of that temperature relative to 5200 K, green near 1."""
    x = np.clip((kelvin - 5200.0) / 2500.0, -1.1, 1.1)
    return np.array([1 + 0.34 * x, 1 + 0.02 * x, 1 - 0.2 * x])


def light_map(camera: Camera, look: Conditions, board_mm: Floats32) -> Floats32:
    """Gain of the light on each pixel, (height, width, 3) float32; ``board_mm`` is the camera's plane map."""
    small = cv2.resize(board_mm, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_NEAREST)
    lamp = np.radians(look.lamp_deg)
    towards = small[..., 0] * np.sin(lamp) - small[..., 1] * np.cos(lamp)
    strength = 1 + look.gradient * np.tanh(towards / 320.0)
    gains = strength[..., None] * lamp_gains(look.kelvin)
    if look.second_lamp:
        other = np.exp(-(((small[..., 0] + 220) / 380) ** 2) - ((small[..., 1] - 120) / 380) ** 2)
        gains = gains * 0.85 + other[..., None] * 0.3 * lamp_gains(9500 - look.kelvin)
    if look.hard:
        edge = small[..., 0] * np.cos(lamp * 1.7) + small[..., 1] * np.sin(lamp * 1.7) - 60
        gains = gains * (1 - 0.3 / (1 + np.exp(-np.clip(edge / 2.5, -30, 30))))[..., None]
    rows, columns = small.shape[:2]
    y, x = np.mgrid[0:rows, 0:columns]
    radius = np.hypot((x - columns / 2) / columns, (y - rows / 2) / rows) / 0.7071
    gains = gains * (1 - look.vignette * radius[..., None] ** 2) * look.exposure
    full = cv2.resize(gains.astype(np.float32), (camera.width_px, camera.height_px), interpolation=cv2.INTER_LINEAR)
    return np.asarray(full, np.float32)


def glare_map(camera: Camera, look: Conditions, seed: int) -> Image | None:
    """Light added by the lamp's reflections, BGR (height, width, 3), or None where there are none."""
    if not look.glare and look.sheen <= 0:
        return None
    shine = sheen_map(camera, look, seed)
    for i in range(look.glare):
        at_px, rng = _mirrored(camera, look, seed, "glare", i)
        at = at_px / 4
        size = rng.uniform(8, 26) * camera.px_per_mm() / 4
        angle = float(np.degrees(np.arctan2(at[1] - shine.shape[0] / 2, at[0] - shine.shape[1] / 2)))
        spot = np.zeros_like(shine)
        axes = (int(size * rng.uniform(1, 1.8)), int(size))
        cv2.ellipse(spot, (int(at[0]), int(at[1])), axes, angle, 0, 360, float(rng.uniform(130, 330)), -1, cv2.LINE_AA)
        shine += cv2.GaussianBlur(spot, (0, 0), max(1.0, size * 0.35))
    full = np.asarray(cv2.resize(shine, (camera.width_px, camera.height_px)))[..., None] * lamp_gains(look.kelvin)
    return np.asarray(np.clip(full * min(look.exposure, 1.0), 0, 255), np.uint8)


def bulb_map(camera: Camera, look: Conditions, seed: int) -> Image | None:
    """Light of bare lamps mirrored in glossy print, BGR (height, width, 3), or None where there are none."""
    if not look.bulbs:
        return None
    shine = np.zeros((camera.height_px, camera.width_px), np.float32)
    for i in range(look.bulbs):
        (x, y), rng = _mirrored(camera, look, seed, "bulb", i)
        size = float(rng.uniform(4, 11)) * camera.px_per_mm()
        axes, angle = (int(size * rng.uniform(1, 1.4)), int(size)), float(rng.uniform(0, 180))
        spot = np.zeros_like(shine)
        cv2.ellipse(spot, (int(x), int(y)), axes, angle, 0, 360, float(rng.uniform(120, 330)), -1, cv2.LINE_AA)
        shine += cv2.GaussianBlur(spot, (0, 0), max(0.8, size * float(rng.uniform(0.05, 0.2))))
    lit = shine[..., None] * lamp_gains(look.kelvin) * min(look.exposure, 1.0)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def lamps_px(camera: Camera, look: Conditions, seed: int) -> tuple[Floats, Floats]:
    """Middles of mirrored lamps in the picture: of those that blind wood as well (N, 2), and of ``bulbs`` (M, 2)."""
    blinding, bare = (
        [_mirrored(camera, look, seed, kind, i)[0] for i in range(count)]
        for kind, count in (("glare", look.glare), ("bulb", look.bulbs))
    )
    return np.array(blinding, np.float64).reshape(-1, 2), np.array(bare, np.float64).reshape(-1, 2)


def _mirrored(
    camera: Camera, look: Conditions, seed: int, kind: str, number: int
) -> tuple[Floats, np.random.Generator]:
    """Where in the picture (2,) a lamp is mirrored, and the chance that says how."""
    rng = dealt(seed + MOVED * look.moved, kind, number)
    return camera.project(rng.uniform((-170, -110), (170, 110)).reshape(1, 2))[0], rng


def sheen_map(camera: Camera, look: Conditions, seed: int) -> Floats32:
    """The broad veil of a window or lamp shade in glossy print, in grey levels at a quarter of the size."""
    rows, columns = camera.height_px // 4, camera.width_px // 4
    veil = np.zeros((rows, columns), np.float32)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    for i in range(2 if look.sheen > 0 else 0):
        rng = dealt(seed, "sheen", i)
        at = camera.project(rng.uniform((-190, -130), (190, 130)).reshape(1, 2))[0] / 4
        across, along = rng.uniform(30, 110, 2) * camera.px_per_mm() / 4
        veil += look.sheen * rng.uniform(50, 120) * np.exp(-(((x - at[0]) / across) ** 2) - ((y - at[1]) / along) ** 2)
    return veil


def toned(image: Image, look: Conditions) -> Image:
    """Contrast and saturation as the camera's maker likes them."""
    if look.contrast == 1 and look.saturation == 1:
        return image
    grey = np.tile(np.array([0.114, 0.587, 0.299]), (3, 1))
    mixer = look.contrast * (look.saturation * np.eye(3) + (1 - look.saturation) * grey)
    lift = np.full((3, 1), 118 * (1 - look.contrast))
    return np.asarray(cv2.transform(image, np.hstack([mixer, lift])), np.uint8)


def blurred(image: Image, look: Conditions) -> Image:
    """Out of focus, then moved while the shutter was open."""
    if look.blur_px > 0:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.blur_px), np.uint8)
    if look.motion_px > 1:
        size = int(np.ceil(look.motion_px)) | 1
        kernel = np.zeros((size + 2, size + 2), np.float32)
        middle, a = (size + 1) / 2, np.radians(look.motion_deg)
        step = np.array([np.cos(a), np.sin(a)]) * look.motion_px / 2
        ends = [tuple(int(v) for v in np.round((middle + k * step) * 16)) for k in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        image = np.asarray(cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-6)), np.uint8)
    return image


class Grain:
    """Sensor noise: drawn once, then shown through another window for each picture (fast, and never twice the same)."""

    def __init__(self, width_px: int, height_px: int, sigma: float, seed: int) -> None:
        self._size = (height_px, width_px)
        fine = dealt(seed, "grain").normal(0, sigma * 0.8, (height_px + 61, width_px + 67, 3)).astype(np.float32)
        soft = cv2.GaussianBlur(fine, (0, 0), 0.9) * 1.3
        bank = np.clip(np.round(fine + soft), -120, 120)
        self._plus = np.maximum(bank, 0).astype(np.uint8)
        self._minus = np.maximum(-bank, 0).astype(np.uint8)

    def on(self, image: Image, number: int) -> Image:
        """A noisy copy; ``number`` chooses the window."""
        y, x = (number * 17) % 61, (number * 29) % 67
        window = (slice(y, y + self._size[0]), slice(x, x + self._size[1]))
        return np.asarray(cv2.subtract(cv2.add(image, self._plus[window]), self._minus[window]), np.uint8)


def jpeg(image: Image, quality: int) -> Image:
    """The picture after one JPEG encoding; 0 leaves it as it is."""
    if not quality:
        return image
    packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
