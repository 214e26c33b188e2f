"""Istanbul behind the door that every game brings (``companion.game``)."""

from companion.game import Game
from companion.istanbul.actions import Action, CardShown, DemandShown, Drawn, Override, Rolled, TellHand
from companion.istanbul.corrections.problems import problems
from companion.istanbul.engine import check, decide, evolve, is_over, legal_actions, outcomes, seat_to_act
from companion.istanbul.events import BARRIERS, DemandSeen, Event
from companion.istanbul.notation.lines import format_action, parse_action
from companion.istanbul.setup import Setup, new_game
from companion.istanbul.state import GameState


def start_game(setup: Setup) -> GameState:
    """The first state of a game."""
    return new_game(setup.options, setup.deal)


def is_barrier(event: Event) -> bool:
    """Does the event show something that nobody could know before?"""
    return isinstance(event, BARRIERS) and not (isinstance(event, DemandSeen) and event.deduced)


ISTANBUL = Game(
    name="istanbul",
    setup_type=Setup,
    state_type=GameState,
    action_type=Action,
    event_type=Event,
    new=start_game,
    seat_to_act=seat_to_act,
    is_over=is_over,
    legal_actions=legal_actions,
    outcomes=outcomes,
    check=check,
    decide=decide,
    evolve=evolve,
    problems=problems,
    format_action=format_action,
    parse_action=parse_action,
    barrier=is_barrier,
    chance=(Rolled, Drawn, DemandShown, CardShown),
    corrections=(Override, TellHand),
)
