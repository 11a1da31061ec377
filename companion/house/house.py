"""The house: one game is open at most; opening and closing are entries of its diary.

A pulled plug at any moment comes back to the same place: the diary says which game was open, and
the game's own journal holds the game.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.core.errors import TableError, UnknownRoom
from companion.core.faults import why
from companion.core.verdict import Saying
from companion.journal import (
    CannotSave,
    JournalBusy,
    JournalError,
    NewerJournal,
    WaitingJournal,
    discard,
    open_or_wait,
)
from companion.table import Table

from . import place as places
from . import whatif
from .card import card_of
from .errors import BadPlan, HouseBusy, HouseError, NoSuchGame, NotNow
from .offers import Offer, offers
from .place import Place
from .plan import Plan, Prepared, prepared
from .replay import Replay
from .shelf import Shelf
from .writing import is_the_card

FOLDER = "house"
"""Beside the journals: what belongs to the house rather than to a game."""
DIARY, INDEX = "diary.sqlite", "shelf.sqlite"
BEFORE = "table.sqlite"
"""The one game of a machine that was installed before it had a house."""
PATIENCE_SECONDS = 20.0
"""How long a command waits for another one that opens or closes a game."""


class Open(Protocol):
    """A game that runs: its table, and how to stop everything about it."""

    @property
    def table(self) -> Table: ...

    def stop(self) -> None: ...


class Opener(Protocol):
    """Sets a game going, new or continued, with real or rehearsed parts."""

    def begin(self, game: Prepared, journal: Path) -> Open: ...

    def resume(self, journal: Path, plan: Plan | None) -> Open: ...


class House:
    """Everything that outlives a game on one machine."""

    def __init__(
        self,
        folder: Path,
        opener: Opener,
        *,
        boxes: Callable[[str], Path | None] = lambda room: None,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        """*boxes* gives the owner's own box file of a room, where there is one."""
        self.folder = folder
        self._opener, self._boxes, self._now = opener, boxes, now
        self._diary = open_or_wait(folder / FOLDER / DIARY)
        self.place: Place = places.read_back(self._diary.entries())
        self.open: Open | None = None
        self.trouble: Saying | None = None
        """Why the game that was open could not be opened again."""
        self.shelf = Shelf(folder, folder / FOLDER / INDEX)
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []

    def start(self) -> None:
        """Go back to where the house stood when it was stopped, whatever stopped it."""
        if self.place.game is None:
            self._adopt()
            return
        try:
            self._resume(self.place.game, self.place.plan)
        except Exception as wrong:  # a game that cannot be opened must not keep the lobby shut
            self.trouble = Saying("house.not_reopened", {"why": why(wrong)})
            self._write("closed", {"game": self.place.game, "why": "unreadable"})

    def _adopt(self) -> None:
        """A machine that had no house yet played one game: go on with it, if it isn't over."""
        if self._diary.head[0] or not (self.folder / BEFORE).is_file():
            return
        card = card_of(self.folder / BEFORE)
        if card.over or card.trouble:
            return
        with suppress(Exception):  # it stays on the shelf, and the lobby opens
            self._resume(BEFORE, None)
            self._write("opened", places.opened(BEFORE, None, rehearsed=False))

    def stop(self) -> None:
        """Stop the open game, which stays open in the diary, and let go of the diary."""
        with self._lock:
            self._stop_game()
            self._diary.close()

    @property
    def name(self) -> str:
        """What tells this house from another: given at random with its diary. It opens nothing."""
        return self._diary.game

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call *listener* whenever the house's place has changed."""
        self._listeners.append(listener)

    def unread(self) -> dict[str, str]:
        """Games of the shelf that have to be read; the open one is read when it is closed."""
        waiting = self.shelf.unread()
        return {game: mark for game, mark in waiting.items() if game != self.place.game}

    def box_of(self, room: str) -> Path | None:
        """The owner's own box file of a room, where there is one."""
        return self._boxes(room)

    def offers(self) -> tuple[Offer, ...]:
        """What can be played here."""
        return tuple(offers(self._boxes))

    # Commands

    def begin(self, plan: Plan) -> None:
        """Open a new game. The second to ask finds the house busy or a game open."""
        ready = prepared(plan, self._boxes(plan.room))
        with self._deciding():
            self._must_be_in_lobby()
            self._begin(ready)
        self._changed()

    def leave(self) -> None:
        """Close the open game as it is; it can be continued from the shelf."""
        with self._deciding():
            self._must_be_playing()
            self._close("left")
        self._changed()

    def resume(self, game: str) -> None:
        """Go on with a game of the shelf."""
        with self._deciding():
            self._must_be_in_lobby()
            self._resume(game, None)
            self._opened(game, None)
        self._changed()

    def rematch(self, room: str | None = None) -> None:
        """The same people again: the same room, or another one with what was chosen there."""
        with self._deciding():
            plan = self.next_plan(room)
            if plan is None:
                raise NotNow("no_last_game")
            ready = prepared(plan, self._boxes(plan.room))
            if self.open is not None:
                self._close("over")
            self._begin(ready)
        self._changed()

    def what_if(self, game: str, number: int, by_hand: tuple[int, ...] = ()) -> None:
        """Play on from a moment of a game, as a rehearsal of its own; the game stays as it is."""
        with self._deciding():
            self._must_be_in_lobby()
            path = self.shelf.path_of(game)
            if path is None:
                raise NoSuchGame("no_such_game")
            replay = Replay.of(path)
            if not 0 <= number < len(replay.moments):
                raise NoSuchGame("no_such_moment")
            plan = whatif.plan_of(replay, by_hand)
            if any(not 0 <= seat < len(plan.people) for seat in by_hand):
                raise BadPlan("no_such_seat")
            with self._new_journal(plan) as journal:
                whatif.branch(replay, replay.moments[number], journal)
                self.open = self._opener.resume(journal, plan)
                self._opened(journal.name, plan)
        self._changed()

    def next_plan(self, room: str | None = None) -> Plan | None:
        """The plan of a rematch: the person who sat second begins this time."""
        wanted = room or self.place.latest
        plan = self.place.lasts.get(wanted or "")
        if plan is None:
            return None
        first, *others = plan.people
        return msgspec.structs.replace(plan, people=(*others, first))

    def delete(self, game: str) -> None:
        """Throw a game away for good, with its witness and its keys."""
        with self._deciding():
            if game == self.place.game:
                raise NotNow("game_open")
            path = self.shelf.path_of(game)
            if path is None:
                raise NoSuchGame("no_such_game")
            discard(path)
            with suppress(NotNow):  # a full card may need this very game to go
                self._write("deleted", {"game": game})
        self._changed()

    def screen(self, shows: str) -> None:
        """Choose what the screens show."""
        if shows not in places.SCREENS:
            raise NotNow("no_such_screen")
        self.note("screened", {"shows": shows})

    def lay(self, step: int | None) -> None:
        """Somebody is at a step of laying out the box; None when it is done or skipped."""
        with self._deciding():
            self._must_be_playing()
            if step == self.place.laying:
                return
            self._write("laid", {"step": None if step is None else max(0, step)})
        self._changed()

    def note(self, kind: str, body: dict[str, Any]) -> None:
        """Write something into the diary that opens and closes nothing."""
        with self._deciding():
            self._write(kind, body)
        self._changed()

    # How

    def _begin(self, ready: Prepared) -> None:
        with self._new_journal(ready.plan) as journal:
            self.open = self._opener.begin(ready, journal)
            self._opened(journal.name, ready.plan)

    def _opened(self, game: str, plan: Plan | None) -> None:
        """Write down that a game is open; what cannot be written down is closed again."""
        rehearsed = plan is not None and plan.rehearsal is not None
        try:
            self._write("opened", places.opened(game, plan, rehearsed))
        except BaseException:
            self._stop_game()
            raise
        self.trouble = None

    def _resume(self, game: str, plan: Plan | None) -> None:
        journal = self.shelf.path_of(game)
        if journal is None:
            raise NoSuchGame("no_such_game")
        try:
            self.open = self._opener.resume(journal, plan)
        except (CannotSave, HouseError):
            raise
        except (TableError, ValueError, LookupError, AssertionError) as wrong:
            raise NoSuchGame(f"trouble.{_what_is_wrong(wrong)}") from wrong
        self.trouble = None

    def _close(self, why: str) -> None:
        """Written down first: where that fails, the game goes on."""
        self._write("closed", {"game": self.place.game, "why": why})
        self._stop_game()

    def _stop_game(self) -> None:
        running, self.open = self.open, None
        if running is not None:
            with suppress(Exception):  # a part that sticks must not keep the house from going on
                running.stop()
            del running
            gc.collect()  # a game refers to itself: its pictures would stay for the next ones

    def _write(self, kind: str, body: dict[str, Any]) -> None:
        try:
            if isinstance(self._diary, WaitingJournal):
                self._diary.keep()  # where a game may wait in memory, the diary may not
            entry = self._diary.append(kind, body)
        except (CannotSave, JournalBusy) as wrong:
            raise NotNow("cannot_save", why=why(wrong)) from wrong
        self.place = places.followed(self.place, entry)

    @contextmanager
    def _new_journal(self, plan: Plan) -> Iterator[Path]:
        """Where a new game goes; nothing of it is left where it could not be opened."""
        path = self._free_path(plan)
        try:
            yield path
        except BaseException:
            with suppress(OSError, JournalError):
                discard(path)
            raise

    def _free_path(self, plan: Plan) -> Path:
        kind = "game" if plan.rehearsal is None else "rehearsal"
        stem = f"{plan.room}-{kind}-{self._now():%Y%m%d-%H%M%S}"
        number, path = 1, self.folder / f"{stem}.sqlite"
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}.sqlite"
        return path

    def _must_be_in_lobby(self) -> None:
        if self.open is not None:
            raise NotNow("game_open")

    def _must_be_playing(self) -> None:
        if self.open is None:
            raise NotNow("no_game_open")

    def deciding(self) -> _Deciding:
        """Keep everybody else from opening or closing a game for a while."""
        return _Deciding(self._lock)

    def _deciding(self) -> _Deciding:
        return self.deciding()

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


def _what_is_wrong(with_game: Exception) -> str:
    """Why a journal cannot be played on, as the shelf says it."""
    if isinstance(with_game, NewerJournal):
        return "newer"
    return "unknown" if isinstance(with_game, UnknownRoom | KeyError) else "unopened"


class _Deciding:
    """One command at a time; the next one waits a while, then hears that the house is busy."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        if not self._lock.acquire(timeout=PATIENCE_SECONDS):
            raise HouseBusy("busy")

    def __exit__(self, kind: object, wrong: BaseException | None, trace: object) -> None:
        self._lock.release()
        if wrong is not None and is_the_card(wrong):
            raise NotNow("cannot_save", why=why(wrong)) from wrong


__all__ = ["FOLDER", "House", "Open", "Opener"]
