"""``bazaar bench attacks``: odd requests, kills, damaged files, odd pictures, slow clients; and what they break."""

import random
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from webui.attacks.clients.figures import attack_by_clients
from webui.attacks.folder.files import damage_files
from webui.attacks.kills.faults import compiler
from webui.attacks.kills.forked import in_child
from webui.attacks.kills.points import kills
from webui.attacks.kills.sudden import sudden_deaths
from webui.attacks.pictures.odd import odd_pictures
from webui.attacks.pictures.sending import QUICK, ROUTES, send_pictures
from webui.attacks.requests.evening import ask_everything
from webui.cli.output import json_line, say

SHOWN = 10
EACH_EVENING = 1000
Figures = dict[str, Any]


class Amount(msgspec.Struct, frozen=True):
    """How much of each; ``cuts`` of each deed, 0 for every one."""

    requests: int = 80_000
    on_lines: int = 20_000
    cuts: int = 0
    deaths: int = 1000
    files: int = 5000
    pictures: int = 2000
    slow_pictures: int = 20
    quick: bool = False


USUAL = Amount()
QUICKLY = Amount(1500, 300, 1, 25, 60, 40, 0, quick=True)


@click.command("attacks")
@click.option("--quick", is_flag=True, help="A little of each, in about a minute.")
@click.option("--json", "as_json", is_flag=True, help="One JSON line on standard output.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", type=click.Choice(["requests", "kills", "files", "pictures", "clients"]))
@click.option("--old-games", type=click.Path(path_type=Path, exists=True), help="A folder with games of older schemas.")
def bench_attacks(quick: bool, as_json: bool, seed: int, only: str | None, old_games: Path | None) -> None:
    """Attack the companion in every way known here and compare with the bars."""
    amount = QUICKLY if quick else USUAL
    found: dict[str, Figures] = {}
    for name, attack in ATTACKS.items():
        if only in (None, name):
            began_s = time.monotonic()
            found[name] = attack(amount, seed, old_games)
            found[name]["seconds"] = round(time.monotonic() - began_s, 1)
            if not as_json:
                _tell(name, found[name])
    held = not any(one["amiss"] for one in found.values())
    if as_json:
        json_line({"held": held, "seed": seed, "quick": quick, **found})
    if not held:
        raise SystemExit(1)


def _requests(amount: Amount, seed: int, old_games: Path | None) -> Figures:
    plain = ask_everything(amount.requests, seed, False, EACH_EVENING, lambda count: None)
    lines = ask_everything(amount.on_lines, seed + 1, True, EACH_EVENING, lambda count: None)
    asked = {"requests": plain.requests + lines.requests, "on lines": lines.requests}
    statuses = {
        str(status): plain.statuses.get(status, 0) + lines.statuses.get(status, 0) for status in _both(plain, lines)
    }
    return asked | {"granted": plain.granted + lines.granted, "statuses": statuses, "amiss": plain.amiss + lines.amiss}


def _both(one: Any, other: Any) -> list[int]:
    return sorted({*one.statuses, *other.statuses})


def _kills(amount: Amount, seed: int, old_games: Path | None) -> Figures:
    if compiler() is None:
        return {"left out": "there is no C compiler on this machine", "amiss": []} | _deaths(amount, seed)
    found = list(kills((), old_games, amount.cuts, seed))
    told: Figures = {"deeds": len(found), "calls": sum(one.calls for one in found)}
    told |= {"cut": sum(one.cut for one in found), "failed": sum(one.failed for one in found)}
    deaths = _deaths(amount, seed)
    return told | deaths | {"amiss": [line for one in found for line in one.amiss] + deaths["amiss"]}


def _deaths(amount: Amount, seed: int) -> Figures:
    """Servers are forked from a process without threads, which this one may not be."""
    with tempfile.TemporaryDirectory() as folder:
        ended = in_child(
            lambda tell: tell(msgspec.to_builtins(sudden_deaths(amount.deaths, random.Random(seed), Path(folder)))),
            patience_s=3600,
        )
    told = ended.last or {"kills": 0, "accepted": 0, "in_flight": 0, "amiss": [ended.broke or str(ended)]}
    return {"servers killed": told["kills"], "accepted": told["accepted"], "in flight": told["in_flight"]} | {
        "amiss": told["amiss"]
    }


def _files(amount: Amount, seed: int, old_games: Path | None) -> Figures:
    found = damage_files(amount.files, seed, old_games)
    return {"files": found.cases, "told": found.told, "amiss": found.amiss}


def _pictures(amount: Amount, seed: int, old_games: Path | None) -> Figures:
    slow = [route for route in ROUTES if route not in QUICK]
    many = send_pictures(odd_pictures(seed, amount.pictures), QUICK)
    few = send_pictures(odd_pictures(seed + 1, amount.slow_pictures), slow)
    statuses = {str(status): many.statuses.get(status, 0) + few.statuses.get(status, 0) for status in _both(many, few)}
    told: Figures = {"pictures": many.pictures + few.pictures, "requests": many.requests + few.requests}
    return told | {"statuses": statuses, "amiss": many.amiss + few.amiss}


def _clients(amount: Amount, seed: int, old_games: Path | None) -> Figures:
    found = attack_by_clients(amount.quick)
    return {"rows": msgspec.to_builtins(found.rows), "ended s": found.ended_s, "amiss": found.amiss}


ATTACKS: Mapping[str, Callable[[Amount, int, Path | None], Figures]] = {
    "kills": _kills,
    "files": _files,
    "requests": _requests,
    "pictures": _pictures,
    "clients": _clients,
}


def _tell(name: str, found: Figures) -> None:
    figures = ", ".join(f"{what} {value}" for what, value in found.items() if what not in ("amiss", "rows"))
    click.echo(f"{name}: {figures}; amiss {len(found['amiss'])}")
    for line in found["amiss"][:SHOWN]:
        say(f"  {line}")
