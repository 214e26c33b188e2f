"""How does a picture leave for a page?  As a JPEG no larger than needed."""

import base64

import cv2
import numpy as np

from vision.frame import Image

QUALITY = 82
"""Good enough for people, who look at most pictures once."""


def jpeg(bgr: Image, longest_px: int | None = None, quality: int = QUALITY) -> bytes:
    """The picture as JPEG, made smaller where its longer side has more pixels than asked for; quality up to 100."""
    small = bgr if longest_px is None else no_larger(bgr, longest_px)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def data_url(bgr: Image, longest_px: int) -> str:
    """A small picture to be sent within JSON."""
    return "data:image/jpeg;base64," + base64.b64encode(jpeg(bgr, longest_px)).decode()


def no_larger(bgr: Image, longest_px: int) -> Image:
    """The picture, made smaller where its longer side has more pixels than this; no side is lost."""
    scale = longest_px / max(bgr.shape[:2])
    if scale >= 1:
        return bgr
    height, width = (max(1, round(side * scale)) for side in bgr.shape[:2])
    return np.asarray(cv2.resize(bgr, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def sheet(tiles: tuple[Image, ...], width_px: int) -> Image:
    """Sixteen tile pictures as one, four by four in the order of their places."""
    rows = [np.hstack(tiles[at : at + 4]) for at in range(0, 16, 4)]
    return no_larger(np.asarray(np.vstack(rows), np.uint8), width_px)
