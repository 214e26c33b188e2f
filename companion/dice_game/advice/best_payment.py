"""With which dice and markers is a thing best paid?  The way after which the most can still be made of the rest.

Ways come thriftiest first.  Where several leave equally much, the first of them is best.
"""

from collections.abc import Iterable, Sequence

from companion.dice_game import actions as a
from companion.dice_game.advice.policy import worth_of
from companion.dice_game.engine import legal_actions, play
from companion.dice_game.state import GameState, Step
from companion.dice_game.tables import CARD_FACE, COIN_FACE, COIN_LIRA

WAYS = 6
"""Ways looked at for one thing, and things looked at after it."""
CARD_DIE = 2.5
"""In Lira: what an unused card die is worth while there are actions left."""


def best_first(state: GameState, ways: Sequence[a.Action]) -> tuple[a.Action, ...]:
    """The same ways, the best one first."""
    if len(ways) < 2:
        return tuple(ways)
    seat, looked_at = state.turn, ways[:WAYS]
    worth = {way: _worth_after(state, way, seat) for way in looked_at}
    best = max(looked_at, key=lambda way: worth[way])
    return (best, *(way for way in ways if way is not best))


def brings_nothing(state: GameState, way: a.Action) -> bool:
    """Whether it is a trade after which no more is owned than before, but for dice and an action that are gone."""
    if not isinstance(way, _TRADES):
        return False
    return worth_of(play(state, way).players[state.turn]) <= worth_of(state.player)


def _worth_after(state: GameState, way: a.Action, seat: int) -> float:
    """What is owned after it, or after the next action too, where one is left."""
    after = play(state, way)
    now = worth_of(after.players[seat])
    if after.over or after.turn != seat or after.agenda[-1].step is not Step.ACT:
        return now
    following = [worth_of(play(after, action).players[seat]) for action in _few(legal_actions(after))]
    return max([now, *following]) + CARD_DIE * after.dice[CARD_FACE] + COIN_LIRA * after.dice[COIN_FACE]


def _few(actions: Iterable[a.Action]) -> list[a.Action]:
    """One or two ways to do each thing that brings something at once."""
    seen: dict[object, int] = {}
    few = list[a.Action]()
    for action in actions:
        if not isinstance(action, _AT_ONCE):
            continue
        what = (
            type(action),
            getattr(action, "good", None),
            getattr(action, "tile", None),
            getattr(action, "area", None),
        )
        seen[what] = seen.get(what, 0) + 1
        if seen[what] <= 2:
            few.append(action)
    return few


_TRADES = (a.Pair, a.Two, a.Three, a.Four)
_AT_ONCE = (*_TRADES, a.TakeLira, a.BuyTile, a.BuyRuby)
"""What brings something by itself, without a card or the table."""
