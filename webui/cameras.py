"""Which webcams hang on this machine?"""

import platform
from pathlib import Path

import cv2

_TRIED = 4


def webcams() -> list[tuple[int, int, int]]:
    """Number, width and height (px) of every webcam that opens, lowest number first."""
    found = []
    for index in range(_TRIED):
        if platform.system() == "Linux" and not Path(f"/dev/video{index}").exists():
            continue
        capture = cv2.VideoCapture(index)
        if capture.isOpened():
            size = (int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), int(capture.get(cv2.CAP_PROP_FRAME_HEIGHT)))
            found.append((index, *size))
        capture.release()
    return found
