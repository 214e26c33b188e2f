"""What do all games say alike?  Colours of wood, refusals that come from session and record, who an event is about."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.errors import GameError
from companion.game import Event, Say

Word = Callable[[str, Any], Any]  # a fact of a refusal, by its name, as people call it


def mark(msgid: str) -> str:
    """Marks a sentence for the translators' catalogue where it is only kept, not yet said."""
    return msgid


def mark_counted(one: str, other: str) -> tuple[str, str]:
    """Marks a sentence that depends on a number ``n``, for one and for more."""
    return one, other


class Counted(str):
    """The English form of a sentence for a number; whoever says it in another language finds the form it needs there.

    >>> Counted(*mark_counted("{n} card", "{n} cards"), 2)
    '{n} cards'
    """

    one: str
    n: int

    def __new__(cls, one: str, other: str, n: int) -> "Counted":
        """The form for ``n``."""
        made = super().__new__(cls, one if n == 1 else other)
        made.one, made.n = one, n
        return made


COLORS = {
    "red": mark("red"),
    "blue": mark("blue"),
    "green": mark("green"),
    "yellow": mark("yellow"),
    "white": mark("white"),
}

REASONS = {
    "game_over": mark("The game is over."),
    "not_now": mark("This is not possible at this point of the turn."),
    "chance_due": mark("Dice or cards come first."),
    "not_enough_lira": mark("This costs {needs} Lira; you have {has}."),
    "does_not_add_up": mark("The numbers no longer add up: {problems}."),
    "bad_value": mark("{what} cannot be {value}."),
    "value_fixed": mark("{what} cannot be changed."),
    "nothing_changed": mark("Nothing would change."),
    "reason_missing": mark("Say why the table is right."),
    "wrong_number_of_players": mark("{least} to {most} can play."),
    "color_twice": mark("Every player needs a colour of their own."),
    "name_twice": mark("Two players are called {name}. Give each a name of their own."),
    "nobody_plays": mark("At least one seat is a person's."),
    "no_such_strength": mark("The app cannot play this seat."),
    "rival_needs_cards": mark(
        "The app plays a seat only where it deals the cards: with the cards of the box it would "
        "have to look at its own hand."
    ),
    "unknown_seat": mark("There is no such seat in this game."),
    "unknown_action": mark("The companion does not know this action: {text}"),
    "bad_action": mark("The companion does not understand: {text}"),
    "stale": mark("The game has moved on since. Look again."),
    "not_your_turn": mark("It is not your turn: {to_act} plays."),
    "breaks_a_rule": mark("This record breaks a rule at entry {entry}."),
    "nothing_to_undo": mark("There is nothing to take back."),
    "nothing_to_redo": mark("There is nothing to bring back."),
    "damaged_game": mark("The saved game is damaged and was set aside: {file}"),
    "unknown_schema": mark("The saved game comes from another version of the companion: {file}"),
    "no_such_game": mark("There is no saved game at {file}."),
}
"""Why not, whatever is played."""


def refusal_words(error: GameError, reasons: Mapping[str, str], names: Sequence[str], word: Word, say: Say) -> str:
    """The sentence for a refusal, its facts in words; an unknown code is named as it is rather than hidden.

    ``reasons`` are the game's own, ``names`` the players by seat.

    >>> refusal_words(GameError("not_your_turn", to_act=1), {}, ["Anna", "Ben"], lambda key, fact: fact, str)
    'It is not your turn: Ben plays.'
    """
    text = reasons.get(error.code) or REASONS.get(error.code)
    if text is None:
        return say("This is not possible now ({code}).").format(code=error.code)
    return say(text).format_map(Facts({key: _fact(key, fact, names, word) for key, fact in error.facts.items()}))


def _fact(key: str, fact: Any, names: Sequence[str], word: Word) -> Any:
    is_seat = key in _SEATS and isinstance(fact, int) and 0 <= fact < len(names)
    return names[fact] if is_seat else word(key, fact)


def about(event: Event, seat: int | None, phrase: str, names: Sequence[str]) -> str:
    """The phrase, with a name before it where it is about somebody else than the entry's seat."""
    whose = getattr(event, "seat", None)
    return phrase if not phrase or whose is None or whose == seat else f"{names[whose]}: {phrase}"


def corrected(words: tuple[str, str], before: str, reason: str, say: Say) -> str:
    """What the table put right: its name and value, the value ``before`` where it is known, and why.

    Reasons of the program's own are translated.
    """
    what, value = words
    if before:
        value = say("{before} → {after}").format(before=before, after=value)
    return say("corrected: {what}: {value} ({reason})").format(what=what, value=value, reason=say(reason))


_SEATS = ("seat", "to_act")


class Facts(dict[str, Any]):
    """Facts for a sentence; one that is missing shows as its name rather than failing."""

    def __missing__(self, key: str) -> str:
        return key
