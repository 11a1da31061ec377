"""The house as it runs: one server, one site, and games that come and go with all their parts."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from msgspec.structs import replace

from companion import chronicle
from companion.certificates import certificate_in, own_certificate
from companion.core.verdict import Saying
from companion.hall.wire.pins import fingerprint
from companion.house import FOLDER, House, Plan
from companion.house.backup import OWNER
from companion.house.errors import NoSuchGame
from companion.house.librarian import Librarian
from companion.house.logbook import Ring
from companion.house.plan import Prepared, Rehearsal
from companion.house.preferences import OWN, Preferences
from companion.house.restore import arrive
from companion.journal import first_entry
from companion.rooms import room_of, rooms_with
from companion.settings import Settings, state_folder
from companion.wiring import Part, Wiring
from companion.workshop.bench import Bench
from companion.workshop.boxes import Boxes
from companion.workshop.teaching import Teacher
from companion.workshop.tools import Tools

from ..helper_process import apart
from . import Evening, Rehearsing, Running, rehearse, run
from .evening import Home
from .eyes import on_paper
from .guest import HallGuest
from .parts import open_parts
from .remembering import remember
from .serving import served
from .viewing import Aiming
from .weights import save_weights
from .wifi import wifi_of

if TYPE_CHECKING:
    from companion.web import Server
    from companion.web.house import Owner

CERTIFICATE = ".certificate.pem"
"""It goes into no backup: whoever has one must not be taken for this house."""
NO_NOTICES: Mapping[str, Saying] = {}


@dataclass
class Housed:
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
        """What no longer moves; empty while everything does."""
        running = self.house.open
        if isinstance(running, Running):
            return running.movement.stuck()
        return "" if self.server.is_alive() and self.server.beats() else "page"

    def stop(self) -> None:
        self.stops.close()


def wired(settings: Settings) -> Wiring:
    """What is wired, without what the owner switched off, and with the voice in their language."""
    off = {"sounds": ("buzzer", "speech"), "lamps": ("lamp", "strip")}
    silent = {part for name, parts in off.items() for part in parts if not getattr(settings, name)}
    parts = (part for part in settings.wiring.parts if part.part not in silent)
    return replace(settings.wiring, parts=tuple(_speaking(part, settings) for part in parts))


def _speaking(part: Part, settings: Settings) -> Part:
    spoken = part.part == "speech" and settings.language
    return replace(part, language=settings.language) if spoken else part


class Parts:
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
        self.bench = Bench(lambda: wired(self._settings), open_parts)
        self.house: House | None = None
        self.teacher = Teacher(
            state_folder(preferences.settings),
            self._box,
            lambda board: on_paper(board, self._settings.eye),
            apart,
        )
        self.aiming = Aiming(
            lambda: self._settings,
            lambda: self.house and self.house.open,
            self._taught,
            self._box,
        )

    @property
    def _settings(self) -> Settings:
        """As they are now: the owner may have changed them since the last game."""
        return self.preferences.settings

    def begin(self, game: Prepared, journal: Path) -> Running:
        evening = Evening(
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

    def resume(self, journal: Path, plan: Plan | None) -> Running:
        first = first_entry(journal)
        if first is None or first.kind != "opened":
            raise NoSuchGame("trouble.unopened")
        held = chronicle.begun(first)
        state = held.timeline.opening
        evening = Evening(
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

    def _running(self, evening: Evening, plan: Plan | None) -> Running:
        rehearsal = plan.rehearsal if plan else None
        if rehearsal is not None:
            how = Rehearsing(rehearsal.seed, rehearsal.speed, by_hand=rehearsal.by_hand)
            return rehearse(evening, how)
        settings = self._settings
        self.bench.step_aside()
        self.aiming.stop()
        if self._safe:
            return self._learning(run(evening, "none", None))
        taught = self._taught(evening.game.name)
        camera = settings.eye.camera if self._is_taught(evening.game.name) else "none"
        running = run(evening, camera, taught, wired(settings), self._weights, settings.eye)
        remember(running.table, self.teacher.tonight)
        return self._learning(running)

    def _learning(self, running: Running) -> Running:
        """What a game shows of its box is known to the next one."""

        def keep() -> None:
            with contextlib.suppress(OSError):
                box, name = running.table.state.box, running.table.game.name
                boxes = Boxes(state_folder(self._settings))
                boxes.learn(name, running.journal.name, box.learned)

        running.on_stop(keep)
        return running

    def _box(self, room: str) -> Path | None:
        """The owner's own box of a room."""
        return self.house.box_of(room) if self.house else None

    def _taught(self, room: str) -> Path | None:
        """What the eye was taught of a room: the edition in use, else what the settings name."""
        used = self.teacher.editions.used_path(room)
        if used is not None:
            return used
        named = self._settings.eye.taught if room == self._settings.room else ""
        return Path(named) if named else None

    def _is_taught(self, room: str) -> bool:
        """Whether the eye was taught this room; another box's cards would be of no use."""
        if self._settings.eye.camera == "none":
            return False
        used = self.teacher.editions.used_path(room)
        return used is not None or room == self._settings.room

    def tools(self) -> Tools:
        """What the workshop works with."""
        return Tools(
            self.bench,
            self._boulders,
            self._weighed,
            view=self.aiming.view,
            shot=self.aiming.shot,
            teacher=self.teacher,
            camera=self.aiming.facts,
        )

    def _boulders(self) -> tuple[str, ...]:
        """The colours of the boulders, in the box as its owner knows it."""
        room = rooms_with("scale")[0]
        assert room.scale is not None
        own = Boxes(state_folder(self._settings)).path_of(room.game.name)
        return room.scale().colours(room.game.load_box(own))

    def _weighed(self, kept: Mapping[str, Any]) -> None:
        save_weights(self._settings, kept)
        self._weights = kept

    def senses(self, room: str) -> dict[str, str]:
        """What this house can see, weigh and light of a room."""
        found, wiring = {"eye": "none"}, wired(self._settings)
        if self._settings.eye.camera != "none":
            found["eye"] = "ready" if self._is_taught(room) else "untaught"
            if is_gone(self._settings.eye.camera):
                found["eye"] = "gone"
        if room_of(room).scale is not None:
            has_scale = bool(wiring.of("scale"))
            found["scale"] = "ready" if has_scale and self._weights else "none"
        if wiring.of("lamp") or wiring.of("strip"):
            found["lamps"] = "ready"
        return found


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
    ring: Ring | None
    rehearsed: Rehearsal | None
    """How the games of an event night are rehearsed, where nobody sits at this table."""


