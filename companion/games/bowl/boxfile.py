"""The box file: what an owner writes, and everything that may be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.core.boxes import BoxFile, doubled, wrong_players

from .box import KINDS, Board, Boulder, Box, Face, Field, Trap
from .limits import CAP, CHAMBER_TILES

MOST_SYMBOLS = 3
"""Mummies on one tile."""


class _Colours(msgspec.Struct, forbid_unknown_fields=True):
    names: tuple[str, ...]
    assumed: tuple[str, ...] = ()


class _Pieces(msgspec.Struct, forbid_unknown_fields=True):
    scarabs: int
    figures: tuple[str, ...]
    figures_assumed: bool = False


class _Tile(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    colour: str
    symbols: tuple[int, ...]
    assumed: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The box file as it is written."""

    name: str
    players: tuple[int, int]
    board: Board
    colours: _Colours
    trap: Trap
    pieces: _Pieces
    boulders: tuple[Boulder, ...]
    track: tuple[Field, ...]
    tiles: tuple[_Tile, ...]


def _flatten(file: _File) -> Box:
    in_order = {boulder.colour: boulder for boulder in file.boulders}
    return Box(
        name=file.name,
        players=file.players,
        board=file.board,
        colours=file.pieces.figures,
        boulder_colours=file.colours.names,
        boulders=tuple(in_order[colour] for colour in file.colours.names),
        trap=file.trap,
        scarabs=file.pieces.scarabs,
        track=file.track,
        tiles=tuple((kind, tuple(sorted(_faces(file, kind)))) for kind in KINDS),
        assumed=tuple(_assumed(file)),
    )


def _faces(file: _File, kind: str) -> Iterable[Face]:
    return (Face(t.colour, n) for t in file.tiles if t.kind == kind for n in t.symbols)


def _assumed(file: _File) -> Iterable[str]:
    """The facts that are not confirmed yet, each by its key and what it is about."""
    if file.colours.assumed:
        yield f"colours:{','.join(file.colours.assumed)}"
    if file.pieces.figures_assumed:
        yield "figures"
    if any(boulder.assumed for boulder in file.boulders):
        yield "boulders"
    if file.trap.assumed:
        yield "trap"
    if file.board.assumed:
        yield "board"
    if unsure := sum(field.assumed for field in file.track):
        yield f"track:{unsure}"
    if unsure := sum(len(tile.symbols) for tile in file.tiles if tile.assumed):
        yield f"tiles:{unsure}"


def _contradictions(file: _File) -> Iterable[str]:
    yield from _wrong_counts(file)
    yield from _wrong_colours(file)
    yield from _wrong_way(file)
    yield from _wrong_tiles(file)


def _wrong_counts(file: _File) -> Iterable[str]:
    _, high = file.players
    yield from wrong_players(file.players, 2, len(file.pieces.figures), "figures")
    if file.pieces.scarabs < high * CAP:
        yield (
            f"{file.pieces.scarabs} scarabs for {high} players who may own {CAP} each; "
            f"expected at least {high * CAP}"
        )
    yield from (
        f"{b.count} {b.colour} boulders of {b.mm} mm and {b.grams} g; expected at least 1, above 0"
        for b in file.boulders
        if b.count < 1 or b.mm <= 0 or b.grams <= 0
    )
    if min(file.trap.staff_grams, file.trap.bowl_grams) <= 0:
        yield "staff and bowl must weigh more than nothing"
    if min(*file.board.size_mm, *file.board.tile_mm) <= 0:
        yield "board and tiles must be larger than nothing"


def _wrong_colours(file: _File) -> Iterable[str]:
    known = set(file.colours.names)
    yield from (f"the colour {name!r} is listed twice" for name in doubled(file.colours.names))
    yield from (f"the figure {name!r} is listed twice" for name in doubled(file.pieces.figures))
    boulders = [boulder.colour for boulder in file.boulders]
    if sorted(boulders) != sorted(file.colours.names):
        yield "there must be boulders of every colour, each listed once"
    for colour in sorted({tile.colour for tile in file.tiles} - known):
        yield f"a tile shows {colour!r}, but no boulder has that colour"
    for colour in sorted(known & {"staff", "down", "empty"}):
        yield f"a colour cannot be called {colour!r}; that word has another meaning here"
    for colour in sorted(colour for colour in known if not colour.isalpha()):
        yield f"a colour is written in letters alone, not {colour!r}"


def _wrong_way(file: _File) -> Iterable[str]:
    kinds = [field.kind for field in file.track]
    desert, pyramid = kinds.count("desert"), kinds.count("pyramid")
    expected = ["start", *["desert"] * desert, "front", *["pyramid"] * pyramid, "chamber"]
    if kinds != expected or desert < 1 or pyramid < 2:
        yield (
            "the way must run start, desert fields, front, two or more pyramid fields, chamber; "
            f"found {' '.join(kinds) or 'nothing'}"
        )
        return
    ids = [field.id for field in file.track] + list(file.track[-1].tiles)
    yield from (f"the field {name!r} is listed twice" for name in doubled(ids))
    places = {len(file.track[-1].tiles), len(file.track[-1].tiles_at_mm)}
    if places != {CHAMBER_TILES}:
        yield f"the chamber holds {CHAMBER_TILES} tiles, each with its place"
    for field in file.track:
        if field.scarab and not field.has_tile:
            yield f"{field.id} shows a scarab, but only desert and pyramid fields can"


def _wrong_tiles(file: _File) -> Iterable[str]:
    kinds = Counter(field.kind for field in file.track)
    needed = {"desert": kinds["desert"], "pyramid": kinds["pyramid"], "chamber": CHAMBER_TILES}
    for kind, fields in needed.items():
        found = len(list(_faces(file, kind)))
        if found < fields:
            yield f"{found} {kind} tiles for {fields} places"
    for tile in file.tiles:
        if tile.kind not in KINDS:
            yield f"a tile of kind {tile.kind!r}; the kinds are {', '.join(KINDS)}"
        yield from (
            f"a {tile.colour} tile with {count} mummies; expected 0 to {MOST_SYMBOLS}"
            for count in tile.symbols
            if not 0 <= count <= MOST_SYMBOLS
        )


load_box = BoxFile("bowl", Box, _File, _contradictions, _flatten)
read_box = load_box.read
