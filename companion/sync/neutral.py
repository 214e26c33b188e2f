"""Whose assistants are those?  In the variant all wood that no player has counts as one kind, whatever its colour."""

import msgspec

from companion.istanbul.state import GameState
from companion.sync.observation import Kind, Thing
from companion.sync.reading import Evidence
from companion.sync.table import NEUTRAL, Standing


def with_neutral(evidence: Evidence, state: GameState) -> Evidence:
    """The evidence with assistants of unused colours as neutral ones, where the table plays with them."""
    if not state.options.neutral_assistants:
        return evidence
    colors = {str(player.color) for player in state.players}
    scores = dict[Standing, float]()
    for (thing, place), score in evidence.scores.items():
        key = (NEUTRAL if _is_nobodys(thing, colors) else thing, place)
        scores[key] = max(score, scores.get(key, score))
    return msgspec.structs.replace(evidence, scores=scores)


def _is_nobodys(thing: Thing, colors: set[str]) -> bool:
    return thing.kind is Kind.ASSISTANT and thing.color not in colors
