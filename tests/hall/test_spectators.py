"""Phones that follow the night over real connections: all are told everything, and none waits for
the slowest."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.hall.evening.acts import Who
from companion.web import Server
from companion.web.hall.board import MOST_STEPS, HallBoard, HallSnapshot
from companion.wire import topics
from companion.wire.messages import Birth, State, pack
from tests.hall.halls import WORDS, Here, begun, opened
from tests.web.patches import patched

PHONES = 60
SECONDS = 60.0
"""Only a hall that does not answer at all takes so long."""


@dataclass
class Night:
    """A hall that is served, with one table."""

    here: Here
    server: Server

    def told(self, what: str, record: Birth | State) -> None:
        hall = self.here.hall
        hall._hear(topics.of_table(hall.tables.night, "1", what), pack(record))

    def shows(self, number: int, padding: str = "") -> None:
        seats = ({"name": f"n{number}{padding}", "colour": "red"},)
        self.told(topics.STATE, State(1, "g", room="wall", seats=seats, number=number))


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    for here in opened(tmp_path):
        here.hall._changed = here.site.notifier.notify
        here.hall.act("enrol", {"table": "1"}, Who("organiser"))
        night = Night(here, Server(here.site, port=0))
        night.told(topics.BIRTH, Birth(1, True, house="h"))
        night.server.start()
        yield night
        night.server.stop()


class Phone:
    """A connection that follows, read as slowly as the test likes."""

    def __init__(
        self, night: Night, version: str = "1.1", small: bool = False, path: str = "/events"
    ) -> None:
        self._line = socket.socket()
        if small:
            self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._line.settimeout(SECONDS)
        self._line.connect(("127.0.0.1", night.server.port))
        self._line.sendall(f"GET {path} HTTP/{version}\r\nHost: localhost\r\n\r\n".encode())
        self.heard = b""

    def until(self, wanted: bytes) -> None:
        while wanted not in self.heard:
            data = self._line.recv(1 << 16)
            if not data:
                raise EOFError(self.heard[-200:])
            self.heard += data

    def close(self) -> None:
        self._line.close()


def pieces(raw: bytes) -> bytes:
    """The answer without its frames; fails where one does not fit."""
    head, _, rest = raw.partition(b"\r\n\r\n")
    assert b"chunked" in head
    whole = b""
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        if len(rest) < length + 2:
            break  # the last one is still on its way
        assert rest[length : length + 2] == b"\r\n"
        whole, rest = whole + rest[:length], rest[length + 2 :]
    return whole


def test_everybody_who_looks_on_hears_of_every_last_state(night: Night) -> None:
    phones = [Phone(night) for _ in range(PHONES)]
    for phone in phones:
        phone.until(b"event: evening")
    for number in range(1, 21):
        night.shows(number)
    for phone in phones:
        phone.until(b'"n20"')
        numbers = [int(found) for found in re.findall(rb'"n(\d+)"', pieces(phone.heard))]
        assert numbers == sorted(numbers)
        phone.close()


def test_a_phone_that_does_not_read_holds_up_nobody_and_misses_nothing_in_the_end(
    night: Night,
) -> None:
    slow, quick = Phone(night, small=True), Phone(night)
    slow.until(b"event: evening")
    quick.until(b"event: evening")
    for number in range(1, 200):
        night.shows(number, "x" * 12_000)
        quick.until(f'"n{number}x'.encode())
        quick.heard = b""
    night.shows(200)
    quick.until(b'"n200"')
    slow.until(b'"n200"')
    assert pieces(slow.heard).endswith(b"\n\n")
    slow.close()
    quick.close()


def test_a_phone_that_went_away_is_forgotten_and_another_may_come(night: Night) -> None:
    gone = Phone(night)
    gone.until(b"event: evening")
    gone.close()
    stays = Phone(night)
    for number in range(1, 30):
        night.shows(number)
        stays.until(f'"n{number}"'.encode())
    stays.close()


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_a_page_that_takes_patches_gets_the_evening_once_and_then_what_has_changed(
    night: Night, version: str
) -> None:
    desk, plain = Who("organiser"), Phone(night)
    phone = Phone(night, version, path="/events?patches=1")
    phone.until(b"event: evening")
    for who in ("Ada", "Ben", "Zoë"):
        night.here.hall.act("come", {"text": who}, desk)
        phone.until(f'"{who}"'.encode())
        plain.until(f'"{who}"'.encode())
    phone.until(b"\n\n")
    heard = pieces(phone.heard) if version == "1.1" else phone.heard.partition(b"\r\n\r\n")[2]
    told = [one.partition(b"\ndata: ") for one in heard.split(b"\n\n")]
    whole = [data for name, _, data in told if name == b"event: evening"]
    evening = json.loads(whole[0])
    for kind, _, data in told:
        if kind == b"event: patch":
            evening = patched(evening, json.loads(data))
    assert len(whole) == 1
    assert evening["names"] == {"p1": "Ada", "p2": "Ben", "p3": "Zoë"}
    phone.close()
    plain.close()


def test_a_phone_that_is_far_behind_gets_the_whole_evening(night: Night) -> None:
    board, words = HallBoard(night.here.hall), WORDS["en"]
    seen, _ = board.news(HallSnapshot(), words, patches=True)
    for number in range(MOST_STEPS + 2):
        night.here.hall.act("come", {"text": f"Guest {number}"}, Who("organiser"))
        board.evening(words)
    assert b"event: evening\n" in board.news(seen, words, patches=True)[1]


def test_a_result_is_sent_as_its_own_rows_alone(night: Night) -> None:
    hall, board, words = night.here.hall, HallBoard(night.here.hall), WORDS["en"]
    begun(hall, tables=60)
    seen, whole = board.news(HallSnapshot(), words, patches=True)
    sitting = hall.evening.night.published[0].tables[30]
    places = [{"person": who, "place": n + 1} for n, who in enumerate(sitting.people)]
    told = {"round": 1, "box": sitting.box, "places": places, "first": True}
    hall.act("correct", told, Who("organiser"))
    _, news = board.news(seen, words, patches=True)
    patch = json.loads(news.partition(b"event: patch\ndata: ")[2])
    assert {one["path"].split("/")[1] for one in patch} == {
        *("missing", "results", "standings", "statuses"),
    }
    assert len(news) < len(whole) / 10


def test_a_line_that_cannot_be_lent_is_told_by_its_own_greenlet(night: Night) -> None:
    old = Phone(night, version="1.0")
    old.until(b"event: evening")
    night.shows(1)
    old.until(b'"n1"')
    assert b"chunked" not in old.heard
    old.close()


def test_when_the_page_closes_every_stream_ends(night: Night) -> None:
    phones = [Phone(night) for _ in range(3)]
    for phone in phones:
        phone.until(b"event: evening")
    night.server.stop()
    for phone in phones:
        with pytest.raises((EOFError, ConnectionError)):
            phone.until(b"never said")
        phone.close()
