"""The painted table is read with its own tiles: learnt at the first start, known at every other."""

from pathlib import Path

import pytest

from calibration.store import load_profile
from vision.profile import Profile
from webui.camera import virtual_eyes
from webui.camera.virtual_eyes import FOLDER, art_name, virtual_profile


@pytest.mark.long
def test_the_painted_tiles_are_learnt_at_the_first_start(
    tmp_path: Path, painted: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()
    monkeypatch.setattr(virtual_eyes, "learn_virtual", lambda name: asked.append(name) or painted)
    assert virtual_profile(tmp_path) is painted and asked == [art_name()]
    assert load_profile(painted.name, tmp_path / FOLDER).id == painted.id
