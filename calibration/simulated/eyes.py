"""How is the simulated table seen?  Perfectly, with made-up errors, or painted and read by the real eye."""

from dataclasses import dataclass, replace
from random import Random
from time import process_time
from typing import Protocol

import numpy as np

from calibration.cases import bare_painting, learnt_from
from companion.istanbul.state import GameState
from companion.istanbul.tables import COLORS
from companion.sync.observation import BoardObservation, Cell, Kind, NotSeen, Score, Sighting, Thing
from companion.sync.places import Wood
from companion.sync.table import Standing, expected
from vision.frame import Frame, Image
from vision.painted.art.generator import art_set
from vision.painted.camera import Camera, framed, knocked
from vision.painted.light import MIRRORED, Conditions, random_look
from vision.painted.scene import ROOM_MM, Scene, Token
from vision.painted.table_of_game import scene
from vision.painted.virtual_table import PictureRate, VirtualTable
from vision.pipeline import Watcher

Seen = BoardObservation | NotSeen
LOOK_S = 0.1
SURE, ABSENT = 6.0, -4.0
SIZE_PX = (1280, 720)
MOST_BLUR_PX = 0.8
SHOWS = 0.25
"""Share of a thing that must show, be it as little as one can still tell a colour by, to be called visible."""


class Eye(Protocol):
    """Looks at the table ten times a second of the simulated evening."""

    def lay(self, state: GameState) -> None:
        """The table is now as this state has it."""

    def look(self, hand: int | None = None) -> Seen:
        """One look, with a hand over a place where there is one."""

    def confirm(self, seen: Seen, wood: Wood | None, step: int) -> None:
        """When that was told, this wood stood there and no other, at this step of the game; None: nobody knows."""

    def nudge(self, places: frozenset[int] = frozenset()) -> None:
        """Tokens are pushed about without leaving their tiles: all on these places, or any two."""

    def bump(self) -> None:
        """The camera is knocked away."""

    def move_lamp(self) -> None:
        """The lamps are put where they may be mirrored elsewhere, or nowhere."""

    def set_up(self) -> None:
        """The camera is set up anew."""

    def shows(self, standing: Standing) -> bool:
        """Whether what stands there, or did before something was laid last, can be seen at all."""


@dataclass(frozen=True, slots=True)
class Errors:
    """What made-up sightings get wrong, per thing laid down: ``weak`` shares hover about zero, ``missed`` are seen as
    not there; ``ghost`` is the share of things beside which another colour is believed.  ``hidden``: an assistant
    beside a merchant cannot be seen.  ``tremble``: how far scores jump from look to look."""

    weak: float = 0.0
    missed: float = 0.0
    ghost: float = 0.0
    hidden: float = 0.0
    tremble: float = 0.0


PERFECT = Errors()
NOISY = Errors(weak=0.004, missed=0.001, ghost=0.002, hidden=0.03, tremble=0.3)


