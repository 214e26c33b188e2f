"""``bazaar bench recorded``: what is told of games that were only recorded, beside what happened."""

import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import msgspec

from calibration.cases import learnt_from
from calibration.simulated.pictures import MANNERS, RecordedGame, read_game, tell
from calibration.simulated.rates import USUAL, Rates, read_people
from calibration.simulated.recorded import Recorded, RecordingTold, record
from vision.profile import Profile
from vision.sources.pictures import BadPicture, load_picture
from webui.cli.bench.live import NotShown
from webui.cli.bench.recorded_live import follow_live
from webui.cli.output import fail, json_line, say


@click.group("recorded")
def bench_recorded() -> None:
    """Tell recorded games, and compare with what happened."""


@bench_recorded.command("evenings")
@click.option("--games", default=4, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--turns", default=60, show_default=True, type=click.IntRange(min=1), help="End a game after so many.")
@click.option("--first", default=0, show_default=True, help="Seed of the first game.")
@click.option("--sight", type=click.Choice(["perfect", "noisy"]), default="noisy", show_default=True)
@click.option("--refuse", type=click.FloatRange(0, 1), help="How often an assistant is refused.")
@click.option(
    "--people", type=click.Path(path_type=Path, exists=True, dir_okay=False), help="Who plays: examples/people/*.json."
)
@click.option("--film", is_flag=True, help="Film each table for three seconds instead of one photo of it.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")
def evenings(
    games: int,
    turns: int,
    first: int,
    sight: str,
    refuse: float | None,
    people: Path | None,
    film: bool,
    as_json: bool,
) -> None:
    """Simulated evenings of which there is one look, or a film, after each turn."""
    who = _who(people)
    rates = who if refuse is None else msgspec.structs.replace(who, refuse=refuse)
    for seed in range(first, first + games):
        _print(record(Recorded(seed, sight, turns, rates, film)), {"sight": sight, "film": film}, as_json)


@bench_recorded.command("pictures")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--prefix", default="game", show_default=True, help="PREFIX_000.jpg …, PREFIX_log.json.")
@click.option(
    "--tiles",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The photo of the bare tiles in number order.",
)
@click.option("--shown", type=click.Choice(MANNERS), default="photos", show_default=True, help="How they are shown.")
@click.option("--times", default=1, show_default=True, type=click.IntRange(min=1), help="How often, each by its seed.")
@click.option("--first", default=0, show_default=True, help="Seed of noise, exposure and lens.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")
def pictures(folder: Path, prefix: str, tiles: Path, shown: str, times: int, first: int, as_json: bool) -> None:
    """A recorded game of pictures: as it is, as a film of three seconds each, or as by a bad webcam."""
    game, profile = _game(folder, prefix), _profile(tiles)
    for seed in range(first, first + times):
        _print(tell(game, profile, shown, seed), {"shown": shown}, as_json)


@bench_recorded.command("live")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--prefix", default="game", show_default=True, help="PREFIX_000.jpg …, PREFIX_log.json.")
@click.option(
    "--tiles",
    required=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The photo of the bare tiles in number order.",
)
def live(folder: Path, prefix: str, tiles: Path) -> None:
    """A recorded game before the camera of a running server, with the table's own dice."""
    with tempfile.TemporaryDirectory() as place:
        try:
            json_line(follow_live(_game(folder, prefix), _profile(tiles), Path(place)))
        except NotShown as error:
            fail(str(error))


def _who(people: Path | None) -> Rates:
    try:
        return read_people(people) if people else USUAL
    except ValueError as error:
        fail(str(error))


def _game(folder: Path, prefix: str) -> RecordedGame:
    try:
        return read_game(folder, prefix)
    except OSError as error:
        fail(f"{error.filename}: there is no such file; a recorded game is {prefix}_000.jpg …, {prefix}_log.json")
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        fail(f"{folder}: what was done is not told as it should be: {error}")


def _profile(tiles: Path) -> Profile:
    picture = load_picture(tiles)
    if isinstance(picture, BadPicture):
        fail(f"{picture}")
    try:
        return learnt_from(picture, tiles.stem)
    except ValueError as error:
        fail(str(error))


def _print(told: RecordingTold, how: dict[str, Any], as_json: bool) -> None:
    if as_json:
        json_line(how | asdict(told))
    else:
        say(
            f"seed {told.seed}: {told.told} of {told.turns} turns told, {told.in_a_row} right in a row,"
            f" {told.wrong} wrong, {told.asked} questions, {told.lost} times lost"
        )
