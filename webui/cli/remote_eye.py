"""``bazaar eye``: the camera's computer reads the table, and a server elsewhere follows the game."""

import signal
import socket
import time
from pathlib import Path
from typing import Any

import click

from calibration.store import ProfileRefused, load_profile, profile_names
from companion.data_dir import data_dir
from companion.session.faults import OutOfReach
from vision.profile import Profile
from vision.sources.base import FrameSource
from vision.sources.choose import SPECS, open_source
from vision.sources.turned import PictureTurn, turned
from webui.camera.virtual_eyes import virtual_profile
from webui.camera.webcams import likeliest
from webui.cli.eye import DATA_DIR
from webui.cli.output import fail, say
from webui.cli.qr_codes import qr_text
from webui.eyes.counterpart import OwnKey, Refusal, TableServer, Unreachable
from webui.eyes.link import Address, BadAddress, read_address, read_link
from webui.eyes.own_keys import OwnKeys
from webui.eyes.remote_eye import RemoteEye
from webui.http.logs import begin_logging

_QR_S, _QR_PAUSE_S = 180.0, 0.1
WHERE = "on the table page, Menu, Seats, An eye at the table"
Options = dict[str, Any]


@click.command()
@click.option(
    "--server", default="", help="Where people open the tables: https://club.example; or the table's own address."
)
@click.option("--table", default="", help="The code on the table's card; not for a companion with one table.")
@click.option(
    "--code", default="", help=f"Lets this eye in, once ({WHERE}). Without it, show the QR code to the camera."
)
@click.option("--camera", default="", help=f"{SPECS} [the likeliest webcam].")
@click.option("--profile", default="", help="The copy on the table, as learnt here [the only one there is].")
@click.option("--turn", type=click.Choice(["0", "90", "180", "270"]), default="0", help="Turn pictures clockwise.")
@click.option("--mirrored", is_flag=True, help="The camera mirrors its pictures.")
@click.option("--name", default=socket.gethostname(), help="What the host reads of this eye [the computer's name].")
@click.option("--authority", type=click.Path(exists=True), help="A certificate to trust: the server's /ca.crt.")
@click.option("--verbose", is_flag=True, help="Say on the terminal what goes on inside.")
@DATA_DIR
def eye(**options: Any) -> None:
    """Read the table here, for a server elsewhere.

    The camera hangs on this computer, and this copy of the game is learnt here (bazaar learn). What is read in the
    pictures goes to the server as numbers; no picture leaves this computer. The first time, the host of the table lets
    the eye in with a code; later runs need none.

    \b
    bazaar eye --server https://club.example --table K7QPM --code 8PX4RT
    bazaar eye --server https://club.example --table K7QPM
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    begin_logging(options["verbose"], "text")
    folder = data_dir(options["folder"])
    try:
        _look(options, folder)
    except KeyboardInterrupt:
        say("This eye looks no more.")
    except Unreachable as error:
        fail(str(error))


def _look(options: Options, folder: Path) -> None:
    address = _address(options)
    spec = options["camera"] or likeliest()
    if not spec:
        fail(f"no camera is found here: plug one in, or name one with --camera ({SPECS})")
    profile = _profile(options["profile"], spec, folder)
    try:
        source = turned(open_source(spec), PictureTurn(int(options["turn"]), options["mirrored"]))
    except ValueError as error:
        fail(f"--camera {spec}: {error}")
    try:
        keys = OwnKeys(folder)
        code = options["code"]
        if not code and (address is None or keys.of(address) is None):
            address, code = _shown(source, address, keys)
        assert address is not None
        server = TableServer(address, options["authority"])
        _run(RemoteEye(server, _key(server, code, options["name"], keys), say), (profile, source), (keys, address))
    finally:
        source.close()


def _run(looking: RemoteEye, eyes: tuple[Profile, FrameSource], known: tuple[OwnKeys, Address]) -> None:
    keys, address = known
    try:
        looking.start(*eyes)
        say(f"Looking for {address.root}. Ctrl-C ends this eye.")
        while (why := looking.wait(0.5)) is None:
            continue
        fail(why)
    except Refusal as error:
        if error.code == "eye_unknown":
            keys.forget(address)
        fail(str(error))
    finally:
        looking.stop()


def _address(options: Options) -> Address | None:
    """Where the table is; None where the QR code is to tell."""
    if not options["server"]:
        if options["table"] or options["code"]:
            raise click.UsageError("--table and --code need --server: the address that people open")
        return None
    try:
        return read_address(options["server"], options["table"])
    except BadAddress as error:
        raise click.UsageError(str(error)) from error


def _profile(name: str, spec: str, folder: Path) -> Profile:
    if spec == "virtual" and not name:
        return virtual_profile(folder)
    names = profile_names(folder)
    if not name and len(names) != 1:
        many = f"name the one on the table with --profile: {', '.join(names)}"
        fail(many if names else "no copy of the game is learnt here: bazaar learn PHOTO --layout order --profile NAME")
    try:
        return load_profile(name or names[0], folder)
    except (ProfileRefused, OSError) as error:
        fail(f"the copy {name or names[0]} cannot be read ({error}); known here: {', '.join(names) or 'none'}")


def _key(server: TableServer, code: str, name: str, keys: OwnKeys) -> OwnKey:
    """What this eye signs with: by a code, or as kept."""
    known = keys.of(server.address)
    if known is not None and not code:
        return known
    try:
        key = server.come_in(code.strip(), name)
        keys.keep(server.address, key)
    except Refusal as error:
        fail(f"{error} ({WHERE})")
    except OutOfReach as error:
        fail(f"the key of this eye cannot be kept: {error.facts.get('why', error)}")
    return key


def _shown(source: FrameSource, address: Address | None, keys: OwnKeys) -> tuple[Address, str]:
    """Address and code of the QR code that is held before the camera."""
    if address is None and len(known := keys.tables()) == 1:
        return read_address(known[0]), ""
    say(f"Hold the QR code ({WHERE}) before this camera, or end this and add --server, --table and --code.")
    until_s = time.monotonic() + _QR_S
    while time.monotonic() < until_s:
        frame = source.next()
        found = read_link(qr_text(frame.bgr)) if frame is not None else None
        if found is not None:
            return address or found[0], found[1]
        time.sleep(_QR_PAUSE_S)
    fail(f"no QR code of a table was seen. Take the code in letters instead ({WHERE}): --server, --table, --code.")
