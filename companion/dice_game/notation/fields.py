"""How is each value of a state written?  One row a value: the same words serve positions, corrections and tests."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.dice_game.copy.faces import parse_card, parse_tile
from companion.dice_game.names import Area
from companion.dice_game.notation.values import (
    format_counts,
    format_list,
    format_markers,
    parse_faces,
    parse_list,
    parse_markers,
    parse_name,
    parse_number,
)
from companion.dice_game.state import UNTOLD, AreaInfo, Code, Copy, GameState, Known, Options, Pending, Step
from companion.dice_game.tables import AREAS, INCOMES, NO_MARKERS
from companion.errors import BadNotation


class Field(NamedTuple):
    """One value: its attribute, how it is written and how it is read."""

    attribute: str
    format: Callable[[Any], str]
    parse: Callable[[str], Any]


# ------------------------------------------------------------------------- codes


def _codes(parse: Callable[[Code], object], kept_in_order: bool = False) -> Callable[[str], tuple[Code, ...]]:
    """Reader of a list of tiles or cards; what lies in no order is sorted."""

    def read(text: str) -> tuple[Code, ...]:
        codes = parse_list(text)
        for code in codes:
            if code != UNTOLD:
                parse(code)
        return tuple(codes if kept_in_order else sorted(codes))

    return read


_tiles, _cards = _codes(parse_tile), _codes(parse_card)


def _format_known(known: tuple[Known, ...]) -> str:
    return format_list(f"{one.face}@{one.copies}" for one in known)


def _known(parse: Callable[[Code], object]) -> Callable[[str], tuple[Known, ...]]:
    def read(text: str) -> tuple[Known, ...]:
        pairs = [part.partition("@") for part in parse_list(text)]
        for face, _, _ in pairs:
            parse(face)
        return tuple(Known(face, parse_number(copies)) for face, _, copies in pairs)

    return read


# ------------------------------------------------------------------------- the copy


def _format_areas(areas: tuple[AreaInfo, ...]) -> str:
    return ",".join(_format_area(area, info) for area, info in zip(AREAS, areas, strict=True))


def _format_area(area: Area, info: AreaInfo) -> str:
    rubies = UNTOLD if info.rubies is None else str(info.rubies)
    hints = format_list((format_list(each, ".") for each in info.hints), ";")
    return "/".join([area, rubies, format_list(info.prices, "."), format_list(info.skipped, "."), hints])


def _parse_areas(text: str) -> tuple[AreaInfo, ...]:
    parts = [part.split("/") for part in text.split(",")]
    if [part[0] for part in parts] != list(AREAS) or any(len(part) != 5 for part in parts):
        raise BadNotation("bad_areas", text=text)
    return tuple(_parse_area(*part[1:]) for part in parts)


def _parse_area(rubies: str, prices: str, skipped: str, hints: str) -> AreaInfo:
    told = None if rubies == UNTOLD else parse_number(rubies)
    lists = tuple(_parse_numbers(each) for each in parse_list(hints, ";"))
    return AreaInfo(told, _parse_numbers(prices), _parse_numbers(skipped), lists)


def _parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(parse_number(each) for each in parse_list(text, "."))


_TOTALS = ("markers", "lira", "dice", "crystals", "cards", "tiles", "rubies")


def _format_totals(copy: Copy) -> str:
    return "/".join([format_list(copy.markers, "."), *(str(getattr(copy, name)) for name in _TOTALS[1:])])


def _parse_totals(text: str) -> dict[str, Any]:
    markers, *rest = text.split("/")
    counts = tuple(parse_number(part) for part in markers.split("."))
    if len(counts) != 5 or len(rest) != len(_TOTALS) - 1:
        raise BadNotation("bad_totals", text=text)
    return dict(zip(_TOTALS, (counts, *(parse_number(part) for part in rest)), strict=True))


# ------------------------------------------------------------------------- options and agenda


def _parse_options(text: str) -> Options:
    if text not in ("app", "real"):
        raise BadNotation("bad_options", text=text, possible=["app", "real"])
    return Options("app" if text == "app" else "real")


def format_pending(pending: Pending) -> str:
    """
    >>> format_pending(Pending(Step.CARD, 1, card="F2:J;R"))
    'card@1!F2:J;R'
    """
    seat = "" if pending.seat is None else f"@{pending.seat}"
    number = f"#{pending.number}" if pending.number else ""
    area = "" if pending.area is None else f"~{pending.area}"
    return f"{pending.step}{seat}{number}{area}" + (f"!{pending.card}" if pending.card else "")


_PENDING = re.compile(r"([a-z]+)(?:@([0-9]))?(?:#([0-9]+))?(?:~([a-z]+))?(?:!(.+))?")


def parse_pending(text: str) -> Pending:
    """The decision written by ``format_pending``."""
    found = _PENDING.fullmatch(text)
    if found is None:
        raise BadNotation("bad_step", text=text)
    step, seat, number, area, card = found.groups()
    if card is not None:
        parse_card(card)
    return Pending(
        parse_name(Step, step),
        None if seat is None else parse_number(seat),
        0 if number is None else parse_number(number),
        None if area is None else parse_name(Area, area),
        card or "",
    )


# ------------------------------------------------------------------------- the two tables


def _parse_flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadNotation("bad_flag", text=text)
    return text == "yes"


def _number(attribute: str) -> Field:
    return Field(attribute, str, parse_number)


def _flag(attribute: str) -> Field:
    return Field(attribute, lambda flag: "yes" if flag else "no", _parse_flag)


def _numbers(attribute: str, length: int) -> Field:
    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(parse_number(part) for part in text.split("."))
        if len(numbers) != length:
            raise BadNotation("bad_numbers", text=text, length=length)
        return numbers

    return Field(attribute, lambda numbers: format_list(numbers, "."), read)


PLAYER_FIELDS = {
    "lira": _number("lira"),
    "markers": Field("markers", format_markers, parse_markers),
    "crystals": _number("crystals"),
    "rubies": _number("rubies"),
    "tiles": Field("tiles", format_list, _tiles),
    "dice": _number("dice"),
    "mosque": _flag("mosque_ruby"),
}
COPY_FIELDS = {
    "areas": Field("areas", _format_areas, _parse_areas),
    "tile_faces": Field("tile_faces", _format_known, _known(parse_tile)),
    "card_faces": Field("card_faces", _format_known, _known(parse_card)),
}
STATE_FIELDS = {
    "options": Field("options", lambda options: str(options.cards), _parse_options),
    "taken": _numbers("taken", len(AREAS)),
    "display": Field("display", format_list, _tiles),
    "under": Field("under", format_list, _codes(parse_tile, kept_in_order=True)),
    "discard": Field("discard", format_list, _cards),
    "revealed": Field("revealed", format_list, _cards),
    "dice": Field("dice", format_counts, parse_faces),
    "spent": Field("spent", format_counts, parse_faces),
    "thrown": _number("thrown"),
    "working": Field("working", format_list, _tiles),
    "income": _numbers("income", len(INCOMES)),
    "actions": _number("actions"),
    "turn": _number("turn"),
    "round": _number("round"),
    "agenda": Field(
        "agenda",
        lambda agenda: format_list(format_pending(pending) for pending in agenda),
        lambda text: tuple(parse_pending(part) for part in parse_list(text)),
    ),
    "ending": _flag("ending"),
    "over": _flag("over"),
}
TABLE_FIELDS = ("totals", *COPY_FIELDS, *STATE_FIELDS)


def get_value(state: GameState, what: str, seat: int | None) -> str:
    """A value of the table, or of a seat, as it is written."""
    if seat is not None:
        field = PLAYER_FIELDS[what]
        return field.format(getattr(state.players[seat], field.attribute))
    if what == "totals":
        return _format_totals(state.copy)
    field = COPY_FIELDS.get(what) or STATE_FIELDS[what]
    return field.format(getattr(state.copy if what in COPY_FIELDS else state, field.attribute))


def set_value(state: GameState, what: str, value: str, seat: int | None) -> GameState:
    """The state with one value as written; raises BadNotation."""
    possible = TABLE_FIELDS if seat is None else tuple(PLAYER_FIELDS)
    if what not in possible:
        raise BadNotation("unknown_value", what=what, possible=list(possible))
    if seat is None:
        return replace(state, **parse_value(what, value, state.copy))
    if not 0 <= seat < len(state.players):
        raise BadNotation("unknown_seat", seat=seat, seats=len(state.players))
    field, players = PLAYER_FIELDS[what], state.players
    player = replace(players[seat], **{field.attribute: field.parse(value)})
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def parse_value(what: str, value: str, copy: Copy) -> dict[str, Any]:
    """One value of the table as a change of the state; raises BadNotation."""
    if what == "totals":
        return {"copy": replace(copy, **_parse_totals(value))}
    if what in COPY_FIELDS:
        return {"copy": replace(copy, **{what: COPY_FIELDS[what].parse(value)})}
    return {STATE_FIELDS[what].attribute: STATE_FIELDS[what].parse(value)}


def empty_copy() -> Copy:
    """Stands in until the values of a position are read."""
    return Copy(NO_MARKERS, *(0,) * 6, areas=tuple(AreaInfo() for _ in AREAS))
