"""How does the camera help to set the table up?  One list with ticks on the table screen, until all is right.

It begins with every game that has not been played yet, once the camera sees something, and ends when everything stands
right, when no tile and no wood is wrong for a while, when somebody skips it or plays.  Meanwhile nothing is followed.
A lamp mirrored in a tile, and a light too dim, are told until the game is played, and stop nobody.
"""

from typing import Any, Literal

from companion.game import Say
from companion.istanbul.state import GameState
from companion.locks import Lock
from companion.session.session import GameSession
from companion.sync.episodes import Episodes, fold
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.prints import Prints, fold_prints
from vision.frame import Frame
from webui.camera.desk import NoCamera
from webui.house import House
from webui.setup.setup_check import Item, check_setup, is_bearable, is_right, seeing_items
from webui.setup.setup_words import note_words, title_words

Stage = Literal["off", "checking", "right"]
GAME = "istanbul"
PHOTO = "photo"  # somebody asks what he sees now
BEARABLE_S = 5.0  # nothing wrong for so long ends the check, though something may not be seen clearly


class SetupDesk:
    """The check of the running game.  ``look`` is called on the camera's thread, the rest from the web's."""

    def __init__(self, house: House) -> None:
        self.stage: Stage = "off"
        self._house = house
        self._eye, self._prints = Episodes(), Prints()
        self._items: tuple[Item, ...] = ()
        self._seeing: tuple[Item, ...] = ()
        self._bearable_since_s: float | None = None
        self._looked = False
        self._lock = Lock("set-up")
        house.when_opened(self._opened)

    def is_checking(self) -> bool:
        """Whether people are still setting up, so that nothing they do is a move."""
        return self.stage == "checking" and self._is_wanted()

    def skip(self) -> None:
        """People know better, or do not want to be helped."""
        self.stage = "off"
        self._house.changed()

    def again(self) -> None:
        """Check the table once more; only before the first move."""
        if self._house.session is not None:
            self._opened(self._house.session)

    def look(self, frame: Frame | None, told: BoardObservation | NotSeen) -> None:
        """Called with every picture the camera read."""
        with self._lock:
            if self._house.begun:
                self.stage = "off"  # a first move that is taken back begins no second set-up
            if (frame is not None and frame.source == PHOTO) or not self._is_wanted():
                return
            before = (self.stage, self._items, self._seeing, self._looked)
            if isinstance(told, BoardObservation) and not told.hand:
                self._seeing = seeing_items(told)
            if self.is_checking():
                self._check(told)
            changed = before != (self.stage, self._items, self._seeing, self._looked)
        if changed:
            self._house.changed()

    def view(self, say: Say) -> dict[str, Any] | None:
        """The list for a screen; None where nothing is checked."""
        session = self._house.session
        if session is None or self.stage == "off" or self._house.begun or not self._is_watched():
            return None
        state: GameState = session.state
        items = [_line(item, state, say) for item in self._items]
        wrong = [swap.cell for item in self._items for swap in item.swaps]
        rows = [[int(place) for place in state.layout[at : at + 4]] for at in range(0, 16, 4)]
        advice = [note for item in self._seeing for note in note_words(item, say)]
        return {"stage": self.stage, "plan": rows, "wrong": wrong, "items": items, "advice": advice}

    def _is_wanted(self) -> bool:
        """Whether people set a table up, or have just done so."""
        return self.stage != "off" and not self._house.begun and not self._is_laid_by_the_app()

    def _is_laid_by_the_app(self) -> bool:
        """The virtual table sets itself up."""
        return getattr(self._house.desk, "hands", None) is not None

    def _is_watched(self) -> bool:
        """Whether a camera looks at the table and something is read in its pictures."""
        return self._looked and not isinstance(self._house.desk, NoCamera)

    def _opened(self, session: GameSession) -> None:
        with self._lock:
            if session is not self._house.session:
                return  # a newer game will be told of
            self.stage = "checking" if session.game.name == GAME and not self._house.begun else "off"
            self._eye, self._prints, self._items = Episodes(), Prints(), ()
            self._seeing, self._bearable_since_s = (), None

    def _check(self, told: BoardObservation | NotSeen) -> None:
        self._looked = True
        self._eye = fold(self._eye, told)
        if isinstance(told, BoardObservation) and not told.hand:
            self._prints = fold_prints(self._prints, told)
        self._judge(told.at_s)

    def _judge(self, at_s: float) -> None:
        items = check_setup(self._house.running().state, self._eye, self._prints, self._seeing)
        if not items:
            return
        self._items = items
        if not is_bearable(items):
            self._bearable_since_s = None
        elif self._bearable_since_s is None:
            self._bearable_since_s = at_s
        since_s = self._bearable_since_s
        if is_right(items) or (since_s is not None and at_s - since_s >= BEARABLE_S):
            self.stage = "right"


def _line(item: Item, state: GameState, say: Say) -> dict[str, Any]:
    return {"text": title_words(item, state, say), "mark": item.mark, "notes": list(note_words(item, say))}
