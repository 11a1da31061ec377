"""From what was examined to what is told of each cell: its chances, or why it cannot be read."""

from __future__ import annotations

from .board import Board
from .chances import BURNT_LIMIT, SURE, believable, named, weights_of
from .judge import judge
from .light import Light
from .looked import CellReading
from .reading import Examined, places_of


def read(seen: Examined, board: Board, light: Light) -> dict[str, CellReading]:
    """Read all cells of one kind together."""
    places = places_of(board, seen.cells)
    glaring = seen.glaring(light)
    verdict = judge(seen.matches, places, light.from_paper, glaring)
    matches, hidden = seen.look_twice(verdict)
    if not light.from_paper:
        hidden[hidden[:, 0] > 0, 1] = 1.0  # under a guessed light no colour is foreign
    if hidden.any():
        verdict = judge(matches, places, light.from_paper, glaring)
    best, evidence = seen.evidence(matches, verdict, hidden[:, 0] > 0)
    weight = weights_of(verdict.cost, believable(evidence), hidden[:, 1])
    sure = weight.max(axis=1) >= SURE
    covered = hidden[:, 0] > seen.cells[0].manner.hidden_limit
    covered |= seen.rim_covered & ~(sure & (seen.bank.drawn[best] > 0.5))
    glare = ~sure & (seen.burnt > BURNT_LIMIT)
    readings = {}
    for number, cell in enumerate(seen.cells):
        if covered[number] or glare[number]:
            readings[cell.id] = CellReading({}, "covered" if covered[number] else "glare")
        else:
            readings[cell.id] = CellReading(named(seen.bank.names, weight[number]))
    return readings
