"""What the follower says, in words for the notes of a simulated evening."""

from companion.sync.status import Status


def words(status: Status) -> str:
    """What the follower says: how table and game stand, what differs, what is asked with what probability."""
    told = [f"{m.thing.color} {m.thing.kind} {'seen' if m.seen else 'missing'} at {m.place}" for m in status.misfits]
    asked = [[*one.actions, one.share] for one in status.question.hypotheses] if status.question else []
    return f"{status.kind} {status.reason} {', '.join(told)} {asked or ''}".strip()
