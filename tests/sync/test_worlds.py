"""Small worlds: what is seen and when, and what is played, asked or waited for.

Red is to move from the Fountain (7), holds the yellow tile and has an assistant at the Sultan's Palace (13); the
Governor stands at the Fabric Warehouse (2), the Smuggler at the Spice Warehouse (3).  Nobody counts the stacks.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions
from companion.istanbul.names import Card, Place
from companion.istanbul.view.vocabulary import PLACES
from companion.session.session import GameSession
from companion.sync.episodes import Seen
from companion.sync.follower import Follower
from companion.sync.memory import Moment, history, touched
from companion.sync.model import Counts, shipped_model
from companion.sync.observation import Thing
from companion.sync.places import CARRIED_WRONGLY, Agreed, Fit
from companion.sync.table import GOVERNOR, SMUGGLER, Standing, expected
from tests.sync.at_table import Table, a_session, faintly, left_to_the_table, stands
from tests.sync.builders import ORDER, assistant, family, merchant

SOON, LATER, LONG = 4, 30, 90
"""Looks, ten a second: something has just been laid; nobody is carrying; nobody thinks so long."""

Carry = tuple[Thing, int | None, int | None]
RED, BLUE = merchant("red"), merchant("blue")
OWN = assistant("red")


class World(Table):
    """The table of the other tests, followed by the filter."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.follower.close()
        self.follower = Follower(session, changed=lambda: None)
        self.told = {"sightings": ()}
        self.look(LATER)

    def lay(self, carries: tuple[Carry, ...], looks: int) -> None:
        for carry in carries:
            self.carry(*carry, looks=0)
        self.look(looks)

    def now(self) -> Moment:
        """The game as it stands."""
        return Moment(self.session.game, *self.session.snapshot(), self.session.game.new(self.session.setup))

    def is_lost(self) -> bool:
        """Whether a difference is told."""
        return self.status.kind == "lost"

    def played(self) -> list[str]:
        """What the camera has played."""
        return [told(one.action) for one in self.session.log.effective if one.source == "camera"]

    def asked(self) -> list[list[str]]:
        """What is asked."""
        question = self.status.question
        return [[told(action) for action in one.actions] for one in question.hypotheses] if question else []


def told(action: act.Action) -> str:
    where = getattr(action, "to", getattr(action, "place", ""))
    return f"{type(action).__name__} {int(where)}" if where else type(action).__name__


@pytest.fixture
def world(session: GameSession) -> Iterator[World]:
    table = World(session)
    yield table
    table.follower.close()


GOES, LEAVES = (RED, 7, 11), (OWN, None, 11)
NEAR, FAR = (1, 2, 3, 4, 5, 6, 9, 11, 12, 14), (8, 10, 13, 15, 16)
ELSEWHERE = tuple(place for place in range(1, 17) if place != Place.POLICE_STATION)


class Row(msgspec.Struct, frozen=True):
    """A sentence; what is laid and looked at; what is played, how table and game then stand, and the rule broken.

    ``stands``: how the game stood before.
    """

    what: str
    laid: tuple[Carry, ...]
    played: tuple[str, ...] = ()
    kind: str = "in_step"
    rule: str = ""
    looks: int = LATER
    stands: tuple[tuple[Any, ...], ...] = ()


def name(place: int) -> str:
    return PLACES[Place(place)]


def turn(thing: Thing, to: int) -> tuple[Carry, ...]:
    """A merchant goes from the Fountain and leaves an assistant."""
    return (thing, 7, to), (assistant(thing.color), None, to)


