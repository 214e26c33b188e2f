"""Small worlds before the filter: what is seen and when, and what is played, asked or waited for.

Red is to move from the Fountain (7), holds the yellow tile and has an assistant at the Sultan's Palace (13); the
Governor stands at the Fabric Warehouse (2), the Smuggler at the Spice Warehouse (3).  Nobody counts the stacks.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Place
from companion.session.session import GameSession
from companion.sync.filtering.episodes import Seen
from companion.sync.filtering.follower import FilterFollower
from companion.sync.filtering.habits import Counts
from companion.sync.filtering.memory import history, touched
from companion.sync.filtering.places import Agreed, Fit
from companion.sync.filtering.shipped import shipped_model
from companion.sync.observation import Thing
from companion.sync.params import LIVE
from companion.sync.table import GOVERNOR, SMUGGLER, Standing
from tests.sync.at_table import Table, a_session, faintly, left_to_the_table, stands
from tests.sync.builders import assistant, family, merchant

SOON, LATER, LONG = 4, 30, 90
"""Looks, ten a second: something has just been laid; nobody is carrying; nobody thinks so long."""

Carry = tuple[Thing, int | None, int | None]
RED, BLUE = merchant("red"), merchant("blue")
OWN = assistant("red")


class FilterTable(Table):
    """The table of the other tests, followed by the filter."""

    def __init__(self, session: GameSession) -> None:
        super().__init__(session)
        self.follower.close()
        self.follower = FilterFollower(session, LIVE, changed=lambda: None)
        self.told = {"sightings": ()}
        self.look(LATER)

    def lay(self, carries: tuple[Carry, ...], looks: int) -> None:
        for carry in carries:
            self.carry(*carry, looks=0)
        self.look(looks)

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
def world(session: GameSession) -> Iterator[FilterTable]:
    table = FilterTable(session)
    yield table
    table.follower.close()


GOES, LEAVES = (RED, 7, 11), (OWN, None, 11)
PLAYED: list[tuple[str, tuple[Carry, ...], int, list[str]]] = [
    ("a merchant who goes and leaves an assistant", (GOES, LEAVES), SOON, ["Move 11", "LeaveAssistant"]),
    ("two looks are too few", (GOES, LEAVES), 2, []),
    ("a merchant alone has moved; of his assistant nobody knows yet", (GOES,), SOON, ["Move 11"]),
    ("whoever thinks about his assistant has not left him", (GOES,), LATER, ["Move 11"]),
    ("nor has he after nine seconds", (GOES,), LONG, ["Move 11"]),
    ("a merchant two steps away", ((RED, 7, 6), (OWN, None, 6)), SOON, ["Move 6", "LeaveAssistant"]),
    ("too far without the card", ((RED, 7, 13),), LONG, []),
    ("somebody else's merchant", ((BLUE, 7, 11),), LONG, []),
    ("an assistant put down by nobody", ((OWN, None, 11),), LONG, []),
    ("a family member who went out by himself", ((family("red"), 12, 11),), LONG, []),
    ("the Governor carried off without dice", ((GOVERNOR, 2, 11),), LONG, []),
    ("police station", ((RED, 7, 12), (OWN, None, 12)), SOON, ["Move 12", "LeaveAssistant"]),
    (
        "police station, and the family member sent out",
        ((RED, 7, 12), (OWN, None, 12), (family("red"), 12, 6)),
        SOON,
        ["Move 12", "LeaveAssistant", "SendFamily 6"],
    ),
]


@pytest.mark.parametrize(("what", "carries", "looks", "played"), PLAYED, ids=[row[0] for row in PLAYED])
def test_what_is_laid_is_played(
    world: FilterTable, what: str, carries: tuple[Carry, ...], looks: int, played: list[str]
) -> None:
    world.lay(carries, looks)
    assert world.played() == played


NAMED: list[tuple[str, tuple[Carry, ...], str]] = [
    ("a merchant too far away breaks a rule", ((RED, 7, 13),), "out_of_reach"),
    ("somebody else's merchant was moved", ((BLUE, 7, 11),), "not_your_turn"),
    ("two merchants were moved, both too far", ((RED, 7, 13), (BLUE, 7, 16)), "two_merchants"),
    ("an assistant lies where nobody went", ((OWN, None, 11),), "assistant_without_move"),
]


@pytest.mark.parametrize(("what", "carries", "code"), NAMED, ids=[row[0] for row in NAMED])
def test_the_broken_rule_is_named_once_nobody_carries(
    world: FilterTable, what: str, carries: tuple[Carry, ...], code: str
) -> None:
    world.lay(carries, SOON)
    assert not world.is_lost()
    world.look(LATER)
    assert world.is_lost() and world.status.broken is not None
    assert world.status.broken.code == code


@pytest.mark.parametrize("carries", [row[1] for row in NAMED], ids=[row[0] for row in NAMED])
def test_what_is_put_right_is_in_step_again(world: FilterTable, carries: tuple[Carry, ...]) -> None:
    world.lay(carries, LATER)
    world.lay(tuple((thing, to, start) for thing, start, to in carries), LATER)
    assert world.status.kind == "in_step" and not world.played()


def test_a_move_taken_back_by_hand_is_taken_back_in_the_game(world: FilterTable) -> None:
    world.lay((GOES, LEAVES), LATER)
    world.lay(((RED, 11, 7), (OWN, 11, None)), LATER)
    assert not world.played() and world.status.kind == "in_step"


def test_another_move_in_place_of_one_taken_back_is_played(world: FilterTable) -> None:
    world.lay((GOES, LEAVES), LATER)
    world.lay(((RED, 11, 6), (OWN, 11, 6)), LATER)
    assert world.played() == ["Move 6", "LeaveAssistant"]


def test_an_assistant_of_whom_nobody_knows_is_asked_about_in_the_end(world: FilterTable) -> None:
    world.lay((GOES,), LATER)
    assert not world.asked()
    world.look(LONG)
    assert sorted(world.asked()) == [["EndTurn"], ["LeaveAssistant"]]


def test_an_assistant_put_down_seconds_later_is_played_then(world: FilterTable) -> None:
    world.lay((GOES,), LATER)
    world.lay((LEAVES,), SOON)
    assert world.played() == ["Move 11", "LeaveAssistant"]


def test_a_tapped_move_is_owed_until_it_is_carried(world: FilterTable) -> None:
    world.tap(act.Move(Place.SMALL_MARKET))
    world.look(LATER)
    assert [(one.thing, one.start, one.to) for one in world.status.carries] == [(RED, 7, 11)]
    world.lay((GOES,), SOON)
    assert world.status.kind == "in_step" and not world.played()


def test_a_refused_assistant_is_known_once_the_next_merchant_has_moved(world: FilterTable) -> None:
    world.lay((GOES,), LATER)
    world.tap(act.EndTurn())
    world.lay(((BLUE, 7, 12), (assistant("blue"), None, 12)), SOON)
    assert world.played() == ["Move 11", "Move 12", "LeaveAssistant"]


def test_an_assistant_fetched_from_plain_view_before_the_move_came_by_the_tile(world: FilterTable) -> None:
    world.lay(((OWN, 13, None),), LATER)
    assert world.played() == ["UseYellowTile 13"]


def test_a_tile_is_not_paid_for_while_its_lira_may_be_needed(world: FilterTable) -> None:
    world.lay((GOES, LEAVES, (OWN, 13, None)), LATER)
    assert world.played()[:2] == ["Move 11", "LeaveAssistant"]


def test_a_look_with_a_hand_over_the_board_tells_nothing(world: FilterTable) -> None:
    world.carry(RED, 7, 11, looks=0)
    world.look(LATER, hand=True)
    assert world.status.kind == "hand" and not world.played()


def test_an_assistant_fetched_with_lira_the_place_has_brought_came_by_the_tile(world: FilterTable) -> None:
    """Red cannot pay for the tile until the Tea House has paid him."""
    stands(world.session, ("lira", "0", 0), ("tiles", "Y", 0))
    world.look(LATER)
    world.lay(((RED, 7, 9), (OWN, None, 9), (OWN, 13, None)), LATER)
    assert "UseYellowTile 13" not in world.played() and "Move 9" in world.played()


def test_who_called_back_only_some_before_is_expected_to_do_so_again() -> None:
    habits = shipped_model().habits
    assert habits.spares(0, 0) < 0.02 < 0.2 < habits.spares(2, 1) < habits.spares(3, 0)
    assert Counts(spared=(0, 0), recalled=(0, 1)).recalls(0) == (2, 1)


def test_the_log_tells_who_called_back_only_some(session: GameSession) -> None:
    stands(session, ("assistants", "13,16", 0), ("merchant", "3", 0))
    session.submit([act.Move(Place.FOUNTAIN), act.Recall((Place.SULTANS_PALACE,))], None, None)
    start = session.game.new(session.setup)
    points, counts = history(session.game, start, session.log.effective)
    assert counts.recalls(0) == (1, 0) and counts.recalls(1) == (0, 0)
    assert [type(one.gone) for one in points] == [act.Recall, act.Move]


def test_a_merchant_alone_put_back_after_his_turn_is_asked_about(world: FilterTable) -> None:
    """He may as well have been moved against the rules."""
    world.lay((GOES,), SOON)
    world.tap(act.EndTurn())
    assert str(world.session.state.player.color) == "blue"
    version = world.session.version
    world.lay(((RED, 11, 7),), LATER)
    assert world.session.version == version and world.status.kind == "asking"


def test_a_whole_turn_put_back_is_taken_back_though_it_was_over(world: FilterTable) -> None:
    world.lay((GOES, LEAVES), SOON)
    world.tap(act.Skip(), act.EndTurn())
    assert str(world.session.state.player.color) == "blue"
    world.lay(((RED, 11, 7), (OWN, 11, None)), LATER)
    assert str(world.session.state.player.color) == "red" and world.status.kind == "in_step"


def test_wood_put_right_after_a_forbidden_move_is_looked_at_afresh() -> None:
    """Where he stood before tells little of how well he is seen now that he was lifted and put back."""
    there: Standing = (RED, 7)
    agreed = Agreed(frozenset({there}), Seen({there: 7.0}, absent=-4.0, blind=frozenset()))
    afresh = touched(agreed, [7])
    unseen = Seen(absent=-4.0, blind=frozenset())
    sight = shipped_model().sight
    costs = [-Fit(unseen, one, sight).at(7, frozenset({RED})).fits for one in (afresh, agreed)]
    assert costs[0] < costs[1]


def test_a_merchant_seen_where_he_may_not_go_is_not_hidden_where_he_may(world: FilterTable) -> None:
    """Blue's and green's merchants, at the Fountain, might hide red's, who is plainly seen too far away."""
    stands(world.session, ("merchant", "6", 0))
    world.begun = world.session.state
    world.look(LATER)
    world.carry(RED, 6, 16, looks=0)
    faintly(world, ((RED, 7), 0.8))
    world.look(LATER)
    assert not world.played() and world.is_lost()


