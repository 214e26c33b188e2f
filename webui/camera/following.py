"""What does every desk do with looks, wherever they come from?  It hands them to the follower of the running game."""

from collections.abc import Callable
from typing import Any

from companion.game import Say
from companion.istanbul.game import ISTANBUL
from companion.locks import Lock
from companion.session.keeping import GameStore
from companion.session.log import HOST
from companion.session.session import GameSession
from companion.sync.follower import Follower
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.places import Wood
from companion.sync.status import Question, Status
from webui.camera.camera_view import BY_TILE_FOR_GOOD, NONE_OF_THESE
from webui.camera.camera_words import IS_FAR
from webui.house import House
from webui.http.errors import Refused

_NOTE = "camera"
_CELLS = 16


class Following:
    """The half of a desk that meets the game: what is seen goes to a follower, what people answer comes from them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._follower: Follower | None = None
        self._ask_first, self._by_tile = False, list[int]()
        self._was_near = False
        self._stopped = False
        self._lock = Lock("desk")

    def told(self) -> BoardObservation | NotSeen | None:
        """The newest look."""
        raise NotImplementedError

    def too_far(self, say: Say) -> str | None:
        """That the tiles are small in the picture, where they were larger before in this game; before its first move
        the list of the set-up tells that."""
        told = self.told()
        far = isinstance(told, BoardObservation) and told.far
        return say(IS_FAR) if far and self._was_near and self._house.begun else None

    def nameless_places(self) -> frozenset[int]:
        """The places of the newest look on which something lies that has no name."""
        told = self.told()
        return told.nameless_places if isinstance(told, BoardObservation) else frozenset()

    def confidences(self) -> list[dict[str, Any]]:
        """How sure the reader is of each tile and token of the newest look."""
        told = self.told()
        if not isinstance(told, BoardObservation):
            return []
        tiles = [{"place": cell.place, "confidence": cell.confidence} for cell in told.cells]
        tokens = [
            {"kind": sighting.thing.kind, "color": sighting.thing.color, "place": sighting.place}
            | {"confidence": sighting.confidence}
            for sighting in told.sightings
        ]
        return [*tiles, *tokens]

    def layout_seen(self) -> list[int] | None:
        """The sixteen places as they lie in the newest look, row by row; None unless all of them were read."""
        told = self.told()
        places = [place for place in told.layout if place is not None] if isinstance(told, BoardObservation) else []
        return places if len(set(places)) == len(places) == _CELLS else None

    def answer(self, question_id: str, option_id: int, seat: int | None) -> None:
        """The player concerned says what happened; the host may say it for everybody (``seat`` None)."""
        follower = self._need_follower()
        question = follower.status.question
        if question is not None and seat is not None and seat != question.seat:
            raise Refused("not_your_question", 403)
        choice, for_good = (option_id, False) if question is None else _choice(question, option_id)
        follower.answer(question_id, choice, for_good)
        self._keep_by_tile(follower)

    def take_back(self, version: int, seat: int | None) -> None:
        """What was played without a question did not happen; the host may say it for everybody."""
        follower = self._need_follower()
        applied = follower.status.applied
        if applied is not None and seat is not None and seat != applied.seat:
            raise Refused("not_your_question", 403)
        follower.take_back(version)

    def ask_first(self, ask: bool) -> None:
        """Whether even what is certain is asked, in this game and the next ones."""
        self._ask_first = ask
        self._keep_note(self._house.running().store)
        if self._follower is not None:
            self._follower.ask_first(ask)
        self._house.changed()

    def settle(self, who_is_right: str, seat: int | None) -> None:
        """The table is right, the app is right, or look again; the host says so for everybody (``seat`` None)."""
        follower = self._need_follower()
        if who_is_right in ("table", "app", "look"):
            follower.settle(who_is_right, HOST if seat is None else str(seat))  # type: ignore[arg-type]

    # ------------------------------------------------------------------ helpers

    def _deliver(self, told: BoardObservation | NotSeen, still: bool = False) -> None:
        """Called on a thread of the looks: the game may take its time.  ``still``: of a photo, which is one look."""
        follower = self._follower
        if isinstance(told, BoardObservation) and not told.far:
            self._was_near = True
        if follower is not None and not self._house.held:
            follower.see(told, still=still)
            self._keep_by_tile(follower)

    def _keep_by_tile(self, follower: Follower) -> None:
        """Who fetches by the yellow tile for good: an answer said so, or what was taken back says no longer.

        A follower of the game before may still be looking when the next one begins: that has its own note.
        """
        session, by_tile = self._house.session, sorted(follower.by_tile)
        if session is not None and follower is self._follower and by_tile != self._by_tile:
            self._by_tile = by_tile
            self._keep_note(session.store)

    def _keep_note(self, store: GameStore) -> None:
        """Write down beside the game what people said for good."""
        store.keep_note(_NOTE, {"ask_first": self._ask_first, "by_tile": self._by_tile})

    def _known_wood(self) -> tuple[Wood, int] | None:
        """What stands on the table beyond doubt, and the step of the game then; None where nobody knows."""
        follower, session = self._follower, self._house.session
        wood = follower.known_wood() if follower is not None else None
        return None if wood is None or session is None else (wood, session.version)

    def _follow(self, session: GameSession) -> None:
        """Compare with this game from now on, unless a newer one runs that will be told of."""
        with self._lock:
            if self._stopped or session is not self._house.session:
                return
            if self._follower is not None:
                self._follower.close()
            self._follower, self._was_near = None, False
            if session.game.name == ISTANBUL.name:
                note = session.store.note(_NOTE) or {"ask_first": self._ask_first}
                self._ask_first, self._by_tile = bool(note["ask_first"]), list(note.get("by_tile", ()))
                said, rivals = (self._ask_first, self._by_tile), _rivals_of(self._house)
                self._follower = Follower(session, self._house.changed, *said, rivals=rivals)

    def _leave_game(self) -> None:
        """Compare with no game from now on."""
        with self._lock:
            self._stopped = True
            if self._follower is not None:
                self._follower.close()

    def _need_follower(self) -> Follower:
        if self._follower is None:
            raise Refused("no_game", 409)
        return self._follower

    def _status(self) -> Status:
        return Status("looking") if self._follower is None else self._follower.status


class FollowingReports(Following):
    """A desk that is told what was read elsewhere: it opens no camera and has no picture to show."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._leave: list[Callable[[], None]] = []

    def start(self) -> None:
        """Follow the running game from now on."""
        self._stopped = False
        self._leave = [self._house.when_opened(self._follow)]

    def stop(self) -> None:
        """Let go of the game."""
        for leave in self._leave:
            leave()
        self._leave = []
        self._leave_game()
        self._follower = None

    def wait(self, patience_s: float) -> bool:
        """Nothing here takes long to end."""
        return True

    def picture_jpeg(self, layers: set[str]) -> bytes | None:
        return None


def _choice(question: Question, option_id: int) -> tuple[int, bool]:
    """The number of the hypothesis chosen, or none (-1), and whether its player fetches so for good.

    Raises Refused."""
    if option_id == BY_TILE_FOR_GOOD and question.tile is not None:
        return question.tile, True
    if not NONE_OF_THESE <= option_id < len(question.hypotheses):
        raise Refused("bad_request", 400)
    return option_id, False


def _rivals_of(house: House) -> Callable[[], frozenset[int]]:
    """Asks the house, and leads to no desk: one that was let go of takes no memory."""
    return lambda: house.sitting.rivals
