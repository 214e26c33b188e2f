"""What does a choice say on its button?  A short text and a line of detail for every kind of action."""

from collections.abc import Callable
from typing import Any

from companion.face import Names
from companion.game import Say
from companion.istanbul import actions as a
from companion.istanbul.engine import decide
from companion.istanbul.events import GoodsGained
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.tables import (
    BLACK_MARKET_JEWELRY,
    DEALER_PRICE,
    DEMAND,
    DICE_FACES,
    EXTENSION_PRICE,
    MARKET_LIRA,
    NO_GOODS,
    PALACE_COST,
    RUBY_INDEX,
    TOLL,
    WAREHOUSE_GOOD,
)
from companion.istanbul.view.prices import now
from companion.istanbul.view.vocabulary import (
    CARDS,
    GOOD_NAMES,
    PLACES,
    TILE_HELP,
    TILE_NAMES,
    counted_good,
    goods_words,
    place_words,
)

Words = tuple[str, str]
Teller = Callable[[GameState, Any, Names, Say], Words]
FREE = (a.PlayGood, a.PlayLira, a.PlayFamilyHome, a.PlayReturn, a.UseYellowTile)
LAST = (a.EndTurn, a.Skip, a.Done)


def offer_words(state: GameState, action: Any, names: Names, say: Say) -> Words:
    """Text and detail of an offered action."""
    return _TELLERS[type(action)](state, action, names, say)


def _where(state: GameState) -> Place:
    me = state.player
    return me.family if state.agenda[-1].figure == "family" else me.merchant


def _move(state: GameState, action: Any, names: Names, say: Say) -> Words:
    return say("Go to the {place}").format(place=say(PLACES[action.to])), ""


def _long(state: GameState, action: Any, names: Names, say: Say) -> Words:
    return say("Go far to the {place}").format(place=say(PLACES[action.to])), say("plays the card: Move 3 or 4")


def _stay(state: GameState, action: Any, names: Names, say: Say) -> Words:
    text = say("Stay at the {place}").format(place=say(PLACES[state.player.merchant]))
    return text, say("plays the card: Do not move")


def _end(state: GameState, action: Any, names: Names, say: Say) -> Words:
    step = state.agenda[-1].step
    if step is Step.ASSISTANT:
        return say("End the turn"), say("no assistant, no action here")
    if step is Step.TOLL:
        return say("Do not pay"), say("the turn ends here")
    return say("End the turn"), ""


def _toll(state: GameState, action: Any, names: Names, say: Say) -> Words:
    here = state.player.merchant
    others = [names[seat] for seat, one in enumerate(state.players) if seat != state.turn and one.merchant == here]
    neutral = [say("neutral merchant") for _, place in state.neutral_merchants if place == here]
    met = others + neutral
    return say("Pay {lira} Lira").format(lira=TOLL * len(met)), ", ".join(met)


def _extension(state: GameState, action: Any, names: Names, say: Say) -> Words:
    room = state.player.capacity + 1
    detail = say("room for {room} of every good").format(room=room)
    return say("Widen the wheelbarrow for {lira} Lira").format(lira=EXTENSION_PRICE), detail


def _fill(state: GameState, action: Any, names: Names, say: Say) -> Words:
    good = WAREHOUSE_GOOD[_where(state)]
    text = say("Fill up with {good}").format(good=say(GOOD_NAMES[good]))
    if action.extra is None:
        return text, in_vain(state, action, say)
    return say("Fill up and buy {goods}").format(goods=counted_good(action.extra, 1, say)), say(
        "2 Lira, green mosque tile"
    )


def _mail(state: GameState, action: Any, names: Names, say: Say) -> Words:
    words = now(state, Place.POST_OFFICE, say), in_vain(state, action, say)
    return say("Collect the mail"), "; ".join(filter(None, words))


