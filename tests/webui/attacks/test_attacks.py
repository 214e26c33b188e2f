"""The attacks tell a good server from a bad one: what a bystander feels, what memory is taken, what is cut."""

import asyncio
import json
import os
import subprocess
import sys
from asyncio import StreamReader
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from webui.attacks.answers import read_answer
from webui.attacks.clients import greedy
from webui.attacks.clients.bystander import Bystander
from webui.attacks.clients.kinds import ATTACKS, fitting
from webui.attacks.clients.phone import KeptLine, Phone
from webui.attacks.clients.places import LineCounts, patience, standing
from webui.attacks.clients.rows import AttackRow, headings, in_columns
from webui.attacks.clients.run import AttackPlan, ClientTimes, attacks, run
from webui.attacks.clients.target import LineStart, Target, client_hello, open_line, strangers
from webui.attacks.memory import MemoryUse, forget_peak, memory
from webui.http.certificates import ready_certificates

SERVER = Path(__file__).parent / "attacked.py"
HERE = "127.0.0.1"
LINES = 8
MEGABYTES = 64
GRACE_S, SHORT_GRACE_S = 30.0, 0.5
"""Good servers are waited for, bad ones given up."""
LONG_S = 30.0
BRIEF = ClientTimes(alone_s=0.2, under_s=0.4, grace_s=GRACE_S, recovery_s=GRACE_S, patience_s=0)
BRIEF_WITH_BAD = ClientTimes(alone_s=0.2, under_s=0.4, grace_s=SHORT_GRACE_S, recovery_s=SHORT_GRACE_S, patience_s=0)
PROMISED = {"attack", "n", "alone_p95_ms", "under_p95_ms", "ratio", "failed", "memory_before_mb", "memory_peak_mb"}
PROMISED |= {"memory_after_mb", "recovered"}
Start = Callable[..., tuple[Target, int]]
needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell memory")
needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="the system may have one address only")


