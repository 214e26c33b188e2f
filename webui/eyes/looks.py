"""How does a look travel from an eye to the server?  As JSON of one format; what comes in is checked before it is used.

A look is a ``BoardObservation`` or a ``NotSeen``, as a local camera's: numbers, never pictures.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.istanbul.tables import COLORS, GOODS
from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, BoardObservation, NotSeen
from companion.sync.table import Standing
from vision.params_layout import REASONS
from vision.printed.params import PRINTED
from webui.camera.camera_words import EYE_REASONS
from webui.http.errors import Refused
from webui.http.orders import decoded

FORMAT = 1
"""Grows where an older server would read a look wrongly."""
Look = BoardObservation | NotSeen
_OLDEST_S = 10.0
_CELLS, _PLACES = 16, frozenset(range(1, 17))
_COLORS = frozenset((*COLORS, GOVERNOR_COLOR, SMUGGLER_COLOR))
_LARGEST, _MOST_SCORES, _LONGEST = 1000.0, 600, 200
_MOST_OF_A_KIND = 99
_GOODS = frozenset(map(str, GOODS))
_DEMANDS = {"demand_large": frozenset(PRINTED.large_demands), "demand_small": frozenset(PRINTED.small_demands)}


class SentLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One look on its way.

    ``run`` names the start of the eye that saw it, ``number`` counts its looks, ``age_s`` is the time from the picture
    to the sending by the eye's own clock: no clock is ever compared with another one.
    """

    format: int
    run: str
    number: int
    age_s: float
    board: BoardObservation | None = None
    not_seen: NotSeen | None = None

    @property
    def look(self) -> Look:
        """What was seen."""
        look = self.board or self.not_seen
        assert look is not None
        return look


class KnownWood(msgspec.Struct, frozen=True):
    """What stood on the table beyond doubt, and nothing else, in the look with this ``frame``, at this ``step`` of the
    game.
    """

    frame: int
    step: int
    wood: tuple[Standing, ...]


class LookAnswer(msgspec.Struct, frozen=True):
    """What the server says to a look: whether a game follows, and from which look the eye may learn."""

    follows: bool
    known: KnownWood | None = None


class _OnlyFormat(msgspec.Struct):
    format: int = 0


def written(run: str, number: int, age_s: float, look: Look) -> bytes:
    """The JSON of a look."""
    board, not_seen = (look, None) if isinstance(look, BoardObservation) else (None, look)
    return msgspec.json.encode(SentLook(FORMAT, run, number, max(0.0, min(age_s, _OLDEST_S)), board, not_seen))


def read_look(raw: bytes) -> SentLook:
    """The look that JSON tells of.

    Raises Refused: ``eye_format`` where it is of another format, ``bad_look`` where it is none or says what cannot be.
    """
    try:
        need_format(decoded(raw, _OnlyFormat).format)
        sent: SentLook = decoded(raw, SentLook)
    except Refused as error:
        if error.code == "eye_format":
            raise
        raise Refused("bad_look", 400, why=str(error.facts.get("why", ""))) from error
    wrong = next(iter(_faults(sent)), None)
    if wrong is not None:
        raise Refused("bad_look", 400, why=wrong)
    return sent


def need_format(told: int) -> None:
    """Raise Refused where an eye speaks another format than this server."""
    if told != FORMAT:
        raise Refused("eye_format", 409, theirs=told, ours=FORMAT)


def _faults(sent: SentLook) -> Iterator[str]:
    """What cannot be."""
    if (sent.board is None) == (sent.not_seen is None):
        yield "a look says either what was seen or why nothing was"
    elif not 0.0 <= sent.age_s <= _OLDEST_S:
        yield "age_s"
    elif sent.number < 1:
        yield "number"
    elif sent.board is not None:
        yield from _faults_of(sent.board)
    elif sent.not_seen is not None and sent.not_seen.reason not in {*REASONS, *EYE_REASONS}:
        yield "reason"


def _faults_of(board: BoardObservation) -> Iterator[str]:
    if len(board.cells) != _CELLS:
        yield "cells"
    if max(len(board.scores), len(board.sightings), len(board.unknown)) > _MOST_SCORES:
        yield "scores"
    if not _are_places(_places(board)):
        yield "place"
    things = (*(one.thing for one in board.sightings), *(one.thing for one in board.scores))
    if not all(thing.color in _COLORS for thing in things):
        yield "thing"
    if not all(abs(value) <= _LARGEST for value in (board.absent_log_odds, *(one.log_odds for one in board.scores))):
        yield "log_odds"
    if not all(0.0 <= share <= 1.0 for share in _shares(board)):
        yield "confidence"
    if not all(0 <= count <= _MOST_OF_A_KIND for count in _counts(board)):
        yield "count"
    if max(len(board.source), len(board.profile_id)) > _LONGEST:
        yield "source"
    if board.dice is not None and not set(board.dice) <= set(range(1, 7)):
        yield "dice"
    if not set(board.mosque) <= _GOODS:
        yield "mosque"
    yield from (name for name, known in _DEMANDS.items() if getattr(board, name) not in {None, *known})


def _places(board: BoardObservation) -> Iterator[int]:
    yield from (cell.place for cell in board.cells if cell.place is not None)
    things: Iterable[Any] = (*board.sightings, *board.scores, *board.unknown)
    yield from (one.place for one in things)
    by_place: tuple[Mapping[int, Any], ...] = (board.rubies, board.unseen, board.appearance, board.unnamed)
    for told in by_place:
        yield from told
    yield from board.glare


def _shares(board: BoardObservation) -> Iterator[float]:
    yield board.layout_confidence
    things: Iterable[Any] = (*board.cells, *board.sightings, *board.unknown)
    yield from (one.confidence for one in things)
    yield from (one.under_confidence for one in board.sightings)
    yield from board.unseen.values()


def _counts(board: BoardObservation) -> Iterator[int]:
    yield from (one.under for one in board.sightings if one.under is not None)
    yield from board.rubies.values()
    yield from board.mosque.values()
    yield board.mail_down or 0


def _are_places(numbers: Iterable[int]) -> bool:
    return set(numbers) <= _PLACES
