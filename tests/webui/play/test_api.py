"""Looking, acting, undoing over HTTP; what happens to a stale tap, a wrong one, a damaged game."""

from collections.abc import Callable
from pathlib import Path

from companion.session.clock import FakeClock
from tests.webui.conftest import SETTINGS, Device, begin
from webui.app import create_app
from webui.house import House

Make = Callable[[], Device]
Seat = Callable[[int], Device]


def test_a_tap_plays_the_move_with_all_that_follows(seated: Seat) -> None:
    phone = seated(0)
    choice = next(one for one in phone.view()["choices"] if one["place"] == 3)
    view = phone.act(*choice["do"]).json
    assert view["players"][0]["merchant"] == 3 and view["players"][0]["out"] == [3]


def test_the_consequence_is_named_before_the_tap(seated: Seat) -> None:
    choice = next(one for one in seated(0).view()["choices"] if one["place"] == 3)
    assert choice["facts"]["assistant"] == "left" and choice["facts"]["stack_after"] == 3
    assert [more["text"] for more in choice["then"]] == ["Fill up with spice"]


def test_both_cards_of_the_caravansary_are_drawn_with_the_move(seated: Seat) -> None:
    phone = seated(0)
    choice = next(one for one in phone.view()["choices"] if one["place"] == 6)
    [both] = choice["then"]
    assert both["text"] == "Draw two cards from the pile"
    view = phone.act(*both["do"]).json
    assert len(view["own"]["hand"]) == 3 and view["turn"]["text"] == "Give a card back"


def test_a_place_out_of_reach_says_why(seated: Seat) -> None:
    assert "3 steps" in seated(0).view()["refusals"]["places"]["16"]


def test_a_stale_tap_gets_the_fresh_view(house: House, seated: Seat) -> None:
    phone = seated(0)
    answer = phone.post("/api/act", {"do": ["move 3"], "version": house.version + 5})
    assert (answer.status_code, answer.json["code"]) == (409, "stale")
    assert answer.json["view"]["version"] == house.version and answer.json["message"]


def test_one_tap_tells_of_the_assistant_and_of_what_is_done_with_him(house: House, seated: Seat) -> None:
    session = house.running()
    session.submit([session.game.parse_action("move 3")], None, None, "camera")
    version = house.version
    phone = seated(0)
    offers = [one["do"] for one in phone.view()["choices"]]
    assert ["leave", "fill"] in offers and ["leave"] in offers
    session.submit([session.game.parse_action("leave")], None, None, "camera")
    answer = phone.post("/api/act", {"do": ["leave", "fill"], "version": version})
    assert answer.status_code == 200, "the camera has seen him in the same moment"
    told = [(one.source, session.game.format_action(one.action)) for one in session.log.effective]
    assert told == [("camera", "move 3"), ("camera", "leave"), ("phone", "fill")]


def test_a_tap_for_another_game_is_stale(house: House, seated: Seat) -> None:
    answer = seated(0).post("/api/act", {"do": "move 3", "version": house.version, "game_id": "game-77777"})
    assert answer.status_code == 409


def test_an_illegal_move_changes_nothing_and_says_why(house: House, seated: Seat) -> None:
    before = house.running().state
    answer = seated(0).act("move 16")
    assert (answer.status_code, answer.json["code"]) == (422, "out_of_reach")
    assert "Gemstone Dealer" in answer.json["message"] and house.running().state == before


def test_it_is_somebody_elses_turn(seated: Seat) -> None:
    answer = seated(1).act("move 3")
    assert (answer.status_code, answer.json["message"]) == (422, "It is not your turn: Anna plays.")


def test_gibberish_is_refused(seated: Seat) -> None:
    phone = seated(0)
    assert phone.act("fly to the moon").status_code == 400
    assert phone.post("/api/act", {"wrong": 1}).status_code == 400


def test_a_stranger_cannot_act(device: Make) -> None:
    assert device().act("move 3").status_code == 401


def test_undo_takes_back_the_own_move_and_redo_brings_it_again(seated: Seat) -> None:
    phone = seated(0)
    version = phone.act("move 12", "leave").json["version"]
    back = phone.post("/api/undo", {"version": version}).json
    assert back["players"][0]["out"] == [] and back["redo"]
    assert any(row["undone"] for row in back["log"])
    assert phone.post("/api/redo", {"version": back["version"]}).json["players"][0]["out"] == [12]


