"""What happened in a recorded evening?  Looks in order become lines; a line once given as ``turn`` is final.

A turn stays open until the next one begins: whatever is still seen of it (an assistant put down late, the Governor
carried away) belongs to it.  Nothing is known of goods, Lira and cards, so everybody is given plenty of them.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.istanbul.actions import Action
from companion.istanbul.engine import play
from companion.istanbul.state import GameState
from companion.sync.begin import begin
from companion.sync.explain import Hypothesis, Misfit, explain
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.params import Policy
from companion.sync.reading import Reading, fold
from companion.sync.turns import Turn, turn_between, turns_of
from companion.sync.verdict import Accept, Ask, Lost, Verdict, judge


class SetUp(msgspec.Struct, frozen=True):
    """The first look that shows the whole table."""

    frame: str
    layout: tuple[tuple[int, ...], ...]


class TurnSeen(msgspec.Struct, frozen=True):
    """A turn that is over; ``frame`` is the last look at it."""

    frame: str
    turn: Turn


class Asked(msgspec.Struct, frozen=True):
    """Several turns would explain the look about equally well."""

    frame: str
    alternatives: tuple[tuple[Turn, ...], ...]


class LostTrack(msgspec.Struct, frozen=True):
    """No legal turn explains the look."""

    frame: str
    differences: tuple[Misfit, ...]


Line = SetUp | TurnSeen | Asked | LostTrack


class Recording(msgspec.Struct, frozen=True):
    """Where it stands: ``start`` is the state at the beginning of the open turn, ``now`` the one after ``open``."""

    start: GameState | None = None
    now: GameState | None = None
    open: tuple[Action, ...] = ()
    frame: str = ""
    reading: Reading = Reading()
    said: Line | None = None


def follow(
    looks: Iterable[tuple[str, BoardObservation | NotSeen]], players: Sequence[str], policy: Policy
) -> Iterator[Line]:
    """Lines for looks (name, what was seen), as soon as each is certain."""
    recording = Recording()
    for frame, seen in looks:
        recording, lines = _look(recording, frame, seen, players, policy)
        yield from lines
    yield from _close(recording)


def _look(
    recording: Recording, frame: str, seen: BoardObservation | NotSeen, players: Sequence[str], policy: Policy
) -> tuple[Recording, list[Line]]:
    reading = fold(recording.reading, seen, policy)
    recording = msgspec.structs.replace(recording, reading=reading)
    if isinstance(seen, NotSeen) or reading.steady < policy.steady_frames:
        return recording, []
    if recording.start is None or recording.now is None:
        return _set_up(recording, frame, seen, players)
    verdict = _verdict(recording.start, recording.now, recording.open, reading, policy)
    if isinstance(verdict, Accept):
        return _advance(recording, recording.start, frame, verdict.hypothesis)
    if isinstance(verdict, Ask):
        return _say(recording, Asked(frame, tuple(_turns(recording.start, choice) for choice in verdict.hypotheses)))
    if isinstance(verdict, Lost):
        return _say(recording, LostTrack(frame, verdict.misfits))
    return msgspec.structs.replace(recording, said=None), []


def _verdict(
    start: GameState, now: GameState, done: tuple[Action, ...], reading: Reading, policy: Policy
) -> Verdict:
    """What happened since the beginning of the open turn: what was seen of it and more, or else something other."""
    onwards = [_after(done, hypothesis) for hypothesis in explain(now, reading.evidence, policy)]
    verdict = judge(onwards, policy)
    return judge(explain(start, reading.evidence, policy), policy) if isinstance(verdict, Lost) else verdict


def _after(done: tuple[Action, ...], hypothesis: Hypothesis) -> Hypothesis:
    return msgspec.structs.replace(hypothesis, actions=(*done, *hypothesis.actions))


def _set_up(
    recording: Recording, frame: str, seen: BoardObservation, players: Sequence[str]
) -> tuple[Recording, list[Line]]:
    start = begin(seen, players)
    if start is None:
        return recording, []
    rows = tuple(tuple(int(place) for place in start.layout[row : row + 4]) for row in range(0, 16, 4))
    return msgspec.structs.replace(recording, start=start, now=start), [SetUp(frame, rows)]


def _advance(recording: Recording, start: GameState, frame: str, found: Hypothesis) -> tuple[Recording, list[Line]]:
    """All turns but the last are over; the last stays open."""
    over, begun, rest = _whole_turns(start, found.actions)
    frames = [recording.frame if recording.open else frame, *([frame] * len(over))]
    lines: list[Line] = [TurnSeen(last_look, turn) for last_look, turn in zip(frames, over, strict=False)]
    now = found.state
    return Recording(begun, now, rest, frame, recording.reading), lines


def _whole_turns(start: GameState, actions: Sequence[Action]) -> tuple[list[Turn], GameState, tuple[Action, ...]]:
    """Turns that ``actions`` end, the state at the beginning of the open turn, and what was done in it."""
    over, begun, state, taken = list[Turn](), start, start, 0
    for done, action in enumerate(actions, 1):
        after = play(state, action)
        if after.turn != state.turn or after.over:
            over.append(turn_between(begun, after, state.turn))
            begun, taken = after, done
        state = after
    return over, begun, tuple(actions[taken:])


def _say(recording: Recording, line: Asked | LostTrack) -> tuple[Recording, list[Line]]:
    """The same doubt is told once."""
    said = recording.said
    if said is not None and msgspec.structs.replace(line, frame=said.frame) == said:
        return recording, []
    return msgspec.structs.replace(recording, said=line), [line]


def _close(recording: Recording) -> Iterator[Line]:
    """The last turn ends with the recording."""
    if recording.start is not None:
        for _, turn in turns_of(recording.start, recording.open):
            yield TurnSeen(recording.frame, turn)


def _turns(state: GameState, choice: Hypothesis) -> tuple[Turn, ...]:
    return tuple(turn for _, turn in turns_of(state, choice.actions))
