"""``bazaar bench soak``: a long evening on a real server; what it holds over time, as a table and a picture."""

import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import click
import cv2

from vision.painted.scene import Scene
from vision.painted.virtual_table import VirtualTable
from webui.camera.virtual_eyes import CAMERA, ENROLL_SEED
from webui.cli.output import fail, json_line, say
from webui.soak.chart import chart
from webui.soak.evening import SoakEvening
from webui.soak.meter import HEADINGS, WARM_MIN, Sample, growth_mb_an_hour, row, sample
from webui.soak.served import SoakDidNotStart, SoakServer, served

EVERY_S = 5.0
MOST_MB, MOST_GROWTH_MB = 400.0, 1.0


@click.command("soak")
@click.option("--hours", default=24.0, show_default=True, type=click.FloatRange(min=0.01))
@click.option("--copies", default=1.0, show_default=True, help="Copies learnt an hour.")
@click.option("--out", default=Path("soak"), show_default=True, type=click.Path(path_type=Path, file_okay=False))
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_soak(hours: float, copies: float, out: Path, seed: int, as_json: bool) -> None:
    """Play for hours at the virtual table; write soak.csv and soak.svg, and compare with the bars."""
    out.mkdir(parents=True, exist_ok=True)
    try:
        found = measure(hours, 3600 / copies, out, Random(seed))
    except SoakDidNotStart as error:
        fail(str(error))
    if as_json:
        json_line(found)
    else:
        _tell(found, out)
    if not found["held"]:
        raise SystemExit(1)


def measure(hours: float, learn_every_s: float, out: Path, rng: Random) -> dict[str, Any]:
    """All figures of one run; the table is written as it grows."""
    photo = _bare_tiles()
    with tempfile.TemporaryDirectory(prefix="bazaar-soak-") as folder, served(Path(folder)) as server:
        evening = SoakEvening(server.port, server.host_code, photo, learn_every_s, rng)
        try:
            samples = _watch(server, Path(folder), hours, out / "soak.csv")
        finally:
            evening.stop()
    evening.wait()
    (out / "soak.svg").write_text(chart(samples), encoding="utf-8")
    return figures(samples, evening)


def figures(samples: list[Sample], evening: SoakEvening) -> dict[str, Any]:
    """What the run was found to be, and whether the bars were held."""
    warm = [one for one in samples if one.minute >= WARM_MIN] or samples
    growth = growth_mb_an_hour(samples)
    most = max((one.memory_mb for one in samples), default=0.0)
    held = bool(samples) and not evening.wrong and most < MOST_MB and (growth is None or growth <= MOST_GROWTH_MB)
    return {
        "hours": round(samples[-1].minute / 60, 2) if samples else 0.0,
        "most_mb": round(most, 1),
        "growth_mb_an_hour": None if growth is None else round(growth, 2),
        "threads": (min(one.threads for one in warm), max(one.threads for one in warm)) if warm else None,
        "files": (min(one.files for one in warm), max(one.files for one in warm)) if warm else None,
        "games_mb": samples[-1].games_mb if samples else 0.0,
        "did": dict(evening.did),
        "wrong": evening.wrong[:20],
        "held": held,
    }


def _watch(server: SoakServer, folder: Path, hours: float, table: Path) -> list[Sample]:
    samples: list[Sample] = []
    began_s = time.monotonic()
    with table.open("w", encoding="utf-8") as file:
        print(",".join(HEADINGS), file=file)
        while (minute := (time.monotonic() - began_s) / 60) < 60 * hours:
            one = sample(server.pid, folder, minute)
            if one is None:
                fail("the server has ended, or this system does not tell what a process holds")
            samples.append(one)
            print(row(one), file=file, flush=True)
            if len(samples) % 120 == 1:
                say(f"{minute:6.0f} min  {one.memory_mb:6.1f} MB  {one.threads} threads  {one.files} files")
            time.sleep(EVERY_S)
    return samples


def _bare_tiles() -> bytes:
    """A photo of the painted tiles, as a person takes it to learn his copy."""
    frame = VirtualTable(ENROLL_SEED, camera=CAMERA, scene=Scene(bare=True)).next()
    if frame is None:
        raise RuntimeError("a table that was just laid gives a picture")
    return bytes(cv2.imencode(".jpg", frame.bgr)[1])


def _tell(found: dict[str, Any], out: Path) -> None:
    growth = found["growth_mb_an_hour"]
    click.echo(f"{found['hours']:.2f} hours: most {found['most_mb']:.0f} MB (bar {MOST_MB:.0f})")
    if growth is not None:
        click.echo(f"growth after {WARM_MIN:.0f} minutes {growth:+.2f} MB an hour (bar {MOST_GROWTH_MB:.0f})")
    click.echo(f"threads {found['threads']}, open files {found['files']}, games {found['games_mb']:.2f} MB")
    click.echo("done: " + ", ".join(f"{count} x {what}" for what, count in sorted(found["did"].items())))
    for line in found["wrong"]:
        click.echo(f"wrong: {line}")
    click.echo(f"written: {out / 'soak.csv'}, {out / 'soak.svg'}")
