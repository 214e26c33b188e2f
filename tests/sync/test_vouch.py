"""Assistants who came back: played where something bears it out, never where the eye may have slipped."""

import pytest

from companion.istanbul import actions as act
from companion.istanbul.engine import check, play
from companion.istanbul.names import Good, Place
from companion.session.session import GameSession
from companion.sync.observation import Score, Sighting
from tests.sync.at_table import LAID, LONG, Table, stands
from tests.sync.builders import a_look, assistant, family, merchant


def test_an_assistant_clearly_gone_in_his_turn_was_fetched_with_the_tile(unseen: Table, session: GameSession) -> None:
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == ()
    assert session.state.yellow_used


@pytest.mark.parametrize(("seen", "fetched"), [(1.5, True), (0.5, False)])
def test_an_assistant_half_seen_before_was_fetched_if_he_is_clearly_gone(
    unseen: Table, session: GameSession, seen: float, fetched: bool
) -> None:
    where = (assistant("red"), 13)
    unseen.carry(*where, None, looks=0)
    hidden = a_look(unseen.begun, tuple(unseen.gone), tuple(unseen.there)).scores
    unseen.told["scores"] = (*hidden, Score(*where, seen))
    unseen.look(LONG)
    stands(session, ("lira", "9", 0))
    del unseen.told["scores"]
    unseen.look(LONG)
    assert session.state.yellow_used is fetched


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


def test_an_assistant_his_merchant_may_hide_makes_the_other_one_no_less_certain(
    unseen: Table, session: GameSession
) -> None:
    unseen.red_goes(9)
    unseen.carry(assistant("red"), 9, None, looks=0)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


def test_while_his_merchant_is_out_of_sight_nothing_is_certain(unseen: Table, session: GameSession) -> None:
    unseen.carry(merchant("red"), 7, None, looks=0)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.SULTANS_PALACE,)


def test_a_merchant_hidden_by_one_who_has_come_makes_the_tile_no_less_certain(
    unseen: Table, session: GameSession
) -> None:
    stands(session, ("merchant", "9", 1), ("lira", "9", 0))
    unseen.carry(merchant("blue"), 7, 9)
    unseen.carry(merchant("blue"), 9, None, looks=0)
    unseen.carry(assistant("red"), 13, None, looks=0)
    unseen.red_goes(9)
    assert session.state.yellow_used


def test_who_was_asked_about_the_card_and_said_otherwise_used_the_tile(unseen: Table, session: GameSession) -> None:
    """Red takes the yellow tile only now, at the Great Mosque, and uses it at once."""
    stands(session, ("hand", "RETURN", 0), ("tiles", "-", 0), ("merchant", "5", 0), ("goods", "RRGGYYBB", 0))
    unseen.carry(merchant("red"), 7, 5)
    unseen.carry(merchant("red"), 5, 15, looks=0)
    unseen.carry(assistant("red"), None, 15, looks=0)
    unseen.carry(assistant("red"), 13, None)
    question = unseen.status.question
    assert question is not None
    unseen.follower.answer(question.id, [one.actions for one in question.hypotheses].index((act.LeaveAssistant(),)))
    unseen.tap(act.TakeTile(Good.FRUIT))
    unseen.look(LONG)
    assert unseen.status.question is None
    assert session.state.players[0].assistants == (Place.GREAT_MOSQUE,)


def test_who_may_still_get_the_lira_for_the_tile_is_asked_whether_it_was_the_card(
    unseen: Table, session: GameSession
) -> None:
    stands(session, ("hand", "RETURN", 0), ("lira", "0", 0))
    unseen.look(LONG)
    unseen.carry(assistant("red"), 13, None, looks=0)
    unseen.red_goes(9)
    question = unseen.status.question
    assert question is not None
    ways = [one.actions for one in question.hypotheses]
    assert ways == [(act.LeaveAssistant(),), (act.PlayReturn(Place.SULTANS_PALACE), act.LeaveAssistant())]


def green_goes(table: Table, to: int) -> None:
    """Green, who moves before Red, goes from the Fountain and leaves an assistant; his phone is not told the rest."""
    table.carry(merchant("green"), 7, to, looks=0)
    table.carry(assistant("green"), None, to, looks=LAID)


def red_goes_to_the_tea_house(table: Table) -> None:
    """Before Green's phone is told of his goods."""
    table.carry(merchant("red"), 7, 9, looks=0)
    table.carry(assistant("red"), None, 9)
    table.tap(act.Fill(), act.EndTurn())
    table.look(LONG)


def test_who_is_ahead_of_the_phones_has_fetched_with_the_tile(unseen: Table, session: GameSession) -> None:
    stands(session, ("turn", "2"))
    unseen.look(LONG)
    green_goes(unseen, 4)
    unseen.carry(assistant("red"), 13, None, looks=0)
    red_goes_to_the_tea_house(unseen)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


