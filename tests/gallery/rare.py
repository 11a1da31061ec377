"""Dialogs and questions people meet rarely: corrections, doubts, what lies behind a field."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page

from companion.core.observation import Reading, Said, Seen, TookBack
from companion.core.roles import TABLE, parse_role
from companion.games.sphinx.moves import SayFallen
from companion.table import Table
from tests.rooms.kheops.test_finished import WIDE
from tests.web.kheops_scenes import looked_at, scoring_of
from tests.web.test_scoring import T_1

from .games import Game, Until, asked, stepped
from .places import House
from .state import LAPTOP, PHONE, SCREEN, SIZES, State, Step, fill, tap, wait

BOTH = (PHONE, LAPTOP)
MIDDLE = 24


def made(kind: str) -> Until:
    """Hold once a move of this kind was the last that happened."""

    def until(table: Table) -> bool:
        past = table.ledger.record.timeline.past
        return bool(past) and type(past[-1].made.move).__name__ == kind

    return until


def one_dug_out(table: Table) -> bool:
    """Hold once a barricade may be laid where nothing is left to dig."""
    state = table.state
    dug_out = any(state.layer(cell) == 1 for cell in state.tray)
    return asked("end")(table) and not state.fine and dug_out


def stopped(table: Table) -> bool:
    """Hold once a hazard has come to light."""
    return asked("end")(table) and bool(table.state.fine)


def first_card_gone(table: Table) -> None:
    """Take the first card back, so that a later move no longer fits."""
    past = table.ledger.record.timeline.past
    first = next(one for one in past if type(one.made.move).__name__ == "InsertCard")
    table.submit(TookBack(by=TABLE, number=first.number, at=table.clock(), base=table.number))


def sphinx_fallen(table: Table) -> None:
    """Knock a temple's sphinx over."""
    move = SayFallen(table.game.view(table.state, TABLE)["sphinxes"]["seats"][0])
    table.submit(Said(by=TABLE, move=move, at=table.clock(), base=table.number))


@contextmanager
def half_seen(place: House) -> Iterator[None]:
    """The camera can't tell which of two cards came to light."""
    place.table.seeing("watching", ())
    doubtful = {"B1": Reading({"5-bracelet": 0.5, "5-alabaster_vase": 0.5})}
    place.table.submit(Seen(readings=doubtful, at=time.monotonic(), picture=photograph()))
    yield


@contextmanager
def a_phone_here(place: House) -> Iterator[None]:
    """Somebody's phone plays at the first seat."""
    role = parse_role("seat-0")
    assert role is not None
    place.keys.admit(role, "gallery", None)
    yield
    place.send_away("seat-0")


@functools.cache
def photograph() -> bytes:
    """A pyramid as simple as one can be photographed."""
    image = np.full((520, 600, 3), (70, 110, 150), np.uint8)
    cv2.fillPoly(image, [np.array([[0, 519], [599, 519], [300, 0]])], (140, 190, 225))
    return bytes(cv2.imencode(".jpg", image)[1])


@contextmanager
def a_doubtful_photograph(place: House) -> Iterator[None]:
    """Photographs are read with one doubt."""
    site: Any = place.housed.server.site
    context = site._table.extensions["pharaohs-table"]
    known = context.scoring
    doubts = {"U1.1": ("room-2@1", T_1["U1.1"])}
    reader = scoring_of(lambda data: looked_at(T_1, doubts, 3, data), WIDE)
    object.__setattr__(context, "scoring", reader)
    yield
    object.__setattr__(context, "scoring", known)


