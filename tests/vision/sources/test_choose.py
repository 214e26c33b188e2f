"""What words for a camera mean, wherever they are written: behind ``--camera`` or on a page."""

import pytest

from vision.sources.choose import kind_of, names_a_machine, names_a_webcam
from vision.sources.network import without_secrets
from webui.camera.lookout import choice_of

KINDS = {
    "none": "none",
    " virtual ": "virtual",
    "0": "webcam",
    "/dev/video2": "webcam",
    "id:046d:0825@1-2": "webcam",
    "http://192.168.1.20:8080/video": "network",
    "ftp://table": "network",
    "evening.mp4": "files",
    "": "files",
}


@pytest.mark.parametrize(("spec", "kind"), KINDS.items())
def test_a_spec_means_the_same_to_the_eye_and_to_the_pages(spec: str, kind: str) -> None:
    assert kind_of(spec) == kind == choice_of(spec).kind


@pytest.mark.parametrize(
    ("spec", "is_one"),
    [("7", True), ("/dev/v4l/by-id/usb-lens", True), ("id:046d", True), ("/dev/mem", False), ("1234", False)],
)
def test_a_webcam_is_named_by_number_device_file_or_id(spec: str, is_one: bool) -> None:
    assert names_a_webcam(spec) is is_one


@pytest.mark.parametrize("address", ["http://", "ftp://table/", "http://h:0/", "http://h:port/", "rtsp://[h/"])
def test_what_names_no_machine_is_no_address_of_a_camera(address: str) -> None:
    assert not names_a_machine(address)
    assert names_a_machine("rtsps://10.0.0.2:554/live")


def test_of_what_is_no_address_nothing_is_told_that_may_be_a_secret() -> None:
    assert without_secrets("http://anna:s3cret@[h/") == "http://…"
