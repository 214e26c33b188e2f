"""Assistants fetched with the tile after a merchant, glare or the eye's own slip had hidden them."""

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.observation import Score, Sighting
from companion.sync.table import GOVERNOR
from tests.sync.at_table import LAID, LONG, Table, faintly, stands
from tests.sync.builders import a_look, assistant, family, merchant


def next_round(table: Table, session: GameSession) -> None:
    """The others have had their turns."""
    table.tap(act.Skip(), act.EndTurn())
    stands(session, ("turn", "0"))
    table.look(LONG)


def counted(place: int, under: int) -> tuple[Sighting, ...]:
    """The stack of Red, counted where he stands."""
    return (Sighting(merchant("red"), place, 0.99, (0.0, 0.0), under),)


def one_hidden_at_the_tea_house(table: Table, session: GameSession) -> None:
    """Red's merchant hides the assistant he left there from the first moment on."""
    table.carry(merchant("red"), 7, 9, looks=2 * LONG)
    assert Place.TEA_HOUSE in session.state.players[0].assistants
    next_round(table, session)


def red_goes_on(table: Table) -> None:
    table.carry(merchant("red"), 9, 3, looks=0)
    table.carry(assistant("red"), None, 3)


def one_is_lost_before_his_turn(table: Table, session: GameSession) -> None:
    """The eye loses Red's assistant at the Sultan's Palace in Green's turn; then Red's stack is counted right."""
    stands(session, ("turn", "2"))
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.told = {"sightings": counted(7, 3)}
    table.look(LONG)


def the_governor_stands_there(table: Table, session: GameSession) -> None:
    stands(session, ("governor", "9"))
    table.carry(GOVERNOR, 2, 9)


def test_whom_a_merchant_hid_is_asked_about_where_the_merchant_has_gone_and_he_does_not_show(
    unseen: Table, session: GameSession
) -> None:
    """Who was hard to see beside him may be hard to see without him."""
    the_governor_stands_there(unseen, session)
    one_hidden_at_the_tea_house(unseen, session)
    red_goes_on(unseen)
    question = unseen.status.question
    assert question is not None
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.TEA_HOUSE),)]


def test_a_bare_place_hides_nobody_whom_a_merchant_hid_there(unseen: Table, session: GameSession) -> None:
    one_hidden_at_the_tea_house(unseen, session)
    red_goes_on(unseen)
    assert Place.TEA_HOUSE not in session.state.players[0].assistants
    assert session.state.yellow_used


def test_who_shows_for_a_moment_when_his_merchant_has_gone_and_then_does_not_was_fetched(
    unseen: Table, session: GameSession
) -> None:
    the_governor_stands_there(unseen, session)
    one_hidden_at_the_tea_house(unseen, session)
    unseen.carry(assistant("red"), None, 9, looks=0)
    unseen.carry(merchant("red"), 9, 3, looks=LAID)
    unseen.carry(assistant("red"), 9, None, looks=0)
    unseen.carry(assistant("red"), None, 3)
    assert unseen.status.question is None
    assert Place.TEA_HOUSE not in session.state.players[0].assistants
    assert session.state.yellow_used


def test_who_does_not_show_though_he_was_not_fetched_is_asked_about_once(unseen: Table, session: GameSession) -> None:
    the_governor_stands_there(unseen, session)
    one_hidden_at_the_tea_house(unseen, session)
    red_goes_on(unseen)
    assert unseen.status.question is not None
    unseen.follower.answer(unseen.status.question.id, -1)
    unseen.look(LONG)
    unseen.tap(act.Skip(), act.EndTurn())
    unseen.look(LONG)
    stands(session, ("turn", "0"))
    unseen.look(LONG)
    assert (unseen.status.kind, unseen.status.question) == ("in_step", None)


def test_whom_a_merchant_hid_from_the_first_shows_when_the_merchant_has_gone(
    unseen: Table, session: GameSession
) -> None:
    one_hidden_at_the_tea_house(unseen, session)
    unseen.carry(assistant("red"), None, 9, looks=0)
    red_goes_on(unseen)
    assert (unseen.status.kind, unseen.status.misfits) == ("in_step", ())
    assert set(session.state.players[0].assistants) == {Place.TEA_HOUSE, Place.SULTANS_PALACE, Place.SPICE_WAREHOUSE}


