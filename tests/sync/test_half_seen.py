"""What is played though nobody saw all of it, and what is not: seen on two places, hidden, or hardly there."""

import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.episodes import Seen
from companion.sync.model import shipped_model
from companion.sync.observation import Sighting
from companion.sync.places import Agreed, Fit
from companion.sync.table import GOVERNOR, Standing
from tests.sync.at_table import LONG, Table, faintly, stands
from tests.sync.builders import ABSENT, SURE, a_look, assistant, family, merchant


def blue_is_to_be_caught(table: Table, session: GameSession) -> None:
    """At the Fruit Warehouse, where Red goes and fills; Blue's family member is gone from there at the same time."""
    stands(session, ("family", "4", 1))
    table.carry(family("blue"), 12, 4)
    table.carry(family("blue"), 4, None, looks=0)
    table.red_goes(4, looks=0)


def test_who_must_be_caught_was_caught_once_the_next_player_has_gone_on(table: Table, session: GameSession) -> None:
    blue_is_to_be_caught(table, session)
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9)
    table.tap(act.Fill())
    table.look(LONG)
    assert session.state.agenda[-1].step == "reward"


def test_a_family_member_lost_as_the_governor_leaves_his_place_is_not_taken_for_caught_at_once(
    table: Table, session: GameSession
) -> None:
    """What comes and goes beside a token may hide it."""
    stands(session, ("family", "4", 1), ("governor", "4"))
    table.carry(GOVERNOR, 2, 4, looks=0)
    table.carry(family("blue"), 12, 4)
    table.red_goes(4)
    table.tap(act.Fill())
    table.look(LONG)
    table.carry(family("blue"), 4, None, looks=0)
    table.carry(GOVERNOR, 4, 9, looks=0)
    stands(session, ("governor", "9"))
    table.look(20)
    assert session.state.agenda[-1].step == "encounters"


def test_what_is_seen_is_played_up_to_a_family_member_who_may_be_anywhere(table: Table, session: GameSession) -> None:
    """Glare at the Caravansary makes one thing as likely there as another."""
    table.carry(family("red"), 12, None, looks=0)
    table.red_goes(12, looks=0)
    faintly(table, ((family("red"), 6), -0.6), ((family("blue"), 6), -0.7))
    table.look(LONG)
    assert session.state.players[0].merchant == Place.POLICE_STATION
    assert session.state.players[0].family == Place.POLICE_STATION


def test_a_family_member_hardly_seen_at_home_was_sent_where_he_turns_up(table: Table, session: GameSession) -> None:
    faintly(table, ((family("red"), 12), 0.8))
    table.look(LONG)
    table.carry(family("red"), 12, None, looks=0)
    table.red_goes(12, looks=0)
    faintly(table, ((family("red"), 6), 2.6))
    table.look(LONG)
    assert session.state.players[0].family == Place.CARAVANSARY


def test_a_merchant_seen_more_clearly_where_he_stood_has_not_gone(table: Table, session: GameSession) -> None:
    """What looks like him at the Fountain is another stack there."""
    stands(session, ("merchant", "8", 0), ("tiles", "-", 0))
    table.carry(merchant("red"), 7, 8)
    table.carry(assistant("red"), 13, None, looks=0)
    faintly(table, ((merchant("red"), 7), 3.5))
    table.look(LONG)
    assert session.state.players[0].merchant == Place.BLACK_MARKET


@pytest.mark.parametrize("place", [12, 13])
def test_a_family_member_who_may_stand_behind_a_merchant_makes_the_tile_no_less_certain(
    unseen: Table, session: GameSession, place: int
) -> None:
    stands(session, ("family", str(place), 1), ("merchant", "12", 2))
    unseen.carry(merchant("green"), 7, 12, looks=0)
    unseen.carry(family("blue"), 12, place)
    unseen.carry(family("blue"), place, None, looks=0)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.yellow_used is (place == 12)


def test_whom_another_merchant_who_came_may_hide_was_not_certainly_fetched(unseen: Table, session: GameSession) -> None:
    """Though one stood beside him before as well."""
    stands(session, ("merchant", "13", 1))
    unseen.carry(merchant("blue"), 7, 13)
    stands(session, ("merchant", "13", 2))
    unseen.carry(assistant("red"), 13, None, looks=0)
    unseen.carry(merchant("green"), 7, 13, looks=0)
    unseen.red_goes(9)
    assert not session.state.yellow_used


