"""A house at an event night: wires house, page and uplink together.

The table plays whether the hall is there or not. What waits here to be opened is kept on the card.
"""

from __future__ import annotations

import json
import threading
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from companion.core.decode import convert
from companion.core.play_mode import LIVING_ROOM, MANNERS
from companion.house import FOLDER, GamePlan, House, PlannedPerson
from companion.house.errors import NotNow
from companion.house.plan import Rehearsal
from companion.table import Table
from companion.uplink import Enrolled, Enrolment, Uplink
from companion.uplink.enrolment import FILE
from companion.uplink.events import scores_of, seats_of
from companion.uplink.orders import OrderedSitting
from companion.wire.discovery import halls
from companion.wire.line import Line, MqttLine, Will
from companion.wire.messages import CallMessage
from companion.wire.pins import (
    EnrolmentCode,
    PinnedConnection,
    WrongCertificate,
    has_mark,
    in_groups,
    read_code,
)
from companion.wire.seals import proof_of

from .game_session import Home

HALL_SECONDS = 8.0
CALLS = ("help", "rules", "part")
PLAYING, OVER = "playing", "over"
PORTS = {"http": 80, "https": 443}
MOST_BYTES = 20_000
COMPARED = 12
"""Groups of a hall's mark that are shown for comparison: the last three of the code."""
REFUSALS = {
    403: "hall_wrong_code",
    409: "hall_name_taken",
    422: "hall_name_reserved",
    429: "hall_slowly",
}


class HallGuest:
    """The part of one house in a night."""

    def __init__(
        self,
        house: House,
        home: Home,
        rehearsed: Rehearsal | None = None,
        fingerprint: str = "",
    ) -> None:
        """*fingerprint* is that of the house's own certificate."""
        self._fingerprint = fingerprint
        self._house, self._home, self._rehearsed = house, home, rehearsed
        self.enrolment = Enrolment(house.folder / FOLDER / FILE)
        self.uplink: Uplink | None = None
        self._lock = threading.Lock()
        self._number = 0
        house.on_change(self._moved)

    # What the uplink asks of the house

    @property
    def name(self) -> str:
        return self._house.name

    def table(self) -> Table | None:
        running = self._house.open
        return None if running is None else running.table

    def path_of(self, file: str) -> Path | None:
        return self._house.shelf.path_of(file)

    def page(self) -> str:
        return next(iter(self._home.server.urls), "")

    # Starting and stopping

    def start(self) -> None:
        """Take part where the house is enrolled."""
        self._settle()
        if self.enrolment.enrolled is not None:
            self.uplink = Uplink(
                self.enrolment, self, _line, changed=self._home.site.notifier.notify
            )
            self.uplink.start()

    def stop(self) -> None:
        uplink, self.uplink = self.uplink, None
        if uplink is not None:
            uplink.stop()

    def _moved(self) -> None:
        if self.uplink is not None:
            self.uplink.wake()

    def _settle(self) -> None:
        """Note down a sitting that a power cut left unrecorded."""
        offer, table, game = self.enrolment.kept.offer, self.table(), self._house.place.game
        if offer is None or table is None or game is None:
            return
        names = [seat.name for seat in table.state.seats]
        wanted = [person["name"] for person in offer["people"]]
        if table.game.name == offer["room"] and names == wanted:
            self.enrolment.belongs(table.ledger.journal.game, game, offer["task"])

    # What the pages ask

    def shown(self) -> dict[str, Any]:
        enrolled, uplink = self.enrolment.enrolled, self.uplink
        if enrolled is None or uplink is None:
            return {"joined": False}
        hall, table = uplink.hall(), self.table()
        task = self._task(table)
        return {
            "joined": True,
            "title": (hall.name if hall else "") or enrolled.title,
            "table": enrolled.table,
            "page": enrolled.page,
            "mark": in_groups(enrolled.mark[-COMPARED:]),
            "up": uplink.up,
            "hall": hall is not None,
            "round": hall.round if hall else 0,
            "running": bool(hall and hall.running),
            "over": bool(hall and hall.over),
            "left": uplink.seconds_left(),
            "offer": self.enrolment.kept.offer,
            "waiting": len(uplink.waiting_calls()),
            "coming": hall.coming.get(enrolled.table, "") if hall else "",
            "clash": bool(hall and enrolled.table in hall.clash),
            "game": _standing(table) if task else "",
            "agree": self._question(table),
        }

    def join(self, address: str, code: str, table: str) -> None:
        """Take part in the night of a hall; its code is on the organiser's desk."""
        told = {"table": table, "certificate": self._fingerprint}
        enrolled = _ask(address, read_code(code), told, self.enrolment.enrolled)
        with self._lock:
            self.stop()
            self.enrolment.join(enrolled)
            self.start()
        self._home.site.notifier.notify()

    def leave(self) -> None:
        with self._lock:
            self.stop()
            self.enrolment.leave()
        self._home.site.notifier.notify()

    def open(self, task: str) -> None:
        """Open the sitting that waits here. A game that is over makes room for it, and so does one
        whose result the hall knows already: it stays on the shelf."""
        with self._lock:
            offer = self.enrolment.kept.offer
            if offer is None or offer["task"] != task:
                raise NotNow("hall_no_sitting")
            sitting, table = convert(offer, OrderedSitting), self.table()
            if table is not None and (_standing(table) == OVER or self._is_settled(table)):
                self._house.leave()
            self._house.begin(self._plan(sitting))
            opened = self.table()
            assert opened is not None
            assert self._house.place.game is not None
            game = opened.ledger.journal.game
            self.enrolment.belongs(game, self._house.place.game, sitting.task)
        self._moved()

    def picture(self, wish: bytes) -> bytes | None:
        return None if self.uplink is None else self.uplink.picture(wish)

    def found(self) -> list[dict[str, Any]]:
        return [msgspec.to_builtins(one) for one in halls()]

    def call(self, why: str, seat: int | None) -> None:
        if self.uplink is None:
            raise NotNow("hall_not_joined")
        if why not in CALLS:
            raise NotNow("hall_no_such_call")
        self._number += 1
        name = f"{self.uplink.session}-{seat}-{why}-{self._number}"
        if any((one.why, one.seat) == (why, seat) for one in self.uplink.waiting_calls()):
            return  # it is on its way already
        self.uplink.call(CallMessage(name, why, seat, task=self._task(self.table())))

    def judge(self, agreed: bool, task: str) -> None:
        """Say for the people here whether the result of a sitting is right, once and in time."""
        table = self.table()
        asked = self._question(table)
        if self.uplink is None or table is None:
            raise NotNow("hall_no_result")
        if asked is None or asked["task"] != task or asked["said"]:
            raise NotNow("hall_result_settled")
        why = "confirm" if agreed else "dispute"
        self.enrolment.change(judged={**self.enrolment.kept.judged, task: why})
        self.uplink.call(CallMessage(f"{task}-{why}-{table.number}", why, task=task))

    def _question(self, table: Table | None) -> dict[str, Any] | None:
        """Return the result the people here are asked about: of the game they have just played,
        until it is settled or the next one waits. A game that ended without places asks nothing."""
        task, kept = self._task(table), self.enrolment.kept
        if table is None or not task or _standing(table) != OVER or kept.settled.get(task):
            return None
        if kept.offer is not None and kept.offer["task"] != task:
            return None
        record = table.ledger.record
        lines = scores_of(record)
        if any(line["rank"] is None for line in lines):
            return None
        places = [
            {"name": seat["name"], "place": line["rank"], "points": line["low"]}
            for seat, line in zip(seats_of(record), lines, strict=True)
        ]
        ranked = sorted(places, key=lambda one: int(one["place"]))
        return {"task": task, "places": ranked, "said": kept.judged.get(task, "")}

    def _is_settled(self, table: Table) -> bool:
        """Whether the hall has the result of the game on the table, from wherever."""
        return bool(self.enrolment.kept.settled.get(self._task(table)))

    def _task(self, table: Table | None) -> str:
        if table is None:
            return ""
        return self.enrolment.kept.tasks.get(table.ledger.journal.game, "")

    def _plan(self, sitting: OrderedSitting) -> GamePlan:
        people = tuple(
            PlannedPerson(person["name"], person.get("colour", "")) for person in sitting.people
        )
        manner = sitting.manner if sitting.manner in MANNERS else LIVING_ROOM
        return GamePlan(sitting.room, people, sitting.rules, manner, self._rehearsed)


