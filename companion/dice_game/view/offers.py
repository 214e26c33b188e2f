"""What may the seat to act do, in words, and what does each thing cost?  And what does the table owe?

A thing that can be paid in several ways is offered once, the best way first (``best``).  What is typed or tapped in
(dice, prices, faces) goes back in a form: the notation of the action with gaps in braces.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from companion.dice_game import actions as a
from companion.dice_game.advice.answers import known_answers
from companion.dice_game.advice.best_payment import best_first, brings_nothing
from companion.dice_game.copy.faces import parse_tile
from companion.dice_game.copy.forms import CARD_FORMS, TILE_FORMS, said
from companion.dice_game.engine import legal_actions, outcomes, seat_to_act
from companion.dice_game.names import Area
from companion.dice_game.notation.lines import format_action
from companion.dice_game.payments import missing_goods
from companion.dice_game.state import UNTOLD, GameState, Pending, Step
from companion.dice_game.steps.buy import ruby_cost
from companion.dice_game.steps.pay import goods_dice
from companion.dice_game.supply import may_have_ruby, price_of
from companion.dice_game.tables import CARPET_START, FACE_LETTERS, HIGHEST_PRICE, SELLING
from companion.dice_game.view.offer_words import card_plain, offer_words, tile_plain
from companion.dice_game.view.vocabulary import AREAS, goods_words, letters, tile_name
from companion.face import Names, Plain
from companion.game import Say

MOST_WAYS = 9
"""Ways to pay shown for one thing."""
USUAL_PRICE = 5
"""Where one begins to count when nobody has published a price."""
_NOTHING: Plain = {"choices": [], "chance": None, "refusals": {}}


def choices(state: GameState, names: Names, say: Say) -> Plain:
    """``choices`` of the seat to act, or what ``chance`` owes, and the ``refusals`` for what is not possible."""
    if state.over:
        return _NOTHING
    if seat_to_act(state) is None:
        return _NOTHING | {"chance": _owed(state, state.agenda[-1], say)}
    if state.agenda[-1].step is Step.REROLL:
        return _NOTHING | {"choices": [_reroll(state, say), _offer(state, a.Keep(), say)]}
    refusals = _refusals(state, say) if state.agenda[-1].step is Step.ACT else {}
    return _NOTHING | {"choices": [_thing(state, ways, say) for ways in _things(state)], "refusals": refusals}


# ------------------------------------------------------------------------- things and ways


class _Key(NamedTuple):
    """What makes two actions ways to do the same thing."""

    kind: type
    what: object


def _things(state: GameState) -> Iterable[tuple[a.Action, ...]]:
    """Legal actions, those that differ only in their payment put together; what brings nothing comes last."""
    things: dict[_Key, list[a.Action]] = {}
    for action in legal_actions(state):
        things.setdefault(_Key(type(action), _what(action)), []).append(action)
    found = [best_first(state, ways) if _is_paid(ways[0]) else tuple(ways) for ways in things.values()]
    return sorted(found, key=lambda ways: brings_nothing(state, ways[0]))


def _what(action: Any) -> object:
    if isinstance(action, a.Deal):
        return action.area
    if _is_paid(action):
        return (getattr(action, "good", None), getattr(action, "tile", None), getattr(action, "area", None))
    return action


def _is_paid(action: Any) -> bool:
    return isinstance(action, (a.Pair, a.Two, a.Three, a.Four, a.BuyTile, a.BuyRuby))


def _thing(state: GameState, ways: tuple[a.Action, ...], say: Say) -> Plain:
    listed = [{"do": [format_action(way)], "pay": _pay(way)} for way in ways[:MOST_WAYS]]
    return _offer(state, ways[0], say) | {"ways": listed}


def _offer(state: GameState, action: Any, say: Say) -> Plain:
    words = offer_words(state, action, say)
    return {
        "do": [format_action(action)],
        "kind": type(action).__name__,
        "group": "end" if isinstance(action, (a.EndTurn, a.Keep, a.Decline)) else "step",
        "text": words.text,
        "detail": words.detail,
        "pay": _pay(action),
        "gain": words.gain,
        "facts": _facts(action),
        "ways": [],
    }


def _pay(action: Any) -> Plain:
    """What is given, as letters: dice, then markers."""
    if isinstance(action, a.Deal):
        return {"dice": "", "markers": letters(action.markers)}
    if isinstance(action, a.Cards):
        return {"dice": FACE_LETTERS[-1] * action.number, "markers": ""}
    payment = getattr(action, "payment", a.Payment())
    return {"dice": letters(payment.dice, FACE_LETTERS), "markers": letters(payment.markers)}


def _facts(action: Any) -> Plain:
    """Where on the table it belongs, for what is tapped there."""
    tile = getattr(action, "tile", None) or getattr(action, "take", None)
    facts = {"area": getattr(action, "area", None), "tile": tile, "card": getattr(action, "card", None)}
    return {key: str(value) for key, value in facts.items() if value is not None}


def _reroll(state: GameState, say: Say) -> Plain:
    words = offer_words(state, a.Reroll(state.dice), say)
    form = {"form": "reroll {dice}", "dice": letters(state.dice, FACE_LETTERS), "crystals": state.player.crystals}
    return _offer(state, a.Reroll(state.dice), say) | {"do": [], "text": words.text, "group": "reroll", **form}


# ------------------------------------------------------------------------- what the table owes


def _owed(state: GameState, pending: Pending, say: Say) -> Plain:
    """What must be said, the form it goes back in, and what was told before, for one tap."""
    return {"offers": [_answer(state, offer, say) for offer in known_answers(state)]} | _OWED[pending.step](
        state, pending, say
    )


def _answer(state: GameState, offer: Any, say: Say) -> Plain:
    """An answer known before, with what it looks like."""
    answer: Plain = {"do": [format_action(offer)], "text": offer_words(state, offer, say).text}
    if isinstance(offer, a.TellTile):
        return answer | {"tile": tile_plain(offer.tile, say)}
    return answer | {"card": card_plain(offer.card, say)} if isinstance(offer, a.Revealed) else answer


def _owed_dice(state: GameState, pending: Pending, say: Say) -> Plain:
    return {"ask": "dice", "form": "rolled {dice}", "number": pending.number}


def _owed_price(state: GameState, pending: Pending, say: Say) -> Plain:
    area = pending.area or Area.MOSQUE
    if area is Area.MOSQUE:
        return {"ask": "mosque", "area": str(area)}
    least = sum(CARPET_START) if area is Area.CARPET else 1
    hints = [offer.price for offer in known_answers(state) if isinstance(offer, a.TellPrice)]
    numbers = {"least": least, "most": HIGHEST_PRICE, "first": hints[0] if hints else max(least, USUAL_PRICE)}
    return {"ask": "price", "area": str(area), "form": f"price {area} {{price}}", **numbers}


def _owed_tile(state: GameState, pending: Pending, say: Say) -> Plain:
    return {"ask": "tile", "form": "told {face}", "forms": said(TILE_FORMS, say)}


def _owed_card(state: GameState, pending: Pending, say: Say) -> Plain:
    """A card nobody is going to use need not be told, as long as one of those revealed is."""
    more = len(state.agenda) > 1 and state.agenda[-2].step is Step.REVEAL
    hidden = ["revealed ?"] if more or set(state.revealed) - {UNTOLD} else []
    return {"ask": "card", "form": "revealed {face}", "forms": said(CARD_FORMS, say), "pass": hidden}


def _owed_by_app(state: GameState, pending: Pending, say: Say) -> Plain:
    """The app's own tile or card, where it is not dealt by itself."""
    return {"ask": "deal", "outcomes": [format_action(one) for one in outcomes(state)]}


