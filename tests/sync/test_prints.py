"""Mail, demand tiles, rubies and dice on the table fill in what was done, and are checked."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Card, Good, Place
from companion.session.session import GameSession
from companion.sync.prints import Prints, agreeing, demand_letters, fold_prints, outdated
from companion.sync.table import GOVERNOR
from tests.sync.at_table import LAID, LONG, Table, a_session, left_to_the_table
from tests.sync.builders import a_look, assistant, merchant


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    session = a_session(tmp_path, left_to_the_table, cards="real")
    yield session
    session.close()


def show(table: Table, looks: int = LONG, **told: object) -> None:
    """From now on this is told of the table as well."""
    table.told |= told
    table.look(looks)


# ---------------------------------------------------------------- printed spaces


def test_a_mail_indicator_that_moved_tells_that_the_mail_was_collected(table: Table, session: GameSession) -> None:
    show(table, mail_down=0)
    table.red_goes(5)
    show(table, mail_down=1)
    assert session.log.entries[-1].action == act.CollectMail()
    assert session.log.entries[-1].source == "camera"


def test_an_indicator_never_seen_right_tells_nothing(table: Table, session: GameSession) -> None:
    show(table, mail_down=3)
    table.red_goes(5)
    show(table, mail_down=1)
    assert session.state.agenda[-1].step == "action"


def test_an_indicator_seen_once_is_not_believed(table: Table, session: GameSession) -> None:
    show(table, mail_down=0)
    table.red_goes(5)
    show(table, looks=1, mail_down=1)
    assert session.state.agenda[-1].step == "action"


def test_people_are_reminded_of_an_indicator_they_forgot(table: Table) -> None:
    show(table, mail_down=0)
    table.red_goes(5)
    table.tap(act.CollectMail())
    (reminder,) = table.status.prints
    assert (reminder.name, reminder.shown, reminder.wanted) == ("mail", 0, 1)


def test_a_ruby_that_is_gone_was_bought(table: Table, session: GameSession) -> None:
    table.tap(act.Override((act.Change("lira", "40", 0), act.Change("merchant", "9", 0)), "for this test", True))
    table.carry(merchant("red"), 7, 9)
    left = session.state.rubies[-1]
    show(table, rubies={int(Place.GEMSTONE_DEALER): left})
    table.carry(merchant("red"), 9, 16, looks=0)
    table.carry(assistant("red"), None, 16)
    show(table, rubies={int(Place.GEMSTONE_DEALER): left - 1})
    assert session.state.players[0].rubies == 1
    assert table.status.applied is not None


def test_a_demand_tile_that_changed_speaks_for_a_sale(table: Table, session: GameSession) -> None:
    table.tap(act.Override((act.Change("goods", "RGB", 0),), "for this test", True))
    show(table, demand_small=demand_letters("S1"))
    table.red_goes(11)
    show(table, demand_small=demand_letters("S3"))
    assert isinstance(table.status.usual, act.Sell)
    assert session.state.agenda[-1].step == "action"
    table.tap(table.status.usual)
    assert session.state.demand_small[0] == "S3"


def test_a_mosque_tile_that_is_gone_was_taken(table: Table, session: GameSession) -> None:
    table.tap(act.Override((act.Change("goods", "RRG", 0),), "for this test", True))
    show(table, mosque={"R": 2, "G": 2})
    table.red_goes(14)
    show(table, mosque={"R": 3, "G": 2})
    assert session.log.entries[-1].action == act.TakeTile(Good.FABRIC)
    assert session.state.players[0].goods == (1, 1, 0, 0)


def test_people_are_reminded_of_a_mosque_tile_they_left_lying(table: Table) -> None:
    table.tap(act.Override((act.Change("goods", "RRG", 0),), "for this test", True))
    show(table, mosque={"R": 2})
    table.red_goes(14)
    table.tap(act.TakeTile(Good.FABRIC))
    (reminder,) = table.status.prints
    assert (reminder.name, reminder.shown, reminder.wanted) == ("mosque R", 2, 3)


def told_of(table: Table, wanted: int, prints: Prints, seat: int) -> Prints:
    """Looks at a mail indicator that stays at 0 in the turn of that seat, while the game has it at ``wanted``."""
    state = msgspec.structs.replace(table.session.state, mail_down=wanted, turn=seat)
    look = msgspec.structs.replace(a_look(table.begun), mail_down=0)
    for _ in range(3):
        prints = outdated(fold_prints(prints, look), state)
    return agreeing(prints, state) if wanted == 0 else prints


def test_a_reminder_goes_away_when_a_whole_turn_has_passed(table: Table) -> None:
    prints = told_of(table, 0, Prints(), seat=0)
    for seat, reminds in ((0, True), (1, True), (2, False), (0, False)):
        prints = told_of(table, 1, prints, seat)
        state = msgspec.structs.replace(table.session.state, mail_down=1)
        assert bool(prints.differing(state)) == reminds, f"in the turn of seat {seat}"
    prints = told_of(table, 0, prints, seat=1)
    assert "mail" in prints.trusted, "what is shown rightly again is believed again"


# ---------------------------------------------------------------- dice


def at_the_tea_house(table: Table) -> None:
    """Red is there, dice lay beside the board before, and seven is announced."""
    show(table, dice=(1, 1))
    table.red_goes(9)
    table.tap(act.Announce(7))


def test_dice_thrown_beside_the_board_are_read(table: Table, session: GameSession) -> None:
    at_the_tea_house(table)
    show(table, looks=LAID, dice=(3, 5))
    assert [entry.action for entry in session.log.entries if isinstance(entry.action, act.Rolled)] == [act.Rolled(3, 5)]


def test_dice_that_lie_as_before_were_perhaps_not_thrown(table: Table) -> None:
    at_the_tea_house(table)
    table.look(LONG)
    assert table.status.dice == (1, 1)


def test_dice_nobody_saw_before_are_only_proposed(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.tap(act.Announce(7))
    show(table, dice=(3, 5))
    assert table.status.dice == (3, 5)
    assert not any(isinstance(entry.action, act.Rolled) for entry in session.log.entries)


def test_the_governor_carried_away_tells_of_real_dice(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.UseGovernor(), act.Drawn(Card.UNKNOWN), act.PayFee())
    table.carry(GOVERNOR, 2, 9)
    assert session.state.governor == Place.TEA_HOUSE
