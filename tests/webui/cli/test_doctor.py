"""``bazaar doctor``: plain words, a line each, soon done though a camera hangs; a report that tells on nobody."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from vision.sources.machine.camera import LocalCamera
from vision.sources.machine.probe import PictureSize, Way, probed_by
from webui.cli import checkup
from webui.cli.checkup import CAMERA_S, LIST_S, Finding, Machine, check_up
from webui.cli.doctor import doctor, line_of
from webui.http.doors import door, port_of
from webui.reach.cards import CardAddress

HOME = CardAddress("Wi-Fi", "192.168.1.20", "192.168.1.0/24", "real")
LENS = LocalCamera("Anna's HD Webcam", ((cv2.CAP_V4L2, 0),), "046d:0825:SERIAL7", "1-2")
BAR_S, PATIENCE_S = 5.0, 60
HANGS = """
import threading
from vision.sources.machine.linux import Linux
Linux.cameras = lambda self: threading.Event().wait()
"""


def never(ways: tuple[Way, ...]) -> PictureSize | None:
    """As a driver that does not answer."""
    threading.Event().wait()
    return None


def machine(cameras: tuple[LocalCamera, ...] = (), cards: tuple[CardAddress, ...] = (HOME,)) -> Machine:
    return Machine(lambda: cameras, lambda ways, patience_s: PictureSize(1920, 1080), lambda: cards)


def found(what: str, place: Path, one: Machine | None = None, port: int = 0) -> Finding:
    return next(finding for finding in check_up(place, port, one or machine()) if finding.what == what)


def test_a_camera_that_hangs_is_left_after_the_time_that_it_has(tmp_path: Path) -> None:
    hanging = Machine(lambda: (LENS,), lambda ways, patience_s: probed_by(never, ways, patience_s / 10), lambda: [HOME])
    camera = found("camera", tmp_path, hanging)
    assert camera.state == "mend" and "no picture" in camera.found and "close video calls" in camera.advice


def test_several_cameras_that_hang_are_waited_for_together(tmp_path: Path) -> None:
    both = threading.Barrier(2, timeout=PATIENCE_S)

    def probe(ways: tuple[Way, ...], patience_s: float) -> None:
        assert patience_s < BAR_S
        both.wait()

    assert found("camera", tmp_path, Machine(lambda: (LENS, LENS), probe, lambda: [HOME])).state == "mend"


def test_a_list_of_cameras_that_does_not_come_is_told(tmp_path: Path) -> None:
    gate = threading.Event()
    camera = found("camera", tmp_path, Machine(lambda: [LENS] if gate.wait(PATIENCE_S) else [], cards=lambda: [HOME]))
    gate.set()
    assert camera.state == "mend" and "unplug" in camera.advice
    assert CAMERA_S + LIST_S < BAR_S


@pytest.mark.long
def test_the_whole_command_ends_though_a_driver_hangs(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HANGS)
    env = os.environ | {"PYTHONPATH": str(tmp_path), "BAZAAR_DATA_DIR": str(tmp_path / "data")}
    words = [sys.executable, "-m", "webui", "doctor"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 1 and "MEND camera" in done.stdout, done.stderr


def test_a_camera_that_works_says_how_large_its_pictures_are(tmp_path: Path) -> None:
    camera = found("camera", tmp_path, machine((LENS,)))
    assert (camera.state, camera.found) == ("ok", "Anna's HD Webcam: gives 1920x1080 pixels")


def test_no_camera_is_no_trouble(tmp_path: Path) -> None:
    assert found("camera", tmp_path).state == "note"


def test_no_network_is_told_with_the_way_out(tmp_path: Path) -> None:
    network = found("network", tmp_path, machine(cards=()))
    assert network.state == "mend" and "hotspot" in network.advice


def test_a_vpn_alone_is_noted(tmp_path: Path) -> None:
    assert (
        found("network", tmp_path, machine(cards=(CardAddress("tun0", "10.8.0.2", "10.8.0.0/24", "tunnel"),))).state
        == "note"
    )


def test_a_port_that_is_taken_is_no_trouble_for_the_next_is_used(tmp_path: Path) -> None:
    taken = door("127.0.0.1", 0)
    assert found("port", tmp_path, port=port_of(taken)).state == "note"
    taken.close()
    assert found("port", tmp_path, port=0).state == "ok"


def test_a_disk_that_is_full_must_be_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "LEAST_FREE", 1 << 62)
    assert found("folder", tmp_path).state == "mend"


def test_every_finding_is_one_line_and_what_must_be_mended_says_how(tmp_path: Path) -> None:
    for one in (machine((LENS,)), machine(cards=())):
        for finding in check_up(tmp_path, 0, one):
            assert "\n" not in line_of(finding, public=False) and finding.public
            assert finding.advice or finding.state != "mend"


def test_the_report_holds_no_names_folders_and_addresses(tmp_path: Path) -> None:
    (tmp_path / "profiles" / "Annas copy").mkdir(parents=True)
    text = "\n".join(line_of(finding, public=True) for finding in check_up(tmp_path, 0, machine((LENS,))))
    for secret in ("Anna", "192.168", str(tmp_path), "SERIAL7", socket.gethostname()):
        assert secret not in text
    assert "046d:0825 gives 1920x1080" in text


@pytest.mark.parametrize(("cards", "status"), [([HOME], 0), ([], 1)])
def test_the_exit_status_is_for_scripts(
    cards: list[CardAddress], status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkup, "Machine", lambda: Machine(tuple, cards=lambda: cards))
    done = CliRunner().invoke(doctor, ["--data-dir", str(tmp_path)])
    assert done.exit_code == status and done.output.count("MEND") == status
