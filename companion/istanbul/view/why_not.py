"""Why can the seat to act not do what it might want to?  Places, the action here, cards, buttons."""

from collections.abc import Callable
from typing import Any

from companion.errors import RuleViolation
from companion.face import Names, Plain
from companion.game import Say
from companion.istanbul import actions as a
from companion.istanbul.cards import CARD_NEEDED
from companion.istanbul.engine import check
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import GameState, Step
from companion.istanbul.steps.market import demanded
from companion.istanbul.tables import AGAIN_CARD, MOSQUE_GOODS, WAREHOUSE_GOOD
from companion.istanbul.view.offer_words import FREE, LAST, offer_words
from companion.istanbul.view.refusals import refusal


def refusals(state: GameState, legal: list[Any], names: Names, say: Say) -> Plain:
    """Reasons against what one might want: ``places`` to go to, the action ``here``, ``cards`` in hand.

    ``denied`` are actions that show all the same, disabled, with their reason.
    """
    step = state.agenda[-1].step
    reasons: Plain = {"places": {}, "here": "", "cards": {}, "denied": _denied(state, legal, names, say)}
    if step is Step.MOVE:
        reached = {action.to for action in legal if isinstance(action, (a.Move, a.LongMove))}
        tries = {int(place): a.Move(place) for place in Place if place not in reached}
        reasons["places"] = {key: _why_not(state, action, names, say) for key, action in tries.items()}
    if step is Step.ACTION and not acts_here(legal):
        reasons["here"] = why_not_here(state, names, say)
    reasons["cards"] = {card: _why_not_card(state, card, names, say) for card in _held(state, legal)}
    return reasons


def _denied(state: GameState, legal: list[Any], names: Names, say: Say) -> list[Plain]:
    step = state.agenda[-1].step
    wanted = _WANTED[step](state) if step in _WANTED else []
    possible = {type(action) for action in legal if not isinstance(action, a.TakeTile)} | set(legal)
    missed = [action for action in wanted if not possible & {type(action), action}]
    return [_disabled(state, action, names, say) for action in missed]


def _disabled(state: GameState, action: Any, names: Names, say: Say) -> Plain:
    text, _ = offer_words(state, action, names, say)
    facts = {"good": str(action.good)} if isinstance(action, a.TakeTile) else {}
    return {"kind": type(action).__name__, "text": text, "why": _why_not(state, action, names, say), "facts": facts}


def _why_not(state: GameState, action: Any, names: Names, say: Say) -> str:
    error = check(state, action)
    return "" if error is None else refusal(error, names, say)


def _why_not_card(state: GameState, card: Card, names: Names, say: Say) -> str:
    """A card that repeats the action of one place is of no use at another."""
    home = next((place for place, repeats in AGAIN_CARD.items() if repeats is card), None)
    if state.agenda[-1].step is Step.AGAIN and home not in (None, _here(state)):
        return refusal(RuleViolation("not_here", needs=home, at=_here(state)), names, say)
    return _why_not(state, _CARD_USES[card](state), names, say)


def acts_here(legal: list[Any]) -> bool:
    """Is there anything to do but to leave it, or to play a card?"""
    return any(not isinstance(action, (*FREE, *LAST)) for action in legal)


def why_not_here(state: GameState, names: Names, say: Say) -> str:
    """Why the place's action is not possible."""
    reasons = [_why_not(state, action, names, say) for action in _usual(state, _here(state))]
    return " ".join(dict.fromkeys(reason for reason in reasons if reason))


def _here(state: GameState) -> Place:
    me = state.player
    return me.family if state.agenda[-1].figure == "family" else me.merchant


def _usual(state: GameState, here: Place) -> list[Any]:
    """What one would want to do at a place, to ask the rules why it cannot be."""
    if here in MOSQUE_GOODS:
        return [a.TakeTile(good) for good in MOSQUE_GOODS[here]]
    if here in WAREHOUSE_GOOD:
        return [a.Fill()]
    if here in (Place.LARGE_MARKET, Place.SMALL_MARKET):
        return [a.Sell(demanded(state, here))]
    return [_USUAL[here]]


_USUAL: dict[Place, Any] = {
    Place.WAINWRIGHT: a.BuyExtension(),
    Place.POST_OFFICE: a.CollectMail(),
    Place.CARAVANSARY: a.TakeCard("draw"),
    Place.FOUNTAIN: a.Recall((Place.FABRIC_WAREHOUSE,)),
    Place.BLACK_MARKET: a.EnterBlackMarket(),
    Place.TEA_HOUSE: a.Announce(7),
    Place.POLICE_STATION: a.SendFamily(Place.WAINWRIGHT),
    Place.SULTANS_PALACE: a.Deliver(),
    Place.GEMSTONE_DEALER: a.BuyRuby(),
}


def _lying(state: GameState) -> Place:
    """A place with an own assistant, if there is one."""
    return state.player.assistants[0] if state.player.assistants else Place.FABRIC_WAREHOUSE


_CARD_USES: dict[Card, Any] = {
    Card.GOOD: lambda state: a.PlayGood(Good.FABRIC),
    Card.LIRA5: lambda state: a.PlayLira(),
    Card.LONG_MOVE: lambda state: a.LongMove(Place.WAINWRIGHT),
    Card.SULTAN2: lambda state: a.Repeat(),
    Card.POST2: lambda state: a.Repeat(),
    Card.DEALER2: lambda state: a.Repeat(),
    Card.FAMILY_HOME: lambda state: a.PlayFamilyHome("lira"),
    Card.STAY: lambda state: a.Stay(),
    Card.RETURN: lambda state: a.PlayReturn(_lying(state)),
    Card.ANY_GOODS: lambda state: a.Sell((1, 0, 0, 0), True),
}
_USES = {card: kind for kind, card in CARD_NEEDED.items()} | dict.fromkeys(AGAIN_CARD.values(), a.Repeat)
_USES |= {Card.ANY_GOODS: a.Sell}


def _held(state: GameState, legal: list[Any]) -> list[Card]:
    """Cards in hand that no legal action plays now."""
    kinds = {type(action) for action in legal}
    return [card for card in dict.fromkeys(state.player.hand) if card in _USES and _USES[card] not in kinds]


def _other_tiles(state: GameState) -> list[Any]:
    """At a mosque where one tile can be had: both, for the other one shows as well."""
    tiles = [a.TakeTile(good) for good in MOSQUE_GOODS.get(_here(state), ())]
    return tiles if any(check(state, tile) is None for tile in tiles) else []


def _encounters(state: GameState) -> list[Any]:
    here = state.player.merchant
    return [*([a.UseGovernor()] if state.governor is here else []), a.EndTurn()]


_WANTED: dict[Step, Callable[[GameState], list[Any]]] = {
    Step.ASSISTANT: lambda state: [a.LeaveAssistant()],
    Step.TOLL: lambda state: [a.PayToll()],
    Step.ACTION: _other_tiles,
    Step.ENCOUNTERS: _encounters,
    Step.FEE: lambda state: [a.PayFee()],
    Step.REWARD: lambda state: [a.Reward("card")],
}
"""What shows at a step even where it is not possible."""
