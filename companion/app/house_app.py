"""The house as it runs: one server, one site, and games that come and go with all their parts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from msgspec.structs import replace

from companion.config.settings import Settings, state_folder, wifi_of
from companion.config.wiring import Wiring
from companion.core.verdict import Saying
from companion.house import FOLDER, GamePlan, House
from companion.house.backup import OWNER
from companion.house.errors import NoSuchGame
from companion.house.indexer import ShelfIndexer
from companion.house.log_redaction import LogRing
from companion.house.package_file import keyrings
from companion.house.plan import PreparedGame, Rehearsal
from companion.house.preferences import OWN, Preferences
from companion.house.restore import arrive
from companion.journal import first_entry
from companion.rooms import room_of, rooms_with
from companion.table import record
from companion.util.helper_process import apart
from companion.util.tls_certificate import CERTIFICATE, certificate_in, own_certificate
from companion.wire.pins import fingerprint
from companion.workshop.bench import Tools, Workbench
from companion.workshop.boxes import Boxes
from companion.workshop.teach import Teacher
from hardware.drivers import Espeak, WiredPart

from . import GameSession, Rehearsing, Running, rehearse, run
from .camera_preview import Aiming
from .eyes import on_paper
from .game_session import Home
from .hall_client import HallGuest
from .known_pieces import KnownPieces, save_weights
from .learn_tonight import remember
from .parts import open_parts
from .table_page import served

if TYPE_CHECKING:
    from companion.web import Server
    from companion.web.house import Owner

"""It goes into no backup: whoever has one must not be taken for this house."""
NO_NOTICES: Mapping[str, Saying] = {}


@dataclass
class RunningHouse:
    """A house that runs."""

    house: House
    server: Server
    owner: Owner
    """Who may change things here, and the links that make somebody the owner."""
    notices: tuple[Saying, ...] = ()
    """What people who play here should know, such as that this is safe mode."""
    stops: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    guest: HallGuest | None = None
    """Its part in an event night."""

    @property
    def urls(self) -> tuple[str, ...]:
        return self.server.urls

    @property
    def code(self) -> str:
        """What the owner types on a further phone."""
        return self.owner.code

    def stuck(self) -> str:
        """Return what has stopped moving; empty while everything runs."""
        running = self.house.open
        if isinstance(running, Running):
            return running.movement.stuck()
        return "" if self.server.is_alive() and self.server.beats() else "page"

    def stop(self) -> None:
        self.stops.close()


def wired(settings: Settings) -> Wiring:
    """Return what is wired without what the owner switched off,
    with the voice in their language."""
    off = {"sounds": ("buzzer", "speech"), "lamps": ("lamp", "strip")}
    silent = {part for name, parts in off.items() for part in parts if not getattr(settings, name)}
    parts = (part for part in settings.wiring.parts if part.part not in silent)
    return replace(settings.wiring, parts=tuple(_speaking(part, settings) for part in parts))


def _speaking(part: WiredPart, settings: Settings) -> WiredPart:
    spoken = isinstance(part, Espeak) and settings.language
    return replace(part, language=settings.language) if spoken else part


class HouseParts:
    """Opens games for a house, with the parts its settings name."""

    def __init__(
        self,
        preferences: Preferences,
        weights: Mapping[str, Any] | None,
        *,
        safe: bool,
        notices: Mapping[str, Saying] = NO_NOTICES,
    ) -> None:
        self.preferences, self._weights, self._safe = preferences, weights, safe
        self._notices = notices
        self.home: Home | None = None
        self.bench = Workbench(lambda: wired(self._settings), open_parts)
        self.house: House | None = None
        self.teacher = Teacher(
            state_folder(preferences.settings),
            self._box,
            lambda board: on_paper(board, self._settings.eye),
            apart,
            self._relearn,
            lambda room: self._known(room, room_of(room).game.load_box(self._box(room))),
        )
        self.aiming = Aiming(
            lambda: self._settings,
            lambda: self.house and self.house.open,
            lambda room: self._known(room, room_of(room).game.load_box(self._box(room))),
            self._box,
        )

    @property
    def _settings(self) -> Settings:
        """The current settings: the owner may have changed them since the last game."""
        return self.preferences.settings

    def begin(self, game: PreparedGame, journal: Path) -> Running:
        evening = GameSession(
            game.game,
            game.box,
            game.seats,
            game.rules,
            journal,
            manner=game.plan.manner,
            web=self._settings.web,
            home=self.home,
            notices=self._notices,
        )
        return self._running(evening, game.plan)

    def resume(self, journal: Path, plan: GamePlan | None) -> Running:
        first = first_entry(journal)
        if first is None or first.kind != "opened":
            raise NoSuchGame("trouble.unopened")
        held = record.begun(first)
        state = held.timeline.opening
        evening = GameSession(
            held.game,
            state.box,
            state.seats,
            state.rules,
            journal,
            web=self._settings.web,
            home=self.home,
            notices=self._notices,
        )
        return self._running(evening, plan)

    def _running(self, evening: GameSession, plan: GamePlan | None) -> Running:
        rehearsal = plan.rehearsal if plan else None
        if rehearsal is not None:
            how = Rehearsing(rehearsal.seed, rehearsal.speed, by_hand=rehearsal.by_hand)
            return rehearse(evening, how)
        settings = self._settings
        self.bench.step_aside()
        self.aiming.stop()
        if self._safe:
            return self._learning(run(evening, "none", None))
        known = self._known(evening.game.name, evening.box)
        camera = settings.eye.camera if known.is_wanted() else "none"
        running = run(evening, camera, known, wired(settings), self._weights, settings.eye)
        remember(running.table, self.teacher.tonight)
        return self._learning(running)

    def _learning(self, running: Running) -> Running:
        """Keep what a game shows of its box for the next game."""

        def keep() -> None:
            with contextlib.suppress(OSError):
                state, game = running.table.state, running.table.game
                boxes = Boxes(state_folder(self._settings))
                boxes.learn(game.name, running.journal.name, state.box.learned)
                boxes.settle(game.name, game.load_box.seen(state))

        running.on_stop(keep)
        return running

    def _box(self, room: str) -> Path | None:
        """Return the owner's own box of a room."""
        return self.house.box_of(room) if self.house else None

    def _known(self, room: str, box: Any) -> KnownPieces:
        """Return what the eye knows of a room's pieces: those taught, or the printed kit."""
        named = self._settings.eye.taught if room == self._settings.room else ""
        folder = state_folder(self._settings)
        return KnownPieces(room, box, folder, Path(named) if named else None)

    def _relearn(self, room: str) -> None:
        """Let an open game see with what was just taught or chosen."""
        running = self.house.open if self.house else None
        if isinstance(running, Running) and running.table.game.name == room:
            running.relearn()

    def tools(self) -> Tools:
        """Return what the workshop works with."""
        return Tools(
            self.bench,
            self._boulders,
            self._weighed,
            view=self.aiming.view,
            attempt=self.aiming.attempt,
            shot=self.aiming.shot,
            teacher=self.teacher,
            camera=self.aiming.facts,
        )

    def _boulders(self) -> tuple[str, ...]:
        """Return the colours of the boulders, in the box as its owner knows it."""
        room = rooms_with("scale")[0]
        assert room.scale is not None
        own = Boxes(state_folder(self._settings)).path_of(room.game.name)
        return room.scale().colours(room.game.load_box(own))

    def _weighed(self, kept: Mapping[str, Any]) -> None:
        save_weights(self._settings, kept)
        self._weights = kept

    def senses(self, room: str) -> dict[str, str]:
        """Return which parts of a room this house can see, weigh and light."""
        found, wiring = {"eye": "none"}, wired(self._settings)
        if self._settings.eye.camera != "none":
            found["eye"] = self._watches(room)
            if is_gone(self._settings.eye.camera):
                found["eye"] = "gone"
        if room_of(room).scale is not None:
            has_scale = bool(wiring.of("scale"))
            found["scale"] = "ready" if has_scale and self._weights else "none"
        if wiring.of("lamp") or wiring.of("strip"):
            found["lamps"] = "ready"
        return found

    def _watches(self, room: str) -> str:
        """Return what the camera knows of a room: a taught box, or only the printed kit."""
        known = self._known(room, None)
        if not known.is_wanted():
            return "off"
        return "ready" if known.lesson() else "kit"