BY_HAND = (
    Row("nothing was touched", ()),
    Row("two looks at a whole turn are too few", turn(RED, 11), kind="seeing", looks=2),
    Row("whoever thinks about his assistant has not left him", (GOES,), ("Move 11",)),
    Row("two assistants were left", (*turn(RED, 11), LEAVES), ("Move 11", "LeaveAssistant")),
    Row("red goes two places on before his first move is told", turn(RED, 6), ("Move 6", "LeaveAssistant"), looks=SOON),
    Row("two merchants were moved, both too far", ((RED, 7, 13), (BLUE, 7, 16)), kind="lost", rule="two_merchants"),
    Row("the tile fetches an assistant before the merchant goes", ((OWN, 13, None),), ("UseYellowTile 13",)),
    Row("it fetches him after", (*turn(RED, 9), (OWN, 13, None)), ("Move 9", "LeaveAssistant", "UseYellowTile 13")),
    Row("nobody has the tile or the card", ((OWN, 13, None),), stands=(("tiles", "-", 0),)),
    Row("blue goes while the Tea House is still to be told", (*turn(RED, 9), *turn(BLUE, 11)),
        ("Move 9", "LeaveAssistant"), kind="seeing"),
    Row("all assistants come back at the Fountain", ((RED, 9, 7), (OWN, 9, None), (OWN, 4, None)),
        ("Move 7", "Recall"), stands=(("merchant", "9", 0), ("assistants", "9,4", 0))),
    Row("red comes to the Fountain and calls nobody back yet", ((RED, 9, 7),), ("Move 7",),
        stands=(("merchant", "9", 0), ("assistants", "9", 0))),
)  # fmt: skip
GONE_AND_LEFT = tuple(
    Row(f"red goes to the {name(to)} and leaves an assistant", turn(RED, to), (f"Move {to}", "LeaveAssistant"),
        looks=SOON)
    for to in NEAR
)  # fmt: skip
ALONE = tuple(
    Row(f"red goes to the {name(to)}, nothing else is known", ((RED, 7, to),), (f"Move {to}",), looks=SOON)
    for to in NEAR
)
PICKED_UP = tuple(
    Row(f"red goes to the {name(to)} and picks up his assistant", ((RED, 7, to), (OWN, to, None)), (f"Move {to}",),
        stands=(("assistants", str(to), 0),))
    for to in NEAR
)  # fmt: skip
TOO_FAR = tuple(
    Row(f"the {name(to)} is too far for red", ((RED, 7, to),), kind="lost", rule="out_of_reach") for to in FAR
)
TOO_FAR_TO_PICK_UP = tuple(
    Row(f"the {name(to)} is too far, and his assistant is not fetched from there with the tile",
        ((RED, 7, to), (OWN, to, None)), kind="lost", rule="out_of_reach", stands=(("assistants", str(to), 0),))
    for to in FAR
)  # fmt: skip
NOT_HIS_TURN = tuple(
    Row(f"{color} goes to the {name(to)} in red's turn", turn(merchant(color), to), kind="lost", rule="not_your_turn")
    for color in ("blue", "green")
    for to in NEAR
)
PUT_DOWN = tuple(
    Row(f"an assistant lies at the {name(at)}, where nobody went", ((OWN, None, at),), kind="lost",
        rule="assistant_without_move")
    for at in (*NEAR, 8, 10, 15, 16)
)  # fmt: skip
SENT = tuple(
    Row(f"red's family member is sent to the {name(to)}", (*turn(RED, 12), (family("red"), 12, to)),
        ("Move 12", "LeaveAssistant", f"SendFamily {to}"), looks=SOON)
    for to in ELSEWHERE
)  # fmt: skip
STRAYED = tuple(
    Row(f"red's family member goes to the {name(to)} by himself", ((family("red"), 12, to),), kind="lost",
        rule="not_now")
    for to in ELSEWHERE
)  # fmt: skip
CARRIED_OFF = tuple(
    Row(f"the {who} goes to the {name(to)} without dice", ((thing, start, to),), kind="lost", rule="moved_without_dice")
    for who, thing, start in (("Governor", GOVERNOR, 2), ("Smuggler", SMUGGLER, 3))
    for to in (4, 5, 6, 8, 9, 10, 11, 16)
)
TAKEN_BACK = tuple(
    Row(f"red goes to the {name(to)} instead of the {name(first)}",
        (*turn(RED, first), (RED, first, to), (OWN, first, to)), (f"Move {to}", "LeaveAssistant"))
    for first, to in ((9, 4), (4, 9), (11, 6), (6, 11), (5, 12), (14, 3))
)  # fmt: skip
ROWS = (
    *BY_HAND, *GONE_AND_LEFT, *ALONE, *PICKED_UP, *TOO_FAR, *TOO_FAR_TO_PICK_UP, *NOT_HIS_TURN, *PUT_DOWN, *SENT,
    *STRAYED, *CARRIED_OFF, *TAKEN_BACK,
)  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[row.what for row in ROWS])
def test_what_is_laid_is_played_or_named(session: GameSession, row: Row) -> None:
    if row.stands:
        stands(session, *row.stands)
    world = World(session)
    world.lay(row.laid, row.looks)
    assert (tuple(world.played()), world.status.kind) == (row.played, row.kind)
    assert (world.status.broken.code if world.status.broken else "") == row.rule
    world.follower.close()


