"""A hall to look at: people, boxes of every game, tables that play, calls, results and screens."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page

from companion.app.hall_app import HallOpening, RunningHall, open_hall
from companion.hall.evening.acts import Who
from companion.hall.seating.solver import draw
from companion.web.hall.commands_api import DrawBody, _drawn
from companion.web.server.addresses import own_number
from companion.wire import topics
from companion.wire.messages import Beat, Birth, State, pack
from tests.hall.evenings import free_port

from .tables import HALL, LAPTOP, PHONE, Look

ROOM = "hall"
OLGA, RITA = Who("organiser", "Olga"), Who("referee", "Rita")
NAMES = (
    "Anna", "محمد علي", "Ben Okafor", "Chloë", "🐫 Zoë", "David", "Emil", "Frida", "Gina",
    "שרה לוי", "Jonas", "Käthe", "Łukasz", "Maximilian-Alexander", "Nora", "O'Neil", "Paula",
    "Søren",
)  # fmt: skip
"""Eighteen people, with names from right to left, long ones and one that begins with a picture."""
FIRST = (
    "Ada",
    "Bruno",
    "Carla",
    "Dora",
    "Enzo",
    "Fatma",
    "Hugo",
    "Ida",
    "Jan",
    "Kim",
    "Luis",
    "Mia",
)
LAST = ("Arendt", "Brandt", "Çelik", "Dubois", "Esposito", "Fernández", "García")
BOXES = (
    ("wall", (2, 3, 4)), ("bowl", (2, 3, 4)), ("sphinx", (2, 3, 4)), ("dig", (2, 3, 4)),
    ("kheops", (2,)), ("kheops", (2,)), ("wall", (2, 3, 4)),
)  # fmt: skip
COLOURS = ("red", "blue", "yellow", "green")
SAID = {"key": "wall.event.VictimNamed", "values": {"player": "Anna"}}
ROUNDS = 4
SHOWN = ("seating", "clock", "standings", "results", "follow", "table", "names")


def people(count: int) -> tuple[str, ...]:
    """The first of the people, as many as wanted."""
    more = (f"{first} {last}" for last in LAST for first in FIRST)
    return (*NAMES, *more)[:count]


def _of(name: str, path: str, size: tuple[int, int], waits: str, role: str = "") -> Look:
    return Look(name, path, size, role, waits)


def _desk(part: str, size: tuple[int, int] = LAPTOP) -> Look:
    return _of(f"desk {part}", f"/desk#{part}", size, f"#{part}:not([hidden]) h2", "organiser")


LOOKS = (
    _of("follow", "/", PHONE, ".tables"),
    _of("follow wide", "/", LAPTOP, ".tables"),
    _of("claim", "/desk", PHONE, "form.claim"),
    _of("enrol", "/enrol#ABCD-EFGH-JKLM-NPQR-STUV", PHONE, "form.plan"),
    *map(_desk, ("round", "people", "boxes", "draw", "results", "screens", "settings")),
    _of("referee", "/referee", PHONE, ".call", "referee"),
    _of("referee wide", "/referee", LAPTOP, ".call", "referee"),
    _of("screen", "/screen?n=1", HALL, ".sittings"),
    _of("screen clock", "/screen?n=2", HALL, ".huge"),
    _of("screen standings", "/screen?n=3", HALL, ".ranking"),
    _of("screen results", "/screen?n=4", HALL, ".results"),
    _of("screen follow", "/screen?n=5", HALL, "img.code"),
    _of("screen table", "/screen?n=6", HALL, ".tables.one"),
    _of("screen names", "/screen?n=7", HALL, ".by-name"),
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


class HallPlace:
    """A hall that runs in this process, reached over the network: nobody is at its machine."""

    def __init__(self, halled: RunningHall, host: str = "0.0.0.0") -> None:
        self.halled = halled
        self.silent: set[str] = set()
        """Tables nothing is heard of any more."""
        name = (own_number() or ["127.0.0.1"])[0] if host == "0.0.0.0" else host
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


@dataclass(frozen=True)
class NightAt:
    """A night at the moment somebody looks at it."""

    people: int = len(NAMES)
    boxes: int = 1
    """How often the boxes are there."""
    moment: Callable[[HallPlace], None] | None = None
    """What has happened since the draw; nobody has come to a night without."""
    host: str = "0.0.0.0"


@contextmanager
def a_hall(night: NightAt | None = None, *, empty: bool = False) -> Iterator[HallPlace]:
    """A hall in the middle of its second round, or at another moment of its night."""
    night = NightAt() if empty else night or MIDDLE
    with tempfile.TemporaryDirectory(prefix="pages-hall-") as folder:
        halled = open_hall(HallOpening(Path(folder), night.host, 0, broker_port=free_port()))
        over = threading.Event()
        try:
            place = HallPlace(halled, night.host)
            if night.moment is not None:
                furnish(place, night)
                threading.Thread(target=beating, args=(place, over), daemon=True).start()
            yield place
        finally:
            over.set()
            halled.stop()


def beating(place: HallPlace, over: threading.Event) -> None:
    """Every table is still there, but for those that went silent."""
    for number in count(2):
        if over.wait(1.5):
            return
        for table in set(place.halled.hall.evening.machines) - place.silent:
            hears(place, table, topics.BEAT, Beat(1, number, house=table, shown=1))


def furnish(place: HallPlace, night: NightAt) -> None:
    """People, boxes, needs, a draw, and what has happened since."""
    assert night.moment is not None
    place.act("arrange", {"name": "Night of the Nile", "minutes": 50})
    place.act("come", {"text": "\n".join(people(night.people))})
    for number, (game, sizes) in enumerate(BOXES * night.boxes):
        place.act("box", {"game": game, "sizes": sizes, "place": str(number + 1)})
    needs = {"id": "p4", "name": NAMES[3], "needs": ["step_free"], "note": "comes with Emil"}
    place.act("change", {"person": needs})
    place.act("bind", {"rule": {"kind": "apart", "people": ["p1", "p3"]}})
    place.act("miss", {"who": "p6", "rounds": [ROUNDS]})
    place.act("door", {"open": True})
    _drawn(place.halled.hall, draw, DrawBody(ROUNDS, 7), OLGA)
    for number, what in enumerate(SHOWN):
        place.act("screen", {"screen": str(number + 1), "shows": what})
    night.moment(place)


def drawn(place: HallPlace) -> None:
    """Nothing has been announced; one of the people is there for a while only."""
    place.act("leave", {"who": "p18"})
    _drawn(place.halled.hall, draw, DrawBody(ROUNDS, 7), OLGA)


def drawing(place: HallPlace) -> None:
    """A draw is being made."""
    site: Any = place.halled.server.site
    site._desk().drawing.part = 0.42


def announced(place: HallPlace) -> None:
    """The first round has been announced and has not begun."""
    place.act("publish", {"round": 1})


def all_in(place: HallPlace) -> None:
    """The first round is over: every result is confirmed."""
    begun(place, 1)
    played(place, 1)


def middle(place: HallPlace) -> None:
    """The second round: a result waits, one is disputed, one table stopped early, one is silent."""
    all_in(place)
    begun(place, 2)
    tables = place.halled.hall.evening.night.published[1].tables
    for table in tables:
        shows(place, table.box.removeprefix("b"))
    waits, disputed, _, stopped, silent = (table.box for table in tables[:5])
    report(place, 2, waits)
    report(place, 2, disputed)
    place.act("dispute", {"round": 2, "box": disputed}, Who("table", disputed))
    report(place, 2, disputed, by=RITA, turned=True)
    for name, box, kind in (("c1", disputed, "dispute"), ("c2", stopped, "result")):
        place.act("call", {"id": name, "box": box, "kind": kind}, Who("table", box))
    call = {
        "id": "c3",
        "box": tables[2].box,
        "kind": "seat",
        "seat": 2,
        "text": "Which one counts?",
    }
    place.act("call", call, Who("table", "3"))
    place.act("claim", {"id": "c1"}, RITA)
    shows(place, stopped.removeprefix("b"), {"reason": ""})
    falls_silent(place, silent.removeprefix("b"))


def early(place: HallPlace) -> None:
    """The second round is played, half of it is in, and the third has been announced already."""
    all_in(place)
    begun(place, 2)
    tables = place.halled.hall.evening.night.published[1].tables
    for table in tables[: len(tables) // 2]:
        shows(place, table.box.removeprefix("b"))
    for table in tables[::2]:
        report(place, 2, table.box, confirmed=True)
    place.act("publish", {"round": 3, "early": True})


def ended(place: HallPlace) -> None:
    """Two rounds were played, and the night is over."""
    for number in (1, 2):
        begun(place, number)
        played(place, number)
    place.act("finish")


def begun(place: HallPlace, number: int) -> None:
    place.act("publish", {"round": number})
    place.act("start", {"round": number})


def played(place: HallPlace, number: int) -> None:
    """Every table of a round reports, and the referee confirms it."""
    for table in place.halled.hall.evening.night.published[number - 1].tables:
        report(place, number, table.box, confirmed=True)


def report(
    place: HallPlace,
    number: int,
    box: str,
    *,
    by: Who | None = None,
    turned: bool = False,
    confirmed: bool = False,
) -> None:
    """A table says who won: whoever sits first, or *turned* whoever sits last."""
    sitting = place.halled.hall.evening.sitting(f"{number}:{box}")
    assert sitting is not None
    people = sitting.people[::-1] if turned else sitting.people
    told = [{"person": one, "place": n + 1, "score": 43 - 7 * n} for n, one in enumerate(people)]
    source = f"{box.removeprefix('b')} aeebdc01eccd 75 43b1c6b968eeb53d7b194c900bd78a06"
    result = {"round": number, "box": box, "places": told, "source": source}
    place.act("report", {"result": result}, by or Who("table", box))
    if confirmed:
        place.act("confirm", {"round": number, "box": box}, RITA)


def shows(place: HallPlace, table: str, over: dict[str, Any] | None = None) -> None:
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
    room = hall.evening.night.boxes[f"b{table}"].game
    state = State(1, "g" * 32, 12, "h" * 32, f"2:b{table}", room=room, seats=seats, turn=0,
                  scores=scores, rulings=(ruling,), over=over, number=2 if over else 1)  # fmt: skip
    hears(place, table, topics.BIRTH, Birth(1, True, house=table))
    hears(place, table, topics.STATE, state)


def falls_silent(place: HallPlace, table: str) -> None:
    """Nothing has been heard of a table for a while."""
    place.silent.add(table)
    place.halled.hall.tables.machines[table].heard -= 60.0


def hears(place: HallPlace, table: str, what: str, record: msgspec.Struct) -> None:
    hall = place.halled.hall
    hall._hear(topics.of_table(hall.tables.night, table, what), pack(record))


MIDDLE = NightAt(moment=middle)
PLACES: dict[str, NightAt] = {
    "hall": MIDDLE,
    "large hall": NightAt(60, 3, moment=early),
    "hall drawn": NightAt(moment=drawn),
    "hall drawing": NightAt(moment=drawing),
    "hall announced": NightAt(moment=announced),
    "hall all in": NightAt(moment=all_in),
    "hall over": NightAt(moment=ended),
    "large hall over": NightAt(60, 3, moment=ended),
    "empty hall": NightAt(),
    "hall alone": NightAt(moment=announced, host="127.0.0.1"),
}
"""Every moment of a night that is looked at, by name."""
