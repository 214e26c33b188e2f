"""What a bazaar card brings the player on turn and the others, and what they may be asked for it (1.9)."""

from collections.abc import Iterator

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import Bundle, Half, parse_card
from companion.dice_game.draft import Draft
from companion.dice_game.payments import payments, pays
from companion.dice_game.state import UNTOLD, GameState, Markers, Pending, Player
from companion.dice_game.steps.buy import ASK_TILE, give_tile, refill, refuse_area, refuse_display, take_tile
from companion.dice_game.steps.rules import Rule, StepRules, seat_of
from companion.dice_game.supply import may_have_ruby
from companion.dice_game.tables import CARD_DICE, DECLINE_LIRA, JOKER_INDEX, NO_GOODS, NO_MARKERS, SELLING
from companion.errors import RuleViolation


def half_of(pending: Pending) -> Half:
    """The area of the card that is carried out: the lower one for a seat that is not on turn."""
    face = parse_card(pending.card)
    return face.own if pending.seat is None or face.others is None else face.others


# ------------------------------------------------------------------------- what may be done


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    half = half_of(pending)
    if half.how == "either":
        yield from (a.Either(1), a.Either(2))
        return
    yield from _legal_fulfilment(state, pending, half)
    yield a.Decline()


def _legal_fulfilment(state: GameState, pending: Pending, half: Half) -> Iterator[a.Action]:
    player = state.players[seat_of(state, pending)]
    if half.special == "tile":
        yield from _legal_swaps(state, player)
    elif half.special == "ruby":
        for area in (area for area in SELLING if may_have_ruby(state, area)):
            yield from (a.Deal(markers, area) for markers in _ways(player, half.cost))
    elif half.how == "discard":
        yield from (a.Deal(markers) for markers in _ways(player, half.cost))
    elif _holds(player, pending, half):
        yield a.Deal()


def _legal_swaps(state: GameState, player: Player) -> Iterator[a.Action]:
    if not player.tiles:
        return
    for give in sorted(set(player.tiles)):
        for take in sorted(set(state.display) - {UNTOLD}):
            yield a.Swap(give, take)
    if UNTOLD in state.display:
        yield a.AskTile()


def _ways(player: Player, cost: Bundle) -> Iterator[Markers]:
    """Markers that pay the card; its brown ones must be brown."""
    brown = cost.markers[JOKER_INDEX]
    left = player.markers[JOKER_INDEX] - brown
    if left < 0 or player.crystals < cost.crystals or player.lira < cost.lira:
        return
    for payment in payments(cost.markers[:4], cost.any, NO_GOODS, (*player.markers[:4], left)):
        yield _plus_brown(payment.markers, brown)


def _plus_brown(markers: Markers, brown: int) -> Markers:
    r, y, g, b, jokers = markers
    return (r, y, g, b, jokers + brown)


def _holds(player: Player, pending: Pending, half: Half) -> bool:
    """What must be owned, not given: markers, or card dice spent in this action."""
    if half.how == "dice":
        return pending.number >= CARD_DICE
    return all(has >= need for has, need in zip(player.markers, half.cost.markers, strict=True))


# ------------------------------------------------------------------------- why not


def _refuse_deal(state: GameState, pending: Pending, action: a.Deal) -> RuleViolation | None:
    half = half_of(pending)
    if half.how in ("take", "either") or half.special == "tile":
        return RuleViolation("not_this_card", card=pending.card)
    if (action.area is not None) != (half.special == "ruby"):
        return RuleViolation("area_wanted" if half.special else "no_area_wanted", card=pending.card)
    refusal = None if action.area is None else refuse_area(state, action.area)
    return refusal or _refuse_cost(state, pending, half, action.markers)


