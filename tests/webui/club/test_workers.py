"""Photos at a club's table are read by a worker, a process of its own; whoever waits is told how it stands."""

import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.session.postgres.database import Database
from companion.session.postgres.leases import Hold, Moved
from companion.sync.observation import BoardObservation, NotSeen
from tests.webui.club.conftest import AtTable, golden, upload, worker
from tests.webui.conftest import wait_until
from webui.club.trial import DeviceLine, Trial
from webui.club.work import photos as kept
from webui.club.work.photo_desk import PhotoDesk
from webui.club.work.photos import LEARN, LOOK, Photos, PhotoStanding
from webui.club.work.queue import Queue
from webui.club.work.table_photos import Collector, TablePhotos
from webui.club.work.worker import TOOK_TOO_LONG, JobReader
from webui.eyes.looks import written
from webui.house import House
from webui.http.errors import Refused

MakeTable = Callable[[int], AtTable]
PATIENCE_S = 200.0


def blank() -> bytes:
    """A photo on which there is no game."""
    noise = np.random.default_rng(5).integers(0, 255, (600, 800, 3), np.uint8)
    return cv2.imencode(".jpg", noise)[1].tobytes()


def photos_of(one: AtTable, line: DeviceLine) -> Any:
    return one.view(line)["photos"]


@pytest.fixture
def database(club: Trial) -> Iterator[Database]:
    one = Database(club.postgres.url, 3)
    yield one
    one.close()


@pytest.fixture
def photos(club: Trial, database: Database) -> Photos:
    with database.transaction() as connection:
        connection.execute("DELETE FROM photo")
    return Photos(database, Queue(club.postgres.url))


def held(photos: Photos, code: str) -> Hold:
    """The table as its owner holds it now."""
    with photos._database.transaction() as connection:
        row = connection.execute("SELECT fence FROM board WHERE code = %s", (code,)).fetchone()
    assert row is not None
    return Hold(code, row[0])


def waiting(photos: Photos, code: str) -> dict[str, str]:
    return {one.kind: one.state for one in photos.standing([code]).get(code, [])}


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_worker_learns_the_copy_and_reads_a_photo_of_the_table(club: Trial, table: MakeTable) -> None:
    one = table(0)
    near, far = one.at(0), one.at(1)
    assert one.view(near)["camera"]["photos"] is False, "no copy is known yet"  # type: ignore[index]
    assert upload(near, f"{one.path}/api/copy/photo", golden("photo_enroll"))[0] == 200
    wait_until(lambda: "nobody reads" in photos_of(one, near)["learn"]["text"])
    with worker(club):
        wait_until(lambda: (photos_of(one, near)["learn"] or {}).get("state") == "read", PATIENCE_S)
        assert photos_of(one, near)["copy"] and "learnt" in photos_of(one, near)["learn"]["text"]
        assert one.view(far)["camera"]["photos"] is True  # type: ignore[index]
        status, told = upload(far, f"{one.path}/api/photo", golden("photo_035"))
        assert status == 200 and "sent" in told["message"]
        views: list[Any] = []

        def was_read() -> bool:
            views.append(one.view(far))
            return (views[-1]["photos"]["look"] or {}).get("state") == "read"

        wait_until(was_read, PATIENCE_S)
        assert views[-1]["camera"]["status"] != "off", "what was read has met the game"


def test_without_a_worker_the_table_is_told_and_a_newer_photo_takes_the_place(
    club: Trial, table: MakeTable, photos: Photos
) -> None:
    one = table(0)
    for _ in range(3):
        assert upload(one.at(0), f"{one.path}/api/copy/photo", blank())[0] == 200
    wait_until(lambda: "nobody reads" in photos_of(one, one.at(1))["learn"]["text"])
    (stands,) = photos.standing([one.code])[one.code]
    assert (stands.state, stands.number) == ("waiting", 3)
    assert jobs(photos, one.code) == 1, "one job a table and kind can wait"


