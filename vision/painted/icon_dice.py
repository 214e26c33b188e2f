"""What does a photo of the dice game's dice look like?  Painted, with icons of our own or made up from a seed.

Cubes with round corners on a table, seen by a tilted camera: the face on top and the sides one sees, a lamp with its
colour and direction, shadows, blur, noise, JPEG.  What it lacks: dice that touch, fingers, glare.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.ground import PX_PER_MM, SIZE_PX, table_texture
from vision.painted.light import jpeg, lamp_gains
from vision.painted.scene import dealt
from vision.painted.svg import picture

DIE_MM = 16.0
FACE_PX = 128
ICON_PX = 84
SIZE = (900, 1200)  # rows, columns
OWN = {"R": "good-R", "Y": "good-Y", "G": "good-G", "B": "good-B", "L": "thing-lira", "K": "card-back"}
TONES = {"R": (48, 48, 205), "Y": (40, 190, 240), "G": (70, 145, 60), "B": (190, 100, 40), "L": (70, 170, 220)}
TABLES = ("oak", "dark", "felt", "slate", "mat")
_DARK = (40, 30, 35)
_SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))

Icons = dict[str, Image]


@dataclass(frozen=True, slots=True)
class DiceLook:
    """How the photo is taken: tilt of the camera in degrees, height in mm, lamp in kelvin, light (1 is right)."""

    tilt_deg: float = 12.0
    height_mm: float = 330.0
    kelvin: float = 5000.0
    light: float = 1.0
    noise: float = 4.0
    blur_px: float = 0.8
    table: str = "oak"


def random_look(seed: int) -> DiceLook:
    """A phone held over a table somewhere."""
    rng = dealt(seed, "icon dice look")
    return DiceLook(
        tilt_deg=float(rng.uniform(0, 28)),
        height_mm=float(rng.uniform(260, 420)),
        kelvin=float(rng.uniform(2700, 7500)),
        light=float(rng.uniform(0.6, 1.25)),
        noise=float(rng.uniform(1, 9)),
        blur_px=float(rng.uniform(0.4, 1.6)),
        table=str(rng.choice(TABLES)),
    )


# ------------------------------------------------------------------------- icons


def own_icons() -> Icons:
    """Our own drawings."""
    return {sign: picture(name, ICON_PX) for sign, name in OWN.items()}


def made_up_icons(seed: int) -> Icons:
    """Six icons of an edition nobody has seen: four goods in their colours, a coin, a card."""
    rng = dealt(seed, "icon dice icons")
    return {sign: _made_up(sign, rng) for sign in OWN}


def _made_up(sign: str, rng: np.random.Generator) -> Image:
    canvas = np.zeros((ICON_PX, ICON_PX, 4), np.uint8)
    tone = np.clip(np.array(TONES.get(sign, rng.uniform(30, 220, 3))) * rng.uniform(0.8, 1.2, 3), 0, 255)
    color = (*(float(v) for v in tone), 255.0)
    if sign == "L":
        _coin(canvas, color, rng)
    elif sign == "K":
        _card(canvas, color, rng)
    else:
        _ware(canvas, color, rng)
    return canvas


def _ware(canvas: Image, color: tuple[float, ...], rng: np.random.Generator) -> None:
    """A blob with an outline, and something on it."""
    middle, corners = ICON_PX / 2, int(rng.integers(3, 9))
    angles = (
        np.sort(rng.uniform(0, 2 * np.pi, corners)) if rng.random() < 0.5 else np.arange(corners) * 2 * np.pi / corners
    )
    reach = rng.uniform(0.55, 1.0, corners) * middle * 0.92
    points = np.stack([middle + reach * np.cos(angles), middle + reach * np.sin(angles)], axis=1)
    outline = np.round(cv2.convexHull(points.astype(np.float32))).astype(np.int32)
    cv2.fillPoly(canvas, [outline], color, cv2.LINE_AA)
    cv2.polylines(canvas, [outline], True, (*_DARK, 255), int(rng.integers(2, 5)), cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        spot = tuple(int(v) for v in rng.uniform(middle * 0.6, middle * 1.4, 2))
        shade = tuple(float(np.clip(v * rng.uniform(0.4, 1.7), 0, 255)) for v in color[:3])
        cv2.circle(canvas, spot, int(rng.integers(4, 13)), (*shade, 255.0), -1, cv2.LINE_AA)


def _coin(canvas: Image, color: tuple[float, ...], rng: np.random.Generator) -> None:
    middle = (ICON_PX // 2, ICON_PX // 2)
    cv2.circle(canvas, middle, int(ICON_PX * 0.44), color, -1, cv2.LINE_AA)
    cv2.circle(canvas, middle, int(ICON_PX * 0.44), (*_DARK, 255), 3, cv2.LINE_AA)
    cv2.circle(canvas, middle, int(ICON_PX * rng.uniform(0.25, 0.36)), (*_DARK, 255), 2, cv2.LINE_AA)
    cv2.putText(
        canvas, str(rng.integers(1, 10)), (28, 56), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (*_DARK, 255), 4, cv2.LINE_AA
    )


def _card(canvas: Image, color: tuple[float, ...], rng: np.random.Generator) -> None:
    inset = int(rng.integers(16, 26))
    cv2.rectangle(canvas, (inset, 5), (ICON_PX - inset, ICON_PX - 6), color, -1)
    cv2.rectangle(canvas, (inset, 5), (ICON_PX - inset, ICON_PX - 6), (*_DARK, 255), 3)
    for row in range(18, ICON_PX - 14, int(rng.integers(9, 16))):
        cv2.line(canvas, (inset + 6, row), (ICON_PX - inset - 6, row), (235, 235, 235, 255), 3, cv2.LINE_AA)


# ------------------------------------------------------------------------- the scene


def paint_dice(faces: str, icons: Icons, look: DiceLook, seed: int, in_row: bool = False) -> Image:
    """A photo (900, 1200, 3) BGR of dice showing these faces, scattered, or in a row from left to right."""
    rng = dealt(seed, "icon dice scene")
    project = _camera(look)
    image = _ground(project, look, seed)
    places = _row(len(faces), rng) if in_row else _scattered(len(faces), rng)
    turns = rng.uniform(0, 2 * np.pi, len(faces))
    body = np.clip(np.array([236, 242, 245]) * rng.uniform(0.93, 1.02, 3), 0, 255)
    lamp = rng.uniform(0, 2 * np.pi)
    _shadows(image, project, places, lamp)
    for index in np.argsort(-places[:, 1]):
        shown = [faces[index], *(str(rng.choice(list(icons))) for _ in range(4))]
        _die(image, project, (places[index], turns[index]), [icons[one] for one in shown], body, lamp)
    return _photographed(image, look, rng)


def _camera(look: DiceLook) -> Floats:
    """(3, 4) from millimetres (z up) to pixels."""
    tilt = np.radians(look.tilt_deg)
    eye = look.height_mm * np.array([0, -np.sin(tilt), np.cos(tilt)])
    right, forward = np.array([1.0, 0, 0]), -eye / np.linalg.norm(eye)
    axes = np.stack([right, np.cross(forward, right), forward])
    focal = SIZE[1] * 1.15
    inner = np.array([[focal, 0, SIZE[1] / 2], [0, focal, SIZE[0] / 2], [0, 0, 1]])
    return np.asarray(inner @ np.column_stack([axes, -axes @ eye]), np.float64)


def _px(project: Floats, points: Floats) -> Floats:
    flat = np.column_stack([points, np.ones(len(points))]) @ project.T
    return np.asarray(flat[:, :2] / flat[:, 2:], np.float64)


def _ground(project: Floats, look: DiceLook, seed: int) -> Image:
    texture = table_texture(look.table, seed)
    to_mm = np.array(
        [[1 / PX_PER_MM, 0, -SIZE_PX / PX_PER_MM / 2], [0, -1 / PX_PER_MM, SIZE_PX / PX_PER_MM / 2], [0, 0, 1]]
    )
    plane = project[:, [0, 1, 3]] @ to_mm
    ground = cv2.warpPerspective(texture, plane, SIZE[::-1], flags=cv2.INTER_AREA, borderMode=cv2.BORDER_WRAP)
    return np.asarray(ground, np.uint8)


def _row(count: int, rng: np.random.Generator) -> Floats:
    spread = (np.arange(count) - (count - 1) / 2) * 27.0
    return np.stack([spread + rng.uniform(-2, 2, count), rng.uniform(-5, 5, count)], axis=1)


def _scattered(count: int, rng: np.random.Generator) -> Floats:
    places: list[Floats] = []
    while len(places) < count:
        at = rng.uniform((-78, -55), (78, 55))
        if all(np.linalg.norm(at - other) > 1.75 * DIE_MM for other in places):
            places.append(at)
    return np.array(places).reshape(-1, 2)


def _corners(at: Floats, turn: float) -> Floats:
    angles = turn + np.pi / 4 + np.arange(4) * np.pi / 2
    return np.asarray(at + DIE_MM / np.sqrt(2) * np.stack([np.cos(angles), np.sin(angles)], axis=1), np.float64)


def _shadows(image: Image, project: Floats, places: Floats, lamp: float) -> None:
    """What the dice keep from the lamp, all at once."""
    shift = 0.45 * DIE_MM * np.array([np.cos(lamp), np.sin(lamp)])
    mask = np.zeros(image.shape[:2], np.uint8)
    for at in places:
        ground = np.concatenate([_corners(at, 0.3), _corners(at + shift, 0.3)])
        hull = cv2.convexHull(_px(project, np.column_stack([ground, np.zeros(8)])).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 128)
    soft = cv2.GaussianBlur(mask, (0, 0), 7).astype(np.float32)[..., None] / 255
    image[:] = np.asarray(image * (1 - soft), np.uint8)


def _die(
    image: Image, project: Floats, lying: tuple[Floats, float], drawn: list[Image], body: Floats, lamp: float
) -> None:
    at, low = lying[0], _corners(*lying)
    base, top = (_px(project, np.column_stack([low, np.full(4, z)])) for z in (0.0, DIE_MM))
    hull = cv2.convexHull(np.concatenate([base, top]).astype(np.float32))
    core = (np.round(hull.reshape(-1, 2) * 0.94 + hull.mean(axis=0) * 0.06)).astype(np.int32)
    cv2.fillConvexPoly(image, core, tuple(float(v) for v in body * 0.72), cv2.LINE_AA)
    for number, (one, other) in enumerate(_SIDES):
        quad = np.array([top[one], top[other], base[other], base[one]])
        if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0:
            outward = (low[one] + low[other]) / 2 - at
            lit = float(outward @ np.array([np.cos(lamp), np.sin(lamp)])) / DIE_MM
            _stuck(image, quad, _side(drawn[1 + number], body), 0.68 - 0.2 * lit)
    _stuck(image, top[::-1], _side(drawn[0], body), 1.0)


def _side(icon: Image, body: Floats) -> Image:
    """One face of a die as BGRA with round corners."""
    face = np.zeros((FACE_PX, FACE_PX, 4), np.uint8)
    radius, color = 22, (*(float(v) for v in body), 255.0)
    cv2.rectangle(face, (radius, 0), (FACE_PX - radius, FACE_PX - 1), color, -1)
    cv2.rectangle(face, (0, radius), (FACE_PX - 1, FACE_PX - radius), color, -1)
    for x in (radius, FACE_PX - 1 - radius):
        for y in (radius, FACE_PX - 1 - radius):
            cv2.circle(face, (x, y), radius, color, -1, cv2.LINE_AA)
    inset = (FACE_PX - ICON_PX) // 2
    inner = face[inset : inset + ICON_PX, inset : inset + ICON_PX, :3]
    share = icon[..., 3:].astype(np.float32) / 255
    inner[:] = np.asarray(inner * (1 - share) + icon[..., :3] * share, np.uint8)
    return face


def _stuck(image: Image, quad: Floats, face: Image, shade: float) -> None:
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 2, 0, None)
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 3, 0, SIZE[::-1])
    if (high <= low).any():
        return
    square = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32)
    to_px = cv2.getPerspectiveTransform(square, (quad - low).astype(np.float32))
    width, height = (int(n) for n in high - low)
    laid = cv2.warpPerspective(face, to_px, (width, height), flags=cv2.INTER_AREA).astype(np.float32)
    share = laid[..., 3:] / 255
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = np.clip(part * (1 - share) + laid[..., :3] * shade * share, 0, 255).astype(np.uint8)


def _photographed(image: Image, look: DiceLook, rng: np.random.Generator) -> Image:
    rows, columns = np.mgrid[-1 : 1 : SIZE[0] * 1j, -1 : 1 : SIZE[1] * 1j]
    slope = 1 + 0.18 * (rows * rng.uniform(-1, 1) + columns * rng.uniform(-1, 1))
    lit = image * slope[..., None] * lamp_gains(look.kelvin) * look.light
    soft = cv2.GaussianBlur(lit, (0, 0), look.blur_px)
    noisy = soft + rng.standard_normal(image.shape) * look.noise
    return jpeg(np.clip(noisy, 0, 255).astype(np.uint8), 88)
