"""How large is what the token net is asked for?  Tokens by their kind, things without a name, mirrored lamps."""

from companion.sync.observation import Kind
from vision.painted.scene import RADIUS_MM
from vision.tokens.stacks import height_of

NAMELESS = "nameless"
"""The kind of what lies on a tile and has no name: wood on edge, a glass, a coin."""
LAMP = "lamp"
"""The kind of the middle of a lamp mirrored in the print."""
OTHERS = NAMELESS, LAMP
"""What has neither a colour nor a height."""
OTHERS_MM = 6.0
"""Radius of the part of them that has to be in sight."""


def radius_of(kind: str) -> float:
    """The radius in mm of the top of a token, or of what is looked at of anything else."""
    return OTHERS_MM if kind in OTHERS else RADIUS_MM[kind]


def rise_of(kind: str, under: int) -> float:
    """How high in mm its top is above the tile; of a thing without a name what is asked for is where it touches it."""
    return 0.0 if kind in OTHERS else height_of(Kind(kind), under)
