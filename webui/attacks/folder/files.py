"""What does the companion make of a folder in which a file is damaged?  It starts, tells, and changes nothing else."""

import atexit
import os
import random
import shutil
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask

from calibration.store import ProfileRefused, load_profile, profile_names
from companion.dice_game.copy.components import BadComponents
from companion.session.clock import FakeClock
from companion.session.salvage import sound_part
from webui.app import create_app
from webui.attacks.answers import Answer
from webui.attacks.companion import ORDERS, PLAYERS, SETTINGS, Companion, begin, next_step, opened, play
from webui.attacks.folder.damage import WAYS, Looks, looks_of
from webui.attacks.kills.deeds import furnish
from webui.camera.lookout import Lookout
from webui.house import House
from webui.keepsakes.archive import ASIDE_ENDING, ENDING, FOLDER
from webui.play.games import GAMES
from webui.setup.copies import COPY, copy_names, icons_path, read_copy

LOOKS = ("/api/view", "/api/games", "/api/wizard", "/api/seats")
_APP_EVERY = 25
_STEPS = 8
_OWN = (b"hosts.json", b".probe", b"in-use")
"""What a start and a new host write by themselves."""
_ANOTHER = ("swapped", "gone", "strange name")
"""After these another sound game is the newest."""


class Tally(msgspec.Struct):
    """How many folders were damaged, in how many of them a game was set aside, and what was amiss, a line each."""

    cases: int = 0
    told: int = 0
    amiss: list[str] = []


@dataclass(frozen=True, slots=True)
class Master:
    """A folder as it should be; of each of its games by file the state and the entries, as text."""

    folder: Path
    states: dict[str, str]
    entries: dict[str, list[str]]

    @property
    def newest(self) -> str:
        """The file that a start opens."""
        return max(self.states)


def damage_files(cases: int, seed: int, old_games: Path | None = None) -> Tally:
    """Damage a file of a folder so often, each time afresh.  ``old_games`` holds games of the first schema."""
    rng, tally, apps = random.Random(seed), Tally(amiss=[]), _Apps()
    for _ in range(cases):
        tally.cases += 1
        _one(rng.choice(_masters(old_games)), rng, apps, tally)
    return tally


class _Apps:
    """Applications to look through; a fresh one now and then, as they take the longest to make."""

    def __init__(self) -> None:
        self._used = 0
        self._app: Flask | None = None

    def on(self, house: House) -> Companion:
        """A companion of this house."""
        if self._app is None or self._used % _APP_EVERY == 0:
            self._app = create_app(house, SETTINGS)
        self._used += 1
        self._app.extensions |= {"house": house, "lookout": Lookout(house)}
        return Companion(house, self._app)


@cache
def _masters(old_games: Path | None) -> tuple[Master, ...]:
    """A folder for each kind of game; they go with this process."""
    folders = [tempfile.TemporaryDirectory(prefix="bazaar-files-") for _ in ORDERS]
    for folder in folders:
        atexit.register(folder.cleanup)
    return tuple(_master(Path(folder.name), kind, old_games) for folder, kind in zip(folders, ORDERS, strict=True))


def _master(folder: Path, kind: str, old_games: Path | None) -> Master:
    """One game of each kind, that of ``kind`` the newest, and one of everything else that is kept."""
    furnish(folder)
    (folder / FOLDER).mkdir(exist_ok=True)
    for number, old in enumerate(sorted(old_games.glob("schema-1-*.bazaar")) if old_games else [], 1):
        shutil.copy(old, folder / FOLDER / f"game-{number:05}{ENDING}")
    one = opened(folder)
    for each in [*(other for other in ORDERS if other != kind), kind]:
        begin(one.house, each, seed=7)
        one.let_in()
        play(one, _STEPS, random.Random(3))
    one.close()
    for name in ("https/ca.key", "https/server.crt", "recordings/game-00003/0001.jpg"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode() * 100)
    icons_path(COPY, folder).write_bytes(b"\x89PNG" + bytes(200))
    told = {path.name: _opened_alone(path) for path in sorted((folder / FOLDER).glob(f"*{ENDING}"))}
    return Master(folder, {name: one[0] for name, one in told.items()}, {name: one[1] for name, one in told.items()})


def _opened_alone(path: Path) -> tuple[str, list[str]]:
    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / FOLDER).mkdir()
        shutil.copy(path, Path(scratch) / FOLDER / path.name)
        house = House(Path(scratch), FakeClock())
        session = house.running()
        house.close()
        return repr(session.state), [_entry(entry) for entry in session.log.entries]


def _entry(entry: Any) -> str:
    return repr((entry.number, entry.kind, entry.seat, entry.action, entry.events, entry.keep))


