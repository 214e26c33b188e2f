"""Assistants fetched with the tile after a merchant, glare or the eye's own slip had hidden them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.observation import Score, Sighting
from tests.sync.at_table import LONG, Table, a_session, stands
from tests.sync.builders import a_look, assistant, family, merchant


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    """Red holds the yellow tile and has an assistant at the Sultan's Palace."""
    session = a_session(tmp_path)
    stands(session, ("tiles", "Y", 0), ("assistants", "13", 0), ("stack", "ooo", 0))
    yield session
    session.close()


@pytest.fixture
def unseen(table: Table) -> Table:
    """Nobody counts the stacks."""
    table.told = {"sightings": ()}
    table.look(LONG)
    return table


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


def test_whom_a_merchant_hid_from_the_first_is_asked_about_when_the_merchant_has_gone_and_he_does_not_show(
    unseen: Table, session: GameSession
) -> None:
    one_hidden_at_the_tea_house(unseen, session)
    red_goes_on(unseen)
    question = unseen.status.question
    assert question is not None
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.TEA_HOUSE),)]


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
    table.look(LONG)
    assert (table.status.kind, table.status.carries) == ("in_step", ())
