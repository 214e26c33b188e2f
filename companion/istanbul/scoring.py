"""Who has won?  The left-over cards, the ranking and its ties (section 10.3-10.4)."""

from typing import NamedTuple

from companion.istanbul import events as e
from companion.istanbul.draft import Draft
from companion.istanbul.names import Card
from companion.istanbul.state import GameState, Player
from companion.istanbul.tables import CARD_LIRA, CATCH_LIRA, FAMILY_HOME_PLACE, GOODS, ONE_GOOD


class Standing(NamedTuple):
    """One line of the ranking; equal players share a rank."""

    rank: int
    seat: int
    rubies: int
    lira: int
    goods: int
    cards: int


def ranking(state: GameState) -> tuple[Standing, ...]:
    """All seats, best first: rubies, then Lira, then goods, then cards left."""
    scores = {seat: _score(player) for seat, player in enumerate(state.players)}
    order = sorted(scores, key=lambda seat: (*(-value for value in scores[seat]), seat))
    ranks = {seat: 1 + sum(other > scores[seat] for other in scores.values()) for seat in order}
    return tuple(Standing(ranks[seat], seat, *scores[seat]) for seat in order)


def winners(state: GameState) -> tuple[int, ...]:
    """The seats of the first rank."""
    return tuple(sorted(line.seat for line in ranking(state) if line.rank == 1))


def _score(player: Player) -> tuple[int, int, int, int]:
    return (player.rubies, player.lira, sum(player.goods), len(player.hand))


def finish_game(draft: Draft) -> None:
    """Every hand gives what it can in seat order, then the winners stand."""
    for seat in range(len(draft.state.players)):
        _use_left_cards(draft, seat)
    draft.add(e.GameEnded(winners(draft.state)))


def _use_left_cards(draft: Draft, seat: int) -> None:
    for _ in range(draft.state.players[seat].hand.count(Card.LIRA5)):
        draft.add(e.LiraGained(seat, CARD_LIRA, "card"))
        draft.play_card(Card.LIRA5, seat)
    _use_left_family(draft, seat)
    for _ in range(draft.state.players[seat].hand.count(Card.GOOD)):
        player = draft.state.players[seat]
        with_room = [good for good, held in zip(GOODS, player.goods, strict=True) if held < player.capacity]
        if with_room:
            draft.add(e.GoodsGained(seat, ONE_GOOD[with_room[0]], "card"))
            draft.play_card(Card.GOOD, seat)


def _use_left_family(draft: Draft, seat: int) -> None:
    player = draft.state.players[seat]
    away = player.family is not FAMILY_HOME_PLACE
    if draft.state.options.endgame_family_card and away and Card.FAMILY_HOME in player.hand:
        draft.add(e.FamilyMoved(seat, FAMILY_HOME_PLACE, "card"))
        draft.add(e.LiraGained(seat, CATCH_LIRA, "family_home"))
        draft.play_card(Card.FAMILY_HOME, seat)
