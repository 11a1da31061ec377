"""The hieroglyph wall at the edge: a standing wall of windows, seven columns with their lamps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.verdict import Saying

from .room import Chapters, Loose, Room, Setting, Size, one_chapter

if TYPE_CHECKING:
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.read.taught import Taught
    from companion.rehearsal.performance import People, Performance


def board(box: Any) -> Board:
    from calibration.boards.wall import wall_board

    wall = box.wall
    return wall_board(wall.slots, wall.capacity, wall.block[0], wall.block[1], wall.window_mm)


def labels(box: Any) -> tuple[str, ...]:
    return tuple(f"{animal}_{gaze}" for animal in box.animals for gaze in "LR")


def chapters(box: Any) -> Chapters:
    return one_chapter("card", labels(box))


def loose(box: Any) -> tuple[Loose, ...]:
    """Return a card: as many windows as it covers, and a rim behind the wall."""
    from calibration.paint.flat import BEHIND_MM
    from calibration.paint.wall.printed import MULLION_MM

    (wide, high), (across, down) = box.wall.window_mm, box.wall.block
    pitch = (wide + MULLION_MM, high + MULLION_MM)
    rim = 2 * BEHIND_MM - MULLION_MM
    windows = tuple(
        (BEHIND_MM + x * pitch[0], BEHIND_MM + y * pitch[1], wide, high)
        for y in range(down)
        for x in range(across)
    )
    return (Loose("card", (across * pitch[0] + rim, down * pitch[1] + rim), windows),)


def piece_facts(label: str) -> dict[str, Any]:
    """Return the one animal that looks out of a window."""
    return {"cells": [[label]]}


def lamps(state: Any) -> list[str]:
    return [column.animal for column in state.chamber.columns]


def taught(box: Any, size: Size) -> Taught:
    from calibration.art import PAPYRUS
    from calibration.paint.wall.lesson import learn_painted

    return learn_painted(board(box), PAPYRUS, labels(box), size)


def people(seed: int) -> People:
    from companion.rehearsal.wall import invite

    return invite(seed)


def performance(setting: Setting) -> Performance:
    from calibration.art import PAPYRUS
    from companion.rehearsal.performance import Performance
    from companion.rehearsal.stage import Stage

    table, drawn = setting.table, board(setting.table.state.box)
    stage = Stage(setting.screen, drawn, PAPYRUS, setting.seed, setting.size, setting.harshness)
    return Performance(table, people(setting.seed), stage)


def prints(box: Any, paper: Paper) -> list[KitPart]:
    from calibration.paint.wall.printed import Deck, wall_parts

    deck = Deck(
        cards=[(card.id, card.cells) for card in box.cards],
        slots=box.wall.slots,
        pharaohs=box.pharaohs,
        bonus=box.bonus,
        curses=[card.animals for card in box.curse_cards],
        columns=box.columns,
        scarabs=box.scarabs,
        researchers=dict.fromkeys(box.colours, box.researchers),
        sarcophagi=[(eyes, box.worth(eyes)) for eyes in box.stack],
    )
    return wall_parts(deck, board(box), box.wall.window_mm, paper)


def needs(box: Any) -> tuple[Saying, ...]:
    return (Saying("workshop.kit.need.wall"),)


ROOM = Room(
    "wall",
    board,
    labels,
    lamps,
    taught,
    people,
    performance,
    chapters=chapters,
    loose=loose,
    piece_facts=piece_facts,
    prints=prints,
    needs=needs,
)
