"""What do the easy and the middle rival do?  They are the sensible player of ``policy``; the easy one misjudges."""

from random import Random

from msgspec.structs import replace

from companion.istanbul.advice import policy
from companion.istanbul.names import Card
from companion.istanbul.rival.advice import Reason, RivalAdvice
from companion.istanbul.rival.turn import candidates
from companion.istanbul.state import GameState

EASY_DOUBT = 3.0  # Lira


def advise(state: GameState, rng: Random, doubt: float = 0.0) -> RivalAdvice:
    """The action of the seat to act, and why; only cards that are surely in hand are played."""
    possible = candidates(state)
    if len(possible) == 1:
        return RivalAdvice(possible[0], (Reason("only_way"),))
    advice = policy.advise(state, rng, doubt)
    if advice.action not in possible:
        advice = policy.advise(_without_unknown_cards(state), rng, doubt)
    return RivalAdvice(advice.action if advice.action in possible else possible[0], (Reason(advice.reason),))


def _without_unknown_cards(state: GameState) -> GameState:
    """The hand of the seat to act as if it were the cards that are known."""
    hand = tuple([card for card in state.player.hand if card is not Card.UNKNOWN])
    players = list(state.players)
    players[state.turn] = replace(state.player, hand=hand)
    return replace(state, players=tuple(players))
