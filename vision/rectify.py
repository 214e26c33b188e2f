"""How does the board, or one tile, look from straight above?"""

import cv2
import numpy as np

from vision.arrays import Array, image, looked_up
from vision.frame import Image
from vision.params_layout import TILE_MM
from vision.pose import Pose


def rectify_tile(bgr: Image, pose: Pose, cell: int, px_per_mm: float = 4.0, margin_mm: float = 0.0) -> Image:
    """One tile (cell 0..15) seen straight, its own top at the top: BGR uint8 of (63 + 2 margin, 90 + 2 margin) mm."""
    corners = pose.tiles[cell].corners_mm
    right, down = (corners[1] - corners[0]) / TILE_MM[0], (corners[3] - corners[0]) / TILE_MM[1]
    size = [round((side + 2 * margin_mm) * px_per_mm) for side in TILE_MM]
    x, y = np.meshgrid(*((np.arange(n) + 0.5) / px_per_mm - margin_mm for n in size))
    board = corners[0] + x[..., None] * right + y[..., None] * down
    return sample(bgr, pose, board)


def sample(bgr: Image, pose: Pose, board_mm: Array) -> Image:
    """Colours at board points (rows, columns, 2) in mm, as a picture of that shape; where small, averaged."""
    px: Array = pose.project_plane(board_mm.reshape(-1, 2)).reshape(board_mm.shape).astype(np.float32)
    step = np.linalg.norm(px[1:, 1:] - px[:-1, :-1], axis=2).mean() / np.sqrt(2)
    if step > 1.5:
        bgr = image(cv2.GaussianBlur(bgr, (0, 0), 0.4 * float(step)))
    return image(looked_up(bgr, px, cv2.BORDER_CONSTANT))
