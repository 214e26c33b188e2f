"""What is the token net trained on?  Straight views of painted tables with new art each time, and of photos with truth.

``python -m tools.token_net.samples OUT --virtual 0 400 --photos FOLDER…`` writes one pickle a picture.
"""

import argparse
import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.tokens import board_point
from vision.frame import Floats, Image
from vision.params import ViewParams
from vision.pose import Pose, TilePose
from vision.sources.virtual_board import own_art
from vision.sources.virtual_camera import Camera, framed
from vision.sources.virtual_look import random_look
from vision.sources.virtual_paint import paint
from vision.sources.virtual_scene import Scene, Token
from vision.tokens.view import straight_view

COLORS = ("red", "blue", "green", "yellow", "white")
LARGE = ("bbbry", "bbbrg", "rbbgy", "ybbrr", "gbbrr")
SMALL = ("brgyy", "ryygg", "brygg", "byygg", "gggry")
SIZES = ((1600, 900), (1333, 1000), (1280, 720), (1066, 800))
HALF_MM = np.array([45.0, 31.5])
TILE_MM: Floats = np.array([[0, 0], [90, 0], [90, 63], [0, 63]], np.float64) - HALF_MM
Sample = dict[str, Any]


def truth_pose(truth: dict[str, Any]) -> Pose:
    """The pose by a truth file: camera and tile corners are given, the plane is solved."""
    matrix, k1 = np.array(truth["camera"]["K"]), float(truth["camera"]["k1"])
    places = [(place, row, column) for row, line in enumerate(truth["layout"]) for column, place in enumerate(line)]
    flipped = [place in truth["flipped"] for place, _, _ in places]
    px = np.array([truth["tile_corners_px"][str(place)] for place, _, _ in places], np.float64)
    mm = np.array(
        [
            np.array([(c - 1.5) * 93, (r - 1.5) * 66]) + (-TILE_MM if down else TILE_MM)
            for (_, r, c), down in zip(places, flipped, strict=True)
        ]
    )
    for _ in range(8):
        flat = np.column_stack([mm.reshape(-1, 2), np.zeros(64)])
        _, rvec, tvec = cv2.solvePnP(flat, px.reshape(-1, 2), matrix, np.array([k1, 0, 0, 0.0]))
        pose = Pose(matrix, k1, np.asarray(rvec, np.float64).ravel(), np.asarray(tvec, np.float64).ravel(), ())
        seen = np.array([board_point(pose, tuple(p)) for p in px.reshape(-1, 2)]).reshape(16, 4, 2)
        mm = np.array([_rigid(own, there) for own, there in zip(mm, seen, strict=True)])
    tiles = tuple(TilePose(p, f, m, 1.0) for (p, _, _), f, m in zip(places, flipped, mm, strict=True))
    return replace(pose, tiles=tiles)


def _rigid(own: Floats, there: Floats) -> Floats:
    """``own`` (4, 2) moved and turned to lie as ``there``."""
    a, b = own.mean(0), there.mean(0)
    u, _, vt = np.linalg.svd((own - a).T @ (there - b))
    return np.asarray((own - a) @ (u @ vt) + b, np.float64)


def sample(
    picture: Image, truth: dict[str, Any], art: dict[int, Image], rng: np.random.Generator, off: float
) -> Sample:
    """What the net is shown and what it should say; ``off`` mm is how badly the tiles are located."""
    pose = truth_pose(truth)
    moved = (replace(t, corners_mm=t.corners_mm + rng.normal(0, off, 2)) for t in pose.tiles)
    shaken = tuple(replace(t, corners_mm=t.corners_mm + rng.normal(0, off * 0.4, (4, 2))) for t in moved)
    view = straight_view(picture, replace(pose, tiles=shaken), art, ViewParams())
    scale = view.scale
    tops = [scale.px(board_point(pose, tuple(t["px"]))[None])[0] for t in truth["tokens"]]
    return {
        "seen": np.clip(view.seen * 150, 0, 255).astype(np.uint8),
        "bare": np.clip(view.bare * 150, 0, 255).astype(np.uint8),
        "tile": view.tile >= 0,
        "foot": scale.px(scale.foot_mm[None])[0],
        "cam": scale.camera_mm,
        "tops": np.array(tops).reshape(-1, 2),
        "toks": [(t["kind"], t["color"], t.get("under", 0), t["place"]) for t in truth["tokens"]],
    }


