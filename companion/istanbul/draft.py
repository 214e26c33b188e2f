"""What has happened so far in one action?  A ``Draft`` collects events and knows the state after them.

It lives only while one action is decided; every change of the state still goes through ``evolve``.
"""

from companion.engine.deciding import BaseDraft
from companion.istanbul import events as e
from companion.istanbul.cards import pile_size
from companion.istanbul.evolve import EVOLVE
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Goods, Player
from companion.istanbul.tables import CARD_COPIES, NO_GOODS


class Draft(BaseDraft[GameState]):
    """Events of the action being decided and the state after them."""

    __slots__ = ()
    EVOLVE = EVOLVE
    DONE = e.StepDone

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.state.players[self.state.turn]

    def gain_lira(self, lira: int, why: str) -> None:
        """Lira from the supply."""
        self.add(e.LiraGained(self.seat, lira, why))

    def pay_lira(self, lira: int, why: str) -> None:
        """Lira to the supply."""
        self.add(e.LiraPaid(self.seat, lira, why))

    def gain_goods(self, goods: Goods, why: str) -> None:
        """Goods as far as there is room; the rest is lost (Q27)."""
        player = self.player
        room = player.capacity
        gained = tuple([min(more, room - held) for more, held in zip(goods, player.goods, strict=True)])
        lost = NO_GOODS if gained == goods else tuple([a - b for a, b in zip(goods, gained, strict=True)])
        self.add(e.GoodsGained(self.seat, gained, why, lost))  # type: ignore[arg-type]

    def pay_goods(self, goods: Goods, why: str) -> None:
        """Goods off the wheelbarrow."""
        self.add(e.GoodsPaid(self.seat, goods, why))

    def play_card(self, card: Card, seat: int | None = None) -> None:
        """A card has been resolved and goes on the discard pile."""
        self._card(e.CardPlayed(self.seat if seat is None else seat, card))

    def discard_card(self, card: Card) -> None:
        """A card is given away."""
        self._card(e.CardDiscarded(self.seat, card))

    def draw_card(self, card: Card) -> None:
        """The top card of the draw pile."""
        self._card(e.CardDrawn(self.seat, card))

    def drop_claims(self, card: Card, right: int) -> None:
        """Real cards: what one seat shows or tells of a card is right; what others told that cannot be is dropped."""
        players = self.state.players
        known = self.state.discard.count(card) + sum(player.hand.count(card) for player in players)
        told = [
            seat
            for seat, player in enumerate(players)
            for _ in range(player.hand.count(card) - player.seen.count(card) if seat != right else 0)
        ]
        for seat in told[: max(0, known - CARD_COPIES[card])]:
            self.add(e.ClaimDropped(seat, card))

    def _card(self, event: e.CardDrawn | e.CardPlayed | e.CardDiscarded) -> None:
        self.add(event)
        if self.state.options.cards == "real" and event.card is not Card.UNKNOWN:
            self.drop_claims(event.card, event.seat)
        if self.state.discard and pile_size(self.state) == 0:  # at once (Q25)
            self.add(e.DeckReshuffled(len(self.state.discard)))
