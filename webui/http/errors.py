"""How does the server say no?  A status, a stable code, a sentence for people; never a stack trace."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Page

from companion.errors import GameError
from companion.words import Facts, mark
from webui.http.parts import has_part, part
from webui.locales.words import say_for_request


class Refused(GameError):
    """The server will not do this; ``status`` is the HTTP status."""

    def __init__(self, code: str, status: int = 400, **facts: Any) -> None:
        super().__init__(code, **facts)
        self.status = status


REASONS = {
    "not_joined": mark("This phone holds no seat. Scan the code of your seat on the table screen."),
    "not_host": mark(
        "Only the host may do this. The link that the program printed makes somebody the host once; later the PIN "
        "does, under “I am the host” on the first page."
    ),
    "no_game": mark("No game is running. The host starts one on the computer."),
    "foreign_origin": mark("This request comes from another site and was refused."),
    "no_https": mark("The companion runs over plain HTTP. Start it with --https for a certificate."),
    "https_only": mark("The companion runs over HTTPS now. Open the address shown on the table screen."),
    "wrong_host": mark("This address does not belong to the companion. Use the address shown on the table screen."),
    "bad_request": mark("The request could not be read. Reload the page."),
    "not_found": mark("There is nothing here."),
    "code_unknown": mark("This code is not known. Scan or type the one on the table screen now."),
    "code_used": mark("This code was used by another phone. Ask the host for a new code if it was not you."),
    "host_link_used": mark(
        "This link makes somebody the host once, and it was used. If you are the host, open the first page of the "
        "companion, choose “I am the host”, and type the PIN that the host's screen shows."
    ),
    "code_expired": mark("This code is too old. Scan or type the fresh one on the table screen."),
    "seat_taken": mark("Another phone already plays this seat. Ask the host for a take-over code."),
    "bazaar_locked": mark("The game has begun and the bazaar is locked. Ask the host to open this seat."),
    "nobody_waits": mark("Nobody waits there any more."),
    "signed_out_already": mark("That device is signed out already."),
    "pin_wrong": mark("This is not the PIN. The screen of the computer shows it."),
    "pin_wait": mark("Too many wrong PINs. Try again in {seconds} seconds."),
    "not_the_camera": mark("This phone is not the camera. Offer it first, and let the host accept it."),
    "other_camera": mark("Another camera is in use now. The host can choose the phone again."),
    "app_plays_it": mark("The app plays this seat. Let a person play it first."),
    "no_such_seat": mark("There is no such seat in this game."),
    "only_here": mark("This works only on the computer that runs the companion."),
    "too_many_tries": mark("Too many tries. Wait a minute, then try again."),
    "too_many_streams": mark("Too many screens are open. Close one you do not need."),
    "too_busy": mark("This device asks for more than the computer can answer. Wait a moment."),
    "too_slow": mark("The request came in too slowly and was given up. Try again."),
    "not_kept": mark(
        "The computer could not write this down ({why}), so nothing was changed. Free some space there and try again."
    ),
    "half_restored": mark(
        "The disk takes nothing any more ({why}). A part of the backup is here already: bring it back once more when "
        "there is room, and the rest is added."
    ),
    "not_opened": mark("The saved game cannot be opened now: {why}."),
    "nothing_to_recover": mark("There is nothing sound left in this file."),
    "bad_backup": mark("This is no whole backup of the companion: {why}. Nothing was changed."),
    "not_a_stream": mark("This address is for pages that listen for changes."),
    "too_large": mark("The picture is too large. Take it again with a lower resolution."),
    "heic": mark(
        "This photo is in Apple's HEIC format. Choose 'Most Compatible' in the phone's camera settings, send a JPEG, "
        "or install pillow-heif on the laptop."
    ),
    "not_a_picture": mark("This is not a picture the companion can read. Use JPEG, PNG or WebP."),
    "too_many_pixels": mark("The picture has too many pixels. Take it again with a lower resolution."),
    "too_few_pixels": mark("Nothing can be seen on so small or narrow a picture. Take a photo of the whole table."),
    "no_camera": mark("No camera is in use. Tap your moves on the phone, or ask the host to switch a camera on."),
    "nothing_to_undo": mark(
        "There is nothing of yours to take back here: dice or cards were shown, or somebody else "
        "has played since. The host can still undo it."
    ),
    "nothing_to_redo": mark("There is nothing to bring back."),
    "copy_in_use": mark("This copy is being played with. End that game first."),
    "icons_unknown": mark("The icons of these dice are not learnt yet. Take the photo of the six icons first."),
    "icons_not_seen": mark(
        "{seen} dice of one size were seen; six are needed. Lay them apart in a row, on a darker "
        "ground, and take the photo from above."
    ),
    "dice_unsure": mark(
        "{read} of {due} dice could be read for sure. Lay them apart on a darker ground and take the "
        "photo from above, or tap what they show."
    ),
    "no_dice_due": mark("No dice are due now."),
    "no_such_kind": mark("This game cannot be played here: {game}"),
    "bad_setup": mark("The game cannot be started like this: {why}"),
    "no_virtual_table": mark("There is no virtual table here: a real camera is in use."),
    "not_yours_to_say": mark("Dice, cards and corrections come from the table, not from a player's phone."),
    "still_playing": mark("The record holds every card, so it can be had only when the game is over."),
    "bad_webcam": mark("There is no webcam “{spec}”. Choose one of those found."),
    "no_such_address": mark("This computer has no address {address} now. Choose one of those shown."),
    "bad_address": mark("“{spec}” names no camera. Write the address like http://192.168.1.20:8080/video"),
    "bad_files": mark("There is no file or folder “{spec}”."),
    "bad_profile": mark("The copy “{name}” cannot be read any more. Learn it again."),
    "no_profile": mark("There is no copy “{name}”."),
    "bad_name": mark("“{name}” is no name. Use letters, digits, spaces, dots and dashes."),
    "name_taken": mark("There is a copy “{name}” already. Choose another name."),
    "no_picture": mark("The camera gives no picture yet. Is it plugged in, and not used by another program?"),
    "nothing_learnt": mark("No tiles have been found yet. Take a photo, or set the corners by hand."),
    "crossed_corners": mark("The corners must go round the tiles in order: top left, top right, then the lower two."),
    "not_every_place": mark("Each number from 1 to 16 must be there once."),
    "lesson_over": mark("This link has been used up. Scan the code on the computer again."),
    "no_wood_seen": mark(
        "No tokens were seen clearly. Set them up as at the start of a game, all tiles in the picture."
    ),
    "tiles_not_found": mark("The tiles are not found in this picture. {why}"),
    "no_picture_yet": mark("Take a picture first, then point at the discs in it."),
    "nothing_pointed_at": mark("Nothing was pointed at for this colour."),
    "layout_not_seen": mark("Not all sixteen tiles are seen just now. Take hands away, or lay the tiles by the plan."),
    "bad_layout_code": mark("“{text}” is no code of a layout. It has ten letters and digits."),
    "layout_of_an_expansion": mark("This code is for a larger board. Here sixteen places are played."),
    "nothing_recorded": mark("No pictures of this game were kept."),
    "table_moved": mark("This table moves to another server of the club. Nothing is lost; try again in a few seconds."),
    "not_of_a_table": mark("In a club this is set for all tables at once, not at one of them."),
    "draining": mark("This server is being renewed and hands its tables on. Nothing is lost; try again."),
    "no_such_table": mark("There is no such table here now. Look at the code on your sheet."),
    "too_many_tables": mark("A club has {most} tables at most. Close some first."),
    "not_organiser": mark("Only the organiser of the club may do this. Sign in first."),
    "ticket_unknown": mark("This way to the table was used up or is too old. Tap once more on the board."),
    "too_many_photos": mark("Too many photos of the club wait to be read. Try again in a minute, or tap your moves."),
    "ladder_closed": mark("The organiser shows this club's ladder to nobody else."),
    "bad_day": mark("“{day}” is no day. Write it like 2026-03-31."),
    "bad_password": mark("This is not the organiser's password."),
    "club_away": mark(
        "The club's database does not answer just now. What was accepted is safe; the table is back as soon as it does."
    ),
    "eye_code": mark("This code lets no eye in: it is mistyped, used or too old. Take the one on the table page now."),
    "eye_unknown": mark("The table does not know this eye any more. Let it in anew with a code from the table page."),
    "eye_greet": mark("The table has another server now. The eye greets it anew by itself."),
    "eye_replaced": mark("Another eye has been started for this table, and the newest one looks. This one may end."),
    "eye_format": mark(
        "Eye and server speak differently (format {theirs} and {ours}). Install the same version on both."
    ),
    "bad_look": mark("This is no look at a table ({why}). Nothing was changed."),
    "eye_too_fast": mark("Looks come in faster than anybody can follow. Wait a second."),
    "no_such_eye": mark("The table knows no such eye."),
    "photos_at_the_eye": mark("Photos cannot be read here: the copy of the game is known at the eye's computer only."),
    "internal": mark("Something went wrong on the computer. The game is safe; try again."),
}


def words_for(error: GameError, app: Flask) -> str:
    """The sentence for an error in the reader's language."""
    say = say_for_request()
    if error.code in REASONS:
        return say(REASONS[error.code]).format_map(Facts(error.facts))
    if not has_part("house"):
        unknown = REASONS["internal"]
        return say(unknown)
    text: str = part("house").words_for(error, say)
    return text


def register(app: Flask, nowhere: Callable[[], Page]) -> None:
    """Answer every error as JSON with code, message, facts, version; a browser that is lost is shown ``nowhere``."""

    @app.errorhandler(GameError)
    def refused(error: GameError) -> tuple[Response, int]:
        return _answer(app, error), error.status

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> tuple[Response, int] | Page | HTTPException:
        if not request.path.startswith("/api"):
            lost = error.code == HTTPStatus.NOT_FOUND and "text/html" in request.headers.get("Accept", "")
            return nowhere() if lost else error
        status = error.code or 500
        return _answer(app, Refused(_CODES.get(status, "bad_request"), status)), status

    @app.errorhandler(Exception)
    def failed(error: Exception) -> tuple[Response, int]:
        app.logger.exception("request failed: %s", request.path)
        return _answer(app, Refused("internal", 500)), 500


_CODES = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_many_tries", 500: "internal"}


def _answer(app: Flask, error: GameError) -> Response:
    version = part("house").version if has_part("house") else 0
    facts = {key: value for key, value in error.facts.items() if isinstance(value, (str, int, float, list, tuple))}
    body = {"code": error.code, "message": words_for(error, app), "facts": facts, "version": version}
    return jsonify(body)
