"""What do pages ask of the server?  For every address of it one honest request, made to fit the game as it is."""

import io
import json
import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np

from webui.attacks.asked import Request, Role, asking
from webui.attacks.companion import ORDERS, Companion, next_step
from webui.attacks.kills.deeds import other_backup

Fill = Callable[[Companion, Role, random.Random], Any]
_ODDS_OF_A_PIN = 0.3


def _act(one: Companion, who: Role, rng: random.Random) -> Any:
    """What the device is offered; else what is legal for somebody else."""
    offered = [choice["do"] for choice in one.view(who).get("choices") or [] if choice.get("do")]
    do = rng.choice(offered) if offered and rng.random() < 0.9 else _legal(one, rng)
    return {"do": do, "version": one.house.version} | ({"seat": _seat(one, rng)} if rng.random() < 0.2 else {})


def _legal(one: Companion, rng: random.Random) -> list[str]:
    """Legal actions; the view goes before it, for each may fail in a way of its own."""
    return (next_step(one, rng) if one.house.session else None) or ["end"]


def _table(one: Companion, who: Role, rng: random.Random) -> Any:
    return {"do": _legal(one, rng), "version": one.house.version}


def _correct(one: Companion, who: Role, rng: random.Random) -> Any:
    what = rng.choice(("lira", "rubies", "merchant", "stack", "capacity", "hand", "goods", "governor", "nothing"))
    value = rng.choice((rng.randint(0, 30), str(rng.randint(1, 16)), {"red": 1}, ["any_good"], None))
    change = {"what": what, "value": value} | ({"seat": _seat(one, rng)} if rng.random() < 0.8 else {})
    version, despite = one.house.version, rng.random() < 0.7
    return {"changes": [change], "reason": "the table is right", "version": version, "despite": despite}


def _undo(one: Companion, who: Role, rng: random.Random) -> Any:
    version = one.house.version
    return {"version": version} | ({"keep": max(0, version - rng.randint(0, 6))} if rng.random() < 0.5 else {})


def _version(one: Companion, who: Role, rng: random.Random) -> Any:
    return {"version": one.house.version}


def _seat(one: Companion, rng: random.Random) -> int:
    return rng.randrange(max(1, len(one.house.sitting.people)))


def _which_seat(one: Companion, who: Role, rng: random.Random) -> Any:
    return {"seat": _seat(one, rng)}


def _code(one: Companion, who: Role, rng: random.Random) -> Any:
    """A code that leads in somewhere, scanned or typed; or one that leads nowhere."""
    if rng.random() < 0.5 or one.house.session is None:
        return {"code": rng.choice(("ABCDEF", "", "x" * 22, "2222222"))}
    code = one.house.access.seat_code(_seat(one, rng), take_over=rng.random() < 0.5)
    return {"code": rng.choice((code.secret, code.short))}


def _pin(one: Companion, who: Role, rng: random.Random) -> Any:
    return {"pin": one.house.access.pin.number if rng.random() < _ODDS_OF_A_PIN else f"{rng.randrange(10**6):06}"}


def _wish(one: Companion, who: Role, rng: random.Random) -> Any:
    waiting = [wish.id for wish in one.house.access.wishes()]
    return {"id": rng.choice([*waiting, "nobody"]), "let_in": rng.random() < 0.5}


def _host(one: Companion, who: Role, rng: random.Random) -> Any:
    return {
        "id": rng.choice([*(key[:16] for key, device in one.house.access.devices.items() if device.host), "nobody"])
    }


def _hand(one: Companion, who: Role, rng: random.Random) -> Any:
    cards = rng.choices(("?", "any_good", "five_lira", "governor", "x"), k=rng.randint(0, 3))
    return {"cards": cards, "version": one.house.version}


def _game(one: Companion, who: Role, rng: random.Random) -> Any:
    return dict(ORDERS[rng.choice(list(ORDERS))])


def _copy(one: Companion, who: Role, rng: random.Random) -> Any:
    """The copy as it is known, with another price."""
    told = json.loads(one.get("host", "/api/dice/copy").body)
    if "sides" not in told:
        return {"name": "copy", "board": {}, "mosque_tile": [], "bazaar_card": []}
    told["sides"]["2-3"].setdefault("red", {})["prices"] = sorted(rng.choices(range(1, 9), k=4))
    lines = {key: [{"face": one["id"], "copies": one["copies"]} for one in told[key]] for key in ("tiles", "cards")}
    return {"name": "copy", "board": told["sides"], "mosque_tile": lines["tiles"], "bazaar_card": lines["cards"]}


def _camera(one: Companion, who: Role, rng: random.Random) -> Any:
    kind = rng.choice(("none", "none", "photos", "phone", "files", "webcam", "network"))
    spec = {"webcam": "/dev/null", "network": rng.choice(("ftp://x", "http://", "rtsp://127.0.0.1:0/"))}.get(kind, "")
    return {"kind": kind, "spec": spec} | ({"profile": "nobody's"} if rng.random() < 0.1 else {})


def _draft(one: Companion, who: Role, rng: random.Random) -> Any:
    return {"step": rng.choice(("tiles", "seats", "")), "order": {"first": rng.randint(0, 3)}}


