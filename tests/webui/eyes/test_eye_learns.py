"""An eye far from its server learns how the bare tiles look tonight, as a camera beside it does."""

import time
from pathlib import Path

import msgspec
import pytest

from tests.webui.eyes.test_eye_post import AtTheTable
from vision.painted.table_of_game import scene
from vision.painted.virtual_table import VirtualTable
from webui.camera.virtual_eyes import CAMERA, virtual_profile
from webui.eyes.counterpart import OwnKey
from webui.eyes.keys import Key
from webui.eyes.looks import Look, LookAnswer, written
from webui.eyes.remote_eye import RemoteEye

PATIENCE_S = 120.0


class ShortLine:
    """A server that is asked without any network."""

    def __init__(self, at: AtTheTable, key: Key) -> None:
        self._at, self._key = at, key

    def greet(self, key: OwnKey) -> str:
        return self._at.greet(self._key)

    def look(self, key: OwnKey, run: str, number: int, seen: tuple[float, Look]) -> LookAnswer:
        self._at.now_s = time.monotonic()
        told = self._at.say(self._key, written(run, number, *seen))
        for heard in self._at.heard[-1:]:
            self._at.desk.hear(heard)
        return msgspec.convert(told, LookAnswer)


@pytest.mark.long
def test_a_far_eye_learns_from_what_its_server_knows(tmp_path: Path) -> None:
    at = AtTheTable(tmp_path)
    key = at.key()
    eye = RemoteEye(ShortLine(at, key), OwnKey(key.id, key.secret), lambda words: None)
    table = VirtualTable(camera=CAMERA, scene=scene(at.house.running().state))
    try:
        eye.start(virtual_profile(tmp_path), table)
        until_s = time.monotonic() + PATIENCE_S
        while not _has_learnt(eye) and time.monotonic() < until_s:
            eye.wait(0.1)
        assert _has_learnt(eye)
    finally:
        eye.stop()
        table.close()
        at.close()


def _has_learnt(eye: RemoteEye) -> bool:
    last = eye._watcher.last if eye._watcher is not None else None
    return last is not None and last.background is not None
