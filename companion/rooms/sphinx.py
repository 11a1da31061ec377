"""The sphinx at the edge: a walled court with a mat, and colours that are read under a hood."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.verdict import Saying

from .room import DOWN, Chapters, Loose, Room, Setting, Size, plain_face, whole

if TYPE_CHECKING:
    from calibration.boards.sphinx import Court
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.paint.sphinx.floor import Prints
    from calibration.read.taught import Taught
    from companion.rehearsal.performance import Performance
    from companion.rehearsal.sphinx import SphinxPeople
    from companion.senses.hood import HoodRules


def board(box: Any) -> Board:
    from calibration.boards.sphinx import sphinx_board
    from calibration.paint.sphinx.floor import all_prints

    return sphinx_board(_court_of(box), all_prints(prints_of(box)))


def _court_of(box: Any) -> Court:
    from calibration.boards.sphinx import Court, Mat
    from companion.games.sphinx.reader import cells

    layout, mat = cells(box), box.mat
    return Court(
        layout["pawns"]["places"],
        len(box.grid),
        len(box.grid[0]),
        box.square_mm,
        Mat(mat.rows, mat.columns, mat.card_mm, mat.pitch_mm),
        box.pawn_mm[0],
        box.pawn_mm[1],
        layout["dice"]["pads"],
    )


def prints_of(box: Any) -> Prints:
    """Return what is built and printed on the court."""
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


def labels(box: Any) -> tuple[str, ...]:
    return tuple(box.colours)


def chapters(box: Any) -> Chapters:
    from companion.core.cells import EMPTY
    from companion.games.sphinx.reader import cells

    dice = tuple(face for face in cells(box)["dice"]["labels"] if face != EMPTY)
    return (
        ("colour", (DOWN,)),
        ("colour", tuple(box.colours)),
        ("pawn", tuple(box.pawns)),
        ("die", dice),
    )


def face_said(label: str) -> Saying:
    if label.isdecimal() or label == "S":
        return Saying("teaching.face.die", {"die": [[label]]})
    return plain_face(label)


def loose(box: Any) -> tuple[Loose, ...]:
    return (whole("colour", box.mat.card_mm),)


def lamps(state: Any) -> list[str]:
    return list(state.box.seats)


def worn(box: Any) -> Sequence[str]:
    """Return the colours of the pawns; those of the cards are others."""
    pawns: Sequence[str] = box.pawns
    return pawns


def taught(box: Any, size: Size) -> Taught:
    from calibration.paint.sphinx.lesson import learn_sphinx

    return learn_sphinx(board(box), prints_of(box), box.pawns, box.colours, size)


def people(seed: int) -> SphinxPeople:
    from companion.rehearsal.sphinx import invite

    return invite(seed)


def performance(setting: Setting) -> Performance:
    from companion.core.observation import Said
    from companion.games.sphinx.rules import HOOD
    from companion.rehearsal.sphinx_show import SphinxPerformance, SphinxStage

    table, box = setting.table, setting.table.state.box
    stage = SphinxStage(
        setting.screen, board(box), prints_of(box), setting.seed, setting.size, setting.harshness
    )
    players = people(setting.seed)
    seal = players.seal(table.state)
    if seal is not None and setting.is_lived:
        table.submit(Said(by=HOOD, move=seal, at=time.monotonic()))
    return SphinxPerformance(table, players, stage)


def hood() -> HoodRules:
    from companion.games.sphinx.moves import Seal
    from companion.games.sphinx.reader import DOWN, card_cell
    from companion.games.sphinx.rules import HOOD
    from companion.games.sphinx.sealing import may_seal
    from companion.senses.hood import HoodRules

    return HoodRules(
        field=card_cell(0, 0),
        down=DOWN,
        role=HOOD,
        may_seal=may_seal,
        seal=Seal,
        digest=lambda state: str(state.seals[-1].digest),
        sentences="page.sphinx_",
    )


def prints(box: Any, paper: Paper) -> list[KitPart]:
    from calibration.paint.sphinx.printed import Tomb, sphinx_parts

    tomb = Tomb(
        cards=[colour for colour in box.colours for _ in range(box.each)],
        pawns=box.pawns,
        pawn_mm=box.pawn_mm,
        sphinxes=[name for name, _ in (*box.guards, *box.temples)],
        mummies=len(box.mummies),
        dice=[[str(face) for face in die.faces] for die in box.dice],
        card_mm=box.mat.card_mm,
    )
    return sphinx_parts(tomb, prints_of(box), board(box), paper)


def needs(box: Any) -> tuple[Saying, ...]:
    across, high = box.pawn_mm
    sizes = {"count": len(box.pawns), "across": across, "high": high}
    return (Saying("workshop.kit.need.counters", sizes),)


ROOM = Room(
    "sphinx",
    board,
    labels,
    lamps,
    taught,
    people,
    performance,
    worn=worn,
    hood=hood,
    chapters=chapters,
    face=face_said,
    loose=loose,
    prints=prints,
    needs=needs,
)
