"""An eye beside a companion with one table: let in on the table page, followed, and sent away again."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Screens, open_tab, wait_until
from vision.painted.table_of_game import Hands
from webui.eyes.trial import EyeProcess, FilmedTable
from webui.http.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.long]
PATIENCE_S = 120.0


def test_the_host_lets_an_eye_in_and_everybody_sees_it_follow(
    running: Running, screens: Screens, filmed: FilmedTable, eye_folder: Path
) -> None:
    house = running.house
    hands = Hands(filmed.table)
    hands.follow(house.running())
    page = screens.table(running, **PHONE)
    open_tab(page, "Seats")
    page.get_by_role("button", name="Let an eye in").click()
    command = page.locator(".eye-command").inner_text()
    assert f"--server http://127.0.0.1:{running.port} " in command and "--table" not in command
    known = {"server": f"http://127.0.0.1:{running.port}", "camera": filmed.address, "name": "the shelf"}
    eye = EyeProcess(eye_folder, known | {"code": command.split("--code ")[1]})
    try:
        wait_until(lambda: house.desk.view(None, str)["status"] == "in_step", PATIENCE_S)
        open_tab(page, "Camera")
        expect(page.get_by_text("its pictures stay there")).to_be_visible()
        expect(page.get_by_text("Camera and game agree").first).to_be_visible()
        state = house.running().state
        here = state.layout.index(state.player.merchant)
        to = int(state.layout[here + (1 if here % 4 < 3 else -1)])
        hands.carry("merchant", str(state.player.color), int(state.player.merchant), to, True)
        wait_until(lambda: int(house.running().state.players[state.turn].merchant) == to, PATIENCE_S)
        open_tab(page, "Seats")
        expect(page.get_by_text("the shelf")).to_be_visible()
        page.get_by_role("button", name="Send away").click()
        expect(page.get_by_text("the shelf")).to_be_hidden()
        wait_until(lambda: eye.ended() == 1, PATIENCE_S)
        assert "does not know this eye any more" in eye.said()
    finally:
        hands.let_go()
        eye.end()
