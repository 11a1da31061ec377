"""Hardware and camera description of one game, and the people of its rehearsal.

The rules of a room are pure and live in ``companion.games``. Everything that eye, lamps, buttons,
scale and stage need to know of it stands in one record, and nothing heavy is loaded before it is
asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from companion.core.game import Game, load_room
from companion.core.verdict import Question, Saying

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.read.taught import Taught
    from companion.rehearsal.performance import People, Performance
    from companion.rehearsal.stage import RehearsalScreen
    from companion.senses.hood import HoodRules
    from companion.senses.photograph import PhotoRules
    from companion.senses.scale.rules import ScaleRules
    from companion.table import Table

import msgspec

DOWN = "down"
"""A back."""
Chapters = tuple[tuple[str, tuple[str, ...]], ...]
"""The kind of cell, and the faces that are laid into such cells, in the order of the box."""


class Loose(msgspec.Struct, frozen=True):
    """A piece that lies beside the board: its sides, and the windows that show a face, in mm.

    A round piece or a triangle has the sides of the rectangle around it.
    """

    kind: str
    sides_mm: tuple[float, float]
    windows_mm: tuple[tuple[float, float, float, float], ...]
    shape: str = "card"


def whole(kind: str, sides_mm: Sequence[float], shape: str = "card") -> Loose:
    """Return a piece whose face is all of it."""
    wide, high = sides_mm
    return Loose(kind, (wide, high), ((0.0, 0.0, wide, high),), shape)


def plain_face(label: str) -> Saying:
    """Return a face that is called by its own noun."""
    if label == DOWN:
        return Saying("teaching.face.down")
    return Saying("teaching.face.plain", {"face": label})


def one_chapter(kind: str, faces: Sequence[str], *before: Sequence[str]) -> Chapters:
    """Return all faces in one kind of cell; what comes *before* has chapters of its own."""
    return tuple((kind, tuple(some)) for some in (*before, faces) if some)


Size = tuple[int, int]


@dataclass(frozen=True)
class Setting:
    """Where a performance takes place."""

    table: Table
    screen: RehearsalScreen
    seed: int
    size: Size
    harshness: float
    speed: float
    stops: contextlib.ExitStack
    is_lived: bool = True
    """Whether people play there; otherwise the table is only pictured as it stands."""


@dataclass(frozen=True)
class _Standing:
    """A table at which nothing happens any more."""

    game: Game
    state: Any

    def questions(self) -> tuple[Question, ...]:
        return ()


@dataclass
class _Easel:
    """Keeps the last picture it is shown."""

    picture: Any = None

    def show(self, picture: Any) -> None:
        self.picture = picture


@dataclass(frozen=True)
class Room:
    """Hardware and camera description of one game."""

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
    """The kind of piece in each cell, if there are several; it shows on their backs."""
    worn: Callable[[Any], Sequence[str]] = lambda box: box.colours
    """The colours people may wear."""
    worn_in_order: bool = False
    """Whether the colour says who begins: the first person wears the first colour."""
    people_most: int = 4
    """How many rehearsed people sit down at most."""
    hood: Callable[[], HoodRules] | None = None
    """How colours are read in secret before the game, if any are."""
    scoring: Callable[[], PhotoRules] | None = None
    """How a photograph of a finished game is counted, if it can be."""
    scale: Callable[[], ScaleRules] | None = None
    """What a scale under the table decides, if anything."""
    chapters: Callable[[Any], Chapters] = lambda box: ()
    """What the eye is shown, one kind of place after the other."""
    loose: Callable[[Any], tuple[Loose, ...]] = lambda box: ()
    """The pieces that can be shown side by side on a table, without the board."""
    face: Callable[[str], Saying] = plain_face
    """What a face is called."""
    piece_facts: Callable[[str], dict[str, Any]] = lambda label: {"colour": label}
    """What a face says of its piece, field by field as the box file has it."""
    prints: Callable[[Any, Paper], list[KitPart]] = lambda box, paper: []
    """Everything printed to play without a bought box."""
    needs: Callable[[Any], tuple[Saying, ...]] = lambda box: ()
    """What has to be found or bought besides: no printer makes it."""
    asked: Callable[[Mapping[str, Any]], list[KitPart]] = lambda data: []
    """What is drawn only beside a question about the box, from the data of its file."""

    def pictured(self, state: Any, size: Size) -> bytes:
        """Paint a table as it stands, by daylight and from the front, as a JPEG."""
        from calibration.geometry.pictures import jpeg

        easel, table = _Easel(), cast("Table", _Standing(self.game, state))
        with contextlib.ExitStack() as stops:
            setting = Setting(table, easel, 7, size, 0.0, 1.0, stops, is_lived=False)
            self.performance(setting).on_stage()
        return jpeg(easel.picture)

    @property
    def game(self) -> Game:
        """The rules, loaded when they are first asked for."""
        return load_room(self.name)
