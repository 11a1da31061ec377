"""Our own cards to print: the deck of the wall, the curse cards and the pharaoh cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from calibration import art as signs
from calibration.art import PAPYRUS, Art
from calibration.paint.faces import sign_and_gaze
from calibration.paint.flat import BEHIND_MM

from .paper import Draw, box, laid_out, text

Rows = Sequence[Sequence[str]]
"""The faces of one card, rows from the bottom up, each from the left: ``camel_R``."""

PLAIN_MM = (44.0, 63.0)


def card_sheets(
    cards: Sequence[tuple[str, Rows]],
    window_mm: tuple[float, float] = (24.0, 24.0),
    mullion_mm: tuple[float, float] = (3.0, 3.0),
    art: Art = PAPYRUS,
) -> list[str]:
    """Pages of wall cards, each with its name on the rim that the wall's frame hides."""
    if not cards:
        return []
    rows = cards[0][1]
    pitch = (window_mm[0] + mullion_mm[0], window_mm[1] + mullion_mm[1])
    size = (
        len(rows[0]) * pitch[0] - mullion_mm[0] + 2 * BEHIND_MM,
        len(rows) * pitch[1] - mullion_mm[1] + 2 * BEHIND_MM,
    )

    def drawing(name: str, faces: Rows) -> Draw:
        return lambda x, y: _wall_card(name, faces, (x, y), size, window_mm, pitch, art)

    pieces = [drawing(name, faces) for name, faces in cards]
    return laid_out("Cards of the wall", *size, pieces)


def pharaoh_sheets(animals: Sequence[str], art: Art = PAPYRUS) -> list[str]:
    """One card per favourite animal."""
    pieces = [partial(_pharaoh_card, animal, art) for animal in animals]
    return laid_out("Pharaoh cards", *PLAIN_MM, pieces)


def curse_sheets(curses: Sequence[Sequence[str]], art: Art = PAPYRUS) -> list[str]:
    """One card per curse, with the animals that must be found in a line."""
    pieces = [partial(_curse_card, animals, art) for animals in curses]
    return laid_out("Curse cards", *PLAIN_MM, pieces)


def sign(
    name: str, left: float, top: float, side: float, art: Art, looks_left: bool = False
) -> str:
    """A sign in a square of *side* millimetres."""
    scale = side / signs.BOX
    place = f"translate({left:g} {top:g}) scale({scale:g})"
    if looks_left:
        place = f"translate({left + side:g} {top:g}) scale({-scale:g} {scale:g})"
    return (
        f'<g class="{name}" transform="{place}">'
        f'<path d="{signs.silhouette(name)}" fill="{art.pigment(name)}"/>'
        f'<path d="{signs.path(name)}" fill="{art.ink}" fill-rule="evenodd"/></g>'
    )


def _wall_card(
    name: str,
    faces: Rows,
    at: tuple[float, float],
    size: tuple[float, float],
    window: tuple[float, float],
    pitch: tuple[float, float],
    art: Art,
) -> str:
    side = 0.78 * min(window)
    drawn = [box(*at, *size, "card", art.paper)]
    for row, line in enumerate(reversed(faces)):
        for column, label in enumerate(line):
            sign_name, gaze, _ = sign_and_gaze(label)
            left = at[0] + BEHIND_MM + column * pitch[0] + (window[0] - side) / 2
            top = at[1] + BEHIND_MM + row * pitch[1] + (window[1] - side) / 2
            drawn.append(sign(sign_name, left, top, side, art, gaze == "L"))
    drawn.append(text(at[0] + size[0] / 2, at[1] + size[1] - 0.7, name, 1.6, "middle"))
    return "".join(drawn)


def _pharaoh_card(animal: str, art: Art, x: float, y: float) -> str:
    width, height = PLAIN_MM
    return (
        box(x, y, width, height, "card", art.paper)
        + sign("ankh", x + width / 2 - 5, y + 4, 10, art)
        + sign(animal, x + width / 2 - 16, y + 19, 32, art)
        + text(x + width / 2, y + height - 4, "+7", 5, "middle")
    )


def _curse_card(animals: Sequence[str], art: Art, x: float, y: float) -> str:
    width, height = PLAIN_MM
    side = min(17.0, (height - 8) / max(1, len(animals)) - 2)
    return box(x, y, width, height, "card", art.paper) + "".join(
        sign(animal, x + (width - side) / 2, y + 4 + place * (side + 2), side, art)
        for place, animal in enumerate(animals)
    )
