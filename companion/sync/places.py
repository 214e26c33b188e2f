"""How well does a table fit what the eye says?  Log-likelihood place by place, each against what was agreed last."""

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.sync.episodes import PHOTO_HIDES, Seen
from companion.sync.model import BESIDE, CLEARLY, PLAIN, POOR, SELDOM, Sight
from companion.sync.observation import Kind, Thing
from companion.sync.table import Misfit, Standing

Contents = frozenset[Thing]
Wood = frozenset[Standing]
_CARRIED = (Kind.MERCHANT, Kind.ASSISTANT, Kind.FAMILY)
CARRIED_WRONGLY = math.log(SELDOM / (len(_CARRIED) * len(Place)))
"""Log-probability that a merchant is carried from where he was to a certain place against the rules: as likely as that
anything else of the player is carried anywhere."""
SLIP = CARRIED_WRONGLY + math.log(SELDOM)
"""Log-probability that one thing lies where the rules have no place for it, or not where it should."""
FAINT_SLIP = SLIP + math.log(SELDOM)
"""The same of one thing that is not clearly seen there: rather a ghost of the eye."""
HIDDEN, UNDER_A_HAND = SLIP, math.log(PHOTO_HIDES / len(Place))
"""Log-probability that something hides a whole place though it seems to be bare: at any look, or with a hand in it."""


class PlaceFit(msgspec.Struct, frozen=True):
    """What is said of one place if certain things lie there.

    ``fits``: its log-likelihood; ``slips``: what is likelier a slip; ``better``: how much better it would fit at most
    if something else lay there; ``hides``: how much likelier it is that something hides the whole place, up to zero, if
    a merchant stands there who is nowhere seen, else minus infinity: where a hand carries him nobody knows yet.
    """

    fits: float
    slips: tuple[Misfit, ...]
    better: float
    hides: float


class Agreed(msgspec.Struct, frozen=True):
    """The wood as it lay when table and game last agreed, and what the eye said of it then; None before any look.

    ``stacks`` are the assistants under each merchant then, by colour; ``missing`` what was out of sight in the ``turn``
    (round and seat) of then.
    """

    wood: Wood
    seen: Seen | None = None
    stacks: Mapping[str, int] = {}
    missing: frozenset[Standing] = frozenset()
    turn: tuple[int, int] = (0, 0)


class Reading(msgspec.Struct, frozen=True, gc=False):
    """What is said of a whole table.

    ``told``: of each place by its number (0 is none); ``gain``: how much likelier the look is with it than with
    what was agreed; ``carried``: where pieces came from and went that rather were carried there, and ``more``: how
    much likelier the look is so than with a slip at each of these places.
    """

    told: tuple[PlaceFit, ...]
    gain: float
    carried: Wood
    more: float


