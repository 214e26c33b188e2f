"""What can the player on turn pay with, and why is a payment refused?"""

from companion.dice_game.actions import Payment
from companion.dice_game.payments import pays
from companion.dice_game.state import GameState, Goods
from companion.errors import RuleViolation


def goods_dice(state: GameState) -> Goods:
    """Unused dice that show goods."""
    return state.dice[:4]


def refuse_holding(state: GameState, payment: Payment) -> RuleViolation | None:
    """Are these dice and markers there at all?"""
    dice, markers = goods_dice(state), state.player.markers
    if any(not 0 <= asked <= there for asked, there in zip(payment.dice, dice, strict=True)):
        return RuleViolation("dice_not_there", asked=payment.dice, has=dice)
    if any(not 0 <= asked <= there for asked, there in zip(payment.markers, markers, strict=True)):
        return RuleViolation("markers_not_there", asked=payment.markers, has=markers)
    return None


def refuse_payment(state: GameState, payment: Payment, needs: Goods, free: int = 0) -> RuleViolation | None:
    """Does it pay exactly these goods, and is it there?"""
    if not pays(payment, needs, free):
        return RuleViolation("wrong_payment", needs=needs, any=free)
    return refuse_holding(state, payment)
