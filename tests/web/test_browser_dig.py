"""The dig's page in a real browser: laying, digging by hand, STOP, barricades, and the end."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.observation import Reading, Seen
from companion.games.dig import moves as m
from companion.table import Table
from tests.rooms.dig.laid import small_box
from tests.rooms.dig.layouts import layer, right, swapped
from tests.web.dig_scenes import a_dig, dig, digging, laid, make, see
from tests.web.scenes import do
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
from tests.web.test_pages import NAMES_THAT_BITE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TABLET = {"width": 820, "height": 1180}


def answer(page: Page, table: Table, option: str) -> None:
    """Tap an answer and wait until the table has moved on."""
    number = table.number
    page.locator(f".question .answer[data-option='{option}']").click()
    moved_on(page, table, number)


def cell(page: Page, name: str) -> Any:
    return page.locator(f".cell[data-cell='{name}']")


def tell(page: Page, table: Table, name: str, value: int) -> None:
    """Tap a cell and the number that came to light there."""
    number = table.number
    cell(page, name).click()
    page.locator(f"dialog .digit[data-value='{value}']").click()
    moved_on(page, table, number)


def foreseen(page: Page, table: Table, said: str) -> None:
    """On a seat's phone: what it brings is read first, and nothing has happened; then it does."""
    number = table.number
    assert said in page.locator("dialog .foreseen").inner_text()
    assert table.number == number
    page.locator("[data-foreseen='do']").click()
    moved_on(page, table, number)


def settle(page: Page, table: Table, name: str = "paid") -> None:
    """Tap a button of the STOP."""
    number = table.number
    page.locator(f".stop [data-stop='{name}']").click()
    moved_on(page, table, number)


def coins_of(page: Page, place: str) -> tuple[int, int]:
    """The gold and silver drawn somewhere, disc by disc."""
    heap = page.locator(place).locator(".coins").first
    return heap.locator(".coin.gold").count(), heap.locator(".coin.silver").count()


def purses(page: Page) -> list[str]:
    return page.locator(".seat .points").all_inner_texts()


# ---- how it looks ------------------------------------------------------------------------------


def setting_up(folder: Path) -> Table:
    return a_dig(folder, 6)


def laying_wrongly(folder: Path) -> Table:
    table = laid(a_dig(folder, 4), 3)
    assert see(table, swapped(right(4), "C1", "D4")).clause == "DIG-10"
    return table


def turning(folder: Path) -> Table:
    table = laid(a_dig(folder, 6))
    do(table, m.TurnTray(0))
    return table


def doubled(folder: Path) -> Table:
    """Dan digs for double points beside two barricades, in a house that keeps a tally."""
    table = digging(a_dig(folder, 4, {"assist": True}))
    dig(table, A1="bracelet earth", B2="alabaster_vase obelisk_base snake_tail")
    make(table, m.Stop(), m.PlayBarricade("C3"), m.Skip(), m.PlayBarricade("D1"))
    dig(table, D4="snake_tail snake_body", B2="horus_falcon")
    make(table, m.Stop(), m.EndTurn(), m.PlayScarab())
    return dig(table, A2="obelisk_tip", C2="obelisk_tip", C4="obelisk_mid")


def stopped(folder: Path) -> Table:
    table = make(digging(a_dig(folder, 3)), m.PlayScarab())
    return dig(table, A1="alabaster_vase", B2="obelisk_tip", C3="snake_head")


def barricading(folder: Path) -> Table:
    table = dig(digging(a_dig(folder, 3)), A1="bracelet", B1="earth earth earth earth earth")
    return make(table, m.Stop())


def over(folder: Path) -> Table:
    table = dig(digging(a_dig(folder, 2)), A1="snake_tail")
    return make(table, m.Stop(), m.EndTurn(), m.Skip(), m.EndTurn(), m.Skip())


SCENES = [setting_up, laying_wrongly, turning, doubled, stopped, barricading, over]


@pytest.mark.parametrize("scene", SCENES)
def test_the_page_fits_every_screen_at_every_time(page: Page, tmp_path: Path, scene: Any) -> None:
    table = scene(tmp_path)
    with opened(page, table):
        for size in (PHONE, SMALL_PHONE, TABLET, DESK, PROJECTOR):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.get_attribute("html", "data-phase") == str(table.state.phase)
            assert not scrolls_sideways(page), size


