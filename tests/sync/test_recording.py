"""A recorded evening becomes turns; a line once given is final."""

import math

import msgspec
import pytest

from companion.istanbul import actions as act
from companion.istanbul.names import Color, Place
from companion.istanbul.state import GameState
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation, Cell, NotSeen, Score
from companion.sync.places import Agreed
from companion.sync.recording import Recording, _close, _set_up, follow
from companion.sync.strands import MOST_WAYS, Strand, _shares, told, with_plenty
from companion.sync.table import GOVERNOR, SMUGGLER, Standing, expected
from companion.sync.turns import Asked, Line, LostTrack, SetUp, Turn, TurnSeen
from tests.sync.builders import ORDER, a_game, a_look, assistant, family, merchant, plays, to_the_end

Looks = list[BoardObservation | NotSeen]


def lines(looks: Looks, players: tuple[Color, ...] = ORDER) -> list[Line]:
    named = [(f"look {number}", look) for number, look in enumerate(looks)]
    return list(follow(named, [str(color) for color in players], 2, shipped_model()))


def turns(looks: Looks, players: tuple[Color, ...] = ORDER) -> list[Turn]:
    return [line.turn for line in lines(looks, players) if isinstance(line, TurnSeen)]


def after_moves(*places: int) -> list[GameState]:
    """The states after each player in turn went to a place, left an assistant and did nothing else."""
    states = [a_game(governor=10, smuggler=11)]
    for place in places:
        state = plays(states[-1], act.Move(Place(place)), act.LeaveAssistant())
        states.append(to_the_end(state))
    return states


def half_hidden(state: GameState, standing: Standing) -> BoardObservation:
    """A look at which a stack hides most of a thing."""
    look = a_look(state, gone=(standing,))
    return msgspec.structs.replace(look, scores=(*look.scores, Score(*standing, -0.6)))


def uncounted(look: BoardObservation) -> BoardObservation:
    """A look at which nobody can tell how high the stacks are."""
    sightings = tuple(msgspec.structs.replace(one, under=None) for one in look.sightings)
    return msgspec.structs.replace(look, sightings=sightings)


def counted(look: BoardObservation, color: str, under: int) -> BoardObservation:
    """A look at which so many assistants are counted under a merchant."""
    ours = (one.thing == merchant(color) for one in look.sightings)
    pairs = zip(look.sightings, ours, strict=True)
    sightings = tuple(msgspec.structs.replace(one, under=under) if own else one for one, own in pairs)
    return msgspec.structs.replace(look, sightings=sightings)


def test_the_set_up_comes_first() -> None:
    rows = ((15, 5, 2, 14), (4, 12, 7, 3), (8, 6, 11, 9), (13, 10, 1, 16))
    assert lines([a_look(a_game())]) == [SetUp("look 0", rows)]


def test_every_turn_is_told_once_and_in_order() -> None:
    looks: Looks = [a_look(state) for state in after_moves(9, 5, 4)]
    assert turns(looks) == [Turn("red", 7, 9, "left"), Turn("blue", 7, 5, "left"), Turn("green", 7, 4, "left")]


def test_two_turns_in_one_look() -> None:
    states = after_moves(9, 5)
    assert [turn.player for turn in turns([a_look(states[0]), a_look(states[2])])] == ["red", "blue"]


def test_two_turns_in_one_look_while_the_turn_before_may_still_go_on() -> None:
    states = after_moves(9, 5, 4)
    looks = [a_look(states[0]), a_look(states[1]), a_look(states[3])]
    assert [turn.player for turn in turns([*looks])] == ["red", "blue", "green"]


def test_a_merchant_nobody_sees_stops_neither_his_turn_nor_the_next() -> None:
    states = after_moves(9, 5)
    unseen = ((merchant("red"), 9),)
    looks: Looks = [a_look(states[0]), a_look(states[1], gone=unseen), a_look(states[2], gone=unseen)]
    assert turns(looks) == [Turn("red", 7, 9, "left"), Turn("blue", 7, 5, "left")]


