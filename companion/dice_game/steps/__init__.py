"""Which rules hold at each step?  ``STEPS`` for decisions, ``CHANCES`` for dice, cards and tiles."""

from companion.dice_game.state import Step
from companion.dice_game.steps.act import ACT
from companion.dice_game.steps.cards import USE
from companion.dice_game.steps.deals import CARD
from companion.dice_game.steps.dice import INCOME, REROLL, THROW
from companion.dice_game.steps.goods import CHOOSE

STEPS = {
    Step.INCOME: INCOME,
    Step.THROW: THROW,
    Step.REROLL: REROLL,
    Step.ACT: ACT,
    Step.CHOOSE: CHOOSE,
    Step.USE: USE,
    Step.CARD: CARD,
}
