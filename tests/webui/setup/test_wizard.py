"""The first evening: from language to first turn, kept over reload and restart, with the camera changed on the way."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from calibration.store import save_profile
from companion.disk import write_whole
from companion.session.clock import FakeClock
from tests.webui.conftest import DESKTOP, PHONE, SETTINGS, Device, Screens, know_the_painted_tiles
from vision.painted.scene import Scene
from vision.profile import Profile
from webui.app import create_app
from webui.camera.camera_desk import CameraDesk
from webui.camera.desk import NoCamera
from webui.camera.lookout import CameraChoice, Lookout, choice_of
from webui.cli.serve import serve
from webui.house import House
from webui.http.server import Running
from webui.settings import Settings

Make = Callable[[], Device]


@pytest.fixture
def host_here(empty_house: House) -> Device:
    """The host's device in a house without a game."""
    app = create_app(empty_house, SETTINGS)
    one = Device(app.test_client(), app)
    assert one.join(empty_house.access.host_code().secret).status_code == 200
    return one


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Running]:
    """A server on its first evening."""
    server = Running(House(tmp_path, FakeClock()), Settings(host="127.0.0.1", port=0, join_limit="1000 per minute"))
    yield server
    server.stop()


# ---------------------------------------------------------------------- what is kept


def test_the_first_start_leads_to_the_set_up_and_the_next_to_the_table(host_here: Device, empty_house: House) -> None:
    assert host_here.get("/start").headers["Location"] == "/setup"
    order = {"players": [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]}
    assert host_here.post("/api/game", order).status_code == 200
    assert host_here.get("/start").headers["Location"] == "/table"


def test_what_was_chosen_outlasts_a_restart(host_here: Device, empty_house: House) -> None:
    draft = {"step": "players", "order": {"players": [{"name": "Zoë", "color": "green"}]}}
    assert host_here.post("/api/wizard", draft).status_code == 204
    app = create_app(House(empty_house.data_dir, empty_house.clock), SETTINGS)
    again = Device(app.test_client(), app)
    again.join(app.extensions["house"].access.host_code().secret)
    assert again.get("/api/wizard").json["draft"] == draft


@pytest.mark.parametrize("path", ["/api/wizard", "/api/wizard/camera", "/api/wizard/layout", "/api/lesson"])
def test_only_the_host_sets_up(device: Make, seated: Callable[[int], Device], path: str) -> None:
    assert device().get(path).json["code"] == seated(0).get(path).json["code"] == "not_host"


def test_a_damaged_note_is_as_good_as_none(host_here: Device, empty_house: House) -> None:
    (empty_house.data_dir / "evening.json").write_text('{"step": 7')
    assert host_here.get("/api/wizard").json["draft"] == {"step": "", "order": {}}


# ---------------------------------------------------------------------- the camera


@pytest.mark.long
def test_the_camera_is_exchanged_while_the_game_runs(house: House, painted: Profile) -> None:
    know_the_painted_tiles(house.data_dir, painted)
    lookout = Lookout(house)
    lookout.choose(CameraChoice("virtual"))
    first = house.desk
    assert isinstance(first, CameraDesk) and first.hands is not None
    lookout.choose(CameraChoice("none"))
    house.running().submit([house.running().game.parse_action("move 3")], 0, 0)
    assert isinstance(house.desk, NoCamera)
    assert all(token["place"] != 3 for token in first.hands.tokens() if token["kind"] == "merchant")
    lookout.stop()


def test_a_game_that_is_not_painted_begins_beside_the_painted_table(house: House, painted: Profile) -> None:
    know_the_painted_tiles(house.data_dir, painted)
    lookout = Lookout(house)
    lookout.choose(CameraChoice("virtual"))
    app = create_app(house, SETTINGS)
    host = Device(app.test_client(), app)
    host.join(house.access.host_code().secret)
    players = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]
    order = {"game": "dice", "players": players, "cards": "app", "copy": "practice"}
    assert host.post("/api/game", order).status_code == 200
    assert house.running().game.name == "dice" and host.view()["players"]
    lookout.stop()


def test_the_choice_outlasts_a_restart(house: House) -> None:
    Lookout(house).choose(CameraChoice("none"))
    assert Lookout(house).remembered() == CameraChoice("none")


