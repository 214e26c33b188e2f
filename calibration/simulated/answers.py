"""Which answer to a question of the camera is true?"""

from companion.istanbul.state import GameState
from companion.sync.status import Question
from companion.sync.table import expected


def leads_to(question: Question, state: GameState) -> int | None:
    """The number of the answer that leads to this state; taking back leads to the question's own."""
    ends = [question.state] if question.keep is not None else [one.state for one in question.hypotheses]
    return ends.index(state) if state in ends else None


def lies_alike(question: Question, true: int) -> bool:
    """Whether the table lies alike after another answer than the ``true`` one: nobody could tell by looking."""
    lies = [expected(one.state) for one in question.hypotheses]
    return lies.count(lies[true]) > 1


def agrees(shown: GameState | None, state: GameState) -> bool:
    """Whether the wood lies as the game has it."""
    return shown is not None and expected(shown) == expected(state)
