"""The kit prints true to size, and what it prints the eye can find."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from calibration.art import ANIMALS, UnknownSign
from calibration.boards.markers import MARKER_MM
from calibration.boards.wall import wall_board
from calibration.kit import card_sheets, curse_sheets, marker_sheet, pharaoh_sheets, write_kit

SVG = "{http://www.w3.org/2000/svg}"
DECK = [
    (f"H{i * 7 + j:02d}", [[f"{ANIMALS[i]}_{'LR'[i % 2]}", f"{ANIMALS[j]}_{'RL'[j % 2]}"]])
    for i in range(7)
    for j in range(7)
]


def pieces(page: str, kind: str) -> list[dict[str, str]]:
    found = ElementTree.fromstring(page).iter()
    return [dict(piece.attrib) for piece in found if piece.get("class") == kind]


def printed(page: str, dots_per_mm: int = 5) -> np.ndarray:
    """What a printer makes of the dark squares of a page."""
    paper = np.full((297 * dots_per_mm, 210 * dots_per_mm), 255, np.uint8)
    for square in pieces(page, "square"):
        x, y, w, h = (float(square[key]) * dots_per_mm for key in ("x", "y", "width", "height"))
        paper[round(y) : round(y + h), round(x) : round(x + w)] = 0
    return paper


def test_the_printed_markers_are_found_at_their_true_size() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    if hasattr(cv2.aruco, "ArucoDetector"):
        corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(printed(marker_sheet()))
    else:  # before OpenCV 4.7
        corners, ids, _ = cv2.aruco.detectMarkers(printed(marker_sheet()), dictionary)
    assert sorted(ids.ravel()) == [0, 0, 1, 1, 2, 2, 3, 3]
    for quad in corners:
        side = np.linalg.norm(quad[0][0] - quad[0][1]) / 5
        assert side == pytest.approx(MARKER_MM, abs=0.3)


def test_a_page_is_a4_in_millimetres_with_a_line_of_ten_centimetres() -> None:
    page = ElementTree.fromstring(marker_sheet())
    assert (page.get("width"), page.get("height")) == ("210mm", "297mm")
    assert page.get("viewBox") == "0 0 210 297"
    (ruler,) = pieces(marker_sheet(), "ruler")
    assert "h100" in ruler["d"]


def test_every_card_of_the_deck_is_printed_once() -> None:
    pages = card_sheets(DECK)
    assert sum(len(pieces(page, "card")) for page in pages) == 49
    texts = [text for page in pages for text in ElementTree.fromstring(page).iter(f"{SVG}text")]
    assert {name for name, _ in DECK} <= {text.text for text in texts}
    shown = sum(len(pieces(page, animal)) for page in pages for animal in ANIMALS)
    assert shown == 98


def test_a_card_covers_its_windows_and_hides_its_rim_behind_the_frame() -> None:
    (left, top), _, (right, bottom), _ = wall_board(7, 7, 2, 1).cell("0,0").polygon_mm
    other = wall_board(7, 7, 2, 1).cell("1,0").polygon_mm[2]
    card = pieces(card_sheets(DECK)[0], "card")[0]
    assert float(card["width"]) > other[0] - left
    assert float(card["height"]) > bottom - top
    assert float(card["width"]) < 2 * (other[0] - right) + 6


def test_cards_keep_within_their_page_and_apart() -> None:
    for page in [*card_sheets(DECK), *pharaoh_sheets(ANIMALS), *curse_sheets([ANIMALS[:3]] * 6)]:
        boxes = [
            tuple(float(card[key]) for key in ("x", "y", "width", "height"))
            for card in pieces(page, "card")
        ]
        for number, (x, y, w, h) in enumerate(boxes):
            assert x >= 10
            assert y >= 10
            assert x + w <= 200
            assert y + h <= 275
            for a, b, c, d in boxes[number + 1 :]:
                assert x + w <= a or a + c <= x or y + h <= b or b + d <= y


def test_an_animal_that_looks_left_is_mirrored() -> None:
    right = card_sheets([("one", [["camel_R"]])])[0]
    left = card_sheets([("one", [["camel_L"]])])[0]
    assert "scale(0." in pieces(right, "camel")[0]["transform"]
    assert "scale(-0." in pieces(left, "camel")[0]["transform"]


def test_there_is_a_pharaoh_card_for_each_animal_and_a_curse_card_for_each_curse() -> None:
    assert sum(len(pieces(page, "card")) for page in pharaoh_sheets(ANIMALS)) == 7
    (page,) = curse_sheets([("camel", "mule", "ibis")])
    assert [len(pieces(page, animal)) for animal in ("camel", "mule", "ibis")] == [1, 1, 1]


def test_an_animal_without_a_drawing_cannot_be_printed() -> None:
    with pytest.raises(UnknownSign, match="hippo"):
        pharaoh_sheets(["hippo"])


def test_a_card_larger_than_a_page_is_refused() -> None:
    with pytest.raises(ValueError, match=r"does not fit a sheet of A4"):
        card_sheets([("wide", [["camel_R"] * 9])])


def test_the_kit_is_written_page_by_page(tmp_path: Path) -> None:
    written = write_kit(tmp_path / "kit", DECK, ANIMALS, [ANIMALS[:3]])
    first = {path.stem.removesuffix("-1") for path in written if path.stem.endswith("-1")}
    assert first == {"markers", "wall-cards", "pharaoh-cards", "curse-cards"}
    for path in written:
        ElementTree.parse(path)
