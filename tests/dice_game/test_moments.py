"""Moments of the dice game: every outcome has one, in few words."""

import pytest

from companion.dice_game import events as e
from companion.dice_game.names import Area
from companion.dice_game.view.moments import moments

NAMES = ("Anna", "Ben", "Cleo")
THROWN = e.DiceThrown(0, (2, 0, 0, 0, 1, 2))


def told(*events: object, before: tuple[object, ...] = ()) -> list[dict[str, object]]:
    return moments(events, before, 0, 0, NAMES, str)


def test_a_throw_shows_its_faces() -> None:
    [moment] = told(THROWN)
    assert (moment["kind"], moment["faces"]) == ("faces", "RRLKK")
    assert str(moment["words"]).startswith("rolls 2 ") and "about" not in moment


def test_a_throw_after_dice_were_taken_up_is_one_again() -> None:
    [moment] = told(THROWN, before=(THROWN, e.DiceTakenUp(0, (1, 0, 0, 0, 0, 0))))
    assert moment["about"] == "thrown again"
    [next_turn] = told(THROWN, before=(e.DiceTakenUp(1, (1, 0, 0, 0, 0, 0)), THROWN))
    assert "about" not in next_turn


def test_what_came_together_is_one_moment_for_each_who_got_it() -> None:
    mine, bens = told(
        e.MarkersGained(0, (1, 0, 0, 0, 1), "card"), e.LiraGained(0, 3, "card"), e.CrystalsGained(1, 2, "card")
    )
    assert (mine["seat"], mine["signs"], mine["lira"]) == (0, "RJ", 3)
    assert (bens["seat"], bens["signs"], bens["lira"]) == (1, "XX", 0)


def test_nothing_that_came_is_no_moment() -> None:
    assert told(e.MarkersGained(0, (0, 0, 0, 0, 0), "card", lost=1)) == []


def test_cards_of_one_entry_turn_over_together() -> None:
    [moment] = told(e.CardRevealed(0, "F1:R>4;R>3"), e.CardRevealed(0, "F2:J;R"))
    assert moment["kind"] == "bazaar" and len(moment["cards"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        (e.TileTaken(0, "lira:RRR"), "boon"),
        (e.RubyTaken(0, Area.RED), "ruby"),
        (e.EndTriggered(0), "last"),
        (e.GameEnded((0, 2)), "winner"),
    ],
)
def test_every_outcome_has_its_kind(event: object, kind: str) -> None:
    assert [one["kind"] for one in told(event)] == [kind]


def test_the_ruby_comes_before_the_last_round() -> None:
    assert [one["kind"] for one in told(e.EndTriggered(0), e.RubyTaken(0, Area.RED))] == ["ruby", "last"]