class MadeUpEye:
    """Sightings made from the state itself.  An error lasts until the token is touched, as a camera's does."""

    def __init__(self, errors: Errors, rng: Random) -> None:
        self._errors, self._rng = errors, rng
        self._state: GameState | None = None
        self._scores: dict[Standing, float] = {}
        self._ghosts: dict[Standing, dict[Standing, float]] = {}
        self._hidden = set[Standing]()
        self._hid = set[Standing]()
        self._number = 0
        self._blind = 0

    def lay(self, state: GameState) -> None:
        """What stands where it stood keeps its score."""
        self._state, self._hid = state, set(self._hidden)
        wanted = expected(state)
        for standing in self._scores.keys() - wanted:
            del self._scores[standing]
            self._ghosts.pop(standing, None)
        for standing in sorted(wanted - self._scores.keys()):
            self._put_down(standing)
        self._come_to_light()

    def look(self, hand: int | None = None) -> Seen:
        """The scores with their trembling."""
        if self._state is None:
            raise ValueError("nothing is laid yet")
        self._number += 1
        at_s = self._number * LOOK_S
        if self._blind:
            self._blind -= 1
            return NotSeen(self._number, at_s, "made up", "no_board")
        told = {} if hand is not None else self._told()
        scores = tuple(Score(thing, place, score) for (thing, place), score in told.items())
        return BoardObservation(
            frame=self._number,
            at_s=at_s,
            source="made up",
            profile_id="made up",
            cells=tuple(Cell(int(place), confidence=0.99) for place in self._state.layout),
            layout_confidence=0.99,
            sightings=tuple(Sighting(s.thing, s.place, 0.99, (0.0, 0.0)) for s in scores if s.log_odds > 0),
            scores=scores,
            absent_log_odds=ABSENT,
            hand=hand is not None,
        )

    def confirm(self, seen: Seen, wood: Wood | None, step: int) -> None:
        """Made-up eyes see as well at the end as at the beginning."""

    def nudge(self, places: frozenset[int] = frozenset()) -> None:
        """A token touched is seen afresh."""
        there = [standing for standing in sorted(self._scores) if standing[1] in places]
        for standing in there or self._rng.sample(sorted(self._scores), min(2, len(self._scores))):
            self._put_down(standing)

    def bump(self) -> None:
        """Blind for a moment."""
        self._blind = self._rng.randint(1, 4)

    def move_lamp(self) -> None:
        """No lamp is ever mirrored."""

    def set_up(self) -> None:
        """It stands well wherever it stands."""

    def shows(self, standing: Standing) -> bool:
        """All but those a merchant hides."""
        return standing not in self._hidden | self._hid

    def _put_down(self, standing: Standing) -> None:
        errors, draw = self._errors, self._rng.random()
        self._hidden.discard(standing)
        self._scores[standing] = self._rng.gauss(SURE, 0.5)
        if draw < errors.missed:
            self._scores[standing] = self._rng.gauss(-3.0, 0.5)
        elif draw < errors.missed + errors.weak:
            self._scores[standing] = self._rng.gauss(0.0, 1.0)
        self._ghosts[standing] = {}
        if self._rng.random() < errors.ghost:
            color = self._rng.choice(COLORS)
            ghost = (Thing(Kind.ASSISTANT, color), standing[1])
            self._ghosts[standing] = {ghost: self._rng.gauss(0.5, 1.5)}
        if self._is_hidden(standing) and self._rng.random() < errors.hidden:
            self._scores[standing] = ABSENT
            self._hidden.add(standing)

    def _come_to_light(self) -> None:
        """Whom a merchant hid is seen once no merchant stands there."""
        for standing in sorted(one for one in self._hidden if not self._is_hidden(one)):
            self._hidden.discard(standing)
            if standing in self._scores:
                self._scores[standing] = self._rng.gauss(SURE, 0.5)

    def _is_hidden(self, standing: Standing) -> bool:
        """Whether a merchant stands beside an assistant."""
        merchants = {place for thing, place in self._scores if thing.kind is Kind.MERCHANT}
        return standing[0].kind is Kind.ASSISTANT and standing[1] in merchants

    def _told(self) -> dict[Standing, float]:
        told: dict[Standing, float] = {}
        for ghosts in self._ghosts.values():
            told.update(ghosts)
        told.update(self._scores)
        return {one: score + self._rng.gauss(0, self._errors.tremble) for one, score in told.items()}


