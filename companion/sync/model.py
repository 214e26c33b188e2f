"""How often does the eye say what, how often do people do what, and what is bad?  Fitted tables and costs.

A score of the eye falls into one of ``BINS``.  Looks at an untouched place err alike: there the bin before tells most
(``kept``); where wood came or went the eye begins anew (``fresh``).
"""

import math
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.istanbul.state import GameState, Step
from companion.sync.observation import Kind

EDGES = (-3.0, -1.5, -0.5, 0.5, 1.5, 3.0, 4.5)
BINS = len(EDGES) + 1
CLEARLY = 6
"""The lowest bin in which something is clearly seen, and believed though its place cannot be seen well."""
PLAIN, BESIDE, POOR = "plain", "beside", "poor"
VISIBILITIES = (PLAIN, BESIDE, POOR)
GROUPS = {
    Kind.MERCHANT: "merchant",
    Kind.ASSISTANT: "assistant",
    Kind.FAMILY: "family",
    Kind.GOVERNOR: "single",
    Kind.SMUGGLER: "single",
}


def bin_of(score: float) -> int:
    """The bin of a log-odds."""
    return bisect_right(EDGES, score)


class Sight(msgspec.Struct, frozen=True):
    """Natural logarithms of frequencies, by ``key``.

    ``fresh``: of each bin for something that is there (or not) and was just put there, taken away or uncovered.
    ``kept``: of each bin for what lies untouched, by the bin before.  ``counted``: of how much more assistants are
    counted under a merchant than there are, from so many fewer to as many more.  ``pictures``: of a place that looks as
    before though wood came or went that the eye tells, and of one that looks otherwise though nothing did.

    ``shaken``, not as a logarithm: how often an untouched thing is seen afresh because a merchant came to its place or
    went, who hides much with his assistants, or because the whole picture is another one (a camera that was moved,
    another exposure).  ``made_by`` tells how all was fitted.
    """

    fresh: Mapping[str, tuple[float, ...]]
    kept: Mapping[str, tuple[tuple[float, ...], ...]]
    counted: tuple[float, ...]
    pictures: tuple[float, float]
    shaken: float
    made_by: str

    def anew(self, kind: Kind, visibility: str, there: bool, seen: int) -> float:
        """How likely that bin is where wood came, went or was uncovered."""
        return self.fresh[key(kind, visibility, there)][seen]

    def still(self, kind: Kind, visibility: str, there: bool, before: int, seen: int) -> float:
        """How likely that bin is where nothing was touched since it was in the bin ``before``."""
        return self.kept[key(kind, visibility, there)][before][seen]

    def count(self, counted: int, stack: int) -> float:
        """How likely so many are counted where a stack is so high."""
        most = len(self.counted) // 2
        return self.counted[max(-most, min(most, counted - stack)) + most]


def key(kind: Kind, visibility: str, there: bool) -> str:
    """The name of a class of visibility in the tables."""
    return f"{GROUPS[kind]} {visibility} {'there' if there else 'not there'}"


SELDOM = 0.03
"""How often something is amiss in a certain way: a turn taken back by hand, a merchant carried against the rules, what
the game was told and nobody saw not laid at all, wood shaken by other wood than a merchant."""


class Habits(msgspec.Struct, frozen=True):
    """``rates``: log P(kind | it is legal at this step), by ``step Kind``.  ``holds``: log P(the seat to act holds the
    card or tile that this kind of action takes).  ``dwell``: the share of assistants put down later than their
    merchant, and of all pauses of people, which may be long (log-logistic), seconds and power.  ``lifting``: seconds
    and power of the pauses between two assistants who are called back, which are much of one length (Weibull).
    ``ahead``: log P(one more thing no camera sees is done, or one more turn begun, before phones are told).

    As (so often, so often not) of a Beta distribution from seat to seat, to which what was seen of a seat is added:
    ``refusing``, how often assistants are refused; ``sparing``, how often only some are called back; ``slow``, how
    often those called back are lifted one after another; ``odd``, in how many turns something is done for no reason,
    calling back only some included."""

    rates: Mapping[str, float]
    holds: Mapping[str, float]
    dwell: tuple[float, float, float]
    lifting: tuple[float, float]
    ahead: float
    refusing: tuple[float, float]
    sparing: tuple[float, float]
    slow: tuple[float, float]
    odd: tuple[float, float]
    made_by: str

    def of(self, state: GameState, action: act.Action, options: int = 1) -> float:
        """Log-probability of an action, one of so many of its kind that are legal now."""
        return self.of_kind(state, kind_of(state, action), options)

    def of_kind(self, state: GameState, name: str, options: int = 1) -> float:
        """The same of an action of the kind of this name; what was never counted is as likely as the least of all."""
        rate = self.rates.get(f"{state.agenda[-1].step} {name}")
        if rate is None:
            rate = 0.0 if name in _PLAIN else min(self.rates.values())
        return rate - math.log(options)

    def refuses(self, seat: int, done: "Counts") -> float:
        """Probability that a seat refuses the next assistant."""
        return _share(self.refusing, done.refused.count(seat), done.left.count(seat))

    def spares(self, seat: int, done: "Counts") -> float:
        """Probability that a seat calls back only some."""
        return _share(self.sparing, done.spared.count(seat), done.recalled.count(seat))

    def is_slow(self, seat: int, done: "Counts") -> float:
        """Probability that a seat lifts those it calls back one after another."""
        return _share(self.slow, done.slowly.count(seat), done.at_once.count(seat))

    def pays_needlessly(self, state: GameState, done: "Counts", ways: int) -> float:
        """Log-probability that the seat to act pays for what is free: who acts for no reason does so in any of so many
        ways.
        """
        seat = state.turn
        odd = done.odd.count(seat) + done.spared.count(seat)
        return math.log(_share(self.odd, odd, max(0, state.round - odd)) / ways)

    def still_coming(self, waited_s: float) -> float:
        """Log-probability that an assistant who will be left is not put down yet, so long after his merchant."""
        share, half_s, power = self.dwell
        return math.log(share) - math.log1p(math.pow(waited_s / half_s, power))

    def still_hiding(self, waited_s: float) -> float:
        """Log-probability that a hand the eye missed hides a certain place, so long after anything seen changed."""
        return math.log(SELDOM) if waited_s < Costs().carries_s else -math.inf

    def still_lifting(self, waited_s: float) -> float:
        """Log-probability that the next assistant who will be called back is not lifted yet, so long after the last."""
        scale_s, power = self.lifting
        return -math.pow(waited_s / scale_s, power)


