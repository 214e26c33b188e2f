"""What is printed on the stacks that lie on tiles?  Small pictures for the tops of boxes."""

from functools import lru_cache

import cv2
import numpy as np

from vision.frame import Floats, Image
from vision.painted.svg import picture

GOOD_BGR = {"r": (42, 36, 200), "g": (58, 140, 60), "y": (40, 186, 242), "b": (196, 104, 44)}
CRATE_BGR: Floats = np.array([62.0, 106, 150])


@lru_cache(maxsize=1)
def crate_lid() -> Image:
    lid = np.full((48, 48, 3), CRATE_BGR, np.uint8)
    cv2.rectangle(lid, (2, 2), (45, 45), (40, 70, 104), 2)
    cv2.line(lid, (2, 24), (45, 24), (44, 78, 114), 1)
    return lid


@lru_cache(maxsize=1)
def extension_lid() -> Image:
    lid = np.full((270, 56, 3), (70, 126, 176), np.uint8)
    for i, good in enumerate("brgy"):
        cv2.rectangle(lid, (8, 20 + 62 * i), (47, 59 + 62 * i), GOOD_BGR[good], -1)
    return lid


@lru_cache(maxsize=64)
def demand_lid(goods: str, dark: bool) -> Image:
    """A demand tile: five goods as letters, one above, then two and two."""
    lid = np.full((174, 132, 3), (44, 34, 36) if dark else (206, 224, 232), np.uint8)
    cv2.rectangle(lid, (4, 4), (127, 169), (150, 190, 206) if dark else (90, 112, 130), 2)
    for good, (x, y) in zip(goods, ((66, 44), (44, 86), (88, 86), (44, 130), (88, 130)), strict=False):
        paste(lid, picture(f"good-{good.upper()}", 36), (x, y))
    return lid


ROWS = (("framed", 28), ("paper", 25), ("dark", 27))
"""How a mosque tile may show its goods: what each of them lies on, and the pixels (6 a mm) from one to the next."""
CARDBOARD_BGR: Floats = np.array([138.0, 152, 160])
"""The sides of punched cardboard."""


@lru_cache(maxsize=64)
def mosque_lid(good: str, need: int, row: int) -> Image:
    """A mosque tile: its arch, and above it as many goods as it asks for, in one of the ``ROWS``."""
    plain = GOOD_BGR[good.lower()]
    lid = np.full((147, 156, 3), plain, np.uint8)
    paste(lid, picture(f"mosque-{good}", 112), (78, 92))
    under, pitch = ROWS[row]
    for i in range(need):
        left, right = 8 + pitch * i, 6 + pitch * (i + 1)
        corners = (left, 8), (right, 6 + pitch)
        if under == "framed":
            cv2.rectangle(lid, *corners, [round(0.5 * c + 120) for c in plain], 2)
        else:
            cv2.rectangle(lid, *corners, (206, 224, 232) if under == "paper" else (44, 34, 36), -1)
        paste(lid, picture(f"good-{good}", pitch - 5), ((left + right) // 2, 7 + pitch // 2))
    return lid


CARD_FACES = ("LIRA5", "GOOD", "LONG_MOVE", "POST2", "STAY", "RETURN", "SULTAN2", "DEALER2", "FAMILY_HOME", "ANY_GOODS")


@lru_cache(maxsize=16)
def card_lid(kind: str) -> Image:
    """A bonus card lying on its side."""
    drawn = picture(f"card-{kind}", 256)[14:242, 48:208]
    return np.asarray(cv2.rotate(drawn, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)


def paste(image: Image, sign: Image, centre: tuple[int, int]) -> None:
    """Blend a BGRA ``sign`` into ``image`` around ``centre`` (x, y), cut off at the border."""
    h, w = sign.shape[:2]
    left, top = centre[0] - w // 2, centre[1] - h // 2
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + w, image.shape[1]), min(top + h, image.shape[0])
    part = sign[y0 - top : y1 - top, x0 - left : x1 - left]
    cover = part[:, :, 3:].astype(np.float32) / 255
    image[y0:y1, x0:x1] = (image[y0:y1, x0:x1] * (1 - cover) + part[:, :, :3] * cover).astype(np.uint8)


@lru_cache(maxsize=64)
def sticker(kind: str, style: str, wood_bgr: tuple[int, ...]) -> tuple[Image, float]:
    """What marks a merchant, Governor or Smuggler: BGRA and half its side in mm.

    ``round`` is our own; others have a ``small`` one, a dark ``square`` portrait, or one ``tinted`` like the wood.
    """
    own = picture(f"sticker-{kind}", 96)
    if style == "square":
        mark = own[18:78, 18:78].copy()
        mark[:, :, :3] = np.where(mark[:, :, 3:] > 0, mark[:, :, :3] * 0.62, 0)
        mark[:, :, 3] = 255
        return mark, 3.6
    if style == "tinted":
        mark = own.copy()
        pale = (mark[:, :, :3].min(2) > 120)[..., None]
        mark[:, :, :3] = np.where(pale, 0.45 * mark[:, :, :3] + 0.55 * np.array(wood_bgr), mark[:, :, :3])
        return mark, 8.4
    return own, 7.4 if style == "round" else 5.0