def test_a_family_member_who_comes_hides_less_than_a_merchant_does() -> None:
    """Blue's merchant and red's assistant lie there; somebody comes, and the assistant is seen no more."""
    own, blue = (assistant("red"), 13), (merchant("blue"), 13)
    agreed = Agreed(frozenset({own, blue}), Seen({own: SURE, blue: SURE}, ABSENT, blind=frozenset()))

    def speaks_for_gone(came: Standing) -> float:
        fit = Fit(Seen({blue: SURE, came: SURE}, ABSENT, blind=frozenset()), agreed, shipped_model().sight)
        return fit.gain(frozenset({blue, came})) - fit.gain(frozenset({own, blue, came}))

    assert speaks_for_gone((family("blue"), 13)) > speaks_for_gone((merchant("green"), 13)) + 1.0


def test_a_family_member_seen_to_have_left_tells_of_the_merchant_who_sent_him(
    table: Table, session: GameSession
) -> None:
    """Nobody sees the merchant in the crowd of the Police Station, where he picked up his assistant."""
    stands(session, ("assistants", "12", 0), ("tiles", "-", 0))
    table.carry(assistant("red"), 13, 12)
    table.carry(merchant("red"), 7, None, looks=0)
    table.carry(assistant("red"), 12, None, looks=0)
    table.carry(family("red"), 12, 6)
    assert (session.state.players[0].merchant, session.state.players[0].family) == (12, 6)


def red_stands_on_three(place: int) -> tuple[Sighting, ...]:
    return (Sighting(merchant("red"), place, 0.99, (0.0, 0.0), 3),)


def test_whoever_is_half_seen_as_before_was_not_fetched_by_the_card(unseen: Table, session: GameSession) -> None:
    stands(session, ("turn", "2"), ("tiles", "-", 0), ("hand", "RETURN", 0))
    unseen.carry(assistant("red"), 13, None, looks=0)
    faintly(unseen, ((assistant("red"), 13), -0.9))
    unseen.look(LONG)
    stands(session, ("turn", "0"))
    unseen.red_goes(9, looks=0)
    faintly(unseen, ((assistant("red"), 13), -0.9))
    unseen.look(LONG)
    assert Place.TEA_HOUSE in session.state.players[0].assistants


def test_a_merchant_who_is_nowhere_seen_for_a_moment_has_not_gone_where_nobody_can_look(
    table: Table, session: GameSession
) -> None:
    """A hand may hide him where he stands."""
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    table.look(LONG)
    table.told = {"cells": a_look(table.begun, covered=(8,)).cells}
    table.look(LONG)
    stood = session.state.player.merchant
    table.carry(merchant("blue"), int(stood), None, looks=10)
    assert (session.state.player.color, session.state.player.merchant, table.status.question) == ("blue", stood, None)


def test_a_family_member_who_is_still_seen_where_he_must_be_caught_waits_for_the_hand(
    table: Table, session: GameSession
) -> None:
    """Nobody can look at the Police Station, but nobody has carried him there either."""
    stands(session, ("family", "4", 1))
    table.carry(family("blue"), 12, None, looks=0)
    faintly(table, ((family("blue"), 4), 2.1))
    table.told["cells"] = a_look(table.begun, covered=(12,)).cells
    table.look(LONG)
    table.red_goes(4, looks=0)
    faintly(table, ((family("blue"), 4), 2.1))
    table.look(LONG)
    table.tap(act.Fill())
    table.look(2 * LONG)
    assert (session.state.agenda[-1].step, table.status.kind) == ("encounters", "in_step")


def test_who_holds_the_card_left_whom_the_eye_half_sees_while_all_others_lie_in_plain_view(
    unseen: Table, session: GameSession
) -> None:
    stands(session, ("hand", "RETURN", 0))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 7, 9, looks=0)
    faintly(unseen, ((assistant("red"), 9), 2.0))
    unseen.look(LONG)
    assert unseen.status.question is None
    assert set(session.state.players[0].assistants) == {Place.TEA_HOUSE, Place.SULTANS_PALACE}


@pytest.mark.parametrize("looks", [3, LONG])
def test_whom_a_merchant_hid_until_he_left_is_missed_when_he_is_fetched(
    table: Table, session: GameSession, looks: int
) -> None:
    stands(session, ("merchant", "4", 0), ("assistants", "4", 0), ("tiles", "Y", 0), ("lira", "9", 0))
    table.carry(merchant("red"), 7, 4, looks=0)
    table.carry(assistant("red"), None, 4, looks=0)
    table.told["sightings"] = ()
    faintly(table, ((assistant("red"), 4), ABSENT))
    table.look(LONG)
    del table.told["scores"]
    table.carry(merchant("red"), 4, 8, looks)
    table.carry(assistant("red"), 4, None)
    assert session.state.players[0].merchant == Place.BLACK_MARKET
    assert session.state.players[0].assistants == ()
