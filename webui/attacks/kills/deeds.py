"""What is done while the power is cut?  Deeds of an evening, each one request, and the folder each begins with."""

import io
import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from calibration.store import save_profile
from companion.dice_game.copy.imagined import imagined_components
from vision.profile import Profile, make_profile
from webui.attacks.answers import Answer
from webui.attacks.asked import Role, asking
from webui.attacks.companion import PLAYERS, Companion, Tokens, begin, opened, play
from webui.keepsakes.backup import write_backup
from webui.keepsakes.keepsake import Keepsake
from webui.setup.copies import COPY, write_copy

Do = Callable[[Companion], Answer]
_TURNS = 9
NO_GAME = "no game"


@dataclass(frozen=True, slots=True)
class Deed:
    """``do`` is one request.  ``kind`` is the game that lies in the folder; empty: the folder is.

    ``at_the_start``: it is the start itself that is looked at; ``do`` asks for the view only.  ``game`` is a file that
    is put into the folder as its only game.  ``apart``: the camera's choice, or right, may be kept without the rest.
    ``completed``: it may be there in part, and doing it again completes it.
    """

    do: Do
    kind: str = "istanbul"
    at_the_start: bool = False
    game: Path | None = None
    apart: bool = False
    completed: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A prepared folder, what it is prepared with, and the tokens of its devices."""

    folder: Path
    tokens: Tokens = field(default_factory=dict)


def set_up(deed: Deed, folder: Path) -> Stage:
    """Make the folder a deed begins with."""
    folder.mkdir(parents=True)
    if deed.game is not None:
        (folder / "games").mkdir()
        shutil.copy(deed.game, folder / "games" / "game-00001.bazaar")
        return Stage(folder)
    if not deed.kind:
        return Stage(folder)
    furnish(folder)
    one = opened(folder)
    if deed.kind != NO_GAME:
        begin(one.house, deed.kind, seed=7)
    one.let_in()
    if deed.kind != NO_GAME:
        play(one, _TURNS, random.Random(3))
    one.close()
    return Stage(folder, one.tokens)


def some_profile(name: str, seed: int) -> Profile:
    """A copy whose tiles are noise: soon made, and like no other."""
    rng = np.random.default_rng(seed)
    pictures = (rng.integers(0, 255, (9, 12, 3), np.uint8) for _ in range(16))
    return make_profile(name, tuple(one.repeat(30, axis=0).repeat(30, axis=1) for one in pictures))


@cache
def _first_profile() -> Profile:
    return some_profile("mine", 1)


def furnish(folder: Path) -> None:
    """A copy of either game, a camera and choices."""
    save_profile(_first_profile(), folder)
    write_copy(COPY, imagined_components(random.Random(1)), folder)
    Keepsake(folder / "camera.json").write({"kind": "none", "spec": "", "profile": ""})
    Keepsake(folder / "evening.json").write({"step": "tiles", "order": {"players": PLAYERS}})


# ---------------------------------------------------------------------- the deeds


def _turn(one: Companion) -> Answer:
    return one.post("host", "/api/table", {"do": _legal(one), "version": one.house.version})


def _legal(one: Companion) -> list[str]:
    session = one.house.running()
    due = session.game.outcomes(session.state) or session.game.legal_actions(session.state)
    return [session.game.format_action(next(iter(due)))]


def _correct(one: Companion) -> Answer:
    change = {"seat": 0, "what": "lira", "value": 31}
    wish = {"changes": [change], "reason": "miscounted", "version": one.house.version, "despite": True}
    return one.post("host", "/api/correct", wish)


def _undo(one: Companion, back: int) -> Answer:
    version = one.house.version
    return one.post("host", "/api/undo", {"keep": version - back, "version": version})


def _join(one: Companion, who: Role, seat: int) -> Answer:
    return one.post(who, "/api/join", {"code": one.house.access.seat_code(seat, take_over=True).secret})


def _be_host(one: Companion, who: Role) -> Answer:
    return one.post(who, "/api/be_host", {"pin": one.house.access.pin.number})


def _ask(one: Companion, who: Role, path: str, body: Any = None) -> Answer:
    return one.post(who, path, body)


def _let_in(one: Companion, role: Role, seat: int | None) -> Answer:
    """Somebody waits with a typed code, or with a camera, and the host lets him in."""
    access = one.house.access
    if seat is None:
        one.tokens[role] = access.offer_camera(one.tokens.get(role))
        if access.device(one.tokens[role]).camera:
            return Answer(409, {}, b'{"code": "let in already"}')
    else:
        one.tokens[role], _ = access.redeem(access.seat_code(seat, True).short, one.tokens.get(role), True)
    return one.post("host", "/api/wishes", {"id": access.wishes()[-1].id, "let_in": True})


def _sign_out(one: Companion) -> Answer:
    own = next(host for host in one.house.access.hosts(one.tokens["host"]) if host["own"])
    return one.post("host", "/api/hosts/sign_out", {"id": own["id"]})


def _keep_copy(one: Companion) -> Answer:
    told = json.loads(one.get("host", "/api/dice/copy").body)
    lines = {key: [{"face": line["id"], "copies": line["copies"]} for line in told[key]] for key in ("tiles", "cards")}
    told["sides"]["2-3"]["red"]["prices"][0] += 1
    wish = {"name": COPY, "board": told["sides"], "mosque_tile": lines["tiles"], "bazaar_card": lines["cards"]}
    return one.post("host", "/api/dice/copy", wish)


def _save_profile(one: Companion) -> Answer:
    """What the lesson has learnt is put into its mouth: finding tiles writes nothing."""
    learnt = some_profile("mine", 2)
    setattr(one.app.extensions["lesson"], "profile", lambda name: learnt)  # noqa: B010
    return one.post("host", "/api/lesson/save", {"name": "mine", "replace": True})


def _restore(one: Companion) -> Answer:
    """The front has its own limit for this address; here there is none."""
    one.app.config["MAX_CONTENT_LENGTH"] = None
    return one.ask(asking("host", "POST", "/api/restore", other_backup(), "application/zip"))


@cache
def other_backup() -> bytes:
    """A backup of another evening: a game, and copies of the same name that differ."""
    with TemporaryDirectory() as scratch:
        folder, file = Path(scratch), io.BytesIO()
        one = opened(folder)
        begin(one.house, "istanbul", seed=11)
        play(one, 3, random.Random(1))
        save_profile(some_profile("mine", 5), folder)
        save_profile(some_profile("yours", 6), folder)
        one.close()
        write_backup(folder, file)
        return file.getvalue()


def _look(one: Companion) -> Answer:
    return one.get("host", "/api/view")


_SEATS = "/api/seats/"
DEEDS: Mapping[str, Deed] = {
    "a turn": Deed(_turn),
    "a turn of the dice game": Deed(_turn, "dice"),
    "a correction": Deed(_correct),
    "an undo": Deed(partial(_undo, back=1)),
    "an undo of the dice game": Deed(partial(_undo, back=2), "dice"),
    "an undo to before a throw": Deed(partial(_undo, back=6), "dice"),
    "a new game": Deed(partial(_ask, who="host", path="/api/game", body={"players": PLAYERS, "first": 0})),
    "the first game": Deed(partial(_ask, who="host", path="/api/game", body={"players": PLAYERS}), NO_GAME),
    "a rematch": Deed(partial(_ask, who="host", path="/api/rematch")),
    "a rematch of the dice game": Deed(partial(_ask, who="host", path="/api/rematch"), "dice"),
    "a seat by code": Deed(partial(_join, who="stranger", seat=2)),
    "a second seat by code": Deed(partial(_join, who="seat 0", seat=2)),
    "a seat by code for the host": Deed(partial(_join, who="host", seat=2)),
    "a seat free": Deed(partial(_ask, who="host", path=_SEATS + "free", body={"seat": 1})),
    "a seat taken by the host": Deed(partial(_ask, who="host", path=_SEATS + "take", body={"seat": 2})),
    "a seat left": Deed(partial(_ask, who="seat 1", path="/api/leave", body={"seat": 1})),
    "host by PIN": Deed(partial(_be_host, who="stranger")),
    "a player host by PIN": Deed(partial(_be_host, who="seat 0")),
    "a wish for a seat": Deed(partial(_let_in, role="seat 1", seat=2)),
    "a wish to be the camera": Deed(partial(_let_in, role="seat 1", seat=None), apart=True),
    "host no longer": Deed(_sign_out),
    "a draft": Deed(partial(_ask, who="host", path="/api/wizard", body={"step": "seats", "order": {"first": 1}})),
    "another camera": Deed(partial(_ask, who="host", path="/api/wizard/camera", body={"kind": "photos"})),
    "a copy of the dice game": Deed(_keep_copy),
    "a copy of the tiles": Deed(_save_profile, apart=True),
    "a copy renamed": Deed(
        partial(_ask, who="host", path="/api/profiles/rename", body={"name": "mine", "to": "ours"}),
    ),
    "a copy forgotten": Deed(partial(_ask, who="host", path="/api/profiles/delete", body={"name": "mine"})),
    "a backup": Deed(_restore, completed=True),
    "the first start": Deed(_look, "", at_the_start=True),
    "a start": Deed(_look, at_the_start=True),
}


def deeds(old_games: Path | None) -> dict[str, Deed]:
    """All of them; with the games of the first schema in that folder their upgrades too."""
    found = sorted(old_games.glob("schema-1-*.bazaar")) if old_games else []
    upgrades = {f"the upgrade of {path.stem}": Deed(_look, "", at_the_start=True, game=path) for path in found}
    return {**DEEDS, **upgrades}
