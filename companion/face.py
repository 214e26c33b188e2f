"""What must a game bring so that every screen can show it?  Beside the ``Game`` that is played, its ``Face``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, NamedTuple

from companion.errors import GameError
from companion.game import Action, Event, Say, State

Plain = dict[str, Any]  # JSON-ready
Names = Sequence[str]  # what the players are called, by seat
Events = Sequence[Event]


class Flow(NamedTuple):
    """Lira or goods that came to a seat, or went (negative), and from or into what (a name to be said)."""

    seat: int
    what: Literal["lira", "goods"]
    amount: int
    source: str


def _no_kinds(events: Events) -> list[str]:
    return []


def _no_flows(events: Events) -> list[Flow]:
    return []


def _no_moments(
    events: Events, earlier: Events, seat: int | None, reader: int | None, names: Names, say: Say
) -> list[Plain]:
    return []


def _no_standing(state: State, names: Names, say: Say) -> Plain:
    return {"rows": [], "winners": []}


def _nothing(say: Say) -> list[Plain]:
    return []


def _no_figures(state: State, seat: int) -> Plain:
    return {}


def _nothing_private(events: Events, seat: int) -> bool:
    return False


def _none_fell(events: Events) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Face:
    """What a game shows of itself, as plain data, in the reader's language.

    ``table`` and ``player`` are public.  ``secrets`` is for one seat.  ``turn`` says who does what now.
    ``choices`` are the legal actions of the seat to act with what they lead to, and the reasons against the others.
    ``tell`` words the events of one log entry, made by a seat, for a reader's seat; ``dice`` is what they rolled.
    ``result`` is None until the game is over; ``standing`` is the same of how it stands now, whenever that is.
    ``correction`` makes the action by which the table sets values, from ``{what, value, seat}``, a reason, and whether
    it holds in spite of problems.  ``hint`` suggests an action to the seat that acts, for those who ask.
    ``tell_hand`` makes the action by which a seat tells the app what it holds, where real cards are used.
    ``guide`` explains the game: topics ``{id, group, name, art, texts, see, codes}``, ``see`` being ids of other topics
    and ``codes`` the refusals a topic explains; ``turn`` names the topic of what is due as ``topic``.
    For the pictures at the end: ``figures`` of a seat (rubies, lira, goods, and the place it is ``at``, if there are
    places), what ``fell`` among events, the odds of all that can fall, and the ``flows`` of Lira and goods.
    ``moments`` are what screens show of an entry for a second or two: its events, those before it, the seat that acted,
    the seat that reads.  ``private`` says whether ``tell`` and ``moments`` have own words for the reader's seat.
    ``kinds`` says what events are about, for filters: move, lira, goods, ruby, card, dice, fix.
    """

    table: Callable[[State, Names, Say], Plain]
    player: Callable[[State, int, Say], Plain]
    secrets: Callable[[State, int, Say], Plain]
    turn: Callable[[State, Names, Say], Plain]
    choices: Callable[[State, Names, Say], Plain]
    tell: Callable[[Events, int | None, int | None, Names, Say], list[str]]
    dice: Callable[[Events], Plain | None]
    result: Callable[[State, Names, Say], Plain | None]
    refusal: Callable[[GameError, Names, Say], str]
    correction: Callable[[Sequence[Plain], str, bool], Action]
    hint: Callable[[State, Random, Names, Say], Plain]
    tell_hand: Callable[[int, Sequence[str]], Action]
    standing: Callable[[State, Names, Say], Plain] = _no_standing
    guide: Callable[[Say], list[Plain]] = _nothing
    figures: Callable[[State, int], Plain] = _no_figures
    fell: Callable[[Events], Sequence[str]] = _none_fell
    odds: Mapping[str, float] = field(default_factory=dict)
    kinds: Callable[[Events], list[str]] = _no_kinds
    flows: Callable[[Events], list[Flow]] = _no_flows
    moments: Callable[[Events, Events, int | None, int | None, Names, Say], list[Plain]] = _no_moments
    private: Callable[[Events, int], bool] = _nothing_private