def _one(master: Master, rng: random.Random, apps: _Apps, tally: Tally) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(shutil.copytree(master.folder, Path(scratch) / "data"))
        target = _target(folder, rng)
        case = Damage(folder, target, rng.choice(list(WAYS)))
        WAYS[case.way](target, rng)
        try:
            tally.amiss += [f"{case}: {said}" for said in _started(master, case, apps, tally)]
        except Exception:
            tally.amiss.append(f"{case}: {traceback.format_exc(limit=-4)}")


@dataclass(frozen=True, slots=True)
class Damage:
    """What was damaged, in which way."""

    folder: Path
    target: Path
    way: str

    @property
    def is_game(self) -> bool:
        """Is it a saved game?"""
        return self.target.parent.name == FOLDER

    def __str__(self) -> str:
        """For people."""
        return f"{self.target.relative_to(self.folder)}, {self.way}"


def _target(folder: Path, rng: random.Random) -> Path:
    """The newest game a third of the time, any game another third, else any file."""
    games = sorted((folder / FOLDER).glob(f"*{ENDING}"))
    others = sorted(path for path in folder.rglob("*") if path.is_file())
    return rng.choice(rng.choice((games[-1:], games, others)))


def _started(master: Master, case: Damage, apps: _Apps, tally: Tally) -> Iterator[str]:
    before = looks_of(case.folder)
    house = House(case.folder, FakeClock())
    played, one = house.game_id, apps.on(house)
    tally.told += bool(house.archive.troubles)
    try:
        yield from _game_amiss(master, house, case.way)
        code = house.access.host_code().secret
        one.tokens["host"], _ = house.access.redeem(code, None, loopback=True)
        for answer in (one.get("host", path) for path in LOOKS):
            if answer.status != 200:
                yield f"a page is answered {answer.status} {answer.body[:300].decode()}"
        if not case.is_game:
            _list(one)
        yield from _step_amiss(one)
    finally:
        one.close()
    yield from _changes(before, looks_of(case.folder), {played, house.game_id})


def _game_amiss(master: Master, house: House, way: str) -> Iterator[str]:
    """Another game than was saved, or none without a word."""
    newest, troubles = master.newest, house.archive.troubles
    state = "" if house.session is None else repr(house.session.state)
    if state and state not in master.states.values():
        yield f"{house.game_id} opened as another game"
    expected = way in _ANOTHER or state == master.states[newest]
    if not expected and not troubles:
        yield f"{house.game_id or 'nothing'} was opened without a word"
    for trouble in troubles:
        part = sound_part(house.data_dir / FOLDER / trouble.file, GAMES) if trouble.sound else None
        entries = [_entry(entry) for entry in part.entries] if part else []
        if entries and not any(true[: len(entries)] == entries for true in master.entries.values()):
            yield f"{trouble.file}: what is offered is no part of the truth"


def _list(one: Companion) -> None:
    """Copies and the camera; one that is damaged is refused by itself, anything else is raised."""
    one.app.extensions["lookout"].remembered()
    folder = one.house.data_dir
    for name in profile_names(folder):
        with suppress(ProfileRefused, OSError):
            load_profile(name, folder)
    for name in copy_names(folder):
        with suppress(BadComponents):
            read_copy(name, folder)


def _step_amiss(one: Companion) -> Iterator[str]:
    """One legal step, or a new game where there is none to go on with."""
    do = None if one.house.session is None else next_step(one, random.Random(1))
    if one.house.session is None:
        answer: Answer = one.post("host", "/api/game", {"players": PLAYERS})
    elif do is None:
        return
    else:
        answer = one.post("host", "/api/table", {"do": do, "version": one.house.version})
    if answer.status != 200:
        yield f"a step is answered {answer.status} {answer.body[:300].decode()}"


def _changes(before: Looks, after: Looks, played: set[str]) -> Iterator[str]:
    """What else was changed or is gone.  A game set aside may have another name; the one played may be longer."""
    aside = ASIDE_ENDING.encode()
    moved = {path: data for path, data in after.items() if aside in path}
    for path, data in before.items():
        if _may_change(path, played) or after.get(path) == data:
            continue
        if path.startswith(FOLDER.encode()) and any(data == kept for kept in moved.values()):
            continue
        yield f"{os.fsdecode(path)!r} is {'gone' if path not in after else 'changed'}"


def _may_change(path: bytes, played: set[str]) -> bool:
    name = os.path.basename(path)
    own = any(game and name.startswith(os.fsencode(game)) for game in played)
    return own or name.startswith(_OWN) or path == f"copies/{COPY}.toml".encode()