def test_whom_a_merchant_hid_from_the_first_was_fetched_where_the_stack_has_grown(
    unseen: Table, session: GameSession
) -> None:
    one_hidden_at_the_tea_house(unseen, session)
    unseen.told = {"sightings": counted(9, 2)}
    unseen.look(LONG)
    unseen.told = {"sightings": counted(3, 2)}
    red_goes_on(unseen)
    assert set(session.state.players[0].assistants) == {Place.SULTANS_PALACE, Place.SPICE_WAREHOUSE}
    assert session.state.yellow_used


def test_the_tile_is_certain_though_nobody_sees_whether_an_assistant_was_left(
    unseen: Table, session: GameSession
) -> None:
    unseen.carry(merchant("red"), 7, 9, looks=LONG)
    unseen.carry(assistant("red"), 13, None, looks=2 * LONG)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


def test_what_nobody_saw_before_makes_the_tile_no_less_certain(unseen: Table, session: GameSession) -> None:
    unseen.carry(family("blue"), 12, None)
    stands(session, ("lira", "9", 0))
    unseen.carry(assistant("red"), 13, None)
    assert session.state.yellow_used


def test_the_stack_tells_of_the_tile_though_something_else_is_out_of_sight(table: Table, session: GameSession) -> None:
    table.carry(family("blue"), 12, None, looks=0)
    table.told = {"sightings": counted(7, 4)}
    table.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == ()


def test_a_merchant_nobody_sees_at_either_place_is_not_asked_for(table: Table) -> None:
    """Nobody can tell whether he was carried."""
    table.tap(act.Move(Place.TEA_HOUSE))
    seen = a_look(table.begun, ((merchant("red"), 7),))
    cells = tuple(msgspec.structs.replace(cell, covered=cell.place == Place.FOUNTAIN) for cell in seen.cells)
    faint = (Score(merchant("red"), 9, -0.5), Score(merchant("red"), 7, -2.0))
    table.told = {"cells": cells, "scores": (*(one for one in seen.scores), *faint)}
    table.look(27)
    assert (table.status.kind, table.status.carries) == ("in_step", ())


@pytest.mark.parametrize(("under", "fetched"), [(4, True), (3, False)])
def test_who_has_been_out_of_sight_was_fetched_once_the_stack_has_grown(
    table: Table, session: GameSession, under: int, fetched: bool
) -> None:
    one_is_lost_before_his_turn(table, session)
    table.told = {"sightings": counted(7, under)}
    table.look(LONG)
    assert session.state.yellow_used is fetched
    assert table.status.kind == "in_step"


def test_a_stack_that_has_grown_does_not_tell_who_of_two_out_of_sight_was_fetched(
    table: Table, session: GameSession
) -> None:
    stands(session, ("turn", "2"), ("assistants", "9,13", 0))
    table.carry(assistant("red"), None, 9)
    table.carry(assistant("red"), 9, None, looks=0)
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.told = {"sightings": counted(7, 3)}
    table.look(LONG)
    table.told = {"sightings": counted(7, 4)}
    table.look(LONG)
    assert not session.state.yellow_used


def test_an_assistant_still_to_be_laid_beside_his_merchant_makes_no_stack_grow(
    table: Table, session: GameSession
) -> None:
    table.told = {"sightings": counted(9, 3)}
    table.carry(merchant("red"), 7, 9, looks=LAID)
    table.tap(act.Move(Place.TEA_HOUSE), act.LeaveAssistant())
    table.look(LONG)
    assert not session.state.yellow_used


def test_most_of_a_turn_is_played_though_two_things_of_it_are_out_of_sight(unseen: Table, session: GameSession) -> None:
    unseen.carry(family("blue"), 12, None, looks=0)
    unseen.carry(merchant("red"), 7, 12, looks=0)
    unseen.carry(family("red"), 12, 5)
    assert session.state.players[0].family == Place.POST_OFFICE
    assert Place.POLICE_STATION in session.state.players[0].assistants


def test_one_fetched_and_one_left_unseen_leave_the_stack_as_it_was(table: Table, session: GameSession) -> None:
    table.told = {"sightings": counted(9, 3)}
    table.carry(merchant("red"), 7, 9, looks=0)
    table.carry(assistant("red"), 13, None, looks=3 * LONG)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


def test_a_merchant_nobody_sees_who_may_have_picked_up_his_assistant_is_asked_about(
    table: Table, session: GameSession
) -> None:
    """An arm may hide both."""
    stands(session, ("merchant", "8", 0), ("tiles", "-", 0))
    table.carry(merchant("red"), 7, 8)
    table.carry(merchant("red"), 8, None, looks=0)
    table.carry(assistant("red"), 13, None)
    question = table.status.question
    assert question is not None
    assert question.hypotheses[0].actions == (act.Move(Place.SULTANS_PALACE),)
    assert session.state.players[0].merchant == Place.BLACK_MARKET


