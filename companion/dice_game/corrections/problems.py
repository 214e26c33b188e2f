"""Does everything still add up?  ``problems(state)`` names every count that is not conserved.

A sound state has none; a correction by the table is refused when it would bring one.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

import msgspec

from companion.dice_game.due import can_be_done
from companion.dice_game.names import Area, TileKind
from companion.dice_game.state import UNTOLD, Code, GameState, Known, Step
from companion.dice_game.supply import (
    count_kind,
    deck_size,
    end_reached,
    in_supply,
    mosque_target,
    rubies_left,
    rubies_taken,
    ruby_target,
    spare_dice,
    stack_size,
    unseen_cards,
    unseen_tiles,
)
from companion.dice_game.tables import (
    ACTIONS,
    AREAS,
    COMMON_DICE,
    DISPLAY,
    FEWEST_PLAYERS,
    INCOME_TILES,
    INCOMES,
    MARKER_LETTERS,
    MOST_DICE,
    MOST_PLAYERS,
)


class Problem(msgspec.Struct, frozen=True):
    """One thing that does not add up: a stable code and the facts; ``seat`` where it is a player's."""

    code: str
    facts: dict[str, object]
    seat: int | None = None


def problems(state: GameState) -> tuple[Problem, ...]:
    """Everything that does not add up, in a fixed order.

    >>> from companion.dice_game.setup import example_game
    >>> problems(example_game())
    ()
    """
    if not FEWEST_PLAYERS <= len(state.players) <= MOST_PLAYERS:
        return (Problem("wrong_number_of_players", {"players": len(state.players)}),)
    if not 0 <= state.turn < len(state.players) or state.round < 1:
        return (Problem("impossible_turn", {"turn": state.turn, "round": state.round}),)
    of_table = chain.from_iterable(find(state) for find in TABLE_CHECKS)
    return (*of_table, *chain.from_iterable(_of_player(state, seat) for seat in range(len(state.players))))


# ------------------------------------------------------------------------- supplies


def _supplies(state: GameState) -> Iterator[Problem]:
    for what in (*MARKER_LETTERS, "X", "L"):
        if in_supply(state, what) < 0:
            yield Problem("more_than_there_are", {"what": what, "missing": -in_supply(state, what)})


def _dice(state: GameState) -> Iterator[Problem]:
    if spare_dice(state) < 0:
        yield Problem("too_many_dice", {"missing": -spare_dice(state)})
    if state.copy.dice > MOST_DICE:
        yield Problem("too_many_dice", {"has": state.copy.dice, "most": MOST_DICE})
    due = sum(pending.number for pending in state.agenda if pending.step is Step.ROLL)
    if not state.over and sum(state.dice) + sum(state.spent) + due != state.thrown:
        yield Problem("dice_do_not_add_up", {"has": sum(state.dice) + sum(state.spent) + due, "should": state.thrown})
    waiting = any(pending.step is Step.THROW for pending in state.agenda)
    if waiting and state.thrown:
        yield Problem("dice_do_not_add_up", {"has": state.thrown, "should": 0})


def _rubies(state: GameState) -> Iterator[Problem]:
    owned = sum(player.rubies for player in state.players)
    if sum(state.taken) != owned:
        yield Problem("rubies_do_not_add_up", {"has": owned, "should": sum(state.taken)})
    for area in AREAS:
        left = rubies_left(state, area)
        if left is not None and left < 0:
            yield Problem("too_many_rubies", {"area": area, "missing": -left})
    if sum(state.taken) > state.copy.rubies:
        yield Problem("too_many_rubies", {"has": sum(state.taken), "most": state.copy.rubies})
    flags = sum(player.mosque_ruby for player in state.players)
    if flags != rubies_taken(state, Area.MOSQUE):
        yield Problem("mosque_rubies", {"has": flags, "should": rubies_taken(state, Area.MOSQUE)})


# ------------------------------------------------------------------------- tiles and cards


def _tiles(state: GameState) -> Iterator[Problem]:
    owned = tuple(tile for player in state.players for tile in player.tiles)
    if UNTOLD in owned:
        yield Problem("unknown_tile", {})
    due = sum(pending.step is Step.SHOW for pending in state.agenda)
    if stack_size(state) < max(due, len(state.under)):
        yield Problem("too_many_tiles", {"stack": stack_size(state)})
    yield from _copies("tile", state.copy.tile_faces, (*state.display, *owned, *state.under))
    if state.options.cards != "app":
        return
    if UNTOLD in state.display:
        yield Problem("unknown_tile", {})
    left = sum(unseen_tiles(state).values()) + len(state.under)
    if left != stack_size(state):
        yield Problem("tiles_do_not_add_up", {"has": left, "should": stack_size(state)})


