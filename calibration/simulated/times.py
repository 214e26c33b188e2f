"""How long do people pause, and how far are they ahead of their phones?  Counted from who they are said to be."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import exp, log, log1p
from statistics import mean

from calibration.simulated.rates import Rates, Seconds

PAUSES = ("think_s", "assistant_after_s", "lift_s", "phone_after_s")
"""All pauses people make with something begun."""
SAMPLES = 40
"""So many pauses stand for a range of seconds in which any is as likely."""
SECONDS = tuple(round(0.1 * 1.05**step, 2) for step in range(100))
POWERS = tuple(round(0.5 + 0.1 * step, 1) for step in range(80))


def thinking(odds: float) -> float:
    """Log-logistic: long pauses grow rare slowly, as those of people who think do."""
    return 2.0 * (max(odds, 0.0) + log1p(exp(-abs(odds))))


def lifting(odds: float) -> float:
    """Weibull: pauses are much of one length, as those of a hand that goes on are."""
    return exp(odds)


def fit_times(people: Iterable[Rates]) -> dict[str, object]:
    """Fields of ``model.Habits``: ``dwell``, ``lifting`` and ``ahead``, every kind of people alike."""
    kinds = list(people)
    return {
        "dwell": (round(mean(one.half for one in kinds), 4), *fit_pauses(_pauses(kinds, PAUSES), thinking)),
        "lifting": fit_pauses(_pauses(kinds, ("lift_s",)), lifting),
        "ahead": round(log(mean(one.ahead for one in kinds)), 4),
    }


def _pauses(kinds: Iterable[Rates], names: Iterable[str]) -> list[float]:
    ranges: list[Seconds | None] = [getattr(*one) for one in product(kinds, names)]
    return [pause for told in ranges if told is not None for pause in _within(told)]


def _within(told: Seconds) -> Iterator[float]:
    """Seconds at equal distances in a range."""
    first, last = told
    return (first + (last - first) * (at + 0.5) / SAMPLES for at in range(SAMPLES))


def fit_pauses(pauses: Sequence[float], law: Callable[[float], float]) -> tuple[float, float]:
    """The likeliest seconds and power of a law of pauses, which goes by ``(pause / seconds) ** power``."""
    logs = [log(one) for one in pauses]

    def likely(seconds: float, power: float) -> float:
        odds = [power * (one - log(seconds)) for one in logs]
        return sum([log(power) + one - law(one) for one in odds])

    return max(product(SECONDS, POWERS), key=lambda told: likely(*told))
