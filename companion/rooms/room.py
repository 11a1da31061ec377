"""What the outside asks of one room: its board, its parts, and the people of a rehearsal.

The rules of a room are pure and live in ``companion.games``. Everything that eye, lamps, buttons,
scale and stage need to know of it stands in one record, and nothing heavy is loaded before it is
asked for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.core.game import Game, load_room
from companion.core.verdict import Saying

from .lessons import Chapters, Loose, plain_face

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.boards.markers import Paper
    from calibration.kit.sheets import Part
    from calibration.teach.taught import Taught
    from companion.rehearsal.people import People
    from companion.rehearsal.performance import Performance
    from companion.rehearsal.stage import Screen
    from companion.senses.hood import HoodRules
    from companion.senses.photograph import PhotoRules
    from companion.senses.scale.rules import ScaleRules
    from companion.table import Table

Size = tuple[int, int]


@dataclass(frozen=True)
class Setting:
    """Where a performance takes place."""

    table: Table
    screen: Screen
    seed: int
    size: Size
    harshness: float
    speed: float
    stops: contextlib.ExitStack


@dataclass(frozen=True)
class Room:
    """One room at the edge."""

    name: str
    board: Callable[[Any], Board]
    """The board of a box, in millimetres."""
    labels: Callable[[Any], tuple[str, ...]]
    """Every face the eye must be taught, besides an empty place and a back."""
    lamps: Callable[[Any], list[str]]
    """The lamps of a state's table, from the left."""
    taught: Callable[[Any, Size], Taught]
    """What the eye has learnt of a box's pieces, in our own drawing."""
    people: Callable[[int], People]
    """Rehearsed people who know the room, from a seed."""
    performance: Callable[[Setting], Performance]
    """Those people on a stage; starts what else the room has to sense."""
    lamp_names: tuple[str, ...] = ()
    """Lamps that go by a name of this room, besides places and colours."""
    buttons: tuple[str, ...] = ()
    """Keys this room knows, besides seats, colours and the referee's."""
    kinds: Callable[[Any], dict[str, str]] = lambda box: {}
    """The kind of piece in every cell, where there are several; it shows on their backs."""
    worn: Callable[[Any], Sequence[str]] = lambda box: box.colours
    """The colours people may wear."""
    worn_in_order: bool = False
    """Whether the colour says who begins: the first person wears the first colour."""
    people_most: int = 4
    """How many rehearsed people sit down at most."""
    hood: Callable[[], HoodRules] | None = None
    """How colours are read in secret before the game, where any are."""
    scoring: Callable[[], PhotoRules] | None = None
    """How a photograph of a finished game is counted, where it can be."""
    scale: Callable[[], ScaleRules] | None = None
    """What a scale under the table decides, where it decides anything."""
    chapters: Callable[[Any], Chapters] = lambda box: ()
    """What the eye is shown, one kind of place after the other."""
    loose: Callable[[Any], tuple[Loose, ...]] = lambda box: ()
    """The pieces that can be shown side by side on a table, without the board."""
    face: Callable[[str], Saying] = plain_face
    """What a face is called."""
    prints: Callable[[Any, Paper], list[Part]] = lambda box, paper: []
    """Everything printed to play without a bought box."""
    asked: Callable[[Mapping[str, Any]], list[Part]] = lambda data: []
    """What is drawn only beside a question about the box, from the data of its file."""

    @property
    def game(self) -> Game:
        """The rules, loaded when they are first asked for."""
        return load_room(self.name)
