"""What does a choice say on its button?  A short text, a detail and what it brings, for every kind of action."""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.dice_game import actions as a
from companion.dice_game.copy.faces import Bundle, CardFace, Half, parse_card, parse_tile
from companion.dice_game.names import Area, TileKind
from companion.dice_game.state import UNTOLD, GameState, Pending
from companion.dice_game.supply import count_kind, price_of, throw_size
from companion.dice_game.tables import COIN_FACE, COIN_LIRA, DECLINE_LIRA, FACE_LETTERS, GOODS
from companion.dice_game.view.vocabulary import (
    AREAS,
    FAMILIES,
    GOOD_NAMES,
    INCOMES,
    TILE_HELP,
    bundle_words,
    card_name,
    half_words,
    letters,
    lira_words,
    signs_words,
    tile_name,
)
from companion.face import Plain
from companion.game import Say
from companion.words import Counted, mark, mark_counted


class Words(NamedTuple):
    """A button: text, detail, and in signs what it brings."""

    text: str
    detail: str = ""
    gain: Plain | None = None


Teller = Callable[[GameState, Any, Say], Words]


def offer_words(state: GameState, action: Any, say: Say) -> Words:
    """The words of an offered action."""
    return _TELLERS[type(action)](state, action, say)


def bundle_signs(bundle: Bundle) -> Plain:
    """A bundle for pictures: letters of markers, ``*`` and crystals, and the Lira."""
    return {"signs": letters(bundle.markers) + "*" * bundle.any + "X" * bundle.crystals, "lira": bundle.lira}


def tile_plain(tile: str, say: Say) -> Plain:
    """A mosque tile for screens."""
    if tile == UNTOLD:
        return {"id": tile, "kind": "", "good": None, "cost": "", "name": tile_name(tile, say), "help": ""}
    face = parse_tile(tile)
    return {
        "id": tile,
        "kind": str(face.kind),
        "good": None if face.good is None else str(face.good),
        "cost": letters(face.cost) + "*" * face.free,
        "name": tile_name(tile, say),
        "help": say(TILE_HELP[face.kind]),
    }


def card_plain(card: str, say: Say) -> Plain:
    """A bazaar card for screens: both areas in words and in signs."""
    if card == UNTOLD:
        return {"id": card, "name": say("a bazaar card"), "own": None, "others": None}
    face = parse_card(card)
    return {"id": card, "name": say(FAMILIES[face.family])} | _halves(face, say)


def _halves(face: CardFace, say: Say) -> Plain:
    others = None if face.others is None else half_plain(face.others, say)
    return {"own": half_plain(face.own, say), "others": others}


def half_plain(half: Half, say: Say) -> Plain:
    """One area of a card."""
    signs = {"cost": bundle_signs(half.cost), "gain": bundle_signs(half.gain)}
    return {"how": half.how, "special": half.special, "text": half_words(half, say), **signs}


# ------------------------------------------------------------------------- before the actions


def _income(state: GameState, action: a.TakeIncome, say: Say) -> Words:
    return Words(say(INCOMES[action.kind]), say("income of your mosque tiles"))


def _throw(state: GameState, action: a.Throw, say: Say) -> Words:
    return Words(say("Throw {n} dice").format(n=throw_size(state)))


def _reroll(state: GameState, action: a.Reroll, say: Say) -> Words:
    return Words(say("Throw some again"), say("a crystal for as many dice as you like"))


def _keep(state: GameState, action: a.Keep, say: Say) -> Words:
    return Words(say("Keep the dice"))


# ------------------------------------------------------------------------- actions


def _pair(state: GameState, action: a.Pair, say: Say) -> Words:
    good = say(GOOD_NAMES[action.good])
    return Words(say("Two alike: a marker ({good})").format(good=good), gain={"signs": str(action.good), "lira": 0})


def _different(text: str, signs: str) -> Teller:
    return lambda state, action, say: Words(say(text), gain={"signs": signs, "lira": 0})


def _take_lira(state: GameState, action: a.TakeLira, say: Say) -> Words:
    coins = state.dice[COIN_FACE]
    more = "".join(str(good) * count_kind(state.working, TileKind.GOODS, good) for good in GOODS)
    detail = say("and {goods}").format(goods=signs_words(more, say)) if more else ""
    text = say("Take {lira} Lira for the coins").format(lira=COIN_LIRA * coins)
    return Words(text, detail, {"signs": more, "lira": COIN_LIRA * coins})


def _cards(state: GameState, action: a.Cards, say: Say) -> Words:
    if action.number == 1:
        return Words(say("Reveal a bazaar card"), gain={"cards": 1})
    return Words(say("Reveal {n} bazaar cards, use one").format(n=action.number), gain={"cards": action.number})


def _tile(state: GameState, action: a.BuyTile, say: Say) -> Words:
    face = parse_tile(action.tile)
    return Words(say("Take: {tile}").format(tile=tile_name(action.tile, say)), say(TILE_HELP[face.kind]))


