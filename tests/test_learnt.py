"""A copy is learnt once, and again whenever anything that learning is made of has changed."""

import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests import learnt
from tests.learnt import PACKAGES, ROOT, asked, beside, imported_by, kept_in

OURS = f"[one.__file__ for one in sys.modules.values() if one.__name__.split('.')[0] in {PACKAGES} and one.__file__]"


class Learner:
    """Says twice what it is asked, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, picture: np.ndarray) -> np.ndarray:
        self.times += 1
        return 2 * picture


@pytest.fixture
def learner() -> Learner:
    return Learner()


def test_every_module_that_learning_loads_counts() -> None:
    command = f"import sys, calibration.tiles; print(*{OURS}, sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {Path(line) for line in loaded.stdout.splitlines()} <= imported_by("calibration.tiles")


def test_nets_and_numbers_beside_the_code_count(tmp_path: Path) -> None:
    (tmp_path / "code.py").touch()
    (tmp_path / "net.onnx").touch()
    assert beside({tmp_path / "code.py"}) == {tmp_path / "net.onnx"}


def test_a_picture_is_learnt_once(learner: Learner, tmp_path: Path) -> None:
    one, other = np.full((2, 3), 4, np.uint8), np.full((3, 2), 4, np.uint8)
    for _ in range(2):
        again = kept_in(tmp_path, learner)
        assert (again(one) == 8).all() and (again(other) == 8).all()
    assert learner.times == 2


def test_after_a_change_of_the_code_it_is_learnt_again(
    learner: Learner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("old", "new", "new"):
        monkeypatch.setattr(learnt, "makers", lambda version=version: version)
        kept_in(tmp_path, learner)(np.zeros(3))
    assert learner.times == 2
    assert {path.name[:3] for path in tmp_path.iterdir()} == {"new"}


def test_two_who_ask_at_once_learn_once(tmp_path: Path) -> None:
    begun, go_on, times = threading.Event(), threading.Event(), list[int]()

    def slow(number: int) -> int:
        times.append(number)
        begun.set()
        go_on.wait()
        return 2 * number

    answers = list[int]()
    two = [threading.Thread(target=lambda: answers.append(kept_in(tmp_path, slow)(3))) for _ in range(2)]
    two[0].start()
    begun.wait()
    two[1].start()
    go_on.set()
    for one in two:
        one.join()
    assert (answers, times) == ([6, 6], [3])


def test_what_could_not_be_learnt_is_tried_again(tmp_path: Path) -> None:
    def broken(number: int) -> int:
        raise ValueError

    with pytest.raises(ValueError):
        kept_in(tmp_path, broken)(3)
    assert kept_in(tmp_path, lambda number: number)(3) == 3


def test_what_is_asked_is_told_apart() -> None:
    zero = np.zeros(4, np.uint8)
    words = [(zero,), (zero.reshape(2, 2),), (zero.astype(np.int8),), (zero, 1), (zero + 1,)]
    assert len({asked(one, {}) for one in words}) == len(words)
