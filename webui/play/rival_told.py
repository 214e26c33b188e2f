"""What have the app's seats done last, and what is to be moved for them on a real table?  In the reader's words."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.face import Plain
from companion.game import Say
from companion.session.log import Entry, fold
from companion.session.session import GameSession
from webui.camera.desk import NoCamera
from webui.house import House
from webui.play.games import KINDS
from webui.play.rivals import Rivals

_DONE = "rival"


class Run(NamedTuple):
    """Entries one after the other that one seat brought about, with what chance owed: where they begin and end."""

    seat: int | None
    first: int
    end: int


class RivalsTold:
    """What screens show of the app's seats: ``view``; ``moved`` is people's word that the wood lies right."""

    def __init__(self, house: House, rivals: Rivals) -> None:
        self._house, self._rivals = house, rivals

    def moved(self, number: int) -> None:
        """People have moved what was to be moved up to this entry; kept with the game."""
        session = self._house.running()
        session.store.keep_note(_DONE, {"moved": max(self._done(session), min(number, session.version))})
        self._house.changed()

    def strengths(self, say: Say) -> list[str]:
        """How strongly the app can play a seat of the running game; empty where it cannot."""
        session, cards = self._house.session, self._house.sitting.cards
        rivals = KINDS[session.game.name].rivals if session is not None and session.game.name in KINDS else None
        return list(rivals.strengths) if rivals and rivals.may_play_with(cards) else []

    def view(self, say: Say) -> Plain | None:
        """``waits`` for people, ``stuck``, ``turns`` {seat, n, text, wood}; None where only people play."""
        session, sitting = self._house.session, self._house.sitting
        if session is None or not sitting.rivals:
            return None
        turns = self._turns(session, say) if session.game.name in KINDS else []
        return {"waits": self._rivals.waits, "stuck": self._rivals.is_stuck, "turns": turns}

    def _turns(self, session: GameSession, say: Say) -> list[Plain]:
        _, state, effective = session.snapshot()
        done, told = self._done(session), list[Plain]()
        for run in latest_runs(effective, self._house.sitting.rivals, session.game.seat_to_act(state)):
            number = effective[run.end - 1].number
            if number > done:
                told.append(self._told(session, effective, run, say) | {"n": number})
        return told

    def _done(self, session: GameSession) -> int:
        """The entry up to which people have moved what was to be moved."""
        note = session.store.note(_DONE)
        return int(note["moved"]) if note else 0

    def _told(self, session: GameSession, effective: Sequence[Entry], run: Run, say: Say) -> Plain:
        names = [person.name for person in self._house.sitting.people]
        face = self._house.face
        entries = effective[run.first : run.end]
        text = [words for one in entries for words in face.tell(one.events, run.seat, None, names, say)]
        return {"seat": run.seat, "text": text, "wood": self._wood(session, effective, run, names, say)}

    def _wood(
        self, session: GameSession, effective: Sequence[Entry], run: Run, names: Sequence[str], say: Say
    ) -> list[str]:
        """What people move without a camera; a camera says what it still misses, and a virtual table lays itself."""
        rivals = KINDS[session.game.name].rivals
        if rivals is None or not isinstance(self._house.desk, NoCamera):
            return []
        before = fold(session.game, session.game.new(session.setup), effective[: run.first])
        after: Any = fold(session.game, before, effective[run.first : run.end])
        return rivals.wood(before, after, names, say)


def latest_runs(effective: Sequence[Entry], rivals: frozenset[int], acting: int | None) -> list[Run]:
    """The last turn of each of the app's seats, oldest first, until the next person has played a whole turn."""
    found = list[Run]()
    for run in reversed(_runs(effective)):
        if run.seat in rivals:
            if any(run.seat == one.seat for one in found):
                break
            found.append(run)
        elif run.seat is not None and (found or run.seat != acting):
            break
    return found[::-1]


def _runs(effective: Sequence[Entry]) -> list[Run]:
    found = list[Run]()
    for at, entry in enumerate(effective):
        if found and entry.seat in (None, found[-1].seat):
            found[-1] = found[-1]._replace(end=at + 1)
        else:
            found.append(Run(entry.seat, at, at + 1))
    return found
