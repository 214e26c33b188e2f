"""Which tokens stand on the tiles?  ``read_tokens`` in ``vision/tokens/read.py`` is the way in."""