def open_house(settings: Settings, host: str, port: int, **given: Unpack[Opening]) -> Housed:
    """Start a house: its page answers, and the game that was open is open again."""
    from companion.web.bell import Bell
    from companion.web.door import raise_file_limit
    from companion.web.house import HouseSite, Owner

    raise_file_limit()
    folder, notices = state_folder(settings), given.get("notices", NO_NOTICES)
    arrive(folder)
    kept = given.get("preferences") or Preferences(None, folder / FOLDER / OWN, settings)
    parts = Parts(kept, given.get("weights"), safe=given.get("safe", False), notices=notices)
    with contextlib.ExitStack() as stops:
        house = parts.house = House(folder, parts, boxes=Boxes(folder).path_of)
        stops.callback(house.stop)
        stops.callback(parts.bench.close)
        stops.callback(parts.aiming.stop)
        owner, site = Owner(folder / FOLDER / OWNER), HouseSite(Bell())
        certificate = _certificate(folder / FOLDER)
        server = served(site, host, port, settings.web, certificate)
        parts.home = Home(site, server)
        shown = Path(settings.web.certificate) if settings.web.certificate else certificate
        pin = fingerprint(certificate_in(shown)) if shown else ""
        guest = HallGuest(house, parts.home, given.get("rehearsed"), pin)
        _furnish(house, parts.home, owner, parts, given, guest)
        _begin(house, parts.home, stops)
        guest.start()
        stops.callback(guest.stop)
        said = tuple(notices.values())
        owner.served_at(server.url)
        return Housed(house, server, owner, said, stops.pop_all(), guest)


def _certificate(folder: Path) -> Path | None:
    """What other machines know this house by; a card that takes nothing stops no evening."""
    try:
        return own_certificate(folder / CERTIFICATE)
    except OSError:
        return None


def _furnish(
    house: House, home: Home, owner: Owner, parts: Parts, given: Opening, guest: HallGuest
) -> None:
    """Put the pages of the house into its site."""
    from calibration.art import paths, silhouette
    from companion.web.addresses import has_own_wifi
    from companion.web.house import create_house_app
    from companion.words import load_all
    from hardware.real.machine import Machine

    art, kept = paths(), parts.preferences
    create_house_app(
        house,
        home.site,
        words=load_all(),
        owner=owner,
        senses=parts.senses,
        art={**art, **{f"{name}:body": silhouette(name) for name in art}},
        hosts=kept.settings.web.names,
        addresses=lambda: home.server.urls,
        open_network=lambda: home.server.serve_on("0.0.0.0"),
        notices=tuple(given.get("notices", NO_NOTICES).values()),
        preferences=kept,
        machine=Machine(house.folder),
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
    librarian = Librarian(house, home.site.bell.ring)
    librarian.start()
    stops.callback(librarian.stop)
    # games are stopped before the server: their pages end in order
    stops.callback(house.stop)
