"""What is certain is played and can be taken back; what is not is asked; what does not fit is named."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.errors import GameError, Stale
from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.follower import Follower
from companion.sync.observation import NotSeen
from companion.sync.table import SMUGGLER
from tests.sync.at_table import LAID, LONG, Table, a_session, faintly, stands
from tests.sync.builders import a_look, assistant, family, merchant


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    session = a_session(tmp_path)
    yield session
    session.close()


# ---------------------------------------------------------------- certain


def test_an_untouched_table_is_in_step(table: Table) -> None:
    assert table.status.kind == "in_step"


def test_a_whole_turn_is_played_by_itself(table: Table, session: GameSession) -> None:
    table.red_goes(9, looks=LAID)
    assert session.state.players[0].merchant == Place.TEA_HOUSE
    assert [entry.source for entry in session.log.entries] == ["camera", "camera"]
    assert table.status.kind == "in_step"


def test_the_player_concerned_is_told_what_was_played(table: Table) -> None:
    table.red_goes(9)
    assert table.status.applied is not None
    assert (table.status.applied.seat, table.status.applied.actions) == (
        0,
        (act.Move(Place.TEA_HOUSE), act.LeaveAssistant()),
    )


def test_it_is_shown_before_it_is_played(table: Table, session: GameSession) -> None:
    table.red_goes(9, looks=LAID - 1)
    assert (table.status.kind, session.version) == ("seeing", 0)
    assert table.status.likely is not None
    assert table.status.likely.hypothesis.actions[0] == act.Move(Place.TEA_HOUSE)


def test_half_a_turn_counts_once_nobody_carries_any_more(table: Table, session: GameSession) -> None:
    table.carry(merchant("red"), 7, 9)
    assert session.state.players[0].merchant == Place.TEA_HOUSE
    assert session.state.agenda[-1].step == "assistant"


def test_a_hand_over_the_board_is_waited_for(table: Table, session: GameSession) -> None:
    table.red_goes(9, looks=0)
    table.look(LONG, hand=True)
    assert (table.status.kind, session.version) == ("hand", 0)


def test_a_photo_with_a_tile_hidden_is_not_waited_for_but_asked_about(table: Table, session: GameSession) -> None:
    gone, there = ((merchant("red"), 7),), ((merchant("red"), 9), (assistant("red"), 9))
    look = a_look(session.state, gone, there, hand=True)
    for hidden, kind in ((1, "asking"), (3, "hand")):
        cells = tuple(msgspec.structs.replace(cell, place=None) for cell in look.cells[-hidden:])
        photo = msgspec.structs.replace(look, cells=(*look.cells[:-hidden], *cells))
        table.follower.see(photo, still=True)
        assert (table.status.kind, session.version) == (kind, 0)


def test_a_photo_needs_no_second_look(table: Table, session: GameSession) -> None:
    gone, there = ((merchant("red"), 7),), ((merchant("red"), 9), (assistant("red"), 9))
    table.follower.see(a_look(session.state, gone, there), still=True)
    assert session.state.players[0].merchant == Place.TEA_HOUSE


def test_who_wants_to_be_asked_is_asked(session: GameSession) -> None:
    table = Table(session, ask_first=True)
    table.red_goes(9)
    assert (table.status.kind, session.version) == ("asking", 0)
    assert table.status.question is not None
    table.follower.answer(table.status.question.id, 0)
    assert session.state.players[0].merchant == Place.TEA_HOUSE


def test_a_game_may_become_cautious_while_it_is_played(table: Table, session: GameSession) -> None:
    table.follower.ask_first(True)
    table.red_goes(9)
    assert table.status.kind == "asking"


# ---------------------------------------------------------------- ahead of the phones


def test_what_a_camera_cannot_see_is_waited_for(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9)
    assert session.state.players[1].merchant == Place.FOUNTAIN
    assert table.status.kind == "seeing"
    assert table.status.likely is not None
    assert table.status.likely.ahead


def test_once_it_is_told_the_next_turn_is_played(table: Table, session: GameSession) -> None:
    test_what_a_camera_cannot_see_is_waited_for(table, session)
    table.tap(act.Fill(), act.EndTurn())
    assert session.state.players[0].goods == (2, 0, 0, 0)
    assert session.state.players[1].merchant == Place.TEA_HOUSE


def test_who_meets_nobody_need_not_say_that_the_turn_is_over(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.EndTurn())
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9)
    table.tap(act.Skip())
    assert session.state.turn == 1
    table.carry(merchant("green"), 7, 6, looks=0)
    table.carry(assistant("green"), None, 6, looks=LAID)
    assert session.state.players[2].merchant == Place.CARAVANSARY


def test_a_family_member_sent_home_early_waits_for_the_action_of_the_place(table: Table, session: GameSession) -> None:
    table.red_goes(12)
    table.carry(family("red"), 12, 9)
    table.tap(act.Skip(), act.EndTurn())
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9, looks=0)
    table.carry(family("red"), 9, 12)
    table.tap(act.Skip())
    table.look(LAID)
    assert session.state.players[0].family == Place.POLICE_STATION
    assert session.state.agenda[-1].step == "reward"


def test_a_family_member_nobody_sees_any_more_where_he_must_be_caught_was_caught(
    table: Table, session: GameSession
) -> None:
    stands(session, ("family", "4", 1))
    table.carry(family("blue"), 12, 4)
    table.red_goes(4)
    table.tap(act.Fill())
    table.carry(family("blue"), 4, None)
    assert session.state.agenda[-1].step == "reward"


def test_a_family_member_half_seen_where_he_must_be_caught_is_caught(table: Table, session: GameSession) -> None:
    stands(session, ("family", "4", 1))
    table.carry(family("blue"), 12, None, looks=0)
    table.red_goes(4)
    faintly(table, ((family("blue"), 4), -0.5), ((family("blue"), 12), 0.2))
    table.tap(act.Fill())
    table.look(LONG)
    assert session.state.agenda[-1].step == "reward"


def test_several_family_members_nobody_sees_any_more_where_they_must_be_caught_were_caught(
    table: Table, session: GameSession
) -> None:
    stands(session, ("family", "4", 1), ("family", "4", 2))
    table.carry(family("blue"), 12, 4, looks=0)
    table.carry(family("green"), 12, 4)
    table.red_goes(4)
    table.tap(act.Fill())
    table.carry(family("blue"), 4, None, looks=0)
    table.carry(family("green"), 4, None)
    assert session.state.agenda[-1].step == "reward"


# ---------------------------------------------------------------- behind the phones


def test_what_was_tapped_first_is_to_be_carried(table: Table, session: GameSession) -> None:
    table.tap(act.Move(Place.TEA_HOUSE), act.LeaveAssistant())
    assert table.status.kind == "carry"
    assert {(carry.thing, carry.start, carry.to) for carry in table.status.carries} == {
        (merchant("red"), 7, 9),
        (assistant("red"), None, 9),
    }
    table.red_goes(9, looks=LAID)
    assert (table.status.kind, table.status.carries) == ("in_step", ())


def test_the_governor_is_to_be_carried_where_the_dice_said(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.UseGovernor(), act.PayFee())
    (carry,) = table.status.carries
    assert (carry.thing.kind, carry.start, carry.to) == ("governor", 2, int(session.state.governor))
    table.carry(carry.thing, 2, carry.to, looks=LAID)
    assert table.status.kind == "in_step"


def test_people_are_reminded_of_the_governor(table: Table) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.UseGovernor(), act.PayFee())
    table.look(100)
    assert not table.status.late
    table.look(150)
    assert table.status.late


def test_the_governor_on_a_wrong_place_is_named(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.UseGovernor(), act.PayFee())
    (carry,) = table.status.carries
    wrong = 16
    table.carry(carry.thing, 2, wrong)
    assert table.status.kind == "lost"
    assert {(misfit.place, misfit.seen) for misfit in table.status.misfits} == {(wrong, True), (carry.to, False)}


def test_a_governor_left_behind_does_not_stop_the_game(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    table.tap(act.Fill(), act.UseGovernor(), act.PayFee(), act.EndTurn())
    table.carry(merchant("blue"), 7, 9, looks=0)
    table.carry(assistant("blue"), None, 9, looks=LAID)
    assert session.state.players[1].merchant == Place.TEA_HOUSE
    assert len(table.status.carries) == 1


# ---------------------------------------------------------------- taking back


def test_what_was_played_by_itself_is_taken_back_with_one_tap(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.follower.take_back(session.version)
    assert session.state.players[0].merchant == Place.FOUNTAIN
    assert session.log.entries[-1].kind == "undo"


def test_what_was_taken_back_is_not_played_again(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.follower.take_back(session.version)
    table.look(LONG)
    assert session.state.players[0].merchant == Place.FOUNTAIN
    assert table.status.kind == "carry"


def test_looked_at_again_it_is_asked(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.follower.take_back(session.version)
    table.follower.settle("look")
    table.look(LONG)
    assert table.status.kind == "asking"


def test_another_move_after_taking_back_is_played(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.follower.take_back(session.version)
    table.carry(merchant("red"), 9, 2, looks=0)
    table.carry(assistant("red"), 9, 2, looks=LAID)
    assert session.state.players[0].merchant == Place.FABRIC_WAREHOUSE


def test_after_a_restart_what_was_taken_back_is_asked(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.follower.take_back(session.version)
    fresh = Follower(session, lambda: None)
    for at in range(LONG):
        look = a_look(session.state, tuple(table.gone), tuple(table.there), at_s=at / 10)
        fresh.see(look)
    assert fresh.status.kind == "asking"
    fresh.close()


def test_nothing_is_taken_back_once_the_game_went_on(table: Table, session: GameSession) -> None:
    table.red_goes(2)
    version = session.version
    table.tap(act.Fill())
    with pytest.raises(GameError):
        table.follower.take_back(version)


def test_a_move_taken_back_by_hand_is_taken_back(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.carry(merchant("red"), 9, 7, looks=0)
    table.carry(assistant("red"), 9, None)
    assert session.state.players[0].merchant == Place.FOUNTAIN
    assert (table.status.kind, session.log.entries[-1].source) == ("in_step", "camera")


def test_another_move_instead_is_played_instead(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.carry(merchant("red"), 9, 2, looks=0)
    table.carry(assistant("red"), 9, 2)
    assert session.state.players[0].merchant == Place.FABRIC_WAREHOUSE
    assert session.state.players[0].assistants == (Place.FABRIC_WAREHOUSE,)


def red_has_nothing_to_do(table: Table) -> None:
    """Without Lira and cards, Red's turn is over as soon as he has arrived at the Small Mosque."""
    table.tap(act.Override((act.Change("hand", "-", 0), act.Change("lira", "0", 0)), "for this test", True))