@pytest.fixture
def own_dice(tmp_path: Path) -> Iterator[FilterTable]:
    """People throw their own dice and draw their own cards; none were thrown yet."""
    session = a_session(tmp_path, left_to_the_table, cards="real")
    table = FilterTable(session)
    yield table
    table.follower.close()
    session.close()


MET: list[tuple[str, tuple[Carry, ...]]] = [
    ("the Governor, carried on", ((RED, 7, 2), (OWN, None, 2), (GOVERNOR, 2, 8))),
    ("the Smuggler, carried on", ((RED, 7, 3), (OWN, None, 3), (SMUGGLER, 3, 6))),
]


@pytest.mark.parametrize(("what", "carries"), MET, ids=[row[0] for row in MET])
def test_whom_people_meet_with_their_own_dice_stops_nothing(
    own_dice: FilterTable, what: str, carries: tuple[Carry, ...]
) -> None:
    """Merchant, assistant and whoever was met lie there before a phone is touched."""
    own_dice.lay(carries, LATER)
    assert own_dice.played() == [f"Move {carries[0][2]}", "LeaveAssistant"]
    assert not own_dice.is_lost()


def test_the_dice_of_the_app_are_not_thrown_at_the_table(world: FilterTable) -> None:
    """Once the app has thrown, the Governor is carried where it said."""
    world.lay(((RED, 7, 2), (OWN, None, 2)), LATER)
    world.tap(act.Fill(), act.UseGovernor(), act.PayFee(), act.EndTurn())
    (carry,) = world.status.carries
    world.lay(((carry.thing, 2, carry.to),), LATER)
    world.lay(((BLUE, 7, 3), (assistant("blue"), None, 3), (SMUGGLER, 3, 6)), LATER)
    assert "Rolled" not in world.played() and world.is_lost()
