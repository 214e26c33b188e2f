"""What is a sketch worth, in Lira?  Weights fitted to games, looked up in tables: this is asked most often of all."""

from collections.abc import Sequence

from companion.istanbul.rival.sketch import NO_CARDS, Sketch

RUBY = 28.8
LIRA = tuple([min(lira, 28) + 0.72 * max(0, lira - 28) for lira in range(500)])
ROOM = (0.0, 0.0, 0.0, 11.5, 24.7, 32.3)
GOOD = (0.0, 2.7, 4.9, 6.7, 8.1, 9.3)
JEWELRY = (0.0, 3.2, 6.0, 8.5, 10.7, 12.6, 12.6)
TILE = (6.4, 7.6, 2.8, 9.3)
HALF_PAIR = 6.3
STACK = (-1.1, -0.7, 1.7, 1.6, 2.0, 3.7)
STACK_END = len(STACK) - 1
FAMILY_AWAY = -4.9
CARD = 0.9
PLANNED_CARD = 4.0
NONE_LEFT = 9  # stands for the goods a mosque asks for where no tile is left
ASKED = {2: 0.0, 3: -2.9, 4: -7.7, 5: -11.6, NONE_LEFT: -17.4}
DEALER_LEFT, PALACE_LEFT = 0.1, 1.4  # for each ruby left: the next one costs less
FINISHED = 1000.0
FINISH_RUBY = 60.0


def worth(means: Sketch, tiles: tuple[float, ...]) -> float:
    """The worth of means before the end; ``tiles`` is what each set of mosque tiles is worth."""
    blue, stack, hand = means.blue, means.stack, means.hand
    whole = int(blue)
    total = (
        RUBY * means.rubies
        + LIRA[means.lira]
        + ROOM[means.room]
        + GOOD[means.red]
        + GOOD[means.green]
        + GOOD[means.yellow]
        + JEWELRY[whole]
        + STACK[stack if stack < STACK_END else STACK_END]
        + CARD * means.others
        + DEALER_LEFT * means.dealer
        + PALACE_LEFT * means.palace
        + tiles[means.tiles]
    )
    if not means.home:
        total += FAMILY_AWAY
    if blue != whole:
        total += (blue - whole) * (JEWELRY[whole + 1] - JEWELRY[whole])
    return total if hand is NO_CARDS else total + PLANNED_CARD * sum(hand)


def outlook(means: Sketch, tiles: tuple[float, ...], target: int) -> float:
    """The worth of means after a turn: before the end, or at the end where they have the rubies for it."""
    return worth(means, tiles) if means.rubies < target else finished(means)


def tile_worths(asked: Sequence[int], pair_rubies: Sequence[bool]) -> tuple[float, ...]:
    """What each set of mosque tiles is worth, by its bits, where the next tiles ask for so many goods."""
    return tuple([_tiles(tiles, asked, pair_rubies) for tiles in range(1 << len(TILE))])


def _tiles(tiles: int, asked: Sequence[int], pair_rubies: Sequence[bool]) -> float:
    owned = [tiles >> index & 1 for index in range(len(TILE))]
    total = sum(worth * own for worth, own in zip(TILE, owned, strict=True))
    for pair, ruby in enumerate(pair_rubies):
        first, second = 2 * pair, 2 * pair + 1
        if ruby and not (owned[first] and owned[second]):
            total += HALF_PAIR * (owned[first] or owned[second])
            total += sum(ASKED[asked[index]] for index in (first, second) if not owned[index])
    return total


def finished(means: Sketch) -> float:
    """The worth of means at the end: rubies, then Lira, then goods."""
    goods = means.red + means.green + means.yellow + means.blue
    return FINISHED + FINISH_RUBY * means.rubies + 0.2 * means.lira + 0.01 * goods
