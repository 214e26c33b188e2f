"""What an eye may say at a table, and how rubbish, replays and strangers are answered: nothing half-changed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.session.clock import FakeClock
from companion.sync.observation import BoardObservation, NotSeen, Score, Thing
from companion.sync.table import expected
from tests.sync.builders import a_look
from tests.webui.conftest import begin
from webui.eyes.eye_desk import SILENT_S, EyeDesk
from webui.eyes.eye_post import EyePost
from webui.eyes.keys import GREET, LOOK, Key, sign
from webui.eyes.looks import FORMAT, KnownWood, Look, LookAnswer, read_look, written
from webui.eyes.messenger import Messenger
from webui.house import House
from webui.http.errors import Refused
from webui.keepsakes.keepsake import Keepsake


class AtTheTable:
    """A house that waits for an eye, and a clock that is told the time."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 100.0
        self.house = begin(House(folder, FakeClock()))
        self.messenger = Messenger()
        self.desk = EyeDesk(self.house, self.messenger, lambda: self.now_s)
        self.desk.start()
        self.house.desk = self.desk
        self.heard: list[Look] = []
        self.messenger.put = lambda desk, look: self.heard.append(look)  # type: ignore[method-assign]
        self.post = EyePost(self.house, Keepsake(folder / "eyes.json"), lambda known: None, lambda: self.now_s)

    def close(self) -> None:
        self.desk.stop()
        self.messenger.stop()
        self.house.close()

    def key(self) -> Key:
        return self.post.let_in(self.post.code().secret, "laptop", FORMAT)

    def greet(self, key: Key) -> str:
        raw = msgspec.json.encode({"format": FORMAT})
        return self.post.greet(key.id, sign(key.secret, GREET, raw), raw)

    def say(self, key: Key, raw: bytes) -> dict[str, Any]:
        return self.post.look(key.id, sign(key.secret, LOOK, raw), raw)

    def see(self) -> BoardObservation:
        return a_look(self.house.running().state)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtTheTable]:
    at = AtTheTable(tmp_path)
    yield at
    at.close()


def refusal(call: Any) -> str:
    with pytest.raises(Refused) as refused:
        call()
    return refused.value.code


def test_a_look_arrives_as_it_was_seen(table: AtTheTable) -> None:
    look = table.see()
    assert read_look(written("run", 3, 0.25, look)).look == look
    assert read_look(written("run", 3, 0.25, NotSeen(1, 2.0, "0", "no_board"))).look.reason == "no_board"  # type: ignore[union-attr]


def test_it_is_told_by_the_servers_clock_and_time_never_runs_backwards(table: AtTheTable) -> None:
    key = table.key()
    run = table.greet(key)
    table.say(key, written(run, 1, 0.5, table.see()))
    table.say(key, written(run, 2, 5.0, table.see()))
    assert [look.at_s for look in table.heard] == [99.5, 99.5]


def test_what_is_older_than_what_is_here_is_left(table: AtTheTable) -> None:
    key = table.key()
    run = table.greet(key)
    assert table.say(key, written(run, 2, 0.0, table.see()))["taken"]
    assert not table.say(key, written(run, 1, 0.0, table.see()))["taken"]
    assert not table.say(key, written(run, 2, 0.0, table.see()))["taken"], "a look that is sent again"
    assert len(table.heard) == 1


def test_an_eye_is_told_what_stands_on_the_table_once_that_is_beyond_doubt(table: AtTheTable) -> None:
    key = table.key()
    run, told = table.greet(key), list[Any]()
    for number in range(1, 6):
        table.now_s += 1.0
        answer = table.say(key, written(run, number, 0.0, changed(table.see(), frame=number)))
        told.append(msgspec.convert(answer, LookAnswer).known)
        table.desk.hear(table.heard[-1])
    assert told[0] is None, "one look is none"
    session = table.house.running()
    assert told[-1] == KnownWood(4, session.version, tuple(sorted(expected(session.state))))
    assert table.say(key, written(table.greet(key), 1, 0.0, table.see()))["known"] is None, "another camera saw that"


def test_a_code_lets_one_eye_in(table: AtTheTable) -> None:
    code = table.post.code()
    table.post.let_in(code.short.lower(), "one", FORMAT)
    assert refusal(lambda: table.post.let_in(code.secret, "two", FORMAT)) == "eye_code"
    assert [key.name for key in table.post.eyes] == ["one"]


def test_a_forgotten_eye_and_a_stranger_say_nothing(table: AtTheTable) -> None:
    key = table.key()
    run = table.greet(key)
    stranger = Key(key.id, "00" * 32)
    assert refusal(lambda: table.say(stranger, written(run, 1, 0.0, table.see()))) == "eye_unknown"
    table.post.forget(key.id)
    assert refusal(lambda: table.say(key, written(run, 1, 0.0, table.see()))) == "eye_unknown"
    assert table.heard == []


