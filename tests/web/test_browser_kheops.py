"""The pyramid in a real browser: pawns, powers and tiles by tapping, the count, a photograph."""

from __future__ import annotations

import functools
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import cv2
import numpy as np
import pytest

from companion.core.cells import EMPTY
from companion.core.observation import Reading, Seen
from companion.games.kheops import GAME
from companion.games.kheops import moves as m
from companion.games.kheops.house import HouseRules
from companion.games.kheops.labels import TWO_PAWNS
from companion.games.kheops.outline import outline
from companion.games.kheops.state import Laid, Phase
from companion.table import Table
from companion.web.table.photographs import KEPT
from tests.rooms.kheops.laid import BLUE, SEATS, SMALL, laid, small_box
from tests.rooms.kheops.test_finished import WIDE, seen
from tests.web.kheops_scenes import a_pyramid, corners, looked_at, play_until, scoring_of, standing
from tests.web.scenes import do, served
from tests.web.test_browser import (
    DESK,
    PHONE,
    PROJECTOR,
    SMALL_PHONE,
    moved_on,
    opened,
    scrolls_sideways,
    shows,
)
from tests.web.test_scoring import T_1, ask

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.browser


def cell(page: Page, name: str) -> Locator:
    return page.locator(f".yard .cell[data-cell='{name}']")


def tap(page: Page, name: str) -> None:
    """Tap a cell of the pyramid in its middle."""
    cell(page, name).locator(".rim").click(force=True)


def at(table: Table, name: str) -> Laid:
    laid = table.state.at(name)
    assert laid is not None
    return cast(Laid, laid)


def classes(node: Locator) -> list[str]:
    return (node.get_attribute("class") or "").split()


def pick_tile(page: Page, face: str) -> None:
    page.locator(f".tile-pick[data-face='{face}']").click()


# ---- how it looks ------------------------------------------------------------------------------


def setting_up(folder: Path) -> Table:
    return a_pyramid(folder)


def setting_a_pawn(folder: Path) -> Table:
    table = a_pyramid(folder)
    play_until(table, 3, lambda move, _: isinstance(move, m.SetPawn) and table.state.turns > 9)
    return table


def moving(folder: Path) -> Table:
    table = a_pyramid(folder)
    play_until(table, 5, lambda move, _: isinstance(move, m.MovePawn) and table.state.turns > 6)
    return table


def building(folder: Path) -> Table:
    table = a_pyramid(folder)
    play_until(table, 3, lambda move, _: isinstance(move, m.BuildTile) and table.state.turns > 9)
    return table


def counted(folder: Path) -> Table:
    table = a_pyramid(folder)
    play_until(table, 3)
    return table


@pytest.mark.parametrize("scene", [setting_up, setting_a_pawn, moving, building, counted])
def test_the_page_fits_every_screen_at_every_time(page: Page, tmp_path: Path, scene: Any) -> None:
    table = scene(tmp_path)
    with opened(page, table):
        for size in (PHONE, SMALL_PHONE, DESK, PROJECTOR):
            page.set_viewport_size(size)
            assert page.get_attribute("html", "data-phase") == str(table.state.phase)
            assert not scrolls_sideways(page), size
            assert page.locator(".yard .cell").count() == 49


def test_on_a_desk_and_a_projector_the_whole_pyramid_is_seen(page: Page, tmp_path: Path) -> None:
    table = building(tmp_path)
    for size, path in ((DESK, "/"), (PROJECTOR, "/?projector")):
        with opened(page, table, path, size):
            box = page.locator(".yard .pyramid").bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size["height"]
            assert page.locator(".shelf").is_visible()


# ---- setting up --------------------------------------------------------------------------------


FACES = ("corridor-2-rot_c", "corridor-2-rot_c", "corridor-3-swap", "room-1-rot_r", "room-2-move")


def test_the_base_is_laid_tile_by_tile_and_the_game_begins(page: Page, tmp_path: Path) -> None:
    """A tap lays a tile in the next empty cell; the first one is turned where it lies."""
    table = standing(tmp_path, GAME.opening(small_box(5, 2), SEATS, HouseRules()))
    with opened(page, table):
        assert "which cells are the base" in page.locator(".assumed").inner_text()
        for face in FACES:
            number = table.number
            pick_tile(page, face)
            moved_on(page, table, number)
            if number == 1:
                page.locator(".turner [data-by='1']").click()
                moved_on(page, table, number + 1)
        tiles = [at(table, name) for name in table.state.box.base]
        assert tuple(tile.face for tile in tiles) == FACES
        assert [tile.turn for tile in tiles] == [1, 0, 0, 0, 0]
        page.locator(".question .answer.main").click()
        page.wait_for_selector("html[data-phase='pawn']")
        assert page.locator("#turn").inner_text() == "Ana places a pawn"
        assert page.locator(".steps-of-turn .now").inner_text().startswith("Pawn")