def test_whom_a_merchant_who_came_may_hide_was_not_certainly_fetched(unseen: Table, session: GameSession) -> None:
    stands(session, ("turn", "2"), ("assistants", "4", 0))
    unseen.carry(assistant("red"), 13, 4)
    unseen.carry(assistant("red"), 4, None, looks=0)
    green_goes(unseen, 4)
    red_goes_to_the_tea_house(unseen)
    assert Place.FRUIT_WAREHOUSE in session.state.players[0].assistants


@pytest.mark.parametrize("lira", [8, 9])
def test_the_tile_is_not_played_while_its_fee_may_be_needed_before(
    unseen: Table, session: GameSession, lira: int
) -> None:
    """An extension costs 7 Lira, the tile 2."""
    stands(session, ("lira", str(lira), 0))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 7, 1, looks=0)
    unseen.carry(assistant("red"), None, 1)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.yellow_used is (lira == 9)
    assert (unseen.status.question is None) is (lira == 9)


def test_the_tile_is_played_where_all_else_is_to_pass_on(unseen: Table, session: GameSession) -> None:
    """With 3 Lira there is nothing to be had at the Wainwright, and without a card nothing else to do."""
    stands(session, ("lira", "3", 0), ("hand", "-", 0))
    unseen.look(LONG)
    unseen.red_goes(1)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.WAINWRIGHT,)
    assert unseen.status.question is None


def test_a_card_that_has_been_played_fetched_nobody_else(unseen: Table, session: GameSession) -> None:
    """The tile is taken at the Great Mosque and used at once."""
    stands(session, ("tiles", "-", 0), ("hand", "RETURN", 0), ("assistants", "4,13", 0), ("goods", "YYGG", 0))
    stands(session, ("merchant", "5", 0), ("lira", "9", 0))
    unseen.carry(merchant("red"), 7, 5, looks=0)
    unseen.carry(assistant("red"), None, 4)
    for place in (4, 13):
        unseen.carry(assistant("red"), place, None, looks=0)
    unseen.carry(merchant("red"), 5, 15, looks=0)
    unseen.carry(assistant("red"), None, 15)
    question = unseen.status.question
    assert question is not None
    card = next(one for one in question.hypotheses if act.PlayReturn(Place.FRUIT_WAREHOUSE) in one.actions)
    unseen.follower.answer(question.id, question.hypotheses.index(card))
    unseen.tap(act.TakeTile(Good.FRUIT))
    unseen.look(LONG)
    assert session.state.players[0].assistants == (Place.GREAT_MOSQUE,)
    assert unseen.status.question is None


def turn_after_red_and_blue_went(table: Table, session: GameSession) -> int:
    """Whose turn it is once Red has gone to the Fruit Warehouse and Blue to the Tea House."""
    stands(session, ("turn", "0"))
    table.look(LONG)
    table.red_goes(4)
    table.tap(act.Fill())
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9)
    return session.state.turn


@pytest.mark.parametrize("is_seen", [True, False])
def test_no_turn_is_ended_while_the_tile_may_have_fetched_somebody_out_of_sight(
    unseen: Table, session: GameSession, is_seen: bool
) -> None:
    stands(session, ("turn", "2"))
    unseen.look(LONG)
    if not is_seen:
        unseen.carry(assistant("red"), 13, None)
    assert turn_after_red_and_blue_went(unseen, session) == (1 if is_seen else 0)


@pytest.mark.parametrize("is_seen", [True, False])
def test_no_turn_is_ended_while_a_family_member_out_of_sight_may_have_been_brought_home(
    unseen: Table, session: GameSession, is_seen: bool
) -> None:
    stands(session, ("tiles", "-", 0), ("hand", "FAMILY_HOME", 0), ("turn", "2"), ("family", "13", 0))
    unseen.carry(family("red"), 12, 13)
    if not is_seen:
        unseen.carry(family("red"), 13, None)
    assert turn_after_red_and_blue_went(unseen, session) == (1 if is_seen else 0)


@pytest.mark.parametrize(("under", "left"), [(5, ()), (4, (Place.SULTANS_PALACE,))])
def test_the_stack_tells_whether_somebody_out_of_sight_came_back_too(
    table: Table, session: GameSession, under: int, left: tuple[Place, ...]
) -> None:
    stands(session, ("turn", "2"), ("assistants", "4,13", 0), ("merchant", "9", 0))
    table.carry(assistant("red"), None, 4, looks=0)
    table.carry(merchant("red"), 7, 9)
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.look(LONG)
    table.told = {"sightings": (Sighting(merchant("red"), 7, 0.99, (0.0, 0.0), under),)}
    table.carry(assistant("red"), 4, None, looks=0)
    table.carry(merchant("red"), 9, 7)
    question = table.status.question
    if left:
        assert question is not None and len(question.hypotheses) == 2
    else:
        assert session.state.players[0].assistants == ()


