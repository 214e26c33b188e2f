"""How does a turn end, and what then?  (T1, section 10.1-10.2)"""

from typing import Literal

from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Card
from companion.istanbul.state import Pending, Step
from companion.istanbul.tables import RUBY_TARGET


def end_turn(draft: Draft, why: Literal["no_assistant", "no_toll", "done"]) -> None:
    """The turn is over: the next seat starts its turn, or the game goes to its end."""
    draft.add(e.TurnEnded(draft.seat, why))
    state = draft.state
    if not state.ending:
        rubies = [player.rubies for player in state.players]
        most = max(rubies)
        if most >= RUBY_TARGET[len(rubies)]:
            draft.add(e.EndTriggered(rubies.index(most)))
    _next_turn(draft)


def _next_turn(draft: Draft) -> None:
    state = draft.state
    seats = len(state.players)
    if state.turn < seats - 1:
        draft.add(e.TurnStarted(state.turn + 1, state.round))
    elif not state.ending:
        draft.add(e.TurnStarted(0, state.round + 1))
    else:
        _show_left_cards(draft)


def _show_left_cards(draft: Draft) -> None:
    """With real cards the hands are shown before they are counted, seat 0 first."""
    unknown = [seat for seat, player in enumerate(draft.state.players) if Card.UNKNOWN in player.hand]
    if unknown:
        draft.add(e.StepsAdded(tuple(Pending(Step.LEFT_CARD, number=seat) for seat in reversed(unknown))))
