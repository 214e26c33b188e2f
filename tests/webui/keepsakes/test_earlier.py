"""A game that was left before it was over is gone on with, as it stood."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.webui.conftest import PHONE, Device, Screens, begin, open_tab
from tests.webui.keepsakes.test_troubles import host_of
from tests.webui.pages.test_comfort import play
from webui.house import House
from webui.http.server import Running


def moved(house: House) -> None:
    """Anna goes to the Police Station and leaves an assistant."""
    session = house.running()
    session.submit([session.game.parse_action(text) for text in ("move 12", "leave")], 0)


def earlier(host: Device) -> list[dict[str, object]]:
    answer: list[dict[str, object]] = host.get("/api/saved").json["earlier"]
    return answer


@pytest.fixture
def left(house: House) -> House:
    """Somebody else wanted another game."""
    moved(house)
    return begin(house, players=2, seed=8)


def test_a_game_left_for_another_one_goes_on_where_it_was_left(left: House) -> None:
    host = host_of(left)
    (game,) = earlier(host)
    assert game["players"] == ["Anna", "Ben", "Cleo"] and game["title"] == "Istanbul"
    view = host.post("/api/saved/recover", {"file": game["file"]}).json
    assert (view["version"], view["players"][0]["merchant"], len(view["players"])) == (2, 12, 3)


def test_a_game_left_tells_how_it_stands_the_best_first(house: House) -> None:
    moved(house)
    table = [{"what": "rubies", "seat": seat, "value": count} for seat, count in ((0, 2), (1, 3))]
    told = {"changes": table, "reason": "", "version": house.version, "despite": True}
    assert host_of(house).post("/api/correct", told).status_code == 200
    begin(house, players=2, seed=8)
    (game,) = earlier(host_of(house))
    assert game["standing"] == [
        {"name": "Ben", "rubies": 3},
        {"name": "Anna", "rubies": 2},
        {"name": "Cleo", "rubies": 0},
    ]


@pytest.mark.browser
def test_who_must_go_home_sees_how_it_stands_and_finds_the_game_again(running: Running, screens: Screens) -> None:
    play(running.house, 100)
    page = screens.table(running)
    open_tab(page, "More")
    page.get_by_role("link", name="Stop for today").click()
    expect(page.locator(".result tbody tr")).to_have_count(3)
    rubies = max(player.rubies for player in running.house.running().state.players)
    expect(page.locator(".result .winner td").nth(1)).to_have_text(str(rubies))
    expect(page.get_by_text("the game is kept as it stands")).to_be_visible()
    begin(running.house, players=2, seed=8)
    page.goto(f"{running.here}/new")
    expect(page.locator("[data-key=earlier]")).to_contain_text("Rubies: ")


def test_a_game_that_goes_on_is_told_once_and_the_one_it_took_the_place_of_is_kept(left: House) -> None:
    moved(left)
    host = host_of(left)
    (first,) = earlier(host)
    host.post("/api/saved/recover", {"file": first["file"]})
    (second,) = earlier(host)
    assert second["players"] == ["Anna", "Ben"]
    host.post("/api/saved/recover", {"file": second["file"]})
    (again,) = earlier(host)
    assert again["players"] == ["Anna", "Ben", "Cleo"] and again["file"] not in (first["file"], second["file"])


@pytest.mark.long
def test_a_game_gone_on_with_and_played_to_its_end_is_told_no_more(left: House) -> None:
    host = host_of(left)
    (game,) = earlier(host)
    host.post("/api/saved/recover", {"file": game["file"]})
    play(left)
    begin(left, seed=9)
    assert earlier(host) == []
    (over,) = host.get("/api/saved").json["over"]
    assert over["winners"] == [over["ranks"][0]["name"]] and over["ranks"][0]["rubies"] >= 5
    assert sorted(one["name"] for one in over["ranks"]) == ["Anna", "Ben", "Cleo"]


def test_phones_sit_where_they_sat_and_the_dice_fall_as_they_would_have_fallen(
    house: House, seated: Callable[[int], Device]
) -> None:
    phone = seated(1)
    moved(house)
    begin(house, players=2, seed=8)
    assert phone.view()["you"]["seats"] == []
    host = host_of(house)
    (game,) = earlier(host)
    kept = next(one.part for one in house.archive.earlier() if one.name == game["file"])
    host.post("/api/saved/recover", {"file": game["file"]})
    assert phone.view()["you"]["seats"] == [1]
    notes = house.running().store
    assert {key: notes.note(key) for key in kept.notes} == dict(kept.notes)


def test_nobody_goes_on_with_what_was_never_begun(house: House) -> None:
    begin(house, seed=8)
    host = host_of(house)
    assert earlier(host) == []
    begin(house, seed=9)
    assert earlier(host) == []
    answer = host.post("/api/saved/recover", {"file": "game-00001.bazaar"})
    assert (answer.status_code, answer.json["code"]) == (404, "nothing_to_recover")


def test_the_running_game_is_no_earlier_one(house: House) -> None:
    moved(house)
    assert earlier(host_of(house)) == []


def test_only_the_host_hears_of_earlier_games(left: House, seated: Callable[[int], Device]) -> None:
    assert seated(0).get("/api/saved").status_code == 403


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/new", "/setup?step=language"])
def test_the_host_goes_on_with_last_weeks_game_by_two_taps(running: Running, screens: Screens, path: str) -> None:
    moved(running.house)
    begin(running.house, players=2, seed=8)
    moved(running.house)
    page = screens.host(running, path, **PHONE)
    page.on("dialog", lambda dialog: dialog.accept())
    card = page.locator("[data-key=earlier]")
    expect(card).to_contain_text("Anna, Ben, Cleo")
    card.get_by_role("button", name="Go on").click()
    page.wait_for_function("() => !location.search.includes('language') && !location.pathname.includes('new')")
    assert [person.name for person in running.house.sitting.people] == ["Anna", "Ben", "Cleo"]
    assert running.house.version == 2


@pytest.mark.long
@pytest.mark.browser
def test_a_finished_game_is_found_again_with_its_result(running: Running, screens: Screens) -> None:
    play(running.house)
    result = running.house.view(None, str)["result"]
    winner = running.house.sitting.people[result["winners"][0]].name
    begin(running.house, players=2, seed=8)
    page = screens.host(running, "/new", **PHONE)
    card = page.locator("[data-key=finished]")
    card.locator("summary").click()
    expect(card.locator("li")).to_have_count(1)
    expect(card).to_contain_text(f"{winner} won")
    expect(card).to_contain_text("Cleo")
