"""The dig: six layers in a tray, treasure and hazards uncovered card by card with a shovel."""

from __future__ import annotations

from companion.core.game import Game

from .answering import answer, hears
from .asking import questions
from .box import Box, load_box
from .correcting import corrections
from .events import DigEvent
from .evolving import evolve
from .house import HouseRules
from .laying import forgets, looked
from .misfitting import misfit
from .moves import DigMove
from .reader import reads, shown_by, visible
from .rules import broken, concerns, decide, legal_moves, opening, private_to
from .scoring import is_over, score
from .telling import cells_of, describe, tell
from .view import cues, turn, view

GAME = Game(
    name="dig",
    moves=DigMove,
    events=DigEvent,
    box_type=Box,
    house_rules=HouseRules,
    load_box=load_box,
    opening=opening,
    legal_moves=legal_moves,
    decide=decide,
    corrections=corrections,
    evolve=evolve,
    questions=questions,
    answer=answer,
    hears=hears,
    visible=visible,
    shown_by=shown_by,
    misfit=misfit,
    cues=cues,
    score=score,
    view=view,
    tell=tell,
    describe=describe,
    cells_of=cells_of,
    is_over=is_over,
    broken=broken,
    private_to=private_to,
    turn=turn,
    concerns=concerns,
    looked=looked,
    reads=reads,
    forgets=forgets,
)
