"""What nobody can name still changes the picture: who has left and is seen nowhere is where something came."""

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.observation import Sighting
from tests.sync.at_table import LAID, LONG, Table, faintly, stands
from tests.sync.builders import assistant, family, merchant

PLACES = range(1, 17)


def changed(table: Table, *places: int, unnamed: tuple[int, ...] = ()) -> None:
    """From now on the camera says that these places have just changed, and on which of them nobody can say why."""
    number = round(table.at_s * 10) + 1
    for field, where in (("appearance", (*places, *unnamed)), ("unnamed", unnamed)):
        table.told[field] = table.told.get(field, dict.fromkeys(PLACES, 0)) | dict.fromkeys(where, number)


def watched(table: Table) -> None:
    """The camera compares its pictures, and nothing has changed yet."""
    changed(table)
    table.look(LONG)


def red_is_lost(table: Table, *unnamed: int) -> None:
    """Red takes his merchant from the Fountain and puts him where nobody sees him."""
    watched(table)
    changed(table, 7, unnamed=unnamed)
    table.carry(merchant("red"), 7, None)


def test_a_merchant_whom_the_rules_do_not_let_go_there_is_not_taken_to_be_there(
    table: Table, session: GameSession
) -> None:
    legal = set(legal_actions(session.state))
    far = next(place for place in PLACES if act.Move(Place(place)) not in legal)
    red_is_lost(table, far)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def test_a_merchant_in_somebodys_hand_is_waited_for(table: Table, session: GameSession) -> None:
    red_is_lost(table)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def test_a_merchant_whom_a_hand_hides_is_not_taken_to_have_gone_to_another_who_might_hide_him(
    table: Table, session: GameSession
) -> None:
    """An arm that nobody told hides him and throws its shadow on the other one; then he is carried elsewhere."""
    stands(session, ("merchant", "9", 0), ("merchant", "3", 1))
    table.carry(merchant("red"), 7, 9, looks=0)
    table.carry(merchant("blue"), 7, 3, looks=0)
    watched(table)
    changed(table, 9, 3)
    table.carry(merchant("red"), 9, None, looks=8)
    assert session.state.player.merchant == Place.TEA_HOUSE and table.status.question is None
    changed(table, 9, 11)
    table.carry(merchant("red"), None, 11)
    assert session.state.player.merchant == Place.SMALL_MARKET


def test_nobody_is_taken_to_have_gone_while_his_place_looks_as_before(table: Table, session: GameSession) -> None:
    watched(table)
    changed(table, unnamed=(9,))
    table.carry(merchant("red"), 7, None)
    assert session.state.player.merchant == Place.FOUNTAIN


def test_a_faint_ghost_where_nothing_has_changed_is_no_sight(table: Table, session: GameSession) -> None:
    """Blue's family member has left the Police Station and is seen faintly on two places; one of them changed."""
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12, unnamed=(9,))
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12, looks=0)
    table.carry(family("blue"), 12, None, looks=0)
    faintly(table, ((family("blue"), 9), 0.5), ((family("blue"), 3), 0.8))
    table.look(LONG)
    assert session.state.player.family == Place.TEA_HOUSE


def blue_sends_his_family_member(table: Table) -> None:
    """From the Police Station to the Tea House, where he is hardly seen."""
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12)
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12)
    table.carry(family("blue"), 12, None, looks=0)
    faintly(table, ((family("blue"), 9), 0.3))


def test_a_family_member_hardly_seen_where_something_has_changed_was_sent_there(
    table: Table, session: GameSession
) -> None:
    blue_sends_his_family_member(table)
    changed(table, 12, 9)
    table.look(2 * LONG)
    assert session.state.player.family == Place.TEA_HOUSE


def test_one_hardly_seen_at_home_either_was_sent_where_something_has_changed(
    table: Table, session: GameSession
) -> None:
    watched(table)
    changed(table, 7, 4)
    table.red_goes(4)
    table.tap(act.Fill(), act.EndTurn())
    changed(table, 7, 12)
    table.carry(family("blue"), 12, None, looks=0)
    table.carry(merchant("blue"), 7, 12, looks=0)
    table.carry(assistant("blue"), None, 12, looks=0)
    faintly(table, ((family("blue"), 12), 0.2))
    table.look(LONG)
    changed(table, 12, 9)
    faintly(table, ((family("blue"), 9), 0.6))
    table.look(2 * LONG)
    assert session.state.player.family == Place.TEA_HOUSE and table.status.question is None


def test_where_a_hand_was_taken_away_nothing_came(table: Table, session: GameSession) -> None:
    watched(table)
    before = dict(table.told["unnamed"])
    changed(table, unnamed=(9,))
    table.look(LONG)
    changed(table, 7, 9)
    table.told["unnamed"] = before
    table.carry(merchant("red"), 7, None)
    assert session.state.player.merchant == Place.FOUNTAIN  # asked at the most


def test_a_camera_that_was_moved_tells_nothing_of_what_came(table: Table, session: GameSession) -> None:
    red_is_lost(table, *PLACES)
    assert session.state.player.merchant == Place.FOUNTAIN and table.status.question is None


def one_is_out_of_sight(table: Table, session: GameSession) -> None:
    """The eye loses Red's assistant at the Sultan's Palace while it is not Red's turn; nobody counts his stack."""
    table.told = {"sightings": ()}
    stands(session, ("turn", "2"))
    watched(table)
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))


