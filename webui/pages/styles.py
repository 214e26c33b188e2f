"""Which styles does a page need, and in which order?  Each page asks for one sheet that holds them all."""

from collections.abc import Mapping

FOLDER = "styles"
"""Below ``static``: ``styles/PAGE.css``."""
_EVERYWHERE = ("tokens", "app", "bazaar", "lookup", "setup")
_OWN: Mapping[str, tuple[str, ...]] = {
    "phone": ("story", "phone", "dice", "moments", "fix"),
    "table": ("story", "table", "dice", "moments", "seats", "reach", "fix"),
    "wizard": ("forms", "seats", "wizard"),
    "ca": ("forms",),
    "reach": ("forms", "reach"),
    "new": ("forms",),
    "learn": ("forms", "wizard"),
    "evening": ("forms", "story", "evening"),
    "send": ("forms", "wizard"),
    "dice_copy": ("forms", "dice"),
    "eye": ("forms",),
    "tools": ("forms",),
    "guide": ("forms", "guide"),
    "club_enter": ("forms", "club"),
    "club_board": ("forms", "club"),
    "club_ladder": ("forms", "club"),
    "club_sheet": ("forms", "seats", "club"),
}
SHEETS: Mapping[str, tuple[str, ...]] = {
    f"{FOLDER}/{page}.css": tuple(f"css/{name}.css" for name in (*_EVERYWHERE, *own)) for page, own in _OWN.items()
}
"""What each sheet is made of, as names below ``static``."""
