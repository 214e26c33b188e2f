"""Layouts and dice for any table, with or without a running game: nothing here touches a game."""

import random
from typing import Literal

import msgspec
from flask import Blueprint, Response, jsonify

from companion.istanbul.layouts.boards import in_rows, layout_problems, printed_layout, random_layout
from companion.istanbul.layouts.codes import layout_code, parse_layout_code
from companion.istanbul.layouts.rating import rate_layout
from companion.istanbul.state import LayoutKind
from webui.http.errors import Refused
from webui.rights.device import body

blueprint = Blueprint("tools", __name__, url_prefix="/api")
_SEEDS = 2**31


class LayoutOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Which layout: by its kind, by a share code, or as it lies (``cells``).

    Without a seed a new one is drawn and told, so that the layout can be found again.
    """

    kind: LayoutKind = "random"
    seed: int | None = None
    restrictions: bool = True
    code: str = ""
    cells: list[int] | None = None


class RollOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Two dice, and for whom."""

    who: Literal["governor", "smuggler", "neutral"] = "governor"


@blueprint.post("/layout")
def layout() -> Response:
    """A layout, row by row, with its share code and how long its ways are."""
    order: LayoutOrder = body(LayoutOrder)
    kind, seed, places = _asked_for(order)
    rating = rate_layout(places, games=0)
    told = {"kind": kind, "seed": seed, "board": "base", "layout": in_rows(places)}
    return jsonify(told | {"code": layout_code(places), "length": rating.length, "mean_steps": rating.mean_steps})


def _asked_for(order: LayoutOrder) -> tuple[str, int | None, tuple[int, ...]]:
    """Kind, seed and places.  Raises RuleViolation and BadNotation."""
    if order.code:
        board, places = parse_layout_code(order.code)
        if board != "base":
            raise Refused("layout_of_an_expansion", 422)
        return "explicit", None, places
    if order.cells is not None:
        wrong = [problem for problem in layout_problems(order.cells) if problem.code == "not_every_place_once"]
        if wrong:
            raise wrong[0]
        return "explicit", None, tuple(order.cells)
    if order.kind not in ("random", "explicit"):
        return order.kind, None, tuple(int(place) for place in printed_layout(order.kind))
    seed = random.SystemRandom().randrange(_SEEDS) if order.seed is None else order.seed
    return order.kind, seed, random_layout(random.Random(seed), restrictions=order.restrictions)


@blueprint.post("/roll")
def roll() -> Response:
    """Two dice and the place they name."""
    order: RollOrder = body(RollOrder)
    dice = [random.SystemRandom().randint(1, 6) for _ in range(2)]
    return jsonify({"for": order.who, "dice": dice, "place": sum(dice)})
