"""Assistants fetched with the tile after a merchant, glare or the eye's own slip had hidden them."""

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.observation import Score, Sighting
from companion.sync.table import GOVERNOR
from tests.sync.at_table import LONG, Table, faintly, stands
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


def test_an_assistant_who_slips_behind_his_merchant_was_not_taken_back(table: Table, session: GameSession) -> None:
    table.told = {"sightings": ()}
    table.red_goes(9)
    table.tap(act.Skip(), act.EndTurn())
    table.carry(assistant("red"), 9, None)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_a_stack_that_has_not_grown_leaves_it_open_whether_an_assistant_was_fetched(
    table: Table, session: GameSession
) -> None:
    """Stacks are counted one too low now and then, so a count alone never settles it."""
    stands(session, ("hand", "RETURN", 0))
    table.told = {"sightings": counted(7, 3)}
    table.look(LONG)
    table.carry(assistant("red"), 13, None)
    assert table.status.kind == "asking" and Place.SULTANS_PALACE in session.state.players[0].assistants


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


def test_a_stack_that_seems_to_grow_though_all_others_lie_in_plain_view_is_miscounted(
    table: Table, session: GameSession
) -> None:
    table.told = {"sightings": counted(9, 4)}
    table.carry(merchant("red"), 7, 9, looks=0)
    faintly(table, ((assistant("red"), 9), 0.0))
    table.look(LONG)
    assert table.status.question is None
    assert set(session.state.players[0].assistants) == {Place.TEA_HOUSE, Place.SULTANS_PALACE}
