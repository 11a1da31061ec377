"""A hall to look at: people, boxes of every game, tables that play, calls, results and screens."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page

from companion.daemon.halling import Halled, HallOpening, open_hall
from companion.hall.evening.acts import Who
from companion.hall.seating.drawing import draw
from companion.hall.web.acting import DrawBody, _drawn
from companion.hall.wire import topics
from companion.hall.wire.messages import Beat, Birth, State, pack
from companion.web.addresses import own_number
from tests.hall.evenings import free_port

from .tables import HALL, LAPTOP, PHONE, Look

ROOM = "hall"
OLGA, RITA = Who("organiser", "Olga"), Who("referee", "Rita")
NAMES = (
    "Anna", "Ben", "Carla", "David", "Emil", "Frida", "Gina", "Hugo", "Ida", "Jonas", "Käthe",
    "Luis", "Maximilian-Alexander", "Nora", "Oskar", "Paula", "Quentin", "Rosa", "Søren", "Tilda",
    "Ulla", "Viktor", "Wanda", "Yusuf",
)  # fmt: skip
BOXES = (
    ("wall", (2, 3, 4)), ("bowl", (2, 3, 4)), ("sphinx", (2, 3, 4)), ("dig", (2, 3, 4)),
    ("kheops", (2,)), ("kheops", (2,)), ("wall", (2, 3, 4)),
)  # fmt: skip
COLOURS = ("red", "blue", "yellow", "green")
SAID = {"key": "wall.event.VictimNamed", "values": {"player": "Anna"}}


def _of(name: str, path: str, size: tuple[int, int], waits: str, role: str = "") -> Look:
    return Look(name, path, size, role, waits)


def _desk(part: str, size: tuple[int, int] = LAPTOP) -> Look:
    return _of(f"desk {part}", f"/desk#{part}", size, f"#{part}:not([hidden]) h2", "organiser")


LOOKS = (
    _of("follow", "/", PHONE, ".sittings"),
    _of("follow wide", "/", LAPTOP, ".sittings"),
    _of("claim", "/desk", PHONE, "form.claim"),
    _of("enrol", "/enrol#ABCD-EFGH-JKLM-NPQR-STUV", PHONE, "form.plan"),
    *map(_desk, ("round", "people", "boxes", "draw", "results", "screens", "settings")),
    _of("referee", "/referee", PHONE, ".call", "referee"),
    _of("referee wide", "/referee", LAPTOP, ".call", "referee"),
    _of("screen", "/screen?n=1", HALL, ".sittings"),
    _of("screen clock", "/screen?n=2", HALL, ".huge"),
    _of("screen standings", "/screen?n=3", HALL, ".standings"),
    _of("screen results", "/screen?n=4", HALL, ".results"),
    _of("screen follow", "/screen?n=5", HALL, "img.code"),
    _of("screen table", "/screen?n=6", HALL, ".tables.one"),
)
EMPTY = (
    _of("empty follow", "/", PHONE, "#main h2"),
    *(
        Look(f"empty {look.name}", look.path, PHONE, look.role, look.waits)
        for look in map(_desk, ("round", "people", "boxes", "draw", "results", "screens"))
    ),
    _of("empty referee", "/referee", PHONE, "#main h2", "referee"),
    _of("empty screen", "/screen", HALL, ".top"),
)
"""The same before anything was entered."""
PICTURES = {"desk round": "hall-round.jpg", "screen": "hall-screen.jpg"}
"""The pages that have a picture in docs; where something was tapped it comes from script/soak
evenings."""


class HallPlace:
    """A hall that runs in this process, reached over the network: nobody is at its machine."""

    def __init__(self, halled: Halled) -> None:
        self.halled = halled
        name = (own_number() or ["127.0.0.1"])[0]
        self.origin = f"http://{name}:{halled.server.port}"
        self.own = f"http://localhost:{halled.server.port}"
        """The same from this machine, where Lighthouse does not ask for TLS."""

    def become(self, page: Page, role: str) -> None:
        told = {"code": self.halled.codes[role], "name": "Rita" if role == "referee" else "Olga"}
        answer = page.request.post(
            f"{self.origin}/claim", data=told, headers={"Origin": self.origin}
        )
        assert answer.ok, answer.text()

    def act(self, name: str, body: dict[str, Any] | None = None, who: Who = OLGA) -> None:
        self.halled.hall.act(name, body or {}, who)


@contextmanager
def a_hall(*, empty: bool = False) -> Iterator[HallPlace]:
    with tempfile.TemporaryDirectory(prefix="pages-hall-") as folder:
        halled = open_hall(HallOpening(Path(folder), "0.0.0.0", 0, broker_port=free_port()))
        over = threading.Event()
        try:
            place = HallPlace(halled)
            if not empty:
                furnish(place)
                threading.Thread(target=beating, args=(place, over), daemon=True).start()
            yield place
        finally:
            over.set()
            halled.stop()


def beating(place: HallPlace, over: threading.Event) -> None:
    """Every table is still there."""
    for number in count(2):
        if over.wait(1.5):
            return
        for table in place.halled.hall.evening.machines:
            hears(place, table, topics.BEAT, Beat(1, number, house=table, shown=1))


def furnish(place: HallPlace) -> None:
    """The middle of the second round."""
    hall = place.halled.hall
    place.act("arrange", {"name": "Night of the Nile", "minutes": 50})
    place.act("come", {"text": "\n".join(NAMES)})
    for number, (game, sizes) in enumerate(BOXES):
        place.act("box", {"game": game, "sizes": sizes, "place": str(number + 1)})
    place.act("door", {"open": True})
    _drawn(hall, draw, DrawBody(4, 7), OLGA)
    for number in (1, 2):
        place.act("publish", {"round": number})
        place.act("start", {"round": number})
        played(place, number, all_of_them=number == 1)
    for number in range(len(BOXES) - 1):
        shows(place, str(number + 1))
    call = {"id": "c1", "box": "b2", "kind": "seat", "seat": 2}
    place.act("call", call, Who("table", "2"))
    place.act("call", {"id": "c2", "box": "b1", "kind": "dispute"}, Who("table", "1"))
    place.act("dispute", {"round": 2, "box": "b1"}, Who("table", "1"))
    for number, what in enumerate(("seating", "clock", "standings", "results", "follow", "table")):
        place.act("screen", {"screen": str(number + 1), "shows": what})


def played(place: HallPlace, number: int, *, all_of_them: bool) -> None:
    """Tables report who sits first as the winner; of the running round only some."""
    tables = place.halled.hall.evening.night.published[number - 1].tables
    for table in tables if all_of_them else tables[:2]:
        told = [
            {"person": one, "place": n + 1, "score": 43 - 7 * n}
            for n, one in enumerate(table.people)
        ]
        result = {"round": number, "box": table.box, "places": told}
        place.act("report", {"result": result}, Who("table", table.box))
        place.act("confirm", {"round": number, "box": table.box}, RITA)


def shows(place: HallPlace, table: str) -> None:
    """A table as its house would tell of it."""
    hall = place.halled.hall
    place.act("enrol", {"table": table})
    sitting = hall.evening.sitting(f"2:b{table}")
    people = hall.evening.night.people
    names = [people[one].name for one in sitting.people] if sitting else []
    seats = tuple({"name": n, "colour": c} for n, c in zip(names, COLOURS, strict=False))
    scores = tuple(
        {"seat": n, "low": 9 + 3 * n, "high": 14 + 3 * n, "rank": None} for n in range(len(seats))
    )
    ruling = {"number": 12, "undone": False, "sentences": [{"say": SAID, "because": ["WALL-26"]}]}
    state = State(1, "g" * 32, 12, "h" * 32, f"2:b{table}", room=BOXES[int(table) - 1][0],
                  seats=seats, turn=0, scores=scores, rulings=(ruling,), number=1)  # fmt: skip
    hears(place, table, topics.BIRTH, Birth(1, True, house=table))
    hears(place, table, topics.STATE, state)


def hears(place: HallPlace, table: str, what: str, record: msgspec.Struct) -> None:
    hall = place.halled.hall
    hall._hear(topics.of_table(hall.floor.night, table, what), pack(record))
