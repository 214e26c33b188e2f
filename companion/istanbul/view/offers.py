"""What may the seat to act do, in words, and what does it lead to?  And why not the rest?

Consequences are not worked out again here: the offered action is played on a copy and the outcome described.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from companion.face import Names, Plain
from companion.game import Say
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.advice.policy import MIDDLING, usual
from companion.istanbul.cards import pile_size
from companion.istanbul.engine import decide, evolve, legal_actions, outcomes, play, seat_to_act
from companion.istanbul.knowledge import known_to_all
from companion.istanbul.names import Good, Place
from companion.istanbul.notation.lines import format_action
from companion.istanbul.state import GameState, Player, Step
from companion.istanbul.tables import BLACK_MARKET_GOODS, CARDS_TAKEN, GOOD_INDEX, GOODS, ONE_GOOD
from companion.istanbul.view.offer_words import FREE, LAST, in_vain, offer_words
from companion.istanbul.view.vocabulary import goods_words
from companion.istanbul.view.why_not import refusals, why_not_here

_MOVES = (a.Move, a.LongMove, a.Stay)
_SHORTCUTS = (a.Fill, a.CollectMail, a.BuyExtension, a.BuyRuby, a.TakeTile, a.EnterBlackMarket, a.TakeCard)
_ONWARD = (a.LeaveAssistant, a.PickOwn, a.PickNeutral, a.PayToll)
_MOST_SHORTCUTS = 4


class Trip(NamedTuple):
    """A move as it would go: its steps, what they bring about, and the state after them."""

    steps: list[Any]
    events: list[e.Event]
    after: GameState


def choices(state: GameState, names: Names, say: Say) -> Plain:
    """``choices`` of the seat to act, or what ``chance`` owes, and the ``refusals`` for what is not possible."""
    if state.over:
        return {"choices": [], "chance": None, "refusals": {}}
    if seat_to_act(state) is None:
        return {"choices": [], "chance": _chance(state, names, say), "refusals": {}}
    legal = list(legal_actions(state))
    offers = _offers(state, legal, names, say)
    offers += _with_assistant(state, names, say) if state.agenda[-1].step is Step.ASSISTANT else []
    return {"choices": offers, "chance": None, "refusals": refusals(state, legal, names, say)}


def _with_assistant(state: GameState, names: Names, say: Say) -> list[Plain]:
    """What can be done once the assistant is left or picked up: who taps it has told that he is.

    ``given`` says what is done on the way.  Empty where there are two ways to go on, or nothing to do after it.
    """
    trip = _onwards(Trip([], [], state))
    if not trip.steps or _ended(trip) or seat_to_act(trip.after) is None:
        return []
    given = {"facts": _way_facts(state, trip)}
    legal = [one for one in legal_actions(trip.after) if _group(one) == "step"]
    return [_after_trip(trip, one | {"given": given}) for one in _offers(trip.after, legal, names, say)]


def _after_trip(trip: Trip, offer: Plain) -> Plain:
    """The offer with the steps of the trip before its own."""
    steps = [format_action(step) for step in trip.steps]
    longer = {"do": [*steps, *offer["do"]]}
    if "then" in offer:
        longer["then"] = [more | {"do": [*steps, *more["do"]]} for more in offer["then"]]
    return offer | longer


def _offers(state: GameState, legal: Sequence[Any], names: Names, say: Say) -> list[Plain]:
    """Each legal action, and before it what does more in the same tap."""
    best, found = usual(state), list[Plain]()
    for action in legal:
        offer = _offer(state, action, names, say) | {"usual": action == best}
        found += [offer | more for more in _joined(state, action, say)]
        found.append(offer)
    return found


def _joined(state: GameState, action: Any, say: Say) -> list[Plain]:
    """An action with the next ones of its place, where nobody need look between; ``rolls`` where the app must throw."""
    if action == a.TakeCard("draw") and state.agenda[-1].step is Step.ACTION and _deals_two(state):
        do = [format_action(action)] * CARDS_TAKEN
        return [{"do": do, "text": say("Draw two cards from the pile")}]
    if not isinstance(action, a.EnterBlackMarket) or Good.FABRIC in state.player.tiles:
        return []
    room = [good for good in BLACK_MARKET_GOODS if state.player.goods[GOOD_INDEX[good]] < state.player.capacity]
    return [_gamble(state, action, a.GainGood(good), say) for good in room]


def _deals_two(state: GameState) -> bool:
    return state.options.cards == "app" and pile_size(state) >= CARDS_TAKEN


def _gamble(state: GameState, action: a.EnterBlackMarket, gain: a.GainGood, say: Say) -> Plain:
    """The good is named before the dice fall; ``usual`` where most would name it."""
    one = goods_words(ONE_GOOD[gain.good], say)
    text, detail = say("Take {goods} and roll the dice").format(goods=one), offer_words(state, action, (), say)[1]
    words = {"do": [format_action(action), format_action(gain)], "text": text, "detail": detail, "rolls": True}
    best = usual(play(play(state, action), MIDDLING))
    return words | {"facts": {"good": gain.good}, "usual": gain == best and usual(state) == action}


def _offer(state: GameState, action: Any, names: Names, say: Say) -> Plain:
    text, detail = offer_words(state, action, names, say)
    offer = {
        "do": [format_action(action)],
        "kind": type(action).__name__,
        "group": _group(action),
        "place": _place_of(state, action),
        "text": text,
        "detail": detail,
        "facts": _facts(action),
    }
    if isinstance(action, a.SendFamily):
        events = decide(state, action)
        trip = Trip([action], [*events], _after(state, events))
        facts = _facts(action) | {"idle": _idle(state, trip, names, say)}
        return offer | {"facts": facts, "then": _shortcuts(trip, names, say)}
    return offer | _journey(state, action, names, say) if isinstance(action, _MOVES) else offer


def _group(action: Any) -> str:
    if isinstance(action, _MOVES):
        return "move"
    if isinstance(action, FREE):
        return "free"
    return "end" if isinstance(action, LAST) else "step"


def _place_of(state: GameState, action: Any) -> int | None:
    if isinstance(action, a.Stay):
        return int(state.player.merchant)
    place = getattr(action, "to", None) or getattr(action, "place", None)
    return None if place is None else int(place)


def _facts(action: Any) -> Plain:
    """The fields of the action, JSON-ready, for pickers that put several choices together."""
    facts: Plain = msgspec.to_builtins(action)
    facts.pop("type", None)
    for key in ("goods", "any_goods"):
        if isinstance(getattr(action, key, None), tuple):
            facts[key] = {str(good): count for good, count in zip(GOODS, getattr(action, key), strict=True)}
    return facts


def _journey(state: GameState, action: Any, names: Names, say: Say) -> Plain:
    """A move with what follows of itself: the assistant left, the toll paid; and what one meets there."""
    trip = _arrive(state, action)
    facts = _facts(action) | _way_facts(state, trip)
    facts |= {
        "stops": _stopped(trip),
        "idle": _idle(state, trip, names, say),
        "meets": _meets(state, trip.after.players[state.turn].merchant, names, say),
    }
    way = {"do": [format_action(step) for step in trip.steps], "facts": facts, "then": _shortcuts(trip, names, say)}
    return way | {"sends": _sends(trip, names, say)}


def _sends(trip: Trip, names: Names, say: Say) -> list[Plain]:
    """Where the family member can be sent from there, in the same tap as the move; with what it can do there."""
    if _ended(trip) or trip.after.agenda[-1].step is not Step.ACTION:
        return []
    sent = [action for action in legal_actions(trip.after) if isinstance(action, a.SendFamily)]
    return [_after_trip(trip, _offer(trip.after, action, names, say)) for action in sent]


def _way_facts(state: GameState, trip: Trip) -> Plain:
    """What the way costs and leaves."""
    mine = trip.after.players[state.turn]
    return {
        "assistant": _assistant(state.player, mine),
        "toll": sum(event.lira for event in trip.events if isinstance(event, e.TollPaid) and event.seat == state.turn),
        "lira_after": mine.lira,
        "stack_after": len(mine.stack),
    }


def _arrive(state: GameState, action: Any) -> Trip:
    """The move, the assistant and the toll where there is only one way to go on, and the state after them."""
    events = decide(state, action)
    return _onwards(Trip([action], [*events], _after(state, events)))


def _onwards(trip: Trip) -> Trip:
    """The trip with the assistant and the toll, as far as there is only one way to go on."""
    while not _ended(trip) and trip.after.agenda[-1].step in (Step.ASSISTANT, Step.TOLL):
        onward = _onward(trip.after)
        if len(onward) != 1:
            break
        events = decide(trip.after, onward[0])
        trip = Trip([*trip.steps, onward[0]], [*trip.events, *events], _after(trip.after, events))
    return trip


def _onward(state: GameState) -> list[Any]:
    return [action for action in legal_actions(state) if isinstance(action, _ONWARD)]


def _after(state: GameState, events: Sequence[e.Event]) -> GameState:
    for event in events:
        state = evolve(state, event)
    return state


def _ended(trip: Trip) -> bool:
    return any(isinstance(event, e.TurnEnded) for event in trip.events)


def _stopped(trip: Trip) -> bool:
    """True where the way ends before the action, for want of an assistant or of the toll."""
    ends = [event.why for event in trip.events if isinstance(event, e.TurnEnded)]
    if ends:
        return ends[0] != "done"
    return trip.after.agenda[-1].step in (Step.ASSISTANT, Step.TOLL) and not _onward(trip.after)


def _assistant(before: Player, after: Player) -> str:
    here = after.merchant
    if here in after.assistants and here not in before.assistants:
        return "left"
    return "picked" if here in before.assistants and here not in after.assistants else "none"


def _idle(state: GameState, trip: Trip, names: Names, say: Say) -> str:
    """Why nothing can be done there, empty where something can."""
    there = state
    for step in trip.steps:
        for event in decide(there, step):
            if isinstance(event, e.ActionSkipped) and event.forced:
                return why_not_here(there, names, say) or say("Nothing can be done there.")
            there = evolve(there, event)
    arrived = not _ended(trip) and there.agenda[-1].step is Step.ACTION
    if arrived and not any(_group(action) == "step" for action in legal_actions(there)):
        return why_not_here(there, names, say)
    return ""


def _meets(state: GameState, place: Place, names: Names, say: Say) -> list[str]:
    met = [say("Governor")] if state.governor == place else []
    met += [say("Smuggler")] if state.smuggler == place else []
    others = [
        say("{name}'s family member").format(name=names[seat])
        for seat, one in enumerate(state.players)
        if seat != state.turn and one.family == place and place is not Place.POLICE_STATION
    ]
    return met + others


def _shortcuts(trip: Trip, names: Names, say: Say) -> list[Plain]:
    """Simple actions of the place, to be done in the same tap as the move."""
    if _ended(trip) or trip.after.agenda[-1].step is not Step.ACTION:
        return []
    acts = [x for x in legal_actions(trip.after) if isinstance(x, _SHORTCUTS) and getattr(x, "extra", None) is None]
    return [one for act in acts[:_MOST_SHORTCUTS] for one in _shortcut(trip, act, names, say)]


def _shortcut(trip: Trip, act: Any, names: Names, say: Say) -> list[Plain]:
    """The action, after what does more in the same tap."""
    steps = [format_action(step) for step in trip.steps]
    words, lost = offer_words(trip.after, act, names, say)[0], in_vain(trip.after, act, say)
    plain: Plain = {"do": [format_action(act)], "text": words, "lost": lost, "rolls": False}
    ways = [plain | more for more in _joined(trip.after, act, say)]
    if all(one["rolls"] for one in ways):
        ways.append(plain)
    return [one | {"do": [*steps, *one["do"]]} for one in ways]


def _chance(state: GameState, names: Names, say: Say) -> Plain:
    """What dice or cards must bring: rolls by their faces, the rest as a list.

    Everybody reads it, so a card drawn may be any of which everybody knows a copy to be left.
    """
    drawing = state.agenda[-1].step is Step.DRAW
    due = list(outcomes(known_to_all(state) if drawing else state))
    rolls = {f"{x.first}-{x.second}": [format_action(x)] for x in due if isinstance(x, a.Rolled)}
    others = [x for x in due if not isinstance(x, a.Rolled)]
    listed = [{"do": [format_action(x)], "text": offer_words(state, x, names, say)[0]} for x in others]
    return {"roll": bool(rolls), "rolls": rolls, "outcomes": listed}
