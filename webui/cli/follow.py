"""``bazaar follow``: a recorded game becomes turns, one JSON line for each thing decided."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from calibration.store import ProfileRefused, load_profile
from companion.data_dir import data_dir
from companion.errors import RuleViolation
from companion.istanbul.names import Color
from companion.sync.episodes import PHOTO_HIDES
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.recording import follow as followed
from companion.sync.turns import Asked, Line, LostTrack, SetUp, Turn, TurnSeen
from vision.frame import Frame
from vision.pipeline import Watcher
from vision.pose import Pose
from vision.sources.base import FrameSource
from vision.sources.choose import open_source
from vision.sources.files import PictureFiles, VideoFile
from webui.cli.output import fail, json_line, say

Looks = Iterator[tuple[str, BoardObservation | NotSeen]]
MOVED = 0.02
"""Share of the picture's width by which the board's corners must have moved until the camera is said to have."""


@click.command()
@click.argument("source")
@click.option("--profile", "name", required=True, help="The copy of the game, as learnt.")
@click.option("--players", required=True, help="Colours in turn order, the first to move first: red,blue,…")
@click.option("--answer", type=click.Choice(["skip"]), default="skip", help="What only people know is passed over.")
@click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")
def follow(source: str, name: str, players: str, answer: str, folder: Path | None, as_json: bool) -> None:
    """Follow a game through a video or a folder of pictures in name order."""
    colors = _colors(players)
    try:
        watcher = Watcher(load_profile(name, data_dir(folder)), colors)
        pictures = open_source(source, live=False)
    except (ProfileRefused, ValueError, OSError) as error:
        fail(str(error))
    unread = Counter[str]()
    began = False
    looks = _looks(pictures, watcher, as_json, unread)
    try:
        for line in followed(looks, colors, hidden_at_most(pictures), shipped_model()):
            began = True
            json_line(_plain(line)) if as_json else say(_words(line))
    except RuleViolation as error:
        fail(f"the game cannot begin like this: {error}")
    finally:
        pictures.close()
    for bad in pictures.bad if isinstance(pictures, PictureFiles) else ():
        say(f"left out {bad}")
    if not began:
        fail(_no_set_up(unread))


def _colors(players: str) -> tuple[str, ...]:
    known = [str(color) for color in Color]
    colors = tuple(player.strip() for player in players.split(","))
    if len(set(colors)) < len(colors) or not 2 <= len(colors) <= len(known) or set(colors) - set(known):
        raise click.BadParameter(f"name two to five of {', '.join(known)}, each once", param_hint="--players")
    return colors


def hidden_at_most(pictures: FrameSource) -> int | None:
    """How many tiles a hand may hide in a photo, each of which was taken on purpose; None for a film, which shows the
    same for a moment."""
    return PHOTO_HIDES if isinstance(pictures, PictureFiles) else None


def name_of(frame: Frame, pictures: FrameSource) -> str:
    """A picture's file name; in a film the name with the seconds since it began."""
    name = Path(frame.source).name
    return f"{name} {frame.at_s:.1f} s" if isinstance(pictures, VideoFile) else name


def _no_set_up(unread: Counter[str]) -> str:
    """Why nothing could be followed, and what to do."""
    reasons = ", ".join(f"{reason} {count}" for reason, count in unread.most_common())
    unreadable = f" (not read: {reasons})" if reasons else ""
    return (
        f"no picture shows the whole set-up, all sixteen tiles with Governor and Smuggler{unreadable}: begin with a"
        " picture of the table before the first move"
    )


def _looks(pictures: FrameSource, watcher: Watcher, as_json: bool, unread: Counter[str]) -> Looks:
    """Every picture read, with its name; a camera that stands elsewhere than before is told at once.

    ``unread`` counts the reasons why pictures were not read.
    """
    stood: Pose | None = None
    while pictures.status().state != "ended":
        frame = pictures.next()
        if frame is None:
            continue
        name, told, pose = name_of(frame, pictures), watcher.look(frame), watcher.pose
        unread.update([told.reason] if isinstance(told, NotSeen) else [])
        if has_moved(stood, pose, frame.bgr.shape[1]):
            json_line({"frame": name, "type": "moved_camera"}) if as_json else say(f"{name}: the camera has moved")
        stood = pose or stood
        if sys.stderr.isatty():
            click.echo(f"\r{pictures.status().detail}   ", err=True, nl=False)
        yield name, told


def has_moved(stood: Pose | None, pose: Pose | None, width_px: int) -> bool:
    """Whether the board lies elsewhere in the picture than when it was last seen."""
    return stood is not None and pose is not None and pose.shift_px(stood) > MOVED * width_px


def _plain(line: Line) -> dict[str, Any]:
    if isinstance(line, SetUp):
        return {"frame": line.frame, "type": "setup", "layout": line.layout}
    if isinstance(line, TurnSeen):
        return {"frame": line.frame, "type": "turn", **msgspec.to_builtins(line.turn)}
    if isinstance(line, Asked):
        return {"frame": line.frame, "type": "ask", "alternatives": msgspec.to_builtins(line.alternatives)}
    return {"frame": line.frame, "type": "lost", "differences": _differences(line)}


def _differences(line: LostTrack) -> list[dict[str, Any]]:
    return [
        {"kind": misfit.thing.kind, "color": misfit.thing.color, "place": misfit.place, "seen": misfit.seen}
        for misfit in line.differences
    ]


def _words(line: Line) -> str:
    if isinstance(line, SetUp):
        return f"{line.frame}: the bazaar is laid out"
    if isinstance(line, TurnSeen):
        return f"{line.frame}: {_turn_words(line.turn)}"
    if isinstance(line, Asked):
        return f"{line.frame}: one of these happened: " + " / ".join(
            "; ".join(_turn_words(turn) for turn in choice) for choice in line.alternatives
        )
    return f"{line.frame}: the rules do not explain {len(line.differences)} differences"


def _turn_words(turn: Turn) -> str:
    rest = [f"called back from {', '.join(map(str, turn.recalled))}"] if turn.recalled else []
    rest += [f"caught {', '.join(turn.caught)}"] if turn.caught else []
    stands = {"family member": turn.family, "Governor": turn.governor, "Smuggler": turn.smuggler}
    rest += [f"{who} to {place}" for who, place in stands.items() if place is not None]
    return ", ".join([f"{turn.player} {turn.start} → {turn.to}", f"assistant {turn.assistant}", *rest])
