"""``bazaar bench follow``: whole evenings at a simulated table; how often must somebody tap, how often is it wrong?"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import cv2

from calibration.cases import HELD_OUT
from webui.cli.output import fail, json_line, say
from webui.simulated.evening import Order, simulate
from webui.simulated.people import USUAL
from webui.simulated.tally import GameTold, median_s, shares, turn_rows, write_csv


@click.command("follow")
@click.option("--games", default=6, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--turns", default=400, show_default=True, type=click.IntRange(min=1), help="End a game after so many.")
@click.option(
    "--sight",
    type=click.Choice(["perfect", "noisy", "painted"]),
    default="noisy",
    show_default=True,
    help="What is seen: the truth, made-up errors, or pictures read by the real eye.",
)
@click.option("--first", default=HELD_OUT, show_default=True, help="Seed of the first game, and of its art.")
@click.option("--mishaps", default=1.0, show_default=True, help="How often things go amiss, times the usual.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Games at the same time.")
@click.option("--out", type=click.Path(path_type=Path), help="A folder for turns.csv and figures.csv.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_follow(
    games: int, turns: int, sight: str, first: int, mishaps: float, jobs: int, out: Path | None, as_json: bool
) -> None:
    """Play whole games with hands, knocks, half turns, illegal moves and take-backs thrown in, and count."""
    began_s = perf_counter()
    orders = [Order(seed, sight, turns, USUAL.times(mishaps)) for seed in range(first, first + games)]
    told = list(_played(orders, jobs))
    folder = out or Path(".bench") / "follow"
    figures = _figures(told)
    write_csv(folder / "turns.csv", turn_rows(told))
    write_csv(folder / "figures.csv", [{"figure": name, **values} for name, values in figures.items()])
    _print(told, as_json, {"sight": sight, "figures": figures, "took_s": round(perf_counter() - began_s, 1)})
    say(f"see {folder / 'turns.csv'}")
    broken = [f"game {game.seed}: {game.broken}" for game in told if game.broken]
    if broken:
        fail("; ".join(broken))


def _played(orders: list[Order], jobs: int) -> Iterator[GameTold]:
    """Game after game, or several at the same time."""
    with ProcessPoolExecutor(jobs, initializer=_calm) as pool:
        for number, game in enumerate(pool.map(simulate, orders), 1):
            if sys.stderr.isatty():
                click.echo(f"\r{number} of {len(orders)} games", err=True, nl=number == len(orders))
            yield game


def _calm() -> None:
    cv2.setNumThreads(1)


def _figures(told: list[GameTold]) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "count": share.count,
            "total": share.total,
            "share": round(share.count / max(1, share.total), 5),
            "low": round(share.interval[0], 5),
            "high": round(share.interval[1], 5),
        }
        for name, share in shares(told).items()
    }


def _print(told: list[GameTold], as_json: bool, found: dict[str, Any]) -> None:
    half_s, most_s = median_s(told)
    turns = sum(len(game.turns) for game in told)
    if as_json:
        json_line(found | {"games": len(told), "turns": turns, "followed_s": [half_s, most_s]})
        return
    click.echo(f"{len(told)} games, {turns} turns, {found['sight']} sight, {found['took_s']} s")
    for name, share in shares(told).items():
        click.echo(f"{name:<34} {share}")
    click.echo(f"{'token to game, simulated':<34} median {half_s:.1f} s   p95 {most_s:.1f} s")
