"""What may be done, and what follows from it?  Pure functions; the rules of each step live in ``steps``.

Between two actions the engine carries out what is forced: income that needs no decision, the half of a card that is
simply taken or cannot be fulfilled, the end of a turn in which nothing more is possible.
"""

from collections.abc import Iterator, Mapping

from companion.dice_game.actions import Action
from companion.dice_game.draft import Draft
from companion.dice_game.due import QUESTIONS
from companion.dice_game.evolve import evolve
from companion.dice_game.state import OF_TABLE, GameState, Pending, Step
from companion.dice_game.steps import STEPS
from companion.dice_game.steps.chance import CHANCES
from companion.dice_game.steps.rules import Rule, seat_of
from companion.dice_game.steps.table_fix import TABLE_RULES, settle_question
from companion.engine.deciding import Engine
from companion.errors import RuleViolation

__all__ = ["check", "decide", "evolve", "is_over", "legal_actions", "outcomes", "play", "seat_to_act"]

NOTHING_DUE = Pending(Step.ACT)
"""Stands in where the game is over: only corrections are possible then, and they ask for nothing that is due."""


def seat_to_act(state: GameState) -> int | None:
    """The seat that decides now; None when chance or the table is due, or the game is over.

    >>> from companion.dice_game.setup import example_game
    >>> seat_to_act(example_game())
    0
    """
    if state.over or state.agenda[-1].step in OF_TABLE:
        return None
    return seat_of(state, state.agenda[-1])


def is_over(state: GameState) -> bool:
    """Has the last round been played?"""
    return state.over


def legal_actions(state: GameState) -> Iterator[Action]:
    """What the seat to act may do now, without duplicates; nothing when chance or the table is due.

    Where one thing can be paid in very many ways (goods of any colour), the first MOST_PAYMENTS are listed; ``check``
    accepts the others too.
    """
    if state.over or state.agenda[-1].step in OF_TABLE:
        return iter(())
    pending = state.agenda[-1]
    return STEPS[pending.step].legal(state, pending)


def outcomes(state: GameState) -> Mapping[Action, float]:
    """What chance may bring now, with its odds; empty when a seat decides or only the table can say."""
    if state.over or state.agenda[-1].step not in CHANCES:
        return {}
    pending = state.agenda[-1]
    return CHANCES[pending.step].odds(state, pending)


def _due(state: GameState) -> Pending:
    return state.agenda[-1] if state.agenda else NOTHING_DUE


def _rule(state: GameState, action: Action) -> Rule | None:
    """The rule for this kind of action at what is due now; None when there is none."""
    kind = type(action)
    if kind in TABLE_RULES:
        return TABLE_RULES[kind]
    if state.over:
        return None
    step = state.agenda[-1].step
    if step in CHANCES:
        return CHANCES[step].rule if kind is CHANCES[step].kind else None
    return STEPS[step].rules.get(kind) if step in STEPS else None


def _not_now(state: GameState, action: Action) -> RuleViolation:
    if state.over:
        return RuleViolation("game_over")
    step, asked = state.agenda[-1].step, type(action).__name__
    if step in OF_TABLE:
        return RuleViolation("chance_due", asked=asked, due=step)
    possible = dict.fromkeys(type(legal).__name__ for legal in legal_actions(state))
    return RuleViolation("not_now", asked=asked, due=step, possible=list(possible))


def _settle(draft: Draft) -> None:
    """Carry out whatever is forced until somebody must decide (or chance or the table is due, or the game is over)."""
    going_on = not draft.state.over
    while going_on and not draft.state.over:
        pending = draft.state.agenda[-1]
        if pending.step in STEPS:
            going_on = STEPS[pending.step].settle(draft, pending)
        elif pending.step in QUESTIONS:
            going_on = settle_question(draft, pending)
        else:
            going_on = CHANCES[pending.step].settle(draft, pending)


_ENGINE = Engine(Draft, _due, _rule, _not_now, _settle)
check, decide, play = _ENGINE.check, _ENGINE.decide, _ENGINE.play
