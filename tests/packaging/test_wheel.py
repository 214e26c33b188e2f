"""What a player installs: one wheel with everything in it, and from it to a seated phone in three commands."""

import json
import os
import re
import subprocess
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.webui.conftest import wait_until

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("companion", "vision", "calibration", "webui")
MOST_BYTES = 4_000_000
PATIENCE_S = 300
BAR_S = 90
"""From the wheel to a seated phone; told, for a test must not depend on how busy the machine is."""
WITHOUT_NETWORK = """
import ipaddress, socket
connect = socket.socket.connect

def only_here(self, address):
    if self.family in (socket.AF_INET, socket.AF_INET6) and self.type & socket.SOCK_STREAM:
        if not ipaddress.ip_address(address[0]).is_loopback:
            raise OSError("the outside network is cut")
    connect(self, address)

socket.socket.connect = only_here
"""


def tracked() -> list[str]:
    """Every file of the tree that git keeps or would keep."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).exists()]


def of_the_program() -> set[str]:
    return {name for name in tracked() if name.split("/")[0] in PACKAGES}


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel by name, without the list of them."""
    with zipfile.ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist() if not name.endswith("RECORD")}


@dataclass
class Built:
    """A wheel made of the tree, and another made of the source distribution of the tree."""

    wheel: Path
    from_sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    place = tmp_path_factory.mktemp("built")
    tree = place / "tree"
    for name in tracked():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes((ROOT / name).read_bytes())
    python = a_venv(place / "builder")
    run(python, "-m", "pip", "install", "--quiet", "setuptools>=77")
    backend = "import setuptools.build_meta as made; made.build_{}({!r})"
    run(python, "-c", backend.format("sdist", str(place)), cwd=tree)
    run(python, "-c", backend.format("wheel", str(place / "one")), cwd=tree)
    (archive,) = place.glob("*.tar.gz")
    run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(place / "two"), str(archive))
    return Built(next((place / "one").glob("*.whl")), next((place / "two").glob("*.whl")))


@dataclass
class Installed:
    """A fresh environment with the wheel in it, far from the tree; and how long two commands took for it."""

    place: Path
    seconds: float

    @property
    def bazaar(self) -> str:
        return str(self.place / "clean/bin/bazaar")


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    place, began_s = tmp_path_factory.mktemp("installed"), time.monotonic()
    python = a_venv(place / "clean")
    run(python, "-m", "pip", "install", "--quiet", str(built.wheel), cwd=place)
    return Installed(place, time.monotonic() - began_s)


def a_venv(place: Path) -> str:
    """The Python of a fresh virtual environment."""
    venv.create(place, with_pip=True)
    return str(place / "bin" / "python")


def run(*command: str, **more: Any) -> None:
    """A command that must succeed, without anything of this tree in its way."""
    done = ended(*command, **more)
    assert done.returncode == 0, done.stderr


def ended(*command: str, **more: Any) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    return subprocess.run(command, capture_output=True, text=True, env=clean, check=False, **more)


def test_every_kind_of_file_of_the_program_is_packed() -> None:
    """Quick: a new kind of file is found here without building anything."""
    packed = (ROOT / "pyproject.toml").read_text().split("[tool.setuptools.package-data]")[1].split("]")[0]
    plain = {name for name in of_the_program() if not name.endswith(".py")}
    assert sorted(name for name in plain if f'"*{Path(name).suffix}"' not in packed) == []


@pytest.mark.long
def test_the_wheel_holds_all_of_the_program_and_nothing_else(built: Built) -> None:
    names = {name for name in contents(built.wheel) if ".dist-info/" not in name}
    assert names == of_the_program()
    assert built.wheel.stat().st_size < MOST_BYTES


@pytest.mark.long
def test_the_source_distribution_builds_the_same_wheel(built: Built) -> None:
    assert built.from_sdist.name == built.wheel.name
    assert contents(built.from_sdist) == contents(built.wheel)


@pytest.mark.long
def test_from_the_wheel_to_a_seated_phone_in_three_commands(
    installed: Installed, capsys: pytest.CaptureFixture[str]
) -> None:
    """Make an environment, install, ``bazaar``: with the network cut from then on."""
    began_s = time.monotonic()
    with bazaar_alone(installed) as link:
        answered_s = time.monotonic() - began_s
        seat_a_phone(link)
    seated_s = installed.seconds + time.monotonic() - began_s
    told = f"{installed.seconds:.1f} s to install, {answered_s:.1f} s more to the first page, {seated_s:.1f} s in all"
    with capsys.disabled():
        print(f"\nfrom the wheel to a seated phone, in three commands: {told} (the bar is {BAR_S} s)")