def test_a_choice_for_this_evening_only_is_not_kept(house: House) -> None:
    Lookout(house).choose(CameraChoice("none"), keep=False)
    assert Lookout(house).remembered() is None


def test_a_copy_that_is_gone_is_left_out_of_the_choice(house: House, painted: Profile) -> None:
    save_profile(painted, house.data_dir)
    lookout = Lookout(house)
    lookout.choose(CameraChoice("photos", profile="painted"))
    assert Lookout(house).remembered() == CameraChoice("photos", profile="painted")
    (house.data_dir / "profiles" / "painted").rename(house.data_dir / "elsewhere")
    assert Lookout(house).remembered() == CameraChoice("photos")
    lookout.stop()


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ({"kind": "network", "spec": "my phone"}, "bad_address"),
        ({"kind": "network", "spec": "ftp://192.168.1.20/"}, "bad_address"),
        ({"kind": "webcam", "spec": "/etc/passwd"}, "bad_webcam"),
        ({"kind": "files", "spec": "/etc"}, "bad_request"),
        ({"kind": "photos", "profile": "nobody's"}, "bad_profile"),
    ],
)
def test_what_is_no_camera_is_refused_and_nothing_changes(host_here: Device, choice: dict[str, str], code: str) -> None:
    before = host_here.get("/api/wizard/camera").json
    assert host_here.post("/api/wizard/camera", choice).json["code"] == code
    assert host_here.get("/api/wizard/camera").json == before


def test_an_address_is_shown_without_its_password(host_here: Device) -> None:
    choice = {"kind": "network", "spec": "http://anna:secret@127.0.0.1:9/video"}
    told = host_here.post("/api/wizard/camera", choice).json
    assert told["kind"] == "network" and "secret" not in str(told)
    host_here.app.extensions["lookout"].stop()


def test_a_network_camera_turned_on_the_page_keeps_its_password(host_here: Device) -> None:
    choice = {"kind": "network", "spec": "http://anna:secret@127.0.0.1:9/video"}
    shown = host_here.post("/api/wizard/camera", choice).json["spec"]
    told = host_here.post("/api/wizard/camera", {"kind": "network", "spec": shown, "turn": 180}).json
    lookout = host_here.app.extensions["lookout"]
    assert lookout.choice.spec == choice["spec"] and told["turn"] == 180
    lookout.stop()


@pytest.mark.parametrize(
    ("spec", "profile", "kind"),
    [
        ("id:046d:0825@1-2", "", "webcam"),
        ("0", "", "webcam"),
        ("/dev/video2", "mine", "webcam"),
        ("rtsp://cam.local/1", "", "network"),
        ("virtual", "mine", "virtual"),
        ("none", "", "none"),
        ("none", "mine", "photos"),
        ("photos/", "mine", "files"),
    ],
)
def test_the_option_means_the_same_as_the_page(spec: str, profile: str, kind: str) -> None:
    assert choice_of(spec, profile).kind == kind


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--camera", "no-such-file.mp4"], "no-such-file.mp4"),
        (["--camera", "ftp://table"], "it takes virtual, none"),
        (["--camera", "none", "--profile", "nobody's"], "learn your copy"),
    ],
)
def test_options_that_mean_nothing_are_told_before_anything_starts(
    tmp_path: Path, options: list[str], words: str
) -> None:
    done = CliRunner().invoke(serve, [*options, "--data-dir", str(tmp_path)])
    assert done.exit_code == 1 and words in done.output


# ---------------------------------------------------------------------- layouts


def test_a_layout_is_shared_by_its_code(host_here: Device) -> None:
    one = host_here.post("/api/layout", {"kind": "random"}).json
    same = host_here.post("/api/layout", {"code": one["code"].lower()}).json
    assert same["layout"] == one["layout"] and same["code"] == one["code"]


def test_a_wrong_code_is_refused_in_words(host_here: Device) -> None:
    answer = host_here.post("/api/layout", {"code": "hello"})
    assert answer.status_code >= 400 and "hello" in answer.json["message"]


def test_the_plan_says_how_long_its_ways_are(host_here: Device) -> None:
    assert [host_here.post("/api/layout", {"kind": kind}).json["length"] for kind in ("short", "long")] == [
        "short",
        "long",
    ]


