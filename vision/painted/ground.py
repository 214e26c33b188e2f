"""What does the table under the tiles look like?  Seeded textures that repeat without a seam."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.painted.scene import dealt

SIZE_PX = 1024
PX_PER_MM = 2.0
Floats32 = NDArray[np.float32]
TONES = {
    "oak": ((84, 130, 178), (62, 100, 146)),
    "dark": ((40, 52, 74), (26, 34, 52)),
    "cloth": ((150, 160, 172), (120, 128, 140)),
    "felt": ((52, 74, 44), (44, 62, 38)),
    "slate": ((92, 88, 84), (70, 66, 62)),
    "white": ((212, 216, 218), (200, 203, 206)),
    "mat": ((120, 70, 60), (150, 120, 70)),
    "marble": ((196, 200, 204), (150, 152, 158)),
}


@lru_cache(maxsize=6)
def table_texture(table: str, seed: int) -> Image:
    """BGR (1024, 1024, 3) of the surface, ``PX_PER_MM`` pixels a millimetre; its edges fit together."""
    if table not in TONES:
        raise ValueError(f"no table called {table!r}; there are {', '.join(TONES)}")
    rng = dealt(seed, "table", table)
    light, dark = (np.array(t, np.float32) * rng.uniform(0.88, 1.12) + rng.uniform(-9, 9, 3) for t in TONES[table])
    mix = PATTERNS[table](rng)[..., None]
    surface = light * mix + dark * (1 - mix)
    surface *= 1 + 0.03 * rng.standard_normal((SIZE_PX, SIZE_PX, 1)).astype(np.float32)
    return np.clip(surface, 0, 255).astype(np.uint8)


def clouds(rng: np.random.Generator, across: float, along: float, layers: int = 3) -> Floats32:
    """Smooth seamless noise 0…1 with features of ``across`` by ``along`` pixels (columns, rows)."""
    total = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    for i in range(layers):
        columns, rows = (int(np.clip(SIZE_PX / (2.2 * size / 2**i), 4, SIZE_PX)) for size in (across, along))
        coarse = np.pad(rng.standard_normal((rows, columns)).astype(np.float32), 2, mode="wrap")
        full = (SIZE_PX * (columns + 4) // columns, SIZE_PX * (rows + 4) // rows)
        fine = np.asarray(cv2.resize(coarse, full, interpolation=cv2.INTER_CUBIC), np.float32)
        top, left = (full[1] - SIZE_PX) // 2, (full[0] - SIZE_PX) // 2
        soft = fine[top : top + SIZE_PX, left : left + SIZE_PX]
        total += soft / max(float(soft.std()), 1e-6) / 2**i
    return np.asarray(np.clip(0.5 + total / 5, 0, 1), np.float32)


def _wood(rng: np.random.Generator) -> Floats32:
    rings = clouds(rng, 80, 9, 4)
    grain = np.sin(rings * rng.uniform(18, 40) + clouds(rng, 60, 60, 2) * 6)
    planks = np.ones((SIZE_PX, SIZE_PX), np.float32)
    height = int(rng.choice([1024, 512, 256]))
    if height < 1024:
        planks[::height] = 0.3
        planks *= rng.uniform(0.8, 1.0, (SIZE_PX // height, 1)).repeat(height, 0).astype(np.float32)
    return np.asarray(np.clip((0.5 + 0.3 * grain + 0.25 * (clouds(rng, 70, 3, 2) - 0.5)) * planks, 0, 1), np.float32)


def _woven(rng: np.random.Generator) -> Floats32:
    period = int(rng.choice([4, 8, 16]))
    y, x = np.mgrid[0:SIZE_PX, 0:SIZE_PX]
    threads = np.where((x // period + y // period) % 2 == 0, np.sin(x * np.pi / period), np.sin(y * np.pi / period))
    checks = 0.25 * ((x // 128 + y // 128) % 2) if rng.uniform() < 0.5 else 0.0
    return np.asarray(
        np.clip(0.45 + 0.2 * np.abs(threads) + checks + 0.2 * (clouds(rng, 60, 60) - 0.5), 0, 1), np.float32
    )


def _fibres(rng: np.random.Generator) -> Floats32:
    return np.clip(0.5 + 0.5 * (clouds(rng, 1.2, 1.2, 1) - 0.5) + 0.6 * (clouds(rng, 70, 70) - 0.5), 0, 1).astype(
        np.float32
    )


def _stone(rng: np.random.Generator) -> Floats32:
    return np.asarray(np.clip(clouds(rng, 40, 25, 5) + 0.2 * (clouds(rng, 1, 1, 1) - 0.5), 0, 1), np.float32)


def _plain(rng: np.random.Generator) -> Floats32:
    return np.asarray(np.clip(0.5 + 0.4 * (clouds(rng, 80, 80, 2) - 0.5), 0, 1), np.float32)


def _printed(rng: np.random.Generator) -> Floats32:
    """A play mat with big ornaments: rings, diamonds and stripes."""
    y, x = np.mgrid[0:SIZE_PX, 0:SIZE_PX].astype(np.float32)
    cell = float(rng.choice([128, 256]))
    u, v = (x % cell) / cell - 0.5, (y % cell) / cell - 0.5
    rings = np.sin(np.hypot(u, v) * 2 * np.pi * rng.integers(3, 7))
    stars = np.sin((np.abs(u) + np.abs(v)) * 2 * np.pi * rng.integers(2, 5))
    return np.asarray(
        np.clip(0.5 + 0.3 * np.sign(rings * stars) + 0.2 * (clouds(rng, 3, 3, 1) - 0.5), 0, 1), np.float32
    )


def _veins(rng: np.random.Generator) -> Floats32:
    return np.asarray(np.clip(np.abs(clouds(rng, 70, 70, 5) - 0.5) * 7, 0, 1) ** 0.5, np.float32)


PATTERNS = {
    "oak": _wood,
    "dark": _wood,
    "cloth": _woven,
    "felt": _fibres,
    "slate": _stone,
    "white": _plain,
    "mat": _printed,
    "marble": _veins,
}
