"""What does not add up, in words?  Each phrase says what a correction must put right as well."""

from companion.words import mark

PROBLEMS = {
    "wrong_number_of_players": mark("two to four can play"),
    "impossible_turn": mark("there is no such turn"),
    "nothing_due": mark("the game goes on, or it is over: not both"),
    "end_not_reached": mark("the end is announced, but nobody has the rubies for it"),
    "end_not_announced": mark("somebody has the rubies for the end, so this is the last round"),
    "more_than_there_are": mark("there are not that many Lira, markers or crystals"),
    "too_many_dice": mark("there are not that many dice"),
    "dice_do_not_add_up": mark("dice thrown and used are too many or too few"),
    "impossible_throw": mark("nobody throws that many dice"),
    "rubies_do_not_add_up": mark("rubies taken and owned are too many or too few"),
    "too_many_rubies": mark("there are not that many rubies"),
    "mosque_rubies": mark("rubies of the Mosque taken and owned are too many or too few"),
    "mosque_ruby_too_early": mark("the ruby of the Mosque takes more mosque tiles"),
    "unknown_tile": mark("every mosque tile must be named here"),
    "too_many_tiles": mark("there are not that many mosque tiles"),
    "tiles_do_not_add_up": mark("mosque tiles left and taken are too many or too few"),
    "display": mark("six mosque tiles lie open while there are any"),
    "too_many_cards": mark("there are not that many cards"),
    "cards_do_not_add_up": mark("bazaar cards left and shown are too many or too few"),
    "unknown_card": mark("every card must be named here"),
    "revealed_not_due": mark("bazaar cards lie open, but none is due"),
    "unlisted_tile": mark("this copy has no such mosque tile"),
    "unlisted_card": mark("this copy has no such bazaar card"),
    "too_many_of_a_tile": mark("there are not that many mosque tiles of a kind"),
    "too_many_of_a_card": mark("there are not that many bazaar cards of a kind"),
    "working_tiles": mark("only tiles the player owns can work"),
    "income": mark("there is more income than the tiles bring"),
    "income_not_due": mark("income comes before the throw"),
    "actions": mark("nobody has that many actions"),
    "impossible_step": mark("what is due now could not be done any more; finish it first"),
    "negative": mark("nobody has less than nothing"),
    "die_without_tile": mark("an own die takes its mosque tile"),
}
"""By the codes of ``problems``."""
