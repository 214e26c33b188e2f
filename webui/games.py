"""Which games can be played here, how do they show themselves, and how does a new one begin?"""

import random
from typing import Literal

import msgspec

from companion.errors import RuleViolation
from companion.face import Face
from companion.game import Game
from companion.istanbul.actions import CardShown, DemandShown, Drawn, Rolled
from companion.istanbul.dealer import deal
from companion.istanbul.game import ISTANBUL
from companion.istanbul.layouts import layout_problems, random_layout
from companion.istanbul.names import Color
from companion.istanbul.setup import Setup
from companion.istanbul.state import LayoutKind, Options
from companion.istanbul.view import FACE
from companion.session.chance import DigitalChance, generator
from companion.session.view import Person

GAMES: dict[str, Game] = {ISTANBUL.name: ISTANBUL}
FACES: dict[str, Face] = {ISTANBUL.name: FACE}
NAME_LENGTH = 24


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a colour of wood."""

    name: str
    color: Color


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What the host chose.  ``players`` sit clockwise; ``first`` is the start player, None lets the app draw one.

    ``cells`` is the layout laid on the table, row by row; without it ``kind`` decides, with ``seed`` for a random one.
    """

    players: list[NewPlayer]
    kind: LayoutKind = "short"
    cells: list[int] | None = None
    seed: int | None = None
    restrictions: bool = True
    neutral_assistants: bool = False
    dice: str = "app"
    cards: str = "app"
    first: int | None = None


class Opening(msgspec.Struct, frozen=True):
    """Everything a new game needs."""

    setup: Setup
    people: tuple[Person, ...]
    dice: str
    cards: str


def open_istanbul(order: NewGame, rng: random.Random) -> Opening:
    """Draw what has to be drawn.  Raises RuleViolation for a game that cannot be."""
    people = _people(order, rng)
    kind: LayoutKind = "explicit" if order.cells else order.kind
    cards: Literal["app", "real"] = "real" if order.cards == "real" else "app"
    options = Options(kind, order.restrictions, order.neutral_assistants, cards=cards)
    colors = [Color(person.color) for person in people]
    return Opening(Setup(options, deal(options, colors, rng, _cells(order))), people, order.dice, order.cards)


def again(setup: Setup, people: tuple[Person, ...], dice: str, cards: str, rng: random.Random) -> Opening:
    """A rematch: the same people on the same seats, a new deal; a random layout is drawn anew."""
    explicit = None if setup.options.layout == "random" else setup.deal.layout
    fresh = deal(setup.options, setup.deal.colors, rng, explicit)
    return Opening(Setup(setup.options, fresh), people, dice, cards)


def chance_for(dice: str, cards: str) -> DigitalChance:
    """The app's dice and cards, as far as the table does not use its own."""
    left = ((Rolled,) if dice == "real" else ()) + ((Drawn, DemandShown, CardShown) if cards == "real" else ())
    return DigitalChance(generator(), left)


def _people(order: NewGame, rng: random.Random) -> tuple[Person, ...]:
    people = [Person(_name(player.name, player.color), str(player.color)) for player in order.players]
    if not people:
        raise RuleViolation("wrong_number_of_players", players=0, least=2, most=5)
    first = rng.randrange(len(people)) if order.first is None else order.first % len(people)
    return tuple(people[first:] + people[:first])


def _name(name: str, color: Color) -> str:
    clean = " ".join("".join(letter for letter in name if letter.isprintable()).split())
    return clean[:NAME_LENGTH] or color.capitalize()


def _cells(order: NewGame) -> list[int] | None:
    """The cells laid on the table; a random layout by its seed, so that it can be found again."""
    if order.cells:
        wrong = [problem for problem in layout_problems(order.cells) if problem.code == "not_every_place_once"]
        if wrong:
            raise wrong[0]
        return order.cells
    if order.kind == "random" and order.seed is not None:
        return list(random_layout(random.Random(order.seed), restrictions=order.restrictions))
    return None
