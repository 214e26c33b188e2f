"""Scenarios 1 to 13: setup, tables, layouts."""

import pytest
from msgspec.structs import replace

from companion.errors import RuleViolation
from companion.istanbul.cards import pile_size
from companion.istanbul.geometry import distance
from companion.istanbul.layouts.boards import layout_problems, printed_layout
from companion.istanbul.names import Place
from companion.istanbul.setup import EXAMPLE_DEAL, new_game
from companion.istanbul.state import Options
from companion.istanbul.tables import (
    CARD_COPIES,
    DEALER_PRICE,
    DEMAND,
    LAYOUTS,
    MARKET_TILES,
    PALACE_COST,
    RUBY_TARGET,
)
from tests.istanbul.builders import do, due, has, new, put, turn


def palace_goods(rubies: int) -> int:
    named, free = PALACE_COST[rubies]
    return sum(named) + free


@pytest.mark.parametrize(
    ("players", "rubies", "total", "price", "goods", "target"),
    [
        pytest.param(2, "1:2,13:6,14:2,15:2,16:9", 21, 15, 5, 6, id="scenario_001"),
        pytest.param(3, "1:3,13:6,14:3,15:3,16:10", 25, 14, 5, 5, id="scenario_002"),
        pytest.param(4, "1:4,13:7,14:4,15:4,16:12", 31, 12, 4, 5, id="scenario_003"),
        pytest.param(5, "1:5,13:7,14:4,15:4,16:12", 32, 12, 4, 5, id="scenario_004"),
    ],
)
def test_rubies_at_setup(players: int, rubies: str, total: int, price: int, goods: int, target: int) -> None:
    state = new(players)
    assert has(state, f"rubies={rubies}", None)
    assert sum(state.rubies) == total
    assert (DEALER_PRICE[state.rubies[4]], palace_goods(state.rubies[1]), RUBY_TARGET[players]) == (
        price,
        goods,
        target,
    )
    assert state.extensions == 3 * players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scenario_005_first_lira_and_cards(players: int) -> None:
    state = new(players)
    assert [player.lira for player in state.players] == list(range(2, players + 2))
    assert [len(player.hand) for player in state.players] == [1] * players
    assert (pile_size(state), state.discard) == (26 - players, ())


@pytest.mark.parametrize(("players", "stack"), [(2, "24"), (3, "234"), (4, "2345"), (5, "2345")])
def test_scenario_006_mosque_stacks(players: int, stack: str) -> None:
    assert has(new(players), f"mosques=R{stack},G{stack},Y{stack},B{stack}", None)


def test_scenario_007_neutral_merchants_for_two_players_only() -> None:
    assert [int(place) for _, place in new(2).neutral_merchants] == [14, 15, 16]
    assert [new(players).neutral_merchants for players in (3, 4, 5)] == [(), (), ()]


def test_scenario_008_governor_and_smuggler_may_start_on_the_fountain() -> None:
    assert has(new(governor=2 + 5, smuggler=3 + 4), "governor=7 smuggler=7", None)


def test_scenario_009_dice_reach_2_to_12_only() -> None:
    rolls = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    state = due(turn(), "roll/for_governor")
    assert {int(do(state, f"rolled {a} {b}").governor) for a, b in rolls} == set(range(2, 13))


def test_scenario_010_the_wheelbarrow_of_the_rulebook() -> None:
    assert put(turn(), "goods=GGB", 0).players[0].goods == (0, 2, 0, 1)


@pytest.mark.parametrize(("kind", "steps"), [("short", 3), ("long", 4), ("in_order", 4)])
def test_scenario_011_printed_layouts(kind: str, steps: int) -> None:
    layout = printed_layout(kind)
    assert layout.index(Place.FOUNTAIN) in (5, 6, 9, 10)
    assert distance(layout, Place.BLACK_MARKET, Place.TEA_HOUSE) == steps
    assert layout_problems(layout) == []


def test_scenario_012_random_layouts_are_restricted() -> None:
    corner, close = list(LAYOUTS["short"]), list(LAYOUTS["short"])
    corner[0], corner[6] = corner[6], corner[0]
    close[10], close[11] = close[11], close[10]  # Tea House two steps from the Black Market
    assert [problem.code for problem in layout_problems(corner)] == ["fountain_not_central"]
    assert [problem.code for problem in layout_problems(close)] == ["dice_places_too_close"]


def test_scenario_012_a_game_keeps_what_was_agreed() -> None:
    corner = list(LAYOUTS["short"])
    corner[0], corner[6] = corner[6], corner[0]
    dealt = replace(EXAMPLE_DEAL, layout=tuple(Place(number) for number in corner))
    assert new_game(Options(layout="random", random_restrictions=False), dealt).layout == dealt.layout
    with pytest.raises(RuleViolation, match="fountain_not_central"):
        new_game(Options(layout="random"), dealt)
    with pytest.raises(RuleViolation, match="value_fixed"):
        new_game(Options(layout="short"), dealt)


def test_scenario_013_demand_tiles_and_deck_add_up() -> None:
    large, small = ([DEMAND[tile] for tile in MARKET_TILES[market]] for market in (10, 11))
    assert [sum(column) for column in zip(*large, strict=True)] == [7, 3, 3, 12]
    assert [sum(column) for column in zip(*small, strict=True)] == [4, 10, 8, 3]
    assert {sum(goods) for goods in DEMAND.values()} == {5}
    assert sorted(CARD_COPIES.values(), reverse=True) == [4, 4, 4, 2, 2, 2, 2, 2, 2, 2]
