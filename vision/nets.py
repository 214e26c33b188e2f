"""The answers of a learnt net, for any number of threads."""

import threading
from functools import cached_property
from importlib.resources import files

import cv2
import numpy as np

from vision.frame import Reals


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
