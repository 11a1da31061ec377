"""The sphinx's page in a real browser: dice, doors, thieves, secret looks and claims."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

import pytest

from companion.rooms.sphinx import hood
from companion.senses.hood import Scanning
from companion.table import Table
from tests.senses.test_hood import Watching, lay_all, sees
from tests.web import sphinx_scenes as scene
from tests.web.scenes import served
from tests.web.sphinx_scenes import SALT, UNDER, Hourglass, a_court, begun, owners_box
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

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

AIM = 500
"""Milliseconds a person takes from seeing something to pressing it."""
TABLET: Any = {"width": 820, "height": 1180}


def tap(page: Page, table: Table, option: str) -> None:
    """Tap an answer and wait until the table has moved on."""
    number = table.number
    page.locator(f".question .answer[data-option='{option}']").click()
    moved_on(page, table, number)


def throw(page: Page, table: Table, *faces: str) -> None:
    """One tap for each die: a column of the keypad has its faces."""
    number = table.number
    for column, face in enumerate(faces):
        page.locator(".keypad .dice-row").nth(column).locator(f"[data-value='{face}']").click()
    moved_on(page, table, number)


def stands(page: Page, name: str) -> str | None:
    return page.locator(f".court-pawn[aria-label='{name}']").get_attribute("data-square")


def sheet_of(page: Page) -> str:
    """What the sheet at the foot of the page says."""
    page.wait_for_selector("#sheet:not([hidden])")
    return page.locator("#sheet p").inner_text()


# ---- how it looks ------------------------------------------------------------------------------

SCENES = {
    "setup": lambda folder: a_court(folder, 4),
    "throw": lambda folder: begun(a_court(folder, 4, under=None)),
    "act": lambda folder: scene.throw(begun(a_court(folder, 4)), 5, 4, "S"),
    "lay": scene.at_the_guards,
    "over": scene.over,
}


@pytest.mark.parametrize("moment", SCENES)
def test_the_page_fits_every_screen_at_every_time(page: Page, tmp_path: Path, moment: str) -> None:
    with opened(page, SCENES[moment](tmp_path), "/join/seat-0-link"):
        for size in (PHONE, SMALL_PHONE, TABLET, DESK, PROJECTOR):
            page.set_viewport_size(size)
            assert not scrolls_sideways(page), size


def test_on_a_desk_and_a_projector_the_whole_court_is_seen(page: Page, tmp_path: Path) -> None:
    table = scene.throw(begun(a_court(tmp_path, 3)), 5, 4, "S")
    for size, path in ((DESK, "/"), (PROJECTOR, "/?projector")):
        with opened(page, table, path, size):
            court = page.locator(".court").bounding_box()
            assert court is not None
            assert court["y"] + court["height"] <= size["height"]


def test_the_board_of_the_box_is_what_is_drawn(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    box = table.state.box
    with opened(page, table):
        assert page.locator(".square").count() == 81
        assert page.locator(".door").count() == len(box.doors)
        assert page.locator(".statue").count() == 6
        assert page.locator(".bandages").count() == len(box.mummies)
        assert page.locator(".card-mark").count() == len(box.card_squares)


def test_an_owners_board_replaces_ours(page: Page, tmp_path: Path) -> None:
    """The spiral turned round, and colours nobody here has heard of."""
    table = begun(a_court(tmp_path, box=owners_box(tmp_path), under=None))
    with opened(page, table):
        start, last = (page.locator(f"[data-cell='s{n}']").bounding_box() for n in (0, 8))
        assert start is not None
        assert last is not None
        assert start["x"] > last["x"]
        pink = page.locator(".card-mark[data-card='pink']").first
        assert pink.evaluate("node => getComputedStyle(node).fill") == "rgb(255, 192, 203)"
        throw(page, table, "5", "1", "1")
        tap(page, table, "move:5:forward")
        assert table.state.pawns[0] == 5


# ---- the stories -------------------------------------------------------------------------------


def test_a_turn_with_three_dice(page: Page, tmp_path: Path) -> None:
    """Every end is shown before the move, each die is used in an order of choice, the swap too."""
    table = begun(a_court(tmp_path))
    with opened(page, table):
        number = table.number
        page.keyboard.type("54s")
        moved_on(page, table, number)
        assert table.state.dice == (4, 5, "S")
        five = page.locator(".answer[data-option='move:5:forward']")
        assert "on offer" in five.inner_text()
        assert "a look" in five.inner_text()
        assert five.locator("[data-card='red']").count() == 1
        assert page.locator(".square.choice").count() == 3  # by 4, by 5, and by both to 9
        page.locator(".swapping [data-value='G2']").click()
        number = table.number
        page.locator(".statue[data-seat='T3']").click()
        moved_on(page, table, number)
        assert [(swap.guard, swap.temple) for swap in table.state.swaps] == [("G2", "T3")]
        tap(page, table, "move:5:forward")
        tap(page, table, "look:T1")
        tap(page, table, "take")
        assert stands(page, "Ana") == "5"
        assert page.locator(".seat[data-seat='0'] .card-chip[data-card='red']").count() == 1
        page.locator(".square[data-cell='s9']").click()
        page.wait_for_selector(".answer[data-option='take']")
        shows(page, table)
        tap(page, table, "take")
        assert table.state.hands[0] == ("red", "blue")
        assert page.locator("#turn").inner_text() == "Ben throws the dice"


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_throw_is_one_stroke_and_all_its_numbers_are_one_tap(
    page: Page, tmp_path: Path, size: Any
) -> None:
    table = begun(a_court(tmp_path))
    with opened(page, table, size=size):
        number = table.number
        stroke(page, "1", "6", "3")
        moved_on(page, table, number)
        assert table.state.dice == (1, 3, 6)
        for option in ("all-forward", "no_look", "leave", "leave"):
            choose(page, option)
        page.locator(".question .keypad").wait_for()
        assert (table.state.pawns[0], table.state.turn) == (10, 1)
        assert table.state.hands[0] == ()


def test_cards_on_the_way_are_taken_with_the_same_tap(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    scene.throw(table, 3, 3, 4)
    with opened(page, table):
        choose(page, "all-forward-take")
        choose(page, "no_look")
        page.locator(".question .keypad").wait_for()
        assert table.state.pawns[0] == 10
        assert table.state.hands[0] == ("red", "blue")


def test_who_has_looked_on_the_way_decides_anew(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    scene.throw(table, 4, 2, 4)
    with opened(page, table):
        choose(page, "all-forward")
        choose(page, "look:T1")
        page.locator(".question .acts").wait_for()
        page.wait_for_timeout(AIM)
        assert table.state.dice == (2, 4)


def test_a_far_square_is_tapped_for_all_numbers(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    scene.throw(table, 1, 1, "S")
    with opened(page, table):
        page.locator("[data-cell='s3']").scroll_into_view_if_needed()
        assert page.locator("[data-cell='s33'][role='button']").count() == 1
        page.locator("[data-cell='s33']").click()
        page.wait_for_function("() => document.documentElement.dataset.shown > 4")
        shows(page, table)
        assert table.state.pawns[0] == 33
        assert table.state.dice == ("S",)


def test_squares_that_stay_as_they_are_are_not_drawn_again(page: Page, tmp_path: Path) -> None:
    """A slow phone styles and lays out again whatever is put into the page anew."""
    table = begun(a_court(tmp_path))
    with opened(page, table):
        page.evaluate(
            """() => {
              window.placed = 0;
              const count = (changes) => {
                for (const { addedNodes } of changes) placed += addedNodes.length;
              };
              const floor = document.querySelector(".square").parentNode;
              new MutationObserver(count).observe(floor, { childList: true });
            }"""
        )
        scene.throw(table, 3, 3, 4)
        shows(page, table)
        assert page.locator(".square.choice").count() == 3
        assert 3 <= page.evaluate("placed") <= 9


def choose(page: Page, option: str) -> None:
    """Tap an answer once a person has seen it; what follows by itself is not waited for."""
    button = page.locator(f".question .answer[data-option='{option}']")
    button.wait_for()
    page.wait_for_timeout(AIM)
    button.click()


def stroke(page: Page, *faces: str) -> None:
    """Draw the mouse across a face in every column."""
    for n, face in enumerate(faces):
        column = page.locator(".keypad .dice-row").nth(n)
        column.scroll_into_view_if_needed()
        box = column.locator(f"[data-value='{face}']").bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        if not n:
            page.mouse.down()
    page.mouse.up()


def test_a_die_is_used_with_the_keyboard_alone(page: Page, tmp_path: Path) -> None:
    table = scene.throw(begun(a_court(tmp_path)), 3, 6, 1)
    with opened(page, table):
        page.locator(".square[data-cell='s3']").focus()
        assert page.locator(".square[data-cell='s3']").get_attribute("role") == "button"
        page.keyboard.press("Enter")
        page.wait_for_selector(".court-pawn[data-square='3']")
        assert table.state.pawns[0] == 3


def test_a_door_that_swaps_two_pawns(page: Page, tmp_path: Path) -> None:
    table = scene.before_the_door(tmp_path)
    with opened(page, table):
        way = page.locator(".answer[data-option='move:2:forward']")
        assert "through the door to 33" in way.inner_text()
        assert "turns Ana too" in way.inner_text()
        tap(page, table, "move:2:forward")
        assert (stands(page, "Ben"), stands(page, "Ana")) == ("33", "2")
        assert "SPHINX-27" in page.locator(".ruling").first.inner_text()


def test_a_steal(page: Page, tmp_path: Path) -> None:
    table = scene.before_the_steal(tmp_path)
    with opened(page, table, "/join/seat-1-link", PHONE):
        way = page.locator(".answer[data-option='move:6:forward']")
        assert "steal from Ana" in way.inner_text()
        tap(page, table, "move:6:forward")
        tap(page, table, "leave")
        assert "you pass Ana" in page.locator(".question .ask").inner_text()
        tap(page, table, "steal:blue")
        assert table.state.hands == (("red",), ("blue",))
        assert page.locator(".seat[data-seat='1'] .card-chip[data-card='blue']").count() == 1
        assert page.locator(".seat[data-seat='0'] .robbed").count() == 1


def test_a_look_that_only_one_phone_sees(page: Page, browser: Browser, tmp_path: Path) -> None:
    table = scene.rich(tmp_path, players=3)
    with opened(page, table, "/join/seat-0-link", PHONE), served(table) as other:
        ben = browser.new_page()
        ben.goto(f"{other.url}join/seat-1-link")
        shows(ben, table)
        page.locator("#notes summary").click()
        page.locator("#notes [data-where='G1'] [data-value='purple']").click()
        page.wait_for_selector("#notes [data-value='purple'][aria-checked='true']")
        for _ in range(100):  # the page shows the choice before the table has it
            if table.state.notes[0]:
                break
            page.wait_for_timeout(100)
        assert table.state.notes[0][0].colour == "purple"
        assert page.locator("#notes").is_visible()
        assert not ben.locator("#notes").is_visible()
        assert (
            "purple"
            not in ben.evaluate("fetch('/state').then(r => r.text())")
            .partition('"sphinxes"')[2]
            .partition('"tracking"')[0]
        )
        ben.close()


def claim(page: Page, table: Table, *cards: str) -> None:
    for guard, card in zip(("G1", "G2", "G3"), cards, strict=True):
        page.locator(f".lay-row[data-guard='{guard}'] [data-value='{card}']").click()
    page.locator(".question .answer.main").click()
    page.wait_for_selector(".suspense:not([hidden])")


@pytest.mark.parametrize(
    ("cards", "answer"),
    [(("red", "blue", "yellow"), "right"), (("red", "yellow", "blue"), "wrong")],
)
def test_a_right_and_a_wrong_claim(
    page: Page, tmp_path: Path, cards: tuple[str, ...], answer: str
) -> None:
    glass = Hourglass()
    table = scene.before_the_claim(tmp_path, glass=glass)
    with opened(page, table, "/join/seat-0-link", PHONE, clock=glass.monotonic):
        tap(page, table, "claim:1")
        claim(page, table, *cards)
        table.tick()
        assert table.state.claim.right is None, "the table answers in its own time"
        glass.seconds += 2.0
        table.tick()
        page.wait_for_selector(f".suspense[data-answer='{answer}']")
        page.locator(".suspense").click()
        tap(page, table, "agree")
        won = answer == "right"
        assert (table.state.winner == 0) is won
        assert page.locator("#result").is_visible() is won
        if not won:
            assert stands(page, "Ana") == "0"
            assert "no cards" in page.locator(".seat[data-seat='0']").inner_text()
            assert page.locator(".opened").count() == 0


def test_an_untracked_claim_is_judged_by_the_claimant(page: Page, tmp_path: Path) -> None:
    table = scene.before_the_claim(tmp_path, under=None)
    with opened(page, table):
        assert "Nobody tracks" in page.locator(".seal").inner_text()
        tap(page, table, "claim:1")
        for guard, card in zip(("G1", "G2", "G3"), ("red", "blue", "yellow"), strict=True):
            page.locator(f".lay-row[data-guard='{guard}'] [data-value='{card}']").click()
        page.locator(".question .answer.main").click()
        page.wait_for_selector(".answer[data-option='right']")
        page.wait_for_timeout(400)  # what has only just appeared takes no press
        page.locator(".answer[data-option='right']").click()
        page.wait_for_selector("html[data-phase='over']")
        assert table.state.winner == 0


def test_the_seal_is_shown_to_everybody_and_opened_at_the_end(page: Page, tmp_path: Path) -> None:
    seal = hashlib.sha256(f"{SALT}:{','.join(UNDER)}".encode()).hexdigest()
    glass = Hourglass()
    table = scene.answered(tmp_path, glass, "red", "blue", "yellow")
    with opened(page, table):
        for path in ("/?projector", "/join/seat-1-link", "/join/referee-link", "/"):
            page.goto(urljoin(page.url, path))
            shows(page, table)
            assert page.locator(".seal .digest").get_attribute("aria-label") == seal
            assert SALT not in page.content()
        scene.answer(table, "agree")
        shows(page, table)
        assert f"{SALT}:{','.join(UNDER)}" in page.locator(".formula").inner_text()
        assert page.locator(".check").get_attribute("data-fits") == "true"
        assert page.locator(".under li[data-seat='G2'] [data-card='blue']").count() == 1


def test_the_referee_scans_from_the_page_in_words_too(page: Page, tmp_path: Path) -> None:
    table = a_court(tmp_path, under=None)
    scan = Scanning(table, hood(), Random(5))
    scan.watch = Watching()
    with opened(page, table, "/join/referee-link", scanner=scan):
        page.goto(page.url.partition("?")[0] + "?view=words")
        page.get_by_role("button", name="Scan the sphinxes").click()
        page.get_by_role("button", name="Stop the scan").wait_for()
        sees(table, "red")
        page.get_by_text("1 of 6 read").wait_for()
        assert "red" not in page.locator(".hood").inner_text().lower().split()


def test_the_referee_scans_from_the_page_and_sees_only_counts(page: Page, tmp_path: Path) -> None:
    table = a_court(tmp_path, under=None)
    scan = Scanning(table, hood(), Random(5))
    scan.watch = Watching()
    with opened(page, table, "/join/referee-link", scanner=scan):
        page.locator("[data-scan='begin']").click()
        page.wait_for_selector("[data-scan='stop']")
        sees(table, "red")
        page.get_by_text("1 of 6 read").wait_for()
        assert "red" not in page.locator(".hood").inner_text().lower().split()
        sees(table, "empty")
        sees(table, "red")
        page.get_by_text("two sphinxes have the same colour").wait_for()
        scan.stop()
        page.get_by_text("I kept nothing").wait_for()
        page.locator("[data-scan='begin']").click()
        page.wait_for_selector("[data-scan='stop']")
        lay_all(table)
        page.get_by_text("I've read 6, all different. The colours are under seal.").wait_for()
        page.wait_for_selector(".answer[data-option='begin']")
        assert page.locator(".seal .digest").count() == 1


# ---- what goes wrong ---------------------------------------------------------------------------


def post(page: Page, path: str, body: dict[str, Any]) -> dict[str, Any]:
    script = "([path, body]) => fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)}).then(r => r.json())"  # noqa: E501
    answer: dict[str, Any] = page.evaluate(script, [path, body])
    return answer


def test_a_missing_swap_is_asked_for_sphinx_21(page: Page, tmp_path: Path) -> None:
    table = scene.throw(begun(a_court(tmp_path)), 3, 6, "S")
    scene.answer(table, "move:3:forward", "move:6:forward", "no_look", "leave", "leave")
    with opened(page, table):
        body = {"move": {"type": "Throw", "faces": [1, 1, 1]}, "base": table.number}
        answer = post(page, "/move", body)
        assert (answer["kind"], answer["clause"]) == ("refused", "SPHINX-21")
        assert "must swap two sphinxes" in answer["say"]
        assert table.state.dice == ("S",)
        assert page.locator(".swapping .pick[aria-checked='true']").count() == 0


def test_a_claim_with_two_cards_is_refused_sphinx_37b(page: Page, tmp_path: Path) -> None:
    table = scene.at_the_guards(tmp_path)
    with opened(page, table):
        page.locator(".lay-row[data-guard='G1'] [data-value='red']").click()
        page.locator(".lay-row[data-guard='G2'] [data-value='blue']").click()
        assert page.locator(".question .answer.main").is_disabled()
        assert page.locator(".lay-row[data-guard='G3'] [data-value='red']").is_disabled()
        (question,) = table.questions()
        body = {
            "question": question.id,
            "base": table.number,
            "fields": {"G1": "red", "G2": "blue"},
        }
        answer = post(page, "/answer", body)
        assert (answer["kind"], answer["clause"]) == ("refused", "SPHINX-37b")
        assert "a claim takes 3" in answer["say"]
        assert len(table.state.hands[0]) == 4


def test_a_forbidden_lift_is_warned_of_sphinx_31(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    with opened(page, table):
        page.locator(".mishaps summary").click()
        page.locator("[data-mishap='lifted']").click()
        page.locator("dialog [data-where='G1']").click()
        assert "put the first guard back without looking" in sheet_of(page)
        assert table.state.looks == ()


def test_a_pawn_where_no_die_leads_is_refused_sphinx_13(page: Page, tmp_path: Path) -> None:
    table = scene.throw(begun(a_court(tmp_path)), 3, 6, 1)
    with opened(page, table):
        (question,) = table.questions()
        body = {"question": question.id, "base": table.number, "points": ["s40"]}
        answer = post(page, "/answer", body)
        assert (answer["kind"], answer["clause"]) == ("refused", "SPHINX-13")
        assert table.state.pawns == (0, 0)


def test_a_wrong_die_is_taken_back_before_the_next_one_is_used(page: Page, tmp_path: Path) -> None:
    table = scene.throw(begun(a_court(tmp_path)), 3, 6, 1)
    scene.answer(table, "move:3:forward")
    with opened(page, table):
        for _ in range(2):
            page.locator(".take-back").click()
        page.wait_for_selector(".court-pawn[aria-label='Ana'][data-square='0']")
        assert table.state.dice == (1, 3, 6)


def test_somebody_leaves_and_a_sphinx_falls(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path, 3))
    with opened(page, table, "/join/referee-link"):
        page.locator(".mishaps summary").click()
        page.locator("[data-mishap='fell']").click()
        page.locator("dialog [data-where='T2']").click()
        page.wait_for_selector(".statue.fallen[data-seat='T2']")
        shows(page, table)
        page.locator(".answer[data-option='play_on']").click()
        page.wait_for_selector(".statue.fallen", state="detached")
        shows(page, table)
        page.locator("[data-mishap='leaves']").click()
        page.locator("dialog [data-leaves='2']").click()
        page.get_by_text("left the game").first.wait_for()
        assert table.state.playing == (0, 1)


def test_where_hands_are_hidden_no_page_shows_them(page: Page, tmp_path: Path) -> None:
    table = scene.rich(tmp_path, rules={"hands_public": False})
    with opened(page, table):
        assert page.locator(".seat .card-chip[data-card]").count() == 0
        assert page.locator(".seat .card-chip.down").count() == 2
    with opened(page, table, "/join/seat-0-link"):
        assert page.locator(".seat[data-seat='0'] .card-chip[data-card]").count() == 2


def test_tracking_stops_when_somebody_says_so_sphinx_o_23(page: Page, tmp_path: Path) -> None:
    table = begun(a_court(tmp_path))
    with opened(page, table, "/join/seat-1-link"):
        page.locator(".mishaps summary").click()
        page.locator("[data-mishap='stop']").click()
        page.locator("dialog [data-sure='StopTracking']").click()
        page.get_by_text("Nobody tracks the colours").wait_for()
        assert not table.state.tracked
