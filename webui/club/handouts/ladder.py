"""Who leads an evening or a season?  A point for everybody who was left behind in a game, half a point where both tied.

Pure: from results to rows.  The rule is explained in ``docs/club.md``.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

POINT, HALF = 2, 1
"""Counted in halves."""
COLUMNS = ("place", "player", "points", "games", "won", "met", "share")
Row = dict[str, Any]
Standing = Sequence[Mapping[str, Any]]


class LadderTally(NamedTuple):
    """What one player has gathered: halves of points, games, games won, and how many players were met in them."""

    name: str
    halves: int = 0
    games: int = 0
    won: int = 0
    met: int = 0

    @property
    def share(self) -> float:
        """Which part of the points that were to be had, 0..1."""
        return self.halves / (POINT * self.met)

    def row(self, place: int) -> Row:
        """What a page shows of it."""
        figures = {"points": self.halves / POINT, "games": self.games, "won": self.won, "met": self.met}
        return {"place": place, "player": self.name, **figures, "share": round(self.share, 3)}


def ladder(games: Iterable[Standing]) -> list[Row]:
    """The rows, best first, of games in order of their ends; each a list of ``{player, rank, app}``.

    Players with as many points are in order of their share of what they could have; with the same share, too, they
    have the same place.  The app's seats gather nothing, and nobody gathers anything from them.
    """
    tallies: dict[str, LadderTally] = {}
    for standing in games:
        people = [one for one in standing if not one.get("app")]
        for one in people if len(people) > 1 else ():
            key = name_key(one["player"])
            tallies[key] = _with(tallies.get(key, LadderTally("")), one, people)
    ordered = sorted(tallies.values(), key=lambda one: (-one.halves, -one.share, one.name.casefold()))
    return [one.row(_place(one, ordered)) for one in ordered]


def name_key(name: str) -> str:
    """By this two names are the same player's: whatever the capitals, the spaces, the way letters are put together."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _with(tally: LadderTally, own: Mapping[str, Any], people: Standing) -> LadderTally:
    others = [one["rank"] for one in people if one is not own]
    halves = sum(POINT if own["rank"] < rank else HALF if own["rank"] == rank else 0 for rank in others)
    name = " ".join(str(own["player"]).split())
    won = own["rank"] == min(one["rank"] for one in people)
    return LadderTally(name, tally.halves + halves, tally.games + 1, tally.won + won, tally.met + len(others))


def _place(tally: LadderTally, ordered: Sequence[LadderTally]) -> int:
    return 1 + sum((-one.halves, -one.share) < (-tally.halves, -tally.share) for one in ordered)
