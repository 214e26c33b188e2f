"""The answers of a learnt net, for any number of threads."""

import os
import threading
from functools import cached_property
from importlib.resources import files

import cv2
import numpy as np

from vision.frame import Reals

# OpenCV 5.0 ignores which engine is asked for where a net is not read from a file; the other takes twice as long.
os.environ.setdefault("OPENCV_FORCE_DNN_ENGINE", str(cv2.dnn.ENGINE_CLASSIC))


class Net:
    """A network in ONNX beside the module that uses it.  Loaded when it is first asked; safe to ask from any thread.

    OpenCV keeps the input and all layers inside its net: two threads in it would get each other's answers.
    """

    def __init__(self, package: str, name: str) -> None:
        self._package, self._name = package, name
        self._asking = threading.Lock()

    def answer(self, picture: Reals) -> Reals:
        """What the net says of one input, float32 (channels, rows, columns): float32, without the batch."""
        with self._asking:
            self._net.setInput(picture[None])
            return np.array(self._net.forward()[0], np.float32)

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        model = files(self._package).joinpath(self._name).read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8), cv2.dnn.ENGINE_CLASSIC)


def folded(planes: Reals, fold: int) -> Reals:
    """(channels * fold², rows / fold, columns / fold) of (channels, rows, columns): the pixels of a block of ``fold`` a
    side as channels of their own, row by row."""
    count, height, width = planes.shape
    blocks = planes.reshape(count, height // fold, fold, width // fold, fold).transpose(0, 2, 4, 1, 3)
    return blocks.reshape(count * fold**2, height // fold, width // fold)


def unfolded(planes: Reals, fold: int) -> Reals:
    """What was folded as it was before."""
    count, height, width = planes.shape
    blocks = planes.reshape(count // fold**2, fold, fold, height, width).transpose(0, 3, 1, 4, 2)
    return blocks.reshape(count // fold**2, height * fold, width * fold)
