"""The composition root: chooses real or simulated, wires the parts, starts and stops them."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from ..core.manners import LIVING_ROOM
from ..core.roles import Role
from ..core.seats import Seat
from ..core.verdict import Saying
from ..journal import Journal, WaitingJournal, open_or_wait
from ..rooms import Setting, board_of, room_of
from ..settings import EyeSettings
from ..table import Table, hosting
from ..webbing import Web
from ..wiring import Wiring
from .moving import Movement, Ticker
from .scoring import Learn, not_taught, scoring_of

if TYPE_CHECKING:
    from ..rehearsal.live import Live
    from ..senses.scanning import Scanning
    from ..web import Server
    from ..web.house import HouseSite

SIZE = (1280, 720)
FROZEN_SECONDS = 1.5
"""Report a frozen camera within two seconds."""
SWITCH_SECONDS = 0.0005
"""How long a busy thread keeps the others waiting. Saving a move gives way to them a dozen times;
with the usual 5 ms a tap would take that long again each time the page is busy."""
FASTEST_EYE = 4.0
"""The eye of a rehearsal never looks faster than this, in multiples of real time."""


@dataclass(frozen=True)
class Evening:
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
    """How the page is served: certificate, names and proxies. Host and port stand above."""
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
    """The rehearsed people, where there are any."""
    _stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def url(self) -> str:
        """Where the page is found most surely."""
        return self.urls[0]

    def stop(self) -> None:
        self._stops.close()


def open_table(evening: Evening) -> tuple[Table, Journal | WaitingJournal]:
    """Begin a game in a new journal, or go on with the one the journal holds.

    Where the card cannot be written, the table opens all the same and says so.
    """
    journal = open_or_wait(evening.journal)
    try:
        if journal.head[0]:
            table = Table.resume(journal)
            hosting.play_as(table, evening.manner or table.manner)
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


def rehearse(evening: Evening, how: Rehearsing) -> Running:
    """Start a rehearsed table: a painted stage, a simulated camera, lamps on mock pins."""
    from hardware.simulated.frame_file import FrameFile
    from hardware.simulated.lights import SimulatedLamps

    from ..rehearsal.live import Live
    from ..senses.watching import Watch
    from .attending import light

    with contextlib.ExitStack() as stops:
        table, journal = open_table(evening)
        stops.callback(journal.close)
        folder = Path(stops.enter_context(tempfile.TemporaryDirectory(prefix="rehearsal-")))
        screen = FrameFile.create(folder / "frames", SIZE)
        stops.callback(screen.close)
        room = room_of(table.game.name)
        learn = partial(room.taught, table.state.box, SIZE)
        running = _serve(evening, table, journal, stops, learn, drawn=True)
        lamps = SimulatedLamps(room.lamps(table.state))
        stops.callback(lamps.close)
        light(table, lamps, stops)
        setting = Setting(table, screen, how.seed, SIZE, how.harshness, how.speed, stops)
        performance = room.performance(setting)
        live = Live(
            table, performance, speed=how.speed, answering=how.answering, playing=how.playing
        )
        build = partial(
            _rehearsed_eye, folder / "frames", table.game.name, table.state.box, how.speed
        )
        watch = Watch(table, build)
        stops.callback(table.on_wanting(watch.look_again))
        _lend(running, watch)
        running.live = live
        _start(stops, live.start, live.stop)
        _start(stops, watch.start, watch.stop)
        running._stops = stops.pop_all()
    return running


def run(
    evening: Evening,
    camera: str,
    taught: Path | None,
    wiring: Wiring | None = None,
    weights: Mapping[str, Any] | None = None,
    eye: EyeSettings | None = None,
) -> Running:
    """Start a real table; what is not wired, or cannot be used, people do by hand.

    *weights* is what was weighed in, for the bowl's scale.
    """
    from ..senses.watching import Watch
    from .attending import attend_wired
    from .minding import Minder

    with contextlib.ExitStack() as stops:
        table, journal = open_table(evening)
        stops.callback(journal.close)
        learn = partial(_load, taught) if taught else partial(not_taught, table.game.name)
        running = _serve(evening, table, journal, stops, learn)
        minder = Minder(table, evening.journal.parent)
        _start(stops, minder.start, minder.stop)
        watch = None
        if camera != "none":
            build = partial(
                _real_eye, camera, taught, table.game.name, table.state.box, eye or EyeSettings()
            )
            watch = Watch(table, build)
            stops.callback(table.on_wanting(watch.look_again))
            _lend(running, watch)
            _start(stops, watch.start, watch.stop)
        again = watch.look_again if watch else lambda: None
        attend_wired(table, wiring or Wiring(), weights, stops, again)
        running._stops = stops.pop_all()
    return running


def _rehearsed_eye(frames: Path, room: str, box: Any, speed: float) -> Any:
    """Build the eye of a rehearsal, in its own process: it has been taught our own pieces."""
    from ..senses.threads import limit_threads

    limit_threads(1)  # before numpy is loaded: on small patches more threads only spin
    from calibration.read.look import Looker
    from hardware.simulated.camera import SimulatedCamera

    from ..senses.eye import Eye

    looker = Looker(room_of(room).board(box), room_of(room).taught(box, SIZE))
    camera = SimulatedCamera.looking_at(frames, fps=12.0 * min(FASTEST_EYE, max(1.0, speed)))
    return Eye(camera, looker, settle_seconds=max(0.2, 0.4 / speed))


def _real_eye(camera: str, taught: Path | None, room: str, box: Any, how: EyeSettings) -> Any:
    """Build the eye of a real table, in its own process."""
    from ..senses.threads import limit_threads

    limit_threads(1)  # before numpy is loaded: on small patches more threads only spin
    from calibration.read.look import Looker
    from calibration.teach.store import load
    from hardware.real.camera import Look, is_live, open_camera

    from ..core.errors import TableError
    from ..senses.eye import Eye

    if taught is None:
        raise TableError("nobody has taught the cards yet; show them once with: companion teach")
    looker = Looker(room_of(room).board(box), load(taught))
    opened = open_camera(camera, (how.width, how.height), look=Look(how.lock_light, how.focus_cm))
    return Eye(
        opened,
        looker,
        settle_seconds=how.settle_seconds,
        frozen_seconds=FROZEN_SECONDS,
        noise_expected=is_live(opened),
    )


def _load(taught: Path) -> Any:
    from calibration.teach.store import load

    return load(taught)


def _serve(
    evening: Evening,
    table: Table,
    journal: Journal | WaitingJournal,
    stops: contextlib.ExitStack,
    learn: Learn,
    drawn: bool = False,
) -> Running:
    from calibration.art import paths, silhouette

    from ..web import create_app, keys_beside
    from ..web.door import raise_file_limit
    from ..words import load_all

    raise_file_limit()
    sys.setswitchinterval(SWITCH_SECONDS)

    keys = keys_beside(journal.path, journal.game, range(len(table.state.seats)), clock=table.clock)
    art = paths()
    scanner = _scanner_of(table)
    app = create_app(
        table,
        words=load_all(),
        keys=keys,
        art={**art, **{f"{name}:body": silhouette(name) for name in art}},
        crop=partial(_crop, board_of(table.game, table.state.box)),
        scoring=scoring_of(table, learn, drawn),
        scanner=scanner,
        hosts=evening.web.names,
        bell=evening.home.site.bell if evening.home else None,
    )
    server = _shown(app, evening, stops)
    ticker = Ticker(table)
    _start(stops, ticker.start, ticker.stop)
    for about, say in evening.notices.items():
        table.notice(about, say)
    movement, notices = Movement(ticker, journal, server), tuple(evening.notices.values())
    return Running(table, journal.path, server.urls, keys.tokens, movement, notices, scanner)


def _shown(app: Any, evening: Evening, stops: contextlib.ExitStack) -> Server:
    """Show the page in its house, or serve it for itself."""
    if evening.home is not None:
        evening.home.site.show(app)
        stops.callback(evening.home.site.show, None)
        return evening.home.server
    server = served(app, evening.host, evening.port, evening.web)
    _start(stops, server.start, server.stop)
    return server


def served(app: Any, host: str, port: int, web: Web) -> Server:
    """The page as the settings want it: in clear or in cipher, for itself or behind a proxy."""
    from ..web import Certificate, Server

    files = Certificate(Path(web.certificate), Path(web.key)) if web.certificate else None
    return Server(
        app,
        host,
        port,
        certificate=files,
        proxies=web.proxies,
        address=web.address,
    )


def _scanner_of(table: Table) -> Scanning | None:
    """What reads colours in secret, where a room hides any."""
    hood = room_of(table.game.name).hood
    if hood is None:
        return None
    from ..senses.scanning import Scanning

    return Scanning(table, hood())


def _lend(running: Running, watch: Any) -> None:
    """Let a scan under the hood ask for fresh looks."""
    if running.scanner is not None:
        running.scanner.watch = watch


def _crop(board: Any, picture: bytes, cells: Sequence[str]) -> bytes:
    """Cut the windows of a doubt out. OpenCV comes when the first doubt does: it is heavy."""
    from calibration.read.evidence import crop

    return crop(board, picture, cells)


def _start(
    stops: contextlib.ExitStack, start: Callable[[], None], stop: Callable[[], None]
) -> None:
    start()
    stops.callback(stop)