def test_he_lies_there_still_where_nothing_changes(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 4)
    table.red_goes(4)
    assert not session.state.yellow_used and table.status.kind == "in_step"


def test_it_is_asked_where_what_changed_may_be_what_moved_beside_him(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    question = table.status.question
    assert question is not None and not session.state.yellow_used
    assert [one.actions for one in question.hypotheses] == [(act.UseYellowTile(Place.SULTANS_PALACE),)]


def test_one_half_seen_there_and_then_not_at_all_was_fetched_whatever_moved_beside_him(
    table: Table, session: GameSession
) -> None:
    one_is_out_of_sight(table, session)
    faintly(table, ((assistant("red"), 13), -1.9))
    changed(table, 1)
    table.look(LONG)
    del table.told["scores"]
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    assert session.state.yellow_used


def test_one_out_of_sight_was_called_back_with_the_others_though_nothing_changes_where_he_lay(
    table: Table, session: GameSession
) -> None:
    stands(session, ("merchant", "9", 0), ("assistants", "2,4,13", 0))
    for place in (2, 4):
        table.carry(assistant("red"), None, place, looks=0)
    table.carry(merchant("red"), 7, 9)
    one_is_out_of_sight(table, session)
    changed(table, 7, 9, 2, 4)
    for place in (2, 4):
        table.carry(assistant("red"), place, None, looks=0)
    table.carry(merchant("red"), 9, 7)
    table.look(LONG)
    assert session.state.players[0].merchant == Place.FOUNTAIN and table.status.question is not None
    all_three = Place.FABRIC_WAREHOUSE, Place.FRUIT_WAREHOUSE, Place.SULTANS_PALACE
    assert table.status.question.hypotheses[0].actions == (act.Recall(all_three),)


def test_who_has_said_no_is_not_asked_again(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, 7, 6, unnamed=(13,))
    table.red_goes(6)
    assert table.status.question is not None
    table.follower.answer(table.status.question.id, -1)
    table.look(LONG)
    assert (table.status.kind, table.status.question) == ("in_step", None)


def test_a_stack_that_has_not_grown_tells_that_nobody_was_fetched(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    table.told["sightings"] = (Sighting(merchant("red"), 7, 0.99, (0.0, 0.0), 3),)
    table.look(LONG)
    table.told["sightings"] = (Sighting(merchant("red"), 4, 0.99, (0.0, 0.0), 2),)
    changed(table, 7, 4, unnamed=(13,))
    table.red_goes(4)
    assert not session.state.yellow_used


def test_a_camera_that_was_moved_is_no_proof_that_somebody_was_fetched(table: Table, session: GameSession) -> None:
    one_is_out_of_sight(table, session)
    changed(table, unnamed=tuple(PLACES))
    table.red_goes(4)
    assert not session.state.yellow_used  # asked at the most


def test_what_changed_in_the_turn_before_tells_nothing_of_this_one(table: Table, session: GameSession) -> None:
    table.told = {"sightings": ()}
    stands(session, ("turn", "2"))
    watched(table)
    changed(table, unnamed=(13,))
    table.carry(assistant("red"), 13, None)
    stands(session, ("turn", "0"))
    table.look(LONG)
    changed(table, 7, 4)
    table.red_goes(4)
    assert not session.state.yellow_used


def test_where_pictures_are_not_compared_the_card_is_asked_about(table: Table, session: GameSession) -> None:
    stands(session, ("hand", "RETURN", 0))
    one_is_out_of_sight(table, session)
    table.told = {"sightings": ()}
    table.red_goes(4)
    question = table.status.question
    assert question is not None
    assert any(act.PlayReturn(Place.SULTANS_PALACE) in one.actions for one in question.hypotheses)


def test_a_merchant_somebody_is_just_lifting_is_still_known_to_have_stood_there(
    table: Table, session: GameSession
) -> None:
    """He is hardly absent for a moment, and then he is seen nowhere; but the assistant he left is."""
    watched(table)
    changed(table, 7)
    table.carry(merchant("red"), 7, None, looks=0)
    faintly(table, ((merchant("red"), 7), -2.2))
    table.look(LAID)
    changed(table, 7, 4)
    table.carry(assistant("red"), None, 4, looks=0)
    faintly(table)
    table.look(2 * LONG)
    assert session.state.player.merchant == Place.FRUIT_WAREHOUSE


def test_an_assistant_put_down_where_a_lamp_is_mirrored_is_no_more_carried_than_seen(
    table: Table, session: GameSession
) -> None:
    """The eye says of nobody whether he stands there, neither before nor after."""
    watched(table)
    table.told |= {"glare": frozenset({4}), "sightings": ()}
    burnt = tuple(((assistant(color), 4), -2.1) for color in ("red", "green", "blue", "yellow", "white"))
    faintly(table, *burnt)
    table.look(LONG)
    changed(table, 7, 4)
    table.carry(merchant("red"), 7, 4, looks=0)
    faintly(table, *burnt)
    table.look(LONG)
    player = session.state.player
    assert player.merchant == Place.FRUIT_WAREHOUSE and Place.FRUIT_WAREHOUSE not in player.assistants
    table.tap(act.LeaveAssistant())
    table.look(LONG)
    assert table.status.kind == "in_step" and not table.status.carries
