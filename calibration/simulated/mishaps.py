"""What goes amiss at a simulated table?  Each mishap says whether the follower mastered it without a tap."""

from collections import Counter
from collections.abc import Callable, Mapping

from calibration.simulated.people import BY_HAND, after, another_move, illegal_table, intentions
from calibration.simulated.table import PATIENCE, SimulatedTable
from calibration.simulated.words import words
from companion.istanbul.engine import outcomes
from companion.istanbul.state import GameState
from companion.sync.table import expected

LEFT_STANDING = 20  # looks for which a move stands before it is taken back


def nudge(table: SimulatedTable) -> bool:
    """Tokens are pushed about: nothing has happened."""
    table.reach_over()
    table.eye.nudge()
    return table.is_in_step()


def tidy(table: SimulatedTable) -> bool:
    """The wood of a whole tile is straightened: nothing has happened."""
    table.reach_over()
    straighten(table)
    return table.is_in_step()


def straighten(table: SimulatedTable) -> None:
    """All wood of one tile, of those with the most, is pushed about."""
    count = Counter(place for _, place in expected(table.state))
    most = [place for place, things in sorted(count.items()) if things > 1] or sorted(count)
    table.eye.nudge(frozenset({table.rng.choice(most)}))


def bump(table: SimulatedTable) -> bool:
    """The camera is knocked away and finds the board by itself."""
    table.eye.bump()
    return table.is_in_step()


def illegal(table: SimulatedTable) -> bool:
    """A forbidden move: to be named, never done; then it is put right."""
    begin = table.state
    wrong = illegal_table(begin, table.rng)
    if wrong is None:
        return True
    table.show(wrong)
    end = table.watch()
    named = table.follower.status.broken is not None
    if end == "asking":
        table.row.asked += 1
        table.note(f"an illegal move was asked about: {words(table.follower.status)}")
        table.decline()
    elif not named:
        table.note(f"an illegal move was not named: {words(table.follower.status)}")
    table.show(begin)
    return table.is_in_step() and named


def take_back(table: SimulatedTable) -> bool:
    """Another move stands for a while and is taken back; the game goes with the table."""
    begin, version = table.state, table.session.version
    meant = intentions(begin, table.rng)
    if not meant or not isinstance(meant[0], BY_HAND):
        return True
    other = another_move(begin, meant[0], table.rng)
    if not other or outcomes(after(begin, other)):
        return True
    table.intend(other)
    table.lay_plan(len(other))
    table.watch(LEFT_STANDING)
    table.intend(())
    table.show(begin)
    return _has_come_back(table, begin, version)


def _has_come_back(table: SimulatedTable, begin: GameState, version: int) -> bool:
    for _ in range(PATIENCE):
        table.follower.see(table.eye.look())
        table.forget()
        if table.state == begin:
            return table.is_in_step()
    table.row.asked += table.follower.status.kind == "asking"
    table.note(f"a take-back was not simply followed: {words(table.follower.status)}")
    if not table.choose(begin):
        table.row.undone += 1
        table.note(f"not taken back: {words(table.follower.status)}")
        table.undo(version)
    table.is_in_step()
    return False


MISHAPS: Mapping[str, Callable[[SimulatedTable], bool]] = {
    "nudge": nudge,
    "tidy": tidy,
    "bump": bump,
    "illegal": illegal,
    "take_back": take_back,
}
"""By the name of its rate."""
