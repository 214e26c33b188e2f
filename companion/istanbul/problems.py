"""Does everything still add up?  ``problems(state)`` names every count that is not conserved (section 3.5).

A sound state has none; a correction by the table is refused when it would bring one.
"""

from collections.abc import Iterator
from itertools import chain

import msgspec

from companion.istanbul.cards import pile_size
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import Figure, GameState, Pending, Player, Step, Why
from companion.istanbul.tables import (
    AGAIN_CARD,
    CAPACITY_LIMIT,
    CAPACITY_START,
    CARD_COPIES,
    DECK_SIZE,
    DICE_PLACES,
    ENCOUNTER_FEE,
    EXTENSIONS_EACH,
    FEWEST_PLAYERS,
    MAIL,
    MARKET_TILES,
    MOSQUE_STACK,
    MOST_PLAYERS,
    NEUTRAL_MERCHANT_PLACES,
    PLACES,
    RUBIES,
    RUBY_PLACES,
    STACK_LIMIT,
    VARIANT_MOST_PLAYERS,
)


class Problem(msgspec.Struct, frozen=True):
    """One thing that does not add up: a stable code and the facts; ``seat`` where it is a player's."""

    code: str
    facts: dict[str, object]
    seat: int | None = None


def problems(state: GameState) -> tuple[Problem, ...]:
    """Everything that does not add up, in a fixed order.

    >>> from companion.istanbul.setup import example_game
    >>> problems(example_game())
    ()
    """
    if not FEWEST_PLAYERS <= len(state.players) <= MOST_PLAYERS:
        return (Problem("wrong_number_of_players", {"players": len(state.players)}),)
    of_table = chain.from_iterable(find(state) for find in TABLE_CHECKS)
    return (*of_table, *chain.from_iterable(_of_player(state, seat) for seat in range(len(state.players))))


# ------------------------------------------------------------------------- the table


def _board(state: GameState) -> Iterator[Problem]:
    if sorted(state.layout) != list(PLACES):
        yield Problem("not_every_place_once", {"layout": [int(place) for place in state.layout]})


def _turn(state: GameState) -> Iterator[Problem]:
    if not 0 <= state.turn < len(state.players) or state.round < 1:
        yield Problem("impossible_turn", {"turn": state.turn, "round": state.round})
    if bool(state.agenda) == state.over:
        yield Problem("nothing_due", {"agenda": len(state.agenda), "over": state.over})


def _agenda(state: GameState) -> Iterator[Problem]:
    """Only where the seat is there at all; every decision must be one that can be taken."""
    if not 0 <= state.turn < len(state.players):
        return
    first = state.agenda[0].step if state.agenda else Step.ENCOUNTERS
    if first not in (Step.ENCOUNTERS, Step.LEFT_CARD):
        yield Problem("impossible_step", {"step": first})
    for pending in state.agenda:
        if not _can_be_settled(state, pending):
            yield Problem("impossible_step", {"step": pending.step})


def _can_be_settled(state: GameState, pending: Pending) -> bool:
    player = state.player
    place = player.family if pending.figure is Figure.FAMILY else player.merchant
    drawing = state.agenda[-1].step in (Step.DRAW, Step.TAKE_CARD)  # a card will be in the hand by then
    match pending.step:
        case Step.AGAIN:
            return place in AGAIN_CARD
        case Step.RED_TILE:
            return place in DICE_PLACES and pending.dice is not None
        case Step.ROLL if pending.why in (Why.PLACE, Why.REROLL):
            return place in DICE_PLACES
        case Step.ROLL if pending.why is Why.NEUTRAL:
            return any(color is pending.color for color, _ in state.neutral_merchants)
        case Step.ROLL:
            return pending.why in (Why.GOVERNOR, Why.SMUGGLER)
        case Step.DRAW if pending.why is Why.FAMILY_HOME:
            return pile_size(state) > 0 and (Card.FAMILY_HOME in player.hand or Card.UNKNOWN in player.hand)
        case Step.DRAW | Step.TAKE_CARD:
            return pile_size(state) > 0
        case Step.FEE:
            return player.lira >= ENCOUNTER_FEE or player.hand != () or drawing
        case Step.GIVE_CARD:
            return player.hand != () or drawing
        case Step.DEMAND:
            return pending.number in MARKET_TILES
        case Step.LEFT_CARD:
            return 0 <= pending.number < len(state.players)
    return True


def _colors(state: GameState) -> Iterator[Problem]:
    neutral = [color for color, _ in state.neutral_merchants]
    used = [player.color for player in state.players] + neutral
    if len(set(used)) < len(used):
        yield Problem("color_twice", {"colors": used})
    if len(neutral) != len(NEUTRAL_MERCHANT_PLACES[len(state.players)]):
        yield Problem("neutral_merchants", {"has": len(neutral)})


