"""The pace: clients that ask too often wait, and take nothing from the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gevent
import pytest
from gevent import get_hub
from gevent.event import Event

from companion.web.server import rate_gate
from companion.web.server.connection_limits import ConnectionLimits
from companion.web.server.http_handler import VISIT
from companion.web.server.rate_gate import RateGate
from companion.web.server.rate_limit import (
    FIRST_VISIT,
    GUESS,
    LONGEST_WAIT,
    Admission,
    Budget,
    RateLimit,
)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def asked_until_sent_away(pace: RateLimit, client: str, cost: float) -> int:
    for times in range(100_000):
        turn = pace.turn(client, joined=False)
        if turn is None:
            return times
        pace.worked(client, turn, cost)
    raise AssertionError("never sent away")


def test_what_was_saved_is_there_at_once_and_no_more_than_that_is_ever_saved() -> None:
    clock = Clock()
    budget = Budget(0.5, 1.0, clock)
    clock.now += 3600
    budget.charge(1.0)
    assert budget.wait() == 0.0
    budget.charge(1.0)
    assert budget.wait() == 2.0
    clock.now += 2.0
    assert budget.wait() == 0.0


def test_one_who_asks_and_asks_waits_longer_and_is_then_sent_away() -> None:
    clock = Clock()
    pace = RateLimit(clock=clock)
    waits = []
    while (turn := pace.turn("laptop", joined=False)) is not None:
        pace.worked("laptop", turn, 0.01)
        waits.append(turn.wait)
    assert waits == sorted(waits)
    assert waits[0] == 0.0
    assert LONGEST_WAIT / 2 < waits[-1] <= LONGEST_WAIT
    clock.now += 10
    assert pace.turn("laptop", joined=False) == Admission()


def test_requests_that_cost_more_are_sent_away_sooner() -> None:
    cheap = asked_until_sent_away(RateLimit(clock=Clock()), "laptop", GUESS)
    dear = asked_until_sent_away(RateLimit(clock=Clock()), "laptop", 10 * GUESS)
    assert dear < cheap / 5


def test_a_greedy_stranger_stands_in_line_and_a_modest_one_does_not() -> None:
    pace = RateLimit(clock=Clock())
    turns = [pace.turn("laptop", joined=False) for _ in range(round(2 * FIRST_VISIT / GUESS))]
    assert turns[0] == Admission()
    assert turns[-1] is not None
    assert turns[-1].in_line
    assert pace.turn("the table's own screen", joined=False) == Admission()


def test_a_seat_never_stands_in_line() -> None:
    pace = RateLimit(clock=Clock())
    for _ in range(100):
        turn = pace.turn("seat-0", joined=True)
        assert turn == Admission()
        pace.worked("seat-0", turn, 0.005)


def test_who_connects_a_thousand_times_a_second_is_let_in_no_more_and_later_again() -> None:
    clock = Clock()
    pace = RateLimit(clock=clock)
    came = [pace.arrives("laptop") for _ in range(5000)]
    assert came[0]
    assert not came[-1]
    assert pace.arrives("a phone")
    clock.now += 10
    assert pace.arrives("laptop")


def test_clients_without_end_do_not_fill_the_memory() -> None:
    pace = RateLimit(clock=Clock())
    for number in range(5000):
        pace.turn(f"laptop {number}", joined=False)
    assert len(pace._clients) <= 2000


class Turns:
    """What is served to strangers, and in which turn of the loop each request began."""

    def __init__(self) -> None:
        self.began: list[float] = []
        self._connections = ConnectionLimits(1000)
        self._gate = RateGate(self, self._connections, RateLimit())  # type: ignore[arg-type]

    def who(self, environ: dict[str, Any]) -> str:
        return ""

    def __call__(self, environ: dict[str, Any], answer: Any) -> Iterable[bytes]:
        self.began.append(get_hub().loop.now())
        return []

    def ask(self, address: str) -> None:
        visit = self._connections.enter(None, address)
        self._gate({VISIT: visit, "REMOTE_ADDR": address}, lambda *_: None)


def test_a_stranger_who_asks_alone_begins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rests: list[float] = []
    page = Turns()
    monkeypatch.setattr(rate_gate.gevent, "sleep", rests.append)
    page.ask("10.0.0.1")
    assert (len(page.began), rests) == (1, [])


def test_strangers_who_ask_together_begin_in_turns_of_their_own() -> None:
    page = Turns()
    gevent.joinall([gevent.spawn(page.ask, f"10.0.0.{n}") for n in range(20)], timeout=20)
    assert len(page.began) == len(set(page.began)) == 20


class Knocked(Turns):
    """While the first stranger is answered, somebody who belongs here begins to speak."""

    def __init__(self) -> None:
        super().__init__()
        self.here, self.there = gevent.socket.socketpair()
        self.order: list[str] = []

    def listen(self) -> None:
        self.here.recv(1)
        self.order.append("tap")

    def __call__(self, environ: dict[str, Any], answer: Any) -> Iterable[bytes]:
        if not self.order:
            self.there.send(b"x")
        self.order.append("stranger")
        get_hub().loop.update_now()  # as every timer does that is set
        return super().__call__(environ, answer)


def test_who_comes_while_strangers_are_answered_is_heard_before_the_next_ones() -> None:
    page = Knocked()
    asking = [gevent.spawn(page.ask, f"10.0.0.{n}") for n in range(20)]
    gevent.joinall([gevent.spawn(page.listen), *asking], timeout=20)
    page.here.close()
    page.there.close()
    assert len(page.order) == 21
    assert page.order.index("tap") <= 3


class Tapping(Turns):
    """A seat's tap that takes until it is let go, and strangers who ask meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.done = Event()

    def who(self, environ: dict[str, Any]) -> str:
        return "seat-0" if environ["REMOTE_ADDR"] == "10.0.0.1" else ""

    def __call__(self, environ: dict[str, Any], answer: Any) -> Iterable[bytes]:
        if self.who(environ):
            self.done.wait(20)
            return []
        return super().__call__(environ, answer)

    def asked(self) -> list[gevent.Greenlet]:
        """Let the seat tap, and strangers ask; everybody gets as far as they can."""
        asking = [gevent.spawn(self.ask, f"10.0.0.{n}") for n in (1, 2, 3, 4)]
        for _ in range(20):
            gevent.sleep(0.001)
        return asking


def test_no_strangers_request_begins_while_a_tap_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_gate, "LONGEST_YIELD", 60.0)
    page = Tapping()
    asking = page.asked()
    assert page.began == []
    page.done.set()
    gevent.joinall(asking, timeout=20)
    assert len(page.began) == 3


def test_what_takes_long_holds_up_no_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner saves a backup, which takes minutes."""
    monkeypatch.setattr(rate_gate, "LONGEST_YIELD", 0.0)
    page = Tapping()
    asking = page.asked()
    assert len(page.began) == 3
    page.done.set()
    gevent.joinall(asking, timeout=20)