def _refuse_cost(state: GameState, pending: Pending, half: Half, markers: Markers) -> RuleViolation | None:
    player, cost = state.players[seat_of(state, pending)], half.cost
    if half.how != "discard":
        fulfilled = markers == NO_MARKERS and _holds(player, pending, half)
        return None if fulfilled else RuleViolation("condition_not_met", card=pending.card)
    if player.lira < cost.lira:
        return RuleViolation("not_enough_lira", needs=cost.lira, has=player.lira)
    if player.crystals < cost.crystals:
        return RuleViolation("not_enough_crystals", needs=cost.crystals, has=player.crystals)
    paid = a.Payment(markers=_plus_brown(markers, -cost.markers[JOKER_INDEX]))
    if not pays(paid, cost.markers[:4], cost.any):
        return RuleViolation("wrong_payment", needs=cost.markers, any=cost.any)
    if any(asked > has for asked, has in zip(markers, player.markers, strict=True)):
        return RuleViolation("markers_not_there", asked=markers, has=player.markers)
    return None


def _refuse_decline(state: GameState, pending: Pending, action: a.Decline) -> RuleViolation | None:
    if half_of(pending).how in ("take", "either"):
        return RuleViolation("not_this_card", card=pending.card)
    return None


def _refuse_either(state: GameState, pending: Pending, action: a.Either) -> RuleViolation | None:
    return None if half_of(pending).how == "either" else RuleViolation("not_this_card", card=pending.card)


def _refuse_swap(state: GameState, pending: Pending, action: a.Swap) -> RuleViolation | None:
    if half_of(pending).special != "tile":
        return RuleViolation("not_this_card", card=pending.card)
    if action.give not in state.player.tiles:
        return RuleViolation("tile_not_owned", tile=action.give, possible=list(state.player.tiles))
    return refuse_display(state, action.take)


def _refuse_ask(state: GameState, pending: Pending, action: a.AskTile) -> RuleViolation | None:
    if half_of(pending).special != "tile" or not state.player.tiles:
        return RuleViolation("not_this_card", card=pending.card)
    return ASK_TILE.refuse(state, pending, action)


# ------------------------------------------------------------------------- what it brings


def _deal(draft: Draft, pending: Pending, action: a.Deal) -> None:
    half, seat = half_of(pending), seat_of(draft.state, pending)
    if half.how == "discard":
        draft.pay_markers(seat, action.markers, "card")
        draft.pay_crystals(seat, half.cost.crystals, "card")
        draft.pay_lira(seat, half.cost.lira, "card")
    draft.done()
    if action.area is not None:
        draft.take_ruby(action.area)
    draft.gain(seat, half.gain, "card")


def _decline(draft: Draft, pending: Pending, action: a.Decline) -> None:
    """The 1 Lira is for the player on turn only."""
    seat = seat_of(draft.state, pending)
    draft.add(e.CardDeclined(seat, pending.card))
    draft.done()
    if pending.seat is None:
        draft.gain_lira(seat, DECLINE_LIRA, "declined")


def _either(draft: Draft, pending: Pending, action: a.Either) -> None:
    half, seat = half_of(pending), seat_of(draft.state, pending)
    draft.done()
    draft.gain(seat, half.cost if action.which == 1 else half.gain, "card")


def _swap(draft: Draft, pending: Pending, action: a.Swap) -> None:
    draft.done()
    give_tile(draft, action.give)
    take_tile(draft, action.take)
    refill(draft)


def _settle(draft: Draft, pending: Pending) -> bool:
    """What is simply taken, and what cannot be fulfilled."""
    half, seat = half_of(pending), seat_of(draft.state, pending)
    if half.how == "take":
        draft.done()
        draft.gain(seat, half.gain, "card")
        return True
    if not isinstance(next(_legal(draft.state, pending)), a.Decline):
        return False
    _decline(draft, pending, a.Decline())
    return True


CARD = StepRules(
    legal=_legal,
    rules={
        a.Deal: Rule(_refuse_deal, _deal),
        a.Decline: Rule(_refuse_decline, _decline),
        a.Either: Rule(_refuse_either, _either),
        a.Swap: Rule(_refuse_swap, _swap),
        a.AskTile: Rule(_refuse_ask, ASK_TILE.carry_out),
    },
    settle=_settle,
)
