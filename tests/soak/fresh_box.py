"""Story (f): a box nobody taught before, from an empty house to the end of two games.

In a real browser, without a terminal: markers are printed, the camera is aimed, every face is
taught, the facts of the box are confirmed, and a game of the wall and one of Kheops are played
through the camera. Taps are counted, and every ruling is held against what was really done.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import TimeoutError

from calibration.art import Art
from calibration.geometry.board import EMPTY, PAWN, Board, Cell
from calibration.paint import Studio, random_scene
from calibration.paint.faces import Picture
from calibration.paint.kheops.studio import KheopsStudio
from calibration.teach.course import cells_of
from companion.config.settings import EyeSettings
from companion.core.cells import difference
from companion.core.verdict import DOUBT, Move
from companion.rehearsal.kheops_show import KheopsPerformance, KheopsStage
from companion.rehearsal.live import Live
from companion.rehearsal.performance import Performance
from companion.rehearsal.stage import Stage
from companion.rooms import room_of
from companion.table import Table
from companion.table.news import News
from companion.table.sightings import EYE
from hardware.simulated.frame_file import FrameFile
from tests.web.house_stories import SEND, Evening, _said, house, wanted

SIZE = (1280, 720)
SEED, HARSHNESS, SPEED = 11, 0.4, 6.0
STUCK_SECONDS, GAME_SECONDS, LATE_SECONDS = 40.0, 1800.0, 30.0
NEVER_TAUGHT = Art(
    "never taught",
    (
        ("camel", "#a33b52"),
        ("mule", "#3a6ea5"),
        ("snake", "#b98a1e"),
        ("ibis", "#4f7d3a"),
        ("crocodile", "#7a4fa0"),
        ("cat", "#2a8c86"),
        ("baboon", "#54463a"),
    ),
    ink="#301a10",
    paper="#dfe6d2",
)
"""The wall's cards in other colours, on other paper."""


class OtherPyramid(KheopsStudio):
    """Kheops printed in other colours: red and green have changed places."""

    def _lay_tile(self, flat: Picture, cell: Cell, label: str) -> None:
        super()._lay_tile(flat, cell, label)
        if label == EMPTY:
            return
        here, corners = self._piece(flat, cell)
        mask = np.zeros(here.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
        here[mask > 0] = here[mask > 0][:, [0, 2, 1]]


class OtherKheops(KheopsStage):
    """Hands at that pyramid."""

    def __init__(self, camera: Any, board: Board) -> None:
        super().__init__(camera, board, SEED, SIZE, HARSHNESS)
        self.studio = self.pyramid = OtherPyramid(board, random_scene(SEED, SIZE, HARSHNESS))


@dataclass
class Count:
    """What the story took."""

    taps: int = 0
    doubts: int = 0
    by_hand: int = 0
    seen: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)


