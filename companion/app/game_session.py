"""A game session: what is to be played, and everything that runs once it is."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.config.web import Web
from companion.core.game import Game
from companion.core.play_mode import LIVING_ROOM
from companion.core.roles import Role
from companion.core.seats import Seat
from companion.core.verdict import Saying
from companion.journal import Journal, WaitingJournal, open_or_wait
from companion.table import Table, session

from .watchdog import Movement

if TYPE_CHECKING:
    from companion.rehearsal.live import Live
    from companion.senses.camera_view import CameraView
    from companion.senses.hood import Scanning
    from companion.web import Server
    from companion.web.house import HouseSite


@dataclass(frozen=True)
class GameSession:
    """What is to be played, before anything is opened."""

    game: Game
    box: Any
    seats: Sequence[Seat]
    rules: Any
    journal: Path
    host: str = "127.0.0.1"
    port: int = 8080
    manner: str | None = None
    """Who may do what; None leaves it as the journal says, or as at home."""
    notices: Mapping[str, Saying] = field(default_factory=dict)
    """What people should know before they play, by subject."""
    web: Web = Web()
    """How the page is served: certificate, names and proxies. Host and port are above."""
    home: Home | None = None
    """The house this game is played in; None for a table that serves its own page."""


@dataclass(frozen=True)
class Home:
    """What a house lends to each of its games: where pages are shown, and who serves them."""

    site: HouseSite
    server: Server


@dataclass(frozen=True)
class Rehearsing:
    """How a rehearsal is to go."""

    seed: int = 7
    speed: float = 1.0
    harshness: float = 0.5
    answering: bool = True
    playing: bool = True
    by_hand: tuple[int, ...] = ()
    """Seats that are played by people."""


@dataclass
class Running:
    """Everything that runs, stopped in the opposite order of its start."""

    table: Table
    journal: Path
    urls: tuple[str, ...]
    tokens: dict[str, Role]
    movement: Movement
    notices: tuple[Saying, ...] = ()
    scanner: Scanning | None = None
    live: Live | None = None
    """The rehearsed people, if there are any."""
    aimed: Callable[[], CameraView] | None = None
    """What the camera sees just now, where it may be looked through during this game."""
    relearn: Callable[[], None] = lambda: None
    """Lets the eye see with what it has been taught meanwhile."""
    _stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def url(self) -> str:
        """Where the page is found most surely."""
        return self.urls[0]

    def on_stop(self, act: Callable[[], None]) -> None:
        """Do something when the game stops, before anything else is stopped."""
        self._stops.callback(act)

    def stop(self) -> None:
        self._stops.close()


def open_table(evening: GameSession) -> tuple[Table, Journal | WaitingJournal]:
    """Begin a game in a new journal, or go on with the one the journal holds.

    Where the card cannot be written, the table opens all the same and says so.
    """
    journal = open_or_wait(evening.journal)
    try:
        if journal.head[0]:
            table = Table.resume(journal)
            session.play_as(table, evening.manner or table.manner)
        else:
            table = Table.begin(
                journal,
                evening.game,
                evening.box,
                evening.seats,
                evening.rules,
                manner=evening.manner or LIVING_ROOM,
            )
    except BaseException:
        journal.close()
        raise
    return table, journal
