"""The hieroglyph wall: cards drop into slots, equal animals make pairs, scarabs open sarcophagi."""

from __future__ import annotations

from companion.core.game import Game, Rights

from .advice import ADVICE
from .answering import answer, hears
from .asking import questions
from .boxfile import load_box
from .correcting import corrections
from .evolving import evolve
from .house import HouseRules
from .looking import LOOKING
from .misfitting import misfit
from .places import PLACES
from .plain import PLAIN
from .reader import shown_by, visible
from .rules import FORESEEN, broken, decide, legal_moves, opening, private_to
from .scoring import is_over, score
from .state import State
from .telling import TELLING
from .view import cues, view

GAME = Game[State](
    name="wall",
    house_rules=HouseRules,
    load_box=load_box,
    opening=opening,
    legal_moves=legal_moves,
    decide=decide,
    corrections=corrections,
    evolve=evolve,
    broken=broken,
    questions=questions,
    answer=answer,
    hears=hears,
    visible=visible,
    shown_by=shown_by,
    misfit=misfit,
    view=view,
    cues=cues,
    telling=TELLING,
    score=score,
    is_over=is_over,
    looking=LOOKING,
    rights=Rights(foreseen=FORESEEN),
    private_to=private_to,
    places=PLACES,
    advice=ADVICE,
    plain=PLAIN,
)
