"""A rehearsal in real time: people take their turns while somebody watches, or joins in."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator

from companion.core.observation import Answered, Observation, Said
from companion.core.roles import TABLE
from companion.core.verdict import DOUBT, Move, Question, Saying
from companion.table import Table
from companion.util.worker import Supervised

from .performance import Performance

FILM_FPS = 10.0
THINK_SECONDS = 1.6
ANSWER_SECONDS = 3.0
PATIENCE_SECONDS = 6.0
"""Seconds people wait for the table to notice before they repeat a move."""
STUCK_SECONDS, STUCK_AT_LEAST = 60.0, 20.0
"""How long nothing may happen before somebody enters by hand what the table does not see; less in
a fast rehearsal, but never less than the second."""
FASTEST_FILM = 8.0
"""Fastest film speed, in multiples of real time."""


class Live:
    """Plays a performance on a thread, in step with whatever else happens at the table."""

    def __init__(
        self,
        table: Table,
        performance: Performance,
        *,
        speed: float = 1.0,
        answering: bool = True,
        playing: bool = True,
        by_hand: Collection[int] = (),
        stuck_seconds: float | None = None,
    ) -> None:
        """Without *answering*, questions wait for people at the page; without *playing*, so do
        the cards, and the stage merely follows what is tapped. Seats *by_hand* are played by
        people: in their turn the rehearsed ones wait."""
        self._table = table
        self._performance = performance
        self.speed = speed
        """How fast it goes, in multiples of real time; may change while it goes on."""
        self._answering = answering
        self._playing = playing
        self._by_hand = frozenset(by_hand)
        self.helped = 0
        """How often people had to enter by hand what should have been seen."""
        self._stuck_seconds = stuck_seconds
        self._number = table.number
        self._moved_at = time.monotonic()
        self._changed = threading.Event()
        self._loop = Supervised("rehearsal", self._go_on)
        self._stopping = self._loop.stopping
        self._unsubscribe: Callable[[], None] = table.on_publish(lambda _: self._changed.set())

    def start(self) -> None:
        self._performance.on_stage()
        self._loop.start()

    def stop(self) -> None:
        self._stopping.set()
        self._changed.set()
        self._loop.stop(5.0)
        self._unsubscribe()

    def _go_on(self) -> None:
        if self._is_stuck():
            self._help()
        else:
            self._one_thing()

    def _is_stuck(self) -> bool:
        """Check whether nothing has happened for long although only rehearsed people play."""
        if self._table.number != self._number:
            self._number, self._moved_at = self._table.number, time.monotonic()
            self._table.notice("rehearsal", None)
        stuck = self._stuck_seconds or max(STUCK_AT_LEAST, STUCK_SECONDS / self.speed)
        waited = time.monotonic() - self._moved_at > stuck
        alone = self._playing and self._answering and not self._is_for_people()
        return waited and alone and self._table.game.is_over(self._table.state) is None

    def _help(self) -> None:
        """Answer the open question or enter the move by hand, as a person would."""
        self._moved_at = time.monotonic()
        if any(self._table.submit(word).kind == "accepted" for word in self._words()):
            self.helped += 1
            self._number = self._table.number
            self._table.notice(
                "rehearsal", Saying("table.rehearsal_helped", {"times": self.helped})
            )

    def _words(self) -> Iterator[Observation]:
        """List what could be said now, the likeliest first."""
        number, at = self._table.number, time.monotonic()
        questions = self._table.questions()
        for question in (one for one in questions if not one.by_sight):
            reply = self._performance.reply(question)
            yield Answered(by=TABLE, question=question.id, reply=reply, at=at, base=number)
        for move in self._moves():
            yield Said(by=TABLE, move=move, at=at, base=number)

    def _moves(self) -> Iterator[Move]:
        game, state = self._table.game, self._table.state
        wanted = self._performance.by_hand()
        if wanted is not None:
            yield wanted
        yield from (move for move in game.legal_moves(state) if game.private_to(move) is None)

    def _one_thing(self) -> None:
        """Follow the table, answer what is asked, or make the next move."""
        questions = self._table.questions()
        doubted = any(question.topic == DOUBT for question in questions)
        if self._is_for_people() and not doubted:
            self._follow()
            return
        if not doubted and self._performance.is_behind():
            self._film(self._performance.catch_up())
        move = self._performance.next_move() if self._playing and not doubted else None
        if move is not None:
            number = self._table.number
            if not self._wait(THINK_SECONDS) and self._table.number == number:
                self._film(self._performance.perform(move))
                self._await_notice(number)
        elif questions:
            self._answer(questions[0])
        else:
            self._film(self._performance.linger(1))

    def _is_for_people(self) -> bool:
        """Check whether a person at the page, not a rehearsed one, acts next."""
        return bool(self._by_hand) and bool(self._asked() & self._by_hand)

    def _asked(self) -> frozenset[int]:
        """Return the seats to act: those asked, or the one on turn."""
        game, state = self._table.game, self._table.state
        if game.is_over(state) is not None:
            return frozenset()
        questions = self._table.questions()
        named = {one.to.seat for one in questions if one.to.seat is not None}
        named |= {field["seat"] for one in questions for field in one.fields if "seat" in field}
        if named:
            return frozenset(named)
        turn = getattr(state, "turn", None)
        return frozenset({turn}) if isinstance(turn, int) and game.turn(state) > 0 else frozenset()

    def _follow(self) -> None:
        """Show on the stage what people have entered, and otherwise wait for them."""
        if self._performance.is_behind():
            self._film(self._performance.catch_up())
        else:
            self._film(self._performance.linger(1))

    def _answer(self, question: Question) -> None:
        """Leave the question to the people watching for a while, then answer it."""
        number = self._table.number
        leave = 0.0 if self._performance.urgent else ANSWER_SECONDS
        if self._wait(leave) or self._table.number != number or not self._answering:
            return
        reply = self._performance.reply(question)
        self._table.submit(
            Answered(by=TABLE, question=question.id, reply=reply, at=time.monotonic(), base=number)
        )

    def _await_notice(self, number: int) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while self._table.number == number and time.monotonic() < until:
            if self._stopping.is_set() or not self._performance.awaits_notice:
                return
            self._film(self._performance.linger(1))

    def _film(self, steps: Iterator[object]) -> None:
        pause = 1.0 / (FILM_FPS * min(FASTEST_FILM, max(1.0, self.speed)))
        for step in steps:
            if step is None:
                deque(self._performance.linger(1), maxlen=0)
            if self._stopping.wait(pause):
                return

    def _wait(self, seconds: float) -> bool:
        """Pause, showing the table meanwhile; True when something happened before time was up."""
        self._changed.clear()
        until = time.monotonic() + seconds / self.speed
        while (left := until - time.monotonic()) > 0:
            for _ in self._performance.linger(1):
                pass
            if self._changed.wait(min(left, 1.0 / FILM_FPS)) or self._stopping.is_set():
                return True
        return False
