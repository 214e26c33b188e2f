"""What has happened so far in one action?  A ``Draft`` collects events and knows the state after them.

It lives only while one action is decided; every change of the state still goes through ``evolve``.
"""

from companion.dice_game import events as e
from companion.dice_game.actions import Payment
from companion.dice_game.copy.faces import Bundle
from companion.dice_game.evolve import EVOLVE
from companion.dice_game.names import Area
from companion.dice_game.state import Faces, GameState, Goods, Markers, Pending, Player, Step
from companion.dice_game.supply import end_reached, held, in_supply, ruby_target
from companion.dice_game.tables import MARKER_LETTERS, NO_GOODS, NO_MARKERS
from companion.engine.deciding import BaseDraft


class Draft(BaseDraft[GameState]):
    """Events of the action being decided and the state after them."""

    __slots__ = ()
    EVOLVE = EVOLVE
    DONE = e.StepDone

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.state.players[self.state.turn]

    def due(self, *steps: Pending) -> None:
        """These are due before what was due, the last one first."""
        if steps:
            self.add(e.StepsAdded(steps))

    # --- paying

    def pay(self, payment: Payment, why: str) -> None:
        """Goods by dice and markers, of the player on turn."""
        if payment.dice != NO_GOODS:
            self.add(e.DiceUsed(self.seat, (*payment.dice, 0, 0)))
        self.pay_markers(self.seat, payment.markers, why)

    def pay_markers(self, seat: int, markers: Markers, why: str) -> None:
        """Markers to the supply."""
        if markers != NO_MARKERS:
            self.add(e.MarkersPaid(seat, markers, why))

    def pay_lira(self, seat: int, lira: int, why: str) -> None:
        """Lira to the supply."""
        if lira:
            self.add(e.LiraPaid(seat, lira, why))

    def pay_crystals(self, seat: int, crystals: int, why: str) -> None:
        """Crystals to the supply."""
        if crystals:
            self.add(e.CrystalsPaid(seat, crystals, why))

    def use_dice(self, dice: Faces) -> None:
        """Dice of the player on turn serve an action."""
        self.add(e.DiceUsed(self.seat, dice))

    # --- gaining, with the shortage rule

    def gain(self, seat: int, bundle: Bundle, why: str) -> None:
        """Everything in the bundle; markers of choice are asked for next."""
        self.gain_markers(seat, bundle.markers, why)
        self.gain_crystals(seat, bundle.crystals, why)
        self.gain_lira(seat, bundle.lira, why)
        if bundle.any:
            self.due(Pending(Step.CHOOSE, None if seat == self.seat else seat, bundle.any))

    def gain_markers(self, seat: int, markers: Markers, why: str) -> None:
        """Colour by colour, as far as there are any."""
        if markers == NO_MARKERS:
            return
        r, y, g, b, j = (self._fetch(what, wanted) for what, wanted in zip(MARKER_LETTERS, markers, strict=True))
        self.add(e.MarkersGained(seat, (r, y, g, b, j), why, sum(markers) - (r + y + g + b + j)))

    def gain_goods(self, seat: int, goods: Goods, why: str) -> None:
        """Markers that are not brown."""
        self.gain_markers(seat, (*goods, 0), why)

    def gain_crystals(self, seat: int, crystals: int, why: str) -> None:
        """Crystals, as far as there are any."""
        if crystals:
            found = self._fetch("X", crystals)
            self.add(e.CrystalsGained(seat, found, why, crystals - found))

    def gain_lira(self, seat: int, lira: int, why: str) -> None:
        """Lira, as far as there are any."""
        if lira:
            found = self._fetch("L", lira)
            self.add(e.LiraGained(seat, found, why, lira - found))

    def _fetch(self, what: str, wanted: int) -> int:
        """The supply is short: everybody who has one returns one, until there is enough or nobody has any (1.6)."""
        if not wanted:
            return 0
        there = in_supply(self.state, what)
        owned = [held(player, what) for player in self.state.players]
        left = list(owned)
        while there < wanted and any(left):
            there += sum(number > 0 for number in left)
            left = [max(0, number - 1) for number in left]
        for seat, (before, after) in enumerate(zip(owned, left, strict=True)):
            if before > after:
                self.add(e.Returned(seat, what, before - after))  # type: ignore[arg-type]
        return min(wanted, there)

    # --- rubies

    def take_ruby(self, area: Area) -> None:
        """The next ruby of an area."""
        self.add(e.RubyTaken(self.seat, area))
        self.end_if_due()

    def end_if_due(self) -> None:
        """Rubies enough, or none left to be bought: this is the last round."""
        if not self.state.ending and end_reached(self.state):
            rubies = [player.rubies for player in self.state.players]
            richest = rubies.index(max(rubies))
            others = rubies[richest] > rubies[self.seat] and rubies[richest] >= ruby_target(self.state)
            self.add(e.EndTriggered(richest if others else self.seat))
