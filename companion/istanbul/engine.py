"""What may be done now, what does it do, and why not?  Thin dispatch over ``steps`` (see docs/rules.md).

>>> from companion.istanbul.actions import Fill, LeaveAssistant, Move
>>> from companion.istanbul.names import Place
>>> from companion.istanbul.setup import example_game
>>> state = play(example_game(), Move(Place.SPICE_WAREHOUSE))
>>> list(legal_actions(state))
[LeaveAssistant(), EndTurn()]
>>> state = play(play(state, LeaveAssistant()), Fill())
>>> state.players[0].goods, seat_to_act(state)
((0, 2, 0, 0), 1)
>>> check(state, Move(Place.GEMSTONE_DEALER)).code
'out_of_reach'
"""

from collections.abc import Callable, Iterator, Mapping

from companion.engine.deciding import Engine
from companion.errors import RuleViolation
from companion.istanbul.actions import Action
from companion.istanbul.draft import Draft
from companion.istanbul.evolve import evolve
from companion.istanbul.scoring import finish_game
from companion.istanbul.state import CHANCE, GameState, Pending, Step
from companion.istanbul.steps import STEPS, rules_for
from companion.istanbul.steps.action import PLACES_OF_ACTION, settle_action
from companion.istanbul.steps.chance import CHANCES
from companion.istanbul.steps.free import FREE
from companion.istanbul.steps.rules import Rule, place_of
from companion.istanbul.steps.table_fix import TABLE_RULES

__all__ = ["check", "decide", "evolve", "is_over", "legal_actions", "outcomes", "play", "seat_to_act"]

NOTHING_DUE = Pending(Step.MOVE)
"""Stands in where the game is over: only corrections are possible then, and they ask for nothing that is due."""


def seat_to_act(state: GameState) -> int | None:
    """The seat that decides now; None when chance or the table is due, or the game is over."""
    if state.over or state.agenda[-1].step in CHANCE:
        return None
    return state.turn


def is_over(state: GameState) -> bool:
    """Has the last round been played and scored?"""
    return state.over


def legal_actions(state: GameState) -> Iterator[Action]:
    """Everything the seat to act may do now, without duplicates; nothing when chance is due or the game is over."""
    if state.over or state.agenda[-1].step in CHANCE:
        return iter(())
    pending = state.agenda[-1]
    return rules_for(state, pending).legal(state, pending)


def outcomes(state: GameState) -> Mapping[Action, float]:
    """What chance may bring now, with its odds; empty when a seat decides.

    >>> from companion.istanbul.setup import example_game
    >>> outcomes(example_game())
    {}
    """
    if state.over or state.agenda[-1].step not in CHANCE:
        return {}
    pending = state.agenda[-1]
    return CHANCES[pending.step].odds(state, pending)


def _due(state: GameState) -> Pending:
    return state.agenda[-1] if state.agenda else NOTHING_DUE


def _rule(state: GameState, action: Action) -> Rule | None:
    """The rule for this kind of action at what is due now; None when there is none."""
    kind = type(action)
    if state.over or kind in TABLE_RULES:
        return TABLE_RULES.get(kind)
    pending = state.agenda[-1]
    if pending.step in CHANCE:
        chance = CHANCES[pending.step]
        return chance.rule if kind is chance.kind else None
    return rules_for(state, pending).rules.get(kind) or FREE.get(kind)


def _not_now(state: GameState, action: Action) -> RuleViolation:
    if state.over:
        return RuleViolation("game_over")
    pending, kind = state.agenda[-1], type(action)
    if pending.step is Step.ACTION and kind in PLACES_OF_ACTION:
        at = place_of(state, pending)
        return RuleViolation("not_here", asked=kind.__name__, needs=PLACES_OF_ACTION[kind], at=at)
    if pending.step in CHANCE:
        return RuleViolation("chance_due", asked=kind.__name__, due=pending.step, why=pending.why)
    possible = dict.fromkeys(type(legal).__name__ for legal in legal_actions(state))
    return RuleViolation("not_now", asked=kind.__name__, due=pending.step, possible=list(possible))


def _settle(draft: Draft) -> None:
    """Carry out whatever is forced until somebody must decide (or chance is due, or the game is over)."""
    going_on = not draft.state.over
    while going_on:
        if not draft.state.agenda:
            finish_game(draft)
            return
        pending = draft.state.agenda[-1]
        going_on = _SETTLE[pending.step](draft, pending)


_SETTLE: dict[Step, Callable[[Draft, Pending], bool]] = {
    **{step: rules.settle for step, rules in STEPS.items()},
    **{step: chance.settle for step, chance in CHANCES.items()},
    Step.ACTION: settle_action,
}
"""What happens without asking, by what is due."""
_ENGINE = Engine(Draft, _due, _rule, _not_now, _settle)
check, decide, play = _ENGINE.check, _ENGINE.decide, _ENGINE.play
