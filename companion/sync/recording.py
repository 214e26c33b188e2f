"""What happened in a recorded evening?  Looks in order become lines; a line once given as ``turn`` is final.

A turn stays open until the next one begins: whatever is still seen of it (an assistant put down late, the Governor
carried away) belongs to it.  Nothing is known of goods, Lira and cards, so everybody is given plenty of them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.beams import Beam, Past, advance, charged_for_dice, first_beam
from companion.sync.begin import begin, layout_of
from companion.sync.changes import with_changes
from companion.sync.explain import half
from companion.sync.misfit import Misfit, misfits
from companion.sync.observation import BoardObservation, Kind, NotSeen, Thing
from companion.sync.outset import MOST_PAIRS, doubted, likeliest, possible_pairs, unsure
from companion.sync.params import Policy
from companion.sync.reading import NOTHING, Evidence, Reading, fold
from companion.sync.screened import CLEARLY, HIDDEN, screened
from companion.sync.table import GOVERNOR, SMUGGLER, Standing
from companion.sync.told import agreed, is_open, without_told
from companion.sync.turns import Turn

EARLY_LOOKS = 30
"""So many looks are kept until one shows the whole set-up."""
GHOST = 4.0
"""Log-odds from which a thing is surely there."""
MISSED_AT_FIRST, MOST_GHOSTS = 2, 1
"""So many things may be hidden in the heap with which a game begins, and so many be seen that are not there."""

NEVER_SEEN_AGAIN = 1.0
"""Log-odds against a refused assistant at the end, besides those of ``explain``: no look can show him any more."""


class SetUp(msgspec.Struct, frozen=True):
    """The first look that shows the whole table."""

    frame: str
    layout: tuple[tuple[int, ...], ...]


class TurnSeen(msgspec.Struct, frozen=True):
    """A turn that is over; ``frame`` is the last look at it."""

    frame: str
    turn: Turn


class Asked(msgspec.Struct, frozen=True):
    """The recording is over and this was never settled: turns that would explain it about equally well."""

    frame: str
    alternatives: tuple[tuple[Turn, ...], ...]


class LostTrack(msgspec.Struct, frozen=True):
    """No legal turn explains the look."""

    frame: str
    differences: tuple[Misfit, ...]


Line = SetUp | TurnSeen | Asked | LostTrack


class Recording(msgspec.Struct, frozen=True):
    """Where it stands: the courses still possible, and how many looks in a row none of them explained (``unexplained``)
    or nobody could use (``missed``).

    ``early`` are looks (name, what they say) that came before one showed all of the set-up, which came ``late`` where
    people had begun to play; ``hidden`` is what a hand was taken to hide in the ``last`` look, ``unsure`` which of
    Governor and Smuggler nobody has surely seen yet.
    """

    early: tuple[tuple[str, Evidence], ...] = ()
    beams: tuple[Beam, ...] = ()
    late: bool = False
    own_faults: frozenset[Misfit] = frozenset()
    last: Evidence = NOTHING
    hidden: frozenset[Standing] = frozenset()
    unsure: frozenset[Thing] = frozenset()
    reading: Reading = Reading()
    missed: int = 0
    unexplained: int = 0
    said: tuple[Misfit, ...] = ()


def follow(
    looks: Iterable[tuple[str, BoardObservation | NotSeen]], players: Sequence[str], policy: Policy
) -> Iterator[Line]:
    """Lines for looks (name, what was seen), as soon as each is certain."""
    recording = Recording()
    for frame, seen in looks:
        recording, lines = _look(recording, frame, seen, players, policy)
        yield from lines
    yield from _close(recording, policy)


def _look(
    recording: Recording, frame: str, seen: BoardObservation | NotSeen, players: Sequence[str], policy: Policy
) -> tuple[Recording, list[Line]]:
    still = not recording.beams and policy.steady_frames == 1
    reading = fold(recording.reading, seen, policy, still)
    recording = msgspec.structs.replace(recording, reading=reading)
    if isinstance(seen, NotSeen) or reading.steady < policy.steady_frames:
        return msgspec.structs.replace(recording, missed=recording.missed + 1), []
    if not recording.beams:
        return _set_up(recording, frame, seen, players, policy)
    return _go_on(recording, frame, reading.evidence, policy)


def _go_on(recording: Recording, frame: str, evidence: Evidence, policy: Policy) -> tuple[Recording, list[Line]]:
    evidence = with_changes(evidence, recording.last, True, policy)
    hidden = screened(recording.last, evidence) - recording.hidden
    still = recording.unsure & unsure(evidence)
    found = recording.unsure - still
    recording = msgspec.structs.replace(recording, last=evidence, hidden=hidden, unsure=still)
    evidence = evidence.but(dict.fromkeys(hidden, HIDDEN))
    evidence = doubted(evidence, still)
    beams = charged_for_dice(_advanced(recording, frame, evidence, policy), found)
    left = tuple(misfit for misfit in beams[0].misfits if misfit not in recording.own_faults)
    if _is_riddle(recording, left, evidence):
        return _say_lost(recording, frame, left)
    silent = recording.late or any(misfit.seen for misfit in left)
    told = () if silent else agreed(beams, recording.beams[0].now, policy)
    doubt = [LostTrack(frame, left)] if left and left != recording.said else []
    kept = tuple(without_told(beams, told))
    recording = msgspec.structs.replace(recording, beams=kept, missed=0, unexplained=0, said=left)
    return recording, [*doubt, *(TurnSeen(past.frame, past.turn) for past in told)]


def _advanced(recording: Recording, frame: str, evidence: Evidence, policy: Policy) -> list[Beam]:
    """The courses after the look; where they leave a riddle, with one turn more for each picture nobody could use."""
    reach = policy.reach + min(recording.unexplained, 1)
    furthest = reach if recording.unexplained else min(reach + recording.missed, policy.far_reach)
    policy = msgspec.structs.replace(policy, beams=MOST_PAIRS) if recording.unsure else policy
    beams = advance(recording.beams, frame, evidence, policy, reach)
    while reach < furthest and _is_riddle(recording, beams[0].misfits, evidence):
        reach += 1
        beams = advance(recording.beams, frame, evidence, policy, reach)
    return beams


def _is_riddle(recording: Recording, left: Sequence[Misfit], evidence: Evidence) -> bool:
    """Whether more has newly changed than one thing nobody sees, or something stands where it cannot have come."""
    left = [misfit for misfit in left if misfit not in recording.own_faults]
    known = [one for one in recording.said if not (one.seen and recording.unexplained)]
    new = {one for one in left if one.seen or not evidence.may_be_hidden((one.thing, one.place))} - set(known)
    return len(new) > 1 or any(one.seen and evidence.log_odds((one.thing, one.place)) >= GHOST for one in left)


def _set_up(
    recording: Recording, frame: str, seen: BoardObservation, players: Sequence[str], policy: Policy
) -> tuple[Recording, list[Line]]:
    """The set-up, once a look shows all of it; of the looks before, those count in which it lay there already.

    Where Governor and Smuggler are not surely seen they may have begun wherever dice send them, each a course of its
    own.  A little that does not fit is the camera's own fault; where more has moved, people had begun to play before
    and nobody knows where these two stood.
    """
    evidence = recording.reading.evidence
    early = (*recording.early, (frame, evidence))
    waits = msgspec.structs.replace(recording, early=early[-EARLY_LOOKS:])
    layout = layout_of(seen)
    if layout is None:
        return waits, []
    guesses = (begin(layout, players, *likeliest(evidence)) for _, evidence in early)
    shown = (at for at, start in enumerate(guesses) if _is_set_up(start, early[at][1], policy))
    since = next(shown, len(early) - 1 if _are_seen(evidence) else None)
    if since is None:
        return waits, []
    first, evidence = early[since]
    beams = tuple(_first_beams(layout, players, first, evidence, policy))
    left = beams[0].misfits
    moved = any(evidence.log_odds((one.thing, one.place)) >= GHOST for one in _strange(left, evidence))
    own_faults = frozenset(one for beam in beams for one in beam.misfits) if _is_little(left) else frozenset()
    recording = msgspec.structs.replace(
        recording,
        early=(),
        beams=beams,
        late=moved or not _is_little(left),
        own_faults=own_faults,
        unsure=unsure(evidence),
        last=evidence,
    )
    rows = tuple(tuple(int(place) for place in layout[row : row + 4]) for row in range(0, 16, 4))
    lines: list[Line] = [SetUp(first, rows)]
    for name, evidence in early[since + 1 :]:
        recording, more = _go_on(recording, name, evidence, policy)
        lines += more
    return recording, lines


def _first_beams(
    layout: tuple[Place, ...], players: Sequence[str], frame: str, evidence: Evidence, policy: Policy
) -> Iterator[Beam]:
    """Every course there may be at the beginning, likeliest first."""
    doubts = doubted(evidence, unsure(evidence))
    for governor, smuggler, cost in possible_pairs(evidence):
        yield first_beam(begin(layout, players, governor, smuggler), frame, doubts, policy, cost)


def _is_set_up(start: GameState, evidence: Evidence, policy: Policy) -> bool:
    """Whether nobody has moved yet: nothing lies where it should not, and hardly anything is missed.  What a hand
    leaves to be seen may tell nothing."""
    left = misfits(start, doubted(evidence, unsure(evidence)), policy)
    return bool(evidence.scores) and _is_little(left) and not _strange(left, evidence)


def _strange(left: Sequence[Misfit], evidence: Evidence) -> list[Misfit]:
    """What is seen though it does not lie there at first, but for a ghost."""
    seen = [one for one in left if one.seen]
    return [] if len(seen) <= MOST_GHOSTS and all(_is_ghost(one, evidence) for one in seen) else seen


def _is_ghost(one: Misfit, evidence: Evidence) -> bool:
    """Whether an assistant is seen where nobody can have left him, for his merchant is seen where he began."""
    at_home = (Thing(Kind.MERCHANT, one.thing.color), int(Place.FOUNTAIN))
    return one.thing.kind is Kind.ASSISTANT and evidence.log_odds(at_home) >= CLEARLY


def _are_seen(evidence: Evidence) -> bool:
    """Whether Governor and Smuggler are seen, however faintly, where dice may have sent them."""
    places = zip((GOVERNOR, SMUGGLER), likeliest(evidence), strict=True)
    return all(evidence.log_odds((thing, int(place))) > 0 for thing, place in places)


def _is_little(left: Sequence[Misfit]) -> bool:
    """Whether the camera may have missed so much; of family members, who do not move by themselves, any number."""
    return sum(one.seen or one.thing.kind is not Kind.FAMILY for one in left) <= MISSED_AT_FIRST


def _say_lost(recording: Recording, frame: str, left: tuple[Misfit, ...]) -> tuple[Recording, list[Line]]:
    """A look that nothing explains changes no course; the same doubt is told once."""
    recording = msgspec.structs.replace(recording, unexplained=recording.unexplained + 1)
    if left == recording.said:
        return recording, []
    return msgspec.structs.replace(recording, said=left), [LostTrack(frame, left)]


def _close(recording: Recording, policy: Policy) -> Iterator[Line]:
    """The last turn ends with the recording."""
    if not recording.beams or recording.late:
        return
    ranked = sorted(recording.beams, key=_at_the_end, reverse=True)
    endings = [_ending(beam) for beam in ranked if _at_the_end(ranked[0]) - _at_the_end(beam) < policy.end]
    turns = [tuple(past.turn for past in ending) for ending in endings]
    if not any(turns):
        return
    if recording.unexplained or len(set(turns)) > 1 or any(is_open(past, ranked[0]) for past in endings[0]):
        yield Asked(ranked[0].frame, tuple(dict.fromkeys(turns)))
    else:
        yield from (TurnSeen(past.frame, past.turn) for past in endings[0])


def _at_the_end(beam: Beam) -> float:
    """Log-odds of a course with which the recording ends; hardly in the middle of a turn, hardly with a refusal."""
    turns = [past.turn for past in _ending(beam)]
    refused = sum(turn.assistant == "none" and turn.to != Place.FOUNTAIN for turn in turns)
    return beam.score - half(beam.now) - NEVER_SEEN_AGAIN * refused


def _ending(beam: Beam) -> tuple[Past, ...]:
    turn = beam.open_turn
    return beam.past if turn is None else (*beam.past, Past(beam.frame, turn))