def test_on_a_desk_the_whole_tray_is_seen_without_scrolling(page: Page, tmp_path: Path) -> None:
    table = doubled(tmp_path)
    for size, path in ((DESK, "/"), (PROJECTOR, "/?projector")):
        with opened(page, table, path, size):
            tray = page.locator(".tray").bounding_box()
            assert tray is not None
            assert tray["y"] + tray["height"] <= size["height"]


def test_one_sees_how_deep_each_cell_is_and_what_was_dug_up(page: Page, tmp_path: Path) -> None:
    table = doubled(tmp_path)
    with opened(page, table):
        layers = {name: cell(page, name).get_attribute("data-layer") for name in ("A1", "B2", "D2")}
        assert layers == {"A1": "4", "B2": "2", "D2": "6"}
        seams = {name: cell(page, name).locator(".seam").count() for name in layers}
        assert seams == {"A1": 2, "B2": 4, "D2": 0}
        assert cell(page, "B2").get_attribute("aria-label") == "B2 +5, layer 2, Horus falcon"
        assert cell(page, "B2").locator(".card-back").get_attribute("fill") == "#6e4626"
        sizes = {n: cell(page, n).locator(".card-back").get_attribute("width") for n in layers}
        assert float(sizes["D2"] or 0) > float(sizes["A1"] or 0) > float(sizes["B2"] or 0)


def test_names_that_bite_are_only_names(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path, names=NAMES_THAT_BITE))
    dig(table, A1="bracelet")
    make(table, m.Stop(), m.PlayBarricade("B2"))
    with opened(page, table):
        assert page.locator(".lid-owner").inner_text() == NAMES_THAT_BITE[0]
        assert page.locator(".seat h3").all_inner_texts()[0] == NAMES_THAT_BITE[0]


# ---- laying the layers -------------------------------------------------------------------------


def test_phase_one_is_led_by_the_page_from_the_bottom_to_the_first_digger(
    page: Page, tmp_path: Path
) -> None:
    """DIG-T6 for three: A B C A B, B lays the cover, C digs first."""
    table = a_dig(tmp_path, 3)
    with opened(page, table):
        answer(page, table, "bottom:0")
        by = page.locator(".strata li").evaluate_all("all => all.map(one => one.dataset.by)")
        assert "".join("ABC"[int(seat)] for seat in reversed(by)) == "ABCABB"
        assert page.locator(".first-digger").inner_text().startswith("C\nCleo will dig first.")
        assert page.locator("#turn").inner_text() == "Ana lays layer 1"
        for _ in range(6):
            answer(page, table, "layer_done")
        for player in ("Cleo", "Ana", "Ben"):
            assert page.locator("#turn").inner_text() == f"{player} turns the tray"
            answer(page, table, "turned")
        answer(page, table, "begin_digging")
        assert page.locator("#turn").inner_text() == "Cleo digs"
        assert page.locator(".laying").is_hidden()


def test_a_broken_snake_is_shown_by_its_cell_and_put_right(page: Page, tmp_path: Path) -> None:
    table = laying_wrongly(tmp_path)
    with opened(page, table):
        assert "D4" in page.locator(".banner.refusal").inner_text()
        assert "DIG-10" in page.locator(".banner.refusal").inner_text()
        wrong = page.locator(".cell.wrong").evaluate_all("all => all.map(c => c.dataset.cell)")
        assert wrong == ["D4"]
        assert see(table, right(4)).kind == "accepted"
        shows(page, table)
        assert page.locator(".banner.refusal").count() == 0
        assert page.locator(".strata [data-layer='4']").get_attribute("data-state") == "checked"
        assert page.locator(".strata [data-layer='3']").get_attribute("data-state") == "laid"
        drawn = page.locator(".cell").evaluate_all(
            "all => new Set(all.map(c => c.innerHTML.replace(c.dataset.cell, ''))).size"
        )
        assert drawn == 1, "sixteen cells look alike: nobody learns what lies where"


