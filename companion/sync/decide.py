"""Play, ask, wait, or lost?  What costs least, by the probabilities of the courses."""

import itertools
from collections.abc import Iterable, Sequence

import msgspec

from companion.istanbul import actions as act
from companion.istanbul.engine import check
from companion.istanbul.state import GameState, Step
from companion.sync.courses import Course, is_secret
from companion.sync.model import Costs
from companion.sync.observation import LIKELIER
from companion.sync.posterior import Likely, after, beginning, is_half, seen_part, shared
from companion.sync.table import Misfit


class PlayIt(msgspec.Struct, frozen=True):
    """These actions happened, as ``share`` of the probability says."""

    actions: tuple[act.Action, ...]
    share: float


class TakeItBack(msgspec.Struct, frozen=True):
    """What came after entry ``keep`` was taken back by hand, for certain or not; ``instead`` followed."""

    keep: int
    instead: Course
    certain: bool


class AskIt(msgspec.Struct, frozen=True):
    """One of these happened, the likeliest first, each with its probability."""

    found: tuple[Likely, ...]


class Wait(msgspec.Struct, frozen=True):
    """Something is under way, ``likely`` this; ``ahead``: people are ahead of a phone."""

    likely: Course | None = None
    ahead: bool = False


class Fits(msgspec.Struct, frozen=True):
    """The table is as the game says, but for what is nowhere seen."""

    missing: tuple[Misfit, ...] = ()


class NoCourse(msgspec.Struct, frozen=True):
    """People did something the rules have no name for."""

    misfits: tuple[Misfit, ...]


Decision = PlayIt | TakeItBack | AskIt | Wait | Fits | NoCourse


Declined = frozenset[tuple[object, ...]]
_TRACELESS = (act.LeaveAssistant, act.UseYellowTile)
_WITH_OR_WITHOUT = (act.LeaveAssistant, act.PickOwn, act.PickNeutral, act.EndTurn)


class Answers(msgspec.Struct, frozen=True):
    """What people said: ``declined`` did not happen; ``doubted`` is not played again without a question;
    ``known`` differences they know of; ``ask_first``: nothing is played.  ``by_tile``: the seats that always fetch with
    the yellow tile, and tap it where it is the card."""

    declined: Declined = frozenset()
    doubted: frozenset[act.Action] = frozenset()
    known: frozenset[Misfit] = frozenset()
    ask_first: bool = False
    by_tile: frozenset[int] = frozenset()

    def saying_not(self, these: Iterable[tuple[object, ...]]) -> "Answers":
        """After people said that these did not happen."""
        return msgspec.structs.replace(self, declined=self.declined | frozenset(these))

    def fetching_by_tile(self, seats: Iterable[int]) -> "Answers":
        """After these seats said for good that they do."""
        return msgspec.structs.replace(self, by_tile=self.by_tile.union(seats))

    def taking_back(self, undone: frozenset[act.Action], seat: int) -> "Answers":
        """After people took these actions of a seat back; it may have been the card after all."""
        once = {seat} if any(isinstance(one, act.UseYellowTile) for one in undone) else set()
        return msgspec.structs.replace(self, doubted=self.doubted | undone, by_tile=self.by_tile - once)

    def in_step(self, misfits: Iterable[Misfit], over: bool) -> "Answers":
        """When table and game agree but for these differences; where nothing is under way all doubts are ``over``."""
        kept = msgspec.structs.replace(self, known=self.known & frozenset(misfits))
        return msgspec.structs.replace(kept, doubted=frozenset(), declined=frozenset()) if over else kept

    def going_on(self) -> "Answers":
        """When something is played: what leaves no trace (no assistant left, no tile used) may be asked again."""
        forgotten = (one for one in self.declined if len(one) == 1 and isinstance(one[0], _TRACELESS))
        return msgspec.structs.replace(self, declined=self.declined - frozenset(forgotten))


def denied_cards(offered: Iterable[tuple[act.Action, ...]], chosen: tuple[act.Action, ...]) -> Declined:
    """What was offered beside what people chose and has the card in it: that was not played, then."""
    return frozenset(one for one in offered if one != chosen and any(isinstance(a, act.PlayReturn) for a in one))


def decide(
    state: GameState, likely: Sequence[Likely], lain_s: float, looks: int, asked: Answers, costs: Costs
) -> Decision:
    """What to do now that the table has lain so long, seen in so many equal looks."""
    best = likely[0].course
    if back := _taken_back(likely, lain_s, looks, asked, costs):
        return back
    sure = beginning(state, likely, costs.sure, costs.grows / costs.wrong)
    if sure and sure not in asked.declined and not _breaks_rules(state, best, asked):
        if looks < costs.looks:
            return Wait(best)
        if not asked.ask_first and sure[0] not in asked.doubted:
            return _play_or_ask(state, likely, sure, lain_s, costs)
    if _is_odd(best, asked):
        return _odd(_nothing(likely), lain_s, asked, costs)
    choices = _choices(state, likely)
    if lain_s >= costs.carries_s and looks >= costs.looks and _must_catch(state, choices, asked, costs):
        return PlayIt((act.Catch(),), _caught(choices))
    if not choices or (not choices[0].course.actions and choices[0].share > LIKELIER):
        return Wait(best, ahead=True) if best.wood != _nothing(likely).wood else Fits(_new(best, asked))
    offered = [one for one in choices if one.course.actions and one.share > (1.0 - costs.sure) / costs.most_choices]
    in_hand = sure not in asked.declined and (
        _half_share(likely) > costs.doubt or _is_sure_soon(state, likely, costs) or _phone_asks(state, offered)
    )
    if lain_s < costs.carries_s or (in_hand and lain_s < costs.linger_s):
        return Wait(best)
    if not offered or offered[0].course.actions in asked.declined:
        nothing = _nothing(likely)
        return _odd(nothing, lain_s, asked, costs) if _is_odd(nothing, asked) else Fits(_new(nothing, asked))
    return AskIt(tuple(offered[: costs.most_choices]))


