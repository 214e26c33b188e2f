"""What `bazaar serve` says as it starts: where phones come in, and in words why a camera cannot be used."""

from collections.abc import Iterator

import pytest

from webui.camera.lookout import CameraChoice
from webui.cli.serve import _ready
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings


@pytest.fixture
def only_here(empty_house: House) -> Iterator[Running]:
    running = Running(empty_house, Settings(host="127.0.0.1", port=0))
    yield running
    running.stop()


def test_who_listens_on_this_computer_alone_names_no_address_for_phones(
    only_here: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    _ready(only_here, CameraChoice("none"), True)
    said = "".join(capsys.readouterr())
    assert f"Only this computer reaches http://127.0.0.1:{only_here.port}" in said
    assert "Phones:" not in said and "█" not in said


def test_a_camera_that_cannot_be_used_is_told_with_its_reason(
    only_here: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    _ready(only_here, CameraChoice("webcam", "behind the sofa"), True)
    said = "".join(capsys.readouterr())
    assert "The camera cannot be used (There is no webcam “behind the sofa”" in said and "/setup" in said
    assert "None" not in said and "bad_webcam" not in said
