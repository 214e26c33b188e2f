"""A learnt net answers several threads at once as one after the other, and a view in bands as the whole of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_photo import photo, pose_of, profile_of
from vision.changes.steady import CELL
from vision.nets import Net, folded, unfolded
from vision.readers import table_view
from vision.tokens import net as token_net

SIZES = (64, 96, 128, 160)


@pytest.mark.long
def test_threads_that_ask_at_once_get_their_own_answers() -> None:
    net = Net("vision.tokens", "tokens_stem.onnx")
    rng = np.random.default_rng(7)
    asked = [rng.normal(size=(36, size, size)).astype(np.float32) for size in SIZES * 6]
    alone = [net.answer(one) for one in asked]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(net.answer, asked))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))


def test_pixels_that_are_folded_lie_as_before_when_unfolded() -> None:
    planes = np.arange(3 * 8 * 12, dtype=np.float32).reshape(3, 8, 12)
    blocks = folded(planes, 2)
    assert blocks.shape == (12, 4, 6)
    assert blocks[:4, 0, 0].tolist() == [0, 1, 12, 13], "the four pixels of a block are channels, row by row"
    assert np.array_equal(unfolded(blocks, 2), planes)


def test_a_view_shown_in_bands_is_told_as_the_whole_is(monkeypatch: pytest.MonkeyPatch) -> None:
    view = table_view(photo("dark_tokens")[0], pose_of("dark_tokens"), profile_of("dark_bare"))
    banded = token_net.ask_net(view).told
    monkeypatch.setattr(token_net, "BAND_CELLS", 1000)
    assert np.abs(banded - token_net.ask_net(view).told).max() < 0.01


def test_cells_that_changed_are_told_as_in_the_whole_view() -> None:
    view, box = table_view(photo("dark_tokens")[0], pose_of("dark_tokens"), profile_of("dark_bare")), (30, 34, 40, 45)
    seen = view.seen.copy()
    seen[CELL * box[0] : CELL * box[1], CELL * box[2] : CELL * box[3]] = (0.1, 0.1, 0.9)
    changed = replace(view, seen=seen)
    again, anew = token_net.ask_again(changed, token_net.ask_net(view), [box], [box]), token_net.ask_net(changed)
    assert again.stem is not None and anew.stem is not None
    assert np.abs(again.stem.cells - anew.stem.cells).max() < 0.001
    part = slice(None), *(slice(2 * box[side], 2 * box[side + 1]) for side in (0, 2))
    assert np.abs(again.told[part] - anew.told[part])[:3].max() < 0.5
