"""Whom does the merchant meet at the end of the turn?  (Phase 4: D4, catch rewards, the Governor's fee G2)"""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import can_draw, held_kinds, refuse_unheld
from companion.istanbul.draft import Draft
from companion.istanbul.knowledge import in_the_open
from companion.istanbul.names import Good, Place
from companion.istanbul.state import GameState, Pending, Step, Why
from companion.istanbul.steps.free import free_plays
from companion.istanbul.steps.rules import Rule, StepRules, pass_over
from companion.istanbul.steps.turn import end_turn
from companion.istanbul.tables import CATCH_LIRA, ENCOUNTER_FEE, FAMILY_HOME_PLACE, GOOD_INDEX, GOODS, ONE_GOOD

# ------------------------------------------------------------------------- D4


def family_met(state: GameState) -> list[int]:
    """The seats whose family members must be caught, clockwise from the player to move."""
    place = state.player.merchant
    if place is FAMILY_HOME_PLACE:
        return []
    turn, seats = state.turn, len(state.players)
    met = [seat for seat, player in enumerate(state.players) if player.family is place and seat != turn]
    return sorted(met, key=lambda seat: (seat - turn) % seats) if len(met) > 1 else met


def _legal(state: GameState, pending: Pending) -> Iterator[a.Action]:
    caught, here = family_met(state), state.player.merchant
    if caught:
        yield a.Catch()
    if state.governor is here and not state.governor_used and can_draw(state):
        yield a.UseGovernor()
    if state.smuggler is here and not state.smuggler_used:
        yield from _legal_smuggling(state)
    yield from free_plays(state, pending)
    if not caught:
        yield a.EndTurn()


def _legal_smuggling(state: GameState) -> Iterator[a.Action]:
    player = state.player
    for good in GOODS:
        if player.lira >= ENCOUNTER_FEE:
            yield a.UseSmuggler(good)
        for fee in GOODS:
            if fee is good or player.goods[GOOD_INDEX[fee]]:
                yield a.UseSmuggler(good, fee)


def _refuse_catch(state: GameState, pending: Pending, action: a.Catch) -> RuleViolation | None:
    if family_met(state):
        return None
    if state.player.merchant is FAMILY_HOME_PLACE:
        return RuleViolation("no_catching_here", place=FAMILY_HOME_PLACE)
    return RuleViolation("nobody_to_catch", place=state.player.merchant)


def _refuse_governor(state: GameState, pending: Pending, action: a.UseGovernor) -> RuleViolation | None:
    if state.governor_used:
        return RuleViolation("governor_used")
    if state.governor is not state.player.merchant:
        return RuleViolation("not_here", needs=state.governor, at=state.player.merchant)
    return None if can_draw(state) else RuleViolation("no_card_to_draw", possible=[])


def _refuse_smuggler(state: GameState, pending: Pending, action: a.UseSmuggler) -> RuleViolation | None:
    player = state.player
    if state.smuggler_used:
        return RuleViolation("smuggler_used")
    if state.smuggler is not player.merchant:
        return RuleViolation("not_here", needs=state.smuggler, at=player.merchant)
    if action.fee is None:
        enough = player.lira >= ENCOUNTER_FEE
        return None if enough else RuleViolation("not_enough_lira", needs=ENCOUNTER_FEE, has=player.lira)
    if action.fee is action.good or player.goods[GOOD_INDEX[action.fee]]:
        return None
    held: list[Good] = [good for good in GOODS if good is action.good or player.goods[GOOD_INDEX[good]]]
    return RuleViolation("not_enough_goods", good=action.fee, needs=1, has=0, possible=held)


def _refuse_end(state: GameState, pending: Pending, action: a.EndTurn) -> RuleViolation | None:
    caught = family_met(state)
    return RuleViolation("catch_first", seats=caught) if caught else None


def _catch(draft: Draft, pending: Pending, action: a.Catch) -> None:
    """All of them go home; the rewards are chosen one after the other."""
    caught = family_met(draft.state)
    for seat in caught:
        draft.add(e.FamilyMoved(seat, FAMILY_HOME_PLACE, "caught"))
    draft.add(e.StepsAdded(tuple(Pending(Step.REWARD) for _ in caught)))


def _use_governor(draft: Draft, pending: Pending, action: a.UseGovernor) -> None:
    draft.add(e.GovernorMet(draft.seat))
    draft.add(e.StepsAdded((Pending(Step.FEE), Pending(Step.DRAW, why=Why.GOVERNOR))))