def test_an_assistant_a_hand_hides_was_not_picked_up_by_staying() -> None:
    """Red fetches him with the tile in the turn that follows; two turns in which both stay would explain it too."""
    two = (Color.RED, Color.BLUE)
    start = a_game(two, governor=10, smuggler=11)
    red = to_the_end(plays(start, act.Move(Place.FRUIT_WAREHOUSE), act.LeaveAssistant()))
    blue = to_the_end(plays(red, act.Move(Place.TEA_HOUSE), act.LeaveAssistant()))
    again = plays(blue, act.Move(Place.POLICE_STATION), act.LeaveAssistant(), act.SendFamily(Place.GREAT_MOSQUE))
    fetched = ((assistant("red"), 4),)
    looks: Looks = [a_look(start), a_look(red), a_look(blue), a_look(blue), a_look(blue, gone=fetched)]
    looks += [a_look(again, gone=(*fetched, (family("blue"), 12)))] * 2
    assert turns([*map(uncounted, looks)], two)[2:] == [Turn("red", 4, 12, "left", (4,), family=15)]


@pytest.mark.long
def test_a_smuggler_whom_a_hand_hides_was_not_put_back_and_carried_away_again() -> None:
    """Blue comes to where Red had met him."""
    begun, red, blue, green = after_moves(9, 9, 5)
    looks: Looks = [a_look(msgspec.structs.replace(begun, smuggler=Place(9)))]
    looks += [a_look(msgspec.structs.replace(red, smuggler=Place(8)))]
    looks += [a_look(blue, gone=((SMUGGLER, 11),)), a_look(msgspec.structs.replace(green, smuggler=Place(8)))]
    assert [turn.smuggler for turn in turns(looks)] == [8, None, None]


def test_a_smuggler_two_may_have_carried_before_anybody_looked_is_asked_about() -> None:
    begun, _, blue = after_moves(9, 5)
    start, end = msgspec.structs.replace(begun, smuggler=Place(9)), msgspec.structs.replace(blue, smuggler=Place(12))
    told = lines([a_look(start), a_look(end)])[1]
    assert isinstance(told, Asked)
    assert [[turn.smuggler for turn in course] for course in told.alternatives] == [[12, None], [5, 12]]


def test_where_people_had_begun_to_play_before_all_was_seen_nothing_is_told() -> None:
    begun, _, blue, green = after_moves(9, 5, 4)
    far = msgspec.structs.replace(a_look(begun, hand=True), cells=(Cell(None),) * 16)
    assert turns([far, a_look(blue), a_look(green)]) == []


def test_a_governor_gone_from_where_he_was_met_and_seen_nowhere_is_waited_for() -> None:
    states = [msgspec.structs.replace(state, governor=Place(9)) for state in after_moves(9, 5)]
    looks: Looks = [a_look(states[0]), *(a_look(state, gone=((GOVERNOR, 9),)) for state in states[1:])]
    assert turns(looks) == []


def test_a_table_nobody_can_have_come_to_tells_nothing() -> None:
    begun, red, _ = after_moves(9, 5)
    far = ((merchant("blue"), 1), (merchant("green"), 1), (assistant("green"), 2), (assistant("blue"), 3))
    assert turns([a_look(begun, there=far), a_look(red, there=far)]) == []


def test_an_assistant_whom_a_hand_hides_in_one_look_is_not_told_as_fetched() -> None:
    states = after_moves(9, 5, 4, 16, 2)
    looks: Looks = [*map(a_look, states[:5]), a_look(states[5], gone=((assistant("red"), 9),)), a_look(states[5])]
    assert turns(looks)[3] == Turn("red", 9, 16, "left")


@pytest.mark.long
def test_where_a_family_member_was_sent_is_told_once_it_is_seen() -> None:
    """The heap at the Fountain hides it at first."""
    begun, sent, blue, green = after_moves(12, 5, 4)
    gone, seen = ((family("red"), 12),), ((family("red"), 7),)
    looks: Looks = [a_look(begun), a_look(sent, gone=gone), a_look(blue, gone=gone)]
    assert turns(looks) == []
    assert turns([*looks, a_look(green, gone=gone, there=seen)])[0] == Turn("red", 7, 12, "left", family=7)


