"""Why not, in a sentence for people?  One msgid for each code of a refusal; facts fill it."""

from typing import Any

from companion.errors import GameError
from companion.face import Names
from companion.game import Say
from companion.istanbul.corrections.problem_words import PROBLEMS
from companion.istanbul.names import Card, Good, Place
from companion.istanbul.state import Step
from companion.istanbul.view.vocabulary import CARDS, GOOD_NAMES, PLACES, goods_words, place_words
from companion.words import mark, refusal_words


def refusal(error: GameError, names: Names, say: Say) -> str:
    """The sentence for a refusal."""
    return refusal_words(error, REASONS, names, lambda key, fact: _word(key, fact, say), say)


def _word(key: str, value: Any, say: Say) -> Any:
    if isinstance(value, Place):
        return say(PLACES[value])
    if isinstance(value, Good):
        return say(GOOD_NAMES[value])
    if isinstance(value, Card):
        return say(CARDS[value])
    if isinstance(value, tuple) and len(value) == 4 and all(isinstance(count, int) for count in value):
        return goods_words(value, say)
    if key == "needs" and isinstance(value, list):
        return place_words(tuple(map(Place, value)), say)
    if key == "windows":
        return say(BETWEEN_STEPS if Step.ACTION in value else AROUND_THE_MOVE)
    if key == "problems":
        return "; ".join(say(PROBLEMS[code]) for code in dict.fromkeys(value))
    if key in _PLACE_FACTS and isinstance(value, int) and value in PLACES:
        return say(PLACES[Place(value)])
    return value


BETWEEN_STEPS = mark("between the steps of your turn: first finish what is under way")
AROUND_THE_MOVE = mark("before you move or right after it")
"""Ends of a sentence: when a card for the whole turn, or one for its beginning, may be played."""

_PLACE_FACTS = ("place", "start", "to", "at", "market", "due")

REASONS = {
    "card_not_named": mark("Name the card that is given away."),
    "real_cards_unknown": mark("Real cards stay covered: the app does not know what was drawn."),
    "unknown_card": mark("Every card of this game is known to the app."),
    "unknown_tile": mark("This market has no such demand tile."),
    "tile_not_unseen": mark("This demand tile has been seen already."),
    "other_market": mark("First the demand tile of the {due}."),
    "fountain_not_central": mark("The Fountain should lie in the middle."),
    "dice_places_too_close": mark("Black Market and Tea House should lie three steps apart."),
    "dice_places_in_line": mark("Black Market and Tea House should not share a row or column."),
    "out_of_reach": mark("{to} is {steps} steps away; one or two are possible (three or four with the card)."),
    "card_not_held": mark("You do not hold the card: {card}."),
    "must_pick_up": mark("Your assistant is here and joins your stack."),
    "stack_empty": mark("Your stack is empty; no assistant can be left."),
    "no_assistant_there": mark("None of your assistants is at the {place}."),
    "no_neutral_assistant_there": mark("No neutral assistant is at the {place}."),
    "nobody_out": mark("None of your assistants is out on the board."),
    "nobody_recalled": mark("Name the assistants you call back."),
    "places_not_in_order": mark("These assistants cannot be called back like this."),
    "not_enough_goods": mark("This needs {needs} {good}; you have {has}."),
    "goods_not_held": mark("You do not have these goods: {missing}."),
    "nothing_to_sell": mark("You have none of the goods that are asked for here: {demand}."),
    "wheelbarrow_empty": mark("Your wheelbarrow is empty."),
    "goods_not_demanded": mark("The tile does not ask for these goods. It asks for: {demand}."),
    "wrong_number_of_goods": mark("One to five goods can be sold at once."),
    "five_goods_wanted": mark("At this table the card sells exactly five goods."),
    "reward_is_taken": mark("At this table the reward for a catch cannot be declined."),
    "palace_cost_missing": mark("The Sultan asks for {needs} and {any} of any kind; you have {has}."),
    "wrong_any_goods": mark("Choose {number} goods for the free spaces."),
    "no_ruby_left": mark("No ruby is left at the {place}."),
    "no_extension_left": mark("Your wheelbarrow cannot be widened any further."),
    "no_tile_left": mark("No tile of this colour is left."),
    "tile_owned": mark("You own this tile already."),
    "tile_not_owned": mark("You do not own the mosque tile for this."),
    "wheelbarrow_full": mark("Your wheelbarrow is full."),
    "no_room": mark("There is no room for more {good} on your wheelbarrow."),
    "number_out_of_range": mark("Announce a number from {least} to {most}."),
    "good_not_offered": mark("The Black Market gives fabric, spice or fruit."),
    "family_not_at_home": mark("Your family member is at the {at}, not at the Police Station."),
    "family_at_home": mark("Your family member is at the Police Station already."),
    "family_already_there": mark("Your family member is there already."),
    "family_member_acting": mark("Your family member is acting at the {place}."),
    "no_card_to_draw": mark("No card can be drawn."),
    "discard_pile_empty": mark("The discard pile is empty."),
    "catch_first": mark("First catch the family members here."),
    "nobody_to_catch": mark("No other family member is here."),
    "no_catching_here": mark("Nobody is caught at the Police Station."),
    "governor_used": mark("The Governor can be met once a turn."),
    "smuggler_used": mark("The Smuggler can be met once a turn."),
    "yellow_tile_used": mark("The yellow mosque tile works once a turn."),
    "yellow_from_another_place": mark("The yellow mosque tile works for another place only."),
    "not_here": mark("This is possible elsewhere: {needs}."),
    "not_in_this_window": mark("This is possible only {windows}."),
    "bad_dice": mark("A die shows one to six."),
    "card_not_unseen": mark("All copies of this card are known to be elsewhere."),
    "cards_are_known": mark("The app deals the cards of this game."),
    "wrong_number_of_cards": mark("Cards told: {told}. There must be {has}."),
    "card_was_seen": mark("Everybody saw this card being taken: {card}. It must be among the cards told."),
    "not_a_total_of_dice": mark("The Governor and the Smuggler stand on places 2 to 12."),
    "not_every_place_once": mark("Every place must lie on the table once."),
    "variant_players": mark("The variant with neutral assistants is for two to four players."),
}