# ---- pawns -------------------------------------------------------------------------------------

MUMMY = """
U0.0 room RB rot_r white-worker
D0.0 corridor LT - white-priest
U0.1 room L double blue-worker
D0.1 corridor LR forbid
U1.0 corridor B -
"""


def test_a_mummy_replaces_a_worker(page: Page, tmp_path: Path) -> None:
    """P-3, KHEOPS-41, KHEOPS-42: the worker goes back, and the power of its tile works."""
    table = standing(tmp_path, laid(MUMMY, turn=BLUE).state)
    with opened(page, table):
        white = page.locator(".seat[data-colour='white'] .reserve").first
        assert white.get_attribute("aria-label") == "worker: 13"
        page.locator("[data-pawn='mummy']").click()
        assert classes(cell(page, "U0.0"))[2:] == ["can", "take"]
        number = table.number
        tap(page, "U0.0")
        moved_on(page, table, number)
        assert cell(page, "U0.0").get_attribute("data-pawn") == "blue-mummy"
        assert white.get_attribute("aria-label") == "worker: 14"
        said = page.locator(".ruling").first.inner_text()
        assert "Ben's mummy replaces the worker on U0.0, which goes back to Ana" in said
        assert "KHEOPS-41" in said
        assert "lets you turn one room" in page.locator(".question .ask").inner_text()


REFUSED = [
    ("mummy", "D0.0", "KHEOPS-43", "The mummy can't replace the priest on D0.0"),
    ("worker", "D0.1", "KHEOPS-25", "No pawn may stand on D0.1"),
    ("worker", "U0.0", "KHEOPS-08", "There's a white worker on U0.0"),
    ("worker", "U2.0", "KHEOPS-08", "There's no tile in U2.0"),
]


def test_a_pawn_where_none_may_be_is_refused_at_its_cell(page: Page, tmp_path: Path) -> None:
    table = standing(tmp_path, laid(MUMMY, turn=BLUE).state)
    number = table.number
    with opened(page, table):
        for kind, place, clause, words in REFUSED:
            page.locator(f"[data-pawn='{kind}']").click()
            tap(page, place)
            bubble = page.locator(f".bubble[data-cell='{place}']")
            bubble.get_by_text(words).wait_for()
            assert bubble.locator(".clause").inner_text() == clause
            assert page.locator("#sheet").is_hidden()
        page.locator("[data-pawn='priest']").click(force=True)
        page.locator("#sheet b", has_text="KHEOPS-48").wait_for()
        assert table.number == number


# ---- powers ------------------------------------------------------------------------------------

PRIEST = """
U0.0 corridor RB rot_c
D0.0 corridor LR - white-priest
U0.1 room L -
D0.1 corridor LT -
U0.2 corridor LRB -
"""


def about_to_turn(folder: Path) -> Table:
    table = standing(folder, laid(PRIEST, turn=BLUE).state)
    do(table, m.SetPawn("U0.0", "worker"))
    return table


def test_a_turn_under_the_opposing_priest_is_refused_with_its_clause(
    page: Page, tmp_path: Path
) -> None:
    """P-4, KHEOPS-46."""
    table = about_to_turn(tmp_path)
    number, turn = table.number, at(table, "D0.0").turn
    with opened(page, table):
        assert not page.locator(".question .answer[data-option^='turn:']").count()
        tap(page, "D0.0")
        bubble = page.locator(".bubble[data-cell='D0.0']")
        bubble.get_by_text(
            "Your opponent's priest is on D0.0, so you can't turn that tile"
        ).wait_for()
        assert bubble.locator(".clause").inner_text() == "KHEOPS-46"
        assert "wrong" in classes(cell(page, "D0.0"))
        bubble.locator(".clause").click()
        page.locator("#sheet p").wait_for()
        assert (table.number, at(table, "D0.0").turn) == (number, turn)
        tap(page, "U0.1")
        page.locator(".bubble[data-cell='U0.1'] .clause", has_text="KHEOPS-20").wait_for()
        tap(page, "D0.1")
        page.locator(".turn-pick[data-option='turn:D0.1:2']").click()
        moved_on(page, table, number)
    assert at(table, "D0.1").turn == 2
    assert table.state.phase == Phase.TILE


