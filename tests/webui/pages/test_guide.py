"""The guide: everything on the table is explained, in every language, one long press away."""

import gzip
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.dice_game.state import Step
from companion.dice_game.view.guide import topic_now as dice_topic
from companion.istanbul.guide.topics import guide
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.tables import RUBY_TARGET
from companion.istanbul.view.refusals import REASONS
from companion.words import REASONS as SHARED
from tests.webui.conftest import Device, Screens
from webui.http.errors import REASONS as SERVER
from webui.http.server import Running
from webui.locales.words import say_in
from webui.pages.assets import ROOTS
from webui.play.games import FACES

TOPICS = {topic["id"]: topic for topic in guide(say_in("en"))}
BOTH = [(name, topic) for name, face in FACES.items() for topic in face.guide(say_in("en"))]


def test_every_place_card_tile_and_good_has_a_topic() -> None:
    places = {f"place-{int(place)}" for place in Place}
    cards = {f"card-{card}" for card in Card if card is not Card.UNKNOWN}
    assert places | cards | {f"tile-{good}" for good in Good} | {f"good-{good}" for good in Good} <= set(TOPICS)


@pytest.mark.parametrize(("game", "topic"), BOTH, ids=[f"{game}-{topic['id']}" for game, topic in BOTH])
def test_a_topic_leads_on_to_others_that_exist_and_has_a_drawing(game: str, topic: dict[str, list[str]]) -> None:
    assert topic["texts"] and set(topic["see"]) <= {other["id"] for name, other in BOTH if name == game}
    assert (ROOTS["art"] / f"{topic['art']}.svg").is_file()


def test_topics_for_refusals_belong_to_refusals() -> None:
    codes = [code for topic in TOPICS.values() for code in topic["codes"]]
    assert set(codes) <= {*REASONS, *SHARED, *SERVER} and len(codes) == len(set(codes))


RUBIES = {"en": {5: "five", 6: "six"}, "fr": {5: "cinq", 6: "six"}, "ru": {5: "пять", 6: "шесть"}}


@pytest.mark.parametrize("language", RUBIES)
def test_the_guide_names_as_many_rubies_as_the_rules_ask_for(language: str) -> None:
    winning = next(topic for topic in guide(say_in(language)) if topic["id"] == "turn-goal")
    told = re.findall("|".join(RUBIES[language].values()), winning["texts"][0].lower())
    assert {RUBY_TARGET[players] for players in (3, 4, 5)} == {RUBY_TARGET[3]}
    assert told == [RUBIES[language][RUBY_TARGET[players]] for players in (3, 2)]


@pytest.mark.parametrize("language", ["fr", "ru"])
@pytest.mark.parametrize("game", FACES)
def test_the_guide_speaks_the_readers_language(game: str, language: str) -> None:
    english, told = ({topic["id"]: topic for topic in FACES[game].guide(say_in(one))} for one in ("en", language))
    assert [key for key, topic in english.items() if set(topic["texts"]) & set(told[key]["texts"])] == []


@pytest.mark.parametrize("step", Step)
def test_whatever_is_due_in_the_dice_game_has_a_topic(step: Step) -> None:
    assert dice_topic(step) in {topic["id"] for game, topic in BOTH if game == "dice"}


def test_whoever_watches_may_read_it_too(device: Callable[[], Device]) -> None:
    answer = device().get("/api/guide")
    assert answer.json["title"] == "Istanbul"
    assert device().get("/api/guide?game=dice").json["title"] == "Istanbul: The Dice Game"
    assert answer.json["game"] == "istanbul" and len(answer.json["topics"]) == len(TOPICS)
    assert device().get("/api/guide?game=chess").status_code == 404


def test_the_guide_tells_of_ties_tolls_refusing_and_undo() -> None:
    told = {key: " ".join(topic["texts"]) for key, topic in TOPICS.items()}
    assert "wins together" in told["turn-goal"] and "will not pay" in told["turn-toll"]
    assert "refuse to leave" in told["turn-assistant"] and "taken back" in told["app-undo"]


@pytest.mark.browser
def test_the_guide_says_for_which_game_it_is(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/guide")
    expect(page.get_by_role("heading", level=1)).to_have_text("Guide · Istanbul")
    expect(page.locator("#turn-goal")).to_be_visible()


@pytest.mark.long
@pytest.mark.browser
def test_a_long_press_explains_a_place_and_plays_nothing(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0, has_touch=False, is_mobile=False)
    anna.locator("[data-place='13'] .place-art").hover()
    anna.mouse.down()
    expect(anna.get_by_role("dialog")).to_contain_text("Sultan's Palace")
    anna.mouse.up()
    expect(anna.get_by_role("dialog")).to_contain_text("1 fabric, 1 spice")
    anna.get_by_role("button", name="Sultan's Palace once more").click()
    expect(anna.get_by_role("heading", name="Sultan's Palace once more")).to_be_visible()
    anna.get_by_role("button", name="Close").click()
    expect(anna.get_by_role("dialog")).to_have_count(0)
    expect(anna.locator(".place.chosen")).to_have_count(0)


@pytest.mark.browser
def test_the_keyboard_asks_with_a_question_mark(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0, has_touch=False, is_mobile=False)
    anna.locator("[data-place='7']").focus()
    anna.keyboard.press("?")
    expect(anna.get_by_role("dialog")).to_contain_text("Fountain")
    running.house.changed()
    anna.keyboard.press("Escape")
    expect(anna.locator("[data-place='7']")).to_be_focused()


@pytest.mark.browser
def test_a_tap_on_the_table_screen_explains_the_place(running: Running, screens: Screens) -> None:
    table = screens.open(f"{running.here}/table", locale="ru-RU")
    table.locator("[data-place='8']").click()
    expect(table.get_by_role("dialog")).to_contain_text("Чёрный рынок")


@pytest.mark.long
@pytest.mark.browser
def test_a_finger_resting_on_a_card_explains_it(running: Running, screens: Screens) -> None:
    anna = screens.phone(running, 0, has_touch=False, is_mobile=False)
    anna.locator(".hand-cover").hover()
    anna.mouse.down()
    name = anna.locator(".hand-card b").first.inner_text()
    anna.locator(".hand-card").first.hover()
    expect(anna.get_by_role("dialog")).to_contain_text(name)
    anna.mouse.up()
    expect(anna.locator(".hand-card")).to_be_hidden()


@pytest.mark.browser
def test_the_guide_is_searched_as_people_type(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/guide", locale="fr-FR")
    shown = page.locator(".topic:visible")
    expect(shown).to_have_count(len(TOPICS))
    page.get_by_label("Chercher dans le guide").fill("mosquee verte")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Tuile Mosquée verte")
    page.get_by_label("Chercher dans le guide").fill("xyzzy")
    expect(page.locator("#found")).to_contain_text("Rien trouvé")
    page.goto(f"{running.here}/guide#place-16")
    expect(page.locator("#place-16")).to_be_in_viewport()


def test_a_page_comes_packed_to_those_who_can_unpack_it(device: Callable[[], Device]) -> None:
    plain, packed = (device().get("/guide?lang=ru", headers={"Accept-Encoding": how}) for how in ("identity", "gzip"))
    assert gzip.decompress(packed.get_data()) == plain.get_data()
    assert len(packed.get_data()) < len(plain.get_data()) and "Content-Encoding" not in plain.headers
