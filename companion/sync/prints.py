"""What can be read on the table?  Mail, top demand and mosque tiles and ruby tracks beside the game's; dice.

A space is trusted once it was seen as the game has it.  What a trusted space shows then tells of the action that
brought it about, or reminds people of a piece to be moved.
"""

from collections.abc import Iterator, Mapping

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import DEMAND, DICE_FACES, GOODS, RUBY_PLACES
from companion.sync.episodes import STEADY_LOOKS
from companion.sync.model import Costs
from companion.sync.observation import BoardObservation

MAIL, LARGE, SMALL = "mail", "large", "small"
MARKETS = {Place.LARGE_MARKET: LARGE, Place.SMALL_MARKET: SMALL}
Value = int | str
Pair = tuple[int, int]
THROWS = [one + two for one in DICE_FACES for two in DICE_FACES]
"""What two dice show together, each of the equally likely throws once."""
_A_WHOLE_TURN = 2
"""So often the turn has changed when a whole one has passed."""
_AT_A_PLACE = (
    act.CollectMail, act.Sell, act.BuyRuby, act.Deliver, act.Repeat, act.TakeTile, act.BuyExtension,
)  # fmt: skip


class PrintCount(msgspec.Struct, frozen=True):
    """A value and how many looks in a row told it."""

    value: Value
    looks: int = 1


class Prints(msgspec.Struct, frozen=True):
    """What each space shows (``shown``), and which of them once agreed with the game (``trusted``).

    ``turn``: round and seat of the game at the last look; ``turns``: how often that changed since a trusted space began
    to differ.
    """

    shown: Mapping[str, PrintCount] = {}
    trusted: frozenset[str] = frozenset()
    turn: tuple[int, int] | None = None
    turns: Mapping[str, int] = {}

    def steady(self) -> dict[str, Value]:
        """What was told by enough looks."""
        return {name: one.value for name, one in self.shown.items() if one.looks >= Costs().looks}

    def differing(self, state: GameState) -> dict[str, Value]:
        """What trusted printed spaces show though the game has it otherwise."""
        wanted = printed(state)
        told = self.steady().items()
        return {name: value for name, value in told if name in self.trusted and wanted.get(name, value) != value}


def fold_prints(prints: Prints, seen: BoardObservation) -> Prints:
    """One more look; a space that is not told now keeps what it showed."""
    shown = dict(prints.shown)
    for name, value in _told(seen):
        before = prints.shown.get(name)
        looks = before.looks + 1 if before is not None and before.value == value else 1
        shown[name] = PrintCount(value, looks)
    return msgspec.structs.replace(prints, shown=shown)


def agreeing(prints: Prints, state: GameState) -> Prints:
    """Trust whatever is now shown as the game has it."""
    wanted = printed(state)
    agree = {name for name, value in prints.steady().items() if wanted.get(name) == value}
    return msgspec.structs.replace(prints, trusted=prints.trusted | agree)


def outdated(prints: Prints, state: GameState) -> Prints:
    """Trust no longer what has differed for a whole turn: people were reminded, or the eye reads it wrongly.

    Once it is shown as the game has it, it is trusted again.
    """
    turn = (state.round, state.turn)
    passed = prints.turn is not None and prints.turn != turn
    turns = {name: prints.turns.get(name, 0) + passed for name in prints.differing(state)}
    gone = {name for name, number in turns.items() if number >= _A_WHOLE_TURN}
    left = {name: number for name, number in turns.items() if name not in gone}
    return msgspec.structs.replace(prints, trusted=prints.trusted - gone, turn=turn, turns=left)


def printed(state: GameState) -> dict[str, Value]:
    """What the spaces show in this state; an unknown demand tile is left out."""
    shown: dict[str, Value] = {MAIL: state.mail_down}
    for name, stack in ((LARGE, state.demand_large), (SMALL, state.demand_small)):
        if stack[0] is not None:
            shown[name] = demand_letters(stack[0])
    shown |= {mosque(good): stack[0] if stack else 0 for good, stack in zip(GOODS, state.mosques, strict=True)}
    return shown | {ruby(place): left for place, left in zip(RUBY_PLACES, state.rubies, strict=True)}


def mosque(good: str) -> str:
    """The name of the stack of mosque tiles of a good; it shows what the top one asks for, 0 where none is left."""
    return f"mosque {good}"


def ruby(place: int) -> str:
    """The name of the ruby track of a place."""
    return f"ruby {int(place)}"


def demand_letters(tile: str) -> str:
    """The goods of a demand tile as sorted letters."""
    return "".join(sorted(str(good).lower() * count for good, count in zip(GOODS, DEMAND[tile], strict=True)))


def tell_tale(state: GameState, differing: Mapping[str, Value]) -> list[act.Action]:
    """The actions of the place that bring about everything that differs, the largest first."""
    if not differing or not state.agenda or state.agenda[-1].step not in (Step.ACTION, Step.AGAIN):
        return []
    tales = [action for action in legal_actions(state) if _tells(state, action, differing)]
    return sorted(tales, key=lambda action: -sum(getattr(action, "goods", ())))


def demand_shown(state: GameState, shown: Mapping[str, Value]) -> act.DemandShown | None:
    """The demand tile that is due, where it is seen and is none that was seen before."""
    due = [one for one in outcomes(state) if isinstance(one, act.DemandShown)]
    if not due:
        return None
    letters = shown.get(MARKETS[due[0].market])
    return next((one for one in due if demand_letters(one.tile) == letters), None)


def _told(seen: BoardObservation) -> Iterator[tuple[str, Value]]:
    if seen.mail_down is not None:
        yield MAIL, seen.mail_down
    for name, letters in ((LARGE, seen.demand_large), (SMALL, seen.demand_small)):
        if letters is not None:
            yield name, "".join(sorted(letters))
    yield from ((ruby(place), left) for place, left in seen.rubies.items())
    yield from ((mosque(good), number) for good, number in seen.mosque.items())


def _tells(state: GameState, action: act.Action, differing: Mapping[str, Value]) -> bool:
    """A demand tile nobody has seen may be any."""
    if not isinstance(action, _AT_A_PLACE):
        return False
    wanted = printed(play(state, action))
    return all(wanted.get(name, value) == value for name, value in differing.items())


def chance_of(total: int) -> float:
    """How often two dice show a total, in (0, 1]; 0 for what they cannot show."""
    return THROWS.count(total) / len(THROWS)


class DiceSeen(msgspec.Struct, frozen=True):
    """The dice beside the board; ``before`` is how they lay when the roll became due, None where nobody saw."""

    pair: Pair | None = None
    looks: int = 0
    before: Pair | None = None
    due: bool = False

    def thrown(self) -> Pair | None:
        """The roll, where it is certain: seen often enough, and other dice than before."""
        if not self.due or self.pair is None or self.before is None or self.looks < STEADY_LOOKS:
            return None
        return self.pair if sorted(self.pair) != sorted(self.before) else None


def fold_dice(dice: DiceSeen, pair: Pair | None, due: bool) -> DiceSeen:
    """One more look; dice nobody sees now keep what they showed."""
    before = dice.before if dice.due and due else dice.pair
    if pair is None:
        return DiceSeen(dice.pair, dice.looks, before, due)
    same = dice.pair is not None and sorted(pair) == sorted(dice.pair)
    return DiceSeen(pair, dice.looks + 1 if same else 1, before, due)
