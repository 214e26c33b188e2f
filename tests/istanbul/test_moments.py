"""Moments: every outcome has one, in few words, and none tells a hidden card."""

import pytest

from companion.istanbul import events as e
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import Pending, Step, Why
from companion.istanbul.view.moments import moments

NAMES = ("Anna", "Ben", "Cleo")
TEA = e.StepDone((Pending(Step.ROLL, why=Why.PLACE, number=7),))
MARKET = e.StepDone((Pending(Step.ROLL, why=Why.PLACE),))
RED = e.StepDone((Pending(Step.RED_TILE, number=7, dice=(1, 3)),))


def told(*events: object, before: tuple[object, ...] = (), reader: int | None = 0) -> list[dict[str, object]]:
    return moments(events, before, 0, reader, NAMES, str)


THROWS = (
    (e.DiceRolled(4, 6, Why.PLACE), e.LiraGained(0, 7, "tea_house"), TEA, "Tea House", "4 + 6 = 10 ≥ 7: +7 Lira"),
    (e.DiceRolled(1, 2, Why.PLACE), e.LiraGained(0, 2, "tea_consolation"), TEA, "Tea House", "1 + 2 = 3 < 7: +2 Lira"),
    (e.DiceRolled(1, 2, Why.PLACE), e.StepDone(), MARKET, "Black Market", "1 + 2 = 3"),
    (e.DieTurned(0, 1), e.LiraGained(0, 7, "tea_house"), RED, "Tea House", "4 + 3 = 7 ≥ 7: +7 Lira"),
    (e.DiceRolled(2, 5, Why.GOVERNOR), e.GovernorMoved(Place.FOUNTAIN), TEA, "Governor",
     "2 + 5 = 7: the Governor goes to the Fountain"),
)  # fmt: skip


@pytest.mark.parametrize(("throw", "then", "due", "about", "words"), THROWS)
def test_dice_add_up_in_words(throw: object, then: object, due: object, about: str, words: str) -> None:
    governor = isinstance(throw, e.DiceRolled) and throw.why is Why.GOVERNOR
    before = (e.StepDone((Pending(Step.ROLL, why=Why.GOVERNOR),)),) if governor else (due,)
    [moment] = told(throw, then, before=before)
    assert (moment["kind"], moment["about"], moment["words"]) == ("dice", about, words)


def test_what_came_is_counted_for_the_wheelbarrow() -> None:
    [moment] = told(e.GoodsGained(0, (1, 0, 1, 0), "mail"), e.LiraGained(0, 2, "mail"))
    assert moment["lira"] == 2 and moment["goods"] == {"R": 1, "Y": 1}


def test_a_card_drawn_is_seen_by_its_owner_alone() -> None:
    drawn = e.CardDrawn(0, Card.STAY)
    assert told(drawn, reader=0)[0]["card"] == "STAY"
    for reader in (1, 2, None):
        assert told(drawn, reader=reader) == told(e.CardDrawn(0, Card.GOOD), reader=reader)


def test_first_what_happens_then_what_it_brings() -> None:
    play = (e.LiraGained(0, 5, "card"), e.CardPlayed(0, Card.LIRA5))
    assert [one["kind"] for one in told(*play)] == ["card", "gain"]


OUTCOMES = (
    (e.RubyTaken(0, Place.GEMSTONE_DEALER), "ruby"),
    (e.TileTaken(0, Good.FABRIC), "tile"),
    (e.GovernorMet(0), "governor"),
    (e.SmugglerMet(0), "smuggler"),
    (e.FamilyMoved(1, Place.POLICE_STATION, "caught"), "walk"),
    (e.TollPaid(0, 1, 2), "toll"),
    (e.ExtensionBought(0), "extension"),
    (e.EndTriggered(0), "last"),
    (e.GameEnded((1,)), "winner"),
    (e.CardTaken(0, Card.STAY), "card"),
    (e.GoodsGained(0, (0, 0, 0, 0), "warehouse", (2, 0, 0, 0)), "gain"),
)


@pytest.mark.parametrize(("event", "kind"), OUTCOMES, ids=[type(event).__name__ for event, _ in OUTCOMES])
def test_every_outcome_has_its_moment_in_words(event: object, kind: str) -> None:
    [moment] = told(event)
    assert moment["kind"] == kind and moment["words"]


def test_words_for_book_keeping_are_not_needed() -> None:
    assert told(e.StepDone(), e.TurnStarted(0, 1), e.MailMoved(2)) == []
