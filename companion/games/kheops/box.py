"""The box: tiles, pawns and the outline as data, checked before anybody builds with it."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from companion.core.errors import BadBox

from .boxfile import File, Shape, Side, assumptions, contradictions
from .faces import Face
from .outline import outline

WORKER, MUMMY, PRIEST, PHARAOH = "worker", "mummy", "priest", "pharaoh"
PAWNS = (WORKER, MUMMY, PRIEST, PHARAOH)


class Tile(msgspec.Struct, frozen=True):
    """One tile, told apart only by what it shows."""

    id: str
    face: str


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that comes out of the box, flattened for the rules."""

    name: str
    players: tuple[int, int]
    side: int
    base: tuple[str, ...]
    hand: int
    colours: tuple[str, ...]
    """The first colour begins and owns the pharaoh."""
    sides: tuple[Side, ...]
    sarcophagi: tuple[str, ...]
    tiles: tuple[Tile, ...]
    edge_mm: float
    pawn: Shape
    assumed: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of the outline, row by row from the ground."""
        return outline(self.side)

    @property
    def pile(self) -> int:
        """Tiles that are neither base nor dealt."""
        return len(self.tiles) - len(self.base) - self.hand * len(self.colours)

    @property
    def turns_each(self) -> int:
        return (len(self.cells) - len(self.base)) // len(self.colours)

    @property
    def faces(self) -> Counter[str]:
        """How many tiles show what; not to be changed."""
        return _faces(self.tiles)

    def pawns(self, colour: str) -> dict[str, int]:
        """How many pawns of each kind a colour has in play."""
        side = next(side for side in self.sides if side.colour == colour)
        return {kind: getattr(side, kind) for kind in PAWNS}


@cache
def _faces(tiles: tuple[Tile, ...]) -> Counter[str]:
    return Counter(tile.face for tile in tiles)


def load_box(path: Path | None = None) -> Box:
    """Read a box file; without a path, the one that comes with the room."""
    where = str(path) if path else "the room's own box.toml"
    try:
        text = path.read_text("utf-8") if path else own_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BadBox(f"{where} cannot be read ({error}); name another with --box") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadBox(f"{where} is not TOML: {error}; mend that line and try again") from error
    return read_box(data, where)


def own_text() -> str:
    return resources.files(__package__).joinpath("box.toml").read_text("utf-8")


def read_box(data: dict[str, Any], where: str = "the box") -> Box:
    """Make a box of plain data, or say everything that is wrong with it."""
    try:
        file = msgspec.convert(data, File)
    except msgspec.ValidationError as error:
        raise BadBox(f"{where}: {error}; compare it with the box.toml of the room") from error
    wrong = list(contradictions(file))
    if wrong:
        raise BadBox(f"{where} contradicts itself: " + "; ".join(wrong))
    return Box(
        name=file.name,
        players=(len(file.sides), len(file.sides)),
        side=file.pyramid.side,
        base=file.pyramid.base,
        hand=file.pyramid.hand,
        colours=tuple(side.colour for side in file.sides),
        sides=file.sides,
        sarcophagi=file.sarcophagi,
        tiles=tuple(
            Tile(name, Face(tiles.kind, tiles.openings, tiles.symbols).name)
            for tiles in file.tiles
            for name in tiles.ids
        ),
        edge_mm=file.pyramid.edge_mm,
        pawn=file.pawns,
        assumed=tuple(assumptions(file)),
    )
