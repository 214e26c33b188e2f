"""``bazaar serve``: the companion. Table screen, phones, camera."""

import logging
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click
import qrcode

from calibration.store import ProfileRefused, load_profile, profile_names
from companion.data_dir import data_dir
from companion.sync.params import LIVE
from vision.profile import Profile
from vision.sources.base import FrameSource
from vision.sources.choose import open_source
from webui.addresses import addresses
from webui.camera_desk import CameraDesk
from webui.cameras import webcams
from webui.cli.https import certifier
from webui.cli.output import fail, say
from webui.house import House
from webui.serve import Running, run
from webui.settings import Settings
from webui.virtual_eyes import virtual_desk

Eyes = Callable[[], tuple[Profile, FrameSource | None]]


@click.command()
@click.option("--host", default=Settings().host, show_default=True, help="Address to listen on.")
@click.option("--port", default=Settings().port, show_default=True, help="Port to listen on; 0 takes a free one.")
@click.option("--camera", help="virtual, none, a number, /dev/videoN, rtsp://…, http://…, a video, a folder.")
@click.option("--profile", help="The copy of the game, as learnt with bazaar learn.")
@click.option("--data-dir", "folder", type=click.Path(path_type=Path), help="Where games and profiles lie.")
@click.option("--https", is_flag=True, help="Serve phones over HTTPS, for their camera, screen and app: see /ca.")
@click.option("--no-browser", is_flag=True, help="Do not open the table page.")
@click.option("--verbose", is_flag=True, help="Say on the terminal what the server does.")
def serve(
    host: str,
    port: int,
    camera: str | None,
    profile: str | None,
    folder: Path | None,
    https: bool,
    no_browser: bool,
    verbose: bool,
) -> None:
    """Run the companion until Ctrl-C."""
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    place = data_dir(folder)
    house = House(place)
    desk = _desk(house, camera, profile, place)
    if desk is not None:
        house.desk = desk
    try:
        certify = certifier(place) if https else None
        run(house, Settings(host=host, port=port), lambda running: _ready(running, desk, no_browser), certify)
    except OSError as error:
        fail(f"port {port} cannot be used ({error.strerror}); another program may have it: try --port {port + 1}")
    finally:
        if desk is not None:
            desk.stop()


def _desk(house: House, camera: str | None, profile: str | None, place: Path) -> CameraDesk | None:
    """The desk for a camera; None where nothing shall be looked at, not even photos."""
    spec = camera or _found_camera()
    if spec == "none" and profile is None and not profile_names(place):
        return None
    if spec == "virtual":
        return virtual_desk(house, place, LIVE)
    return CameraDesk(house, _real_eyes(spec, profile, place), LIVE)


def _found_camera() -> str:
    cameras = webcams()
    return str(cameras[0][0]) if cameras else "virtual"


def _real_eyes(spec: str, profile: str | None, place: Path) -> Eyes:
    try:
        known = load_profile(_profile_name(profile, place), place)
        source = None if spec == "none" else open_source(spec)
    except (ProfileRefused, ValueError, OSError) as error:
        fail(str(error))
    return lambda: (known, source)


def _profile_name(profile: str | None, place: Path) -> str:
    """The profile asked for, or the only one there is."""
    names = profile_names(place)
    if profile is None and len(names) != 1:
        known = f"known: {', '.join(names)}" if names else "learn your copy first: bazaar learn PHOTO --profile NAME"
        fail(f"which copy of the game lies on the table? Give --profile ({known})")
    return profile or names[0]


def _ready(running: Running, desk: CameraDesk | None, no_browser: bool) -> None:
    if desk is not None:
        desk.start()
    address = f"{'https' if running.settings.secure else 'http'}://{addresses()[0]}:{running.port}"
    host_page = running.host_link()
    say(f"Phones: {address}")
    if running.settings.secure:
        say(f"Phones that warn of the line: http://{addresses()[0]}:{running.settings.plain_port}/ca")
        say(f"Fingerprint of the certificate to trust: {running.fingerprint}")
    say(f"This laptop: {host_page}")
    say(f"PIN of the host, for another device: {running.house.access.pin.number}")
    code = qrcode.QRCode(border=1)
    code.add_data(address)
    code.print_ascii(sys.stderr, invert=True)
    say("Ctrl-C ends it; the game is kept.")
    if not no_browser:
        webbrowser.open(host_page)
