"""Which drawings does the companion bring along?  SVG files, written by ``tools/draw_art.py``; see docs/art.md."""
