"""What does the system's own list of cameras say, where a package reads it for us?"""

import importlib
from collections.abc import Iterable
from typing import Any


def enumerated(backend: int) -> Iterable[Any] | None:
    """The cameras one of OpenCV's backends would count, with index, name, path, vid and pid.

    None where the package that reads the list is missing or fails, as it may on systems it has not met.
    """
    try:
        package = importlib.import_module("cv2_enumerate_cameras")
        return list(package.enumerate_cameras(backend))
    except Exception:  # whatever the system's own frameworks raise: the numbers are tried instead
        return None
