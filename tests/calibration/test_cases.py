"""Painted tables to be judged by differ in all that is to be read."""

import numpy as np
import pytest

from calibration import cases
from calibration.conditions import condition_named
from vision.painted.scene import Scene


def scene(number: int) -> Scene:
    return cases._scene(condition_named("nominal"), number, np.random.default_rng([number, 2]))


@pytest.mark.parametrize("what", ["dice", "mail_down", "demand_large", "demand_small", "mosque", "rubies"])
def test_what_lies_on_printed_spaces_differs_from_table_to_table(what: str) -> None:
    assert len({str(getattr(scene(number), what)) for number in range(600, 620)}) > 3


def test_the_same_number_is_the_same_table() -> None:
    assert scene(600) == scene(600)
