"""What is told of a picture that was read: the poses, readings and changes as one observation."""

from companion.sync.observation import BoardObservation, Cell
from vision.changes.place_changes import Appearances
from vision.frame import Frame
from vision.params import UNSEEN
from vision.pose import Pose, TilePose
from vision.readers import Readings


def observed(
    frame: Frame,
    profile_id: str,
    pose: Pose,
    confidence: float,
    readings: Readings,
    appearances: Appearances | None,
) -> BoardObservation:
    """The observation; ``confidence`` is that of the layout, ``appearances`` how the places look."""
    return BoardObservation(
        frame=frame.seq,
        at_s=frame.at_s,
        source=frame.source,
        profile_id=profile_id,
        cells=tuple(_cell(tile) for tile in pose.tiles),
        layout_confidence=confidence,
        sightings=readings.sightings,
        scores=readings.scores,
        absent_log_odds=readings.absent_log_odds,
        hand=readings.hand,
        dice=readings.dice,
        mail_down=readings.mail_down,
        demand_large=readings.demand_large,
        demand_small=readings.demand_small,
        rubies=readings.rubies,
        mosque=readings.mosque,
        glare=frozenset() if readings.hand else readings.glare,
        unseen={} if readings.hand else readings.unseen,
        unknown=() if readings.hand else readings.unknown,
        appearance={} if appearances is None else appearances.appearance,
        unnamed={} if appearances is None else appearances.unnamed,
        far=pose.px_per_mm() < UNSEEN.far_px,
    )


def _cell(tile: TilePose) -> Cell:
    return Cell(tile.place, tile.upside_down, tile.confidence, tile.covered)
