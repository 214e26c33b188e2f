"""Assistants who came back: played where something bears it out, never where the eye may have slipped."""

import msgspec
import pytest

from companion.errors import Stale
from companion.istanbul import actions as act
from companion.istanbul.engine import check, play
from companion.istanbul.names import Card, Good, Place
from companion.session.session import GameSession
from companion.sync.follower import Follower
from companion.sync.model import shipped_model
from companion.sync.observation import Score
from tests.sync.at_table import LAID, LONG, Table, stands
from tests.sync.builders import ORDER, a_look, assistant, family, merchant

LIFTED = 3 * LONG
"""Looks after which whoever has called back some assistants is hardly about to call back more."""


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


def test_an_answer_that_the_game_refuses_changes_nothing(
    unseen: Table, session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands(session, ("hand", "RETURN", 0))
    unseen.look(LONG)
    unseen.carry(assistant("red"), 13, None)
    question = unseen.status.question
    assert question is not None
    tile = next(at for at, one in enumerate(question.hypotheses) if isinstance(one.actions[0], act.UseYellowTile))

    def refuse(*_: object) -> int:
        raise Stale("stale", version=0, current=1)

    before = dict(vars(unseen.follower))
    monkeypatch.setattr(session, "submit", refuse)
    with pytest.raises(Stale):
        unseen.follower.answer(question.id, tile)
    assert vars(unseen.follower) == before


def test_once_it_is_too_late_for_the_card_it_was_the_tile(unseen: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    unseen.look(LONG)
    unseen.carry(merchant("red"), 7, 9, looks=0)
    unseen.carry(assistant("red"), None, 9)
    unseen.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)
    assert session.state.yellow_used


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
    """Where people seldom call back only some."""
    seldom = msgspec.structs.replace(shipped_model().habits, sparing=(0.05, 4.0))
    unseen.follower.close()
    model = msgspec.structs.replace(shipped_model(), habits=seldom)
    unseen.follower = Follower(session, changed=lambda: None, model=model)
    unseen.look(LONG)
    one_out_of_sight(unseen, session)
    for thing, start, to in ((assistant("red"), 4, None), (assistant("red"), 10, None), (merchant("red"), 9, 7)):
        unseen.carry(thing, start, to, looks=0)
    unseen.look(LIFTED)
    assert session.state.players[0].assistants == ()


def test_whoever_leaves_one_at_the_fountain_is_asked_about_the_one_out_of_sight(
    unseen: Table, session: GameSession
) -> None:
    one_out_of_sight(unseen, session)
    unseen.carry(assistant("red"), 4, None, looks=0)
    unseen.carry(merchant("red"), 9, 7)
    unseen.look(LIFTED)
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
    unseen.look(LIFTED)
    assert unseen.status.question is not None
    assert len(session.state.players[0].assistants) == 2


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


def can_buy(session: GameSession, lira: int) -> bool:
    """Whether the next ruby costs no more."""
    changes = (act.Change("lira", str(lira), 0), act.Change("merchant", "9", 0))
    rich = play(session.state, act.Override(changes, "for this test", despite_problems=True))
    there = play(play(rich, act.Move(Place.GEMSTONE_DEALER)), act.LeaveAssistant())
    return check(there, act.BuyRuby()) is None


@pytest.fixture
def two_away(unseen: Table, session: GameSession) -> Table:
    """Red holds tile and card, and has assistants at the Sultan's Palace and at the Great Mosque."""
    stands(session, ("hand", "RETURN", 0), ("assistants", "13,15", 0), ("lira", "9", 0))
    unseen.there.add((assistant("red"), 15))
    unseen.look(LONG)
    return unseen


def fetched_by_the_tile_for_good(table: Table) -> None:
    """Red fetches one and says that he always does it by the tile; then it is his turn again."""
    table.carry(assistant("red"), 13, None)
    question = table.status.question
    assert question is not None and question.tile is not None
    table.follower.answer(question.id, question.tile, for_good=True)
    stands(table.session, ("yellow_used", "no"))
    table.look(LONG)


def test_who_always_fetches_by_the_tile_says_so_once(two_away: Table, session: GameSession) -> None:
    fetched_by_the_tile_for_good(two_away)
    two_away.carry(assistant("red"), 15, None)
    assert session.state.players[0].assistants == () and session.state.yellow_used
    assert session.state.players[0].hand == (Card.RETURN,)


def test_whoever_says_so_of_the_tile_is_still_asked_where_he_cannot_pay_it(
    two_away: Table, session: GameSession
) -> None:
    fetched_by_the_tile_for_good(two_away)
    stands(session, ("lira", "1", 0))
    two_away.carry(assistant("red"), 15, None)
    question = two_away.status.question
    assert question is not None and question.tile is None
    assert any(isinstance(one.actions[0], act.PlayReturn) for one in question.hypotheses)


def test_what_one_player_says_of_his_tile_holds_for_him_alone(two_away: Table, session: GameSession) -> None:
    fetched_by_the_tile_for_good(two_away)
    stands(session, ("hand", "RETURN", 1), ("tiles", "Y", 1), ("lira", "9", 1), ("assistants", "4", 1), ("turn", "1"))
    two_away.carry(assistant(ORDER[1]), None, 4)
    two_away.carry(assistant(ORDER[1]), 4, None)
    question = two_away.status.question
    assert question is not None and question.tile is not None


def test_who_takes_back_what_was_done_by_the_tile_is_asked_again(two_away: Table, session: GameSession) -> None:
    fetched_by_the_tile_for_good(two_away)
    two_away.carry(assistant("red"), 15, None)
    two_away.follower.take_back(session.version)
    two_away.look(LONG)
    question = two_away.status.question
    assert question is not None and question.tile is not None