def test_parts_laid_across_are_each_shown_by_their_cell_and_their_clause(
    page: Page, tmp_path: Path
) -> None:
    """EX-DIG-02, DIG-14: a middle across its obelisk and a body across its snake."""
    table = laid(a_dig(tmp_path, 4), 3)
    see(table, layer(4, "b@S b@S h@N .  m@EW m@NS s@EW .  t@S t@S l@N .  . . . ."))
    with opened(page, table):
        wrong = page.locator(".cell.wrong").evaluate_all("all => all.map(c => c.dataset.cell)")
        assert wrong == ["A2", "C2"]
        refusal = page.locator(".banner.refusal")
        assert refusal.locator(".clause").all_inner_texts() == ["EX-DIG-02 DIG-14"]
        refusal.locator(".clause").click()
        page.locator("dialog").get_by_text("head, body and tail in one line").wait_for()
        page.locator("dialog").get_by_role("button", name="Close").click()
        see(table, layer(4, "b@S b@S h@N .  m@NS m@NS s@NS .  t@S t@S l@N .  . . . ."))
        shows(page, table)
        assert refusal.count() == 0
        assert page.locator(".strata [data-layer='4']").get_attribute("data-state") == "checked"


# ---- digging by hand ---------------------------------------------------------------------------


def test_a_doubled_hazard_stops_loses_the_pot_and_costs_double_ex_dig_01(
    page: Page, tmp_path: Path
) -> None:
    """EX-DIG-01: 1 × 2, 5 × 2, then −2 × 2: the pot of 12 is lost, 4 are paid, 6 are left."""
    table = digging(a_dig(tmp_path))
    with opened(page, table):
        answer(page, table, "scarab")
        assert page.locator(".pot .doubled").is_visible()
        tell(page, table, "A1", 1)
        assert page.locator(".earns strong").inner_text() == "2"
        tell(page, table, "B1", 5)
        assert page.locator(".earns strong").inner_text() == "12"
        assert coins_of(page, ".pot") == (2, 2)
        assert page.locator(".question [data-option='stop']").inner_text() == "Stop and keep 12"
        assert page.locator(".stop").is_hidden()
        tell(page, table, "C1", -2)
        fills_the_view(page)
        assert page.locator(".found-hazard b").inner_text() == "snake head"
        assert page.locator(".found-hazard strong").inner_text() == "−2 × 2 = −4"
        assert page.locator(".costs [data-what]").evaluate_all(
            "all => all.map(one => [one.dataset.what, one.dataset.points])"
        ) == [["lost", "12"], ["fine", "4"]]
        assert coins_of(page, ".costs [data-what='lost']") == (2, 2)
        assert coins_of(page, ".costs [data-what='fine']") == (0, 4)
        assert "6 left" in page.locator(".stop .left").inner_text()
        tags = page.locator(".stop .clause")
        assert tags.all_inner_texts() == ["DIG-26 DIG-33 DIG-34 DIG-38"]
        tags.last.click()
        page.get_by_role("button", name="Close").click()
        settle(page, table)
        assert page.locator(".stop").is_hidden()
        assert page.locator("#turn").inner_text() == "Ben digs"
        assert purses(page) == ["6", "10"]
        assert page.locator(".seat").first.locator("[data-scarabs='1']").count() == 1


def fills_the_view(page: Page) -> None:
    """The STOP is all one sees: red from edge to edge, and nothing behind it can be reached."""
    page.locator(".stop").wait_for()
    box, view = page.locator(".stop").bounding_box(), page.viewport_size
    assert view is not None
    assert box == {"x": 0, "y": 0, **view}
    assert page.evaluate("document.querySelector('main').inert")
    found = page.evaluate("document.elementFromPoint(innerWidth - 9, 9).className")
    assert found == "stop"
    red = page.locator(".stop").evaluate("node => getComputedStyle(node).backgroundImage")
    assert "rgb(192, 23, 12)" in red


