"""In which ways may a watched evening have gone, from the set-up on, and what of it is certain?"""

import itertools
import math
from collections.abc import Iterable, Sequence

import msgspec

from companion.engine.values import format_list
from companion.istanbul.actions import Change, DemandShown, Override
from companion.istanbul.engine import outcomes, play
from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.setup import Deal, new_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import DECK_SIZE, START_STACK
from companion.sync.courses import WIDTH
from companion.sync.episodes import PHOTO_HIDES, Seen
from companion.sync.memory import agreeing
from companion.sync.model import Costs, Counts, Model
from companion.sync.observation import BoardObservation, Kind
from companion.sync.places import Agreed, Fit
from companion.sync.prints import THROWS, chance_of
from companion.sync.table import Misfit, expected
from companion.sync.turns import Asked, Line, Turn, TurnSeen, turn_between

PLENTY = {"lira": "99", "tiles": str(Good.FRUIT)}
ALL_ASSISTANTS = {"stack": START_STACK + START_STACK[0], "reserve": "0"}
MOST_WAYS = 40
"""So many strands are kept, none ``WIDTH`` less likely than the best; and so many looks before one shows the layout."""
OPEN_ROUNDS = 2
"""Once everybody has played so often since, a turn is told or asked about, so that later ones can be told."""
TELL = Costs().sure
"""The probability from which a turn is told: as sure as what is played."""
TELL_LATE = 1.0 - 2.0 * (1.0 - TELL)
"""The same once hardly anything seen later will tell of it: a question so long afterwards is twice as bad."""


