"""On which sections of docs/rules.md does a case rest?  Read off its labels."""

import re
from collections.abc import Iterable

BY_LABEL = (
    (r"^setup ", "2"),
    (r"^setup refused (fountain|dice_places|not_every)", "11"),
    (r"^problem ", "3.5"),
    (r"^step (move|assistant|toll|action|again|encounters)$", "3.3"),
    (r"^step (roll|draw|demand|left)$", "3.4"),
    (r"^step (take|give|red|good|reward|fee)$", "3.6"),
    (r"^action (PlayGood|PlayLira|PlayFamilyHome|PlayReturn|UseYellowTile)$", "3.2"),
    (r"^event DeckReshuffled$", "3.4"),
    (r"^refused [a-z_]+$", "3.3"),
    (r"^event Card(Played|Discarded)$", "5"),
    (r"^action (LongMove|Stay|Repeat)$", "5"),
    (r"^event (YellowTileUsed|DieTurned|FifthAssistantJoined)$", "6"),
    (r"^step red$", "6"),
    (r"^event (TollPaid|NeutralMoved|GovernorMet|SmugglerMet|GovernorMoved|SmugglerMoved)$", "7"),
    (r"^event FamilyMoved how=caught$", "7"),
    (r"^step (toll|encounters|reward|fee)$", "7"),
    (r"^family at place ", "8"),
    (r"^event FamilyMoved how=sent$", "8"),
    (r"^option neutral_assistants", "9"),
    (r"^event (EndTriggered|GameEnded|CardOpened)$", "10"),
    (r"^refused game_over$", "10"),
    (r"^action (Override|TellHand)$", "table"),
    (r"^refuses (Override|TellHand)$", "table"),
)
PLACE = re.compile(r"^(?:merchant|family) at place (\d+)$")


def sections(labels: Iterable[str]) -> list[str]:
    """The sections in order of their numbers; ``4.16`` is place 16 of section 4, ``table`` are corrections."""
    found = {section for label in labels for pattern, section in BY_LABEL if re.search(pattern, label)}
    found |= {f"4.{place[1]}" for label in labels if (place := PLACE.match(label))}
    return sorted(found, key=lambda section: [int(part) if part.isdigit() else 99 for part in section.split(".")])