def is_gone(camera: str) -> bool:
    """Whether a camera with a name among the devices is not plugged in; others show when used."""
    device = Path(f"/dev/video{camera}") if camera.isdecimal() else Path(camera)
    return device.parent == Path("/dev") and not device.exists()


class Opening(TypedDict, total=False):
    """How a house is opened, besides its settings and its address."""

    weights: Mapping[str, Any] | None
    safe: bool
    notices: Mapping[str, Saying]
    preferences: Preferences | None
    """Where the owner's changes go."""
    restart: Callable[[], None]
    """Starts the whole program again."""
    ring: LogRing | None
    rehearsed: Rehearsal | None
    """How the games of an event night are rehearsed if nobody sits at this table."""


def open_house(settings: Settings, host: str, port: int, **given: Unpack[Opening]) -> RunningHouse:
    """Start a house: its page answers, and the game that was open is open again."""
    from companion.web.house import HouseSite, Owner
    from companion.web.server.connection_limits import raise_file_limit
    from companion.web.server.notifier import Notifier

    raise_file_limit()
    folder, notices = state_folder(settings), given.get("notices", NO_NOTICES)
    arrive(folder)
    kept = given.get("preferences") or Preferences(None, folder / FOLDER / OWN, settings)
    parts = HouseParts(kept, given.get("weights"), safe=given.get("safe", False), notices=notices)
    with contextlib.ExitStack() as stops:
        house = parts.house = House(folder, parts, boxes=Boxes(folder).path_of)
        stops.callback(house.stop)
        stops.callback(parts.bench.close)
        stops.callback(parts.aiming.stop)
        owner, site = Owner(folder / FOLDER / OWNER), HouseSite(Notifier())
        certificate = _certificate(folder / FOLDER)
        server = served(site, host, port, settings.web, certificate)
        kept.serve(host, server.port)
        parts.home = Home(site, server)
        shown = Path(settings.web.files[0]) if settings.web.files else certificate
        pin = fingerprint(certificate_in(shown)) if shown else ""
        guest = HallGuest(house, parts.home, given.get("rehearsed"), pin)
        _furnish(house, parts.home, owner, parts, given, guest)
        _begin(house, parts.home, stops)
        guest.start()
        stops.callback(guest.stop)
        said = tuple(notices.values())
        owner.served_at(server.url)
        return RunningHouse(house, server, owner, said, stops.pop_all(), guest)


