"""How is a whole game written down as text?  One JSON object a line, so that another program can write it too.

    {"bazaar":1,"game":"istanbul","setup":{…}}            the head: everything a new game needs
    {"n":1,"by":0,"do":"move 3"}                          a seat's action in the game's notation
    {"n":2,"by":null,"do":"rolled 3 4"}                   the table's: dice, draws
    {"n":3,"by":0,"undo":1}                               entries after number 1 no longer count
    {"n":4,"by":0,"redo":true}                            takes the undo back
    {"end":4,"state":"9f0c…"}                             number of entries; digest of the final state (may be left out)

A record replays by deciding every action again.  A line that is missing, moved, changed or unknown is refused.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.decoding import decoded
from companion.errors import BadRecord, GameError, RuleViolation
from companion.game import Action, Game, State
from companion.session.log import Entry, Log, decided, fold

FORMAT = 1
_DIGEST_LENGTH = 16


class RecordHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """First line of a record."""

    bazaar: int
    game: str
    setup: msgspec.Raw


class RecordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line between head and end: exactly one of ``do``, ``undo``, ``redo``."""

    n: int
    by: int | None
    do: str | None = None
    undo: int | None = None
    redo: bool = False


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Last line: how many entries, and a digest of the state they lead to."""

    end: int
    state: str | None = None


class Replayed(msgspec.Struct, frozen=True):
    """A record brought back to life."""

    game: Game
    setup: Any
    log: Log
    state: State


def digest(state: State) -> str:
    """A short fingerprint of a state, the same on every machine."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:_DIGEST_LENGTH]


def write_record(game: Game, setup: Any, entries: Iterable[Entry], state: State) -> Iterator[str]:
    """The lines of a record, without line ends."""
    yield _text(RecordHead(FORMAT, game.name, msgspec.Raw(msgspec.json.encode(setup))))
    count = 0
    for entry in entries:
        yield _text(_line(game, entry))
        count += 1
    yield _text(End(count, digest(state)))


def read_record(games: Mapping[str, Game], lines: Iterable[str], at: int | None = None) -> Replayed:
    """Replay a record, or its first ``at`` entries.  Raises BadRecord naming the line or the entry."""
    texts = [line.strip() for line in lines if line.strip()]
    if not texts:
        raise BadRecord("empty")
    head = _parse(texts[0], RecordHead, 1)
    if head.bazaar != FORMAT:
        raise BadRecord("unknown_format", format=head.bazaar, known=FORMAT)
    game = games.get(head.game)
    if game is None:
        raise BadRecord("unknown_game", game=head.game, known=sorted(games))
    setup, start = _setup(game, head.setup)
    end = _end(texts)
    log, state = _replay(game, start, texts[1:-1], at)
    if end.end != len(texts) - 2:
        raise BadRecord("cut_off", entries=len(texts) - 2, expected=end.end)
    if at is None and end.state is not None and end.state != digest(state):
        raise BadRecord("state_differs", entry=end.end, expected=end.state, found=digest(state))
    return Replayed(game, setup, log, state)


def _line(game: Game, entry: Entry) -> RecordLine:
    if entry.kind == "undo":
        return RecordLine(entry.number, entry.seat, undo=entry.keep)
    if entry.kind == "redo":
        return RecordLine(entry.number, entry.seat, redo=True)
    return RecordLine(entry.number, entry.seat, do=game.format_action(entry.action))


def _text(value: msgspec.Struct) -> str:
    return msgspec.json.encode(value).decode()


def _parse(text: str, kind: type[Any], line: int) -> Any:
    try:
        return decoded(text, kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord("not_a_record_line", line=line, why=str(error)) from error


def _setup(game: Game, raw: msgspec.Raw) -> tuple[Any, State]:
    try:
        setup: Any = decoded(raw, game.setup_type)
        return setup, game.new(setup)
    except (msgspec.DecodeError, GameError, ValueError) as error:
        raise BadRecord("bad_setup", line=1, why=str(error)) from error


def _end(texts: list[str]) -> End:
    try:
        end: End = decoded(texts[-1], End)
        return end
    except msgspec.DecodeError as error:
        raise BadRecord("cut_off", line=len(texts), why="the closing line is missing") from error


def _replay(game: Game, start: State, texts: list[str], at: int | None) -> tuple[Log, State]:
    log, state = Log(), start
    for index, text in enumerate(texts[:at]):
        line = _parse(text, RecordLine, index + 2)
        entry, state = _entry(game, state, log, line)
        log.append(entry)
        if entry.kind != "do":
            state = fold(game, start, log.effective)
    return log, state


def _entry(game: Game, state: State, log: Log, line: RecordLine) -> tuple[Entry, State]:
    if sum((line.do is not None, line.undo is not None, line.redo)) != 1:
        raise BadRecord("not_a_record_line", entry=line.n, why="one of do, undo, redo is needed")
    if line.n != log.version + 1:
        raise BadRecord("out_of_order", entry=line.n, expected=log.version + 1)
    if line.undo is not None:
        return Entry(line.n, "undo", line.by, keep=line.undo), state
    if line.redo or line.do is None:
        return Entry(line.n, "redo", line.by), state
    try:
        action = game.parse_action(line.do)
        _refuse_other_seat(game, state, line, action)
        events, after = decided(game, state, action)
    except GameError as error:
        raise BadRecord("breaks_a_rule", entry=line.n, do=line.do, rule=error.code, facts=error.facts) from error
    return Entry(line.n, "do", line.by, action=action, events=events), after


def _refuse_other_seat(game: Game, state: State, line: RecordLine, action: Action) -> None:
    to_act = game.seat_to_act(state)
    if line.by not in (None, to_act) and not isinstance(action, game.anybodys):
        raise RuleViolation("not_your_turn", seat=line.by, to_act=to_act)
