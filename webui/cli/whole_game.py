"""How does a whole game go by itself?  Random or sensible players, the app's dice and cards."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec

from companion.game import Game
from companion.istanbul.dealer import new_setup
from companion.istanbul.game import ISTANBUL
from companion.istanbul.notation import format_state
from companion.istanbul.policy import choose
from companion.istanbul.scoring import ranking
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.session.log import Entry, decided

Chooser = Callable[[Any, Random], Any]
Settings = Mapping[str, object]


class Kit(NamedTuple):
    """What the commands need of a game: a set-up for so many players, a sensible player, the position on one line,
    and the ranking as plain data."""

    game: Game
    set_up: Callable[[int, Settings, Random], Any]
    choose: Chooser
    position: Callable[[Any], str]
    standings: Callable[[Any], list[dict[str, Any]]]


def set_up_istanbul(players: int, settings: Settings, rng: Random) -> Any:
    """A set-up with these table options.  Raises ValidationError for one that is not known."""
    return new_setup(players, msgspec.convert(dict(settings), Options), rng)


def istanbul_standings(state: GameState) -> list[dict[str, Any]]:
    """One line for each seat, best first."""
    return [line._asdict() for line in ranking(state)]


KITS = {"istanbul": Kit(ISTANBUL, set_up_istanbul, choose, format_state, istanbul_standings)}


def play_whole_game(game: Game, setup: Any, choose_action: Chooser, rng: Random) -> tuple[list[Entry], Any]:
    """The entries of a game from its set-up to its end, and the last state."""
    chance, state, entries = DigitalChance(rng), game.new(setup), list[Entry]()
    while not game.is_over(state):
        seat = game.seat_to_act(state)
        action = chance(game.outcomes(state)) if seat is None else choose_action(state, rng)
        events, state = decided(game, state, action)
        entries.append(Entry(len(entries) + 1, "do", seat, action=action, events=events))
    return entries, state


def random_choice(game: Game) -> Chooser:
    """Any legal action."""
    return lambda state, rng: rng.choice(list(game.legal_actions(state)))
