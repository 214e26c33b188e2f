"""Where is the components file that comes with the program?  The one place of this game that reads a file."""

from importlib.resources import files

from companion.dice_game.copy.components import Components, read_components


def shipped_components() -> Components:
    """What is known of every copy; prices, costs and faces are not.

    >>> shipped_components().totals.bazaar
    33
    """
    text = files("companion.dice_game.copy").joinpath("components.toml").read_text(encoding="utf-8")
    return read_components(text)
