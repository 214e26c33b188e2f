"""The program in one file, started where there is nothing else: no Python, no tool, only the system's C library."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.test_wheel import PATIENCE_S, ROOT, seat_a_phone
from tests.webui.conftest import wait_until

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="builds for Linux, and changes its root"),
]
LIBRARIES = re.compile(r"/\S*/(?:ld-linux|libc|libm|libdl|libpthread|librt|libutil|libresolv|libz)[-.]\S*")
MOST_BYTES = 180_000_000
NOWHERE = {"PATH": "/nowhere", "HOME": "/home"}


@dataclass
class Alone:
    """A directory that holds the program, the system's C library, and a home."""

    root: Path

    def start(self, *words: str, **more: Any) -> subprocess.Popen[str]:
        command = ["/bazaar", *words]
        root = self.root
        return subprocess.Popen(command, env=NOWHERE, cwd="/", preexec_fn=lambda: os.chroot(root), text=True, **more)

    def ended(self, *words: str) -> tuple[int, str]:
        program = self.start(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said, _ = program.communicate(timeout=PATIENCE_S)
        return program.returncode, said


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    place = tmp_path_factory.mktemp("single")
    root = place / "root"
    words = ["--noconfirm", "--log-level", "ERROR", "--distpath", str(root), "--workpath", str(place / "work")]
    built = [sys.executable, "-m", "PyInstaller", *words, str(ROOT / "installers" / "bazaar.spec")]
    done = subprocess.run(built, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for folder in ("tmp", "home"):
        (root / folder).mkdir()
    needed = subprocess.run(
        ["ldd", "/proc/self/exe", sys.executable], capture_output=True, text=True, check=False
    ).stdout
    for library in {*LIBRARIES.findall(needed), *beside_the_c_library(needed)}:
        (root / library[1:]).parent.mkdir(parents=True, exist_ok=True)
        (root / library[1:]).write_bytes(Path(library).read_bytes())
        (root / library[1:]).chmod(0o755)
    return Alone(root)


def beside_the_c_library(needed: str) -> Iterator[str]:
    """Parts of the C library that are opened by name."""
    folder = Path(next(name for name in LIBRARIES.findall(needed) if "/libc." in name)).parent
    for name in (
        "libm.so.6",
        "libdl.so.2",
        "libpthread.so.0",
        "librt.so.1",
        "libutil.so.1",
        "libresolv.so.2",
        "libz.so.1",
    ):
        if (folder / name).exists():
            yield str(folder / name)


def test_it_holds_all_and_is_not_larger_than_it_must_be(alone: Alone) -> None:
    assert (alone.root / "bazaar").stat().st_size < MOST_BYTES


def test_the_doctor_finds_everything_that_is_packed(alone: Alone) -> None:
    status, said = alone.ended("doctor")
    assert status in (0, 1) and "ok   packages" in said, said
    assert "ok   extras    https, heic, local" in said


def test_a_phone_sits_down_at_it(alone: Alone) -> None:
    words = ("serve", "--no-browser", "--camera", "virtual", "--host", "127.0.0.1", "--port", "0")
    told = alone.root / "told"
    with told.open("w") as line:
        program = alone.start(*words, stdout=line, stderr=line)
    try:
        wait_until(lambda: "This laptop:" in told.read_text() or program.poll() is not None, PATIENCE_S)
        link = re.search(r"This laptop: (\S+)", told.read_text())
        assert link, told.read_text()
        seat_a_phone(link[1])
    finally:
        program.terminate()
        program.wait(20)


def test_it_is_put_into_the_start_menu_as_itself(alone: Alone) -> None:
    status, said = alone.ended("app")
    entry = alone.root / "home/.local/share/applications/bazaar-companion.desktop"
    assert status == 0 and 'Exec="/bazaar"\n' in entry.read_text(), said
    assert (alone.root / "home/.local/share/icons/bazaar-companion.png").exists()