def _layout(one: Companion, who: Role, rng: random.Random) -> Any:
    cells = rng.sample(range(1, 17), 16)
    return rng.choice(({"kind": "random", "seed": rng.randrange(99)}, {"cells": cells}, {"code": "ABCDEFGHIJ"}))


@cache
def small_picture() -> bytes:
    """A JPEG on which nothing is to be seen."""
    return bytes(cv2.imencode(".jpg", np.full((96, 96, 3), 127, np.uint8))[1])


def _same(value: Any) -> Fill:
    return lambda one, who, rng: value


WISHES: Mapping[str, Fill] = {
    "/api/act": _act,
    "/api/undo": _undo,
    "/api/redo": _version,
    "/api/join": _code,
    "/api/be_host": _pin,
    "/api/leave": _which_seat,
    "/api/hand": _hand,
    "/api/camera/answer": _same({"question_id": "1", "option_id": 0}),
    "/api/camera/take-back": _version,
    "/api/camera/ask-first": _same({"ask": True}),
    "/api/camera/settle": _same({"who": "table"}),
    "/api/dice/copy": _copy,
    "/api/dice/copy/face": _same({"kind": "card", "code": "x"}),
    "/api/profiles/<name>/disc": _same({"color": "red", "x": 0.5, "y": 0.5}),
    "/api/profiles/<name>/disc/undo": _same({"color": "red"}),
    "/api/game": _game,
    "/api/rematch": _same({}),
    "/api/rival/begin": _same({}),
    "/api/rival/moved": _same({"n": 1}),
    "/api/rival/owner": _same({"seat": 1, "strength": "easy"}),
    "/api/seats/code": _which_seat,
    "/api/seats/take": _which_seat,
    "/api/seats/free": _which_seat,
    "/api/wishes": _wish,
    "/api/hosts/sign_out": _host,
    "/api/saved/recover": _same({"file": "game-00001.bazaar.damaged"}),
    "/api/table": _table,
    "/api/correct": _correct,
    "/api/lesson/layout": _same({"layout": list(range(1, 17))}),
    "/api/lesson/find": _same({"photo": 0}),
    "/api/lesson/lay": _same({"photo": 0, "corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}),
    "/api/lesson/push": _same({"photo": 0, "cell": 0, "right_mm": 1.0}),
    "/api/lesson/turn": _same({"photo": 0}),
    "/api/lesson/drop": _same({"photo": 0}),
    "/api/lesson/save": _same({"name": "mine", "replace": True}),
    "/api/profiles/use": _same({"name": "mine"}),
    "/api/profiles/rename": _same({"name": "mine", "to": "ours"}),
    "/api/profiles/delete": _same({"name": "yours"}),
    "/api/recorder": _same({"on": False}),
    "/api/layout": _layout,
    "/api/roll": _same({"who": "smuggler"}),
    "/api/virtual/carry": _same({"kind": "merchant", "color": "red", "place": 7, "to": 8}),
    "/api/virtual/mishap": _same({"what": "bump"}),
    "/api/own-tiles": _same({"on": True}),
    "/api/wizard": _draft,
    "/api/wizard/camera": _camera,
}
LEFT_OUT = ("/api/wizard/webcams",)
"""What opens every camera of the computer."""
_NAMES = {"name": ("mine", "nobody's", "..", "%2e%2e", "a" * 300), "number": ("0", "1", "99999999999999999999")}
_NAMES |= {"place": ("1", "17", "-1"), "root": ("static", "art"), "path": ("js/main.js", "../app.py", "%00")}


def honest(one: Companion, who: Role, method: str, rule: str, rng: random.Random) -> Request:
    """A request for a rule of the application's own list."""
    path = filled(rule, rng)
    if method == "POST" and rule == "/api/restore":
        return asking(who, method, path, other_backup() if rng.random() < 0.05 else b"PK", "application/zip")
    if method == "POST" and rule not in WISHES:
        return asking(who, method, path, small_picture() if rng.random() < 0.3 else b"\xff\xd8", "image/jpeg")
    if method == "POST":
        return asking(who, method, path, WISHES[rule](one, who, rng))
    return asking(who, method, path + _asked(rule, rng))


def filled(rule: str, rng: random.Random) -> str:
    """The address of a rule, with something in the place of what it leaves open."""
    parts = io.StringIO()
    for piece in rule.replace(">", "<").split("<"):
        name = piece.rpartition(":")[2]
        parts.write(rng.choice(_NAMES[name]) if name in _NAMES and piece != rule else piece)
    return parts.getvalue()


def _asked(rule: str, rng: random.Random) -> str:
    """What some pages ask behind the question mark."""
    asked = {
        "/api/view": ("", "?since=0", "?seat=0", "?seat=1", "?since=1&seat=-1"),
        "/api/past": ("", "?step=0", "?step=2", "?step=-1", "?step=x"),
        "/api/guide": ("", "?game=dice", "?game=x"),
        "/api/hint": ("", "?seat=0", "?seat=7"),
        "/api/dice/copy": ("", "?name=copy", "?name=.."),
        "/api/camera.jpg": ("", "?layers=tiles,tokens", "?layers=x"),
    }
    return rng.choice(asked.get(rule, ("",)))
