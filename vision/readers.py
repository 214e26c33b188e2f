"""What lies on the tiles?  The readers of tokens, dice and printed things, called one after the other."""

from dataclasses import dataclass, field

from companion.sync.observation import Score, Sighting
from vision.dice import read_dice
from vision.frame import Frame
from vision.pose import Pose
from vision.printed import read_printed
from vision.profile import Profile
from vision.tokens.read import table_view, tokens_in


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
    """What lies on the tiles of a board whose pose is known, and the dice beside it."""
    view = table_view(frame, pose, profile)
    tokens, tops = tokens_in(view, pose, profile, players)
    printed = read_printed(view, pose, tops)
    return Readings(
        sightings=tokens.sightings,
        scores=tokens.scores,
        absent_log_odds=tokens.absent_log_odds,
        dice=read_dice(frame, pose),
        mail_down=printed.mail_down,
        demand_large=printed.demand_large,
        demand_small=printed.demand_small,
        rubies=printed.rubies,
    )
