"""What nobody can name still changes the picture: who has left and is seen nowhere is where something came."""

import pytest

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.observation import Sighting
from tests.sync.at_table import LAID, LONG, Table, faintly, stands
from tests.sync.builders import a_look, assistant, family, merchant

PLACES = range(1, 17)


def changed(table: Table, *places: int, unnamed: tuple[int, ...] = ()) -> None:
    """From now on the camera says that these places have just changed, and on which of them nobody can say why."""
    number = round(table.at_s * 10) + 1
    for field, where in (("appearance", (*places, *unnamed)), ("unnamed", unnamed)):
        table.told[field] = table.told.get(field, dict.fromkeys(PLACES, 0)) | dict.fromkeys(where, number)


def watched(table: Table) -> None:
    """The camera compares its pictures, and nothing has changed yet."""
    changed(table)
    table.look(LONG)


def red_is_lost(table: Table, *unnamed: int) -> None:
    """Red takes his merchant from the Fountain and puts him where nobody sees him."""
    watched(table)
    changed(table, 7, unnamed=unnamed)
    table.carry(merchant("red"), 7, None)


def test_a_merchant_seen_nowhere_went_to_the_one_place_where_something_came(table: Table, session: GameSession) -> None:
    red_is_lost(table, 9)
    assert session.state.player.merchant == Place.TEA_HOUSE


def test_a_merchant_is_asked_about_where_all_that_changed_has_a_name(table: Table, session: GameSession) -> None:
    watched(table)
    changed(table, 7, 9)
    table.carry(merchant("red"), 7, None)
    assert session.state.player.merchant == Place.FOUNTAIN
    question = table.status.question
    assert question is not None and question.hypotheses[0].actions[0] == act.Move(Place.TEA_HOUSE)


def test_of_two_places_where_something_came_people_are_asked(table: Table, session: GameSession) -> None:
    red_is_lost(table, 9, 4)
    assert session.state.player.merchant == Place.FOUNTAIN
    question = table.status.question
    assert question is not None
    asked = {one.actions[0] for one in question.hypotheses}
    assert asked == {act.Move(Place.TEA_HOUSE), act.Move(Place.FRUIT_WAREHOUSE)}


def test_a_merchant_whom_the_rules_do_not_let_go_there_is_not_taken_to_be_there(
    table: Table, session: GameSession
) -> None:
    legal = set(legal_actions(session.state))
    far = next(place for place in PLACES if act.Move(Place(place)) not in legal)
    red_is_lost(table, far)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def test_a_merchant_in_somebodys_hand_is_waited_for(table: Table, session: GameSession) -> None:
    red_is_lost(table)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def test_nobody_is_taken_to_have_gone_while_his_place_looks_as_before(table: Table, session: GameSession) -> None:
    watched(table)
    changed(table, unnamed=(9,))
    table.carry(merchant("red"), 7, None)
    assert session.state.player.merchant == Place.FOUNTAIN


def test_a_faint_ghost_where_nothing_has_changed_is_no_sight(table: Table, session: GameSession) -> None:
    """Blue's family member has left the Police Station and is seen faintly on two places; one of them changed."""
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12, unnamed=(9,))
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12, looks=0)
    table.carry(family("blue"), 12, None, looks=0)
    faintly(table, ((family("blue"), 9), 0.5), ((family("blue"), 3), 0.8))
    table.look(LONG)
    assert session.state.player.family == Place.TEA_HOUSE


def blue_sends_his_family_member(table: Table) -> None:
    """From the Police Station to the Tea House, where he is hardly seen."""
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12)
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12)
    table.carry(family("blue"), 12, None, looks=0)
    faintly(table, ((family("blue"), 9), 0.3))


def test_a_family_member_hardly_seen_where_something_has_changed_was_sent_there(
    table: Table, session: GameSession
) -> None:
    blue_sends_his_family_member(table)
    changed(table, 12, 9)
    table.look(2 * LONG)
    assert session.state.player.family == Place.TEA_HOUSE


@pytest.mark.parametrize(("faintly_seen", "sent"), [(-2.0, True), (-3.0, False)])
def test_who_has_clearly_left_is_where_he_is_new_and_not_clearly_absent(
    table: Table, session: GameSession, faintly_seen: float, sent: bool
) -> None:
    blue_sends_his_family_member(table)
    changed(table, 12, 9, 14)
    faintly(table, ((family("blue"), 9), faintly_seen))
    table.look(2 * LONG)
    assert (session.state.player.family == Place.TEA_HOUSE) is sent


def test_one_seen_nowhere_did_not_go_where_alone_something_changed(table: Table, session: GameSession) -> None:
    """A shadow changes a place as well, and where he went something else may have come to light."""
    blue_sends_his_family_member(table)
    changed(table, 12, 9)
    faintly(table)
    table.look(2 * LONG)
    assert session.state.player.family == Place.POLICE_STATION and table.status.question is None