def test_a_player_who_cannot_pay_is_out_and_the_others_dig_on_dig_t4(
    page: Page, tmp_path: Path
) -> None:
    table = make(digging(a_dig(tmp_path, 3)), m.PlayScarab())
    dig(table, A1="earth earth earth earth")
    with opened(page, table):
        tell(page, table, "A1", -10)
        fills_the_view(page)
        assert page.locator(".found-hazard strong").inner_text() == "−10 × 2 = −20"
        assert page.locator(".whose").inner_text().endswith("Ana can't pay and is out of the game.")
        assert coins_of(page, ".costs [data-what='out']") == (1, 5)
        assert page.locator(".stop [data-stop='barricade']").count() == 0
        settle(page, table)
        gone = page.locator(".seat.out")
        assert gone.count() == 1
        assert gone.locator(".is-out").inner_text() == "out of the game"
        for player in ("Ben", "Cleo"):
            assert page.locator("#turn").inner_text() == f"{player} digs"
            dig_on(table)
            shows(page, table)
        assert page.locator("#turn").inner_text() == "Ben digs"
        assert cell(page, "A1").get_attribute("aria-label") == (
            "A1 −10, layer 1, mask, nothing left to dig"
        )
        assert cell(page, "A1").is_disabled()


def dig_on(table: Table) -> None:
    """A short turn: one card of bare earth, and no barricade."""
    free = next(one for one in table.state.open_cells if not one.found)
    dig(table, **{free.name: "obelisk_mid"})
    make(table, m.Stop(), m.EndTurn())


def test_the_last_but_one_out_ends_the_game_and_the_ranking_says_so_dig_o_02(
    page: Page, tmp_path: Path
) -> None:
    table = make(digging(a_dig(tmp_path, 2)), m.PlayScarab())
    dig(table, A1="earth earth earth earth")
    with opened(page, table):
        tell(page, table, "A1", -10)
        fills_the_view(page)
        page.locator(".stop [data-stop='look']").click()
        assert "Ben is the last one left" in page.locator("#result h2").inner_text()
        assert page.locator(".standing h3").all_inner_texts() == ["Ben", "Ana"]
        assert page.locator(".standing").nth(1).locator(".is-out").count() == 1
        page.reload()
        shows(page, table)
        assert page.locator(".stop").is_hidden(), "who comes later sees the result at once"


def test_a_barricade_bars_its_cell_and_expires_with_its_owners_next_turn(
    page: Page, tmp_path: Path
) -> None:
    table = dig(digging(a_dig(tmp_path, 3)), A1="bracelet")
    make(table, m.Stop())
    with opened(page, table):
        assert page.locator(".tray-hint").inner_text() == "Tap the cell where the barricade goes."
        assert page.locator(".question .answer").count() == 1, "cells are tapped, not listed"
        number = table.number
        cell(page, "B2").click()
        moved_on(page, table, number)
        assert page.locator(".lid-owner").inner_text() == "Ana"
        sentence = "B2 is barricaded until Ana's next turn, after one more turn."
        assert page.locator(".barred").inner_text() == sentence
        assert cell(page, "B2").is_disabled()
        assert cell(page, "A1").is_enabled()
        dig(table, C1="earth")
        make(table, m.Stop(), m.EndTurn())
        shows(page, table)
        assert page.locator(".barred").inner_text().endswith("turn, which is next.")
        dig(table, D1="earth")
        make(table, m.Stop(), m.EndTurn())
        shows(page, table)
        assert page.locator(".barred").count() == 0
        assert "Time's up" in page.locator(".ruling").first.inner_text()
        assert cell(page, "B2").get_attribute("data-lid") == "ended"
        tell(page, table, "B2", 2)
        assert cell(page, "B2").get_attribute("data-lid") == ""
        assert cell(page, "B2").get_attribute("data-layer") == "5"


def test_an_ended_barricade_is_taken_off_without_digging(page: Page, tmp_path: Path) -> None:
    table = dig(digging(a_dig(tmp_path, 2)), A1="bracelet")
    make(table, m.Stop(), m.PlayBarricade("B2"))
    dig(table, C1="earth")
    make(table, m.Stop(), m.EndTurn())
    with opened(page, table):
        cell(page, "B2").click()
        page.locator("dialog [data-instead='TakeOffBarricade']").click()
        page.wait_for_selector(".cell[data-cell='B2'][data-lid='']")
        assert table.state.lids == ()
        assert table.state.lifts == 0


