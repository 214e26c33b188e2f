"""What lies on the tiles?  The readers of tokens, dice and printed things, called one after the other."""

from dataclasses import dataclass, field

from companion.sync.observation import Score, Sighting
from vision.frame import Frame
from vision.pose import Pose
from vision.profile import Profile


@dataclass(frozen=True, slots=True)
class Readings:
    """Everything told beside the layout."""

    sightings: tuple[Sighting, ...] = ()
    scores: tuple[Score, ...] = ()
    absent_log_odds: float = 0.0
    dice: tuple[int, int] | None = None
    mail_down: int | None = None
    demand_large: str | None = None
    demand_small: str | None = None
    rubies: dict[int, int] = field(default_factory=dict)


def no_readings() -> Readings:
    """Nothing told."""
    return Readings()


def read_table(frame: Frame, pose: Pose, profile: Profile, players: tuple[str, ...]) -> Readings:
    """What lies on the tiles of a board whose pose is known."""
    return Readings()
