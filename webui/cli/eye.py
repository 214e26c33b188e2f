"""``bazaar learn`` and ``bazaar read``: the eye at the command line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from calibration.quality import advice_on, shows_the_same, why_not_learnt
from calibration.store import ProfileRefused, load_profile, save_profile
from calibration.tiles import Learnt, best_tiles, learn_photo
from companion.data_dir import data_dir
from companion.istanbul.layouts.boards import printed_layout
from companion.istanbul.tables import COLORS
from companion.session.faults import OutOfReach
from companion.sync.observation import BoardObservation, NotSeen, Sighting, Unknown
from vision.draw import draw_observation
from vision.frame import Frame, Image
from vision.params_layout import REASONS
from vision.pipeline import look
from vision.profile import Profile, make_profile
from vision.task import Look
from webui.cli.output import fail, json_line, say

OPTIONS = {"sideways": " (--turn 180)", "unsure": " (--corners)"}  # what helps at the command line
LAY = (
    "Lay all of them bare in a 4x4 grid with small gaps, fill the picture with them, take it from above, or give the"
    " board's corners with --corners."
)
OTHER_TILES = (
    "The tiles lie in another order than in {first}, or it is another copy. Learn from photos of the same order taken"
    " from the same side, or leave this one out."
)
KINDS = {"order": "in_order", "short": "short", "long": "long"}
DATA_DIR = click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")


@click.command()
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--layout", "layout", required=True, help="order, short, long, or the 16 numbers row by row.")
@click.option("--profile", "name", required=True, help="The name to keep this copy under.")
@click.option("--corners", help="The board's corners by hand: x,y of top-left, top-right, bottom-right, bottom-left.")
@click.option(
    "--turn", type=click.Choice(["0", "180"]), default="0", help="180: the photo was taken from the far side."
)
@DATA_DIR
@AS_JSON
def learn(
    photos: tuple[Path, ...], layout: str, name: str, corners: str | None, turn: str, folder: Path | None, as_json: bool
) -> None:
    """Learn this copy's tiles from photos of the bare tiles laid in a known order."""
    places, points = _layout(layout), _corners(corners)
    learnt: list[Learnt] = []
    advice: list[str] = []
    for path, picture in [(path, _photo(path)) for path in photos]:
        _progress(f"Looking for sixteen tiles in {path.name} …")
        why = why_not_learnt(picture)
        one = None if why == "too_small" else learn_photo(picture, places, points, int(turn))
        if one is None:
            fail(f"{path}: I do not find sixteen tiles. {REASONS.get(why or '', LAY)}")
        learnt.append(one)
        if not shows_the_same(learnt[0], one):
            fail(f"{path}: {OTHER_TILES.format(first=photos[0])}")
        texts = [found.words() + OPTIONS.get(found.code, "") for found in advice_on(picture, one, points is not None)]
        advice += [text if len(photos) == 1 else f"{path.name}: {text}" for text in texts]
    tiles = best_tiles(learnt)
    profile = make_profile(name, tuple(tile.picture for tile in tiles))
    try:
        save_profile(profile, data_dir(folder))
    except (OSError, ProfileRefused, OutOfReach) as error:
        fail(f"the profile cannot be kept: {error}")
    told = [{"place": t.place, "width_px": round(t.width_px, 1), "sharpness": round(t.sharpness, 3)} for t in tiles]
    if as_json:
        json_line({"profile": name, "id": profile.id, "tiles": told, "advice": advice})
    for text in advice:
        say(text)
    say(f"learnt {name} ({profile.id})")


def _photo(path: Path) -> Image:
    """A photo to learn from; the program ends where it is none."""
    picture = read_picture(path)
    if picture is not None:
        return picture
    if not path.exists():
        fail(f"{path}: there is no such file.")
    fail(f"{path}: this is a folder; name the photos in it." if path.is_dir() else f"{path}: {REASONS['not_an_image']}")


def _progress(text: str) -> None:
    """Words for who waits at a terminal."""
    if sys.stderr.isatty():
        say(text)


def _layout(text: str) -> tuple[int, ...]:
    if text in KINDS:
        return tuple(int(place) for place in printed_layout(KINDS[text]))
    numbers = text.replace(",", " ").split()
    if not all(number.isdigit() for number in numbers) or sorted(map(int, numbers)) != list(range(1, 17)):
        raise click.BadParameter("give order, short, long, or each of the numbers 1 to 16 once", param_hint="--layout")
    return tuple(int(number) for number in numbers)


