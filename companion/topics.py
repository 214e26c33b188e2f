"""How is a game's guide put together?  Topics in groups, each with a drawing, sentences and ways on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.game import Say

Topic = dict[str, Any]


class GuideTopic(NamedTuple):
    """A topic as it is kept: a name, its drawing, what it says, where to read on."""

    id: str
    name: str
    art: str
    texts: tuple[str, ...]
    see: tuple[str, ...] = ()


def put_together(
    groups: Mapping[str, Callable[[], Sequence[GuideTopic]]], about: Mapping[str, str], say: Say
) -> list[Topic]:
    """All topics, group by group: ``{id, group, name, art, texts, see, codes}``.

    ``about`` names the topic that explains a refusal, by its code.
    """
    codes: dict[str, list[str]] = {}
    for code, topic in about.items():
        codes.setdefault(topic, []).append(code)
    topics = [_told(one, say(group), say) for group, make in groups.items() for one in make()]
    return [topic | {"codes": codes.get(topic["id"], [])} for topic in topics]


def _told(one: GuideTopic, group: str, say: Say) -> Topic:
    name = say(one.name)
    return {
        "id": one.id,
        "group": group,
        "name": name[:1].upper() + name[1:],
        "art": one.art,
        "texts": [say(text) for text in one.texts],
        "see": list(one.see),
    }
