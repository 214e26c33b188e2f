"""What does one case say?  A position or a set-up, what was asked, and what the rules answer, as plain JSON."""

from fractions import Fraction
from typing import Any

import msgspec

from companion.conformance.coverage import covered, refused
from companion.conformance.sections import sections
from companion.errors import GameError
from companion.istanbul import actions as a
from companion.istanbul.corrections.problems import problems
from companion.istanbul.engine import check, decide, evolve, legal_actions, outcomes, seat_to_act
from companion.istanbul.events import STORYLESS
from companion.istanbul.game import start_game
from companion.istanbul.notation.lines import format_action, format_state, parse_action, parse_state
from companion.istanbul.setup import Setup
from companion.istanbul.state import GameState

Case = dict[str, Any]
LARGEST_PART = 1_000
"""Odds are fractions of small numbers: 36 throws, at most 26 cards."""


def of_action(state: GameState, action: a.Action) -> Case:
    """The case of one action at a position, taken or refused."""
    return {"position": format_state(state), **_asked(state), "action": format_action(action), **_answer(state, action)}


def of_setup(setup: Setup) -> Case:
    """The case of a set-up: the first position or the refusal."""
    asked = {"setup": _plain(setup)}
    try:
        state = start_game(setup)
    except GameError as error:
        return {**asked, "refused": error.code}
    return {**asked, "next": format_state(state)}


def of_position(state: GameState) -> Case:
    """The case of a position as it lies there: what does not add up in it."""
    return {"position": format_state(state), "problems": [problem.code for problem in problems(state)]}


def labels(case: Case) -> set[str]:
    """What the case shows, in the words of ``coverage``."""
    if "setup" in case:
        number = len(case["setup"]["deal"]["colors"])
        return {f"setup refused {case['refused']}" if "refused" in case else f"setup {number} players"}
    if "problems" in case:
        return {f"problem {code}" for code in case["problems"]}
    state, action = parse_state(case["position"]), parse_action(case["action"])
    if "refused" in case:
        return refused(state, action, case["refused"])
    events = decide(state, action)
    return covered(state, action, events, list(legal_actions(state)))


def with_sections(case: Case) -> Case:
    """The case with the sections of docs/rules.md it rests on."""
    return {"rules": sections(labels(case)), **case}


def differences(case: Case) -> list[str]:
    """Which keys of the case our rules answer otherwise."""
    known = {key: value for key, value in case.items() if key not in ("id", "rules")}
    found = _again(known)
    return sorted(key for key in known.keys() | found.keys() if known.get(key) != found.get(key))


def _again(case: Case) -> Case:
    """The same question, answered now."""
    if "setup" in case:
        return of_setup(msgspec.convert(case["setup"], Setup))
    if "problems" in case:
        return of_position(parse_state(case["position"]))
    return of_action(parse_state(case["position"]), parse_action(case["action"]))


def _plain(value: Any) -> Any:
    """As JSON holds it: lists, no tuples."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _asked(state: GameState) -> Case:
    """Who acts and what he may do; what chance may bring, with its odds, where nobody acts."""
    odds = {format_action(one): _share(share) for one, share in outcomes(state).items()}
    chance = {"odds": dict(sorted(odds.items()))} if odds else {}
    return {"acts": seat_to_act(state), "legal": sorted(map(format_action, legal_actions(state))), **chance}


def _share(share: float) -> str:
    return str(Fraction(share).limit_denominator(LARGEST_PART))


def _answer(state: GameState, action: a.Action) -> Case:
    refusal = check(state, action)
    if refusal is not None:
        return {"refused": refusal.code}
    events = decide(state, action)
    told = [_plain(event) for event in events if not isinstance(event, STORYLESS)]
    for event in events:
        state = evolve(state, event)
    return {"events": told, "next": format_state(state)}