def test_skips_in_succession_end_the_game_and_rank_by_money_dig_t8(
    page: Page, tmp_path: Path
) -> None:
    """DIG-T8: skip, dig, skip, skip is not the end; once all have skipped in succession it is."""
    table = digging(a_dig(tmp_path, 3))
    with opened(page, table):
        answer(page, table, "skip")
        assert coins_of(page, ".settled [data-what='fee']") == (0, 3)
        answer(page, table, "no_barricade")
        assert page.locator(".skips").get_attribute("data-left") == "2"
        tell(page, table, "A1", 4)
        assert page.locator(".skips").count() == 0, "a dig ends the row"
        answer(page, table, "stop")
        answer(page, table, "no_barricade")
        for _ in range(2):
            answer(page, table, "skip")
            answer(page, table, "no_barricade")
        assert page.locator("#result").is_hidden()
        assert page.locator(".skips").get_attribute("data-left") == "1"
        assert "One more skip, and the game is over" in page.locator(".skips").inner_text()
        assert page.locator(".question [data-option='skip']").inner_text() == (
            "Skip the turn for 3 silver"
        )
        answer(page, table, "skip")
        assert page.locator("#turn").inner_text() == "Everybody has skipped: the end"
        assert "Ben has the most money, 11 silver" in page.locator("#result h2").inner_text()
        assert page.locator(".standing .rank").all_inner_texts() == ["1.", "2.", "3."]
        assert page.locator(".standing h3").all_inner_texts() == ["Ben", "Cleo", "Ana"]
        assert "skipped in a row" in page.locator(".ruling").first.inner_text()
        assert page.locator(".question").count() == 0


def test_who_cannot_pay_a_skip_is_told_why_there_is_no_button_dig_o_05(
    page: Page, tmp_path: Path
) -> None:
    table = dig(digging(a_dig(tmp_path, 2)), A1="earth earth earth earth mask")
    make(table, m.EndTurn())
    dig(table, B1="earth")
    make(table, m.Stop(), m.EndTurn())
    with opened(page, table):
        assert page.locator(".question .answer").evaluate_all(
            "all => all.map(one => one.dataset.option)"
        ) == ["scarab"]
        hint = page.locator(".pot .hint")
        assert "A skip costs 3 silver, and Ana has 0" in hint.inner_text()
        assert "DIG-O-05" in hint.inner_text()
        tell(page, table, "C1", 4)
        assert table.state.pot_worth == 4


def test_a_card_may_be_named_by_its_picture_and_all_of_the_layer_are_offered_dig_46(
    page: Page, tmp_path: Path
) -> None:
    table = dig(digging(a_dig(tmp_path)), A1="bracelet")
    with opened(page, table):
        cell(page, "B1").click()
        page.locator("dialog .face-of").first.wait_for()
        offered = page.locator("dialog .face-of").evaluate_all(
            "all => all.map(c => c.dataset.card)"
        )
        assert sorted(offered) == sorted(table.state.box.labels(5))
        assert "5-bracelet" in offered, "the only bracelet is dug, but remembering is for players"
        page.locator("dialog [data-card='5-snake_tail']").click()
        page.wait_for_selector(".cell[data-cell='B1'][data-card='snake_tail']")
        assert table.state.pot_worth == 8


def test_a_card_that_stuck_to_the_cup_is_noted_and_nothing_counts_dig_o_19(
    page: Page, tmp_path: Path
) -> None:
    table = dig(digging(a_dig(tmp_path)), A1="bracelet")
    with opened(page, table):
        cell(page, "A1").click()
        page.locator("dialog .no-lift summary").click()
        page.locator("dialog [data-instead='stuck']").click()
        page.locator(".ruling", has_text="Two cards came up from A1").wait_for()
        assert (table.state.pot_worth, table.state.lifts) == (2, 1)


def test_the_arrow_keys_go_from_cell_to_cell_and_enter_digs(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path))
    with opened(page, table):
        cell(page, "A1").focus()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.cell") == "A2"
        page.keyboard.press("Enter")
        assert page.locator("dialog h2").inner_text() == "What came up in A2?"


# ---- STOP --------------------------------------------------------------------------------------


