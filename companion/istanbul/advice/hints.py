"""What would the strong rival do now, and why?  For those who ask: it thinks as long as for a turn of its own."""

from collections.abc import Iterable

from companion.face import Names, Plain
from companion.game import Say
from companion.istanbul.layouts.boards import Rng
from companion.istanbul.notation.lines import format_action
from companion.istanbul.rival import POSITIONS, Reason, advise
from companion.istanbul.state import GameState
from companion.istanbul.view.offer_words import offer_words
from companion.istanbul.view.vocabulary import PLACES
from companion.words import Counted, mark, mark_counted

WHY = {
    "only_way": mark("Nothing else is possible."),
    "brings_a_ruby": mark("This turn can bring a ruby."),
    "brings_a_tile": mark("This turn can bring a mosque tile."),
    "more_room": mark("This widens the wheelbarrow."),
    "brings_lira": mark("This brings Lira."),
    "brings_goods": mark("This brings goods."),
    "brings_assistants_back": mark("This brings assistants back."),
    "brings_a_card": mark("This brings a card."),
    "on_the_way": mark("It lies on a good way."),
}
"""The sentence for each code that nothing is counted for."""
COUNTED_WHY = {
    "brings_lira": mark_counted("This can bring {n} Lira.", "This can bring {n} Lira."),
    "brings_goods": mark_counted("This can bring {n} good.", "This can bring {n} goods."),
    "brings_assistants_back": mark_counted("This brings {n} assistant back.", "This brings {n} assistants back."),
    "ruby_later": mark_counted(
        "In {n} turn it can lead to a ruby ({place}).", "In {n} turns it can lead to a ruby ({place})."
    ),
    "tile_later": mark_counted(
        "In {n} turn it can lead to a mosque tile ({place}).", "In {n} turns it can lead to a mosque tile ({place})."
    ),
    "room_later": mark_counted(
        "In {n} turn it can lead to a wider wheelbarrow ({place}).",
        "In {n} turns it can lead to a wider wheelbarrow ({place}).",
    ),
}
"""The sentence for each code by what it counts; for what comes later these are the turns after this one."""


def hint(state: GameState, rng: Rng, names: Names, say: Say, positions: int = POSITIONS) -> Plain:
    """A suggested action in notation and in words, with what it is good for."""
    advice = advise(state, "strong", rng, positions)
    text, _ = offer_words(state, advice.action, names, say)
    return {"do": [format_action(advice.action)], "text": text, "why": why(advice.reasons, say)}


def why(reasons: Iterable[Reason], say: Say) -> str:
    """The reasons of a rival's advice, a sentence each.

    >>> from companion.istanbul.names import Place
    >>> why([Reason("brings_lira", 12, 1), Reason("ruby_later", 1, 3, Place.GEMSTONE_DEALER)], str)
    'This can bring 12 Lira. In 2 turns it can lead to a ruby (Gemstone Dealer).'
    """
    return " ".join([_sentence(reason, say) for reason in reasons])


def _sentence(reason: Reason, say: Say) -> str:
    number = reason.number if reason.turns <= 1 else reason.turns - 1
    forms = COUNTED_WHY.get(reason.code)
    if forms is None or number == 0:
        return say(WHY[reason.code])
    place = say(PLACES[reason.place]) if reason.place is not None else ""
    return say(Counted(*forms, number)).format(n=number, place=place)
