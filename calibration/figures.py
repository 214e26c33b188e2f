"""What do outcomes come to?  Shares with their intervals, and how far what is said is from how sure it is said."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from calibration.workshop import CERTAIN, LOCK, Outcome, Statement

BINS = 10
DRAWS = 1000
"""So many times tables are drawn again for an interval."""


def wilson(count: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share.

    >>> wilson(50, 50)[0] > 0.92
    True
    >>> wilson(0, 300)[0]
    0.0
    """
    if total == 0:
        return 0.0, 1.0
    share = count / total
    middle = share + z * z / (2 * total)
    spread = z * float(np.sqrt(share * (1 - share) / total + z * z / (4 * total * total)))
    low, high = ((middle + side * spread) / (1 + z * z / total) for side in (-1, 1))
    return max(0.0, low), min(1.0, high)


def calibration_error(statements: Iterable[Statement]) -> float | None:
    """Expected calibration error: how far, on average, the share that was right is from how sure the eye was.

    Over ``BINS`` equal bins of confidence (Guo et al. 2017); None where nothing was told.

    >>> calibration_error([("cell", 0.95, True)] * 19 + [("cell", 0.95, False)])
    0.0
    """
    bins: dict[int, list[tuple[float, bool]]] = {}
    for _, sure, right in statements:
        bins.setdefault(min(BINS - 1, int(BINS * sure)), []).append((sure, right))
    total = sum(map(len, bins.values()))
    apart = sum(abs(sum(sure for sure, _ in said) - sum(right for _, right in said)) for said in bins.values())
    return round(apart / total, 4) if total else None


def figures(outcomes: list[Outcome]) -> dict[str, Any]:
    """All figures of some outcomes; shares as (share, low, high)."""
    total, certain = len(outcomes), [o for o in outcomes if o.certain]
    told = [o for o in outcomes if o.dice_told]
    corners = [o.corner_mm for o in outcomes if o.tiles_right and np.isfinite(o.corner_mm)]
    times = [o.cold_ms / max(o.yard_ms, 1e-3) for o in outcomes]
    said = [statement for o in outcomes for statement in o.said]
    return {
        "n": total,
        "layout_exact": _share(sum(o.exact for o in outcomes), total),
        "refused": sum(bool(o.reason) for o in outcomes),
        "false_locks": sum(o.wrong == LOCK for o in outcomes),
        "silent_wrong": _share(sum(o.silent_wrong for o in outcomes), len(certain)),
        "tile_acc": round(sum(o.tiles_right for o in outcomes) / max(1, 16 * total), 4),
        "corner_mm": _quantile(corners, 0.5),
        "corner_p95_mm": _quantile(corners, 0.95),
        **_token_figures(outcomes),
        **_visibility_figures(outcomes),
        "whole_exact": _share(sum(o.whole for o in outcomes), total),
        "stack_right": _right(said, "stack"),
        "stack_told": _ratio(_count(said, "stack"), sum(o.merchants for o in outcomes)),
        "printed_wrong": _share(
            sum(not right for what, _, right in said if what == "printed"), _count(said, "printed")
        ),
        "printed_told": _ratio(_count(said, "printed"), sum(o.printed for o in outcomes)),
        "dice_right": _share(sum(o.dice_right for o in told), len(told)),
        "dice_told": len(told),
        **{f"{what}_ece": _error(said, what) for what in ("cell", "token", "stack")},
        "cold_x": _quantile(times, 0.5),
        "cold_p95_x": _quantile(times, 0.95),
    }


def _token_figures(outcomes: list[Outcome]) -> dict[str, float | None]:
    """Precision, recall and F1; None where no token stood or was told."""
    hits, extra, missed = (sum(getattr(o, name) for o in outcomes) for name in ("hits", "extra", "missed"))
    return {
        "token_p": _ratio(hits, hits + extra),
        "token_r": _ratio(hits, hits + missed),
        "token_f1": _f1(hits, extra, missed),
        "token_f1_from": _spread(outcomes, 0.025),
        "token_f1_to": _spread(outcomes, 0.975),
    }


def _visibility_figures(outcomes: list[Outcome]) -> dict[str, Any]:
    """What was missed without a word, what was told as nearly sure and wrong, and places warned of in vain."""
    said = [statement for o in outcomes for statement in o.said]
    standing, nameless = sum(o.hits + o.missed for o in outcomes), sum(o.nameless for o in outcomes)
    sure_wrong = sum(sure >= CERTAIN and not right for what, sure, right in said if what == "token")
    return {
        "token_silent": _share(sum(o.silent for o in outcomes), standing),
        "token_sure_wrong": _share(sure_wrong, _count(said, "token")),
        "nameless_silent": _share(sum(o.passed_over for o in outcomes), nameless),
        "unknown_right": _right(said, "unknown"),
        "unseen_right": _right(said, "unseen"),
        "place_flagged": _ratio(sum(o.flagged for o in outcomes), 16 * sum(not o.reason for o in outcomes)),
    }


def _spread(outcomes: list[Outcome], share: float) -> float | None:
    """The token F1 below which this share of the tables drawn again from these (with repeats) would stay."""
    counts = np.array([(o.hits, o.extra, o.missed) for o in outcomes], np.int64).reshape(-1, 3)
    if not counts.sum():
        return None
    drawn = np.random.default_rng(0).integers(0, len(counts), (DRAWS, len(counts)))
    hits, extra, missed = counts[drawn].sum(axis=1).T
    return round(float(np.quantile(2 * hits / np.maximum(2 * hits + extra + missed, 1), share)), 4)


def _f1(hits: int, extra: int, missed: int) -> float | None:
    return _ratio(2 * hits, 2 * hits + extra + missed)


def _count(said: list[Statement], what: str) -> int:
    return sum(name == what for name, _, _ in said)


def _right(said: list[Statement], what: str) -> tuple[float, float, float]:
    return _share(sum(right for name, _, right in said if name == what), _count(said, what))


def _error(said: list[Statement], what: str) -> float | None:
    return calibration_error(statement for statement in said if statement[0] == what)


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _quantile(values: list[float], share: float) -> float | None:
    return round(float(np.quantile(values, share)), 2) if values else None


def _share(count: int, total: int) -> tuple[float, float, float]:
    low, high = wilson(count, total)
    return round(count / max(1, total), 4), round(low, 4), round(high, 4)