def test_only_who_took_something_back_is_offered_to_bring_it_again(seated: Seat) -> None:
    anna, ben = seated(0), seated(1)
    version = anna.act("move 12", "leave").json["version"]
    version = anna.post("/api/undo", {"version": version}).json["version"]
    assert anna.view()["redo"] and not ben.view()["redo"]
    assert ben.post("/api/redo", {"version": version}).json["code"] == "nothing_to_redo"


def test_what_the_host_took_back_the_host_can_bring_again(seated: Seat, host: Device) -> None:
    anna = seated(0)
    version = anna.act("move 12", "leave").json["version"]
    back = host.post("/api/undo", {"version": version, "keep": 0}).json
    assert back["redo"] and not anna.view()["redo"]
    assert host.post("/api/redo", {"version": back["version"]}).json["players"][0]["out"] == [12]


def test_undo_stops_where_dice_were_shown(seated: Seat) -> None:
    phone = seated(0)
    version = phone.act("move 9", "leave", "announce 7").json["version"]
    answer = phone.post("/api/undo", {"version": version})
    assert (answer.status_code, answer.json["code"]) == (409, "nothing_to_undo")


def test_the_host_undoes_past_the_dice(host: Device, seated: Seat) -> None:
    version = seated(0).act("move 9", "leave", "announce 7").json["version"]
    view = host.post("/api/undo", {"version": version, "keep": 0}).json
    assert view["players"][0]["merchant"] == 7


def test_nothing_new_is_not_sent_again(seated: Seat) -> None:
    phone = seated(0)
    tick = phone.view()["tick"]
    assert phone.get(f"/api/view?since={tick}").status_code == 204
    assert phone.get(f"/api/view?since={tick - 1}").status_code == 200


def test_the_host_starts_a_game(empty_house: House) -> None:
    app = create_app(empty_house, SETTINGS)
    host = Device(app.test_client(), app)
    assert "players" not in host.view()
    host.join(empty_house.access.host_code().secret)
    people = [{"name": "  Zoë\u202e ", "color": "green"}, {"name": "", "color": "white"}]
    view = host.post("/api/game", {"players": people, "kind": "random", "seed": 5, "first": 1}).json
    assert [player["name"] for player in view["players"]] == ["White", "Zoë"]
    assert view["table"]["target"] == 6 and view["you"]["host"]


def test_an_impossible_game_is_refused_in_words(host: Device) -> None:
    people = [{"name": "A", "color": "red"}, {"name": "B", "color": "red"}]
    answer = host.post("/api/game", {"players": people})
    assert answer.json["message"] == "Every player needs a colour of their own."


def test_two_players_of_one_name_are_refused_since_no_line_could_tell_them_apart(host: Device) -> None:
    people = [{"name": "Anna", "color": "red"}, {"name": " anna", "color": "blue"}, {"name": "", "color": "green"}]
    answer = host.post("/api/game", {"players": people})
    assert answer.json["message"] == "Two players are called anna. Give each a name of their own."


def test_only_the_host_starts_a_game(seated: Seat) -> None:
    assert seated(0).post("/api/game", {"players": []}).status_code == 403


def test_a_rematch_keeps_everybody_seated(seated: Seat, host: Device, house: House) -> None:
    phone, old = seated(1), house.game_id
    host.post("/api/rematch")
    assert house.game_id != old and phone.view()["you"]["seats"] == [1]


def test_phones_stay_with_their_people_when_another_begins(seated: Seat, host: Device, house: House) -> None:
    """Who begins sits on the first seat: the phones go along, or a drawn beginner would sign everybody out."""
    phones = [seated(seat) for seat in range(3)]
    players = [{"name": one.name, "color": one.color} for one in house.sitting.people]
    assert host.post("/api/game", {"players": players, "first": 2}).status_code == 200
    names = [phone.view()["players"][phone.view()["you"]["seat"]]["name"] for phone in phones]
    assert names == ["Anna", "Ben", "Cleo"] and house.sitting.people[0].name == "Cleo"


def test_a_new_game_of_the_same_people_keeps_everybody_seated(seated: Seat, host: Device, house: House) -> None:
    phone, old = seated(1), house.game_id
    people = [{"name": one.name, "color": one.color} for one in house.sitting.people]
    assert host.post("/api/game", {"players": people, "first": 0, "kind": "long"}).status_code == 200
    assert house.game_id != old and phone.view()["you"]["seats"] == [1]


