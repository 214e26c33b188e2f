"""How does this lens bend lines?  A sheet of squares to print, and focal length and k1 from photos of it."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Array, image
from vision.frame import Image
from vision.params_learn import SHEET, SheetParams

ADVICE = {
    "few_photos": "only {count} photos show enough of the sheet: take at least {least}",
    "empty_corner": "the sheet was never seen in every corner of the picture: hold it there too, or go nearer",
    "one_side": "all photos are taken from the same side: tilt the sheet or the camera, to each side in turn",
    "inexact": "the corners are {rms:.1f} px off their places: lay the sheet flat, hold still, use more light",
}
"""What to do better, in words."""


@dataclass(frozen=True, slots=True)
class LensFound:
    """Focal length in picture widths, one radial term, mean error in px, photos used, and advice (code, words)."""

    focal_widths: float
    k1: float
    rms_px: float
    photos: int
    advice: tuple[str, ...]


def sheet_board(params: SheetParams = SHEET) -> cv2.aruco.CharucoBoard:
    """The board that is printed on the sheet."""
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(params.squares, params.square_mm, params.marker_mm, words)


def sheet_picture(params: SheetParams = SHEET) -> Image:
    """The sheet, A4 across, grey, ``dpi`` dots an inch."""
    dots = params.dpi / 25.4
    paper = np.full((round(params.paper_mm[1] * dots), round(params.paper_mm[0] * dots)), 255, np.uint8)
    width, height = (round(count * params.square_mm * dots) for count in params.squares)
    left, top = (paper.shape[1] - width) // 2, (paper.shape[0] - height) // 2
    paper[top : top + height, left : left + width] = sheet_board(params).generateImage((width, height))
    return paper


def sheet_pdf(params: SheetParams = SHEET) -> bytes:
    """The sheet as a PDF of one page, in its true size."""
    paper = sheet_picture(params)
    height, width = paper.shape
    across, down = (side / 25.4 * 72 for side in params.paper_mm)
    dots = zlib.compress(paper.tobytes(), 9)
    draw = f"q {across:.4f} 0 0 {down:.4f} 0 0 cm /Sheet Do Q".encode()
    kind = f"/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8"
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {across:.4f} {down:.4f}] /Contents 5 0 R"
        " /Resources << /XObject << /Sheet 4 0 R >> >> >>".encode(),
        f"<< {kind} /Filter /FlateDecode /Length {len(dots)} >>\nstream\n".encode() + dots + b"\nendstream",
        f"<< /Length {len(draw)} >>\nstream\n".encode() + draw + b"\nendstream",
    ]
    return _with_table(b"%PDF-1.4\n", parts)


def _with_table(pdf: bytes, parts: Sequence[bytes]) -> bytes:
    """The numbered parts of a PDF, and the table that says where each begins."""
    starts = []
    for number, part in enumerate(parts, 1):
        starts.append(len(pdf))
        pdf += f"{number} 0 obj\n".encode() + part + b"\nendobj\n"
    rows = "".join(f"{start:010d} 00000 n \n" for start in starts)
    table = f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{rows}"
    end = f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{len(pdf)}\n%%EOF\n"
    return pdf + (table + end).encode()


def seen_corners(bgr: Image, params: SheetParams = SHEET) -> tuple[Array, Array] | None:
    """Corners of the sheet's squares: on it, mm (N, 3), and in the picture (N, 2); None where too few are seen."""
    grey = image(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY))
    board = sheet_board(params)
    px, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if ids is None or len(ids) < params.least_corners:
        return None
    return np.asarray(board.getChessboardCorners())[ids.ravel()], np.asarray(px, np.float32).reshape(-1, 2)


def find_lens(photos: Sequence[Image], params: SheetParams = SHEET) -> LensFound | None:
    """The lens that took all these photos of one size; None where fewer than two show enough of the sheet."""
    seen = [found for found in (seen_corners(photo, params) for photo in photos) if found is not None]
    if len(seen) < 2:
        return None
    height, width = photos[0].shape[:2]
    start = np.array([[0.85 * width, 0, (width - 1) / 2], [0, 0.85 * width, (height - 1) / 2], [0, 0, 1]])
    only_k1 = cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST
    one_focal = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_PRINCIPAL_POINT
    rms, camera, bend, turns, _ = cv2.calibrateCamera(
        [mm for mm, _ in seen], [px for _, px in seen], (width, height), start, np.zeros(5), flags=only_k1 | one_focal
    )
    advice = _advice(seen, (width, height), rms, turns, params)
    return LensFound(float(camera[0, 0]) / width, float(bend.ravel()[0]), float(rms), len(seen), advice)


def _advice(
    seen: Sequence[tuple[Array, Array]],
    size_px: tuple[int, int],
    rms: float,
    turns: Sequence[Array],
    params: SheetParams,
) -> tuple[str, ...]:
    everywhere = np.concatenate([px for _, px in seen]) / np.array(size_px)
    outer = [np.abs(everywhere - corner).max(1).min() for corner in ((0, 0), (1, 0), (1, 1), (0, 1))]
    normals = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    spread = float(np.linalg.norm(np.ptp(normals[:, :2], axis=0)))
    wrong = {
        "few_photos": len(seen) < params.least_photos,
        "empty_corner": max(outer) > params.corner_share,
        "one_side": spread < params.least_spread,
        "inexact": rms > params.most_rms_px,
    }
    facts = {"count": len(seen), "least": params.least_photos, "rms": rms}
    return tuple(ADVICE[code].format(**facts) for code, is_so in wrong.items() if is_so)
