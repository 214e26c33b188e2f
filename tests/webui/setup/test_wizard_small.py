"""The set-up on a small phone: steps that can be read, a way on in one line, and a camera on another computer."""

import json
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import Screens, begin
from tests.webui.setup.test_wizard import at, go_on
from webui.eyes.looks import FORMAT
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

pytestmark = pytest.mark.browser
SMALL = {"viewport": {"width": 320, "height": 640}}
USUAL = {"viewport": {"width": 360, "height": 740}}
IN_SIGHT = """() => {
  const name = document.querySelector('.progress [aria-current] .dot-name').getBoundingClientRect();
  const strip = document.querySelector('.progress').getBoundingClientRect();
  return name.left >= strip.left && name.right <= strip.right;
}"""
OPAQUE = "() => !/\\/|rgba/.test(getComputedStyle(document.querySelector('.ways')).backgroundColor)"


def post(server: Running, path: str, body: dict[str, object]) -> None:
    headers = {"Content-Type": "application/json", "X-Bazaar": "1", "Origin": server.here}
    urlopen(Request(server.here + path, json.dumps(body).encode(), headers)).close()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_each_step_is_named_and_the_way_on_is_one_line(running: Running, screens: Screens, language: str) -> None:
    page = screens.host(running, **SMALL)
    page.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
    for step in ("language", "camera", "players", "aids", "layout", "seats"):
        page.goto(f"{running.here}/setup?step={step}")
        page.wait_for_selector(f"[data-step={step}]")
        assert page.evaluate(IN_SIGHT), step
        assert page.evaluate(OPAQUE), "what lies behind the buttons is not to be read through them"
        if step != "layout":  # a running game offers two ways on there
            assert page.locator(".ways-row").evaluate("row => row.offsetHeight") < 70, step


@pytest.mark.long
def test_a_camera_on_another_computer_is_let_in_by_the_wizard(empty_house: House, screens: Screens) -> None:
    server = Running(begin(empty_house), Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    try:
        page = screens.host(server, "/setup?step=camera", **USUAL)
        card = page.get_by_role("radio", name="A camera on another computer")
        expect(card).to_have_attribute("aria-checked", "false")
        card.click()
        page.get_by_role("button", name="Let an eye in").click()
        code = page.locator(".eye-command").inner_text().split("--code ")[1]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        post(server, "/api/eye/come_in", {"code": code, "format": FORMAT, "name": "the shelf"})
        expect(card).to_have_attribute("aria-checked", "true")
        expect(page.get_by_text("the shelf")).to_be_visible()
        expect(page.get_by_text("No eye looks just now.")).to_be_visible()
        go_on(page)
        at(page, "Who plays")  # its tiles were learnt at the eye's computer
        go_on(page, "back")
        go_on(page, "camera-none")
        expect(card).to_have_attribute("aria-checked", "false")
        card.click()
        expect(card).to_have_attribute("aria-checked", "true")  # it was let in before
    finally:
        server.stop()
