"""What does a cheap webcam make of the light on its sensor?  Photons, mosaic, smear, halos, tone and MJPEG.

The painter's picture is what a perfect camera would show.  Here it is turned back into light, counted in electrons
under a colour mosaic, and made into a picture again the way a small camera does it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.painted.scene import dealt

Reals = NDArray[np.float32]
GAMMA = 2.2
DEEP = 65535.0
"""What the mosaic counts to before it is made into colours."""


@dataclass(frozen=True, slots=True)
class Webcam:
    """A sensor and what its maker does with the raw picture.

    * ``electrons`` are those of white paper in good light, at ``ev`` 0.  ``ev`` is how much less (or more) light comes
      in, in stops; gain gives back the share ``made_up`` of it.
    * ``counted`` are the shares of blue and red that are counted: lamplight has little blue.
    * ``read`` is the read noise in electrons, ``rows`` that of a whole row.
    * ``balance`` are the gains of blue and red beside what would be right.
    * ``smear`` (a share) and ``blotch_px`` (a radius) take noise from brightness and from colour.
    * ``halo`` is the sharpening, ``contrast`` bends the tone.
    * ``skew_px`` is how far the last row is moved beside the first (rolling shutter).
    * ``hunting`` is how far exposure (in stops) and balance (as a share) sway from picture to picture.
    * ``quality`` is MJPEG's.
    """

    electrons: float = 1200.0
    ev: float = 0.0
    made_up: float = 0.5
    counted: tuple[float, float] = (0.45, 0.75)
    read: float = 4.0
    rows: float = 0.7
    balance: tuple[float, float] = (1.0, 1.0)
    smear: float = 0.5
    blotch_px: float = 2.0
    halo: float = 0.8
    contrast: float = 0.3
    skew_px: float = 0.0
    hunting: float = 0.0
    quality: int = 70


def random_webcam(seed: int, ev: float = 0.0, electrons: tuple[float, float] = (500.0, 1800.0)) -> Webcam:
    """A webcam nobody chose, with so much less light in front of it."""
    rng = dealt(seed, "webcam")
    return Webcam(
        electrons=float(rng.uniform(*electrons)),
        ev=ev + float(rng.uniform(-0.5, 0.5)),
        made_up=float(rng.uniform(0.0, 0.6)),
        counted=(float(rng.uniform(0.2, 0.6)), float(rng.uniform(0.6, 0.9))),
        read=float(rng.uniform(2.5, 6.0)),
        rows=float(rng.uniform(0.3, 1.5)),
        balance=(float(rng.uniform(0.88, 1.12)), float(rng.uniform(0.88, 1.12))),
        smear=float(rng.uniform(0.2, 0.8)),
        blotch_px=float(rng.uniform(1.0, 4.0)),
        halo=float(rng.uniform(0.3, 1.5)),
        contrast=float(rng.uniform(0.0, 0.5)),
        skew_px=float(rng.uniform(-2.0, 2.0)),
        hunting=float(rng.uniform(0.05, 0.25)),
        quality=int(rng.integers(50, 81)),
    )


def webcam_picture(clean: Image, webcam: Webcam, seed: int, number: int = 0) -> Image:
    """The picture (height, width, 3) a webcam sends of a clean one, BGR; ``number`` counts pictures of one seed."""
    rng = dealt(seed, "electrons", number)
    sway, tint = _hunting(webcam, seed, number)
    linear = np.asarray((clean.astype(np.float32) / 255) ** GAMMA, np.float32)
    gains = np.array((webcam.balance[0] * tint, 1.0, webcam.balance[1] / tint), np.float32)
    light = np.asarray(_skewed(linear, webcam.skew_px) * gains, np.float32)
    stops = webcam.ev + sway
    raw = _counted(light, webcam, 2**stops, rng)
    shown = _developed(_colours(raw * np.float32(2 ** (stops * (1 - webcam.made_up)))), webcam)
    packed = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, webcam.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _hunting(webcam: Webcam, seed: int, number: int) -> tuple[float, float]:
    """By how many stops and by which share of colour the camera is off in this picture; slow, and never twice alike."""
    first, second = dealt(seed, "hunting").uniform(0, 2 * np.pi, 2)
    sway = np.sin(first + number / 17) * 0.6 + np.sin(second + number / 5.3) * 0.4
    return float(webcam.hunting * sway), float(1 + 0.3 * webcam.hunting * np.sin(second + number / 29))


def _skewed(light: Reals, skew_px: float) -> Reals:
    """Rows read one after the other while the camera swings."""
    height, width = light.shape[:2]
    slant = np.array([[1, skew_px / height, -skew_px / 2], [0, 1, 0]], np.float32)
    moved = cv2.warpAffine(light, slant, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _counted(light: Reals, webcam: Webcam, share: float, rng: np.random.Generator) -> Reals:
    """What is counted of so large a share of the light under a mosaic of red, green, green and blue (height, width).

    White paper is 1 in every colour: the camera has made up for what it counts less of.
    """
    mosaic, full = light[..., 1].copy(), np.full(light.shape[:2], webcam.electrons * share, np.float32)
    for row, channel, counted in ((0, 2, webcam.counted[1]), (1, 0, webcam.counted[0])):
        mosaic[row::2, row::2] = light[row::2, row::2, channel]
        full[row::2, row::2] *= np.float32(counted)
    count = mosaic * full
    noise = np.sqrt(count + np.float32(webcam.read**2)) * rng.standard_normal(count.shape, np.float32)
    noise += np.float32(webcam.rows) * rng.standard_normal((len(count), 1), np.float32)
    return np.asarray((count + noise) / full, np.float32)


def _colours(mosaic: Reals) -> Reals:
    """The mosaic made into colours (height, width, 3), BGR, 0 to 1."""
    black = 0.02
    deep = np.clip((mosaic + black) / (1 + black) * DEEP, 0, DEEP).astype(np.uint16)
    colours = cv2.demosaicing(deep, cv2.COLOR_BayerBG2BGR).astype(np.float32) / DEEP
    return np.asarray(np.clip(colours * (1 + black) - black, 0, 1), np.float32)


def _developed(linear: Reals, webcam: Webcam) -> Image:
    """Colours (height, width, 3) as the camera sends them before MJPEG: toned, smeared and sharpened."""
    parts = cv2.split(cv2.cvtColor(_toned(linear, webcam.contrast), cv2.COLOR_BGR2YCrCb))
    luma = _sharpened(_smeared(np.asarray(parts[0], np.float32), webcam.smear), webcam.halo)
    chroma = [cv2.GaussianBlur(part, (0, 0), webcam.blotch_px) for part in parts[1:]]
    colours = cv2.cvtColor(cv2.merge([luma, *chroma]), cv2.COLOR_YCrCb2BGR)
    return np.asarray(np.clip(colours * 255 + 0.5, 0, 255), np.uint8)


def _toned(linear: Reals, contrast: float) -> Reals:
    """Light as a screen wants it, dark parts darker and bright ones brighter."""
    shown = linear ** np.float32(1 / GAMMA)
    return np.asarray(shown + contrast * (shown * shown * (3 - 2 * shown) - shown), np.float32)


def _smeared(luma: Reals, share: float) -> Reals:
    """Fine brightness smoothed where it is no edge."""
    if share <= 0:
        return luma
    smooth = cv2.bilateralFilter(luma, 5, 0.06, 1.5)
    return np.asarray(luma + share * (smooth - luma), np.float32)


def _sharpened(luma: Reals, halo: float) -> Reals:
    return np.asarray(luma + halo * (luma - cv2.GaussianBlur(luma, (0, 0), 1.2)), np.float32)
