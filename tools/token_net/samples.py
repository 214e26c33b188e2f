"""What is the token net trained on?  Straight views of painted tables with new art each time, and of photos with truth.

``python -m tools.token_net.samples OUT --virtual 0 400 --photos FOLDER…`` writes one pickle a picture.
"""

import argparse
import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.tokens import board_point
from tools.token_net.kinds import LAMP, NAMELESS, radius_of, rise_of
from tools.token_net.scenes import crowded_scene, leaning_scene, littered_scene, random_scene
from vision.frame import Floats, Image
from vision.painted.art.generator import art_set
from vision.painted.art.painterly import painterly
from vision.painted.board import own_art
from vision.painted.camera import Camera, framed
from vision.painted.hand import hand_mask
from vision.painted.light import Conditions, random_look
from vision.painted.painter import paint
from vision.painted.scene import Scene
from vision.painted.solids import LitCamera as PaintedView
from vision.painted.webcam import random_webcam
from vision.params import ViewParams
from vision.pose import Pose, TilePose
from vision.tokens.stacks import foot_of
from vision.tokens.view import Scale, prints_of, straight_view

SIZES = ((1600, 900), (1333, 1000), (1280, 720), (1066, 800), (960, 720), (800, 600))
WEBCAMS = ((1280, 720), (1280, 720), (640, 480), (1600, 900), (960, 720))
ART_SETS = 100
"""Sets of the generator that may be learnt from; those after them are for judging (``calibration/cases.py``)."""
LOOKS = 200_000
"""Added to a sample's number, so that no lamp, table or paint of a judged picture is met here."""
ART_PX = (540, 378)
HIDDEN = 0.9
"""A top of which so much is behind other wood is not asked for."""
HALF_MM = np.array([45.0, 31.5])
DISC: Floats = np.array(
    [[0, 0], *([r * np.cos(a), r * np.sin(a)] for r in (0.5, 0.9) for a in np.arange(0, 6.2, 0.52))]
)
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
    """What the net is shown and what it should say; ``off`` mm is how badly the tiles are located.

    What has no name is among the tops, where it touches the tile, and so are mirrored lamps.
    """
    pose = truth_pose(truth)
    moved = (replace(t, corners_mm=t.corners_mm + rng.normal(0, off, 2)) for t in pose.tiles)
    shaken = tuple(replace(t, corners_mm=t.corners_mm + rng.normal(0, off * 0.4, (4, 2))) for t in moved)
    view = straight_view(picture, replace(pose, tiles=shaken), prints_of(art), ViewParams())
    scale = view.scale
    others = ((NAMELESS, one) for one in truth.get("nameless", ())), ((LAMP, one) for one in truth.get("lamps", ()))
    things = [*truth["tokens"], *({"color": "", "place": 0, **one, "kind": kind} for kind, one in chain(*others))]
    tops = [scale.px(board_point(pose, tuple(t["px"]))[None])[0] for t in things]
    wood = [(t["kind"], t["color"], t.get("under", 0), t["place"]) for t in things]
    visible = [
        (share < HIDDEN or bool(t.get("blinding"))) and not t.get("lost")
        for share, t in zip(_hidden(scale, tops, wood), things, strict=True)
    ]
    return {
        "seen": np.clip(view.seen * 150, 0, 255).astype(np.uint8),
        "bare": np.clip(view.bare * 150, 0, 255).astype(np.uint8),
        "tile": view.tile >= 0,
        "foot": scale.px(scale.foot_mm[None])[0],
        "cam": scale.camera_mm,
        "tops": np.array(tops).reshape(-1, 2),
        "toks": wood,
        "visible": np.array(visible, bool),
    }


def _hidden(scale: Scale, tops: list[Floats], wood: list[tuple[str, str, int, int]]) -> list[float]:
    """The share of each top that is behind other wood."""
    if not tops:
        return []
    feet = [foot_of(scale, top, rise_of(kind, under)) for top, (kind, _, under, _) in zip(tops, wood, strict=True)]
    near = [float(np.linalg.norm(foot - scale.px(scale.foot_mm[None])[0])) for foot in feet]
    shares = []
    for i, (top, (kind, _, _, _)) in enumerate(zip(tops, wood, strict=True)):
        points = top + DISC * radius_of(kind) * scale.px_per_mm
        behind = np.zeros(len(points), bool)
        for j, (other, (other_kind, _, _, _)) in enumerate(zip(tops, wood, strict=True)):
            if near[j] < near[i]:
                behind |= _from_line(points, feet[j], other) < radius_of(other_kind) * scale.px_per_mm
        shares.append(float(behind.mean()))
    return shares


def _from_line(points: Floats, start: Floats, end: Floats) -> Floats:
    way = end - start
    along = np.clip((points - start) @ way / max(float(way @ way), 1e-6), 0, 1)
    return np.asarray(np.linalg.norm(points - start - along[:, None] * way, axis=1), np.float64)