def test_one_hardly_seen_at_home_either_was_sent_where_something_has_changed(
    table: Table, session: GameSession
) -> None:
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12)
    table.carry(family("blue"), 12, None, looks=0)
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12, looks=0)
    faintly(table, ((family("blue"), 12), 0.2))
    table.look(LONG)
    changed(table, 12, 9)
    faintly(table, ((family("blue"), 9), 0.6))
    table.look(2 * LONG)
    assert session.state.player.family == Place.TEA_HOUSE and table.status.question is None


def test_one_hardly_seen_where_nothing_is_known_to_have_changed_is_asked_about(
    table: Table, session: GameSession
) -> None:
    blue_sends_his_family_member(table)
    table.told = {"scores": table.told["scores"]}
    table.look(2 * LONG)
    assert session.state.player.family == Place.POLICE_STATION and table.status.question is not None


def test_who_is_hidden_is_not_asked_about_where_nothing_has_come(table: Table, session: GameSession) -> None:
    """Something like Red's family member was seen faintly at the Tea House all the time; his merchant hides him."""
    faintly(table, ((family("red"), 9), 0.4))
    watched(table)
    changed(table, 7, 12)
    table.carry(merchant("red"), 7, 12, looks=0)
    table.carry(assistant("red"), None, 12, looks=0)
    table.carry(family("red"), 12, None, looks=0)
    faintly(table, ((family("red"), 9), -0.2))
    table.look(LONG)
    assert session.state.player.merchant == Place.POLICE_STATION
    assert table.status.question is None and session.state.player.family == Place.POLICE_STATION


def test_where_a_hand_was_taken_away_nothing_came(table: Table, session: GameSession) -> None:
    watched(table)
    before = dict(table.told["unnamed"])
    changed(table, unnamed=(9,))
    table.look(LONG)
    changed(table, 7, 9)
    table.told["unnamed"] = before
    table.carry(merchant("red"), 7, None)
    assert session.state.player.merchant == Place.FOUNTAIN  # asked at the most


def test_a_camera_that_was_moved_tells_nothing_of_what_came(table: Table, session: GameSession) -> None:
    red_is_lost(table, *PLACES)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def one_is_out_of_sight(table: Table, session: GameSession) -> None:
    """The eye loses Red's assistant at the Sultan's Palace while it is not Red's turn; nobody counts his stack."""
    table.told = {"sightings": ()}
    stands(session, ("turn", "2"))
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    watched(table)


def test_an_assistant_out_of_sight_was_fetched_where_his_place_changes_and_nobody_knows_why(
    table: Table, session: GameSession
) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 4, unnamed=(13,))
    table.red_goes(4)
    assert session.state.yellow_used
    assert session.state.players[0].assistants == (Place.FRUIT_WAREHOUSE,)


def test_he_was_fetched_as_well_where_his_place_changes_later_in_the_turn(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 6)
    table.red_goes(6)
    changed(table, unnamed=(13,))
    table.look(LONG)
    assert session.state.yellow_used


def test_he_lies_there_still_where_nothing_changes(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 4)
    table.red_goes(4)
    assert not session.state.yellow_used and table.status.kind == "in_step"


def test_it_is_asked_where_what_changed_may_be_what_moved_beside_him(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    question = table.status.question
    assert question is not None and not session.state.yellow_used
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.SULTANS_PALACE),)]


def test_one_half_seen_there_and_then_not_at_all_was_fetched_whatever_moved_beside_him(
    table: Table, session: GameSession
) -> None:
    one_is_out_of_sight(table, session)
    faintly(table, ((assistant("red"), 13), -1.9))
    changed(table, 1)
    table.look(LONG)
    del table.told["scores"]
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    assert session.state.yellow_used