def test_an_eye_of_one_table_is_a_stranger_at_another(table: AtTheTable, tmp_path: Path) -> None:
    other = AtTheTable(tmp_path / "other")
    key = table.key()
    assert refusal(lambda: other.greet(key)) == "eye_unknown"
    other.close()


def test_the_newest_start_looks(table: AtTheTable) -> None:
    key = table.key()
    older, newer = table.greet(key), table.greet(key)
    table.say(key, written(older, 1, 0.0, table.see()))
    table.say(key, written(newer, 1, 0.0, table.see()))
    assert refusal(lambda: table.say(key, written(older, 2, 0.0, table.see()))) == "eye_replaced"


def test_a_server_that_has_just_taken_the_table_asks_for_a_greeting(table: AtTheTable) -> None:
    key = table.key()
    assert refusal(lambda: table.say(key, written("of another server", 1, 0.0, table.see()))) == "eye_greet"


def changed(look: BoardObservation, **values: Any) -> BoardObservation:
    return msgspec.structs.replace(look, **values)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda look: changed(look, cells=look.cells[:15]),
        lambda look: changed(look, scores=(Score(Thing(look.scores[0].thing.kind, "pink"), 3, 1.0),)),
        lambda look: changed(look, scores=(Score(look.scores[0].thing, 17, 1.0),)),
        lambda look: changed(look, scores=(Score(look.scores[0].thing, 3, 1e300),)),
        lambda look: changed(look, scores=look.scores[:1] * 601),
        lambda look: changed(look, dice=(0, 7)),
        lambda look: changed(look, demand_large="zzzzz"),
        lambda look: changed(look, rubies={13: -1}),
        lambda look: changed(look, unseen={3: 2.0}),
        lambda look: NotSeen(1, 0.0, "0", "because"),
    ],
)
def test_what_cannot_be_on_a_table_is_refused(table: AtTheTable, spoil: Any) -> None:
    key = table.key()
    run = table.greet(key)
    assert refusal(lambda: table.say(key, written(run, 1, 0.0, spoil(table.see())))) == "bad_look"
    assert table.heard == [] and not table.post.is_looking
    assert table.say(key, written(run, 1, 0.0, table.see()))["taken"], "the next one is taken as if nothing had been"


@pytest.mark.parametrize("raw", [b"", b"rubbish", b"[]", b'{"format":1}', b"\xff\xfe", b"[" * 9000])
def test_rubbish_is_refused(table: AtTheTable, raw: bytes) -> None:
    key = table.key()
    table.greet(key)
    assert refusal(lambda: table.say(key, raw)) in ("bad_look", "eye_format")
    assert table.heard == []


def test_an_eye_of_another_version_is_told_so(table: AtTheTable) -> None:
    key = table.key()
    raw = written(table.greet(key), 1, 0.0, table.see()).replace(b'"format":1', b'"format":9')
    assert refusal(lambda: table.say(key, raw)) == "eye_format"


def test_looks_that_come_too_fast_are_refused_until_there_is_room(table: AtTheTable) -> None:
    key = table.key()
    run = table.greet(key)
    for number in range(30):
        table.say(key, written(run, number + 1, 0.0, table.see()))
    assert refusal(lambda: table.say(key, written(run, 31, 0.0, table.see()))) == "eye_too_fast"
    table.now_s += 1.0
    assert table.say(key, written(run, 32, 0.0, table.see()))["taken"]


def test_keys_outlast_a_restart(table: AtTheTable, tmp_path: Path) -> None:
    key = table.key()
    again = EyePost(table.house, Keepsake(tmp_path / "eyes.json"), lambda known: None)
    assert again.eyes == (key,)


def test_an_eye_is_silent_after_a_while_and_heard_again(table: AtTheTable) -> None:
    key = table.key()
    run = table.greet(key)
    table.say(key, written(run, 1, 0.0, table.see()))
    assert table.desk.is_looking
    table.now_s += SILENT_S
    table.desk.notice_silence()
    camera = table.desk.view(None, str)
    assert (camera["status"], camera["eye"]) == ("not_seen", False) and "says nothing" in camera["detail"]
    table.say(key, written(run, 2, 0.0, table.see()))
    assert table.desk.is_looking


def test_while_another_camera_is_in_use_an_eye_is_told_so(table: AtTheTable) -> None:
    from webui.camera.desk import NoCamera

    key = table.key()
    run = table.greet(key)
    table.house.desk = NoCamera()
    assert refusal(lambda: table.say(key, written(run, 1, 0.0, table.see()))) == "other_camera"