def test_a_new_game_signs_the_phones_out(seated: Seat, host: Device) -> None:
    phone = seated(1)
    host.post("/api/game", {"players": [{"name": "A", "color": "red"}, {"name": "B", "color": "blue"}]})
    assert phone.view()["you"]["seats"] == []


def test_phones_stay_where_a_name_is_corrected_and_somebody_comes_late(
    seated: Seat, host: Device, house: House
) -> None:
    phones = [seated(seat) for seat in range(3)]
    people = [("Anna", "red"), ("Benno", "blue"), ("Cleo", "yellow"), ("Dora", "white")]
    host.post("/api/game", {"players": [{"name": name, "color": color} for name, color in people], "first": 0})
    assert [phone.view()["you"]["seats"] for phone in phones] == [[0], [1], [2]]
    assert host.view()["joined"] == [True, True, True, False]


def test_phones_stay_with_who_is_left_whatever_the_wood(seated: Seat, host: Device) -> None:
    phones = [seated(seat) for seat in range(3)]
    people = [{"name": "Cleo", "color": "red"}, {"name": "Ben", "color": "blue"}]
    host.post("/api/game", {"players": people, "first": 0})
    assert [phone.view()["you"]["seats"] for phone in phones] == [[], [1], [0]]


def test_what_can_be_undone_is_the_whole_tap(seated: Seat) -> None:
    phone = seated(0)
    phone.act("move 3", "leave", "fill")
    assert phone.view()["undo"] == {"keep": 0}


def test_real_dice_are_typed_by_a_phone(empty_house: House) -> None:
    app = create_app(begin(empty_house, dice="real"), SETTINGS)
    phone = Device(app.test_client(), app)
    phone.join(empty_house.access.seat_code(0).secret)
    rolls = phone.act("move 9", "leave", "announce 7").json["chance"]["rolls"]
    assert len(rolls) == 36
    view = phone.act(*rolls["3-5"]).json
    assert view["dice"]["dice"] == [3, 5] and view["players"][0]["lira"] == 9


def test_the_newest_game_goes_on(house: House, seated: Seat, clock: FakeClock) -> None:
    seated(0).act("move 3", "leave", "fill")
    state = house.running().state
    again = House(house.data_dir, clock)
    assert again.running().state == state and again.access.taken() == {0: 1}
    again.close()


def test_a_damaged_game_is_set_aside_unchanged(house: House, clock: FakeClock) -> None:
    path = house.running().store.path
    house.close()
    damaged = b"this is no game" * 100
    Path(path).write_bytes(damaged)
    again = House(house.data_dir, clock)
    (trouble,) = again.archive.troubles
    assert again.session is None and path.name in trouble.file
    assert path.with_name(trouble.file).read_bytes() == damaged


def test_the_game_before_a_damaged_one_goes_on(house: House, clock: FakeClock) -> None:
    first = house.game_id
    begin(house)
    newest = house.running().store.path
    house.close()
    Path(newest).write_bytes(b"broken")
    again = House(house.data_dir, clock)
    assert again.game_id == first and again.archive.troubles
    again.close()


def test_layouts_and_dice_need_no_game(empty_house: House) -> None:
    app = create_app(empty_house, SETTINGS)
    one = Device(app.test_client(), app)
    drawn = one.post("/api/layout", {"kind": "random"}).json
    assert one.post("/api/layout", {"kind": "random", "seed": drawn["seed"]}).json == drawn
    roll = one.post("/api/roll", {"who": "smuggler"}).json
    assert roll["place"] == sum(roll["dice"])


def test_the_host_puts_a_value_right_and_everybody_reads_why(host: Device, device: Make, house: House) -> None:
    goods = {"seat": 1, "what": "goods", "value": {"R": 2, "G": 0, "Y": 0, "B": 1}}
    changes = [{"seat": 1, "what": "lira", "value": 9}, goods]
    body = {"changes": changes, "reason": "miscounted", "version": house.version}
    assert host.post("/api/correct", body).status_code == 200
    ben = device().view()["players"][1]
    assert (ben["lira"], ben["goods"]["R"], ben["goods"]["B"]) == (9, 2, 1)
    assert "miscounted" in str(device().view()["log"][0]["text"])