def test_nothing_seen_is_no_layout(host_here: Device) -> None:
    assert host_here.get("/api/wizard/layout").json["code"] == "layout_not_seen"


# ---------------------------------------------------------------------- in a browser


def go_on(page: Page, key: str = "next") -> None:
    page.locator(f"[data-key={key}]").click()


def at(page: Page, title: str) -> None:
    expect(page.locator("h1")).to_have_text(title)


@pytest.mark.browser
def test_a_first_evening_without_a_camera(fresh: Running, screens: Screens) -> None:
    page = screens.open(fresh.host_link(), **PHONE)
    at(page, "Welcome to the bazaar")
    go_on(page)
    page.locator("[data-key=game-istanbul]").click()
    go_on(page)
    at(page, "Who watches the table?")
    page.locator("[data-key=camera-none]").click()
    expect(page.locator("[data-key=camera-none]")).to_have_attribute("aria-checked", "true")
    go_on(page)
    at(page, "Who plays")
    page.get_by_label("Name of player 1").fill("Zoë")
    page.locator("[data-key=first-0]").check()
    page.locator("[data-key=less-2]").click()
    go_on(page)
    page.locator("[data-key=dice-real]").click()
    go_on(page, "skip")
    at(page, "How the places lie")
    page.get_by_role("radio", name="Long paths").click()
    expect(page.locator(".plan-tile")).to_have_count(16)
    go_on(page, "open")
    at(page, "Take your seats")
    expect(page.locator(".seat-card .qr")).to_have_count(2)
    links = page.evaluate("() => fetch('/api/seats').then((answer) => answer.json())")
    phone = screens.open(links[0]["link"], **PHONE)
    expect(phone.locator(".head h1")).to_have_text("Zoë")
    expect(phone.locator(".head-turn")).to_have_text("Your turn")
    go_on(page, "table")
    page.wait_for_url("**/table")
    assert fresh.house.sitting.dice == "real"


@pytest.mark.long
@pytest.mark.browser
def test_reload_back_and_language_lose_nothing(fresh: Running, screens: Screens) -> None:
    page = screens.open(fresh.host_link(), **DESKTOP)
    page.locator("[data-key=step-players]").click()
    page.get_by_label("Name of player 2").fill("Ömer")
    page.reload()
    at(page, "Who plays")
    expect(page.get_by_label("Name of player 2")).to_have_value("Ömer")
    page.locator("[data-key=step-language]").click()
    page.locator("[data-key=lang-fr]").click()
    at(page, "Bienvenue au bazar")
    page.go_back()
    page.locator("[data-key=step-players]").click()
    expect(page.locator("[data-key=name-1]")).to_have_value("Ömer")


@pytest.mark.long
@pytest.mark.browser
def test_the_whole_set_up_by_keyboard(fresh: Running, screens: Screens) -> None:
    page = screens.open(fresh.host_link(), **DESKTOP)
    for _ in range(12):
        if page.locator("[data-key=open]").count():
            break
        title = page.locator("h1").inner_text()
        press(page, "[data-key=skip]")
        expect(page.locator("h1")).not_to_have_text(title)
        expect(page.locator("#step-title")).to_be_focused()
    expect(page.locator(".plan-tile")).to_have_count(16)
    press(page, "[data-key=open]")
    expect(page.locator(".seat-card .qr")).to_have_count(3)