def _share(beta: tuple[float, float], did: int, did_not: int) -> float:
    more, fewer = beta[0] + did, beta[1] + did_not
    return more / (more + fewer)


RECALL = "Recall"
RECALL_SOME, NEEDLESS = BY_SEAT = "RecallSome", "Needless"
"""Kinds of action that have no rate: how often they are done differs from seat to seat."""
_PLAIN = ("Move", "LeaveAssistant", "PayToll", "EndTurn", "Catch", "PickOwn", "PickNeutral", "Reward")


def kind_of(state: GameState, action: act.Action) -> str:
    """The name of a kind of action; calling back only some is one of its own, as is paying where it costs nothing."""
    name = type(action).__name__
    if isinstance(action, act.Recall) and len(action.places) < len(state.player.assistants):
        return RECALL_SOME
    fetches = isinstance(action, act.PlayReturn | act.UseYellowTile)
    if isinstance(action, act.Skip):
        return f"Skip {int(state.player.merchant)}"
    needless = fetches and state.player.merchant is Place.FOUNTAIN and state.agenda[-1].step is not Step.MOVE
    return NEEDLESS if needless else name


def is_odd(state: GameState, action: act.Action) -> bool:
    """Whether somebody does nothing where he could do something, or pays for what is free."""
    if isinstance(action, act.Skip | act.EndTurn):
        return state.agenda[-1].step in (Step.TOLL, Step.ACTION)
    return kind_of(state, action) == NEEDLESS


class Counts(msgspec.Struct, frozen=True):
    """The seats that did so this evening, once for each time: assistants refused and left; only some of several called
    back, or all; several lifted one after another, or together; nothing done where the merchant went, or paid for what
    was free."""

    refused: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    spared: tuple[int, ...] = ()
    recalled: tuple[int, ...] = ()
    slowly: tuple[int, ...] = ()
    at_once: tuple[int, ...] = ()
    odd: tuple[int, ...] = ()


class Costs(msgspec.Struct, frozen=True):
    """What is bad, in questions: ``wrong`` a play that nobody made, ``grows`` a recall that is played while more
    assistants are still being lifted, and amended when they are.  ``carries_s``: so long a hand may still be carrying;
    ``linger_s``: so long somebody may have an assistant still in his hand, tap on his phone what tells of him, or
    carry what he tapped, before he is asked about it or reminded.  ``looks``: equal looks before anything is played.
    ``most_choices``: answers to a question, which also bounds how unlikely one may be.  ``doubt``: the probability from
    which something that may be is waited for, or asked about."""

    wrong: float = 150.0
    grows: float = 6.0
    carries_s: float = 2.4
    linger_s: float = 20.0
    looks: int = 3
    most_choices: int = 4
    doubt: float = 0.05

    @property
    def sure(self) -> float:
        """The probability from which playing costs less than asking."""
        return 1.0 - 1.0 / self.wrong


class Model(msgspec.Struct, frozen=True):
    """The fitted tables and the costs."""

    sight: Sight
    habits: Habits
    costs: Costs = Costs()


@cache
def shipped_model() -> Model:
    """The tables that come with the program, fitted by ``bazaar bench fit``; nothing else here reads files."""
    here = files("companion.sync")
    return Model(
        msgspec.json.decode(here.joinpath("sight.json").read_bytes(), type=Sight),
        msgspec.json.decode(here.joinpath("habits.json").read_bytes(), type=Habits),
    )