def test_a_tile_that_looks_the_same_is_turned_only_when_that_is_meant(
    page: Page, tmp_path: Path
) -> None:
    table = about_to_turn(tmp_path)
    number = table.number
    with opened(page, table):
        tap(page, "U0.2")
        turn = page.locator(".aim .answer", has_text="it looks the same afterwards")
        turn.wait_for()
        assert table.number == number
        turn.click()
        moved_on(page, table, number)
    assert table.state.phase == Phase.TILE


EXCHANGE = """
U0.0 corridor RB swap
D0.0 corridor LR - white-priest
U0.1 room L - white-worker
D0.1 corridor LT - blue-worker
U0.2 corridor RB move
"""


def test_two_pawns_change_places_by_tapping_them_in_any_order(page: Page, tmp_path: Path) -> None:
    """KHEOPS-22; P-6: not with the opposing priest."""
    table = standing(tmp_path, laid(EXCHANGE, turn=BLUE).state)
    do(table, m.SetPawn("U0.0", "worker"))
    with opened(page, table):
        tap(page, "D0.1")
        tap(page, "D0.0")
        page.locator(".bubble[data-cell='D0.0'] .clause", has_text="KHEOPS-45").wait_for()
        tap(page, "D0.1")
        tap(page, "U0.1")
        tap(page, "D0.1")
        page.wait_for_selector("html[data-phase='tile']")
        assert cell(page, "U0.1").get_attribute("data-pawn") == "blue-worker"
        assert cell(page, "D0.1").get_attribute("data-pawn") == "white-worker"


def test_a_pawn_moves_where_it_is_tapped_to_go(page: Page, tmp_path: Path) -> None:
    """KHEOPS-23, KHEOPS-24; only one pawn could move, so it is chosen already."""
    table = standing(tmp_path, laid(EXCHANGE.replace(" blue-worker", ""), turn=BLUE).state)
    do(table, m.SetPawn("U0.2", "worker"))
    with opened(page, table):
        assert "chosen" in classes(cell(page, "U0.2"))
        tap(page, "U0.1")
        page.locator(".bubble[data-cell='U0.1']").wait_for()
        tap(page, "U0.0")
        page.wait_for_selector("html[data-phase='tile']")
        assert cell(page, "U0.0").get_attribute("data-pawn") == "blue-worker"
        assert "doesn't work" in page.locator(".ruling").first.inner_text()


def test_a_power_is_used_from_the_phone_it_is_asked_of_and_by_keyboard(
    page: Page, tmp_path: Path
) -> None:
    table = about_to_turn(tmp_path)
    with opened(page, table, "/join/seat-0-link", PHONE):
        assert page.locator(".aim").count() == 0
        page.goto(page.url.replace("/seat", "/join/seat-1-link"))
        shows(page, table)
        cell(page, "D0.1").focus()
        page.keyboard.press("Enter")
        page.locator(".turn-pick").first.click()
        page.wait_for_selector("html[data-phase='tile']")
        assert page.locator(".tray").is_visible(), "a phone builds in its own turn"


def test_two_turns_of_a_tile_that_read_alike_are_drawn_on_their_answers(
    page: Page, tmp_path: Path
) -> None:
    table = standing(tmp_path, laid(MUMMY, turn=BLUE).state)
    do(table, m.SetPawn("U1.0", "worker"))
    assert table.state.phase == "tile"
    shown = {cell: Reading({label: 1.0}) for cell, label in GAME.visible(table.state).items()}
    free = next(
        move.cell
        for move in GAME.legal_moves(table.state)
        if isinstance(move, m.BuildTile) and move.face == "corridor-2"
    )
    shown[free] = Reading({"corridor-2@0": 0.5, "corridor-2@1": 0.5})
    with opened(page, table):
        table.submit(Seen(readings=shown, at=time.monotonic()))
        answers = page.locator("#questions .answer:has(.drawn .tile-picture)")
        answers.first.wait_for()
        words = answers.all_inner_texts()
        drawn = answers.evaluate_all("all => all.map((one) => one.querySelector('svg').innerHTML)")
        assert len(words) == 2
        assert len(set(words)) == 1, "the words alone say nothing of the turn"
        assert len(set(drawn)) == 2


