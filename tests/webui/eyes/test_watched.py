"""The hands before a filmed table do what the rules say: else a measure of the eye would measure a quarrel."""

from random import Random

import pytest

from companion.istanbul import actions as a
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.setup import example_game
from companion.istanbul.state import GameState, Step
from webui.eyes.watched import walk


def went_on(state: GameState, rng: Random) -> GameState:
    """One more action, or what chance brings."""
    due = list(legal_actions(state)) if seat_to_act(state) is not None else list(outcomes(state))
    return play(state, rng.choice(due))


@pytest.mark.parametrize("seed", range(20))
def test_a_merchant_is_carried_as_the_rules_say(seed: int) -> None:
    rng, state, walks = Random(seed), example_game(), 0
    for _ in range(400):
        if state.over:
            break
        if state.agenda[-1].step is Step.MOVE and a.Move(walk(state)[0]) in legal_actions(state):
            to, leave, pick = walk(state)
            before = set(state.player.assistants)
            after = play(state, a.Move(to))
            if after.agenda[-1].step is Step.ASSISTANT and after.turn == state.turn:
                assert a.LeaveAssistant() in legal_actions(after)
                after = play(after, a.LeaveAssistant())
            now = set(after.players[state.turn].assistants)
            assert (len(now - before), len(before - now)) == (leave, pick), (to, state.player)
            walks += 1
        state = went_on(state, rng)
    assert walks > 10
