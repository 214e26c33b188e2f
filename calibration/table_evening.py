"""Does the eye get better at one table?  An evening of confirmed turns, by an eye that learns from them and one that
does not.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NamedTuple

import numpy as np

from calibration.cases import painted_table
from calibration.figures import wilson
from calibration.record import cells_of, newest_first, rows_of
from companion.sync.observation import BoardObservation, Kind, NotSeen, Thing
from vision.painted.scene import Scene
from vision.painted.virtual_table import PictureRate, VirtualTable
from vision.pipeline import Watcher

LAID_ANEW = 1 / 3
"""Share of the wood that is laid elsewhere from one turn to the next."""
LOOKS = 2
"""Pictures of each turn, seconds apart; the last counts: a hand seen by mistake has proved to be none by then."""
Named = tuple[str, str, int]


class TurnRead(NamedTuple):
    """One turn: its number, whether the eye had learnt from those before; how many tokens were told rightly, told and
    not there, and there and not told."""

    turn: int
    learns: bool
    right: int
    ghosts: int
    missed: int


def evening(condition: str, number: int, turns: int) -> Iterator[TurnRead]:
    """The turns of one painted table, each read by both eyes; none where its art cannot be learnt."""
    found = painted_table(condition, number)
    if found is None:
        return
    profile, art, camera, look, scene = found
    rng = np.random.default_rng([number, 4])
    table = VirtualTable(number, art, camera, look, scene, PictureRate(clock=count(0.0, 10.0).__next__))
    eyes = {False: Watcher(profile), True: Watcher(profile)}
    for turn in range(1, turns + 1):
        frames = [frame for frame in (table.next() for _ in range(LOOKS)) if frame is not None]
        standing = {(token.kind, token.color, token.place) for token in table.scene.tokens}
        for learns, eye in eyes.items():
            told = [eye.look(frame) for frame in frames][-1]
            yield TurnRead(turn, learns, *_counted(told, standing))
            if learns:
                eye.confirm(told, {(Thing(Kind(kind), color), place) for kind, color, place in standing}, turn)
        scene = _laid_anew(scene, rng)
        table.show(scene)


def _counted(told: BoardObservation | NotSeen, standing: set[Named]) -> tuple[int, int, int]:
    sightings = told.sightings if isinstance(told, BoardObservation) else ()
    seen = {(str(one.thing.kind), one.thing.color, one.place) for one in sightings}
    return len(seen & standing), len(seen - standing), len(standing - seen)


def _laid_anew(scene: Scene, rng: np.random.Generator) -> Scene:
    tokens = list(scene.tokens)
    for index in rng.permutation(len(tokens))[: max(1, round(LAID_ANEW * len(tokens)))]:
        tokens[index] = replace(tokens[index], place=int(rng.integers(1, 17)))
    return replace(scene, tokens=tuple(dict.fromkeys(tokens)))


class EyeFigures(NamedTuple):
    """What came of some looks: how many, how many of them were read whole, token F1, tokens told that do not stand
    there, and tokens missed."""

    looks: int
    whole: int
    f1: float
    ghosts: int
    missed: int


def figures(read: Iterable[TurnRead], learns: bool, turns: Collection[int]) -> EyeFigures:
    """The figures of one of the two eyes over some of the turns."""
    some = [one for one in read if one.learns == learns and one.turn in turns]
    right, ghosts, missed = (sum(getattr(one, name) for one in some) for name in ("right", "ghosts", "missed"))
    whole = sum(one.ghosts == one.missed == 0 for one in some)
    return EyeFigures(len(some), whole, 2 * right / max(1, 2 * right + ghosts + missed), ghosts, missed)


HEAD = """# An evening at one table

Written by `bazaar bench table --condition CONDITION --tables N --turns T --first F --record FILE`. A third of the wood
is laid elsewhere from turn to turn and looked at twice; after each turn the game says what stands where. One eye learns
from that how the bare tiles look under this lamp (`vision/tokens/background.py`) and reads all anew once after it; the
other reads only what changes. In dim light most of the gain is reading anew; what is learnt keeps lamps mirrored in
glossy print from being told as wood. Four tables share an art; numbers below 1000 are for tuning. *Late*: the second
half of the turns. *Ghosts*: tokens told that do not stand there, and *missed* those that stand there and are not
told: learning, not. *Whole*: read without a fault, learning and not. Intervals are 95 % (Wilson).

| condition | numbers | turns | commit | F1 by turn, learning | late: learning, not | whole | not | ghosts | missed |
|---|---|---|---|---|---|---|---|---|---|
"""


def row(condition: str, numbers: str, commit: str, read: Sequence[TurnRead]) -> str:
    """The line of one run on the page of results."""
    turns = sorted({one.turn for one in read})
    late = turns[len(turns) // 2 :]
    with_it, without = (figures(read, learns, late) for learns in (True, False))
    by_turn = " ".join(f"{figures(read, True, (turn,)).f1:.3f}" for turn in turns)
    cells = [condition, numbers, str(len(turns)), commit, by_turn, f"{with_it.f1:.3f}, {without.f1:.3f}"]
    cells += [_share(one) for one in (with_it, without)]
    cells += [f"{with_it.ghosts}, {without.ghosts}", f"{with_it.missed}, {without.missed}"]
    return "| " + " | ".join(cells) + " |"


def _share(told: EyeFigures) -> str:
    low, high = wilson(told.whole, told.looks)
    return f"{told.whole} of {told.looks} ({100 * low:.0f}–{100 * high:.0f} %)"


def record_evening(page: Path, line: str) -> None:
    """Write the line into the page, in the place of one of the same condition and numbers."""
    rows, (condition, numbers, *_) = rows_of(page), cells_of(line)
    rows[condition, numbers] = line
    page.write_text(HEAD + "\n".join(rows[key] for key in sorted(rows, key=newest_first)) + "\n", encoding="utf-8")
