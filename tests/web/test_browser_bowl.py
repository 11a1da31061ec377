"""The bowl's page in a real browser: a landslide, an overrule, the mummy's walk, the chamber."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.verdict import Event, Move
from companion.games.bowl import events as e
from companion.games.bowl import moves as m
from companion.table import Table
from companion.web import Server
from tests.senses.test_scale_watch import Evening
from tests.web import bowl_scenes as scene
from tests.web.bowl_scenes import WEIGHTS, a_bowl, play_until, says, wanting, weighed
from tests.web.scenes import an_app, do
from tests.web.test_browser import (
    DESK,
    PHONE,
    PROJECTOR,
    SMALL_PHONE,
    moved_on,
    opened,
    quiet,
    scrolls_sideways,
    shows,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

pytestmark = pytest.mark.browser

WALKS = 94
"""A seeded game of four in which one walk of the mummy sends two figures back, and Cleo wins."""


def answer(page: Page, table: Table, option: str) -> None:
    """Tap an answer and wait until the table has moved on."""
    number = table.number
    page.locator(f".question .answer[data-option='{option}']").click()
    moved_on(page, table, number)


def sends_two_back(move: Move, events: tuple[Event, ...]) -> bool:
    walked = any(isinstance(event, e.MummyStepped) for event in events)
    back = {event.seat for event in events if isinstance(event, e.FigureSentBack)}
    return isinstance(move, m.MoveFigure) and walked and len(back) == 2


def option_of(move: Move) -> str:
    """The name of the answer that makes a move."""
    match move:
        case m.FlipTile(field, colour, symbols):
            return f"flip:{field}:{colour}:{symbols}"
        case m.NameColour(colour):
            return f"name:{colour}"
    names = {m.EnterChamber: "enter", m.TakeBoulder: "clean", m.RebuildTrap: "rebuilt"}
    return names[type(move)]


def before_the_walk(folder: Path) -> tuple[Table, Move]:
    table = a_bowl(folder, 4)
    return table, play_until(table, WALKS, sends_two_back)[0]


def before_the_chamber(folder: Path) -> tuple[Table, list[Move]]:
    """Just before the visit to the chamber that wins; and the moves of that visit."""
    table = a_bowl(folder, 4)
    rest = play_until(table, WALKS, lambda move, events: isinstance(move, m.EnterChamber))
    entered = max(n for n, move in enumerate(rest) if isinstance(move, m.EnterChamber))
    for move in rest[:entered]:
        do(table, move)
    return table, rest[entered:]


def with_a_scale(table: Table, **more: Any) -> Table:
    table.gauge("weights", WEIGHTS)
    table.gauge("scale", scene.shows(**more))
    return table


# ---- how it looks ------------------------------------------------------------------------------


def setting_up(folder: Path) -> Table:
    return a_bowl(folder, 6)


def exploring(folder: Path) -> Table:
    table = a_bowl(folder, 6)
    named = (m.NameColour, m.EnterChamber)
    play_until(table, 3, lambda move, _: isinstance(move, named) and table.state.turns > 12)
    return table


def asking(folder: Path) -> Table:
    choices = [
        {"finding": "clean", "taken": "red", "fell": None, "answers": ["clean"]},
        {
            "finding": "landslide",
            "taken": "blue",
            "fell": "blue",
            "answers": ["fell:blue", "landslide"],
        },
    ]
    said = says("ask", why="twins", named=False, choices=choices)
    table = wanting(a_bowl(folder, 4, {"variant": "adventurous"}))
    return with_a_scale(
        table, phase="verdict", says=said, faults=[{"name": "slow", "detail": "", "blind": False}]
    )


def slid(folder: Path) -> Table:
    table = with_a_scale(wanting(a_bowl(folder, 4)), phase="idle", last=says("landslide"))
    weighed(table, "landslide", fell=("staff",))
    table.gauge("replay", scene.replay(table.number, says("landslide")))
    return table


def walked(folder: Path) -> Table:
    table, move = before_the_walk(folder)
    do(table, move)
    return table


def won(folder: Path) -> Table:
    table, rest = before_the_chamber(folder)
    for move in rest:
        do(table, move)
    return table


@pytest.mark.parametrize("scene", [setting_up, exploring, asking, slid, walked, won])
def test_the_page_fits_every_screen_at_every_time(page: Page, tmp_path: Path, scene: Any) -> None:
    table = scene(tmp_path)
    with opened(page, table):
        for size in (PHONE, SMALL_PHONE, DESK, PROJECTOR):
            page.set_viewport_size(size)
            assert page.get_attribute("html", "data-phase") == str(table.state.phase)
            assert not scrolls_sideways(page), size


def test_on_a_desk_way_and_trap_are_seen_without_scrolling(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)))
    for size, path in ((DESK, "/"), (PROJECTOR, "/?projector")):
        with opened(page, table, path, size):
            page.locator(".scale .weight").wait_for()
            for part in (".trap", ".scale .live", "[data-option='landslide']"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= size["height"], part


def test_no_script_or_style_of_another_room_is_loaded(page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with opened(page, wanting(a_bowl(tmp_path))):
        assert [url for url in asked if "/rooms/wall" in url] == []
        assert any(url.endswith("/rooms/bowl/style.css") for url in asked)


def test_the_way_lies_as_on_the_board_with_all_who_stand_on_it(page: Page, tmp_path: Path) -> None:
    table, _ = before_the_walk(tmp_path)
    with opened(page, table):
        faces = {
            node.get_attribute("data-cell"): node.get_attribute("data-face")
            for node in page.locator(".field").all()
        }
        expected = dict(table.game.visible(table.state)) | {"START": "", "FRONT": ""}
        assert faces == expected
        track = table.state.box.track
        stands = [node.get_attribute("data-field") for node in page.locator(".figure").all()]
        assert stands == [track[place].id for place in table.state.figures]
        assert page.locator(".mummy").get_attribute("data-field") == "P5"
        owned = [seat.locator(".scarab.there").count() for seat in page.locator(".seat").all()]
        assert owned == list(table.state.scarabs)


# ---- by buttons alone --------------------------------------------------------------------------


def test_a_flip_by_hand_arms_the_trap_and_shows_what_is_wanted(page: Page, tmp_path: Path) -> None:
    table = a_bowl(tmp_path)
    with opened(page, table):
        answer(page, table, "begin")
        answer(page, table, "flip:D1:blue:0")
        assert page.locator(".field[data-cell='D1']").get_attribute("data-face") == "blue"
        assert page.locator(".wanted strong").inner_text().lower() == "blue"
        assert page.locator(".trap").get_attribute("data-armed") == "true"
        assert page.locator(".scale").is_hidden()


def test_a_landslide_is_called_with_a_big_button_and_the_trap_is_rebuilt(
    page: Page, tmp_path: Path
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table, size=PHONE):
        button = page.locator("[data-option='landslide']").bounding_box()
        assert button is not None
        assert button["height"] >= 80
        assert button["width"] >= 120
        answer(page, table, "landslide")
        assert page.locator("#turn").inner_text() == "Landslide! Ana rebuilds the trap"
        assert page.locator(".wanted.rebuild").count() == 1
        assert "BOWL-32" in page.locator(".ruling").first.inner_text()
        answer(page, table, "rebuilt")
        assert page.locator("#turn").inner_text() == "Ben’s turn"


def test_a_clean_boulder_leaves_the_bowl_and_the_figure_goes_where_one_taps(
    page: Page, tmp_path: Path
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table):
        answer(page, table, "clean")
        assert page.locator(".contents [data-colour='red']").get_attribute("data-inside") == "4"
        assert page.locator(".contents [data-colour='red'] .boulder.gone").count() == 1
        page.locator(".field.choice[data-cell='D1']").click()
        page.wait_for_selector(".figure[data-seat='0'][data-field='D1']")
        assert table.state.here == 0


@pytest.mark.parametrize("size", [PHONE, {"width": 1366, "height": 768}])
@pytest.mark.parametrize("where", ["[data-option='clean-forward']", ".field[data-cell='D1']"])
def test_one_tap_says_that_it_was_clean_and_where_the_figure_goes(
    page: Page, tmp_path: Path, where: str, size: ViewportSize
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table, size=size):
        page.locator(where).click()
        page.wait_for_selector(".figure[data-seat='0'][data-field='D1']")
        assert (table.state.turn, table.state.phase, table.state.bag[0]) == (1, "explore", 1)
        page.locator(".question[data-question^='explore-']").wait_for()


def test_what_was_said_with_the_boulder_does_not_outlive_the_turn(
    page: Page, tmp_path: Path
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table):
        page.locator("[data-option='clean-forward']").click()
        page.locator(".question[data-question^='explore-']").wait_for()
        for phase in ("move", "draw"):
            shows(page, table)
            page.locator(".take-back").click()
            page.locator(".take-back.armed").click()
            page.wait_for_selector(f"html[data-phase='{phase}']")
        answer(page, table, "clean")
        page.wait_for_timeout(500)
        assert (table.state.turn, table.state.phase) == (0, "move")


@pytest.mark.parametrize(("seat", "ways"), [("seat-0", 1), ("seat-1", 0)])
def test_where_the_figure_goes_is_said_by_its_player_alone(
    page: Page, tmp_path: Path, seat: str, ways: int
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table, f"/join/{seat}-link", PHONE):
        assert page.locator("[data-option='clean']").count() == 1
        assert page.locator("[data-option='clean-forward']").count() == ways
        assert page.locator(".field.choice").count() == ways


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Clean, then forward to D1"),
        ("de", "Sauber, dann vorwärts auf Feld D1"),
        ("fr", "Réussi, puis avancer sur la case D1"),
        ("it", "Riuscito, poi avanti fino alla casella D1"),
        ("es", "Limpio; luego adelante, a la casilla D1"),
        ("nl", "Gelukt, dan vooruit naar veld D1"),
    ],
)
def test_clean_and_forward_is_said_in_every_language(
    page: Page, tmp_path: Path, language: str, said: str
) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table, f"/?lang={language}", SMALL_PHONE):
        button = page.locator("[data-option='clean-forward']")
        assert button.inner_text() == said
        assert not scrolls_sideways(page)


def test_a_second_foul_is_voted_on(page: Page, tmp_path: Path) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table):
        answer(page, table, "foul")
        assert page.locator(".seat").first.locator(".warned").count() == 1
        answer(page, table, "foul")
        assert page.locator("#turn").inner_text() == "The table votes"
        answer(page, table, "innocent")
        assert table.state.phase == "draw"


def test_a_tile_read_wrongly_is_put_right(page: Page, tmp_path: Path) -> None:
    table = wanting(a_bowl(tmp_path))
    with opened(page, table):
        page.locator(".ruling .correct").first.click()
        page.get_by_role("button", name="The tile shows something else").click()
        page.get_by_role("button", name="D1: green, mummies: 0").click()
        page.wait_for_selector(".field[data-cell='D1'][data-face='green']")
        assert table.state.wanted == "green"


# ---- the scale ---------------------------------------------------------------------------------


def test_the_live_scale_is_drawn_with_what_it_wants_and_thinks(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)), phase="hand_in")
    with opened(page, table):
        page.locator(".scale .weight").wait_for()
        assert "feels a hand in the bowl" in page.locator(".scale header").inner_text()
        assert page.locator(".wants").inner_text() == "wanted: red, 5.7 g"
        drawn = page.locator(".live .weight").get_attribute("d")
        said = says("clean", colour="red", final=False, sure=0.97)
        table.gauge("scale", scene.shows("verdict", says=said, grams=255.0, trace=[[0, 9], [1, 8]]))
        page.locator(".finding[data-finding='clean']").wait_for()
        assert page.locator(".live .weight").get_attribute("d") != drawn
        assert "97.0 % sure" in page.locator(".sure").inner_text()
        assert page.locator(".grams").inner_text() == "255.0 g"


def test_a_blind_scale_says_so_and_the_buttons_go_on(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)), grams=None, trace=[], blind=True,
                         faults=[{"name": "silent", "detail": "", "blind": True}])  # fmt: skip
    with opened(page, table):
        page.locator(".fault.blind").wait_for()
        assert "the four wires of the cell" in page.locator(".fault").inner_text()
        answer(page, table, "clean")
        assert table.state.phase == "move"


def test_while_the_scale_asks_one_tap_answers(page: Page, tmp_path: Path) -> None:
    table = asking(tmp_path)
    with opened(page, table):
        choices = page.locator(".thinks .answer")
        choices.first.wait_for()
        assert [choice.split("\n")[0] for choice in choices.all_inner_texts()] == [
            "Clean",
            "Landslide",
        ]
        assert "Which was it?" in page.locator(".thinks").inner_text()
        choices.nth(1).click()
        page.wait_for_selector("html[data-phase='rebuild']")
        assert "blue" in page.locator(".ruling").first.inner_text()


def test_a_landslide_of_the_scale_is_overruled_and_the_boulder_counts(
    page: Page, tmp_path: Path
) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)))
    with opened(page, table):
        assert page.locator(".overrule").count() == 0
        assert weighed(table, "landslide", fell=("staff",)).kind == "accepted"
        said = says("landslide", fell="staff")
        table.gauge("scale", scene.shows("idle", wanted=None, last=said))
        table.gauge("replay", scene.replay(table.number, said))
        shows(page, table)
        page.locator(".replayed .tilted").wait_for()
        assert page.locator(".moments li").count() == page.locator(".replayed .moment").count() == 6
        page.locator(".overrule .big").click()
        page.locator("dialog [data-instead='TakeBoulder']").click()
        page.wait_for_selector("html[data-phase='move']")
        assert table.state.in_bowl("red") == 4
        assert page.locator(".overrule").count() == 0
        assert re.match(r"Clean|A red|Ana takes", page.locator(".ruling .said").first.inner_text())


def test_a_verdict_can_be_taken_back_as_well(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)))
    with opened(page, table):
        weighed(table, "clean", colour="red")
        table.gauge("scale", scene.shows("idle", last=says("clean", colour="red")))
        page.locator(".overrule .big").click()
        page.get_by_role("button", name="It didn't happen").click()
        page.wait_for_selector("html[data-phase='draw']")
        assert table.state.wanted == "red"


def test_after_its_time_nothing_is_overruled(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)))
    with opened(page, table):
        weighed(table, "clean", colour="red")
        table.gauge("scale", scene.shows("idle", last=says("clean", overrule_seconds=9.9)))
        page.locator(".overrule .big").wait_for()
        table.gauge("scale", scene.shows("idle", last=says("clean", overrule_seconds=0.0)))
        page.locator(".overrule").wait_for(state="detached")


def test_a_phone_sees_the_verdict_but_does_not_overrule(page: Page, tmp_path: Path) -> None:
    table = with_a_scale(wanting(a_bowl(tmp_path)))
    with opened(page, table, "/join/seat-1-link", PHONE):
        weighed(table, "clean", colour="red")
        table.gauge("scale", scene.shows("idle", last=says("clean", colour="red")))
        page.locator(".overrule .waiting").wait_for()
        assert page.locator(".overrule button").count() == 0


def test_while_the_trap_is_rebuilt_the_scale_says_what_is_missing(
    page: Page, tmp_path: Path
) -> None:
    table = wanting(a_bowl(tmp_path))
    do(table, m.Landslide())
    with_a_scale(table, phase="idle", trap={"state": "missing", "item": "staff", "short_g": 4.2})
    with opened(page, table):
        page.locator(".built", has_text="still missing: staff").wait_for()
        table.gauge("scale", scene.shows(trap={"state": "complete", "item": None, "short_g": 0}))
        page.locator(".built", has_text="everything is in the bowl").wait_for()


def test_a_real_scale_rules_and_is_overruled_at_the_page(page: Page, tmp_path: Path) -> None:
    """Grams leave a simulated bowl; what the page shows and offers follows from its samples."""
    evening = Evening(tmp_path).wants_red()
    table = evening.table
    with opened(page, table, clock=evening.clock):
        page.locator(".scale[data-phase='armed'] .weight").wait_for()
        evening.reach(8.0, 14.0).wait(1.2)
        page.locator(".finding[data-finding='landslide'][data-standing='true']").wait_for()
        assert page.locator(".overrule").count() == 0
        evening.wait(2.5)
        page.wait_for_selector("html[data-phase='rebuild']")
        page.locator(".moments [data-mark='locked']").wait_for()
        marks = [node.get_attribute("data-mark") for node in page.locator(".moments li").all()]
        assert {"armed", "touched", "still", "verdict", "locked"} <= set(marks)
        page.locator(".overrule .big").click()
        page.locator("dialog [data-instead='TakeBoulder']").click()
        page.wait_for_selector("html[data-phase='move']")
        evening.wait(0.5)
        page.locator(".overruled", has_text="Clean").wait_for()
        assert page.locator(".overrule").count() == 0
        assert evening.watch.rulings[-1].instead == "clean"
    evening.close()


# ---- the mummy ---------------------------------------------------------------------------------


def test_a_walk_that_sends_two_figures_back_is_followed_step_by_step(
    page: Page, tmp_path: Path
) -> None:
    table, move = before_the_walk(tmp_path)
    with opened(page, table):
        do(table, move)
        page.wait_for_selector(".walk[data-playing]")
        sent = [page.locator(f".figure[data-seat='{seat}']") for seat in (0, 2)]
        page.locator(".walk:not([data-playing])").wait_for()
        assert [figure.get_attribute("data-field") for figure in sent] == ["FRONT", "FRONT"]
        steps = page.locator(".steps li")
        walked = [node.get_attribute("data-field") for node in steps.all()]
        assert walked == ["P4", "P3", "P2", "P1", "P1"]
        assert "Cleo has no scarab" in steps.first.inner_text()
        assert "BOWL-54" in steps.first.inner_text()
        for _ in walked:
            page.locator(".walk .back").click()
        assert page.locator(".mummy").get_attribute("data-field") == "P5"
        assert [figure.get_attribute("data-field") for figure in sent] == ["P4", "P4"]
        page.locator(".walk .on").click()
        assert page.locator(".mummy").get_attribute("data-field") == "P4"
        assert [figure.get_attribute("data-field") for figure in sent] == ["FRONT", "FRONT"]
        page.locator(".walk .replay").click()
        page.wait_for_selector(".walk[data-playing]")
        page.wait_for_selector(".mummy[data-field='P1'][data-facing='chamber']")


def test_who_wants_no_motion_gets_numbered_steps(page: Page, tmp_path: Path) -> None:
    table, move = before_the_walk(tmp_path)
    page.emulate_media(reduced_motion="reduce")
    with opened(page, table):
        do(table, move)
        page.locator(".step-mark").first.wait_for()
        numbers = page.locator(".step-mark text").evaluate_all("all => all.map(n => n.textContent)")
        assert numbers == ["1", "2", "3", "4 5"]
        assert page.locator(".walk[data-playing]").count() == 0
        assert page.locator(".mummy").get_attribute("data-field") == "P1"


def test_who_looks_back_at_a_walk_sees_the_table_again_once_it_goes_on(
    page: Page, tmp_path: Path
) -> None:
    table, move = before_the_walk(tmp_path)
    page.emulate_media(reduced_motion="reduce")
    with opened(page, table):
        do(table, move)
        page.locator(".walk .back").click()
        page.locator(".walk .back").click()
        assert page.locator(".mummy").get_attribute("data-field") == "P2"
        do(table, m.NameColour("red"))
        shows(page, table)
        assert page.locator(".mummy").get_attribute("data-field") == "P1"
        assert page.locator(".step-mark").count() == 0
        assert page.locator(".steps").is_hidden()
        page.locator(".walk .replay").click()
        page.wait_for_selector(".walk[data-playing] .steps")


def test_a_walk_taken_back_is_gone(page: Page, tmp_path: Path) -> None:
    table, move = before_the_walk(tmp_path)
    page.emulate_media(reduced_motion="reduce")
    with opened(page, table):
        do(table, move)
        page.locator(".walk .replay").wait_for()
        page.locator(".take-back").click()
        page.locator(".take-back.armed").click()
        page.locator(".walk").wait_for(state="hidden")
        assert page.locator(".mummy").get_attribute("data-field") == "P5"


# ---- the chamber -------------------------------------------------------------------------------


def test_the_chamber_is_entered_and_won_by_tapping(page: Page, tmp_path: Path) -> None:
    table, visit = before_the_chamber(tmp_path)
    with opened(page, table):
        answer(page, table, option_of(visit[0]))
        assert "is in the burial chamber" in page.locator("#turn").inner_text()
        for move in visit[1:]:
            assert page.locator("#result").is_hidden()
            answer(page, table, option_of(move))
        assert "frees the mummy and wins" in page.locator("#result h2").inner_text()
        winner = table.state.seats[table.state.winner].name
        assert page.locator(".standing.first h3").inner_text() == winner
        assert page.locator(".question").count() == 0


# ---- rooms nobody has drawn --------------------------------------------------------------------


def test_a_room_without_a_script_is_played_by_buttons(page: Page, tmp_path: Path) -> None:
    table = a_bowl(tmp_path)
    app = an_app(table)
    static = shutil.copytree(app.static_folder or "", tmp_path / "static")
    for drawn in ("bowl", "wall"):
        shutil.rmtree(static / "rooms" / drawn)
    app.static_folder = str(static)
    server = Server(app, port=0)
    server.start()
    page.set_viewport_size(SMALL_PHONE)
    with quiet(page, server):
        page.goto(server.url)
        for option in ("begin", "flip:D1:red:0", "clean", "forward"):
            answer(page, table, option)
        assert page.locator("#turn").inner_text() == "Ben’s turn"
        assert page.locator(".seat .points").all_inner_texts() == ["1", "0"]
        assert "Ana goes forward to D1" in page.locator(".ruling").first.inner_text()
        assert not scrolls_sideways(page)
        page.goto("about:blank")
    server.stop()