def test_a_turn_the_camera_alone_had_played_is_taken_back_though_it_was_over(
    table: Table, session: GameSession
) -> None:
    red_has_nothing_to_do(table)
    table.red_goes(14)
    assert session.state.turn == 1
    table.carry(merchant("red"), 14, 7, looks=0)
    table.carry(assistant("red"), 14, None)
    assert (session.state.turn, session.state.players[0].merchant) == (0, Place.FOUNTAIN)
    assert (table.status.kind, session.log.entries[-1].source) == ("in_step", "camera")


def test_a_merchant_alone_put_back_though_his_turn_was_over_is_asked_about(table: Table, session: GameSession) -> None:
    """Somebody else may have moved him against the rules, and just there."""
    red_has_nothing_to_do(table)
    stands(session, ("stack", "-", 0))
    table.carry(merchant("red"), 7, 14)
    assert session.state.turn == 1
    table.carry(merchant("red"), 14, 7)
    assert (session.state.turn, table.status.kind) == (1, "asking")


def test_what_lies_no_better_as_it_was_is_not_taken_back(table: Table, session: GameSession) -> None:
    """Had Red not collected his mail, he might as well have used the tile: but nothing lies as it did before."""
    stands(session, ("merchant", "4", 0), ("assistants", "13", 0), ("hand", "POST2", 0), ("lira", "9", 0))
    stands(session, ("tiles", "Y", 0))
    table.carry(merchant("red"), 7, 4)
    table.carry(assistant("red"), None, 13)
    table.carry(merchant("red"), 4, 5, looks=0)
    table.carry(assistant("red"), None, 5)
    table.tap(act.CollectMail())
    table.carry(assistant("red"), 13, None)
    assert session.state.players[0].assistants == (Place.POST_OFFICE,)
    assert table.status.applied is not None and (table.status.applied.share or 0.0) > 0.999


