"""A seat may be the app's: it plays, people see what to move, and nothing it does hurries or blocks them."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from companion.istanbul.actions import Rolled
from companion.istanbul.advice.policy import choose as sensible
from companion.istanbul.knowledge import known_to
from companion.locks import held_for
from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from tests.webui.conftest import PLAYERS, SETTINGS, Device, Screens, drawn_again, open_tab, wait_until
from webui.app import create_app
from webui.hooks import Hooks
from webui.house import House
from webui.http.server import Running
from webui.play import rivals as module
from webui.play.games import NewGame, NewPlayer, open_istanbul
from webui.play.rival_told import RivalsTold
from webui.play.rivals import Pauses, Rivals
from webui.play.sitting import SEATS, SITTING, Sitting, sitting_of
from webui.settings import Settings
from webui.setup import start_istanbul

AT_ONCE = Pauses(0.0, 0.0, 0.0)
LONG = Pauses(600.0, 600.0, 600.0)
IN_LINES = """() => {
  const { clientWidth = 0, clientHeight } = document.querySelector(".rival-did") ?? {};
  return clientWidth > 150 && clientHeight < 80;
}"""
"""What the app did stands in lines, not letter under letter."""


def with_rivals(house: House, *strengths: str, first: int = 0, **choices: Any) -> House:
    """A game in which a seat with a strength is the app's."""
    people = [NewPlayer(name, color, how) for (name, color), how in zip(PLAYERS, strengths, strict=False)]
    opening = open_istanbul(NewGame(people, first=first, **choices), random.Random(7))
    house.start("istanbul", opening.setup, Sitting(opening.people, opening.dice, opening.cards))
    return house


@pytest.fixture
def thread() -> Iterator[Callable[..., Rivals]]:
    """Starts the app's players of a house; they stop after the test."""
    begun = list[Rivals]()

    def start(house: House, pauses: Pauses = AT_ONCE) -> Rivals:
        begun.append(Rivals(house, pauses))
        begun[-1].start()
        return begun[-1]

    yield start
    for one in begun:
        one.stop()


def acting(house: House) -> int | None:
    session = house.running()
    return session.game.seat_to_act(session.state)


def play_on(house: House, seat: int, turns: int = 1) -> None:
    """A person plays whole turns as a sensible player would; the app plays between them."""
    session = house.running()
    for _ in range(turns):
        wait_until(lambda: acting(house) == seat or session.state.over)
        while acting(house) == seat:
            session.submit([sensible(session.state, random.Random(1))], seat)


def test_the_app_plays_its_seat_and_then_waits_for_the_person(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "", "middle")
    thread(house)
    play_on(house, 0)
    wait_until(lambda: acting(house) == 0)
    mine = [entry for entry in house.running().log.effective if entry.seat == 1]
    assert mine and all(entry.source == "rival" for entry in mine)


@pytest.mark.long
def test_a_person_and_the_app_play_a_whole_game(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "", "easy")
    thread(house)
    play_on(house, 0, turns=200)
    assert house.running().state.over


def test_the_app_begins_only_when_everybody_is_seated(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "middle", "")
    rivals = thread(house)
    assert rivals.waits and house.version == 0
    house.access.redeem(house.access.seat_code(1).secret, None, False)
    wait_until(lambda: acting(house) == 1)
    assert not rivals.waits


def test_the_app_begins_when_people_say_so(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "middle", "")
    thread(house).begin()
    wait_until(lambda: acting(house) == 1)


def test_the_app_plays_nothing_while_the_table_is_set_up(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "middle", "")
    checking = True
    house.hooks = Hooks(holds=(lambda: checking,))
    rivals = thread(house)
    rivals.begin()
    assert rivals.waits
    checking = False
    wait_until(lambda: acting(house) == 1)


def test_the_seat_is_the_apps_after_a_restart(tmp_path: Path, clock: FakeClock, thread: Any) -> None:
    house = with_rivals(House(tmp_path, clock), "", "strong")
    play_on(house, 0)
    house.close()
    again = House(tmp_path, clock)
    assert again.sitting.people[1].strength == "strong"
    rivals = thread(again)
    wait_until(lambda: acting(again) == 0)
    rivals.stop()
    again.close()


