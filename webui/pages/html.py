"""The pages: thin HTML that loads one module each; everything shown comes from the API."""

import gzip
from functools import lru_cache
from http import HTTPStatus

from flask import Blueprint, current_app, redirect, render_template, request
from werkzeug.wrappers import Response

from companion.words import mark
from webui.http.parts import has_part
from webui.locales.words import language, page_languages, page_words, say_for_request
from webui.pages.assets import Assets
from webui.pages.bundles import bundle_names, needed
from webui.rights.device import house, settings

blueprint = Blueprint("pages", __name__)
_PACKED = 6
_SCRIPT_OF = {"istanbul": "js/play/base_game.js", "dice": "js/play/dice_game/dice_game.js"}
"""The script by which each game is shown; a page asks for it once it knows which game is played."""


@blueprint.get("/")
def phone() -> Response:
    """A player's phone."""
    return page("phone", mark("Your seat"))


@blueprint.get("/table")
@blueprint.get("/watch")
def table() -> Response:
    """The table screen; for everybody who only watches as well."""
    return page("table", mark("The table"))


@blueprint.get("/new")
@blueprint.get("/host")
def new() -> Response:
    """The host's page: a new game."""
    return page("new", mark("A new game"))


@blueprint.get("/setup")
def wizard() -> Response:
    """The first evening, step by step; to be gone through again whenever something shall be changed."""
    return page("wizard", mark("Set up the evening"))


@blueprint.get("/learn")
def learn() -> Response:
    """The host's page: the copies of the game the camera knows, and one more."""
    return page("learn", mark("Copies of the game"))


@blueprint.get("/send")
def send() -> Response:
    """A phone takes a photo of the bare tiles, to be learnt from."""
    return page("send", mark("A photo of your tiles"))


@blueprint.get("/copy")
def dice_copy() -> Response:
    """The host's page: what is printed on the components of a copy of the dice game."""
    return page("dice_copy", mark("Your copy of the game"))


@blueprint.get("/tools")
@blueprint.get("/layout")
@blueprint.get("/roll")
def tools() -> Response:
    """Layouts and dice."""
    return page("tools", mark("Layouts and dice"))


@blueprint.get("/camera")
def eye() -> Response:
    """A phone that is the camera."""
    return page("eye", mark("This phone is the camera"))


@blueprint.get("/ca")
def ca() -> Response:
    """How a phone comes to trust this computer."""
    return page("ca", mark("A secure connection"))


@blueprint.get("/reach")
def reach() -> Response:
    """A phone measures its line to this computer."""
    return page("reach", mark("The line to the table"))


@blueprint.get("/guide")
def guide() -> Response:
    """What each place, card, tile and token does."""
    return page("guide", mark("Guide"))


@blueprint.get("/evening")
def evening() -> Response:
    """How the game went, in pictures, and what can be taken home."""
    return page("evening", mark("How it went"))


@blueprint.get("/start")
def start() -> Response:
    """Where the computer's own browser begins: the running game's table, else the set-up."""
    at_first = "/new" if settings().shared else "/setup"
    return redirect(request.script_root + ("/table" if house().session else at_first))


@blueprint.get("/favicon.ico")
def favicon() -> Response:
    """Browsers ask for it whatever the page says."""
    return redirect("/art/icon.svg")


def nowhere() -> Response:
    """What a browser shows at an address that leads to no page: the way to one that does."""
    assets = current_app.extensions["assets"]
    where = {"root": request.script_root, "static": assets.folder("static"), "art": assets.folder("art")}
    text = render_template("nowhere.html", say=say_for_request(), language=language(), **where)
    return Response(text, HTTPStatus.NOT_FOUND, {"Vary": "Accept, Accept-Language, Cookie"}, mimetype="text/html")


def page(name: str, title: str) -> Response:
    """The page with all its words, packed for those who can unpack it."""
    say, lang = say_for_request(), language()
    assets = current_app.extensions["assets"]
    session = house().session if has_part("house") else None
    game = session.game.name if session else ""
    text = render_template(
        f"{name}.html",
        page=name,
        title=say(title),
        say=say,
        language=lang,
        game=game,
        languages=page_languages(),
        words=page_words(lang),
        path=request.path,
        root=request.script_root,
        static=assets.folder("static"),
        art=assets.folder("art"),
        scripts=_scripts(assets, name, game, request.args.get("scripts") == "plain"),
    )
    response = Response(text, mimetype="text/html")
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(gzip.compress(text.encode(), _PACKED, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def _scripts(assets: Assets, page: str, game: str, plain: bool) -> list[str]:
    """The scripts a page needs, so that it need not find them one by one; the one that begins is the last."""
    if plain:
        return needed(f"js/pages/{page}.js", assets.text)
    names = _bundles(assets, page, assets.folder("static"))
    imported, begins = list(names)[:2]
    return [imported, *(name for name, script in names.items() if script == _SCRIPT_OF.get(game)), begins]


@lru_cache(maxsize=64)
def _bundles(assets: Assets, page: str, version: str) -> dict[str, str]:
    """The bundles of a page; looked up once for each version of the files."""
    return bundle_names(page, assets.text)
