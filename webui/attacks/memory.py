"""How much memory does a process hold, and how much did it at most?  Where the system tells (Linux)."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_FORGET_PEAK = "5"
"""What ``clear_refs`` takes to begin the peak anew (proc(5))."""


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Megabytes in memory now, and the most since the peak was last forgotten."""

    now_mb: float
    peak_mb: float


def memory(pid: int) -> MemoryUse | None:
    """The memory of a process; None where the system does not tell, or the process has ended."""
    try:
        told = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        return MemoryUse(_megabytes(told["VmRSS"]), _megabytes(told["VmHWM"]))
    except (OSError, KeyError):
        return None


def forget_peak(pid: int) -> None:
    """Let the peak begin anew; where that is not allowed it stays the highest since the process began."""
    with suppress(OSError):
        Path(f"/proc/{pid}/clear_refs").write_text(_FORGET_PEAK)


def _megabytes(text: str) -> float:
    return int(text.split()[0]) / 1024
