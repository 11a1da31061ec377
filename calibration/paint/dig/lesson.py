"""A lesson for a tray: laid layer upon layer, so that every card is shown as deep as it belongs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...boards.dig import BARRICADE, Tray, layer_of
from ...geometry.board import DOWN, EMPTY
from ...read.taught import Taught
from ...teach.edition import teach
from ..scene import Size
from ..studio import Shown
from .studio import DigStudio, tray_scene

STRAIGHT = 1.5
"""The camera of a lesson looks straight down, so that no wall hides a card (degrees)."""
EMPTY_CELLS = 4
"""How many cells show the bare floor."""


def dig_lesson(
    tray: Tray, faces: Sequence[str], size: Size = (1280, 720), seed: int = 1
) -> Iterator[Shown]:
    """Paint the bare tray, then layer upon layer, with a back and a lid on some of them."""
    from_above = replace(tray_scene(seed, size, harshness=0.0), pitch=STRAIGHT)
    studio = DigStudio(tray, from_above)
    names = [cell.id for cell in tray.board.cells]
    yield studio.frame(), dict.fromkeys(names[:: len(names) // EMPTY_CELLS], EMPTY)
    for layer in range(1, tray.layers + 1):
        cards = [face for face in faces if layer_of(face) == layer]
        for start in range(0, len(cards), len(names)):
            some = dict(zip(names, cards[start : start + len(names)], strict=False))
            studio.set({name: cards[n % len(cards)] for n, name in enumerate(names)})
            studio.set(some)
            yield studio.frame(), some
        if layer in (1, (tray.layers + 1) // 2, tray.layers):
            yield from _upon(studio, names)


def _upon(studio: DigStudio, names: list[str]) -> Iterator[Shown]:
    """Show a back and a lid, then take them off again."""
    lying = {name: studio.lying(name) for name in names}
    middle = len(names) // 2
    upon = {names[middle - 1]: DOWN, names[middle]: BARRICADE}
    studio.set(upon)
    yield studio.frame(), upon
    studio.set(lying)


def learn_dig(tray: Tray, faces: Sequence[str], size: Size = (1280, 720)) -> Taught:
    """Teach our own cards, so that a rehearsal can be seen."""
    return teach(tray.board, dig_lesson(tray, faces, size))
