"""What a picture of bare tiles teaches is kept on disk: every copy is learnt once, not in each test, worker and run.

It is kept by all that makes it: the picture, what is asked, every module that learning imports and every file beside
those modules (nets, numbers), the libraries and the machine.  Whatever of that changes, the copy is learnt again.
"""

import ast
import hashlib
import os
import pickle
import platform
import sys
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from filelock import FileLock

ROOT = Path(__file__).parent.parent
PACKAGES = ("companion", "vision", "calibration", "webui")
FIRST = "calibration.tiles"


def file_of(module: str) -> Path | None:
    """The file of a module of ours; None for all others, and for a name that is no module."""
    path = ROOT.joinpath(*module.split("."))
    known = (path.with_suffix(".py"), path / "__init__.py")
    return next((one for one in known if module.split(".")[0] in PACKAGES and one.is_file()), None)


def imported_by(module: str) -> set[Path]:
    """The files of a module and of all modules of ours that it imports, and they, wherever they do."""
    found, left = set[Path](), {module}
    while left:
        name = left.pop()
        path = file_of(name)
        if path is None or path in found:
            continue
        left.add(name.rpartition(".")[0])
        found.add(path)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                left |= {one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                assert not node.level, f"{path} imports from beside itself"
                left |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def beside(modules: set[Path]) -> set[Path]:
    """The files in the folders of these modules that are no code: nets, numbers, drawings."""
    files = (file for folder in {path.parent for path in modules} for file in folder.iterdir() if file.is_file())
    return {file for file in files if file.suffix not in (".py", ".pyc")}


@cache
def makers() -> str:
    """A digest of all code, numbers and libraries that learning is made of."""
    modules = imported_by(FIRST)
    digest = hashlib.sha256(repr((sys.version, cv2.getBuildInformation(), np.__version__)).encode())
    digest.update(repr((platform.machine(), cv2.getCPUFeaturesLine())).encode())
    for path in sorted(modules | beside(modules)):
        digest.update(path.relative_to(ROOT).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def asked(words: tuple[Any, ...], more: dict[str, Any]) -> str:
    """A digest of what a function is asked."""
    digest = hashlib.sha256()
    for word in (*words, *sorted(more.items())):
        if isinstance(word, np.ndarray):
            digest.update(repr((word.shape, word.dtype)).encode() + np.ascontiguousarray(word).tobytes())
        else:
            assert "..." not in repr(word) and " at 0x" not in repr(word), word
            digest.update(repr(word).encode())
    return digest.hexdigest()[:24]


def kept_in(folder: Path, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, its answers kept in this folder; what other makers made is thrown away."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if not old.name.startswith(makers()):
            old.unlink(missing_ok=True)

    @wraps(function)
    def known(*words: Any, **more: Any) -> Any:
        place = folder / f"{makers()}-{asked(words, more)}"
        with FileLock(f"{place}.lock"):  # of two workers one learns and the other waits
            if not place.exists():
                part = place.with_suffix(f".{os.getpid()}")
                part.write_bytes(pickle.dumps(function(*words, **more)))
                part.replace(place)
        return pickle.loads(place.read_bytes())

    return known
