"""What has the eye said since something last changed?  Looks folded into one piece of evidence a place and episode."""

from collections.abc import Mapping

import msgspec

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.model import CLEARLY, EDGES, Costs, bin_of
from companion.sync.observation import BoardObservation, Kind, NotSeen, Score
from companion.sync.table import NEUTRAL, Standing

SHARE = 1.0 / Costs().looks
"""Share of the newest look in the score of an episode, so that the trembling of single looks is forgotten."""
STRONG = EDGES[CLEARLY - 1]
"""From this log-odds on something is clearly seen, or clearly absent."""
ALL = frozenset(int(place) for place in Place)


class Seen(msgspec.Struct, frozen=True):
    """The table as the eye says.  ``scores`` as listed, ``absent`` for the rest; ``blind`` places nobody can see,
    ``poor`` ones in glare; ``stacks`` counted by colour; ``appearance`` and ``hand`` as in ``BoardObservation``, a
    picture with a hand being compared with none."""

    scores: Mapping[Standing, float] = {}
    absent: float = 0.0
    blind: frozenset[int] = ALL
    poor: frozenset[int] = frozenset()
    stacks: Mapping[str, int] = {}
    appearance: Mapping[int, int] = {}
    hand: bool = False

    def bin(self, one: Standing) -> int:
        """The bin of what is said of something."""
        return bin_of(self.scores.get(one, self.absent))

    def log_odds(self, one: Standing) -> float:
        """Above zero: it stands there; below: it does not; zero: nobody can tell."""
        if one[1] in self.blind:
            return max(0.0, self.scores.get(one, 0.0))
        return self.scores.get(one, self.absent)

    def clear(self) -> frozenset[Standing]:
        """Whatever is clearly seen."""
        return frozenset(one for one, score in self.scores.items() if score >= STRONG)

    def bins(self) -> frozenset[tuple[Standing, int]]:
        """All that is said, but for the trembling of single looks."""
        lowest = bin_of(self.absent)
        return frozenset((one, told) for one, score in self.scores.items() if (told := bin_of(score)) != lowest)


class Episodes(msgspec.Struct, frozen=True):
    """``since_s``: when the last episode of any place began; ``looks``: how many there were since; ``not_seen``: why
    the last picture could not be read; ``hand``: it shows a hand over the board."""

    seen: Seen = Seen()
    layout: tuple[int | None, ...] = ()
    looks: int = 0
    since_s: float = 0.0
    at_s: float = 0.0
    hand: bool = False
    not_seen: str = ""

    @property
    def lain_s(self) -> float:
        """How long the table has lain as it does."""
        return self.at_s - self.since_s

    def key(self) -> object:
        """The same for tables that look the same."""
        seen = self.seen
        return seen.bins(), seen.blind, seen.poor, tuple(sorted(seen.appearance.items())), self.layout


STEADY_LOOKS = Costs().looks - 1
"""Equal looks before a table is judged at all, and before dice are believed."""
PHOTO_HIDES = 2
"""So many tiles may be hidden in a photo that is read all the same."""


def fold(now: Episodes, look: BoardObservation | NotSeen, hidden: int | None = None) -> Episodes:
    """After one more look.  One without the board, with a hand, or whose wood was not read only interrupts; where the
    clock of the eye starts anew, so does the episode.

    ``hidden``: it is a photo, in which a hand may hide so many places; it counts as a table that was watched long.
    """
    if isinstance(look, NotSeen):
        return msgspec.structs.replace(now, looks=0, not_seen=look.reason)
    unread = ALL - {place for place in look.layout if place is not None}
    says_nothing = not look.scores and look.absent_log_odds == 0.0
    if look.hand and (hidden is None or says_nothing or len(unread) > hidden):
        return msgspec.structs.replace(now, looks=0, hand=True, not_seen="")
    fresh = _seen(look, unread)
    if hidden is not None:
        return Episodes(fresh, look.layout, Costs().looks, look.at_s - Costs().linger_s, look.at_s, look.hand)
    goes_on = now.looks > 0 and now.at_s <= look.at_s and now.layout == look.layout
    same = goes_on and not _has_changed(now.seen, fresh)
    return Episodes(
        seen=_mixed(now.seen, fresh) if same else fresh,
        layout=look.layout,
        looks=now.looks + 1 if same else 1,
        since_s=now.since_s if same else look.at_s,
        at_s=look.at_s,
        hand=look.hand,
    )


def with_neutral(look: BoardObservation, state: GameState) -> BoardObservation:
    """The look with assistants of unused colours as neutral ones, where the table plays with them (a variant)."""
    if not state.options.neutral_assistants:
        return look
    colors = {str(player.color) for player in state.players}
    scores = dict[Standing, float]()
    for one in look.scores:
        nobodys = one.thing.kind is Kind.ASSISTANT and one.thing.color not in colors
        standing = (NEUTRAL if nobodys else one.thing, one.place)
        scores[standing] = max(one.log_odds, scores.get(standing, one.log_odds))
    told = tuple(Score(thing, place, score) for (thing, place), score in scores.items())
    return msgspec.structs.replace(look, scores=told)


def _seen(look: BoardObservation, unread: frozenset[int]) -> Seen:
    return Seen(
        {(one.thing, one.place): one.log_odds for one in look.scores},
        look.absent_log_odds,
        look.covered | unread,
        look.glare,
        {one.thing.color: one.under for one in look.sightings if one.under is not None},
        {} if look.hand else look.appearance,
        look.hand,
    )


def _has_changed(old: Seen, new: Seen) -> bool:
    """Whether anything clearly came or went, by more than to the next bin, or a place became hidden."""
    told = old.scores.keys() | new.scores.keys()
    return old.blind != new.blind or any(abs(old.bin(one) - new.bin(one)) > 1 for one in told)


def _mixed(old: Seen, new: Seen) -> Seen:
    """The newest look, its scores drawn towards those of its episode."""
    scores = {
        one: (1 - SHARE) * old.scores.get(one, old.absent) + SHARE * new.scores.get(one, new.absent)
        for one in old.scores.keys() | new.scores.keys()
    }
    return msgspec.structs.replace(new, scores=scores)
