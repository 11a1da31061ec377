"""The hieroglyph wall: cards drop into slots, equal animals make pairs, scarabs open sarcophagi."""

from __future__ import annotations

from companion.core.game import Game

from .answering import answer, hears
from .asking import questions
from .box import Box, load_box
from .correcting import corrections
from .events import WallEvent
from .evolving import evolve
from .house import HouseRules
from .moves import WallMove
from .reader import misfit, shown_by, visible
from .rules import broken, decide, legal_moves, opening, private_to
from .scoring import is_over, score
from .view import cells_of, cues, describe, tell, turn, view

GAME = Game(
    name="wall",
    moves=WallMove,
    events=WallEvent,
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
)
