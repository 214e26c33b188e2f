"""How does a whole game go by itself?  Random or sensible players, the app's dice and cards."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.game import Game
from companion.istanbul.policy import choose
from companion.session.chance import DigitalChance
from companion.session.log import Entry, decided

Chooser = Callable[[Any, Random], Any]


def play_whole_game(game: Game, setup: Any, policy: str, rng: Random) -> tuple[list[Entry], Any]:
    """The entries of a game from its set-up to its end, and the last state."""
    choose_action: Chooser = choose if policy == "sensible" else random_choice(game)
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
