"""What follows from one steady look?  A status to be shown, or something to be played or taken back."""

from collections.abc import Sequence

import msgspec

from companion.istanbul.actions import Action, Rolled
from companion.istanbul.engine import check, outcomes
from companion.istanbul.state import GameState, Step
from companion.sync.belief import LEFT, Belief, Choice, Moment, Outlook, Play, seeing
from companion.sync.changes import has_come, hidden_meanwhile, is_guessed, with_changes
from companion.sync.explain import Hypothesis, due, explain
from companion.sync.illegal import broken_rule
from companion.sync.misfit import Misfit, misfits
from companion.sync.neutral import with_neutral
from companion.sync.owed import Carry, as_seen, forgiven, lies, owed
from companion.sync.params import Policy
from companion.sync.prints import demand_shown, printed, tell_tale
from companion.sync.reading import Evidence, calmed
from companion.sync.safe import (
    ends_too_early,
    goes_unseen,
    is_new,
    is_sent_unseen,
    is_unseen_call,
    payable,
    until_unseen_catch,
    with_half_seen,
)
from companion.sync.status import Print, Status
from companion.sync.table import Standing, expected
from companion.sync.take_back import TakeBack, find_take_back
from companion.sync.tiles import tile_differences
from companion.sync.unseen import (
    CATCH,
    fetched_unseen,
    implied_by,
    is_riddle,
    left_behind,
    left_unseen,
    must_have_caught,
    perhaps_fetched,
    vouched,
    with_cards,
)
from companion.sync.verdict import (
    Apply,
    Ask,
    InStep,
    Lost,
    Seeing,
    Verdict,
    fitting_of,
    is_over_on_the_table,
    judge,
    seen_choices,
)
from companion.sync.vouch import Witness, not_in_the_stack


def outlook(now: Moment, belief: Belief, policy: Policy) -> Outlook:
    """What follows from the look; nothing is done here.

    What is only faintly seen where the rules have no place for it is left aside.  What did not fit before and was left
    so does not keep the next turn from being followed.
    """
    lying = belief.lying or expected(now.state)
    found = _outlook(now, belief, lying, policy)
    if not _is_lost(found):
        return found
    if not _is_lost(again := _outlook(now, _without_ghosts(now.state, belief, found, policy), lying, policy)):
        return again
    again = _outlook(now, belief, as_seen(lying, belief.stubborn), policy)
    return found if isinstance(again.step, Status) and again.step.kind in ("lost", "in_step", "carry") else again


def _is_lost(found: Outlook) -> bool:
    return isinstance(found.step, Status) and found.step.kind == "lost"


def _without_ghosts(state: GameState, belief: Belief, found: Outlook, policy: Policy) -> Belief:
    """The belief as if what is faintly seen and fits nowhere had not been seen at all, but for what has come there."""
    evidence, agreed = belief.reading.evidence, belief.agreed
    odd = found.step.misfits if isinstance(found.step, Status) else ()
    ghosts = {(one.thing, one.place) for one in odd if one.seen}
    ghosts -= {one for one in ghosts if agreed and has_come(state, one, odd, evidence, agreed.evidence, policy)}
    kept = {one: score for one, score in evidence.scores.items() if one not in ghosts or score >= policy.ghostly}
    reading = msgspec.structs.replace(belief.reading, evidence=msgspec.structs.replace(evidence, scores=kept))
    return msgspec.structs.replace(belief, reading=reading)


def _outlook(now: Moment, belief: Belief, lying: frozenset[Standing], policy: Policy) -> Outlook:
    wanted = expected(now.state)
    evidence = with_neutral(belief.reading.evidence, now.state)
    if belief.agreed is not None:
        before, stood, mover = belief.agreed.evidence, belief.agreed.wanted, str(now.state.player.color)
        evidence = with_changes(evidence, before, belief.patient, policy, stood, mover)
        evidence = hidden_meanwhile(now.state, calmed(evidence, belief.agreed, wanted, policy), belief.agreed)
    if not now.game.is_over(now.state):
        evidence = not_in_the_stack(now.state, Witness(evidence, belief.agreed, belief.prints), policy)
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
    odd = belief.patient and _is_far_fetched(verdict, evidence, policy)
    if odd and (back := _back(now, belief, evidence, policy)):
        return back
    return _by_verdict(state, belief, verdict, found, evidence, status, policy)


