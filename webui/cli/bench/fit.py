"""``bazaar bench fit`` and ``habits``: the tables that the follower goes by, counted from evenings with the truth."""

from collections.abc import Iterable
from pathlib import Path

import click
import msgspec

from calibration.simulated.bank import Banked
from calibration.simulated.fit import fit_differing, fit_habits, fit_sight, read_bank, reliability
from calibration.simulated.rates import USUAL, read_people
from calibration.simulated.recorded import Recorded, habits_of
from companion.sync.model import shipped_model
from webui.cli.output import fail

HERE = Path("companion") / "sync"


@click.command("fit")
@click.argument("bank", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--into", default=HERE, type=click.Path(path_type=Path, file_okay=False), help="Folder for the table.")
@click.option("--judge", type=click.Path(path_type=Path, exists=True), help="Another bank, to tell the losses on.")
def bench_fit(bank: Path, into: Path, judge: Path | None) -> None:
    """Fit the tables of sight and of habits, and tell how well sight fits looks it was not fitted on."""
    games = read_bank(bank)
    if not games:
        fail(f"no games in {bank}: make some with bazaar bench follow --bank {bank}")
    made_by, before = _made_by("fit", games), shipped_model().habits
    sight, rates = fit_sight(games, made_by), fit_habits(games, made_by).rates
    _write(into / "sight.json", sight)
    _write(into / "habits.json", msgspec.structs.replace(before, rates=rates, made_by=made_by))
    for name, count, loss, own in reliability(read_bank(judge) if judge else games, sight):
        click.echo(f"{name:<34} {count:>8}  log-loss {loss:.4f}   of its own frequencies {own:.4f}")


@click.command("habits")
@click.argument("people", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--games", default=20, show_default=True, type=click.IntRange(min=1), help="Evenings of each kind.")
@click.option("--first", default=7000, show_default=True, help="Seed of the first evening.")
@click.option("--into", default=HERE, type=click.Path(path_type=Path, file_okay=False), help="Folder for the table.")
def bench_habits(people: tuple[Path, ...], games: int, first: int, into: Path) -> None:
    """Fit how people differ in their habits, from evenings of the usual people and of these at which nobody looks."""
    who = [USUAL, *map(read_people, people)]
    seeds = range(first, first + games)
    evenings = [habits_of(Recorded(seed, rates=rates)) for rates in who for seed in seeds]
    _write(into / "habits.json", fit_differing(shipped_model().habits, evenings, _made_by("habits", evenings)))


def _made_by(command: str, games: Iterable[Banked]) -> str:
    who = sorted({f"{one.sight} {one.people} {one.seed}" for one in games})
    return f"bazaar bench {command}: {', '.join(who)}"


def _write(path: Path, table: object) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
