"""How do bytes become a picture?  Turned as EXIF says, never too large, and with words where they are no picture."""

import struct
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.frame import Image
from vision.sources.heic import can_be_read, heic_size, is_heic, read_heic

MOST_BYTES = 40 << 20
MOST_PX = 80_000_000
JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_SEGMENTS = frozenset(range(0xC0, 0xFF)) - frozenset(range(0xD0, 0xDA))
"""Markers with a length behind them.  Others do not belong before the size: a decoder passes over them otherwise than
somebody who takes them for segments, and would find another size."""
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BadPicture:
    """A picture that cannot be read: which, and why and what to do."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name}: {self.why}"


def load_picture(path: Path) -> Image | BadPicture:
    """The picture in a file, BGR, turned upright as the camera noted it."""
    try:
        data = path.read_bytes()
    except OSError as why:
        return BadPicture(path.name, f"cannot be opened ({why.strerror or why})")
    return decode_picture(data, path.name)


def decode_picture(data: bytes, name: str = "the picture") -> Image | BadPicture:
    """The picture in some bytes, BGR (height, width, 3), turned upright as the camera noted it."""
    if trouble := trouble_with(data):
        return BadPicture(name, trouble)
    image = read_heic(data) if is_heic(data) else _decoded(data)
    if image is None:
        return BadPicture(name, "is no picture this program can read, or it is damaged: send a JPEG or PNG")
    return image


def _decoded(data: bytes) -> Image | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def trouble_with(data: bytes) -> str:
    """What speaks against decoding these bytes at all; empty where nothing does."""
    if not data:
        return "is empty"
    if len(data) > MOST_BYTES:
        return f"is larger than {MOST_BYTES >> 20} MB: send a smaller picture"
    if is_heic(data) and not can_be_read():
        return (
            "is in Apple's HEIC format: choose 'Most Compatible' in the camera's settings, send a JPEG, or install"
            " pillow-heif on the laptop"
        )
    width, height = stated_size(data) or (0, 0)
    if width * height > MOST_PX:
        return f"has {width}x{height} pixels, more than {MOST_PX // 1_000_000} million: send a smaller picture"
    return ""


def stated_size(data: bytes) -> Size | None:
    """(width, height) written in a JPEG, PNG, WebP or HEIC; None where it is another kind, or is damaged."""
    if is_heic(data):
        return heic_size(data)
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg_size(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    return None


def _jpeg_size(data: bytes) -> Size | None:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF and data[at + 1] in JPEG_SEGMENTS:
        if data[at + 1] in JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return int(width), int(height)
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None


def _webp_size(data: bytes) -> Size | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return int(width) & 0x3FFF, int(height) & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None
