"""Under which conditions is the eye tried?  Kinds of pictures, and sweeps that change one thing step by step."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.painted.light import TABLES

Values = Mapping[str, Any]

FILM = 16
"""So many pictures, a fifth of a second apart, show a table at rest as well as the eye will see it.

Wood that hides a tile is taken for a hand until it has lain still; a poor webcam's exposure may begin that anew."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A kind of picture; what it does not name is drawn anew for every picture.

    ``tilt_deg`` and ``share`` (of the picture, filled by the board) are ranges.  ``look``, ``scene`` and ``camera`` fix
    fields of ``Look``, ``Scene`` and ``Camera``.  ``tokens`` stand on the board, ``turned`` tiles lie upside down;
    ``webcam_ev`` is the light, in stops, before a webcam nobody chose; None: a good camera.
    ``clutter`` is wood on edge and lying, a glass, and wood beside the tiles; ``painterly`` art is dark and of low
    contrast.
    So many ``pictures`` are seen one after the other before the eye is asked.
    ``tint`` turns the hue of the tiles laid, as a share of the circle, away from those that were learnt.
    """

    tilt_deg: tuple[float, float] = (0.0, 45.0)
    share: tuple[float, float] = (0.6, 0.9)
    size_px: tuple[int, int] = (1600, 900)
    hand: bool = False
    tokens: int | None = None
    turned: int | None = None
    tint: float = 0.0
    webcam_ev: float | None = None
    pictures: int = 1
    clutter: bool = False
    painterly: bool = False
    look: Values = field(default_factory=dict)
    scene: Values = field(default_factory=dict)
    camera: Values = field(default_factory=dict)


def _exact(value: float) -> tuple[float, float]:
    return value, value


def _looks(name: str, steps: Iterable[Any]) -> dict[str, Condition]:
    return {str(step): Condition(look={name: step}) for step in steps}


def _scenes(name: str, steps: Iterable[Any]) -> dict[str, Condition]:
    return {str(step): Condition(scene={name: step}) for step in steps}


def _webcam(ev: float, pictures: int = 1, **look: Any) -> Condition:
    """A cheap 720p webcam with all its faults at once."""
    faults = {"exposure": 1.0, "blur_px": 1.5, "motion_px": 3.0, **look}
    return Condition(size_px=(1280, 720), look=faults, camera={"k1": -0.2}, webcam_ev=ev, pictures=pictures)


CONDITIONS = {
    "nominal": Condition(),
    "tilt60": Condition(tilt_deg=(58.0, 60.0)),
    "blur5": Condition(look={"blur_px": 5.0}),
    "share30": Condition(share=(0.3, 0.3)),
    "noise20": Condition(look={"noise": 20.0}),
    "jpeg25": Condition(look={"jpeg": 25}),
    "dark": Condition(look={"exposure": 0.2}),
    "hand": Condition(hand=True),
    "webcam": Condition(size_px=(640, 480)),
    "cheap": _webcam(0.0),
    "dim": _webcam(-2.0, kelvin=2700.0),
    "cheap film": _webcam(0.0, FILM),
    "dim film": _webcam(-2.0, FILM, kelvin=2700.0),
    "clutter": Condition(clutter=True),
    "glossy": Condition(painterly=True, look={"bulbs": 3, "sheen": 0.6}),
    "decoy": Condition(),
}
"""The headline conditions.  ``decoy`` shows no board of the game at all."""

SWEEPS: dict[str, dict[str, Condition]] = {
    "tilt": {str(deg): Condition(tilt_deg=_exact(deg)) for deg in (0, 15, 30, 45, 60, 70)},
    "side": {str(deg): Condition(camera={"azimuth_deg": float(deg)}) for deg in (0, 45, 90, 135, 180, 225, 270, 315)},
    "share": {str(percent): Condition(share=_exact(percent / 100)) for percent in (90, 60, 45, 30, 20)},
    "blur": _looks("blur_px", (0.0, 1.0, 2.0, 3.0, 5.0, 7.0)),
    "motion": _looks("motion_px", (0.0, 5.0, 10.0, 15.0, 25.0)),
    "noise": _looks("noise", (0.0, 5.0, 10.0, 20.0, 40.0)),
    "jpeg": _looks("jpeg", (95, 75, 50, 25, 10)),
    "exposure": _looks("exposure", (0.1, 0.25, 0.5, 1.0, 2.0, 3.0)),
    "kelvin": _looks("kelvin", (2700.0, 4000.0, 6500.0)),
    "glare": _looks("glare", (0, 1, 2, 4)),
    "shadow": _looks("hard", (False, True)),
    "vignette": _looks("vignette", (0.0, 0.2, 0.4)),
    "table": _looks("table", TABLES),
    "lens": {str(k1): Condition(camera={"k1": k1}) for k1 in (-0.2, -0.1, 0.0, 0.1)},
    "light": {f"{ev:+g}": _webcam(ev) for ev in (1.0, 0.0, -1.0, -2.0, -3.0)},
    "light film": {f"{ev:+g}": _webcam(ev, FILM) for ev in (-1.0, -2.0, -3.0)},
    "size": {f"{w}x{h}": Condition(size_px=(w, h)) for w, h in ((640, 480), (1280, 720), (1920, 1080), (4000, 3000))},
    "gap": _scenes("gap_mm", (0.0, 1.5, 3.0, 6.0)),
    "skew": _scenes("skew_deg", (0.0, 2.0, 5.0)),
    "missing": {str(n): Condition(scene={"missing": frozenset(range(3, 3 + n))}) for n in (0, 1)},
    "turned": {str(tiles): Condition(turned=tiles) for tiles in (0, 2, 8, 16)},
    "tokens": {str(tokens): Condition(tokens=tokens) for tokens in (0, 10, 20, 30)},
    "tint": {f"{percent:+d}": Condition(tint=percent / 100) for percent in (-15, -7, 0, 7, 15)},
    "hand": {"none": Condition(), "one": Condition(hand=True)},
    "mixed": {
        "dim webcam": Condition(size_px=(640, 480), look={"exposure": 0.4, "noise": 10.0, "kelvin": 2700.0}),
        "hasty phone": Condition((40.0, 50.0), size_px=(4000, 3000), look={"motion_px": 12.0, "glare": 2}),
        "far end of the table": Condition((45.0, 60.0), (0.4, 0.5), look={"blur_px": 1.5, "jpeg": 50}, tokens=20),
    },
}
"""One axis each, step by step; what is not swept is as in ``nominal``."""


def condition_named(name: str) -> Condition:
    """The condition of a headline name or of a step (``tilt=30``).  Raises KeyError for others."""
    axis, _, step = name.partition("=")
    return SWEEPS[axis][step] if step else CONDITIONS[axis]


def steps_of(axis: str) -> tuple[str, ...]:
    """Names of all steps of a sweep."""
    return tuple(f"{axis}={step}" for step in SWEEPS[axis])