@pytest.mark.parametrize("to", NEAR, ids=[name(to) for to in NEAR])
def test_a_move_told_on_the_phone_is_owed_until_it_is_carried(world: World, to: int) -> None:
    world.tap(act.Move(Place(to)))
    world.look(LATER)
    assert [(one.thing, one.start, one.to) for one in world.status.carries] == [(RED, 7, to)]
    world.lay(((RED, 7, to),), LATER)
    assert world.status.kind == "in_step" and not world.played()
    world.lay(((OWN, None, to),), SOON)
    assert world.played() == ["LeaveAssistant"]


@pytest.mark.parametrize("to", NEAR, ids=[name(to) for to in NEAR])
def test_a_turn_taken_back_by_hand_is_taken_back_in_the_game(world: World, to: int) -> None:
    world.lay(turn(RED, to), LATER)
    world.lay(((RED, to, 7), (OWN, to, None)), LATER)
    assert not world.played() and world.status.kind == "in_step"


WRONG = (*TOO_FAR, *NOT_HIS_TURN[:4], *PUT_DOWN[:4], *STRAYED[:4], *CARRIED_OFF[:4])


@pytest.mark.parametrize("row", WRONG, ids=[row.what for row in WRONG])
def test_what_is_put_right_is_in_step_again(world: World, row: Row) -> None:
    world.lay(row.laid, SOON)
    assert not world.is_lost(), "somebody may still be carrying"
    world.look(LATER)
    assert world.is_lost()
    world.lay(tuple((thing, to, start) for thing, start, to in row.laid), LATER)
    assert world.status.kind == "in_step" and not world.played()


def test_an_assistant_of_whom_nobody_knows_is_asked_about_in_the_end(world: World) -> None:
    world.lay((GOES,), LONG)
    assert not world.asked(), "the phone offers what tells of him"
    world.look(2 * LONG)
    assert sorted(world.asked()) == [["EndTurn"], ["LeaveAssistant"]]


def test_an_assistant_put_down_seconds_later_is_played_then(world: World) -> None:
    world.lay((GOES,), LATER)
    world.lay((LEAVES,), SOON)
    assert world.played() == ["Move 11", "LeaveAssistant"]


def test_a_refused_assistant_is_known_once_the_next_merchant_has_moved(world: World) -> None:
    world.lay((GOES,), LATER)
    world.tap(act.EndTurn())
    world.lay(((BLUE, 7, 12), (assistant("blue"), None, 12)), SOON)
    assert world.played() == ["Move 11", "Move 12", "LeaveAssistant"]


def test_a_tile_is_not_paid_for_while_its_lira_may_be_needed(world: World) -> None:
    world.lay((GOES, LEAVES, (OWN, 13, None)), LATER)
    assert world.played()[:2] == ["Move 11", "LeaveAssistant"]