_OWED: dict[Step, Callable[[GameState, Pending, Say], Plain]] = {
    Step.ROLL: _owed_dice,
    Step.PRICE: _owed_price,
    Step.TILE: _owed_tile,
    Step.REVEAL: _owed_card,
    Step.SHOW: _owed_by_app,
}

# ------------------------------------------------------------------------- why not


def _refusals(state: GameState, say: Say) -> Plain:
    """What is missing for the rubies and tiles that cannot be paid now."""
    return {"areas": _areas(state, say), "tiles": _tiles(state, say)}


def _areas(state: GameState, say: Say) -> Plain:
    reasons = {area: _why_no_ruby(state, area, say) for area in SELLING}
    return {str(area): reason for area, reason in reasons.items() if reason}


def _why_no_ruby(state: GameState, area: Area, say: Say) -> str:
    price = price_of(state, area)
    if not may_have_ruby(state, area):
        return say("No ruby is left: {area}.").format(area=say(AREAS[area]))
    if not price:
        return ""
    if area is Area.LIRA:
        short = price - state.player.lira
        return say("{n} Lira are missing for this ruby.").format(n=short) if short > 0 else ""
    return _missing(state, *ruby_cost(area, price), say)


def _tiles(state: GameState, say: Say) -> Plain:
    known = sorted(set(state.display) - {UNTOLD})
    reasons = {tile: _missing(state, parse_tile(tile).cost, parse_tile(tile).free, say) for tile in known}
    return {tile: f"{tile_name(tile, say)}: {reason}" for tile, reason in reasons.items() if reason}


def _missing(state: GameState, needs: tuple[int, int, int, int], free: int, say: Say) -> str:
    dice, markers = goods_dice(state), state.player.markers
    short = missing_goods(needs, free, dice, markers)
    if not short:
        return ""
    text = say("This takes {needs}; missing among dice and markers: {n}.")
    return text.format(needs=goods_words(needs, free, say), n=short)
