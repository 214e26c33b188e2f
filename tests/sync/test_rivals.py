"""Where the app plays a seat its wood follows the game: it is owed until it lies there, and plays nothing itself."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.status import Status
from companion.sync.table import Misfit
from tests.sync.at_table import LONG, Table, a_session
from tests.sync.builders import assistant, merchant

RED, BLUE = 0, 1


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    session = a_session(tmp_path)
    yield session
    session.close()


def a_table(session: GameSession, *rivals: int, ask_first: bool = False) -> Table:
    return Table(session, ask_first=ask_first, rivals=frozenset(rivals))


def red_decides(table: Table) -> None:
    """The app goes to the Fabric Warehouse, fills its wheelbarrow, and blue's turn begins."""
    table.session.submit([act.Move(Place(2)), act.LeaveAssistant(), act.Fill(), act.EndTurn()], RED)
    table.look(LONG)


def owed(status: Status) -> list[tuple[str, int | None, int | None]]:
    return sorted((str(one.thing.kind), one.start, one.to) for one in status.carries)


def test_what_the_app_played_is_still_to_be_carried_and_nothing_is_asked(session: GameSession) -> None:
    table = a_table(session, RED)
    version = session.version
    red_decides(table)
    assert table.status.kind == "carry"
    assert owed(table.status) == [("assistant", None, 2), ("merchant", 7, 2)]
    assert {one.seat for one in table.status.carries} == {RED}
    assert session.version == version + 4


def test_once_it_was_carried_table_and_game_agree(session: GameSession) -> None:
    table = a_table(session, RED)
    red_decides(table)
    version = session.version
    table.carry(merchant("red"), 7, 2, looks=LONG)
    table.carry(assistant("red"), None, 2, looks=LONG)
    assert (table.status.kind, session.version) == ("in_step", version)


def test_an_assistant_who_was_forgotten_is_still_named_in_the_next_turn(session: GameSession) -> None:
    table = a_table(session, RED)
    red_decides(table)
    table.carry(merchant("red"), 7, 2, looks=LONG)
    assert table.status.misfits == (Misfit(assistant("red"), 2, seen=False),)


def test_people_play_on_though_the_app_waits_for_its_wood(session: GameSession) -> None:
    table = a_table(session, RED)
    red_decides(table)
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9, looks=LONG)
    assert session.state.players[BLUE].merchant == Place.TEA_HOUSE
    assert ("merchant", 7, 2) in owed(table.status)


def test_wood_put_on_another_place_is_a_difference_that_names_where_it_belongs(session: GameSession) -> None:
    table = a_table(session, RED)
    red_decides(table)
    version = session.version
    table.carry(merchant("red"), 7, 3, looks=0)
    table.carry(assistant("red"), None, 3, looks=LONG)
    assert session.version == version
    assert table.status.kind == "lost"
    assert {one.place for one in table.status.misfits if one.thing == merchant("red")} == {2, 3}


def test_the_apps_wood_moved_before_it_decided_is_no_move(session: GameSession) -> None:
    table = a_table(session, RED)
    table.red_goes(9)
    assert (session.version, table.status.question) == (0, None)


def test_a_cautious_table_is_not_asked_about_the_apps_wood(session: GameSession) -> None:
    table = a_table(session, RED, ask_first=True)
    red_decides(table)
    table.carry(merchant("red"), 7, 2, looks=0)
    table.carry(assistant("red"), None, 2, looks=LONG)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_the_apps_wood_put_back_takes_nothing_back(session: GameSession) -> None:
    table = a_table(session, RED)
    session.submit([act.Move(Place(2)), act.LeaveAssistant(), act.Fill()], RED)
    table.carry(merchant("red"), 7, 2, looks=0)
    table.carry(assistant("red"), None, 2, looks=LONG)
    version = session.version
    table.carry(merchant("red"), 2, 7, looks=0)
    table.carry(assistant("red"), 2, None, looks=LONG)
    assert session.version == version
    assert table.status.question is None
    assert table.status.kind == "lost"


def test_a_person_ahead_of_the_app_is_waited_for(session: GameSession) -> None:
    """Nobody's wood ends the app's turn for it."""
    table = a_table(session, RED)
    session.submit([act.Move(Place(2)), act.LeaveAssistant()], RED)
    table.carry(merchant("red"), 7, 2, looks=0)
    table.carry(assistant("red"), None, 2, looks=LONG)
    version = session.version
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9, looks=LONG)
    assert session.version == version
    session.submit([act.Fill(), act.EndTurn()], RED)
    table.look(LONG)
    assert session.state.players[BLUE].merchant == Place.TEA_HOUSE
