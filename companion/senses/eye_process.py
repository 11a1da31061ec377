"""Run the eye in a process of its own, supervised by a thread. If the eye crashes, hangs or eats
too much memory, seeing pauses and the game goes on by hand. It is restarted after a while, and
after a longer while each time it fails soon.

When the eye crashes, hangs or eats too much memory, seeing pauses and the game goes on by hand.
It is started again after a while, and after a longer while each time it fails soon.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import time
import traceback
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.core.cells import Hint
from companion.core.errors import why
from companion.core.observation import Seen
from companion.core.verdict import Saying
from companion.util.worker import Supervised

from .camera_view import CameraView
from .eye import Eye


def worked_seconds(pid: int, processes: Path = Path("/proc")) -> float | None:
    """Return how many CPU seconds a process has used since it began; None if unknown."""
    try:
        line = (processes / str(pid) / "stat").read_text()
    except OSError:
        return None
    # The name is in brackets and may hold anything; the times are the 14th and 15th field.
    fields = line.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Patience:
    """How long to wait for a slow starter: a hung one uses no processor time, a slow one does.

    Until the first word there are two limits: *most* seconds in all, and *silent* seconds without
    any work done. After it, *silent* seconds without a word.
    """

    NOTABLE_SECONDS = 0.1
    """Less work than this is a thread turning over in its sleep."""

    def __init__(self, silent: float, most: float, now: float) -> None:
        self._silent, self._most = silent, most
        self._began = self._moved = now
        self._worked = 0.0
        self._spoke = False

    def heard(self, now: float) -> None:
        self._moved, self._spoke = now, True

    def is_over(self, now: float, worked: float | None) -> bool:
        """Whether to give up; *worked* is its processor time so far, if that is known."""
        if self._spoke:
            return now - self._moved > self._silent
        if worked is None or worked - self._worked >= self.NOTABLE_SECONDS:
            self._moved, self._worked = now, worked or 0.0
        return now - self._moved > self._silent or now - self._began > self._most


LOG = logging.getLogger(__name__)
BEAT_SECONDS = 1.0
"""How often the eye says that it is alive."""
VIEW_SECONDS, FRESH_SECONDS = 1.0, 3.0
"""People who watch get a picture each second; it is dropped when it is older than this."""
LOOK_AGAIN, SHOW, AIM = b"look again", b"show", b"aim"
HINT, CONFIRM, WITHDRAW = b"hint ", b"confirm ", b"withdraw "
"""What the eye is asked; what it is told follows the last three."""
LATE_SECONDS = 3.0
"""After this silence the table no longer says that it is watching."""
SILENT_SECONDS = 20.0
"""How long it may say nothing before it counts as hung; before its first word, do nothing."""
START_SECONDS = 180.0
"""How long its first word may take while it works: a slow Pi imports OpenCV for a while."""
PAUSES = (1.0, 2.0, 5.0, 10.0)
"""How long to wait before the eye is started again."""

Confirmed = tuple[int, dict[str, str]]
"""A ruling's number, and what it says lies where."""
Build = Callable[[], Eye]
"""Makes an eye; called in the eye's own process, so it must be picklable."""


class Watcher(Protocol):
    """Who hears what the eye sees."""

    def submit(self, observation: Seen) -> object: ...

    def seeing(self, state: str, complaints: tuple[Saying, ...] = ()) -> None: ...


class Expectant(Protocol):
    """Who knows what the rules expect to be seen next."""

    @property
    def number(self) -> int: ...

    def hint(self) -> Hint | None: ...


class EyeWindow:
    """Somebody watches through the camera: a picture a second, while they go on asking."""

    def __init__(self) -> None:
        self._until = self._shown = -FRESH_SECONDS

    def opened(self, now: float) -> None:
        self._until = now + FRESH_SECONDS

    def is_due(self, now: float) -> bool:
        """Whether to show a picture now; it counts as shown."""
        due = now < self._until and now - self._shown >= VIEW_SECONDS
        if due:
            self._shown = now
        return due