def test_what_people_put_back_into_the_game_is_not_taken_back_again(table: Table, session: GameSession) -> None:
    test_a_turn_the_camera_alone_had_played_is_taken_back_though_it_was_over(table, session)
    session.redo(0)
    table.look(LONG)
    assert session.state.players[0].merchant == Place.SMALL_MOSQUE
    assert table.status.kind == "carry"


def test_a_turn_that_is_over_is_not_taken_back_while_its_merchant_is_hard_to_see(
    table: Table, session: GameSession
) -> None:
    red_has_nothing_to_do(table)
    table.red_goes(14)
    table.carry(merchant("red"), 14, None, looks=0)
    table.carry(assistant("red"), 14, None)
    assert session.state.players[0].merchant == Place.SMALL_MOSQUE


def test_who_goes_on_from_the_fountain_has_not_changed_his_mind_while_nobody_lies_where_he_lay(
    table: Table, session: GameSession
) -> None:
    """Had Red gone somewhere else instead, the assistant he called back would lie on the board again."""
    red_has_nothing_to_do(table)
    stands(session, ("merchant", "4", 0), ("assistants", "13", 0))
    table.carry(assistant("red"), None, 13, looks=0)
    table.carry(merchant("red"), 7, 4)
    table.carry(merchant("red"), 4, 7, looks=0)
    table.carry(assistant("red"), 13, None)
    assert (session.state.turn, session.state.players[0].assistants) == (1, ())
    table.carry(merchant("red"), 7, 6)
    assert (table.status.kind, table.status.question) == ("lost", None)
    assert table.status.broken is not None


