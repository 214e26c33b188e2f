"""Which courses of the evening are still possible?  A handful kept side by side.

Each course is a legal one.  Every look speaks for or against each; what an earlier look said fades, because looks at
the same table err alike.
"""

import math
from collections.abc import Collection, Iterator, Sequence

import msgspec

from companion.istanbul.actions import Action, Stay
from companion.istanbul.engine import play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.alike import Faces, borne_out, faces_after, oddity
from companion.sync.begin import with_plenty
from companion.sync.dice import chance_of
from companion.sync.explain import Hypothesis, explain
from companion.sync.misfit import Misfit, misfits
from companion.sync.observation import Thing
from companion.sync.params import FEW_ASSISTANTS, Policy
from companion.sync.reading import Evidence
from companion.sync.stacks import Stack, at_mosque, stack_odds
from companion.sync.table import GOVERNOR, SMUGGLER, Standing, expected
from companion.sync.turns import Turn, turn_between, turns_of

STAYED = 5.0
"""Log-odds against a card that lets a merchant stay, besides those of ``explain``."""


class Past(msgspec.Struct, frozen=True):
    """A turn that is over, with the last look at it; ``guessed`` where nobody can know what stopped where in it,
    ``refused`` where its player left no assistant though he had some."""

    frame: str
    turn: Turn
    guessed: bool = False
    refused: bool = False


class Beam(msgspec.Struct, frozen=True):
    """One possible course: turns that are over, then ``open`` actions since ``start``, the begin of the open turn.

    ``claims`` are the things that stand on the table on this course, each with what the looks said of it so far, and
    ``settled`` what they said of things that have since moved on, ``stacks`` what they said of the merchants' stacks as
    high as they are now; ``cost`` is how odd it all was; all as log-odds.  ``fifth`` are those who may have a fifth
    assistant.
    ``misfits`` is what the course leaves unexplained of the last look, ``faces`` how the places looked with what it had
    on them, ``faces_before`` the same up to the open turn; Governor and Smuggler ``began`` where this says.
    """

    start: GameState
    now: GameState
    open: tuple[Action, ...] = ()
    past: tuple[Past, ...] = ()
    frame: str = ""
    claims: dict[Standing, float] = {}
    stacks: dict[Stack, float] = {}
    fifth: frozenset[str] = frozenset()
    settled: float = 0.0
    cost: float = 0.0
    misfits: tuple[Misfit, ...] = ()
    faces: Faces = Faces()
    faces_before: Faces = Faces()
    began: frozenset[Standing] = frozenset()

    @property
    def score(self) -> float:
        """Log-odds of this course against others."""
        return self.settled + sum(self.claims.values()) + sum(self.stacks.values()) - self.cost

    @property
    def open_turn(self) -> Turn | None:
        """What was done in the open turn; None where nothing was."""
        return next((turn for _, turn in turns_of(self.start, self.open)), None)


def advance(beams: Sequence[Beam], frame: str, evidence: Evidence, policy: Policy, reach: int) -> list[Beam]:
    """The courses after one more look, likeliest first; those far behind are dropped."""
    policy = msgspec.structs.replace(policy, reach=reach)
    grown = _charged([(beam, after) for beam in beams for after in _grown(beam, frame, evidence, policy)], policy)
    grown.sort(key=lambda beam: (-beam.score, len(beam.open)))
    best = grown[0].score
    kept = {_course(beam): beam for beam in reversed(grown) if best - beam.score < policy.beam_width}
    return sorted(kept.values(), key=lambda beam: -beam.score)[: policy.beams]


def _course(beam: Beam) -> tuple[object, ...]:
    """What tells two courses apart: the turns, the table, and what is due; not what nobody sees."""
    turns = tuple(past.turn for past in beam.past)
    return turns, beam.open_turn, expected(beam.now), beam.now.turn, beam.now.agenda


def _charged(grown: Sequence[tuple[Beam, Beam]], policy: Policy) -> list[Beam]:
    """The courses, given before and after the look.  Where one explains all that came at no great cost, the others
    cost more."""
    puzzled = [any(one.seen and one not in before.misfits for one in after.misfits) for before, after in grown]
    cheap = [after.cost - before.cost < policy.beam_width for before, after in grown]
    explained = any(fine and not left for fine, left in zip(cheap, puzzled, strict=True))
    dear = policy.unclaimed if explained else 0.0
    return [
        msgspec.structs.replace(after, cost=after.cost + dear * left)
        for (_, after), left in zip(grown, puzzled, strict=True)
    ]


def _grown(beam: Beam, frame: str, evidence: Evidence, policy: Policy) -> Iterator[Beam]:
    """What may have followed; or, if nothing that fits did, one turn more, or what else the open turn may have been."""
    onwards = explain(beam.now, evidence, policy)
    if beam.open and set(onwards[0].misfits) - set(beam.misfits):
        onwards = explain(beam.now, evidence, msgspec.structs.replace(policy, reach=policy.reach + 1))
        for hypothesis in _near(explain(beam.start, evidence, policy), policy):
            yield _taken(_undone(beam, hypothesis, policy), hypothesis, frame, evidence, policy)
    for hypothesis in _near(onwards, policy):
        yield _taken(beam, hypothesis, frame, evidence, policy)


def _undone(beam: Beam, instead: Hypothesis, policy: Policy) -> Beam:
    """The course before its open turn.  Nobody takes back a move to make it again: where the merchant goes to the same
    place, the rest of the turn never was, and what was seen of it counts against the course."""
    first = next((turn for _, turn in turns_of(beam.start, instead.actions)), None)
    again = first is not None and beam.open_turn is not None and first.to == beam.open_turn.to
    claims = {one: said for one, said in beam.claims.items() if not again or one in expected(beam.start)}
    faces = beam.faces_before if again else beam.faces
    cost = beam.cost + policy.take_back
    return msgspec.structs.replace(beam, now=beam.start, open=(), claims=claims, cost=cost, faces=faces)