def test_a_tile_is_not_paid_for_while_a_ruby_may_have_been_bought_before_it(world: World) -> None:
    """Of 15 Lira a ruby takes 14; whoever catches Blue's family member after it can pay for the tile again."""
    stands(world.session, ("merchant", "1", 0), ("lira", "15", 0), ("family", "16", 1))
    world.lay(((RED, 7, 1), (family("blue"), 12, 16)), LATER)
    world.lay(((RED, 1, 16), (OWN, None, 16), (OWN, 13, None), (family("blue"), 16, 12)), LATER)
    assert {"Move 16", "LeaveAssistant"} <= set(world.played())
    assert "UseYellowTile 13" not in world.played()


def test_a_look_with_a_hand_over_the_board_tells_nothing(world: World) -> None:
    world.carry(RED, 7, 11, looks=0)
    world.look(LATER, hand=True)
    assert world.status.kind == "hand" and not world.played()


def test_an_assistant_fetched_with_lira_the_place_has_brought_came_by_the_tile(world: World) -> None:
    """Red cannot pay for the tile until the Tea House has paid him."""
    stands(world.session, ("lira", "0", 0), ("tiles", "Y", 0))
    world.look(LATER)
    world.lay(((RED, 7, 9), (OWN, None, 9), (OWN, 13, None)), LATER)
    assert "UseYellowTile 13" not in world.played() and "Move 9" in world.played()


def test_what_stands_on_the_table_is_beyond_doubt_once_it_was_seen_and_all_is_as_the_game_says(world: World) -> None:
    assert world.follower.known_wood() == expected(world.session.state)
    world.lay(turn(RED, 11), 1)
    assert world.follower.known_wood() is None
    world.look(LATER)
    assert world.follower.known_wood() == expected(world.session.state)
    world.lay(((RED, 11, 15),), LONG)
    assert world.is_lost() and world.follower.known_wood() is None


def test_who_called_back_only_some_before_is_expected_to_do_so_again() -> None:
    habits = shipped_model().habits
    once, often = Counts(spared=(0, 0), recalled=(0, 1)), Counts(spared=(0, 0, 0))
    assert habits.spares(0, Counts()) < 0.2 < habits.spares(0, once) < habits.spares(0, often)


@pytest.fixture
def sparing(session: GameSession) -> Iterator[World]:
    """Red has no tile and three assistants elsewhere, stands beside the Fountain, and often calls back only some."""
    stands(session, ("merchant", "9", 0), ("assistants", "9,4,13", 0), ("tiles", "-", 0))
    table, model = World(session), shipped_model()
    table.follower.close()
    habits = msgspec.structs.replace(model.habits, sparing=(2.0, 2.0))
    table.follower = Follower(session, lambda: None, model=msgspec.structs.replace(model, habits=habits))
    table.look(LATER)
    yield table
    table.follower.close()


def test_whoever_lifts_one_assistant_after_another_is_waited_for(sparing: World) -> None:
    """The merchant is known to have come; whom else he calls back is not, though he often spares some."""
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), 20)
    assert sparing.played() == ["Move 7"] and sparing.status.kind == "seeing"
    sparing.lay(((OWN, 4, None),), SOON)
    assert sparing.played() == ["Move 7"] and sparing.status.kind == "seeing"
    sparing.lay(((OWN, 13, None),), SOON)
    assert sparing.played() == ["Move 7", "Recall"]


def recalled(world: World) -> list[int]:
    """The places from which assistants were called back, by the game."""
    recalls = (one.action for one in world.session.log.effective if isinstance(one.action, act.Recall))
    return [int(place) for recall in recalls for place in recall.places]


@pytest.mark.parametrize("looks", [LATER, LONG])
def test_a_recall_that_goes_on_after_it_was_told_is_amended(sparing: World, looks: int) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), LONG)
    assert recalled(sparing) == [9]
    sparing.lay(((OWN, 4, None),), LONG)
    assert recalled(sparing) == [4, 9] and not sparing.asked()
    sparing.lay(((OWN, 13, None),), looks)
    assert recalled(sparing) == [4, 9, 13] and not sparing.asked() and sparing.status.kind == "in_step"


