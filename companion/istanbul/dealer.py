"""What is rolled and drawn at set-up, when the app does it?  In the order of section 2.2, so one seed is one game."""

from collections.abc import Sequence

from companion.istanbul.layouts.boards import Rng, printed_layout, random_layout
from companion.istanbul.names import Card, Color, Place
from companion.istanbul.setup import Deal, Setup
from companion.istanbul.state import Options
from companion.istanbul.tables import COLORS, DECK, DICE_FACES, LAYOUTS, MARKET_TILES


def deal(options: Options, colors: Sequence[Color], rng: Rng, layout: Sequence[int] | None = None) -> Deal:
    """A deal for these colours in seat order; ``layout`` is needed when the options say explicit.

    With real cards the table draws and turns over by itself: cards and demand tiles are left unknown.

    >>> from random import Random
    >>> deal(Options(), COLORS[:2], Random(5)) == deal(Options(), COLORS[:2], Random(5))
    True
    """
    places = tuple(Place(number) for number in layout) if layout is not None else _layout(options, rng)
    governor, smuggler = _rolled_place(rng), _rolled_place(rng)
    if options.cards == "real":
        return Deal(tuple(colors), places, governor, smuggler, (Card.UNKNOWN,) * len(colors))
    large = rng.choice(MARKET_TILES[Place.LARGE_MARKET])
    small = rng.choice(MARKET_TILES[Place.SMALL_MARKET])
    return Deal(tuple(colors), places, governor, smuggler, tuple(rng.sample(DECK, len(colors))), large, small)


def new_setup(players: int, options: Options, rng: Rng, layout: Sequence[int] | None = None) -> Setup:
    """A set-up for so many players, colours in their fixed order."""
    return Setup(options, deal(options, COLORS[:players], rng, layout))


def _layout(options: Options, rng: Rng) -> tuple[Place, ...]:
    if options.layout in LAYOUTS:
        return printed_layout(options.layout)
    return tuple(Place(number) for number in random_layout(rng, restrictions=options.random_restrictions))


def _rolled_place(rng: Rng) -> Place:
    return Place(rng.choice(DICE_FACES) + rng.choice(DICE_FACES))