class Story:
    """One owner with a browser, a camera over a table, and two people who play."""

    def __init__(self, evening: Evening, page: Any, screen: FrameFile) -> None:
        self.evening, self.page, self._screen = evening, page, screen
        self.count = Count()

    def timed(self, name: str, part: Callable[..., None], *given: Any) -> None:
        begun, taps = time.monotonic(), self.count.taps
        part(*given)
        self.count.seconds[name] = time.monotonic() - begun
        print(
            f"  {name}: {self.count.seconds[name]:.0f} s, {self.count.taps - taps} taps; "
            f"{self.count.seen} moves seen, {len(self.count.wrong)} wrong so far",
            flush=True,
        )

    def tap(self, selector: str, text: str = "") -> None:
        where = self.page.locator(selector, has_text=text) if text else self.page.locator(selector)
        where.first.click()
        self.count.taps += 1

    def go(self, path: str) -> None:
        self.page.goto(self.evening.url + path)
        self.count.taps += 1

    def prints(self) -> None:
        """The markers, as the page writes them."""
        self.go("/workshop/print")
        self.page.wait_for_selector('a[href*="kind=markers"]')
        address = self.page.get_attribute('a[href*="kind=markers"]', "href")
        self.count.taps += 1
        sheet = self.page.request.get(self.evening.url + address)
        assert sheet.body().startswith(b"%PDF"), sheet.status

    def aims(self, room: str) -> None:
        """The camera's page ends with its tick."""
        self.go("/workshop/camera")
        self.page.wait_for_selector("#board")
        self.page.select_option("#board", room)
        self.count.taps += 1
        self.page.wait_for_selector(".tick.good", timeout=120_000)

    def teaches(self, room: str, studio: Studio) -> None:
        """Every face once, in the order the page asks for."""
        self.go(f"/workshop/teach#{room}")
        self.page.reload()
        self.page.wait_for_selector("#edition")
        self.page.fill("#edition", "Never taught")
        self.tap("form .big")
        self.page.wait_for_selector(".ask")
        self._shows(studio, {})
        self._takes(".due")
        while self.page.locator(".due").count():
            lesson = self._lesson(room)
            places = [cell.id for cell in cells_of(studio.board, lesson["kind"])]
            apart = places[::6] if lesson["kind"] == PAWN else places
            self._shows(studio, dict(zip(apart, lesson["missing"], strict=False)))
            self._takes(".naming")
            self.tap(".naming .big")
            self.page.wait_for_selector(".naming", state="detached", timeout=120_000)
        self.tap("button.big")
        self.page.wait_for_selector("h4:has-text('A little test')", timeout=180_000)
        lesson = self._lesson(room)
        cells = [cell.id for cell in cells_of(studio.board, lesson["trial_kind"])]
        self._shows(studio, dict(zip(cells[3::7], lesson["trial"], strict=False)))
        self._takes(".tick")
        assert self.page.locator(".tick.good").count(), self.page.inner_text(".teaching")
        self.tap("button.big", "Done")
        self.page.wait_for_selector(".boxes")

    def _takes(self, until: str) -> None:
        self.tap(".snaps .big")
        try:
            self.page.wait_for_selector(until, timeout=120_000)
        except TimeoutError as late:
            said = self.page.inner_text("body")
            raise AssertionError(f"no {until} after a picture; the page says {said!r}") from late

    def _lesson(self, room: str) -> dict[str, Any]:
        ask = f"fetch('/workshop/teach/{room}.json').then(answer => answer.json())"
        lesson: dict[str, Any] = self.page.evaluate(ask)["lesson"]
        return lesson

    def _shows(self, studio: Studio, labels: Mapping[str, str]) -> None:
        """Lay this and nothing else on the table."""
        bare = dict.fromkeys(studio.labels(), EMPTY)
        studio.set(bare | dict(labels))
        for _ in range(2):
            self._screen.show(studio.frame())
        time.sleep(0.3)

    def confirms(self, room: str) -> None:
        """All assumed facts of the box are right."""
        self.go(f"/workshop/box#{room}")
        self.page.reload()
        self.page.wait_for_selector(".fact, .bench h3")
        while self.page.locator(".fact").count():
            every = self.page.locator(".fact button", has_text="All ")
            before = self.page.inner_text(".bench [role=status]")
            self.tap(".fact button", "All ") if every.count() else self.tap(".fact .big")
            self.page.wait_for_function(
                "before => document.querySelector('.bench [role=status]').innerText !== before",
                arg=before,
            )

    def plays(self, room: str, perform: Callable[[Table], Performance]) -> None:
        """A game through the camera, to its end."""
        self.evening.begin(self.page, room, ("Anna", "Ben"))
        self.count.taps += 5
        table = self.evening.table
        performance = perform(table)
        truth = Truth(table, performance, self.count)
        live = Live(table, performance, speed=SPEED, answering=False)
        live.start()
        try:
            self._answers(table, performance, truth)
        finally:
            live.stop()
            truth.stop()
        if table.game.is_over(table.state) is None:
            self.count.wrong.append(f"{room} never ended")
        left = difference(performance._stage.labels(), table.game.visible(table.state))
        if left:
            self.count.wrong.append(f"{room} ends otherwise than the table: {left}")
        self.evening.lobby(self.page)
        self.count.taps += 1

    def _answers(self, table: Table, performance: Performance, truth: Truth) -> None:
        """What is asked is answered at the page; what is never seen is entered there."""
        begun = moved = time.monotonic()
        number = table.number
        while table.game.is_over(table.state) is None and time.monotonic() - begun < GAME_SECONDS:
            truth.look()
            if table.number != number:
                number, moved = table.number, time.monotonic()
            asked = [one for one in table.questions() if not one.by_sight]
            if asked:
                reply = performance.reply(asked[0])
                self.count.doubts += asked[0].topic == DOUBT
                body = {"question": asked[0].id, "base": number, **_said(reply)}
                self.page.evaluate(SEND, ["/answer", body])
                self.count.taps += 1
            elif time.monotonic() - moved > STUCK_SECONDS:
                path, body, _ = wanted(table, performance._people)
                self.page.evaluate(SEND, [path, body])
                self.count.by_hand += 1
                moved = time.monotonic()
            self.page.wait_for_timeout(150)


