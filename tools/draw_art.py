"""Which files make up our own art?  Writes every SVG into companion/art; ``--sheet FILE.html`` also makes a contact sheet."""

# One shape a line reads best here, however long.
# ruff: noqa: E501
# fmt: off

import sys
from pathlib import Path

from art_cards import CARDS, back
from art_dice import dice_drawings, dice_halls
from art_pen import document
from art_signs import GOODS, STICKERS, die, extension, icon, lira, mail, mosque, ruby, token, wheelbarrow
from art_tiles import tile

ART = Path(__file__).resolve().parent.parent / "companion" / "art"
TOKENS = ("merchant", "assistant", "family", "governor", "smuggler")


def drawings() -> dict[str, str]:
    """Text of every file by its name without the ending."""
    things = {"lira": lira, "ruby": ruby, "wheelbarrow": wheelbarrow, "extension": extension, "mail": mail}
    signs = {f"thing-{name}": draw() for name, draw in things.items()}
    signs |= {f"good-{name}": draw() for name, draw in GOODS.items()} | {f"token-{kind}": token(kind) for kind in TOKENS}
    signs |= {f"sticker-{kind}": draw() for kind, draw in STICKERS.items()} | {f"die-{n}": die(n) for n in range(1, 7)}
    signs |= {f"mosque-{good}": mosque(good) for good in "RGYB"} | {"card-back": back(), "icon": icon()}
    signs |= {f"card-{kind}": draw() for kind, draw in CARDS.items()}
    files = {name: document(name, body) for name, body in (signs | dice_drawings()).items()}
    files |= {name: document(name, body, 90, 56) for name, body in dice_halls().items()}
    return files | {f"place-{p:02d}": document(f"place-{p:02d}", tile(p), 90, 63) for p in range(1, 17)}


def sheet(files: dict[str, str]) -> str:
    """A page showing every drawing on light and on dark."""
    def cell(name: str) -> str:
        width = 270 if name.startswith(("place", "hall")) else 92
        return f'<figure style="width:{width}px">{files[name]}<figcaption>{name}</figcaption></figure>'

    style = "body{margin:0;font:11px sans-serif}section{display:flex;flex-wrap:wrap;gap:8px;padding:10px;color:#c8342b}figure{margin:0}figcaption{color:#888}.d{background:#1d1a26}"
    signs = "".join(cell(n) for n in files if not n.startswith("place"))
    places = "".join(cell(n) for n in files if n.startswith("place"))
    return f'<meta charset="utf-8"><style>{style}</style><section>{signs}</section><section class="d">{signs}</section><section>{places}</section>'


def main() -> None:
    files = drawings()
    ART.mkdir(exist_ok=True)
    for name, text in files.items():
        (ART / f"{name}.svg").write_text(text, encoding="utf-8")
    if "--sheet" in sys.argv:
        Path(sys.argv[sys.argv.index("--sheet") + 1]).write_text(sheet(files), encoding="utf-8")
    print(f"{len(files)} files, {sum(len(t) for t in files.values()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
