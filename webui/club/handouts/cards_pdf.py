"""How do the cards of a club's tables look on paper?  Several to a page, each with its QR, with marks to cut along.

The fonts come with ``font-roboto``: Latin, Greek and Cyrillic letters are in them.
"""

from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from typing import NamedTuple

import qrcode
from fpdf import FPDF

from companion.game import Say

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""
COLUMNS, ROWS = 2, 4
_MARGIN, _INSIDE, _QR, _GAP = 10.0, 5.0, 44.0, 4.0
_MARK, _CROSS = 5.0, 2.0
_FONT = "Roboto"
_SIZES = {"name": (22.0, 9.0), "club": (11.0, 6.0), "address": (9.0, 5.0)}
"""Largest and smallest size of a line, in points; one that does not fit even so is cut off."""
_MM_A_POINT = 25.4 / 72
_DOTS = "…"


class TableCard(NamedTuple):
    """What stands on the card of one table."""

    name: str
    code: str
    pin: str
    address: str


def cards_pdf(club: str, cards: Sequence[TableCard], say: Say, paper: str = "a4") -> bytes:
    """A PDF with the cards, row by row, in the language of ``say``; one empty page where there are none."""
    pdf = _document(club, paper, say)
    for start in range(0, max(1, len(cards)), COLUMNS * ROWS):
        pdf.add_page()
        for place, card in enumerate(cards[start : start + COLUMNS * ROWS]):
            row, column = divmod(place, COLUMNS)
            wide, high = _card_size(pdf)
            _draw(pdf, (_MARGIN + column * wide, _MARGIN + row * high), club, card, say)
        _cut_marks(pdf)
    return bytes(pdf.output())


def _document(club: str, paper: str, say: Say) -> FPDF:
    pdf = FPDF(unit="mm", format=PAPERS[paper])
    pdf.set_auto_page_break(False)
    pdf.set_title(f"{club}: {say('Codes of the tables')}")
    pdf.set_creator("Bazaar Companion")
    folder = files("font_roboto") / "files"
    for style, name in (("", "Regular"), ("B", "Bold")):
        pdf.add_font(_FONT, style, str(folder / f"Roboto-{name}.ttf"))
    return pdf


def _card_size(pdf: FPDF) -> tuple[float, float]:
    return (pdf.w - 2 * _MARGIN) / COLUMNS, (pdf.h - 2 * _MARGIN) / ROWS


def _draw(pdf: FPDF, corner: tuple[float, float], club: str, card: TableCard, say: Say) -> None:
    wide, _ = _card_size(pdf)
    left, top = corner[0] + _INSIDE, corner[1] + _INSIDE
    text, room = left + _QR + _GAP, wide - 2 * _INSIDE - _QR - _GAP
    _qr(pdf, left, top, card.address)
    _line(pdf, (text, top + 1), room, club, "club")
    _line(pdf, (text, top + 8), room, card.name, "name", bold=True)
    _pair(pdf, (text, top + 20), say("Code of the table"), card.code, 20)
    _pair(pdf, (text, top + 33), say("PIN of the host"), card.pin, 14)
    told = card.address.removeprefix("https://").removeprefix("http://")
    _line(pdf, (left, top + _QR + 6), wide - 2 * _INSIDE, told, "address")


def _pair(pdf: FPDF, at: tuple[float, float], label: str, value: str, size: float) -> None:
    """A small label, and below it in large letters what it names."""
    pdf.set_font(_FONT, "", 8)
    pdf.text(at[0], at[1] + 8 * _MM_A_POINT, label)
    pdf.set_font(_FONT, "B", size)
    pdf.text(at[0], at[1] + 3.5 + size * _MM_A_POINT, value)


def _line(pdf: FPDF, at: tuple[float, float], room: float, text: str, kind: str, bold: bool = False) -> None:
    """A line as large as there is room for."""
    size, smallest = _SIZES[kind]
    pdf.set_font(_FONT, "B" if bold else "", size)
    while size > smallest and pdf.get_string_width(text) > room:
        size -= 0.5
        pdf.set_font_size(size)
    whole = text
    while text and pdf.get_string_width(text if text == whole else text + _DOTS) > room:
        text = text[:-1]
    pdf.text(at[0], at[1] + size * _MM_A_POINT, text if text == whole else text + _DOTS)


def _qr(pdf: FPDF, left: float, top: float, text: str) -> None:
    """A QR code as rectangles, one for each run of dark squares: sharp at every size."""
    code = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    rows = code.get_matrix()
    side = _QR / len(rows)
    pdf.set_fill_color(0)
    for y, row in enumerate(rows):
        for start, end in _runs(row):
            pdf.rect(left + start * side, top + y * side, (end - start) * side, side, style="F")


def _runs(row: Sequence[bool]) -> list[tuple[int, int]]:
    """From where to where a row is dark."""
    edges = [x for x in range(len(row) + 1) if (x > 0 and row[x - 1]) != (x < len(row) and row[x])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _cut_marks(pdf: FPDF) -> None:
    """Lines at the edge of the page where a cut begins, and a small cross wherever two cuts meet."""
    wide, high = _card_size(pdf)
    xs = [_MARGIN + column * wide for column in range(COLUMNS + 1)]
    ys = [_MARGIN + row * high for row in range(ROWS + 1)]
    pdf.set_draw_color(120)
    pdf.set_line_width(0.15)
    for x in xs:
        pdf.line(x, _MARGIN - _MARK, x, _MARGIN)
        pdf.line(x, ys[-1], x, ys[-1] + _MARK)
    for y in ys:
        pdf.line(_MARGIN - _MARK, y, _MARGIN, y)
        pdf.line(xs[-1], y, xs[-1] + _MARK, y)
    for x, y in product(xs[1:-1], ys[1:-1]):
        pdf.line(x - _CROSS, y, x + _CROSS, y)
        pdf.line(x, y - _CROSS, x, y + _CROSS)
