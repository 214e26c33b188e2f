"""``bazaar bench following``: the page of results of following, written from the figures of runs."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from webui.cli.output import fail

PAGE = Path("docs") / "results" / "following.md"
FIGURES = "figures.json"
SIGHTS = ("perfect", "noisy", "painted")
HEAD = """# Following

Written by `bazaar bench following RUNS --commit COMMIT`, a row a run; a later run of the same people and sight takes
the place of the earlier ones. Intervals are 95 % (Wilson).
*use*: whether people of that kind were tuned with or are kept for judging.
A *wrong* play is one that nobody made and nobody was asked about.
*Amended*: turns in which a recall was told while more assistants were still being lifted, and was put right by the
follower itself when they were; no tap is needed, and it does not count as wrong.
*No tap for wood*: turns without a tap, but for questions that nobody could answer by looking at the table.
*Error*: how far the told probability of what was played or asked first is from how often it was so
(expected calibration error, ten bins), over all decisions; *unsure*: over those told with less than 99 %.
"""
TABLE = """
## {sight} sight

`bazaar bench follow --sight {sight} --people examples/people/WHO.json --games N --first SEED`
(usual: without `--people`)

| people | use | games, seed | commit | turns | wrong | amended | no tap for wood | asked | alarms | error | unsure |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""


@click.command("following")
@click.argument("runs", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--commit", required=True, help="The commit that was measured.")
@click.option("--into", default=PAGE, type=click.Path(path_type=Path, dir_okay=False), help="The page to write.")
def bench_following(runs: Path, commit: str, into: Path) -> None:
    """Write the page of results from folders that ``bench follow --out`` filled, each judged once."""
    found = [msgspec.json.decode(path.read_bytes()) for path in sorted(runs.glob(f"*/{FIGURES}"))]
    if not found:
        fail(f"no {FIGURES} under {runs}: make some with bazaar bench follow --out {runs}/NAME")
    before = into.read_text(encoding="utf-8") if into.exists() else ""
    into.write_text("".join(page(found, commit, before)), encoding="utf-8")


def page(found: Iterable[dict[str, Any]], commit: str, before: str = "") -> Iterator[str]:
    """The page, part by part; each of ``found`` is what one run of ``bench follow`` says with ``--json``.

    Rows of the page ``before`` stay where no run has the same people and sight.
    """
    rows = [(str(run["sight"]), _row(run, commit)) for run in found]
    judged = {(sight, _people(row)) for sight, row in rows}
    rows += [(sight, row) for sight, row in _rows(before) if (sight, _people(row)) not in judged]
    yield HEAD
    for sight in SIGHTS:
        if some := sorted(row for seen, row in rows if seen == sight):
            yield TABLE.format(sight=sight)
            yield from some


def _rows(page: str) -> Iterator[tuple[str, str]]:
    """The sight and the line of each row of a page."""
    for part in page.split("\n## ")[1:]:
        for line in part.splitlines(keepends=True):
            if line.startswith("| ") and not line.startswith("| people"):
                yield part.split(" ", 1)[0], line


def _people(row: str) -> str:
    return row.split("|")[1].strip()


def _row(run: dict[str, Any], commit: str) -> str:
    figures = run["figures"]
    shown = (
        _count(figures["wrong without a question"]),
        _count(figures["recall amended by itself"]),
        _share(figures["no tap for wood"]),
        _share(figures["turns asked about"]),
        _count(figures["turns with a false alarm"]),
        *(f"{one['error']:.4f} of {one['count']}" for one in run["certainty"].values()),
    )
    who = f"{run['people']} | {run['use']} | {run['games']}, {run['first']} | {commit}"
    return f"| {who} | {run['turns']} | {' | '.join(shown)} |\n"


def _count(figure: dict[str, float]) -> str:
    return f"{figure['count']} ({_percent(figure['low'])}–{_percent(figure['high'])} %)"


def _share(figure: dict[str, float]) -> str:
    return f"{_percent(figure['share'])} % ({_percent(figure['low'])}–{_percent(figure['high'])})"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"
