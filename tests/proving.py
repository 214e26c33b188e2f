"""Helpers of both games' tests: many random games that must be sound, and a refusal that must change nothing."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from companion.errors import GameError


def refusal_of(check: Callable[[], GameError | None], play: Callable[[], Any]) -> str | None:
    """The code of the refusal, None for a legal action; checks that playing it is refused alike."""
    refusal = check()
    if refusal is None:
        return None
    try:
        play()
    except GameError as error:
        assert error.code == refusal.code
    else:
        raise AssertionError(f"{refusal.code} was refused and yet played")
    return refusal.code


def prove_each(games: int, seed: int, prove: Callable[[int, str], int], report: bool = False) -> int:
    """So many games of a seed, each by its number and its own seed; the number of actions played.

    A failure names the game.
    """
    actions, start = 0, time.perf_counter()
    for number in range(games):
        try:
            actions += prove(number, f"{seed}/{number}")
        except AssertionError:
            print(f"game {number} of seed {seed} is not sound", file=sys.stderr)
            raise
        if report and (number + 1) % 100 == 0:
            spent = time.perf_counter() - start
            print(f"{number + 1} games, {actions} actions, {spent:.0f} s", file=sys.stderr, flush=True)
    return actions


def prove_from_line(games: int, prove: Callable[[int, int, bool], int]) -> None:
    """The command: ``prove`` takes the number of games, the seed, and whether it reports."""
    parser = argparse.ArgumentParser(description="Play random games and check everything at every step.")
    parser.add_argument("--games", type=int, default=games)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    actions = prove(chosen.games, chosen.seed, True)
    print(f"{chosen.games} games, {actions} actions: sound")
