"""Which actions could a camera tell?  Each kind with the sight that must speak for it, or not against it."""

from collections.abc import Callable, Iterator

from companion.istanbul import actions as act
from companion.istanbul.engine import legal_actions, seat_to_act
from companion.istanbul.names import Place
from companion.istanbul.state import GameState
from companion.istanbul.tables import YELLOW
from companion.sync.observation import Kind, Thing
from companion.sync.params import HALF_SEEN, Policy
from companion.sync.reading import Evidence
from companion.sync.table import GOVERNOR, SMUGGLER, expected


def worth_trying(
    state: GameState, evidence: Evidence, policy: Policy, rolls: bool, payments: bool
) -> Iterator[act.Action]:
    """Legal actions a camera could tell apart, and one of each kind it could not."""
    kinds = set[type]()
    for action in legal_actions(state):
        kind = type(action)
        if kind in _ONE_IS_ENOUGH and kind in kinds and not (payments and kind is act.PlayFamilyHome):
            continue
        unseen = policy.recorded and _is_done_unseen(state, action, evidence)
        told = kind in _VISIBLE and (rolls or kind not in _NEEDS_DICE) and _VISIBLE[kind](state, action, evidence)
        if told or unseen:
            kinds.add(kind)
            yield action


def _is_done_unseen(state: GameState, action: act.Action, evidence: Evidence) -> bool:
    """Whether it may have been done though nobody sees it where it ends."""
    if isinstance(action, (act.Move, act.LongMove)):
        return _is_half_seen(state, action.to, evidence)
    return isinstance(action, act.SendFamily) and _sends_unseen(state, action, evidence)


def _mover(state: GameState, kind: Kind) -> Thing:
    seat = seat_to_act(state)
    if seat is None:
        raise ValueError("nobody is to act")
    return Thing(kind, state.players[seat].color)


def _moves(state: GameState, action: act.Move | act.LongMove, evidence: Evidence) -> bool:
    """Where the merchant may be seen, or an assistant whom only he can have left; or where all were called back."""
    left = (_mover(state, Kind.ASSISTANT), int(action.to))
    is_left = evidence.log_odds(left) > 0 and left not in expected(state)
    seen = evidence.is_plausible((_mover(state, Kind.MERCHANT), int(action.to)))
    gone = action.to is Place.FOUNTAIN and _all_are_gone(state, evidence)
    return is_left or seen or gone or _picked_up(state, action.to, evidence)


def _all_are_gone(state: GameState, evidence: Evidence) -> bool:
    """Whether a merchant who left his place, and is seen nowhere, has lost several assistants, wherever they lay."""
    player = state.players[seat_to_act(state) or 0]
    mover, assistant = _mover(state, Kind.MERCHANT), _mover(state, Kind.ASSISTANT)
    lying = [(assistant, int(place)) for place in player.assistants]
    return len(lying) > 1 and all(evidence.log_odds(one) < 0 for one in (*lying, (mover, int(player.merchant))))


def _picked_up(state: GameState, to: Place, evidence: Evidence) -> bool:
    """Whether a merchant who left his place is seen nowhere, and his assistant is gone from where he may be now."""
    gone = evidence.log_odds((_mover(state, Kind.ASSISTANT), int(to))) < 0
    return gone and to in state.players[seat_to_act(state) or 0].assistants and _is_nowhere(state, evidence)


def _is_half_seen(state: GameState, to: Place, evidence: Evidence) -> bool:
    """Whether a merchant who left his place is seen nowhere, and an assistant he may have left there is half seen."""
    left = (_mover(state, Kind.ASSISTANT), int(to))
    return evidence.is_plausible(left) and left not in expected(state) and _is_nowhere(state, evidence)


def _is_nowhere(state: GameState, evidence: Evidence) -> bool:
    """Whether the merchant has left his place and is seen on none."""
    mover, start = _mover(state, Kind.MERCHANT), state.players[seat_to_act(state) or 0].merchant
    here = evidence.log_odds((mover, int(start))) >= 0
    return not here and not any(evidence.is_plausible((mover, int(place))) for place in state.layout)


def _recalls(state: GameState, action: act.Recall, evidence: Evidence) -> bool:
    """Every assistant that is no longer seen, with those of whom nobody can tell or without."""
    assistant = _mover(state, Kind.ASSISTANT)
    lying = {int(place) for place in state.players[seat_to_act(state) or 0].assistants}
    gone = {place for place in lying if evidence.log_odds((assistant, place)) < 0}
    unknown = {place for place in lying if 0 <= evidence.log_odds((assistant, place)) < HALF_SEEN}
    return {int(place) for place in action.places} in (gone, gone | unknown)