def _cards(state: GameState) -> Iterator[Problem]:
    if deck_size(state) < 0:
        yield Problem("too_many_cards", {"missing": -deck_size(state)})
    seen = (*state.discard, *state.revealed)
    yield from _copies("card", state.copy.card_faces, seen)
    if state.options.cards != "app":
        return
    if UNTOLD in seen:
        yield Problem("unknown_card", {})
    if sum(unseen_cards(state).values()) != deck_size(state):
        yield Problem("cards_do_not_add_up", {"has": sum(unseen_cards(state).values()), "should": deck_size(state)})


def _copies(what: str, known: tuple[Known, ...], seen: tuple[Code, ...]) -> Iterator[Problem]:
    """No more of a face than the copy holds; every face is written down there."""
    counts, faces = Counter(seen), {one.face: one.copies for one in known}
    for code, number in sorted(counts.items()):
        if code == UNTOLD:
            continue
        if code not in faces:
            yield Problem(f"unlisted_{what}", {what: code})
        elif 0 < faces[code] < number:
            yield Problem(f"too_many_of_a_{what}", {what: code, "has": number, "copies": faces[code]})


# ------------------------------------------------------------------------- the turn


def _turn(state: GameState) -> Iterator[Problem]:
    if bool(state.agenda) == state.over:
        yield Problem("nothing_due", {"agenda": len(state.agenda), "over": state.over})
    if Counter(state.working) - Counter(state.player.tiles):
        yield Problem("working_tiles", {"working": list(state.working)})
    kinds = {income: kind for kind, income in INCOME_TILES.items()}
    for income, left in zip(INCOMES, state.income, strict=True):
        if left > count_kind(state.working, kinds[income]):
            yield Problem("income", {"kind": income, "has": left})


def _agenda(state: GameState) -> Iterator[Problem]:
    if state.agenda and state.agenda[0].step is not Step.ACT:
        yield Problem("impossible_step", {"step": state.agenda[0].step})
    for at, pending in enumerate(state.agenda):
        if not can_be_done(state, pending, state.agenda[:at], state.agenda[at + 1 :]):
            yield Problem("impossible_step", {"step": pending.step})


def _end(state: GameState) -> Iterator[Problem]:
    if (state.ending or state.over) and not end_reached(state):
        yield Problem("end_not_reached", {"needs": ruby_target(state)})
    most = max(player.rubies for player in state.players)
    if most >= ruby_target(state) and not state.ending:
        yield Problem("end_not_announced", {"has": most, "needs": ruby_target(state)})


def _never(state: GameState) -> Iterator[Problem]:
    """Values that no turn leads to.  A tile swapped away leaves the actions and the throw it brought (G10)."""
    due, tiles = {pending.step for pending in state.agenda}, len(state.player.tiles)
    if not 0 <= state.actions <= ACTIONS + tiles:
        yield Problem("actions", {"has": state.actions, "most": ACTIONS + tiles})
    if state.thrown and not COMMON_DICE <= state.thrown <= COMMON_DICE + tiles:
        yield Problem("impossible_throw", {"has": state.thrown, "most": COMMON_DICE + tiles})
    if state.revealed and Step.USE not in due:
        yield Problem("revealed_not_due", {"revealed": list(state.revealed)})
    if any(state.income) and Step.INCOME not in due:
        yield Problem("income_not_due", {"has": state.income})
    shown = sum(pending.step is Step.SHOW for pending in state.agenda)
    gap = len(state.display) + shown < DISPLAY and stack_size(state) > shown
    if gap or len(state.display) > DISPLAY:
        yield Problem("display", {"has": len(state.display), "should": DISPLAY})


# ------------------------------------------------------------------------- one player


def _of_player(state: GameState, seat: int) -> Iterator[Problem]:
    player = state.players[seat]
    if min(player.lira, player.crystals, player.rubies, player.dice, *player.markers) < 0:
        yield Problem("negative", {}, seat)
    if player.dice > count_kind(tuple(tile for tile in player.tiles if tile != UNTOLD), TileKind.DIE):
        yield Problem("die_without_tile", {"dice": player.dice}, seat)
    if player.mosque_ruby and (len(player.tiles) < mosque_target(state) or not player.rubies):
        yield Problem("mosque_ruby_too_early", {"tiles": len(player.tiles), "needs": mosque_target(state)}, seat)


TABLE_CHECKS = (_supplies, _dice, _rubies, _tiles, _cards, _turn, _agenda, _end, _never)
STOPPING = frozenset({
    "wrong_number_of_players",
    "impossible_turn",
    "too_many_dice",
    "dice_do_not_add_up",
    "too_many_rubies",
    "unknown_tile",
    "too_many_tiles",
    "tiles_do_not_add_up",
    "too_many_cards",
    "unknown_card",
    "cards_do_not_add_up",
    "unlisted_tile",
    "unlisted_card",
    "too_many_of_a_tile",
    "too_many_of_a_card",
    "nothing_due",
    "working_tiles",
    "income",
    "impossible_step",
    "negative",
})  # fmt: skip
"""Problems with which the game could not go on."""
