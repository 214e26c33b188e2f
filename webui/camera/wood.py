"""What do people move on a real table for a seat that the app plays?  Wood, rubies and tiles, in sentences."""

from collections.abc import Iterator, Sequence

from companion.game import Say
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import GOODS, RUBY_PLACES
from companion.istanbul.view.vocabulary import PLACES, TILE_NAMES
from companion.sync.table import Carry, Standing, expected
from companion.words import mark
from webui.camera.camera_words import carry_words

RUBY = mark("A ruby comes off the {place}.")
TILE = mark("The top {tile} comes off its mosque.")
DEMAND = mark("At the {place} the top demand tile goes under the others.")
MAIL = mark("Mail indicators in the lower row: {n}.")
OUT_OF_THE_HALL = mark("An extension comes off the {place}.")


def wood_words(before: GameState, after: GameState, names: Sequence[str], say: Say) -> list[str]:
    """What lies otherwise on the table after than before, piece by piece."""
    carried = [carry_words(one, False, names, say) for one in carries(before, after)]
    return [*carried, *_printed(before, after, say)]


def carries(before: GameState, after: GameState) -> Iterator[Carry]:
    """The wood that is carried, merchants first; an assistant comes from under the merchant or goes there."""
    gone, come = sorted(expected(before) - expected(after)), sorted(expected(after) - expected(before))
    for thing, to in sorted(come, key=_merchants_first):
        start = next((place for one, place in gone if one == thing), None)
        if start is not None:
            gone.remove((thing, start))
        yield Carry(thing, start, to)
    for thing, start in gone:
        yield Carry(thing, start, None)


def _merchants_first(one: Standing) -> tuple[bool, Standing]:
    return one[0].kind != "merchant", one


def _printed(before: GameState, after: GameState, say: Say) -> Iterator[str]:
    for place, had, has in zip(RUBY_PLACES, before.rubies, after.rubies, strict=True):
        if has < had:
            yield say(RUBY).format(place=_place(place, say))
    for good, old, new in zip(GOODS, before.mosques, after.mosques, strict=True):
        if old != new:
            yield say(TILE).format(tile=say(TILE_NAMES[good]))
    if before.demand_large != after.demand_large:
        yield say(DEMAND).format(place=_place(Place.LARGE_MARKET, say))
    if before.demand_small != after.demand_small:
        yield say(DEMAND).format(place=_place(Place.SMALL_MARKET, say))
    if before.mail_down != after.mail_down:
        yield say(MAIL).format(n=after.mail_down)
    if after.extensions < before.extensions:
        yield say(OUT_OF_THE_HALL).format(place=_place(Place.WAINWRIGHT, say))


def _place(place: Place, say: Say) -> str:
    return say(PLACES[place])
