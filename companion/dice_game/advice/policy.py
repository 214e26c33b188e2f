"""Who plays against time?  A simple sensible player: of what it may do it takes what leaves it best off.

The worth of a position is a handful of weights (below), in Lira.  Dice that will be thrown and cards that will be
revealed are not known to it; it puts a middling worth in their place.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

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
QUESTIONS: Mapping[type, str] = {a.AskPrice: "price_untold", a.AskTile: "tile_untold"}


class Reason(NamedTuple):
    """Why: a stable code (``hints.py`` has its sentence) and how many of what it names, 0 where nothing is counted."""

    code: str
    number: int = 0


class Advice(NamedTuple):
    """An action and its reasons, the weightiest first, at least one; ``positions`` is how many were looked at."""

    action: a.Action
    reasons: tuple[Reason, ...]
    positions: int = 0

    @property
    def reason(self) -> Reason:
        """The first reason."""
        return self.reasons[0]


def choose(state: GameState, rng: Random, doubt: float = 0.0) -> a.Action:
    """The action this player takes; between equals the generator decides.  ``doubt``: Lira by which it misjudges each.

    >>> from companion.dice_game.setup import example_game
    >>> choose(example_game(), Random(1))
    Throw()
    """
    return advise(state, rng, doubt).action


def advise(state: GameState, rng: Random, doubt: float = 0.0) -> Advice:
    """The same action, and what made this player choose it.

    >>> from companion.dice_game.setup import example_game
    >>> advise(example_game(), Random(1)).reasons
    (Reason(code='only_way', number=0),)
    """
    if state.agenda[-1].step is Step.REROLL:
        return _reroll(state)
    listed = list(_few_ways(state))
    if advice := forced(listed):
        return advice
    seat = seat_to_act(state) or 0
    guessed = {action: _worth_after(state, action, seat) + (rng.gauss(0, doubt) if doubt else 0.0) for action in listed}
    best = max(listed, key=lambda action: (guessed[action], rng.random()))
    return Advice(best, reasons(state, best, seat))


def forced(possible: Sequence[a.Action]) -> Advice | None:
    """The advice where there is nothing to weigh: what only the table knows is asked first, an only way is taken."""
    question = next((action for action in possible if type(action) in QUESTIONS), None)
    if question is not None:
        return Advice(question, (Reason(QUESTIONS[type(question)]),))
    return Advice(possible[0], (Reason("only_way"),)) if len(possible) == 1 else None


def reasons(state: GameState, action: a.Action, seat: int) -> tuple[Reason, ...]:
    """What weighs most of what the action brings, and the dice that are left for another one."""
    if isinstance(action, a.Cards):
        return (Reason("brings_cards", action.number), *_dice_left(state, play(state, action)))
    before, after = state.players[seat], _settled(play(state, action), seat)
    worth, owned = _parts(before), _owned(after.players[seat])
    grown = {what: value - worth[what] for what, value in _parts(after.players[seat]).items()}
    most = max(grown, key=lambda what: grown[what])
    if grown[most] > 0:
        first = Reason(f"brings_{most}", owned[most] - _owned(before)[most])
    else:
        first = Reason("nothing_more" if isinstance(action, a.EndTurn) else "as_good_as_any")
    return (first, *_dice_left(state, after))


def _dice_left(state: GameState, after: GameState) -> tuple[Reason, ...]:
    left = sum(after.dice)
    return (Reason("dice_left", left),) if left and after.actions and _is_same_turn(state, after) else ()


def _few_ways(state: GameState) -> Iterator[a.Action]:
    """The thriftiest ways to do each thing: the list has hundreds, most of them differ in a marker."""
    seen: dict[object, int] = {}
    for action in legal_actions(state):
        what = (type(action), getattr(action, "good", None), getattr(action, "tile", None), getattr(action, "area", 0))
        seen[what] = seen.get(what, 0) + 1
        if seen[what] <= WAYS or not isinstance(action, (a.Pair, a.Two, a.Three, a.Four, a.BuyTile, a.BuyRuby)):
            yield action


def _worth_after(state: GameState, action: a.Action, seat: int) -> float:
    after = _settled(play(state, action), seat)
    worth = worth_of(after.players[seat])
    if isinstance(action, a.Cards):
        worth += CARD_WORTH + FURTHER_CARD * (action.number - 1)
    if _is_same_turn(state, after) and after.actions:
        worth += DIE_LEFT * sum(after.dice)
    return worth


def _settled(state: GameState, seat: int) -> GameState:
    """The state once ``seat`` has chosen the markers that an action left open to it."""
    if state.over or state.agenda[-1].step is not Step.CHOOSE or seat_to_act(state) != seat:
        return state
    chosen = [play(state, action) for action in legal_actions(state)]
    return max(chosen, key=lambda one: worth_of(one.players[seat]), default=state)


def _is_same_turn(state: GameState, after: GameState) -> bool:
    return after.turn == state.turn and after.round == state.round


def worth_of(player: Player) -> float:
    """What a player owns, in Lira."""
    return sum(_parts(player).values())


def _parts(player: Player) -> dict[str, float]:
    """The same, by what it is."""
    *colored, jokers = player.markers
    return {
        "rubies": RUBY * player.rubies,
        "tiles": sum(TILE[parse_tile(tile).kind] for tile in player.tiles),
        "markers": sum(MARKER * count + GATHERED * count * (count - 1) for count in colored) + JOKER * jokers,
        "crystals": CRYSTAL * player.crystals,
        "lira": float(player.lira),
    }


def _owned(player: Player) -> dict[str, int]:
    """The same, counted."""
    return {
        "rubies": player.rubies,
        "tiles": len(player.tiles),
        "markers": sum(player.markers),
        "crystals": player.crystals,
        "lira": player.lira,
    }


def _reroll(state: GameState) -> Advice:
    """Dice that go with no other are thrown again, unless all four goods lie there."""
    if state.player.crystals == 0:
        return Advice(a.Keep(), (Reason("only_way"),))
    goods = state.dice[:COIN_FACE]
    single = [count == 1 for count in goods]
    if sum(single) < 2 or all(goods):
        return Advice(a.Keep(), (Reason("all_goods" if all(goods) else "dice_match"),))
    again = list(NO_FACES)
    for index, alone in enumerate(single):
        again[index] = int(alone)
    again[CARD_FACE] = int(state.dice[CARD_FACE] == 1)
    return Advice(a.Reroll(_faces(again)), (Reason("dice_alone", sum(again)),))


def _faces(counts: list[int]) -> Faces:
    r, y, g, b, coins, cards = counts
    return (r, y, g, b, coins, cards)
