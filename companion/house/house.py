"""The house: one game is open at most; opening and closing are entries of its diary.

A pulled plug at any moment comes back to the same place: the diary says which game was open, and
the game's own journal holds the game.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion.core.errors import TableError, UnknownRoom, why
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
from companion.table import Table, session

from . import status as places
from .errors import BadPlan, HouseBusy, HouseError, NoSuchGame, NotNow, is_the_card
from .game_card import card_of
from .names import heard
from .offers import Offer, offers
from .plan import GamePlan, PreparedGame, prepared
from .rename import called
from .replay import Replay, branch, plan_of
from .shelf import Shelf
from .status import HouseStatus
from .tutorial import Learners, learned, learners_of

LOG = logging.getLogger(__name__)
FOLDER = "house"
"""Folder beside the journals for what belongs to the house rather than to a game."""
DIARY, INDEX = "diary.sqlite", "shelf.sqlite"
BEFORE = "table.sqlite"
"""The one game of a machine that was installed before it had a house."""
PATIENCE_SECONDS = 20.0
"""Seconds a command waits for another one that opens or closes a game."""


class Paced(Protocol):
    """Simulated people, who play slowly or fast."""

    speed: float


class Open(Protocol):
    """A game that runs: its table, and how to stop everything about it."""

    @property
    def table(self) -> Table: ...

    @property
    def live(self) -> Paced | None: ...

    def stop(self) -> None: ...


class Opener(Protocol):
    """Starts a game, new or continued, with real or rehearsed parts."""

    def begin(self, game: PreparedGame, journal: Path) -> Open: ...

    def resume(self, journal: Path, plan: GamePlan | None) -> Open: ...


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
        """*boxes* finds the owner's own box file of a room, if any."""
        self.folder = folder
        self._opener, self._boxes, self._now = opener, boxes, now
        self._diary = open_or_wait(folder / FOLDER / DIARY)
        self.place: HouseStatus = places.read_back(self._diary.entries())
        self.open: Open | None = None
        self.trouble: Saying | None = None
        """Why the game that was open could not be opened again."""
        self.shelf = Shelf(folder, folder / FOLDER / INDEX)
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []

    def start(self) -> None:
        """Return to where the house was when it stopped, for whatever reason."""
        if self.place.game is None:
            self._adopt()
            return
        try:
            self._resume(self.place.game, self.place.plan)
        except Exception as wrong:  # a game that cannot be opened must not keep the lobby shut
            LOG.exception("The game that was open cannot be opened again")
            self.trouble = Saying("house.not_reopened", {"why": why(wrong)})
            self._write("closed", {"game": self.place.game, "why": "unreadable"})

    def _adopt(self) -> None:
        """Continue the one game of a machine older than the house, if it isn't over."""
        if self._diary.head[0] or not (self.folder / BEFORE).is_file():
            return
        card = card_of(self.folder / BEFORE)
        if card.over or card.trouble:
            return
        try:
            self._resume(BEFORE, None)
            self._write("opened", places.opened(BEFORE, None, rehearsed=False))
        except Exception:  # it stays on the shelf, and the lobby opens
            LOG.exception("The game from before the house cannot be opened")

    def stop(self) -> None:
        """Stop the open game, which stays open in the diary, and release the diary."""
        with self._lock:
            self._stop_game()
            self._diary.close()

    @property
    def name(self) -> str:
        """Return the random id that tells this house from another. It opens nothing."""
        return self._diary.game

    def on_change(self, listener: Callable[[], None]) -> None:
        """Call *listener* whenever the house's place has changed."""
        self._listeners.append(listener)

    def unread(self) -> dict[str, str]:
        """List games of the shelf to be read; the open one is read when it is closed."""
        waiting = self.shelf.unread()
        return {game: mark for game, mark in waiting.items() if game != self.place.game}

    def box_of(self, room: str) -> Path | None:
        """Find the owner's own box file of a room, if any."""
        return self._boxes(room)

    def offers(self) -> tuple[Offer, ...]:
        """List what can be played here."""
        return tuple(offers(self._boxes))

    # Commands

    def begin(self, plan: GamePlan) -> None:
        """Open a new game; raise if the house is busy or a game is open."""
        ready = prepared(plan, self._boxes(plan.room))
        with self._deciding():
            self._must_be_in_lobby()
            self._begin(ready)
        self._changed()

    def leave(self) -> None:
        """Close the open game as it is; it can be continued from the shelf.

        A game in which nothing was done is not kept: its plan is, and the box stands as it stood.
        """
        with self._deciding():
            self._must_be_playing()
            game, begun = self.place.game or "", self._is_begun()
            self._close("left")
            if begun:
                self._shelve(game)
            elif (path := self.shelf.path_of(game)) is not None:
                discard(path)
        self._changed()

    def resume(self, game: str) -> None:
        """Go on with a game of the shelf."""
        with self._deciding():
            self._must_be_in_lobby()
            self._resume(game, None)
            self._opened(game, None)
        self._changed()

    def rematch(self, room: str | None = None) -> None:
        """Begin a rematch of the same people, in the same room or another one."""
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
        """Continue from a moment of a game as a rehearsal; the game stays as it is.

        A finished game is cleared from the table for it.
        """
        with self._deciding():
            if not self.is_over():
                self._must_be_in_lobby()
            path = self.shelf.path_of(game)
            if path is None:
                raise NoSuchGame("no_such_game")
            replay = Replay.of(path)
            if not 0 <= number < len(replay.moments):
                raise NoSuchGame("no_such_moment")
            plan = plan_of(replay, by_hand)
            if any(not 0 <= seat < len(plan.people) for seat in by_hand):
                raise BadPlan("no_such_seat")
            with self._new_journal(plan) as journal:
                branch(replay, replay.moments[number], journal)
                if self.open is not None:
                    self._close("over")
                self.open = self._opener.resume(journal, plan)
                self._opened(journal.name, plan)
        self._changed()

    def next_plan(self, room: str | None = None) -> GamePlan | None:
        """Plan a rematch; the person who sat second begins. A rehearsal is rehearsed again."""
        here, wanted = self.place.plan, room or self.place.latest
        if here is not None and here.rehearsal is not None and room in (None, here.room):
            return here
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
            with suppress(NotNow):  # on a full card this very game may have to go
                self._write("deleted", {"game": game})
        self._changed()

    def screen(self, shows: str) -> None:
        """Choose what the screens show."""
        if shows not in places.SCREENS:
            raise NotNow("no_such_screen")
        self.note("screened", {"shows": shows})

    def lay(self, step: int | None) -> None:
        """Note the current step of laying out the box; None if done or skipped."""
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

    def learners(self) -> Learners:
        """List the seats of the open game that are taught, with what they met before it."""
        game, running = self.place.game, self.open
        taught = frozenset(self.place.learners.get(game or "", ()))
        if running is None or game is None or not taught:
            return {}
        room = running.table.game.name
        met = {who: rooms.get(room, {}) for who, rooms in self.place.met.items()}
        seats = [seat.name for seat in running.table.state.seats]
        names = list(zip(seats, self._names_today(), strict=True))
        return learners_of(names, taught, met, game)

    def teach(self, seats: tuple[int, ...], on: bool) -> None:
        """Begin or stop teaching people of the open game."""
        with self._deciding():
            self._must_be_playing()
            running, taught = self.open, self.place.learners.get(self.place.game or "", ())
            people = running.table.state.seats if running else ()
            for seat in seats:
                if 0 <= seat < len(people) and (heard(people[seat].name) in taught) != on:
                    body = {"game": self.place.game, "who": heard(people[seat].name), "on": on}
                    self._write("learner", body)
        self._changed()

    def advised(self) -> tuple[int, ...]:
        """List the seats of the open game whose people want advice."""
        names = enumerate(self._names_today()) if self.place.advised else ()
        return tuple(number for number, name in names if heard(name) in self.place.advised)

    def advise(self, seats: tuple[int, ...], on: bool) -> None:
        """Begin or stop giving people of the open game advice, in this game and later ones."""
        with self._deciding():
            self._must_be_playing()
            today = list(map(heard, self._names_today()))
            for who in (today[seat] for seat in seats if 0 <= seat < len(today)):
                if (who in self.place.advised) != on:
                    self._write("advised", {"who": who, "on": on})
        self._changed()

    def _names_today(self) -> list[str]:
        """List the people of the open game by the names they have now."""
        people = self.open.table.state.seats if self.open else ()
        return [called(seat.name, self.place.since, self.place.renamings) for seat in people]

    # How

    def _begin(self, ready: PreparedGame) -> None:
        with self._new_journal(ready.plan) as journal:
            self.open = self._opener.begin(ready, journal)
            if ready.plan.light and ready.plan.rehearsal is None:
                session.play_light(self.open.table, True)
            self._opened(journal.name, ready.plan)

    def _opened(self, game: str, plan: GamePlan | None) -> None:
        """Note in the diary that a game is open; close it again if that fails."""
        rehearsed = plan is not None and plan.rehearsal is not None
        try:
            self._write("opened", places.opened(game, plan, rehearsed))
        except BaseException:
            self._stop_game()
            raise
        self.trouble = None

    def _resume(self, game: str, plan: GamePlan | None) -> None:
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
        """Close the game, after noting it in the diary; if that fails, the game goes on."""
        self._note_taught()
        self._write("closed", {"game": self.place.game, "why": why})
        self._stop_game()

    def _shelve(self, game: str) -> None:
        """Read a closed game at once: the lobby is to offer it as soon as it is shown."""
        with suppress(OSError):
            self.shelf.read(game, self.shelf.mark_of(game))

    def _note_taught(self) -> None:
        """Note what the learners of the open game have met in it."""
        learners = self.learners()
        if self.open is None or not learners:
            return
        table, today = self.open.table, self._names_today()
        met = {heard(today[seat]): topics for seat, topics in learned(table, learners)}
        body = {"game": self.place.game, "room": table.game.name, "met": met}
        if met:
            self._write("taught", body)

    def _stop_game(self) -> None:
        running, self.open = self.open, None
        if running is not None:
            try:
                running.stop()
            except Exception:  # a part that sticks must not keep the house from going on
                LOG.exception("The game could not be closed in order")
            del running
            gc.collect()  # a game refers to itself: its pictures would stay for the next ones

    def _write(self, kind: str, body: dict[str, Any]) -> None:
        try:
            if isinstance(self._diary, WaitingJournal):
                self._diary.keep()  # where a game may wait in memory, the diary may not
            entry = self._diary.append(kind, body)
        except (CannotSave, JournalBusy) as wrong:
            raise NotNow("cannot_save", why=why(wrong)) from wrong
        LOG.info("%s %s", kind, body.get("game", ""))
        self.place = places.followed(self.place, entry)

    @contextmanager
    def _new_journal(self, plan: GamePlan) -> Iterator[Path]:
        """Provide the path of a new game; remove its files if it can't be opened."""
        path = self._free_path(plan)
        try:
            yield path
        except BaseException:
            with suppress(OSError, JournalError):
                discard(path)
            raise

    def _free_path(self, plan: GamePlan) -> Path:
        kind = "game" if plan.rehearsal is None else "rehearsal"
        stem = f"{plan.room}-{kind}-{self._now():%Y%m%d-%H%M%S}"
        number, path = 1, self.folder / f"{stem}.sqlite"
        while path.exists():
            number += 1
            path = self.folder / f"{stem}-{number}.sqlite"
        return path

    def is_over(self) -> bool:
        """Check whether the game on the table has come to its end, or was ended."""
        if self.open is None:
            return False
        table = self.open.table
        is_ended = table.ledger.record.ended is not None
        return is_ended or table.game.is_over(table.state) is not None

    def _is_begun(self) -> bool:
        """Check whether anything was done in the open game."""
        record = self.open.table.ledger.record if self.open else None
        return record is None or bool(record.timeline.past) or record.ended is not None

    def _must_be_in_lobby(self) -> None:
        if self.open is not None:
            raise NotNow("game_open")

    def _must_be_playing(self) -> None:
        if self.open is None:
            raise NotNow("no_game_open")

    def deciding(self) -> _Deciding:
        """Prevent opening and closing a game meanwhile."""
        return _Deciding(self._lock)

    def _deciding(self) -> _Deciding:
        return self.deciding()

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()


def _what_is_wrong(with_game: Exception) -> str:
    """Say why a journal can't be continued, in the words of the shelf."""
    if isinstance(with_game, NewerJournal):
        return "newer"
    return "unknown" if isinstance(with_game, UnknownRoom | KeyError) else "unopened"


class _Deciding:
    """Run one command at a time; the next one waits, then fails because the house is busy."""

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