def test_where_the_app_plays_at_once_nothing_is_told_that_may_have_to_be_amended(sparing: World) -> None:
    sparing.follower.close()
    sparing.follower = Follower(sparing.session, lambda: None, model=sparing.follower._model, rivals=lambda: {1})
    sparing.look(LATER)
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), LATER)
    assert sparing.played() == ["Move 7"]


def test_whoever_lifts_no_more_has_called_back_only_some(sparing: World) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), LONG)
    (recall,) = (one.action for one in sparing.session.log.effective if isinstance(one.action, act.Recall))
    assert recall.places == (Place.TEA_HOUSE,) and not sparing.asked()


def test_one_of_four_assistants_called_back_for_the_first_time_is_known_without_a_question(
    session: GameSession,
) -> None:
    """That he lies there still and nothing shows it is less likely than that somebody spares three."""
    stands(session, ("merchant", "9", 0), ("assistants", "9,4,13,2", 0), ("tiles", "-", 0))
    world = World(session)
    world.look(LATER)
    world.lay(((RED, 9, 7), (OWN, 4, None)), LONG)
    assert recalled(world) == [4] and not world.asked()
    world.follower.close()


SEEN_TO: list[tuple[str, Counts, list[str]]] = [
    ("whoever lifts together is soon known to be done", Counts(at_once=(0, 0, 0)), ["Move 7", "Recall"]),
    ("whoever lifts one after another may not be done", Counts(slowly=(0, 0, 0)), ["Move 7"]),
    ("how others lift tells nothing of him", Counts(slowly=(1, 1), at_once=(2, 2)), ["Move 7"]),
]


@pytest.mark.parametrize(("what", "counts", "played"), SEEN_TO, ids=[row[0] for row in SEEN_TO])
def test_how_a_seat_was_seen_to_lift_is_remembered(
    sparing: World, monkeypatch: pytest.MonkeyPatch, what: str, counts: Counts, played: list[str]
) -> None:
    monkeypatch.setattr("companion.sync.memory.history", lambda *_: ((), counts))
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), 20)
    assert sparing.played() == played


def test_an_eye_whose_clock_starts_anew_is_followed_on(world: World) -> None:
    world.lay((GOES,), LONG)
    world.at_s = 0.0
    world.look(SOON)
    world.lay((LEAVES,), SOON)
    assert world.played() == ["Move 11", "LeaveAssistant"]


def test_the_search_goes_on_while_something_better_may_be_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.sync.courses.MOST", 5)
    world.lay((GOES, LEAVES, (OWN, 13, None)), LATER)
    assert world.played()[:2] == ["Move 11", "LeaveAssistant"] and "UseYellowTile 13" in world.played()


def test_the_tile_is_used_though_all_else_that_is_left_is_to_end_the_turn(session: GameSession) -> None:
    """Once it is used nothing is left to be decided, and the turn ends by itself."""
    stands(session, ("merchant", "9", 0), ("hand", "DEALER2", 0), ("lira", "20", 0))
    table = World(session)
    table.lay(((RED, 9, 16), (OWN, None, 16)), SOON)
    table.tap(act.BuyRuby())
    assert {type(one) for one in legal_actions(session.state)} == {act.Done, act.UseYellowTile}
    table.lay(((OWN, 13, None),), LATER)
    assert "UseYellowTile 13" in table.played()


FREE_OR_PAID: list[tuple[str, Counts, list[list[str]]]] = [
    ("nobody pays for what is free", Counts(), []),
    ("whoever has done things for no reason may have", Counts(odd=(0, 0)), [["Recall"], ["UseYellowTile 13"]]),
    ("what others do tells nothing of him", Counts(odd=(1, 2)), []),
]


@pytest.mark.parametrize(("what", "counts", "asked"), FREE_OR_PAID, ids=[row[0] for row in FREE_OR_PAID])
def test_an_assistant_who_leaves_the_board_at_the_fountain_is_called_back(
    session: GameSession, monkeypatch: pytest.MonkeyPatch, what: str, counts: Counts, asked: list[list[str]]
) -> None:
    monkeypatch.setattr("companion.sync.memory.history", lambda *_: ((), counts))
    stands(session, ("merchant", "9", 0), ("assistants", "13", 0), ("tiles", "Y", 0), ("lira", "9", 0))
    table = World(session)
    table.lay(((RED, 9, 7),), LATER)
    table.lay(((OWN, 13, None),), LATER)
    assert table.asked() == asked and (asked or table.played() == ["Move 7", "Recall"])