def seat_a_phone(link: str, pin: str = "") -> None:
    """A browser that is the host's by this link or by the PIN begins a game, and a phone sits down in it."""
    host = Phone(link)
    if pin:
        host.post("/api/be_host", {"pin": pin})
    else:
        host.post("/api/join", {"code": urlsplit(link).fragment.removeprefix("h=")})
    people = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]
    host.post("/api/game", {"game": "istanbul", "players": people})
    seat = host.get("/api/seats")[1]["link"]
    phone = Phone(seat)
    phone.post("/api/join", {"code": urlsplit(seat).fragment.removeprefix("j=")})
    assert phone.get("/api/view")["you"]["seats"] == [1]


@contextmanager
def bazaar_alone(installed: Installed) -> Iterator[str]:
    """``bazaar`` without a word; the link that it opens in the browser."""
    place = installed.place
    opened, browser, cut = place / "opened", place / "browser", place / "cut"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    cut.mkdir()
    (cut / "sitecustomize.py").write_text(WITHOUT_NETWORK)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(place), "BROWSER": f"{browser} %s", "PYTHONPATH": str(cut)}
    with (place / "said").open("w") as said:
        started = subprocess.Popen([installed.bazaar], cwd=place, env=env, stdout=said, stderr=said)
    try:
        wait_until(lambda: opened.exists() or started.poll() is not None, PATIENCE_S)
        assert started.poll() is None, (place / "said").read_text()
        yield opened.read_text().strip()
    finally:
        started.terminate()
        started.wait(20)


class Phone:
    """A browser without a screen that keeps its cookies."""

    def __init__(self, link: str) -> None:
        self._host = urlsplit(link).netloc
        self._cookies = SimpleCookie()

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, body: Any) -> Any:
        return self._ask("POST", path, json.dumps(body))

    def _ask(self, method: str, path: str, body: str | None) -> Any:
        line = HTTPConnection(self._host, timeout=30)
        cookie = "; ".join(f"{key}={one.value}" for key, one in self._cookies.items())
        headers = {"X-Bazaar": "1", "Content-Type": "application/json", "Cookie": cookie}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        said = answer.read()
        line.close()
        assert answer.status < 300, (path, answer.status, said)
        for value in answer.headers.get_all("Set-Cookie") or []:
            self._cookies.load(value)
        return json.loads(said) if said else None


@pytest.mark.long
def test_the_doctor_of_an_installed_wheel_answers(installed: Installed) -> None:
    done = ended(installed.bazaar, "doctor", "--data-dir", str(installed.place / "data"), cwd=installed.place)
    assert done.returncode in (0, 1) and "Python" in done.stdout, done.stderr


@pytest.mark.long
def test_the_steps_of_the_container_make_a_server_of_which_the_pin_makes_a_host(built: Built, tmp_path: Path) -> None:
    """No engine is needed: the script that the container runs, then the command that it starts."""
    recipe = (ROOT / "installers" / "Containerfile").read_text()
    script = re.search(r"^RUN sh /install/(\S+) \S+ /install/\*\.whl", recipe, re.MULTILINE)
    begins = re.search(r"^ENTRYPOINT (\[.*\])$", recipe, re.MULTILINE)
    assert script and begins
    run("sh", str(ROOT / "installers" / script[1]), str(tmp_path / "bazaar"), str(built.wheel), cwd=tmp_path)
    env = {
        "PATH": f"{tmp_path}/bazaar/bin:/usr/bin:/bin",
        "HOME": "/nowhere",
        "BAZAAR_DATA_DIR": str(tmp_path / "data"),
    }
    words = [*json.loads(begins[1]), "--host", "127.0.0.1", "--port", "0"]
    words[0] = str(tmp_path / "bazaar" / "bin" / words[0])
    told = tmp_path / "told"
    with told.open("w") as line:
        server = subprocess.Popen(words, cwd="/", env=env, stdout=line, stderr=line)
    try:
        wait_until(lambda: "Ctrl-C ends it" in told.read_text() or server.poll() is not None, PATIENCE_S)
        pin, link = (re.search(rf"{what}: (\S+)", told.read_text()) for what in ("device", "This laptop"))
        assert pin and link, told.read_text()
        seat_a_phone(link[1].partition("#")[0], pin[1])
    finally:
        server.terminate()
        server.wait(20)
