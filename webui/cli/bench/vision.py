"""``bazaar bench vision``: the eye on pictures with known answers, against marker finding in the same run."""

import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from calibration.cases import BOARDLESS, HELD_OUT, bare_painting, folder_cases, learnt_from, painted_cases
from calibration.conditions import CONDITIONS, SWEEPS, steps_of
from calibration.record import record
from calibration.report import Report
from calibration.table_evening import evening, figures, record_evening, row
from calibration.workshop import AnsweredPicture, run_cases
from vision.frame import Frame, Image
from vision.memory import give_pictures_back
from vision.painted.art.generator import art_set
from vision.painted.camera import Camera, framed
from vision.painted.light import random_look
from vision.painted.scene import Scene, Token
from vision.painted.virtual_table import PictureRate, VirtualTable
from vision.pipeline import look
from webui.cli.output import fail, json_line, say

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("vision")
@click.argument("folders", nargs=-1, type=FOLDER)
@click.option("--painted", default=4, show_default=True, help="Painted tables for each condition; 0 leaves them out.")
@click.option("--condition", "conditions", multiple=True, type=click.Choice(list(CONDITIONS)), help="Only these.")
@click.option(
    "--sweep", "sweeps", multiple=True, type=click.Choice([*SWEEPS, "all"]), help="Step by step, all else as nominal."
)
@click.option(
    "--first", default=HELD_OUT, show_default=True, help="Number of the first painted table (see docs/eye.md)."
)
@click.option("--out", type=click.Path(path_type=Path), help="A folder for cases.csv, figures.csv and index.html.")
@click.option("--record", "page", type=click.Path(path_type=Path), help="A page of results to write the rows into.")
@click.option("--commit", default="", help="The commit that was measured, for --record.")
@click.option("--resume", is_flag=True, help="Go on with the run that --out holds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_vision(
    folders: tuple[Path, ...],
    painted: int,
    conditions: tuple[str, ...],
    sweeps: tuple[str, ...],
    first: int,
    out: Path | None,
    page: Path | None,
    commit: str,
    resume: bool,
    as_json: bool,
) -> None:
    """Read pictures with known answers: FOLDERS with a photo_enroll.jpg, and painted tables of unseen art."""
    cv2.setNumThreads(1)
    if page is not None and not commit:
        raise click.UsageError("--record needs the --commit that was measured")
    try:
        report = Report(out or Path(".bench") / "vision", resume=resume)
        cases = _cases(folders, _chosen(conditions, sweeps), first, painted, report.known)
        for case, outcome, seen in run_cases(cases):
            report.add(case, outcome, seen)
            if sys.stderr.isatty():
                click.echo(f"\r{len(report.outcomes)} {case.name}            ", err=True, nl=False)
    except (OSError, ValueError) as error:
        fail(str(error))
    report.write()
    if page is not None:
        record(page, report.table(), f"{first}–{first + painted - 1}", commit)
    told = {"figures": report.table(), "speed": _speed(), "pages": str(report.folder / "index.html")}
    if as_json:
        json_line(told)
    else:
        _print(told)


@click.command("table")
@click.option("--condition", default="cheap", show_default=True, type=click.Choice(list(CONDITIONS)))
@click.option("--tables", default=4, show_default=True, help="How many tables are played at.")
@click.option("--turns", default=8, show_default=True, help="Turns at each.")
@click.option("--first", default=HELD_OUT, show_default=True, help="Number of the first table (see docs/eye.md).")
@click.option("--record", "page", type=click.Path(path_type=Path), help="A page of results to write the row into.")
@click.option("--commit", default="", help="The commit that was measured, for --record.")
def bench_table(condition: str, tables: int, turns: int, first: int, page: Path | None, commit: str) -> None:
    """Play at painted tables: does the eye get better with each turn that the game confirms?"""
    cv2.setNumThreads(1)
    if page is not None and not commit:
        raise click.UsageError("--record needs the --commit that was measured")
    read = [one for number in range(first, first + tables) for one in evening(condition, number, turns)]
    for turn in range(1, turns + 1):
        learns, not_ = (figures(read, learns, (turn,)) for learns in (True, False))
        say(f"turn {turn}  token F1, learning {learns.f1:.3f}, not {not_.f1:.3f}  of {learns.looks} tables")
    line = row(condition, f"{first}–{first + tables - 1}", commit, read)
    say(line)
    if page is not None:
        record_evening(page, line)