def test_a_move_is_taken_back_though_the_merchant_hides_the_smuggler_again(table: Table, session: GameSession) -> None:
    """Red comes back to the Fountain, where the Smuggler was out of sight until he left."""
    stands(session, ("smuggler", "7"))
    table.carry(SMUGGLER, 3, None, looks=LONG)
    table.red_goes(9)
    assert session.state.players[0].merchant == Place.TEA_HOUSE
    table.carry(SMUGGLER, None, 7)
    table.carry(SMUGGLER, 7, None, looks=0)
    table.carry(merchant("red"), 9, 7, looks=0)
    table.carry(assistant("red"), 9, None)
    assert session.state.players[0].merchant == Place.FOUNTAIN


def test_dice_are_never_taken_back(table: Table, session: GameSession) -> None:
    table.red_goes(9)
    table.tap(act.Announce(7))
    table.carry(merchant("red"), 9, 7, looks=0)
    table.carry(assistant("red"), 9, None)
    assert table.status.kind == "lost"


# ---------------------------------------------------------------- asked


def test_a_card_that_may_explain_it_in_two_ways_is_asked(table: Table, session: GameSession) -> None:
    table.tap(act.Override((act.Change("hand", "FAMILY_HOME", 0),), "for this test", True))
    table.tap(act.Override((act.Change("family", "9", 0),), "for this test", True))
    table.carry(family("red"), 12, 9)
    table.carry(family("red"), 9, 12)
    assert table.status.question is not None
    rewards = {one.actions[0].reward for one in table.status.question.hypotheses}  # type: ignore[union-attr]
    assert rewards == {"lira", "card"}


def test_a_question_about_an_older_game_is_refused(session: GameSession) -> None:
    table = Table(session, ask_first=True)
    table.red_goes(9)
    question = table.status.question
    assert question is not None
    session.submit([act.Move(Place.SPICE_WAREHOUSE)], seat=0)
    with pytest.raises((GameError, Stale)):
        table.follower.answer(question.id, 0)
    assert session.state.players[0].merchant == Place.SPICE_WAREHOUSE


def test_none_of_these_shows_the_difference_instead(session: GameSession) -> None:
    table = Table(session, ask_first=True)
    table.red_goes(9)
    assert table.status.question is not None
    table.follower.answer(table.status.question.id, -1)
    assert table.status.kind == "lost"
    assert {(misfit.thing, misfit.place) for misfit in table.status.misfits} == {
        (merchant("red"), 7),
        (merchant("red"), 9),
        (assistant("red"), 9),
    }


# ---------------------------------------------------------------- hard to see


def test_one_token_out_of_sight_is_named_but_gives_no_alarm_while_the_rules_are_content(table: Table) -> None:
    table.red_goes(9)
    table.carry(family("green"), 12, None)
    for _ in range(2):
        assert (table.status.kind, [one.thing for one in table.status.misfits]) == ("in_step", [family("green")])
        table.look(200)
    table.carry(family("green"), None, 12)
    assert (table.status.kind, table.status.misfits) == ("in_step", ())


def test_an_arm_that_hides_some_tokens_gives_no_alarm(table: Table, session: GameSession) -> None:
    hidden = [(merchant("green"), 7), (family("green"), 12), (family("blue"), 12)]
    for thing, place in hidden:
        table.carry(thing, place, None)
    assert (table.status.kind, len(table.status.misfits)) == ("in_step", 3)
    for thing, place in hidden:
        table.carry(thing, None, place)
    assert (table.status.kind, table.status.misfits, session.version) == ("in_step", (), 0)


def test_a_token_out_of_sight_does_not_hide_the_next_turn(table: Table, session: GameSession) -> None:
    table.carry(family("green"), 12, None, looks=0)
    table.red_goes(9)
    assert session.state.players[0].assistants == (Place.TEA_HOUSE,)


