"""What a process holds: memory, threads, open files, and its games on the disk.  Where the system tells (Linux)."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from webui.attacks.memory import memory

WARM_MIN = 10.0
"""Caches fill and first copies are learnt before; only what grows afterwards is counted as growth."""
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: minutes since the start, megabytes, counts, and the games' files in megabytes."""

    minute: float
    memory_mb: float
    peak_mb: float
    threads: int
    files: int
    games_mb: float


HEADINGS = tuple(Sample.__dataclass_fields__)


def sample(pid: int, folder: Path, minute: float) -> Sample | None:
    """A look at a process and its folder; None where it has ended, or the system does not tell."""
    held = memory(pid)
    try:
        threads, files = (len(os.listdir(f"/proc/{pid}/{what}")) for what in ("task", "fd"))
    except OSError:
        return None
    if held is None:
        return None
    return Sample(round(minute, 2), held.now_mb, held.peak_mb, threads, files, _size_mb(folder / "games"))


def row(one: Sample) -> str:
    """A line of the table, in the order of ``HEADINGS``."""
    return ",".join(f"{value:g}" for value in asdict(one).values())


def growth_mb_an_hour(samples: Sequence[Sample], bins_min: float = 1.0) -> float | None:
    """Slope of memory after the warm minutes, by least squares over the median of each minute; None for too few.

    Medians, because reading a photo takes memory for a moment and gives it back.
    """
    warm = [one for one in samples if one.minute >= WARM_MIN]
    minutes = sorted({int(one.minute / bins_min) for one in warm})
    if len(minutes) < 3:
        return None
    held = [float(np.median([one.memory_mb for one in warm if int(one.minute / bins_min) == at])) for at in minutes]
    return float(np.polyfit(np.array(minutes) * bins_min / 60, held, 1)[0])


def _size_mb(folder: Path) -> float:
    return round(sum(path.stat().st_size for path in folder.glob("*") if path.is_file()) / _MIB, 3)