def _fetches(state: GameState, action: act.PlayReturn | act.UseYellowTile, evidence: Evidence) -> bool:
    return evidence.log_odds((_mover(state, Kind.ASSISTANT), int(action.place))) < 0


def _takes_yellow(state: GameState, action: act.TakeTile, evidence: Evidence) -> bool:
    """The tile that fetches an assistant at once, where one of his may be gone."""
    assistant = _mover(state, Kind.ASSISTANT)
    gone = any(evidence.log_odds((assistant, int(place))) < 0 for place in state.player.assistants)
    return action.good == YELLOW and gone


def _sends(state: GameState, action: act.SendFamily, evidence: Evidence) -> bool:
    return evidence.is_plausible((_mover(state, Kind.FAMILY), int(action.to)))


def _sends_unseen(state: GameState, action: act.SendFamily, evidence: Evidence) -> bool:
    """Whether a family member may have gone where nobody sees it."""
    return _is_hidden(state, action, evidence) or is_sent_in_passing(state, action, evidence)


def _is_hidden(state: GameState, action: act.SendFamily, evidence: Evidence) -> bool:
    """Whether a family member who is seen nowhere may stand behind a merchant's stack."""
    member = _mover(state, Kind.FAMILY)
    nowhere = not any(evidence.is_plausible((member, place)) for place in map(int, state.layout))
    return nowhere and int(action.to) in evidence.crowded


def is_sent_in_passing(state: GameState, action: act.SendFamily, evidence: Evidence) -> bool:
    """Whether a family member who is home may have been caught, before anybody looked, by the player who came next."""
    home = evidence.is_plausible((_mover(state, Kind.FAMILY), int(Place.POLICE_STATION)))
    there = _sends(state, action, evidence)
    return home and not there and is_met(state, int(action.to), evidence)


def is_met(state: GameState, place: int, evidence: Evidence) -> bool:
    """Whether the next player may have come to a place, so that he may have carried on what was there."""
    following = state.players[(state.turn + 1) % len(state.players)]
    return following.merchant != place and evidence.is_plausible((Thing(Kind.MERCHANT, following.color), place))


def _goes_home(state: GameState, action: act.PlayFamilyHome, evidence: Evidence) -> bool:
    return evidence.is_plausible((_mover(state, Kind.FAMILY), int(Place.POLICE_STATION)))


def _governor_left(state: GameState, action: act.UseGovernor, evidence: Evidence) -> bool:
    return _has_left(GOVERNOR, state.governor, evidence)


def _smuggler_left(state: GameState, action: act.UseSmuggler, evidence: Evidence) -> bool:
    return _has_left(SMUGGLER, state.smuggler, evidence)


def _has_left(thing: Thing, place: Place, evidence: Evidence) -> bool:
    """Whether a single thing is gone from its place, or seen elsewhere where nobody can look there."""
    if int(place) in evidence.blind:
        return any(one == thing and at != int(place) for one, at in evidence.seen(HALF_SEEN))
    return evidence.log_odds((thing, int(place))) < 0


def _always(state: GameState, action: act.Action, evidence: Evidence) -> bool:
    return True


_ONE_IS_ENOUGH = {
    act.Reward,
    act.DiscardFee,
    act.UseSmuggler,
    act.PlayFamilyHome,
}  # a card for a card keeps the hand as large as it was
_NEEDS_DICE = {act.UseGovernor, act.UseSmuggler}
_VISIBLE: dict[type, Callable[..., bool]] = {
    act.Move: _moves,
    act.LongMove: _moves,
    act.Stay: _always,
    act.LeaveAssistant: _always,
    act.PickOwn: _always,
    act.PickNeutral: _always,
    act.EndTurn: _always,
    act.PayToll: _always,
    act.Skip: _always,
    act.Done: _always,
    act.Catch: _always,
    act.Reward: _always,
    act.DiscardFee: _always,
    act.TakeTile: _takes_yellow,
    act.Recall: _recalls,
    act.SendFamily: _sends,
    act.PlayReturn: _fetches,
    act.UseYellowTile: _fetches,
    act.PlayFamilyHome: _goes_home,
    act.UseGovernor: _governor_left,
    act.UseSmuggler: _smuggler_left,
}