def one_out_of_sight(table: Table, session: GameSession) -> None:
    """Red has three on the board, of whom the one at the Sultan's Palace has been out of sight since Green's turn."""
    stands(session, ("turn", "2"), ("assistants", "4,10,13", 0), ("stack", "o", 0), ("merchant", "9", 0))
    for place in (4, 10):
        table.carry(assistant("red"), None, place, looks=0)
    table.carry(merchant("red"), 7, 9)
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.look(LONG)


def test_whoever_calls_back_all_others_calls_back_who_is_out_of_sight(unseen: Table, session: GameSession) -> None:
    one_out_of_sight(unseen, session)
    for thing, start, to in ((assistant("red"), 4, None), (assistant("red"), 10, None), (merchant("red"), 9, 7)):
        unseen.carry(thing, start, to, looks=0)
    unseen.look(LONG)
    assert session.state.players[0].assistants == ()


def test_whoever_leaves_one_at_the_fountain_is_asked_about_the_one_out_of_sight(
    unseen: Table, session: GameSession
) -> None:
    one_out_of_sight(unseen, session)
    unseen.carry(assistant("red"), 4, None, looks=0)
    unseen.carry(merchant("red"), 9, 7)
    assert unseen.status.question is not None
    assert len(session.state.players[0].assistants) == 3


def test_whoever_seems_to_stay_but_is_seen_less_clearly_may_be_a_ghost(unseen: Table, session: GameSession) -> None:
    stands(session, ("assistants", "4,13", 0), ("merchant", "9", 0), ("tiles", "-", 0))
    unseen.carry(assistant("red"), None, 4, looks=0)
    unseen.carry(merchant("red"), 7, 9)
    for standing in ((assistant("red"), 4), (assistant("red"), 13), (merchant("red"), 9)):
        unseen.carry(*standing, None, looks=0)
    unseen.carry(merchant("red"), None, 7, looks=0)
    seen = a_look(unseen.begun, tuple(unseen.gone), tuple(unseen.there))
    unseen.told["scores"] = (*seen.scores, Score(assistant("red"), 13, 3.0))
    unseen.look(LONG)
    assert unseen.status.question is not None
    assert len(session.state.players[0].assistants) == 2


def test_the_last_assistant_is_left_like_any_other_though_nobody_sees_him(unseen: Table, session: GameSession) -> None:
    stands(session, ("stack", "o", 0), ("tiles", "-", 0))
    unseen.carry(merchant("red"), 7, 9, looks=2 * LONG)
    assert Place.TEA_HOUSE in session.state.players[0].assistants


def test_all_assistants_gone_with_their_merchant_were_called_back(unseen: Table, session: GameSession) -> None:
    """Stacks at the Fountain hide each other."""
    stands(session, ("assistants", "4,13", 0), ("merchant", "9", 0), ("tiles", "-", 0))
    unseen.carry(assistant("red"), None, 4, looks=0)
    unseen.carry(merchant("red"), 7, 9)
    for thing, place in ((assistant("red"), 4), (assistant("red"), 13), (merchant("red"), 9)):
        unseen.carry(thing, place, None, looks=0)
    unseen.look(LONG)
    assert session.state.players[0].merchant == Place.FOUNTAIN
    assert session.state.players[0].assistants == ()


@pytest.mark.parametrize("spare", [1, 2])
def test_a_family_member_is_sent_at_once_and_the_tile_paid_when_the_ruby_is_told(
    unseen: Table, session: GameSession, spare: int
) -> None:
    price = next(lira for lira in range(40) if can_buy(session, lira))
    stands(session, ("lira", str(price + spare), 0))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 7, 12, looks=0)
    unseen.carry(assistant("red"), None, 12, looks=0)
    unseen.carry(family("red"), 12, 16, looks=0)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].family == Place.GEMSTONE_DEALER
    assert session.state.yellow_used is (spare == 2)
    assert unseen.status.question is None


def can_buy(session: GameSession, lira: int) -> bool:
    """Whether the next ruby costs no more."""
    changes = (act.Change("lira", str(lira), 0), act.Change("merchant", "9", 0))
    rich = play(session.state, act.Override(changes, "for this test", despite_problems=True))
    there = play(play(rich, act.Move(Place.GEMSTONE_DEALER)), act.LeaveAssistant())
    return check(there, act.BuyRuby()) is None