def test_a_faint_ghost_neither_alarms_nor_hides_a_move(table: Table, session: GameSession) -> None:
    faintly(table, ((assistant("blue"), 4), 3.5))
    table.look(LONG)
    assert table.status.kind == "in_step"
    del table.told["scores"]
    table.red_goes(9, looks=0)
    faintly(table, ((assistant("blue"), 9), 3.5))
    table.look(LONG)
    assert Place.TEA_HOUSE in session.state.players[0].assistants
    assert table.status.kind == "in_step"


def test_what_looks_as_it_looked_when_both_agreed_is_not_asked_about(table: Table, session: GameSession) -> None:
    """A merchant who is hard to see may as well stand on a place nobody sees."""
    seen = a_look(table.begun, ((merchant("red"), 7),))
    cells = tuple(msgspec.structs.replace(cell, covered=cell.place == Place.TEA_HOUSE) for cell in seen.cells)
    stands(session, ("turn", "2"))
    table.told = {"cells": cells, "scores": (*seen.scores, Score(merchant("red"), 7, -0.5))}
    table.look(LONG)
    stands(session, ("turn", "0"))
    table.look(LONG)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_no_assistant_is_left_while_the_card_held_may_have_fetched_one_out_of_sight(
    table: Table, session: GameSession
) -> None:
    stands(session, ("turn", "2"), ("tiles", "-", 0), ("hand", "RETURN", 0))
    table.told = {"sightings": ()}
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.look(LONG)
    table.red_goes(9)
    assert Place.TEA_HOUSE not in session.state.players[0].assistants
    question = table.status.question
    assert question is not None
    went, left = act.Move(Place.TEA_HOUSE), act.LeaveAssistant()
    assert [one.actions for one in question.hypotheses] == [
        (went, left),
        (went, act.PlayReturn(Place.SULTANS_PALACE), left),
    ]


def test_an_assistant_who_slips_behind_his_merchant_was_not_taken_back(table: Table, session: GameSession) -> None:
    table.told = {"sightings": ()}
    table.red_goes(9)
    table.tap(act.Skip(), act.EndTurn())
    table.carry(assistant("red"), 9, None)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_an_assistant_never_seen_elsewhere_does_not_keep_the_next_one_from_being_left(
    unseen: Table, session: GameSession
) -> None:
    one_hidden_at_the_tea_house(unseen, session)
    stands(session, ("turn", "2"), ("merchant", "9", 2), ("tiles", "-", 0))
    unseen.carry(merchant("green"), 7, 9)
    stands(session, ("turn", "0"))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 9, 3, looks=2 * LONG)
    assert Place.SPICE_WAREHOUSE in session.state.players[0].assistants


def test_a_stack_that_has_not_grown_tells_that_nobody_was_fetched(table: Table, session: GameSession) -> None:
    table.told = {"sightings": counted(9, 2)}
    table.red_goes(9)
    table.carry(assistant("red"), 13, None)
    assert (table.status.kind, table.status.question) == ("in_step", None)
    assert not session.state.yellow_used


def test_a_stack_that_has_not_grown_tells_that_no_card_was_played(table: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    table.told = {"sightings": counted(7, 3)}
    table.look(LONG)
    table.carry(assistant("red"), 13, None)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_who_is_fetched_is_told_from_another_one_out_of_sight_for_long(unseen: Table, session: GameSession) -> None:
    stands(session, ("turn", "2"), ("assistants", "9,13", 0), ("lira", "9", 0))
    unseen.look(LONG)
    stands(session, ("turn", "0"))
    unseen.look(LONG)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)


def test_a_stack_that_is_miscounted_makes_the_tile_no_less_certain(table: Table, session: GameSession) -> None:
    table.told = {"sightings": counted(7, 3)}
    table.look(LONG)
    table.told = {"sightings": counted(7, 0)}
    table.carry(assistant("red"), 13, None)
    assert session.state.yellow_used


def test_what_looks_like_an_assistant_beside_the_merchant_who_picked_him_up_gives_no_alarm(
    table: Table, session: GameSession
) -> None:
    """It may be the stack."""
    stands(session, ("merchant", "8", 0), ("tiles", "-", 0))
    table.carry(merchant("red"), 7, 8)
    table.carry(merchant("red"), 8, 13, looks=0)
    table.carry(assistant("red"), 13, None, looks=0)
    faintly(table, ((assistant("red"), 13), 1.5))
    table.look(LONG)
    assert session.state.players[0].assistants == ()
    assert (table.status.kind, table.status.carries) == ("in_step", ())