def test_after_a_stop_a_barricade_may_still_be_played_dig_o_13(page: Page, tmp_path: Path) -> None:
    table = stopped(tmp_path)
    with opened(page, table):
        fills_the_view(page)
        page.locator(".stop [data-stop='barricade']").click()
        assert page.locator(".stop").is_hidden()
        assert page.locator(".stop-again").is_visible()
        number = table.number
        cell(page, "C3").click()
        moved_on(page, table, number)
        assert table.state.lid("C3").owner == 0
        assert page.locator(".stop-again").is_hidden()
        assert page.locator("#turn").inner_text() == "Ben digs"


def test_a_card_lifted_after_the_hazard_is_sent_back_dig_26(page: Page, tmp_path: Path) -> None:
    table = stopped(tmp_path)
    with opened(page, table):
        assert see(table, {"D4": "5-bracelet"}).clause == "DIG-26"
        page.locator(".stop .put-back", has_text="put the card back in D4").wait_for()
        assert see(table, {}).kind == "unchanged"
        page.locator(".stop .put-back").wait_for(state="detached")
        settle(page, table)
        assert purses(page) == ["6", "10", "10"]


def test_a_hazard_read_wrongly_is_put_right_and_the_turn_goes_on(
    page: Page, tmp_path: Path
) -> None:
    table = stopped(tmp_path)
    with opened(page, table):
        page.locator(".stop [data-stop='wrong']").click()
        page.get_by_role("button", name="It was another card").click()
        number = table.number
        page.locator("dialog [data-card='5-snake_tail']").click()
        moved_on(page, table, number)
        assert page.locator(".stop").is_hidden()
        assert page.locator(".earns strong").inner_text() == "24"
        assert purses(page) == ["10", "10", "10"]


def test_what_the_camera_sees_digs_asks_and_stops_without_a_tap(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path))
    with opened(page, table):
        assert see(table, {"A1": "5-snake_tail"}).kind == "accepted"
        shows(page, table)
        assert page.locator(".earns strong").inner_text() == "6"
        assert page.locator(".tray-hint").inner_text() == "Did I miss a lift? Tap its cell."
        doubtful = {"B1": Reading({"5-bracelet": 0.5, "5-alabaster_vase": 0.5})}
        answered = table.submit(Seen(readings=doubtful, at=time.monotonic()))
        assert answered.kind == "unclear"
        shows(page, table)
        assert page.locator(".cell.asked").count() == 1
        page.get_by_role("button", name="B1 brings up an alabaster vase").click()
        page.wait_for_selector(".cell[data-cell='B1'][data-card='alabaster_vase']")
        assert page.locator(".stop").is_hidden()
        assert see(table, {"C1": "5-scorpion"}).kind == "accepted"
        fills_the_view(page)
        assert page.locator(".found-hazard strong").inner_text() == "−3"
        assert page.locator(".found-hazard small").count() == 0, "no scarab, nothing doubled"


def test_escape_shows_the_tray_and_the_stop_comes_back_by_its_button(
    page: Page, tmp_path: Path
) -> None:
    table = stopped(tmp_path)
    with opened(page, table):
        fills_the_view(page)
        page.keyboard.press("Escape")
        assert page.locator(".stop").is_hidden()
        assert not page.evaluate("document.querySelector('main').inert")
        page.locator(".stop-again").click()
        fills_the_view(page)


def test_a_phone_sees_the_stop_but_only_its_own_player_settles_it(
    page: Page, tmp_path: Path
) -> None:
    table = stopped(tmp_path)
    with opened(page, table, "/join/seat-1-link", PHONE):
        fills_the_view(page)
        buttons = page.locator(".stop [data-stop]")
        assert buttons.evaluate_all("all => all.map(one => one.dataset.stop)") == ["look"]
    with opened(page, table, "/join/seat-0-link", PHONE):
        settle(page, table)
        assert page.locator(".stop").is_hidden()


def test_a_phone_digs_for_its_own_seat_and_for_nobody_else(page: Page, tmp_path: Path) -> None:
    table = digging(a_dig(tmp_path))
    with opened(page, table, "/join/seat-1-link", PHONE):
        assert page.locator(".cell:enabled").count() == 0
    with opened(page, table, "/join/seat-0-link", PHONE):
        assert page.locator(".cell:enabled").count() == 16
        cell(page, "D4").click()
        page.locator("dialog .digit[data-value='2']").click()
        foreseen(page, table, "D4")
        assert page.locator("dialog").is_hidden()
        page.locator(".question .answer[data-option='stop']").click()
        foreseen(page, table, "Ana")
        assert table.state.purse(0) == 12


