"""Where do games, profiles and settings lie on this machine?"""

import os
from pathlib import Path

import platformdirs

PRIVATE_FOLDER = 0o700
"""Saved games hold every hand, so a folder that is made here is for its owner only."""


def data_dir(given: str | Path | None = None) -> Path:
    """The folder for data: the one given, else ``BAZAAR_DATA_DIR``, else the system's usual place.  Made if missing.

    Raises OSError where it cannot be made.
    """
    chosen = Path(given or os.environ.get("BAZAAR_DATA_DIR") or platformdirs.user_data_dir("bazaar-companion", False))
    chosen.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
    return chosen