def _verdict(state: GameState, belief: Belief, evidence: Evidence, policy: Policy) -> tuple[Verdict, list[Hypothesis]]:
    """Looking further where nothing near explains the table; who is nowhere seen before table and game have ever agreed
    is where the game has him."""
    rolls = belief.dice.due
    found = explain(state, evidence, policy, rolls, payments=True)
    fits = next((one for one in found if not one.actions and not one.misfits), None)
    if belief.agreed is None and fits and found[0].score - fits.score < policy.clear:
        return InStep(), found
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
    fitting = fitting_of(found, belief.patient)
    half_seen = with_half_seen(evidence, belief.reading.evidence, belief.agreed, policy)
    caught = must_have_caught(state, belief, verdict, fitting)
    if caught and belief.patient and belief.ripe and belief.quiet:
        return Play(CATCH)
    match verdict:
        case InStep() | Lost() if tile := fetched_unseen(state, belief, verdict, policy):
            return Play((tile,)) if belief.patient and belief.ripe else status
        case InStep() | Lost((Misfit(seen=False),)) | Seeing(ahead=True) if left := left_unseen(
            state, found, belief, status
        ):
            return left_behind(state, left, belief, status, policy)
        case Lost(left) if len(left) <= policy.out_of_sight and not any(one.seen for one in left):
            return msgspec.structs.replace(status, misfits=left)
        case InStep() if fetched := perhaps_fetched(state, belief, policy):
            return Choice((fetched,))
        case InStep():
            differing = belief.prints.differing(state, policy.print_looks)
            return _agreed(belief, status, tell_tale(state, differing))
        case Lost(left):
            return _lost(status, left, broken=broken_rule(state, left, check))
        case Seeing(likely, ahead):
            return seeing(state, likely, status, ahead)
        case Apply() if not belief.ripe:
            return seeing(state, fitting[0], status)
        case Apply((first, *_)) if not belief.patient and is_unseen_call(state, first, belief.agreed):
            return seeing(state, fitting[0], status)
        case Apply(every) if not belief.patient and goes_unseen(state, every, evidence):
            return seeing(state, fitting[0], status)
        case Apply(every) if (
            (actions := _certain(state, every, fitting[0], belief, evidence, policy))
            and not belief.ask_first
            and actions[0] not in belief.doubted
            and is_new(state, actions, fitting[0].actions, evidence, belief.agreed, policy, belief.patient)
            and not ends_too_early(state, actions, half_seen)
            and not is_riddle(state, fitting[0], belief, policy)
            and not is_guessed(state, actions, belief, policy)
        ):
            return Play(actions)
    if sure := vouched(state, belief, verdict, policy):
        if not (belief.patient and belief.ripe):
            return seeing(state, sure, status)
        if actions := payable(state, sure.actions):
            return Play(actions)
        if due(state) is Step.TOLL:
            return seeing(state, sure, status)
    if implied := implied_by(state, belief, verdict, policy):
        return Play(implied.actions) if belief.patient and belief.ripe else seeing(state, implied, status)
    asked = verdict.hypotheses if isinstance(verdict, Ask) else tuple(seen_choices(state, fitting))[:1]
    if not asked:
        return seeing(state, fitting[0], status, ahead=True)
    sent = (is_sent_unseen(state, one, evidence, belief.agreed, policy, patient=False) for one in asked[0].actions)
    if caught or (not belief.patient and any(sent)):
        return seeing(state, fitting[0], status)
    if isinstance(verdict, Ask) and not any(
        one.actions == LEFT or _is_news(state, one, belief, policy) for one in asked
    ):
        return status
    if asked[0].actions in belief.declined:
        return _compared(state, evidence, status, policy)
    if tuple(one.actions for one in asked) == (LEFT,):
        return left_behind(state, asked[0], belief, status, policy)
    return Choice(with_cards(state, asked, half_seen, policy))


def _certain(
    state: GameState, every: tuple[Action, ...], best: Hypothesis, belief: Belief, evidence: Evidence, policy: Policy
) -> tuple[Action, ...]:
    """The actions before a catch of which nobody saw anything, unless the next player is seen to have gone on; before
    a family member sent where he is not clearly seen, and assistants just called back of whom nobody saw any."""
    if not is_over_on_the_table(state, best):
        every = until_unseen_catch(state, every, evidence, belief.agreed, policy)
    for at, one in enumerate(every):
        called = not belief.patient and is_unseen_call(state, one, belief.agreed)
        if called or (at and is_sent_unseen(state, one, evidence, belief.agreed, policy, belief.patient)):
            return every[:at]
    return every


def _is_news(state: GameState, found: Hypothesis, belief: Belief, policy: Policy) -> bool:
    """Whether anything it moves looks otherwise than when table and game last agreed, or is no longer hidden."""
    if belief.agreed is None:
        return True
    before, now = belief.agreed.evidence, belief.reading.evidence
    return any(
        abs(now.log_odds(one) - before.log_odds(one)) >= policy.clear or _hides(before, one) > _hides(now, one)
        for one in expected(found.state) ^ expected(state)
    )


def _hides(evidence: Evidence, one: Standing) -> bool:
    return one[1] in evidence.blind or evidence.may_be_hidden(one)


def _is_far_fetched(verdict: Verdict, evidence: Evidence, policy: Policy) -> bool:
    """Nothing legal explains the table, or only what hardly ever happens; whom a merchant may hide needs no reason."""
    if isinstance(verdict, Ask):
        return verdict.hypotheses[0].strain >= policy.doubt
    if isinstance(verdict, Seeing) and verdict.likely is not None:
        return verdict.likely.strain >= policy.doubt
    return isinstance(verdict, Lost) and not all(
        evidence.may_be_hidden((one.thing, one.place)) and not one.seen for one in verdict.misfits
    )


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
