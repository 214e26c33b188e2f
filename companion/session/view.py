"""What may each seat see?  The envelope round what a game shows; the only way a state leaves for a screen.

A game brings a ``Face``; nothing here knows which game it is.  Secrets come from ``Face.secrets`` alone, and only for
the seats the reader holds.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.face import Face, Names, Plain
from companion.game import Say, State
from companion.session.log import HOST, Entry, fold, may_redo, undo_reach
from companion.session.session import GameSession
from companion.session.timing import thinking_seconds
from companion.words import COLORS

LOG_LENGTH = 60
ENTRIES_WITH_MOMENTS = 8
"""A page that has missed more than this shows no more of them."""
_OTHER_LANGUAGES = 3
"""So many are kept ready beside the one asked for."""
_EARLIER = 12
"""So many entries lie at most between a throw's being due and what it brings."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits on a seat, and the colour of the wood; with a ``strength`` the app plays it, as strongly."""

    name: str
    color: str
    strength: str = ""


class _Snapshot(NamedTuple):
    """A session as it stands at a version, and who plays."""

    session: GameSession
    version: int
    people: tuple[Person, ...]
    state: State
    effective: tuple[Entry, ...]

    @property
    def names(self) -> Names:
        return [person.name for person in self.people]


def rivals_of(people: Sequence[Person]) -> frozenset[int]:
    """The seats that the app plays."""
    return frozenset(seat for seat, person in enumerate(people) if person.strength)


class SharedViews:
    """What does not depend on who looks, made once for each version of a session and each language.  For any thread."""

    def __init__(self) -> None:
        self._kept: dict[Say, _SharedView] = {}

    def get(self, snapshot: _Snapshot, face: Face, say: Say) -> "_SharedView":
        """It, as it is now."""
        kept = self._kept.get(say)
        if kept is None or kept.snapshot[:3] != snapshot[:3]:
            kept = _SharedView(snapshot, face, say)
            others = [one for one in self._kept.items() if one[0] is not say]
            self._kept = dict([*others[-_OTHER_LANGUAGES:], (say, kept)])
        return kept


class _SharedView:
    """``parts`` are shown to everybody; ``choices`` go to the seat that acts, and are made when it first looks.

    Log and moments are the same for all but where something is private to a seat.
    """

    def __init__(self, snapshot: _Snapshot, face: Face, say: Say) -> None:
        self.snapshot, self._face, self._say = snapshot, face, say
        self.parts = _for_everybody(snapshot, face, say)
        self._log = log_rows(snapshot.session, face, None, snapshot.names, say, LOG_LENGTH)
        self._moments = _moments(face, snapshot.effective, None, snapshot.names, say)
        self._choices: Plain | None = None

    @property
    def choices(self) -> Plain:
        """The legal actions, and the reasons against the others."""
        if self._choices is None:
            self._choices = self._face.choices(self.snapshot.state, self.snapshot.names, self._say)
        return self._choices

    def log(self, seat: int | None) -> list[Plain]:
        """The log; what is private to ``seat`` is told in the words that are for it."""
        snapshot, say = self.snapshot, self._say
        own = {
            entry.number: self._face.tell(entry.events, whose, seat, snapshot.names, say)
            for entry, whose in _latest(snapshot.session, LOG_LENGTH)
            if self._is_private(entry, seat)
        }
        return [row | {"text": own[row["n"]]} if row["n"] in own else row for row in self._log]

    def moments(self, seat: int | None) -> list[Plain]:
        """The moments, as ``seat`` may see them."""
        effective = self.snapshot.effective
        if not any(self._is_private(entry, seat) for entry in effective[-ENTRIES_WITH_MOMENTS:]):
            return self._moments
        return _moments(self._face, effective, seat, self.snapshot.names, self._say)

    def _is_private(self, entry: Entry, seat: int | None) -> bool:
        return seat is not None and self._face.private(entry.events, seat)


def _for_everybody(snapshot: _Snapshot, face: Face, say: Say) -> Plain:
    session, version, people, state, effective = snapshot
    return {
        "game": session.game.name,
        "version": version,
        "players": [_player(face, state, each, person, say) for each, person in enumerate(people)],
        "table": face.table(state, snapshot.names, say),
        "turn": {"seat": session.game.seat_to_act(state), **face.turn(state, snapshot.names, say)},
        "dice": _dice(face, effective, snapshot.names, say),
        "clock": {"seconds": thinking_seconds(effective), "since": effective[-1].at_s if effective else None},
        "result": face.result(state, snapshot.names, say),
    }


