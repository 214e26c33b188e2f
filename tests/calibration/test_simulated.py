"""Simulated evenings: people play by the rules and blunder as told; what the follower makes of it is counted truly."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from calibration.simulated.bank import Truth
from calibration.simulated.evening import GameOrder, simulate
from calibration.simulated.eyes import NOISY, PERFECT, MadeUpEye
from calibration.simulated.fit import miscounts
from calibration.simulated.people import (
    BY_HAND,
    after,
    another_move,
    illegal_table,
    intentions,
    laid_at_once,
    left_of,
)
from calibration.simulated.rates import MISHAPS, Rates
from calibration.simulated.table import PATIENCE, SimulatedTable
from calibration.simulated.tally import GameTold, Share, TurnTold, calibration_error, shares
from companion.istanbul import actions as act
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import check, legal_actions, play
from companion.istanbul.game import ISTANBUL
from companion.istanbul.names import Place
from companion.istanbul.setup import example_game
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.session.clock import FakeClock
from companion.session.session import GameSession
from companion.session.store import create_store
from companion.sync.follower import Follower
from companion.sync.observation import BoardObservation, Kind, NotSeen, Score, Thing
from companion.sync.table import expected
from vision.painted.camera import Camera, framed, knocked, turned_deg
from webui.cli import main

CALM = msgspec.structs.replace(Rates(), **dict.fromkeys(MISHAPS, 0.0))


class Forgetful(MadeUpEye):
    """Sees everything until it is told to lose sight of a family member, or to see ``ghosts``."""

    lost = ""
    ghosts: tuple[Score, ...] = ()

    def look(self, hand: int | None = None) -> BoardObservation | NotSeen:
        seen = super().look(hand)
        assert isinstance(seen, BoardObservation)
        kept = tuple(one for one in seen.scores if (one.thing.kind, one.thing.color) != (Kind.FAMILY, self.lost))
        return msgspec.structs.replace(seen, scores=kept + self.ghosts)


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[tuple[Forgetful, SimulatedTable]]:
    """A table of three that is in step, and its eye."""
    store = create_store(tmp_path / "game", ISTANBUL, new_setup(3, Options(layout="random"), Random(3)), 0.0)
    session = GameSession(store, FakeClock(), DigitalChance(Random(3)))
    follower = Follower(session, lambda: None)
    eye = Forgetful(PERFECT, Random(3))
    table = SimulatedTable(session, follower, eye, Random(3), CALM)
    table.show(table.state)
    yield eye, table
    follower.close()
    session.close()


def test_a_token_that_is_only_named_as_out_of_sight_is_no_false_alarm(
    forgetful: tuple[Forgetful, SimulatedTable],
) -> None:
    eye, table = forgetful
    assert table.is_in_step()
    eye.lost = str(table.state.players[1].color)
    assert table.watch(PATIENCE - 2) == "in_step"
    assert [one.thing.kind for one in table.follower.status.misfits] == [Kind.FAMILY]


def test_a_faint_ghost_is_no_alarm(forgetful: tuple[Forgetful, SimulatedTable]) -> None:
    eye, table = forgetful
    free = next(place for place in Place if place not in {player.merchant for player in table.state.players})
    eye.ghosts = (Score(Thing(Kind.ASSISTANT, str(table.state.players[1].color)), free, 4.0),)
    assert table.is_in_step() and table.row.alarms == 0


def test_a_ghost_is_a_false_alarm_once_and_then_keeps_nobody_waiting(
    forgetful: tuple[Forgetful, SimulatedTable],
) -> None:
    eye, table = forgetful
    assert table.is_in_step()
    free = next(place for place in Place if place not in {player.merchant for player in table.state.players})
    eye.ghosts = (Score(Thing(Kind.ASSISTANT, str(table.state.players[1].color)), free, 6.0),)
    assert not table.is_in_step() and table.row.alarms == 1
    assert table.is_in_step() and table.row.alarms == 1
    table.intend(intentions(table.state, table.rng)[:1])
    table.lay_plan(1)
    assert table.watch() == "advanced"


def test_a_catch_that_must_come_is_not_wrong_though_nobody_has_thought_of_it(
    forgetful: tuple[Forgetful, SimulatedTable],
) -> None:
    _, table = forgetful
    there = next(one for one in legal_actions(table.state) if isinstance(one, act.Move))
    stands = (act.Change("family", str(int(there.to)), 1), act.Change("governor", "7"), act.Change("smuggler", "7"))
    way = (act.Override(stands, "so it stands", despite_problems=True), there, act.LeaveAssistant(), act.Skip())
    for action in way:
        table.session.submit([action], None, None, "phone")
    table.forget()
    table.intend(())
    table.session.submit([act.Catch()], None, None, "camera")
    assert table.has_advanced() and table.row.wrong == 0


def test_a_recall_told_too_early_is_not_wrong_if_it_is_amended_and_wrong_if_it_is_not(
    forgetful: tuple[Forgetful, SimulatedTable],
) -> None:
    _, table = forgetful
    near = next(place for place in Place if act.Move(Place.FOUNTAIN) in legal_actions(_recaller(table, place)))
    table.session.submit([_stands(near)], None, None, "phone")
    some, both = act.Recall((Place.TEA_HOUSE,)), act.Recall((Place.SPICE_WAREHOUSE, Place.TEA_HOUSE))
    table.forget()
    table.intend((act.Move(Place.FOUNTAIN), both))
    table.laid, base = 2, table.session.version
    table.session.submit([act.Move(Place.FOUNTAIN), some], None, None, "camera")
    assert not table.has_advanced() and table.row.wrong == 0
    table.session.undo(base, 0, None, "camera")
    table.session.submit([act.Move(Place.FOUNTAIN), both], None, None, "camera")
    assert table.has_advanced() and (table.row.wrong, table.row.amended) == (0, 1)
    table.session.undo(base, 0, None)
    table.forget()
    table.intend((act.Move(Place.FOUNTAIN), both))
    table.laid = 2
    table.session.submit([act.Move(Place.FOUNTAIN), some], None, None, "camera")
    assert not table.has_advanced()
    table.help_out()
    assert (table.row.wrong, table.row.by_hand) == (1, 1)


def _stands(near: Place) -> act.Override:
    """The first player stands there and has two assistants out."""
    stands = {"merchant": near, "assistants": "3,9", "stack": "oo", "reserve": "0"}
    return act.Override(tuple(act.Change(what, str(to), 0) for what, to in stands.items()), "so it stands", True)


def _recaller(table: SimulatedTable, near: Place) -> GameState:
    return play(table.state, _stands(near))


def test_what_is_meant_is_one_turn_that_the_rules_allow() -> None:
    begin = example_game()
    meant = intentions(begin, Random(1))
    assert isinstance(meant[0], act.Move)
    assert after(begin, meant).turn == 1


def test_an_illegal_table_cannot_be_reached_by_the_move_it_shows() -> None:
    begin = example_game()
    for seed in range(20):
        table = illegal_table(begin, Random(seed))
        assert table is not None
        (seat,) = [at for at in range(3) if table.players[at].merchant != begin.players[at].merchant]
        assert seat != begin.turn or check(begin, act.Move(table.players[seat].merchant)) is not None


def test_another_move_goes_elsewhere() -> None:
    begin, meant = example_game(), act.Move(Place.SPICE_WAREHOUSE)
    other = another_move(begin, meant, Random(1))
    assert other[0] != meant
    assert after(begin, other).players[0].merchant != Place.FOUNTAIN


def test_hands_stop_where_a_phone_is_needed_unless_the_whole_turn_is_done_first() -> None:
    plan = (act.Move(Place.POLICE_STATION), act.LeaveAssistant(), act.PayToll(), act.SendFamily(Place.TEA_HOUSE))
    assert laid_at_once(plan, whole=False) == 2
    assert laid_at_once(plan, whole=True) == 4
    assert all(isinstance(action, BY_HAND) for action in plan[:2])


def test_the_same_things_in_another_order_were_meant_and_others_were_not() -> None:
    begin = example_game()
    plan = (act.Move(Place.SPICE_WAREHOUSE), act.PlayLira(), act.LeaveAssistant())
    begin = play(begin, act.Move(Place.SPICE_WAREHOUSE)) if check(begin, plan[0]) else begin
    seat_with_card = after(begin, ())
    assert left_of(seat_with_card, plan[:1], plan[:1]) == ()
    assert left_of(seat_with_card, plan[:1], (act.Move(Place.FRUIT_WAREHOUSE),)) is None


def test_a_tile_that_can_still_be_told_after_a_card_was_drawn_is_not_lost() -> None:
    changes = (("tiles", "Y", 0), ("assistants", "13", 0), ("lira", "5", 0), ("merchant", "7", 0), ("family", "9", 1))
    so = act.Override(tuple(act.Change(*change) for change in changes), "for this test", despite_problems=True)
    arrived = (act.Move(Place.TEA_HOUSE), act.LeaveAssistant(), act.Skip())
    met = after(play(example_game(), so), arrived)
    tile, catch, card = act.UseYellowTile(Place.SULTANS_PALACE), act.Catch(), act.Reward("card")
    assert left_of(met, (tile, catch, card), (catch,)) == (card, tile)


def arrived(place: Place, *more: tuple[str, str, int]) -> GameState:
    """Somebody with a yellow tile has just gone there from the Fountain."""
    changes = (("tiles", "Y", 0), ("assistants", "13", 0), ("lira", "5", 0), ("merchant", "7", 0), *more)
    so = act.Override(tuple(act.Change(*change) for change in changes), "for this test", despite_problems=True)
    return after(play(example_game(), so), (act.Move(place),))


def test_to_pass_over_what_passes_by_itself_is_not_missed() -> None:
    state, tile = arrived(Place.SMALL_MARKET), act.UseYellowTile(Place.SULTANS_PALACE)
    there = after(state, (act.LeaveAssistant(),))
    assert after(there, (act.Skip(), tile)) == after(there, (tile,)), "with nothing to sell nothing is left to do"
    assert left_of(state, (act.LeaveAssistant(), act.Skip(), tile), (act.LeaveAssistant(), tile)) == ()
    assert left_of(state, (act.LeaveAssistant(), act.Skip()), (act.LeaveAssistant(),)) == (act.Skip(),)


def test_a_card_may_be_told_later() -> None:
    state, tea = arrived(Place.POLICE_STATION, ("hand", "LIRA5", 0)), (act.Announce(7), act.Rolled(6, 2))
    sent = (act.LeaveAssistant(), act.SendFamily(Place.TEA_HOUSE))
    assert left_of(state, (act.PlayLira(), *sent, *tea), sent) == (*tea, act.PlayLira())


def test_perfect_eyes_see_what_lies_and_a_bump_blinds_them_for_a_moment() -> None:
    eye = MadeUpEye(PERFECT, Random(1))
    eye.lay(example_game())
    seen = eye.look()
    assert {(one.thing, one.place) for one in seen.scores} == expected(example_game())  # type: ignore[union-attr]
    eye.bump()
    assert [type(eye.look()).__name__ for _ in range(6)].count("NotSeen") in range(1, 5)


def test_noisy_eyes_err_now_and_then_and_keep_their_error_while_nothing_is_touched() -> None:
    wrong = 0
    for seed in range(200):
        eye = MadeUpEye(NOISY, Random(seed))
        eye.lay(example_game())
        told = [{(s.thing, s.place) for s in eye.look().scores if s.log_odds > 2.5} for _ in range(2)]  # type: ignore[union-attr]
        wrong += told[0] != expected(example_game())
    assert 0 < wrong < 60


def test_a_knocked_camera_stands_elsewhere_and_still_sees_the_board() -> None:
    rng = np.random.default_rng(5)
    camera = framed(Camera(), 0.75)
    there = [knocked(camera, rng) for _ in range(20)]
    far_mm = [float(np.linalg.norm(one.position_mm - camera.position_mm)) for one in there]
    assert 0 < max(far_mm) <= 200
    assert all(turned_deg(camera, one) <= 30 for one in there)


def test_a_calm_evening_is_followed_without_a_wrong_turn_or_a_false_alarm() -> None:
    told = simulate(GameOrder(1000, "perfect", 12, CALM))
    assert not told.broken
    assert [turn.wrong + turn.alarms for turn in told.turns] == [0] * 12
    said = [one for turn in told.turns for one in turn.said]
    assert said and all(share > 0.9 and so for share, so in said)


class UnderALamp(MadeUpEye):
    """A lamp is mirrored in the Tea House until it was moved so many times."""

    moves_left = 2

    def look(self, hand: int | None = None) -> BoardObservation | NotSeen:
        seen = super().look(hand)
        assert isinstance(seen, BoardObservation)
        return msgspec.structs.replace(seen, glare=frozenset({9} if self.moves_left else ()))

    def move_lamp(self) -> None:
        self.moves_left -= 1


@pytest.mark.parametrize(("heed", "moved"), [(True, 2), (False, 0)])
def test_people_move_a_lamp_until_it_is_mirrored_no_more(
    monkeypatch: pytest.MonkeyPatch, heed: bool, moved: int
) -> None:
    monkeypatch.setattr("calibration.simulated.evening.MadeUpEye", UnderALamp)
    assert simulate(GameOrder(1000, "perfect", 1, CALM, heed)).lamps_moved == moved


def test_forbidden_moves_are_never_made() -> None:
    told = simulate(GameOrder(1001, "perfect", 12, msgspec.structs.replace(CALM, illegal=1.0)))
    assert not told.broken
    assert [turn.wrong for turn in told.turns] == [0] * 12
    assert all(("illegal", True) in turn.mishaps for turn in told.turns)


def test_a_turn_asked_about_needs_a_tap_but_is_no_correction() -> None:
    game = GameTold(1, 3, (TurnTold(1, "red", asked=1), TurnTold(2, "blue")))
    found = shares([game])
    assert (found["turns without a tap"].count, found["turns without a tap"].total) == (1, 2)
    assert found["games of 3-4 without correction"].count == 1
    assert found["games of 3-4 without any tap"].count == 0


def test_a_share_without_a_miss_is_not_yet_certain() -> None:
    low, high = Share(100, 100).interval
    assert low == pytest.approx(0.963, abs=0.001)
    assert high == pytest.approx(1.0)


def test_what_is_said_with_nine_tenths_and_true_of_half_is_four_tenths_off() -> None:
    assert calibration_error([(0.9, True), (0.9, False)]) == pytest.approx(0.4)
    assert calibration_error([(0.5, True), (0.5, False), (1.0, True), (1.0, True)]) == 0.0
    assert calibration_error([]) == 0.0


def test_the_command_tells_its_figures_as_json(tmp_path: object) -> None:
    words = ["bench", "follow", "--games", "1", "--turns", "3", "--sight", "perfect", "--out", str(tmp_path), "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["turns"] == 3
    assert told["figures"]["wrong without a question"]["count"] == 0


def test_a_question_about_what_no_camera_sees_is_told_apart() -> None:
    card = TurnTold(1, "red", asked=1, unseen=1)
    wood = TurnTold(2, "blue", asked=1)
    found = shares([GameTold(1, 3, (card, wood))])
    assert (found["turns without a tap"].count, found["no tap for wood"].count) == (0, 1)
    assert found["no tap for what is visible"].count == 1


def test_a_tap_for_wood_that_other_wood_hides_is_told_apart() -> None:
    behind = TurnTold(1, "red", by_hand=1, hidden=1)
    plain = TurnTold(2, "blue", by_hand=2, hidden=1)
    alarm = TurnTold(3, "blue", by_hand=1, hidden=1, alarms=1)
    found = shares([GameTold(1, 3, (behind, plain, alarm))])
    assert (found["no tap for wood"].count, found["no tap for what is visible"].count) == (0, 1)


def test_a_made_up_eye_says_whom_a_merchant_hides() -> None:
    eye = MadeUpEye(replace(PERFECT, hidden=1.0), Random(1))
    state = example_game()
    there = after(state, [one for one in legal_actions(state) if isinstance(one, act.Move)][:1])
    eye.lay(there)
    eye.lay(after(there, (act.LeaveAssistant(),)))
    his = Thing(Kind.ASSISTANT, str(state.player.color)), int(there.player.merchant)
    assert not eye.shows(his) and eye.shows((Thing(Kind.MERCHANT, str(state.player.color)), his[1]))


def test_tiles_that_cannot_be_learnt_are_told_and_no_game_without_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    def unlearnt(*_: object) -> None:
        raise ValueError("no sixteen tiles")

    monkeypatch.setattr("calibration.simulated.evening.PaintedEye", unlearnt)
    told = simulate(GameOrder(1000, "painted", 2, CALM))
    assert told.broken == "no sixteen tiles" and not told.turns
    assert shares([told])["games of 3-4 without correction"].total == 0


def test_a_stack_that_lies_untouched_is_one_count_however_often_it_is_looked_at() -> None:
    merchant, three = (Thing(Kind.MERCHANT, "red"), 7), {"red": 3}
    look = Truth((), -4.0, (merchant,), three, {"red": 2}, (), (), changed=False, bumped=False)
    moved = msgspec.structs.replace(look, lies=((merchant[0], 8),))
    left = msgspec.structs.replace(moved, stacks={"red": 2})
    assert list(miscounts([look, look, look])) == [-1]
    assert list(miscounts([look, moved, moved, left, left])) == [-1, -1, 0]
    assert list(miscounts([look, msgspec.structs.replace(look, counted={})])) == [-1]
