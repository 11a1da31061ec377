"""Kheops at the edge: a pyramid of triangular tiles with pawns; its photograph can be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.verdict import Saying

from .room import Chapters, Loose, Room, Setting, Size, whole

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.read.taught import Taught
    from companion.rehearsal.kheops import KheopsPeople
    from companion.rehearsal.performance import Performance
    from companion.senses.photograph import PhotoRules


def board(box: Any) -> Board:
    from calibration.boards.kheops import PyramidPlace, Shape, kheops_board
    from companion.games.kheops.faces import TURNS, turns_of
    from companion.games.kheops.reader import cells

    layout = cells(box)
    places = {
        cell: PyramidPlace(place["at_mm"], place["up"], place["pawn"])
        for cell, place in layout["cells"].items()
    }
    alike = {
        f"{face}@{turn}": f"{face}@0"
        for face in box.faces
        for turn in TURNS
        if turn not in turns_of(face)
    }
    shape = Shape(layout["board_mm"], layout["edge_mm"], layout["pawn_mm"])
    return kheops_board(shape, places, alike)


def labels(box: Any) -> tuple[str, ...]:
    from companion.core.cells import EMPTY
    from companion.games.kheops.labels import pawn_labels

    pawns = (label for label in pawn_labels(box) if label != EMPTY)
    return (*(f"{face}@0" for face in box.faces), *pawns)


def chapters(box: Any) -> Chapters:
    faces = labels(box)
    tiles, pawns = (tuple(f for f in faces if ("@" in f) is tile) for tile in (True, False))
    return (("turned_tile", tiles), ("pawn", pawns))


def loose(box: Any) -> tuple[Loose, ...]:
    """Tiles with their tip up, as they lie on the page."""
    return (whole("turned_tile", (box.edge_mm, box.edge_mm * 3**0.5 / 2), "triangle"),)


def face_said(label: str) -> Saying:
    if "@" not in label:
        colour, _, kind = label.partition("-")
        return Saying("teaching.face.pawn", {"colour": colour, "kind": kind})
    kind, openings, *symbols = label.partition("@")[0].split("-", 2)
    tile = [kind, int(openings), symbols[0] if symbols else ""]
    return Saying("teaching.face.tile", {"tile": [tile]})


def piece_facts(label: str) -> dict[str, Any]:
    """Return the kind, the openings and the symbols of a tile.

    >>> piece_facts("room-2-ankh@0")
    {'kind': 'room', 'openings': 2, 'symbols': ['ankh']}
    """
    kind, openings, *symbols = label.partition("@")[0].split("-")
    return {"kind": kind, "openings": int(openings), "symbols": symbols}


def lamps(state: Any) -> list[str]:
    return [*state.box.colours, "power"]


def taught(box: Any, size: Size) -> Taught:
    from calibration.paint.kheops.lesson import learn_kheops

    return learn_kheops(board(box), labels(box), size)


def people(seed: int) -> KheopsPeople:
    from companion.rehearsal.kheops import invite

    return invite(seed)


def performance(setting: Setting) -> Performance:
    from companion.rehearsal.kheops_show import KheopsPerformance, KheopsStage

    table, drawn = setting.table, board(setting.table.state.box)
    stage = KheopsStage(setting.screen, drawn, setting.seed, setting.size, setting.harshness)
    return KheopsPerformance(table, people(setting.seed), stage)


def scoring() -> PhotoRules:
    from companion.games.kheops.labels import TWO_PAWNS
    from companion.games.kheops.tallying import options_of, tally
    from companion.senses.photograph import PhotoRules

    return PhotoRules(
        crowded=TWO_PAWNS,
        is_exact=lambda box: not box.tiles_assumed,
        options=options_of,
        tally=tally,
        names=_names,
    )


def _names(state: Any) -> dict[str, str]:
    return {colour: state.seats[state.seat_of(colour)].name for colour in state.box.colours}


def prints(box: Any, paper: Paper) -> list[KitPart]:
    from calibration.paint.kheops.printed import Pile, kheops_parts

    pawns = [
        f"{side.colour}-{kind}"
        for side in box.sides
        for kind, count in {**box.pawns(side.colour), "worker": side.worker + side.spare}.items()
        for _ in range(count)
    ]
    faces = [tile.face for tile in box.tiles]
    pile = Pile(faces, pawns, box.edge_mm, box.pawn.diameter_mm)
    return kheops_parts(pile, board(box), paper)


def needs(box: Any) -> tuple[Saying, ...]:
    count = sum(sum(box.pawns(side.colour).values()) + side.spare for side in box.sides)
    sizes = {"count": count, "across": box.pawn.diameter_mm, "high": box.pawn.height_mm}
    return Saying("workshop.kit.need.counters", sizes), Saying("workshop.kit.need.lifter")


ROOM = Room(
    "kheops",
    board,
    labels,
    lamps,
    taught,
    people,
    performance,
    lamp_names=("power",),
    worn_in_order=True,
    people_most=2,
    scoring=scoring,
    chapters=chapters,
    loose=loose,
    piece_facts=piece_facts,
    face=face_said,
    prints=prints,
    needs=needs,
)
