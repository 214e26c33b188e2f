"""Who mistypes an address finds a page of the companion, and the way on from it."""

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Screens
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(("language", "says"), [("en", "There is nothing here."), ("fr", "Il n’y a rien ici.")])
def test_a_browser_that_is_lost_is_told_in_its_language(app: Flask, language: str, says: str) -> None:
    answer = app.test_client().get("/tabel", headers=BROWSER | {"Accept-Language": language})
    assert answer.status_code == 404
    assert says in answer.text and 'href="/"' in answer.text


def test_what_is_no_browsers_page_stays_short(app: Flask) -> None:
    answer = app.test_client().get("/static/nothing.js", headers={"Accept": "*/*"})
    assert answer.status_code == 404 and "awning" not in answer.text
    assert app.test_client().get("/api/nothing", headers=BROWSER).json["code"] == "not_found"


@pytest.mark.browser
def test_one_tap_leads_on_from_there(running: Running, screens: Screens) -> None:
    phone = screens.open(f"{running.here}/tabel", **PHONE)
    phone.get_by_role("link", name="To the first page").tap()
    expect(phone.get_by_role("button", name="Take this seat")).to_be_visible()


@pytest.mark.browser
def test_before_any_game_only_the_host_has_something_to_do_on_the_first_page(
    empty_house: House, screens: Screens
) -> None:
    server = Running(empty_house, Settings(host="127.0.0.1", port=0))
    phone, host = screens.open(server.here, **PHONE), screens.host(server, "/")
    for page in (phone, host):
        expect(page.get_by_role("alert")).to_contain_text("No game has been started yet")
        expect(page.get_by_role("button", name="Take this seat")).to_have_count(0)
    expect(phone.get_by_role("link", name="Only watch the table")).to_have_count(0)
    host.get_by_role("link", name="Start a game").click()
    expect(host.get_by_role("heading", name="A new game")).to_be_visible()
    server.stop()
