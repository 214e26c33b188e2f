"""Is the table set up as the game begins?  One list: the tiles first, then the wood, then what lies on the tiles.

What cannot be read is said to be so and stands in nobody's way; what is clearly wrong is named.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from companion.istanbul.state import GameState
from companion.sync.episodes import STRONG, Episodes, Seen
from companion.sync.observation import BoardObservation, Kind
from companion.sync.prints import Prints, printed
from companion.sync.table import GOVERNOR, NEUTRAL, SMUGGLER, Standing, SwappedTile, expected, tile_differences

LOOKS = 2
"""Equal looks before anything is said."""
DIM = 0.5
"""How many pieces must be expected to stand untold before people are asked for more light."""
SEEING = ("far", "glare", "dim", "nameless")
"""Groups that are about how the table is seen: they stand in nobody's way."""

Mark = Literal["right", "wrong", "unsure"]
Group = Literal[
    "tiles",
    "merchants",
    "families",
    "governor",
    "smuggler",
    "neutrals",
    "assistants",
    "prints",
    "far",
    "glare",
    "dim",
    "nameless",
]


class Item(msgspec.Struct, frozen=True):
    """One line of the list.

    ``swaps`` are tiles that lie wrong, ``missing`` and ``extra`` wood that should stand there or should not; ``print``
    is a name of ``prints.py`` with the value ``wanted`` and the one ``shown``; in
    ``places`` a lamp is mirrored, something may stand that is not seen, or something lies that has no name.
    """

    group: Group
    mark: Mark
    swaps: tuple[SwappedTile, ...] = ()
    missing: tuple[Standing, ...] = ()
    extra: tuple[Standing, ...] = ()
    print: str = ""
    wanted: int | str | None = None
    shown: int | str | None = None
    places: tuple[int, ...] = ()


def check_setup(state: GameState, eye: Episodes, prints: Prints, seeing: tuple[Item, ...] = ()) -> tuple[Item, ...]:
    """The list for a game that has just begun; empty until the board was seen steadily.

    ``seeing`` are the lines on how the table is seen (``seeing_items``).
    """
    if eye.looks < LOOKS:
        return ()
    wood = sorted(expected(state))
    groups = [_wood(group, wood, state, eye.seen) for group in _WOOD]
    laid = (item for item in groups if item is not None)
    return _tiles(state, eye), *seeing, *laid, *_prints(state, prints)


def seeing_items(told: BoardObservation) -> tuple[Item, ...]:
    """The lines on a camera too far away, on mirrored lamps, wood unseen and what has no name: those that apply."""
    far = (Item("far", "unsure"),) if told.far else ()
    mirrored = (Item("glare", "wrong", places=tuple(sorted(told.glare))),) if told.glare else ()
    dim = (Item("dim", "unsure", places=tuple(sorted(told.unseen))),) if sum(told.unseen.values()) >= DIM else ()
    nameless = (Item("nameless", "unsure", places=tuple(sorted(places))),) if (places := told.nameless_places) else ()
    return far + mirrored + dim + nameless


def is_right(items: Sequence[Item]) -> bool:
    """Whether everything that must be seen is seen, and nothing is wrong; prints that cannot be read do not count."""
    return bool(items) and all(
        item.mark == "right" or item.group in SEEING or (item.group == "prints" and item.mark != "wrong")
        for item in items
    )


def is_bearable(items: Sequence[Item]) -> bool:
    """Whether no tile and no wood is wrong, though something may not be seen clearly."""
    return bool(items) and all(item.mark != "wrong" for item in items if item.group not in ("prints", *SEEING))


def exchanged(swaps: Iterable[SwappedTile]) -> tuple[list[tuple[int, int]], list[SwappedTile]]:
    """Pairs of places that only changed their cells, and the other tiles that lie wrong."""
    left = {(swap.expected, swap.seen): swap for swap in swaps}
    pairs = [(one, other) for one, other in left if one < other and (other, one) in left]
    rest = [swap for (one, other), swap in left.items() if (other, one) not in left]
    return pairs, rest


def _tiles(state: GameState, eye: Episodes) -> Item:
    swaps = tile_differences(state.layout, eye.layout)
    unread = sum(place is None for place in eye.layout)
    return Item("tiles", "wrong" if swaps else "unsure" if unread else "right", swaps=swaps)


def _wood(group: Group, wood: Sequence[Standing], state: GameState, seen: Seen) -> Item | None:
    """The tokens of one kind; None where this game has none of them."""
    players = {str(player.color) for player in state.players}
    belongs = _WOOD[group]
    wanted = [standing for standing in wood if belongs(standing, players)]
    if not wanted and group == "neutrals":
        return None
    scores = [seen.log_odds(standing) for standing in wanted]
    missing = tuple(one for one, score in zip(wanted, scores, strict=True) if score <= -STRONG)
    extra = tuple(sorted(one for one in seen.clear() if belongs(one, players) and one not in wanted))
    clear = all(score > 0 for score in scores)
    return Item(group, "wrong" if missing or extra else "right" if clear else "unsure", missing=missing, extra=extra)


_WOOD: Mapping[Group, Callable[[Standing, set[str]], bool]] = {
    "merchants": lambda standing, players: standing[0].kind is Kind.MERCHANT and standing[0].color in players,
    "families": lambda standing, players: standing[0].kind is Kind.FAMILY,
    "governor": lambda standing, players: standing[0] == GOVERNOR,
    "smuggler": lambda standing, players: standing[0] == SMUGGLER,
    "neutrals": lambda standing, players: standing[0].kind is Kind.MERCHANT and standing[0].color not in players,
    "assistants": lambda standing, players: standing[0].kind is Kind.ASSISTANT and standing[0] != NEUTRAL,
}


def _prints(state: GameState, prints: Prints) -> Iterator[Item]:
    told = prints.steady()
    for name, wanted in printed(state).items():
        shown = told.get(name)
        mark: Mark = "unsure" if shown is None else "right" if shown == wanted else "wrong"
        yield Item("prints", mark, print=name, wanted=wanted, shown=shown)
