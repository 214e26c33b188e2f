"""What would a sensible player do now, and why?  For those who ask."""

from companion.face import Names, Plain
from companion.game import Say
from companion.istanbul.advice.policy import advise
from companion.istanbul.layouts.boards import Rng
from companion.istanbul.notation.lines import format_action
from companion.istanbul.state import GameState
from companion.istanbul.view.offer_words import offer_words
from companion.words import mark

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


def hint(state: GameState, rng: Rng, names: Names, say: Say) -> Plain:
    """A suggested action in notation and in words, with what it is good for."""
    advice = advise(state, rng)
    text, _ = offer_words(state, advice.action, names, say)
    return {"do": [format_action(advice.action)], "text": text, "why": say(WHY[advice.reason])}
