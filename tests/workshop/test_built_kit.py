"""Each printed game, built in simulation: cut out of its file by its own lines, folded, laid down.

``cut_sheets`` is the scissors. What a leaflet lists is counted here room by room: a thing is
printed, or the sheet "You need" names it with its size.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import hypot
from typing import Any

import pytest

from calibration.geometry.board import PAWN, Board
from calibration.geometry.markers import A4, PAPERS
from calibration.kit.sheets import CARD, LARGE, MARGIN_MM, KitPage, Poster, inner, pages_of
from calibration.paint.wall.printed import RAIL_BOARD_MM, RAIL_LONG_MM, RAIL_MM
from companion.core.game import ROOMS
from companion.rooms import room_of
from companion.words import LANGUAGES, load
from companion.workshop.printables import Wish, printed

from .cut_sheets import (
    CutSheet,
    Path,
    Point,
    area_of,
    box_of,
    inside,
    is_round,
    overlap,
    sheets_of,
    sides_of,
    size_of,
)

NEAR_MM = 0.3
FILLED = 0.55
"""The share of every sheet but the last of a kind that is cut out."""


@cache
def box(room: str) -> Any:
    return room_of(room).game.load_box(None)


@cache
def board(room: str) -> Board:
    return room_of(room).board(box(room))


@cache
def pages(room: str) -> list[KitPage]:
    return pages_of(room_of(room).prints(box(room), A4), A4)


@cache
def whole(room: str) -> list[CutSheet]:
    return sheets_of(printed(Wish(kind="play", room=room), load()))


def cut(room: str) -> list[CutSheet]:
    """The sheets of the game itself, without those that say how it is made."""
    return whole(room)[-len(pages(room)) :]


@cache
def spread(room: str) -> CutSheet:
    """What is cut out of the sheets that are no board, all side by side."""
    every = CutSheet(0.0, 0.0)
    for sheet, page in zip(cut(room), pages(room), strict=True):
        if not page.label:
            for found, paths in (
                (every.outlines, sheet.outlines),
                (every.slits, sheet.slits),
                (every.folds, sheet.folds),
            ):
                found += (tuple((x + every.width, y) for x, y in path) for path in paths)
            every.width += sheet.width
    return every


def like(room: str, wide: float, high: float, *, of_round: bool = False) -> list[Path]:
    return [
        path
        for path in spread(room).outlines
        if size_of(path) == pytest.approx((wide, high), abs=NEAR_MM) and is_round(path) == of_round
    ]


def glued(room: str, title: str) -> tuple[Point, list[Path]]:
    """A board from its sheets: its size, and what is cut into it, from its upper left corner.

    Every sheet was cut along its own line; it lies where its flaps meet its neighbours.
    """
    parts = [
        (sheet, page)
        for sheet, page in zip(cut(room), pages(room), strict=True)
        if page.label and page.title == title
    ]
    whole, cuts, covered = (0.0, 0.0), [], []
    for sheet, _ in parts:
        outline = max(sheet.outlines, key=area_of)
        left, top, wide, high = box_of(outline)
        whole = (wide, high)
        own = next(
            p for p in sheet.outlines if _is_own(p, sheet) and p is not outline or len(parts) == 1
        )
        x, y, across, down = box_of(own)
        for fold in sheet.folds:
            (a, b), (c, d) = fold
            across = a - x if abs(a - c) < 0.01 and b <= y + 0.1 else across
            down = b - y if abs(b - d) < 0.01 and a <= x + 0.1 else down
        covered.append((x - left, y - top, across, down))
        for path in sheet.outlines:
            if path not in (outline, own):
                cuts.append(tuple((p - left, q - top) for p, q in path))
    assert sum(w * h for *_, w, h in covered) == pytest.approx(whole[0] * whole[1], rel=1e-3)
    for one, other in combinations(covered, 2):
        assert _shared(one, other) < 1.0, "two sheets lie on each other"
    distinct: list[Path] = []
    for path in cuts:
        if not any(hypot(path[0][0] - p[0][0], path[0][1] - p[0][1]) < 0.1 for p in distinct):
            distinct.append(path)
    return whole, distinct


def _is_own(path: Path, sheet: CutSheet) -> bool:
    """Whether this is the line along which the sheet itself is cut: it begins at its margin."""
    x, y, wide, high = box_of(path)
    edges = (x, y, sheet.width - x - wide, sheet.height - y - high)
    return min(edges) > -0.01 and any(abs(edge - MARGIN_MM) < 0.01 for edge in edges[:2])


def _shared(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def middle(path: Path) -> Point:
    x, y, wide, high = box_of(path)
    return x + wide / 2, y + high / 2


@pytest.mark.parametrize("room", ROOMS)
def test_no_two_pieces_overlap_and_none_leaves_its_sheet(room: str) -> None:
    wide, high = inner(A4)
    for sheet, page in zip(cut(room), pages(room), strict=True):
        if page.label:
            continue
        for path in sheet.outlines:
            x, y, w, h = box_of(path)
            assert x >= MARGIN_MM - NEAR_MM
            assert y >= MARGIN_MM - NEAR_MM
            assert x + w <= MARGIN_MM + wide + NEAR_MM
            assert y + h <= MARGIN_MM + high + NEAR_MM
        for one, other in combinations(sheet.outlines, 2):
            if not (inside(one, other) or inside(other, one)):
                assert _shared(box_of(one), box_of(other)) < 0.1 or overlap(one, other) < 0.1


@pytest.mark.parametrize("room", ROOMS)
def test_sheets_are_filled(room: str) -> None:
    wide, high = inner(A4)
    shares: dict[str, list[float]] = {}
    for sheet, page in zip(cut(room), pages(room), strict=True):
        if not page.label:
            outer = [
                path
                for path in sheet.outlines
                if not any(inside(path, o) and area_of(o) > area_of(path) for o in sheet.outlines)
            ]
            share = sum(area_of(path) for path in outer) / (wide * high)
            shares.setdefault(page.stock, []).append(share)
    for stock, filled in shares.items():
        assert all(share >= FILLED for share in filled[:-1]), (stock, filled)


@pytest.mark.parametrize("room", ROOMS)
def test_the_front_of_a_kit_comes_from_sheets_glued_edge_to_edge(room: str) -> None:
    for part in room_of(room).prints(box(room), A4):
        if isinstance(part.things, Poster):
            size, _ = glued(room, part.title)
            assert size == pytest.approx((part.things.width, part.things.height), abs=NEAR_MM)
    title = "template" if room == "wall" else "board"
    size, _ = glued(room, title)
    drawn = board(room)
    assert size == pytest.approx((drawn.width_mm, drawn.height_mm), abs=NEAR_MM)


def test_cards_of_the_wall_drop_into_real_slots_and_stand_before_their_windows() -> None:
    _, openings = glued("wall", "template")
    openings.sort()
    wall = box("wall").wall
    assert len(openings) == wall.slots
    cards = like("wall", 69.4, 86.0)
    assert len(cards) == 49 + 6  # hieroglyphs, and the curses that are mixed among them
    wide, high = 69.4, 43.0  # folded
    for one, other in zip(openings, openings[1:], strict=False):
        bar = other[0][0] - one[0][0] - size_of(one)[0]
        assert bar == pytest.approx(RAIL_MM, abs=NEAR_MM)
    slot = openings[1][0][0] - openings[0][0][0] - RAIL_BOARD_MM
    opening, tall = size_of(openings[0])
    assert 0 < slot - wide <= 2 * NEAR_MM + 0.01, "a card slides, and hardly moves aside"
    assert (wide - opening) / 2 - (slot - wide) / 2 > 0.5, "the front holds it at both sides"
    sill = (RAIL_MM - RAIL_BOARD_MM) / 2
    assert wall.capacity * high == pytest.approx(tall + 2 * sill, abs=NEAR_MM)
    cells = {cell.id: cell.middle_mm for cell in board("wall").cells}
    for slot_number, path in enumerate(openings):
        x, y, w, h = box_of(path)
        for row in range(wall.capacity):
            stands = (x + w / 2, y + h + sill - (row + 0.5) * high)
            seen = [cells[f"{slot_number * wall.block[0] + n},{row}"] for n in range(wall.block[0])]
            at = tuple(sum(one[n] for one in seen) / len(seen) for n in (0, 1))
            assert stands == pytest.approx(at, abs=NEAR_MM)


def test_the_leaflet_of_the_wall_is_complete() -> None:
    sizes = {
        "hieroglyph and curse cards": (69.4, 86.0),
        "pharaoh cards": (44.0, 126.0),
        "sarcophagi": (26.0, 60.0),
        "researchers": (15.0, 66.0),
        "columns": (92.0, 78.0),
        "sand and stones": (30.0, 16.0),
        "feet": (102.0, 240.0),
    }
    counts = {name: len(like("wall", *size)) for name, size in sizes.items()}
    counts["scarabs"] = len(like("wall", 18, 18, of_round=True))
    assert counts == {
        "hieroglyph and curse cards": 55, "pharaoh cards": 7, "sarcophagi": 21, "scarabs": 16,
        "researchers": 20, "columns": 7, "sand and stones": 7, "feet": 3,
    }  # fmt: skip
    rails = len(like("wall", RAIL_MM, RAIL_LONG_MM))
    _, openings = glued("wall", "template")
    high = size_of(openings[0])[1]
    across = max(x for path in openings for x, _ in path) - min(x for p in openings for x, _ in p)
    bars = len(openings) + 1
    assert rails >= bars * -(-high // RAIL_LONG_MM) + across // RAIL_LONG_MM
    assert ("board", 1) in [held for page in pages("wall") for held in page.holds]
    assert needed("wall") == ["wall"]


def needed(room: str) -> list[str]:
    return [need.key.rpartition(".")[2] for need in room_of(room).needs(box(room))]


def test_tiles_of_the_bowl_cover_their_places_and_nothing_is_missing() -> None:
    tiles = like("bowl", 60, 30)
    faces = like("bowl", 30, 30, of_round=True)
    assert len(tiles) == 8 + 16 + 8
    assert len(faces) == 2 * len(tiles)
    for tile in tiles:
        front, back = sorted(face for face in faces if inside(face, tile))
        assert middle(front)[0] + 15 == pytest.approx(middle(back)[0] - 15, abs=NEAR_MM)
    for cell in board("bowl").cells:
        assert size_of(cell.polygon_mm) == pytest.approx((30, 30), abs=NEAR_MM)
    for one, other in combinations(board("bowl").cells, 2):
        (a, b), (c, d) = one.middle_mm, other.middle_mm
        assert hypot(a - c, b - d) >= 30 - NEAR_MM
    assert len(like("bowl", 15, 66)) + len(like("bowl", 18, 74)) == 6 + 1
    assert len(like("bowl", 15, 15, of_round=True)) == 24
    assert Counter(needed("bowl")) == {"balls": 4, "bowl": 1, "staff": 1, "bag": 1}
    assert sum(boulder.count for boulder in box("bowl").boulders) == 20


def test_cards_of_the_dig_fill_their_cells_from_the_floor_to_the_rim() -> None:
    _, openings = glued("dig", "board")
    cards = like("dig", 44, 44)
    assert len(openings) == 16
    assert len(cards) == 6 * 16 + 6
    for cell in board("dig").cells:
        (hole,) = [p for p in openings if hypot(*_off(middle(p), cell.middle_mm)) < NEAR_MM]
        play = [(a - b) / 2 for a, b in zip(size_of(hole), (44, 44), strict=True)]
        assert all(0.5 < one < 1.5 for one in play)
    for one, other in combinations(openings, 2):
        assert _shared(box_of(one), box_of(other)) == 0
    from companion.rooms.dig import tray_of

    tray = tray_of(box("dig"))
    assert tray.depth_mm(0) == pytest.approx(10.0, abs=NEAR_MM)
    assert tray.depth_mm(tray.layers) == pytest.approx(1.0, abs=NEAR_MM)
    counts = [len(like("dig", side, side, of_round=True)) for side in (16, 14, 15)]
    assert counts == [20, 50, 12 + 6]
    assert needed("dig") == ["tray", "thick", "lifter"]


def _off(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1]


def test_tiles_of_kheops_are_60_millimetres_outside_and_lie_side_by_side() -> None:
    tiles = like("kheops", 60, 103.9)
    assert len(tiles) == 50
    for tile in tiles:
        assert sides_of(tile) == pytest.approx([60.0] * 4, abs=0.05)
    cells = [cell for cell in board("kheops").cells if cell.kind != PAWN]
    left, top, *_ = box_of(tiles[0])
    folded = [(x - left, y - top) for x, y in tiles[0]]
    tip = min(folded, key=lambda at: at[1])
    foot = sorted(at for at in folded if 50 < at[1] < 54)
    laid = []
    for cell in cells:
        up = cell.polygon_mm[2][1] < cell.polygon_mm[0][1]
        x, y, _, high = box_of(cell.polygon_mm)
        triangle = tuple((x + a, y + (b if up else high - b)) for a, b in (foot[0], foot[1], tip))
        laid.append(triangle)
        wanted = sorted(cell.polygon_mm)
        for (a, b), (c, d) in zip(sorted(triangle), wanted, strict=True):
            assert hypot(a - c, b - d) < NEAR_MM
    for one, other in combinations(laid, 2):
        assert overlap(one, other) < 1.0, "two tiles lie on each other"
    tops = like("kheops", 16, 16, of_round=True)
    assert len(tops) == 18 + 18
    assert needed("kheops") == ["counters", "lifter"]


def test_nothing_of_a_tile_of_kheops_leaves_its_outline() -> None:
    from calibration.kit.ink import Fill
    from calibration.paint.kheops.printed import tile_face

    high = 60 * 3**0.5 / 2
    for face in sorted(box("kheops").faces):
        for shape in tile_face(face, 60.0):
            for x, y in (at for ring in getattr(shape, "rings", ()) for at in ring):
                assert isinstance(shape, Fill)
                assert -0.01 <= y <= high + 0.01
                assert abs(x - 30) <= y / high * 30 + 0.01


def test_the_court_of_the_sphinx_is_complete_and_its_pieces_fit() -> None:
    cards = like("sphinx", 88, 68)
    assert len(cards) == 24
    for cell in board("sphinx").cells:
        if cell.kind == "colour":
            assert size_of(cell.polygon_mm) == pytest.approx((44, 68), abs=NEAR_MM)
    doors, bases = like("sphinx", 22, 36), like("sphinx", 26, 10)
    sphinxes, colours = like("sphinx", 22, 79), like("sphinx", 16, 40)
    assert [len(one) for one in (doors, bases, sphinxes, colours)] == [11, 11, 6, 6]
    slits = spread("sphinx").slits
    for base in bases:
        (slit,) = [one for one in slits if inside(one, base)]
        assert 0 < abs(slit[0][0] - slit[1][0]) - 22 <= 2 * NEAR_MM + 0.01
    for sphinx in sphinxes:
        high, low = sorted(one[0][1] for one in slits if inside(one, sphinx))
        assert size_of(sphinx)[0] - 3 >= 16, "the slits are wider than a colour card"
        assert 1.5 < (20 - (low - high)) / 2 < 3.0, "both ends of the card go through a slit"
    square = box("sphinx").square_mm
    assert square / 2 - 8 >= 5, "a pawn of 16 mm stands beside the base of a door"
    assert len(like("sphinx", 16, 16, of_round=True)) == 4
    dice = like("sphinx", 69, 48)
    assert len(dice) == 3
    for die in dice:
        flaps = area_of(die) - 6 * 16**2
        assert flaps == pytest.approx(7 * (16 + 12) / 2 * 4.5, rel=0.05), "seven flaps close it"
    assert needed("sphinx") == ["counters"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_set_begins_with_how_it_is_made_and_its_rules_on_one_page(room: str) -> None:
    words = load("de", strict=True)
    alone = sheets_of(printed(Wish(kind="rules", room=room), words))
    assert len(alone) == 1
    made = sheets_of(printed(Wish(kind="assembly", room=room), words))
    assert len(whole(room)) >= len(made) + 1 + len(pages(room))


def test_every_step_has_a_drawing_and_its_words_in_every_language() -> None:
    from calibration.kit.assembly import STEP_MM, step_drawing

    steps = {
        how for room in ROOMS for part in room_of(room).prints(box(room), A4) for how in part.how
    }
    for step in steps | {"print", "glue"}:
        assert step_drawing(step), step
        assert STEP_MM[0] > 0
    for language in LANGUAGES:
        words = load(language, strict=True)
        assert set(words.under("workshop.kit.step")) == steps | {"print", "glue"}
        for room in ROOMS:
            for need in room_of(room).needs(box(room)):
                assert words.put(need.key, need.values)


def test_secret_cards_have_backs() -> None:
    """A card is cut out together with its back: it is folded, and has no other line of its own."""
    for room, sizes in {
        "wall": ((69.4, 86), (44, 126), (26, 60)),
        "kheops": ((60, 103.9),),
        "sphinx": ((88, 68), (16, 40)),
        "bowl": ((60, 30),),
    }.items():
        folds = spread(room).folds
        for wide, high in sizes:
            for card in like(room, wide, high):
                assert any(inside(fold, card) for fold in folds)


def test_boards_are_printed_on_plain_paper_and_pieces_on_card() -> None:
    for room in ROOMS:
        assert {page.stock for page in pages(room) if not page.label} <= {CARD, "mounted"}


@pytest.mark.parametrize("room", ROOMS)
def test_every_piece_fits_on_either_paper_when_it_is_printed_large(room: str) -> None:
    known = room_of(room)
    for paper in PAPERS.values():
        parts = known.prints(box(room), paper)
        counts: Counter[str] = Counter()
        for page in pages_of(parts, paper, LARGE):
            counts.update(dict(page.holds))
        wanted: Counter[str] = Counter()
        for part in parts:
            wanted[part.title] += 1 if isinstance(part.things, Poster) else len(part.things)
        assert counts == wanted
