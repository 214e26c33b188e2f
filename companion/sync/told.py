"""Which turns of the evening are certain?  Those that are over and alike in every course near the likeliest one."""

from collections.abc import Sequence

import msgspec

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.beams import Beam, Past
from companion.sync.observation import Kind, Thing
from companion.sync.params import Policy
from companion.sync.table import GOVERNOR, SMUGGLER, expected
from companion.sync.turns import Turn

NEVER_KNOWN = 3.0
"""Log-odds against a refused assistant whom no look can show any more, besides those of ``explain``: nobody refused one
in the recordings of real games."""


def agreed(beams: Sequence[Beam], before: GameState, policy: Policy) -> tuple[Past, ...]:
    """The turns that are over in every course that is near the best one; ``before`` is the game up to the last look."""
    beams = sorted(beams, key=_likelihood, reverse=True)
    near = [beam for beam in beams if _likelihood(beams[0]) - _likelihood(beam) < policy.tell]
    turns = zip(*(beam.past for beam in near), strict=False)
    common = list[Past]()
    for same in turns:
        turn = same[0].turn
        early = _has_just_fetched(turn, before) or _has_left_unseen(turn, beams[0]) or _may_lie_there(turn, beams[0])
        early = early or _may_have_left(turn, len(common), beams, policy)
        if early or is_open(same[0], beams[0]) or len({past.turn for past in same}) > 1:
            break
        common.append(same[0])
    return tuple(common)


def _likelihood(beam: Beam) -> float:
    """Log-odds of a course with what people hardly ever do, where no look can tell any more."""
    turns = [past.turn for past in beam.past] + ([beam.open_turn] if beam.open_turn else [])
    never = sum(past.refused and _is_home(past.turn, turns[number:]) for number, past in enumerate(beam.past, 1))
    return beam.score - NEVER_KNOWN * never


def _is_home(turn: Turn, later: Sequence[Turn]) -> bool:
    """Whether an assistant left in the turn would have been picked up or called back since."""
    return any(turn.player == one.player and one.to in (Place.FOUNTAIN, turn.to) for one in later)


def is_open(past: Past, beam: Beam) -> bool:
    """Whether nobody can say what happened: something stopped where nobody looked or was put where it is not seen, the
    turn left no trace, or what may have been sent or carried on is seen nowhere."""
    turn, family = past.turn, Thing(Kind.FAMILY, past.turn.player)
    put = ((family, turn.family), (GOVERNOR, turn.governor), (SMUGGLER, turn.smuggler))
    unseen = any(beam.claims.get((thing, place), 1.0) <= 0 for thing, place in put if place is not None)
    gone = {(one.thing, one.place) for one in beam.misfits if not one.seen}
    sent = turn.to == Place.POLICE_STATION and any(thing == family for thing, _ in gone)
    here = {(GOVERNOR, turn.to), (SMUGGLER, turn.to)}
    met = not gone.isdisjoint(here) or any(beam.claims.get(one, 1.0) <= 0 for one in here)
    return past.guessed or unseen or sent or met or turn == Turn(turn.player, turn.start, turn.start, "none")


def _has_just_fetched(turn: Turn, before: GameState) -> bool:
    """Whether an assistant is gone in this look only, whom a hand may hide."""
    assistant = Thing(Kind.ASSISTANT, turn.player)
    lay = {(assistant, place) for place in turn.recalled} & expected(before)
    return bool(lay) and turn.to != Place.FOUNTAIN


def _may_lie_there(turn: Turn, beam: Beam) -> bool:
    """Whether an assistant fetched by tile or card may still lie where somebody's merchant hides him."""
    crowded = {place for thing, place in beam.claims if thing.kind is Kind.MERCHANT}
    return turn.to != Place.FOUNTAIN and not crowded.isdisjoint(turn.recalled)


def _has_left_unseen(turn: Turn, beam: Beam) -> bool:
    """Whether nobody has yet seen the assistant who was left, and his merchant may still hide him."""
    left, merchant = (Thing(Kind.ASSISTANT, turn.player), turn.to), (Thing(Kind.MERCHANT, turn.player), turn.to)
    return turn.assistant == "left" and merchant in beam.claims and beam.claims.get(left, 0.0) < 0


def _may_have_left(turn: Turn, number: int, beams: Sequence[Beam], policy: Policy) -> bool:
    """Whether an assistant said to be refused in turn ``number`` of those open may yet have been left."""
    left = msgspec.structs.replace(turn, assistant="left")
    near = [beam.past for beam in beams if beams[0].score - beam.score < policy.refused]
    return turn.assistant == "none" and any(past[number].turn == left for past in near if number < len(past))


def without_told(beams: Sequence[Beam], told: Sequence[Past]) -> list[Beam]:
    """The courses without the turns that were told; a course that says otherwise is given up."""
    turns = [past.turn for past in told]
    same = [beam for beam in beams if [past.turn for past in beam.past[: len(told)]] == turns]
    return [msgspec.structs.replace(beam, past=beam.past[len(told) :]) for beam in same]
