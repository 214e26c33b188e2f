"""What does the dice game show?  Everything on the table, for nothing in this game is hidden, as plain data."""

from companion.dice_game import actions as a
from companion.dice_game.advice.hints import hint
from companion.dice_game.corrections.form import correction
from companion.dice_game.events import DiceThrown
from companion.dice_game.names import Area
from companion.dice_game.scoring import ranking
from companion.dice_game.state import GameState, Pending, Step
from companion.dice_game.supply import (
    area_info,
    deck_size,
    in_supply,
    may_have_ruby,
    mosque_target,
    price_of,
    rubies_left,
    rubies_taken,
    ruby_target,
    spare_dice,
    stack_size,
)
from companion.dice_game.tables import COLOR_AREAS, FACE_LETTERS, MARKER_LETTERS
from companion.dice_game.view.flows import flows, kinds
from companion.dice_game.view.guide import guide, topic_now
from companion.dice_game.view.moments import moments
from companion.dice_game.view.offer_words import card_plain, tile_plain
from companion.dice_game.view.offers import choices
from companion.dice_game.view.refusals import refusal
from companion.dice_game.view.story import tell
from companion.dice_game.view.vocabulary import AREA_HELP, GOOD_NAMES, by_letter, letters
from companion.dice_game.view.vocabulary import AREAS as AREA_NAMES
from companion.errors import RuleViolation
from companion.face import Events, Face, Names, Plain
from companion.game import Say
from companion.words import mark


def table(state: GameState, names: Names, say: Say) -> Plain:
    """Areas with their rubies and prices, the display, supplies, the dice of the turn."""
    return {
        "areas": [_area(state, area, say) for area in AREA_NAMES],
        "display": [tile_plain(tile, say) for tile in state.display],
        "stack": stack_size(state),
        "deck": deck_size(state),
        "discard": len(state.discard),
        "revealed": [card_plain(card, say) for card in state.revealed],
        "card": _card_due(state, say),
        "supply": {sign: in_supply(state, sign) for sign in (*MARKER_LETTERS, "X", "L")},
        "spare_dice": spare_dice(state),
        "dice": letters(state.dice, FACE_LETTERS),
        "spent": letters(state.spent, FACE_LETTERS),
        "due": state.agenda[-1].number if state.agenda and state.agenda[-1].step is Step.ROLL else 0,
        "actions": state.actions,
        "round": state.round,
        "target": ruby_target(state),
        "mosque_target": mosque_target(state),
        "ending": state.ending,
        "goods": {sign: say(GOOD_NAMES[sign]) for sign in GOOD_NAMES},
        "real": state.options.cards == "real",
    }


def _area(state: GameState, area: Area, say: Say) -> Plain:
    """One place with rubies: what the next one costs, and what lies there as far as anybody has said."""
    info = area_info(state, area)
    good = COLOR_AREAS.get(area)
    return {
        "area": str(area),
        "name": say(AREA_NAMES[area]),
        "help": say(AREA_HELP[area]),
        "good": None if good is None else str(good),
        "price": mosque_target(state) if area is Area.MOSQUE else price_of(state, area),
        "left": rubies_left(state, area),
        "taken": rubies_taken(state, area),
        "open": may_have_ruby(state, area),
        "prices": [price for at, price in enumerate(info.prices) if at not in info.skipped],
    }


def _card_due(state: GameState, say: Say) -> Plain | None:
    """The card that is being carried out."""
    card = state.agenda[-1].card if state.agenda else ""
    return card_plain(card, say) if card else None


def player(state: GameState, seat: int, say: Say) -> Plain:
    """What a player owns; all of it lies open."""
    one = state.players[seat]
    return {
        "lira": one.lira,
        "markers": by_letter(one.markers),
        "crystals": one.crystals,
        "rubies": one.rubies,
        "tiles": [tile_plain(tile, say) for tile in one.tiles],
        "idle": _idle(state, seat),
        "dice": one.dice,
        "mosque_ruby": one.mosque_ruby,
    }