def _standing(table: Table | None) -> str:
    if table is None:
        return ""
    ended = table.ledger.record.ended is not None
    return OVER if ended or table.game.is_over(table.state) is not None else PLAYING


def _line(enrolled: Enrolled, will: Any) -> Line:
    def made() -> Will:
        found: Will = will()
        return found

    return MqttLine(enrolled.broker, f"{enrolled.night}-{enrolled.table}", made)


def _ask(
    address: str, code: EnrolmentCode, told: dict[str, str], before: Enrolled | None
) -> Enrolled:
    """Ask the hall whose mark is in the code to take this table in; nobody else hears a word."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NotNow("hall_bad_address")
    if not code.is_whole:
        raise NotNow("hall_code_cut")
    proof = proof_of(before.key, code.secret) if before else ""
    told = {**told, "code": code.secret, "proof": proof}
    try:
        port = parts.port or PORTS[parts.scheme]
        line = PinnedConnection(parts.hostname, port, has_mark(code.mark), timeout=HALL_SECONDS)
        return msgspec.structs.replace(_taken_in(line, told), mark=code.mark)
    except NotNow:
        raise
    except WrongCertificate as wrong:
        raise NotNow("hall_other_certificate") from wrong
    except (OSError, ValueError, HTTPException) as wrong:
        raise NotNow("hall_unreachable") from wrong


def _taken_in(line: PinnedConnection, told: dict[str, str]) -> Enrolled:
    """Return what the hall gives a table that it takes in."""
    try:
        head = {"Content-Type": "application/json"}
        line.request("POST", "/enrol", json.dumps(told).encode(), head)
        answer: HTTPResponse = line.getresponse()
        if answer.status != 200:
            raise NotNow(REFUSALS.get(answer.status, "hall_refused"))
        return convert(msgspec.json.decode(answer.read(MOST_BYTES)), Enrolled)
    finally:
        line.close()
