"""Which cards and tiles may be played between the printed steps?  (3.2, section 5, the yellow tile)"""

from collections.abc import Iterator

from companion.errors import RuleViolation
from companion.istanbul import actions as a
from companion.istanbul import events as e
from companion.istanbul.cards import can_draw, held_kinds, may_hold
from companion.istanbul.draft import Draft
from companion.istanbul.names import Card, Place
from companion.istanbul.state import ACTION, FAMILY, GameState, Pending, Player, Step, Why
from companion.istanbul.steps.rules import Rule
from companion.istanbul.tables import (
    CARD_LIRA,
    CATCH_LIRA,
    FAMILY_HOME_PLACE,
    GOOD_INDEX,
    GOODS,
    LIRA_WINDOWS,
    ONE_GOOD,
    PHASE_1_WINDOWS,
    TURN_WINDOWS,
    YELLOW,
    YELLOW_TILE_FEE,
)

WINDOWS = {
    a.PlayGood: TURN_WINDOWS,
    a.PlayLira: LIRA_WINDOWS,
    a.PlayFamilyHome: LIRA_WINDOWS,
    a.PlayReturn: PHASE_1_WINDOWS,
    a.UseYellowTile: TURN_WINDOWS,
}


def free_plays(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """Every free play possible at this decision."""
    player = state.player
    if pending.step is ACTION and pending.figure is FAMILY:
        return
    if player.hand:
        for card in held_kinds(state, player):
            if card in _CARD_PLAYS:
                yield from _CARD_PLAYS[card](state, pending, player)
    if YELLOW in player.tiles and pending.step in TURN_WINDOWS and not state.yellow_used:
        yield from _yellow_plays(state, player)


def family_home_playable(state: GameState, player: Player) -> bool:
    """Is the card in hand and the family member away from home?"""
    return player.family is not FAMILY_HOME_PLACE and may_hold(state, player, Card.FAMILY_HOME)


def _good_plays(state: GameState, pending: Pending, player: Player) -> Iterator[a.Action]:
    if pending.step in TURN_WINDOWS:
        for good, held in zip(GOODS, player.goods, strict=True):
            if held < player.capacity:
                yield a.PlayGood(good)


def _lira_plays(state: GameState, pending: Pending, player: Player) -> Iterator[a.Action]:
    yield a.PlayLira()


def _family_plays(state: GameState, pending: Pending, player: Player) -> Iterator[a.Action]:
    if player.family is FAMILY_HOME_PLACE or pending.figure is FAMILY:
        return
    yield a.PlayFamilyHome("lira")
    if can_draw(state):
        yield a.PlayFamilyHome("card")


def _return_plays(state: GameState, pending: Pending, player: Player) -> Iterator[a.Action]:
    if pending.step in _return_windows(state):
        for place in dict.fromkeys(player.assistants):
            yield a.PlayReturn(place)


def _yellow_plays(state: GameState, player: Player) -> Iterator[a.Action]:
    if player.lira >= YELLOW_TILE_FEE:
        here_too = state.options.yellow_from_current_place
        for place in dict.fromkeys(player.assistants):
            if here_too or place is not player.merchant:
                yield a.UseYellowTile(place)


_CARD_PLAYS = {
    Card.GOOD: _good_plays,
    Card.LIRA5: _lira_plays,
    Card.FAMILY_HOME: _family_plays,
    Card.RETURN: _return_plays,
}


def _return_windows(state: GameState) -> frozenset[Step]:
    return TURN_WINDOWS if state.options.return_card_timing == "any" else PHASE_1_WINDOWS


# ------------------------------------------------------------------------- why not


def _refuse_window(state: GameState, pending: Pending, action: a.Action) -> RuleViolation | None:
    windows = _return_windows(state) if isinstance(action, a.PlayReturn) else WINDOWS[type(action)]
    inside = pending.step is ACTION and pending.figure is FAMILY
    if pending.step in windows and not inside:
        return None
    return RuleViolation("not_in_this_window", play=type(action).__name__, due=pending.step, windows=sorted(windows))


def _refuse_card(state: GameState, pending: Pending, action: a.Action, card: Card) -> RuleViolation | None:
    if not may_hold(state, state.player, card):
        return RuleViolation("card_not_held", card=card)
    return _refuse_window(state, pending, action)


def _refuse_good(state: GameState, pending: Pending, action: a.PlayGood) -> RuleViolation | None:
    refusal = _refuse_card(state, pending, action, Card.GOOD)
    player = state.player
    if refusal is None and player.goods[GOOD_INDEX[action.good]] >= player.capacity:
        room = [good for good in GOODS if player.goods[GOOD_INDEX[good]] < player.capacity]
        if not room:
            return RuleViolation("wheelbarrow_full", capacity=player.capacity)
        refusal = RuleViolation("no_room", good=action.good, capacity=player.capacity, possible=room)
    return refusal


def _refuse_lira(state: GameState, pending: Pending, action: a.PlayLira) -> RuleViolation | None:
    return _refuse_card(state, pending, action, Card.LIRA5)


def _refuse_family(state: GameState, pending: Pending, action: a.PlayFamilyHome) -> RuleViolation | None:
    refusal = _refuse_card(state, pending, action, Card.FAMILY_HOME)
    if refusal is not None:
        return refusal
    if pending.figure is FAMILY:
        return RuleViolation("family_member_acting", place=state.player.family)
    if state.player.family is FAMILY_HOME_PLACE:
        return RuleViolation("family_at_home", place=FAMILY_HOME_PLACE)
    if action.reward == "card" and not can_draw(state):
        return RuleViolation("no_card_to_draw", possible=["lira"])
    return None


def _refuse_return(state: GameState, pending: Pending, action: a.PlayReturn) -> RuleViolation | None:
    refusal = _refuse_card(state, pending, action, Card.RETURN)
    return refusal or _refuse_lying(state.player, action.place)


def _refuse_yellow(state: GameState, pending: Pending, action: a.UseYellowTile) -> RuleViolation | None:
    player = state.player
    if YELLOW not in player.tiles:
        return RuleViolation("tile_not_owned", tile=YELLOW)
    refusal = _refuse_window(state, pending, action)
    if refusal is not None:
        return refusal
    if state.yellow_used:
        return RuleViolation("yellow_tile_used")
    if player.lira < YELLOW_TILE_FEE:
        return RuleViolation("not_enough_lira", needs=YELLOW_TILE_FEE, has=player.lira)
    if action.place is player.merchant and not state.options.yellow_from_current_place:
        others = [place for place in player.assistants if place is not player.merchant]
        return RuleViolation("yellow_from_another_place", place=action.place, possible=others)
    return _refuse_lying(player, action.place)


def _refuse_lying(player: Player, place: Place) -> RuleViolation | None:
    if place in player.assistants:
        return None
    if not player.assistants:
        return RuleViolation("nobody_out")
    return RuleViolation("no_assistant_there", place=place, possible=list(player.assistants))


# ------------------------------------------------------------------------- what they do


def _play_good(draft: Draft, pending: Pending, action: a.PlayGood) -> None:
    draft.gain_goods(ONE_GOOD[action.good], "card")
    draft.play_card(Card.GOOD)


def _play_lira(draft: Draft, pending: Pending, action: a.PlayLira) -> None:
    draft.gain_lira(CARD_LIRA, "card")
    draft.play_card(Card.LIRA5)


def _play_family_home(draft: Draft, pending: Pending, action: a.PlayFamilyHome) -> None:
    """The card is discarded last, so it can never be its own reward (section 5)."""
    draft.add(e.FamilyMoved(draft.seat, FAMILY_HOME_PLACE, "card"))
    if action.reward == "card":
        draft.add(e.StepsAdded((Pending(Step.DRAW, why=Why.FAMILY_HOME),)))
        return
    draft.gain_lira(CATCH_LIRA, "family_home")
    draft.play_card(Card.FAMILY_HOME)


def _play_return(draft: Draft, pending: Pending, action: a.PlayReturn) -> None:
    draft.add(e.AssistantJoined(draft.seat, action.place, how="card"))
    draft.play_card(Card.RETURN)


def _use_yellow(draft: Draft, pending: Pending, action: a.UseYellowTile) -> None:
    draft.pay_lira(YELLOW_TILE_FEE, "yellow_tile")
    draft.add(e.AssistantJoined(draft.seat, action.place, how="tile"))
    draft.add(e.YellowTileUsed(draft.seat))


FREE = {
    a.PlayGood: Rule(_refuse_good, _play_good),
    a.PlayLira: Rule(_refuse_lira, _play_lira),
    a.PlayFamilyHome: Rule(_refuse_family, _play_family_home),
    a.PlayReturn: Rule(_refuse_return, _play_return),
    a.UseYellowTile: Rule(_refuse_yellow, _use_yellow),
}