def upload(page: Page) -> None:
    """Send a photograph of a finished pyramid."""
    tap(".photo summary")(page)
    given: Any = {"name": "pyramid.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
    page.locator(".photo input[data-from='file']").set_input_files(given)
    wait(".doubt")(page)


def drawn_cell(page: Page) -> None:
    """Tap a cell of the pyramid that was read; its rim hears the tap for all that lies on it."""
    page.locator(".photo .cell[data-cell='U0.1'] .rim").click(force=True)


def _opened(
    page: str, name: str, shows: str, game: Game, *steps: Step, path: str = "/", **more: Any
) -> State:
    return State(
        page, name, path, game=game, sizes=more.pop("sizes", BOTH), shows=(shows,),
        steps=(*steps, wait("#dialog")), **more,
    )  # fmt: skip


CORRECT = tap("#rulings .correct")
BUILT = Game("kheops", "built", made("BuildTile"))
COUNTING = Game("kheops", "middle", stepped(MIDDLE))
WALL = Game("wall", "middle", stepped(MIDDLE))
MISHAP = (tap(".mishaps summary"),)
STOP = Game("dig", "stop", stopped)
COURT = Game("sphinx", "middle", stepped(MIDDLE))
SPHINX = Game("sphinx", "act", asked("act"))

RARE = (
    _opened("menu", "hand over", "house/dialogs.js hand_over", WALL, tap("#game-menu"),
            tap("#dialog button:has-text('takes over')")),
    _opened("wall", "correct the slot", "rooms/wall/hand.js which_slot", WALL, CORRECT,
            tap("#dialog [data-instead='slot']")),
    _opened("bowl", "correct the tile", "rooms/bowl/corrections.js bowl_which_tile",
            Game("bowl", "draw", asked("draw")), CORRECT, tap("#dialog [data-instead='flip']")),
    _opened("sphinx", "ends of a die", "rooms/sphinx/taps.js heading", SPHINX,
            tap(".square.choice"), path="/seat", role="seat-0", sizes=(PHONE,)),
    _opened("sphinx", "mishap square shows", "rooms/sphinx/mishaps.js sphinx_square_shows",
            COURT, *MISHAP, tap("[data-mishap=square]"), fill("#dialog input", "9"),
            tap("#dialog .answer")),
    _opened("sphinx", "somebody leaves", "rooms/sphinx/mishaps.js sphinx_who_leaves", COURT,
            *MISHAP, tap("[data-mishap=leaves]"), path="/seat", role="seat-0", sizes=(PHONE,)),
    State("sphinx", "asks fallen", "/", topics=(("sphinx", "fallen"),),
          game=Game("sphinx", "fallen", stepped(MIDDLE), write=sphinx_fallen), sizes=BOTH),
    _opened("dig", "correct the cell", "rooms/dig/pad.js dig_which_cell",
            Game("dig", "barred", made("PlayBarricade")), CORRECT,
            tap("#dialog [data-instead='cell']")),
    _opened("dig", "somebody leaves", "rooms/dig/seats.js dig_leave_really",
            Game("dig", "dig", asked("dig")), tap(".seat .leave"), path="/seat", role="seat-0",
            sizes=(PHONE,)),
    _opened("dig", "pointless barricade", "rooms/dig/index.js dig_pointless",
            Game("dig", "dug out", one_dug_out), tap(".dig-board .cell.exhausted:enabled")),
    State("dig", "asks in doubt", "/", topics=(("", "DOUBT"),), sizes=BOTH, around=half_seen,
          game=Game("dig", "doubt", made("PutBoard"))),
    *(
        State(page, name, path, ".stop", game=STOP, sizes=sizes)
        for page, name, path, sizes in (
            ("dig", "STOP", "/", SIZES), ("screen", "dig STOP", "/screen", (LAPTOP, SCREEN)),
        )
    ),
    _opened("kheops", "correct the cell", "rooms/kheops/corrections.js kheops_which_cell", BUILT,
            CORRECT, tap("#dialog [data-instead='cell']")),
    _opened("kheops", "correct the tile",
            "rooms/kheops/corrections.js kheops_which_tile_really", BUILT, CORRECT,
            tap("#dialog [data-instead='tile']")),
    _opened("kheops", "another tile", "rooms/kheops/other_tile.js heading", COUNTING,
            tap(".answer.other")),
    State("kheops", "photographed", "/", game=COUNTING, sizes=BOTH, steps=(upload,),
          around=a_doubtful_photograph),
    *(
        _opened("kheops", f"photographed, {name}", f"rooms/kheops/doubts.js {shows}", COUNTING,
                upload, *steps, around=a_doubtful_photograph)
        for name, shows, steps in (
            ("a cell", "cell", (drawn_cell,)),
            ("a pawn", "kheops_who_stands", (drawn_cell, tap("[data-about$=':pawn']"))),
            ("a tile", "kheops_what_lies", (tap(".doubt .other"),)),
        )
    ),
    _opened("seat", "looks ahead", "shell/foreseen.js foreseen", WALL, tap(".slot-head:enabled"),
            tap("#dialog .card[data-card]"), wait("[data-foreseen]"), path="/seat", role="seat-3",
            sizes=(PHONE,)),
    *(
        _opened("referee", f"phones, {name}", f"shell/phone_acts.js {shows}", WALL,
                tap("#phones summary"), tap(f"#phones [data-phones] >> text={text}"),
                path="/referee", role="referee", around=a_phone_here)
        for name, shows, text in (
            ("a code", "phone_code_for", "New code"),
            ("sent away", "phone_away_really", "Send away"),
        )
    ),
    State("wall", "asks what is left over", "/", topics=(("", "LEFT_OVER"),), sizes=BOTH,
          game=Game("wall", "left over", stepped(MIDDLE), write=first_card_gone)),
)  # fmt: skip
