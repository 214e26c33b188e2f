"""Is it clear enough?  One verdict from the ranked explanations: what may be played at once, what must be asked."""

from collections.abc import Iterator, Sequence, Set

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, play
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Step
from companion.sync.explain import Hypothesis, due
from companion.sync.misfit import Misfit
from companion.sync.observation import Kind, Thing
from companion.sync.params import FEW_UNSEEN, Policy
from companion.sync.table import expected

SEEN = (
    act.Move, act.LongMove, act.LeaveAssistant, act.PickOwn, act.PickNeutral, act.Recall, act.SendFamily,
    act.Catch, act.PlayReturn, act.UseYellowTile, act.PlayFamilyHome, act.Rolled,
)  # fmt: skip
"""Kinds of action that a camera sees; the others in an explanation only stand for what the phones are asked."""


class InStep(msgspec.Struct, frozen=True):
    """The table is as the game says."""


class Apply(msgspec.Struct, frozen=True):
    """These actions happened for certain: everything that fits begins with them."""

    actions: tuple[act.Action, ...]


class Seeing(msgspec.Struct, frozen=True):
    """Something is under way, or people are ahead of the phones; ``likely`` is what it seems to be."""

    likely: Hypothesis | None = None
    ahead: bool = False


class Ask(msgspec.Struct, frozen=True):
    """Explanations too near each other, or too odd, to be played without a question; best first."""

    hypotheses: tuple[Hypothesis, ...]


class Lost(msgspec.Struct, frozen=True):
    """Nothing legal explains the table; ``misfits`` are against the game as it stands."""

    misfits: tuple[Misfit, ...]


Verdict = InStep | Apply | Seeing | Ask | Lost


def judge(state: GameState, hypotheses: Sequence[Hypothesis], policy: Policy, patient: bool = True) -> Verdict:
    """The verdict on explanations in the order of ``explain``; "nothing happened" must be among them: it has the
    fewest actions.  ``patient``: the table has lain like this for so long that nobody is still carrying."""
    fitting = fitting_of(hypotheses, patient)
    if not fitting:
        return Lost(min(hypotheses, key=_length).misfits) if patient else Seeing()
    best = fitting[0]
    sure = _common([sure_part(state, one, policy) for one in _near(fitting, policy.apply_margin)])
    if sure and (patient or not _is_half(state, sure, best)):
        return Apply(sure)
    close = _near(fitting, policy.margin)
    choices = tuple(seen_choices(state, close))
    odd = all(one.strain >= policy.apply_strain for one in close if one.actions)
    if (not choices or (odd and not best.actions)) and expected(best.state) == expected(state):
        return InStep()
    if not choices:
        return Seeing(best, ahead=True)
    if not patient and _is_half(state, choices[0].actions, best):
        return Seeing(best)
    return Ask(choices[: policy.most_choices])


def fitting_of(hypotheses: Sequence[Hypothesis], patient: bool) -> list[Hypothesis]:
    """Explanations of everything; else, once nobody carries, of everything but a few things that have vanished, or an
    assistant not seen beside his merchant.  Family members who vanish where they must be caught were caught."""
    whole = [hypothesis for hypothesis in hypotheses if not hypothesis.misfits]
    if whole or not patient:
        return whole
    unexplained = min(hypotheses, key=_length).misfits
    missing = {misfit.thing for misfit in unexplained if not misfit.seen}
    return [one for one in hypotheses if _leaves_few(one, missing, len(unexplained)) or _catches(one, missing)]


def _leaves_few(hypothesis: Hypothesis, missing: Set[Thing], unexplained: int) -> bool:
    """Whether most of several things are explained; the others have vanished or may stand behind their merchant."""
    left = hypothesis.misfits
    if unexplained < 2 or len(left) > FEW_UNSEEN or len(left) >= unexplained:
        return False
    return not any(one.seen for one in left) and all(
        one.thing in missing or _is_beside_his_own(hypothesis.state, one) for one in left
    )


def _catches(hypothesis: Hypothesis, missing: Set[Thing]) -> bool:
    """Whether it begins with a catch, and only who was caught is nowhere seen."""
    caught = {one.thing for one in hypothesis.misfits if one.thing.kind is Kind.FAMILY and not one.seen}
    begins = isinstance(next(iter(hypothesis.actions), None), act.Catch)
    return begins and len(caught) == len(hypothesis.misfits) and caught <= missing


def _is_beside_his_own(state: GameState, assistant: Misfit) -> bool:
    """Whether it is an assistant where the merchant of his colour stands, who may hide him."""
    own = {str(player.color): int(player.merchant) for player in state.players}
    return assistant.thing.kind is Kind.ASSISTANT and own.get(assistant.thing.color) == assistant.place


