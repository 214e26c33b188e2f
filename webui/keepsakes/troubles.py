"""What could not be read or kept on the computer, in words, and what can be done about it."""

from collections.abc import Iterable
from typing import Any

from companion.game import Say
from companion.words import mark
from webui.keepsakes.archive import Trouble

WORDS = {
    "damaged_game": mark("The saved game {file} is damaged and was set aside. Nothing in it was changed."),
    "not_opened": mark(
        "The saved game {file} cannot be opened now: {why}. It was left as it is. Free some space, or close the "
        "program that uses it, and try again."
    ),
    "not_kept": mark("The saved game {file} cannot be written now: {why}. Free some space and try again."),
    "not_understood": mark("The saved game {file} was made by another version of this program: {why}."),
    "newer_game": mark("The saved game {file} was made by a newer version of this program. Install that one to go on."),
    "folder_not_writable": mark(
        "Nothing can be kept in the folder {file}: {why}. Make room there or let this program write to it, then start "
        "it again."
    ),
}
SOUND = mark("Its first {sound} of {of} steps are sound: you can go on from there.")


def told(troubles: Iterable[Trouble], say: Say) -> list[dict[str, Any]]:
    """For each trouble its words, and the file that can be gone on from, None where none can."""
    return [_row(trouble, say) for trouble in troubles]


def _row(trouble: Trouble, say: Say) -> dict[str, Any]:
    facts = {"file": trouble.file, "why": trouble.why, "sound": trouble.sound, "of": trouble.of}
    more = [say(SOUND)] if trouble.sound else []
    text = " ".join([say(WORDS.get(trouble.code, WORDS["not_opened"])), *more]).format(**facts)
    return {"code": trouble.code, "text": text, "recover": trouble.file if trouble.sound else None}
