"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.boxes import BoxFile, doubled

from .box import Box, Shape, Side, Tile
from .faces import KINDS, PLAIN_SYMBOLS, POWERS, RANKS, SARCOPHAGUS, Face
from .outline import outline

LARGEST_SIDE = 12


class Pyramid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its side, and the cells that are laid before the game."""

    side: int
    base: tuple[str, ...]
    hand: int = 3
    edge_mm: float = 60.0
    base_assumed: bool = False
    edge_assumed: bool = False


class Tiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tiles that look alike."""

    ids: tuple[str, ...]
    kind: str
    openings: int
    symbols: tuple[str, ...] = ()
    assumed: bool = False


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    name: str
    pyramid: Pyramid
    pawns: Shape
    sides: tuple[Side, Side]
    sarcophagi: tuple[str, ...]
    tiles: tuple[Tiles, ...]


def assumptions(file: File) -> Iterator[str]:
    """The facts that are not confirmed yet, each by its key and what it is about."""
    if file.pyramid.base_assumed:
        yield "base"
    if file.pyramid.edge_assumed:
        yield "tiles"
    if file.pawns.assumed:
        yield "pawns"
    if unsure := sum(len(tiles.ids) for tiles in file.tiles if tiles.assumed):
        yield f"faces:{unsure}"


def contradictions(file: File) -> Iterator[str]:
    if not 2 <= file.pyramid.side <= LARGEST_SIDE:
        yield f"pyramid.side is {file.pyramid.side}, expected 2 to {LARGEST_SIDE}"
        return
    yield from _wrong_base(file)
    yield from _wrong_numbers(file)
    yield from _wrong_sides(file)
    names = doubled(name for tiles in file.tiles for name in tiles.ids)
    yield from (f"tile {name!r} is listed twice" for name in names)
    for tiles in file.tiles:
        yield from _wrong_tiles(file, tiles)


def _wrong_base(file: File) -> Iterator[str]:
    cells, base = outline(file.pyramid.side), file.pyramid.base
    for cell in sorted(set(base) - set(cells)):
        yield f"pyramid.base names {cell!r}, which is no cell of a side of {file.pyramid.side}"
    if len(set(base)) != len(base) or not base:
        yield "pyramid.base must name at least one cell, and each only once"
    if (len(cells) - len(base)) % 2 or len(base) >= len(cells):
        yield (
            f"{len(cells)} cells and a base of {len(base)}: expected an even number left to build, "
            "so that the second colour lays the last tile"
        )


def _wrong_numbers(file: File) -> Iterator[str]:
    cells, tiles = len(outline(file.pyramid.side)), sum(len(t.ids) for t in file.tiles)
    if tiles < cells:
        yield f"{tiles} tiles for {cells} cells"
    if file.pyramid.hand < 1 or len(file.pyramid.base) + 2 * file.pyramid.hand > tiles:
        yield (
            f"{tiles} tiles are too few for a base of {len(file.pyramid.base)} "
            f"and two hands of {file.pyramid.hand}; a hand has at least 1"
        )
    if min(file.pyramid.edge_mm, file.pawns.diameter_mm, file.pawns.height_mm) <= 0:
        yield "sizes in millimetres must be above 0"


def _wrong_sides(file: File) -> Iterator[str]:
    first, second = file.sides
    if first.colour == second.colour or not all(s.colour.isalpha() for s in file.sides):
        yield "the two sides need colours of their own, in letters"
    turns = (len(outline(file.pyramid.side)) - len(file.pyramid.base)) // 2
    for side in file.sides:
        if min(side.worker, side.mummy, side.priest, side.pharaoh, side.spare) < 0:
            yield f"{side.colour} has fewer than no pawns of a kind"
        if side.worker + side.mummy < turns:
            yield f"{side.colour} has {turns} turns, but fewer workers and mummies"


def _wrong_tiles(file: File, tiles: Tiles) -> Iterator[str]:
    name = tiles.ids[0] if tiles.ids else "a tile"
    if not tiles.ids:
        yield "tiles without ids"
    if tiles.kind not in KINDS:
        yield f"{name} is a {tiles.kind!r}; expected {' or '.join(KINDS)}"
    if not 1 <= tiles.openings <= 3:
        yield f"{name} has {tiles.openings} openings; expected 1, 2 or 3"
    known = {f"{SARCOPHAGUS}_{colour}_{rank}" for colour in file.sarcophagi for rank in RANKS}
    for symbol in tiles.symbols:
        if symbol not in PLAIN_SYMBOLS and symbol not in known:
            yield (
                f"{name} shows {symbol!r}; expected {', '.join(PLAIN_SYMBOLS)} "
                f"or {SARCOPHAGUS}_<colour>_<{'|'.join(RANKS)}>"
            )
    if sum(symbol in POWERS for symbol in tiles.symbols) > 1:
        yield f"{name} has more than one power"


def _flatten(file: File) -> Box:
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
        tiles_assumed=any(tiles.assumed for tiles in file.tiles),
    )


load_box = BoxFile("kheops", Box, File, contradictions, _flatten)
read_box = load_box.read