def virtual_sample(seed: int) -> Sample:
    """A painted table with art nobody has seen, learnt from a picture that is not perfect either."""
    rng = np.random.default_rng([78, seed])
    art = list(art_set(seed // 16 % ART_SETS)) if seed % 2 else own_art()
    art = [_new_art(tile, int(rng.integers(0, 3)), rng) for tile in art] if rng.random() < 0.8 or not seed % 2 else art
    width, height = SIZES[int(rng.integers(0, len(SIZES)))]
    camera = Camera(
        width,
        height,
        hfov_deg=float(rng.uniform(50, 76)),
        k1=float(rng.uniform(-0.12, 0.03)),
        tilt_deg=float(rng.uniform(0, 60)),
        azimuth_deg=float(rng.uniform(0, 360)),
    )
    camera, look = framed(camera, float(rng.uniform(0.55, 0.95))), _look(rng, LOOKS + seed)
    scene = random_scene(rng, LOOKS + seed)
    picture, painted = paint(scene, camera, look, LOOKS + seed, art)
    truth: dict[str, Any] = dict(painted)
    if scene.hand is not None:
        over = hand_mask(PaintedView.of(camera, look), scene.hand, LOOKS + seed)
        truth["tokens"] = [t | {"lost": bool(_at(over, t["px"]))} for t in truth["tokens"]]
    return _learnt_sample(picture, truth, art, rng)


def crowded_sample(seed: int) -> Sample:
    """A painted table where wood hides wood, as webcams see it, now and then of a copy without any white print."""
    rng = np.random.default_rng([79, seed])
    art = [
        _new_art(tile, int(rng.integers(0, 3)) if rng.random() < 0.5 else 0, rng)
        for tile in art_set(seed // 4 % ART_SETS)
    ]
    if rng.random() < 0.25:
        dim = float(rng.uniform(0.3, 0.7))
        art = [np.asarray(tile * dim, np.uint8) for tile in art]
    width, height = WEBCAMS[int(rng.integers(0, len(WEBCAMS)))]
    lens = float(rng.uniform(50, 72)), float(rng.uniform(-0.1, 0.02))
    camera = Camera(width, height, *lens, tilt_deg=float(rng.uniform(8, 58)), azimuth_deg=float(rng.uniform(0, 360)))
    camera = framed(camera, float(rng.uniform(0.6, 0.9)))
    look = _look(rng, LOOKS + seed)
    glare = int(rng.integers(1, 4)) if rng.random() < 0.4 else look.glare
    look = replace(look, glare=glare, motion_px=0.0 if rng.random() < 0.7 else look.motion_px)
    scene = crowded_scene(rng, LOOKS + seed)
    picture, truth = paint(scene, camera, look, LOOKS + seed, art)
    return _learnt_sample(picture, dict(truth), art, rng)


def webcam_sample(seed: int) -> Sample:
    """A table as a cheap webcam shows it in any light, one picture or the mean of many; art is often dark and rich."""
    rng = np.random.default_rng([80, seed])
    art = list(art_set(seed // 8 % ART_SETS))
    if rng.random() < 0.6:
        art = [_new_art(tile, int(rng.integers(0, 3)), rng) for tile in art]
    if rng.random() < 0.35:
        art = [np.asarray(tile * rng.uniform(0.3, 0.8), np.uint8) for tile in art]
    camera = _camera(rng, WEBCAMS, -0.25)
    look, number = _webcam_look(rng, seed), LOOKS + seed
    scene = (random_scene if rng.random() < 0.6 else crowded_scene)(rng, number)
    picture, truth = paint(replace(scene, hand=None), camera, look, number, art)
    return _learnt_sample(picture, dict(truth), art, rng)


def littered_sample(seed: int) -> Sample:
    """A table with wood on edge and lying and with glasses, which are not to be told, in half the cases by webcam."""
    return _littered(littered_scene, np.random.default_rng([81, seed]), seed)


def leaning_sample(seed: int) -> Sample:
    """The same with much more wood on edge and lying."""
    return _littered(leaning_scene, np.random.default_rng([83, seed]), seed)


def _littered(scene: Callable[[np.random.Generator, int], Scene], rng: np.random.Generator, seed: int) -> Sample:
    art = list(art_set(seed // 8 % ART_SETS))
    if rng.random() < 0.5:
        art = [_new_art(tile, int(rng.integers(0, 3)), rng) for tile in art]
    camera = _camera(rng, SIZES, -0.2)
    number = LOOKS + seed
    look = _webcam_look(rng, seed) if rng.random() < 0.5 else _look(rng, number)
    picture, truth = paint(scene(rng, number), camera, look, number, art)
    return _learnt_sample(picture, dict(truth), art, rng)


def shiny_sample(seed: int) -> Sample:
    """Lamps mirrored in glossy print, with sharp edges or soft ones, beside white wood; art is often dark and rich."""
    rng = np.random.default_rng([82, seed])
    art = list(art_set(seed // 8 % ART_SETS))
    if rng.random() < 0.5:
        art = [painterly(tile, 16 * seed + place) for place, tile in enumerate(art)]
    elif rng.random() < 0.5:
        art = [_new_art(tile, int(rng.integers(0, 3)), rng) for tile in art]
    camera = _camera(rng, SIZES, -0.2)
    number = LOOKS + seed
    look = _webcam_look(rng, seed) if rng.random() < 0.3 else _look(rng, number)
    look = replace(look, bulbs=int(rng.integers(0, 4)), glare=int(rng.integers(0, 4)))
    scene = (random_scene if rng.random() < 0.6 else crowded_scene)(rng, number)
    while "white" not in scene.players:
        scene = random_scene(rng, number)
    picture, truth = paint(replace(scene, hand=None), camera, look, number, art)
    return _learnt_sample(picture, dict(truth), art, rng)


def _camera(rng: np.random.Generator, sizes: Sequence[tuple[int, int]], least_k1: float) -> Camera:
    """A camera nobody chose, with one of these picture sizes, that has the board in its picture."""
    width, height = sizes[int(rng.integers(0, len(sizes)))]
    lens, tilt = (float(rng.uniform(50, 75)), float(rng.uniform(least_k1, 0.02))), float(rng.uniform(0, 58))
    return framed(Camera(width, height, *lens, tilt, float(rng.uniform(0, 360))), float(rng.uniform(0.6, 0.9)))


def _learnt_sample(picture: Image, truth: dict[str, Any], art: list[Image], rng: np.random.Generator) -> Sample:
    """The sample of a painted table whose tiles were learnt from a picture that is not perfect either."""
    return sample(picture, truth, {i + 1: _as_learnt(tile, rng) for i, tile in enumerate(art)}, rng, 0.35)


def _webcam_look(rng: np.random.Generator, seed: int) -> Conditions:
    """All faults of a cheap webcam at once, from good light to none; many electrons stand for a mean of pictures."""
    look = replace(random_look(LOOKS + seed), exposure=1.0, blur_px=float(rng.uniform(0, 2)))
    pictures = 8.0 if rng.random() < 0.3 else 1.0
    webcam = random_webcam(LOOKS + seed, float(rng.uniform(-2.6, 0.5)))
    webcam = replace(webcam, electrons=webcam.electrons * pictures, read=webcam.read * np.sqrt(pictures))
    return replace(look, motion_px=float(rng.choice([0.0, rng.uniform(0, 4)])), webcam=webcam)


def _look(rng: np.random.Generator, seed: int) -> Conditions:
    """Any lamp, table and camera; white tables and dark lamps more often than they come."""
    look = random_look(seed)
    table = str(rng.choice(["white", "marble", "dark"])) if rng.random() < 0.3 else look.table
    exposure = look.exposure * float(rng.uniform(0.25, 0.6) if rng.random() < 0.15 else rng.uniform(0.6, 1.1))
    return replace(look, table=table, exposure=exposure)


def _at(mask: Image, px: Any) -> int:
    row, column = np.clip(np.round(px[::-1]).astype(int), 0, np.array(mask.shape) - 1)
    return int(mask[row, column])


def _new_art(tile: Image, style: int, rng: np.random.Generator) -> Image:
    tile = cv2.resize(tile, ART_PX, interpolation=cv2.INTER_AREA)
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


PAINTED = {
    "virtual": virtual_sample,
    "crowded": crowded_sample,
    "webcam": webcam_sample,
    "littered": littered_sample,
    "leaning": leaning_sample,
    "shiny": shiny_sample,
}
"""The kinds of painted tables."""


def main() -> None:
    """Write samples."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    for name in PAINTED:
        parser.add_argument(f"--{name}", type=int, nargs=2, default=(0, 0), metavar=("FIRST", "END"))
    parser.add_argument("--photos", type=Path, nargs="*", default=[])
    told = parser.parse_args()
    told.out.mkdir(parents=True, exist_ok=True)
    for folder in told.photos:
        for name, one in photo_samples(folder):
            (told.out / f"photo_{folder.name}_{name}.pkl").write_bytes(pickle.dumps(one))
    for name, make in PAINTED.items():
        for seed in range(*getattr(told, name)):
            done, path = pickle.dumps(make(seed)), told.out / f"{name}_{seed:05d}.pkl"
            path.with_suffix(".part").write_bytes(done)
            path.with_suffix(".part").rename(path)


if __name__ == "__main__":
    main()