def _play_or_ask(
    state: GameState, likely: Sequence[Likely], sure: tuple[act.Action, ...], lain_s: float, costs: Costs
) -> Decision:
    """What is sure is played, up to the first card that only its holder's phone shows: he may as well have miscounted
    his steps, and everybody would see what he holds.  So he is asked, once nobody carries."""
    told = tuple(itertools.takewhile(lambda one: not is_secret(state, one), sure))
    if told:
        return PlayIt(told, shared(state, likely, told))
    best = likely[0].course
    if lain_s < costs.carries_s:
        return Wait(best)
    card = msgspec.structs.replace(best, actions=sure, state=after(state, sure))
    return AskIt((Likely(card, shared(state, likely, sure)),))


def _must_catch(state: GameState, choices: Sequence[Likely], asked: Answers, costs: Costs) -> bool:
    """Whether it is rather the catch, which must come next: played too early it costs nothing."""
    return (
        _caught(choices) > LIKELIER
        and check(state, act.Catch()) is None
        and not (asked.ask_first or (act.Catch(),) in asked.declined)
    )


def _caught(choices: Sequence[Likely]) -> float:
    return sum(one.share for one in choices if one.course.actions[:1] == (act.Catch(),))


def _taken_back(likely: Sequence[Likely], lain_s: float, looks: int, asked: Answers, costs: Costs) -> TakeItBack | None:
    """What was all but certainly taken back, or what people are asked about once nobody carries."""
    best = likely[0].course
    if best.back is None or best.misfits or ("back", best.back) in asked.declined:
        return None
    share = sum(one.share for one in likely if one.course.back == best.back)
    certain = share >= costs.sure and not asked.ask_first
    if share < LIKELIER or looks < costs.looks or not (certain or lain_s >= costs.carries_s):
        return None
    return TakeItBack(best.back, best, certain)


def _is_odd(best: Course, asked: Answers) -> bool:
    """Whether the likeliest is that something lies where the rules have no place for it, or that all is only unseen."""
    return any(one.seen for one in _new(best, asked)) or (bool(best.misfits) and not best.actions)


def _breaks_rules(state: GameState, best: Course, asked: Answers) -> bool:
    """Whether the player to act has moved something as no rule allows: what else he did may belong to that."""
    color = str(state.player.color)
    return any(one.seen and one.thing.color == color for one in _new(best, asked))


def _odd(best: Course, lain_s: float, asked: Answers, costs: Costs) -> Decision:
    """Things that are nowhere seen are named; a thing seen where it may not be is a difference, once nobody carries."""
    new = _new(best, asked)
    if 2 * len(best.misfits) <= len(best.wood) and not any(one.seen for one in new):
        return Fits(new)
    return NoCourse(best.misfits) if lain_s >= costs.carries_s else Wait()


def _new(course: Course, asked: Answers) -> tuple[Misfit, ...]:
    return tuple(one for one in course.misfits if one not in asked.known)


def _nothing(likely: Sequence[Likely]) -> Course:
    return next(one.course for one in likely if not one.course.actions and one.course.back is None)


def _phone_asks(state: GameState, offered: Iterable[Likely]) -> bool:
    """Whether the phone offers the same already: an assistant, what can be done with him, or none."""
    return bool(state.agenda and state.agenda[-1].step is Step.ASSISTANT) and all(
        len(one.course.actions) == 1 and isinstance(one.course.actions[0], _WITH_OR_WITHOUT) for one in offered
    )


def _half_share(likely: Sequence[Likely]) -> float:
    return sum(one.share for one in likely if one.lifting or is_half(one.course))


def _is_sure_soon(state: GameState, likely: Sequence[Likely], costs: Costs) -> bool:
    """Whether only that more assistants may be called back keeps from being sure."""
    settled = [one for one in likely if not one.lifting]
    share = sum(one.share for one in settled)
    return len(settled) < len(likely) and bool(beginning(state, settled, costs.sure * share))


def _choices(state: GameState, likely: Sequence[Likely]) -> list[Likely]:
    """What may be told by a tap, each once with its probability."""
    found: dict[tuple[act.Action, ...], Likely] = {}
    for one in likely:
        if one.course.back is not None or one.lifting:
            continue
        cut = seen_part(state, one.course)
        before = found.get(cut.actions)
        found[cut.actions] = Likely(cut, one.share + (before.share if before else 0.0))
    return sorted(found.values(), key=lambda one: -one.share)