class Truth:
    """Holds every move the eye made against what hands have done and the table has shown lately.

    The eye is a process of its own and sees late on a busy machine; meanwhile hands may have lost
    patience and put everything back.
    """

    def __init__(self, table: Table, performance: Performance, count: Count) -> None:
        self._table, self._performance, self._count = table, performance, count
        self._state = table.state
        self._lately: deque[tuple[float, dict[str, str], Move | None]] = deque()
        self.stop = table.on_news(self._hear)

    def look(self) -> None:
        """Remember what lies on the table now, and what hands did last."""
        now, lying = time.monotonic(), self._performance._stage.labels()
        doing = self._performance.doing
        if not self._lately or self._lately[-1][1:] != (lying, doing):
            self._lately.append((now, lying, doing))
        while len(self._lately) > 1 and now - self._lately[1][0] > LATE_SECONDS:
            self._lately.popleft()

    def _hear(self, news: News) -> None:
        before, self._state = self._state, news.state
        for stands in news.moves:
            if not stands.fresh or stands.by != EYE or stands.move is None:
                continue
            self._count.seen += 1
            self.look()
            if trouble := self._trouble_with(before, stands.move):
                self._count.wrong.append(trouble)

    def _trouble_with(self, before: Any, move: Move) -> str:
        """Why a ruling of the eye is wrong: nobody did that, or nothing showed it."""
        shows = self._table.game.shown_by(before, move)
        done = [doing for _, _, doing in self._lately if doing is not None]
        alike = (self._table.game.shown_by(before, doing) == shows for doing in done)
        if move not in done and not any(alike):
            return f"{move}: was never done; lately {done}"
        if not any(shows.items() <= lying.items() for _, lying, _ in self._lately):
            return f"{move}: {shows} was never shown"
        return ""


def fresh_box(stage: Any) -> None:
    """(f) A box nobody taught: print, aim, teach, confirm, and play the wall and Kheops."""
    frames = stage.folder / "camera.frames"
    screen = FrameFile.create(frames, SIZE)
    walls, pyramids = (_board(room) for room in ("wall", "kheops"))
    wall = Studio(walls, NEVER_TAUGHT, random_scene(SEED, SIZE, HARSHNESS))
    pyramid = OtherPyramid(pyramids, random_scene(SEED, SIZE, HARSHNESS))
    screen.show(wall.frame())
    eye = EyeSettings(camera=str(frames), settle_seconds=0.3)
    with house(stage.folder / "house", eye=eye) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        story = Story(evening, page, screen)
        story.timed("claim", evening.claim, page)
        story.timed("print", story.prints)
        story.timed("aim the wall", story.aims, "wall")
        story.timed("teach the wall", story.teaches, "wall", wall)
        stage.shot(page, "taught")
        story.timed("facts of the wall", story.confirms, "wall")
        story.timed("play the wall", story.plays, "wall", lambda table: _at_the_wall(table, screen))
        screen.show(pyramid.frame())
        story.timed("aim Kheops", story.aims, "kheops")
        story.timed("teach Kheops", story.teaches, "kheops", pyramid)
        story.timed("facts of Kheops", story.confirms, "kheops")
        story.timed("play Kheops", story.plays, "kheops", lambda table: _at_kheops(table, screen))
        stage.shot(page, "over")
        _tell(story.count)
        assert story.count.wrong == [], story.count.wrong
        assert evening.complaints == [], evening.complaints


def _board(room: str) -> Board:
    around = room_of(room)
    return around.board(around.game.load_box(None))


def _at_the_wall(table: Table, screen: FrameFile) -> Performance:
    stage = Stage(screen, _board("wall"), NEVER_TAUGHT, SEED, SIZE, HARSHNESS)
    return Performance(table, room_of("wall").people(SEED), stage)


def _at_kheops(table: Table, screen: FrameFile) -> Performance:
    from companion.rehearsal.kheops import invite

    return KheopsPerformance(table, invite(SEED), OtherKheops(screen, _board("kheops")))


def _tell(count: Count) -> None:
    workshop = sum(took for name, took in count.seconds.items() if not name.startswith("play"))
    print(
        f"  workshop {workshop:.0f} s, games {sum(count.seconds.values()) - workshop:.0f} s; "
        f"{count.taps} taps, {count.seen} moves seen, {count.doubts} doubts answered, "
        f"{count.by_hand} entered by hand, {len(count.wrong)} wrong",
        flush=True,
    )
