"""How does the dice game go by itself?  From a complete file of a copy, or from a made-up copy where there is none."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.dice_game.advice.policy import choose
from companion.dice_game.copy.components import Components, copy_for, missing, read_components
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.scoring import ranking
from companion.dice_game.setup import Setup
from companion.dice_game.state import GameState, Options
from companion.dice_game.tables import FEWEST_PLAYERS, MOST_PLAYERS, SIDE
from companion.errors import GameError, RuleViolation
from webui.cli.output import fail, say

__all__ = ["choose", "dice_standings", "dice_table", "set_up_dice"]


def set_up_dice(players: int, settings: Mapping[str, object], rng: Random) -> Setup:
    """A set-up; ``components`` names the file of a copy.  Raises ValidationError for a setting that is not known."""
    if players not in SIDE:
        raise RuleViolation("wrong_number_of_players", players=players, least=FEWEST_PLAYERS, most=MOST_PLAYERS)
    plain = dict(settings)
    file = plain.pop("components", None)
    options = msgspec.convert(plain, Options)
    if file is not None:
        return Setup(players, options, _complete_file(Path(str(file)), players))
    say("No file of a copy was given (--set components=FILE): prices, tiles and cards are made up.")
    return Setup(players, options, imagined_components(rng) if options.cards == "app" else shipped_components())


def _complete_file(path: Path, players: int) -> Components:
    try:
        components = read_components(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, GameError) as error:
        fail(f"{path}: this file of a copy cannot be used: {error}")
    lacking = missing(components, players)
    if lacking:
        fail(f"{path}: only a complete copy can be played by itself; missing: {', '.join(lacking)}")
    return components


def dice_table(setup: Setup, rng: Random) -> Any:
    """Who answers when the table is asked: the copy of the set-up, or a made-up one."""
    complete = not missing(setup.components, setup.players)
    truth = copy_for(setup.components if complete else imagined_components(rng), setup.players)
    return lambda state, generator: answer(truth, state, generator)


def dice_standings(state: GameState) -> list[dict[str, Any]]:
    """One line for each seat, best first."""
    return [line._asdict() for line in ranking(state)]