def test_a_merchant_whose_assistants_vanish_with_him_is_asked_about_where_he_seems_to_stand(
    table: Table, session: GameSession
) -> None:
    """Only the Fountain calls them back: behind another stack the eye may take him for one on the next tile."""
    stands(session, ("merchant", "8", 0), ("tiles", "-", 0))
    table.carry(merchant("red"), 7, 8)
    table.carry(merchant("red"), 8, 6, looks=0)
    table.carry(assistant("red"), 13, None, looks=LONG)
    assert session.state.players[0].merchant == Place.BLACK_MARKET
    assert table.status.kind == "asking"


def test_one_who_vanishes_alone_was_not_called_back_with_those_who_still_lie(
    table: Table, session: GameSession
) -> None:
    stands(session, ("merchant", "8", 0), ("tiles", "-", 0), ("assistants", "2,13", 0))
    table.carry(assistant("red"), None, 2, looks=0)
    table.carry(merchant("red"), 7, 8)
    table.carry(merchant("red"), 8, 6, looks=0)
    table.carry(assistant("red"), None, 6, looks=0)
    table.carry(assistant("red"), 13, None)
    assert session.state.players[0].merchant == Place.CARAVANSARY


def test_what_was_out_of_sight_before_a_merchant_came_tells_nothing_when_he_goes_back(
    table: Table, session: GameSession
) -> None:
    """Green's assistant at the Small Mosque is lost by the eye before Red goes there and takes that back."""
    stands(session, ("assistants", "14", 2))
    table.carry(assistant("green"), None, 14)
    table.carry(assistant("green"), 14, None)
    table.red_goes(14)
    assert session.state.players[0].merchant == Place.SMALL_MOSQUE
    table.carry(merchant("red"), 14, 7, looks=0)
    table.carry(assistant("red"), 14, None)
    assert session.state.players[0].merchant == Place.FOUNTAIN


def test_once_the_action_is_told_a_stack_one_too_high_tells_of_the_tile_though_nobody_sees_who_was_left(
    table: Table, session: GameSession
) -> None:
    the_governor_stands_there(table, session)
    one_is_lost_before_his_turn(table, session)
    table.told = {"sightings": counted(9, 2)}
    table.red_goes(9)
    table.carry(assistant("red"), 9, None)
    table.tap(act.Announce(7))
    assert Place.TEA_HOUSE in session.state.player.assistants
    table.told = {"sightings": counted(9, 3)}
    table.look(LONG)
    assert session.state.yellow_used
    assert session.state.player.assistants == (Place.TEA_HOUSE,)


def test_where_the_stack_stays_as_high_as_it_was_the_question_offers_the_tile_as_well(
    table: Table, session: GameSession
) -> None:
    one_is_lost_before_his_turn(table, session)
    table.told = {"sightings": counted(9, 3)}
    table.carry(merchant("red"), 7, 9, looks=2 * LONG)
    question = table.status.question
    assert question is not None
    left = (act.LeaveAssistant(),)
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.SULTANS_PALACE), *left), left]


def test_whom_the_merchant_of_the_turn_before_hides_was_not_fetched_before_his_own_has_gone(
    unseen: Table, session: GameSession
) -> None:
    stands(session, ("turn", "2"), ("merchant", "8", 2))
    unseen.carry(merchant("green"), 7, 8)
    unseen.carry(merchant("green"), 8, 13, looks=0)
    unseen.carry(assistant("green"), None, 13, looks=0)
    unseen.carry(assistant("red"), 13, None)
    unseen.tap(act.Skip(), act.EndTurn())
    unseen.look(LONG)
    assert (session.state.turn, unseen.status.question) == (0, None)
    assert session.state.players[0].assistants == (Place.SULTANS_PALACE,)


def test_a_stack_that_seems_to_grow_though_all_others_lie_in_plain_view_is_miscounted(
    table: Table, session: GameSession
) -> None:
    table.told = {"sightings": counted(9, 4)}
    table.carry(merchant("red"), 7, 9, looks=0)
    faintly(table, ((assistant("red"), 9), 0.0))
    table.look(LONG)
    assert table.status.question is None
    assert set(session.state.players[0].assistants) == {Place.TEA_HOUSE, Place.SULTANS_PALACE}
