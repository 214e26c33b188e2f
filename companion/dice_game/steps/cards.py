"""Bazaar cards: reveal some, use one, discard all (1.5, 1.9)."""

from collections.abc import Iterator

from companion.dice_game import actions as a
from companion.dice_game import events as e
from companion.dice_game.copy.faces import parse_card
from companion.dice_game.draft import Draft
from companion.dice_game.state import UNTOLD, Code, GameState, Pending, Step
from companion.dice_game.steps.rules import Rule, StepRules
from companion.dice_game.supply import deck_size
from companion.dice_game.tables import CARD_FACE
from companion.errors import RuleViolation


def _most_cards(state: GameState) -> int:
    """As many as there are card dice and cards."""
    return min(state.dice[CARD_FACE], deck_size(state) + len(state.discard))


def legal_cards(state: GameState, pending: Pending) -> Iterator[a.Action]:
    """One card for each card die spent."""
    for number in range(1, _most_cards(state) + 1):
        yield a.Cards(number)


def _refuse_cards(state: GameState, pending: Pending, action: a.Cards) -> RuleViolation | None:
    most = _most_cards(state)
    if 1 <= action.number <= most:
        return None
    return RuleViolation("not_enough_card_dice", asked=action.number, most=most)


def _cards(draft: Draft, pending: Pending, action: a.Cards) -> None:
    draft.add(e.ActionUsed(draft.seat, "cards"))
    draft.use_dice((0, 0, 0, 0, 0, action.number))
    draft.due(Pending(Step.USE, number=action.number), *[Pending(Step.REVEAL)] * action.number)


CARDS_RULES: dict[type, Rule] = {a.Cards: Rule(_refuse_cards, _cards)}

# ------------------------------------------------------------------------- which one is used


def _legal_use(state: GameState, pending: Pending) -> Iterator[a.Action]:
    for card in sorted(set(state.revealed) - {UNTOLD}):
        yield a.UseCard(card)


def _refuse_use(state: GameState, pending: Pending, action: a.UseCard) -> RuleViolation | None:
    if action.card in state.revealed and action.card != UNTOLD:
        return None
    return RuleViolation("card_not_revealed", card=action.card, possible=list(state.revealed))


def _use(draft: Draft, pending: Pending, action: a.UseCard) -> None:
    """First the player on turn, then the others clockwise (1.9)."""
    draft.add(e.CardUsed(draft.seat, action.card))
    draft.done(*_halves(draft.state, action.card, pending.number))


def _halves(state: GameState, card: Code, number: int) -> list[Pending]:
    own = Pending(Step.CARD, number=number, card=card)
    if parse_card(card).others is None:
        return [own]
    seats = len(state.players)
    clockwise = [(state.turn + step) % seats for step in range(1, seats)]
    return [*(Pending(Step.CARD, seat, card=card) for seat in reversed(clockwise)), own]


def _settle_use(draft: Draft, pending: Pending) -> bool:
    """Nothing was revealed, or all cards are the same."""
    revealed = set(draft.state.revealed)
    if not revealed:
        draft.done()
        return True
    if len(revealed) > 1 or UNTOLD in revealed:
        return False
    _use(draft, pending, a.UseCard(*revealed))
    return True


USE = StepRules(legal=_legal_use, rules={a.UseCard: Rule(_refuse_use, _use)}, settle=_settle_use)