def _corners(text: str | None) -> Any:
    if text is None:
        return None
    try:
        points = np.array([float(part) for part in text.replace(",", " ").split()]).reshape(4, 2)
    except ValueError as error:
        raise click.BadParameter("give four points: x,y x,y x,y x,y", param_hint="--corners") from error
    return points


def read_picture(path: Path) -> Image | None:
    """A picture from disk, upright, BGR uint8; None where it is none."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError:
        return None
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


@click.command()
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", "name", required=True, help="The copy on the table.")
@click.option("--players", default=",".join(COLORS), help="The colours in the game.")
@click.option("--debug", "debug", type=click.Path(path_type=Path), help="A folder for pictures with overlays.")
@DATA_DIR
@AS_JSON
def read(
    images: tuple[Path, ...], name: str, players: str, debug: Path | None, folder: Path | None, as_json: bool
) -> None:
    """Read each picture by itself: layout, tokens, dice and what is printed."""
    colors = tuple(part for part in players.replace(",", " ").split() if part)
    if not colors or not set(colors) <= set(COLORS):
        raise click.BadParameter(f"colours are {', '.join(COLORS)}", param_hint="--players")
    try:
        profile = load_profile(name, data_dir(folder))
    except (OSError, ProfileRefused) as error:
        fail(str(error))
    for told in _read_all(images, profile, colors, debug):
        if as_json:
            json_line(told)
        else:
            click.echo(_words(told))


def _read_all(
    images: tuple[Path, ...], profile: Profile, players: tuple[str, ...], debug: Path | None
) -> Iterator[dict[str, Any]]:
    for number, path in enumerate(images):
        _progress(f"{number + 1} of {len(images)}: {path.name}")
        picture = read_picture(path)
        if picture is None:
            yield refusal(str(path), "not_an_image", 0.0)
            continue
        seen = look(Frame(picture, number, 0.0, path.name), profile, players)
        if debug is not None:
            debug.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(debug / f"{path.stem}.jpg"), draw_observation(picture, seen.observation, seen.pose))
        yield line_of(str(path), seen)


def refusal(image: str, reason: str, ms: float) -> dict[str, Any]:
    """The line of a picture that cannot be read."""
    return {"image": image, "ok": False, "reason": reason, "ms": round(ms, 1)}


def line_of(image: str, seen: Look) -> dict[str, Any]:
    """The line of a picture, as promised to scripts."""
    if isinstance(seen.observation, NotSeen):
        return refusal(image, seen.observation.reason, seen.observation.ms)
    told: BoardObservation = seen.observation
    layout = told.layout
    return {
        "image": image,
        "ok": True,
        "reason": None,
        "layout": [list(layout[row : row + 4]) for row in range(0, 16, 4)],
        "layout_confidence": round(told.layout_confidence, 4),
        "upside_down": sorted(cell.place for cell in told.cells if cell.upside_down and cell.place is not None),
        "tokens": [_token(sighting) for sighting in told.sightings],
        "covered": covered_places(told),
        "hand": told.hand,
        "dice": None if told.dice is None else list(told.dice),
        "mail_down": told.mail_down,
        "demand": {"large": told.demand_large, "small": told.demand_small},
        "rubies": {str(place): count for place, count in told.rubies.items()},
        "mosque": told.mosque,
        "glare": sorted(told.glare),
        "unseen": sorted(told.unseen),
        "unknown": [_unknown(thing) for thing in told.unknown],
        "ms": round(told.ms, 1),
    }


def covered_places(told: BoardObservation) -> list[int]:
    """Places that lie under something: those read though partly hidden, and those that must be in the unread cells."""
    missing = set(range(1, 17)) - {place for place in told.layout if place is not None}
    return sorted(missing | set(told.covered))


def _unknown(thing: Unknown) -> dict[str, Any]:
    return {"place": thing.place, "px": [round(at, 1) for at in thing.at_px], "p": round(thing.confidence, 4)}


def _token(sighting: Sighting) -> dict[str, Any]:
    sure = round(sighting.confidence, 4)
    token = {
        "kind": str(sighting.thing.kind),
        "color": sighting.thing.color,
        "place": sighting.place,
        "confidence": sure,
        "p": sure,
    }
    under = {"under": sighting.under, "under_p": round(sighting.under_confidence, 4)}
    return token if sighting.under is None else token | under


def _words(told: dict[str, Any]) -> str:
    if not told["ok"]:
        return f"{told['image']}: not read: {REASONS[told['reason']]}"
    rows = " / ".join(" ".join("?" if place is None else str(place) for place in row) for row in told["layout"])
    return f"{told['image']}: {rows} ({told['layout_confidence']:.0%} sure, {len(told['tokens'])} tokens)"
