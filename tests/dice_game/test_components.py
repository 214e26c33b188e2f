"""The file of a copy: known values shipped, the rest unknown; validators; what a game was told goes back into it."""

from pathlib import Path

import pytest

from companion.dice_game.copy.components import BadComponents, Components, copy_for, missing, read_components
from companion.dice_game.copy.learning import format_components, learned
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.names import Area
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import Options
from companion.dice_game.supply import price_of, rubies_left
from companion.dice_game.tables import AREAS
from companion.errors import RuleViolation
from tests.dice_game.builders import COMPLETE, do, new, put

FILE = (Path(__file__).parent / "made_up.toml").read_text()
MADE_UP = read_components(FILE)


def test_the_shipped_file_knows_what_the_box_says_and_nothing_else() -> None:
    shipped = shipped_components()
    copy = copy_for(shipped, 3)
    assert copy.markers == (8, 8, 8, 8, 10) and copy.lira == 87
    assert (copy.dice, copy.cards, copy.tiles, copy.rubies, copy.crystals) == (9, 33, 24, 31, 12)
    assert (copy.tile_faces, copy.card_faces) == ((), ())
    assert all(info.rubies is None and not info.prices for info in copy.areas)
    assert missing(shipped, 3) == (*map(str, AREAS), "tiles", "cards")
    assert shipped == Components(board=shipped.board, preset=shipped.preset)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_complete_file_is_complete(players: int) -> None:
    assert missing(MADE_UP, players) == () == missing(COMPLETE, players)


@pytest.mark.parametrize("components", [MADE_UP, COMPLETE, shipped_components(), Components()])
def test_a_file_reads_back_as_it_was_written(components: Components) -> None:
    assert read_components(format_components(components)) == components


FAULTS = [
    pytest.param("prices = [3, 4, 5, 6], confirmed = true, s", "prices = [5, 4], s", "2-3:red:falling", id="falling"),
    pytest.param("prices = [3, 4, 5, 6], confirmed = true, s", "prices = [-3], s", "2-3:red:price", id="below_zero"),
    pytest.param("prices = [3, 4, 5, 6], confirmed = true, s", "prices = [400], s", "2-3:red:price", id="a_slip"),
    pytest.param("rubies = 4, prices = [3", "rubies = 3, prices = [3", "2-3:red:too_many_prices", id="more_prices"),
    pytest.param("prices = [4, 5, 6, 7, 8]", "prices = [5, 6]", "2-3:carpet:carpet_start", id="carpet_start"),
    pytest.param("mosque = { rubies = 3,", "mosque = { rubies = 9,", "2-3:too_many_rubies", id="rubies_on_a_side"),
    pytest.param("mosque = { rubies = 3,", "mosque = { prices = [5],", "2-3:mosque:mosque_has_no_prices", id="mosque"),
    pytest.param('"lira:1"', '"lira:7"', "2-3:bad_field:lira:7", id="no_such_circle"),
    pytest.param('"lira:1"', '"tea:1"', "2-3:bad_field:tea:1", id="no_such_area"),
    pytest.param('[board."4"]', '[board."5"]', "unknown_side:5", id="no_such_side"),
    pytest.param("dice = 9", "dice = 40", "number_of_dice", id="forty_dice"),
    pytest.param('"die:RYGB"\ncopies = 4', '"die:RYGB"\ncopies = 5', "too_many_die_tiles", id="five_die_tiles"),
    pytest.param('"lira:RRR"\ncopies = 5', '"lira:RRR"\ncopies = 6', "too_many_tiles", id="25_tiles"),
    pytest.param('"F2:J;R"\ncopies = 5', '"F2:J;R"\ncopies = 6', "too_many_cards", id="34_cards"),
    pytest.param('"lira:RRR"', '"lira:QQQ"', "bad_tile:lira:QQQ", id="no_such_tile"),
    pytest.param('"lira:RRR"', '"goods:RRR"', "bad_tile:goods:RRR", id="goods_of_no_colour"),
    pytest.param('"F2:J;R"', '"F2:J"', "bad_card:F2:J", id="half_a_card"),
    pytest.param('"F1:R>4;R>3"', '"F1:R>9;R>3"', "bad_card:F1:R>9;R>3", id="sold_for_9"),
    pytest.param('"lira:RRR"', '"crystal:YYY"', "tile_twice:crystal:YYY", id="a_tile_twice"),
]


@pytest.mark.parametrize(("old", "new_text", "fault"), FAULTS)
def test_what_cannot_be(old: str, new_text: str, fault: str) -> None:
    assert old in FILE
    with pytest.raises(BadComponents) as refusal:
        read_components(FILE.replace(old, new_text, 1))
    assert fault in refusal.value.facts["faults"]


@pytest.mark.parametrize("text", ["x = ", "tea = 1", '[goods]\nred = "many"', '[board."4".red]\nprices = ["4"]'])
def test_what_is_no_such_file(text: str) -> None:
    with pytest.raises(BadComponents):
        read_components(text)


def test_the_app_deals_only_from_a_complete_copy() -> None:
    with pytest.raises(RuleViolation) as refusal:
        new_game(Setup(3, Options("app"), shipped_components()))
    assert refusal.value.facts["missing"][-1] == "cards"


# ------------------------------------------------------------------------- presets


def test_both_published_lists_are_hints_and_never_prices() -> None:
    state = new_game(Setup(3, Options(), shipped_components()))
    assert [hint[:2] for hint in state.copy.areas[4].hints] == [(10, 12), (12, 14)]
    assert price_of(state, Area.LIRA) == 0 and rubies_left(state, Area.LIRA) is None


def test_what_is_confirmed_needs_no_hint() -> None:
    components = Components(preset=shipped_components().preset, board=MADE_UP.board)
    assert not any(info.hints for info in new_game(Setup(3, Options(), components)).copy.areas)


# ------------------------------------------------------------------------- learning


def test_what_the_table_told_goes_into_the_file() -> None:
    state = do(new(), "told lira:RRR", "price red 4", "price lira 10", "empty blue")
    components = learned(shipped_components(), state)
    side = components.board["2-3"]
    assert (side.red.prices, side.red.confirmed, side.red.source) == ((4,), True, "the table")
    assert components.mosque_tile[0].face == "lira:RRR" and components.mosque_tile[0].copies == 0
    again = new_game(Setup(3, Options(), read_components(format_components(components))))
    assert (price_of(again, Area.RED), price_of(again, Area.LIRA), price_of(again, Area.YELLOW)) == (4, 10, 0)


def test_two_players_do_not_write_prices_beside_the_wrong_circle() -> None:
    state = do(new(2), "price red 4", "told lira:RRR")
    components = learned(shipped_components(), state)
    assert components.board["2-3"].red.prices == () and components.mosque_tile[0].face == "lira:RRR"


def test_two_players_skip_the_marked_circles() -> None:
    two, three = new_game(Setup(2, Options("app"), MADE_UP)), new_game(Setup(3, Options("app"), MADE_UP))
    assert [price_of(state, Area.RED) for state in (two, three)] == [4, 3]
    assert [rubies_left(state, Area.MOSQUE) for state in (two, three)] == [2, 3]
    assert price_of(put(two, "taken=0.0.0.0.1.0.0", None), Area.LIRA) == 14
    assert learned(MADE_UP, two) == MADE_UP == learned(MADE_UP, three)
