"""Which camera looks at the table?  Chosen at the start or on the pages, exchanged while everything else runs on."""

import logging
from pathlib import Path
from time import monotonic
from typing import Literal, Protocol

import msgspec

from calibration.store import ProfileRefused, load_profile, profile_names
from companion.locks import Lock
from vision.frame import Frame, Image
from vision.profile import Profile
from vision.sources.base import FrameSource, SourceStatus
from vision.sources.choose import kind_of, names_a_machine, names_a_webcam, open_source
from vision.sources.pushed import PushedSource
from vision.sources.turned import PictureTurn, turned
from webui.camera.camera_desk import CameraDesk
from webui.camera.desk import Desk, NoCamera
from webui.camera.following import Following
from webui.camera.preview import Preview
from webui.camera.virtual_eyes import virtual_desk
from webui.eyes.eye_desk import EyeDesk
from webui.eyes.messenger import Messenger
from webui.house import House
from webui.http.errors import Refused
from webui.keepsakes.keepsake import Keepsake

log = logging.getLogger(__name__)
NOTE = "camera.json"
_PATIENCE_S = 0.5
"""Eyes that are still opening close by themselves; the end of the program does not wait for them."""
Kind = Literal["none", "webcam", "network", "photos", "virtual", "files", "phone", "eye"]


class CameraChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What looks at the table: ``spec`` is a webcam's id, number or path, an address, or a file; ``profile`` the copy.

    Without a profile the camera's picture is shown but nothing is read in it.  Pictures are mirrored back and turned
    clockwise by ``turn`` degrees before anybody sees them.
    """

    kind: Kind
    spec: str = ""
    profile: str = ""
    turn: Literal[0, 90, 180, 270] = 0
    mirrored: bool = False


class Eyes(Protocol):
    """A desk that can be started, left, and asked for what it sees."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def wait(self, patience_s: float) -> bool: ...

    def frame(self) -> Frame | None: ...

    def source_status(self) -> SourceStatus: ...


