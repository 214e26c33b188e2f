"""Which pictures are odd?  Of every kind a decoder knows and of kinds it should refuse, whole, cut off and lying."""

import random
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import cv2
import numpy as np

from vision.frame import Image

CUTS = 16
_SIDE = 160
_JPEG_SCAN, _JPEG_END = b"\xff\xda", b"\xff\xd9"
Make = Callable[[random.Random], bytes]


def odd_pictures(seed: int, n: int) -> Iterator[bytes]:
    """So many pictures; the first ones are one of each kind, then come those that are spoilt."""
    rng = random.Random(seed)
    for at in range(n):
        if at < len(KINDS):
            yield KINDS[at](rng)
        else:
            yield rng.choice(_SPOILS)(rng)


# ---------------------------------------------------------------------- kinds


def _some(rng: random.Random, height: int = _SIDE, width: int = _SIDE) -> Image:
    """Coarse noise: a picture in which there is something to look at."""
    coarse = np.random.default_rng(rng.randrange(2**32)).integers(0, 255, (8, 8, 3), np.uint8)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _encoded(ending: str, picture: object) -> bytes:
    done, data = cv2.imencode(ending, picture)  # type: ignore[call-overload]
    assert done
    return bytes(data)


def _jpeg(rng: random.Random) -> bytes:
    return _encoded(".jpg", _some(rng))


def _png(rng: random.Random) -> bytes:
    return _encoded(".png", _some(rng))


def _webp(rng: random.Random) -> bytes:
    return _encoded(".webp", _some(rng))


def _narrow(rng: random.Random) -> bytes:
    return _encoded(".jpg", _some(rng, *rng.choice(((1, 4000), (4000, 1), (63, 900)))))


def _one_pixel(rng: random.Random) -> bytes:
    return _encoded(rng.choice((".jpg", ".png", ".webp")), _some(rng, 1, 1))


def _grey(rng: random.Random) -> bytes:
    return _encoded(rng.choice((".jpg", ".png")), _some(rng)[:, :, 0])


def _see_through(rng: random.Random) -> bytes:
    return _encoded(rng.choice((".png", ".webp")), np.dstack([_some(rng), _some(rng)[:, :, :1]]))


def _sixteen_bits(rng: random.Random) -> bytes:
    return _encoded(".png", _some(rng).astype(np.uint16) * 257)


def _palette(rng: random.Random) -> bytes:
    """An indexed PNG; now and then its palette is too short for its pixels, or missing."""
    colors = rng.choice((256, 256, 4, 0))
    rows = b"".join(b"\0" + rng.randbytes(_SIDE) for _ in range(_SIDE))
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", _SIDE, _SIDE, 8, 3, 0, 0, 0))
    palette = _chunk(b"PLTE", rng.randbytes(3 * colors)) if colors else b""
    return b"\x89PNG\r\n\x1a\n" + head + palette + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _cmyk(rng: random.Random) -> bytes:
    """A JPEG of four colours: a grey one whose scan is said four times, once for each."""
    grey = _encoded(".jpg", _some(rng)[:, :, 0])
    frame, scan = grey.index(b"\xff\xc0"), grey.index(_JPEG_SCAN)
    colors = b"".join(bytes((number, 0x11, 0)) for number in range(1, 5))
    own = b"\xff\xc0" + struct.pack(">HBHHB", 20, 8, _SIDE, _SIDE, 4) + colors
    length = int(struct.unpack(">H", grey[frame + 2 : frame + 4])[0])
    between, data = grey[frame + 2 + length : scan], grey[scan + 10 : grey.rindex(_JPEG_END)]
    scans = b"".join(_JPEG_SCAN + struct.pack(">HBBBBBB", 8, 1, number, 0, 0, 63, 0) + data for number in range(1, 5))
    adobe = b"\xff\xee" + struct.pack(">H5sHHHB", 14, b"Adobe", 100, 0, 0, 0)
    return grey[:2] + adobe + grey[2:frame] + own + between + scans + _JPEG_END


