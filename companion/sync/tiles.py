"""Do the tiles lie as the game says?"""

from collections.abc import Sequence

import msgspec


class Swap(msgspec.Struct, frozen=True):
    """A cell (0–15, row by row as the game has it) with another tile than expected."""

    cell: int
    expected: int
    seen: int


def tile_differences(expected: Sequence[int], seen: Sequence[int | None]) -> tuple[Swap, ...]:
    """Cells whose tile differs, from the side of the table that fits better; cells not read do not count."""
    turned = tuple(reversed(seen))
    return min((_differences(expected, seen), _differences(expected, turned)), key=len)


def _differences(expected: Sequence[int], seen: Sequence[int | None]) -> tuple[Swap, ...]:
    pairs = enumerate(zip(expected, seen, strict=False))
    return tuple(Swap(cell, int(want), have) for cell, (want, have) in pairs if have is not None and want != have)
