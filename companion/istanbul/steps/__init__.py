"""Which rules hold at each step?  ``STEPS`` for decisions, ``ACTIONS`` by place, ``CHANCES`` for dice and draws."""

from companion.istanbul.state import GameState, Pending, Step
from companion.istanbul.steps.action import ACTIONS
from companion.istanbul.steps.again import AGAIN
from companion.istanbul.steps.caravansary import GIVE_CARD, TAKE_CARD
from companion.istanbul.steps.encounters import ENCOUNTERS, FEE, REWARD
from companion.istanbul.steps.gamble import CHOOSE_GOOD, RED_TILE
from companion.istanbul.steps.meet import TOLLS
from companion.istanbul.steps.move import ASSISTANT, MOVE
from companion.istanbul.steps.rules import StepRules, place_of

STEPS = {
    Step.MOVE: MOVE,
    Step.ASSISTANT: ASSISTANT,
    Step.TOLL: TOLLS,
    Step.AGAIN: AGAIN,
    Step.ENCOUNTERS: ENCOUNTERS,
    Step.FEE: FEE,
    Step.REWARD: REWARD,
    Step.TAKE_CARD: TAKE_CARD,
    Step.GIVE_CARD: GIVE_CARD,
    Step.RED_TILE: RED_TILE,
    Step.CHOOSE_GOOD: CHOOSE_GOOD,
}


def rules_for(state: GameState, pending: Pending) -> StepRules:
    """The rules of the decision that is due."""
    return STEPS.get(pending.step) or ACTIONS[place_of(state, pending)]