def press(page: Page, selector: str) -> None:
    """Go there with the tab key alone, and press it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{selector} is out of the keyboard's reach")


@pytest.mark.long
@pytest.mark.browser
def test_at_the_painted_table_the_layout_is_read_by_the_camera(
    fresh: Running, screens: Screens, painted: Profile
) -> None:
    know_the_painted_tiles(fresh.house.data_dir, painted)
    page = screens.open(fresh.host_link(), **DESKTOP)
    page.locator("[data-key=step-camera]").click()
    page.locator("[data-key=camera-virtual]").click()
    expect(page.locator(".preview img")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-key=step-tiles]")).to_have_count(0)
    page.locator("[data-key=step-layout]").click()
    expect(page.locator(".plan-tile")).to_have_count(16)
    until_seen(fresh)
    page.locator("[data-key=kind-seen]").click()
    expect(page.locator("[data-key=kind-seen]")).to_have_attribute("aria-checked", "true")
    numbers = page.locator(".plan-tile b").all_inner_texts()
    assert [int(number) for number in numbers] == list(Scene().layout)
    go_on(page, "open")
    expect(page.locator(".seat-card .qr")).to_have_count(3)
    assert list(fresh.house.running().state.layout) == list(Scene().layout)


def until_seen(running: Running) -> None:
    """Wait until the first picture has been read."""
    for _ in range(600):
        if running.lookout.layout_seen():
            return
        sleep(0.1)
    raise AssertionError(running.lookout.status())


@pytest.mark.browser
def test_a_running_game_outlasts_going_through_it_again(running: Running, screens: Screens) -> None:
    game = running.house.game_id
    page = screens.host(running, "/setup?step=layout", **DESKTOP)
    go_on(page, "keep")
    at(page, "Take your seats")
    go_on(page, "table")
    page.wait_for_url("**/table")
    assert running.house.game_id == game


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("step", ["language", "camera", "players", "aids", "layout", "seats"])
def test_it_fits_small_screens_and_fingers(running: Running, screens: Screens, step: str) -> None:
    page = screens.host(running, f"/setup?step={step}", **PHONE, locale="ru")
    page.wait_for_selector(f"[data-step={step}]")
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert too_small(page) == [] and torn(page) == []


def too_small(page: Page) -> list[str]:
    """Buttons and fields that a finger may miss."""
    found: list[str] = page.evaluate(
        """() => ['button', 'select', 'summary', 'input[type=text]', 'a.button']
            .flatMap((kind) => [...document.querySelectorAll(`main ${kind}`)])
            .filter((one) => one.offsetParent)
            .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44)
            .map((one) => one.outerHTML.slice(0, 90))"""
    )
    return found


def torn(page: Page) -> list[str]:
    """Words that are broken over several lines."""
    found: list[str] = page.evaluate(
        """() => {
            const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
            while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/[\\p{L}\\p{N}]{3,}/gu)) {
                const range = document.createRange();
                range.setStart(texts.currentNode, word.index);
                range.setEnd(texts.currentNode, word.index + word[0].length);
                const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
                if (lines.size > 1) found.push(word[0]);
            }
            return found;
        }"""
    )
    return found


@pytest.mark.browser
def test_strangers_are_told_who_may(running: Running, screens: Screens) -> None:
    page = screens.open(f"{running.here}/setup", **PHONE)
    expect(page.locator(".reason")).to_contain_text(re.compile("Only the host"))


@pytest.mark.browser
def test_dice_and_cards_belong_to_the_game_they_were_chosen_for(running: Running, screens: Screens) -> None:
    host = screens.open(f"{running.here}/table#h={running.house.access.host_code().secret}", **DESKTOP)
    expect(host.locator(".table-head")).to_be_visible()
    host.goto(f"{running.here}/new")
    host.locator("[data-key=game-dice]").click()
    host.locator("[data-key=dice-real]").click()
    host.locator("[data-key=game-istanbul]").click()
    expect(host.locator("[data-key=cards-app]")).to_have_attribute("aria-checked", "true")
    expect(host.locator("[data-key=dice-app]")).to_have_attribute("aria-checked", "true")
    host.locator("[data-key=game-dice]").click()
    expect(host.locator("[data-key=dice-real]")).to_have_attribute("aria-checked", "true")


def test_two_tabs_that_keep_their_choices_at_once_do_not_disturb_each_other(
    empty_house: House, host_here: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    tabs = [Device(host_here.app.test_client(), host_here.app) for _ in range(4)]
    for tab in tabs:
        tab.join(empty_house.access.host_code().secret)
    writing, most = list[int](), list[int]()

    def slowly(path: Path, data: bytes, mode: int) -> None:
        writing.append(1)
        most.append(len(writing))
        sleep(0.05)
        write_whole(path, data, mode)
        writing.pop()

    monkeypatch.setattr("webui.keepsakes.keepsake.write_whole", slowly)
    with ThreadPoolExecutor(len(tabs)) as hands:
        answers = hands.map(lambda at: tabs[at].post("/api/wizard", {"step": str(at)}).status_code, range(len(tabs)))
        assert list(answers) == [204] * len(tabs)
    assert max(most) == 1
