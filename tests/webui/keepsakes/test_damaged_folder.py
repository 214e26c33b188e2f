"""Whatever lies damaged in the data folder: the companion starts, tells it, and touches nothing else."""

import pytest

from tests.session.test_store import SAVED
from webui.attacks.folder.files import damage_files

CASES = 20


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_damaged_file_is_told_and_everything_else_stays(seed: int) -> None:
    found = damage_files(CASES, seed, SAVED)
    assert found.amiss == []
    assert found.cases == CASES and found.told > 0
