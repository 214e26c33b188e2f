"""Which colour is whose, under this lamp?  One picture in which a person points at a disc of each colour."""

from dataclasses import dataclass, field, replace

import numpy as np

from calibration.tokens import learn_disc, with_wood, without_wood
from companion.istanbul.tables import COLORS
from companion.locks import Lock
from vision.frame import Frame
from vision.params import WOOD
from vision.pose import BOARD_MM, Pose
from vision.profile import Profile
from vision.tokens.wood import PREFIX
from webui.http.errors import Refused

_AROUND = 1.2
"""So much more than the tiles is shown."""
_PAPER = 235
"""How bright a screen shows white paper."""
Mean = tuple[float, ...]
Point = tuple[float, float]


@dataclass
class DiscLesson:
    """The picture pointed at, the copy that learns, and what it knew before.  Safe to call from several threads."""

    number: int = 0
    corner: tuple[int, int] = (0, 0)
    frame: Frame | None = None
    pose: Pose | None = None
    profile: Profile | None = None
    marks: dict[str, Point] = field(default_factory=dict)
    before: dict[str, Mean | None] = field(default_factory=dict)
    _lock: Lock = field(default_factory=lambda: Lock("lesson"))

    def begin(self, frame: Frame, pose: Pose, profile: Profile) -> None:
        """Point at discs in another picture, of which the part with the tiles is kept: a finger is wide."""
        with self._lock:
            self.number += 1
            self.profile = profile
            self.corner, self.frame, self.pose = cut_to_board(frame, pose)
            self.marks, self.before = {}, {}

    def teach(self, name: str, color: str, at_px: Point) -> Profile:
        """The copy once it knows this colour from the disc at a point.  Raises Refused without a picture."""
        with self._lock:
            frame, pose, profile = self._begun(name)
            height, width = frame.bgr.shape[:2]
            if color not in COLORS or not (0 <= at_px[0] <= width and 0 <= at_px[1] <= height):
                raise Refused("bad_request", 400)
            self.before.setdefault(color, profile.colors.get(PREFIX + color))
            self.marks[color] = at_px
            self.profile = with_wood(profile, learn_disc(frame, pose, profile, color, at_px))
            return self.profile

    def undo(self, name: str, color: str) -> Profile:
        """The copy as it was before this colour was pointed at.  Raises Refused where it was not."""
        with self._lock:
            profile = self._begun(name)[2]
            if color not in self.before:
                raise Refused("nothing_pointed_at", 409)
            old = self.before.pop(color)
            self.marks.pop(color, None)
            known = without_wood(profile, color)
            self.profile = known if old is None else with_wood(known, {PREFIX + color: old})
            return self.profile

    def _begun(self, name: str) -> tuple[Frame, Pose, Profile]:
        if self.frame is None or self.pose is None or self.profile is None or self.profile.name != name:
            raise Refused("no_picture_yet", 409)
        return self.frame, self.pose, self.profile


def cut_to_board(frame: Frame, pose: Pose) -> tuple[tuple[int, int], Frame, Pose]:
    """Where the part with the tiles begins in a picture (x, y), that part, and the pose in it."""
    corners = pose.project_plane(BOARD_MM * _AROUND)
    height, width = frame.bgr.shape[:2]
    left, top = (max(0, int(low)) for low in corners.min(0))
    right, bottom = (min(most, int(high) + 1) for most, high in zip((width, height), corners.max(0), strict=True))
    camera = pose.camera_matrix - np.array([[0, 0, left], [0, 0, top], [0, 0, 0]])
    part = np.ascontiguousarray(frame.bgr[top:bottom, left:right])
    return (left, top), Frame(part, source=frame.source), replace(pose, camera_matrix=camera)


def shown(mean: Mean) -> str:
    """A colour of wood as a page shows it, by white light."""
    blue, green, red = (round(min(max(part, 0.0), 1.0) * _PAPER) for part in mean)
    return f"#{red:02x}{green:02x}{blue:02x}"


def mixed_up(profile: Profile, color: str) -> str | None:
    """Another player's colour that looks nearly the same, where there is one."""
    mean = profile.colors.get(PREFIX + color)
    if mean is None:
        return None
    others = {one: profile.colors[PREFIX + one] for one in COLORS if one != color and PREFIX + one in profile.colors}
    away = {one: float(np.linalg.norm(np.subtract(mean, other))) for one, other in others.items()}
    nearest = min(away, key=lambda one: away[one], default=None)
    return nearest if nearest is not None and away[nearest] < WOOD.mixed_up else None
