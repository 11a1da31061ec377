"""A house to look at: a shelf with games on it, and every room in the middle of a game."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright._impl._api_structures import SetCookieParam
from playwright.sync_api import Page

from companion.app.house_app import RunningHouse, open_house
from companion.config.settings import Settings
from companion.core.roles import parse_role
from companion.table import Table
from companion.web.house import HouseSite
from companion.web.house.owner import COOKIE
from companion.web.kit.keys import Keys
from tests.house.played import play

PEOPLE = {"wall": 4, "bowl": 4, "sphinx": 3, "dig": 4, "kheops": 2}
NAMES = ("Anna", "Ben", "Carla", "David")
STEPS = 40
LAID_OUT = "kheops"
SMALL, PHONE, LAPTOP, HALL = (320, 568), (360, 740), (1280, 800), (1920, 1080)


@dataclass(frozen=True)
class Look:
    """A page as somebody meets it: where it is, as whom, and how large."""

    name: str
    path: str
    size: tuple[int, int]
    role: str = ""
    waits: str = "html[data-number]"
    """What is there once the page is drawn."""


@dataclass(frozen=True)
class Scene:
    """What is looked at while one game is open, or none."""

    room: str
    game: str
    looks: tuple[Look, ...]


HOUSE = "house"
"""The room of what belongs to no room."""
LOBBY = (
    Look("lobby", "/", LAPTOP, waits=".boxes"),
    Look("plan", "/#wall", PHONE, waits=".plan .idea"),
    Look("shelf", "/shelf", LAPTOP, waits=".cards li"),
    Look("people", "/people", LAPTOP, waits="#main table, #main .cards"),
    Look("settings", "/settings", LAPTOP, waits="#main fieldset"),
    Look("screens", "/screen/choose", PHONE, waits="#main button"),
    Look("workshop", "/workshop", LAPTOP, waits="#main > *"),
    Look("box", "/workshop/box", LAPTOP, waits="#main > *"),
    Look("print", "/workshop/print", LAPTOP, waits="#main > *"),
    Look("weigh", "/workshop/weigh", LAPTOP, waits="#main > *"),
    Look("check", "/workshop/check", LAPTOP, waits="#main > *"),
    Look("teach", "/workshop/teach", PHONE, waits="#main .boxes"),
    Look("editions", "/workshop/editions", LAPTOP, waits="#main section"),
    Look("camera", "/workshop/camera", LAPTOP, waits="#main > *"),
    Look("screen", "/screen", HALL, waits="#other .titles"),
    Look("no such page", "/nowhere", SMALL, waits=".sorry"),
)
PLAYED = (
    Look("seat", "/seat", PHONE, "seat-0"),
    Look("referee", "/referee", LAPTOP, "referee"),
    Look("screen", "/screen", HALL),
    Look("in words", "/?view=words", PHONE),
    Look("table", "/", LAPTOP),
    Look("setup", "/house/setup", PHONE, waits=".step"),
)
"""Tapping at the table plays its game on, and laying out the box leads everybody there."""
OVER = (
    Look("over", "/", LAPTOP),
    Look("result", "/shelf/{room}-over.sqlite", LAPTOP, waits=".tally"),
    Look("replay", "/shelf/{room}-over.sqlite/replay", LAPTOP, waits="#room > *"),
)
BASE = (Look("base", "/", LAPTOP),)
"""The one room that is laid out tile by tile."""


def scenes(rooms: Sequence[str], only: Sequence[str] | None) -> list[Scene]:
    """What there is to look at in these rooms, or only the pages of these names."""
    found = []
    for room in rooms:
        if room not in PEOPLE:
            if room != HOUSE:
                continue
            found.append(Scene(room, "", LOBBY))
            continue
        found += [Scene(room, room, PLAYED), Scene(room, f"{room}-over", OVER)]
        if room == LAID_OUT:
            found.append(Scene(room, f"{room}-base", BASE))
    picked = [
        replace(one, looks=tuple(look for look in one.looks if not only or look.name in only))
        for one in found
    ]
    return [one for one in picked if one.looks]


class Place:
    """A house that runs in this process, with games to open."""

    def __init__(self, housed: RunningHouse) -> None:
        self.housed = housed
        self.own = self.origin = f"http://localhost:{housed.server.port}"
        made = housed.owner.claim(housed.code, "pages", "2026-01-01")
        assert made is not None
        self.owner: SetCookieParam = {"name": COOKIE, "value": made, "url": self.origin}
        """The cookie of the owner's browser."""

    @property
    def table(self) -> Table:
        running = self.housed.house.open
        assert running is not None
        return running.table

    @contextmanager
    def playing(self, game: str) -> Iterator[None]:
        """A game of the shelf, opened and left again; nothing where no game is named."""
        if not game:
            yield
            return
        self.housed.house.resume(f"{game}.sqlite")
        try:
            yield
        finally:
            self.housed.house.leave()

    def become(self, page: Page, role: str) -> None:
        """Make a browser somebody."""
        page.request.get(self._way_in(role))

    @property
    def keys(self) -> Keys:
        """Who sits where at the open table."""
        site = self.housed.server.site
        assert isinstance(site, HouseSite)
        keys = site.keys()
        assert keys is not None
        return keys

    def _way_in(self, role: str) -> str:
        known = parse_role(role)
        assert known is not None
        return f"{self.origin}/join/{self.keys.invite(known).token}"


@contextmanager
def a_house(rooms: tuple[str, ...] = tuple(PEOPLE), steps: int = STEPS) -> Iterator[Place]:
    """A house with two games of each room: one in the middle and one at its end."""
    rooms = rooms or tuple(PEOPLE)
    with tempfile.TemporaryDirectory(prefix="pages-") as folder:
        for room in rooms:
            names = NAMES[: PEOPLE[room]]
            play(Path(folder) / f"{room}.sqlite", room, names, steps=steps)
            play(Path(folder) / f"{room}-over.sqlite", room, names)
            if room == LAID_OUT:
                play(Path(folder) / f"{room}-base.sqlite", room, names, steps=0)
        housed = open_house(Settings(state=folder), "127.0.0.1", 0)
        try:
            yield Place(housed)
        finally:
            housed.stop()
