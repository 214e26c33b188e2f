"""The virtual table lays what the game says, as it is printed."""

from msgspec.structs import replace

from companion.istanbul.tables import MARKET_TILES
from tests.sync.builders import a_game
from vision.painted.table_of_game import scene
from vision.printed.params import PRINTED


def test_every_demand_tile_is_painted_as_the_eye_knows_it() -> None:
    state = a_game()
    for large, small in zip(*MARKET_TILES.values(), strict=True):
        laid = scene(replace(state, demand_large=(large,), demand_small=(small,)))
        assert {laid.demand_large, laid.demand_small} <= {*PRINTED.large_demands, *PRINTED.small_demands}


def test_an_empty_stack_of_mosque_tiles_is_painted_empty() -> None:
    state = a_game()
    laid = scene(replace(state, mosques=((), *state.mosques[1:])))
    assert [len(laid.mosque[good]) for good in "RG"] == [0, len(state.mosques[1])]
