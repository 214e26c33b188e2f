"""Which answer to a question of the camera is true?"""

from collections.abc import Sequence

from companion.istanbul.actions import Action
from companion.istanbul.state import GameState
from companion.sync.courses import is_secret
from companion.sync.status import Question
from companion.sync.table import expected


def leads_to(question: Question, state: GameState) -> int | None:
    """The number of the answer that leads to this state; taking back leads to the question's own."""
    ends = [question.state] if question.keep is not None else [one.state for one in question.hypotheses]
    return ends.index(state) if state in ends else None


def lies_alike(question: Question, true: int, laid: GameState | None = None) -> bool:
    """Whether nobody could tell the ``true`` answer from another one by looking.

    ``laid`` is the state as people have laid it, where that is beyond the true answer: all in which another answer
    differs may lie by then as that one has it, too.
    """
    ends = [expected(one.state) for one in question.hypotheses]
    right = ends.pop(true)
    lies = right if laid is None else expected(laid)
    return any((other ^ right).isdisjoint(other ^ lies) for other in ends)


def tells_card(question: Question, told: Sequence[Action]) -> bool:
    """Whether it tells of a card that only its holder knows: miscounted steps lie on the table just so."""
    return any(is_secret(question.state, one) for one in told)


def agrees(shown: GameState | None, state: GameState) -> bool:
    """Whether the wood lies as the game has it."""
    return shown is not None and expected(shown) == expected(state)
