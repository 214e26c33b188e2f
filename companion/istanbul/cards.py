"""What are bonus cards played for, and what is known about them?

The draw pile is what is in nobody's hand and not in the discard pile.  With real cards a hand may hold UNKNOWN cards.
Such a card may be any kind of which a copy is left that neither its owner nor everybody has seen; what others told the
app of their hands is theirs alone and forbids nobody anything.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import CARD_COPIES, CARD_INDEX, CARD_KINDS, DECK_SIZE, UNKNOWN

CARD_NEEDED: dict[type[a.Action], Card] = {
    a.LongMove: Card.LONG_MOVE,
    a.Stay: Card.STAY,
    a.PlayGood: Card.GOOD,
    a.PlayLira: Card.LIRA5,
    a.PlayFamilyHome: Card.FAMILY_HOME,
    a.PlayReturn: Card.RETURN,
}
"""The card that an action of this kind always plays."""
FREE_PLAYS = (a.PlayGood, a.PlayLira, a.PlayFamilyHome, a.PlayReturn, a.UseYellowTile)
"""Cards, and the yellow tile, that are played between the steps of a turn."""
FROM_HAND = (a.LongMove, a.Stay, a.PlayReturn, a.PlayFamilyHome)
"""Cards that move wood, or keep it where it is."""
PAID = (*FROM_HAND, a.UseYellowTile)
"""These cards and the yellow tile: no camera sees with which of them wood was moved."""


def pile_size(state: GameState) -> int:
    """Number of cards in the draw pile."""
    return DECK_SIZE - len(state.discard) - sum([len(player.hand) for player in state.players])


def can_draw(state: GameState) -> bool:
    """Can a card be drawn?  (The discard pile is empty whenever the draw pile is.)"""
    return pile_size(state) > 0


def unseen_copies(state: GameState) -> dict[Card, int]:
    """Copies of each kind that are neither in the discard pile nor known in a hand; only kinds that have some."""
    seen = [*state.discard]
    for player in state.players:
        seen += player.hand
    return {card: left for card, copies in CARD_COPIES.items() if (left := copies - seen.count(card)) > 0}


def seen_elsewhere(state: GameState, player: Player) -> list[Card]:
    """The cards of which everybody knows that this hand does not hold them."""
    others = (other.seen for other in state.players if other is not player)
    return [*state.discard, *chain.from_iterable(others)]


def _possible_kinds(state: GameState, player: Player) -> list[Card]:
    """What an unknown card of this hand may be, as far as its owner and everybody can tell."""
    gone = [*seen_elsewhere(state, player), *player.hand]
    return [card for card, copies in CARD_COPIES.items() if gone.count(card) < copies]


def may_hold(state: GameState, player: Player, card: Card) -> bool:
    """Does the hand hold this kind, or an unknown card that may be of this kind?"""
    return card in player.hand or (UNKNOWN in player.hand and card in _possible_kinds(state, player))


def refuse_unheld(state: GameState, player: Player, card: Card) -> RuleViolation | None:
    """Why this card cannot be given away: a real card names itself when it is shown."""
    if card is UNKNOWN:
        return RuleViolation("card_not_named", possible=list(held_kinds(state, player)))
    return None if may_hold(state, player, card) else RuleViolation("card_not_held", card=card)


def held_kinds(state: GameState, player: Player) -> Iterator[Card]:
    """The kinds this hand may hold, in the order of the table."""
    hand = player.hand
    if UNKNOWN not in hand:
        yield from dict.fromkeys(hand)
        return
    possible = _possible_kinds(state, player)
    for card in CARD_KINDS:
        if card in hand or card in possible:
            yield card


def sorted_hand(cards: list[Card]) -> tuple[Card, ...]:
    """A hand in the order of ``Card``, so that equal hands are equal values."""
    cards.sort(key=CARD_INDEX.__getitem__)
    return tuple(cards)


def within(cards: tuple[Card, ...], hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Those of these cards that are in the hand."""
    return sorted_hand([*(Counter(cards) & Counter(hand)).elements()])


def without_card(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand less one card of this kind, an unknown one where the kind is not known to be there."""
    at = hand.index(card if card in hand else UNKNOWN)
    return hand[:at] + hand[at + 1 :]
