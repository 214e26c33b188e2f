"""How did the game go?  Numbers for the pictures at its end, read off the log and public all of them."""

from collections import Counter

from flask import Blueprint, Response, jsonify

from companion.face import Face, Plain
from companion.game import Say, State
from companion.session.log import Entry, evolve_all
from companion.session.record import write_record
from companion.session.session import GameSession
from companion.session.timing import played_seconds, thinking_seconds
from webui.http.errors import Refused
from webui.locales.words import say_for_request
from webui.rights.device import house

blueprint = Blueprint("statistics", __name__, url_prefix="/api")


def history(session: GameSession, face: Face, players: int, say: Say) -> Plain:
    """How it stands; after every turn what each has; visits of places; what fell and its odds; seconds each took."""
    _, _, entries = session.snapshot()
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
        "standing": face.standing(state, names, say),
        "turns": turns,
        "visits": _visits(turns),
        "dice": _dice(face, entries),
        "odds": dict(face.odds),
        "flows": _flows(face, entries, players, say),
        "seconds": thinking_seconds(entries),
        "played": played_seconds(entries),
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


def _flows(face: Face, entries: tuple[Entry, ...], players: int, say: Say) -> dict[str, list[Plain]]:
    """Lira and goods by where they came from and what they went into, the busiest first."""
    sums: Counter[tuple[str, str, int, bool]] = Counter()
    for flow in (flow for entry in entries for flow in face.flows(entry.events)):
        sums[flow.what, flow.source, flow.seat, flow.amount > 0] += flow.amount
    rows: dict[str, list[Plain]] = {"lira": [], "goods": []}
    for what, source in dict.fromkeys((what, source) for what, source, _, _ in sums):
        came, went = ([sums[what, source, seat, sign] for seat in range(players)] for sign in (True, False))
        rows[what].append({"source": say(source), "came": came, "went": went})
    return {what: sorted(of, key=lambda row: sum(row["went"]) - sum(row["came"])) for what, of in rows.items()}


@blueprint.get("/statistics")
def statistics() -> Response:
    """The numbers of the running or finished game."""
    return jsonify(history(house().running(), house().face, len(house().sitting.people), say_for_request()))


@blueprint.get("/record")
def record() -> Response:
    """The whole game as a record that replays; only once it is over, for it holds every card."""
    session = house().running()
    if not session.game.is_over(session.state):
        raise Refused("still_playing", 409)
    lines = write_record(session.game, session.setup, session.log.entries, session.state)
    headers = {"Content-Disposition": f'attachment; filename="{house().game_id}.jsonl"'}
    return Response("".join(f"{line}\n" for line in lines), mimetype="application/x-ndjson", headers=headers)
