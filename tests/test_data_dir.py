"""The folder that holds every hand of every game."""

import stat
import sys
from pathlib import Path

import pytest

from companion.data_dir import data_dir


@pytest.mark.skipif(sys.platform == "win32", reason="a folder of one's own is private there already")
def test_a_folder_that_is_made_is_for_its_owner_only(tmp_path: Path) -> None:
    made = data_dir(tmp_path / "bazaar")
    assert stat.S_IMODE(made.stat().st_mode) == 0o700


def test_a_folder_that_is_there_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    assert stat.S_IMODE(data_dir(tmp_path).stat().st_mode) == 0o755
