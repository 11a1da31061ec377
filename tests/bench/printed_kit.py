"""Photographs of our own printed games, read by an eye that was never taught anything.

The pictures come from the printed sheets alone, through a small optics of their own: pieces as they
are cut, laid at their true height, on paper that curls, below one lamp, behind a lens. Nothing of
``calibration.paint`` that draws rehearsals has a part in it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import cos, radians, sin, tan
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry.board import EMPTY, PAWN, Board, Cell
from calibration.geometry.markers import A4, Paper
from calibration.kit.ink import CUT, Drawn, Fill, InkPose, laid
from calibration.kit.sheets import KitPage, KitPart, KitPiece, Poster
from calibration.paint.bowl.printed import tile_piece as bowl_tile
from calibration.paint.dig.printed import card_piece
from calibration.paint.kheops.printed import tile_face
from calibration.paint.wall.printed import HIDDEN_MM, MULLION_MM, card_mm
from calibration.read.reader import Looker
from companion.app.known_pieces import KnownPieces
from companion.rooms import room_of
from companion.rooms.dig import tray_of
from companion.senses.threads import limit_threads
from companion.workshop.printables.pdf import pdf
from tests.workshop.photographs import rendered

Picture = NDArray[np.uint8]
Sheet = NDArray[np.float32]
SCALE = 4.0
"""Pixels of a printed sheet in a millimetre."""
SIZE = (1280, 720)
FINER, COARSE = 2, 16
"""The scene is drawn finer than the sensor; where rays end is worked out coarser: it is smooth."""
NORMAL, HARD = "normal light", "hard light"
EACH = {NORMAL: 9, HARD: 3}
"""How many pictures of each room, by the light."""
CORK, FOAM, TABLE = (96, 148, 190), (214, 220, 224), (66, 92, 122)


@dataclass
class Layer:
    """What is seen at one height above the board: colours, and where there is anything."""

    height_mm: float
    colours: Sheet
    cover: Sheet


@dataclass
class Laid:
    """A table laid with printed things, and what lies where."""

    board: Board
    layers: list[Layer] = field(default_factory=list)
    truth: dict[str, str] = field(default_factory=dict)

    def sheet(self) -> tuple[Sheet, Sheet]:
        high, wide = round(self.board.height_mm * SCALE), round(self.board.width_mm * SCALE)
        return np.zeros((high, wide, 3), np.float32), np.zeros((high, wide), np.float32)

    def add(self, height_mm: float, colours: Sheet, cover: Sheet) -> None:
        self.layers.append(Layer(height_mm, colours, cover))


def paper_of(drawn: Drawn, wide: float, high: float) -> Sheet:
    """What comes out of a printer: rendered by poppler from our own file."""
    page = Paper("table", wide, high, 0, 8)
    data = pdf([KitPage("board", 1, 1, drawn)], page, "table", lambda one: ("", ""))
    flat = rendered(data, dpi=round(SCALE * 25.4))
    flat = cv2.resize(flat, (round(wide * SCALE), round(high * SCALE)))
    return np.asarray(flat, np.float32)


def main(arguments: list[str]) -> int:
    """Count what is read right, wrong and not at all, room by room."""
    limit_threads(1)
    rooms = [one for one in arguments if not one.startswith("-")] or list(ROOMS)
    keep = Path("var/printed-kit") if "--keep" in arguments else None
    wrong_at_all = 0
    print(f"{'room':8} {'light':13} {'pictures':>8} {'found':>6} {'complete':>9} "
          f"{'cells':>6} {'right':>6} {'wrong':>6} {'open':>6}  read")  # fmt: skip
    for room in rooms:
        for light, count in EACH.items():
            rows = [look_at(room, light, seed, keep) for seed in range(count)]
            total: Counter[str] = sum(rows, Counter())
            wrong_at_all += total["wrong"]
            share = 100 * total["right"] / max(1, total["cells"])
            print(f"{room:8} {light:13} {count:8} {total['found']:6} {total['complete']:9} "
                  f"{total['cells']:6} {total['right']:6} {total['wrong']:6} {total['open']:6} "
                  f"{share:5.1f} %", flush=True)  # fmt: skip
    return int(wrong_at_all > 0)


def look_at(room: str, light: str, seed: int, keep: Path | None = None) -> Counter[str]:
    """One picture, and how it was read."""
    dice = random.Random(f"{room} {light} {seed}")
    table = ROOMS[room](dice)
    picture = photographed(table, dice, light)
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(keep / f"{room}-{light.split()[0]}-{seed}.jpg"), picture)
    look = looker(room).look(picture)
    found = {cell: reading.label for cell, reading in look.cells.items()}
    counts: Counter[str] = Counter(found=int(bool(found)), cells=len(table.truth))
    for cell, label in table.truth.items():
        told = found.get(cell)
        verdict = "open" if told is None else "right" if told == label else "wrong"
        counts[verdict] += 1
        if keep and verdict != "right":
            likely = look.cells[cell].chances if cell in look.cells else {}
            best = max(likely, key=lambda one: likely[one]) if likely else ""
            print(f"  {room} {light} {seed}: {cell} is {label}, read {told} ({best})",
                  file=sys.stderr)  # fmt: skip
    counts["complete"] = int(counts["right"] == counts["cells"])
    return counts


_lookers: dict[str, Looker] = {}


def looker(room: str) -> Looker:
    """The eye as a new house has it: it knows the kit, and nobody has taught it."""
    if room not in _lookers:
        box = room_of(room).game.load_box(None)
        _lookers[room] = Looker(room_of(room).board(box), KnownPieces(room, box)())
    _lookers[room].forget()
    return _lookers[room]


# --- the tables


def _box(room: str) -> Any:
    return room_of(room).game.load_box(None)


def _parts(room: str) -> list[KitPart]:
    return room_of(room).prints(_box(room), A4)


def _poster(room: str, title: str) -> Poster:
    return next(
        part.things
        for part in _parts(room)
        if part.title == title and isinstance(part.things, Poster)
    )


_printed: dict[str, Sheet] = {}


def _board_sheet(room: str, title: str) -> Sheet:
    if f"{room} {title}" not in _printed:
        poster = _poster(room, title)
        _printed[f"{room} {title}"] = paper_of(poster.drawn, poster.width, poster.height)
    return _printed[f"{room} {title}"].copy()


def _box_of(points: Any) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def wall_table(dice: random.Random) -> Laid:
    """Cards dropped into slots stand on each other behind the openings of the front."""
    box, room = _box("wall"), room_of("wall")
    table = Laid(room.board(box))
    front = _board_sheet("wall", "template")
    deck = [part.things for part in _parts("wall") if part.title == "cards"][0]
    assert not isinstance(deck, Poster)
    chosen = list(zip(box.cards, deck, strict=True))
    dice.shuffle(chosen)
    wall, window = box.wall, box.wall.window_mm
    wide, high = card_mm(box.cards[0].cells, window)
    behind, cover = table.sheet()
    drawn: list[Any] = []
    holes = np.zeros(cover.shape, np.float32)
    cells = {cell.id: cell for cell in table.board.cells}
    for slot in range(wall.slots):
        first = cells[f"{slot * wall.block[0]},0"].polygon_mm
        left = first[0][0]
        pitch = wall.block[0] * (window[0] + MULLION_MM)
        low = first[2][1] + MULLION_MM / 2
        top = cells[f"{slot * wall.block[0]},{wall.capacity - 1}"].polygon_mm[0][1]
        _rectangle(holes, left + HIDDEN_MM, top, left + pitch - MULLION_MM - HIDDEN_MM, first[2][1])
        count = dice.randint(0, wall.capacity)
        for row in range(wall.capacity):
            names = [f"{slot * wall.block[0] + n},{row}" for n in range(wall.block[0])]
            table.truth.update(dict.fromkeys(names, EMPTY))
            if row < count and chosen:
                card, piece = chosen.pop()
                x = left + (pitch - MULLION_MM - wide) / 2 + dice.uniform(-0.3, 0.3)
                y = low - (row + 1) * high
                face = [shape for shape in piece.drawn]
                drawn += laid(_lower_half(face, high), InkPose(x, y - high))
                table.truth.update(zip(names, card.cells[0], strict=True))
                _rectangle(cover, x, y, x + wide, y + high)
    if drawn:
        behind = paper_of(tuple(drawn), table.board.width_mm, table.board.height_mm)
    table.add(-3.5, front, np.ones_like(cover))  # the strips that were cut out: the slots' floors
    table.add(-2.5, behind, cover)
    table.add(0.0, front, 1 - holes)
    return table


def _lower_half(shapes: list[Any], high: float) -> list[Any]:
    """The face of a card without its back, which is folded behind it."""
    return [shape for shape in shapes if _low(shape) > high - 0.5]


def _low(shape: Any) -> float:
    if isinstance(shape, Fill):
        return min(y for ring in shape.rings for _, y in ring)
    return float(shape.at[1]) if hasattr(shape, "at") else 0.0


def bowl_table(dice: random.Random) -> Laid:
    box, room = _box("bowl"), room_of("bowl")
    table = Laid(room.board(box))
    kinds = room.kinds(box)
    drawn: list[Any] = []
    _, cover = table.sheet()
    for cell in table.board.cells:
        what = dice.choice(("face", "face", "down", "empty"))
        if what == "empty":
            table.truth[cell.id] = EMPTY
            continue
        x, y = cell.middle_mm
        x, y = x + dice.uniform(-1, 1), y + dice.uniform(-1, 1)
        label = dice.choice(room.labels(box))
        piece = bowl_tile(kinds[cell.id], label, 30.0)
        turn = radians(dice.uniform(0, 360))
        if what == "face":
            table.truth[cell.id] = label
            shapes = [one for one in piece.drawn if hasattr(one, "at") and one.at[0] < 30]
            offset = 15.0
        else:
            table.truth[cell.id] = "down"
            shapes = [one for one in piece.drawn if _left(one) >= 29.9 and not _is_box(one)]
            offset = 45.0
        at = (
            x - offset * cos(turn) + 15 * sin(turn),
            y - offset * sin(turn) - 15 * cos(turn),
        )
        drawn += laid(shapes, InkPose(*at, degrees=turn * 180 / np.pi))
        _disc(cover, (x, y), 15.0)
    table.add(0.0, _board_sheet("bowl", "board"), np.ones_like(cover))
    table.add(0.6, paper_of(tuple(drawn), table.board.width_mm, table.board.height_mm), cover)
    return table


def _left(shape: Any) -> float:
    if isinstance(shape, Fill):
        return min(x for ring in shape.rings for x, _ in ring)
    return float(shape.at[0]) if hasattr(shape, "at") else 0.0


def _is_box(shape: Any) -> bool:
    """Whether it is the line a card and its back are cut out along."""
    return isinstance(shape, Fill) and shape.edge == CUT


def dig_table(dice: random.Random) -> Laid:
    box, room = _box("dig"), room_of("dig")
    tray = tray_of(box)
    table = Laid(room.board(box))
    _, hollow = table.sheet()
    for cell in table.board.cells:
        _rectangle(hollow, *_opening(tray, cell))
    floor = np.zeros((*hollow.shape, 3), np.float32) + np.array((38, 48, 60), np.float32)
    foam = np.zeros_like(floor) + np.array(FOAM, np.float32)
    heights = {cell.id: dice.randint(0, tray.layers - 1) for cell in table.board.cells}
    by_height: dict[int, list[Any]] = {}
    covers: dict[int, Sheet] = {}
    for cell in table.board.cells:
        high = heights[cell.id]
        if not high:
            table.truth[cell.id] = EMPTY
            continue
        plain = [card for card in box.layers[high - 1].cards if "_" not in card.card]
        card = dice.choice(plain)
        x, y = cell.polygon_mm[0]
        x, y = x + dice.uniform(-0.9, 0.9), y + dice.uniform(-0.9, 0.9)
        drawn = card_piece(tray, high, card.card, card.value).drawn
        by_height.setdefault(high, []).extend(laid(drawn, InkPose(x, y)))
        if high not in covers:
            covers[high] = np.zeros(hollow.shape, np.float32)
        _rectangle(covers[high], x, y, x + 44, y + 44)
        table.truth[cell.id] = f"{high}-{card.card}"
    table.add(-tray.depth_mm(0), floor, np.ones_like(hollow))
    depth = tray.depth_mm(0)
    layers = [(-tray.depth_mm(high), high) for high in by_height]
    while depth > 0.5:
        depth -= 0.75
        for at, high in [one for one in layers if one[0] <= -depth]:
            sheet = paper_of(tuple(by_height[high]), table.board.width_mm, table.board.height_mm)
            table.add(at, sheet, covers[high])
            layers.remove((at, high))
        table.add(-depth, foam, 1 - hollow)
    table.add(0.0, _board_sheet("dig", "board"), 1 - hollow)
    return table


def _opening(tray: Any, cell: Cell) -> tuple[float, float, float, float]:
    left, top, right, low = tray.opening_mm(cell)
    return left, top, right, low


def kheops_table(dice: random.Random) -> Laid:
    box, room = _box("kheops"), room_of("kheops")
    table = Laid(room.board(box))
    drawn: list[Any] = []
    _, cover = table.sheet()
    pawns = {cell.stands_on: cell for cell in table.board.cells if cell.kind == PAWN}
    faces = dice.sample([tile.face for tile in box.tiles], k=len(box.tiles))
    standing: list[tuple[tuple[float, float], str]] = []
    kinds = [label for label in room.labels(box) if "@" not in label]
    alike = table.board.alike
    for cell in table.board.cells:
        if cell.kind == PAWN:
            continue
        pawn = pawns.get(cell.id)
        if pawn:
            table.truth[pawn.id] = EMPTY
        if dice.random() < 0.3 or not faces:
            table.truth[cell.id] = EMPTY
            continue
        face = faces.pop()
        left, top, right, low = _box_of(cell.polygon_mm)
        middle_x = (left + right) / 2
        up = cell.polygon_mm[2][1] < cell.polygon_mm[0][1]
        third = dice.randint(0, 2)
        high = low - top
        # the middle of the triangle, from the upper left corner of its box
        inner_y = high * 2 / 3
        at_y = top + (inner_y if up else high - inner_y)
        turn = radians(120 * third + (0 if up else 180))
        x = middle_x + dice.uniform(-0.5, 0.5)
        y = at_y + dice.uniform(-0.5, 0.5)
        corner = (
            x - 30 * cos(turn) + inner_y * sin(turn),
            y - 30 * sin(turn) - inner_y * cos(turn),
        )
        drawn += laid(tile_face(face, 60.0), InkPose(*corner, degrees=turn * 180 / np.pi))
        cv2.fillPoly(cover, [_pixels(cell.polygon_mm)], 1.0, cv2.LINE_8, 4)
        label = f"{face}@{third}"
        table.truth[cell.id] = alike.get(label, label)
        if pawn and dice.random() < 0.35:
            who = dice.choice(kinds)
            table.truth[pawn.id] = who
            standing.append(((x, y), who))
    table.add(0.0, _board_sheet("kheops", "board"), np.ones_like(cover))
    table.add(0.6, paper_of(tuple(drawn), table.board.width_mm, table.board.height_mm), cover)
    tops = {title: piece for title, piece in _tops("kheops", kinds)}
    _stand(table, standing, tops, box.pawn.diameter_mm, box.pawn.height_mm)
    return table


def _tops(room: str, labels: list[str]) -> Iterator[tuple[str, KitPiece]]:
    """The printed top of every kind of pawn."""
    if room == "kheops":
        from calibration.paint.kheops.printed import _pawn

        yield from ((label, _pawn(label, 16.0)) for label in labels)
    else:
        from calibration.paint.sphinx.printed import _pawn as round_top

        yield from ((label, round_top(label, 16.0)) for label in labels)


def _stand(
    table: Laid,
    standing: list[tuple[tuple[float, float], str]],
    tops: Mapping[str, KitPiece],
    across: float,
    high: float,
) -> None:
    """Corks with a printed top: a disc for every millimetre of their height."""
    if not standing:
        return
    _, cover = table.sheet()
    drawn: list[Any] = []
    for (x, y), label in standing:
        _disc(cover, (x, y), across / 2)
        drawn += laid(tops[label].drawn, InkPose(x - across / 2, y - across / 2))
    cork = np.zeros((*cover.shape, 3), np.float32) + np.array(CORK, np.float32)
    for level in range(1, round(high)):
        shade = np.asarray(cork * (0.55 + 0.2 * level / high), np.float32)
        table.add(float(level), shade, cover)
    sheet = paper_of(tuple(drawn), table.board.width_mm, table.board.height_mm)
    table.add(high, sheet, cover)


def sphinx_table(dice: random.Random) -> Laid:
    box, room = _box("sphinx"), room_of("sphinx")
    table = Laid(room.board(box))
    _, cover = table.sheet()
    drawn: list[Any] = []
    cards = [part.things for part in _parts("sphinx") if part.title == "cards"][0]
    assert not isinstance(cards, Poster)
    colours = [colour for colour in box.colours for _ in range(box.each)]
    pawns = [cell for cell in table.board.cells if cell.kind == PAWN]
    for cell in table.board.cells:
        if cell.kind == PAWN:
            table.truth[cell.id] = EMPTY
        if cell.kind != "colour":
            continue
        what = dice.choice(("face", "down", "empty"))
        if what == "empty":
            table.truth[cell.id] = EMPTY
            continue
        number = dice.randrange(len(colours))
        x, y = cell.polygon_mm[0]
        x, y = x + dice.uniform(-1, 1), y + dice.uniform(-1, 1)
        table.truth[cell.id] = colours[number] if what == "face" else "down"
        shapes = [
            one
            for one in cards[number].drawn
            if not _is_box(one) and (_left(one) >= 43.9) == (what == "down")
        ]
        drawn += laid(shapes, InkPose(x - (44 if what == "down" else 0), y))
        _rectangle(cover, x, y, x + 44, y + 68)
    table.add(0.0, _board_sheet("sphinx", "board"), np.ones_like(cover))
    table.add(0.6, paper_of(tuple(drawn), table.board.width_mm, table.board.height_mm), cover)
    _doors_and_sphinxes(table, box)
    standing = []
    for colour, cell in zip(box.pawns, dice.sample(pawns, len(box.pawns)), strict=True):
        x, y = cell.middle_mm
        standing.append(((x + dice.uniform(-1, 1), y + dice.uniform(-1, 1)), colour))
        table.truth[cell.id] = colour
    tops = dict(_tops("sphinx", list(box.pawns)))
    _stand(table, standing, tops, box.pawn_mm[0], box.pawn_mm[1])
    return table


def _doors_and_sphinxes(table: Laid, box: Any) -> None:
    from calibration.paint.sphinx.studio import niche_mm
    from companion.rooms.sphinx import prints_of

    prints = prints_of(box)
    gold = np.zeros((*table.sheet()[1].shape, 3), np.float32) + np.array((18, 163, 217), np.float32)
    brown = np.zeros_like(gold) + np.array((92, 122, 150), np.float32)
    seats = [prints.court.middle_mm(prints.place(square)) for square in prints.guards]
    seats += [niche_mm(prints, square) for square in prints.niches]
    for level in range(1, 21, 2):  # a tent gets narrower towards its ridge
        _, cover = table.sheet()
        half = 12.0 * (1 - level / 21)
        for x, y in seats:
            _rectangle(cover, x - 11, y - half, x + 11, y + half)
        table.add(float(level), np.asarray(gold * (0.75 + 0.01 * level), np.float32), cover)
    _, doors = table.sheet()
    for door in prints.doors:
        (a, b), (c, d) = (prints.court.middle_mm(prints.place(square)) for square in door)
        x, y = (a + c) / 2, (b + d) / 2
        wide, deep = (0.8, 11.0) if a != c else (11.0, 0.8)
        _rectangle(doors, x - wide, y - deep, x + wide, y + deep)
    for level in range(1, 15):
        table.add(float(level), brown, doors)


ROOMS: dict[str, Callable[[random.Random], Laid]] = {
    "wall": wall_table,
    "bowl": bowl_table,
    "dig": dig_table,
    "kheops": kheops_table,
    "sphinx": sphinx_table,
}


def _rectangle(mask: Sheet, left: float, top: float, right: float, low: float) -> None:
    corners = ((left, top), (right, top), (right, low), (left, low))
    cv2.fillPoly(mask, [_pixels(corners)], 1.0, cv2.LINE_8, 4)


def _disc(mask: Sheet, at: tuple[float, float], radius: float) -> None:
    middle = tuple(round(side * SCALE * 16) for side in at)
    cv2.circle(mask, middle, round(radius * SCALE * 16), 1.0, -1, cv2.LINE_8, 4)


def _pixels(points: Any) -> NDArray[np.int32]:
    return np.round(np.array(points, float) * SCALE * 16).astype(np.int32)


# --- the optics


def photographed(table: Laid, dice: random.Random, light: str) -> Picture:
    """Everything between a laid table and a file: lens, paper, lamp, sensor, JPEG."""
    hard = light == HARD
    chance = np.random.default_rng(dice.randrange(1 << 30))
    size = (SIZE[0] * FINER, SIZE[1] * FINER)
    across = 66.0
    focal = size[0] / 2 / tan(radians(across / 2))
    lean = radians(dice.uniform(-6, 6) * (2.0 if hard else 1.0))
    side = radians(dice.uniform(-5, 5) * (1.6 if hard else 1.0))
    roll = radians(dice.uniform(-3, 3))
    turn = (
        np.asarray(cv2.Rodrigues(np.array((lean, 0.0, 0.0)))[0])
        @ np.asarray(cv2.Rodrigues(np.array((0.0, side, 0.0)))[0])
        @ np.asarray(cv2.Rodrigues(np.array((0.0, 0.0, roll)))[0])
    )
    wide, high = table.board.width_mm, table.board.height_mm
    away = max(wide / size[0], high / size[1]) * focal / dice.uniform(0.76, 0.86)
    lens = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]])
    curl = (dice.uniform(0.3, 1.2) * (2 if hard else 1), dice.uniform(0, 6.28))
    out = np.zeros((size[1], size[0], 3), np.float32) + np.array(TABLE, np.float32)
    columns, rows = size[0] // COARSE, size[1] // COARSE
    grid = np.stack(
        [*np.meshgrid(np.linspace(0, size[0] - 1, columns), np.linspace(0, size[1] - 1, rows)),
         np.ones((rows, columns))], axis=-1
    )  # fmt: skip
    finer = np.meshgrid(
        np.linspace(0, columns - 1, size[0], dtype=np.float32),
        np.linspace(0, rows - 1, size[1], dtype=np.float32),
    )
    bend = dice.uniform(-0.012, 0.012)
    middle = np.array((size[0] / 2, size[1] / 2))
    off = grid[..., :2] - middle
    grid[..., :2] = middle + off * (1 + bend * (off**2).sum(-1, keepdims=True) / middle[0] ** 2)
    plane = None
    for layer in table.layers:
        at = None
        # the paper curls by up to a millimetre or two: look where the ray meets it
        for height in _heights(layer.height_mm, plane, curl, (wide, high)):
            at = _meets(grid, lens, turn, away, height, (wide, high))
        assert at is not None
        plane = at if plane is None else plane
        coarse = np.asarray(at * SCALE, np.float32)
        x, y = cv2.split(cv2.remap(coarse, *finer, cv2.INTER_LINEAR))
        seen = cv2.remap(layer.colours, x, y, cv2.INTER_LINEAR)
        cover = cv2.remap(layer.cover, x, y, cv2.INTER_LINEAR)[..., None]
        out = out * (1 - cover) + seen * cover
    out = _printed_and_lit(out, dice, hard)
    picture = cv2.resize(out, SIZE, interpolation=cv2.INTER_AREA)
    blur = dice.uniform(0.9, 1.3) if hard else dice.uniform(0.3, 0.8)
    picture = cv2.GaussianBlur(picture, (0, 0), blur)
    grain = dice.uniform(4, 7) if hard else dice.uniform(1.5, 3.5)
    picture = picture + chance.normal(0, grain, picture.shape) * np.sqrt(picture / 160 + 0.1)
    data = np.asarray(np.clip(picture, 0, 255), np.uint8)
    quality = dice.randint(62, 75) if hard else dice.randint(80, 92)
    packed = cv2.imencode(".jpg", data, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _heights(
    height: float, plane: NDArray[np.float64] | None, curl: tuple[float, float],
    size: tuple[float, float],
) -> Iterator[Any]:  # fmt: skip
    if plane is None:
        yield height
        return
    along = plane[..., 0] / size[0] + 0.4 * plane[..., 1] / size[1]
    yield height + curl[0] * np.sin(2.2 * np.pi * along + curl[1])


def _meets(
    grid: NDArray[np.float64], lens: NDArray[np.float64], turn: NDArray[np.float64], away: float,
    height: Any, size: tuple[float, float],
) -> NDArray[np.float64]:  # fmt: skip
    """Where on the board the ray of every pixel meets a given height, in millimetres."""
    rays = grid @ np.linalg.inv(lens).T @ turn  # in the axes of the board
    eye = turn.T @ np.array((0.0, 0.0, -away))
    share = (-np.asarray(height) - eye[2]) / rays[..., 2]
    return np.asarray(
        np.stack([eye[n] + share * rays[..., n] + size[n] / 2 for n in (0, 1)], axis=-1)
    )


def _printed_and_lit(out: Sheet, dice: random.Random, hard: bool) -> Sheet:
    """The tone of ink and paper, one lamp with its colour and fall-off, and its reflection."""
    high, wide = out.shape[:2]
    tone = np.power(np.clip(out / 255, 0, 1), dice.uniform(0.88, 1.15))
    tone = 0.05 + 0.88 * tone
    x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-0.56, 0.56, high))
    at = (dice.uniform(-1.4, 1.4), dice.uniform(-1.2, 1.2))
    far = dice.uniform(0.9, 1.2) if hard else dice.uniform(1.5, 2.4)
    fall = far**3 / ((x - at[0]) ** 2 + (y - at[1]) ** 2 + far**2) ** 1.5
    fall = fall / fall.mean()
    warm = dice.uniform(0.0, 0.25 if hard else 0.12)
    colour = np.array((1 - warm, 1 - 0.35 * warm, 1.0))
    level = dice.uniform(0.5, 0.65) if hard else dice.uniform(0.75, 1.0)
    lit = tone * fall[..., None] * colour * level
    shine = dice.uniform(0.12, 0.3) if hard else dice.uniform(0.0, 0.06)
    spot = (dice.uniform(-0.8, 0.8), dice.uniform(-0.4, 0.4))
    wide_spot = dice.uniform(0.08, 0.16)
    gloss = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / wide_spot**2)
    return np.asarray(np.clip(lit + shine * gloss[..., None], 0, 1) * 255, np.float32)


if __name__ == "__main__":
    started = time.monotonic()
    code = main(sys.argv[1:])
    print(f"{time.monotonic() - started:.0f} s")
    sys.exit(code)
