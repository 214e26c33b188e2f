"""How does one build a tile or a card that is seen for the first time?  Forms with gaps, family by family.

A gap is filled from its kind: ``one`` thing of those listed, or a ``bundle`` of several.  The filled form is the code
of the face (``faces``), so a page needs no rule of its own.
"""

from companion.dice_game.names import Family, TileKind
from companion.dice_game.tables import FACE_LETTERS, MARKER_LETTERS, SELL_LIRA
from companion.dice_game.view.vocabulary import FAMILIES, TILES
from companion.face import Plain
from companion.game import Say
from companion.words import mark

_GOODS = list(FACE_LETTERS[:4])
_RESOURCES = [*MARKER_LETTERS, "X"]
_SELL = [str(lira) for lira in sorted(SELL_LIRA, reverse=True)]
GIVE, GET, OTHERS, OWN, COST = mark("Give"), mark("Get"), mark("The others get"), mark("Own"), mark("Cost")


def _one(name: str, title: str, possible: list[str], first: int = 0) -> Plain:
    return {"name": name, "title": title, "kind": "one", "possible": possible, "first": possible[first]}


def _bundle(name: str, title: str) -> Plain:
    return {"name": name, "title": title, "kind": "bundle", "possible": [*MARKER_LETTERS, "*", "X", "lira"]}


def _cost(first: str) -> Plain:
    return {"name": "cost", "title": COST, "kind": "goods", "possible": [*_GOODS, "*"], "first": first}


def _card(family: Family, form: str, *gaps: Plain) -> Plain:
    return {"title": FAMILIES[family], "form": f"{family}:{form}", "gaps": list(gaps)}


CARD_FORMS: list[Plain] = [
    _card(
        Family.SELL,
        "{a}>{b};{a}>{c}",
        _one("a", GIVE, _RESOURCES),
        _one("b", mark("Lira"), _SELL),
        _one("c", mark("Lira for the others"), _SELL, -1),
    ),
    _card(Family.JOKER, "J;{a}", _one("a", OTHERS, _GOODS)),
    _card(Family.GOODS, "{a};2>{a}", _one("a", GET, _GOODS)),
    _card(Family.AND_OR, "{a}3;{a}/3", _one("a", GET, _RESOURCES)),
    _card(Family.RUBY, "{a}>ruby", _bundle("a", GIVE)),
    _card(Family.CARD_DICE, "KK={a}", _bundle("a", GET)),
    _card(Family.JOKERS_HELD, "{a}={b}", _one("a", OWN, ["J", "JJ", "JJJ", "JJJJ"]), _bundle("b", GET)),
    _card(Family.EXCHANGE, "{a}>{b}", _bundle("a", GIVE), _bundle("b", GET)),
    {"title": mark("Exchange a mosque tile"), "form": "F8:tile>tile", "gaps": []},
]
"""One for each family; in the family of both and either 3 Lira go with the thing."""

TILE_FORMS: list[Plain] = [
    {
        "title": TILES[kind],
        "kind": str(kind),
        "form": f"{kind}.{{good}}:{{cost}}" if kind is TileKind.GOODS else f"{kind}:{{cost}}",
        "gaps": [
            *([_one("good", GET, _GOODS)] if kind is TileKind.GOODS else []),
            _cost("RYGB" if kind is TileKind.DIE else "RRR"),
        ],
    }
    for kind in TileKind
]
"""One for each kind of mosque tile; the first cost is a guess to begin with."""


def said(forms: list[Plain], say: Say) -> list[Plain]:
    """The forms in the reader's language."""
    return [_titled(form, say) | {"gaps": [_titled(gap, say) for gap in form["gaps"]]} for form in forms]


def _titled(part: Plain, say: Say) -> Plain:
    title = part["title"]
    return part | {"title": say(title)}
