"""Kheops once more, found without the room's own code: triangles in the plane, and a graph.

A cell is a triangle with corners; two cells are neighbours when they share the middle of an edge.
Paths come from networkx. Plain data in, plain data out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import networkx as nx

Point = tuple[float, float]


class Spot(NamedTuple):
    """A tile as it lies: kind, openings, symbol, turn, and (colour, kind) of who stands there."""

    kind: str
    openings: int
    symbol: str
    turn: int
    pawn: tuple[str, str] | None


def corners(cell: str) -> list[Point]:
    row, place = (int(part) for part in cell[1:].split("."))
    x = place + row / 2
    if cell[0] == "U":
        return [(x, row), (x + 0.5, row + 1), (x + 1, row)]
    return [(x + 1.5, row + 1), (x + 1, row), (x + 0.5, row + 1)]


@cache
def middles(cell: str) -> list[Point]:
    """The middles of the edges, clockwise from the left slope, or from the right one upside down.

    Half a turn about its centre takes an upright triangle to the other kind, corner for corner.
    """
    a, b, c = corners(cell)
    return [((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ((a, b), (b, c), (c, a))]


def all_cells(side: int) -> list[str]:
    up = [f"U{row}.{place}" for row in range(side) for place in range(side - row)]
    return up + [f"D{row}.{place}" for row in range(side) for place in range(side - row - 1)]


def spot(face: str, turn: int, pawn: tuple[str, str] | None = None) -> Spot:
    kind, count, symbol = (*face.split("-"), "")[:3]
    return Spot(kind, int(count), symbol, turn, pawn)


def open_middles(cell: str, tile: Spot) -> set[Point]:
    """Where a tile is open: its first edges, carried on clockwise by its turn."""
    edges = middles(cell)
    return {edges[(first + tile.turn) % 3] for first in range(tile.openings)}


def network(board: dict[str, Spot]) -> nx.Graph[str]:
    """Tiles that communicate."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(board)
    doors: dict[Point, list[str]] = {}
    for cell, tile in board.items():
        for door in open_middles(cell, tile):
            doors.setdefault(door, []).append(cell)
    graph.add_edges_from(cells for cells in doors.values() if len(cells) == 2)
    return graph


def way_out(side: int, board: dict[str, Spot], cell: str, ground: bool) -> bool:
    """Whether an opening of this cell leads outside, or where nothing is built yet."""
    for door in open_middles(cell, board[cell]):
        behind = [other for other in behind_doors(side)[door] if other != cell]
        if behind and behind[0] not in board:
            return True
        if not behind and (ground or door[1] > 0):
            return True
    return False


@cache
def behind_doors(side: int) -> dict[Point, list[str]]:
    """The one or two cells that have this middle of an edge."""
    doors: dict[Point, list[str]] = {}
    for cell in all_cells(side):
        for door in middles(cell):
            doors.setdefault(door, []).append(cell)
    return doors


def sarcophagi(tiles: list[Spot]) -> int:
    colours = [t.symbol.split("_")[1] for t in tiles if t.symbol.startswith("sarcophagus")]
    if len(colours) == 1:
        return 5
    return 15 if len(colours) == 2 and colours[0] == colours[1] else 0


def weigh(tiles: list[Spot], colour: str) -> int:
    return sum(
        2 if tile.pawn[1] == "pharaoh" or tile.symbol == "double" else 1
        for tile in tiles
        if tile.pawn and tile.pawn[0] == colour
    )