class Strand(msgspec.Struct, frozen=True):
    """One way the evening may have gone: the turns that are over and not told yet, the state before the open turn and
    now, what table and game agree on, its log-probability but for a constant, and what each seat did before."""

    begun: GameState
    state: GameState
    agreed: Agreed
    weight: float
    past: tuple[TurnSeen, ...] = ()
    frame: str = ""
    misfits: tuple[Misfit, ...] = ()
    counts: Counts = Counts()

    @property
    def open_turn(self) -> Turn | None:
        """What was done in the open turn; None where nothing was."""
        return turn_between(self.begun, self.state, self.state.turn) if self.state is not self.begun else None

    @property
    def all_turns(self) -> tuple[Turn, ...]:
        """The turns that are over and the open one."""
        return tuple(one.turn for one in self.past) + ((self.open_turn,) if self.open_turn else ())


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
    """Whatever was paid is there again: a full purse, the yellow tile, for everybody as many cards as can be drawn; and
    ``more`` besides."""
    seats = range(len(state.players))
    cards = format_list([Card.UNKNOWN] * (DECK_SIZE // (len(seats) + 1)))
    values = PLENTY | {"hand": cards} | (more or {})
    changes = [Change(what, value, seat) for seat in seats for what, value in values.items()]
    changes.append(Change("discard", format_list([])))
    return play(state, Override(tuple(changes), "what a camera cannot see", despite_problems=True))


def first_strands(
    layout: tuple[Place, ...], players: Sequence[str], frame: str, seen: Seen, model: Model
) -> list[Strand]:
    """A strand for each place to which dice may have sent Governor and Smuggler, likeliest first."""
    found = list[Strand]()
    places = [Place(place) for place in sorted(set(THROWS))]
    begun = begin(layout, players, places[0], places[0])
    for governor, smuggler in itertools.product(places, places):
        state = msgspec.structs.replace(begun, governor=governor, smuggler=smuggler)
        agreed = Agreed(expected(state))
        fit = Fit(seen, agreed, model.sight)
        weight = fit.of_agreed() + fit.counted(state) + math.log(chance_of(governor) * chance_of(smuggler))
        misfits = fit.misfits(agreed.wood)
        found.append(
            Strand(state, state, agreeing(agreed, state, agreed.wood, seen, misfits), weight, (), frame, misfits)
        )
    return likeliest(found)


def is_set_up(first: Strand) -> bool:
    """Whether nobody has moved yet, though a hand or a heap may hide a little."""
    missed = [one for one in first.misfits if not one.seen and one.thing.kind is not Kind.FAMILY]
    return not any(one.seen for one in first.misfits) and len(missed) <= PHOTO_HIDES


def likeliest(found: Iterable[Strand]) -> list[Strand]:
    """Each strand once, those far behind dropped."""
    ranked = sorted(found, key=lambda one: -one.weight)
    kept: dict[object, Strand] = {}
    for one in ranked:
        if len(kept) < MOST_WAYS and one.weight > ranked[0].weight - WIDTH:
            kept.setdefault(_key(one), one)
    return list(kept.values())


def _key(one: Strand) -> object:
    """The same for strands of which nothing that is told later differs."""
    return one.all_turns, one.agreed.wood, one.state.turn, one.state.agenda


def _shares(strands: Sequence[Strand]) -> list[float]:
    """The probability of each; of those that differ only in what nobody sees the likeliest stands for all."""
    first = {(one.all_turns, one.agreed.wood): at for at, one in reversed(list(enumerate(strands)))}
    weights = [0.0] * len(strands)
    for at in first.values():
        weights[at] = math.exp(strands[at].weight - strands[0].weight)
    return [one / sum(weights) for one in weights]


def told(strands: Sequence[Strand], least: float = TELL) -> tuple[list[Line], list[Strand]]:
    """What is told of turns that are over, with at least that probability, and the strands without them; nothing where
    the likeliest has no place for something that is seen."""
    lines, strange = list[Line](), any(one.seen for one in strands[0].misfits)
    while not strange and (line := _certain(strands, least) or _overdue(strands)):
        lines.append(line)
        strands = _without_first(strands, line)
    return lines, list(strands)


def _certain(strands: Sequence[Strand], least: float) -> TurnSeen | None:
    """The first turn not told yet, if with at least that probability it was so and is over."""
    first = strands[0].past[0] if strands[0].past else None
    if first is None:
        return None
    pairs = zip(strands, _shares(strands), strict=True)
    sure = sum(share for one, share in pairs if one.past and one.past[0].turn == first.turn)
    return first if sure >= least else None


def _overdue(strands: Sequence[Strand]) -> TurnSeen | Asked | None:
    """The first turn not told yet, once so much was played since that hardly anything seen later will tell of it: asked
    about, unless it is sure enough by then, or only doubtful whether it is over."""
    best = strands[0]
    if len(best.past) <= OPEN_ROUNDS * len(best.state.players):
        return None
    ways = alternatives(strands, 1)
    return _certain(strands, TELL_LATE) or (Asked(best.past[0].frame, ways) if len(ways) > 1 else best.past[0])


def alternatives(strands: Sequence[Strand], turns: int | None) -> tuple[tuple[Turn, ...], ...]:
    """What so many turns that are not told yet may have been, the likeliest first."""
    by: dict[tuple[Turn, ...], float] = {}
    for one, share in zip(strands, _shares(strands), strict=True):
        by[one.all_turns[:turns]] = by.get(one.all_turns[:turns], 0.0) + share
    ranked = sorted(by, key=lambda one: -by[one])
    return tuple(one for at, one in enumerate(ranked) if at < 2 or by[one] > Costs().doubt)


def _without_first(strands: Sequence[Strand], line: TurnSeen | Asked) -> list[Strand]:
    """The strands once their first turn was told, or asked about; those that are the same from then on are one."""
    kept: dict[object, Strand] = {}
    for one in strands:
        if one.past and (isinstance(line, Asked) or one.past[0].turn == line.turn):
            rest = msgspec.structs.replace(one, past=one.past[1:])
            same = kept.setdefault(_key(rest), rest)
            if same is not rest:
                both = same.weight + math.log1p(math.exp(rest.weight - same.weight))
                kept[_key(rest)] = msgspec.structs.replace(same, weight=both)
    return sorted(kept.values(), key=lambda one: -one.weight)


def ended(one: Strand) -> Strand:
    """The strand, its open turn over."""
    last = (TurnSeen(one.frame, one.open_turn),) if one.open_turn else ()
    return msgspec.structs.replace(one, begun=one.state, past=(*one.past, *last))
