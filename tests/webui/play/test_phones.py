"""Real browsers: phones join by their links, play, and every screen agrees."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.game import Say
from companion.istanbul.actions import Move
from companion.istanbul.names import Place
from tests.webui.conftest import PHONE, Screens, begin, open_tab
from tests.webui.pages.test_comfort import play
from webui.camera.desk import NoCamera
from webui.house import House
from webui.http.server import Running
from webui.http.upload import check_picture
from webui.settings import Settings

pytestmark = pytest.mark.browser


def tap_place(page: Page, place: int) -> None:
    page.locator(f".bazaar [data-place='{place}']").tap()


def whole_turn(page: Page, place: int, shortcut: str) -> None:
    """Choose a place and, in the same tap as going there, its action."""
    tap_place(page, place)
    page.get_by_role("button", name=shortcut).tap()


def test_two_phones_play_a_turn_and_the_table_agrees(running: Running, screens: Screens) -> None:
    anna, ben = screens.phone(running, 0), screens.phone(running, 1)
    table = screens.open(f"{running.here}/table")
    expect(anna.locator(".head-turn")).to_have_text("Your turn")
    expect(ben.locator(".head-turn")).to_have_text("Anna plays")
    whole_turn(anna, 3, "Go and fill up with spice")
    expect(ben.locator(".head-turn")).to_have_text("Your turn")
    expect(anna.locator(".barrow-row.good-G")).to_have_attribute("aria-label", "spice: 2 of 2")
    expect(table.locator("[data-place='3'] .is-merchant .wood-red.mark")).to_be_visible()
    expect(table.locator(".table-head h1")).to_have_text("Ben plays")
    assert running.house.running().state.players[0].goods == (0, 2, 0, 0)


def test_the_reason_is_shown_where_a_place_cannot_be_reached(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    tap_place(anna, 16)
    expect(anna.locator(".dock .reason")).to_contain_text("3 steps away")


@pytest.mark.long
def test_the_tea_house_and_no_undo_after_its_dice(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    tap_place(anna, 9)
    anna.get_by_role("button", name="Go there").tap()
    expect(anna.get_by_role("button", name="Undo")).to_be_visible()
    anna.get_by_role("button", name="Announce 3").tap()
    expect(anna.locator(".head .dice")).to_be_visible()
    expect(anna.get_by_role("button", name="Undo")).to_have_count(0)


@pytest.mark.long
def test_undo_brings_the_merchant_back(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    tap_place(anna, 12)
    anna.get_by_role("button", name="Go there").tap()
    anna.get_by_role("button", name="Undo").tap()
    expect(anna.get_by_role("button", name="Redo")).to_be_visible()
    assert running.house.running().state.players[0].merchant == 7


def test_undo_says_what_it_takes_back(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    tap_place(anna, 12)
    anna.get_by_role("button", name="Go there").tap()
    expect(anna.locator("[data-key=undo]")).to_contain_text("Undo: Anna goes to the Police Station")


def test_a_reload_returns_to_the_own_seat(running: Running, screens: Screens) -> None:
    ben = screens.phone(running, 1)
    ben.reload()
    expect(ben.locator(".head h1")).to_have_text("Ben")
    assert "#" not in ben.url


def test_a_code_opened_in_the_same_tab_takes_the_seat(running: Running, screens: Screens) -> None:
    page = screens.open(running.here, **PHONE)
    expect(page.locator(".join")).to_be_visible()
    code = running.house.access.seat_code(0, running.house.begun).secret
    page.evaluate("code => { location.hash = `j=${code}`; }", code)
    expect(page.locator(".head h1")).to_have_text("Anna")
    assert "#" not in page.url


def test_a_second_phone_is_refused_in_words(running: Running, screens: Screens) -> None:
    link = f"{running.here}/#j={running.house.access.seat_code(0).secret}"
    screens.open(link, **PHONE).wait_for_selector(".mat")
    second = screens.open(link, **PHONE)
    expect(second.get_by_role("alert")).to_contain_text("used by another phone")


@pytest.mark.long
def test_six_typed_characters_and_a_tap_of_the_host(running: Running, screens: Screens) -> None:
    host, page = screens.open(running.host_link()), screens.open(running.here, **PHONE)
    page.get_by_label("Or type the six characters").fill(running.house.access.seat_code(2).short)
    page.get_by_role("button", name="Take this seat").tap()
    expect(page.get_by_role("status").first).to_contain_text("has been asked")
    (wish,) = running.house.access.wishes()
    expect(host.locator(".wish")).to_contain_text(f"Phone {wish.number} wants the seat of Cleo (yellow).")
    host.get_by_role("button", name="Let in").click()
    expect(page.locator(".head h1")).to_have_text("Cleo")
    expect(host.locator(".wish")).to_have_count(0)


@pytest.mark.long
def test_the_host_turns_a_phone_away(running: Running, screens: Screens) -> None:
    host, page = screens.open(running.host_link()), screens.open(running.here, **PHONE)
    page.get_by_label("Or type the six characters").fill(running.house.access.seat_code(2).short)
    page.get_by_role("button", name="Take this seat").tap()
    host.get_by_role("button", name="Turn away").click()
    expect(page.get_by_role("alert")).to_contain_text("did not let this phone in")


def test_a_phone_hears_that_it_was_turned_away_before_it_looked_again(running: Running, screens: Screens) -> None:
    access, page = running.house.access, screens.open(running.here, **PHONE)
    page.get_by_label("Or type the six characters").fill(access.seat_code(2).short)
    page.route("**/api/view*", lambda route: (turn_away(), route.continue_()))

    def turn_away() -> None:
        for wish in access.wishes():
            access.decide(wish.id, let_in=False)

    page.get_by_role("button", name="Take this seat").tap()
    expect(page.get_by_role("alert")).to_contain_text("did not let this phone in")


@pytest.mark.long
def test_a_phone_becomes_the_hosts_with_the_pin_on_the_computer(running: Running, screens: Screens) -> None:
    host, page = screens.table(running), screens.open(running.here, **PHONE)
    open_tab(host, "Seats")
    pin = host.locator(".tab-panel b").last.inner_text()
    page.get_by_text("I am the host").tap()
    page.get_by_label("The six digits").fill(pin)
    page.get_by_role("button", name="Be the host here").tap()
    page.get_by_role("link", name="To the host's page").tap()
    expect(page.locator("[data-key=start]")).to_be_enabled()


@pytest.mark.long
def test_a_locked_seat_is_opened_by_the_host(running: Running, screens: Screens) -> None:
    whole_turn(screens.phone(running, 0), 3, "Go and fill up with spice")
    host = screens.open(running.host_link())
    open_tab(host, "Seats")
    expect(host.locator(".seat-card .qr")).to_have_count(0)
    host.get_by_role("button", name="Open the seat").last.click()
    expect(host.locator(".seat-card .qr")).to_have_count(1)


@pytest.mark.long
def test_a_phone_that_went_away_is_marked_so(running: Running, screens: Screens) -> None:
    table = screens.open(f"{running.here}/watch")
    ben = screens.phone(running, 1)
    expect(table.locator(".summary").nth(1).locator(".no-phone, .phone-away")).to_have_count(0)
    ben.context.close()
    screens.contexts.remove(ben.context)
    expect(table.locator(".summary").nth(1).locator(".phone-away")).to_be_visible()


def test_cards_are_covered_until_held(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    card = anna.locator(".hand-card")
    expect(card).to_be_hidden()
    anna.locator(".hand-cover").hover()
    anna.mouse.down()
    expect(card).to_be_visible()
    anna.mouse.up()
    expect(card).to_be_hidden()


def test_cards_just_drawn_are_marked_until_the_next_turn(running: Running, screens: Screens) -> None:
    anna, session = screens.phone(running, 0), running.house.running()
    draws = ("move 6", "leave", "take draw", "take draw")
    before = session.state.players[0].hand
    session.submit([session.game.parse_action(one) for one in draws], 0)
    drawn = list(session.state.players[0].hand)
    for card in before:
        drawn.remove(card)
    expect(anna.locator(".hand-card")).to_have_count(3)
    marked = anna.locator(".hand-card").filter(has=anna.locator(".badge"))
    expect(marked).to_have_count(2)
    assert sorted(marked.nth(at).get_attribute("data-guide") or "" for at in (0, 1)) == [
        f"card-{x}" for x in sorted(drawn)
    ]
    anna.reload()
    expect(anna.locator(".hand-card")).to_have_count(3)
    expect(marked).to_have_count(2)
    fresh = screens.phone(running, 0)
    expect(fresh.locator(".hand-card")).to_have_count(3)
    expect(fresh.locator(".hand-card .badge")).to_have_count(0)


def test_cards_are_new_no_more_where_a_turn_has_passed_while_the_phone_was_away(
    running: Running, screens: Screens
) -> None:
    anna, session = screens.phone(running, 0), running.house.running()
    for one in ("move 6", "leave", "take draw", "take draw"):
        session.submit([session.game.parse_action(one)], 0)
    marked = anna.locator(".hand-card .badge")
    expect(marked).to_have_count(2)
    address = anna.url
    anna.goto("about:blank")
    while session.state.round == 1 or session.game.seat_to_act(session.state) != 0:
        play(running.house, 1)
    anna.goto(address)
    expect(anna.locator(".head-turn")).to_have_text("Your turn")
    expect(anna.locator(".hand-card")).to_have_count(len(session.state.players[0].hand))
    expect(marked).to_have_count(0)


def test_the_bazaar_is_walked_with_the_keyboard(running: Running, screens: Screens) -> None:
    page = screens.phone(running, 0, has_touch=False, is_mobile=False)
    page.locator("[data-place='7']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".dock .offer")).to_contain_text("Spice Warehouse")
    expect(page.locator("[data-place='3']")).to_be_focused()


def test_the_host_starts_a_game_and_shows_the_codes(running: Running, screens: Screens) -> None:
    page = screens.open(running.host_link())
    expect(page.locator(".seat-card .qr")).to_have_count(3)
    page.goto(f"{running.here}/new")
    page.get_by_label("Name of player 1").fill("Zoë")
    page.get_by_role("radio", name="Random").click()
    expect(page.locator(".plan-tile")).to_have_count(16)
    page.get_by_role("button", name="Open the bazaar").click()
    page.wait_for_url("**/table")
    expect(page.locator(".seat-card")).to_have_count(3)
    assert "Zoë" in {person.name for person in running.house.sitting.people}


@pytest.mark.long
def test_a_running_game_is_ended_only_by_a_host_who_says_so_twice(running: Running, screens: Screens) -> None:
    before, asked = running.house.game_id, list[str]()
    page = screens.open(running.host_link())
    expect(page.locator(".seat-card .qr")).to_have_count(3)
    running.house.running().submit([Move(Place.TEA_HOUSE)], None)
    page.goto(f"{running.here}/new")
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Open the bazaar").click()
    expect(page.get_by_role("button", name="Open the bazaar")).to_be_enabled()
    assert len(asked) == 1 and running.house.game_id == before
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Open the bazaar").click()
    page.wait_for_url("**/table")
    assert running.house.game_id != before


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080)])
def test_five_large_codes_are_seen_whole_and_a_name_lights_up(
    empty_house: House, screens: Screens, width: int, height: int
) -> None:
    server = Running(begin(empty_house, players=5), Settings(host="127.0.0.1", port=0))
    page = screens.open(server.host_link(), viewport={"width": width, "height": height})
    codes = page.locator(".joining .qr")
    expect(codes).to_have_count(5)
    boxes = [box for box in (code.bounding_box() for code in codes.all()) if box]
    assert all(box["width"] >= width / 6.5 and box["y"] + box["height"] <= height for box in boxes)
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    screens.phone(server, 1)
    expect(page.locator(".joining-seat.is-seated")).to_contain_text("Ben")
    expect(page.get_by_role("status")).to_have_text("At the table: 1 of 5")
    server.stop()


def test_the_table_is_shown_once_all_are_seated_or_the_host_wants_it(running: Running, screens: Screens) -> None:
    page = screens.open(running.host_link())
    expect(page.locator(".joining")).to_be_visible()
    for seat in range(3):
        running.house.access.redeem(running.house.access.seat_code(seat).secret, None, loopback=True)
    expect(page.locator(".bazaar")).to_be_visible()
    assert not page.locator(".joining").count()


LARGE = ".table-head h1, .summary-head b, .summary-facts .gem, .dice-whose"


@pytest.mark.long
def test_names_turn_dice_and_rubies_are_read_from_three_metres(running: Running, screens: Screens) -> None:
    play(running.house, 60)
    page = screens.open(f"{running.here}/table", viewport={"width": 1920, "height": 1080})
    expect(page.locator(".dice-whose")).to_be_visible()
    sizes = page.evaluate(
        "all => [...document.querySelectorAll(all)].map((one) => parseFloat(getComputedStyle(one).fontSize))", LARGE
    )
    assert len(sizes) > 6 and min(sizes) >= 28
    die = page.locator(".dice img").first.bounding_box()
    assert die is not None and die["height"] >= 56


@pytest.mark.long
def test_prices_stay_inside_their_tiles(running: Running, screens: Screens) -> None:
    play(running.house)
    for width, height in ((1366, 768), (1920, 1080)):
        page = screens.open(f"{running.here}/table", viewport={"width": width, "height": height})
        expect(page.locator(".price-tag").first).to_be_visible()
        assert page.evaluate(OUTSIDE) == []


OUTSIDE = """() => [...document.querySelectorAll('.price-tag')].filter((tag) => {
    const place = tag.closest('.place').querySelector('.place-art');
    const [inner, outer] = [tag, place].map((one) => one.getBoundingClientRect());
    return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top
        || inner.bottom > outer.bottom;
}).map((tag) => tag.closest('.place').dataset.place)"""


@pytest.mark.long
def test_the_winner_is_large(running: Running, screens: Screens) -> None:
    play(running.house)
    page = screens.open(f"{running.here}/table", viewport={"width": 1920, "height": 1080})
    large = "[...document.querySelectorAll('h2')].some((one) => parseFloat(getComputedStyle(one).fontSize) >= 60)"
    expect(page.get_by_role("heading", name="won")).to_be_visible()
    page.wait_for_function(large)


def test_what_the_host_does_lies_behind_one_button(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    expect(page.get_by_role("tab")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("tab")).to_have_text(["Log", "Seats", "Correct", "More"])
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("tab")).to_have_count(0)


def test_a_tap_brings_a_code_to_full_size(running: Running, screens: Screens) -> None:
    page = screens.table(running, viewport={"width": 1366, "height": 768})
    page.get_by_role("button", name="Code for Ben, large").click()
    large = page.locator(".large-code .qr").bounding_box()
    assert large is not None and large["width"] > 450 and large["y"] + large["height"] < 768
    page.keyboard.press("Escape")
    expect(page.locator(".large-code")).to_have_count(0)


@pytest.mark.long
def test_sleeping_phones_come_back_after_a_restart(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    expect(anna.locator(".bazaar")).to_be_visible()
    running.stop()
    expect(anna.locator(".offline")).to_be_visible()
    house = type(running.house)(running.house.data_dir)
    again = Running(house, running.settings)
    expect(anna.locator(".offline")).to_have_count(0, timeout=20_000)
    whole_turn(anna, 3, "Go and fill up with spice")
    expect(anna.locator(".head-turn")).to_have_text("Ben plays")
    again.stop()


DRAWN = """() => [...document.querySelectorAll('.bazaar use')].every((wood) => wood.getBBox().width > 0)
    && [...document.querySelectorAll('.bazaar img')].every((picture) => picture.complete && picture.naturalWidth > 0)"""


@pytest.mark.long
def test_everything_stays_drawn_while_nobody_answers(running: Running, screens: Screens) -> None:
    page = screens.phone(running, 0)
    asked: list[str] = []
    page.wait_for_function(DRAWN)
    page.on("request", lambda request: asked.append(request.url))
    whole_turn(page, 3, "Go and fill up with spice")
    running.stop()
    expect(page.locator(".offline")).to_contain_text("No connection to the table")
    page.locator("[data-place='7']").tap()  # draws the bazaar anew
    assert page.evaluate(DRAWN)
    again = [url for url in asked if "/art/token-" in url or "/art/place-" in url or "/static/" in url]
    assert again == [], "what is on the screen already is never asked for again"


READY = {
    "/": ".dock",
    "/table": ".table-panel",
    "/new": ".plan",
    "/tools": ".plan",
    "/guide": ".topic",
    "/evening": ".chart",
}


@pytest.mark.long
@pytest.mark.parametrize("path", READY)
def test_nothing_is_wider_than_the_screen(running: Running, screens: Screens, path: str) -> None:
    page = screens.phone(running, 0, is_mobile=False)
    page.goto(running.here + path)
    page.wait_for_selector(READY[path])
    for width in (320, 390, 640, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_five_can_sit_down(running: Running, screens: Screens) -> None:
    begin(running.house, 5)
    emil = screens.phone(running, 4)
    expect(emil.locator(".summary")).to_have_count(4)


@pytest.mark.long
def test_the_host_puts_a_value_right(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    open_tab(page, "Correct")
    page.get_by_label("Whose values").select_option("Ben")
    page.get_by_role("spinbutton", name="Lira").fill("11")
    page.get_by_role("button", name="Put it right").click()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".summary").nth(1)).to_contain_text("11")
    assert running.house.running().state.players[1].lira == 11


@pytest.mark.long
def test_the_wheelbarrow_is_put_right_in_its_picture(running: Running, screens: Screens) -> None:
    page = screens.table(running)
    open_tab(page, "Correct")
    page.get_by_label("Whose values").select_option("Ben")
    for _ in range(2):
        page.get_by_role("button", name="jewelry: one more").click()
    expect(page.get_by_role("group", name="jewelry")).to_contain_text("0 → 2")
    expect(page.locator(".fix-row.good-B .slot.full")).to_have_count(2)
    page.get_by_role("button", name="Put it right").click()
    expect(page.locator(".fix-row.changed")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    entry = page.locator(".log li").first
    expect(entry).to_contain_text("The host Ben: corrected: Goods: nothing → 2 jewelry (corrected at the table)")
    assert running.house.running().state.players[1].goods == (0, 0, 0, 2)


@pytest.mark.long
def test_a_ruby_and_room_are_put_right_with_the_place_they_come_from(running: Running, screens: Screens) -> None:
    before = running.house.running().state
    ben = screens.phone(running, 1)
    fix = ben.locator("[data-key=fix-own]")
    fix.locator("summary").first.tap()
    expect(fix.get_by_label("Taken from:")).to_have_count(0)
    fix.get_by_role("button", name="Rubies: one more").tap()
    fix.get_by_role("button", name="Room for each good: one more").tap()
    fix.get_by_label("Taken from:").select_option("13")
    fix.get_by_role("button", name="Put it right").tap()
    expect(fix.get_by_label("Taken from:")).to_have_count(0)
    after = running.house.running().state
    assert (after.players[1].rubies, after.players[1].capacity) == (1, 3)
    assert after.extensions == before.extensions - 1
    assert sum(after.rubies) == sum(before.rubies) - 1 and after.rubies[1] == before.rubies[1] - 1


@pytest.mark.long
def test_a_player_puts_the_own_things_right(running: Running, screens: Screens) -> None:
    anna, ben = screens.phone(running, 0), screens.phone(running, 1)
    fix = ben.locator("[data-key=fix-own]")
    fix.locator("summary").first.tap()
    fix.get_by_role("button", name="Lira: one more").tap()
    ben.get_by_label("Why?").fill("a coin fell")
    running.house.changed()
    expect(fix.locator(".fix-change").filter(has_text="3 → 4")).to_be_visible()
    fix.get_by_role("button", name="Put it right").tap()
    expect(ben.locator(".purse .lira")).to_have_text("4")
    anna.locator("[data-key=log] > summary").tap()
    expect(anna.locator(".log li").first).to_contain_text("Ben corrected: Lira: 3 → 4 (a coin fell)")
    expect(fix.get_by_label("Merchant at")).to_have_count(0)


class Album(NoCamera):
    """A desk that reads photos of phones and says how large they were."""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"photos": True}

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        width, height = check_picture(picture, 50_000_000)
        return f"seen {width} x {height}"


@pytest.mark.long
def test_a_phone_takes_a_photo_and_sends_it_smaller(running: Running, screens: Screens, tmp_path: Path) -> None:
    running.house.desk = Album()
    anna = screens.phone(running, 0)
    bits = anna.evaluate(
        """async () => {
            const canvas = Object.assign(document.createElement("canvas"), {width: 4000, height: 3000});
            canvas.getContext("2d").fillRect(0, 0, 9, 9);
            const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg"));
            return [...new Uint8Array(await blob.arrayBuffer())];
        }"""
    )
    photo = tmp_path / "table.jpg"
    photo.write_bytes(bytes(bits))
    anna.locator(".photo input").set_input_files(photo)
    expect(anna.locator(".note")).to_have_text("seen 2000 x 1500")


@pytest.mark.long
def test_a_phone_tells_in_words_that_whoever_is_in_between_failed(
    running: Running, screens: Screens, tmp_path: Path
) -> None:
    """A proxy that fails answers with a page of its own and no word for players."""
    running.house.desk = Album()
    anna = screens.phone(running, 0)
    anna.route("**/api/photo", lambda route: route.fulfill(status=502, body="<h1>Bad Gateway</h1>"))
    photo = tmp_path / "table.png"
    photo.write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes())
    anna.locator(".photo input").set_input_files(photo)
    expect(anna.locator(".note")).to_have_text("The server could not do that (502). Try again in a moment.")


@pytest.mark.long
def test_a_new_phone_takes_over_and_the_old_one_is_signed_out(running: Running, screens: Screens) -> None:
    old = screens.phone(running, 0)
    host = screens.table(running)
    open_tab(host, "Seats")
    host.get_by_role("button", name="New phone").click()
    expect(host.locator(".seat-card .qr")).to_have_count(3)
    code = host.locator(".seat-card .typed b").first.inner_text()
    new = screens.open(running.here, **PHONE)
    new.get_by_label("Or type the six characters").fill(code)
    new.get_by_role("button", name="Take this seat").tap()
    host.get_by_role("button", name="Let in").click()
    expect(new.locator(".head h1")).to_have_text("Anna")
    expect(old.locator(".join")).to_be_visible()
    expect(host.locator(".seat-card .qr")).to_have_count(2)


class Differing(NoCamera):
    """A desk whose camera sees something else than the game says, until somebody settles it."""

    def __init__(self) -> None:
        self.settled = ""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        seen = super().view(seat, say)
        if self.settled:
            return seen | {"status": "in_step"}
        words = "Ben's merchant stands on 12, the game says 7."
        return seen | {"status": "lost", "differences": [{"text": words}], "differing": [7, 12]}

    def settle(self, who_is_right: str, seat: int | None) -> None:
        self.settled = who_is_right


@pytest.mark.long
@pytest.mark.parametrize(("words", "who"), [("The table is right", "table"), ("The game is right", "app")])
def test_a_disagreement_is_named_and_settled_with_one_tap(
    running: Running, screens: Screens, words: str, who: str
) -> None:
    desk = running.house.desk = Differing()
    anna = screens.phone(running, 0)
    expect(anna.locator(".camera-card.differs")).to_contain_text("Ben's merchant stands on 12")
    marked = [place.get_attribute("data-place") for place in anna.locator(".place.differs").all()]
    assert sorted(marked) == ["12", "7"]
    anna.get_by_role("button", name=words).tap()
    expect(anna.locator(".camera-card.differs, .place.differs")).to_have_count(0)
    assert desk.settled == who


class Blind(NoCamera):
    """A desk whose camera sees nothing."""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return super().view(seat, say) | {"status": "not_seen", "detail": "The picture is too dark."}


class Seeing(NoCamera):
    """A desk whose camera saw what was done last."""

    def __init__(self, house: House) -> None:
        self._house = house

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        seen = {"seat": 0, "version": self._house.version, "text": "Seen: Anna: Fountain → Spice Warehouse."}
        return super().view(seat, say) | {"status": "in_step", "seen": seen}


def test_what_the_camera_saw_is_taken_back_at_one_place_only(running: Running, screens: Screens) -> None:
    anna, ben = screens.phone(running, 0), screens.phone(running, 1)
    session = running.house.running()
    session.submit([session.game.parse_action("move 3")], 0)
    expect(anna.locator("[data-key=undo]")).to_be_visible()
    running.house.desk = Seeing(running.house)
    running.house.changed()
    expect(anna.locator("[data-key=take-back]")).to_be_visible()
    expect(anna.locator("[data-key=undo]")).to_have_count(0)
    expect(ben.locator("[data-key=take-back]")).to_have_count(0)


@pytest.mark.long
def test_whose_turn_it_is_and_the_table_screen_read_why_the_camera_sees_nothing(
    running: Running, screens: Screens
) -> None:
    running.house.desk = Blind()
    anna, ben, table = screens.phone(running, 0), screens.phone(running, 1), screens.table(running)
    for page in (anna, table):
        expect(page.get_by_text("The picture is too dark.")).to_be_visible()
    expect(ben.get_by_text("The picture is too dark.")).to_have_count(0)


@pytest.mark.long
def test_the_table_screens_tabs_and_its_past_fit_a_small_phone(running: Running, screens: Screens) -> None:
    play(running.house, 40)
    pages = {
        language: screens.table(running, viewport={"width": 320, "height": 640}) for language in ("en", "fr", "ru")
    }
    for language, page in pages.items():
        page.context.add_cookies([{"name": "lang", "value": language, "url": running.here}])
        page.reload()
        page.locator("[data-key=past]").click()
        page.wait_for_selector(".past-bar")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.locator("[data-key=past-now]").evaluate("one => one.offsetHeight") < 60, "its words are one line"
        page.locator("[data-key=past-now]").click()
        page.locator("[data-key=menu]").click()
        for tab in ("log", "seats", "fix", "more"):
            page.locator(f"[data-key=tab-{tab}]").click()
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, tab
            assert page.locator(".tab-panel").evaluate("one => one.scrollWidth - one.clientWidth") <= 0, tab
            assert page.evaluate(CROWDED) == [], tab
        page.goto("about:blank")
    play(running.house)
    for page in pages.values():
        page.goto(f"{running.here}/table")
        page.wait_for_selector(".result")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, "the end"


CROWDED = """() => { const parts = [...document.querySelector('.tab-panel').children];
  return parts.slice(1).filter((one, at) => one.getBoundingClientRect().top
    - parts[at].getBoundingClientRect().bottom < 4).map((one) => one.className); }"""
"""What stands in a tab without room above it."""


@pytest.mark.long
def test_who_joins_is_asked_for_nothing_else(running: Running, screens: Screens) -> None:
    """Before the game the table screen tells of no turn, and offers nothing that cannot be done yet."""
    for size in ((360, 740), (1366, 768)):
        page = screens.open(running.host_link(), viewport={"width": size[0], "height": size[1]})
        page.wait_for_selector(".joining .qr")
        assert "plays" not in page.locator(".table-head").inner_text()
        assert not page.locator("[data-key=undo], [data-key=past], [data-key=menu], .round").count()
        assert page.locator(".table-head").evaluate("one => one.offsetHeight") < size[1] / 4


@pytest.mark.long
def test_whoever_reads_further_down_sees_that_another_game_has_begun(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0)
    anna.evaluate("scrollTo(0, document.body.scrollHeight)")
    begin(running.house, players=3, seed=8, keep_seats=True)
    expect(anna.get_by_text("Another game has begun.")).to_be_visible()
    expect(anna.locator(".bazaar")).to_be_in_viewport(ratio=0.9)
    begin(running.house, players=2, seed=9)
    expect(anna.get_by_role("alert")).to_contain_text("Scan the code of your seat, if you play.")
