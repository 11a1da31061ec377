"""The box file as it is written, what it leaves to guesses, and where it contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.boxes import BoxFile, listed_twice, wrong
from companion.core.verdict import Saying

from .box import Box, Shape, Side, Tile
from .faces import KINDS, POWERS, Face
from .learning import keep, seen, symbols_of
from .outline import outline

LARGEST_SIDE = 12


class Pyramid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Its side, and the cells that are laid before the game."""

    side: int
    base: tuple[str, ...]
    hand: int = 3
    edge_mm: float = 60.0
    base_assumed: bool = False
    edge_mm_assumed: bool = False
    edge_assumed: bool = False
    """The same in files from before there were sources."""


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
    """Yield the facts that are not confirmed yet, each by its key and what it is about."""
    if file.pyramid.base_assumed:
        yield "base"
    if file.pyramid.edge_mm_assumed or file.pyramid.edge_assumed:
        yield "tiles"
    if file.pawns.assumed:
        yield "pawns"
    if unsure := sum(len(tiles.ids) for tiles in file.tiles if tiles.assumed):
        yield f"faces:{unsure}"


def contradictions(file: File) -> Iterator[Saying]:
    side = file.pyramid.side
    if not 2 <= side <= LARGEST_SIDE:
        yield wrong("kheops.box.side", place="pyramid.side", side=side, most=LARGEST_SIDE)
        return
    yield from _wrong_base(file)
    yield from _wrong_numbers(file)
    yield from _wrong_sides(file)
    yield from listed_twice("tile", (name for tiles in file.tiles for name in tiles.ids))
    for tiles in file.tiles:
        yield from _wrong_tiles(file, tiles)


def _wrong_base(file: File) -> Iterator[Saying]:
    cells, base = outline(file.pyramid.side), file.pyramid.base
    for cell in sorted(set(base) - set(cells)):
        yield wrong("kheops.box.base_cell", cell=cell, side=file.pyramid.side)
    if len(set(base)) != len(base) or not base:
        yield wrong("kheops.box.base_once")
    if (len(cells) - len(base)) % 2 or len(base) >= len(cells):
        yield wrong("kheops.box.even", cells=len(cells), base=len(base))


def _wrong_numbers(file: File) -> Iterator[Saying]:
    cells, tiles = len(outline(file.pyramid.side)), sum(len(t.ids) for t in file.tiles)
    base, hand = len(file.pyramid.base), file.pyramid.hand
    if tiles < cells:
        yield wrong("kheops.box.tiles_cells", tiles=tiles, cells=cells)
    if hand < 1 or base + 2 * hand > tiles:
        yield wrong("kheops.box.hands", tiles=tiles, base=base, hand=hand)
    if min(file.pyramid.edge_mm, file.pawns.diameter_mm, file.pawns.height_mm) <= 0:
        yield wrong("fault.box.sizes")


def _wrong_sides(file: File) -> Iterator[Saying]:
    first, second = file.sides
    if first.colour == second.colour or not all(s.colour.isalpha() for s in file.sides):
        yield wrong("kheops.box.side_colours")
    turns = (len(outline(file.pyramid.side)) - len(file.pyramid.base)) // 2
    for side in file.sides:
        if min(side.worker, side.mummy, side.priest, side.pharaoh, side.spare) < 0:
            yield wrong("kheops.box.pawns", colour=side.colour)
        if side.worker + side.mummy < turns:
            yield wrong("kheops.box.turns", colour=side.colour, turns=turns)


def _wrong_tiles(file: File, tiles: Tiles) -> Iterator[Saying]:
    name = tiles.ids[0] if tiles.ids else ""
    if not tiles.ids:
        yield wrong("kheops.box.no_ids")
    if tiles.kind not in KINDS:
        yield wrong("kheops.box.kind", tile=name, kind=tiles.kind, kinds=list(KINDS))
    if not 1 <= tiles.openings <= 3:
        yield wrong("kheops.box.openings", tile=name, openings=tiles.openings)
    known = list(symbols_of(file.sarcophagi))
    for symbol in tiles.symbols:
        if symbol not in known:
            yield wrong("kheops.box.symbol", tile=name, symbol=symbol, symbols=known)
    if sum(symbol in POWERS for symbol in tiles.symbols) > 1:
        yield wrong("kheops.box.two_powers", tile=name)


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


load_box = BoxFile("kheops", Box, File, contradictions, _flatten, keep, seen)
read_box = load_box.read