def test_what_the_camera_sees_and_the_rules_refuse_is_said_where_it_lies(
    page: Page, tmp_path: Path
) -> None:
    """Two pawns on a tile; put back, it is forgotten, and nothing is lost."""
    table = standing(tmp_path, laid(MUMMY, turn=BLUE).state)
    number, lies = table.number, GAME.visible(table.state)

    def look(**changes: str) -> None:
        shown = {name: Reading({label: 1.0}) for name, label in {**lies, **changes}.items()}
        table.submit(Seen(readings=shown, at=time.monotonic()))

    with opened(page, table):
        look(**{"U1.0:pawn": TWO_PAWNS})
        bubble = page.locator(".bubble[data-cell='U1.0']")
        bubble.get_by_text("I see more than one pawn on U1.0").wait_for()
        assert bubble.locator(".clause").inner_text() == "KHEOPS-08"
        assert "KHEOPS-08" in page.locator("#alerts .refusal").inner_text()
        look()
        page.locator("#alerts .refusal").wait_for(state="detached")
        bubble.wait_for(state="hidden")
        look(**{"U1.0:pawn": "blue-worker"})
        page.wait_for_selector("html[data-phase='tile']")
        assert page.locator(".ruling .source").first.inner_text().split()[-2:] == [
            "seen",
            "Correct",
        ]
        assert table.number > number


# ---- tiles, and the count ----------------------------------------------------------------------

UNFINISHED = "\n".join(line for line in SMALL.strip().splitlines() if "D1.0" not in line)


def almost(folder: Path) -> Table:
    """The small board of the examples, with one tile left to lay."""
    return standing(folder, laid(UNFINISHED, turn=BLUE, phase=Phase.TILE).state)


def test_the_last_tile_is_turned_and_laid_and_the_count_is_that_of_t_1(
    page: Page, tmp_path: Path
) -> None:
    table = almost(tmp_path)
    with opened(page, table):
        tap(page, "D1.0")
        pick_tile(page, "corridor-2")
        assert page.locator(".ghost .tile").count() == 1
        page.locator(".turner [data-by='1']").click()
        page.locator(".turner [data-by='-1']").click()
        tap(page, "D1.0")
        tap(page, "D1.0")
        turned = page.locator(".turner .turned")
        assert turned.get_attribute("aria-label") == "Open: right, above"
        number = table.number
        page.locator(".build").click()
        moved_on(page, table, number)
        assert page.get_attribute("html", "data-phase") == "over"
        assert "Ana has the most points, 15" in page.locator("#result h2").inner_text()
        assert page.locator(".standing .points").all_inner_texts() == ["15", "14"]
        count_is_shown(page.locator("#room"), page)


def count_is_shown(room: Locator, page: Page) -> None:
    """T-1 as it is shown: two paths, their parts, strengths, points; the ankhs; the switches."""
    room.locator(".counted-path").nth(2).wait_for()  # the count comes when it is needed
    first, second, ankhs = room.locator(".counted-path").all()
    assert first.locator(".value").inner_text() == "= 14"
    assert "Closed" in first.inner_text()
    assert "Sarcophagi: 1" in first.inner_text()
    assert first.locator(".strength").all_inner_texts() == ["2", "1"]
    assert "Ana +14" in first.inner_text()
    assert second.locator(".value").inner_text() == "= 13"
    assert {"apex", "longest", "open"} <= {
        name
        for chip in second.locator(".chip").all()
        for name in (chip.get_attribute("class") or "").split()
    }
    assert second.locator(".strength").all_inner_texts() == ["2", "3"]
    assert "Ben +13" in second.inner_text()
    assert "KHEOPS-74" in second.inner_text()
    assert ankhs.locator(".running span").all_inner_texts() == ["15", "14"]
    first.locator("button.number").click()
    over = room.locator(".pyramid-stand .way-over:not(.faint)")
    assert over.get_attribute("data-path") == "1"
    assert over.locator(".floor").count() == 3
    assert over.locator(".way-out").count() == 0
    room.locator(".tale header button", has_text="▶").click()
    assert over.get_attribute("data-path") == "2"
    assert over.locator(".way-out").count() == 1
    room.locator(".tale header button", has_text="▶").click()
    assert room.locator(".pyramid-stand .rings.ankh circle").count() == 2
    room.locator(".tale .all").click()
    assert room.locator(".pyramid-stand .way-over.faint").count() == 2
    tiles = room.locator(".otherwise [data-switch='base_value'] .said").first
    said = "“What is a path worth before its bonuses?” with “All its tiles”: "
    assert tiles.inner_text() == f"{said}Ana 17 and Ben 15, so Ana would win."


