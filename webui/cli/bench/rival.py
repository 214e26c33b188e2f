"""``bazaar bench rival``: how much stronger each rival is than the one below, and how long it thinks beside chess."""

import subprocess
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

import click

from calibration.figures import wilson
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import outcomes, play, seat_to_act
from companion.istanbul.game import start_game
from companion.istanbul.rival import POSITIONS, Strength, advise
from companion.istanbul.scoring import winners
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from webui.cli.bench.engine import chess_player
from webui.cli.output import json_line, say

PAGE = Path("docs") / "results" / "rival.md"
PAIRS: tuple[tuple[Strength, Strength], ...] = (("strong", "middle"), ("middle", "easy"))
BAR = 0.70  # of games of two that the stronger one wins: the lower end of the interval
LONGEST = 200  # rounds
CHESS_MOVES = 400  # after each game, so that both are measured on the same machine in the same minute


class Thought(NamedTuple):
    """One decision that was none of course: seconds of the processor, and sketches looked at."""

    seconds: float
    positions: int


class Match(NamedTuple):
    """What came of the games of a pair: won by the stronger alone, rounds, and how long each strength thought."""

    won: int
    rounds: list[int]
    thoughts: Mapping[Strength, list[Thought]]


@click.command("rival")
@click.option("--games", default=400, show_default=True, type=click.IntRange(min=1), help="Games of each pair.")
@click.option("--first", default=1, show_default=True, type=int, help="The seed of the first game.")
@click.option("--positions", default=POSITIONS, show_default=True, type=click.IntRange(min=1), help="Budget of strong.")
@click.option("--page", is_flag=True, help=f"Write {PAGE} as well.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_rival(games: int, first: int, positions: int, page: bool, as_json: bool) -> None:
    """Let each strength play games of two against the one below: random layouts, first player in turn."""
    found = list[dict[str, Any]]()
    for stronger, weaker in PAIRS:
        found.append(measure(stronger, weaker, range(first, first + games), positions))
        if page:
            PAGE.write_text(as_page(found, games, first, positions), encoding="utf-8")
    if as_json:
        json_line({"games": games, "first": first, "positions": positions, "pairs": found})
    else:
        click.echo("\n".join(_lines(found)))
    raise SystemExit(0 if all(one["low"] >= BAR for one in found) else 1)


def measure(stronger: Strength, weaker: Strength, seeds: range, positions: int) -> dict[str, Any]:
    """All figures of a pair; times are in random moves of chess, made in the same run."""
    won, rounds = 0, list[int]()
    thoughts: dict[Strength, list[Thought]] = {stronger: [], weaker: []}
    chess, chess_s = chess_player(Random(seeds.start)), 0.0
    for number, seed in enumerate(seeds):
        seats: tuple[Strength, Strength] = (weaker, stronger) if number % 2 else (stronger, weaker)
        state = _played(seats, seed, positions, thoughts)
        won += winners(state) == (seats.index(stronger),)
        rounds.append(state.round)
        chess_s += _timed(chess)
        if (number + 1) % 20 == 0:
            say(f"{stronger} against {weaker}: {won} of {number + 1}")
    chess_move_s = chess_s / (len(rounds) * CHESS_MOVES)
    low, high = wilson(won, len(rounds))
    figures: dict[str, Any] = {"stronger": stronger, "weaker": weaker, "games": len(rounds), "won": won}
    figures |= {"share": round(won / len(rounds), 4), "low": round(low, 4), "high": round(high, 4)}
    figures |= {"rounds": round(mean(rounds), 1), "chess_moves_per_second": round(1 / chess_move_s)}
    return figures | {"thinking": {who: _thinking(some, chess_move_s) for who, some in thoughts.items()}}


def _played(
    seats: tuple[Strength, Strength], seed: int, positions: int, thoughts: Mapping[Strength, list[Thought]]
) -> GameState:
    """One game to its end."""
    rng = Random(seed)
    chance = DigitalChance(rng)
    state = start_game(new_setup(len(seats), Options(layout="random"), rng))
    while not state.over and state.round < LONGEST:
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        who, begun = seats[state.turn], process_time()
        advice = advise(state, who, rng, positions)
        if advice.reason.code != "only_way":
            thoughts[who].append(Thought(process_time() - begun, advice.positions))
        state = play(state, advice.action)
    return state


def _timed(move: Any) -> float:
    begun = process_time()
    for _ in range(CHESS_MOVES):
        move()
    return process_time() - begun


def _thinking(thoughts: list[Thought], chess_move_s: float) -> dict[str, Any]:
    """How long a decision takes, in moves of chess, and how many sketches it looks at."""
    taken = sorted(one.seconds / chess_move_s for one in thoughts)
    return {
        "decisions": len(taken),
        "positions": round(mean(one.positions for one in thoughts)),
        "chess_moves": round(mean(taken)),
        "chess_moves_p99": round(taken[int(0.99 * (len(taken) - 1))]),
        "chess_moves_most": round(taken[-1]),
    }


# ------------------------------------------------------------------------- in words


def _lines(found: list[dict[str, Any]]) -> list[str]:
    lines = []
    for one in found:
        lines.append(f"{one['stronger']} against {one['weaker']}: {_share(one)}, {one['rounds']} rounds")
        lines += [
            f"  {who}: {some['positions']} positions and {some['chess_moves']} chess moves a decision "
            f"(99 %: {some['chess_moves_p99']}, most: {some['chess_moves_most']})"
            for who, some in one["thinking"].items()
        ]
    return lines


def _share(one: dict[str, Any]) -> str:
    return f"won {one['won']} of {one['games']}, {one['share']:.1%} ({one['low']:.1%}–{one['high']:.1%})"


def as_page(found: list[dict[str, Any]], games: int, first: int, positions: int) -> str:
    """The page of results."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    rows = [f"| {one['stronger']} | {one['weaker']} | {_share(one)} | {one['rounds']} |" for one in found]
    thinking = [
        f"| {who} (against {one['stronger' if who == one['weaker'] else 'weaker']}) | {some['decisions']} | "
        f"{some['positions']} | {some['chess_moves']} | {some['chess_moves_p99']} | {some['chess_moves_most']} |"
        for one in found
        for who, some in one["thinking"].items()
    ]
    return PAGE_TEXT.format(
        day=date.today().isoformat(),
        commit=commit.stdout.strip() or "unknown",
        command=f"bazaar bench rival --games {games} --first {first} --positions {positions} --page",
        last=first + games - 1,
        first=first,
        bar=f"{BAR:.0%}",
        rows="\n".join(rows),
        thinking="\n".join(thinking),
        chess=", ".join(str(one["chess_moves_per_second"]) for one in found),
    )


PAGE_TEXT = """# Rivals

Written by `{command}`, {day}, at commit {commit}.
Games of two on random layouts, seeds {first} to {last}, first player in turn; a shared first place counts for the
weaker. Intervals are 95 % (Wilson); their lower end must reach {bar}.

| stronger | weaker | won by the stronger | rounds a game |
|---|---|---|---|
{rows}

How long a decision takes, in random moves of the package chess, made after each game in the same run ({chess}
of them a second of the processor, for each pair). *Positions*: sketches looked at. Decisions with but one candidate
are left out.

| who | decisions | positions | chess moves, mean | 99 % | most |
|---|---|---|---|---|---|
{thinking}
"""