def _chosen(conditions: tuple[str, ...], sweeps: tuple[str, ...]) -> tuple[str, ...]:
    """The conditions asked for and every step of the sweeps; all headline conditions where nothing is asked for."""
    swept = SWEEPS if "all" in sweeps else sweeps
    return conditions + tuple(step for axis in swept for step in steps_of(axis)) or tuple(CONDITIONS)


def _cases(
    folders: tuple[Path, ...], conditions: tuple[str, ...], first: int, painted: int, known: frozenset[str]
) -> Iterator[AnsweredPicture]:
    for folder in folders:
        yield from (case for case in folder_cases(folder) if case.name not in known)
    for condition in conditions if painted else ():
        yield from painted_cases(condition, first, painted, known)


def _speed(rounds: int = 7) -> dict[str, float]:
    """Times of the first, the next and the unchanged picture at 1920x1080, over the yardstick's on the same picture.

    The next picture has fresh noise, and a merchant with two assistants was carried to another place; ``refused_x`` is
    the mean of pictures of something else.  Memory is kept and given back as in a server.
    """
    give_pictures_back()
    art = art_set(HELD_OUT)
    profile = learnt_from(bare_painting(art, HELD_OUT)[0], "speed")
    table = _evening(art)
    first, same = table.next(), table.next()
    table.move("merchant", "red", 9)
    moved = table.next()
    if first is None or same is None or moved is None:
        raise ValueError("the painted table gave no picture")
    yardstick = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters()
    )
    before = look(first, profile)
    grey = cv2.cvtColor(moved.bgr, cv2.COLOR_BGR2GRAY)
    times: dict[str, list[float]] = {"yard": [], "cold_x": [], "next_x": [], "still_x": []}
    for _ in range(rounds):
        times["yard"].append(_timed(lambda: yardstick.detectMarkers(grey)))
        times["cold_x"].append(_timed(lambda: look(moved, profile)))
        times["next_x"].append(_timed(lambda: look(moved, profile, before=before)))
        times["still_x"].append(_timed(lambda: look(same, profile, before=before)))
    yard = float(np.median(times.pop("yard")))
    spent_s = {name: float(np.median(spent)) for name, spent in times.items()} | {"refused_x": _refusing_s()}
    return {name: round(spent / yard, 3) for name, spent in spent_s.items()} | {"yardstick_ms": round(1000 * yard, 1)}


def _refusing_s() -> float:
    """How long a picture of something else takes on average, two of each kind, each with a copy that is in use."""
    decoys = list(painted_cases("decoy", HELD_OUT, 2 * len(BOARDLESS)))
    for one in decoys:
        look(Frame(one.bgr), one.profile)
    return float(np.mean([_timed(partial(look, Frame(one.bgr), one.profile)) for one in decoys]))


def _evening(art: tuple[Image, ...]) -> VirtualTable:
    """A painted table with wood on it, through a camera that stands still; each picture is 10 s later."""
    colors = ("red", "blue", "green", "yellow")
    wood = [Token("merchant", color, 3 * i + 2, 2) for i, color in enumerate(colors)]
    wood += [Token("family", color, 12) for color in colors] + [Token("assistant", color, 6) for color in colors]
    camera = framed(Camera(1920, 1080, 62.0, -0.04, 25.0, 8.0), 0.8)
    scene = Scene(tokens=(*wood, Token("governor", "purple", 4), Token("smuggler", "black", 7)))
    return VirtualTable(
        HELD_OUT, art, camera, random_look(HELD_OUT), scene, PictureRate(clock=count(0.0, 10.0).__next__)
    )


def _timed(work: Any) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _print(told: dict[str, Any]) -> None:
    for condition, values in told["figures"].items():
        exact, wrong, f1 = values["layout_exact"], values["silent_wrong"], values["token_f1"]
        click.echo(
            f"{condition:<14} n {values['n']:4}  layout exact {exact[0]:6.1%} ({exact[1]:.1%}-{exact[2]:.1%})  "
            f"certain and wrong {wrong[0]:.1%}  refused {values['refused']}  corner {values['corner_mm']} mm  "
            f"token F1 {'none' if f1 is None else f'{f1:.3f}'}  whole {values['whole_exact'][0]:.0%}  "
            f"missed in silence {values['token_silent'][0]:.1%}  sure and wrong {values['token_sure_wrong'][0]:.1%}  "
            f"stacks right {values['stack_right'][0]:.0%}  printed wrong {values['printed_wrong'][0]:.1%}  "
            f"{values['cold_x']}x"
        )
    click.echo("  ".join(f"{name} {value}" for name, value in told["speed"].items()))
    say(f"see {told['pages']}")
