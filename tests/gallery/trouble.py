"""What a person meets when something is wrong, slow, unusual or unfinished."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from companion.core.roles import TABLE
from companion.core.verdict import Saying
from companion.house.plan import GamePlan, PlannedPerson
from companion.journal import Entry
from companion.journal.errors import DiskFull
from companion.table import session

from .games import NAMES, PEOPLE, Game, has_ideas, over, stepped
from .places import House
from .state import LAPTOP, PHONE, SCREEN, SMALL, Around, State, cut_off, tap, wait

BOTH = (PHONE, LAPTOP)
MIDDLE = 24
SIX = ("bowl", "dig")
LARGE, LARGE_ON_A_PHONE = 200, 150
"""Per cent: what a laptop is asked for, and what a phone offers."""
MIDDLE_OF = {room: Game(room, "middle", stepped(MIDDLE)) for room in PEOPLE}
SIX_OF = {room: Game(room, "six", stepped(2 * MIDDLE), names=NAMES) for room in SIX}
ENDED_OF = {room: Game(room, "six to the end", over, names=NAMES) for room in SIX}


def noticed(about: str, say: Saying) -> Around:
    """A part of the table says something to everybody."""

    @contextmanager
    def around(place: House) -> Iterator[None]:
        place.table.events.notice(about, say)
        yield
        place.table.events.notice(about, None)

    return around


@contextmanager
def no_camera(place: House) -> Iterator[None]:
    """The camera has stopped in the middle of a game."""
    known = place.table.reads.seeing
    place.table.seeing("paused", (Saying("eye.restarting"),))
    yield
    place.table.seeing(*known)


@contextmanager
def card_refuses(place: House) -> Iterator[None]:
    """The card takes nothing more: whatever is tapped is answered with why."""
    journal, game = place.table.ledger.journal, place.housed.house.place.game
    assert game is not None
    known = journal.append

    def refuse(*_: object, **__: object) -> Entry:
        raise DiskFull("fault.journal.full", path=place.folder / game)

    journal.append = refuse  # type: ignore[method-assign]
    yield
    journal.append = known  # type: ignore[method-assign]


@contextmanager
def rehearsed(place: House) -> Iterator[None]:
    """The game has gone on as a rehearsal, at rest."""
    house = place.housed.house
    game = house.place.game
    assert game is not None
    house.leave()
    house.what_if(game, MIDDLE // 2, ())
    session.pause(place.table, TABLE)
    yield
    rehearsal = house.place.game
    house.leave()
    assert rehearsal is not None
    house.delete(rehearsal)
    house.resume(game)


@contextmanager
def first_game(place: House) -> Iterator[None]:
    """Everybody at the table is new to the game."""
    house, seats = place.housed.house, tuple(range(len(place.table.state.seats)))
    house.lay(None)
    for on in (True, False):
        house.teach(seats, on=on)
        place.keys.changed()  # pages are told what a seat may see now
        if on:
            yield


@contextmanager
def advised(place: House) -> Iterator[None]:
    """Everybody at the table wants advice."""
    house, seats = place.housed.house, tuple(range(len(place.table.state.seats)))
    for on in (True, False):
        house.advise(seats, on=on)
        place.keys.changed()
        if on:
            yield


@contextmanager
def left(place: House) -> Iterator[None]:
    """People began a game, played on for a while, and left it."""
    house = place.housed.house
    house.begin(GamePlan("dig", tuple(map(PlannedPerson, ("Mum", "Opa", "Lena")))))
    begun = house.place.game
    assert begun is not None
    house.leave()
    MIDDLE_OF["dig"].play(place.folder)
    house.resume(MIDDLE_OF["dig"].file)
    house.leave()
    yield
    house.delete(MIDDLE_OF["dig"].file)


def never_answered(page: Page) -> None:
    """A slow phone in a weak network: the page is there, what it shows is not."""
    page.add_init_script(
        """const { fetch } = window;
        window.fetch = (where, ...how) =>
          String(where).includes("/art.svg") ? new Promise(() => {}) : fetch(where, ...how);"""
    )


LARGER = (
    *((room, "large text", "/", "html[data-number]", "table", MIDDLE_OF[room]) for room in PEOPLE),
    ("lobby", "large text", "/", ".boxes", "house", None),
    ("lobby", "plan in large text", "/#wall", ".plan .idea", "house", None),
    ("settings", "large text", "/settings", "#main fieldset", "house", None),
)
"""What is looked at in larger text: page, name, path, what is waited for, place and game."""

TROUBLE = (
    *(
        State(room, "six people", "/", game=SIX_OF[room], sizes=(SMALL, PHONE, LAPTOP, SCREEN),
              languages=("en", "de"))
        for room in SIX
    ),
    *(State("screen", f"{room} six people", "/screen", game=SIX_OF[room], sizes=(LAPTOP, SCREEN))
      for room in SIX),
    *(State(room, "end of six", "/", game=ENDED_OF[room], sizes=BOTH) for room in SIX),
    *(
        State(page, f"{name} {text}", path, waits, where=where, game=game, sizes=(size,),
              text=text)
        for size, text in ((LAPTOP, LARGE), (PHONE, LARGE_ON_A_PHONE))
        for page, name, path, waits, where, game in LARGER
    ),
    State("lobby", "a game was left", "/", ".go-on", where="house", around=left),
    State("shelf", "a game was left", "/shelf", ".cards li button", where="house", around=left,
          sizes=BOTH),
    *(
        State("seat", f"{room} in German", "/seat", game=MIDDLE_OF[room], role="seat-0",
              sizes=(SMALL,), languages=("de",))
        for room in PEOPLE
    ),
    State("trouble", "the table is lost", "/", game=MIDDLE_OF["wall"], steps=(cut_off,),
          sizes=BOTH, missing=True),
    State("trouble", "the house is lost", "/", ".boxes", where="empty house", steps=(cut_off,),
          sizes=BOTH, missing=True),
    State("trouble", "the screen is lost", "/screen", game=MIDDLE_OF["wall"], steps=(cut_off,),
          sizes=(SCREEN,), missing=True),
    State("trouble", "the card is full", "/", game=MIDDLE_OF["wall"], sizes=BOTH,
          around=noticed("gallery", Saying("part.disk_full", {"megabytes": 3}))),
    State("trouble", "the card takes nothing", "/", game=MIDDLE_OF["sphinx"], sizes=BOTH,
          around=card_refuses, missing=True,
          steps=(tap("#questions .answer:enabled"), wait("#sheet, #alerts > *"))),
    State("trouble", "no camera", "/", game=MIDDLE_OF["wall"], sizes=BOTH, around=no_camera),
    State("trouble", "a slow phone", "/", ".loading", game=MIDDLE_OF["wall"],
          before=(never_answered,)),
    State("trouble", "a slow seat", "/seat", ".loading", game=MIDDLE_OF["wall"], role="seat-0",
          before=(never_answered,), sizes=(PHONE,)),
    State("rehearsal", "at rest", "/", "#rehearsal", game=MIDDLE_OF["wall"], around=rehearsed),
    State("rehearsal", "on the screen", "/screen", game=MIDDLE_OF["wall"], around=rehearsed,
          sizes=(SCREEN,)),
    *(
        State("first game", room, "/", "#tutorial", game=Game(room, "start", stepped(0)),
              around=first_game, sizes=BOTH)
        for room in PEOPLE
    ),
    *(
        State("advice", room, "/", "#advice li", game=Game(room, "advised", has_ideas),
              around=advised, sizes=BOTH)
        for room in PEOPLE
    ),
    State("first game", "on a phone", "/seat", "#tutorial", game=Game("wall", "start", stepped(0)),
          role="seat-0", around=first_game, sizes=(PHONE,)),
)  # fmt: skip
