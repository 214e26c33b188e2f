"""How sure is sure?  Every threshold of the sync, as log-odds (natural logarithm) unless said otherwise."""

import msgspec


class Policy(msgspec.Struct, frozen=True):
    """When to believe, when to ask.

    ``strong``: a sighting or absence this clear must be explained; lower asks more often, higher overlooks more.
    ``sent``: the same for a family member sent out to where nothing of him was seen before, once the table has lain for
    ``patience_s``; lower believes ghosts.
    ``arrived``: what it says for a family member that where he is new, and not clearly absent, the picture has changed;
    less in a recording, between whose photos much changes.
    ``turned_up``: what it says for somebody who has left and is seen nowhere that only one place changed unexplained;
    less than ``strong``, for it is no sight.  ``gone_to``: the same for a merchant where all that changed has a name,
    so little that he is asked about.
    ``margin``: how much better the best explanation must be than the next; lower guesses, higher asks.
    ``doubt``: an explanation with one thing at least this odd in it (a turn in which nothing moved) is asked about.
    ``apply_margin``: the same for what is played without a question; higher plays less by itself.
    ``apply_looks``: equal looks before anything is played; more is slower and safer.
    ``apply_strain``: an action this odd is never played without a question.
    ``patience_s``: how long the table must lie as it is before half a turn counts as one, or a riddle as a difference;
    shorter asks while people still carry things, longer keeps them waiting.
    ``settled_s``: how long it must lie until an assistant nobody sees counts as left; shorter takes one for left that
    is still in the hand, longer keeps people waiting.
    ``either``: a token seen on two places, one by no more than this the better, may stand on either.
    ``ghostly``: what is seen no more clearly than this is a ghost where the rules have no place for it.
    ``out_of_sight``: so many things that are nowhere seen are only named; more, or one seen elsewhere, is a difference.
    ``remind_s``: after this long people are reminded of what is to be carried.
    ``print_looks``, ``dice_looks``: equal looks before what is laid on printed spaces, or the dice, are believed.
    ``crowded``: the most that hardly seeing an assistant can say against him where a merchant stands, whose stack may
    hide him.
    ``clear``: what was so clearly there and now is as clearly not (or the other way round) has changed between looks.
    ``hidden_tiles``: so many tiles may be hidden in a photo that is read all the same; what it shows is then asked.
    ``steady_frames``: equal looks in a row before anything is said; more is calmer and slower.
    ``blend``: share of the newest look in the running score (0–1]; 1 forgets at once.
    ``most_choices``: alternatives offered at once.
    ``reach``: turns that may have passed between two looks; ``far_reach`` where so few explain nothing, for people play
    on before they tell what a camera cannot see.
    ``beams``, ``beam_width``: how many courses of a recording are kept, and how far behind the best.
    ``tell``: courses nearer than this to the best must agree before a turn of a recording is told.
    ``refused``: the same for an assistant who was refused, for the eye may miss him in a look or two.
    ``unclaimed``: log-odds against a course that does not explain what came where another one does.
    ``recorded``: nobody can be asked, so what nobody saw may be wherever it can be hidden.
    ``end``: the same when a recording is over, for nothing more will be seen.
    ``fade``: share of what earlier looks said of a thing that still counts; looks at the same thing err alike.
    ``take_back``: log-odds against a turn that was seen and then undone.
    ``nodes``: positions tried before the search gives up; bounds the time of one explanation.
    """

    strong: float = 2.5
    sent: float = 1.0
    arrived: float = 5.0
    turned_up: float = 2.0
    gone_to: float = -1.0
    margin: float = 3.0
    doubt: float = 5.0
    apply_margin: float = 5.0
    apply_looks: int = 3
    apply_strain: float = 2.5
    patience_s: float = 2.5
    settled_s: float = 2.8
    either: float = 6.0
    ghostly: float = 4.0
    out_of_sight: int = 6
    remind_s: float = 20.0
    print_looks: int = 3
    dice_looks: int = 2
    crowded: float = -4.0
    clear: float = 1.0
    hidden_tiles: int = 2
    steady_frames: int = 2
    blend: float = 0.5
    most_choices: int = 4
    reach: int = 2
    far_reach: int = 4
    beams: int = 6
    beam_width: float = 9.0
    tell: float = 2.0
    refused: float = 5.0
    unclaimed: float = 5.0
    recorded: bool = False
    end: float = 2.0
    fade: float = 0.4
    take_back: float = 2.0
    nodes: int = 4000


LIVE = Policy()
"""A camera at the table: what it cannot tell, people are asked."""

RECORDED = Policy(arrived=2.0, crowded=-2.3, recorded=True, beams=8, nodes=1500)
"""A recorded evening, with nobody to ask."""

PHOTOS = msgspec.structs.replace(RECORDED, steady_frames=1)
"""A recording of single pictures: each was taken on purpose, none needs a second look."""

RELUCTANCE: dict[str, float] = {
    "LongMove": 3.0,
    "Stay": 3.0,
    "PlayReturn": 4.0,
    "PlayFamilyHome": 3.0,
    "UseYellowTile": 3.5,
    "SendFamily": 0.5,
}
"""Log-odds against an action by itself, by action name: what people seldom do needs better evidence."""

NOBODY_CALLED = 3.0
"""Log-odds against going to the Fountain and calling nobody back though assistants lie about."""

UNSEEN_TURN = 6.0
"""Log-odds against a whole turn in which nothing on the table changed (a card that keeps the merchant where he is)."""

NEEDLESS = 6.0
"""Log-odds against fetching with card or tile, from the place the merchant goes to next, whom he picks up for free."""

LATE = 0.5
"""Log-odds against a turn seen before going on, where the next player may as well have done it."""

PASSING = 0.2
"""Log-odds against a Governor or Smuggler whom the next player carried on before anybody looked, besides those of the
dice; few, for nobody will ever know."""

DELAY = 0.01
"""Log-odds for each guess before a card or tile is played: of equal explanations the one that guesses less."""

HOVERS = 1.0
"""Log-odds up to which a thing may as well be gone."""

HALF_SEEN = 2.5
"""Log-odds up to which somebody seen may be a ghost where everybody else was called back."""

HALF_TURN = 2.0
"""Log-odds against a merchant who has arrived while his assistant is still to be put down or picked up."""

REFUSAL, REFUSAL_OF_NEED = 3.5, 1.0
"""Log-odds against refusing an assistant or a toll: freely, and with hardly an assistant left."""

FEW_ASSISTANTS = 1
"""With so few in the stack there may be none to leave: of a recorded game nobody knows who has the fifth."""

FEW_UNSEEN = 3
"""So many things that have vanished may be left unexplained beside what is explained; more is a riddle."""
