"""A folder of pictures becomes a game log.  Usage: follow_recording.py ENROLL_PHOTO FOLDER red,blue,green"""

import sys
from collections.abc import Iterator
from pathlib import Path

from calibration.tiles import best_tiles, learn_photo
from companion.sync.episodes import PHOTO_HIDES
from companion.sync.model import shipped_model
from companion.sync.observation import BoardObservation, NotSeen
from companion.sync.recording import follow
from vision.frame import Frame
from vision.pipeline import Watcher
from vision.profile import make_profile
from vision.sources.pictures import BadPicture, load_picture

IN_ORDER = tuple(range(1, 17))


def main(enroll: str, folder: str, players: str) -> None:
    """Print what happened."""
    bare = load_picture(Path(enroll))
    learnt = None if isinstance(bare, BadPicture) else learn_photo(bare, IN_ORDER)
    if learnt is None:
        sys.exit(f"the sixteen tiles are not found in {enroll}")
    watcher = Watcher(make_profile("example", tuple(tile.picture for tile in best_tiles([learnt]))))
    for line in follow(looks(watcher, Path(folder)), players.split(","), PHOTO_HIDES, shipped_model()):
        print(line)


def looks(watcher: Watcher, folder: Path) -> Iterator[tuple[str, BoardObservation | NotSeen]]:
    """What is seen in each picture of a folder, in name order."""
    for number, path in enumerate(sorted(folder.glob("*.jpg"))):
        picture = load_picture(path)
        if not isinstance(picture, BadPicture):
            yield path.name, watcher.look(Frame(picture, number, float(number), path.name))


if __name__ == "__main__":
    main(*sys.argv[1:4])
