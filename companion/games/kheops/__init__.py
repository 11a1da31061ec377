"""Kheops: a pyramid of triangular tiles grows, and its paths are settled when the top is laid."""

from __future__ import annotations

from companion.core.game import Game

from .answering import answer, hears
from .asking import questions
from .box import Box, load_box
from .correcting import corrections
from .events import KheopsEvent
from .evolving import evolve
from .expecting import reads
from .finished import score_position
from .house import HouseRules
from .laying import looked
from .misfitting import misfit
from .moves import KheopsMove
from .reader import shown_by, visible
from .rules import broken, decide, legal_moves, opening, private_to
from .scoring import is_over, score
from .telling import cells_of, describe, tell
from .view import cues, turn, view

__all__ = ["GAME", "looked", "score_position"]

GAME = Game(
    name="kheops",
    moves=KheopsMove,
    events=KheopsEvent,
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
    looked=looked,
    reads=reads,
)
