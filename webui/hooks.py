"""What takes part in a house without the house knowing it?"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.game import Say


class Hooks(NamedTuple):
    """Put together once, where the house gets its application or its table.

    ``watchers`` are shown every picture read (None where an eye keeps it), with what was read in it, on the camera's
    thread; ``shown`` are further parts of every view, by name; ``holds`` say whether people are busy with something
    else than playing.
    """

    watchers: tuple[Callable[[Any, Any], None], ...] = ()
    shown: Mapping[str, Callable[[Say], Any]] = MappingProxyType({})
    holds: tuple[Callable[[], bool], ...] = ()
