"""Doubtful tiles of a finished pyramid: what the others leave of them, and which of them matter.

A picture gives chances. Every tile exists as often as the box says (KHEOPS-04), and nobody stands
where no pawn may be (KHEOPS-25). What is in doubt after that is asked about, unless every
possibility gives the same paths and points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.core.cells import EMPTY, Cells
from companion.core.observation import SOMETHING_ELSE

from .box import Box
from .faces import ANKH, CURSE, DOUBLE, FORBID, ROOM, openings, read_face
from .labels import is_pawn_cell, pawn_cell, read_tile
from .outline import EDGES, OUTSIDE, index_of, neighbours

SURE = 0.99
"""From this chance on a tile follows from the others; as sure as the eye has to be."""
POSSIBLE = 0.001
"""What is less likely than this is left out of account, as it is by the eye."""
STRANGE = 0.01
"""Where something unknown is likelier than this, nothing is concluded about a tile."""
BREACH = 0.01
"""How much rarer a pawn stands where none may stand."""
MOST_WAYS = 20_000
"""With more ways to deal the tiles than this, nothing is deduced."""

Chances = Mapping[str, float]
Doubts = Mapping[str, Chances]
"""What each doubtful cell may show, with its chance; nothing for one that cannot be read."""
Tile = tuple[str, int]
Tiles = dict[Tile, float]


class Deduced(msgspec.Struct, frozen=True):
    """What became of the doubts."""

    left_over: dict[str, str]
    """Tiles that follow from the others: what is seen fits no other one left in the box."""
    idle: dict[str, str]
    """Tiles that may be several, with the likeliest of them, as it changes nothing."""
    open: tuple[str, ...]
    """What has to be asked."""


def deduce(box: Box, cells: Cells, doubts: Doubts, counted: bool) -> Deduced:
    """Settle what can be settled without asking.

    *counted* says that the tiles of the box are known to be those on the table.
    """
    chances = {name: found for name in doubts if (found := _tiles(box, cells, name, doubts[name]))}
    left = _left(box, cells)
    if min(left.values(), default=0) < 0:
        return Deduced({}, {}, tuple(doubts))
    if counted:
        chances = _dealt(chances, left)
    best = {name: max(some, key=some.__getitem__) for name, some in chances.items()}
    certain = {name: tile for name, tile in best.items() if counted and chances[name][tile] >= SURE}
    rest = {name: some for name, some in chances.items() if name not in certain}
    known = {**_known(box, cells), **certain}
    idle = [name for name in rest if _is_idle(box, cells, doubts, name, rest, known)]
    taken = Counter(face for face, _ in certain.values())
    chosen = _chosen({name: rest[name] for name in idle}, left - taken)
    return Deduced(
        {name: _label(tile) for name, tile in certain.items()},
        {name: _label(tile) for name, tile in chosen.items()},
        tuple(name for name in doubts if name not in certain and name not in chosen),
    )


def in_order(box: Box, cells: Cells, doubts: Doubts, counted: bool) -> tuple[str, ...]:
    """Return what has to be asked, first what may settle most of the rest."""
    ask = deduce(box, cells, doubts, counted).open
    if len(ask) > MOST_ORDERED:
        return ask
    return tuple(sorted(ask, key=lambda name: _expected(box, cells, doubts, counted, name)))


MOST_ORDERED = 8
"""More questions than this are asked in the order of the cells."""


def _expected(box: Box, cells: Cells, doubts: Doubts, counted: bool, name: str) -> float:
    """Return how much is left to ask, on average, once a cell is known."""
    others = {other: chances for other, chances in doubts.items() if other != name}
    known = {label: c for label, c in doubts[name].items() if label != SOMETHING_ELSE}
    total = sum(known.values())
    if is_pawn_cell(name) or not total:
        return float(len(others))
    left = (
        chance * len(deduce(box, {**cells, name: label}, others, counted).open)
        for label, chance in known.items()
        if chance >= POSSIBLE * total
    )
    return sum(left) / total


def _tiles(box: Box, cells: Cells, name: str, chances: Chances) -> Tiles:
    """Return the tiles a doubtful cell may show; none if nothing can be concluded."""
    if is_pawn_cell(name) or name not in box.cells:
        return {}
    if not chances or chances.get(SOMETHING_ELSE, 0.0) >= STRANGE:
        return {}
    occupied = cells.get(pawn_cell(name), EMPTY) != EMPTY
    found: dict[Tile, float] = {}
    for label, chance in chances.items():
        tile = read_tile(box, label)
        if tile is None and label != SOMETHING_ELSE and chance >= POSSIBLE:
            return {}
        if tile is not None and chance >= POSSIBLE:
            forbidden = occupied and FORBID in read_face(tile[0]).symbols
            found[tile] = found.get(tile, 0.0) + chance * (BREACH if forbidden else 1.0)
    return _shared(found)


def _shared(weights: Mapping[Tile, float]) -> Tiles:
    total = sum(weights.values())
    return {tile: weight / total for tile, weight in weights.items()} if total else {}


def _left(box: Box, cells: Cells) -> Counter[str]:
    """Return how many tiles of each face are not seen for certain."""
    left = box.faces.copy()
    left.subtract(face for face, _ in _known(box, cells).values())
    return left


def _known(box: Box, cells: Cells) -> dict[str, Tile]:
    tiles = ((cell, read_tile(box, cells[cell])) for cell in box.cells if cell in cells)
    return {cell: tile for cell, tile in tiles if tile is not None}


def _dealt(chances: Mapping[str, Tiles], left: Counter[str]) -> dict[str, Tiles]:
    """Return the chances when all the tiles must come out of one box."""
    dealt = dict(chances)
    for group in _groups(chances):
        for name in group:
            others = [chances[other] for other in group if other != name]
            ways = {tile: _ways(others, left - Counter([tile[0]])) for tile in chances[name]
                    if left[tile[0]] > 0}  # fmt: skip
            if ways and None not in ways.values():
                weights = {tile: chances[name][tile] * (way or 0.0) for tile, way in ways.items()}
                dealt[name] = _shared({t: w for t, w in weights.items() if w}) or chances[name]
    return dealt


def _groups(chances: Mapping[str, Tiles]) -> list[list[str]]:
    """Return the cells in groups; cells of two groups have no face in common that they may show."""
    groups: list[tuple[set[str], list[str]]] = []
    for name, some in chances.items():
        faces, names = {face for face, _ in some}, [name]
        for other in [group for group in groups if group[0] & faces]:
            groups.remove(other)
            faces, names = faces | other[0], [*other[1], *names]
        groups.append((faces, names))
    return [names for _, names in groups]


def _ways(cells: Sequence[Tiles], left: Counter[str]) -> float | None:
    """Return the weight of all ways to deal tiles to some cells; None if there are too many."""
    faces = sorted({face for some in cells for face, _ in some})
    ways = {tuple(left[face] for face in faces): 1.0}
    for some in cells:
        after: dict[tuple[int, ...], float] = {}
        for counts, weight in ways.items():
            for (face, _), chance in some.items():
                at = faces.index(face)
                if counts[at] > 0:
                    then = (*counts[:at], counts[at] - 1, *counts[at + 1 :])
                    after[then] = after.get(then, 0.0) + weight * chance
        if len(after) > MOST_WAYS:
            return None
        ways = after
    return sum(ways.values())


def _is_idle(
    box: Box,
    cells: Cells,
    doubts: Doubts,
    name: str,
    rest: Mapping[str, Tiles],
    known: Mapping[str, Tile],
) -> bool:
    """Whether everything a tile may be gives the same paths and points, whatever the others are."""
    pawn = pawn_cell(name)
    occupied = pawn in doubts or cells.get(pawn, EMPTY) != EMPTY
    doors = list(_doors(box, name, rest, known))
    return len({_counts(tile, occupied, doors) for tile in rest[name]}) == 1


def _counts(tile: Tile, occupied: bool, doors: Sequence[int]) -> tuple[object, ...]:
    """Return everything about a tile that may count, if only these edges may lead somewhere."""
    face = read_face(tile[0])
    open_ = openings(*tile)
    marks = (CURSE, DOUBLE, ANKH) if occupied else (CURSE,)
    return (
        face.kind == ROOM,
        tuple(sorted(face.sarcophagi)),
        *(mark in face.symbols for mark in marks),
        *(open_[edge] for edge in doors),
    )


def _doors(
    box: Box, name: str, rest: Mapping[str, Tiles], known: Mapping[str, Tile]
) -> Iterator[int]:
    """Yield the edges of a cell that lead outside or to a tile that may be open there."""
    for edge in EDGES:
        beside = neighbours(box.side)[index_of(box.side)[name]][edge]
        if beside == OUTSIDE or _may_open(box.cells[beside], edge, rest, known):
            yield edge


def _may_open(cell: str, edge: int, rest: Mapping[str, Tiles], known: Mapping[str, Tile]) -> bool:
    if cell in known:
        return openings(*known[cell])[edge]
    return cell not in rest or any(openings(*tile)[edge] for tile in rest[cell])


def _chosen(idle: Mapping[str, Tiles], left: Counter[str]) -> dict[str, Tile]:
    """Return one tile for each idle cell, so that the box has all of them; empty if it has not."""
    chosen: dict[str, Tile] = {}
    rest = list(idle.values())
    for name, some in idle.items():
        rest = rest[1:]
        for tile in sorted(some, key=lambda one: -some[one]):
            if left[tile[0]] > 0 and _ways(rest, left - Counter([tile[0]])):
                chosen[name] = tile
                break
        else:
            return {}
        left = left - Counter([chosen[name][0]])
    return chosen


def _label(tile: Tile) -> str:
    return f"{tile[0]}@{tile[1]}"