@pytest.mark.long
def test_a_ghost_stops_nothing_but_nothing_is_told_while_it_stands() -> None:
    states = after_moves(9, 5, 4)
    ghost = ((assistant("blue"), 9),)
    looks: Looks = [a_look(states[0]), a_look(states[1], there=ghost), a_look(states[2], there=ghost)]
    assert [line for line in lines([*looks, looks[-1]])[1:-2] if isinstance(line, TurnSeen)] == []
    assert [turn.player for turn in turns([*looks, a_look(states[3])])] == ["red", "blue", "green"]


def test_cards_never_run_out() -> None:
    """Six long ways; there are fewer such cards, but nobody knows which were drawn again."""
    begun = a_game(governor=10, smuggler=11)
    stands = dict.fromkeys(ORDER, 7)
    gone, there, looks = set[Standing](), set[Standing](), [a_look(begun)]
    for color, to in zip(ORDER * 2, (13, 16, 10, 5, 2, 15), strict=True):
        there.discard((merchant(color), stands[color]))
        gone.add((merchant(color), 7))
        there |= {(merchant(color), to), (assistant(color), to)}
        stands[color] = to
        looks.append(uncounted(a_look(begun, tuple(gone), tuple(there))))
    assert [turn.to for turn in turns([*looks])] == [13, 16, 10, 5, 2, 15]


def test_what_was_seen_counts_though_one_thing_is_missed_and_another_hidden() -> None:
    """Red's family member is seen at the Tea House until blue catches him there."""
    begun = a_game(governor=10, smuggler=11)
    sent = plays(begun, act.Move(Place.POLICE_STATION), act.LeaveAssistant(), act.SendFamily(Place.TEA_HOUSE))
    sent = to_the_end(sent)
    caught = plays(sent, act.Move(Place.TEA_HOUSE), act.LeaveAssistant(), act.Skip(), act.Catch())
    caught = plays(caught, act.Reward("lira"))
    unseen = ((assistant("red"), 12), (family("green"), 12))
    looks: Looks = [a_look(begun), a_look(sent, gone=unseen), a_look(to_the_end(caught), gone=unseen)]
    assert [(turn.family, turn.caught) for turn in turns(looks)] == [(9, ()), (None, ("red",))]


def test_an_assistant_missed_in_one_look_after_his_merchant_went_on_was_not_refused() -> None:
    states = after_moves(9, 5, 4, 16)
    missed = [a_look(state, gone=((assistant("red"), 9),)) for state in states[1:]]
    looks: Looks = [a_look(states[0]), *(msgspec.structs.replace(look, absent_log_odds=-4.0) for look in missed)]
    assert turns([*looks, a_look(states[4])])[0] == Turn("red", 7, 9, "left")


def test_a_smuggler_seen_elsewhere_was_carried_there_though_the_place_he_left_cannot_be_read() -> None:
    begun, red, blue = after_moves(9, 5)
    looks: Looks = [a_look(msgspec.structs.replace(begun, smuggler=Place(9)))]
    looks += [a_look(msgspec.structs.replace(state, smuggler=Place(8)), covered=(9,)) for state in (red, blue)]
    assert turns(looks) == [Turn("red", 7, 9, "left", smuggler=8), Turn("blue", 7, 5, "left")]


def test_a_smuggler_carried_to_a_place_that_is_covered_is_waited_for() -> None:
    begun, red, blue = (msgspec.structs.replace(state, smuggler=Place(9)) for state in after_moves(9, 5))
    looks: Looks = [a_look(begun), *(a_look(state, gone=((SMUGGLER, 9),), covered=(10,)) for state in (red, blue))]
    assert turns(looks) == []


def test_a_family_member_hardly_seen_where_it_may_have_gone_is_waited_for() -> None:
    begun, sent, blue, green = after_moves(12, 5, 4)
    gone, hardly = ((family("red"), 12),), (Score(family("red"), 15, -2.4),)
    looks: Looks = [a_look(begun)]
    for state in (sent, blue, green):
        look = a_look(state, gone=gone)
        looks.append(msgspec.structs.replace(look, scores=(*look.scores, *hardly)))
    assert turns(looks) == []


