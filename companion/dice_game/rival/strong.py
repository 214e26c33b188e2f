"""What does the strong rival do?  It plans its turn to the end, and weighs by the odds what dice and cards may bring.

Actions and throws are planned on means.  Every other decision is played by the engine, and the plan goes on from there.
"""

from collections.abc import Callable
from random import Random

from companion.dice_game import actions as a
from companion.dice_game.advice import policy
from companion.dice_game.advice.policy import Advice, Reason
from companion.dice_game.engine import check, legal_actions, play, seat_to_act
from companion.dice_game.rival.means import Means, means
from companion.dice_game.rival.table import card_gain, table_for
from companion.dice_game.rival.throws import WIDTH, best_throw
from companion.dice_game.rival.turn import TurnEnd, best_end, steps
from companion.dice_game.rival.worth import SURE
from companion.dice_game.scoring import winners
from companion.dice_game.state import GameState, Step
from companion.dice_game.tables import CARD_FACE

POSITIONS = 40_000
"""About how many ends of a turn one decision looks at where the caller allows no more; docs/results/rival-dice.md
times it."""
BRANCHES = 20
"""Actions that some means allow, on average."""
WIDEST = 30
WAYS = 60
"""Ways to carry out a card that are looked at."""


def advise(state: GameState, rng: Random, positions: int = POSITIONS) -> Advice:
    """The action of the seat to act, and why."""
    step = state.agenda[-1].step
    legal = list(legal_actions(state))
    if advice := policy.forced(legal):
        return advice
    if step is Step.REROLL:
        return _throw(state, rng, positions)
    if step is Step.ACT:
        return _act(state, positions)
    return _carry_out(state, legal if len(legal) <= WAYS else rng.sample(legal, WAYS))


# ------------------------------------------------------------------------- dice


def _throw(state: GameState, rng: Random, positions: int) -> Advice:
    """The dice that are thrown again; the reasons are the sensible player's where it would do the same."""
    found = best_throw(state, rng, positions)
    action = a.Keep() if found.dice is None else a.Reroll(found.dice)
    sensible = policy.advise(state, rng)
    if sensible.action == action:
        return sensible._replace(positions=found.positions)
    code = "throw_not_worth_it" if found.dice is None else "throw_promises"
    return Advice(action, (Reason(code),), found.positions)


# ------------------------------------------------------------------------- actions


def _act(state: GameState, positions: int) -> Advice:
    """The first action of the best turn."""
    seat, actions = state.turn, state.actions
    table, has = table_for(state, seat, state.dice[CARD_FACE]), means(state, seat)
    width = max(WIDTH, min(WIDEST, positions // (BRANCHES * actions)))
    begun = [after for after in steps(has, table) if check(state, _action(after)) is None]
    best = best_end([has], 0, table, width)
    if begun:
        ends = best_end(begun, actions - 1, table, width)
        best = max(best, ends, key=lambda end: end.value)._replace(positions=1 + ends.positions)
    way = best.way
    action = _action(way[0]) if way else a.EndTurn()
    return Advice(action, (*policy.reasons(state, action, seat), *_later(way)), best.positions)


def _later(way: list[Means]) -> tuple[Reason, ...]:
    """What the actions after this one are for: a ruby before a tile."""
    kinds = [after.deed.kind for after in way[1:]]
    codes = [code for kind, code in LATER.items() if kind in kinds]
    return tuple([Reason(code) for code in codes[:1]])


LATER = {a.BuyRuby: "ruby_follows", a.BuyTile: "tile_follows"}


def _action(after: Means) -> a.Action:
    """The action by which means came to these."""
    kind, what = after.deed
    make: Callable[..., a.Action] = kind
    return make(*[fact for fact in (what, after.paid) if fact is not None])


# ------------------------------------------------------------------------- everything else


def _carry_out(state: GameState, legal: list[a.Action]) -> Advice:
    """The way to carry out a card, to choose markers or to take income after which the turn ends best."""
    seat = seat_to_act(state) or 0
    worths: list[tuple[float, int]] = [_after(state, action, seat) for action in legal]
    at = max(range(len(legal)), key=lambda index: worths[index][0])
    return Advice(legal[at], policy.reasons(state, legal[at], seat), sum([positions for _, positions in worths]))


def _after(state: GameState, action: a.Action, seat: int) -> tuple[float, int]:
    """What an action is worth, and how many positions were looked at."""
    if isinstance(action, a.UseCard):
        return card_gain(state, action.card, state.agenda[-1].number), 1
    end = _appraised(play(state, action), seat)
    return end.value, end.positions


def _appraised(state: GameState, seat: int) -> TurnEnd:
    """The best end of the turn from here; only what the seat has where the turn is another's."""
    has = means(state, seat)
    if state.over:
        first = winners(state)
        return TurnEnd((SURE if first == (seat,) else 0.0) if seat in first else -SURE, has, 1)
    if state.agenda[-1].step is Step.CHOOSE and seat_to_act(state) == seat:
        ends = [_appraised(play(state, action), seat) for action in legal_actions(state)]
        return max(ends, key=lambda end: end.value)
    if state.turn != seat:
        return best_end([has], 0, table_for(state, seat), WIDTH)
    return best_end([has], state.actions, table_for(state, seat, state.dice[CARD_FACE]), WIDTH)
