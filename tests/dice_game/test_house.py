"""Session, log, store and record serve this game without knowing it; what the table tells is an entry as any other."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.dice_game.actions import Revealed, Rolled
from companion.dice_game.advice.answers import known_answers
from companion.dice_game.advice.policy import choose
from companion.dice_game.copy.components import Components, copy_for
from companion.dice_game.copy.imagined import answer, imagined_components
from companion.dice_game.copy.shipped import shipped_components
from companion.dice_game.game import DICE_GAME
from companion.dice_game.notation.lines import format_action, parse_action
from companion.dice_game.setup import Setup, new_game
from companion.dice_game.state import GameState, Options
from companion.errors import BadRecord, RuleViolation
from companion.session.chance import DigitalChance
from companion.session.log import Entry, decided, undo_reach
from companion.session.record import read_record, write_record
from companion.session.session import GameSession
from companion.session.store import create_store, open_store
from tests.dice_game.builders import COMPLETE, do, put, turn

GAMES = {DICE_GAME.name: DICE_GAME}
DICE_ONLY = DigitalChance(Random(1), (Revealed,))


class FakeClock:
    def now_s(self) -> float:
        return 1.0


def a_session(folder: Path, setup: Setup | None = None) -> GameSession:
    store = create_store(folder / "game.db", DICE_GAME, setup or Setup(3), 0.0)
    return GameSession(store, FakeClock(), DICE_ONLY)  # type: ignore[arg-type]


def submit(session: GameSession, seat: int | None, *texts: str) -> GameState:
    session.submit([parse_action(text) for text in texts], seat)
    return session.state  # type: ignore[no-any-return]


def play_game(players: int, cards: str, seed: int) -> tuple[Setup, list[Entry], GameState]:
    """A whole game of sensible players; a stand-in answers for the table."""
    rng = Random(seed)
    components = imagined_components(rng)
    truth, options = copy_for(components, players), Options("app" if cards == "app" else "real")
    setup = Setup(players, options, components if cards == "app" else shipped_components())
    state, entries, chance = new_game(setup), list[Entry](), DigitalChance(rng)
    while not state.over:
        seat, due = DICE_GAME.seat_to_act(state), DICE_GAME.outcomes(state)
        action = choose(state, rng) if seat is not None else chance(due) if due else answer(truth, state, rng)
        events, state = decided(DICE_GAME, state, action)
        entries.append(Entry(len(entries) + 1, "do", seat, action=action, events=events))
    return setup, entries, state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("cards", ["app", "real"])
def test_a_record_replays_to_the_identical_state(players: int, cards: str) -> None:
    setup, entries, state = play_game(players, cards, 3)
    replayed = read_record(GAMES, write_record(DICE_GAME, setup, entries, state))
    assert msgspec.json.encode(replayed.state) == msgspec.json.encode(state)
    assert [entry.events for entry in replayed.log.entries] == [entry.events for entry in entries]


def test_a_broken_rule_is_named_with_its_entry() -> None:
    lines = list(write_record(DICE_GAME, *play_game(2, "real", 5)))
    number = next(at for at, line in enumerate(lines) if '"rolled' in line)
    lines[number] = lines[number].replace("rolled ", "rolled R")
    with pytest.raises(BadRecord) as refusal:
        read_record(GAMES, lines)
    assert (refusal.value.facts["entry"], refusal.value.facts["rule"]) == (number, "bad_dice")


def test_the_app_throws_and_the_table_tells(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    state = submit(session, 0, "throw")
    assert sum(state.dice) == 5 and session.log.entries[-1].seat is None
    state = submit(session, 0, "keep", "price? red")
    assert DICE_GAME.seat_to_act(state) is None
    with pytest.raises(RuleViolation):
        submit(session, 0, "end")
    state = submit(session, None, "price red 5")
    assert DICE_GAME.seat_to_act(state) == 0 and session.log.entries[-1].seat is None


def test_what_the_table_told_can_be_undone_and_redone(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    before = submit(session, 0, "throw")
    told = submit(session, None, "price red 5")
    assert undo_reach(DICE_GAME, session.log, seat=0) == session.version - 1  # it showed nothing new
    session.undo(keep=session.version - 1, seat=None)
    assert session.state == before
    session.redo(seat=None)
    assert session.state == told


def test_undo_stops_at_dice_and_passes_what_showed_nothing(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    submit(session, 0, "throw")
    assert undo_reach(DICE_GAME, session.log, seat=0) is None
    submit(session, 0, "keep")
    assert undo_reach(DICE_GAME, session.log, seat=0) == session.version - 1


def test_a_game_is_found_again_on_disk(tmp_path: Path) -> None:
    session = a_session(tmp_path, Setup(4, Options("app"), COMPLETE))
    assert len(session.state.display) == 6  # the app's tiles were shown at once
    submit(session, 0, "throw")
    state, entries = session.state, session.log.entries
    session.close()
    again = GameSession(open_store(tmp_path / "game.db", GAMES), FakeClock(), DICE_ONLY)  # type: ignore[arg-type]
    assert again.state == state and again.log.entries == entries


def test_another_seat_decides_about_its_half_of_a_card(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    submit(session, 0, "throw", "keep")
    session.submit([parse_action('set dice=KRYGB because "a test"')], None)
    submit(session, 0, "cards 1")
    state = submit(session, None, "revealed F4:X3;X/3")
    assert DICE_GAME.seat_to_act(state) == 1
    with pytest.raises(RuleViolation):
        submit(session, 0, "either 1")
    assert submit(session, 1, "either 2").players[1].lira == 4


# ------------------------------------------------------------------------- offers and players


def test_what_was_told_once_is_offered_next_time() -> None:
    state = do(turn("KKRYY"), "cards 1", "revealed F2:J;R", "cards 1")
    assert [format_action(offer) for offer in known_answers(state)] == ["revealed F2:J;R"]
    state = do(put(turn("RRYLK"), "display=?,?", None), "tile?", "told lira:RRR", "tile?")
    assert [format_action(offer) for offer in known_answers(state)] == ["told lira:RRR"]


def test_published_prices_are_offered_and_only_offered() -> None:
    state = new_game(Setup(3, Options(), shipped_components()))
    state = do(put(state, "dice=RRYLK thrown=5 agenda=act", None), "price? lira")
    assert [format_action(offer) for offer in known_answers(state)] == ["price lira 10", "price lira 12", "empty lira"]
    assert "ruby lira" not in [format_action(action) for action in DICE_GAME.legal_actions(do(state, "price lira 10"))]


def test_nobody_is_offered_what_chance_owes() -> None:
    state = do(new_game(Setup(3, Options(), Components())), "throw")
    assert known_answers(state) == () and Rolled((5, 0, 0, 0, 0, 0)) in DICE_GAME.outcomes(state)


@pytest.mark.parametrize("seed", range(4))
def test_the_sensible_player_is_much_quicker_than_chance(seed: int) -> None:
    _, entries, state = play_game(3, "app", seed)
    assert state.round <= 20 and len(entries) < 700