@pytest.mark.long
def test_a_merchant_out_of_sight_is_not_told_as_having_stayed() -> None:
    begun, red, blue, green, again = after_moves(9, 5, 4, 16)
    hidden: tuple[Standing, ...] = ((merchant("blue"), 5), (assistant("blue"), 5))
    looks: Looks = [a_look(begun), a_look(red), *(a_look(state, gone=hidden) for state in (blue, green, again))]
    assert [turn.player for turn in turns(looks)] == ["red"]


def test_an_assistant_nobody_sees_was_refused_where_the_stack_is_as_high_as_before() -> None:
    states = after_moves(9, 5, 4, 16)
    nobody = ((assistant("red"), 9),)
    looks: Looks = [a_look(states[0]), *(a_look(state, gone=nobody) for state in states[1:])]
    assert turns([counted(look, "red", 4) for look in looks[:4]])[0] == Turn("red", 7, 9, "none")
    assert Turn("red", 7, 9, "none") not in turns(looks)


def test_who_is_out_of_sight_when_his_merchant_goes_to_the_fountain_was_called_back() -> None:
    states = after_moves(9, 9, 5)
    back = plays(states[3], act.Move(Place.FOUNTAIN), act.Recall((Place.TEA_HOUSE,)))
    looks: Looks = [*map(a_look, states[:2]), *(half_hidden(state, (assistant("red"), 9)) for state in states[2:])]
    assert turns([*looks, a_look(back)])[-1] == Turn("red", 9, 7, "none", (9,))


def test_an_assistant_half_hidden_by_a_merchant_who_comes_was_not_fetched() -> None:
    states = after_moves(5, 2, 4, 15, 5)
    last = half_hidden(states[5], (assistant("red"), 5))
    assert turns([*map(a_look, states[:5]), last])[3] == Turn("red", 5, 15, "left")


def test_hands_and_pictures_without_the_board_change_nothing() -> None:
    states = after_moves(9)
    between: Looks = [a_look(states[0], hand=True), NotSeen(2, 0.0, "test", "no_board")]
    assert turns([a_look(states[0]), *between, a_look(states[1])]) == [Turn("red", 7, 9, "left")]


def test_an_assistant_put_down_late_belongs_to_the_turn() -> None:
    before, after = after_moves(9)
    half = a_look(before, gone=((merchant("red"), 7),), there=((merchant("red"), 9),))
    assert turns([a_look(before), half, a_look(after)]) == [Turn("red", 7, 9, "left")]


def test_a_move_taken_back_is_not_told() -> None:
    states = after_moves(9)
    other = after_moves(3)[1]
    assert turns([a_look(states[0]), a_look(states[1]), a_look(other)]) == [Turn("red", 7, 3, "left")]


@pytest.mark.long
def test_what_a_hand_hides_in_one_look_has_not_gone() -> None:
    """Two assistants and a merchant under a hand nobody noticed; none of them moved."""
    states = after_moves(9, 5, 4, 16, 2)
    hidden = ((assistant("red"), 9), (merchant("red"), 16), (assistant("red"), 16))
    looks: Looks = [*map(a_look, states[:5]), a_look(states[5], gone=hidden), a_look(states[5])]
    assert turns(looks)[3:] == [Turn("red", 9, 16, "left"), Turn("blue", 5, 2, "left")]


def test_three_turns_in_a_picture_after_two_nobody_can_use() -> None:
    states = after_moves(9, 5, 4)
    dark: Looks = [NotSeen(1, 0.0, "test", "too_dark"), NotSeen(2, 0.0, "test", "too_dark")]
    told = turns([a_look(states[0]), *dark, a_look(states[3])])
    assert [(turn.player, turn.to) for turn in told] == [("red", 9), ("blue", 5), ("green", 4)]


def test_a_set_up_with_one_tile_under_the_heap_of_merchants_is_known() -> None:
    states = after_moves(9, 5)
    look = a_look(states[0], hand=True)
    cells = tuple(Cell(None) if cell.place == Place.FOUNTAIN else cell for cell in look.cells)
    heap = msgspec.structs.replace(look, cells=cells)
    assert lines([heap, a_look(states[1])])[0] == lines([a_look(states[0])])[0]
    assert turns([heap, *map(a_look, states[1:])]) == [Turn("red", 7, 9, "left"), Turn("blue", 7, 5, "left")]


