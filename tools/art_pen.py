"""How is a stroke of our own art written down?  Small helpers that return pieces of SVG text.

Only a subset of SVG is used, so that ``vision/painted/svg.py`` can paint it too: path (M L H V C Q Z,
 also as steps), circle, ellipse, rect, g; fill, stroke, stroke-width, opacity; translate, scale, rotate.
"""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

import math
import re
from collections.abc import Iterable

Points = Iterable[tuple[float, float]]

INK = "#2b2238"
PAPER = "#fbf3e1"
CREAM = "#f3e2bd"
SAND = "#e6c78f"
RED = "#cf3a30"
GREEN = "#3f9142"
YELLOW = "#f2b92c"
BLUE = "#2f6fc9"
GOLD = "#e8b23f"
BRONZE = "#b8742f"
WOOD = "#a5693a"
DARKWOOD = "#6b3f26"
TEAL = "#2b8c8a"
PURPLE = "#6b3b91"
STONE = "#c9bfae"
WHITE = "#ffffff"
GOOD_COLOR = {"R": RED, "G": GREEN, "Y": YELLOW, "B": BLUE}

DIGITS = {
    "0": "M.3 0 C.7 0 .7 1 .3 1 C-.1 1 -.1 0 .3 0 Z",
    "1": "M.1 .25 L.36 0 L.36 1",
    "2": "M.03 .26 C.03 -.1 .58 -.08 .57 .28 C.56 .52 .2 .72 .02 1 L.6 1",
    "3": "M.04 .1 C.26 -.1 .58 0 .55 .25 C.53 .42 .36 .48 .22 .48 C.42 .48 .6 .55 .6 .75 C.6 1.06 .14 1.08 0 .86",
    "4": "M.46 1 L.46 0 L0 .7 L.64 .7",
    "5": "M.55 0 L.11 0 L.06 .44 C.3 .28 .6 .42 .6 .7 C.6 1.06 .14 1.08 0 .86",
    "6": "M.5 .02 C.2 .14 0 .44 0 .7 C0 1.1 .6 1.1 .6 .7 C.6 .34 .1 .34 .02 .66",
    "7": "M0 0 L.6 0 L.2 1",
    "8": "M.3 0 C.64 0 .64 .46 .3 .46 C-.04 .46 -.04 0 .3 0 M.3 .46 C.7 .46 .7 1 .3 1 C-.1 1 -.1 .46 .3 .46",
    "9": "M.1 .98 C.4 .86 .6 .56 .6 .3 C.6 -.1 0 -.1 0 .3 C0 .66 .5 .66 .58 .34",
    "+": "M0 .55 L.6 .55 M.3 .25 L.3 .85",
    "-": "M.06 .55 L.54 .55",
    "/": "M.5 0 L.1 1",
    "<": "M.55 .2 L.05 .55 L.55 .9",
    ">": "M.05 .2 L.55 .55 L.05 .9",
    "x": "M.06 .36 L.54 .94 M.54 .36 L.06 .94",
    "?": "M.04 .22 C.06 -.1 .6 -.08 .58 .26 C.56 .48 .3 .46 .3 .72 M.3 .98 L.3 1",
    "=": "M.04 .4 L.56 .4 M.04 .72 L.56 .72",
}


