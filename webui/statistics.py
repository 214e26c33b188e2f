"""How did the game go?  Numbers for the pictures at its end, read off the log and public all of them."""

from collections import Counter
from itertools import pairwise

from flask import Blueprint, Response, jsonify

from companion.face import Face, Plain
from companion.game import State
from companion.session.log import Entry, evolve_all
from companion.session.record import write_record
from companion.session.session import GameSession
from webui.device import house
from webui.errors import Refused

blueprint = Blueprint("statistics", __name__, url_prefix="/api")
LONGEST_PAUSE_S = 600.0  # a break for dinner is nobody's turn


def history(session: GameSession, face: Face, players: int) -> Plain:
    """After every turn what each player has; visits of places; what fell and its odds; seconds each player took."""
    _, state, entries = session.snapshot()
    state = session.game.new(session.setup)
    names = [""] * players
    turns, of = [_standings(face, state, players, None)], face.turn(state, names, _plain)["of"]
    for entry in entries:
        state = evolve_all(session.game, state, entry.events)
        now = face.turn(state, names, _plain)["of"]
        if now != of:
            turns.append(_standings(face, state, players, of))
        of = now
    return {
        "turns": turns,
        "visits": _visits(turns),
        "dice": _dice(face, entries),
        "odds": dict(face.odds),
        "seconds": _seconds(entries),
    }


def _plain(text: str) -> str:
    return text


def _standings(face: Face, state: State, number: int, seat: int | None) -> Plain:
    all_figures = [face.figures(state, each) for each in range(number)]
    rows = {what: [figures[what] for figures in all_figures] for what in ("rubies", "lira", "goods")}
    return {"of": seat, **rows, "at": None if seat is None else all_figures[seat]["at"]}


def _visits(turns: list[Plain]) -> dict[str, int]:
    return {str(place): count for place, count in Counter(turn["at"] for turn in turns if turn["at"]).items()}


def _dice(face: Face, entries: tuple[Entry, ...]) -> dict[str, int]:
    counts = Counter(what for entry in entries for what in face.fell(entry.events))
    return {what: counts[what] for what in face.odds}


def _seconds(entries: tuple[Entry, ...]) -> dict[str, float]:
    """Time belongs to whoever ends it with an action."""
    spent: Counter[str] = Counter()
    for before, after in pairwise(entries):
        pause = after.at_s - before.at_s
        if after.seat is not None and 0 <= pause < LONGEST_PAUSE_S:
            spent[str(after.seat)] += round(pause)
    return dict(spent)


@blueprint.get("/statistics")
def statistics() -> Response:
    """The numbers of the running or finished game."""
    return jsonify(history(house().running(), house().face, len(house().sitting.people)))


@blueprint.get("/record")
def record() -> Response:
    """The whole game as a record that replays; only once it is over, for it holds every card."""
    session = house().running()
    if not session.game.is_over(session.state):
        raise Refused("still_playing", 409)
    lines = write_record(session.game, session.setup, session.log.entries, session.state)
    headers = {"Content-Disposition": f'attachment; filename="{house().game_id}.jsonl"'}
    return Response("".join(f"{line}\n" for line in lines), mimetype="application/x-ndjson", headers=headers)
