"""Positions at the bowl that read like a row of tiles: who stands where, what lies open.

laid("r b y g r b y | r b2", figures={ME: "P1"}, scarabs={ME: 2}, mummy="P2 chamber")
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.core.boxes import own_text
from companion.core.observation import Reply
from companion.core.seats import Seat
from companion.core.verdict import Event, Move, Refused, clauses
from companion.games.bowl import GAME
from companion.games.bowl import moves as m
from companion.games.bowl.box import Box, Face
from companion.games.bowl.boxfile import read_box
from companion.games.bowl.events import MummyStepped
from companion.games.bowl.house import HouseRules
from companion.games.bowl.state import TO_CHAMBER, TO_ENTRANCE, Phase, State, Step
from tests.rooms import position

ME, RIVAL, THIRD, FOURTH, FIFTH, SIXTH = range(6)
SEATS = (
    Seat("Ana", "red"),
    Seat("Ben", "blue"),
    Seat("Cleo", "green"),
    Seat("Dan", "yellow"),
    Seat("Eva", "black"),
    Seat("Finn", "white"),
)
COLOURS = {"r": "red", "b": "blue", "y": "yellow", "g": "green"}
DESERT = "r b y g r b y"
"""A desert in which every colour lies open, for tests that happen in the pyramid."""

E = TypeVar("E", bound=Event)


def box_data() -> dict[str, Any]:
    """The room's own box file as plain data, to be changed."""
    return tomllib.loads(own_text("companion.games.bowl"))


def generous_box() -> Box:
    """The room's box with so many tiles that any row of faces may lie on the board."""
    data = box_data()
    data["tiles"] = [
        {"kind": kind, "colour": colour, "symbols": [0, 1, 2, 3] * 24}
        for kind in ("desert", "pyramid", "chamber")
        for colour in COLOURS.values()
    ]
    return read_box(data)


GENEROUS = generous_box()
OWN = GAME.load_box(None)


@dataclass
class Position(position.Position[State]):
    """A state, and the events of the last move that led to it."""

    game = GAME

    def flip(self, letters: str, field: str = "") -> Position:
        """Flip the tile that is next, or the one named, and find this face."""
        face = _face(letters)
        field = field or next(iter(GAME.shown_by(self.state, self._first_flip())))
        return self.do(m.FlipTile(field, face.colour, face.symbols))

    def _first_flip(self) -> Move:
        return next(x for x in GAME.legal_moves(self.state) if isinstance(x, m.FlipTile))

    def name(self, letter: str) -> Position:
        return self.do(m.NameColour(COLOURS[letter]))

    def clean(self) -> Position:
        """The wanted boulder comes out and nothing falls."""
        assert self.state.wanted is not None
        return self.do(m.TakeBoulder(self.state.wanted))

    def slide(self, *fell: str) -> Position:
        return self.do(m.Landslide(fell))

    def to(self, field: str) -> Position:
        return self.do(m.MoveFigure(field))

    def stay(self) -> Position:
        return self.do(m.StayPut())

    def rebuild(self) -> Position:
        return self.do(m.RebuildTrap())

    def answer(self, *options: str) -> Position:
        """Answer as the table does, which makes the move itself."""
        table = self
        for option in options:
            move = GAME.answer(table.state, table.question, Reply(option=option), 0.0)
            assert not isinstance(move, Refused), move
            table = table.do(move)
        return table

    def clauses_of(self, kind: type[Event]) -> tuple[str, ...]:
        """The clauses of the one event of a kind."""
        (event,) = self.happened(kind)
        return clauses(event)

    def field(self, seat: int) -> str | None:
        place = self.state.figures[seat]
        return None if place is None else self.state.box.track[place].id

    @property
    def mummy(self) -> str:
        assert self.state.mummy is not None
        facing = "chamber" if self.state.mummy.facing == TO_CHAMBER else "entrance"
        return f"{self.state.box.track[self.state.mummy.field].id} {facing}"

    @property
    def walk(self) -> list[str]:
        """The fields the mummy stepped onto in the last move."""
        return [event.field for event in self.happened(MummyStepped)]


def _face(letters: str) -> Face:
    return Face(COLOURS[letters[0]], int(letters[1:] or 0))


def opening(players: int = 2, box: Box = OWN, **rules: Any) -> Position:
    return Position(GAME.opening(box, SEATS[:players], HouseRules(**rules)))


def begun(players: int = 2, box: Box = GENEROUS, **rules: Any) -> Position:
    return opening(players, box, **rules).do(m.Begin())


def laid(
    way: str = "",
    *,
    figures: Mapping[int, str] | None = None,
    scarabs: Mapping[int, int] | None = None,
    mummy: str = "P14 entrance",
    chamber: str = "",
    bowl: Mapping[str, int] | None = None,
    turn: int = ME,
    players: int = 2,
    box: Box = GENEROUS,
    **rules: Any,
) -> Position:
    """A position in which the player on turn is about to explore.

    *way* gives the open tiles in order, desert | pyramid; *bowl* the boulders left of a colour.
    """
    state = begun(players, box, **rules).state
    owned = tuple((scarabs or {}).get(seat, 0) for seat in range(players))
    places = tuple(_index(box, (figures or {}).get(seat, "START")) for seat in range(players))
    left = tuple(
        (bowl or {}).get(c, n) for c, n in zip(box.boulder_colours, box.full_bowl, strict=True)
    )
    state = state.but(
        tiles=_tiles(box, way),
        chamber=_chamber(chamber),
        figures=places,
        scarabs=owned,
        supply=box.scarabs - sum(owned),
        mummy=_mummy(box, mummy) if state.mummy else None,
        bowl=left,
        bag=tuple(full - n for full, n in zip(box.full_bowl, left, strict=True)),
        turn=turn,
        phase=Phase.EXPLORE,
    )
    assert GAME.broken(state) == ()
    return Position(state)


def _index(box: Box, field: str) -> int:
    place = box.index(field)
    assert place is not None, field
    return place


def _tiles(box: Box, way: str) -> tuple[Face | None, ...]:
    desert, _, pyramid = way.partition("|")
    tiles: list[Face | None] = [None] * len(box.track)
    for first, row in ((1, desert), (box.first_pyramid, pyramid)):
        for step, letters in enumerate(row.split()):
            tiles[first + step] = _face(letters)
    return tuple(tiles)


def _chamber(row: str) -> tuple[Face | None, ...]:
    faces: list[Face | None] = [_face(letters) for letters in row.split()]
    return tuple((*faces, None, None)[:2])


def _mummy(box: Box, words: str) -> Step:
    field, facing = words.split()
    return Step(_index(box, field), TO_CHAMBER if facing == "chamber" else TO_ENTRANCE)
