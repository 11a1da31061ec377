"""Small things every box has: round tokens, figures to fold and stand up, cards with a back."""

from __future__ import annotations

from ..art import PAPYRUS
from .ink import (
    CUT,
    FOLD,
    WHITE,
    Disc,
    Drawn,
    Fill,
    InkLine,
    InkPose,
    InkText,
    Point,
    box,
    laid,
    sign,
)
from .sheets import KitPiece

INKS = {
    "red": "#c2352b",
    "blue": "#2c5fb0",
    "yellow": "#e8c02c",
    "green": "#3a9148",
    "purple": "#7a3f8f",
    "orange": "#e07b28",
    "black": "#2b2b2e",
    "white": "#f4f1e8",
    "gold": "#d9a312",
    "silver": "#b9bcc0",
}
PALE = frozenset({"yellow", "white", "gold", "silver"})
FOOT_MM = 9.0
"""How far the foot of a standing figure is folded out."""


def ink_of(colour: str) -> str:
    return INKS.get(colour, "#8a8a8a")


def on(colour: str) -> str:
    """Return a colour that can be read on another."""
    return "#1c1813" if colour in PALE else "#fbf7ec"


def token(side: float, colour: str, emblem: str = "", text: str = "") -> KitPiece:
    """Return a round token with one of our signs or a number on it."""
    half = side / 2
    return KitPiece(side, side, round_face(half, colour, emblem, text))


def round_face(half: float, colour: str, emblem: str = "", text: str = "") -> Drawn:
    ink = on(colour)
    drawn: list[Disc | Fill | InkLine | InkText] = [
        Disc((half, half), (half, half), ink_of(colour), CUT),
        Disc((half, half), (0.88 * half, 0.88 * half), "", ink, 0.25),
    ]
    if emblem:
        drawn += sign(emblem, (half, half), 1.1 * half, ink=ink)
    if text:
        drawn.append(InkText((half, half + 0.32 * half), text, 0.9 * half, ink, "middle", True))
    return tuple(drawn)


def figure(width: float, height: float, colour: str, emblem: str, mark: str = "") -> KitPiece:
    """Return a figure that is folded over its head and stands on two feet:
    the same from both sides."""
    front = _side(width, height, colour, emblem, mark)
    whole = 2 * height + 2 * FOOT_MM
    drawn = (
        Fill((box(0, 0, width, whole),), WHITE, CUT),
        *laid(front, InkPose(width, FOOT_MM + height, degrees=180)),
        *laid(front, InkPose(0, FOOT_MM + height)),
        *(fold((0, y), (width, y)) for y in (FOOT_MM, FOOT_MM + height, FOOT_MM + 2 * height)),
    )
    return KitPiece(width, whole, drawn)


def _side(width: float, height: float, colour: str, emblem: str, mark: str) -> Drawn:
    side = 0.8 * min(width, height)
    drawn: Drawn = (Fill((box(0, 0, width, height),), ink_of(colour)),)
    drawn += sign(emblem, (width / 2, height / 2), side, ink=on(colour))
    if mark:
        drawn += (InkText((width / 2, height - 1.2), mark, 3.0, on(colour), "middle", True),)
    return drawn


def fold(start: Point, end: Point) -> InkLine:
    """A line to fold along."""
    return InkLine((start, end), FOLD, 0.2, dashed=True)


def folded(width: float, height: float, front: Drawn, back: Drawn) -> KitPiece:
    """Return a card with its back beside it: fold along the line, glue,
    and cut out both at once."""
    drawn = (
        *laid(front, InkPose()),
        *laid(back, InkPose(width, 0)),
        Fill((box(0, 0, 2 * width, height),), "", CUT),
        fold((width, 0), (width, height)),
    )
    return KitPiece(2 * width, height, drawn)


def folded_over(width: float, height: float, front: Drawn, back: Drawn) -> KitPiece:
    """A card with its back above it, upside down, to be folded backwards over its upper edge."""
    drawn = (
        *laid(front, InkPose(0, height)),
        *laid(back, InkPose(width, height, degrees=180)),
        Fill((box(0, 0, width, 2 * height),), "", CUT),
        fold((0, height), (width, height)),
    )
    return KitPiece(width, 2 * height, drawn)


def plain_card(width: float, height: float, text: str = "", emblem: str = "ankh") -> Drawn:
    """The face of a card of papyrus with a sign and a line of text."""
    drawn: Drawn = (Fill((box(0, 0, width, height),), PAPYRUS.paper),)
    drawn += sign(emblem, (width / 2, 0.42 * height), 0.6 * min(width, height), PAPYRUS)
    if text:
        drawn += (InkText((width / 2, height - 4), text, 4.5, PAPYRUS.ink, "middle", True),)
    return drawn


def back_of(width: float, height: float, ground: str, ink: str, emblem: str = "eye") -> Drawn:
    """The back of a card: a sign in a frame."""
    frame = Fill((box(2.5, 2.5, width - 5, height - 5),), "", ink, 0.5)
    ground_drawn = Fill((box(0, 0, width, height),), ground)
    side = 0.55 * min(width, 1.5 * height)
    return (ground_drawn, frame, *sign(emblem, (width / 2, height / 2), side, ink=ink))
