"""Fit how much each sign of untold wood counts (``UnseenParams``), on painted tables that may be tuned with.

Usage: python tools/fit_unseen.py [N]   (N tables of each condition, 60 unless told; prints weights and what they tell)
"""

import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from calibration.cases import AN_ART, painted_cases
from calibration.workshop import AnsweredPicture
from companion.sync.observation import BoardObservation
from vision.frame import Floats, Frame
from vision.params import UNSEEN
from vision.pipeline import look
from vision.tokens.read import judged
from vision.tokens.unseen import signs_of, strange_middle

CONDITIONS = ("nominal", "cheap", "dim", "light=-3")
FIRST = 100
FOLDS, ROUNDS, RIDGE = 5, 40, 1.0


class PlaceCase(NamedTuple):
    """One place of one table: the signs there, how many pieces were missed, and how many stand there."""

    condition: str
    art: int
    signs: Floats
    missed: int
    standing: int


def main(count: int) -> None:
    """Collect, fit, and tell what the fit would say of tables it was not fitted on."""
    places = [place for name in CONDITIONS for case in painted_cases(name, FIRST, count) for place in places_of(case)]
    signs, missed = np.array([place.signs for place in places]), np.array([place.missed for place in places])
    folds = np.array([place.art % FOLDS for place in places])
    likely = np.zeros(len(places))
    for fold in range(FOLDS):
        weights = fitted(signs[folds != fold], missed[folds != fold] > 0)
        likely[folds == fold] = probability(signs[folds == fold], weights)
    *weights, bias = fitted(signs, missed > 0)
    print("weights", tuple(round(weight, 2) for weight in weights), "bias", round(bias, 2))
    for name in CONDITIONS:
        chosen = np.array([place.condition == name for place in places])
        tell(name, likely[chosen], missed[chosen], sum(place.standing for place in places if place.condition == name))


def places_of(case: AnsweredPicture) -> Iterator[PlaceCase]:
    """The places of a table that was read."""
    seen = look(Frame(case.bgr, source=case.name), case.profile)
    if not isinstance(seen.observation, BoardObservation) or seen.kept is None or seen.pose is None:
        return
    tokens, told = judged(seen.kept.view, seen.pose, seen.kept.tops)
    true = Counter((t["kind"], t["color"], t["place"]) for t in (case.truth or {})["tokens"])
    missing = true - Counter((str(s.thing.kind), s.thing.color, s.place) for s in tokens.sightings)
    art = int(case.name.rpartition("_")[2]) // AN_ART
    middle = strange_middle(seen.kept.view, seen.kept.strange, seen.pose, told)
    for place, signs in signs_of(seen.kept.view, seen.pose, middle, tokens).items():
        missed, standing = (sum(n for (_, _, at), n in wood.items() if at == place) for wood in (missing, true))
        yield PlaceCase(case.condition, art, signs, missed, standing)


def fitted(signs: Floats, missed: np.ndarray) -> list[float]:
    """Weights (one for each sign) and the bias of a logistic regression, by Newton's method."""
    known = np.column_stack([signs, np.ones(len(signs))])
    ridge = RIDGE * np.diag([*np.ones(signs.shape[1]), 0.0])
    weights = np.zeros(known.shape[1])
    for _ in range(ROUNDS):
        share = probability(signs, list(weights))
        slope = known.T @ (share - missed) + ridge @ weights
        weights -= np.linalg.solve((known * (share * (1 - share))[:, None]).T @ known + ridge, slope)
    return [float(weight) for weight in weights]


def probability(signs: Floats, weights: list[float]) -> Floats:
    """The probability of untold wood by these weights and bias, (N,)."""
    return np.asarray(1 / (1 + np.exp(-signs @ np.array(weights[:-1]) - weights[-1])), np.float64)


def tell(name: str, likely: Floats, missed: np.ndarray, standing: int) -> None:
    """What telling places from a probability on would mean."""
    told = likely >= UNSEEN.told
    flagged, silent = told[missed == 0].mean(), missed[~told].sum() / standing
    print(f"{name}: of {standing} pieces {missed.sum()} missed, {silent:.2%} silently; {flagged:.1%} of the rest told")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
