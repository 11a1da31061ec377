"""Cards around a table: a seat with a code to scan, a name to stand up, the wiring of a house."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.kit.ink import (
    BLACK,
    CUT,
    Disc,
    Drawn,
    Fill,
    InkLine,
    InkPose,
    InkText,
    Shape,
    box,
    laid,
    sign,
)
from calibration.kit.sheets import KitPart, KitPiece
from calibration.kit.tokens import ink_of

from ..parts import GROUND, POWER, Pin
from .pdf import width_of

SEAT_MM = (85.0, 54.0)
CODE_MM = 42.0
SEAT_TEXT_MM = SEAT_MM[0] - CODE_MM - 9.0
"""The room for a few lines beside the code."""
PLACE_MM = (90.0, 45.0)
PITCH_MM = 5.6


def code(text: str, side: float) -> Drawn:
    """Return a code to scan, as dark squares."""
    import segno

    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    each = side / (len(rows) + 4)
    return tuple(
        Fill((box((x + 2) * each, (y + 2) * each, run * each, each + 0.01),), BLACK)
        for y, row in enumerate(rows)
        for x, run in _runs(row)
    )


def _runs(row: Sequence[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and found and sum(found[-1]) == x:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        elif dark:
            found.append((x, 1))
    return found


def seat_cards(titles: Sequence[str], says: Sequence[str], address: str, large: float) -> KitPart:
    """Print one card for each of *titles*, with a few lines beside the code to scan, where phones
    can reach the house."""
    return KitPart("seats", tuple(_seat(title, says, address, large) for title in titles))


def _seat(title: str, lines: Sequence[str], address: str, large: float) -> KitPiece:
    width, height = SEAT_MM
    side = CODE_MM
    drawn: list[Shape] = [Fill((box(0, 0, width, height),), "#ffffff", CUT)]
    drawn += laid(code(address, side), InkPose(width - side - 2, 2)) if address else ()
    drawn.append(InkText((5, 12), title, 6 * large, bold=True))
    drawn += (InkText((5, 20 + 4 * n * large), line, 2.8 * large) for n, line in enumerate(lines))
    drawn += sign("ankh", (10, height - 14), 9, ink="#7a5c12")
    fitting = min(3.0 * large, (width - 10) / max(1.0, width_of(address, 1.0)))
    drawn.append(InkText((5, height - 4), address, fitting, BLACK))
    return KitPiece(width, height, tuple(drawn))


def place_cards(people: Sequence[tuple[str, str]], size: float) -> KitPart:
    """Print names on both sides of standing cards; with the colour if it is known."""
    return KitPart("places", tuple(_place(name, colour, size) for name, colour in people))


def _place(name: str, colour: str, size: float) -> KitPiece:
    width, height = PLACE_MM
    side: list[Shape] = [InkText((width / 2, height / 2 + 3), name, size, BLACK, "middle", True)]
    if colour:
        side.append(Fill((box(0, height - 6, width, 6),), ink_of(colour)))
    drawn = (
        Fill((box(0, 0, width, 2 * height),), "#ffffff", CUT),
        *laid(side, InkPose(width, height, degrees=180)),
        *laid(side, InkPose(0, height)),
        InkLine(((0, height), (width, height)), "#555555", 0.2, dashed=True),
    )
    return KitPiece(width, 2 * height, drawn)


def wiring_card(pins: Sequence[Pin], others: Sequence[str], large: float) -> KitPart:
    """Print the header as it looks from above, with what is wired to each pin in this house."""
    width, pitch = 186.0, PITCH_MM * large
    height = 20 * pitch + 12 + 5 * large * (len(others) + 1)
    middle = width / 2
    drawn: list[Shape] = [Fill((box(0, 0, width, height),), "#ffffff", CUT)]
    drawn.append(Fill((box(middle - 9, 3, 18, 20 * pitch + 4),), "#2b2118"))
    for pin in pins:
        drawn += _pin(pin, middle, 8 + pin.row * pitch, large)
    top = 20 * pitch + 14
    drawn += (InkText((6, top + 5 * large * n), text, 3.2 * large) for n, text in enumerate(others))
    return KitPart("wiring", (KitPiece(width, height, tuple(drawn)),), fixed=True)


def _pin(pin: Pin, middle: float, y: float, large: float) -> list[Shape]:
    way = -1 if pin.on_the_left else 1
    x, anchor = middle + way * 4.2, "end" if way < 0 else "start"
    ground = {GROUND: "#8a8a8a", POWER[0]: "#c98f1d", POWER[1]: "#b3402a"}.get(pin.name, "#f6ecd6")
    named = f"{pin.name} ({pin.place})"
    drawn: list[Shape] = [
        Disc((x, y), (1.9, 1.9), "#2c6e76" if pin.part else ground),
        InkText((middle + way * 12, y + 1), named, 2.7 * large, "#555555", anchor),
    ]
    if pin.part:
        at = (middle + way * (38 if large == 1 else 46), y + 1)
        drawn.append(InkText(at, pin.part, 3.0 * large, BLACK, anchor, True))
    return drawn
