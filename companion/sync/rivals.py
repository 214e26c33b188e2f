"""What of a judgement may be done where the app plays a seat itself?  Its moves come from the game, never from wood."""

from collections.abc import Collection

import msgspec

from companion.istanbul.actions import Action
from companion.istanbul.engine import play, seat_to_act
from companion.istanbul.state import GameState
from companion.sync.episodes import Seen
from companion.sync.judgement import Judged, View
from companion.sync.memory import Moment
from companion.sync.model import Model
from companion.sync.observation import Kind
from companion.sync.status import Choice, Hypothesis, Play, Status, Step, TakeBack
from companion.sync.table import Misfit, expected


def by_people(state: GameState, actions: tuple[Action, ...], rivals: Collection[int]) -> tuple[Action, ...]:
    """The first of these actions, as far as people and chance do them."""
    for at, action in enumerate(actions):
        if seat_to_act(state) in rivals:
            return actions[:at]
        state = play(state, action)
    return actions


def amending(model: Model, rivals: Collection[int]) -> Model:
    """The model; where the app plays at once, a recall that was played too early cannot be amended: it is wrong."""
    costs = model.costs
    return msgspec.structs.replace(model, costs=msgspec.structs.replace(costs, grows=costs.wrong)) if rivals else model


def without_rivals(now: Moment, seen: View, judged: Judged, rivals: Collection[int]) -> Judged:
    """The judgement in which nothing is done, asked or taken back that is one of the app's seats' to do."""
    return msgspec.structs.replace(judged, step=_step(now, seen, judged, rivals)) if rivals else judged


def _step(now: Moment, seen: View, judged: Judged, rivals: Collection[int]) -> Step:
    match judged.step:
        case Play(actions, share):
            kept = by_people(now.state, actions, rivals)
            return Play(kept, share) if kept else _waiting(judged)
        case TakeBack() as back:
            return _of_person(now, back, rivals) or _not_carried(seen, judged)
        case Choice(found, TakeBack() as back):
            whose = _of_person(now, back, rivals)
            return Choice(found, whose) if whose else _not_carried(seen, judged)
        case Choice(found):
            kept_ones = _asked(now.state, found, rivals)
            return Choice(kept_ones) if kept_ones else _waiting(judged)
    return judged.step


def still_hidden(
    hidden: Collection[Misfit], state: GameState, seen: Seen, rivals: Collection[int]
) -> tuple[Misfit, ...]:
    """What is to stand somewhere and is still not seen there, of what was hidden and of the app's assistants."""
    wanted = expected(state)
    still = {one for one in hidden if (one.thing, one.place) in wanted and seen.log_odds((one.thing, one.place)) < 0}
    return tuple(sorted(still | _unseen(state, seen, rivals), key=lambda one: (one.thing, one.place)))


def _unseen(state: GameState, seen: Seen, rivals: Collection[int]) -> set[Misfit]:
    """The assistants of the app's seats that are nowhere seen: nobody who has a phone feels that one is missing."""
    colors = {str(state.players[seat].color) for seat in rivals}
    return {
        Misfit(thing, place, seen=False)
        for thing, place in expected(state)
        if thing.kind is Kind.ASSISTANT and thing.color in colors and seen.log_odds((thing, place)) < 0
    }


def _asked(state: GameState, found: tuple[Hypothesis, ...], rivals: Collection[int]) -> tuple[Hypothesis, ...]:
    """What people may have done, each once."""
    kept: dict[tuple[Action, ...], Hypothesis] = {}
    for one in found:
        actions = by_people(state, one.actions, rivals)
        if actions and actions not in kept:
            after = state
            for action in actions:
                after = play(after, action)
            kept[actions] = Hypothesis(actions, after, one.share)
    return tuple(kept.values())


def _of_person(now: Moment, back: TakeBack, rivals: Collection[int]) -> TakeBack | None:
    """The same for the last person who did something of what is taken back; None where only the app did."""
    taken = [one for one in now.effective if one.number > back.keep]
    seat = next((one.seat for one in reversed(taken) if one.seat is not None and one.seat not in rivals), None)
    if seat is not None:
        return msgspec.structs.replace(back, seat=seat)
    return back if any(one.source == "camera" for one in taken) else None


def _waiting(judged: Judged) -> Status:
    """Somebody moves the app's wood before it has decided: its decision comes at once, and says where it goes."""
    return msgspec.structs.replace(judged.status, kind="seeing", likely=None)


def _not_carried(seen: View, judged: Judged) -> Status:
    """The app's wood was put back: the game goes on, and says where it belongs."""
    nothing = next(one for one in seen.found if not one.actions and one.back is None)
    return msgspec.structs.replace(judged.status, kind="lost", misfits=nothing.misfits)