def test_a_thought_is_thrown_away_when_the_game_went_on_meanwhile(
    empty_house: House, thread: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = with_rivals(empty_house, "", "middle")
    session = house.running()
    thought = list[int]()

    def choose(state: Any, strength: str, rng: random.Random) -> Any:
        thought.append(session.version)
        if len(thought) == 1:
            session.undo(0, None)  # somebody takes the last turn back while the app thinks
        return sensible(state, rng)

    monkeypatch.setattr(module, "_choose", lambda session: choose)
    play_on(house, 0)
    thread(house)
    wait_until(lambda: thought)
    wait_until(lambda: acting(house) == 0)
    assert not [entry for entry in session.log.entries if entry.seat == 1]


def test_an_app_that_cannot_think_still_plays(empty_house: House, thread: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "_choose", lambda session: broken)
    house = with_rivals(empty_house, "", "middle")
    thread(house)
    play_on(house, 0)
    wait_until(lambda: acting(house) == 0)


def test_nothing_is_locked_while_the_app_thinks(
    empty_house: House, thread: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """People may look, correct and take back during the longest thought."""
    free = list[bool]()

    def choose(state: Any, strength: str, rng: random.Random) -> Any:
        free.append(not list(held_for(0.0)))
        return sensible(state, rng)

    monkeypatch.setattr(module, "_choose", lambda session: choose)
    house = with_rivals(empty_house, "", "middle")
    play_on(house, 0)
    thread(house)
    wait_until(lambda: acting(house) == 0)
    assert all(free)


def test_what_the_app_does_may_be_taken_back_with_what_went_before(empty_house: House, thread: Any) -> None:
    """Who plays alone takes back a move though the app has answered it."""
    house = with_rivals(empty_house, "", "middle", no_tells=False)
    app = create_app(house, replace(SETTINGS, rival_pauses_s=AT_ONCE))
    one = Device(app.test_client(), app)
    one.join(house.access.seat_code(0).secret)
    thread(house)
    play_on(house, 0)
    wait_until(lambda: acting(house) == 0)
    session = house.running()
    shown = [entry for entry in session.log.effective if any(session.game.barrier(event) for event in entry.events)]
    can = one.view()["undo"] is not None
    last = max((entry.number for entry in session.log.effective if entry.seat == 0), default=0)
    assert can == all(entry.number < last for entry in shown)
    if can:
        assert one.post("/api/undo", {"version": house.version}).status_code == 200
        assert acting(house) == 0 and not any(entry.seat == 1 for entry in session.log.effective)


def test_a_rematch_keeps_the_apps_seats(empty_house: House) -> None:
    house = with_rivals(empty_house, "", "strong", "easy")
    app = create_app(house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    assert host.post("/api/rematch").status_code == 200
    assert [person.strength for person in house.sitting.people] == ["", "strong", "easy"]


def test_a_guest_leaves_and_the_app_plays_on_for_him(empty_house: House) -> None:
    house = with_rivals(empty_house, "", "", "")
    app = create_app(house, SETTINGS)
    host, guest = (Device(app.test_client(), app) for _ in range(2))
    host.join(house.access.host_code().secret)
    guest.join(house.access.seat_code(1).secret)
    assert host.post("/api/rival/owner", {"seat": 1, "strength": "middle"}).status_code == 200
    assert house.sitting.rivals == {1}
    assert guest.view()["you"]["seat"] is None
    assert host.post("/api/seats/code", {"seat": 1}).json["code"] == "app_plays_it"
    assert host.post("/api/rival/owner", {"seat": 1, "strength": ""}).status_code == 200
    assert house.sitting.rivals == frozenset()
    assert host.post("/api/seats/code", {"seat": 1}).status_code == 200


def test_somebody_has_to_play(empty_house: House) -> None:
    house = with_rivals(empty_house, "", "easy")
    app = create_app(house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    assert host.post("/api/rival/owner", {"seat": 0, "strength": "easy"}).json["code"] == "nobody_plays"
    everybody = {"players": [{"name": "", "color": color, "strength": "easy"} for color in ("red", "blue")]}
    assert host.post("/api/game", everybody).json["code"] == "nobody_plays"


def test_with_the_cards_of_the_box_the_app_says_why_it_does_not_play(empty_house: House) -> None:
    house = with_rivals(empty_house, "", "")
    app = create_app(house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    players = [{"name": "", "color": "red"}, {"name": "", "color": "blue", "strength": "easy"}]
    refused = host.post("/api/game", {"players": players, "cards": "real"}).json
    assert refused["code"] == "rival_needs_cards" and "deals the cards" in refused["message"]


def test_with_real_dice_people_roll_for_the_app(empty_house: House, thread: Any) -> None:
    """The app asks for a throw, and anybody types what the dice show."""
    house = with_rivals(empty_house, "", "middle", dice="real")
    session = house.running()
    session.submit([session.game.parse_action('set 1.merchant=11 because "the Tea House is near"')], None)
    thread(house)
    asked = False
    for _ in range(40):
        wait_until(lambda: acting(house) != 1)
        due = session.game.outcomes(session.state)
        if due:
            asked = asked or session.state.turn == 1
            session.submit([Rolled(3, 4)], None)
        elif acting(house) == 0:
            session.submit([sensible(session.state, random.Random(1))], 0)
        if asked:
            break
    assert asked


def test_the_app_knows_nothing_but_what_its_seat_knows(empty_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other hands are covered before it looks: with other hidden cards it does the same."""
    looked_at = list[Any]()

    def choose(state: Any, strength: str, rng: random.Random) -> Any:
        looked_at.append(state)
        return sensible(state, rng)

    monkeypatch.setattr(start_istanbul, "choose", choose)
    state = with_rivals(empty_house, "middle", "", "").running().state
    start_istanbul.RIVALS.choose(state, "easy", random.Random(3))
    assert looked_at == [known_to(state, state.turn)] and looked_at != [state]


def test_people_are_told_which_wood_to_move_until_they_say_done(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "", "middle")
    app = create_app(house, SETTINGS)
    one = Device(app.test_client(), app)
    one.join(house.access.seat_code(0).secret)
    thread(house)
    play_on(house, 0)
    wait_until(lambda: acting(house) == 0)
    (turn,) = one.view()["rival"]["turns"]
    assert turn["seat"] == 1 and turn["text"][0].startswith("goes to the")
    assert turn["wood"][0].startswith("The blue merchant goes from the")
    assert one.post("/api/rival/moved", {"n": turn["n"]}).status_code == 200
    assert one.view()["rival"]["turns"] == []


def test_it_simply_goes_on_where_nobody_says_done(empty_house: House, thread: Any) -> None:
    house = with_rivals(empty_house, "", "middle")
    app = create_app(house, SETTINGS)
    one = Device(app.test_client(), app)
    one.join(house.access.seat_code(0).secret)
    thread(house)
    play_on(house, 0, turns=2)
    wait_until(lambda: acting(house) == 0)
    (turn,) = one.view()["rival"]["turns"]
    assert turn["n"] == house.running().log.effective[-1].number


@pytest.mark.long
@pytest.mark.browser
def test_what_is_unfolded_stays_so_while_the_app_plays_its_turn(
    empty_house: House, thread: Any, screens: Screens
) -> None:
    house = with_rivals(empty_house, "", "middle")
    server = Running(house, Settings(host="127.0.0.1", port=0, rival_pauses_s=(1.0, 1.0, 1.0)))
    try:
        phone = screens.phone(server, 0)
        play_on(house, 0)
        phone.locator(".dock .rival-line summary").click()
        wait_until(lambda: acting(house) == 0)
        drawn_again(phone, house)
        expect(phone.locator(".dock .rival-line")).to_have_attribute("open", "")
    finally:
        server.stop()


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 360, 390])
def test_a_phone_shows_what_the_app_played_and_what_to_move(
    empty_house: House, thread: Any, screens: Screens, width: int
) -> None:
    house = with_rivals(empty_house, "", "middle")
    server = Running(house, Settings(host="127.0.0.1", port=0, rival_pauses_s=AT_ONCE))
    try:
        phone = screens.phone(server, 0, viewport={"width": width, "height": 740})
        play_on(house, 0)
        card = phone.locator(".dock .rival-line")
        phone.wait_for_function(IN_LINES)
        expect(card.locator("summary")).to_contain_text("Pieces to move:")
        card.locator("summary").click()
        expect(card.locator("li").first).to_contain_text("The blue merchant goes from the")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        card.get_by_role("button", name="Done").click()
        expect(card).to_have_count(0)
    finally:
        server.stop()


@pytest.mark.browser
def test_a_choice_that_is_refused_goes_back(running: Running, screens: Screens) -> None:
    """One seat at least is a person's."""
    with_rivals(running.house, "", "easy", "easy")
    table = screens.table(running)
    open_tab(table, "Seats")
    who = table.get_by_label("Who plays Anna")
    who.select_option("strong")
    expect(table.get_by_role("alert")).to_contain_text("a person's")
    expect(who).to_have_value("")


def no_room(*_: Any) -> None:
    raise OutOfReach("not_kept", file="game", why="no space left")


@pytest.mark.parametrize("full", [SITTING, SEATS])
def test_a_seat_stays_with_its_person_where_the_change_cannot_be_kept(
    house: House, seated: Callable[[int], Device], monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    phone, store = seated(1), house.running().store
    keep = store.keep_note
    monkeypatch.setattr(store, "keep_note", lambda key, value: no_room() if key == full else keep(key, value))
    with pytest.raises(OutOfReach):
        house.reseat(1, "easy")
    assert phone.view()["you"]["seats"] == [1] and not house.sitting.rivals
    assert not sitting_of(store).rivals


def test_after_a_kill_in_the_midst_of_it_no_phone_holds_the_seat_that_the_app_plays(
    house: House, seated: Callable[[int], Device], clock: FakeClock
) -> None:
    seated(1)
    house.running().store.keep_note(SITTING, msgspec.to_builtins(house.sitting.played_by(1, "easy")))
    house.close()
    again = House(house.data_dir, clock)
    assert again.sitting.rivals == {1} and 1 not in again.access.taken()
    again.close()


def test_wood_once_moved_stays_moved_and_what_is_not_played_yet_is_not(house: House) -> None:
    session = house.running()
    session.submit([session.game.parse_action(text) for text in ("move 12", "leave")], 0)
    told = RivalsTold(house, Rivals(house, AT_ONCE))
    for number in (2, 1, 999):
        told.moved(number)
        assert session.store.note("rival") == {"moved": 2}
