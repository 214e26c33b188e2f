"""The envelope serves any game, and lets a secret out to its own seat only."""

from typing import Any

from companion.errors import GameError
from companion.face import Events, Face, Names, Plain
from companion.game import Say
from companion.session.session import GameSession
from companion.session.view import Person, seat_view
from tests.session.toy import Add, CoinFell, Count, legal_actions

PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"))


def tell(events: Events, seat: int | None, reader: int | None, names: Names, say: Say) -> list[str]:
    who = names[seat or 0]
    return [f"a coin of {who}" if isinstance(event, CoinFell) else f"{who} adds" for event in events]


def refusal(error: GameError, names: Names, say: Say) -> str:
    return say(error.code)


def result(state: Count, names: Names, say: Say) -> Plain | None:
    return {"won": state.seat} if state.total >= state.goal else None


FACE = Face(
    table=lambda state, names, say: {"total": state.total},
    player=lambda state, seat, say: {"cards": 1},
    secrets=lambda state, seat, say: {"hand": [f"secret of {seat}"]},
    turn=lambda state, names, say: {"text": say("add")},
    choices=lambda state, names, say: {"choices": [str(one) for one in legal_actions(state)], "refusals": {}},
    tell=tell,
    dice=lambda events: {"coin": True} if any(isinstance(event, CoinFell) for event in events) else None,
    result=result,
    refusal=refusal,
    tell_hand=lambda seat, cards: Add(1),
    hint=lambda state, rng, names, say: {"do": ["add 1"]},
    correction=lambda changes, reason, despite: Add(1),
)


def seen(session: GameSession, seat: int | None) -> dict[str, Any]:
    return seat_view(session, FACE, PEOPLE, seat, lambda text: text)


def test_a_secret_goes_to_its_seat_only(session: GameSession) -> None:
    assert "secret of 1" in str(seen(session, 1))
    assert "secret" not in str(seen(session, None)) and "secret of 1" not in str(seen(session, 0))


def test_choices_go_to_the_seat_that_acts(session: GameSession) -> None:
    assert seen(session, 0)["choices"] and not seen(session, 1)["choices"] and not seen(session, None)["choices"]


def test_the_log_is_newest_first_and_marks_what_was_taken_back(session: GameSession) -> None:
    session.submit([Add(1)], 0)
    session.undo(keep=0, seat=0)
    log = seen(session, None)["log"]
    assert [row["n"] for row in log] == sorted((row["n"] for row in log), reverse=True)
    assert all(row["undone"] for row in log if row["n"] <= 2)


def test_dice_belong_to_whoever_acted_before_them(session: GameSession) -> None:
    session.submit([Add(1)], 0)
    coin, added = seen(session, None)["log"][:2]
    assert coin["text"] == ["a coin of Anna"] and coin["seat"] == added["seat"] == 0


def test_undo_is_offered_up_to_the_next_barrier_only(session: GameSession) -> None:
    assert seen(session, 0)["undo"] is None
    session.submit([Add(1)], 0)
    assert seen(session, 0)["undo"] is None  # the coin has been seen


def test_the_last_roll_is_shown_with_whose_it_was(session: GameSession) -> None:
    assert seen(session, 0)["dice"] is None
    session.submit([Add(1)], 0)
    assert seen(session, 0)["dice"] == {"n": 2, "seat": 0, "about": "", "coin": True}