class Lookout:
    """Holds the camera of one house.  Safe to call from several threads; choosing takes as long as letting go does."""

    def __init__(self, house: House) -> None:
        self.choice: CameraChoice | None = None
        self._house = house
        self._kept = Keepsake(house.data_dir / NOTE)
        self._eyes: Eyes | None = None
        self._left: list[Eyes] = []
        self._phone: PushedSource | None = None
        self._messenger = Messenger()
        self._lock = Lock("camera choice")

    def remembered(self) -> CameraChoice | None:
        """What was chosen on the pages the last time; None where nothing was.  A copy that is gone is left out.

        Files are named on the command line only: a note that names some was not written by this program.
        """
        try:
            choice = msgspec.convert(self._kept.read(), CameraChoice)
        except msgspec.ValidationError:
            return None
        if choice.kind == "files":
            return None
        known = choice.profile in profile_names(self._house.data_dir)
        return choice if known else msgspec.structs.replace(choice, profile="")

    def choose(self, choice: CameraChoice, keep: bool = True) -> None:
        """Look through this camera from now on, and after a restart if ``keep``.

        Raises Refused, and OutOfReach where the choice cannot be kept; then nothing has changed.
        The old camera is let go of before the new one is opened, as they may be the same.
        """
        check_choice(choice)
        profile = _profile(choice, self._house.data_dir)
        with self._lock:
            if keep:
                self._kept.write(msgspec.to_builtins(choice))
            self._let_go()
            desk, self._eyes = self._opened(choice, profile)
            self._house.desk, self.choice = desk, choice
            if self._eyes is not None:
                self._eyes.start()
        self._house.changed()

    def eye_known(self, known: bool) -> None:
        """An eye was let in, so that it looks from now on; or the last one was sent away."""
        with self._lock:
            is_eye = self.choice is not None and self.choice.kind == "eye"
            if known != is_eye:
                self.choose(CameraChoice("eye" if known else "none"))

    def use_profile(self, name: str) -> None:
        """Read with this copy from now on; an empty name for none."""
        with self._lock:
            choice = self.choice or CameraChoice("photos")
            self.choose(msgspec.structs.replace(choice, profile=name))

    def push(self, picture: Image) -> bool:
        """A phone's camera sees this now; False where another camera is in use."""
        phone = self._phone
        if phone is not None:
            phone.push(picture)
        return phone is not None

    def likely_profile(self) -> str:
        """The copy in use, else the only one there is."""
        names = profile_names(self._house.data_dir)
        if self.choice and self.choice.profile in names:
            return self.choice.profile
        return names[0] if len(names) == 1 else ""

    def frame(self) -> Frame | None:
        """The newest picture; None without a camera or before its first one."""
        eyes = self._eyes
        return None if eyes is None else eyes.frame()

    def status(self) -> SourceStatus:
        """How the camera is doing."""
        eyes = self._eyes
        return SourceStatus("ended") if eyes is None else eyes.source_status()

    def layout_seen(self) -> list[int] | None:
        """The places as they lie on the table now; None where not all sixteen are seen."""
        eyes = self._eyes
        return eyes.layout_seen() if isinstance(eyes, Following) else None

    def stop(self) -> None:
        """Let go of the camera, and wait a little for eyes that were still opening."""
        with self._lock:
            self._let_go()
        until_s = monotonic() + _PATIENCE_S
        self._messenger.stop()
        for eyes in self._left:
            eyes.wait(max(0.0, until_s - monotonic()))

    def _let_go(self) -> None:
        eyes, self._eyes = self._eyes, None
        if eyes is not None:
            self._house.desk = NoCamera()
            eyes.stop()
            self._left = [one for one in (*self._left, eyes) if not one.wait(0)]

    def _opened(self, choice: CameraChoice, profile: Profile | None) -> tuple[Desk, Eyes | None]:
        self._phone = PushedSource() if choice.kind == "phone" else None
        if choice.kind == "virtual":
            virtual = virtual_desk(self._house, self._house.data_dir)
            return virtual, virtual
        if choice.kind == "eye":
            elsewhere = EyeDesk(self._house, self._messenger)
            return elsewhere, elsewhere
        if choice.kind == "none" or (choice.kind == "photos" and profile is None):
            return NoCamera(), None
        if profile is None:
            preview = Preview(_source(choice, self._phone))
            return preview, preview
        phone = self._phone
        eyes = (lambda: (profile, None)) if choice.kind == "photos" else (lambda: (profile, _source(choice, phone)))
        desk = CameraDesk(self._house, eyes)
        return desk, desk


def _source(choice: CameraChoice, phone: PushedSource | None) -> FrameSource:
    """What the choice looks through, its pictures put right."""
    return turned(phone or open_source(choice.spec), PictureTurn(choice.turn, choice.mirrored))


def check_choice(choice: CameraChoice) -> None:
    """Raise Refused for words that mean no camera."""
    spec = choice.spec.strip()
    if choice.kind == "webcam" and not names_a_webcam(spec):
        raise Refused("bad_webcam", 400, spec=spec)
    if choice.kind == "network" and not names_a_machine(spec):
        raise Refused("bad_address", 400, spec=spec)
    if choice.kind == "files":
        try:
            open_source(spec).close()
        except ValueError as error:
            raise Refused("bad_files", 400, spec=spec, why=str(error)) from error


def choice_of(spec: str, profile: str = "") -> CameraChoice:
    """What ``--camera SPEC`` means."""
    spec, kind = spec.strip(), kind_of(spec)
    if kind == "virtual":
        return CameraChoice("virtual")
    if kind == "none":
        return CameraChoice("photos" if profile else "none", "", profile)
    return CameraChoice(kind, spec, profile)


def _profile(choice: CameraChoice, data_dir: Path) -> Profile | None:
    """The copy to read with.  Raises Refused where it cannot be had."""
    if not choice.profile or choice.kind in ("none", "virtual", "eye"):
        return None
    try:
        return load_profile(choice.profile, data_dir)
    except (ProfileRefused, OSError) as error:
        raise Refused("bad_profile", 409, name=choice.profile, why=str(error)) from error
