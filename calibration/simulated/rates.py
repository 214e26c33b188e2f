"""Who sits at the table?  How often people do what the rules allow and what they do not, and how long they take."""

from pathlib import Path
from typing import Literal

import msgspec

Seconds = tuple[float, float]
MISHAPS = ("hand", "half", "whole", "ahead", "take_back", "illegal", "nudge", "bump", "tidy")


class Rates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often things happen: shares of turns, or of the occasions; ranges of seconds, of which any is as likely.

    ``hand``: a hand hangs over the board before it takes anything.  ``half``: the merchant arrives and his assistant
    follows seconds later.  ``whole``: everything of the turn that is done by hand is done before a phone is looked at.
    ``ahead``: the next player moves before this one has finished on the phone.  ``take_back``: another move is made,
    left standing for two seconds and taken back.  ``illegal``: a merchant is put where he may not go, or the wrong one
    is moved, and put back.  ``nudge``: tokens are pushed about on their tiles.  ``bump``: the camera is knocked away.
    ``tidy``: the wood of a whole tile is straightened.

    ``refuse``: no assistant is left though there is one.  ``partial_recall``: only some are called back.
    ``random_play``: all of the turn is chosen by chance among what is legal.  ``yellow_tile``: who has the tile uses it
    as soon as he may.  ``forget_assistant``, ``forget_catch``: tapped, but the wood stays where it was until somebody
    is reminded.  ``two_hands``: the whole turn is laid and another tile straightened at the same moment.
    ``real_dice``: the table's own; ``encounter_at_once``: the Smuggler is carried on with the turn, before any tap.
    ``think_s``: before a turn; ``assistant_after_s``: in place of the pause of ``half``; ``lift_s``: between two
    assistants that are called back, which are lifted together where it is not given; ``phone_after_s``: from the last
    wood laid to the first tap after it.  ``name`` and ``use`` say who they are and what their figures may be for.
    """

    hand: float = 0.3
    half: float = 0.15
    whole: float = 0.3
    ahead: float = 0.05
    take_back: float = 0.03
    illegal: float = 0.03
    nudge: float = 0.1
    bump: float = 0.02
    tidy: float = 0.0
    refuse: float = 0.0
    partial_recall: float = 0.0
    random_play: float = 0.0
    yellow_tile: float = 0.0
    forget_assistant: float = 0.0
    forget_catch: float = 0.0
    two_hands: float = 0.0
    real_dice: bool = False
    encounter_at_once: float = 0.0
    think_s: Seconds | None = None
    assistant_after_s: Seconds | None = None
    lift_s: Seconds | None = None
    phone_after_s: Seconds | None = None
    name: str = "usual"
    use: Literal["tune", "judge"] = "tune"
    about: str = ""

    def times(self, factor: float) -> "Rates":
        """The same people, to whom things happen so many times as often."""
        more = {name: min(1.0, factor * float(getattr(self, name))) for name in MISHAPS}
        return msgspec.structs.replace(self, **more)


USUAL = Rates()


def read_people(path: Path) -> Rates:
    """The people of a file.  Raises ValueError where it says something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Rates)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{path}: {error}") from error
