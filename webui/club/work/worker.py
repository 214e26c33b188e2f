"""What does a worker do?  One job after the other: read the photo that waits at a table, or learn its copy from one.

A job that fails, or whose worker dies, is tried once more; then the table is told.  A worker whose job takes too long
ends at once, for nothing else ends what goes on in a thread; who started it starts another.
"""

import asyncio
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer

import msgspec
from procrastinate import App, PsycopgConnector, RetryStrategy

from calibration.quality import why_not_learnt
from calibration.tiles import best_tiles, learn_photo
from companion.session.faults import OutOfReach
from companion.session.postgres.database import Database
from companion.session.postgres.schema import bring_up_to_date
from vision.frame import Frame, Image
from vision.pipeline import look
from vision.profile import Profile, make_profile
from vision.sources.pictures import BadPicture, decode_picture
from webui.club.settings import ClubSettings
from webui.club.work.photos import ALIVE_S, LOOK, MOST_TRIES, Begun, Photos
from webui.club.work.queue import QUEUE, TASK, Queue, make_queue
from webui.eyes.looks import written

log = logging.getLogger(__name__)
_HEARTBEAT_S, _RETRY_S = 3.0, 1
_ORDER = tuple(range(1, 17))
_LONGEST_S = 600.0
TOOK_TOO_LONG = 75
"""Status of a worker that has ended itself: for now it could not go on."""
NOT_LEARNT = "no_tiles"


def work(settings: ClubSettings) -> None:
    """Work until the process is asked to end; a job that runs is ended first.  Raises OutOfReach at the start."""
    bring_up_to_date(settings.postgres)
    make_queue(settings.postgres)
    database = Database(settings.postgres, 2)
    database.wait()
    try:
        asyncio.run(_work(settings.postgres, JobReader(Photos(database, Queue(settings.postgres)))))
    finally:
        database.close()


class JobReader:
    """Does the jobs, each within ``longest_s``; knows the copy it read with last."""

    def __init__(self, photos: Photos, longest_s: float = _LONGEST_S) -> None:
        self._photos, self._longest_s = photos, longest_s
        self._copy: tuple[str, Profile] | None = None

    def do(self, code: str, kind: str) -> None:
        """Do what waits at a table.  Raises whatever goes wrong the first time."""
        begun = self._photos.begin(code, kind)
        if begun is None:
            return
        log.info("table %s: %s, try %d", code, kind, begun.tries)
        try:
            with _ending_after(self._longest_s, f"table {code}: {kind}"):
                answer, profile = self._look(code, begun) if kind == LOOK else self._learn(begun)
        except OutOfReach:
            raise
        except Exception:
            if begun.tries < MOST_TRIES:
                raise
            log.exception("table %s: %s failed for good", code, kind)
            answer, profile = None, None
        self._photos.end(code, kind, begun.number, answer, profile)

    def _look(self, code: str, begun: Begun) -> tuple[str, None]:
        profile = self._profile(code)
        seen = look(Frame(_decoded(begun.picture), seq=begun.number, source="photo"), profile)
        return written("photo", begun.number, 0.0, seen.observation).decode(), None

    @staticmethod
    def _learn(begun: Begun) -> tuple[str, Profile | None]:
        bgr = _decoded(begun.picture)
        why = why_not_learnt(bgr)
        learnt = None if why == "too_small" else learn_photo(bgr, _ORDER)
        if learnt is None:
            return msgspec.json.encode({"why": why or NOT_LEARNT}).decode(), None
        profile = make_profile("club", tuple(tile.picture for tile in best_tiles([learnt])))
        return msgspec.json.encode({"id": profile.id}).decode(), profile

    def _profile(self, code: str) -> Profile:
        known = self._photos.copy_id(code)
        if self._copy is None or self._copy[0] != known or known is None:
            profile = self._photos.profile(code)
            if profile is None or known is None:
                raise LookupError(f"no copy was learnt at table {code}")
            self._copy = known, profile
        return self._copy[1]


@contextmanager
def _ending_after(seconds: float, what: str) -> Iterator[None]:
    """The process ends where this takes longer."""

    def end() -> None:
        log.critical("%s took longer than %.0f s; this worker ends", what, seconds)
        logging.shutdown()
        os._exit(TOOK_TOO_LONG)

    limit = Timer(seconds, end)
    limit.daemon = True
    limit.start()
    try:
        yield
    finally:
        limit.cancel()


async def _work(url: str, reader: JobReader) -> None:
    app = App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=3))

    @app.task(name=TASK, queue=QUEUE, retry=RetryStrategy(max_attempts=MOST_TRIES, wait=_RETRY_S))
    def do(code: str, kind: str) -> None:
        reader.do(code, kind)

    async with app.open_async():
        rescue = asyncio.create_task(_rescue(app))
        try:
            await app.run_worker_async(
                queues=[QUEUE],
                delete_jobs="always",
                update_heartbeat_interval=_HEARTBEAT_S,
                stalled_worker_timeout=ALIVE_S,
            )
        finally:
            rescue.cancel()
            with suppress(asyncio.CancelledError):
                await rescue


async def _rescue(app: App) -> None:
    """Again and again: have the jobs of workers that died done by others."""
    while True:
        await asyncio.sleep(_HEARTBEAT_S)
        try:
            for job in await app.job_manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=ALIVE_S):
                log.warning("a worker died at a job of table %s", job.task_kwargs.get("code"))
                await app.job_manager.retry_job(job)
        except Exception:
            log.exception("jobs of dead workers could not be looked for")


def _decoded(picture: bytes) -> Image:
    bgr = decode_picture(picture, "photo")
    if isinstance(bgr, BadPicture):
        raise ValueError("the photo cannot be read any more")
    return bgr
