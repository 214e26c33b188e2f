"""How does the host take everything along?  A backup to download, and one to bring back; also while a game goes on."""

from datetime import UTC, datetime
from tempfile import TemporaryFile

from flask import Blueprint, Response, jsonify, request, send_file

from webui.http.errors import Refused
from webui.http.trust import is_loopback
from webui.keepsakes.backup import write_backup
from webui.keepsakes.restore import restore
from webui.rights.device import house, need_host, settings

blueprint = Blueprint("moving", __name__, url_prefix="/api")


@blueprint.get("/backup")
def backup() -> Response:
    """Everything worth keeping, in one file; for the computer's own browser alone, as every hand is in it."""
    need_host()
    if not is_loopback():
        raise Refused("only_here", 403)
    file = TemporaryFile()  # noqa: SIM115 - closed once it has been sent
    write_backup(house().data_dir, file)
    file.seek(0)
    name = f"bazaar-{datetime.now(UTC):%Y-%m-%d}.zip"
    return send_file(file, "application/zip", as_attachment=True, download_name=name)


@blueprint.post("/restore")
def bring_back() -> Response:
    """Add what a backup holds to what is here; the newest game of it is opened where none is running."""
    need_host()
    request.max_content_length = settings().restore_max_bytes
    with TemporaryFile() as file:
        while piece := request.stream.read(1 << 16):
            file.write(piece)
        file.seek(0)
        done = restore(house().data_dir, file, lambda: house().game_id, house().access.lock)
    if house().session is None:
        house().open_newest()
    house().changed()
    return jsonify({"added": list(done.added), "known": list(done.known)})