def seat_view(
    session: GameSession,
    face: Face,
    people: Sequence[Person],
    seat: int | None,
    say: Say,
    shared: SharedViews | None = None,
) -> Plain:
    """Everything ``seat`` may see; None is the table screen and everybody who only watches.

    Choices go to the seat that acts; what chance owes goes to everybody, for anyone may type the dice.  ``shared``
    keeps what other seats see as well.
    """
    version, state, effective = session.snapshot()
    snapshot = _Snapshot(session, version, tuple(people), state, effective)
    shown = (shared or SharedViews()).get(snapshot, face, say)
    acting = shown.parts["turn"]["seat"]
    return {
        **shown.parts,
        "seat": seat,
        "own": None if seat is None else face.secrets(state, seat, say),
        "turn": {**shown.parts["turn"], "yours": seat is not None and seat == acting},
        **(shown.choices if acting in (None, seat) else {"choices": [], "refusals": {}}),
        "moments": shown.moments(seat),
        "log": shown.log(seat),
        "undo": None if seat is None else _undo(session, seat, rivals_of(people)),
        "redo": seat is not None and may_redo(session.log, seat),
    }


def _player(face: Face, state: State, seat: int, person: Person, say: Say) -> Plain:
    wood = {"color": person.color, "color_name": say(COLORS.get(person.color, person.color))}
    who = {"seat": seat, "name": person.name, "strength": person.strength}
    return {**who, **wood, **face.player(state, seat, say)}


def log_rows(
    session: GameSession, face: Face, seat: int | None, names: Names, say: Say, most: int | None = None
) -> list[Plain]:
    """The latest entries, newest first; those taken back stay, marked.  Dice and draws go to whoever acted before.

    ``seat`` is who reads; ``most`` None gives them all.
    """
    counting, rows = {entry.number for entry in session.log.effective}, list[Plain]()
    for entry, whose in _latest(session, most):
        if entry.kind == "do" and (text := face.tell(entry.events, whose, seat, names, say)):
            rows.append(_row(entry, whose, face) | {"text": text, "undone": entry.number not in counting})
    return rows[::-1]


def _latest(session: GameSession, most: int | None) -> Iterator[tuple[Entry, int | None]]:
    """The latest entries, oldest first, each with the seat it is told of."""
    entries, actor = session.log.entries, None
    for entry in entries[-most:] if most else entries:
        actor = actor if entry.seat is None else entry.seat
        yield entry, _corrector(entry) if entry.by else actor


def _corrector(entry: Entry) -> int | None:
    """The seat that corrected a value; None for the host."""
    return None if entry.by == HOST else int(entry.by)


def _row(entry: Entry, actor: int | None, face: Face) -> Plain:
    kinds = face.kinds(entry.events)
    who = {"seat": actor, "source": entry.source, "by": entry.by}
    return {"n": entry.number, **who, "at": entry.at_s, "kinds": kinds}


def past_view(session: GameSession, face: Face, people: Sequence[Person], step: int, say: Say) -> Plain:
    """The public table after the first ``step`` entries that count, to look back on; nothing can be done there."""
    _, _, effective = session.snapshot()
    kept = effective[: max(0, step)]
    state, names = fold(session.game, session.game.new(session.setup), kept), [person.name for person in people]
    last = kept[-1] if kept else None
    told = [] if last is None else face.tell(last.events, last.seat, None, names, say)
    return {
        "step": len(kept),
        "steps": len(effective),
        "at": last.at_s if last else None,
        "by": last.seat if last else None,
        "told": told,
        "players": [_player(face, state, each, person, say) for each, person in enumerate(people)],
        "table": face.table(state, names, say),
        "turn": {"seat": session.game.seat_to_act(state), "yours": False, **face.turn(state, names, say)},
        "dice": _dice(face, kept, names, say),
        "result": face.result(state, names, say),
    }


def _moments(face: Face, effective: Sequence[Entry], seat: int | None, names: Names, say: Say) -> list[Plain]:
    """What the latest entries that count have to show, oldest first, each with its entry's number and time."""
    last = range(max(0, len(effective) - ENTRIES_WITH_MOMENTS), len(effective))
    return [one for at in last for one in _moments_of(face, effective, at, seat, names, say)]


def _moments_of(
    face: Face, effective: Sequence[Entry], at: int, seat: int | None, names: Names, say: Say
) -> list[Plain]:
    entry, before = effective[at], effective[max(0, at - _EARLIER) : at]
    earlier = [event for one in before for event in one.events]
    shown = face.moments(entry.events, earlier, _actor(effective, at), seat, names, say)
    return [{"n": entry.number, "at": entry.at_s, **one} for one in shown]


def _actor(effective: Sequence[Entry], at: int) -> int | None:
    """Who brought an entry about; dice and draws go to whoever acted before."""
    return next((entry.seat for entry in reversed(effective[: at + 1]) if entry.seat is not None), None)


def _dice(face: Face, effective: Sequence[Entry], names: Names, say: Say) -> Plain | None:
    """The last roll that counts, with the number of its entry, whose it was and what for."""
    for at in range(len(effective) - 1, -1, -1):
        if (roll := face.dice(effective[at].events)) is not None:
            told = next(iter(_moments_of(face, effective, at, None, names, say)), {})
            whose = {"seat": _actor(effective, at), "about": told.get("about", "")}
            return {"n": effective[at].number, **whose, **roll}
    return None


def _undo(session: GameSession, seat: int, rivals: Collection[int]) -> Plain | None:
    keep = undo_reach(session.game, session.log, seat, rivals)
    return None if keep is None else {"keep": keep}