def _certificate(folder: Path) -> Path | None:
    """Return this house's certificate; a full or read-only card stops no evening."""
    try:
        return own_certificate(folder / CERTIFICATE)
    except OSError:
        return None


def _furnish(
    house: House, home: Home, owner: Owner, parts: HouseParts, given: Opening, guest: HallGuest
) -> None:
    """Put the pages of the house into its site."""
    from calibration.art import paths
    from companion.web.all_house_pages import create_house_app
    from companion.web.server.addresses import has_own_wifi
    from companion.words import load_all
    from hardware.real.machine import Machine

    kept = parts.preferences
    create_house_app(
        house,
        home.site,
        words=load_all(),
        owner=owner,
        senses=parts.senses,
        art=paths(),
        hosts=kept.settings.web.names,
        addresses=lambda: home.server.urls,
        open_network=lambda: home.server.serve_on("0.0.0.0"),
        notices=tuple(given.get("notices", NO_NOTICES).values()),
        preferences=kept,
        machine=Machine(house.folder, keyrings=keyrings),
        ring=given.get("ring"),
        restart=given.get("restart", lambda: None),
        network=lambda: wifi_of(kept.settings, has_own_wifi),
        tools=parts.tools(),
        guest=guest,
    )


def _begin(house: House, home: Home, stops: contextlib.ExitStack) -> None:
    """Serve, go back to where the house stood, and read what stands on the shelf."""
    home.server.start()
    stops.callback(home.server.stop)
    house.start()
    indexer = ShelfIndexer(house, home.site.notifier.notify)
    indexer.start()
    stops.callback(indexer.stop)
    # games are stopped before the server: their pages end in order
    stops.callback(house.stop)
