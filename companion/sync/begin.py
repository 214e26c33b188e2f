"""How does a game begin that was only watched?  The set-up as the camera sees it."""

from collections.abc import Sequence

from companion.istanbul.actions import Change, DemandShown, Override
from companion.istanbul.engine import outcomes, play
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.setup import Deal, new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import DICE_FACES
from companion.sync.observation import BoardObservation, Thing
from companion.sync.table import GOVERNOR, SMUGGLER

PLENTY_OF_LIRA = 99
PLACES_BY_DICE = {Place(one + two) for one in DICE_FACES for two in DICE_FACES}


def begin(seen: BoardObservation, players: Sequence[str]) -> GameState | None:
    """The first state of a watched game, None until layout, Governor and Smuggler are all seen where dice may put them.

    ``players`` are colours in turn order.  Cards are real ones nobody told of, and purses are full: what cannot be
    seen shall never make a seen turn impossible.  Raises RuleViolation for impossible players.
    """
    governor, smuggler = _place_of(GOVERNOR, seen), _place_of(SMUGGLER, seen)
    layout = tuple(Place(place) for place in seen.layout if place is not None)
    if len(layout) != len(seen.cells) or governor not in PLACES_BY_DICE or smuggler not in PLACES_BY_DICE:
        return None
    deal = Deal(
        colors=tuple(Color(player) for player in players),
        layout=layout,
        governor=governor,
        smuggler=smuggler,
        cards=(Card.UNKNOWN,) * len(players),
    )
    return _with_plenty(_settled(new_game(Options(layout="explicit", cards="real"), deal)))


def _place_of(thing: Thing, seen: BoardObservation) -> Place | None:
    found = [sighting for sighting in seen.sightings if sighting.thing == thing]
    return Place(max(found, key=lambda sighting: sighting.confidence).place) if found else None


def _settled(state: GameState) -> GameState:
    """Demand tiles are nobody's business here: any will do."""
    while chance := [outcome for outcome in outcomes(state) if isinstance(outcome, DemandShown)]:
        state = play(state, chance[0])
    return state


def _with_plenty(state: GameState) -> GameState:
    changes = tuple(Change("lira", str(PLENTY_OF_LIRA), seat) for seat in range(len(state.players)))
    return play(state, Override(changes, "what a camera cannot see"))