def test_a_tile_that_touches_nothing_is_refused_at_its_cell(page: Page, tmp_path: Path) -> None:
    table = standing(tmp_path, laid("U0.0 room R -", phase=Phase.TILE).state)
    with opened(page, table):
        tap(page, "U0.2")
        page.locator(".bubble[data-cell='U0.2'] .clause", has_text="KHEOPS-10").wait_for()
        tap(page, "D0.0")
        pick_tile(page, "corridor-3-swap")
        assert page.locator(".turner button").first.is_disabled()
        page.locator(".filters button", has_text="room").click()
        assert page.locator(".tile-pick[data-face^='corridor']").count() == 0


def test_a_past_move_is_put_right(page: Page, tmp_path: Path) -> None:
    table = standing(tmp_path, laid(MUMMY, turn=BLUE).state)
    do(table, m.SetPawn("U1.0", "worker"))
    do(table, m.BuildTile("D1.0", "room-2", 0))
    with opened(page, table):
        number = table.number
        page.locator(".correct").first.click()
        page.locator("dialog [data-instead='tile']").click()
        page.locator("dialog .turner [data-by='1']").click()
        page.locator("dialog .confirm .answer").click()
        moved_on(page, table, number)
        assert cell(page, "D1.0").get_attribute("data-turn") == "1"
        number = table.number
        page.locator(".earlier summary").click()
        page.locator(".correct").nth(1).click()
        page.locator("dialog [data-instead='mummy']").click()
        moved_on(page, table, number)
        assert cell(page, "U1.0").get_attribute("data-pawn") == "blue-mummy"


# ---- a photograph ------------------------------------------------------------------------------


@functools.cache
def photograph() -> bytes:
    image = np.full((520, 600, 3), (70, 110, 150), np.uint8)
    cv2.fillPoly(image, [np.array([[0, 519], [599, 519], [300, 0]])], (140, 190, 225))
    return bytes(cv2.imencode(".jpg", image)[1])


def upload(page: Page, data: bytes | None = None, name: str = "pyramid.jpg") -> None:
    page.locator(".photo summary").first.click()
    kind = "image/jpeg" if name.endswith(".jpg") else "text/plain"
    given: Any = {"name": name, "mimeType": kind, "buffer": data or photograph()}
    page.locator(".photo input[data-from='file']").set_input_files(given)


def test_a_photograph_with_one_doubtful_cell_counts_once_it_is_answered(
    page: Page, tmp_path: Path
) -> None:
    doubts = {"U1.1": ("room-2@1", T_1["U1.1"])}
    table = a_pyramid(tmp_path)
    number = table.number
    scoring = scoring_of(lambda data: looked_at(T_1, doubts, 3, data), WIDE)
    with opened(page, table, scoring=scoring):
        upload(page)
        doubt = page.locator(".doubt[data-cell='U1.1']")
        doubt.wait_for()
        assert page.locator(".photo .tale").count() == 0
        assert page.locator(".photo .totals").count() == 0
        crop = doubt.locator("img.crop")
        crop.wait_for()
        assert page.wait_for_function("node => node.naturalWidth > 0", arg=crop.element_handle())
        assert doubt.locator(".likely-pick").count() == 2
        page.locator(".photograph .rings.asked circle").wait_for()
        doubt.locator(f".likely-pick[data-label='{T_1['U1.1']}']").click()
        page.locator(".photo .totals").wait_for()
        assert page.locator(".photo .totals .points").all_inner_texts() == ["15", "14"]
        count_is_shown(page.locator(".photo"), page)
        assert page.locator(".photograph .way-over.faint").count() == 2
        assert table.number == number


