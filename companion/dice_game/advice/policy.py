"""Who plays against time?  A simple sensible player: of what it may do it takes what leaves it best off.

The worth of a position is a handful of weights (below), in Lira.  Dice that will be thrown and cards that will be
revealed are not known to it; it puts a middling worth in their place.
"""

from collections.abc import Iterator
from random import Random

from companion.dice_game import actions as a
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.engine import legal_actions, play, seat_to_act
from companion.dice_game.names import TileKind
from companion.dice_game.state import Faces, GameState, Player, Step
from companion.dice_game.tables import CARD_FACE, COIN_FACE, NO_FACES

Rng = Random
# Weights in Lira.
RUBY = 40.0
TILE = {
    TileKind.LIRA: 12.0,
    TileKind.CRYSTAL: 9.0,
    TileKind.CARD: 10.0,
    TileKind.ACTION: 14.0,
    TileKind.GOODS: 8.0,
    TileKind.DIE: 14.0,
}
MARKER, JOKER, CRYSTAL = 3.0, 4.5, 3.5
GATHERED = 0.35  # more for every two markers of one colour
DIE_LEFT = 1.2  # an unused die while there are actions left
CARD_WORTH, FURTHER_CARD = 4.0, 1.0
WAYS = 3  # ways to pay for one thing that are looked at
QUESTIONS = (a.AskPrice, a.AskTile)


def choose(state: GameState, rng: Random, doubt: float = 0.0) -> a.Action:
    """The action this player takes; between equals the generator decides.  ``doubt``: Lira by which it misjudges each.

    >>> from companion.dice_game.setup import example_game
    >>> choose(example_game(), Random(1))
    Throw()
    """
    if state.agenda[-1].step is Step.REROLL:
        return _reroll(state)
    listed = list(_few_ways(state))
    question = next((action for action in listed if isinstance(action, QUESTIONS)), None)
    if question is not None:
        return question
    if len(listed) == 1:
        return listed[0]
    seat = seat_to_act(state) or 0
    guessed = {action: _worth_after(state, action, seat) + (rng.gauss(0, doubt) if doubt else 0.0) for action in listed}
    return max(listed, key=lambda action: (guessed[action], rng.random()))


def _few_ways(state: GameState) -> Iterator[a.Action]:
    """The thriftiest ways to do each thing: the list has hundreds, most of them differ in a marker."""
    seen: dict[object, int] = {}
    for action in legal_actions(state):
        what = (type(action), getattr(action, "good", None), getattr(action, "tile", None), getattr(action, "area", 0))
        seen[what] = seen.get(what, 0) + 1
        if seen[what] <= WAYS or not isinstance(action, (a.Pair, a.Two, a.Three, a.Four, a.BuyTile, a.BuyRuby)):
            yield action


def _worth_after(state: GameState, action: a.Action, seat: int) -> float:
    after = play(state, action)
    worth = worth_of(after.players[seat])
    if isinstance(action, a.Cards):
        worth += CARD_WORTH + FURTHER_CARD * (action.number - 1)
    if after.turn == state.turn and after.round == state.round and after.actions:
        worth += DIE_LEFT * sum(after.dice)
    return worth


def worth_of(player: Player) -> float:
    """What a player owns, in Lira."""
    *colored, jokers = player.markers
    goods = sum(MARKER * count + GATHERED * count * (count - 1) for count in colored) + JOKER * jokers
    tiles = sum(TILE[parse_tile(tile).kind] for tile in player.tiles)
    return RUBY * player.rubies + tiles + goods + CRYSTAL * player.crystals + player.lira


def _reroll(state: GameState) -> a.Action:
    """Dice that go with no other are thrown again, unless all four goods lie there."""
    if state.player.crystals == 0:
        return a.Keep()
    goods = state.dice[:COIN_FACE]
    single = [count == 1 for count in goods]
    if sum(single) < 2 or all(goods):
        return a.Keep()
    again = list(NO_FACES)
    for index, alone in enumerate(single):
        again[index] = int(alone)
    again[CARD_FACE] = int(state.dice[CARD_FACE] == 1)
    return a.Reroll(_faces(again))


def _faces(counts: list[int]) -> Faces:
    r, y, g, b, coins, cards = counts
    return (r, y, g, b, coins, cards)
