"""Which entries of a game did one tap make?  So that undo takes back a tap, not a half of it."""

_REMEMBERED = 200


class Taps:
    """The taps of the running game, the last two hundred of them; a new game begins with none."""

    def __init__(self) -> None:
        self._taps: list[tuple[int, int]] = []

    def add(self, before: int, after: int) -> None:
        """One tap led from one version to another."""
        self._taps.append((before, after))
        del self._taps[:-_REMEMBERED]

    def start(self, number: int) -> int:
        """The version before the tap that made entry ``number``; the one before the entry where that is not known."""
        starts = [before for before, after in list(self._taps) if before < number <= after]
        return starts[-1] if starts else number - 1
