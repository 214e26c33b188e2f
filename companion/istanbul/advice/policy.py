"""Who plays against time?  A simple sensible player: it looks at what each action leads to and takes the best.

The worth of a position is a handful of weights (below), in Lira.  A move is judged by playing the turn to its end on
a copy, with middling dice; what will really be rolled or drawn is not known to it, nor what others hold.
"""

from random import Random
from typing import NamedTuple

from companion.istanbul import actions as a
from companion.istanbul.cards import FREE_PLAYS
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.geometry import distance
from companion.istanbul.knowledge import known_to
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import GameState, Player, Step
from companion.istanbul.tables import (
    CAPACITY_LIMIT,
    CAPACITY_START,
    DEALER_PRICE,
    EXTENSION_PRICE,
    GOOD_INDEX,
    GOOD_MOSQUE,
    MARKET_LIRA,
    PALACE_COST,
    RUBY_INDEX,
)

# Weights in Lira.
RUBY = 45.0
EXTENSION = (11.0, 11.0, 8.0)  # first, second, third (which brings a ruby besides)
TILE, HALF_PAIR = 12.0, 8.0
GOOD_WORTH = (2.2, 2.2, 2.2, 3.0)
CARD_WORTH = 3.0
ASSISTANT = (0.0, 5.0, 9.0, 12.0, 14.0, 15.0)  # by size of the stack
FAMILY_AWAY = -2.0
REACH = 0.55  # share of what could be done next turn that counts now
LATER = 0.8  # and for each further turn of walking
MIDDLING = a.Rolled(3, 4)
TEA_NUMBER = 7  # the announcement with the best average
MOST_STEPS = 40


class Advice(NamedTuple):
    """An action and why: a stable code for hints (docs/rules.md)."""

    action: a.Action
    reason: str


def choose(state: GameState, rng: Random) -> a.Action:
    """The action this player takes; between equals the generator decides."""
    return advise(state, rng).action


def advise(state: GameState, rng: Random, doubt: float = 0.0) -> Advice:
    """The action this player takes and what it is good for.

    ``doubt`` is the standard deviation, in Lira, by which it misjudges what actions lead to.

    >>> from companion.istanbul.setup import example_game
    >>> advise(example_game(), Random(1)).reason in REASONS
    True
    """
    seat = state.turn
    state = known_to(state, seat)
    candidates = _candidates(state)
    if len(candidates) == 1:
        return Advice(candidates[0], "only_way")
    ends = [_rest_of_turn(play(state, action), seat) for action in candidates]
    scores = [worth(end, seat) + (rng.gauss(0.0, doubt) if doubt else 0.0) for end in ends]
    best = [at for at, score in enumerate(scores) if score > max(scores) - 1e-9]
    at = rng.choice(best)
    return Advice(candidates[at], _reason(state.players[seat], ends[at].players[seat]))


def usual(state: GameState) -> a.Action | None:
    """What most people would do here, for phones to offer first; None where the merchant moves.  Cards stay in hand.

    >>> from companion.istanbul.setup import example_game
    >>> usual(example_game()) is None
    True
    >>> usual(play(example_game(), a.Move(Place.SPICE_WAREHOUSE)))
    LeaveAssistant()
    """
    if seat_to_act(state) is None or state.agenda[-1].step is Step.MOVE:
        return None
    seat = state.turn
    state = known_to(state, seat)
    candidates = [action for action in _candidates(state) if not _plays_card(state, action)]
    if len(candidates) < 2:
        return next(iter(candidates), None)
    return max(candidates, key=lambda action: worth(_rest_of_turn(play(state, action), seat), seat))


def _plays_card(state: GameState, action: a.Action) -> bool:
    """With real cards nobody knows whether it could be repeated."""
    if isinstance(action, a.Repeat):
        return Card.UNKNOWN in state.player.hand
    any_goods = isinstance(action, a.Sell) and action.any_goods
    return any_goods or isinstance(action, FREE_PLAYS)


# ------------------------------------------------------------------------- looking ahead


def _candidates(state: GameState) -> list[a.Action]:
    """The legal actions, of the announcements only the one with the best average."""
    legal = legal_actions(state)
    return [action for action in legal if not isinstance(action, a.Announce) or action.number == TEA_NUMBER]


def _rest_of_turn(state: GameState, seat: int) -> GameState:
    """Greedily to the end of this turn, with middling dice."""
    for _ in range(MOST_STEPS):
        state = _middling_chance(state)
        if state.over or state.turn != seat or state.agenda[-1].step is Step.MOVE:
            break
        state = play(state, _greedy(state, seat))
    return state


def _greedy(state: GameState, seat: int) -> a.Action:
    """Assistant and toll are the price of acting, so they are paid; else what brings most at once."""
    candidates = _candidates(state)
    if len(candidates) == 1 or state.agenda[-1].step in (Step.ASSISTANT, Step.TOLL):
        return candidates[0]
    return max(candidates, key=lambda action: _at_once(state, action, seat))


def _at_once(state: GameState, action: a.Action, seat: int) -> float:
    after = play(state, action)
    if isinstance(action, a.SendFamily):
        after = _rest_of_turn(after, seat)
    return wealth(_middling_chance(after).players[seat])