def in_vain(state: GameState, action: Any, say: Say) -> str:
    """Which of the goods that it brings find no room on the wheelbarrow; empty where all do."""
    gains = [one for one in decide(state, action) if isinstance(one, GoodsGained)]
    if action == a.Fill() and not any(sum(one.goods) for one in gains):
        return say("no room for more {good}").format(good=say(GOOD_NAMES[WAREHOUSE_GOOD[_where(state)]]))
    lost = gains[0].lost if gains else NO_GOODS
    return say("no room for {goods}").format(goods=goods_words(lost, say)) if any(lost) else ""


def _take_card(state: GameState, action: Any, names: Names, say: Say) -> Words:
    if action.source == "draw" or not state.discard:
        return say("Draw a card from the pile"), ""
    return say("Take the top of the discard pile"), say(CARDS[state.discard[-1]])


def _recall(state: GameState, action: Any, names: Names, say: Say) -> Words:
    return say("Call back: {places}").format(places=place_words(action.places, say)), ""


def _black(state: GameState, action: Any, names: Names, say: Say) -> Words:
    best = next(total for total, jewels in enumerate(BLACK_MARKET_JEWELRY) if jewels)
    return say("Roll the dice"), say("{total} or more brings jewelry").format(total=best)


def _announce(state: GameState, action: Any, names: Names, say: Say) -> Words:
    ways = sum(one + two >= action.number for one in DICE_FACES for two in DICE_FACES)
    return say("Announce {number}").format(number=action.number), f"{round(100 * ways / 36)} %"


def _keep(state: GameState, action: Any, names: Names, say: Say) -> Words:
    first, second = state.agenda[-1].dice or (0, 0)
    return say("Keep {first} and {second}").format(first=first, second=second), ""


def _turn_die(state: GameState, action: Any, names: Names, say: Say) -> Words:
    face = (state.agenda[-1].dice or (0, 0))[action.die - 1]
    return say("Turn the {face} to 4").format(face=face), ""


def _sell(state: GameState, action: Any, names: Names, say: Say) -> Words:
    pays = MARKET_LIRA[_where(state)][sum(action.goods)]
    text = say("Sell {goods} for {lira} Lira").format(goods=goods_words(action.goods, say), lira=pays)
    return text, say("plays the card: Small Market: any goods") if action.any_goods else ""


def _send(state: GameState, action: Any, names: Names, say: Say) -> Words:
    return say("Send the family member to the {place}").format(place=say(PLACES[action.to])), ""


def _deliver(state: GameState, action: Any, names: Names, say: Say) -> Words:
    named, _ = PALACE_COST[state.rubies[RUBY_INDEX[Place.SULTANS_PALACE]]]
    whole = tuple(one + two for one, two in zip(named, action.any_goods, strict=True))
    return say("Hand over the goods for a ruby"), goods_words(whole, say)


def _take_tile(state: GameState, action: Any, names: Names, say: Say) -> Words:
    text = say("Give {goods}, take the {tile}")
    named = text.format(goods=counted_good(action.good, 1, say), tile=say(TILE_NAMES[action.good]))
    return named, say(TILE_HELP[action.good])


def _ruby(state: GameState, action: Any, names: Names, say: Say) -> Words:
    price = DEALER_PRICE[state.rubies[RUBY_INDEX[Place.GEMSTONE_DEALER]]]
    return say("Buy a ruby for {lira} Lira").format(lira=price), ""


def _repeat(state: GameState, action: Any, names: Names, say: Say) -> Words:
    here = _where(state)
    text = say("Once more at the {place}").format(place=say(PLACES[here]))
    asked = _deliver(state, action, names, say)[1] if here is Place.SULTANS_PALACE else now(state, here, say)
    return text, "; ".join((say("plays the card"), asked))


def _catch(state: GameState, action: Any, names: Names, say: Say) -> Words:
    here = state.player.merchant
    caught = [names[seat] for seat, one in enumerate(state.players) if seat != state.turn and one.family == here]
    return say("Catch the family members here"), ", ".join(caught)


