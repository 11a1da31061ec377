"""The sphinx: a spiral of corridors, secret doors, and six colours nobody may see."""

from __future__ import annotations

from companion.core.game import Game

from .answering import answer, hears, stamped
from .asking import questions
from .box import Box
from .boxfile import load_box
from .correcting import corrections
from .cutting import asked
from .dicing import looked
from .ending import proof
from .events import SphinxEvent
from .evolving import evolve
from .house import HouseRules
from .moves import SphinxMove
from .reader import misfit, shown_by, visible
from .rules import broken, concerns, decide, fixed, legal_moves, opening, private_to
from .scoring import is_over, score
from .telling import cells_of, cues, describe, tell, turn
from .view import view

GAME = Game(
    name="sphinx",
    moves=SphinxMove,
    events=SphinxEvent,
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
    fixed=fixed,
    concerns=concerns,
    asked=asked,
    proof=proof,
    stamped=stamped,
    looked=looked,
)
