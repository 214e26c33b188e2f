"""What does the list of the set-up say?  Titles of its lines, and what is wrong with them, in the reader's words."""

from collections.abc import Iterator, Mapping

from companion.game import Say
from companion.istanbul.names import Good, Place
from companion.istanbul.state import GameState, Goods
from companion.istanbul.tables import GOODS
from companion.istanbul.view.vocabulary import PLACES, TILE_NAMES, goods_words
from companion.words import mark
from webui.camera.camera_words import IS_FAR, thing_words
from webui.setup.setup_check import SEEING, Item, exchanged

TITLES: Mapping[str, str] = {
    "tiles": mark("The tiles lie as on the plan"),
    "merchants": mark("All merchants are in the Fountain"),
    "families": mark("All family members are at the Police Station"),
    "governor": mark("The Governor is at the {place}"),
    "smuggler": mark("The Smuggler is at the {place}"),
    "neutrals": mark("Neutral merchants: {places}"),
    "assistants": mark("All assistants are under their merchants"),
    "mail": mark("All mail indicators are up"),
    "large": mark("The demand tile of the Large Market shows {goods}"),
    "small": mark("The demand tile of the Small Market shows {goods}"),
    "ruby": mark("Rubies on the {place}: {wanted}"),
    "mosque": mark("The top {tile} asks for {wanted} goods"),
    "far": mark("The camera is near enough"),
    "glare": mark("No lamp is mirrored in the tiles"),
    "dim": mark("There is light enough to see all wood"),
    "nameless": mark("Nothing lies on the tiles that the camera cannot name"),
}
EXCHANGED = mark("{one} and {other} are exchanged.")
LIES_WRONG = mark("Where the {expected} belongs lies the {seen}.")
MOST_NAMED = 3
"""So many tiles that lie wrong are named; all are marked on the plan."""
MORE_WRONG = mark("More tiles lie wrong: the plan marks them.")
NOT_READ = mark("Some tiles are not seen yet.")
IS_MISSING = mark("Not seen: {thing}.")
IS_EXTRA = mark("At the {place} stands: {thing}.")
IS_MIRRORED = mark(
    "Something bright hides a part here: {places}. Is a lamp mirrored there? Move the lamp or the camera a little."
)
IS_DIM = mark("Wood may stand here that the camera cannot make out: {places}. More light on the table helps.")
IS_NAMELESS = mark(
    "Something lies here that the camera cannot name: {places}. Put wood upright, and take away what is not of the "
    "game."
)
HARD_TO_SEE = {"far": IS_FAR, "glare": IS_MIRRORED, "dim": IS_DIM, "nameless": IS_NAMELESS}
SHOWS = {
    "mail": mark("{shown} of them are down."),
    "large": mark("It shows {goods}."),
    "small": mark("It shows {goods}."),
    "ruby": mark("There are {shown}."),
    "mosque": mark("It asks for {shown}."),
    "mosque gone": mark("None is there."),
}


def title_words(item: Item, state: GameState, say: Say) -> str:
    """One line of the list: what must be so."""
    kind, _, which = item.print.partition(" ")
    at = int(which) if which.isdecimal() else {"governor": state.governor, "smuggler": state.smuggler}.get(item.group)
    return say(TITLES[kind or item.group]).format(
        place="" if at is None else place_words(at, say),
        places=", ".join(place_words(place, say) for _, place in state.neutral_merchants),
        wanted=item.wanted,
        tile=say(TILE_NAMES[Good(which)]) if kind == "mosque" else "",
        goods=_goods(item.wanted, say),
    )


def note_words(item: Item, say: Say) -> Iterator[str]:
    """What is wrong with it."""
    if item.group == "tiles":
        yield from _tile_notes(item, say)
    elif item.group in SEEING:
        yield say(HARD_TO_SEE[item.group]).format(places=", ".join(place_words(place, say) for place in item.places))
    elif item.print and item.mark == "wrong":
        kind = item.print.partition(" ")[0]
        text = say(SHOWS["mosque gone" if kind == "mosque" and not item.shown else kind])
        yield text.format(shown=item.shown, goods=_goods(item.shown, say))
    yield from _wood_notes(item, say)


def place_words(place: int, say: Say) -> str:
    """The name of a place."""
    return say(PLACES[Place(place)])


def _tile_notes(item: Item, say: Say) -> Iterator[str]:
    pairs, rest = exchanged(item.swaps)
    wrong = [say(EXCHANGED).format(one=place_words(one, say), other=place_words(other, say)) for one, other in pairs]
    wrong += [
        say(LIES_WRONG).format(seen=place_words(swap.seen, say), expected=place_words(swap.expected, say))
        for swap in rest
    ]
    yield from wrong[:MOST_NAMED]
    if len(wrong) > MOST_NAMED:
        yield say(MORE_WRONG)
    if item.mark == "unsure":
        yield say(NOT_READ)


def _wood_notes(item: Item, say: Say) -> Iterator[str]:
    """What stands elsewhere is told once, by where it stands."""
    elsewhere = {thing for thing, _ in item.extra}
    for thing, _ in item.missing:
        if thing not in elsewhere:
            yield say(IS_MISSING).format(thing=thing_words(thing, say))
    for thing, place in item.extra:
        yield say(IS_EXTRA).format(place=place_words(place, say), thing=thing_words(thing, say))


def _goods(letters: int | str | None, say: Say) -> str:
    """The goods of a demand tile, given as letters."""
    if not isinstance(letters, str):
        return ""
    counts = [letters.count(str(good).lower()) for good in GOODS]
    goods: Goods = (counts[0], counts[1], counts[2], counts[3])
    return goods_words(goods, say)
