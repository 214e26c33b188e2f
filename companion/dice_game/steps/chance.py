"""What may dice, cards and tiles bring, with which odds, and what follows?

Dice have odds always, cards and tiles where the app deals them.  What lies on the table has none: people say it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import factorial, prod
from typing import NamedTuple

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import parse_card
from companion.dice_game.draft import Draft
from companion.dice_game.state import UNTOLD, Code, Faces, GameState, Pending, Step
from companion.dice_game.steps.rules import Rule, never_settled
from companion.dice_game.supply import deck_size, unseen_cards, unseen_tiles
from companion.dice_game.tables import FACE_LETTERS
from companion.errors import BadNotation, RuleViolation

Odds = Mapping[a.Action, float]


class Chance(NamedTuple):
    """One step of chance: the action that settles it, the odds, its rule, and what happens without asking."""

    kind: type
    odds: Callable[[GameState, Pending], Odds]
    rule: Rule
    settle: Callable[[Draft, Pending], bool] = never_settled


# ------------------------------------------------------------------------- dice


@lru_cache(maxsize=16)
def throws(number: int) -> Odds:
    """Every throw of so many dice, by how many show which face.

    >>> len(throws(5)), throws(1)[a.Rolled((1, 0, 0, 0, 0, 0))] == 1 / 6
    (252, True)
    """
    ways = factorial(number) / len(FACE_LETTERS) ** number
    return {a.Rolled(faces): ways / prod(factorial(count) for count in faces) for faces in _splits(number)}


def _splits(number: int) -> Iterator[Faces]:
    for r in range(number + 1):
        for y in range(number - r + 1):
            for g in range(number - r - y + 1):
                for b in range(number - r - y - g + 1):
                    for coins in range(number - r - y - g - b + 1):
                        yield (r, y, g, b, coins, number - r - y - g - b - coins)


def _refuse_roll(state: GameState, pending: Pending, action: a.Rolled) -> RuleViolation | None:
    if min(action.dice) >= 0 and sum(action.dice) == pending.number:
        return None
    return RuleViolation("bad_dice", dice=action.dice, number=pending.number)


def _roll(draft: Draft, pending: Pending, action: a.Rolled) -> None:
    draft.done()
    draft.add(e.DiceThrown(draft.seat, action.dice))


# ------------------------------------------------------------------------- cards


def _card_odds(state: GameState, pending: Pending) -> Odds:
    return {a.Revealed(card): share for card, share in _shares(state, unseen_cards(state)).items()}


def _shares(state: GameState, left: Mapping[Code, int]) -> dict[Code, float]:
    """Nothing is known of the odds of what lies on the table."""
    total = sum(left.values())
    return {code: number / total for code, number in left.items()} if state.options.cards == "app" else {}


def _refuse_card(state: GameState, pending: Pending, action: a.Revealed) -> RuleViolation | None:
    if state.options.cards == "app":
        possible = unseen_cards(state)
        return None if action.card in possible else RuleViolation("card_not_unseen", card=action.card)
    if action.card != UNTOLD:
        return refuse_card_face(state, action.card)
    last = len(state.agenda) < 2 or state.agenda[-2].step is not Step.REVEAL
    if last and not set(state.revealed) - {UNTOLD}:
        return RuleViolation("card_must_be_told")
    return None


def refuse_card_face(state: GameState, card: Code) -> RuleViolation | None:
    """Is it a card at all, and are not all of its copies seen already?"""
    try:
        parse_card(card)
    except BadNotation as error:
        return RuleViolation(error.code, **error.facts)
    copies = next((known.copies for known in state.copy.card_faces if known.face == card), 0)
    if copies and (*state.discard, *state.revealed).count(card) >= copies:
        return RuleViolation("card_not_unseen", card=card, copies=copies)
    return None


def _reveal(draft: Draft, pending: Pending, action: a.Revealed) -> None:
    learn_card(draft, action.card)
    draft.add(e.CardRevealed(draft.seat, action.card))
    draft.done()


def learn_card(draft: Draft, card: Code) -> None:
    """A card seen for the first time is remembered."""
    if card != UNTOLD and all(known.face != card for known in draft.state.copy.card_faces):
        draft.add(e.FaceLearned("card", card))


def _settle_reveal(draft: Draft, pending: Pending) -> bool:
    """The discard pile becomes a new deck as soon as a card is wanted; without any card nothing is revealed."""
    state = draft.state
    if deck_size(state) > 0:
        return False
    if state.discard:
        draft.add(e.DeckReshuffled(len(state.discard)))
        return False
    draft.done()
    return True


# ------------------------------------------------------------------------- tiles


def _possible_tiles(state: GameState) -> dict[Code, int]:
    """The stack, and only then what was put under it."""
    return unseen_tiles(state) or dict.fromkeys(state.under[:1], 1)


def _tile_odds(state: GameState, pending: Pending) -> Odds:
    return {a.TileShown(tile): share for tile, share in _shares(state, _possible_tiles(state)).items()}


def _refuse_tile(state: GameState, pending: Pending, action: a.TileShown) -> RuleViolation | None:
    possible = _possible_tiles(state)
    return None if action.tile in possible else RuleViolation("tile_not_unseen", tile=action.tile)


def _show_tile(draft: Draft, pending: Pending, action: a.TileShown) -> None:
    draft.add(e.DisplayFilled(action.tile))
    draft.done()


CHANCES = {
    Step.ROLL: Chance(a.Rolled, lambda state, pending: throws(pending.number), Rule(_refuse_roll, _roll)),
    Step.REVEAL: Chance(a.Revealed, _card_odds, Rule(_refuse_card, _reveal), _settle_reveal),
    Step.SHOW: Chance(a.TileShown, _tile_odds, Rule(_refuse_tile, _show_tile)),
}