def test_a_merchant_out_of_sight_is_known_by_the_assistant_he_left(table: Table, session: GameSession) -> None:
    table.carry(merchant("red"), 7, None, looks=0)
    table.carry(assistant("red"), None, 9)
    assert session.state.players[0].merchant == Place.TEA_HOUSE


def test_what_is_done_after_it_tells_of_an_assistant_nobody_sees(table: Table, session: GameSession) -> None:
    table.told = {"sightings": ()}
    table.carry(merchant("red"), 7, 12, looks=0)
    table.carry(family("red"), 12, 9)
    assert session.state.players[0].assistants == (Place.POLICE_STATION,)
    assert session.state.players[0].family == Place.TEA_HOUSE


# ---------------------------------------------------------------- does not fit


def test_a_riddle_is_told_only_once_nobody_carries_any_more(table: Table) -> None:
    table.carry(merchant("red"), 7, 16, looks=20)
    kinds = [table.status.kind]
    table.look(LONG)
    assert [*kinds, table.status.kind] == ["seeing", "lost"]


def test_the_table_is_right_sets_the_wood_and_only_the_wood(table: Table, session: GameSession) -> None:
    before = session.state.players[1]
    table.carry(merchant("blue"), 7, 16, looks=0)
    table.carry(assistant("blue"), None, 16)
    table.follower.settle("table")
    after = session.state.players[1]
    assert (after.merchant, after.assistants, after.stack) == (16, (16,), "ooo")
    assert (after.lira, after.goods, after.hand) == (before.lira, before.goods, before.hand)
    assert table.status.kind == "in_step"


def test_the_app_is_right_waits_until_the_table_is_put_right(table: Table, session: GameSession) -> None:
    table.carry(merchant("red"), 7, 16)
    table.follower.settle("app")
    assert [(one.start, one.to) for one in table.status.carries] == [(16, 7)]
    table.carry(merchant("red"), 16, 7)
    assert table.status.kind == "in_step"
    table.red_goes(9)
    assert session.state.players[0].merchant == Place.TEA_HOUSE


def test_a_table_said_to_be_wrong_is_never_judged_by_what_was_agreed_before(
    table: Table, session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was agreed before may have lain at the very address of what is agreed now."""
    monkeypatch.setattr("companion.sync.follower.id", lambda _: 0, raising=False)
    table.carry(merchant("red"), 7, 16)
    table.follower.settle("app")
    assert [(one.start, one.to) for one in table.status.carries] == [(16, 7)]


def test_a_tile_laid_elsewhere_is_named(table: Table, session: GameSession) -> None:
    cells = a_look(session.state).cells
    swapped = (cells[1], cells[0], *cells[2:])
    for at in range(3):
        look = msgspec.structs.replace(a_look(session.state, at_s=100.0 + at), cells=swapped)
        table.follower.see(look)
    assert [swap.cell for swap in table.status.tiles] == [0, 1]


def test_a_picture_without_the_board_says_why(table: Table) -> None:
    table.follower.see(NotSeen(1, 0.0, "test", "too_dark"))
    assert (table.status.kind, table.status.reason) == ("not_seen", "too_dark")


def test_a_camera_that_sees_the_board_again_goes_on_by_itself(table: Table, session: GameSession) -> None:
    table.red_goes(9, looks=0)
    for _ in range(5):
        table.follower.see(NotSeen(1, 0.0, "test", "no_board"))
    table.look(LAID)
    assert session.state.players[0].merchant == Place.TEA_HOUSE


def test_a_merchant_nobody_sees_at_the_set_up_is_not_asked_about(session: GameSession) -> None:
    """A tile that cannot be read may hide him as well where the game has him not."""
    begun = session.state
    looks = (a_look(begun, gone=((merchant("red"), 7),), covered=(7, 4), at_s=at / 10) for at in range(LONG))
    follower = Follower(session, changed=lambda: None)
    for look in looks:
        follower.see(look)
    assert (follower.status.kind, follower.status.question) == ("in_step", None)
    follower.close()


# ---------------------------------------------------------------- refused


def refusing(session: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise Stale("stale", version=0, current=1)

    monkeypatch.setattr(session, "submit", refuse)


def test_a_correction_that_the_game_refuses_changes_nothing(
    session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(session)
    table.carry(merchant("blue"), 7, 9)
    table.follower.settle("app")
    before = dict(vars(table.follower))
    with pytest.raises(Stale):
        refusing(session, monkeypatch)
        table.follower.settle("table")
    assert vars(table.follower) == before
