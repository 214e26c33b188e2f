"""What does one turn bring in a plan?  Walk, assistant, toll, the action, and whoever stands there."""

from companion.istanbul.names import Place
from companion.istanbul.rival.places import DEEDS, YELLOW_TILE, gain_scarce
from companion.istanbul.rival.sketch import LONG_MOVE, RETURN, STAY, Sketch, less_card
from companion.istanbul.rival.world import World
from companion.istanbul.tables import ENCOUNTER_FEE, YELLOW_TILE_FEE

FOUNTAIN = int(Place.FOUNTAIN)
ENCOUNTERS = 32  # the bits of ``met`` from here on are encounters, those before are tolls


def turns(means: Sketch, world: World) -> list[Sketch]:
    """The means after each sensible turn."""
    after: list[Sketch] = []
    for place in world.near[means.at]:
        arrive(means.copy(), place, world, after)
    if means.hand[STAY]:
        arrive(less_card(means.copy(), STAY), means.at, world, after)
    if means.hand[LONG_MOVE]:
        for place in world.far[means.at]:
            arrive(less_card(means.copy(), LONG_MOVE), place, world, after)
    return after


def arrive(means: Sketch, place: int, world: World, after: list[Sketch]) -> None:
    """Adds to ``after`` what a turn at this place may leave of these means, which are changed."""
    means.at = place
    if place != FOUNTAIN and not (_assistant(means, 1 << place) and _toll(means, place, world)):
        after.append(means)
        return
    done = DEEDS[place](means, world)
    if world.found[place] or place == world.governor or place == world.smuggler:
        for each in done:
            _encounters(each, place, world)
    after += done


def _assistant(means: Sketch, bit: int) -> bool:
    """Is there one to be picked up or left?  A card or the yellow tile fetches one where the stack is empty."""
    if means.out & bit:
        means.out ^= bit
        means.stack += 1
        return True
    if means.stack:
        means.stack -= 1
        means.out |= bit
        return True
    if not means.out:
        return False
    if means.hand[RETURN]:
        less_card(means, RETURN)
    elif means.tiles & YELLOW_TILE and means.lira >= YELLOW_TILE_FEE:
        means.lira -= YELLOW_TILE_FEE
    else:
        return False
    means.out &= means.out - 1
    means.out |= bit
    return True


def _toll(means: Sketch, place: int, world: World) -> bool:
    toll = world.toll[place]
    if not toll or means.met >> place & 1:
        return True
    if means.lira < toll:
        return False
    means.lira -= toll
    means.met |= 1 << place
    return True


def _encounters(means: Sketch, place: int, world: World) -> None:
    bit = 1 << (place + ENCOUNTERS)
    if means.met & bit:
        return
    means.met |= bit
    means.lira += world.found[place]
    if place == world.governor and means.lira >= ENCOUNTER_FEE:
        means.lira -= ENCOUNTER_FEE
        means.others += 1
    if place == world.smuggler and means.lira >= ENCOUNTER_FEE:
        means.lira -= ENCOUNTER_FEE
        gain_scarce(means)