def test_a_turn_in_which_nothing_was_done_is_remembered(session: GameSession) -> None:
    stands(session, ("assistants", "2", 0))
    session.submit([act.Move(Place.FABRIC_WAREHOUSE), act.Skip()], None, None)
    assert history(session.game, session.game.new(session.setup), session.log.effective)[1].odd == (0,)


def test_whoever_is_seen_to_lift_one_after_another_is_counted_so(sparing: World) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), SOON)
    sparing.lay(((OWN, 4, None), (OWN, 13, None)), SOON)
    assert sparing.played() == ["Move 7", "Recall"]
    assert sparing.follower._history(sparing.now()).counts == Counts(recalled=(0,), slowly=(0,))


def test_whoever_lifts_all_together_is_counted_so(sparing: World) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None), (OWN, 4, None), (OWN, 13, None)), SOON)
    assert sparing.follower._history(sparing.now()).counts == Counts(recalled=(0,), at_once=(0,))


def test_the_next_player_may_go_while_assistants_are_still_being_lifted(sparing: World) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), SOON)
    sparing.lay(turn(BLUE, 11), LATER)
    assert sparing.played() == ["Move 7"] and not sparing.asked()
    sparing.lay(((OWN, 4, None),), LONG)
    assert recalled(sparing) == [4, 9] and "Move 11" in sparing.played() and not sparing.asked()


def test_when_the_next_player_has_gone_and_nobody_lifts_more_the_recall_is_over(sparing: World) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), SOON)
    sparing.lay(turn(BLUE, 11), LONG)
    assert recalled(sparing) == [9] and "Move 11" in sparing.played()


@pytest.mark.parametrize("last", [(4,), (13,), (4, 13)], ids=str)
@pytest.mark.parametrize("then", [turn(BLUE, 11), (*turn(BLUE, 12), (family("blue"), 12, 15))], ids=["goes", "sends"])
def test_a_recall_is_amended_though_the_next_player_goes_as_the_last_is_lifted(
    sparing: World, last: tuple[int, ...], then: tuple[Carry, ...]
) -> None:
    sparing.lay(((RED, 9, 7), (OWN, 9, None)), LONG)
    assert recalled(sparing) == [9]
    sparing.lay((*((OWN, place, None) for place in last), *then), LONG)
    went = f"Move {then[0][2]}"
    assert recalled(sparing) == sorted((*last, 9)) and went in sparing.played() and not sparing.asked()


def test_the_log_tells_who_called_back_only_some(session: GameSession) -> None:
    stands(session, ("assistants", "13,16", 0), ("merchant", "3", 0))
    session.submit([act.Move(Place.FOUNTAIN), act.Recall((Place.SULTANS_PALACE,))], None, None)
    start = session.game.new(session.setup)
    points, counts = history(session.game, start, session.log.effective)
    assert counts == Counts(spared=(0,))
    assert [type(one.gone) for one in points] == [act.Recall, act.Move]


def test_a_merchant_alone_put_back_after_his_turn_is_asked_about(world: World) -> None:
    """He may as well have been moved against the rules."""
    world.lay((GOES,), SOON)
    world.tap(act.EndTurn())
    assert str(world.session.state.player.color) == "blue"
    version = world.session.version
    world.lay(((RED, 11, 7),), LATER)
    assert world.session.version == version and world.status.kind == "asking"


def test_a_whole_turn_put_back_is_taken_back_though_it_was_over(world: World) -> None:
    world.lay((GOES, LEAVES), SOON)
    world.tap(act.Skip(), act.EndTurn())
    assert str(world.session.state.player.color) == "blue"
    world.lay(((RED, 11, 7), (OWN, 11, None)), LATER)
    assert str(world.session.state.player.color) == "red" and world.status.kind == "in_step"


