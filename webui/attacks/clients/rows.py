"""How is it told what an attack did?  One row of figures, as a value and as a line of a table."""

from collections.abc import Callable

import msgspec

from webui.attacks.clients.attacker import AttackTally

_NONE = "–"


class AttackRow(msgspec.Struct, frozen=True, kw_only=True):
    """What one attack did.  Milliseconds are the bystander's, megabytes the server's (None where nobody tells)."""

    attack: str
    n: int
    alone_p95_ms: float
    under_p95_ms: float
    ratio: float
    failed: int
    """Of ``asked`` requests of the bystander under the attack."""
    memory_before_mb: float | None
    memory_peak_mb: float | None
    memory_after_mb: float | None
    recovered: bool
    asked: int
    under_p50_ms: float
    under_worst_ms: float
    stream_ms: float | None
    """Until a fresh event stream spoke under the attack; None where none did."""
    recovered_s: float | None
    cut_after_s: float | None
    """Until the server hung up on one such line; None where it did not, or no deadline is looked for."""
    seen: AttackTally


_COLUMNS: dict[str, tuple[str, Callable[[AttackRow], object]]] = {
    "attack": ("{:<15}", lambda row: row.attack),
    "n": ("{:>4}", lambda row: row.n),
    "alone p95 ms": ("{:>13}", lambda row: _number(row.alone_p95_ms)),
    "under p95 ms": ("{:>13}", lambda row: _number(row.under_p95_ms)),
    "ratio": ("{:>7}", lambda row: _number(row.ratio, 1)),
    "failed": ("{:>9}", lambda row: f"{row.failed}/{row.asked}"),
    "stream ms": ("{:>10}", lambda row: _number(row.stream_ms)),
    "MB before": ("{:>10}", lambda row: _number(row.memory_before_mb)),
    "peak": ("{:>6}", lambda row: _number(row.memory_peak_mb)),
    "after": ("{:>6}", lambda row: _number(row.memory_after_mb)),
    "recovered s": ("{:>12}", lambda row: _number(row.recovered_s, 1)),
    "cut after s": ("{:>12}", lambda row: _number(row.cut_after_s, 1)),
}


def headings() -> str:
    """The line above the rows."""
    return "".join(form.format(name) for name, (form, _) in _COLUMNS.items())


def in_columns(row: AttackRow) -> str:
    """A row as one line."""
    return "".join(form.format(cell(row)) for form, cell in _COLUMNS.values())


def _number(value: float | None, places: int = 0) -> str:
    return _NONE if value is None else f"{value:.{places}f}"
