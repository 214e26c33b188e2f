"""What does Istanbul show?  Public things of table and players, and a hand for its owner alone, as plain data."""

from companion.errors import GameError
from companion.face import Events, Face, Names, Plain
from companion.game import Say
from companion.istanbul.advice.hints import hint
from companion.istanbul.corrections.form import correction, tell_hand
from companion.istanbul.events import DiceRolled
from companion.istanbul.guide.topics import guide, topic_now
from companion.istanbul.names import Card, Place
from companion.istanbul.state import GameState, Goods, Step
from companion.istanbul.tables import (
    DEALER_PRICE,
    DECK_SIZE,
    DEMAND,
    EXTENSION_PRICE,
    GOODS,
    MAIL,
    MARKET_LIRA,
    PALACE_COST,
    RUBY_INDEX,
    RUBY_PLACES,
    RUBY_TARGET,
)
from companion.istanbul.view.flows import flows, kinds
from companion.istanbul.view.moments import moments
from companion.istanbul.view.offers import choices
from companion.istanbul.view.prices import now
from companion.istanbul.view.refusals import refusal
from companion.istanbul.view.story import has_private, tell
from companion.istanbul.view.vocabulary import CARD_HELP, CARDS, GOOD_NAMES, PLACE_HELP, PLACES, TILE_HELP, TILE_NAMES
from companion.words import mark


def table(state: GameState, names: Names, say: Say) -> Plain:
    """Everything on the table that belongs to nobody, with the prices of now."""
    return {
        "layout": [int(place) for place in state.layout],
        "places": {int(place): _place(state, place, say) for place in Place},
        "governor": int(state.governor),
        "smuggler": int(state.smuggler),
        "neutrals": [{"color": color, "place": int(place)} for color, place in state.neutral_merchants],
        "neutral_assistants": [int(place) for place in state.neutral_assistants],
        "mail": {"down": state.mail_down, "goods": by_good(MAIL[state.mail_down][0]), "lira": MAIL[state.mail_down][1]},
        "demand": {"10": _demand(state.demand_large), "11": _demand(state.demand_small)},
        "pays": {str(int(place)): list(lira) for place, lira in MARKET_LIRA.items()},
        "mosques": {good: stack[0] if stack else None for good, stack in zip(GOODS, state.mosques, strict=True)},
        "rubies": {str(int(place)): left for place, left in zip(RUBY_PLACES, state.rubies, strict=True)},
        "palace": _palace(state),
        "dealer": DEALER_PRICE.get(_rubies(state, Place.GEMSTONE_DEALER)),
        "extensions": {"left": state.extensions, "price": EXTENSION_PRICE},
        "discard": _discard(state, say),
        "round": state.round,
        "target": RUBY_TARGET[len(state.players)],
        "ending": state.ending,
        "goods": {good: say(GOOD_NAMES[good]) for good in GOODS},
        "tiles": {good: {"name": say(TILE_NAMES[good]), "help": say(TILE_HELP[good])} for good in GOODS},
    }


def player(state: GameState, seat: int, say: Say) -> Plain:
    """What everybody sees of a player; of the hand only its size."""
    one = state.players[seat]
    return {
        "lira": one.lira,
        "goods": by_good(one.goods),
        "capacity": one.capacity,
        "rubies": one.rubies,
        "merchant": int(one.merchant),
        "stack": one.stack,
        "out": [int(place) for place in one.assistants],
        "reserve": one.reserve,
        "family": int(one.family),
        "tiles": list(one.tiles),
        "cards": len(one.hand),
    }


def secrets(state: GameState, seat: int, say: Say) -> Plain:
    """The hand, for its owner."""
    hand = state.players[seat].hand
    cards = [{"id": card, "name": say(CARDS[card]), "help": say(CARD_HELP[card])} for card in hand]
    kinds = [{"id": card, "name": say(CARDS[card])} for card in CARDS] if Card.UNKNOWN in hand else []
    return {"hand": cards, "kinds": kinds}


def turn(state: GameState, names: Names, say: Say) -> Plain:
    """Whose turn it is and what is due, in words."""
    if state.over:
        return {"of": None, "step": "over", "text": say("The game is over")}
    step = state.agenda[-1].step
    text = say(_due(state)).format(place=say(PLACES[_where(state)]), name=names[state.turn])
    topic = topic_now(state, _where(state))
    return {"of": state.turn, "step": str(step), "figure": str(state.agenda[-1].figure), "text": text, "topic": topic}


def _due(state: GameState) -> str:
    """The words for what is due; they say whose family member acts or is sent."""
    if state.agenda[-1].step is not Step.ACTION:
        return _DUE[state.agenda[-1].step]
    if state.agenda[-1].figure == "family":
        return _FAMILY_ACTS
    return _FAMILY_SENT if _where(state) is Place.POLICE_STATION else _DUE[Step.ACTION]


def result(state: GameState, names: Names, say: Say) -> Plain | None:
    """The ranking, best first; None while the game goes on."""
    return standing(state, names, say) if state.over else None