class Fit:
    """What one look says of tables, against one agreement; remembers each place and each table it was asked about."""

    def __init__(self, seen: Seen, agreed: Agreed, sight: Sight, never_there: float = SELDOM) -> None:
        self.seen, self.agreed = seen, agreed
        self._never_there = never_there
        self._sight = sight
        self._before = contents(agreed.wood)
        self._known: dict[tuple[int, Contents], PlaceFit] = {}
        self._read: dict[Wood, Reading] = {}
        self._counts: dict[tuple[str, int], float] = {}
        self._things = _by_place(one for one in seen.scores)
        clear = (one for one in seen.scores if one[0].kind is not Kind.ASSISTANT and seen.bin(one) >= CLEARLY)
        self._clear = sorted(clear, key=seen.log_odds, reverse=True)
        self._in_sight = {thing for thing, _ in self._clear}
        self._changed = _changed(seen, agreed.seen)
        self._afresh = sight.shaken if self._changed is None and seen.appearance else 0.0
        nothing: Contents = frozenset()
        self._told = tuple(self.at(place, self._before.get(place, nothing)) for place in range(17))
        _, self._more = self._carried(agreed.wood, self._told)

    def of_agreed(self) -> float:
        """Log-likelihood of the look with the table agreed last."""
        return sum(told.fits for told in self._told[1:]) + self._more

    def gain(self, wood: Wood) -> float:
        """How much likelier the look is with this table than with the one agreed last."""
        return self._reading(wood).gain

    def _reading(self, wood: Wood) -> Reading:
        known = self._read.get(wood)
        if known is None:
            known = self._read[wood] = self._read_anew(wood)
        return known

    def _read_anew(self, wood: Wood) -> Reading:
        """What is said of a table: the places at which nothing differs from what was agreed are known already."""
        differs: dict[int, set[Thing]] = _by_place(wood ^ self.agreed.wood)
        nothing: Contents = frozenset()
        told, gain = list(self._told), -self._more
        for place in sorted(differs):
            told[place] = self.at(place, self._before.get(place, nothing) ^ differs[place])
            gain += told[place].fits - self._told[place].fits
        carried, more = self._carried(wood, told)
        return Reading(tuple(told), gain + more, carried, more)

    def _carried(self, wood: Wood, told: Sequence[PlaceFit]) -> tuple[Wood, float]:
        """Where pieces plainly seen where they do not belong were carried from and to; how much likelier that is."""
        carried, most = frozenset[Standing](), 0.0
        came = [one for one in self._clear if one not in wood]
        home = dict(wood) if came else {}
        for thing, place in came:
            if thing in home:
                more = carried ^ {(thing, home[thing]), (thing, place)}
                gain = self._gain_if_carried(more, wood, told)
                carried, most = (more, gain) if gain > most else (carried, most)
        return carried, most

    def _gain_if_carried(self, carried: Wood, wood: Wood, told: Sequence[PlaceFit]) -> float:
        """How much likelier the look is if pieces were carried so."""
        more = [fit.fits - told[place].fits for place, fit in self._if_carried(carried, wood).items()]
        odds = [CARRIED_WRONGLY if self._was_merchant(one) else SLIP for one in sorted(carried & wood)]
        return sum(more) + sum(odds)

    def _if_carried(self, carried: Wood, wood: Wood) -> dict[int, PlaceFit]:
        """What is said of the places that pieces were carried from and to, by their numbers."""
        lies = contents(wood ^ carried)
        return {place: self.at(place, lies.get(place, frozenset())) for place in sorted({at for _, at in carried})}

    def _was_merchant(self, one: Standing) -> bool:
        """Whether a merchant stood there before anything happened: nobody carries on whom he has just moved."""
        return one[0].kind is Kind.MERCHANT and one in self.agreed.wood

    def counted(self, state: GameState) -> float:
        """How likely the stacks are counted so with the stacks of this state."""
        return sum([self._count(str(one.color), len(one.stack)) for one in state.players])

    def miscounted(self, state: GameState) -> float:
        """How much likelier the counts would be at most with other stacks."""
        told = sum([str(one.color) in self.seen.stacks for one in state.players])
        return told * max(self._sight.counted) - self.counted(state)

    def _count(self, color: str, stack: int) -> float:
        known = self._counts.get((color, stack))
        if known is None:
            known = self._counts[color, stack] = self._count_anew(color, stack)
        return known

    def _count_anew(self, color: str, stack: int) -> float:
        """What a counted stack says, less what it was miscounted by before."""
        told, was = self.seen.stacks.get(color), self.agreed.seen
        if told is None:
            return 0.0
        known, before = self.agreed.stacks.get(color, -1), was.stacks.get(color, -1) if was else -1
        off = before - known if known >= 0 and before >= 0 else 0
        return self._sight.count(told - off, stack)

    def misfits(self, wood: Wood) -> tuple[Misfit, ...]:
        """What the look shows otherwise than this table, where that is likelier than an error of the eye."""
        reading = self._reading(wood)
        told = dict(enumerate(reading.told)) | self._if_carried(reading.carried, wood)
        slips = {one for fit in told.values() for one in fit.slips}
        slips |= {Misfit(thing, place, seen=(thing, place) not in wood) for thing, place in reading.carried}
        return tuple(sorted(slips, key=lambda one: (one.thing, one.place)))

    def odd_places(self, wood: Wood) -> frozenset[int]:
        """The places that would fit better if something else lay there."""
        return frozenset(place for place, told in enumerate(self._reading(wood).told) if place and told.better > 0.0)

    def hides(self, wood: Wood) -> tuple[float, ...]:
        """Of each place with a merchant who is nowhere seen, how much likelier it is hidden than seen so."""
        return tuple(told.hides for told in self._reading(wood).told[1:])

    def unexplained(self, wood: Wood, places: Iterable[int]) -> float:
        """How much better these places would fit at most if something else lay there."""
        reading = self._reading(wood)
        return sum([reading.told[place].better for place in places]) - reading.more

    def at(self, place: int, lies: Contents) -> PlaceFit:
        """What is said of one place if this lies there."""
        known = self._known.get((place, lies))
        if known is None:
            known = self._known[place, lies] = self._at(place, lies)
        return known

    def _at(self, place: int, lies: Contents) -> PlaceFit:
        before: Contents = self._before.get(place, frozenset())
        total, hidden, slips, better = 0.0, UNDER_A_HAND if self.seen.hand else HIDDEN, list[Misfit](), 0.0
        for thing in sorted({*lies, *before, *self._things.get(place, ())}):  # sums are the same in every run
            there = thing in lies
            fits = self._of(thing, place, lies, before, there)
            other = self._of(thing, place, lies, before, not there)
            slip = other + (SLIP if there or self.seen.bin((thing, place)) > CLEARLY else FAINT_SLIP)
            better += max(0.0, other - max(fits, slip))
            if slip > fits:
                slips.append(Misfit(thing, place, seen=not there))
            total += max(fits, slip)
            hidden += max(fits, slip) if self.seen.bin((thing, place)) >= CLEARLY else 0.0
        fitting = max(total, hidden)
        hides = hidden - fitting if any(one.kind is Kind.MERCHANT for one in lies - self._in_sight) else -math.inf
        fits = self._picture(place, lies ^ before) + fitting
        return PlaceFit(fits, tuple(slips), max(0.0, total + better - fitting), hides)

    def _picture(self, place: int, moved: Contents) -> float:
        """What the comparison of pictures says of a place if these came or went; nothing where the camera was moved."""
        was = self.agreed.seen
        if self._changed is None or was is None or place in self.seen.blind or place not in was.appearance:
            return 0.0
        same, other = self._sight.pictures
        if place in self._changed:
            return 0.0 if moved else other
        told = any(thing.kind is not Kind.ASSISTANT or self._is_told((thing, place)) for thing in moved)
        return same if told else 0.0

    def _is_told(self, one: Standing) -> bool:
        """Whether the eye tells it, before or now: who is hidden changes no picture."""
        looks = [look for look in (self.agreed.seen, self.seen) if look is not None]
        return any(look.bin(one) and not _is_burnt(one, look) for look in looks)

    def _of(self, thing: Thing, place: int, lies: Contents, before: Contents, there: bool) -> float:
        one, was = (thing, place), self.agreed.seen
        told = self.seen.bin(one)
        if (place in self.seen.blind and told < CLEARLY) or _is_burnt(one, self.seen):
            return 0.0
        seen_as = _visibility(thing, place, lies, self.seen)
        known = was is not None and place not in was.blind
        anew = self._sight.anew(thing.kind, seen_as, there, told)
        if not known or was is None or there != (thing in before):
            return anew
        if seen_as != _visibility(thing, place, before, was) and (seen_as != PLAIN or was.bin(one) < CLEARLY):
            doubtful = there and was.bin(one) < CLEARLY and told < CLEARLY
            return math.log((1 - self._never_there) * math.exp(anew) + self._never_there) if doubtful else anew
        still = self._sight.still(thing.kind, seen_as, there, was.bin(one), told)
        afresh = max(self._afresh, self._shaken(lies ^ before))
        return math.log((1 - afresh) * math.exp(still) + afresh * math.exp(anew)) if afresh else still

    def _shaken(self, moved: Contents) -> float:
        """How often something untouched is seen afresh when these came to its place or went."""
        if any(one.kind is Kind.MERCHANT for one in moved):
            return self._sight.shaken
        return SELDOM if moved else 0.0


def contents(wood: Iterable[Standing]) -> dict[int, Contents]:
    """What lies on each place."""
    return {place: frozenset(things) for place, things in _by_place(wood).items()}


def _by_place(wood: Iterable[Standing]) -> dict[int, set[Thing]]:
    found: dict[int, set[Thing]] = {}
    for thing, place in wood:
        found.setdefault(place, set()).add(thing)
    return found


def _is_burnt(one: Standing, seen: Seen) -> bool:
    """Whether a mirrored lamp hides where it may stand, so that the eye says neither."""
    return one[1] in seen.poor and 0 < seen.bin(one) < CLEARLY


def _visibility(thing: Thing, place: int, lies: Contents, seen: Seen) -> str:
    if place in seen.poor:
        return POOR
    return BESIDE if any(one.kind is Kind.MERCHANT and one != thing for one in lies) else PLAIN


def _changed(now: Seen, before: Seen | None) -> frozenset[int] | None:
    """The places that look otherwise; None where pictures were not compared, or all look otherwise."""
    if before is None or not now.appearance or not before.appearance:
        return None
    changed = frozenset(one for one, number in now.appearance.items() if before.appearance.get(one) != number)
    return None if len(changed) > len(now.appearance) // 2 else changed