# ---- money and memory --------------------------------------------------------------------------


def test_a_bank_run_dry_writes_down_what_it_owes_dig_o_12(page: Page, tmp_path: Path) -> None:
    poor = small_box([9, 9], [9, 9], gold=3, silver=15)
    table = dig(digging(a_dig(tmp_path, box=poor)), A1="worth9", B1="worth9")
    with opened(page, table):
        assert page.locator(".bank.dry").count() == 1
        assert "DIG-O-12" in page.locator(".dry-note").inner_text()
        assert coins_of(page, ".pot") == (1, 5)
        assert page.locator(".pot .written").inner_text() == "+ 8 written down"
        assert page.locator(".earns strong").inner_text() == "18"
        answer(page, table, "stop")
        assert page.locator(".seat").first.locator(".written").inner_text() == "+ 8 written down"
        assert purses(page)[0] == "28"


def test_what_was_dug_is_remembered_only_where_the_house_wants_it_dig_46(
    page: Page, tmp_path: Path
) -> None:
    (tmp_path / "with").mkdir()
    helped = dig(digging(a_dig(tmp_path / "with", rules={"assist": True})), A1="bracelet earth")
    with opened(page, helped):
        assert page.locator(".tally [data-layer='5']").get_attribute("data-dug") == "1"
        assert page.locator(".tally [data-layer='4']").get_attribute("data-dug") == "1"
    alone = dig(digging(a_dig(tmp_path)), A1="bracelet earth")
    with opened(page, alone):
        assert page.locator(".tally").count() == 0
        page.locator(".contents-of-layers summary").click()
        counts = page.locator(".layers [data-layer='5'] .count").all_inner_texts()
        assert sum(int(text.lstrip("×")) for text in counts) == 16, "dug or not, all are listed"


def test_a_barricade_where_nothing_is_left_is_asked_about_first_dig_o_14(
    page: Page, tmp_path: Path
) -> None:
    table = barricading(tmp_path)
    with opened(page, table):
        cell(page, "B1").click()
        assert "There's nothing left to dig in B1" in page.locator("dialog h2").inner_text()
        page.get_by_role("button", name="No, somewhere else").click()
        assert table.state.lids == ()
        cell(page, "B1").click()
        page.get_by_role("button", name="Yes, do it anyway").click()
        page.wait_for_selector(".cell[data-cell='B1'][data-lid='bans']")


def test_who_leaves_is_asked_once_more_and_is_out_dig_o_27(page: Page, tmp_path: Path) -> None:
    """Nobody leaves for somebody else: the button is only on their own phone."""
    table = digging(a_dig(tmp_path, 3))
    with opened(page, table):
        assert page.locator(".leave").count() == 0
    with opened(page, table, "/join/seat-1-link"):
        assert page.locator(".leave").count() == 1
        page.locator(".seat").nth(1).locator(".leave").click()
        page.locator("dialog [data-leave='1']").click()
        page.locator(".seat.out").wait_for()
        assert table.state.out == (1,)


@pytest.mark.parametrize("kind", ["PlayBarricade", "NameBottom"])
def test_a_cell_or_a_seat_named_wrongly_is_put_right(page: Page, tmp_path: Path, kind: str) -> None:
    table = a_dig(tmp_path)
    if kind == "PlayBarricade":
        dig(digging(table), A1="bracelet")
        make(table, m.Stop(), m.PlayBarricade("B2"))
    else:
        make(table, m.NameBottom(0))
    with opened(page, table):
        number = table.number
        page.locator(".ruling .correct").first.click()
        if kind == "PlayBarricade":
            page.get_by_role("button", name="It was another cell").click()
            page.locator("dialog .pick", has_text="D3").click()
            moved_on(page, table, number)
            assert [lid.cell for lid in table.state.lids] == ["D3"]
        else:
            page.get_by_role("button", name=re.compile("It was Ben")).click()
            moved_on(page, table, number)
            assert table.state.bottom == 1
