"""How is each value of a state written?  One row a value: the same words serve positions, corrections and tests."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.decoding import converted
from companion.engine.values import (
    NOTHING,
    Field,
    flag_field,
    format_list,
    number_field,
    parse_list,
    parse_name,
    parse_number,
)
from companion.errors import BadNotation
from companion.istanbul.cards import sorted_hand
from companion.istanbul.names import Card, Color, Good, Place
from companion.istanbul.notation.values import (
    format_goods,
    format_places,
    parse_cards,
    parse_goods,
    parse_place,
    parse_places,
    parse_sorted_places,
)
from companion.istanbul.state import Figure, GameState, Options, Pending, Step, Why
from companion.istanbul.tables import GOODS, MARKET_TILES, RUBY_PLACES

# ------------------------------------------------------------------------- values with a shape of their own


def _parse_hand(text: str) -> tuple[Card, ...]:
    return sorted_hand(list(parse_cards(text)))


def _parse_stack(text: str) -> str:
    if text != NOTHING and set(text) - set("on"):
        raise BadNotation("bad_stack", text=text)
    return "" if text == NOTHING else text


def _parse_tiles(text: str) -> tuple[Good, ...]:
    counts = parse_goods(text)
    if max(counts) > 1:
        raise BadNotation("bad_goods", text=text)
    return tuple(good for good, count in zip(GOODS, counts, strict=True) if count)


def _format_neutrals(neutrals: tuple[tuple[Color, Place], ...]) -> str:
    return format_list(f"{color}@{int(place)}" for color, place in neutrals)


def _parse_neutrals(text: str) -> tuple[tuple[Color, Place], ...]:
    pairs = [part.partition("@") for part in parse_list(text)]
    return tuple((parse_name(Color, color), parse_place(place)) for color, _, place in pairs)


def _parse_demand(market: Place) -> Callable[[str], tuple[str | None, ...]]:
    def parse(text: str) -> tuple[str | None, ...]:
        tiles = tuple(None if part == "?" else part for part in parse_list(text))
        known = [tile for tile in tiles if tile is not None]
        if len(tiles) != len(MARKET_TILES[market]) or len(set(known)) < len(known):
            raise BadNotation("bad_demand", text=text)
        if set(known) - set(MARKET_TILES[market]):
            raise BadNotation("bad_demand", text=text)
        return tiles

    return parse


def _format_demand(tiles: tuple[str | None, ...]) -> str:
    return format_list(tile or "?" for tile in tiles)


def _format_mosques(stacks: tuple[tuple[int, ...], ...]) -> str:
    return ",".join(good + "".join(map(str, stack)) for good, stack in zip(GOODS, stacks, strict=True))


def _parse_mosques(text: str) -> tuple[tuple[int, ...], ...]:
    parts = text.split(",")
    if [part[:1] for part in parts] != list(GOODS) or not all(re.fullmatch("[2-5]*", part[1:]) for part in parts):
        raise BadNotation("bad_mosques", text=text)
    return tuple(tuple(int(digit) for digit in part[1:]) for part in parts)


def _format_rubies(rubies: tuple[int, ...]) -> str:
    return ",".join(f"{int(place)}:{left}" for place, left in zip(RUBY_PLACES, rubies, strict=True))


def _parse_rubies(text: str) -> tuple[int, ...]:
    pairs = [part.partition(":") for part in text.split(",")]
    if tuple(place for place, _, _ in pairs) != tuple(str(int(place)) for place in RUBY_PLACES):
        raise BadNotation("bad_rubies", text=text)
    return tuple(parse_number(left) for _, _, left in pairs)


# ------------------------------------------------------------------------- options and agenda


def _format_options(options: Options) -> str:
    default = Options()
    changed = [name for name in options.__struct_fields__ if getattr(options, name) != getattr(default, name)]
    return format_list(f"{name}:{_word(getattr(options, name))}" for name in changed)


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _parse_options(text: str) -> Options:
    values: dict[str, object] = {}
    for part in parse_list(text):
        name, _, word = part.partition(":")
        values[name] = {"on": True, "off": False}.get(word, word)
    try:
        options: Options = converted(values, Options)
        return options
    except msgspec.ValidationError as error:
        raise BadNotation("bad_options", text=text, error=str(error)) from None


def format_pending(pending: Pending) -> str:
    """
    >>> format_pending(Pending(Step.ROLL, why=Why.PLACE, number=8))
    'roll/for_place/n8'
    """
    parts = [str(pending.step)]
    if pending.figure is Figure.FAMILY:
        parts.append(str(pending.figure))
    if pending.why is not Why.NONE:
        parts.append(f"for_{pending.why}")
    if pending.number:
        parts.append(f"n{pending.number}")
    if pending.dice is not None:
        parts.append("d{}{}".format(*pending.dice))
    if pending.color is not None:
        parts.append(str(pending.color))
    return "/".join(parts)


_PARTS: tuple[tuple[str, Callable[[str], dict[str, Any]]], ...] = (
    (r"family", lambda text: {"figure": Figure.FAMILY}),
    (r"for_[a-z_]+", lambda text: {"why": parse_name(Why, text[4:])}),
    (r"n[0-9]+", lambda text: {"number": parse_number(text[1:])}),
    (r"d[1-6][1-6]", lambda text: {"dice": (int(text[1]), int(text[2]))}),
    (r"[a-z]+", lambda text: {"color": parse_name(Color, text)}),
)


def parse_pending(text: str) -> Pending:
    """The decision written by ``format_pending``."""
    step, *parts = text.split("/")
    values: dict[str, Any] = {}
    for part in parts:
        reader = next((reader for pattern, reader in _PARTS if re.fullmatch(pattern, part)), None)
        if reader is None:
            raise BadNotation("bad_step", text=text)
        values |= reader(part)
    return Pending(parse_name(Step, step), **values)


def _parse_agenda(text: str) -> tuple[Pending, ...]:
    return tuple(parse_pending(part) for part in parse_list(text))


def _format_agenda(agenda: tuple[Pending, ...]) -> str:
    return format_list(format_pending(pending) for pending in agenda)


# ------------------------------------------------------------------------- the two tables


def _place(attribute: str) -> Field:
    return Field(attribute, lambda place: str(int(place)), parse_place)


PLAYER_FIELDS = {
    "lira": number_field("lira"),
    "goods": Field("goods", format_goods, parse_goods),
    "capacity": number_field("capacity"),
    "rubies": number_field("rubies"),
    "merchant": _place("merchant"),
    "stack": Field("stack", lambda stack: stack or NOTHING, _parse_stack),
    "assistants": Field("assistants", format_places, parse_sorted_places),
    "reserve": number_field("reserve"),
    "family": _place("family"),
    "tiles": Field("tiles", lambda tiles: "".join(tiles) or NOTHING, _parse_tiles),
    "hand": Field("hand", format_list, _parse_hand),
    "seen": Field("seen", format_list, _parse_hand),
}
OPTIONAL = frozenset({"seen"})
"""Values that positions leave out where there is nothing."""
TABLE_FIELDS = {
    "options": Field("options", _format_options, _parse_options),
    "layout": Field("layout", format_places, parse_places),
    "governor": _place("governor"),
    "smuggler": _place("smuggler"),
    "neutrals": Field("neutral_merchants", _format_neutrals, _parse_neutrals),
    "helpers": Field("neutral_assistants", format_places, parse_sorted_places),
    "mail": number_field("mail_down"),
    "large": Field("demand_large", _format_demand, _parse_demand(Place.LARGE_MARKET)),
    "small": Field("demand_small", _format_demand, _parse_demand(Place.SMALL_MARKET)),
    "mosques": Field("mosques", _format_mosques, _parse_mosques),
    "rubies": Field("rubies", _format_rubies, _parse_rubies),
    "extensions": number_field("extensions"),
    "discard": Field("discard", format_list, parse_cards),
    "turn": number_field("turn"),
    "round": number_field("round"),
    "yellow_used": flag_field("yellow_used"),
    "governor_used": flag_field("governor_used"),
    "smuggler_used": flag_field("smuggler_used"),
    "agenda": Field("agenda", _format_agenda, _parse_agenda),
    "ending": flag_field("ending"),
    "over": flag_field("over"),
}


def get_value(state: GameState, what: str, seat: int | None) -> str:
    """A value of the table, or of a seat, as it is written."""
    if seat is None:
        field = TABLE_FIELDS[what]
        return field.format(getattr(state, field.attribute))
    field = PLAYER_FIELDS[what]
    return field.format(getattr(state.players[seat], field.attribute))


def set_value(state: GameState, what: str, value: str, seat: int | None) -> GameState:
    """The state with one value as written; raises BadNotation."""
    fields = TABLE_FIELDS if seat is None else PLAYER_FIELDS
    if what not in fields:
        raise BadNotation("unknown_value", what=what, possible=list(fields))
    field = fields[what]
    change = {field.attribute: field.parse(value)}
    if seat is None:
        return replace(state, **change)
    if not 0 <= seat < len(state.players):
        raise BadNotation("unknown_seat", seat=seat, seats=len(state.players))
    players = state.players
    return replace(state, players=(*players[:seat], replace(players[seat], **change), *players[seat + 1 :]))
