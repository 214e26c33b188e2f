"""``bazaar bench fit``: the tables of sight and habits, counted from banks of looks with the truth."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from calibration.simulated.bank import Banked
from calibration.simulated.fit import fit_rates, fit_shaken, fit_sight, read_bank, reliability
from calibration.simulated.fit_pictures import fit_pictures
from calibration.simulated.rates import USUAL, read_people
from calibration.simulated.seats import fit_seats
from calibration.simulated.times import fit_times
from companion.sync.model import Habits, Sight, shipped_model
from webui.cli.output import fail

HERE = Path("companion") / "sync"
SEAT_SEEDS = range(7000, 7020)


@click.command("fit")
@click.argument("bank", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--into", default=HERE, type=click.Path(path_type=Path, file_okay=False), help="Folder for the tables.")
@click.option("--judge", type=click.Path(path_type=Path, exists=True), help="Another bank, to tell the losses on.")
@click.option(
    "--people",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of people: how seats differ and how long people pause is counted of those to tune with, too; without"
    " it that stays as shipped.",
)
@click.option(
    "--pictures", is_flag=True, help="Count only changed pictures and how often wood is shaken; all else stays."
)
def bench_fit(bank: Path, into: Path, judge: Path | None, people: Path | None, pictures: bool) -> None:
    """Fit the tables that the follower goes by, and tell how well they fit looks they were not fitted on."""
    games = read_bank(bank)
    if not games:
        fail(f"no games in {bank}: make some with bazaar bench follow --bank {bank}")
    into.mkdir(parents=True, exist_ok=True)
    sight, habits = _pictures_of(games) if pictures else _all_of(games, people)
    for name, table in (("sight.json", sight), ("habits.json", habits)):
        (into / name).write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1) + b"\n")
    for name, count, loss, own in reliability(read_bank(judge) if judge else games, sight):
        click.echo(f"{name:<34} {count:>8}  log-loss {loss:.4f}   of its own frequencies {own:.4f}")


def _who(games: Sequence[Banked]) -> str:
    return ", ".join(sorted({f"{one.sight} {one.people} {one.seed}" for one in games}))


def _pictures_of(games: Sequence[Banked]) -> tuple[Sight, Habits]:
    """The shipped tables with what is counted of changed pictures and of wood beside a merchant who moved."""
    sight, habits = shipped_model().sight, shipped_model().habits
    made_by = f"{sight.made_by.partition('; pictures')[0]}; pictures and shaken: {_who(games)}"
    pictures, shaken = fit_pictures(games), fit_shaken(games, sight.fresh, sight.kept)
    return msgspec.structs.replace(sight, pictures=pictures, shaken=shaken, made_by=made_by), habits


def _all_of(games: Sequence[Banked], people: Path | None) -> tuple[Sight, Habits]:
    made_by = f"bazaar bench fit: {_who(games)}"
    sight = fit_sight(games, fit_pictures(games), made_by)
    habits = msgspec.structs.replace(shipped_model().habits, rates=fit_rates(games), made_by=made_by)
    kinds = [USUAL, *map(read_people, sorted(people.glob("*.json")))] if people else []
    if tuning := [one for one in kinds if one.use == "tune"]:
        seeds = f"games {SEAT_SEEDS[0]}-{SEAT_SEEDS[-1]} of the people to tune with"
        told = f"{made_by}; refusing, sparing, slow, odd and holds: {seeds}; times: the rates of these people"
        habits = msgspec.structs.replace(habits, made_by=told, **fit_seats(tuning, SEAT_SEEDS), **fit_times(tuning))
    return sight, habits