def count_up(side: int, board: dict[str, Spot], rules: dict[str, Any]) -> dict[str, Any]:
    """Totals and paths of a board, in the order white, blue."""
    groups = [sorted(group) for group in nx.connected_components(network(board))]
    ways = [group for group in groups if len(group) >= 2]
    cursed = {cell for way in ways if any(board[c].symbol == "curse" for c in way) for cell in way}
    pool = [w for w in ways if rules["longest_pool"] == "all" or w[0] not in cursed]
    most = max((len(way) for way in pool), default=0)
    totals, paths = [0, 0], {}
    for way in ways:
        tiles = [board[cell] for cell in way]
        value = sum(t.kind == "room" for t in tiles)
        if rules["base_value"] == "tiles":
            value = len(tiles)
        value += sarcophagi(tiles) + 5 * (f"U{side - 1}.0" in way)
        value += 5 * (len(way) == most and way in pool)
        if not any(way_out(side, board, cell, rules["ground_is_outside"]) for cell in way):
            value *= 2
        if way[0] in cursed:
            value = 0
        strength = [weigh(tiles, colour) for colour in ("white", "blue")]
        gets = [0, 0]
        if strength[0] != strength[1]:
            gets[strength[1] > strength[0]] = value
        elif strength[0]:
            gets = [{"none": 0, "both": value, "half": value // 2}[rules["path_tie"]]] * 2
        paths[tuple(way)] = (value, tuple(strength), tuple(gets))
        totals = [totals[0] + gets[0], totals[1] + gets[1]]
    single = {group[0] for group in groups if len(group) == 1}
    held = [ankhs(board, rules, cursed, single, colour) for colour in ("white", "blue")]
    totals = [total + one * one for total, one in zip(totals, held, strict=True)]
    return {"totals": tuple(totals), "paths": paths, "held": held, "cursed": cursed}


def ankhs(
    board: dict[str, Spot], rules: dict[str, Any], cursed: set[str], single: set[str], colour: str
) -> int:
    return sum(
        tile.symbol == "ankh" and tile.pawn is not None and tile.pawn[0] == colour
        for cell, tile in board.items()
        if cell not in cursed and (rules["isolated_ankh"] or cell not in single)
    )


def winners(done: dict[str, Any], rules: dict[str, Any]) -> list[str]:
    white, blue = done["totals"]
    if white != blue:
        return ["white"] if white > blue else ["blue"]
    if rules["final_tie"] == "blue":
        return ["blue"]
    if rules["final_tie"] == "ankhs" and done["held"][0] != done["held"][1]:
        return ["white"] if done["held"][0] > done["held"][1] else ["blue"]
    return ["white", "blue"]


class Paper:
    """A game followed on paper: what may be done next, and what it does."""

    def __init__(self, box: dict[str, Any], rules: dict[str, Any]) -> None:
        self.side: int = box["side"]
        self.base: list[str] = list(box["base"])
        self.stock = Counter(tile["face"] for tile in box["tiles"])
        self.order = list(self.stock)
        self.rules = rules
        self.owned = {
            side["colour"]: {k: side[k] for k in ("worker", "mummy", "priest", "pharaoh")}
            for side in box["sides"]
        }
        self.board: dict[str, Spot] = {}
        self.faces: dict[str, str] = {}
        self.doing = "setup"
        self.mover, self.ever, self.gone = "white", set[str](), list[tuple[str, str]]()
        self.trigger, self.free_edges = "", False

    def copy(self) -> Paper:
        other = object.__new__(Paper)
        other.__dict__ |= self.__dict__
        other.board, other.faces = dict(self.board), dict(self.faces)
        other.ever, other.gone = set(self.ever), list(self.gone)
        return other

    # What may be done

    def moves(self) -> list[dict[str, Any]]:
        found = {
            "setup": self._laying, "pawn": self._setting, "power": self._powers,
            "tile": self._building, "over": lambda: iter(()),
        }[self.doing]()  # fmt: skip
        return list(found)

    def _laying(self) -> Iterator[dict[str, Any]]:
        empty = [cell for cell in self.base if cell not in self.board]
        for cell in empty:
            yield from ({"type": "LayBaseTile", "cell": cell, **tile} for tile in self._tiles())
        if not empty:
            yield {"type": "Begin"}

    def _tiles(self) -> Iterator[dict[str, Any]]:
        used = Counter(self.faces.values())
        for face in self.order:
            if used[face] < self.stock[face]:
                turns = 1 if spot(face, 0).openings == 3 else 3
                yield from ({"face": face, "turn": turn} for turn in range(turns))

    def _on_board(self, colour: str, kind: str) -> int:
        return sum(tile.pawn == (colour, kind) for tile in self.board.values())

    def _kinds(self) -> Iterator[str]:
        for kind, owned in self.owned[self.mover].items():
            used = self._on_board(self.mover, kind) + self.gone.count((self.mover, kind))
            needs = kind == "priest" or (kind == "pharaoh" and self.rules["pharaoh_needs_mummy"])
            if used < owned and (not needs or self._mummy_there()):
                yield kind

    def _mummy_there(self) -> bool:
        condition = self.rules["priest_condition"]
        if condition == "own_ever":
            return self.mover in self.ever
        colours = [self.mover] if condition == "own_now" else ["white", "blue"]
        return any(self._on_board(colour, "mummy") for colour in colours)

    def _setting(self) -> Iterator[dict[str, Any]]:
        kinds = list(self._kinds())
        for cell, tile in self.board.items():
            if tile.symbol == "forbid":
                continue
            for kind in kinds:
                weak = tile.pawn and tile.pawn[0] != self.mover
                weak = weak and tile.pawn and tile.pawn[1] in ("worker", "mummy")
                if tile.pawn is None or (kind == "mummy" and weak):
                    yield {"type": "SetPawn", "cell": cell, "kind": kind}

    def _powers(self) -> Iterator[dict[str, Any]]:
        yield from self._useful()
        if self.rules["power_optional"]:
            yield {"type": "UseNoPower"}
        elif self.rules["idle_turn"] == "allowed" and (
            alike := [c for c in self._turnable() if self.board[c].openings == 3]
        ):
            first = min(alike, key=self._reading_order)
            yield {"type": "TurnTile", "cell": first, "turn": 0}

    @staticmethod
    def _reading_order(cell: str) -> tuple[int, float]:
        return int(cell[1 : cell.index(".")]), sum(x for x, _ in corners(cell))

    def _useful(self) -> Iterator[dict[str, Any]]:
        symbol = self.board[self.trigger].symbol
        own = [c for c, t in self.board.items() if t.pawn and t.pawn[0] == self.mover]
        if symbol == "swap":
            weak = [c for c, t in self.board.items() if t.pawn and t.pawn[0] != self.mover
                    and t.pawn[1] in ("worker", "mummy")]  # fmt: skip
            yield from ({"type": "SwapPawns", "own": a, "other": b} for a in own for b in weak)
        elif symbol == "move":
            free = [c for c, t in self.board.items() if not t.pawn and t.symbol != "forbid"]
            yield from ({"type": "MovePawn", "source": a, "target": b} for a in own for b in free)
        else:
            for cell in self._turnable():
                if self.board[cell].openings < 3:
                    for step in (1, 2):
                        turn = (self.board[cell].turn + step) % 3
                        yield {"type": "TurnTile", "cell": cell, "turn": turn}

    def _turnable(self) -> Iterator[str]:
        kind = {"rot_c": "corridor", "rot_r": "room"}.get(self.board[self.trigger].symbol)
        for cell, tile in self.board.items():
            here = cell == self.trigger or self.rules["rotation_target"] == "any_of_kind"
            guarded = tile.pawn and tile.pawn[0] != self.mover
            guarded = guarded and tile.pawn and tile.pawn[1] in ("priest", "pharaoh")
            if tile.kind == kind and here and not guarded:
                yield cell

    def _building(self) -> Iterator[dict[str, Any]]:
        matching = self.rules["edge_match"] and not self.free_edges
        there = {door for cell in self.board for door in middles(cell)}
        for cell in all_cells(self.side):
            if cell in self.board or not there & set(middles(cell)) or not self._rests(cell):
                continue
            for tile in self._tiles():
                if not matching or self._matches(cell, spot(tile["face"], tile["turn"])):
                    yield {"type": "BuildTile", "cell": cell, **tile}
        if matching:
            yield {"type": "SayNoneFits"}

    def _rests(self, cell: str) -> bool:
        """Every edge that looks down has a stone below it; the ground carries too."""
        if not self.rules["needs_support"]:
            return True
        height = sum(y for _, y in corners(cell)) / 3
        below = [door for door in middles(cell) if door[1] < height and door[1] > 0]
        stones = {door for other in self.board for door in middles(other)}
        return all(door in stones for door in below)

    def _matches(self, cell: str, tile: Spot) -> bool:
        mine = open_middles(cell, tile)
        return all(
            (door in mine) == (door in open_middles(other, laid))
            for other, laid in self.board.items()
            for door in set(middles(other)) & set(middles(cell))
        )

    # What it does

    def do(self, move: dict[str, Any]) -> None:
        getattr(self, f"_{move['type']}")(**{k: v for k, v in move.items() if k != "type"})

    def _put(self, cell: str, **changes: Any) -> None:
        self.board[cell] = self.board[cell]._replace(**changes)

    def _LayBase(self, tiles: list[Any]) -> None:
        for cell, face, turn in tiles:
            self._LayBaseTile(cell, face, turn)

    def _LayBaseTile(self, cell: str, face: str, turn: int) -> None:
        self.faces[cell] = face
        tile = spot(face, turn)
        self.board[cell] = tile._replace(turn=0) if tile.openings == 3 else tile

    def _Begin(self) -> None:
        self.doing = "pawn" if list(self._setting()) else "tile"

    def _SetPawn(self, cell: str, kind: str) -> None:
        old = self.board[cell].pawn
        if old and self.rules["replaced_pawn"] == "out":
            self.gone.append(old)
        self._put(cell, pawn=(self.mover, kind))
        if kind == "mummy":
            self.ever.add(self.mover)
        self.trigger, self.doing = cell, "tile"
        if self.board[cell].symbol in ("rot_c", "rot_r", "swap", "move") and list(self._useful()):
            self.doing = "power"

    def _TurnTile(self, cell: str, turn: int) -> None:
        self._put(cell, turn=0 if self.board[cell].openings == 3 else turn)
        self.doing = "tile"

    def _SwapPawns(self, own: str, other: str) -> None:
        one, two = self.board[own].pawn, self.board[other].pawn
        self._put(own, pawn=two)
        self._put(other, pawn=one)
        self.doing = "tile"

    def _MovePawn(self, source: str, target: str) -> None:
        self._put(target, pawn=self.board[source].pawn)
        self._put(source, pawn=None)
        self.doing = "tile"

    def _UseNoPower(self) -> None:
        self.doing = "tile"

    def _SayNoneFits(self) -> None:
        self.free_edges = True

    def _BuildTile(self, cell: str, face: str, turn: int) -> None:
        self._LayBaseTile(cell, face, turn)
        self.free_edges = False
        if len(self.board) == self.side**2:
            self.doing = "over"
            return
        self.mover = "blue" if self.mover == "white" else "white"
        self.doing = "pawn" if list(self._setting()) else "tile"
