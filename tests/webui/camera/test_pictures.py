"""Pictures leave for pages as JPEG: no larger than asked for, and as good as whoever sends them wants."""

import cv2
import numpy as np

from vision.frame import Image
from webui.camera.pictures import QUALITY, jpeg


def noise() -> Image:
    return np.random.default_rng(1).integers(0, 255, (60, 90, 3), np.uint8)


def test_a_picture_is_as_good_as_was_asked_for() -> None:
    assert len(jpeg(noise(), quality=50)) < len(jpeg(noise())) == len(jpeg(noise(), quality=QUALITY))


def test_a_picture_is_no_larger_than_was_asked_for() -> None:
    sizes = [cv2.imdecode(np.frombuffer(jpeg(noise(), longest), np.uint8), cv2.IMREAD_COLOR).shape[:2]
             for longest in (45, 900, None)]  # fmt: skip
    assert sizes == [(30, 45), (60, 90), (60, 90)]
