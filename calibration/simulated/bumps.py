"""A knock against the camera: is the board found again by itself, how soon?  Beside marker finding in the same run."""

from dataclasses import dataclass
from random import Random
from time import process_time

import cv2
import numpy as np

from calibration.simulated.eyes import LOOK_S, PaintedEye, Seen
from companion.istanbul.advice.policy import choose
from companion.istanbul.dealer import new_setup
from companion.istanbul.engine import is_over, outcomes, play
from companion.istanbul.setup import new_game
from companion.istanbul.state import GameState, Options
from companion.session.chance import DigitalChance
from companion.sync.observation import BoardObservation
from companion.sync.table import tile_differences
from vision.painted.camera import turned_deg

MOST_LOOKS = 10
TURNS = 20  # played before the first knock
PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Knock:
    """One knock: how far, whether all sixteen tiles were read again, after how many pictures, how long that took a
    camera of ten pictures a second on one core, and the yardstick's time for one picture."""

    seed: int
    far_mm: float
    turned_deg: float
    found: bool
    looks: int
    took_s: float
    yard_s: float


def knocks(seed: int, count: int) -> list[Knock]:
    """So many knocks against one camera over art of this seed, one after the other."""
    state = a_table(seed)
    eye = PaintedEye(seed, tuple(str(player.color) for player in state.players))
    eye.lay(state)
    for _ in range(3):
        eye.look()
    return [_knock(seed, eye, state) for _ in range(count)]


def a_table(seed: int) -> GameState:
    """The table after some turns of the sensible players."""
    rng = Random(seed)
    setup = new_setup(PLAYERS, Options(layout="random"), rng)
    state, chance = new_game(setup.options, setup.deal), DigitalChance(rng)
    turns = 0
    while turns < TURNS and not is_over(state):
        due = outcomes(state)
        after = play(state, chance(due) if due else choose(state, rng))
        turns += after.turn != state.turn
        state = after
    return state


def _knock(seed: int, eye: PaintedEye, state: GameState) -> Knock:
    before = eye.table.camera
    eye.bump()
    there = eye.table.camera
    far_mm = float(np.linalg.norm(there.position_mm - before.position_mm))
    picture, took_s, found, looks = eye.picture(), 0.0, False, 0
    while not found and looks < MOST_LOOKS:
        seen, spent_s = eye.timed_look()
        looks += 1
        took_s += spent_s if _is_read(seen, state) else max(spent_s, LOOK_S)
        found = _is_read(seen, state)
    return Knock(
        seed, round(far_mm, 1), round(turned_deg(before, there), 1), found, looks, round(took_s, 3), yard_s(picture)
    )


def _is_read(seen: Seen, state: GameState) -> bool:
    """Whether all tiles are read, and rightly."""
    if not isinstance(seen, BoardObservation) or None in seen.layout:
        return False
    return not seen.hand and not tile_differences(state.layout, seen.layout)


def yard_s(bgr: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
    """Time of marker finding in the same picture."""
    detector = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), cv2.aruco.DetectorParameters()
    )
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    start_s = process_time()
    detector.detectMarkers(grey)
    return round(process_time() - start_s, 4)
