"""Istanbul: The Dice Game behind the door that every game brings (``companion.game``)."""

from companion.dice_game.actions import (
    Action,
    Override,
    Revealed,
    Rolled,
    TellCard,
    TellEmpty,
    TellPrice,
    TellTile,
    TileShown,
)
from companion.dice_game.corrections.problems import problems
from companion.dice_game.engine import check, decide, evolve, is_over, legal_actions, outcomes, seat_to_act
from companion.dice_game.events import BARRIERS, DisplayFilled, Event
from companion.dice_game.notation.lines import format_action, parse_action
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import UNTOLD, GameState
from companion.game import Game


def is_barrier(event: Event) -> bool:
    """Does the event show something that nobody could know before?"""
    return isinstance(event, BARRIERS) or (isinstance(event, DisplayFilled) and event.tile != UNTOLD)


DICE_GAME = Game(
    name="dice",
    setup_type=Setup,
    state_type=GameState,
    action_type=Action,
    event_type=Event,
    new=new_game,
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
    chance=(Rolled, Revealed, TileShown),
    told=(TellPrice, TellEmpty, TellTile, TellCard),
    corrections=(Override,),
)