@contextmanager
def serving(flaw: str, *files: str) -> Iterator[tuple[Target, int]]:
    """A server with that flaw in a process of its own, and its number."""
    command = [sys.executable, str(SERVER), flaw, *files]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        port, sources = int(child.stdout.readline()), strangers(HERE, 1)
        target = Target(HERE, 0, port, sources=sources) if files else Target(HERE, port, sources=sources)
        try:
            yield target, child.pid
        finally:
            child.kill()


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers that end with the test."""
    with ExitStack() as stack:
        yield lambda flaw, *files: stack.enter_context(serving(flaw, *files))


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[str, str]:
    files = ready_certificates(tmp_path, [HERE], [], datetime.now(UTC))
    return str(files.leaf), str(files.key)


def put_to(target: Target, name: str, pace: ClientTimes = BRIEF, pid: int = 0) -> AttackRow:
    """The row of one attack on a few lines."""
    return asyncio.run(run(AttackPlan(target, pid=pid, lines=LINES, pace=pace), [name]))[0]


def told(data: bytes) -> StreamReader:
    """A line on which all of that was said, and then no more."""
    reader = StreamReader()
    reader.feed_data(data)
    reader.feed_eof()
    return reader


# ---------------------------------------------------------------------- what a bystander feels


@pytest.mark.parametrize("name", ["silent", "half-header", "half-body", "drip-header", "head-events"])
def test_nobody_notices_slow_lines_on_a_server_that_listens_to_all(start: Start, name: str) -> None:
    row = put_to(start("none")[0], name)
    assert (row.failed, row.recovered) == (0, True) and row.asked > 0 and row.seen.opened >= LINES


def test_one_line_at_a_time_and_silence_stops_everybody(start: Start) -> None:
    row = put_to(start("one at a time")[0], "silent", BRIEF_WITH_BAD)
    assert row.failed == row.asked > 0 and row.stream_ms is None


def test_everybody_is_served_again_once_the_silent_lines_are_gone(start: Start) -> None:
    pace = ClientTimes(alone_s=0.2, under_s=0.2, grace_s=SHORT_GRACE_S, recovery_s=GRACE_S, patience_s=0)
    assert put_to(start("one at a time")[0], "silent", pace).recovered


def test_a_late_answer_counts_with_all_the_time_it_was_waited_for(start: Start) -> None:
    felt = asyncio.run(Bystander(start("mute")[0]).feel(0.2, SHORT_GRACE_S))
    assert felt.failed == felt.asked == 4 and felt.worst_ms >= 1000 * SHORT_GRACE_S and felt.stream_ms is None


@pytest.mark.long
def test_one_silent_line_stops_a_server_that_shakes_hands_at_the_door(
    start: Start, certificate: tuple[str, str]
) -> None:
    bad = put_to(start("shakes hands at the door", *certificate)[0], "one-silent-tls", BRIEF_WITH_BAD)
    good = put_to(start("none", *certificate)[0], "one-silent-tls")
    assert bad.failed > 0 and good.failed == 0


# ---------------------------------------------------------------------- streams


def test_one_stranger_takes_the_streams_of_all_where_they_are_counted_for_all(start: Start) -> None:
    row = put_to(start("one purse")[0], "streams", BRIEF_WITH_BAD)
    assert row.stream_ms is None and row.failed == 0 and row.seen.answers[503] > 0


@needs_addresses
def test_a_stranger_takes_only_his_own_streams_where_they_are_counted_by_address(start: Start) -> None:
    row = put_to(start("none")[0], "streams")
    assert row.stream_ms is not None and row.seen.answers[503] > 0


def test_streams_that_are_never_given_back_show_as_not_recovered(start: Start) -> None:
    assert not put_to(start("forgets")[0], "head-events", BRIEF_WITH_BAD).recovered


def test_streams_that_nobody_reads_are_held_all_the_same(start: Start) -> None:
    async def until_none_is_left(target: Target) -> None:
        async with asyncio.timeout(LONG_S), standing(ATTACKS["streams-unread"], target, LINES):
            while await Phone(target, LineStart.PLAIN).hear():
                await asyncio.sleep(0.05)

    asyncio.run(until_none_is_left(start("one purse")[0]))


# ---------------------------------------------------------------------- memory


async def pour(target: Target) -> LineCounts:
    """One body far too large, to the end."""
    seen = LineCounts()
    line = await open_line(target, LineStart.PLAIN)
    try:
        await greedy.body("/", MEGABYTES)(line, seen)
    except OSError:  # cut before all was sent
        seen.cut += 1
    finally:
        line.close()
    return seen


@needs_proc
def test_a_server_that_takes_a_whole_body_into_memory_is_found_out(start: Start) -> None:
    target, pid = start("hoards")
    before = memory(pid)
    seen = asyncio.run(pour(target))
    after = memory(pid)
    assert before is not None and after is not None and after.peak_mb - before.now_mb >= MEGABYTES
    assert seen.answers == {200: 1}


@needs_proc
def test_a_server_that_refuses_a_body_by_its_length_takes_no_memory_for_it(start: Start) -> None:
    target, pid = start("none")
    before = memory(pid)
    asyncio.run(pour(target))
    after = memory(pid)
    assert before is not None and after is not None and after.peak_mb - before.now_mb < MEGABYTES / 2


@needs_proc
def test_a_row_tells_the_memory_before_at_most_and_after(start: Start) -> None:
    target, pid = start("hoards")
    row = put_to(target, "many-bodies", pid=pid)
    assert row.memory_before_mb and row.memory_peak_mb and row.memory_after_mb
    assert row.memory_peak_mb > row.memory_before_mb and row.seen.sent_mb > 0


def test_the_memory_of_nobody_is_not_told() -> None:
    assert memory(-1) is None


@needs_proc
def test_memory_is_told_in_megabytes() -> None:
    own = memory(os.getpid())
    assert own == MemoryUse(own.now_mb, own.peak_mb) and 5 < own.now_mb <= own.peak_mb < 100_000


@needs_proc
def test_the_peak_outlasts_what_was_given_back_until_it_is_forgotten() -> None:
    held = b"x" * (MEGABYTES << 20)
    del held
    after = memory(os.getpid())
    forget_peak(os.getpid())
    anew = memory(os.getpid())
    assert after is not None and after.peak_mb - after.now_mb > MEGABYTES / 2
    assert anew is not None and anew.peak_mb - anew.now_mb < MEGABYTES / 2


# ---------------------------------------------------------------------- patience


@pytest.mark.parametrize("name", ["silent", "half-header", "drip-header", "drip-headers"])
def test_a_server_with_a_deadline_hangs_up(start: Start, name: str) -> None:
    assert asyncio.run(patience(ATTACKS[name], start("none")[0], LONG_S)) is not None


def test_a_server_without_one_waits_on(start: Start) -> None:
    assert asyncio.run(patience(ATTACKS["half-header"], start("waits")[0], SHORT_GRACE_S)) is None


@pytest.mark.long
def test_attackers_come_again_when_they_are_cut(start: Start) -> None:
    async def until_third_line(target: Target) -> None:
        async with asyncio.timeout(LONG_S), standing(ATTACKS["silent"], target, 1) as seen:
            while seen.opened < 3:
                await asyncio.sleep(0.05)

    asyncio.run(until_third_line(start("none")[0]))


# ---------------------------------------------------------------------- lines, phones, answers


def test_a_phone_opens_its_line_anew_where_the_server_closed_it(start: Start) -> None:
    async def look_twice(target: Target) -> list[bool]:
        line = KeptLine(Phone(target, LineStart.PLAIN))
        try:
            return [await line.ask(tap=False), await line.ask(tap=True)]
        finally:
            line.close()

    assert asyncio.run(look_twice(start("one at a time")[0])) == [True, True]


@needs_addresses
def test_attackers_come_from_an_address_of_their_own() -> None:
    assert HERE not in strangers(HERE, 3) and len(set(strangers(HERE, 3))) == 3


def test_a_far_server_is_attacked_from_the_usual_address() -> None:
    assert strangers("192.0.2.7", 3) == ()


def test_half_a_handshake_is_the_beginning_of_a_real_one() -> None:
    handshake_record = 22
    assert client_hello()[0] == handshake_record and len(client_hello()) > 100


def test_an_answer_in_chunks_is_read_whole() -> None:
    async def read() -> bytes:
        said = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x=y\r\nd\r\n0\r\n\r\n"
        return (await read_answer(told(said))).body

    assert asyncio.run(read()) == b"abcd"


def test_go_on_is_not_yet_the_answer() -> None:
    async def read() -> int:
        said = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
        return (await read_answer(told(said))).status

    assert asyncio.run(read()) == 204


@pytest.mark.parametrize(("said", "amiss"), [(b"", EOFError), (b"220 mail\r\n\r\n", ValueError)])
def test_no_answer_is_told_as_such(said: bytes, amiss: type[Exception]) -> None:
    async def read() -> None:
        await read_answer(told(said))

    with pytest.raises(amiss):
        asyncio.run(read())


# ---------------------------------------------------------------------- the selection and its rows


def test_below_tls_is_attacked_only_where_there_is_tls() -> None:
    assert set(fitting(tls=True)) == set(ATTACKS)
    assert set(ATTACKS) - set(fitting(tls=False)) == {"silent-tls", "one-silent-tls", "half-handshake"}


def test_a_row_holds_what_was_promised(start: Start) -> None:
    row = put_to(start("none")[0], "streams-left")
    assert set(json.loads(msgspec.json.encode(row))) >= PROMISED and row.n == LINES
    assert row.ratio == pytest.approx(row.under_p95_ms / row.alone_p95_ms)
    assert len(in_columns(row)) == len(headings()) and "streams-left" in in_columns(row)


def test_attacks_over_tls_leave_the_plain_port_alone() -> None:
    both = Target(port=1, tls_port=2, over_tls=True)
    assert ATTACKS["silent"].door(both) is LineStart.TLS and both.doors() == (LineStart.PLAIN, LineStart.TLS)


def test_the_command_wants_to_know_whom() -> None:
    answer = CliRunner().invoke(attacks, [])
    assert answer.exit_code == 2 and "--tls-port" in answer.output
