"""What must hold after every request?  No crash, words for every refusal, and nothing changed without the right to."""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.istanbul.names import Card
from webui.attacks.answers import Answer
from webui.attacks.asked import Request
from webui.attacks.companion import Companion
from webui.attacks.folder.kept import kept_in
from webui.house import House
from webui.rights.access import Device

FULL = {"too_busy", "not_kept", "too_many_streams"}
"""The refusals that a server may give with 503."""
_FOLDERS = ("", "profiles", "copies")
_BODILESS = ("HEAD",)
_KNOWN_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")


@dataclass(frozen=True, slots=True)
class StateOfPlay:
    """How things stand: the game, its version, who may do what, the newest tick, and when a folder was last changed."""

    game: str
    version: int
    rights: dict[str, Device]
    tick: int
    folders: tuple[tuple[int, ...], ...]


def holding(house: House) -> StateOfPlay:
    """How things stand now."""
    folders = tuple(_changed_at(house.data_dir / name) for name in _FOLDERS)
    return StateOfPlay(house.game_id, house.version, dict(house.access.devices), house.hub.tick, folders)


def wrong_after(
    request: Request, answer: Answer, before: StateOfPlay, after: StateOfPlay, asking: Device, ticks: bool
) -> Iterator[str]:
    """What does not hold.  ``asking`` is what the device might do before; ``ticks``: nobody else moves the tick."""
    yield from wrong_status(request, answer)
    if answer.status >= 400:
        yield from _changed(before, after, "it was refused", ticks)
    elif not request.entitled:
        yield from _without_right(request, before, after, asking)


def wrong_status(request: Request, answer: Answer) -> Iterator[str]:
    """A crash, or a refusal without words."""
    told = _json(answer)
    excused = (answer.status == 503 and told.get("code") in FULL) or (answer.status in (501, 505) and request.torn)
    if answer.status >= 500 and not excused:
        yield f"answered {answer.status} {answer.body[-900:].decode(errors='replace')}"
    if answer.status < 400 or request.method in _BODILESS or not request.path.startswith("/api/"):
        return
    if request.torn or request.method not in _KNOWN_METHODS:
        return
    if not (told.get("code") and told.get("message")):
        yield f"a refusal {answer.status} without code and words: {answer.body[:200]!r}"


def _json(answer: Answer) -> dict[str, Any]:
    try:
        told = json.loads(answer.body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _changed(before: StateOfPlay, after: StateOfPlay, why: str, ticks: bool) -> Iterator[str]:
    for name in ("game", "version", "rights", "folders", *(("tick",) if ticks else ())):
        if getattr(before, name) != getattr(after, name):
            yield f"{why}, but {name} went from {getattr(before, name)!r} to {getattr(after, name)!r}"


def _without_right(request: Request, before: StateOfPlay, after: StateOfPlay, asking: Device) -> Iterator[str]:
    """A device that is not the host's changes its own seat's game and seats, and nothing else."""
    if asking.host:
        return
    if before.game != after.game:
        yield f"{request.who} began another game"
    if not asking.seats and before.version != after.version:
        yield f"{request.who} has no seat and moved the game"
    own = {seat: key for key, one in before.rights.items() for seat in one.seats}
    now = {seat: key for key, one in after.rights.items() for seat in one.seats}
    foreign = {seat for seat in {*own, *now} - {*asking.seats} if own.get(seat) != now.get(seat)}
    if foreign:
        yield f"{request.who} changed who holds {foreign}"
    if {key for key, one in before.rights.items() if one.host} != {
        key for key, one in after.rights.items() if one.host
    }:
        yield f"{request.who} changed who is host"
    if not asking.seats and before.folders[1:] != after.folders[1:]:
        yield f"{request.who} changed a copy"


def _changed_at(folder: Path) -> tuple[int, ...]:
    """When the folder's files were last written; what comes and goes in between (a scratch folder) does not count."""
    try:
        with os.scandir(folder) as entries:
            times = [one.stat().st_mtime_ns for one in entries if one.is_file() and not one.name.startswith(".")]
        return (*sorted(times), *((os.stat(folder).st_mtime_ns,) if folder.name in _FOLDERS else ()))
    except OSError:
        return ()


def states_differ(house: House, copied: Path) -> str:
    """How a second companion on a copy of the folder differs from the one that runs; empty where it does not."""
    found, session = kept_in(copied), house.session
    if found["troubles"]:
        return f"the next start has troubles: {found['troubles']}"
    if session is None:
        return "" if not found["game"] else f"the next start opens {found['game']}, and none runs"
    again = House(copied)
    try:
        same = again.session is not None and again.session.state == session.state
        seats = again.access.taken() == house.access.taken()
        hosts = again.access.hosts(None) == house.access.hosts(None)
    finally:
        again.close()
    return "" if same and seats and hosts else f"after a start: state {same}, seats {seats}, hosts {hosts}"


def hidden_cards_shown(one: Companion, rng: random.Random) -> str:
    """Who would see it if the first player held other cards; empty where nobody else does."""
    session = one.house.session
    if session is None or session.game.name != "istanbul":
        return ""
    before, state = {role: _view(one, role) for role in ("seat 1", "stranger")}, session.state
    player = state.players[0]
    others = tuple(sorted(rng.choices(list(Card), k=len(player.hand))))
    changed = msgspec.structs.replace(player, hand=others)
    session.state = msgspec.structs.replace(state, players=(changed, *state.players[1:]))
    try:
        seen = [role for role in before if 0 not in _seats(one, role) and _view(one, role) != before[role]]
    finally:
        session.state = state
    return f"{seen} see which cards the first player holds" if seen else ""


def _seats(one: Companion, role: Any) -> tuple[int, ...]:
    return one.house.access.device(one.tokens.get(role)).seats


def _view(one: Companion, role: Any) -> Any:
    return one.view(role) | {"now": 0}
