"""A game is a record of pure functions. No base class, no registry: a tuple of names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cells import Cells
from .correcting import Named
from .cues import Cues
from .errors import UnknownRoom
from .observation import Reading, Reply, Sensed
from .roles import Role
from .score import Outcome, Scoreboard
from .seats import Seat
from .verdict import Concern, Event, Move, Question, Refused, Ruling, Saying

ROOMS = ("wall", "bowl", "dig", "kheops", "sphinx")


@dataclass(frozen=True)
class Game:
    """One room: everything the referee, the eye, the page and the rehearsal ask of it."""

    name: str
    moves: Any
    """The union of all moves, for reading them back from a journal or a page."""
    events: Any
    """The union of all events."""
    box_type: type[Any]
    house_rules: type[Any]
    load_box: Callable[[Path | None], Any]
    opening: Callable[[Any, Sequence[Seat], Any], Any]
    legal_moves: Callable[[Any], Iterator[Move]]
    """Every move that decide would accept; ANYTHING stands where only the table will tell."""
    decide: Callable[[Any, Move], Ruling]
    evolve: Callable[[Any, Event], Any]
    questions: Callable[[Any], tuple[Question, ...]]
    answer: Callable[[Any, Question, Reply, float], Move | Refused]
    """The move a reply to a question makes, stamped with the moment it was given."""
    visible: Callable[[Any], Cells]
    shown_by: Callable[[Any, Move], Cells]
    """The cells a move would change, found without deciding it: cheap, for comparing many."""
    misfit: Callable[[Any, Cells], Refused]
    """Why no legal move explains these cells."""
    cues: Callable[[Any, Sequence[Event]], Cues]
    score: Callable[[Any], Scoreboard]
    view: Callable[[Any, Role], dict[str, Any]]
    tell: Callable[[Any, Move], Saying]
    """A move in words, as somebody would tell it."""
    describe: Callable[[Any, Event], Saying | None]
    """The sentence about an event, for the list of rulings; None when it needs no telling."""
    cells_of: Callable[[Any, Event], tuple[str, ...]]
    """The cells an event is about."""
    is_over: Callable[[Any], Outcome | None]
    broken: Callable[[Any], tuple[Saying, ...]]
    """The invariants this state breaks; empty when the pieces add up."""
    private_to: Callable[[Move], Role | None]
    """The role whose secret a move is, if it is one."""
    turn: Callable[[Any], int]
    """A number that grows by one with each turn."""
    hears: Callable[[Any, Sensed], Move | None] = lambda state, heard: None
    """The move that follows from a button, the clock or the scale now, if any does."""
    fixed: Callable[[Any, Any], Refused | None] = lambda then, now: None
    """Why a past move, which led to *then*, can no longer be changed *now*; mostly it can."""
    corrections: Callable[[Any, Any, Move], Iterable[Named]] = lambda then, now, move: ()
    """What a move made *then* may really have been, seen from *now*: moves under short names."""
    concerns: Callable[[Any, Move], Concern | None] = lambda state, move: None
    """Whose own word a move is that cannot be taken back; None where anybody may enter it."""
    looked: Callable[[Any, Cells], Move | Refused | None] = lambda state, sure: None
    """What the cells that are surely read mean as a whole, while no single move explains them."""
    reads: Callable[[Any, str, Reading], Reading] = lambda state, cell, reading: reading
    """What a cell's reading means here: a card that is read tells its layer as well."""
    stamped: Callable[[Move, float], Move] = lambda move, at: move
    """A move that was seen, with the moment it was seen at, where the moment counts."""
    forgets: Callable[[Any], bool] = lambda state: False
    """Whether what is seen in this state must not be kept: it is judged, and nobody is shown it."""
    asked: Callable[[Any, Question, Role], Question] = lambda state, question, role: question
    """A question as a role may read it: without the answers that would tell too much."""

    proof: Callable[[Any], tuple[Saying, ...]] = lambda state: ()
    """What everybody can check once the game is over: a seal that was shown, and what it held."""


def load_room(name: str) -> Game:
    """Open a room by its name."""
    if name not in ROOMS:
        raise UnknownRoom(f"no room called {name!r}; the rooms are {', '.join(ROOMS)}")
    game: Game = importlib.import_module(f"companion.games.{name}").GAME
    return game
