"""What do the pages ask of the camera side?  The contract, and the desk of a house without a camera."""

from typing import Any, Protocol

from companion.game import Say
from webui.http.errors import Refused

NOTHING: dict[str, Any] = {"status": "off", "detail": "", "frame": 0, "question": None, "seen": None, "differences": []}
NOTHING |= {"differing": [], "missing": [], "carry": [], "prints": [], "late": False, "far": None, "usual": None}
NOTHING |= {"dice": None, "ask_first": False, "virtual": None, "photos": True, "pictures": True, "eye": None}
NOTHING |= {"other_copy": ""}
"""What a screen shows of the camera while there is nothing to say; a desk tells all of this, and nothing else."""


class Desk(Protocol):
    """Where camera and game meet.

    ``view`` is plain data for a screen: status (off, starting, looking, in_step, hand, seeing, carry, asking, lost,
    not_seen), detail, frame, question {id, seat, text, options [{id, text, moves}], secret} or None, differences
    [{text}], differing [place], seen {seat, version, text} or None (played without a question), carry and prints
    [{text}] (to be put right by hand), late (that is overdue), missing [{seat, text}] (the app's wood not seen), usual
    (an action the table speaks for), dice, ask_first, far (that the camera was moved away) or None, virtual (what
    stands on a painted table) or None;
    ``secret``: it may name a card that one player holds; ``photos`` False where photos of phones cannot be read;
    ``pictures`` False where none can be shown; ``eye``: whether an eye elsewhere looks, None where none is meant to;
    ``other_copy``: the copy that lies on the table where it is not the one in use, else empty.
    """

    def view(self, seat: int | None, say: Say) -> dict[str, Any]: ...

    def answer(self, question_id: str, option_id: int, seat: int | None) -> None: ...

    def settle(self, who_is_right: str, seat: int | None) -> None:
        """The table is right, the app is right, or look again: ``table``, ``app``, ``look``."""

    def take_back(self, version: int, seat: int | None) -> None: ...

    def ask_first(self, ask: bool) -> None: ...

    def picture_jpeg(self, layers: set[str]) -> bytes | None: ...

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        """Read a photo taken by a phone; what came of it, in words."""

    def confidences(self) -> list[dict[str, Any]]: ...


class NoCamera:
    """Nothing is watching the table; everything is tapped."""

    def view(self, seat: int | None, say: Say) -> dict[str, Any]:
        return NOTHING | {"photos": False}

    def answer(self, question_id: str, option_id: int, seat: int | None) -> None:
        raise Refused("no_camera", 409)

    def settle(self, who_is_right: str, seat: int | None) -> None:
        raise Refused("no_camera", 409)

    def take_back(self, version: int, seat: int | None) -> None:
        raise Refused("no_camera", 409)

    def ask_first(self, ask: bool) -> None:
        raise Refused("no_camera", 409)

    def picture_jpeg(self, layers: set[str]) -> bytes | None:
        return None

    def photo(self, picture: bytes, seat: int | None, say: Say) -> str:
        raise Refused("no_camera", 409)

    def confidences(self) -> list[dict[str, Any]]:
        return []