def _cards(state: GameState) -> Iterator[Problem]:
    cards = [*state.discard, *(card for player in state.players for card in player.hand)]
    for card, copies in CARD_COPIES.items():
        if cards.count(card) > copies:
            yield Problem("too_many_cards", {"card": card, "has": cards.count(card), "copies": copies})
    if len(cards) > DECK_SIZE:
        yield Problem("too_many_cards", {"has": len(cards), "copies": DECK_SIZE})
    if pile_size(state) == 0 and state.discard:
        yield Problem("draw_pile_empty", {"discard": len(state.discard)})
    if Card.UNKNOWN in state.discard or (Card.UNKNOWN in cards and state.options.cards == "app"):
        yield Problem("unknown_card", {})


def _rubies(state: GameState) -> Iterator[Problem]:
    placed = RUBIES[len(state.players)]
    total = sum(state.rubies) + sum(player.rubies for player in state.players)
    if total != sum(placed):
        yield Problem("rubies_do_not_add_up", {"has": total, "should": sum(placed)})
    for place, left, most in zip(RUBY_PLACES, state.rubies, placed, strict=True):
        if not 0 <= left <= most:
            yield Problem("too_many_rubies", {"place": int(place), "has": left, "most": most})


def _extensions(state: GameState) -> Iterator[Problem]:
    bought = sum(player.capacity - CAPACITY_START for player in state.players)
    should = EXTENSIONS_EACH * len(state.players)
    if state.extensions + bought != should:
        yield Problem("extensions_do_not_add_up", {"has": state.extensions + bought, "should": should})


def _mosques(state: GameState) -> Iterator[Problem]:
    full = MOSQUE_STACK[len(state.players)]
    for good, stack in zip(Good, state.mosques, strict=True):
        owners = sum(good in player.tiles for player in state.players)
        if len(stack) > len(full) or stack != full[len(full) - len(stack) :]:
            yield Problem("mosque_stack", {"good": good, "has": list(stack)})
        elif len(stack) + owners != len(full):
            yield Problem("tiles_do_not_add_up", {"good": good, "has": len(stack) + owners, "should": len(full)})


def _printed(state: GameState) -> Iterator[Problem]:
    if not 0 <= state.mail_down < len(MAIL):
        yield Problem("mail", {"has": state.mail_down})
    for market, stack in ((Place.LARGE_MARKET, state.demand_large), (Place.SMALL_MARKET, state.demand_small)):
        known = [tile for tile in stack if tile is not None]
        tiles = MARKET_TILES[market]
        if len(stack) != len(tiles) or len(set(known)) < len(known) or set(known) - set(tiles):
            yield Problem("demand", {"market": int(market), "has": list(stack)})


def _variant(state: GameState) -> Iterator[Problem]:
    lying = state.neutral_assistants
    total = len(lying) + sum(player.stack.count("n") for player in state.players)
    on = state.options.neutral_assistants
    should = len(state.players) if on else 0
    if total != should:
        yield Problem("neutral_assistants_do_not_add_up", {"has": total, "should": should})
    if Place.FOUNTAIN in lying:
        yield Problem("assistant_on_fountain", {})
    if on and len(state.players) > VARIANT_MOST_PLAYERS:
        yield Problem("variant_players", {"players": len(state.players)})


TABLE_CHECKS = (_board, _turn, _agenda, _colors, _cards, _rubies, _extensions, _mosques, _printed, _variant)

# ------------------------------------------------------------------------- one player


def _of_player(state: GameState, seat: int) -> Iterator[Problem]:
    player = state.players[seat]
    if player.lira < 0:
        yield Problem("negative_lira", {"has": player.lira}, seat)
    if not CAPACITY_START <= player.capacity <= CAPACITY_LIMIT:
        yield Problem("capacity", {"has": player.capacity}, seat)
    if any(not 0 <= held <= player.capacity for held in player.goods):
        yield Problem("goods_over_capacity", {"has": player.goods, "capacity": player.capacity}, seat)
    yield from _of_assistants(state, player, seat)


def _of_assistants(state: GameState, player: Player, seat: int) -> Iterator[Problem]:
    total = player.stack.count("o") + len(player.assistants) + player.reserve
    should = STACK_LIMIT - (1 if state.options.neutral_assistants else 0)
    if total != should:
        yield Problem("assistants_do_not_add_up", {"has": total, "should": should}, seat)
    if len(set(player.assistants)) < len(player.assistants):
        yield Problem("two_assistants_on_a_place", {"places": [int(place) for place in player.assistants]}, seat)
    if Place.FOUNTAIN in player.assistants:
        yield Problem("assistant_on_fountain", {}, seat)
    if player.reserve != (0 if Good.JEWELRY in player.tiles else 1):
        yield Problem("fifth_assistant", {"reserve": player.reserve}, seat)
