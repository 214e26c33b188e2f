"""What happened in a recorded evening?  Looks in order become lines; a line once given as ``turn`` is final.

The same courses as at a live table, but nobody can be asked: several strands are kept side by side, and a turn is told
once all but surely every one of them has it.  Nothing is known of goods, Lira and cards, so everybody is given plenty.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.courses import WIDTH, Course, Proposals, courses
from companion.sync.episodes import Episodes, Seen, fold
from companion.sync.judgement import TAKEN_BACK
from companion.sync.memory import agreeing
from companion.sync.model import SELDOM, Counts, Model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.places import Fit
from companion.sync.posterior import weigh_slips
from companion.sync.strands import (
    MOST_WAYS,
    TELL_LATE,
    Strand,
    alternatives,
    ended,
    first_strands,
    is_set_up,
    layout_of,
    likeliest,
    told,
    with_plenty,
)
from companion.sync.table import Misfit, expected
from companion.sync.turns import Asked, Line, LostTrack, SetUp, Turn, TurnSeen, turn_between

FAR_FETCHED = TAKEN_BACK + math.log(SELDOM)
"""Log-probability of what followed below which it is tried whether the open turn was taken back and played otherwise:
to try it always takes several times as long."""


class Recording(msgspec.Struct, frozen=True):
    """Where it stands: the strands still possible, likeliest first; ``early`` looks before one showed the layout."""

    eye: Episodes = Episodes()
    strands: tuple[Strand, ...] = ()
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
        if isinstance(look, NotSeen) or now.eye.looks != model.costs.looks:
            continue
        now, lines = _go_on(now, frame, model) if now.strands else _set_up(now, frame, look, players, model)
        yield from lines
    yield from _close(now)


def _set_up(
    now: Recording, frame: str, look: BoardObservation, players: Sequence[str], model: Model
) -> tuple[Recording, list[Line]]:
    """The set-up, once a look shows its layout, and the looks since the first in which nobody had moved."""
    early, layout = (*now.early, (frame, now.eye.seen))[-MOST_WAYS:], layout_of(look)
    if layout is None:
        return Recording(now.eye, early=early), []
    for at, (name, seen) in enumerate(early):
        strands = tuple(first_strands(layout, players, name, seen, model))
        if is_set_up(strands[0]):
            rows = tuple(tuple(int(place) for place in layout[row : row + 4]) for row in range(0, 16, 4))
            now, lines = Recording(now.eye, strands, said=strands[0].misfits), list[Line]([SetUp(name, rows)])
            for later, what in early[at + 1 :]:
                eye = msgspec.structs.replace(now.eye, seen=what)
                now, more = _go_on(msgspec.structs.replace(now, eye=eye), later, model)
                lines += more
            return now, lines
    return Recording(now.eye), []


def _go_on(now: Recording, frame: str, model: Model) -> tuple[Recording, list[Line]]:
    """The strands after one more look, and what is certain by it."""
    grown, best_yet = list[Strand](), -math.inf
    for strand in now.strands:
        grown += _grown(strand, frame, now.eye.seen, model, best_yet - WIDTH)
        best_yet = max([best_yet, *(one.weight for one in grown)])
    strands = likeliest(grown)
    best = strands[0]
    strange = tuple(one for one in best.misfits if one.seen)
    lines, strands = told(strands)
    if set(strange) - set(now.said):
        lines.append(LostTrack(frame, best.misfits))
    return Recording(now.eye, tuple(strands), said=best.misfits), lines


def _grown(strand: Strand, frame: str, seen: Seen, model: Model, at_least: float) -> Iterator[Strand]:
    """What may have followed, and what else the open turn may have been, where it weighs ``at_least`` so much."""
    fit = Fit(seen, strand.agreed, model.sight, never_there=0.0)
    so_far = strand.weight + fit.of_agreed()
    ways = Proposals(model.habits, strand.counts, rolls=0.0, unknown=True, at_least=at_least - so_far)
    onwards, is_open = weigh_slips(courses(strand.state, fit, ways)), strand.state is not strand.begun
    found = [(strand, onwards)]
    if is_open and not any(
        not one.misfits and one.habit > FAR_FETCHED for one in onwards if one.weight > onwards[0].weight + TAKEN_BACK
    ):
        before = msgspec.structs.replace(strand, state=strand.begun)
        found.insert(0, (before, weigh_slips(courses(strand.begun, fit, ways, TAKEN_BACK))))
    for begin, then in found:
        for one in then:
            if _ends_seen(begin.state, one):
                yield _taken(begin, one, so_far + (_late(begin.state, one, model) if is_open else 0.0), frame, seen)


def _late(state: GameState, course: Course, model: Model) -> float:
    """What speaks against wood that was moved in the turn that is open, or moved otherwise than was seen before, and in
    the next one as well, before anybody looked."""
    for action in course.actions if course.turns else ():
        after = play(state, action)
        if expected(after) != expected(state):
            return 2.0 * model.habits.ahead
        if after.turn != state.turn:
            return 0.0
        state = after
    return 0.0


def _ends_seen(state: GameState, course: Course) -> bool:
    """Whether wood was moved last: what nobody sees is done when somebody goes on."""
    for action in course.actions[:-1]:
        state = play(state, action)
    return not course.actions or expected(play(state, course.actions[-1])) != expected(state)


def _taken(strand: Strand, course: Course, so_far: float, frame: str, seen: Seen) -> Strand:
    """The strand on which these actions happened next.  Whoever paid gets it back when his turn is over."""
    begun, state, past, counts = strand.begun, strand.state, list(strand.past), strand.counts
    for action in course.actions:
        after = play(state, action)
        if after.turn != state.turn or after.over:
            turn = turn_between(begun, after, state.turn)
            past.append(TurnSeen(frame if not past or state is begun else strand.frame, turn))
            counts = _with_turn(counts, begun, turn)
            after = begun = after if after.over else with_plenty(after)
        state = after
    agreed = agreeing(strand.agreed, state, course.wood, seen, course.misfits)
    at = frame if course.actions else strand.frame
    return Strand(begun, state, agreed, so_far + course.weight, tuple(past), at, course.misfits, counts)


def _with_turn(counts: Counts, begun: GameState, turn: Turn) -> Counts:
    """The counts with what the player of a turn did in which people differ."""
    player, seat, did = begun.player, begun.turn, list[str]()
    if turn.assistant == "left":
        did.append("left")
    elif turn.assistant == "none" and player.stack and turn.to not in (turn.start, Place.FOUNTAIN):
        did.append("refused")
    if turn.to == Place.FOUNTAIN and turn.recalled and len(player.assistants) > 1:
        did.append("recalled" if len(turn.recalled) == len(player.assistants) else "spared")
    return msgspec.structs.replace(counts, **{name: (*getattr(counts, name), seat) for name in did})


def _close(now: Recording) -> Iterator[Line]:
    """The last turn ends with the recording."""
    if not now.strands:
        return
    lines, left = told([ended(one) for one in now.strands], TELL_LATE)
    yield from lines
    if (ways := alternatives(left, None))[0]:
        yield Asked(now.strands[0].frame, ways)
