"""The box file: what an owner writes, and everything that may be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from companion.core.boxes import BoxFile, listed_twice, wrong, wrong_players
from companion.core.verdict import Saying

from .box import KINDS, Board, Boulder, Box, Face, Field, Trap
from .learning import keep, seen
from .limits import CAP, CHAMBER_TILES, MOST_SYMBOLS

ORDER = ("start", "desert", "front", "pyramid", "chamber")
"""The kinds of fields along the way."""


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
    """Yield the facts that are not confirmed yet, each by its key and what it is about."""
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


def _contradictions(file: _File) -> Iterable[Saying]:
    yield from _wrong_counts(file)
    yield from _wrong_colours(file)
    yield from _wrong_way(file)
    yield from _wrong_tiles(file)


def _wrong_counts(file: _File) -> Iterable[Saying]:
    _, high = file.players
    yield from wrong_players(file.players, 2, len(file.pieces.figures))
    if file.pieces.scarabs < high * CAP:
        there = file.pieces.scarabs
        yield wrong("bowl.box.scarabs", scarabs=there, players=high, cap=CAP, needed=high * CAP)
    yield from (
        wrong("bowl.box.boulders", count=b.count, colour=b.colour, mm=b.mm, grams=b.grams)
        for b in file.boulders
        if b.count < 1 or b.mm <= 0 or b.grams <= 0
    )
    if min(file.trap.staff_grams, file.trap.bowl_grams) <= 0:
        yield wrong("bowl.box.weights")
    if min(*file.board.size_mm, *file.board.tile_mm) <= 0:
        yield wrong("fault.box.sizes")


def _wrong_colours(file: _File) -> Iterable[Saying]:
    known = set(file.colours.names)
    yield from listed_twice("colour", file.colours.names)
    yield from listed_twice("figure", file.pieces.figures)
    boulders = [boulder.colour for boulder in file.boulders]
    if sorted(boulders) != sorted(file.colours.names):
        yield wrong("bowl.box.boulder_colours")
    for colour in sorted({tile.colour for tile in file.tiles} - known):
        yield wrong("bowl.box.tile_colour", colour=colour)
    for colour in sorted(known & {"staff", "down", "empty"}):
        yield wrong("bowl.box.colour_taken", colour=colour)
    for colour in sorted(colour for colour in known if not colour.isalpha()):
        yield wrong("bowl.box.colour_letters", colour=colour)


def _wrong_way(file: _File) -> Iterable[Saying]:
    kinds = [field.kind for field in file.track]
    desert, pyramid = kinds.count("desert"), kinds.count("pyramid")
    expected = ["start", *["desert"] * desert, "front", *["pyramid"] * pyramid, "chamber"]
    if kinds != expected or desert < 1 or pyramid < 2:
        yield wrong("bowl.box.way", order=list(ORDER), found=kinds)
        return
    ids = [field.id for field in file.track] + list(file.track[-1].tiles)
    yield from listed_twice("field", ids)
    places = {len(file.track[-1].tiles), len(file.track[-1].tiles_at_mm)}
    if places != {CHAMBER_TILES}:
        yield wrong("bowl.box.chamber", tiles=CHAMBER_TILES)
    for field in file.track:
        if field.scarab and not field.has_tile:
            yield wrong("bowl.box.scarab_field", field=field.id)


def _wrong_tiles(file: _File) -> Iterable[Saying]:
    kinds = Counter(field.kind for field in file.track)
    needed = {"desert": kinds["desert"], "pyramid": kinds["pyramid"], "chamber": CHAMBER_TILES}
    for kind, fields in needed.items():
        found = len(list(_faces(file, kind)))
        if found < fields:
            yield wrong("bowl.box.tiles_places", found=found, kind=kind, places=fields)
    for tile in file.tiles:
        if tile.kind not in KINDS:
            yield wrong("bowl.box.tile_kind", kind=tile.kind, kinds=list(KINDS))
        yield from (
            wrong("bowl.box.mummies", colour=tile.colour, count=count, most=MOST_SYMBOLS)
            for count in tile.symbols
            if not 0 <= count <= MOST_SYMBOLS
        )


load_box = BoxFile("bowl", Box, _File, _contradictions, _flatten, keep, seen)
read_box = load_box.read
