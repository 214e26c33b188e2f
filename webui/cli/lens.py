"""``bazaar lens``: a sheet to print, and how much a lens bends lines, from photos of the sheet."""

from pathlib import Path
from typing import Any

import click

from calibration.lens import LensFound, find_lens, sheet_pdf
from vision.params_learn import SHEET
from webui.cli.eye import read_picture
from webui.cli.output import fail, json_line, say


@click.command()
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@click.option("--sheet", type=click.Path(path_type=Path), help="Write the sheet to print here (a PDF).")
@click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output.")
def lens(photos: tuple[Path, ...], sheet: Path | None, as_json: bool) -> None:
    """Measure a lens with a printed sheet.  Nobody needs it: reading works out the lens by itself."""
    if (sheet is None) == (not photos):
        raise click.UsageError("give photos of the sheet, or --sheet to make it")
    if sheet is not None:
        _write(sheet)
    else:
        _tell(_measured(photos), as_json)


def _write(path: Path) -> None:
    if path.suffix.lower() != ".pdf":
        raise click.BadParameter("the sheet's name must end in .pdf", param_hint="--sheet")
    try:
        path.write_bytes(sheet_pdf())
    except OSError as error:
        fail(f"the sheet cannot be written: {error}")
    say(f"{path}: print it on A4 at 100 % (a square is {SHEET.square_mm:.0f} mm wide) and lay it flat")


def _measured(photos: tuple[Path, ...]) -> LensFound:
    pictures: list[Any] = []
    for path in photos:
        picture = read_picture(path)
        if picture is None:
            fail(f"{path}: this is not a picture I can open (JPEG and PNG work)")
        pictures.append(picture)
    if len({picture.shape for picture in pictures}) > 1:
        fail("the photos have different sizes: take all with the same camera, held the same way, without zoom")
    found = find_lens(pictures)
    if found is None:
        fail("fewer than two photos show enough of the sheet: go nearer, and have the whole sheet in focus")
    return found


def _tell(found: LensFound, as_json: bool) -> None:
    if as_json:
        facts = {"focal_widths": round(found.focal_widths, 4), "k1": round(found.k1, 4)}
        json_line(facts | {"rms_px": round(found.rms_px, 3), "photos": found.photos, "advice": list(found.advice)})
    for words in found.advice:
        say(words)
    say(f"focal length {found.focal_widths:.3f} picture widths, k1 {found.k1:+.3f}, {found.rms_px:.2f} px off")
