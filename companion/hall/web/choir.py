"""The choir: all who only look on are told the same with the same bytes, one pass for each change.

What comes while a pass is under way waits for the next one, and goes out with it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import gevent
from gevent.event import Event

from companion.web.aside import Aside, framed
from companion.web.bell import Bell

from .board import Seen

REST_SECONDS = (0.002, 0.05)
"""The shortest and the longest rest between two passes: as long as the last one took, so that the
page's loop is everybody else's for half of the time."""
AT_ONCE = 50
"""So many are written to before others have their turn."""

News = Callable[[Seen, str], tuple[Seen, bytes]]


@dataclass(eq=False)
class Voice:
    """One who looks on: in which language, and how much of the night they have."""

    line: Aside
    tongue: str
    seen: Seen
    released: Event = field(default_factory=Event)
    """Set when it has to look after itself again."""


class Choir:
    """Writes to everybody who has lent their line, from one greenlet."""

    def __init__(self, bell: Bell, news: News, beat: Callable[[], bytes], seconds: float) -> None:
        """*news* is what is new for somebody who has seen so much; *beat* goes to everybody every
        so many *seconds*."""
        self._bell, self._news, self._beat, self._seconds = bell, news, beat, seconds
        self._voices: dict[Voice, None] = {}
        self._pieces: dict[tuple[Seen, str], tuple[Seen, bytes]] = {}
        self._singing: Any = None

    def sing(self, voice: Voice) -> None:
        """Be spoken for until the line is slow or gone, or the page closes; OSError when it is
        gone."""
        voice.released.clear()
        self._voices[voice] = None
        try:
            if self._singing is None:
                self._singing = gevent.spawn(self._sing)
            voice.released.wait()
        finally:
            self._voices.pop(voice, None)
        voice.line.finish()

    def _sing(self) -> None:
        flag = self._bell.sleeper()
        due = time.monotonic() + self._seconds
        try:
            while self._voices and not self._bell.silenced:
                flag.clear()
                began = time.monotonic()
                self._pass(self._fresh)
                if time.monotonic() >= due:
                    due = time.monotonic() + self._seconds
                    self._pass(partial(_same, framed(self._beat())))
                shortest, longest = REST_SECONDS
                gevent.sleep(min(longest, max(shortest, time.monotonic() - began)))
                flag.wait(max(0.0, due - time.monotonic()))
        finally:
            self._singing = None
            self._bell.rouse(flag)
            for voice in self._voices:
                voice.released.set()

    def _pass(self, piece_for: Callable[[Voice], bytes]) -> None:
        """Once through all of them, with rests for whoever else wants something of the page."""
        self._pieces.clear()
        for number, voice in enumerate(tuple(self._voices)):
            if number % AT_ONCE == AT_ONCE - 1:
                gevent.sleep(0)
                self._pieces.clear()
            if voice not in self._voices or voice.released.is_set():
                continue
            piece = piece_for(voice)
            if piece:
                self._write(voice, piece)

    def _fresh(self, voice: Voice) -> bytes:
        known = self._pieces.get((voice.seen, voice.tongue))
        if known is None:
            seen, told = self._news(voice.seen, voice.tongue)
            known = (seen, framed(told) if told else b"")
            self._pieces[voice.seen, voice.tongue] = known
        voice.seen = known[0]
        return known[1]

    def _write(self, voice: Voice, piece: bytes) -> None:
        try:
            if not voice.line.push(piece):
                voice.released.set()
        except OSError:
            voice.released.set()  # its own greenlet finds out, and goes home


def _same(piece: bytes, voice: Voice) -> bytes:
    return piece
