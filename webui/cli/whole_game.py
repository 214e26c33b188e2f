"""How does a whole game go by itself?  Players, the app's dice and cards, a stand-in for the table."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.dice_game.game import DICE_GAME
from companion.dice_game.notation.lines import format_state as format_dice_state
from companion.game import Game
from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.game import ISTANBUL
from companion.istanbul.notation.lines import format_state
from companion.istanbul.scoring import ranking
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.session.log import Entry, decided
from webui.cli import whole_dice_game as dice

Chooser = Callable[[Any, Random], Any]
Settings = Mapping[str, object]


class Kit(NamedTuple):
    """What the commands need of a game: a set-up for so many players, a sensible player, the position on one line,
    the ranking as plain data, and who answers for a set-up what only the table can say."""

    game: Game
    set_up: Callable[[int, Settings, Random], Any]
    choose: Chooser
    position: Callable[[Any], str]
    standings: Callable[[Any], list[dict[str, Any]]]
    table: Callable[[Any, Random], Chooser] | None = None


def set_up_istanbul(players: int, settings: Settings, rng: Random) -> Any:
    """A set-up with these table options.  Raises ValidationError for one that is not known."""
    return new_setup(players, msgspec.convert(dict(settings), Options), rng)


def istanbul_standings(state: GameState) -> list[dict[str, Any]]:
    """One line for each seat, best first."""
    return [line._asdict() for line in ranking(state)]


KITS = {
    "istanbul": Kit(ISTANBUL, set_up_istanbul, choose, format_state, istanbul_standings),
    "dice": Kit(DICE_GAME, dice.set_up_dice, dice.choose, format_dice_state, dice.dice_standings, dice.dice_table),
}


def play_whole_game(
    game: Game, setup: Any, choose_action: Chooser, rng: Random, table: Chooser | None = None
) -> tuple[list[Entry], Any]:
    """The entries of a game from its set-up to its end, and the last state; ``table`` says what has no odds."""
    chance, state, entries = DigitalChance(rng), game.new(setup), list[Entry]()
    while not game.is_over(state):
        seat = game.seat_to_act(state)
        action = choose_action(state, rng) if seat is not None else chance(game.outcomes(state))
        if action is None and table is not None:
            action = table(state, rng)
        events, state = decided(game, state, action)
        entries.append(Entry(len(entries) + 1, "do", seat, action=action, events=events))
    return entries, state


def random_choice(game: Game) -> Chooser:
    """Any legal action."""
    return lambda state, rng: rng.choice(list(game.legal_actions(state)))