def sure_part(state: GameState, hypothesis: Hypothesis, policy: Policy) -> tuple[act.Action, ...]:
    """The first actions of one turn that are seen, not guessed, and nothing odd."""
    sure, turn = list[act.Action](), state.turn
    for at, (action, odd) in enumerate(zip(hypothesis.actions, hypothesis.odds, strict=True)):
        if state.turn != turn or not _is_sure(state, action, odd, hypothesis.actions[at + 1 :], policy):
            break
        sure.append(action)
        state = play(state, action)
    return tuple(sure)


def _is_sure(state: GameState, action: act.Action, odd: float, rest: Sequence[act.Action], policy: Policy) -> bool:
    if isinstance(action, act.EndTurn):
        return _is_alone(state) and any(_is_seen_kind(one) for one in rest)
    if isinstance(action, act.Recall) and set(action.places) != set(state.player.assistants):
        return False
    return _is_seen(state, action) and (odd < policy.apply_strain or _is_long_way(state, action, rest))


def _is_alone(state: GameState) -> bool:
    """Whether the player, done with the place, meets nobody there: only cards are left to be played."""
    met = isinstance(next(iter(legal_actions(state))), act.Catch | act.UseGovernor | act.UseSmuggler)
    return due(state) is Step.ENCOUNTERS and not met


def seen_choices(state: GameState, hypotheses: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """The explanations cut off where the first guess begins, each once."""
    known = set[tuple[act.Action, ...]]()
    for hypothesis in hypotheses:
        cut = _seen_part(state, hypothesis)
        if cut.actions and cut.actions not in known:
            known.add(cut.actions)
            yield cut


def _near(fitting: Sequence[Hypothesis], margin: float) -> list[Hypothesis]:
    return [hypothesis for hypothesis in fitting if fitting[0].score - hypothesis.score < margin]


def _common(parts: Sequence[tuple[act.Action, ...]]) -> tuple[act.Action, ...]:
    """What all of them begin with."""
    same = 0
    for actions in zip(*parts, strict=False):
        if len(set(actions)) > 1:
            break
        same += 1
    return parts[0][:same]


def _is_half(state: GameState, done: Sequence[act.Action], whole: Hypothesis) -> bool:
    """Whether more may well follow: a merchant just arrived, assistants still being called; nothing seen after it."""
    then = after(state, done)
    rest = whole.actions[len(done) :]
    if any(_is_seen_kind(action) for action in rest):
        return False
    last = done[-1]
    if isinstance(last, act.Recall):
        return bool(then.players[state.turn].assistants)
    arrived = isinstance(last, act.Move | act.LongMove)
    return arrived and (then.turn != state.turn or then.over or due(then) is Step.ASSISTANT)


def is_over_on_the_table(state: GameState, found: Hypothesis) -> bool:
    """Whether something of the next turn is seen: who was to move has done all he must."""
    turn = state.turn
    for action in found.actions:
        if state.turn != turn and _is_seen(state, action):
            return True
        state = play(state, action)
    return False


def _seen_part(state: GameState, hypothesis: Hypothesis) -> Hypothesis:
    done, now, turn = 0, state, state.turn
    for action in hypothesis.actions:
        if now.turn != turn or not (_is_seen(now, action) or isinstance(action, act.Stay)):
            break
        now = play(now, action)
        done += 1
    cut = {"actions": hypothesis.actions[:done], "odds": hypothesis.odds[:done]}
    return msgspec.structs.replace(hypothesis, state=now, **cut)


def _is_seen(state: GameState, action: act.Action) -> bool:
    """Dice are seen by what they send about; one neutral assistant more or less beside another one is not."""
    if isinstance(action, act.Rolled):
        return bool(state.agenda) and state.agenda[-1].why in _CARRIED
    return _is_seen_kind(action) and (
        not isinstance(action, _ASSISTANTS) or expected(play(state, action)) != expected(state)
    )


def _is_seen_kind(action: act.Action) -> bool:
    return isinstance(action, SEEN)


def _is_long_way(state: GameState, action: act.Action, rest: Sequence[act.Action]) -> bool:
    """A long way with the card that is known to be held, and the assistant after it; else it is odd."""
    arrived = bool(rest) and isinstance(rest[0], act.LeaveAssistant | act.PickOwn)
    return isinstance(action, act.LongMove) and Card.LONG_MOVE in state.player.hand and arrived


_ASSISTANTS = (act.LeaveAssistant, act.PickNeutral)
_CARRIED = ("governor", "smuggler", "neutral")


def after(state: GameState, actions: Sequence[act.Action]) -> GameState:
    """The state after these actions."""
    for action in actions:
        state = play(state, action)
    return state


def _length(hypothesis: Hypothesis) -> int:
    return len(hypothesis.actions)