def _reward(state: GameState, action: Any, names: Names, say: Say) -> Words:
    words = {"lira": say("Take 3 Lira"), "card": say("Draw a card"), "none": say("No reward")}
    return words[action.kind], ""


def _smuggler(state: GameState, action: Any, names: Names, say: Say) -> Words:
    text = say("Smuggler: take {goods}").format(goods=counted_good(action.good, 1, say))
    if action.fee is None:
        return text, say("for 2 Lira")
    return text, say("for {goods}").format(goods=counted_good(action.fee, 1, say))


def _family_home(state: GameState, action: Any, names: Names, say: Say) -> Words:
    reward = say("3 Lira") if action.reward == "lira" else say("a card")
    return say("Family member home for {reward}").format(reward=reward), ""


def _lying(text: Callable[[Say], str]) -> Teller:
    return lambda state, action, names, say: (text(say).format(place=say(PLACES[action.place])), "")


def _good(text: Callable[[Say], str]) -> Teller:
    return lambda state, action, names, say: (text(say).format(goods=counted_good(action.good, 1, say)), "")


def _card(text: Callable[[Say], str]) -> Teller:
    return lambda state, action, names, say: (text(say).format(card=say(CARDS[action.card])), "")


def _fixed(text: Callable[[Say], str], detail: Callable[[Say], str] = lambda say: "") -> Teller:
    return lambda state, action, names, say: (text(say), detail(say))


_TELLERS: dict[type, Teller] = {
    a.Move: _move,
    a.LongMove: _long,
    a.Stay: _stay,
    a.LeaveAssistant: _fixed(lambda say: say("Leave an assistant")),
    a.PickOwn: _fixed(lambda say: say("Pick up your assistant")),
    a.PickNeutral: _fixed(lambda say: say("Pick up a neutral assistant")),
    a.EndTurn: _end,
    a.PayToll: _toll,
    a.Skip: _fixed(lambda say: say("Do nothing here")),
    a.BuyExtension: _extension,
    a.Fill: _fill,
    a.CollectMail: _mail,
    a.TakeCard: _take_card,
    a.DiscardCard: _card(lambda say: say("Give back: {card}")),
    a.Recall: _recall,
    a.EnterBlackMarket: _black,
    a.Announce: _announce,
    a.KeepDice: _keep,
    a.TurnDie: _turn_die,
    a.RerollDice: _fixed(lambda say: say("Roll both again")),
    a.GainGood: _good(lambda say: say("Take {goods}")),
    a.Sell: _sell,
    a.SendFamily: _send,
    a.Deliver: _deliver,
    a.TakeTile: _take_tile,
    a.BuyRuby: _ruby,
    a.Repeat: _repeat,
    a.Done: _fixed(lambda say: say("That is all")),
    a.Catch: _catch,
    a.Reward: _reward,
    a.UseGovernor: _fixed(
        lambda say: say("Governor: draw a card"), lambda say: say("then 2 Lira or a card of your hand")
    ),
    a.PayFee: _fixed(lambda say: say("Pay 2 Lira")),
    a.DiscardFee: _card(lambda say: say("Give: {card}")),
    a.UseSmuggler: _smuggler,
    a.PlayGood: _good(lambda say: say("Any good: take {goods}")),
    a.PlayLira: _fixed(lambda say: say("Take 5 Lira")),
    a.PlayFamilyHome: _family_home,
    a.PlayReturn: _lying(lambda say: say("Assistant back from the {place}")),
    a.UseYellowTile: _lying(lambda say: say("2 Lira: assistant back from the {place}")),
    a.Drawn: _card(lambda say: say("Drawn: {card}")),
    a.CardShown: _card(lambda say: say("Shown: {card}")),
    a.DemandShown: lambda state, action, names, say: (goods_words(DEMAND[action.tile], say), ""),
}
