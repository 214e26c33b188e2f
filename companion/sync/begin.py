"""How does a game begin that was only watched?  The set-up as the camera sees it."""

from collections.abc import Sequence

from companion.istanbul.actions import Change, DemandShown, Override
from companion.istanbul.engine import outcomes, play
from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.notation.values import format_list
from companion.istanbul.setup import Deal, new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import START_STACK
from companion.sync.observation import BoardObservation

PLENTY = {"lira": "99", "tiles": str(Good.FRUIT)}
ALL_ASSISTANTS = {"stack": START_STACK + START_STACK[0], "reserve": "0"}
PLENTY_OF_CARDS = 20  # for all hands together; the rest of the 26 can still be drawn


def begin(layout: tuple[Place, ...], players: Sequence[str], governor: Place, smuggler: Place) -> GameState:
    """The first state of a watched game.

    ``players`` are colours in turn order.  Cards are real ones nobody told of, and purses are full: what cannot be seen
    shall never make a seen turn impossible.  Raises RuleViolation for impossible players.
    """
    deal = Deal(
        colors=tuple(Color(player) for player in players),
        layout=layout,
        governor=governor,
        smuggler=smuggler,
        cards=(Card.UNKNOWN,) * len(players),
    )
    return with_plenty(_settled(new_game(Options(layout="explicit", cards="real"), deal)), ALL_ASSISTANTS)


def layout_of(seen: BoardObservation) -> tuple[Place, ...] | None:
    """The sixteen places; one tile that could not be read is the one that is left, more are not known."""
    left = set(Place) - {Place(place) for place in seen.layout if place is not None}
    if len(left) > 1:
        return None
    return tuple(left.pop() if place is None else Place(place) for place in seen.layout)


def _settled(state: GameState) -> GameState:
    """Demand tiles are nobody's business here: any will do."""
    while chance := [outcome for outcome in outcomes(state) if isinstance(outcome, DemandShown)]:
        state = play(state, chance[0])
    return state


def with_plenty(state: GameState, more: dict[str, str] | None = None) -> GameState:
    """Whatever was paid is there again: a full purse, cards, the yellow tile; for everybody ``more`` besides."""
    seats = range(len(state.players))
    cards = format_list([Card.UNKNOWN] * (PLENTY_OF_CARDS // len(seats)))
    values = PLENTY | {"hand": cards} | (more or {})
    changes = [Change(what, value, seat) for seat in seats for what, value in values.items()]
    changes.append(Change("discard", format_list([])))
    return play(state, Override(tuple(changes), "what a camera cannot see", despite_problems=True))