def test_who_has_said_no_is_not_asked_again(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    assert table.status.question is not None
    table.follower.answer(table.status.question.id, -1)
    table.look(LONG)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_a_stack_that_has_not_grown_tells_that_nobody_was_fetched(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    table.told["sightings"] = (Sighting(merchant("red"), 7, 0.99, (0.0, 0.0), 3),)
    table.look(LONG)
    table.told["sightings"] = (Sighting(merchant("red"), 4, 0.99, (0.0, 0.0), 2),)
    changed(table, 7, 4, unnamed=(13,))
    table.red_goes(4)
    assert not session.state.yellow_used


def test_a_camera_that_was_moved_tells_nothing_of_who_was_fetched(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, unnamed=tuple(PLACES))
    table.red_goes(4)
    assert not session.state.yellow_used and table.status.kind == "in_step"


def test_what_changed_in_the_turn_before_tells_nothing_of_this_one(table: Table, session: GameSession) -> None:
    table.told = {"sightings": ()}
    stands(session, ("turn", "2"))
    watched(table)
    changed(table, unnamed=(13,))
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.look(LONG)
    changed(table, 7, 4)
    table.red_goes(4)
    assert not session.state.yellow_used


def test_the_card_known_to_be_held_did_not_fetch_who_lies_where_nothing_has_changed(
    table: Table, session: GameSession
) -> None:
    """A card that may have fetched him would have to be told before another one is left."""
    stands(session, ("hand", "RETURN", 0))
    one_is_out_of_sight(table, session)
    changed(table, 7, 4)
    table.red_goes(4)
    assert table.status.question is None
    assert set(session.state.players[0].assistants) == {Place.SULTANS_PALACE, Place.FRUIT_WAREHOUSE}


def test_where_pictures_are_not_compared_the_card_is_asked_about(table: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    one_is_out_of_sight(table, session)
    table.told = {"sightings": ()}
    table.red_goes(4)
    question = table.status.question
    assert question is not None
    assert any(act.PlayReturn(Place.SULTANS_PALACE) in one.actions for one in question.hypotheses)


@pytest.mark.parametrize(("where", "kind"), [((7, 8), "lost"), ((7,), "in_step")])
def test_a_merchant_faintly_seen_is_no_ghost_where_he_alone_can_have_changed_the_picture(
    table: Table, session: GameSession, where: tuple[int, ...], kind: str
) -> None:
    """Blue's merchant leaves a covered tile though it is Red's turn."""
    watched(table)
    changed(table, *where)
    table.told["cells"] = a_look(table.begun, covered=(7,)).cells
    table.carry(merchant("blue"), 7, None, looks=0)
    faintly(table, ((merchant("blue"), 8), 3.6))
    table.look(2 * LONG)
    assert table.status.kind == kind


@pytest.mark.parametrize("alone", [True, False])
def test_who_has_plainly_gone_from_a_place_with_nothing_else_was_fetched_however_the_stack_is_counted(
    table: Table, session: GameSession, alone: bool
) -> None:
    """Beside other wood it is asked."""
    if not alone:
        faintly(table, ((assistant("blue"), 13), 0.5))
    table.told["sightings"] = (Sighting(merchant("red"), 7, 0.99, (0.0, 0.0), 3),)
    watched(table)
    changed(table, 13)
    table.gone.add((assistant("red"), 13))
    if not alone:
        faintly(table, ((assistant("blue"), 13), 0.5))
    table.look(LONG)
    question = table.status.question
    assert session.state.yellow_used is alone
    asked = [one.actions for one in question.hypotheses] if question else []
    assert asked == ([] if alone else [(act.UseYellowTile(Place.SULTANS_PALACE),)])


def test_an_assistant_who_shows_only_once_his_merchant_is_gone_is_remembered_while_that_is_not_played_yet(
    table: Table, session: GameSession
) -> None:
    """Red's assistant at the Tea House was hidden by his merchant and Blue's; he shows for a moment and is fetched."""
    table.told = {"sightings": ()}
    stands(session, ("merchant", "9", 0), ("assistants", "9", 0), ("merchant", "9", 1))
    table.carry(assistant("red"), 13, None, looks=0)
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(merchant("red"), 7, 9, looks=0)
    watched(table)
    changed(table, 9, 6)
    table.carry(merchant("red"), 9, 6, looks=0)
    table.carry(assistant("red"), None, 9, looks=LAID)
    changed(table, 9, 6)
    table.carry(assistant("red"), 9, None, looks=0)
    table.carry(assistant("red"), None, 6)
    assert session.state.yellow_used
    assert session.state.player.assistants == (Place.CARAVANSARY,)


def test_a_merchant_who_has_left_his_place_is_no_ghost_on_a_place_far_away(table: Table, session: GameSession) -> None:
    """Blue's merchant goes to the Sultan's Palace, where an assistant of Red lies, though it is Red's turn."""
    watched(table)
    changed(table, 7, 13)
    table.carry(merchant("blue"), 7, None, looks=0)
    faintly(table, ((merchant("blue"), 13), 3.0))
    table.look(2 * LONG)
    assert (table.status.kind, session.state.turn) == ("lost", 0)
    assert table.status.broken is not None


def test_a_merchant_somebody_is_just_lifting_is_still_known_to_have_stood_there(
    table: Table, session: GameSession
) -> None:
    """He is hardly absent for a moment, and then he is seen nowhere; but the assistant he left is."""
    watched(table)
    changed(table, 7)
    table.carry(merchant("red"), 7, None, looks=0)
    faintly(table, ((merchant("red"), 7), -2.2))
    table.look(LAID)
    changed(table, 7, 4)
    table.carry(assistant("red"), None, 4, looks=0)
    faintly(table)
    table.look(2 * LONG)
    assert session.state.player.merchant == Place.FRUIT_WAREHOUSE


def test_whoever_was_clearly_seen_on_a_tile_hard_to_see_may_have_gone_where_other_wood_is_seen_there_still(
    table: Table, session: GameSession
) -> None:
    """Family members show at the Police Station, though little of the tile does."""
    stands(session, ("assistants", "12", 0))
    table.carry(assistant("red"), 13, 12)
    table.told = {"cells": a_look(table.begun, covered=(12,)).cells, "sightings": ()}
    watched(table)
    changed(table, 12)
    table.carry(assistant("red"), 12, None)
    question = table.status.question
    assert question is not None
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.POLICE_STATION),)]
