"""How does what a game was told go back into the file of the copy?  ``learned``, and the file as text."""

from typing import Any

import msgspec

from companion.dice_game.copy.components import AreaLine, Components, FaceLine, Side, area_line
from companion.dice_game.state import AreaInfo, GameState, Known
from companion.dice_game.tables import AREAS, SIDE, SKIPPING_PLAYERS

TOLD = "the table"
"""The source of a price somebody read from the board."""


def learned(components: Components, state: GameState) -> Components:
    """The file with the tiles, cards and prices this game was told of.

    With two players and unknown marked circles the prices are left out: which circle they stand beside is not known.
    """
    name = SIDE[len(state.players)]
    side = components.board.get(name, Side())
    if len(state.players) != SKIPPING_PLAYERS or side.two_player_skip.confirmed:
        side = _learned_side(side, state)
    return msgspec.structs.replace(
        components,
        board=components.board | {name: side},
        mosque_tile=_learned_faces(components.mosque_tile, state.copy.tile_faces),
        bazaar_card=_learned_faces(components.bazaar_card, state.copy.card_faces),
    )


def _learned_side(side: Side, state: GameState) -> Side:
    lines: dict[str, Any] = {}
    for area, info in zip(AREAS, state.copy.areas, strict=True):
        lines[area] = _learned_area(area_line(side, area), info)
    return msgspec.structs.replace(side, **lines)


def _learned_area(line: AreaLine, info: AreaInfo) -> AreaLine:
    if info.rubies is None and not any(info.prices):
        return line
    rubies = 0 if info.rubies is None else info.rubies + len(info.skipped)
    prices = info.prices[:rubies] if rubies else info.prices
    if line.confirmed and (line.rubies, line.prices) == (rubies, prices):
        return line
    return AreaLine(rubies, prices, line.source or TOLD, True)


def _learned_faces(lines: tuple[FaceLine, ...], known: tuple[Known, ...]) -> tuple[FaceLine, ...]:
    new = {one.face for one in known} - {line.face for line in lines}
    return lines + tuple(FaceLine(one.face, one.copies) for one in known if one.face in new)


# ------------------------------------------------------------------------- the file as text


def format_components(components: Components) -> str:
    """The file as TOML; ``read_components`` reads it back to the same values."""
    lines = list[str]()
    _write_table(msgspec.to_builtins(components), (), lines)
    return "\n".join(lines) + "\n"


def _write_table(values: dict[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    plain = {key: value for key, value in values.items() if not _is_nested(value)}
    if path and (plain or not values):
        lines += ["", f"[{'.'.join(_key(part) for part in path)}]"]
    lines += [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in values.items():
        if isinstance(value, dict):
            _write_table(value, (*path, key), lines)
        elif _is_nested(value):
            for row in value:
                lines += ["", f"[[{'.'.join(_key(part) for part in (*path, key))}]]"]
                lines += [f"{_key(name)} = {_value(each)}" for name, each in row.items()]


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, (list, tuple)) and any(isinstance(row, dict) for row in value))


def _key(text: str) -> str:
    bare = text.replace("_", "").isalnum() and text.isascii() and not text.isdigit()
    return text if bare else _value(text)


def _value(value: Any) -> str:
    """JSON's way of writing strings, numbers, truths and lists of them is TOML's too."""
    return msgspec.json.encode(value).decode()