def virtual_sample(seed: int) -> Sample:
    """A painted table with art nobody has seen, learnt from a picture that is not perfect either."""
    rng = np.random.default_rng([77, seed])
    art = [_new_art(tile, int(rng.integers(0, 3)), rng) for tile in own_art()]
    width, height = SIZES[int(rng.integers(0, len(SIZES)))]
    camera = Camera(
        width,
        height,
        hfov_deg=float(rng.uniform(50, 76)),
        k1=float(rng.uniform(-0.12, 0.03)),
        tilt_deg=float(rng.uniform(0, 58)),
        azimuth_deg=float(rng.uniform(0, 360)),
    )
    look = random_look(seed)
    look = replace(look, exposure=look.exposure * float(rng.uniform(0.6, 1.1)))
    picture, truth = paint(_scene(rng), framed(camera, float(rng.uniform(0.7, 0.95))), look, seed, art)
    return sample(picture, truth, {i + 1: _as_learnt(tile, rng) for i, tile in enumerate(art)}, rng, 0.35)


def _new_art(tile: Image, style: int, rng: np.random.Generator) -> Image:
    if style == 1 or rng.random() < 0.3:
        hsv = cv2.cvtColor(tile.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 360)) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.4, 1.5), 0, 1)
        hsv[..., 2] = hsv[..., 2] ** rng.uniform(0.6, 1.9)
        tile = (np.clip(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), 0, 1) * 255).astype(np.uint8)
    if (style == 2 and rng.random() < 0.8) or rng.random() < 0.15:
        share = float(rng.uniform(0.5, 1))
        mixed = cv2.addWeighted(tile, 1 - share, _abstract(tile.shape[1], tile.shape[0], rng), share, 0)
        tile = np.asarray(mixed, np.uint8)
    return tile


