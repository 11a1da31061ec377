"""Drawings of how a kit is made: one for each step, in a box of 56 by 34 millimetres."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt

from .ink import CUT, FOLD, Disc, Drawn, Fill, InkLine, InkText, Point, Shape, box, sign
from .sheets import KitPage

STEP_MM = (56.0, 34.0)
ROW_MM = 12.0
"""How high a sheet is drawn at most where it is shown which lies where."""
PAPER, CARDBOARD, INK, GLUE = "#fbf7ec", "#c9b48c", "#33271c", "#9cc3a4"
BLUE, GOLD = "#2b4a8b", "#d9a312"


def step_drawing(step: str) -> Drawn:
    """What a step looks like; nothing for a step without a drawing."""
    return tuple(_STEPS[step]()) if step in _STEPS else ()


def overview(pages: Sequence[KitPage], wide: float) -> tuple[Drawn, float]:
    """Which sheet of a board lies where, and how high this drawing is."""
    columns = max(ord(page.label[0]) for page in pages) - ord("A") + 1
    rows = max(int(page.label[1:]) for page in pages)
    across = pages[0].across
    each = wide / columns
    high = each * (190 / 261 if across else 261 / 190)
    if high > ROW_MM:
        each, high = each * ROW_MM / high, ROW_MM
    drawn: list[Shape] = []
    for page in pages:
        x = (ord(page.label[0]) - ord("A")) * each
        y = (int(page.label[1:]) - 1) * high
        drawn.append(Fill((box(x, y, each, high),), PAPER, INK, 0.25))
        drawn.append(
            InkText((x + each / 2, y + high / 2 + 0.2), f"{page.number}", 4.2, INK, "middle", True)
        )
        drawn.append(InkText((x + each / 2, y + high / 2 + 4), page.label, 2.8, CUT, "middle"))
    return tuple(drawn), rows * high


def _sheet(x: float, y: float, wide: float, high: float, colour: str = PAPER) -> Fill:
    return Fill((box(x, y, wide, high),), colour, INK, 0.3)


def _slanted(x: float, y: float, wide: float, high: float, colour: str, lean: float = 6.0) -> Fill:
    ring = ((x + lean, y), (x + wide + lean, y), (x + wide, y + high), (x, y + high))
    return Fill((ring,), colour, INK, 0.3)


def _fold(start: Point, end: Point) -> InkLine:
    return InkLine((start, end), FOLD, 0.3, dashed=True)


def _arrow(start: Point, end: Point) -> list[Shape]:
    (x, y), (a, b) = start, end
    long = sqrt((a - x) ** 2 + (b - y) ** 2) or 1.0
    along, aside = ((a - x) / long, (b - y) / long), ((b - y) / long, -(a - x) / long)
    neck = (a - 2.4 * along[0], b - 2.4 * along[1])
    head = (
        (a, b),
        (neck[0] + 1.3 * aside[0], neck[1] + 1.3 * aside[1]),
        (neck[0] - 1.3 * aside[0], neck[1] - 1.3 * aside[1]),
    )
    return [InkLine((start, neck), "#b3261e", 0.5), Fill((head,), "#b3261e")]


def _says(at: Point, text: str, anchor: str = "middle") -> InkText:
    return InkText(at, text, 2.6, INK, anchor)


def _print() -> list[Shape]:
    drawn: list[Shape] = [_sheet(17, 1, 22, 31)]
    drawn += [_sheet(20, 4, 7, 9, BLUE), _sheet(29, 4, 7, 9, BLUE), _sheet(20, 15, 7, 9, GOLD)]
    drawn.append(InkLine(((20, 29), (33, 29)), INK, 0.4))
    drawn += (InkLine(((x, 28), (x, 29)), INK, 0.3) for x in (20, 26.5, 33))
    drawn += [_says((47, 24), "100 mm"), *_arrow((45, 25.5), (34.5, 28.6))]
    return drawn


def _glue() -> list[Shape]:
    return [
        _sheet(4, 5, 22, 18),
        Fill((box(26, 5, 4, 18),), GLUE, INK, 0.3),
        _fold((26, 5), (26, 23)),
        InkText((10, 15), "A1", 5, INK),
        _says((18, 28), "8 mm"),
        _sheet(34, 9, 19, 18, "#f1e6c8"),
        InkText((40, 19), "B1", 5, INK),
        *_arrow((23, 27), (27.5, 24)),
    ]


def _front() -> list[Shape]:
    drawn: list[Shape] = [_sheet(2, 3, 24, 20, "#b09476")]
    drawn += (_sheet(4.5 + n * 7, 6, 5.4, 14, "#ffffff") for n in range(3))
    drawn.append(_sheet(31, 3, 24, 20, CARDBOARD))
    drawn += (_sheet(33.5 + n * 7, 6, 5.4, 14, "#2e2928") for n in range(3))
    for n in range(3):
        drawn += _arrow((7 + n * 7, 27 + n), (36 + n * 7, 21.5))
    drawn += [_says((14, 33), "1"), _says((43, 30), "2")]
    return drawn


def _rails() -> list[Shape]:
    """Seen from above: back, rails, cards between them, front."""
    drawn: list[Shape] = [_sheet(1.5, 6, 53.5, 3, CARDBOARD)]
    drawn += (_sheet(3 + n * 15.5, 9, 4, 5, "#8d7244") for n in range(4))
    drawn += (_sheet(1.5 + n * 15.5, 14, 7, 3, CARDBOARD) for n in range(4))
    drawn += (_sheet(7.3 + n * 15.5, 11, 10.9, 1, BLUE) for n in range(3))
    drawn += [
        InkLine(((7, 19), (7, 22)), INK, 0.2), InkLine(((18.5, 19), (18.5, 22)), INK, 0.2),
        _says((12.7, 22), "70 mm"), *_arrow((28, 27), (28, 12.6)), _says((28, 31), "69.4 mm"),
        _says((45, 4.4), "2 mm"), *_arrow((51.5, 27), (51.5, 12.5)), _says((49, 31), "4 mm"),
    ]  # fmt: skip
    return drawn


def _stand() -> list[Shape]:
    brace = ((22, 4), (26, 4), (42, 30), (22, 30))
    return [
        _sheet(19, 2, 3, 28, CARDBOARD),
        Fill((brace,), "#b09476", INK, 0.3),
        InkLine(((4, 30), (52, 30)), INK, 0.5),
        Fill((box(12, 28, 7, 2),), "#d9c39a", INK, 0.3),
        *_arrow((17, 0.5), (20.4, 3)),
        _says((33, 33.5), "90 mm"),
    ]


def _before() -> list[Shape]:
    drawn: list[Shape] = [_sheet(4, 2, 48, 4, "#b09476"), _sheet(4, 6, 48, 24, "#d9c39a")]
    for n in range(4):
        x = 10 + 12 * n
        drawn += [
            _sheet(x - 2, 7.5, 4, 4, "#b09476"),
            _sheet(x - 4.5, 13, 4, 5, GOLD),
            Disc((x + 2.5, 15.5), (2, 2), BLUE),
        ]
        drawn += (Disc((x + 3.2 * (k - 1), 21), (1.4, 1.4), "#3a9148") for k in range(3))
        drawn.append(_sheet(x - 3, 24, 6, 3, "#e0c48a"))
    return drawn


def _fold_card() -> list[Shape]:
    return [
        _sheet(3, 3, 16, 13, BLUE),
        _sheet(3, 16, 16, 13, PAPER),
        *sign("ibis", (11, 22.5), 10, ink=INK),
        _fold((3, 16), (19, 16)),
        *_arrow((21, 6), (21, 15)),
        _slanted(30, 8, 16, 12, BLUE, 3),
        _sheet(29, 11, 16, 12, PAPER),
        *sign("ibis", (37, 17), 9, ink=INK),
        *_arrow((53, 8), (50, 12)),
    ]


def _fold_tile() -> list[Shape]:
    return [
        _sheet(2, 8, 28, 14, "#ffffff"),
        Disc((9, 15), (7, 7), "#c2352b", CUT, 0.3),
        Disc((23, 15), (7, 7), "#d9b877", CUT, 0.3),
        _fold((16, 8), (16, 22)),
        *_arrow((32, 15), (38, 15)),
        Disc((46, 15), (7, 7), "#c2352b", INK, 0.3),
        _says((9, 28), "1"),
        _says((46, 28), "2"),
    ]


def _fold_triangle() -> list[Shape]:
    top, low = ((4, 17), (22, 17), (13, 2)), ((4, 17), (22, 17), (13, 32))
    done = ((34, 24), (52, 24), (43, 8.4))
    return [
        Fill((top,), "#8d5a2c", CUT, 0.3),
        Fill((low,), "#5b4632", CUT, 0.3),
        _fold((4, 17), (22, 17)),
        *_arrow((25, 26), (25, 12)),
        Fill((done,), "#8d5a2c", INK, 0.3),
        _says((43, 29), "60.0 mm"),
    ]


def _fold_figure() -> list[Shape]:
    return [
        _sheet(6, 1, 9, 31, "#ffffff"),
        _sheet(6, 6, 9, 10.5, BLUE),
        _sheet(6, 16.5, 9, 10.5, BLUE),
        *(_fold((6, y), (15, y)) for y in (6, 16.5, 27)),
        *_arrow((20, 9), (20, 24)),
        _slanted(36, 8, 9, 18, BLUE, 2),
        _slanted(28, 26, 9, 4, "#ffffff", 8),
        _slanted(37, 26, 9, 4, "#ffffff", 8),
    ]


def _prism() -> list[Shape]:
    drawn: list[Shape] = [_sheet(3 + n * 6, 5, 6, 18, "#b09476") for n in range(4)]
    drawn += (_fold((9 + n * 6, 5), (9 + n * 6, 23)) for n in range(4))
    drawn.append(_slanted(27, 6, 3, 16, GLUE, 0))
    drawn += (_slanted(3 + n * 6, 23, 6, 3, GLUE, 0) for n in range(4))
    drawn += _arrow((32, 15), (37, 15))
    side = ((48, 6), (52, 4), (52, 24), (48, 27))
    drawn += [_sheet(41, 6, 7, 21, "#b09476"), Fill((side,), "#8d7244", INK, 0.3)]
    drawn += [Fill((((41, 6), (45, 4), (52, 4), (48, 6)),), "#d9c39a", INK, 0.3)]
    return drawn


def _tent() -> list[Shape]:
    tent = ((32, 26), (44, 26), (38, 8))
    return [
        _sheet(5, 1, 9, 30, GOLD),
        *(_fold((5, y), (14, y)) for y in (10, 19, 28)),
        *(InkLine(((6, y), (13, y)), INK, 0.4) for y in (21, 26)),
        *_arrow((17, 16), (25, 16)),
        Fill((tent,), GOLD, INK, 0.3),
        Fill((((44, 26), (50, 22), (44, 5), (38, 8)),), "#b8860b", INK, 0.3),
        _sheet(31, 29, 12, 1.6, "#c2352b"),
        *_arrow((47, 31.5), (42, 28)),
    ]


def _door() -> list[Shape]:
    return [
        _sheet(4, 3, 11, 27, "#967a5c"),
        *(_fold((4, y), (15, y)) for y in (6, 16.5, 27)),
        *_arrow((18, 16), (24, 16)),
        _slanted(28, 22, 20, 5, "#c9a97a", 4),
        InkLine(((32, 24.4), (48, 24.4)), INK, 0.4),
        _sheet(32, 8, 16, 16, "#967a5c"),
        *_arrow((52, 17), (52, 26)),
    ]


def _top() -> list[Shape]:
    return [
        Disc((14, 16), (8, 8), BLUE, CUT, 0.3),
        *_arrow((24, 16), (31, 12)),
        Fill((box(33, 12, 16, 16),), "#b98e5a", INK, 0.3),
        Disc((41, 28), (8, 2.4), "#b98e5a", INK, 0.3),
        Disc((41, 12), (8, 2.4), BLUE, INK, 0.3),
    ]


def _die() -> list[Shape]:
    drawn: list[Shape] = [_sheet(4 + n * 6, 12, 6, 6) for n in range(4)]
    drawn += [_sheet(10, 6, 6, 6), _sheet(10, 18, 6, 6)]
    drawn += (_slanted(x, y, 6, 2, GLUE, 0) for x in (4, 16, 22) for y in (10, 18))
    drawn += [*_arrow((30, 15), (36, 15)), _sheet(39, 11, 10, 10)]
    drawn.append(Fill((((39, 11), (43, 7), (53, 7), (49, 11)),), "#e7dcc0", INK, 0.3))
    drawn.append(Fill((((49, 11), (53, 7), (53, 17), (49, 21)),), "#d8caa6", INK, 0.3))
    drawn.append(Disc((44, 16), (1.2, 1.2), INK))
    return drawn


def _mount() -> list[Shape]:
    return [
        _slanted(8, 20, 36, 8, CARDBOARD),
        _slanted(8, 10, 36, 8, "#c98a5a"),
        *(InkLine(((17 + n * 9, 10), (11 + n * 9, 18)), INK, 0.2) for n in range(1, 4)),
        *_arrow((28, 2), (28, 9)),
        _says((50, 30), "1.5 mm"),
    ]


def _tray() -> list[Shape]:
    """A section: the plan, foam board with its cells, cards in one of them, the floor."""
    drawn: list[Shape] = [_sheet(4, 26, 48, 2, "#3c3026")]
    drawn += (_sheet(4 + n * 13.5, 12, 5.5, 14, "#efe9dc") for n in range(4))
    drawn += (_sheet(4 + n * 13.5, 10, 5.5, 2, "#dcc59a") for n in range(4))
    drawn += (_sheet(10.5, 23.4 - n * 2.1, 6, 1.8, "#c98a5a") for n in range(6))
    drawn += [_says((27, 7), "46.4 mm"), *_arrow((27, 8), (27, 14)), _says((42.5, 20), "10 mm")]
    return drawn


def _trap() -> list[Shape]:
    basin = ((16, 14), (40, 14), (35, 27), (21, 27))
    drawn: list[Shape] = [
        InkLine(((2, 28), (54, 28)), INK, 0.5),
        Fill((basin,), "#b98e5a", INK, 0.4),
        *(
            Disc((x, 12.5), (r, r), colour, INK, 0.2)
            for x, r, colour in (
                (20.5, 3, "#c2352b"), (26.5, 2.4, "#2c5fb0"),
                (31, 1.8, "#e8c02c"), (35.5, 2.2, "#3a9148"),
            )
        ),
        InkLine(((12, 3), (46, 10.5)), "#6d5430", 1.2),
        Disc((46, 10.5), (1.6, 1.6), BLUE, INK, 0.2),
        _says((28, 32.5), "15 cm"),
    ]  # fmt: skip
    return drawn


_STEPS: Mapping[str, Callable[[], list[Shape]]] = {
    "print": _print,
    "glue": _glue,
    "front": _front,
    "rails": _rails,
    "stand": _stand,
    "before": _before,
    "trap": _trap,
    "tray": _tray,
    "mount": _mount,
    "fold_card": _fold_card,
    "fold_tile": _fold_tile,
    "fold_triangle": _fold_triangle,
    "fold_figure": _fold_figure,
    "prism": _prism,
    "tent": _tent,
    "door": _door,
    "top": _top,
    "die": _die,
}
