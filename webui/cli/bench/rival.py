"""``bazaar bench rival``: how much stronger each rival is than the one below, and how long it thinks beside chess."""

import subprocess
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any, NamedTuple

import click

from calibration.figures import wilson
from companion.dice_game import rival as dice_rival
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.engine import play as play_dice
from companion.dice_game.game import DICE_GAME
from companion.dice_game.scoring import winners as dice_winners
from companion.dice_game.setup import Setup
from companion.dice_game.setup import new_game as new_dice_game
from companion.dice_game.state import Options as DiceOptions
from companion.game import Game
from companion.istanbul import rival as istanbul_rival
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import play as play_istanbul
from companion.istanbul.game import ISTANBUL, start_game
from companion.istanbul.scoring import winners as istanbul_winners
from companion.istanbul.state import Options
from companion.session.chance import DigitalChance
from webui.cli.bench.engine import chess_player
from webui.cli.output import json_line, say

PAGES = Path("docs") / "results"
PAIRS = (("strong", "middle"), ("middle", "easy"))
BAR = 0.70  # of games of two that the stronger one wins: the lower end of the interval
LONGEST = 200  # rounds
CHESS_MOVES = 400  # after each game, so that both are measured on the same machine in the same minute


class Contest(NamedTuple):
    """A game in which rivals are measured: how one of two begins, goes on and ends, and how its rivals think.

    ``positions`` is the usual budget of the strong one, ``looked_at`` what a position is, ``on`` what is played on.
    """

    game: Game
    start: Callable[[Random], Any]
    play: Callable[[Any, Any], Any]
    winners: Callable[[Any], tuple[int, ...]]
    advise: Callable[..., Any]
    positions: int
    page: str
    title: str
    on: str
    looked_at: str


def _start_istanbul(rng: Random) -> Any:
    return start_game(new_setup(2, Options(layout="random"), rng))


def _start_dice(rng: Random) -> Any:
    return new_dice_game(Setup(2, DiceOptions("app"), imagined_components(rng)))


CONTESTS = {
    "istanbul": Contest(
        game=ISTANBUL,
        start=_start_istanbul,
        play=play_istanbul,
        winners=istanbul_winners,
        advise=istanbul_rival.advise,
        positions=istanbul_rival.POSITIONS,
        page="rival.md",
        title="Rivals",
        on="random layouts",
        looked_at="sketches",
    ),
    "dice": Contest(
        game=DICE_GAME,
        start=_start_dice,
        play=play_dice,
        winners=dice_winners,
        advise=dice_rival.advise,
        positions=dice_rival.POSITIONS,
        page="rival-dice.md",
        title="Rivals in the dice game",
        on="made-up copies",
        looked_at="ends of a turn",
    ),
}


class Thought(NamedTuple):
    """One decision that was none of course: seconds of the processor, and positions looked at."""

    seconds: float
    positions: int


@click.command("rival")
@click.option("--game", default="istanbul", show_default=True, type=click.Choice(list(CONTESTS)), help="Which game.")
@click.option("--games", default=400, show_default=True, type=click.IntRange(min=1), help="Games of each pair.")
@click.option("--first", default=1, show_default=True, type=int, help="The seed of the first game.")
@click.option("--positions", type=click.IntRange(min=1), help="Budget of strong; without it the usual one.")
@click.option("--page", is_flag=True, help=f"Write the game's page in {PAGES} as well.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_rival(game: str, games: int, first: int, positions: int | None, page: bool, as_json: bool) -> None:
    """Let each strength play games of two against the one below: the table anew each time, first player in turn."""
    contest, seeds = CONTESTS[game], range(first, first + games)
    budget, found = positions or contest.positions, list[dict[str, Any]]()
    for stronger, weaker in PAIRS:
        found.append(measure(contest, stronger, weaker, seeds, budget))
        if page:
            (PAGES / contest.page).write_text(as_page(contest, found, seeds, budget), encoding="utf-8")
    if as_json:
        json_line({"game": game, "games": games, "first": first, "positions": budget, "pairs": found})
    else:
        click.echo("\n".join(_lines(found)))
    raise SystemExit(0 if all(one["low"] >= BAR for one in found) else 1)


def measure(contest: Contest, stronger: str, weaker: str, seeds: range, positions: int) -> dict[str, Any]:
    """All figures of a pair; times are in random moves of chess, made in the same run."""
    won, rounds = 0, list[int]()
    thoughts: dict[str, list[Thought]] = {stronger: [], weaker: []}
    chess, chess_s = chess_player(Random(seeds.start)), 0.0
    for number, seed in enumerate(seeds):
        seats = (weaker, stronger) if number % 2 else (stronger, weaker)
        state = _played(contest, seats, seed, positions, thoughts)
        won += contest.winners(state) == (seats.index(stronger),)
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
    contest: Contest, seats: tuple[str, str], seed: int, positions: int, thoughts: Mapping[str, list[Thought]]
) -> Any:
    """One game to its end."""
    rng = Random(seed)
    chance = DigitalChance(rng)
    state = contest.start(rng)
    while not contest.game.is_over(state) and state.round < LONGEST:
        seat = contest.game.seat_to_act(state)
        if seat is None:
            state = contest.play(state, chance(contest.game.outcomes(state)))
            continue
        who, begun = seats[seat], process_time()
        advice = contest.advise(state, who, rng, positions)
        if advice.reason.code != "only_way":
            thoughts[who].append(Thought(process_time() - begun, advice.positions))
        state = contest.play(state, advice.action)
    return state


def _timed(move: Any) -> float:
    begun = process_time()
    for _ in range(CHESS_MOVES):
        move()
    return process_time() - begun


def _thinking(thoughts: list[Thought], chess_move_s: float) -> dict[str, Any]:
    """How long a decision takes, in moves of chess, and how many positions it looks at."""
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


def as_page(contest: Contest, found: list[dict[str, Any]], seeds: range, positions: int) -> str:
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
        title=contest.title,
        on=contest.on,
        looked_at=contest.looked_at,
        command=f"bazaar bench rival --game {contest.game.name} --games {len(seeds)} --first {seeds.start} "
        f"--positions {positions} --page",
        last=seeds[-1],
        first=seeds.start,
        bar=f"{BAR:.0%}",
        rows="\n".join(rows),
        thinking="\n".join(thinking),
        chess=", ".join(str(one["chess_moves_per_second"]) for one in found),
    )


PAGE_TEXT = """# {title}

Written by `{command}`, {day}, at commit {commit}.
Games of two on {on}, seeds {first} to {last}, first player in turn; a shared first place counts for the
weaker. Intervals are 95 % (Wilson); their lower end must reach {bar}.

| stronger | weaker | won by the stronger | rounds a game |
|---|---|---|---|
{rows}

How long a decision takes, in random moves of the package chess, made after each game in the same run ({chess}
of them a second of the processor, for each pair). *Positions*: {looked_at} looked at. Decisions with but one candidate
are left out.

| who | decisions | positions | chess moves, mean | 99 % | most |
|---|---|---|---|---|---|
{thinking}
"""
