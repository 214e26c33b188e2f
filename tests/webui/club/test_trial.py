"""A club for a trial leaves nothing running where it could not begin."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.engines import installed
from webui.club import engines
from webui.club.trial import Trial


@pytest.mark.long
def test_where_redis_is_missing_no_postgresql_goes_on_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(lambda: engines.Postgres(tmp_path / "before")).stop()
    begun: list[subprocess.Popen[bytes]] = []
    start = engines.Postgres.start

    def noted(one: engines.Postgres) -> None:
        start(one)
        assert one._process is not None
        begun.append(one._process)

    monkeypatch.setattr(engines.Postgres, "start", noted)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(engines.NotHere):
        Trial(tmp_path / "club", 1)
    assert [process.poll() is None for process in begun] == [False]
