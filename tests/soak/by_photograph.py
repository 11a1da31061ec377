"""Story (g): a wall by hand with a photograph every few turns, in a real browser, taps counted.

Two people play from a seed. Every few turns one of them taps who is on turn, takes a photograph of
the painted wall with the phone, and answers what is asked about it. The same game by hand alone
takes two taps a card. What people answer about the game itself is not counted: it is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2

from calibration.art import PAPYRUS
from calibration.paint import Studio, random_scene
from calibration.teach.store import save
from companion.core.verdict import DOUBT
from companion.rooms import room_of
from companion.workshop.teach import Editions
from tests.soak.photographs import SIZE, Tale, tale
from tests.web.house_stories import SEND, house

SEED = 1
BY_HAND = 2
"""Taps a card takes without photographs: the card, then its slot."""
CAMERA = 2
"""Taps in the phone's own camera: the shutter, and "use it"."""
EVERY = (2, 3)


@dataclass
class Taps:
    """What a game took."""

    photographs: int = 0
    taps: int = 0
    asked: int = 0
    by_hand: int = 0
    cards: int = 0


def by_photograph(stage: Any) -> None:
    """(g) The wall with a photograph every second and every third turn."""
    told = tale("wall", SEED)
    for every in EVERY:
        found = _played(stage, told, every)
        alone = BY_HAND * found.cards
        print(
            f"  every {every} turns: {found.cards} cards, {found.photographs} photographs, "
            f"{found.asked} questions, {found.by_hand} by hand: {found.taps} taps; "
            f"by hand alone {alone}",
            flush=True,
        )
        assert found.taps < alone


def _played(stage: Any, told: Tale, every: int) -> Taps:
    folder = stage.folder / f"every-{every}"
    around = room_of("wall")
    box = around.game.load_box(None)
    editions = Editions(folder)
    path = save(around.taught(box, SIZE), editions.home("wall"))
    editions.use("wall", f"{path.parent.name}/{path.name}")
    studio = Studio(around.board(box), PAPYRUS, random_scene(SEED, SIZE, 0.4))
    with house(folder) as (housed, url):
        evening = stage.evening(housed, url)
        page = evening.opened()
        names = tuple(seat.name for seat in told.states[0].seats)
        evening.begin(page, "wall", names)
        game = Photographing(page, url, evening.table, told, studio)
        game.play(every, stage)
        assert evening.complaints == [], evening.complaints
        return game.taps


class Photographing:
    """One game at the page that takes photographs."""

    def __init__(self, page: Any, url: str, table: Any, told: Tale, studio: Studio) -> None:
        self._page, self._url, self._table = page, url, table
        self._told, self._studio = told, studio
        self._at = 0
        self.taps = Taps()

    def play(self, every: int, stage: Any) -> None:
        shown = 0
        for n in range(len(self._told.moves)):
            if self._told.game.turn(self._told.states[n]) == 0:
                self._say(n)
                continue
            shown += self._told.shows(n)
            self.taps.cards += self._told.shows(n)
            if shown == every:
                shown = 0
                self._photograph(n + 1)
                if self.taps.photographs <= 2:
                    stage.shot(self._page, f"photograph {every}-{self.taps.photographs}")
        self._until(len(self._told.moves))

    def _photograph(self, due: int) -> None:
        state = self._told.states[due]
        self._studio.set(dict(self._told.game.visible(state)))
        raw = cv2.imencode(".jpg", self._studio.frame())[1].tobytes()
        self._page.goto(f"{self._url}/photograph")
        where = f'input[data-seat="{state.turn}"]'
        self._page.wait_for_selector(where, state="attached")
        before = self._page.evaluate("document.getElementById('main').firstChild.textContent")
        photo = {"name": "wall.jpg", "mimeType": "image/jpeg", "buffer": raw}
        self._page.set_input_files(where, photo)
        self.taps.photographs += 1
        self.taps.taps += 1 + CAMERA
        self._page.wait_for_function(
            """before => {
              const main = document.getElementById("main");
              return main.querySelector(".snaps") && main.firstChild.textContent !== before;
            }""",
            arg=before,
            timeout=120_000,
        )
        self._compare()
        self._until(due)

    def _until(self, due: int) -> None:
        """Answer what is asked, and enter what no photograph explains, until all is known."""
        while any(map(self._told.shows, range(self._at, due))) or self._doubts():
            doubts, move = self._doubts(), self._told.moves[self._at]
            if doubts:
                named = [o.name for o in doubts[0].options if o.move == move]
                body = {"question": doubts[0].id, "option": named[0] if named else "none"}
                self._send("/answer", body)
                self.taps.asked += 1
                self.taps.taps += 1
            else:
                n = self._at
                self._say(n)
                self.taps.by_hand += self._told.shows(n)
                self.taps.taps += BY_HAND if self._told.shows(n) else 0

    def _doubts(self) -> list[Any]:
        return [one for one in self._table.questions() if one.topic == DOUBT]

    def _say(self, n: int) -> None:
        from msgspec import to_builtins

        self._send("/move", {"move": to_builtins(self._told.moves[n])})

    def _send(self, path: str, body: dict[str, Any]) -> None:
        answer = self._page.evaluate(SEND, [path, {**body, "base": self._table.number}])
        assert answer.get("kind") == "accepted", (path, body, answer)
        self._compare()

    def _compare(self) -> None:
        """The table has to stand where the game has been."""
        now = self._look(self._table.state)
        later = range(self._at, len(self._told.states))
        here = [n for n in later if self._look(self._told.states[n]) == now]
        assert here, f"beside the truth after {self._at}"
        self._at = here[0]

    def _look(self, state: Any) -> tuple[Any, ...]:
        game = self._told.game
        return (
            dict(game.visible(state)),
            game.turn(state),
            tuple(map(repr, game.questions(state))),
        )