def _middling_chance(state: GameState) -> GameState:
    """Dice show seven; draws and tiles are the first that may come."""
    while not state.over and seat_to_act(state) is None:
        possible = outcomes(state)
        state = play(state, MIDDLING if MIDDLING in possible else next(iter(possible)))
    return state


# ------------------------------------------------------------------------- what a position is worth


def worth(state: GameState, seat: int) -> float:
    """Wealth and the best prospect of the next turns, in Lira."""
    player = state.players[seat]
    return wealth(player) + _prospect(state, player)


def wealth(player: Player) -> float:
    """What a player has, in Lira."""
    bought = player.capacity - CAPACITY_START
    total = player.rubies * RUBY + player.lira + sum(EXTENSION[:bought])
    total += sum(worth_ * held for worth_, held in zip(GOOD_WORTH, player.goods, strict=True))
    total += len(player.tiles) * TILE + len(player.hand) * CARD_WORTH
    for pair in ((Good.FABRIC, Good.SPICE), (Good.FRUIT, Good.JEWELRY)):
        total += HALF_PAIR * (sum(good in player.tiles for good in pair) == 1)
    total += ASSISTANT[len(player.stack)] if len(player.stack) < len(ASSISTANT) else ASSISTANT[-1]
    return total + (0.0 if player.family is Place.POLICE_STATION else FAMILY_AWAY)


def _prospect(state: GameState, player: Player) -> float:
    """The best thing that could be done at some place, less for every turn of walking."""
    best = 0.0
    for place, gain in _goals(state, player):
        turns = (distance(state.layout, player.merchant, place) + 1) // 2 or 2
        best = max(best, REACH * gain * LATER ** (turns - 1))
    return best


def _goals(state: GameState, player: Player) -> list[tuple[Place, float]]:
    goals = [*_ruby_goals(state, player), *_tile_goals(state, player)]
    bought = player.capacity - CAPACITY_START
    if player.capacity < CAPACITY_LIMIT and player.lira >= EXTENSION_PRICE:
        last = RUBY if player.capacity == CAPACITY_LIMIT - 1 else 0.0
        goals.append((Place.WAINWRIGHT, EXTENSION[bought] + last - EXTENSION_PRICE))
    sold = min(sum(player.goods), 5)
    goals.append((Place.LARGE_MARKET, 0.6 * (MARKET_LIRA[Place.LARGE_MARKET][sold] - 2.2 * sold)))
    goals.append((Place.SMALL_MARKET, 0.6 * (MARKET_LIRA[Place.SMALL_MARKET][sold] - 2.2 * sold)))
    if not player.stack:
        goals.append((Place.FOUNTAIN, ASSISTANT[min(len(player.assistants), 5)]))
    return goals


def _ruby_goals(state: GameState, player: Player) -> list[tuple[Place, float]]:
    goals = []
    left = state.rubies[RUBY_INDEX[Place.GEMSTONE_DEALER]]
    if left:
        share = min(1.0, player.lira / DEALER_PRICE[left])
        goals.append((Place.GEMSTONE_DEALER, share**3 * (RUBY - DEALER_PRICE[left])))
    left = state.rubies[RUBY_INDEX[Place.SULTANS_PALACE]]
    if left:
        named, free = PALACE_COST[left]
        has = sum(min(held, need) for held, need in zip(player.goods, named, strict=True))
        spare = min(free, sum(player.goods) - has)
        cost = sum(named) + free
        if max(named) <= player.capacity:
            goals.append((Place.SULTANS_PALACE, ((has + spare) / cost) ** 3 * (RUBY - 2.4 * cost)))
    return goals


def _tile_goals(state: GameState, player: Player) -> list[tuple[Place, float]]:
    goals = []
    for good, place in GOOD_MOSQUE.items():
        stack = state.mosques[GOOD_INDEX[good]]
        if good not in player.tiles and stack and stack[0] <= player.capacity:
            share = min(1.0, player.goods[GOOD_INDEX[good]] / stack[0])
            pair = RUBY - HALF_PAIR if any(_partner(good) is tile for tile in player.tiles) else HALF_PAIR
            goals.append((place, share**2 * (TILE + pair - 2.5)))
    return goals


def _partner(good: Good) -> Good:
    partners = {Good.FABRIC: Good.SPICE, Good.FRUIT: Good.JEWELRY}
    return (partners | {second: first for first, second in partners.items()})[good]


# ------------------------------------------------------------------------- reasons

REASONS = (
    "only_way", "brings_a_ruby", "brings_a_tile", "more_room", "brings_lira", "brings_goods",
    "brings_assistants_back", "brings_a_card", "on_the_way",
)  # fmt: skip
"""Reason codes of advice, for hints."""


def _reason(before: Player, after: Player) -> str:
    """What the turn brings most visibly."""
    gains = (
        ("brings_a_ruby", after.rubies > before.rubies),
        ("brings_a_tile", len(after.tiles) > len(before.tiles)),
        ("more_room", after.capacity > before.capacity),
        ("brings_lira", after.lira > before.lira),
        ("brings_goods", sum(after.goods) > sum(before.goods)),
        ("brings_assistants_back", len(after.stack) > len(before.stack)),
        ("brings_a_card", len(after.hand) > len(before.hand)),
    )
    return next((word for word, gained in gains if gained), "on_the_way")