class PaintedEye:
    """The table painted with art nobody learnt before, read by the real eye through a camera of its own."""

    def __init__(self, art_seed: int, colors: tuple[str, ...], flipped: frozenset[int] = frozenset()) -> None:
        art = art_set(art_seed)
        self.profile = learnt_from(bare_painting(art, art_seed)[0], f"painted {art_seed}")
        self._now_s = 0.0
        self._look = evening_look(art_seed)
        self._rng = np.random.default_rng([art_seed, 3])
        self._table = VirtualTable(
            art_seed,
            art,
            camera_of(self._rng),
            self._look,
            Scene(flipped=flipped),
            PictureRate(1 / LOOK_S, 1 / LOOK_S, lambda: self._now_s),
        )
        self._flipped = flipped
        self._before = self._table.scene
        self._watcher = Watcher(self.profile, colors)

    @property
    def table(self) -> VirtualTable:
        """The painted table itself."""
        return self._table

    def lay(self, state: GameState) -> None:
        """Hands lay what the state says; what stays is not touched."""
        self._before = self._table.scene
        self._table.show(replace(scene(state), flipped=self._flipped))

    def look(self, hand: int | None = None) -> Seen:
        """One picture, painted and read."""
        if (self._table.scene.hand is None) != (hand is None):
            self._table.hand(hand)
        return self._watcher.look(self._frame())

    def picture(self) -> Image:
        """What the camera sees, read by nobody."""
        return self._frame().bgr

    def timed_look(self) -> tuple[Seen, float]:
        """One picture read, and the processor's seconds it took; painting is not counted."""
        frame = self._frame()
        start_s = process_time()
        return self._watcher.look(frame), process_time() - start_s

    def shows(self, standing: Standing) -> bool:
        """Whether a quarter of it is, or was, in plain view."""
        thing, place = standing
        for laid in (self._table.scene, self._before):
            for token in laid.tokens:
                if (token.kind, token.color, token.place) == (thing.kind, thing.color, place):
                    return self._table.shown(laid, token) >= SHOWS
        return True

    def _frame(self) -> Frame:
        """The next picture of a camera that makes ten a second."""
        self._now_s += LOOK_S
        while (frame := self._table.next()) is None:
            self._now_s += LOOK_S / 4
        return frame

    def confirm(self, seen: Seen, wood: Wood | None, step: int) -> None:
        """The eye learns from what is known, as before a real table."""
        self._watcher.confirm(seen, wood, step)

    def nudge(self, places: frozenset[int] = frozenset()) -> None:
        """Tokens move up to 12 mm on their tiles."""
        tokens = list(self._table.scene.tokens)
        there = [at for at, token in enumerate(tokens) if token.place in places]
        for at in there or self._rng.permutation(len(tokens))[:2]:
            tokens[at] = nudged(tokens[at], self._rng)
        self._table.show(replace(self._table.scene, tokens=tuple(tokens)))

    def bump(self) -> None:
        """The camera stands up to 20 cm and 30° elsewhere, with the board still in the picture."""
        self._table.stand(knocked(self._table.camera, self._rng))

    def set_up(self) -> None:
        """The camera is put up as at the beginning, perhaps on another side."""
        self._table.stand(camera_of(self._rng))

    def move_lamp(self) -> None:
        """As many lamps are mirrored then, where chance will have it, as at any other table."""
        glare = int(self._rng.choice(MIRRORED))
        self._look = replace(self._look, glare=glare, moved=self._look.moved + 1)
        self._table.relight(self._look)


def camera_of(rng: np.random.Generator) -> Camera:
    """A camera as somebody might put one up: any side of the table, the board filling most of the picture."""
    side = float(rng.choice([0, 90, 180, 270]) + rng.uniform(-15, 15))
    lens = float(rng.uniform(55, 72)), float(rng.uniform(-0.08, 0.01))
    return framed(Camera(*SIZE_PX, *lens, float(rng.uniform(8, 45)), side), float(rng.uniform(0.75, 0.9)))


def evening_look(seed: int) -> Conditions:
    """Any lamp, table and camera that stands still and is focused about as well as webcams are."""
    look = random_look(seed)
    return replace(look, motion_px=0.0, blur_px=min(look.blur_px, MOST_BLUR_PX))


def nudged(token: Token, rng: np.random.Generator) -> Token:
    """The token a little elsewhere on its tile."""
    if token.at_mm is None:
        return token
    (x0, x1), (y0, y1) = ROOM_MM
    x, y = (value + float(rng.uniform(-12, 12)) for value in token.at_mm)
    return replace(token, at_mm=(min(max(x, x0), x1), min(max(y, y0), y1)))
