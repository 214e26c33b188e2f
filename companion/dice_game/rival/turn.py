"""How well can a turn end from here?  A beam: after each action the most promising means are carried on."""

from typing import NamedTuple

from companion.dice_game.rival.deeds import deeds
from companion.dice_game.rival.means import Means
from companion.dice_game.rival.worth import PlanTable, value

DIE_LEFT = 0.03
"""What an unused die promises while there are actions left."""


class TurnEnd(NamedTuple):
    """The best end of a turn, its value, and how many positions were looked at."""

    value: float
    means: Means
    positions: int

    @property
    def way(self) -> list[Means]:
        """The means after each action of the turn, the end last."""
        way, at = list[Means](), self.means
        while at.before is not None:
            way.append(at)
            at = at.before
        return way[::-1]


def best_end(begun: list[Means], actions: int, table: PlanTable, width: int) -> TurnEnd:
    """The best of these means, and of what at most so many actions more make of them; there is at least one."""
    found, positions, best = begun, 0, TurnEnd(float("-inf"), begun[0], 0)
    for left in range(actions, -1, -1):
        valued = [(value(each, table), each) for each in found]
        positions += len(found)
        for worth, each in valued:
            if worth > best.value:
                best = TurnEnd(worth, each, 0)
        if left and valued:
            found = [after for each in _kept(valued, width) for after in steps(each, table)]
    return best._replace(positions=positions)


def steps(has: Means, table: PlanTable) -> list[Means]:
    """The means after each sensible action, which know where they come from."""
    found = list(deeds(has, table))
    for after in found:
        after.before = has
    return found


def _kept(valued: list[tuple[float, Means]], width: int) -> list[Means]:
    """The most promising, each but once."""
    promise = [(worth + DIE_LEFT * (sum(each.dice) + each.coins + each.cards), each) for worth, each in valued]
    promise.sort(key=_first, reverse=True)
    kept: dict[object, Means] = {}
    for hoped, each in promise:
        kept.setdefault((hoped, each.dice, each.goods), each)
        if len(kept) == width:
            break
    return list(kept.values())


def _first(pair: tuple[float, Means]) -> float:
    return pair[0]
