"""Where does an eye keep what it was given?  In the data folder of its own computer, readable by its owner only."""

from pathlib import Path

import msgspec

from webui.eyes.counterpart import OwnKey
from webui.eyes.link import Address
from webui.keepsakes.keepsake import Keepsake

FILE = "eye_keys.json"


class OwnKeys:
    """The keys of this computer's eyes, by table."""

    def __init__(self, folder: Path) -> None:
        self._kept = Keepsake(folder / FILE)

    def of(self, address: Address) -> OwnKey | None:
        """The key for a table; None where there is none."""
        try:
            return msgspec.convert(self._kept.read().get(address.root), OwnKey | None)
        except msgspec.ValidationError:
            return None

    def keep(self, address: Address, key: OwnKey) -> None:
        """Know this table from now on.  Raises OutOfReach."""
        self._kept.write({**self._kept.read(), address.root: key})

    def forget(self, address: Address) -> None:
        """The table does not know this key any more.  Raises OutOfReach."""
        rest = {root: key for root, key in self._kept.read().items() if root != address.root}
        self._kept.write(rest)

    def tables(self) -> list[str]:
        """The addresses of all tables that are known."""
        return sorted(self._kept.read())
