"""What the camera sees is explained by what the rules allow."""

from collections.abc import Sequence

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.explain import Hypothesis, explain
from companion.sync.observation import BoardObservation, Kind, Score, Thing
from companion.sync.params import Policy
from companion.sync.reading import Reading, fold
from companion.sync.table import GOVERNOR, Standing, expected
from companion.sync.turns import Turn, turns_of
from companion.sync.verdict import Ask, InStep, Lost, Seeing, Verdict, judge
from tests.sync.builders import a_game, a_look, assistant, family, merchant, plays, to_the_end

POLICY = Policy()


def explained(state: GameState, look: BoardObservation, rolls: bool = True) -> list[Hypothesis]:
    return explain(state, fold(Reading(), look, POLICY).evidence, POLICY, rolls)


def verdict(state: GameState, look: BoardObservation, rolls: bool = True) -> Verdict:
    return judge(state, explained(state, look, rolls), POLICY)


def found(state: GameState, gone: Sequence[Standing], there: Sequence[Standing]) -> Hypothesis:
    """The one explanation that fits."""
    best, *others = [one for one in explained(state, a_look(state, tuple(gone), tuple(there))) if not one.misfits]
    assert all(best.score - other.score >= POLICY.margin for other in others)
    return best


def only_turn(state: GameState, hypothesis: Hypothesis) -> Turn:
    ((_, turn),) = turns_of(state, hypothesis.actions)
    return turn


def test_a_table_as_the_game_says_is_in_step() -> None:
    state = a_game()
    assert isinstance(verdict(state, a_look(state)), InStep)


def test_a_merchant_that_moved_and_left_an_assistant() -> None:
    state = a_game()
    move = found(state, [(merchant("red"), 7)], [(merchant("red"), 9), (assistant("red"), 9)])
    assert move.actions == (act.Move(Place.TEA_HOUSE), act.LeaveAssistant())
    assert only_turn(state, move) == Turn("red", 7, 9, "left")


def test_an_assistant_met_again_is_picked_up() -> None:
    state = a_game()
    for to in (9, 5, 6, 3, 4, 11):
        state = plays(state, act.Move(Place(to)), act.LeaveAssistant())
        state = to_the_end(state)
    move = found(state, [(merchant("red"), 3), (assistant("red"), 9)], [(merchant("red"), 9)])
    assert only_turn(state, move) == Turn("red", 3, 9, "picked")


def test_two_turns_between_two_looks() -> None:
    state = a_game()
    gone = [(merchant("red"), 7), (merchant("blue"), 7)]
    there = [(merchant("red"), 9), (assistant("red"), 9), (merchant("blue"), 4), (assistant("blue"), 4)]
    both = found(state, gone, there)
    assert [turn.player for _, turn in turns_of(state, both.actions)] == ["red", "blue"]


def test_the_governor_carried_away_tells_of_the_dice() -> None:
    state = a_game(governor=9)
    gone = [(merchant("red"), 7), (GOVERNOR, 9)]
    there = [(merchant("red"), 9), (assistant("red"), 9), (GOVERNOR, 4)]
    assert only_turn(state, found(state, gone, there)) == Turn("red", 7, 9, "left", governor=4)


def test_where_the_app_rolls_the_governor_does_not_walk_by_himself() -> None:
    state = a_game(governor=9)
    look = a_look(state, ((GOVERNOR, 9),), ((GOVERNOR, 4),))
    assert isinstance(verdict(state, look, rolls=False), Lost)


def test_a_family_member_sent_out() -> None:
    state = a_game()
    gone = [(merchant("red"), 7), (family("red"), 12)]
    there = [(merchant("red"), 12), (assistant("red"), 12), (family("red"), 13)]
    assert only_turn(state, found(state, gone, there)).family == 13


def test_a_family_member_caught() -> None:
    state = plays(a_game(), act.Move(Place.POLICE_STATION), act.LeaveAssistant(), act.SendFamily(Place.TEA_HOUSE))
    state = to_the_end(state)
    gone = [(merchant("blue"), 7), (family("red"), 9)]
    there = [(merchant("blue"), 9), (assistant("blue"), 9), (family("red"), 12)]
    assert only_turn(state, found(state, gone, there)).caught == ("red",)


def test_a_move_too_far_is_explained_by_nothing_but_a_card() -> None:
    state = a_game(cards="app")
    look = a_look(state, ((merchant("red"), 7),), ((merchant("red"), 16), (assistant("red"), 16)))
    assert isinstance(verdict(state, look), Lost)
    may_hold_the_card = a_game()
    answer = verdict(may_hold_the_card, look)
    assert isinstance(answer, Ask)
    assert answer.hypotheses[0].actions[0] == act.LongMove(Place.GEMSTONE_DEALER)


def test_the_wrong_player_moving_is_lost_not_ignored() -> None:
    moved = (((merchant("blue"), 7),), ((merchant("blue"), 9), (assistant("blue"), 9)))
    assert isinstance(verdict(a_game(cards="app"), a_look(a_game(), *moved)), Lost)
    may_stay = a_game()
    answer = verdict(may_stay, a_look(may_stay, *moved))
    assert isinstance(answer, Seeing | Ask)


def test_a_merchant_seen_on_two_places_about_equally_is_asked_about() -> None:
    state = a_game()
    things = [(merchant("red"), place) for place in (9, 3)]
    look = a_look(state, ((merchant("red"), 7),), weak=tuple(things) + tuple((assistant("red"), p) for p in (9, 3)))
    answer = verdict(state, look)
    assert isinstance(answer, Ask)
    assert {turn.to for choice in answer.hypotheses for _, turn in turns_of(state, choice.actions)} >= {3, 9}


def test_assistants_under_a_merchant_are_not_expected_on_the_table() -> None:
    assert not [thing for thing, _ in expected(a_game()) if thing.kind is Kind.ASSISTANT]


@pytest.mark.parametrize("color", ["red", "blue", "green"])
def test_every_player_is_expected_with_merchant_and_family(color: str) -> None:
    assert {(Thing(Kind.MERCHANT, color), 7), (Thing(Kind.FAMILY, color), 12)} <= expected(a_game())


def test_after_the_game_nothing_more_happens() -> None:
    over = msgspec.structs.replace(a_game(), over=True, agenda=())
    assert isinstance(verdict(over, a_look(over)), InStep)


def test_a_merchant_read_on_two_places_stands_where_the_rules_have_him() -> None:
    state = a_game(cards="app")
    elsewhere = a_look(state, gone=((merchant("blue"), 7),), there=((merchant("blue"), 16),))
    assert isinstance(verdict(state, elsewhere), Lost)
    unsure = a_look(state, ((merchant("blue"), 7),), ((merchant("blue"), 16),), weak=((merchant("blue"), 7),))
    assert isinstance(verdict(state, unsure), InStep)


def test_glare_on_a_tile_does_not_bring_a_merchant_there_who_is_clearly_seen_elsewhere() -> None:
    state = a_game(cards="app")
    glare = msgspec.structs.replace(a_look(state), scores=(*a_look(state).scores, Score(merchant("red"), 9, -1.8)))
    moved = [one for one in explained(state, glare) if act.Move(Place.TEA_HOUSE) in one.actions]
    assert moved
    assert all(one.misfits for one in moved)
