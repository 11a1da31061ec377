"""The dig at the edge: a tray of deep cells, a lamp for STOP and one for the scarab."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.verdict import Saying

from .room import Chapters, Loose, Room, Setting, Size, plain_face, whole

if TYPE_CHECKING:
    from calibration.boards.dig import Tray
    from calibration.geometry.board import Board
    from calibration.geometry.markers import Paper
    from calibration.kit.sheets import KitPart
    from calibration.read.taught import Taught
    from companion.rehearsal.dig import DigPeople
    from companion.rehearsal.performance import Performance


def board(box: Any) -> Board:
    return tray_of(box).board


def tray_of(box: Any) -> Tray:
    """Return the tray with its cards, for those who paint it."""
    from calibration.boards.dig import Tray, dig_board
    from companion.games.dig.reader import cells

    layout = cells(box)
    places = {cell: place["at_mm"] for cell, place in layout["cells"].items()}
    deep = layout["card_height_mm"] * len(layout["colours"])
    return Tray(
        dig_board(layout["board_mm"], layout["card_mm"], places, deep),
        layout["card_mm"],
        layout["card_height_mm"],
        tuple(layout["colours"].values()),
        tuple((label, box.value(label)) for label in layout["labels"] if box.has(label)),
    )


def labels(box: Any) -> tuple[str, ...]:
    from companion.core.cells import EMPTY
    from companion.games.dig.reader import cells

    layout = cells(box)
    way = dict.fromkeys(layout["pointing"], "@N") | dict.fromkeys(layout["spanning"], "@NS")
    return tuple(label + way.get(label, "") for label in layout["labels"] if label != EMPTY)


def chapters(box: Any) -> Chapters:
    """Layer by layer from the bottom, each as deep as it belongs; then what lies upon them."""
    faces = labels(box)
    layers = sorted({face[0] for face in faces if face[0].isdecimal()})
    upon = ((face,) for face in faces if not face[0].isdecimal())
    shown = (tuple(f for f in faces if f.startswith(f"{layer}-")) for layer in layers)
    return tuple(("pit", some) for some in (*shown, *upon))


def face_said(label: str) -> Saying:
    layer, _, card = label.partition("@")[0].partition("-")
    if not card:
        return plain_face(label)
    return Saying("teaching.face.layered", {"layer": int(layer), "card": card})


def loose(box: Any) -> tuple[Loose, ...]:
    from companion.games.dig.reader import cells

    return (whole("pit", cells(box)["card_mm"]),)


def piece_facts(label: str) -> dict[str, Any]:
    """Return what a card shows; its layer is known."""
    return {"card": label.partition("@")[0].partition("-")[2]}


def lamps(state: Any) -> list[str]:
    return ["stop", "scarab"]


def taught(box: Any, size: Size) -> Taught:
    from calibration.paint.dig.lesson import learn_dig

    return learn_dig(tray_of(box), labels(box), size)


def people(seed: int) -> DigPeople:
    from companion.rehearsal.dig import invite

    return invite(seed)


def performance(setting: Setting) -> Performance:
    from companion.rehearsal.dig_show import DigPerformance
    from companion.rehearsal.dig_stage import DigStage

    tray = tray_of(setting.table.state.box)
    stage = DigStage(setting.screen, tray, setting.seed, setting.size, setting.harshness)
    return DigPerformance(setting.table, people(setting.seed), stage)


def prints(box: Any, paper: Paper) -> list[KitPart]:
    from calibration.paint.dig.printed import Hoard, dig_parts

    hoard = Hoard(
        layers=[[(card.card, card.value) for card in layer.cards] for layer in box.layers],
        gold=box.money.gold,
        silver=box.money.silver,
        silver_for_gold=box.money.silver_for_gold,
        scarabs=box.scarabs,
        barricades=box.barricades,
        colours=box.colours,
    )
    return dig_parts(hoard, tray_of(box), paper)


def needs(box: Any) -> tuple[Saying, ...]:
    tray = tray_of(box)
    sides = (tray.board.width_mm, tray.board.height_mm)
    wide, high = (round(side / 10 + 0.5) for side in sides)
    size = {"wide": wide, "high": high, "deep": round(tray.depth_mm(0))}
    foam = {"mm": tray.card_height_mm}
    return (
        Saying("workshop.kit.need.tray", size),
        Saying("workshop.kit.need.thick", foam),
        Saying("workshop.kit.need.lifter"),
    )


ROOM = Room(
    "dig",
    board,
    labels,
    lamps,
    taught,
    people,
    performance,
    lamp_names=("stop", "scarab"),
    buttons=("stop", "skip", "scarab", "done"),
    chapters=chapters,
    face=face_said,
    loose=loose,
    piece_facts=piece_facts,
    prints=prints,
    needs=needs,
)
