"""How does the base game begin here?  Layout, dice and cards as the host chose them; the rest is drawn."""

import random
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.decoding import converted
from companion.face import Plain
from companion.istanbul.actions import Action, CardShown, DemandShown, Drawn, Rolled
from companion.istanbul.dealer import deal
from companion.istanbul.game import ISTANBUL
from companion.istanbul.knowledge import known_to
from companion.istanbul.layouts.boards import layout_problems, random_layout
from companion.istanbul.names import Color
from companion.istanbul.rival import STRENGTHS, Strength, choose
from companion.istanbul.setup import Setup
from companion.istanbul.state import GameState, LayoutKind, Options
from companion.istanbul.view.face import FACE
from companion.words import mark
from webui.camera.wood import wood_words
from webui.setup.opening import GameKind, GameRivals, NewPlayer, Opening, refuse_rivals, seated

PLAYERS = (2, 5)


HouseRule = Literal["return_any_time", "yellow_from_here", "free_reward", "five_any_goods", "no_family_card"]
HOUSE_RULES: dict[HouseRule, tuple[str, Any]] = {
    "return_any_time": ("return_card_timing", "any"),
    "yellow_from_here": ("yellow_from_current_place", True),
    "free_reward": ("catch_reward", "free"),
    "five_any_goods": ("any_goods", "five"),
    "no_family_card": ("endgame_family_card", False),
}
"""Table options that differ from the rulings: the option, and its value at such a table."""


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What the host chose.  ``players`` sit clockwise; ``first`` is the start player, None lets the app draw one.

    ``cells`` is the layout laid on the table, row by row; without it ``kind`` decides, with ``seed`` for a random one.
    ``house_rules`` are rulings that this table reads otherwise (docs/rulings.md).
    """

    players: list[NewPlayer]
    kind: LayoutKind = "short"
    cells: list[int] | None = None
    seed: int | None = None
    restrictions: bool = True
    neutral_assistants: bool = False
    no_tells: bool = False
    house_rules: list[HouseRule] = []
    dice: str = "app"
    cards: str = "app"
    first: int | None = None
    game: str = ISTANBUL.name


def open_istanbul(order: NewGame, rng: random.Random, folder: Path | None = None) -> Opening:
    """Draw what has to be drawn.  Raises RuleViolation for a game that cannot be."""
    people = seated(order.players, order.first, PLAYERS, rng)
    kind: LayoutKind = "explicit" if order.cells else order.kind
    cards: Literal["app", "real"] = "real" if order.cards == "real" else "app"
    refuse_rivals(people, RIVALS, cards)
    usual = Options(kind, order.restrictions, order.neutral_assistants, cards=cards, no_tells=order.no_tells)
    options = msgspec.structs.replace(usual, **dict(HOUSE_RULES[rule] for rule in order.house_rules))
    colors = [Color(person.color) for person in people]
    return Opening(Setup(options, deal(options, colors, rng, _cells(order))), people, order.dice, order.cards)


def again(setup: Setup, last: Opening, rng: random.Random, folder: Path) -> Opening:
    """A rematch: the same people on the same seats, a new deal; a random layout is drawn anew."""
    explicit = None if setup.options.layout == "random" else setup.deal.layout
    fresh = deal(setup.options, setup.deal.colors, rng, explicit)
    return msgspec.structs.replace(last, setup=Setup(setup.options, fresh))


def left_to_table(dice: str, cards: str) -> tuple[type, ...]:
    """What people roll and draw themselves."""
    return ((Rolled,) if dice == "real" else ()) + ((Drawn, DemandShown, CardShown) if cards == "real" else ())


def aids(copy: str, dice: str, folder: Path) -> Plain:
    """Whose dice are thrown: what goes on beyond a throw in one tap is offered only with the app's."""
    return {"thrown": dice}


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


def _choose(state: GameState, strength: str, rng: random.Random) -> Action:
    """What the app does; other hands are covered before it looks."""
    return choose(known_to(state, state.turn), converted(strength, Strength), rng)


RIVALS = GameRivals(STRENGTHS, _choose, wood_words, hides_cards=True)
KIND = GameKind(
    game=ISTANBUL,
    face=FACE,
    title=mark("Istanbul"),
    help=mark("The board game: sixteen places, a merchant and his assistants."),
    players=PLAYERS,
    order=NewGame,
    open=open_istanbul,
    again=again,
    left_to_table=left_to_table,
    aids=aids,
    rivals=RIVALS,
)
