"""Does everything still add up?  ``problems(state)`` names every count that is not conserved (section 3.5).

A sound state has none; a correction by the table is refused when it would bring one.
"""

from collections.abc import Iterator
from itertools import chain

import msgspec

from companion.istanbul.cards import pile_size, within
from companion.istanbul.due import can_be_done
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import GameState, Player, Step
from companion.istanbul.tables import (
    BEFORE_ENCOUNTERS,
    CAPACITY_LIMIT,
    CAPACITY_START,
    CARD_COPIES,
    DECK_SIZE,
    DICE_TOTALS,
    EXTENSIONS_EACH,
    FEWEST_PLAYERS,
    MAIL,
    MARKET_TILES,
    MOSQUE_GOODS,
    MOSQUE_STACK,
    MOST_PLAYERS,
    NEUTRAL_MERCHANT_PLACES,
    PLACES,
    RUBIES,
    RUBY_PLACES,
    RUBY_TARGET,
    STACK_LIMIT,
    VARIANT_MOST_PLAYERS,
    YELLOW,
    unused_colors,
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


def end_reached(state: GameState) -> bool:
    """Has somebody the rubies that announce the end?"""
    return max([player.rubies for player in state.players]) >= RUBY_TARGET[len(state.players)]


def counting_begun(state: GameState) -> bool:
    """Are the last hands being laid open, or is the game over?"""
    return state.over or any(pending.step is Step.LEFT_CARD for pending in state.agenda[:1])


def _end(state: GameState) -> Iterator[Problem]:
    if (state.ending or counting_begun(state)) and not end_reached(state):
        yield Problem("end_not_reached", {"needs": RUBY_TARGET[len(state.players)]})


def _used(state: GameState) -> Iterator[Problem]:
    """Flags of the turn that nothing in it can have set yet."""
    early = any(pending.step in BEFORE_ENCOUNTERS for pending in state.agenda)
    if early and (state.governor_used or state.smuggler_used):
        yield Problem("used_too_early", {"governor": state.governor_used, "smuggler": state.smuggler_used})
    if state.yellow_used and 0 <= state.turn < len(state.players) and YELLOW not in state.player.tiles:
        yield Problem("yellow_not_owned", {"turn": state.turn})


def _tokens(state: GameState) -> Iterator[Problem]:
    """Dice brought them where they stand; a neutral merchant may still be where it began."""
    for token, place in (("governor", state.governor), ("smuggler", state.smuggler)):
        if place not in DICE_TOTALS:
            yield Problem("not_a_total_of_dice", {"token": token, "place": int(place)})
    neutral = unused_colors([player.color for player in state.players])
    began = dict(zip(neutral, NEUTRAL_MERCHANT_PLACES[len(state.players)], strict=False))
    for color, place in state.neutral_merchants:
        if place not in DICE_TOTALS and began.get(color) is not place:
            yield Problem("neutral_merchant_place", {"color": color, "place": int(place)})


def _agenda(state: GameState) -> Iterator[Problem]:
    """Only where the seat is there at all; every decision must be one that can be taken."""
    if not 0 <= state.turn < len(state.players):
        return
    first = state.agenda[0].step if state.agenda else Step.ENCOUNTERS
    if first not in (Step.ENCOUNTERS, Step.LEFT_CARD):
        yield Problem("impossible_step", {"step": first})
    for at, pending in enumerate(state.agenda):
        if not can_be_done(state, pending, state.agenda[at + 1 :]):
            yield Problem("impossible_step", {"step": pending.step})


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


def _sources(state: GameState) -> Iterator[Problem]:
    """The third extension and a pair of tiles bring their ruby at once, and nothing else takes it."""
    full = sum(player.capacity == CAPACITY_LIMIT for player in state.players)
    pairs = {
        place: sum(set(goods) <= set(player.tiles) for player in state.players) for place, goods in MOSQUE_GOODS.items()
    }
    placed = dict(zip(RUBY_PLACES, RUBIES[len(state.players)], strict=True))
    left = dict(zip(RUBY_PLACES, state.rubies, strict=True))
    for place, taken in {Place.WAINWRIGHT: full, **pairs}.items():
        if left[place] != placed[place] - taken:
            yield Problem("ruby_not_taken", {"place": int(place), "has": left[place], "should": placed[place] - taken})


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


TABLE_CHECKS = (
    _board, _turn, _agenda, _end, _used, _tokens, _colors, _cards, _rubies, _sources, _extensions, _mosques, _printed,
    _variant,
)  # fmt: skip

# ------------------------------------------------------------------------- one player


def _of_player(state: GameState, seat: int) -> Iterator[Problem]:
    player = state.players[seat]
    if player.lira < 0:
        yield Problem("negative_lira", {"has": player.lira}, seat)
    if not CAPACITY_START <= player.capacity <= CAPACITY_LIMIT:
        yield Problem("capacity", {"has": player.capacity}, seat)
    if any(not 0 <= held <= player.capacity for held in player.goods):
        yield Problem("goods_over_capacity", {"has": player.goods, "capacity": player.capacity}, seat)
    if within(player.seen, player.hand) != player.seen:
        yield Problem("seen_not_held", {"seen": player.seen}, seat)
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


STOPPING = frozenset({
    "not_every_place_once",
    "impossible_turn",
    "nothing_due",
    "impossible_step",
    "color_twice",
    "too_many_cards",
    "draw_pile_empty",
    "unknown_card",
    "too_many_rubies",
    "mosque_stack",
    "mail",
    "demand",
    "neutral_merchants",
    "negative_lira",
    "capacity",
    "goods_over_capacity",
})  # fmt: skip
"""Problems with which the game could not go on."""
