"""How are actions and positions written on one line?  ``parse(format(x)) == x`` (docs/dice-game.md).

>>> format_action(a.Pair(Good.RED, a.Payment((1, 0, 0, 0), (0, 0, 0, 0, 1))))
'pair R R+J'
>>> parse_action("ruby lira")
BuyRuby(area=<Area.LIRA: 'lira'>, payment=Payment(dice=(0, 0, 0, 0), markers=(0, 0, 0, 0, 0)))
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.dice_game import actions as a
from companion.dice_game.copy.faces import parse_card, parse_tile
from companion.dice_game.names import Area, Good, Income
from companion.dice_game.notation.fields import PLAYER_FIELDS, TABLE_FIELDS, empty_copy, get_value, parse_value
from companion.dice_game.notation.values import (
    NOTHING,
    format_counts,
    format_markers,
    parse_faces,
    parse_goods,
    parse_markers,
    parse_name,
    parse_number,
)
from companion.dice_game.state import UNTOLD, GameState, Player
from companion.dice_game.tables import NO_MARKERS
from companion.engine.corrections import format_correction, parse_correction
from companion.errors import BadNotation


class Part(NamedTuple):
    """One argument of an action: how it is written and read."""

    format: Callable[[Any], str]
    parse: Callable[[str], Any]


class Form(NamedTuple):
    """How one kind of action is written after its word: its fields in order; a last one may be left out."""

    kind: Callable[..., a.Action]
    parts: tuple[tuple[str, Part], ...] = ()
    optional: bool = False


# ------------------------------------------------------------------------- arguments


def format_payment(payment: a.Payment) -> str:
    """
    >>> format_payment(a.Payment((1, 1, 0, 0)))
    'RY'
    """
    markers = "" if payment.markers == NO_MARKERS else f"+{format_markers(payment.markers)}"
    return format_counts(payment.dice) + markers


def parse_payment(text: str) -> a.Payment:
    """Dice, and markers after a plus sign."""
    dice, plus, markers = text.partition("+")
    if plus and markers == NOTHING:
        raise BadNotation("bad_counts", text=text)
    return a.Payment(parse_goods(dice), parse_markers(markers) if plus else NO_MARKERS)


def _checked(parse: Callable[[str], Any], untold: bool = False) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not (untold and text == UNTOLD):
            parse(text)
        return text

    return read


def _which(text: str) -> int:
    if text not in ("1", "2"):
        raise BadNotation("bad_action", text=text, possible=["1", "2"])
    return int(text)


AREA = Part(str, lambda text: parse_name(Area, text))
NUMBER = Part(str, parse_number)
FACES = Part(format_counts, parse_faces)
GOODS = Part(format_counts, parse_goods)
MARKERS = Part(format_markers, parse_markers)
PAYMENT = Part(format_payment, parse_payment)
TILE, CARD = Part(str, _checked(parse_tile)), Part(str, _checked(parse_card))
CARD_OR_NONE = Part(str, _checked(parse_card, untold=True))

# ------------------------------------------------------------------------- actions

FORMS: dict[str, Form] = {
    "income": Form(a.TakeIncome, (("kind", Part(str, lambda text: parse_name(Income, text))),)),
    "throw": Form(a.Throw),
    "reroll": Form(a.Reroll, (("dice", FACES),)),
    "keep": Form(a.Keep),
    "pair": Form(a.Pair, (("good", Part(str, lambda text: parse_name(Good, text))), ("payment", PAYMENT))),
    "two": Form(a.Two, (("payment", PAYMENT),)),
    "three": Form(a.Three, (("payment", PAYMENT),)),
    "four": Form(a.Four, (("payment", PAYMENT),)),
    "lira": Form(a.TakeLira),
    "cards": Form(a.Cards, (("number", NUMBER),)),
    "tile": Form(a.BuyTile, (("tile", TILE), ("payment", PAYMENT))),
    "ruby": Form(a.BuyRuby, (("area", AREA), ("payment", PAYMENT)), optional=True),
    "end": Form(a.EndTurn),
    "choose": Form(a.Choose, (("goods", GOODS),)),
    "use": Form(a.UseCard, (("card", CARD),)),
    "deal": Form(a.Deal, (("markers", MARKERS), ("area", AREA)), optional=True),
    "decline": Form(a.Decline),
    "either": Form(a.Either, (("which", Part(str, _which)),)),
    "swap": Form(a.Swap, (("give", TILE), ("take", TILE))),
    "price?": Form(a.AskPrice, (("area", AREA),)),
    "tile?": Form(a.AskTile),
    "rolled": Form(a.Rolled, (("dice", FACES),)),
    "revealed": Form(a.Revealed, (("card", CARD_OR_NONE),)),
    "shown": Form(a.TileShown, (("tile", TILE),)),
    "price": Form(a.TellPrice, (("area", AREA), ("price", NUMBER))),
    "empty": Form(a.TellEmpty, (("area", AREA),)),
    "told": Form(a.TellTile, (("tile", TILE),)),
    "card": Form(a.TellCard, (("card", CARD),)),
}
CORRECTION = "set"
WORDS: dict[Any, str] = {form.kind: word for word, form in FORMS.items()}
_DEFAULTS: dict[str, object] = {"payment": a.Payment(), "area": None}
"""What a last argument is when it is left out."""


def format_action(action: a.Action) -> str:
    """One line for an action.

    >>> format_action(a.Rolled((2, 0, 0, 0, 1, 2))), format_action(a.Deal((0, 0, 0, 0, 1), Area.RED))
    ('rolled RRLKK', 'deal J red')
    """
    if isinstance(action, a.Override):
        return f"{CORRECTION} {format_correction(action.changes, action.reason, action.despite_problems)}"
    word = WORDS[type(action)]
    form, written = FORMS[word], [word]
    for name, part in form.parts:
        value = getattr(action, name)
        if not (form.optional and name == form.parts[-1][0] and value == _DEFAULTS[name]):
            written.append(part.format(value))
    return " ".join(written)


def parse_action(text: str) -> a.Action:
    """The action on a line; raises BadNotation.

    >>> parse_action("price red 5")
    TellPrice(area=<Area.RED: 'red'>, price=5)
    """
    word, _, rest = text.strip().partition(" ")
    if word == CORRECTION:
        return a.Override(*parse_correction(rest))
    form = FORMS.get(word)
    if form is None:
        raise BadNotation("unknown_action", text=text, possible=[*FORMS, CORRECTION])
    written = rest.split()
    if not len(form.parts) - form.optional <= len(written) <= len(form.parts):
        raise BadNotation("bad_action", text=text, word=word)
    return form.kind(*(part.parse(each) for (_, part), each in zip(form.parts, written, strict=False)))


# ------------------------------------------------------------------------- positions

HEAD = "dice"
PLAYER = "player"


def format_state(state: GameState) -> str:
    """One line for a position: the table's values, then each player's after a bar.

    >>> from companion.dice_game.setup import example_game
    >>> format_state(example_game()).split(" | ")[2]
    'player lira=1 markers=- crystals=1 rubies=0 tiles=- dice=0 mosque=no'
    """
    table = " ".join(f"{what}={get_value(state, what, None)}" for what in TABLE_FIELDS)
    return " | ".join([f"{HEAD} {table}", *(_format_player(state, seat) for seat in range(len(state.players)))])


def parse_state(text: str) -> GameState:
    """The position on a line; raises BadNotation.

    >>> from companion.dice_game.setup import example_game
    >>> parse_state(format_state(example_game())) == example_game()
    True
    """
    table, *players = text.strip().split(" | ")
    values = _parse_values(table, HEAD, tuple(TABLE_FIELDS))
    changes: dict[str, Any] = {"copy": empty_copy()}
    for what, value in values.items():
        changes |= parse_value(what, value, changes["copy"])
    return GameState(**changes, players=tuple(_parse_player(each) for each in players))


def _format_player(state: GameState, seat: int) -> str:
    return " ".join([PLAYER, *(f"{what}={get_value(state, what, seat)}" for what in PLAYER_FIELDS)])


def _parse_player(text: str) -> Player:
    values = _parse_values(text, PLAYER, tuple(PLAYER_FIELDS))
    return Player(**{PLAYER_FIELDS[what].attribute: PLAYER_FIELDS[what].parse(each) for what, each in values.items()})


def _parse_values(text: str, head: str, expected: tuple[str, ...]) -> dict[str, str]:
    word, _, rest = text.partition(" ")
    pairs = [part.partition("=") for part in rest.split()]
    if word != head or tuple(key for key, _, _ in pairs) != expected:
        raise BadNotation("wrong_values", found=[word, *(key for key, _, _ in pairs)], expected=[head, *expected])
    return {key: value for key, _, value in pairs}
