"""How does any game begin?  Names and colours round the table, a start player, and what is kept beside the game."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import RuleViolation
from companion.face import Face, Names, Plain
from companion.game import Action, Game, Say, State
from companion.session.view import Person
from companion.words import COLORS

NAME_LENGTH = 24


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a colour of wood; with a ``strength`` the app plays this seat."""

    name: str
    color: str
    strength: str = ""


class Opening(msgspec.Struct, frozen=True):
    """Everything a new game needs; ``copy`` names the copy on the table, where its components are learnt."""

    setup: Any
    people: tuple[Person, ...]
    dice: str
    cards: str
    copy: str = ""


def _no_copies(say: Say, folder: Path) -> list[Plain]:
    return []


def _nothing_learnt(setup: Any, state: State, copy: str, folder: Path) -> None:
    return None


def _no_aids(copy: str, dice: str, folder: Path) -> Plain:
    return {}


def _no_wood(before: State, after: State, names: Names, say: Say) -> list[str]:
    return []


Choose = Callable[[State, str, random.Random], Action]
"""What the app does on the seat to act, by its strength; told nothing that this seat may not know."""


@dataclass(frozen=True, slots=True)
class GameRivals:
    """How the app plays a game: its ``strengths``, how it chooses, and which wood people move for it afterwards.

    ``hides_cards``: where seats hold cards unseen, the app must deal them, for it could not see its own.
    """

    strengths: tuple[str, ...]
    choose: Choose
    wood: Callable[[State, State, Names, Say], list[str]] = _no_wood
    hides_cards: bool = False

    def may_play_with(self, cards: str) -> bool:
        """With the app's cards, or with the table's own ones?"""
        return cards != "real" or not self.hides_cards


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game that can be started here.

    ``order`` is what the host sends, ``open`` makes the game of it (with the data folder at hand), ``again`` another
    one for the same people.  ``left_to_table`` are the kinds of chance that people settle with their own dice and
    cards.  ``copies`` lists copies of the game that are known, ``learn`` keeps what a game was told of one.
    ``aids`` is what pages may do beside playing, by copy and whose dice are thrown.  ``rivals``: how the app plays.
    """

    game: Game
    face: Face
    title: str
    help: str
    players: tuple[int, int]
    order: type
    open: Callable[[Any, random.Random, Path], Opening]
    again: Callable[[Any, Opening, random.Random, Path], Opening]
    left_to_table: Callable[[str, str], tuple[type, ...]]
    copies: Callable[[Say, Path], list[Plain]] = _no_copies
    learn: Callable[[Any, State, str, Path], None] = _nothing_learnt
    aids: Callable[[str, str, Path], Plain] = _no_aids
    rivals: GameRivals | None = None


def seated(
    players: Sequence[NewPlayer], first: int | None, limits: tuple[int, int], rng: random.Random
) -> tuple[Person, ...]:
    """The people clockwise from the start player; ``first`` None draws one.  Raises RuleViolation."""
    least, most = limits
    if not least <= len(players) <= most:
        raise RuleViolation("wrong_number_of_players", players=len(players), least=least, most=most)
    colors = [player.color for player in players]
    if len(set(colors)) < len(colors) or set(colors) - set(COLORS):
        raise RuleViolation("color_twice", colors=colors)
    if players and all(player.strength for player in players):
        raise RuleViolation("nobody_plays")
    people = [Person(_name(player), player.color, player.strength) for player in players]
    _refuse_namesakes(people)
    start = rng.randrange(len(people)) if first is None else first % len(people)
    return tuple(people[start:] + people[:start])


def _refuse_namesakes(people: Sequence[Person]) -> None:
    """Raise RuleViolation where two people are called the same: every line that tells of one would leave it open."""
    known = set()
    for person in people:
        if person.name.casefold() in known:
            raise RuleViolation("name_twice", name=person.name)
        known.add(person.name.casefold())


def refuse_rivals(people: Sequence[Person], rivals: GameRivals | None, cards: str) -> None:
    """Raise RuleViolation where the app cannot play a seat so, or not with the table's own cards."""
    asked = {person.strength for person in people} - {""}
    if asked - set(rivals.strengths if rivals else ()):
        raise RuleViolation("no_such_strength")
    if asked and rivals and not rivals.may_play_with(cards):
        raise RuleViolation("rival_needs_cards")


def _name(player: NewPlayer) -> str:
    clean = " ".join("".join(letter for letter in player.name if letter.isprintable()).split())
    return clean[:NAME_LENGTH] or player.color.capitalize()
