"""How is a photo in Apple's HEIC format read?  By ``pillow-heif``, where it is installed (the extra ``heic``)."""

import struct
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO

import numpy as np

from vision.frame import Image

BRANDS = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypheif", b"ftyphevc")
READER = "pillow_heif"
SIZE_BOX = b"ispe"


def is_heic(data: bytes) -> bool:
    """Whether the bytes begin like a HEIC file."""
    return data[4:12] in BRANDS


def can_be_read() -> bool:
    """Whether the library that reads them is installed."""
    return find_spec(READER) is not None


def heic_size(data: bytes) -> tuple[int, int] | None:
    """(width, height) of the largest picture the file says it holds; None where it says none."""
    found = list[tuple[int, int]]()
    at = data.find(SIZE_BOX)
    while at >= 0 and len(data) >= at + 16:
        found.append(struct.unpack(">II", data[at + 8 : at + 16]))
        at = data.find(SIZE_BOX, at + 1)
    return max(found, key=lambda size: size[0] * size[1], default=None)


def read_heic(data: bytes) -> Image | None:
    """The picture, BGR (height, width, 3), turned upright as the camera noted it; None where it is damaged."""
    reader = import_module(READER)
    try:
        pixels = np.asarray(reader.open_heif(BytesIO(data), bgr_mode=True))
    except (ValueError, OSError, RuntimeError, SyntaxError, EOFError):
        return None
    return np.ascontiguousarray(pixels[:, :, :3], np.uint8)
