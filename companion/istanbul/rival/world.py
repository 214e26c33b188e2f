"""What does a plan take as given?  The table as it lies, its hidden demand tiles in one of the orders they may have."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from companion.istanbul.geometry import walks
from companion.istanbul.names import Place
from companion.istanbul.rival.worth import NONE_LEFT, tile_worths
from companion.istanbul.state import GameState, Goods
from companion.istanbul.steps.market import unseen_tiles
from companion.istanbul.tables import CATCH_LIRA, DEMAND, FAMILY_HOME_PLACE, PLACES, RUBY_PLACES, RUBY_TARGET, TOLL


class World(NamedTuple):
    """What a plan takes as given: one way the hidden things may lie.

    All by the number of the place (0 unused): where a merchant walks to, ordinarily and with the card, the toll of
    neutral merchants, and the Lira, goods and cards that those standing there bring.  ``demand`` are the demands of a
    market in the order they come, ``asked`` the goods each mosque tile needs, ``pair_rubies`` and ``last_room`` tell
    whether the mosques and the Wainwright still have a ruby; ``tiles`` is what each set of mosque tiles is worth here.
    """

    near: tuple[tuple[int, ...], ...]
    far: tuple[tuple[int, ...], ...]
    toll: tuple[int, ...]
    found: tuple[int, ...]
    governor: int
    smuggler: int
    large: tuple[Goods, ...]
    small: tuple[Goods, ...]
    asked: tuple[int, ...]
    pair_rubies: tuple[bool, bool]
    last_room: bool
    tiles: tuple[float, ...]
    target: int


def world(state: GameState, seat: int, rng: Random) -> World:
    """One way the hidden demand tiles may lie; everything else of the table as it is."""
    reach = walks(state.layout)
    rubies = dict(zip(RUBY_PLACES, state.rubies, strict=True))
    asked = tuple([stack[0] if stack else NONE_LEFT for stack in state.mosques])
    pair_rubies = (rubies[Place.SMALL_MOSQUE] > 0, rubies[Place.GREAT_MOSQUE] > 0)
    return World(
        near=((), *(tuple([int(move.to) for move in reach[place].short]) for place in PLACES)),
        far=((), *(tuple([int(move.to) for move in reach[place].long]) for place in PLACES)),
        toll=_tolls(state),
        found=_families(state, seat),
        governor=int(state.governor),
        smuggler=int(state.smuggler),
        large=_demands(state, Place.LARGE_MARKET, rng),
        small=_demands(state, Place.SMALL_MARKET, rng),
        asked=asked,
        pair_rubies=pair_rubies,
        last_room=rubies[Place.WAINWRIGHT] > 0,
        tiles=tile_worths(asked, pair_rubies),
        target=RUBY_TARGET[len(state.players)],
    )


def _tolls(state: GameState) -> tuple[int, ...]:
    tolls = [0] * (len(PLACES) + 1)
    for _, place in state.neutral_merchants:
        tolls[place] += TOLL
    return tuple(tolls)


def _families(state: GameState, seat: int) -> tuple[int, ...]:
    found = [0] * (len(PLACES) + 1)
    for at, player in enumerate(state.players):
        if at != seat and player.family is not FAMILY_HOME_PLACE:
            found[player.family] += CATCH_LIRA
    return tuple(found)


def _demands(state: GameState, market: Place, rng: Random) -> tuple[Goods, ...]:
    stack: Sequence[str | None] = state.demand_large if market is Place.LARGE_MARKET else state.demand_small
    unseen = unseen_tiles(state, market)
    rng.shuffle(unseen)
    return tuple([DEMAND[tile if tile is not None else unseen.pop()] for tile in stack])
