"""Which games can be played here, how do they show themselves, and how does a new one begin?"""

import random
from pathlib import Path

import msgspec

from companion.errors import GameError
from companion.face import Face, Plain
from companion.game import Game, Say
from companion.session.chance import KeptChance
from webui.http.errors import Refused
from webui.http.orders import decoded
from webui.setup import start_dice, start_istanbul
from webui.setup.opening import GameKind, NewPlayer, Opening
from webui.setup.start_istanbul import NewGame, open_istanbul

KINDS: dict[str, GameKind] = {kind.game.name: kind for kind in (start_istanbul.KIND, start_dice.KIND)}
GAMES: dict[str, Game] = {name: kind.game for name, kind in KINDS.items()}
FACES: dict[str, Face] = {name: kind.face for name, kind in KINDS.items()}
__all__ = [
    "FACES",
    "GAMES",
    "KINDS",
    "NewGame",
    "NewPlayer",
    "Opening",
    "chance_for",
    "listing",
    "open_game",
    "open_istanbul",
]


class _Which(msgspec.Struct):
    """The game an order is for; the rest of it is the game's own."""

    game: str = start_istanbul.KIND.game.name


def open_game(raw: bytes, rng: random.Random, folder: Path) -> tuple[str, Opening]:
    """The game that an order (JSON) asks for, by name, ready to begin.  Raises Refused and what the game raises."""
    name = decoded(raw, _Which).game
    if name not in KINDS:
        raise Refused("no_such_kind", 404, game=name)
    order = decoded(raw, KINDS[name].order)
    try:
        return name, KINDS[name].open(order, rng, folder)
    except GameError as error:
        error.facts["game"] = name  # another game may be running, and this one words it
        raise


def chance_for(name: str, dice: str, cards: str, secret: bytes) -> KeptChance:
    """The app's dice and cards, as far as the table does not use its own; ``secret`` is the game's."""
    return KeptChance(secret, KINDS[name].left_to_table(dice, cards))


def listing(say: Say, folder: Path) -> list[Plain]:
    """The games for the host to choose from, in the reader's language."""
    return [_row(name, kind, say, folder) for name, kind in KINDS.items()]


def _row(name: str, kind: GameKind, say: Say, folder: Path) -> Plain:
    words = {"name": name, "title": say(kind.title), "help": say(kind.help)}
    strengths = list(kind.rivals.strengths) if kind.rivals else []
    return words | {"strengths": strengths} | {"players": list(kind.players), "copies": kind.copies(say, folder)}
