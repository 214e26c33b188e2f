"""Mosque tiles and rubies: what they cost, what they bring, and what must be asked first (1.5, 1.7, 1.8)."""

from collections.abc import Iterator

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.draft import Draft
from companion.dice_game.names import Area, TileKind
from companion.dice_game.payments import payments
from companion.dice_game.state import UNTOLD, Code, GameState, Goods, Pending, Step
from companion.dice_game.steps.pay import goods_dice, refuse_payment
from companion.dice_game.steps.rules import Rule
from companion.dice_game.supply import (
    may_have_ruby,
    mosque_target,
    price_of,
    rubies_left,
    spare_dice,
    stack_size,
)
from companion.dice_game.tables import CARPET_START, COLOR_AREAS, NO_GOODS, ONE_GOOD, SELLING
from companion.errors import RuleViolation

# ------------------------------------------------------------------------- tiles


def legal_tiles(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """Every way to pay for every face-up tile the app has been told."""
    for tile in sorted(set(state.display) - {UNTOLD}):
        face = parse_tile(tile)
        for payment in payments(face.cost, face.free, goods_dice(state), state.player.markers):
            yield a.BuyTile(tile, payment)


def refuse_display(state: GameState, tile: Code) -> RuleViolation | None:
    """Does the tile lie open, and is it known?"""
    if tile in state.display and tile != UNTOLD:
        return None
    return RuleViolation("tile_not_open", tile=tile, possible=list(state.display))


def _refuse_tile(state: GameState, pending: Pending, action: a.BuyTile) -> RuleViolation | None:
    refusal = refuse_display(state, action.tile)
    if refusal is not None:
        return refusal
    face = parse_tile(action.tile)
    return refuse_payment(state, action.payment, face.cost, face.free)


def _buy_tile(draft: Draft, pending: Pending, action: a.BuyTile) -> None:
    draft.add(e.ActionUsed(draft.seat, "tile"))
    draft.pay(action.payment, "tile")
    take_tile(draft, action.tile)
    refill(draft)


def take_tile(draft: Draft, tile: Code) -> None:
    """The tile works from the next turn; its die and the mosque's ruby come at once."""
    draft.add(e.TileTaken(draft.seat, tile))
    if parse_tile(tile).kind is TileKind.DIE and spare_dice(draft.state) > 0:
        draft.add(e.DieTaken(draft.seat))
    player = draft.player
    if len(player.tiles) != mosque_target(draft.state) or player.mosque_ruby:
        return
    left = rubies_left(draft.state, Area.MOSQUE)
    if left is None:
        draft.due(Pending(Step.PRICE, area=Area.MOSQUE))
    elif left:
        draft.take_ruby(Area.MOSQUE)


def give_tile(draft: Draft, tile: Code) -> None:
    """Under the stack; a die that has no tile any more goes back."""
    draft.add(e.TileGiven(draft.seat, tile))
    dies = sum(parse_tile(own).kind is TileKind.DIE for own in draft.player.tiles)
    if draft.player.dice > dies:
        draft.add(e.DieReturned(draft.seat))


def refill(draft: Draft) -> None:
    """The next tile of the stack; an empty stack leaves a gap."""
    if stack_size(draft.state) <= 0:
        return
    if draft.state.options.cards == "app":
        draft.due(Pending(Step.SHOW))
    else:
        draft.add(e.DisplayFilled(UNTOLD))


# ------------------------------------------------------------------------- rubies


def ruby_cost(area: Area, price: int) -> tuple[Goods, int]:
    """Goods of each colour and goods of any colour for a ruby."""
    if area is Area.CARPET:
        return CARPET_START, price - sum(CARPET_START)
    r, y, g, b = ONE_GOOD[COLOR_AREAS[area]]
    return (r * price, y * price, g * price, b * price), 0


def legal_rubies(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """Every way to pay for the next ruby of every area whose price is known."""
    for area in SELLING:
        price = price_of(state, area)
        if not price or not may_have_ruby(state, area):
            continue
        if area is not Area.LIRA:
            for payment in payments(*ruby_cost(area, price), goods_dice(state), state.player.markers):
                yield a.BuyRuby(area, payment)
        elif state.player.lira >= price:
            yield a.BuyRuby(area)


def refuse_area(state: GameState, area: Area) -> RuleViolation | None:
    """Is a ruby to be had there?"""
    if area is Area.MOSQUE:
        return RuleViolation("mosque_ruby_not_sold", tiles=mosque_target(state))
    return None if may_have_ruby(state, area) else RuleViolation("no_ruby_left", area=area)


def _refuse_ruby(state: GameState, pending: Pending, action: a.BuyRuby) -> RuleViolation | None:
    refusal = refuse_area(state, action.area)
    if refusal is not None:
        return refusal
    price = price_of(state, action.area)
    if not price:
        return RuleViolation("price_unknown", area=action.area)
    if action.area is not Area.LIRA:
        return refuse_payment(state, action.payment, *ruby_cost(action.area, price))
    if state.player.lira < price:
        return RuleViolation("not_enough_lira", needs=price, has=state.player.lira)
    return refuse_payment(state, action.payment, NO_GOODS)


def _buy_ruby(draft: Draft, pending: Pending, action: a.BuyRuby) -> None:
    draft.add(e.ActionUsed(draft.seat, "ruby"))
    if action.area is Area.LIRA:
        draft.pay_lira(draft.seat, price_of(draft.state, action.area), "ruby")
    draft.pay(action.payment, "ruby")
    draft.take_ruby(action.area)


# ------------------------------------------------------------------------- what nobody has told yet


def legal_questions(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """What may be asked of the table."""
    for area in SELLING:
        if not price_of(state, area) and may_have_ruby(state, area):
            yield a.AskPrice(area)
    if UNTOLD in state.display:
        yield a.AskTile()


def _refuse_question(state: GameState, pending: Pending, action: a.AskPrice) -> RuleViolation | None:
    refusal = refuse_area(state, action.area)
    if refusal is None and price_of(state, action.area):
        return RuleViolation("price_known", area=action.area, price=price_of(state, action.area))
    return refusal


def _refuse_tile_question(state: GameState, pending: Pending, action: a.AskTile) -> RuleViolation | None:
    return None if UNTOLD in state.display else RuleViolation("tiles_known", display=list(state.display))


def _ask_price(draft: Draft, pending: Pending, action: a.AskPrice) -> None:
    draft.add(e.TableAsked(draft.seat, str(action.area)))
    draft.due(Pending(Step.PRICE, area=action.area))


def _ask_tile(draft: Draft, pending: Pending, action: a.AskTile) -> None:
    draft.add(e.TableAsked(draft.seat, "tile"))
    draft.due(Pending(Step.TILE))


ASK_TILE = Rule(_refuse_tile_question, _ask_tile)
BUY_RULES: dict[type, Rule] = {
    a.BuyTile: Rule(_refuse_tile, _buy_tile),
    a.BuyRuby: Rule(_refuse_ruby, _buy_ruby),
    a.AskPrice: Rule(_refuse_question, _ask_price),
    a.AskTile: ASK_TILE,
}
