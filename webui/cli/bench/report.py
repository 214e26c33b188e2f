"""What did a run find?  Its figures beside their bars, as the pages of ``docs/results`` show them."""

import os
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from webui.cli.bench.timings import percentile

_SURE = 1.96
_NONE_SEEN = 3.0
"""What did not happen in N cases happens in less than so many of N, with 95 %."""


class Row(NamedTuple):
    """One figure: what it is, its bar (empty where there is none), what was found, of how many; whether it holds."""

    what: str
    bar: str
    found: str
    many: str
    holds: bool | None = None


def part(values: Sequence[float], of: int, unit_s: float = 1.0, digits: int = 2) -> str:
    """A percentile with its interval (95 %, by the order of the values), in units of ``unit_s``."""
    if not values:
        return "–"
    size, share = len(values), of / 100
    spread = _SURE * (size * share * (1 - share)) ** 0.5
    ordered = sorted(values)
    ends = [ordered[min(size - 1, max(0, int(size * share + off)))] for off in (-spread, spread)]
    low, high = (f"{end / unit_s:.{digits}f}" for end in ends)
    return f"p{of} {percentile(values, of) / unit_s:.{digits}f} ({low} – {high})"


def never(count: int) -> str:
    """How often what was never seen can be at most, with 95 %."""
    return f"below {100 * _NONE_SEEN / count:.2g} % with 95 %" if count else "nothing was counted"


def ratio(values: Sequence[float], yardstick: Sequence[float]) -> float:
    """How many times the p95 of the yardstick is the p95 of the values; 0 where there are none."""
    return percentile(values, 95) / percentile(yardstick, 95) if values and yardstick else 0.0


def load() -> float:
    """How many want a processor of this machine, on average of the last minute."""
    return os.getloadavg()[0]


def page(title: str, head: str, command: str, rows: Sequence[Row]) -> str:
    """A page of ``docs/results``: what was run, when, on what, and the rows."""
    made = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {_commit()}, {os.cpu_count()} cores"
    lines = [f"# {title}", "", head, "", "```", f"{command}      # {made}", "```", ""]
    lines += ["| figure | bar | measured | N |", "|---|---|---|---|"]
    signs = {True: "", False: "**not reached**: ", None: ""}
    told = [(row.what, row.bar, f"{signs[row.holds]}{row.found}", row.many) for row in rows]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in told), ""])


def _commit() -> str:
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