class EyeReport(msgspec.Struct, tag=True):
    """What the eye sends: a sighting, or merely how it is doing."""

    seen: Seen | None = None
    complaints: tuple[Saying, ...] = ()
    trouble: Saying | str = ""
    trace: str = ""
    """Where it broke, for the log."""
    view: bytes = b""
    """What the camera sees just now, where somebody watches; for the referee, never kept."""
    aimed: CameraView | None = None
    """The whole picture with what is found in it, where somebody aims the camera; never kept."""


class EyeProcess:
    """Keeps an eye running and passes on what it sees."""

    def __init__(self, table: Watcher, build: Build, rules: Expectant | None = None) -> None:
        """Give the eye hints from *rules*, if there are any."""
        self._table = table
        self._rules = rules
        self._build = build
        self._spawn = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._failures = 0
        self._view: tuple[float, bytes] = (-FRESH_SECONDS, b"")
        self._aimed: tuple[float, CameraView] = (-FRESH_SECONDS, CameraView())
        self._hinted: int | None = None
        self._outdated = False
        self._logged = ""
        self._loop = Supervised("watch", self._keep_watch)
        self._stopping = self._loop.stopping

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def start(self) -> None:
        self._loop.start()

    def stop(self) -> None:
        self._loop.stop(10.0)

    def look_again(self) -> None:
        """Ask for a fresh look at everything."""
        self._ask(LOOK_AGAIN)  # where the eye is gone, the next one looks at everything anyway

    def rebuild(self) -> None:
        """Make the eye anew, with what it has been taught meanwhile."""
        self._outdated = True

    def confirm(self, number: int, shows: Mapping[str, str]) -> None:
        """Tell the eye what a ruling settled, for the rest of this evening."""
        self._ask(CONFIRM + msgspec.msgpack.encode((number, shows)))

    def withdraw(self, number: int) -> None:
        """Tell it that a ruling was taken back."""
        self._ask(WITHDRAW + msgspec.msgpack.encode(number))

    def live(self) -> bytes:
        """Return the camera's latest picture as a JPEG;
        asking keeps pictures coming for a while."""
        self._ask(SHOW)
        at, view = self._view
        return view if time.monotonic() - at < FRESH_SECONDS else b""

    def aimed(self) -> CameraView:
        """Return the whole picture of a moment ago with its findings, and ask for the next one."""
        self._ask(AIM)
        at, view = self._aimed
        return view if time.monotonic() - at < FRESH_SECONDS else CameraView(trouble="starting")

    def _ask(self, what: bytes) -> None:
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.send_bytes(what)

    def _keep_watch(self) -> None:
        """Run one eye to its end, say why it ended, and wait a while before the next."""
        began = time.monotonic()
        ended = self._watch_once()
        if self._stopping.is_set() or ended is None:
            return
        self._failures = 0 if time.monotonic() - began > 60 else self._failures + 1
        self._table.seeing("paused", (ended,))
        self._stopping.wait(PAUSES[min(self._failures, len(PAUSES)) - 1])

    def _watch_once(self) -> Saying | None:
        """Run one eye until it fails, is outdated or not wanted any more; say why it failed."""
        with contextlib.ExitStack() as ends:
            try:
                self._begin(ends)
            except OSError as error:
                return Saying("eye.not_started", {"why": why(error)})
            assert self._pipe is not None
            return self._listen(self._pipe)

    def _begin(self, ends: contextlib.ExitStack) -> None:
        """Start an eye; whatever was opened for it is closed with *ends*, even when this fails."""
        self._outdated = False
        pipe, theirs = self._spawn.Pipe()
        ends.callback(pipe.close)
        ends.callback(self._forget_pipe)
        with theirs:
            process = self._spawn.Process(
                target=_look_on, args=(theirs, self._build), name="eye", daemon=True
            )
            process.start()
        ends.callback(process.join, 5.0)
        ends.callback(process.kill)
        self._process, self._pipe = process, pipe

    def _forget_pipe(self) -> None:
        self._pipe = None

    def _listen(self, pipe: Connection) -> Saying | None:
        patience = Patience(SILENT_SECONDS, START_SECONDS, time.monotonic())
        heard: float | None = None
        self._hinted = None
        while not (self._stopping.is_set() or self._outdated):
            self._give_hint()
            if pipe.poll(0.2):
                try:
                    news = msgspec.msgpack.decode(pipe.recv_bytes(), type=EyeReport)
                except (EOFError, OSError):
                    return Saying("eye.restarting")
                heard = time.monotonic()
                patience.heard(heard)
                if news.trouble:
                    self._log(news.trace)
                    return Saying("eye.trouble", {"what": news.trouble})
                self._report(news)
            elif patience.is_over(time.monotonic(), worked_seconds(self._process.pid)):
                return Saying("eye.restarting")
            elif heard is not None and time.monotonic() - heard > LATE_SECONDS:
                self._table.seeing("waiting", (Saying("eye.slow"),))
        return None

    def _log(self, trace: str) -> None:
        """Log where the eye broke; the same place again and again is not news."""
        if trace != self._logged:
            self._logged = trace
            LOG.error("The eye has stopped: %s", trace)

    def _give_hint(self) -> None:
        """Tell the eye what the rules expect, whenever the table stands elsewhere."""
        if self._rules is not None and self._rules.number != self._hinted:
            self._hinted = self._rules.number
            self._ask(HINT + msgspec.msgpack.encode(self._rules.hint()))

    def _report(self, news: EyeReport) -> None:
        if news.aimed is not None:
            self._aimed = (time.monotonic(), news.aimed)
        elif news.view:
            self._view = (time.monotonic(), news.view)
        elif news.seen is not None:
            self._table.submit(news.seen)
        elif news.complaints:
            self._table.seeing("waiting", news.complaints)
        else:
            self._table.seeing("watching")