def test_two_turns_laid_at_once_are_two_turns_rather_than_three(tmp_path: Path) -> None:
    """Red calls his assistants back and blue goes on; red might as well have left one, and come only when blue had."""
    session = a_session(tmp_path, colors=ORDER[:2])
    stands(session, ("stack", "oo", 0), ("merchant", "9", 0), ("assistants", "5,9", 0), ("merchant", "4", 1))
    table = World(session)
    back = ((RED, 9, 7), (OWN, 5, None), (OWN, 9, None))
    table.lay((*back, (BLUE, 4, 5), (assistant("blue"), None, 5)), LATER)
    assert table.played() == ["Move 7", "Recall", "EndTurn", "Move 5", "LeaveAssistant"]
    table.follower.close()
    session.close()


def test_nobody_knows_where_a_family_member_went_whom_a_card_took_home_again(world: World) -> None:
    """His reward paid for the tile with which red's assistant was fetched; of his way nothing is left to be seen."""
    stands(world.session, ("hand", "FAMILY_HOME", 0), ("lira", "0", 0))
    world.look(LATER)
    world.lay(((RED, 7, 12), (OWN, None, 12), (OWN, 13, None)), LATER)
    assert world.played() == ["Move 12", "LeaveAssistant"]
    assert {type(one.actions[0]) for one in world.status.question.hypotheses} == {act.SendFamily}


def test_wood_put_right_after_a_forbidden_move_is_looked_at_afresh() -> None:
    """Where he stood before tells little of how well he is seen now that he was lifted and put back."""
    there: Standing = (RED, 7)
    agreed = Agreed(frozenset({there}), Seen({there: 7.0}, absent=-4.0, blind=frozenset()))
    afresh = touched(agreed, [7])
    unseen = Seen(absent=-4.0, blind=frozenset())
    sight = shipped_model().sight
    costs = [-Fit(unseen, one, sight).at(7, frozenset({RED})).fits for one in (afresh, agreed)]
    assert costs[0] < costs[1]


CARRIED = (
    ("and stood alone", (), 7.0),
    ("and stood with another, by whom he might be hidden", ((BLUE, 5), (OWN, 5)), 7.0),
    ("and is only just seen where he was put", (), 4.0),
)


@pytest.mark.parametrize(("what", "with_him", "score"), CARRIED, ids=[row[0] for row in CARRIED])
def test_a_merchant_carried_against_the_rules_is_one_event(what: str, with_him: Any, score: float) -> None:
    """What happened is as likely as that he was carried there, whatever the eye makes of each of the two places."""
    others, start, end = frozenset(with_him), (RED, 5), (RED, 9)
    before = Seen(dict.fromkeys((*others, start), 7.0), absent=-4.0, blind=frozenset(), appearance={5: 0, 9: 0, 2: 0})
    now = Seen({**dict.fromkeys(others, 7.0), end: score}, -4.0, frozenset(), appearance={5: 1, 9: 1, 2: 0})
    fit = Fit(now, Agreed(others | {start}, before), shipped_model().sight)
    assert fit.gain(others | {end}) == pytest.approx(-CARRIED_WRONGLY)
    assert {(one.thing, one.place) for one in fit.misfits(others | {start})} == {start, end}


def test_a_move_is_played_though_something_else_went_out_of_sight_meanwhile(world: World) -> None:
    """It has a name, whatever else the eye misses."""
    world.lay(((family("blue"), 12, None), (RED, 7, 9)), SOON)
    assert world.played() == ["Move 9"]


def test_a_merchant_seen_where_he_may_not_go_is_not_hidden_where_he_may(world: World) -> None:
    """Blue's and green's merchants, at the Fountain, might hide red's, who is plainly seen too far away."""
    stands(world.session, ("merchant", "6", 0))
    world.begun = world.session.state
    world.look(LATER)
    world.carry(RED, 6, 16, looks=0)
    faintly(world, ((RED, 7), 0.8))
    world.look(LATER)
    assert not world.played() and world.is_lost()


