"""``bazaar layout``, ``roll``, ``play`` and ``replay``: the game at the command line."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import click
import msgspec

from companion.errors import BadNotation, BadRecord, RuleViolation
from companion.istanbul.layouts import rating as layout_rating
from companion.istanbul.layouts.boards import BOARDS, in_rows, random_layout
from companion.istanbul.layouts.codes import layout_code, parse_layout_code, seed_code
from companion.istanbul.layouts.rating import Rating, rate_layout
from companion.session.record import Replayed, read_record, write_record
from webui.cli.output import fail, json_line, say
from webui.cli.whole_game import KITS, play_whole_game, random_choice

GAMES = {name: kit.game for name, kit in KITS.items()}
MOST_SEED = 2**32
KINDS = ("random", "short", "long", "order", "first")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")
SEED = click.option("--seed", type=click.IntRange(min=0), help="The same number gives the same again.")
COUNT = click.option("--count", default=1, show_default=True, type=click.IntRange(min=1), help="How many.")

# ------------------------------------------------------------------------- layout


@click.command()
@click.option("--kind", type=click.Choice(KINDS), default="random", show_default=True, help="Random or printed.")
@click.option("--board", type=click.Choice(list(BOARDS)), default="base", show_default=True, help="Which tiles.")
@click.option("--no-restrictions", is_flag=True, help="Anything goes: Fountain anywhere, 8 and 9 side by side.")
@click.option("--code", help="Lay out a share code.")
@click.option("--rate", is_flag=True, help="Say whether its ways are short or long, and why.")
@click.option(
    "--games", default=layout_rating.GAMES, show_default=True, type=click.IntRange(min=0), help="Games played to rate."
)
@SEED
@COUNT
@AS_JSON
def layout(
    kind: str,
    board: str,
    no_restrictions: bool,
    code: str | None,
    rate: bool,
    games: int,
    seed: int | None,
    count: int,
    as_json: bool,
) -> None:
    """Lay out the places: printed or random, for the base game and its expansions."""
    if rate and board != "base":
        fail("Only layouts of the base game can be rated: the actions of the expansions are not played here.")
    found = [_from_code(code)] if code else _layouts(kind, board, not no_restrictions, seed, count)
    for line, places in found:
        rating = _rate(places, games) if rate else None
        if as_json:
            json_line(line | ({} if rating is None else {"rating": rating}))
        else:
            _show_layout(line, rating)


def _layouts(
    kind: str, board: str, restrictions: bool, seed: int | None, count: int
) -> Iterator[tuple[dict[str, Any], tuple[int, ...]]]:
    printed = BOARDS[board].printed
    if kind != "random" and kind not in printed:
        known = ", ".join(name for name in KINDS if name in printed) or "none"
        fail(f"There is no printed layout {kind!r} for the board {board!r} (known: {known}). Use --kind random.")
    first = SystemRandom().randrange(MOST_SEED) if seed is None else seed
    for number in range(count):
        if kind == "random":
            places = random_layout(Random(first + number), board, restrictions)
            yield _line(kind, first + number, board, places, restrictions), places
        else:
            yield _line(kind, None, board, printed[kind], True), printed[kind]


def _from_code(code: str) -> tuple[dict[str, Any], tuple[int, ...]]:
    try:
        board, places = parse_layout_code(code)
    except BadNotation:
        fail(f"{code!r} is not a share code of a layout: a character is wrong or missing.")
    return {"kind": "code", "seed": None, "board": board, "layout": in_rows(places, board), "code": code}, places


def _line(kind: str, seed: int | None, board: str, places: tuple[int, ...], restrictions: bool) -> dict[str, Any]:
    if board == "base":
        code: str | None = layout_code(places)
    else:
        code = None if seed is None else seed_code(board, seed, restrictions)
    return {"kind": kind, "seed": seed, "board": board, "layout": in_rows(places, board), "code": code}


def _rate(places: tuple[int, ...], games: int) -> Rating:
    if games and sys.stderr.isatty():
        say(f"Playing {games} games …")
    return rate_layout(places, games)


def _show_layout(line: dict[str, Any], rating: Rating | None) -> None:
    click.echo(f"{line['kind']}, seed {line['seed']}, code {line['code']}")
    for row in line["layout"]:
        click.echo(" ".join(f"{place:2d}" for place in row))
    if rating is not None:
        click.echo(f"{rating.length}: working places {rating.mean_steps} steps apart on average", nl=not rating.games)
        if rating.games:
            click.echo(f", {rating.mean_rounds} rounds in {rating.games} games")
    click.echo()


# ------------------------------------------------------------------------- roll


@click.command()
@click.option("--for", "purpose", type=click.Choice(["governor", "smuggler", "neutral"]), help="Who is moved.")
@SEED
@COUNT
@AS_JSON
def roll(purpose: str | None, seed: int | None, count: int, as_json: bool) -> None:
    """Roll two dice; the total is the place where Governor, Smuggler or a neutral merchant goes."""
    rng = SystemRandom() if seed is None else Random(seed)
    for _ in range(count):
        dice = [rng.randint(1, 6), rng.randint(1, 6)]
        if as_json:
            json_line({"for": purpose, "dice": dice, "place": sum(dice)})
        else:
            click.echo(f"{dice[0]} + {dice[1]} = {sum(dice)}")


# ------------------------------------------------------------------------- play, replay


@click.command()
@click.option("--game", "name", type=click.Choice(list(KITS)), default="istanbul", show_default=True)
@click.option("--players", default=3, show_default=True, type=click.IntRange(2, 5), help="How many play.")
@click.option("--cards", type=click.Choice(["app", "real"]), default="app", show_default=True, help="Whose cards.")
@click.option("--policy", type=click.Choice(["sensible", "random"]), default="sensible", show_default=True)
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="A table option, e.g. layout=random.")
@SEED
@AS_JSON
def play(
    name: str, players: int, cards: str, policy: str, settings: tuple[str, ...], seed: int | None, as_json: bool
) -> None:
    """Play a whole legal game and print its record (JSON lines either way)."""
    kit = KITS[name]
    rng = SystemRandom() if seed is None else Random(seed)
    try:
        setup = kit.set_up(players, {"cards": cards} | _settings(settings), rng)
        chooser = kit.choose if policy == "sensible" else random_choice(kit.game)
        table = kit.table(setup, rng) if kit.table else None
        entries, state = play_whole_game(kit.game, setup, chooser, rng, table)
    except msgspec.ValidationError as error:
        raise click.BadParameter(str(error), param_hint="--set") from error
    except RuleViolation as refusal:
        fail(f"This game cannot be set up: {refusal}")
    for line in write_record(kit.game, setup, entries, state):
        click.echo(line)


def _settings(settings: tuple[str, ...]) -> dict[str, Any]:
    words = dict(setting.partition("=")[::2] for setting in settings)
    return {key: {"on": True, "off": False}.get(word, word) for key, word in words.items()}


@click.command()
@click.argument("record", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--at", type=click.IntRange(min=0), help="Stop after so many entries.")
@AS_JSON
def replay(record: Path, at: int | None, as_json: bool) -> None:
    """The state after a record; one that breaks a rule is refused, naming the entry and the rule."""
    try:
        replayed = read_record(GAMES, _lines(record), at)
    except BadRecord as error:
        fail(f"{record}: this record cannot be replayed: {error}")
    if as_json:
        json_line(_replayed(replayed))
    else:
        click.echo(KITS[replayed.game.name].position(replayed.state))


def _lines(record: Path) -> list[str]:
    try:
        with click.open_file(str(record), encoding="utf-8") as file:
            return list(file)
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{record}: the record cannot be read: {error}")


def _replayed(replayed: Replayed) -> dict[str, Any]:
    kit, state = KITS[replayed.game.name], replayed.state
    return {
        "game": replayed.game.name,
        "entries": replayed.log.version,
        "over": replayed.game.is_over(state),
        "to_act": replayed.game.seat_to_act(state),
        "position": kit.position(state),
        "ranking": kit.standings(state),
        "state": state,
    }
