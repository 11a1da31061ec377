"""What the eye has to know of a room: the board in millimetres, and the labels to be taught."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from calibration.board import Board
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
    from calibration.walls import wall_board

    wall = box.wall
    return wall_board(wall.slots, wall.capacity, wall.block[0], wall.block[1], wall.window_mm)


def _wall_labels(box: Any) -> tuple[str, ...]:
    return tuple(f"{animal}_{gaze}" for animal in box.animals for gaze in "LR")


def _track(box: Any) -> Board:
    from calibration.tracks import track_board
    from companion.games.bowl.reader import cells

    told = cells(box)
    places = {cell: place["at_mm"] for cell, place in told["cells"].items()}
    return track_board(told["board_mm"], told["tile_mm"], places)


def _track_labels(box: Any) -> tuple[str, ...]:
    from companion.games.bowl.box import KINDS as TILE_KINDS
    from companion.games.bowl.reader import labels_of as faces_of

    return tuple(dict.fromkeys(face for kind in TILE_KINDS for face in faces_of(box, kind)))


def _track_kinds(box: Any) -> dict[str, str]:
    from companion.games.bowl.reader import cells

    return {cell: place["kind"] for cell, place in cells(box)["cells"].items()}


def _pyramid(box: Any) -> Board:
    from calibration.pyramids import Place, pyramid_board
    from companion.games.kheops.reader import cells

    told = cells(box)
    places = {
        cell: Place(place["at_mm"], place["up"], place["pawn"])
        for cell, place in told["cells"].items()
    }
    return pyramid_board(told["board_mm"], told["edge_mm"], places)


def _pyramid_labels(box: Any) -> tuple[str, ...]:
    return tuple(box.faces)


BOARDS: dict[str, Callable[[Any], Board]] = {"wall": _wall, "bowl": _track, "kheops": _pyramid}
LABELS: dict[str, Callable[[Any], tuple[str, ...]]] = {
    "wall": _wall_labels,
    "bowl": _track_labels,
    "kheops": _pyramid_labels,
}
KINDS: dict[str, Callable[[Any], dict[str, str]]] = {"bowl": _track_kinds}