def _moving(rng: random.Random) -> bytes:
    """An animated WebP or PNG."""
    animation = cv2.Animation()
    animation.frames, animation.durations = [_some(rng), _some(rng)], [50, 50]
    done, data = cv2.imencodeanimation(rng.choice((".webp", ".png")), animation)
    assert done
    return bytes(np.asarray(data))


def _turned(rng: random.Random) -> bytes:
    """A JPEG with an EXIF note of how it is turned; now and then one that makes no sense."""
    jpeg, turn = _encoded(".jpg", _some(rng, 120, 200)), rng.choice((1, 3, 6, 8, 0, 9, 65535))
    note = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0" + struct.pack("<HH", turn, 0) + bytes(4)
    if rng.random() < 0.2:
        note = note.replace(b"\x08\0\0\0\x01\0", b"\xff\xff\xff\x7f\xff\xff")
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(note) + 2) + note + jpeg[2:]


def _huge(rng: random.Random) -> bytes:
    """A head that promises far more pixels than there are."""
    return resized(rng.choice((_jpeg, _png))(rng), *rng.choice(((65535, 65535), (65500, 700), (30000, 30000))))


def _nothing_by_nothing(rng: random.Random) -> bytes:
    return resized(rng.choice((_jpeg, _png))(rng), *rng.choice(((0, 0), (0, _SIDE), (_SIDE, 0))))


def _wrong_size(rng: random.Random) -> bytes:
    size = [rng.choice((64, 100, _SIDE - 1, _SIDE + 1, 700, 1500)) for _ in range(2)]
    return resized(rng.choice((_jpeg, _png))(rng), *size)


def resized(data: bytes, width: int, height: int) -> bytes:
    """The same bytes with another size written at the beginning of a JPEG or PNG."""
    if data[:4] == b"\x89PNG":
        head = struct.pack(">II", width, height) + data[24:29]
        return data[:16] + head + struct.pack(">I", zlib.crc32(b"IHDR" + head)) + data[33:]
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def _other_kind(rng: random.Random) -> bytes:
    return rng.choice((_encoded(".bmp", _some(rng)), _encoded(".tiff", _some(rng)), b"GIF89a" + bytes(60), b"<svg/>"))


def _noise(rng: random.Random) -> bytes:
    starts = (
        b"",
        b"\xff\xd8\xff",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"RIFFxxxxWEBPVP8X",
    )
    return rng.choice(starts) + rng.randbytes(rng.choice((0, 1, 20, 64, 3000)))


KINDS: Sequence[Make] = (
    _jpeg,
    _png,
    _webp,
    _narrow,
    _one_pixel,
    _grey,
    _see_through,
    _sixteen_bits,
    _palette,
    _cmyk,
    _moving,
    _turned,
    _huge,
    _nothing_by_nothing,
    _wrong_size,
    _other_kind,
    _noise,
)


# ---------------------------------------------------------------------- spoilt ones


def _cut_off(rng: random.Random) -> bytes:
    """Ended at one sixteenth after another."""
    data = _whole(rng)
    return data[: len(data) * rng.randrange(CUTS) // CUTS]


def _changed(rng: random.Random) -> bytes:
    """A few bytes are others."""
    data = bytearray(_whole(rng))
    for _ in range(rng.choice((1, 1, 8, 100))):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def _changed_head(rng: random.Random) -> bytes:
    data = bytearray(_whole(rng))
    data[rng.randrange(min(len(data), 64))] = rng.randrange(256)
    return bytes(data)


def _joined(rng: random.Random) -> bytes:
    one, other = _whole(rng), _whole(rng)
    return one[: rng.randrange(len(one))] + other[rng.randrange(len(other)) :]


def _again(rng: random.Random) -> bytes:
    return rng.choice(KINDS)(rng)


def _whole(rng: random.Random) -> bytes:
    return rng.choice(_wholes())


@cache
def _wholes() -> tuple[bytes, ...]:
    rng = random.Random(1)
    kinds = (_jpeg, _png, _webp, _grey, _see_through, _sixteen_bits, _palette, _cmyk, _moving, _turned)
    return tuple(kind(rng) for kind in kinds)


_SPOILS: Sequence[Make] = (_cut_off, _cut_off, _changed, _changed, _changed_head, _joined, _again, _again)
