"""What the eye has to know of a room: the board in millimetres, and the labels to be taught."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calibration.boards.board import Board
    from calibration.boards.dig import Tray
    from calibration.boards.sphinx import Court
    from calibration.paint.sphinx.floor import Prints
    from companion.core.game import Game


def board_of(game: Game, box: Any) -> Board:
    """The board of a room, for a box."""
    return BOARDS[game.name](box)


def labels_of(game: Game, box: Any) -> tuple[str, ...]:
    """Every face the eye must be taught, besides an empty place and a back."""
    return LABELS[game.name](box)


def kinds_of(game: Game, box: Any) -> dict[str, str]:
    """The kind of piece in every cell, where a room knows several; it shows on their backs."""
    return KINDS[game.name](box) if game.name in KINDS else {}


def _wall(box: Any) -> Board:
    from calibration.boards.wall import wall_board

    wall = box.wall
    return wall_board(wall.slots, wall.capacity, wall.block[0], wall.block[1], wall.window_mm)


def _wall_labels(box: Any) -> tuple[str, ...]:
    return tuple(f"{animal}_{gaze}" for animal in box.animals for gaze in "LR")


def _track(box: Any) -> Board:
    from calibration.boards.bowl import bowl_board
    from companion.games.bowl.reader import cells

    told = cells(box)
    places = {cell: place["at_mm"] for cell, place in told["cells"].items()}
    return bowl_board(told["board_mm"], told["tile_mm"], places)


def _bowl_labels(box: Any) -> tuple[str, ...]:
    from companion.games.bowl.box import KINDS as TILE_KINDS
    from companion.games.bowl.reader import labels_of as faces_of

    return tuple(dict.fromkeys(face for kind in TILE_KINDS for face in faces_of(box, kind)))


def _bowl_kinds(box: Any) -> dict[str, str]:
    from companion.games.bowl.reader import cells

    return {cell: place["kind"] for cell, place in cells(box)["cells"].items()}


def _pyramid(box: Any) -> Board:
    from calibration.boards.kheops import Place, Shape, kheops_board
    from companion.games.kheops.faces import TURNS, turns_of
    from companion.games.kheops.reader import cells

    told = cells(box)
    places = {
        cell: Place(place["at_mm"], place["up"], place["pawn"])
        for cell, place in told["cells"].items()
    }
    alike = {
        f"{face}@{turn}": f"{face}@0"
        for face in box.faces
        for turn in TURNS
        if turn not in turns_of(face)
    }
    shape = Shape(told["board_mm"], told["edge_mm"], told["pawn_mm"])
    return kheops_board(shape, places, alike)


def _kheops_labels(box: Any) -> tuple[str, ...]:
    from companion.core.cells import EMPTY
    from companion.games.kheops.labels import pawn_labels

    pawns = (label for label in pawn_labels(box) if label != EMPTY)
    return (*(f"{face}@0" for face in box.faces), *pawns)


def _court(box: Any) -> Board:
    from calibration.boards.sphinx import sphinx_board
    from calibration.paint.sphinx.floor import all_prints

    return sphinx_board(_court_of(box), all_prints(prints_of(box)))


def _court_of(box: Any) -> Court:
    from calibration.boards.sphinx import Court, Mat
    from companion.games.sphinx.reader import cells

    told, mat = cells(box), box.mat
    return Court(
        told["pawns"]["places"],
        len(box.grid),
        len(box.grid[0]),
        box.square_mm,
        Mat(mat.rows, mat.columns, mat.card_mm, mat.pitch_mm),
        box.pawn_mm[0],
        box.pawn_mm[1],
        told["dice"]["pads"],
    )


def prints_of(box: Any) -> Prints:
    """What is built and printed on the court of the sphinx."""
    from calibration.paint.sphinx.floor import Prints

    return Prints(
        _court_of(box),
        box.grid,
        tuple(door.squares for door in box.doors),
        dict(box.card_squares),
        box.mummies,
        tuple(square for _, square in box.guards),
        tuple(square for _, square in box.temples),
    )


def _sphinx_labels(box: Any) -> tuple[str, ...]:
    return tuple(box.colours)


def _tray(box: Any) -> Board:
    return tray_of(box).board


def tray_of(box: Any) -> Tray:
    """The tray of the dig with its cards, for those who paint it."""
    from calibration.boards.dig import Tray, dig_board
    from companion.games.dig.reader import cells

    told = cells(box)
    places = {cell: place["at_mm"] for cell, place in told["cells"].items()}
    deep = told["card_height_mm"] * len(told["colours"])
    return Tray(
        dig_board(told["board_mm"], told["card_mm"], places, deep),
        told["card_mm"],
        told["card_height_mm"],
        tuple(told["colours"].values()),
        tuple((label, box.value(label)) for label in told["labels"] if box.has(label)),
    )


def _dig_labels(box: Any) -> tuple[str, ...]:
    from calibration.boards.board import EMPTY
    from companion.games.dig.reader import cells

    told = cells(box)
    way = dict.fromkeys(told["pointing"], "@N") | dict.fromkeys(told["spanning"], "@NS")
    return tuple(label + way.get(label, "") for label in told["labels"] if label != EMPTY)


BOARDS: dict[str, Callable[[Any], Board]] = {
    "dig": _tray,
    "wall": _wall,
    "bowl": _track,
    "kheops": _pyramid,
    "sphinx": _court,
}
LABELS: dict[str, Callable[[Any], tuple[str, ...]]] = {
    "dig": _dig_labels,
    "wall": _wall_labels,
    "bowl": _bowl_labels,
    "kheops": _kheops_labels,
    "sphinx": _sphinx_labels,
}
KINDS: dict[str, Callable[[Any], dict[str, str]]] = {"bowl": _bowl_kinds}
