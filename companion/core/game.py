"""A game is a record of pure functions. No base class, no registry: a tuple of names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .cells import Cells
from .cues import Cues
from .errors import UnknownRoom
from .roles import Role
from .score import Outcome, Scoreboard
from .seats import Seat
from .verdict import Event, Move, Question, Refused, Ruling, Saying

ROOMS = ("wall",)


@dataclass(frozen=True)
class Game:
    """One room: everything the referee, the eye, the page and the rehearsal ask of it."""

    name: str
    moves: Any
    """The union of all moves, for reading them back from a journal or a page."""
    events: Any
    """The union of all events."""
    house_rules: type[Any]
    load_box: Callable[[Path | None], Any]
    opening: Callable[[Any, Sequence[Seat], Any], Any]
    legal_moves: Callable[[Any], Iterator[Move]]
    """Every move that decide would accept; ANYTHING stands where only the table will tell."""
    decide: Callable[[Any, Move], Ruling]
    evolve: Callable[[Any, Event], Any]
    questions: Callable[[Any], tuple[Question, ...]]
    visible: Callable[[Any], Cells]
    shown_by: Callable[[Any, Move], Cells]
    """The cells a move would change, found without deciding it: cheap, for comparing many."""
    misfit: Callable[[Any, Cells], Refused]
    """Why no legal move explains these cells."""
    cues: Callable[[Any, Sequence[Event]], Cues]
    score: Callable[[Any], Scoreboard]
    view: Callable[[Any, Role], dict[str, Any]]
    is_over: Callable[[Any], Outcome | None]
    broken: Callable[[Any], tuple[Saying, ...]]
    """The invariants this state breaks; empty when the pieces add up."""
    private_to: Callable[[Move], Role | None]
    """The role whose secret a move is, if it is one."""
    turn: Callable[[Any], int]
    """A number that grows by one with each turn."""


def load_room(name: str) -> Game:
    """Open a room by its name."""
    if name not in ROOMS:
        raise UnknownRoom(f"no room called {name!r}; the rooms are {', '.join(ROOMS)}")
    game: Game = importlib.import_module(f"companion.games.{name}").GAME
    return game
