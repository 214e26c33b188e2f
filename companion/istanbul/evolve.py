"""How does a fact change the state?  ``EVOLVE`` maps each event to a small function; nobody else makes new states."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.istanbul import events as e
from companion.istanbul.evolve_cards import CARDS, with_hand, with_player
from companion.istanbul.names import Good, Place
from companion.istanbul.notation.fields import set_value
from companion.istanbul.state import GameState, Goods, Pending, Step
from companion.istanbul.tables import GOOD_INDEX, RUBY_INDEX

TURN = tuple(Pending(step) for step in (Step.ENCOUNTERS, Step.ACTION, Step.TOLL, Step.ASSISTANT, Step.MOVE))
"""The steps of a turn, the first one last (the agenda is a stack)."""


def evolve(state: GameState, event: e.Event) -> GameState:
    """The state after one event."""
    return EVOLVE[type(event)](state, event)


# ------------------------------------------------------------------------- small tools


def _add(goods: Goods, more: Goods) -> Goods:
    a, b, c, d = goods
    w, x, y, z = more
    return (a + w, b + x, c + y, d + z)


def _subtract(goods: Goods, less: Goods) -> Goods:
    a, b, c, d = goods
    w, x, y, z = less
    return (a - w, b - x, c - y, d - z)


def _less_place(places: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
    at = places.index(place)
    return places[:at] + places[at + 1 :]


def _plus_place(places: tuple[Place, ...], place: Place) -> tuple[Place, ...]:
    return tuple(sorted((*places, place)))


def _unchanged(state: GameState, event: Any) -> GameState:
    return state


# ------------------------------------------------------------------------- the course of the game


def _turn_started(state: GameState, event: e.TurnStarted) -> GameState:
    return replace(
        state,
        turn=event.seat,
        round=event.round,
        yellow_used=False,
        governor_used=False,
        smuggler_used=False,
        agenda=TURN,
    )


def _turn_ended(state: GameState, event: e.TurnEnded) -> GameState:
    return replace(state, agenda=())


def _step_done(state: GameState, event: e.StepDone) -> GameState:
    return replace(state, agenda=state.agenda[:-1] + event.then)


def _steps_added(state: GameState, event: e.StepsAdded) -> GameState:
    return replace(state, agenda=state.agenda + event.steps)


def _end_triggered(state: GameState, event: e.EndTriggered) -> GameState:
    return replace(state, ending=True)


def _game_ended(state: GameState, event: e.GameEnded) -> GameState:
    """What was seen of a hand matters no more."""
    players = tuple([replace(player, seen=()) if player.seen else player for player in state.players])
    return replace(state, over=True, agenda=(), players=players)


def _value_set(state: GameState, event: e.ValueSet) -> GameState:
    state = set_value(state, event.what, event.value, event.seat)
    if event.what != "hand" or event.seat is None:
        return state
    player = state.players[event.seat]
    return with_player(state, event.seat, with_hand(player, player.hand))


# ------------------------------------------------------------------------- wood


def _merchant_moved(state: GameState, event: e.MerchantMoved) -> GameState:
    return with_player(state, event.seat, replace(state.players[event.seat], merchant=event.to))


def _family_moved(state: GameState, event: e.FamilyMoved) -> GameState:
    return with_player(state, event.seat, replace(state.players[event.seat], family=event.to))


def _assistant_left(state: GameState, event: e.AssistantLeft) -> GameState:
    player = state.players[event.seat]
    stack = player.stack[:-1]
    if event.neutral:
        state = replace(state, neutral_assistants=_plus_place(state.neutral_assistants, event.place))
        return with_player(state, event.seat, replace(player, stack=stack))
    assistants = _plus_place(player.assistants, event.place)
    return with_player(state, event.seat, replace(player, stack=stack, assistants=assistants))


def _assistant_joined(state: GameState, event: e.AssistantJoined) -> GameState:
    player = state.players[event.seat]
    if event.neutral:
        state = replace(state, neutral_assistants=_less_place(state.neutral_assistants, event.place))
        return with_player(state, event.seat, replace(player, stack=player.stack + "n"))
    assistants = _less_place(player.assistants, event.place)
    return with_player(state, event.seat, replace(player, stack=player.stack + "o", assistants=assistants))


def _fifth_assistant_joined(state: GameState, event: e.FifthAssistantJoined) -> GameState:
    player = state.players[event.seat]
    return with_player(state, event.seat, replace(player, stack=player.stack + "o", reserve=player.reserve - 1))


def _governor_met(state: GameState, event: e.GovernorMet) -> GameState:
    return replace(state, governor_used=True)


def _smuggler_met(state: GameState, event: e.SmugglerMet) -> GameState:
    return replace(state, smuggler_used=True)


def _governor_moved(state: GameState, event: e.GovernorMoved) -> GameState:
    return replace(state, governor=event.to)


def _smuggler_moved(state: GameState, event: e.SmugglerMoved) -> GameState:
    return replace(state, smuggler=event.to)


def _neutral_moved(state: GameState, event: e.NeutralMoved) -> GameState:
    moved = tuple((color, event.to if color is event.color else place) for color, place in state.neutral_merchants)
    return replace(state, neutral_merchants=moved)


# ------------------------------------------------------------------------- money and goods


def _toll_paid(state: GameState, event: e.TollPaid) -> GameState:
    payer = state.players[event.seat]
    state = with_player(state, event.seat, replace(payer, lira=payer.lira - event.lira))
    if event.to is None:
        return state
    paid = state.players[event.to]
    return with_player(state, event.to, replace(paid, lira=paid.lira + event.lira))


def _lira_gained(state: GameState, event: e.LiraGained) -> GameState:
    player = state.players[event.seat]
    return with_player(state, event.seat, replace(player, lira=player.lira + event.lira))


def _lira_paid(state: GameState, event: e.LiraPaid) -> GameState:
    player = state.players[event.seat]
    return with_player(state, event.seat, replace(player, lira=player.lira - event.lira))


def _goods_gained(state: GameState, event: e.GoodsGained) -> GameState:
    player = state.players[event.seat]
    return with_player(state, event.seat, replace(player, goods=_add(player.goods, event.goods)))


def _goods_paid(state: GameState, event: e.GoodsPaid) -> GameState:
    player = state.players[event.seat]
    return with_player(state, event.seat, replace(player, goods=_subtract(player.goods, event.goods)))


def _extension_bought(state: GameState, event: e.ExtensionBought) -> GameState:
    player = state.players[event.seat]
    state = replace(state, extensions=state.extensions - 1)
    return with_player(state, event.seat, replace(player, capacity=player.capacity + 1))


def _ruby_taken(state: GameState, event: e.RubyTaken) -> GameState:
    player = state.players[event.seat]
    left = list(state.rubies)
    left[RUBY_INDEX[event.place]] -= 1
    state = replace(state, rubies=tuple(left))
    return with_player(state, event.seat, replace(player, rubies=player.rubies + 1))


def _tile_taken(state: GameState, event: e.TileTaken) -> GameState:
    player, index = state.players[event.seat], GOOD_INDEX[event.good]
    mosques = state.mosques
    mosques = (*mosques[:index], mosques[index][1:], *mosques[index + 1 :])
    tiles = tuple(good for good in Good if good in player.tiles or good is event.good)
    return with_player(replace(state, mosques=mosques), event.seat, replace(player, tiles=tiles))


def _yellow_tile_used(state: GameState, event: e.YellowTileUsed) -> GameState:
    return replace(state, yellow_used=True)


# ------------------------------------------------------------------------- mail and demand


def _mail_moved(state: GameState, event: e.MailMoved) -> GameState:
    return replace(state, mail_down=event.down)


def _demand_turned(state: GameState, event: e.DemandTurned) -> GameState:
    if event.market is Place.LARGE_MARKET:
        return replace(state, demand_large=(*state.demand_large[1:], state.demand_large[0]))
    return replace(state, demand_small=(*state.demand_small[1:], state.demand_small[0]))


def _demand_seen(state: GameState, event: e.DemandSeen) -> GameState:
    if event.market is Place.LARGE_MARKET:
        return replace(state, demand_large=(event.tile, *state.demand_large[1:]))
    return replace(state, demand_small=(event.tile, *state.demand_small[1:]))


EVOLVE: dict[type, Callable[[GameState, Any], GameState]] = {
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.StepDone: _step_done,
    e.StepsAdded: _steps_added,
    e.MerchantMoved: _merchant_moved,
    e.AssistantLeft: _assistant_left,
    e.AssistantJoined: _assistant_joined,
    e.FifthAssistantJoined: _fifth_assistant_joined,
    e.TollPaid: _toll_paid,
    e.LiraGained: _lira_gained,
    e.LiraPaid: _lira_paid,
    e.GoodsGained: _goods_gained,
    e.GoodsPaid: _goods_paid,
    e.MailMoved: _mail_moved,
    e.DemandTurned: _demand_turned,
    e.DemandSeen: _demand_seen,
    e.ExtensionBought: _extension_bought,
    e.RubyTaken: _ruby_taken,
    e.TileTaken: _tile_taken,
    e.FamilyMoved: _family_moved,
    e.NumberAnnounced: _unchanged,
    e.DiceRolled: _unchanged,
    e.DieTurned: _unchanged,
    e.GovernorMet: _governor_met,
    e.SmugglerMet: _smuggler_met,
    e.GovernorMoved: _governor_moved,
    e.SmugglerMoved: _smuggler_moved,
    e.NeutralMoved: _neutral_moved,
    e.YellowTileUsed: _yellow_tile_used,
    e.ActionSkipped: _unchanged,
    e.EndTriggered: _end_triggered,
    e.GameEnded: _game_ended,
    e.ValueSet: _value_set,
    **CARDS,
}
