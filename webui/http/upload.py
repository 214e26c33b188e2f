"""Whether an upload is a picture that may be decoded, and of use: told by its first bytes, before any decoder."""

from vision.sources.heic import can_be_read, is_heic
from vision.sources.pictures import stated_size
from webui.http.errors import Refused

LEAST_PX = 64
"""On a picture with a shorter side nothing of a game is to be seen; some readers' copies of it would have no pixels."""
MOST_TIMES = 16
"""Nor on one whose longer side is more than so many times the shorter one."""


def check_picture(data: bytes, pixels_max: int) -> tuple[int, int]:
    """Width and height of a JPEG, PNG, WebP or HEIC.  Raises Refused for anything else, too many pixels or too few."""
    if is_heic(data) and not can_be_read():
        raise Refused("heic", 415)
    size = stated_size(data)
    if size is None:
        raise Refused("not_a_picture", 415)
    width, height = size
    if width * height > pixels_max:
        raise Refused("too_many_pixels", 413, width=width, height=height)
    if min(size) < LEAST_PX or max(size) > MOST_TIMES * min(size):
        raise Refused("too_few_pixels", 422, width=width, height=height)
    return size
