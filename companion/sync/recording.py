"""What happened in a recorded evening?  Looks in order become lines; a line once given as ``turn`` is final.

The same courses as at a live table, but nobody can be asked: several are kept side by side, and a turn is told once all
but surely every one of them has it.  Nothing is known of goods, Lira and cards, so everybody is given plenty of them.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.begin import begin, layout_of, with_plenty
from companion.sync.courses import WOOD, Course, Proposals, courses
from companion.sync.episodes import Episodes, Seen, fold
from companion.sync.judgement import TAKEN_BACK
from companion.sync.memory import agreeing
from companion.sync.model import Counts, Model
from companion.sync.observation import BoardObservation, Kind, NotSeen
from companion.sync.places import Agreed, Fit
from companion.sync.posterior import is_seen
from companion.sync.prints import THROWS, chance_of
from companion.sync.table import Misfit, expected
from companion.sync.turns import Asked, Line, LostTrack, SetUp, Turn, TurnSeen, turn_between

MOST_WAYS = 40
WIDTH = 12.0
"""So many courses are kept, none so much less likely than the best (natural logarithm)."""
EARLY_LOOKS = 30
"""So many looks are kept until one shows the whole set-up."""
MISSED_AT_FIRST = 2
"""So many things may be out of sight in the look with which a recording begins, besides family members."""


LATE = -4.5
"""Log-probability that a turn seen before went on with wood and the next one was played before anybody looked."""
TELL = 0.97
"""The probability from which a turn is told."""


class Strand(msgspec.Struct, frozen=True):
    """One way the evening may have gone: the turns that are over and not told yet, the state before the open turn and
    now, what table and game agree on, and its log-probability but for a constant."""

    begun: GameState
    state: GameState
    agreed: Agreed
    weight: float
    past: tuple[TurnSeen, ...] = ()
    frame: str = ""
    misfits: tuple[Misfit, ...] = ()

    @property
    def open_turn(self) -> Turn | None:
        """What was done in the open turn; None where nothing was."""
        return turn_between(self.begun, self.state, self.state.turn) if self.state is not self.begun else None

    @property
    def all_turns(self) -> tuple[Turn, ...]:
        """The turns that are over and the open one."""
        return tuple(one.turn for one in self.past) + ((self.open_turn,) if self.open_turn else ())


class Recording(msgspec.Struct, frozen=True):
    """Where it stands: the courses still possible, likeliest first; ``early`` looks before one showed the set-up."""

    eye: Episodes = Episodes()
    evenings: tuple[Strand, ...] = ()
    early: tuple[tuple[str, Seen], ...] = ()
    said: tuple[Misfit, ...] = ()


def follow(
    looks: Iterable[tuple[str, BoardObservation | NotSeen]], players: Sequence[str], photos: int | None, model: Model
) -> Iterator[Line]:
    """Lines for looks (name, what was seen), as soon as each is certain.

    ``photos``: single pictures, in which a hand may hide so many tiles; None: a film, in which all stands for a moment.
    """
    now = Recording()
    for frame, look in looks:
        now = msgspec.structs.replace(now, eye=fold(now.eye, look, photos))
        if isinstance(look, NotSeen) or now.eye.looks < model.costs.looks or (photos is None and now.eye.looks > 3):
            continue
        now, lines = _go_on(now, frame, model) if now.evenings else _set_up(now, frame, look, players, model)
        yield from lines
    yield from _close(now)


def _set_up(
    now: Recording, frame: str, look: BoardObservation, players: Sequence[str], model: Model
) -> tuple[Recording, list[Line]]:
    """The set-up, once a look shows its layout, and the looks since the first in which nobody had moved."""
    early = (*now.early, (frame, now.eye.seen))[-EARLY_LOOKS:]
    now, layout = msgspec.structs.replace(now, early=early), layout_of(look)
    if layout is None:
        return now, []
    for at, (name, seen) in enumerate(early):
        evenings = tuple(_first(layout, players, name, seen, model))
        if _is_set_up(evenings[0]):
            rows = tuple(tuple(int(place) for place in layout[row : row + 4]) for row in range(0, 16, 4))
            now, lines = Recording(now.eye, evenings, said=evenings[0].misfits), list[Line]([SetUp(name, rows)])
            for later, what in early[at + 1 :]:
                eye = msgspec.structs.replace(now.eye, seen=what)
                now, more = _go_on(msgspec.structs.replace(now, eye=eye), later, model)
                lines += more
            return now, lines
    return now, []


def _first(layout: tuple[Place, ...], players: Sequence[str], frame: str, seen: Seen, model: Model) -> list[Strand]:
    """A course for each place to which dice may have sent Governor and Smuggler, likeliest first."""
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
    return _likeliest(found)


def _is_set_up(first: Strand) -> bool:
    """Whether nobody has moved yet, though a hand or a heap may hide a little."""
    missed = [one for one in first.misfits if not one.seen and one.thing.kind is not Kind.FAMILY]
    return not any(one.seen for one in first.misfits) and len(missed) <= MISSED_AT_FIRST


def _likeliest(found: Iterable[Strand]) -> list[Strand]:
    """Each course once, those far behind dropped."""
    ranked = sorted(found, key=lambda one: -one.weight)
    kept: dict[object, Strand] = {}
    for one in ranked:
        if len(kept) < MOST_WAYS and one.weight > ranked[0].weight - WIDTH:
            key = (one.all_turns, one.agreed.wood, one.state.turn, one.state.agenda)
            kept.setdefault(key, one)
    return list(kept.values())


def _go_on(now: Recording, frame: str, model: Model) -> tuple[Recording, list[Line]]:
    """The courses after one more look, and what is certain by it."""
    grown, best_yet = list[Strand](), -math.inf
    for evening in now.evenings:
        grown += _grown(evening, frame, now.eye.seen, model, best_yet - WIDTH)
        best_yet = max([best_yet, *(one.weight for one in grown)])
    evenings = _likeliest(grown)
    best = evenings[0]
    strange = tuple(one for one in best.misfits if one.seen)
    lines = list[Line]()
    if strange:
        lines += [LostTrack(frame, best.misfits)] if set(strange) - set(now.said) else []
    else:
        while turn := _certain(evenings):
            lines.append(turn)
            evenings = [
                msgspec.structs.replace(one, past=one.past[1:])
                for one in evenings
                if one.past and one.past[0].turn == turn.turn
            ]
    return Recording(now.eye, tuple(evenings), said=best.misfits), lines


def _grown(evening: Strand, frame: str, seen: Seen, model: Model, at_least: float) -> Iterator[Strand]:
    """What may have followed, and what else the open turn may have been, where it weighs ``at_least`` so much."""
    fit = Fit(seen, evening.agreed, model.sight)
    so_far = evening.weight + fit.of_agreed()
    ways = Proposals(model.habits, Counts(), rolls=0.0, unknown=True, at_least=at_least - so_far)
    onwards = courses(evening.state, fit, ways)
    before = msgspec.structs.replace(evening, state=evening.begun)
    if evening.state is not evening.begun and not any(
        not one.misfits for one in onwards if one.weight > onwards[0].weight - 3
    ):
        instead = courses(evening.begun, fit, ways, TAKEN_BACK)
        yield from (_taken(before, one, so_far, frame, seen) for one in instead if _ends_seen(evening.begun, one))
    for one in onwards:
        if _ends_seen(evening.state, one):
            late = LATE if evening.state is not evening.begun and _goes_on_late(evening.state, one) else 0.0
            yield _taken(evening, one, so_far + late, frame, seen)


def _goes_on_late(state: GameState, course: Course) -> bool:
    """Whether wood is moved in the turn that is open and in the next one as well."""
    for action in course.actions if course.turns else ():
        if isinstance(action, WOOD):
            return True
        after = play(state, action)
        if after.turn != state.turn:
            return False
        state = after
    return False


def _ends_seen(state: GameState, course: Course) -> bool:
    """Whether the last thing done is one that a camera sees: what nobody sees is done when somebody goes on."""
    for action in course.actions[:-1]:
        state = play(state, action)
    last = course.actions[-1:]
    return not last or isinstance(last[0], WOOD) or is_seen(state, last[0])


def _taken(evening: Strand, course: Course, so_far: float, frame: str, seen: Seen) -> Strand:
    """The course on which these actions happened next.  Whoever paid gets it back when his turn is over."""
    begun, state, past = evening.begun, evening.state, list(evening.past)
    for action in course.actions:
        after = play(state, action)
        if after.turn != state.turn or after.over:
            past.append(
                TurnSeen(frame if not past or state is begun else evening.frame, turn_between(begun, after, state.turn))
            )
            after = begun = after if after.over else with_plenty(after)
        state = after
    agreed = agreeing(evening.agreed, state, course.wood, seen, course.misfits)
    at = frame if course.actions else evening.frame
    return Strand(begun, state, agreed, so_far + course.weight, tuple(past), at, course.misfits)


def _shares(evenings: Sequence[Strand]) -> list[float]:
    weights = [math.exp(one.weight - evenings[0].weight) for one in evenings]
    return [one / sum(weights) for one in weights]


def _certain(evenings: Sequence[Strand]) -> TurnSeen | None:
    """The first turn not told yet, if all but surely it was so and is over."""
    first = evenings[0].past[0] if evenings[0].past else None
    if first is None:
        return None
    pairs = zip(evenings, _shares(evenings), strict=True)
    sure = sum(share for one, share in pairs if one.past and one.past[0].turn == first.turn)
    return first if sure >= TELL else None


def _close(now: Recording) -> Iterator[Line]:
    """The last turn ends with the recording."""
    pairs = list(zip(now.evenings, _shares(now.evenings) if now.evenings else (), strict=True))
    if not pairs or not any(one.all_turns for one, _ in pairs):
        return
    by: dict[tuple[Turn, ...], float] = {}
    for one, share in pairs:
        by[one.all_turns] = by.get(one.all_turns, 0.0) + share
    ranked = sorted(by, key=lambda turns: -by[turns])
    best = now.evenings[0]
    if by[ranked[0]] >= TELL and not any(one.seen for one in best.misfits):
        frames = [*(one.frame for one in best.past), best.frame]
        yield from (TurnSeen(frame, turn) for frame, turn in zip(frames, ranked[0], strict=False))
    else:
        yield Asked(best.frame, tuple(turns for turns in ranked if by[turns] > 0.05))