def num(value: float) -> str:
    """Shortest text of a coordinate."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def attributes(fill: str | None, stroke: str | None, width: float, opacity: float) -> str:
    parts = [f' fill="{fill}"' if fill else ' fill="none"']
    if stroke:
        parts.append(f' stroke="{stroke}" stroke-width="{num(width)}"')
    if opacity < 1:
        parts.append(f' opacity="{opacity:g}"')
    return "".join(parts)


def path(d: str, fill: str | None = None, stroke: str | None = None, width: float = 2.0, opacity: float = 1.0, hollow: bool = False) -> str:
    rule = ' fill-rule="evenodd"' if hollow else ""
    return f'<path d="{d}"{attributes(fill, stroke, width, opacity)}{rule}/>'


def poly(points: Points, fill: str | None, stroke: str | None = None, width: float = 2.0, opacity: float = 1.0) -> str:
    d = "M" + " L".join(f"{num(x)} {num(y)}" for x, y in points) + " Z"
    return path(d, fill, stroke, width, opacity)


def circle(
    x: float, y: float, r: float, fill: str | None, stroke: str | None = None, width: float = 2.0, opacity: float = 1.0
) -> str:
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}"{attributes(fill, stroke, width, opacity)}/>'


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str | None, stroke: str | None = None, width: float = 2.0,
    opacity: float = 1.0,
) -> str:
    where = f'cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}"'
    return f"<ellipse {where}{attributes(fill, stroke, width, opacity)}/>"


def rect(
    x: float, y: float, w: float, h: float, fill: str | None, stroke: str | None = None, width: float = 2.0,
    r: float = 0.0, opacity: float = 1.0,
) -> str:
    if not r:
        return poly([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill, stroke, width, opacity)
    where = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"' + (f' rx="{num(r)}"' if r else "")
    return f"<rect {where}{attributes(fill, stroke, width, opacity)}/>"


def line(points: Points, stroke: str, width: float = 2.0, opacity: float = 1.0) -> str:
    d = "M" + " L".join(f"{num(x)} {num(y)}" for x, y in points)
    return path(d, None, stroke, width, opacity)


def group(body: str, x: float = 0.0, y: float = 0.0, scale: float = 1.0, turn_deg: float = 0.0) -> str:
    """``body`` moved to (x, y), then scaled, then turned."""
    moves = [f"translate({num(x)} {num(y)})"] if x or y else []
    moves += [f"scale({scale:g})"] if scale != 1 else []
    moves += [f"rotate({num(turn_deg)})"] if turn_deg else []
    return f'<g transform="{" ".join(moves)}">{body}</g>' if moves else body


def star(x: float, y: float, r: float, points: int, inner: float, fill: str | None, **more: float | str) -> str:
    """A star with ``points`` tips; ``inner`` is the inner radius as a share of ``r``."""
    corners = []
    for i in range(2 * points):
        a = math.pi * i / points - math.pi / 2
        rr = r if i % 2 == 0 else r * inner
        corners.append((x + rr * math.cos(a), y + rr * math.sin(a)))
    stroke = more.get("stroke")
    return poly(corners, fill, str(stroke) if stroke else None, float(more.get("width", 2.0)))


def dots(points: Points, color: str, width: float) -> str:
    """Round dots as one path of lines without length."""
    return path("".join(f"M{num(x)} {num(y)} L{num(x)} {num(y)}" for x, y in points), None, color, width)


def number(text: str, x: float, y: float, height: float, color: str, width: float) -> str:
    """Digits and signs as round strokes, centred on (x, y)."""
    return path(digits(text, x, y, height), None, color, width)


def digits(text: str, x: float, y: float, height: float) -> str:
    """Path text of digits and signs, centred on (x, y)."""
    advance = (0.86 if len(text) < 4 else 0.78) * height
    left = x - (len(text) * advance - 0.26 * height) / 2
    pieces = []
    for i, sign in enumerate(text):
        if sign == " ":
            continue
        pieces.append(placed(DIGITS[sign], left + i * advance, y - height / 2, height))
    return "".join(pieces)


def placed(d: str, x: float, y: float, scale: float) -> str:
    """Path text of the unit box moved and scaled, numbers written short."""
    out = []
    for command, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", d):
        values = [float(v) for v in rest.replace(",", " ").split()]
        moved = [num((x if i % 2 == 0 else y) + v * scale) for i, v in enumerate(values)]
        out.append(command + " ".join(moved))
    return "".join(out)


def relative(d: str) -> str:
    """The same path with steps instead of positions; every subpath begins with an absolute M."""
    x = y = 0.0
    letter, start = "", (x, y)
    out: list[str] = []
    for command, rest in re.findall(r"([MLCQZ])([^MLCQZ]*)", d):
        if command == "Z":
            out.append("z")
            letter = "z"
            x, y = start
            continue
        values = [round(float(v), 1) for v in rest.split()]
        steps = values if command == "M" else [v - (x if i % 2 == 0 else y) for i, v in enumerate(values)]
        text = step_text(command, [num(v) for v in steps])
        again = bool(out) and text[0] in "lc" and letter == text[0]
        out.append((text[1:] if text[1] == "-" else " " + text[1:]) if again else text)
        letter = text[0]
        x, y = values[-2:]
        if command == "M":
            start = (x, y)
    return "".join(out)


def step_text(command: str, numbers: list[str]) -> str:
    """Numbers with only the blanks they need; straight steps along an axis as h and v."""
    if command == "L" and "0" in numbers:
        command, numbers = ("h", numbers[:1]) if numbers[1] == "0" else ("v", numbers[1:])
    text = ""
    for n in numbers:
        n = re.sub(r"^(-?)0\.", r"\1.", n)
        text += n if not text or n.startswith("-") else " " + n
    return (command if command == "M" else command.lower()) + text


STROKE = ' stroke="#323"'
ELEMENT = re.compile(r"<(path|rect|circle|ellipse|polygon)( (?:(?! fill=).)*)( fill=[^>]*)/>")


def join_equals(body: str) -> str:
    """Neighbours painted alike are written once: paths as one path, others in one group."""
    out, at = "", 0
    while found := ELEMENT.search(body, at):
        out += body[at : found.start()]
        run = [found]
        while (after := ELEMENT.match(body, run[-1].end())) and after[3] == found[3]:
            run.append(after)
        at = run[-1].end()
        out += joined(run)
    return out + body[at:]


def joined(run: list[re.Match[str]]) -> str:
    style = run[0][3]
    if len(run) == 1 or "opacity" in style or "evenodd" in style:
        return "".join(found[0] for found in run)
    if all(found[1] == "path" for found in run):
        return f'<path d="{"".join(found[2][4:-1] for found in run)}"{style}/>'
    return f"<g{style}>" + "".join(f"<{found[1]}{found[2]}/>" for found in run) + "</g>"


OUTLINED = re.compile(r'<(?:path|rect|circle|ellipse) [^>]* stroke="#323"/>')


def share_outline(body: str) -> str:
    """Neighbours with the usual outline get it from one group around them."""
    out, at = "", 0
    while found := OUTLINED.search(body, at):
        out += body[at : found.start()]
        run = [found]
        while after := OUTLINED.match(body, run[-1].end()):
            run.append(after)
        at = run[-1].end()
        text = "".join(one[0] for one in run)
        out += f'<g stroke="#323">{text.replace(STROKE, "")}</g>' if len(run) > 1 else text
    return out + body[at:]


def short_color(found: re.Match[str]) -> str:
    """Colours in three digits: the nearest of 4096; light ones stay exact, a pink tinge would show."""
    if min(int(found[1][i : i + 2], 16) for i in (0, 2, 4)) > 170:
        return found[0]
    return '"#' + "".join(f"{round(int(found[1][i : i + 2], 16) / 17):x}" for i in (0, 2, 4)) + '"'


def shorten(body: str, width: float) -> str:
    """The same picture in fewer letters."""
    body = re.sub(r' d="([^"]*)"', lambda m: f' d="{relative(m[1])}"', body)
    if width < 1:
        body = re.sub(r' stroke-width="0\.[3-6]5?"', "", body)
    body = re.sub(r'"#([0-9a-f]{6})"', short_color, body.replace(f' stroke-width="{num(width)}"', ""))
    body = join_equals(re.sub(r'="(-?)0\.', r'="\1.', body))
    return share_outline(body.replace(' fill="none"', ""))


def document(name: str, body: str, width: int = 64, height: int = 64) -> str:
    """A whole file; the id lets a page write ``<use href="good-R.svg#good-R">``."""
    stroke = 2.6 if width == 64 else 0.5
    head = f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" viewBox="0 0 {width} {height}"'
    return f'{head} fill="none" stroke-linejoin="round" stroke-linecap="round" stroke-width="{num(stroke)}">{shorten(body, stroke)}</svg>\n'