def _near(hypotheses: Sequence[Hypothesis], policy: Policy) -> Sequence[Hypothesis]:
    best = hypotheses[0].score
    return [hypothesis for hypothesis in hypotheses[: policy.beams] if best - hypothesis.score < policy.beam_width]


def _taken(beam: Beam, found: Hypothesis, frame: str, evidence: Evidence, policy: Policy) -> Beam:
    """The course on which the hypothesis happened next."""
    over, begun, now, rest = _whole_turns(beam, found.actions)
    frames = [beam.frame if beam.open else frame, *([frame] * len(over))]
    table = expected(now)
    odd = oddity(beam.faces, table, evidence)
    stays = sum(isinstance(action, Stay) for action in found.actions)
    evidence = borne_out(beam.faces, table, evidence, policy)
    gone = [(one, said) for one, said in beam.claims.items() if one not in table]
    fifth = beam.fifth | at_mosque(now)
    stacks = stack_odds(now, evidence, fifth)
    changed = sum(said for stack, said in beam.stacks.items() if stack not in stacks)
    return Beam(
        start=begun,
        now=now,
        open=rest,
        past=(
            *beam.past,
            *(
                Past(last, turn, turn.player in found.guessed, refused)
                for last, (turn, refused) in zip(frames, over, strict=False)
            ),
        ),
        frame=frame if found.actions else beam.frame,
        claims={one: _claim(one, beam.claims.get(one, 0.0), evidence, policy) for one in table},
        stacks={stack: policy.fade * beam.stacks.get(stack, 0.0) + said for stack, said in stacks.items()},
        settled=beam.settled + changed + sum(_settled(one, said, evidence, policy) for one, said in gone),
        fifth=fifth,
        cost=beam.cost + found.cost + odd + STAYED * stays + _denied(beam, table, evidence, policy),
        misfits=tuple(one for one in found.misfits if one.seen or evidence.log_odds((one.thing, one.place)) < 0),
        faces=faces_after(beam.faces, table, evidence),
        began=beam.began,
        faces_before=beam.faces if over or not beam.open else beam.faces_before,
    )


def _denied(beam: Beam, table: frozenset[Standing], evidence: Evidence, policy: Policy) -> float:
    """What the looks said against Governor or Smuggler where one is seen now and has stood all the time; they are
    large and may have been carried there."""
    here = [one for one in table if one[0] in (GOVERNOR, SMUGGLER) and evidence.log_odds(one) > 0]
    return -sum(said for one in here if (said := beam.claims.get(one, 0.0)) <= -policy.strong)


def _claim(standing: Standing, before: float, evidence: Evidence, policy: Policy) -> float:
    """What the looks say of a thing together; what was never seen and is hidden in one look is hidden in the next."""
    now = evidence.log_odds(standing)
    if now < 0 and before <= 0 and evidence.may_be_hidden(standing):
        return min(before, now)
    return policy.fade * before + now


def _settled(standing: Standing, before: float, evidence: Evidence, policy: Policy) -> float:
    """What the looks said of a thing that has moved on: as much less, the less clearly it is gone."""
    gone = min(1.0, max(0.0, evidence.log_odds(standing) / evidence.absent)) if evidence.absent else 1.0
    return before * (policy.fade + (1 - policy.fade) * gone)


def _whole_turns(
    beam: Beam, actions: Sequence[Action]
) -> tuple[list[tuple[Turn, bool]], GameState, GameState, tuple[Action, ...]]:
    """Turns that ``actions`` end, each with whether an assistant was refused without need; the state at the beginning
    of the open turn and now, and what was done in between.

    Whoever has paid gets it back when his turn is over: nobody knows what he earned meanwhile.
    """
    over, begun, state, since = list[tuple[Turn, bool]](), beam.start, beam.now, list(beam.open)
    for action in actions:
        after = play(state, action)
        since.append(action)
        if after.turn != state.turn or after.over:
            turn, stack = turn_between(begun, after, state.turn), after.players[state.turn].stack
            refused = turn.assistant == "none" and turn.to != Place.FOUNTAIN and len(stack) > FEW_ASSISTANTS
            over.append((turn, refused))
            begun, since = after if after.over else with_plenty(after), []
            after = begun
        state = after
    return over, begun, state, tuple(since)


def first_beam(start: GameState, frame: str, evidence: Evidence, policy: Policy, cost: float) -> Beam:
    """A course at the beginning; what does not fit then is the camera's own fault and stays known."""
    faces, left = faces_after(Faces(), expected(start), evidence), misfits(start, evidence, policy)
    began = frozenset(one for one in expected(start) if one[0] in (GOVERNOR, SMUGGLER))
    return Beam(start, start, frame=frame, cost=cost, misfits=left, faces=faces, faces_before=faces, began=began)


def charged_for_dice(beams: Sequence[Beam], things: Collection[Thing]) -> list[Beam]:
    """The courses once these things were seen for the first time; one that has them carried there needs the throw."""
    return sorted((_thrown(beam, things) for beam in beams), key=lambda beam: -beam.score)


def _thrown(beam: Beam, things: Collection[Thing]) -> Beam:
    carried = [place for thing, place in expected(beam.now) - beam.began if thing in things]
    cost = beam.cost - sum(math.log(chance_of(place)) for place in carried)
    return msgspec.structs.replace(beam, cost=cost)
