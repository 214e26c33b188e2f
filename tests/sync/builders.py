"""Tables and looks in one line."""

from collections import Counter

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.setup import Deal, new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import LAYOUTS
from companion.sync.observation import BoardObservation, Cell, Kind, Score, Sighting, Thing
from companion.sync.table import NEUTRAL, Standing, expected

SURE, ABSENT = 6.0, -5.0
ORDER = (Color.RED, Color.BLUE, Color.GREEN)


def a_game(colors: tuple[Color, ...] = ORDER, governor: int = 2, smuggler: int = 3, cards: str = "real") -> GameState:
    """A fresh game on the short paths; with real cards unless told otherwise."""
    card = Card.UNKNOWN if cards == "real" else Card.GOOD
    layout = tuple(Place(number) for number in LAYOUTS["short"])
    deal = Deal(colors, layout, Place(governor), Place(smuggler), (card,) * len(colors), "L1", "S1")
    return new_game(Options(cards=cards), deal)  # type: ignore[arg-type]


def merchant(color: str) -> Thing:
    return Thing(Kind.MERCHANT, color)


def assistant(color: str) -> Thing:
    return Thing(Kind.ASSISTANT, color)


def family(color: str) -> Thing:
    return Thing(Kind.FAMILY, color)


def a_look(
    state: GameState,
    gone: tuple[Standing, ...] = (),
    there: tuple[Standing, ...] = (),
    covered: tuple[int, ...] = (),
    hand: bool = False,
    weak: tuple[Standing, ...] = (),
    at_s: float = 0.0,
) -> BoardObservation:
    """The table as ``state`` wants it, but for what is gone, newly there, weakly seen or under a hand."""
    return look_of(state, frozenset((expected(state) - set(gone)) | set(there)), covered, hand, weak, at_s)


def look_of(
    state: GameState,
    standings: frozenset[Standing],
    covered: tuple[int, ...] = (),
    hand: bool = False,
    weak: tuple[Standing, ...] = (),
    at_s: float = 0.0,
) -> BoardObservation:
    """A table on which exactly this lies, on the tiles of ``state``; neutral assistants have a colour nobody has."""
    unused = (color for color in Color if color not in {player.color for player in state.players})
    nobodys = assistant(next(unused, Color.WHITE))
    standings = frozenset((nobodys if thing == NEUTRAL else thing, place) for thing, place in standings)
    stacks = {str(player.color): len(player.stack) for player in state.players}
    scores = [Score(thing, place, SURE) for thing, place in standings if place not in covered]
    scores += [Score(thing, place, 0.3) for thing, place in weak]
    return BoardObservation(
        frame=1,
        at_s=at_s,
        source="test",
        profile_id="test",
        cells=tuple(Cell(int(place), confidence=0.99, covered=place in covered) for place in state.layout),
        layout_confidence=0.99,
        sightings=tuple(_sighting(stacks, score) for score in scores),
        scores=tuple(scores),
        absent_log_odds=ABSENT,
        hand=hand,
    )


def _sighting(stacks: dict[str, int], score: Score) -> Sighting:
    """With the stack under a merchant."""
    under = stacks.get(score.thing.color) if score.thing.kind is Kind.MERCHANT else None
    return Sighting(score.thing, score.place, 0.99, (0.0, 0.0), under)


def stacks_beside(state: GameState, standings: frozenset[Standing]) -> dict[str, int]:
    """How many assistants are under each merchant when these lie about and none is hidden."""
    lying = Counter(thing.color for thing, _ in standings if thing.kind is Kind.ASSISTANT)
    players = ((str(one.color), len(one.stack) + len(one.assistants)) for one in state.players)
    return {color: max(0, own - lying[color]) for color, own in players}


def plays(state: GameState, *actions: object) -> GameState:
    """The state after actions."""
    for action in actions:
        state = play(state, action)
    assert not outcomes(state)
    return state


def to_the_end(state: GameState) -> GameState:
    """Nothing more is done in this turn."""
    seat = state.turn
    while state.turn == seat:
        legal = list(legal_actions(state))
        state = plays(state, act.Skip() if act.Skip() in legal else act.EndTurn())
    return state