def _use_smuggler(draft: Draft, pending: Pending, action: a.UseSmuggler) -> None:
    draft.add(e.SmugglerMet(draft.seat))
    draft.gain_goods(ONE_GOOD[action.good], "smuggler")
    if action.fee is None:
        draft.pay_lira(ENCOUNTER_FEE, "smuggler")
    else:
        draft.pay_goods(ONE_GOOD[action.fee], "smuggler")
    draft.add(e.StepsAdded((Pending(Step.ROLL, why=Why.SMUGGLER),)))


def _end(draft: Draft, pending: Pending, action: a.EndTurn) -> None:
    end_turn(draft, "done")


def _settle(draft: Draft, pending: Pending) -> bool:
    """Nothing but the end of the turn is possible."""
    if not isinstance(next(_legal(in_the_open(draft.state), pending)), a.EndTurn):
        return False
    end_turn(draft, "done")
    return True


ENCOUNTERS = StepRules(
    legal=_legal,
    rules={
        a.Catch: Rule(_refuse_catch, _catch),
        a.UseGovernor: Rule(_refuse_governor, _use_governor),
        a.UseSmuggler: Rule(_refuse_smuggler, _use_smuggler),
        a.EndTurn: Rule(_refuse_end, _end),
    },
    settle=_settle,
)

# ------------------------------------------------------------------------- the reward for a catch


def _legal_reward(state: GameState, pending: Pending) -> Iterator[a.Action]:
    yield a.Reward("lira")
    if can_draw(state):
        yield a.Reward("card")
    if state.options.catch_reward == "free":
        yield a.Reward("none")


def _refuse_reward(state: GameState, pending: Pending, action: a.Reward) -> RuleViolation | None:
    if action.kind == "none" and state.options.catch_reward == "forced":
        return RuleViolation("reward_is_taken")
    if action.kind == "card" and not can_draw(state):
        return RuleViolation("no_card_to_draw", possible=["lira"])
    return None


def _reward(draft: Draft, pending: Pending, action: a.Reward) -> None:
    if action.kind == "lira":
        draft.gain_lira(CATCH_LIRA, "catch")
    draft.done(*([Pending(Step.DRAW, why=Why.REWARD)] if action.kind == "card" else []))


REWARD = StepRules(legal=_legal_reward, rules={a.Reward: Rule(_refuse_reward, _reward)})

# ------------------------------------------------------------------------- G2: the Governor's fee


def _legal_fee(state: GameState, pending: Pending) -> Iterator[a.Action]:
    if state.player.lira >= ENCOUNTER_FEE:
        yield a.PayFee()
    for card in held_kinds(state, state.player):
        yield a.DiscardFee(card)
    yield from free_plays(state, pending)


def _refuse_pay(state: GameState, pending: Pending, action: a.PayFee) -> RuleViolation | None:
    if state.player.lira >= ENCOUNTER_FEE:
        return None
    return RuleViolation("not_enough_lira", needs=ENCOUNTER_FEE, has=state.player.lira)


def _refuse_discard(state: GameState, pending: Pending, action: a.DiscardFee) -> RuleViolation | None:
    return refuse_unheld(state, state.player, action.card)


def _pay(draft: Draft, pending: Pending, action: a.PayFee) -> None:
    draft.pay_lira(ENCOUNTER_FEE, "governor")
    draft.done(Pending(Step.ROLL, why=Why.GOVERNOR))


def _discard(draft: Draft, pending: Pending, action: a.DiscardFee) -> None:
    draft.discard_card(action.card)
    draft.done(Pending(Step.ROLL, why=Why.GOVERNOR))


FEE = StepRules(
    legal=_legal_fee,
    rules={a.PayFee: Rule(_refuse_pay, _pay), a.DiscardFee: Rule(_refuse_discard, _discard)},
    settle=pass_over,
)

TOKEN_ROLLS: dict[Why, type[e.GovernorMoved] | type[e.SmugglerMoved]] = {
    Why.GOVERNOR: e.GovernorMoved,
    Why.SMUGGLER: e.SmugglerMoved,
}


def token_rolled(draft: Draft, pending: Pending, to: Place) -> None:
    """Governor, Smuggler or a neutral merchant goes to the place of the dice's total."""
    if pending.color is not None:
        draft.add(e.NeutralMoved(pending.color, to))
    else:
        draft.add(TOKEN_ROLLS[pending.why](to))
    draft.done()
