"""A table has one owner.  Killed, it is followed by another one; asleep meanwhile, it writes nothing any more."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from companion.session.clock import FakeClock
from companion.session.faults import OutOfReach
from companion.session.postgres.clock import SharedClock
from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold, Leases, Moved
from companion.session.postgres.store import (
    PostgresStore,
    board_note,
    create_game,
    keep_board_note,
    newest_games,
    open_game,
)
from companion.session.session import GameSession
from tests.session.conftest import by_hand, tails
from tests.session.toy import TOY, Add, Setup
from tests.webui.conftest import wait_until
from webui.club.engines import Postgres

ROOT = Path(__file__).parents[3]
LIFE_S = 1.0
Server = subprocess.Popen[str]
Start = Callable[[str], Server]


def a_game(database: Database, hold: Hold) -> GameSession:
    return GameSession(create_game(database, hold, TOY, (Setup(10**9), 1.0), {}), FakeClock(), tails)


def go_on(database: Database, hold: Hold) -> GameSession:
    store = open_game(database, hold, newest_games(database, hold.code)[0], {"toy": TOY})
    return GameSession(store, FakeClock(), by_hand)


@pytest.fixture
def start(postgres: Postgres) -> Iterator[Start]:
    """Starts a server that waits for a table and then writes as fast as it can."""
    servers: list[Server] = []

    def begin(code: str) -> Server:
        command = [sys.executable, "-m", "tests.session.postgres.writer", postgres.url, code, str(LIFE_S)]
        servers.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT))
        return servers[-1]

    yield begin
    for server in servers:
        server.kill()
        server.wait()
        assert server.stdout is not None
        server.stdout.close()


def said(server: Server, lines: int = 1) -> list[str]:
    assert server.stdout is not None
    heard = [server.stdout.readline().strip() for _ in range(lines)]
    assert heard[-1], "it has ended"
    return heard


def the_rest(server: Server) -> list[str]:
    """Everything it still says until it ends, whole lines only."""
    assert server.stdout is not None
    text = server.stdout.read()
    return text[: text.rfind("\n") + 1].split("\n")[:-1]


def test_a_table_goes_to_the_first_that_asks(database: Database, leases: Leases, code: str) -> None:
    other = Leases(database, "127.0.0.1:2")
    other.live()
    assert leases.owner(code) is None
    assert leases.take(code) is not None
    assert other.take(code) is None
    owner = other.owner(code)
    assert owner is not None and (owner.server, owner.address, owner.is_alive) == (leases.server, "127.0.0.1:1", True)


def test_a_table_that_is_not_open_has_no_owner(leases: Leases) -> None:
    with pytest.raises(LookupError, match="NONE"):
        leases.owner("NONE")
    assert leases.take("NONE") is None


def test_a_server_that_leaves_makes_room_at_once(database: Database, leases: Leases, code: str) -> None:
    other = Leases(database, "127.0.0.1:2")
    other.live()
    leases.take(code)
    leases.leave()
    assert other.take(code) is not None


def test_the_old_owner_writes_neither_entries_nor_notes(database: Database, leases: Leases, hold: Hold) -> None:
    session, other = a_game(database, hold), Leases(database, "127.0.0.1:2")
    other.live()
    fresh = other.take(hold.code, leases.server)
    assert fresh is not None
    for write in (
        lambda: session.submit([Add(1)], seat=0),
        lambda: session.store.keep_note("seats", {}),
        lambda: keep_board_note(database, hold, "staff", {"a": 1}),
        lambda: create_game(database, hold, TOY, (Setup(), 1.0), {}),
    ):
        with pytest.raises(Moved):
            write()
    assert go_on(database, fresh).version == 0
    assert session.store.note("seats") is None and board_note(database, hold.code, "staff") is None


def test_who_has_the_address_now_follows_whoever_had_it(database: Database, leases: Leases, code: str) -> None:
    """Started again after a kill, a server does not wait until its own former life is over."""
    leases.take(code)
    again, other = Leases(database, leases.address), Leases(database, "127.0.0.1:2")
    other.live()
    assert other.take(code) is None
    again.arrive()
    assert leases.address in other.live().others and other.take(code) is not None


@pytest.mark.long
def test_a_server_that_hangs_in_the_midst_of_a_write_locks_nobody_out(
    database: Database, leases: Leases, hold: Hold
) -> None:
    other = Leases(database, "127.0.0.1:2")
    other.live()
    with pytest.raises(OutOfReach), database.transaction() as connection:
        hold.prove(connection)

        def taken() -> bool:
            with suppress(OutOfReach):
                return other.take(hold.code, leases.server) is not None
            return False

        wait_until(taken)
        connection.execute("SELECT 1")


def test_the_clock_of_all_servers_is_postgresqls(leases: Leases) -> None:
    own, shared = FakeClock(5.0), SharedClock()
    wrong = SharedClock(own)
    for clock in (shared, wrong):
        asked_s = clock.own_s()
        clock.hear(leases.live().now_s, asked_s)
    assert abs(shared.now_s() - wrong.now_s()) < 60.0
    own.wait(7.0)
    assert wrong.running_s() == 7.0


def test_no_time_goes_back_because_a_word_of_the_database_was_inexact() -> None:
    own = FakeClock(100.0)
    shared = SharedClock(own)
    told = [shared.now_s()]
    shared.hear(99.9996, own.now_s())
    told.append(shared.now_s())
    own.wait(0.001)
    told.append(shared.now_s())
    assert told == [100.0, 100.0, pytest.approx(100.0006)]
    shared.hear(50.0, own.now_s())
    assert shared.now_s() == 50.0, "a clock that was wrong is put right"


def test_a_closed_table_cannot_be_taken(database: Database, leases: Leases, code: str) -> None:
    with database.transaction() as connection:
        connection.execute("UPDATE board SET closed_at = now() WHERE code = %s", (code,))
    assert leases.take(code) is None


@pytest.mark.long
def test_what_a_killed_owner_said_is_written_and_the_next_one_goes_on(
    database: Database, leases: Leases, hold: Hold, start: Start
) -> None:
    a_game(database, hold)
    leases.give_back(hold)
    first = start(hold.code)
    heard = said(first, 20)
    second = start(hold.code)
    first.kill()
    accepted = int([*heard, *the_rest(first)][-1])
    went_on = int(said(second)[0].split()[1])
    assert went_on >= accepted
    said(second, 5)
    second.kill()
    wait_until(lambda: leases.take(hold.code) is not None)
    entries = go_on(database, Hold(hold.code, leases.live().held[hold.code])).log.entries
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    owners = [entry.by for entry in entries if entry.by]
    assert sum(before != after for before, after in pairwise(owners)) == 1


@pytest.mark.long
def test_an_owner_that_slept_through_its_replacement_writes_no_more(
    database: Database, leases: Leases, hold: Hold, start: Start
) -> None:
    a_game(database, hold)
    leases.give_back(hold)
    sleeper = start(hold.code)
    said(sleeper, 20)
    os.kill(sleeper.pid, signal.SIGSTOP)
    try:
        wait_until(lambda: leases.take(hold.code) is not None)
        session = go_on(database, Hold(hold.code, leases.live().held[hold.code]))
        before = session.version
        session.undo(0, None)
    finally:
        os.kill(sleeper.pid, signal.SIGCONT)
    assert the_rest(sleeper)[-1] == "moved"
    assert session.version == before + 1
    session.redo(None)
    assert len(session.store.entries()) == before + 2


@pytest.mark.long
def test_a_restart_of_postgresql_loses_nothing(database: Database, postgres: Postgres, hold: Hold) -> None:
    session = a_game(database, hold)
    before = session.submit([Add(1)], seat=0)
    postgres.stop(signal.SIGQUIT)
    try:
        with pytest.raises(OutOfReach, match="not_kept"):
            session.submit([Add(1)], None)
        assert session.version == before
    finally:
        postgres.start()
    after = session.submit([Add(1)], None)
    assert [entry.number for entry in go_on(database, hold).log.entries] == list(range(1, after + 1))


def test_a_line_that_breaks_after_the_last_word_leaves_no_doubt(
    database: Database, hold: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL has written, and the word of it was lost.  What can be asked counts; else the next takes its place."""
    session, fails = a_game(database, hold), [True]
    real = Database.transaction

    def breaking(self: Database, name: str = "", code: str = "not_kept") -> object:
        class Broken:
            def __enter__(self) -> object:
                self.inner = real(database, name, code)
                return self.inner.__enter__()

            def __exit__(self, *error: object) -> None:
                self.inner.__exit__(*error)  # type: ignore[arg-type]
                if fails.pop() if fails else False:
                    raise OutOfReach("not_kept", file="", why="the line broke")

        return Broken()

    monkeypatch.setattr(Database, "transaction", breaking)
    with suppress(OutOfReach):
        session.submit([Add(1)], seat=0)
    assert session.version > 0, "it was written, and could be asked"
    known = session.version
    with monkeypatch.context() as both:
        both.setattr(PostgresStore, "_tip_now", lambda self: (_ for _ in ()).throw(OutOfReach("not_kept")))
        fails.append(True)
        with pytest.raises(OutOfReach):
            session.submit([Add(2)], None)
    assert session.version == known
    session.submit([Add(1)], None)
    assert go_on(database, hold).log.entries == session.log.entries
