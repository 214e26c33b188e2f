"""Two states that differ in hidden cards only, and what is seen of a state."""

from collections import Counter
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.istanbul.cards import sorted_hand
from companion.istanbul.engine import seat_to_act
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import CARD_COPIES
from companion.istanbul.view.face import FACE

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")


def redealt(state: GameState, rng: Random, keep: int | None = None) -> GameState:
    """The hidden cards of all seats but ``keep`` dealt anew from those nobody can tell apart.

    With real cards what a seat told the app is hidden as well: it tells other cards, or fewer, or more.
    """
    real = state.options.cards == "real"
    pool = Counter(CARD_COPIES) - Counter(state.discard)
    for seat, player in enumerate(state.players):
        pool -= Counter(card for card in _open(player, seat == keep) if card is not Card.UNKNOWN)
    left = [*pool.elements()]
    rng.shuffle(left)
    players = [
        player if seat == keep else _dealt(player, left, rng if real else None)
        for seat, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players))


def _open(player: Player, is_kept: bool) -> tuple[Card, ...]:
    return player.hand if is_kept else player.seen


def _dealt(player: Player, left: list[Card], rng: Random | None) -> Player:
    hidden = [left.pop() for _ in range(len(player.hand) - len(player.seen))]
    told = [Card.UNKNOWN if rng is not None and rng.random() < 0.5 else card for card in hidden]
    return replace(player, hand=sorted_hand([*player.seen, *told]))


def what_all_see(state: GameState) -> dict[str, Any]:
    """All that screens show to everybody: the table, every player, whose turn it is and for what, what chance owes."""
    names = NAMES[: len(state.players)]
    acting = seat_to_act(state)
    return {
        "acting": acting,
        "turn": FACE.turn(state, names, str),
        "table": FACE.table(state, names, str),
        "players": [FACE.player(state, seat, str) for seat in range(len(names))],
        "chance": FACE.choices(state, names, str) if acting is None else None,
    }
