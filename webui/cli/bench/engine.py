"""``bazaar bench engine``: actions of random games per second, over random chess moves per second in the same run."""

import importlib
import sys
import tracemalloc
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

import click

from companion.game import Game
from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play
from companion.istanbul.game import ISTANBUL, start_game
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.session.log import Log
from webui.cli.output import fail, json_line, say
from webui.cli.whole_game import play_whole_game

SLICE_S = 0.5  # the two are measured in turns, so that a busy machine slows both
LONGEST_GAME, LONGEST_CHESS_GAME = 5_000, 400
PLAYERS = (2, 3, 4, 5)
STORED_GAMES = 2


@click.command("engine")
@click.option("--seconds", default=10.0, show_default=True, type=click.FloatRange(min=1.0), help="How long in all.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_engine(seconds: float, seed: int, as_json: bool) -> None:
    """Play random legal games, and random chess games with the package chess, and print the ratio."""
    if sys.stderr.isatty():
        say(f"Playing for {seconds:.0f} seconds …")
    found = measure(seconds, Random(seed))
    if as_json:
        json_line(found)
        return
    click.echo(f"actions a second          {found['actions_per_second']:10.0f}")
    click.echo(f"chess moves a second      {found['chess_moves_per_second']:10.0f}")
    click.echo(f"ratio                     {found['ratio']:10.2f}   (bar 1.0, aim 3)")
    click.echo(f"action lists a second     {found['listings_per_second']:10.0f}")
    click.echo(f"bytes a stored game       {found['bytes_per_game']:10.0f}   in memory, sensible players")


def measure(seconds: float, rng: Random) -> dict[str, Any]:
    """All figures, in one run."""
    try:
        chess = importlib.import_module("chess")
    except ImportError:
        fail("The yardstick is missing: install the package chess (pip install --group dev).")
    istanbul, chess_moves = _Rate(_istanbul_player(rng)), _Rate(_chess_player(chess, rng))
    rounds = max(1, round(seconds / SLICE_S / 2))
    for _ in range(rounds):
        istanbul.run(SLICE_S)
        chess_moves.run(SLICE_S)
    return {
        "ratio": round(istanbul.per_second / chess_moves.per_second, 2),
        "actions_per_second": round(istanbul.per_second),
        "chess_moves_per_second": round(chess_moves.per_second),
        "listings_per_second": round(_listings_per_second(rng)),
        "bytes_per_game": _bytes_per_game(ISTANBUL, rng),
        "seconds": seconds,
    }


class _Rate:
    """Counts the moves of a player that makes one at each call."""

    def __init__(self, move: Callable[[], None]) -> None:
        self._move = move
        self._moves = 0
        self._seconds = 0.0

    def run(self, seconds: float) -> None:
        start = now = perf_counter()
        while now - start < seconds:
            for _ in range(100):
                self._move()
            self._moves += 100
            now = perf_counter()
        self._seconds += now - start

    @property
    def per_second(self) -> float:
        return self._moves / self._seconds


def _istanbul_player(rng: Random) -> Callable[[], None]:
    """One action at each call, of a seat or of chance."""
    chance = DigitalChance(rng)
    state, left = _start(rng), LONGEST_GAME

    def move() -> None:
        nonlocal state, left
        if state.over or left == 0:
            state, left = _start(rng), LONGEST_GAME
        due = outcomes(state)
        state = play(state, chance(due) if due else rng.choice(list(legal_actions(state))))
        left -= 1

    return move


def _start(rng: Random) -> GameState:
    return start_game(new_setup(rng.choice(PLAYERS), Options(layout="random"), rng))


def _chess_player(chess: Any, rng: Random) -> Callable[[], None]:
    board, left = chess.Board(), LONGEST_CHESS_GAME

    def move() -> None:
        nonlocal board, left
        moves = list(board.legal_moves)
        if not moves or left == 0:
            board, left = chess.Board(), LONGEST_CHESS_GAME
            moves = list(board.legal_moves)
        board.push(rng.choice(moves))
        left -= 1

    return move


def _listings_per_second(rng: Random, seconds: float = 1.0) -> float:
    """Lists of all legal actions, over the decisions of one random game."""
    states = _decisions(rng)
    start, lists = perf_counter(), 0
    while perf_counter() - start < seconds:
        for state in states:
            list(legal_actions(state))
        lists += len(states)
    return lists / (perf_counter() - start)


def _decisions(rng: Random, number: int = 500) -> list[GameState]:
    states: list[GameState] = []
    state, chance = _start(rng), DigitalChance(rng)
    while len(states) < number and not state.over:
        due = outcomes(state)
        if not due:
            states.append(state)
        state = play(state, chance(due) if due else rng.choice(list(legal_actions(state))))
    return states


def _bytes_per_game(game: Game, rng: Random) -> int:
    """Memory of a log with all its entries, actions and events, and of the last state."""
    setups = [new_setup(rng.choice(PLAYERS), Options(), rng) for _ in range(STORED_GAMES)]
    tracemalloc.start()
    kept = [_stored(game, setup, rng) for setup in setups]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return size // len(kept)


def _stored(game: Game, setup: Any, rng: Random) -> tuple[Log, Any]:
    entries, state = play_whole_game(game, setup, choose, rng)
    return Log(entries), state
