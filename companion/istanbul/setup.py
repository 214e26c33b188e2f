"""How does a game begin?  Pure: everything drawn is given in a ``Deal`` (section 2)."""

import msgspec

from companion.errors import RuleViolation
from companion.istanbul.cards import sorted_hand
from companion.istanbul.evolve import TURN
from companion.istanbul.layouts.boards import layout_problems, printed_layout
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.state import GameState, Options, Pending, Player, Step
from companion.istanbul.tables import (
    CAPACITY_START,
    CARD_COPIES,
    DICE_TOTALS,
    EXTENSIONS_EACH,
    FAMILY_HOME_PLACE,
    FEWEST_PLAYERS,
    FIRST_LIRA,
    GOODS,
    LAYOUTS,
    MARKET_TILES,
    MERCHANTS_START,
    MOSQUE_STACK,
    MOST_PLAYERS,
    NEUTRAL_MERCHANT_PLACES,
    NO_GOODS,
    PLACES,
    RUBIES,
    START_STACK,
    VARIANT_MOST_PLAYERS,
    VARIANT_STACK,
    unused_colors,
)


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was drawn at set-up.  Colours and first cards in seat order; seat 0 is the start player.

    A demand tile of None means that nobody has looked yet: it is asked for as the first chance event.
    """

    colors: tuple[Color, ...]
    layout: tuple[Place, ...]
    governor: Place
    smuggler: Place
    cards: tuple[Card, ...]
    demand_large: str | None = None
    demand_small: str | None = None


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a new game needs: what the table agreed on and what was drawn."""

    options: Options
    deal: Deal


def new_game(options: Options, deal: Deal) -> GameState:
    """The state before the first turn; raises RuleViolation for an impossible set-up.

    >>> state = new_game(Options(), EXAMPLE_DEAL)
    >>> state.rubies, [player.lira for player in state.players]
    ((3, 6, 3, 3, 10), [2, 3, 4])
    """
    _refuse_deal(options, deal)
    number = len(deal.colors)
    return GameState(
        options=options,
        layout=deal.layout,
        players=tuple(_player(options, deal, seat) for seat in range(number)),
        governor=deal.governor,
        smuggler=deal.smuggler,
        neutral_merchants=_neutral_merchants(deal.colors),
        neutral_assistants=(),
        mail_down=0,
        demand_large=_demand(deal.demand_large, Place.LARGE_MARKET),
        demand_small=_demand(deal.demand_small, Place.SMALL_MARKET),
        mosques=(MOSQUE_STACK[number],) * len(GOODS),
        rubies=RUBIES[number],
        extensions=EXTENSIONS_EACH * number,
        discard=(),
        turn=0,
        round=1,
        yellow_used=False,
        governor_used=False,
        smuggler_used=False,
        agenda=TURN + _unseen_demand(deal),
    )


def _player(options: Options, deal: Deal, seat: int) -> Player:
    return Player(
        color=deal.colors[seat],
        lira=FIRST_LIRA + seat,
        goods=NO_GOODS,
        capacity=CAPACITY_START,
        rubies=0,
        merchant=MERCHANTS_START,
        stack=VARIANT_STACK if options.neutral_assistants else START_STACK,
        assistants=(),
        reserve=1,
        family=FAMILY_HOME_PLACE,
        tiles=(),
        hand=sorted_hand([deal.cards[seat]]),
    )


def _neutral_merchants(colors: tuple[Color, ...]) -> tuple[tuple[Color, Place], ...]:
    places = NEUTRAL_MERCHANT_PLACES[len(colors)]
    return tuple(zip(unused_colors(colors), places, strict=False)) if places else ()


def _demand(top: str | None, market: Place) -> tuple[str | None, ...]:
    return (top, *(None for _ in MARKET_TILES[market][1:]))


def _unseen_demand(deal: Deal) -> tuple[Pending, ...]:
    tops = ((Place.SMALL_MARKET, deal.demand_small), (Place.LARGE_MARKET, deal.demand_large))
    return tuple(Pending(Step.DEMAND, number=int(market)) for market, top in tops if top is None)


# ------------------------------------------------------------------------- impossible set-ups


def _refuse_deal(options: Options, deal: Deal) -> None:
    number = len(deal.colors)
    if not FEWEST_PLAYERS <= number <= MOST_PLAYERS:
        raise RuleViolation("wrong_number_of_players", players=number, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    if len(set(deal.colors)) < number:
        raise RuleViolation("color_twice", colors=list(deal.colors))
    if options.neutral_assistants and number > VARIANT_MOST_PLAYERS:
        raise RuleViolation("variant_players", players=number, most=VARIANT_MOST_PLAYERS)
    _refuse_layout(options, deal.layout)
    _refuse_tokens(deal)
    _refuse_cards(options, deal)
    for market, tile in ((Place.LARGE_MARKET, deal.demand_large), (Place.SMALL_MARKET, deal.demand_small)):
        if tile is not None and tile not in MARKET_TILES[market]:
            raise RuleViolation("unknown_tile", market=int(market), tile=tile, possible=list(MARKET_TILES[market]))


def _refuse_layout(options: Options, layout: tuple[Place, ...]) -> None:
    """A printed layout is the one that is printed; a random one keeps what was agreed."""
    if sorted(layout) != list(PLACES):
        raise RuleViolation("not_every_place_once", layout=list(layout))
    if options.layout in LAYOUTS and layout != LAYOUTS[options.layout]:
        raise RuleViolation("value_fixed", what="layout", asked=options.layout)
    found = layout_problems(layout) if options.layout == "random" and options.random_restrictions else []
    if found:
        raise found[0]


def _refuse_tokens(deal: Deal) -> None:
    for place in (deal.governor, deal.smuggler):
        if place not in DICE_TOTALS:
            raise RuleViolation("not_a_total_of_dice", place=int(place))


def _refuse_cards(options: Options, deal: Deal) -> None:
    if len(deal.cards) != len(deal.colors):
        raise RuleViolation("wrong_number_of_cards", told=len(deal.cards), has=len(deal.colors))
    if Card.UNKNOWN in deal.cards and options.cards == "app":
        raise RuleViolation("unknown_card")
    for card, copies in CARD_COPIES.items():
        if deal.cards.count(card) > copies:
            raise RuleViolation("card_not_unseen", card=card, copies=copies)


EXAMPLE_DEAL = Deal(
    colors=(Color.RED, Color.BLUE, Color.GREEN),
    layout=printed_layout("short"),
    governor=Place.SMALL_MARKET,
    smuggler=Place.BLACK_MARKET,
    cards=(Card.STAY, Card.LIRA5, Card.GOOD),
    demand_large="L1",
    demand_small="S1",
)
"""Three players on the layout of the first game, as used in the examples."""


def example_game() -> GameState:
    """The first state of a three-player game that the examples share."""
    return new_game(Options(), EXAMPLE_DEAL)