def test_nobody_has_begun_to_play_where_only_family_members_are_missed() -> None:
    """The lamp shines on the Police Station."""
    states = after_moves(9, 5)
    glare = tuple((family(str(color)), 12) for color in ORDER)
    looks: Looks = [a_look(state, gone=glare) for state in states]
    assert turns(looks) == [Turn("red", 7, 9, "left"), Turn("blue", 7, 5, "left")]


def test_a_merchant_seen_nowhere_went_where_his_assistant_is_half_seen() -> None:
    """He stands in the glare of a lamp until he goes on."""
    states = after_moves(9, 5, 4, 16)
    glare, half = ((merchant("red"), 9), (assistant("red"), 9)), Score(assistant("red"), 9, -1.2)
    looks: Looks = [a_look(states[0])]
    for state in states[1:4]:
        look = a_look(state, gone=glare)
        looks.append(msgspec.structs.replace(look, scores=(*look.scores, half)))
    assert turns([*looks, a_look(states[4])])[0] == Turn("red", 7, 9, "left")


def faced(look: BoardObservation, **changed: int) -> BoardObservation:
    """A look with how each place looks: as at first, but for places (``p9=2``) with another number."""
    numbers = dict.fromkeys(range(1, 17), 0) | {int(name[1:]): number for name, number in changed.items()}
    return msgspec.structs.replace(look, appearance=numbers, unnamed=numbers)


def hardly(look: BoardObservation, standing: Standing, log_odds: float) -> BoardObservation:
    """A look at which a thing is seen so faintly there, and nowhere else."""
    others = tuple(score for score in look.scores if score.thing != standing[0])
    sightings = tuple(
        msgspec.structs.replace(one, place=standing[1]) if one.thing == standing[0] else one for one in look.sightings
    )
    return msgspec.structs.replace(look, scores=(*others, Score(*standing, log_odds)), sightings=sightings)


@pytest.mark.long
def test_a_look_that_tells_nothing_is_no_set_up() -> None:
    """A hand is over the board when red has carried the Smuggler away; the heap had hidden the Governor."""
    begun, red, blue = (msgspec.structs.replace(state, governor=Place(7)) for state in after_moves(9, 5))
    start = hardly(a_look(msgspec.structs.replace(begun, smuggler=Place(9)), gone=((GOVERNOR, 7),)), (SMUGGLER, 9), 3.6)
    after = [msgspec.structs.replace(state, smuggler=Place(8)) for state in (red, blue)]
    hand = msgspec.structs.replace(a_look(red, hand=True), scores=(), sightings=(), absent_log_odds=0.0)
    cells = tuple(Cell(None) if cell.place == Place.CARAVANSARY else cell for cell in hand.cells)
    hand = msgspec.structs.replace(hand, cells=cells)
    looks: Looks = [start, hand, a_look(after[0], gone=((GOVERNOR, 7),)), a_look(after[1])]
    assert turns(looks)[0] == Turn("red", 7, 9, "left", smuggler=8)


@pytest.mark.long
def test_what_was_going_on_when_nothing_fits_any_more_is_asked_about() -> None:
    """Blue's family member and the Smuggler are gone at once, nobody knows where; then nothing fits at all."""
    begun, red, blue, green = (msgspec.structs.replace(state, smuggler=Place(5)) for state in after_moves(9, 5, 4))
    gone = ((SMUGGLER, 5), (family("blue"), 12))
    far = ((merchant("red"), 1), (assistant("red"), 1), (assistant("blue"), 3), (assistant("green"), 2))
    looks: Looks = [a_look(begun), a_look(red), a_look(blue, gone=gone)]
    looks += [a_look(green, gone=(*gone, (merchant("red"), 9)), there=far)] * 2
    assert [turn.player for turn in turns(looks)] == ["red"]


def test_who_was_left_is_told_once_his_merchant_has_gone_though_nobody_ever_saw_him() -> None:
    """The stack says so; what became of the Smuggler, whom blue met, is never known."""
    states = [msgspec.structs.replace(state, smuggler=Place(2)) for state in after_moves(9, 5, 4, 16, 2)]
    nobody = ((assistant("red"), 9),)
    looks: Looks = [counted(a_look(states[0]), "red", 4)]
    looks += [counted(a_look(state, gone=nobody), "red", 3) for state in states[1:4]]
    looks.append(counted(a_look(states[4], gone=nobody), "red", 2))
    looks.append(counted(a_look(states[5], gone=(*nobody, (SMUGGLER, 2))), "red", 2))
    assert turns(looks)[:1] == [Turn("red", 7, 9, "left")]


