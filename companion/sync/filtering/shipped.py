"""Where are the fitted tables that come with the program?  The one place of the sync that reads a file."""

from functools import cache
from importlib.resources import files

import msgspec

from companion.sync.filtering.habits import Habits
from companion.sync.filtering.judgement import Model
from companion.sync.filtering.sight import Sight


@cache
def shipped_model() -> Model:
    """The tables of sight and habits, fitted by ``bazaar bench fit``."""
    here = files("companion.sync.filtering")
    return Model(
        msgspec.json.decode(here.joinpath("sight.json").read_bytes(), type=Sight),
        msgspec.json.decode(here.joinpath("habits.json").read_bytes(), type=Habits),
    )