def jobs(photos: Photos, code: str) -> int:
    with photos._database.transaction() as connection:
        row = connection.execute(
            "SELECT count(*) FROM procrastinate_jobs WHERE lock = %s AND status = 'todo'", (code,)
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_a_photo_comes_in_at_every_server_and_no_strangers_does(table: MakeTable, photos: Photos) -> None:
    one = table(0)
    assert len(blank()) > 200_000
    assert upload(one.at(1), f"{one.path}/api/copy/photo", blank())[0] == 200
    assert [stands.number for stands in photos.standing([one.code])[one.code]] == [1]
    stranger = one.stranger(1)
    assert upload(stranger, f"{one.path}/api/copy/photo", blank())[0] in (403, 413)
    posing = DeviceLine(stranger.port, dict.fromkeys(one.host.cookies, "x" * 43))
    assert upload(posing, f"{one.path}/api/copy/photo", blank())[0] in (403, 413)


def test_only_the_host_teaches_a_table_its_copy(club: Trial, table: MakeTable) -> None:
    one, other = table(0), table(0)
    for line in (one.stranger(), DeviceLine(club.servers[0].port, other.host.cookies)):
        assert upload(line, f"{one.path}/api/copy/photo", blank()[:400])[0] == 403
    assert upload(one.at(0), f"{one.path}/api/copy/photo", b"no picture")[0] == 415


def test_what_was_read_of_an_older_photo_is_forgotten(table: MakeTable, photos: Photos) -> None:
    one = table(0)
    photos.put(held(photos, one.code), LOOK, blank())
    begun = photos.begin(one.code, LOOK)
    assert begun is not None
    photos.put(held(photos, one.code), LOOK, blank())
    photos.end(one.code, LOOK, begun.number, "{}")
    assert waiting(photos, one.code) == {LOOK: "waiting"}


def test_a_photo_that_fails_is_tried_once_more_and_then_told(table: MakeTable, photos: Photos) -> None:
    one = table(0)
    assert upload(one.at(0), f"{one.path}/api/copy/photo", blank()[:400])[0] == 200  # it ends after its head
    reader = JobReader(photos)
    with pytest.raises(ValueError, match="cannot be read"):
        reader.do(one.code, LEARN)
    assert waiting(photos, one.code) == {LEARN: "reading"}
    reader.do(one.code, LEARN)
    wait_until(lambda: "tried twice" in photos_of(one, one.at(0))["learn"]["text"])


def test_tiles_that_are_not_there_are_told_in_words(table: MakeTable, photos: Photos) -> None:
    one, dark = table(0), np.full((600, 800, 3), 40, np.uint8)
    assert upload(one.at(0), f"{one.path}/api/copy/photo", cv2.imencode(".png", dark)[1].tobytes())[0] == 200
    JobReader(photos).do(one.code, LEARN)
    wait_until(lambda: photos_of(one, one.at(0))["learn"]["state"] == "read")
    told = photos_of(one, one.at(0))
    assert told["copy"] is False and told["learn"]["text"].count(" ") > 4


def test_a_photo_whose_readers_died_twice_has_failed(table: MakeTable, photos: Photos) -> None:
    one = table(0)
    photos.put(held(photos, one.code), LOOK, blank())
    assert photos.begin(one.code, LOOK) is not None
    assert photos.begin(one.code, LOOK) is not None
    assert photos.begin(one.code, LOOK) is None
    assert waiting(photos, one.code) in ({LOOK: "failed"}, {})


@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_job_of_a_worker_that_was_killed_is_done_by_another_one(
    club: Trial, table: MakeTable, photos: Photos
) -> None:
    one = table(0)
    with worker(club) as first:
        wait_until(photos.has_workers, PATIENCE_S)
        photos.put(held(photos, one.code), LEARN, golden("photo_enroll"))
        wait_until(lambda: waiting(photos, one.code).get(LEARN) == "reading", PATIENCE_S)
        first.kill()
        first.wait()
    with worker(club):
        wait_until(lambda: photos.copy_id(one.code), PATIENCE_S)


NEVER_DONE = """
import time
from webui.club.work.photos import LOOK, Begun
from webui.club.work.worker import TOOK_TOO_LONG, JobReader

class Photos:
    def begin(self, code, kind):
        return Begun(1, b"", 1)

    def copy_id(self, code):
        time.sleep(600)

JobReader(Photos(), longest_s=0.2).do("ABCD", LOOK)
"""


@pytest.mark.long
def test_a_worker_ends_whose_job_takes_too_long() -> None:
    ended = subprocess.run([sys.executable, "-c", NEVER_DONE], capture_output=True, text=True, timeout=PATIENCE_S)
    assert ended.returncode == TOOK_TOO_LONG and "table ABCD: look took longer than 0 s" in ended.stderr


def read_nothing(photos: Photos, code: str) -> None:
    """A worker reads the photo that waits at a table: there is no board on it."""
    begun = photos.begin(code, LOOK)
    assert begun is not None
    look = written("photo", begun.number, 0.0, NotSeen(1, time.monotonic(), "photo", "no_board"))
    photos.end(code, LOOK, begun.number, look.decode())


def moved(one: AtTable) -> None:
    """Another server takes the table at the next request."""
    assert one.club.organiser().ask("POST", "/club/api/tables/move", {"table": one.code})[0] == 200


def test_a_look_reaches_the_game_and_its_next_owner(table: MakeTable, photos: Photos) -> None:
    one = table(0)
    with photos._database.transaction() as connection:
        connection.execute("INSERT INTO copy (code, id, tiles) VALUES (%s, 'mine', '{}')", (one.code,))
    moved(one)
    wait_until(lambda: photos_of(one, one.at(1))["copy"])
    assert upload(one.at(1), f"{one.path}/api/photo", blank())[0] == 200
    read_nothing(photos, one.code)
    for server in (1, 0):
        line = one.at(server)
        wait_until(lambda line=line: one.view(line)["camera"]["status"] == "not_seen")  # type: ignore[misc,index]
        assert photos_of(one, line)["look"]["state"] == "read"
        moved(one)


class Desk(PhotoDesk):
    """A desk that remembers what it was told."""

    def __init__(self) -> None:
        self.taken: list[BoardObservation | NotSeen] = []

    def take(self, look: BoardObservation | NotSeen) -> None:
        self.taken.append(look)


def table_photos(photos: Photos, hold: Hold, version: int = 0) -> tuple[TablePhotos, Desk]:
    """The photos of a table as its owner has them, and the desk that is told of them."""
    desk = Desk()
    house = SimpleNamespace(version=version, game_id="one", changed=lambda: None, desk=desk)
    return TablePhotos(photos, cast(House, house), hold, lambda: None), desk


@pytest.fixture
def hold(club: Trial, photos: Photos) -> Hold:
    """A table that no server of the club has opened."""
    (code,) = club.put_up(["Nobody's"])
    return held(photos, code)


def test_a_look_meets_the_next_owners_game_unless_it_has_gone_on(photos: Photos, hold: Hold) -> None:
    photos.put(hold, LOOK, blank())
    read_nothing(photos, hold.code)
    for version, taken in ((7, 1), (7, 1), (8, 0)):
        owned, desk = table_photos(photos, hold, version)
        collector = Collector(photos, lambda owned=owned: {hold.code: owned})  # type: ignore[misc]
        collector.once()
        owned.waits = True
        collector.once()
        assert len(desk.taken) == taken


def test_an_owner_that_lost_the_table_leaves_a_look_to_the_next(photos: Photos, hold: Hold) -> None:
    photos.put(hold, LOOK, blank())
    read_nothing(photos, hold.code)
    lost, desk = table_photos(photos, Hold(hold.code, hold.fence - 1))
    Collector(photos, lambda: {hold.code: lost}).once()
    assert lost.view(str)[LOOK] is None and not desk.taken
    with pytest.raises(Moved):
        lost.put(LOOK, blank())
    owned, desk = table_photos(photos, hold)
    Collector(photos, lambda: {hold.code: owned}).once()
    assert len(desk.taken) == 1


class SlowAnswer(Photos):
    """Photos of which the answer to "how do they stand?" is under way while ``meanwhile`` happens, once."""

    def __init__(self, url: str, database: Database) -> None:
        super().__init__(database, Queue(url))
        self.meanwhile: Callable[[], None] = lambda: None

    def standing(self, codes: Collection[str]) -> dict[str, list[PhotoStanding]]:
        found = super().standing(codes)
        meanwhile, self.meanwhile = self.meanwhile, lambda: None
        meanwhile()
        return found


def test_a_photo_sent_while_it_is_asked_how_photos_stand_is_still_waited_for(
    club: Trial, photos: Photos, database: Database, hold: Hold
) -> None:
    slow = SlowAnswer(club.postgres.url, database)
    here, _ = table_photos(slow, hold)
    slow.meanwhile = lambda: here.put(LOOK, blank())
    collector = Collector(slow, lambda: {hold.code: here})
    collector.once()
    assert here.view(str)[LOOK]["state"] == "waiting"
    begun = photos.begin(hold.code, LOOK)
    assert begun is not None
    photos.end(hold.code, LOOK, begun.number, None)
    collector.once()
    assert here.view(str)[LOOK]["state"] == "failed"


@pytest.mark.long
def test_a_club_takes_so_many_photos_and_bytes(
    table: MakeTable, photos: Photos, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = table(0), table(0)
    photos.put(held(photos, one.code), LOOK, blank())
    monkeypatch.setattr(kept, "MOST_WAITING", 1)
    with pytest.raises(Refused, match="too_many_photos"):
        photos.put(held(photos, other.code), LOOK, blank())
    photos.put(held(photos, one.code), LOOK, blank())
    monkeypatch.setattr(kept, "MOST_BYTES", 10)
    with pytest.raises(Refused, match="too_large"):
        photos.put(held(photos, one.code), LOOK, blank())