def test_a_door_that_leads_nowhere_is_not_asked_about_but_said(page: Page, tmp_path: Path) -> None:
    """Both neighbours of U0.1 are shut there; its way out to the ground is in sight."""
    doubts = {"U0.1": {T_1["U0.1"]: 0.6, "corridor-2@1": 0.4}}
    scoring = scoring_of(lambda data: looked_at(T_1, doubts, 3, data), WIDE)
    with opened(page, a_pyramid(tmp_path), scoring=scoring):
        upload(page)
        page.locator(".photo .totals").wait_for()
        assert page.locator(".photo .totals .points").all_inner_texts() == ["15", "14"]
        assert page.locator(".photo .doubt").count() == 0
        decided = page.locator(".photo .decided")
        assert "I didn't ask about U0.1." in decided.inner_text()
        assert decided.locator(".clause").inner_text() == "KHEOPS-61"


def told_wrong(page: Page, words: str, clause: str) -> None:
    banner = page.locator(".photo .banner.refusal")
    banner.get_by_text(words).wait_for()
    assert banner.locator(".clause").inner_text() == clause
    assert page.locator(".photo .totals").count() == 0


SEEN = seen()
FREE = next(name.removesuffix(":pawn") for name in SEEN if SEEN[name] == EMPTY)
KING = "room-1-sarcophagus_red_king"


def reads(cells: dict[str, str]) -> Any:
    return scoring_of(lambda data: looked_at(cells, picture=data))


def pick_for(page: Page, label: str) -> None:
    """Choose a tile with its turn in the dialog."""
    face, _, turn = label.partition("@")
    page.locator(f"dialog .tile-pick[data-face='{face}']").click()
    for _ in range(int(turn)):
        page.locator("dialog .turner [data-by='1']").click()
    page.locator("dialog .confirm .answer").click()


def test_48_tiles_are_said_and_the_49th_can_be_named(page: Page, tmp_path: Path) -> None:
    with opened(page, a_pyramid(tmp_path), scoring=reads(SEEN | {FREE: EMPTY})):
        upload(page)
        told_wrong(page, "48 of 49 tiles are there", "KHEOPS-60")
        page.locator(f".doubt[data-cell='{FREE}'] .other").click()
        pick_for(page, SEEN[FREE])
        page.locator(".photo .totals").wait_for()


def test_a_tile_outside_can_be_left_out(page: Page, tmp_path: Path) -> None:
    with opened(page, a_pyramid(tmp_path), scoring=reads(SEEN | {"beside U0.0 L": "room-2@0"})):
        upload(page)
        told_wrong(page, "U0.0 L is outside the pyramid", "KHEOPS-10")
        page.locator(".doubt .answer", has_text="isn't part of the pyramid").click()
        page.locator(".photo .totals").wait_for()


def test_two_pawns_on_a_tile_are_asked_about(page: Page, tmp_path: Path) -> None:
    with opened(page, a_pyramid(tmp_path), scoring=reads(SEEN | {"U2.2:pawn": TWO_PAWNS})):
        upload(page)
        told_wrong(page, "I see more than one pawn on U2.2", "KHEOPS-08")
        page.locator(".doubt[data-cell='U2.2:pawn'] .other").click()
        page.locator("dialog [data-label='empty']").click()
        page.locator(".photo .totals").wait_for()


def test_a_tile_seen_twice_is_asked_about_and_an_answer_can_be_changed(
    page: Page, tmp_path: Path
) -> None:
    """Nothing is lost: a wrong answer is refused in its turn and given again."""
    there = [name for name, label in SEEN.items() if label.startswith(KING)]
    places = [*there, *(c for c in ("U0.0", "U0.6", "U1.0") if c not in there)][:2]
    twice = SEEN | dict.fromkeys(places, f"{KING}@0")
    with opened(page, a_pyramid(tmp_path), scoring=reads(twice)):
        upload(page)
        told_wrong(page, "the box has 1, but I see 2", "KHEOPS-04")
        assert page.locator(".doubt").count() == 2
        page.locator(f".doubt[data-cell='{places[1]}'] .other").click()
        page.locator("dialog .quiet", has_text="There's no tile").click()
        told_wrong(page, "48 of 49 tiles are there", "KHEOPS-60")
        page.locator(f".doubt[data-cell='{places[1]}'] .other").click()
        pick_for(page, SEEN[places[1]])
        page.wait_for_timeout(100)
        if places[0] not in there:
            page.locator(f".doubt[data-cell='{places[0]}'] .other").click()
            pick_for(page, SEEN[places[0]])
        page.locator(".photo .totals").wait_for()