@pytest.mark.long
def test_a_governor_seen_where_he_was_not_before_was_carried_there() -> None:
    """He had hardly been seen at the Small Market; the Fountain lay bare before red met him."""
    begun, *states = (msgspec.structs.replace(state, governor=Place(11)) for state in after_moves(9, 5, 4, 11, 2))
    looks: Looks = [hardly(a_look(state), (GOVERNOR, 11), -0.2) for state in (begun, *states[:3])]
    looks += [a_look(msgspec.structs.replace(state, governor=Place(7))) for state in states[3:]]
    assert Turn("red", 9, 11, "left") not in turns(looks)


def test_a_merchant_nobody_sees_after_the_set_up_went_where_something_came() -> None:
    """A lamp is mirrored there; nothing else has changed without a name."""
    states = after_moves(9, 5, 4, 16)
    hidden = ((merchant("red"), 9), (assistant("red"), 9))
    looks: Looks = [faced(a_look(states[0]))]
    for state, face in zip(states[1:4], ({}, {"p5": 2}, {"p5": 2, "p4": 3}), strict=True):
        look = faced(a_look(state, gone=hidden), p7=1, p9=1, **face)
        looks.append(msgspec.structs.replace(look, unnamed={place: int(place == 9) for place in look.unnamed}))
    looks.append(faced(a_look(states[4]), p5=2, p4=3, p7=1, p9=4, p16=4))
    assert turns(looks)[0] == Turn("red", 7, 9, "left")


@pytest.mark.long
def test_an_assistant_whom_another_merchant_may_hide_is_not_told_as_fetched() -> None:
    """Blue comes to where red's assistant lies, and nothing of it is seen until he goes on."""
    states = after_moves(5, 2, 4, 15, 5, 12, 8, 14)
    gone = ((assistant("red"), 5),)
    looks: Looks = [uncounted(a_look(state)) for state in states[:5]]
    looks += [uncounted(a_look(state, gone=gone)) for state in states[5:8]]
    looks.append(uncounted(a_look(states[8])))
    assert [turn.recalled for turn in turns(looks) if turn.recalled] == []


def test_what_nobody_can_tell_any_more_is_asked_about_and_the_turns_after_it_are_told() -> None:
    """Red or blue carried the Smuggler away before anybody looked."""
    begun, _, *states = after_moves(9, 5, 4, 16, 2, 15, 1, 14, 8)
    looks: Looks = [a_look(msgspec.structs.replace(begun, smuggler=Place(9)))]
    looks += [a_look(msgspec.structs.replace(state, smuggler=Place(12))) for state in states]
    told = lines(looks)[1:]
    asked = [[turn.smuggler for (turn,) in line.alternatives] for line in told if isinstance(line, Asked)]
    assert asked == [[12, 5], [None, 12]]
    assert [line.turn.to for line in told if isinstance(line, TurnSeen)] == [4, 16, 2, 15, 1, 14, 8]


def refusals(*places: int) -> list[GameState]:
    """The states after each player in turn went to a place, red without leaving an assistant."""
    states = [a_game(governor=10, smuggler=11)]
    for place in places:
        state, red = plays(states[-1], act.Move(Place(place))), states[-1].turn == 0
        states.append(plays(state, act.EndTurn()) if red else to_the_end(plays(state, act.LeaveAssistant())))
    return states


def test_a_turn_that_leaves_no_trace_is_no_difference() -> None:
    """Red stays, with a card, and leaves nobody again; nor does blue."""
    states = refusals(9, 5, 4)
    stayed = plays(with_plenty(states[-1]), act.Stay(), act.EndTurn())
    blue = plays(stayed, act.Move(Place.FABRIC_WAREHOUSE), act.EndTurn())
    looks: Looks = [uncounted(a_look(state)) for state in (*states, stayed, blue)]
    assert not [line for line in lines(looks) if isinstance(line, LostTrack)]


