"""What follows from one steady look?  A status to be shown, or something to be played or taken back."""

from collections.abc import Sequence

import msgspec

from companion.game import Game
from companion.istanbul.actions import Action, LeaveAssistant, Rolled
from companion.istanbul.engine import check, outcomes
from companion.istanbul.state import GameState, Step
from companion.session.log import Entry
from companion.sync.dice import DiceSeen
from companion.sync.explain import Hypothesis, explain
from companion.sync.illegal import broken_rule
from companion.sync.misfit import Misfit, misfits
from companion.sync.neutral import with_neutral
from companion.sync.observation import Kind, Thing
from companion.sync.owed import Carry, as_seen, forgiven, lies, owed
from companion.sync.params import Policy
from companion.sync.prints import Prints, demand_shown, printed, tell_tale
from companion.sync.reading import Agreed, Evidence, Reading, calmed
from companion.sync.safe import ends_too_early, is_new, payable
from companion.sync.status import Likely, Print, Status
from companion.sync.table import Standing, expected
from companion.sync.take_back import TakeBack, find_take_back
from companion.sync.tiles import tile_differences
from companion.sync.verdict import Apply, Ask, InStep, Lost, Seeing, Verdict, fitting_of, judge, seen_choices
from companion.sync.vouch import Witness, all_called, all_caught, counted_out, is_vouched, will_leave

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
    nobody is carrying, ``settled``: that nobody is about to put down an assistant.  ``ripe``: seen often enough.
    ``ask_first``: nothing is played without a question, nor what begins as something ``doubted`` that people took
    back.  ``declined`` is what was said not to have happened.  ``stubborn`` is what did not fit when people last were
    told, ``agreed`` what was seen when all fitted.
    """

    reading: Reading
    lying: frozenset[Standing] | None
    prints: Prints
    dice: DiceSeen
    patient: bool
    ripe: bool
    settled: bool
    ask_first: bool
    doubted: frozenset[Action]
    declined: Declined
    stubborn: tuple[Misfit, ...] = ()
    agreed: Agreed | None = None


def belief_key(belief: Belief, policy: Policy) -> tuple[object, ...]:
    """What of the belief makes a difference to what follows."""
    reading = belief.reading
    table = (reading.layout, frozenset(reading.evidence.seen(0.0)), reading.evidence.blind)
    prints = (tuple(sorted(belief.prints.steady(policy.print_looks).items())), belief.prints.trusted)
    dice = (belief.dice.pair, belief.dice.thrown(policy.dice_looks))
    flags = (belief.patient, belief.ripe, belief.settled, belief.ask_first, belief.declined, belief.doubted)
    return table, prints, dice, flags, belief.lying


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


def outlook(now: Moment, belief: Belief, policy: Policy) -> Outlook:
    """What follows from the look; nothing is done here.

    What did not fit before and was left so does not keep the next turn from being followed.
    """
    lying = belief.lying or expected(now.state)
    found = _outlook(now, belief, lying, policy)
    if not (belief.stubborn and isinstance(found.step, Status) and found.step.kind == "lost"):
        return found
    again = _outlook(now, belief, as_seen(lying, belief.stubborn), policy)
    nothing_new = isinstance(again.step, Status) and again.step.kind in ("lost", "in_step", "carry")
    return found if nothing_new else again


def _outlook(now: Moment, belief: Belief, lying: frozenset[Standing], policy: Policy) -> Outlook:
    wanted = expected(now.state)
    evidence = calmed(with_neutral(belief.reading.evidence, now.state), belief.agreed, wanted, policy)
    carries = owed(lying, wanted, evidence, policy.strong)
    status = _status(now.state, belief, carries, policy)
    step = _step(now, belief, forgiven(evidence, carries), status, policy)
    return Outlook(step, status, lies(wanted, carries))


def _status(state: GameState, belief: Belief, carries: tuple[Carry, ...], policy: Policy) -> Status:
    differing = belief.prints.differing(state, policy.print_looks)
    wanted = printed(state)
    tales = tell_tale(state, differing)
    return Status(
        "carry" if carries else "in_step",
        carries=carries,
        prints=() if tales else tuple(Print(name, value, wanted[name]) for name, value in differing.items()),
        usual=tales[0] if tales else None,
        dice=belief.dice.pair if any(isinstance(one, Rolled) for one in outcomes(state)) else None,
    )


def _step(
    now: Moment, belief: Belief, evidence: Evidence, status: Status, policy: Policy
) -> Status | Play | TakeBack | Choice:
    state = now.state
    if tiles := tile_differences(state.layout, belief.reading.layout):
        return _lost(status, misfits(state, evidence, policy), tiles=tiles)
    if now.game.is_over(state):
        return _compared(state, evidence, status, policy)
    if told := _told(state, belief, policy):
        return Play((told,))
    verdict, found = _verdict(state, belief, evidence, policy)
    if belief.patient and _is_far_fetched(verdict, policy) and (back := _back(now, belief, evidence, policy)):
        return back
    return _by_verdict(state, belief, verdict, found, evidence, status, policy)


def _verdict(state: GameState, belief: Belief, evidence: Evidence, policy: Policy) -> tuple[Verdict, list[Hypothesis]]:
    """Looking further where nothing near explains the table."""
    rolls = belief.dice.due
    found = explain(state, evidence, policy, rolls, payments=True)
    verdict = judge(state, found, policy, belief.patient)
    if isinstance(verdict, Lost):
        found = explain(state, evidence, msgspec.structs.replace(policy, reach=policy.far_reach), rolls, payments=True)
        verdict = judge(state, found, policy, belief.patient)
    return verdict, found


def _by_verdict(
    state: GameState,
    belief: Belief,
    verdict: Verdict,
    found: Sequence[Hypothesis],
    evidence: Evidence,
    status: Status,
    policy: Policy,
) -> Status | Play | Choice:
    match verdict:
        case InStep() | Lost((Misfit(seen=False),)) if left := _left_unseen(state, found, belief, status):
            return _left_behind(state, left, belief, status, policy)
        case Lost(left) if len(left) <= policy.out_of_sight and not any(one.seen for one in left):
            return msgspec.structs.replace(status, misfits=left)
        case InStep():
            differing = belief.prints.differing(state, policy.print_looks)
            return _agreed(belief, status, tell_tale(state, differing))
        case Lost(left):
            return _lost(status, left, broken=broken_rule(state, left, check))
        case Seeing(likely, ahead):
            return _seeing(state, likely, status, ahead)
        case Apply() if not belief.ripe:
            return _seeing(state, fitting_of(found, belief.patient)[0], status)
        case Apply(actions) if (
            not belief.ask_first
            and actions[0] not in belief.doubted
            and is_new(state, actions, evidence, belief.agreed, policy)
            and not ends_too_early(state, actions, evidence)
        ):
            return Play(actions)
    if vouched := _vouched(state, belief, verdict, policy):
        if not (belief.patient and belief.ripe):
            return _seeing(state, vouched, status)
        if actions := payable(state, vouched.actions):
            return Play(actions)
    if implied := _implied(state, belief, verdict, policy):
        return Play(implied.actions) if belief.patient and belief.ripe else _seeing(state, implied, status)
    fitting = fitting_of(found, belief.patient)
    asked = verdict.hypotheses if isinstance(verdict, Ask) else tuple(seen_choices(state, fitting))[:1]
    if not asked:
        return _seeing(state, fitting[0], status, ahead=True)
    if asked[0].actions in belief.declined:
        return _compared(state, evidence, status, policy)
    if tuple(one.actions for one in asked) == (LEFT,):
        return _left_behind(state, asked[0], belief, status, policy)
    return Choice(asked)


def _left_unseen(state: GameState, found: Sequence[Hypothesis], belief: Belief, status: Status) -> Hypothesis | None:
    """The assistant of a merchant who has arrived: nearly everybody leaves one, and the merchant may hide him."""
    if not belief.patient or LEFT in belief.declined or state.agenda[-1].step is not Step.ASSISTANT:
        return None
    mover = str(state.player.color)
    if any(carry.thing.color == mover for carry in status.carries):
        return None
    return next((one for one in found if one.actions == LEFT), None)


def _left_behind(
    state: GameState, left: Hypothesis, belief: Belief, status: Status, policy: Policy
) -> Status | Play | Choice:
    """An assistant nobody sees: after a while taken for left, where nearly nobody would not leave one; else asked."""
    if belief.ask_first or LEFT[0] in belief.doubted or not will_leave(state, belief.prints, policy):
        return Choice((left,))
    his = (Thing(Kind.ASSISTANT, str(state.player.color)), int(state.player.merchant))
    certain = belief.settled or (belief.patient and belief.reading.evidence.is_plausible(his))
    return Play(LEFT) if certain else _seeing(state, left, status)


def _vouched(state: GameState, belief: Belief, verdict: Verdict, policy: Policy) -> Hypothesis | None:
    """The only explanation, odd as it is, which what is seen besides bears out."""
    witness = Witness(belief.reading.evidence, belief.agreed, belief.prints)
    left = counted_out(state, verdict.hypotheses, witness, policy) if isinstance(verdict, Ask) else ()
    sure = len(left) == 1 and _is_free(left[0], belief) and is_vouched(state, left[0], witness, policy)
    return left[0] if sure else None


def _implied(state: GameState, belief: Belief, verdict: Verdict, policy: Policy) -> Hypothesis | None:
    """All called back at the Fountain, with those who are out of sight; or whoever must be caught."""
    if not isinstance(verdict, Ask):
        return None
    witness = Witness(belief.reading.evidence, belief.agreed, belief.prints)
    implied = all_caught(verdict.hypotheses) or all_called(state, verdict.hypotheses, witness, policy)
    return implied if implied and _is_free(implied, belief) else None


def _is_free(found: Hypothesis, belief: Belief) -> bool:
    """Whether it may be played without a question, as far as people have not said otherwise."""
    return not (belief.ask_first or found.actions in belief.declined or found.actions[0] in belief.doubted)


def _is_far_fetched(verdict: Verdict, policy: Policy) -> bool:
    """Nothing legal explains the table, or only what hardly ever happens."""
    if isinstance(verdict, Ask):
        return verdict.hypotheses[0].strain >= policy.doubt
    if isinstance(verdict, Seeing) and verdict.likely is not None:
        return verdict.likely.strain >= policy.doubt
    return isinstance(verdict, Lost)


def _told(state: GameState, belief: Belief, policy: Policy) -> Action | None:
    """Dice and demand tiles that are due and were read."""
    if belief.ask_first or not belief.ripe:
        return None
    if pair := belief.dice.thrown(policy.dice_looks):
        return Rolled(*pair)
    shown = belief.prints.steady(policy.print_looks)
    return demand_shown(state, {name: value for name, value in shown.items() if name in belief.prints.trusted})


def _agreed(belief: Belief, status: Status, tales: Sequence[Action]) -> Status | Play:
    """The wood lies as the game says; the printed spaces may tell of more."""
    if len(tales) == 1 and belief.ripe and not belief.ask_first and tuple(tales) not in belief.declined:
        return Play(tuple(tales))
    return status


def _back(now: Moment, belief: Belief, evidence: Evidence, policy: Policy) -> TakeBack | Choice | None:
    """A move taken back by hand: at once where it is certain, else asked; None where there was none."""
    back = find_take_back(now.game, now.state, now.effective, now.start, evidence, policy)
    if back is None or ("back", back.keep) in belief.declined:
        return None
    return back if back.certain and not belief.ask_first else Choice((back.instead,), back)


def _compared(state: GameState, evidence: Evidence, status: Status, policy: Policy) -> Status:
    left = misfits(state, evidence, policy)
    return _lost(status, left) if left else status


def _lost(status: Status, left: Sequence[object], **more: object) -> Status:
    return msgspec.structs.replace(status, kind="lost", misfits=tuple(left), **more)


def _seeing(state: GameState, likely: Hypothesis | None, status: Status, ahead: bool = False) -> Status:
    shown = None if likely is None else Likely(state, likely, ahead)
    return msgspec.structs.replace(status, kind="seeing", likely=shown)
