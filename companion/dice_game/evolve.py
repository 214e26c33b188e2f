"""How does a fact change the state?  ``EVOLVE`` maps each event to a small function; nobody else makes new states."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.dice_game import events as e
from companion.dice_game.names import Area, TileKind
from companion.dice_game.notation.fields import set_value
from companion.dice_game.state import UNTOLD, AreaInfo, Code, Faces, GameState, Known, Pending, Player, Step
from companion.dice_game.supply import count_kind, rubies_taken, unseen_tiles
from companion.dice_game.tables import ACTIONS, AREA_INDEX, INCOME_TILES, INCOMES, MARKER_LETTERS, NO_FACES

TURN = tuple(Pending(step) for step in (Step.ACT, Step.REROLL, Step.THROW, Step.INCOME))
"""The steps of a turn, the first one last (the agenda is a stack)."""


def evolve(state: GameState, event: e.Event) -> GameState:
    """The state after one event."""
    return EVOLVE[type(event)](state, event)


# ------------------------------------------------------------------------- small tools


def _seat(state: GameState, seat: int, **changes: Any) -> GameState:
    players = state.players
    return replace(state, players=(*players[:seat], replace(players[seat], **changes), *players[seat + 1 :]))


def _add(counts: tuple[int, ...], more: tuple[int, ...], sign: int = 1) -> Any:
    return tuple([a + sign * b for a, b in zip(counts, more, strict=True)])


def _less(codes: tuple[Code, ...], code: Code) -> tuple[Code, ...]:
    at = codes.index(code)
    return codes[:at] + codes[at + 1 :]


def _plus(codes: tuple[Code, ...], code: Code) -> tuple[Code, ...]:
    return tuple(sorted((*codes, code)))


def _area(state: GameState, area: Area, info: AreaInfo) -> GameState:
    areas, at = state.copy.areas, AREA_INDEX[area]
    return replace(state, copy=replace(state.copy, areas=(*areas[:at], info, *areas[at + 1 :])))


def _unchanged(state: GameState, event: Any) -> GameState:
    return state


# ------------------------------------------------------------------------- the course of the game


def _turn_started(state: GameState, event: e.TurnStarted) -> GameState:
    tiles = state.players[event.seat].tiles
    return replace(
        state,
        turn=event.seat,
        round=event.round,
        dice=NO_FACES,
        spent=NO_FACES,
        thrown=0,
        working=tiles,
        income=_income(tiles),
        actions=ACTIONS + count_kind(tiles, TileKind.ACTION),
        agenda=TURN,
    )


def _income(tiles: tuple[Code, ...]) -> tuple[int, int, int]:
    lira, crystal, card = (count_kind(tiles, kind) for kind in INCOME_TILES)
    return (lira, crystal, card)


def _turn_ended(state: GameState, event: e.TurnEnded) -> GameState:
    return replace(state, agenda=())


def _step_done(state: GameState, event: e.StepDone) -> GameState:
    return replace(state, agenda=state.agenda[:-1] + event.then)


def _steps_added(state: GameState, event: e.StepsAdded) -> GameState:
    return replace(state, agenda=state.agenda + event.steps)


def _action_used(state: GameState, event: e.ActionUsed) -> GameState:
    return replace(state, actions=state.actions - 1)


def _income_used(state: GameState, event: e.IncomeUsed) -> GameState:
    left = list(state.income)
    left[INCOMES.index(event.kind)] -= 1
    return replace(state, income=tuple(left))


def _end_triggered(state: GameState, event: e.EndTriggered) -> GameState:
    return replace(state, ending=True)


def _game_ended(state: GameState, event: e.GameEnded) -> GameState:
    return replace(state, over=True, agenda=())


def _value_set(state: GameState, event: e.ValueSet) -> GameState:
    return set_value(state, event.what, event.value, event.seat)


# ------------------------------------------------------------------------- dice


def _dice_due(state: GameState, event: e.DiceDue) -> GameState:
    return replace(state, thrown=event.number)


def _dice_thrown(state: GameState, event: e.DiceThrown) -> GameState:
    return replace(state, dice=_add(state.dice, event.dice))


def _dice_taken_up(state: GameState, event: e.DiceTakenUp) -> GameState:
    return replace(state, dice=_add(state.dice, event.dice, -1))


def _dice_used(state: GameState, event: e.DiceUsed) -> GameState:
    spent: Faces = _add(state.spent, event.dice)
    return replace(state, dice=_add(state.dice, event.dice, -1), spent=spent)


def _die_taken(state: GameState, event: e.DieTaken) -> GameState:
    return _seat(state, event.seat, dice=state.players[event.seat].dice + 1)


def _die_returned(state: GameState, event: e.DieReturned) -> GameState:
    return _seat(state, event.seat, dice=state.players[event.seat].dice - 1)


# ------------------------------------------------------------------------- Lira, markers, crystals


def _lira_gained(state: GameState, event: e.LiraGained) -> GameState:
    return _seat(state, event.seat, lira=state.players[event.seat].lira + event.lira)


def _lira_paid(state: GameState, event: e.LiraPaid) -> GameState:
    return _seat(state, event.seat, lira=state.players[event.seat].lira - event.lira)


def _markers_gained(state: GameState, event: e.MarkersGained) -> GameState:
    return _seat(state, event.seat, markers=_add(state.players[event.seat].markers, event.markers))


def _markers_paid(state: GameState, event: e.MarkersPaid) -> GameState:
    return _seat(state, event.seat, markers=_add(state.players[event.seat].markers, event.markers, -1))


def _crystals_gained(state: GameState, event: e.CrystalsGained) -> GameState:
    return _seat(state, event.seat, crystals=state.players[event.seat].crystals + event.crystals)


def _crystals_paid(state: GameState, event: e.CrystalsPaid) -> GameState:
    return _seat(state, event.seat, crystals=state.players[event.seat].crystals - event.crystals)


def _returned(state: GameState, event: e.Returned) -> GameState:
    player = state.players[event.seat]
    if event.what == "L":
        return _seat(state, event.seat, lira=player.lira - event.number)
    if event.what == "X":
        return _seat(state, event.seat, crystals=player.crystals - event.number)
    markers = list(player.markers)
    markers[MARKER_LETTERS.index(event.what)] -= event.number
    return _seat(state, event.seat, markers=tuple(markers))


# ------------------------------------------------------------------------- tiles and rubies


def _tile_taken(state: GameState, event: e.TileTaken) -> GameState:
    tiles = _plus(state.players[event.seat].tiles, event.tile)
    return _seat(replace(state, display=_less(state.display, event.tile)), event.seat, tiles=tiles)


def _tile_given(state: GameState, event: e.TileGiven) -> GameState:
    """It no longer works, unless an equal one bought this turn can go instead; income it still owed is lost."""
    tiles = _less(state.players[event.seat].tiles, event.tile)
    working = state.working
    if event.seat == state.turn and working.count(event.tile) > tiles.count(event.tile):
        working = _less(working, event.tile)
    owed = tuple(min(pair) for pair in zip(state.income, _income(working), strict=True))
    under = (*state.under, event.tile) if state.options.cards == "app" else state.under
    return _seat(replace(state, working=working, income=owed, under=under), event.seat, tiles=tiles)


def _display_filled(state: GameState, event: e.DisplayFilled) -> GameState:
    """What was put under the stack comes last."""
    under = state.under
    if event.tile != UNTOLD and not unseen_tiles(state):
        under = _less(under, event.tile)
    return replace(state, display=_plus(state.display, event.tile), under=under)


def _ruby_taken(state: GameState, event: e.RubyTaken) -> GameState:
    taken = list(state.taken)
    taken[AREA_INDEX[event.area]] += 1
    player: Player = state.players[event.seat]
    flag = player.mosque_ruby or event.area is Area.MOSQUE
    return _seat(replace(state, taken=tuple(taken)), event.seat, rubies=player.rubies + 1, mosque_ruby=flag)


# ------------------------------------------------------------------------- cards


def _card_revealed(state: GameState, event: e.CardRevealed) -> GameState:
    return replace(state, revealed=_plus(state.revealed, event.card))


def _card_used(state: GameState, event: e.CardUsed) -> GameState:
    return replace(state, discard=tuple(sorted((*state.discard, *state.revealed))), revealed=())


def _deck_reshuffled(state: GameState, event: e.DeckReshuffled) -> GameState:
    return replace(state, discard=())


# ------------------------------------------------------------------------- what the table tells


def _price_told(state: GameState, event: e.PriceTold) -> GameState:
    info = state.copy.areas[AREA_INDEX[event.area]]
    prices = info.prices + (0,) * (event.circle + 1 - len(info.prices))
    told = (*prices[: event.circle], event.price, *prices[event.circle + 1 :])
    return _area(state, event.area, replace(info, prices=told))


def _empty_told(state: GameState, event: e.EmptyTold) -> GameState:
    info = state.copy.areas[AREA_INDEX[event.area]]
    return _area(state, event.area, replace(info, rubies=rubies_taken(state, event.area)))


def _tile_told(state: GameState, event: e.TileTold) -> GameState:
    return replace(state, display=_plus(_less(state.display, UNTOLD), event.tile))


def _card_told(state: GameState, event: e.CardTold) -> GameState:
    return replace(state, revealed=_plus(_less(state.revealed, UNTOLD), event.card))


def _face_learned(state: GameState, event: e.FaceLearned) -> GameState:
    if event.what == "tile":
        faces = (*state.copy.tile_faces, Known(event.face))
        return replace(state, copy=replace(state.copy, tile_faces=faces))
    return replace(state, copy=replace(state.copy, card_faces=(*state.copy.card_faces, Known(event.face))))


EVOLVE: dict[type, Callable[[GameState, Any], GameState]] = {
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.StepDone: _step_done,
    e.StepsAdded: _steps_added,
    e.ActionUsed: _action_used,
    e.IncomeUsed: _income_used,
    e.DiceDue: _dice_due,
    e.DiceThrown: _dice_thrown,
    e.DiceTakenUp: _dice_taken_up,
    e.DiceUsed: _dice_used,
    e.LiraGained: _lira_gained,
    e.LiraPaid: _lira_paid,
    e.MarkersGained: _markers_gained,
    e.MarkersPaid: _markers_paid,
    e.CrystalsGained: _crystals_gained,
    e.CrystalsPaid: _crystals_paid,
    e.Returned: _returned,
    e.TileTaken: _tile_taken,
    e.TileGiven: _tile_given,
    e.DisplayFilled: _display_filled,
    e.DieTaken: _die_taken,
    e.DieReturned: _die_returned,
    e.RubyTaken: _ruby_taken,
    e.CardRevealed: _card_revealed,
    e.CardUsed: _card_used,
    e.CardDeclined: _unchanged,
    e.DeckReshuffled: _deck_reshuffled,
    e.TableAsked: _unchanged,
    e.PriceTold: _price_told,
    e.EmptyTold: _empty_told,
    e.TileTold: _tile_told,
    e.CardTold: _card_told,
    e.FaceLearned: _face_learned,
    e.EndTriggered: _end_triggered,
    e.GameEnded: _game_ended,
    e.ValueSet: _value_set,
}
