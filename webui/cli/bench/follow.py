"""``bazaar bench follow``: whole evenings at a simulated table; how often must somebody tap, how often is it wrong?"""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import click
import cv2
import msgspec

from calibration.cases import HELD_OUT
from calibration.simulated.bumps import Knock, knocks
from calibration.simulated.evening import GameOrder, simulate
from calibration.simulated.rates import USUAL, Rates, read_people
from calibration.simulated.tally import GameTold, Share, calibration_error, median_s, shares, turn_rows, write_csv
from webui.cli.bench.following import FIGURES
from webui.cli.bench.live import NotShown, measure_live
from webui.cli.output import fail, json_line, say

T = TypeVar("T")
U = TypeVar("U")
KNOCKS_AN_ART = 5
SURE = 0.99
"""What was said with less than this probability was said unsurely, and is told by itself."""


@click.command("follow")
@click.option("--games", default=6, show_default=True, type=click.IntRange(min=0), help="How many games.")
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
@click.option("--heed/--heedless", default=True, help="Whether people move a lamp told to be mirrored in a tile.")
@click.option("--bumps", default=0, show_default=True, help="Knocks against the camera, timed by themselves.")
@click.option(
    "--live", default=0, show_default=True, help="Moves at a virtual table, timed until all phones show them."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Games at the same time.")
@click.option(
    "--people", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Who plays: examples/people/*.json."
)
@click.option("--bank", type=click.Path(path_type=Path), help="A folder for looks with the truth, to fit with.")
@click.option("--out", type=click.Path(path_type=Path), help="A folder for the CSV files.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_follow(
    games: int,
    turns: int,
    sight: str,
    first: int,
    mishaps: float,
    heed: bool,
    bumps: int,
    live: int,
    jobs: int,
    people: Path | None,
    bank: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play whole games with hands, knocks, half turns, illegal moves and take-backs thrown in, and count."""
    who = _who(people)
    orders = [GameOrder(seed, sight, turns, who.times(mishaps), heed, bank) for seed in range(first, first + games)]
    folder = out or Path(".bench") / "follow"
    found: dict[str, Any] = {"sight": sight, "people": who.name, "use": who.use, "first": first}
    began_s = perf_counter()
    played = list(_spread(simulate, orders, jobs))
    found |= _games(played, folder) | {"took_s": round(perf_counter() - began_s, 1)} if games else {}
    found |= _bumps(first, bumps, jobs, folder) if bumps else {}
    found |= _live(live) if live else {}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FIGURES).write_bytes(msgspec.json.encode(found) + b"\n")
    json_line(found) if as_json else _print(found)
    say(f"see {folder}")
    if broken := [f"game {game.seed}: {game.broken}" for game in played if game.broken]:
        fail("; ".join(broken))


def _who(people: Path | None) -> Rates:
    try:
        return USUAL if people is None else read_people(people)
    except ValueError as error:
        fail(str(error))


def _games(played: Sequence[GameTold], folder: Path) -> dict[str, Any]:
    figures = {name: told(share) for name, share in shares(played).items()}
    write_csv(folder / "turns.csv", turn_rows(played))
    write_csv(folder / "figures.csv", [{"figure": name, **values} for name, values in figures.items()])
    turns = sum(len(game.turns) for game in played)
    moved = sum(game.lamps_moved for game in played)
    said = [one for game in played for turn in game.turns for one in turn.said]
    asked = [one for one in said if one[0] < SURE]
    errors = {name: certainty(some) for name, some in (("all", said), ("unsure", asked))}
    counts = {"games": len(played), "turns": turns, "lamps_moved": moved}
    return counts | {"figures": figures, "followed_s": list(median_s(played)), "certainty": errors}


def certainty(said: Sequence[tuple[float, bool]]) -> dict[str, float]:
    """How many decisions told their probability, how often they were right, and the expected calibration error."""
    right = sum(so for _, so in said) / max(1, len(said))
    return {"count": len(said), "right": round(right, 5), "error": round(calibration_error(said), 5)}


def _bumps(first: int, count: int, jobs: int, folder: Path) -> dict[str, Any]:
    """Knocks on several arts; times as a camera of ten pictures a second and one core would have them."""
    arts = range(first, first + -(-count // KNOCKS_AN_ART))
    done = [knock for some in _spread(partial(knocks, count=KNOCKS_AN_ART), arts, jobs) for knock in some][:count]
    write_csv(folder / "bumps.csv", [asdict(knock) for knock in done])
    took = sorted(knock.took_s for knock in done if knock.found) or [0.0]
    ratio = sorted(knock.took_s / max(knock.yard_s, 1e-4) for knock in done if knock.found) or [0.0]
    return {
        "bumps": told(Share(sum(knock.found for knock in done), len(done)))
        | {"within_1_s": told(Share(sum(is_soon(knock) for knock in done), len(done)))}
        | {"took_s_p50": took[len(took) // 2], "took_s_p95": took[len(took) * 95 // 100]}
        | {"times_yardstick_p50": round(ratio[len(ratio) // 2], 1)}
    }


def is_soon(knock: Knock) -> bool:
    """Whether the board was found within a second."""
    return knock.found and knock.took_s <= 1.0


def _live(moves: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="bazaar-live-") as folder:
        try:
            return {"live": measure_live(Path(folder), moves)}
        except NotShown as error:
            fail(f"the moves at the virtual table could not be timed: {error}")


def _spread(work: Callable[[T], U], orders: Sequence[T], jobs: int) -> Iterator[U]:
    """One after the other, or several at the same time; in fresh processes, for threads do not survive a fork."""
    with ProcessPoolExecutor(jobs, get_context("spawn"), _calm) as pool:
        for number, done in enumerate(pool.map(work, orders), 1):
            if sys.stderr.isatty():
                click.echo(f"\r{number} of {len(orders)}   ", err=True, nl=number == len(orders))
            yield done


def _calm() -> None:
    cv2.setNumThreads(1)


def told(share: Share) -> dict[str, Any]:
    """A share as plain numbers."""
    low, high = share.interval
    rounded = {"share": share.count / max(1, share.total), "low": low, "high": high}
    return {"count": share.count, "total": share.total} | {name: round(value, 5) for name, value in rounded.items()}


def _print(found: dict[str, Any]) -> None:
    if "figures" in found:
        who = f"{found['sight']} sight, {found['people']} people"
        click.echo(f"{found['games']} games, {found['turns']} turns, {who}, {found['took_s']} s")
        for name, values in found["figures"].items():
            click.echo(f"{name:<34} {_share_words(values)}")
        for name, one in found["certainty"].items():
            words = f"{one['error']:8.4f}  of {one['count']}, right {one['right']:.3%}"
            click.echo(f"{f'calibration error, {name}':<34} {words}")
        half_s, most_s = found["followed_s"]
        click.echo(f"{'token to game, simulated':<34} median {half_s:.1f} s   p95 {most_s:.1f} s")
    if bumps := found.get("bumps"):
        click.echo(f"{'knocks found again':<34} {_share_words(bumps)}")
        click.echo(f"{'knocks found again within 1 s':<34} {_share_words(bumps['within_1_s'])}")
        times = f"median {bumps['took_s_p50']:.2f} s   p95 {bumps['took_s_p95']:.2f} s"
        click.echo(f"{'found again after':<34} {times}   {bumps['times_yardstick_p50']}x marker finding")
    if live := found.get("live"):
        words = f"{live['moves']} moves on {live['screens']} screens: median {live['shown_s_p50']:.2f} s"
        click.echo(f"{'token set down, phones updated':<34} {words}   p95 {live['shown_s_p95']:.2f} s")
        click.echo(f"{'processor while nobody moves':<34} {live['idle_share']:.1%} of one core")


def _share_words(values: dict[str, Any]) -> str:
    share = f"{values['share']:8.3%}" if values["total"] else "   –    "
    return f"{share}  {values['count']} of {values['total']}  ({values['low']:.3%}–{values['high']:.3%})"
