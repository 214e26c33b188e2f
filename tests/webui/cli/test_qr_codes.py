"""A QR code held before a camera is read, whatever it says."""

import cv2
import numpy as np
import pytest
import qrcode

from vision.frame import Image
from webui.cli.qr_codes import qr_text

HARD = "http://127.0.0.1:41705/t/YJPCU/"
"""OpenCV does not find the corners of this one along the rows of a picture."""


def drawn(text: str, side: int) -> Image:
    """The code as our pages draw it, ``side`` pixels a module, in a picture."""
    code = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    modules = np.where(np.array(code.get_matrix()), 0, 255).astype(np.uint8)
    return cv2.cvtColor(np.kron(modules, np.ones((side, side), np.uint8)), cv2.COLOR_GRAY2BGR)


@pytest.mark.parametrize("side", [4, 5, 8])
@pytest.mark.parametrize("text", [HARD, "http://127.0.0.1:41705/t/YJPCV/"])
def test_a_code_is_read_whatever_its_pattern(text: str, side: int) -> None:
    assert qr_text(drawn(text, side)) == text


def test_a_picture_without_a_code_says_nothing() -> None:
    assert qr_text(np.full((240, 320, 3), 128, np.uint8)) == ""
