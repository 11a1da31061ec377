"""Pyramids that read like the table they stand for: one line for each cell.

    U0.0 room R ankh white-worker
    D0.0 corridor LT - white-priest

A line names the cell, the kind, its open sides, its symbol (``-`` for none) and who stands on it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from companion.core.boxes import own_text
from companion.core.seats import Seat
from companion.core.verdict import Accepted, Event, Move
from companion.games.kheops import GAME
from companion.games.kheops.box import Box, Tile
from companion.games.kheops.boxfile import read_box
from companion.games.kheops.faces import PLAIN_SYMBOLS, RANKS, Face, openings
from companion.games.kheops.house import HouseRules
from companion.games.kheops.outline import outline, sides
from companion.games.kheops.settling import Settlement, settle
from companion.games.kheops.state import Laid, Pawn, Phase, Pyramid, State
from tests.rooms import position

WHITE, BLUE = range(2)
SEATS = (Seat("Ana", "white"), Seat("Ben", "blue"))
OWN = GAME.load_box(None)

E = TypeVar("E", bound=Event)


def box_data() -> dict[str, Any]:
    """The room's own box file as plain data, to be changed."""
    return tomllib.loads(own_text("companion.games.kheops"))


def generous(side: int, base: tuple[str, ...]) -> Box:
    """The room's box with plenty of every tile there could be, so that anything may lie."""
    marked = [f"sarcophagus_{colour}_{rank}" for colour in OWN.sarcophagi for rank in RANKS]
    faces = [
        Face(kind, count, (symbol,) if symbol else ())
        for kind in ("corridor", "room")
        for count in (1, 2, 3)
        for symbol in ("", *PLAIN_SYMBOLS, *marked)
    ]
    tiles = tuple(Tile(f"{face.name}/{n}", face.name) for face in faces for n in range(50))
    return msgspec.structs.replace(OWN, side=side, base=base, tiles=tiles)


def tile(line: str) -> tuple[str, Laid]:
    """One line of a pyramid."""
    cell, kind, open_, *rest = line.split()
    symbol = rest[0] if rest and rest[0] != "-" else ""
    face = Face(kind, len(open_), (symbol,) if symbol else ()).name
    wanted = tuple(side in open_ for side in sides(cell))
    turn = next(turn for turn in range(3) if openings(face, turn) == wanted)
    pawn = Pawn(*rest[1].split("-")) if len(rest) > 1 else None
    return cell, Laid(face, turn, pawn)


def tiles(text: str) -> dict[str, Laid]:
    return dict(tile(line) for line in text.strip().splitlines())


def pyramid(side: int, text: str) -> Pyramid:
    there = tiles(text)
    assert there.keys() <= set(outline(side)), there.keys() - set(outline(side))
    return tuple(there.get(cell) for cell in outline(side))


def counted(side: int, text: str, **rules: Any) -> Settlement:
    """A pyramid counted as it stands, whatever tiles the box has."""
    box = generous(side, tuple(tiles(text)))
    return settle(box, HouseRules(**rules), pyramid(side, text))


@dataclass
class Position(position.Position[State]):
    """A state, and what has happened since."""

    game = GAME

    def do(self, *moves: Move) -> Position:
        for move in moves:
            ruling = GAME.decide(self.state, move)
            assert isinstance(ruling, Accepted), (move, ruling)
            self.events = ruling.events
            for event in ruling.events:
                self.state = GAME.evolve(self.state, event)
        return self

    def clause(self, move: Move) -> str:
        """The clause a move is refused with."""
        return self.refused(move).clause

    def legal(self, kind: type[Move]) -> set[Move]:
        return {move for move in GAME.legal_moves(self.state) if isinstance(move, kind)}

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def pawn(self, cell: str) -> Pawn | None:
        there = self.state.at(cell)
        assert there is not None
        return there.pawn

    def turn_of(self, cell: str) -> int:
        there = self.state.at(cell)
        assert there is not None
        return there.turn


def laid(text: str, *, side: int = 3, turn: int = WHITE, box: Box | None = None,
         phase: Phase = Phase.PAWN, **rules: Any) -> Position:  # fmt: skip
    """A position in which these tiles lie and it is somebody's turn."""
    there = tiles(text)
    box = box or generous(side, tuple(there))
    mummies = {t.pawn.colour for t in there.values() if t.pawn and t.pawn.kind == "mummy"}
    return Position(
        State(
            box=box,
            rules=HouseRules(**rules),
            seats=SEATS,
            pyramid=pyramid(side, text),
            phase=phase,
            turn=turn,
            turns=len(there) - len(box.base),
            hands=(box.hand, box.hand),
            pile=len(box.tiles) - len(there) - 2 * box.hand,
            mummies=tuple(sorted(mummies)),
        )
    )


def small_box(base: int = 7, hand: int = 1, groups: list[dict[str, Any]] | None = None) -> Box:
    """A box for a pyramid of side 3 with ten tiles; the base is its first cells."""
    data = box_data()
    data["pyramid"] |= {"side": 3, "hand": hand, "base": _base(base)}
    data["tiles"] = groups or [
        {"ids": ["A", "B"], "kind": "corridor", "openings": 2, "symbols": ["rot_c"]},
        {"ids": ["C"], "kind": "corridor", "openings": 3, "symbols": ["swap"]},
        {"ids": ["D"], "kind": "corridor", "openings": 2, "symbols": ["forbid"]},
        {"ids": ["E"], "kind": "corridor", "openings": 2},
        {"ids": ["F"], "kind": "room", "openings": 1, "symbols": ["rot_r"]},
        {"ids": ["G"], "kind": "room", "openings": 2, "symbols": ["move"]},
        {"ids": ["H"], "kind": "room", "openings": 2, "symbols": ["ankh"]},
        {"ids": ["I"], "kind": "room", "openings": 3, "symbols": ["double"]},
        {"ids": ["J"], "kind": "room", "openings": 1, "symbols": ["curse"]},
    ]
    return read_box(data)


def _base(count: int) -> list[str]:
    """The ground row, then the upright cells of the next."""
    return ["U0.0", "D0.0", "U0.1", "D0.1", "U0.2", "U1.0", "U1.1"][:count]


SMALL = """
U0.0 room R ankh white-worker
D0.0 corridor LT - white-priest
U0.1 corridor LRB - white-worker
D0.1 room TR - blue-mummy
U0.2 room B ankh blue-worker
U1.0 room B sarcophagus_red_king blue-worker
D1.0 corridor RT -
U1.1 room LB double blue-worker
U2.0 room BR - white-pharaoh
"""
"""The full small board of the worked examples."""