def test_a_correction_without_a_reason_has_one_that_each_reads_in_his_language(
    host: Device, device: Make, house: House
) -> None:
    body = {"changes": [{"seat": 1, "what": "lira", "value": 9}], "reason": "", "version": house.version}
    assert host.post("/api/correct", body).status_code == 200
    for language, words in (("en", "corrected at the table"), ("fr", "corrigé à la table")):
        log = device().get("/api/view", headers={"Accept-Language": language}).json["log"]
        assert words in str(log[0]["text"])


def test_a_correction_that_does_not_add_up_is_refused(host: Device, house: House) -> None:
    change = {"seat": 0, "what": "rubies", "value": 3}
    body = {"changes": [change], "reason": "found some", "version": house.version}
    assert host.post("/api/correct", body).json["code"] == "does_not_add_up"
    assert host.post("/api/correct", body | {"despite": True}).json["players"][0]["rubies"] == 3


def test_a_player_puts_only_the_own_open_things_right(seated: Seat, house: House) -> None:
    phone, body = seated(0), {"reason": "a coin fell", "version": house.version}
    for change in ({"seat": 1, "what": "lira", "value": 99}, {"seat": 0, "what": "hand", "value": "LIRA5"}):
        assert phone.post("/api/correct", body | {"changes": [change]}).json["code"] == "not_host"
    own = {"changes": [{"seat": 0, "what": "lira", "value": 9}]}
    assert phone.post("/api/correct", body | own | {"despite": True}).json["code"] == "not_host"
    assert phone.post("/api/correct", body | own).json["players"][0]["lira"] == 9


def test_a_ruby_that_a_player_puts_right_comes_from_a_place(seated: Seat, house: House) -> None:
    phone, there = seated(0), house.view(0, str)["table"]["rubies"]
    left = ",".join(f"{place}:{count - (place == '16')}" for place, count in there.items())
    order = {"reason": "forgotten", "version": house.version}
    place = {"seat": None, "what": "rubies", "value": left}
    view = phone.post("/api/correct", order | {"changes": [{"seat": 0, "what": "rubies", "value": 1}, place]}).json
    assert view["players"][0]["rubies"] == 1 and view["table"]["rubies"]["16"] == there["16"] - 1
    alone = {"changes": [place], "version": view["version"]}
    assert phone.post("/api/correct", order | alone).json["code"] == "not_host"


def test_the_log_says_who_corrected_what_it_was_and_what_it_is(host: Device, seated: Seat, house: House) -> None:
    change = {"seat": 1, "what": "lira", "value": 9}
    host.post("/api/correct", {"changes": [change], "reason": "miscounted", "version": house.version})
    seated(1).post("/api/correct", {"changes": [change | {"value": 8}], "reason": "so", "version": house.version})
    by_ben, by_host = host.view()["log"][:2]
    assert (by_ben["by"], by_ben["seat"], by_ben["text"]) == ("1", 1, ["corrected: Lira: 9 → 8 (so)"])
    assert (by_host["by"], by_host["seat"]) == ("host", None)
    assert by_host["text"] == ["Ben: corrected: Lira: 3 → 9 (miscounted)"]


def test_a_hint_is_a_legal_action_with_a_reason(seated: Seat, house: House) -> None:
    anna = seated(0)
    hint = anna.get("/api/hint").json
    assert hint["why"] and hint["text"]
    assert anna.act(*hint["do"]).status_code == 200


def test_a_hint_is_for_the_seat_that_acts(seated: Seat, device: Make) -> None:
    assert seated(1).get("/api/hint").status_code == 422 and device().get("/api/hint").status_code == 401


def test_a_player_tells_real_cards_to_nobody_else(empty_house: House) -> None:
    app = create_app(begin(empty_house, cards="real", seed=3), SETTINGS)
    anna, ben = Device(app.test_client(), app), Device(app.test_client(), app)
    anna.join(empty_house.access.seat_code(0).secret)
    ben.join(empty_house.access.seat_code(1).secret)
    body = {"cards": ["LIRA5"], "version": ben.view()["version"]}
    assert ben.post("/api/hand", body).json["own"]["hand"][0]["id"] == "LIRA5"
    seen = {key: value for key, value in anna.view().items() if key != "own"}
    assert "LIRA5" not in str(seen) and [card["id"] for card in anna.view()["own"]["hand"]] == ["?"]
    assert anna.post("/api/hand", body | {"cards": ["NONSENSE"]}).status_code == 400
