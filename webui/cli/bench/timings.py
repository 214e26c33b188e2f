"""How long did it take, beside a bare request to the same server in the same run?"""

from collections.abc import Mapping, Sequence

PARTS = (50, 95)


def against_bare(took_s: Mapping[str, Sequence[float]], bare_s: Sequence[float]) -> dict[str, float]:
    """Percentiles in ms of each series and of the bare requests, and the ratio of ``shown`` to these."""
    figures = {
        f"{name}_ms_p{part}": round(1000 * percentile(values, part), 2)
        for name, values in {**took_s, "bare": bare_s}.items()
        for part in PARTS
    }
    ratios = {f"ratio_p{part}": round(figures[f"shown_ms_p{part}"] / figures[f"bare_ms_p{part}"], 1) for part in PARTS}
    return figures | ratios


def percentile(values: Sequence[float], part: int) -> float:
    """The value that ``part`` in a hundred of some values do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * part // 100)]
