"""Which entries of a game did one tap make?  So that undo takes back a tap, not a half of it."""

from companion.session.session import GameSession

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

    def whole(self, session: GameSession, keep: int, seat: int) -> int:
        """Up to where ``seat`` takes back what it did after ``keep``: a tap that did several things is taken back as
        one, unless dice or cards were shown in between.
        """
        start = self.start(keep + 1)
        inside = [entry for entry in session.log.effective if start < entry.number <= keep]
        hidden = any(session.game.barrier(event) for entry in inside for event in entry.events)
        return keep if hidden or any(entry.seat != seat for entry in inside) else min(start, keep)
