"""A phone that is let in, turned away or sent off, all on the page that it had open: nobody has to reload it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.webui.conftest import DESKTOP, PHONE, Screens, begin, open_tab, until
from tests.webui.play.test_dice_game import begin as begin_dice_game
from webui.house import House
from webui.http.server import Running

pytestmark = pytest.mark.browser
ANNA, BEN, CLEO = 0, 1, 2
Begin = Callable[[House], object]


def type_code(phone: Page, running: Running, seat: int) -> None:
    """Its owner types the code of a seat, and the host is asked."""
    phone.get_by_label("Or type the six characters").fill(running.house.access.seat_code(seat, take_over=True).short)
    phone.get_by_role("button", name="Take this seat").tap()
    expect(phone.get_by_role("status").first).to_contain_text("has been asked")


def host_says(running: Running, let_in: bool) -> None:
    """The host's word on the one who waits."""
    (wish,) = running.house.access.wishes()
    running.house.access.decide(wish.id, let_in)


def let_in(phone: Page, running: Running, seat: int, name: str) -> None:
    """A code is typed, the host says yes: the phone shows its seat and is there."""
    type_code(phone, running, seat)
    host_says(running, let_in=True)
    expect(phone.locator(".head h1")).to_have_text(name)
    until(phone, lambda: running.house.view(None, str)["present"][seat])


@pytest.mark.long
def test_two_phones_that_want_one_seat_are_told_apart_and_cover_no_code(running: Running, screens: Screens) -> None:
    host = screens.open(running.host_link(), **DESKTOP)
    phones = [screens.open(running.here, **PHONE) for _ in range(2)]
    for phone in phones:
        type_code(phone, running, CLEO)
    for phone, wish in zip(phones, running.house.access.wishes(), strict=True):
        expect(phone.get_by_role("status").first).to_contain_text(f"This is phone {wish.number}.")
        expect(host.locator(".wish")).to_contain_text(f"Phone {wish.number} wants the seat of Cleo (yellow).")
    asked, codes = host.locator(".wish").bounding_box(), host.locator(".joining-seats").bounding_box()
    assert asked and codes and asked["y"] + asked["height"] <= codes["y"]


@pytest.mark.long
def test_a_phone_that_was_let_in_is_there_at_once_on_the_laptop_too(running: Running, screens: Screens) -> None:
    host, phone = screens.table(running), screens.open(running.here, **PHONE)
    let_in(phone, running, CLEO, "Cleo")
    expect(host.locator(f"[data-key='large-{BEN}']")).to_be_visible()
    expect(host.locator(f"[data-key='large-{CLEO}']")).to_have_count(0)
    open_tab(host, "Seats")
    expect(host.locator(".seat-card").nth(CLEO).locator("p")).to_have_text("has a phone")


def four_at_istanbul(house: House) -> None:
    begin(house, players=4, seed=8)


def three_practise_the_dice_game(house: House) -> None:
    begin_dice_game(house, copy="practice", cards="app")


@pytest.mark.long
@pytest.mark.parametrize("game", [four_at_istanbul, three_practise_the_dice_game])
def test_a_phone_whose_seat_a_new_game_took_is_let_in_without_a_reload(
    running: Running, screens: Screens, game: Begin
) -> None:
    phone = screens.phone(running, CLEO)
    game(running.house)
    expect(phone.locator(".join")).to_be_visible()
    let_in(phone, running, BEN, "Ben")


@pytest.mark.long
def test_a_phone_that_lost_its_seat_to_another_is_not_told_that_the_host_refused_it(
    running: Running, screens: Screens
) -> None:
    old, fresh = screens.open(running.here, **PHONE), screens.open(running.here, **PHONE)
    let_in(old, running, CLEO, "Cleo")
    let_in(fresh, running, CLEO, "Cleo")
    expect(old.locator(".join")).to_be_visible()
    expect(old.get_by_role("alert")).to_have_count(0)
    let_in(old, running, ANNA, "Anna")
    expect(fresh.locator(".head h1")).to_have_text("Cleo")


@pytest.mark.long
def test_a_phone_that_was_refused_tries_once_more_and_is_let_in(running: Running, screens: Screens) -> None:
    phone = screens.phone(running, CLEO)
    running.house.access.release(CLEO)
    expect(phone.locator(".join")).to_be_visible()
    type_code(phone, running, CLEO)
    host_says(running, let_in=False)
    expect(phone.get_by_role("alert")).to_contain_text("did not let this phone in")
    assert not running.house.view(None, str)["joined"][CLEO]
    let_in(phone, running, CLEO, "Cleo")


@pytest.mark.long
def test_a_phone_that_waited_while_a_new_game_began_is_not_told_that_it_was_refused(
    running: Running, screens: Screens
) -> None:
    phone = screens.open(running.here, **PHONE)
    type_code(phone, running, CLEO)
    four_at_istanbul(running.house)
    expect(phone.get_by_label("Or type the six characters")).to_be_visible()
    expect(phone.get_by_role("alert")).to_have_count(0)
    let_in(phone, running, CLEO, "Cleo")


@pytest.mark.long
def test_a_code_opened_on_a_strangers_page_brings_a_phone_that_is_there(running: Running, screens: Screens) -> None:
    phone = screens.open(running.here, **PHONE)
    expect(phone.locator(".join")).to_be_visible()
    until(phone, lambda: len(running.house.hub) == 1)
    code = running.house.access.seat_code(ANNA).secret
    phone.evaluate("code => { location.hash = `j=${code}`; }", code)
    expect(phone.locator(".head h1")).to_have_text("Anna")
    until(phone, lambda: running.house.view(None, str)["present"][ANNA])


@pytest.mark.long
def test_a_page_that_became_the_hosts_is_sent_what_the_host_sees(running: Running, screens: Screens) -> None:
    page = screens.open(running.here, **PHONE)
    page.get_by_text("I am the host").tap()
    until(page, lambda: len(running.house.hub) == 1 and not running.house.hub.present())
    page.locator("#pin").fill(running.house.access.pin.number)
    page.get_by_role("button", name="Be the host here").tap()
    expect(page.get_by_role("link", name="To the host's page")).to_be_visible()
    until(page, lambda: len(running.house.hub.present()) == 1)


def test_a_phone_whose_seat_the_app_plays_now_is_told(running: Running, screens: Screens) -> None:
    ben = screens.phone(running, 1)
    running.house.reseat(1, "easy")
    expect(ben.get_by_role("alert")).to_contain_text("The app plays for Ben from now on")


def test_a_phone_whose_seat_the_host_freed_is_told_also_after_a_reload(running: Running, screens: Screens) -> None:
    host, ben = screens.table(running), screens.phone(running, BEN)
    host.on("dialog", lambda dialog: dialog.accept())
    open_tab(host, "Seats")
    host.locator(f"[data-key='free-{BEN}']").click()
    told = ben.locator(".join").get_by_role("status")
    expect(told).to_contain_text("The host has freed the seat of Ben.")
    ben.reload()
    expect(told).to_contain_text("The host has freed the seat of Ben.")
    screens.phone(running, BEN)
    expect(told).to_contain_text("Another phone plays for Ben now.")
    let_in(ben, running, BEN, "Ben")
    ben.on("dialog", lambda dialog: dialog.accept())
    ben.locator("[data-key=comfort] summary").tap()
    ben.get_by_role("button", name="Leave this seat").tap()
    expect(ben.locator(".join")).to_be_visible()
    expect(told).to_have_count(0)
