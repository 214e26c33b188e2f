"""A phone as the camera: offered, let in by the host, and then only its newest picture counts."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.webui.conftest import BASE, BROWSER_ARGS, PHONE, WAIT_MS, Device, Screens, chromium
from vision.sources.pushed import PushedSource
from webui.house import House
from webui.http.server import Running

Make = Callable[[], Device]
IMAGE = np.full((72, 96, 3), 120, np.uint8)
JPEG = bytes(cv2.imencode(".jpg", IMAGE)[1])


def send(phone: Device) -> tuple[int, str]:
    headers = {"X-Bazaar": "1", "Origin": BASE, "Content-Type": "image/jpeg"}
    answer = phone.client.post("/api/phone_camera/picture", base_url=BASE, data=JPEG, headers=headers)
    return answer.status_code, answer.json.get("code", "")


def test_only_the_newest_picture_waits_and_none_grows_old() -> None:
    now = [0.0]
    source = PushedSource(lambda: now[0])
    assert source.next() is None and source.status().state == "waiting"
    for value in (1, 2, 3):
        source.push(np.full_like(IMAGE, value))
    newest = source.next()
    assert newest is not None and newest.bgr[0, 0, 0] == 3 and source.dropped == 2 and source.next() is None
    source.push(IMAGE)
    now[0] = 9.0
    assert source.next() is None and source.status().state == "waiting"


def test_a_phone_is_the_camera_when_the_host_says_so(app: Flask, device: Make, host: Device) -> None:
    phone = device()
    assert phone.post("/api/phone_camera/offer").json["waiting"] is True
    assert send(phone) == (403, "not_the_camera")
    (wish,) = host.view()["wishes"]
    host.post("/api/wishes", {"id": wish["id"], "let_in": True})
    assert wish["seat"] is None and send(phone)[0] == 200
    assert app.extensions["lookout"].choice.kind == "phone"
    app.extensions["lookout"].stop()


def test_a_player_is_no_camera_and_the_camera_no_player(app: Flask, device: Make, host: Device, house: House) -> None:
    phone = device()
    phone.join(house.access.seat_code(0).secret)
    assert send(phone) == (403, "not_the_camera")
    camera = device()
    camera.post("/api/phone_camera/offer")
    host.post("/api/wishes", {"id": host.view()["wishes"][0]["id"], "let_in": True})
    assert camera.act("move 3").status_code == 401
    app.extensions["lookout"].stop()


def test_a_camera_that_was_exchanged_is_told_so(app: Flask, device: Make, host: Device) -> None:
    phone = device()
    phone.post("/api/phone_camera/offer")
    host.post("/api/wishes", {"id": host.view()["wishes"][0]["id"], "let_in": True})
    host.post("/api/wizard/camera", {"kind": "none"})
    assert send(phone) == (409, "other_camera")


@pytest.mark.long
@pytest.mark.browser
def test_a_phone_shows_what_it_sees_and_the_host_lets_it_in(running: Running, screens: Screens) -> None:
    host = screens.open(running.host_link())
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    other = screens.browser.browser_type.launch(executable_path=chromium(), args=[*BROWSER_ARGS, *fake])
    phone = other.new_context(**PHONE).new_page()
    phone.goto(f"{running.here}/camera")
    phone.get_by_role("button", name="Be the camera").tap()
    expect(phone.locator("video")).to_be_visible(timeout=WAIT_MS)
    expect(host.locator(".wish")).to_contain_text("offers to be the camera", timeout=WAIT_MS)
    with phone.expect_response("**/api/phone_camera/picture") as sent:
        host.get_by_role("button", name="Let in").click()
    assert sent.value.status == 200
    other.close()


SLOW_CAMERA = """
  window.asked = 0;
  navigator.mediaDevices.getUserMedia = async () => {
    window.asked += 1;
    await new Promise((given) => { window.give = given; });
    window.stream = document.createElement("canvas").captureStream();
    return window.stream;
  };
"""
"""A camera that is given when the test says so."""


@pytest.mark.long
@pytest.mark.browser
def test_a_phone_whose_camera_is_taken_away_says_so_and_may_begin_anew(running: Running, screens: Screens) -> None:
    phone = screens.open("about:blank", **PHONE)
    phone.add_init_script(SLOW_CAMERA)
    phone.goto(f"{running.here}/camera")
    for asked in (1, 2):
        phone.get_by_role("button", name="Be the camera").dblclick()
        assert phone.evaluate("window.asked") == asked
        phone.evaluate("window.give()")
        expect(phone.locator("video")).to_be_visible()
        phone.evaluate("window.stream.getTracks()[0].dispatchEvent(new Event('ended'))")
        expect(phone.get_by_role("alert")).to_contain_text("The browser gives no picture")
        expect(phone.locator("video")).to_have_count(0)
