"""Why not, in a sentence for people?  One msgid for each code of a refusal; facts fill it."""

from typing import Any

from companion.dice_game.corrections.problem_words import PROBLEMS
from companion.dice_game.names import Area
from companion.dice_game.tables import FACE_LETTERS, MARKER_LETTERS
from companion.dice_game.view.vocabulary import AREAS, card_name, letters, signs_words, tile_name
from companion.errors import BadNotation, GameError
from companion.face import Names
from companion.game import Say
from companion.words import mark, refusal_words


def refusal(error: GameError, names: Names, say: Say) -> str:
    """The sentence for a refusal."""
    return refusal_words(error, REASONS, names, lambda key, fact: _word(key, fact, say), say)


def _word(key: str, fact: Any, say: Say) -> Any:
    if isinstance(fact, Area):
        return say(AREAS[fact])
    if key == "problems":
        return "; ".join(say(PROBLEMS[code]) for code in dict.fromkeys(fact))
    if key in _CODES and isinstance(fact, str):
        return _code_words(key, fact, say)
    if isinstance(fact, tuple) and all(isinstance(count, int) for count in fact):
        signs = FACE_LETTERS if len(fact) == len(FACE_LETTERS) else MARKER_LETTERS
        return signs_words(letters(fact, signs), say) or say("nothing")
    return ", ".join(str(one) for one in fact) if isinstance(fact, list) else fact


def _code_words(key: str, code: str, say: Say) -> str:
    try:
        return _CODES[key](code, say)
    except BadNotation:
        return code


_CODES = {"tile": tile_name, "card": card_name}

REASONS = {
    "not_enough_crystals": mark("This takes {needs} crystals; you have {has}."),
    "no_such_income": mark("None of your tiles brings this now."),
    "dice_not_there": mark("These dice do not lie there unused: {asked}."),
    "markers_not_there": mark("You do not have these markers: {asked}."),
    "wrong_payment": mark("This is not what it costs: {needs} and {any} of any kind."),
    "not_different": mark("This takes {needs} different goods."),
    "no_coin_dice": mark("No unused die shows a coin."),
    "not_enough_card_dice": mark("{most} card dice can be spent now."),
    "tile_not_open": mark("This mosque tile does not lie open."),
    "tile_not_owned": mark("You do not own this mosque tile."),
    "tile_not_unseen": mark("All copies of this mosque tile have been seen."),
    "tiles_known": mark("The whole display is known."),
    "bad_tile": mark("There is no such mosque tile: {text}"),
    "no_ruby_left": mark("No ruby is left: {area}."),
    "mosque_ruby_not_sold": mark("The Mosque gives its ruby to whoever owns just {tiles} tiles."),
    "price_unknown": mark("Nobody has told the price yet: {area}."),
    "price_known": mark("The price is known: {price}."),
    "impossible_price": mark("{price} cannot be the price; the least is {least}."),
    "rubies_known": mark("The app knows how many rubies lie there: {left}."),
    "wrong_choice": mark("Choose {number} markers that are not brown."),
    "card_not_revealed": mark("This card was not revealed."),
    "card_not_unseen": mark("All copies of this card have been seen."),
    "card_must_be_told": mark("One of the revealed cards must be told, for one is used."),
    "cards_known": mark("All revealed cards are known."),
    "bad_card": mark("There is no such bazaar card: {text}"),
    "bad_bundle": mark("This cannot be printed on a card: {text}"),
    "not_this_card": mark("This card asks for something else."),
    "area_wanted": mark("Say from which area the ruby is taken."),
    "no_area_wanted": mark("This card brings no ruby."),
    "condition_not_met": mark("The card's condition is not met."),
    "components_known": mark("The app deals everything in this game and knows it."),
    "components_do_not_add_up": mark("The file of this copy does not add up: {faults}"),
    "components_incomplete": mark("The app can deal only from a copy it knows whole. Still missing: {missing}."),
    "not_components": mark("This is not the file of a copy: {why}"),
    "unknown_copy": mark("There is no copy of this name: {copy}"),
    "bad_dice": mark("{number} dice are due."),
    "bad_number": mark("{text} is not a number."),
    "bad_counts": mark("These letters are not known: {text}"),
    "unknown_name": mark("This word is not known: {text}"),
    "unknown_value": mark("{what} cannot be set."),
}