@pytest.fixture
def own_dice(tmp_path: Path) -> Iterator[World]:
    """People throw their own dice and draw their own cards; none were thrown yet."""
    session = a_session(tmp_path, left_to_the_table, cards="real")
    table = World(session)
    yield table
    table.follower.close()
    session.close()


MET: list[tuple[str, tuple[Carry, ...]]] = [
    ("the Governor, carried on", ((RED, 7, 2), (OWN, None, 2), (GOVERNOR, 2, 8))),
    ("the Smuggler, carried on", ((RED, 7, 3), (OWN, None, 3), (SMUGGLER, 3, 6))),
]


@pytest.mark.parametrize(("what", "carries"), MET, ids=[row[0] for row in MET])
def test_whom_people_meet_with_their_own_dice_stops_nothing(
    own_dice: World, what: str, carries: tuple[Carry, ...]
) -> None:
    """Merchant, assistant and whoever was met lie there before a phone is touched."""
    own_dice.lay(carries, LATER)
    assert own_dice.played() == [f"Move {carries[0][2]}", "LeaveAssistant"]
    assert not own_dice.is_lost()


def test_the_dice_of_the_app_are_not_thrown_at_the_table(world: World) -> None:
    """Once the app has thrown, the Governor is carried where it said."""
    world.lay(((RED, 7, 2), (OWN, None, 2)), LATER)
    world.tap(act.Fill(), act.UseGovernor(), act.PayFee(), act.EndTurn())
    (carry,) = world.status.carries
    world.lay(((carry.thing, 2, carry.to),), LATER)
    world.lay(((BLUE, 7, 3), (assistant("blue"), None, 3), (SMUGGLER, 3, 6)), LATER)
    assert "Rolled" not in world.played() and world.is_lost()


SECRETS = (
    ("Move 3 or 4", "LONG_MOVE", turn(RED, 15), (), [["LongMove 15", "LeaveAssistant"]]),
    ("Return 1 Assistant", "RETURN", ((OWN, 13, None),), (), [["PlayReturn 13"]]),
    ("Return 1 Assistant, after a turn", "RETURN", (*turn(RED, 11), (OWN, 13, None)), ("Move 11",),
        [["PlayReturn 13", "LeaveAssistant"]]),
)  # fmt: skip


@pytest.mark.parametrize(("card", "name", "laid", "played", "asked"), SECRETS, ids=[row[0] for row in SECRETS])
def test_a_card_that_the_app_holds_is_played_by_nobody_but_its_holder(
    world: World, card: str, name: str, laid: tuple[Carry, ...], played: tuple[str, ...], asked: list[list[str]]
) -> None:
    """He may have miscounted his steps; to play it would show all what he holds."""
    stands(world.session, ("hand", name, 0), ("tiles", "-", 0))
    world.look(LATER)
    world.lay(laid, LATER)
    assert tuple(world.played()) == played
    assert world.asked() == asked
    world.follower.answer(world.status.question.id, 0)
    assert [told(one.action) for one in world.session.log.effective][-1] == asked[0][-1]
    world.look(LATER)
    assert world.status.kind == "in_step"


def test_whoever_miscounted_and_says_so_keeps_his_card(world: World) -> None:
    stands(world.session, ("hand", "LONG_MOVE", 0))
    world.look(LATER)
    world.lay(((RED, 7, 15),), LATER)
    world.follower.answer(world.status.question.id, -1)
    assert world.is_lost() and world.status.broken.code == "out_of_reach"
    world.lay(((RED, 15, 11),), LATER)
    assert world.played() == ["Move 11"] and Card.LONG_MOVE in world.session.state.players[0].hand


def test_a_real_card_lies_on_the_table_and_is_played_without_a_question(own_dice: World) -> None:
    own_dice.lay(((RED, 7, 15),), LATER)
    assert own_dice.played() == ["LongMove 15"]