def test_a_picture_cut_off_at_the_top_asks_for_tile_and_pawn(page: Page, tmp_path: Path) -> None:
    cut = {name: label for name, label in SEEN.items() if not name.startswith("U6")}
    with opened(page, a_pyramid(tmp_path), size=PHONE, scoring=reads(cut)):
        upload(page)
        told_wrong(page, "not in the picture: U6.0", "KHEOPS-60")
        page.locator(".doubt[data-cell='U6.0'] .other").click()
        pick_for(page, SEEN["U6.0"])
        page.locator(".doubt[data-cell='U6.0:pawn'] .other").click()
        page.locator("dialog [data-label='empty']").click()
        page.locator(".photo .totals").wait_for()
        assert not scrolls_sideways(page)


def test_what_was_read_for_certain_can_be_put_right_as_well(page: Page, tmp_path: Path) -> None:
    scoring = scoring_of(lambda data: looked_at(T_1, {}, 3, data), WIDE)
    with opened(page, a_pyramid(tmp_path), scoring=scoring):
        upload(page)
        page.locator(".photo .totals").wait_for()
        page.locator(".photo .cell[data-cell='U1.1'] .rim").click(force=True)
        page.locator("dialog [data-about='U1.1:pawn']").click()
        page.locator("dialog [data-label='empty']").click()
        page.locator(".photo .totals .points", has_text="27").or_(
            page.locator(".photo .totals .points", has_text="28")
        ).first.wait_for()


def test_a_file_that_is_no_picture_is_said_and_the_next_one_is_read(
    page: Page, tmp_path: Path
) -> None:
    """Not in quiet(): a browser logs every answer that says no."""
    table = a_pyramid(tmp_path)
    scoring = scoring_of(lambda data: looked_at(T_1, {}, 3, data), WIDE)
    with served(table, scoring=scoring) as server:
        page.goto(server.url)
        shows(page, table)
        upload(page, b"not a picture", "notes.txt")
        page.locator(".photo .banner", has_text="read this as a picture").wait_for()
        page.locator(".photo input[data-from='file']").set_input_files(
            {"name": "p.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
        )
        page.locator(".photo .totals").wait_for()
        page.goto("about:blank")


def test_a_picture_the_table_has_forgotten_is_sent_again_with_all_that_was_said(
    page: Page, tmp_path: Path
) -> None:
    doubts = {"U1.1": (T_1["U1.1"],), "U0.0": (T_1["U0.0"],)}
    table = a_pyramid(tmp_path)
    scoring = scoring_of(lambda data: looked_at(T_1, doubts, 3, data), WIDE)
    with served(table, scoring=scoring) as server:
        page.goto(server.url)
        shows(page, table)
        upload(page)
        page.locator(".doubt[data-cell='U1.1'] .likely-pick").click()
        page.locator(".doubt[data-cell='U1.1']").wait_for(state="detached")
        for _ in range(KEPT):
            assert ask(server.port, "/score", photograph())[0] == 200
        page.locator(".doubt[data-cell='U0.0'] .likely-pick").click()
        page.locator(".photo .totals").wait_for()
        assert page.locator(".photo .totals .points").all_inner_texts() == ["15", "14"]
        page.goto("about:blank")


def test_a_table_that_cannot_score_photographs_offers_none(page: Page, tmp_path: Path) -> None:
    with opened(page, a_pyramid(tmp_path)):
        assert page.locator(".photo").is_hidden()


def test_the_referee_sees_the_path_over_the_picture_of_the_table(
    page: Page, tmp_path: Path
) -> None:
    """The table's own picture is for the referee alone; everybody else has the drawing."""
    table = almost(tmp_path)
    do(table, m.BuildTile("D1.0", "corridor-2", 2))
    table.submit(Seen(readings={}, at=time.monotonic(), picture=photograph()))
    places = {name: corners(3, name) for name in outline(3)}
    scoring = replace(reads(SEEN), places=places)
    with opened(page, table, "/join/referee-link", scoring=scoring):
        page.locator("#picture img:not([hidden])").wait_for()
        page.locator(".counted-path .number").first.click()
        over = page.locator("#picture .way-over")
        over.wait_for()
        assert over.get_attribute("data-path") == "1"
        assert over.locator(".floor").count() == 3
