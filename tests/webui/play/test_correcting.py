"""The host puts values right on the table screen: of the player he chose, as they are now, and as he typed them."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.istanbul.advice.policy import choose
from tests.webui.conftest import Screens, drawn_again, open_tab, until
from tests.webui.pages.test_comfort import play
from webui.http.server import Running

pytestmark = [pytest.mark.browser, pytest.mark.long]
ANNA, BEN, CLEO = 0, 1, 2


def correcting(screens: Screens, running: Running) -> Page:
    """The table screen with the form open."""
    page = screens.table(running)
    open_tab(page, "Correct")
    return page


def lira(running: Running, seat: int) -> int:
    return int(running.house.running().state.players[seat].lira)


def whose(page: Page) -> str:
    return str(page.get_by_label("Whose values").evaluate("select => select.selectedOptions[0].textContent"))


def test_the_form_stays_with_its_player_when_the_turn_passes(running: Running, screens: Screens) -> None:
    session, rng = running.house.running(), Random(5)
    page, first = correcting(screens, running), session.state.turn
    name = whose(page)
    page.get_by_role("button", name="Lira: one more").click()
    while session.state.turn == first:
        session.submit([choose(session.state, rng)], None)
    drawn_again(page, running.house)
    assert whose(page) == name
    expect(page.locator(".fix-change").filter(has_text="→")).to_have_count(1)


def test_a_typed_number_is_counted_on_from(running: Running, screens: Screens) -> None:
    page = correcting(screens, running)
    page.get_by_label("Whose values").select_option("Ben")
    page.get_by_role("spinbutton", name="Lira").fill("12")
    page.get_by_role("button", name="Lira: one more").click()
    expect(page.get_by_role("spinbutton", name="Lira")).to_have_value("13")
    page.get_by_role("button", name="Put it right").click()
    until(page, lambda: lira(running, BEN) == 13)


def test_nothing_is_put_right_in_the_past(running: Running, screens: Screens) -> None:
    play(running.house, 40)
    page = correcting(screens, running)
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".past-bar")).to_be_visible()
    expect(page.get_by_role("tab", name="Correct")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_role("tab", name="Correct")).to_be_visible()


def test_the_word_that_numbers_need_not_add_up_stays_until_it_is_sent(running: Running, screens: Screens) -> None:
    page = correcting(screens, running)
    page.locator("#fix-despite").check()
    page.get_by_role("button", name="Rubies: one more").click()
    drawn_again(page, running.house)
    expect(page.locator("#fix-despite")).to_be_checked()


def test_a_reason_goes_out_with_one_correction_only(running: Running, screens: Screens) -> None:
    page = correcting(screens, running)
    page.get_by_label("Why?").fill("a coin fell")
    page.get_by_role("button", name="Lira: one more").click()
    page.get_by_role("button", name="Put it right").click()
    until(page, lambda: running.house.version == 1)
    expect(page.get_by_label("Why?")).to_have_value("")


def test_a_refusal_does_not_outlast_the_correction_that_was_accepted(running: Running, screens: Screens) -> None:
    page = correcting(screens, running)
    page.get_by_role("spinbutton", name="fabric").fill("5")
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator("#notes .bad")).to_be_visible()
    page.get_by_role("button", name="As it was").click()
    page.get_by_role("button", name="Lira: one more").click()
    page.get_by_role("button", name="Put it right").click()
    until(page, lambda: running.house.version == 1)
    expect(page.locator("#notes .bad")).to_have_count(0)


def test_a_phone_is_not_signed_out_for_the_app_by_a_slip(running: Running, screens: Screens) -> None:
    screens.phone(running, CLEO)
    page = screens.table(running)
    open_tab(page, "Seats")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.locator(f"[data-key=who-{CLEO}]").select_option("easy")
    expect(page.locator(f"[data-key=who-{CLEO}]")).to_have_value("")
    assert CLEO in running.house.access.taken()


def test_the_focus_stays_on_the_button_of_its_seat(running: Running, screens: Screens) -> None:
    for seat in (ANNA, BEN, CLEO):
        screens.phone(running, seat)
    page = screens.table(running)
    open_tab(page, "Seats")
    page.locator(".seat-card").nth(CLEO).get_by_role("button", name="Free the seat").focus()
    drawn_again(page, running.house)
    expect(page.locator(".seat-card").nth(CLEO).get_by_role("button", name="Free the seat")).to_be_focused()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.keyboard.press("Enter")
    until(page, lambda: bool(asked))
    assert asked[0].startswith("Sign Cleo's phone out?")


def test_the_table_says_where_a_ruby_came_from(running: Running, screens: Screens) -> None:
    page = correcting(screens, running)
    before = running.house.running().state.rubies
    page.get_by_role("button", name="Rubies: one more").click()
    expect(page.get_by_label("Taken from:")).to_have_value("")
    page.get_by_role("button", name="Put it right").click()
    page.get_by_label("Taken from:").select_option(label="Sultan's Palace: 6 → 5")
    assert running.house.version == 0
    page.get_by_role("button", name="Put it right").click()
    until(page, lambda: running.house.version == 1)
    assert sum(before) - sum(running.house.running().state.rubies) == 1
