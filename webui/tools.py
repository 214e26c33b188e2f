"""Layouts and dice for any table, with or without a running game: nothing here touches a game."""

import random
from typing import Literal

import msgspec
from flask import Blueprint, Response, jsonify

from companion.istanbul.layouts import in_rows, printed_layout, random_layout
from companion.istanbul.state import LayoutKind
from webui.device import body

blueprint = Blueprint("tools", __name__, url_prefix="/api")
_SEEDS = 2**31


class LayoutOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Which layout; without a seed a new one is drawn and told, so that the layout can be found again."""

    kind: LayoutKind = "random"
    seed: int | None = None
    restrictions: bool = True


class RollOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Two dice, and for whom."""

    who: Literal["governor", "smuggler", "neutral"] = "governor"


@blueprint.post("/layout")
def layout() -> Response:
    """A layout, row by row."""
    order: LayoutOrder = body(LayoutOrder)
    if order.kind not in ("random", "explicit"):
        printed = in_rows(printed_layout(order.kind))
        return jsonify({"kind": order.kind, "seed": None, "board": "base", "layout": printed})
    seed = random.SystemRandom().randrange(_SEEDS) if order.seed is None else order.seed
    places = random_layout(random.Random(seed), restrictions=order.restrictions)
    return jsonify({"kind": order.kind, "seed": seed, "board": "base", "layout": in_rows(places)})


@blueprint.post("/roll")
def roll() -> Response:
    """Two dice and the place they name."""
    order: RollOrder = body(RollOrder)
    dice = [random.SystemRandom().randint(1, 6) for _ in range(2)]
    return jsonify({"for": order.who, "dice": dice, "place": sum(dice)})
