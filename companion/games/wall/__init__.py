"""The hieroglyph wall: cards drop into slots, equal animals make pairs, scarabs open sarcophagi."""

from __future__ import annotations

from companion.core.game import Game

from .answering import answer, pressed
from .asking import questions
from .box import load_box, read_box
from .events import WallEvent
from .evolving import evolve
from .house import HouseRules
from .moves import WallMove
from .reader import misfit, shown_by, visible
from .rules import broken, decide, legal_moves, opening, private_to
from .scoring import is_over, score
from .view import cells_of, cues, describe, turn, view

GAME = Game(
    name="wall",
    moves=WallMove,
    events=WallEvent,
    house_rules=HouseRules,
    load_box=load_box,
    opening=opening,
    legal_moves=legal_moves,
    decide=decide,
    evolve=evolve,
    questions=questions,
    answer=answer,
    pressed=pressed,
    visible=visible,
    shown_by=shown_by,
    misfit=misfit,
    cues=cues,
    score=score,
    view=view,
    describe=describe,
    cells_of=cells_of,
    is_over=is_over,
    broken=broken,
    private_to=private_to,
    turn=turn,
)

__all__ = ["GAME", "read_box"]