def _abstract(width: int, height: int, rng: np.random.Generator) -> Image:
    """Discs, boxes and rags of all colours, with cloudy light and grain."""
    image = np.full((height, width, 3), rng.integers(0, 255, 3), np.uint8)
    for _ in range(int(rng.integers(8, 60))):
        color = tuple(int(c) for c in rng.integers(0, 255, 3))
        x, y, r = int(rng.integers(0, width)), int(rng.integers(0, height)), int(rng.integers(8, 110))
        kind = rng.integers(0, 3)
        if kind == 0:
            axes = (r, int(r * rng.uniform(0.3, 1)))
            cv2.ellipse(image, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, color, -1, cv2.LINE_AA)
        elif kind == 1:
            rag = np.array([x, y]) + rng.normal(0, r, (int(rng.integers(3, 6)), 2))
            cv2.fillPoly(image, [rag.astype(np.int32)], color, cv2.LINE_AA)
        else:
            cv2.rectangle(image, (x, y), (x + r, y + int(r * rng.uniform(0.3, 2))), color, -1)
    clouds = cv2.resize(rng.normal(0, 1, (12, 16)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    rough = image * (1 + 0.25 * clouds[..., None]) + rng.normal(0, rng.uniform(0, 14), image.shape)
    return np.clip(rough, 0, 255).astype(np.uint8)


def _as_learnt(art: Image, rng: np.random.Generator) -> Image:
    """A tile as a learning photo shows it: few pixels, uneven light, a veil, noise."""
    width = int(rng.uniform(150, 330))
    tile = cv2.resize(art, (width, int(width * 0.7)), interpolation=cv2.INTER_AREA).astype(np.float32)
    across = np.linspace(-1, 1, width)[None, :, None] * rng.uniform(-0.12, 0.12)
    down = np.linspace(-1, 1, tile.shape[0])[:, None, None] * rng.uniform(-0.12, 0.12)
    veil = rng.choice([0, 0, 0, rng.uniform(10, 60)])
    lit = tile * (1 + across + down) * rng.uniform(0.75, 1.25, 3) * rng.uniform(0.5, 1.1) + veil
    noisy = lit + rng.normal(0, rng.uniform(1, 4), tile.shape)
    return np.clip(cv2.GaussianBlur(noisy, (0, 0), float(rng.uniform(0.3, 0.9))), 0, 255).astype(np.uint8)


def _scene(rng: np.random.Generator) -> Scene:
    """A table in the middle of a game, crowded on some places."""
    order = [str(c) for c in rng.permutation(COLORS)]
    count = int(rng.integers(2, 6))
    crowd = rng.choice(16, size=int(rng.integers(2, 7)), replace=False) + 1

    def put(kind: str, color: str, under: int = 0, home: int | None = None) -> Token:
        place = int(rng.choice(crowd)) if rng.random() < 0.45 else int(rng.integers(1, 17))
        at = None if rng.random() < 0.6 else (float(rng.uniform(2, 88)), float(rng.uniform(2, 61)))
        return Token(kind, color, home or place, under, False, at)

    tokens = []
    for color in order[:count]:
        tokens.append(put("merchant", color, int(rng.choice([0, 0, 1, 2, 3, 4, 5]))))
        tokens += [put("assistant", color) for _ in range(int(rng.integers(0, 5)))]
        tokens.append(put("family", color, home=12 if rng.random() < 0.6 else None))
    tokens += [put("merchant", color) for color in order[count:] if rng.random() < 0.5]
    tokens += [put(k, c) for k, c in (("governor", "purple"), ("smuggler", "black")) if rng.random() < 0.9]
    layout = tuple(int(x) for x in rng.permutation(16) + 1)
    return Scene(
        layout=layout,
        tokens=tuple(tokens),
        flipped=frozenset(place for place in layout if rng.random() < 0.1),
        mail_down=int(rng.integers(0, 5)),
        demand_large=str(rng.choice(LARGE)),
        demand_small=str(rng.choice(SMALL)),
        rubies={13: int(rng.integers(0, 9)), 16: int(rng.integers(0, 13)), 1: 3, 14: int(rng.integers(0, 5)), 15: 2},
        discards=int(rng.integers(0, 6)),
        dice=(int(rng.integers(1, 7)), int(rng.integers(1, 7))),
        players=tuple(order[:count]),
        mosque={good: (2, 3, 4, 5)[int(rng.integers(0, 5)) :] for good in "RGYB"},
    )


def photo_samples(folder: Path) -> list[tuple[str, Sample]]:
    """Two samples of every photo without a hand in a folder: tiles well located, and less well."""
    bare = json.loads((folder / "photo_enroll.json").read_text())
    learning = cv2.imread(str(folder / "photo_enroll.jpg"))
    art = {int(place): _tile_of(learning, corners) for place, corners in bare["tile_corners_px"].items()}
    made = []
    for path in sorted([*folder.glob("photo_0*.json"), *folder.glob("game_0*.json")]):
        truth = json.loads(path.read_text())
        if not truth["hand"]:
            picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
            for i, off in enumerate((0.12, 0.35)):
                made.append((f"{path.stem}_{i}", sample(picture, truth, art, np.random.default_rng(i), off)))
    return made


def _tile_of(picture: Any, corners_px: Any) -> Image:
    flat = np.array([[0, 0], [360, 0], [360, 252], [0, 252]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners_px, np.float32), flat)
    return np.asarray(cv2.warpPerspective(picture, matrix, (360, 252), flags=cv2.INTER_CUBIC), np.uint8)


def main() -> None:
    """Write samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--virtual", type=int, nargs=2, default=(0, 0), metavar=("FIRST", "END"))
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    told = parser.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    for folder in told.photos:
        for name, one in photo_samples(folder):
            (told.out / f"photo_{folder.name}_{name}.pkl").write_bytes(pickle.dumps(one))
    for seed in range(*told.virtual):
        (told.out / f"virtual_{seed:05d}.pkl").write_bytes(pickle.dumps(virtual_sample(seed)))


if __name__ == "__main__":
    main()
