"""Printing: true to size, found by our own eye, and enough to play without a bought box."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.find.locate import LocateResult, find_by_markers
from calibration.find.printed import on_a_board
from calibration.geometry.markers import A4, LETTER, PAPERS, as_printed
from calibration.geometry.pictures import Levels
from calibration.kit.ink import Disc, Fill, InkLine, InkPose, InkText, contrasted, laid
from calibration.kit.plates import marker_part, plate_part
from calibration.kit.sheets import BAR_MM, MARGIN_MM, KitPart, KitPiece, inner, pages_of
from companion.cli import main
from companion.cli.print_pdf import KINDS
from companion.core.game import ROOMS
from companion.rooms import room_of
from companion.words import LANGUAGES, load
from companion.workshop.parts import header, place_of
from companion.workshop.printables import (
    GENERAL,
    OF_A_ROOM,
    UnknownKind,
    Wish,
    kinds_of_room,
    printed,
)
from tests.saying import refuses
from tests.workshop.printed_sheets import on_a_sheet, paper_with

from .photographs import (
    Picture,
    needs_poppler,
    photographed_board,
    photographed_sheet,
    rendered,
)
from .printed_boards import counted

WORDS = load(strict=True)
DPI = 150
DOTS = DPI / 25.4
NEAR_MM = 0.2


def run_mm(line: np.ndarray) -> float:
    """How long the dark stretch of a line of pixels is; grey pixels at its ends count in part."""
    darkness = np.clip((255.0 - line) / (255.0 - line.min()), 0, 1)
    return float(darkness.sum() / DOTS)


def grey(picture: Picture) -> np.ndarray:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), float)


def bar_mm(page: np.ndarray) -> float:
    """The length of the bar at the foot: the longest dark line there."""
    rows = page[-round((MARGIN_MM + 1) * DOTS) : -round((MARGIN_MM - 1) * DOTS)]
    row = rows[rows.sum(axis=1).argmin()]
    middle = len(row) * BAR_MM / 2 / (len(row) / DOTS)  # left of it there is only the bar
    return run_mm(row[: round(middle * 2 + 2 * MARGIN_MM * DOTS)])


@needs_poppler
@pytest.mark.parametrize(
    ("kind", "room", "paper"),
    [("plates", "", "letter"), ("seats", "", "a4"), ("places", "", "a4"), ("wiring", "", "letter"),
     ("dice", "sphinx", "a4")],
)  # fmt: skip
def test_the_bar_at_the_foot_of_a_sheet_measures_100_millimetres(
    kind: str, room: str, paper: str
) -> None:
    page = grey(rendered(printed(Wish(kind=kind, room=room, paper=paper), WORDS), dpi=DPI))
    known = PAPERS[paper]
    assert page.shape[1] / DOTS == pytest.approx(known.width, abs=NEAR_MM)
    assert page.shape[0] / DOTS == pytest.approx(known.height, abs=NEAR_MM)
    assert bar_mm(page) == pytest.approx(BAR_MM, abs=NEAR_MM)


@needs_poppler
def test_a_printed_marker_measures_24_millimetres_and_a_pharaoh_card_44_by_63() -> None:
    page = grey(rendered(printed(Wish(kind="plates"), WORDS), dpi=DPI))
    # the first plate: its marker begins a flap and a rim from the margin
    row, left = round((MARGIN_MM + 18 + 3 + 2) * DOTS), round((MARGIN_MM + 18 + 1.5) * DOTS)
    assert run_mm(page[row, left : left + round(27 * DOTS)]) == pytest.approx(24, abs=NEAR_MM)
    cards = rendered(printed(Wish(kind="pharaohs", room="wall"), WORDS), dpi=DPI)
    papyrus = cards[..., 0] < 225  # blue: the paper of a card is warmer than the sheet
    line = papyrus[round((MARGIN_MM + 124) * DOTS), : round((MARGIN_MM + 44.7) * DOTS)]
    assert line.sum() / DOTS == pytest.approx(44, abs=NEAR_MM)
    line = papyrus[: round((MARGIN_MM + 126.7) * DOTS), round((MARGIN_MM + 1.5) * DOTS)]
    assert line.sum() / DOTS == pytest.approx(2 * 63, abs=NEAR_MM)  # with its back


@needs_poppler
def test_a_sheet_printed_too_small_is_measured_and_its_paper_is_known() -> None:
    for seed, scale in enumerate((0.9, 0.97, 1.0)):
        paper = (A4, LETTER)[seed % 2]
        found = on_a_sheet(Levels(photographed_sheet(paper, scale, seed)))
        assert found is not None
        assert found.scale is not None
        assert found.paper == paper.name
        assert found.scale == pytest.approx(scale, abs=0.005)
        assert (abs(found.scale - 1) <= 0.01) == (scale == 1.0)


@needs_poppler
def test_markers_glued_on_a_board_are_found_at_whatever_size_they_came_out() -> None:
    room = room_of("bowl")
    board = room.board(room.game.load_box(None))
    for seed, scale in enumerate((0.9, 1.03)):
        paper = (A4, LETTER)[seed % 2]
        levels = Levels(photographed_board(board, paper, scale, seed))
        measured = on_a_board(levels, board)
        assert measured is not None
        assert measured.paper == paper.name
        assert measured.scale == pytest.approx(scale, abs=0.01)
        assert isinstance(find_by_markers(levels, as_printed(board, paper, scale)), LocateResult)


@needs_poppler
def test_our_own_eye_reads_a_printed_board_with_printed_tiles() -> None:
    assert counted("bowl", 1) == (23, 0, 0)


def test_no_marker_stands_for_two_papers() -> None:
    numbers = [{*range(paper.first, paper.first + 4), *paper.gauges} for paper in PAPERS.values()]
    assert not set.intersection(*numbers)
    assert paper_with({0, 2}) == A4
    assert paper_with({5, 13}) == LETTER
    assert paper_with({0, 5}) is None
    assert paper_with(()) is None


def test_a_printer_is_told_not_to_scale_and_letters_come_with_the_file() -> None:
    data = printed(Wish(kind="places", names=("Zoë", "Łukasz")), load("fr", strict=True))
    assert b"/PrintScaling /None" in data
    assert b"/FontFile2" in data
    assert b"/Subtype /Image" not in data


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_can_be_printed_whole_and_is_small(room: str) -> None:
    paper = (A4, LETTER)[ROOMS.index(room) % 2]
    wish = Wish(kind="play", room=room, paper=paper.name, contrast=room == "dig")
    if room == "wall":  # two seconds: its boards and its cards are measured above
        wish = Wish(kind="sarcophagi", room=room)
    data = printed(wish, WORDS)
    assert len(data) < 2_000_000
    assert b"/Subtype /Image" not in data


@cache
def parts_of(room: str) -> list[KitPart]:
    known = room_of(room)
    return known.prints(known.game.load_box(None), A4)


def things(room: str, title: str) -> tuple[KitPiece, ...]:
    found = [part.things for part in parts_of(room) if part.title == title]
    return tuple(piece for one in found if isinstance(one, tuple) for piece in one)


def test_every_piece_of_a_box_is_printed() -> None:
    counts = {
        ("wall", "cards"): 49, ("wall", "pharaohs"): 7, ("wall", "curses"): 6,
        ("wall", "sarcophagi"): 21, ("wall", "columns"): 7, ("wall", "tokens"): 16 + 20,
        ("bowl", "tiles"): 32, ("bowl", "figures"): 7, ("bowl", "tokens"): 24,
        ("sphinx", "cards"): 24, ("sphinx", "sphinxes"): 6, ("sphinx", "colours"): 6,
        ("sphinx", "doors"): 11, ("sphinx", "bases"): 11, ("sphinx", "pawns"): 4,
        ("sphinx", "dice"): 3,
        ("dig", "layer"): 96, ("dig", "barricades"): 6, ("dig", "coins"): 70,
        ("kheops", "tiles"): 50, ("kheops", "pawns"): 36,
    }  # fmt: skip
    found = {(room, title): len(things(room, title)) for room, title in counts}
    assert found == counts


def test_an_animal_that_looks_left_is_mirrored() -> None:
    from calibration.paint.wall.printed import animal

    right, left = (animal(f"camel_{gaze}", (50, 0), (40, 40))[0] for gaze in "RL")
    assert isinstance(right, Fill)
    assert isinstance(left, Fill)
    mirrored = [(round(100 - x, 6), round(y, 6)) for x, y in left.rings[0]]
    assert mirrored == [(round(x, 6), round(y, 6)) for x, y in right.rings[0]]


def test_pieces_keep_within_their_sheet() -> None:
    for paper in PAPERS.values():
        for part in (
            marker_part(paper),
            plate_part(paper),
            KitPart("cards", things("wall", "cards")),
        ):
            for page in pages_of([part], paper):
                xs, ys = zip(*_corners(page.drawn), strict=True)
                assert min(xs) >= MARGIN_MM - 0.01
                assert min(ys) >= MARGIN_MM - 0.01
                assert max(xs) <= MARGIN_MM + inner(paper)[0] + 0.01
                assert max(ys) <= MARGIN_MM + inner(paper)[1] + 0.01


def _corners(drawn: tuple[Fill | InkLine | Disc | InkText, ...]) -> list[tuple[float, float]]:
    fills = [shape for shape in drawn if isinstance(shape, Fill)]
    return [point for shape in fills for ring in shape.rings for point in ring]


def test_what_is_printed_large_fits_together_and_is_large_everywhere() -> None:
    small, large = (pages_of(parts_of("kheops"), A4, scale) for scale in (1.0, 1.4))
    assert len(large) > len(small)
    held = [
        Counter({title: n for page in some for title, n in page.holds}.keys())
        for some in (small, large)
    ]
    assert held[0] == held[1]


def test_strong_contrast_knows_black_white_and_strong_colours_only() -> None:
    drawn = things("kheops", "tiles")[0].drawn
    shades = Counter(shape.colour for shape in contrasted(drawn) if isinstance(shape, Fill))
    for shade in filter(None, shades):
        red, green, blue = (int(shade[n : n + 2], 16) for n in (1, 3, 5))
        assert (red, green, blue) in ((0, 0, 0), (255, 255, 255)) or min(red, green, blue) == 0


def test_a_drawing_that_is_turned_and_mirrored_keeps_its_size() -> None:
    (disc,) = laid((Disc((1, 0), (2, 1)),), InkPose(5, 5, 2.0, 90, mirrored=True))
    assert isinstance(disc, Disc)
    assert disc.radii == (4, 2)
    assert disc.at == pytest.approx((5, 3))


def test_every_sheet_has_a_name_in_every_language() -> None:
    kinds = {*GENERAL, *(kind for room in ROOMS for kind in kinds_of_room(room))}
    for language in LANGUAGES:
        words = load(language, strict=True)
        assert all(words.put(f"workshop.print.kind.{kind}", {}) for kind in kinds)
    written = set(WORDS.under("workshop.print.kind"))
    assert written == kinds


def test_the_clauses_of_a_referee_come_in_the_language_that_was_asked_for() -> None:
    sizes = [len(printed(Wish(kind="clauses", room="bowl"), load(code))) for code in ("en", "de")]
    large = printed(Wish(kind="clauses", room="bowl", large=True), WORDS)
    assert sizes[0] != sizes[1]
    assert pages(large) > pages(printed(Wish(kind="clauses", room="bowl"), WORDS))


def pages(data: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", data))


def test_the_command_writes_a_file_and_refuses_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plates.pdf"
    assert main(["print", "plates", "--paper", "letter", "-o", str(file)]) == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert main(["print", "camels", "wall", "-o", str(file)]) == 1
    assert "room wall has no “camels” to print. Did you mean rails?" in capsys.readouterr().err
    assert main(["print", "play", "-o", str(file)]) == 1
    assert "For “play”, also name a room: wall, bowl" in capsys.readouterr().err
    assert (*GENERAL, *OF_A_ROOM) == KINDS


def test_an_animal_nobody_drew_cannot_be_printed(tmp_path: Path) -> None:
    from companion.core.boxes import own_text

    box = tmp_path / "box.toml"
    box.write_text(own_text("companion.games.wall").replace("camel", "hippo"))
    with refuses(UnknownKind, match="I can't print this: Nobody has drawn “hippo_L”"):
        printed(Wish(kind="cards", room="wall", box=box), WORDS)


def test_the_header_knows_what_hangs_on_it() -> None:
    from companion.config.wiring import read_wiring

    wiring = read_wiring({"parts": [{"part": "lamp", "name": "1", "pin": 17}]})
    (hung,) = [pin for pin in header(wiring) if pin.part]
    assert (hung.place, hung.name, hung.part) == (11, "GPIO 17", "lamp 1")
    assert place_of(17) == 11
    assert place_of(40) == 0