def _ruby(state: GameState, action: a.BuyRuby, say: Say) -> Words:
    detail = lira_words(price_of(state, action.area), say) if action.area is Area.LIRA else ""
    return Words(say("Take a ruby: {area}").format(area=say(AREAS[action.area])), detail, {"ruby": 1})


_UNUSED = mark_counted("{n} action not used", "{n} actions not used")


def _end(state: GameState, action: a.EndTurn, say: Say) -> Words:
    unused = say(Counted(*_UNUSED, state.actions)).format(n=state.actions)
    return Words(say("End the turn"), unused if state.actions else "")


def _ask_price(state: GameState, action: a.AskPrice, say: Say) -> Words:
    return Words(say("Tell the price: {area}").format(area=say(AREAS[action.area])), say("printed beside the ruby"))


def _ask_tile(state: GameState, action: a.AskTile, say: Say) -> Words:
    return Words(say("Tell a mosque tile of the display"), say("the app does not know all of them yet"))


# ------------------------------------------------------------------------- what actions and cards ask


def _choose(state: GameState, action: a.Choose, say: Say) -> Words:
    signs = letters(action.goods)
    return Words(signs_words(signs, say), gain={"signs": signs, "lira": 0})


def _use(state: GameState, action: a.UseCard, say: Say) -> Words:
    face = parse_card(action.card)
    others = say("The others: {what}").format(what=half_words(face.others, say)) if face.others else ""
    return Words(half_words(face.own, say), others)


def _half_due(pending: Pending) -> Half:
    face = parse_card(pending.card)
    return face.own if pending.seat is None or face.others is None else face.others


def _deal(state: GameState, action: a.Deal, say: Say) -> Words:
    half = _half_due(state.agenda[-1])
    cost = bundle_words(half.cost, say)
    detail = "" if half.how != "discard" else say("for {cost}").format(cost=cost)
    if action.area is not None:
        return Words(say("Take a ruby: {area}").format(area=say(AREAS[action.area])), detail, {"ruby": 1})
    return Words(say("Take {gain}").format(gain=bundle_words(half.gain, say)), detail, bundle_signs(half.gain))


def _decline(state: GameState, action: a.Decline, say: Say) -> Words:
    if state.agenda[-1].seat is not None:
        return Words(say("No, thank you"))
    return Words(say("Take {lira} Lira instead").format(lira=DECLINE_LIRA), gain={"signs": "", "lira": DECLINE_LIRA})


def _either(state: GameState, action: a.Either, say: Say) -> Words:
    half = _half_due(state.agenda[-1])
    bundle = half.cost if action.which == 1 else half.gain
    return Words(say("Take {gain}").format(gain=bundle_words(bundle, say)), gain=bundle_signs(bundle))


def _swap(state: GameState, action: a.Swap, say: Say) -> Words:
    give, take = tile_name(action.give, say), tile_name(action.take, say)
    return Words(say("Give {give}, take {take}").format(give=give, take=take), say(_help(action.take)))


def _help(tile: str) -> str:
    return TILE_HELP[parse_tile(tile).kind]


# ------------------------------------------------------------------------- the table


def _rolled(state: GameState, action: a.Rolled, say: Say) -> Words:
    return Words(signs_words(letters(action.dice, FACE_LETTERS), say))


def _told_price(state: GameState, action: a.TellPrice, say: Say) -> Words:
    if action.area is Area.MOSQUE:
        return Words(say("A ruby lies there: take it"))
    return Words(say("{n} – as other owners report it").format(n=action.price))


def _told_empty(state: GameState, action: a.TellEmpty, say: Say) -> Words:
    return Words(say("No ruby is left there"))


def _told_tile(state: GameState, action: Any, say: Say) -> Words:
    cost = parse_tile(action.tile)
    return Words(tile_name(action.tile, say), signs_words(letters(cost.cost) + "*" * cost.free, say))


def _told_card(state: GameState, action: Any, say: Say) -> Words:
    return Words(card_name(action.card, say))


_TELLERS: dict[type, Teller] = {
    a.TakeIncome: _income,
    a.Throw: _throw,
    a.Reroll: _reroll,
    a.Keep: _keep,
    a.Pair: _pair,
    a.Two: _different(mark("Two different: a crystal"), "X"),
    a.Three: _different(mark("Three different: a joker"), "J"),
    a.Four: _different(mark("Four different: two markers you choose"), "**"),
    a.TakeLira: _take_lira,
    a.Cards: _cards,
    a.BuyTile: _tile,
    a.BuyRuby: _ruby,
    a.EndTurn: _end,
    a.AskPrice: _ask_price,
    a.AskTile: _ask_tile,
    a.Choose: _choose,
    a.UseCard: _use,
    a.Deal: _deal,
    a.Decline: _decline,
    a.Either: _either,
    a.Swap: _swap,
    a.Rolled: _rolled,
    a.TellPrice: _told_price,
    a.TellEmpty: _told_empty,
    a.TellTile: _told_tile,
    a.TileShown: _told_tile,
    a.Revealed: _told_card,
    a.TellCard: _told_card,
}
