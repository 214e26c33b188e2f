"""Which cases does no game come upon?  Set-ups, impossible ones too, and positions made for one rule."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from companion.conformance.cases import Case, of_action, of_position, of_setup
from companion.istanbul.dealer import new_setup
from companion.istanbul.game import start_game
from companion.istanbul.names import Card, Place
from companion.istanbul.notation.fields import set_value
from companion.istanbul.notation.lines import parse_action
from companion.istanbul.setup import EXAMPLE_DEAL, Deal, Setup, example_game
from companion.istanbul.state import GameState, Options
from companion.istanbul.tables import CARD_COPIES

RUBIES_OF_TWO = "rubies=1:3,13:1,14:3,15:3,16:5"
RUBIES_OF_THREE = "rubies=1:3,13:0,14:3,15:3,16:1"
DEAL = EXAMPLE_DEAL
LAYOUT = DEAL.layout


def prepared() -> Iterator[Case]:
    """All of them, in a fixed order."""
    yield from (of_setup(setup) for setup in _setups())
    yield from (of_action(state, parse_action(action)) for state, action in _positions())
    yield from (of_position(state) for state in _odd_positions())


def _setups() -> Iterator[Setup]:
    for players in range(2, 6):
        for variant in (False, True):
            for layout in ("short", "long", "in_order", "random"):
                if not (variant and players > 4):
                    yield new_setup(players, Options(layout=layout, neutral_assistants=variant), Random(players))
        yield new_setup(players, Options(cards="real"), Random(players))
    yield from (Setup(options, deal) for options, deal in _impossible())


def _impossible() -> Iterator[tuple[Options, Deal]]:
    plain, free = Options(), Options(layout="random")
    color = DEAL.colors
    yield plain, replace(DEAL, colors=color[:1], cards=DEAL.cards[:1])
    yield plain, replace(DEAL, colors=color * 2, cards=DEAL.cards * 2)
    yield plain, replace(DEAL, colors=(color[0], color[0], color[1]))
    five = new_setup(5, plain, Random(1)).deal
    yield Options(neutral_assistants=True), five
    yield plain, replace(DEAL, layout=(*LAYOUT[:15], LAYOUT[0]))
    yield Options(layout="long"), DEAL
    yield free, replace(DEAL, layout=_swapped(Place.FOUNTAIN, LAYOUT[0]))
    yield free, replace(DEAL, layout=_swapped(Place.BLACK_MARKET, LAYOUT[10]))
    yield free, replace(DEAL, layout=_swapped(Place.TEA_HOUSE, LAYOUT[4]))
    yield plain, replace(DEAL, governor=Place.WAINWRIGHT)
    yield plain, replace(DEAL, smuggler=Place.GREAT_MOSQUE)
    yield plain, replace(DEAL, cards=(Card.UNKNOWN, *DEAL.cards[1:]))
    yield plain, replace(DEAL, cards=DEAL.cards[:2])
    yield plain, replace(DEAL, cards=(Card.STAY,) * 3)
    yield plain, replace(DEAL, demand_large="S1")


def _swapped(one: Place, other: Place) -> tuple[Place, ...]:
    change = {one: other, other: one}
    return tuple(change.get(place, place) for place in LAYOUT)


def _positions() -> Iterator[tuple[GameState, str]]:
    yield from _tiles()
    for values, action in POSITIONS:
        yield with_values(example_game(), values), action


def with_values(state: GameState, values: str) -> GameState:
    """The state with values as in the notation, ``1.lira=7`` for a seat; unchecked."""
    for part in values.split() if values != "-" else ():
        name, _, value = part.partition("=")
        seat, dot, what = name.partition(".")
        state = set_value(state, what if dot else name, value, int(seat) if dot else None)
    return state


def _tiles() -> Iterator[tuple[GameState, str]]:
    """Each mosque tile is on top once with each number of players; the smaller ones lie with the other seats."""
    for players in range(2, 6):
        start = start_game(new_setup(players, Options(), Random(players)))
        start = with_values(start, RICH.format(extensions=start.extensions - 3))
        start = replace(start, rubies=(start.rubies[0] - 1, *start.rubies[1:]))
        for at, good in enumerate("RGYB"):
            for gone in range(len(start.mosques[at])):
                yield _with_tiles_gone(start, at, gone), f"tile {good}"


def _with_tiles_gone(state: GameState, at: int, gone: int) -> GameState:
    for seat in range(1, gone + 1):
        fifth = f" {seat}.reserve=0 {seat}.stack=ooooo" if at == 3 else ""
        state = with_values(state, f"{seat}.tiles={'RGYB'[at]}{fifth}")
    mosques = (*state.mosques[:at], state.mosques[at][gone:], *state.mosques[at + 1 :])
    return with_values(replace(state, mosques=mosques), f"0.merchant={14 if at < 2 else 15}")


def _odd_positions() -> Iterator[GameState]:
    yield from (with_values(example_game(), values) for values in ODD)
    start = example_game()
    yield replace(start, players=start.players[:1])
    yield replace(start, players=(start.players[0], start.players[0], start.players[2]))
    five = new_setup(5, Options(), Random(1))
    yield replace(start_game(five), options=Options(neutral_assistants=True))
    two = start_game(new_setup(2, Options(), Random(1)))
    first, *others = two.neutral_merchants
    yield replace(two, neutral_merchants=((first[0], Place.WAINWRIGHT), *others))


HAND_OF_ALL = "0.hand=" + ",".join(
    card for card, copies in CARD_COPIES.items() for _ in range(copies - (card in DEAL.cards[1:]))
)
RICH = "extensions={extensions} agenda=encounters,action 0.capacity=5 0.rubies=1 0.goods=RRRRRGGGGGYYYYYBBBBB"
FIVE_GOODS = "options=any_goods:five agenda=encounters,action 0.merchant=11 0.capacity=3 0.hand=ANY_GOODS"
ALL_DISCARDED = HAND_OF_ALL.replace("0.hand=", "discard=").replace("STAY,STAY", "STAY")
EQUAL = "turn=2 ending=yes agenda=encounters,action,toll,assistant 2.merchant=3 0.lira=2 1.lira=2 2.lira=2"
POSITIONS = (
    ("agenda=encounters,again/family 0.merchant=12 0.family=16 0.hand=FAMILY_HOME,DEALER2 0.lira=40", "home lira"),
    (f"agenda=encounters,action 0.merchant=6 {HAND_OF_ALL}", "take draw"),
    (f"agenda=encounters 0.merchant=3 governor=3 smuggler=3 {HAND_OF_ALL}", "governor"),
    (f"agenda=encounters,reward 0.merchant=3 {HAND_OF_ALL}", "reward card"),
    ("agenda=encounters,action 0.merchant=1 0.capacity=5 0.lira=9", "extend"),
    ("agenda=encounters,action 0.merchant=14 0.goods=RRGG mosques=R,G234,Y234,B234", "tile R"),
    ("agenda=encounters,action 0.merchant=14 0.goods=RRGG 0.tiles=R mosques=R34,G234,Y234,B234", "tile R"),
    ("agenda=encounters,action 0.merchant=11 0.hand=ANY_GOODS", "sell R any"),
    ("agenda=encounters,action 0.merchant=11 0.hand=ANY_GOODS", "sell R"),
    (f"{FIVE_GOODS} 0.goods=RRRBBB", "sell RRBB any"),
    (f"{FIVE_GOODS} 0.goods=RRRBBB", "sell RRRBB any"),
    (f"{FIVE_GOODS} 0.goods=RRRB", "sell RRRB any"),
    ("agenda=encounters,action 0.merchant=11 0.hand=GOOD 0.goods=RRGGYYBB", "good R"),
    ("agenda=encounters,again 0.merchant=13 0.hand=SULTAN2 0.capacity=3 0.goods=RRRGGGYYYBBB", "repeat R"),
    ("agenda=encounters,again 0.merchant=13 0.hand=SULTAN2 0.capacity=3 0.goods=RRRGGGYYYBBB", "repeat"),
    ("-", 'set options=no_tells:on because "agreed late"'),
    ("-", 'set layout=1 because "moved"'),
    (f"{EQUAL} 0.hand=POST2 1.hand=POST2 2.hand=DEALER2 0.rubies=5 1.rubies=5 {RUBIES_OF_TWO}", "end"),
    (f"{EQUAL} 0.hand=POST2 1.hand=POST2 2.hand=DEALER2 0.rubies=5 1.rubies=5 2.rubies=5 {RUBIES_OF_THREE}", "end"),
    (f"{EQUAL} 0.hand=POST2 1.hand=LIRA5 2.hand=DEALER2 0.rubies=5 1.rubies=5 {RUBIES_OF_TWO}", "end"),
    (f"{EQUAL} 0.hand=POST2 1.hand=GOOD 2.hand=DEALER2 0.rubies=5 1.rubies=5 {RUBIES_OF_TWO}", "end"),
    (f"{EQUAL} 0.hand=POST2,STAY 1.hand=POST2 2.hand=DEALER2 0.rubies=5 1.rubies=5 {RUBIES_OF_TWO}", "end"),
    (f"{EQUAL} 0.hand=FAMILY_HOME 0.family=3 1.hand=POST2 2.hand=DEALER2 0.rubies=5 1.rubies=5 {RUBIES_OF_TWO}", "end"),
)
"""Positions of three players on the short ways, and what is asked there."""
ODD = (
    "neutrals=red@14", "neutrals=green@1", "mosques=R43,G234,Y234,B234", "mosques=R5,G234,Y234,B234",
    "rubies=1:4,13:5,14:3,15:3,16:10", "0.hand=?", ALL_DISCARDED, "0.stack=oo 0.assistants=3,3",
)  # fmt: skip
"""Positions in which one thing does not add up."""
