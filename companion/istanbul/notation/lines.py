"""How are actions and positions written on one line?  ``parse(format(x)) == x`` (docs/notation.md).

>>> format_action(a.Sell((2, 0, 0, 1)))
'sell RRB'
>>> parse_action("smuggler B fee 2")
UseSmuggler(good=<Good.JEWELRY: 'B'>, fee=None)
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from companion.engine.corrections import format_correction, parse_correction
from companion.errors import BadNotation
from companion.istanbul import actions as a
from companion.istanbul.names import Card, Color, Good
from companion.istanbul.notation.fields import OPTIONAL, PLAYER_FIELDS, TABLE_FIELDS
from companion.istanbul.notation.values import (
    NOTHING,
    format_goods,
    format_list,
    format_places,
    parse_cards,
    parse_goods,
    parse_name,
    parse_number,
    parse_place,
    parse_places,
)
from companion.istanbul.state import GameState, Player

# ------------------------------------------------------------------------- actions


class Form(NamedTuple):
    """How one kind of action is written after its word."""

    kind: Callable[..., a.Action]
    format: Callable[[Any], str]
    parse: Callable[[list[str]], tuple[Any, ...]]


def format_action(action: a.Action) -> str:
    """One line for an action.

    >>> format_action(a.Fill(Good.JEWELRY)), format_action(a.PayFee()), format_action(a.Rolled(3, 4))
    ('fill B', 'fee 2', 'rolled 3 4')
    """
    word = WORDS[type(action)]
    rest = FORMS[word].format(action)
    return f"{word} {rest}" if rest else word


def parse_action(text: str) -> a.Action:
    """The action on a line; raises BadNotation.

    >>> parse_action("recall 3,12")
    Recall(places=(<Place.SPICE_WAREHOUSE: 3>, <Place.POLICE_STATION: 12>))
    """
    word, _, rest = text.strip().partition(" ")
    form = FORMS.get(word)
    if form is None:
        raise BadNotation("unknown_action", text=text, possible=list(FORMS))
    parts = [rest] if word in WHOLE_LINE else rest.split()
    try:
        return form.kind(*form.parse(parts))
    except (ValueError, IndexError):
        raise BadNotation("bad_action", text=text, word=word) from None


def _bare(kind: Callable[..., a.Action]) -> Form:
    return Form(kind, lambda action: "", lambda parts: () if not parts else _excess(parts))


def _excess(parts: list[str]) -> tuple[Any, ...]:
    raise BadNotation("bad_action", text=" ".join(parts))


def _one(kind: Callable[..., a.Action], field: str, parse: Callable[[str], Any]) -> Form:
    """One argument, written as it is."""

    def read(parts: list[str]) -> tuple[Any, ...]:
        (part,) = parts
        return (parse(part),)

    return Form(kind, lambda action: str(getattr(action, field)), read)


def _optional_goods(kind: Callable[..., a.Action]) -> Form:
    """Goods for free spaces, nothing when there are none."""

    def read(parts: list[str]) -> tuple[Any, ...]:
        return (parse_goods(parts[0]),) if parts and not _more_than(parts, 1) else ()

    return Form(kind, lambda action: format_goods(action.any_goods).strip("-"), read)


def _more_than(parts: list[str], number: int) -> bool:
    if len(parts) > number:
        _excess(parts)
    return False


def _good(text: str) -> Good:
    return parse_name(Good, text)


def _card(text: str) -> Card:
    return parse_name(Card, text)


def _word_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in words:
            raise BadNotation("bad_action", text=text, possible=list(words))
        return text

    return read


def _parse_fill(parts: list[str]) -> tuple[Any, ...]:
    return (_good(parts[0]),) if parts and not _more_than(parts, 1) else ()


def _parse_sale(parts: list[str]) -> tuple[Any, ...]:
    goods, *card = parts
    if card not in ([], ["any"]):
        _excess(parts)
    return (parse_goods(goods), bool(card))


def _format_smuggling(action: a.UseSmuggler) -> str:
    return f"{action.good} fee {action.fee or LIRA_FEE}"


def _parse_smuggling(parts: list[str]) -> tuple[Any, ...]:
    good, fee, paid = parts
    _word_of("fee")(fee)
    return (_good(good), None if paid == LIRA_FEE else _good(paid))


def _parse_recall(parts: list[str]) -> tuple[Any, ...]:
    (places,) = parts
    return (parse_places(places),)


def _parse_fee(parts: list[str]) -> tuple[Any, ...]:
    (paid,) = parts
    return (None if paid == LIRA_FEE else _card(paid),)


def _fee(card: Card | None) -> a.Action:
    return a.PayFee() if card is None else a.DiscardFee(card)


def _parse_dice(parts: list[str]) -> tuple[Any, ...]:
    first, second = parts
    return (parse_number(first), parse_number(second))


def _parse_demand(parts: list[str]) -> tuple[Any, ...]:
    market, tile = parts
    return (parse_place(market), tile)


def _parse_hand(parts: list[str]) -> tuple[Any, ...]:
    seat, cards = parts
    return (parse_number(seat), parse_cards(cards))


def _format_override(action: a.Override) -> str:
    return format_correction(action.changes, action.reason, action.despite_problems)


def _pick(neutral: bool) -> a.Action:
    return a.PickNeutral() if neutral else a.PickOwn()


def _parse_pick(parts: list[str]) -> tuple[Any, ...]:
    (which,) = parts
    return (_word_of("own", "neutral")(which) == "neutral",)


LIRA_FEE = "2"
FORMS: dict[str, Form] = {
    "move": _one(a.Move, "to", parse_place),
    "long": _one(a.LongMove, "to", parse_place),
    "stay": _bare(a.Stay),
    "leave": _bare(a.LeaveAssistant),
    "pick": Form(_pick, lambda action: "neutral" if isinstance(action, a.PickNeutral) else "own", _parse_pick),
    "end": _bare(a.EndTurn),
    "pay": _bare(a.PayToll),
    "skip": _bare(a.Skip),
    "extend": _bare(a.BuyExtension),
    "fill": Form(a.Fill, lambda action: action.extra or "", _parse_fill),
    "mail": _bare(a.CollectMail),
    "take": _one(a.TakeCard, "source", _word_of("draw", "discard")),
    "give": _one(a.DiscardCard, "card", _card),
    "recall": Form(a.Recall, lambda action: format_places(action.places), _parse_recall),
    "enter": _bare(a.EnterBlackMarket),
    "announce": _one(a.Announce, "number", parse_number),
    "keep": _bare(a.KeepDice),
    "turn": _one(a.TurnDie, "die", lambda text: int(_word_of("1", "2")(text))),
    "reroll": _bare(a.RerollDice),
    "gain": _one(a.GainGood, "good", _good),
    "sell": Form(a.Sell, lambda sale: format_goods(sale.goods) + (" any" if sale.any_goods else ""), _parse_sale),
    "send": _one(a.SendFamily, "to", parse_place),
    "deliver": _optional_goods(a.Deliver),
    "tile": _one(a.TakeTile, "good", _good),
    "ruby": _bare(a.BuyRuby),
    "repeat": _optional_goods(a.Repeat),
    "done": _bare(a.Done),
    "catch": _bare(a.Catch),
    "reward": _one(a.Reward, "kind", _word_of("lira", "card", "none")),
    "governor": _bare(a.UseGovernor),
    "fee": Form(_fee, lambda action: action.card if isinstance(action, a.DiscardFee) else LIRA_FEE, _parse_fee),
    "smuggler": Form(a.UseSmuggler, _format_smuggling, _parse_smuggling),
    "good": _one(a.PlayGood, "good", _good),
    "lira": _bare(a.PlayLira),
    "home": _one(a.PlayFamilyHome, "reward", _word_of("lira", "card")),
    "return": _one(a.PlayReturn, "place", parse_place),
    "yellow": _one(a.UseYellowTile, "place", parse_place),
    "rolled": Form(a.Rolled, lambda roll: f"{roll.first} {roll.second}", _parse_dice),
    "drawn": _one(a.Drawn, "card", _card),
    "demand": Form(a.DemandShown, lambda action: f"{int(action.market)} {action.tile}", _parse_demand),
    "shown": _one(a.CardShown, "card", _card),
    "tell": Form(a.TellHand, lambda action: f"{action.seat} {format_list(action.cards)}", _parse_hand),
    "set": Form(a.Override, _format_override, lambda parts: parse_correction(*parts)),
}
WHOLE_LINE = frozenset({"set"})
"""Words whose rest is one text with its own quoting."""

_TWO_KINDS: dict[type, str] = {a.PickOwn: "pick", a.PickNeutral: "pick", a.PayFee: "fee", a.DiscardFee: "fee"}
WORDS: dict[type, str] = _TWO_KINDS | {form.kind: word for word, form in FORMS.items() if isinstance(form.kind, type)}

# ------------------------------------------------------------------------- positions

HEAD = "istanbul"


def format_state(state: GameState) -> str:
    """One line for a position: the table's values, then each player's after a bar.

    >>> from companion.istanbul.setup import example_game
    >>> format_state(example_game()).split(" | ")[1]
    'red lira=2 goods=- capacity=2 rubies=0 merchant=7 stack=oooo assistants=- reserve=1 family=12 tiles=- hand=STAY'
    """
    table = " ".join(f"{key}={field.format(getattr(state, field.attribute))}" for key, field in TABLE_FIELDS.items())
    return " | ".join([f"{HEAD} {table}", *(_format_player(player) for player in state.players)])


def parse_state(text: str) -> GameState:
    """The position on a line; raises BadNotation.

    >>> from companion.istanbul.setup import example_game
    >>> parse_state(format_state(example_game())) == example_game()
    True
    """
    table, *players = text.strip().split(" | ")
    head, _, values = table.partition(" ")
    if head != HEAD:
        raise BadNotation("unknown_position", head=head, expected=HEAD)
    return GameState(**_parse_values(values, TABLE_FIELDS), players=tuple(_parse_player(each) for each in players))


def _format_player(player: Player) -> str:
    texts = {key: field.format(getattr(player, field.attribute)) for key, field in PLAYER_FIELDS.items()}
    values = (f"{key}={text}" for key, text in texts.items() if key not in OPTIONAL or text != NOTHING)
    return " ".join([str(player.color), *values])


def _parse_player(text: str) -> Player:
    color, _, values = text.partition(" ")
    return Player(color=parse_name(Color, color), **_parse_values(values, PLAYER_FIELDS))


def _parse_values(text: str, fields: dict[str, Any]) -> dict[str, Any]:
    pairs = [part.partition("=") for part in text.split()]
    found = [key for key, _, _ in pairs]
    if found != [key for key in fields if key in found or key not in OPTIONAL]:
        raise BadNotation("wrong_values", found=found, expected=list(fields))
    return {fields[key].attribute: fields[key].parse(value) for key, _, value in pairs}
