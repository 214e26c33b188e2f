"""A learnt net answers several threads at once as it answers one after the other."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.nets import Net

SIZES = (64, 96, 128, 160)


@pytest.mark.long
def test_threads_that_ask_at_once_get_their_own_answers() -> None:
    net = Net("vision.tokens", "tokens.onnx")
    rng = np.random.default_rng(7)
    asked = [rng.normal(size=(9, size, size)).astype(np.float32) for size in SIZES * 6]
    alone = [net.answer(one) for one in asked]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(net.answer, asked))
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))
