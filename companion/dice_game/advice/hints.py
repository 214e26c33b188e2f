"""What would the strong rival do now, and why?  For those who ask: it thinks as long as for a turn of its own."""

from collections.abc import Iterable

from companion.dice_game.actions import Action, Reroll
from companion.dice_game.advice.policy import Reason, Rng
from companion.dice_game.notation.lines import format_action
from companion.dice_game.rival import advise
from companion.dice_game.state import GameState
from companion.dice_game.tables import FACE_LETTERS
from companion.dice_game.view.offer_words import offer_words
from companion.dice_game.view.vocabulary import letters, signs_words
from companion.face import Names, Plain
from companion.game import Say
from companion.words import Counted, mark, mark_counted

WHY = {
    "only_way": mark("Nothing else is possible."),
    "price_untold": mark("Only the table knows what the ruby costs."),
    "tile_untold": mark("Only the table knows which tile lies there."),
    "all_goods": mark("All four goods lie there."),
    "dice_match": mark("These dice go together."),
    "nothing_more": mark("Nothing that is left would bring more."),
    "as_good_as_any": mark("Nothing else would bring more."),
    "throw_promises": mark("Thrown again, these dice promise more."),
    "throw_not_worth_it": mark("Another throw would not be worth a crystal."),
    "ruby_follows": mark("A ruby can follow in the same turn."),
    "tile_follows": mark("A mosque tile can follow in the same turn."),
}
"""The sentence for each code that counts nothing."""
COUNTED_WHY = {
    "dice_alone": mark_counted("{n} die goes with no other.", "{n} dice go with no other."),
    "dice_left": mark_counted("{n} die is left for another action.", "{n} dice are left for another action."),
    "brings_cards": mark_counted("This reveals {n} bazaar card.", "This reveals {n} bazaar cards."),
    "brings_rubies": mark_counted("This brings {n} ruby.", "This brings {n} rubies."),
    "brings_tiles": mark_counted("This brings {n} mosque tile.", "This brings {n} mosque tiles."),
    "brings_markers": mark_counted("This brings {n} marker.", "This brings {n} markers."),
    "brings_crystals": mark_counted("This brings {n} crystal.", "This brings {n} crystals."),
    "brings_lira": mark_counted("This brings {n} Lira.", "This brings {n} Lira."),
}
"""The sentence for each code by what it counts."""
BETTER = {
    "brings_tiles": mark("This brings a better mosque tile."),
    "brings_markers": mark("This brings markers that are worth more."),
}
"""What is worth more though it is no more."""


def hint(state: GameState, rng: Rng, names: Names, say: Say) -> Plain:
    """A suggested action in notation and in words, with what it is good for."""
    advice = advise(state, "strong", rng)
    text = _words(state, advice.action, say)
    return {"do": [format_action(advice.action)], "text": text, "why": why(advice.reasons, say)}


def _words(state: GameState, action: Action, say: Say) -> str:
    """What the action's button says; of dice to be thrown again, which."""
    if isinstance(action, Reroll):
        return say("Throw again: {dice}").format(dice=signs_words(letters(action.dice, FACE_LETTERS), say))
    return offer_words(state, action, say).text


def why(reasons: Iterable[Reason], say: Say) -> str:
    """The reasons of a rival's advice, a sentence each.

    >>> why([Reason("brings_rubies", 1), Reason("dice_left", 2)], str)
    'This brings 1 ruby. 2 dice are left for another action.'
    """
    return " ".join([_sentence(reason, say) for reason in reasons])


def _sentence(reason: Reason, say: Say) -> str:
    forms = COUNTED_WHY.get(reason.code)
    if forms is None:
        return say(WHY[reason.code])
    if reason.number <= 0:
        return say(BETTER[reason.code])
    return say(Counted(*forms, reason.number)).format(n=reason.number)
