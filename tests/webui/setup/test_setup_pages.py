"""Setting up and keeping pictures as people see it: each screen has the list, and a mark while pictures are kept."""

import msgspec
import pytest
from playwright.sync_api import expect

from tests.sync.builders import a_look, merchant
from tests.webui.conftest import Screens, open_tab
from tests.webui.setup.test_setup_desk import Eyes, show
from webui.http.server import Running

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_the_list_names_what_lies_wrong_and_goes_when_all_is_right(running: Running, screens: Screens) -> None:
    house = running.house
    house.desk = Eyes()  # type: ignore[assignment]
    phone, table = screens.phone(running, 1), screens.table(running)
    right = a_look(house.running().state)
    wrong = a_look(house.running().state, gone=((merchant("blue"), 7),), there=((merchant("blue"), 5),))
    swapped = msgspec.structs.replace(wrong, cells=(wrong.cells[1], wrong.cells[0], *wrong.cells[2:]))
    show(house, swapped, swapped)
    for page in (phone, table):
        expect(page.locator(".setup-notes").first).to_contain_text("are exchanged.")
        expect(page.get_by_text("At the Post Office stands: blue merchant.")).to_be_visible()
    expect(table.locator(".plan-tile.wrong")).to_have_count(2)
    expect(phone.get_by_role("button", name="Begin without checking")).to_have_count(0)
    show(house, right, right)
    for page in (phone, table):
        expect(page.locator(".setup")).to_have_text("Everything stands right. The game may begin.")
    show(house, msgspec.structs.replace(right, glare=frozenset({9}), far=True))
    for page in (phone, table):
        expect(page.locator(".setup")).to_contain_text("Something bright hides a part here: Tea House.")
        expect(page.locator(".setup")).to_contain_text("The tiles are small in the camera's picture")


@pytest.mark.parametrize(("kept", "aids"), [("app", None), ("real", {})])
def test_cards_of_an_old_draft_are_the_apps_again(
    running: Running, screens: Screens, kept: str, aids: dict[str, str] | None
) -> None:
    """Older programs put the dice game's real cards into the base game and knew no ``aids``."""
    order = {"game": "istanbul", "cards": "real"} | ({} if aids is None else {"aids": aids})
    (running.house.data_dir / "evening.json").write_bytes(msgspec.json.encode({"step": "", "order": order}))
    page = screens.host(running, "/new")
    expect(page.locator(f"[data-key=cards-{kept}]")).to_have_attribute("aria-checked", "true")


@pytest.mark.long
def test_the_page_for_a_new_game_asks_again_what_nobody_answered(running: Running, screens: Screens) -> None:
    """Who types meanwhile keeps what he typed, whoever played before."""
    order = {"players": [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]}
    (running.house.data_dir / "evening.json").write_bytes(msgspec.json.encode({"step": "", "order": order}))
    page = screens.host(running)
    page.route("**/api/wizard", lambda route: route.abort(), times=1)
    page.goto(f"{running.here}/new")
    page.locator("[data-key=name-0]").fill("Zoë")
    page.locator("[data-key=name-0]").blur()
    expect(page.locator("[data-key=who-1]")).to_be_visible()
    expect(page.locator("[data-key=name-0]")).to_have_value("Zoë")
    page.locator("[data-key=start]").click()
    page.wait_for_selector(".joining")
    assert "Zoë" in {person.name for person in running.house.sitting.people}


def test_the_host_skips_the_list(running: Running, screens: Screens) -> None:
    running.house.desk = Eyes()  # type: ignore[assignment]
    table = screens.table(running)
    show(running.house, *[a_look(running.house.running().state, covered=(7,))] * 2)
    table.get_by_role("button", name="Begin without checking").click()
    expect(table.locator(".setup")).to_have_count(0)


@pytest.mark.long
def test_all_screens_show_that_pictures_are_kept(running: Running, screens: Screens) -> None:
    running.house.desk = Eyes()  # type: ignore[assignment]
    phone, table = screens.phone(running, 1), screens.table(running)
    show(running.house, *[a_look(running.house.running().state)] * 2)
    open_tab(table, "Camera")
    table.get_by_text("Keep the pictures of this evening").click()
    table.get_by_role("button", name="Everybody agrees: keep pictures").click()
    for page in (phone, table):
        expect(page.locator("#recording")).to_contain_text("Pictures of the table are being kept")
    table.get_by_role("button", name="Stop keeping pictures").click()
    expect(phone.locator("#recording")).to_have_count(0)


@pytest.mark.long
def test_a_house_rule_ticked_at_the_set_up_holds_in_the_game(running: Running, screens: Screens) -> None:
    page = screens.host(running, "/new")
    page.locator(".house-rules summary").click()
    page.locator("[data-key=rule-free_reward]").check()
    expect(page.locator("[data-key=rule-free_reward]")).to_be_visible()
    page.locator("[data-key=start]").click()
    page.wait_for_selector(".joining")
    assert running.house.running().state.options.catch_reward == "free"


@pytest.mark.long
def test_who_opens_a_used_host_link_becomes_the_host_with_the_pin_there(running: Running, screens: Screens) -> None:
    link = running.host_link().replace("/start", "/setup")
    screens.open(link).wait_for_selector("[data-step]")
    page = screens.open(link)
    expect(page.locator("#notes")).to_contain_text("choose “I am the host”")
    page.locator("[data-key=be-host] summary").click()
    page.locator("[data-key=pin]").fill(running.house.access.pin.number)
    page.get_by_role("button", name="Be the host here").click()
    expect(page.locator("[data-step]")).to_be_visible()
