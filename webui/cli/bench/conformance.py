"""``bazaar bench conformance``: make the published cases of the rules, or check them (docs/conformance.md)."""

from pathlib import Path

import click

from companion.conformance.cases import differences, labels
from companion.conformance.choose import chosen
from companion.conformance.coverage import wanted
from companion.conformance.suite import read, write
from webui.cli.output import fail, json_line, say

CASES, POSITIONS, MOST_NAMED = 6_500, 30_000, 20
FOLDER = Path("conformance")


@click.command("conformance")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Make the suite and write it there.")
@click.option("--suite", default=FOLDER, show_default=True, type=click.Path(path_type=Path), help="Suite to check.")
@click.option("--cases", default=CASES, show_default=True, type=click.IntRange(min=1), help="Stop at so many cases.")
@click.option("--positions", default=POSITIONS, show_default=True, type=int, help="Look at so many positions.")
@click.option("--seed", default=1, show_default=True, type=int)
def bench_conformance(out: Path | None, suite: Path, cases: int, positions: int, seed: int) -> None:
    """Answer every case of the suite by the rules here; with --out, make the suite first."""
    if out is not None:
        write(chosen(seed, cases, positions), out)
    folder = out or suite
    lines = read(folder)
    if not lines:
        fail(f"No cases lie in {folder}; name the folder with --suite, or make them with --out.")
    differing = {case["id"]: found for case in lines if (found := differences(case))}
    missing = sorted(wanted() - {label for case in lines for label in labels(case)})
    json_line({"cases": len(lines), "differing": len(differing), "missing": missing})
    for name, keys in list(differing.items())[:MOST_NAMED]:
        say(f"{name}: {', '.join(keys)}")
    raise SystemExit(1 if differing or missing else 0)
