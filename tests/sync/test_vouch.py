"""Assistants who came back: played where something bears it out, never where the eye may have slipped."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from tests.sync.at_table import LONG, Table, a_session, stands
from tests.sync.builders import assistant, merchant


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


def test_an_assistant_clearly_gone_in_his_turn_was_fetched_with_the_tile(unseen: Table, session: GameSession) -> None:
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == ()
    assert session.state.yellow_used


def test_an_assistant_out_of_sight_since_the_turn_before_was_not_fetched(unseen: Table, session: GameSession) -> None:
    stands(session, ("turn", "2"))
    unseen.look(LONG)
    unseen.carry(assistant("red"), 13, None)
    assert unseen.status.kind == "in_step"
    stands(session, ("turn", "0"))
    unseen.look(LONG)
    assert session.state.players[0].assistants == (Place.SULTANS_PALACE,)
    assert unseen.status.kind == "in_step"


def test_with_the_card_in_hand_it_is_asked_which_of_them_it_was(unseen: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    unseen.look(LONG)
    unseen.carry(assistant("red"), 13, None)
    question = unseen.status.question
    assert question is not None
    assert {type(one.actions[0]) for one in question.hypotheses} == {act.UseYellowTile, act.PlayReturn}


def test_once_it_is_too_late_for_the_card_it_was_the_tile(unseen: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 7, 9, looks=0)
    unseen.carry(assistant("red"), None, 9)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


def test_while_his_merchant_is_out_of_sight_nothing_is_certain(unseen: Table, session: GameSession) -> None:
    unseen.carry(merchant("red"), 7, None, looks=0)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.SULTANS_PALACE,)
