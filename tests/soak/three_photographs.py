"""Story (j): from an empty house to a game, with a box nobody knows: print, a camera is found, the
list of cards is filled from three photographs, every face is taught, ten moves are played.

In a real browser with real clicks; taps and seconds of each part are told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2

from calibration.paint import Studio, random_scene
from companion.config.settings import EyeSettings
from companion.core.sources import OWNER
from companion.rehearsal.live import Live
from companion.rehearsal.performance import Performance
from companion.rooms import room_of
from companion.table import Table
from companion.workshop.boxes import Boxes, asking_of
from hardware.simulated.frame_file import FrameFile
from tests.soak.fresh_box import (
    HARSHNESS,
    NEVER_TAUGHT,
    SEED,
    SIZE,
    SPEED,
    STUCK_SECONDS,
    Story,
    Truth,
    _at_the_wall,
    _board,
    _tell,
)
from tests.web.house_stories import SEND, _said, house, wanted
from tests.workshop.spreads import card, strewn, whole

MOVES, GAME_SECONDS = 10, 600.0
PHOTOGRAPHS = (20, 20, 9)
"""How many cards each photograph shows."""


class ShortStory(Story):
    """An owner with a phone, who wants to play tonight."""

    def finds_a_camera(self, frames: Path) -> None:
        """Type where it is, see its picture, use it."""
        self.go("/workshop/camera")
        self.page.wait_for_selector("#camera-name")
        self.page.fill("#camera-name", str(frames))
        self.tap(".cameras form button")
        self.page.wait_for_selector(".cameras form canvas", timeout=60_000)
        self.tap(".cameras form button.big")
        self.page.wait_for_selector("#board", timeout=60_000)

    def fills_the_cards(self, folder: Path) -> None:
        """Three photographs, then one answer for every animal that looks out of a window."""
        box = room_of("wall").game.load_box(None)
        rows = [one.cells[0] for one in box.cards]
        self.go("/workshop/box#wall")
        self.page.reload()
        begun = 0
        for number, many in enumerate(PHOTOGRAPHS):
            some = rows[begun : begun + many]
            pieces = [whole(card(row, box.wall.window_mm, NEVER_TAUGHT)) for row in some]
            file = folder / f"cards-{number}.jpg"
            cv2.imwrite(str(file), strewn(pieces, 7 + number, 5), [cv2.IMWRITE_JPEG_QUALITY, 92])
            begun += many
            self._photographs(file, begun)
        self._names([face for row in rows for face in row])
        self.tap(".counted button.big")
        self.page.wait_for_selector(".counted", state="detached", timeout=60_000)

    def _photographs(self, file: Path, many: int) -> None:
        chooser = self.page.locator('.spread input[type="file"][data-part="card"]')
        chooser.first.wait_for(state="attached", timeout=60_000)
        chooser.first.set_input_files(str(file))
        self.count.taps += 1
        self.page.wait_for_function(
            "many => document.querySelector('.spread')?.innerText.includes(`${many} `)"
            " && document.querySelector('.counted')",
            arg=many,
            timeout=120_000,
        )

    def _names(self, faces: Sequence[str]) -> None:
        """Say what each group shows, with two lists and a tap."""
        ask = "fetch('/workshop/box/wall/spread.json').then(answer => answer.json())"
        groups: list[dict[str, Any]] = self.page.evaluate(ask)["draft"]["groups"]
        rows = self.page.locator(".groups > .face")
        assert rows.count() == len(groups)
        for number, group in enumerate(groups):
            shown = {faces[window] for window in group["windows"]}
            assert len(shown) == 1, shown
            animal, _, gaze = shown.pop().rpartition("_")
            row = rows.nth(number)
            for place, value in enumerate((animal, gaze)):
                chosen = row.locator("select").nth(place)
                if chosen.input_value() != value:
                    chosen.select_option(value)
                    self.count.taps += 2
            row.locator("button.chip[aria-pressed]").last.click()
            self.count.taps += 1

    def plays_some(self, room: str, perform: Callable[[Table], Performance]) -> None:
        """Ten moves of a game through the camera."""
        self.evening.begin(self.page, room, ("Anna", "Ben"))
        self.count.taps += 5
        table = self.evening.table
        performance = perform(table)
        truth = Truth(table, performance, self.count)
        live = Live(table, performance, speed=SPEED, answering=False)
        live.start()
        begun = moved = time.monotonic()
        number = table.number
        try:
            while self.count.seen < MOVES and time.monotonic() - begun < GAME_SECONDS:
                truth.look()
                if table.number != number:
                    number, moved = table.number, time.monotonic()
                asked = [one for one in table.questions() if not one.by_sight]
                if asked:
                    reply = performance.reply(asked[0])
                    body = {"question": asked[0].id, "base": number, **_said(reply)}
                    self.page.evaluate(SEND, ["/answer", body])
                    self.count.taps += 1
                elif time.monotonic() - moved > STUCK_SECONDS:
                    path, body, _ = wanted(table, performance._people)
                    self.page.evaluate(SEND, [path, body])
                    self.count.by_hand += 1
                    moved = time.monotonic()
                self.page.wait_for_timeout(150)
        finally:
            live.stop()
            truth.stop()
        assert self.count.seen >= MOVES, self.count


def three_photographs(stage: Any) -> None:
    """(j) A box nobody knows: print, camera, facts from photographs, teach, ten moves."""
    frames = stage.folder / "camera.frames"
    screen = FrameFile.create(frames, SIZE)
    studio = Studio(_board("wall"), NEVER_TAUGHT, random_scene(SEED, SIZE, HARSHNESS))
    screen.show(studio.frame())
    with house(stage.folder / "house", eye=EyeSettings(settle_seconds=0.3)) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        story = ShortStory(evening, page, screen)
        story.timed("claim", evening.claim, page)
        story.timed("print", story.prints)
        story.timed("find a camera", story.finds_a_camera, frames)
        story.timed("aim it", story.aims, "wall")
        story.timed("cards from three photographs", story.fills_the_cards, stage.folder)
        stage.shot(page, "filled")
        levels = asking_of("wall").levels(Boxes(housed.house.folder).draft("wall"))
        assert levels[OWNER] >= sum(PHOTOGRAPHS), levels
        story.timed("teach", story.teaches, "wall", studio)
        story.timed(
            "play ten moves", story.plays_some, "wall", lambda table: _at_the_wall(table, screen)
        )
        stage.shot(page, "ten moves")
        _tell(story.count)
        assert story.count.wrong == [], story.count.wrong
        assert evening.complaints == [], evening.complaints
