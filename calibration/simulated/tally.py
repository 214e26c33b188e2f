"""What is counted at a simulated evening, and how sure are the shares?"""

import csv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from calibration.figures import wilson

T = TypeVar("T")
CROWDED = (3, 4)  # players of the games whose share without a correction is a figure to reach


@dataclass(slots=True)
class TurnTold:
    """What came of one turn.

    ``asked``: questions answered, of which ``unseen`` had answers that lie alike on the table (card or tile?).
    ``by_hand``: things of wood people had to tap themselves.  ``hidden``: how many of both were about wood that hardly
    shows, or hardly did, in the picture.  ``wrong``: what the
    follower did by itself and nobody meant.  ``alarms``: it found a difference where there was none.  ``undone``: a
    move taken back on the table had to be taken back by a tap.  ``amended``: recalls that were played while more
    assistants were still being lifted, and put right by the follower itself.  ``took_s``: from the token to the game,
    once for each thing followed.  ``said``: the probability of each thing played or asked first, and whether it was so.
    """

    number: int
    color: str
    asked: int = 0
    unseen: int = 0
    by_hand: int = 0
    hidden: int = 0
    wrong: int = 0
    alarms: int = 0
    undone: int = 0
    amended: int = 0
    mishaps: list[tuple[str, bool]] = field(default_factory=list)
    took_s: list[float] = field(default_factory=list)
    said: list[tuple[float, bool]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def needs_no_tap(self) -> bool:
        """Whether nobody had to answer, help or put right anything."""
        return self.is_clean and not self.asked

    @property
    def needs_no_tap_for_wood(self) -> bool:
        """The same, but for questions about what no camera can see."""
        return self.is_clean and self.asked == self.unseen

    @property
    def needs_no_tap_for_what_shows(self) -> bool:
        """The same, but for wood that other wood or a lamp hides as well."""
        taps = self.asked - self.unseen + self.by_hand
        return taps <= self.hidden and not (self.wrong or self.alarms or self.undone)

    @property
    def is_clean(self) -> bool:
        """Whether nothing had to be corrected; a question answered with one tap is no correction."""
        return not (self.by_hand or self.wrong or self.alarms or self.undone)


@dataclass(frozen=True, slots=True)
class GameTold:
    """One game: which, and its turns; ``broken`` says why it could not be played to its end, ``lamps_moved``
    how often people moved a lamp at the set-up."""

    seed: int
    players: int
    turns: tuple[TurnTold, ...]
    broken: str = ""
    lamps_moved: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """A count among so many, with its 95 % interval."""

    count: int
    total: int

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound."""
        low, high = wilson(self.count, self.total)
        return max(0.0, low), min(1.0, high)


def shares(games: Sequence[GameTold]) -> dict[str, Share]:
    """All figures of some games."""
    turns = [turn for game in games for turn in game.turns]
    crowded = [game for game in games if game.players in CROWDED and game.turns]
    return {
        "turns without a tap": _share(turns, lambda turn: turn.needs_no_tap),
        "no tap for wood": _share(turns, lambda turn: turn.needs_no_tap_for_wood),
        "no tap for what is visible": _share(turns, lambda turn: turn.needs_no_tap_for_what_shows),
        "turns asked about": _share(turns, lambda turn: turn.asked > 0),
        "turns corrected by hand": _share(turns, lambda turn: turn.by_hand > 0),
        "turns with a false alarm": _share(turns, lambda turn: turn.alarms > 0),
        "wrong without a question": _share(turns, lambda turn: turn.wrong > 0),
        "recall amended by itself": _share(turns, lambda turn: turn.amended > 0),
        "games of 3-4 without correction": _share(crowded, lambda game: all(turn.is_clean for turn in game.turns)),
        "games of 3-4 without any tap": _share(crowded, lambda game: all(turn.needs_no_tap for turn in game.turns)),
    } | _mishaps(turns)


def _mishaps(turns: Sequence[TurnTold]) -> dict[str, Share]:
    happened = [one for turn in turns for one in turn.mishaps]
    names = sorted({name for name, _ in happened})
    return {f"mastered: {name}": _share([ok for kind, ok in happened if kind == name], bool) for name in names}


def _share(things: Iterable[T], holds: Callable[[T], bool]) -> Share:
    answers = [holds(thing) for thing in things]
    return Share(sum(answers), len(answers))


def median_s(games: Sequence[GameTold]) -> tuple[float, float]:
    """Seconds of the evening from the token to the game: median and 95th percentile; (0, 0) where nothing was."""
    took = sorted(one for game in games for turn in game.turns for one in turn.took_s)
    return (took[len(took) // 2], took[len(took) * 95 // 100]) if took else (0.0, 0.0)


def calibration_error(said: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """The expected calibration error: how far what was said with some probability is from how often it was so.

    The mean over bins of equal width, weighted by what they hold (Naeini and others, 2015); 0 for nothing said.
    """
    held: dict[int, list[tuple[float, bool]]] = {}
    for share, so in said:
        held.setdefault(min(int(share * bins), bins - 1), []).append((share, so))
    off = (abs(sum(share - so for share, so in some)) for some in held.values())
    return sum(off) / max(1, len(said))


def write_csv(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """One file with a line for each row; nothing where there are none."""
    if rows:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def turn_rows(games: Iterable[GameTold]) -> list[dict[str, Any]]:
    """The turns of all games as lines of a table."""
    return [
        {"seed": game.seed, "players": game.players} | asdict(turn) | {"notes": " | ".join(turn.notes)}
        for game in games
        for turn in game.turns
    ]
