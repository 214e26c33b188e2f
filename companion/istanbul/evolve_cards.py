"""How do facts about bonus cards change the state?  ``CARDS`` maps each of their events to a small function."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.istanbul import events as e
from companion.istanbul.cards import sorted_hand, within, without_card
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import UNKNOWN


def with_player(state: GameState, seat: int, player: Player) -> GameState:
    """The state with this player on that seat."""
    players = state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def with_hand(player: Player, hand: tuple[Card, ...]) -> Player:
    """Another hand; what was seen of it stays seen as far as it is still there."""
    return replace(player, hand=hand, seen=within(player.seen, hand) if player.seen else ())


def _card_in(state: GameState, seat: int, card: Card) -> GameState:
    player = state.players[seat]
    return with_player(state, seat, replace(player, hand=sorted_hand([*player.hand, card])))


def _card_drawn(state: GameState, event: e.CardDrawn) -> GameState:
    return _card_in(state, event.seat, event.card)


def _card_taken(state: GameState, event: e.CardTaken) -> GameState:
    state = _card_in(replace(state, discard=state.discard[:-1]), event.seat, event.card)
    return _seen(state, event.seat, event.card) if state.options.cards == "real" else state


def _seen(state: GameState, seat: int, card: Card) -> GameState:
    player = state.players[seat]
    return with_player(state, seat, replace(player, seen=sorted_hand([*player.seen, card])))


def _card_out(state: GameState, event: e.CardPlayed | e.CardDiscarded) -> GameState:
    player = state.players[event.seat]
    state = replace(state, discard=(*state.discard, event.card))
    hand, seen = without_card(player.hand, event.card), player.seen
    if event.card in seen:
        seen = without_card(seen, event.card)
    return with_player(state, event.seat, replace(player, hand=hand, seen=seen))


def _deck_reshuffled(state: GameState, event: e.DeckReshuffled) -> GameState:
    return replace(state, discard=())


def _hand_told(state: GameState, event: e.HandTold) -> GameState:
    return with_player(state, event.seat, with_hand(state.players[event.seat], sorted_hand(list(event.cards))))


def _claim_dropped(state: GameState, event: e.ClaimDropped) -> GameState:
    player = state.players[event.seat]
    hand = sorted_hand([*without_card(player.hand, event.card), UNKNOWN])
    return with_player(state, event.seat, replace(player, hand=hand))


def _card_opened(state: GameState, event: e.CardOpened) -> GameState:
    player = state.players[event.seat]
    hand = sorted_hand([*without_card(player.hand, UNKNOWN), event.card])
    return _seen(with_player(state, event.seat, replace(player, hand=hand)), event.seat, event.card)


CARDS: dict[type, Callable[[GameState, Any], GameState]] = {
    e.CardDrawn: _card_drawn,
    e.CardTaken: _card_taken,
    e.CardPlayed: _card_out,
    e.CardDiscarded: _card_out,
    e.DeckReshuffled: _deck_reshuffled,
    e.HandTold: _hand_told,
    e.ClaimDropped: _claim_dropped,
    e.CardOpened: _card_opened,
}
