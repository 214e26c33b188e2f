"""A game of three lines, to show that the session serves any game: seats add 1 or 2 in turn, then a coin falls."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.errors import BadNotation, GameError, RuleViolation
from companion.game import Game


class Setup(msgspec.Struct, frozen=True):
    goal: int = 5


class Count(msgspec.Struct, frozen=True):
    goal: int
    total: int = 0
    seat: int = 0
    coin_due: bool = False


class Add(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    number: int


class Coin(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    heads: bool


class Added(msgspec.Struct, frozen=True, tag=True):
    number: int


class CoinFell(msgspec.Struct, frozen=True, tag=True):
    heads: bool


def seat_to_act(state: Count) -> int | None:
    return None if state.coin_due or is_over(state) else state.seat


def is_over(state: Count) -> bool:
    return state.total >= state.goal


def legal_actions(state: Count) -> Iterator[Add]:
    if seat_to_act(state) is not None:
        yield from (Add(1), Add(2))


def outcomes(state: Count) -> Mapping[Coin, float]:
    return {Coin(True): 0.5, Coin(False): 0.5} if state.coin_due and not is_over(state) else {}


def check(state: Count, action: Add | Coin) -> GameError | None:
    if action in outcomes(state) or action in list(legal_actions(state)):
        return None
    return RuleViolation("not_now", asked=str(action))


def decide(state: Count, action: Add | Coin) -> tuple[Added | CoinFell, ...]:
    refusal = check(state, action)
    if refusal:
        raise refusal
    return (Added(action.number),) if isinstance(action, Add) else (CoinFell(action.heads),)


def evolve(state: Count, event: Added | CoinFell) -> Count:
    if isinstance(event, Added):
        return msgspec.structs.replace(state, total=state.total + event.number, coin_due=True)
    return msgspec.structs.replace(state, coin_due=False, seat=state.seat if event.heads else 1 - state.seat)


def format_action(action: Add | Coin) -> str:
    return f"add {action.number}" if isinstance(action, Add) else f"coin {'heads' if action.heads else 'tails'}"


def parse_action(text: str) -> Add | Coin:
    known = {format_action(action): action for action in (Add(1), Add(2), Coin(True), Coin(False))}
    if text not in known:
        raise BadNotation("unknown_action", text=text)
    return known[text]


TOY = Game(
    name="toy",
    setup_type=Setup,
    state_type=Count,
    action_type=Add | Coin,
    event_type=Added | CoinFell,
    new=lambda setup: Count(setup.goal),
    seat_to_act=seat_to_act,
    is_over=is_over,
    legal_actions=legal_actions,
    outcomes=outcomes,
    check=check,
    decide=decide,
    evolve=evolve,
    problems=lambda state: (),
    format_action=format_action,
    parse_action=parse_action,
    barrier=lambda event: isinstance(event, CoinFell),
    chance=(Coin,),
)