def standing(state: GameState, names: Names, say: Say) -> Plain:
    """The ranking if the game ended now, best first."""
    scores = {seat: _score(state, seat) for seat in range(len(state.players))}
    ordered = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    rows = [_rank_row(seat, scores) for seat in ordered]
    return {"rows": rows, "winners": [row["seat"] for row in rows if row["rank"] == 1]}


def dice(events: Events) -> Plain | None:
    """The last roll among events."""
    rolls = [event for event in events if isinstance(event, DiceRolled)]
    return {"dice": [rolls[-1].first, rolls[-1].second], "why": str(rolls[-1].why)} if rolls else None


def figures(state: GameState, seat: int) -> Plain:
    """Numbers of a player for the pictures at the end, and where the merchant stands."""
    one = state.players[seat]
    return {"rubies": one.rubies, "lira": one.lira, "goods": sum(one.goods), "at": int(one.merchant)}


def fell(events: Events) -> list[str]:
    """The total of the two dice, where they were rolled."""
    roll = dice(events)
    return [] if roll is None else [str(sum(roll["dice"]))]


_ODDS = {str(total): (6 - abs(7 - total)) / 36 for total in range(2, 13)}


def by_good(goods: Goods) -> dict[str, int]:
    """A count as an object, keyed R, G, Y, B."""
    return {str(good): count for good, count in zip(GOODS, goods, strict=True)}


_FAMILY_SENT = mark("Send {name}'s family member to a place")
_FAMILY_ACTS = mark("{name}'s family member acts at the {place}")
_DUE = {
    Step.MOVE: mark("Choose where to go"),
    Step.ASSISTANT: mark("Arrived at the {place}: an assistant is needed"),
    Step.TOLL: mark("Other merchants are here: pay them or stop"),
    Step.ACTION: mark("Act at the {place}"),
    Step.AGAIN: mark("Once more at the {place}?"),
    Step.ENCOUNTERS: mark("Anything more at the {place}?"),
    Step.FEE: mark("Thank the Governor: 2 Lira or a card"),
    Step.REWARD: mark("Take your reward"),
    Step.TAKE_CARD: mark("Take a card"),
    Step.GIVE_CARD: mark("Give a card back"),
    Step.RED_TILE: mark("Use the red mosque tile on this roll?"),
    Step.CHOOSE_GOOD: mark("Take one good"),
    Step.ROLL: mark("The dice are due"),
    Step.DRAW: mark("A card is drawn"),
    Step.DEMAND: mark("Which demand tile lies open at the {place}?"),
    Step.LEFT_CARD: mark("Show the cards left in hand"),
}


def _where(state: GameState) -> Place:
    mine, due = state.player, state.agenda[-1]
    if due.step is Step.DEMAND:
        return Place(due.number)
    return mine.family if state.agenda[-1].figure == "family" else mine.merchant


def _place(state: GameState, place: Place, say: Say) -> Plain:
    return {"name": say(PLACES[place]), "help": say(PLACE_HELP[place]), "now": now(state, place, say)}


def _demand(stack: tuple[str | None, ...]) -> Plain | None:
    return by_good(DEMAND[stack[0]]) if stack and stack[0] else None


def _rubies(state: GameState, place: Place) -> int:
    return state.rubies[RUBY_INDEX[place]]


def _palace(state: GameState) -> Plain | None:
    cost = PALACE_COST.get(_rubies(state, Place.SULTANS_PALACE))
    return None if cost is None else {**by_good(cost[0]), "any": cost[1]}


def _discard(state: GameState, say: Say) -> Plain:
    held = sum(len(one.hand) for one in state.players)
    top = state.discard[-1] if state.discard else None
    return {
        "top": None if top is None else {"id": top, "name": say(CARDS[top])},
        "cards": len(state.discard),
        "pile": DECK_SIZE - held - len(state.discard),
    }


def _score(state: GameState, seat: int) -> tuple[int, int, int, int]:
    one = state.players[seat]
    return one.rubies, one.lira, sum(one.goods), len(one.hand)


def _rank_row(seat: int, scores: dict[int, tuple[int, int, int, int]]) -> Plain:
    rank = 1 + sum(other > scores[seat] for other in scores.values())
    rubies, lira, goods, cards = scores[seat]
    return {"seat": seat, "rank": rank, "rubies": rubies, "lira": lira, "goods": goods, "cards": cards}


def _refusal(error: GameError, names: Names, say: Say) -> str:
    return refusal(error, names, say)


FACE = Face(
    table=table,
    player=player,
    secrets=secrets,
    turn=turn,
    choices=choices,
    tell=tell,
    dice=dice,
    figures=figures,
    fell=fell,
    odds=_ODDS,
    result=result,
    standing=standing,
    refusal=_refusal,
    correction=correction,
    hint=hint,
    tell_hand=tell_hand,
    guide=guide,
    kinds=kinds,
    flows=flows,
    moments=moments,
    private=has_private,
)
"""How Istanbul fills the envelope of ``companion.session.view``."""