def test_whoever_refused_before_is_believed_to_have_refused_again() -> None:
    """Nobody counts the stacks, so an assistant may as well have been beside his merchant and missed since."""
    looks: Looks = [uncounted(a_look(state)) for state in refusals(9, 5, 4, 16, 2, 15, 1)]
    assert [turn.assistant for turn in turns(looks) if turn.player == "red"] == ["none", "none"]


@pytest.mark.long
def test_whoever_met_everybody_tells_nothing_of_who_refused_before_him() -> None:
    """Red meets Governor and Smuggler at the Police Station and sends his family member, after green left nobody."""
    states = [a_game(governor=12, smuggler=12)]
    for place in (11, 5, 9, 10, 15, 16, 8, 4):
        states.append(to_the_end(plays(states[-1], act.Move(Place(place)), act.LeaveAssistant())))
    green = plays(states[-1], act.Move(Place.WAINWRIGHT), act.EndTurn())
    sent = plays(green, act.Move(Place.POLICE_STATION), act.LeaveAssistant(), act.SendFamily(Place.GREAT_MOSQUE))
    met = msgspec.structs.replace(to_the_end(sent), governor=Place(5), smuggler=Place(10))
    looks: Looks = [uncounted(a_look(state)) for state in (*states, green, met)]
    sent_and_met = Turn("red", 8, 12, "left", family=15, governor=5, smuggler=10)
    last = lines(looks)[-1]
    assert isinstance(last, Asked)
    assert last.alternatives == tuple((Turn("green", 16, 1, one), sent_and_met) for one in ("none", "left"))


def test_of_looks_before_the_layout_is_known_the_latest_are_kept() -> None:
    look, now = a_look(a_game()), Recording()
    unread = tuple(msgspec.structs.replace(cell, place=None) if at < 2 else cell for at, cell in enumerate(look.cells))
    for number in range(2 * MOST_WAYS):
        now, told = _set_up(now, f"{number}", msgspec.structs.replace(look, cells=unread), ORDER, shipped_model())
        assert told == []
    assert [name for name, _ in now.early] == [f"{number}" for number in range(MOST_WAYS, 2 * MOST_WAYS)]


def test_where_most_likely_nothing_more_was_played_nothing_is_asked_at_the_end() -> None:
    state = a_game()
    over = Strand(state, state, Agreed(expected(state)), 0.0)
    stayed = msgspec.structs.replace(over, weight=-3.0, past=(TurnSeen("look 9", Turn("red", 7, 7, "none")),))
    assert list(_close(Recording(strands=(over, stayed)))) == []
    likelier = msgspec.structs.replace(stayed, weight=3.0)
    assert [type(line) for line in _close(Recording(strands=(likelier, over)))] == [Asked]


@pytest.mark.parametrize(("likelier", "at_once", "in_the_end"), [(50, 0, 0), (80, 0, 1), (200, 1, 1)])
def test_a_turn_is_told_at_once_if_as_sure_as_what_is_played_and_later_if_nearly_so(
    likelier: int, at_once: int, in_the_end: int
) -> None:
    state = a_game()
    refused, left = (TurnSeen("look 3", Turn("red", 7, 9, how)) for how in ("none", "left"))
    first = Strand(state, state, Agreed(expected(state)), 0.0, (refused,))
    other = Strand(state, state, Agreed(frozenset()), -math.log(likelier), (left,))
    assert told([first, other])[0] == [refused] * at_once
    lines = list(_close(Recording(strands=(first, other))))
    assert [one for one in lines if isinstance(one, TurnSeen)] == [refused] * in_the_end


def test_what_differs_only_in_things_nobody_sees_counts_once() -> None:
    begun = a_game(governor=10, smuggler=11)
    left = plays(begun, act.Move(Place.TEA_HOUSE), act.LeaveAssistant())
    skipped, refused = plays(left, act.Skip()), plays(begun, act.Move(Place.TEA_HOUSE))
    ways = [Strand(begun, state, Agreed(expected(state)), 0.0) for state in (left, skipped, refused)]
    assert _shares(ways) == [0.5, 0.0, 0.5]
