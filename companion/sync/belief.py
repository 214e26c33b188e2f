"""What is believed of table and game, and what may follow from it?  Frozen values between follower and outlook."""

from collections.abc import Sequence

import msgspec

from companion.game import Game
from companion.istanbul.actions import Action, LeaveAssistant, PlayReturn, UseYellowTile
from companion.istanbul.state import GameState
from companion.session.log import Entry
from companion.sync.dice import DiceSeen
from companion.sync.explain import Hypothesis
from companion.sync.misfit import Misfit
from companion.sync.params import HOVERS, Policy
from companion.sync.prints import Prints
from companion.sync.reading import Agreed, Reading
from companion.sync.status import Likely, Status
from companion.sync.table import Standing
from companion.sync.take_back import TakeBack

Declined = frozenset[tuple[object, ...]]
LEFT = (LeaveAssistant(),)


class Moment(msgspec.Struct, frozen=True):
    """The game as it stands: its version, its state, the entries that count, and the state before them."""

    game: Game
    version: int
    state: GameState
    effective: tuple[Entry, ...]
    start: GameState


class Belief(msgspec.Struct, frozen=True):
    """What is believed of the table.

    ``lying`` is the wood as agreed last, None before the first agreement.  ``patient``: the table has lain so long that
    nobody is carrying, ``settled``: that nobody is about to put down an assistant; ``quiet``: the game has not gone on
    for so long, so that what is due has long been due.  ``ripe``: seen often enough.
    ``ask_first``: nothing is played without a question, nor what begins as something ``doubted`` that people took
    back.  ``declined`` is what was said not to have happened.  ``stubborn`` is what did not fit when people last were
    told, ``agreed`` what was seen when all fitted.  ``saw_left``: it was no player who told that he left his assistant.
    """

    reading: Reading
    lying: frozenset[Standing] | None
    prints: Prints
    dice: DiceSeen
    patient: bool
    ripe: bool
    settled: bool
    quiet: bool
    ask_first: bool
    doubted: frozenset[Action]
    declined: Declined
    stubborn: tuple[Misfit, ...] = ()
    agreed: Agreed | None = None
    saw_left: bool = False


def belief_key(belief: Belief, policy: Policy) -> tuple[object, ...]:
    """What of the belief makes a difference to what follows."""
    reading = belief.reading
    seen = (frozenset(reading.evidence.seen(0.0)), frozenset(reading.evidence.seen(HOVERS)))
    changed = frozenset(reading.evidence.appearance.items()), frozenset(reading.evidence.unnamed.items())
    table = (reading.layout, seen, reading.evidence.blind, changed)
    prints = (tuple(sorted(belief.prints.steady(policy.print_looks).items())), belief.prints.trusted)
    dice = (belief.dice.pair, belief.dice.thrown(policy.dice_looks))
    flags = (belief.patient, belief.ripe, belief.settled, belief.quiet, belief.ask_first)
    strange = (belief.agreed.strange, belief.agreed.doubtful) if belief.agreed else None
    return table, strange, prints, dice, flags, belief.declined, belief.doubted, belief.lying


def lasting(declined: Declined) -> Declined:
    """What stays declined though table and game agree, for it leaves no trace: no assistant left, no tile used."""
    return frozenset(one for one in declined if one == LEFT or (len(one) == 1 and isinstance(one[0], UseYellowTile)))


def denied_cards(offered: Sequence[Hypothesis], chosen: tuple[Action, ...]) -> Declined:
    """What was offered beside what people chose and has the card in it: that was not played, then."""
    return frozenset(
        one.actions for one in offered if one.actions != chosen and any(isinstance(a, PlayReturn) for a in one.actions)
    )


class Play(msgspec.Struct, frozen=True):
    """These actions happened for certain."""

    actions: tuple[Action, ...]


class Choice(msgspec.Struct, frozen=True):
    """Somebody has to say which of these happened; with ``back`` what is gone is taken back first."""

    hypotheses: tuple[Hypothesis, ...]
    back: TakeBack | None = None


class Outlook(msgspec.Struct, frozen=True):
    """What to do, the status of the table in any case, and the wood as it lies now."""

    step: Status | Play | TakeBack | Choice
    status: Status
    lying: frozenset[Standing]


def seeing(state: GameState, likely: Hypothesis | None, status: Status, ahead: bool = False) -> Status:
    """Something is under way: ``likely``, or nobody knows what."""
    shown = None if likely is None else Likely(state, likely, ahead)
    return msgspec.structs.replace(status, kind="seeing", likely=shown)