def _idle(state: GameState, seat: int) -> list[str]:
    """Tiles taken this turn: they work from the next one on."""
    if seat != state.turn:
        return []
    new = list(state.players[seat].tiles)
    for tile in state.working:
        if tile in new:
            new.remove(tile)
    return new


def secrets(state: GameState, seat: int, say: Say) -> Plain:
    """Nothing is hidden in this game."""
    return {}


# ------------------------------------------------------------------------- what is due


def turn(state: GameState, names: Names, say: Say) -> Plain:
    """Whose turn it is and what is due, in words."""
    if state.over or not state.agenda:
        return {"of": None, "step": "over", "text": say("The game is over")}
    pending = state.agenda[-1]
    of = state.turn if pending.seat is None else pending.seat
    text = say(_due(state, pending)).format(n=state.actions, name=names[state.turn], number=pending.number)
    return {"of": state.turn, "step": str(pending.step), "text": text, "by": of, "topic": topic_now(pending.step)}


def _due(state: GameState, pending: Pending) -> str:
    if pending.step is Step.ACT and state.actions == 1:
        return mark("One action left")
    if pending.step is Step.CARD and pending.seat is not None:
        return mark("What the others get from {name}'s card")
    return _DUE[pending.step]


_DUE = {
    Step.INCOME: mark("Take the income of the mosque tiles"),
    Step.THROW: mark("Throw the dice"),
    Step.REROLL: mark("Throw some dice again?"),
    Step.ACT: mark("{n} actions left"),
    Step.CHOOSE: mark("Choose markers: {number}"),
    Step.USE: mark("Choose one of the cards"),
    Step.CARD: mark("Carry out the card"),
    Step.ROLL: mark("The dice are due"),
    Step.REVEAL: mark("A bazaar card is revealed"),
    Step.SHOW: mark("The display is filled"),
    Step.PRICE: mark("What does the next ruby cost?"),
    Step.TILE: mark("Which mosque tile lies there?"),
}


def dice(events: Events) -> Plain | None:
    """The dice thrown last among events."""
    rolls = [event for event in events if isinstance(event, DiceThrown)]
    return {"dice": list(letters(rolls[-1].dice, FACE_LETTERS)), "why": "throw"} if rolls else None


def fell(events: Events) -> list[str]:
    """Every face thrown."""
    return [face for event in events if isinstance(event, DiceThrown) for face in letters(event.dice, FACE_LETTERS)]


def figures(state: GameState, seat: int) -> Plain:
    """Numbers of a player for the pictures at the end."""
    one = state.players[seat]
    return {"rubies": one.rubies, "lira": one.lira, "goods": sum(one.markers), "at": None}


def result(state: GameState, names: Names, say: Say) -> Plain | None:
    """The ranking, best first; None while the game goes on."""
    return standing(state, names, say) if state.over else None


def standing(state: GameState, names: Names, say: Say) -> Plain:
    """The ranking if the game ended now, best first."""
    rows = [line._asdict() | {"worth": line.lira, **_left(state, line.seat)} for line in ranking(state)]
    return {"rows": rows, "winners": [row["seat"] for row in rows if row["rank"] == 1]}


def _left(state: GameState, seat: int) -> Plain:
    one = state.players[seat]
    return {"lira": one.lira, "goods": sum(one.markers), "crystals": one.crystals}


# ------------------------------------------------------------------------- asking and telling


def tell_hand(seat: int, cards: object) -> a.Action:
    """Nobody holds cards in this game."""
    raise RuleViolation("not_now", seat=seat)


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
    odds=dict.fromkeys(FACE_LETTERS, 1 / len(FACE_LETTERS)),
    result=result,
    standing=standing,
    refusal=refusal,
    correction=correction,
    hint=hint,
    tell_hand=tell_hand,
    guide=guide,
    kinds=kinds,
    flows=flows,
    moments=moments,
)
"""How the dice game fills the envelope of ``companion.session.view``."""
