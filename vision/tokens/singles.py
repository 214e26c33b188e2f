"""Which tokens stand there, given that of some there is just one?

A colour that plays has one merchant and one family member, and they stand somewhere, mostly where they can be seen.
What is seen of a colour is weighed together: a merchant speaks for the one spot that may be his family member, and a
family member of a colour of which nothing else is seen is none.
"""

import math
from collections import defaultdict
from collections.abc import Sequence

from companion.istanbul.tables import COLORS
from companion.sync.observation import GOVERNOR_COLOR, SMUGGLER_COLOR, Kind, Thing
from vision.params import TOKENS, TokenParams

PIECES = (Thing(Kind.GOVERNOR, GOVERNOR_COLOR), Thing(Kind.SMUGGLER, SMUGGLER_COLOR))


def one_of_each(tokens: Sequence[tuple[Thing, float]], params: TokenParams = TOKENS) -> list[float]:
    """The log-odds of tokens, in the order given, each with those it has by itself; assistants keep theirs."""
    odds: defaultdict[Thing, float] = defaultdict(float)
    for thing, alone in tokens:
        odds[thing] += math.exp(alone)
    worth: dict[Thing, float] = {}
    nobody_plays = 1.0
    for color in COLORS:
        merchant, family = Thing(Kind.MERCHANT, color), Thing(Kind.FAMILY, color)
        assistants = (alone for thing, alone in tokens if thing == Thing(Kind.ASSISTANT, color))
        none_left = math.prod(max(_share(-alone), params.doubt) for alone in assistants)
        found, met = odds[merchant] + params.unseen_odds, odds[family] + params.unseen_odds
        total = found * met + (1 + params.neutral_odds * odds[merchant]) * none_left
        worth[merchant] = (met + params.neutral_odds * none_left) / total
        worth[family] = found / total
        nobody_plays *= 1 - found * met / total
    for piece in PIECES:
        worth[piece] = 1 / (odds[piece] + nobody_plays + params.unseen_odds * (1 - nobody_plays))
    return [_log_odds(math.exp(alone) * worth[thing]) if thing in worth else alone for thing, alone in tokens]


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def _log_odds(share: float) -> float:
    return math.log(share + 1e-12) - math.log1p(-min(share, 1 - 1e-12))
