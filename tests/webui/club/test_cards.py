"""The cards of the tables on paper, read back: letters as text, QR codes as a phone reads them."""

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pypdfium2
import pytest

from tests.webui.club.conftest import AtTable
from vision.frame import Image
from webui.cli.qr_codes import qr_text
from webui.club.engines import HERE
from webui.club.handouts.cards_pdf import PAPERS, TableCard, cards_pdf
from webui.club.trial import DeviceLine, Trial
from webui.locales.words import LANGUAGES, say_in

CARDS = [
    TableCard(f"Table {number}", f"K7QP{number}", f"{100_000 + number}", f"https://club.example/t/K7QP{number}/")
    for number in range(1, 10)
]
DPI = 150


@contextmanager
def opened(data: bytes) -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument(data)
    yield document
    document.close()


def texts(data: bytes) -> list[str]:
    """What each page says."""
    with opened(data) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def pictures(data: bytes) -> list[Image]:
    """Each page as a printer would show it."""
    with opened(data) as document:
        return [np.ascontiguousarray(page.render(scale=DPI / 72).to_numpy()[:, :, :3]) for page in document]


def codes(picture: Image) -> set[str]:
    """The QR codes of a page, each of its cards looked at by itself as it would be once cut out."""
    found = set()
    high, wide = picture.shape[0] // 4, picture.shape[1] // 2
    for row in range(4):
        for column in range(2):
            card = picture[row * high : (row + 1) * high, column * wide : (column + 1) * wide]
            found.add(qr_text(card))
    return found - {""}


def test_nine_tables_make_two_pages_and_every_code_leads_to_its_table() -> None:
    pages = pictures(cards_pdf("Club night", CARDS, str))
    assert [codes(page) for page in pages] == [{one.address for one in CARDS[:8]}, {CARDS[8].address}]


def test_each_card_says_name_code_pin_and_address() -> None:
    first, _ = texts(cards_pdf("Club night", CARDS, str))
    for card in CARDS[:8]:
        for told in (card.name, card.code, card.pin, card.address.removeprefix("https://")):
            assert told in first
    assert first.count("Club night") == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_speak_the_organisers_language(language: str) -> None:
    say = say_in(language)
    (page,) = texts(
        cards_pdf("Настольный клуб «Ёж»", [TableCard("Стол 12", "K7QPM", "123456", "https://x/t/K7QPM/")], say)
    )
    assert "Стол 12" in page and "«Ёж»" in page
    assert say("PIN of the host") in page and say("Code of the table") in page


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_lies_outside_the_paper_and_cut_marks_do_not_cross_a_card(paper: str) -> None:
    long = TableCard(
        "The long table by the window of the old winter garden, upstairs", "K7QPM", "123456", "https://a" + "b" * 70
    )
    with opened(cards_pdf("C" * 60, [long] * 8, str, paper)) as document:
        page = document[0]
        wide, high = page.get_size()
        assert (round(wide * 25.4 / 72, 1), round(high * 25.4 / 72, 1)) == PAPERS[paper]
        for one in page.get_objects():
            left, bottom, right, top = one.get_bounds()
            assert left >= 0 and bottom >= 0 and right <= wide and top <= high
        text = page.get_textpage()
        middle = wide / 2
        boxes = [text.get_rect(number) for number in range(text.count_rects())]
        assert boxes and not [box for box in boxes if box[0] < middle < box[2]], "no line runs into the next card"


def test_no_tables_make_one_empty_page() -> None:
    assert [page.strip() for page in texts(cards_pdf("Club night", [], str))] == [""]


def test_only_the_organiser_has_the_sheet(club: Trial) -> None:
    one = AtTable(club, 0)
    assert one.stranger().ask("GET", "/club/api/sheet.pdf")[0] == 403
    cookies = "; ".join(f"{name}={value}" for name, value in club.organiser().cookies.items())
    asked = urllib.request.Request(
        f"http://{HERE}:{club.servers[0].port}/club/api/sheet.pdf?table={one.code}",
        headers={"Cookie": cookies, "Accept-Language": "ru"},
    )
    with urllib.request.urlopen(asked) as answer:
        assert answer.headers.get_content_type() == "application/pdf"
        data = answer.read()
    (page,) = texts(data)
    assert one.code in page and one.pin in page and say_in("ru")("PIN of the host") in page
    assert codes(pictures(data)[0]) == {f"http://{HERE}:{club.servers[0].port}/t/{one.code}/"}


@pytest.mark.parametrize(("asked", "status"), [("paper=a0", 400), ("table=NOSUCH", 404)])
def test_a_sheet_that_cannot_be_is_told_so(club: Trial, asked: str, status: int) -> None:
    line = DeviceLine(club.servers[0].port, club.organiser().cookies)
    assert line.ask("GET", f"/club/api/sheet.pdf?{asked}")[0] == status
