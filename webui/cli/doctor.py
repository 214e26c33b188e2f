"""``bazaar doctor``: what this machine has, to be pasted into an issue."""

import platform
import shutil
import socket
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import cv2

from companion.data_dir import data_dir
from webui.camera.webcams import webcams
from webui.http.addresses import addresses
from webui.settings import Settings

_PACKAGES = ("bazaar-companion", "opencv-python", "numpy", "flask", "uvicorn", "msgspec", "babel", "qrcode")
_GIB = 2**30


@click.command()
@click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
@click.option("--port", default=Settings().port, show_default=True, help="The port to look at.")
def doctor(folder: Path | None, port: int) -> None:
    """Say what this machine has: cameras, addresses, port, OpenCV, folders, disk."""
    for name, value in _findings(data_dir(folder), port):
        click.echo(f"{name:<12} {value}")


def _findings(folder: Path, port: int) -> Iterator[tuple[str, str]]:
    yield "system", f"{platform.platform()}, Python {platform.python_version()}"
    yield "packages", ", ".join(f"{name} {_version(name)}" for name in _PACKAGES)
    yield "OpenCV", f"{cv2.__version__}, {cv2.getNumThreads()} threads, video: {_video_backends()}"
    yield "cameras", ", ".join(_cameras()) or "none found (the virtual table will be used)"
    yield "addresses", ", ".join(addresses()) or "none: no network"
    yield "port", f"{port} is {'free' if _is_free(port) else 'taken: use --port with another number'}"
    yield "data", f"{folder} ({shutil.disk_usage(folder).free / _GIB:.1f} GiB free)"
    yield "profiles", ", ".join(sorted(_profiles(folder))) or "none yet: see bazaar learn"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _video_backends() -> str:
    registry = cv2.videoio_registry
    return ", ".join(registry.getBackendName(backend) for backend in registry.getCameraBackends())


def _cameras() -> Iterator[str]:
    return (f"{index} ({width}x{height})" for index, width, height in webcams())


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _profiles(folder: Path) -> Iterator[str]:
    return (path.name for path in (folder / "profiles").glob("*") if path.is_dir())
