"""How does the dice game begin here?  With a copy of it: known whole, in part, not at all, or made up for practice."""

import logging
import random
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.decoding import converted
from companion.dice_game.actions import Action, Revealed, Rolled, TileShown
from companion.dice_game.copy.components import BadComponents, Components, missing
from companion.dice_game.copy.imagined import imagined_components
from companion.dice_game.game import DICE_GAME
from companion.dice_game.rival import STRENGTHS, Strength, choose
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.dice_game.tables import FEWEST_PLAYERS, MOST_PLAYERS, SIDE
from companion.dice_game.view.face import FACE
from companion.face import Plain
from companion.game import Say
from companion.words import mark
from webui.setup.copies import COPY, PRACTICE, copy_names, icons_path, keep_learnt, read_copy
from webui.setup.opening import GameKind, GameRivals, NewPlayer, Opening, refuse_rivals, seated

log = logging.getLogger(__name__)
PLAYERS = (FEWEST_PLAYERS, MOST_PLAYERS)


class NewDiceGame(msgspec.Struct, forbid_unknown_fields=True):
    """What the host chose.  ``copy`` names the copy on the table, empty for the first one; ``practice`` is made up."""

    players: list[NewPlayer]
    copy: str = ""
    dice: str = "app"
    cards: Literal["app", "real"] = "real"
    first: int | None = None
    game: str = DICE_GAME.name


def open_dice(order: NewDiceGame, rng: random.Random, folder: Path) -> Opening:
    """Raises RuleViolation for a game that cannot be, BadComponents for a copy that cannot be read."""
    people = seated(order.players, order.first, PLAYERS, rng)
    refuse_rivals(people, RIVALS, order.cards)
    copy = order.copy or next(iter(copy_names(folder)), COPY)
    components = imagined_components(rng) if copy == PRACTICE else read_copy(copy, folder)
    setup = Setup(len(people), Options(order.cards), components)
    new_game(setup)
    return Opening(setup, people, order.dice, order.cards, copy)


def again(setup: Setup, last: Opening, rng: random.Random, folder: Path) -> Opening:
    """A rematch with what is known of the copy by now."""
    components = setup.components if last.copy in ("", PRACTICE) else read_copy(last.copy, folder)
    return msgspec.structs.replace(last, setup=msgspec.structs.replace(setup, components=components))


def left_to_table(dice: str, cards: str) -> tuple[type, ...]:
    """What people roll and draw themselves."""
    return ((Rolled,) if dice == "real" else ()) + ((Revealed, TileShown) if cards == "real" else ())


def copies(say: Say, folder: Path) -> list[Plain]:
    """Copies on disk and the one for practice, with what each lacks before the app could deal from it."""
    rows = []
    for name in copy_names(folder) or [COPY]:
        try:
            rows.append(_row(name, say("My copy") if name == COPY else name, read_copy(name, folder)))
        except BadComponents as error:
            log.warning("the copy %s cannot be read and is not offered: %s", name, error)
    return [*rows, _row(PRACTICE, say("Practice: made-up prices, tiles and cards"), imagined_components(_ANY))]


def _row(name: str, title: str, components: Components) -> Plain:
    return {
        "name": name,
        "title": title,
        "missing": {str(players): list(missing(components, players)) for players in SIDE},
    }


def learn(setup: Any, state: GameState, copy: str, folder: Path) -> None:
    """Keep what the table told of its copy; a made-up one has nothing to tell."""
    if copy not in ("", PRACTICE):
        keep_learnt(setup.components, state, copy, folder)


def aids(copy: str, dice: str, folder: Path) -> Plain:
    """Whether this copy's dice can be read from photos, where real dice are thrown."""
    return {"icons": {"learnt": icons_path(copy, folder).exists()}} if dice == "real" else {}


def _choose(state: GameState, strength: str, rng: random.Random) -> Action:
    """What the app does; nothing is hidden from a seat."""
    return choose(state, converted(strength, Strength), rng)


_ANY = random.Random(0)
RIVALS = GameRivals(STRENGTHS, _choose)
KIND = GameKind(
    game=DICE_GAME,
    face=FACE,
    title=mark("Istanbul: The Dice Game"),
    help=mark("Dice, goods and mosque tiles: five dice, two actions, six rubies."),
    players=PLAYERS,
    order=NewDiceGame,
    open=open_dice,
    again=again,
    left_to_table=left_to_table,
    copies=copies,
    learn=learn,
    aids=aids,
    rivals=RIVALS,
)
