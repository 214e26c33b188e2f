"""``bazaar bench club``: does a club hold?  Killed owners, cut lines, clocks apart, and a crowd, against the bars.

PostgreSQL, Redis and the servers run for real on this machine.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import click

from webui.cli.bench.report import Row, load, page
from webui.cli.output import fail, json_line

PARTS = ("kills", "cuts", "crowd")
_TITLE = "A club that is killed, cut off and crowded"
_HEAD = (
    "PostgreSQL, Redis and two servers on one machine, which other work kept busy where a load is told: seconds are an "
    "upper bound, and ratios are within the same run. Behind a p stands its interval of 95 %."
)


@click.command("club")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="Only this; all of them by default.")
@click.option("--servers", default=2, show_default=True, type=click.IntRange(2, 6), help="Processes of the kills.")
@click.option("--kills", default=100, show_default=True, type=click.IntRange(min=1), help="Owners killed, one by one.")
@click.option("--cuts", default=2, show_default=True, type=click.IntRange(min=1), help="Cuts of each line.")
@click.option("--tables", default=4, show_default=True, type=click.IntRange(1, 50), help="Tables of kills and cuts.")
@click.option("--crowd", default=500, show_default=True, type=click.IntRange(2, 500), help="Tables of the crowd.")
@click.option("--few", default=50, show_default=True, type=click.IntRange(1, 499), help="Tables to compare it with.")
@click.option("--rate", default=50.0, show_default=True, type=click.FloatRange(0.1), help="Taps a second of the crowd.")
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(1.0), help="Of play of the crowd.")
@click.option("--seed", default=1, show_default=True, type=int)
@click.option("--write", type=click.Path(path_type=Path, dir_okay=False), help="A page with the figures.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
def bench_club(write: Path | None, as_json: bool, **asked: Any) -> None:
    """Kill servers, cut lines, let a crowd play; print figures beside their bars, status 1 where one is missed."""
    from webui.club.engines import NotHere

    began, rows = load(), list[Row]()
    try:
        for more in _found(asked):
            rows += more
            busy = Row("load of the machine before and after", "", f"{began:.1f}, {load():.1f}", "")
            if write is not None:
                write.write_text(page(_TITLE, _HEAD, _command(asked), [*rows, busy]), encoding="utf-8")
    except NotHere as error:
        fail(f"{error}: a club is measured with the real thing (apt install postgresql redis-server)")
    if as_json:
        json_line({row.what: row._asdict() for row in rows})
    else:
        for row in rows:
            sign = {True: "✓", False: "✗", None: " "}[row.holds]
            click.echo(f"{sign} {row.what:<70} {row.bar:<10} {row.found}   [{row.many}]")
    if any(row.holds is False for row in rows):
        raise SystemExit(1)


def _found(asked: dict[str, Any]) -> Iterator[list[Row]]:
    """The figures of one part after the other."""
    from webui.club.stress.crowded import Size, crowded
    from webui.club.stress.cut import cut
    from webui.club.stress.killed import killed

    parts, rng = asked["parts"] or PARTS, Random(asked["seed"])
    if "kills" in parts:
        yield killed(asked["servers"], asked["kills"], asked["tables"], rng)
    if "cuts" in parts:
        yield cut(asked["tables"], asked["cuts"], rng)
    if "crowd" in parts:
        yield crowded(Size(asked["crowd"], asked["few"], asked["rate"], asked["seconds"]), rng)


def _command(asked: dict[str, Any]) -> str:
    """The command by which these figures are had again."""
    parts = [f"--part {one}" for one in asked["parts"]]
    given = ("servers", "kills", "cuts", "tables", "crowd", "few", "rate", "seconds", "seed")
    return " ".join(["bazaar bench club", *parts, *(f"--{name} {asked[name]:g}" for name in given)])
