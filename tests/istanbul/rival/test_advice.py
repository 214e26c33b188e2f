"""A rival knows what its seat may know, takes what lies in reach, and says why."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from companion.istanbul import actions as a
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import legal_actions, outcomes, play, seat_to_act
from companion.istanbul.game import start_game
from companion.istanbul.knowledge import known_to
from companion.istanbul.names import Card, Place
from companion.istanbul.notation.lines import format_state
from companion.istanbul.rival import STRENGTHS, Strength, advise, choose
from companion.istanbul.rival.advice import Reason
from companion.istanbul.state import GameState, Step
from companion.session.chance import DigitalChance, KeptChance
from tests.istanbul.builders import put, turn
from tests.istanbul.hidden import redealt
from tests.istanbul.prove import settings

FEW = 200
"""Positions, where it is not told how well the rival plays."""


def decisions(state: GameState, rng: Random, share: float = 0.1) -> Iterator[GameState]:
    """Some positions of a random game in which a seat has a choice."""
    chance = DigitalChance(rng)
    for _ in range(400):
        if state.over:
            return
        if seat_to_act(state) is None:
            state = play(state, chance(outcomes(state)))
            continue
        if rng.random() < share:
            yield state
        state = play(state, rng.choice(list(legal_actions(state))))


def started(number: int, **options: object) -> GameState:
    players, settled = settings(number, Random(number))
    return start_game(new_setup(players, replace(settled, **options), Random(number)))


@pytest.mark.parametrize("cards", ["app", "real"])
@pytest.mark.parametrize("number", range(1, 4))
def test_what_others_hide_changes_no_decision(number: int, cards: str) -> None:
    """Their cards dealt anew, and with real cards what they told the app of them."""
    rng, differing = Random(number), 0
    for state in decisions(started(number, cards=cards), rng):
        swapped = redealt(state, rng, keep=state.turn)
        differing += swapped != state
        for strength in STRENGTHS:
            found = [advise(each, strength, Random(number), FEW) for each in (state, swapped)]
            assert found[0] == found[1], format_state(state)
    assert differing


def test_dice_cards_and_tiles_to_come_change_no_decision() -> None:
    """Games with different secrets: as long as they look the same to a seat, it decides the same in both."""
    compared = 0
    for number in range(6):
        state = started(number, cards="app")
        games = [[state, KeptChance(bytes([number, secret]))] for secret in (1, 2)]
        while not state.over:
            acting = seat_to_act(state)
            if acting is None:
                points = [(game, game[1](outcomes(game[0]), str(compared))) for game in games]
                for game, outcome in points:
                    game[0] = play(game[0], outcome)
            else:
                found = [choose(game[0], "strong", Random(compared), FEW) for game in games]
                assert found[0] == found[1]
                compared += 1
                for game in games:
                    game[0] = play(game[0], found[0])
            state = games[0][0]
            if state.over or games[1][0].over or known_to(state, state.turn) != known_to(games[1][0], state.turn):
                break
    assert compared >= 20


def test_the_same_generator_gives_the_same_decision() -> None:
    for state in decisions(started(3), Random(3), share=0.03):
        for strength in STRENGTHS:
            assert advise(state, strength, Random(5), FEW) == advise(state, strength, Random(5), FEW)


# ------------------------------------------------------------------------- how it plays


def test_it_buys_the_ruby_that_ends_the_game() -> None:
    state = turn("merchant=16 lira=30 rubies=4", step="action")
    advice = advise(state, "strong", Random(1), FEW)
    assert advice.action == a.BuyRuby() and advice.reason.code == "brings_a_ruby"


@pytest.mark.parametrize("last", [False, True], ids=["first in the round", "last in the round"])
def test_it_wins_now_rather_than_later_with_more_lira(last: bool) -> None:
    """Whoever sits last ends the game at once; the others get their turns first."""
    near, far = "merchant=16 lira=90 rubies=5 stack=oo", "rubies=2 merchant=1"
    seats = (far, near) if last else (near, far)
    state = turn(*seats, table=f"turn={int(last)}", players=2, step="assistant")
    assert choose(state, "strong", Random(1), FEW) == a.LeaveAssistant()


@pytest.mark.parametrize("last", [False, True], ids=["first in the round", "last in the round"])
def test_it_wins_now_rather_than_later_with_one_ruby_more(last: bool) -> None:
    """It has the card for two rubies at once, and Lira for one."""
    near, far = (
        "merchant=16 lira=25 rubies=5 goods=RRRGGGYYYBBB capacity=5 stack=ooo hand=DEALER2",
        "rubies=2 merchant=1",
    )
    seats = (far, near) if last else (near, far)
    state = turn(*seats, table=f"turn={int(last)} rubies=1:2,13:6,14:2,15:2,16:9", players=2, step="action")
    assert choose(state, "strong", Random(1), FEW) == a.BuyRuby()


def test_it_leaves_an_assistant_where_the_family_member_can_win() -> None:
    """At a market it would bring more Lira than the ruby is worth before the end."""
    means = "merchant=12 lira=30 rubies=5 goods=RGGYBBBB capacity=5 stack=oo assistants=3,15"
    demand = "rubies=1:2,13:6,14:2,15:2,16:9 large=L5,L1,L2,L3,L4 small=S5,S1,S2,S3,S4"
    state = turn(means, "rubies=2 merchant=1", table=demand, players=2, step="assistant")
    assert choose(state, "strong", Random(1), FEW) == a.LeaveAssistant()


def test_it_walks_to_the_ruby_it_can_pay() -> None:
    state = turn("merchant=10 lira=30 rubies=4 stack=oooo family=2")
    advice = advise(state, "strong", Random(1), FEW)
    assert advice.action == a.Move(Place.GEMSTONE_DEALER)
    assert advice.reasons == (Reason("brings_a_ruby", 1, 1, Place.GEMSTONE_DEALER),)


def test_it_says_what_it_is_heading_for() -> None:
    """Two turns from a ruby: nothing can be bought where the merchant can go now."""
    state = turn("merchant=8 lira=13 rubies=4 stack=oooo", table="rubies=1:3,13:6,14:3,15:3,16:8")
    advice = advise(state, "strong", Random(1), 2_000)
    later = advice.reasons[-1]
    assert later.code == "ruby_later" and later.turns >= 2


def test_in_the_last_round_it_goes_for_rubies_rather_than_for_means() -> None:
    """Others have ended the game: a ruby now outdoes whatever would pay later."""
    state = turn("merchant=10 lira=14 goods=RRYBB stack=o", "rubies=5", table="ending=yes")
    assert choose(state, "strong", Random(1), FEW) == a.Move(Place.GEMSTONE_DEALER)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_real_card_that_may_not_be_in_hand_is_not_played(strength: Strength) -> None:
    """The hand is one card nobody has told: it might be any, so it is none."""
    plays = (a.LongMove, a.Stay, a.PlayGood, a.PlayLira, a.PlayFamilyHome, a.PlayReturn)
    for step in ("move", "assistant", "action"):
        state = turn("merchant=10 lira=5 goods=RG stack=oo assistants=3 family=4 hand=?", step=step, cards="real")
        assert any(isinstance(action, plays) for action in legal_actions(state))
        for seed in range(10):
            assert not isinstance(choose(state, strength, Random(seed), FEW), plays)


def test_a_real_card_must_be_named_where_nothing_else_is_possible() -> None:
    state = put(turn("merchant=6 hand=?,?", step="action", cards="real"), "agenda=encounters,give", None)
    assert state.agenda[-1].step is Step.GIVE_CARD
    action = choose(state, "strong", Random(1), FEW)
    assert isinstance(action, a.DiscardCard) and action.card is not Card.UNKNOWN


def test_who_has_all_rubies_by_a_correction_plays_on() -> None:
    """The end is told at the end of a turn only."""
    state = turn("rubies=9 lira=900 goods=RRRRR stack=oo merchant=7")
    assert isinstance(choose(state, "strong", Random(1), FEW), a.Move)


def test_more_positions_are_looked_at_where_more_are_allowed() -> None:
    state = turn("merchant=10 lira=12 goods=RRB stack=oooo", players=2)
    looked = [advise(state, "strong", Random(1), positions).positions for positions in (500, 2_000, 8_000)]
    assert looked[0] < looked[1] < looked[2] <= 8_000 * 1.5