def _obey(pipe: Connection, eye: Eye, window: EyeWindow) -> None:
    """Do what the eye is asked."""
    asked = pipe.recv_bytes()
    if asked == LOOK_AGAIN:
        eye.look_again()
    elif asked == AIM:
        pipe.send_bytes(msgspec.msgpack.encode(EyeReport(aimed=eye.aimed())))
    elif asked.startswith(HINT):
        eye.expect(msgspec.msgpack.decode(asked.removeprefix(HINT), type=Hint | None))
    elif asked.startswith(CONFIRM):
        eye.learn(*msgspec.msgpack.decode(asked.removeprefix(CONFIRM), type=Confirmed))
    elif asked.startswith(WITHDRAW):
        eye.unlearn(msgspec.msgpack.decode(asked.removeprefix(WITHDRAW), type=int))
    else:
        window.opened(time.monotonic())


def _look_on(pipe: Connection, build: Build) -> None:
    """Run the eye in its own process until the pipe is closed or something breaks."""
    try:
        eye = build()
        beat, complained = 0.0, None
        window = EyeWindow()
        while True:
            if pipe.poll(0):
                _obey(pipe, eye, window)
            seen = eye.step()
            now = time.monotonic()
            if window.is_due(now):
                pipe.send_bytes(msgspec.msgpack.encode(EyeReport(view=eye.view())))
            says = eye.complaints if eye.outlook is None else (*eye.complaints, eye.outlook)
            if seen is not None or says != complained or now - beat > BEAT_SECONDS:
                pipe.send_bytes(msgspec.msgpack.encode(EyeReport(seen, says)))
                beat, complained = now, says
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:  # whatever broke, the table has to hear of it
        LOG.debug("The eye has stopped", exc_info=error)
        trace = "".join(traceback.format_exception(error))
        pipe.send_bytes(msgspec.msgpack.encode(EyeReport(trouble=why(error), trace=trace)))
