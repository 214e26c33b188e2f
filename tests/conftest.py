"""For all tests: a copy that was learnt is known from then on."""

from pathlib import Path

import calibration.tiles
from tests.learnt import kept_in

FOLDER = Path(__file__).parent.parent / ".pytest_cache" / "learnt"
calibration.tiles.pose_of_tiles = kept_in(FOLDER, calibration.tiles.pose_of_tiles)
